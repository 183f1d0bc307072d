"""Wave of Terror: blown bridges, lost steps, assembled attacks, with mouse, keyboard and finger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.sitting import Sitting
from tests.browser.waves import WALKER, at_a_bridge, decides, losing, set_out
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

STEPS = "Steps"


def steps_of(match: Player) -> dict[str, int]:
    """Return the remaining steps of all units on the map, from their sheets."""
    return {
        unit["id"]: int(next(row["value"] for row in unit["sheet"] if row["what"] == STEPS).split()[0])
        for unit in match.view("german")["board"]["units"]
    }


def other_split(picker: dict[str, Any]) -> tuple[str, str] | None:
    """Return a unit that loses a step by default and may keep it, and one that may lose it instead."""
    out = [u for u in picker["units"] if u["id"] in picker["first"] and not u["least"]]
    into = [u for u in picker["units"] if u["id"] not in picker["first"]]
    return (out[0]["id"], into[0]["id"]) if out and into else None


def press(sitting: Sitting, what: str, how: str) -> None:
    node = sitting.page.locator(what)
    if how == "finger":
        node.tap()
    elif how == "mouse":
        node.click()
    else:
        node.focus()
        sitting.page.keyboard.press("Space" if "data-take" in what else "Enter")  # Enter accepts everything


def lose(sitting: Sitting, server: Running, how: str) -> None:
    """The proposed split is changed; the selected steps are lost."""
    match = losing(server)
    picker = decides(match, "german")["picker"]
    changed = other_split(picker)
    assert changed is not None
    before = steps_of(match)
    sitting.sit(match)
    page = sitting.page
    page.locator(".picker").wait_for()
    if how == "keyboard":
        page.keyboard.press("d")
        page.wait_for_function("() => document.activeElement?.closest('.picker')")
    out, into = changed
    while page.locator(f'[data-take="{out}"]').get_attribute("data-times") != "0":
        press(sitting, f'[data-take="{out}"]', how)
    assert page.locator('[data-do="picked"]').is_disabled()
    press(sitting, f'[data-take="{into}"]', how)
    sitting.picture(f"wave-losses-{how}")
    press(sitting, '[data-do="picked"]', how)
    asked = picker["title"]
    until(lambda: decides(match, "german").get("picker", {}).get("title") != asked)
    after = steps_of(match)
    assert after.get(into, 0) == before[into] - 1
    assert after[out] == before[out]


def blow(sitting: Sitting, server: Running, how: str) -> None:
    """The Germans step to a bridge; the other player is asked at once, then the move continues."""
    match, end = at_a_bridge(server)
    sitting.sit(match)
    ways = match.get("german", "/reach", unit=WALKER).json()["reach"]
    way = next(way for way in ways if way["hex"] == end and way["mode"] == "")
    match.done("german", way["order"])
    card = sitting.page.locator(".card-over.answers")
    card.wait_for()
    choices = decides(match, "allied")
    assert choices["decision"]["kind"] == "demolition"
    assert "(1 in 6)" in card.inner_text()
    box = sitting.page.locator(f'.hexhit[data-hex="{end}"]').bounding_box()
    assert box is not None
    assert 0 < box["x"] < sitting.page.evaluate("innerWidth")  # the map shows where
    sitting.picture(f"wave-demolition-{how}")
    if how == "keyboard":
        sitting.page.keyboard.press("d")
        sitting.page.wait_for_function("() => document.activeElement?.dataset?.do === 'demolish'")
        sitting.page.keyboard.press("Enter")
    else:
        press(sitting, '.card-over [data-do="demolish"] >> nth=0', how)
    until(lambda: decides(match, "german")["mine"])
    answer = match.get("german", "/log").json()["entries"][-1]["lines"]
    assert any("bridge" in line.lower() or "demolition" in line.lower() for line in answer), answer


def build(sitting: Sitting, server: Running, how: str) -> None:
    """Select target and attackers and declare without the mouse, or without a keyboard."""
    match = set_out(server)
    sitting.sit(match)
    page = sitting.page
    sitting.my_turn()
    target = decides(match, "german")["targets"][0]
    if how == "keyboard":
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator("#declare:not([disabled])").wait_for()
        page.keyboard.press("Enter")
    else:
        sitting.click_hex(target["hex"])
        page.locator("#declare:not([disabled])").wait_for()
        sitting.picture(f"wave-attack-{how}")
        press(sitting, "#declare", how)
    until(lambda: decides(match, "german")["decision"]["kind"] != "fight")


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_steps_are_lost_as_picked(sitting: Sitting, server: Running, how: str) -> None:
    lose(sitting, server, how)


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_bridge_is_asked_for_in_the_middle_of_a_move(sitting: Sitting, server: Running, how: str) -> None:
    blow(sitting, server, how)


def test_an_attack_is_built_by_keyboard(sitting: Sitting, server: Running) -> None:
    build(sitting, server, "keyboard")


class TestOnAPhone:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

    @pytest.mark.parametrize("deed", [lose, blow, build])
    def test_all_of_it_with_a_finger(self, sitting: Sitting, server: Running, deed: Any) -> None:
        deed(sitting, server, "finger")
        assert sitting.page.evaluate("document.documentElement.scrollWidth") <= 360
