"""Small pictures of positions: how scenarios begin, how matches stand; never more than a seat sees."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ardennes.games import GAMES, find_game, kit_of
from ardennes.players.api import player_names
from ardennes.players.characters import characters
from bench.small_maps import PICTURES, drawn_from
from tests.server.running import Player, Running


def pictured(match: Player) -> dict[str, Any]:
    answer = match.server.http.get(f"/api/matches/{match.id}/miniature")
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_begins_with_units_and_goals(server: Running, game: str) -> None:
    answer = server.http.get(f"/api/games/{game}/openings").json()["openings"]
    assert list(answer) == [scenario.id for scenario in find_game(game).scenarios]
    for sides in answer.values():
        for side, picture in sides.items():
            assert picture["units"][side]
            assert picture["goals"]
            wide, high = picture["size"]
            spots = [*picture["goals"], *(spot for spots in picture["units"].values() for spot in spots)]
            assert all(0 <= x <= wide and 0 <= y <= high for x, y in spots)


def test_an_opening_shows_a_side_what_it_sees(server: Running) -> None:
    """Of the playsheet's enemies only reports are known; in the other games all units are public."""
    full = server.http.get("/api/games/playsheet/openings").json()["openings"]["full"]
    assert len(full["allied"]["units"]["german"]) < len(full["german"]["units"]["german"]) / 10
    tigers = server.http.get("/api/games/tigers/openings").json()["openings"]
    assert all(opening["german"] == opening["allied"] for opening in tigers.values())


def test_a_scenario_of_ours_shows_its_ground(server: Running) -> None:
    """No unit is beyond the ground; a scenario of the printed rules has the whole map."""
    for game in ("tigers", "breakthrough", "wave_of_terror", "playsheet"):
        (answer,) = [one for one in server.http.get("/api/games").json()["games"] if one["id"] == game]
        openings = server.http.get(f"/api/games/{game}/openings").json()["openings"]
        for scenario in answer["scenarios"]:
            picture = openings[scenario["id"]]["german"]
            ground = picture["ground"]
            assert bool(ground) == bool(scenario["rule"]), scenario
            if ground:
                assert all(spot in ground for side in picture["units"].values() for spot in side)
                assert all(spot in ground for spot in picture["goals"])


def test_a_match_is_seen_with_the_eyes_of_the_one_side_played_here(server: Running) -> None:
    """If two or none play at one screen, it shows what everybody may know."""

    def make(german: str, allied: str) -> Player:
        return server.make({"german": german, "allied": allied}, game="playsheet")

    mine, yours, both = make("me", "invited"), make("invited", "me"), make("me", "beside")
    german, allied, open_ = (pictured(match)["units"] for match in (mine, yours, both))
    opening = server.http.get("/api/games/playsheet/openings").json()["openings"]["full"]
    assert german == opening["german"]["units"]
    assert allied == opening["allied"]["units"]
    assert open_ == {"german": [], "allied": []}


def test_the_hidden_dump_is_no_square(server: Running) -> None:
    """The dump is alone in its hex: it is shown where the Allied side is played, and only there."""
    german = server.make({"german": "me", "allied": "invited"})
    before = pictured(german)["units"]["allied"]
    with server.house.room.at(german.id) as live:
        order = live.game.read_order({"do": "hide_dump", "hex": "1007"})
        server.house.room.play(live, live.game.sides.index("allied"), order)
    assert pictured(german)["units"]["allied"] == before
    allied = server.make({"german": "invited", "allied": "me"})
    allied.done("allied", {"do": "hide_dump", "hex": "1007"})
    assert len(pictured(allied)["units"]["allied"]) == len(before) + 1


def test_only_the_lobby_asks_for_it(server: Running) -> None:
    match = server.make()
    for headers in ({"Authorization": ""}, match.headers("german")):
        assert server.http.get(f"/api/matches/{match.id}/miniature", headers=headers).status_code == 401
    assert server.http.get("/api/matches/nowhere/miniature").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_games_and_players_introduce_themselves(game: str) -> None:
    card, sides = kit_of(game).card, find_game(game).sides
    assert set(card.tasks) == set(sides)
    assert card.offers == "german", "seats default alike in all games"
    assert all(scenario.minutes for scenario in find_game(game).scenarios)
    met = characters(game)
    assert sorted(one.id for one in met) == sorted(player_names(game)), "a player without a character"
    assert all(one.seconds is not None for one in met)


def test_one_game_is_the_one_to_start_with() -> None:
    assert [game for game in GAMES if kit_of(game).card.start] == ["tigers"]


def test_small_pictures_are_of_the_maps_as_they_are() -> None:
    """If a map has changed, run python -m bench.small_maps."""
    assert json.loads((PICTURES / "made.json").read_text()) == {game: drawn_from(game) for game in GAMES}
