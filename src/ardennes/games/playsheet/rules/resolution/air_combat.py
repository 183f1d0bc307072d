"""AIR_FIGHT: in each zone fighters against fighters, then fighters that break through (OPS-A2A)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import AirClaimed, AirFought, AirLost, Flew
from ardennes.games.playsheet.rules.model.orders import Cover
from ardennes.games.playsheet.rules.model.state import LOST
from ardennes.games.playsheet.rules.orders.air import task_name
from ardennes.games.playsheet.rules.resolution import flight_paths
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.tables import fighters
from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.games.playsheet.schema import terms

# The pools that fighters reach, in order, OPS-A2A-7.
PREY = (
    (terms.TRANSPORT,),
    (terms.MEDIUM_BOMBER, terms.US_HEAVY, terms.RAF_HEAVY),
    (terms.GROUND_ATTACK, terms.AIR_RECCE),
)
BOTH = range(len(terms.SIDES))


def run(turn: Turn) -> None:
    """Resolve every zone with fighters, in zone order."""
    covers: dict[int, tuple[list[int], list[int]]] = {}
    missions: dict[int, tuple[list[int], list[int]]] = {}
    for squadron, order in enumerate(turn.flights):
        if order is not None:
            zones = covers if isinstance(order, Cover) else missions
            zone = order.zone if isinstance(order, Cover) else flight_paths.zone_of(turn.w, order)
            zones.setdefault(zone, ([], []))[turn.w.squadrons[squadron].side].append(squadron)
    for zone in sorted(covers):
        _over(turn, zone, covers[zone], missions.get(zone, ([], [])))


def _over(
    turn: Turn, zone: int, up: tuple[list[int], list[int]], missions: tuple[list[int], list[int]]
) -> None:
    """Resolve one zone: the fight, then the missions that the winner's squadrons reach."""
    fought = fighters.dogfight(turn.w.sheet, (len(up[0]), len(up[1])), _roller(turn, zone))
    met = fought.attacker != fighters.NOBODY
    names = [tuple(turn.w.squadrons[squadron].id for squadron in up[side]) for side in BOTH]
    for side in BOTH:
        gone = up[side][: fought.losses[side]]  # the lowest ids, OPS-A2A-5
        for squadron in gone:
            _lose(turn, squadron)
        if met:
            lost = tuple(turn.w.squadrons[squadron].id for squadron in gone)
            turn.events.append(AirFought(side, zone, lost, fought.losses[1 - side]))
        elif up[side]:
            turn.events.append(Flew(side, names[side], task_name(Cover), f"zone {zone}", True))
    for side in BOTH:
        if fought.through[side]:
            _strike(turn, zone, side, fought.through[side], missions[1 - side])


def _strike(turn: Turn, zone: int, side: int, through: int, missions: list[int]) -> None:
    """Shoot down enemy missions with the squadrons that broke through, OPS-A2A-6, OPS-A2A-7."""
    w = turn.w
    prey = [[squadron for squadron in missions if w.squadrons[squadron].pool in pools] for pools in PREY]
    serials, bombers, others = map(len, prey)
    shot = fighters.shot_down(w.sheet, through, serials, bombers, others)
    for there, number in zip(prey, shot, strict=True):
        for squadron in there[:number]:
            _lose(turn, squadron)
            turn.events.append(AirLost(1 - side, w.squadrons[squadron].id, True, "shot down by fighters"))
    if sum(shot):
        turn.events.append(AirClaimed(side, zone, sum(shot)))


def _lose(turn: Turn, squadron: int) -> None:
    turn.s.squadrons[squadron] = LOST
    turn.flights[squadron] = None


def _roller(turn: Turn, zone: int) -> Roll:
    """Return a roller for a zone: the attacker's die if numbers are equal, then the combat die."""

    def roll(what: str) -> int:
        rule = "OPS-A2A-1" if what == fighters.ATTACKER_DIE else "OPS-A2A-3"
        return turn.roll(f"{what} over zone {zone}", rule, f"{what} over air zone {zone}")

    return roll
