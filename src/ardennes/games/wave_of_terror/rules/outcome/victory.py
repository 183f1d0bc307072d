"""Victory: the ledger of points, sudden death, the end of the game, degrees (WOT-4)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import Conceded, GameOver, Scored
from ardennes.games.wave_of_terror.rules.model.orders import TakePoints
from ardennes.games.wave_of_terror.rules.model.position import held, holder, occupied, units_at
from ardennes.games.wave_of_terror.rules.model.state import Award, ChoosingEnd, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import in_supply
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Result
from ardennes.kernel.deciding import YesOrNo
from ardennes.kernel.names import at_hex, hex_text
from ardennes.kernel.parts import judged, places_score
from ardennes.kernel.wire import Score, ScoreLevel, ScorePart
from ardennes.words import counted as counted_units

TACTICAL, OPERATIONAL, STRATEGIC = "tactical", "operational", "strategic"
DRAW = "draw"

# The meaning of a victory by side and degree, WOT-4.14, WOT-4.15, WOT-4.16, WOT-4.17, WOT-4.18, WOT-4.19.
MEANING = {
    (ALLIED, TACTICAL): (
        "WOT-4.14",
        "The Allies hold the bulge at a high price and cross the Rhine a month late.",
    ),
    (ALLIED, OPERATIONAL): ("WOT-4.15", "The offensive fails much as it did in December 1944."),
    (ALLIED, STRATEGIC): ("WOT-4.16", "The German reserve is destroyed and the war is shortened."),
    (GERMAN, TACTICAL): (
        "WOT-4.17",
        "The Germans return to the West Wall in good order. The Allied spring offensive will be late.",
    ),
    (GERMAN, OPERATIONAL): (
        "WOT-4.18",
        "Several Allied divisions are lost. The war drags on into June.",
    ),
    (GERMAN, STRATEGIC): (
        "WOT-4.19",
        "The front is torn open. The war lasts until September and the atomic bomb.",
    ),
}
# The sources of ledger lines by rule.
SOURCES = {
    "WOT-4.8": "Enemy steps destroyed",
    "WOT-4.7": "Cities held",
    "WOT-4.9": "Units west of the Meuse",
    "WOT-4.10": "British units east of the Meuse",
    "WOT-4.11": "Optional German reinforcements",
    "WOT-4.12": "Use of the 5th Armored Division",
    "WOT-BID-1": "The bid",
}


def score(w: World, s: WaveState, side: int, what: str, points: int, rule: str, events: Events) -> None:
    """Add points for a side to the ledger."""
    if not points:
        return
    s.points[side] += points
    s.ledger = (*s.ledger, Award(s.turn, side, what, points, rule))
    if w.part is None:  # in a short scenario places decide, WOT-SHORT-3
        events.append(Scored(SIDES[side], what, points, s.points[side], rule))


def award_text(w: World, what: str) -> str:
    """Return what points in the ledger are for, as players read it.

    The ledger keeps short texts with numbers of hexes, because it is part of every fingerprint.
    """
    first, _, rest = what.partition(" ")
    if rest == "units west of the Meuse":
        return f"{counted_units(int(first), 'unit')} west of the Meuse"
    if rest == "brought in":
        parent = w.parent_by_id[GERMAN].get(first, -1)
        return f"{w.parents[parent].name} enters" if parent >= 0 else what
    if rest == "Armored brought in":
        return f"{first} Armored Division enters"
    if rest.startswith(("step at ", "steps at ")):
        lost, _, hex_ = what.partition(" at ")
        return f"{lost} lost {at_hex(w, hex_)}"
    if what.endswith(" held"):
        return f"holding {hex_text(w, what.removesuffix(' held'))}"
    return what


def finish(s: WaveState, winner: int | None, degree: str, rule: str, events: Events) -> None:
    """End the game; there are no more decisions."""
    s.winner = -1 if winner is None else winner
    s.over = DRAW if winner is None else f"{SIDES[winner]} {degree}"
    s.acting = -1
    s.stack.clear()
    s.battle = None
    events.append(GameOver(s.over, *counted(s, s.variant.bid), rule))


def concede(s: WaveState, side: int) -> Events:
    """Return the events of a concession: a strategic victory for the other side, WOT-4.2."""
    events: Events = [Conceded(SIDES[side])]
    finish(s, 1 - side, STRATEGIC, "WOT-4.2", events)
    return events


def broke_out(s: WaveState, events: Events) -> None:
    """End the game because a supplied German unit has left the map beyond the Meuse, WOT-4.3."""
    finish(s, GERMAN, STRATEGIC, "WOT-4.3", events)


def beyond_the_meuse(w: World, s: WaveState) -> int:
    """Return the number of German units west of the Meuse line, with artillery, supplied or not."""
    beyond = occupied(w, s, GERMAN) & w.board.west_of_meuse
    count = sum(len(units_at(w, s, cell)) for cell in bits(beyond))
    return count + sum(more for cell, more in s.unseen if beyond >> cell & 1)


def end_of_turn(w: World, s: WaveState, events: Events) -> None:
    """Score a point for each German unit beyond the Meuse, every turn, WOT-4.9."""
    count = beyond_the_meuse(w, s)
    points = count * w.limits.west_of_meuse_points
    score(w, s, GERMAN, f"{count} units west of the Meuse", points, "WOT-4.9", events)


def enemy_cities(w: World, s: WaveState, side: int) -> int:
    """Return the city hexes that the side controls on the enemy's side of the starting front, WOT-4.7."""
    german_side = w.board.german_side
    abroad = german_side if side == ALLIED else w.grid.mask & ~german_side
    return held(w, s, side) & w.board.cities & abroad


def foothold(w: World, s: WaveState) -> bool:
    """Return whether a supplied German unit is west of the starting front, WOT-4.4; lines are traced now."""
    for cell in bits(occupied(w, s, GERMAN) & ~w.board.german_side):
        if any(in_supply(w, s, unit) for unit in units_at(w, s, cell)):
            return True
    return False


def degree(winner: int, loser: int, operational: int = 2, strategic: int = 3) -> str:
    """Return the degree of victory for the winner's points per point of the loser, WOT-4.13."""
    if not loser or winner >= strategic * loser:
        return STRATEGIC
    return OPERATIONAL if winner >= operational * loser else TACTICAL


def counted(s: WaveState, bid: int) -> tuple[int, int]:
    """Return German and Allied points, with the bid added to the side it is for, WOT-BID-1."""
    return s.points[GERMAN] + max(bid, 0), s.points[ALLIED] + max(-bid, 0)


def by_points(w: World, s: WaveState) -> tuple[int | None, str]:
    """Return (winner, degree) by points, with the match's bid."""
    return by_counted(w, *counted(s, s.variant.bid))


def by_counted(w: World, german: int, allied: int) -> tuple[int | None, str]:
    """Return (winner, degree): the higher total wins, equal totals are a draw, WOT-4.6."""
    if german == allied:
        return None, DRAW
    winner = GERMAN if german > allied else ALLIED
    limits = w.limits
    return winner, degree(max(german, allied), min(german, allied), limits.operational, limits.strategic)


def end_of_game(w: World, s: WaveState, events: Events) -> None:
    """Decide the game after turn 17: city points, then automatic wins, else the points, WOT-4.1.

    In a short scenario only places decide, WOT-SHORT-3.
    """
    if w.part is not None:
        winner = judged(w.part, german_places(w, s), GERMAN, SIDES).winner
        finish(s, winner, TACTICAL, w.part.rule, events)
        return
    for side in (GERMAN, ALLIED):
        for cell in bits(enemy_cities(w, s, side)):
            name = w.board.names[cell] or w.grid.label(cell)
            score(w, s, side, f"{name} held", w.limits.city_points, "WOT-4.7", events)
    if not foothold(w, s):
        finish(s, ALLIED, STRATEGIC, "WOT-4.4", events)
    elif holder(s, w.board.st_vith) == ALLIED and by_points(w, s) == (ALLIED, OPERATIONAL):
        choose_end(w, s, False, events)  # the points give the same
    elif holder(s, w.board.st_vith) == ALLIED:
        s.stack.append(ChoosingEnd(ALLIED))  # WOT-4.5: that victory, or the points
    else:
        take_points(w, s, events)


def take_points(w: World, s: WaveState, events: Events) -> None:
    """End the game by points."""
    winner, level = by_points(w, s)
    finish(s, winner, level, "WOT-4.13" if winner is not None else "WOT-4.6", events)


class EndOfGame(YesOrNo[World, WaveState, ChoosingEnd]):
    """Decide between the victory for holding St. Vith at the end and the points."""

    kind, rule, answers = "end of the game", "WOT-4.5", (TakePoints,)

    def prompt(self, w: World, s: WaveState, frame: ChoosingEnd) -> str:
        """Return the question with the victory that the points give."""
        winner, degree = by_points(w, s)
        if winner is None:
            victory = "a draw"
        else:
            victory = f"{'an Allied' if winner == ALLIED else 'a German'} {degree} victory"
        return (
            "You hold St. Vith, which gives an Allied operational victory. The points give "
            f"{victory}. Take the result by points instead?"
        )

    def usual(self, w: World, s: WaveState, frame: ChoosingEnd) -> TakePoints:
        return TakePoints(best_end(w, s))

    def apply(
        self, w: World, s: WaveState, frame: ChoosingEnd, order: TakePoints, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        choose_end(w, s, order.yes, events)


def choose_end(w: World, s: WaveState, points: bool, events: Events) -> None:
    """Give the Allied player, who holds St. Vith, the victory of WOT-4.5 or the points."""
    if points:
        take_points(w, s, events)
    else:
        finish(s, ALLIED, OPERATIONAL, "WOT-4.5", events)


def best_end(w: World, s: WaveState) -> bool:
    """Return whether the points are better by default: only as an Allied strategic victory, WOT-4.5."""
    return by_points(w, s) == (ALLIED, STRATEGIC)


def german_places(w: World, s: WaveState) -> list[str]:
    """Return the places of a short scenario that the Germans control."""
    return [w.board.names[cell] for cell in w.part_cells if holder(s, cell) == GERMAN]


def ended_now(w: World, s: WaveState) -> Result:
    """Return the result, or the result if the game ended now, computed on a copy, WOT-4.1."""
    end = s.clone()
    if not end.over:
        end_of_game(w, end, [])
    if not end.over:
        choose_end(w, end, best_end(w, end), [])
    result = result_of(w, end)
    assert result is not None
    return result


def result_of(w: World, s: WaveState) -> Result | None:
    """Return the result of the game, or None before its end; points are German less Allied."""
    return result_with(w, s, s.variant.bid) if s.over else None


def result_with(w: World, s: WaveState, bid: int) -> Result:
    """Return the result with this bid instead of the match's bid, WOT-BID-1."""
    if w.part is not None and s.over.endswith(TACTICAL):
        return judged(w.part, german_places(w, s), GERMAN, SIDES)
    german, allied = counted(s, bid)
    lead, points = german - allied, f"Points: German {german}, Allied {allied}."
    winner, reached = _ended(w, s, bid)
    if winner is None:
        return Result(None, DRAW, lead, f"A draw. {points}", "WOT-4.6", lead)
    rule, meaning = MEANING[winner, reached]
    title = f"{SIDES[winner].capitalize()} {reached} victory"
    return Result(winner, title, lead, f"{title}. {meaning} {points}", rule, lead)


def _ended(w: World, s: WaveState, bid: int) -> tuple[int | None, str]:
    """Return (winner, degree) with this bid.

    A bid does not change an end that ignores points. With a bid other than the match's own, the player that
    holds St. Vith takes the better result, WOT-4.5.
    """
    if bid == s.variant.bid or s.turn < w.turns or not foothold(w, s):
        return (None, DRAW) if s.winner < 0 else (s.winner, s.over.split()[1])
    result = by_counted(w, *counted(s, bid))
    if holder(s, w.board.st_vith) == ALLIED and result != (ALLIED, STRATEGIC):
        return ALLIED, OPERATIONAL
    return result


def score_of(w: World, s: WaveState) -> Score:
    """Return the parts of both sides' points if the game ended now, and the German points that each level
    takes.

    The levels depend on the Allied points, WOT-4.13.
    """
    if w.part is not None:
        return places_score(w.part, german_places(w, s), GERMAN, SIDES)
    end = s.clone()
    if not end.over:
        end_of_game(w, end, [])
    bid = s.variant.bid
    lines = [(line.side, line.rule, line.points) for line in end.ledger]
    lines.append((GERMAN if bid > 0 else ALLIED, "WOT-BID-1", abs(bid)))
    sums = {(side, rule): 0 for side in (GERMAN, ALLIED) for rule in SOURCES}
    for side, rule, points in lines:
        sums[side, rule] += points
    parts = [ScorePart(SOURCES[rule], points, rule, side) for (side, rule), points in sums.items() if points]
    german, allied = counted(end, bid)
    op, strategic = w.limits.operational, w.limits.strategic
    least = {
        (ALLIED, STRATEGIC): None,
        (ALLIED, OPERATIONAL): allied // strategic + 1,
        (ALLIED, TACTICAL): allied // op + 1,
        (None, DRAW): allied,
        (GERMAN, TACTICAL): allied + 1,
        (GERMAN, OPERATIONAL): op * allied,
        (GERMAN, STRATEGIC): strategic * allied,
    }
    levels = (
        ScoreLevel(DRAW if side is None else f"{SIDES[side].capitalize()} {word} victory", points, side)
        for (side, word), points in least.items()
    )
    return Score("points", german, list(parts), list(levels), allied)
