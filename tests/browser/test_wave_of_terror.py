"""Wave of Terror at the table: one click sets up, a battle with the mouse, a whole stack moved."""

from __future__ import annotations

import pytest

from tests.browser.sitting import Sitting
from tests.browser.waves import PEOPLE, answer, decides, find
from tests.server.running import Running, until

pytestmark = pytest.mark.standing


def test_set_up_a_battle_and_a_move_by_the_mouse(sitting: Sitting, server: Running) -> None:
    match = server.make(PEOPLE, game="wave_of_terror")
    page = sitting.page
    sitting.sit(match)
    for seat in ("allied", "german"):
        until(lambda seat=seat: bool(decides(match, seat)["mine"]))
        page.locator("#history").click()
        until(lambda seat=seat: not decides(match, seat).get("keeps_setup"))
    until(lambda: decides(match, "german")["mine"] and decides(match, "german")["targets"])
    sitting.ready(match.view("german")["seq"])
    target = decides(match, "german")["targets"][0]
    find(sitting, target["hex"])  # zoomed out, a formation's sign may cover it
    sitting.click_point(target["hex"])
    page.locator("#declare:not([disabled])").wait_for()
    picked = page.locator('[data-attacker][aria-pressed="true"]')
    assert 0 < picked.count() <= len(target["first"])  # the smallest group that is likely to take the hex
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
        together = [w for w in ways if w["mode"] == "whole formation" and w["hex"] not in at.values()]
        if together:
            break
    sitting.click_unit(unit)
    page.get_by_role("button", name="whole formation", exact=True).click()
    sitting.picture("wave-of-terror-reach")
    find(sitting, together[0]["hex"])
    sitting.click_point(together[0]["hex"])
    gone = together[0]["order"]["units"]

    def arrived() -> bool:
        now = {u["id"]: u["hex"] for u in match.view("german")["board"]["units"]}
        return all(now[name] == together[0]["hex"] for name in gone)

    until(arrived)
    assert len(gone) > 1
