"""Find the line of a field in a case file, for messages."""

from __future__ import annotations

from pathlib import Path

from ardennes.toml_lines import TomlFault, lines_of, read_toml_text, written


def line_of(file: str, case: str, field: str) -> int:
    """Return the line, from 1; 0 if the file or the case is not found."""
    if not case:
        return 0
    try:
        text = Path(file).read_text(encoding="utf-8")
        ids = [one.get("id") for one in read_toml_text(text).get("case", ())]
    except (OSError, UnicodeDecodeError, TomlFault):
        return 0
    if case not in ids:
        return 0
    lines, own = lines_of(text), f"case[{ids.index(case) + 1}]."
    # The fields shared by all cases of the file are above the first case.
    here, shared = written(lines, own + field), written(lines, field)
    if len(here) < len(own):
        return lines[shared or own + "id"]
    return lines[shared if len(shared) > len(here) - len(own) else here]
