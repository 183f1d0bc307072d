"""Victory (TIA-VIC): exits at once, towns at the end."""

from __future__ import annotations

import msgspec

from ardennes.games.tigers.rules.model.events import Exited, GameOver
from ardennes.games.tigers.rules.model.position import put
from ardennes.games.tigers.rules.model.state import EXITED, TigersState
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.special.peiper import group
from ardennes.games.tigers.schema.terms import ALLIED, DIVISION, GERMAN, SIDES, SUB_DIVISIONAL
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Result
from ardennes.kernel.parts import judged, places_score
from ardennes.kernel.showing import number
from ardennes.kernel.wire import Score, ScoreLevel
from ardennes.words import listed

WINNING_QUARTERS = 8  # two divisions, TIA-VIC-1

RESULTS = {
    "german strategic": Result(
        GERMAN, "German Strategic Victory", 2, "Two supplied divisions have broken out over the Meuse.",
        "TIA-VIC-1", margin=2,
    ),
    "german historic": Result(
        GERMAN, "German Historic Victory", 1, "{german_places} German.",
        "TIA-VIC-5", margin=1,
    ),
    "allied historic": Result(
        ALLIED, "U.S. Historic Victory", 1, "The offensive has been contained.", "TIA-VIC-6", margin=-1
    ),
    "allied strategic": Result(
        ALLIED, "U.S. Strategic Victory", 2, "{allied_places} held and the bulge is broken.",
        "TIA-VIC-7", margin=-2,
    ),
}  # fmt: skip


def result_at(w: World, level: str) -> Result:
    """Return the result of a level, with the names of its places."""
    german, allied = w.german_places, w.allied_places
    result = RESULTS[level]
    summary = result.summary.format(
        german_places=f"{listed(german)} {'is' if len(german) == 1 else 'are'}",
        allied_places=f"The {number(len(allied))} places are" if len(allied) > 1 else f"{allied[0]} is",
    )
    return msgspec.structs.replace(result, summary=summary)


def quarters_for(w: World, s: TigersState, unit: int, cell: int) -> int:
    """Return the worth of an exit in supply, in quarters of a division, TIA-VIC-1, TIA-VIC-2, TIA-VIC-3,
    TIA-VIC-4."""
    info = w.units[unit]
    if info.size == DIVISION and unit != w.parent:
        worth = 4
    elif info.size == SUB_DIVISIONAL or unit == w.parent:
        worth = 2  # a brigade, Peiper, and the division it comes from
    else:
        return 0
    full = w.board.exit_full >> cell & 1
    if full and s.variant.exit_110_half and w.board.west >> cell & 1 and w.board.north >> cell & 1:
        full = 0
    return worth if full else worth // 2


def leave_map(w: World, s: TigersState, unit: int, cell: int, events: Events) -> None:
    """Let a German unit exit, with units attached; two divisions' worth wins at once."""
    for member in group(w, s, unit):
        quarters = quarters_for(w, s, member, cell) if in_supply(w, s, member) else 0
        s.exited += quarters
        put(w, s, member, EXITED)
        events.append(Exited(w.units[member].id, w.grid.label(cell), quarters, s.exited))
    if unit == w.peiper:
        s.kgp_attached = 0
    if s.exited >= WINNING_QUARTERS:
        end_game(w, s, "german strategic", events)


def holds(w: World, s: TigersState, side: int, place: str) -> bool:
    """Does the side hold the place?"""
    return bool(s.held >> w.board.hex_of[place] & 1) == (side == ALLIED)


def final_level(w: World, s: TigersState) -> str:
    """Return the level by the tests after the last Allied player-turn, TIA-VIC-8, TIA-SHORT-3."""
    if w.part is not None:
        return "german" if len(german_held(w, s)) >= w.part.needs else "allied"
    if all(holds(w, s, GERMAN, place) for place in w.german_places):
        return "german historic"
    seven = bool(s.allied_test) if s.allied_test >= 0 else allied_seven(w, s)
    return "allied strategic" if seven else "allied historic"


def german_held(w: World, s: TigersState) -> list[str]:
    """Return the places of a German victory that the Germans hold."""
    return [place for place in w.german_places if holds(w, s, GERMAN, place)]


def allied_seven(w: World, s: TigersState) -> bool:
    """Do the Allies hold all their places? TIA-VIC-7."""
    return all(holds(w, s, ALLIED, place) for place in w.allied_places)


def end_game(w: World, s: TigersState, level: str, events: Events) -> None:
    s.over = level
    s.stack.clear()
    result = result_of(w, s)
    assert result is not None
    events.append(GameOver(result.level, result.points, result.rule))


def result_of(w: World, s: TigersState) -> Result | None:
    """Return the result of a game that is over; None before."""
    return ended_now(w, s) if s.over else None


def ended_now(w: World, s: TigersState) -> Result:
    """Return how the game ended, or would end if tested now."""
    return result_with(w, s, s.variant.bid)


def result_with(w: World, s: TigersState, bid: int) -> Result:
    """Return the result with a bid, which moves the level, TIA-BID-1.

    In short scenarios the places alone decide, TIA-SHORT-3.
    """
    if w.part is not None:
        return judged(w.part, german_held(w, s), GERMAN, SIDES)
    level, levels = s.over or final_level(w, s), list(RESULTS)  # the best for the German first
    reached = result_at(w, level)
    counted = RESULTS[levels[max(0, min(len(levels) - 1, levels.index(level) - bid))]]
    if counted is RESULTS[level]:
        return reached
    summary = f"{reached.level}, which the bid makes a {counted.level}: {reached.summary}"
    return Result(counted.winner, counted.level, counted.points, summary, "TIA-BID-1", counted.margin)


def score_of(w: World, s: TigersState) -> Score:
    """Return the score: levels are tests, not points; short scenarios count places, TIA-SHORT-3."""
    if w.part is not None:
        return places_score(w.part, german_held(w, s), GERMAN, SIDES)
    levels = [ScoreLevel(one.level, one.margin, one.winner) for one in reversed(RESULTS.values())]
    return Score("", ended_now(w, s).margin, [], list(levels))
