"""The German staff: break the front on the first day, take what counts, and send armour off the map."""

from __future__ import annotations

from ardennes.games.playsheet.rules.ground_orders import bridges_here
from ardennes.games.playsheet.rules.orders import Bridge
from ardennes.games.playsheet.rules.state import SUPPLIED
from ardennes.games.playsheet.schema.terms import FOOT
from ardennes.players.playsheet.desk import Desk
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.marching import leave
from ardennes.players.playsheet.places import hostile_places, ours
from ardennes.players.playsheet.staff_attacks import plan_attacks, plan_preparations
from ardennes.players.playsheet.staff_common import Staff, battles
from ardennes.players.toolkit.assignment import Demand

LAST_TURNS = 5
GARRISON = 4.0  # strength sent to a place of ours that stands empty


class GermanStaff(Staff):
    def write(self, desk: Desk) -> None:
        weights = self.weights["attack"]
        self.attach(desk)
        self.garrison(desk)
        self.leave_the_map(desk)
        packages = plan_attacks(desk, weights, weights["german"], lambda cell: True, desk.fighters)
        self.bridge(desk)
        self.rest(desk)
        plan_preparations(desk, weights, weights["german"], lambda cell: True, desk.fighters)
        free = [u for u in desk.fighters if u in desk.free and not desk.touching(u)]
        self.send(desk, self.demands(desk), free, bold=True)
        threatened = self.fire(desk)
        fly(desk, battles(packages, threatened), drop=self.drop(desk))

    def garrison(self, desk: Desk) -> None:
        """The weakest unit in a place that was taken stays there."""
        for cell in ours(desk):
            inside = [u for u in desk.fighters if desk.s.where[u] == cell and u in desk.free]
            if inside:
                desk.free.discard(min(inside, key=lambda u: (desk.status(u), u)))

    def leave_the_map(self, desk: Desk) -> None:
        """Vehicle units in supply go off the map where they can; near the end everybody does."""
        if desk.s.turn < self.weights["march"]["exit_from"]:
            return
        late = desk.s.turn > desk.s.last_turn - LAST_TURNS
        for unit in desk.fighters:
            if (
                unit in desk.free
                and desk.s.marks[unit] & SUPPLIED
                and (late or desk.w.units[unit].row != FOOT)
            ):
                leave(desk, unit, "off the map: half its steps count")

    def bridge(self, desk: Desk) -> None:
        """Engineers mend the bridge they stand at."""
        for unit in desk.fighters:
            if unit in desk.free and desk.w.units[unit].engineer:
                for name in bridges_here(desk.w, desk.s, unit, down=True)[:1]:
                    desk.give(unit, Bridge(desk.id(unit), name), f"bridges {name}")

    def demands(self, desk: Desk) -> list[Demand]:
        weights, found = self.weights["march"], []
        for place in desk.w.objectives:
            if place.hex in hostile_places(desk):
                near = desk.enemy.near(place.hex, 2)
                found.append(
                    Demand(
                        place.hex,
                        weights["need"] + near,
                        weights["place"] * place.points,
                        f"to {place.name}, worth {place.points}",
                    )
                )
        for cell in ours(desk):
            if not any(desk.s.where[u] == cell for u in desk.fighters):
                found.append(Demand(cell, GARRISON, 2 * weights["place"], "a garrison"))
        if desk.s.turn >= weights["exit_from"]:
            for cell in sorted(desk.w.exits):
                open_road = desk.enemy.near(cell, 2)
                found.append(Demand(cell, 24.0, weights["exit"] - open_road, "to the exits"))
        return found

    def drop(self, desk: Desk) -> int:
        """Paratroops onto a place behind the front where nobody is reported, on the first night."""
        if not desk.night or desk.s.turn > 3:
            return -1
        places = [
            o for o in desk.w.objectives if o.hex in hostile_places(desk) and not desk.enemy.touches(o.hex)
        ]
        east = max(places, key=lambda o: (o.hex, o.points), default=None)
        return east.hex if east is not None else -1
