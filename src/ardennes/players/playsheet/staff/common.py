"""Shared parts of both staffs: weights, attachments, goals that persist, rest, guns and aircraft."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.orders import Attach, Rest
from ardennes.games.playsheet.rules.model.state import SUPPLIED, PlaysheetState
from ardennes.games.playsheet.rules.orders.ground import divisions_for
from ardennes.games.playsheet.schema.terms import FOOT, MECH, TURN
from ardennes.players.playsheet.commander import Commander
from ardennes.players.playsheet.draft import Draft
from ardennes.players.playsheet.guns import behind_the_line, bring_up
from ardennes.players.playsheet.marching import march
from ardennes.players.playsheet.places import hostile_places
from ardennes.players.playsheet.staff.attacks import Package
from ardennes.players.toolkit.assignment import Demand, assign
from ardennes.players.toolkit.weights import Weights, load_weights

SAFE = 4  # least distance from the nearest enemy for a unit that rests, in hexes
RESTS_FROM = 6  # the turn 19D, OPS-SUP-7


class Staff(Commander):
    """A player with weights, and with goals of units that persist."""

    name = "staff"

    def __init__(
        self, game: Playsheet, side: int, seed: int, weights: dict[str, Weights] | None = None
    ) -> None:
        super().__init__(game, side, seed)
        self.weights = weights or load_weights("playsheet")
        self.goals: dict[int, int] = {}  # by unit: the hex it was last sent to

    def draft(self, view: PlaysheetState) -> Draft:
        return Draft(self.game, view, self.side, self.weights["attack"]["fade"])

    def attach(self, draft: Draft) -> None:
        """Attach units without a division to the nearest one."""
        w, s = draft.w, draft.s
        for unit in draft.fighters:
            names = divisions_for(w, unit)
            if not names or s.division[unit] in names or s.joining[unit] or unit not in draft.free:
                continue
            near = [(w.distance(s.where[u], s.where[unit]), s.division[u]) for u in draft.fighters]
            result = min((pair for pair in near if pair[1] in names), default=None)
            if result is not None and result[0] <= SAFE:
                draft.fly(Attach(draft.id(unit), result[1]), f"joins {w.formation_text(result[1])}")

    def send(self, draft: Draft, demands: Sequence[Demand], units: Sequence[int], bold: bool) -> None:
        """Assign units to demands by value and distance, and move each as far as it gets."""
        s, keep = draft.s, self.weights["march"]["keep"]
        row = {unit: _class(draft, unit) for unit in units}

        old_goals = set(self.goals.values())
        strength = {unit: float(s.status[unit]) for unit in units}
        slack = keep + 0.01 * max(strength.values(), default=0.0)  # by which a bid may be below the march
        radius: dict[int, float] = {}  # by demand: turns of marching within which to look

        def cost(unit: int, demand: Demand, most: float) -> float | None:
            """Return the turns of marching; None from `most` turns on, which limits the search."""
            limit = int((most + (keep if demand.cell in old_goals else 0.0)) * TURN) + 1
            if draft.w.distance(s.where[unit], demand.cell) * draft.shortest(row[unit]) > limit:
                return None
            far = draft.field(row[unit], 1 << demand.cell, limit)[s.where[unit]]
            if far > limit:
                return None
            return far / TURN - (keep if self.goals.get(unit) == demand.cell else 0.0)

        def begin(demand: Demand, free: Sequence[int]) -> None:
            """Widen the radius until enough strength is in range; skip units too far away to be worth it."""
            most, reach = max(0.0, demand.value) + 1.0, 1.0
            while reach < most:
                costs = {unit: cost(unit, demand, reach) for unit in free}
                near = [u for u, far in costs.items() if far is not None and far <= reach - slack - keep]
                if None not in costs.values() or sum(strength[u] for u in near) >= demand.strength:
                    break
                reach *= 2
            radius[demand.cell] = min(reach, most)

        def soon(unit: int, demand: Demand) -> float | None:
            far = cost(unit, demand, 1.0)
            return far if far is not None and far < 1 else None

        def worth_it(unit: int, demand: Demand) -> float | None:
            return cost(unit, demand, radius[demand.cell])

        given = assign(self.beside(draft, demands), units, strength, soon)
        left = [unit for unit in units if unit not in given]
        given |= assign(demands, left, strength, worth_it, begin)
        self.goals = {unit: demand.cell for unit, demand in given.items()}
        fields = {unit: draft.field(row[unit], 1 << demand.cell, 0) for unit, demand in given.items()}
        for unit in sorted(given, key=lambda u: (fields[u][s.where[u]], u)):
            if s.where[unit] != given[unit].cell:
                march(draft, unit, fields[unit], given[unit].why, bold=bold)
            else:
                draft.free.discard(unit)  # it is where it should be and defends

    def beside(self, draft: Draft, demands: Sequence[Demand]) -> list[Demand]:
        """Return demands for one unit in empty places: those of the enemy, and threatened ones of the side.

        A unit that can be there this turn goes there before any farther place.
        """
        hostile, near = set(hostile_places(draft)), int(self.weights["hold"]["look"])
        return [
            demand._replace(strength=1.0)
            for demand in demands
            if (demand.cell in hostile or draft.enemy.near(demand.cell, near))
            and demand.cell not in draft.enemy.strength
            and not draft.staying[demand.cell]
        ]

    def rest(self, draft: Draft) -> None:
        """Rest worn units away from the enemy, OPS-SUP-7."""
        share = self.weights["hold"]["rest"]
        for unit in draft.fighters:
            if unit not in draft.free or draft.s.turn < RESTS_FROM or draft.worn(unit) >= share:
                continue
            safe = not draft.touching(unit) and draft.enemy.nearest(draft.s.where[unit]) >= SAFE
            if safe and draft.s.marks[unit] & SUPPLIED:
                draft.give(
                    unit,
                    Rest(draft.id(unit)),
                    f"rests: its status is {draft.status(unit)} of {draft.w.units[unit].status}",
                )

    def fire(self, draft: Draft) -> list[tuple[float, int, int]]:
        """Let other guns support threatened hexes or move nearer; return the threatened hexes."""
        units_in: dict[int, int] = {}
        for unit in draft.fighters:
            units_in[draft.s.where[unit]] = units_in.get(draft.s.where[unit], 0) + 1
        threatened = [
            (draft.enemy.near(cell, 1), cell, units)
            for cell, units in units_in.items()
            if draft.enemy.touches(cell)
        ]
        threatened.sort(key=lambda one: (-one[0], one[1]))
        behind_the_line(draft, threatened)
        bring_up(draft, sorted(cell for _, cell, _ in threatened) or sorted(draft.enemy.strength))
        return threatened


def battles(
    packages: Sequence[Package], threatened: Sequence[tuple[float, int, int]]
) -> list[tuple[float, int, str]]:
    """Return the battles for aircraft: the side's attacks first, then the worst threats."""
    return [(100.0 + p.value, p.target, "attack") for p in packages] + [
        (threat, cell, "defence") for threat, cell, _ in threatened
    ]


def _class(draft: Draft, unit: int) -> int:
    """Return the class of a unit for planning: on foot or in vehicles."""
    u = draft.w.units[unit]
    return FOOT if u.row == FOOT and not (u.trucks and draft.s.marks[unit] & SUPPLIED) else MECH
