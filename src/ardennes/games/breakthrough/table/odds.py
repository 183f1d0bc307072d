"""Show the odds of an attack of Breakthrough: every factor with its rule, the exact chances, and single
changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.arithmetic import (
    attack_lines,
    defence_lines,
    plain_number,
    with_full_names,
)
from ardennes.games.breakthrough.rules.combat.chances import Outlook, outlook
from ardennes.games.breakthrough.rules.combat.declare import (
    SECOND_PHASES,
    attack_cost,
    check_plot,
    targets_of,
)
from ardennes.games.breakthrough.rules.combat.odds import Odds as Sums
from ardennes.games.breakthrough.rules.combat.odds import odds_of
from ardennes.games.breakthrough.rules.combat.resolve import attackers_of
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.position import stack_at
from ardennes.games.breakthrough.rules.model.state import ADVANCE, BreakthroughState
from ardennes.games.breakthrough.schema.terms import TOWN
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.stage import RESULTS
from ardennes.games.breakthrough.words import names_of
from ardennes.kernel.attackers import Fares, Group, proposed
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import bar, chances, share
from ardennes.kernel.wire import Attach, Barred, Odds, OddsChance, OddsChange, OddsLine, Order, Row
from ardennes.words import counted

MOST_TRIED = 24  # groups of attackers compared before one is proposed; each takes a while
LIKELY = Fraction(1, 20)  # a range leaves out this much at either end


def ratio(odds: Fraction) -> str:
    """Format odds for a chip."""
    return f"{float(odds):.2f}"


def odds(
    game: Breakthrough,
    view: BreakthroughState,
    side: int,
    targets: Sequence[str],
    attackers: Sequence[str],
) -> Odds:
    """Return the arithmetic of these units together with those that have already plotted on the hex."""
    w = game.world
    cell = w.grid.only(targets)
    named = [w.by_id[name] for name in attackers if name in w.by_id and w.side[w.by_id[name]] == side]
    units = [unit for unit in named if view.where[unit] >= 0]
    refusal = _refusal(w, view, cell, targets, units, len(attackers))
    plotted = attackers_of(view, cell) if cell is not None else []
    fresh = [unit for unit in units if unit not in plotted]
    all_units = plotted + fresh
    against = refusal or _against(w, view, cell, fresh)
    if refusal is not None or cell is None or not all_units or not stack_at(w, view, cell):
        return Odds(against, columns=[], lines=[], shifts=[])
    ahead = outlook(w, view, all_units, cell)
    assert ahead.odds is not None
    more, less = _changes(w, view, side, cell, plotted, fresh)
    steps = sorted({ahead.odds.odds, *more.values(), *less.values()})
    orders = [msgspec.to_builtins(o.Plot(w.units[unit].id, targets[0])) for unit in fresh]
    legal = against is None
    return Odds(
        against,
        columns=[ratio(value) for value in steps],
        lines=_lines(w, ahead.odds, plotted),
        shifts=[],
        attack=plain_number(ahead.odds.attack),
        defence=plain_number(ahead.odds.defence),
        column=ratio(ahead.odds.odds),
        chances=_chances(ahead),
        cells=bar(_chances(ahead), RESULTS),
        defenders=[w.units[unit].id for unit in stack_at(w, view, cell)],
        numbers=[
            share("takes the hex", ahead.emptied, "BTA-8.4a"),
            Row("enemy loss", plain_number(round(float(ahead.mean_loss(True)), 1)), "BTA-8.3a"),
            Row("own loss", plain_number(round(float(ahead.mean_loss(False)), 1)), "BTA-8.3a"),
        ],
        follows=_follows(w, view, fresh),
        barred=_barred(w, view, side, cell, {*plotted, *fresh, *more}),
        more=[OddsChange(w.units[u].id, ratio(value)) for u, value in more.items()],
        less=[OddsChange(w.units[u].id, ratio(value)) for u, value in less.items()],
        rows=outlook_rows(w, view, ahead),
        order=orders[0] if orders and legal else None,
        orders=orders if legal else [],
        do=f"Plot this attack ({counted(len(orders), 'unit')})" if orders else "Plot this attack",
        attach=_with_advance(w, view, fresh, orders) if legal else [],
    )


def _follows(w: World, s: BreakthroughState, units: Sequence[int]) -> list[Row]:
    """Return what plotting costs, and which units would advance."""
    result = []
    last = s.phase in SECOND_PHASES
    costs = sorted({s.points[unit] if last else attack_cost(w, unit) for unit in units})
    if costs:
        amount = " or ".join(str(cost) for cost in costs)
        words = "all points left" if last else f"{amount} operation points"
        result.append(Row(f"Each attacker pays {words} at once.", rule="BTA-7.9a", mark="no"))
        words = "A plot cannot be undone; its units can do nothing more in this phase."
        result.append(Row(words, rule="BTA-7.9b", mark="no"))
    bold = [unit for unit in units if s.marks[unit] & ADVANCE]
    words = f"{names_of(w, bold)} will advance." if bold else "No unit advances: no advance flag is set."
    return [*result, Row(words, rule="BTA-7.9d", mark="good" if bold else "bad")]


BARRED = {"BTA-4.3b": "isolated", "BTA-7.9e": "travel mode"}  # short reasons by rule of the refusal


def _barred(w: World, s: BreakthroughState, side: int, cell: int, able: set[int]) -> list[Barred]:
    """Return the units next to the hex that cannot plot on it."""
    result = []
    for unit in w.of_side[side]:
        if unit in able or s.where[unit] < 0 or not w.grid.adjacent(s.where[unit], cell):
            continue
        target = next((plot.target for plot in s.plots if plot.unit == unit), None)
        refusal = check_plot(w, s, unit, cell)
        if target is not None:
            result.append(Barred(w.units[unit].id, f"attacks {w.hex_text(target)}"))
        elif refusal is not None:
            result.append(
                Barred(w.units[unit].id, BARRED.get(refusal.rule, f"{counted(s.points[unit], 'point')} left"))
            )
    return result


def propose(
    game: Breakthrough, view: BreakthroughState, side: int, targets: Sequence[str], by: Sequence[str]
) -> list[str]:
    """Return the units that should plot: those named, and the others needed besides those that have
    plotted."""
    w = game.world
    cell = w.grid.only(targets)
    if cell is None or not stack_at(w, view, cell):
        return []
    free = [
        unit
        for unit in w.of_side[side]
        if view.where[unit] >= 0
        and w.grid.adjacent(view.where[unit], cell)
        and cell in targets_of(w, view, unit)
    ]
    plotted = attackers_of(view, cell)

    def judge(group: Group) -> Fares:
        ahead = outlook(w, view, [*plotted, *group], cell)
        return Fares(ahead.emptied, float(ahead.odds.odds) if ahead.odds is not None else 0.0)

    return proposed(w, by, free, lambda unit: view.strength[unit], judge, MOST_TRIED)


def _with_advance(w: World, s: BreakthroughState, units: Sequence[int], plots: list[Order]) -> list[Attach]:
    """Return the same plots together with advance flags for units without one, BTA-7.9d."""
    flags = [o.AdvanceFlag(w.units[unit].id, True) for unit in units if not s.marks[unit] & ADVANCE]
    if not flags:
        return []
    orders = [*plots, *(msgspec.to_builtins(flag) for flag in flags)]
    return [Attach("Plot, and advance into the empty hex", orders[0], orders)]


def _refusal(
    w: World,
    s: BreakthroughState,
    cell: int | None,
    targets: Sequence[str],
    units: Sequence[int],
    asked: int,
) -> Refusal | None:
    """Return why the question makes no sense, or None."""
    if len(targets) != 1:
        return Refusal("BTA-7.9b", "A unit attacks only one hex.", "Choose one hex.")
    if cell is None:
        return Refusal("BTA-MAP-1", f"There is no hex {targets[0]!r}.")
    if len(units) < asked:
        return Refusal("BTA-7.0", "Only your own units on the map can attack.")
    far = next((unit for unit in units if not w.grid.adjacent(s.where[unit], cell)), None)
    if far is not None:
        return Refusal("BTA-7.9a", f"{w.units[far].name} is not next to {w.hex_text(cell)}.")
    return None


def _against(w: World, s: BreakthroughState, cell: int | None, units: Sequence[int]) -> Refusal | None:
    """Return the first reason against plotting on the hex with these units, or None."""
    for unit in units:
        if refusal := check_plot(w, s, unit, cell) if cell is not None else None:
            return refusal
    return None


def _changes(
    w: World, s: BreakthroughState, side: int, cell: int, plotted: list[int], fresh: list[int]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Return the odds with each unit that could join, and without each unit that could stay out."""
    defenders = list(stack_at(w, s, cell))
    others = [
        unit
        for unit in w.of_side[side]
        if s.where[unit] >= 0
        and w.grid.adjacent(s.where[unit], cell)
        and unit not in fresh
        and cell in targets_of(w, s, unit)
    ]
    now = plotted + fresh
    more = {unit: odds_of(w, s, [*now, unit], cell, defenders).odds for unit in others}
    less = {
        unit: odds_of(w, s, [x for x in now if x != unit], cell, defenders).odds
        for unit in fresh
        if len(now) > 1
    }
    return more, less


def _lines(w: World, sums: Sums, plotted: Sequence[int]) -> list[OddsLine]:
    attack, defence = attack_lines(w, sums, plotted), defence_lines(w, sums)
    return [
        *(OddsLine(with_full_names(w, what), value, rule, "attack") for what, value, rule in attack),
        *(OddsLine(with_full_names(w, what), value, rule, "defence") for what, value, rule in defence),
    ]


def outlook_rows(w: World, s: BreakthroughState, ahead: Outlook) -> list[Row]:
    """Return ranges of loss and the exact chances of each defender."""
    rows = [
        Row("Attackers lose", _range(ahead, False), "BTA-8.3a"),
        Row("Defenders lose", _range(ahead, True), "BTA-8.3a"),
        Row("The hex is emptied", percent(ahead.emptied), "BTA-8.4a"),
    ]
    for unit in ahead.retreats:
        name = w.units[unit].name
        fates = [("retreats", ahead.retreats[unit]), ("is eliminated", ahead.eliminated[unit])]
        if ahead.surrenders[unit]:
            fates.append(("surrenders", ahead.surrenders[unit]))
        value = ", ".join(f"{word} {percent(chance)}" for word, chance in fates)
        rows.append(Row(name, value, "BTA-8.4a"))
    if ahead.odds is not None and w.board.terrain[ahead.odds.cell] == TOWN:
        rows.append(Row("In a town", "no unit retreats; it loses more instead", "BTA-8.4b"))
    if not s.variant.show_strengths:
        words = "fortification, efficiency, supply and artillery of the defenders"
        rows.append(Row("Hidden from you", words, "BTA-8.0b"))
    if ahead.odds is not None:
        units = [m.unit for m in ahead.odds.attackers if s.marks[m.unit] & ADVANCE]
        names = ", ".join(w.units[unit].name for unit in units) or "no unit: no advance flag is set"
        rows.append(Row("Then advance", names, "BTA-7.9d"))
    return grouped(rows, "Expected result")


def grouped(rows: list[Row], group: str) -> list[Row]:
    """Put rows into a group and return them."""
    for line in rows:
        line.group = group
    return rows


def percent(chance: Fraction) -> str:
    """Format a chance in percent."""
    value = float(100 * chance)
    return f"{value:.0f} %" if value >= 10 or value == 0 else f"{value:.1f} %"


def _range(ahead: Outlook, of_defender: bool) -> str:
    """Return the likely range of a loss and its mean."""
    spread = ahead.losses(of_defender)
    low = high = None
    below = Fraction(0)
    for loss, chance in spread.items():
        below += chance
        if low is None and below > LIKELY:
            low = loss
        if high is None and below >= 1 - LIKELY:
            high = loss
    mean = plain_number(round(float(ahead.mean_loss(of_defender)), 1))
    return f"{low} to {high}, {mean} on average" if low != high else f"{low}"


def _chances(ahead: Outlook) -> list[OddsChance]:
    """Return the chances that the hex is emptied or held, for the bar."""
    both = chances([("emptied", ahead.emptied), ("held", 1 - ahead.emptied)])
    return [chance for chance in both if chance.percent]
