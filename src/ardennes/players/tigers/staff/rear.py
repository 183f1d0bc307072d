"""Everything behind the front: set-up, weather, reinforcements, air, bridges, digging in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.air import operations
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.state import DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement import bridges, reinforcements
from ardennes.games.tigers.rules.movement.stacking import cures
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.schema.map import RiverSide
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders as all_orders
from ardennes.players.tigers.staff.battle import unit_worth
from ardennes.players.tigers.staff.ground import exit_race, exit_worth, german_towns
from ardennes.players.tigers.staff.moves import MovePlanner
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.toolkit.random_choice import Lots
from ardennes.players.toolkit.weights import Weights

Proposals = Iterator[tuple[Order, str]]
COUNTERBLOW = 8  # turn from which the Allies build bridges to come back over the Meuse
DANGER, FRESH = 6, 9  # hexes a mechanized German may be off before a Meuse bridge is blown, and at first
FIRST_DAYS = 2  # turns in which the roads are open to fresh panzers


class RearAnswers:
    def __init__(self, game: Tigers, side: int, weights: dict[str, Weights], seed: int) -> None:
        self.game, self.w, self.side, self.weights = game, game.world, side, weights
        self.rng = Lots(seed)

    def table(self) -> dict[type, Callable[[TigersState], Proposals]]:
        return {
            f.HidingDump: self.hiding_dump,
            f.ChoosingSetup: lambda view: iter([(o.ChooseSetup("historical"), "the known plan")]),
            f.SettingUp: lambda view: iter([(o.END, "they stand well")]),
            f.Hosting: self.hosting,
            f.Relocating: lambda view: iter([(o.END, "it stands well")]),
            f.Dropping: self.dropping,
            f.Praying: self.praying,
            f.Swearing: self.swearing,
            f.Reinforcing: self.reinforcing,
            f.Unstacking: self.unstacking,
            f.Bombing: self.bombing,
            f.Intercepting: self.intercepting,
            f.Ordering: self.ordering,
            f.Resupplying: self.resupplying,
            f.Bridging: self.bridging,
            f.Entrenching: lambda view: iter([(o.EntrenchAll(), "whoever stands still digs in")]),
        }

    def hiding_dump(self, view: TigersState) -> Proposals:
        """As far from the front as may be; which of the two is for the Germans to guess."""
        g = self.w.grid
        cells = sorted(bits(self.w.board.dump_hexes), key=lambda c: (g.column[c], -g.row[c]))
        yield o.HideDump(g.label(cells[self.rng.randrange(2)])), "far from the front"

    def hosting(self, view: TigersState) -> Proposals:
        frame = view.stack[-1]
        assert isinstance(frame, f.Hosting)
        w = self.w
        hosts = {w.tiger_501: "1308", w.tiger_506: "1306", w.skorzeny: "1308"}
        yield o.SetUp(w.units[frame.unit].id, hosts[frame.unit]), "where the first blow falls"

    def dropping(self, view: TigersState) -> Proposals:
        yield o.Drop("509"), "to keep the bridge at Huy standing"

    def praying(self, view: TigersState) -> Proposals:
        yield o.Pray(view.turn >= 5), "the fighter-bombers are needed"

    def swearing(self, view: TigersState) -> Proposals:
        yield o.Ruthless(view.turn >= 2), "the SS attack in strength now"

    def reinforcing(self, view: TigersState) -> Proposals:
        """Each unit due enters where it serves best what is wanted."""
        w = self.w
        waiting = reinforcements.waiting(w, view, self.side)
        if waiting:
            planner = MovePlanner(w, view, self.side, self.weights, reach=False)
            look = planner.look
            demands = planner.demands()
            for unit in waiting:
                cells = list(bits(reinforcements.entry_hexes(w, view, unit)))
                if not cells:
                    continue
                best = max(cells, key=lambda c: (look.stand(unit, c, False, demands), -c))
                yield o.Enter(w.units[unit].id, w.grid.label(best)), "enters nearest to where it is needed"
        yield o.END, "all that can come is here"

    def unstacking(self, view: TigersState) -> Proposals:
        frame = view.stack[-1]
        assert isinstance(frame, f.Unstacking)
        sets = cures(self.w, view, frame.cell, self.side)
        best = min(sets, key=lambda units: (sum(unit_worth(self.w, u) for u in units), units))
        yield o.Remove(self.w.ids(best)), "the stack is too large; the cheapest goes"

    def bombing(self, view: TigersState) -> Proposals:
        w = self.w
        planes = operations.ready(w, view, self.side)
        if self.side == GERMAN and self._race_is_close(view):
            yield o.END, "the transports are kept for the spearhead"
        taken = {m.target for m in view.missions if m.kind == "hex"}
        targets: list[tuple[float, int]] = []
        mine = [c for c in view.attacks if w.side[c.attackers[0]] == self.side]
        if mine:
            for combat in mine:
                for cell in combat.targets:
                    units = operations.bomb_targets(w, view, cell, self.side)
                    fresh = [u for u in units if not view.status[u] & DISRUPTED]
                    if fresh and cell not in taken:
                        targets.append((sum(w.factor[u] for u in fresh), cell))
        else:
            for combat in view.attacks:
                for unit in combat.attackers:
                    cell = view.where[unit]
                    if cell >= 0 and cell not in taken:
                        units = operations.bomb_targets(w, view, cell, self.side)
                        targets.append((sum(w.factor[u] for u in units), cell))
        if planes and targets:
            _, cell = max(targets)
            yield o.Bomb(w.air_units[planes[0]].id, w.grid.label(cell)), "to break the fight there"
        yield o.END, "no better target in the air"

    def _race_is_close(self, view: TigersState) -> bool:
        w = self.w
        race = exit_race(w, view)
        near = [
            exit_worth(w, u)
            for u in w.of_side[GERMAN]
            if view.where[u] >= 0 and race.turns(u, view.where[u]) < 2.2
        ]
        return sum(near) + view.exited / 4 >= 2

    def intercepting(self, view: TigersState) -> Proposals:
        for order in all_orders(self.game.offers(view, self.side)):
            if isinstance(order, o.Intercept) and self.side == ALLIED:
                yield order, "keeps the enemy off our troops"
        yield o.END, "saves the fighters"

    def ordering(self, view: TigersState) -> Proposals:
        for order in all_orders(self.game.offers(view, self.side)):
            yield order, "as the stack stands"

    def resupplying(self, view: TigersState) -> Proposals:
        """Those cut off; and a spearhead that could leave the map next turn, whatever happens to its road."""
        w = self.w
        planes = operations.ready(w, view, self.side)
        sent: dict[int, int] = {}
        for mission in view.missions:
            sent[mission.target] = sent.get(mission.target, 0) + 1
        race = exit_race(w, view)
        need: dict[int, float] = {}
        for unit in w.of_side[self.side]:
            cell = view.where[unit]
            if cell < 0 or not w.units[unit].combat:
                continue
            gain = 0.0 if in_supply(w, view, unit) else float(w.factor[unit])
            if self.side == GERMAN and race.turns(unit, cell) < 1.1:
                gain += 12 * exit_worth(w, unit)
            if gain:
                need[cell] = need.get(cell, 0.0) + gain
        if planes and need:
            cell = max(need, key=lambda c: (need[c] / 3 ** sent.get(c, 0), -c))
            yield o.Resupply(w.air_units[planes[0]].id, w.grid.label(cell)), "they must not run dry there"
        yield o.END, "nobody else needs supplies by air"

    def bridging(self, view: TigersState) -> Proposals:
        w = self.w
        wanted = self._wanted(view) if self.side == GERMAN else self._ways_forward(view)
        for river in w.board.rivers:
            name = w.bridge_names[river.index]
            if view.bridge[river.index] == NO_BRIDGE:
                order, why = o.BridgeWork(bridges.BUILD, name), "the armor needs a way across"
                useful = river.index in wanted
            else:
                order, why = o.BridgeWork(bridges.BLOW, name), "no bridge over the Meuse for the panzers"
                useful = self.side == ALLIED and river.index not in wanted and self._in_danger(view, river)
            if useful and bridges.work_refusal(w, view, self.side, order.work, river.index) is None:
                yield order, why
        yield o.END, "the other bridges stand as they should"

    def _ways_forward(self, view: TigersState) -> set[int]:
        """River sides the Allied armor must cross to the towns it has to take back, late in the game."""
        w = self.w
        towns = [c for c in german_towns(w) if not view.held >> c & 1]
        if view.turn < COUNTERBLOW or len(towns) < len(german_towns(w)):
            return set()
        look = Outlook(w, view, self.side, self.weights)
        result = set()
        for unit in w.of_side[ALLIED]:
            cell = view.where[unit]
            if cell < 0 or not w.units[unit].mechanized or not w.units[unit].combat:
                continue
            goal = min(towns, key=lambda c: (look.march(unit, cell, c), c))
            for here, to in pairwise(look.way(unit, cell, goal)[:4]):
                result.add(w.board.river_at[here][w.grid.neighbours[here].index(to)])
        return result

    def _in_danger(self, view: TigersState, river: RiverSide) -> bool:
        """A Meuse bridge that a mechanized German unit could reach next turn."""
        w, far = self.w, FRESH if view.turn <= FIRST_DAYS else DANGER
        if river.river != "Meuse":
            return False
        return any(
            min(w.grid.distance(view.where[u], river.a), w.grid.distance(view.where[u], river.b)) <= far
            for u in w.of_side[GERMAN]
            if view.where[u] >= 0 and w.units[u].mechanized
        )

    def _wanted(self, view: TigersState) -> set[int]:
        """River sides on the way of a runner to the exits, and where a road of ours is cut."""
        w = self.w
        result = {
            r.index for r in w.board.rivers if r.road and (view.markers[GERMAN] > 2 or r.river == "Meuse")
        }
        race = exit_race(w, view)
        for unit in w.of_side[GERMAN]:
            cell = view.where[unit]
            if cell < 0 or not exit_worth(w, unit) or race.turns(unit, cell) > 2.5:
                continue
            for here, to in pairwise(race.way(unit, cell)):
                result.add(w.board.river_at[here][w.grid.neighbours[here].index(to)])
        return result
