"""The words of a game's orders: one entry a kind, read by terminal, case files, page and rules alike.

An entry is a pattern, such as "attack {targets}+ with {attackers}+ [attach {attach}+]". From it and from
what each field holds (its slot) follow how the order is typed, how it is written back, how its use is
explained, which names in it are unknown, in which order its lists stand and where on the map it is clicked.

In a pattern a plain word stands for itself. {field} is one word, {field}? one or none, {field}+ one or more,
{field}* any number. In square brackets stands what may be left out: a flag ([omb] sets the field omb) or a
word with what follows it. A word between two fields, or the first in brackets, begins a new part of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.words import closest

W = TypeVar("W")
Label = Callable[[Any, Any, Any], str]  # (world, state, order)


class BadText(UserError):
    """A text that is not an order; the message says what would be one."""


class Unknown(BadText):
    """An unknown name. Similar names are searched only when somebody reads the message, because most callers
    only ask whether the name is known.
    """

    def __init__(
        self,
        message: str,
        word: str,
        known: Iterable[str],
        alike: float = 0.6,
        write: Callable[[str], str] = str,
    ) -> None:
        super().__init__(message)
        self.word, self.known, self.alike, self.write = word, known, alike, write

    def __str__(self) -> str:
        return f"{self.args[0]}{closest(self.word, self.known, self.alike, self.write)}"


class Misfit(Exception):
    """A word that no form of the order has in this place: the reader sees how the order is written."""


class Slot(NamedTuple, Generic[W]):
    """What a field contains and how it is named, once for all orders that have the field."""

    word: str  # in the line that explains an order: UNIT, HEX, yes|no
    read: Callable[[W, str, Any], Any]  # (world, word, state or None); BadText or Misfit if it is invalid
    write: Callable[[Any], str] = str
    unknown: Callable[[W, Any], Refusal | None] | None = None  # why a name is unknown
    tidy: Callable[[W, Any], Any] | None = None  # the field as offers write it; its names are known
    fits: Callable[[W, str], bool] | None = None  # distinguishes its words from those of the field before it
    # parses the word together with the fields before it
    beside: Callable[[W, str, Any, Mapping[str, Any]], Any] | None = None
    read_all: Callable[[W, Sequence[str], Any], Any] | None = None  # a list that is not parsed word by word
    write_all: Callable[[Any], Sequence[str]] | None = None
    spot: str = ""  # "hex" or "side": the field says where on the map the order is clicked


class Spots(NamedTuple):
    """Where on the map an order is clicked."""

    hexes: Sequence[str] = ()
    sides: Sequence[str] = ()


class OrderWords(NamedTuple):
    """One way to write one kind of order."""

    kind: type[Order]
    pattern: str
    about: str
    label: Label | str  # label of a button; "" if the decision defines it (Deciding.done)
    fixed: Mapping[str, Any] = {}  # fields that this form fixes
    flags: Mapping[str, tuple[str, Any]] = {}  # word -> field and value, if their names differ
    slots: Mapping[str, Slot[Any]] = {}  # fields that have a different slot than elsewhere
    whole: Callable[[Any], bool] | None = None  # whether its parts fit together
    tidy: Callable[[Any, Any], Order] | None = None  # if its slots are not enough to describe it
    # (world, state, order), if its slots are not enough
    spots: Callable[[Any, Any, Any], Spots] | None = None
    told: Callable[[Any, Event], bool] | None = None  # whether the event reports exactly this order


class _Part(NamedTuple):
    """A section of a pattern: its opening word and the fields after it."""

    mark: str
    fields: tuple[tuple[str, str], ...]  # name; "" one, ? one or none, + one or more, * any number
    optional: bool


class _Form(NamedTuple):
    """A parsed pattern."""

    name: str
    about: str
    words: OrderWords
    parts: tuple[_Part, ...]
    flags: Mapping[str, tuple[str, Any]]
    slots: Mapping[str, Slot[Any]]
    usage: str


_TOKEN = re.compile(r"\{(\w+)\}([?+*]?)|([\w-]+)|([\[\]])")


class Wording(Generic[W]):
    """The text forms of all orders of a game."""

    def __init__(
        self,
        entries: Iterable[OrderWords],
        slots: Mapping[str, Slot[W]],
        *,
        fillers: Iterable[str] = (),  # filler words that are ignored anywhere
        split: Callable[[str], list[str]] = str.split,
        other_names: Mapping[str, str] = {},
    ) -> None:
        self._split, self._other_names = split, other_names
        self._slots = slots
        self._fillers = frozenset(fillers)
        self.forms = {form.name: form for form in (_taken_apart(words, slots) for words in entries)}
        self._of_kind: dict[type[Order], list[_Form]] = {}
        for form in self.forms.values():
            self._of_kind.setdefault(form.words.kind, []).append(form)
        # By kind of order, the checks of its fields: computed once, for speed.
        self._named = {
            kind: [(name, slot.unknown) for name, slot in forms[0].slots.items() if slot.unknown]
            for kind, forms in self._of_kind.items()
        }
        self._untidy = {
            kind: ([(n, slot.tidy) for n, slot in forms[0].slots.items() if slot.tidy], forms[0].words.tidy)
            for kind, forms in self._of_kind.items()
        }

    # Parsing and formatting

    def parse(self, w: W, text: str, state: Any = None) -> Any:
        """Parse an order; the state lets a word stand for something in the position."""
        form, rest = self._form_of(self._split(text))
        own = {part.mark for part in form.parts}  # a word that the order itself uses is not a filler
        own |= {word for slot in form.slots.values() for word in slot.word.split("|")}
        said = [word for word in rest if word.lower() in own or word.lower() not in self._fillers]
        try:
            return _read(form, w, said, state)
        except Misfit:
            raise BadText(f"Write it as: {form.usage}") from None

    def _form_of(self, words: list[str]) -> tuple[_Form, list[str]]:
        if not words:
            raise BadText(f"Say what to do: {', '.join(self.forms)}.")
        for length in (2, 1):
            said = " ".join(words[:length]).lower()
            form = self.forms.get(self._other_names.get(said, said))
            if form is not None and len(words) >= length:
                return form, words[length:]
        hint = closest(words[0].lower(), [name.split()[0] for name in self.forms], 0.5)
        raise BadText(f"There is no order {words[0]!r}.{hint} Orders begin with: {', '.join(self.forms)}.")

    def usage(self, name: str) -> str:
        """Return how the order of this name is written, and what it does."""
        form = self.forms.get(name.lower())
        return f"{form.usage}: {form.about}" if form else ""

    def write(self, order: Order) -> str:
        """Return the order as a text that `parse` reads back."""
        form = self._form(order)
        said = [form.name]
        flags = [word for word, (field, value) in form.flags.items() if getattr(order, field) == value]
        for number, part in enumerate(form.parts):
            values = [word for name, _ in part.fields for word in _written(form.slots[name], order, name)]
            if part.mark and (values or not part.optional):
                said.append(part.mark)
            said += values
            if not number:
                said += flags
        return " ".join(said)

    def _form(self, order: Order) -> _Form:
        """Return the form in which this order would be written."""
        forms = self._of_kind[type(order)]
        if len(forms) == 1:
            return forms[0]
        return next(
            form
            for form in forms
            if all(getattr(order, name) == value for name, value in form.words.fixed.items())
        )

    def named(self, w: W, what: str, word: str) -> str:
        """Return the UNIT or HEX that a word means, as any order reads it; BadText if there is none."""
        slot = next(slot for slot in self._slots.values() if slot.word == what)
        result: str = slot.read(w, word, None)
        return result

    # Names and lists

    def unknown(self, w: W, order: Order) -> Refusal | None:
        """Return the first unknown name in an order."""
        for field, unknown in self._named[type(order)]:
            value = getattr(order, field)
            for name in value if isinstance(value, tuple) else (value,):
                refusal = unknown(w, name)
                if refusal is not None:
                    return refusal
        return None

    def tidied(self, w: W, order: Order) -> Any:
        """Return the same order as offers write it; its names are all known."""
        fields, whole = self._untidy[type(order)]
        if whole is not None:
            return whole(w, order)
        if not fields:
            return order
        changes = {}
        for name, tidy in fields:
            value = getattr(order, name)
            tidied = tidy(w, value)
            if tidied != value:
                changes[name] = tidied
        return msgspec.structs.replace(order, **changes) if changes else order

    # For the page

    def label(self, w: W, state: Any, order: Order, done: str = "") -> str:
        """Return the label of a button that gives the order; `done` if the order has no label."""
        label = self._form(order).words.label
        return label(w, state, order) if callable(label) else label or done

    def spots(self, w: W, state: Any, order: Order) -> Spots:
        """Return where on the map the order is clicked."""
        form = self._form(order)
        if form.words.spots is not None:
            return form.words.spots(w, state, order)
        named: dict[str, list[str]] = {"hex": [], "side": []}
        for field in order.__struct_fields__:
            slot = form.slots.get(field)
            if slot is not None and slot.spot and isinstance(getattr(order, field), str):
                named[slot.spot].append(getattr(order, field))
        return Spots(named["hex"], named["side"])

    def told(self, order: Order, event: Event) -> bool:
        """Return whether the event reports exactly this order."""
        test = self._form(order).words.told
        return test is not None and test(order, event)


def no_such(
    known: Callable[[Any, str], bool], rule: str, facts: str, way_out: str = ""
) -> Callable[[Any, str], Refusal | None]:
    """Return why an unknown name is unknown; `{}` in the facts is the name."""
    return lambda w, name: None if known(w, name) else Refusal(rule, facts.format(repr(name)), way_out)


def between_signs(text: str) -> list[str]:
    """Split a text into words, without the commas and dashes between them."""
    words = (word.strip(",;:") for word in text.replace(" - ", " ").split())
    return [word for word in words if word]


def choice(*words: str, values: Sequence[Any] = ()) -> Slot[Any]:
    """Make a slot for one of a few words; each may stand for another value."""
    meant = dict(zip(words, values or words, strict=True))

    def read(w: object, word: str, state: object) -> Any:
        result = next((value for name, value in meant.items() if name.lower() == word.lower()), Misfit)
        if result is Misfit:
            raise Misfit
        return result

    back = {value: word for word, value in reversed(meant.items())}
    return Slot("|".join(words), read, back.__getitem__)


def yes_no(yes: Sequence[str] = ("yes", "y"), no: Sequence[str] = ("no", "n")) -> Slot[Any]:
    """Make a slot for yes or no, in full or as a letter."""
    both = choice(*yes, *no, values=[True] * len(yes) + [False] * len(no))
    return both._replace(word=f"{yes[0]}|{no[0]}", write=lambda value: yes[0] if value else no[0])


def _taken_apart(words: OrderWords, shared: Mapping[str, Slot[Any]]) -> _Form:
    slots = {name: words.slots.get(name) or shared[name] for name in words.kind.__struct_fields__
             if name in words.slots or name in shared}  # fmt: skip
    head: list[str] = []
    parts: list[tuple[str, list[tuple[str, str]], bool]] = [("", [], False)]
    flags: dict[str, tuple[str, Any]] = {}
    usage: list[str] = []
    opened, bracket = False, list[str]()
    for field, number, literal, sign in _TOKEN.findall(words.pattern):
        if sign == "[":
            opened = True
            bracket = []
        elif sign == "]":
            opened = False
            usage.append(f"[{' '.join(bracket)}]")
            if len(bracket) == 1 and bracket[0].islower() and parts[-1][0] == bracket[0] and not parts[-1][1]:
                parts.pop()  # a flag, not a word followed by an argument
                flags[bracket[0]] = words.flags.get(bracket[0], (bracket[0], True))
        elif literal:
            if not parts[0][1] and len(parts) == 1 and not opened:
                head.append(literal)
                usage.append(literal)
            else:
                parts.append((literal, [], opened))
                (bracket if opened else usage).append(literal)
        else:
            shown = slots[field].word + (" ..." if number in ("+", "*") else "")
            left_out = number in ("?", "*") and not opened
            parts[-1][1].append((field, number))
            (bracket if opened else usage).append(f"[{shown}]" if left_out else shown)
    return _Form(
        " ".join(head),
        words.about,
        words,
        tuple(_Part(mark, tuple(fields), optional) for mark, fields, optional in parts),
        flags,
        slots,
        " ".join(usage),
    )


def _read(form: _Form, w: Any, said: Sequence[str], state: Any) -> Order:
    values: dict[str, Any] = dict(form.words.fixed)
    by_mark: dict[str, list[str]] = {"": []}
    at = ""
    marks = {part.mark for part in form.parts if part.mark}
    for word in said:
        lower = word.lower()
        if lower in form.flags:
            field, value = form.flags[lower]
            values[field] = value
        elif lower in marks:
            at = lower
            by_mark.setdefault(at, [])
        else:
            by_mark[at].append(word)
    for part in form.parts:
        if part.mark not in by_mark:
            if not part.optional:
                raise Misfit
            continue
        if part.optional and not by_mark[part.mark]:
            raise Misfit
        values |= _fields(form, part, w, by_mark[part.mark], state)
    order = form.words.kind(**values)
    if form.words.whole is not None and not form.words.whole(order):
        raise Misfit
    return order


def _fields(form: _Form, part: _Part, w: Any, words: list[str], state: Any) -> dict[str, Any]:
    """Assign the words of a section to its fields: a list takes what the fields after it leave."""
    result: dict[str, Any] = {}
    fields, left = list(part.fields), list(words)
    while fields:
        name, number = fields.pop(0)
        slot = form.slots[name]
        least_after = sum(1 for _, n in fields if n in ("", "+"))
        if number in ("+", "*"):
            most = len(left) - least_after
            limit = form.slots[fields[0][0]].fits if fields and fields[0][1] in ("+", "*") else None
            if limit is not None:
                most = min(most, next((i for i, word in enumerate(left) if limit(w, word)), most))
            taken, left = left[: max(most, 0)], left[max(most, 0) :]
            if number == "+" and not taken:
                raise Misfit
            if taken and slot.read_all is not None:
                result[name] = slot.read_all(w, taken, state)
            elif taken:
                result[name] = tuple(slot.read(w, word, state) for word in taken)
        elif number == "?" and len(left) <= least_after:
            continue
        elif not left:
            raise Misfit
        else:
            after = form.slots[fields[0][0]].fits if fields and not fields[0][1] else None
            if after is not None and len(left) > 1 and after(w, left[0]):
                left[:2] = left[1], left[0]  # the fields can be distinguished, so that either may come first
            word = left.pop(0)
            result[name] = slot.beside(w, word, state, result) if slot.beside else slot.read(w, word, state)
    if left:
        raise Misfit
    return result


def _written(slot: Slot[Any], order: Order, name: str) -> Sequence[str]:
    value = getattr(order, name)
    if slot.write_all is not None:
        return slot.write_all(value)
    if isinstance(value, tuple):
        return [slot.write(item) for item in value]
    text = slot.write(value)
    return [text] if text else []
