"""The German staff: break the front on the first day, take what counts, and send armour off the map."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.orders import Bridge
from ardennes.games.playsheet.rules.model.state import SUPPLIED
from ardennes.games.playsheet.rules.orders.ground import bridges_here
from ardennes.games.playsheet.schema.terms import FOOT
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.marching import leave
from ardennes.players.playsheet.places import hostile_places, ours
from ardennes.players.playsheet.staff.attacks import plan_attacks, plan_preparations
from ardennes.players.playsheet.staff.common import Staff, battles
from ardennes.players.toolkit.assignment import Demand

LAST_TURNS = 5
GARRISON = 4.0  # strength sent to a place of ours that stands empty


class GermanStaff(Staff):
    def write(self, draft: Draft) -> None:
        weights = self.weights["attack"]
        self.attach(draft)
        self.bridge(draft)
        self.garrison(draft)
        self.leave_the_map(draft)
        packages = plan_attacks(draft, weights, weights["german"], lambda cell: True, draft.fighters)
        self.rest(draft)
        plan_preparations(draft, weights, weights["german"], lambda cell: True, draft.fighters)
        free = [u for u in draft.fighters if u in draft.free and not draft.touching(u)]
        self.send(draft, self.demands(draft), free, bold=True)
        threatened = self.fire(draft)
        fly(draft, battles(packages, threatened), drop=self.drop(draft))

    def garrison(self, draft: Draft) -> None:
        """The weakest unit in a place that was taken stays there."""
        for cell in ours(draft):
            inside = [u for u in draft.fighters if draft.s.where[u] == cell and u in draft.free]
            if inside:
                draft.free.discard(min(inside, key=lambda u: (draft.status(u), u)))

    def leave_the_map(self, draft: Draft) -> None:
        """Vehicle units in supply go off the map where they can; near the end everybody does."""
        if draft.s.turn < self.weights["march"]["exit_from"]:
            return
        late = draft.s.turn > draft.s.last_turn - LAST_TURNS
        for unit in draft.fighters:
            if (
                unit in draft.free
                and draft.s.marks[unit] & SUPPLIED
                and (late or draft.w.units[unit].row != FOOT)
            ):
                leave(draft, unit, "off the map: half its steps count")

    def bridge(self, draft: Draft) -> None:
        """Engineers mend the bridge they stand at."""
        for unit in draft.fighters:
            if unit in draft.free and draft.w.units[unit].engineer:
                for name in bridges_here(draft.w, draft.s, unit, down=True)[:1]:
                    draft.give(unit, Bridge(draft.id(unit), name), f"bridges {name}")

    def demands(self, draft: Draft) -> list[Demand]:
        weights, result = self.weights["march"], []
        for place in draft.w.objectives:
            if place.hex in hostile_places(draft):
                near = draft.enemy.near(place.hex, 2)
                result.append(
                    Demand(
                        place.hex,
                        weights["need"] + near,
                        weights["place"] * place.points,
                        f"to {place.name}, worth {place.points}",
                    )
                )
        for cell in ours(draft):
            if not any(draft.s.where[u] == cell for u in draft.fighters):
                result.append(Demand(cell, GARRISON, 2 * weights["place"], "a garrison"))
        if draft.s.turn >= weights["exit_from"]:
            for cell in sorted(draft.w.exits):
                open_road = draft.enemy.near(cell, 2)
                result.append(Demand(cell, 24.0, weights["exit"] - open_road, "to the exits"))
        return result

    def drop(self, draft: Draft) -> int:
        """Paratroops onto a place behind the front where nobody is reported, on the first night."""
        if not draft.night or draft.s.turn > 3:
            return -1
        places = [
            o for o in draft.w.objectives if o.hex in hostile_places(draft) and not draft.enemy.touches(o.hex)
        ]
        east = max(places, key=lambda o: (o.hex, o.points), default=None)
        return east.hex if east is not None else -1
