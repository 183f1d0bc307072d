"""Battles are shown: the strip below the map, the die and its cell; the banner of a turn; skipping."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.sitting import Sitting, ready_to_declare
from tests.server.running import Player, Running

pytestmark = pytest.mark.standing


def fighting(server: Running) -> tuple[Player, Player]:
    """Return a match in which an attack on 1206 is about to be resolved, and its German seat."""
    match = ready_to_declare(server, seed=3)
    view = match.view("german")
    target = next(x for x in view["choices"]["targets"] if x["hex"] == "1206")
    match.done("german", {"do": "attack", "targets": ["1206"], "attackers": target["attackers"][:3]})
    while match.view("german")["choices"]["decision"]["kind"] != "fight":
        match.done("german", {"do": "end"})
    return match, Player(server, match.id, {"german": match.tokens["german"]})


def thrown(match: Player) -> dict[str, Any]:
    """Make and answer the attack; return the battle from the log."""
    for seat in ("german", "allied"):
        match.done(seat, match.view(seat)["choices"]["buttons"][0]["order"])
    entries = match.get("german", "/log", after=0).json()["entries"]
    result: dict[str, Any] = next(e["battles"][0] for e in reversed(entries) if e["battles"])
    return result


def test_a_battle_is_shown_with_its_die_and_its_cell(sitting: Sitting, server: Running) -> None:
    match, german = fighting(server)
    sitting.sit(german, speed="slow")
    show, page = thrown(match), sitting.page
    page.wait_for_selector(".show .cell.lit")
    assert page.get_attribute(".show .cell.lit", "data-cell") == str(show["thrown"])
    assert page.locator(".show .cell").count() == len(show["cells"]) == 6
    assert page.locator(".show .who [data-shown]").count() >= 4  # three attackers and who defends
    page.wait_for_selector(".show .told h2")
    assert page.inner_text(".show .told h2") == show["title"]
    strip, map_ = page.locator(".show").bounding_box(), page.locator(".map").bounding_box()
    assert strip is not None
    assert map_ is not None
    assert map_["y"] + map_["height"] <= strip["y"] + 1  # it covers no hex
    assert page.locator(".show button.main").count() == 1
    sitting.picture("battle")


def test_skipping_leaves_a_summary(sitting: Sitting, server: Running) -> None:
    match, german = fighting(server)
    sitting.sit(german, speed="slow")
    show, page = thrown(match), sitting.page
    page.wait_for_selector(".table.showing .show")
    page.keyboard.press("Escape")
    page.wait_for_selector(".table:not(.showing) .show .summary")
    assert show["title"] in page.inner_text(".show .summary")


def test_the_date_opens_the_banner_and_space_folds_it(sitting: Sitting, server: Running) -> None:
    _, german = fighting(server)
    sitting.sit(german)
    page = sitting.page
    assert page.locator(".banner").is_hidden()  # no animation starts by itself if it is switched off
    page.locator(".bar .when").click()
    page.wait_for_selector(".banner:not([hidden])")
    assert "To win" in page.inner_text(".banner")
    page.wait_for_selector(".banner .past")
    assert "Before dawn some 200,000 Germans attack" in page.inner_text(".banner .past")
    page.locator("#prompt").focus()
    page.keyboard.press("Space")
    page.wait_for_selector(".banner", state="hidden")


def test_the_front_of_1944_is_a_layer(sitting: Sitting, server: Running) -> None:
    _, german = fighting(server)
    sitting.sit(german)
    page = sitting.page
    assert page.locator(".map g.past").count() == 0
    page.locator("#prompt").focus()
    page.keyboard.press("y")
    page.wait_for_selector(".map g.past path", state="attached")
    assert "front on the evening of 16 December 1944" in page.inner_text(".legend")
    answer = server.http.get("/api/games/tigers/history").json()["days"]["16 December 1944"]["front"]
    x, y = answer[0]["points"][:2]
    assert page.locator(f".map g.past path[d*='{x} {y}L']").count() == 2, "the line and its pale edge"
    sitting.picture("front-of-1944")
    page.keyboard.press("y")
    page.wait_for_selector(".map g.past", state="detached")
