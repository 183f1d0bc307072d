"""Find damage in a store: a quick check at every start, a thorough one on request."""

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

QUICK = 64 * 1024 * 1024  # bytes; only `ardennes doctor` checks larger files
MOST_TOLD = 20

log = logging.getLogger("ardennes.server")


def tell(room: Room, store: Store) -> list[Damage]:
    """Check the store at the start: mark damaged matches and report them in the log and the lobby."""
    result: list[Damage] = []
    try:
        file = store.file
        for words in faults(store) if file is not None and file.stat().st_size <= QUICK else ():
            log.error("the database %s is damaged: %s. Stop the server and run: %s", file, words, REMEDY)
        result = room.look()[1]
        result = check(room, store)
    except DatabaseError as error:  # serve whatever can be read
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
    """Return the matches that a quick check shows to be damaged: by their rows and the length of their
    journals.
    """
    sound, broken = room.look()
    lengths = store.lengths()
    for header in sound:
        count, last = lengths.get(header.id, (0, 0))
        if not count == last == header.orders:
            broken.append(Damage(header.id, header.name, wrong_length(count, header.orders)))
    return broken


def thorough(room: Room, store: Store) -> list[Damage]:
    """Read every match completely, as when it is opened, and the outcomes of its orders; return the damaged
    ones.
    """
    broken = check(room, store)
    known = {one.match for one in broken}
    for header in room.look()[0]:
        if header.id in known:
            continue
        try:
            open_match(room.game(header.game), *store.load(header.id)).told[:]
        except Damaged as error:
            broken.append(Damage(header.id, header.name, error.what))
        except CannotOpen as error:  # for example another rules version, which is not damage
            log.warning("match %s (%s): %s", header.id, header.name, error)
    return broken


def faults(store: Store, *, thorough: bool = False) -> list[str]:
    """Return what SQLite finds wrong with its file. PostgreSQL verifies its own checksums."""
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
