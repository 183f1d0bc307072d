"""The estimate of an attack of the playsheet: the side's sum against reported enemies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.knowledge.estimate import as_believed, usual_status
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState, Report
from ardennes.games.playsheet.rules.orders import ground as g
from ardennes.games.playsheet.rules.orders.offers import reports_in
from ardennes.games.playsheet.rules.orders.write import closed
from ardennes.games.playsheet.rules.resolution.advantages import enveloped
from ardennes.games.playsheet.rules.resolution.battles import attacker
from ardennes.games.playsheet.rules.resolution.support import support_of
from ardennes.games.playsheet.rules.tables import air_support, combat
from ardennes.games.playsheet.rules.tables import chances as forecast
from ardennes.games.playsheet.schema.sheet import RESULTS, ResultRow
from ardennes.games.playsheet.schema.terms import GERMAN, GROUND_ATTACK, HALF, SIDES
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table.board import old, what_reported
from ardennes.games.playsheet.table.reach import attack_from, own, stands
from ardennes.games.playsheet.table.stage import results
from ardennes.games.playsheet.words import percent
from ardennes.kernel.attackers import Fares, Group, proposed
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import bar, chances, share
from ardennes.kernel.wire import Arrow, Attach, Odds, OddsChance, OddsChange, OddsLine, Row, Target
from ardennes.words import counted

MARGINS = [str(margin) for margin in range(-60, 121)]  # attack minus defence, before the die
SUM = "Attack minus defence"
Placed = dict[int, int]  # by attacker: the hex it attacks from


# The estimate of the enemy


def believed(w: World, s: PlaysheetState, side: int, target: int) -> list[tuple[Report, combat.BattleUnit]]:
    """Return the units reported in a hex as the score counts them; those that do not move may be dug in."""
    result = []
    for number, r in enumerate(r for r in s.reports if r.to == side and r.hex == target):
        status = usual_status(w, 1 - side, r.type, r.size)
        unit = as_believed(f"reported unit {number + 1}", status, r.type, r.formation)
        unit = unit._replace(dug_in=r.direction < 0 and unit.combat)
        result.append((r, unit))
    return result


# Targets


def targets(w: World, s: PlaysheetState, side: int, units: Sequence[int]) -> list[Target]:
    """Return the reported hexes that units can attack this turn, with all able units and the likely ones."""
    result = []
    fit = [unit for unit in units if g.check_fighter(w, s, unit) is None]
    for target in sorted(reports_in(s, side)):
        able = [
            unit for unit in fit if w.distance(s.where[unit], target) <= FAR and stands(w, s, unit, target)
        ]
        if not able:
            continue
        aimed = [u for u in able if _aims_at(s, u) == w.label(target)]
        beside = [u for u in able if s.sheet[u] is None and w.distance(s.where[u], target) == 1]
        names, first = ([w.units[u].id for u in who] for who in (able, aimed or beside or able[:1]))
        result.append(Target(w.label(target), names, owed=False, with_=[], first=first))
    return result


MOST_FAR, MOST_TRIED = 6, 24  # units from farther away, and groups, considered for a proposal
FAR = 9  # hexes: no unit attacks from farther away in half a turn


def _aims_at(s: PlaysheetState, unit: int) -> str:
    order = s.sheet[unit]
    return order.target if isinstance(order, o.Attack) else ""


# The sum


def placed(w: World, s: PlaysheetState, units: Sequence[int], target: int) -> Placed | Refusal:
    """Return the hex each unit attacks from: that of its order, else the quickest with room, OPS-GRID-6."""
    crowd: Counter[int] = Counter()
    for other in w.of_side[w.units[units[0]].side]:
        if w.combat[other] and other not in units and s.where[other] >= 0 and not _leaves(s, other):
            crowd[s.where[other]] += 1
    result: Placed = {}
    for unit in units:
        ways = stands(w, s, unit, target)
        written = s.sheet[unit]
        if isinstance(written, o.Attack) and w.cell(written.target) == target:
            end = w.cell_of(written.route[-1]) if written.route else s.where[unit]
            ways = [way for way in ways if way.cell == end] or ways
        room = [way.cell for way in ways if crowd[way.cell] < w.limits.stack_limit]
        if not room:
            facts = f"{w.name(unit)} cannot reach a free hex next to {w.hex_text(target)} by half time."
            return Refusal("OPS-FIGHT-8", facts, "Leave it out, or prepare it to attack next turn.")
        result[unit] = room[0]
        crowd[room[0]] += 1
    return result


def _leaves(s: PlaysheetState, unit: int) -> bool:
    return bool(getattr(s.sheet[unit], "route", ()))


def foreseen(w: World, s: PlaysheetState, side: int, target: int, where: Placed) -> combat.Battle:
    """Return the battle from the side's sheet and reports, without the enemy's guns and aircraft."""
    around = set(where.values())
    advantages = [combat.ENVELOPMENT] if enveloped(w, s.readings, target, around) else []
    if s.turn == 0 and side == GERMAN:
        advantages.append(combat.SURPRISE)  # OPS-ADV-2
    units = sorted(where)
    return combat.Battle(
        combat.BattleSide(
            tuple(attacker(w, s, unit, target) for unit in units),
            _guns(w, s, side, target, where),
            _aircraft(w, s, side, target),
        ),
        combat.BattleSide(tuple(unit for _, unit in believed(w, s, side, target))),
        w.terrain[target],
        w.is_night(s.turn),
        all(w.crossing(cell, target) for cell in where.values()),
        tuple(advantages),
        any(isinstance(x := s.sheet[unit], o.Attack) and x.breakthrough for unit in units),
    )


def _guns(w: World, s: PlaysheetState, side: int, target: int, besides: Placed) -> Fraction:
    """Return what the SUPPORT orders on the sheet add to this attack, OPS-ARTY-2."""
    value, label = Fraction(0), w.label(target)
    for unit in w.of_side[side]:
        order = s.sheet[unit]
        if not isinstance(order, o.Support) or (order.target, order.role) != (label, "attack"):
            continue
        if unit not in besides and s.where[unit] >= 0:
            end = w.cell_of(order.route[-1]) if order.route else s.where[unit]
            value += support_of(w, s, unit, w.km(end, target))
    return value


def _aircraft(w: World, s: PlaysheetState, side: int, target: int) -> int:
    """Return the level of the close support on the sheet, if all of it arrives, OPS-AIR-5."""
    kinds: Counter[str] = Counter()
    for squadron in w.squadrons_of[side]:
        order = s.flights[squadron]
        if isinstance(order, o.CloseSupport) and (order.target, order.role) == (w.label(target), "attack"):
            ground_attack = w.squadrons[squadron].pool == GROUND_ATTACK
            kinds[f"{SIDES[side]}_ga" if ground_attack else air_support.HEAVY_BOMBER] += 1
    return air_support.best_level(w.sheet, kinds, s.readings)


# The panel


def odds(game: Playsheet, s: PlaysheetState, side: int, aims: Sequence[str], by: Sequence[str]) -> Odds:
    """Return the estimate of an attack line by line, its chances, and the orders to write."""
    w = game.world
    target = w.cell(aims[0]) if len(aims) == 1 else None
    units = [unit for name in by if (unit := own(w, s, side, name)) is not None]
    if target is None or not units or len(units) < len(by) or closed(w, s, side):
        return _refused(Refusal("OPS-FIGHT-1", "This attack needs one target hex and units of yours."))
    if target not in reports_in(s, side):
        facts = f"No enemy is reported {w.at_hex(target)}, so there is no estimate."
        return _refused(Refusal("OPS-SPOT-7", facts, "You can still order the attack."))
    wrong = next((x for n in by if (x := g.check_unit(w, s, side, n))), None)
    where = wrong or placed(w, s, units, target)
    if isinstance(where, Refusal):
        return _refused(where)
    battle = foreseen(w, s, side, target, where)
    worked = combat.score(w.sheet, battle, s.readings)
    orders = [_order(w, s, unit, target, cell) for unit, cell in sorted(where.items())]
    plain = [msgspec.to_builtins(order) for order in orders]
    return Odds(
        refusal=None,
        columns=MARGINS,
        lines=[*_lines(w, worked.attack, "attack"), *_lines(w, worked.defence, "defence")],
        shifts=[],
        attack=_amount(worked.attack.total),
        defence=f"about {_amount(worked.defence.total)}",
        sum=SUM,
        column=_margin(worked),
        chances=(result := _chances(w, s, battle)),
        cells=bar(result, results(w)),
        numbers=_numbers(w, s, battle),
        follows=_follows(w, s, units, target),
        more=_others(w, s, side, target, units, more=True),
        less=_others(w, s, side, target, units, more=False),
        rows=_rows(w, s, side, target, where, battle, worked),
        arrows=[Arrow(w.label(cell), aims[0], "attack", "") for cell in set(where.values())],
        order=plain[0],
        orders=plain,
        do="Order the attack" if len(plain) == 1 else f"Order the attack ({counted(len(plain), 'unit')})",
        attach=_with_breakthrough(orders),
    )


def _rows_of(w: World, s: PlaysheetState, battle: combat.Battle) -> Iterator[tuple[ResultRow, int, Fraction]]:
    """Yield each result with the kilometres of retirement and its chance."""
    by_result = {row.result: row for row in w.sheet.results}
    for (result, km), chance in forecast.battle_chances(w.sheet, battle, s.readings).items():
        yield by_result[result], km, chance


def _numbers(w: World, s: PlaysheetState, battle: combat.Battle) -> list[Row]:
    """Return the chances of taking the hex and of losses on both sides."""
    taken, hurt, lost = Fraction(0), Fraction(0), Fraction(0)
    for row, km, chance in _rows_of(w, s, battle):
        taken += chance * (km > 0)
        hurt += chance * bool(row.defender_loss)
        lost += chance * bool(row.attacker_loss)
    return [
        share("takes the hex", taken, "OPS-COMBAT-15"),
        share("enemy loss", hurt, "OPS-COMBAT-15"),
        share("own loss", lost, "OPS-COMBAT-15"),
    ]


def _follows(w: World, s: PlaysheetState, units: Sequence[int], target: int) -> list[Row]:
    """Return warnings: orders of these units that the attack replaces, and the enemy's freedom."""
    result = []
    for unit in units:
        order = s.sheet[unit]
        if order is not None and _aims_at(s, unit) != w.label(target):
            words = f"This replaces the order of {w.name(unit)}."
            result.append(Row(words, rule="OPS-FIGHT-1", mark="bad"))
    result.append(Row("The enemy may have moved away by then.", rule="OPS-SPOT-4", mark="no"))
    return result[:3]


def propose(
    game: Playsheet, s: PlaysheetState, side: int, aims: Sequence[str], by: Sequence[str]
) -> list[str]:
    """Return units for an attack: the named ones, those with such an order, and others that help."""
    w = game.world
    target = w.cell(aims[0]) if len(aims) == 1 else None
    if target is None:
        return []
    near = [
        unit
        for unit in w.of_side[side]
        if s.where[unit] >= 0
        and w.distance(s.where[unit], target) <= FAR
        and own(w, s, side, w.units[unit].id) is not None
        and g.check_fighter(w, s, unit) is None
        and stands(w, s, unit, target)
    ]
    must = [u for u in near if _aims_at(s, u) == aims[0] or w.units[u].id in by]
    free = sorted((u for u in near if s.sheet[u] is None), key=lambda u: w.distance(s.where[u], target))
    close = [u for u in free if w.distance(s.where[u], target) == 1]

    def judge(group: Group) -> Fares | None:
        where = placed(w, s, group, target)
        if isinstance(where, Refusal):
            return None
        battle = foreseen(w, s, side, target, where)
        margin = combat.score(w.sheet, battle, s.readings)
        taken = sum((chance for _, km, chance in _rows_of(w, s, battle) if km > 0), Fraction(0))
        return Fares(taken, float(margin.attack.total - margin.defence.total))

    able = [*must, *(close or free[:MOST_FAR])]
    return proposed(w, [w.units[u].id for u in must], able, lambda u: s.status[u], judge, MOST_TRIED)


def _refused(refusal: Refusal) -> Odds:
    return Odds(refusal, MARGINS, lines=[], shifts=[], sum=SUM)


def _order(w: World, s: PlaysheetState, unit: int, target: int, stand: int) -> o.Attack:
    written = s.sheet[unit]
    if isinstance(written, o.Attack) and w.cell(written.target) == target:
        return written
    return attack_from(w, s, unit, target, stand)


def _with_breakthrough(orders: Sequence[o.Attack]) -> list[Attach]:
    """Return the same orders with a breakthrough, OPS-COMBAT-23; the player draws the onward route later."""
    if all(order.breakthrough for order in orders):
        return []
    through = [
        msgspec.structs.replace(order, breakthrough=True, onward=order.onward or (order.target,))
        for order in orders
    ]
    plain = [msgspec.to_builtins(order) for order in through]
    return [Attach("... with a breakthrough", plain[0], plain)]


def _chances(w: World, s: PlaysheetState, battle: combat.Battle) -> list[OddsChance]:
    by_result: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (result, _), chance in forecast.battle_chances(w.sheet, battle, s.readings).items():
        by_result[result] += chance
    return chances((RESULTS[result].replace("_", " "), by_result[result]) for result in sorted(by_result))


def _margin(worked: combat.Score) -> str:
    return str((worked.attack.total - worked.defence.total).__floor__())


def _amount(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def _lines(w: World, total: combat.SideSum, side: Literal["attack", "defence"]) -> Iterator[OddsLine]:
    """Yield each unit's factor with its parts, then the lines that count once for the side."""
    for unit in total.units:
        why = ", ".join(f"{line.what} {'x' if line.times else ''}{_signed(line)}" for line in unit.lines)
        what = f"{w.name_of(unit.unit.id)}: {unit.unit.status}" + (f"; {why}" if why else "")
        rule = next((line.rule for line in unit.lines), "OPS-COMBAT-2").partition(",")[0]
        yield OddsLine(what, _amount(unit.factor), rule, side)
    for line in total.lines:
        yield OddsLine(line.what, _signed(line), line.rule.partition(",")[0], side)


def _signed(line: combat.Line) -> str:
    return _amount(line.amount) if line.times or line.amount < 0 else f"+{_amount(line.amount)}"


def _rows(
    w: World,
    s: PlaysheetState,
    side: int,
    target: int,
    where: Placed,
    battle: combat.Battle,
    worked: combat.Score,
) -> list[Row]:
    """Return the basis of the estimate."""
    rows = [Row("An estimate", "from reports; the true strength is hidden", "OPS-SPOT-4", mark="bad")]
    for report, unit in believed(w, s, side, target):
        value = f"{old(s, report)}; counted as status {unit.status}" + (", dug in" if unit.dug_in else "")
        text = what_reported(w, report)
        rows.append(Row(text[0].upper() + text[1:], value, "OPS-SPOT-6"))
    rows.append(Row("Column", "bad terrain" if worked.bad else "normal terrain", "OPS-COMBAT-15"))
    for number, cell in sorted(where.items()):
        time = next((way.time for way in stands(w, s, number, target) if way.cell == cell), HALF)
        value = f"from {w.hex_text(cell)} at {percent(time)} % of the turn"
        rows.append(Row(w.name(number), value, "OPS-FIGHT-8"))
    if combat.SURPRISE not in battle.advantages:
        gain = w.sheet.factors["tactical_advantage"].value
        value = f"+{gain} for each unit if the enemy has not reported any of them for two turns"
        rows.append(Row("Surprise", value, "OPS-ADV-2"))
    return rows


def _others(
    w: World, s: PlaysheetState, side: int, target: int, units: Sequence[int], *, more: bool
) -> list[OddsChange]:
    """Return the margins with one more unit, or one less."""
    if more:
        able = [
            u
            for u in w.of_side[side]
            if s.where[u] >= 0
            and u not in units
            and w.distance(s.where[u], target) <= FAR
            and g.check_unit(w, s, side, w.units[u].id) is None
            and stands(w, s, u, target)
        ]
        parties = [(u, [*units, u]) for u in able]
    else:
        parties = [(u, [x for x in units if x != u]) for u in units if len(units) > 1]
    result = []
    for changed, party in parties:
        where = placed(w, s, party, target)
        if not isinstance(where, Refusal):
            worked = combat.score(w.sheet, foreseen(w, s, side, target, where), s.readings)
            result.append(OddsChange(w.units[changed].id, _margin(worked)))
    return result
