"""KampfGruppe Peiper continues after a combat: a leg of movement, another attack, or both (TIA-KGP-2,
TIA-KGP-6)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat import declare
from ardennes.games.tigers.rules.combat.obligations import contact, takes_part
from ardennes.games.tigers.rules.combat.resolve import start_battle
from ardennes.games.tigers.rules.model.orders import Attack, End, Move
from ardennes.games.tigers.rules.model.state import VOID, PeiperGoesOn, TigersState
from ardennes.games.tigers.rules.movement.carry_out import apply_move
from ardennes.games.tigers.rules.movement.moves import check_move, leg_attack
from ardennes.games.tigers.rules.movement.offers import can_stir, move_offers
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Offer


class PeiperOn(UntilEnd[PeiperGoesOn]):
    kind, rule, answers = "Peiper", "TIA-KGP-2", (Move, Attack, End)
    asks = "Peiper continues: move, attack or stop."
    done = "Peiper stops"

    def orders(self, w: World, s: TigersState, frame: PeiperGoesOn) -> list[Offer]:
        result: list[Offer] = [] if frame.moved else [*move_offers(w, s)]
        if peiper.may_attack(w, s) is None:
            result += declare.attack_offers(w, s, frame.side)
        return result

    def refusal(self, w: World, s: TigersState, frame: PeiperGoesOn, order: Move | Attack) -> Refusal | None:
        if isinstance(order, Move):
            return check_move(w, s, order)
        return declare.check_attack(w, s, frame.side, order)

    def carry_out(
        self, w: World, s: TigersState, frame: PeiperGoesOn, order: Move | Attack, dice: Dice, events: Events
    ) -> None:
        if isinstance(order, Move):
            apply_move(w, s, order, dice, events)
        else:
            _attack(w, s, frame, order, dice, events)

    def not_yet(self, w: World, s: TigersState, frame: PeiperGoesOn) -> Refusal | None:
        """Return why Peiper may not stop: it moved into contact on this leg and can attack, TIA-ZOC-12."""
        bound = frame.moved and contact(w, s, w.peiper) != 0
        if bound and takes_part(w, s, w.peiper) is None and leg_attack(w, s) is not None:
            return Refusal("TIA-ZOC-12", "Peiper moved into contact and must attack.", "Declare its attack.")
        return None

    def idle(self, w: World, s: TigersState, frame: PeiperGoesOn) -> bool:
        if not peiper.can_go_on(w, s):
            return True
        if not frame.moved and can_stir(w, s, w.peiper):
            return False
        return peiper.may_attack(w, s) is not None or not declare.any_attack(w, s, frame.side)


def _attack(w: World, s: TigersState, frame: PeiperGoesOn, order: Attack, dice: Dice, events: Events) -> None:
    """Resolve an attack between the declared combats at once, without air, TIA-KGP-6."""
    number = declare.apply_attack(w, s, order, dice, events)
    declare.note_entailed(w, s, number)
    s.stack.pop()
    start_battle(w, s, number, dice, events)
    if s.attacks[number].status == VOID:
        s.stack.append(frame)  # the revealed dump made it too weak, so it was never made
