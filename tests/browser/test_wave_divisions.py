"""Wave of Terror: finding units and formations, marching a whole division, units that can reach a hex."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.position import put
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from tests.browser.sitting import Sitting
from tests.browser.waves import SCALE, WALKER, arrange, decides, find, marching, scale_to
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

FIRST_SS = "german/1SS"


def units_of(match: Player, start: str) -> dict[str, str]:
    return {
        unit["id"]: unit["hex"]
        for unit in match.view("german")["board"]["units"]
        if unit["id"].startswith(start)
    }


def plan_of(match: Player, units: list[str], goal: str) -> dict[str, Any]:
    result: dict[str, Any] = match.post("german", "/march", {"units": units, "hex": goal}).json()["march"]
    return result


def test_find_goes_to_units_formations_places_and_hexes(sitting: Sitting, server: Running) -> None:
    match = marching(server)
    page = sitting.page
    sitting.sit(match)
    page.locator("#find").click()
    page.locator("dialog[open] input").fill("liege")
    page.locator("#found li").first.wait_for()
    assert "Liège" in page.locator("#found li").first.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.dataset?.hex === 'E1703'")
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill("Panzers 2 (1st SS)")
    page.keyboard.press("Enter")
    page.locator('.panel .unit[data-unit="G-1SS-02"]').wait_for()
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill("12ss")
    assert page.locator("#found li").count() > 3
    assert "formation" in page.locator("#found li.on").inner_text()
    page.keyboard.press("ArrowDown")
    assert "unit" in page.locator("#found li.on").inner_text()
    page.keyboard.press("ArrowUp")
    sitting.picture("wave-find")
    page.keyboard.press("Enter")
    page.locator('.group[data-group="german/12SS"]').wait_for()
    visible = units_of(match, "G-12SS")
    assert page.locator(".group .pick").count() == len(visible)
    assert page.evaluate(SCALE) <= 0.9
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill("Atlantis")
    page.keyboard.press("Enter")
    page.locator(".notice", has_text="Atlantis").wait_for()


def test_a_whole_division_marches_by_the_mouse(sitting: Sitting, server: Running) -> None:
    """Selected from one of its units; every order came from the server, and the units are where it said."""
    match = marching(server)
    page = sitting.page
    sitting.sit(match)
    sitting.ready(match.view("german")["seq"])
    find(sitting, "Panzers (12th SS)")
    page.locator("[data-whole]").click()
    page.locator(".group").wait_for()
    goal = "E3908"
    plan = plan_of(match, list(units_of(match, "G-12SS")), goal)
    sitting.click_hex(goal)
    page.locator("#march").wait_for()
    assert page.locator(".group [data-step]").count() == len(plan["steps"])
    sitting.picture("wave-march")
    page.locator("#march").click()
    ends = {unit: step["to"] for step in plan["steps"] for unit in step["units"]}
    assert len(ends) > 4
    until(lambda: {unit: units_of(match, "G-12SS")[unit] for unit in ends} == ends)
    page.locator(".group").wait_for()  # it stays selected


def test_a_division_marches_by_the_keyboard_and_says_who_stays(sitting: Sitting, server: Running) -> None:
    match = marching(server)
    page = sitting.page
    sitting.sit(match)
    sitting.ready(match.view("german")["seq"])
    sitting.click_unit("G-12SS-01")
    page.keyboard.press("l")
    page.locator(".group").wait_for()
    page.keyboard.press("b")
    focus = page.evaluate("() => document.activeElement.dataset.hex")
    page.keyboard.press("Enter")
    page.locator("#march").wait_for()
    plan = plan_of(match, list(units_of(match, "G-12SS")), focus)
    page.get_by_role("button", name="in column", exact=True).click()
    page.locator(".group .why").first.wait_for()
    page.get_by_role("button", name="as they are", exact=True).click()
    page.locator("#march:not([disabled])").wait_for()
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    ends = {unit: step["to"] for step in plan["steps"] for unit in step["units"]}
    assert ends
    until(lambda: {unit: units_of(match, "G-12SS")[unit] for unit in ends} == ends)


def test_the_sign_of_a_formation_picks_it(sitting: Sitting, server: Running) -> None:
    match = marching(server)
    sitting.sit(match)
    scale_to(sitting, 0.28)
    sitting.page.mouse.click(*sitting.middle(f'[data-formation="{FIRST_SS}"] rect:nth-of-type(2)'))
    sitting.page.locator(f'.group[data-group="{FIRST_SS}"]').wait_for()
    sitting.page.mouse.click(*sitting.middle(f'[data-formation="{FIRST_SS}"] rect:nth-of-type(2)'))
    sitting.page.locator(".viewport:not(.distant)").wait_for()  # a second click goes there
    sitting.page.keyboard.press("Escape")
    sitting.page.locator(".group").wait_for(state="detached")


def test_how_far_a_column_would_come_is_outlined(sitting: Sitting, server: Running) -> None:
    """WOT-9.17: the reach of a unit together with that of its column; each mode
    while its button is hovered.
    """

    def change(game: WaveOfTerror, state: WaveState) -> None:
        state.couplet = 2  # in the first there are no columns, WOT-5.8
        put(game.world, state, [game.world.by_id[WALKER]], game.world.grid.at("E4234"))  # Bitburg

    match = arrange(marching(server), change)
    page = sitting.page
    sitting.sit(match)
    sitting.ready(match.view("german")["seq"])
    assert farther(reach(match, WALKER))
    find(sitting, WALKER)
    page.locator(".farther").wait_for(state="attached")
    lit = page.locator(".panel .unit").inner_text()
    assert "In reach" in lit
    sitting.picture("wave-column")
    page.get_by_role("button", name="in column", exact=True).hover()
    page.locator(".farther").wait_for(state="detached")  # the column's own reach is shown now
    page.get_by_role("button", name="in column", exact=True).click()
    count = len({way["hex"] for way in reach(match, WALKER) if way["mode"] == "in column"})
    page.locator(f".panel .unit >> text={count} hexes").wait_for()


def farther(ways: list[dict[str, Any]]) -> bool:
    """Return whether the column reaches hexes that the unit alone does not."""
    alone = {way["hex"] for way in ways if way["mode"] == ""}
    return bool({way["hex"] for way in ways if way["mode"] == "in column"} - alone)


def test_who_can_come_to_a_hex(sitting: Sitting, server: Running) -> None:
    """A click on an empty hex lists them with their cost; a click on one selects it, and it can go there."""
    match = marching(server)
    page = sitting.page
    sitting.sit(match)
    sitting.ready(match.view("german")["seq"])
    goal = "E3717"
    answer = match.get("german", "/comers", hex=goal).json()["comers"]
    able = [
        unit
        for unit in decides(match, "german")["units"]
        if any(way["hex"] == goal and way["mode"] == "" for way in reach(match, unit))
    ]
    assert sorted(comer["unit"] for comer in answer) == sorted(able)
    sitting.click_hex(goal)
    page.locator(f'.comers[data-hex-asked="{goal}"]').wait_for()
    assert page.locator("[data-comer]").count() == len(answer)
    sitting.picture("wave-comers")
    page.locator("[data-comer]").first.click()
    page.locator(f'.panel .unit[data-unit="{answer[0]["unit"]}"]').wait_for()
    page.locator(".panel .unit >> text=In reach").wait_for()
    sitting.click_hex(goal)
    until(lambda: units_of(match, answer[0]["unit"]) == {answer[0]["unit"]: goal})
    page.keyboard.press("o")
    page.locator(".comers").wait_for()


def reach(match: Player, unit: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = match.get("german", "/reach", unit=unit).json()["reach"]
    return result
