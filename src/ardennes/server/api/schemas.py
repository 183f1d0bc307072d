"""What clients send and get, as structs: bodies are decoded into them, and the API reference is generated
from them.
"""

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
        description="by side: me, beside (both are people at this screen), invited (a person who joins by a "
        "link) or the name of a computer player"
    ),
]
Mode = Annotated[str, Meta(max_length=80, description="the mode of a Way from `reach`")]
Seat = Annotated[Word, tells("a side, a commander as side and number such as allied:1, or `watch`")]
AsSeen = Annotated[int, tells("the change of the match it was computed after")]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request body; unknown fields are refused, since most are typos."""


class AskCommander(Request):
    """One of several commanders of a side."""

    name: Annotated[str, Meta(max_length=80, description="the name that the others see")] = ""
    formations: Annotated[Words, tells("the ids of the commander's formations")] = []
    me: Annotated[bool, tells("the creator of the match takes this seat")] = False


Teams = Annotated[
    dict[Word, Annotated[list[AskCommander], Meta(max_length=16)]],
    tells("sides divided among several people: the commander-in-chief first, without formations"),
]


class MakeMatch(Request):
    """Start a match."""

    game: Annotated[Word, tells("its id")]
    seats: SeatChoice
    scenario: Annotated[Word | None, tells("its id; the first scenario if omitted")] = None
    options: Annotated[
        dict[Word, str | int | bool], Meta(max_length=64, description="the chosen values, by key")
    ] = {}
    name: Annotated[Name | None, tells("the match's name in the lobby")] = None
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None, tells("the seed of the dice; random if omitted")
    ] = None
    commanders: Teams = {}
    minutes: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MOST_MINUTES,
                description="time limit of a turn; then the orders are handed in as they are",
            ),
        ]
        | None
    ) = None


class ImportMatch(Request):
    """Import a match file: the file, unchanged, as the field `match`."""

    match: Annotated[msgspec.Raw, tells("the file")]
    seats: SeatChoice
    name: Annotated[Name | None, tells("the match's name in the lobby")] = None


class RenameMatch(Request):
    """Rename a match."""

    name: Annotated[Name, tells("its new name")]


class Sit(Request):
    """Take a seat that a person plays, or watch."""

    seat: Seat
    take_back: Annotated[
        bool,
        tells(
            "take the seat even from a player that holds it through a link; that player "
            "gets a message, and the log says so"
        ),
    ] = False


class Invite(Request):
    """Create a link to a seat."""

    seat: Seat


class Join(Request):
    """Take the seat of a link."""

    invitation: Annotated[str, Meta(min_length=16, max_length=128, description="the word of the link")]


class SayReady(Request):
    """Report that a commander has finished writing orders, or has not."""

    seq: Seq
    ready: Annotated[bool, tells("false: no longer ready")]


class GiveFormation(Request):
    """Assign a formation to a commander by number; 0 takes it back. Only the commander-in-chief may."""

    seq: Seq
    formation: Annotated[Word, tells("its id")]
    to: Annotated[int, Meta(ge=0, le=63, description="the number of a commander")]


class WriteMessage(Request):
    """Send a message to the commanders of the side."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE, description="the message")]
    to: Annotated[int, Meta(ge=0, le=63, description="a commander's number; null: the whole side")] | None


class ReadMessages(Request):
    """Save how many messages have been read."""

    upto: Annotated[int, Meta(ge=0, le=2**31 - 1, description="how many have been read")]


class GiveOrder(Request):
    """Give an order."""

    seq: Seq
    order: Order
    side: Annotated[Word, tells("if given, it must be the token's side")] | None = None
    by_itself: Annotated[bool, tells("the page gave it automatically; the log says so")] = False


class GiveShare(Request):
    """Add a player's share to the dice: first its promise, and once everybody has promised, the nonce."""

    promise: Annotated[
        str,
        Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of 'ardennes share', a zero byte, nonce."),
    ] = ""
    nonce: Annotated[
        str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$", description="the share itself, once all have promised")
    ] = ""


class Change(Request):
    """Undo, or restart the phase."""

    seq: Seq


class Fork(Request):
    """A new match from the first `at` orders of this one."""

    at: Annotated[int, Meta(ge=0, le=2**31 - 1, description="number of orders to take over")]
    seats: Annotated[SeatChoice | None, tells("as in MakeMatch; null: as in this match")] = None
    name: Annotated[Name | None, tells("the new match's name in the lobby")] = None


class LookDeep(Request):
    """Start the deep analysis of a finished match, or ask for its progress. It has no fields."""


class AskOdds(Request):
    """Ask for the odds of an attack."""

    targets: Annotated[Words, tells("hexes")]
    attackers: Annotated[Words, tells("units")]
    propose: Annotated[
        bool, tells("add units: the smallest group that takes the hex with a chance of two in three")
    ] = False


class AskRoute(Request):
    """Ask whether a route drawn by hand is legal."""

    unit: Annotated[Word, tells("the unit that moves")]
    path: Annotated[Words, tells("its hexes in order, without the unit's present hex")]
    mode: Mode = ""


class AskMarch(Request):
    """Plan the march of several units to a hex."""

    units: Annotated[Words, tells("the units that march")]
    hex: Annotated[Word, tells("their destination")]
    mode: Mode = ""


class AskStaff(Request):
    """Ask the staff for a plan for the rest of the decision."""

    units: Annotated[Words, tells("only orders to these units; empty: to all")] = []


class Drawer(Request):
    """A secret word that identifies the saved set-ups of one browser."""

    drawer: Annotated[str, Meta(min_length=16, max_length=128, description="the word")]


class KeepSetup(Drawer):
    """Save the current set-up."""

    name: Annotated[Name, tells("its name")]


class OpenSetup(Drawer):
    """One of the saved set-ups."""

    id: Annotated[Word, tells("its id in the list")]


class UseSetup(OpenSetup):
    """Use a saved set-up."""

    seq: Seq


class SetupFile(msgspec.Struct, forbid_unknown_fields=True):
    """A set-up of one side as a file: the orders that place its units."""

    game: Annotated[Word, tells("its id")]
    side: Annotated[Word, tells("the side that is set up")]
    name: Annotated[Name, tells("its name")]
    orders: Annotated[list[Order], Meta(max_length=1000, description="in an order in which they are legal")]


class BringSetup(Drawer):
    """Import a set-up file."""

    file: SetupFile


class Trouble(msgspec.Struct):
    """An error."""

    error: Annotated[str, tells("what is wrong and what to do")]
    ended: Annotated[
        str,
        tells(
            "how the seat was taken from the token's holder: `link` (a new link) or `back` "
            "(by the host); else empty"
        ),
    ] = ""


class RefusalAnswer(msgspec.Struct):
    """Why the rules forbid an order."""

    error: Annotated[str, tells("the whole message")]
    rule: Annotated[str, tells("the number of the rule; empty if it is not a rule of the game")]
    facts: Annotated[str, tells("the facts that make it illegal")]
    way_out: Annotated[str, tells("what the player can do instead; empty if nothing")]


class GameView(msgspec.Struct):
    """A game that can be played."""

    id: Annotated[str, tells("its id in requests")]
    name: Annotated[str, tells("its name for players")]
    rules: Annotated[str, tells("the version of its rules")]
    sides: Annotated[list[str], tells("in the order of their numbers")]
    scenarios: list[Scenario]
    options: list[OptionSpec]
    people: Annotated[list[str], tells("the values for seats of people")]
    players: Annotated[list[Character], tells("its computer players")]
    rated_in: Annotated[str, tells("the scenario in which the ratings were measured; empty: no ratings")]
    formations: Annotated[
        dict[str, list[Formation]], tells("by side: the formations that commanders can get")
    ]
    timed: Annotated[bool, tells("turns can have a time limit")]
    card: Card


class GameList(msgspec.Struct):
    """The games, in the order of the lobby."""

    games: list[GameView]


Spot = Annotated[
    list[int],
    msgspec.Meta(min_length=2, max_length=2),
    tells("the centre of a hex, in units of the drawing"),
]


class Miniature(msgspec.Struct):
    """A position as a small picture: squares on the map."""

    size: Annotated[
        list[int], msgspec.Meta(min_length=2, max_length=2), tells("width and height of the map's drawing")
    ]
    units: Annotated[dict[str, list[Spot]], tells("by side: where units are, or were reported")]
    goals: Annotated[list[Spot], tells("hexes that count for victory")]
    date: Annotated[str, tells("the date as text")]
    ground: Annotated[list[Spot], tells("the hexes in play; empty: the whole map")] = []


class Openings(msgspec.Struct):
    """How each scenario begins."""

    openings: Annotated[
        dict[str, dict[str, Miniature]], tells("by scenario, then by side: what the side sees at the start")
    ]


class FrontLine(msgspec.Struct):
    """A stretch of the front of 1944, or the edge of a pocket."""

    points: Annotated[list[int], tells("x and y alternating, in units of the drawing with north up")]
    pocket: Annotated[bool, tells("it encloses a pocket")]
    sure: Annotated[bool, tells("its course is known to about 2 km")]


class HistoryDay(msgspec.Struct):
    """A day of 1944."""

    text: Annotated[str, tells("what happened, in two or three sentences; empty: no text")]
    front: Annotated[list[FrontLine], tells("the front late in the evening; empty: unknown")]


class History(msgspec.Struct):
    """What happened in 1944 while the match is played."""

    days: Annotated[
        dict[str, HistoryDay],
        tells("by date as shown on the board; empty if it would reveal hidden facts"),
    ]


class Chapter(msgspec.Struct):
    """A part of a rulebook."""

    title: Annotated[str, tells("empty for the text before the first chapter")]
    html: Annotated[str, tells("its text; every rule has an anchor")]


class RuleEntry(msgspec.Struct):
    """A rule of a rulebook."""

    id: Annotated[str, tells("its number")]
    title: Annotated[str, tells("its heading")]
    chapter: Annotated[str, tells("the title of its chapter")]
    reading: Annotated[bool, tells("the printed rule is ambiguous, and one reading was chosen")]
    reconstructed: Annotated[bool, tells("it has values that the original does not print")]
    options: Annotated[list[str], tells("the options that change it")]
    cases: Annotated[int, tells("how many cases are about it")] = 0


class RulebookPage(msgspec.Struct):
    """A whole rulebook."""

    game: Annotated[str, tells("its id")]
    title: Annotated[str, tells("its heading")]
    chapters: list[Chapter]
    rules: list[RuleEntry]
    words: Annotated[dict[str, str], tells("the glossary: explanations by word")]


class CaseEntry(msgspec.Struct):
    """A case: given this position, when these orders are given or this is asked, expect that."""

    file: Annotated[str, tells("its file")]
    id: Annotated[str, tells("its name, unique in the file")]
    rules: Annotated[list[str], tells("the rules or sections of the manual it is about")]
    about: Annotated[str, tells("the question or the answer in a sentence")]
    given: Annotated[str, tells("the position, as in the file")]
    when: Annotated[str, tells("the orders, or the question")]
    expect: Annotated[str, tells("the expected result")]
    opens: Annotated[bool, tells("it can be tried on a board; false: it only asks for a calculation")]


class CaseList(msgspec.Struct):
    """All cases of a game."""

    cases: list[CaseEntry]


class OpenCase(Request):
    """Try a case."""

    file: Annotated[str, Meta(max_length=80), tells("its file")]
    id: Annotated[str, Meta(max_length=200), tells("its name in the file")]


class TrialStep(msgspec.Struct):
    """An order of a case, ready to give."""

    side: Annotated[str, tells("the side that gives it")]
    words: Annotated[str, tells("the order as written in the case, or a default answer as players call it")]
    order: Order
    usual: Annotated[bool, tells("a default answer, which the case does not mention")]
    passed: Annotated[
        Refusal | None, tells("the refusal of an order that is skipped because it offers no choice")
    ] = None


class TrialBoard(msgspec.Struct):
    """A case on a separate board, which is not saved."""

    id: Annotated[str, tells("its match")]
    tokens: Annotated[dict[str, str], tells("by side: the token of its seat")]
    case: CaseEntry
    stage: Annotated[
        Stage, tells("map and counters of the case; without `art` if its map is not the printed one")
    ]
    steps: list[TrialStep]


class TrialFinding(msgspec.Struct):
    """One expectation of a case, and the actual result."""

    field: Annotated[str, tells("what is checked, as the case names it")]
    expected: Annotated[str, tells("as written in the case")]
    got: Annotated[str, tells("the actual result")]
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
    words: Annotated[dict[str, str], tells("the matching glossary entries by word")]


class LogEntry(msgspec.Struct):
    """One order and its events, as the seat may know them."""

    order: Annotated[int, tells("its place in the match, from 1")]
    seq: Annotated[int, tells("the number of its change")]
    side: Annotated[str, tells("the side that gave it")]
    lines: Annotated[list[str], tells("one line per event; without events one line about the order")]
    events: list[GameEvent]
    given: Annotated[
        Order | None, tells("the order itself: of the seat's side, or any once the match is open")
    ] = None
    why: Annotated[str, tells("a computer player's reason, where the seat may know it")] = ""
    by: Annotated[str, tells("on a divided side, the commander who gave it")] = ""
    battles: Annotated[list[BattleShow], tells("the battles it decided")] = []


class CommanderView(msgspec.Struct):
    """One of the commanders of the seat's side."""

    number: Annotated[int, tells("the commander's number; 0 is the commander-in-chief")]
    name: Annotated[str, tells("the name that the others see")]
    formations: Annotated[list[str], tells("the ids of the commander's formations")]
    taken: Annotated[bool, tells("a player has taken the seat")]
    ready: Annotated[bool, tells("the commander is ready")]


class FormationView(msgspec.Struct):
    """A formation that can be assigned to a commander."""

    id: Annotated[str, tells("its id in requests")]
    name: Annotated[str, tells("its name for players")]
    holder: Annotated[int, tells("the number of the commander who has it")]


class CommandView(msgspec.Struct):
    """The commanders of the seat's side; the first is the commander-in-chief."""

    me: Annotated[int, tells("the number of this seat's commander")]
    commanders: list[CommanderView]
    formations: list[FormationView]
    seal: Annotated[
        Order | None, tells("the commander-in-chief's order to hand in for everybody, while possible")
    ]


class DiceView(msgspec.Struct):
    """Where the dice come from, docs/explanation/fair-dice.md."""

    known_to: Annotated[str, tells("who could know the dice in advance")]
    asked: Annotated[Literal["", "promise", "nonce"], tells("what this seat may add now")]
    shares: Annotated[list[str], tells("the players' nonces in the coming dice, by side")]


class SeatChangeView(msgspec.Struct):
    """A seat that was taken from its holder: with a new link, or by the host."""

    seq: Annotated[int, tells("the number of its change")]
    seat: Annotated[str, tells("the seat: a side, or one of its commanders")]
    words: Annotated[str, tells("what happened, as in the log")]
    moment: Annotated[float, tells("when, in seconds since 1970")]


class MatchView(msgspec.Struct):
    """The match as one seat sees it now."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    version: Annotated[str, tells("identifies this view in the header `Ardennes-View`; empty: no patches")]
    orders: Annotated[int, tells("how many orders the seat knows of")]
    id: Annotated[str, tells("its id in requests")]
    name: Annotated[str, tells("what the lobby calls it")]
    game: Annotated[str, tells("its id")]
    scenario: Annotated[str, tells("its id")]
    options: Annotated[dict[str, Any], tells("by key: what was chosen")]
    side: Annotated[str | None, tells("the seat's side; null for a watcher")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    to_move: Annotated[list[str], tells("the sides that must decide")]
    thinking: Annotated[list[str], tells("those of them that the computer plays")]
    trouble: Annotated[str, tells("why a computer player is stuck; empty if it is not")]
    board: BoardState
    choices: Choices
    log_tail: Annotated[list[LogEntry], tells("the last orders")]
    seat_changes: Annotated[list[SeatChangeView], tells("seats taken from the players that held them")]
    undo: Annotated[str, tells("why undo is not possible; empty if it is")]
    over: Annotated[bool, tells("the match has ended")]
    open: Annotated[bool, tells("it has ended and nothing is secret any more")]
    commitment: Annotated[str, tells("the hash of the dice's seed, published in advance")]
    dice: DiceView
    seed: Annotated[str, tells("the seed, once the match is open")]
    due: Annotated[float | None, tells("when the turn ends, by the clock of the answer's Date header")]
    command: Annotated[CommandView | None, tells("the seat's side if it is divided; never another side")]


class ViewPatch(msgspec.Struct):
    """What changed since the view that the request named in `Ardennes-View`; see Patches."""

    base: Annotated[str, tells("the version of the view that the client has")]
    patch: Annotated[dict[str, Any], tells("the patch that turns it into the present MatchView")]


class Overtaken(MatchView):
    """The match had moved on: nothing was done, and this is its present view."""

    error: Annotated[str, tells("the message for the player")]


class SetUp(MatchView):
    """The view after a saved set-up was used."""

    left_out: Annotated[list[str], tells("why some of its orders were left out")]


class KeptSetup(msgspec.Struct):
    """A saved set-up."""

    id: Annotated[str, tells("its id in requests")]
    name: Annotated[str, tells("its name")]
    made: Annotated[float, tells("when, in seconds since 1970")]


class SetupList(msgspec.Struct):
    """The player's saved set-ups for a side of a game."""

    setups: list[KeptSetup]


class Listed(msgspec.Struct):
    """A match in the lobby."""

    id: Annotated[str, tells("its id in requests")]
    name: Annotated[str, tells("what the lobby calls it")]
    game: Annotated[str, tells("its id")]
    scenario: Annotated[str, tells("its id")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    turn: Annotated[int, tells("its present turn")]
    orders: Annotated[int, tells("how many orders everybody knows of")]
    to_move: Annotated[list[str], tells("the sides that must decide")]
    result: Annotated[dict[str, Any] | None, tells("the Result; null until the match ends")]
    forked_from: Annotated[str | None, tells("the match it was forked from")]
    made: Annotated[float, tells("when, in seconds since 1970")]
    changed: Annotated[float, tells("when last, in seconds since 1970")]
    dice: Annotated[str, tells("who could know the dice in advance")]
    due: Annotated[float | None, tells("when the turn ends, by the clock of the answer's Date header")]


class DamagedMatch(msgspec.Struct):
    """A match that cannot be read. It is kept apart, and nothing of it is deleted."""

    id: Annotated[str, tells("the match's id")]
    name: Annotated[str, tells("its name")]
    what: Annotated[str, tells("what is damaged")]
    remedy: Annotated[str, tells("the command that repairs it, once the server is stopped")]


class MatchList(msgspec.Struct):
    """All matches, the last changed first."""

    matches: list[Listed]
    damaged: Annotated[list[DamagedMatch], tells("those that cannot be read; they are not in `matches`")]


class Seated(msgspec.Struct):
    """A match and the tokens for its seats; tokens are sent only once."""

    id: Annotated[str, tells("names the match in requests")]
    tokens: Annotated[dict[str, str], tells("by seat: its token")]
    invitations: Annotated[
        dict[str, str], tells("by seat: the word of a link for another player; it works once")
    ] = {}


class Invited(msgspec.Struct):
    """A new link to a seat."""

    seat: Annotated[str, tells("the seat it is for")]
    invitation: Annotated[str, tells("the word of the link; it works once")]


class MessageView(msgspec.Struct):
    """A message of one commander to another, or to the whole side."""

    side: Annotated[str, tells("the commanders' side")]
    sender: Annotated[str, tells("the sender's name")]
    to: Annotated[str, tells("the receiver's name; empty: the whole side")]
    words: Annotated[str, tells("the message")]
    moment: Annotated[str, tells("the turn in which it was written")]
    sent: Annotated[float, tells("when, in seconds since 1970")]
    mine: Annotated[bool, tells("this seat wrote it")]


class MessageList(msgspec.Struct):
    """Messages the seat may read, oldest first."""

    messages: list[MessageView]
    heard: Annotated[int, tells("how many the seat has read")]
    more: Annotated[bool, tells("there are more after these")]
    open: Annotated[bool, tells("the match is over and both sides' messages are shown")]


class Log(msgspec.Struct):
    """What happened since a change."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    orders: Annotated[int, tells("how many orders the seat knows of")]
    keep: Annotated[int, tells("how many of the client's orders are still valid; the entries follow them")]
    entries: list[LogEntry]
    more: Annotated[bool, tells("there are more after these")]


class SeatRecord(msgspec.Struct):
    """A running match as one seat may save it: no seed, no fingerprints, no orders of another side."""

    format: Annotated[str, tells("ardennes-record")]
    format_version: Annotated[int, tells("the version of this format")]
    about: Annotated[str, tells("what the file contains")]
    game: Annotated[str, tells("its id")]
    rules: Annotated[str, tells("the version of its rules")]
    name: Annotated[str, tells("the match's name in the lobby")]
    scenario: Annotated[str, tells("its id")]
    options: Annotated[dict[str, Any], tells("by key: what was chosen")]
    seat: Annotated[str, tells("a side, or `watch`")]
    seats: Annotated[dict[str, str], tells("by side: who plays it")]
    commitment: Annotated[str, tells("the hash of the dice's seed, published in advance")]
    dice_known_to: Annotated[str, tells("who could know the dice in advance")]
    orders: list[LogEntry]


class Replay(msgspec.Struct):
    """The board after a number of orders."""

    at: Annotated[int, tells("this number")]
    orders: Annotated[int, tells("how many orders there are")]
    board: BoardState
    entry: Annotated[LogEntry | None, tells("the last of these orders; null at the start")]


class Reach(msgspec.Struct):
    """What a unit may do."""

    seq: AsSeen
    reach: Annotated[list[Way], tells("where it may go")]
    panels: Annotated[list[Panel], tells("what else it may do: quantities, orders, reasons")]


class RouteAnswer(msgspec.Struct):
    """Whether a route drawn by hand is legal."""

    seq: AsSeen
    route: Route


class MarchAnswer(msgspec.Struct):
    """The plan for several units' march to a hex."""

    seq: AsSeen
    march: March


class Comers(msgspec.Struct):
    """The units that can reach a hex."""

    seq: AsSeen
    comers: list[Comer]


class WhyNot(msgspec.Struct):
    """Why something is not possible; empty if it is."""

    seq: AsSeen
    why: list[Refusal]


class OddsAnswer(msgspec.Struct):
    """The odds of an attack."""

    seq: AsSeen
    odds: Odds


class Hint(msgspec.Struct):
    """An order that a computer player suggests."""

    seq: AsSeen
    order: Order
    words: Annotated[str, tells("the order as players call it")]
    why: Annotated[str, tells("its reason")]
    player: Annotated[str, tells("its name")]
    slower: Annotated[str, tells("the player for patient=1; empty: none")]
    seconds: Annotated[float, tells("how long that player takes for a turn; 0: not measured")]
    final: Annotated[str, tells("why the order cannot be undone; empty if it can")] = ""


class StaffAnswer(msgspec.Struct):
    """The staff's plan for the rest of the decision."""

    seq: AsSeen
    plan: StaffPlan


class ReportProgress(msgspec.Struct, omit_defaults=True):
    """The progress of a deep report."""

    share: Annotated[float, tells("from 0 to 1; at 1 the report includes it")]
    words: Annotated[str, tells("what is being done")]
    failed: Annotated[bool, tells("it failed; the next request starts it again")] = False


class Moved(msgspec.Struct, omit_defaults=True):
    """A message on the live socket: sent at once, after every change, and when a commander gets a message."""

    seq: Annotated[int, tells("the number of the last change the seat knows of")]
    mail: Annotated[
        int | None, tells("on a commander's socket: how many messages the commander may read")
    ] = None


def decode(body: bytes, kind: type[T]) -> T:
    """Return the body as a struct. Raise Problem 400 with the reason if it is not valid."""
    if is_too_deep(body):
        refuse(400, f"The body has {TOO_DEEP}.")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        refuse(400, f"The body is not valid here: {error}.")
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse(400, "The body is not JSON.")
