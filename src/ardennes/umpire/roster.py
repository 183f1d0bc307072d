"""The roster: the units of a game, from CSV or from the order of battle."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import parse as words
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.schema import names, terms
from ardennes.umpire.records import (
    CHOICES,
    FIELD_WORDS,
    SIZES,
    TROOPS_OF,
    Aircraft,
    FieldError,
    Settings,
    Tables,
    Unit,
    fields_of,
    record,
)
from ardennes.words import closest


class Roster:
    """The units and aircraft of a game, with a search by name."""

    def __init__(self, tables: Tables | None = None) -> None:
        self.tables: Tables = tables or {}
        self.units = {id: self._unit(id, values) for id, values in self.tables.get("units", {}).items()}
        self._by_name: dict[str, str] = {}
        for id, unit in self.units.items():
            if unit.name:
                self._by_name.setdefault(words.plain(unit.name), id)
        self._by_name.update({words.plain(id): id for id in self.units})

    @staticmethod
    def _unit(id: str, values: Mapping[str, Any]) -> Unit:
        result = record("units", id, values)
        assert isinstance(result, Unit)
        return result

    def find(self, text: str) -> tuple[str, list[str]] | None:
        """Return the unit that a text begins with (the longest name), and the words after it."""
        parts = text.replace(",", " ").split()
        for length in range(min(len(parts), 6), 0, -1):
            id = self._by_name.get(words.plain(" ".join(parts[:length])))
            if id is not None:
                return id, parts[length:]
        return None

    def battle_unit(self, text: str) -> BattleUnit:
        """Return a unit from the roster ('I/304 prepared') or from its kind and status ('infantry 8')."""
        result = self.find(text)
        if result is None:
            try:
                return words.unit(text)
            except UserError as error:
                if not self.units:
                    raise
                unknown = f"{text!r} is not a unit of the roster.{self.hint(text)}"
                raise UserError(f"{unknown} Or type a kind and a status: {error}") from None
        id, rest = result
        return self.units[id].to_battle(id)._replace(**words.marks(rest))  # type: ignore[arg-type]

    def hint(self, text: str) -> str:
        """Return a hint with a roster name that looks like the first words of a text."""
        names = (*self.units, *(unit.name for unit in self.units.values() if unit.name))
        return closest(text, names) or closest(text.rpartition(" ")[0], names)

    def side_of(self, id: str) -> str:
        return self.units[id].side if id in self.units else ""

    def label(self, id: str) -> str:
        return (self.units[id].name or id) if id in self.units else id

    def aircraft(self, text: str) -> tuple[str, Aircraft] | None:
        """Return squadrons of the roster by id or name."""
        wanted = words.plain(text)
        for id, values in self.tables.get("aircraft", {}).items():
            if wanted in (words.plain(id), words.plain(values.get("name", ""))):
                result = record("aircraft", id, values)
                assert isinstance(result, Aircraft)
                return id, result
        return None

    @property
    def settings(self) -> Settings:
        result = record("game", "now", self.tables.get("game", {}).get("now", {}))
        assert isinstance(result, Settings)
        return result


# Rosters from a file, or from the order of battle of the game

COLUMNS = tuple(name for name in fields_of("units") if name not in ("used", "retired"))
COLUMN_WORDS = {
    "unit": "id", "kind": "type", "strength": "status", "supply": "sp", "supply points": "sp",
    "division": "formation", "class": "troops", "team": "side", "dug in": "dug_in", "hex": "place",
}  # fmt: skip
YES, NO = ("yes", "y", "true", "1", "x"), ("no", "n", "false", "0", "-", "")


def read_csv(text: str, file: str = "roster", sides: Iterable[str] = terms.SIDES) -> Tables:
    """Read units from CSV; a mistake is reported with file, line, field and the nearest valid value."""
    known = {words.plain(side): side for side in sides}
    text = text.removeprefix("\ufeff")
    delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    tables: Tables = {"formations": {}, "units": {}}
    header: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
                continue
            if not header:
                header = [_column(cell, f"{file}:{reader.line_num}") for cell in cells]
                _check_header(header, f"{file}:{reader.line_num}")
                continue
            _add_unit(tables, header, cells, known, f"{file}:{reader.line_num}")
    except csv.Error as error:
        raise UserError(f"{file}:{reader.line_num}: this is not CSV ({error}).") from None
    if not tables["units"]:
        raise UserError(f"{file}: no units. The first line must name the columns, for example: {EXAMPLE}")
    return tables


EXAMPLE = "id,side,formation,type,status,sp"
NEEDED = ("id", "side", "type", "status")


def _column(cell: str, place: str) -> str:
    name = COLUMN_WORDS.get(cell.strip().lower(), cell.strip().lower().replace(" ", "_").replace("-", "_"))
    if name not in ("id", *COLUMNS):
        hint = closest(name, ("id", *COLUMNS))
        raise UserError(f"{place}: {cell!r} is not a column.{hint} Columns: id, {', '.join(COLUMNS)}.")
    return name


def _check_header(header: list[str], place: str) -> None:
    if missing := [name for name in NEEDED if name not in header]:
        raise UserError(f"{place}: no column {', '.join(missing)}. Needed are: {', '.join(NEEDED)}.")
    if double := [name for name in header if header.count(name) > 1]:
        raise UserError(f"{place}: two columns are called {double[0]}. Remove one.")


def _add_unit(tables: Tables, header: list[str], cells: list[str], sides: dict[str, str], place: str) -> None:
    if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
        raise UserError(f"{place}: {len(cells)} cells, but {len(header)} columns. Remove the others.")
    given = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    id = given.pop("id", "")
    if not id:
        raise UserError(f"{place}, field id: empty. Give every unit a different id.")
    if len(id) > 80 or "\n" in id:
        raise UserError(
            f"{place}, field id: longer than a line or 80 letters. Is a quotation mark not closed?"
        )
    if empty := [name for name in NEEDED[1:] if not given.get(name)]:
        raise UserError(f"{place}, field {empty[0]}: empty. Every unit needs {', '.join(NEEDED)}.")
    if id in tables["units"]:
        raise UserError(f"{place}, field id: {id!r} is on the roster twice. Give one another name.")
    values: dict[str, Any] = {}
    for name, cell in given.items():
        try:
            values |= _cell(name, cell, sides)
        except UserError as error:
            raise UserError(f"{place}, field {name}: {error}") from None
    tables["units"][id] = complete_unit(id, values)
    if formation := values.get("formation", ""):
        result = tables["formations"].setdefault(formation, {"side": values["side"]})
        if result["side"] != values["side"]:
            raise UserError(f"{place}, field side: {formation!r} already has units of {result['side']!r}.")


def _cell(name: str, cell: str, sides: dict[str, str]) -> dict[str, Any]:
    """Return the value of a cell as a dict, empty if the cell is empty and optional."""
    if name == "side":
        return {name: sides[words.among(cell, sides, "a side")]}
    kind = fields_of("units")[name]
    if kind is bool:
        if cell.lower() not in YES + NO:
            raise UserError(f"{cell!r} is not yes or no.")
        return {name: True} if cell.lower() in YES else {}
    if not cell and name not in NEEDED:
        return {}
    if ("units", name) in CHOICES:
        allowed = [word for word in CHOICES["units", name] if word]
        return {name: words.among(cell, allowed, f"a {name}", FIELD_WORDS.get(("units", name), {}))}
    if name in ("status", "sp", "full"):
        return {name: words.whole(cell, 1 if name == "status" else 0, 99, f"a number for {name}")}
    if len(cell) > 80:
        raise UserError(f"{cell[:20]!r}… has {len(cell)} letters; at most 80.")
    return {name: cell}


def typed_fields(fields: Mapping[str, Any], sides: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a unit from typed values, which may use the words of a roster file."""
    known, made = {words.plain(side): side for side in sides}, dict(fields)
    for name, value in fields.items():
        if name not in fields_of("units"):
            known_names = ", ".join(fields_of("units"))
            hint = closest(name, fields_of("units"))
            raise FieldError(name, f"not a field of a unit.{hint} Fields: {known_names}.")
        if isinstance(value, str) and name not in ("used", "retired"):
            try:
                empty = False if fields_of("units")[name] is bool else None
                made[name] = _cell(name, value, known).get(name, empty)
            except UserError as error:
                raise FieldError(name, str(error)) from None
    return made


def complete_unit(id: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a unit with the fields that follow from others: starting status and movement class."""
    made = {"full": values.get("status", 0), **values}
    if not made.get("troops"):
        made["troops"] = TROOPS_OF.get(str(made.get("type")), "towed")
    record("units", id, made)
    return made


def order_of_battle() -> Tables:
    """Return the units and squadrons of the computer game with their starting values."""
    from ardennes.games.playsheet.schema.world import World  # reads the map: only when it is needed

    world = World()
    tables: Tables = {"sides": {side: {"name": side.capitalize()} for side in terms.SIDES}}
    tables |= {"formations": {}, "units": {}, "aircraft": {}}
    for unit in world.units:
        side = terms.SIDES[unit.side]
        formation = unit.formation
        if tables["formations"].get(formation, {"side": side})["side"] != side:
            formation = f"{formation} ({side})"
        named = {"side": side, "name": names.formation_name(unit, unit.formation)}
        tables["formations"].setdefault(formation, named)
        values = {
            "side": side, "formation": formation, "name": names.unit_name(unit), "type": _type_of(unit),
            "status": unit.status, "size": unit.size if unit.size in SIZES else "battalion",
            "troops": words.TROOPS[unit.row],
        }  # fmt: skip
        tables["units"][unit.id] = complete_unit(unit.id, values)
    for pool in world.pools.values():
        side = terms.SIDES[pool.side]
        kind = AIRCRAFT_OF.get(terms.POOLS[pool.pool], f"{side}-ga")
        values = {"side": side, "type": kind, "squadrons": pool.units}
        tables["aircraft"][f"{side} {terms.POOLS[pool.pool].replace('_', ' ')}"] = values
    return tables


AIRCRAFT_OF = {
    "fighter": "fighter", "recce": "recce", "medium_bomber": "medium-bomber", "us_heavy_bomber": "fortress",
    "raf_heavy_bomber": "lancaster", "transport_serial": "transport",
}  # fmt: skip


def _type_of(unit: terms.Unit) -> str:
    if unit.gun:
        return words.GUNS[unit.gun - 1]
    if unit.heavy_flak:
        return "flak"
    wanted = {"infantry": unit.infantry, "light": unit.light, "tank": unit.tank, "heavy": unit.heavy}
    flags = {name: True for name, on in wanted.items() if on}
    return next(kind for kind, result in words.KINDS.items() if dict(result) == flags)
