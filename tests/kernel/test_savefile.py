"""Save files: valid or refused, and an old save survives any failure while a new one is written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.savefile import SNAPSHOT_AFTER, SaveError, SaveFile
from tests.kernel.playing import EndlessOutpost, endless_match, play_on, random_match
from tests.kernel.toygame import Field, Outpost

MATCH = random_match(3, 30)
DATA = savefile.to_bytes(MATCH)
LONG = endless_match(2, SNAPSHOT_AFTER + 20)
LONG_DATA = savefile.to_bytes(LONG)


def find_game(name: str) -> AnyGame:
    games: dict[str, AnyGame] = {"outpost": Outpost(), "endless": EndlessOutpost()}
    if name not in games:
        raise UserError(f"there is no game {name!r}")
    return games[name]


def same(a: Match[Any], b: Match[Any]) -> bool:
    return (a.journal, a.state.digest(), a.setting, a.start_digest) == (
        b.journal,
        b.state.digest(),
        b.setting,
        b.start_digest,
    )


def changed(data: bytes = DATA, *, seal: bool = True, **changes: Any) -> bytes:
    """Return the save with some fields changed and a checksum that matches, as a careful forger would."""
    save = msgspec.json.decode(data, type=SaveFile)
    for name, value in changes.items():
        setattr(save, name, value)
    if seal:
        save.checksum = savefile._checksum(save)
    return msgspec.json.encode(save)


def opened_or_refused(data: bytes) -> Match[Any] | None:
    """Return None if it was refused with a clear message; any other error fails the test."""
    try:
        return savefile.from_bytes(data, find_game)
    except UserError:
        return None


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize("match", [MATCH, LONG, random_match(7)], ids=["short", "long", "whole"])
def test_a_match_comes_back_as_it_was(match: Match[Field], replay: bool, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    savefile.write(match, file)
    opened = savefile.read(file, find_game, replay=replay)
    assert same(opened, match)
    play_on(opened, Random(1), opened.seq + 5)
    assert opened.verify() == opened.seq


def test_a_fork_comes_back_with_its_dice() -> None:
    fork = MATCH.fork(20, seed_from_number(77))
    play_on(fork, Random(5))
    opened = savefile.from_bytes(savefile.to_bytes(fork), find_game, replay=True)
    assert same(opened, fork)
    assert opened.setting.forks == fork.setting.forks


def test_options_nonces_and_a_match_without_orders_come_back() -> None:
    match = new_match(Outpost(), "long", {"first": "blue"}, nonces=("tulip", "rose"))
    opened = savefile.from_bytes(savefile.to_bytes(match), find_game)
    assert same(opened, match)
    assert opened.setting.nonces == ("tulip", "rose")
    assert opened.state.side == 1


@settings(max_examples=300)
@given(st.data())
def test_any_damaged_byte_is_noticed(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DATA) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != DATA[at]))
    opened = opened_or_refused(DATA[:at] + bytes([byte]) + DATA[at + 1 :])
    # Only changes without an effect may go unnoticed, such as a capital letter in a hexadecimal number.
    assert opened is None or same(opened, MATCH)


@given(st.integers(0, len(DATA) - 1))
def test_a_file_cut_short_is_refused(length: int) -> None:
    with pytest.raises(SaveError, match="cut short"):
        savefile.from_bytes(DATA[:length], find_game)


@given(st.binary(max_size=200))
def test_noise_is_refused(data: bytes) -> None:
    with pytest.raises(SaveError):
        savefile.from_bytes(data, find_game)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.long
@given(json_values)
def test_foreign_json_is_refused(value: Any) -> None:
    with pytest.raises(SaveError, match="not an Ardennes match"):
        savefile.from_bytes(msgspec.json.encode(value), find_game)


@pytest.mark.long
@settings(max_examples=200)
@given(st.sampled_from(SaveFile.__struct_fields__), json_values)
def test_a_field_of_another_kind_is_refused_with_a_clear_message(field: str, value: Any) -> None:
    """Also with a corrected checksum: only UserError may be raised."""
    loose = msgspec.json.decode(LONG_DATA)
    loose[field] = value
    data = msgspec.json.encode(loose)
    with suppress(msgspec.ValidationError, OverflowError):
        data = changed(data)
    opened = opened_or_refused(data)
    assert opened is None or opened.state.digest() == LONG.state.digest()


def test_deep_nesting_is_refused() -> None:
    for data in (b"[" * 100_000, b'{"format":"ardennes-match","options":' + b'{"a":' * 100_000):
        with pytest.raises(SaveError):
            savefile.from_bytes(data, find_game)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("too new", {"format_version": 3}, r"newer Ardennes \(save format 3; this one reads up to 2\)"),
    ("no version", {"format_version": 0}, "save format is 0"),
    ("foreign", {"format": "chess"}, "not an Ardennes match"),
    ("other rules and start", {"rules": "0.9", "start": "0" * 16}, "the starting position differs"),
    ("other game", {"game": "chess"}, "no game 'chess'"),
    ("other scenario", {"scenario": "medium"}, "no scenario 'medium'; it has: short, long"),
    ("other option", {"options": {"speed": 3}}, "no option 'speed'"),
    ("other value", {"options": {"first": "green"}}, "cannot be 'green'"),
    ("broken promise", {"seed": "00" * 32}, "has been changed: its seed is not the one promised"),
    ("no seed", {"seed": "xyz"}, "damaged"),
    ("bad fork", {"forks": ((3, "xyz"),)}, "damaged"),
    ("other start", {"start": "0" * 16}, "a different starting position"),
    ("other nonces", {"nonces": ("rose",)}, "has been changed"),
    ("other dice", {"forks": ((0, "11" * 32, ()),)}, "has been changed"),
    ("other shares", {"forks": ((0, MATCH.setting.seed.hex(), ("rose",)),)}, "has been changed"),
    ("dice of old", {"format_version": 1, "forks": ((0, "11" * 32),)}, "does not replay"),
]


@pytest.mark.parametrize(("changes", "complaint"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_what_does_not_fit_is_refused_with_the_reason(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        savefile.from_bytes(changed(**changes), find_game, "match.json")


def other_position(number: int, data: bytes = DATA) -> bytes:
    """Return the save as another rules version would have written it, with a different position after one
    order.
    """
    journal = msgspec.json.decode(data, type=SaveFile).journal
    journal[number - 1].digest = "0" * 16
    return changed(data, rules="0.9", journal=journal)


@pytest.mark.parametrize("data", [DATA, LONG_DATA], ids=["short", "with a snapshot"])
def test_a_save_of_other_rules_continues_where_every_order_agrees(data: bytes) -> None:
    match = savefile.from_bytes(changed(data, rules="0.9"), find_game)
    assert same(match, savefile.from_bytes(data, find_game, replay=True))
    assert msgspec.json.decode(savefile.to_bytes(match), type=SaveFile).rules == match.game.version


@pytest.mark.parametrize("number", [1, 2, 17, MATCH.seq])
def test_a_save_of_other_rules_has_the_orders_that_agree(number: int) -> None:
    with pytest.raises(savefile.OtherRules) as error:
        savefile.from_bytes(other_position(number), find_game, "monday.json")
    words, match = str(error.value), error.value.match
    assert match is not None
    assert (match.seq, match.journal) == (number - 1, MATCH.journal[: number - 1])
    assert match.state.digest() == MATCH.state_at(number - 1).digest()
    assert words.startswith(
        "monday.json was made under rules version 0.9 of Outpost; this program has 1, under"
    )
    assert f"after order {number} the position differs" in words
    assert words.endswith(f"ardennes play outpost --load monday.json --at {number - 1}")
    on = match.fork(match.seq, seed_from_number(9))
    play_on(on, Random(9), on.seq + 3)
    assert on.verify() == number + 2


@pytest.mark.parametrize("order", [{"do": "fly"}, {}])
def test_an_order_that_is_not_known_any_more_ends_what_agrees(order: dict[str, Any]) -> None:
    journal = msgspec.json.decode(DATA, type=SaveFile).journal
    journal[4].order = order
    with pytest.raises(savefile.OtherRules, match="order 5 cannot be read") as error:
        savefile.from_bytes(changed(rules="0.9", journal=journal), find_game)
    assert error.value.match is not None
    assert error.value.match.seq == 4


def test_a_wrong_checksum_is_refused() -> None:
    with pytest.raises(SaveError, match="checksum does not match"):
        savefile.from_bytes(changed(seal=False, start="0" * 16), find_game)


def line_changed(data: bytes, at: int, **changes: Any) -> bytes:
    save = msgspec.json.decode(data, type=SaveFile)
    for name, value in changes.items():
        setattr(save.journal[at], name, value)
    return changed(data, journal=save.journal)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"digest": "0" * 16}, "after order 11 the position differs"),
        ({"rolls": 99}, "99 recorded"),
        ({"side": 5}, "given by side 5"),
        ({"order": {"do": "dance"}}, "damaged"),
        ({"order": {"do": "lay", "hex": "0302"}}, "order 11 is not legal"),
    ],
)
def test_a_forged_journal_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SaveError, match=complaint):
        savefile.from_bytes(line_changed(DATA, 10, **changes), find_game)


def test_a_journal_forged_before_the_snapshot_is_found_when_it_is_played_again() -> None:
    forged = line_changed(LONG_DATA, 10, digest="0" * 16)
    assert savefile.from_bytes(forged, find_game).seq == LONG.seq
    with pytest.raises(SaveError, match="order 11"):
        savefile.from_bytes(forged, find_game, replay=True)


@pytest.mark.parametrize(
    "snapshot",
    [
        {**LONG.state.record(), "turn": 1},
        {**LONG.state.record(), "turn": 2**90},
        {**LONG.state.record(), "mined": "xyz"},
        {**LONG.state.record(), "mined": 5},
        {**LONG.state.record(), "at": None},
        {},
    ],
)
def test_a_forged_snapshot_is_refused(snapshot: dict[str, Any]) -> None:
    with pytest.raises(SaveError, match=r"damaged|does not fit|does not replay"):
        savefile.from_bytes(changed(LONG_DATA, snapshot=snapshot), find_game)


def test_a_file_larger_than_any_match_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(savefile, "MAX_BYTES", 100)
    with pytest.raises(SaveError, match="larger than any match"):
        savefile.from_bytes(DATA, find_game)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(SaveError, match=f"cannot read {path}"):
            savefile.read(path, find_game)


def test_reading_a_damaged_file_leaves_it_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(DATA[:100])
    with pytest.raises(SaveError):
        savefile.read(file, find_game)
    assert file.read_bytes() == DATA[:100]


class Crash(BaseException):
    """The power fails."""


@pytest.mark.parametrize("error", [Crash(), OSError(28, "No space left on device")], ids=["crash", "full"])
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_crash_while_saving_leaves_the_old_save(
    where: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    savefile.write(MATCH, file)

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(os, where, fail)
    with pytest.raises((Crash, SaveError)) as caught:
        savefile.write(random_match(4), file)
    if isinstance(error, OSError):
        assert "No space left on device; an older save there is untouched" in str(caught.value)
    monkeypatch.undo()
    assert file.read_bytes() == DATA
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]
    savefile.write(random_match(4), file)
    assert same(savefile.read(file, find_game), random_match(4))


def test_a_crash_while_the_state_is_written_down_leaves_the_old_save(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    savefile.write(MATCH, file)
    broken = endless_match(2, SNAPSHOT_AFTER)
    broken.state.at = [object()]  # type: ignore[list-item]
    with pytest.raises(TypeError):
        savefile.write(broken, file)
    assert file.read_bytes() == DATA


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SaveError, match="cannot write in"):
        savefile.write(MATCH, tmp_path / "no such folder" / "match.json")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(savefile.tempfile, "mkstemp", refuse)  # type: ignore[attr-defined]
    with pytest.raises(SaveError, match=f"cannot write in {tmp_path}: Permission denied"):
        savefile.write(MATCH, tmp_path / "match.json")


def test_a_folder_in_the_place_of_the_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "match.json").mkdir()
    with pytest.raises(SaveError, match="cannot save"):
        savefile.write(MATCH, tmp_path / "match.json")
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_recorded_save_can_still_be_opened() -> None:
    """The format is a promise: this file was written by its first version."""
    file = Path(__file__).parent / "saves" / "outpost-format-1.json"
    opened = savefile.read(file, find_game, replay=True)
    assert opened.seq == 30
    assert opened.state.digest() == "eadbf96c4aa2142c"
