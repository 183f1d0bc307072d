"""The units that can reach a hex, and several units sent at once: only from a seat's own view."""

from __future__ import annotations

from typing import Any

from tests.server.running import Player, Running

PEOPLE = {"german": "me", "allied": "beside"}


def moving_tigers(server: Running) -> Player:
    """Return Tigers with the Germans to move and no attacks yet."""
    match = server.make()
    match.opening()
    for _ in range(40):
        choices = match.view("german")["choices"]
        if choices["mine"] and choices["decision"]["kind"] == "move":
            return match
        seat = next(seat for seat in PEOPLE if match.view(seat)["choices"]["mine"])
        match.done(seat, first_order(match, seat))
    raise AssertionError("the German never moves")


def first_order(match: Player, seat: str) -> dict[str, Any]:
    """End the decision, or give the first order offered."""
    choices = match.view(seat)["choices"]
    entries = sorted(choices["buttons"], key=lambda entry: not entry["end"])
    entries += [entry for listed in choices["hexes"].values() for entry in listed]
    for unit in choices["units"]:
        entries += match.get(seat, "/reach", unit=unit).json()["reach"]
    order: dict[str, Any] = entries[0]["order"]
    return order


def test_every_game_tells_who_can_come(server: Running) -> None:
    match = moving_tigers(server)
    units = match.view("german")["choices"]["units"]
    ways = {unit: match.get("german", "/reach", unit=unit).json()["reach"] for unit in units}
    goal = next(way["hex"] for result in ways.values() for way in result if way["hex"] != "exit")
    answer = {comer["unit"] for comer in match.get("german", "/comers", hex=goal).json()["comers"]}
    assert answer == {unit for unit, result in ways.items() if any(way["hex"] == goal for way in result)}
    assert match.get("allied", "/comers", hex=goal).json()["comers"] == []
    assert match.get("german", "/comers", hex="nowhere").json()["comers"] == []
    assert match.get("german", "/comers").status_code == 400


def test_a_game_without_marches_says_so(server: Running) -> None:
    match = moving_tigers(server)
    result = match.post("german", "/march", {"units": ["G-12SS"], "hex": "1206"})
    assert result.status_code == 422
    assert "one by one" in result.json()["error"]


def test_a_march_is_planned_for_the_seat_that_asks(server: Running) -> None:
    match = server.make(PEOPLE, game="wave_of_terror")
    for seat in ("allied", "german"):
        match.done(seat, {"do": "auto_setup"})
        match.done(seat, {"do": "end"})
    match.done("german", {"do": "end"})
    body = {"units": ["G-12SS-05", "A-2-01", "nobody"], "hex": "E3908"}
    steps = match.post("german", "/march", body).json()["march"]["steps"]
    assert [step["units"] for step in steps] == [["G-12SS-05"]]
    assert match.post("allied", "/march", body).json()["march"]["steps"] == []
    match.done("german", steps[0]["order"])
    assert match.post("german", "/march", {**body, "units": ["x"] * 65}).status_code == 400
