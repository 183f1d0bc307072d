"""Wave of Terror: objects on the map other than units, and which units may attack together."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.state import Marker, WaveState
from ardennes.hexes import bits
from tests.browser.sitting import Sitting
from tests.browser.waves import arrange, decides, find, scale_to, set_out
from tests.server.running import Player, Running

pytestmark = pytest.mark.standing


def test_depots_aircraft_supplies_bridges_and_repairs_lie_on_the_map(
    sitting: Sitting, server: Running
) -> None:
    mended = ""

    def change(game: WaveOfTerror, state: WaveState) -> None:
        nonlocal mended
        at = game.world.grid.at
        state.interdicted = 1 << at("E3017") | 1 << at("E2817")
        state.markers.append(Marker(at("E2918"), 30))
        bridge = next(iter(bits(state.blown)))
        state.mending = 1 << bridge
        mended = game.world.board.bridges[bridge].name

    match = arrange(set_out(server), change)
    page = sitting.page
    sitting.sit(match)
    page.locator('[data-token="plane"]').first.wait_for()
    assert page.locator('[data-token="drum"]').count() == 4
    assert page.locator('[data-token="drum"] .label').first.text_content() == "?"
    assert page.locator('[data-token="plane"]').count() == 2
    assert page.locator('[data-token="parachute"][data-at="E2918"] .label').text_content() == "30"
    assert page.locator(f'[data-token="hammer"][data-at="{mended}"]').count() == 1
    blown = [b for b in match.view("german")["board"]["bridges"] if b["state"] == "gone"]
    assert page.locator("[data-works]").count() == len(blown) > 0
    find(sitting, "E2918")
    scale_to(sitting, 0.9)
    page.mouse.move(*sitting.middle('.hexhit[data-hex="E2817"]'))
    page.locator(".tip", has_text="Interdiction").wait_for()
    assert "Fuel depot (POL)" in page.locator(".tip").inner_text()
    sitting.picture("wave-markers")


def test_only_units_that_may_attack_together_are_offered(sitting: Sitting, server: Running) -> None:
    """WOT-10.16: one parent and independents; the artillery in range is shown by arrows and in the panel."""
    match = set_out(server)
    page = sitting.page
    sitting.sit(match)
    sitting.ready(match.view("german")["seq"])
    mixed, odds = next(
        (target, odds)
        for target in decides(match, "german")["targets"]
        if len(target["first"]) < len(target["attackers"])
        and (odds := proposed(match, target["hex"])).get("barred")
        and odds.get("order")
    )
    sitting.click_hex(mixed["hex"])
    page.locator("#declare:not([disabled])").wait_for()
    barred = {one["unit"] for one in odds["barred"]}
    shown = page.locator("[data-attacker]:disabled")
    assert {shown.nth(at).get_attribute("data-attacker") for at in range(shown.count())} == barred != set()
    assert page.locator(".shaft").count() == len([a for a in odds["arrows"] if a["from"] not in near(a)])
    assert page.get_by_text("Your artillery").count() == 1
    for unit in odds["attackers"]:
        page.locator(f'[data-attacker="{unit}"]').click()
    page.locator("[data-attacker]:disabled").first.wait_for(state="detached")  # none selected: all may begin
    sitting.picture("wave-attack")


def proposed(match: Player, label: str) -> dict[str, Any]:
    """Return the odds with the attackers that the server chooses."""
    asked = {"targets": [label], "attackers": [], "propose": True}
    result: dict[str, Any] = match.post("german", "/odds", asked).json()["odds"]
    return result


def near(arrow: dict[str, str]) -> set[str]:
    """Neighbours of the target get a wedge instead."""
    world = WaveOfTerror().world
    cell = world.grid.at(arrow["to"])
    return {world.grid.label(n) for n in world.grid.neighbours[cell] if n >= 0}
