"""The results of a simulation, as a document for programs and as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.lab import history_report
from ardennes.lab.history import spread
from ardennes.lab.record import DRAW, GameRecord, SideRecord, without_time
from ardennes.lab.statistics import Tally, behaviour, levels, pace, pairs, tally, together, turn_counts
from ardennes.words import counted

FAILURES_TOLD = 10


@dataclass(frozen=True)
class Plan:
    """The settings of a simulation."""

    game: str
    game_name: str
    scenario: str
    options: dict[str, Any]
    sides: tuple[str, ...]  # the lab's names
    players: tuple[str, ...]  # by side, before any swap
    seed: int
    games: int
    swap: bool
    dice: str

    @property
    def labels(self) -> tuple[str, ...]:
        """Return distinct labels for the players, even if both have the same name."""
        if len(set(self.players)) == len(self.players):
            return self.players
        return tuple(f"{name} {number}" for number, name in enumerate(self.players, 1))


def seats(plan: Plan, number: int, records: Sequence[GameRecord]) -> list[tuple[GameRecord, SideRecord]]:
    """Return the games of one player (0 or 1, by its side before any swap) and its part in each."""
    return [(r, r.sides[(number + r.swapped) % len(r.sides)]) for r in records]


def player_tally(plan: Plan, number: int, records: Sequence[GameRecord], side: str | None = None) -> Tally:
    """Return a player's results, on one side or on all."""
    parts = [
        tally([record], part.side)
        for record, part in seats(plan, number, records)
        if side is None or part.side == side
    ]
    return together(*parts) if parts else Tally(0, 0, 0)


def document(plan: Plan, records: Sequence[GameRecord], seconds: float, workers: int) -> dict[str, Any]:
    """Return all results; everything except `timing` follows from the seeds."""
    done = [r for r in records if r.finished]
    turns = [r.turns for r in done]
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "seed": plan.seed,
        "games": len(done),
        "wins": {**{s: tally(done, s).wins for s in plan.sides}, DRAW: sum(r.winner == DRAW for r in done)},
        "intervals": {s: list(tally(done, s).interval) for s in plan.sides},
        "levels": levels(done),
        "turns": {
            "mean": sum(turns) / len(turns) if turns else 0.0,
            "min": min(turns, default=0),
            "max": max(turns, default=0),
            "games": {str(turn): games for turn, games in turn_counts(done).items()},
        },
        "orders": sum(r.orders for r in done),
        "wanted": plan.games,
        "players": dict(zip(plan.sides, plan.players, strict=True)),
        "swap": plan.swap,
        "dice": plan.dice,
        "options": plan.options,
        "by_player": [_player(plan, n, done) for n in range(len(plan.players))],
        "by_seed": _pairs(plan, done),
        "refused": sum(s.refused for r in records for s in r.sides),
        "failed": [
            {"seed": r.seed, "swapped": r.swapped, "failure": r.failure, "save": r.save}
            for r in records
            if not r.finished
        ],
        "against_history": _history(plan, done),
        "records": [_plain(r) for r in records],
        "timing": _timing(plan, done, seconds, workers),
    }


def _history(plan: Plan, done: Sequence[GameRecord]) -> dict[str, Any]:
    """Compare the games with 1944, and show the spread of their points."""
    campaigns = [r.campaign for r in done if r.campaign is not None]
    if not campaigns:
        return {}
    score = spread([record.points for record in done])
    return {"score": score._asdict(), **history_report.document(plan.game, campaigns)}


def _score(done: Sequence[GameRecord]) -> str:
    score = spread([record.points for record in done])
    return f"Points: {score}, half of the games below {round(score.middle):,}"


def _player(plan: Plan, number: int, done: Sequence[GameRecord]) -> dict[str, Any]:
    whole = player_tally(plan, number, done)
    return {
        "player": plan.labels[number],
        "games": whole.games,
        "wins": whole.wins,
        "share": whole.share,
        "interval": list(whole.interval),
        "wins_as": {s: player_tally(plan, number, done, s).wins for s in plan.sides},
        "games_as": {s: player_tally(plan, number, done, s).games for s in plan.sides},
        "behaviour": behaviour([part for _, part in seats(plan, number, done)]),
    }


def _pairs(plan: Plan, done: Sequence[GameRecord]) -> dict[str, Any]:
    """Return the paired comparison, if the sides were swapped. One pair gives no spread, so its interval is
    null.
    """
    if not plan.swap:
        return {}
    result = pairs(done)
    return {
        "seeds": result.seeds,
        "better": dict(zip(plan.labels, result.better, strict=True)),
        "alike": result.alike,
        "lead": result.lead,
        "interval": list(result.interval) if result.seeds > 1 else None,
    }


def _plain(record: GameRecord) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(without_time(record))
    del plain["seconds"]
    for side in plain["sides"]:
        del side["turn_seconds"]
    return plain


def _timing(plan: Plan, done: Sequence[GameRecord], seconds: float, workers: int) -> dict[str, Any]:
    players = []
    for number, label in enumerate(plan.labels):
        speed = pace([part for _, part in seats(plan, number, done)])
        players.append(
            {
                "player": label,
                "seconds_a_turn": speed.mean,
                "p95_seconds_a_turn": speed.p95,
                "slowest_turn": speed.slowest,
            }
        )
    return {"seconds": seconds, "workers": workers, "players": players}


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def share_cells(result: Tally) -> list[str]:
    low, high = result.interval
    return [
        f"{result.wins} of {result.games}",
        percent(result.share) if result.games else "-",
        f"{percent(low)} to {percent(high)}" if result.games else "-",
    ]


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", show_edge=False, pad_edge=False)
    table.add_column(columns[0])
    for name in columns[1:]:
        table.add_column(name, justify="right")
    return table


def tables(plan: Plan, records: Sequence[GameRecord]) -> RenderableType:
    """Yield all tables, in the order of a reader's questions: who won, how, how fast, in what manner."""
    done = [r for r in records if r.finished]
    parts: list[RenderableType] = [_heading(plan, records), Text()]
    sides = _table("By side", "side", "wins", "share", "95 % interval")
    for side in plan.sides:
        who = side if plan.swap else f"{side} ({plan.labels[plan.sides.index(side)]})"
        sides.add_row(who, *share_cells(tally(done, side)))
    draws = sum(r.winner == DRAW for r in done)
    if draws:
        sides.add_row(DRAW, *share_cells(Tally(len(done), draws, 0)))
    if plan.swap:
        parts += [_by_player(plan, done), Text(), _by_seed(plan, done), Text()]
    parts += [sides, Text(), _levels(done), Text(), _how_played(plan, done)]
    campaigns = [r.campaign for r in done if r.campaign is not None]
    if campaigns:
        parts += [Text(), Text(_score(done)), Text(), *history_report.tables(plan.game, campaigns)]
    return Group(*parts)


def _heading(plan: Plan, records: Sequence[GameRecord]) -> Text:
    done = [r for r in records if r.finished]
    seeds = sorted({r.seed for r in records})
    span = (
        f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}" if seeds else "no seed"
    )
    who = ", ".join(f"{side} {label}" for side, label in zip(plan.sides, plan.labels, strict=True))
    twice = ", each played twice with the sides swapped" if plan.swap else ""
    text = f"{plan.game_name}, scenario {plan.scenario}: {who}; {span}{twice}; {plan.dice} dice\n"
    text += f"{counted(len(done), 'game')} finished"
    if len(records) > len(done):
        text += f", {len(records) - len(done)} broken"
    if len(records) < plan.games:
        text += f", {plan.games - len(records)} of {plan.games} not played"
    turns = [r.turns for r in done]
    if turns:
        text += f"; turns {min(turns)} to {max(turns)}, on average {sum(turns) / len(turns):.1f}"
    return Text(text)


def _by_player(plan: Plan, done: Sequence[GameRecord]) -> Table:
    table = _table("By player", "player", "wins", "share", "95 % interval", *(f"as {s}" for s in plan.sides))
    for number, label in enumerate(plan.labels):
        on = [player_tally(plan, number, done, s) for s in plan.sides]
        table.add_row(
            label, *share_cells(player_tally(plan, number, done)), *(f"{t.wins} of {t.games}" for t in on)
        )
    return table


def _by_seed(plan: Plan, done: Sequence[GameRecord]) -> RenderableType:
    """Return which player did better on the same side with the same luck, however unequal the sides are."""
    result = pairs(done)
    title = f"By seed: whose {plan.sides[0]} game was better"
    table = _table(title, "player", "seeds", "share", "95 % interval")
    for label, better in zip(plan.labels, result.better, strict=True):
        table.add_row(label, *share_cells(Tally(result.seeds, better, 0)))
    if result.alike:
        table.add_row("alike", *share_cells(Tally(result.seeds, result.alike, 0)))
    if result.seeds < 2:
        return table
    low, high = result.interval
    ahead = f"{plan.labels[0]} is ahead by {result.lead:,.1f} points a seed (95 %: {low:,.1f} to {high:,.1f})"
    return Group(table, Text(ahead))


def _levels(done: Sequence[GameRecord]) -> Table:
    table = _table("Levels of victory", "level", "games", "share", "95 % interval")
    for level, games in levels(done).items():
        table.add_row(level, *share_cells(Tally(len(done), games, 0)))
    return table


def _how_played(plan: Plan, done: Sequence[GameRecord]) -> Table:
    """Return orders, seconds per turn, and the behaviour counters per game."""
    table = _table("How they played, on average a game", "", *plan.labels)
    parts = [[part for _, part in seats(plan, n, done)] for n in range(len(plan.players))]
    speeds = [pace(p) for p in parts]
    table.add_row("orders", *(f"{sum(part.orders for part in p) / max(1, len(p)):.1f}" for p in parts))
    table.add_row("seconds a turn", *(f"{s.mean:.3f}" for s in speeds))
    table.add_row("slowest 5 % of turns from", *(f"{s.p95:.3f}" for s in speeds))
    table.add_row("slowest turn", *(f"{s.slowest:.3f}" for s in speeds))
    means = [behaviour(p) for p in parts]
    for name in sorted({name for mean in means for name in mean}):
        table.add_row(name, *(f"{mean.get(name, 0.0):.1f}" for mean in means))
    return table


def tell_troubles(records: Sequence[GameRecord], console: Console) -> None:
    """Return failed games with their seeds and save files, and the first refused orders."""
    refusals = [text for r in records for text in r.refusals]
    count = sum(s.refused for r in records for s in r.sides)
    if count:
        console.print(Text(f"{count} orders were refused and replaced by random ones, among them:", "yellow"))
        for text in refusals[:FAILURES_TOLD]:
            console.print(Text(f"  {text}"))
    broken = [r for r in records if not r.finished]
    for record in broken[:FAILURES_TOLD]:
        first = record.failure.partition("\n")[0]
        swapped = ", sides swapped" if record.swapped else ""
        console.print(Text(f"BROKEN: seed {record.seed}{swapped}: {first}", "bold red"))
        console.print(Text(f"  {record.save or 'not saved'}"))
    if len(broken) > FAILURES_TOLD:
        console.print(Text(f"  and {len(broken) - FAILURES_TOLD} more failed games", "bold red"))
