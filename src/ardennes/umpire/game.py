"""The game file: a log of every change, from which the records follow. Undo, redo, export and import.

A change has a record's field and the values before and after; None means without a value. A record exists if
one of its fields has a value. An entry of the log holds the changes that belong together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ardennes.errors import UserError
from ardennes.umpire.records import TABLES, Record, Tables, Text, Word, check_references, record

FORMAT, VERSION = "ardennes umpire game", 1
MOST_ENTRIES = 100_000


class Change(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """One field of one record, before and after."""

    path: tuple[Word, Word, Word]  # table, id, field
    before: Any = None
    after: Any = None
    dropped: bool = False  # lost a merge: recorded, but without effect


class Entry(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """Changes that one person made together."""

    id: Word
    by: Word
    at: Annotated[int, Meta(ge=1, le=10**9)]  # counts up: later entries have higher numbers
    what: Text
    changes: tuple[Change, ...] = ()
    undoes: Word = ""
    time: Word = ""  # of the umpire's clock


class GameFile(Struct, forbid_unknown_fields=True, frozen=True):
    """A game as it is stored."""

    format: str = FORMAT
    version: int = VERSION
    log: tuple[Entry, ...] = ()


class Game:
    """A game and the records that follow from its log. A log is never altered, only replaced."""

    def __init__(self, log: Sequence[Entry] = ()) -> None:
        self.log = tuple(log)
        self.tables: Tables = {}
        for number, entry in enumerate(self.log, 1):
            self._carry_out(entry, f"log entry {number} ({entry.what[:40]!r})")
        check_references(self.tables)

    def _carry_out(self, entry: Entry, place: str) -> None:
        touched: dict[tuple[str, str], None] = {}
        for change in entry.changes:
            table, id, field = change.path
            if table not in TABLES:
                raise UserError(f"{place}: {table!r} is not a table. There are: {', '.join(TABLES)}.")
            if change.dropped:
                continue
            now = self.value(change.path)
            if now != change.before:
                raise UserError(
                    f"{place}: {field} of {table} {id!r} should be {_shown(change.before)} before the change,"
                    f" but is {_shown(now)}. The file was altered or is incomplete; import an earlier export."
                )
            set_value(self.tables, change.path, change.after)
            touched[table, id] = None
        for table, id in touched:
            if id in self.tables.get(table, {}):
                try:
                    record(table, id, self.tables[table][id])
                except UserError as error:
                    raise UserError(f"{place}: {error}") from None

    def value(self, path: Sequence[str]) -> Any:
        table, id, field = path
        return self.tables.get(table, {}).get(id, {}).get(field)

    def record(self, table: str, id: str) -> Record:
        if id not in self.tables.get(table, {}):
            known = ", ".join(self.tables.get(table, {})) or "none"
            raise UserError(f"{id!r} is not one of the {table}. There are: {known[:500]}.")
        return record(table, id, self.tables[table][id])


def set_value(tables: Tables, path: Sequence[str], value: Any) -> None:
    """Set a field; remove a record without values."""
    table, id, field = path
    fields = tables.setdefault(table, {}).setdefault(id, {})
    if value is None:
        fields.pop(field, None)
        if not fields:
            del tables[table][id]
        if not tables[table]:
            del tables[table]
    else:
        fields[field] = value


def _shown(value: Any) -> str:
    return "empty" if value is None else str(value)[:60]


# Files


def read_game(data: bytes | str, file: str = "game file") -> Game:
    """Read an exported game; an error names the place in the file."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{file}: this is not JSON ({error}). Choose an exported file.") from None
    try:
        return to_game(raw)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


def to_game(raw: Any) -> Game:
    """Read and check a game from JSON values."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise UserError(f"this is not a game of the umpire tool: the field format must be {FORMAT!r}.")
    if raw.get("version") != VERSION:
        raise UserError(
            f"the file has version {raw.get('version')!r}; this program reads {VERSION}. Update it."
        )
    try:
        result = msgspec.convert(raw, GameFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UserError(f"{error}.") from None
    if len(result.log) > MOST_ENTRIES:
        raise UserError(f"the log has {len(result.log)} entries; at most {MOST_ENTRIES}.")
    ids: set[str] = set()
    for number, entry in enumerate(result.log, 1):
        if entry.id in ids:
            raise UserError(f"log entry {number}: two entries have the id {entry.id!r}. Remove the copy.")
        if entry.undoes and entry.undoes not in ids:
            raise UserError(f"log entry {number}: it undoes {entry.undoes!r}, which is not before it.")
        ids.add(entry.id)
    return Game(result.log)


def to_json(game: Game) -> dict[str, Any]:
    """Return the game as JSON values."""
    result: dict[str, Any] = msgspec.to_builtins(GameFile(log=game.log))
    return result


def write_game(game: Game) -> str:
    """Return the game as the text of a file, with one entry of the log on each line."""
    lines = ",\n".join(msgspec.json.encode(entry).decode() for entry in game.log)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "log": [\n{lines}\n]}}\n'


# Changes


def add_entry(
    game: Game, by: str, what: str, changes: Iterable[Change], *, undoes: str = "", time: str = ""
) -> Game:
    """Return the game with one more entry."""
    made = tuple(changes)
    at = max((entry.at for entry in game.log), default=0) + 1
    parent = game.log[-1].id if game.log else ""
    digest = msgspec.json.encode([parent, by, at, what, made, undoes])
    id = hashlib.blake2b(digest, digest_size=8).hexdigest()
    return Game((*game.log, Entry(id, by, at, what, made, undoes, time)))


def set_fields(game: Game, table: str, id: str, values: Mapping[str, Any]) -> list[Change]:
    """Return the changes that give a record these values."""
    return [
        Change((table, id, field), before, value)
        for field, value in values.items()
        if (before := game.value((table, id, field))) != value
    ]


def add_tables(game: Game, tables: Tables) -> list[Change]:
    """Return the changes that add records, or give existing ones new values."""
    return [
        change
        for table, records in tables.items()
        for id, values in records.items()
        for change in set_fields(game, table, id, values)
    ]


def new_game(
    by: str, name: str, *, sides: Mapping[str, str] | None = None, tables: Tables | None = None
) -> Game:
    """Return a new game with its sides and, if given, its roster."""
    named = sides or {"allied": "Allied", "german": "German"}
    first: Tables = {"game": {"now": {"name": name, "turn": 1}}}
    first["sides"] = {id: {"name": title} for id, title in named.items()}
    game = Game()
    return add_entry(game, by, f"New game: {name}", add_tables(game, {**first, **(tables or {})}))


# Undo


def _is_lost(entry: Entry) -> bool:
    """Did all its changes give way in a merge?"""
    return bool(entry.changes) and all(change.dropped for change in entry.changes)


def undone(log: Sequence[Entry]) -> set[str]:
    """Return the ids of entries that are undone."""
    result: set[str] = set()
    for entry in reversed(log):  # an undo comes after its entry
        if entry.undoes and entry.id not in result and not _is_lost(entry):
            result.add(entry.undoes)
    return result


def built_on(game: Game, id: str) -> list[Entry]:
    """Return the later entries in force that changed the same fields; they must be undone first."""
    at = next((at for at, entry in enumerate(game.log) if entry.id == id), None)
    if at is None:
        raise UserError(f"The log has no entry {id!r}.")
    gone = undone(game.log)
    paths = {change.path for change in game.log[at].changes if not change.dropped}
    return [
        entry
        for entry in game.log[at + 1 :]
        if not entry.undoes
        and entry.id not in gone
        and any(change.path in paths and not change.dropped for change in entry.changes)
    ]


def undo(game: Game, by: str, id: str = "", *, time: str = "") -> Game:
    """Undo the given entry, or the last one in force."""
    gone = undone(game.log)
    if not id:
        able = [e.id for e in game.log[1:] if not e.undoes and e.id not in gone and not _is_lost(e)]
        if not able:
            raise UserError("There is nothing to undo.")
        id = able[-1]
    if later := built_on(game, id):
        listed = "; ".join(f"{entry.what} ({entry.id})" for entry in later)
        raise UserError(f"Later entries changed the same fields. Undo them first: {listed}.")
    if id in gone:
        raise UserError(f"The entry {id!r} is already undone. Redo it, or choose another.")
    entry = next(entry for entry in game.log if entry.id == id)
    if entry.undoes:
        raise UserError(f"The entry {id!r} is an undo. Use redo.")
    return _reverse(game, by, entry, f"Undo: {entry.what}", time)


def redo(game: Game, by: str, *, time: str = "") -> Game:
    """Redo the entry that was undone last."""
    gone = undone(game.log)
    able = [e for e in game.log if e.undoes and e.id not in gone and not _is_lost(e) and _is_undo(game, e)]
    if not able:
        raise UserError("There is nothing to redo.")
    if later := built_on(game, able[-1].id):
        listed = "; ".join(f"{entry.what} ({entry.id})" for entry in later)
        raise UserError(f"Later entries changed the same fields. Undo them first: {listed}.")
    return _reverse(game, by, able[-1], f"Redo: {able[-1].what.removeprefix('Undo: ')}", time)


def _is_undo(game: Game, entry: Entry) -> bool:
    """Does the entry take back an ordinary one, rather than an undo?"""
    return any(other.id == entry.undoes and not other.undoes for other in game.log)


def _reverse(game: Game, by: str, entry: Entry, what: str, time: str) -> Game:
    changes = [
        Change(change.path, change.after, change.before)
        for change in reversed(entry.changes)
        if not change.dropped
    ]
    return add_entry(game, by, what, changes, undoes=entry.id, time=time)
