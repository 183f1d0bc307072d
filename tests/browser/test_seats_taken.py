"""A host takes back the seat of a guest: the host is asked first, the guest sees what happened."""

from __future__ import annotations

from tests.browser.test_commanders import NewSitting, another, come_by_link
from tests.server.running import Player, Running

FIXTURES = (another,)
TAKEN_BACK = "The host took back the Allied seat."


def test_the_guest_sees_that_the_host_took_the_seat_back(another: NewSitting, server: Running) -> None:
    body = {"game": "tigers", "seats": {"german": "me", "allied": "invited"}, "name": "Ardennes"}
    made = server.http.post("/api/matches", json=body).json()
    table = Player(server, made["id"], made["tokens"])
    host, guest = another(), another()
    come_by_link(guest, table.id, made["invitations"]["allied"])
    host.prefer()
    host.page.goto(f"{host.base}/#/lobby/{server.house.token}")
    menu = host.page.locator(".mine summary").first
    menu.click()
    host.page.get_by_label("Take the Allied seat Ardennes").click()
    host.page.get_by_role("heading", name="Take back the Allied seat?").wait_for()
    host.page.get_by_role("button", name="Cancel").click()
    assert table.view("german")["seat_changes"] == []
    menu.click()
    host.page.get_by_label("Take the Allied seat Ardennes").click()
    host.page.get_by_role("button", name="Take the seat").click()
    host.page.wait_for_selector(".table #prompt", state="attached")
    guest.page.locator("#unseated", has_text="The host has taken this seat back").wait_for()
    assert [change["words"] for change in table.view("german")["seat_changes"]] == [TAKEN_BACK]
    host.page.locator(".lines li", has_text=TAKEN_BACK).wait_for(state="attached")
