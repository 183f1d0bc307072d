"""Whether the veteran plays better with 15 times the work: games against itself with the usual amount."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.games import find_game
from ardennes.results.data import Row
from ardennes.results.part import Matchup, Part, Work, markdown, share

FIRST = 1_150_001  # seed; nothing was adjusted on seeds from here on
PAIRS = 20  # in each scenario: two games of a seed, the players on both sides
FACTOR = 15
SCENARIOS = (("tigers", "bastogne"), ("tigers", "st_vith"), ("wave_of_terror", "skyline"))


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return [_row(work, game, scenario) for game, scenario in SCENARIOS]


def _row(work: Work, game: str, scenario: str) -> Mapping[str, Any]:
    more = f"veteran:{FACTOR}"
    records = work.play(Matchup(game, scenario, more, "veteran", FIRST, 2 * PAIRS, swap=True))
    wins = [_points(more, record) for record in records if record.finished]
    pairs = [
        _points(more, one) + _points(more, two) for one, two in zip(records[::2], records[1::2], strict=True)
    ]
    return {
        "game": game,
        "scenario": scenario,
        "times": FACTOR,
        "games": len(wins),
        "wins": sum(point == 1 for point in wins),
        "draws": sum(point == 0.5 for point in wins),
        "pairs_won": sum(points > 1 for points in pairs),
        "pairs_lost": sum(points < 1 for points in pairs),
        "pairs_even": sum(points == 1 for points in pairs),
        "first_seed": FIRST,
    }


def _points(player: str, record: Any) -> float:
    """Return 1 for a win of the player, half for a draw."""
    side = next(side.side for side in record.sides if side.player == player)
    return 1.0 if record.winner == side else 0.5 if record.winner == "draw" else 0.0


def _table(rows: Sequence[Row]) -> list[str]:
    return markdown(
        ("scenario", "games won", "draws", "pairs won, lost, even"),
        (
            (
                _title(row["game"], row["scenario"]),
                share(int(row["wins"]), int(row["games"])),
                row["draws"],
                f"{row['pairs_won']}, {row['pairs_lost']}, {row['pairs_even']}",
            )
            for row in rows
        ),
    )


def _title(game: str, scenario: str) -> str:
    rules = find_game(game)
    return f"{rules.name}: {next(one.name for one in rules.scenarios if one.id == scenario)}"


PART = Part(
    name="thinking",
    about=f"the veteran with {FACTOR} times its work against itself (an hour and a half)",
    games=("tigers", "wave_of_terror"),
    seeds=f"{FIRST} to {FIRST + PAIRS - 1}",
    measure=measure,
    tables={"thinking": _table},
)
