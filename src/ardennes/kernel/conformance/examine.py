"""Examine one game: play it, then replay it and check selected states."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from ardennes.kernel.conformance.copies import check_copies
from ardennes.kernel.conformance.forecasts import check_forecasts
from ardennes.kernel.conformance.hidden import check_hidden
from ardennes.kernel.conformance.legality import check_legality, check_order
from ardennes.kernel.conformance.matches import check_end, check_match, check_replay
from ardennes.kernel.conformance.mutate import Vocabulary
from ardennes.kernel.conformance.play import Blaming, PlayedGame
from ardennes.kernel.conformance.report import Found, Level
from ardennes.kernel.conformance.scene import Scene
from ardennes.kernel.contract import AnyGame, Order, Refused
from ardennes.kernel.match import Match, Setting

Journal = Sequence[tuple[int, Order]]


def examine_state(scene: Scene) -> None:
    """Run all checks of one state."""
    check_legality(scene)
    check_copies(scene)
    check_hidden(scene)
    check_forecasts(scene)
    scene.done["states examined"] += 1


def give(match: Match[Any], side: int, order: Order) -> None:
    """Give one order of the journal through the match."""
    check_order(match.game, side, order)
    with Blaming("apply", side, order):
        try:
            match.play(side, order)
        except Refused as refused:
            raise Found("replay", f"legal when it was played, refused now: {refused}", side, order) from None


def pick_states(journal: Journal, count: int, rng: Random) -> list[int]:
    """Choose the orders before which to check: every kind of order gets its turn, and so does the end."""
    by_kind: dict[str, list[int]] = defaultdict(list)
    for seq, (_, order) in enumerate(journal):
        by_kind[type(order).__name__].append(seq)
    for places in by_kind.values():
        rng.shuffle(places)
    kinds = sorted(by_kind)
    rng.shuffle(kinds)
    picked = {len(journal)}
    while len(picked) <= min(count, len(journal)):
        for kind in kinds:
            if by_kind[kind] and len(picked) <= count:
                picked.add(by_kind[kind].pop())
    return sorted(picked)


def examine_game(game: AnyGame, played: PlayedGame, level: Level, rng: Random, done: Counter[str]) -> None:
    """Replay a finished game and check it; cut `played.journal` to where a fault shows."""
    journal, vocabulary = list(played.journal), Vocabulary()
    played.journal.clear()
    with Blaming("start"):
        match: Match[Any] = Match(game, played.setting)
    picks = pick_states(journal, level.states, rng)
    matches = set(rng.sample(picks, min(level.matches, len(picks))))
    marks = set()
    for seq in range(len(journal) + 1):
        if seq in picks:
            examine_state(Scene(game, match.state, match.dice, level, rng, done, vocabulary))
        if seq in matches:
            check_match(match, rng)
            done["matches examined"] += 1
        marks.add(game.phase_mark(match.state))
        if seq < len(journal):
            give(match, *journal[seq])
            played.journal.append(journal[seq])
            vocabulary.learn(journal[seq][1])
    check_end(match)
    check_replay(match)
    if game.result(match.state) != played.result:
        raise Found("replay", "played again the game ends with another result")
    if len(marks) < 2 and len({side for side, _ in journal}) > 1:
        raise Found("phase-mark", "the phase mark never changed in a whole game of both sides")


def fault_in(
    game: AnyGame,
    setting: Setting,
    journal: Journal,
    level: Level,
    rng: Random,
    suspects: tuple[tuple[int, Order], ...] = (),
) -> Found | None:
    """Return the fault that shows after exactly these orders, or None. Raise Refused if the orders are not a
    legal game.
    """
    try:
        with Blaming("start"):
            match: Match[Any] = Match(game, setting)
        vocabulary = Vocabulary()
        for side, order in journal:
            with Blaming("to_move, check", side, order):
                refusal = match.check(side, order)
            if refusal is not None:
                raise Refused(refusal)
            give(match, side, order)
            vocabulary.learn(order)
        scene = Scene(game, match.state, match.dice, level, rng, Counter(), vocabulary, suspects)
        examine_state(scene)
        check_match(match, rng)
        check_replay(match)
    except Found as found:
        return found
    return None
