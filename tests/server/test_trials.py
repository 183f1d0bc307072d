"""Cases of the rulebooks tried on a live board: the same results as in a run, not saved, closed after a
while.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.cases.files import cases_of, find_case
from ardennes.cases.model import Case
from ardennes.cases.trial import Trial
from ardennes.games import GAMES, kit_of, table_of
from ardennes.kernel.kit import part
from ardennes.server.app import PARTS
from ardennes.server.matches.trials import Trials
from ardennes.server.routes.cases import stage_of
from ardennes.server.storage.models import NoSuchMatch
from tests.server.running import Player, Running, running

REFUSED = ("tigers", "corners_heydte", "FH-heydte-no-friend")
TAKEN = ("tigers", "corners_fuel_leaving", "FF-leaves-with-four")
# Its `until german combat` stops in a phase that a match skips, because nobody can attack in it.
STOPS_SHORT = ("wave_of_terror", "vectors_plain", "plain 71")


def case_of(game: str, file: str, id_: str) -> Case:
    result = find_case(game, file, id_)
    assert result is not None
    return result


def tried(game: str) -> list[Case]:
    return [one for one in cases_of(game) if "orders" in one.when or "calculate" not in one.when]


def comes_out(case: Case) -> None:
    """The case's orders given to a match have the expected results, and its table can show them."""
    trial = Trial(case, part(kit_of(case.game).casebook))
    reported = [trial.match.play(step.side, step.order) for step in trial.steps if step.refusal is None]
    result = trial.findings(reported)
    assert result, case.id
    assert all(one.holds for one in result), (case.id, result)
    game = trial.match.game
    for side in range(len(game.sides)):
        table_of(game).choices(game.view(trial.match.state_at(0), side), side)
    units = stage_of(game).units
    board = table_of(game).board(game.view(trial.match.state_at(0), 0), 0)
    assert {unit.id for unit in board.units} <= set(units)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_some_cases_of_every_game_come_out_on_a_live_board(game: str) -> None:
    for case in tried(game)[::40]:
        comes_out(case)


def test_a_match_waits_where_its_case_does() -> None:
    comes_out(case_of(*STOPS_SHORT))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_case_comes_out_on_a_live_board(game: str) -> None:
    for case in tried(game):
        comes_out(case)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("matches"), most_trials=3) as server:
        yield server


def opened(server: Running, game: str, file: str, id_: str) -> tuple[Player, dict[str, Any]]:
    answer = server.http.post(f"/api/rules/{game}/cases", json={"file": file, "id": id_})
    assert answer.status_code == 201, answer.text
    board: dict[str, Any] = answer.json()
    return Player(server, board["id"], board["tokens"]), board


def test_a_refused_order_is_refused_with_its_rule(few: Running) -> None:
    player, board = opened(few, *REFUSED)
    (step,) = board["steps"]
    assert board["stage"]["map"]["art"] == {}  # a clear map is not the printed one
    done = player.post(step["side"], "/orders", {"order": step["order"], "seq": 0})
    assert done.status_code == 422
    assert done.json()["rule"] in board["case"]["rules"]
    standing = player.get(step["side"], "/trial").json()
    assert standing["given"] == 0
    assert [one["holds"] for one in standing["findings"]] == [True]
    assert done.json()["rule"] in standing["findings"][0]["got"]


def test_an_order_that_is_taken_is_compared_and_undone(few: Running) -> None:
    player, board = opened(few, *TAKEN)
    (step,) = board["steps"]
    assert player.get(step["side"], "/trial").json()["findings"] == []
    done = player.post(step["side"], "/orders", {"order": step["order"], "seq": 0})
    assert done.status_code == 200, done.text
    standing = player.get(step["side"], "/trial").json()
    assert standing["given"] == 1
    assert standing["findings"]
    assert all(one["holds"] for one in standing["findings"])
    player.post(step["side"], "/undo", {"seq": done.json()["seq"]})
    assert player.get(step["side"], "/trial").json()["given"] == 0
    ended = player.view(step["side"])
    end = next(one["order"] for one in ended["choices"]["buttons"] if one.get("end"))
    player.post(step["side"], "/orders", {"order": end, "seq": ended["seq"]})
    other = player.get(step["side"], "/trial").json()
    assert (other["given"], other["findings"]) == (None, [])


def test_a_trial_is_in_no_list_and_no_store_and_makes_room_for_others(few: Running) -> None:
    before = few.http.get("/api/matches").json()
    first, _ = opened(few, *TAKEN)
    assert few.http.get("/api/matches").json() == before
    assert few.house.room.store.count() == 0
    for path, body in (
        ("/fork", {"at": 0}),
        ("/hint", None),
        ("/staff", {"units": []}),
        ("/dice", {"promise": "0" * 64}),
        ("/ready", {"seq": 0, "ready": True}),
        ("/command", {"seq": 0, "formation": "VIII", "to": 0}),
    ):
        answer = first.get("german", path) if body is None else first.post("german", path, body)
        assert answer.status_code in (403, 422), (path, answer.text)
    assert few.http.patch(f"/api/matches/{first.id}", json={"name": "Mine"}).status_code == 404
    for _ in range(3):
        opened(few, *REFUSED)
    assert first.get("german").status_code == 404


@pytest.mark.parametrize("token", ["right", "wrong"])
def test_every_question_about_a_match_has_an_answer_on_a_board(few: Running, token: str) -> None:
    """The board's store has everything that any route needs."""
    player, _ = opened(few, *TAKEN)
    seat = player.headers("german") if token == "right" else {"Authorization": "Seat none"}
    routes = [route for part in PARTS for route in part.router.routes if "{match_id}" in route.path]
    assert len(routes) > 20
    for route in routes:
        path = route.path.replace("{match_id}", player.id)
        body = None if route.method == "GET" else b"{}"
        answer = few.http.request(route.method, path, headers=seat, content=body)
        assert answer.status_code < 500, (route.method, path, answer.text)


def test_only_the_lobby_opens_cases_and_only_its_tokens_open_a_board(few: Running) -> None:
    body = {"file": TAKEN[1], "id": TAKEN[2]}
    address = "/api/rules/tigers/cases"
    assert few.http.post(address, json=body, headers={"Authorization": ""}).status_code == 401
    player, _ = opened(few, *TAKEN)
    match, _ = opened(few, *REFUSED)
    assert few.http.get(f"/api/matches/{player.id}", headers=match.headers("german")).status_code == 403
    saved = few.make()
    assert saved.get("german", "/trial").status_code == 404


def test_a_case_that_cannot_be_opened_is_reported(few: Running) -> None:
    address = "/api/rules/tigers/cases"
    for body, status in (
        ({"file": "nothing", "id": "x"}, 404),
        ({"file": "../tigers/odds", "id": "x"}, 404),
        ({"file": TAKEN[1], "id": "x"}, 404),
        ({"file": TAKEN[1]}, 400),
    ):
        answer = few.http.post(address, json=body)
        assert answer.status_code == status, answer.text
    asked = next(one for one in few.http.get(address).json()["cases"] if not one["opens"])
    answer = few.http.post(address, json={"file": asked["file"], "id": asked["id"]})
    assert answer.status_code == 400
    assert "calculation" in answer.json()["error"]


def test_the_rulebook_counts_the_cases_of_each_rule(few: Running) -> None:
    rules = few.http.get("/api/rules/tigers").json()["rules"]
    cases = few.http.get("/api/rules/tigers/cases").json()["cases"]
    counted = {one["id"]: one["cases"] for one in rules}
    assert counted["TIA-ZOC-12"] == sum("TIA-ZOC-12" in one["rules"] for one in cases) > 0
    assert len(cases) == len(cases_of("tigers"))


def test_a_board_nobody_looks_at_is_put_away() -> None:
    now = [0.0]
    trials = Trials(10, 60.0, lambda: now[0])
    old, _, _ = trials.open(case_of(*TAKEN))
    now[0] = 50.0
    with trials.at(old):
        pass
    now[0] = 100.0
    saved, _, tokens = trials.open(case_of(*TAKEN))
    assert old in trials
    now[0] = 111.0
    new, _, _ = trials.open(case_of(*TAKEN))
    assert (old in trials, saved in trials, new in trials) == (False, True, True)
    with pytest.raises(NoSuchMatch), trials.at(old):
        pass
    assert trials.store.find_token(tokens["german"]) is not None


def test_the_shipped_cases_are_those_of_the_checkout() -> None:
    folder = Path(__file__).resolve().parents[1] / "cases"
    assert {path.parent.name for path in folder.rglob("*.toml")} == set(GAMES)
    assert sum(len(cases_of(game)) for game in GAMES) > 3000
