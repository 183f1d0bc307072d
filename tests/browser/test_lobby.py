"""Match files: taken home, brought back, and what the lobby says of those it cannot read."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.sitting import PATIENCE, Sitting, opened, play_out
from tests.browser.test_pages import serious
from tests.server.running import Player, Running


def exported(sitting: Sitting, match: Player, name: str, folder: Path) -> Path:
    """The file the lobby's button gives."""
    sitting.prefer({match.id: match.tokens})
    sitting.page.goto(sitting.base)
    with sitting.page.expect_download() as found:
        sitting.page.get_by_role("button", name=f"Export {name}").click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def test_a_match_goes_home_as_a_file_and_comes_back(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    match, page = play_out(server.make(seed=5, name="The whole campaign"), 5), sitting.page
    result = match.view("german")["board"]["result"]["level"]
    path = exported(sitting, match, "The whole campaign", tmp_path)
    assert path.name == "The whole campaign.json"
    page.get_by_role("button", name="Delete The whole campaign").click()
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector("text=None yet")
    page.locator("input[type=file]").set_input_files(path)
    page.locator("dialog[open] select").first.wait_for()
    assert serious(sitting, "dialog") == []
    page.select_option("select[name=import-allied]", "random")
    page.locator("dialog[open] button.main").click()
    page.wait_for_selector(".matches .name")
    assert result in page.locator(".matches").inner_text()
    assert "Allied: random" in page.locator(".matches").inner_text()
    (listed,) = server.http.get("/api/matches").json()["matches"]
    assert listed["orders"] == len(json.loads(path.read_text())["journal"])
    page.get_by_role("link", name="Continue").click()
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


def test_a_file_that_is_no_match_is_refused_in_words(
    sitting: Sitting, server: Running, tmp_path: Path
) -> None:
    path = tmp_path / "shopping.json"
    path.write_text("milk, bread")
    sitting.prefer()
    sitting.page.goto(sitting.base)
    sitting.page.locator("input[type=file]").set_input_files(path)
    told = sitting.page.locator(".notice")
    told.wait_for()
    assert "shopping.json is not a match file" in told.inner_text()


def test_the_lobby_opens_to_the_address_that_was_printed(context: BrowserContext, server: Running) -> None:
    """Without its token a page says where that is found; once told, this browser needs no word more."""
    page, home = context.new_page(), f"http://127.0.0.1:{server.port}/"
    page.set_default_timeout(PATIENCE)
    page.goto(home)
    expect(page.get_by_role("heading", name="The lobby is locked")).to_be_visible()
    expect(page.locator(".door")).to_contain_text("Ardennes printed where it was started")
    page.get_by_label("The address or its token").fill("wrong")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".door")).to_contain_text("does not open the lobby")
    assert "None yet" not in page.content()
    page.get_by_label("The address or its token").fill(f"{home}#/lobby/{server.house.token}")
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
