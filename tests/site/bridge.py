"""A browser for the engine, in memory: what page/keep.js and page/engine.js do."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from ardennes.site import apart
from ardennes.site.front import HERE, Front


@dataclass
class Browser:
    """The storage of one browser, which several tabs may use. None is a damaged number or text."""

    rows: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    lines: dict[str, dict[float, Any]] = field(default_factory=dict)
    snapshots: dict[str, dict[float, Any]] = field(default_factory=dict)
    fails: str = ""  # why nothing is written now
    lost: str = ""  # why nothing can be read or written any more


class Bridge:
    """One tab's connection to it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.told: list[tuple[int, str, int]] = []
        self.thinks = True

    async def numbers(self) -> str:
        if self.browser.lost:
            return json.dumps(self.browser.lost)
        return json.dumps({match: number for match, (number, _) in self.browser.rows.items()})

    async def rows(self, matches: str) -> str:
        known = self.browser.rows
        return json.dumps([[match, *known[match]] for match in json.loads(matches) if match in known])

    async def orders(self, match: str) -> str:
        if match not in self.browser.rows:
            return "null"
        parts = (known.get(match, {}) for known in (self.browser.lines, self.browser.snapshots))
        return json.dumps([*self.browser.rows[match], *(sorted(part.items()) for part in parts)])

    async def write(self, writes: str) -> str:
        await asyncio.sleep(0)
        answer, saved = json.loads(writes), self.browser
        if saved.fails or saved.lost:
            return saved.fails or "InvalidStateError"
        if any(saved.rows.get(one["match"], (0, ""))[0] != one["had"] for one in answer):
            return "overtaken"
        for one in answer:
            self._write(one)
        return ""

    def _write(self, one: dict[str, Any]) -> None:
        saved, match = self.browser, one["match"]
        if one["row"] is None:
            saved.rows.pop(match, None)
            saved.lines.pop(match, None)
            saved.snapshots.pop(match, None)
            return
        saved.rows[match] = ((one["had"] or 0) + 1, one["row"])
        lines, snapshots = saved.lines.setdefault(match, {}), saved.snapshots.setdefault(match, {})
        for known in (lines, snapshots):
            for number in [n for n in known if one["cut"] is not None and n > one["cut"]]:
                del known[number]
        for number in one["drop"]:
            snapshots.pop(number, None)
        lines.update((n, text) for n, text in one["lines"])
        snapshots.update((n, text) for n, text in one["snapshots"])

    def tell(self, watcher: int, words: str, code: int) -> None:
        self.told.append((watcher, words, code))

    async def think(self, name: str, job: str, seconds: float) -> str:
        await asyncio.sleep(0)
        if not self.thinks:
            raise RuntimeError("Error: too long")
        return apart.do(name, job)

    def stop(self) -> None:
        return


class Tab:
    """A page with its engine."""

    def __init__(self, browser: Browser) -> None:
        self.bridge = Bridge(browser)
        self.front = Front(self.bridge)

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        headers = {"authorization": f"Seat {token}" if token else f"Lobby {HERE}"}
        given = "" if body is None else json.dumps(body)
        status, _, text = await self.front.ask(method, path, json.dumps(headers), given)
        return status, json.loads(text) if text else None

    async def make(self, game: str, seats: dict[str, str], **more: Any) -> tuple[str, dict[str, str]]:
        status, made = await self.ask("POST", "/api/matches", {"game": game, "seats": seats, **more})
        assert status == 201, made
        return made["id"], made["tokens"]
