"""The typed records of a game at a real table; errors name the record and the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import parse as words
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.words import closest

MOST_TEXT = 2000
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Word = Annotated[str, Meta(max_length=80)]
Count = Annotated[int, Meta(ge=0, le=99)]

UNIT_TYPES = (*words.KINDS, *words.GUNS)  # kinds of the battle, and guns by their type
TYPE_WORDS = {**words.KIND_WORDS, **words.GUN_WORDS, "field-artillery": "field", "medium-artillery": "medium"}
SIZES = ("company", "battalion", "regiment", "brigade", "division", "group")
AIRCRAFT_TYPES = (
    "fighter", "german-ga", "allied-ga", "heavy-bomber", "medium-bomber", "recce", "transport", "spitfire",
    "typhoon", "mustang", "fortress", "liberator", "lancaster", "halifax", "stirling",
)  # fmt: skip
WEATHERS = ("clear", "overcast", "fog", "rain", "snow")
STEPS = ("orders", "air", "movement", "fights", "counter-attacks", "second-fights", "supply")
PARTS_OF_DAY = ("day", "night")
TROOPS_OF = {  # by type: the default movement class
    "infantry": "foot", "light": "foot", "tank": "tanks", "heavy-tank": "tanks", "mixed": "tanks",
    "heavy-mixed": "tanks", "recce": "recce",
}  # fmt: skip
FULL_SUPPLY = 3
READINGS = tuple(field.name for field in msgspec.structs.fields(Readings) if field.name != "bid")


class FieldError(UserError):
    """A mistake in one field: `field` names it, `item` counts from 1 in a list."""

    def __init__(self, field: str, words: str, item: int = 0, prefix: str = "") -> None:
        super().__init__(f"{prefix}{field}: {words}")
        self.field, self.item, self.words = field, item, words


class Record(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """A record of a game, with typed fields."""


class Settings(Record, frozen=True):
    """The game itself: its name, the turn, the weather, and how its umpires read the sheet."""

    name: Text = ""
    turn: Annotated[int, Meta(ge=1, le=999)] = 1
    date: Word = ""
    part: Word = "day"
    weather: Word = "clear"
    readings: dict[str, Any] = {}
    attack_sp: Count = 0  # supply points an attack takes: the sheet prints none
    support_sp: Count = 0  # supply points that supporting artillery takes

    @property
    def chosen(self) -> Readings:
        """The sheet's readings as this game plays them."""
        read = words.reading(*READINGS)
        return words.readings([read(f"{key}={value}") for key, value in self.readings.items()])


class Side(Record, frozen=True):
    """A side, with one team or several."""

    name: Word = ""


class Formation(Record, frozen=True):
    """A headquarters with its units."""

    side: Word
    name: Word = ""
    commander: Word = ""


class Unit(Record, frozen=True):
    """A unit on the roster."""

    side: Word
    type: Word
    status: Count
    formation: Word = ""
    name: Word = ""
    size: Word = "battalion"
    troops: Word = ""
    full: Count = 0  # status at the start
    sp: Count = FULL_SUPPLY
    place: Text = ""
    prepared: bool = False
    defended: bool = False
    dug_in: bool = False
    marched: bool = False
    immobilised: bool = False
    retired: Count = 0  # km it retired this turn
    used: Word = "0"  # of the turn

    def to_battle(self, id: str) -> BattleUnit:
        """Return the unit as a battle counts it."""
        flags = words.KINDS["guns" if self.type in words.GUNS else self.type]
        return BattleUnit(
            id, self.status, self.formation, prepared=self.prepared, defended=self.defended,
            dug_in=self.dug_in, marched=self.marched, no_supply=not self.sp,
        )._replace(**flags)  # type: ignore[arg-type]  # fmt: skip


class Aircraft(Record, frozen=True):
    """Squadrons, or transport serials, of one kind."""

    side: Word
    type: Word
    squadrons: Count
    damaged: Count = 0  # of these, hit earlier and not repaired
    name: Word = ""


class ReportText(Record, frozen=True):
    """A team's report of a result."""

    text: Text = ""
    units: list[dict[str, str]] = []
    may: list[Text] = []
    unknown: list[Text] = []


class Task(Record, frozen=True):
    """One row of the worksheet: something to adjudicate."""

    step: Word
    question: Word
    label: Word = ""
    values: dict[str, Any] = {}
    turn: Annotated[int, Meta(ge=1, le=999)] = 1
    done: bool = False
    result: Text = ""
    note: Text = ""
    dice: list[Annotated[int, Meta(ge=1, le=6)]] = []
    hear: dict[str, ReportText] = {}  # by side
    facts: dict[str, Any] = {}  # the result for programs


class Order(Record, frozen=True):
    """The orders of a formation for a turn, sealed until the umpire opens it."""

    formation: Word
    turn: Annotated[int, Meta(ge=1, le=999)]
    text: Text = ""
    by: Word = ""


TABLES: Mapping[str, type[Record]] = {
    "game": Settings, "sides": Side, "formations": Formation, "units": Unit, "aircraft": Aircraft,
    "tasks": Task, "orders": Order,
}  # fmt: skip
Tables = dict[str, dict[str, dict[str, Any]]]  # the records of a game by table and id
CHOICES = {
    ("units", "type"): UNIT_TYPES, ("units", "size"): SIZES, ("aircraft", "type"): AIRCRAFT_TYPES,
    ("units", "troops"): ("", *words.TROOPS), ("game", "part"): PARTS_OF_DAY,
    ("game", "weather"): WEATHERS, ("tasks", "step"): STEPS,
}  # fmt: skip
FIELD_WORDS = {
    ("units", "type"): TYPE_WORDS,
    ("units", "troops"): words.TROOP_WORDS,
    ("units", "size"): {"bn": "battalion", "coy": "company", "rgt": "regiment", "bde": "brigade"},
}


def fields_of(table: str) -> dict[str, Any]:
    """Return the fields of a table's records and their types."""
    return {field.name: field.type for field in msgspec.structs.fields(TABLES[table])}


def record(table: str, id: str, values: Mapping[str, Any]) -> Record:
    """Return a typed record; an error names it and the field."""
    place = f"{table} {id!r}"
    try:
        result = msgspec.convert(values, TABLES[table])
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        field = f", field {where.rstrip('`')}" if where else ""
        raise UserError(f"{place}{field}: {what}.{_near_field(table, values)}") from None
    for (of, name), allowed in CHOICES.items():
        if of == table and getattr(result, name) not in allowed:
            value = getattr(result, name)
            known = ", ".join(filter(None, allowed))
            raise UserError(
                f"{place}, field {name}: {value!r} is not one of {known}.{closest(value, allowed)}"
            )
    _check_text(result, place)
    return result


def _check_text(result: Record, place: str) -> None:
    """Check the fields whose text has a special form."""
    field = ""
    try:
        if isinstance(result, Unit):
            field = "used"
            words.share(result.used)
        if isinstance(result, Settings) and result.readings:
            field = "readings"
            _ = result.chosen
    except UserError as error:
        raise UserError(f"{place}, field {field}: {error}") from None


def _near_field(table: str, values: Mapping[str, Any]) -> str:
    known = fields_of(table)
    return next((closest(name, known) for name in values if name not in known), "")


def check_references(tables: Tables) -> None:
    """Check that every side and formation in a record exists."""
    for table, field, of in (
        ("formations", "side", "sides"),
        ("units", "side", "sides"),
        ("aircraft", "side", "sides"),
        ("units", "formation", "formations"),
        ("orders", "formation", "formations"),
    ):
        known = tables.get(of, {})
        for id, values in tables.get(table, {}).items():
            value = values.get(field, "")
            if value and value not in known:
                raise UserError(
                    f"{table} {id!r}, field {field}: {value!r} is not one of the {of}:"
                    f" {', '.join(known) or 'there are none'}.{closest(value, known)}"
                )
