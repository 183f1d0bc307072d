"""How long each scenario takes and who wins it between two staffs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from ardennes.games import GAMES, find_game
from ardennes.lab.record import DRAW
from ardennes.lab.statistics import tally
from ardennes.results.data import Row
from ardennes.results.part import Matchup, Part, Work, markdown, share

FIRST = 1_100_001  # seed; nothing was adjusted on seeds from here on
SHORT, PRINTED = 100, 24  # games of a scenario


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return list(_rows(work))


def _rows(work: Work) -> Iterator[Mapping[str, Any]]:
    for game_id in GAMES:
        game = find_game(game_id)
        for scenario in game.scenarios:
            games = SHORT if scenario.rule else PRINTED
            records = work.play(Matchup(game_id, scenario.id, "staff", "staff", FIRST, games))
            done = [record for record in records if record.finished]
            german = tally(done, "german")
            by_side: dict[str, list[int]] = {side.side: [] for side in done[0].sides}
            for record in done:
                for side in record.sides:
                    by_side[side.side].append(side.orders)
            other = next(side for side in by_side if side != "german")
            yield {
                "game": game_id,
                "scenario": scenario.id,
                "name": scenario.name,
                "kind": "short" if scenario.rule else "printed",
                "games": german.games,
                "german_wins": german.wins,
                "draws": sum(record.winner == DRAW for record in done),
                "german_orders": round(fmean(by_side["german"])),
                "other_orders": round(fmean(by_side[other])),
                "minutes": scenario.minutes,
                "first_seed": FIRST,
            }


def _table(kind: str) -> Any:
    def table(rows: Sequence[Row]) -> list[str]:
        header = ("game", "scenario", "name", "orders, German / other", "minutes", "German wins", "draws")
        return markdown(header, (_cells(row) for row in rows if row["kind"] == kind))

    return table


def _cells(row: Row) -> tuple[str, ...]:
    wins, games, draws = (int(row[name]) for name in ("german_wins", "games", "draws"))
    decided = games - draws
    from_wins = share(wins, decided) if decided else "none decided"
    orders = f"{row['german_orders']} / {row['other_orders']}"
    return (
        f"`{row['game']}`",
        f"`{row['scenario']}`",
        row["name"],
        orders,
        row["minutes"],
        from_wins,
        str(draws),
    )


PART = Part(
    name="scenarios",
    about="who wins each scenario between staffs, and how many orders it takes (about an hour)",
    games=tuple(GAMES),
    seeds=f"{FIRST} to {FIRST + SHORT - 1}",
    measure=measure,
    tables={"short-scenarios": _table("short"), "printed-scenarios": _table("printed")},
)
