"""Calculations that a case may request.

A calculation is a method: its arguments are parsed by their types, and it returns a table of results.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table
from ardennes.cases.names import Names
from ardennes.hexes import bits
from ardennes.kernel.contract import Chance, Order, Refusal
from ardennes.kernel.facts import Facts as Printed

Facts = Mapping[str, Any]  # the results of a calculation
W = TypeVar("W")
S = TypeVar("S")
# names of the game, the fields of the case, and the argument's field
Read = Callable[[Any, Fields, str], Any]


def named(how: str) -> Read:
    """found by the names of the game"""
    return lambda names, fields, name: getattr(names, how)(fields, name)


# the types of arguments, besides bool, str and list[str]
Unit = Annotated[int, named("unit")]
Units = Annotated[list[int], named("some_units")]
Hex = Annotated[int, named("hex")]
Hexes = Annotated[list[int], named("hex_list")]
Hexside = Annotated[tuple[int, int], named("hexside")]
Side = Annotated[int, named("side")]
PLAIN: Mapping[Any, Read] = {
    bool: lambda _, fields, name: fields.flag(name),
    str: lambda _, fields, name: fields.text(name),
    list[str]: lambda _, fields, name: fields.texts(name),
}


def whole(low: int, high: int) -> Read:
    return lambda _, fields, name: fields.whole(name, low, high)


def wholes(low: int, high: int) -> Read:
    return lambda _, fields, name: fields.wholes(name, low, high)


def word(what: str, allowed: Collection[str] | Callable[[Any], Collection[str]]) -> Read:
    """One of several words, which may depend on the world."""
    return lambda names, fields, name: fields.choice(
        name, what, allowed(names.w) if callable(allowed) else allowed
    )


def index(what: str, allowed: tuple[str, ...]) -> Read:
    """One of several words, as its index."""
    return lambda _, fields, name: fields.index(name, what, allowed)


def meaning(find: Callable[[str], Any]) -> Read:
    """What a text means; UserError if it means nothing."""
    return lambda _, fields, name: fields.meant(name, find, fields.text(name))


def each(find: Callable[[str], Any]) -> Read:
    """What each of several texts means."""
    return lambda _, fields, name: [fields.meant(name, find, text) for text in fields.texts(name)]


class Together(NamedTuple):
    """An argument made of several fields of a case; it is present if the field of its name is."""

    fields: tuple[str, ...]
    read: Callable[[Any, Fields], Any]

    def __call__(self, names: Any, fields: Fields, name: str) -> Any:
        return self.read(names, fields)


class Question(Generic[W, S]):
    """The position to calculate with; a game adds the calculations."""

    no_rule: ClassVar[str] = ""  # in place of the rule if nothing is refused

    def __init__(self, table: Table, arguments: Fields) -> None:
        self.w: W = world_of(table)
        self.s: S = table.state
        self.game, self.arguments = table.game, arguments
        self.names = self.names_now()

    def names_now(self) -> Names:
        raise NotImplementedError

    # the format of results

    def printed(self, book: Printed, thing: object) -> dict[str, Any]:
        return {fact.key: fact.of(self.w, self.s, thing) for fact in book.facts}

    def labels(self, hexes: int) -> frozenset[str]:
        return frozenset(map(self.names.board.grid.label, bits(hexes)))

    def verdict(self, refusal: Refusal | None, word: str = "legal") -> dict[str, Any]:
        return {word: refusal is None, "rule": refusal.rule if refusal else self.no_rule}

    def chances(
        self,
        parse: Callable[[W, str, S], Order],
        text: str,
        side: int,
        foresee: Callable[[Any, int, Order], Collection[Chance]],
    ) -> dict[str, Fraction]:
        """Return the exact chances of a side's order, by outcome."""
        order = self.game.tidy(self.arguments.meant("order", parse, self.w, text, self.s))
        chances: dict[str, Fraction] = {}
        for chance in foresee(self.game.view(self.s, side), side, order):
            chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
        return chances


class GridQuestion(Question[W, S]):
    """A question on a map with a grid."""

    def neighbours(self, hex: Hex) -> Facts:
        """Return `N`, `NE`, `SE`, `S`, `SW`, `NW` (`"none"` off the map)."""
        grid = self.names.board.grid
        around = zip(grid.compass, grid.neighbours[hex], strict=True)
        return {way: grid.label(cell) if cell >= 0 else "none" for way, cell in around}

    def distance(self, from_: Hex, to: Hex) -> Facts:
        """Return `hexes`."""
        return {"hexes": self.names.board.grid.distance(from_, to)}

    def exists(self, hexes: list[str]) -> Facts:
        """Return `existing`, `missing`."""
        there = frozenset(label for label in hexes if self.names.find_number(label) is not None)
        return {"existing": there, "missing": frozenset(hexes) - there}


def told(thing: object, *names: str) -> dict[str, Any]:
    """Rename results to the engine's names."""
    return {name: getattr(thing, name) for name in names}


ARGUMENTS, RETURN = "Arguments: ", "Return "  # how the paragraphs of a calculation's docstring begin


class Calculation:
    """A calculation by its method; an argument with a reserved Python name ends in an underscore."""

    def __init__(self, method: Callable[..., Facts]) -> None:
        hints = get_type_hints(method, include_extras=True)
        taken = list(inspect.signature(method).parameters.values())[1:]
        self._method, self._taken = method, [(p, p.name.rstrip("_"), _reader(hints[p.name])) for p in taken]
        self.arguments = tuple(field for _, name, read in self._taken for field in _fields(name, read))

    def arguments_text(self) -> str:
        """Return the arguments for the documentation; optional ones follow a semicolon."""
        for paragraph in (inspect.getdoc(self._method) or "").split("\n\n"):
            if paragraph.startswith(ARGUMENTS):
                return " ".join(paragraph.removeprefix(ARGUMENTS).split()).removesuffix(".")
        required, optional = list[str](), list[str]()
        for parameter, name, read in self._taken:
            first, *others = _fields(name, read)
            may_miss = parameter.default is not inspect.Parameter.empty or name == "side"
            (optional if may_miss else required).append(f"`{first}`")
            optional += [f"`{other}`" for other in others]
        return "; ".join(", ".join(names) for names in (required, optional) if names)

    def results_text(self) -> str:
        """Return the results for the documentation; ValueError if the method does not describe them."""
        for paragraph in (inspect.getdoc(self._method) or "").split("\n\n"):
            if paragraph.startswith(RETURN):
                return " ".join(paragraph.removeprefix(RETURN).split()).removesuffix(".")
        raise ValueError(
            f"{self._method.__qualname__}: its docstring has no paragraph that begins with {RETURN!r}"
        )

    def run(self, ask: Question[Any, Any]) -> Facts:
        values = {}
        for parameter, name, read in self._taken:
            if name in ask.arguments or parameter.default is inspect.Parameter.empty:
                values[parameter.name] = read(ask.names, ask.arguments, name)
        return self._method(ask, **values)


def _fields(name: str, read: Read) -> tuple[str, ...]:
    """Return the fields of a case from which an argument is read."""
    return read.fields if isinstance(read, Together) else (name,)


def _reader(hint: Any) -> Read:
    """Return how an argument of a type is read; if the type allows None, a missing argument is None."""
    if type(None) in get_args(hint):
        hint = next(part for part in get_args(hint) if part is not type(None))
    read: Read = hint.__metadata__[0] if get_origin(hint) is Annotated else PLAIN[hint]
    return read


def calculations_of(question: type[Question[Any, Any]]) -> dict[str, Calculation]:
    """Return the calculations of a game by name: all methods that return Facts."""
    methods = inspect.getmembers(question, inspect.isfunction)
    return {name: Calculation(m) for name, m in methods if m.__annotations__.get("return") == "Facts"}


def world_of(table: Table) -> Any:
    """The map, units and tables of the game on the table."""
    return table.game.world  # type: ignore[attr-defined]
