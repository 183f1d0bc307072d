"""Run one case: set up the board, give the orders, run the calculation."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ardennes.cases.expect import check_rules, judge
from ardennes.cases.fields import CaseError, Fields
from ardennes.cases.model import Case, Casebook, Mismatch, Outcome
from ardennes.cases.session import MOST_ANSWERS, Ruling, Run, Step, Stop
from ardennes.dice import DiceError
from ardennes.kernel.contract import Order
from ardennes.kernel.datafile import listed

WHEN_FIELDS = ("orders", "auto", "calculate")
KEPT_LINES = 40


@dataclass(frozen=True)
class Wish:
    """One item of `when.orders`."""

    number: int
    text: str
    plain: Any
    side: str = ""
    now: bool = False


def run_case(case: Case, book: Casebook) -> Outcome:
    """Run one case; an engine fault fails the case, and an invalid case is reported as such."""
    run: Run | None = None
    try:
        check_rules(case.rules, book.rule_ids, Fields(case.file, case.id, "", {}), "rules")
        _check_when(case, book)
        _said_once(case.given)
        run = Run(case, book, book.lay_out(case.given))
        if impossible := book.impossible(run.table):
            case.given.fail("units", impossible)
        run.before = run.table.state.clone()
        run.open_with(run.table.opening)
        _play(run)
        calculate(run)
        result = judge(run)
    except CaseError as error:
        return Outcome(case, bad=str(error), told=_told(run))
    except Stop as stop:
        result = [stop.mismatch]
    except DiceError as error:
        result = [Mismatch("given.dice", "dice for every roll", str(error))]
    except Exception as error:
        result = [Mismatch("engine", "no error", _where(error))]
    if run is None:
        return Outcome(case, tuple(result))
    return Outcome(case, tuple(result), _told(run), calculated=run.calculated, steps=tuple(run.steps))


def _told(run: Run | None) -> tuple[str, ...]:
    return tuple(run.told[-KEPT_LINES:]) if run is not None else ()


def _where(error: Exception) -> str:
    """Format an exception with the last places in its traceback."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
    return f"{type(error).__name__}: {error} ({places})"


def _check_when(case: Case, book: Casebook) -> None:
    when = case.when
    if "calculate" in when:
        when.choice("calculate", "a calculation", list(book.calculations))
    elif not set(when.values) <= set(WHEN_FIELDS):
        when.only(WHEN_FIELDS)


def _said_once(given: Fields) -> None:
    """Refuse a hexside that is named from both its hexes, because they could contradict each other."""
    for name, table in given.values.items():
        if isinstance(table, dict):
            named = ["/".join(sorted(key.split("/"))) for key in table]
            for key in named:
                if named.count(key) > 1:
                    given.fail(name, f"{key} is named twice; leave one of them out.")


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
            when.fail(at, f"{item!r} is not an order; write it as text, or as a table with `do` or `order`.")
    return wishes


def _play(run: Run) -> None:
    """Give the orders of the case; only the last may be refused, and only if that is expected."""
    when = run.case.when
    auto = when.flag("auto", True)
    wishes = _wishes(when)
    earlier = run.table.state  # before the last order, or after an `until` where it led
    for wish in wishes:
        before = run.table.state
        goal = re.match(r"\s*until\s+(.+)", wish.text) if isinstance(wish.plain, str) else None
        last = wish is wishes[-1] and "refusal" in run.case.expect
        if goal:
            _go_until(run, wish, goal[1].strip(), earlier)
            earlier = run.table.state
            continue
        if not (last and _refused_in_passing(run, wish, auto)):
            _give(run, wish, auto and not wish.now, last)
        if run.table.state is not before:
            earlier = before
    if not wishes and "refusal" in run.case.expect:
        run.case.expect.fail("refusal", "nothing can be refused: when.orders is missing or empty.")


def _give(run: Run, wish: Wish, auto: bool, may_be_refused: bool) -> None:
    """Open the decision that the order answers, and give it."""
    brought = _unasked(run, wish) if may_be_refused and auto else None
    brought = brought or _bring_up(run, wish, auto)
    if brought is None:
        return
    side, order = brought
    before = run.table.state.digest()
    ruling = run.rule_on(run.table.state, order, side)
    _agree(wish, ruling)
    if run.table.state.digest() != before:
        raise Stop(
            f"when.orders[{wish.number}]",
            "a position unchanged by the question",
            f"{wish.text}: it has changed",
        )
    if ruling.refusal is None:
        run.give(side, order, wish.text)
    elif may_be_refused:
        run.refuse(Step(side, order, wish.text, run.table.state, ruling.refusal))
    else:
        raise Stop(f"when.orders[{wish.number}]", f"{wish.text}: carried out", f"refused: {ruling.refusal}")


def _unasked(run: Run, wish: Wish) -> tuple[int, Order] | None:
    """Give an order that is expected to be refused and that nobody is asked for: check it as if given now."""
    side, order = run.read(run.case.when, f"orders[{wish.number}]", wish.plain)
    side = run.side_number(wish.side, run.case.when, f"orders[{wish.number}]") if wish.side else side
    now = run.table.state
    if run.asks_for(now, order, side) or run.next_asked(order, side) is not now:
        return None
    return run.seat(now, order, side), order


def _agree(wish: Wish, ruling: Ruling) -> None:
    """Check that an order is illegal exactly if there is a refusal."""
    if ruling.offered != (ruling.refusal is None):
        got = (
            "accepted, yet not offered"
            if ruling.refusal is None
            else f"offered, yet refused: {ruling.refusal}"
        )
        raise Stop(f"when.orders[{wish.number}]", "offers and refusals that agree", f"{wish.text}: {got}")


def _refused_in_passing(run: Run, wish: Wish, auto: bool) -> bool:
    """Check an order that is expected to be refused, for a decision that was skipped since nothing could be
    chosen.
    """
    side, order = run.read(run.case.when, f"orders[{wish.number}]", wish.plain)
    if not auto or wish.now or run.asks_for(run.table.state, order, side):
        return False
    passed = run.book.passed_over(run.table, order)
    if passed is None:
        return False
    ruling = run.rule_on(passed, order, side)
    _agree(wish, ruling)
    if ruling.refusal is None:
        return False
    run.refuse(Step(run.seat(passed, order, side), order, wish.text, passed, ruling.refusal, True))
    return True


def _bring_up(run: Run, wish: Wish, auto: bool) -> tuple[int, Order] | None:
    """Return the order and its side, after default answers to the decisions before it.

    None: it was carried out automatically already, because it was the only choice.
    """
    when, at = run.case.when, f"orders[{wish.number}]"
    stretch = run.book.stretch(run.table.state)
    answered: list[str] = []
    while True:
        side, order = run.read(when, at, wish.plain)
        if wish.side:
            side = run.side_number(wish.side, when, at)
        if not auto or run.asks_for(run.table.state, order, side):
            return run.seat(run.table.state, order, side), order
        if run.book.done_already(run.table, order, run.events[run.mark :]):
            run.told.append(f"    (there was no choice: {wish.text})")
            return None
        decisions = run.table.game.decisions(run.table.state)
        kind = run.answer() if decisions and len(answered) < MOST_ANSWERS else ""
        answered += [kind] if kind else []
        if not kind or run.book.stretch(run.table.state) != stretch:
            raise Stop(
                f"when.{at}",
                f"{wish.text}: asked for in this player-turn",
                f"never asked for (decisions passed by default: {listed(answered, 20) or 'none'}); "
                'write { order = "...", now = true } to give it at once',
            )


def _go_until(run: Run, wish: Wish, words: str, earlier: Any) -> None:
    """Give default answers up to a point of the game.

    The last order may have reached it already, because phases without decisions are skipped; but it must not
    have been reached before that order.
    """
    when, at = run.case.when, f"orders[{wish.number}]"
    there = run.book.goal(run.table, words)
    if there is None:
        when.unknown(at, words, "a point of the game", run.book.goals)
    if there(earlier) and there(run.table.state):
        when.fail(at, f"{words!r} is reached or past already; leave it out, or name a later point.")
    for _ in range(MOST_ANSWERS):
        if there(run.table.state):
            return
        if not run.table.game.decisions(run.table.state):
            raise Stop(f"when.{at}", f"the game to reach {words!r}", "the game ended before that")
        run.answer()
    raise Stop(f"when.{at}", f"the game to reach {words!r}", f"not after {MOST_ANSWERS} decisions")


def calculate(run: Run) -> None:
    """Run the calculation of the case on the present position."""
    when = run.case.when
    if "calculate" not in when:
        return
    name = when.text("calculate")
    arguments = {key: value for key, value in when.values.items() if key not in WHEN_FIELDS}
    result = run.book.calculate(run.table, name, Fields(when.file, when.case, when.path, arguments))
    run.calculated = dict(result)
    run.told.append(f"{name}: {run.calculated}")
