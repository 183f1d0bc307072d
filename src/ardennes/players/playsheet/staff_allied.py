"""The Allied staff: holds what counts and the exits, slips away by night, strikes back when it can."""

from __future__ import annotations

from ardennes.games.playsheet.rules.ground_orders import bridges_here
from ardennes.games.playsheet.rules.orders import Defend, Demolish
from ardennes.games.playsheet.schema.terms import DUMP, FOOT
from ardennes.players.playsheet.desk import Desk
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.places import hostile_places
from ardennes.players.playsheet.staff_attacks import plan_attacks, plan_preparations
from ardennes.players.playsheet.staff_common import Staff, battles
from ardennes.players.toolkit.assignment import Demand

RETAKEN = 8.0  # strength sent after a place that was lost


class AlliedStaff(Staff):
    def write(self, desk: Desk) -> None:
        weights = self.weights["attack"]
        late = desk.s.turn >= weights["turn_of_the_tide"]
        least = weights["allied_late"] if late else weights["allied"]
        self.attach(desk)
        self.burn(desk)
        keep = self.guards(desk)
        movable = [u for u in desk.fighters if u not in keep]
        packages = plan_attacks(desk, weights, least, lambda cell: True, movable)
        self.slip_away(desk, keep)
        if desk.night:
            plan_preparations(desk, weights, least, lambda cell: True, movable)
        self.blow(desk)
        self.rest(desk)
        free = [u for u in movable if u in desk.free and not desk.touching(u)]
        self.send(desk, self.demands(desk, keep), free, bold=False)
        threatened = self.fire(desk)
        for unit in sorted(desk.free):
            if desk.w.units[unit].combat and desk.touching(unit) and desk.s.sp[unit] > 1:
                strikes_back = desk.status(unit) >= desk.enemy.near(desk.s.where[unit], 1) / 2
                desk.give(unit, Defend(desk.id(unit), strikes_back), "holds its ground")
        fly(desk, battles(packages, threatened))

    def threat(self, desk: Desk, cell: int) -> float:
        weights, here = self.weights["hold"], desk.enemy.near(cell, int(self.weights["hold"]["look"]))
        if cell not in desk.w.exits:
            return here
        return max(here, desk.enemy.near(cell, int(weights["look_exit"])) / 3)

    def guards(self, desk: Desk) -> set[int]:
        """In every place and exit as much as its threat asks for stays, the best first."""
        weights, kept = self.weights["hold"], set[int]()
        for cell in self.posts(desk):
            wanted = max(weights["least"], weights["threat"] * self.threat(desk, cell))
            inside = [u for u in desk.fighters if desk.s.where[u] == cell]
            for unit in sorted(inside, key=lambda u: (-desk.status(u), u)):
                if wanted > 0:
                    kept.add(unit)
                    wanted -= desk.status(unit)
        return kept

    def posts(self, desk: Desk) -> list[int]:
        lost = set(hostile_places(desk))
        return sorted({o.hex for o in desk.w.objectives if o.hex not in lost} | set(desk.w.exits))

    def demands(self, desk: Desk, keep: set[int]) -> list[Demand]:
        """Places and exits ask for strength by their threat; lost places are to be retaken."""
        w, weights, found = desk.w, self.weights["hold"], []
        points = {o.hex: float(o.points) for o in w.objectives}
        names = {o.hex: o.name for o in w.objectives}
        for cell in self.posts(desk):
            inside = sum(desk.status(u) for u in desk.fighters if desk.s.where[u] == cell and u in keep)
            threat = self.threat(desk, cell)
            wanted = max(weights["least"], weights["threat"] * threat) - inside
            value = points.get(cell, 0.0) + (weights["exit"] if cell in w.exits else 0.0)
            if wanted > 0:
                why = f"to hold {names.get(cell, f'the exit {w.label(cell)}')}"
                found.append(Demand(cell, wanted, value + threat / 4, why))
        for cell in hostile_places(desk):
            value = points[cell] * self.weights["march"]["place"] / 2
            need = RETAKEN + desk.enemy.near(cell, 1)
            found.append(Demand(cell, need, value, f"to retake {names[cell]}"))
        for cell, force in sorted(desk.enemy.strength.items()):
            found.append(Demand(cell, force, 1.0 + force / 8, f"against the enemy at {w.label(cell)}"))
        return found

    def slip_away(self, desk: Desk, keep: set[int]) -> None:
        """At night whoever is far outnumbered goes back to the next place that is held."""
        if not desk.night:
            return
        ratio = self.weights["hold"]["fall_back"]
        goals = dict.fromkeys(self.posts(desk), 0)
        for unit in desk.fighters:
            if unit not in desk.free or unit in keep or not desk.touching(unit):
                continue
            here = desk.s.where[unit]
            own = sum(desk.status(u) for u in desk.fighters if desk.s.where[u] == here)
            if desk.enemy.near(here, 1) > ratio * own:
                field = desk.field(FOOT, goals)
                march(desk, unit, field, "slips away by night", keep_off=0)

    def blow(self, desk: Desk) -> None:
        """A bridge goes when the enemy is near it on the far side and we are on this one."""
        w, near = desk.w, self.weights["hold"]["blow"]
        for unit in desk.fighters:
            if unit not in desk.free:
                continue
            here = desk.s.where[unit]
            for name in bridges_here(w, desk.s, unit, down=False):
                ends = w.bridges[w.bridge_by_id[name]].ends
                far = ends[0] if ends[1] == here else ends[1]
                if desk.enemy.nearest(far) < desk.enemy.nearest(here) and desk.enemy.nearest(far) <= near:
                    if desk.give(unit, Demolish(desk.id(unit), name), f"blows {name}"):
                        break

    def burn(self, desk: Desk) -> None:
        """The fuel is burned before the enemy has it."""
        for unit in desk.fighters:
            if unit in desk.free and desk.s.where[unit] in desk.w.dumps:
                if desk.enemy.nearest(desk.s.where[unit]) <= self.weights["hold"]["blow"]:
                    desk.give(unit, Demolish(desk.id(unit), DUMP), "burns the fuel")
