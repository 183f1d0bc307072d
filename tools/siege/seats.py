"""Seats: the lobby's owner cannot enter a guest's seat without the guest learning of it."""

from __future__ import annotations

from tools.siege.client import Answer
from tools.siege.plan import Attack, Round
from tools.siege.table import Table, make, sides_of

AT = "127.0.0.25"


def _sit(table: Table, seat: str, *, take_back: bool) -> Answer:
    body = {"seat": seat, "take_back": take_back}
    return table.fort.owner("POST", f"{table.path}/sit", body, at=AT)


def _join(table: Table, seat: str) -> None:
    link = table.fort.owner("POST", f"{table.path}/invite", {"seat": seat}, at=AT).json()["invitation"]
    table.tokens |= table.client.ask("POST", f"{table.path}/join", {"invitation": link}).json()["tokens"]


def take_seats(now: Round) -> None:
    fort = now.keep
    while now.go_on():
        game = now.rng.choice(list(sides_of(fort)))
        host, guest = now.rng.sample(sides_of(fort)[game], 2)
        table = make(fort, game, {host: "me", guest: now.rng.choice(("invited", "beside"))}, at=AT)
        table.sit("watch")
        _join(table, guest)
        before = table.view(guest)["seq"]
        for _ in range(2):
            answer = _sit(table, guest, take_back=False)
            now.count("attempts on a taken seat")
            now.expect(answer.status == 409, "the host sits in a guest's seat", f"{game} {guest}", answer)
            now.expect(bool(answer.words), "a taken seat is refused without a message", guest, answer)
        now.expect(table.ask(guest, "GET").status == 200, "a guest loses a seat by a refused request", guest)
        answer = _sit(table, guest, take_back=True)
        now.count("seats taken back")
        lost = table.ask(guest, "GET")
        now.expect(
            lost.status == 403 and "host" in lost.words,
            "no message says who has the guest's seat",
            guest,
            lost,
        )
        table.tokens |= answer.json()["tokens"]
        for seat in (host, guest, "watch"):
            view = table.view(seat)
            noted = [change for change in view["seat_changes"] if change["seq"] > before]
            now.expect(
                len(noted) == 1,
                "the log does not say that a seat was taken back",
                seat,
                view["seat_changes"],
            )
        fort.owner("DELETE", table.path, at=AT)


SEATS = Attack(
    "seats",
    "The host enters a guest's seat only by taking it back; the guest gets a message, and the log says so.",
    "The lobby's token asks for seats that guests hold by links, with and without taking them back.",
    take_seats,
    0.3,
    daily=True,
)
