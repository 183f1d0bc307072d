"""Advance after combat (TIA-ADV)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

ADVANCE_RESULTS = ("D", "D1", "D2", "D3", "DD", "DE")
DUMP_OPENS = ("D1", "D2", "D3", "DD", "DE")  # TIA-FUEL-4
PEIPER_OPTION_LIMIT = 4
EACH_COMBAT = "each_combat"  # of the option `peiper_extra_hex`


class March(NamedTuple):
    """How far an advance has come."""

    cell: int
    hexes: int
    limit: int
    through: bool  # by way of a vacated hex
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Does it lead no farther?"""
        return self.stopped or self.hexes >= self.limit


def kind_limit(w: World, unit: int) -> int:
    """3 hexes for armor and cavalry, 2 for panzer grenadiers and paratroops, else 1, TIA-ADV-3."""
    info = w.units[unit]
    if info.kind in (PANZERGRENADIER, PARA):
        return 2
    return 3 if info.mechanized or info.kind == CAVALRY else 1


def _general_limit(w: World, s: TigersState, b: Battle, unit: int) -> int:
    """Hexes by the kind of unit and the result, TIA-ADV-3, TIA-ADV-5."""
    most = kind_limit(w, unit)
    if unit == w.peiper and s.variant.peiper_advance_four:
        most = PEIPER_OPTION_LIMIT
    return most if b.result in LONG_ADVANCE or b.destroyed else min(most, max(1, b.retreated))


def advance_limit(w: World, s: TigersState, b: Battle, unit: int) -> int:
    """Hexes the unit may advance, TIA-ADV-3, TIA-ADV-5, TIA-KGP-3."""
    most = _general_limit(w, s, b, unit)
    if unit == w.peiper:
        most = min(most, _peiper_limit(w, s, hexes_gone(b, unit)))
    return most


def _peiper_limit(w: World, s: TigersState, gone: int) -> int:
    """Return the hexes of Peiper's advance, of which he has `gone` some: his OMF and one beyond, TIA-KGP-3.

    The hex beyond costs 1 OMF as well, so he has it once; by `peiper_extra_hex` he has it in each combat.
    """
    left = omf_half(w, s, w.peiper) - s.spent[w.peiper] + 2 * gone  # when the advance began
    if s.variant.peiper_extra_hex == EACH_COMBAT:
        left = max(0, left)
    return max(gone, left // 2 + 1)


def peiper_may_advance(w: World, s: TigersState) -> bool:
    return _peiper_limit(w, s, 0) > 0


def _limited_by(w: World, s: TigersState, b: Battle, unit: int, hexes: int) -> str:
    """The rule that allows a unit so many hexes and no more."""
    return "TIA-KGP-3" if unit == w.peiper and hexes < _general_limit(w, s, b, unit) else "TIA-ADV-3"


def vacated(w: World, s: TigersState, b: Battle, target: int) -> bool:
    """No defender is left in the hex; the dump alone opens it on D1 or better, TIA-ADV-1, TIA-FUEL-4."""
    side = w.side[b.attackers[0]]
    left = defenders_at(w, s, target, side)
    if any(w.units[d].kind != DUMP for d in left):
        return False
    was_guarded = b.defence[b.targets.index(target)] > w.factor[w.dump] if left else False
    return not left or was_guarded or b.result in DUMP_OPENS


def pinned(w: World, s: TigersState, b: Battle, target: int) -> bool:
    """The attacker held the defender in place: distance 0 on a D3, TIA-ADV-6."""
    if not b.named or b.distance or vacated(w, s, b, target):
        return False
    first_day = s.turn == 1 and w.side[b.attackers[0]] == GERMAN  # after D1 and D2 too
    return b.result in PINS or first_day


def open_to_advance(w: World, s: TigersState, b: Battle) -> bool:
    """Is there anything to advance into at all? TIA-ADV-1."""
    return b.result in ADVANCE_RESULTS and any(vacated(w, s, b, t) or pinned(w, s, b, t) for t in b.targets)


def quota_met(w: World, s: TigersState, b: Battle, unit: int) -> bool:
    """May this unit go elsewhere? Enough factors went in, or stay to contain, hex by hex, TIA-ADV-6."""
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
    return next((n for u, n in b.advanced if u == unit), 0)


def may_advance(w: World, s: TigersState, b: Battle, unit: int) -> Refusal | None:
    name = w.units[unit].name
    if unit not in b.attackers or s.where[unit] < 0:
        return Refusal("TIA-ADV-1", f"{name} did not attack here; only attackers advance.")
    if unit in b.advance_over:
        return Refusal("TIA-ADV-3", f"{name} has made its advance.")
    if s.status[unit] & DISRUPTED:
        return Refusal("TIA-DIS-1", f"{name} is Disrupted and does not advance.")
    if s.kgp_attached and unit in peiper.attached(w, s):
        return Refusal("TIA-KGP-8", f"{name} is attached and advances with Peiper.")
    if hexes_gone(b, unit) >= advance_limit(w, s, b, unit):
        return Refusal(_limited_by(w, s, b, unit, hexes_gone(b, unit)), f"{name} can advance no farther.")
    return None


def begin_march(w: World, s: TigersState, b: Battle, unit: int) -> March:
    limit = advance_limit(w, s, b, unit)
    return March(s.where[unit], hexes_gone(b, unit), limit, any(u == unit for _, u in b.gone_in))


def march_on(w: World, s: TigersState, b: Battle, unit: int, at: March, to: int) -> March | Refusal:
    """The next hex of an advance, TIA-ADV-1, TIA-ADV-2, TIA-ADV-4, TIA-ADV-7."""
    info = w.units[unit]
    direction = w.grid.direction(at.cell, to)
    label = w.grid.label(to)
    if direction is None:
        return Refusal("TIA-ADV-1", f"{label} is not adjacent to {w.grid.label(at.cell)}.")
    if at.over:
        if at.stopped:
            return Refusal("TIA-ADV-2", f"{info.name} must stop in {w.grid.label(at.cell)}.")
        hexes = f"{at.hexes} {'hex' if at.hexes == 1 else 'hexes'}"
        why = _limited_by(w, s, b, unit, at.limit)
        return Refusal(why, f"{info.name} may advance {hexes} here, no more.")
    wet = unbridged(w, s, at.cell, direction)
    if wet and (info.mechanized or at.hexes):
        return Refusal("TIA-ADV-4", f"An unbridged river bars the way to {label}.")
    road = road_between(w, s, at.cell, direction)
    woods = bool(w.board.forest >> to & 1) and not road
    if woods and at.hexes:
        return Refusal("TIA-ADV-4", f"{label} is forest off the road: a longer advance stops before it.")
    if at.hexes == 0 and to in b.targets:
        if not vacated(w, s, b, to):
            return Refusal("TIA-ADV-1", f"{label} has not been vacated.")
        return March(to, 1, at.limit, True, woods or wet)
    return _beyond(w, s, b, unit, at, to, wet, woods)


def _beyond(
    w: World, s: TigersState, b: Battle, unit: int, at: March, to: int, wet: bool, woods: bool
) -> March | Refusal:
    """Any hex but a vacated one entered first: movement and zones bind."""
    side = w.side[unit]
    d = derived(w, s)
    bit = 1 << to
    label = w.grid.label(to)
    known_dump = side == GERMAN and s.dump_known and dump_stops(w, s, to)
    if (d.combat[1 - side] & bit) or known_dump:  # a lone Skorzeny bars nobody, TIA-MOVE-6
        return Refusal("TIA-MOVE-6", f"{label} is enemy-occupied.")
    if not at.through:
        if not quota_met(w, s, b, unit):
            return Refusal(
                "TIA-ADV-6", "Too few factors have gone into the defended hex, or stay to contain it."
            )
        going = peiper.group(w, s, unit)
        visible = [
            u for u in stack_at(w, s, to) if u not in going and (w.units[u].kind != DUMP or s.dump_known)
        ]
        if visible:
            return Refusal("TIA-ADV-7", f"{label} is not empty.")
    zones = division_zones(w, s, 1 - side)
    friend = bool(others_of(w, s, side, peiper.group(w, s, unit)) & bit)
    if shared_zone(zones, at.cell, to) and not friend:
        return Refusal(
            "TIA-ADV-2", f"{w.grid.label(at.cell)} and {label} are in the zone of the same enemy division."
        )
    if wet and brigade_controls_both(w, s, 1 - side, at.cell, to) and not friend:
        return Refusal("TIA-ZOC-9", f"An enemy unit controls both banks at {label}.")
    stop = bool(covered(w, s, 1 - side) & bit)
    return March(to, at.hexes + 1, at.limit, at.through, stop or woods or wet)


def check_advance(w: World, s: TigersState, b: Battle, order: Advance) -> Refusal | None:
    unit = w.by_id[order.unit]
    if not order.path:
        return Refusal("TIA-ADV-1", "An advance needs at least one hex.")
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


def advance_offers(w: World, s: TigersState, b: Battle) -> list[Offer]:
    result: list[Offer] = []
    for unit in b.attackers:
        if s.where[unit] >= 0 and may_advance(w, s, b, unit) is None:
            grow = _grow(w, s, b, unit, begin_march(w, s, b, unit), ())
            if grow():
                result.append(Branch(w.id_of[unit], grow, leads_to(Advance, unit=w.id_of[unit])))
    return result


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
    """Advance until the end of the path, a blown bridge or the discovered dump."""
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
        spent = s.spent[unit] + 2  # each hex costs him 1 OMF, TIA-ADV-9, TIA-KGP-3
        peiper.leave_tiger_behind(w, s, spent, events)
        for member in peiper.group(w, s, unit):
            put(w, s, member, to)
            s.spent[member] = spent
    else:
        put(w, s, unit, to)
    occupy(w, s, unit, to, events)


def _mark(w: World, s: TigersState, unit: int, events: Events) -> None:
    """Advancing Disrupts (TIA-DIS-8, TIA-ADV-8); Peiper and those with him only when all is done."""
    if unit == w.peiper:
        s.kgp_advanced = True
        return
    s.status[unit] |= STIRRED
    disrupt(w, s, unit, "TIA-DIS-8", events)


def end_advances(w: World, s: TigersState, b: Battle, events: Events) -> None:
    """Units whose advance was broken off and not resumed have advanced all the same."""
    for unit, hexes in b.advanced:
        if hexes and unit not in b.advance_over and s.where[unit] >= 0:
            _mark(w, s, unit, events)


def must_still_advance(w: World, s: TigersState, b: Battle) -> bool:
    """Under the compulsory option: a vacated hex whose quota is not filled though somebody could go."""
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
