"""The lobby: its cards, starting a match, deleting and restoring matches, no connection, and match files
exported, imported and refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from ardennes.players.api import player_names
from tests.browser.sitting import A_WHILE, PATIENCE, Sitting, opened, play_out
from tests.browser.test_pages import serious
from tests.page_text import t
from tests.server.running import Player, Running
from tests.server.test_other_rules import made_under_other_rules

CLICKS = "addEventListener('pointerdown', () => { window.clicks = (window.clicks ?? 0) + 1; }, true);"


@pytest.fixture(autouse=True)
def empty(server: Running) -> None:
    """Every test begins in a lobby without matches."""
    empty_lobby(server)


def empty_lobby(server: Running) -> None:
    for match in server.http.get("/api/matches").json()["matches"]:
        server.http.delete(f"/api/matches/{match['id']}")


def test_two_clicks_lead_to_every_table_and_the_person_is_german(sitting: Sitting, server: Running) -> None:
    """In the form the first game needs only Begin, the one gold button; the others need their card too."""
    page = sitting.page
    sitting.prefer()
    page.add_init_script(CLICKS)
    for game in ("tigers", "breakthrough", "wave_of_terror", "playsheet"):
        page.goto(f"{sitting.base}/#/")
        page.reload()
        sitting.lobby("" if game == "tigers" else game)
        assert page.locator("button.main:visible").all_inner_texts() == ["Begin"]
        page.locator("#start").click()
        page.wait_for_selector(".table #prompt")
        assert page.evaluate("window.clicks") <= (1 if game == "tigers" else 2)
        matches = server.http.get("/api/matches").json()["matches"]
        (match,) = [one for one in matches if one["game"] == game]
        other = "american" if game == "breakthrough" else "allied"
        assert match["seats"] == {"german": "me", other: "staff"}


def test_the_keyboard_alone_chooses_and_enter_begins(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby()
    for key in ("Tab", "Tab", "Tab", "Tab"):  # past the skip link and the head, to the games
        page.keyboard.press(key)
    while page.evaluate("document.activeElement.name") != "game":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.locator("[value=breakthrough]").is_checked()
    for name, keys in (("scenario", 1), ("side", 1), ("opponent", 1)):
        for _ in range(8):  # past the links to the rules of short scenarios
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.name") == name:
                break
        assert page.evaluate("document.activeElement.name") == name
        for _ in range(keys):
            page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table #prompt")
    (match,) = server.http.get("/api/matches").json()["matches"]
    assert (match["scenario"], match["seats"]) == ("clervaux", {"german": "veteran", "american": "me"})
    server.http.delete(f"/api/matches/{match['id']}")
    sitting.lobby()
    page.keyboard.press("Enter")  # nothing changed yet
    page.wait_for_selector(".table #prompt")
    (match,) = server.http.get("/api/matches").json()["matches"]
    assert match["game"] == "tigers"


def test_cards_tell_the_ground_the_opponents_and_what_differs(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby("playsheet", unfold=True)
    page.wait_for_selector(".ground[data-shown='playsheet xlvii_corps german'] image")
    squares = page.locator(".ground svg:last-child rect")
    german = squares.count()
    page.get_by_text("find out where the blow falls").click()
    page.wait_for_selector(".ground[data-shown='playsheet xlvii_corps allied']")
    page.wait_for_function(
        "n => document.querySelectorAll('.ground svg:last-child rect').length !== n", arg=german
    )
    page.locator("label.scenario", has_text="Four days").hover()
    page.wait_for_selector(".ground[data-shown='playsheet short allied']")
    assert page.locator(".foe").count() == len(player_names("playsheet"))
    assert t("lobby.figures") in page.locator(".foes legend").inner_text()
    expect(page.locator("#fold")).to_contain_text("14 options, none changed; no time limit")
    page.locator(".option select").first.select_option(index=1)
    page.locator("input[name=minutes]").fill("90")
    expect(page.locator("#fold")).to_contain_text("Changed: ")
    expect(page.locator("#fold")).to_contain_text(t("lobby.minutes-per-turn", n=90))
    page.get_by_text("a friend by link").click()
    assert page.locator("select[name=german]").input_value() == "invited"
    page.get_by_text("watch the computer").click()
    assert page.locator("select[name=german]").input_value() == "staff"
    assert page.locator("select[name=allied]").input_value() == "staff"


def test_matches_your_turn_first_and_the_ribbon_goes_with_the_first_end(
    sitting: Sitting, server: Running
) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.lobby()
    expect(page.locator(".ribbon")).to_have_count(1)
    server.make({"german": "me", "allied": "invited"}, name="Mine")
    server.make({"german": "me", "allied": "invited"}, name="Waits")
    server.make({"german": "invited", "allied": "me"}, name="Yours")
    sitting.front()
    page.wait_for_selector(".mini image")
    assert page.locator(".matches .name").first.inner_text() == "Yours"
    assert page.locator(".mt.you .pill").all_inner_texts() == ["Your turn"]
    assert page.locator(".mt:not(.you) .pill").first.inner_text() == "Allied to move"
    assert t("lobby.side-against", side="Allied", players="a friend") in page.locator(".mt.you").inner_text()
    assert page.locator(".mine .count").inner_text() == t("lobby.waiting", n=1)
    play_out(server.make(seed=5, name="Done"), 5)
    page.reload()
    page.wait_for_selector(".matches .name")
    assert "Done" not in page.locator(".matches .name").all_inner_texts()  # the running ones are shown first
    page.get_by_role("button", name=t("lobby.matches-all", total=4)).click()
    assert page.locator(".matches .name").all_inner_texts()[-1] == "Done"
    empty_lobby(server)
    page.reload()
    page.wait_for_selector("main:not([aria-busy]) #start")
    assert page.locator(".mine").is_hidden()
    assert page.locator(".offer b").inner_text() == "St. Vith", "a battle is over: it is not the first visit"
    sitting.lobby()
    expect(page.locator(".ribbon")).to_have_count(0)


def offered(sitting: Sitting) -> str:
    sitting.front()
    sitting.page.reload()
    return sitting.page.locator(".offer b").inner_text()


def test_play_now_opens_the_next_scenario_nobody_has_played(sitting: Sitting, server: Running) -> None:
    """One click, or Enter, starts at once: German, against the Staff, printed rules."""
    page, games = sitting.page, server.http.get("/api/games").json()["games"]
    (tigers,) = [game for game in games if game["id"] == "tigers"]
    minutes = {one["id"]: one["minutes"] for one in tigers["scenarios"]}
    sitting.prefer()
    page.add_init_script(CLICKS)
    time = t("lobby.minutes-long", n=minutes["st_vith"])
    assert offered(sitting) == t("lobby.first-battle", time=time)
    assert page.locator("button.main:visible").all_inner_texts() == [t("lobby.play-now")]
    assert page.locator(".mine").is_hidden()
    page.locator("#start").click()
    page.wait_for_selector(".table #prompt")
    assert page.evaluate("window.clicks") == 1
    (match,) = server.http.get("/api/matches").json()["matches"]
    assert (match["game"], match["scenario"]) == ("tigers", "st_vith")
    assert match["seats"] == {"german": "me", "allied": "staff"}
    options = sitting.server.house.room.header(match["id"]).setting
    assert json.loads(options)["options"] == {
        option["key"]: (option["human"] == "german" if option["human"] else option["default"])
        for option in tigers["options"]
    }
    assert offered(sitting) == "The race for Bastogne"
    page.keyboard.press("Enter")
    page.wait_for_selector(".table #prompt")
    assert offered(sitting) == "Peiper"
    server.make({"german": "me", "allied": "staff"}, scenario="peiper")
    assert offered(sitting) == "The Losheim gap", "the next game's shortest"
    for game in games:
        for one in game["scenarios"]:
            if one["rule"] and game["id"] != "tigers":
                seats = {side: "me" if side == "german" else "staff" for side in game["sides"]}
                server.make(seats, game=game["id"], scenario=one["id"])
    assert offered(sitting) == "St. Vith", "the one played longest ago"


def test_three_clicks_lead_from_the_first_visit_to_the_first_battle(
    context: BrowserContext, server: Running
) -> None:
    """A browser that remembers nothing: Play now, the staff's plan, all of it. Enter ends two phases."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(CLICKS)
    page.goto(f"http://127.0.0.1:{server.port}/#/lobby/{server.house.token}")
    page.locator(".front #start").click()
    page.locator("#prompt", has_text="Declare your attacks").wait_for()
    page.get_by_role("button", name=t("match.staff.rest")).click()
    page.locator("#staff-do").click()
    for words in ("Bomb", "Choose the next attack"):  # two phases that Enter ends
        asked = page.locator("#prompt", has_text=words)
        asked.wait_for()
        while asked.count():  # the page ignores an Enter that comes too soon
            page.keyboard.press("Enter")
            page.evaluate(A_WHILE)
    page.locator(".show .fight").wait_for()
    assert page.evaluate("window.clicks") == 3


def test_number_keys_open_matches_and_the_page_opens_at_its_top(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    page.set_viewport_size({"width": 900, "height": 420})
    sitting.prefer()
    for name in ("One", "Two", "Three", "Four"):
        server.make({"german": "invited", "allied": "me"}, name=name)
    sitting.front()
    names = page.locator(".matches .name").all_inner_texts()
    assert len(names) == 3
    page.keyboard.press("2")
    page.wait_for_selector(".table #prompt")
    (opened_one,) = [
        one for one in server.http.get("/api/matches").json()["matches"] if one["id"] in page.url
    ]
    assert opened_one["name"] == names[1]
    page.goto(f"{sitting.base}/#/rules/tigers")
    page.wait_for_selector(".book")
    page.evaluate("document.querySelector('#app').scrollTop = 4000")
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector(".front #start")
    assert page.evaluate("document.querySelector('#app').scrollTop") == 0


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1280, 720)])
def test_all_of_the_front_is_seen_without_scrolling(
    sitting: Sitting, server: Running, size: tuple[int, int]
) -> None:
    page = sitting.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sitting.prefer()
    for name in ("One", "Two", "Three", "Four"):
        server.make({"german": "invited", "allied": "me"}, name=name)
    sitting.front()
    page.wait_for_selector(".mini image")
    assert page.evaluate("(a => a.scrollHeight - a.clientHeight)(document.querySelector('#app'))") <= 0
    assert page.evaluate("document.querySelector('#start').offsetHeight") == 72
    assert serious(sitting) == []


def test_sound_is_offered_until_it_is_answered(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    sitting.front()
    assert page.locator(".front .sound").count() == 1
    page.get_by_role("button", name=t("lobby.sound-off")).click()
    assert page.locator(".front .sound").count() == 0
    page.reload()
    page.wait_for_selector(".front #start")
    assert page.locator(".front .sound").count() == 0
    assert not page.evaluate("JSON.parse(localStorage['ardennes.settings']).sound")
    page.evaluate("localStorage['ardennes.settings'] = '{}'")
    page.reload()
    page.get_by_role("button", name=t("lobby.sound-on")).click()
    assert page.evaluate("JSON.parse(localStorage['ardennes.settings']).sound") is True


def test_a_friend_can_be_chosen_without_scrolling(sitting: Sitting, server: Running) -> None:
    """Nothing lies over the choice of a friend in a window of 900 pixels' height."""
    page = sitting.page
    sitting.prefer()
    sitting.lobby()
    for game in ("tigers", "breakthrough", "wave_of_terror", "playsheet"):
        page.locator(f"label.game:has([value={game}])").click()
        x, y = sitting.middle(".person:has([value=invited])")
        assert y < 900
        assert page.evaluate(
            "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.person'))", [x, y]
        ), game
    sitting.front()
    page.get_by_role("link", name=t("lobby.with-friend")).click()
    page.wait_for_selector("#fold")
    assert page.locator(".person [value=invited]").is_checked()
    assert page.locator("select[name=allied]").input_value() == "invited"


TARGETS = """() => [...document.querySelectorAll(
    '.front a[href], .front button, .front summary, .front select, .front label.file')]
  .filter(node => node.checkVisibility() && !node.closest('.drop'))
  .map(node => {
    const over = node.matches('.name') ? node.closest('.mt') : node;
    const { width, height } = over.getBoundingClientRect();
    return [node.textContent, Math.round(width), Math.round(height)];
  }).filter(([, width, height]) => width < 44 || height < 44)"""


def test_on_a_phone_waiting_matches_are_above_and_play_now_below(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    page.set_viewport_size({"width": 390, "height": 844})
    sitting.prefer()
    for visit in range(2):
        sitting.front()
        box = page.locator("#start").bounding_box()
        assert box is not None
        assert box["y"] > 844 * 0.75
        assert box["y"] + box["height"] <= 844
        assert box["width"] > 300
        if not visit:
            for name in ("One", "Two", "Three"):
                server.make({"german": "invited", "allied": "me"}, name=name)
    page.wait_for_selector(".mini image")
    last = page.locator(".mt.you").last.bounding_box()
    assert page.locator(".mt.you").count() == 3
    assert last is not None
    assert last["y"] + last["height"] <= 844 / 2
    assert page.evaluate(TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert serious(sitting) == []


def test_a_deleted_match_comes_back_for_ten_seconds(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    page.clock.install()
    match = server.make(name="Regret")
    page.goto(sitting.base)
    for regret in (True, False):
        sitting.of_match("Delete", "Regret")
        page.locator("dialog[open] button.main").click()
        page.wait_for_selector(".mt.gone")
        if regret:
            page.clock.run_for(9_000)
            page.keyboard.press("Enter")  # Undo has the focus
            page.wait_for_selector("a.name:has-text('Regret')")
            page.clock.run_for(20_000)
            assert server.http.get("/api/matches").json()["matches"][0]["id"] == match.id
    page.clock.run_for(11_000)
    page.wait_for_selector(".mine", state="hidden")
    assert server.http.get("/api/matches").json()["matches"] == []


def test_without_a_connection_matches_can_be_read_and_play_now_tries_again(
    sitting: Sitting, server: Running
) -> None:
    page = sitting.page
    sitting.prefer()
    server.make({"german": "invited", "allied": "me"}, name="Kept")
    sitting.front()
    page.wait_for_selector(".mini image")
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.locator("#start").click()
    expect(page.locator("#start")).to_have_text("No connection: try again")
    page.get_by_role("link", name="Kept").click()
    shown = page.locator("dialog[open]")
    expect(shown).to_contain_text(t("lobby.offline-read"))
    expect(shown).to_contain_text("Allied against a friend. Your turn.")
    assert shown.locator("image").count() == 1
    assert serious(sitting, "dialog") == []
    shown.locator("button.main").click()
    sitting.lobby()
    page.locator("#start").click()
    expect(page.locator("#start")).to_have_text("No connection: try again")
    sitting.front()
    expect(page.locator("#start")).to_have_text("No connection: try again")
    expect(page.locator("a.name")).to_have_text("Kept")  # as last seen
    page.unroute("**/api/**")
    page.locator("#start").click()
    page.wait_for_selector(".table #prompt")


def test_without_a_server_from_the_start_the_front_says_so(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer({"somewhere": {"german": "abc"}})
    page.route("**/api/games", lambda route: route.abort("connectionrefused"))
    sitting.front()
    expect(page.locator("#start")).to_have_text("No connection: try again")
    page.unroute("**/api/games")
    page.locator("#start").click()
    expect(page.locator("#start")).to_have_text(t("lobby.play-now"))


def test_while_the_lobby_loads_grey_rows_hold_the_place_of_matches(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer({"somewhere": {"german": "abc"}})
    waits: list[Route] = []
    page.route("**/api/games", lambda route: waits.append(route))
    with page.expect_request("**/api/games"):
        page.goto(f"{sitting.base}/#/")
    page.wait_for_selector(".front[aria-busy]")
    assert page.locator(".mt.grey").count() == 3
    colour = page.locator(".front").evaluate("node => getComputedStyle(node).backgroundColor")
    assert colour == "rgb(12, 15, 19)"
    waits.pop().continue_()
    page.wait_for_selector(".front:not([aria-busy]) #start")
    assert page.locator(".grey").count() == 0


def exported(sitting: Sitting, match: Player, name: str, folder: Path) -> Path:
    """Return the file from the lobby's export button."""
    sitting.prefer({match.id: match.tokens})
    sitting.page.goto(sitting.base)
    with sitting.page.expect_download() as result:
        sitting.of_match("Export", name)
    path = folder / result.value.suggested_filename
    result.value.save_as(path)
    return path


def test_a_match_goes_home_as_a_file_and_comes_back(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    match, page = play_out(server.make(seed=5, name="The whole campaign"), 5), sitting.page
    result = match.view("german")["board"]["result"]["level"]
    path = exported(sitting, match, "The whole campaign", tmp_path)
    assert path.name == "The whole campaign.json"
    sitting.of_match("Delete", "The whole campaign")
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector(".mt.gone")
    page.goto(f"{sitting.base}/#/rules/tigers")  # leaving the page ends the chance to restore
    page.wait_for_selector(".book")
    page.goto(f"{sitting.base}/#/")
    page.wait_for_selector(".front #start")
    assert page.locator(".mine").is_hidden()
    page.locator("input[type=file]").set_input_files(path)
    page.locator("dialog[open] select").first.wait_for()
    assert serious(sitting, "dialog") == []
    page.select_option("select[name=import-allied]", "random")
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector(".matches .name")
    assert result in page.locator(".matches").inner_text()
    assert "German against Recruit" in page.locator(".matches").inner_text()
    (listed,) = server.http.get("/api/matches").json()["matches"]
    assert listed["orders"] == len(json.loads(path.read_text())["journal"])
    page.locator(".matches .name").click()
    sitting.wait_for(result)


def test_a_match_in_play_goes_home_only_as_its_seat_saw_it(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    match = opened(server, seed=3, name="Half a match")
    path = exported(sitting, match, "Half a match", tmp_path)
    sitting.page.wait_for_selector(".notice:has-text('not over')")
    record = json.loads(path.read_text())
    assert record["format"] == "ardennes-record"
    assert "1008" not in json.dumps(record["orders"][0]), "the German seat's file tells where the dump is"
    sitting.page.locator("input[type=file]").set_input_files(path)
    sitting.page.locator("dialog[open] button.main").click()
    answer = server.http.post("/api/matches/import", json={"match": record, "seats": {}})
    assert answer.status_code == 400
    sitting.page.wait_for_function(
        "words => document.querySelector('.notice')?.innerText.includes(words)",
        arg=answer.json()["error"][:40],
    )


def test_a_file_that_is_no_match_is_refused_with_a_message(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    path = tmp_path / "shopping.json"
    path.write_text("milk, bread")
    sitting.prefer()
    sitting.page.goto(sitting.base)
    sitting.page.locator("input[type=file]").set_input_files(path)
    text = sitting.page.locator(".notice")
    text.wait_for()
    assert "shopping.json is not a match file" in text.inner_text()


def test_the_lobby_opens_to_the_address_that_was_printed(context: BrowserContext, server: Running) -> None:
    """Without its token a page says where to find it; once entered, this browser remembers it."""
    page, home = context.new_page(), f"http://127.0.0.1:{server.port}/"
    page.set_default_timeout(PATIENCE)
    page.goto(home)
    expect(page.get_by_role("heading", name="The lobby is locked")).to_be_visible()
    expect(page.locator(".door")).to_contain_text("Ardennes printed where it was started")
    page.get_by_label(t("lobby.token")).fill("wrong")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".door")).to_contain_text("does not open the lobby")
    assert t("lobby.play-now") not in page.content()
    page.get_by_label(t("lobby.token")).fill(f"{home}#/lobby/{server.house.token}")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("button", name=t("lobby.play-now"))).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("heading", name="The lobby is locked")).to_be_visible()

    page.goto(f"{home}#/lobby/{server.house.token}")
    expect(page.get_by_role("button", name=t("lobby.play-now"))).to_be_visible()
    assert server.house.token not in page.url
    page.go_back()
    assert server.house.token not in page.url
    another = context.new_page()
    another.goto(home)
    expect(another.get_by_role("button", name=t("lobby.play-now"))).to_be_visible()


@pytest.mark.long
def test_a_match_of_other_rules_continues_where_it_agrees(sitting: Sitting, server: Running) -> None:
    table = server.make()
    table.opening()
    table.get("german")
    room = server.house.room
    made_under_other_rules(server.store, table.id, 2)
    room.drop(table.id)
    page = sitting.page
    sitting.lobby()
    page.goto(f"{sitting.base}/#/match/{table.id}")
    expect(page.locator("h1")).to_have_text(t("common.failed"))
    expect(page.locator("#app, .lobby").first).to_contain_text("played under rules version 0.1 of Tigers")
    page.locator("#carry-over").click()
    page.wait_for_selector(".table #prompt")
    with room.at(table.id) as live:
        assert live.header.rules == live.game.version
        assert len(live.match.setting.forks) == 1
