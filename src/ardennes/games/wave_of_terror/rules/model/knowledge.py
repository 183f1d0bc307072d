"""Hide what a side may not know (WOT-7.3, WOT-3.7).

Hidden are units below the top of an enemy stack, the faces of POL markers, draws on aerial supply, and the
enemy's set-up until it is complete.
"""

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
from ardennes.kernel.contract import Events, Numbers

HIDDEN = -1  # the face of a depot
MOST_TWINS = 3


def view(w: World, s: WaveState, side: int | None) -> WaveState:
    """Return the state as a side may know it (None: a bystander)."""
    _fill_caches(w, s, side)
    visible = s.clone()
    for enemy in (GERMAN, ALLIED):
        if enemy != side:
            if s.step == f.SETUP and s.acting == enemy:
                _hide_setup(w, visible, enemy)
            elif s.variant.full:
                _tops_only(w, s, visible, enemy)
            _paper(w, s, visible, enemy)
            visible.stack = [frame for frame in visible.stack if not _marches(frame, enemy)]
    if side is None:
        visible.entry_hex = []  # only its owner knows an entry hex
    return visible


def _marches(frame: f.AnyFrame, enemy: int) -> bool:
    """Return whether the frame is an interrupted march: only its owner knows its units and path."""
    return isinstance(frame, f.Walking) and frame.side == enemy


def _fill_caches(w: World, s: WaveState, side: int | None) -> None:
    """Fill the caches that the view will need, so that the next view shares them."""
    derived(w, s)
    if s.stack and isinstance(s.stack[-1], f.Moving) and s.stack[-1].side == side:
        unmoved_hexes(w, s, side)
        waiting(w, s, side)
        enemies_by_hex(w, s, side)
        if s.variant.full:
            traced(w, s, side)


def _hide_setup(w: World, visible: WaveState, enemy: int) -> None:
    """Hide the enemy's set-up until it is complete."""
    for unit in w.of_side[enemy]:
        if visible.where[unit] != f.ASIDE:
            visible.where[unit] = f.NOT_YET
        visible.marks[unit] = 0
    visible.follows = None
    if enemy == ALLIED:
        visible.depots = []
    else:
        visible.kg = ()


def troops_may_be_together(w: World, s: WaveState) -> bool:
    """Return whether the three troops of the 14th Cavalry may be in one hex, as far as the German can see.

    It decides whether the Allied player is asked to re-form the squadron, WOT-8.7. If it used hidden units,
    the question itself would show the German player where they are.
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
    """Return the hexes that are open because of the current battle, WOT-7.3."""
    b = s.battle
    return {b.target, *(s.where[unit] for unit in b.attackers if s.where[unit] >= 0)} if b else set()


def hidden_in(w: World, s: WaveState, enemy: int) -> list[tuple[int, list[int]]]:
    """Return by hex the side's units that the other side does not see."""
    stacks, marks = derived(w, s).stacks, s.marks
    open_hexes = in_battle(s)
    piled = [cell for cell, stack in stacks.items() if len(stack) > 1 and w.side[stack[0]] == enemy]
    result = [
        (cell, [unit for unit in stacks[cell] if not marks[unit] & f.TOP])
        for cell in sorted(piled)
        if cell not in open_hexes
    ]
    if len(result) == 1 and all(w.units[unit].steps == 1 for unit in result[0][1]) and not due(w, s, enemy):
        return []  # all other units are visible, so the hidden ones can be deduced
    return result


_Columns = tuple[Numbers, bytearray, bytearray, bytearray]


class _Mask(NamedTuple):
    """A side's columns as the other side sees them, with the values they were computed from, for reuse."""

    turn: int
    open_hexes: set[int]
    columns: _Columns  # where, steps, marks, spent of the side's units
    visible: _Columns  # ... as the other side sees them
    stacks: dict[int, list[int]]
    unseen: list[tuple[int, int]]
    hidden: int  # units, one bit each


def _tops_only(w: World, s: WaveState, visible: WaveState, enemy: int) -> None:
    """Show only the top unit and the size of each stack, and hide which units wait off the map."""
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
    visible.where[span], visible.steps[span], visible.marks[span], visible.spent[span] = mask.visible
    d = derived(w, visible)
    if mask.stacks:
        d.own_stacks().update(mask.stacks)
    d.waiting[enemy] = None
    visible.unseen += mask.unseen
    visible.struck &= ~mask.hidden


def _mask(w: World, s: WaveState, enemy: int, span: slice, columns: _Columns) -> _Mask:
    where, steps, marks, spent = s.where[:], s.steps[:], s.marks[:], s.spent[:]
    stacks, unseen, bits_of = {}, [], 0
    for cell, hidden in hidden_in(w, s, enemy):
        stacks[cell] = [unit for unit in derived(w, s).stacks[cell] if unit not in hidden]
        unseen.append((cell, len(hidden)))
        for unit in hidden:
            where[unit], steps[unit], marks[unit], spent[unit] = f.UNSEEN, w.units[unit].steps, 0, 0
            bits_of |= 1 << unit
    for unit in due(w, s, enemy) if unseen else ():  # without hidden units they must be off the map
        where[unit] = f.UNSEEN
    visible = (where[span], steps[span], marks[span], spent[span])
    return _Mask(s.turn, in_battle(s), columns, visible, stacks, unseen, bits_of)


def _paper(w: World, s: WaveState, visible: WaveState, enemy: int) -> None:
    """Hide markers that lie face down and private notes."""
    if enemy == ALLIED:
        visible.depots = [f.Depot(depot.cell, HIDDEN) for depot in visible.depots]
        visible.drawn = []
        visible.markers = [f.Marker(marker.cell, w.limits.marker_steps) for marker in visible.markers]
    elif visible.kg and visible.variant.full:
        if visible.kg_cell < 0:
            visible.kg_cell = max(visible.where[unit] for unit in visible.kg)
        visible.kg = tuple(unit for unit in visible.kg if visible.where[unit] >= 0)
    side_of = w.parent_side
    visible.entry_hex = [entry for entry in s.entry_hex if side_of[entry[0]] != enemy]
    visible.entered_now = [entry for entry in visible.entered_now if side_of[entry[0]] != enemy]


Tops = tuple[Numbers, bytearray]  # by unit: where it is, and TOP if it lies on top
_TOP_ALONE = bytes(marks & f.TOP for marks in range(256))


def tops(s: WaveState) -> Tops:
    """Return where each unit is and whether it is on top."""
    return s.where[:], s.marks.translate(_TOP_ALONE)


def report_exposed(w: World, s: WaveState, before: Tops, events: Events) -> None:
    """Report units that were below the top before the order and are on top now, WOT-7.3.

    They are reported in the order of the units that lay above them.
    """
    where, old_tops = before
    new_tops = s.marks.translate(_TOP_ALONE)
    if new_tops == old_tops or not s.variant.full or s.step == f.SETUP:
        return
    gained = int.from_bytes(new_tops, "little") & ~int.from_bytes(old_tops, "little")  # a byte per unit
    shown = [unit for bit in bits(gained) if where[unit := bit // 8] >= 0 and s.where[unit] >= 0]
    if len(shown) > 1:
        above = {where[unit]: unit for unit, top in enumerate(old_tops) if top}
        shown.sort(key=lambda unit: above[where[unit]])
    if shown:
        reported = {event.unit for event in events if isinstance(event, TopChosen)}
        events += [TopChosen(w.ids[u], w.grid.label(s.where[u])) for u in shown if w.ids[u] not in reported]


# States that look the same to a side


def hidden_twins(w: World, s: WaveState, side: int) -> list[WaveState]:
    """Return states that differ from this one only in what the side may not know."""
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
    """Return states with one unit not placed yet, or without POL markers."""
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
    """Return a state without the enemy's notes about entry hexes."""
    if all(w.parent_side[entry[0]] != enemy for entry in (*s.entry_hex, *s.entered_now)):
        return []
    twin = s.clone()
    twin.follows = None
    twin.entry_hex = [entry for entry in s.entry_hex if w.parent_side[entry[0]] != enemy]
    twin.entered_now = [entry for entry in s.entered_now if w.parent_side[entry[0]] != enemy]
    return [twin]


def _other_marches(s: WaveState, enemy: int) -> list[WaveState]:
    """Return a state in which the interrupted march ends where it is."""
    twin = s.clone()
    twin.stack = [frame for frame in s.stack if not _marches(frame, enemy)]
    return [twin] if twin.stack != s.stack else []


def _swapped(w: World, s: WaveState, enemy: int) -> list[WaveState]:
    """Return states with two hidden units swapped, also in a march."""
    hidden = [unit for _, units in hidden_in(w, s, enemy) for unit in units if unit not in s.kg]
    troops = [unit for unit in hidden if unit in w.troops]  # their position may decide a question, WOT-8.7
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
    """Return a march with two units swapped."""
    if not isinstance(frame, f.Walking):
        return frame
    places = {one: other, other: one}
    return msgspec.structs.replace(frame, units=tuple(sorted(places.get(u, u) for u in frame.units)))


def _other_steps(w: World, s: WaveState, enemy: int) -> WaveState | None:
    """Return a state in which all hidden two-step units are reversed, or None."""
    twin = s.clone()
    units = [unit for _, units in hidden_in(w, s, enemy) for unit in units if w.units[unit].steps > 1]
    for unit in units:
        twin.steps[unit] = 3 - s.steps[unit]
    return twin if units else None


def _other_paper(s: WaveState) -> list[WaveState]:
    """Return states with other faces of the depots, and with other supply markers used."""
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
