"""The umpire's desk over HTTP: every method of the package, nothing stored, limits as for other routes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ardennes.umpire import api
from tests.server.running import Running, running

ROSTER = "id,side,formation,type,status\nI/3,german,2nd Panzer,tank,9\nB/110,allied,28th,infantry,7\n"
FIGHT = {"question": "fight", "values": {"attacker": ["I/3"], "defender": ["B/110"]}}


def call(server: Running, method: str, **given: Any) -> Any:
    answer = server.http.post(f"/api/umpire/{method}", json={"given": given})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_fight_is_asked_applied_and_taken_back(server: Running) -> None:
    game = call(server, "new", by="Sam", name="The Our", roster=ROSTER)["game"]
    needs = call(server, "ask", game=game, **FIGHT)
    assert needs["needs"] == "combat"
    assert needs["chances"]
    done = call(server, "apply", game=game, by="Sam", dice=[4, 3], **FIGHT)
    units = call(server, "show", game=done["game"])["tables"]["units"]
    assert units["I/3"]["status"] == 8
    undone = call(server, "undo", game=done["game"], by="Sam")["game"]
    assert call(server, "show", game=undone)["tables"]["units"]["I/3"]["status"] == 9


def test_the_route_answers_as_the_package_does(server: Running) -> None:
    for method in ("questions", "worksheet", "ask", "merge", "print"):
        assert call(server, method) == api.call(method, {}), method


def test_a_mistake_names_its_field(server: Running) -> None:
    wrong = {"question": "fight", "values": {"attacker": ["infnatry 8"], "defender": ["infantry 4"]}}
    error = call(server, "ask", **wrong)["error"]
    assert (error["field"], error["item"]) == ("attacker", 1)
    assert "Did you mean infantry" in error["words"]
    line = call(server, "new", by="Sam", name="x", file="units.csv", roster=ROSTER + "C,german,2nd,tnk,5\n")
    assert line["error"]["words"].startswith("units.csv:4, field type")


def test_an_unknown_method_names_those_there_are(server: Running) -> None:
    answer = server.http.post("/api/umpire/burn", json={"given": {}})
    assert answer.status_code == 404
    assert all(method in answer.json()["error"] for method in api.METHODS)
    assert server.http.get("/api/umpire/ask").status_code == 405


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"given": 3}', b'{"given": {}, "more": 1}', b'{"given": ' + b"[" * 500]
)
def test_a_body_that_is_not_arguments_is_refused(server: Running, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = server.http.post("/api/umpire/ask", content=body, headers=headers)
    assert answer.status_code == 400, answer.text


def test_only_the_host_may_ask(server: Running) -> None:
    answer = server.http.post("/api/umpire/questions", json={"given": {}}, headers={"Authorization": ""})
    assert answer.status_code == 401
    wrong = {"Authorization": "Lobby nobody"}
    assert server.http.post("/api/umpire/questions", json={"given": {}}, headers=wrong).status_code == 403


def test_a_game_has_a_largest_size(tmp_path: Path) -> None:
    with running(tmp_path, umpire_limit=2000) as small:
        assert call(small, "new", by="Sam", name="x", roster=ROSTER)["game"]
        answer = small.http.post("/api/umpire/new", json={"given": {"name": "x" * 2000}})
        assert answer.status_code == 413
