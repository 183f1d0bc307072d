"""Regenerate the published figures.

    python -m ardennes.results list            the parts, and which of them are stale
    python -m ardennes.results make            measure every part, write docs/results/ and fill the tables
    python -m ardennes.results make scenarios  measure one part
    python -m ardennes.results fill            only fill the tables from docs/results/
    python -m ardennes.results check           fail where a table differs from its data; warn of stale data

`make` can be stopped at any time: games that have been played are in build/results and are not played again.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from ardennes import __version__
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.players.versions import players_version
from ardennes.results.data import Figures, Stamp, stale
from ardennes.results.pages import filled, outdated, pages
from ardennes.results.part import Part, Work
from ardennes.results.parts import PARTS


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    asked = _read_words(words)
    root = Path(asked.root).resolve()
    figures = Figures(root / "docs" / "results")
    try:
        return {"list": _list, "make": _make, "fill": _fill, "check": _check}[asked.do](asked, root, figures)
    except UserError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1


def _read_words(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m ardennes.results",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("do", choices=("list", "make", "fill", "check"))
    parser.add_argument("parts", nargs="*", help="names of parts; all of them if none is given")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that play")
    parser.add_argument("--root", default=".", help="the checkout whose documentation is filled")
    return parser.parse_args(words)


def _chosen(names: Sequence[str]) -> list[Part]:
    by_name = {part.name: part for part in PARTS}
    for name in names:
        if name not in by_name:
            raise UserError(f"there is no part {name!r}; the parts are: {', '.join(by_name)}")
    return [by_name[name] for name in names] if names else list(PARTS)


def _list(asked: argparse.Namespace, root: Path, figures: Figures) -> int:
    for part in _chosen(asked.parts):
        print(f"{part.name:16}{part.about}")
        print(f"{'':16}{_state(part, figures)}")
    return 0


def _state(part: Part, figures: Figures) -> str:
    try:
        stamp = figures.stamp(part.name)
    except UserError:
        return "not measured yet"
    reasons = stale(stamp)
    return f"measured on {stamp.date}" + (f"; stale ({'; '.join(reasons)})" if reasons else "")


def _make(asked: argparse.Namespace, root: Path, figures: Figures) -> int:
    work = Work(root / "build" / "results", asked.workers, lambda text: print(text, flush=True))
    for part in _chosen(asked.parts):
        print(f"== {part.name}: {part.about}", flush=True)
        rows = part.measure(work)
        figures.write(stamp_for(part, root), rows)
    return _fill(asked, root, figures)


def stamp_for(part: Part, root: Path) -> Stamp:
    """Return what a part is measured with now."""
    asked = ("git", "rev-parse", "--short=10", "HEAD")
    result = subprocess.run(asked, cwd=root, capture_output=True, encoding="utf-8", check=False)
    return Stamp(
        part=part.name,
        command=f"python -m ardennes.results make {part.name}",
        rules={game: find_game(game).version for game in part.games},
        players={game: players_version(game) for game in part.games},
        version=__version__,
        commit=result.stdout.strip() or "unknown",
        python=platform.python_version(),
        date=datetime.date.today().isoformat(),
        seeds=part.seeds,
    )


def _fill(asked: argparse.Namespace, root: Path, figures: Figures) -> int:
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        new = filled(PARTS, figures, text)
        if new != text:
            page.write_text(new, encoding="utf-8")
            print(f"filled {page.relative_to(root)}")
    return 0


def _check(asked: argparse.Namespace, root: Path, figures: Figures) -> int:
    for part in _chosen(asked.parts):
        if not figures.measured(part.name):
            print(f"!! not measured yet: {part.name}")
            continue
        for reason in stale(figures.stamp(part.name)):
            print(f"!! stale figures: {part.name}: {reason}")
    wrong = outdated(PARTS, figures, root)
    for place in wrong:
        print(f"{place} differs from its data; fill it with: python -m ardennes.results fill")
    if not wrong:
        print("Every published table agrees with its data.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
