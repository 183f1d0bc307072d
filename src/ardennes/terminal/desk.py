"""The desk: what can be asked of any game in the terminal, answered from what its table says.

It sees views only, so it cannot show what a side may not know, and it knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal
from ardennes.kernel.wire import BoardState, Odds, Panel
from ardennes.kernel.wording import BadText
from ardennes.terminal.at_table import AtTable, Seen
from ardennes.terminal.battle import odds_lines
from ardennes.terminal.board_map import ASCII, FANCY, MARGIN, Look, Note, TextMap, Window
from ardennes.terminal.descriptions import Descriptions, Lines, panel_lines
from ardennes.terminal.legal import Legal
from ardennes.terminal.names import Names
from ardennes.terminal.reading import CENTRE_KEY, Reader, Reading, is_keys
from ardennes.terminal.screen import Part, Screen, line
from ardennes.words import plain

BELOW_MAP = 6  # lines of the screen that are left for the question
LEAST_LINES = 18  # of the map, however low the screen
MOST_REASONS = 3
MOST_UNITS = 8
NORTH, WEST = "north", "west"
EDGES = (WEST, "east", NORTH, "south")
TURNED_EDGES = {WEST: NORTH, NORTH: "east", "east": "south", "south": WEST}  # on the screen, west at the top
OVERLAYS = ("zoc", "supply", "owner", "control", "reach", "terrain")


class Question(NamedTuple):
    """Something a player may ask at any time: it changes nothing."""

    usage: str
    about: str
    run: Callable[[Seen, Sequence[str]], None]  # (what the player sees, words after the name)


class Desk:
    """Answers questions about a view and reads orders for it."""

    def __init__(self, game: AnyGame, screen: Screen, *, compact: bool = False, top: str = NORTH) -> None:
        self.game, self.screen, self.compact = game, screen, compact
        self.at = AtTable(game)
        self.stage = self.at.stage
        self.name_of = Names(game, self.stage)
        self.maps = {NORTH: TextMap(self.stage, self.name_of)}  # by the edge at the top
        if self.stage.turned is not None:
            self.maps[WEST] = TextMap(self.stage, self.name_of, turned=True)
        self.top = self._known_top(top)
        self.picked: tuple[int, str] | None = None  # the side and its unit that the direction keys move
        self.descriptions = Descriptions(self.at, self.name_of, self.maps[NORTH])
        self.reader = Reader(game, self.at, self.name_of, self.maps.get(WEST, self.maps[NORTH]))
        self.legal = Legal(self.reader, self.descriptions)
        self._explained = False  # the signs of the map
        self.questions = self._all_questions()

    @property
    def map(self) -> TextMap:
        """The map as it lies now."""
        return self.maps[self.top]

    def _known_top(self, edge: str) -> str:
        """The edge if a map of this game can have it at the top; UserError says which can."""
        if edge not in self.maps:
            raise UserError(
                f"{self.game.name} has no map with {edge!r} at the top; choose {' or '.join(self.maps)}."
            )
        return edge

    def _all_questions(self) -> Mapping[str, Question]:
        sides = "|".join(self.stage.sides)
        result = {
            "map": Question(
                "map [full|wide|compact] [HEX|UNIT|west|east|north|south] [terrain | zoc | supply | owner | "
                "reach UNIT [MODE]]",
                "show the map; add terrain, zoc, supply, owner or a unit's reach",
                self.show_map,
            ),
            "top": Question(
                f"top {'|'.join(self.maps)}", "turn the map: choose the edge at the top", self.turn_map
            ),
            "get": Question(
                "get UNIT",
                "select one of your units: then 1 to 6 moves it or plots an attack, 0 shows it on the map",
                self.pick,
            ),
            "units": Question(
                f"units [{sides}] [FORMATION]", "stacks, reinforcements and losses", self.show_units
            ),
            "legal": Question(
                "legal [UNIT]", "everything you can do now, or that one unit can do", self.show_legal
            ),
            "reach": Question(
                f"reach UNIT{' ...' if self.stage.marches else ''} [MODE]",
                "where a unit can go; MODE is a word such as road, column, attack",
                self.show_reach,
            ),
            "who": Question(
                "who HEX", "which units can come to a hex, from where and at what cost", self.show_who
            ),
            "odds": Question(
                "odds HEX[,HEX] [with UNIT ...]",
                "the odds of an attack step by step, and its exact chances",
                self.show_odds,
            ),
            "why": Question(
                "why HEX | why UNIT HEX | why ORDER",
                "why you can't attack or reach a hex, or give an order",
                self.show_why,
            ),
            "where": Question(
                "where UNIT", "everything about a unit: place, stack, formation", self.show_where
            ),
            "stack": Question(
                "stack HEX", "everything about a hex: ground, hexsides, units", self.show_stack
            ),
            "supply": Question("supply [UNIT]", "which units are out of supply, and why", self.show_supply),
            "zoc": Question("zoc", "hexes in enemy zones, stack by stack", self.show_zones),
            "attacks": Question("attacks", "declared attacks, with their odds", self.show_attacks),
            "score": Question("score", "what counts for victory, and which side has it", self.show_score),
            "panels": Question(
                "panels [NAME]", "the other displays; each also opens by its name", self.show_panels
            ),
        }
        if self.stage.sheet:
            about = "your orders; those of one kind; the results of last turn's"
            result["sheet"] = Question("sheet [none|moving|attacking ... | last]", about, self.show_sheet)
        return result

    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        """First words of orders -> (usage, what it does)."""
        help_ = {name: (form.usage, form.about) for name, form in self.name_of.wording.forms.items()}
        usage, about = help_["move"]
        help_["move"] = (f"move UNIT HEX  or  {usage}", f"to a hex by the best route, or hex by hex; {about}")
        usage, about = help_.get("attack", ("attack HEX [with UNIT ...]", "plot an attack on a hex"))
        help_["attack"] = (
            f"attack HEX[,HEX]  or  {usage}",
            f"{about}; proposes attackers and shows the odds, unless you name the attackers",
        )
        if self.stage.marches:
            help_["march"] = ("march FORMATION HEX [MODE]", "march a whole formation towards a hex")
        return help_

    @property
    def names(self) -> Sequence[str]:
        """Names of units and places, for completion and suggestions."""
        return self.name_of.all

    # What the loop asks

    def status(self, view: Any, side: int | None) -> Lines:
        return self.descriptions.status(self.at.seen(view, side).board)

    def read(self, view: Any, side: int, text: str) -> Reading:
        if self.picked is not None and self.picked[0] == side and is_keys(text.split()):
            text = f"move {self.name_of.short(self.picked[1])} {text}"
        return self.reader.read(self.at.seen(view, side), text)

    def write(self, order: Order) -> str:
        return self.name_of.typed(order)

    def choices(self, view: Any, side: int) -> Sequence[tuple[str, Order]]:
        return self.legal.answers(self.at.seen(view, side))

    def background(self, view: Any, side: int) -> Lines:
        return self.legal.background(self.at.seen(view, side))

    def reword(self, refusal: Refusal) -> Refusal:
        return self.name_of.reword(refusal)

    def board_key(self, view: Any, side: int) -> Hashable:
        """Changes when the side should see the whole board again: with each phase of its own in which units
        are picked, and at the first question of a turn."""
        seen = self.at.seen(view, side)
        phase = seen.board.phase
        if phase is None or phase.side not in (seen.own, ""):
            return None
        return (seen.board.turn, phase.id if seen.choices.units else "")

    def is_heading(self, event: Event) -> bool:
        """Does the event only say that a new part of the turn begins?"""
        shown = self.stage.events.get(_tag(event))
        return shown is not None and (bool(shown.heading) or shown.phase)

    def is_battle(self, event: Event) -> bool:
        """Does the event give the result of a battle?"""
        shown = self.stage.events.get(_tag(event))
        return shown is not None and shown.does == "flash" and bool(shown.parts)

    def is_silent(self, event: Event) -> bool:
        """Is the event not worth a line, because another one sums it up?"""
        shown = self.stage.events.get(_tag(event))
        return shown is not None and shown.quiet

    def may_hear(self, view: Any, side: int | None, words: str, order: Order) -> bool:
        """May a player with this view hear these words about an order of the other side's?"""
        return self.at.seen(view, side).may_hear(words, order)

    def show_board(self, view: Any, side: int | None) -> None:
        seen = self.at.seen(view, side)
        if self.screen.plain:
            for name in self.stage.sides:
                self._page(self.descriptions.forces(seen.board, name))
            self._panel("intelligence", seen)
            return
        look = self.look([])
        window = self._window(look, self._middle(seen), [])
        self._draw(seen.board, look, window, explain=not self._explained)
        self._explained = True

    # Printing

    def _say(self, lines: Sequence[Sequence[Part]]) -> None:
        for parts in lines:
            self.screen.say(*parts)

    def _page(self, lines: Lines) -> None:
        """As much as fits; `more` goes on."""
        self.screen.page([line(*parts) for parts in lines])

    def _need(self, words: Sequence[str], name: str) -> Sequence[str]:
        """The words of a question; without any, how it is written."""
        if not words:
            raise BadText(f"Write it as: {self.questions[name].usage}")
        return words

    def _refusals(self, found: Sequence[Refusal], before: str = "") -> Lines:
        return [self.name_of.refusal_line(refusal, before) for refusal in found]

    # The map

    def look(self, options: Sequence[str]) -> Look:
        """As it was asked for; else the largest in which most of the map fits: two thirds of its width, half
        of its height."""
        for name, look in self.map.looks.items():
            if name in options:
                return look
        result = [look for name, look in self.map.looks.items() if name != "full" or not self.compact]
        columns, lines = self._room()
        for look in result:
            across, down = self.map.size(look)
            if 3 * columns >= 2 * across and 2 * lines >= down:
                return look
        return result[-1]

    def _room(self) -> tuple[int, int]:
        return self.screen.width - MARGIN, max(LEAST_LINES, self.screen.height - BELOW_MAP)

    def _window(self, look: Look, middle: str, options: Sequence[str]) -> Window:
        columns, lines = self._room()
        edges = [word for word in options if word in EDGES]
        if self.top == WEST:
            edges = [TURNED_EDGES[word] for word in edges]
        return self.map.window(look, columns, lines, middle, edges)

    def _middle(self, seen: Seen) -> str:
        """Where one would look: amid a side's units, amid all units, or in the middle of the map."""
        units = seen.board.units
        hexes = [unit.hex for unit in units if self.stage.units[unit.id].side == seen.own]
        hexes = hexes or [unit.hex for unit in units] or list(self.map.hexes)
        spots = [self.map.at[hex_] for hex_ in hexes]
        x, y = sorted(x for x, _ in spots)[len(spots) // 2], sorted(y for _, y in spots)[len(spots) // 2]
        return min(
            self.map.at, key=lambda hex_: abs(self.map.at[hex_][0] - x) + abs(self.map.at[hex_][1] - y)
        )

    def _draw(
        self,
        board: BoardState,
        look: Look,
        part: Window,
        notes: Mapping[str, Note] | None = None,
        *,
        explain: bool = True,
        bare: bool = False,
    ) -> None:
        signs = ASCII if self.screen.plain else FANCY
        self.screen.draw(self.map.draw(board, look, part, signs, notes, bare=bare))
        if explain:
            self.screen.say((self.map.legend(signs, look), "quiet"))
        across, down = self.map.size(look)
        if part.width < across or part.height < down:
            self.screen.say(("(Type map HEX, map west or map compact for the rest of the map.)", "quiet"))

    def show_map(self, seen: Seen, words: Sequence[str]) -> None:
        board = seen.board
        options = [word.lower() for word in words]
        at = options.index("reach") if "reach" in options else len(words)
        known = (*self.map.looks, *EDGES, *OVERLAYS)
        middle = self._middle(seen)
        unit = self.name_of.unit(self._need(words[at + 1 :], "map")[0]) if at < len(words) else ""
        where = {u.id: u.hex for u in board.units}
        middle = where.get(unit, middle)
        spot = [word for word in words[:at] if word.lower() not in known]
        if spot:
            middle = self._spot(spot, where)
        notes = self._notes(seen, board, options, unit)
        look = self.look(options)
        self._draw(board, look, self._window(look, middle, options), notes, bare="terrain" in options)

    def turn_map(self, seen: Seen, words: Sequence[str]) -> None:
        """Turn the map for the rest of the session, and show it; section 1.4 of the manual, BTA-MAP-2."""
        self.top = self._known_top(self._need(words, "top")[0].lower())
        self.show_map(seen, [])

    def pick(self, seen: Seen, words: Sequence[str]) -> None:
        """Pick a unit for the direction keys (BTA-7.3, BTA-7.5a), and show its facts."""
        unit = self.name_of.unit(" ".join(self._need(words, "get")))
        if seen.seat is None or self.stage.units[unit].side != seen.own:
            raise BadText(f"{self.stage.units[unit].name} is not yours.")
        self.picked = (seen.seat, unit)
        self._page(self.descriptions.unit(seen.board, unit))

    def _spot(self, words: Sequence[str], where: Mapping[str, str]) -> str:
        """The hex the map is drawn around: by number, place, or a unit in it."""
        try:
            return self.name_of.hex(words)
        except UserError:
            if len(words) == 1 and self.name_of.is_unit(words[0]):
                unit = self.name_of.unit(words[0])
                if unit in where:
                    return where[unit]
            raise BadText(f"Write it as: {self.questions['map'].usage}") from None

    def _notes(self, seen: Seen, board: BoardState, options: Sequence[str], unit: str) -> dict[str, Note]:
        if unit:
            wish = " ".join(options[options.index("reach") + 2 :])
            ways = [way for way in self.legal.ways(seen, [unit], wish) if way.hex != "exit"]
            if not ways:
                raise BadText("Reach is available only while units move. Type where UNIT instead.")
            result: dict[str, Note] = {}
            for way in ways:
                result.setdefault(way.hex, (f"{way.left}{way.sign}" or "x", True))
            return result
        if "zoc" in options:
            enemy = [name for name in self.stage.sides if name != seen.own]
            return {hex_: ("zoc", True) for name in enemy for hex_ in board.zoc.get(name, [])}
        if "supply" in options:
            return dict.fromkeys(board.supply.get(seen.own, []), ("s", False))
        if "owner" in options or "control" in options:
            held = {hex_.id: board.control.get(hex_.id, hex_.side) for hex_ in self.stage.hexes}
            return {hex_: ("G" if name == "german" else name[:1], False) for hex_, name in held.items()}
        return {}

    # Questions

    def _unit(self, words: Sequence[str], name: str) -> str:
        return self.name_of.unit(self._need(words, name)[0])

    def _hex(self, words: Sequence[str], name: str) -> str:
        return self.name_of.hex(self._need(words, name))

    def show_units(self, seen: Seen, words: Sequence[str]) -> None:
        names = [name for name in self.stage.sides if words and name.startswith(words[0].lower()[:3])]
        rest = words[1:] if names else words
        board = seen.board
        lines: Lines = []
        for name in names or (self.stage.sides if not rest else [seen.own]):
            only = self.name_of.formation(name, " ".join(rest)) if rest else None
            lines += self.descriptions.forces(board, name, only)
        self._page(lines)

    def show_legal(self, seen: Seen, words: Sequence[str]) -> None:
        if words:
            self._page(self.legal.of_unit(seen, self.name_of.unit(words[0])))
        else:
            self._page(self.legal.lines(seen))

    def show_reach(self, seen: Seen, words: Sequence[str]) -> None:
        self._need(words, "reach")
        named = [word for word in words if self.name_of.is_unit(word)] or words[:1]
        units = [self.name_of.unit(word) for word in named]
        wish = " ".join(word.lower() for word in words if word not in named)
        if seen.choices.mine and not self.legal.ways(seen, units, wish):
            strange = [u for u in units if self.stage.units[u].side != seen.own]
            if strange:
                raise BadText(f"You can't move {self.stage.units[strange[0]].name} now; see where UNIT.")
        self._page(self.legal.reach(seen, units, wish))

    def show_who(self, seen: Seen, words: Sequence[str]) -> None:
        hex_ = self._hex(words, "who")
        result = seen.comers(hex_)
        nobody = f"None of your units can come to {self.name_of.place(hex_)} now."
        self._page([[f"  {self.name_of.short(c.unit):<14} {c.label}"] for c in result] or [[nobody]])

    def show_odds(self, seen: Seen, words: Sequence[str]) -> None:
        self._need(words, "odds")
        lower = [word.lower() for word in words]
        cut = lower.index("with") if "with" in lower else len(words)
        tail = [word for word in words[cut + 1 :] if word.lower() != "and"]
        if cut == len(words) and not self.name_of.is_hex(" ".join(words)):
            cut = next((n for n, w in enumerate(words) if n and not self._hexes(w)), len(words))
            tail = list(words[cut:])
        hexes = self.reader.hexes(words[:cut])
        result = self._odds(seen, hexes, [self.name_of.unit(word) for word in tail])
        lines: Lines = []
        if result is not None:
            lines = odds_lines(self.at, self.name_of, self.reader.heading(hexes), result)
        lines = lines or self._refusals(seen.why(None, hexes[0]))
        self._page(lines or [["None of your units is adjacent."]])

    def _hexes(self, word: str) -> bool:
        return self.name_of.is_hex(word) or all(self.name_of.is_hex(part) for part in word.split(",") if part)

    def _odds(self, seen: Seen, hexes: Sequence[str], units: Sequence[str]) -> Odds | None:
        """The attack meant: as named, as it is being fought or was declared, or by all who could join."""
        board = seen.board
        if not units:
            fought = [(x.targets, x.attackers) for x in board.attacks if x.status == "pending"]
            if board.battle is not None:
                fought.insert(0, (board.battle.targets, board.battle.attackers))
            meant = [battle for battle in fought if set(hexes) & set(battle[0])]
            hexes, units = meant[0] if meant else (hexes, units)
        if not units:
            return self.reader.proposed(seen, hexes)
        owner = self.stage.sides.index(self.stage.units[units[0]].side)
        result = seen.odds(hexes, units, owner)
        if owner != seen.side or set(units) <= {u for a in board.attacks for u in a.attackers}:
            result.refusal = None if result.lines else result.refusal
        return result

    def show_why(self, seen: Seen, words: Sequence[str]) -> None:
        self._need(words, "why")
        if any(" ".join(words[:count]).lower() in self.order_help for count in (2, 1)):
            self._why_order(seen, " ".join(words))
            return
        if self.name_of.is_hex(" ".join(words)):
            self._page(self._why_hex(seen, self.name_of.hex(words)))
            return
        if len(words) == 1:
            raise BadText(
                f"{self.name_of.unit(words[0])} and where? Write it as: {self.questions['why'].usage}"
            )
        unit = self.name_of.unit(words[0])
        off = words[1].lower() == "exit"
        self._page(self._why_unit(seen, unit, "exit" if off else self.name_of.hex(words[1:])))

    def _why_order(self, seen: Seen, text: str) -> None:
        taken = self.reader.read(seen, text)
        if taken.order is None:
            self._say(taken.lines)
            return
        refusal = seen.check(taken.order)
        self._say([["That is legal now."]] if refusal is None else self._refusals([refusal]))

    def _why_unit(self, seen: Seen, unit: str, hex_: str) -> Lines:
        """How a unit gets to a hex, or through it; or what keeps it from there."""
        name = self.stage.units[unit].name
        there = "off the map" if hex_ == "exit" else self.name_of.place(hex_)
        ways = seen.reach(unit)
        to = [way for way in ways if way.hex == hex_]
        if to:
            typed = (self.write(self.reader.order_of(way.order)) for way in to[:MOST_REASONS])
            said = "; ".join(
                f"{text} ({way.left} left)" if way.left else text
                for text, way in zip(typed, to, strict=False)
            )
            return [[f"{name} can go to {there}: {said}."]]
        through = [self.write(self.reader.order_of(w.order)) for w in ways if hex_ in (w.path or [])]
        if through:
            return [[f"{there} is on a legal route: {'; '.join(through[:MOST_REASONS])}."]]
        reasons = seen.why(unit, hex_)
        if not reasons:
            return [["No single rule forbids this."]]
        first = [*reasons[-1:], *reasons[:-1]][:MOST_REASONS] if ways else reasons[:MOST_REASONS]
        head: Lines = [[f"{name} can't go to {there}:"]] if ways else []
        return [*head, *self._refusals(first, "  " if head else "")]

    def _why_hex(self, seen: Seen, hex_: str) -> Lines:
        """Why a hex cannot be attacked, or who can get there."""
        board, choices = seen.board, seen.choices
        held = [u.id for u in board.units if u.hex == hex_ and self.stage.units[u.id].side != seen.own]
        near = set(self.at.hexes[hex_].near)
        beside = [u for u in board.units if u.hex in near and self.stage.units[u.id].side == seen.own]
        if held:
            names = ", ".join(self.name_of.short(id_) for id_ in held)
            lines: Lines = [[f"{self.name_of.place(hex_)} is held by {names}."]]
            able = {unit for target in choices.targets if target.hex == hex_ for unit in target.attackers}
            for unit in beside:
                where = f"  {self.name_of.short(unit.id)} at {self.name_of.place(unit.hex)}"
                reasons = [] if unit.id in able else seen.why(unit.id, hex_)[:1]
                lines += self._refusals(reasons, f"{where}: ") or [[f"{where} can attack it."]]
            return lines if beside else [*lines, *self._refusals(seen.why(None, hex_))]
        if not choices.units:
            result = self._refusals(seen.why(None, hex_))
            if choices.targets:
                result.insert(0, [f"No enemy is seen in {self.name_of.place(hex_)}."])
            return result or [[f"No single rule forbids an order at {self.name_of.place(hex_)}."]]
        comers = [comer.unit for comer in seen.comers(hex_)]
        able_to_come = ", ".join(self.name_of.short(unit) for unit in comers) or "none of your units"
        lines = [[f"{self.name_of.place(hex_)} can be reached by {able_to_come}."]]
        for unit in [unit for unit in beside if unit.id not in comers][:MOST_UNITS]:
            lines += self._refusals(seen.why(unit.id, hex_)[-1:], f"  {self.name_of.short(unit.id)}: ")
        return lines

    def show_where(self, seen: Seen, words: Sequence[str]) -> None:
        unit = self.name_of.unit(" ".join(self._need(words, "where")))
        self._page(self.descriptions.unit(seen.board, unit))

    def show_stack(self, seen: Seen, words: Sequence[str]) -> None:
        self._page(self.descriptions.hex(seen.board, self._hex(words, "stack"), seen.zones()))

    def show_supply(self, seen: Seen, words: Sequence[str]) -> None:
        board = seen.board
        if not words:
            self._page(self.descriptions.supply(board, seen.side))
            return
        unit = self.name_of.unit(words[0])
        lines = self.descriptions.unit(board, unit)
        told = [
            parts
            for parts in lines[2:]
            if "uppl" in "".join(p if isinstance(p, str) else p[0] for p in parts)
        ]
        self._page([*lines[:2], *told])

    def show_zones(self, seen: Seen, words: Sequence[str]) -> None:
        enemies = {name: of for name, of in seen.zones().items() if name != seen.own}
        self._page(self.descriptions.zones(seen.board, enemies))

    def show_attacks(self, seen: Seen, words: Sequence[str]) -> None:
        self._page(self.descriptions.attacks(seen.board) or [["No attacks declared."]])

    def show_score(self, seen: Seen, words: Sequence[str]) -> None:
        self._page(self.descriptions.score(seen.board))

    def show_sheet(self, seen: Seen, words: Sequence[str]) -> None:
        kind = words[0].lower() if words else ""
        self._page(self.descriptions.sheet(seen.board, seen.choices, kind))

    # Panels

    def panels(self, seen: Seen) -> list[Panel]:
        result = list(seen.board.panels)
        return result + (seen.choices.panels if seen.seat is not None else [])

    def panel_named(self, seen: Seen, name: str) -> list[Panel]:
        """The panels a word stands for: by id, or by the beginning of the title."""
        said, panels = plain(name), self.panels(seen)
        exact = [panel for panel in panels if plain(panel.id) == said]
        return exact or [panel for panel in panels if len(said) > 3 and plain(panel.title).startswith(said)]

    def _panel(self, name: str, seen: Seen) -> bool:
        result = self.panel_named(seen, name)
        lines = [parts for panel in result for parts in (*panel_lines(panel), *self.legal.pressed(panel))]
        air = seen.choices.air if seen.seat is not None and result else None
        if air is not None and result[0].id == "air":
            lines += [
                [f"  {mission.words}: {', '.join(mission.squadrons)}".rstrip(": ")]
                for mission in air.missions
            ]
        if lines:
            self._page(lines)
        return bool(result)

    def show_panels(self, seen: Seen, words: Sequence[str]) -> None:
        if words and self._panel(" ".join(words), seen):
            return
        if words:
            raise BadText(f"There is no display {' '.join(words)!r} now. Type panels for the list.")
        self._page([[(f"  {panel.id:<16}", "bold"), f" {panel.title}"] for panel in self.panels(seen)])

    def answer(self, view: Any, side: int, text: str) -> bool:
        """Answer a question or show a panel; False when the line is something else, an order perhaps."""
        seen, (first, _, rest) = self.at.seen(view, side), text.partition(" ")
        if text == CENTRE_KEY and self.picked is not None and self.picked[0] == side:
            self.show_map(seen, [self.name_of.short(self.picked[1])])
            return True
        if first.lower() in self.questions:
            self.questions[first.lower()].run(seen, rest.split())
            return True
        return text.lower() not in self.order_help and self._panel(text, seen)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)
