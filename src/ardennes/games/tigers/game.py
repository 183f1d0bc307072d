"""Tigers in the Ardennes as the engine sees it: the Game contract over the chapters of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.log import LINES
from ardennes.games.tigers.rules.combat import declare, resolve
from ardennes.games.tigers.rules.combat.odds import Odds, odds_of
from ardennes.games.tigers.rules.explain.why_not import lapsed
from ardennes.games.tigers.rules.model.events import AnyEvent, CombatResult
from ardennes.games.tigers.rules.model.orders import AnyOrder, Attack, Fight, StandFast
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import Combat, Declaring, StandingFast, TigersState, Variant
from ardennes.games.tigers.rules.outcome.victory import result_of, result_with
from ardennes.games.tigers.rules.sequence import setup
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.games.tigers.rules.sequence.phases import enter_phase, settle
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.tigers.schema.world import World, printed_world
from ardennes.games.tigers.words import WORDING
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Chance, Event, Events, Options, Order, Refusal, Refused, Result
from ardennes.kernel.forecast import exact
from ardennes.kernel.head import StackedGame

RULES_VERSION = "6"


class Tigers(StackedGame[World, TigersState]):
    """The game. It is immutable; there is one for the printed data, and one for each changed data folder."""

    id = "tigers"
    name = "Tigers in the Ardennes"
    version = RULES_VERSION
    sides = SIDES
    rule_prefix = "TIA"
    package = "ardennes.games.tigers"
    orders, events, state = AnyOrder, AnyEvent, TigersState
    deciding, wording, lines = DECISIONS, WORDING, LINES
    is_over = Refusal("TIA-VIC-8", "The game is over.")
    turn_rule, answer_rule = "TIA-SEQ-1", "TIA-SEQ-2"

    def __init__(self, world: World | None = None) -> None:
        self.world = world or printed_world()

    def start(self, scenario: str, options: Options, dice: Dice) -> TigersState:
        state = setup.opening(self.world, Variant.of(options))
        events: Events = []
        enter_phase(self.world, state, dice, events)
        settle(self.world, state, dice, events)
        return state

    def lapsed(self, state: TigersState, side: int, order: Order) -> Refusal | None:
        return lapsed(self.world, state, order)

    def settle(self, state: TigersState, dice: Dice, events: Events) -> None:
        settle(self.world, state, dice, events)

    def outcome(self, events: Sequence[Event]) -> str:
        """Return the combat result, if there is one."""
        for event in events:
            if isinstance(event, CombatResult):
                return event.result
        return "; ".join(str(e.__struct_config__.tag) for e in events) or "nothing"

    def preview(self, state: TigersState, side: int, order: Order) -> tuple[Chance, ...]:
        """Return the chances of an attack, declared or not, over every die, without No Retreat! orders."""
        w = self.world
        trial = state.clone()
        trial.stack.clear()
        if isinstance(order, Fight) and 0 <= order.attack < len(state.attacks):
            number = order.attack
        elif isinstance(order, Attack) and self.wording.unknown(self.world, order) is None:
            tidy = self.wording.tidied(w, order)
            trial.attacks.append(
                Combat(tuple(map(w.grid.at, tidy.targets)), tuple(w.by_id[a] for a in tidy.attackers))
            )
            number = len(trial.attacks) - 1
        else:
            return ()
        if not trial.attacks[number].attackers:
            return ()
        trial.stack.append(Declaring(side))

        def fight(dice: Dice) -> Events:
            world = trial.clone()
            events: Events = []
            resolve.start_battle(w, world, number, dice, events)
            asked = world.stack[-1]
            if isinstance(asked, StandingFast):
                self.deciding[StandingFast].apply(w, world, asked, StandFast(False), dice, events)
            return [msgspec.structs.replace(e, die=0) for e in events if isinstance(e, CombatResult)]

        return exact(fight, self.outcome)

    def odds(self, state: TigersState, order: Attack) -> Odds:
        """Return the odds of an attack, line by line; raise Refused if there are none to compute."""
        w = self.world
        refusal = self.wording.unknown(self.world, order) or declare.out_of_touch(w, state, order)
        if refusal is not None:
            raise Refused(refusal)
        return odds_of(w, state, [w.by_id[a] for a in order.attackers], [w.grid.at(t) for t in order.targets])

    def view(self, state: TigersState, side: int | None) -> TigersState:
        """Return the position without the hidden dump, for all but the Allies, TIA-FUEL-2."""
        derived(self.world, state)  # computed now, so that state and view share it
        view = state.clone()
        if side != ALLIED and not state.dump_known and self.world.dump >= 0:
            view.where[self.world.dump] = -1
            view.status[self.world.dump] = view.spent[self.world.dump] = 0
        return view

    def hidden_twins(self, state: TigersState, side: int) -> Sequence[TigersState]:
        dump = self.world.dump
        if side == ALLIED or state.dump_known or dump < 0 or state.where[dump] < 0:
            return ()
        twins = []
        # In a hex with Germans or under a declared attack it would have been revealed, TIA-FUEL-2.
        result = derived(self.world, state).fighters[GERMAN] | 1 << state.where[dump]
        result |= board_of(target for attack in state.attacks for target in attack.targets)
        for cell in bits(self.world.board.dump_hexes & ~result):
            twin = state.clone()
            twin.where[dump] = cell
            twins.append(twin)
        return twins

    def result(self, state: TigersState) -> Result | None:
        return result_of(self.world, state)

    def with_bid(self, state: TigersState, bid: int) -> Result:
        return result_with(self.world, state, bid)

    def phase_mark(self, state: TigersState) -> tuple[int, ...]:
        return (state.turn, state.phase, phasing(state) if not state.over else -1)
