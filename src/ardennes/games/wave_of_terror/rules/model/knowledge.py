"""What a side may not know (WOT-7.3, WOT-3.7): units below the top of an enemy stack, the faces of POL
markers, what was drawn from the air, the enemy's set-up while he is at it."""

from __future__ import annotations

from itertools import chain, product
from typing import NamedTuple

import msgspec

from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import TopChosen
from ardennes.games.wave_of_terror.rules.model.position import derived, enemies_by_hex
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.moves import unmoved_hexes
from ardennes.games.wave_of_terror.rules.movement.reinforcements import due, squadron_is_aside, waiting
from ardennes.games.wave_of_terror.rules.movement.supply import traced
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events

HIDDEN = -1  # the face of a depot
MOST_TWINS = 3


def view(w: World, s: WaveState, side: int | None) -> WaveState:
    """What a side may know (None: a bystander), as a state of its own."""
    _work_out(w, s, side)
    seen = s.clone()
    for enemy in (GERMAN, ALLIED):
        if enemy != side:
            if s.step == f.SETUP and s.acting == enemy:
                _nothing(w, seen, enemy)
            elif s.variant.full:
                _tops_only(w, s, seen, enemy)
            _paper(w, s, seen, enemy)
            seen.stack = [frame for frame in seen.stack if not _marches(frame, enemy)]
    if side is None:
        seen.entry_hex = []  # written down by one side or the other
    return seen


def _marches(frame: f.AnyFrame, enemy: int) -> bool:
    """A march that is interrupted names its units and where they will go on to: only their owner knows."""
    return isinstance(frame, f.Walking) and frame.side == enemy


def _work_out(w: World, s: WaveState, side: int | None) -> None:
    """What follows from the position and will be asked for on the view is found now, so that it is kept for
    the next view as well."""
    derived(w, s)
    if s.stack and isinstance(s.stack[-1], f.Moving) and s.stack[-1].side == side:
        unmoved_hexes(w, s, side)
        waiting(w, s, side)
        enemies_by_hex(w, s, side)
        if s.variant.full:
            traced(w, s, side)


def _nothing(w: World, seen: WaveState, enemy: int) -> None:
    """A set-up is shown when it is done."""
    for unit in w.of_side[enemy]:
        if seen.where[unit] != f.ASIDE:
            seen.where[unit] = f.NOT_YET
        seen.marks[unit] = 0
    seen.follows = None
    if enemy == ALLIED:
        seen.depots = []
    else:
        seen.kg = ()


def troops_may_be_together(w: World, s: WaveState) -> bool:
    """Return whether the three troops of the 14th Cavalry may be in one hex, as far as the German can see.

    It decides whether the Allied player is asked to re-form the squadron, WOT-8.7. If it looked at hidden
    units, the question itself would tell the German where they are.
    """
    if not squadron_is_aside(w, s):
        return False
    german_view = view(w, s, GERMAN)
    places = [german_view.where[troop] for troop in w.troops]
    known = {place for place in places if place != f.UNSEEN}
    if len(known) > 1 or min(known, default=0) < 0:
        return False
    allied = derived(w, german_view).occupied[ALLIED]
    unseen = {cell: count for cell, count in german_view.unseen if allied >> cell & 1}
    return any(unseen.get(cell, 0) >= places.count(f.UNSEEN) for cell in known or unseen)


def in_battle(s: WaveState) -> set[int]:
    """Hexes that lie open because a battle is being fought, WOT-7.3."""
    b = s.battle
    return {b.target, *(s.where[unit] for unit in b.attackers if s.where[unit] >= 0)} if b else set()


def hidden_in(w: World, s: WaveState, enemy: int) -> list[tuple[int, list[int]]]:
    """By hex: the side's units the other side does not see."""
    stacks, marks = derived(w, s).stacks, s.marks
    open_hexes = in_battle(s)
    piled = [cell for cell, stack in stacks.items() if len(stack) > 1 and w.side[stack[0]] == enemy]
    result = [
        (cell, [unit for unit in stacks[cell] if not marks[unit] & f.TOP])
        for cell in sorted(piled)
        if cell not in open_hexes
    ]
    if len(result) == 1 and all(w.units[unit].steps == 1 for unit in result[0][1]) and not due(w, s, enemy):
        return []  # everybody else is seen, so it can be nobody else, and as strong as ever
    return result


_Columns = tuple[list[int], bytearray, bytearray, bytearray]


class _Mask(NamedTuple):
    """A side's columns as the other side sees them, and what they were made from: as long as that is the same
    they serve again."""

    turn: int
    open_hexes: set[int]
    columns: _Columns  # where, steps, marks, spent of the side's units
    seen: _Columns  # ... as the other side sees them
    stacks: dict[int, list[int]]
    unseen: list[tuple[int, int]]
    hidden: int  # units, one bit each


def _tops_only(w: World, s: WaveState, seen: WaveState, enemy: int) -> None:
    """Only the top unit of a stack is seen, and how many there are; nor is it seen who waits off the map."""
    units = w.of_side[enemy]
    if not units:
        return
    span = slice(units[0], units[-1] + 1)
    columns = (s.where[span], s.steps[span], s.marks[span], s.spent[span])
    open_hexes = in_battle(s)
    masks = derived(w, s).masks
    mask: _Mask | None = masks.get(enemy)
    if mask is None or (mask.turn, mask.open_hexes) != (s.turn, open_hexes) or mask.columns != columns:
        mask = masks[enemy] = _mask(w, s, enemy, span, columns)
    seen.where[span], seen.steps[span], seen.marks[span], seen.spent[span] = mask.seen
    d = derived(w, seen)
    d.stacks.update(mask.stacks)
    d.waiting[enemy] = None
    seen.unseen += mask.unseen
    seen.struck &= ~mask.hidden


def _mask(w: World, s: WaveState, enemy: int, span: slice, columns: _Columns) -> _Mask:
    where, steps, marks, spent = s.where[:], s.steps[:], s.marks[:], s.spent[:]
    stacks, unseen, bits_of = {}, [], 0
    for cell, hidden in hidden_in(w, s, enemy):
        stacks[cell] = [unit for unit in derived(w, s).stacks[cell] if unit not in hidden]
        unseen.append((cell, len(hidden)))
        for unit in hidden:
            where[unit], steps[unit], marks[unit], spent[unit] = f.UNSEEN, w.units[unit].steps, 0, 0
            bits_of |= 1 << unit
    for unit in due(w, s, enemy) if unseen else ():  # else they can be nowhere but off the map
        where[unit] = f.UNSEEN
    seen = (where[span], steps[span], marks[span], spent[span])
    return _Mask(s.turn, in_battle(s), columns, seen, stacks, unseen, bits_of)


def _paper(w: World, s: WaveState, seen: WaveState, enemy: int) -> None:
    """What lies face down or is written in private."""
    if enemy == ALLIED:
        seen.depots = [f.Depot(depot.cell, HIDDEN) for depot in seen.depots]
        seen.drawn = []
        seen.markers = [f.Marker(marker.cell, w.limits.marker_steps) for marker in seen.markers]
    elif seen.kg and seen.variant.full:
        if seen.kg_cell < 0:
            seen.kg_cell = max(seen.where[unit] for unit in seen.kg)
        seen.kg = tuple(unit for unit in seen.kg if seen.where[unit] >= 0)
    side_of = w.parent_side
    seen.entry_hex = _entries(w, s, enemy)[:]
    seen.entered_now = [entry for entry in seen.entered_now if side_of[entry[0]] != enemy]


def _entries(w: World, s: WaveState, enemy: int) -> list[tuple[int, int, int]]:
    """The entry hexes of the other side's parents; the list they come from is never changed in place."""
    d = derived(w, s)
    kept = d.entries[enemy]
    if kept is None or kept[0] is not s.entry_hex:
        result = [entry for entry in s.entry_hex if w.parent_side[entry[0]] != enemy]
        kept = d.entries[enemy] = (s.entry_hex, result)
    return kept[1]


Tops = tuple[list[int], bytearray]  # by unit: where it is, and TOP if it lies on top
_TOP_ALONE = bytes(marks & f.TOP for marks in range(256))


def tops(s: WaveState) -> Tops:
    return s.where[:], s.marks.translate(_TOP_ALONE)


def tell_exposed(w: World, s: WaveState, before: Tops, events: Events) -> None:
    """Units that lay below in a stack `before` the order, and lie on top now, are seen, WOT-7.3; told in the
    order of those that lay on them."""
    where, lay = before
    lie = s.marks.translate(_TOP_ALONE)
    if lie == lay or not s.variant.full or s.step == f.SETUP:
        return
    gained = int.from_bytes(lie, "little") & ~int.from_bytes(lay, "little")  # a byte a unit
    shown = [unit for bit in bits(gained) if where[unit := bit // 8] >= 0 and s.where[unit] >= 0]
    if len(shown) > 1:
        above = {where[unit]: unit for unit, top in enumerate(lay) if top}
        shown.sort(key=lambda unit: above[where[unit]])
    if shown:
        told = {event.unit for event in events if isinstance(event, TopChosen)}
        events += [TopChosen(w.ids[u], w.grid.label(s.where[u])) for u in shown if w.ids[u] not in told]


# Other worlds that look the same


def hidden_twins(w: World, s: WaveState, side: int) -> list[WaveState]:
    """States that differ from this one only in what the side may not know."""
    enemy = 1 - side
    if s.step == f.SETUP and s.acting == enemy:
        return _other_setups(w, s, enemy)
    result = _other_entries(w, s, enemy) + _other_marches(s, enemy)
    if not s.variant.full:
        return result
    result += _swapped(w, s, enemy)
    weaker = _other_steps(w, s, enemy)
    if weaker is not None:
        result.append(weaker)
    if enemy == ALLIED:
        result += _other_paper(s)
    return result


def _other_setups(w: World, s: WaveState, enemy: int) -> list[WaveState]:
    """One of the units placed so far is still in the box; or no POL marker lies on the map yet."""
    twins = []
    for unit in [unit for unit in w.of_side[enemy] if s.where[unit] >= 0][:2]:
        twin = s.clone()
        twin.follows = None
        twin.where[unit] = f.NOT_YET
        twin.marks[unit] = 0
        twin.kg = ()
        twins.append(twin)
    if s.depots and enemy == ALLIED:
        twin = s.clone()
        twin.depots = []
        twins.append(twin)
    return twins


def _other_entries(w: World, s: WaveState, enemy: int) -> list[WaveState]:
    """The enemy has not written down where his formations come in."""
    if all(w.parent_side[entry[0]] != enemy for entry in (*s.entry_hex, *s.entered_now)):
        return []
    twin = s.clone()
    twin.follows = None
    twin.entry_hex = [entry for entry in s.entry_hex if w.parent_side[entry[0]] != enemy]
    twin.entered_now = [entry for entry in s.entered_now if w.parent_side[entry[0]] != enemy]
    return [twin]


def _other_marches(s: WaveState, enemy: int) -> list[WaveState]:
    """The march that is interrupted was to end where it stands."""
    twin = s.clone()
    twin.stack = [frame for frame in s.stack if not _marches(frame, enemy)]
    return [twin] if twin.stack != s.stack else []


def _swapped(w: World, s: WaveState, enemy: int) -> list[WaveState]:
    """Two unseen units of the same kind of loyalty have changed places, also in a march."""
    hidden = [unit for _, units in hidden_in(w, s, enemy) for unit in units if unit not in s.kg]
    troops = [unit for unit in hidden if unit in w.troops]  # where they are may decide a question, WOT-8.7
    others = [unit for unit in hidden if unit not in w.troops]
    twins = []
    for one, other in chain(
        product(troops[:1], others), zip(hidden, hidden[len(hidden) // 2 :], strict=False)
    ):
        apart = s.where[one] != s.where[other] and w.units[one].steps == w.units[other].steps
        if apart and (w.parent[one] < 0) == (w.parent[other] < 0):
            twin = s.clone()
            twin.follows = None
            for column in (twin.where, twin.steps, twin.marks, twin.spent):
                column[one], column[other] = column[other], column[one]
            twin.stack = [_for(frame, one, other) for frame in s.stack]
            twins.append(twin)
        if len(twins) == MOST_TWINS:
            break
    return twins


def _for(frame: f.AnyFrame, one: int, other: int) -> f.AnyFrame:
    """A march with each of two units in the other's place."""
    if not isinstance(frame, f.Walking):
        return frame
    places = {one: other, other: one}
    return msgspec.structs.replace(frame, units=tuple(sorted(places.get(u, u) for u in frame.units)))


def _other_steps(w: World, s: WaveState, enemy: int) -> WaveState | None:
    """Every unseen unit that has two steps shows its other side."""
    twin = s.clone()
    units = [unit for _, units in hidden_in(w, s, enemy) for unit in units if w.units[unit].steps > 1]
    for unit in units:
        twin.steps[unit] = 3 - s.steps[unit]
    return twin if units else None


def _other_paper(s: WaveState) -> list[WaveState]:
    """The faces of the depots are exchanged; the markers in the air have fed others."""
    result = []
    if s.depots:
        twin = s.clone()
        twin.depots = [msgspec.structs.replace(depot, real=1 - depot.real) for depot in s.depots]
        result.append(twin)
    if s.markers:
        twin = s.clone()
        twin.markers = [f.Marker(marker.cell, 0 if marker.left else 2) for marker in s.markers]
        result.append(twin)
    return result
