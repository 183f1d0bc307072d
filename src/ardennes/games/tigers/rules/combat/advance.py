"""Advance after combat (TIA-ADV)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ardennes.dice import Dice
from ardennes.games.tigers.rules.combat.disruption import disrupt
from ardennes.games.tigers.rules.combat.odds import defenders_at
from ardennes.games.tigers.rules.combat.results import LONG_ADVANCE, PINS
from ardennes.games.tigers.rules.model.events import Advanced, DumpRevealed
from ardennes.games.tigers.rules.model.orders import Advance
from ardennes.games.tigers.rules.model.position import (
    derived,
    others_of,
    put,
    road_between,
    stack_at,
    unbridged,
)
from ardennes.games.tigers.rules.model.state import DISRUPTED, STIRRED, Battle, TigersState
from ardennes.games.tigers.rules.movement.allowance import omf_half
from ardennes.games.tigers.rules.movement.bridges import roll_crossing
from ardennes.games.tigers.rules.movement.carry_out import occupy
from ardennes.games.tigers.rules.movement.fuel import capture_dump, dump_stops
from ardennes.games.tigers.rules.movement.step import crosses_enemy_bridge
from ardennes.games.tigers.rules.movement.zones import (
    brigade_controls_both,
    covered,
    division_zones,
    shared_zone,
)
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import CAVALRY, DUMP, GERMAN, PANZERGRENADIER, PARA
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.offers import Branch, Offer, leads_to
from ardennes.words import counted

ADVANCE_RESULTS = ("D", "D1", "D2", "D3", "DD", "DE")
DUMP_OPENS = ("D1", "D2", "D3", "DD", "DE")  # TIA-FUEL-4
PEIPER_OPTION_LIMIT = 4
EACH_COMBAT = "each_combat"  # of the option `peiper_extra_hex`


class March(NamedTuple):
    """How far a unit has advanced."""

    cell: int
    hexes: int
    limit: int
    through: bool  # by way of a vacated hex
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Must the advance end here?"""
        return self.stopped or self.hexes >= self.limit


def kind_limit(w: World, unit: int) -> int:
    """Return how many hexes a kind of unit may advance, TIA-ADV-3.

    Armor and cavalry may advance 3, panzer grenadiers and paratroops 2, others 1.
    """
    info = w.units[unit]
    if info.kind in (PANZERGRENADIER, PARA):
        return 2
    return 3 if info.mechanized or info.kind == CAVALRY else 1


def _general_limit(w: World, s: TigersState, b: Battle, unit: int) -> int:
    """Return the limit by the kind of unit and the result, TIA-ADV-3, TIA-ADV-5."""
    most = kind_limit(w, unit)
    if unit == w.peiper and s.variant.peiper_advance_four:
        most = PEIPER_OPTION_LIMIT
    return most if b.result in LONG_ADVANCE or b.destroyed else min(most, max(1, b.retreated))


def advance_limit(w: World, s: TigersState, b: Battle, unit: int) -> int:
    """Return how many hexes the unit may advance, TIA-ADV-3, TIA-ADV-5, TIA-KGP-3."""
    most = _general_limit(w, s, b, unit)
    if unit == w.peiper:
        most = min(most, _peiper_limit(w, s, hexes_gone(b, unit)))
    return most


def _peiper_limit(w: World, s: TigersState, gone: int) -> int:
    """Return how many hexes Peiper may advance after having `gone` some: its OMF and one more, TIA-KGP-3.

    The extra hex costs 1 OMF too, so it is available once; with `peiper_extra_hex` once in each combat.
    """
    left = omf_half(w, s, w.peiper) - s.spent[w.peiper] + 2 * gone  # when the advance began
    if s.variant.peiper_extra_hex == EACH_COMBAT:
        left = max(0, left)
    return max(gone, left // 2 + 1)


def peiper_may_advance(w: World, s: TigersState) -> bool:
    """Is any advance left to Peiper?"""
    return _peiper_limit(w, s, 0) > 0


def _limited_by(w: World, s: TigersState, b: Battle, unit: int, hexes: int) -> str:
    """Return the rule that limits the unit to this many hexes."""
    return "TIA-KGP-3" if unit == w.peiper and hexes < _general_limit(w, s, b, unit) else "TIA-ADV-3"


def vacated(w: World, s: TigersState, b: Battle, target: int) -> bool:
    """Have all defenders left the hex? A dump alone leaves it open on D1 or better, TIA-ADV-1, TIA-FUEL-4."""
    side = w.side[b.attackers[0]]
    left = defenders_at(w, s, target, side)
    if any(w.units[d].kind != DUMP for d in left):
        return False
    was_guarded = b.defence[b.targets.index(target)] > w.factor[w.dump] if left else False
    return not left or was_guarded or b.result in DUMP_OPENS


def pinned(w: World, s: TigersState, b: Battle, target: int) -> bool:
    """Did the attacker hold the defender in place, with distance 0 on a D3? TIA-ADV-6."""
    if not b.named or b.distance or vacated(w, s, b, target):
        return False
    first_day = s.turn == 1 and w.side[b.attackers[0]] == GERMAN  # after D1 and D2 too
    return b.result in PINS or first_day


def open_to_advance(w: World, s: TigersState, b: Battle) -> bool:
    """Is there a hex to advance into? TIA-ADV-1."""
    return b.result in ADVANCE_RESULTS and any(vacated(w, s, b, t) or pinned(w, s, b, t) for t in b.targets)


def quota_met(w: World, s: TigersState, b: Battle, unit: int) -> bool:
    """May the unit go elsewhere, since enough factors entered each hex or stay to contain it? TIA-ADV-6."""
    going = set(peiper.group(w, s, unit))
    for target, need in zip(b.targets, b.defence, strict=True):
        if vacated(w, s, b, target):
            worth = sum(w.factor[u] for cell, u in b.gone_in if cell == target)
        elif pinned(w, s, b, target):
            worth = sum(
                w.factor[u]
                for u in b.attackers
                if u not in going
                and not hexes_gone(b, u)
                and s.where[u] >= 0
                and w.grid.adjacent(s.where[u], target)
            )
        else:
            return False
        if worth < need:
            return False
    return True


def hexes_gone(b: Battle, unit: int) -> int:
    """Return how many hexes the unit has advanced after this combat."""
    return next((n for u, n in b.advanced if u == unit), 0)


def may_advance(w: World, s: TigersState, b: Battle, unit: int) -> Refusal | None:
    """Return why the unit may not advance at all; None if it may."""
    name = w.units[unit].name
    if unit not in b.attackers or s.where[unit] < 0:
        return Refusal("TIA-ADV-1", f"{name} did not attack here; only attackers may advance.")
    if unit in b.advance_over:
        return Refusal("TIA-ADV-3", f"{name} has already advanced.")
    if s.status[unit] & DISRUPTED:
        return Refusal("TIA-DIS-1", f"{name} is Disrupted and cannot advance.")
    if s.kgp_attached and unit in peiper.attached(w, s):
        return Refusal("TIA-KGP-8", f"{name} is attached and cannot advance without Peiper.")
    if hexes_gone(b, unit) >= advance_limit(w, s, b, unit):
        return Refusal(_limited_by(w, s, b, unit, hexes_gone(b, unit)), f"{name} cannot advance farther.")
    return None


def begin_march(w: World, s: TigersState, b: Battle, unit: int) -> March:
    """Return the unit's advance before its next hex."""
    limit = advance_limit(w, s, b, unit)
    return March(s.where[unit], hexes_gone(b, unit), limit, any(u == unit for _, u in b.gone_in))


def march_on(w: World, s: TigersState, b: Battle, unit: int, at: March, to: int) -> March | Refusal:
    """Advance one hex on, or return why not, TIA-ADV-1, TIA-ADV-2, TIA-ADV-4, TIA-ADV-7."""
    info = w.units[unit]
    direction = w.grid.direction(at.cell, to)
    if direction is None:
        return Refusal("TIA-ADV-1", f"{w.place(to)} is not adjacent to {w.place(at.cell)}.", "Go hex by hex.")
    if at.over:
        if at.stopped:
            return Refusal("TIA-ADV-2", f"{info.name} must stop {w.at_place(at.cell)}.")
        hexes = counted(at.hexes, "hex", "hexes")
        why = _limited_by(w, s, b, unit, at.limit)
        return Refusal(why, f"{info.name} may advance only {hexes} here.")
    wet = unbridged(w, s, at.cell, direction)
    if wet and (info.mechanized or at.hexes):
        return Refusal("TIA-ADV-4", f"An unbridged river bars the way to {w.place(to)}.")
    road = road_between(w, s, at.cell, direction)
    woods = bool(w.board.forest >> to & 1) and not road
    if woods and at.hexes:
        return Refusal("TIA-ADV-4", f"{w.place(to)} is forest off the road.", "Stop before it.")
    if at.hexes == 0 and to in b.targets:
        if not vacated(w, s, b, to):
            return Refusal("TIA-ADV-1", f"{w.place(to)} is not vacated: defenders are still there.")
        return March(to, 1, at.limit, True, woods or wet)
    return _beyond(w, s, b, unit, at, to, wet, woods)


def _beyond(
    w: World, s: TigersState, b: Battle, unit: int, at: March, to: int, wet: bool, woods: bool
) -> March | Refusal:
    """Advance into any hex but a vacated one at the start: the rules of movement and zones apply."""
    side = w.side[unit]
    d = derived(w, s)
    bit = 1 << to
    known_dump = side == GERMAN and s.dump_known and dump_stops(w, s, to)
    if (d.combat[1 - side] & bit) or known_dump:  # a lone Skorzeny bars nobody, TIA-MOVE-6
        return Refusal("TIA-MOVE-6", f"{w.place(to)} holds an enemy unit.")
    if not at.through:
        if not quota_met(w, s, b, unit):
            return Refusal(
                "TIA-ADV-6",
                "Too few factors have entered the defended hex or stay to contain it.",
                "Advance other units into that hex first.",
            )
        going = peiper.group(w, s, unit)
        visible = [
            u for u in stack_at(w, s, to) if u not in going and (w.units[u].kind != DUMP or s.dump_known)
        ]
        if visible:
            return Refusal("TIA-ADV-7", f"{w.place(to)} is not empty.")
    zones = division_zones(w, s, 1 - side)
    friend = bool(others_of(w, s, side, peiper.group(w, s, unit)) & bit)
    if shared_zone(zones, at.cell, to) and not friend:
        facts = f"{w.place(at.cell)} and {w.place(to)} are in the zone of the same enemy division."
        return Refusal("TIA-ADV-2", facts)
    if wet and brigade_controls_both(w, s, 1 - side, at.cell, to) and not friend:
        facts = f"An enemy unit controls both banks of the river on the way to {w.place(to)}."
        return Refusal("TIA-ZOC-9", facts)
    stop = bool(covered(w, s, 1 - side) & bit)
    return March(to, at.hexes + 1, at.limit, at.through, stop or woods or wet)


def check_advance(w: World, s: TigersState, b: Battle, order: Advance) -> Refusal | None:
    """Return why the advance may not be made; None if it may."""
    unit = w.by_id[order.unit]
    if not order.path:
        return Refusal("TIA-ADV-1", "The advance has no hex to go to.", "Name at least one hex.")
    refusal = may_advance(w, s, b, unit)
    if refusal is not None:
        return refusal
    at = begin_march(w, s, b, unit)
    for text in order.path:
        on = march_on(w, s, b, unit, at, w.grid.at(text))
        if isinstance(on, Refusal):
            return on
        at = on
    return None


def advance_offers(w: World, s: TigersState, b: Battle) -> Iterator[Offer]:
    """Yield every advance that may be made now, a branch for each unit."""
    for unit in b.attackers:
        if s.where[unit] >= 0 and may_advance(w, s, b, unit) is None:
            grow = _grow(w, s, b, unit, begin_march(w, s, b, unit), ())
            if grow():
                yield Branch(w.id_of[unit], grow, leads_to(Advance, unit=w.id_of[unit]))


def _grow(
    w: World, s: TigersState, b: Battle, unit: int, at: March, path: tuple[str, ...]
) -> Callable[[], Sequence[Offer]]:
    def expand() -> Sequence[Offer]:
        result: list[Offer] = []
        if path:
            result.append(Advance(w.units[unit].id, path))
        for to in () if at.over else w.grid.neighbours[at.cell]:
            if to >= 0:
                on = march_on(w, s, b, unit, at, to)
                if not isinstance(on, Refusal):
                    longer = (*path, w.grid.label(to))
                    leads = leads_to(Advance, unit=w.id_of[unit], path=longer)
                    result.append(Branch(longer[-1], _grow(w, s, b, unit, on, longer), leads))
        return result

    return expand


def apply_advance(w: World, s: TigersState, order: Advance, dice: Dice, events: Events) -> None:
    """Advance along the path, up to a blown bridge or a discovered dump."""
    b = s.battle
    assert b is not None
    unit = w.by_id[order.unit]
    side = w.side[unit]
    at = begin_march(w, s, b, unit)
    way = [at.cell]
    gone_in = list(b.gone_in)
    broken_off = False
    for text in order.path:
        to = w.grid.at(text)
        on = march_on(w, s, b, unit, at, to)
        assert not isinstance(on, Refusal)
        opened = to in b.targets and at.hexes == 0
        if side == GERMAN and dump_stops(w, s, to) and not opened:
            s.dump_known = True
            events.append(DumpRevealed(text, order.unit))
            broken_off = True
            break
        river = crosses_enemy_bridge(w, s, side, at.cell, to)
        if river >= 0 and not roll_crossing(w, s, side, river, dice, events):
            broken_off = True
            break
        _enter(w, s, unit, to, events)
        if side == GERMAN and opened:
            capture_dump(w, s, to, events)
        if to in b.targets:
            gone_in += [(to, u) for u in peiper.group(w, s, unit)]
        way.append(to)
        at = on
    if len(way) > 1:
        for member in peiper.group(w, s, unit):
            events.append(Advanced(w.units[member].id, w.labels(way)))
        if not broken_off:
            _mark(w, s, unit, events)
    s.battle = msgspec.structs.replace(
        b,
        gone_in=tuple(gone_in),
        advanced=(*(x for x in b.advanced if x[0] != unit), (unit, at.hexes)),
        advance_over=b.advance_over if broken_off else (*b.advance_over, unit),
    )


def _enter(w: World, s: TigersState, unit: int, to: int, events: Events) -> None:
    if unit == w.peiper:
        spent = s.spent[unit] + 2  # each hex costs Peiper 1 OMF, TIA-ADV-9, TIA-KGP-3
        peiper.leave_tiger_behind(w, s, spent, events)
        for member in peiper.group(w, s, unit):
            put(w, s, member, to)
            s.spent[member] = spent
    else:
        put(w, s, unit, to)
    occupy(w, s, unit, to, events)


def _mark(w: World, s: TigersState, unit: int, events: Events) -> None:
    """Disrupt a unit that advanced (TIA-DIS-8, TIA-ADV-8); Peiper and units attached only at the end."""
    if unit == w.peiper:
        s.kgp_advanced = True
        return
    s.status[unit] |= STIRRED
    disrupt(w, s, unit, "TIA-DIS-8", events)


def end_advances(w: World, s: TigersState, b: Battle, events: Events) -> None:
    """Disrupt the units whose advance was broken off and not resumed."""
    for unit, hexes in b.advanced:
        if hexes and unit not in b.advance_over and s.where[unit] >= 0:
            _mark(w, s, unit, events)


def must_still_advance(w: World, s: TigersState, b: Battle) -> bool:
    """Must a unit still enter a vacated hex whose quota is not filled? Only with the compulsory option."""
    if not s.variant.advance_compulsory:
        return False
    for target, need in zip(b.targets, b.defence, strict=True):
        worth = sum(w.factor[u] for cell, u in b.gone_in if cell == target)
        if vacated(w, s, b, target) and worth < need:
            for unit in b.attackers:
                if s.where[unit] >= 0 and may_advance(w, s, b, unit) is None:
                    if not isinstance(march_on(w, s, b, unit, begin_march(w, s, b, unit), target), Refusal):
                        return True
    return False
