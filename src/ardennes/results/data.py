"""Published figures as files: one CSV of rows and one JSON stamp per part, in docs/results/."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.players.versions import players_version

Row = Mapping[str, str]  # as read back from the file: tables are always filled from there


class Stamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a set of figures was measured with."""

    part: str
    command: str
    rules: dict[str, str]  # by game, the rules version
    players: dict[str, int]  # by game, the version of its computer players
    version: str  # of Ardennes
    commit: str
    python: str
    date: str
    seeds: str


class Figures:
    """The folder of published figures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def measured(self, part: str) -> bool:
        """Return whether there are figures of a part."""
        return (self.folder / f"{part}.csv").is_file() and (self.folder / f"{part}.json").is_file()

    def rows(self, part: str) -> list[Row]:
        """Return the rows of a part; raise UserError where the file is missing."""
        file = self.folder / f"{part}.csv"
        if not file.is_file():
            raise UserError(f"{file} is missing; write it with: python -m ardennes.results make {part}")
        with file.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    def stamp(self, part: str) -> Stamp:
        """Return what a part was measured with; raise UserError where the file is missing or damaged."""
        file = self.folder / f"{part}.json"
        try:
            return msgspec.json.decode(file.read_bytes(), type=Stamp)
        except FileNotFoundError:
            command = f"python -m ardennes.results make {part}"
            raise UserError(f"{file} is missing; write it with: {command}") from None
        except msgspec.ValidationError as error:
            raise UserError(f"{file}: {error}") from None

    def write(self, stamp: Stamp, rows: Iterable[Mapping[str, Any]]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{stamp.part}.csv").write_text(as_csv(list(rows)), encoding="utf-8")
        text = msgspec.json.format(msgspec.json.encode(stamp), indent=2) + b"\n"
        (self.folder / f"{stamp.part}.json").write_bytes(text)


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as CSV text; the columns are those of the first row, and every row must have them all."""
    if not rows:
        raise ValueError("there are no rows to publish")
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def stale(stamp: Stamp) -> list[str]:
    """Return what has changed since the figures were measured, one sentence each."""
    reasons = []
    for game in sorted({*stamp.rules, *stamp.players} & set(GAMES)):
        now = find_game(game).version
        if stamp.rules.get(game, now) != now:
            reasons.append(f"{game}: measured under rules version {stamp.rules[game]}, now {now}")
        players = players_version(game)
        if stamp.players.get(game, players) != players:
            reasons.append(f"{game}: measured with players version {stamp.players[game]}, now {players}")
    return reasons
