"""Standing orders, aircraft as chips, and the defender's card below the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ardennes.games import table_of
from ardennes.games.tigers.rules.model.orders import StandFast
from ardennes.games.tigers.rules.model.state import PENDING
from ardennes.players.api import make_player
from tests.browser.hands import Mouse
from tests.browser.sitting import Sitting
from tests.server.running import Player, Running, until

pytestmark = pytest.mark.standing

Done = Callable[[Any, Any, int], bool]  # of game, state and the side that decides


def staff_to(
    server: Running, done: Done, seed: int = 8, scenario: str = "st_vith", game: str = "tigers"
) -> Player:
    """Let the staff play both sides until the condition holds; the Allies sit in this browser."""
    match = server.make({"german": "me", "allied": "beside"}, game=game, scenario=scenario, seed=seed)
    with server.house.room.at(match.id) as live:
        players = [make_player("staff", live.game, side, seed) for side in range(2)]
        for _ in range(2_000):
            (side, *_rest) = live.game.to_move(live.match.state)
            if done(live.game, live.match.state, side):
                return Player(server, match.id, {"allied": match.tokens["allied"]})
            view = live.game.view(live.match.state, side)
            server.house.room.play(live, side, players[side].act(view, side)[0])
    raise AssertionError("the staff never got there")


def asked(kind: str) -> Done:
    return lambda game, state, side: side == 1 and game.decisions(state)[0].kind == kind


def can_fly(game: Any, state: Any, side: int) -> bool:
    if side != 1 or game.decisions(state)[0].kind != "move":
        return False
    return any(wing.targets for wing in table_of(game).choices(game.view(state, 1), 1).wings)


def stakes_of(match: Player) -> dict[str, Any]:
    result: dict[str, Any] = match.get("allied", "/stakes").json()
    return result


def box(sitting: Sitting, what: str) -> dict[str, float]:
    result = sitting.page.locator(what).bounding_box()
    assert result is not None
    return {"y": result["y"], "width": result["width"], "height": result["height"]}


# The defender's card


def test_each_face_of_the_die_says_what_it_does(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))
    stakes = stakes_of(match)
    sitting.sit(match)
    page = sitting.page
    page.locator(".defence").wait_for()
    for at, row in enumerate(stakes["rows"]):
        assert sum(run["percent"] for run in row["runs"]) == 100
        cells = page.locator(f'.answerrow[data-row="{at}"] .cell')
        assert [cells.nth(i).get_attribute("data-face") for i in range(cells.count())] == list("123456")
        first = [run["label"] for run in row["runs"] for _ in run["faces"]]
        assert [words.splitlines()[0] for words in cells.all_inner_texts()] == first
        brackets = page.locator(f'.answerrow[data-row="{at}"] .bracket').all_inner_texts()
        assert brackets == [f"{run['percent']} %" for run in row["runs"]]
        sums = page.locator(f'.answerrow[data-row="{at}"] .win b')
        assert sums.inner_text() == str(row["win"])
    assert page.locator(".defence .odds").inner_text() == stakes["odds"]
    sitting.picture("defence")


def test_the_band_has_its_height_and_the_map_keeps_the_rest(sitting: Sitting, server: Running) -> None:
    sitting.page.set_viewport_size({"width": 1440, "height": 900})
    sitting.sit(staff_to(server, asked("no retreat")))
    sitting.page.locator(".defence").wait_for()
    sitting.page.evaluate("() => document.getAnimations().forEach(one => one.finish())")
    assert box(sitting, ".defence")["height"] == pytest.approx(292, abs=1)
    below = box(sitting, ".map")
    assert below["y"] + below["height"] == pytest.approx(box(sitting, ".defence")["y"], abs=1)
    sitting.page.set_viewport_size({"width": 1280, "height": 760})
    assert box(sitting, ".defence")["height"] == pytest.approx(250, abs=1)
    sitting.page.set_viewport_size({"width": 390, "height": 844})
    assert box(sitting, ".map")["height"] >= 200
    rows = [box(sitting, f'.answerrow[data-row="{at}"] .answer') for at in (0, 1)]
    assert rows[1]["y"] > rows[0]["y"] + rows[0]["height"]
    assert all(row["height"] >= 44 for row in rows)
    sitting.page.set_viewport_size({"width": 1280, "height": 720})


def test_a_click_on_the_row_answers_and_arrows_show_the_retreat(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))
    stakes = stakes_of(match)
    sitting.sit(match)
    page = sitting.page
    page.locator(".defence").wait_for()
    arrows = page.locator(".longarrow")
    to = {arrows.nth(i).get_attribute("data-to") for i in range(arrows.count())}
    target = match.view("allied")["board"]["battle"]["targets"]
    assert {*target, *stakes["rows"][0]["to"]} <= to
    page.locator('.answerrow[data-row="1"]').hover()
    away = [arrows.nth(i).get_attribute("data-to") for i in range(arrows.count())]
    assert set(away) == {*target, *stakes["rows"][1]["to"]}
    before = match.view("allied")["orders"]
    page.locator('.answerrow[data-row="1"] .cell').first.click()
    until(lambda: match.view("allied")["orders"] > before)
    order = match.get("allied", "/log").json()["entries"][before]["given"]
    assert order == stakes["rows"][1]["order"]


def test_shift_answers_for_the_whole_turn(sitting: Sitting, server: Running) -> None:
    """The next attack of this turn is answered alike; nothing is stored for the match."""

    def first_of_two(game: Any, state: Any, side: int) -> bool:
        return asked("no retreat")(game, state, side) and any(one.status == PENDING for one in state.attacks)

    match = staff_to(server, first_of_two)
    sitting.sit(match)
    sitting.page.locator('.defence [data-answer="yes"]').click(modifiers=["Shift"])
    sitting.settle()
    with server.house.room.at(match.id) as live:
        staff = make_player("staff", live.game, 0, 8)
        turn, answered = live.match.state.turn, live.match.seq

    def again() -> bool:
        """The Germans fight on; has the next question been answered?"""
        with server.house.room.at(match.id) as live:
            given = [one.order for one in live.match.journal[answered:] if one.side == 1]
            if any(isinstance(order, StandFast) for order in given):
                return bool(given[-1] == StandFast(True)) or not isinstance(given[-1], StandFast)
            assert live.match.state.turn == turn
            movers = live.game.to_move(live.match.state)
            if movers[0] == 0:
                server.house.room.play(live, 0, staff.act(live.game.view(live.match.state, 0), 0)[0])
        return False

    until(again)
    assert "When attacked" not in sitting.page.evaluate("() => localStorage['ardennes.standing'] ?? '{}'")


def test_keys_answer_by_number_and_the_gold_row_by_enter(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))
    stakes = stakes_of(match)
    sitting.sit(match)
    sitting.page.locator(".defence").wait_for()
    before = match.view("allied")["orders"]
    sitting.page.keyboard.press("2")
    until(lambda: match.view("allied")["orders"] > before)
    order = match.get("allied", "/log").json()["entries"][before]["given"]
    assert order == stakes["rows"][1]["order"]


def test_without_a_model_there_is_no_win_line_and_no_gold(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))

    def unknown(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        body.update(points=None, gold=None, best=None, ask=True)
        for row in body["rows"]:
            row["win"] = None
        route.fulfill(response=answer, json=body)

    sitting.page.route("**/stakes", unknown)
    sitting.sit(match)
    card = sitting.page.locator(".defence")
    card.wait_for()
    assert not card.locator(".win").count()
    assert not card.locator(".answer.main").count()
    assert "nobody can compute" in card.inner_text()


# Standing orders


def test_little_at_stake_is_answered_and_much_is_asked(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))
    assert not stakes_of(match)["ask"]
    before = match.view("allied")["orders"]
    sitting.sit(match, asks=False)
    until(lambda: match.view("allied")["orders"] > before)
    entry = match.get("allied", "/log").json()["entries"][before]
    assert entry["why"].startswith("By itself")


def test_much_at_stake_stops_the_enemys_turn(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))

    def high(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "points": 18, "ask": True})

    sitting.page.route("**/stakes", high)
    before = match.view("allied")["orders"]
    sitting.sit(match, asks=False)
    sitting.page.locator(".defence").wait_for()
    sitting.settle()
    assert "18 points of win chance" in sitting.page.inner_text(".defence")
    assert match.view("allied")["orders"] == before


def test_the_popover_has_one_row_for_each_question(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, asked("no retreat"))
    sitting.sit(match, asks=False)
    page = sitting.page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.route("**/stakes", lambda route: route.fulfill(status=429, json={"error": "Too many."}))
    stage = server.http.get("/api/games/tigers/stage").json()
    mine = [one["key"] for one in stage["standing"] if "allied" in one["sides"]]
    page.keyboard.press("Shift+o")
    page.locator(".standingorders").wait_for()
    keys = [row.get_attribute("data-standing") for row in page.locator(".standingorders .question").all()]
    assert keys[: len(mine)] == mine
    assert "Ruthlessness" not in keys  # a German question
    assert box(sitting, ".popover")["width"] == 366
    attacked = page.locator('[data-standing="When attacked"]')
    assert attacked.locator('[aria-pressed="true"]').inner_text() == "when it matters"
    attacked.locator('[data-answer="yes"]').click()
    assert attacked.locator('[aria-pressed="true"]').inner_text() == "No Retreat!"
    page.keyboard.press("Escape")
    assert not page.locator(".standingorders").count()
    page.set_viewport_size({"width": 1280, "height": 720})


def test_the_cavalry_is_a_standing_order_that_is_never_weighed(server: Running) -> None:
    """How fast its answer comes would show where the troops are, WOT-8.7."""
    stage = server.http.get("/api/games/wave_of_terror/stage").json()
    (cavalry,) = [one for one in stage["standing"] if one["key"] == "14th Cavalry"]
    assert cavalry["weighed"] == "never"
    assert cavalry["sides"] == ["allied"]


# Aircraft


def test_an_aircraft_is_sent_by_its_chip_and_never_asked_for(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, can_fly)
    wing = next(one for one in match.view("allied")["choices"]["wings"] if one["targets"])
    hex_, chance = max(wing["targets"].items(), key=lambda one: one[1])
    sitting.sit(match, asks=False)
    sitting.my_turn()
    page = sitting.page
    page.keyboard.press("a")
    page.locator(f'.wing[data-wing="{wing["id"]}"][aria-pressed="true"]').wait_for()
    assert f"{chance} %" in page.locator(".chip").all_text_contents()
    Mouse(sitting).hex(hex_)
    page.locator(f'.wing.planned[data-wing="{wing["id"]}"]').wait_for()
    sitting.picture("aircraft")
    turn = match.view("allied")["board"]["turn"]
    flown: list[str] = []
    for _ in range(12):
        sitting.settle()
        log = match.get("allied", "/log").json()["entries"]
        flown = [e["given"]["target"] for e in log if (e["given"] or {}).get("do") == "bomb"][-1:]
        view = match.view("allied")
        kind = (view["choices"]["decision"] or {}).get("kind")
        assert not (view["choices"]["mine"] and kind == "bomb")
        if flown == [hex_] or view["board"]["turn"] != turn or not view["choices"]["mine"]:
            break
        page.keyboard.press("e")
        sitting.settle()
        if page.locator("dialog[open] button.main").count():
            page.locator("dialog[open] button.main").click()
    assert flown == [hex_]


def test_a_chip_can_be_dragged_and_taken_back(sitting: Sitting, server: Running) -> None:
    match = staff_to(server, can_fly)
    wing = next(one for one in match.view("allied")["choices"]["wings"] if one["targets"])
    hex_ = next(iter(wing["targets"]))
    sitting.sit(match, asks=False)
    sitting.my_turn()
    page = sitting.page
    x, y = Mouse(sitting).point(hex_)
    chip = page.locator(f'[data-wing="{wing["id"]}"]')
    chip.hover()
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    page.locator(f'.wing.planned[data-wing="{wing["id"]}"]').wait_for()
    chip.click()
    page.locator(f'.wing.ready[data-wing="{wing["id"]}"]').wait_for()


def test_a_grounded_aircraft_says_why(sitting: Sitting, server: Running) -> None:
    def snow(game: Any, state: Any, side: int) -> bool:
        wings = table_of(game).choices(game.view(state, 1), 1).wings
        return side == 1 and game.decisions(state)[0].kind == "move" and all(one.why for one in wings)

    match = staff_to(server, snow, seed=7)
    why = match.view("allied")["choices"]["wings"][0]["why"]
    sitting.sit(match, asks=False)
    sitting.my_turn()
    sitting.page.locator(".wing.grounded").click()
    sitting.page.wait_for_selector(".whynot")
    assert why.split(".")[0] in sitting.page.inner_text(".whynot")
