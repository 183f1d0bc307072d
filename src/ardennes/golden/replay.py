"""Playing a golden match again, and telling the first thing that comes out otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.golden.facts import first_difference, state_changes
from ardennes.golden.file import Golden, Recipe, Step
from ardennes.kernel.contract import AnyGame, Event, Order, Refused
from ardennes.kernel.match import Match, Setting, settle_options

RECORD = "python -m ardennes.golden record"
VERSION, OUTCOME, EVENTS, KNOWN, WORDS = (
    "version",
    "outcome",
    "events",
    "known",
    "words",
)  # kinds of difference


Watch = Callable[[Match[Any], Sequence[Event]], None]  # told of the start, and of every order with its events


class Pair(NamedTuple):
    """Something as it was recorded and as it is now."""

    what: str
    recorded: str
    now: str


@dataclass(frozen=True)
class Difference:
    """The first order of a golden match that does not come out as recorded, and what does not."""

    name: str
    kind: str
    order: str  # where, and the order as recorded
    pairs: tuple[Pair, ...]
    remedy: str

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.order}"]
        for pair in self.pairs:
            lines += [f"  {pair.what}", f"    recorded  {pair.recorded}", f"    now       {pair.now}"]
        return "\n".join([*lines, f"  {self.remedy}"])


def new_game(game: AnyGame, recipe: Recipe) -> Match[Any]:
    """The match of a recipe before its first order."""
    options = settle_options(game, recipe.options)
    return Match(game, Setting(recipe.scenario, options, seed_from_number(recipe.seed)))


def position(match: Match[Any]) -> str:
    """Fingerprint and dice, as they are written below an order."""
    digest = match.journal[-1].digest if match.journal else match.start_digest
    return f"{digest} dice {match.state.rolls}"


def known(match: Match[Any], events: Sequence[Event]) -> str:
    """By side, a fingerprint of its view of the position and of the events as it sees them."""
    marks = []
    for side in range(len(match.game.sides)):
        seen = msgspec.json.encode([event.seen_by(side) for event in events])
        view = match.game.view(match.state, side).digest().encode()
        marks.append(hashlib.blake2b(view + seen, digest_size=4).hexdigest())
    return " ".join(marks)


def written(order: Order) -> str:
    return msgspec.json.encode(order).decode()


def event_line(game: AnyGame, event: Event) -> str:
    """Kind, fingerprint of the JSON, and the line of the log."""
    mark = hashlib.blake2b(msgspec.json.encode(event), digest_size=4).hexdigest()
    told = game.tell(event).replace("\\", "\\\\").replace("\n", "\\n")
    return f"{event.__struct_config__.tag} {mark} {told}".rstrip()


def ending(match: Match[Any]) -> str:
    """The result, or that there is none yet; and a fingerprint of the last position as it is saved."""
    result = match.result()
    saved = msgspec.json.encode(match.state.record(), order="sorted")
    words = "not over" if result is None else msgspec.json.encode(result).decode()
    return f"{words}, saved as {hashlib.blake2b(saved, digest_size=8).hexdigest()}"


def take_step(match: Match[Any], side: int, order: Order) -> Step:
    """Give an order and write down everything that comes of it; raises Refused."""
    before, game = match.state, match.game
    events = match.play(side, order)
    return Step(
        match.seq,
        game.sides[side],
        written(order),
        position(match),
        known(match, events),
        tuple(event_line(game, event) for event in events),
        tuple(state_changes(before, match.state)),
    )


def replay(
    golden: Golden, find_game: Callable[[str], AnyGame], watch: Watch = lambda match, events: None
) -> Difference | None:
    """Play a golden match again: None when all comes out as recorded, else the first difference. One of the
    outcome goes before all others: what was only told otherwise does not change how the match goes on."""
    if not golden.recorded:
        raise UserError(f'{golden.name} is not recorded yet: {RECORD} {golden.name} --reason "..."')
    game = find_game(golden.recipe.game)
    if golden.rules != game.version:
        versions = Pair("rules version", golden.rules, game.version)
        remedy = f"The rules version changed: {_anew(golden)}"
        return Difference(golden.name, VERSION, "recorded under another rules version", (versions,), remedy)
    match = new_game(game, golden.recipe)
    if position(match) != golden.start:
        pair = Pair("position", golden.start, position(match))
        return _difference(golden, game, OUTCOME, "the start", [pair])
    first: Difference | None = None
    watch(match, ())
    for step in golden.steps:
        found = _again(golden, match, step, watch)
        if found is not None and found.kind == OUTCOME:
            return found
        first = first or found
    if ending(match) != golden.end:
        return _difference(golden, game, OUTCOME, "the end", [Pair("result", golden.end, ending(match))])
    return first


def _again(golden: Golden, match: Match[Any], step: Step, watch: Watch) -> Difference | None:
    """One order again, with all that is written below it compared."""
    game, before = match.game, match.state
    try:
        order = game.read_order(msgspec.json.decode(step.order))
        events = match.play(game.sides.index(step.side), order)
    except Refused as refused:
        return _order_difference(golden, game, step, OUTCOME, [Pair("order", "given", f"refused: {refused}")])
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
        return _order_difference(golden, game, step, OUTCOME, [Pair("order", "given", failed)])
    watch(match, events)
    lines = [event_line(game, event) for event in events]
    same_place = position(match) == step.after and written(order) == step.order
    knows = known(match, events)
    if same_place and tuple(lines) == step.events and knows == step.known:
        return None
    pairs = _event_pairs(step.events, lines, events)
    if not same_place:
        kind = OUTCOME
        pairs += _place_pairs(step, order, match, state_changes(before, match.state))
    elif _unworded(step.events) != _unworded(lines):
        kind = EVENTS
    elif knows != step.known:
        kind = KNOWN
        pairs.append(Pair(f"what the sides know ({', '.join(game.sides)})", step.known, knows))
    else:
        kind = WORDS
    return _order_difference(golden, game, step, kind, pairs)


def _unworded(lines: Sequence[str]) -> list[list[str]]:
    return [line.split(" ", 2)[:2] for line in lines]


def _event_pairs(recorded: Sequence[str], now: Sequence[str], events: Sequence[Event]) -> list[Pair]:
    for number, (old, new) in enumerate(zip_longest(recorded, now), 1):
        if old != new:
            is_now = "none" if new is None else f"{new} {msgspec.json.encode(events[number - 1]).decode()}"
            return [Pair(f"event {number}", old or "none", is_now)]
    return []


def _place_pairs(step: Step, order: Order, match: Match[Any], facts: list[str]) -> list[Pair]:
    pairs = []
    if written(order) != step.order:
        pairs.append(Pair("order as written", step.order, written(order)))
    recorded, now = first_difference(list(step.facts), facts)
    if recorded != now:
        pairs.append(Pair("fact", recorded, now))
    if position(match) != step.after:
        pairs.append(Pair("position", step.after, position(match)))
    return pairs


def _order_difference(golden: Golden, game: AnyGame, step: Step, kind: str, pairs: list[Pair]) -> Difference:
    return _difference(golden, game, kind, f"order {step.title} (line {step.line})", pairs)


def _difference(golden: Golden, game: AnyGame, kind: str, where: str, pairs: list[Pair]) -> Difference:
    remedy = {
        OUTCOME: "The outcome changed but the rules version did not: raise RULES_VERSION in "
        f"{type(game).__module__} or mend the code. After raising it, {_anew(golden)}",
        EVENTS: f"The events changed, the positions did not: mend the code, or, if meant, {_anew(golden)}",
        KNOWN: "What a side knows of the same position changed (game.view, Event.seen_by): mend the code, "
        f"or, if meant, {_anew(golden)}",
        WORDS: f"Only the words of the log changed: mend them, or, if meant, {_anew(golden)}",
    }[kind]
    return Difference(golden.name, kind, where, tuple(pairs), remedy)


def _anew(golden: Golden) -> str:
    return f'record anew: {RECORD} {golden.name} --reason "..."'
