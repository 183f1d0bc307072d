"""The table without a server, in a real Chromium: played, kept, taken elsewhere, offline."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from ardennes.games import GAMES, find_game
from ardennes.golden import file
from ardennes.kernel import savefile
from tests.after.playing import finished
from tests.browser.site import STARTS, Visit, hosted

pytestmark = pytest.mark.long


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_a_match_against_the_computer_is_played_and_kept(visits: Callable[..., Visit]) -> None:
    visit = visits()
    visit.lobby()
    visit.begin()
    page, before = visit.page, visit.seq()
    press(page, "As in history")
    visit.until(before + 1)
    press(page, "Hint")
    page.wait_for_selector(".notice, dialog[open], .hint", timeout=STARTS)
    match = page.locator(".table").get_attribute("data-match")
    assert match
    visit.close()
    again = visits()
    again.table(match)
    again.until(before + 1)
    now = again.seq()
    press(again.page, "Undo")
    again.until(now + 1)
    again.page.goto(f"{again.base}#/")
    again.page.wait_for_selector(".mt", timeout=STARTS)


def test_every_game_is_played_as_its_engine_plays_it(standing: Visit) -> None:
    before = standing.matches()
    made = {id_ for game in GAMES for id_ in play_and_take_out(standing, game)}
    assert standing.matches() == {*before, *made}


def play_and_take_out(visit: Visit, game: str) -> tuple[str, str]:
    """Two at one screen: the staff's orders are given by hand, then the match is taken out and in again."""
    sides = find_game(game).sides
    match, tokens = visit.make(game, dict(zip(sides, ("me", "beside"), strict=True)), seed=7)
    for _ in range(6):
        side = visit.ask("GET", f"/api/matches/{match}", token=tokens[sides[0]])["to_move"][0]
        token = tokens[side]
        hint = visit.ask("GET", f"/api/matches/{match}/hint", token=token)
        done = visit.ask(
            "POST", f"/api/matches/{match}/orders", {"order": hint["order"], "seq": hint["seq"]}, token
        )
        assert done["lines"] is not None
    taken = visit.ask("GET", f"/api/matches/{match}/export", token=tokens[sides[0]])
    played = savefile.from_bytes(json.dumps(taken).encode(), find_game, "the export", replay=True)
    assert len(played.journal) == 6
    asked = {"match": taken, "seats": dict(zip(sides, ("me", "beside"), strict=True)), "name": "Again"}
    again = visit.ask("POST", "/api/matches/import", asked)
    view = visit.ask("GET", f"/api/matches/{again['id']}", token=again["tokens"][sides[0]])
    assert view["orders"] > 0
    found = visit.ask("GET", f"/api/matches/{again['id']}/replay?at=1", token=again["tokens"][sides[0]])
    assert found["at"] == 1
    return match, again["id"]


PLAY_AGAIN = """async (matches) => {
  const worker = new Worker("engine/player.js", { type: "module" });
  const told = [];
  for (const [name, text] of matches) {
    const done = await new Promise((good) => {
      worker.onmessage = ({ data }) => { if (!data.begun) good(data); };
      worker.postMessage({ id: 1, name: "ardennes.site.verify:golden", job: JSON.stringify({ name, text }) });
    });
    told.push(done.failed ?? JSON.parse(done.found));
  }
  worker.terminate();
  return told;
}"""
SMALLEST = [min(file.FOLDER.glob(f"{game}/*.golden"), key=lambda path: path.stat().st_size) for game in GAMES]


def play_again(visit: Visit, *matches: tuple[Path, str]) -> list[str]:
    """What is told of each golden match that comes out otherwise than it was recorded; by one worker."""
    found: list[str] = visit.page.evaluate(PLAY_AGAIN, [[path.stem, text] for path, text in matches])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", [pytest.param(path, id=file.name_of(path)) for path in file.find()])
def test_a_golden_match_comes_out_alike_in_the_browser(standing: Visit, path: Path) -> None:
    assert play_again(standing, (path, path.read_text(encoding="utf-8"))) == [""]


def test_a_golden_match_of_every_game_comes_out_alike_and_another_does_not(standing: Visit) -> None:
    texts = [path.read_text(encoding="utf-8") for path in SMALLEST]
    other = re.sub(r"^(seed +)\d+$", r"\g<1>987", texts[0], count=1, flags=re.MULTILINE)
    *alike, unlike = play_again(standing, *zip(SMALLEST, texts, strict=True), (SMALLEST[0], other))
    assert alike == ["" for _ in SMALLEST]
    assert "recorded" in unlike


def worker_ready(page: Page) -> None:
    """Until this version of the site is kept whole."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")


@pytest.mark.offline
def test_the_site_works_offline_after_the_first_visit(
    visits: Callable[..., Visit], context: BrowserContext, site: Path
) -> None:
    with hosted(site) as host:
        visit = Visit(context, host.base)
        visit.lobby()
        visit.engine()
        worker_ready(visit.page)
        visit.close()
    context.set_offline(True)
    visit = Visit(context, host.base)
    visit.lobby()
    visit.begin()
    before = visit.seq()
    press(visit.page, "As in history")
    visit.until(before + 1)
    visit.page.goto(f"{host.base}#/rules/wave_of_terror")
    visit.page.wait_for_selector("main.book")
    assert not visit.faults, visit.faults


def test_a_search_in_the_rulebook_finds_rules(standing: Visit) -> None:
    standing.page.goto(f"{standing.base}#/rules/tigers")
    standing.page.fill("input[type=search]", "river")
    standing.page.wait_for_selector(".results li", timeout=STARTS)
    assert "rules found" in standing.page.inner_text("nav [role=status]")


def test_a_set_up_is_kept_and_used_in_another_match(standing: Visit) -> None:
    visit = standing
    seats = {"allied": "me", "german": "beside"}

    def begun() -> tuple[str, dict[str, str], int]:
        match, tokens = visit.make("wave_of_terror", seats)
        view = visit.ask("GET", f"/api/matches/{match}", token=tokens["allied"])
        return match, tokens, view["seq"]

    match, tokens, seq = begun()
    address = f"/api/matches/{match}"
    visit.ask("POST", f"{address}/orders", {"order": {"do": "auto_setup"}, "seq": seq}, tokens["allied"])
    kept = visit.ask("POST", f"{address}/setups/keep", {"drawer": "d" * 20, "name": "Mine"}, tokens["allied"])
    visit.page.reload()
    other, tokens, seq = begun()
    asked = {"drawer": "d" * 20, "id": kept["id"], "seq": seq}
    done = visit.ask("POST", f"/api/matches/{other}/setups/use", asked, tokens["allied"])
    assert done["left_out"] == []
    assert done["orders"] > 0


def test_how_a_match_ended_and_its_report(standing: Visit) -> None:
    visit = standing
    file = json.loads(savefile.to_bytes(finished("tigers/bastogne_staff")))
    made = visit.ask(
        "POST", "/api/matches/import", {"match": file, "seats": {"german": "me", "allied": "staff"}}
    )
    page = visit.page
    page.goto(f"{visit.base}#/match/{made['id']}")
    page.wait_for_selector(".endpage", timeout=STARTS)
    assert page.locator(".verdict h1").inner_text() == "German victory"
    page.locator("#report").click()
    page.wait_for_selector(".report h1", timeout=STARTS)
    assert page.locator(".report h1").inner_text().startswith("A victory")
