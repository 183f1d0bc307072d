"""The playsheet on the table: the position as a side knows it, its order sheet and its estimates."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

import msgspec

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.ground_orders import orderable
from ardennes.games.playsheet.rules.state import DEAD, EXITED, NOT_YET, PlaysheetState
from ardennes.games.playsheet.rules.writing import closed
from ardennes.games.playsheet.schema.terms import POINTS, REPORT_SIZES, SIDES, TURN, WEATHERS, Unit
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table import board
from ardennes.games.playsheet.table import reach as ways
from ardennes.games.playsheet.table.commanders import choices_for
from ardennes.games.playsheet.table.layers import LAYERS, areas, rings
from ardennes.games.playsheet.table.odds import odds
from ardennes.games.playsheet.table.sheet import choices, doings, other_side
from ardennes.games.playsheet.table.stage import (
    ART,
    EVENTS,
    HEADINGS,
    REPORT_GLYPHS,
    SIGNS,
    SIZES,
    counter,
    formations,
    hex_facts,
    results,
)
from ardennes.games.playsheet.words import MODE_NAMES, words
from ardennes.kernel.contract import Refusal
from ardennes.kernel.map_art import map_of
from ardennes.kernel.table import Comer, Panel, Plain


def _rings(w: World, unit: Unit) -> Plain:
    found = rings(w, unit)
    return {"rings": found} if found else {}


class PlaysheetTable:
    """The table of one game; it holds nothing that changes."""

    def __init__(self, game: Playsheet) -> None:
        self.game = game
        self.world = game.world

    def stage(self) -> Plain:
        w = self.world
        return {
            "game": self.game.id,
            "name": self.game.name,
            "sides": list(SIDES),
            "map": map_of(ART),
            "keeps": True,
            "marches": True,
            "march_modes": [("", "by the quickest mode"), *((name, name) for name in MODE_NAMES.values())],
            "sheet": True,
            "hexes": [hex_facts(w, cell) for cell in range(w.size)],
            "units": {u.id: counter(w, u) | _rings(w, u) for u in w.units},
            "layers": LAYERS,
            "formations": formations(w),
            "sums": 1,
            "points": "% of the turn",
            "spent": True,
            "clock": TURN,
            "sights": {
                "glyphs": REPORT_GLYPHS,
                "sizes": {size: SIZES[size] for size in REPORT_SIZES},
                "points": list(POINTS),
            },
            "first_turn": w.turn_name(0),
            "reports": list(HEADINGS),
            "near_enemy": "next to a reported enemy",
            "results": results(w),
            "signs": SIGNS,
            "events": EVENTS,
        }

    def board(self, view: PlaysheetState, side: int | None) -> Plain:
        w = self.world
        result = self.game.result(view)
        near = board.near_reports(w, view, side) if side is not None else set()
        foes = {SIDES[1 - side]: [w.label(cell) for cell in sorted(near)]} if side is not None else {}
        return {
            "turn": view.turn + 1,
            "turns": view.last_turn + 1,
            "date": self._date(view),
            "weather": WEATHERS[view.weather],
            "phase": self._phase(view, side),
            "strip": self._strip(view),
            "units": [board.unit_state(w, view, u) for u in range(len(w.units)) if view.where[u] >= 0],
            "off_map": self._off_map(view),
            "control": board.control(w, view, side),
            "bridges": board.bridges(w, view, side),
            "contacts": [] if view.over else board.contacts(w, view, side),
            "traces": board.traces(w, view, side),
            "areas": areas(w, view, side),
            "carried": board.carried(w, view, side),
            "attacks": [],
            "arrows": [],
            "battle": None,
            "victory": board.victory(w, view),
            "panels": board.panels(w, view, side),
            "supply": board.supplied(w, view, side),
            "zoc": {name: foes.get(name, []) for name in SIDES},
            "hidden": not view.over,
            "result": None if result is None else msgspec.to_builtins(result),
        }

    def _date(self, view: PlaysheetState) -> str:
        time = "night" if self.world.is_night(view.turn) else "day"
        return f"{self.world.turn_name(view.turn)}: {self.world.date(view.turn)} December 1944, {time}"

    def _phase(self, view: PlaysheetState, side: int | None) -> Plain | None:
        if view.over:
            return None
        title = "Orders" if side is None else f"Orders; {other_side(view, side)}"
        return {
            "id": f"{view.turn}",
            "title": title,
            "side": SIDES[side] if side is not None else "",
            "of": 2,
        }

    def _strip(self, view: PlaysheetState) -> list[Plain]:
        """Who has sealed and who is still writing: all that is told of the other, OPS-ORD-3."""
        if view.over:
            return []
        return [
            {"label": f"{name.capitalize()}: {'sealed' if sealed else 'writing'}", "now": not sealed}
            for name, sealed in zip(SIDES, view.sealed, strict=True)
        ]

    def _off_map(self, view: PlaysheetState) -> Plain:
        w = self.world
        due = [
            {"unit": u.id, "turn": max(u.arrives, view.turn) + 1, "edge": w.label(u.hex)}
            for u in w.units
            if view.where[u.index] == NOT_YET and u.arrives > 0
        ]
        return {
            "dead": [u.id for u in w.units if view.where[u.index] == DEAD],
            "exited": [u.id for u in w.units if view.where[u.index] == EXITED],
            "due": sorted(due, key=lambda d: (d["turn"], d["unit"])),
        }

    def choices(self, view: PlaysheetState, side: int) -> Plain:
        return choices(self.game, view, side)

    def choices_for(self, view: PlaysheetState, side: int, held: Collection[str]) -> Plain:
        return choices_for(self.game, view, side, held)

    def reach(self, view: PlaysheetState, side: int, unit: str) -> list[Plain]:
        return ways.reach(self.world, view, side, unit)

    def doings(self, view: PlaysheetState, side: int, unit: str) -> list[Panel]:
        index = ways.own(self.world, view, side, unit)
        return [] if index is None else doings(self.world, view, side, index)

    def route(self, view: PlaysheetState, side: int, unit: str, path: Sequence[str], mode: str) -> Plain:
        return ways.route(self.world, view, side, unit, path, mode)

    def march(self, view: PlaysheetState, side: int, units: Sequence[str], hex_: str, mode: str) -> Plain:
        return ways.march(self.world, view, side, units, hex_, mode)

    def comers(self, view: PlaysheetState, side: int, hex_: str) -> list[Comer]:
        able = [] if closed(self.world, view, side) else orderable(self.world, view, side)
        return cast(list[Comer], ways.comers(self.world, view, side, hex_, able))

    def odds(
        self, view: PlaysheetState, side: int, targets: Sequence[str], attackers: Sequence[str]
    ) -> Plain:
        return odds(self.world, view, side, targets, attackers)

    def words(self, view: PlaysheetState, side: int, order: Plain) -> str:
        return words(self.world, view, self.game.read_order(order))

    def why(self, view: PlaysheetState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        return ways.why(self.world, view, side, unit, hex_)
