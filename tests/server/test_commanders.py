"""Several commanders on one side: what each may order, how the sheet is handed in, who holds which seat."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.server.settings import sqlite_address
from ardennes.server.storage import tables
from tests.server.dividing import (
    CHIEF,
    COMMANDERS,
    EIGHTH,
    FIFTH,
    GERMAN,
    OF_EIGHTH,
    OF_EIGHTH_TOO,
    OF_FIFTH,
    SEAL,
    ask,
    divided,
    join,
    read,
    ready,
    write,
)
from tests.server.running import Player, Running, client, running
from tests.server.test_races import at_once
from tests.server.test_seats_apart import back


@pytest.fixture
def table(server: Running) -> Player:
    return divided(server)


def command(table: Player, seat: str) -> dict[str, Any]:
    result: dict[str, Any] = table.view(seat)["command"]
    return result


def lines(table: Player, seat: str) -> dict[str, dict[str, Any]]:
    return {line["unit"]: line for line in table.view(seat)["choices"]["sheet"]}


# Making


def test_anyone_who_opens_the_match_has_its_seats_and_links_for_the_others(server: Running) -> None:
    made = ask(server).json()
    assert set(made["tokens"]) == {CHIEF, "german"}
    assert set(made["invitations"]) == {EIGHTH, FIFTH}
    everybody = ask(server, seats={"german": "invited", "allied": "invited"}, commanders={}).json()
    assert (set(everybody["tokens"]), set(everybody["invitations"])) == ({"watch"}, {"german", "allied"})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seats": {"german": "me", "allied": "staff"}}, "plays a whole side"),
        ({"commanders": {"allied": COMMANDERS[:1]}}, "2 to 12"),
        ({"commanders": {"dutch": COMMANDERS}}, "has no side 'dutch'"),
        ({"commanders": {"german": COMMANDERS}}, "has no 'VIII'"),
        ({"game": "tigers", "scenario": None}, "one commander for each side"),
    ],
)
def test_a_command_that_cannot_be_is_refused(server: Running, more: dict[str, Any], words: str) -> None:
    answer = ask(server, **more)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_only_the_games_that_can_be_divided_say_so(server: Running) -> None:
    games = {game["id"]: game["formations"] for game in server.http.get("/api/games").json()["games"]}
    assert {game for game, formations in games.items() if formations} == {"playsheet"}
    assert {"id": "VIII", "name": "VIII Corps"} in games["playsheet"]["allied"]


# Orders


def test_a_corps_commander_orders_only_its_own(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    refused = table.give(EIGHTH, OF_FIFTH)
    assert refused.status_code == 422
    assert refused.json()["rule"] == "COMMAND-1"
    assert refused.json()["facts"] == "US-ART-V-F1 stands under V Corps, which Gerow commands."
    assert table.give(EIGHTH, SEAL).json()["rule"] == "COMMAND-1"
    assert table.give(FIFTH, {"do": "take_back", "units": ["US-9A-CCB"]}).json()["rule"] == "COMMAND-1"
    table.done(CHIEF, {"do": "take_back", "units": ["US-9A-CCB"]})
    table.done(CHIEF, OF_FIFTH)
    visible = lines(table, EIGHTH)
    assert (visible["US-ART-V-F1"]["by"], visible["US-ART-V-F1"]["under"]) == ("Bradley", "V")
    assert (visible["US-9A-CCB"]["by"], visible["US-9A-CCB"]["under"]) == ("", "VIII")


def test_what_is_offered_is_its_own(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    table.done(FIFTH, OF_FIFTH)
    choices = table.view(EIGHTH)["choices"]
    under = {line["unit"]: line["under"] for line in choices["sheet"]}
    assert choices["units"]
    assert {under[unit] for unit in choices["units"]} == {"VIII"}
    assert {line["under"] for line in choices["sheet"] if line["strike"]} == {"VIII"}
    assert {line["by"] for line in choices["sheet"]} == {"", "Middleton", "Gerow"}
    assert choices["buttons"] == []
    orders = [button["order"] for panel in choices["panels"] for button in panel.get("buttons", ())]
    assert [order["do"] for order in orders] == ["take_back"]
    assert all(table.give(EIGHTH, order).status_code == 200 for order in orders)
    assert set(table.view(CHIEF)["choices"]["units"]) > set(choices["units"])


def test_the_table_answers_for_its_own_units_only(table: Player) -> None:
    theirs, hex_ = "US-ART-V-F1", "4710"
    reach = table.get(EIGHTH, "/reach", unit=theirs).json()
    assert (reach["reach"], reach["panels"][0]["rows"][0]["rule"]) == ([], "COMMAND-1")
    assert table.get(EIGHTH, "/reach", unit="US-9A-CCB").json()["reach"]
    route = table.post(EIGHTH, "/route", {"unit": theirs, "path": [hex_], "mode": "road column"}).json()
    assert route["route"]["refusal"]["rule"] == "COMMAND-1"
    assert [r["rule"] for r in table.get(EIGHTH, "/why", unit=theirs, hex=hex_).json()["why"]] == [
        "COMMAND-1"
    ]
    marched = table.post(EIGHTH, "/march", {"units": [theirs, "US-9A-CCB"], "hex": "4113"}).json()["march"]
    assert [r["rule"] for r in marched["stay"]] == ["COMMAND-1"]
    assert [unit for step in marched["steps"] for unit in step["units"]] == ["US-9A-CCB"]
    arrivals = {one["unit"] for one in table.get(EIGHTH, "/comers", hex="4113").json()["comers"]}
    assert "US-9A-CCB" in arrivals
    assert arrivals < {one["unit"] for one in table.get(CHIEF, "/comers", hex="4113").json()["comers"]}


def test_last_turns_orders_are_copied_by_each_for_its_own(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    table.done(FIFTH, OF_FIFTH)
    table.done(CHIEF, SEAL)
    table.done("german", SEAL)
    (button,) = [
        button
        for panel in table.view(EIGHTH)["choices"]["panels"]
        for button in panel.get("buttons", ())
        if button["order"]["do"] == "copy"
    ]
    assert button["label"] == "Copy 1 order of VIII Corps from last turn"
    assert table.give(EIGHTH, {"do": "copy"}).json()["rule"] == "COMMAND-1"
    table.done(EIGHTH, button["order"])
    written = {unit: line["by"] for unit, line in lines(table, CHIEF).items() if line["written"]}
    assert written == {"US-9A-CCB": "Middleton"}


def test_each_takes_back_what_it_gave_last(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    table.done(EIGHTH, OF_EIGHTH_TOO)
    assert "Middleton's" in table.view(FIFTH)["undo"]
    table.done(FIFTH, OF_FIFTH)
    refused = table.post(EIGHTH, "/undo", {"seq": table.view(EIGHTH)["seq"]})
    assert (refused.status_code, "The last order was Gerow's." in refused.text) == (422, True)
    back(table, FIFTH, "/undo")
    view = back(table, EIGHTH, "/restart")
    assert view["orders"] == 0
    table.done(CHIEF, OF_FIFTH)
    table.done(EIGHTH, OF_EIGHTH)
    assert back(table, EIGHTH, "/restart")["orders"] == 1  # the chief's order stands


def test_a_hint_for_another_is_no_hint(table: Player) -> None:
    refused = table.get(EIGHTH, "/hint")
    assert refused.status_code in (200, 422)
    if refused.status_code == 422:
        assert refused.json()["rule"] == "COMMAND-1"
    else:
        assert table.give(EIGHTH, refused.json()["order"]).status_code == 200


# Ready


def test_the_sheet_is_handed_in_when_all_are_ready(table: Player) -> None:
    table.done(EIGHTH, OF_EIGHTH)
    assert ready(table, EIGHTH).json()["command"]["commanders"][1]["ready"] is True
    assert table.give(EIGHTH, OF_EIGHTH_TOO).json()["rule"] == "COMMAND-2"
    assert table.view(EIGHTH)["choices"]["units"] == []
    assert ready(table, FIFTH).status_code == 200
    assert ready(table, EIGHTH, False).status_code == 200
    table.done(EIGHTH, OF_EIGHTH_TOO)
    ready(table, EIGHTH)
    assert table.view("german")["to_move"] == ["allied", "german"]
    last = ready(table, CHIEF).json()
    assert last["to_move"] == ["german"]
    assert not any(one["ready"] for one in last["command"]["commanders"])
    late = ready(table, FIFTH, False)
    assert (late.status_code, late.json()["rule"]) == (422, "COMMAND-2")
    table.done("german", SEAL)
    assert table.view(EIGHTH)["board"]["turn"] == 2


def test_any_of_them_may_be_the_last(table: Player) -> None:
    for seat in (CHIEF, FIFTH, EIGHTH):
        assert ready(table, seat).status_code == 200
    assert table.view("german")["to_move"] == ["german"]


def test_the_chief_seals_for_those_who_are_absent(server: Running) -> None:
    made = ask(server).json()
    table = Player(server, made["id"], made["tokens"])
    assert ready(table, CHIEF).json()["to_move"] == ["allied", "german"]  # two seats are empty
    assert table.view(CHIEF)["command"]["seal"] == SEAL
    assert table.done(CHIEF, SEAL)["to_move"] == ["german"]
    assert table.view(CHIEF)["command"]["seal"] is None


def test_a_word_for_an_old_turn_is_no_word_for_the_next(table: Player) -> None:
    old = table.view(EIGHTH)["seq"]
    table.done(CHIEF, SEAL)
    table.done("german", SEAL)
    late = table.post(EIGHTH, "/ready", {"seq": old, "ready": True})
    assert late.status_code == 409
    assert not any(one["ready"] for one in late.json()["command"]["commanders"])


def test_where_one_person_plays_a_side_nobody_says_ready(table: Player) -> None:
    refused = ready(table, "german")
    assert (refused.status_code, refused.json()["error"]) == (403, "Your side has one commander only.")


# Formations


def test_the_chief_gives_a_formation_away_and_takes_it_back(table: Player) -> None:
    def give(seat: str, formation: str, to: int) -> httpx.Response:
        body = {"seq": table.view(seat)["seq"], "formation": formation, "to": to}
        return table.post(seat, "/command", body)

    ready(table, FIFTH)
    assert give(CHIEF, "VIII", 2).status_code == 200
    assert [one["ready"] for one in command(table, EIGHTH)["commanders"]] == [False, False, False]
    holders = {one["id"]: one["holder"] for one in command(table, FIFTH)["formations"]}
    assert (holders["VIII"], holders["V"], holders["VII"]) == (2, 2, 0)
    assert table.give(EIGHTH, OF_EIGHTH).json()["facts"].endswith("which Gerow commands.")
    table.done(FIFTH, OF_EIGHTH)
    assert give(CHIEF, "V", 0).status_code == 200
    assert table.give(FIFTH, OF_FIFTH).status_code == 422
    assert give(EIGHTH, "VIII", 1).json()["rule"] == "COMMAND-3"
    for formation, to in (("LVIII", 1), ("VIII", 9)):
        assert give(CHIEF, formation, to).status_code == 400


# Concurrent changes


def sender(table: Player, seat: str, order: dict[str, Any], seq: int) -> Callable[[], httpx.Response]:
    def send() -> httpx.Response:
        """As the page does: if another commander was faster, give the order again."""
        number = seq
        with client(str(table.server.http.base_url)) as http:
            while True:
                body = {"seq": number, "order": order}
                address = f"/api/matches/{table.id}/orders"
                answer = http.post(address, json=body, headers=table.headers(seat))
                if answer.status_code != 409:
                    return answer
                number = answer.json()["seq"]

    return send


def test_orders_of_two_commanders_at_the_same_moment_are_both_kept(table: Player) -> None:
    for _ in range(4):
        seq = table.view(EIGHTH)["seq"]
        answers = at_once(sender(table, EIGHTH, OF_EIGHTH, seq), sender(table, FIFTH, OF_FIFTH, seq))
        assert [answer.status_code for answer in answers] == [200, 200]
        written = {unit: line["by"] for unit, line in lines(table, CHIEF).items() if line["written"]}
        assert written == {"US-9A-CCB": "Middleton", "US-ART-V-F1": "Gerow"}
        table.done(CHIEF, {"do": "take_back", "units": sorted(written)})


def test_of_two_with_one_link_one_gets_the_seat(server: Running) -> None:
    for seats in (
        {"commanders": {"allied": COMMANDERS}},
        {"seats": {"german": "me", "allied": "invited"}, "commanders": {}},
    ):
        made = ask(server, **seats).json()
        seat, invitation = next(iter(made["invitations"].items()))
        answers = at_once(*[lambda: join(server, made["id"], invitation)] * 4)  # noqa: B023
        assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403]
        (won,) = [answer.json()["tokens"] for answer in answers if answer.status_code == 201]
        assert Player(server, made["id"], won).view(seat)["side"] == "allied"
        lost = next(answer for answer in answers if answer.status_code == 403)
        assert "This link has already been used" in lost.json()["error"]


def test_of_two_in_the_lobby_one_gets_the_seat_of_a_commander(server: Running) -> None:
    made = ask(server).json()
    address = f"/api/matches/{made['id']}/sit"
    answers = at_once(*[lambda: server.http.post(address, json={"seat": EIGHTH})] * 4)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert server.http.post(address, json={"seat": "allied"}).status_code == 400
    assert server.http.post(address, json={"seat": "allied:7"}).status_code == 400


def test_a_new_link_puts_another_into_the_seat(table: Player) -> None:
    server = table.server
    refused = table.post(EIGHTH, "/command/invite", {"seat": FIFTH})
    assert refused.json()["rule"] == "COMMAND-3"
    assert table.post(CHIEF, "/command/invite", {"seat": "german"}).status_code == 403
    void, link = (table.post(CHIEF, "/command/invite", {"seat": EIGHTH}).json() for _ in range(2))
    assert join(server, table.id, void["invitation"]).status_code == 403  # the newer link is valid
    new = Player(server, table.id, join(server, table.id, link["invitation"]).json()["tokens"])
    assert new.view(EIGHTH)["command"]["me"] == 1
    assert table.get(EIGHTH).status_code == 403
    assert table.get(FIFTH).status_code == 200
    assert join(server, table.id, "nonsense-nonsense-nonsense").status_code == 403


# Saving


def everything(table: Player) -> dict[str, bytes]:
    seats = (CHIEF, EIGHTH, FIFTH, "german", "watch")
    result = {f"{seat} {path}": table.get(seat, path).content for seat in seats for path in ("", "/log")}
    return {**result, "mail": table.get(EIGHTH, "/messages").content}


def test_after_a_restart_of_the_server_everything_is_as_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = divided(server)
        table.done(EIGHTH, OF_EIGHTH)
        table.done(CHIEF, OF_FIFTH)
        ready(table, FIFTH)
        write(table, CHIEF, "Hold Bastogne.", 1)
        table.post(EIGHTH, "/messages/read", {"upto": 1})
        before = everything(table)
    with running(tmp_path) as server:
        table = Player(server, table.id, table.tokens)
        assert everything(table) == before
        assert read(table, EIGHTH)["heard"] == 1
        assert table.view(CHIEF)["command"]["commanders"][2]["ready"] is True
        assert lines(table, EIGHTH)["US-ART-V-F1"]["by"] == "Bradley"


def make_old(folder: Path) -> None:
    """Make a store of version 2: no commanders, links, messages or time limits."""
    db = sqlite3.connect(sqlite_address(folder).removeprefix("sqlite:///"))
    with db:
        for column in (*tables.UPDATES[3], *tables.UPDATES[4], *tables.UPDATES[7]):
            db.execute(f"ALTER TABLE {column.table.name} DROP COLUMN {column.name}")
        for table in (tables.commanders, tables.invitations, tables.messages, tables.seat_changes):
            db.execute(f"DROP TABLE {table.name}")
        db.execute("UPDATE about SET value = '2' WHERE key = 'version'")
    db.close()


@pytest.mark.long
def test_a_store_of_version_2_is_brought_up_to_date(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old = server.make(game="playsheet", scenario="short", seed=7)
        old.done("german", GERMAN)
        old.done("allied", OF_EIGHTH)
        before = {seat: old.view(seat) for seat in ("german", "allied")}
    make_old(tmp_path)
    for _ in range(2):  # it is upgraded once
        with running(tmp_path) as server:
            again = Player(server, old.id, old.tokens)
            assert {seat: again.view(seat) for seat in before} == before
            assert before["allied"]["command"] is None
            new = divided(server)
            new.done(EIGHTH, OF_EIGHTH)
            assert write(new, EIGHTH, "Hold.").status_code == 201
