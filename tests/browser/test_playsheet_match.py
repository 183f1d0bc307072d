"""The playsheet at length: layers, guns that move first, a server restart, a phone, the end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ardennes.commands.serve import listen
from ardennes.games import find_game
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.names import unit_name
from ardennes.games.playsheet.schema.terms import ALLIED
from ardennes.kernel.names import hex_text
from ardennes.server.matches.service import read_order
from tests.browser.hands import Finger
from tests.browser.sitting import Sitting
from tests.browser.test_pages import serious
from tests.browser.test_playsheet import (
    ENGINEERS,
    GRENADIERS,
    PANZER,
    PEOPLE,
    TARGET,
    clear_day,
    on_the_sheet,
    written,
)
from tests.browser.waves import find
from tests.server.running import Player, Running, running, until

pytestmark = pytest.mark.standing

GUNS = "GE-ART-LVIII-M1"
LOOKED_AT = 4  # turns of a match that is over
LIES = "() => document.querySelector('.world').style.transform"


def alone(match: Player, seat: str) -> Player:
    """Only this seat is at the screen."""
    return Player(match.server, match.id, {seat: match.tokens[seat]})


def mode(sitting: Sitting, words: str) -> None:
    sitting.page.locator('[aria-label="Kind of move"] button', has_text=words).first.click()


# Layers


def test_layers_are_switched_on_by_key_and_button_and_have_a_legend(
    sitting: Sitting, server: Running
) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=21)
    match.done("allied", {"do": "seal"})
    match.done("german", {"do": "interdict", "unit": "GE-ART-LVIII-F2", "anchor": TARGET})
    page = sitting.page
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    legend = page.locator(".legend")
    assert legend.count() == 0
    for key, layer, words in (
        ("k", ".ring.effective", "effective range"),
        ("y", ".skies", "air zone"),
        ("x", ".firearea.now", "under your fire this turn"),
    ):
        page.keyboard.press(key)
        page.locator(layer).wait_for(state="attached")
        assert words in legend.inner_text()
    assert page.locator('[data-toggle="rings"]').get_attribute("aria-pressed") == "true"
    zones = page.locator(".skies text").all_text_contents()
    assert {"Zone 1", "Zone 24"} <= set(zones)
    dashes = page.locator(".ring path[stroke-dasharray]").evaluate_all(
        "nodes => nodes.map(n => n.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 2, "the two ranges differ in colour alone"
    sitting.picture("playsheet-layers")
    find(sitting, GUNS)
    page.locator(".ring text", has_text="long range").wait_for(state="attached")
    page.keyboard.press("Escape")
    page.locator(".ring text").wait_for(state="detached")
    for layer in ("rings", "skies", "areas"):
        page.locator(f'[data-toggle="{layer}"]').click()
    assert legend.count() == 0
    page.keyboard.press("?")
    assert "Air zones" in page.locator("dialog[open]").inner_text()


# Guns that move first, and drops


def test_guns_are_sent_forward_and_fire_from_there(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=22)
    match.done("allied", {"do": "seal"})
    ways = match.get("german", "/reach", unit=GUNS).json()["reach"]
    moves = [w for w in ways if w["mode"] == "road column" and w["left"] and int(w["left"]) <= 50]
    end = max(moves, key=lambda w: int(w["left"]))["hex"]
    sitting.sit(match)
    sitting.wait_for("the Allied side has sealed")
    find(sitting, GUNS)
    sitting.page.wait_for_selector(".panel .unit >> text=In reach")
    sitting.click_hex(end)
    on_the_sheet(match, GUNS, "move in road column to")
    place = hex_text(find_game("playsheet").world, end)  # type: ignore[attr-defined]
    name = place.removesuffix(f" ({end})")  # the page shows the number on hover
    mode(sitting, f"support an attack from {name}")
    after = match.get("german", "/reach", unit=GUNS).json()["reach"]
    aim = next(w["hex"] for w in after if w["mode"] == f"support an attack from {place}" and w["hex"] != end)
    sitting.click_hex(aim)
    on_the_sheet(match, GUNS, "support the attack")
    assert f"from {place}" in written(match)[GUNS]
    sitting.page.locator(f'.trace.move[data-trace="{GUNS}"]').wait_for(state="attached")
    sitting.page.locator(f'.trace.support[data-trace="{GUNS}"]').wait_for(state="attached")
    sitting.click_hex("2429")
    reason = sitting.page.locator(".whynot")
    reason.wait_for()
    assert "OPS-ARTY-1" in reason.inner_text()


def test_who_is_fed_first_by_a_drop(sitting: Sitting, server: Running) -> None:
    match = clear_day(server.make(PEOPLE, game="playsheet", seed=23))
    with server.house.room.at(match.id) as live:
        state, world = live.match.state, live.game.world  # type: ignore[attr-defined]
        assert isinstance(state, PlaysheetState)
        units = [u for u in world.of_side[ALLIED] if state.where[u] >= 0][:3]
        for unit in units:
            state.where[unit] = state.where[units[0]]
        names, place = [unit_name(world.units[u]) for u in units], world.label(state.where[units[0]])
        live.views.clear()
    page = sitting.page
    sitting.sit(match)
    sitting.wait_for("Write your orders for the day of 23 December")
    page.locator("#tab-sheet").click()
    page.locator('[data-jump=".airpage"]').click()
    page.locator('[data-pool="transport"] [data-task="transport"]').click()
    sitting.click_hex(place)
    page.locator(".first button", has_text=names[2]).click()
    page.locator('.first button[aria-pressed="true"]', has_text=f"1. {names[2]}").wait_for()
    page.locator(".first button", has_text=names[1]).click()
    page.locator('.first button[aria-pressed="true"]', has_text=f"2. {names[1]}").wait_for()
    (mission,) = match.view("allied")["choices"]["air"]["missions"]
    assert f"first for {names[2]} and {names[1]}" in mission["words"]


def test_a_mission_that_is_refused_says_why_and_continues_waiting(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=24)
    with server.house.room.at(match.id) as live:
        live.match.state.turn = 1  # 16N, the night of the drop
        live.views.clear()
    match.done("allied", {"do": "seal"})
    page = sitting.page
    sitting.sit(match)
    sitting.wait_for("Write your orders for the night of 16 December")
    page.locator("#tab-sheet").click()
    page.locator('[data-task="transport"]').click()
    sitting.click_hex("0505")
    page.locator(".aiming .why", has_text="OPS-DROP-1").wait_for()
    sitting.click_hex("4510")
    until(lambda: match.view("german")["choices"]["air"]["missions"])
    page.locator(".aiming").wait_for(state="detached")


# A server that restarts


@pytest.mark.standing(False)
def test_nothing_is_lost_when_the_server_restarts_while_one_writes(
    sitting: Sitting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sitting.page
    with running(tmp_path) as first:
        match = first.make(PEOPLE, game="playsheet", seed=25)
        match.done("allied", {"do": "seal"})
        port = first.port
        sitting.base = f"http://127.0.0.1:{port}"
        sitting.sit(match)
        sitting.wait_for("the Allied side has sealed")
        find(sitting, PANZER)
        page.get_by_role("button", name="Rest", exact=True).click()
        on_the_sheet(match, PANZER, "rest")
        sitting.ready(match.view("german")["seq"])
        find(sitting, ENGINEERS)
        page.locator(f'.unit[data-unit="{ENGINEERS}"]').wait_for()
    page.wait_for_selector(".table.cut")
    page.get_by_role("button", name="Rest", exact=True).click()  # nobody receives it
    page.locator(".notice", has_text="will be sent when").wait_for()
    monkeypatch.setattr("tests.server.running.listen", lambda host, _: listen(host, port))
    with running(tmp_path) as second:
        match.server = second
        page.wait_for_selector(".table:not(.cut)")
        page.locator(".notice", has_text="has been sent").wait_for()
        on_the_sheet(match, ENGINEERS, "rest")
        on_the_sheet(match, PANZER, "rest")
        page.locator("#tab-sheet").click()
        for unit in (PANZER, ENGINEERS):
            page.locator(f'[data-line="{unit}"]', has_text="rest").wait_for()
        assert match.view("german")["board"]["turn"] == 1


# A phone


class TestOnAPhone:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def test_a_whole_turn_by_touch(self, sitting: Sitting, server: Running) -> None:
        match = server.make({"german": "me", "allied": "turtle"}, game="playsheet", seed=26)
        page, finger = sitting.page, Finger(sitting)
        sitting.sit(match)
        sitting.wait_for("the Allied side has sealed")
        self.attack(sitting, finger, match)
        self.move(sitting, finger, match)
        sitting.settle()
        page.locator("#tab-sheet").tap()
        page.locator('[data-filter="attacking"]').tap()
        page.locator(f'.ordersheet [data-line="{GRENADIERS}"]').wait_for()
        page.locator("#tab-orders").tap()
        page.locator("#end").tap()
        page.locator("dialog[open] button.main").tap()
        sitting.wait_for("Write your orders for the night of 16 December")
        self.replay(sitting)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    def attack(self, sitting: Sitting, finger: Finger, match: Player) -> None:
        page = sitting.page
        page.locator("#find").tap()
        page.locator("dialog[open] input").fill(GRENADIERS)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.panel .unit[data-unit="{GRENADIERS}"]')
        finger.hex(TARGET)
        page.locator("#declare:not([disabled])").tap()
        on_the_sheet(match, GRENADIERS, "attack")

    def move(self, sitting: Sitting, finger: Finger, match: Player) -> None:
        page = sitting.page
        page.locator("#find").tap()
        page.locator("dialog[open] input").fill(ENGINEERS)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.panel .unit[data-unit="{ENGINEERS}"] >> text=In reach')
        ways = match.get("german", "/reach", unit=ENGINEERS).json()["reach"]
        near = min((w for w in ways if w["mode"] == "tactical"), key=lambda w: int(w["left"]))
        finger.hex(near["hex"])
        on_the_sheet(match, ENGINEERS, "move ")

    def replay(self, sitting: Sitting) -> None:
        page = sitting.page
        page.locator("#tab-orders").tap()
        page.locator(f'[data-carried="{GRENADIERS}"]').wait_for()
        page.locator("#turnplay").tap()
        for _ in range(8):
            page.get_by_label("Next phase").tap()
            if page.inner_text(".turnplay .label") == "Attacks":
                break
        assert page.inner_text(".turnplay .label") == "Attacks"
        sitting.picture("playsheet-phone-replay")
        page.locator("#turnplay-close").tap()
        page.locator(".turnplay").wait_for(state="detached")


# Screen readers


def test_axe_finds_nothing_serious_on_the_way_through_a_turn(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby("playsheet", unfold=True)
    page.wait_for_selector("text=the whole battle")
    assert serious(sitting) == []
    match = alone(clear_day(server.make(PEOPLE, game="playsheet", seed=27)), "allied")
    sitting.move_over(match)
    sitting.wait_for("Write your orders")
    for key in ("k", "y", "x", "z"):
        page.keyboard.press(key)
    assert serious(sitting) == []
    for key in ("k", "y", "x", "z"):
        page.keyboard.press(key)
    for tab in ("Sheet", "Forces", "Campaign", "Orders"):
        page.get_by_role("tab", name=tab).click()
        assert serious(sitting, ".side") == [], tab  # the rest of the page is as it was
    unit = match.view("allied")["choices"]["units"][0]
    find(sitting, unit)
    page.wait_for_selector(".panel .unit >> text=In reach")
    page.keyboard.press("w")
    assert serious(sitting, ".side") == []
    page.keyboard.press("Escape")
    page.locator("#end").click()
    page.locator("dialog[open]").wait_for()
    assert serious(sitting, "dialog") == []
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.locator("dialog[open] .textboard").wait_for()
    assert serious(sitting, "dialog") == []


# The end


def does(match: Player, seat: str, order: dict[str, Any]) -> None:
    """Give an order in the server's process, without reloading the board after each one."""
    room = match.server.house.room
    with room.at(match.id) as live:
        room.play(live, live.game.sides.index(seat), read_order(live.game, order))


def marches(match: Player, seat: str, rng: Random) -> None:
    """Send some units of the side somewhere, and seal its sheet."""
    for unit in rng.sample(match.view(seat)["choices"]["units"], 3):
        ways = match.get(seat, "/reach", unit=unit).json()["reach"]
        does(match, seat, rng.choice([w["order"] for w in ways if w["order"]["do"] == "move"]))
    does(match, seat, {"do": "seal"})


def over(server: Running) -> Player:
    """Return a short finished match; on its last days no unit moves."""
    match, rng = server.make(PEOPLE, game="playsheet", seed=28, scenario="short"), Random(28)
    for turn in range(1, match.view("german")["board"]["turns"] + 1):
        for seat in ("german", "allied"):
            if turn <= LOOKED_AT:
                marches(match, seat, rng)
            else:
                does(match, seat, {"do": "seal"})
    assert match.view("german")["over"]
    return match


def test_the_umpires_replay_of_every_turn(sitting: Sitting, server: Running) -> None:
    match = alone(over(server), "german")
    page = sitting.page
    sitting.sit_after(match, speed="fast")
    page.locator(".result h2").wait_for()
    turns = page.locator("[data-turn]")
    turns.first.wait_for()
    assert turns.count() == match.view("german")["board"]["turns"]
    assert turns.first.inner_text() == "16D"
    sitting.picture("playsheet-over")
    turns.nth(2).click()
    page.wait_for_selector(".turnplay")
    assert page.locator('.world .counter[data-unit^="US-"]').count() > 0
    assert page.locator('.world .counter[data-unit^="GE-"]').count() > 0
    sitting.wait_for("Replay of 17 December")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    label = page.locator(".turnplay .label")
    second = label.inner_text()
    page.keyboard.press("PageUp")
    assert label.inner_text() != second
    assert serious(sitting) == []
    page.get_by_label("Next turn").click()
    sitting.wait_for("Replay of the night of 17 December")
    page.locator(".turnplay input").focus()
    page.keyboard.press(" ")
    page.locator('.turnplay [aria-label="Pause"]').wait_for()
    page.keyboard.press(" ")
    page.locator('.turnplay [aria-label="Play"]').wait_for()
    page.keyboard.press("Escape")
    page.locator(".turnplay").wait_for(state="detached")
    page.locator("#playall").click()
    sitting.wait_for("Replay of the night of 16 December")  # it continues from turn to turn by itself
    page.locator("#turnplay-close").click()


def test_the_moments_of_a_turn_are_read_and_gone_to(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="playsheet", seed=29)
    for seat in ("german", "allied"):
        marches(match, seat, Random(1))
    sitting.sit(alone(match, "german"))
    sitting.wait_for("Write your orders for the night of 16 December")
    page = sitting.page
    page.locator("[data-carried]").first.wait_for()
    assert page.locator("[data-carried]").count() == 3
    lay = page.evaluate(LIES)
    page.locator("#turnplay").click()
    moments = page.locator(".scenes li button")
    moments.last.click()
    assert page.locator(".scenes [aria-current]").count() == 1
    assert page.locator(".trace.move").count() > 0
    assert page.locator(".strip .now").count() == 1
    page.locator("#turnplay-close").click()
    assert page.locator(".scenes").count() == 0
    assert page.evaluate(LIES) == lay, "the map does not lie where it lay"
