"""Wave of Terror at the table: one click sets up, a battle with the mouse, a whole stack moved."""

from __future__ import annotations

from typing import Any

from tests.browser.sitting import Sitting
from tests.server.running import Player, Running, until

PEOPLE = {"german": "me", "allied": "beside"}


def decides(match: Player, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view(seat)["choices"]
    return found


def answer(match: Player, end: str) -> None:
    """Whatever a battle asks, the first that is offered, until the German decides about `end`."""
    for _ in range(30):
        for seat in PEOPLE:
            choices = decides(match, seat)
            if choices["mine"] and choices["decision"]["kind"] == end:
                return
            if choices["mine"]:
                match.done(seat, choices["buttons"][0]["order"])
    raise AssertionError(f"the battle never ends in {end}")


def test_set_up_a_battle_and_a_move_by_the_mouse(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="wave_of_terror")
    page = sitting.page
    sitting.sit(match)
    for seat in ("allied", "german"):
        until(lambda seat=seat: bool(decides(match, seat)["mine"]))
        page.locator('.card-over button[data-do="auto_setup"]').click()
        until(lambda seat=seat: decides(match, seat)["card"] == [])
        sitting.ready(match.view(seat)["seq"])
        page.keyboard.press("e")
    until(lambda: decides(match, "german")["mine"] and decides(match, "german")["targets"])
    sitting.ready(match.view("german")["seq"])
    target = decides(match, "german")["targets"][0]
    sitting.click_point(target["hex"])
    page.locator("#declare:not([disabled])").wait_for()
    picked = page.locator('[data-attacker][aria-pressed="true"]')
    assert picked.count() == len(target["first"])
    sitting.picture("wave-of-terror-odds")
    page.locator("#declare").click()
    until(lambda: match.view("german")["board"]["battle"] is not None or not decides(match, "german")["mine"])
    answer(match, "fight")
    match.done("german", {"do": "end"})
    view = match.view("german")
    assert view["choices"]["decision"]["kind"] == "move"
    sitting.ready(view["seq"])
    at = {unit["id"]: unit["hex"] for unit in view["board"]["units"]}
    for unit in view["choices"]["units"]:
        ways = match.get("german", "/reach", unit=unit).json()["reach"]
        together = [w for w in ways if w["mode"] == "with its formation" and w["hex"] not in at.values()]
        if together:
            break
    sitting.click_unit(unit)
    page.get_by_role("button", name="with its formation", exact=True).click()
    sitting.picture("wave-of-terror-reach")
    sitting.click_point(together[0]["hex"])
    gone = together[0]["order"]["units"]

    def arrived() -> bool:
        now = {u["id"]: u["hex"] for u in match.view("german")["board"]["units"]}
        return all(now[name] == together[0]["hex"] for name in gone)

    until(arrived)
    assert len(gone) > 1
