"""The base of a casebook: what several games do the same way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ardennes.cases.ask import Question, calculations_of, world_of
from ardennes.cases.fields import Fields
from ardennes.cases.model import Mismatch, Table
from ardennes.cases.positions import Positions
from ardennes.kernel.contract import Decision, Event, Order
from ardennes.kernel.deciding import Deciding
from ardennes.kernel.facts import Facts
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.offers import orders

Test = Callable[[Any], bool]


class CasebookFrame:
    """The casebook of a game whose decisions have kinds and whose turns have phases."""

    def __init__(
        self,
        game: DecidingGame[Any, Any],
        lay_out: Callable[[Fields], Table],
        facts: Mapping[str, Facts],  # by kind of subject
        question: type[Question[Any, Any]],
        decisions: Iterable[Deciding[Any, Any, Any]],
        goals: Sequence[str],  # in addition to the kinds of decision: turns, phases
    ) -> None:
        self.rule_ids: Collection[str] = game.rule_ids()
        self.lay_out, self._wording, self._question = lay_out, game.wording, question
        self._positions, self._calculations = Positions(facts), calculations_of(question)
        self.expectations: Mapping[str, str] = self._positions.EXPECTATIONS
        self.calculations: Collection[str] = tuple(self._calculations)
        self._answers = {deciding.kind: deciding.answers for deciding in decisions}
        self.goals: Collection[str] = (*goals, *(f"decision {kind}" for kind in self._answers))

    def impossible(self, table: Table) -> str:
        """Refuse enemies in one hex, or more units than may stack."""
        w, stacks = world_of(table), dict[int, list[Any]]()
        for unit in w.units:
            if table.state.where[unit.index] >= 0 and self.takes_room(unit):
                stacks.setdefault(table.state.where[unit.index], []).append(unit)
        for cell, stack in stacks.items():
            for unit in stack:
                if unit.side != stack[0].side:
                    return f"{stack[0].id} and {unit.id} are enemies and cannot be in one hex."
            if why := self.too_many(w, table.state, cell, [unit.index for unit in stack]):
                units = ", ".join(unit.id for unit in stack)
                return f"{units} cannot be in one hex: {why} Place some of them elsewhere."
        return ""

    def takes_room(self, unit: Any) -> bool:
        """Return whether the unit keeps enemies out of its hex."""
        return True

    def too_many(self, w: Any, s: Any, cell: int, units: list[int]) -> str:
        """Return why these units of a side can never share the hex, not even briefly; empty if they can."""
        return ""

    def read_order(self, table: Table, text: str) -> Order:
        order: Order = self._wording.parse(world_of(table), text, table.state)
        return order

    def default(self, table: Table, side: int) -> Order:
        """Return the usual answer, or the first order offered."""
        game: Any = table.game
        view = game.view(table.state, side)
        asked = game.asked_of(view, side)
        usual: Order | None = asked.deciding.usual(game.world, view, asked.frame)
        if usual is not None and game.check(view, side, usual) is None:
            return usual
        return next(orders(game.offers(view, side)))

    def suits(self, order: Order, decision: Decision) -> bool:
        return type(order) in self._answers[decision.kind]

    def passed_over(self, table: Table, order: Order) -> Any | None:
        """Return the position before a decision that was skipped; by default none is."""
        return None

    def owner(self, table: Table, order: Order) -> int | None:
        """Return the side that the text of an order names; by default none."""
        return None

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        """Return whether the events show that an order was carried out automatically; by default never."""
        return False

    def goal(self, table: Table, words: str) -> Test | None:
        """Parse 'end', 'decision KIND', or a moment in the game's own terms."""
        lower = words.lower().strip()
        if lower == "end":
            return lambda state: bool(state.over)
        if lower.startswith("decision "):
            wanted = lower.removeprefix("decision ").strip()
            if wanted not in map(str.lower, self._answers):
                return None
            return lambda state: any(d.kind.lower() == wanted for d in table.game.decisions(state))
        return self.moment(table, lower)

    def moment(self, table: Table, words: str) -> Test | None:
        """Return whether the game has reached or passed a turn or phase; None if there is no such thing."""
        raise NotImplementedError

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        """Run a named calculation on the present position."""
        calculation = self._calculations[name]
        arguments.only(calculation.arguments)
        return calculation.run(self._question(table, arguments))

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        return self._positions.compare(world_of(table), state, name, expect)
