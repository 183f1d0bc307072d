"""Orders of every form given in the page: drawn paths, bonuses, attachments, exits, bombs, effects, hints."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from ardennes.games.tigers.rules.model import position
from ardennes.games.tigers.rules.model.orders import OrderStack
from ardennes.games.tigers.rules.movement.moves import attachments
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.kernel.offers import orders
from tests.browser.hands import Finger, Keys
from tests.browser.sitting import Sitting, as_shown, opened, play_to, ready_to_declare, set_up
from tests.browser.test_pages import serious
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing


def where(match: Player, unit: str, seat: str = "german") -> str:
    result: str = next((u["hex"] for u in match.view(seat)["board"]["units"] if u["id"] == unit), "")
    return result


def last_order(match: Player, seat: str) -> dict[str, Any]:
    """Return the last order of the match, if this seat gave it."""
    return match.view(seat)["log_tail"][-1]["given"] or {}


def reach(match: Player, unit: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = match.get("german", "/reach", unit=unit).json()["reach"]
    return result


def moving(server: Running) -> Player:
    return play_to(opened(server, seed=1), "move", "german")


def longest_way(match: Player) -> tuple[str, dict[str, Any]]:
    """Return a unit alone in its hex, and its longest possible path without repeated hexes."""
    view = match.view("german")
    at = {u["id"]: u["hex"] for u in view["board"]["units"]}
    ways = [
        (unit, way)
        for unit in view["choices"]["units"]
        if list(at.values()).count(at[unit]) == 1
        for way in reach(match, unit)
        if not way["mode"] and len({at[unit], *way["path"]}) == len(way["path"]) + 1
    ]
    return max(ways, key=lambda found: len(found[1]["path"]))


def pick(sitting: Sitting, unit: str) -> None:
    sitting.click_unit(unit)
    sitting.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')


def go_button(sitting: Sitting) -> Locator:
    return sitting.page.locator("#go:not([disabled])")


def test_a_way_is_drawn_hex_by_hex_and_gone_as_drawn(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    unit, way = longest_way(match)
    sitting.sit(match)
    pick(sitting, unit)
    page.locator("#draw").click()
    for step in way["path"]:
        sitting.click_hex(step)
        page.wait_for_selector(f'.drawn .steps[data-steps~="{step}"]')
    go_button(sitting).wait_for()
    assert (page.locator(".drawn .steps").get_attribute("data-steps") or "").split() == way["path"]
    assert way["left"] in page.locator(".drawn [role=status]").inner_text()
    assert page.locator(".counter.ghost").count() == 1
    assert serious(sitting, ".side") == []
    sitting.picture("drawn")
    go_button(sitting).click()
    until(lambda: where(match, unit) == way["hex"])
    outcome = match.view("german")["log_tail"][-1]["events"]
    gone = next(e for e in outcome if e["event"] == "moved")
    assert list(gone["path"])[1:] == way["path"]


def test_a_drawn_way_that_breaks_a_rule_says_which_and_where(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    unit = match.view("german")["choices"]["units"][0]
    sitting.sit(match)
    pick(sitting, unit)
    page.keyboard.press("w")
    sitting.click_hex("202")
    why = page.locator(".drawn .why")
    why.wait_for()
    drawn = (page.locator(".drawn .steps").get_attribute("data-steps") or "").split()
    asked = {"unit": unit, "path": drawn, "mode": ""}
    judged = match.post("german", "/route", asked).json()["route"]
    assert drawn[-1] == "202"
    assert as_shown(judged["refusal"]["facts"]) in why.inner_text()
    assert why.locator("a.rule").get_attribute("href") == f"#/rules/tigers/{judged['refusal']['rule']}"
    assert page.locator("#go").is_disabled()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".drawn").count() == 0


def test_a_way_is_drawn_by_keyboard_alone(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    unit, way = longest_way(match)
    sitting.sit(match)
    keys = Keys(sitting)
    keys.unit(unit, where(match, unit))
    page.keyboard.press("w")
    for step in way["path"]:
        keys.walk_to(step)
        page.keyboard.press("Enter")
    go_button(sitting).wait_for()
    page.keyboard.press("Backspace")
    keys.walk_to(way["path"][-1])
    page.keyboard.press("Enter")
    go_button(sitting).wait_for()
    page.keyboard.press("Enter")
    until(lambda: where(match, unit) == way["hex"])


def test_a_dragged_counter_goes_the_way_it_was_dragged(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    unit, way = longest_way(match)
    sitting.sit(match)
    sitting.lift(unit)
    for step in way["path"]:
        page.mouse.move(*sitting.middle(f'.hexhit[data-hex="{step}"]'))
        page.wait_for_selector(f'.drawn .steps[data-steps~="{step}"]')
    go_button(sitting).wait_for()
    page.mouse.up()
    sitting.settle()
    which = page.locator("dialog[open] button", has_text="left")
    if which.count():
        which.last.click()
    until(lambda: where(match, unit) == way["hex"])


def test_a_tiger_sets_out_on_its_bonus(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    able = match.view("german")["choices"]["units"]
    unit = next(u for u in ("G-501", "G-506") if u in able)
    sitting.sit(match)
    pick(sitting, unit)
    page.get_by_role("group", name="Kind of move").get_by_role("button", name="with its bonus").click()
    page.wait_for_selector('.options [aria-pressed="true"]:has-text("with its bonus")')
    way = next(w for w in reach(match, unit) if w["mode"] == "with its bonus" and not w.get("ask"))
    sitting.click_hex(way["hex"])
    until(lambda: where(match, unit) != "" and last_order(match, "german").get("omb"))


def test_units_are_attached_to_peiper(sitting: Sitting, server: Running) -> None:
    def somebody(game: Any, view: Any) -> bool:
        return bool(attachments(game.world, view))

    match, page = play_to(server.make(seed=11), "move", "german", 11, somebody), sitting.page
    modes = sorted({way["mode"] for way in reach(match, "G-KGP") if way["mode"]})
    assert modes, "nobody can be attached here"
    sitting.sit(match)
    pick(sitting, "G-KGP")
    page.get_by_role("group", name="Kind of move").get_by_role("button", name=modes[0]).click()
    page.wait_for_selector(f'.options [aria-pressed="true"]:has-text("{modes[0]}")')
    ways = [way for way in reach(match, "G-KGP") if way["mode"] == modes[0]]
    sitting.click_hex(ways[0]["hex"])
    sitting.first_of_several()
    until(lambda: last_order(match, "german").get("attach"))


def test_a_division_leaves_the_map_by_an_exit(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page

    def at_an_exit(w: Any, s: Any) -> None:
        unit = w.by_id["G-12SS"]
        s.status[unit] = s.spent[unit] = 0
        free = [c for c in w.grid.cells if w.board.exit_full >> c & 1 and not position.stack_at(w, s, c)]
        position.put(w, s, unit, free[0])

    set_up(match, at_an_exit)
    assert any(way["hex"] == "exit" for way in reach(match, "G-12SS"))
    sitting.sit(match)
    pick(sitting, "G-12SS")
    page.locator("[data-exit]").first.click()
    until(lambda: "G-12SS" in match.view("german")["board"]["off_map"]["exited"])
    page.get_by_role("tab", name="Forces").click()
    assert "left the map" in page.locator("tr:has-text('12. SS Panzer Division')").inner_text()


def test_the_captured_dump_is_bombed(sitting: Sitting, server: Running) -> None:
    match, page = play_to(server.make(seed=29), "bomb", "allied", 29), sitting.page

    def captured(w: Any, s: Any) -> None:
        s.dump_known, s.dump_owner = True, GERMAN

    set_up(match, captured)
    labels = [b["label"] for b in all_of(match.view("allied")["choices"]) if "dump" in b["label"]]
    assert labels
    sitting.sit(match)
    sitting.my_turn()
    at = where(match, "US-DUMP", "allied")
    sitting.click_hex(at)
    sitting.settle()
    if len(labels) > 1:
        page.locator("dialog[open]").get_by_role("button", name=labels[0]).click()
    until(lambda: last_order(match, "allied").get("target") == "dump")


def all_of(choices: dict[str, Any]) -> list[dict[str, Any]]:
    return [*choices["buttons"], *(entry for here in choices["hexes"].values() for entry in here)]


def test_the_attacker_chooses_between_the_two_effects(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(seed=0, options={"dae_choice": "attacker"}), "effect", None, 0)
    seat = match.view("german")["to_move"][0]
    sitting.sit(match)
    card = sitting.page.locator(".card-over")
    card.wait_for()
    assert card.locator("[data-do]").all_inner_texts() == ["D: Disrupt the defenders", "AE: Lose attackers"]
    assert "D/AE" in card.inner_text()
    sitting.picture("effect")
    card.get_by_role("button", name="D: Disrupt the defenders").click()
    until(lambda: match.view(seat)["log_tail"][-1]["events"][0]["event"] == "effect_chosen")


def test_no_retreat_is_answered_in_a_card_with_the_battle(sitting: Sitting, server: Running) -> None:
    match = play_to(server.make(seed=0), "no retreat", "allied", 0)
    sitting.sit(match)
    card = sitting.page.locator(".card-over.answers")
    card.wait_for()
    battle = match.view("allied")["board"]["battle"]
    assert as_shown(battle["words"]) in card.inner_text()
    assert serious(sitting) == []
    sitting.picture("no-retreat")
    card.get_by_role("button", name="No Retreat!", exact=True).click()
    until(lambda: last_order(match, "allied") == {"do": "stand_fast", "yes": True})


def test_a_bombed_stack_is_put_in_order(sitting: Sitting, server: Running) -> None:
    def three(game: Any, view: Any) -> bool:
        first = next(iter(orders(game.offers(view, game.to_move(view)[0]))))
        return isinstance(first, OrderStack) and len(first.units) > 2

    match, page = play_to(server.make(seed=6), "order stack", None, 6, three), sitting.page
    seat = match.view("german")["to_move"][0]
    units = match.view(seat)["choices"]["arrange"][0]["units"]
    assert len(units) > 2
    sitting.sit(match)
    page.locator(".arrange li").first.wait_for()
    assert serious(sitting, ".card-over") == []
    sitting.picture("arrange")
    for _ in units[1:]:
        page.locator(f'[data-arrange="{units[0]}"]').get_by_text("↓").click()
    page.locator("[data-do=arrange]").click()
    wanted = [*units[1:], units[0]]
    until(lambda: last_order(match, seat) == {"do": "order_stack", "units": wanted})


def test_the_staff_says_what_it_would_do_and_does_it(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    page.locator("#hint").click()
    page.wait_for_selector(".notice:has-text('suggests:')")
    answer = match.get("german", "/hint").json()
    assert as_shown(answer["words"]) in page.locator(".notice").inner_text()
    sitting.picture("hint")
    seq = match.view("german")["seq"]
    page.locator(".notice").get_by_role("button", name="Do it").click()
    until(lambda: match.view("german")["seq"] > seq)
    assert last_order(match, "german") == answer["order"]


def test_declared_attacks_are_seen_on_the_map(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    sitting.click_hex("1206")
    page.locator("#declare").click()
    page.wait_for_selector(".declared")
    arrows = match.view("german")["board"]["arrows"]
    assert page.locator(".wedge").count() == len(arrows) > 0
    assert arrows[0]["label"] in page.locator(".world .chip").all_text_contents()


def test_a_hex_where_nothing_can_be_done_says_why_whatever_is_decided(
    sitting: Sitting, server: Running
) -> None:
    for at, (kind, side) in enumerate((("drop", "german"), ("relocate", "allied"))):
        match = play_to(server.make(seed=0), kind, side, 0)
        if at:
            sitting.move_over(match)
        else:
            sitting.sit(match)
        choices = match.view(side)["choices"]
        sitting.wait_for(choices["decision"]["prompt"])
        sitting.my_turn()
        taken = {u["hex"] for u in match.view(side)["board"]["units"]}
        stage = server.http.get("/api/games/tigers/stage").json()
        grey = next(x["id"] for x in stage["hexes"] if x["id"] not in {*choices["hexes"], *taken})
        sitting.click_hex(grey)
        box = sitting.page.locator(".whynot .why").first
        box.wait_for()
        reason = match.get(side, "/why", hex=grey).json()["why"][0]
        assert as_shown(reason["facts"]) in box.inner_text()


def test_a_refusal_leads_to_its_rule_in_the_rulebook(sitting: Sitting, server: Running) -> None:
    match, page = moving(server), sitting.page
    sitting.sit(match)
    pick(sitting, match.view("german")["choices"]["units"][0])
    sitting.click_hex("202")
    link = page.locator(".whynot a.rule").first
    rule = link.inner_text()
    link.click()
    sheet = page.locator(".popover")
    assert sheet.locator("a.rule").last.inner_text() == rule
    assert len(sheet.locator(".text").inner_text()) > 40


class TestOnAPhone:
    @pytest.fixture
    def browser_context_args(self) -> dict[str, Any]:
        return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def test_a_way_is_drawn_with_a_finger(self, sitting: Sitting, server: Running) -> None:
        match, page = moving(server), sitting.page
        unit, way = longest_way(match)
        sitting.sit(match)
        finger = Finger(sitting)
        finger.unit(unit, where(match, unit))
        page.locator("#draw").tap()
        for step in way["path"]:
            finger.hex(step)
            page.wait_for_selector(f'.drawn .steps[data-steps~="{step}"]')
        go_button(sitting).tap()
        until(lambda: where(match, unit) == way["hex"])
