"""Case files for Wave of Terror: orders, defaults, goals (docs/cases-wave-of-terror.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ardennes.cases.ask import world_of
from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.wave_of_terror.cases import expect as casebook_expect
from ardennes.games.wave_of_terror.cases import given as casebook_given
from ardennes.games.wave_of_terror.cases.ask import Ask
from ardennes.games.wave_of_terror.cases.calculations import CALCULATIONS
from ardennes.games.wave_of_terror.cases.passed import passed_over
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import orders, sequence
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.combat import due, involved
from ardennes.games.wave_of_terror.rules.decisions import HANDLERS
from ardennes.games.wave_of_terror.rules.events import Eliminated, StepLost
from ardennes.games.wave_of_terror.rules.losses import usual
from ardennes.games.wave_of_terror.rules.setup import check_end
from ardennes.games.wave_of_terror.rules.stacking import trim_offers
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.victory import best_end
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.words import WORDING
from ardennes.kernel.contract import Decision, Event, Order

GOALS = ("end", "turn N", "couplet N", "turn N couplet N PHASE", "PHASE", "decision KIND")
EARLY = ("turn start", "weather", "air", "supply problems")
ANSWERS: Mapping[str, tuple[type[Order], ...]] = {h.kind: h.answers for h in HANDLERS.values()}


class WaveOfTerrorCasebook(CasebookFrame):
    """What the case files of this game understand."""

    def suits(self, order: Order, decision: Decision) -> bool:
        return isinstance(order, orders.Concede) or super().suits(order, decision)

    def default(self, table: Table, side: int) -> Order:
        return _default(world_of(table), table.state)

    def passed_over(self, table: Table, order: Order) -> WaveState | None:
        return passed_over(world_of(table), table.before, table.state, order)

    def owner(self, table: Table, order: Order) -> int | None:
        """Artillery and losses are asked of both sides in turn: whose units they are says who is meant."""
        if not isinstance(order, orders.Support | orders.Lose):
            return None
        w = world_of(table)
        sides = {w.side[w.by_id[name]] for name in order.units if name in w.by_id}
        return sides.pop() if len(sides) == 1 else None

    def done_already(self, table: Table, order: Order, happened: Sequence[Event]) -> bool:
        """Losses that can fall in one way only and an order of phases without a choice are not asked for."""
        if isinstance(order, orders.Lose):
            w = world_of(table)
            lost = {event.unit for event in happened if isinstance(event, StepLost | Eliminated)}
            sides = {w.side[w.by_id[name]] for name in order.units}
            return set(order.units) == {name for name in lost if w.side[w.by_id[name]] in sides}
        return any(WORDING.told(order, event) for event in happened)

    def stretch(self, state: WaveState) -> object:
        return state.turn, state.couplet

    def moment(self, table: Table, words: str) -> Test | None:
        """'turn 6', 'couplet 2 allied movement'."""
        found = casebook_given.turn_and_phase(words)
        if found is None:
            return None
        if isinstance(table.game, WaveOfTerror):  # a combat phase is come to even if nobody can attack in it
            combat = found[2] is not None and found[2][0] == casebook_given.COMBAT
            table.game.patience = sequence.PATIENT if combat else sequence.AFTER_BATTLES
        return _moment(table, *found)

    def read_order(self, table: Table, text: str) -> Order:
        if isinstance(table.game, WaveOfTerror):
            table.game.patience = sequence.AFTER_BATTLES
        return super().read_order(table, text)


CASEBOOK = WaveOfTerrorCasebook(
    WaveOfTerror(),
    casebook_given.lay_out,
    casebook_expect,
    CALCULATIONS,
    Ask,
    WORDING.parse,
    ANSWERS,
    (*GOALS, *casebook_given.phase_names()),
)


def _default(w: World, s: WaveState) -> Order:
    """What a pass means, by the table of section F."""
    match s.stack[-1]:
        case f.SettingUp(side):
            return orders.END if check_end(w, s, side) is None else orders.AutoSetup()
        case f.Declaring():
            return orders.ChooseOrder(False)
        case f.Demolishing():
            return orders.Demolish(True)
        case f.Reforming():
            return orders.Reform(False)
        case f.Flying():
            return orders.Fly(False)
        case f.ChoosingEnd():
            return orders.TakePoints(best_end(w, s))
        case f.Overstacked(cell=cell):
            return trim_offers(w, s, cell)[0]
        case f.Losing(attacker=attacker) if s.battle is not None:
            units = involved(w, s, s.battle, attacker)
            return orders.Lose(w.names(usual(w, s, units, due(s.battle, attacker))))
    return orders.END


def _moment(table: Table, turn: int | None, couplet: int | None, phase: tuple[str, int] | None) -> Test:
    """Has the game come to a phase, or past it? Without a turn or couplet: the next such phase."""
    start: WaveState = table.before or table.state  # the last order may have led past the goal already
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
    """Where in a couplet the game is: before it, in a segment, after it; and the step."""
    return s.acting if s.acting >= 0 else 2 if s.step >= f.RECOVERY else -1, s.step


def _step(phase: str, s: WaveState) -> int:
    return casebook_given.step_of(phase, s.fight_first)
