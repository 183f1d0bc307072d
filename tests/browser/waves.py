"""Matches of Wave of Terror at the points that the browser tests need, and what the page shows of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.position import occupied, put
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.bridges import bridges_at_risk
from ardennes.games.wave_of_terror.rules.movement.step import by_road
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from tests.browser.sitting import Sitting
from tests.server.running import Player, Running

SEEN = """what => [...document.querySelectorAll(what)]
  .filter(x => getComputedStyle(x).visibility !== "hidden")
  .map(x => x.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])"""
WALKER = "G-12SS-05"  # a battalion that a test places where it needs it
PEOPLE = {"german": "me", "allied": "beside"}
SCALE = """() => {
  const hex = document.querySelector(".hexhit");
  return hex.getBoundingClientRect().width / hex.getBBox().width;
}"""


def decides(match: Player, seat: str) -> dict[str, Any]:
    result: dict[str, Any] = match.view(seat)["choices"]
    return result


def set_out(server: Running) -> Player:
    """Set up as in history: the Germans may fight, in turn 1."""
    match = server.make(PEOPLE, game="wave_of_terror")
    for seat in ("allied", "german"):
        match.done(seat, {"do": "auto_setup"})
        match.done(seat, {"do": "end"})
    return match


def marching(server: Running) -> Player:
    """The Germans move, in turn 1."""
    match = set_out(server)
    match.done("german", {"do": "end"})
    assert decides(match, "german")["decision"]["kind"] == "move"
    return match


def answer(match: Player, end: str) -> None:
    """Give the first offered answer to every question of a battle, until the Germans decide about `end`."""
    for _ in range(30):
        for seat in PEOPLE:
            choices = decides(match, seat)
            if choices["mine"] and choices["decision"]["kind"] == end:
                return
            if choices["mine"]:
                match.done(seat, choices["buttons"][0]["order"])
    raise AssertionError(f"the battle never ends in {end}")


def scale_to(sitting: Sitting, wanted: float) -> None:
    """Zoom to a scale of the map with the wheel, and wait until it is still."""
    page = sitting.page
    page.wait_for_selector('[data-map="shown"]')
    page.mouse.move(640, 500)
    page.mouse.wheel(0, -math.log(wanted / page.evaluate(SCALE)) / 0.0015)
    there = "wanted => Math.abs(document.querySelector('.viewport').dataset.scale - wanted) < 0.002"
    page.wait_for_function(there, arg=wanted)


def find(sitting: Sitting, words: str) -> None:
    """Type into the search box, and go to the result."""
    page = sitting.page
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill(words)
    page.locator("#found li").first.wait_for()
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for(state="detached")
    sitting.settle()


def boxes(sitting: Sitting, what: str) -> list[tuple[float, float, float, float]]:
    """Return where things are on the screen, those that are visible."""
    return [tuple(box) for box in sitting.page.evaluate(SEEN, what)]


def arrange(match: Player, change: Callable[[WaveOfTerror, WaveState], None]) -> Player:
    """Return the position as a test needs it, regardless of earlier views."""
    with match.server.house.room.at(match.id) as live:
        assert isinstance(live.game, WaveOfTerror)
        change(live.game, live.match.state)
        live.views.clear()
    return match


def losing(server: Running) -> Player:
    """Play battles of the first phase until the Germans say which unit loses a step."""
    match = set_out(server)
    for target in decides(match, "german")["targets"]:
        asked = {"targets": [target["hex"]], "attackers": target["first"]}
        order = match.post("german", "/odds", asked).json()["odds"]["order"]
        match.done("german", order)
        for _ in range(20):
            seat = next(seat for seat in PEOPLE if decides(match, seat)["mine"])
            choices = decides(match, seat)
            kind = choices["decision"]["kind"]
            if seat == "german" and kind == "losses":
                return match
            if kind == "fight":
                break
            match.done(seat, choices["buttons"][0]["order"])
    raise AssertionError("no German loss to choose in the whole phase")


def at_a_bridge(server: Running) -> tuple[Player, str]:
    """Turn 2: a German battalion is one hex from a bridge that the Allies hold and may be asked to blow."""
    hexes: list[str] = []

    def change(game: WaveOfTerror, state: WaveState) -> None:
        w = game.world
        state.turn = 2
        enemies = occupied(w, state, ALLIED)
        for bridge in w.board.bridges:
            end = bridge.ends[0]
            beside = [way.to for way in w.ground.ways[end] if by_road(state, end, way)]
            free = [cell for cell in beside if cell not in bridge.ends and not enemies >> cell & 1]
            if bridge.index in bridges_at_risk(w, state, GERMAN, end) and free and not enemies >> end & 1:
                put(w, state, [w.by_id[WALKER]], free[0])
                hexes.append(w.grid.label(end))
                return

    match = arrange(marching(server), change)
    return match, hexes[0]
