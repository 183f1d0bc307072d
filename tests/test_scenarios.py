"""The length of scenarios: how many orders a match takes, and the table of docs/reference/scenarios.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest

from ardennes.games import GAMES, find_game, rulebook_of
from ardennes.golden import rules
from ardennes.golden.file import RULES, Lines, find
from ardennes.kernel.contract import Scenario
from ardennes.kernel.parts import SECONDS_AN_ORDER
from ardennes.kernel.rulebook import load_rulebook

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "scenarios.md"
LENGTH = (
    # a match between staffs may have this many times the average number of orders, or this many times fewer
    1.5
)

SCENARIOS = [(game, scenario) for game in GAMES for scenario in find_game(game).scenarios]
every_scenario = pytest.mark.parametrize(
    ("game", "scenario"), SCENARIOS, ids=[f"{game}-{scenario.id}" for game, scenario in SCENARIOS]
)


NAMED = {"DUMP": "fuel dump", "FBB": "Begleit", "FEB": "Begleit", "JPZ": "Jagdpanzer"}  # without a number


@every_scenario
def test_the_rule_of_a_scenario_names_all_reinforcements(game: str, scenario: Scenario) -> None:
    part = cast(Any, find_game(game, scenario.id)).world.part
    if part is None:
        assert not scenario.rule
        return
    text = str(load_rulebook(rulebook_of(game)).rules[scenario.rule])
    for name in part.comes:
        number = re.search(r"\d+", name)
        word = rf"\b{number[0]}(st|nd|rd|th|\.)" if number else NAMED[name.split("-")[-1]]
        assert re.search(word, text), f"{scenario.rule} does not name {name}"


@every_scenario
def test_the_page_tells_its_minutes(game: str, scenario: Scenario) -> None:
    row = re.search(rf"^\| `{game}` \| `{scenario.id}` \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None
    assert f"| {scenario.minutes} |" in row[0]
    assert scenario.minutes > 0


def staff_matches() -> list[tuple[str, str, float]]:
    """Return recorded matches between staffs, played to the end: game,
    scenario, orders of a side on average.
    """
    result = []
    for path in find(kinds=[RULES]):
        recipe = Lines(path).head().recipe
        if [name for name, _ in recipe.players] == ["staff", "staff"] and recipe.limit is None:
            if not recipe.options:
                result.append((recipe.game, recipe.scenario, len(rules.read(Lines(path)).steps) / 2))
    return result


@pytest.mark.parametrize(("game", "scenario", "orders"), staff_matches())
def test_a_match_between_staffs_takes_about_as_long_as_is_said(
    game: str, scenario: str, orders: float
) -> None:
    said = next(known.minutes for known in find_game(game).scenarios if known.id == scenario)
    played = orders * SECONDS_AN_ORDER / 60
    assert said / LENGTH < played < said * LENGTH
