"""One gesture for moving and for attacking, and warnings before anything is forced or lost."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame
from tests.browser.sitting import Sitting, play_to, ready_to_declare
from tests.browser.test_flow import quiet, sit_alone
from tests.server.running import PEOPLE, Player, Running, until

pytestmark = pytest.mark.standing

FORCED = {"scenario": "st_vith"}  # with seed 5, a move of the 116th Panzer Division forces an attack
PANZER, PRUM, FOE = "G-116PZ", "1306", "1206"


def select(sitting: Sitting, unit: str) -> None:
    sitting.click_unit(unit)
    sitting.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')


def point_at(sitting: Sitting, hex_: str) -> None:
    """The keyboard focus shows the same as the pointer."""
    sitting.page.locator(f'.hexhit[data-hex="{hex_}"]').dispatch_event("focusin")


def click(sitting: Sitting, what: str, **keys: bool) -> None:
    sitting.page.locator(what).dispatch_event("click", {"bubbles": True, **keys})


def st_vith(sitting: Sitting, server: Running, **settings: Any) -> Player:
    match = play_to(server.make(PEOPLE, **FORCED), "move", "german", seed=5)
    sit_alone(sitting, match, "german", **settings)
    quiet(sitting, match, "german")
    return match


def units_of(match: Player) -> dict[str, str]:
    return {unit["id"]: unit["hex"] for unit in match.view("german")["board"]["units"]}


def board(match: Player) -> dict[str, Any]:
    result: dict[str, Any] = match.view("german")["board"]
    return result


def test_alt_and_a_click_select_a_lit_stack(sitting: Sitting, server: Running) -> None:
    match = st_vith(sitting, server)
    at = units_of(match)
    friend = next(unit for unit, hex_ in at.items() if hex_ == PRUM)
    select(sitting, PANZER)
    assert sitting.page.locator(f'.leftdisc[data-left="{PRUM}"]').count() == 1
    click(sitting, f'.counter[data-unit="{friend}"]', altKey=True)
    sitting.page.wait_for_selector(f'.panel .unit[data-unit="{friend}"]')
    sitting.settle()
    assert units_of(match) == at
    sitting.page.keyboard.press("Escape")
    select(sitting, PANZER)
    click(sitting, f'.counter[data-unit="{friend}"]')
    until(lambda: units_of(match)[PANZER] == PRUM)


def test_a_second_route_takes_a_place_with_shift(sitting: Sitting, server: Running) -> None:
    routes: list[tuple[str, Any]] = []

    def has_second(game: AnyGame, view: Any) -> bool:
        table = table_of(game)
        routes[:] = [
            (unit, way)
            for unit in table.choices(view, 0).units
            for way in table.reach(view, 0, unit)
            if way.takes and not way.mode and unit == table.choices(view, 0).units[0]
        ]
        return bool(routes)

    match = play_to(server.make(PEOPLE, game="tigers"), "move", "german", 5, has_second)
    unit, way = routes[0]
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")
    select(sitting, unit)
    point_at(sitting, way.hex)
    label = sitting.page.locator(f'.second[data-second="{way.hex}"]').text_content() or ""
    assert label.startswith("takes ")
    assert label.endswith("on the way · Shift+click")
    assert sitting.page.locator('.destination [data-route="gold"]').count() == 1
    before = board(match)["control"]
    click(sitting, f'.hexhit[data-hex="{way.hex}"]', shiftKey=True)
    until(lambda: units_of(match).get(unit) == way.hex)
    now = board(match)["control"]
    assert all(before.get(hex_) != now.get(hex_) for hex_ in way.takes)


def test_a_forced_attack_is_shown_before_the_move_and_named_at_the_end(
    sitting: Sitting, server: Running
) -> None:
    match, page = st_vith(sitting, server), sitting.page
    select(sitting, PANZER)
    point_at(sitting, PRUM)
    assert "must attack 106th, 3:2" in (page.locator(f'[data-must="{FOE}"]').text_content() or "")
    assert "must attack 106th, 3:2" in page.inner_text(".mustbox")
    assert "2:1" in page.inner_text(".mustbox .good")
    sitting.click_hex(PRUM)
    until(lambda: units_of(match)[PANZER] == PRUM)
    sitting.ready(match.view("german")["seq"])
    assert page.inner_text("#end") == "End movement"
    page.locator("#end").click()
    page.wait_for_selector(f'.forced [data-forced="{FOE}"]')
    assert page.inner_text("#end") == "1 attack first"
    assert "1 · 3:2" in page.locator(".chip").all_text_contents()
    page.locator("#end").click()
    until(lambda: match.view("german")["choices"]["decision"]["kind"] == "declare")
    view = quiet(sitting, match, "german")
    assert page.inner_text("#end") == "1 attack first"
    assert page.locator("#end").get_attribute("aria-disabled") == "true"
    page.locator("#end").click(force=True)
    page.wait_for_selector(".forced")
    assert match.view("german")["seq"] == view["seq"]
    sitting.click_hex(FOE)
    page.locator("#declare:not([disabled])").wait_for()
    assert page.inner_text("#end") == "Plan and continue"
    page.locator("#declare").click()
    until(lambda: bool(board(match)["attacks"]))
    quiet(sitting, match, "german")
    page.wait_for_selector(".badge [data-attack]")
    assert page.locator("[data-strike], .strike").count() == 0  # the rules demand it


def test_a_declared_attack_has_a_cross_and_a_draft_is_not_dropped(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")
    sitting.click_hex("1307")
    page.locator("#declare:not([disabled])").wait_for()
    page.locator("#declare").click()
    until(lambda: len(board(match)["attacks"]) == 1)
    quiet(sitting, match, "german")
    click(sitting, "[data-strike]")
    until(lambda: not board(match)["attacks"])
    quiet(sitting, match, "german")
    sitting.click_hex("1307")
    page.locator("#declare:not([disabled])").wait_for()
    page.wait_for_function("() => document.querySelector('#end').textContent === 'Plan and continue'")
    page.locator("#end").click()
    until(lambda: match.view("german")["choices"]["decision"]["kind"] != "declare")
    assert [attack["targets"] for attack in board(match)["attacks"]] == [["1307"]]


def test_an_opening_attack_is_not_skipped_without_asking(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sit_alone(sitting, match, "german")
    seq = quiet(sitting, match, "german")["seq"]
    for button in ("#end", "#end-turn"):
        page.locator(button).click()
        page.wait_for_selector("dialog[open] >> text=opening attack")
        page.keyboard.press("Escape")
        sitting.settle()
        assert match.view("german")["seq"] == seq


def two_to_fight(game: AnyGame, view: Any) -> bool:
    attacks = table_of(game).board(view, 0).attacks
    return sum(attack.fight is not None for attack in attacks) > 1


def test_a_click_on_a_declared_attack_fights_it(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(PEOPLE), "fight", "german", 0, two_to_fight)
    sit_alone(sitting, match, "german")
    view = quiet(sitting, match, "german")
    number, attack = next((a["number"], a) for a in view["board"]["attacks"] if a.get("fight"))
    assert sitting.page.locator("[data-strike]").count() == sum(
        bool(a.get("withdraw")) for a in view["board"]["attacks"]
    )
    sitting.click_hex(attack["targets"][0])
    until(lambda: match.view("german")["orders"] > view["orders"])
    now = next(a for a in board(match)["attacks"] if a["number"] == number)
    assert now["status"] != "pending" or board(match)["battle"]


def test_a_plot_of_breakthrough_has_no_cross(sitting: Sitting, server: Running) -> None:
    def plotted(game: AnyGame, view: Any) -> bool:
        return bool(view.plots) and bool(table_of(game).board(view, 0).arrows)

    people = {"german": "me", "american": "beside"}
    match = play_to(
        server.make(people, game="breakthrough", scenario="clervaux"), "operations", "german", 2, plotted
    )
    sit_alone(sitting, match, "german")
    quiet(sitting, match, "german")
    sitting.page.wait_for_selector(".badge [data-attack]")
    assert sitting.page.locator("[data-strike], .strike").count() == 0


class TestOnATouchScreen:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def test_the_first_tap_warns_of_a_forced_attack(self, sitting: Sitting, server: Running) -> None:
        match = st_vith(sitting, server)
        at = units_of(match)
        select(sitting, PANZER)
        sitting.click_hex(PRUM)
        sitting.page.wait_for_selector(f'[data-must="{FOE}"]', state="attached")
        sitting.settle()
        assert units_of(match) == at
        sitting.click_hex(PRUM)
        until(lambda: units_of(match)[PANZER] == PRUM)

    def test_the_first_tap_on_an_attack_opens_it(self, sitting: Sitting, server: Running) -> None:
        match = play_to(server.make(PEOPLE), "fight", "german", 0, two_to_fight)
        sit_alone(sitting, match, "german")
        view = quiet(sitting, match, "german")
        attack = next(a for a in view["board"]["attacks"] if a.get("fight"))
        sitting.click_hex(attack["targets"][0])
        sitting.page.wait_for_selector("#roll", state="attached")
        assert match.view("german")["orders"] == view["orders"]
        sitting.page.locator("#roll").tap()
        until(lambda: match.view("german")["orders"] > view["orders"])
