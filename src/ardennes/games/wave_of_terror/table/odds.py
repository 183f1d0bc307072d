"""Show the odds of a battle of Wave of Terror line by line, with single changes; also for joining
artillery."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat import chances as forecast
from ardennes.games.wave_of_terror.rules.combat.artillery import near_guns, ready_guns, silent
from ardennes.games.wave_of_terror.rules.combat.chances import (
    FACES,
    Outlook,
    battle_outlook,
    outcome,
    outlook,
)
from ardennes.games.wave_of_terror.rules.combat.declare import attackers_of, company_refusal, unit_refusal
from ardennes.games.wave_of_terror.rules.combat.odds import across, automatic, losses_at, odds_name
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import ATTACKED, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import DRY, Wishes, hungry, thirsty
from ardennes.games.wave_of_terror.rules.special.aerial_supply import by_marker, shared, written
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import columns, result_looks
from ardennes.hexes import bits
from ardennes.kernel.attackers import Fares, Group, proposed
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import bar, chances, share
from ardennes.kernel.wire import Arrow, Attach, Barred, Odds, OddsChance, OddsChange, OddsLine, Row
from ardennes.words import counted, does

MOST_LINES = 3  # about consequences


def odds(
    game: WaveOfTerror, view: WaveState, side: int, targets: Sequence[str], attackers: Sequence[str]
) -> Odds:
    """Return the arithmetic, its chances, and the order that declares the attack if it is legal."""
    w = game.world
    cell = w.grid.only(targets)
    known = [name for name in attackers if name in w.by_id]
    if cell is None or not known or len(known) < len(attackers):
        facts = "The attack has no attackers, or not one target hex."
        return _bare(w, Refusal("WOT-10.1", facts, "Name one hex and at least one unit."))
    units = sorted(w.by_id[name] for name in known)
    if view.stack and isinstance(view.stack[-1], f.Supporting):
        return _guns(game, view, side, units)
    order = o.Attack(w.names(units), targets[0])
    refusal = game.check(view, side, order)
    result = _bare(w, refusal)
    if any(w.side[u] != side or view.where[u] < 0 or not _beside(w, view, u, cell) for u in units):
        return result
    if not units_at(w, view, cell):
        return result
    sums = outlook(w, view, units, cell)
    _fill_in(w, view, sums, units, cell, result)
    result.do = "Attack"
    result.rows = _rows(w, view, side, units, cell, sums)
    result.follows = _follows(w, view, side, units, cell)
    result.barred = _barred(w, view, side, units, cell)
    result.more = _more(w, view, side, units, cell)
    result.less = [_with(w, view, [x for x in units if x != u], cell, u) for u in units if len(units) > 1]
    result.arrows = _guns_in_range(w, view, side, units, cell)
    if refusal is None:
        result.order = msgspec.to_builtins(game.tidy(order))
        result.attach = _otherwise(w, view, units, targets[0])
    return result


def _bare(w: World, refusal: Refusal | None) -> Odds:
    return Odds(refusal, columns(w), lines=[], shifts=[])


def _otherwise(w: World, s: WaveState, units: Sequence[int], hex_: str) -> list[Attach]:
    """Return the same attack with other aerial supply, WOT-6.15.

    All units that could draw stay dry, or one of them, or they draw on another marker.
    """
    able = thirsty(w, s, units)
    wished: list[Wishes] = [dict.fromkeys(able, DRY)] if able else []
    wished += [{unit: DRY} for unit in able if len(able) > 1]
    result = []
    for wishes in [*wished, *by_marker(w, s, units)]:
        order = o.Attack(w.names(units), hex_, *written(w, wishes))
        sums = outlook(w, s, units, w.grid.at(hex_), unfed=hungry(w, s, sorted(units), wishes))
        label = f"{_wish(w, wishes, able)}: {column_name(w, sums.odds.position)}"
        result.append(Attach(label, msgspec.to_builtins(order)))
    return result


def _wish(w: World, wishes: Wishes, able: Sequence[int]) -> str:
    """Describe which units draw on which marker."""
    units = "All units" if len(wishes) == len(able) > 1 else w.unit_list(sorted(wishes))
    cells = sorted({cell for cell in wishes.values() if cell != DRY})
    return f"{units} supplied from {w.place_list(cells)}" if cells else f"{units} without aerial supply"


def _beside(w: World, s: WaveState, unit: int, cell: int) -> bool:
    return bool(w.grid.adjacent(s.where[unit], cell))


def _fill_in(w: World, s: WaveState, sums: Outlook, units: Sequence[int], cell: int, result: Odds) -> None:
    """Fill in the sums of both sides, the column and its chances."""
    result.lines = [*_attack_lines(w, s, units, cell), *_defence_lines(w, s, cell)]
    result.shifts = [OddsLine(x.what, x.columns, x.rule) for x in sums.odds.shifts]
    result.attack, result.defence = sums.odds.attack, sums.odds.defense
    result.raw, result.column = odds_name(sums.odds.raw), column_name(w, sums.odds.position)
    result.chances = chances((c.outcome, c.probability) for c in forecast.chances(sums))
    result.cells = _cells(w, sums)
    result.defenders = list(w.names(units_at(w, s, cell)))
    hurt = sum((c for (_, loss), c in sums.results.items() if loss), Fraction(0))
    lost = sum((c for (loss, _), c in sums.results.items() if loss), Fraction(0))
    result.numbers = [
        share("takes the hex", sums.emptied, "WOT-10.26"),
        share("enemy loss", hurt, "WOT-10.8"),
        share("own loss", lost, "WOT-10.8"),
    ]


def _cells(w: World, sums: Outlook) -> list[OddsChance]:
    """Return the column by die, or by result if artillery dice come first, WOT-10.8."""
    looks = result_looks(w)
    position = sums.odds.position
    if any(sums.guns) or automatic(w, position):
        return bar(chances((c.outcome, c.probability) for c in forecast.chances(sums)), looks)
    faces = [(die, *losses_at(w, position, die)) for die in range(1, FACES + 1)]
    return bar(
        [
            OddsChance(outcome(lost, taken, taken >= sums.defenders), round(100 / FACES, 2), die)
            for die, lost, taken in faces
        ],
        looks,
    )


def _follows(w: World, s: WaveState, side: int, units: Sequence[int], cell: int) -> list[Row]:
    """Return what the attack uses up and reveals."""
    result = []
    unfed, draw = hungry(w, s, sorted(units)), thirsty(w, s, units)
    if unfed:
        verb = "is" if len(unfed) == 1 else "are"
        words = (
            f"{w.unit_list(unfed)} {verb} out of supply and {does(len(unfed), 'attack')} at half strength."
        )
        result.append(Row(words, rule="WOT-6.3", mark="bad"))
    fed = [unit for unit in draw if unit not in unfed]
    if fed:
        words = f"{w.unit_list(fed)} {does(len(fed), 'use')} aerial supply."
        result.append(Row(words, rule="WOT-6.15", mark="no"))
    guns = 0 if silent(s, side) else len(near_guns(w, s, side, sorted({s.where[unit] for unit in units})))
    if guns:
        words = f"You have {counted(guns, 'artillery unit')} in range. Choose how many fire before the roll."
        result.append(Row(words, rule="WOT-10.20", mark="good"))
    if s.variant.full:
        result.append(Row("Both players see all units of the battle.", rule="WOT-7.3", mark="no"))
    return result[:MOST_LINES]


def _barred(w: World, s: WaveState, side: int, units: Sequence[int], cell: int) -> list[Barred]:
    """Return units next to the hex that may not attack it together with these."""
    result = []
    for near in bits(w.grid.near[cell]):
        for unit in units_at(w, s, near):
            if w.side[unit] != side or unit in units or w.artillery[unit]:
                continue
            if s.marks[unit] & ATTACKED:
                result.append(Barred(w.units[unit].id, "has attacked"))
            elif unit_refusal(w, s, side, unit, cell) is not None:
                result.append(Barred(w.units[unit].id, "cannot cross the Meuse"))
            elif (refusal := company_refusal(w, s, [*units, unit])) is not None:
                why = "too many independent units" if refusal.rule == "WOT-10.17" else "another division"
                result.append(Barred(w.units[unit].id, why))
    return result


def propose(
    game: WaveOfTerror, view: WaveState, side: int, targets: Sequence[str], by: Sequence[str]
) -> list[str]:
    """Return the units that should attack: those named and the others needed; of guns, as many as may
    fire."""
    w = game.world
    cell = w.grid.only(targets)
    if cell is None or not view.stack:
        return []
    frame = view.stack[-1]
    if isinstance(frame, f.Supporting):
        guns = ready_guns(w, view, frame.side, frame.attack)
        return list(w.names(sorted(guns[: w.limits.guns[frame.side]])))
    free = attackers_of(w, view, side, cell)

    def judge(group: Group) -> Fares | None:
        if game.check(view, side, o.Attack(w.names(group), targets[0])) is not None:
            return None
        sums = outlook(w, view, group, cell)
        return Fares(sums.emptied, sums.odds.position)

    return proposed(w, by, free, lambda unit: w.attack[unit][view.steps[unit]], judge)


def column_name(w: World, position: int) -> str:
    """Return the column of the table, or that the result is beyond it, WOT-10.7."""
    if position < w.tables.lowest:
        return f"below {odds_name(w.tables.lowest)}"
    if position > w.tables.highest:
        return f"above {odds_name(w.tables.highest)}"
    return odds_name(position)


def _attack_lines(w: World, s: WaveState, units: Sequence[int], cell: int) -> list[OddsLine]:
    """Return each attacker with its contribution; the sums are halved, WOT-10.13."""
    unfed = set(hungry(w, s, sorted(units)))
    lines = []
    for unit in units:
        over, dry = across(w, s.where[unit], cell), unit in unfed
        why = [part for part, holds in (("across water", over), ("out of supply", dry)) if holds]
        factor = w.attack[unit][s.steps[unit]]
        value = f"{factor}/{2 * len(why)}" if why else str(factor)
        what = w.units[unit].name + (f" ({', '.join(why)})" if why else "")
        rule = "WOT-10.12" if over else "WOT-6.3" if dry else "WOT-10.5"
        lines.append(OddsLine(what, value, rule, "attack"))
    return lines


def _defence_lines(w: World, s: WaveState, cell: int) -> list[OddsLine]:
    visible = [(w.units[unit].name, str(w.defense[unit][s.steps[unit]])) for unit in units_at(w, s, cell)]
    unseen = [
        f"{counted(number, 'hidden unit')} (average strength assumed)"
        for hidden, number in s.unseen
        if hidden == cell
    ]
    return [
        *(OddsLine(what, value, "WOT-10.3", "defence") for what, value in visible),
        *(OddsLine(what, "?", "WOT-7.3", "defence") for what in unseen),
    ]


def _rows(w: World, s: WaveState, side: int, units: Sequence[int], cell: int, sums: Outlook) -> list[Row]:
    """Return average losses, the chance to empty the hex, and the artillery that both sides might add."""
    lost, taken = sums.mean()
    rows = [
        Row("Average losses", f"{float(lost):.1f} own steps, {float(taken):.1f} enemy steps"),
        Row("Chance to empty the hex", f"{100 * float(sums.emptied):.0f} %", "WOT-10.26"),
    ]
    own = sorted({s.where[unit] for unit in units})
    for whose, cells, what in ((side, own, "Your artillery"), (1 - side, [cell], "Visible enemy artillery")):
        if silent(s, whose):
            continue
        near = len(near_guns(w, s, whose, cells))
        value = f"{near} in range, at most {w.limits.guns[whose]} may fire"
        rows.append(Row(what, value, "WOT-10.20"))
    return rows


def _guns_in_range(w: World, s: WaveState, side: int, units: Sequence[int], cell: int) -> list[Arrow]:
    """Return arrows from the hexes of the side's artillery that could bombard."""
    guns = near_guns(w, s, side, sorted({s.where[unit] for unit in units}))
    to = w.grid.label(cell)
    return [Arrow(w.grid.label(at), to, "support", "") for at in sorted({s.where[gun] for gun in guns})]


def _more(w: World, s: WaveState, side: int, units: list[int], cell: int) -> list[OddsChange]:
    """Return the units that may join these attackers, WOT-10.16, WOT-10.17."""
    return [
        _with(w, s, sorted([*units, other]), cell, other)
        for other in attackers_of(w, s, side, cell)
        if other not in units and company_refusal(w, s, [*units, other]) is None
    ]


def _with(w: World, s: WaveState, units: Sequence[int], cell: int, changed: int) -> OddsChange:
    sums = outlook(w, s, units, cell)
    return OddsChange(w.units[changed].id, column_name(w, sums.odds.position), _cells(w, sums))


def _guns(game: WaveOfTerror, s: WaveState, side: int, units: Sequence[int]) -> Odds:
    """Return the battle with these guns; each adds a die to its side, WOT-10.23."""
    w = game.world
    order = o.Support(w.names(units))
    refusal = game.check(s, side, order)
    result = _bare(w, refusal)
    result.do = "Bombard"
    result.attach = _guns_otherwise(game, s, side, units)
    sums = battle_outlook(w, s, order) if refusal is None else None
    b = s.battle
    if sums is None or b is None:
        return result
    _fill_in(w, s, sums, b.attackers, b.target, result)
    attack, defence = sums.guns
    guns = [
        OddsLine("Artillery", counted(attack, "die", "dice"), "WOT-10.23", "attack"),
        OddsLine("Artillery", counted(defence, "die", "dice"), "WOT-10.23", "defence"),
    ]
    result.lines += [line for line, dice in zip(guns, sums.guns, strict=True) if dice]
    result.order = msgspec.to_builtins(game.tidy(order))
    return result


def _guns_otherwise(game: WaveOfTerror, s: WaveState, side: int, units: Sequence[int]) -> list[Attach]:
    """Return the same guns supplied from other markers, WOT-6.15.

    This includes guns that cannot all be supplied by default.
    """
    w, able = game.world, thirsty(game.world, s, units)
    if not able:
        return []
    together = shared(w, s, units)
    wished = [*by_marker(w, s, units), *([together] if together and hungry(w, s, units) else [])]
    orders = [(o.Support(w.names(units), written(w, wishes)[1]), wishes) for wishes in wished]
    return [
        Attach(_wish(w, wishes, able), msgspec.to_builtins(order))
        for order, wishes in orders
        if game.check(s, side, order) is None
    ]
