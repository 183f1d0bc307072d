"""The Allied staff: it holds places and exits, withdraws at night, and counter-attacks when it can."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.orders import Defend, Demolish
from ardennes.games.playsheet.rules.orders.ground import bridges_here
from ardennes.games.playsheet.schema.terms import DUMP, FOOT
from ardennes.hexes import board_of
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.flying import fly
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.places import hostile_places
from ardennes.players.playsheet.staff.attacks import plan_attacks, plan_preparations
from ardennes.players.playsheet.staff.common import Staff, battles
from ardennes.players.toolkit.assignment import Demand

RETAKEN = 8.0  # strength sent to retake a place


class AlliedStaff(Staff):
    def write(self, draft: Draft) -> None:
        weights = self.weights["attack"]
        late = draft.s.turn >= weights["turn_of_the_tide"]
        least = weights["allied_late"] if late else weights["allied"]
        self.attach(draft)
        self.burn(draft, 1)
        keep = self.guards(draft)
        movable = [u for u in draft.fighters if u not in keep]
        packages = plan_attacks(draft, weights, least, lambda cell: True, movable)
        self.slip_away(draft, keep)
        if draft.night:
            plan_preparations(draft, weights, least, lambda cell: True, movable)
        self.blow(draft)
        self.burn(draft, int(self.weights["hold"]["blow"]))
        self.rest(draft)
        free = [u for u in movable if u in draft.free and not draft.touching(u)]
        self.send(draft, self.demands(draft, keep), free, bold=False)
        threatened = self.fire(draft)
        for unit in sorted(draft.free):
            if draft.w.units[unit].combat and draft.touching(unit) and draft.s.sp[unit] > 1:
                strikes_back = draft.status(unit) >= draft.enemy.near(draft.s.where[unit], 1) / 2
                draft.give(unit, Defend(draft.id(unit), strikes_back), "holds its hex")
        fly(draft, battles(packages, threatened))

    def threat(self, draft: Draft, cell: int) -> float:
        weights, here = self.weights["hold"], draft.enemy.near(cell, int(self.weights["hold"]["look"]))
        if cell not in draft.w.exits:
            return here
        return max(here, draft.enemy.near(cell, int(weights["look_exit"])) / 3)

    def guards(self, draft: Draft) -> set[int]:
        """Return the units that stay in places and exits, the strongest first, as each threat requires."""
        weights, guards = self.weights["hold"], set[int]()
        for cell in self.posts(draft):
            wanted = max(weights["least"], weights["threat"] * self.threat(draft, cell))
            inside = [u for u in draft.fighters if draft.s.where[u] == cell]
            for unit in sorted(inside, key=lambda u: (-draft.status(u), u)):
                if wanted > 0:
                    guards.add(unit)
                    wanted -= draft.status(unit)
        return guards

    def posts(self, draft: Draft) -> list[int]:
        lost = set(hostile_places(draft))
        return sorted({o.hex for o in draft.w.objectives if o.hex not in lost} | set(draft.w.exits))

    def demands(self, draft: Draft, keep: set[int]) -> list[Demand]:
        """Return demands for strength: places and exits by their threat, lost places, reported enemies."""
        w, weights, result = draft.w, self.weights["hold"], []
        points = {o.hex: float(o.points) for o in w.objectives}
        for cell in self.posts(draft):
            inside = sum(draft.status(u) for u in draft.fighters if draft.s.where[u] == cell and u in keep)
            threat = self.threat(draft, cell)
            wanted = max(weights["least"], weights["threat"] * threat) - inside
            value = points.get(cell, 0.0) + (weights["exit"] if cell in w.exits else 0.0)
            if wanted > 0:
                why = f"moves to hold {w.hex_text(cell)}"
                result.append(Demand(cell, wanted, value + threat / 4, why))
        for cell in hostile_places(draft):
            value = points[cell] * self.weights["march"]["place"] / 2
            need = RETAKEN + draft.enemy.near(cell, 1)
            result.append(Demand(cell, need, value, f"moves to retake {w.hex_text(cell)}"))
        for cell, force in sorted(draft.enemy.strength.items()):
            result.append(Demand(cell, force, 1.0 + force / 8, f"moves against the enemy {w.at_hex(cell)}"))
        return result

    def slip_away(self, draft: Draft, keep: set[int]) -> None:
        """Withdraw units at night that are far outnumbered, to the next place of the side."""
        if not draft.night:
            return
        ratio = self.weights["hold"]["fall_back"]
        goals = board_of(self.posts(draft))
        for unit in draft.fighters:
            if unit not in draft.free or unit in keep or not draft.touching(unit):
                continue
            here = draft.s.where[unit]
            own = sum(draft.status(u) for u in draft.fighters if draft.s.where[u] == here)
            if draft.enemy.near(here, 1) > ratio * own:
                field = draft.field(FOOT, goals)
                march(draft, unit, field, "withdraws at night", keep_off=0)

    def blow(self, draft: Draft) -> None:
        """Blow bridges with an enemy near the far end and a unit of the side at this one."""
        w, near = draft.w, self.weights["hold"]["blow"]
        for unit in draft.fighters:
            if unit not in draft.free:
                continue
            here = draft.s.where[unit]
            for name in bridges_here(w, draft.s, unit, down=False):
                ends = w.bridges[w.bridge_by_id[name]].ends
                far = ends[0] if ends[1] == here else ends[1]
                if draft.enemy.nearest(far) < draft.enemy.nearest(here) and draft.enemy.nearest(far) <= near:
                    if draft.give(
                        unit, Demolish(draft.id(unit), name), f"blows up the {w.bridge_text(name)}"
                    ):
                        break

    def burn(self, draft: Draft, near: int) -> None:
        """Burn fuel dumps with an enemy this near."""
        for unit in draft.fighters:
            if unit in draft.free and draft.s.where[unit] in draft.w.dumps:
                if draft.enemy.nearest(draft.s.where[unit]) <= near:
                    draft.give(unit, Demolish(draft.id(unit), DUMP), "burns the fuel dump")
