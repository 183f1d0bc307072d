"""What a case may ask to be worked out. A calculation is a method: its arguments are read as their types say,
and it gives a table of results."""

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

Facts = Mapping[str, Any]  # what a calculation gives
W = TypeVar("W")
S = TypeVar("S")
Read = Callable[[Any, Fields, str], Any]  # names of the game, the case's fields, the argument among them


def named(how: str) -> Read:
    """As the names of the game find it."""
    return lambda names, fields, name: getattr(names, how)(fields, name)


# The types of arguments, beside bool, str and list[str].
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
    """One of some words, which may depend on the world."""
    return lambda names, fields, name: fields.choice(
        name, what, allowed(names.w) if callable(allowed) else allowed
    )


def index(what: str, allowed: tuple[str, ...]) -> Read:
    """One of some words, as its place among them."""
    return lambda _, fields, name: fields.index(name, what, allowed)


def meaning(find: Callable[[str], Any]) -> Read:
    """What a text means; UserError where it means nothing."""
    return lambda _, fields, name: fields.meant(name, find, fields.text(name))


def each(find: Callable[[str], Any]) -> Read:
    """What each of some texts means."""
    return lambda _, fields, name: [fields.meant(name, find, text) for text in fields.texts(name)]


class Together(NamedTuple):
    """An argument that several fields of a case make up; it is there where the one of its name is."""

    fields: tuple[str, ...]
    read: Callable[[Any, Fields], Any]

    def __call__(self, names: Any, fields: Fields, name: str) -> Any:
        return self.read(names, fields)


class Question(Generic[W, S]):
    """The position calculations are made on; a game adds the calculations."""

    no_rule: ClassVar[str] = ""  # what stands for the rule where nothing is refused

    def __init__(self, table: Table, arguments: Fields) -> None:
        self.w: W = world_of(table)
        self.s: S = table.state
        self.game, self.arguments = table.game, arguments
        self.names = self.names_now()

    def names_now(self) -> Names:
        raise NotImplementedError

    # How results are written.

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
        """The exact chances of what an order of a side brings, by outcome."""
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
    """Results called as the engine calls them."""
    return {name: getattr(thing, name) for name in names}


ARGUMENTS, RETURN = "Arguments: ", "Return "  # how paragraphs of a calculation's docstring begin


class Calculation:
    """A calculation by its method; an argument whose name Python keeps for itself ends in an underscore."""

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
    """Return the fields of a case that an argument is read from."""
    return read.fields if isinstance(read, Together) else (name,)


def _reader(hint: Any) -> Read:
    """How an argument of a type is read; where it may be None, that stands for an argument left out."""
    if type(None) in get_args(hint):
        hint = next(part for part in get_args(hint) if part is not type(None))
    read: Read = hint.__metadata__[0] if get_origin(hint) is Annotated else PLAIN[hint]
    return read


def calculations_of(question: type[Question[Any, Any]]) -> dict[str, Calculation]:
    """The calculations of a game by name: all methods that give Facts."""
    methods = inspect.getmembers(question, inspect.isfunction)
    return {name: Calculation(m) for name, m in methods if m.__annotations__.get("return") == "Facts"}


def world_of(table: Table) -> Any:
    """The map, units and tables of the game on the table."""
    return table.game.world  # type: ignore[attr-defined]
