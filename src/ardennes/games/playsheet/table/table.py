"""The table of the playsheet: the position as a side knows it, its order sheet and its estimates."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import DEAD, EXITED, NOT_YET, PlaysheetState
from ardennes.games.playsheet.rules.orders.ground import orderable
from ardennes.games.playsheet.rules.orders.write import closed
from ardennes.games.playsheet.schema.terms import SIDES, TURN, WEATHERS
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.table import board, stage
from ardennes.games.playsheet.table import reach as ways
from ardennes.games.playsheet.table.battles import battles
from ardennes.games.playsheet.table.commanders import choices_for
from ardennes.games.playsheet.table.morning import morning
from ardennes.games.playsheet.table.odds import odds, propose
from ardennes.games.playsheet.table.sheet import choices, doings, other_side
from ardennes.games.playsheet.words import MODE_NAMES
from ardennes.kernel.contract import Refusal
from ardennes.kernel.map_art import map_of
from ardennes.kernel.table import GameTable, Parts
from ardennes.kernel.wire import (
    BoardState,
    Choices,
    Comer,
    Due,
    March,
    OffMap,
    Phase,
    Stage,
    StripPart,
)


class PlaysheetTable(GameTable[Playsheet, PlaysheetState]):
    world: World
    parts = Parts(choices, ways.reach, ways.route, odds, propose, battles, doings)
    odds_rules = ("", "OPS-COMBAT-2")

    def stage(self) -> Stage:
        w = self.world
        return Stage(
            game=self.game.id,
            name=self.game.name,
            sides=list(SIDES),
            map=map_of(stage.ART),
            keeps=True,
            marches=True,
            march_modes=[("", "by the quickest mode"), *((name, name) for name in MODE_NAMES.values())],
            sheet=True,
            hexes=[stage.hex_facts(w, cell) for cell in range(w.size)],
            units={u.id: stage.counter(w, u) for u in w.units},
            layers=stage.LAYERS,
            formations=stage.formations(w),
            sums=1,
            prints=["status", "supply points"],
            points="% of the turn",
            spent=True,
            clock=TURN,
            sights=stage.SIGHTS,
            first_turn=w.turn_name(0),
            reports=list(stage.HEADINGS),
            near_enemy="next to a reported enemy",
            results=stage.results(w),
            signs=stage.SIGNS,
            events=stage.EVENTS,
        )

    def board(self, view: PlaysheetState, side: int | None) -> BoardState:
        w = self.world
        return BoardState(
            turn=view.turn + 1,
            turns=view.last_turn + 1,
            date=self.date(view.turn + 1),
            weather=WEATHERS[view.weather],
            phase=self._phase(view, side),
            strip=self._strip(view),
            units=[board.unit_state(w, view, u) for u in range(len(w.units)) if view.where[u] >= 0],
            off_map=self._off_map(view),
            control=board.control(w, view, side),
            bridges=board.bridges(w, view, side),
            contacts=[] if view.over else board.contacts(w, view, side),
            traces=board.traces(w, view, side),
            areas=board.areas(w, view, side),
            carried=board.carried(w, view, side),
            attacks=[],
            battle=None,
            victory=board.victory(w, view),
            stand=board.stand(w, view),
            panels=board.panels(w, view, side),
            supply=board.supplied(w, view, side),
            zoc=board.near_reports(w, view, side),
            hidden=not view.over,
            result=self.game.result(view),
            morning=morning(w, view, side),
            ground=[w.label(cell) for cell in w.hexes] if w.part is not None else [],
        )

    def date(self, turn: int) -> str:
        """Return the date of a turn; players count turns from 1, the world from 0."""
        w, time = self.world, "night" if self.world.is_night(turn - 1) else "day"
        return f"{w.turn_name(turn - 1)}: {w.date(turn - 1)} December 1944, {time}"

    def enters(self, unit: str) -> str:
        """Return where a unit enters the map."""
        return self.world.at_hex(self.world.units[self.world.by_id[unit]].hex)

    def zones(self, view: PlaysheetState, side: int) -> dict[str, list[str]]:
        return board.near_each_report(self.world, view, 1 - side)

    def _phase(self, view: PlaysheetState, side: int | None) -> Phase | None:
        if view.over:
            return None
        title = "Orders" if side is None else f"Orders; {other_side(view, side)}"
        return Phase(str(view.turn), title, SIDES[side] if side is not None else "", of=2)

    def _strip(self, view: PlaysheetState) -> list[StripPart]:
        """Return which sides have sealed; a side knows nothing else of the other's orders, OPS-ORD-3."""
        if view.over:
            return []
        return [
            StripPart(f"{name.capitalize()}: {'sealed' if sealed else 'writing'}", not sealed, done=sealed)
            for name, sealed in zip(SIDES, view.sealed, strict=True)
        ]

    def _off_map(self, view: PlaysheetState) -> OffMap:
        w = self.world
        due = [
            Due(u.id, max(u.arrives, view.turn) + 1, w.label(u.hex))
            for u in w.units
            if view.where[u.index] == NOT_YET and u.arrives > 0 and w.in_play[u.index]
        ]
        return self.gone(view.where, DEAD, EXITED, due)

    def choices_for(self, view: PlaysheetState, side: int, held: Collection[str]) -> Choices:
        return choices_for(self.game, view, side, held)

    def march(self, view: PlaysheetState, side: int, units: Sequence[str], hex_: str, mode: str) -> March:
        return ways.march(self.world, view, side, units, hex_, mode)

    def comers(self, view: PlaysheetState, side: int, hex_: str) -> list[Comer]:
        able = [] if closed(self.world, view, side) else orderable(self.world, view, side)
        return ways.comers(self.world, view, side, hex_, able)

    def why(self, view: PlaysheetState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        return ways.why(self.world, view, side, unit, hex_)
