"""The desk of Tigers: its questions and answers put together for the terminal's loop."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ardennes.errors import UserError
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.events import PhaseBegan
from ardennes.games.tigers.rules.moves import routes
from ardennes.games.tigers.rules.sequence_of_play import current_phase, phasing
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.rules.supply import hexes_to_net, in_supply, supply_levels
from ardennes.games.tigers.rules.zones import controlled, division_zones
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.games.tigers.schema.world import EXIT
from ardennes.games.tigers.words import WORDING, hex_named, unit_named
from ardennes.hexes import bits
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal
from ardennes.kernel.offers import orders
from ardennes.kernel.wording import BadText
from ardennes.terminal.base_desk import BaseDesk
from ardennes.terminal.desk import Lines, Query
from ardennes.terminal.readings import Reading
from ardennes.terminal.screen import Screen, line
from ardennes.terminal.tigers import battle, explain, legal, reading, words
from ardennes.terminal.tigers.board import ASCII, COMPACT, FANCY, FULL, WIDTH, Look, Note, draw_map, legend

FEW = 9  # choices listed by number under the question
FULL_HEIGHT = 52  # rows of a terminal that shows the full map and the question below it
OVERLAYS = ("zoc", "supply", "reach")


class TigersDesk(BaseDesk):
    """Answers questions about a view and reads orders for it."""

    def __init__(self, game: AnyGame, screen: Screen, *, compact: bool = False) -> None:
        super().__init__(screen, compact)
        assert isinstance(game, Tigers)
        self.game = game
        self.w = game.world
        self._explained = False  # the signs of the map
        self.queries: Mapping[str, Query] = {
            "map": Query(
                "map [full|compact] [west|east] [zoc | supply | reach UNIT]",
                "the map, with enemy zones, your supply or a unit's reach drawn in",
                self.show_map,
            ),
            "units": Query("units [german|allied]", "stacks, what is due, what is lost", self.show_units),
            "legal": Query("legal", "everything that may be done now", self.show_legal),
            "reach": Query("reach UNIT", "where a unit can move, by cost", self.show_reach),
            "odds": Query(
                "odds HEX[,HEX] [with UNIT ...]",
                "the arithmetic and exact chances of an attack",
                self.show_odds,
            ),
            "why": Query(
                "why HEX | why UNIT HEX | why ORDER",
                "why a hex cannot be attacked or reached, or an order not given",
                self.show_why,
            ),
            "where": Query("where UNIT", "a unit: place, strength, state", self.show_where),
            "stack": Query("stack HEX", "a hex: terrain, hexsides, units", self.show_stack),
            "supply": Query("supply [UNIT]", "who is out of supply", self.show_supply),
            "zoc": Query("zoc", "which hexes the enemy's divisions control", self.show_zones),
        }

    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        help_ = {name: (form.usage, form.about) for name, form in WORDING.forms.items()}
        help_["move"] = (
            "move UNIT HEX [road|bonus]  or  " + WORDING.forms["move"].usage,
            "to a hex by the best path, or hex by hex; " + WORDING.forms["move"].about,
        )
        help_["attack"] = (
            "attack HEX[,HEX]  or  " + WORDING.forms["attack"].usage,
            "everybody who may join is proposed with the odds, or name the attackers",
        )
        return help_

    @property
    def names(self) -> Sequence[str]:
        return [*(u.short for u in self.w.units), *(p for p in self.w.board.hex_of if " " not in p)]

    # What the loop asks

    def status(self, view: TigersState) -> Lines:
        return words.status_lines(self.w, view)

    def read(self, view: TigersState, side: int, text: str) -> Reading:
        return reading.read(self.game, view, side, text)

    def write(self, order: Order) -> str:
        return words.typed(self.w, order)

    def choices(self, view: TigersState, side: int) -> Sequence[tuple[str, Order]]:
        if isinstance(view.stack[-1], f.NamingDistance):
            return [(str(n), o.NameDistance(n)) for n in range(view.stack[-1].most + 1)]
        if isinstance(view.stack[-1], f.ChoosingFight):
            fights = [order for order in orders(self.game.offers(view, side)) if isinstance(order, o.Fight)]
            return [(str(order.attack + 1), order) for order in fights]
        found = self._suggested(view, side) or legal.choices(self.game, view, side, FEW)
        return [(str(number), order) for number, order in enumerate(found, 1)]

    def _suggested(self, view: TigersState, side: int) -> list[Order]:
        """The usual answer where there are many: the counter's own host, a drop on Spa."""
        frame = view.stack[-1]
        order: Order | None = None
        if isinstance(frame, f.Hosting):
            start = self.w.units[frame.unit].start_hex
            order = (
                o.SetUp(self.w.units[frame.unit].id, self.w.grid.label(start)) if start is not None else None
            )
        elif isinstance(frame, f.Dropping):
            order = o.Drop(self.w.grid.label(self.w.board.hex_of["Spa"]))
        return [order] if order is not None and self.game.check(view, side, order) is None else []

    def background(self, view: TigersState, side: int) -> Lines:
        frame = view.stack[-1]
        if isinstance(frame, f.StandingFast) and view.battle is not None:
            order = battle.order_of_battle(self.game, view.battle)
            return battle.odds_lines(self.game, view, 1 - side, order)
        if isinstance(frame, f.Moving):
            return [*legal.crowded_lines(self.w, view, side), *legal.duty_lines(self.w, view, side)]
        if isinstance(frame, f.Declaring | f.ChoosingFight):
            return [*legal.declared_lines(self.game, view), *legal.owed_lines(self.game, view, side)]
        return []

    def reword(self, refusal: Refusal) -> Refusal:
        return words.reword(refusal)

    def board_key(self, view: TigersState, side: int) -> Hashable:
        """Once for each player-turn of the side, and again before its second step."""
        return (view.turn, current_phase(view).second) if phasing(view) == side else None

    def is_heading(self, event: Event) -> bool:
        return isinstance(event, PhaseBegan)

    def is_silent(self, event: Event) -> bool:
        return False

    def may_hear(self, view: TigersState, why: str, order: Order) -> bool:
        """While the dump is hidden, nothing said about it or about any hex it may lie in is passed on.

        All seven hexes alike: leaving out only the true one would tell it.
        """
        if view.dump_known or view.where[self.w.dump] >= 0:
            return True
        if isinstance(order, o.HideDump):
            return False
        told = why.lower()
        tabu = ["dump", "fuel"]
        for cell in bits(self.w.board.dump_hexes):
            tabu += [self.w.grid.label(cell), self.w.board.place_of.get(cell, "dump").lower()]
        return not any(word in told for word in tabu)

    def show_board(self, view: TigersState, side: int | None) -> None:
        if self.screen.plain:
            for force in (GERMAN, ALLIED):
                self.say_all(words.force_lines(self.w, view, force))
        else:
            self._draw(view, self.look(), explain=not self._explained)
            self._explained = True

    # The map

    def look(self, options: Sequence[str] = ()) -> Look:
        signs = ASCII if self.screen.plain else FANCY
        small = self.compact or self.screen.height < FULL_HEIGHT
        lines = COMPACT if "compact" in options or (small and "full" not in options) else FULL
        columns = self.w.grid.columns[1]
        fits = min(columns, self.screen.width // WIDTH)
        if "west" in options:
            return Look(signs, lines, 1, max(fits, 1) if fits < columns else columns // 2)
        first = columns // 2 + 1 if "east" in options and fits >= columns else columns - fits + 1
        return Look(signs, lines, first, columns)

    def _draw(
        self,
        view: TigersState,
        look: Look,
        notes: Mapping[int, Note] | None = None,
        explain: bool = True,
    ) -> None:
        self.screen.draw(draw_map(self.w, view, look, notes))
        if explain:
            for text in legend(look):
                self.screen.say((text, "quiet"))
        if look.first > 1:
            self.screen.say(("(the columns further west: map west)", "quiet"))

    def show_map(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        options = [arg.lower() for arg in args]
        unknown = [a for a in options[:1] if a not in ("full", "compact", "west", "east", *OVERLAYS)]
        if unknown:
            raise BadText(f"The map is shown with: {self.queries['map'].usage}")
        notes: dict[int, Note] = {}
        if "zoc" in options:
            zones = controlled(division_zones(self.w, view, 1 - side))
            notes = dict.fromkeys(bits(zones), ("zoc", True))
        elif "supply" in options:
            for count, level in enumerate(supply_levels(self.w, view, side)):
                notes.update(dict.fromkeys(bits(level), (f"s{count}", count == 0)))
        elif "reach" in options:
            name = args[options.index("reach") + 1 : options.index("reach") + 2]
            notes = self._reach_notes(view, self._unit(name, "map"))
        self._draw(view, self.look(options), notes)

    def _reach_notes(self, view: TigersState, unit: int) -> dict[int, Note]:
        if not isinstance(view.stack[-1], reading.MOVING):
            raise BadText("A reach can be drawn only while units move; now type: where UNIT.")
        best = legal.best_ways(routes(self.w, view, unit))
        return {cell: (legal.reach_note(route), True) for cell, route in best.items() if cell != EXIT}

    # Questions

    def _unit(self, args: Sequence[str], name: str) -> int:
        return self.w.by_id[unit_named(self.w, self.need(args, name)[0])]

    def _cell(self, args: Sequence[str], name: str) -> int:
        return self.w.grid.at(hex_named(self.w, " ".join(self.need(args, name))))

    def show_units(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        wanted = self.sides_meant(args, "units", SIDES)
        self.page_all([parts for s in wanted for parts in words.force_lines(self.w, view, s)])

    def show_legal(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        self.page_all(legal.legal_lines(self.game, view, side))

    def show_reach(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        unit = self._unit(args, "reach")
        if not isinstance(view.stack[-1], reading.MOVING):
            order = o.Move(self.w.units[unit].id, (self.w.grid.label(self.w.grid.cells[0]),))
            self.say_all(explain.why_order(self.game, view, side, order))
            return
        self.say_all(legal.reach_lines(self.w, view, unit))

    def show_odds(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        self.need(args, "odds")
        order, attacker = self._odds_order(view, side, args)
        self.say_all(battle.odds_lines(self.game, view, attacker, order))

    def _odds_order(self, view: TigersState, side: int, args: Sequence[str]) -> tuple[o.Attack, int]:
        """The attack meant: as named, as declared, or by everybody who stands ready."""
        if "with" in [arg.lower() for arg in args]:
            order = WORDING.parse(self.w, "attack " + " ".join(args))
            assert isinstance(order, o.Attack)
            self._must_be_adjacent(view, order)
            return order, self.w.side[self.w.by_id[order.attackers[0]]]
        names = " ".join(args).replace(",", " ").split()
        targets = tuple(hex_named(self.w, name) for name in names)
        cells = {self.w.grid.at(t) for t in targets}
        for combat in view.attacks:
            if combat.status == f.PENDING and cells & set(combat.targets):
                order = o.Attack(self.w.labels(combat.targets), self.w.ids(combat.attackers))
                return order, self.w.side[combat.attackers[0]]
        units = reading.able(self.game, view, side, targets)
        if not any(self.w.units[u].combat for u in units):
            lines = explain.why_attack(self.game, view, side, self.w.grid.at(targets[0]))
            reasons = " ".join(
                "".join(p if isinstance(p, str) else p[0] for p in parts).strip() for parts in lines
            )
            raise BadText(f"Nobody of yours can attack {' and '.join(targets)} now. {reasons}")
        return o.Attack(targets, self.w.ids(units)), side

    def _must_be_adjacent(self, view: TigersState, order: o.Attack) -> None:
        for name in order.attackers:
            cell = view.where[self.w.by_id[name]]
            for target in order.targets:
                if cell < 0 or not self.w.grid.adjacent(cell, self.w.grid.at(target)):
                    raise BadText(f"{name} is not adjacent to {target}; odds are for units that are.")
        sides = {self.w.side[self.w.by_id[name]] for name in order.attackers}
        if len(sides) > 1:
            raise BadText("Attackers are all of one side.")

    def show_why(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        self.need(args, "why")
        if args[0].lower() in WORDING.forms or " ".join(args[:2]).lower() in WORDING.forms:
            taken = self.read(view, side, " ".join(args))
            if taken.order is None:
                self.say_all(taken.lines)
            else:
                self.say_all(explain.why_order(self.game, view, side, taken.order))
            return
        try:
            cell = self._cell(args, "why")
        except UserError:
            if len(args) < 2:
                raise
        else:
            self.say_all(explain.why_hex(self.game, view, side, cell))
            return
        unit = self._unit(args, "why")
        if args[1].lower() == "exit":
            self.say_all(explain.why_move(self.game, view, unit, EXIT))
            return
        self.say_all(explain.why_unit_hex(self.game, view, side, unit, self._cell(args[1:], "why")))

    def show_where(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        unit = self._unit(args, "where")
        w = self.w
        self.screen.say((words.description(w, unit), "bold"))
        state = words.condition(w, view, unit)
        known = "" if unit != w.dump or view.where[unit] >= 0 else "hidden, as far as you know"
        self.screen.say("  " + (known or "; ".join([words.whereabouts(w, view, unit), *state])) + ".")
        cell = view.where[unit]
        if cell >= 0:
            others = [u for u in range(len(w.units)) if view.where[u] == cell and u != unit]
            if others:
                self.screen.say("  With it: " + ", ".join(words.brief(w, view, u) for u in others))
            beside = [
                f"{w.units[u].short} {w.grid.label(view.where[u])}"
                for u in w.of_side[1 - w.side[unit]]
                if view.where[u] >= 0 and w.grid.adjacent(cell, view.where[u])
            ]
            if beside:
                self.screen.say("  Enemies beside it: " + ", ".join(beside))

    def show_stack(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        cell = self._cell(args, "stack")
        w = self.w
        holder = "Allied" if view.held >> cell & 1 else "German"
        terrain = words.terrain_words(w, cell)
        self.screen.say((words.hex_name(w, cell), "bold"), f": {terrain}, in {holder} hands.")
        for text in words.hexside_words(w, view, cell):
            self.screen.say(f"  {text}")
        for unit, where in enumerate(view.where):
            if where == cell:
                state = "; ".join(words.condition(w, view, unit))
                style = SIDES[w.side[unit]]
                self.screen.say("  ", (words.description(w, unit), style), f"; {state}" if state else "")
        for force in (GERMAN, ALLIED):
            near = [c for c, zone in division_zones(w, view, force) if zone >> cell & 1]
            if near:
                self.screen.say(
                    f"  In the zone of {words.side_word(force)} divisions in {words.hex_names(w, near)}."
                )

    def show_supply(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        w = self.w
        if args:
            unit = self._unit(args, "supply")
            self._supply_of(view, unit)
            return
        for force in (side, 1 - side):
            units = [u for u in words.on_map(w, view, force) if w.units[u].kind not in words.NEED_NOTHING]
            cut = [u for u in units if not in_supply(w, view, u)]
            names = ", ".join(f"{w.units[u].short} in {w.grid.label(view.where[u])}" for u in cut) or "none"
            text = f"{words.side_word(force)} units out of supply ({len(cut)} of {len(units)}): {names}."
            self.screen.say(text, " ", ("[TIA-SUPPLY-7]", "rule"))
        self.screen.say(
            ("map supply draws your net: s0 road or edge, s4 the farthest a unit may stand.", "quiet")
        )

    def _supply_of(self, view: TigersState, unit: int) -> None:
        w = self.w
        name = w.units[unit].name
        if view.where[unit] < 0:
            self.screen.say(f"{name} is {words.whereabouts(w, view, unit)}.")
            return
        count = hexes_to_net(w, view, w.side[unit], view.where[unit])
        if count is not None:
            self.screen.say(
                f"{name} is in supply, {count} hexes from its supply road or edge ",
                ("[TIA-SUPPLY-1]", "rule"),
            )
        elif in_supply(w, view, unit):
            self.screen.say(f"{name} is supplied by air ", ("[TIA-AIR-16]", "rule"))
        else:
            self.screen.say(f"{name} is OUT OF SUPPLY ", ("[TIA-SUPPLY-9]", "rule"))

    def show_zones(self, view: TigersState, side: int, args: Sequence[str]) -> None:
        w = self.w
        rows = [line((f"Zones of {words.side_word(1 - side)} divisions ", "bold"), ("[TIA-ZOC-2]", "rule"))]
        for cell, zone in division_zones(w, view, 1 - side):
            units = [w.units[u].short for u in w.of_side[1 - side] if view.where[u] == cell]
            hexes = words.hex_names(w, list(bits(zone)))
            rows.append(line(f"  {words.hex_name(w, cell)} ({', '.join(units)}): {hexes}"))
        rows.append(line(("map zoc draws them.", "quiet")))
        self.screen.page(rows)
