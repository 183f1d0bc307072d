"""Several commanders on one side: who has which formations, and who may give which order.

The rulebooks know sides; who of a side gives an order is a matter of its own command. A game that can be
played so says which formations can be given away and which of them an order concerns (`Divides`); a game that
does not is played by one person a side. What is refused here carries a number of its own, COMMAND-1 to -3.
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
WHOLE = ""  # instead of a formation: it concerns the whole side and is the commander-in-chief's
CHIEFS_NAME = "Commander-in-chief"
MOST_COMMANDERS = 12
LONGEST_NAME = 40
NOT_YOURS, ARE_READY, NOT_CHIEF = "COMMAND-1", "COMMAND-2", "COMMAND-3"


class Formation(msgspec.Struct, frozen=True):
    """What can be given to a commander of its own."""

    id: Annotated[str, Meta(description="names it in requests")]
    name: Annotated[str, Meta(description="what players call it")]


class Concern(NamedTuple):
    """Somebody or something an order is for, and the formation it belongs to."""

    what: str
    formation: str  # or WHOLE


class Commander(msgspec.Struct, frozen=True):
    """One of those who share a side. The first is the commander-in-chief: he may order everything."""

    side: int
    number: int
    name: str
    formations: tuple[str, ...] = ()  # his own; the first has all that nobody else has
    taken: bool = False  # somebody sits here
    ready: bool = False  # he has written what he wants to write this turn


Team = Sequence[Commander]  # all commanders of one side; empty: one person plays it


@runtime_checkable
class HandsIn(Protocol):
    """A game in which each side hands in what it has written."""

    def hand_in(self) -> Order:
        """The order that hands in what a side has written."""
        ...


@runtime_checkable
class Divides(HandsIn, Protocol):
    """A game whose sides can be divided among several commanders."""

    def formations(self, side: int) -> Sequence[Formation]:
        """What of a side can be given away, in the order of its order of battle."""
        ...

    def concerned(self, view: Any, side: int, order: Order) -> Sequence[Concern]:
        """Whom of its own side an order is for; what the side does not have is left to `check`."""
        ...

    def under(self, view: Any, side: int, unit: str) -> str | None:
        """The formation one of the side's units stands under now."""
        ...

    def moment(self, view: Any) -> str:
        """What the players call this turn."""
        ...


@runtime_checkable
class Commanded(Protocol):
    """The table of such a game."""

    def choices_for(self, view: Any, side: int, held: Collection[str]) -> Choices:
        """The choices of a commander who has these formations (with WHOLE, all of them)."""
        ...


def make_team(game: Any, side: int, asked: Sequence[tuple[str, Sequence[str]]]) -> tuple[Commander, ...]:
    """Commanders of a side by name and formations, the commander-in-chief first."""
    word = game.sides[side]
    if not isinstance(game, Divides):
        raise UserError(
            f"{game.name} is played by one person a side: it has no formations that could be given away."
        )
    if not 2 <= len(asked) <= MOST_COMMANDERS:
        raise UserError(
            f"The {word} side is divided among 2 to {MOST_COMMANDERS} commanders, not {len(asked)}."
        )
    if asked[CHIEF][1]:
        raise UserError(
            f"The first {word} commander is the commander-in-chief and has what nobody else has: name no "
            "formations for him."
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
        raise UserError(f"Two {word} commanders have the same name; give each his own.")
    return tuple(team)


def holder(team: Team, formation: str) -> Commander:
    """Who has a formation: whoever it was given to, else the commander-in-chief."""
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
    """Why a commander may not give an order, whatever the rulebook says of it."""
    if order == game.hand_in() and (by.number == CHIEF or all_ready(team, by.number)):
        return None  # the chief hands in for everybody, ready or not; any other when all the rest are
    return _refuse(game, team, by, game.concerned(view, by.side, order))


def refuse_unit(game: Divides, view: Any, team: Team, by: Commander, unit: str) -> Refusal | None:
    """Why a commander may give a unit no order at all."""
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
    """The one sentence for what is another commander's."""
    whose = holder(team, formation)
    if formation == WHOLE:
        facts = f"{what} is for {whose.name} to decide, for the whole side."
    else:
        facts = f"{what} stands under {name_of(game, by.side, formation)}, which {whose.name} commands."
    return Refusal(NOT_YOURS, facts, f"Write to {whose.name}.")


def hand_over(game: Divides, team: Team, by: Commander, formation: str, to: int) -> tuple[Commander, ...]:
    """The team after the commander-in-chief has given a formation to somebody, or taken it back to himself.

    Whoever gets one has more to write: he is not ready any more. Refusals are raised as UserError.
    """
    if formation not in [one.id for one in game.formations(by.side)]:
        known = ", ".join(one.id for one in game.formations(by.side))
        raise UserError(f"Your side has no {formation!r} to give away; it has: {known}.")
    if not 0 <= to < len(team):
        raise UserError(f"There is no commander {to}; they are numbered 0 to {len(team) - 1}.")
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
    """What only the commander-in-chief does."""
    if by.number == CHIEF:
        return None
    return Refusal(NOT_CHIEF, f"Only {team[CHIEF].name} {what}.", f"Write to {team[CHIEF].name}.")


def begun_anew(team: Team) -> tuple[Commander, ...]:
    """The team when its sheet has been handed in: for the next one nobody is ready."""
    return tuple(msgspec.structs.replace(one, ready=False) for one in team)


def all_ready(team: Team, but: int) -> bool:
    """Is everybody ready except perhaps this one? A seat nobody sits in is not ready."""
    return all(one.ready for one in team if one.number != but)


def givers(team: Team, given: Sequence[tuple[int, Sequence[str]]]) -> Mapping[str, str]:
    """By unit or squadron: the name of whoever wrote for it last; `given` in the order of writing."""
    return {name: team[by].name for by, names in given for name in names if 0 <= by < len(team)}
