"""The line of a case file in which a field stands, for messages."""

from __future__ import annotations

from pathlib import Path

from ardennes.toml_lines import TomlFault, lines_of, read_toml_text, written


def line_of(file: str, case: str, field: str) -> int:
    """Counted from 1; 0 where the file or the case in it cannot be found."""
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
    # What all cases of the file share stands above them.
    here, shared = written(lines, own + field), written(lines, field)
    if len(here) < len(own):
        return lines[shared or own + "id"]
    return lines[shared if len(shared) > len(here) - len(own) else here]
