"""Outpost with one planted fault each, in legality, decisions and copies, which the harness must find."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ardennes.dice import Dice
from ardennes.kernel.contract import Chance, Decision, Event, Options, Order, Refusal, Result
from ardennes.kernel.offers import Branch, Offer
from tests.kernel.toygame import (
    BLUE,
    FIGHT,
    GONE,
    GRID,
    MOVE,
    OVER,
    RED,
    RETREAT,
    UNITS,
    Attack,
    Done,
    Field,
    Lost,
    Move,
    Outpost,
    owner,
)

PLANTS: dict[str, list[type[Outpost]]] = {}


def plant(kind: str) -> Callable[[type[Outpost]], type[Outpost]]:
    """Mark a game as having one fault of a kind."""

    def mark(game: type[Outpost]) -> type[Outpost]:
        PLANTS.setdefault(kind, []).append(game)
        return game

    return mark


@plant("crash")
class CheckChokesOnUnknownUnits(Outpost):
    def _check_unit(self, state: Field, side: int, name: str, rule: str) -> Refusal | None:
        if owner(UNITS.index(name)) != side or state.at[UNITS.index(name)] == GONE:
            return Refusal(rule, f"You have no unit {name}.")
        return None


@plant("crash")
class ApplyFailsInTheMiddle(Outpost):
    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if any(isinstance(event, Lost) for event in events):
            raise ZeroDivisionError("losses were not counted")
        return events


@plant("offered-refused")
class OffersWhatCheckRefuses(Outpost):
    def _targets(self, state: Field, unit: int) -> list[int]:
        return [foe for foe in range(6) if owner(foe) != owner(unit) and state.at[foe] != GONE]

    def _check_attack(self, state: Field, side: int, order: Attack) -> Refusal | None:
        known = [name for name in (*order.units, order.target) if name in UNITS]
        cells = [state.at[UNITS.index(name)] for name in known]
        if GONE not in cells and cells and any(not GRID.adjacent(cell, cells[-1]) for cell in cells[:-1]):
            return Refusal("TOY-4", "They do not touch.")
        return super()._check_attack(state, side, order)


@plant("not-offered-accepted")
class WalksThroughUnits(Outpost):
    """`check` does not notice that hexes may be occupied."""

    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        return None if refusal is not None and "occupied" in refusal.facts else refusal


@plant("not-offered-accepted")
class AcceptsOrdersOutOfTurn(Outpost):
    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        if isinstance(order, Done) and state.phase in (MOVE, FIGHT):
            return None
        return super().check(state, side, order)


@plant("offer-lost")
class BranchesThatDenyTheirOrders(Outpost):
    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        return [
            Branch(offer.key, offer.offers, lambda order: len(getattr(order, "path", ())) == 1)
            if isinstance(offer, Branch)
            else offer
            for offer in super().offers(state, side)
        ]


@plant("view-and-truth")
class RefusesByTheHiddenTruth(Outpost):
    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        mine = state.mines[1 - side]
        if mine >= 0 and GRID.label(mine) in order.path:
            return Refusal("TOY-6", "Somebody should not go there.")
        return super()._check_move(state, side, order)


@plant("unknown-rule")
class RefusesByARuleNobodyWrote(Outpost):
    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        return refusal and msgspec.structs.replace(refusal, rule="TOY-99")


@plant("unknown-rule")
class RefusesWithoutFacts(Outpost):
    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        return refusal and msgspec.structs.replace(refusal, facts=" ")


@plant("unknown-rule")
class WinsByARuleNobodyWrote(Outpost):
    def result(self, state: Field) -> Result | None:
        result = super().result(state)
        return result and msgspec.structs.replace(result, rule="")


@plant("changed-state")
class CheckMovesTheUnit(Outpost):
    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        if refusal is None:
            state.moved[UNITS.index(order.unit)] = 0 if len(order.path) < 3 else 2
            return None
        return refusal


@plant("changed-state")
class ForecastPlaysForReal(Outpost):
    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        chances = super().forecast(state, side, order)
        if chances:
            state.beaten = 0
        return chances


@plant("changed-state")
class OffersCountTheirReaders(Outpost):
    def _move_branch(self, state: Field, unit: int, path: tuple[str, ...], at: int, points: int) -> Branch:
        branch = super()._move_branch(state, unit, path, at, points)

        def expand() -> Sequence[Offer]:
            state.beater -= 1
            return branch.offers()

        return Branch(branch.key, expand, branch.may_hold)


@plant("changed-state")
class DecisionsPassTheTurn(Outpost):
    def decisions(self, state: Field) -> tuple[Decision, ...]:
        result = super().decisions(state)
        state.beater = -2 if state.phase == FIGHT else state.beater
        return result


@plant("decisions")
class ForgetsADecision(Outpost):
    def decisions(self, state: Field) -> tuple[Decision, ...]:
        return super().decisions(state)[:1]


@plant("decisions")
class GoesOnAfterTheEnd(Outpost):
    def to_move(self, state: Field) -> tuple[int, ...]:
        return (state.side,) if state.phase == OVER else super().to_move(state)


@plant("decisions")
class OffersToTheOtherSide(Outpost):
    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        if state.phase == RETREAT and side not in self.to_move(state):
            return [Done()]
        return super().offers(state, side)

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        if state.phase == RETREAT and side not in self.to_move(state) and order == Done():
            return None
        return super().check(state, side, order)


@plant("dead-end")
class NowhereToRetreat(Outpost):
    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        return [] if state.phase == RETREAT and side == BLUE else super().offers(state, side)

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        if state.phase == RETREAT and side == BLUE:
            return Refusal("TOY-5", "There is no way back.")
        return super().check(state, side, order)


@plant("dead-end")
class WaitsForNobody(Outpost):
    def to_move(self, state: Field) -> tuple[int, ...]:
        return () if state.phase == RETREAT and owner(state.beaten) == RED else super().to_move(state)


@plant("endless")
class NeverEnds(Outpost):
    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        state.turn = 1
        events = super().apply(state, side, order, dice)
        state.phase = MOVE if state.phase == OVER else state.phase
        return events

    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        return [offer for offer in super().offers(state, side) if not isinstance(offer, Attack)]

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        if isinstance(order, Attack):
            return Refusal("TOY-4", "There is peace.")
        return super().check(state, side, order)


class ForgetfulField(Field):
    def clone(self) -> ForgetfulField:
        copy = ForgetfulField(*(getattr(self, name) for name in self.__struct_fields__))
        copy.at, copy.mines, copy.moved = self.at[:], self.mines[:], self.moved[:]
        copy.fought = [0] * 6
        return copy


class SharingField(Field):
    def clone(self) -> SharingField:
        copy = SharingField(*(getattr(self, name) for name in self.__struct_fields__))
        copy.at, copy.mines, copy.moved = self.at[:], self.mines[:], self.moved[:]
        return copy  # `fought` is one shared list for both


class ForgetfulRecord(Field):
    def clone(self) -> ForgetfulRecord:
        return ForgetfulRecord(*(getattr(Field.clone(self), name) for name in self.__struct_fields__))

    def record(self) -> dict[str, Any]:
        return {**super().record(), "mined": "0"}


class _OtherField(Outpost):
    field: type[Field] = Field

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        plain = super().start(scenario, options, dice)
        return self.field(*(getattr(plain, name) for name in plain.__struct_fields__))

    def read_state(self, plain: Mapping[str, Any]) -> Field:
        return self.field.from_record(plain)


@plant("clone")
class CloneForgetsAField(_OtherField):
    field = ForgetfulField


@plant("shared")
class CloneSharesAList(_OtherField):
    field = SharingField


@plant("shared")
class ViewSharesAList(Outpost):
    def view(self, state: Field, side: int | None) -> Field:
        visible = super().view(state, side)
        visible.moved = state.moved
        return visible


@plant("record")
class RecordForgetsAField(_OtherField):
    field = ForgetfulRecord


@plant("save")
class NeverStartsTwiceTheSame(Outpost):
    starts = 0

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        self.starts += 1
        state = super().start(scenario, options, dice)
        state.beater = -self.starts
        return state


@plant("replay")
class OtherRulesTheSecondTime(Outpost):
    """Long marches are allowed until the game is set up again."""

    starts = 0

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        self.starts += 1
        return super().start(scenario, options, dice)

    def _move_branch(self, state: Field, unit: int, path: tuple[str, ...], at: int, points: int) -> Branch:
        branch = super()._move_branch(state, unit, path, at, points)
        short = self.starts > 1 and path
        return Branch(branch.key, list, branch.may_hold) if short else branch

    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        if self.starts > 1 and len(order.path) > 1:
            return Refusal("TOY-3", "Not that far.")
        return super()._check_move(state, side, order)


class RememberingField(Field, dict=True):
    def clone(self) -> RememberingField:
        copy = RememberingField(*(getattr(Field.clone(self), name) for name in self.__struct_fields__))
        copy.__dict__.update(self.__dict__)
        return copy


@plant("stale")
class RemembersWhoMoved(_OtherField):
    """The units that may still move are computed once, and never again."""

    field = RememberingField

    def ready(self, state: Field, unit: int) -> bool:
        known: list[bool] = state.__dict__.setdefault("ready", [not moved for moved in state.moved])
        return known[unit]

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        if isinstance(order, Done):
            self.ready(state, 0)
        return super().apply(state, side, order, dice)

    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        return [
            offer
            for offer in super().offers(state, side)
            if not isinstance(offer, Branch) or self.ready(state, UNITS.index(offer.key))
        ]

    def _check_move(self, state: Field, side: int, order: Move) -> Refusal | None:
        refusal = super()._check_move(state, side, order)
        if refusal is None and not self.ready(state, UNITS.index(order.unit)):
            return Refusal("TOY-3", f"{order.unit} has moved already.")
        return refusal


@plant("tidy")
class OffersUntidyAttacks(Outpost):
    def tidy(self, order: Order) -> Order:
        return (
            Attack(tuple(sorted(order.units, reverse=True)), order.target)
            if isinstance(order, Attack)
            else order
        )


@plant("tidy")
class TheFirstNamedPays(Outpost):
    """The effect of an attack depends on the order in which its units are named."""

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if isinstance(order, Attack):
            state.moved[UNITS.index(order.units[0])] = 3
        return events


@plant("tidy")
class TidyIsNeverDone(Outpost):
    def tidy(self, order: Order) -> Order:
        if isinstance(order, Attack) and list(order.units) != sorted(order.units):
            return Attack(order.units[::-1], order.target)
        return order
