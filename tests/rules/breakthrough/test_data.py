"""The tables of Breakthrough in the Ardennes: complete, consistent, and equal to the charts."""

from __future__ import annotations

import csv
from collections import Counter
from importlib import resources

import pytest

DATA = resources.files("ardennes.games") / "breakthrough" / "data"


def table(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@pytest.fixture(scope="module")
def chart() -> list[dict[str, str]]:
    return table("oob.csv")


def test_every_table_says_at_its_top_what_it_is() -> None:
    names = [entry.name for entry in DATA.iterdir() if entry.name.endswith((".csv", ".toml"))]
    assert len(names) == 23
    for name in names:
        first = (DATA / name).read_text(encoding="utf-8").split("\n")[0]
        assert first.startswith("# "), name
        assert len(first) > 30, name


@pytest.mark.parametrize(
    ("side", "arrivals"),
    [
        (
            "US",
            {16: (27, 750), 17: (5, 150), 18: (8, 360), 19: (12, 505), 20: (4, 120), 21: (4, 180),
             22: (15, 685), 23: (4, 145), 25: (6, 270)},
        ),
        ("GE", {16: (59, 1961), 17: (1, 40), 19: (10, 609), 22: (1, 60), 23: (8, 295)}),
    ],
)  # fmt: skip
def test_arrivals_by_day(
    chart: list[dict[str, str]], side: str, arrivals: dict[int, tuple[int, int]]
) -> None:
    """BTA-13.2: units and strength points of each day."""
    units, points = Counter[int](), Counter[int]()
    for row in chart:
        if row["side"] == side:
            units[int(row["day"])] += 1
            points[int(row["day"])] += int(row["combat"])
    assert {day: (units[day], points[day]) for day in units} == arrivals


def test_chart_order_and_totals(chart: list[dict[str, str]]) -> None:
    """BTA-13.2: American rows first; the low values of two-player games."""
    sides = [row["side"] for row in chart]
    assert sides == ["US"] * 85 + ["GE"] * 79
    assert len({row["id"] for row in chart}) == 164
    assert sum(int(row["combat"]) for row in chart if row["side"] == "US") == 3165
    assert sum(int(row["combat"]) for row in chart if row["side"] == "GE") == 2965
    assert sum(int(row["combat_two_player"]) for row in chart if row["side"] == "US") == 3090
    lower = {row["id"] for row in chart if row["combat"] != row["combat_two_player"]}
    assert {(row["kind"], row["combat_two_player"]) for row in chart if row["id"] in lower} == {
        ("ENG", "5"),
        ("ARM", "15"),
    }
    assert len(lower) == 11


def test_classes_sides_and_mobility_agree(chart: list[dict[str, str]]) -> None:
    """BTA-7.4a: a unit's class is of its side, and the kinds that have vehicles are the mobile ones."""
    classes = {row["class"]: row for row in table("op_allowances.csv")}
    assert all(classes[row["allowance"]]["side"] == row["side"] for row in [*chart, *table("divisions.csv")])
    foot = {"FOOT", "VG"}
    for row in chart:
        assert (row["allowance"] in foot) == (row["mobile"] == "no"), row["id"]
    assert {row["id"] for row in chart if row["allowance"] == "PIPER"} == {"GE-1SS-Piper"}
    assert {row["id"] for row in chart if row["allowance"] == "RCN"} == {"GE-LEHR-REC"}
    assert all(row["allowance"] == "ENG" for row in chart if row["kind"] == "ENG" and row["side"] == "GE")


def test_replacements_and_points_follow_sizes(chart: list[dict[str, str]]) -> None:
    """BTA-6.5, BTA-10.1d: battalions and engineers take no replacements and score nothing."""
    sizes = Counter(row["size"] for row in chart)
    assert sizes == {"regiment": 123, "battalion": 24, "engineer": 13, "brigade": 4}
    for row in chart:
        small = row["size"] in ("battalion", "engineer")
        assert (row["vp_counts"] == "no") == small, row["id"]
        takes = "" if small or not row["division"] else "armored" if row["mobile"] == "yes" else "infantry"
        assert row["replacement_pool"] == takes, row["id"]


def test_every_division_has_one_pool_and_the_chart_names_its_corps(chart: list[dict[str, str]]) -> None:
    """BTA-6.4a, BTA-6.4g"""
    pools = table("artillery_pools.csv")
    pool_of = {(pool["side"], name): pool["corps"] for pool in pools for name in pool["divisions"].split()}
    assert len(pool_of) == sum(len(pool["divisions"].split()) for pool in pools)
    assert set(pool_of) == {(row["side"], row["division"]) for row in table("divisions.csv")}
    for row in chart:
        if row["division"]:
            assert pool_of[row["side"], row["division"]] == row["corps"], row["id"]
    assert {row["corps"] for row in chart if not row["division"]} >= {"", "LXXX", "V"}


def test_the_first_days_shares(chart: list[dict[str, str]]) -> None:
    """BTA-2.4b, BTA-2.4d, BTA-2.4e: which units stand still on the 16th, and which are slow on the 16th and
    17th.
    """

    def with_share(column: str, side: str, share: str) -> set[str]:
        return {
            row["id"] for row in chart if row["side"] == side and row[column] == share and row["day"] == "16"
        }

    assert with_share("dec16_op", "US", "1") == {
        "US-9A-CCB", "US-9A-H", "US-9A-R", "US-14C-32", "US-1102-ENG", "US-1128-ENG",
    }  # fmt: skip
    assert not with_share("dec16_op", "US", "0.5")
    assert with_share("dec16_op", "GE", "0") == {
        "GE-12SS-12", "GE-12SS-26", "GE-150-SK-SS", "GE-ENG-IISS", "GE-ENG-LVIII", "GE-11",
    }  # fmt: skip
    assert len(with_share("dec16_op", "GE", "0.5")) == 14
    slow = with_share("dec17_op", "US", "0.5")
    assert len(slow) == 13
    assert {row["division"] for row in chart if row["id"] in slow} == {"106", "28", "99", "14C"}
    assert not with_share("dec17_op", "GE", "0.5")
    assert {row["dec16_op"] for row in chart if row["day"] != "16"} == {"1"}


def test_start_fortifications(chart: list[dict[str, str]]) -> None:
    """BTA-2.2"""
    dug_in = {(row["division"], row["fort"]) for row in chart if row["fort"] != "0"}
    assert dug_in == {("106", "2"), ("2", "1"), ("28", "1"), ("99", "1")}
    assert all(row["fort"] != "0" for row in chart if row["division"] in ("106", "2", "28", "99"))


def test_the_position_of_21_december(chart: list[dict[str, str]]) -> None:
    """BTA-2.2, BTA-10.2c: every unit of the first five days, stacked and placed within the rules."""
    rows = table("setup_dec21.csv")
    due = [row["id"] for row in chart if int(row["day"]) <= 20]
    assert [row["id"] for row in rows] == due
    assert len(due) == 126
    by_id = {row["id"]: row for row in chart}
    lost = {row["id"] for row in rows if row["status"] == "eliminated"}
    assert len(lost) == 7
    assert {by_id[unit]["division"] for unit in lost} == {"106", "28", "9A"}
    assert sum(by_id[unit]["vp_counts"] == "yes" for unit in lost) == 2
    placed = [row for row in rows if row["status"] == "map"]
    stacks = Counter((row["x"], row["y"]) for row in placed)
    assert max(stacks.values()) <= 3
    for hex_ in stacks:
        assert len({row["id"][:2] for row in placed if (row["x"], row["y"]) == hex_}) == 1
    assert all(row["x"] != "0" for row in placed if row["id"].startswith("GE"))
    strength = {
        side: sum(int(r["combat"]) for r in placed if r["id"].startswith(side)) for side in ("US", "GE")
    }
    assert strength == {"US": 1491, "GE": 2251}
    for row in placed:
        assert 1 <= int(row["combat"]) <= int(by_id[row["id"]]["combat"]), row["id"]
        assert 40 <= int(row["efficiency"]) <= 100
        assert 0 <= int(row["fort"]) <= 5


def test_weather_and_calendar_cover_every_day() -> None:
    """BTA-9.0a, BTA-2.3: and the chances of each day add to 100."""
    days = [int(row["day"]) for row in table("calendar.csv")]
    assert days == list(range(16, 28))
    assert [int(row["turn"]) for row in table("calendar.csv")] == list(range(1, 13))
    covered: list[int] = []
    for row in table("weather.csv"):
        covered += range(int(row["from_day"]), int(row["to_day"]) + 1)
        assert sum(int(row[sky]) for sky in ("overcast", "fog", "clear")) == 100
    assert covered == days
    for side in ("US", "GE"):
        limits = [row for row in table("artillery_limits.csv") if row["side"] == side]
        spans = [day for row in limits for day in range(int(row["from_day"]), int(row["to_day"]) + 1)]
        assert spans == days


def test_corrections_name_units_and_towns_that_exist(chart: list[dict[str, str]]) -> None:
    corrections = table("corrections.csv")
    assert Counter(row["table"] for row in corrections) == {"towns": 4, "oob": 25}
    assert {r["item"] for r in corrections if r["table"] == "oob"} <= {row["id"] for row in chart}
    assert {r["item"] for r in corrections if r["table"] == "towns"} <= {
        r["name"] for r in table("towns.csv")
    }
    moved = {r["item"]: r["corrected"] for r in corrections if r["corrected"].replace(",", "").isdigit()}
    for row in chart:
        if row["id"] in moved:
            assert f"{row['x']},{row['y']}" == moved.pop(row["id"])
    assert moved == {"Aywaille": "28,13", "Bastogne": "7,13"}
