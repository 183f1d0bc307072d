"""The odds of a battle of Wave of Terror as a client shows them: line by line, and what one unit changes;
the same for artillery that joins a battle."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.artillery import near_guns, silent
from ardennes.games.wave_of_terror.rules.attacks import attackers_of, company_refusal
from ardennes.games.wave_of_terror.rules.drawing import by_marker, shared, written
from ardennes.games.wave_of_terror.rules.forecast import Outlook, battle_outlook, chances, outlook
from ardennes.games.wave_of_terror.rules.odds import across, odds_name
from ardennes.games.wave_of_terror.rules.position import units_at
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.supply import DRY, Wishes, hungry, thirsty
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import columns
from ardennes.games.wave_of_terror.words import names, place
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import Arrow, Plain, Row, plain_refusal


def odds(
    game: WaveOfTerror, view: WaveState, side: int, targets: Sequence[str], attackers: Sequence[str]
) -> Plain:
    """The arithmetic, its chances, and the order that declares it where it is legal."""
    w = game.world
    found: Plain = {"refusal": None, "columns": columns(w), "lines": [], "shifts": []}
    cell = w.grid.find(targets[0]) if len(targets) == 1 else None
    known = [name for name in attackers if name in w.by_id]
    if cell is None or not known or len(known) < len(attackers):
        found["refusal"] = plain_refusal(Refusal("WOT-10.1", "An attack is made by units on one hex."))
        return found
    units = sorted(w.by_id[name] for name in known)
    if view.stack and isinstance(view.stack[-1], f.Supporting):
        return _guns(game, view, side, units, found)
    order = o.Attack(w.names(units), targets[0])
    refusal = game.check(view, side, order)
    found["refusal"] = plain_refusal(refusal)
    if any(w.side[u] != side or view.where[u] < 0 or not _beside(w, view, u, cell) for u in units):
        return found
    if not units_at(w, view, cell):
        return found
    sums = outlook(w, view, units, cell)
    _tell(w, sums, found)
    found.update(
        lines=[*_attack_lines(w, view, units, cell), *_defence_lines(w, view, cell)],
        rows=_rows(w, view, side, units, cell, sums),
        more=_more(w, view, side, units, cell),
        less=[_with(w, view, [x for x in units if x != u], cell, u) for u in units if len(units) > 1],
        arrows=_guns_in_range(w, view, side, units, cell),
        order=msgspec.to_builtins(game.tidy(order)) if refusal is None else None,
        attach=_otherwise(game, view, units, targets[0]) if refusal is None else [],
    )
    return found


def _otherwise(game: WaveOfTerror, s: WaveState, units: Sequence[int], hex_: str) -> list[Plain]:
    """The same attack with other aerial supply: all who could draw stay dry, or one of them, or they draw on
    another marker than by themselves, WOT-6.15."""
    w = game.world
    able = thirsty(w, s, units)
    wished: list[Wishes] = [dict.fromkeys(able, DRY)] if able else []
    wished += [{unit: DRY} for unit in able if len(able) > 1]
    found = []
    for wishes in [*wished, *by_marker(w, s, units)]:
        order = o.Attack(w.names(units), hex_, *written(w, wishes))
        sums = outlook(w, s, units, w.grid.at(hex_), unfed=hungry(w, s, sorted(units), wishes))
        found.append(_entry(order, f"{_wish(w, wishes, able)}: {column_name(w, sums.odds.position)}"))
    return found


def _entry(order: o.Attack | o.Support, label: str) -> Plain:
    return {"label": label, "order": msgspec.to_builtins(order)}


def _wish(w: World, wishes: Wishes, able: Sequence[int]) -> str:
    """Who draws on what, in a few words."""
    who = "all" if len(wishes) == len(able) > 1 else names(w, w.names(sorted(wishes)))
    cells = sorted({cell for cell in wishes.values() if cell != DRY})
    places = " and ".join(place(w, label) for label in w.labels(cells))
    return f"{who} supplied from {places}" if cells else f"{who} without aerial supply"


def _beside(w: World, s: WaveState, unit: int, cell: int) -> bool:
    return bool(w.grid.adjacent(s.where[unit], cell))


def _tell(w: World, sums: Outlook, found: Plain) -> None:
    found.update(
        attack=sums.odds.attack,
        defence=sums.odds.defense,
        raw=odds_name(sums.odds.raw),
        column=column_name(w, sums.odds.position),
        shifts=[{"what": x.what, "value": x.columns, "rule": x.rule} for x in sums.odds.shifts],
        chances=[
            {"result": c.outcome, "percent": round(100 * float(c.probability), 2)} for c in chances(sums)
        ],
    )


def column_name(w: World, position: int) -> str:
    """The column of the table, or that the result is beyond it, WOT-10.7."""
    if position < w.tables.lowest:
        return f"below {odds_name(w.tables.lowest)}"
    if position > w.tables.highest:
        return f"above {odds_name(w.tables.highest)}"
    return odds_name(position)


def _attack_lines(w: World, s: WaveState, units: Sequence[int], cell: int) -> list[Plain]:
    """Each attacker with what it brings; halvings are made on the sums, WOT-10.13."""
    unfed = set(hungry(w, s, sorted(units)))
    lines: list[Plain] = []
    for unit in units:
        over, dry = across(w, s.where[unit], cell), unit in unfed
        why = [part for part, holds in (("across", over), ("out of supply", dry)) if holds]
        factor = w.attack[unit][s.steps[unit]]
        value = f"{factor}/{2 * len(why)}" if why else str(factor)
        what = w.units[unit].name + (f" ({', '.join(why)})" if why else "")
        rule = "WOT-10.12" if over else "WOT-6.3" if dry else "WOT-10.5"
        lines.append({"what": what, "value": value, "rule": rule, "side": "attack"})
    return lines


def _defence_lines(w: World, s: WaveState, cell: int) -> list[Plain]:
    lines = [
        {
            "what": w.units[unit].name,
            "value": str(w.defense[unit][s.steps[unit]]),
            "rule": "WOT-10.3",
            "side": "defence",
        }
        for unit in units_at(w, s, cell)
    ]
    for hidden, number in s.unseen:
        if hidden == cell:
            what = f"{number} not seen, taken as average"
            lines.append({"what": what, "value": "?", "rule": "WOT-7.3", "side": "defence"})
    return lines


def _rows(w: World, s: WaveState, side: int, units: Sequence[int], cell: int, sums: Outlook) -> list[Row]:
    """Average losses, the chance to empty the hex, and the artillery both sides might add."""
    lost, taken = sums.mean()
    rows: list[Row] = [
        {"what": "Steps lost on average", "value": f"{float(lost):.1f} for {float(taken):.1f}"},
        {"what": "The hex is emptied", "value": f"{100 * float(sums.emptied):.0f} %", "rule": "WOT-10.26"},
    ]
    own = sorted({s.where[unit] for unit in units})
    for whose, cells, what in ((side, own, "Your artillery"), (1 - side, [cell], "Enemy artillery seen")):
        if silent(s, whose):
            continue
        near = len(near_guns(w, s, whose, cells))
        value = f"{near} in range, at most {w.limits.guns[whose]}"
        rows.append({"what": what, "value": value, "rule": "WOT-10.20"})
    return rows


def _guns_in_range(w: World, s: WaveState, side: int, units: Sequence[int], cell: int) -> list[Arrow]:
    """From the hexes of one's own artillery that could bombard."""
    guns = near_guns(w, s, side, sorted({s.where[unit] for unit in units}))
    to = w.grid.label(cell)
    return [
        {"from": w.grid.label(at), "to": to, "kind": "support", "label": ""}
        for at in sorted({s.where[gun] for gun in guns})
    ]


def _more(w: World, s: WaveState, side: int, units: list[int], cell: int) -> list[Plain]:
    """Those who may join these attackers, WOT-10.16, WOT-10.17."""
    return [
        _with(w, s, sorted([*units, other]), cell, other)
        for other in attackers_of(w, s, side, cell)
        if other not in units and company_refusal(w, s, [*units, other]) is None
    ]


def _with(w: World, s: WaveState, units: Sequence[int], cell: int, changed: int) -> Plain:
    position = outlook(w, s, units, cell).odds.position
    return {"unit": w.units[changed].id, "column": column_name(w, position)}


def _guns(game: WaveOfTerror, s: WaveState, side: int, units: Sequence[int], found: Plain) -> Plain:
    """The battle with these guns, each a die on its side, WOT-10.23."""
    w = game.world
    order = o.Support(w.names(units))
    refusal = game.check(s, side, order)
    found["refusal"] = plain_refusal(refusal)
    found["do"] = "Bombard"
    found["attach"] = _guns_otherwise(game, s, side, units)
    sums = battle_outlook(w, s, order) if refusal is None else None
    b = s.battle
    if sums is None or b is None:
        return found
    _tell(w, sums, found)
    found["lines"] = [*_attack_lines(w, s, b.attackers, b.target), *_defence_lines(w, s, b.target)]
    for whose, dice in zip(("attack", "defence"), sums.guns, strict=True):
        if dice:
            line = {"what": "Artillery", "value": f"{dice} dice", "rule": "WOT-10.23", "side": whose}
            found["lines"].append(line)
    found["order"] = msgspec.to_builtins(game.tidy(order))
    return found


def _guns_otherwise(game: WaveOfTerror, s: WaveState, side: int, units: Sequence[int]) -> list[Plain]:
    """The same guns fed from other markers, also where they could not all be fed by themselves, WOT-6.15."""
    w, able = game.world, thirsty(game.world, s, units)
    if not able:
        return []
    together = shared(w, s, units)
    wished = [*by_marker(w, s, units), *([together] if together and hungry(w, s, units) else [])]
    orders = [(o.Support(w.names(units), written(w, wishes)[1]), wishes) for wishes in wished]
    return [
        _entry(order, _wish(w, wishes, able))
        for order, wishes in orders
        if game.check(s, side, order) is None
    ]
