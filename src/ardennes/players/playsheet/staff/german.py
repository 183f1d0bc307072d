"""The German staff: it breaks the front on the first day, takes places, and sends armour off the map."""

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
from ardennes.words import counted

LAST_TURNS = 5
GARRISON = 4.0  # strength sent to an empty place of the side


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
        """Leave the weakest unit in each place that was taken."""
        for cell in ours(draft):
            inside = [u for u in draft.fighters if draft.s.where[u] == cell and u in draft.free]
            if inside:
                draft.free.discard(min(inside, key=lambda u: (draft.status(u), u)))

    def leave_the_map(self, draft: Draft) -> None:
        """Move vehicle units in supply off the map; near the end all units."""
        if draft.s.turn < self.weights["march"]["exit_from"]:
            return
        late = draft.s.turn > draft.s.last_turn - LAST_TURNS
        for unit in draft.fighters:
            if (
                unit in draft.free
                and draft.s.marks[unit] & SUPPLIED
                and (late or draft.w.units[unit].row != FOOT)
            ):
                leave(draft, unit, "leaves the map to score half its status")

    def bridge(self, draft: Draft) -> None:
        """Rebuild bridges next to engineers."""
        for unit in draft.fighters:
            if unit in draft.free and draft.w.units[unit].engineer:
                for name in bridges_here(draft.w, draft.s, unit, down=True)[:1]:
                    draft.give(
                        unit, Bridge(draft.id(unit), name), f"rebuilds the {draft.w.bridge_text(name)}"
                    )

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
                        f"moves to {draft.w.hex_text(place.hex)}, worth {counted(place.points, 'point')}",
                    )
                )
        for cell in ours(draft):
            if not any(draft.s.where[u] == cell for u in draft.fighters):
                result.append(Demand(cell, GARRISON, 2 * weights["place"], "moves to garrison a place"))
        if draft.s.turn >= weights["exit_from"]:
            for cell in sorted(draft.w.exits):
                open_road = draft.enemy.near(cell, 2)
                result.append(Demand(cell, 24.0, weights["exit"] - open_road, "moves to an exit"))
        return result

    def drop(self, draft: Draft) -> int:
        """Return a place behind the front without reported enemies for the drop; -1 for none."""
        if not draft.night or draft.s.turn > 3:
            return -1
        places = [
            o for o in draft.w.objectives if o.hex in hostile_places(draft) and not draft.enemy.touches(o.hex)
        ]
        east = max(places, key=lambda o: (o.hex, o.points), default=None)
        return east.hex if east is not None else -1
