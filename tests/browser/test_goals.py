"""Goals and names above the counters, the plate of layers, arrows, the head of the odds, the briefing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.browser.sitting import Sitting, play_to, ready_to_declare
from tests.browser.test_flow import sit_alone
from tests.server.running import PEOPLE, Running

pytestmark = pytest.mark.standing


def test_goals_show_their_owner_and_names_stand_above_stacks(sitting: Sitting, server: Running) -> None:
    match = ready_to_declare(server)
    sitting.sit(match)
    page = sitting.page
    goals = {
        goal["hex"]: goal["holder"] for goal in match.view("german")["board"]["victory"] if goal.get("hex")
    }
    page.wait_for_selector(".goals [data-goal]", state="attached")
    shown = page.locator(".goals [data-goal]").evaluate_all(
        "nodes => Object.fromEntries(nodes.map(n => [n.dataset.goal, n.dataset.holder]))"
    )
    assert shown == goals
    page.evaluate("() => document.querySelector('[data-tool=fit]').click()")
    for _ in range(5):
        page.locator("[data-tool=in]").click()
    page.wait_for_selector(".goals .goal:not(.far) circle", state="attached")
    assert "Echternach" in page.locator(".goals .goalname").all_text_contents()
    assert page.locator(".names .again").count() > 0
    for _ in range(9):
        page.locator("[data-tool=out]").click()
    page.wait_for_selector(".goals .goal.far", state="attached")
    assert page.locator(".goals circle").count() == 0, "far out only the star"


def test_layers_are_icons_with_words(sitting: Sitting, server: Running) -> None:
    sitting.sit(ready_to_declare(server))
    page = sitting.page
    button = page.locator('[data-toggle="supply"]')
    assert button.locator("svg").count() == 1
    assert button.inner_text() == "Supply"
    assert button.get_attribute("title") == "Supply (S)"
    box = button.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (54, 46)
    assert page.locator(".toggles .plate").count() == 2
    assert page.locator(".toggles .zoom button").count() == 3
    cut = page.locator(".toggles button").evaluate_all(
        "all => all.filter(x => x.scrollWidth > x.clientWidth).length"
    )
    assert cut == 0


def test_an_attack_arrow_runs_from_center_to_center(sitting: Sitting, server: Running) -> None:
    sit_alone(sitting, ready_to_declare(server), "german")
    sitting.my_turn()
    sitting.click_hex("1307")
    page = sitting.page
    page.locator("#declare:not([disabled])").wait_for()
    arrow = page.locator(".arrows .arrow").first
    start = arrow.evaluate(
        "node => node.getAttribute('transform').match(/[-.0-9]+/g).map(Number).slice(0, 2)"
    )
    hexes = {hex_["id"]: hex_ for hex_ in server.http.get("/api/games/tigers/stage").json()["hexes"]}
    near = [hexes[id_] for id_ in hexes["1307"]["near"]]
    assert any(abs(hex_["x"] - start[0]) + abs(hex_["y"] - start[1]) < 1 for hex_ in near)
    assert arrow.locator("stop[stop-opacity='0']").count() >= 1


def test_the_head_shows_the_odds_with_the_unit_just_added(sitting: Sitting, server: Running) -> None:
    sit_alone(sitting, ready_to_declare(server), "german")
    sitting.my_turn()
    sitting.click_hex("1307")
    page = sitting.page
    page.locator("#declare:not([disabled])").wait_for()
    ratio = page.locator(".versus .ratio")
    chip = page.locator('.chip[aria-pressed="false"]:not([disabled])').first
    unit, odds = chip.get_attribute("data-attacker"), chip.locator("b").inner_text()
    assert odds != ratio.inner_text()
    chip.click()
    page.wait_for_selector(f'.chip[data-attacker="{unit}"][aria-pressed="true"]')
    sitting.settle()
    assert page.locator(".gist.preview").count() == 0
    assert ratio.inner_text() == odds
    assert page.locator(".versus .who").first.locator("svg").count() == 2


def test_the_units_numbers_are_not_broken(sitting: Sitting, server: Running) -> None:
    match = server.make({"german": "me", "american": "beside"}, game="breakthrough")
    sitting.sit(match)
    sitting.page.click("#tab-forces")
    cells = sitting.page.locator(".roster tbody tr:not(.group) td:nth-child(3)")
    cells.first.wait_for()
    lines = cells.evaluate_all("all => all.map(x => getComputedStyle(x).whiteSpace)")
    assert set(lines) == {"nowrap"}


@pytest.mark.parametrize("turn", [2, 3])
def test_the_briefing_opens_every_turn(sitting: Sitting, server: Running, turn: int) -> None:
    match = play_to(
        server.make(PEOPLE, seed=4), "move", "german", 4, lambda game, view: bool(view.turn == turn - 1)
    )
    sit_alone(sitting, match, "german", speed="fast")
    page, rng = sitting.page, Random(turn)
    sitting.settle()
    page.keyboard.press("Space")
    assert page.locator(".banner").is_hidden()
    board = match.view("german")["board"]
    while (
        board["turn"] < turn
        or board["phase"]["side"] != "german"
        or not (match.view("german")["choices"]["mine"])
    ):
        seat, order = match.next_order(rng)
        match.done(seat, msgspec.to_builtins(order))
        board = match.view("german")["board"]
        page.keyboard.press("Escape")
    for _ in range(60):
        page.keyboard.press("Escape")
        if page.locator(".banner:not([hidden])").count():
            break
        page.evaluate("() => new Promise(done => setTimeout(done, 100))")
    assert page.locator(".banner .pips i").count() == board["turns"]
    widths = page.locator(".banner .pips i").evaluate_all("all => all.map(x => Math.round(x.offsetWidth))")
    assert max(widths) - min(widths) <= 1
    assert page.locator(".banner .pips .past").count() == turn - 1
