"""What is legal now, in a form people can read: grouped by unit or by target, not one line an order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ardennes.kernel.contract import Order
from ardennes.kernel.wire import Choices, Panel, Way
from ardennes.terminal.at_table import Seen
from ardennes.terminal.descriptions import PLACE, Descriptions, Lines, panel_lines
from ardennes.terminal.names import ANSWER_WITH
from ardennes.terminal.reading import Reader
from ardennes.words import counted

FEW = 9  # answers listed by number under the question
BY_UNIT = 80  # so many units are listed each with all it may do; of more, only where they stand
BY_TARGET = 12  # so many targets are listed with their odds
MOST_HEXES = 60  # named one by one


class Legal:
    """Lists what a side may do."""

    def __init__(self, reader: Reader, descriptions: Descriptions) -> None:
        self.reader, self.descriptions = reader, descriptions
        self.at, self.names = reader.at, reader.names

    # The question that is open

    def answers(self, seen: Seen) -> list[tuple[str, Order]]:
        """A few legal orders with the short answer that stands for each; empty when there are many."""
        choices = seen.choices
        on_card = bool(choices.units) and set(choices.units) <= set(choices.card)
        pressed = [*choices.buttons, *choices.arrange]
        acts = [entry for entry in pressed if not entry.end]
        if (choices.units and not on_card) or (choices.targets and not acts):
            return []
        result = self._orders(entry.order for entry in pressed)
        rest = [e.order for entries in (*choices.hexes.values(), *choices.sides.values()) for e in entries]
        if on_card and len(choices.units) <= FEW:
            rest += [way.order for unit in choices.units for way in seen.reach(unit)]
        others = [order for order in self._orders(rest) if order not in result]
        if len(result) + len(others) <= FEW:
            result = [*others, *result]
        elif others and not pressed:
            result = others[:1]  # the usual one comes first
        elif not acts:
            return []
        return self._numbered(result)

    def _orders(self, plain: Iterable[object]) -> list[Order]:
        return [self.reader.order_of(order) for order in plain]

    def _numbered(self, found: Sequence[Order]) -> list[tuple[str, Order]]:
        """By the number an order ends with, where that tells them apart; else counted."""
        typed = [self.names.typed(order).split() for order in found]
        same = [(words[-1], order) for words, order in zip(typed, found, strict=True)
                if words[:-1] == typed[0][:-1] and words[-1].isdigit() and len(words[-1]) < 3]  # fmt: skip
        if same and len(typed[0]) == 2 and len({number for number, _ in same}) == len(same):
            return same[: FEW + 1]
        return [(str(number), order) for number, order in enumerate(found[:FEW], 1)]

    def background(self, seen: Seen) -> Lines:
        """What should be known before the open decision is answered."""
        choices, board = seen.choices, seen.board
        lines: Lines = []
        if board.battle is not None:
            where = " and ".join(self.names.place(target) for target in board.battle.targets)
            lines.append([f"  {where}: {board.battle.words}"])
        else:
            lines += self.descriptions.attacks(board)
        lines += self._not_yet(choices)
        lines += [[(f"  {line}", "quiet")] for line in choices.leaves.splitlines()]
        if choices.sheet is not None:
            written = sum(line.kind != "none" for line in choices.sheet)
            lines.append([(f"  Orders written for {written} of {len(choices.sheet)} units.", "quiet")])
        return lines

    def _not_yet(self, choices: Choices) -> Lines:
        """Why the phase cannot end, where ending is an answer at all."""
        if choices.end is None or choices.end.way_out.startswith(ANSWER_WITH):
            return []
        return [self.names.refusal_line(choices.end, "  Not finished: ")]

    # Everything

    def lines(self, seen: Seen) -> Lines:
        choices = seen.choices
        asked = choices.decision
        lines: Lines = [] if asked is None else [[asked.prompt, (f" [{asked.rule}]", "rule")]]
        if not choices.mine:
            return [*lines, ["The other side decides now."]]
        lines += self._targets(seen, choices)
        lines += self._units(seen, choices)
        entries = [*choices.buttons, *choices.arrange]
        entries += [e for result in (*choices.hexes.values(), *choices.sides.values()) for e in result]
        lines += self.listed(self._orders(entry.order for entry in entries))
        for panel in choices.panels:
            lines += self.pressed(panel)
        lines += self._not_yet(choices)
        return lines + [[(f"  {line}", "quiet")] for line in choices.leaves.splitlines()]

    def _targets(self, seen: Seen, choices: Choices) -> Lines:
        lines: Lines = []
        for number, target in enumerate(choices.targets):
            units = target.first or target.attackers
            names = ", ".join(self.names.short(unit) for unit in units)
            odds = seen.odds([target.hex], units) if number < BY_TARGET else None
            said = f": {odds.column}" if odds is not None and odds.column else ""
            owed = " (must be attacked)" if target.owed else ""
            lines.append([(f"  {self.names.place(target.hex)}", "bold"), f" by {names}{said}{owed}"])
        return [["attack HEX [with UNIT ...]:"], *lines] if lines else []

    def _units(self, seen: Seen, choices: Choices) -> Lines:
        """The units with something to do, each with all of it where there are few."""
        board = seen.board
        able = set(choices.units)
        here = [unit for unit in board.units if unit.id in able]
        lines: Lines = []
        many = len(able) > BY_UNIT
        for hex_, stack in self.descriptions.stacks(here):
            if many:
                said = ", ".join(self.descriptions.brief(unit) for unit in stack)
                lines.append([f"  {self.names.place(hex_):<{PLACE}} {said}"])
                continue
            for unit in stack:
                lines.append(
                    [
                        (f"  {self.descriptions.brief(unit)}", "bold"),
                        f" at {self.names.place(hex_)}: {self._may(seen, unit.id)}",
                    ]
                )
        away = [unit for unit in choices.units if unit not in {u.id for u in here}]
        for id_ in away if not many else []:
            lines.append([(f"  {self.names.short(id_)}", "bold"), f": {self._may(seen, id_)}"])
        if away and many:
            lines.append([f"  not on the map: {', '.join(map(self.names.short, away))}"])
        if not lines:
            return []
        return [
            [f"{counted(len(able), 'unit')} can act. Type legal UNIT for all its orders:"],
            *lines,
        ]

    def _may(self, seen: Seen, unit: str) -> str:
        """What a unit may do, in one line."""
        ways = [way for way in seen.reach(unit) if not way.aims]
        hexes = list(dict.fromkeys(way.hex + way.sign for way in ways if way.mode == ways[0].mode))
        said = [" ".join(hexes) if len(hexes) <= MOST_HEXES else f"{len(hexes)} hexes"] if hexes else []
        for panel in seen.doings(unit):
            verbs = {
                " ".join(self.names.typed(self.reader.order_of(b.order)).split()[:1]) for b in panel.buttons
            }
            said += sorted(verbs)
        return "; ".join(said) or "no orders left"

    def of_unit(self, seen: Seen, unit: str) -> Lines:
        """All that one unit may do: where it can go, whom it can attack, its other orders and why not."""
        lines: Lines = [[(self.names.units[unit].name, "heading")]]
        if self.ways(seen, [unit], ""):
            lines = self.reach(seen, [unit], "")
        for target in seen.choices.targets:
            if unit in target.attackers:
                lines.append([f"  attack {self.names.place(target.hex)}"])
        for panel in seen.doings(unit):
            lines += [*panel_lines(panel), *self.pressed(panel)]
        return lines

    def pressed(self, panel: Panel) -> Lines:
        """The orders of a panel, as they are typed."""
        lines: Lines = []
        for entry in panel.buttons:
            text = self.names.typed(self.reader.order_of(entry.order))
            lines.append([f"  {text}", (f"   {entry.label}", "quiet")])
        for slider in panel.sliders:
            ends = [stop.order for stop in (slider.stops[0], slider.stops[-1]) if stop.order is not None]
            lines += [[f"  {self.names.typed(self.reader.order_of(order))}"] for order in ends]
        return lines

    def listed(self, found: Iterable[Order]) -> Lines:
        """Orders that differ only in their last word share a line."""
        groups: dict[str, dict[str, None]] = {}
        for order in found:
            head, _, last = self.names.typed(order).rpartition(" ")
            groups.setdefault(head, {})[last] = None
        lines: Lines = []
        for head, lasts in groups.items():
            shown = list(lasts)[:MOST_HEXES]
            more = f" … ({len(lasts)} in all)" if len(shown) < len(lasts) else ""
            lines.append(
                [f"  {head} {' | '.join(shown)}{more}".rstrip() if head else f"  {' | '.join(shown)}"]
            )
        return lines

    # Reach

    def reach(self, seen: Seen, units: Sequence[str], wish: str) -> Lines:
        """Where units can go, by mode and by the points they would have left (or need)."""
        names = ", ".join(self.names.units[unit].name for unit in units)
        ways = self.ways(seen, units, wish)
        lines: Lines = [[(f"{names}{f', {wish}' if wish else ''}", "heading")]]
        if not ways:
            choices, near = seen.choices, self._beside(seen, units[0])
            if choices.decision is not None and not choices.units:
                asked = choices.decision
                return [*lines, [f"  No unit can move now: {asked.prompt} ", (f"[{asked.rule}]", "rule")]]
            reasons = seen.why(units[0], near) if near else []
            return [
                *lines,
                *([self.names.refusal_line(r, "  ") for r in reasons[:1]] or [["  This unit can't move."]]),
            ]
        groups: dict[tuple[str, str], dict[str, None]] = {}
        for way in sorted(ways, key=self._far):
            place = "exit" if way.hex == "exit" else self.names.place(way.hex)
            groups.setdefault((way.mode, self._price(way)), {})[place] = None
        mode = ""
        for (how, price), hexes in groups.items():
            lines += [[(f" {how}:", "bold")]] if how != mode else []
            mode = how
            lines.append([f"  {price}: {', '.join(hexes)}" if price else f"  {', '.join(hexes)}"])
        shown = {way.mode for way in ways}
        others = {way.mode for way in seen.reach(units[0]) if way.mode} - shown
        if others:
            lines.append(
                [
                    (
                        f"  (Also: {'; '.join(sorted(others))}. Type reach UNIT and a word of it.)",
                        "quiet",
                    )
                ]
            )
        return lines

    def _price(self, way: Way) -> str:
        """What is left of its points, or used; how it arrives where that is worse than usual."""
        amount = ""
        if way.left and way.measure:
            amount = f"{way.left} {way.measure}"
        elif way.left:
            amount = f"{way.left} {self.at.stage.points} {'used' if self.at.stage.spent else 'left'}"
        marks = [mark for mark in way.marks if mark not in way.mode]
        return ", ".join(part for part in (amount, *marks) if part)

    def ways(self, seen: Seen, units: Sequence[str], wish: str) -> list[Way]:
        """The ways of a unit, or those that several go together: in the mode a word names, or the first."""
        result = seen.reach(units[0])
        modes = {way.mode: way for way in reversed(result)}
        if wish:
            named = [mode for mode, way in modes.items() if wish in self._mode_words(way)]
            result = [way for way in result if way.mode in named]
        if len(units) > 1:
            together = [way for way in result if set(way.order.get("units", ())) == set(units)]
            each = [{way.hex for way in self.ways(seen, [unit], wish)} for unit in units]
            return together or [way for way in result if all(way.hex in hexes for hexes in each)]
        alone = [way for way in result if list(way.order.get("units", units)) == list(units)]
        return alone if wish else [way for way in alone if way.mode == alone[0].mode]

    def _mode_words(self, way: Way) -> set[str]:
        """What a mode may be called: a word of its name, or as it is typed in the order."""
        typed = self.names.typed(self.reader.order_of(way.order)).lower().split()
        return {*way.mode.lower().replace(",", "").split(), *typed}

    def _beside(self, seen: Seen, unit: str) -> str:
        where = {u.id: u.hex for u in seen.board.units}
        return self.at.hexes[where[unit]].near[0] if unit in where else ""

    def _far(self, way: Way) -> float:
        """The nearest first."""
        whole = re.match(r"\d*", way.left)
        amount = float(whole[0] or 0) if whole else 0.0
        amount += 0.5 if "½" in way.left else 0.0
        return amount if self.at.stage.spent or way.measure else -amount
