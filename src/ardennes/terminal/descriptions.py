"""The position in words: how things stand, units, hexes, panels, attacks, the order sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ardennes.kernel.wire import BoardState, Choices, Panel, Row, UnitState
from ardennes.terminal.at_table import AtTable
from ardennes.terminal.board_map import TextMap, hungry, print_of, stack_of, strength
from ardennes.terminal.names import Names
from ardennes.terminal.screen import Part
from ardennes.words import counted

Lines = list[list[Part]]
Zones = Mapping[str, Mapping[str, Sequence[str]]]  # by side, by hex of a stack or a report: its zone
PLACE = 22  # characters for a place in a list
MOST_GOALS = 8  # named one by one in the status
TONES = {"bad": "bad", "good": "good", "no": "quiet"}  # marks of rows that are shown by a style


def table_lines(heading: str, rows: Iterable[Row]) -> Lines:
    """Rows of what, value and rule under a heading."""
    return [[(heading, "heading")], *(row_line(row) for row in rows)]


def row_line(row: Row) -> list[Part]:
    words = f"  {row.what:<26} {row.value}".rstrip()
    rule = (f"  [{row.rule}]" if row.rule else "", "rule")
    return [(words, TONES.get(row.mark, "")), rule]


def panel_lines(panel: Panel) -> Lines:
    """A panel, group by group; what can be pressed at the table is written as its words."""
    lines: Lines = [] if panel.rows else [[(panel.title, "heading")]]
    for group in dict.fromkeys(row.group for row in panel.rows):
        lines += table_lines(group or panel.title, [row for row in panel.rows if row.group == group])
    for slider in panel.sliders:
        ends = f"{slider.stops[0].label} … {slider.stops[-1].label}"
        lines.append(row_line(Row(slider.label, f"{slider.stops[slider.at].label} ({ends})", slider.rule)))
    return lines


class Descriptions:
    """Describes the board in lines of text."""

    def __init__(self, at: AtTable, names: Names, map_: TextMap) -> None:
        self.at, self.stage, self.names, self.map = at, at.stage, names, map_

    # How things stand

    def status(self, board: BoardState) -> Lines:
        """Turn, phase and weather; how victory stands; the forces."""
        when = f"Turn {board.turn} of {board.turns}, {board.date}, {board.weather}"
        if board.turn == 0:
            when = "Set-up"
        phase = "the game is over"
        if board.phase is not None:
            title = board.phase.title[:1].upper() + board.phase.title[1:]
            phase = title if "phase" in title.lower() or self.stage.sheet else f"{title} phase"
        lines: Lines = [[(f"{when}: {phase}", "heading")]]
        for side in self.stage.sides:
            goals = [goal for goal in board.victory if goal.side == side]
            parts = []
            for word, has in (("has", True), ("needs", False)):
                result = [goal.text for goal in goals if goal.met == has]
                many = f"{counted(len(result), 'place')} (type score)"
                parts += (
                    [f"{word}: {', '.join(result) if len(result) <= MOST_GOALS else many}"] if result else []
                )
            if parts:
                lines.append([(side.capitalize(), side), f" {'; '.join(parts)}."])
        score = next((panel for panel in board.panels if panel.id == "score"), None)
        if score is not None and score.rows:
            lines.append(
                [f"{score.title}: " + "; ".join(f"{r.what} {r.value}" for r in score.rows[:2]) + "."]
            )
        forces = "; ".join(self._strength(board, side) for side in self.stage.sides)
        return [*lines, [f"Forces: {forces}. Type units for the list."]]

    def _strength(self, board: BoardState, side: str) -> str:
        units = [unit for unit in board.units if self.stage.units[unit.id].side == side]
        points = sum(strength(print_of(self.stage, unit)) for unit in units)
        soon = [
            self.names.short(due.unit)
            for due in board.off_map.due
            if due.turn <= board.turn + 1 and self.stage.units[due.unit].side == side
        ]
        arriving = f", arriving {' '.join(soon[:8])}{' …' if len(soon) > 8 else ''}" if soon else ""
        return f"{side.capitalize()} {points} points in {counted(len(units), 'unit')}{arriving}"

    def score(self, board: BoardState) -> Lines:
        rows = [
            Row(goal.text, f"{'yes' if goal.met else 'no'} {goal.hex}".strip(), goal.rule, group=goal.side)
            for goal in board.victory
        ]
        lines: Lines = []
        for side in dict.fromkeys(row.group for row in rows):
            lines += table_lines(f"{side.capitalize()} goals", [row for row in rows if row.group == side])
        for panel in board.panels:
            lines += panel_lines(panel) if panel.id in ("score", "ledger") else []
        return lines

    # Units

    def marks(self, unit: UnitState) -> str:
        """Marks as letters: = dug in, * has had its turn, ? not supplied, letters as on the counter."""
        result = ""
        for mark in unit.marks:
            sign = self.stage.signs.get(mark)
            if sign is not None:
                result += {"trench": "=", "tick": "*", "flag": "^"}.get(sign.sign, "") or sign.letter
        return result + ("?" if hungry(unit) else "")

    def brief(self, unit: UnitState) -> str:
        """A unit in a list: as it is typed, what its counter prints, its marks."""
        return f"{self.names.short(unit.id)} {print_of(self.stage, unit)} {self.marks(unit)}".rstrip()

    def stacks(self, units: Iterable[UnitState]) -> list[tuple[str, list[UnitState]]]:
        """Units by hex from north to south, those of a hex strongest first."""
        result: dict[str, list[UnitState]] = {}
        for unit in units:
            result.setdefault(unit.hex, []).append(unit)
        order = sorted(result, key=lambda hex_: (self.map.at[hex_][1], self.map.at[hex_][0]))
        return [(hex_, sorted(result[hex_], key=self._rank)) for hex_ in order]

    def _rank(self, unit: UnitState) -> int:
        return -strength(print_of(self.stage, unit))

    def forces(self, board: BoardState, side: str, only: Sequence[str] | None = None) -> Lines:
        """Describe a side's order of battle, or a part of it: stacks, reinforcements, losses."""

        def meant(id_: str) -> bool:
            return self.stage.units[id_].side == side and (only is None or id_ in only)

        units = [unit for unit in board.units if meant(unit.id)]
        points = sum(strength(print_of(self.stage, unit)) for unit in units)
        head = f"{side.capitalize()}: {counted(len(units), 'unit')} on the map, {points} points"
        lines: Lines = [[(head, side)]]
        for hex_, stack in self.stacks(units):
            said = ", ".join(self.brief(unit) for unit in stack)
            lines.append([f"  {self.names.place(hex_):<{PLACE}} {said}"])
        due: dict[int, list[str]] = {}
        for coming in board.off_map.due:
            if meant(coming.unit):
                printed = coming.print or self.stage.units[coming.unit].print
                words = f"{self.names.short(coming.unit)} {printed} ({coming.edge})"
                due.setdefault(max(coming.turn, board.turn), []).append(words)
        lines += [[f"  {f'due turn {turn}':<{PLACE}} {', '.join(due[turn])}"] for turn in sorted(due)]
        for word, gone in (("lost", board.off_map.dead), ("left the map", board.off_map.exited)):
            named = [self.names.short(id_) for id_ in gone if meant(id_)]
            lines += [[f"  {word:<{PLACE}} {', '.join(named)}"]] if named else []
        return lines

    def unit(self, board: BoardState, id_: str) -> Lines:
        """Everything about a unit, with its place in stack and formation."""
        info = self.stage.units[id_]
        unit = next((unit for unit in board.units if unit.id == id_), None)
        printed = print_of(self.stage, unit) if unit is not None else info.print
        head = f"{info.name} ({id_}): {info.about}, {printed}"
        lines: Lines = [[(head, "bold")], [f"  {self._whereabouts(board, id_, unit)}."]]
        if unit is not None:
            lines += self._slot(board, unit)
        rows = [*info.sheet, *(unit.sheet if unit is not None else [])]
        return lines + [row_line(row) for row in rows] + self._formation(board, id_)

    def _whereabouts(self, board: BoardState, id_: str, unit: UnitState | None) -> str:
        if unit is not None:
            return "; ".join([f"at {self.names.place(unit.hex)}", *unit.marks])
        for coming in board.off_map.due:
            if coming.unit == id_:
                when = f"turn {coming.turn} ({self.at.table.date(coming.turn)})"
                return f"not on the map yet: due on {when} {self.at.table.enters(id_)}"
        gone = {"lost": board.off_map.dead, "left the map": board.off_map.exited}
        return next((word for word, ids in gone.items() if id_ in ids), "not on the map, as far as you know")

    def _slot(self, board: BoardState, unit: UnitState) -> Lines:
        """Describe the unit's position in its stack, the other units there, and adjacent enemies."""
        side = self.stage.units[unit.id].side
        here = [other for other in board.units if other.hex == unit.hex]
        own = sorted((o for o in here if self.stage.units[o.id].side == side), key=self._rank)
        lines: Lines = []
        if len(own) > 1:
            place = own.index(unit) + 1
            lines.append([f"  Stack: number {place} of {len(own)} from the top; the strongest is on top"])
        if len(here) > 1:
            lines.append(["  Same hex: " + ", ".join(self.brief(other) for other in here if other != unit)])
        near = set(self.at.hexes[unit.hex].near)
        beside = [u for u in board.units if u.hex in near and self.stage.units[u.id].side != side]
        if beside:
            enemies = ", ".join(f"{self.names.short(u.id)} at {self.names.place(u.hex)}" for u in beside)
            lines.append([f"  Adjacent enemies: {enemies}"])
        return lines

    def _formation(self, board: BoardState, id_: str) -> Lines:
        info = self.stage.units[id_]
        same = [o for o in self.stage.units if self.stage.units[o].group == info.group != ""]
        same = [o for o in same if o != id_ and self.stage.units[o].side == info.side]
        where = {unit.id: unit.hex for unit in board.units}
        placed = [f"{self.names.short(o)} at {self.names.place(where[o])}" for o in same if o in where]
        away = len(same) - len(placed)
        if not same:
            return []
        more = f"; {away} not on the map" if away else ""
        return [[f"  Formation: {info.group}, with {', '.join(placed) or 'no other unit on the map'}{more}"]]

    # Hexes

    def hex(self, board: BoardState, id_: str, zones: Zones) -> Lines:
        """Describe a hex: ground, control, cost, stacking limit, hexsides, units there and adjacent."""
        hex_ = self.at.hexes[id_]
        holder = board.control.get(id_, hex_.side).capitalize()
        ground = hex_.text.replace(f"{hex_.place} ({hex_.kind})", hex_.kind, 1)
        lines: Lines = [[(self.names.place(id_), "bold"), f": {ground}, {holder} control."]]
        costs = ", ".join(f"{cost.value} {cost.who}" for cost in hex_.cost)
        limit = f"; stacking limit {hex_.holds}" if hex_.holds else ""
        lines.append([f"  Cost to enter: {costs} ({self.stage.points}){limit}"])
        states = {frozenset(bridge.id.split("/")): bridge for bridge in board.bridges}
        for other in hex_.near:
            result = ["road"] if other in hex_.roads else []
            if other in hex_.sides or other in hex_.rivers:
                bridge = states.get(frozenset((id_, other)))
                words = "no bridge" if bridge is None else f"{bridge.owner} bridge".strip().capitalize()
                if bridge is not None and bridge.state == "gone":
                    words = "bridge down"
                wet = f", {words}" if other in hex_.rivers else ""
                result.append(f"{hex_.sides.get(other) or 'river'}{wet}")
            if result:
                lines.append(
                    [f"  {self.map.compass(id_, other)} to {self.names.place(other)}: {'; '.join(result)}"]
                )
        here = [unit for unit in board.units if unit.hex == id_]
        for unit in sorted(here, key=self._rank):
            info = self.stage.units[unit.id]
            marks = f"; {', '.join(unit.marks)}" if unit.marks else ""
            lines.append(["  ", (f"{info.name} ", info.side), f"({self.brief(unit)}){marks}"])
        lines += [[f"  {contact.words}"] for contact in board.contacts if contact.hex == id_]
        lines += [[f"  {token.words}"] for token in board.tokens if token.hex == id_]
        for side, by_stack in zones.items():
            stacks = [self.names.place(stack) for stack, hexes in by_stack.items() if id_ in hexes]
            if stacks:
                zone = self._zone(side)
                lines.append([f"  {zone[:1].upper()}{zone[1:]}: {', '.join(stacks)}."])
        for other in hex_.near:
            stack = stack_of(self.stage, [unit for unit in board.units if unit.hex == other])
            if stack is not None:
                said = ", ".join(self.brief(unit) for unit in stack.units)
                lines.append([("  adjacent ", "quiet"), f"{self.names.place(other)}: ", (said, stack.side)])
        return lines

    def supply(self, board: BoardState, side: int) -> Lines:
        """Who is not supplied, and why, as far as the side knows it."""
        lines: Lines = []
        for name in (self.stage.sides[side], *(s for at, s in enumerate(self.stage.sides) if at != side)):
            units = [unit for unit in board.units if self.stage.units[unit.id].side == name]
            units = [unit for unit in units if self.at.table.needs_supply(unit.id)]
            cut = [unit for unit in units if hungry(unit) or self._cornered(unit)]
            said = "none." if not cut else ""
            lines.append(
                [(f"{name.capitalize()} units out of supply ({len(cut)} of {len(units)}): {said}", name)]
            )
            for unit in cut:
                lines.append([f"  {self.brief(unit)} at {self.names.place(unit.hex)}"])
                lines += [row_line(row) for row in unit.sheet if "upply" in row.what and row.mark == "bad"]
        if self.stage.sides[side] in board.supply:
            lines.append([("Type map supply to see where your units are in supply.", "quiet")])
        return lines

    def _cornered(self, unit: UnitState) -> bool:
        """Does a mark of the counter say so?"""
        return any("suppl" in mark or mark == "isolated" for mark in unit.marks if mark in self.stage.signs
                   and self.stage.signs[mark].sign == "corner")  # fmt: skip

    def _zone(self, side: str) -> str:
        return self.stage.near_enemy or f"in the zone of {side.capitalize()} units"

    def zones(self, board: BoardState, zones: Zones) -> Lines:
        """By stack of a side, or by report: the hexes in its zone."""
        lines: Lines = []
        for side, by_stack in zones.items():
            lines.append([(f"Hexes {self._zone(side)}:{'' if by_stack else ' none'}", "bold")])
            for stack, hexes in by_stack.items():
                units = ", ".join(self.names.short(unit.id) for unit in board.units if unit.hex == stack)
                who = f" ({units})" if units else ""
                lines.append([f"  {self.names.place(stack)}{who}: {', '.join(hexes)}"])
        return [*lines, [("Type map zoc to see them on the map.", "quiet")]]

    # Attacks and orders

    def attacks(self, board: BoardState) -> Lines:
        """The attacks declared or plotted that are still to be fought."""
        odds = {arrow.to: arrow.label for arrow in board.arrows if arrow.kind == "attack"}
        lines: Lines = []
        for attack in board.attacks:
            if attack.status in ("pending", "plotted"):
                names = ", ".join(self.names.short(id_) for id_ in attack.attackers)
                where = " and ".join(self.names.place(target) for target in attack.targets)
                at = f", odds {odds[attack.targets[0]]}" if odds.get(attack.targets[0]) else ""
                lines.append([f"  attack {attack.number + 1} on {where} by {names}{at}"])
        return lines

    def sheet(self, board: BoardState, choices: Choices, kind: str) -> Lines:
        """The order sheet: every unit by corps with its order; of one kind; or what became of last turn's."""
        if kind == "last":
            return [
                [
                    f"  {self.names.short(c.unit):<16} {c.words}",
                    (f": {c.came}" if c.came else "", TONES.get(c.mark, "")),
                ]
                for c in board.carried
            ] or [["No orders last turn."]]
        where = {unit.id: unit.hex for unit in board.units}
        lines: Lines = []
        corps = ""
        for line in choices.sheet or []:
            if kind and line.kind != kind:
                continue
            if line.corps != corps:
                corps = line.corps
                lines.append([(corps, "heading")])
            place = self.names.place(where.get(line.unit, ""))
            lines.append([f"  {self.names.short(line.unit):<16} {place}  {line.words}"])
        return lines or [["No orders of that kind."]]
