"""What a table in a browser (or any other client) needs of a game.

The client shows `stage` and `board`, highlights `choices`, and asks `reach`, `route`, `odds` and `why`;
it decides no rule itself and knows no game: whatever a game wants to say beyond counters, hexes and
hexsides it says as panels, arrows and sheets. Every method takes a seat's view, so that nothing hidden
can pass. `kernel.wire` describes what is told; the dicts here have the same fields, for games that build
them plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, Protocol, TypedDict, runtime_checkable

import msgspec

from ardennes.kernel import wire
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.wire import Mark as Mark
from ardennes.kernel.wire import Tab as Tab
from ardennes.kernel.wire import checked

Plain = dict[str, Any]
Told = Any  # a struct of `kernel.wire`, or a plain value with the same fields


class Row(TypedDict):
    """A fact of a panel or of a unit's sheet: what, how much, by which rule, where."""

    what: str
    value: NotRequired[str]
    rule: NotRequired[str]
    hex: NotRequired[str]  # a click goes there
    unit: NotRequired[str]  # a click picks it
    mark: NotRequired[Mark]
    group: NotRequired[str]  # rows of one group stand under its name


class Entry(TypedDict):
    """An order ready to give, in words."""

    label: str
    order: Plain


class Stop(TypedDict):
    """One place of a slider; without an order it is where things stand."""

    label: str
    order: Plain | None


class Slider(TypedDict):
    """An amount to choose: every place it can be put to has its own order."""

    label: str
    at: int  # the stop where it stands now
    stops: list[Stop]
    rule: NotRequired[str]


class Panel(TypedDict):
    """A box beside the map: facts to read, amounts to slide, orders to press."""

    id: str
    title: str
    tab: Tab
    rows: NotRequired[list[Row]]
    sliders: NotRequired[list[Slider]]
    buttons: NotRequired[list[Entry]]
    first: NotRequired[bool]  # above what the client lists itself


# From one hex to another: neighbours get a wedge on their side, hexes farther apart an arrow.
Arrow = TypedDict(
    "Arrow", {"from": str, "to": str, "kind": Literal["attack", "move", "support", "plan"], "label": str}
)


class Pickable(TypedDict):
    """A unit that may be picked several times."""

    id: str
    least: int
    words: list[str]  # what it means to be picked so many times, from none on


class Picker(TypedDict):
    """Units to be picked, `count` times in all; the client puts their names into a field of the order."""

    title: str
    rule: str
    units: list[Pickable]
    count: int
    first: list[str]  # picked to begin with
    order: Plain
    field: str
    do: str  # what the button says


class Token(TypedDict):
    """Something that lies on the map besides units, in a hex or on a hexside."""

    look: Literal["drum", "plane", "parachute", "hammer"]
    hex: NotRequired[str]
    side: NotRequired[str]
    label: NotRequired[str]  # a letter or number on it
    words: str


class Contact(TypedDict):
    """A report of an enemy unit: what was learned of it, where, and how old that is."""

    hex: str
    glyph: str  # "" for not known
    size_mark: str
    direction: int  # degrees clockwise from north; -1 for not known
    formation: str
    age: int  # turns
    stale: bool
    words: str


class Trace(TypedDict):
    """Something written that is drawn on the map: a route, an aim, an area."""

    unit: str  # "" for none
    kind: Literal["move", "attack", "onward", "prepare", "support", "area", "air"]
    look: str  # of a move its mode, of aircraft their number
    path: list[str]
    label: NotRequired[str]  # when a unit is there


class Layer(TypedDict):
    """Something the player may switch on above the map, beside what every game has."""

    id: Literal["rings", "skies", "areas"]  # how far units reach, the zones of the hexes, the board's areas
    label: str
    key: str


class Ring(TypedDict):
    """How far a unit reaches from its hex."""

    kind: str  # effective, long
    hexes: int
    words: str


class Area(TypedDict):
    """Hexes under fire, as the side knows it."""

    hexes: list[str]
    when: str  # now, last, caught: this turn, the turn before, one's own units under the enemy's
    words: str


class Toggled(Entry):
    """An order that puts something in or takes it out again."""

    on: bool


class Mission(TypedDict):
    """What is written for aircraft, the order that strikes it, and what may be changed about it."""

    words: str
    hex: str  # "" for a zone
    strike: Plain | None  # none where another commander has the squadrons
    squadrons: NotRequired[list[str]]  # where several share the side
    by: NotRequired[str]  # ... and who gave it
    first: list[Toggled]  # units to be served before the others, in the order they are pressed
    about: str  # what that is


class SheetLine(TypedDict):
    """A unit on the order sheet, and the order that strikes what is written for it."""

    unit: str
    corps: str
    formation: str
    words: str
    kind: str  # none, moving, attacking ...
    strike: Plain | None  # none also where it stands under another commander
    under: NotRequired[str]  # where several share the side: the formation whose commander orders it
    written: NotRequired[bool]  # ... it has an order
    by: NotRequired[str]  # ... and who gave it


class Carried(TypedDict):
    """What became of an order of last turn."""

    unit: str
    words: str
    came: str  # "" where it cannot be seen from the position
    mark: Mark
    hex: str  # its target; "" for none


class AirTask(TypedDict):
    """A mission that wants a hex, or the zone of one; the client puts it and the squadrons into the order."""

    label: str
    order: Plain
    field: str
    by: str  # hex or zone
    all: int  # so many fly together, no more and no fewer; 0: any number


class AirPool(TypedDict):
    """Squadrons of one kind: how many may fly, which are free, and what they can do."""

    name: str
    fit: int
    may_fly: int
    flying: int
    free: list[str]
    tasks: list[AirTask]
    why: str  # none may fly
    rule: str


class Comer(TypedDict):
    """A unit that can come to a hex: from where, at what price."""

    unit: str
    label: str


class Sign(TypedDict):
    """How a counter shows one of its marks."""

    sign: Literal["corner", "trench", "tick", "letter", "flag"]
    letter: NotRequired[str]
    done: NotRequired[bool]  # the unit has had its turn: drawn fainter


class Shown(TypedDict):
    """How a client shows an event of a kind: on the map and in the log."""

    does: NotRequired[Literal["appear", "vanish", "flash"]]
    at: NotRequired[str]  # the event's field with the hex or hexes
    word: NotRequired[str]  # said over the hex
    parts: NotRequired[list[str]]  # or these fields of the event
    between: NotRequired[str]  # what stands between the parts
    die: NotRequired[str]  # the field with a die to draw in the log
    quiet: NotRequired[bool]  # not in the log: another event sums it up
    heading: NotRequired[list[str]]  # a heading of the log where the event names one of these phases
    phase: NotRequired[bool]  # a part of a turn resolved at once begins: its replay stops here
    step: NotRequired[str]  # the field with the hex a unit steps into
    sight: NotRequired[bool]  # it reports an enemy unit: `hex`, `type`, `size`, `direction`, `formation`
    report: NotRequired[str]  # the heading under which the report of the turn tells it


class Table(Protocol):
    def stage(self) -> Told:
        """Stage: what never changes: map, hexes, counters, names of phases, how marks and events look."""
        ...

    def board(self, view: Any, side: int | None) -> Told:
        """BoardState: what lies on the table now, as the side may know it."""
        ...

    def choices(self, view: Any, side: int) -> Told:
        """Choices: what the side may do now, grouped by what one clicks: buttons, units, hexes, panels."""
        ...

    def reach(self, view: Any, side: int, unit: str) -> list[Told]:
        """Each a Way: where the unit may go under the decision that is open, as an order ready to give."""
        ...

    def doings(self, view: Any, side: int, unit: str) -> list[Told]:
        """Each a Panel: what else the unit may do under that decision: amounts, orders, and why not."""
        ...

    def route(self, view: Any, side: int, unit: str, path: Sequence[str], mode: str) -> Told:
        """Route: a way drawn by hand: as far as it can be gone, the orders that go it, or why not."""
        ...

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        """Why a unit may not go or attack there; empty when nothing speaks against it."""
        ...

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Told:
        """Odds: the arithmetic of an attack, its chances, and what one attacker more or less would change."""
        ...

    def words(self, view: Any, side: int, order: Plain) -> str:
        """An order as the players would say it."""
        ...


@runtime_checkable
class Marches(Protocol):
    """A table of many units: several may be sent at once, and who can come to a hex is asked in one go."""

    def march(self, view: Any, side: int, units: Sequence[str], hex_: str, mode: str) -> Told:
        """March: orders that bring each of the units as near to the hex as it comes, and why others stay.
        They are given one by one, each judged when it is given."""
        ...

    def comers(self, view: Any, side: int, hex_: str) -> list[Told]:
        """Each a Comer: the units that can come to the hex under the decision that is open."""
        ...


@runtime_checkable
class Discreet(Protocol):
    """A table that can tell which words about the other side's orders give nothing away. Of the others
    nothing is passed on while something is hidden."""

    def may_hear(self, view: Any, words: str, order: Order) -> bool:
        """May somebody with this view hear the words about an order of the other side's?"""
        ...


@runtime_checkable
class SetsUp(Protocol):
    """A table whose set-ups can be kept and used again."""

    @property
    def setup_orders(self) -> tuple[type[Order], ...]:
        """The kinds of order a set-up is made of: no other is taken from a file."""
        ...

    def sets_up(self, state: Any, side: int) -> bool:
        """Is the side setting up now?"""
        ...

    def placed(self, view: Any, side: int) -> list[Plain]:
        """The orders that make the set-up as it stands, in an order in which they can be given."""
        ...


def put_there(hex_: str, order: Order, label: str, mode: str = "") -> Plain:
    """A hex a unit may be put in at once, by no way and for no points, as `reach` tells it."""
    return {
        "hex": hex_,
        "left": "",
        "order": msgspec.to_builtins(order),
        "marks": [],
        "sign": "",
        "mode": mode,
        "ask": False,
        "label": label,
        "path": [hex_],
    }


def comers(table: Table, view: Any, side: int, hex_: str) -> list[wire.Comer]:
    """The units that can come to the hex: as the game knows it, else by asking each of them."""
    if isinstance(table, Marches):
        return checked(table.comers(view, side, hex_), list[wire.Comer])
    found = []
    for unit in checked(table.choices(view, side), wire.Choices).units:
        ways = checked(table.reach(view, side, unit), list[wire.Way])
        found += [wire.Comer(unit, way.label) for way in ways if way.hex == hex_][:1]
    return found


def plain_refusal(refusal: Refusal | None) -> Plain | None:
    """A refusal as JSON, or None."""
    if refusal is None:
        return None
    return {"rule": refusal.rule, "facts": refusal.facts, "way_out": refusal.way_out}


def idle(decision: Plain | None) -> Plain:
    """The choices of somebody who has nothing to decide; a game's own choices start from here."""
    return {
        "decision": decision,
        "mine": False,
        "answers": False,
        "buttons": [],
        "units": [],
        "card": [],
        "arrange": [],
        "targets": [],
        "hexes": {},
        "sides": {},
        "panels": [],
        "leaves": "",
        "end": None,
    }
