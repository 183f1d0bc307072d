"""The desk of Wave of Terror: its questions and answers put together for the terminal's loop."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.events import PhaseBegan, UnitsPlaced
from ardennes.games.wave_of_terror.rules.position import occupied
from ardennes.games.wave_of_terror.rules.routes import routes
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.supply import in_supply, struck, traced
from ardennes.games.wave_of_terror.rules.why import against_attack, against_move
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.wave_of_terror.table.march import comers
from ardennes.games.wave_of_terror.table.panels import panels
from ardennes.games.wave_of_terror.words import WORDING, hex_named, unit_named
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal, Rolled
from ardennes.kernel.wording import BadText
from ardennes.terminal.base_desk import BaseDesk
from ardennes.terminal.desk import Lines, Query
from ardennes.terminal.panels import panel_lines
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Screen
from ardennes.terminal.wave_of_terror import legal, reading, words
from ardennes.terminal.wave_of_terror.board import (
    ASCII,
    FANCY,
    MARGIN,
    WIDE,
    Note,
    draw_map,
    legend,
    window,
)

BOTH = (GERMAN, ALLIED)
ROWS, SMALL_ROWS = 18, 11  # of the part of the map that is shown
OVERLAYS = ("supply", "control", "reach")


class WaveOfTerrorDesk(BaseDesk):
    """Answers questions about a view and reads orders for it."""

    def __init__(self, game: AnyGame, screen: Screen, *, compact: bool = False) -> None:
        super().__init__(screen, compact)
        assert isinstance(game, WaveOfTerror)
        self.game = game
        self.w = game.world
        self._explained = False  # the signs of the map
        self.queries: Mapping[str, Query] = {
            "map": Query(
                "map [HEX|PLACE] [supply | control | reach UNIT]",
                "the map around a hex, with your supply, who holds what or a unit's reach drawn in",
                self.show_map,
            ),
            "units": Query("units [SIDE] [FORMATION]", "stacks, what is due, what is lost", self.show_units),
            "legal": Query("legal", "everything that may be done now", self.show_legal),
            "reach": Query("reach UNIT ... [column]", "where units can move", self.show_reach),
            "who": Query("who HEX", "who can come to a hex, and with how many points left", self.show_who),
            "odds": Query("odds HEX [UNIT ...]", "the arithmetic and outlook of a battle", self.show_odds),
            "why": Query("why UNIT HEX | why ORDER", "why a unit cannot go there, or an order not be given",
                         self.show_why),
            "where": Query("where UNIT", "a unit: everything about it", self.show_where),
            "stack": Query("stack HEX", "a hex: ground, hexsides, units", self.show_stack),
            "supply": Query("supply", "which of your units are out of supply, and why", self.show_supply),
            "score": Query("score", "the points, the cities, what they would decide", self.show_score),
            "turn": Query("turn", "weather, aircraft, markers, bridges", self.show_turn),
        }  # fmt: skip

    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        help_ = {name: (form.usage, form.about) for name, form in WORDING.forms.items()}
        help_["move"] = (
            "move UNIT ... HEX  or  " + WORDING.forms["move"].usage,
            "by the best way, or hex by hex",
        )
        help_["attack"] = (
            "attack HEX  or  " + WORDING.forms["attack"].usage,
            "declare a battle: those who go together best, with the odds, or those named",
        )
        help_["march"] = ("march FORMATION HEX [column]", "a whole formation towards a hex, order by order")
        help_["lose"] = ("lose  or  " + WORDING.forms["lose"].usage, "the usual losses, or steps by name")
        help_["support"] = (
            "support  or  " + WORDING.forms["support"].usage,
            "as many guns as may, or those named",
        )
        return help_

    @property
    def names(self) -> Sequence[str]:
        places = [place for place in self.w.board.names if place and " " not in place]
        formations = [parent.id for parent in self.w.parents]
        return [*(words.short(self.w, unit.index) for unit in self.w.units), *formations, *places]

    # What the loop asks

    def status(self, view: WaveState) -> Lines:
        return words.status_lines(self.w, view)

    def read(self, view: WaveState, side: int, text: str) -> Reading:
        return reading.read(self.game, view, side, text)

    def write(self, order: Order) -> str:
        return words.typed(self.w, order)

    def choices(self, view: WaveState, side: int) -> Sequence[tuple[str, Order]]:
        return legal.answers(self.game, view, side)

    def background(self, view: WaveState, side: int) -> Lines:
        """A battle that is being fought: who attacks whom."""
        b = view.battle
        if b is None:
            return []
        names = ", ".join(self.w.units[unit].name for unit in b.attackers)
        where, held = words.hex_name(self.w, b.target), words.stack_words(self.w, view, b.target)
        return [[f"  {names} against {where}: {held}"]]

    def reword(self, refusal: Refusal) -> Refusal:
        return words.reword(refusal)

    def board_key(self, view: WaveState, side: int) -> Hashable:
        """Once for each phase in which the side decides."""
        own = view.stack and view.stack[-1].side == side and view.acting in (side, -1)
        return (view.turn, view.couplet, view.step) if own else None

    def is_heading(self, event: Event) -> bool:
        return isinstance(event, PhaseBegan)

    def is_silent(self, event: Event) -> bool:
        """Single dice and units placed one by one are summed up by other lines."""
        return isinstance(event, Rolled | UnitsPlaced)

    def may_hear(self, view: WaveState, why: str, order: Order) -> bool:
        """Reasons may tell what lies below the top of a stack: in the full game only when it is over."""
        return not view.variant.full or bool(view.over)

    def show_board(self, view: WaveState, side: int | None) -> None:
        if self.screen.plain:
            for force in BOTH:
                self.page_all(words.force_lines(self.w, view, force))
            return
        self._draw(view, self._middle(view, side), explain=not self._explained)
        self._explained = True

    # The map

    def _middle(self, view: WaveState, side: int | None) -> int:
        """Where one would look: amid a side's units, or at the centre of the front."""
        units = [u for u in self.w.of_side[side or 0] if view.where[u] >= 0]
        cells = sorted((view.where[u] for u in units), key=lambda cell: self.w.grid.row[cell])
        return cells[len(cells) // 2] if cells else self.w.board.st_vith

    def _draw(
        self, view: WaveState, cell: int, notes: Mapping[int, Note] | None = None, explain: bool = True
    ) -> None:
        signs = ASCII if self.screen.plain else FANCY
        columns = max(6, (self.screen.width - MARGIN) // WIDE)
        part = window(self.w, cell, columns, SMALL_ROWS if self.compact else ROWS)
        self.screen.draw(draw_map(self.w, view, part, signs, notes))
        if explain:
            self.screen.say((legend(signs), "quiet"))
        self.screen.say(("(another part of it: map HEX)", "quiet"))

    def show_map(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        lower = [arg.lower() for arg in args]
        cut = next((at for at, word in enumerate(lower) if word in OVERLAYS), len(args))
        cell = self._cell(args[:cut], "map") if args[:cut] else self._middle(view, side)
        notes: dict[int, Note] = {}
        if "supply" in lower[cut:]:
            notes = dict.fromkeys(bits(traced(self.w, view, side) & ~self._taken(view)), "s")
        elif "control" in lower[cut:]:
            notes = {
                at: "G" if view.german >> at & 1 else "a"
                for at in bits(self.w.grid.mask & ~self._taken(view))
            }
        elif "reach" in lower[cut:]:
            unit = self._unit(args[cut + 1 :], "map")
            found = routes(self.w, view, (unit,))
            notes = {at: str(found.left(at)) for at in found}
            cell = view.where[unit] if view.where[unit] >= 0 and not args[:cut] else cell
        self._draw(view, cell, notes)

    def _taken(self, view: WaveState) -> int:
        return occupied(self.w, view, GERMAN) | occupied(self.w, view, ALLIED)

    # Questions

    def _unit(self, args: Sequence[str], name: str) -> int:
        return self.w.by_id[unit_named(self.w, self.need(args, name)[0])]

    def _cell(self, args: Sequence[str], name: str) -> int:
        return self.w.grid.at(hex_named(self.w, " ".join(self.need(args, name))))

    def show_units(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        sides = [at for at in BOTH if args and SIDES[at].startswith(args[0].lower()[:3])]
        rest = args[1:] if sides else args
        wanted = sides or (list(BOTH) if not rest else [side])
        for at in wanted:
            units = words.formation_named(self.w, at, rest[0]) if rest else None
            self.page_all(words.force_lines(self.w, view, at, units))

    def show_legal(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self.page_all(legal.legal_lines(self.game, view, side))

    def show_reach(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        column = bool(args) and args[-1].lower() == reading.COLUMN
        chosen = self.need(args[:-1] if column else args, "reach")
        units = tuple(sorted(self.w.by_id[unit_named(self.w, name)] for name in chosen))
        if not view.stack or view.stack[-1] != f.Moving(side) or any(self.w.side[u] != side for u in units):
            raise BadText("These are not yours to move now; where UNIT tells about one.")
        self.say_all(legal.reach_lines(self.w, view, units, column))

    def show_who(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        cell = self._cell(args, "who")
        found = comers(self.game, view, side, self.w.grid.label(cell))
        lines = [[f"  {words.short(self.w, self.w.by_id[c['unit']]):<14} {c['label']}"] for c in found]
        nobody = f"None of your units can come to {words.hex_name(self.w, cell)} now."
        self.page_all(lines or [[nobody]])

    def show_odds(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        cell = self._cell(args[:1], "odds")
        named = [word for word in args[1:] if word.lower() != "with"]
        units = [self.w.by_id[unit_named(self.w, name)] for name in named]
        if not units:
            self.say_all(reading.read_attack(self.game, view, side, args[0]).lines)
            return
        self.say_all(legal.odds_lines(self.game, view, side, cell, units)[0])

    def show_why(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self.need(args, "why")
        if args[0].lower() in self.order_help or " ".join(args[:2]).lower() in self.order_help:
            taken = self.read(view, side, " ".join(args))
            if taken.order is None:
                self.say_all(taken.lines)
            else:
                self.say_all(legal.why_order(self.game, view, side, taken.order))
            return
        unit, cell = self._unit(args, "why"), self._cell(args[1:], "why")
        if view.where[unit] < 0 or self.w.side[unit] != side:
            self.screen.say(f"{self.w.units[unit].name} is not yours to move now. ", ("[WOT-9.1]", "rule"))
            return
        fighting = bool(view.stack) and view.stack[-1] == f.Fighting(side)
        reasons = (
            against_attack(self.w, view, side, cell) if fighting else against_move(self.w, view, unit, cell)
        )
        self.say_all([words.refusal_line(r) for r in reasons] or [["Nothing speaks against it."]])

    def show_where(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self.say_all(words.unit_lines(self.w, view, self._unit(args, "where")))

    def show_stack(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self.say_all(words.hex_lines(self.w, view, self._cell(args, "stack")))

    def show_supply(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        lines = []
        for unit in self.w.of_side[side]:
            if view.where[unit] >= 0 and not in_supply(self.w, view, unit):
                why = "supply problems" if struck(view, unit) else "no line"
                where = words.hex_name(self.w, view.where[unit])
                lines.append([f"  {words.brief(self.w, view, unit)} in {where}: {why}"])
        self.page_all(lines or [["All your units are in supply."]])

    # What the table says beside its map

    def show_score(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self._panels(view, ("score", "ledger"))

    def show_turn(self, view: WaveState, side: int, args: Sequence[str]) -> None:
        self._panels(view, ("turn", "markers", "bridges"))

    def _panels(self, view: WaveState, wanted: Sequence[str]) -> None:
        found = [panel for panel in panels(self.w, view) if panel["id"] in wanted]
        self.page_all([parts for panel in found for parts in panel_lines(panel)])
