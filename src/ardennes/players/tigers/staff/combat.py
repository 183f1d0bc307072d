"""Combat decisions: declaring, the order of battles, standing fast, losses, retreats, advances."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.obligations import reaches, takes_part
from ardennes.games.tigers.rules.combat.odds import defenders_at
from ardennes.games.tigers.rules.combat.resolve import final_odds
from ardennes.games.tigers.rules.combat.results import LEAVES_HEX, for_unit
from ardennes.games.tigers.rules.combat.retreat import Flight
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import units_at
from ardennes.games.tigers.rules.model.state import DISRUPTED, TigersState
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders as all_orders
from ardennes.players.tigers.staff.battle import unit_worth
from ardennes.players.tigers.staff.declare import Declarer, attack_order, standing_judge
from ardennes.players.tigers.staff.guard import FIRST_TURNS, Alarm
from ardennes.players.tigers.staff.moves import scratch
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.toolkit.packages import Post
from ardennes.players.toolkit.weights import Weights

Proposals = Iterator[tuple[Order, str]]
OVERFULL = 6.0  # a retreat into a stack too large
CANCEL_BELOW = 3  # the column, 1:2, below which an attack is called off if it may be


class CombatAnswers:
    def __init__(self, game: Tigers, side: int, weights: dict[str, Weights]) -> None:
        self.game, self.w, self.side, self.weights = game, game.world, side, weights
        self.declarer = Declarer(game, side, weights)

    def table(self) -> dict[type, Callable[[TigersState], Proposals]]:
        return {
            f.Declaring: self.declaring,
            f.ChoosingFight: self.choosing_fight,
            f.StandingFast: self.standing_fast,
            f.ChoosingEffect: self.choosing_effect,
            f.TakingLosses: self.taking_losses,
            f.BlowingUp: self.blowing_up,
            f.NamingDistance: self.naming_distance,
            f.Retreating: self.retreating,
            f.Advancing: self.advancing,
        }

    def declaring(self, view: TigersState) -> Proposals:
        return self.declarer.proposals(view)

    def peiper_attack(self, view: TigersState) -> Proposals:
        w = self.w
        if takes_part(w, view, w.peiper) is not None:
            return
        judge = standing_judge(self.game, view, self.side, self.weights)
        best: list[tuple[float, Order, str]] = []
        for target in w.grid.neighbours[view.where[w.peiper]]:
            if target < 0 or not defenders_at(w, view, target, GERMAN):
                continue
            if reaches(w, view, w.peiper, target) is not None:
                continue
            group = [w.peiper]
            posts = tuple(Post(u, view.where[u]) for u in group)
            value = judge.worth(target, posts)
            if value is not None and value > 0.3:
                order, why = attack_order(self.game, judge, target, posts)
                best.append((value, order, why))
        for _, order, why in sorted(best, key=lambda x: -x[0]):
            yield order, why

    def choosing_fight(self, view: TigersState) -> Proposals:
        """First the battles that free or bar the others, last the sure ones that may run on."""
        w = self.w
        pending = [n for n, c in enumerate(view.attacks) if c.status == f.PENDING]

        def rank(number: int) -> tuple[int, int, int]:
            combat = view.attacks[number]
            beside = sum(
                1
                for other in pending
                if other != number
                for t in view.attacks[other].targets
                if any(w.grid.adjacent(t, x) for x in combat.targets)
            )
            odds = final_odds(w, view, number)
            return (-beside, odds.column if odds else -1, number)

        for number in sorted(pending, key=rank):
            odds = final_odds(w, view, number)
            if odds is not None and odds.column < CANCEL_BELOW:
                if self.game.check(view, self.side, o.Cancel(number)) is None:
                    yield o.Cancel(number), "the odds have turned bad"
            if self.game.check(view, self.side, o.Fight(number)) is None:
                yield o.Fight(number), "the battle that opens most to the others"
        for number in pending:
            yield o.Cancel(number), "it cannot be fought"

    def standing_fast(self, view: TigersState) -> Proposals:
        """No Retreat! where a D1 that drives nobody out is worth more than a D2 that kills, TIA-CRT-19."""
        b = view.battle
        assert b is not None
        if self.gain_of_standing(view, b) > 0:
            yield o.StandFast(True), "the hex is worth more than the units"
        yield o.StandFast(False), "the units are worth more than the hex"

    def gain_of_standing(self, view: TigersState, b: f.Battle) -> float:
        w, k = self.w, self.weights["battle"]
        look = Outlook(w, view, self.side, self.weights)
        stake = sum(look.stake(cell) for cell in b.targets)
        if not stake:
            return 0.0
        units = [u for cell in b.targets for u in units_at(w, view, cell, self.side) if w.units[u].combat]
        gain = 0.0
        for die in range(1, 7):
            result = w.tables.crt[die][b.column]
            gone = dict.fromkeys((False, True), True)
            for unit in units:
                down = bool(view.status[unit] & DISRUPTED)
                for stands, sign in ((False, -1), (True, 1)):
                    fate = for_unit(result, disrupted=down, no_retreat=stands, surrounded=False)
                    gone[stands] &= fate in LEAVES_HEX
                    price = k["kill"] if fate == "DE" else k["dislodge"] if fate in LEAVES_HEX else 0.0
                    gain -= sign * price * unit_worth(w, unit)
            gain += stake * (gone[False] - gone[True])
        return gain

    def choosing_effect(self, view: TigersState) -> Proposals:
        b = view.battle
        assert b is not None
        mine = self.w.side[b.attackers[0]] == self.side
        yield o.ChooseEffect("D" if mine else "AE"), "the effect that hurts the enemy most"

    def taking_losses(self, view: TigersState) -> Proposals:
        from ardennes.games.tigers.rules.combat.resolve import losses_to_choose

        b = view.battle
        assert b is not None
        sets = losses_to_choose(self.w, view, b)
        best = min(sets, key=lambda units: (sum(unit_worth(self.w, u) for u in units), units))
        yield o.Lose(self.w.ids(best)), "the cheapest loss"

    def blowing_up(self, view: TigersState) -> Proposals:
        frame = view.stack[-1]
        assert isinstance(frame, f.BlowingUp)
        if self.side != GERMAN:
            yield o.BlowUp(self.w.bridge_names[frame.bridges[0]]), "no second attack over this bridge"
        yield o.END, "the bridge may serve us yet"

    def naming_distance(self, view: TigersState) -> Proposals:
        frame = view.stack[-1]
        b = view.battle
        assert isinstance(frame, f.NamingDistance)
        assert b is not None
        best, best_value = frame.most, -1.0
        flights = [Flight(self.w, view, b, unit, source) for unit, source in b.to_retreat]
        for hexes in range(frame.most, -1, -1):
            value = 0.0
            for flight in flights:
                if not flight.completes(flight.source, hexes):
                    value += unit_worth(self.w, flight.unit)
            if value > best_value:
                best, best_value = hexes, value
        why = "they cannot go so far and are lost" if best_value > 0 else "as far as the result allows"
        yield o.NameDistance(best), why

    def retreating(self, view: TigersState) -> Proposals:
        """Into supply, out of reach, onto no friend, and never into a stack that must lose somebody."""
        w = self.w
        result: list[tuple[float, Order]] = []
        look = Outlook(w, scratch(view), self.side, self.weights)
        for order in all_orders(self.game.offers(view, self.side)):
            assert isinstance(order, o.Retreat)
            unit = w.by_id[order.unit]
            cell = w.grid.at(order.path[-1]) if order.path else view.where[unit]
            value = -0.4 * len(order.path) - 0.1 * look.threat[cell]
            value += 2.0 if look.supply >> cell & 1 else 0.0
            friends = [u for u in units_at(w, view, cell, self.side) if u != unit]
            value -= 0.5 * sum(1 for u in friends if not view.status[u] & DISRUPTED)
            if order.path and not stack_fits(w, cell, [*friends, unit]):
                value -= OVERFULL
            if OFF_MAP in w.grid.neighbours[cell]:
                value -= 0.5
            result.append((value, order))
        for _, order in sorted(result, key=lambda x: -x[0]):
            yield order, "the safest way back"

    def advancing(self, view: TigersState) -> Proposals:
        w = self.w
        b = view.battle
        assert b is not None
        look = Outlook(w, scratch(view), self.side, self.weights)
        result: list[tuple[float, o.Advance]] = []
        gains: dict[tuple[int, int], float] = {}  # several ways lead to a hex
        for order in all_orders(self.game.offers(view, self.side)):
            if not isinstance(order, o.Advance):
                continue
            unit = w.by_id[order.unit]
            cell = w.grid.at(order.path[-1])
            value = gains.get((unit, cell))
            if value is None:
                value = look.stand(unit, cell, True) - look.stand(unit, view.where[unit]) - 0.2
                gains[unit, cell] = value
            if cell in b.targets and not any(x == cell for x, _ in b.gone_in):
                value += 0.5 + look.stake(cell)
            result.append((value, order))
        result.sort(key=lambda x: -x[0])
        bars = Alarm(w, view, look.race) if self.side == ALLIED and view.turn <= FIRST_TURNS else None
        for value, order in result:
            if value > 0 and not (bars and bars.opens(w.by_id[order.unit], w.grid.at(order.path[-1]))):
                yield order, "follows up"
        yield o.END, "stands where it is"
