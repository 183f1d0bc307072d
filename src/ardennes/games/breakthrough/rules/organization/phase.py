"""The Unit Organization Phase: a side's orders and how they are carried out (BTA-6.0, BTA-6.1, BTA-6.2,
BTA-6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement import bridges
from ardennes.games.breakthrough.rules.organization import artillery, formations, replacements
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision, by_unit
from ardennes.games.breakthrough.schema.terms import SIDES, SUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.deciding import Deeds, no_die
from ardennes.kernel.offers import Branch, Each, Offer, of_kind


class OrganizationPhase(PhaseDecision):
    """End the phase (BTA-6.1), or organize a unit; units in one hex are organized one by one (BTA-6.2)."""

    kind = "organization"
    rule = "BTA-6.0"
    deeds: ClassVar[Deeds] = {
        o.Artillery: (artillery.check_transfer, no_die(artillery.do_transfer)),
        o.Replace: (replacements.check_replace, no_die(replacements.do_replace)),
        o.BuildUp: (formations.check_build_up, no_die(formations.do_build_up)),
        o.BreakDown: (formations.check_break_down, no_die(formations.do_break_down)),
        o.Blow: (bridges.check_blow, bridges.do_blow),
        o.Build: (bridges.check_build, no_die(bridges.do_build)),
        o.AirDrop: (missions.check_drop, no_die(missions.do_drop)),
    }
    answers = (o.End, *deeds)

    def prompt(self, w: World, s: BreakthroughState, side: int) -> str:
        whose = SIDES[side].capitalize()
        return (
            f"{whose} organization: assign artillery and replacements, build up divisions, work on bridges."
        )

    def offers(self, w: World, s: BreakthroughState, side: int) -> Sequence[Offer]:
        result: list[Offer] = [o.END]
        if s.air[side]:
            result.append(of_kind(o.AirDrop, lambda: _drops(w, s, side), "air drop"))
        return by_unit(w, s, side, orders_for, result)


DECISION = OrganizationPhase()


def orders_for(w: World, s: BreakthroughState, unit: int) -> list[Offer]:
    """Return the orders that one unit may get now, BTA-6.3."""
    name, side = w.units[unit].id, w.side[unit]
    result: list[Offer] = []
    if artillery.may_transfer(w, s, unit) is None:
        held, more = s.artillery[unit], artillery.room(w, s, unit)
        if held or more:
            result.append(_points("artillery", o.Artillery, name, range(-held, more + 1)))
    more = replacements.room(w, s, unit)
    if more:
        result.append(_points("replace", o.Replace, name, range(1, more + 1)))
    result += [o.BuildUp(name, w.names(partners)) for partners in formations.build_ups(w, s, unit)]
    if w.units[unit].divisional and formations.splits(w, s, unit) is None:
        result.append(o.BreakDown(name))
    if s.supply[unit] == SUPPLIED:
        for bridge in bridges.sites(w, s, unit):
            site = w.board.bridges[bridge].name
            if bridges.check_blow(w, s, side, o.Blow(name, site)) is None:
                result.append(o.Blow(name, site))
            elif bridges.check_build(w, s, side, o.Build(name, site)) is None:
                result.append(o.Build(name, site))
    return result


def _points(word: str, kind: type[o.Artillery] | type[o.Replace], unit: str, points: range) -> Branch:
    """Return a branch with one order for each number of points."""

    def amounts() -> Sequence[Offer]:
        return Each([n for n in points if n], lambda n: kind(unit, n))

    return Branch(word, amounts, lambda order: isinstance(order, kind) and order.unit == unit)


def _drops(w: World, s: BreakthroughState, side: int) -> list[Offer]:
    return [o.AirDrop(w.grid.label(cell)) for cell in missions.droppable(w, s, side)]
