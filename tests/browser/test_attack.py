"""The attack panel and the pool: proposed by the server, corrected by key or click, withdrawn by ×."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.wave_of_terror.rules.combat import advance
from tests.browser.sitting import Sitting, play_to, ready_to_declare
from tests.browser.waves import decides, set_out
from tests.server.running import Running, until

pytestmark = pytest.mark.standing


def test_an_attack_is_proposed_corrected_planned_and_withdrawn(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    sitting.click_hex("1307")
    page.locator("#declare:not([disabled])").wait_for()
    assert page.locator('[data-attacker][aria-pressed="true"]').count() == 1  # the smallest group
    assert "5:1" in page.inner_text(".attack .ratio")
    assert page.locator(".attack .faces .dieface").count() == 6
    assert "100 % Takes the hex" in page.inner_text(".attack .gist")
    sitting.settle()
    page.keyboard.press("d")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.attack .ratio').textContent === '7:1'")  # before
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelectorAll('.chip.in').length === 2")
    page.keyboard.press("Enter")
    until(lambda: len(match.view("german")["board"]["attacks"]) == 1)
    sitting.ready(match.view("german")["seq"])
    sitting.click_hex("1206")
    page.locator("#declare:not([disabled])").wait_for()
    page.keyboard.press("Enter")
    until(lambda: len(match.view("german")["board"]["attacks"]) == 2)
    sitting.ready(match.view("german")["seq"])
    page.locator(".declared .strike").first.click()
    until(lambda: [a["targets"] for a in match.view("german")["board"]["attacks"]] == [["1206"]])


def test_those_who_advance_are_picked_as_counters(sitting: Sitting, server: Running) -> None:
    """WOT-10.26: no list of combinations, all that fit to begin with, and keys for the rest."""
    match, page = set_out(server), sitting.page

    def several(game: Any, view: Any) -> bool:
        return len(advance.able(game.world, view, view.fought)) >= 3

    play_to(match, "advance", "german", 0, several)
    choices = decides(match, "german")
    assert len(choices["buttons"]) <= 2
    sitting.sit(match)
    page.locator(".pool").wait_for()
    many = len(choices["picker"]["first"])
    assert f"Advance {many} battalions" in page.inner_text(".pool footer")
    page.keyboard.press("0")
    assert "Do not advance" in page.inner_text(".pool footer .main")
    page.keyboard.press("2")
    assert "Advance 1 battalion" in page.inner_text(".pool footer")
    picked = page.locator('[data-take][aria-pressed="true"]').get_attribute("data-take")
    page.keyboard.press("Enter")
    until(lambda: decides(match, "german").get("picker", {}).get("title") != choices["picker"]["title"])
    at = {unit["id"]: unit["hex"] for unit in match.view("german")["board"]["units"]}
    there = [unit for unit, label in at.items() if label == choices["picker"]["hex"]]
    assert there == [picked]
