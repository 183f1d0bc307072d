"""Wording goldens: a few short matches with every event, each line of the log, and what each side knows.

    start 3844ccf1cc6cf95e
    1 allied
      hide_dump 909 =7Qe knows f3aQ w01b
        dump_hidden 0aQ3 The fuel dump is hidden in 909.
          german: The fuel dump is hidden.

After `knows` is for each side a digest of its view of the position and of the events as it sees them. Each
event has its kind, a digest and its line of the log; below it the line of each side that reads a different
one, or `-` if the side reads nothing. `german:` right below an order is the line of a side that sees no
event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.golden import matches, rules
from ardennes.golden.file import END, WORDING, Given, Golden, Lines, check_order, head_text
from ardennes.golden.matches import Difference, Pair, new_game, position_digest, short_digest
from ardennes.golden.order_text import order_text
from ardennes.kernel.contract import AnyGame, Event, Order, Refused
from ardennes.kernel.match import Match
from ardennes.kernel.visibility import visible_event

ORDER = re.compile(r"(.+) =(\w{3}) knows ([\w ]+)")


class Step(NamedTuple):
    """One order and everything that is said about it, as recorded."""

    given: Given
    digest: str
    knows: str
    lines: tuple[str, ...]


class WordingGolden(NamedTuple):
    golden: Golden
    start: str
    steps: tuple[Step, ...]
    end: str


def read(lines: Lines) -> WordingGolden:
    golden = lines.head()
    if lines.over:
        return WordingGolden(golden, "", (), "")
    start = lines.match(rules.START, "start FINGERPRINT")[1]
    steps: list[Step] = []
    for side, line, text in lines.orders():
        parts = ORDER.fullmatch(text)
        if parts is None:
            lines.fail("ORDER =DIGEST knows DIGESTS", line - 1)
        given = Given(len(steps) + 1, side, parts[1], line)
        steps.append(Step(given, parts[2], parts[3], tuple(lines.all_with("    "))))
    return WordingGolden(golden, start, tuple(steps), lines.end())


def knows(match: Match[Any], events: Sequence[Event]) -> str:
    """Return by side a digest of its view of the position and of the events as it sees them."""
    marks = []
    for side in range(len(match.game.sides)):
        visible = msgspec.json.encode([visible_event(match.game, event, side) for event in events])
        marks.append(short_digest(match.game.view(match.state, side).digest().encode() + visible, 4))
    return " ".join(marks)


def log_lines(match: Match[Any], side: int, order: Order, events: Sequence[Event]) -> Iterator[str]:
    """Return every event with its log line, and the lines of sides that read something else."""
    game = match.game
    reads = dict.fromkeys(game.sides, False)
    below: list[str] = []
    for event in events:
        line = _one_line(game.tell(event))
        below.append(f"{_mark(event)} {line}".rstrip())
        for reader, name in enumerate(game.sides):
            visible = visible_event(game, event, reader)
            reads[name] |= visible is not None
            own = "-" if visible is None else _one_line(game.tell(visible))
            if own != line:
                below.append(f"  {name}: {own}")
    for reader, name in enumerate(game.sides):
        if not reads[name] and (reader == side or not order.quiet_in(match.state)):
            yield f"{name}: {order.log_line.format(side=game.sides[side].capitalize())}"
    yield from below


def _mark(event: Event) -> str:
    return f"{event.__struct_config__.tag} {short_digest(msgspec.json.encode(event), 4)}"


def _one_line(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


# Recording


def record(game: AnyGame, lines: Lines) -> str:
    """Replay the orders of a file, or those of the rules golden of that name if it has none yet."""
    old = read(lines)
    golden, orders = old.golden, [step.given for step in old.steps]
    if not old.end:
        path = golden.path.parents[2] / "rules" / f"{golden.name}.golden"
        orders = [step.given for step in rules.read(Lines(path)).steps[: golden.recipe.limit]]
    match = new_game(game, golden.recipe)
    text = [head_text(WORDING, golden.recipe, game.version), f"start {position_digest(match)}"]
    side = ""
    for given in orders:
        order = check_order(lines, game, given)
        try:
            events = match.play(matches.side_number(golden, game, given.side, given.title), order)
        except Refused as refused:
            raise UserError(f"{golden.full_name}: {given.title} is refused: {refused}") from None
        if given.side != side:
            side = given.side
            text.append(f"{match.seq} {side}")
        text.append(f"  {order_text(game, order)} ={rules.step_digest(match)} knows {knows(match, events)}")
        text += [f"    {line}" for line in log_lines(match, game.sides.index(side), order, events)]
    return "\n".join([*text, f"{END} {ending(match)}", ""])


def ending(match: Match[Any]) -> str:
    """Say how the match ended, in a sentence."""
    result = match.result()
    return "not over" if result is None else msgspec.json.encode(result).decode()


# Replaying


def replay(lines: Lines, game: AnyGame) -> tuple[int, Difference | None]:
    """Replay a wording golden; return how many orders it has, and the first difference.

    A difference in the result comes before all others.
    """
    old = read(lines)
    if not old.end:
        raise UserError(rules.NOT_RECORDED.format(old.golden.full_name))
    return len(old.steps), matches.version_difference(old.golden, game) or _replay(lines, old, game)


def _replay(lines: Lines, old: WordingGolden, game: AnyGame) -> Difference | None:
    golden = old.golden
    match = new_game(game, golden.recipe)
    if position_digest(match) != old.start:
        pair = Pair("position", old.start, position_digest(match))
        return _difference(golden, game, matches.OUTCOME, "the start", pair)
    first: Difference | None = None
    for step in old.steps:
        given = step.given
        order = check_order(lines, game, given)
        try:
            events = match.play(game.sides.index(given.side), order)
        except Refused as refused:
            pair = Pair("order", "given", f"refused: {refused}")
            return _difference(golden, game, matches.OUTCOME, given.title, pair)
        if rules.step_digest(match) != step.digest:
            pair = Pair("position", step.digest, rules.step_digest(match))
            return _difference(golden, game, matches.OUTCOME, given.title, pair)
        said = tuple(log_lines(match, game.sides.index(given.side), order, events))
        first = first or _wording_difference(golden, game, step, knows(match, events), said)
    if ending(match) != old.end:
        pair = Pair("result", old.end, ending(match))
        first = first or _difference(golden, game, matches.WORDS, "the end", pair)
    return first


def _wording_difference(
    golden: Golden, game: AnyGame, step: Step, now_knows: str, now: tuple[str, ...]
) -> Difference | None:
    if now == step.lines and now_knows == step.knows:
        return None
    if _events(now) != _events(step.lines):
        kind = matches.EVENTS
    elif now_knows != step.knows:
        pair = Pair(f"what the sides know ({', '.join(game.sides)})", step.knows, now_knows)
        return _difference(golden, game, matches.KNOWN, step.given.title, pair)
    else:
        kind = matches.WORDS
    old_line, new_line = next((a, b) for a, b in zip_longest(step.lines, now, fillvalue="none") if a != b)
    return _difference(golden, game, kind, step.given.title, Pair("line", old_line.strip(), new_line.strip()))


def _events(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines without their text: kind and digest of an event, or the side that reads the line."""
    return [
        line.split(" ", 2)[:2] for line in lines if not line.split(" ")[0].endswith(":") and line[0] != " "
    ]


def _difference(golden: Golden, game: AnyGame, kind: str, where: str, pair: Pair) -> Difference:
    again = matches.record_again(golden)
    remedy = {
        matches.OUTCOME: matches.outcome_remedy(golden, game),
        matches.EVENTS: f"The events changed, the positions did not: fix the code or, if intended, {again}",
        matches.KNOWN: "What a side knows of the same position changed (game.view, Event.seen_by): fix the "
        f"code or, if intended, {again}",
        matches.WORDS: f"Only the wording of the log changed: fix it or, if intended, {again}",
    }[kind]
    return Difference(golden.full_name, kind, where, (pair,), remedy)
