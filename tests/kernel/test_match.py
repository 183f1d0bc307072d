"""Matches: undo and its limits, restart, fork, replay, and orders that fail half-way."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, ClassVar, get_args

import msgspec
import pytest

from ardennes.dice import Dice, DiceError, KeyedDice, ScriptedDice, SealedDice, chained, seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.contract import Event, Order, Refusal, Refused, Rolled
from ardennes.kernel.match import (
    CHOSEN,
    FILE,
    SERVER,
    SNAPSHOT_EVERY,
    CannotUndo,
    Entry,
    Match,
    ReplayError,
    Setting,
    known_to,
    new_match,
    settle_options,
    with_shares,
)
from ardennes.kernel.offers import orders, sample
from tests.kernel.playing import EndlessOutpost, endless_match, laid, play_on, random_match
from tests.kernel.toygame import Attack, Done, Field, Lay, Move, Outpost, Retreat


def test_an_illegal_order_is_refused_and_nothing_changes() -> None:
    match = laid()
    before, journal = match.state.digest(), list(match.journal)
    with pytest.raises(Refused, match="TOY-3") as refused:
        match.play(0, Move("R1", ("0501",)))
    assert refused.value.refusal.rule == "TOY-3"
    with pytest.raises(Refused, match="not your decision"):
        match.play(1, Done())
    assert (match.state.digest(), match.journal) == (before, journal)


class FailsHalfWay(Outpost):
    """Fail after the state has been changed, or change it into one that cannot be encoded."""

    where = ""

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        events = super().apply(state, side, order, dice)
        if self.where == "apply":
            raise RuntimeError("half way")
        if self.where == "digest":
            state.turns = 2**80
        return events

    def phase_mark(self, state: Field) -> tuple[int, ...]:
        if self.where == "mark":
            raise RuntimeError("no mark")
        return super().phase_mark(state)


@pytest.mark.parametrize("where", ["apply", "mark"])
def test_an_error_in_the_middle_of_an_order_leaves_the_match_as_it_was(where: str) -> None:
    game = FailsHalfWay()
    match = new_match(game, "short", seed=seed_from_number(1))
    match.play(0, Lay("0302"))
    before, journal, state = match.state.digest(), list(match.journal), match.state
    game.where = where
    with pytest.raises(RuntimeError):
        match.play(1, Lay("0402"))
    assert match.state is state
    assert (match.state.digest(), match.journal) == (before, journal)
    game.where = ""
    match.play(1, Lay("0402"))
    assert match.verify() == 2


def test_a_state_that_cannot_be_written_down_has_no_journal() -> None:
    game = FailsHalfWay()
    match = new_match(game, "short", seed=seed_from_number(1))
    game.where = "digest"
    match.play(0, Lay("0302"))
    with pytest.raises(OverflowError):
        _ = match.journal


def test_fingerprints_are_the_same_whenever_they_are_read() -> None:
    """Read the journal after every order or of many at once, the later half first or from the beginning."""
    early, late, halves = (new_match(Outpost(), "short", seed=seed_from_number(4)) for _ in range(3))
    rng = Random(4)
    while (side := next(iter(early.game.to_move(early.state)), -1)) >= 0 and early.seq < 2 * SNAPSHOT_EVERY:
        order = sample(early.offers(side), rng)
        assert order is not None
        for match in (early, late, halves):
            match.play(side, order)
        assert early.journal[-1].digest == early.state.digest()
    assert early.seq > 3
    tail = [entry for entry, _, _ in halves.replay(halves.seq // 2)]
    assert tail == early.journal[early.seq // 2 :]
    assert late.journal == halves.journal == early.journal


def test_a_match_whose_replay_ends_elsewhere_has_no_journal() -> None:
    match = new_match(Outpost(), "short", seed=seed_from_number(1))
    match.play(0, Lay("0302"))
    match.play(1, Lay("0402"))
    match.state.turns += 1
    with pytest.raises(ReplayError, match="another position"):
        _ = match.journal


def test_undo_takes_back_the_last_order() -> None:
    match = laid()
    before = match.state.digest()
    match.play(0, Move("R1", ("0201",)))
    assert match.why_no_undo(0) == ""
    assert match.undo(0) == Move("R1", ("0201",))
    assert (match.state.digest(), match.seq) == (before, 2)


def test_undo_has_limits_and_says_which() -> None:
    match = new_match(Outpost(), "short", seed=seed_from_number(1))
    with pytest.raises(CannotUndo, match="Nothing has been done"):
        match.undo(0)
    match.play(0, Lay("0302"))
    match.play(1, Lay("0201"))
    with pytest.raises(CannotUndo, match="other side's"):
        match.undo(0)
    match.play(0, Move("R1", ("0201",)))  # the blue mine is there
    assert match.journal[-1].final
    state = match.state.digest()
    with pytest.raises(CannotUndo, match="cannot be unknown"):
        match.undo(0)
    with pytest.raises(CannotUndo, match="cannot be unknown"):
        match.restart_phase(0)
    assert match.state.digest() == state


def ended() -> Match[Field]:
    """A match whose last order rolled no die, revealed nothing, and ended it."""
    match = laid()
    while match.result() is None:
        match.play(match.game.to_move(match.state)[0], Done())
    return match


def test_after_the_end_nothing_is_undone_whatever_the_last_order_was() -> None:
    match = ended()
    last, state = match.journal[-1], match.state.digest()
    assert (last.final, last.rolls) == (True, 0)
    for side in (0, 1):
        for take_back in (match.undo, match.restart_phase):
            with pytest.raises(CannotUndo, match="The match is over"):
                take_back(side)
    assert match.state.digest() == state


@pytest.mark.parametrize("snapshot", [False, True])
def test_an_end_recorded_as_open_to_undo_opens_and_is_final(snapshot: bool) -> None:
    match = ended()
    older = [*match.journal[:-1], msgspec.structs.replace(match.journal[-1], final=False)]
    again = new_match(match.game, "short", seed=match.setting.seed)
    again.restore(older, (match.seq, match.state.clone()) if snapshot else None)
    assert again.journal == match.journal
    with pytest.raises(CannotUndo):
        again.undo(again.journal[-1].side)


def test_only_the_end_may_be_recorded_so() -> None:
    match = ended()
    wrong = [msgspec.structs.replace(match.journal[0], final=True), *match.journal[1:]]
    with pytest.raises(ReplayError, match="recorded as final"):
        new_match(match.game, "short", seed=match.setting.seed).restore(wrong)


def test_a_reveal_without_a_die_stops_undo_too() -> None:
    class QuietMines(Outpost):
        def _roll(self, *_: Any) -> int:
            return 6

    match = new_match(QuietMines(), "short", seed=seed_from_number(1))
    match.play(0, Lay("0302"))
    match.play(1, Lay("0201"))
    match.play(0, Move("R1", ("0201",)))
    assert match.state.rolls == 0
    with pytest.raises(CannotUndo, match="hidden fact"):
        match.undo(0)


class Sworn(Move, frozen=True, tag="sworn"):
    """A move that a rule makes final."""

    irrevocable: ClassVar[Refusal | None] = Refusal("TOY-3", "A sworn move is final.")


def sworn(snapshot: bool) -> Match[Field]:
    """A match in which a final order lies between two others; from a snapshot, recorded as open to undo."""
    match = laid()
    match.play(0, Move("R1", ("0201",)))
    match.play(0, Sworn("R2", ("0202",)))
    assert (match.journal[-1].final, match.state.rolls) == (True, 0)
    match.play(0, Move("R3", ("0204",)))
    if not snapshot:
        return match
    older = [msgspec.structs.replace(entry, final=False) for entry in match.journal]
    again = new_match(match.game, "short", seed=match.setting.seed)
    again.restore(older, (match.seq, match.state.clone()))
    return again


@pytest.mark.parametrize("snapshot", [False, True])
@pytest.mark.parametrize("whole_phase", [False, True])
def test_a_final_order_stops_undo_and_restart_and_quotes_its_rule(snapshot: bool, whole_phase: bool) -> None:
    match = sworn(snapshot)
    (place,) = match.to_take_back(0, whole_phase=whole_phase)
    match.take_back((place,))
    assert match.journal[-1].order == Sworn("R2", ("0202",))
    assert match.why_no_undo(0) == "A sworn move is final. [TOY-3]"
    assert match.why_no_undo(1) == "The last order was the other side's."
    state = match.state.digest()
    for take_back in (match.undo, match.restart_phase):
        with pytest.raises(CannotUndo, match=r"A sworn move is final. \[TOY-3\]"):
            take_back(0)
    assert match.state.digest() == state
    assert match.fork(2).why_no_undo(0) == "The last order was the other side's."  # a fork may leave it out


def test_a_final_order_cites_a_rule_of_its_own_rulebook() -> None:
    final = set()
    for name in GAMES:
        game: Any = find_game(name)
        for kind in get_args(game.orders):
            if kind.irrevocable is not None:
                assert kind.irrevocable.rule in game.rule_ids()
                final.add((name, kind.__struct_config__.tag))
    assert final == {("breakthrough", "plot")}


def test_restart_goes_back_to_the_start_of_the_phase() -> None:
    match = laid()
    start = match.state.digest()
    match.play(0, Move("R1", ("0201",)))
    match.play(0, Move("R2", ("0202",)))
    assert match.restart_phase(0) == 2
    assert (match.state.digest(), match.seq) == (start, 2)
    with pytest.raises(CannotUndo, match="other side's"):
        match.restart_phase(0)


def test_restart_does_not_leave_the_phase_and_says_so() -> None:
    match = laid()
    match.play(0, Move("R1", ("0201",)))
    match.play(0, Done())
    with pytest.raises(CannotUndo, match="has just begun"):
        match.restart_phase(0)
    assert match.seq == 4
    match.undo(0)
    assert match.restart_phase(0) == 1


def test_restart_stops_at_the_last_die() -> None:
    match = new_match(Outpost(), "short", seed=seed_from_number(1))
    match.play(0, Lay("0302"))
    match.play(1, Lay("0201"))
    match.play(0, Move("R1", ("0201",)))
    after_the_mine = match.state.digest()
    match.play(0, Move("R2", ("0202",)))
    match.play(0, Move("R3", ("0204",)))
    assert match.restart_phase(0) == 2
    assert match.state.digest() == after_the_mine


def test_undo_over_a_snapshot() -> None:
    match = endless_match(3, SNAPSHOT_EVERY + 1)
    digests = [match.start_digest, *(entry.digest for entry in match.journal)]
    while not match.why_no_undo(match.journal[-1].side) and match.seq > SNAPSHOT_EVERY - 3:
        match.undo(match.journal[-1].side)
        assert match.state.digest() == digests[match.seq]
    assert match.seq == SNAPSHOT_EVERY - 3
    match = endless_match(3, SNAPSHOT_EVERY + 1)
    assert match.state_at(SNAPSHOT_EVERY).digest() == digests[SNAPSHOT_EVERY]


@pytest.mark.parametrize("number", range(4))
def test_state_at_and_replay_give_every_state_again(number: int) -> None:
    match = random_match(number)
    digests = [match.start_digest, *(entry.digest for entry in match.journal)]
    assert [match.state_at(seq).digest() for seq in range(match.seq + 1)] == digests
    half = match.seq // 2
    replayed = [(entry, state.digest()) for entry, _, state in match.replay(half)]
    assert replayed == list(zip(match.journal[half:], digests[half + 1 :], strict=True))
    assert match.verify() == match.seq
    for wrong in (-1, match.seq + 1):
        with pytest.raises(UserError, match=f"0 to {match.seq}"):
            match.state_at(wrong)


def test_replay_gives_the_same_events() -> None:
    match = new_match(Outpost(), "long", seed=seed_from_number(5))
    reported: list[list[Event]] = []
    rng = Random(5)
    play = match.play

    def listening(side: int, order: Order) -> list[Event]:
        reported.append(play(side, order))
        return reported[-1]

    match.play = listening  # type: ignore[method-assign]
    play_on(match, rng)
    assert any(isinstance(event, Rolled) for events in reported for event in events)
    assert [events for _, events, _ in match.replay()] == reported


def test_changing_a_state_that_was_handed_out_does_not_change_the_match() -> None:
    match = random_match(2, 20)
    match.state_at(10).at[0] = 0
    match.state_at(20).at[0] = 0
    assert match.verify() == 20
    assert match.state.digest() == match.journal[-1].digest


def test_fork_has_the_same_past_and_the_same_dice_ahead() -> None:
    match = random_match(6)
    fork = match.fork(10)
    assert fork.journal == match.journal[:10]
    for entry in match.journal[10:]:
        fork.play(entry.side, entry.order)
    assert fork.journal == match.journal
    assert match.fork(0).journal == []


def next_dice(match: Match[Field], count: int = 40) -> list[int]:
    return [match.dice.roll(match.state.rolls + n, "") for n in range(count)]


def test_fork_with_another_seed_keeps_old_dice_and_rolls_new_ones() -> None:
    match = random_match(1)
    seq = next(n for n, entry in enumerate(match.journal, 1) if entry.rolls >= 2)
    fork = match.fork(seq, seed_from_number(99))
    assert fork.journal == match.journal[:seq]
    assert next_dice(fork) != next_dice(match.fork(seq))
    assert [fork.dice.roll(n, "") for n in range(fork.state.rolls)] == [
        match.dice.roll(n, "") for n in range(fork.state.rolls)
    ]
    play_on(fork, Random(1))
    assert fork.verify() == fork.seq
    again = fork.fork(seq + 1, seed_from_number(100))
    assert len(again.setting.forks) == 2
    assert again.journal == fork.journal[: seq + 1]
    assert len({match.commitment, fork.commitment, again.commitment}) == 3  # each promises its own dice
    promised = chained(match.commitment, *fork.setting.forks[0])
    assert again.commitment == chained(promised, *again.setting.forks[1])


@pytest.mark.long
def test_a_fork_of_a_fork_at_an_earlier_die_and_more_forks_than_python_calls_within_calls_roll() -> None:
    match, many = random_match(1), sys.getrecursionlimit() + 100
    for number in range(many):
        match = match.fork(0, seed_from_number(number))
    assert next_dice(match) == [SealedDice(seed_from_number(many - 1)).roll(n, "") for n in range(40)]


def test_the_players_shares_change_the_dice_to_come_and_no_earlier_one() -> None:
    match = random_match(1, 20)
    rolled = match.state.rolls
    shared = Match(match.game, with_shares(match.setting, rolled, ("tulip", "rose")))
    shared.restore(match.journal)
    assert rolled > 0
    assert next_dice(shared) != next_dice(match)
    assert shared.commitment == chained(match.commitment, rolled, match.setting.seed, ("tulip", "rose"))


@pytest.mark.parametrize(
    ("known", "words"),
    [(SERVER, "the server's owner alone"), (CHOSEN, "everybody"), (FILE, "file"), ("", "set up the match")],
)
def test_it_is_said_who_could_know_the_dice(known: str, words: str) -> None:
    setting = new_match(Outpost(), known=known).setting
    assert words in known_to(setting)
    shared = with_shares(setting, 0, ("tulip", "rose"))
    assert ("every player has a share" in known_to(shared)) == (known == SERVER)


def attack_position(dice: Dice) -> Match[Field]:
    """R3 is next to B3, no mines, red is to attack."""
    setting = Setting("short", settle_options(Outpost(), {"mines": False}), bytes(32))
    match = Match(Outpost(), setting, dice)
    match.play(0, Move("R3", ("0204", "0304", "0404")))
    match.play(0, Done())
    return match


def test_scripted_dice_survive_undo_replay_and_fork() -> None:
    """The script is used up once; rolling the same die again shows the same."""
    script = ScriptedDice([4, 2])
    match = attack_position(script)
    match.play(0, Attack(("R3",), "B3"))
    assert script.left == 1
    to = match.game.offers(match.state, 1)[0]
    assert isinstance(to, Retreat)
    match.play(1, to)
    match.play(0, Done())
    match.undo(0)
    assert match.verify() == match.seq
    assert match.fork(match.seq).journal == match.journal
    assert match.fork(match.seq, bytes(32)).journal == match.journal
    assert script.left == 1
    with pytest.raises(savefile.SaveError, match="custom dice"):
        savefile.to_bytes(match)


def test_a_script_that_is_too_short_leaves_the_match_as_it_was() -> None:
    match = attack_position(ScriptedDice([]))
    before = match.state.digest()
    with pytest.raises(DiceError, match="R3 against B3"):
        match.play(0, Attack(("R3",), "B3"))
    assert match.state.digest() == before


def test_keyed_dice_give_the_same_luck_in_the_same_battle() -> None:
    outcomes = []
    for detour in (False, True):
        match = attack_position(KeyedDice(seed_from_number(3)))
        if detour:
            match = match.fork(1)
            match.play(0, Move("R2", ("0202",)))
            match.play(0, Done())
        outcomes.append(match.play(0, Attack(("R3",), "B3")))
    assert outcomes[0] == outcomes[1]


def entry_changed(match: Match[Field], at: int, **changes: Any) -> list[Entry]:
    entries = list(match.journal)
    entries[at] = msgspec.structs.replace(entries[at], **changes)
    return entries


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"digest": "0" * 16}, "after order 6 the position differs"),
        ({"rolls": 5}, "after order 6 . dice were rolled, 5 recorded"),
        ({"final": True}, "order 6 is recorded as final"),
        ({"side": 7}, "order 6 is given by side 7"),
        ({"side": -1}, "order 6 is given by side -1"),
        ({"order": Lay("0302")}, "order 6 is not legal: .*TOY-1"),
    ],
)
def test_a_journal_that_was_tampered_with_does_not_replay(changes: dict[str, Any], complaint: str) -> None:
    match = random_match(4, 12)
    assert not match.journal[5].final
    match.journal[:] = entry_changed(match, 5, **changes)
    with pytest.raises(ReplayError, match=complaint):
        match.verify()


def test_a_changed_start_does_not_replay() -> None:
    match = random_match(4, 12)
    match.start_digest = "0" * 16
    with pytest.raises(ReplayError, match="starting position"):
        match.verify()


def test_a_match_opened_from_a_snapshot_can_do_all_that_the_first_could() -> None:
    """Undo and restart reach back beyond the snapshot."""
    match = endless_match(8, 300)
    while match.journal[-1].order == Done():
        match.play(match.game.to_move(match.state)[0], next_step(match))
    opened = savefile.from_bytes(savefile.to_bytes(match), lambda _: EndlessOutpost())
    side = match.journal[-1].side
    assert opened.journal == match.journal
    assert opened.restart_phase(side) == match.restart_phase(side)
    assert opened.state.digest() == match.state.digest()
    assert opened.state_at(100).digest() == match.state_at(100).digest()
    assert opened.verify() == match.seq


def next_step(match: Match[Field]) -> Order:
    """Return a move if there is one, else the end of the phase."""
    offered = orders(match.game.offers(match.state, match.game.to_move(match.state)[0]))
    return next((order for order in offered if isinstance(order, Move)), Done())


def test_a_snapshot_that_does_not_fit_is_refused() -> None:
    match = random_match(4, 12)
    other = Match(match.game, match.setting)
    with pytest.raises(ReplayError, match="snapshot at order 12"):
        other.restore(match.journal, (12, match.state_at(11)))


def test_new_match_settles_options_and_scenario() -> None:
    match = new_match(Outpost())
    assert match.setting.scenario == "short"
    assert match.setting.options == {"mines": True, "first": "red"}
    assert len(match.setting.seed) == 32
    assert match.commitment != new_match(Outpost()).commitment
    with pytest.raises(UserError, match=r"no scenario 'x'; it has: short, long"):
        new_match(Outpost(), "x")
    with pytest.raises(UserError, match=r"no option 'speed'; it has: first, mines"):
        new_match(Outpost(), options={"speed": 1})
    with pytest.raises(UserError, match=r"'first' cannot be 'green'; it can be: 'red', 'blue'"):
        new_match(Outpost(), options={"first": "green"})


def test_nonces_of_the_players_change_the_dice() -> None:
    plain = new_match(Outpost(), seed=bytes(32))
    mixed = new_match(Outpost(), seed=bytes(32), nonces=("tulip", "rose"))
    assert next_dice(plain) != next_dice(mixed)
    assert plain.commitment != mixed.commitment
