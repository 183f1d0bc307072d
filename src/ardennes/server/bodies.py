"""What clients send and get, as typed structs; bodies are decoded into them, the API page is made of them."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from ardennes.server.answers import refuse

T = TypeVar("T")

Seq = Annotated[
    int, Meta(ge=0, le=2**31 - 1, description="The number of the last change the client has seen.")
]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Word = Annotated[str, Meta(max_length=32)]
Words = Annotated[list[Word], Meta(max_length=64)]
SeatChoice = Annotated[
    dict[Word, Word],
    Meta(
        description="By side: me, beside (both are people at this screen) or the name of a computer player."
    ),
]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body: unknown fields are refused, since they are mostly misspelt."""


class MakeMatch(Request):
    """Start a match."""

    game: Word
    seats: SeatChoice
    scenario: Word | None = None
    options: Annotated[dict[Word, str | int | bool], Meta(max_length=64)] = {}
    name: Name | None = None
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ImportMatch(Request):
    """Take in a match file: the file itself, unchanged, as the field `match`."""

    match: msgspec.Raw
    seats: SeatChoice
    name: Name | None = None


class RenameMatch(Request):
    name: Name


class Sit(Request):
    """Take a seat that a person plays, or `watch`."""

    seat: Word


class GiveOrder(Request):
    seq: Seq
    order: Annotated[dict[str, Any], Meta(description="As offered in choices or reach.")]
    side: Annotated[Word, Meta(description="If given it must be the token's own side.")] | None = None


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
    seed: Annotated[str, Meta(description="The seed, once all is open.")]


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


class MatchList(msgspec.Struct):
    matches: list[Listed]


class Seated(msgspec.Struct):
    """A match and the tokens for it, by seat; they are told once."""

    id: str
    tokens: dict[str, str]


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
