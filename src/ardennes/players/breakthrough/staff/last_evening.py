"""The last evening. Nobody answers any more and supply is traced once, BTA-10.2a: every march is weighed by
what it adds to the score, and who stands at an exit with an open road behind it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ardennes.games.breakthrough.rules.model.orders import ChangeMode, Exit, Move
from ardennes.games.breakthrough.rules.model.state import PLOTTED
from ardennes.games.breakthrough.rules.movement.exits import exit_cost
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.outcome.victory import score_now
from ardennes.games.breakthrough.schema.terms import GERMAN, TRAVEL
from ardennes.hexes import board_of
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import either_way


class Ride(NamedTuple):
    """A march on the last evening and what it adds to the score."""

    gain: float
    unit: int
    mode: int
    cell: int  # where it ends; the unit's own hex for who only leaves the map
    leaves: bool


def ride(draft: Draft, units: Iterable[int], least: float) -> None:
    """The marches that add at least so much to the score, the best unit first."""
    movers = [u for u in units if draft.s.points[u] and not draft.s.marks[u] & PLOTTED]
    first = {u: _best(draft, u) for u in movers}
    for unit in sorted(movers, key=lambda u: (-first[u].gain, u)):
        if first[unit].gain >= least:  # what the others did may have changed it
            _carry_out(draft, _best(draft, unit), least)


def _best(draft: Draft, unit: int) -> Ride:
    stays = Ride(0.0, unit, draft.s.mode[unit], draft.s.where[unit], False)
    return max(_rides(draft, unit), default=stays, key=lambda r: (r.gain, r.mode == stays.mode, -r.cell))


def _rides(draft: Draft, unit: int) -> Iterator[Ride]:
    w, s = draft.w, draft.s
    now, german = score_now(w, s, s.turn), s.german
    out = float(s.strength[unit] // w.tables.points["exit"])
    scoring = w.board.road | board_of(town.cell for town in w.board.towns)
    known: dict[int, tuple[float, int]] = {}

    def added(swept: int) -> tuple[float, int]:
        """What the score gains by these hexes, and the exits that are open with them."""
        if swept not in known:
            s.german = german | swept
            known[swept] = float(score_now(w, s, s.turn) - now), supplied_roads(w, s, GERMAN) & w.board.exits
            s.german = german
        return known[swept]

    if added(0)[1] >> s.where[unit] & 1:
        yield Ride(out, unit, s.mode[unit], s.where[unit], True)
    for mode, reach in either_way(draft, unit):
        for cell in reach:
            gain, exits = added(board_of(reach.cells(cell)) & scoring & ~german)
            leaves = bool(exits >> cell & 1) and reach.left(cell) >= exit_cost(w)
            yield Ride(gain + (out if leaves else 0.0), unit, mode, cell, leaves)


def _carry_out(draft: Draft, best: Ride, least: float) -> None:
    s, name, shown = draft.s, draft.name(best.unit), draft.shown(best.unit)
    if best.gain < least:
        return
    points = "" if draft.w.part else f"{best.gain:.0f} points, "  # places alone count in a part, BTA-SHORT-3
    why = f"{shown}: {points}as far as {draft.place(best.cell)} on the last evening"
    if best.mode != s.mode[best.unit] and not draft.give(ChangeMode(name, best.mode == TRAVEL), why):
        return
    if best.cell != s.where[best.unit]:
        reach = draft.routes(best.unit)
        if best.cell not in reach or not draft.give(Move(name, reach.path(best.cell)), why):
            return
    if best.leaves:
        draft.give(Exit(name), why)
