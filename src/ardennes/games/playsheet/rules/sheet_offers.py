"""What is done to the sheet itself, as offers: attaching, taking back, copying, supply, giving up."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules import writing
from ardennes.games.playsheet.rules.corps import formation_of, formations
from ardennes.games.playsheet.rules.ground_orders import divisions_for, surprised
from ardennes.games.playsheet.rules.state import GROUPS, PlaysheetState
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer


def sheet_keeping(w: World, s: PlaysheetState, side: int) -> Iterator[Branch]:
    """Attachments can be come upon by chance, the rest cannot."""
    able = [unit for unit in attachable(w, side) if s.where[unit] >= 0 and not surprised(w, s, unit)]
    if able:
        done = all(s.joining[unit] for unit in able)
        yield Branch(
            "attach",
            lambda: [_attach(w, s, unit) for unit in able],
            lambda order: isinstance(order, o.Attach),
            aside=done,
        )
    yield Branch(
        "take_back",
        lambda: _take_back(w, s, side),
        lambda order: isinstance(order, o.TakeBack),
        aside=True,
    )
    yield Branch(
        "copy",
        lambda: _copies(w, s, side),
        lambda order: isinstance(order, o.Copy),
        aside=True,
    )
    yield Branch(
        "priority", lambda: _priority(w, s, side), lambda order: isinstance(order, o.Priority), aside=True
    )
    yield Branch("resign", lambda: [o.Resign()], lambda order: isinstance(order, o.Resign), aside=True)


@functools.lru_cache(maxsize=64)
def attachable(w: World, side: int) -> tuple[int, ...]:
    """The units of a side that belong to no division and may join one, OPS-UNIT-13."""
    return tuple(unit for unit in w.of_side[side] if divisions_for(w, unit))


def _attach(w: World, s: PlaysheetState, unit: int) -> Branch:
    name = w.units[unit].id

    def leads(order: Order) -> bool:
        return isinstance(order, o.Attach) and order.unit == name

    def expand() -> list[Offer]:
        return [o.Attach(name, division) for division in divisions_for(w, unit)]

    return Branch(name, expand, leads, aside=bool(s.joining[unit]))


def _take_back(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    orders = [w.units[unit].id for unit in writing.ordered_units(w, s, side)]
    joining = [w.units[unit].id for unit in writing.attached_units(w, s, side)]
    flying = [w.squadrons[squadron].id for squadron in writing.ordered_squadrons(w, s, side)]
    found = _struck(orders, flying, False, (), ())
    return [
        Branch("orders", lambda: found, lambda order: isinstance(order, o.TakeBack) and not order.attachment),
        Branch(
            "attachments",
            lambda: _struck(joining, (), True, (), ()),
            lambda order: isinstance(order, o.TakeBack) and order.attachment,
        ),
    ]


def _copies(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    """The whole of last turn's sheet, or what it had for one formation."""
    again = {formation_of(w, s, order) for order in writing.copied(w, s, side)}
    parts = [o.Copy(formation.id) for formation in formations(w, side) if formation.id in again]
    return [o.Copy(), *parts] if parts else []


def _struck(
    units: Sequence[str],
    squadrons: Sequence[str],
    attachment: bool,
    these: tuple[str, ...],
    those: tuple[str, ...],
) -> list[Offer]:
    """The order so far, and what may be struck beside it: units by id, then squadrons by id."""
    found: list[Offer] = [o.TakeBack(these, those, attachment)] if these or those else []
    for at, name in enumerate(units):
        found.append(_strike(units[at + 1 :], squadrons, attachment, (*these, name), those))
    for at, name in enumerate(squadrons):
        found.append(_strike((), squadrons[at + 1 :], attachment, these, (*those, name)))
    return found


def _strike(
    units: Sequence[str],
    squadrons: Sequence[str],
    attachment: bool,
    these: tuple[str, ...],
    those: tuple[str, ...],
) -> Branch:
    def leads(order: Order) -> bool:
        if not isinstance(order, o.TakeBack) or order.squadrons[: len(those)] != those:
            return False
        return order.units == these if those else order.units[: len(these)] == these

    name = those[-1] if those else these[-1]
    return Branch(name, lambda: _struck(units, squadrons, attachment, these, those), leads)


def _priority(w: World, s: PlaysheetState, side: int) -> list[Offer]:
    units = [w.units[unit].id for unit in w.of_side[side] if s.where[unit] >= 0]
    return [_groups(groups, units) for groups in itertools.permutations(GROUPS)]


def _groups(groups: tuple[str, ...], units: Sequence[str]) -> Branch:
    def leads(order: Order) -> bool:
        return isinstance(order, o.Priority) and order.groups == groups

    return Branch(" ".join(groups), lambda: _first(groups, units, ()), leads)


def _first(groups: tuple[str, ...], units: Sequence[str], first: tuple[str, ...]) -> list[Offer]:
    """The order so far, and the units that may be named next."""

    def more(unit: str) -> Branch:
        longer = (*first, unit)

        def leads(order: Order) -> bool:
            return isinstance(order, o.Priority) and order.first[: len(longer)] == longer

        return Branch(unit, lambda: _first(groups, units, longer), leads)

    return [o.Priority(groups, first), *(more(unit) for unit in units if unit not in first)]
