"""The page updates its view with patches: with a server and in the site it then equals the whole view."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route

from ardennes.games import GAMES, find_game
from tests.browser.site import Visit
from tests.browser.sitting import Sitting
from tests.server.running import Running

ORDERS = 6
# The page's view after an answer, the whole view, and the answer itself.
LOOK = """async ([path, token]) => {
  const { parts } = await import("./js/main.js");
  const { get } = parts["lib/api"];
  const { send } = parts["lib/transport"];
  const headers = { Authorization: `Seat ${token}` };
  const held = window.held?.[token];
  const answer = await send("GET", path, held ? { ...headers, "Ardennes-View": held } : headers);
  const patched = await get(path, token);
  const whole = JSON.parse((await send("GET", path, headers)).text);
  window.held = { ...window.held, [token]: whole.version };
  return [JSON.stringify(patched), JSON.stringify(whole), answer.text];
}"""


def look(page: Page, match: str, token: str) -> bool:
    """Compare the page's view with the whole view; return whether a patch arrived."""
    patched, whole, answer = page.evaluate(LOOK, [f"/api/matches/{match}", token])
    assert patched == whole
    return "patch" in json.loads(answer)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_whole_view_after_every_order(sitting: Sitting, server: Running, game: str) -> None:
    sides = find_game(game).sides
    match = server.make(dict(zip(sides, ("me", "beside"), strict=True)), game=game, seed=5)
    sitting.page.goto(sitting.base)
    rng, patches = Random(5), 0
    for _ in range(ORDERS):
        seat, order = match.next_order(rng)
        match.done(seat, msgspec.to_builtins(order))
        patches += sum(look(sitting.page, match.id, token) for token in match.tokens.values())
    assert patches >= ORDERS


@pytest.mark.long
def test_the_page_without_a_server_has_the_whole_view_after_every_order(standing: Visit) -> None:
    match, tokens = standing.make("tigers", {"german": "me", "allied": "beside"}, seed=7)
    patches = 0
    for _ in range(ORDERS):
        side = standing.ask("GET", f"/api/matches/{match}", token=tokens["german"])["to_move"][0]
        hint = standing.ask("GET", f"/api/matches/{match}/hint", token=tokens[side])
        body = {"order": hint["order"], "seq": hint["seq"]}
        standing.ask("POST", f"/api/matches/{match}/orders", body, tokens[side])
        patches += sum(look(standing.page, match, token) for token in tokens.values())
    assert patches >= ORDERS
    standing.remove(match)


def test_a_page_that_gets_a_patch_of_another_view_asks_for_the_whole_one(
    sitting: Sitting, server: Running
) -> None:
    match = server.make({"german": "me", "allied": "beside"}, seed=5)
    match.opening()
    page, asked = sitting.page, []
    sitting.sit(match)

    def disturb(route: Route) -> None:
        asked.append(route.request.headers.get("ardennes-view", ""))
        wrong: dict[str, Any] = {"base": "0-00000000", "patch": {"orders": [99]}}
        if asked[-1]:
            route.fulfill(status=200, content_type="application/json", body=json.dumps(wrong))
        else:
            route.continue_()

    page.route(f"**/api/matches/{match.id}", disturb)
    seat, order = match.next_order(Random(1))
    view = match.done(seat, msgspec.to_builtins(order))
    page.wait_for_function(
        "seq => Number(document.querySelector('.table').dataset.seq) === seq", arg=view["seq"]
    )
    page.unroute(f"**/api/matches/{match.id}")
    assert asked[0]
    assert asked[1] == ""
