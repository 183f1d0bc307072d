"""Wave of Terror: setup by dragging counters within their radii, checked during the drag; saved setups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.sitting import Sitting, as_shown
from tests.browser.waves import PEOPLE, decides, find
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing


def beginning(sitting: Sitting, server: Running) -> Player:
    match = server.make(PEOPLE, game="wave_of_terror")
    sitting.sit(match)
    sitting.page.locator(".card-over .pick").first.wait_for()
    return match


def at(match: Player, unit: str) -> str:
    units = {u["id"]: u["hex"] for u in match.view("allied")["board"]["units"]}
    return str(units.get(unit, ""))


def reach(match: Player, unit: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = match.get("allied", "/reach", unit=unit).json()["reach"]
    return result


def drag_to(sitting: Sitting, start: tuple[float, float], hex_: str) -> None:
    """Drag with the mouse, in several steps, and release over the hex."""
    page = sitting.page
    end = sitting.middle(f'.hexhit[data-hex="{hex_}"]')
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 14, start[1] + 6, steps=2)
    page.wait_for_selector(".panel .unit >> text=In reach")
    page.mouse.move(*end, steps=4)
    sitting.settle()


def test_counters_are_dragged_within_their_radius_and_no_farther(sitting: Sitting, server: Running) -> None:
    match = beginning(sitting, server)
    page = sitting.page
    unit = next(u for u in decides(match, "allied")["card"] if len(reach(match, u)) > 2)
    first, second = (way["hex"] for way in reach(match, unit)[:2])
    find(sitting, first)
    page.wait_for_function("hex => document.activeElement?.dataset?.hex === hex", arg=first)
    for _ in range(2):
        page.keyboard.press("Shift+ArrowUp")  # from under the card
    drag_to(sitting, sitting.middle(f'[data-pick="{unit}"]'), first)
    sitting.picture("wave-setup-drag")
    page.mouse.up()
    until(lambda: at(match, unit) == first)
    sitting.ready(match.view("allied")["seq"])
    drag_to(sitting, sitting.middle(f'.counter[data-unit="{unit}"]'), second)
    page.locator(".drawn .good").wait_for()  # checked during the drag
    page.mouse.up()
    until(lambda: at(match, unit) == second)
    sitting.ready(match.view("allied")["seq"])
    legal = {way["hex"] for way in reach(match, unit)} | {second}
    near = next(x for x in server_hexes(match) if x["id"] == second)["near"]
    out = next(n for n in near if n not in legal)
    drag_to(sitting, sitting.middle(f'.counter[data-unit="{unit}"]'), out)
    page.locator(".drawn .why").wait_for()
    page.mouse.up()
    page.locator(".whynot").wait_for()
    assert "WOT-3." in page.locator(".whynot").inner_text()
    assert at(match, unit) == second


def test_of_several_orders_in_a_hex_none_is_gold_where_the_staff_does_not_say(
    sitting: Sitting, server: Running
) -> None:
    """The first has the focus too, so that Enter gives it."""
    page = sitting.page
    page.route("**/hint", lambda route: route.fulfill(status=429, json={"error": "Too many hints."}))
    match = beginning(sitting, server)
    before, hexes = match.view("allied")["seq"], decides(match, "allied")["hexes"]
    depot, entries = next((label, result) for label, result in hexes.items() if len(result) > 1)
    sitting.click_hex(depot)
    first = page.locator("dialog.beside .options button:focus")
    first.wait_for()
    assert first.inner_text() == as_shown(entries[0]["label"])
    assert page.locator("dialog.beside button.main").count() == 0
    page.keyboard.press("Enter")
    until(lambda: match.view("allied")["seq"] > before)
    assert match.view("allied")["log_tail"][-1]["given"] == entries[0]["order"]


def server_hexes(match: Player) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = match.server.http.get("/api/games/wave_of_terror/stage").json()["hexes"]
    return result


def test_a_set_up_is_kept_and_used_in_another_match_and_as_a_file(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    match = beginning(sitting, server)
    page = sitting.page
    match.done("allied", {"do": "auto_setup"})
    unit = "A-106-02"
    match.done("allied", reach(match, unit)[0]["order"])
    wanted = at(match, unit)
    sitting.ready(match.view("allied")["seq"])
    page.locator("#keep-setup").click()
    page.locator("dialog[open] input").fill("Behind the Our")
    page.locator("dialog[open] button.main").click()
    row = page.locator('[data-setup="Behind the Our"]')
    row.wait_for()
    sitting.picture("wave-setup")
    with page.expect_download() as outcome:
        row.get_by_role("button", name="Export").click()
    file = tmp_path / "one.json"
    outcome.value.save_as(file)
    assert json.loads(file.read_text())["side"] == "allied"
    other = server.make(PEOPLE, game="wave_of_terror")
    sitting.move_over(other)
    page.locator('[data-setup="Behind the Our"]').get_by_role("button", name="Use").click()
    until(lambda: at(other, unit) == wanted)
    page.locator('[data-setup="Behind the Our"]').get_by_role("button", name="Delete").click()
    page.locator("dialog[open] button.main").click()
    page.locator('[data-setup="Behind the Our"]').wait_for(state="detached")
    page.locator(".setups input[type=file]").set_input_files(file)
    page.locator('[data-setup="Behind the Our"]').wait_for()
    page.keyboard.press("e")
    until(lambda: not decides(other, "allied")["mine"])
