"""An answer to every question Tigers may put: the movement plan, the declarations, all that is reactive."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import units_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.stacking import cures, stack_fits
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.schema.world import EXIT
from ardennes.kernel.contract import Order
from ardennes.players.tigers.staff.combat import CombatAnswers
from ardennes.players.tigers.staff.moves import Intent, MovePlanner, scratch
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.tigers.staff.rear import RearAnswers
from ardennes.players.toolkit.weights import Weights

Proposals = Iterator[tuple[Order, str]]
Mark = tuple[int, int]


class Answers:
    """Keeps the plan of the step and proposes orders, the best first."""

    def __init__(self, game: Tigers, side: int, weights: dict[str, Weights], seed: int) -> None:
        self.game, self.w, self.side, self.weights = game, game.world, side, weights
        self.combat = CombatAnswers(game, side, weights)
        self.rear = RearAnswers(game, side, weights, seed)
        self._mark: Mark | None = None
        self._queue: list[Intent] = []
        self.checked: Order | None = None  # an order just found legal
        self._by_frame: dict[type, Callable[[TigersState], Proposals]] = {
            f.Moving: self._moving,
            f.OnTheWay: self._on_the_way,
            f.PeiperGoesOn: self._peiper,
            **self.combat.table(),
            **self.rear.table(),
        }

    def proposals(self, view: TigersState) -> Proposals:
        self.checked = None
        return self._by_frame[type(view.stack[-1])](view)

    def _moving(self, view: TigersState) -> Proposals:
        mark = (view.turn, view.phase)
        if self._mark != mark:
            self._mark = mark
            self._queue = MovePlanner(self.w, view, self.side, self.weights).plan()
        for intent in list(self._queue):
            order = self._order_for(view, intent)
            if order is None or (intent.cell == EXIT and not self._counts(view, intent.unit, order)):
                continue
            self._queue.remove(intent)
            self.checked = order
            yield order, intent.why
        yield from self._unstack(view)
        yield o.END, "every move of the plan is made"

    def _unstack(self, view: TigersState) -> Proposals:
        """Nobody is lost to an overfull hex while somebody can still leave it, TIA-STACK-8."""
        w = self.w
        for cell in sorted({view.where[u] for u in w.of_side[self.side] if view.where[u] >= 0}):
            if not cures(w, view, cell, self.side):
                continue
            look = Outlook(w, scratch(view), self.side, self.weights)
            for unit in units_at(w, view, cell, self.side):
                for route in routes(w, view, unit):
                    here = units_at(w, view, route.cell, self.side) if route.cell >= 0 else []
                    if route.cell >= 0 and not look.contacts[route.cell]:
                        if stack_fits(w, route.cell, [*here, unit]):
                            yield route.order, "to make room"

    def _order_for(self, view: TigersState, intent: Intent) -> Order | None:
        """The intended move as it can be made now; None while it cannot."""
        if intent.order is not None and self.game.check(view, self.side, intent.order) is None:
            return intent.order
        best = None
        for route in routes(self.w, view, intent.unit, only=intent.cell):
            if route.can_attack or not intent.attack:
                if best is None or (route.road_end, route.spent) < (best.road_end, best.spent):
                    best = route
        return best.order if best else None

    def _counts(self, view: TigersState, unit: int, order: Order) -> bool:
        """Would leaving the map by this move be in supply now? TIA-VIC-1."""
        assert isinstance(order, o.Move)
        path = order.path
        last = self.w.grid.at(path[-2].removesuffix("r")) if len(path) > 1 else view.where[unit]
        fed = supplied_hexes(self.w, view, self.side) >> last & 1
        return bool(fed or view.status[unit] & f.AIR_SUPPLIED)

    def _on_the_way(self, view: TigersState) -> Proposals:
        frame = view.stack[-1]
        assert isinstance(frame, f.OnTheWay)
        look = Outlook(self.w, scratch(view), self.side, self.weights)
        best, best_value = None, look.stand(frame.unit, view.where[frame.unit], frame.road)
        for route in routes(self.w, view, frame.unit, frame.omb):
            if route.cell >= 0 and not look.contacts[route.cell]:
                value = look.stand(frame.unit, route.cell, route.road_end)
                if value > best_value:
                    best, best_value = route, value
        if best is not None:
            yield best.order, "stopped short, goes another way"
        yield o.END, "stopped short and stays"

    def _peiper(self, view: TigersState) -> Proposals:
        yield from self.combat.peiper_attack(view)
        yield o.END, "Peiper stops here"
