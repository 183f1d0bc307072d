"""One combat from the final check to the last advance, in the order of TIA-CRT-26."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat import advance, results, retreat
from ardennes.games.tigers.rules.combat.declare import check_choice, drop_attack, fight_offers
from ardennes.games.tigers.rules.combat.disruption import disrupt, eliminate, recover
from ardennes.games.tigers.rules.combat.entrenchment import lose_entrenchment
from ardennes.games.tigers.rules.combat.obligations import strikes
from ardennes.games.tigers.rules.combat.odds import Odds, across_river, defenders_at, known_odds, odds_allow
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.position import set_flag
from ardennes.games.tigers.rules.model.rolls import roll_table, shown
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.allowance import fuel_flag
from ardennes.games.tigers.rules.movement.bridges import bridges_used, destroy
from ardennes.games.tigers.rules.movement.fuel import dump_alone
from ardennes.games.tigers.rules.movement.step import RIVER_COST
from ardennes.games.tigers.rules.sequence.decision_base import TigersDeciding, UntilEnd, YesOrNo
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import DUMP, GERMAN, SIDES, SKORZENY
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import board_of
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Lasting
from ardennes.kernel.names import between
from ardennes.kernel.offers import Offer
from ardennes.words import counted

F = TypeVar("F")
DISRUPTED_BY = {"D": "TIA-CRT-10", "D/AE": "TIA-CRT-15", "DD": "TIA-CRT-8"}
ROLL, LOSSES, BRIDGES, DEFENDERS, DISTANCE, RETREAT, RECOVERY, ADVANCE, OVER = range(9)


def final_check(
    w: World, s: TigersState, number: int
) -> tuple[tuple[int, ...], tuple[int, ...], Odds] | None:
    """Return attackers, targets and odds of a declared attack as they are now; None if it is void.

    Some attackers may no longer be able to attack (TIA-CRT-25), and Peiper may have cleared a hex in an extra
    attack (TIA-KGP-6).
    """
    combat = s.attacks[number]
    hit, side = board_of(combat.targets), w.side[combat.attackers[0]]
    able = [u for u in combat.attackers if s.where[u] >= 0 and not s.status[u] & st.DISRUPTED]
    attackers = tuple([u for u in able if not hit & ~strikes(w, s, u)])
    targets = tuple([t for t in combat.targets if defenders_at(w, s, t, side)])
    if not targets or not any(w.is_combat[u] for u in attackers):
        return None
    odds = known_odds(w, s, attackers, targets)
    return (attackers, targets, odds) if odds_allow(s, odds) else None


def final_odds(w: World, s: TigersState, number: int) -> Odds | None:
    """Return the odds as they are now; None if the attack is void."""
    final = final_check(w, s, number)
    return None if final is None else final[2]


def lone_skorzeny(w: World, s: TigersState, targets: tuple[int, ...], attacker: int) -> int:
    """Return in how many of the hexes Skorzeny is alone and eliminated without a roll, TIA-SKORZ-2."""
    return sum(defenders_at(w, s, t, attacker) == [w.skorzeny] for t in targets)


class NextAttack(TigersDeciding[st.ChoosingFight]):
    kind, rule, answers = "fight", "TIA-CRT-18", (o.Fight, o.Cancel)
    asks = "Choose the next attack to resolve, or cancel one."

    def offers(self, w: World, s: TigersState, frame: st.ChoosingFight) -> Sequence[Offer]:
        return fight_offers(s)

    def check(
        self, w: World, s: TigersState, frame: st.ChoosingFight, order: o.Fight | o.Cancel
    ) -> Refusal | None:
        return check_choice(w, s, order)

    def apply(
        self,
        w: World,
        s: TigersState,
        frame: st.ChoosingFight,
        order: o.Fight | o.Cancel,
        dice: Dice,
        events: Events,
    ) -> None:
        if isinstance(order, o.Fight):
            start_battle(w, s, order.attack, dice, events)
        else:
            events.append(e.AttackCancelled(w.labels(s.attacks[order.attack].targets)))
            drop_attack(w, s, order.attack, st.CANCELLED, events)

    def moot(self, w: World, s: TigersState, frame: st.ChoosingFight, dice: Dice, events: Events) -> bool:
        """Resolve the last attack without asking if it cannot be cancelled."""
        choices = fight_offers(s)
        if len(choices) == 1 and isinstance(choices[0], o.Fight):
            start_battle(w, s, choices[0].attack, dice, events)
            return True
        if not choices:
            s.stack.pop()
        return not choices


def battle_of(s: TigersState) -> st.Battle:
    """Return the combat that is being resolved."""
    assert s.battle is not None
    return s.battle


def _places(w: World, s: TigersState) -> str:
    return w.places(battle_of(s).targets)


def start_battle(w: World, s: TigersState, number: int, dice: Dice, events: Events) -> None:
    """Begin a combat: check it again, compute the odds, and ask the No Retreat! question."""
    final = final_check(w, s, number)
    if final is None:
        events.append(e.AttackVoid(w.labels(s.attacks[number].targets)))
        drop_attack(w, s, number, st.VOID, events)
        return
    attackers, targets, odds = final
    side = w.side[attackers[0]]
    names = w.labels(targets)
    defenders = [d for t in targets for d in defenders_at(w, s, t, side)]
    events.append(
        e.OddsSet(
            names,
            w.ids(attackers),
            odds.attack,
            odds.total_defence,
            w.tables.odds[max(0, odds.raw)],
            tuple((x[0], x[1]) for x in odds.shifts),
            w.tables.odds[odds.column],
            w.ids(defenders),
        )
    )
    _note_attack(w, s, attackers, targets, events)
    alone = lone_skorzeny(w, s, targets, side)
    s.battle = st.Battle(
        targets,
        attackers,
        odds.attack,
        odds.defence,
        odds.column,
        number,
        tuple(bridges_used(w, s, attackers, targets)),
        disrupted_before=tuple(d for d in defenders if s.status[d] & st.DISRUPTED),
    )
    if alone == len(targets):
        s.battle = msgspec.structs.replace(s.battle, result="DE", stage=BRIDGES, destroyed=True)
        events.append(e.CombatResult(names, w.tables.odds[odds.column], 0, "DE"))
        go_on(w, s, dice, events)
        return
    if alone:
        eliminate(w, s, w.skorzeny, "TIA-SKORZ-2", events)
    if all(dump_alone(w, s, t) or not defenders_at(w, s, t, side) for t in targets):
        go_on(w, s, dice, events)  # the dump cannot be ordered to hold, TIA-FUEL-5
    else:
        s.stack.append(st.StandingFast(1 - side))


def _note_attack(
    w: World, s: TigersState, attackers: tuple[int, ...], targets: tuple[int, ...], events: Events
) -> None:
    """Mark the attackers: they attack only once (TIA-SEQ-5) and lose entrenchments (TIA-ENTR-2)."""
    for unit in attackers:
        set_flag(w, s, unit, st.ATTACKED)
        lose_entrenchment(w, s, unit, "TIA-ENTR-2", events)
    if w.peiper in attackers:
        set_flag(w, s, w.peiper, fuel_flag(w, s, w.peiper))  # its budget begins, TIA-KGP-6
        if any(across_river(w, s.where[w.peiper], t) for t in targets):
            for unit in peiper.group(w, s, w.peiper):
                s.spent[unit] += RIVER_COST  # from its one budget, TIA-RIVER-4, TIA-KGP-6
        s.kgp_attacks += 1
        s.kgp_mark = s.spent[w.peiper]
        if not in_second_step(s):
            s.kgp_acted = True


class InCombat(TigersDeciding[F]):
    """A decision during a combat; once it is made, the combat continues."""

    def decide(self, w: World, s: TigersState, frame: F, order: Any, events: Events) -> None:
        raise NotImplementedError

    def apply(self, w: World, s: TigersState, frame: F, order: Any, dice: Dice, events: Events) -> None:
        s.stack.pop()
        self.decide(w, s, frame, order, events)
        go_on(w, s, dice, events)


class NoRetreat(InCombat[st.StandingFast], YesOrNo[st.StandingFast]):
    kind, rule, answers = "no retreat", "TIA-CRT-20", (o.StandFast,)
    standing = "No Retreat!"

    def prompt(self, w: World, s: TigersState, frame: st.StandingFast) -> str:
        return f'Order "No Retreat!" for the defenders of {_places(w, s)}?'

    def lasting(self, w: World, s: TigersState, frame: st.StandingFast) -> Sequence[Lasting]:
        return [
            Lasting("no", "Let them retreat", o.StandFast(False)),
            Lasting("yes", "No Retreat!", o.StandFast(True)),
        ]

    def decide(
        self, w: World, s: TigersState, frame: st.StandingFast, order: o.StandFast, events: Events
    ) -> None:
        if order.yes:
            s.battle = msgspec.structs.replace(battle_of(s), no_retreat=True)
            events.append(e.StoodFast(w.labels(s.battle.targets)))


def go_on(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    """Run the stages of the combat until a player must decide or it is over."""
    depth = len(s.stack)
    while s.battle is not None and len(s.stack) == depth:
        b = s.battle
        s.battle = msgspec.structs.replace(b, stage=b.stage + 1)
        if b.stage == ROLL:
            _roll(w, s, dice, events)
        else:
            STAGES[b.stage](w, s, events)


def _roll(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    b = battle_of(s)
    names = w.labels(b.targets)
    key, text = f"combat at {'+'.join(names)}", f"attack on {w.places(b.targets)}"
    if w.peiper in b.attackers and s.kgp_attacks > 1:
        key += f", Peiper's attack {s.kgp_attacks}"
        text += f", Peiper's attack {s.kgp_attacks} this turn"
    die = roll_table(s, dice, events, key, "TIA-CRT-5", text)
    result = w.tables.crt[die][b.column]
    s.battle = msgspec.structs.replace(b, result=result)
    events.append(e.CombatResult(names, w.tables.odds[b.column], die, result, shown(s, die)))
    if result == "D/AE" and s.variant.dae_choice != "both":
        side = w.side[b.attackers[0]]
        s.stack.append(st.ChoosingEffect(side if s.variant.dae_choice == "attacker" else 1 - side))


class ChooseDorAE(InCombat[st.ChoosingEffect]):
    """Choose the effect of D/AE, under an option."""

    kind, rule, answers = "effect", "TIA-CRT-15", (o.ChooseEffect,)
    asks = "Choose the result: D or AE."

    def offers(self, w: World, s: TigersState, frame: st.ChoosingEffect) -> Sequence[Offer]:
        return [o.ChooseEffect("D"), o.ChooseEffect("AE")]

    def check(
        self, w: World, s: TigersState, frame: st.ChoosingEffect, order: o.ChooseEffect
    ) -> Refusal | None:
        return (
            None
            if order.effect in ("D", "AE")
            else Refusal("TIA-CRT-15", f"{order.effect!r} is not a result to choose.", "Choose D or AE.")
        )

    def decide(
        self, w: World, s: TigersState, frame: st.ChoosingEffect, order: o.ChooseEffect, events: Events
    ) -> None:
        events.append(e.EffectChosen(SIDES[frame.side], order.effect))
        s.battle = msgspec.structs.replace(battle_of(s), result=order.effect)


def losses_to_choose(w: World, s: TigersState, b: st.Battle) -> list[tuple[int, ...]]:
    """Return the sets of attackers that an AE may take, TIA-CRT-14."""
    pairs = [(u, w.factor[u]) for u in b.attackers]
    return results.loss_sets(pairs, losses_due(w, s, b), s.variant.ae_losses_at_most)


def losses_due(w: World, s: TigersState, b: st.Battle) -> int:
    """Return the factors that an AE costs: the defence strength, or by an option the printed factors,
    TIA-CRT-14."""
    if s.variant.ae_losses == "printed":
        side = w.side[b.attackers[0]]
        return sum(w.factor[d] for t in b.targets for d in defenders_at(w, s, t, side))
    return sum(b.defence)


def _losses(w: World, s: TigersState, events: Events) -> None:
    b = battle_of(s)
    if w.peiper in b.attackers and b.result in results.WORSE_THAN_D:
        s.kgp_stopped = True  # TIA-SS-4
    if b.result not in results.ATTACKERS_SUFFER:
        return
    if b.result == "AD":
        disrupt_attackers(w, s, "TIA-CRT-13", events)
        return
    sets = losses_to_choose(w, s, b)
    if len(sets) == 1:
        take_losses(w, s, sets[0], events)
    else:
        s.stack.append(st.TakingLosses(w.side[b.attackers[0]]))


def take_losses(w: World, s: TigersState, units: tuple[int, ...], events: Events) -> None:
    """Eliminate these attackers and Disrupt the others."""
    for unit in units:
        eliminate(w, s, unit, "TIA-CRT-14", events)
    disrupt_attackers(w, s, "TIA-CRT-14", events)


class AttackersLost(InCombat[st.TakingLosses]):
    kind, rule, answers = "losses", "TIA-CRT-14", (o.Lose,)
    asks = "Choose the attackers that are lost."

    def offers(self, w: World, s: TigersState, frame: st.TakingLosses) -> Sequence[Offer]:
        return [o.Lose(w.ids(units)) for units in losses_to_choose(w, s, battle_of(s))]

    def check(self, w: World, s: TigersState, frame: st.TakingLosses, order: o.Lose) -> Refusal | None:
        if tuple(w.by_id[u] for u in order.units) not in losses_to_choose(w, s, battle_of(s)):
            need = losses_due(w, s, battle_of(s))
            facts = f"These are not attackers worth {need} factors of which none could be spared."
            return Refusal("TIA-CRT-14", facts, "Choose one of the sets offered.")
        return None

    def decide(self, w: World, s: TigersState, frame: st.TakingLosses, order: o.Lose, events: Events) -> None:
        take_losses(w, s, tuple(w.by_id[u] for u in order.units), events)


def disrupt_attackers(w: World, s: TigersState, rule: str, events: Events) -> None:
    """Disrupt the attackers that are on the map."""
    on_map = [u for u in battle_of(s).attackers if s.where[u] >= 0]
    struck = [u for u in on_map if disrupt(w, s, u, rule, events)]
    for unit in struck:
        peiper.falls_out(w, s, unit, events)


def _bridges(w: World, s: TigersState, events: Events) -> None:
    b = battle_of(s)
    if b.result in results.WORSE_THAN_D and b.bridges:
        s.stack.append(st.BlowingUp(1 - w.side[b.attackers[0]], b.bridges))


class BlowBridge(UntilEnd[st.BlowingUp]):
    kind, rule, answers = "blow bridge", "TIA-BRIDGE-11", (o.BlowUp, o.End)
    asks = "Destroy a bridge that the failed attack used?"
    done = "Keep it"

    def orders(self, w: World, s: TigersState, frame: st.BlowingUp) -> list[Offer]:
        return [o.BlowUp(w.bridge_names[r]) for r in frame.bridges]

    def refusal(self, w: World, s: TigersState, frame: st.BlowingUp, order: o.BlowUp) -> Refusal | None:
        if w.bridge_by_name[order.bridge] not in frame.bridges:
            facts = f"No unit attacked over an intact bridge {between(w, order.bridge)}."
            return Refusal("TIA-BRIDGE-11", facts)
        return None

    def carry_out(
        self, w: World, s: TigersState, frame: st.BlowingUp, order: o.BlowUp, dice: Dice, events: Events
    ) -> None:
        river = w.bridge_by_name[order.bridge]
        destroy(w, s, river, "blown", "TIA-BRIDGE-11", events)
        left = tuple(r for r in frame.bridges if r != river)
        if left:
            s.stack[-1] = st.BlowingUp(frame.side, left)
        else:
            self.end(w, s, frame, dice, events)

    def end(self, w: World, s: TigersState, frame: st.BlowingUp, dice: Dice, events: Events) -> None:
        s.stack.pop()
        go_on(w, s, dice, events)


def _defenders(w: World, s: TigersState, events: Events) -> None:
    """Eliminate, remove entrenchments and Disrupt; then note the units that may or must retreat."""
    b = battle_of(s)
    if b.result not in results.RETREATS and b.result != "DE":
        return
    side = w.side[b.attackers[0]]
    fate: list[tuple[int, str]] = []
    for target in b.targets:
        for unit in defenders_at(w, s, target, side):
            if w.units[unit].kind != DUMP:
                down = unit in b.disrupted_before
                stuck = retreat.surrounded(w, s, b, unit)
                result = results.for_unit(b.result, disrupted=down, no_retreat=b.no_retreat, surrounded=stuck)
                fate.append((unit, result))
    destroyed = b.destroyed
    to_retreat = []
    for unit, result in fate:
        if result == "DE":
            rule = "TIA-SKORZ-2" if w.units[unit].kind == SKORZENY and sum(b.defence) == 0 else "TIA-CRT-7"
            eliminate(
                w, s, unit, "TIA-CRT-8" if b.result == "DD" and unit in b.disrupted_before else rule, events
            )
            destroyed = True
            continue
        down = unit in b.disrupted_before
        if results.loses_entrenchment(b.result, disrupted=down):
            rule = "TIA-CRT-16" if b.result in ("D", "D/AE") else "TIA-ENTR-3"
            lose_entrenchment(w, s, unit, rule, events)
        s.status[unit] &= ~st.HELD_BACK
        disrupt(w, s, unit, DISRUPTED_BY.get(b.result, "TIA-CRT-9"), events)
        converted = b.no_retreat or (result == "D" and b.result == "D1")
        if not converted:
            to_retreat.append((unit, s.where[unit]))
    s.battle = msgspec.structs.replace(s.battle or b, destroyed=destroyed, to_retreat=tuple(to_retreat))


def _distance(w: World, s: TigersState, events: Events) -> None:
    """Ask the attacker for the distance, TIA-CRT-9."""
    b = battle_of(s)
    most = results.RETREATS.get(b.result, 0)
    if most and b.to_retreat:
        s.stack.append(st.NamingDistance(w.side[b.attackers[0]], most))


class Distance(InCombat[st.NamingDistance]):
    kind, rule, answers = "distance", "TIA-CRT-9", (o.NameDistance,)

    def prompt(self, w: World, s: TigersState, frame: st.NamingDistance) -> str:
        return f"{battle_of(s).result} on {_places(w, s)}: how many hexes must the defenders retreat?"

    def offers(self, w: World, s: TigersState, frame: st.NamingDistance) -> Sequence[Offer]:
        return [o.NameDistance(n) for n in range(frame.most + 1)]

    def usual(self, w: World, s: TigersState, frame: st.NamingDistance) -> Order | None:
        return o.NameDistance(frame.most)

    def check(
        self, w: World, s: TigersState, frame: st.NamingDistance, order: o.NameDistance
    ) -> Refusal | None:
        if not 0 <= order.hexes <= frame.most:
            facts = (
                f"{battle_of(s).result} does not allow a retreat of {counted(order.hexes, 'hex', 'hexes')}."
            )
            return Refusal("TIA-CRT-9", facts, f"Choose 0 to {frame.most}.")
        return None

    def decide(
        self, w: World, s: TigersState, frame: st.NamingDistance, order: o.NameDistance, events: Events
    ) -> None:
        s.battle = msgspec.structs.replace(battle_of(s), distance=order.hexes, named=True)
        events.append(e.DistanceNamed(order.hexes))


def _retreats(w: World, s: TigersState, events: Events) -> None:
    """Eliminate units that cannot complete the distance (TIA-CRT-21, TIA-CRT-22); ask for the others'
    routes."""
    while s.battle is not None and s.battle.to_retreat:
        b = s.battle
        choices = {unit: retreat.routes(w, s, b, unit, source) for unit, source in b.to_retreat}
        dead = [unit for unit, routes in choices.items() if not routes]
        stays = [unit for unit, routes in choices.items() if routes == [()]]
        if dead:
            _cannot_retreat(w, s, b, dead[0], events)
            _done_retreating(s, dead[0], 0)
        elif stays:
            _done_retreating(s, stays[0], 0)
        elif len(choices) == 1 and len(next(iter(choices.values()))) == 1:
            unit, routes = next(iter(choices.items()))
            give_route(w, s, unit, routes[0], events)
        else:
            s.stack.append(st.Retreating(w.side[next(iter(choices))]))
            return


def _cannot_retreat(w: World, s: TigersState, b: st.Battle, unit: int, events: Events) -> None:
    """Eliminate a unit without a route: off the map, too short, or blocked by the dump just discovered."""
    if retreat.surrounded(w, s, b, unit):
        if b.result != "D1":  # on a D1 it stays, Disrupted, TIA-CRT-19
            eliminate(w, s, unit, "TIA-CRT-19", events)
    elif retreat.legal_steps(w, s, b, unit, s.where[unit], s.where[unit]):
        eliminate(w, s, unit, "TIA-CRT-21", events)
    else:
        eliminate(w, s, unit, "TIA-CRT-22", events)


def give_route(w: World, s: TigersState, unit: int, path: tuple[int, ...], events: Events) -> None:
    """Retreat the unit along a path; nothing changes if the hidden dump stops it."""
    if path and not retreat.carry_out(w, s, unit, path, events):
        return
    _done_retreating(s, unit, len(path))


def _done_retreating(s: TigersState, unit: int, hexes: int) -> None:
    b = battle_of(s)
    s.battle = msgspec.structs.replace(
        b,
        to_retreat=tuple(pair for pair in b.to_retreat if pair[0] != unit),
        retreated=max(b.retreated, hexes),
    )


class GiveRoutes(InCombat[st.Retreating]):
    kind, rule, answers = "retreat", "TIA-RET-12", (o.Retreat,)
    asks = "Choose where your beaten units retreat."

    def offers(self, w: World, s: TigersState, frame: st.Retreating) -> Sequence[Offer]:
        b = battle_of(s)
        return [
            o.Retreat(w.units[unit].id, w.labels(path))
            for unit, source in b.to_retreat
            for path in retreat.routes(w, s, b, unit, source)
        ]

    def usual(self, w: World, s: TigersState, frame: st.Retreating) -> Order | None:
        """Return the order to stay for the first unit that may."""
        staying = [o.Retreat(w.units[unit].id) for unit, _ in battle_of(s).to_retreat]
        return next((order for order in staying if self.check(w, s, frame, order) is None), None)

    def check(self, w: World, s: TigersState, frame: st.Retreating, order: o.Retreat) -> Refusal | None:
        unit = w.by_id[order.unit]
        source = dict(battle_of(s).to_retreat).get(unit)
        if source is None:
            return Refusal("TIA-CRT-9", f"{w.units[unit].name} does not have to retreat now.")
        return retreat.route_refusal(w, s, battle_of(s), unit, source, [w.grid.at(h) for h in order.path])

    def decide(
        self, w: World, s: TigersState, frame: st.Retreating, order: o.Retreat, events: Events
    ) -> None:
        give_route(w, s, w.by_id[order.unit], tuple(w.grid.at(h) for h in order.path), events)
        s.battle = msgspec.structs.replace(battle_of(s), stage=RETREAT)


def _recovery(w: World, s: TigersState, events: Events) -> None:
    """Let Disrupted, supplied defenders recover on -, AD and AE, TIA-DIS-6, TIA-DIS-7."""
    b = battle_of(s)
    if b.result in results.DEFENDER_RECOVERS:
        for unit in b.disrupted_before:
            s.status[unit] &= ~st.HELD_BACK
            recover(w, s, unit, events)


def _advance(w: World, s: TigersState, events: Events) -> None:
    """Ask for advances, which come before the next combat, TIA-ADV-10."""
    b = battle_of(s)
    if advance.open_to_advance(w, s, b):
        s.stack.append(st.Advancing(w.side[b.attackers[0]]))


class AdvanceAfterCombat(UntilEnd[st.Advancing]):
    kind, rule, answers = "advance", "TIA-ADV-1", (o.Advance, o.End)
    asks = "Advance after combat, then end."
    done = "End advance"

    def orders(self, w: World, s: TigersState, frame: st.Advancing) -> Iterator[Offer]:
        return advance.advance_offers(w, s, battle_of(s))

    def refusal(self, w: World, s: TigersState, frame: st.Advancing, order: o.Advance) -> Refusal | None:
        return advance.check_advance(w, s, battle_of(s), order)

    def carry_out(
        self, w: World, s: TigersState, frame: st.Advancing, order: o.Advance, dice: Dice, events: Events
    ) -> None:
        advance.apply_advance(w, s, order, dice, events)

    def not_yet(self, w: World, s: TigersState, frame: st.Advancing) -> Refusal | None:
        if advance.must_still_advance(w, s, battle_of(s)):
            return Refusal(
                "TIA-ADV-6", "Too few factors have entered the vacated hex.", "Advance more units into it."
            )
        return None

    def end(self, w: World, s: TigersState, frame: st.Advancing, dice: Dice, events: Events) -> None:
        s.stack.pop()
        advance.end_advances(w, s, battle_of(s), events)
        go_on(w, s, dice, events)

    def idle(self, w: World, s: TigersState, frame: st.Advancing) -> bool:
        return next(advance.advance_offers(w, s, battle_of(s)), None) is None


def _over(w: World, s: TigersState, events: Events) -> None:
    """End the combat; Peiper may continue, TIA-KGP-6."""
    b = battle_of(s)
    s.attacks[b.number] = msgspec.structs.replace(s.attacks[b.number], status=st.FOUGHT)
    s.battle = None
    first_day = s.turn == 1 and not in_second_step(s)
    if w.peiper in b.attackers and not first_day and peiper.can_go_on(w, s):
        s.stack.append(st.PeiperGoesOn(GERMAN))


STAGES: dict[int, Callable[[World, TigersState, Events], None]] = {
    LOSSES: _losses,
    BRIDGES: _bridges,
    DEFENDERS: _defenders,
    DISTANCE: _distance,
    RETREAT: _retreats,
    RECOVERY: _recovery,
    ADVANCE: _advance,
    OVER: _over,
}
