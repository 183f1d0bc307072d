"""The contract between a rulebook and everything that plays, shows, stores or studies it.

A `Game` never changes; a `State` does. Orders go in, events come out. A refusal names the rule,
the facts and the way out. `view` gives a state of the same type that holds only what a side may
know, so offers, refusals, forecasts and computer players run the same code on it and cannot peek.
"""

from __future__ import annotations

import functools
import hashlib
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import is_
from types import UnionType
from typing import (
    TYPE_CHECKING,
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
    """An order of a seat. Each game has its own tagged kinds; all are plain JSON in the journal."""

    # True: other sides do not learn that it was given, or when, or how many there were. It is written on a
    # sheet to be opened later. Such orders of different sides in one phase do not affect each other.
    quiet: ClassVar[bool] = False
    # A rule that makes the order final: undo and restart stop at it and quote the rule.
    irrevocable: ClassVar[Refusal | None] = None
    # The log line for an order that is not quiet, for readers who may know none of its events. It names only
    # the kind of the order, which must be public.
    log_line: ClassVar[str] = "The {side} side gave an order."

    def quiet_in(self, state: Any) -> bool:
        """Return whether an order of a `quiet` kind is quiet in this match.

        An option can make its effects public.
        """
        return self.quiet


class End(Order, frozen=True, tag="end"):
    """End the current decision; a game may have a separate kind that says more."""

    log_line: ClassVar[str] = "The {side} side is done with this step."


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened. Log, animation, statistics and reports all read this stream."""

    reveals: ClassVar[bool] = False  # True: a hidden fact was revealed, so undo stops here
    # True: undo stops here although nothing was revealed. Another side may give quiet orders from here on,
    # and undo must not show whether it has.
    settles: ClassVar[bool] = False

    def seen_by(self, side: int) -> Event | None:
        """Return the event as a side may know it; None if the side may not know of it at all."""
        return self


Events = list[Event]  # the events of an order so far, in the order in which they happened


class Private(Event, frozen=True):
    """An event that only its owner may know of."""

    owner: int

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.owner else None


class Rolled(Event, frozen=True, tag="rolled"):
    """A die and its purpose."""

    die: int
    what: str
    rule: str
    sides: int = 6


class Refusal(msgspec.Struct, frozen=True):
    """The reason why an order is illegal: the rule, the facts and, if there is one, the remedy."""

    rule: Annotated[str, Meta(description="the rule that forbids it")]
    facts: Annotated[str, Meta(description="the facts that forbid it")]
    way_out: Annotated[str, Meta(description="what to do instead; empty if nothing")] = ""

    def __str__(self) -> str:
        return f"{self.facts} [{self.rule}]" + (f" {self.way_out}" if self.way_out else "")


class Refused(Exception):
    """An order was refused; the state is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Decision(msgspec.Struct, frozen=True):
    """A decision that a side must make now."""

    side: Annotated[int, Meta(description="the number of the side that decides")]
    kind: Annotated[str, Meta(description="the kind of decision")]
    prompt: Annotated[str, Meta(description="what is asked")]
    rule: Annotated[str, Meta(description="the rule that asks")]


class Result(msgspec.Struct, frozen=True):
    """The result of a game; results are compared by their margin."""

    winner: Annotated[int | None, Meta(description="the number of the side that won; null for a draw")]
    level: Annotated[str, Meta(description="how decisively, as the rulebook calls it")]
    points: Annotated[int, Meta(description="as the rulebook counts them")]
    summary: Annotated[str, Meta(description="why the game ended this way")]
    rule: Annotated[str, Meta(description="the rule behind it")]
    margin: Annotated[int, Meta(description="the higher, the better the German side did")]


def margin_for(game: AnyGame, result: Result, side: int) -> int:
    """Return the margin from this side's point of view: one side gains what the other loses."""
    return result.margin if game.sides[side] == "german" else -result.margin


class Chance(msgspec.Struct, frozen=True):
    """One outcome of a forecast."""

    probability: Fraction
    outcome: str
    events: tuple[Event, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """The starting situation of a match."""

    id: Annotated[str, Meta(description="identifies it in requests")]
    name: Annotated[str, Meta(description="what players call it")]
    about: Annotated[str, Meta(description="what it is")]
    minutes: Annotated[int, Meta(description="about how many minutes one side takes; 0: not measured")] = 0
    rule: Annotated[
        str,
        Meta(description="the rule that describes a scenario of Ardennes; empty: it is in the printed rules"),
    ] = ""


class OptionSpec(msgspec.Struct, frozen=True):
    """A choice made before the game: a reading of a rule, or a variant."""

    key: Annotated[str, Meta(description="identifies it in requests")]
    choices: Annotated[tuple[Any, ...], Meta(description="the values it may have")]
    default: Annotated[Any, Meta(description="the value it has unless chosen")]
    rules: Annotated[tuple[str, ...], Meta(description="the rules it changes")]
    about: Annotated[str, Meta(description="what it changes")]
    shown: Annotated[bool, Meta(description="shown among the main choices for a new match")] = False
    human: Annotated[
        str,
        Meta(description="the side it asks about: true by default if a person plays that side"),
    ] = ""
    name: Annotated[str, Meta(description="what players call it")] = ""


class Following(Protocol):
    """Data derived from a position and cached with it."""

    def copy(self) -> Self:
        """Return the data for a copy of the position, which may then change separately."""
        ...


if TYPE_CHECKING:
    Numbers = array[int]
else:
    Numbers = array  # it cannot be subscripted before Python 3.12


def numbers(values: Iterable[int] = ()) -> Numbers:
    """Return 32-bit numbers as a column of a state."""
    return array("i", values)


EncodedParts = dict[str, tuple[Sequence[Any], msgspec.Raw]]  # by field: its value, and the value as msgpack


class State(msgspec.Struct, dict=True):
    """What changes during a game. Fields are ints, strings, lists and frozen structs of them.

    `boards` names the int fields that are bitboards; they are written as hexadecimal text, since they outgrow
    64 bits. `columns` names fields that are fast to copy: numbers from 0 to 255 in a bytearray, others in an
    array, which is slower to read (`Numbers`). They are saved as lists.
    """

    boards: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[str, ...]] = ()

    rolls: int  # dice rolled so far; the index of the next die

    # Data derived from the position, or None until it is first needed. It is not a field, so it is neither
    # saved nor compared. Each game fills it in one module and describes it there.
    follows = cast("Following | None", None)

    # Encoded parts of the fingerprint, shared with copies: see `_encoded`. Not a field either.
    encoded_parts = cast("EncodedParts | None", None)

    def clone(self) -> Self:
        """Return a copy that can be changed without affecting the original."""
        copy: Self = _copier(type(self))(self)
        return copy

    def record(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name not in self.boards}
        plain: dict[str, Any] = msgspec.to_builtins(
            {
                name: list(value) if isinstance(value, array) else value
                for name, value in fields.items()
                if not isinstance(value, bytearray)
            }
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
        """Rebuild a state; msgspec.ValidationError names the field that is wrong."""
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
        narrow = {name: _column(name, data.get(name), kind) for name, kind in _column_kinds(cls)}
        placeholders = {
            name: "" if isinstance(column, bytearray) else column for name, column in narrow.items()
        }
        state = msgspec.convert(data | placeholders, cls)
        for name, value in (*wide.items(), *narrow.items()):
            setattr(state, name, value)
        return state

    def digest(self) -> str:
        """A short fingerprint: equal states have equal digests on every machine."""
        return hashlib.blake2b(msgspec.msgpack.encode(_written(type(self))(self)), digest_size=8).hexdigest()


@functools.cache
def _copier(kind: type[S]) -> Callable[[S], S]:
    """Generate a function that copies a state field by field.

    States are copied for every view and every order, and a loop over the names takes a third longer.
    """
    fields = msgspec.structs.fields(kind)
    lists = [f.name for f in fields if get_origin(f.type) is list or f.type in (bytearray, array)]
    lines = ["def copied(old):", "new = old.__copy__()", *(f"new.{name} = old.{name}[:]" for name in lists)]
    lines += ["if old.follows is not None: new.follows = old.follows.copy()"]
    lines += ["if old.encoded_parts is not None: new.encoded_parts = old.encoded_parts", "return new"]
    made: dict[str, Any] = {}
    exec("\n    ".join(lines), made)
    copied: Callable[[S], S] = made["copied"]
    return copied


@functools.cache
def _written(kind: type[S]) -> Callable[[S], tuple[tuple[str, ...], list[Any]]]:
    """Generate a function that returns the content of a fingerprint: the boards, then the other fields."""
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
    """Return the settled options of a match that fingerprints of its positions contain."""
    kinds = [field.type for field in msgspec.structs.fields(kind) if field.name in _option_fields(kind)]
    return {key: value for one in kinds for key, value in one.of(options).recorded().items()}


@functools.cache
def _record_fields(kind: type[S]) -> tuple[str, ...]:
    """Return the fields of a kind of state that are lists or tuples of frozen structs or of tuples.

    Most orders do not change such a field, and comparing it is faster than encoding it.
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
    """Return the field as msgpack, encoded again only if it holds different objects than last time.

    Equal objects are not enough: 1 and True are equal and are encoded differently.
    """
    entry = parts.get(name)
    if entry is not None:
        before, raw = entry
        if before is value or (len(before) == len(value) and all(map(is_, before, value))):
            return raw
    raw = msgspec.Raw(msgspec.msgpack.encode(value))
    parts[name] = tuple(value), raw
    return raw


def _packed(column: bytearray | Numbers) -> msgspec.Raw | list[int]:
    """Return the column as msgpack encodes a list of numbers: those below 128 are one byte each."""
    if isinstance(column, bytearray) and column.isascii() and 16 <= len(column) < 65536:
        return msgspec.Raw(b"\xdc" + len(column).to_bytes(2, "big") + column)
    return list(column)


@functools.cache
def _column_kinds(kind: type[State]) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (field.name, field.type) for field in msgspec.structs.fields(kind) if field.name in kind.columns
    )


def _column(name: str, plain: object, kind: Any) -> bytearray | Numbers:
    least, most = (0, 255) if kind is bytearray else (-(2**31), 2**31 - 1)
    if not isinstance(plain, list) or not all(type(x) is int and least <= x <= most for x in plain):
        raise msgspec.ValidationError(f"field {name} must be a list of whole numbers from {least} to {most}")
    return bytearray(plain) if kind is bytearray else numbers(plain)


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
        """Return the sides that have an open decision: `decisions` without the texts, for speed."""
        ...

    def offers(self, state: S, side: int) -> Sequence[Offer]: ...
    def check(self, state: S, side: int, order: Order) -> Refusal | None: ...
    def tidy(self, order: Order) -> Order:
        """Return the same order with its lists in the order that offers use."""
        ...

    def apply(self, state: S, side: int, order: Order, dice: Dice) -> list[Event]:
        """Carry out an order that `check` accepts. This changes the state in place."""
        ...

    def forecast(self, state: S, side: int, order: Order) -> tuple[Chance, ...]:
        """Return the exact outcomes of the order; empty if it rolls no die."""
        ...

    def preview(self, state: S, side: int, order: Order) -> tuple[Chance, ...]:
        """Return the outcomes of the combat after an order, if nobody decides otherwise; else empty."""
        ...

    def view(self, state: S, side: int | None) -> S:
        """Return what a side may know as a separate state; None stands for a spectator."""
        ...

    def result(self, state: S) -> Result | None: ...
    def phase_mark(self, state: S) -> tuple[int, ...]:
        """Return a mark that is constant during one side's phase; restarting the phase goes back to where it
        changed.
        """
        ...

    def read_order(self, plain: object) -> Order:
        """Decode an order; msgspec.ValidationError says what is wrong."""
        ...

    def read_event(self, plain: object) -> Event: ...
    def read_state(self, plain: Mapping[str, Any]) -> S: ...
    def tell(self, event: Event) -> str:
        """Return the event as one line of the log, in the players' terms."""
        ...

    def rule_ids(self) -> frozenset[str]: ...
    def hidden_twins(self, state: S, side: int) -> Sequence[S]:
        """Return states that differ from this one only in facts hidden from the side."""
        ...


AnyGame = Game[Any]


@runtime_checkable
class PlaysParts(Protocol):
    """A game with scenarios that are played on a part of the map."""

    @property
    def scenario(self) -> str:
        """The scenario this game is restricted to; empty: the whole game."""
        ...

    def in_scenario(self, scenario: str) -> Any:
        """Return the game restricted to a scenario."""
        ...


def in_scenario(game: Game[S], scenario: str) -> Game[S]:
    """Return the game as a scenario plays it, on a part of the map if it has one."""
    if not isinstance(game, PlaysParts):
        return game
    cut: Game[S] = game.in_scenario(scenario)
    return cut


def part_played(game: AnyGame) -> str:
    """Return the scenario that a game is restricted to; empty: the whole game."""
    return game.scenario if isinstance(game, PlaysParts) else ""
