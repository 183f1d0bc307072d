"""Games compared with 1944: the facts are consistent, the figures follow from them, every game has them."""

from __future__ import annotations

import json
from math import hypot
from pathlib import Path

import pytest

from ardennes import cli
from ardennes.atlas import lay
from ardennes.games import GAMES, find_game, measuring_for, table_of
from ardennes.history import chronicle
from ardennes.history.chronicle import inside
from ardennes.kernel.measures import Battle
from ardennes.lab import history, history_report
from ardennes.lab.play import play_game
from ardennes.lab.record import Campaign

FIRST = chronicle.EVENINGS[0]


def still(places: list[chronicle.Place]) -> float:
    """Return the error of a campaign in which nobody moves."""
    values = [chronicle.WORTH[letter] for place in places for letter in place.evenings]
    return sum(values) / len(values)


def test_a_still_front_is_as_wrong_as_the_compilers_of_the_facts_say() -> None:
    places = chronicle.places()
    assert len(places) == 172
    changed = [place for place in places if place.changed_hands]
    assert len(changed) == 128
    assert still(changed) == pytest.approx(0.546, abs=0.0005)
    assert still(list(places)) == pytest.approx(0.441, abs=0.0005)


def test_places_and_fronts_agree() -> None:
    for place in chronicle.places():
        for day, letter in zip(chronicle.EVENINGS, place.evenings, strict=True):
            if letter != chronicle.CONTESTED:
                assert chronicle.holder(day, place.lon, place.lat) == letter, (place.name, day)


def test_milestones() -> None:
    held = {place.name: place.evenings for place in chronicle.places()}
    assert held["Saint-Vith"].index("G") == 21 - FIRST
    assert held["Stavelot"][18 - FIRST] != "A"
    assert "G" not in held["Bastogne"]
    assert held["Manhay"][24 - FIRST] == "G"
    assert held["Manhay"][27 - FIRST] == "A"


def test_losses_and_strengths() -> None:
    rows = chronicle.losses().values()
    assert sum(row.allied for row in rows) == 69_234
    assert sum(row.german for row in rows) == 103_661
    assert chronicle.strength(16, german=False) == 228_741
    assert 228_741 < chronicle.strength(20, german=False) < 541_000
    with pytest.raises(ValueError, match="day 48"):
        chronicle.strength(48, german=True)


def test_every_day_of_december_has_its_sentences() -> None:
    assert all(chronicle.on_this_day(day) for day in range(16, 33))
    assert chronicle.on_this_day(47) == ""
    assert "Bastogne" in chronicle.on_this_day(26)


@pytest.mark.parametrize(
    "game", ["tigers", *(pytest.param(name, marks=pytest.mark.long) for name in GAMES if name != "tigers")]
)
def test_1944_on_a_map_is_as_it_is_laid(game: str) -> None:
    folder = Path(chronicle.__file__).parent / "data"
    for name, laid in ((f"{game}.csv", lay.table(game)), (f"{game}_fronts.csv", lay.lines(game))):
        stored = (folder / name).read_text(encoding="utf-8")
        assert stored == laid, "python -m ardennes.atlas.lay writes it anew"


@pytest.mark.parametrize("game", GAMES)
def test_the_fronts_run_between_the_hexes_of_both_sides(game: str) -> None:
    """On the drawing as in reality: a hex far from the line is on its own side of it."""
    stage = table_of(find_game(game)).stage()
    at, (held, last) = {x.id: (x.x, x.y) for x in stage.hexes}, (chronicle.hexes(game), 24)
    rows = [row for row in chronicle.lines(game) if row.day == last]
    line = [point for row in sorted(rows, key=lambda r: r.order) if row.order for point in row.points]
    pockets = [row.points for row in rows if not row.order]
    west, (_, high) = -1000.0, stage.map.size
    ring = [*line, (line[-1][0], high + 1000), (west, high + 1000), (west, -1000.0), (line[0][0], -1000.0)]
    wrong = 0
    for hex_ in held:
        x, y = at[hex_.hex]
        near = min(hypot(x - px, y - py) for points in (line, *pockets) for px, py in points)
        if near > 1.5 * stage.map.radius and not any(inside(points, x, y) for points in pockets):
            allied = hex_.evenings[last - FIRST] == chronicle.ALLIED
            wrong += inside(ring, x, y) != allied
    assert wrong == 0


@pytest.mark.parametrize("game", GAMES)
def test_history_scores_one_and_campaigns_without_a_game_score_as_they_should(game: str) -> None:
    held = history.place_hexes(game)
    covers = (1 << len(chronicle.hexes(game))) - 1
    as_it_was = {day: {row: held[row][day - FIRST] for row in held} for day in chronicle.EVENINGS}
    whole = history.skill(game, covers, as_it_was)
    assert (whole.skill, whole.overreach, whole.shortfall) == (1, 0, 0)
    still, everywhere, late, yes_or_no = (
        history.skill(game, covers, made(game)) for made in history.BENCHMARKS.values()
    )
    assert still.skill == pytest.approx(0, abs=1e-12)
    assert still.error == pytest.approx(still.still)
    assert still.still > 0.3
    assert everywhere.skill < 0, "worse than not moving at all"
    assert everywhere.shortfall == 0
    assert everywhere.overreach == everywhere.error > 0.5
    assert everywhere.skill < still.skill < late.skill < 1
    assert late.shortfall > late.overreach, "an advance told a day late falls short"
    assert yes_or_no.skill == pytest.approx(whole.ceiling)
    assert 0.7 < whole.ceiling < 1


def test_a_yes_or_no_game_of_tigers_reaches_three_quarters() -> None:
    """Its hexes are large: many contain places of both sides."""
    every = (1 << len(chronicle.hexes("tigers"))) - 1
    assert history.skill("tigers", every, history.nobody_moves("tigers")).ceiling == pytest.approx(
        0.74, abs=0.005
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["Bastogne", "Malmedy", "Elsenborn", "Spa"])
def test_a_place_that_never_fell_counts(game: str, name: str) -> None:
    """A game that takes it, and otherwise follows history, is worse than history, only by overreach."""
    held, rows = history.place_hexes(game), chronicle.hexes(game)
    covers = (1 << len(rows)) - 1
    (row,) = (row for row in held if name in rows[row].places)
    as_it_was = {day: {row: held[row][day - FIRST] for row in held} for day in chronicle.EVENINGS}
    taken = {day: {**ground, row: 1.0} for day, ground in as_it_was.items()}
    score = history.skill(game, covers, taken)
    assert score.skill < 1
    assert score.overreach == score.error > 0
    assert score.shortfall == 0


def test_the_interval_holds_the_figure_and_narrows_with_games() -> None:
    rows = sorted(history.place_hexes("tigers"))

    def sample(games: int) -> list[Campaign]:
        boards = [sum(1 << row for row in rows[at % 4 :: 3]) for at in range(games)]
        return [campaign("tigers", dict.fromkeys(chronicle.EVENINGS, board), {}) for board in boards]

    few, many = (history.skills("tigers", sample(games)) for games in (4, 24))
    for result in (few, many):
        for interval in (result.interval, result.single_mean):
            assert interval.low <= interval.value <= interval.high
    assert many.single_mean.high - many.single_mean.low < few.single_mean.high - few.single_mean.low
    assert history.skills("tigers", sample(4)) == few, "the same games, the same interval"
    alike = history.skills("tigers", sample(1) * 5)
    assert alike.interval.low == pytest.approx(alike.interval.high), (
        "games that are all alike differ in nothing"
    )


def campaign(game: str, grounds: dict[int, int], lost: dict[int, tuple[int, int]]) -> Campaign:
    every = (1 << len(chronicle.hexes(game))) - 1
    present = dict.fromkeys(lost, (100_000, 50_000))
    return Campaign(f"{every:x}", {day: f"{board:x}" for day, board in grounds.items()}, lost, present, ())


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_like_history_has_no_ground_in_the_wrong_hands(game: str) -> None:
    for day in history_report.SHOWN:
        board = history.front(game, day)
        every = (1 << len(chronicle.hexes(game))) - 1
        gained, too_far, too_short = history.ground(game, every, board, day).values()
        assert too_far == too_short == 0
        assert gained > 1_000
    whole = history.bands(game, every)
    by_band = sum(history.advance(game, board, band) * history.BAND_KM for band in whole)
    assert by_band == pytest.approx(gained)


def test_a_game_that_ended_early_stays_as_it_ended() -> None:
    held = history.place_hexes("tigers")
    (row,) = (row for row in held if "Saint-Vith" in chronicle.hexes("tigers")[row].places)
    whole = campaign("tigers", dict.fromkeys(chronicle.EVENINGS, 0), {})
    early = campaign("tigers", {16: 0, 17: 1 << row}, {})
    assert [boards.get(27) for boards in history.grounds([whole, early])] == [0, 1 << row]
    assert history.grounds([early]) == [{16: 0, 17: 1 << row}], "nobody played on"
    result = history.skills("tigers", [whole, early])
    assert -0.1 < result.mean.skill < 0.1
    assert result.single.mean <= result.mean.skill, (
        "the mean of campaigns is never worse than they are on average"
    )


def test_losses_by_phase_and_the_worst_day() -> None:
    one = campaign("tigers", {}, dict.fromkeys(range(16, 21), (1000, 500)) | {21: (3_000, 500)})
    other = campaign("tigers", {}, {16: (1_000, 2_000)})  # over after a day
    first, second = history.phase_losses([one, other])
    assert (first.name, second.name) == ("16 to 20 Dec", "21 to 24 Dec: 1 days")
    assert first.games[history.GERMAN].mean == pytest.approx(1)  # 1,000 of 100,000 a day
    assert first.games[history.ALLIED].mean == pytest.approx((1 + 4) / 2)
    assert first.exchange == pytest.approx(16_912 / 17_666)
    assert first.exchanged.mean == pytest.approx((2 + 0.5) / 2)
    assert second.games[history.GERMAN].games == 1
    assert history.worst_days([one], history.GERMAN) == (17, history.spread([21]))
    assert history.total_losses([other], history.ALLIED)[0] == 2_594


def test_the_exchange_of_1944_turns_on_the_21st() -> None:
    ratios = {day: men[0] / men[1] for day in range(16, 48) for men in [history.men_lost(day)]}
    for last in (27, 31, 47):
        result = history.turn({day: ratio for day, ratio in ratios.items() if day <= last})
        assert result is not None
        assert result.day == 21
        assert result.before == pytest.approx(0.96, abs=0.02)
        assert result.after == pytest.approx({27: 1.88, 31: 1.92, 47: 1.65}[last], abs=0.01)
    assert history.turn({16: 1.0, 17: 2.0, 18: 2.0}) is None, "too few days to tell"


def test_the_exchange_by_day_and_its_turn() -> None:
    one = campaign("tigers", {}, {16: (100, 100), 17: (100, 0), 18: (300, 100), 19: (300, 100), 20: (90, 30)})
    other = campaign("tigers", {}, {16: (300, 100)})
    first, second, *_ = history.exchanges([one, other])
    assert first.games == pytest.approx(2)  # 400 for 200
    assert first.single.mean == pytest.approx(2)  # 1 and 3
    assert second.games is None
    assert second.history == pytest.approx(4_303 / 3_833)
    turns = history.exchange_turns([one, other])
    assert turns.games is not None
    assert turns.games.day == 18
    assert turns.games.after == pytest.approx(3)
    assert turns.single == history.spread([18]), "the other is too short to turn"


def test_the_rate_of_a_lost_point_makes_the_losses_those_of_1944() -> None:
    one = campaign("tigers", {}, {16: (26_560, 0), 21: (3_799, 0)})
    by_phase = history.loss_rates([one], history.GERMAN, 1_000)
    assert [(row.phase, round(row.men or 0)) for row in by_phase] == [
        ("16 to 20 Dec", 100),
        ("21 to 24 Dec", 1_000),
        ("", round(1_000 * (2_656 + 3_799) / (26_560 + 3_799))),
    ]
    assert all(row.men is None for row in history.loss_rates([one], history.ALLIED, 1_000))


def test_attacks_fail_where_defenders_hold() -> None:
    game = find_game("tigers")
    visible = measuring_for(game, game.start("campaign", {o.key: o.default for o in game.options}, _NoDice()))
    assert visible is not None
    rate = visible.men[1] / visible.men[0]  # so that strength points of both sides are single men
    for attack, defence, cleared in ((1, 2, False), (4, 1, True), (4, 1, False), (3, 0, True)):
        battle = Battle(1, 16, 0, ("804",), ("G",), ("A",), round(100 * attack * rate), 100 * defence)
        battle.cleared = cleared
        visible.found.battles.append(battle)
    result = history.campaign_of("tigers", visible).attacks
    assert result == ((1, 1), (0, 0), (0, 0), (2, 1)), "what meets no strength is no attack of a ratio"


class _NoDice:
    def roll(self, index: int, key: str, sides: int = 6) -> int:
        raise AssertionError("nothing is rolled")


@pytest.mark.long
def test_every_game_is_laid_compared_with_history() -> None:
    scenarios = {"breakthrough": "last_seven", "playsheet": "short"}
    for name in ("tigers", *scenarios):
        record = play_game(find_game(name), ("random", "random"), 3, scenario=scenarios.get(name))
        assert record.campaign is not None
        assert record.campaign.ground
        lost = {day: sum(men) for day, men in record.campaign.lost.items()}
        assert sum(lost.values()) > 0
        outcome = history_report.document(name, [record.campaign])
        assert -1.5 < outcome["skill"]["games"]["mean"] < 1
        assert outcome["skill"]["mean_campaign"]["skill"] == pytest.approx(outcome["skill"]["games"]["mean"])


@pytest.mark.long
def test_a_short_scenario_is_compared_on_its_own_ground() -> None:
    record = play_game(find_game("tigers"), ("random", "random"), 3, scenario="bastogne")
    assert record.campaign is not None
    covers = int(record.campaign.covers, 16)
    assert 0 < covers.bit_count() < len(chronicle.hexes("tigers"))
    assert all(int(board, 16) & ~covers == 0 for board in record.campaign.ground.values())


@pytest.mark.long
def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    assert cli.run(["simulate", "tigers", "--games", "2", "--workers", "1", "--json", str(file)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Compared with 1944" in text
    assert "The front on 21 December" in text
    assert "Attacks that failed" in text
    compared = json.loads(file.read_text(encoding="utf-8"))["against_history"]
    assert compared["score"]["games"] == 2
    assert set(compared["men_lost"]) == {"German", "Allied"}


def test_a_line_of_the_picture() -> None:
    line = history_report.bar(history.spread([25.0]), 50.0)
    assert len(line) == history_report.PICTURE
    assert line.endswith("·" + "#" * 10)
    assert line[::-1].index("|") == 20
    assert history_report.bar(history.spread([-4.0]), 500.0).startswith("|·")
