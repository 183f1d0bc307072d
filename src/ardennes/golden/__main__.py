"""`python -m ardennes.golden record`: record golden matches anew, with a reason."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.golden.file import FOLDER, Golden, find, read, text_of
from ardennes.golden.record import CHANGES, entry, note, record
from ardennes.golden.replay import OUTCOME, replay

EXAMPLES = """examples:
  python -m ardennes.golden record --reason "Supply is traced over rivers (rules version 3)"
  python -m ardennes.golden record tigers/staff --reason "The staff keeps a reserve"

A new match: write a file with the head alone (the eight lines of another one, other values), then record it.
"""


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(
        prog="python -m ardennes.golden", epilog=EXAMPLES, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["record"], help="play the recipes again and write what comes out")
    parser.add_argument("names", nargs="*", metavar="GAME/NAME", help="all matches when none is named")
    parser.add_argument("--reason", default="", help="why they change; goes into docs/changes.md")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the matches are (tests/golden)")
    chosen = parser.parse_args(arguments)
    try:
        record_all(chosen.names, chosen.reason.strip(), chosen.folder)
    except UserError as error:
        print(f"golden: {error}", file=sys.stderr)
        return 2
    return 0


def record_all(names: Sequence[str], reason: str, folder: Path) -> None:
    """Record matches and note the reason; nothing is written unless all of them can be recorded."""
    if not reason or "\n" in reason:
        raise UserError('say in one line why the matches change: --reason "..."')
    texts: dict[Path, str] = {}
    changed: dict[tuple[str, str], list[str]] = {}
    for path in find(names, folder):
        old = read(path)
        new = record_one(old)
        text = text_of(new)
        if text == path.read_text(encoding="utf-8"):
            print(f"{old.name}: the same as before")
            continue
        texts[path] = text
        changed.setdefault((new.recipe.game, new.rules), []).append(path.stem)
        print(f"{old.name}: {len(new.steps)} orders, {len(text) // 1024} kB")
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    if changed:
        file = folder.parent.parent / CHANGES
        note(file, entry(reason, changed))
        print(f"Noted in {file}.")


def record_one(old: Golden) -> Golden:
    """Record a match anew, unless its orders now do something else under the same rules version."""
    game = find_game(old.recipe.game)
    if old.recorded:
        difference = replay(old, find_game)
        if difference is not None and difference.kind == OUTCOME:
            raise UserError(f"nothing is recorded.\n{difference}")
    return record(game, old)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
