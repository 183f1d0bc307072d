"""The value models: they load, they know their games, they return only possible values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from ardennes.after import value as values
from ardennes.after.account import how_well
from ardennes.after.features.reading import Piece, Reading, reading_of
from ardennes.after.value import Curve, Value, models_of, value_of
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.visibility import hides
from tests.after.playing import SHORT, finished

MODELS = [model for game in GAMES for model in models_of(game)]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_model_fits_the_game_it_is_for(game_id: str) -> None:
    whole = find_game(game_id)
    scenarios = {scenario.id for scenario in whole.scenarios}
    served = [scenario for model in models_of(game_id) for scenario in model.scenarios]
    assert set(served) <= scenarios
    assert len(served) == len(set(served))
    for model in models_of(game_id):
        for scenario in model.scenarios:
            game = find_game(game_id, scenario)
            assert reading_of(game).names == model.numbers
            assert 15 <= len(model.numbers) <= 40
            assert len(model.truth.refits) >= 10
            assert model.tested[scenario].games > 0


@pytest.mark.parametrize("name", SHORT)
def test_chances_are_chances_everywhere_in_a_match(name: str) -> None:
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    for seq in range(0, match.seq, max(1, match.seq // 12)):
        state = match.state_at(seq)
        win, draw = value.chances(state)
        low, high = value.band(state)
        assert all(isfinite(number) for number in value.reading.of(state))
        assert 0 <= low <= win <= high <= 1
        assert win + draw <= 1 + 1e-9
        assert 0 <= value.reading.elapsed(state) <= 1
        assert len(value.believed(state)) == (2 if value.reading.hidden else 0)


@pytest.mark.parametrize("name", SHORT)
def test_a_match_that_is_over_is_worth_its_result(name: str) -> None:
    match = finished(name)
    value, result = value_of(match.game, match.setting.scenario), match.result()
    assert value is not None
    assert result is not None
    assert value.chances(match.state) == (float(result.winner == 0), float(result.winner is None))


def test_mirror_positions_have_mirror_chances() -> None:
    """A curve without a term for either side is symmetric: negated features swap the chances of the sides, if
    the players swap seats.
    """
    curve = Curve((0.7, -0.3), (1.1, 0.4), (-0.6,), (0.6,), 0.0, (0.0,), -0.5, 0.5, 0.8)
    for numbers in ([1.0, 2.0], [-0.4, 0.1], [3.0, -3.0]):
        for elapsed in (0.0, 0.3, 1.0):
            for who in ((None, None), (0, None), (0, 0)):
                win, draw = curve.chances(numbers, elapsed, 0, who)
                lost, drawn = curve.chances([-number for number in numbers], elapsed, 0, who[::-1])
                assert draw == pytest.approx(drawn)
                assert lost == pytest.approx(1 - win - draw)


class Board(NamedTuple):
    """Nine hexes in a row, three of them places that count."""

    pieces: tuple[Piece, ...]
    german: int  # the hexes held, one bit each


class Row(Reading[Any, Board]):
    """Read such a board, which is symmetric."""

    def cells(self) -> Sequence[int]:
        return range(9)

    def distance(self) -> Callable[[int, int], int]:
        return lambda one, other: abs(one - other)

    def places(self) -> Sequence[int]:
        return (1, 4, 7)

    def needs(self) -> int:
        return 2

    def pieces(self, s: Board) -> Iterable[Piece]:
        return s.pieces

    def german(self, s: Board) -> int:
        return s.german

    def margin(self, s: Board) -> float:
        return sum(2 * (s.german >> place & 1) - 1 for place in self.places())


def mirrored(board: Board) -> Board:
    """The same board from the other end: each side stands and holds where the other did."""
    pieces = tuple((1 - side, 8 - cell, points) for side, cell, points in board.pieces)
    return Board(pieces, sum(1 << 8 - cell for cell in range(9) if not board.german >> cell & 1))


def test_a_mirror_position_reads_as_the_opposite() -> None:
    """Leads change their sign; shares become those of the other side."""
    reading = Row(cast(AnyGame, SimpleNamespace(world=None)))
    board = Board(((0, 0, 4.0), (0, 3, 2.0), (0, 5, 3.0), (1, 8, 5.0), (1, 6, 1.0)), 0b000111111)
    one = dict(zip(reading.names, reading.of(board), strict=True))
    other = dict(zip(reading.names, reading.of(mirrored(board)), strict=True))
    for lead in ("margin if it ended now", "strength, German to other, logarithm", "places contested",
                 "units, German to other, logarithm", "the place that decides"):  # fmt: skip
        assert one[lead] != 0
        assert other[lead] == pytest.approx(-one[lead]), lead
    for share in ("German ground", "places held"):
        assert other[share] == pytest.approx(1 - one[share])
    assert mirrored(mirrored(board)) == board


def test_who_plays_counts_and_fades() -> None:
    """A weak German player lowers the chances from the same position, but not in a finished match."""
    match = finished("tigers/peiper_staff")
    scenario = match.setting.scenario
    plain, weak, easy = (
        value_of(match.game, scenario, players) for players in ((), ("random", "staff"), ("staff", "turtle"))
    )
    assert plain is not None
    assert weak is not None
    assert easy is not None
    start = match.state_at(0)
    assert weak.chances(start).win < plain.chances(start).win - 0.05
    assert easy.chances(start).win > plain.chances(start).win + 0.02
    numbers = plain.model.truth.scaled(plain.reading.of(start))
    curve = plain.model.truth.curve
    assert curve.chances(numbers, 1.0, 0, weak.who) == curve.chances(numbers, 1.0, 0)


def test_a_person_or_a_stranger_is_taken_for_the_staff_and_that_is_reported() -> None:
    match = finished("playsheet/xlvii_corps_staff")  # the Germans are the second side
    for players, taken in {
        (): ("staff", "staff"),
        ("human", "cadet"): ("staff", "cadet"),
        ("cadet", "nobody knows"): ("cadet", "staff"),
    }.items():
        value = value_of(match.game, match.setting.scenario, players)
        assert value is not None
        trust = value.trust()
        assert trust.taken_for == taken
    words = how_well(trust, ("Allied", "German"))
    assert words == (
        "The Allied side is assumed to play as well as the cadet, the German side as well as the staff."
    )


def test_the_first_side_may_be_either() -> None:
    """The models describe the Germans, who are the second side of the playsheet."""
    match = finished("playsheet/xlvii_corps_staff")
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    state = match.state_at(0)
    visible = value.model.truth
    german, draw = visible.curve.chances(
        visible.scaled(value.reading.of(state)), value.reading.elapsed(state), 0
    )
    assert value.chances(state).win == pytest.approx(1 - german - draw)


@pytest.mark.parametrize("name", [name for name in SHORT if not name.startswith("tigers")])
def test_what_a_side_believes_does_not_depend_on_what_it_cannot_see(name: str) -> None:
    match = finished(name)
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    twins = 0
    for seq in range(match.seq // 4, match.seq, max(1, match.seq // 6)):
        state = match.state_at(seq)
        for side in (0, 1):
            assert hides(match.game, state, side) or match.game.result(state)
            for twin in match.game.hidden_twins(state, side):
                assert value.seen(twin, side) == value.seen(state, side)
                twins += 1
    assert twins


def test_without_a_model_there_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(SHORT[0])
    monkeypatch.setattr(values, "models_of", lambda game_id: ())
    assert value_of(match.game, match.setting.scenario) is None


def test_a_model_of_other_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(SHORT[0])
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    monkeypatch.setattr(type(match.game), "version", value.model.rules)
    assert value.trust().model == f"{value.model.name}, version {value.model.version}"
    monkeypatch.setattr(type(match.game), "version", "another")
    assert value.trust().model.endswith(f"fitted under rules version {value.model.rules}")


def test_a_model_for_other_numbers_is_refused() -> None:
    match = finished(SHORT[0])
    wrong = next(model for model in MODELS if "campaign" not in model.scenarios and model.views)
    with pytest.raises(Exception, match="other numbers"):
        Value(match.game, wrong.scenarios[0], wrong)
