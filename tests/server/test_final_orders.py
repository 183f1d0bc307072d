"""A plot of Breakthrough is final over HTTP: undo and restart stop at it; the enemy sees nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.running import Player, Running

PAIR = {"german": "me", "american": "beside"}
PLOT = {"do": "plot", "unit": "GE-12VG-27", "hex": "25,28"}
WHY = "A plotted attack cannot be taken back. [BTA-7.9b]"


@pytest.fixture
def plotting(server: Running) -> Player:
    """Return a match in the German first operation phase of the first day."""
    table = server.make(PAIR, game="breakthrough", seed=3)
    for _ in range(8):
        seat = table.view("german")["to_move"][0]
        view = table.view(seat)
        if view["choices"]["targets"] and seat == "german":
            return table
        table.done(seat, {"do": "end"})
    raise AssertionError("the German never came to plot")


def unit_of(view: dict[str, Any], name: str) -> dict[str, Any]:
    return next(unit for unit in view["board"]["units"] if unit["id"] == name)


@pytest.mark.parametrize("path", ["/undo", "/restart"])
def test_a_plot_is_never_undone(plotting: Player, path: str) -> None:
    moved = plotting.done("german", {"do": "fortify", "unit": "GE-12VG-89"})
    assert moved["undo"] == ""
    after = plotting.done("german", PLOT)
    assert after["undo"] == WHY
    answer = plotting.post("german", path, {"seq": after["seq"]})
    assert (answer.status_code, answer.json()["facts"]) == (422, WHY)
    assert plotting.view("german")["seq"] == after["seq"]
    flagged = plotting.done("german", {"do": "advance", "unit": "GE-12VG-27", "on": True})
    back = plotting.post("german", path, {"seq": flagged["seq"]})
    assert back.status_code == 200, back.text
    assert (back.json()["orders"], back.json()["undo"]) == (after["orders"], WHY)


def test_the_odds_come_before_the_plot_and_say_that_it_is_final(plotting: Player) -> None:
    body = {"targets": ["25,28"], "attackers": ["GE-12VG-27"], "propose": False}
    result = plotting.post("german", "/odds", body).json()["odds"]
    assert result["chances"]
    assert any("cannot be undone" in row["what"] and row["rule"] == "BTA-7.9b" for row in result["follows"])


def test_only_its_own_side_sees_where_a_plot_points(plotting: Player) -> None:
    before = plotting.view("american")["board"]
    plotting.done("german", PLOT)
    mine = unit_of(plotting.view("german"), "GE-12VG-27")
    rows = {row["what"]: row["value"] for row in mine["sheet"]}
    assert rows["Attack plotted"] == "west, 1 hex west of Udenbreth (25,28)"
    assert "attack plotted" in mine["marks"]
    assert plotting.view("american")["board"] == before
