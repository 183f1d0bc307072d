"""The odds of an attack of Tigers for the client: line by line, with what one more or less unit changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat import obligations as owed
from ardennes.games.tigers.rules.combat import results
from ardennes.games.tigers.rules.combat.chances import face, fates_of, takes
from ardennes.games.tigers.rules.combat.declare import possible_targets
from ardennes.games.tigers.rules.combat.obligations import touches
from ardennes.games.tigers.rules.combat.odds import defence_lines, defenders_at, known_odds
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.movement.moves import attachments
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.table.stage import RESULTS
from ardennes.hexes import bits, board_of
from ardennes.kernel.attackers import Fares, Group, proposed
from ardennes.kernel.table import bar, chances, share
from ardennes.kernel.wire import Attach, Barred, Odds, OddsChance, OddsChange, OddsLine, Row
from ardennes.words import counted

# Why a unit beside the hex cannot join.
UNFIT = {
    owed.BROKE: "broken down",
    owed.ROAD_MODE: "road mode",
    owed.DOWN: "Disrupted",
    owed.NOT_PEIPER: "no attack left",
    owed.DONE: "has attacked",
    owed.BONUS: "bonus spent",
    owed.FIRST_STEP: "has moved",
}
MOST_LINES = 3  # of what follows


def odds(
    game: Tigers, view: f.TigersState, side: int, targets: Sequence[str], attackers: Sequence[str]
) -> Odds:
    """Return the odds, their chances, and the order that declares the attack if it is legal."""
    w = game.world
    order = o.Attack(tuple(targets), tuple(attackers))
    refusal = game.check(view, side, order)
    cells = [c for c in (w.grid.find(t) for t in targets) if c is not None]
    units = [w.by_id[a] for a in attackers if a in w.by_id and view.where[w.by_id[a]] >= 0]
    columns = list(w.tables.odds)
    beside = units and cells and all(touches(w, view, u, cells) for u in units)
    if not beside or len(cells) != len(targets):
        return Odds(refusal, columns, lines=[], shifts=[])
    sums = known_odds(w, view, units, cells)
    defence = [line for c in cells for line in defence_lines(w, view, c, units)]
    result = game.preview(view, side, order)
    able = possible_targets(w, view, side) if view.stack else {}  # no unit joins when the game is over
    joined = {u for t in cells for u in able.get(t, [])}
    return Odds(
        refusal,
        columns,
        lines=[OddsLine(w.units[u].short, w.factor[u], "TIA-CRT-1", "attack") for u in units]
        + [OddsLine(*line, "defence") for line in defence],
        shifts=[OddsLine(*line) for line in sums.shifts],
        attack=sums.attack,
        defence=sums.total_defence,
        raw=_column(w, sums.raw),
        column=_column(w, sums.column),
        chances=chances((c.outcome, c.probability) for c in result),
        cells=_cells(w, view, sums.column),
        defenders=[w.units[u].id for c in cells for u in defenders_at(w, view, c, side)],
        numbers=_numbers(w, view, units, cells, sums.column),
        follows=_follows(w, view, side, units, cells, sums.total_defence),
        barred=_barred(w, view, side, cells, joined | set(units)),
        more=[_with(w, view, [*units, u], cells, u) for u in sorted(joined - set(units))],
        less=[_with(w, view, [x for x in units if x != u], cells, u) for u in units if len(units) > 1],
        notes=_notes(w, view, sums.column) if result else [],
        order=msgspec.to_builtins(game.tidy(order)) if refusal is None else None,
        do="Plan this attack",
        attach=_attached(game, view, side, order),
    )


def _notes(w: World, view: f.TigersState, column: int) -> list[Row]:
    """What each face of the die brings, as the match reads it, TIA-CRT-5."""
    mirrored = view.variant.die_index == "B"
    faces = (f"{die}: {w.tables.crt[7 - die if mirrored else die][column]}" for die in range(1, 7))
    worse = "makes D1 a D, and D2, D3 and DD a DE"
    return [
        Row("Die", "  ".join(faces), "TIA-CRT-5"),
        Row("No Retreat! or no way back", worse, "TIA-CRT-19"),
    ]


def _attached(game: Tigers, view: f.TigersState, side: int, order: o.Attack) -> list[Attach]:
    """The same attack with units attached to Peiper first, TIA-KGP-8."""
    w = game.world
    result = []
    for joined in attachments(w, view) if w.units[w.peiper].id in order.attackers else []:
        more = o.Attack(order.targets, order.attackers, joined)
        if set(joined) <= set(order.attackers) and game.check(view, side, more) is None:
            names = " and ".join(w.units[w.by_id[n]].short for n in joined)
            label = f"Declare with {names} attached to Peiper"
            result.append(Attach(label, msgspec.to_builtins(game.tidy(more))))
    return result


def _with(w: World, view: f.TigersState, units: list[int], cells: list[int], changed: int) -> OddsChange:
    column = known_odds(w, view, units, cells).column
    others = [unit for unit in units if unit != changed]
    fresh = _obliged(w, view, units, cells) & ~_obliged(w, view, others, cells) if changed in units else 0
    warns = f"! {', '.join(w.labels(list(bits(fresh))))}" if fresh else ""
    return OddsChange(w.units[changed].id, _column(w, column), _cells(w, view, column), warns)


def _cells(w: World, view: f.TigersState, column: int) -> list[OddsChance]:
    """The column, face by face, TIA-CRT-5."""
    if column < 0:
        return []
    faces = range(1, 7)
    return bar([OddsChance(face(w, view, die, column), round(100 / 6, 2), die) for die in faces], RESULTS)


def _numbers(
    w: World, s: f.TigersState, units: Sequence[int], cells: Sequence[int], column: int
) -> list[Row]:
    if column < 0:
        return []
    fates = fates_of(w, s, units, cells, column)
    lost = sum(face(w, s, die, column) in results.ATTACKERS_LOST for die in range(1, 7))
    return [
        share("Takes the hex", takes(w, s, units, cells, column), "TIA-CRT-19"),
        share("Destroys a defender", Fraction(sum("DE" in each for each in fates), 6), "TIA-CRT-7"),
        share("Costs attackers", Fraction(lost, 6), "TIA-CRT-14"),
    ]


def _obliged(w: World, s: f.TigersState, units: Sequence[int], cells: Sequence[int]) -> int:
    """Return the hexes that must be attacked too if these units attack, TIA-CRT-17."""
    covered = board_of(t for targets, _ in owed.declared(s) for t in targets)
    return owed.entailed(w, s, units) & ~covered & ~board_of(cells) if units else 0


def _follows(
    w: World, s: f.TigersState, side: int, units: Sequence[int], cells: Sequence[int], defence: int
) -> list[Row]:
    """Return what the attack requires and what an advance costs."""
    result: list[Row] = []
    for cell in bits(_obliged(w, s, units, cells)):
        label = w.grid.label(cell)
        beside = next(u for u in units if owed.contact(w, s, u) >> cell & 1)
        words = f"You must also attack {w.place(cell)}, which is beside {w.units[beside].short}."
        result.append(Row(words, rule="TIA-CRT-17", hex=label, mark="bad"))
    peiper = w.peiper in units
    if any(u != w.peiper for u in units):
        result.append(Row("A unit that advances is Disrupted.", rule="TIA-DIS-8", mark="no"))
    elif peiper:
        words = "Each hex of Peiper's advance costs 1 movement point; it is Disrupted at the end of its turn."
        result.append(Row(words, rule="TIA-ADV-9", mark="no"))
    if len(units) > 1 and defence:
        words = f"{counted(defence, 'factor')} must enter the hex before other units go past it."
        result.append(Row(words, rule="TIA-ADV-6", mark="good"))
    return result[:MOST_LINES]


def _barred(w: World, s: f.TigersState, side: int, cells: Sequence[int], able: set[int]) -> list[Barred]:
    """Return the units beside the hex that cannot join: they attack elsewhere, or may not attack."""
    plans = [(n, c) for n, c in enumerate(s.attacks) if c.status == f.PENDING]
    result = []
    for unit in w.of_side[side]:
        if unit in able or not cells or not touches(w, s, unit, cells):
            continue
        elsewhere = next(((n, c) for n, c in plans if unit in c.attackers), None)
        if elsewhere is not None:
            number, combat = elsewhere
            result.append(Barred(w.units[unit].id, f"attacks {w.place(combat.targets[0])}", number))
            continue
        why = owed.unfit(w, s, unit)
        if why in UNFIT:
            result.append(Barred(w.units[unit].id, UNFIT[why]))
        elif why == owed.FIT and any(owed.reaches(w, s, unit, cell) is not None for cell in cells):
            result.append(Barred(w.units[unit].id, "no bridge"))
    return result


def propose(
    game: Tigers, view: f.TigersState, side: int, targets: Sequence[str], by: Sequence[str]
) -> list[str]:
    """Return the units that should attack: those in `by`, and the others needed."""
    w = game.world
    cells = [c for c in (w.grid.find(t) for t in targets) if c is not None]
    able = possible_targets(w, view, side) if view.stack and cells else {}
    free = set.intersection(*(set(able.get(cell, [])) for cell in cells)) if cells else set[int]()
    pressing = owed.unmet(w, view, side)[0] if free else 0

    def judge(group: Group) -> Fares | None:
        if game.check(view, side, o.Attack(tuple(targets), w.ids(group))) is not None:
            return None
        column = known_odds(w, view, group, cells).column
        burden = (_obliged(w, view, group, cells) & ~pressing).bit_count()
        return Fares(takes(w, view, group, cells, column), column, burden)

    return proposed(w, by, free, lambda unit: w.factor[unit], judge)


def _column(w: World, column: int) -> str:
    return w.tables.odds[column] if column >= 0 else "below 1:5"
