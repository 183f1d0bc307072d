"""The lobby: games; making, listing, renaming and deleting matches; seats, files and forks."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import FILE, Match, new_match
from ardennes.kernel.offers import sample
from ardennes.server.matches import views as seen
from ardennes.server.matches.seats import sit
from ardennes.server.storage import sql as store_module
from tests.server.running import PEOPLE, Player, Running, running

HIDE = {"do": "hide_dump", "hex": "1008"}


def test_the_games_give_all_one_can_choose(server: Running) -> None:
    tigers, breakthrough, wave, playsheet = server.http.get("/api/games").json()["games"]
    assert (tigers["id"], tigers["sides"]) == ("tigers", ["german", "allied"])
    assert tigers["scenarios"][0]["id"] == "campaign"
    assert (breakthrough["id"], breakthrough["sides"]) == ("breakthrough", ["german", "american"])
    assert (wave["id"], wave["sides"]) == ("wave_of_terror", ["german", "allied"])
    assert (playsheet["id"], playsheet["sides"]) == ("playsheet", ["allied", "german"])
    for game in (tigers, breakthrough, wave, playsheet):
        assert {"random", "staff"} < {player["id"] for player in game["players"]}
        assert all(option["rules"] for option in game["options"])


def test_the_stage_is_sent_once(server: Running) -> None:
    first = server.http.get("/api/games/tigers/stage")
    assert len(first.json()["hexes"]) > 100
    again = server.http.get("/api/games/tigers/stage", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert server.http.get("/api/games/chess/stage").status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"scenario": "nowhere"}, "no scenario"),
        ({"options": {"colour": "red"}}, "no option"),
        ({"seats": {"german": "me"}}, "allied side is played by nobody"),
        ({"seats": {"german": "me", "allied": "grandmaster"}}, "choose one of: me, beside"),
        ({"seats": {**PEOPLE, "french": "me"}}, "no side 'french'"),
        ({"colour": 1}, "unknown field"),
        ({"seed": -1}, "seed"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_with_a_new_match_is_reported(
    server: Running, change: dict[str, Any], words: str
) -> None:
    answer = server.http.post("/api/matches", json={"game": "tigers", "seats": PEOPLE, **change})
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_matches_are_listed_renamed_and_deleted(server: Running) -> None:
    one = server.make(name="  Our \x07first\nmatch ")
    two = server.make({"german": "me", "allied": "random"})
    two.view("german")
    listed = {m["id"]: m for m in server.http.get("/api/matches").json()["matches"]}
    assert listed[one.id]["name"] == "Our first match"
    assert listed[one.id]["seats"] == PEOPLE
    assert listed[one.id]["to_move"] == ["allied"]
    assert listed[two.id]["name"].startswith("Tigers in the Ardennes, ")
    assert server.http.patch(f"/api/matches/{one.id}", json={"name": "Second"}).status_code == 204
    assert one.view("german")["name"] == "Second"
    assert server.http.patch(f"/api/matches/{one.id}", json={"name": "\x07"}).status_code == 400
    assert server.http.delete(f"/api/matches/{one.id}").status_code == 204
    assert server.http.delete(f"/api/matches/{one.id}").status_code == 404
    assert one.get("german").status_code == 404
    assert server.http.patch(f"/api/matches/{one.id}", json={"name": "x"}).status_code == 404


def test_no_hidden_word_is_in_the_list(server: Running) -> None:
    table = server.make(seed=3)
    before = server.http.get("/api/matches").json()
    table.done("allied", HIDE)
    (mine,) = [m for m in server.http.get("/api/matches").json()["matches"] if m["id"] == table.id]
    assert "1008" not in json.dumps(mine)
    assert set(mine) == set(before["matches"][0])


def test_a_person_can_sit_down_again_but_not_in_the_computers_place(server: Running) -> None:
    table = server.make({"german": "me", "allied": "random"})
    assert set(table.tokens) == {"german"}
    again = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "german"})
    assert again.status_code == 201
    other = Player(server, table.id, again.json()["tokens"])
    assert other.tokens != table.tokens
    assert other.view("german")["id"] == table.view("german")["id"]
    taken = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "allied"})
    assert (taken.status_code, "computer" in taken.json()["error"]) == (403, True)
    assert server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "x"}).status_code == 400
    assert server.http.post("/api/matches/nowhere/sit", json={"seat": "german"}).status_code == 404


# Files


def finished(number: int = 5) -> Match[Any]:
    """Play a whole match of random orders as fast as possible."""
    game = find_game("tigers")
    match = new_match(game, seed=number.to_bytes(32, "big"))
    rng = Random(number)
    while match.result() is None:
        side = game.to_move(match.state)[0]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
    return match


@pytest.fixture(scope="module")
def whole() -> Match[Any]:
    return finished()


def take_in(server: Running, data: bytes, **more: Any) -> Any:
    body = b'{"seats":%b,"match":%b}' % (msgspec.json.encode(more.get("seats", PEOPLE)), data)
    headers = {"Content-Type": "application/json"}
    return server.http.post("/api/matches/import", content=body, headers=headers)


@pytest.fixture(scope="module")
def taken(server: Running, whole: Match[Any]) -> Player:
    """Import the finished match."""
    answer = take_in(server, savefile.to_bytes(whole))
    assert answer.status_code == 201, answer.text
    return Player(server, answer.json()["id"], answer.json()["tokens"])


@pytest.mark.long
def test_a_finished_match_goes_out_as_it_came_in(taken: Player, whole: Match[Any], tmp_path: Path) -> None:
    """Everything except who knew its dice: a file's author can write anything there."""
    out = taken.get("german", "/export")
    answer = Match(whole.game, msgspec.structs.replace(whole.setting, known=FILE))
    answer.restore(whole.journal)
    assert out.content == savefile.to_bytes(answer, (savefile.HUMAN, savefile.HUMAN))
    assert out.headers["content-disposition"].startswith('attachment; filename="tigers-')
    path = tmp_path / "match.json"
    path.write_bytes(out.content)
    assert savefile.read(path, find_game, replay=True).seq == whole.seq


def test_when_a_match_is_over_nothing_is_secret_any_more(taken: Player, whole: Match[Any]) -> None:
    view = taken.view("german")
    assert (view["over"], view["open"], view["seed"]) == (True, True, whole.setting.seed.hex())
    assert view["to_move"] == []
    first = taken.get("german", "/log", limit=1).json()["entries"][0]
    assert first["given"]["do"] == "hide_dump"
    assert first["given"]["hex"] in first["lines"][0]
    assert taken.give("german", {"do": "end"}).status_code == 422


def test_a_running_match_goes_out_without_seed_hidden_orders_and_fingerprints(server: Running) -> None:
    table = server.make()
    table.opening()
    with server.house.room.at(table.id) as live:
        secrets = [live.match.setting.seed.hex(), live.match.start_digest]
        secrets += [entry.digest for entry in live.match.journal]
    german, allied = table.get("german", "/export"), table.get("allied", "/export")
    assert '"1008"' not in german.text
    assert '"1008"' in allied.text
    for secret in secrets:
        assert secret not in german.text + allied.text
    record = german.json()
    assert (record["format"], record["seat"], len(record["orders"])) == ("ardennes-record", "german", 2)
    assert record["orders"][0]["given"] is None
    refused = take_in(server, german.content)
    assert (refused.status_code, "not an Ardennes match" in refused.json()["error"]) == (400, True)


def test_a_running_match_that_is_taken_in_can_be_played_on(server: Running) -> None:
    match = new_match(find_game("tigers"), seed=b"7" * 32)
    match.play(1, match.game.read_order(HIDE))
    answer = take_in(server, savefile.to_bytes(match))
    table = Player(server, answer.json()["id"], answer.json()["tokens"])
    assert table.view("german")["seq"] == 1
    table.done("german", {"do": "choose_setup", "kind": "historical"})


def broken(match: Match[Any], **changes: Any) -> bytes:
    save = msgspec.json.decode(savefile.to_bytes(match))
    return msgspec.json.encode({**save, **changes})


def test_a_file_that_is_not_honest_is_refused(server: Running) -> None:
    match = new_match(find_game("tigers"), seed=b"8" * 32)
    match.play(1, match.game.read_order(HIDE))
    before = server.house.room.store.count()
    for data in (
        broken(match, seed="00" * 32),
        broken(match, scenario="other"),
        broken(match, journal=[]),
        broken(match, format_version=99),
        b"{}",
        b"[1,2]",
        b'"match"',
        b"null",
    ):
        answer = take_in(server, data)
        assert answer.status_code == 400, data[:80]
        assert answer.json()["error"]
    assert server.house.room.store.count() == before


# Forks


def test_a_finished_match_can_be_forked_anywhere_with_any_players(taken: Player, server: Running) -> None:
    answer = taken.post("german", "/fork", {"at": 40, "seats": {"german": "beside", "allied": "me"}})
    assert answer.status_code == 201, answer.text
    table = Player(server, answer.json()["id"], answer.json()["tokens"])
    view = table.view("allied")
    assert (view["orders"], view["seq"], view["over"]) == (40, 40, False)
    assert view["name"].endswith("from order 40")
    assert view["board"] == taken.get("allied", "/replay", at=40).json()["board"]
    seat, order = table.next_order(Random(1))
    table.done(seat, msgspec.to_builtins(order))
    assert taken.post("german", "/fork", {"at": 10**6}).status_code == 400


def test_a_fork_shows_nobody_what_is_hidden_from_it(server: Running) -> None:
    table = server.make()
    table.opening()
    for body in ({"at": 2}, {"at": 1}, {"at": 2, "seats": {"german": "beside", "allied": "me"}}):
        answer = table.post("german", "/fork", body)
        assert (answer.status_code, "hidden" in answer.json()["error"]) == (403, True)
    assert table.post("german", "/fork", {"at": 0}).status_code == 201
    forked = table.post("allied", "/fork", {"at": 2})
    assert forked.status_code == 201


def test_against_the_computer_one_may_fork_but_keeps_ones_seat(server: Running) -> None:
    table = server.make({"german": "me", "allied": "random"})
    while table.view("german")["orders"] < 1:
        pass
    swapped = table.post("german", "/fork", {"at": 1, "seats": {"german": "random", "allied": "me"}})
    assert swapped.status_code == 403
    saved = table.post("german", "/fork", {"at": 1})
    assert (saved.status_code, set(saved.json()["tokens"])) == (201, {"german"})
    store = server.house.room.store
    seeds = [store.header(match).seats[1].seed for match in (table.id, saved.json()["id"])]
    assert seeds[0] != seeds[1]


def test_a_finished_fork_keeps_the_secrets_of_a_match_in_play(server: Running, whole: Match[Any]) -> None:
    """Otherwise a fork, hurried to its end, would reveal the seed and the hidden orders of its parent."""
    parent = new_match(find_game("tigers"), seed=whole.setting.seed)
    room = server.house.room
    running_id = room._add(parent, room.store.look()[0][0].seats, "Parent")
    fork_id = room._add(whole, room.store.look()[0][0].seats, "Fork", running_id)
    fork = Player(server, fork_id, {"german": sit(room, fork_id, "german")})
    view = fork.view("german")
    assert (view["over"], view["open"], view["seed"]) == (True, False, "")
    assert fork.get("german", "/export").json()["format"] == "ardennes-record"
    assert fork.get("german", "/log", limit=1).json()["entries"][0]["given"] is None
    assert server.http.delete(f"/api/matches/{running_id}").status_code == 204
    assert fork.get("german", "/export").json()["format"] == savefile.FORMAT


def test_there_is_an_end_to_how_many_matches_are_kept(tmp_path: Path) -> None:
    with running(tmp_path, most_matches=2) as server:
        server.make()
        server.make()
        answer = server.http.post("/api/matches", json={"game": "tigers", "seats": PEOPLE})
        assert (answer.status_code, "delete one" in answer.json()["error"]) == (403, True)


# Opening again


@pytest.mark.long
def test_matches_are_there_again_after_a_restart(tmp_path: Path, whole: Match[Any]) -> None:
    with running(tmp_path) as server:
        answer = take_in(server, savefile.to_bytes(whole))
        old = Player(server, answer.json()["id"], answer.json()["tokens"])
        table = server.make(seed=9)
        table.opening()
        rng = Random(2)
        for _ in range(40):
            seat, order = table.next_order(rng)
            table.done(seat, msgspec.to_builtins(order))
        views = [table.get(seat).content for seat in PEOPLE]
        logs = [table.get(seat, "/log").content for seat in PEOPLE]
    with running(tmp_path) as server:
        table.server = old.server = server
        assert [table.get(seat).content for seat in PEOPLE] == views
        assert [table.get(seat, "/log").content for seat in PEOPLE] == logs
        assert old.view("german")["orders"] == whole.seq
        seat, order = table.next_order(rng)
        table.done(seat, msgspec.to_builtins(order))


@pytest.mark.long
def test_a_server_plays_on_either_database(address: str, tmp_path: Path) -> None:
    with running(tmp_path, database=address) as server:
        table = server.make()
        table.opening()
        assert table.post("german", "/undo", {"seq": 2}).status_code == 200
        assert table.give("german", {"do": "choose_setup", "kind": "free"}, seq=2).status_code == 409
        table.done("german", {"do": "choose_setup", "kind": "free"})
        view = table.get("german").content
    with running(tmp_path, database=address) as server:
        table.server = server
        assert table.get("german").content == view
        assert server.http.delete(f"/api/matches/{table.id}").status_code == 204


def test_a_match_of_other_rules_is_kept_and_reported(server: Running) -> None:
    from sqlalchemy import update

    from ardennes.server.storage.tables import matches

    table = server.make()
    assert table.get("german").status_code == 200  # a client that opens it after its creation has done so
    room = server.house.room
    with server.store.changing() as db:
        db.execute(update(matches).where(matches.c.id == table.id).values(rules="0.1", start="0" * 16))
    room.drop(table.id)
    answer = table.get("german")
    assert (answer.status_code, "rules version 0.1" in answer.json()["error"]) == (410, True)
    assert table.id in {m["id"] for m in server.http.get("/api/matches").json()["matches"]}
    assert server.http.delete(f"/api/matches/{table.id}").status_code == 204


# The rulebook


def test_the_rulebook_has_one_anchor_a_rule_and_links_between_them(server: Running) -> None:
    book = server.http.get("/api/rules/tigers").json()
    html = "".join(chapter["html"] for chapter in book["chapters"])
    ids = [rule["id"] for rule in book["rules"]]
    assert len(ids) > 200
    for rule in ids:
        assert html.count(f'id="{rule}"') == 1, rule
    assert 'class="note reading"' in html
    assert '<a class="rule" href="#TIA-' in html
    assert any(rule["reading"] for rule in book["rules"])
    assert any(rule["reconstructed"] for rule in book["rules"])
    assert "<script" not in html


def test_the_rulebook_can_be_searched(server: Running) -> None:
    result = server.http.get("/api/rules/tigers", params={"find": "river"}).json()
    assert any(rule["id"].startswith("TIA-RIVER") for rule in result["rules"])
    assert server.http.get("/api/rules/tigers", params={"find": "zeppelin"}).json()["rules"] == []
    assert server.http.get("/api/rules/chess").status_code == 404


def test_the_list_decodes_only_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 300 matches one is played, one renamed, one deleted: the next list computes two entries."""
    decoded, made = [0], [0]
    sound_header, sound_listed = store_module._header, seen.listed

    def header(*arguments: Any) -> Any:
        decoded[0] += 1
        return sound_header(*arguments)

    def listed(*arguments: Any, **named: Any) -> Any:
        made[0] += 1
        return sound_listed(*arguments, **named)

    monkeypatch.setattr(store_module, "_header", header)
    monkeypatch.setattr(seen, "listed", listed)
    with running(tmp_path) as server:
        first = server.make()
        room = server.house.room
        matches = [room.make("tigers", PEOPLE, name=f"Match {number}") for number in range(299)]

        def lines() -> dict[str, Any]:
            answer = server.http.get("/api/matches")
            assert answer.status_code == 200
            return {one["id"]: one for one in answer.json()["matches"]}

        before = lines()
        assert len(before) == 300
        decoded[0] = made[0] = 0
        assert lines() == before
        assert (decoded[0], made[0]) == (0, 0)
        first.done("allied", {"do": "hide_dump", "hex": "1008"})
        room.rename(matches[0], "Another name")
        room.remove(matches[1])
        decoded[0] = made[0] = 0
        after = lines()
        assert (decoded[0], made[0]) == (2, 2)
        assert after[matches[0]]["name"] == "Another name"
        assert after[first.id]["orders"] == 1
        assert next(iter(after)) == first.id
        assert {
            one: line for one, line in before.items() if one not in (matches[0], matches[1], first.id)
        } == {one: line for one, line in after.items() if one not in (matches[0], first.id)}
