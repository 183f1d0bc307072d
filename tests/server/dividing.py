"""A match of the playsheet whose Allied side three people share, for the tests of commanders."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.running import Player, Running

CHIEF, EIGHTH, FIFTH = "allied:0", "allied:1", "allied:2"
COMMANDERS: list[dict[str, Any]] = [
    {"name": "Bradley", "me": True},
    {"name": "Middleton", "formations": ["VIII"]},
    {"name": "Gerow", "formations": ["V", "air"]},
]
OF_EIGHTH = {"do": "rest", "unit": "US-9A-CCB"}
OF_EIGHTH_TOO = {"do": "defend", "unit": "US-9A-R"}
OF_FIFTH = {"do": "rest", "unit": "US-ART-V-F1"}
GERMAN = {"do": "rest", "unit": "GE-12VG-48"}
SEAL = {"do": "seal"}


def ask(server: Running, **more: Any) -> httpx.Response:
    body = {
        "game": "playsheet",
        "scenario": "short",
        "seed": 3,
        "name": "Divided",
        "seats": {"german": "beside", "allied": "me"},
        "commanders": {"allied": COMMANDERS},
        **more,
    }
    return server.http.post("/api/matches", json=body)


def join(server: Running, match: str, invitation: str) -> httpx.Response:
    return server.http.post(f"/api/matches/{match}/join", json={"invitation": invitation})


def divided(server: Running, **more: Any) -> Player:
    """Seat everybody by their links, and one watcher."""
    answer = ask(server, **more)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    table = Player(server, made["id"], made["tokens"])
    for invitation in made["invitations"].values():
        table.tokens.update(join(server, table.id, invitation).json()["tokens"])
    sat = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"})
    table.tokens.update(sat.json()["tokens"])
    return table


def ready(table: Player, seat: str, yes: bool = True) -> httpx.Response:
    return table.post(seat, "/ready", {"seq": table.view(seat)["seq"], "ready": yes})


def write(table: Player, seat: str, words: str, to: int | None = None) -> httpx.Response:
    return table.post(seat, "/messages", {"words": words, "to": to})


def read(table: Player, seat: str, after: int = 0) -> dict[str, Any]:
    answer = table.get(seat, "/messages", after=after)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result
