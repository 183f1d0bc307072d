"""The contract between a rulebook and everything that plays, shows, stores or studies it.

A `Game` never changes; a `State` does. Orders go in, events come out. A refusal names the rule,
the facts and the way out. `view` gives a state of the same type that holds only what a side may
know, so offers, refusals, forecasts and computer players run the same code on it and cannot peek.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import is_
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    runtime_checkable,
)

import msgspec
from msgspec import Meta

from ardennes.dice import Dice
from ardennes.kernel.offers import Offer
from ardennes.kernel.variant import ChosenOptions

Options = Mapping[str, Any]


class Order(msgspec.Struct, frozen=True, tag_field="do"):
    """What a seat wants done. Each game has its own tagged kinds; all are plain JSON in the journal."""

    # True: nobody but its side learns that it was given, or when, or how many there were (it is written on a
    # sheet, to be opened later). Such orders of different sides in one phase do not touch each other.
    quiet: ClassVar[bool] = False
    # A rule that makes the order final: undo and restart stop at it and quote the rule.
    irrevocable: ClassVar[Refusal | None] = None
    # The line of the log for an order that is not quiet, where the reader may know of none of its events. It
    # names the kind of the order, which must be plain to everybody at the table, and nothing else.
    log_line: ClassVar[str] = "The {side} side gave an order."

    def quiet_in(self, state: Any) -> bool:
        """Is it quiet in this match? Where an option lays open what it changes, it is not."""
        return self.quiet


class End(Order, frozen=True, tag="end"):
    """No more of what is decided now; a game has a kind of its own, which may say more."""

    log_line: ClassVar[str] = "The {side} side is done with this step."


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """What happened. Log, animation, statistics and reports read this one stream."""

    reveals: ClassVar[bool] = False  # True: a hidden fact came out, so undo stops here
    # True: undo stops here although nothing came out: another side may give quiet orders from here on, and
    # whether it has must not be told by what can be taken back.
    settles: ClassVar[bool] = False

    def seen_by(self, side: int) -> Event | None:
        """The event as a side may know it; None where it may not know of it at all."""
        return self


Events = list[Event]  # what has come of an order so far, in the order in which it came


class Private(Event, frozen=True):
    """Something only its owner may know of."""

    owner: int

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.owner else None


class Rolled(Event, frozen=True, tag="rolled"):
    """A die and what it was for."""

    die: int
    what: str
    rule: str
    sides: int = 6


class Refusal(msgspec.Struct, frozen=True):
    """Why an order may not be given: the rule, the facts, and where there is one the way out."""

    rule: Annotated[str, Meta(description="the rule that forbids it")]
    facts: Annotated[str, Meta(description="what stands against it")]
    way_out: Annotated[str, Meta(description="what could be done instead; empty where there is nothing")] = ""

    def __str__(self) -> str:
        return f"{self.facts} [{self.rule}]" + (f" {self.way_out}" if self.way_out else "")


class Refused(Exception):
    """An order was refused; the state is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Decision(msgspec.Struct, frozen=True):
    """Somebody has to decide something now."""

    side: Annotated[int, Meta(description="the number of the side that decides")]
    kind: Annotated[str, Meta(description="what sort of decision it is")]
    prompt: Annotated[str, Meta(description="what is asked")]
    rule: Annotated[str, Meta(description="the rule that asks")]


class Result(msgspec.Struct, frozen=True):
    """How the game ended; by its margin two games can be compared."""

    winner: Annotated[int | None, Meta(description="the number of the side that won; null for a draw")]
    level: Annotated[str, Meta(description="how decisively, as the rulebook calls it")]
    points: Annotated[int, Meta(description="as the rulebook counts them")]
    summary: Annotated[str, Meta(description="how it came to that")]
    rule: Annotated[str, Meta(description="the rule that says so")]
    margin: Annotated[int, Meta(description="the higher, the better the German side did")]


def margin_for(game: AnyGame, result: Result, side: int) -> int:
    """The margin as this side sees it: what one gains the other loses."""
    return result.margin if game.sides[side] == "german" else -result.margin


class Chance(msgspec.Struct, frozen=True):
    """One outcome of a forecast."""

    probability: Fraction
    outcome: str
    events: tuple[Event, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """What a match begins with."""

    id: Annotated[str, Meta(description="names it in requests")]
    name: Annotated[str, Meta(description="what players call it")]
    about: Annotated[str, Meta(description="what it is")]
    minutes: Annotated[int, Meta(description="about how long one side takes; 0: nobody has measured it")] = 0
    rule: Annotated[
        str,
        Meta(description="of a scenario of ours: the rule that tells it; empty: it is in the printed rules"),
    ] = ""


class OptionSpec(msgspec.Struct, frozen=True):
    """A choice made before the game: a reading the players may change, or a variant."""

    key: Annotated[str, Meta(description="names it in requests")]
    choices: Annotated[tuple[Any, ...], Meta(description="the values it may have")]
    default: Annotated[Any, Meta(description="the value it has unless chosen")]
    rules: Annotated[tuple[str, ...], Meta(description="the rules it changes")]
    about: Annotated[str, Meta(description="what it changes")]
    shown: Annotated[bool, Meta(description="among the first things asked of a new match")] = False
    human: Annotated[
        str,
        Meta(description="says that a person plays this side: true where one does, unless chosen otherwise"),
    ] = ""
    name: Annotated[str, Meta(description="what players call it")] = ""


class Following(Protocol):
    """What follows from a position and is kept with it."""

    def copy(self) -> Self:
        """The same for a copy of the position, which may then go its own way."""
        ...


EncodedParts = dict[str, tuple[Sequence[Any], msgspec.Raw]]  # by field: its content, and that as msgpack


class State(msgspec.Struct, dict=True):
    """What changes during a game. Fields are ints, strings, lists and frozen structs of them.

    `boards` names the int fields that are bitboards; they are written as hexadecimal text, since
    they outgrow 64 bits. `columns` names fields of small numbers (0 to 255) kept as bytearrays, which
    are copied in no time; they are written as lists.
    """

    boards: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[str, ...]] = ()

    rolls: int  # dice rolled so far; the index of the next die

    # What follows from the position, or None until somebody asks: no field, so it is neither saved nor
    # compared. A game fills it in one module and says there what it is.
    follows = cast("Following | None", None)

    # Parts of the fingerprint already encoded, shared with copies: see `_encoded`. No field either.
    encoded_parts = cast("EncodedParts | None", None)

    def clone(self) -> Self:
        """A copy that may be changed without harm to the original."""
        copy: Self = _copier(type(self))(self)
        return copy

    def record(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(
            {f: getattr(self, f) for f in self.__struct_fields__ if f not in self.boards + self.columns}
        )
        for name in _option_fields(type(self)):
            plain[name] = getattr(self, name).recorded()
        for name in self.boards:
            plain[name] = f"{getattr(self, name):x}"
        for name in self.columns:
            plain[name] = list(getattr(self, name))
        return plain

    @classmethod
    def from_record(cls, plain: Mapping[str, Any]) -> Self:
        """Rebuild a state; msgspec.ValidationError says which field is wrong."""
        data = dict(plain)
        wide = {}
        for name in cls.boards:
            text = data.get(name, "")
            if not isinstance(text, str):
                raise msgspec.ValidationError(f"field {name} must be hexadecimal text")
            try:
                wide[name] = int(text, 16)
            except ValueError:
                raise msgspec.ValidationError(f"field {name} is not hexadecimal: {text[:20]!r}") from None
            data[name] = 0
        narrow = {name: _column(name, data.get(name)) for name in cls.columns}
        state = msgspec.convert(data | dict.fromkeys(narrow, ""), cls)
        for name, value in (*wide.items(), *narrow.items()):
            setattr(state, name, value)
        return state

    def digest(self) -> str:
        """A short fingerprint: equal states have equal digests on every machine."""
        return hashlib.blake2b(msgspec.msgpack.encode(_written(type(self))(self)), digest_size=8).hexdigest()


@functools.cache
def _copier(kind: type[S]) -> Callable[[S], S]:
    """How a state of the kind is copied, written out field by field as one would by hand.

    States are copied for every view and every order, and a loop over the names takes a third longer.
    """
    fields = msgspec.structs.fields(kind)
    lists = [field.name for field in fields if get_origin(field.type) is list or field.type is bytearray]
    lines = ["def copied(old):", "new = old.__copy__()", *(f"new.{name} = old.{name}[:]" for name in lists)]
    lines += ["if old.follows is not None: new.follows = old.follows.copy()"]
    lines += ["new.encoded_parts = old.encoded_parts", "return new"]
    made: dict[str, Any] = {}
    exec("\n    ".join(lines), made)
    copied: Callable[[S], S] = made["copied"]
    return copied


@functools.cache
def _written(kind: type[S]) -> Callable[[S], tuple[tuple[str, ...], list[Any]]]:
    """What the fingerprint of a state is taken of: its boards, then its other fields; by hand as above."""
    wide = "".join(f"f'{{old.{name}:x}}', " for name in kind.boards)
    forms = dict.fromkeys(kind.columns, "packed(old.{})") | dict.fromkeys(
        _option_fields(kind), "old.{}.packed()"
    )
    forms |= dict.fromkeys(_record_fields(kind), "encoded(parts, '{0}', old.{0}) if old.{0} else old.{0}")
    narrow = [
        forms.get(name, "old.{}").format(name) for name in kind.__struct_fields__ if name not in kind.boards
    ]
    made: dict[str, Any] = {"packed": _packed, "encoded": _encoded}
    lines = [
        "def written(old):",
        "parts = old.encoded_parts",
        "if parts is None: parts = old.encoded_parts = {}",
        f"return ({wide}), [{', '.join(narrow)}]",
    ]
    exec("\n    ".join(lines), made)
    written: Callable[[S], tuple[tuple[str, ...], list[Any]]] = made["written"]
    return written


@functools.cache
def _option_fields(kind: type[S]) -> tuple[str, ...]:
    """The fields of a kind of state that hold the options of the match."""
    fields = msgspec.structs.fields(kind)
    return tuple(f.name for f in fields if isinstance(f.type, type) and issubclass(f.type, ChosenOptions))


def recorded_options(kind: type[State], options: Options) -> dict[str, Any]:
    """The settled options of a match that fingerprints of its positions contain."""
    kinds = [field.type for field in msgspec.structs.fields(kind) if field.name in _option_fields(kind)]
    return {key: value for one in kinds for key, value in one.of(options).recorded().items()}


@functools.cache
def _record_fields(kind: type[S]) -> tuple[str, ...]:
    """The fields of a kind of state that are lists or tuples of frozen structs or of tuples.

    Most orders leave such a field as it was, and to compare it takes less time than to encode it.
    """
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if get_origin(field.type) in (list, tuple)
        and (types := [part for part in get_args(field.type) if part is not ...])
        and all(_is_record(part) and _never_changes(part) for part in types)
    )


def _is_record(kind: Any) -> bool:
    return get_origin(kind) is tuple or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))


def _never_changes(kind: Any) -> bool:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        return bool(kind.__struct_config__.frozen) and all(_never_changes(field.type) for field in fields)
    if get_origin(kind) in (tuple, Union, UnionType):
        return all(part is ... or _never_changes(part) for part in get_args(kind))
    return kind in (int, str, bool, type(None)) or get_origin(kind) is Literal


def _encoded(parts: EncodedParts, name: str, value: Sequence[Any]) -> msgspec.Raw:
    """The field as msgpack, encoded again only where it holds other objects than when last asked.

    Equal objects are not enough: 1 and True are equal and are written differently.
    """
    entry = parts.get(name)
    if entry is not None:
        before, raw = entry
        if before is value or (len(before) == len(value) and all(map(is_, before, value))):
            return raw
    raw = msgspec.Raw(msgspec.msgpack.encode(value))
    parts[name] = tuple(value), raw
    return raw


def _packed(column: bytearray) -> msgspec.Raw | list[int]:
    """The column as msgpack writes a list of numbers: those below 128 are a byte each, as they are here."""
    if column.isascii() and 16 <= len(column) < 65536:
        return msgspec.Raw(b"\xdc" + len(column).to_bytes(2, "big") + column)
    return list(column)


def _column(name: str, plain: object) -> bytearray:
    if not isinstance(plain, list) or not all(type(x) is int and 0 <= x <= 255 for x in plain):
        raise msgspec.ValidationError(f"field {name} must be a list of whole numbers from 0 to 255")
    return bytearray(plain)


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """A rulebook on the engine. Every method but `apply` leaves its arguments alone."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str:
        """The rules version; a save made under another one is refused or migrated."""
        ...

    @property
    def sides(self) -> tuple[str, ...]: ...
    @property
    def scenarios(self) -> Sequence[Scenario]: ...
    @property
    def options(self) -> Sequence[OptionSpec]: ...
    @property
    def rule_prefix(self) -> str: ...

    def start(self, scenario: str, options: Options, dice: Dice) -> S: ...
    def decisions(self, state: S) -> tuple[Decision, ...]: ...
    def to_move(self, state: S) -> tuple[int, ...]:
        """The sides that have a decision open: `decisions` without the words, for speed."""
        ...

    def offers(self, state: S, side: int) -> Sequence[Offer]: ...
    def check(self, state: S, side: int, order: Order) -> Refusal | None: ...
    def tidy(self, order: Order) -> Order:
        """The same order with its lists in the order in which offers write them."""
        ...

    def apply(self, state: S, side: int, order: Order, dice: Dice) -> list[Event]:
        """Carry out an order that `check` accepts. The state is changed in place."""
        ...

    def forecast(self, state: S, side: int, order: Order) -> tuple[Chance, ...]:
        """What may come of giving the order now, exactly; empty when it rolls no die."""
        ...

    def preview(self, state: S, side: int, order: Order) -> tuple[Chance, ...]:
        """What may come of the combat an order leads to, when nobody decides otherwise; else empty."""
        ...

    def view(self, state: S, side: int | None) -> S:
        """What a side may know (None: a bystander), as a state of its own."""
        ...

    def result(self, state: S) -> Result | None: ...
    def phase_mark(self, state: S) -> tuple[int, ...]:
        """Equal while one side's phase lasts; restart-my-phase goes back to where it changed."""
        ...

    def read_order(self, plain: object) -> Order:
        """An order from its plain form; msgspec.ValidationError says what is wrong."""
        ...

    def read_event(self, plain: object) -> Event: ...
    def read_state(self, plain: Mapping[str, Any]) -> S: ...
    def tell(self, event: Event) -> str:
        """The event as one line of the log, in the players' words."""
        ...

    def rule_ids(self) -> frozenset[str]: ...
    def hidden_twins(self, state: S, side: int) -> Sequence[S]:
        """States that differ from this one only in what the side may not know."""
        ...


AnyGame = Game[Any]


@runtime_checkable
class PlaysParts(Protocol):
    """A game some of whose scenarios are played on a part of the map."""

    @property
    def scenario(self) -> str:
        """The scenario the game has been cut down to; empty: it is whole."""
        ...

    def in_scenario(self, scenario: str) -> Any:
        """The game as a scenario plays it."""
        ...


def in_scenario(game: Game[S], scenario: str) -> Game[S]:
    """The game as a scenario plays it: on a part of the map, where that is what it is."""
    if not isinstance(game, PlaysParts):
        return game
    cut: Game[S] = game.in_scenario(scenario)
    return cut


def part_played(game: AnyGame) -> str:
    """The scenario a game has been cut down to; empty: it is whole."""
    return game.scenario if isinstance(game, PlaysParts) else ""
