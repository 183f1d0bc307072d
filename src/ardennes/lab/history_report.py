"""The games beside 1944 as a document for programs and as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.charts.intervals import wilson
from ardennes.history import facts
from ardennes.lab.history import (
    BAND,
    Spread,
    advance,
    attack_shares,
    bands,
    front,
    ground,
    grounds,
    phase_losses,
    skills,
    spread,
    total_losses,
    worst_days,
)
from ardennes.lab.record import Campaign

SHOWN = (21, 24)  # evenings whose front is drawn
PICTURE, SCALE = 36, 2.5  # characters of the bar, km a character
SIDES = ("German", "Allied")


def document(game: str, campaigns: Sequence[Campaign]) -> dict[str, Any]:
    mean, single = skills(game, campaigns)
    covers = int(campaigns[0].covers, 16)
    return {
        "skill": {"mean_campaign": mean._asdict(), "games": single._asdict()},
        "ground": {
            str(day): {
                name: {"history": was, "games": now._asdict()}
                for name, was, now in _figures(game, covers, day, campaigns)
            }
            for day in facts.EVENINGS
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
    """(what, in 1944, in the games) of an evening."""
    history = ground(game, covers, front(game, day) & covers, day)
    boards = [boards[day] for boards in grounds(campaigns) if day in boards]
    games = [ground(game, covers, board, day) for board in boards]
    return [(name, was, spread([one[name] for one in games])) for name, was in history.items()]


def tables(game: str, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    parts: list[RenderableType] = [*_skill_table(game, campaigns)]
    for day in SHOWN:
        if any(day in one.ground for one in campaigns):
            parts += [Text(), *_evening(game, day, campaigns), Text(), *_picture(game, day, campaigns)]
    return [*parts, Text(), *_loss_tables(campaigns), Text(), *_attack_table(campaigns)]


def _table(*columns: str) -> Table:
    table = Table(show_edge=False, pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left", no_wrap=True)
    return table


def _skill_table(game: str, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    mean, single = skills(game, campaigns)
    title = "Beside 1944; in brackets all games but a tenth at either end"
    about = (
        f"Places: skill {mean.skill:.2f} of the mean campaign, {single.told(2)} of single games; 1 is "
        f"history, 0 a front that does not move ({mean.hexes} hexes with places that changed hands)"
    )
    return [Text(title, "bold"), Text(about)]


def _evening(game: str, day: int, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    table = _table("", "1944", "games")
    for name, was, now in _figures(game, int(campaigns[0].covers, 16), day, campaigns):
        table.add_row(name, f"{round(was):,}", str(now))
    return [Text(f"The evening of {day} December", "bold"), table]


def _picture(game: str, day: int, campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """The mean front by latitude, north at the top: km west of the line of the 16th, east at the right."""
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
    """A line of the picture: as long as the Germans came, with a mark where they came in 1944."""
    length = min(PICTURE, max(0, round(now.mean / SCALE)))
    line = list("#" * length + "·" * (PICTURE - length))
    line[min(PICTURE - 1, max(0, round(history / SCALE)))] = "|"
    return "".join(reversed(line))


def _loss_tables(campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """By phase what a day costs, in percent of the men present, and Germans lost for each Ally lost."""
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


def _attack_table(campaigns: Sequence[Campaign]) -> list[RenderableType]:
    """1944: attacks of divisions in Europe."""
    table = _table("Attacks that failed", "1944", "games", "attacks", "95 % interval")
    for row, cases, failed in attack_shares(campaigns):
        low, high = wilson(failed, cases)
        share = f"{100 * failed / cases:.0f} %" if cases else "-"
        interval = f"{100 * low:.0f} to {100 * high:.0f} %" if cases else "-"
        what = f"from {row.least:g} men to one"
        table.add_row(what, f"{row.failed} % of {row.cases}", share, f"{cases:,}", interval)
    return [table]
