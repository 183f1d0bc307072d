"""Two people at two browsers: both add to the dice automatically, with a reload in between."""

from __future__ import annotations

from tests.browser.test_commanders import NewSitting, another, come_by_link
from tests.server.running import Player, Running, until

FIXTURES = (another,)
SHARED = "the server's owner alone; every player has a share in them"


def test_both_browsers_add_to_the_dice(another: NewSitting, server: Running) -> None:
    body = {"game": "tigers", "seats": {"german": "me", "allied": "invited"}}
    made = server.http.post("/api/matches", json=body).json()
    table = Player(server, made["id"], made["tokens"])
    host, guest = another(), another()
    host.sit(table)
    until(lambda: table.view("german")["dice"]["asked"] == "")  # promised
    host.page.reload()
    come_by_link(guest, table.id, made["invitations"]["allied"])
    until(lambda: table.view("german")["dice"]["known_to"] == SHARED)
    dice = table.view("german")["dice"]
    saved = [
        sitting.page.evaluate(f"localStorage['ardennes.share.{table.id}.{side}']")
        for sitting, side in ((host, "german"), (guest, "allied"))
    ]
    assert dice["shares"] == saved
    host.page.goto(f"{host.base}/#/")
    host.page.locator(".mine summary").first.click()
    host.page.get_by_text(f"Dice known to {SHARED}").first.wait_for()
