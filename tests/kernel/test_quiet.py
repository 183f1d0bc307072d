"""Quiet orders: a side undoes its own although the other side has written since, and nobody notices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.games.playsheet.rules.model.orders import Defend, Prepare, Priority, Rest, Seal
from ardennes.games.playsheet.rules.model.state import GROUPS
from ardennes.kernel import savefile
from ardennes.kernel.contract import Order
from ardennes.kernel.match import SNAPSHOT_EVERY, CannotUndo, Match, new_match

ALLIED, GERMAN = 0, 1
FIRST, SECOND = "GE-12VG-48", "GE-12VG-89"  # German regiments on the map on 16D
FREE = "US-9A-CCB"  # an Allied combat command that surprise does not stop


def begun() -> Match[Any]:
    return new_match(find_game("playsheet"), "short", seed=seed_from_number(4))


def written(match: Match[Any], side: int) -> dict[str, Order]:
    """Return the side's sheet, by unit."""
    units = match.game.world.units  # type: ignore[attr-defined]
    return {
        units[at].id: order
        for at, order in enumerate(match.state.sheet)
        if order is not None and units[at].side == side
    }


def given(match: Match[Any]) -> list[tuple[int, Order]]:
    return [(entry.side, entry.order) for entry in match.journal]


def alone(orders: Sequence[tuple[int, Order]]) -> Match[Any]:
    """Return the match in which only these orders were given."""
    match = begun()
    for side, order in orders:
        match.play(side, order)
    return match


def test_my_last_writing_is_undone_although_the_other_wrote_since() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(GERMAN, Defend(SECOND))
    match.play(ALLIED, Rest(FREE))
    match.play(ALLIED, Defend(FREE))
    assert match.why_no_undo(GERMAN) == ""
    assert match.undo(GERMAN) == Defend(SECOND)
    assert written(match, GERMAN) == {FIRST: Rest(FIRST)}
    assert written(match, ALLIED) == {FREE: Defend(FREE)}
    assert given(match) == [(GERMAN, Rest(FIRST)), (ALLIED, Rest(FREE)), (ALLIED, Defend(FREE))]


def test_what_is_left_is_the_match_in_which_it_was_never_written() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Rest(FREE))
    match.play(GERMAN, Defend(FIRST, counter_attack=True))
    match.play(ALLIED, Defend(FREE))
    match.undo(GERMAN)
    other = alone(given(match))
    assert match.state.digest() == other.state.digest()
    assert match.journal == other.journal
    match.verify()


def test_each_side_undoes_its_own_in_turn() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Rest(FREE))
    assert match.undo(GERMAN) == Rest(FIRST)
    assert match.undo(ALLIED) == Rest(FREE)
    assert (match.seq, match.state.digest()) == (0, match.start_digest)


def test_who_has_written_nothing_has_nothing_to_take_back_and_hears_of_nothing() -> None:
    match = begun()
    nothing = match.why_no_undo(ALLIED)
    match.play(GERMAN, Rest(FIRST))
    assert match.why_no_undo(ALLIED) == nothing == "Nothing has been done yet."
    with pytest.raises(CannotUndo, match="Nothing has been done yet"):
        match.undo(ALLIED)
    with pytest.raises(CannotUndo, match="Nothing has been done yet"):
        match.restart_phase(ALLIED)
    assert given(match) == [(GERMAN, Rest(FIRST))]


def test_restart_wipes_my_sheet_and_leaves_the_others() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Rest(FREE))
    match.play(GERMAN, Prepare(SECOND, "3008"))
    match.play(ALLIED, Priority(GROUPS[::-1]))
    match.play(GERMAN, Defend(FIRST))
    assert match.restart_phase(GERMAN) == 3
    assert written(match, GERMAN) == {}
    assert given(match) == [(ALLIED, Rest(FREE)), (ALLIED, Priority(GROUPS[::-1]))]
    with pytest.raises(CannotUndo, match="Nothing has been done yet"):
        match.restart_phase(GERMAN)
    match.verify()


def test_what_is_sealed_stays_sealed() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Rest(FREE))
    match.play(GERMAN, Seal())
    match.play(ALLIED, Defend(FREE))
    for take_back in (match.undo, match.restart_phase):
        with pytest.raises(CannotUndo, match="cannot be unknown"):
            take_back(GERMAN)
    assert match.undo(ALLIED) == Defend(FREE)  # written after the other side sealed
    with pytest.raises(CannotUndo, match="the other side's"):
        # everybody knows that the other side has sealed; that comes after the rest of the sheet
        match.undo(ALLIED)
    assert written(match, GERMAN) == {FIRST: Rest(FIRST)}


def test_after_the_turn_was_resolved_the_old_sheet_is_closed() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Seal())
    match.play(GERMAN, Seal())
    assert match.state.turn == 1
    match.play(ALLIED, Rest(FREE))
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Defend(FREE))
    assert match.restart_phase(ALLIED) == 2
    assert match.restart_phase(GERMAN) == 1
    for side in (ALLIED, GERMAN):
        with pytest.raises(CannotUndo):
            match.undo(side)
    match.verify()


@pytest.mark.parametrize("replay", [False, True])
def test_saved_loaded_and_forked_after_undo_across_the_other(replay: bool) -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    match.play(ALLIED, Rest(FREE))
    match.play(GERMAN, Defend(SECOND))
    match.play(ALLIED, Defend(FREE))
    match.undo(GERMAN)
    match.play(ALLIED, Seal())
    match.play(GERMAN, Seal())
    again = savefile.from_bytes(savefile.to_bytes(match), find_game, replay=replay)
    assert (again.journal, again.state.digest()) == (match.journal, match.state.digest())
    assert again.verify() == match.seq
    for seq in range(match.seq + 1):
        fork = match.fork(seq)
        assert (fork.journal, fork.state.digest()) == (match.journal[:seq], match.state_at(seq).digest())


def test_undo_reaches_behind_a_snapshot_and_behind_an_opened_file() -> None:
    match = begun()
    match.play(GERMAN, Rest(FIRST))
    for number in range(SNAPSHOT_EVERY + 5):
        match.play(ALLIED, Rest(FREE) if number % 2 else Defend(FREE))
    again = savefile.from_bytes(savefile.to_bytes(match), find_game)
    for table in (match, again):
        assert table.undo(GERMAN) == Rest(FIRST)
        assert written(table, GERMAN) == {}
        assert [side for side, _ in given(table)] == [ALLIED] * (SNAPSHOT_EVERY + 5)
        assert table.state.digest() == alone(given(table)).state.digest()
        table.verify()
