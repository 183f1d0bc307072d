"""What a table sends to a client, field by field: the one description that code, page and documents share.

First what lies on the table: panels, the stage (what never changes), battles, the board. Then what a side may
do: choices, ways and marches, odds. Last the score.

The server encodes these structs as JSON. A field with a default is left out of the JSON while it has that
value; every other field is always there. `ardennes.server.api.schemas` has requests and the answers around
these. From both, `python -m ardennes.server.api.generate` writes web/js/types.gen.js and
docs/reference/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ardennes.kernel.contract import Decision, Refusal, Result


def tells(words: str) -> Meta:
    """What a field tells."""
    return Meta(description=words)


Order = Annotated[
    dict[str, Any],
    Meta(title="Order", description="An order, ready to give, exactly as the server offered it."),
]
GameEvent = Annotated[
    dict[str, Any],
    Meta(title="GameEvent", description="Something that happened: `event` is its kind, the rest its facts."),
]
Tab = Literal["orders", "sheet", "forces", "campaign"]  # sheet: where the stage says there is one
Moment = Literal[
    "", "move", "arrival", "place", "air", "bridge", "weather", "loss", "hurt", "retreat", "advance"
]  # loss: `unit` is gone; hurt: it is marked; retreat, advance: what follows a battle
Mark = Literal["", "met", "open", "good", "bad", "no"]  # no: what cannot be done, and why not


class Wire(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Part of what a table tells."""


# Panels


class Row(Wire):
    """A fact of a panel or of a unit's sheet: what, how much, by which rule, where."""

    what: Annotated[str, tells("what it is about")]
    value: Annotated[str, tells("how much, or how it is")] = ""
    rule: Annotated[str, tells("the rule it follows from")] = ""
    hex: Annotated[str, tells("a click goes there")] = ""
    unit: Annotated[str, tells("a click picks it")] = ""
    mark: Annotated[Mark, tells("how it looks: met, still open, good, bad; no: it cannot be done")] = ""
    group: Annotated[str, tells("rows of one group stand under its name")] = ""


class Entry(Wire):
    """An order ready to give, in words."""

    label: Annotated[str, tells("what the button says")]
    order: Order


class Stop(Wire):
    """One place of a slider."""

    label: Annotated[str, tells("what it means to put it here")]
    order: Annotated[Order | None, tells("null: it stands here now")]


class Slider(Wire):
    """An amount to choose: every place it can be put to has its own order."""

    label: Annotated[str, tells("what the amount is of")]
    at: Annotated[int, tells("the stop where it stands now, counted from 0")]
    stops: Annotated[list[Stop], tells("every place it can be put to")]
    rule: Annotated[str, tells("the rule behind it")] = ""


class Panel(Wire):
    """A box beside the map: facts to read, amounts to slide, orders to press."""

    id: Annotated[str, tells("names the panel among all of the game")]
    title: Annotated[str, tells("its heading")]
    tab: Annotated[Tab, tells("where it stands")]
    rows: Annotated[list[Row], tells("facts to read")] = []
    sliders: Annotated[list[Slider], tells("amounts to slide")] = []
    buttons: Annotated[list[Entry], tells("orders to press")] = []
    first: Annotated[bool, tells("it stands above what the client lists itself")] = False


# The stage: what never changes


class MapArt(Wire):
    """The drawing of a map, and how hexes lie on it."""

    art: Annotated[dict[str, str], tells("by theme (paper, winter): the file under web/")]
    radius: Annotated[float, tells("from the middle of a hex to its corner, in the drawing's measure")]
    origin: Annotated[tuple[float, float], tells("the middle of the first hex")]
    size: Annotated[tuple[float, float], tells("width and height of the drawing")]
    hex: Annotated[Literal["flat", "pointy"], tells("what a hex has on top: a side or a corner")]


class Turned(Wire):
    """The same map with another edge at the top, as a choice of the menu."""

    words: Annotated[str, tells("the choice: to turn it")]
    back: Annotated[str, tells("the choice: to turn it back")]
    map: MapArt
    at: Annotated[dict[str, tuple[float, float]], tells("by hex: where its middle lies on this drawing")]


class Cost(Wire):
    """What it costs to enter a hex."""

    who: Annotated[str, tells("whom")]
    value: Annotated[str, tells("how much, in the points of the game")]


class Hex(Wire):
    """A hex of the map."""

    id: Annotated[str, tells("its number, as printed")]
    x: Annotated[float, tells("its middle, in the drawing's measure")]
    y: Annotated[float, tells("its middle, in the drawing's measure")]
    terrain: Annotated[str, tells("the ground, in words")]
    place: Annotated[str, tells("the name of what lies there; empty for none")]
    kind: Annotated[str, tells("what sort of place it is; empty where that is not told")]
    side: Annotated[str, tells("whose it is when the game begins")]
    near: Annotated[list[str], tells("its neighbours")]
    text: Annotated[str, tells("place and ground in one line, for tips and screen readers")]
    cost: Annotated[list[Cost], tells("what it costs to enter")]
    holds: Annotated[int, tells("how much may stand in it, as the game counts stacking")]
    name: Annotated[str, tells("what to call it if it has no place: 2 hexes east of St. Vith")] = ""
    zone: Annotated[int | None, tells("the air zone it lies in")] = None
    roads: Annotated[list[str], tells("neighbours a road leads to")] = []
    rivers: Annotated[list[str], tells("neighbours across a river")] = []
    sides: Annotated[
        dict[str, str], tells("by neighbour: what lies on the hexside, where it has a name")
    ] = {}
    exit: Annotated[bool, tells("units may leave the map from here")] = False


class Ring(Wire):
    """How far a unit reaches from its hex."""

    kind: Annotated[str, tells("effective or long")]
    hexes: Annotated[int, tells("so many hexes far")]
    words: Annotated[str, tells("what it is, for the legend")]


class Unit(Wire):
    """A counter: what never changes of it."""

    name: Annotated[str, tells("its name in full")]
    short: Annotated[str, tells("its name where there is little room")]
    side: Annotated[str, tells("whose it is")]
    kind: Annotated[str, tells("what it is, as the game calls it")]
    glyph: Annotated[str, tells("the symbol in its box: infantry, armor, artillery ...")]
    size_mark: Annotated[str, tells("above the box: II, III, X ...")]
    style: Annotated[str, tells("its colours")]
    factor: Annotated[int, tells("how strong it is; the strongest lies on top of a stack")]
    print: Annotated[str, tells("the numbers on it, where the board does not tell others")]
    about: Annotated[str, tells("kind, nation and formation in one line")]
    sheet: Annotated[list[Row], tells("facts that never change")]
    letter: Annotated[str, tells("letters on its box")] = ""
    nation: Annotated[str, tells("whose troops they are")] = ""
    group: Annotated[str, tells("where it stands in the order of battle")] = ""
    wheels: Annotated[bool, tells("it rides on trucks: two wheels under its box")] = False
    rings: Annotated[list[Ring], tells("how far it reaches from its hex")] = []
    own: Annotated[str, tells("its name without its division's, where `name` has both")] = ""
    division: Annotated[str, tells("the division or brigade it belongs to, or is")] = ""


class FormationLook(Wire):
    """What stands for the counters of a formation far out."""

    name: Annotated[str, tells("as its counters have it, short enough for a sign on the map")]
    title: Annotated[str, tells("its name in full")]
    glyph: Annotated[str, tells("as of a counter")]
    size_mark: Annotated[str, tells("as of a counter")]
    style: Annotated[str, tells("as of a counter")]


class Layer(Wire):
    """Something the player may switch on above the map, beside what every game has."""

    id: Annotated[
        Literal["rings", "skies", "areas", "history"],
        tells("how far units reach; the air zones of the hexes; the board's areas; the front of 1944"),
    ]
    label: Annotated[str, tells("what its button says")]
    key: Annotated[str, tells("the key that switches it")]


class Sights(Wire):
    """How the words of a report become a contact, for a turn that is played again."""

    glyphs: Annotated[dict[str, str], tells("by kind of unit: the symbol")]
    sizes: Annotated[dict[str, str], tells("by size: the mark above the box")]
    points: Annotated[list[str], tells("the points of the compass, clockwise from north")]


class ResultLook(Wire):
    """How good a result of combat is, and what it means."""

    tone: Annotated[float, tells("from 1, best for the attacker, to -1")]
    about: Annotated[str, tells("what it means")]
    word: Annotated[str, tells("the same in a word or two, under its part of the bar")] = ""
    letters: Annotated[str, tells("what stands in its part of the bar, where its name is too long")] = ""


class Sign(Wire):
    """How a counter shows one of its marks."""

    sign: Annotated[Literal["corner", "trench", "tick", "letter", "flag"], tells("what is drawn")]
    letter: Annotated[str, tells("the letter in a corner, or by itself")] = ""
    done: Annotated[bool, tells("the unit has had its turn: drawn fainter")] = False


class Shown(Wire):
    """How a client shows an event of a kind, on the map and in the log.

    An event with `unit` (or `units`, a stack) and `path` is a move and needs none of this.
    """

    does: Annotated[Literal["", "appear", "vanish", "flash"], tells("what the map shows")] = ""
    at: Annotated[str, tells("the event's field with the hex or hexes")] = ""
    word: Annotated[str, tells("said over the hex")] = ""
    parts: Annotated[list[str], tells("said instead: these fields of the event")] = []
    between: Annotated[str, tells("what stands between the parts")] = ""
    die: Annotated[str, tells("the field with a die to draw in the log")] = ""
    quiet: Annotated[bool, tells("not in the log: another event sums it up")] = False
    heading: Annotated[list[str], tells("a heading of the log, where its phase has one of these words")] = []
    phase: Annotated[bool, tells("a part of a turn resolved at once begins: its replay stops here")] = False
    step: Annotated[str, tells("the field with the hex a unit steps into")] = ""
    sight: Annotated[
        bool, tells("it reports an enemy unit: `hex`, `type`, `size`, `direction`, `formation`")
    ] = False
    report: Annotated[str, tells("the heading under which the report of the turn tells it")] = ""
    card: Annotated[Moment, tells("as what a show of battles and turns has it; empty: not by itself")] = ""


class Stage(Wire):
    """What never changes of a game: map, hexes, counters, how marks and events look."""

    game: Annotated[str, tells("its id")]
    name: Annotated[str, tells("its name")]
    sides: Annotated[list[str], tells("the sides, in the order of their numbers")]
    map: MapArt
    hexes: list[Hex]
    units: Annotated[dict[str, Unit], tells("by id: every counter there is")]
    points: Annotated[str, tells("what the points of a move are called")]
    signs: Annotated[dict[str, Sign], tells("by mark: how a counter shows it")]
    events: Annotated[dict[str, Shown], tells("by kind: how an event is shown")]
    results: Annotated[dict[str, ResultLook], tells("by result of combat: how good it is")] = {}
    odds: Annotated[list[str], tells("the columns of the combat table")] = []
    crt: Annotated[list[list[str]], tells("the combat table, a row for each die")] = []
    turned: Annotated[Turned | None, tells("the map may be turned")] = None
    keeps: Annotated[bool, tells("a unit stays picked after its order while it can still act")] = False
    marches: Annotated[bool, tells("several units may be sent to one goal")] = False
    march_modes: Annotated[
        list[tuple[str, str]], tells("how several may be sent: the mode and the words for it")
    ] = []
    outlines: Annotated[str, tells("the mode whose reach is outlined beside that of the mode chosen")] = ""
    formations: Annotated[
        dict[str, dict[str, FormationLook]], tells("by side and group: what a formation looks like far out")
    ] = {}
    sums: Annotated[int, tells("so many leading numbers of `print` are added up for a formation")] = 0
    names: Annotated[
        dict[str, str], tells("by code of what is no counter, as the log may name it: its name")
    ] = {}
    prints: Annotated[list[str], tells("what the numbers on a counter mean, in their order")] = []
    spent: Annotated[bool, tells("the points shown of a way are those used, not those left")] = False
    sheet: Annotated[bool, tells("orders are written on a sheet first: there is a tab for it")] = False
    layers: Annotated[list[Layer], tells("layers of the game's own")] = []
    clock: Annotated[int, tells("the moments of a turn: into so many parts its clock is divided")] = 0
    sights: Annotated[Sights | None, tells("how reports are drawn in a turn played again")] = None
    near_enemy: Annotated[str, tells("what it means to stand in `zoc`, where that is no zone of control")] = (
        ""
    )
    first_turn: Annotated[str, tells("the turn of the log's first lines")] = ""
    no_setup: Annotated[
        bool, tells("play begins at once: the log's first lines are of the turn it opens with")
    ] = False
    reports: Annotated[list[str], tells("the headings of a turn's report, in the order they are read")] = []


# Battles as they are shown


class Cell(Wire):
    """A cell of the column a die was thrown on."""

    label: Annotated[str, tells("the result in letters")]
    weight: Annotated[int, tells("so many of all throws lead here: its width")]
    tone: Annotated[float, tells("from 1, best for the attacker, to -1")]
    about: Annotated[str, tells("what the result means")] = ""
    face: Annotated[int, tells("the face of the die; 0 where a cell is not one face")] = 0


class BattleShow(Wire):
    """A battle as a client shows it once its result is known. What follows it, losses, retreats and advances,
    is told by the events after it, whose `card` the stage tells."""

    at: Annotated[int, tells("its place among the events of the order")]
    targets: Annotated[list[str], tells("the hexes attacked")]
    title: Annotated[str, tells("the result in a few words")]
    attackers: Annotated[list[str], tells("the units that attacked")] = []
    defenders: Annotated[list[str], tells("the units attacked; empty: those that lay in the hexes")] = []
    sum: Annotated[str, tells("how the odds came about")] = ""
    column: Annotated[str, tells("the column, or the odds")] = ""
    cells: Annotated[list[Cell], tells("the column of the table, as the die runs")] = []
    thrown: Annotated[int, tells("the cell that was thrown, counted from 0; -1: no die")] = -1
    dice: Annotated[list[int], tells("what the dice showed")] = []
    sides: Annotated[int, tells("so many faces a die has")] = 6
    words: Annotated[str, tells("what else is to be said of the result")] = ""
    luck: Annotated[str, tells("how many throws do as well for the attacker, exactly")] = ""


# The board: what lies on the table now


class Phase(Wire):
    """The phase that is played."""

    id: Annotated[str, tells("changes when the phase does")]
    title: Annotated[str, tells("its name")]
    side: Annotated[str, tells("whose phase it is; empty for nobody's")]
    of: Annotated[int, tells("so many phases a turn has")]
    setup: Annotated[bool, tells("it is set-up")] = False


class StripPart(Wire):
    """A part of the strip of phases."""

    label: Annotated[str, tells("its name")]
    now: Annotated[bool, tells("it is played now")]
    done: Annotated[bool, tells("it has been played this turn")] = False


class UnitState(Wire):
    """A counter on the map."""

    id: Annotated[str, tells("which, as in the stage")]
    hex: Annotated[str, tells("where it lies")]
    marks: Annotated[list[str], tells("what it is marked with; `signs` of the stage draws them")]
    sheet: Annotated[list[Row], tells("its facts now")] = []
    print: Annotated[str, tells("the numbers on it, where they differ from those of the stage")] = ""


class Due(Wire):
    """A unit that is to come."""

    unit: Annotated[str, tells("which")]
    turn: Annotated[int, tells("when")]
    edge: Annotated[str, tells("where it enters")]
    print: Annotated[str, tells("the numbers on it, where they differ from those of the stage")] = ""


class OffMap(Wire):
    """Units that are not on the map."""

    dead: Annotated[list[str], tells("lost")]
    exited: Annotated[list[str], tells("left by an edge")]
    due: Annotated[list[Due], tells("to come, the next first")]


class Bridge(Wire):
    """A bridge, or a place for one."""

    id: Annotated[str, tells("its hexside, named by both hexes")]
    state: Annotated[str, tells("intact, gone, or built: by its owner")]
    owner: Annotated[str, tells("the side that built it; empty where that does not matter")]


class Token(Wire):
    """Something that lies on the map besides units, in a hex or on a hexside."""

    look: Annotated[Literal["drum", "plane", "parachute", "hammer"], tells("how it is drawn")]
    words: Annotated[str, tells("what it is")]
    hex: Annotated[str, tells("where, if in a hex")] = ""
    side: Annotated[str, tells("where, if on a hexside")] = ""
    label: Annotated[str, tells("a letter or number on it")] = ""


class Contact(Wire):
    """A report of an enemy unit: what was learned of it, where, and how old that is."""

    hex: Annotated[str, tells("where it was seen")]
    glyph: Annotated[str, tells("empty for not known")]
    size_mark: Annotated[str, tells("empty for not known")]
    direction: Annotated[int, tells("degrees clockwise from north; -1 for not known")]
    formation: Annotated[str, tells("empty for not known")]
    age: Annotated[int, tells("in turns")]
    stale: Annotated[bool, tells("too old to go by: drawn faint, with a broken rim")]
    words: Annotated[str, tells("all of it in words")]


class Trace(Wire):
    """Something written that is drawn on the map: a route, an aim, an area."""

    unit: Annotated[str, tells("whose it is; empty for none")]
    kind: Annotated[
        Literal["move", "attack", "onward", "prepare", "support", "area", "air"], tells("what is drawn")
    ]
    look: Annotated[str, tells("of a move its mode, of aircraft their number")]
    path: Annotated[list[str], tells("its hexes")]
    label: Annotated[str, tells("when the unit is there")] = ""


class Area(Wire):
    """Hexes under fire, as the side knows it."""

    hexes: Annotated[list[str], tells("which")]
    when: Annotated[
        Literal["now", "last", "caught"],
        tells("this turn, the turn before, or one's own units under the enemy's"),
    ]
    words: Annotated[str, tells("by whom, for the legend")]


class Carried(Wire):
    """What became of an order of last turn."""

    unit: Annotated[str, tells("whose order it was")]
    words: Annotated[str, tells("the order")]
    came: Annotated[str, tells("what became of it; empty where it cannot be seen from the position")]
    mark: Annotated[Mark, tells("was it good or bad?")]
    hex: Annotated[str, tells("its target; empty for none")]


class Declared(Wire):
    """An attack that is declared or plotted."""

    number: Annotated[int, tells("its place among those of the phase")]
    targets: Annotated[list[str], tells("the hexes attacked")]
    attackers: Annotated[list[str], tells("the units that attack")]
    status: Annotated[
        Literal["pending", "fought", "cancelled", "void", "plotted"], tells("what became of it")
    ]
    withdraw: Annotated[Order | None, tells("the order that calls it off, where there is one")] = None
    again: Annotated[
        Order | None,
        tells("may still be taken back: the order that declares it, to be given again for those after it"),
    ] = None


class Arrow(Wire):
    """From one hex to another: neighbours get a wedge on their side, hexes farther apart an arrow."""

    from_: Annotated[str, tells("a hex")] = msgspec.field(name="from")
    to: Annotated[str, tells("a hex")]
    kind: Annotated[Literal["attack", "move", "support", "plan"], tells("how it is drawn")]
    label: Annotated[str, tells("stands at its end")]


class Battle(Wire):
    """The combat that is being resolved."""

    targets: Annotated[list[str], tells("the hexes attacked")]
    attackers: Annotated[list[str], tells("the units that attack")]
    chip: Annotated[str, tells("what stands over the hex: the odds, then the result")]
    words: Annotated[str, tells("the line in the card")]


class Goal(Wire):
    """Something that counts for victory."""

    text: Annotated[str, tells("what")]
    met: Annotated[bool, tells("the side has it")]
    rule: Annotated[str, tells("the rule that says so")]
    side: Annotated[str, tells("the side that wants it")]
    hex: Annotated[str, tells("where, if it is a place")] = ""
    holder: Annotated[str, tells("the side that holds the place now, as far as known")] = ""


class Tally(Wire):
    """A count that decides victory, as the victory line shows it."""

    what: Annotated[str, tells("what is counted")]
    value: Annotated[str, tells("how many, and of how many where that decides")]
    needs: Annotated[str, tells("what is still needed, and for what; empty for nothing")] = ""


class Aim(Wire):
    """How a side wins, in a sentence."""

    side: Annotated[str, tells("whose aim it is")]
    text: Annotated[str, tells("the sentence")]
    rule: Annotated[str, tells("the rule that says so")]
    met: Annotated[bool, tells("it would be met if the match ended now")] = False


class Stand(Wire):
    """How the match stands: the victory line, and how either side wins."""

    title: Annotated[str, tells("whose goals the line shows")]
    tallies: Annotated[list[Tally], tells("the counts that decide")]
    places: Annotated[list[str], tells("the hexes of the places that decide; `victory` says who holds them")]
    ahead: Annotated[str, tells("the side that would win if the match ended now; empty for neither")]
    words: Annotated[str, tells("who is ahead, for the pill")]
    aims: Annotated[list[Aim], tells("how either side wins")]
    join: Annotated[str, tells("stands between counts and places: or, and; empty for nothing")] = ""


class Morning(Wire):
    """What a side is told when its turn begins, beside what the board shows."""

    sky: Annotated[str, tells("what the weather means")]
    wins: Annotated[str, tells("how the side wins")]
    before: Annotated[str, tells("the turn before, for its report: the 16th; empty: none")] = ""


class BoardState(Wire):
    """What lies on the table now, as the side may know it."""

    turn: Annotated[int, tells("0: set-up")]
    turns: Annotated[int, tells("the last turn")]
    date: Annotated[str, tells("the day, in words")]
    weather: Annotated[str, tells("in words")]
    phase: Annotated[Phase | None, tells("null when the match is over")]
    strip: Annotated[list[StripPart], tells("the phases of the turn")]
    units: Annotated[list[UnitState], tells("the counters on the map")]
    off_map: OffMap
    control: Annotated[dict[str, str], tells("by hex: whose it is, where that has changed")]
    bridges: list[Bridge]
    attacks: Annotated[list[Declared], tells("attacks declared and not yet forgotten")]
    battle: Annotated[Battle | None, tells("the combat that is being resolved")]
    victory: list[Goal]
    supply: Annotated[dict[str, list[str]], tells("by side: hexes in supply")]
    zoc: Annotated[
        dict[str, list[str]], tells("by side: hexes next to its units, or in their zone of control")
    ]
    hidden: Annotated[
        bool, tells("something is hidden from a side: the screen is covered between two players")
    ]
    result: Annotated[Result | None, tells("how the match ended")]
    arrows: Annotated[list[Arrow], tells("plotted attacks and the like")] = []
    panels: Annotated[list[Panel], tells("boxes to read")] = []
    tokens: Annotated[list[Token], tells("what lies on the map besides units")] = []
    contacts: Annotated[list[Contact], tells("reports of enemy units")] = []
    traces: Annotated[list[Trace], tells("what is written, drawn on the map")] = []
    areas: Annotated[list[Area], tells("hexes under fire")] = []
    carried: Annotated[list[Carried], tells("what became of last turn's orders")] = []
    stand: Annotated[Stand | None, tells("what wins, and how far each side is from it")] = None
    morning: Annotated[Morning | None, tells("how a turn begins, for a side")] = None
    ground: Annotated[list[str], tells("the hexes in play; empty: the whole map")] = []


# Choices: what the side may do now


class Choice(Entry):
    """An order to press, and what it concerns."""

    end: Annotated[bool, tells("it ends the phase")]
    units: Annotated[list[str], tells("the units it is about, in their order")]
    path: Annotated[list[str], tells("the hexes it is about, in their order")]
    about: Annotated[str, tells("what to know before it is given: the player is asked")] = ""


class Target(Wire):
    """A hex that may be attacked."""

    hex: Annotated[str, tells("which")]
    attackers: Annotated[list[str], tells("the units that could take part")]
    owed: Annotated[bool, tells("it must be attacked")]
    with_: Annotated[list[str], tells("hexes that may be attacked together with it")] = msgspec.field(
        name="with"
    )
    first: Annotated[list[str] | None, tells("the attackers picked to begin with, where not all may")] = None


class Pickable(Wire):
    """A unit that may be picked several times."""

    id: Annotated[str, tells("which unit")]
    least: Annotated[int, tells("so many times it must be picked")]
    words: Annotated[list[str], tells("what it means to be picked so many times, from none on")]
    why: Annotated[str, tells("why it may not be picked; empty where it may")] = ""


class PickSet(Wire):
    """Units that would be picked together."""

    label: Annotated[str, tells("what the button says")]
    units: Annotated[list[str], tells("which")]


class Parting(Wire):
    """Units that stay together, or say which part keeps what they have in common."""

    units: Annotated[list[str], tells("which")]
    field: Annotated[str, tells("the field of the order that takes the part that keeps it")]
    title: Annotated[str, tells("what is asked where only some are picked")]
    words: Annotated[tuple[str, str], tells("those picked keep it; those left keep it")]


class Picker(Wire):
    """A pool of units of which some are picked, `count` times in all, or from `least` to `count` times; the
    client puts their names into a field of the order, which the server judges when it is given."""

    title: Annotated[str, tells("what is to be done")]
    rule: Annotated[str, tells("the rule that asks for it")]
    units: list[Pickable]
    count: Annotated[int, tells("so many picks in all")]
    first: Annotated[list[str], tells("picked to begin with")]
    order: Order
    field: Annotated[str, tells("the field of the order that takes the names")]
    do: Annotated[str, tells("what the button says; with `noun` its verb")]
    least: Annotated[int | None, tells("so many at the fewest; null: exactly `count`")] = None
    about: Annotated[str, tells("what to know first: how many the hex holds")] = ""
    hex: Annotated[str, tells("where they go; empty for nowhere")] = ""
    noun: Annotated[str, tells("what one of them is called: the button counts")] = ""
    none: Annotated[Entry | None, tells("the order where nobody is picked")] = None
    sets: Annotated[list[PickSet], tells("picks worth a button of their own")] = []
    parting: Annotated[Parting | None, tells("units that cannot simply be parted")] = None


class SheetLine(Wire):
    """A unit on the order sheet, and the order that strikes what is written for it."""

    unit: Annotated[str, tells("which")]
    corps: Annotated[str, tells("the corps it stands under")]
    formation: Annotated[str, tells("the division it stands in, by its name; empty where it has none")]
    words: Annotated[str, tells("its order")]
    kind: Annotated[str, tells("what sort of order it is: none, moving, attacking ...")]
    strike: Annotated[
        Order | None, tells("strikes it; null where nothing is written or another commander has the unit")
    ]
    under: Annotated[
        str | None, tells("where several share the side: the formation whose commander orders it")
    ] = None
    written: Annotated[bool | None, tells("where several share the side: it has an order")] = None
    by: Annotated[str | None, tells("where several share the side: who gave the order")] = None


class AirTask(Wire):
    """A mission that wants a hex, or the zone of one; the client puts it and the squadrons into the order."""

    label: Annotated[str, tells("what the button says")]
    order: Order
    field: Annotated[str, tells("the field of the order that takes the hex or zone")]
    by: Annotated[Literal["hex", "zone"], tells("what is clicked")]
    all: Annotated[int, tells("so many fly together, no more and no fewer; 0: any number")]


class AirPool(Wire):
    """Squadrons of one kind: how many may fly, which are free, and what they can do."""

    name: Annotated[str, tells("what players call them")]
    fit: Annotated[int, tells("so many could fly if the weather let them")]
    may_fly: Annotated[int, tells("so many may fly in this weather")]
    flying: Annotated[int, tells("so many have a mission")]
    free: Annotated[list[str], tells("those that may still get one")]
    tasks: list[AirTask]
    why: Annotated[str, tells("none may fly: why")]
    rule: Annotated[str, tells("the rule that limits them")]


class Toggled(Entry):
    """An order that puts something in or takes it out again."""

    on: Annotated[bool, tells("it is in")]


class Mission(Wire):
    """What is written for aircraft, the order that strikes it, and what may be changed about it."""

    words: Annotated[str, tells("the mission")]
    hex: Annotated[str, tells("its target; empty for a zone")]
    strike: Annotated[Order | None, tells("strikes it; null where another commander has the squadrons")]
    first: Annotated[list[Toggled], tells("units to be served first, in the order they are pressed")]
    about: Annotated[str, tells("what it means to be served first")]
    squadrons: Annotated[list[str], tells("where several share the side: who flies it")] = []
    by: Annotated[str | None, tells("where several share the side: who gave the order")] = None


class AirPage(Wire):
    """Squadrons and missions on the order sheet."""

    pools: list[AirPool]
    missions: list[Mission]


class LastingAnswer(Entry):
    """An answer to a standing question that may be given whenever it comes again."""

    id: Annotated[str, tells("names it: what is remembered")]


class Standing(Wire):
    """A question that comes again and again; it may be answered for the whole match."""

    key: Annotated[str, tells("what the question is called; by it the answer is remembered")]
    answers: Annotated[list[LastingAnswer], tells("the answers that may be given for the whole match")]
    unasked: Annotated[str, tells("given unless one wants to be asked; empty: one is asked")] = ""


class Choices(Wire):
    """What the side may do now, grouped by what one clicks."""

    decision: Annotated[Decision | None, tells("what is decided now, and by whom; null when all is over")]
    mine: Annotated[bool, tells("it is for this side to decide")]
    answers: Annotated[bool, tells("it is an answer to something the other side did")]
    buttons: Annotated[list[Choice], tells("orders to press")]
    units: Annotated[list[str], tells("units that can do something: pick one and ask `reach`")]
    card: Annotated[list[str], tells("units to be picked from the card")]
    arrange: Annotated[list[Choice], tells("orders that differ in the sequence of their units only")]
    targets: Annotated[list[Target], tells("hexes that may be attacked: ask `odds`")]
    hexes: Annotated[dict[str, list[Choice]], tells("by hex: orders a click gives")]
    sides: Annotated[dict[str, list[Choice]], tells("by hexside: orders a click gives")]
    panels: list[Panel]
    leaves: Annotated[str, tells("what a warning says before the phase ends")]
    end: Annotated[Refusal | None, tells("why the phase cannot end")]
    look: Annotated[list[str], tells("the hexes the decision is about")] = []
    picker: Annotated[Picker | None, tells("units to be picked, each once or several times")] = None
    keeps_setup: Annotated[bool, tells("the set-up may be kept and used again")] = False
    sheet: Annotated[list[SheetLine] | None, tells("the order sheet")] = None
    air: Annotated[AirPage | None, tells("the order sheet of the air")] = None
    passes: Annotated[
        Choice | None,
        tells("need not be asked for: nothing else can usefully be ordered, and it tells no die or secret"),
    ] = None
    usual: Annotated[Choice | None, tells("what somebody answers who wants nothing more of this turn")] = None
    history: Annotated[Choice | None, tells("the next order of a set-up as in history")] = None
    standing: Annotated[Standing | None, tells("it is a question that comes again and again")] = None
    final: Annotated[bool, tells("the end of the phase cannot be taken back")] = False


# Ways and marches


class Way(Wire):
    """Where a unit may go or aim, as an order ready to give."""

    hex: Annotated[str, tells("where it ends; `exit`: off the map")]
    left: Annotated[str, tells("what stands in the lit hex: points left, or used; empty for none")]
    order: Order
    mode: Annotated[str, tells("how it goes, as the player chooses it; empty for as it is")]
    label: Annotated[str, tells("what it means")]
    marks: Annotated[list[str], tells("how it arrives, where that is worse than usual")] = []
    sign: Annotated[str, tells("stands behind the points")] = ""
    ask: Annotated[bool, tells("the player is asked before, or which of several")] = False
    path: Annotated[
        list[str] | None, tells("the hexes gone through, the last included; else `route` of the order")
    ] = None
    aims: Annotated[bool, tells("it names the hex without going there")] = False
    measure: Annotated[str, tells("what `left` counts, where it is not the points of a move")] = ""


class Route(Wire):
    """A way drawn by hand, judged."""

    path: Annotated[list[str], tells("as far as it can be gone")]
    ways: Annotated[list[Way], tells("the orders that go it")]
    refusal: Annotated[Refusal | None, tells("why it goes no farther")]


class MarchStep(Wire):
    """The order that brings some of the units nearer."""

    units: Annotated[list[str], tells("those that go")]
    from_: Annotated[str, tells("a hex")] = msgspec.field(name="from")
    to: Annotated[str, tells("a hex")]
    order: Order
    label: Annotated[str, tells("the order in words")]


class March(Wire):
    """Several units towards a hex."""

    steps: Annotated[list[MarchStep], tells("to be given one by one, each judged when it is given")]
    stay: Annotated[list[Refusal], tells("why the others do not go")]


class StaffStep(Entry):
    """An order of the staff's plan."""

    why: Annotated[str, tells("its reason")]
    units: Annotated[list[str], tells("the units it is about")]
    path: Annotated[list[str], tells("the hexes it is about, in their order; a road hex ends in r")]


class StaffPlan(Wire):
    """What the staff would do with the rest of a decision."""

    steps: Annotated[list[StaffStep], tells("to be given one by one, each judged when it is given")]
    stopped: Annotated[str, tells("why the plan goes no further; empty where nothing else is to be done")]
    player: Annotated[str, tells("who made it")]
    final: Annotated[str, tells("why some of the orders cannot be taken back; empty: all of them can")] = ""


class Comer(Wire):
    """A unit that can come to a hex: from where, at what price."""

    unit: Annotated[str, tells("which")]
    label: Annotated[str, tells("from where, at what price")]


# Odds


class OddsLine(Wire):
    """A line of the arithmetic."""

    what: Annotated[str, tells("a unit, or what else counts")]
    value: Annotated[int | str, tells("how much it counts")]
    rule: Annotated[str, tells("the rule that says so")]
    side: Annotated[Literal["", "attack", "defence"], tells("whose sum it belongs to; none of a shift")] = ""


class OddsChance(Wire):
    """A result and how likely it is."""

    result: Annotated[str, tells("as the stage lists results")]
    percent: Annotated[float, tells("how likely it is")]
    face: Annotated[int, tells("the face of the die that brings it; 0: no single die decides")] = 0


class OddsChange(Wire):
    """What the odds would be with one unit more or less."""

    unit: Annotated[str, tells("the unit that joins or leaves")]
    column: Annotated[str, tells("the column there would be")]
    cells: Annotated[list[OddsChance], tells("its bar, the best for the attacker first")] = []
    warns: Annotated[str, tells("what the unit would oblige to, in a few signs: ! 1208")] = ""


class Barred(Wire):
    """A unit beside the hex that may not join, and why."""

    unit: Annotated[str, tells("which")]
    why: Annotated[str, tells("in a word or two, or where it attacks")]
    attack: Annotated[int | None, tells("the number of the declared attack it takes part in")] = None


class Attach(Entry):
    """Another way to give the attack."""

    orders: Annotated[list[Order] | None, tells("where it is more than one order: all of them")] = None


class Odds(Wire):
    """The arithmetic of an attack, its chances, and what one attacker more or less would change."""

    refusal: Annotated[Refusal | None, tells("why it may not be made")]
    columns: Annotated[list[str], tells("the columns there are, the worst for the attacker first")]
    lines: Annotated[list[OddsLine], tells("what is added up on both sides")]
    shifts: Annotated[list[OddsLine], tells("what moves the column")]
    attack: Annotated[int | str | None, tells("the attacker's sum")] = None
    defence: Annotated[int | str | None, tells("the defender's sum")] = None
    raw: Annotated[str, tells("the odds before the shifts")] = ""
    sum: Annotated[str, tells("what the column is called, where it is not odds")] = ""
    column: Annotated[str, tells("the column that is used")] = ""
    chances: Annotated[list[OddsChance], tells("the results, as likely as they are")] = []
    cells: Annotated[
        list[OddsChance], tells("the same as a bar: throw by throw where one die decides, the best first")
    ] = []
    attackers: Annotated[list[str], tells("the units it is reckoned with")] = []
    defenders: Annotated[list[str], tells("the units attacked, as far as they are seen")] = []
    numbers: Annotated[list[Row], tells("three figures: takes the hex, destroys, own loss")] = []
    follows: Annotated[list[Row], tells("what it costs, obliges to and leaves open: three at most")] = []
    barred: Annotated[list[Barred], tells("units beside the hex that may not join")] = []
    more: Annotated[
        list[OddsChange] | None, tells("what each attacker more that may join would make of it")
    ] = None
    less: Annotated[list[OddsChange], tells("what each attacker less would make of it")] = []
    rows: Annotated[list[Row], tells("what else may come of it")] = []
    notes: Annotated[list[Row], tells("the same for a client without pictures")] = []
    arrows: Annotated[list[Arrow], tells("who could support it from afar")] = []
    order: Annotated[Order | None, tells("the order that makes it")] = None
    orders: Annotated[list[Order] | None, tells("where it is more than one order: all of them")] = None
    do: Annotated[str, tells("what the button says")] = ""
    attach: Annotated[list[Attach], tells("other ways to give it")] = []


# What the result of a match is made of


class ScorePart(Wire):
    """What part of the score was given for what, all of it added up."""

    what: Annotated[str, tells("what it was given for")]
    points: Annotated[int, tells("how many; below 0: taken away")]
    rule: Annotated[str, tells("the rule that gives them")]
    side: Annotated[int, tells("whose points they are")]


class ScoreLevel(Wire):
    """A level of victory."""

    name: Annotated[str, tells("as the rulebook calls it")]
    least: Annotated[int | None, tells("the least German points it takes; null: any")]
    winner: Annotated[int | None, tells("the side that wins by it; null: a draw")]


class Score(Wire):
    """What the result is made of, as far as it is counted."""

    what: Annotated[str, tells("what is counted: points, places; empty where tests alone decide")]
    total: Annotated[int, tells("the German's; where tests decide, a number that stands for the level")]
    parts: Annotated[list[ScorePart], tells("what it is made of")]
    levels: Annotated[list[ScoreLevel], tells("the levels, the best for the other side first")]
    other: Annotated[int | None, tells("points of the other side, where both count")] = None
