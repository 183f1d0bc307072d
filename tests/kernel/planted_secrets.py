"""Outpost with one planted fault each, in chance, secrets and texts, which the harness must find."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from time import process_time
from typing import ClassVar

import msgspec

from ardennes.dice import Dice
from ardennes.kernel.contract import Chance, Event, Order, Refusal
from ardennes.kernel.offers import Branch, Offer
from tests.kernel.planted import plant
from tests.kernel.toygame import (
    FIGHT,
    GRID,
    MOVE,
    NOT_LAID,
    Attack,
    Blast,
    Done,
    Field,
    Fought,
    Laid,
    Lost,
    Move,
    Moved,
    Outpost,
)


@plant("not-determined")
class RollsItsOwnDice(Outpost):
    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if isinstance(order, Attack):
            state.moved[0] = random.randrange(2, 1000)
        return events


@plant("not-determined")
class TellsByTheClock(Outpost):
    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        return [
            Moved(f"{e.unit} at {random.random()}", e.path) if isinstance(e, Moved) else e for e in events
        ]


class Whispered(Move, frozen=True, tag="move"):
    quiet: ClassVar[bool] = True


@plant("trace")
class MovesAreQuietYetSeen(Outpost):
    def _move_branch(self, state: Field, unit: int, path: tuple[str, ...], at: int, points: int) -> Branch:
        branch = super()._move_branch(state, unit, path, at, points)

        def whispered() -> list[Offer]:
            return [Whispered(o.unit, o.path) if isinstance(o, Move) else o for o in branch.offers()]

        return Branch(branch.key, whispered, branch.may_hold)

    def read_order(self, plain: object) -> Order:
        order = super().read_order(plain)
        return Whispered(order.unit, order.path) if isinstance(order, Move) else order


@plant("trace")
class DoneIsToldToNobodyYetNotQuiet(Outpost):
    """The end of a phase of movement is neither reported nor visible."""

    def view(self, state: Field, side: int | None) -> Field:
        visible = super().view(state, side)
        if visible.phase == FIGHT and side != visible.side:
            visible.phase = MOVE
        return visible

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        return [] if isinstance(order, Done) and state.phase == FIGHT else events

    def hidden_twins(self, state: Field, side: int) -> Sequence[Field]:
        twins = list(super().hidden_twins(state, side))
        if state.side != side and state.phase == FIGHT:
            twins.append(state.clone())
            twins[-1].phase = MOVE
        return twins


@plant("no-twin")
class HidesMoreThanItsTwinsShow(Outpost):
    def hidden_twins(self, state: Field, side: int) -> Sequence[Field]:
        return []


@plant("dice")
class ForgetsToCountTheDie(Outpost):
    def _roll(self, state: Field, dice: Dice, what: str, rule: str, events: list[Event]) -> int:
        die = super()._roll(state, dice, what, rule, events)
        state.rolls -= 1
        return die


@plant("dice")
class RollsTheSameIndexAgain(Outpost):
    def _roll(self, state: Field, dice: Dice, what: str, rule: str, events: list[Event]) -> int:
        dice.roll(max(state.rolls - 1, 0), what)
        return super()._roll(state, dice, what, rule, events)


@plant("dice")
class KeepsADieToItself(Outpost):
    def _roll(self, state: Field, dice: Dice, what: str, rule: str, events: list[Event]) -> int:
        return super()._roll(state, dice, what, rule, [])


@plant("slow")
class ForecastsForever(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        started = process_time()
        while isinstance(order, Attack) and process_time() - started < 0.3:
            pass
        return super().forecast(state, side, order)


@plant("forecast-sum")
class LosesAnOutcome(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return super().forecast(state, side, order)[:-1]


@plant("forecast-sum")
class ForecastsInFloats(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return tuple(
            Chance(float(c.probability), c.outcome, c.events)  # type: ignore[arg-type]
            for c in super().forecast(state, side, order)
        )


@plant("forecast-wrong")
class TooHopeful(Outpost):
    """A sixth of the first outcome is reported as the last one's."""

    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        chances = list(super().forecast(state, side, order))
        if len(chances) > 1 and chances[0].probability > Fraction(1, 6):
            for at, change in ((0, Fraction(-1, 6)), (-1, Fraction(1, 6))):
                chances[at] = msgspec.structs.replace(
                    chances[at], probability=chances[at].probability + change
                )
        return tuple(chances)


@plant("forecast-wrong")
class ForecastsOtherEvents(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return tuple(
            msgspec.structs.replace(c, events=c.events[:1]) for c in super().forecast(state, side, order)
        )


@plant("forecast-wrong")
class ForecastsWithoutEvents(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return tuple(Chance(c.probability, c.outcome) for c in super().forecast(state, side, order))


@plant("forecast-wrong")
class ForgetsAForecast(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        alone = isinstance(order, Attack) and len(order.units) == 1
        return () if alone else super().forecast(state, side, order)


@plant("forecast-sum")
class PreviewsTwice(Outpost):
    def preview(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return super().preview(state, side, order) * 2


@plant("leak-view")
class ViewShowsTheMine(Outpost):
    def view(self, state: Field, side: int | None) -> Field:
        return state.clone()


@plant("leak-view")
class BystandersSeeEverything(Outpost):
    def view(self, state: Field, side: int | None) -> Field:
        return state.clone() if side is None else super().view(state, side)


class _Peeking(Outpost):
    """Save the true state whenever a view is made."""

    truth: Field

    def view(self, state: Field, side: int | None) -> Field:
        if min(state.mines) >= NOT_LAID:
            self.truth = state.clone()
        return super().view(state, side)

    def mine_of(self, state: Field, side: int) -> int:
        """The mine as the peeker knows it, if the state is a view of the truth."""
        known = getattr(self, "truth", None)
        return known.mines[side] if known is not None and known.at == state.at else state.mines[side]


@plant("leak-offers")
class OffersAvoidTheMine(_Peeking):
    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        mine = self.mine_of(state, 1 - side)
        return [o for o in super().offers(state, side) if not self._warned(o, mine)]

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        refusal = super().check(state, side, order)
        if refusal is None and self._warned(order, self.mine_of(state, 1 - side)):
            return Refusal("TOY-1", "Better not.")
        return refusal

    def _warned(self, offer: Offer, mine: int) -> bool:
        return isinstance(offer, Done) and mine >= 0 and mine % 2 == 0


@plant("leak-refusal")
class RefusalTellsTheMine(_Peeking):
    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        way_out = f"Mind {self.mine_of(state, 1 - side)}."
        return refusal and msgspec.structs.replace(refusal, way_out=way_out)


@plant("leak-forecast")
class ForecastTellsTheMine(_Peeking):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        mine = self.mine_of(state, 1 - side)
        return tuple(
            msgspec.structs.replace(c, outcome=f"{c.outcome} {mine}")
            for c in super().forecast(state, side, order)
        )


@plant("leak-event")
class EventTellsTheMine(Outpost):
    """The end of a phase reveals the other side's mine."""

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if isinstance(order, Done) and state.mines[1 - side] >= 0:
            events.append(Lost(GRID.label(state.mines[1 - side])))
        return events


@plant("leak-event")
class BlastRevealsInSilence(Outpost):
    """Finding a mine is reported, but not marked as a reveal."""

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        return [Lost(f"{e.unit} in {e.hex}") if isinstance(e, Blast) else e for e in events]


@plant("event")
class EventReadAsAnother(Outpost):
    def read_event(self, plain: object) -> Event:
        event = super().read_event(plain)
        return Fought(event.attackers, event.defender, "") if isinstance(event, Fought) else event


@plant("event")
class SilentEvent(Outpost):
    def tell(self, event: Event) -> str:
        return "" if isinstance(event, Laid) and event.hex == "somewhere" else super().tell(event)


@plant("order")
class OrderReadAsAnother(Outpost):
    def read_order(self, plain: object) -> Order:
        order = super().read_order(plain)
        return Move(order.unit, order.path[::-1]) if isinstance(order, Move) else order


@plant("phase-mark")
class MarkIsAList(Outpost):
    def phase_mark(self, state: Field) -> tuple[int, ...]:
        return list(super().phase_mark(state))  # type: ignore[return-value]


@plant("phase-mark")
class MarkNeverChanges(Outpost):
    def phase_mark(self, state: Field) -> tuple[int, ...]:
        return (1,)
