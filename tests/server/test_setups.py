"""Saved setups: used in another match, exported as a file, limited, and invisible to others."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ardennes.server.storage import saved_setups
from tests.server.running import Player, Running

PEOPLE = {"german": "me", "allied": "beside"}
MINE, YOURS = "a word of mine, long enough", "another word, just as long"


def at_set_up(server: Running) -> Player:
    """The Allied player sets up."""
    return server.make(PEOPLE, game="wave_of_terror")


def positions(match: Player, seat: str = "allied") -> dict[str, str]:
    return {unit["id"]: unit["hex"] for unit in match.view(seat)["board"]["units"]}


def ask(match: Player, what: str, seat: str = "allied", drawer: str = MINE, **more: Any) -> Any:
    return match.post(seat, f"/setups/{what}", {"drawer": drawer, **more})


def kept(server: Running, name: str = "My line") -> tuple[Player, dict[str, str], str]:
    """Save a setup that is not the historical one."""
    match = at_set_up(server)
    match.done("allied", {"do": "auto_setup"})
    before = positions(match)
    ways = match.get("allied", "/reach", unit="A-106-01").json()["reach"]
    match.done("allied", ways[0]["order"])
    now = positions(match)
    assert now != before
    answer = ask(match, "keep", name=name)
    assert answer.status_code == 201, answer.text
    return match, now, answer.json()["id"]


def test_a_kept_set_up_is_used_in_another_match_whatever_was_placed_there(server: Running) -> None:
    _, wanted, which = kept(server)
    for placed_before in (False, True):
        match = at_set_up(server)
        if placed_before:
            match.done("allied", {"do": "auto_setup"})
        result = ask(match, "use", id=which, seq=match.view("allied")["seq"])
        assert result.status_code == 200, result.text
        assert result.json()["left_out"] == []
        assert positions(match) == wanted
        match.done("allied", {"do": "end"})  # it is complete, POL markers and Belgians too


def test_the_other_side_and_other_people_do_not_see_it(server: Running) -> None:
    match, _, which = kept(server)
    names = [one["name"] for one in ask(match, "list").json()["setups"]]
    assert "My line" in names
    assert ask(match, "list", drawer=YOURS).json()["setups"] == []
    assert ask(match, "list", seat="german").json()["setups"] == []
    for drawer, seat in ((YOURS, "allied"), (MINE, "german")):
        assert ask(match, "file", drawer=drawer, seat=seat, id=which).status_code == 404
        assert ask(match, "use", drawer=drawer, seat=seat, id=which, seq=0).status_code == 404
    ask(match, "delete", drawer=YOURS, id=which)
    assert ask(match, "file", id=which).status_code == 200
    assert ask(match, "delete", id=which).status_code == 204
    assert ask(match, "file", id=which).status_code == 404


def test_as_a_file_out_and_in(server: Running) -> None:
    match, wanted, which = kept(server)
    file = ask(match, "file", id=which).json()
    assert (file["game"], file["side"], file["name"]) == ("wave_of_terror", "allied", "My line")
    other = at_set_up(server)
    taken = ask(other, "import", drawer=YOURS, file=file)
    assert taken.status_code == 201, taken.text
    ask(other, "use", drawer=YOURS, id=taken.json()["id"], seq=other.view("allied")["seq"])
    assert positions(other) == wanted


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side": "german"}, "The file is for wave_of_terror, german"),
        ({"game": "tigers"}, "The file is for tigers"),
        ({"orders": [{"do": "fly to the moon"}]}, "not an order of Wave of Terror"),
        ({"orders": [{"do": "concede"}]}, "'concede' does not belong in it"),
        ({"orders": [{"do": "end"}]}, "'end' does not belong in it"),
        ({"orders": [[]]}, "Expected `object`"),
        ({"name": "  "}, "needs a name"),
        ({"orders": [{"do": "end"}] * 1001}, "length <= 1000"),
    ],
)
def test_a_file_that_is_none_is_refused_with_a_message(
    server: Running, change: dict[str, Any], words: str
) -> None:
    match, _, which = kept(server)
    file = {**ask(match, "file", id=which).json(), **change}
    answer = ask(match, "import", file=file)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_orders_that_are_not_legal_here_are_left_out_and_reported(server: Running) -> None:
    match, _, which = kept(server)
    file = ask(match, "file", id=which).json()
    file["orders"] = [{"do": "place", "units": ["A-106-01"], "hex": "W2210"}, *file["orders"]]
    brought = ask(match, "import", file=file).json()["id"]
    result = ask(match, "use", id=brought, seq=match.view("allied")["seq"]).json()
    assert len(result["left_out"]) == 1
    assert "WOT-3" in result["left_out"][0]


def test_a_set_up_kept_before_files_were_looked_into_cannot_lose_the_match(server: Running) -> None:
    match = at_set_up(server)
    which = server.house.setups.keep(MINE, "wave_of_terror", "allied", "Old", [{"do": "concede"}], "").id
    result = ask(match, "use", id=which, seq=match.view("allied")["seq"]).json()
    assert (result["over"], len(result["left_out"])) == (False, 1)


def test_nothing_to_keep_and_nothing_to_use(server: Running) -> None:
    match, _, which = kept(server)
    empty = at_set_up(server)
    assert ask(empty, "keep", name="Nothing").status_code == 422
    assert ask(empty, "use", id=which, seq=99).status_code == 409
    match.done("allied", {"do": "end"})
    assert ask(match, "keep", name="Too late").status_code == 422
    assert ask(match, "use", id=which, seq=match.view("allied")["seq"]).status_code == 422
    tigers = server.make()
    assert ask(tigers, "keep", seat="german", name="No such thing").status_code == 422


def test_a_name_used_again_and_the_limit(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _, _ = kept(server, "One name")
    drawer = "a drawer that is nearly full"
    few = msgspec.structs.replace(server.house.settings, most_setups_an_owner=2)
    monkeypatch.setattr(server.house.setups, "_limits", few)
    for name, status in (("a", 201), ("a", 201), ("b", 201), ("c", 403), ("b", 201)):
        assert ask(match, "keep", drawer=drawer, name=name).status_code == status
    assert sorted(one["name"] for one in ask(match, "list", drawer=drawer).json()["setups"]) == ["a", "b"]
    monkeypatch.setattr(saved_setups, "LONGEST", 100)
    assert ask(match, "keep", drawer=drawer, name="a").status_code == 413
    assert ask(match, "list", drawer="short").status_code == 400
