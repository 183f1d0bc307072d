"""Setups saved in a browser: a `SetupStore` with one owner."""

from __future__ import annotations

import secrets
import time

import msgspec

from ardennes.kernel.wire import Order
from ardennes.server.api.schemas import KeptSetup
from ardennes.server.http.responses import refuse
from ardennes.server.storage.integrity import UNREADABLE
from ardennes.site.store import BrowserStore, decode_stored

NOTE = "setups"
MOST = 50


class SavedSetup(msgspec.Struct, frozen=True):
    """A setup as it is stored."""

    kept: KeptSetup
    game: str
    side: str
    orders: list[Order]


class BrowserSetups:
    """The setups of one browser, stored as a text next to its matches."""

    def __init__(self, store: BrowserStore) -> None:
        self._store = store

    def _read(self) -> list[SavedSetup] | None:
        """Return all setups; None if the stored text cannot be read."""
        text = self._store.note(NOTE)
        try:
            return decode_stored(text, list[SavedSetup]) if text else []
        except UNREADABLE:
            return None

    def _all(self) -> list[SavedSetup]:
        return self._read() or []

    def _keep(self, all_: list[SavedSetup]) -> None:
        if self._read() is None:  # the next one replaces it
            self._store.keep_note(f"{NOTE}-damaged-{secrets.token_hex(4)}", self._store.note(NOTE))
        self._store.keep_note(NOTE, msgspec.json.encode(all_).decode())

    def keep(self, word: str, game: str, side: str, name: str, orders: list[Order], seat: str) -> KeptSetup:
        """Save a setup; it replaces one of the same name."""
        others = [x for x in self._all() if (x.game, x.side, x.kept.name) != (game, side, name)]
        if len(others) >= MOST:
            refuse(403, f"{MOST} set-ups are saved already: delete one first.")
        new = KeptSetup(secrets.token_hex(10), name, time.time())
        self._keep([*others, SavedSetup(new, game, side, orders)])
        return new

    def of(self, word: str, game: str, side: str) -> list[KeptSetup]:
        """Return all for a side of a game, the newest first."""
        result = [x.kept for x in self._all() if (x.game, x.side) == (game, side)]
        return sorted(result, key=lambda one: -one.made)

    def open(self, word: str, game: str, side: str, which: str) -> tuple[str, list[Order]]:
        """Return its name and its orders."""
        result = [x for x in self._all() if (x.kept.id, x.game, x.side) == (which, game, side)]
        if not result:
            refuse(404, "There is no such set-up of yours for this side.")
        return result[0].kept.name, result[0].orders

    def drop(self, word: str, which: str) -> None:
        self._keep([x for x in self._all() if x.kept.id != which])
