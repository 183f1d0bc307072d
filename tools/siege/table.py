"""A match as any client sees it: made in the lobby, played with the orders that the server offers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from tools.siege.client import PATIENCE, Answer, Client
from tools.siege.fort import Fort

Order = dict[str, Any]
Given = tuple[str, Order]  # an order, and the seat that gave it
WATCH = "watch"
GIVES_UP = ("concede", "resign")
UNFINISHED = ("picker", "air", "strike")  # orders that still need a field to be filled in or removed


class NotMade(Exception):
    """The server did not make a match although it should have."""


def orders_in(answer: Any, key: str = "") -> Iterator[Order]:
    """Return every order in the answer that is ready to give."""
    if isinstance(answer, dict):
        if key in ("order", "orders") and answer.get("do") not in GIVES_UP:
            yield answer
            return
        for name, part in answer.items():
            if name not in UNFINISHED:
                yield from orders_in(part, name)
    elif isinstance(answer, list):
        for part in answer:
            yield from orders_in(part, key)


class Table:
    """One match, and tokens for the seats this client holds."""

    def __init__(self, fort: Fort, match: str, tokens: dict[str, str], at: str = "") -> None:
        self.fort = fort
        self.at = at
        self.timeout = PATIENCE
        self.id = match
        self.tokens = tokens
        self.links: dict[str, str] = {}

    @property
    def client(self) -> Client:
        return self.fort.client(self.at, self.timeout)

    @property
    def path(self) -> str:
        return f"/api/matches/{self.id}"

    def ask(self, seat: str, method: str, path: str = "", body: Any = None) -> Answer:
        return self.client.ask(method, self.path + path, body, token=self.tokens[seat])

    def view(self, seat: str) -> dict[str, Any]:
        result: dict[str, Any] = self.ask(seat, "GET").json()
        return result

    def give(self, seat: str, order: Order, seq: int) -> Answer:
        return self.ask(seat, "POST", "/orders", {"seq": seq, "order": order})

    def sit(self, seat: str) -> str:
        """Get another token from the lobby; store it under the seat's name."""
        answer = self.fort.owner("POST", f"{self.path}/sit", {"seat": seat}, at=self.at)
        self.tokens[seat] = answer.json()["tokens"][seat]
        return self.tokens[seat]

    def offered(self, seat: str, view: dict[str, Any], rng: Random) -> list[Order]:
        """Return some orders that the seat may give now, in random order."""
        choices = view["choices"]
        result = list(orders_in(choices))
        if picker := choices.get("picker"):
            result.append({**picker["order"], picker["field"]: picker["first"]})
        units = choices["units"]
        for unit in rng.sample(units, min(2, len(units))):
            result += orders_in(self.ask(seat, "GET", f"/reach?unit={unit}").json())
        for target in [*(one for one in choices["targets"] if one["owed"]), *choices["targets"]][:2]:
            who = target["attackers"]
            for some in (target.get("first") or who, rng.sample(who, rng.randint(1, len(who)))):
                body = {"targets": [target["hex"]], "attackers": some}
                result += orders_in(self.ask(seat, "POST", "/odds", body).json())
        rng.shuffle(result)
        return result

    def play_one(self, rng: Random, view: dict[str, Any] | None = None) -> tuple[str, Order, Answer] | None:
        """Give an order of a held seat that is to move; return None if there is none."""
        first = next(iter(self.tokens))
        view = view or self.view(first)
        seats = [seat for seat in view["to_move"] if seat in self.tokens]
        for seat in seats:
            mine = view if view["side"] == seat else self.view(seat)
            for order in self.offered(seat, mine, rng)[:8]:
                answer = self.give(seat, order, mine["seq"])
                if answer.status == 200:
                    return seat, order, answer
        return None

    def play(self, rng: Random, count: int) -> int:
        """Give this many orders, or as many as possible."""
        for done in range(count):
            if self.play_one(rng) is None:
                return done
        return count

    def journal(self, seat: str) -> list[Order]:
        """Return a seat's orders, as the match records them."""
        result: list[Order] = []
        have, more = 0, True
        while more:
            page = self.ask(seat, "GET", f"/log?have={have}").json()
            result += [one["given"] for one in page["entries"] if one["given"] is not None]
            have, more = have + len(page["entries"]), page["more"]
        return result


def sides_of(fort: Fort) -> dict[str, list[str]]:
    """Return all games, each with its sides."""
    return {game["id"]: game["sides"] for game in fort.games}


def make(fort: Fort, game: str, who: str | dict[str, str] = "me", at: str = "", **more: Any) -> Table:
    """Make a match; by default the client gets all seats."""
    seats = dict.fromkeys(sides_of(fort)[game], who) if isinstance(who, str) else who
    answer = fort.owner("POST", "/api/matches", {"game": game, "seats": seats, **more}, at=at)
    made = answer.json()
    if answer.status != 201 or not isinstance(made, dict):
        raise NotMade(f"{game} {seats} {more}: {answer}")
    table = Table(fort, made["id"], made["tokens"], at)
    with suppress(KeyError):
        table.links = made["invitations"]
    return table
