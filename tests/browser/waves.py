"""Matches of Wave of Terror at the points the browser tests want, and what the page shows of them."""

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
WALKER = "G-12SS-05"  # a battalion that is put where a test wants it
PEOPLE = {"german": "me", "allied": "beside"}
SCALE = """() => {
  const hex = document.querySelector(".hexhit");
  return hex.getBoundingClientRect().width / hex.getBBox().width;
}"""


def decides(match: Player, seat: str) -> dict[str, Any]:
    result: dict[str, Any] = match.view(seat)["choices"]
    return result


def set_out(server: Running) -> Player:
    """Set up as in history: the German may fight, in turn 1."""
    match = server.make(PEOPLE, game="wave_of_terror")
    for seat in ("allied", "german"):
        match.done(seat, {"do": "auto_setup"})
        match.done(seat, {"do": "end"})
    return match


def marching(server: Running) -> Player:
    """The German moves, in turn 1."""
    match = set_out(server)
    match.done("german", {"do": "end"})
    assert decides(match, "german")["decision"]["kind"] == "move"
    return match


def answer(match: Player, end: str) -> None:
    """Whatever a battle asks, the first that is offered, until the German decides about `end`."""
    for _ in range(30):
        for seat in PEOPLE:
            choices = decides(match, seat)
            if choices["mine"] and choices["decision"]["kind"] == end:
                return
            if choices["mine"]:
                match.done(seat, choices["buttons"][0]["order"])
    raise AssertionError(f"the battle never ends in {end}")


def scale_to(sitting: Sitting, wanted: float) -> None:
    """Wheel to a scale of the map, and wait until it lies still."""
    page = sitting.page
    page.wait_for_selector('[data-map="shown"]')
    page.mouse.move(640, 500)
    page.mouse.wheel(0, -math.log(wanted / page.evaluate(SCALE)) / 0.0015)
    there = "wanted => Math.abs(document.querySelector('.viewport').dataset.scale - wanted) < 0.002"
    page.wait_for_function(there, arg=wanted)


def find(sitting: Sitting, words: str) -> None:
    """Type it into the box that finds everything, and go there."""
    page = sitting.page
    page.keyboard.press("/")
    page.locator("dialog[open] input").fill(words)
    page.locator("#found li").first.wait_for()
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for(state="detached")
    sitting.settle()


def boxes(sitting: Sitting, what: str) -> list[tuple[float, float, float, float]]:
    """Where things are on the screen, those that are seen."""
    return [tuple(box) for box in sitting.page.evaluate(SEEN, what)]


def arrange(match: Player, change: Callable[[WaveOfTerror, WaveState], None]) -> Player:
    """The position as a test wants it, whoever has looked before."""
    with match.server.house.room.at(match.id) as live:
        assert isinstance(live.game, WaveOfTerror)
        change(live.game, live.match.state)
        live.views.clear()
    return match


def losing(server: Running) -> Player:
    """Battles of the first phase until the German says who of his loses a step."""
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
    """Turn 2: a German battalion stands one hex from a bridge the Allies hold, which it may be asked for."""
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
