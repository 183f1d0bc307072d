"""A second game on the same page: the page contains nothing made for one game."""

from __future__ import annotations

from tests.browser.sitting import Sitting
from tests.browser.test_layouts import cut_off
from tests.browser.test_pages import serious
from tests.server.running import Running, until


def test_breakthrough_is_begun_in_the_lobby_and_a_unit_is_ordered(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby("breakthrough", unfold=True)
    (game,) = [g for g in server.http.get("/api/games").json()["games"] if g["id"] == "breakthrough"]
    for side in game["sides"]:
        page.select_option(f"select[name={side}]", "me")
    page.locator("#start").click()
    page.wait_for_selector(".table .counter.can")
    sitting.my_turn()
    page.keyboard.press("Tab")
    page.wait_for_selector(".panel .unit")
    assert cut_off(page) == []
    assert serious(sitting, ".side") == []
    sitting.picture("breakthrough")
    (made,) = server.http.get("/api/matches").json()["matches"]

    def orders() -> int:
        """Return those that only its own side knows of too; the lobby does not count them."""
        with server.house.room.at(made["id"]) as live:
            return live.match.seq

    before = orders()
    page.locator(".panel [data-do], .panel .unit .options button").first.click()
    sitting.first_of_several()
    until(lambda: orders() > before, 15)
    assert page.locator(".whynot").count() == 0
