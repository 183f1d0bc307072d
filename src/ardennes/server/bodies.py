"""What clients send and get, as typed structs; bodies are decoded into them, the API page is made of them."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from ardennes.server.answers import refuse
from ardennes.server.messages import LONGEST

T = TypeVar("T")

MOST_MINUTES = 7 * 24 * 60  # a week

Seq = Annotated[
    int, Meta(ge=0, le=2**31 - 1, description="The number of the last change the client has seen.")
]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Word = Annotated[str, Meta(max_length=32)]
Words = Annotated[list[Word], Meta(max_length=64)]
SeatChoice = Annotated[
    dict[Word, Word],
    Meta(
        description="By side: me, beside (both are people at this screen), invited (somebody who comes by a "
        "link) or the name of a computer player."
    ),
]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body: unknown fields are refused, since they are mostly misspelt."""


class AskCommander(Request):
    """One of several who share a side."""

    name: Annotated[str, Meta(max_length=80)] = ""
    formations: Words = []
    me: Annotated[bool, Meta(description="Whoever opens the match sits here himself.")] = False


Teams = Annotated[
    dict[Word, Annotated[list[AskCommander], Meta(max_length=16)]],
    Meta(description="Sides divided among several people: the commander-in-chief first, without formations."),
]


class MakeMatch(Request):
    """Start a match."""

    game: Word
    seats: SeatChoice
    scenario: Word | None = None
    options: Annotated[dict[Word, str | int | bool], Meta(max_length=64)] = {}
    name: Name | None = None
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    commanders: Teams = {}
    minutes: (
        Annotated[
            int,
            Meta(
                ge=1, le=MOST_MINUTES, description="So long a turn takes; then what is written is handed in."
            ),
        ]
        | None
    ) = None


class ImportMatch(Request):
    """Take in a match file: the file itself, unchanged, as the field `match`."""

    match: msgspec.Raw
    seats: SeatChoice
    name: Name | None = None


class RenameMatch(Request):
    name: Name


class Sit(Request):
    """Take a seat that a person plays, or `watch`. A commander's seat is side and number: allied:1."""

    seat: Word


class Invite(Request):
    """A new link to a seat."""

    seat: Word


class Join(Request):
    """Take the seat a link is for."""

    invitation: Annotated[str, Meta(min_length=16, max_length=128)]


class SayReady(Request):
    """A commander has written what he wants to write, or takes that back."""

    seq: Seq
    ready: bool


class GiveFormation(Request):
    """The commander-in-chief gives a formation to a commander by number; 0 takes it back."""

    seq: Seq
    formation: Word
    to: Annotated[int, Meta(ge=0, le=63)]


class WriteMessage(Request):
    words: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    to: Annotated[int, Meta(ge=0, le=63, description="A commander's number; none: all of the side.")] | None


class ReadMessages(Request):
    upto: Annotated[int, Meta(ge=0, le=2**31 - 1, description="So many have been read.")]


class GiveOrder(Request):
    seq: Seq
    order: Annotated[dict[str, Any], Meta(description="As offered in choices or reach.")]
    side: Annotated[Word, Meta(description="If given it must be the token's own side.")] | None = None


class GiveShare(Request):
    """A player's share in the dice: first its promise, when everybody has promised the nonce itself."""

    promise: Annotated[
        str,
        Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 of 'ardennes share', a zero byte, nonce."),
    ] = ""
    nonce: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")] = ""


class Change(Request):
    """Undo, or restart my phase."""

    seq: Seq


class Fork(Request):
    """A new match from the first `at` orders of this one."""

    at: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    seats: SeatChoice | None = None
    name: Name | None = None


class AskOdds(Request):
    targets: Words
    attackers: Words


class AskRoute(Request):
    """The hexes of a way in their order, without the one where the unit stands."""

    unit: Word
    path: Words
    mode: Annotated[str, Meta(max_length=80, description="As a way of reach names it.")] = ""


class AskMarch(Request):
    """Several units, where they shall go, and how."""

    units: Words
    hex: Word
    mode: Annotated[str, Meta(max_length=80, description="As a way of reach names it.")] = ""


class Drawer(Request):
    """Where one's own set-ups lie: a long word nobody else knows opens it."""

    drawer: Annotated[str, Meta(min_length=16, max_length=128)]


class KeepSetup(Drawer):
    name: Name


class OpenSetup(Drawer):
    id: Word


class UseSetup(OpenSetup):
    seq: Seq


class SetupFile(msgspec.Struct, forbid_unknown_fields=True):
    """A set-up of one side as a file: the orders that make it."""

    game: Word
    side: Word
    name: Name
    orders: Annotated[list[dict[str, Any]], Meta(max_length=1000)]


class BringSetup(Drawer):
    file: SetupFile


class Trouble(msgspec.Struct):
    """What is wrong, in words."""

    error: str


class RefusalAnswer(msgspec.Struct):
    """Why the rules forbid it: rule, facts and, where there is one, the way out."""

    error: str
    rule: str
    facts: str
    way_out: str


class LogEntry(msgspec.Struct):
    """One order and what came of it, as the seat may know it."""

    order: Annotated[int, Meta(description="Its place in the match, from 1.")]
    seq: int
    side: str
    lines: list[str]
    events: list[dict[str, Any]]
    given: Annotated[
        dict[str, Any] | None, Meta(description="The order itself: one's own, or any when all is open.")
    ] = None
    why: Annotated[str, Meta(description="A computer player's reason, where the seat may know it.")] = ""
    by: Annotated[str, Meta(description="Which commander of the side gave it, where several share it.")] = ""


class CommanderView(msgspec.Struct):
    """One of those who share the seat's side."""

    number: int
    name: str
    formations: list[str]
    taken: Annotated[bool, Meta(description="Somebody sits there.")]
    ready: bool


class FormationView(msgspec.Struct):
    id: str
    name: str
    holder: Annotated[int, Meta(description="The number of the commander who has it.")]


class CommandView(msgspec.Struct):
    """The command of the seat's own side; the first commander is the commander-in-chief."""

    me: int
    commanders: list[CommanderView]
    formations: list[FormationView]
    seal: Annotated[
        dict[str, Any] | None,
        Meta(description="The commander-in-chief's order to hand in for everybody, while that is open."),
    ]


class DiceView(msgspec.Struct):
    """Where the dice come from, docs/fair-dice.md."""

    known_to: Annotated[str, Meta(description="Who could know them beforehand, in words.")]
    asked: Annotated[str, Meta(description="What this seat is asked to add: promise, nonce or nothing.")]
    shares: Annotated[list[str], Meta(description="The players' nonces in the dice to come, side by side.")]


class MatchView(msgspec.Struct):
    """The match as one seat sees it now."""

    seq: int
    orders: int
    id: str
    name: str
    game: str
    scenario: str
    options: dict[str, Any]
    side: Annotated[str | None, Meta(description="The seat's side; none for somebody who watches.")]
    seats: dict[str, str]
    to_move: list[str]
    thinking: Annotated[list[str], Meta(description="Sides to move that the computer plays.")]
    trouble: str
    board: dict[str, Any]
    choices: dict[str, Any]
    log_tail: list[LogEntry]
    undo: Annotated[str, Meta(description="Why nothing can be taken back; empty when it can.")]
    over: bool
    open: Annotated[bool, Meta(description="Over, and nothing is secret any more.")]
    commitment: Annotated[str, Meta(description="The promise of the dice: the seed's hash.")]
    dice: DiceView
    seed: Annotated[str, Meta(description="The seed, once all is open.")]
    due: Annotated[
        float | None, Meta(description="When the turn is over, in seconds since 1970, where it has a limit.")
    ]
    command: Annotated[
        CommandView | None, Meta(description="Where several share the seat's side; of another side never.")
    ]


class OrderDone(MatchView):
    """The view after the order, and what came of it."""

    events: list[dict[str, Any]]
    lines: list[str]


class Overtaken(MatchView):
    """The match had moved on: nothing was done, and this is how it stands."""

    error: str


class SetUp(MatchView):
    """The view after a kept set-up was used, and why some of its orders were left out."""

    left_out: list[str]


class KeptSetup(msgspec.Struct):
    id: str
    name: str
    made: float


class SetupList(msgspec.Struct):
    setups: list[KeptSetup]


class Listed(msgspec.Struct):
    """A match in the lobby."""

    id: str
    name: str
    game: str
    scenario: str
    seats: dict[str, str]
    turn: int
    orders: int
    to_move: list[str]
    result: dict[str, Any] | None
    forked_from: str | None
    made: float
    changed: float
    dice: Annotated[str, Meta(description="Who could know the dice beforehand, in words.")]


class MatchList(msgspec.Struct):
    matches: list[Listed]


class Seated(msgspec.Struct):
    """A match and the tokens for it, by seat; they are told once."""

    id: str
    tokens: dict[str, str]
    invitations: Annotated[
        dict[str, str], Meta(description="Words for links to the seats of others; each can be used once.")
    ] = {}


class Invited(msgspec.Struct):
    seat: str
    invitation: str


class MessageView(msgspec.Struct):
    """What one commander wrote to another, or to all of his side (`to` empty)."""

    side: str
    sender: str
    to: str
    words: str
    moment: Annotated[str, Meta(description="The turn in which it was written.")]
    sent: Annotated[float, Meta(description="When, in seconds since 1970.")]
    mine: bool


class MessageList(msgspec.Struct):
    """`heard`: how many the seat has read; `open`: the match is over and both sides' messages are shown."""

    messages: list[MessageView]
    heard: int
    more: bool
    open: bool


class Log(msgspec.Struct):
    """`keep`: how many orders of what the client has still stand; then come the entries after them."""

    seq: int
    orders: int
    keep: int
    entries: list[LogEntry]
    more: bool


class Replay(msgspec.Struct):
    at: int
    orders: int
    board: dict[str, Any]
    entry: LogEntry | None


class Reach(msgspec.Struct):
    seq: int
    reach: list[dict[str, Any]]
    panels: Annotated[
        list[dict[str, Any]], Meta(description="What else the unit may do: amounts, orders, reasons.")
    ]


class Judged(msgspec.Struct):
    seq: int
    route: Annotated[
        dict[str, Any], Meta(description="path: how far it goes; ways: the orders that go it; refusal.")
    ]


class March(msgspec.Struct):
    seq: int
    march: Annotated[
        dict[str, Any],
        Meta(description="steps: orders to be given one after another; stay: why some units do not go."),
    ]


class Comers(msgspec.Struct):
    seq: int
    comers: Annotated[
        list[dict[str, Any]], Meta(description="Units that can come to the hex, and what it costs them.")
    ]


class WhyNot(msgspec.Struct):
    seq: int
    why: list[dict[str, Any]]


class OddsAnswer(msgspec.Struct):
    seq: int
    odds: dict[str, Any]


class Hint(msgspec.Struct):
    seq: int
    order: dict[str, Any]
    words: Annotated[str, Meta(description="The order in the players' words.")]
    why: str
    player: str


def decode(body: bytes, kind: type[T]) -> T:
    """The body as a struct; what is wrong with it is said."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        refuse(400, f"The body is not what is asked for here: {error}.")
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse(400, "The body is not JSON.")
    except RecursionError:
        refuse(400, "The body is nested too deeply.")
