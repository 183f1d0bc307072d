"""What a table sends to a client, field by field: the single description that code, page and documentation
share.

First the table: panels, the stage (what never changes), battles, the board. Then what a side may do: choices,
paths and marches, odds. Last the score.

The server encodes these structs as JSON. A field with a default is left out of the JSON while it has that
value; every other field is always there. `ardennes.server.api.schemas` has the requests and the other
responses. From both, `python -m ardennes.server.api.generate` writes web/js/types.gen.js and
docs/reference/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ardennes.kernel.contract import Decision, Refusal, Result


def tells(words: str) -> Meta:
    """Return the metadata of a field: its description."""
    return Meta(description=words)


Order = Annotated[
    dict[str, Any],
    Meta(title="Order", description="An order, ready to give, exactly as the server offered it."),
]
GameEvent = Annotated[
    dict[str, Any],
    Meta(title="GameEvent", description="Something that happened: `event` is its kind, the rest its facts."),
]
Tab = Literal["orders", "sheet", "forces", "campaign"]  # sheet: if the stage says there is one
Moment = Literal[
    "", "move", "arrival", "place", "air", "bridge", "weather", "loss", "hurt", "retreat", "advance"
]  # loss: `unit` is gone; hurt: it is marked; retreat, advance: what follows a battle
Mark = Literal["", "met", "open", "good", "bad", "no"]  # no: what cannot be done, and why not


class Wire(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Part of the data that a table sends."""


# Panels


class Row(Wire):
    """A fact of a panel or a unit's sheet: subject, value, rule, place."""

    what: Annotated[str, tells("the subject")]
    value: Annotated[str, tells("the value")] = ""
    rule: Annotated[str, tells("the rule it follows from")] = ""
    hex: Annotated[str, tells("a click goes there")] = ""
    unit: Annotated[str, tells("a click picks it")] = ""
    mark: Annotated[Mark, tells("its look: met, still open, good, bad; no: it cannot be done")] = ""
    group: Annotated[str, tells("rows of one group appear under its name")] = ""


class Entry(Wire):
    """An order ready to give, with its label."""

    label: Annotated[str, tells("label of the button")]
    order: Order


class Stop(Wire):
    """One position of a slider."""

    label: Annotated[str, tells("effect of this position")]
    order: Annotated[Order | None, tells("null: the present position")]


class Slider(Wire):
    """An amount to choose: each position of the slider has its own order."""

    label: Annotated[str, tells("what the amount is of")]
    at: Annotated[int, tells("index of the present position, from 0")]
    stops: Annotated[list[Stop], tells("all positions")]
    rule: Annotated[str, tells("the rule behind it")] = ""


class Panel(Wire):
    """A box next to the map: facts to read, amounts to slide, orders to press."""

    id: Annotated[str, tells("identifies the panel within the game")]
    title: Annotated[str, tells("its heading")]
    tab: Annotated[Tab, tells("where it stands")]
    rows: Annotated[list[Row], tells("facts to read")] = []
    sliders: Annotated[list[Slider], tells("amounts to slide")] = []
    buttons: Annotated[list[Entry], tells("orders to press")] = []
    first: Annotated[bool, tells("it appears above the client's own lists")] = False


# The stage: what never changes


class MapArt(Wire):
    """The drawing of a map, and how hexes lie on it."""

    art: Annotated[dict[str, str], tells("by theme (paper, winter): the file under web/")]
    radius: Annotated[float, tells("from the center of a hex to its corner, in the drawing's units")]
    origin: Annotated[tuple[float, float], tells("the center of the first hex")]
    size: Annotated[tuple[float, float], tells("width and height of the drawing")]
    hex: Annotated[Literal["flat", "pointy"], tells("the top of a hex: a side or a corner")]


class Turned(Wire):
    """The same map with another edge at the top, as a choice of the menu."""

    words: Annotated[str, tells("the choice: to turn it")]
    back: Annotated[str, tells("the choice: to turn it back")]
    map: MapArt
    at: Annotated[dict[str, tuple[float, float]], tells("by hex: its center on this drawing")]


class Cost(Wire):
    """The cost to enter a hex."""

    who: Annotated[str, tells("whom")]
    value: Annotated[str, tells("how much, in the points of the game")]


class Hex(Wire):
    """A hex of the map."""

    id: Annotated[str, tells("its number, as printed")]
    x: Annotated[float, tells("its center, in the drawing's units")]
    y: Annotated[float, tells("its center, in the drawing's units")]
    terrain: Annotated[str, tells("the terrain as text")]
    place: Annotated[str, tells("the name of a place there; empty: none")]
    kind: Annotated[str, tells("the kind of place; empty: not given")]
    side: Annotated[str, tells("the side that owns it at the start")]
    near: Annotated[list[str], tells("its neighbours")]
    text: Annotated[str, tells("place and ground in one line, for tips and screen readers")]
    cost: Annotated[list[Cost], tells("the costs to enter it")]
    holds: Annotated[int, tells("its stacking limit, as the game counts it")]
    name: Annotated[str, tells("what to call it if it has no place: 2 hexes east of St. Vith")] = ""
    zone: Annotated[int | None, tells("the air zone it lies in")] = None
    roads: Annotated[list[str], tells("neighbours a road leads to")] = []
    rivers: Annotated[list[str], tells("neighbours across a river")] = []
    sides: Annotated[dict[str, str], tells("by neighbor: the named feature of the hexside")] = {}
    exit: Annotated[bool, tells("units may leave the map from here")] = False


class Ring(Wire):
    """How far a unit's fire or influence reaches from its hex."""

    kind: Annotated[str, tells("effective or long")]
    hexes: Annotated[int, tells("range in hexes")]
    words: Annotated[str, tells("description for the legend")]


class Unit(Wire):
    """The constant data of a counter."""

    name: Annotated[str, tells("its name in full")]
    short: Annotated[str, tells("a short name")]
    side: Annotated[str, tells("whose it is")]
    kind: Annotated[str, tells("its kind, as the game calls it")]
    glyph: Annotated[str, tells("the symbol in its box: infantry, armor, artillery ...")]
    size_mark: Annotated[str, tells("above the box: II, III, X ...")]
    style: Annotated[str, tells("its colours")]
    factor: Annotated[int, tells("how strong it is; the strongest lies on top of a stack")]
    print: Annotated[str, tells("the numbers on it, unless the board gives others")]
    about: Annotated[str, tells("kind, nation and formation in one line")]
    sheet: Annotated[list[Row], tells("facts that never change")]
    letter: Annotated[str, tells("letters on its box")] = ""
    nation: Annotated[str, tells("whose troops they are")] = ""
    group: Annotated[str, tells("its place in the order of battle")] = ""
    wheels: Annotated[bool, tells("it rides on trucks: two wheels under its box")] = False
    rings: Annotated[list[Ring], tells("how far it reaches from its hex")] = []
    own: Annotated[str, tells("its name without its division's, if `name` has both")] = ""
    division: Annotated[str, tells("its division or brigade, or its own name if it is one")] = ""


class FormationLook(Wire):
    """What represents the counters of a formation when zoomed out."""

    name: Annotated[str, tells("the name on its counters, short enough for the map")]
    title: Annotated[str, tells("its name in full")]
    glyph: Annotated[str, tells("as of a counter")]
    size_mark: Annotated[str, tells("as of a counter")]
    style: Annotated[str, tells("as of a counter")]


class Layer(Wire):
    """A layer that the player can switch on above the map, in addition to those of every game."""

    id: Annotated[
        Literal["rings", "skies", "areas", "history"],
        tells("how far units reach; the air zones of the hexes; the board's areas; the front of 1944"),
    ]
    label: Annotated[str, tells("label of its button")]
    key: Annotated[str, tells("its keyboard shortcut")]


class Sights(Wire):
    """How to draw a report as a contact, in the replay of a turn."""

    glyphs: Annotated[dict[str, str], tells("by kind of unit: the symbol")]
    sizes: Annotated[dict[str, str], tells("by size: the mark above the box")]
    points: Annotated[list[str], tells("the points of the compass, clockwise from north")]


class ResultLook(Wire):
    """How good a result of combat is, and what it means."""

    tone: Annotated[float, tells("from 1 (best for the attacker) to -1")]
    about: Annotated[str, tells("what it means")]
    word: Annotated[str, tells("the same in a word or two, below its segment of the bar")] = ""
    letters: Annotated[str, tells("a shorter name for its segment of the bar")] = ""


class Sign(Wire):
    """How a counter shows one of its marks."""

    sign: Annotated[Literal["corner", "trench", "tick", "letter", "flag"], tells("what is drawn")]
    letter: Annotated[str, tells("the letter in a corner, or alone")] = ""
    done: Annotated[bool, tells("the unit is done for this turn: drawn fainter")] = False


class Shown(Wire):
    """How a client shows an event of a kind, on the map and in the log.

    An event with `unit` (or `units`, a stack) and `path` is a move and needs none of this.
    """

    does: Annotated[Literal["", "appear", "vanish", "flash"], tells("what the map shows")] = ""
    at: Annotated[str, tells("the event's field with the hex or hexes")] = ""
    word: Annotated[str, tells("the text over the hex")] = ""
    parts: Annotated[list[str], tells("or the text made of these fields of the event")] = []
    between: Annotated[str, tells("the separator of the parts")] = ""
    die: Annotated[str, tells("the field with a die to draw in the log")] = ""
    quiet: Annotated[bool, tells("not in the log: another event sums it up")] = False
    heading: Annotated[list[str], tells("a heading of the log, if its phase has one of these words")] = []
    phase: Annotated[bool, tells("a part of a turn resolved at once begins: its replay stops here")] = False
    step: Annotated[str, tells("the field with the hex a unit steps into")] = ""
    sight: Annotated[
        bool, tells("it reports an enemy unit: `hex`, `type`, `size`, `direction`, `formation`")
    ] = False
    report: Annotated[str, tells("the heading for it in the report of the turn")] = ""
    card: Annotated[
        Moment, tells("how an animation of battles and turns shows it; empty: not separately")
    ] = ""


class Stage(Wire):
    """The constant data of a game: map, hexes, counters, how marks and events look."""

    game: Annotated[str, tells("its id")]
    name: Annotated[str, tells("its name")]
    sides: Annotated[list[str], tells("the sides, in the order of their numbers")]
    map: MapArt
    hexes: list[Hex]
    units: Annotated[dict[str, Unit], tells("by id: every counter there is")]
    points: Annotated[str, tells("name of the points of a move")]
    signs: Annotated[dict[str, Sign], tells("by mark: how a counter shows it")]
    events: Annotated[dict[str, Shown], tells("by kind: how an event is shown")]
    results: Annotated[dict[str, ResultLook], tells("by result of combat: how good it is")] = {}
    odds: Annotated[list[str], tells("the columns of the combat table")] = []
    crt: Annotated[list[list[str]], tells("the combat table, a row for each die")] = []
    turned: Annotated[Turned | None, tells("the map may be turned")] = None
    keeps: Annotated[bool, tells("a unit stays selected after its order while it can still act")] = False
    marches: Annotated[bool, tells("several units may be sent to one destination")] = False
    march_modes: Annotated[
        list[tuple[str, str]], tells("how several may be sent: the mode and the words for it")
    ] = []
    outlines: Annotated[
        str, tells("the mode whose reach is outlined in addition to that of the chosen mode")
    ] = ""
    formations: Annotated[
        dict[str, dict[str, FormationLook]],
        tells("by side and group: the look of a formation when zoomed out"),
    ] = {}
    sums: Annotated[int, tells("so many leading numbers of `print` are added up for a formation")] = 0
    names: Annotated[
        dict[str, str], tells("names of things that are not counters, by the code that the log may use")
    ] = {}
    prints: Annotated[list[str], tells("the meaning of the numbers on a counter, in order")] = []
    spent: Annotated[bool, tells("the points shown of a way are those used, not those left")] = False
    sheet: Annotated[bool, tells("orders are written on a sheet first: there is a tab for it")] = False
    layers: Annotated[list[Layer], tells("layers that only this game has")] = []
    clock: Annotated[int, tells("number of moments on the clock of a turn")] = 0
    sights: Annotated[Sights | None, tells("how reports are drawn in a turn played again")] = None
    near_enemy: Annotated[str, tells("the meaning of `zoc`, if it is not a zone of control")] = ""
    first_turn: Annotated[str, tells("the turn of the log's first lines")] = ""
    no_setup: Annotated[
        bool, tells("play begins at once: the log's first lines are of the turn it opens with")
    ] = False
    reports: Annotated[list[str], tells("the headings of a turn's report, in the order they are read")] = []


# Battles as they are shown


class Cell(Wire):
    """A cell of the combat table's column that was rolled on."""

    label: Annotated[str, tells("the code of the result")]
    weight: Annotated[int, tells("the share of rolls with this result: its width")]
    tone: Annotated[float, tells("from 1 (best for the attacker) to -1")]
    about: Annotated[str, tells("what the result means")] = ""
    face: Annotated[int, tells("the face of the die; 0 if a cell is not a single face")] = 0


class BattleShow(Wire):
    """A battle as a client shows it once its result is known.

    Losses, retreats and advances are separate events after it; the stage has their `card`.
    """

    at: Annotated[int, tells("its place among the events of the order")]
    targets: Annotated[list[str], tells("the hexes attacked")]
    title: Annotated[str, tells("the result in a few words")]
    attackers: Annotated[list[str], tells("the units that attacked")] = []
    defenders: Annotated[list[str], tells("the units attacked; empty: those that were in the hexes")] = []
    sum: Annotated[str, tells("the calculation of the odds")] = ""
    column: Annotated[str, tells("the column, or the odds")] = ""
    cells: Annotated[list[Cell], tells("the column of the table, as the die runs")] = []
    thrown: Annotated[int, tells("index of the rolled cell, from 0; -1: no die")] = -1
    dice: Annotated[list[int], tells("the dice rolled")] = []
    sides: Annotated[int, tells("number of faces of a die")] = 6
    words: Annotated[str, tells("further remarks on the result")] = ""
    luck: Annotated[str, tells("exact share of rolls at least as good for the attacker")] = ""


# The board: what lies on the table now


class Phase(Wire):
    """The current phase."""

    id: Annotated[str, tells("changes when the phase does")]
    title: Annotated[str, tells("its name")]
    side: Annotated[str, tells("the side of the phase; empty: none")]
    of: Annotated[int, tells("number of phases in a turn")]
    setup: Annotated[bool, tells("it is set-up")] = False


class StripPart(Wire):
    """A part of the strip of phases."""

    label: Annotated[str, tells("its name")]
    now: Annotated[bool, tells("the current one")]
    done: Annotated[bool, tells("already finished this turn")] = False


class UnitState(Wire):
    """A counter on the map."""

    id: Annotated[str, tells("its id in the stage")]
    hex: Annotated[str, tells("where it lies")]
    marks: Annotated[list[str], tells("its marks; `signs` of the stage says how to draw them")]
    sheet: Annotated[list[Row], tells("its facts now")] = []
    print: Annotated[str, tells("the numbers on it, if they differ from those of the stage")] = ""


class Due(Wire):
    """A unit that is still to arrive."""

    unit: Annotated[str, tells("which")]
    turn: Annotated[int, tells("when")]
    edge: Annotated[str, tells("where it enters")]
    print: Annotated[str, tells("the numbers on it, if they differ from those of the stage")] = ""


class OffMap(Wire):
    """Units that are not on the map."""

    dead: Annotated[list[str], tells("lost")]
    exited: Annotated[list[str], tells("left by an edge")]
    due: Annotated[list[Due], tells("still to arrive, the next first")]


class Bridge(Wire):
    """A bridge, or a place for one."""

    id: Annotated[str, tells("its hexside, named by both hexes")]
    state: Annotated[str, tells("intact, gone, or built")]
    owner: Annotated[str, tells("the side that built it; empty if that does not matter")]


class Token(Wire):
    """Something on the map other than a unit, in a hex or on a hexside."""

    look: Annotated[Literal["drum", "plane", "parachute", "hammer"], tells("how it is drawn")]
    words: Annotated[str, tells("what it is")]
    hex: Annotated[str, tells("where, if in a hex")] = ""
    side: Annotated[str, tells("where, if on a hexside")] = ""
    label: Annotated[str, tells("a letter or number on it")] = ""


class Contact(Wire):
    """A report of an enemy unit: what is known, where, and how old it is."""

    hex: Annotated[str, tells("where it was seen")]
    glyph: Annotated[str, tells("empty: unknown")]
    size_mark: Annotated[str, tells("empty: unknown")]
    direction: Annotated[int, tells("degrees clockwise from north; -1: unknown")]
    formation: Annotated[str, tells("empty: unknown")]
    age: Annotated[int, tells("in turns")]
    stale: Annotated[bool, tells("out of date: drawn faint, with a dashed border")]
    words: Annotated[str, tells("the whole report as text")]


class Trace(Wire):
    """Part of a written order, drawn on the map: a route, a target, an area."""

    unit: Annotated[str, tells("the unit it belongs to; empty: none")]
    kind: Annotated[
        Literal["move", "attack", "onward", "prepare", "support", "area", "air"], tells("what is drawn")
    ]
    look: Annotated[str, tells("the mode of a move, or the number of aircraft")]
    path: Annotated[list[str], tells("its hexes")]
    label: Annotated[str, tells("when the unit is there")] = ""


class Area(Wire):
    """Hexes under fire, as the side knows it."""

    hexes: Annotated[list[str], tells("which")]
    when: Annotated[
        Literal["now", "last", "caught"],
        tells("this turn, the turn before, or own units under the enemy's"),
    ]
    words: Annotated[str, tells("the source, for the legend")]


class Carried(Wire):
    """The result of an order of last turn."""

    unit: Annotated[str, tells("the unit that had the order")]
    words: Annotated[str, tells("the order")]
    came: Annotated[str, tells("the result; empty if the position does not show it")]
    mark: Annotated[Mark, tells("whether it was good or bad")]
    hex: Annotated[str, tells("its target; empty: none")]


class Declared(Wire):
    """An attack that is declared or plotted."""

    number: Annotated[int, tells("its place among those of the phase")]
    targets: Annotated[list[str], tells("the hexes attacked")]
    attackers: Annotated[list[str], tells("the units that attack")]
    status: Annotated[Literal["pending", "fought", "cancelled", "void", "plotted"], tells("its result")]
    withdraw: Annotated[Order | None, tells("the order that cancels it, if there is one")] = None
    again: Annotated[
        Order | None,
        tells("if it can be undone: the order that declares it, to repeat it when an earlier one is undone"),
    ] = None


class Arrow(Wire):
    """From one hex to another: adjacent hexes get a wedge on their side, others an arrow."""

    from_: Annotated[str, tells("a hex")] = msgspec.field(name="from")
    to: Annotated[str, tells("a hex")]
    kind: Annotated[Literal["attack", "move", "support", "plan"], tells("how it is drawn")]
    label: Annotated[str, tells("label at its end")]


class Battle(Wire):
    """The combat that is being resolved."""

    targets: Annotated[list[str], tells("the hexes attacked")]
    attackers: Annotated[list[str], tells("the units that attack")]
    chip: Annotated[str, tells("label over the hex: the odds, then the result")]
    words: Annotated[str, tells("the line in the card")]


class Goal(Wire):
    """Something that counts for victory."""

    text: Annotated[str, tells("what")]
    met: Annotated[bool, tells("the side has it")]
    rule: Annotated[str, tells("the rule that says so")]
    side: Annotated[str, tells("the side whose goal it is")]
    hex: Annotated[str, tells("where, if it is a place")] = ""
    holder: Annotated[str, tells("the side that holds the place now, as far as known")] = ""


class Tally(Wire):
    """A count that decides victory, as the victory line shows it."""

    what: Annotated[str, tells("what is counted")]
    value: Annotated[str, tells("how many, and the total if that matters")]
    needs: Annotated[str, tells("what is still needed, and for what; empty: nothing")] = ""


class Aim(Wire):
    """How a side wins, in a sentence."""

    side: Annotated[str, tells("the side whose goal it is")]
    text: Annotated[str, tells("the sentence")]
    rule: Annotated[str, tells("the rule that says so")]
    met: Annotated[bool, tells("it would be met if the match ended now")] = False


class Stand(Wire):
    """The score of the match: the victory line, and how either side wins."""

    title: Annotated[str, tells("the side whose goals the line shows")]
    tallies: Annotated[list[Tally], tells("the counts that decide")]
    places: Annotated[list[str], tells("the hexes of the places that decide; `victory` says who holds them")]
    ahead: Annotated[str, tells("the side that would win if the match ended now; empty: neither")]
    words: Annotated[str, tells("who is ahead, for the pill")]
    aims: Annotated[list[Aim], tells("how either side wins")]
    join: Annotated[str, tells("the word between counts and places: or, and; empty: none")] = ""


class Morning(Wire):
    """What a side sees when its turn begins, in addition to the board."""

    sky: Annotated[str, tells("what the weather means")]
    wins: Annotated[str, tells("how the side wins")]
    before: Annotated[str, tells("the turn before, for its report: the 16th; empty: none")] = ""


class BoardState(Wire):
    """What is on the table now, as the side may know it."""

    turn: Annotated[int, tells("0: set-up")]
    turns: Annotated[int, tells("the last turn")]
    date: Annotated[str, tells("the date as text")]
    weather: Annotated[str, tells("the weather as text")]
    phase: Annotated[Phase | None, tells("null when the match is over")]
    strip: Annotated[list[StripPart], tells("the phases of the turn")]
    units: Annotated[list[UnitState], tells("the counters on the map")]
    off_map: OffMap
    control: Annotated[dict[str, str], tells("by hex: its owner, if that has changed")]
    bridges: list[Bridge]
    attacks: Annotated[list[Declared], tells("declared attacks that are still shown")]
    battle: Annotated[Battle | None, tells("the combat that is being resolved")]
    victory: list[Goal]
    supply: Annotated[dict[str, list[str]], tells("by side: hexes in supply")]
    zoc: Annotated[
        dict[str, list[str]], tells("by side: hexes next to its units, or in their zone of control")
    ]
    hidden: Annotated[bool, tells("something is hidden from a side: cover the screen between two players")]
    result: Annotated[Result | None, tells("how the match ended")]
    arrows: Annotated[list[Arrow], tells("plotted attacks and the like")] = []
    panels: Annotated[list[Panel], tells("boxes to read")] = []
    tokens: Annotated[list[Token], tells("objects on the map other than units")] = []
    contacts: Annotated[list[Contact], tells("reports of enemy units")] = []
    traces: Annotated[list[Trace], tells("written orders, drawn on the map")] = []
    areas: Annotated[list[Area], tells("hexes under fire")] = []
    carried: Annotated[list[Carried], tells("results of last turn's orders")] = []
    stand: Annotated[Stand | None, tells("what wins, and how far each side is from it")] = None
    morning: Annotated[Morning | None, tells("what a side sees when its turn begins")] = None
    ground: Annotated[list[str], tells("the hexes in play; empty: the whole map")] = []


# Choices: what the side may do now


class Choice(Entry):
    """A button for an order, and what the order concerns."""

    end: Annotated[bool, tells("it ends the phase")]
    units: Annotated[list[str], tells("the units it concerns, in their order")]
    path: Annotated[list[str], tells("the hexes it concerns, in their order")]
    about: Annotated[str, tells("a warning: the player is asked to confirm")] = ""


class Target(Wire):
    """A hex that may be attacked."""

    hex: Annotated[str, tells("which")]
    attackers: Annotated[list[str], tells("the units that could take part")]
    owed: Annotated[bool, tells("it must be attacked")]
    with_: Annotated[list[str], tells("hexes that may be attacked together with it")] = msgspec.field(
        name="with"
    )
    first: Annotated[list[str] | None, tells("the attackers selected at first, if not all may attack")] = None


class Pickable(Wire):
    """A unit that may be selected several times."""

    id: Annotated[str, tells("which unit")]
    least: Annotated[int, tells("how often it must be selected")]
    words: Annotated[list[str], tells("the effect of being selected 0, 1, ... times")]
    why: Annotated[str, tells("why it may not be selected; empty if it may")] = ""


class PickSet(Wire):
    """Units that are selected together."""

    label: Annotated[str, tells("label of the button")]
    units: Annotated[list[str], tells("which")]


class Parting(Wire):
    """Units that stay together, or that ask which part keeps what they share."""

    units: Annotated[list[str], tells("which")]
    field: Annotated[str, tells("the field of the order for the part that keeps it")]
    title: Annotated[str, tells("the question if only some are selected")]
    words: Annotated[tuple[str, str], tells("labels: the selected units keep it; the others keep it")]


class Picker(Wire):
    """A pool of units to select from, `count` times in all, or from `least` to `count` times. The client puts
    their names into a field of the order, which the server checks.
    """

    title: Annotated[str, tells("what to do")]
    rule: Annotated[str, tells("the rule behind it")]
    units: list[Pickable]
    count: Annotated[int, tells("number of units to select")]
    first: Annotated[list[str], tells("selected at first")]
    order: Order
    field: Annotated[str, tells("the field of the order for the names")]
    do: Annotated[str, tells("label of the button; with `noun` its verb")]
    least: Annotated[int | None, tells("the minimum; null: exactly `count`")] = None
    about: Annotated[str, tells("information in advance: how many the hex holds")] = ""
    hex: Annotated[str, tells("where they go; empty: nowhere")] = ""
    noun: Annotated[str, tells("the word for one of them: the button counts them")] = ""
    none: Annotated[Entry | None, tells("the order if none is selected")] = None
    sets: Annotated[list[PickSet], tells("selections with a separate button")] = []
    parting: Annotated[Parting | None, tells("units that cannot simply be separated")] = None


class SheetLine(Wire):
    """A unit on the order sheet, and the order that deletes what is written for it."""

    unit: Annotated[str, tells("which")]
    corps: Annotated[str, tells("its corps")]
    formation: Annotated[str, tells("its division by name; empty if it has none")]
    words: Annotated[str, tells("its order")]
    kind: Annotated[str, tells("the kind of order: none, moving, attacking ...")]
    strike: Annotated[
        Order | None, tells("deletes it; null if nothing is written or another commander has the unit")
    ]
    under: Annotated[
        str | None, tells("if several commanders share the side: the formation whose commander orders it")
    ] = None
    written: Annotated[bool | None, tells("if several commanders share the side: it has an order")] = None
    by: Annotated[str | None, tells("if several commanders share the side: who gave the order")] = None


class AirTask(Wire):
    """A mission that needs a hex or zone; the client puts it and the squadrons into the order."""

    label: Annotated[str, tells("label of the button")]
    order: Order
    field: Annotated[str, tells("the field of the order for the hex or zone")]
    by: Annotated[Literal["hex", "zone"], tells("what is clicked")]
    all: Annotated[int, tells("how many fly together, exactly; 0: any number")]


class AirPool(Wire):
    """Squadrons of one kind: how many may fly, which are free, and what they can do."""

    name: Annotated[str, tells("their name")]
    fit: Annotated[int, tells("how many could fly in good weather")]
    may_fly: Annotated[int, tells("how many may fly in this weather")]
    flying: Annotated[int, tells("how many have a mission")]
    free: Annotated[list[str], tells("those that may still get one")]
    tasks: list[AirTask]
    why: Annotated[str, tells("if none may fly: why")]
    rule: Annotated[str, tells("the rule that limits them")]


class Toggled(Entry):
    """An order that adds something or removes it again."""

    on: Annotated[bool, tells("it is in")]


class Mission(Wire):
    """What is written for aircraft, the order that deletes it, and what can be changed about it."""

    words: Annotated[str, tells("the mission")]
    hex: Annotated[str, tells("its target; empty: a zone")]
    strike: Annotated[Order | None, tells("deletes it; null if another commander has the squadrons")]
    first: Annotated[list[Toggled], tells("units to support first, in the order they are chosen")]
    about: Annotated[str, tells("the effect of supporting a unit first")]
    squadrons: Annotated[list[str], tells("if several commanders share the side: who flies it")] = []
    by: Annotated[str | None, tells("if several commanders share the side: who gave the order")] = None


class AirPage(Wire):
    """Squadrons and missions on the order sheet."""

    pools: list[AirPool]
    missions: list[Mission]


class LastingAnswer(Entry):
    """An answer that can be given whenever a standing question comes again."""

    id: Annotated[str, tells("identifies it: this is remembered")]


class Standing(Wire):
    """A recurring question; it can be answered for the whole match."""

    key: Annotated[str, tells("name of the question; the answer is remembered under it")]
    answers: Annotated[list[LastingAnswer], tells("the answers that may be given for the whole match")]
    unasked: Annotated[str, tells("the default answer; empty: ask the player")] = ""


class Choices(Wire):
    """What the side may do now, grouped by what the player clicks."""

    decision: Annotated[Decision | None, tells("the decision and its side; null when the match is over")]
    mine: Annotated[bool, tells("this side decides")]
    answers: Annotated[bool, tells("it answers something that the other side did")]
    buttons: Annotated[list[Choice], tells("orders to press")]
    units: Annotated[list[str], tells("units that can act: select one and ask `reach`")]
    card: Annotated[list[str], tells("units to select from the card")]
    arrange: Annotated[list[Choice], tells("orders that differ only in the sequence of their units")]
    targets: Annotated[list[Target], tells("hexes that may be attacked: ask `odds`")]
    hexes: Annotated[dict[str, list[Choice]], tells("by hex: the orders of a click")]
    sides: Annotated[dict[str, list[Choice]], tells("by hexside: the orders of a click")]
    panels: list[Panel]
    leaves: Annotated[str, tells("warning before the phase ends")]
    end: Annotated[Refusal | None, tells("why the phase cannot end")]
    look: Annotated[list[str], tells("the hexes the decision is about")] = []
    picker: Annotated[Picker | None, tells("units to select, each once or several times")] = None
    keeps_setup: Annotated[bool, tells("the setup can be saved and reused")] = False
    sheet: Annotated[list[SheetLine] | None, tells("the order sheet")] = None
    air: Annotated[AirPage | None, tells("the order sheet of the air")] = None
    passes: Annotated[
        Choice | None,
        tells("an order that need not be asked for: nothing else is useful, and it reveals no die or secret"),
    ] = None
    usual: Annotated[Choice | None, tells("the answer that passes for the rest of the turn")] = None
    history: Annotated[Choice | None, tells("the next order of the historical setup")] = None
    standing: Annotated[Standing | None, tells("a recurring question")] = None
    final: Annotated[bool, tells("the end of the phase cannot be undone")] = False


# Paths and marches


class Way(Wire):
    """Where a unit may go or aim, as an order ready to give."""

    hex: Annotated[str, tells("where it ends; `exit`: off the map")]
    left: Annotated[str, tells("label of the highlighted hex: points left, or used; empty: none")]
    order: Order
    mode: Annotated[str, tells("the mode of movement the player chose; empty: unchanged")]
    label: Annotated[str, tells("what it means")]
    marks: Annotated[list[str], tells("its state on arrival, if worse than usual")] = []
    sign: Annotated[str, tells("text after the points")] = ""
    ask: Annotated[bool, tells("the question to confirm it, or to choose among several")] = False
    path: Annotated[
        list[str] | None, tells("the hexes passed through, including the last; else `route` of the order")
    ] = None
    aims: Annotated[bool, tells("it names the hex without going there")] = False
    measure: Annotated[str, tells("what `left` counts, if not movement points")] = ""


class Route(Wire):
    """A path drawn by hand, with its verdict."""

    path: Annotated[list[str], tells("the part that is possible")]
    ways: Annotated[list[Way], tells("the orders for it")]
    refusal: Annotated[Refusal | None, tells("why it goes no farther")]


class MarchStep(Wire):
    """The order that brings some of the units nearer."""

    units: Annotated[list[str], tells("those that go")]
    from_: Annotated[str, tells("a hex")] = msgspec.field(name="from")
    to: Annotated[str, tells("a hex")]
    order: Order
    label: Annotated[str, tells("the order as text")]


class March(Wire):
    """Several units sent to a hex."""

    steps: Annotated[list[MarchStep], tells("to be given one by one, each checked when it is given")]
    stay: Annotated[list[Refusal], tells("why the others do not go")]


class StaffStep(Entry):
    """An order of the staff's plan."""

    why: Annotated[str, tells("its reason")]
    units: Annotated[list[str], tells("the units it concerns")]
    path: Annotated[list[str], tells("the hexes it concerns, in their order; a road hex ends in r")]


class StaffPlan(Wire):
    """What the staff would do with the rest of a decision."""

    steps: Annotated[list[StaffStep], tells("to be given one by one, each checked when it is given")]
    stopped: Annotated[str, tells("why the plan stops; empty if nothing else needs doing")]
    player: Annotated[str, tells("who made it")]
    final: Annotated[str, tells("why some of the orders cannot be undone; empty: all can be")] = ""


class Comer(Wire):
    """A unit that can reach a hex, from where, and at what cost."""

    unit: Annotated[str, tells("which")]
    label: Annotated[str, tells("from where, at what cost")]


# Odds


class OddsLine(Wire):
    """A line of the arithmetic."""

    what: Annotated[str, tells("a unit, or another factor")]
    value: Annotated[int | str, tells("how much it counts")]
    rule: Annotated[str, tells("the rule behind it")]
    side: Annotated[
        Literal["", "attack", "defence"], tells("the side whose sum it belongs to; empty for a shift")
    ] = ""


class OddsChance(Wire):
    """A result and how likely it is."""

    result: Annotated[str, tells("as the stage lists results")]
    percent: Annotated[float, tells("how likely it is")]
    face: Annotated[int, tells("the face of the die with this result; 0: no single die decides")] = 0


class OddsChange(Wire):
    """The odds with one unit more or less."""

    unit: Annotated[str, tells("the unit that joins or leaves")]
    column: Annotated[str, tells("the resulting column")]
    cells: Annotated[list[OddsChance], tells("its bar, the best result for the attacker first")] = []
    warns: Annotated[str, tells("the new obligations, in short form: ! 1208")] = ""


class Barred(Wire):
    """An adjacent unit that may not join the attack, and why."""

    unit: Annotated[str, tells("which")]
    why: Annotated[str, tells("the reason in a word or two, or where it attacks")]
    attack: Annotated[int | None, tells("the number of the declared attack it takes part in")] = None


class Attach(Entry):
    """Another way to give the attack."""

    orders: Annotated[list[Order] | None, tells("if it takes several orders: all of them")] = None


class Odds(Wire):
    """The arithmetic of an attack, its chances, and the effect of one attacker more or less."""

    refusal: Annotated[Refusal | None, tells("why it may not be made")]
    columns: Annotated[list[str], tells("all columns, the worst for the attacker first")]
    lines: Annotated[list[OddsLine], tells("the terms on both sides")]
    shifts: Annotated[list[OddsLine], tells("the column shifts")]
    attack: Annotated[int | str | None, tells("the attacker's sum")] = None
    defence: Annotated[int | str | None, tells("the defender's sum")] = None
    raw: Annotated[str, tells("the odds before the shifts")] = ""
    sum: Annotated[str, tells("name of the column, if it is not odds")] = ""
    column: Annotated[str, tells("the final column")] = ""
    chances: Annotated[list[OddsChance], tells("the results with their chances")] = []
    cells: Annotated[
        list[OddsChance], tells("the same as a bar: roll by roll if one die decides, the best first")
    ] = []
    attackers: Annotated[list[str], tells("the attackers in this calculation")] = []
    defenders: Annotated[list[str], tells("the defenders, as far as they are visible")] = []
    numbers: Annotated[list[Row], tells("three figures: takes the hex, destroys, own loss")] = []
    follows: Annotated[list[Row], tells("costs, obligations and open points: at most three")] = []
    barred: Annotated[list[Barred], tells("adjacent units that may not join")] = []
    more: Annotated[list[OddsChange] | None, tells("the effect of each attacker that may still join")] = None
    less: Annotated[list[OddsChange], tells("the effect of leaving each attacker out")] = []
    rows: Annotated[list[Row], tells("other possible results")] = []
    notes: Annotated[list[Row], tells("the same for a text client")] = []
    arrows: Annotated[list[Arrow], tells("units that could support it from a distance")] = []
    order: Annotated[Order | None, tells("the order for the attack")] = None
    orders: Annotated[list[Order] | None, tells("if it takes several orders: all of them")] = None
    do: Annotated[str, tells("label of the button")] = ""
    attach: Annotated[list[Attach], tells("other ways to give it")] = []


# The parts of the score


class ScorePart(Wire):
    """One part of the score; the parts add up to the whole."""

    what: Annotated[str, tells("the reason")]
    points: Annotated[int, tells("how many; below 0: taken away")]
    rule: Annotated[str, tells("the rule that gives them")]
    side: Annotated[int, tells("the side that has the points")]


class ScoreLevel(Wire):
    """A level of victory."""

    name: Annotated[str, tells("as the rulebook calls it")]
    least: Annotated[int | None, tells("the minimum of German points; null: any")]
    winner: Annotated[int | None, tells("the side that wins; null: a draw")]


class Score(Wire):
    """The score and its parts, as far as it can be counted."""

    what: Annotated[str, tells("what is counted: points, places; empty if only tests decide")]
    total: Annotated[int, tells("the German score; if tests decide, a number for the level")]
    parts: Annotated[list[ScorePart], tells("its parts")]
    levels: Annotated[list[ScoreLevel], tells("the levels, the best for the other side first")]
    other: Annotated[int | None, tells("points of the other side, if both count")] = None
