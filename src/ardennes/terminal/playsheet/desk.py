"""The desk of the playsheet: orders written in short words, questions answered from the own view."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.log import percent
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.events import Die, PhaseBegan, Stepped
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import EXIT, MODES, SIDES, TURN, WEATHERS
from ardennes.games.playsheet.table.board import panels, sheet
from ardennes.games.playsheet.table.reach import attack_from, labels, own, reached, stands
from ardennes.games.playsheet.table.sheet import lines as sheet_lines
from ardennes.games.playsheet.table.table import PlaysheetTable
from ardennes.games.playsheet.words import MODE_WORDS, WORDING, doing, hex_named, unit_named
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal
from ardennes.kernel.wording import BadText
from ardennes.terminal.base_desk import BaseDesk
from ardennes.terminal.desk import Lines, Query
from ardennes.terminal.panels import panel_lines, table_lines
from ardennes.terminal.playsheet.board import LEGEND, MARGIN, WIDE, draw_map, window
from ardennes.terminal.readings import Reading
from ardennes.terminal.refusals import told
from ardennes.terminal.screen import Screen
from ardennes.words import counted

ROWS, SMALL_ROWS = 16, 9  # of the part of the map that is shown


class PlaysheetDesk(BaseDesk):
    """Answers questions about a view and reads orders for it."""

    def __init__(self, game: AnyGame, screen: Screen, *, compact: bool = False) -> None:
        super().__init__(screen, compact)
        assert isinstance(game, Playsheet)
        self.game = game
        self.w = game.world
        self.table = PlaysheetTable(game)
        self.queries: Mapping[str, Query] = {
            "map": Query("map [HEX|PLACE|UNIT]", "the map around a hex", self.show_map),
            "sheet": Query("sheet [none|moving|attacking ...]", "your orders as they stand", self.show_sheet),
            "legal": Query("legal", "how orders are written", self.show_legal),
            "reports": Query("reports", "what is known of the enemy, and how old it is", self.show_reports),
            "reach": Query(
                "reach UNIT [tactical|march|road]", "where it can be, in % of a turn", self.show_reach
            ),
            "odds": Query("odds HEX UNIT ...", "an attack against what is reported there", self.show_odds),
            "why": Query("why UNIT HEX", "why a unit does not get there", self.show_why),
            "where": Query("where UNIT", "a unit: everything about it", self.show_where),
            "air": Query("air", "pools, and the missions that are written", self.show_air),
            "score": Query("score", "the points as far as you know", self.show_score),
        }

    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        help_ = {name: (form.usage, form.about) for name, form in WORDING.forms.items()}
        help_["move"] = (
            "move UNIT tactical|march|road HEX  or  " + WORDING.forms["move"].usage,
            "by the best way, or hex by hex",
        )
        return help_

    @property
    def names(self) -> Sequence[str]:
        places = [place for place in self.w.board.places if place and " " not in place]
        return [*(unit.id for unit in self.w.units), *places]

    # What the loop asks

    def status(self, view: PlaysheetState) -> Lines:
        turn = self.w.turn_name(view.turn)
        sealed = ", ".join(
            f"{SIDES[at]} {'sealed' if view.sealed[at] else 'writing'}" for at in range(len(SIDES))
        )
        return [[(f"Turn {turn}", "heading"), f"  weather {WEATHERS[view.weather]}; {sealed}"]]

    def read(self, view: PlaysheetState, side: int, text: str) -> Reading:
        order = WORDING.parse(self.w, text, view)
        return Reading(self._by_the_best_way(view, side, order))

    def _by_the_best_way(self, view: PlaysheetState, side: int, order: Order) -> Order:
        """A goal that does not touch the unit's hex is reached by the quickest route."""
        if isinstance(order, o.Move) and len(order.route) == 1 and order.route[0] != EXIT:
            unit = own(self.w, view, side, order.unit)
            goal = self.w.cell_of(order.route[0])
            if unit is not None and self.w.distance(view.where[unit], goal) > 1:
                found = reached(self.w, view, unit, MODES.index(order.mode), TURN)
                if goal in found.cost:
                    return msgspec.structs.replace(order, route=labels(self.w, found.route(goal)))
        if isinstance(order, o.Attack) and not order.route:
            unit, target = own(self.w, view, side, order.unit), self.w.cell_of(order.target)
            ways = stands(self.w, view, unit, target) if unit is not None else []
            if unit is not None and ways and self.w.distance(view.where[unit], target) > 1:
                route = attack_from(self.w, view, unit, target, ways[0].cell).route
                return msgspec.structs.replace(order, route=route)
        return order

    def write(self, order: Order) -> str:
        assert isinstance(order, o.AnyOrder)
        return WORDING.write(order)

    def choices(self, view: PlaysheetState, side: int) -> Sequence[tuple[str, Order]]:
        return ()

    def background(self, view: PlaysheetState, side: int) -> Lines:
        written = [line for line in sheet_lines(self.w, view, side) if line["kind"] != "none"]
        return [[(f"  On the sheet: {counted(len(written), 'order')}; seal hands it in.", "quiet")]]

    def reword(self, refusal: Refusal) -> Refusal:
        return refusal

    def board_key(self, view: PlaysheetState, side: int) -> Hashable:
        return (view.turn, side)

    def is_heading(self, event: Event) -> bool:
        return isinstance(event, PhaseBegan)

    def is_silent(self, event: Event) -> bool:
        """The umpire's dice, and every single step: where a unit ended is told by the map."""
        return isinstance(event, Die | Stepped)

    def may_hear(self, view: PlaysheetState, why: str, order: Order) -> bool:
        """What the other side wrote, and why, is told when the game is over."""
        return bool(view.over)

    def show_board(self, view: PlaysheetState, side: int | None) -> None:
        if side is None:
            return
        if self.screen.plain:
            self.show_sheet(view, side, ())
            self.show_reports(view, side, ())
            return
        self._draw(view, side, self._middle(view, side))

    # Questions

    def _middle(self, view: PlaysheetState, side: int) -> int:
        cells = sorted(view.where[unit] for unit in self.w.of_side[side] if view.where[unit] >= 0)
        return cells[len(cells) // 2] if cells else self.w.objectives[0].hex

    def _draw(
        self, view: PlaysheetState, side: int, cell: int, notes: Mapping[int, str] | None = None
    ) -> None:
        columns = max(6, (self.screen.width - MARGIN) // WIDE)
        part = window(self.w, cell, columns, SMALL_ROWS if self.compact else ROWS)
        self.screen.draw(draw_map(self.w, view, side, part, notes))
        self.screen.say((LEGEND, "quiet"))

    def _unit(self, view: PlaysheetState, side: int, args: Sequence[str], name: str) -> int:
        """A unit of the side's that is on the map."""
        word = unit_named(self.w, self.need(args, name)[0])
        unit = own(self.w, view, side, word)
        if unit is None:
            raise BadText(f"{word} is no unit of yours on the map.")
        return unit

    def show_map(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        cell = self._middle(view, side)
        if args:
            try:
                cell = self.w.cell_of(hex_named(self.w, " ".join(args)))
            except BadText:
                cell = view.where[self._unit(view, side, args, "map")]
        self._draw(view, side, cell)

    def show_sheet(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        rows = sheet_lines(self.w, view, side)
        lines: list[list[Any]] = []
        corps = ""
        for row in rows:
            if args and row["kind"] != args[0].lower():
                continue
            if row["corps"] != corps:
                corps = row["corps"]
                lines.append([(corps, "heading")])
            where = self.w.label(view.where[self.w.by_id[row["unit"]]])
            lines.append([f"  {row['unit']:<18} {where}  {row['words']}"])
        self.page_all(lines or [["Nothing of that kind is on the sheet."]])

    def show_legal(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        rows = [(name, usage, "") for name, (usage, _) in self.order_help.items()]
        self.page_all(table_lines("Orders", rows))

    def show_reports(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        self._panel(view, side, "intelligence")

    def show_score(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        self._panel(view, side, "score")

    def show_air(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        self._panel(view, side, "air")
        flown = dict.fromkeys(x for q in self.w.squadrons_of[side] if (x := view.flights[q]) is not None)
        self.say_all([[f"  {doing(self.w, view, x)}: {', '.join(x.squadrons)}"] for x in flown])

    def _panel(self, view: PlaysheetState, side: int, name: str) -> None:
        for panel in panels(self.w, view, side):
            if panel["id"] == name:
                self.page_all(panel_lines(panel) or [["Nothing."]])

    def show_reach(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        unit = self._unit(view, side, args, "reach")
        word = args[1].lower() if len(args) > 1 else MODE_WORDS[0]
        if word not in MODE_WORDS:
            raise BadText(f"{word!r} is no mode; modes are {', '.join(MODE_WORDS)}.")
        found = reached(self.w, view, unit, MODE_WORDS.index(word), TURN)
        self._draw(view, side, view.where[unit], {cell: percent(time) for cell, time in found.cost.items()})

    def show_odds(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        self.need(args[1:], "odds")
        target = hex_named(self.w, args[0])
        found = self.table.odds(view, side, [target], [unit_named(self.w, word) for word in args[1:]])
        if found["refusal"]:
            self.say_all([told(Refusal(**found["refusal"]))])
            return
        rows = [(x["what"], str(x["value"]), x["rule"]) for x in (*found["rows"], *found["lines"])]
        rows.append(
            (
                "Attack minus defence",
                f"{found['attack']} - {found['defence']} = {found['column']}",
                "OPS-COMBAT-2",
            )
        )
        rows += [(x["result"], f"{x['percent']:.0f} %", "") for x in found["chances"]]
        self.page_all(table_lines(f"Attack on {target}, an estimate", rows))

    def show_why(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        self.need(args[1:], "why")
        found = self.table.why(view, side, unit_named(self.w, args[0]), hex_named(self.w, " ".join(args[1:])))
        self.say_all([told(refusal) for refusal in found] or [["Nothing speaks against it."]])

    def show_where(self, view: PlaysheetState, side: int, args: Sequence[str]) -> None:
        unit = self._unit(view, side, args, "where")
        rows = [(row["what"], row.get("value", ""), row.get("rule", "")) for row in sheet(self.w, view, unit)]
        self.page_all(table_lines(f"{self.w.units[unit].id} in {self.w.label(view.where[unit])}", rows))
