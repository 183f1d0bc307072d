"""What is sealed stays sealed: after the end, in forks, at set-up, in private orders, in set-up files."""

from __future__ import annotations

import pytest

from tests.server.running import Player, Running

# The end


@pytest.mark.parametrize("path", ["/undo", "/restart"])
def test_whoever_concedes_and_has_looked_cannot_take_it_back(server: Running, path: str) -> None:
    table = server.make({"german": "me", "allied": "beside"}, game="wave_of_terror")
    seat = table.view("german")["to_move"][0]
    after = table.done(seat, {"do": "concede"})
    assert (after["over"], after["open"], bool(after["seed"])) == (True, True, True)
    assert after["undo"] == "The match is over: nothing can be taken back."
    for who in ("german", "allied"):
        answer = table.post(who, path, {"seq": after["seq"]})
        assert (answer.status_code, answer.json()["facts"]) == (422, after["undo"])
    assert table.view(seat)["over"]
