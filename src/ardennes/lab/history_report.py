"""Compare the games with 1944, as a document for programs and as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.charts.intervals import wilson
from ardennes.history import chronicle
from ardennes.lab.history import (
    BAND,
    Spread,
    Turn,
    advance,
    attack_shares,
    bands,
    benchmarks,
    exchange_turns,
    exchanges,
    front,
    ground,
    grounds,
    loss_rates,
    phase_losses,
    ratio_told,
    skills,
    spread,
    total_losses,
    whole_front,
    worst_days,
)
from ardennes.lab.record import Campaign

SHOWN = (21, 24)  # evenings for which the front is drawn
PICTURE, SCALE = 36, 2.5  # characters of the bar, km per character
SIDES = ("German", "Allied")
PART = "Losses are not compared with 1944, because the game covers only a part of the front."


def document(game: str, campaigns: Sequence[Campaign]) -> dict[str, Any]:
    result = skills(game, campaigns)
    covers, turns = int(campaigns[0].covers, 16), exchange_turns(campaigns)
    return {
        "skill": {
            "mean_campaign": result.mean._asdict(),
            "mean_campaign_interval": result.interval._asdict(),
            "games": result.single._asdict(),
            "games_interval": result.single_mean._asdict(),
            "benchmarks": {name: score._asdict() for name, score in benchmarks(game, campaigns).items()},
        },
        "ground": {
            str(day): {
                name: {"history": was, "games": now._asdict()}
                for name, was, now in _figures(game, covers, day, campaigns)
            }
            for day in chronicle.EVENINGS
            if any(day in one.ground for one in campaigns)
        },
        "losses": [
            {
                "phase": phase.name,
                "percent_a_day": {
                    side: {"history": phase.history[n], "games": phase.games[n]._asdict()}
                    for n, side in enumerate(SIDES)
                },
                "exchange": {"history": phase.exchange, "games": phase.exchanged._asdict()},
            }
            for phase in phase_losses(campaigns)
        ],
        "exchange_by_day": [
            {"day": one.day, "history": one.history, "games": one.games, "single": one.single._asdict()}
            for one in exchanges(campaigns)
        ],
        "exchange_turn": {
            "history": turns.history._asdict() if turns.history else None,
            "games": turns.games._asdict() if turns.games else None,
            "single": turns.single._asdict(),
        },
        "men_lost": {
            side: {"history": was, "games": now._asdict()}
            for n, side in enumerate(SIDES)
            for was, now in [total_losses(campaigns, n)]
        },
        "worst_day": {
            side: {"history": was, "games": now._asdict()}
            for n, side in enumerate(SIDES)
            for was, now in [worst_days(campaigns, n)]
        },
        "attacks": [
            {
                "from": row.least,
                "history": {"cases": row.cases, "failed": row.failed / 100},
                "games": cases,
                "failed": failed,
            }
            for row, cases, failed in attack_shares(campaigns)
        ],
    }


def _figures(
    game: str, covers: int, day: int, campaigns: Sequence[Campaign]
) -> list[tuple[str, float, Spread]]:
    """Return (figure, in 1944, in the games) for an evening."""
    history = ground(game, covers, front(game, day) & covers, day)
    boards = [boards[day] for boards in grounds(campaigns) if day in boards]
    games = [ground(game, covers, board, day) for board in boards]
    return [(name, was, spread([one[name] for one in games])) for name, was in history.items()]


def tables(game: str, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    parts: list[RenderableType] = [*_skill_table(game, campaigns)]
    for day in SHOWN:
        if any(day in one.ground for one in campaigns):
            parts += [Text(), *_evening(game, day, campaigns), Text(), *_picture(game, day, campaigns)]
    if whole_front(game, campaigns):
        parts += [Text(), *_loss_tables(campaigns), Text(), *_exchange_table(campaigns)]
    else:
        parts += [Text(), Text(PART)]
    return [*parts, Text(), *_attack_table(campaigns)]


def rate_table(campaigns: Sequence[Campaign], men: Sequence[int]) -> RenderableType:
    """Return how many men a lost point would have to stand for; `men` is the present rate,
    German and Allied.
    """
    title = "Men a lost point would have to stand for, so that the games lose as many as 1944"
    table = _table("", *SIDES, title=title)
    table.add_row("a point on the map (men.csv)", *map(str, men))
    result = [loss_rates(campaigns, side, men[side]) for side, _ in enumerate(SIDES)]
    for rows in zip(*result, strict=True):
        cells = ("-" if row.men is None else f"{row.men:,.0f}" for row in rows)
        table.add_row(rows[0].phase or "all days", *cells)
    return table


def _table(*columns: str, title: str | None = None) -> Table:
    table = Table(show_edge=False, pad_edge=False, title=title, title_justify="left", title_style="bold")
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


def _skill_table(game: str, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    result = skills(game, campaigns)
    mean = result.mean
    title = "Compared with 1944; in brackets all games but a tenth at either end"
    low, high = result.interval[1:]
    about = (
        f"Places: skill {mean.skill:.2f} of the mean campaign (95 % {low:.2f} to {high:.2f}), "
        f"{result.single.told(2)} of single games; 1 is history, 0 a front that does not move, "
        f"{mean.ceiling:.2f} the best of a game where each of the {mean.hexes} hexes is one side's. "
        f"The mean campaign overreaches by {mean.overreach:.2f} and falls short by {mean.shortfall:.2f} of a "
        "place and evening."
    )
    table = _table("Skill without a game", "skill")
    for name, score in benchmarks(game, campaigns).items():
        table.add_row(name, f"{score.skill:.2f}")
    return [Text(title, "bold"), Text(about), Text(), table]


def _evening(game: str, day: int, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    table = _table("", "1944", "games")
    for name, was, now in _figures(game, int(campaigns[0].covers, 16), day, campaigns):
        table.add_row(name, f"{round(was):,}", str(now))
    return [Text(f"The evening of {day} December", "bold"), table]


def _picture(game: str, day: int, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """Draw the mean front by latitude, north at the top: km west of the line of the 16th, east
    at the right.
    """
    title = f"The front on {day} December, km west of the line of the 16th: # games, | 1944"
    table = _table("latitude", "1944", "games", "← west")
    covers = int(campaigns[0].covers, 16)
    boards = [boards[day] for boards in grounds(campaigns) if day in boards]
    for band in reversed(bands(game, covers)):
        was = advance(game, front(game, day) & covers, band)
        now = spread([advance(game, board, band) for board in boards])
        table.add_row(f"{(band + 0.5) * BAND:.2f} N", str(round(was)), str(now), bar(now, was))
    return [Text(title, "bold"), table]


def bar(now: Spread, history: float) -> str:
    """Draw a bar for how far the Germans came, with a mark for 1944."""
    length = min(PICTURE, max(0, round(now.mean / SCALE)))
    line = list("#" * length + "·" * (PICTURE - length))
    line[min(PICTURE - 1, max(0, round(history / SCALE)))] = "|"
    return "".join(reversed(line))


def _loss_tables(campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """Return by phase the losses per day, in percent of the men present, and German losses per
    Allied loss.
    """
    table = _table("Losses", "1944", "games")
    for phase in phase_losses(campaigns):
        for side, name in enumerate(SIDES):
            what = f"{phase.name}: {name} % a day"
            table.add_row(what, f"{phase.history[side]:.1f}", phase.games[side].told(1))
        what = f"{phase.name}: Germans for an Ally"
        table.add_row(what, f"{phase.exchange:.1f}", phase.exchanged.told(1))
    for side, name in enumerate(SIDES):
        (men, lost), (day, worst) = total_losses(campaigns, side), worst_days(campaigns, side)
        table.add_row(f"{name} men lost", f"{men:,}", str(lost))
        table.add_row(f"{name}: worst day of December", str(day), str(worst))
    return [table]


def _exchange_table(campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """Return German losses per Allied loss by day, and the day the ratio changed."""
    table = _table("Germans for an Ally", "1944", "games", "single games")
    for one in exchanges(campaigns):
        games = "-" if one.games is None else f"{one.games:.1f}"
        table.add_row(chronicle.date(one.day), f"{one.history:.1f}", games, one.single.told(1))
    turns = exchange_turns(campaigns)
    table.add_row("turns on", turn_told(turns.history), turn_told(turns.games), turns.single.told(0))
    return [table]


def turn_told(turn: Turn | None) -> str:
    if turn is None:
        return "-"
    return f"{chronicle.date(turn.day)}: {turn.before:.1f} to {turn.after:.1f}"


def _attack_table(campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """Return 1944: attacks of divisions in Europe."""
    table = _table("Attacks that failed, by men", "1944", "games", "attacks", "95 % interval")
    for row, cases, failed in attack_shares(campaigns):
        low, high = wilson(failed, cases)
        share = f"{100 * failed / cases:.0f} %" if cases else "-"
        interval = f"{100 * low:.0f} to {100 * high:.0f} %" if cases else "-"
        table.add_row(ratio_told(row), f"{row.failed} % of {row.cases}", share, f"{cases:,}", interval)
    return [table]
