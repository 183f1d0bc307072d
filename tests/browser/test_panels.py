"""The page knows no game: panels, sliders, arrows and sheets are drawn as the view describes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.browser.sitting import Sitting, ready_to_declare
from tests.browser.test_pages import serious
from tests.server.running import Player, Running

LEND = [{"label": f"{n} points", "order": None if n == 2 else {"do": "lend", "points": n}} for n in range(5)]
PANELS = [
    {
        "id": "artillery",
        "title": "Corps artillery",
        "tab": "orders",
        "rows": [
            {
                "what": "LXVI Corps",
                "value": "4 points",
                "rule": "TIA-CRT-1",
                "group": "Pools",
                "mark": "good",
            },
            {"what": "62nd Division", "value": "2 lent", "unit": "G-62VG", "group": "Lent"},
            {"what": "St. Vith", "hex": "1106", "mark": "open", "group": "Goals"},
        ],
        "sliders": [{"label": "Lend to 62VG", "at": 2, "stops": LEND}],
        "buttons": [{"label": "Take all back", "order": {"do": "take_back"}}],
    }
]
ARROWS = [
    {"from": "1306", "to": "1206", "kind": "attack", "label": "plot"},
    {"from": "1502", "to": "1103", "kind": "plan", "label": ""},
]


def retold(sitting: Sitting, match: Player, change: Callable[[dict[str, Any]], None]) -> list[Any]:
    """Add parts of another game to the server's views; return the orders the page sends."""
    given: list[Any] = []

    def view(route: Route) -> None:
        body = route.fetch().json()
        change(body)
        route.fulfill(json=body)

    def order(route: Route) -> None:
        given.append(json.loads(route.request.post_data or "")["order"])
        refusal = {"error": "no", "rule": "TIA-CRT-1", "facts": "Not in this game.", "way_out": ""}
        route.fulfill(status=422, json=refusal)

    sitting.page.route(f"**/api/matches/{match.id}", view)
    sitting.page.route(f"**/api/matches/{match.id}/orders", order)
    return given


@pytest.mark.standing
def test_percentages_add_up(sitting: Sitting) -> None:
    make = """async (all) => {
      const { wholePercents } = await import("/js/match/panels/percents.js");
      return all.map(wholePercents);
    }"""
    sitting.page.goto(sitting.base)
    shares = [[100 / 3] * 3, [16.6667, 16.6667, 66.6667], [0.4, 99.6], [100 / 6] * 6, [12.5, 12.5], []]
    expected = [[34, 33, 33], [17, 17, 66], [0, 100], [17, 17, 17, 17, 16, 16], [13, 12], []]
    assert sitting.page.evaluate(make, shares) == expected


@pytest.mark.standing
def test_panels_of_any_game_are_drawn_and_their_orders_given(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page

    def artillery(body: dict[str, Any]) -> None:
        body["choices"]["panels"] = PANELS
        body["board"]["arrows"] = ARROWS
        body["board"]["units"][0]["sheet"] = [{"what": "Efficiency", "value": "85 %", "mark": "bad"}]
        body["board"]["units"][0]["print"] = "12-85-7"

    given = retold(sitting, match, artillery)
    sitting.sit(match)
    box = page.locator('[data-panel="artillery"]')
    box.wait_for()
    assert "Corps artillery" in box.inner_text()
    assert box.get_by_role("button", name="Set").is_disabled(), "nothing is changed yet"
    box.get_by_role("slider", name="Lend to 62VG").fill("4")
    assert box.locator("output").inner_text() == "4 points"
    box.get_by_role("button", name="Set").click()
    page.wait_for_selector(".whynot >> text=Not in this game.")
    box.get_by_role("button", name="Take all back").click()
    sitting.settle()
    page.wait_for_selector(".whynot >> text=Not in this game.")
    assert given[0] == {"do": "lend", "points": 4}
    assert given[-1] == {"do": "take_back"}
    assert serious(sitting, ".side") == []
    page.keyboard.press("Escape")
    assert page.locator(".wedge").count() == 1
    assert page.locator(".shaft").count() == 1
    first = match.view("german")["board"]["units"][0]["id"]
    assert "12-85-7" in (page.locator(f'.counter[data-unit="{first}"]').text_content() or "")
    sitting.click_unit(first)
    page.wait_for_selector(".panel .unit >> text=85 %")
    sitting.picture("panels")
    box.get_by_role("button", name="62nd Division").click()
    page.wait_for_selector('.panel .unit[data-unit="G-62VG"]')


@pytest.mark.standing
def test_hexes_may_stand_on_a_point_and_sides_have_any_name(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page

    def turned(route: Route) -> None:
        stage = route.fetch().json()
        stage["map"]["hex"] = "pointy"
        route.fulfill(json=stage)

    page.route("**/api/games/tigers/stage", turned)
    sitting.sit(match)
    drawn = page.locator('.hexhit[data-hex="1206"]').get_attribute("d") or ""
    xs = [float(pair.split()[0]) for pair in drawn[1:-1].split("L")]
    ys = [float(pair.split()[1]) for pair in drawn[1:-1].split("L")]
    assert max(ys) - min(ys) > max(xs) - min(xs), "a hex on its point is higher than wide"
