"""Where the dice of a match come from: the server's seed, the players' shares, and what each may know."""

from __future__ import annotations

import json
import secrets
from typing import Any

import httpx
import pytest

from ardennes.dice import SealedDice, chained, commitment, share_promise
from ardennes.kernel import savefile
from ardennes.kernel.match import Match
from ardennes.server.matches.seats import join
from ardennes.server.matches.session import read_setting
from tests.server.running import Player, Running, running

APART = {"german": "me", "allied": "invited"}
OWNERS = "the server's owner alone"
SHARED = f"{OWNERS}; every player has a share in them"


def two_browsers(server: Running, **more: Any) -> Player:
    """Return a match of two people at different browsers, both seated."""
    made = server.http.post("/api/matches", json={"game": "tigers", "seats": APART, **more})
    assert made.status_code == 201, made.text
    return seated(server, made)


def seated(server: Running, made: httpx.Response) -> Player:
    player = Player(server, made.json()["id"], made.json()["tokens"])
    _, token, _ = join(server.house.room, player.id, made.json()["invitations"]["allied"])
    player.tokens["allied"] = token
    return player


def asked(table: Player) -> list[str]:
    return [table.view(seat)["dice"]["asked"] for seat in ("german", "allied")]


def promise(table: Player, seat: str, nonce: str) -> httpx.Response:
    return table.post(seat, "/dice", {"promise": share_promise(nonce)})


def share(table: Player) -> dict[str, str]:
    """Let both promise and then reveal."""
    nonces = {seat: secrets.token_urlsafe(24) for seat in ("german", "allied")}
    for seat, nonce in nonces.items():
        assert promise(table, seat, nonce).status_code == 200
    for seat, nonce in nonces.items():
        assert table.post(seat, "/dice", {"nonce": nonce}).status_code == 200
    return nonces


def faces(table: Player, count: int = 60) -> list[int]:
    with table.server.house.room.at(table.id) as live:
        return [live.match.dice.roll(index, "") for index in range(count)]


def test_the_dice_of_two_at_two_browsers_come_from_both_and_the_server(server: Running) -> None:
    table = two_browsers(server)
    before = table.view("german")
    assert (asked(table), before["dice"]["known_to"]) == (["promise", "promise"], OWNERS)
    nonces = {"german": "g" * 24, "allied": "a" * 24}
    assert promise(table, "german", nonces["german"]).json()["dice"]["asked"] == ""
    assert asked(table) == ["", "promise"]
    assert promise(table, "allied", nonces["allied"]).json()["dice"]["asked"] == "nonce"
    assert asked(table) == ["nonce", "nonce"]
    for seat, nonce in nonces.items():
        assert table.view(seat)["dice"]["shares"] == []  # no share is shown before the last one
        assert table.post(seat, "/dice", {"nonce": nonce}).status_code == 200
    for seat in nonces:
        after = table.view(seat)
        assert after["dice"] == {"known_to": SHARED, "asked": "", "shares": [*nonces.values()]}
    setting = read_setting(server.house.room.store.header(table.id).setting)
    assert faces(table) == [SealedDice(setting.seed, tuple(nonces.values())).roll(n, "") for n in range(60)]
    # Anyone with the first promise and the shares can compute the second.
    assert before["commitment"] != after["commitment"]
    seed_promise = before["commitment"]
    assert seed_promise == commitment(setting.seed)
    assert after["commitment"] == chained(seed_promise, 0, setting.seed, [*nonces.values()])


def test_shares_come_into_dice_that_have_not_fallen(server: Running) -> None:
    table = two_browsers(server)
    table.opening()
    with server.house.room.at(table.id) as live:
        rolled = live.match.state.rolls
    old = faces(table)
    share(table)
    new = faces(table)
    assert (new[:rolled], new[rolled:] != old[rolled:]) == (old[:rolled], True)
    assert table.view("german")["orders"] == 2
    with server.house.room.at(table.id) as live:
        assert live.match.verify() == 2


def test_nobody_waits_for_a_share_that_never_comes(server: Running) -> None:
    table = two_browsers(server)
    promise(table, "german", "g" * 24)
    table.opening()
    view = table.view("german")
    assert (view["orders"], view["dice"]["known_to"]) == (2, OWNERS)


def test_a_share_is_shown_only_after_all_are_promised_and_only_as_promised(server: Running) -> None:
    table = two_browsers(server)
    promise(table, "german", "g" * 24)
    early = table.post("german", "/dice", {"nonce": "g" * 24})
    assert (early.status_code, "All players must promise" in early.json()["error"]) == (403, True)
    promise(table, "german", "h" * 24)  # the browser lost the first one: nobody has revealed anything yet
    promise(table, "allied", "a" * 24)
    other = table.post("german", "/dice", {"nonce": "g" * 24})
    assert (other.status_code, other.json()["error"]) == (400, "This is not the share you promised.")
    assert table.post("german", "/dice", {"nonce": "h" * 24}).status_code == 200
    late = promise(table, "allied", "b" * 24)  # after seeing what would result
    assert (late.status_code, "already" in late.json()["error"]) == (403, True)
    assert table.post("german", "/dice", {"nonce": "h" * 24}).status_code == 403
    assert table.post("allied", "/dice", {"nonce": "a" * 24}).status_code == 200
    assert promise(table, "german", "c" * 24).status_code == 403


def test_a_promise_given_again_disturbs_nobody(server: Running) -> None:
    table = two_browsers(server)
    promise(table, "german", "g" * 24)
    seq = table.view("allied")["seq"]
    for letter in "hij":
        assert promise(table, "german", letter * 24).status_code == 200
    assert table.view("allied")["seq"] == seq


@pytest.mark.parametrize(
    "body", [{}, {"promise": "ab" * 32, "nonce": "g" * 24}, {"promise": "short"}, {"nonce": "a b"}]
)
def test_a_share_that_is_none_is_refused(server: Running, body: dict[str, str]) -> None:
    assert two_browsers(server).post("german", "/dice", body).status_code == 400


def test_anyone_who_watches_adds_nothing(server: Running) -> None:
    table = two_browsers(server)
    watch = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"}).json()["tokens"]
    table.tokens.update(watch)
    assert table.view("watch")["dice"]["asked"] == ""
    assert promise(table, "watch", "w" * 24).status_code == 403


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"seats": {"german": "me", "allied": "beside"}}, OWNERS),
        ({"seats": {"german": "me", "allied": "random"}}, OWNERS),
        ({"seats": APART, "seed": 314159}, "everybody: their seed was chosen"),
        ({"seats": {"german": "me", "allied": "beside"}, "seed": 7}, "everybody: their seed was chosen"),
    ],
)
def test_one_browser_or_a_chosen_seed_has_no_shares_and_says_so(
    server: Running, more: dict[str, Any], words: str
) -> None:
    made = server.http.post("/api/matches", json={"game": "tigers", **more}).json()
    table = Player(server, made["id"], made["tokens"])
    assert table.view("german")["dice"] == {"known_to": words, "asked": "", "shares": []}
    assert promise(table, "german", "g" * 24).status_code == 403
    listed = server.http.get("/api/matches").json()["matches"]
    assert next(match["dice"] for match in listed if match["id"] == table.id) == words
    assert table.get("german", "/export").json()["dice_known_to"] == words


def test_an_imported_match_says_that_its_dice_are_known(server: Running) -> None:
    with server.house.room.at(server.make(seed=4).id) as live:
        file = json.loads(savefile.to_bytes(live.match))
    body = {"match": file, "seats": {"german": "me", "allied": "beside"}}
    made = server.http.post("/api/matches/import", json=body).json()
    assert Player(server, made["id"], made["tokens"]).view("german")["dice"]["known_to"] == (
        "everybody with the match file"
    )
    # If another player holds a seat elsewhere, play continues with dice that the file does not contain.
    apart = seated(server, server.http.post("/api/matches/import", json={**body, "seats": APART}))
    assert (apart.view("german")["dice"]["known_to"], asked(apart)) == (OWNERS, ["promise", "promise"])
    assert faces(apart) != faces(Player(server, made["id"], made["tokens"]))


def test_a_fork_has_dice_of_its_own_under_a_promise_of_its_own(server: Running) -> None:
    table = server.make(seed=4)
    forked = table.post("german", "/fork", {"at": 0}).json()
    fork = Player(server, forked["id"], forked["tokens"])
    seed = read_setting(server.house.room.store.header(fork.id).setting).forks[0].seed
    view = fork.view("german")
    assert view["dice"]["known_to"] == OWNERS
    assert view["commitment"] == chained(table.view("german")["commitment"], 0, seed, ())


def test_shares_survive_a_restart_and_the_file_is_proved_by_its_promise(tmp_path: Any) -> None:
    with running(tmp_path) as server:
        table = two_browsers(server)
        promise(table, "german", "g" * 24)
        promise(table, "allied", "a" * 24)
    with running(tmp_path) as server:
        table.server = server
        assert asked(table) == ["nonce", "nonce"]
        for seat, nonce in (("german", "g" * 24), ("allied", "a" * 24)):
            assert table.post(seat, "/dice", {"nonce": nonce}).status_code == 200
        with server.house.room.at(table.id) as live:
            data = savefile.to_bytes(live.match)
        again: Match[Any] = savefile.from_bytes(data, server.house.room.game, replay=True)
        assert again.commitment == table.view("german")["commitment"]
        assert again.setting.last.nonces == ("g" * 24, "a" * 24)
