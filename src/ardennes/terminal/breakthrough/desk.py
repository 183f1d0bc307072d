"""The desk of Breakthrough: its questions and answers put together for the terminal's loop."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules.combat import attackers_of
from ardennes.games.breakthrough.rules.events import Drawn, PhaseBegan
from ardennes.games.breakthrough.rules.moves import routes
from ardennes.games.breakthrough.rules.position import zone_of
from ardennes.games.breakthrough.rules.sequence import OPERATIONS
from ardennes.games.breakthrough.rules.state import AIR, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.supply import in_reach
from ardennes.games.breakthrough.rules.why import against
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SIDES
from ardennes.games.breakthrough.table.panels import panels
from ardennes.games.breakthrough.table.sheet import Knowing
from ardennes.games.breakthrough.words import WORDING, hex_named, unit_named
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal
from ardennes.kernel.wording import BadText
from ardennes.terminal.base_desk import BaseDesk
from ardennes.terminal.breakthrough import legal, reading, words
from ardennes.terminal.breakthrough.board import (
    ASCII,
    FANCY,
    MARGIN,
    NARROW,
    WIDE,
    Look,
    Note,
    draw_map,
    legend,
)
from ardennes.terminal.desk import Lines, Query
from ardennes.terminal.panels import panel_lines
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Screen

BOTH = (GERMAN, AMERICAN)
MARCHES = (*OPERATIONS, SETTING_UP)  # phases in which units are put or moved elsewhere
OVERLAYS = ("zoc", "supply", "owner", "reach")


class BreakthroughDesk(BaseDesk):
    """Answers questions about a view and reads orders for it."""

    def __init__(self, game: AnyGame, screen: Screen, *, compact: bool = False) -> None:
        super().__init__(screen, compact)
        assert isinstance(game, Breakthrough)
        self.game = game
        self.w = game.world
        self._explained = False  # the signs of the map
        self.queries: Mapping[str, Query] = {
            "map": Query(
                "map [wide|compact] [west|east] [zoc | supply | owner | reach UNIT]",
                "the map, with enemy zones, your supply, owners or a unit's reach drawn in",
                self.show_map,
            ),
            "units": Query("units [german|american]", "stacks, what is due, what is lost", self.show_units),
            "legal": Query("legal", "everything that may be done now", self.show_legal),
            "reach": Query("reach UNIT", "where a unit can move, by the points left", self.show_reach),
            "odds": Query("odds HEX [with UNIT ...]", "the arithmetic and exact outlook", self.show_odds),
            "why": Query("why UNIT HEX | why ORDER", "why a unit cannot go there, or an order not be given",
                         self.show_why),
            "where": Query("where UNIT", "a unit: every field of its sheet", self.show_where),
            "stack": Query("stack HEX", "a hex: ground, hexsides, units", self.show_stack),
            "supply": Query("supply", "who is not supplied, or would not be, and why", self.show_supply),
            "pools": Query("pools", "artillery of the corps and replacements", self.show_pools),
            "score": Query("score", "the German score day by day, towns and levels", self.show_score),
            "day": Query("day", "weather, air, arrivals, delays, cancellations", self.show_day),
            "plots": Query("plots", "the attacks plotted so far, with their odds", self.show_plots),
            "combats": Query("combats", "the combats fought last, line by line", self.show_combats),
        }  # fmt: skip

    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        help_ = {name: (form.usage, form.about) for name, form in WORDING.forms.items()}
        help_["move"] = (
            "move UNIT HEX  or  " + WORDING.forms["move"].usage,
            "to a hex by the best way, or hex by hex",
        )
        help_["attack"] = (
            "attack HEX [with UNIT]",
            "plot one more unit on a hex: the strongest that may join, with the odds, or the one named",
        )
        help_["leave"] = ("leave UNIT", "leave the map for good from an exit hex (as exit UNIT)")
        return help_

    @property
    def names(self) -> Sequence[str]:
        places = [place for place in self.w.board.place if place and " " not in place]
        return [*(words.short(self.w, unit.index) for unit in self.w.units), *places]

    # What the loop asks

    def status(self, view: BreakthroughState) -> Lines:
        return words.status_lines(self.w, view)

    def read(self, view: BreakthroughState, side: int, text: str) -> Reading:
        return reading.read(self.game, view, side, text)

    def write(self, order: Order) -> str:
        return words.typed(self.w, order)

    def choices(self, view: BreakthroughState, side: int) -> Sequence[tuple[str, Order]]:
        return [("1", o.Interdict())] if view.phase == AIR and view.air[side] else []

    def background(self, view: BreakthroughState, side: int) -> Lines:
        return legal.plot_lines(self.w, view) if view.phase in OPERATIONS else []

    def reword(self, refusal: Refusal) -> Refusal:
        return words.reword(refusal)

    def board_key(self, view: BreakthroughState, side: int) -> Hashable:
        """Once for each phase in which the side decides."""
        return (view.turn, view.phase) if view.acting == side else None

    def is_heading(self, event: Event) -> bool:
        return isinstance(event, PhaseBegan)

    def is_silent(self, event: Event) -> bool:
        """Fuel and interdiction are rolled for unit after unit, and then summed up."""
        return isinstance(event, Drawn)

    def may_hear(self, view: BreakthroughState, why: str, order: Order) -> bool:
        """Reasons and hidden orders tell of strengths, artillery and plans: not before the game is over."""
        return bool(view.over)

    def show_board(self, view: BreakthroughState, side: int | None) -> None:
        if self.screen.plain:
            known = Knowing.of(self.w, view, side)
            for force in BOTH:
                self.say_all(words.force_lines(self.w, view, force, known))
            return
        self._draw(view, self.look(), explain=not self._explained)
        self._explained = True

    # The map

    def look(self, options: Sequence[str] = ()) -> Look:
        signs = ASCII if self.screen.plain else FANCY
        rows = max(self.w.grid.row) + 1
        room = self.screen.width - MARGIN - WIDE // 2
        small = self.compact or room < rows * WIDE
        wide = NARROW if "compact" in options or (small and "wide" not in options) else WIDE
        fits = max(1, room // wide)
        if fits >= rows:
            return Look(signs, wide)
        return Look(signs, wide, 0, fits - 1) if "west" in options else Look(signs, wide, rows - fits)

    def _draw(
        self,
        view: BreakthroughState,
        look: Look,
        notes: Mapping[int, Note] | None = None,
        explain: bool = True,
    ) -> None:
        self.screen.draw(draw_map(self.w, view, look, notes))
        if explain:
            self.screen.say((legend(look), "quiet"))
        if look.first > 0:
            self.screen.say(("(the part further west: map west)", "quiet"))

    def show_map(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        options = [arg.lower() for arg in args]
        known = ("wide", "compact", "west", "east", *OVERLAYS)
        if any(option not in known for option in options[:1]):
            raise BadText(f"The map is shown with: {self.queries['map'].usage}")
        self._draw(view, self.look(options), self._notes(view, side, options, args))

    def _notes(
        self, view: BreakthroughState, side: int, options: Sequence[str], args: Sequence[str]
    ) -> dict[int, Note]:
        w = self.w
        if "zoc" in options:
            return dict.fromkeys(bits(zone_of(w, view, 1 - side)), ("z", True))
        if "supply" in options:
            return dict.fromkeys(bits(in_reach(w, view, side)), ("s", False))
        if "owner" in options:
            return {cell: ("g" if view.german >> cell & 1 else "a", False) for cell in w.grid.cells}
        if "reach" in options:
            at = options.index("reach")
            found = routes(w, view, self._unit(args[at + 1 : at + 2], "map"))
            return {cell: (str(found.left(cell)), True) for cell in found}
        return {}

    # Questions

    def _unit(self, args: Sequence[str], name: str) -> int:
        return self.w.by_id[unit_named(self.w, self.need(args, name)[0])]

    def _cell(self, args: Sequence[str], name: str) -> int:
        return self.w.grid.at(hex_named(self.w, " ".join(self.need(args, name))))

    def show_units(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        wanted, known = self.sides_meant(args, "units", SIDES), Knowing.of(self.w, view, side)
        self.page_all([parts for s in wanted for parts in words.force_lines(self.w, view, s, known)])

    def show_legal(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self.page_all(legal.legal_lines(self.game, view, side))

    def show_reach(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        unit = self._unit(args, "reach")
        if view.phase not in MARCHES or self.w.side[unit] != side or view.where[unit] < 0:
            raise BadText(f"{self.w.units[unit].name} is not yours to move now; where UNIT tells about it.")
        self.say_all(legal.reach_lines(self.w, view, unit))

    def show_odds(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        lower = [arg.lower() for arg in args]
        cut = lower.index("with") if "with" in lower else len(args)
        target = self._cell(args[:cut], "odds")
        units = [self.w.by_id[unit_named(self.w, name)] for name in args[cut + 1 :]]
        if not units:
            units = legal.able(self.w, view, side, target) or attackers_of(view, target)
        self.say_all(legal.odds_lines(self.game, view, side, target, units))

    def show_why(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self.need(args, "why")
        if args[0].lower() in self.order_help or " ".join(args[:2]).lower() in self.order_help:
            self._why_order(view, side, " ".join(args))
            return
        unit, cell = self._unit(args, "why"), self._cell(args[1:], "why")
        if view.phase not in MARCHES or self.w.side[unit] != side or view.where[unit] < 0:
            name = self.w.units[unit].name
            self.screen.say(f"{name} is not yours to give orders to now. ", ("[BTA-2.3]", "rule"))
            return
        reasons = against(self.w, view, unit, cell)
        self.say_all([words.refusal_line(r) for r in reasons] or [["Nothing speaks against it."]])

    def _why_order(self, view: BreakthroughState, side: int, text: str) -> None:
        taken = self.read(view, side, text)
        if taken.order is None:
            self.say_all(taken.lines)
            return
        refusal = self.game.check(view, side, taken.order)
        self.say_all([["That is legal now."]] if refusal is None else [words.refusal_line(refusal)])

    def show_where(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        known = Knowing.of(self.w, view, side)
        self.say_all(words.unit_lines(self.w, view, self._unit(args, "where"), known))

    def show_stack(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        known = Knowing.of(self.w, view, side)
        self.say_all(words.hex_lines(self.w, view, self._cell(args, "stack"), known))

    def show_plots(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self.say_all(legal.plot_lines(self.w, view) or [["No attack is plotted."]])

    # What the table says beside its map

    def show_supply(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        if not self._panels(view, side, ("hungry",)):
            self.screen.say("All your units are supplied, and would be as things stand.")

    def show_pools(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self._panels(view, side, ("pools",))

    def show_score(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self._panels(view, side, ("score", "ledger"))

    def show_day(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        self._panels(view, side, ("day", "bridges"))

    def show_combats(self, view: BreakthroughState, side: int, args: Sequence[str]) -> None:
        if not self._panels(view, side, ("combats",)):
            self.screen.say("No combat has been fought yet.")

    def _panels(self, view: BreakthroughState, side: int, wanted: Sequence[str]) -> bool:
        found = [p for p in panels(self.w, view, Knowing.of(self.w, view, side)) if p["id"] in wanted]
        self.page_all([parts for panel in found for parts in panel_lines(panel)])
        return bool(found)
