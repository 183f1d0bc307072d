"""Orders for many units at once: march a formation to a goal, and find the units that can reach a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.explain.why_not import units_in_reach
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import occupied, put
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.moves import check_units, halted
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.step import ENTIRE, Walker, ground_price, walker
from ardennes.games.wave_of_terror.rules.sequence import setup
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import COLUMN
from ardennes.games.wave_of_terror.words import WORDING
from ardennes.kernel.contract import Refusal
from ardennes.kernel.reach import reach
from ardennes.kernel.table import own
from ardennes.kernel.wire import Comer, March, MarchStep
from ardennes.words import counted

WHOLE_MOVE = 6  # points for a crossing that takes the whole allowance, on a march of several days
FAR = 400  # points of the longest march
Far = dict[int, int]  # by hex: points from there to the goal


def march(
    game: WaveOfTerror, view: WaveState, side: int, units: Sequence[str], hex_: str, mode: str
) -> March:
    """Return orders that bring each unit as near to the hex as possible, and why the others stay.

    The nearest units come first; units of one hex march together if they can.
    """
    w, cell = game.world, game.world.grid.find(hex_)
    if cell is None or not view.stack or not isinstance(view.stack[-1], f.Moving):
        facts = f"There is no hex {hex_!r}." if cell is None else "Units can march only in a movement phase."
        return March([], [Refusal("WOT-9.1", facts)])
    mine = [unit for name in units if (unit := own(game, view, side, name)) is not None]
    s, column, result = view.clone(), mode == COLUMN, March([], [])
    fields: dict[tuple[bool, bool], Far] = {}
    for together in _stacks(w, s, mine, cell):
        for party in (together, *((unit,) for unit in together if len(together) > 1)):
            if any(s.where[unit] != view.where[unit] for unit in party):
                continue  # has already marched with the others
            why = _one_march(w, s, party, cell, column, fields, result.steps)
            if why is not None and len(party) == 1:
                result.stay.append(why)
    return result


def _stacks(w: World, s: WaveState, units: Sequence[int], goal: int) -> list[tuple[int, ...]]:
    """Return the units by hex, the nearest to the goal first: they clear the road for the others."""
    here: dict[int, list[int]] = {}
    for unit in units:
        if s.where[unit] >= 0 and s.where[unit] != goal:
            here.setdefault(s.where[unit], []).append(unit)
    return [tuple(here[cell]) for cell in sorted(here, key=lambda cell: (w.grid.distance(cell, goal), cell))]


def _one_march(
    w: World,
    s: WaveState,
    party: tuple[int, ...],
    goal: int,
    column: bool,
    fields: dict[tuple[bool, bool], Far],
    steps: list[MarchStep],
) -> Refusal | None:
    """Add the order of some units of one hex and carry it out on the table's copy; or return why there is
    none."""
    refusal = check_units(w, s, w.side[party[0]], party)
    if refusal is not None:
        return refusal
    who = walker(w, s, party, column=False, kg=False)
    key = (who.barred, who.unwading)
    if key not in fields:
        fields[key] = _field(who, goal)
    far, here, result = fields[key], s.where[party[0]], routes(w, s, party, column)
    ends = [cell for cell in result if cell in far and result.may_halt(cell)]
    best = min(ends, key=lambda cell: (far[cell], -result.left(cell), cell), default=here)
    if best == here or far[best] >= far.get(here, FAR + 1):
        facts = f"{w.unit_list(party)} cannot get nearer to {w.place(goal)} now."
        return Refusal("WOT-9.2", facts)
    order = o.Move(w.names(party), result.path(best), column)
    left = "" if best == goal else f", {counted(far[best], 'movement point')} from the goal"
    start, end = w.labels([here, best])
    label = f"{WORDING.label(w, s, order)}{left}"
    steps.append(MarchStep(list(order.units), start, end, msgspec.to_builtins(order), label))
    put(w, s, party, best)
    return None


def _field(who: Walker, goal: int) -> Far:
    """Return the points from every hex to the goal over any number of days; enemies bar the way."""
    w, s = who.w, who.s
    enemies = occupied(w, s, 1 - who.side)

    def steps(cell: int, _: int) -> Iterator[tuple[int, int]]:
        for back in w.ground.ways[cell]:
            if enemies >> back.to & 1:
                continue
            cost = ground_price(who, back.to, w.ground.way_to[back.to][cell])
            if cost >= 0:
                yield back.to, WHOLE_MOVE if cost == ENTIRE else cost

    return reach(goal, FAR, steps).cost


def comers(game: WaveOfTerror, view: WaveState, side: int, hex_: str) -> list[Comer]:
    """Return the units that can reach the hex under the open decision, most points left first."""
    w, cell = game.world, game.world.grid.find(hex_)
    if cell is None or not view.stack or view.stack[-1].side != side:
        return []
    frame = view.stack[-1]
    if isinstance(frame, f.SettingUp):
        able = [
            unit
            for unit in setup.starters(w, view, side)
            if setup.area(w, view, unit) >> cell & 1 and setup.company_refusal(w, view, (unit,), cell) is None
        ]
        return [Comer(w.units[unit].id, _where(w, view, unit)) for unit in able]
    if not isinstance(frame, f.Moving):
        return []
    return [
        Comer(w.units[unit].id, f"{_where(w, view, unit)}, {counted(left, 'movement point')} left")
        for unit, left in units_in_reach(w, view, side, cell)
        if halted(w, view, unit) is None
    ]


def _where(w: World, s: WaveState, unit: int) -> str:
    return f"from {w.place(s.where[unit])}" if s.where[unit] >= 0 else "not yet placed"
