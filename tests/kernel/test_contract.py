"""States as records and fingerprints; refusals as text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import Numbers, Refusal, State, numbers
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.kernel.states import untouched
from tests.kernel.playing import random_match
from tests.kernel.toygame import Field, Laid, Moved

STATE = random_match(3, 20).state


@given(st.integers(0, 2**300), st.lists(st.integers(-(2**63), 2**63 - 1), max_size=8))
def test_a_record_is_plain_json_and_brings_the_state_back(board: int, at: list[int]) -> None:
    state = STATE.clone()
    state.mined, state.at = board, at
    again = Field.from_record(msgspec.json.decode(msgspec.json.encode(state.record())))
    assert again == state
    assert again.digest() == state.digest()


def test_every_field_counts_in_the_fingerprint() -> None:
    visited = {STATE.digest()}
    for name in STATE.__struct_fields__:
        other = STATE.clone()
        value = getattr(other, name)
        setattr(other, name, [*value[:-1], value[-1] + 1] if isinstance(value, list) else value + 1)
        visited.add(other.digest())
    assert len(visited) == len(STATE.__struct_fields__) + 1


class Note(msgspec.Struct, frozen=True):
    text: str
    number: int


class Notes(State):
    notes: list[Note]
    sums: tuple[tuple[int, bool], ...]


def test_a_fingerprint_follows_every_change_of_a_remembered_part() -> None:
    """Parts are encoded once and shared with copies; a change in place, or an equal value with another
    encoding, must still show.
    """
    state = Notes(0, [Note("a", 1), Note("b", 2)], ((1, True),))
    changes: list[Callable[[Notes], None]] = [
        lambda s: s.notes.append(Note("c", 3)),
        lambda s: s.notes.__setitem__(0, Note("a", True)),
        lambda s: s.notes.reverse(),
        lambda s: s.notes.clear(),
        lambda s: setattr(s, "sums", ((True, True),)),
        lambda s: setattr(s, "sums", ()),
    ]
    for change in changes:
        before, digest = state.clone(), state.digest()
        change(state)
        written = msgspec.msgpack.encode(((), [0, state.notes, state.sums]))
        assert state.digest() == hashlib.blake2b(written, digest_size=8).hexdigest() != digest
        assert before.digest() == digest


@pytest.mark.parametrize("name", GAMES)
def test_a_fingerprint_after_a_match_is_that_of_the_state_read_back(name: str) -> None:
    game = find_game(name)
    match = new_match(game, seed=seed_from_number(1))
    rng = Random(1)
    while match.seq < 200 and (sides := game.to_move(match.state)):
        order = sample(match.offers(sides[0]), rng)
        assert order is not None
        match.play(sides[0], order)
        if match.seq % 10 == 0:
            view = game.view(match.state, 1 - sides[0])
            for state in (match.state, view):
                assert state.digest() == game.read_state(state.record()).digest()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"mined": "xyz"}, "field mined is not hexadecimal: 'xyz'"),
        ({"mined": 12}, "field mined must be hexadecimal text"),
        ({"mined": ""}, "field mined is not hexadecimal"),
        ({"turn": "three"}, "turn"),
        ({"at": [1, "x"]}, "at"),
    ],
)
def test_a_wrong_record_names_the_field(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=complaint):
        Field.from_record({**STATE.record(), **changes})


class Columns(State):
    columns: ClassVar[tuple[str, ...]] = ("small",)

    small: bytearray


class Arrays(State):
    columns: ClassVar[tuple[str, ...]] = ("small",)

    small: Numbers
    turn: int = 1


class Listed(State):
    small: list[int]


class ListedTurn(Listed):
    turn: int = 1


def test_a_column_of_bytes_is_written_and_fingerprinted_as_a_list() -> None:
    state = Columns(3, bytearray((0, 7, 255)))
    assert state.record() == {"rolls": 3, "small": [0, 7, 255]}
    assert Columns.from_record(state.record()) == state
    assert state.digest() == Listed(3, [0, 7, 255]).digest()
    assert state.digest() != Columns(3, bytearray((0, 8, 255))).digest()


@pytest.mark.parametrize("small", [[1, 256], [-1], [1.5], [True], "AAA", 5, None])
def test_a_wrong_column_of_bytes_names_the_field(small: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="field small must be a list of whole numbers"):
        Columns.from_record({"rolls": 3, "small": small})


def test_a_column_of_numbers_is_written_and_fingerprinted_as_a_list() -> None:
    state = Arrays(3, numbers((-1, 300, 2**31 - 1)))
    assert list(state.record().items()) == [("rolls", 3), ("small", [-1, 300, 2**31 - 1]), ("turn", 1)]
    assert Arrays.from_record(state.record()) == state
    assert state.digest() == ListedTurn(3, [-1, 300, 2**31 - 1]).digest()
    assert untouched(Arrays).small == numbers()
    copy = state.clone()
    copy.small[0] = 7
    assert (state.small[0], copy.small[0]) == (-1, 7)


@pytest.mark.parametrize("small", [[2**31], [-(2**31) - 1], [1.5], [True], "AAA", None])
def test_a_wrong_column_of_numbers_names_the_field(small: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="field small must be a list of whole numbers"):
        Arrays.from_record({"rolls": 3, "small": small, "turn": 1})


def test_a_record_without_a_field_names_it() -> None:
    for name in ("turn", "mined"):
        plain = STATE.record()
        del plain[name]
        with pytest.raises(msgspec.ValidationError, match=name):
            Field.from_record(plain)


def test_reading_a_record_leaves_it_alone() -> None:
    plain = STATE.record()
    before = msgspec.json.encode(plain)
    Field.from_record(plain)
    assert msgspec.json.encode(plain) == before


def test_a_copy_has_lists_of_its_own() -> None:
    columns, listed = Columns(3, bytearray((0, 7))), Listed(3, [0, 7])
    for state, copy in ((columns, columns.clone()), (listed, listed.clone())):
        assert copy == state
        copy.small[1] = 8
        assert (list(state.small), list(copy.small)) == ([0, 7], [0, 8])


def test_what_follows_from_a_position_goes_with_a_copy_and_is_not_saved() -> None:
    class Sum:
        """Return a sum over the numbers of a position."""

        def copy(self) -> Sum:
            return Sum()

    state = Listed(3, [0, 7])
    assert state.clone().follows is None
    state.follows = Sum()
    assert isinstance(state.clone().follows, Sum)
    assert state.clone().follows is not state.follows
    assert Listed.from_record(state.record()).follows is None
    assert state.digest() == Listed(3, [0, 7]).digest()


def test_a_refusal_as_text() -> None:
    assert (
        str(Refusal("TOY-3", "0302 needs 2 points; 1 is left.")) == "0302 needs 2 points; 1 is left. [TOY-3]"
    )
    assert str(Refusal("TOY-1", "Not yours.", "Wait.")) == "Not yours. [TOY-1] Wait."


def test_an_event_is_seen_by_all_unless_it_says_otherwise() -> None:
    assert Moved("R1", ("0201",)).seen_by(1) == Moved("R1", ("0201",))
    assert Laid(0, "0302").seen_by(0) == Laid(0, "0302")
    assert Laid(0, "0302").seen_by(1) == Laid(0, "somewhere")
