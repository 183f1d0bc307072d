"""How many tactical positions each player solves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ardennes.cases.model import Casebook
from ardennes.commands.cases import casebook_of
from ardennes.games import GAMES, find_game
from ardennes.lab import tactics
from ardennes.players.api import player_names
from ardennes.results.data import Row
from ardennes.results.part import Part, Work, markdown, version_key

PLAYERS = ("staff", "staff_lite", "random", "rush", "turtle", "end_run", "cutter")
POSITIONS = Path(__file__).resolve().parents[4] / "tests" / "tactics"


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return list(_rows(work))


def _rows(work: Work) -> Iterator[Mapping[str, Any]]:
    for game_id in GAMES:
        positions, book = tactics.read_positions(POSITIONS / game_id), casebook_of(game_id)
        version = version_key(game_id)
        for player in PLAYERS:
            if player not in player_names(game_id):
                continue

            ask = partial(_solved, positions, book, player)
            solved = work.cached(f"tactics-{game_id}-{player}-{version}", ask)
            for theme, (count, asked) in solved.items():
                yield {"game": game_id, "theme": theme, "player": player, "solved": count, "asked": asked}


def _solved(positions: Sequence[tactics.Position], book: Casebook, player: str) -> dict[str, tuple[int, int]]:
    return tactics.shares(tactics.ask(position, book, player) for position in positions)


def _table(rows: Sequence[Row]) -> list[str]:
    players = [name for name in PLAYERS if any(row["player"] == name for row in rows)]
    lines = []
    for game in dict.fromkeys(row["game"] for row in rows):
        of_game = [row for row in rows if row["game"] == game]
        lines.append((f"**{find_game(game).name}**", *_counts(of_game, players)))
        for theme in dict.fromkeys(row["theme"] for row in of_game):
            lines.append((theme, *_counts([row for row in of_game if row["theme"] == theme], players)))
    return markdown(("game, theme", "positions", *(f"`{name}`" for name in players)), lines)


def _counts(rows: Sequence[Row], players: Sequence[str]) -> Iterator[str]:
    asked = {row["theme"]: int(row["asked"]) for row in rows}
    yield str(sum(asked.values()))
    for name in players:
        solved = [int(row["solved"]) for row in rows if row["player"] == name]
        yield str(sum(solved)) if solved else ""


PART = Part(
    name="tactics",
    about="tactical positions solved by each player (about ten minutes)",
    games=tuple(GAMES),
    seeds="",
    measure=measure,
    tables={"tactics": _table},
)
