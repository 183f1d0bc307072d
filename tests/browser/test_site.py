"""The table without a server, in real Chromium: played, saved, exported and imported, offline."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ardennes.games import GAMES, find_game
from ardennes.golden import file
from ardennes.kernel import savefile
from tests.after.playing import finished
from tests.browser.site import STARTS, Visit

pytestmark = pytest.mark.long


@pytest.mark.parametrize("orders", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_every_game_is_played_as_its_engine_plays_it(standing: Visit, orders: int) -> None:
    before = standing.matches()
    made = {id_ for game in GAMES for id_ in play_and_take_out(standing, game, orders)}
    assert standing.matches() == {*before, *made}


def play_and_take_out(visit: Visit, game: str, orders: int) -> tuple[str, str]:
    """Two at one screen: the staff's orders are given by hand, then the match is exported and imported."""
    sides = find_game(game).sides
    match, tokens = visit.make(game, dict(zip(sides, ("me", "beside"), strict=True)), seed=7)
    for _ in range(orders):
        side = visit.ask("GET", f"/api/matches/{match}", token=tokens[sides[0]])["to_move"][0]
        token = tokens[side]
        hint = visit.ask("GET", f"/api/matches/{match}/hint", token=token)
        done = visit.ask(
            "POST", f"/api/matches/{match}/orders", {"order": hint["order"], "seq": hint["seq"]}, token
        )
        assert done["log_tail"][-1]["lines"]
    taken = visit.ask("GET", f"/api/matches/{match}/export", token=tokens[sides[0]])
    played = savefile.from_bytes(json.dumps(taken).encode(), find_game, "the export", replay=True)
    assert len(played.journal) == orders
    asked = {"match": taken, "seats": dict(zip(sides, ("me", "beside"), strict=True)), "name": "Again"}
    again = visit.ask("POST", "/api/matches/import", asked)
    view = visit.ask("GET", f"/api/matches/{again['id']}", token=again["tokens"][sides[0]])
    assert view["orders"] > 0
    result = visit.ask("GET", f"/api/matches/{again['id']}/replay?at=1", token=again["tokens"][sides[0]])
    assert result["at"] == 1
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
RULES = file.find(kinds=[file.RULES])
SMALLEST = [
    min((path for path in RULES if path.parent.name == game), key=lambda path: path.stat().st_size)
    for game in GAMES
]


def play_again(visit: Visit, *matches: tuple[Path, str]) -> list[str]:
    """Return a message for each golden match whose replay differs from the record; run by one worker."""
    result: list[str] = visit.page.evaluate(PLAY_AGAIN, [[path.stem, text] for path, text in matches])
    return result


@pytest.mark.slow
@pytest.mark.parametrize("path", [pytest.param(path, id=file.name_of(path)) for path in RULES])
def test_a_golden_match_comes_out_alike_in_the_browser(standing: Visit, path: Path) -> None:
    assert play_again(standing, (path, path.read_text(encoding="utf-8"))) == [""]


def test_a_golden_match_of_every_game_comes_out_alike_and_another_does_not(standing: Visit) -> None:
    texts = [path.read_text(encoding="utf-8") for path in SMALLEST]
    other = re.sub(r"^(seed +)\d+$", r"\g<1>987", texts[0], count=1, flags=re.MULTILINE)
    *alike, unlike = play_again(standing, *zip(SMALLEST, texts, strict=True), (SMALLEST[0], other))
    assert alike == ["" for _ in SMALLEST]
    assert "recorded" in unlike


def test_a_search_in_the_rulebook_finds_rules(standing: Visit) -> None:
    standing.page.goto(f"{standing.base}#/rules/tigers")
    standing.page.fill("input[type=search]", "river")
    standing.page.wait_for_selector(".results li", timeout=STARTS)
    assert "rules found" in standing.page.inner_text("nav [role=status]")


def test_how_a_match_ended_and_its_report(standing: Visit) -> None:
    visit = standing
    file = json.loads(savefile.to_bytes(finished("tigers/peiper_staff")))
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
