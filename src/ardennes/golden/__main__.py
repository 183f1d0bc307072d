"""`python -m ardennes.golden record`: record golden files again, with a reason."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from ardennes.errors import UserError
from ardennes.golden.file import FOLDER, KINDS
from ardennes.golden.play import PLAYERS
from ardennes.golden.record import record_all

EXAMPLES = """examples:
  python -m ardennes.golden record --reason "Supply is traced over rivers (rules version 3)"
  python -m ardennes.golden record --kind play --raise --reason "The staff keeps a reserve"
  python -m ardennes.golden record wording/tigers/by_hand --reason "Shorter lines for bridges"

A new file: write one with the head alone (the first lines of another one, other values), then record it.
"""


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(
        prog="python -m ardennes.golden", epilog=EXAMPLES, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["record"], help="replay the files and write the new results")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="GAME, GAME/NAME or KIND/GAME/NAME; default all"
    )
    parser.add_argument("--kind", action="append", choices=KINDS, help="only files of this kind")
    parser.add_argument("--reason", default="", help="why they change; goes into docs/reference/changes.md")
    parser.add_argument(
        "--raise",
        action="store_true",
        dest="raise_players",
        help="raise the version of the computer players of each game in which they give other orders",
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are (tests/golden)")
    parser.add_argument("--players", type=Path, default=PLAYERS, help="the versions of the computer players")
    chosen = parser.parse_intermixed_args(arguments)
    try:
        record_all(
            chosen.names,
            chosen.kind or KINDS,
            chosen.reason.strip(),
            chosen.folder,
            raise_players=chosen.raise_players,
            players_file=chosen.players,
        )
    except UserError as error:
        print(f"golden: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
