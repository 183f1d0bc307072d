"""Running one case: lay out the board, give the orders, ask the calculation."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ardennes.cases.fields import CaseError, Fields, closest, listed
from ardennes.cases.model import Case, Casebook, Mismatch, Outcome, Table
from ardennes.dice import DiceError
from ardennes.errors import UserError
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import holds

WHEN_FIELDS = ("orders", "auto", "calculate")
MOST_ANSWERS = 3000  # default answers on the way to one order or goal
KEPT_LINES = 40


class Stop(Exception):
    """The case cannot go on: this is what came out otherwise."""

    def __init__(self, field: str, expected: str, got: str) -> None:
        super().__init__(got)
        self.mismatch = Mismatch(field, expected, got)


@dataclass(frozen=True)
class Wish:
    """One item of `when.orders`."""

    number: int
    text: str
    plain: Any
    side: str = ""
    now: bool = False


@dataclass
class Run:
    """A case while it is played."""

    case: Case
    book: Casebook
    table: Table
    events: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    calculated: dict[str, Any] = field(default_factory=dict)
    before: Any = None  # the position before the orders
    mark: int = 0  # events before the last order that was given

    def side_number(self, name: str, fields: Fields, at: str) -> int:
        sides = self.table.game.sides
        if name not in sides:
            fields.unknown(at, name, "a side", sides)
        return sides.index(name)

    def read(self, fields: Fields, at: str, plain: Any) -> tuple[int | None, Order]:
        """An order in words or as a table, with the side it is given for where that is said."""
        side, words = None, plain
        if isinstance(plain, str):
            found = re.match(r"\s*(\w+)\s*:\s*(.+)", plain)
            if found:
                side, words = self.side_number(found[1], fields, at), found[2]
        if not isinstance(words, str | dict):
            fields.fail(at, f"{words!r} is no order; write it in words or as a table with `do`.")
        try:
            if isinstance(words, str):
                return side, self.table.game.tidy(self.book.read_order(self.table, words))
            return side, self.table.game.tidy(self.table.game.read_order(words))
        except UserError as error:
            fields.fail(at, f"{words!r}: {error}")
        except msgspec.ValidationError as error:
            fields.fail(at, f"{words!r} is no order: {error}")

    def check(self, side: int, order: Order) -> Refusal | None:
        game = self.table.game
        return game.check(game.view(self.table.state, side), side, order)

    def offered(self, side: int, order: Order) -> bool:
        game = self.table.game
        return holds(game.offers(game.view(self.table.state, side), side), order)

    def seat(self, order: Order, side: int | None) -> int:
        """The side an order is for: the one named, else the one asked for such an order."""
        if side is not None:
            return side
        decisions = self.table.game.decisions(self.table.state)
        for decision in decisions:
            if self.book.suits(order, decision):
                return decision.side
        return decisions[0].side if decisions else 0

    def give(self, side: int, order: Order, shown: str) -> None:
        game, state = self.table.game, self.table.state.clone()
        events = game.apply(state, side, order, self.table.dice)
        self.table.before, self.table.state = self.table.state, state
        self.mark = len(self.events)
        self.events += events
        self.told.append(f"{game.sides[side]}: {shown}")
        self.told += [f"    {game.tell(event)}" for event in events]

    def answer(self) -> str:
        """One decision taken as by a player who does nothing; what it was."""
        game = self.table.game
        decision = game.decisions(self.table.state)[0]
        order = self.book.default(self.table, decision.side)
        refusal = self.check(decision.side, order)
        if refusal is not None:
            raise Stop("default answer", f"a legal answer to {decision.kind}", f"{order}: {refusal}")
        self.give(decision.side, order, f"(default) {msgspec.to_builtins(order)}")
        return decision.kind


def run_case(case: Case, book: Casebook) -> Outcome:
    """Run one case; a fault of the engine is a failed case, a fault of the case is told as such."""
    from ardennes.cases.expect import judge

    run: Run | None = None
    try:
        for rule in case.rules:
            if rule not in book.rule_ids:
                raise CaseError(
                    case.file, case.id, "rules", f"there is no rule {rule}.{closest(rule, book.rule_ids)}"
                )
        _check_when(case, book)
        run = Run(case, book, book.lay_out(case.given))
        run.before = run.table.state.clone()
        found = _play(run)
        if not found:
            _calculate(run)
            found = judge(run)
    except CaseError as error:
        return Outcome(case, bad=str(error), told=_told(run))
    except Stop as stop:
        found = [stop.mismatch]
    except DiceError as error:
        found = [Mismatch("given.dice", "dice for every roll", str(error))]
    except Exception as error:
        found = [Mismatch("engine", "no error", _where(error))]
    return Outcome(case, tuple(found), _told(run))


def _told(run: Run | None) -> tuple[str, ...]:
    return tuple(run.told[-KEPT_LINES:]) if run is not None else ()


def _where(error: Exception) -> str:
    """An exception with the last places it came through."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
    return f"{type(error).__name__}: {error} ({places})"


def _check_when(case: Case, book: Casebook) -> None:
    when = case.when
    if "calculate" in when:
        when.choice("calculate", "a calculation", list(book.calculations))
    elif not set(when.values) <= set(WHEN_FIELDS):
        when.only(WHEN_FIELDS)


def _wishes(when: Fields) -> list[Wish]:
    wishes = []
    for number, item in enumerate(when.items("orders"), 1):
        at = f"orders[{number}]"
        if isinstance(item, str):
            wishes.append(Wish(number, item, item))
        elif isinstance(item, dict) and "order" in item:
            fields = Fields(when.file, when.case, when.at(at), item)
            fields.only(("order", "side", "now"))
            plain = fields.raw("order")
            wishes.append(Wish(number, str(plain), plain, fields.text("side", ""), fields.flag("now", False)))
        elif isinstance(item, dict) and "do" in item:
            wishes.append(Wish(number, str(item), item))
        else:
            when.fail(at, f"{item!r} is no order; write it in words, or as a table with `do` or `order`.")
    return wishes


def _play(run: Run) -> list[Mismatch]:
    """Give the orders of the case; only the last may be refused, and only where that is expected."""
    when = run.case.when
    auto = when.flag("auto", True)
    wishes = _wishes(when)
    for wish in wishes:
        goal = re.match(r"\s*until\s+(.+)", wish.text) if isinstance(wish.plain, str) else None
        if goal:
            _go_until(run, wish, goal[1].strip())
            continue
        brought = _bring_up(run, wish, auto and not wish.now)
        if brought is None:
            continue
        side, order = brought
        refusal = _ask(run, wish, side, order)
        if refusal is None:
            run.give(side, order, wish.text)
        elif wish is wishes[-1] and "refusal" in run.case.expect:
            run.refusal = refusal
            run.told.append(f"{run.table.game.sides[side]}: {wish.text}: refused: {refusal}")
        else:
            raise Stop(f"when.orders[{wish.number}]", f"{wish.text}: carried out", f"refused: {refusal}")
    if not wishes and "refusal" in run.case.expect:
        run.case.expect.fail("refusal", "nothing can be refused: when.orders is missing or empty.")
    return []


def _ask(run: Run, wish: Wish, side: int, order: Order) -> Refusal | None:
    """Is the order refused? Asking changes nothing, and the offers say the same."""
    at, before = f"when.orders[{wish.number}]", run.table.state.digest()
    refusal = run.check(side, order)
    if run.offered(side, order) != (refusal is None):
        got = "accepted, yet not offered" if refusal is None else f"offered, yet refused: {refusal}"
        raise Stop(at, "offers and refusals that agree", f"{wish.text}: {got}")
    if run.table.state.digest() != before:
        raise Stop(at, "a position untouched by asking", f"{wish.text}: the position has changed")
    return refusal


def _bring_up(run: Run, wish: Wish, auto: bool) -> tuple[int, Order] | None:
    """The order and its side, after default answers to the decisions that come before it.

    None: it was carried out by itself already, because it was the only choice.
    """
    when, at = run.case.when, f"orders[{wish.number}]"
    stretch = run.book.stretch(run.table.state)
    answered: list[str] = []
    while True:
        side, order = run.read(when, at, wish.plain)
        if wish.side:
            side = run.side_number(wish.side, when, at)
        decisions = run.table.game.decisions(run.table.state)
        if not auto or any(run.book.suits(order, d) and side in (None, d.side) for d in decisions):
            return run.seat(order, side), order
        if run.book.done_already(order, run.events[run.mark :]):
            run.told.append(f"    (there was no choice: {wish.text})")
            return None
        kind = run.answer() if decisions and len(answered) < MOST_ANSWERS else ""
        answered += [kind] if kind else []
        if not kind or run.book.stretch(run.table.state) != stretch:
            raise Stop(
                f"when.{at}",
                f"{wish.text}: asked for in this player-turn",
                f"never asked for (decisions passed by default: {listed(answered, 20) or 'none'}); "
                'write { order = "...", now = true } to give it at once',
            )


def _go_until(run: Run, wish: Wish, words: str) -> None:
    when, at = run.case.when, f"orders[{wish.number}]"
    there = run.book.goal(run.table, words)
    if there is None:
        hint = closest(words, run.book.goals)
        when.fail(at, f"nothing is called {words!r}.{hint} Allowed: {listed(run.book.goals)}.")
    for _ in range(MOST_ANSWERS):
        if there(run.table.state):
            return
        if not run.table.game.decisions(run.table.state):
            raise Stop(f"when.{at}", f"the game to reach {words!r}", "the game ended before that")
        run.answer()
    raise Stop(f"when.{at}", f"the game to reach {words!r}", f"not after {MOST_ANSWERS} decisions")


def _calculate(run: Run) -> None:
    when = run.case.when
    if "calculate" not in when:
        return
    name = when.text("calculate")
    arguments = {key: value for key, value in when.values.items() if key not in WHEN_FIELDS}
    result = run.book.calculate(run.table, name, Fields(when.file, when.case, when.path, arguments))
    run.calculated = dict(result)
    run.told.append(f"{name}: {run.calculated}")
