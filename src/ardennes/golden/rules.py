"""Rules goldens: the orders of a match, and after each a digest and the fields of the state that changed.

    start 3844ccf1cc6cf95e
    1 allied
      hide_dump 909 =7Qe phase=1 stack:3f where:1c
    2 german
      choose_setup historical =b29 phase=2 stack:9d
    end german win, U.S. Tactical Victory, points 2, margin -1; position 0123456789abcdef, saved as ...

A line `NUMBER SIDE` stands before the orders of a side. After `=` is the digest of the position, then the
fields that changed: `name=value` where the value is short, `name:digest` otherwise. Replaying a file needs no
computer player and compares no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.golden import matches
from ardennes.golden.changes import changes
from ardennes.golden.file import END, RULES, SAY, Given, Golden, Lines, check_order, head_text
from ardennes.golden.matches import Difference, Pair, Watch, new_game, position_digest, short_digest
from ardennes.golden.order_text import order_text
from ardennes.kernel.contract import AnyGame, Order, Refused
from ardennes.kernel.match import Match

START = re.compile(r"start ([0-9a-f]{16})")
ORDER = re.compile(r"(.+) =(\w{3})((?: \w+[=:]\S+)*)")
FIELD = re.compile(r"(\w+)([=:]\S+)")
SHORT = re.compile(r"[^\s\"]{1,6}")  # a value that is written in full
NOT_RECORDED = "{0} is not recorded yet: " + matches.RECORD + ' {0} --reason "..."'


class Step(NamedTuple):
    """One order and the position after it, as recorded."""

    given: Given
    digest: str
    fields: str  # those that changed


@dataclass(frozen=True)
class RulesGolden:
    """A rules golden. An unrecorded one has only a head; a match by hand also has its orders as text."""

    golden: Golden
    start: str = ""
    steps: tuple[Step, ...] = ()
    end: str = ""
    said: tuple[str, ...] = ()  # lines `say SIDE: ORDER` and recorded orders of a match written by hand

    @property
    def recorded(self) -> bool:
        return bool(self.end)


def read(lines: Lines) -> RulesGolden:
    golden = lines.head()
    if lines.over:
        return RulesGolden(golden)
    if any(line.startswith(SAY) for line in lines.lines):
        return RulesGolden(golden, said=tuple(_said(lines)))
    start = lines.match(START, "start FINGERPRINT")[1]
    steps: list[Step] = []
    for side, line, text in lines.orders():
        parts = ORDER.fullmatch(text)
        if parts is None:
            lines.fail("ORDER =DIGEST FIELDS", line - 1)
        steps.append(Step(Given(len(steps) + 1, side, parts[1], line), parts[2], parts[3].strip()))
    return RulesGolden(golden, start, tuple(steps), lines.end())


def _said(lines: Lines) -> Iterator[str]:
    """Return the orders of a match by hand, recorded ones included, each as `SIDE: ORDER`."""
    side = ""
    while not lines.over:
        if lines.starts(SAY):
            yield lines.take(SAY, "")
        elif lines.starts("  "):
            text = lines.take("  ", "")
            parts = ORDER.fullmatch(text)
            yield f"{side}: ={parts[1] if parts else text}"
        elif lines.starts("start ") or lines.starts(END):
            lines.at += 1
        else:
            side = lines.take("", "").split(" ")[-1]


def field_marks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return the fields that differ between two recorded states, each with its new value or its digest."""
    marks = []
    for name, value in after.items():
        if before[name] != value:
            text = msgspec.json.encode(value).decode()
            if isinstance(value, int | None) and SHORT.fullmatch(text):
                marks.append(f"{name}={text}")
            else:
                marks.append(f"{name}:{short_digest(text.encode(), 2)}")
    return " ".join(marks)


def step_digest(match: Match[Any]) -> str:
    return short_digest(position_digest(match).encode(), 3)


def ending(match: Match[Any]) -> str:
    """Return the result without its texts, and fingerprints of the last position and its saved form."""
    result = match.result()
    saved = short_digest(msgspec.json.encode(match.state.record(), order="sorted"), 10)
    words = "not over"
    if result is not None:
        winner = "draw" if result.winner is None else f"{match.game.sides[result.winner]} win"
        words = f"{winner}, {result.level}, points {result.points}, margin {result.margin}"
    return f"{words}; position {position_digest(match)}, saved as {saved}"


# Recording


class Writer:
    """Play a match and write its file."""

    def __init__(self, game: AnyGame, golden: Golden) -> None:
        self.golden, self.side = golden, -1
        self.match = new_game(game, golden.recipe)
        self.record = self.match.state.record()
        self.lines = [head_text(RULES, golden.recipe, game.version), f"start {position_digest(self.match)}"]

    def give(self, side: int, order: Order) -> None:
        """Give an order and write it; raise Refused if it is illegal."""
        self.match.play(side, order)
        if side != self.side:
            self.lines.append(f"{self.match.seq} {self.match.game.sides[side]}")
            self.side = side
        record = self.match.state.record()
        marks = field_marks(self.record, record)
        text = order_text(self.match.game, order)
        self.lines.append(f"  {text} ={step_digest(self.match)} {marks}".rstrip())
        self.record = record

    def text(self) -> str:
        return "\n".join([*self.lines, f"{END} {ending(self.match)}", ""])


# Replaying


def replay(lines: Lines, game: AnyGame, watch: Watch = matches.no_watch) -> tuple[int, Difference | None]:
    """Replay a rules golden; return how many orders it has, and the first difference."""
    old = read(lines)
    golden = old.golden
    if not old.recorded:
        raise UserError(NOT_RECORDED.format(golden.full_name))
    return len(old.steps), matches.version_difference(golden, game) or _replay(lines, old, game, watch)


def _replay(lines: Lines, old: RulesGolden, game: AnyGame, watch: Watch) -> Difference | None:
    golden = old.golden
    match = new_game(game, golden.recipe)
    if position_digest(match) != old.start:
        return _difference(golden, game, "the start", [Pair("position", old.start, position_digest(match))])
    watch(match, ())
    for step in old.steps:
        order = check_order(lines, game, step.given)
        before = match.state
        try:
            events = match.play(game.sides.index(step.given.side), order)
        except Refused as refused:
            pair = Pair("order", "given", f"refused: {refused}")
            return _difference(golden, game, step.given.title, [pair], step)
        except Exception as error:
            pair = Pair("order", "given", f"{type(error).__name__}: {error}")
            return _difference(golden, game, step.given.title, [pair], step)
        if step_digest(match) != step.digest:
            return _state_difference(golden, game, step, before.record(), match)
        watch(match, events)
    if ending(match) != old.end:
        return _difference(golden, game, "the end", [Pair("result", old.end, ending(match))])
    return None


def _state_difference(
    golden: Golden, game: AnyGame, step: Step, before: Mapping[str, Any], match: Match[Any]
) -> Difference:
    """Return which fields differ: their recorded digests, and their present changes."""
    after = match.state.record()
    recorded = dict(_marks(step.fields))
    now = dict(_marks(field_marks(before, after)))
    facts = {fact.split(" ", 1)[0]: fact for fact in changes(before, after, match.state.boards)}
    pairs, fields = [], []
    for name in (*recorded, *(name for name in now if name not in recorded)):
        if recorded.get(name) != now.get(name):
            fields.append(name)
            value = (
                f"{name}{now[name]}   {facts[name].removeprefix(name).strip()}"
                if name in now
                else "unchanged"
            )
            pairs.append(Pair(name, f"{name}{recorded[name]}" if name in recorded else "unchanged", value))
    if not pairs:
        pairs = [Pair("position (no field changed otherwise)", step.digest, step_digest(match))]
    return _difference(golden, game, step.given.title, pairs, step, tuple(fields))


def _marks(text: str) -> Iterator[tuple[str, str]]:
    for mark in text.split():
        parts = FIELD.fullmatch(mark)
        assert parts is not None
        yield parts[1], parts[2]


def _difference(
    golden: Golden,
    game: AnyGame,
    where: str,
    pairs: list[Pair],
    step: Step | None = None,
    fields: tuple[str, ...] = (),
) -> Difference:
    remedy = matches.outcome_remedy(golden, game)
    number = step.given.number if step else 0
    return Difference(golden.full_name, matches.OUTCOME, where, tuple(pairs), remedy, number, fields)


# For tests and tools


def load(golden: RulesGolden, game: AnyGame, orders: int | None = None) -> Match[Any]:
    """Replay the orders of a rules golden, or its first ones, without comparing anything."""
    match = new_game(game, golden.golden.recipe)
    for step in golden.steps[:orders]:
        match.play(game.sides.index(step.given.side), step.given.order(game))
    return match
