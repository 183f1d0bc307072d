"""The value models: they load, they know their games, they say only what can be."""

from __future__ import annotations

from math import isfinite

import pytest

from ardennes.after import value as values
from ardennes.after.features.reading import reading_of
from ardennes.after.value import Curve, Value, models_of, value_of
from ardennes.games import GAMES, find_game
from ardennes.kernel.contract import hides
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
    """A curve without a term for either side: what one wins with some numbers, the other wins with their
    opposites."""
    curve = Curve((0.7, -0.3), (1.1, 0.4), 0.0, (0.0,), -0.5, 0.5, 0.8)
    for numbers in ([1.0, 2.0], [-0.4, 0.1], [3.0, -3.0]):
        for elapsed in (0.0, 0.3, 1.0):
            win, draw = curve.chances(numbers, elapsed, 0)
            lost, drawn = curve.chances([-number for number in numbers], elapsed, 0)
            assert draw == pytest.approx(drawn)
            assert lost == pytest.approx(1 - win - draw)


def test_the_first_side_may_be_either() -> None:
    """The models speak of the German, who is the second side of the playsheet."""
    match = finished("playsheet/xlvii_corps_staff")
    value = value_of(match.game, match.setting.scenario)
    assert value is not None
    state = match.state_at(0)
    seen = value.model.truth
    german, draw = seen.curve.chances(seen.scaled(value.reading.of(state)), value.reading.elapsed(state), 0)
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
    assert value.trust().model == f"{value.model.name}, version {value.model.version}"
    monkeypatch.setattr(type(match.game), "version", "another")
    assert value.trust().model.endswith(f"fitted under rules version {value.model.rules}")


def test_a_model_for_other_numbers_is_refused() -> None:
    match = finished(SHORT[0])
    wrong = next(model for model in MODELS if "campaign" not in model.scenarios and model.views)
    with pytest.raises(Exception, match="other numbers"):
        Value(match.game, wrong.scenarios[0], wrong)
