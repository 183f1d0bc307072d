"""What clients send and get, as typed structs; bodies are decoded into them, the API page is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ardennes.kernel.commanders import Formation
from ardennes.kernel.contract import OptionSpec, Refusal, Scenario
from ardennes.kernel.kit import Card
from ardennes.kernel.nesting import TOO_DEEP, is_too_deep
from ardennes.kernel.wire import (
    BattleShow,
    BoardState,
    Choices,
    Comer,
    GameEvent,
    March,
    Odds,
    Order,
    Panel,
    Route,
    StaffPlan,
    Stage,
    Way,
    tells,
)
from ardennes.players.characters import Character
from ardennes.server.http.responses import refuse

T = TypeVar("T")

LONGEST_MESSAGE = 1000  # characters
MOST_MINUTES = 7 * 24 * 60  # a week

Seq = Annotated[
    int, Meta(ge=0, le=2**31 - 1, description="the number of the last change the client has seen")
]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Word = Annotated[str, Meta(max_length=32)]
Words = Annotated[list[Word], Meta(max_length=64)]
SeatChoice = Annotated[
    dict[Word, Word],
    Meta(
        description="by side: me, beside (both are people at this screen), invited (somebody who comes by a "
        "link) or the name of a computer player"
    ),
]
Mode = Annotated[str, Meta(max_length=80, description="as a way of reach names it")]
Seat = Annotated[Word, tells("a side, or `watch`; of a commander side and number, such as allied:1")]
AsSeen = Annotated[int, tells("the number of the last change it was worked out after")]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body: unknown fields are refused, since they are mostly misspelt."""


class AskCommander(Request):
    """One of several who share a side."""

    name: Annotated[str, Meta(max_length=80, description="what the others call him")] = ""
    formations: Annotated[Words, tells("the ids of what is given to him")] = []
    me: Annotated[bool, tells("whoever opens the match sits here himself")] = False


Teams = Annotated[
    dict[Word, Annotated[list[AskCommander], Meta(max_length=16)]],
    tells("sides divided among several people: the commander-in-chief first, without formations"),
]


class MakeMatch(Request):
    """Start a match."""

    game: Annotated[Word, tells("its id")]
    seats: SeatChoice
    scenario: Annotated[Word | None, tells("its id; the first where none is given")] = None
    options: Annotated[
        dict[Word, str | int | bool], Meta(max_length=64, description="by key: what is chosen")
    ] = {}
    name: Annotated[Name | None, tells("what the lobby calls the match")] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None, tells("the dice; drawn by lot where none is given")
    ] = None
    commanders: Teams = {}
    minutes: (
        Annotated[
            int,
            Meta(
                ge=1, le=MOST_MINUTES, description="so long a turn takes; then what is written is handed in"
            ),
        ]
        | None
    ) = None


class ImportMatch(Request):
    """Take in a match file: the file itself, unchanged, as the field `match`."""

    match: Annotated[msgspec.Raw, tells("the file")]
    seats: SeatChoice
    name: Annotated[Name | None, tells("what the lobby calls the match")] = None


class RenameMatch(Request):
    """Call a match something else."""

    name: Annotated[Name, tells("its new name")]


class Sit(Request):
    """Take a seat that a person plays, or watch."""

    seat: Seat
    take_back: Annotated[
        bool,
        tells("take the seat also from a player that holds it by a link; they are told, and the log says so"),
    ] = False


class Invite(Request):
    """A new link to a seat."""

    seat: Seat


class Join(Request):
    """Take the seat a link is for."""

    invitation: Annotated[str, Meta(min_length=16, max_length=128, description="the word of the link")]


class SayReady(Request):
    """A commander has written what he wants to write, or takes that back."""

    seq: Seq
    ready: Annotated[bool, tells("false: not after all")]


class GiveFormation(Request):
    """The commander-in-chief gives a formation to a commander by number; 0 takes it back."""

    seq: Seq
    formation: Annotated[Word, tells("its id")]
    to: Annotated[int, Meta(ge=0, le=63, description="the number of a commander")]


class WriteMessage(Request):
    """Write to the commanders of one's side."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE, description="the message")]
    to: Annotated[int, Meta(ge=0, le=63, description="a commander's number; null: all of the side")] | None


class ReadMessages(Request):
    """Say how far one has read."""

    upto: Annotated[int, Meta(ge=0, le=2**31 - 1, description="so many have been read")]


class GiveOrder(Request):
    """Give an order."""

    seq: Seq
    order: Order
    side: Annotated[Word, tells("if given it must be the token's own side")] | None = None
    by_itself: Annotated[bool, tells("the page gave it without asking; the log says so")] = False


class GiveShare(Request):
    """A player's share in the dice: first its promise, when everybody has promised the nonce itself."""

    promise: Annotated[
        str,
        Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of 'ardennes share', a zero byte, nonce."),
    ] = ""
    nonce: Annotated[
        str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$", description="the share itself, once all have promised")
    ] = ""


class Change(Request):
    """Undo, or restart my phase."""

    seq: Seq


class Fork(Request):
    """A new match from the first `at` orders of this one."""

    at: Annotated[int, Meta(ge=0, le=2**31 - 1, description="so many orders stand")]
    seats: Annotated[SeatChoice | None, tells("as when a match is made; null: as here")] = None
    name: Annotated[Name | None, tells("what the lobby calls the new match")] = None


class LookDeep(Request):
    """Have the decisions of a finished match tried again; nothing more is to be said."""


class AskOdds(Request):
    """Which hexes would be attacked, by whom."""

    targets: Annotated[Words, tells("hexes")]
    attackers: Annotated[Words, tells("units")]
    propose: Annotated[
        bool, tells("choose who else attacks: the smallest group that takes the hex in two throws of three")
    ] = False


class AskRoute(Request):
    """A way drawn by hand."""

    unit: Annotated[Word, tells("who goes it")]
    path: Annotated[Words, tells("its hexes in their order, without the one where the unit stands")]
    mode: Mode = ""


class AskMarch(Request):
    """Several units, where they shall go, and how."""

    units: Annotated[Words, tells("who shall go")]
    hex: Annotated[Word, tells("where to")]
    mode: Mode = ""


class AskStaff(Request):
    """What the staff would do with the rest of the decision."""

    units: Annotated[Words, tells("only orders to these units; none named: to all")] = []


class Drawer(Request):
    """Where one's own set-ups lie: a long word nobody else knows opens it."""

    drawer: Annotated[str, Meta(min_length=16, max_length=128, description="the word")]


class KeepSetup(Drawer):
    """Keep the set-up as it stands."""

    name: Annotated[Name, tells("under this name")]


class OpenSetup(Drawer):
    """One of those kept."""

    id: Annotated[Word, tells("as the list names it")]


class UseSetup(OpenSetup):
    """Set up as kept."""

    seq: Seq


class SetupFile(msgspec.Struct, forbid_unknown_fields=True):
    """A set-up of one side as a file: the orders that make it."""

    game: Annotated[Word, tells("its id")]
    side: Annotated[Word, tells("whose set-up it is")]
    name: Annotated[Name, tells("what it was kept as")]
    orders: Annotated[
        list[Order], Meta(max_length=1000, description="in an order in which they can be given")
    ]


class BringSetup(Drawer):
    """Take in a set-up file."""

    file: SetupFile


class Trouble(msgspec.Struct):
    """What is wrong."""

    error: Annotated[str, tells("in words")]
    ended: Annotated[
        str, tells("how the token's seat was taken from its holder: by a new link, or taken back by the host")
    ] = ""


class RefusalAnswer(msgspec.Struct):
    """Why the rules forbid it."""

    error: Annotated[str, tells("all of it in words")]
    rule: Annotated[str, tells("the rule; empty where it is none of the game's")]
    facts: Annotated[str, tells("what stands against it")]
    way_out: Annotated[str, tells("what could be done instead; empty where there is nothing")]


class GameView(msgspec.Struct):
    """A game that can be played."""

    id: Annotated[str, tells("names it in requests")]
    name: Annotated[str, tells("what players call it")]
    rules: Annotated[str, tells("the version of its rules")]
    sides: Annotated[list[str], tells("in the order of their numbers")]
    scenarios: list[Scenario]
    options: list[OptionSpec]
    people: Annotated[list[str], tells("the words for seats that people play")]
    players: Annotated[list[Character], tells("its computer players")]
    rated_in: Annotated[str, tells("the scenario in which their ratings were found; empty: there are none")]
    formations: Annotated[
        dict[str, list[Formation]], tells("by side: what can be given to commanders of their own")
    ]
    timed: Annotated[bool, tells("a turn may have a time limit")]
    card: Card


class GameList(msgspec.Struct):
    """The games, in the order of the lobby."""

    games: list[GameView]


Spot = Annotated[
    list[int],
    msgspec.Meta(min_length=2, max_length=2),
    tells("the middle of a hex, in the drawing's measure"),
]


class Miniature(msgspec.Struct):
    """A position as a small picture: squares on the map."""

    size: Annotated[
        list[int], msgspec.Meta(min_length=2, max_length=2), tells("width and height of the map's drawing")
    ]
    units: Annotated[dict[str, list[Spot]], tells("by side: where units stand, or were reported")]
    goals: Annotated[list[Spot], tells("places that count for victory")]
    date: Annotated[str, tells("the day, in words")]
    ground: Annotated[list[Spot], tells("the hexes in play; empty: the whole map")] = []


class Openings(msgspec.Struct):
    """How each scenario begins."""

    openings: Annotated[
        dict[str, dict[str, Miniature]], tells("by scenario, then by side: what the side sees at first")
    ]


class FrontLine(msgspec.Struct):
    """A stretch of the front of 1944, or the edge of a pocket."""

    points: Annotated[list[int], tells("x and y in turn, in the measure of the drawing with north on top")]
    pocket: Annotated[bool, tells("it closes around a pocket")]
    sure: Annotated[bool, tells("it was a firm line, known to about 2 km")]


class HistoryDay(msgspec.Struct):
    """A day of 1944."""

    text: Annotated[str, tells("what happened, in two or three sentences; empty: not told")]
    front: Annotated[list[FrontLine], tells("the front late in the evening; empty: not known")]


class History(msgspec.Struct):
    """What happened in 1944 while the match is played."""

    days: Annotated[
        dict[str, HistoryDay],
        tells("by date, in the words of the board; empty where it would tell what a side may not know"),
    ]


class Chapter(msgspec.Struct):
    """A part of a rulebook."""

    title: Annotated[str, tells("empty for the opening")]
    html: Annotated[str, tells("its text; every rule has an anchor")]


class RuleEntry(msgspec.Struct):
    """A rule of a rulebook."""

    id: Annotated[str, tells("its number")]
    title: Annotated[str, tells("its heading")]
    chapter: Annotated[str, tells("the title of its chapter")]
    reading: Annotated[bool, tells("what is printed is read in one of several ways")]
    reconstructed: Annotated[bool, tells("it has values that are not printed")]
    options: Annotated[list[str], tells("the options that change it")]
    cases: Annotated[int, tells("how many cases are about it")] = 0


class RulebookPage(msgspec.Struct):
    """A whole rulebook."""

    game: Annotated[str, tells("its id")]
    title: Annotated[str, tells("its heading")]
    chapters: list[Chapter]
    rules: list[RuleEntry]
    words: Annotated[dict[str, str], tells("the glossary: by word, what it means")]


class CaseEntry(msgspec.Struct):
    """A case: given this position, when these orders are given or this is asked, expect that."""

    file: Annotated[str, tells("the file it stands in")]
    id: Annotated[str, tells("its name, once in the file")]
    rules: Annotated[list[str], tells("what it is about: rules, or sections of a manual")]
    about: Annotated[str, tells("the question or the answer in a sentence")]
    given: Annotated[str, tells("the position, as the file has it")]
    when: Annotated[str, tells("the orders, or what is asked")]
    expect: Annotated[str, tells("what must come out")]
    opens: Annotated[bool, tells("it can be tried on a board; else it asks for a calculation")]


class CaseList(msgspec.Struct):
    """All cases of a game."""

    cases: list[CaseEntry]


class OpenCase(Request):
    """Try a case."""

    file: Annotated[str, Meta(max_length=80), tells("the file it stands in")]
    id: Annotated[str, Meta(max_length=200), tells("its name there")]


class TrialStep(msgspec.Struct):
    """An order of a case, ready to give."""

    side: Annotated[str, tells("whose it is")]
    words: Annotated[str, tells("the order as the case has it, or a default answer in the players' words")]
    order: Order
    usual: Annotated[bool, tells("a default answer: the case does not name it")]
    passed: Annotated[
        Refusal | None, tells("nobody is asked for it, since nothing can be chosen; asked, it is refused so")
    ] = None


class TrialBoard(msgspec.Struct):
    """A case on a board of its own, which is not kept."""

    id: Annotated[str, tells("its match")]
    tokens: Annotated[dict[str, str], tells("by side: what opens its seat")]
    case: CaseEntry
    stage: Annotated[Stage, tells("map and counters of the case; without `art` it is no printed map")]
    steps: list[TrialStep]


class TrialFinding(msgspec.Struct):
    """One thing a case expects, and what has come out."""

    field: Annotated[str, tells("what it is about, as the case calls it")]
    expected: Annotated[str, tells("as the case writes it")]
    got: Annotated[str, tells("what came out")]
    holds: Annotated[bool, tells("it came out as expected")]


class TrialStanding(msgspec.Struct):
    """How far a case has been tried."""

    seq: AsSeen
    given: Annotated[int | None, tells("so many of its steps have been given; null: other orders were")]
    findings: Annotated[list[TrialFinding], tells("once all are: what it expects beside what came out")]


class FoundRule(msgspec.Struct):
    """A rule that holds the word."""

    id: Annotated[str, tells("its number")]
    title: Annotated[str, tells("its heading")]
    chapter: Annotated[str, tells("the title of its chapter")]


class FoundRules(msgspec.Struct):
    """What a search in a rulebook finds."""

    find: Annotated[str, tells("what was looked for")]
    rules: list[FoundRule]
    words: Annotated[dict[str, str], tells("by word of the glossary: what it means")]


class LogEntry(msgspec.Struct):
    """One order and what came of it, as the seat may know it."""

    order: Annotated[int, tells("its place in the match, from 1")]
    seq: Annotated[int, tells("the number of the change it was")]
    side: Annotated[str, tells("who gave it")]
    lines: Annotated[
        list[str], tells("the events in words, one line each; without events one line on the order itself")
    ]
    events: list[GameEvent]
    given: Annotated[Order | None, tells("the order itself: one's own, or any when all is open")] = None
    why: Annotated[str, tells("a computer player's reason, where the seat may know it")] = ""
    by: Annotated[str, tells("which commander of the side gave it, where several share it")] = ""
    battles: Annotated[list[BattleShow], tells("the battles decided by it, to be shown")] = []


class CommanderView(msgspec.Struct):
    """One of those who share the seat's side."""

    number: Annotated[int, tells("his place, from 0: the commander-in-chief")]
    name: Annotated[str, tells("what the others call him")]
    formations: Annotated[list[str], tells("the ids of those given to him")]
    taken: Annotated[bool, tells("somebody sits there")]
    ready: Annotated[bool, tells("he has written what he wants to write")]


class FormationView(msgspec.Struct):
    """What can be given to a commander."""

    id: Annotated[str, tells("names it in requests")]
    name: Annotated[str, tells("what players call it")]
    holder: Annotated[int, tells("the number of the commander who has it")]


class CommandView(msgspec.Struct):
    """The command of the seat's own side; the first commander is the commander-in-chief."""

    me: Annotated[int, tells("the number of the commander who sits here")]
    commanders: list[CommanderView]
    formations: list[FormationView]
    seal: Annotated[
        Order | None, tells("the commander-in-chief's order to hand in for everybody, while that is open")
    ]


class DiceView(msgspec.Struct):
    """Where the dice come from, docs/explanation/fair-dice.md."""

    known_to: Annotated[str, tells("who could know them beforehand, in words")]
    asked: Annotated[Literal["", "promise", "nonce"], tells("what this seat is asked to add")]
    shares: Annotated[list[str], tells("the players' nonces in the dice to come, side by side")]


class SeatChangeView(msgspec.Struct):
    """A seat that was taken from the player that held it: with a new link, or back by the host."""

    seq: Annotated[int, tells("the number of the change it was")]
    seat: Annotated[str, tells("the seat: a side, or one of its commanders")]
    words: Annotated[str, tells("what happened, as the log says it")]
    moment: Annotated[float, tells("when, in seconds since 1970")]


class MatchView(msgspec.Struct):
    """The match as one seat sees it now."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    version: Annotated[str, tells("names exactly this view in `Ardennes-View`; empty: it gets no patches")]
    orders: Annotated[int, tells("how many orders it knows of")]
    id: Annotated[str, tells("names it in requests")]
    name: Annotated[str, tells("what the lobby calls it")]
    game: Annotated[str, tells("its id")]
    scenario: Annotated[str, tells("its id")]
    options: Annotated[dict[str, Any], tells("by key: what was chosen")]
    side: Annotated[str | None, tells("the seat's side; null for somebody who watches")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    to_move: Annotated[list[str], tells("the sides that have to decide")]
    thinking: Annotated[list[str], tells("those of them that the computer plays")]
    trouble: Annotated[str, tells("why a computer player does not go on; empty when all is well")]
    board: BoardState
    choices: Choices
    log_tail: Annotated[list[LogEntry], tells("the last orders")]
    seat_changes: Annotated[list[SeatChangeView], tells("seats taken from the players that held them")]
    undo: Annotated[str, tells("why nothing can be taken back; empty when it can")]
    over: Annotated[bool, tells("it has ended")]
    open: Annotated[bool, tells("over, and nothing is secret any more")]
    commitment: Annotated[str, tells("the promise of the dice: the seed's hash")]
    dice: DiceView
    seed: Annotated[str, tells("the seed, once all is open")]
    due: Annotated[float | None, tells("when the turn is over, by the clock of the answer's Date header")]
    command: Annotated[
        CommandView | None, tells("where several share the seat's side; of another side never")
    ]


class ViewPatch(msgspec.Struct):
    """What changed since the view that the request named in `Ardennes-View`; see Patches."""

    base: Annotated[str, tells("the version of the view that the client holds")]
    patch: Annotated[dict[str, Any], tells("the patch that makes the present MatchView of it")]


class Overtaken(MatchView):
    """The match had moved on: nothing was done, and this is how it stands."""

    error: Annotated[str, tells("that in words")]


class SetUp(MatchView):
    """The view after a kept set-up was used."""

    left_out: Annotated[list[str], tells("why some of its orders were left out")]


class KeptSetup(msgspec.Struct):
    """A set-up kept under a name."""

    id: Annotated[str, tells("names it in requests")]
    name: Annotated[str, tells("what it was kept as")]
    made: Annotated[float, tells("when, in seconds since 1970")]


class SetupList(msgspec.Struct):
    """One's own set-ups for a side of a game."""

    setups: list[KeptSetup]


class Listed(msgspec.Struct):
    """A match in the lobby."""

    id: Annotated[str, tells("names it in requests")]
    name: Annotated[str, tells("what the lobby calls it")]
    game: Annotated[str, tells("its id")]
    scenario: Annotated[str, tells("its id")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    turn: Annotated[int, tells("the turn it stands at")]
    orders: Annotated[int, tells("how many everybody knows of")]
    to_move: Annotated[list[str], tells("the sides that have to decide")]
    result: Annotated[dict[str, Any] | None, tells("how it ended, as a Result; null while it is played")]
    forked_from: Annotated[str | None, tells("the match it was forked from")]
    made: Annotated[float, tells("when, in seconds since 1970")]
    changed: Annotated[float, tells("when last, in seconds since 1970")]
    dice: Annotated[str, tells("who could know the dice beforehand, in words")]
    due: Annotated[float | None, tells("when the turn is over, by the clock of the answer's Date header")]


class DamagedMatch(msgspec.Struct):
    """A match that cannot be read. It is set apart, and nothing of it is deleted."""

    id: Annotated[str, tells("the match's id")]
    name: Annotated[str, tells("its name")]
    what: Annotated[str, tells("what is damaged, in words")]
    remedy: Annotated[str, tells("the command that repairs it, once the server is stopped")]


class MatchList(msgspec.Struct):
    """All matches, the last changed first."""

    matches: list[Listed]
    damaged: Annotated[list[DamagedMatch], tells("those that cannot be read; in no other list")]


class Seated(msgspec.Struct):
    """A match and the tokens for it, by seat; they are told once."""

    id: Annotated[str, tells("names the match in requests")]
    tokens: Annotated[dict[str, str], tells("by seat: the token that opens it")]
    invitations: Annotated[
        dict[str, str], tells("by seat: a word for a link to the seat of another; it can be used once")
    ] = {}


class Invited(msgspec.Struct):
    """A link to a seat."""

    seat: Annotated[str, tells("the seat it is for")]
    invitation: Annotated[str, tells("the word for the link; it can be used once")]


class MessageView(msgspec.Struct):
    """What one commander wrote to another, or to all of his side."""

    side: Annotated[str, tells("whose commanders they are")]
    sender: Annotated[str, tells("his name")]
    to: Annotated[str, tells("whose it is, by name; empty: all of the side")]
    words: Annotated[str, tells("the message")]
    moment: Annotated[str, tells("the turn in which it was written")]
    sent: Annotated[float, tells("when, in seconds since 1970")]
    mine: Annotated[bool, tells("whoever asks wrote it")]


class MessageList(msgspec.Struct):
    """Messages the seat may read, the oldest first."""

    messages: list[MessageView]
    heard: Annotated[int, tells("how many the seat has read")]
    more: Annotated[bool, tells("there are more after these")]
    open: Annotated[bool, tells("the match is over and both sides' messages are shown")]


class Log(msgspec.Struct):
    """What happened since a change."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    orders: Annotated[int, tells("how many orders it knows of")]
    keep: Annotated[int, tells("how many orders of what the client has still stand; the entries come after")]
    entries: list[LogEntry]
    more: Annotated[bool, tells("there are more after these")]


class SeatRecord(msgspec.Struct):
    """A running match as one seat may take it home: no seed, no fingerprint, no order of another side."""

    format: Annotated[str, tells("ardennes-record")]
    format_version: Annotated[int, tells("of such files")]
    about: Annotated[str, tells("what such a file is good for")]
    game: Annotated[str, tells("its id")]
    rules: Annotated[str, tells("the version of its rules")]
    name: Annotated[str, tells("what the lobby calls the match")]
    scenario: Annotated[str, tells("its id")]
    options: Annotated[dict[str, Any], tells("by key: what was chosen")]
    seat: Annotated[str, tells("a side, or `watch`")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    commitment: Annotated[str, tells("the promise of the dice: the seed's hash")]
    dice_known_to: Annotated[str, tells("who could know the dice beforehand, in words")]
    orders: list[LogEntry]


class Replay(msgspec.Struct):
    """The board after so many orders."""

    at: Annotated[int, tells("so many")]
    orders: Annotated[int, tells("how many there are")]
    board: BoardState
    entry: Annotated[LogEntry | None, tells("the last of them; null before the first")]


class Reach(msgspec.Struct):
    """What a unit may do."""

    seq: AsSeen
    reach: Annotated[list[Way], tells("where it may go")]
    panels: Annotated[list[Panel], tells("what else it may do: amounts, orders, reasons")]


class RouteAnswer(msgspec.Struct):
    """A way drawn by hand, judged."""

    seq: AsSeen
    route: Route


class MarchAnswer(msgspec.Struct):
    """Several units towards a hex."""

    seq: AsSeen
    march: March


class Comers(msgspec.Struct):
    """Who can come to a hex."""

    seq: AsSeen
    comers: list[Comer]


class WhyNot(msgspec.Struct):
    """Why something cannot be done; nothing where it can."""

    seq: AsSeen
    why: list[Refusal]


class OddsAnswer(msgspec.Struct):
    """The arithmetic of an attack."""

    seq: AsSeen
    odds: Odds


class Hint(msgspec.Struct):
    """What a computer player would do."""

    seq: AsSeen
    order: Order
    words: Annotated[str, tells("the order in the players' words")]
    why: Annotated[str, tells("its reason")]
    player: Annotated[str, tells("its name")]
    slower: Annotated[str, tells("who may be asked with patient=1; empty: nobody")]
    seconds: Annotated[float, tells("so long that one takes over a turn; 0: not measured")]
    final: Annotated[str, tells("why the order cannot be taken back; empty: undo may take it back")] = ""


class StaffAnswer(msgspec.Struct):
    """What the staff would do with the rest of the decision."""

    seq: AsSeen
    plan: StaffPlan


class ReportProgress(msgspec.Struct, omit_defaults=True):
    """How far a deep report is."""

    share: Annotated[float, tells("from 0 to 1; at 1 the report has it")]
    words: Annotated[str, tells("what is being done")]
    failed: Annotated[bool, tells("it did not come to an end; asked again it begins anew")] = False


class Moved(msgspec.Struct, omit_defaults=True):
    """What the socket tells: at once, whenever the match moves, and when a commander is written to."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    mail: Annotated[int | None, tells("of a commander's socket: how many messages he may read")] = None


def decode(body: bytes, kind: type[T]) -> T:
    """The body as a struct; what is wrong with it is said."""
    if is_too_deep(body):
        refuse(400, f"The body has {TOO_DEEP}.")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        refuse(400, f"The body is not what is asked for here: {error}.")
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse(400, "The body is not JSON.")
