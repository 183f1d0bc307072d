"""The health of a store: what is damaged, in words. A quick look at each start, a thorough one when asked."""

from __future__ import annotations

import logging

from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from ardennes.server.matches.service import Room
from ardennes.server.matches.session import open_match
from ardennes.server.storage.engine import is_malformed
from ardennes.server.storage.integrity import REMEDY, CannotOpen, Damage, Damaged
from ardennes.server.storage.models import wrong_length
from ardennes.server.storage.sql import Store

QUICK = 64 * 1024 * 1024  # bytes; a larger file is looked through by the doctor only
MOST_TOLD = 20

log = logging.getLogger("ardennes.server")


def tell(room: Room, store: Store) -> list[Damage]:
    """At the start: mark what is damaged and tell the owner, on the console and in the lobby."""
    result: list[Damage] = []
    try:
        file = store.file
        for words in faults(store) if file is not None and file.stat().st_size <= QUICK else ():
            log.error("the database %s is damaged: %s. Stop the server and run: %s", file, words, REMEDY)
        result = room.look()[1]
        result = check(room, store)
    except DatabaseError as error:  # whatever can be read is served
        place = store.place
        log.error("the database %s is damaged: %s. Stop the server and run: %s", place, error.orig, REMEDY)
    for one in result:
        room.set_apart(one)
    for one in result[:MOST_TOLD]:
        log.error("match %s (%s) is set apart: %s", one.match, one.name, one.what)
    if len(result) > MOST_TOLD:
        log.error("... and %d more", len(result) - MOST_TOLD)
    if result:
        log.error("Nothing was deleted; all other matches are served. To repair: %s", REMEDY)
    return result


def check(room: Room, store: Store) -> list[Damage]:
    """Return the matches that a quick look shows to be damaged: by their rows, and the length of journals."""
    sound, broken = room.look()
    lengths = store.lengths()
    for header in sound:
        count, last = lengths.get(header.id, (0, 0))
        if not count == last == header.orders:
            broken.append(Damage(header.id, header.name, wrong_length(count, header.orders)))
    return broken


def thorough(room: Room, store: Store) -> list[Damage]:
    """Read every match whole, as it would be opened, and all that came of its orders."""
    broken = check(room, store)
    known = {one.match for one in broken}
    for header in room.look()[0]:
        if header.id in known:
            continue
        try:
            open_match(room.game(header.game), *store.load(header.id)).told[:]
        except Damaged as error:
            broken.append(Damage(header.id, header.name, error.what))
        except CannotOpen as error:  # by another version of the rules, say: no damage
            log.warning("match %s (%s): %s", header.id, header.name, error)
    return broken


def faults(store: Store, *, thorough: bool = False) -> list[str]:
    """What SQLite finds wrong with its file; PostgreSQL keeps checksums of its own."""
    if store.file is None:
        return []
    check = "integrity_check(20)" if thorough else "quick_check(3)"
    try:
        with store.reading() as db:
            return [str(row[0]) for row in db.execute(text(f"PRAGMA {check}")) if row[0] != "ok"]
    except DatabaseError as error:
        if not is_malformed(error):
            raise
        return [str(error.orig)]
