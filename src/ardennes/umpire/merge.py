"""Merge two copies of a game that were changed separately. Overruled entries stay in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.umpire.game import Change, Entry, Game, add_entry, set_fields
from ardennes.umpire.records import FULL_SUPPLY

Path = tuple[str, str, str]
COUNTS = (("units", "status"), ("units", "sp"), ("aircraft", "squadrons"), ("aircraft", "damaged"))
DEFAULTS = {("units", "sp"): FULL_SUPPLY, ("aircraft", "damaged"): 0}  # of counts that a file leaves out
MINE, THEIRS, BOTH = "mine", "theirs", "both"


class Conflict(NamedTuple):
    """A field that both copies changed. An empty field means the whole record, which one copy removed."""

    path: Path
    base: Any
    mine: Any
    theirs: Any
    entries: tuple[str, ...]  # that changed it, in both copies
    choices: tuple[str, ...]

    @property
    def key(self) -> str:
        return " / ".join(part for part in self.path if part)


class Merged(NamedTuple):
    """The merged game, or None while conflicts without a choice remain."""

    game: Game | None
    conflicts: tuple[Conflict, ...]


def merge(mine: Game, theirs: Game, by: str = "merge", choices: Mapping[str, str] | None = None) -> Merged:
    """Add the entries of the other copy to mine. `choices`: by key of a conflict, mine, theirs or both."""
    ours = {entry.id for entry in mine.log}
    shared = {entry.id for entry in theirs.log} & ours
    if mine.log and theirs.log and mine.log[0].id != theirs.log[0].id:
        raise UserError("These are two different games: their logs begin with different entries.")
    new = [entry for entry in theirs.log if entry.id not in ours]
    own = [entry for entry in mine.log if entry.id not in shared]
    conflicts, held = _find_conflicts(mine, theirs, own, new)
    chosen = _check_choices(conflicts, choices or {})
    if len(chosen) < len(conflicts):
        return Merged(None, tuple(conflicts))
    log = (*mine.log, *(_without(entry, held) for entry in new))
    if not new:
        return Merged(mine, ())
    game = Game(log)
    settled = [change for conflict in conflicts for change in _settle(game, theirs, conflict, chosen)]
    if settled:
        listed = ", ".join(f"{conflict.key}: {chosen[conflict.key]}" for conflict in conflicts)
        game = add_entry(game, by, f"Merge: {listed}"[:2000], settled)
    return Merged(game, tuple(conflicts))


def _touched(entries: Sequence[Entry]) -> dict[Path, list[tuple[Entry, Change]]]:
    result: dict[Path, list[tuple[Entry, Change]]] = {}
    for entry in entries:
        for change in entry.changes:
            if not change.dropped:
                result.setdefault(change.path, []).append((entry, change))
    return result


def _find_conflicts(
    mine: Game, theirs: Game, own: Sequence[Entry], new: Sequence[Entry]
) -> tuple[list[Conflict], set[Path]]:
    """Return the conflicts, and all fields on which the other copy's changes are not applied."""
    by_me, by_them = _touched(own), _touched(new)
    conflicts: dict[Path, Conflict] = {}
    held: set[Path] = set()
    for path, changes in by_them.items():
        table, id, field = path
        default = DEFAULTS.get((table, field))
        base, after, now = (
            default if value is None else value
            for value in (changes[0][1].before, theirs.value(path), mine.value(path))
        )
        here = id in mine.tables.get(table, {})
        entries = tuple(dict.fromkeys(e.what for e, _ in (*by_me.get(path, ()), *changes)))
        if here != (id in theirs.tables.get(table, {})) and any(p[:2] == path[:2] for p in by_me):
            held.add(path)
            whole = (table, id, "")
            mine_record = mine.tables.get(table, {}).get(id)
            their_record = theirs.tables.get(table, {}).get(id)
            conflicts.setdefault(
                whole, Conflict(whole, None, mine_record, their_record, entries, (MINE, THEIRS))
            )
            continue
        if now == base:
            continue
        held.add(path)
        counted = (table, field) in COUNTS and all(isinstance(v, int) for v in (base, now, after))
        undone = all(entry.undoes for entry, _ in changes)
        if after == base or (now == after and (undone or not counted)):
            continue
        able = (MINE, THEIRS, BOTH) if counted else (MINE, THEIRS)
        conflicts[path] = Conflict(path, base, now, after, entries, able)
    return list(conflicts.values()), held


def _check_choices(conflicts: Sequence[Conflict], choices: Mapping[str, str]) -> dict[str, str]:
    known = {conflict.key: conflict for conflict in conflicts}
    for key, choice in choices.items():
        if key not in known:
            raise UserError(f"{key!r} is not in conflict. Conflicts: {'; '.join(known) or 'none'}.")
        if choice not in known[key].choices:
            raise UserError(f"{key}: {choice!r} is not a choice. Choose {' or '.join(known[key].choices)}.")
    return dict(choices)


def _without(entry: Entry, held: set[Path]) -> Entry:
    """Return the entry with its changes to conflicting fields dropped."""
    if not any(change.path in held for change in entry.changes):
        return entry
    changes = tuple(
        msgspec.structs.replace(change, dropped=change.dropped or change.path in held)
        for change in entry.changes
    )
    return msgspec.structs.replace(entry, changes=changes)


def _settle(game: Game, theirs: Game, conflict: Conflict, chosen: Mapping[str, str]) -> list[Change]:
    """Return the changes that apply a choice."""
    table, id, field = conflict.path
    choice = chosen[conflict.key]
    if field:
        after = {MINE: conflict.mine, THEIRS: conflict.theirs}.get(choice)
        if choice == BOTH:  # the losses of both
            after = min(99, max(0, conflict.mine + conflict.theirs - conflict.base))
        return set_fields(game, table, id, {field: after})
    wanted = conflict.mine if choice == MINE else conflict.theirs
    fields = {**dict.fromkeys(game.tables.get(table, {}).get(id, {})), **dict.fromkeys(wanted or {})}
    return set_fields(game, table, id, {name: (wanted or {}).get(name) for name in fields})
