"""From short text to orders: what the common parser reads, and the ways people leave words out.

"move 12SS 1306" finds the path, "attack 1206" proposes what the table would, "retreat 106th 1107" finds the
route, "march 12SS E3908" sends a formation, a bare verb means the only order there is for it, and a bare
yes, number or hex answers the question that is open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.wire import Choice, Odds, Target, Way
from ardennes.kernel.wording import BadText
from ardennes.numbers import whole_percents
from ardennes.terminal.at_table import AtTable, Seen
from ardennes.terminal.battle import odds_lines
from ardennes.terminal.board_map import TextMap
from ardennes.terminal.descriptions import Lines
from ardennes.terminal.names import Names
from ardennes.terminal.screen import Part

SETS_TRIED = 64  # sets of attackers looked at for a proposal
MOST_OTHERS = 3  # other ways named beside the one taken
KEYS, CENTRE_KEY = "123456", "0"  # the directions, clockwise from the top of the map; the unit picked
PLOT = "plot"
PATHS = ("path", "route")  # the field of an order that names its way, hex by hex


class Reading(NamedTuple):
    """What a line was taken for: orders (or none), what to say about them, and a question to ask first.

    The question may be answered with "with ..." in place of yes: the stem and that make a new line.
    """

    orders: Sequence[Order] = ()
    lines: Sequence[Sequence[Part]] = ()
    question: str = ""
    stem: str = ""

    @property
    def order(self) -> Order | None:
        return self.orders[0] if self.orders else None


class Reader:
    """Reads lines for a view."""

    def __init__(self, game: AnyGame, at: AtTable, names: Names, keys: TextMap) -> None:
        """`keys`: the map whose directions the keys 1 to 6 are."""
        self.game, self.at, self.names, self.keys = game, at, names, keys

    def read(self, seen: Seen, text: str) -> Reading:
        """What a text means now; UserError says what is wrong with it."""
        return self._confirmed(seen, self._read(seen, text))

    def _confirmed(self, seen: Seen, reading: Reading) -> Reading:
        """The reading with the chances and a question, where an order of it cannot be taken back."""
        binding = [order for order in reading.orders if order.irrevocable is not None]
        if not binding or seen.check(binding[0]) is not None:
            return reading
        warnings = dict.fromkeys(str(order.irrevocable) for order in binding)
        lines = list(reading.lines)
        question = reading.question
        if not question:
            chances = seen.preview(binding[-1])
            whole = whole_percents([chance.probability for chance in chances])
            lines += [
                [f"  {percent:>3}% {chance.outcome}"] for percent, chance in zip(whole, chances, strict=True)
            ]
            question = "Give this order?" if len(reading.orders) == 1 else "Give these orders?"
        return reading._replace(lines=lines, question=" ".join([*warnings, question]))

    def _read(self, seen: Seen, text: str) -> Reading:
        words = self._by_keys(seen, text.split())
        text = " ".join(words)
        bare = self._bare(seen, text)
        if bare is not None:
            return bare
        verb = words[0].lower()
        if verb == "march":
            return self._march(seen, words[1:])
        try:
            order, wishes = self._parsed(seen, words)
        except UserError:
            if verb == "attack":
                return self._attack(seen, words[1:])
            if len(words) == 1:
                return Reading((self._only(seen, verb),))
            raise
        taken = self._by_the_best_way(seen, order, wishes)
        risks = self._risks(seen, taken.order) if taken.order is not None else []
        return taken._replace(lines=[*taken.lines, *risks])

    def order_of(self, plain: object) -> Order:
        return self.game.read_order(plain)

    # Short answers

    def _bare(self, seen: Seen, text: str) -> Reading | None:
        """An answer without its verb: yes, no, a number, a hex."""
        choices = seen.choices
        if not choices.mine:
            return None
        said = {"y": "yes", "n": "no"}.get(text.lower(), text.lower())
        if said in ("yes", "no") or said.isdigit():
            orders = [self.order_of(entry.order) for entry in choices.buttons]
            ended = [order for order in orders if self.names.typed(order).split()[1:][-1:] == [said]]
            if len(ended) == 1:
                return Reading(ended)
        if not choices.hexes or choices.units or not self.names.is_hex(text):
            return None
        hex_ = self.names.hex(text)
        result = choices.hexes.get(hex_, [])
        if len(result) == 1:
            return Reading((self.order_of(result[0].order),))
        if result:
            raise BadText(f"Choose an order for {self.names.place(hex_)}: {self._typed_all(result)}.")
        return Reading((), [self.names.refusal_line(r) for r in seen.why(None, hex_)])

    def _by_keys(self, seen: Seen, words: list[str]) -> list[str]:
        """The line with direction keys written out as hexes; a step onto an enemy plots, BTA-7.9a."""
        verb, keys = words[0].lower(), words[2:]
        if verb not in ("move", PLOT) or not is_keys(keys) or not self.names.is_unit(words[1]):
            return words
        unit = self.names.unit(words[1])
        at = next((u.hex for u in seen.board.units if u.id == unit), "")
        if not at:
            raise BadText(f"{self.names.units[unit].name} is not on the map.")
        path: list[str] = []
        for key in keys:
            to = self.keys.by_key(at, int(key))
            if to is None:
                raise BadText(f"Key {key} leads off the map from {self.names.place(at)}.")
            path.append(to)
            at = to
        attacked = any(target.hex == at and unit in target.attackers for target in seen.choices.targets)
        if len(path) == 1 and attacked and PLOT in self.names.wording.forms:
            verb = PLOT
        return [verb, words[1], *path]

    def _typed_all(self, found: Sequence[Choice]) -> str:
        return ", ".join(self.names.typed(self.order_of(entry.order)) for entry in found)

    def _only(self, seen: Seen, verb: str) -> Order:
        """The order a verb alone stands for: the usual one, the only one, or one that holds the others."""
        choices = seen.choices
        picker = choices.picker
        if picker is not None and picker.order.get("do") == verb:
            return self.order_of({**picker.order, picker.field: picker.first})
        result = [self.order_of(entry.order) for entry in choices.buttons]
        typed = {self.names.typed(order): order for order in result}
        mine = {text: order for text, order in typed.items() if text.split()[0] == verb}
        if not mine:
            return self.names.parse(verb, seen.view)  # which says how it is written
        most = max(mine, key=lambda text: len(text.split()))
        if all(set(text.split()) <= set(most.split()) for text in mine):
            return mine[most]
        raise BadText(f"Choose: {', '.join(mine)}.")

    # Ways

    def _parsed(self, seen: Seen, words: Sequence[str]) -> tuple[Order, list[str]]:
        """The order as it is written, and words behind it that say how to get there: road, bonus."""
        try:
            return self.names.parse(" ".join(words), seen.view), []
        except UserError:
            unit = next((word for word in words[1:] if self.names.is_unit(word)), None)
            if unit is None or len(words) < 4:
                raise
            ways = seen.reach(self.names.unit(unit))
            told = {word for way in ways for word in _about(way)}
            wishes = [word.lower() for word in words[3:] if word.lower() in told]
            if not wishes:
                raise
            left = [word for word in words if word.lower() not in wishes]
            return self.names.parse(" ".join(left), seen.view), wishes

    def _by_the_best_way(self, seen: Seen, order: Order, wishes: Sequence[str]) -> Reading:
        """An order that names only where its way ends gets the way the table would take."""
        plain = msgspec.to_builtins(order)
        field = next((name for name in PATHS if name in plain), "")
        if not field or len(plain[field]) > 1:
            return Reading((order,))
        goal = plain[field][0] if plain[field] else plain.get("target", "")
        unit = plain.get("unit") or next(iter(plain.get("units", ())), "")
        ways = seen.reach(unit) if unit in self.names.units else []
        alike = [way for way in ways if way.hex.lower() == goal.lower() and _alike(plain, way.order, field)]
        legal = seen.check(order) is None
        if alike:
            return self._taken(order if legal and not wishes else None, alike, wishes, goal)
        if legal or plain["do"] not in {way.order["do"] for way in ways}:
            return Reading((order,))
        reasons = seen.why(unit, goal)
        if not reasons:
            return Reading((order,))
        head: Lines = [[f"{self.names.units[unit].name} can't go to {self.names.place(goal)}:"]]
        return Reading((), [*head, *(self.names.refusal_line(reason, "  ") for reason in reasons)])

    def _taken(self, said: Order | None, ways: list[Way], wishes: Sequence[str], goal: str) -> Reading:
        """The step as it was said, the way that was wished for, or the first; and what else there is."""
        fit = [way for way in ways if all(wish in _about(way) for wish in wishes)]
        if not fit:
            raise BadText(
                f"No such route to {self.names.place(goal)}. Routes there: {'; '.join(map(_said, ways))}."
            )
        chosen = said or self.order_of(fit[0].order)
        notes: Lines = []
        for way in ways[: MOST_OTHERS + 1] if not wishes else []:
            text = self.names.typed(self.order_of(way.order))
            if text != self.names.typed(chosen):
                notes.append([(f"  (or: {text}: {_said(way)})", "quiet")])
        return Reading((chosen,), notes)

    def _risks(self, seen: Seen, order: Order) -> Lines:
        """What dice may make of a move besides what they mostly make of it, as the log would tell it."""
        chances = seen.forecast(order) if any(hasattr(order, name) for name in PATHS) else ()
        likely: defaultdict[tuple[type, ...], Fraction] = defaultdict(Fraction)
        for chance in chances:
            likely[tuple(map(type, chance.events))] += chance.probability
        usual = max(likely, key=lambda kinds: likely[kinds], default=())
        lines: Lines = []
        for chance in chances:
            worse = [event for event in chance.events if type(event) not in usual]
            if worse:
                rule = next((getattr(event, "rule", "") for event in reversed(chance.events)), "")
                told = f"  (risk {float(chance.probability):.0%}: {self.game.tell(worse[0])}) "
                lines.append([(told, "quiet"), (f"[{rule}]" if rule else "", "rule")])
        return lines

    # Attacks

    def _attack(self, seen: Seen, words: Sequence[str]) -> Reading:
        """An attack without its attackers: those the table proposes, with the odds, and a question."""
        lower = [word.lower() for word in words]
        cut = lower.index("with") if "with" in lower else len(words)
        hexes = self.hexes(words[:cut])
        if cut < len(words) and not words[cut + 1 :]:
            raise BadText("Write it as: attack HEX with UNIT ...")
        units = [self.names.unit(word) for word in words[cut + 1 :] if word.lower() != "and"]
        result = seen.odds(hexes, units) if units else self.proposed(seen, hexes)
        if result is None or result.refusal is not None or not (result.orders or result.order):
            return Reading((), self._no_attack(seen, hexes, result))
        orders = [self.order_of(plain) for plain in result.orders or [result.order or {}]]
        refusal = seen.check(orders[0])
        if refusal is not None:
            return Reading((), [self.names.refusal_line(refusal)])
        if units and all(order.irrevocable is None for order in orders):
            return Reading(orders)
        lines = [
            *odds_lines(self.at, self.names, self.heading(hexes), result),
            *self._hints(result),
        ]
        return Reading(orders, lines, f"{result.do or 'Declare this attack'}?", f"attack {','.join(hexes)}")

    def hexes(self, words: Sequence[str]) -> list[str]:
        """The hexes of an attack: one by one, with commas, or one place of several words."""
        if not words:
            raise BadText("Name the hex: attack HEX, or attack HEX with UNIT ...")
        if self.names.is_hex(" ".join(words)):
            return [self.names.hex(words)]
        said = [part for word in words for part in ([word] if self.names.is_hex(word) else word.split(","))]
        named = [word for word in said if word and word.lower() != "and"]
        if not named:
            raise BadText("Name the hex: attack HEX, or attack HEX with UNIT ...")
        return [self.names.hex(word) for word in named]

    def heading(self, hexes: Sequence[str]) -> str:
        return f"Attack on {' and '.join(self.names.place(hex_) for hex_ in hexes)}"

    def _offered(self, seen: Seen, hexes: Sequence[str]) -> list[Target]:
        targets = {target.hex: target for target in seen.choices.targets}
        return [targets[hex_] for hex_ in hexes if hex_ in targets]

    def proposed(self, seen: Seen, hexes: Sequence[str]) -> Odds | None:
        """The attack as the table proposes it; where none is legal, what speaks against it; None: nobody."""
        units = seen.propose(hexes)
        return seen.odds(hexes, units) if units else None

    def _no_attack(self, seen: Seen, hexes: Sequence[str], found: Odds | None) -> Lines:
        """Why there is none; and the hexes with which these can be attacked together."""
        if found is not None and found.refusal is not None:
            lines: Lines = [self.names.refusal_line(found.refusal)]
        else:
            lines = [self.names.refusal_line(r) for r in seen.why(None, hexes[0])]
        offered = self._offered(seen, hexes)
        near = list(
            dict.fromkeys(other for target in offered for other in target.with_ if other not in hexes)
        )
        for size in (1, 2):
            for more in combinations(near, size):
                other = self.proposed(seen, (*hexes, *more)) if len(offered) == len(hexes) else None
                if other is not None and other.refusal is None:
                    text = f"attack {','.join((*hexes, *more))}"
                    return [*lines, [f"You can attack it together with others: {text}"]]
        return lines or [["None of your units can attack there now."]]

    def _hints(self, found: Odds) -> Lines:
        """Who else may join, with the column each would make of it, and other ways to give the attack."""
        joining = ", ".join(f"{self.names.short(change.unit)} {change.column}" for change in found.more or ())
        lines: Lines = [[(f"  (can join: {joining})", "quiet")]] if joining else []
        for entry in found.attach[:MOST_OTHERS]:
            plain = entry.orders or [entry.order or {}]
            text = "; ".join(self.names.typed(self.order_of(order)) for order in plain)
            lines.append([(f"  ({entry.label}: {text})", "quiet")])
        return lines

    # Formations

    def _march(self, seen: Seen, words: Sequence[str]) -> Reading:
        """A formation towards a hex: the orders that bring it there."""
        stage = self.at.stage
        modes = [name for name, _ in stage.march_modes] + [stage.outlines]
        mode = next((m for m in modes for word in words[2:] if word.lower() in m.split()), "")
        if len(words) < 2 or (words[2:] and not mode):
            raise BadText("Write it as: march FORMATION HEX [MODE]")
        known = {unit.id for unit in seen.board.units}
        units = [unit for unit in self.names.formation(seen.own, words[0]) if unit in known]
        result = seen.march(units, self.names.hex(words[1]), mode)
        if result is None:
            raise BadText("This game has no marches. Move each unit: move UNIT HEX.")
        lines: Lines = [[f"  {step.label}"] for step in result.steps]
        lines += [self.names.refusal_line(stay) for stay in result.stay]
        if not result.steps:
            return Reading((), lines or [["None of its units can march now."]])
        orders = [self.order_of(step.order) for step in result.steps]
        many = f"these {len(orders)} orders" if len(orders) > 1 else "this order"
        return Reading(orders, lines, f"Give {many}?")


def is_keys(words: Sequence[str]) -> bool:
    """Are the words direction keys, each by itself?"""
    return bool(words) and all(len(word) == 1 and word in KEYS for word in words)


def _about(way: Way) -> set[str]:
    """The words that tell ways to one hex apart."""
    return set(" ".join([way.mode, way.label, *way.marks]).lower().replace(":", " ").split())


def _said(way: Way) -> str:
    left = f"{way.left} left" if way.left and not way.measure else ""
    return ", ".join(part for part in (way.mode, left, way.label) if part)


def _alike(said: dict[str, Any], order: dict[str, Any], field: str) -> bool:
    """Do two orders differ in nothing but the way?"""
    rest = {name: value for name, value in said.items() if name != field}
    return rest == {name: value for name, value in order.items() if name != field}
