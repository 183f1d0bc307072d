"""Several commanders on one side: which formations each has, and which orders each may give.

The rulebooks know only sides. How a side shares its orders is decided here. A game that supports this lists
the formations that can be assigned and says which of them an order concerns (`Divides`). In other games one
person plays each side. Refusals made here have numbers of their command: COMMAND-1 to COMMAND-3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import msgspec
from msgspec import Meta

from ardennes.errors import UserError
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.wire import Choices

CHIEF = 0  # the commander-in-chief's place among the commanders of a side
WHOLE = ""  # in place of a formation: the order concerns the whole side and belongs to the commander-in-chief
CHIEFS_NAME = "Commander-in-chief"
MOST_COMMANDERS = 12
LONGEST_NAME = 40
NOT_YOURS, ARE_READY, NOT_CHIEF = "COMMAND-1", "COMMAND-2", "COMMAND-3"


class Formation(msgspec.Struct, frozen=True):
    """Something that can be assigned to a separate commander."""

    id: Annotated[str, Meta(description="identifies it in requests")]
    name: Annotated[str, Meta(description="what players call it")]


class Concern(NamedTuple):
    """A unit or other subject of an order, and the formation it belongs to."""

    what: str
    formation: str  # or WHOLE


class Commander(msgspec.Struct, frozen=True):
    """One of the commanders of a side. The first is the commander-in-chief and may order everything."""

    side: int
    number: int
    name: str
    formations: tuple[str, ...] = ()  # assigned formations; the first commander has all the others
    taken: bool = False  # a player has taken this seat
    ready: bool = False  # the commander has finished writing this turn


Team = Sequence[Commander]  # all commanders of one side; empty: one player commands it


@runtime_checkable
class HandsIn(Protocol):
    """A game in which each side hands in its written orders."""

    def hand_in(self) -> Order:
        """The order that hands in the side's written orders."""
        ...


@runtime_checkable
class Divides(HandsIn, Protocol):
    """A game whose sides can be divided among several commanders."""

    def formations(self, side: int) -> Sequence[Formation]:
        """Return the formations that can be assigned, in the order of the side's order of battle."""
        ...

    def concerned(self, view: Any, side: int, order: Order) -> Sequence[Concern]:
        """Return the subjects of an order among the side's units; subjects that the side lacks are left to
        `check`.
        """
        ...

    def under(self, view: Any, side: int, unit: str) -> str | None:
        """Return the formation that one of the side's units belongs to now."""
        ...

    def moment(self, view: Any) -> str:
        """Return the players' name for this turn."""
        ...


@runtime_checkable
class Commanded(Protocol):
    """The table of such a game."""

    def choices_for(self, view: Any, side: int, held: Collection[str]) -> Choices:
        """Return the choices of a commander with these formations (with WHOLE: all choices)."""
        ...


def make_team(game: Any, side: int, asked: Sequence[tuple[str, Sequence[str]]]) -> tuple[Commander, ...]:
    """Read a side's commanders, by name and formations, the commander-in-chief first."""
    word = game.sides[side]
    if not isinstance(game, Divides):
        raise UserError(f"{game.name} has one commander for each side: it has no formations to assign.")
    if not 2 <= len(asked) <= MOST_COMMANDERS:
        raise UserError(
            f"The {word} side is divided among 2 to {MOST_COMMANDERS} commanders, not {len(asked)}."
        )
    if asked[CHIEF][1]:
        raise UserError(
            f"The first {word} commander is the commander-in-chief and commands all formations that are not "
            "assigned to others: list no formations there."
        )
    known = [formation.id for formation in game.formations(side)]
    given: dict[str, str] = {}
    team = []
    for number, (name, formations) in enumerate(asked):
        called = name or (CHIEFS_NAME if number == CHIEF else f"Commander {number + 1}")
        for formation in formations:
            if formation not in known:
                raise UserError(
                    f"The {word} side has no {formation!r} to give away; it has: {', '.join(known)}."
                )
            if formation in given:
                raise UserError(f"{formation} is given to {given[formation]} and to {called}; it needs one.")
            given[formation] = called
        team.append(Commander(side, number, called, tuple(formations)))
    names = [commander.name for commander in team]
    if len(set(names)) < len(names):
        raise UserError(f"Two {word} commanders have the same name; give each a different one.")
    return tuple(team)


def holder(team: Team, formation: str) -> Commander:
    """Return the commander of a formation: the one it is assigned to, else the commander-in-chief."""
    return next((one for one in team if formation in one.formations), team[CHIEF])


def held_by(game: Divides, team: Team, by: Commander) -> frozenset[str]:
    """The formations a commander may give orders to; the commander-in-chief also has WHOLE."""
    if by.number == CHIEF:
        return frozenset({WHOLE, *(formation.id for formation in game.formations(by.side))})
    return frozenset(by.formations)


def name_of(game: Divides, side: int, formation: str) -> str:
    names = {one.id: one.name for one in game.formations(side)}
    return names.get(formation, formation)


def refuse(game: Divides, view: Any, team: Team, by: Commander, order: Order) -> Refusal | None:
    """Return why a commander may not give an order, apart from what the rulebook says."""
    if order == game.hand_in() and (by.number == CHIEF or all_ready(team, by.number)):
        return None  # the chief may hand in at any time, others only when everybody else is ready
    return _refuse(game, team, by, game.concerned(view, by.side, order))


def refuse_unit(game: Divides, view: Any, team: Team, by: Commander, unit: str) -> Refusal | None:
    """Return why a commander may not order a unit at all."""
    formation = game.under(view, by.side, unit)
    return _refuse(game, team, by, () if formation is None else (Concern(unit, formation),))


def _refuse(game: Divides, team: Team, by: Commander, concerned: Sequence[Concern]) -> Refusal | None:
    if by.ready:
        facts = "You have said that you are ready with your orders."
        return Refusal(ARE_READY, facts, "Take that back first; you may until the side has sealed.")
    held = held_by(game, team, by)
    others = (concern for concern in concerned if concern.formation not in held)
    return next((_not_yours(game, team, by, *concern) for concern in others), None)


def _not_yours(game: Divides, team: Team, by: Commander, what: str, formation: str) -> Refusal:
    """Say that a subject belongs to another commander."""
    whose = holder(team, formation)
    if formation == WHOLE:
        facts = f"{what} is for {whose.name} to decide, for the whole side."
    else:
        facts = f"{what} stands under {name_of(game, by.side, formation)}, which {whose.name} commands."
    return Refusal(NOT_YOURS, facts, f"Write to {whose.name}.")


def hand_over(game: Divides, team: Team, by: Commander, formation: str, to: int) -> tuple[Commander, ...]:
    """Return the team after the commander-in-chief has assigned a formation or taken it back.

    A commander who receives one has more orders to write and is no longer marked ready. Raise UserError for a
    refusal.
    """
    if formation not in [one.id for one in game.formations(by.side)]:
        known = ", ".join(one.id for one in game.formations(by.side))
        raise UserError(f"Your side has no {formation!r} to give away; it has: {known}.")
    if not 0 <= to < len(team):
        raise UserError(f"There is no commander {to}; commanders are numbered 0 to {len(team) - 1}.")
    after = []
    for one in team:
        left = tuple(name for name in one.formations if name != formation)
        if one.number == to:
            gets = left if to == CHIEF else (*left, formation)
            already = holder(team, formation).number == to
            after.append(msgspec.structs.replace(one, formations=gets, ready=one.ready and already))
        else:
            after.append(msgspec.structs.replace(one, formations=left))
    return tuple(after)


def chief_only(by: Commander, team: Team, what: str) -> Refusal | None:
    """Refuse everybody except the commander-in-chief."""
    if by.number == CHIEF:
        return None
    return Refusal(NOT_CHIEF, f"Only {team[CHIEF].name} {what}.", f"Write to {team[CHIEF].name}.")


def begun_anew(team: Team) -> tuple[Commander, ...]:
    """Return the team after its sheet is handed in: nobody is ready for the next one."""
    return tuple(msgspec.structs.replace(one, ready=False) for one in team)


def all_ready(team: Team, but: int) -> bool:
    """Return whether everybody else is ready. A seat without a player is not ready."""
    return all(one.ready for one in team if one.number != but)


def givers(team: Team, given: Sequence[tuple[int, Sequence[str]]]) -> Mapping[str, str]:
    """Return, by unit or squadron, the name of the commander who last wrote for it; `given` is in order of
    writing.
    """
    return {name: team[by].name for by, names in given for name in names if 0 <= by < len(team)}
