"""Case files for Wave of Terror: orders, defaults, goals (docs/reference/cases-wave-of-terror.md)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.cases.ask import world_of
from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.wave_of_terror.cases import given as casebook_given
from ardennes.games.wave_of_terror.cases.calculations import Question
from ardennes.games.wave_of_terror.facts import FACTS
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat.artillery import attacked
from ardennes.games.wave_of_terror.rules.model import orders
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import Eliminated, StepLost
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import stacking
from ardennes.games.wave_of_terror.rules.sequence import phases
from ardennes.games.wave_of_terror.rules.sequence.decisions import DECISIONS
from ardennes.games.wave_of_terror.rules.sequence.phases import must_fight_first
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.words import WORDING
from ardennes.kernel.contract import Decision, Event, Order

GOALS = ("end", "turn N", "couplet N", "turn N couplet N PHASE", "PHASE", "decision KIND")
EARLY = ("turn start", "weather", "air", "supply problems")


class WaveOfTerrorCasebook(CasebookFrame):
    """Orders, defaults and goals of case files."""

    def suits(self, order: Order, decision: Decision) -> bool:
        return isinstance(order, orders.Concede) or super().suits(order, decision)

    def too_many(self, w: World, s: WaveState, cell: int, units: list[int]) -> str:
        """Return why a stack is too large, WOT-7.2, or an empty text; a moving Kampfgruppe is exempt,
        WOT-7.7."""
        why = 0 if set(units) & set(s.kg) else stacking.judge(w, units)
        return stacking.explain(w, units, cell, why).facts if why else ""

    def passed_over(self, table: Table, order: Order) -> WaveState | None:
        return passed_over(world_of(table), table.before, table.state, order)

    def owner(self, table: Table, order: Order) -> int | None:
        """Return the side whose units an order for artillery or losses names: both sides give these orders in
        turn."""
        if not isinstance(order, orders.Support | orders.Lose):
            return None
        w = world_of(table)
        sides = {w.side[w.by_id[name]] for name in order.units if name in w.by_id}
        return sides.pop() if len(sides) == 1 else None

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        """Return whether the game has carried the order out without asking.

        It does so for losses that can fall in only one way, and for an order of phases without a choice.
        """
        if isinstance(order, orders.Lose):
            w = world_of(table)
            lost = {event.unit for event in happened if isinstance(event, StepLost | Eliminated)}
            sides = {w.side[w.by_id[name]] for name in order.units}
            return set(order.units) == {name for name in lost if w.side[w.by_id[name]] in sides}
        return any(WORDING.told(order, event) for event in happened)

    def stretch(self, state: WaveState) -> object:
        return state.turn, state.couplet

    def moment(self, table: Table, words: str) -> Test | None:
        """Return the test for a goal like 'turn 6' or 'couplet 2 allied movement'."""
        result = casebook_given.turn_and_phase(words)
        if result is None:
            return None
        if isinstance(table.game, WaveOfTerror):  # the goal counts as reached even if no unit can attack
            combat = result[2] is not None and result[2][0] == phases.COMBAT
            table.game.patience = phases.PATIENT if combat else phases.AFTER_BATTLES
        return _moment(table, *result)

    def read_order(self, table: Table, text: str) -> Order:
        if isinstance(table.game, WaveOfTerror):
            table.game.patience = phases.AFTER_BATTLES
        return super().read_order(table, text)


CASEBOOK = WaveOfTerrorCasebook(
    WaveOfTerror(),
    casebook_given.lay_out,
    FACTS,
    Question,
    DECISIONS.values(),
    (*GOALS, *casebook_given.phase_names()),
)


def _moment(table: Table, turn: int | None, couplet: int | None, phase: tuple[str, int] | None) -> Test:
    """Return a test for reaching a phase or passing it. Without a turn or couplet, it means the next such
    phase."""
    start: WaveState = table.before or table.state  # the last order may have led past the goal
    name, side = phase or ("turn start", -1)
    early = name in EARLY and (phase is not None or couplet is None)
    seat = side if side >= 0 else -1 if early else 2
    due_turn = turn or start.turn
    usual = 0 if early else 2 if name == "turn end" else 1 if turn else start.couplet or 1
    due_couplet = couplet or usual
    if phase is None:
        return lambda s: bool(s.over) or (s.turn, s.couplet) >= (due_turn, due_couplet)
    here = start.turn, start.couplet, *_place(start)
    if not (turn or couplet) and here >= (due_turn, due_couplet, seat, _step(name, start)):
        later = due_couplet != 1 or seat < 0
        due_turn, due_couplet = due_turn + later, (1 if due_couplet == 2 and not early else 2)
        due_couplet = usual if early or name == "turn end" else due_couplet

    def there(s: WaveState) -> bool:
        return bool(s.over) or (s.turn, s.couplet, *_place(s)) >= (
            due_turn, due_couplet, seat, _step(name, s),
        )  # fmt: skip

    return there


def _place(s: WaveState) -> tuple[int, int]:
    """Return the position in a couplet (before, a side's segment, after) and the step."""
    return s.acting if s.acting >= 0 else 2 if s.step >= f.RECOVERY else -1, s.step


def _step(phase: str, s: WaveState) -> int:
    return casebook_given.step_of(phase, s.fight_first)


def passed_over(w: World, before: WaveState | None, now: WaveState, order: Order) -> WaveState | None:
    """Return the position with the skipped decision open that such an order answers, or None."""
    if isinstance(order, orders.ChooseOrder | orders.Repair):
        return _declaration(now)
    if before is None:
        return None
    if isinstance(order, orders.Attack):
        return _combat_phase(before, now)
    if isinstance(order, orders.Advance):
        return _advance(w, before, now)
    if isinstance(order, orders.Support | orders.Fly):
        return _support(w, before, now, order)
    return None


def _declaration(now: WaveState) -> WaveState | None:
    """Open the declaration; in the first couplet of turn 1 the German side declares nothing, WOT-5.8."""
    if not must_fight_first(now, now.acting) or now.step != f.FIRST or now.attacked or now.battle is not None:
        return None
    result = now.clone()
    result.step, result.stack = f.DECLARATION, [f.Declaring(GERMAN)]
    return result


def _combat_phase(before: WaveState, now: WaveState) -> WaveState | None:
    """Open a combat phase in which no unit could attack."""
    same = (before.turn, before.couplet) == (now.turn, now.couplet)
    if not same or not before.stack or (before.acting, before.step) == (now.acting, now.step):
        return None
    frame = before.stack[-1]
    second = isinstance(frame, f.Moving) and not before.fight_first
    if not second and not (
        isinstance(frame, f.Declaring) and now.fight_first and now.acting == before.acting
    ):
        return None
    result = now.clone()
    result.acting, result.step = before.acting, f.SECOND if second else f.FIRST
    result.stack = [f.Fighting(before.acting)]
    return result


def _battle(before: WaveState, now: WaveState) -> f.Battle | None:
    """Return the battle of the last order: one that it continued or declared."""
    if before.battle is not None:
        return before.battle
    if not before.stack or not isinstance(before.stack[-1], f.Fighting) or before.attacked == now.attacked:
        return None
    new = [u for u, marks in enumerate(now.marks) if marks & f.ATTACKED and not before.marks[u] & f.ATTACKED]
    return f.Battle(now.attacked[-1], tuple(new)) if new and now.attacked else None


def _advance(w: World, before: WaveState, now: WaveState) -> WaveState | None:
    """Open the advance, although no unit could enter the hex or it is not empty, WOT-10.26."""
    b = _battle(before, now)
    if b is None or now.battle is not None or not now.stack or not isinstance(now.stack[-1], f.Fighting):
        return None
    result = now.clone()
    result.battle = b
    result.stack.append(f.Advancing(w.side[b.attackers[0]]))
    return result


def _support(
    w: World, before: WaveState, now: WaveState, order: orders.Support | orders.Fly
) -> WaveState | None:
    """Open the decision of artillery or aircraft that were not available in the battle, WOT-10.18,
    WOT-10.14."""
    b = _battle(before, now)
    if b is None:
        return None
    result = before.clone()
    if before.battle is None:
        result.attacked.append(b.target)
        for unit in b.attackers:
            result.marks[unit] |= f.ATTACKED
        attacked(w, result, b.target)
    else:
        result.stack.pop()
    if isinstance(order, orders.Fly):
        result.battle = msgspec.structs.replace(b, aircraft=b.aircraft or now.aircraft < before.aircraft)
        result.aircraft = now.aircraft
        result.stack.append(f.Flying(ALLIED))
        return result
    sides = {w.side[w.by_id[name]] for name in order.units if name in w.by_id}
    if len(sides) != 1:
        return None
    side = sides.pop()
    result.battle = b
    result.stack.append(f.Supporting(side, side == w.side[b.attackers[0]]))
    return result
