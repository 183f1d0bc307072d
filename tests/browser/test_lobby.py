"""The lobby: its cards, starting a match, deleting and restoring matches, no connection, and match files
exported, imported and refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from ardennes.players.api import player_names
from tests.browser.sitting import PATIENCE, Sitting, opened, play_out
from tests.browser.test_pages import serious
from tests.page_text import t
from tests.server.running import Player, Running
from tests.server.test_other_rules import made_under_other_rules

CLICKS = "addEventListener('pointerdown', () => { window.clicks = (window.clicks ?? 0) + 1; }, true);"


@pytest.fixture(autouse=True)
def empty(server: Running) -> None:
    """Begin every test in a lobby without matches."""
    for match in server.http.get("/api/matches").json()["matches"]:
        server.http.delete(f"/api/matches/{match['id']}")


def test_two_clicks_lead_to_every_table_and_the_person_is_german(sitting: Sitting, server: Running) -> None:
    """The first game needs only Begin, which is the only gold button; the others need a click on their card
    too.
    """
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
    mine = server.make({"german": "me", "allied": "invited"}, name="Mine")
    mine_to_move = mine.view("german")["to_move"]
    waits = server.make({"german": "me", "allied": "invited"}, name="Other")
    assert mine_to_move == ["allied"]
    yours = server.make({"german": "invited", "allied": "me"}, name="Yours")
    server.http.patch(f"/api/matches/{waits.id}", json={"name": "Waits"})
    page.reload()
    page.wait_for_selector(".mini image")
    names = page.locator(".matches .name").all_inner_texts()
    assert names[0] == "Yours"
    assert page.locator(".mt.you .pill").all_inner_texts() == ["Your turn"]
    assert page.locator(".mt:not(.you) .pill").first.inner_text() == "Allied to move"
    assert "You against a friend" in page.locator(".mt.you").inner_text()
    done = play_out(server.make(seed=5, name="Done"), 5)
    page.reload()
    page.wait_for_selector(".matches .name")
    expect(page.locator(".ribbon")).to_have_count(0)
    for match in (mine, waits, yours, done):
        server.http.delete(f"/api/matches/{match.id}")
    page.reload()
    page.wait_for_selector(f"text={t('lobby.none-yet')}")
    expect(page.locator(".ribbon")).to_have_count(0)  # it stays away


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
    page.wait_for_selector(f"text={t('lobby.none-yet')}")
    assert server.http.get("/api/matches").json()["matches"] == []


def test_without_a_connection_begin_says_so_and_tries_again(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    server.make(name="Kept")
    sitting.lobby()
    page.route("**/api/**", lambda route: route.abort("connectionrefused"))
    page.locator("#start").click()
    expect(page.locator("#start")).to_have_text("No connection: try again")
    page.goto(f"{sitting.base}/#/rules/tigers")
    page.goto(f"{sitting.base}/#/")
    expect(page.locator("#start")).to_have_text("No connection: try again")
    expect(page.locator("a.name")).to_have_text("Kept")  # as far as it was reported
    page.unroute("**/api/**")
    page.locator("#start").click()
    page.wait_for_selector(".table #prompt")


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
    page.wait_for_selector(f"text={t('lobby.none-yet')}")
    page.locator("input[type=file]").set_input_files(path)
    page.locator("dialog[open] select").first.wait_for()
    assert serious(sitting, "dialog") == []
    page.select_option("select[name=import-allied]", "random")
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector(".matches .name")
    assert result in page.locator(".matches").inner_text()
    assert "You against Recruit" in page.locator(".matches").inner_text()
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
    assert t("lobby.none-yet") not in page.content()
    page.get_by_label(t("lobby.token")).fill(f"{home}#/lobby/{server.house.token}")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("heading", name="The lobby is locked")).to_be_visible()

    page.goto(f"{home}#/lobby/{server.house.token}")
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
    assert server.house.token not in page.url
    page.go_back()
    assert server.house.token not in page.url
    another = context.new_page()
    another.goto(home)
    expect(another.get_by_role("heading", name="Your matches")).to_be_visible()


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
