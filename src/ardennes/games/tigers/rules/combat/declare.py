"""Declaring attacks (TIA-CRT-3, TIA-CRT-17, TIA-CRT-18, TIA-CRT-23, TIA-ZOC-12, TIA-KGP-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat import obligations
from ardennes.games.tigers.rules.combat.disruption import recover
from ardennes.games.tigers.rules.combat.odds import attack_allowed, defenders_at, known_odds
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import AttackDeclared
from ardennes.games.tigers.rules.model.orders import Attack, Cancel, End, Fight
from ardennes.games.tigers.rules.model.position import derived, moment, recall, stack_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.fuel import reveal_dump
from ardennes.games.tigers.rules.movement.moves import attacked_this_phase
from ardennes.games.tigers.rules.sequence.decision_base import UntilEnd
from ardennes.games.tigers.rules.sequence.turn_order import second_step_words
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.offers import Branch, Offer, leads_to
from ardennes.kernel.offers import orders as all_orders
from ardennes.words import listed

NOBODY = Refusal("TIA-CRT-1", "The attack has no attackers or no target hex.", "Name at least one of each.")


def out_of_touch(w: World, s: TigersState, order: Attack) -> Refusal | None:
    """Return why there are no odds to compute; None if every attacker is beside every target, TIA-CRT-23."""
    if not order.targets or not order.attackers:
        return NOBODY
    for unit in (w.by_id[name] for name in order.attackers):
        if s.where[unit] < 0:
            return obligations.takes_part(w, s, unit)
        for target in (w.grid.at(label) for label in order.targets):
            if not obligations.touches(w, s, unit, (target,)):
                return obligations.reaches(w, s, unit, target)
    return None


def check_attack(w: World, s: TigersState, side: int, order: Attack) -> Refusal | None:
    """Return why this attack may not be declared now; None if it may."""
    targets = [w.grid.at(t) for t in order.targets]
    attackers = [w.by_id[a] for a in order.attackers]
    if not targets or not attackers:
        return NOBODY
    if len(set(targets)) != len(targets) or len(set(attackers)) != len(attackers):
        return Refusal("TIA-CRT-23", "The attack names a hex or a unit twice.", "Name each once.")
    refusal = _attackers_refusal(w, s, side, attackers, order.attach)
    if refusal is None:
        refusal = _targets_refusal(w, s, side, attackers, targets)
    if refusal is not None:
        return refusal
    if not attack_allowed(w, s, attackers, targets):
        odds = known_odds(w, s, attackers, targets)
        facts = f"{odds.attack} against {odds.total_defence} is below 1:5"
        if odds.raw >= 0:
            facts = f"{w.tables.odds[odds.raw]} shifted by {sum(x[1] for x in odds.shifts):+d} is below 1:5"
        return Refusal("TIA-CRT-3", facts + ".", "Add attackers.")
    return _duty_refusal(w, s, side, attackers, targets)


def _attackers_refusal(
    w: World, s: TigersState, side: int, attackers: list[int], attach: Sequence[str]
) -> Refusal | None:
    busy = {u for _, units in obligations.declared(s) for u in units}
    joining = [w.by_id[name] for name in attach]
    if joining and w.peiper not in attackers:
        return Refusal("TIA-KGP-8", "Units can be attached only to Peiper.", "Add Peiper to the attack.")
    if len(set(joining)) != len(joining):
        return Refusal("TIA-KGP-8", "The order attaches a unit twice.", "Name each unit once.")
    for unit in joining:
        refusal = peiper.may_attach(w, s, unit)
        if refusal is not None:
            return refusal
    for unit in attackers:
        if w.side[unit] != side:
            return Refusal("TIA-SEQ-1", f"{w.units[unit].name} belongs to the other side.")
        if unit in busy:
            return Refusal("TIA-SEQ-5", f"{w.units[unit].name} already has a declared attack.")
        refusal = obligations.takes_part(w, s, unit)
        if refusal is not None:
            return refusal
    if not any(w.units[u].combat for u in attackers):
        return Refusal("TIA-SKORZ-3", "Skorzeny cannot attack alone.", "Add a combat unit.")
    companions = {*joining, *peiper.attached(w, s)}
    if w.peiper in attackers:
        if not companions <= set(attackers):
            return Refusal("TIA-KGP-8", "Units attached to Peiper must attack with Peiper.", "Add them.")
    elif companions & set(attackers):
        return Refusal("TIA-KGP-8", "Units attached to Peiper attack only with Peiper.", "Leave them out.")
    if isinstance(s.stack[-1], st.PeiperGoesOn) and w.peiper not in attackers:
        return Refusal("TIA-KGP-6", "Only Peiper may attack between the declared combats.")
    return None


def _taken(s: TigersState) -> int:
    """Return the hexes that a declared attack has taken, TIA-CRT-23; none for Peiper's extra attacks."""
    if isinstance(s.stack[-1], st.PeiperGoesOn):
        return 0
    return board_of(t for hexes, _ in obligations.declared(s) for t in hexes)


def _targets_refusal(
    w: World, s: TigersState, side: int, attackers: list[int], targets: list[int]
) -> Refusal | None:
    taken = _taken(s)
    for target in targets:
        label = w.place(target)
        if not defenders_at(w, s, target, side):
            only_heydte = any(u == w.heydte and w.side[u] != side for u in stack_at(w, s, target))
            rule = "TIA-SETUP-8" if only_heydte else "TIA-CRT-1"
            return Refusal(rule, f"{label} holds no enemy unit that can be attacked.")
        if taken >> target & 1:
            return Refusal("TIA-CRT-23", f"{label} is already the target of another declared attack.")
        for unit in attackers:
            refusal = obligations.reaches(w, s, unit, target)
            if refusal is not None:
                return refusal
    return None


def _duty_refusal(
    w: World, s: TigersState, side: int, attackers: list[int], targets: list[int]
) -> Refusal | None:
    """Return why this attack would make other required attacks impossible, TIA-CRT-17, TIA-ZOC-12."""
    if isinstance(s.stack[-1], st.PeiperGoesOn):
        left = obligations.entailed(w, s, attackers) & ~board_of(targets) & ~attacked_this_phase(s)
        if left:
            return Refusal(
                "TIA-CRT-17",
                "An attacker is beside an UnDisrupted division that no unit attacks in this phase.",
                f"Also attack {w.places(bits(left))}.",
            )
        owed = obligations.owes(w, s, w.peiper) if s.stack[-1].moved else 0  # an advance requires no attack
        if owed and not owed & board_of(targets):
            return Refusal("TIA-ZOC-12", "Peiper must attack a division that it moved beside.")
        return None
    plan = [*obligations.declared(s), (tuple(targets), tuple(attackers))]
    every = obligations.duties(w, s, side)
    if obligations.can_be_met(w, s, side, plan, every):
        return None
    bound = obligations.binding(w, s, side)
    for unit, hexes in bound:
        if unit in attackers and not hexes & board_of(targets):
            facts = f"{w.units[unit].name} must attack an UnDisrupted division that it moved beside."
            return Refusal("TIA-ZOC-12", facts)
    if len(bound) < len(every) and obligations.can_be_met(w, s, side, plan, bound):
        return None
    taken = board_of(t for hexes, _ in plan for t in hexes)
    for unit, hexes in bound:
        if not hexes & ~taken and all(unit not in units for _, units in plan):
            facts = (
                f"{w.units[unit].name} must attack, but this attack would take its only targets without it."
            )
            return Refusal("TIA-ZOC-12", facts, "Add it to this attack.")
    return Refusal(
        "TIA-CRT-17",
        "This attack would make another required attack impossible.",
        "Attack every UnDisrupted division that is beside the attackers.",
    )


def still_attacking(w: World, s: TigersState, attack: st.Combat) -> list[int]:
    """Return the attackers that can still take part; an earlier combat may have driven some off."""
    return [u for u in attack.attackers if obligations.touches(w, s, u, attack.targets)]


def possible_targets(w: World, s: TigersState, side: int) -> dict[int, list[int]]:
    """Return, by target hex, the units that could attack it now."""
    return recall(w, s, ("targets", side, moment(w, s)), lambda: _possible_targets(w, s, side))


def _possible_targets(w: World, s: TigersState, side: int) -> dict[int, list[int]]:
    busy = {u for _, units in obligations.declared(s) for u in units}
    result: dict[int, list[int]] = {}
    d = derived(w, s)
    enemy = d.fighters[1 - side]
    if s.dump_known and s.where[w.dump] >= 0:
        enemy |= 1 << s.where[w.dump]
    cells = w.grid.ring(enemy) & d.fighters[side]
    beside = [unit for cell in bits(cells) for unit in d.stacks[cell] if w.side[unit] == side]
    for unit in sorted(beside):
        if unit not in busy and obligations.unfit(w, s, unit) == obligations.FIT:
            for target in obligations.target_hexes(w, s, unit):
                result.setdefault(target, []).append(unit)
    taken = _taken(s)
    leg = isinstance(s.stack[-1], st.PeiperGoesOn)  # then every attack includes Peiper, TIA-KGP-6
    return {
        t: units
        for t, units in sorted(result.items())
        if not taken >> t & 1 and (not leg or w.peiper in units)
    }


def attack_offers(w: World, s: TigersState, side: int) -> list[Offer]:
    """Return the attacks that may be declared: branches by target hex or hexes, then by attacker."""
    by_target = possible_targets(w, s, side)
    result: list[Offer] = []
    for target, units in by_target.items():
        result.append(_target_branch(w, s, side, (target,), units))
    if len(by_target) > 1:

        def several() -> Sequence[Offer]:
            return [_target_branch(w, s, side, targets, units) for targets, units in _hex_sets(by_target)]

        result.append(Branch("several hexes", several, _several))
    return result


def _several(order: Order) -> bool:
    return isinstance(order, Attack) and len(order.targets) > 1


def _hex_sets(by_target: dict[int, list[int]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Sets of two or more target hexes that some unit could attack together."""
    of_unit: dict[int, list[int]] = {}
    for target, units in by_target.items():
        for unit in units:
            of_unit.setdefault(unit, []).append(target)
    sets: dict[tuple[int, ...], list[int]] = {}
    for unit, targets in of_unit.items():
        for size in range(2, len(targets) + 1):
            for chosen in combinations(sorted(targets), size):
                sets.setdefault(chosen, []).append(unit)
    return list(sets.items())


def _target_branch(w: World, s: TigersState, side: int, targets: tuple[int, ...], units: list[int]) -> Offer:
    names = w.labels(targets)
    units = sorted(units)
    return Branch("+".join(names), _pick(w, s, side, names, units, 0, ()), leads_to(Attack, targets=names))


def _pick(
    w: World,
    s: TigersState,
    side: int,
    names: tuple[str, ...],
    units: list[int],
    first: int,
    chosen: tuple[int, ...],
) -> Callable[[], Sequence[Offer]]:
    """Expand a branch by one more attacker, in counter order."""

    def expand() -> Sequence[Offer]:
        result: list[Offer] = []
        if chosen:
            by = leads_to(Attack, attackers=w.ids(chosen))
            result.append(Branch("attack", lambda: _orders(w, s, side, names, chosen), by))
        for at in range(first, len(units)):
            more = (*chosen, units[at])
            leads = leads_to(Attack, attackers=w.ids(more))
            result.append(Branch(w.id_of[units[at]], _pick(w, s, side, names, units, at + 1, more), leads))
        return result

    return expand


def _orders(
    w: World, s: TigersState, side: int, names: tuple[str, ...], chosen: tuple[int, ...]
) -> list[Offer]:
    if isinstance(s.stack[-1], st.PeiperGoesOn) and w.peiper not in chosen:
        return []
    plain = Attack(names, w.ids(chosen))
    result: list[Offer] = [plain] if check_attack(w, s, side, plain) is None else []
    if w.peiper in chosen and not s.kgp_attacks:
        able = [u for u in chosen if u in (w.tiger_501, w.skorzeny) and peiper.may_attach(w, s, u) is None]
        for size in range(1, len(able) + 1):
            for joined in combinations(able, size):
                order = Attack(names, w.ids(chosen), w.ids(joined))
                if check_attack(w, s, side, order) is None:
                    result.append(order)
    return result


def any_attack(w: World, s: TigersState, side: int) -> bool:
    """Can any attack be declared? Try single units and all units together first: mostly that decides."""
    targets = possible_targets(w, s, side)
    on_a_leg = isinstance(s.stack[-1], st.PeiperGoesOn)
    if not s.kgp_attached and not on_a_leg and not obligations.duties(w, s, side):
        for target, units in targets.items():
            for unit in units:
                others = obligations.contact(w, s, unit) & ~(1 << target)  # hexes it would have to attack too
                if not others and attack_allowed(w, s, [unit], (target,)):
                    return True
    if next(_likely_attacks(w, s, side), None) is not None:
        return True
    return bool(targets) and next(all_orders(attack_offers(w, s, side)), None) is not None


def _likely_attacks(w: World, s: TigersState, side: int) -> Iterator[Attack]:
    """Yield attacks on one hex that may be declared: of all units beside it, and of single ones."""
    for target, units in possible_targets(w, s, side).items():
        name = w.grid.label(target)
        for attackers in dict.fromkeys((tuple(units), *((unit,) for unit in units))):
            if attack_allowed(w, s, attackers, (target,)):
                attack = Attack((name,), w.ids(attackers))
                if check_attack(w, s, side, attack) is None:
                    yield attack


def apply_attack(w: World, s: TigersState, order: Attack, dice: Dice, events: Events) -> int:
    """Declare the attack and return its number."""
    targets = tuple(w.grid.at(t) for t in order.targets)
    attackers = tuple(w.by_id[a] for a in order.attackers)
    if order.attach:
        peiper.join(w, s, order.attach, dice, events)
    events.append(AttackDeclared(order.targets, order.attackers))
    if w.side[attackers[0]] == GERMAN:
        reveal_dump(w, s, targets, events)
    s.attacks.append(st.Combat(targets, attackers))
    return len(s.attacks) - 1


def note_entailed(w: World, s: TigersState, number: int) -> None:
    """Note the hexes that an attack requires to be attacked as well, TIA-CRT-17."""
    combat = s.attacks[number]
    entails = tuple(bits(obligations.entailed(w, s, combat.attackers) & ~board_of(combat.targets)))
    s.attacks[number] = msgspec.structs.replace(combat, entails=entails)


def check_end(w: World, s: TigersState, side: int) -> Refusal | None:
    """Return why the declarations may not end: an attack is still required, TIA-CRT-17, TIA-ZOC-12."""
    hexes, idle = obligations.unmet(w, s, side)
    if not hexes and not idle:
        return None
    return recall(w, s, ("end", side, moment(w, s)), lambda: _still_owed(w, s, side, hexes, idle))


def _still_owed(w: World, s: TigersState, side: int, hexes: int, idle: list[int]) -> Refusal:
    by_moving = 0
    for _, beside in obligations.binding(w, s, side):
        by_moving |= beside
    if hexes:
        rule = "TIA-ZOC-12" if hexes & by_moving else "TIA-CRT-17"
        return Refusal(rule, f"You must still attack {w.places(bits(hexes))}.", "Declare it.")
    names = listed([w.units[u].name for u in idle])
    return Refusal("TIA-ZOC-12", f"{names} moved into contact and must attack.", "Declare an attack.")


class DeclareAttacks(UntilEnd[st.Declaring]):
    kind, rule, answers = "declare", "TIA-CRT-17", (Attack, End)
    done = "End declarations"

    def prompt(self, w: World, s: TigersState, frame: st.Declaring) -> str:
        return f"Declare your attacks, then end the declarations{second_step_words(s)}."

    def passes(self, w: World, s: TigersState, frame: st.Declaring) -> Order | None:
        """Ask only whether any attack exists: that is quicker than to count the orders."""
        if self.not_yet(w, s, frame) is None:
            return None if any_attack(w, s, frame.side) else self.ending
        likely = islice(_likely_attacks(w, s, frame.side), 2)
        return None if len([*likely]) == 2 else super().passes(w, s, frame)

    def orders(self, w: World, s: TigersState, frame: st.Declaring) -> list[Offer]:
        return attack_offers(w, s, frame.side)

    def refusal(self, w: World, s: TigersState, frame: st.Declaring, order: Attack) -> Refusal | None:
        return check_attack(w, s, frame.side, order)

    def carry_out(
        self, w: World, s: TigersState, frame: st.Declaring, order: Attack, dice: Dice, events: Events
    ) -> None:
        apply_attack(w, s, order, dice, events)

    def not_yet(self, w: World, s: TigersState, frame: st.Declaring) -> Refusal | None:
        return check_end(w, s, frame.side)

    def end(self, w: World, s: TigersState, frame: st.Declaring, dice: Dice, events: Events) -> None:
        fix_declarations(w, s)
        s.stack.pop()

    def idle(self, w: World, s: TigersState, frame: st.Declaring) -> bool:
        """Check required attacks first: that is quicker than to search for an attack."""
        return check_end(w, s, frame.side) is None and not any_attack(w, s, frame.side)


def fix_declarations(w: World, s: TigersState) -> None:
    """Close the declarations: note what each entails and which are required, TIA-CRT-18."""
    if not s.attacks:
        return
    owed_hexes = 0
    for _, beside in obligations.binding(w, s, w.side[s.attacks[0].attackers[0]]):
        owed_hexes |= beside
    for number, combat in enumerate(s.attacks):
        owed = bool(owed_hexes & board_of(combat.targets))
        s.attacks[number] = msgspec.structs.replace(combat, owed=owed)
        note_entailed(w, s, number)


def required(s: TigersState, number: int, visited: frozenset[int] = frozenset()) -> bool:
    """Must this attack be made? TIA-CRT-18."""
    combat = s.attacks[number]
    if combat.owed and not s.variant.cancel_contact_attacks:
        return True
    for other, rival in enumerate(s.attacks):
        if other == number or other in visited or not set(rival.entails) & set(combat.targets):
            continue
        if rival.status == st.FOUGHT:
            return True
        if rival.status == st.PENDING and required(s, other, visited | {number}):
            return True
    return False


def check_choice(w: World, s: TigersState, order: Fight | Cancel) -> Refusal | None:
    """Return why the attack may not be resolved next, or cancelled; None if it may.

    An attack is made or cancelled together with all that it entails, even through another, TIA-CRT-17.
    """
    number = order.attack
    if not 0 <= number < len(s.attacks) or s.attacks[number].status != st.PENDING:
        pending = [(i + 1, c.targets) for i, c in enumerate(s.attacks) if c.status == st.PENDING]
        choices = listed([f"{at} on {w.places(targets)}" for at, targets in pending], "or")
        return Refusal(
            "TIA-CRT-18", f"Attack {number + 1} is not waiting to be resolved.", f"Choose {choices}."
        )
    if isinstance(order, Cancel):
        facts = f"The attack on {w.places(s.attacks[number].targets)} is required and cannot be cancelled."
        return Refusal("TIA-CRT-18", facts) if required(s, number) else None
    gone = obligations.rests_on_cancelled(s, number)
    if gone is None:
        return None
    facts = f"This attack requires the one on {w.places(gone.targets)}, which was cancelled."
    return Refusal("TIA-CRT-17", facts, "Cancel this one too.")


def drop_attack(w: World, s: TigersState, number: int, status: int, events: Events) -> None:
    """Cancel or void an attack: it counts as never made, and units that it kept from recovering recover,
    TIA-DIS-6."""
    combat = s.attacks[number]
    s.attacks[number] = msgspec.structs.replace(combat, status=status)
    if w.peiper in combat.attackers and not s.kgp_attacks and not s.status[w.peiper] & st.MOVED:
        s.kgp_attached = 0  # units attached for it are free again, TIA-CRT-18, TIA-KGP-8
    for target in combat.targets:
        for unit in stack_at(w, s, target):
            if s.status[unit] & st.HELD_BACK:
                s.status[unit] &= ~st.HELD_BACK
                recover(w, s, unit, events)


def fight_offers(s: TigersState) -> list[Offer]:
    """Return the attacks that may be resolved or cancelled now."""
    result: list[Offer] = []
    for number, combat in enumerate(s.attacks):
        if combat.status == st.PENDING:
            if obligations.rests_on_cancelled(s, number) is None:
                result.append(Fight(number))
            if not required(s, number):
                result.append(Cancel(number))
    return result
