"""How the characters and scripted players fare against the staff in the short scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ardennes.games import GAMES, find_game
from ardennes.players.api import player_names
from ardennes.results.data import Row
from ardennes.results.part import Matchup, Part, Work, markdown, share

FIRST = 1_110_001  # seed; nothing was adjusted on seeds from here on
PAIRS = 10  # of games in each scenario, every seed from both sides
WITHOUT = ("staff", "veteran", "random")  # the veteran takes too long; the arena measures it


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return list(_rows(work))


def _rows(work: Work) -> Iterator[Mapping[str, Any]]:
    for game_id in GAMES:
        game = find_game(game_id)
        for scenario in game.scenarios:
            if not scenario.rule:
                continue
            for name in player_names(game_id):
                if name in WITHOUT:
                    continue
                matchup = Matchup(game_id, scenario.id, name, "staff", FIRST, 2 * PAIRS, swap=True)
                records = [record for record in work.play(matchup) if record.finished]
                played: dict[str, list[bool]] = {side.side: [] for side in records[0].sides}
                for record in records:
                    mine = next(side.side for side in record.sides if side.player == name)
                    played[mine].append(record.winner == mine)
                other = next(side for side in played if side != "german")
                yield {
                    "game": game_id,
                    "scenario": scenario.id,
                    "player": name,
                    "german_games": len(played["german"]),
                    "german_wins": sum(played["german"]),
                    "other_games": len(played[other]),
                    "other_wins": sum(played[other]),
                    "first_seed": FIRST,
                }


def _table(rows: Sequence[Row]) -> list[str]:
    players = list(dict.fromkeys(row["player"] for row in rows))
    games = list(dict.fromkeys(row["game"] for row in rows))
    return markdown(
        ("player", *(find_game(game).name for game in games)),
        ((f"`{player}`", *(_cell(rows, game, player) for game in games)) for player in players),
    )


def _cell(rows: Sequence[Row], game: str, player: str) -> str:
    mine = [row for row in rows if (row["game"], row["player"]) == (game, player)]
    wins = sum(int(row["german_wins"]) + int(row["other_wins"]) for row in mine)
    games = sum(int(row["german_games"]) + int(row["other_games"]) for row in mine)
    return share(wins, games) if games else ""


PART = Part(
    name="characters",
    about="games won against the staff in the short scenarios, from both sides (about an hour)",
    games=tuple(GAMES),
    seeds=f"{FIRST} to {FIRST + PAIRS - 1}",
    measure=measure,
    tables={"characters": _table},
)
