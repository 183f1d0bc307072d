"""A player at the table in a browser, and how a match reaches the position to be tested."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Request, Response
from starlette.requests import Request as WebRequest
from starlette.responses import Response as WebResponse
from starlette.routing import Route

from ardennes.games.tigers.game import Tigers
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import Match
from ardennes.kernel.offers import sample
from ardennes.server.matches.seats import seat_all
from ardennes.server.matches.service import seat_names
from tests.server.running import Player, Running

PATIENCE = 30_000.0  # milliseconds; the machine may be busy
HOME = Path(__file__).resolve().parents[2]
PICTURES = bool(os.environ.get("ARDENNES_PICTURES"))  # are they wanted? Then maps are drawn too
KEPT = HOME / "build" / "pictures"  # not committed
MAPS = HOME / "src" / "ardennes" / "web" / "maps"
PLAIN = "x-plain-maps"  # a header of pages that want no art
# The page is laid out, clicked and queried as usual, but not drawn: drawing takes a third of the time of a
# page. (What has no opacity is still visible to playwright and to the mouse.) Only axe and pictures need the
# drawing. Nor is the map painted as a bitmap, which a page does when idle (js/map/ground.js): that takes as
# long again as opening it.
UNSEEN = """
window.unseen = new CSSStyleSheet();
window.unseen.replaceSync("html, dialog, [popover] { opacity: 0 !important; }");
document.adoptedStyleSheets.push(window.unseen);
window.idle = window.requestIdleCallback;
window.requestIdleCallback = () => 0;
"""
# By the page's own clock, so that a page which is late is waited for.
A_WHILE = "() => new Promise(done => setTimeout(() => requestAnimationFrame(() => done()), 25))"
STILL = 3  # polls without a request
SOON, PLAYS = 500, 30  # orders of one random game, and games, to reach a position
QUICK = {"toured": True, "speed": "off", "uncovered": True, "by_hand": True}
PLAIN_LOOK = {"theme": "paper", "light": "auto"}  # of a browser that remembers nothing (js/lib/dom.js)
# A page that stays open forgets what it knows of another test, as a new one would never have known it.
EMPTY_STORAGE = """async kept => {
  for (const store of [localStorage, sessionStorage]) store.clear();
  Object.assign(localStorage, kept);
  document.title = "";
  for (const left of document.querySelectorAll("dialog, .notice, .cover, .tour")) left.remove();
  const { settings } = (await import("./js/main.js")).parts["lib/dom"];
  for (const name of Object.keys(settings)) delete settings[name];
  Object.assign(settings, JSON.parse(kept["ardennes.settings"]));
}"""


def draw_plainly(page: Page, server: Running) -> None:
    """Give this page each map as a plain sheet of its size. The server does it, because a browser whose
    requests are intercepted takes twice as long.
    """
    page.set_extra_http_headers({PLAIN: "yes"})
    routes = server.app.router.routes
    if not any(isinstance(route, Route) and route.endpoint is map_sheet for route in routes):
        routes.insert(0, Route("/maps/{name}", map_sheet))


async def map_sheet(request: WebRequest) -> WebResponse:
    art = (MAPS / request.path_params["name"]).read_text(encoding="utf-8")
    plain = art[: art.index(">") + 1] + "</svg>"
    return WebResponse(plain if PLAIN in request.headers else art, media_type="image/svg+xml")


def as_shown(text: str) -> str:
    """A text of the server as the page shows it: hexes by name, without their numbers."""
    return re.sub(r" \([A-Z]?\d[\d,]*\)", "", text)


class Sitting:
    """One page, with the seats of a match."""

    def __init__(self, page: Page, server: Running, *, art: bool = PICTURES) -> None:
        """Without its art a map is a plain sheet of the same size: drawing it costs more than most tests."""
        self.page = page
        if not art:
            draw_plainly(page, server)
            page.add_init_script(UNSEEN)
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"
        self.faults: list[str] = []
        self.bodies: list[bytes] | None = None
        self.stood = False  # it was used in another test
        self.under_way: set[Request] = set()
        page.on("request", self._asks)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        page.add_init_script(f"localStorage['ardennes.lobby'] ??= {json.dumps(server.house.token)};")
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.on("response", self._keep)

    def _hear(self, message: ConsoleMessage) -> None:
        # A cut line and a refused order are reported by the browser too; they are not a fault of the page.
        expected = ("WebSocket", "ERR_CONNECTION", "status of 4")
        if message.type == "error" and not any(word in message.text for word in expected):
            self.faults.append(message.text)

    def _asks(self, request: Request) -> None:
        if "/api/" in request.url:
            self.under_way.add(request)

    def _answered(self, request: Request) -> None:
        self.under_way.discard(request)

    def _keep(self, response: Response) -> None:
        public = "/api/rules/" in response.url  # everybody's, and fetched once
        if self.bodies is not None and "/api/" in response.url and not public:
            self.bodies.append(response.body())

    def prefer(self, seats: dict[str, dict[str, str]] | None = None, **settings: Any) -> None:
        """Set what this browser has stored before a page opens for the first time."""
        saved = {"ardennes.settings": {**QUICK, **settings}, "ardennes.seats": seats or {}}
        if self.stood:
            saved["ardennes.settings"] = {**PLAIN_LOOK, **saved["ardennes.settings"]}
            words = {name: json.dumps(value) for name, value in saved.items()}
            self.page.evaluate(EMPTY_STORAGE, {**words, "ardennes.lobby": self.server.house.token})
            return
        lines = "".join(
            f"localStorage[{json.dumps(k)}] ??= {json.dumps(json.dumps(v))};" for k, v in saved.items()
        )
        self.page.add_init_script(lines)

    def paint(self) -> None:
        """Let the page paint its map as a bitmap when idle."""
        self.page.add_init_script("if (window.idle) window.requestIdleCallback = window.idle;")

    def sit(self, match: Player, **settings: Any) -> None:
        """Open a match with the seats its creator got."""
        self.prefer({match.id: match.tokens}, **settings)
        self.page.goto(f"{self.base}/#/match/{match.id}")
        self.page.wait_for_selector(f'.table[data-match="{match.id}"] #prompt', state="attached")

    def rest(self) -> None:
        """End a test; the page stays open for the next one."""
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self.page.unroute_all()
        self.page.set_default_timeout(PATIENCE)
        self.faults, self.bodies, self.stood = [], None, True
        self.under_way.clear()

    def sit_after(self, match: Player, **settings: Any) -> None:
        """Open a finished match, and continue from its end page to the board."""
        self.sit(match, **settings)
        self.page.locator("#to-board").click()

    def move_over(self, match: Player) -> None:
        """Leave the open match for another one."""
        seats = json.dumps({match.id: match.tokens})
        self.page.evaluate("seats => localStorage.setItem('ardennes.seats', seats)", seats)
        self.page.evaluate("id => { location.hash = `#/match/${id}`; }", match.id)
        self.page.wait_for_selector(f'.table[data-match="{match.id}"] #prompt')

    def lobby(self, game: str = "", *, unfold: bool = False) -> None:
        """Open the lobby, choose a game, and expand what is collapsed."""
        self.page.goto(f"{self.base}/#/")
        self.page.wait_for_selector("#start")
        if game:
            self.page.locator(f"label.game:has([value={game}])").click()
        if unfold:
            self.page.locator("#fold").click()

    def of_match(self, what: str, name: str) -> None:
        """Press a button in the menu of a match in the lobby."""
        self.page.locator(f'summary[aria-label="More: {name}"]').click()
        self.page.get_by_role("button", name=f"{what} {name}").click()

    def prompt(self) -> str:
        return self.page.inner_text("#prompt")

    def wait_for(self, words: str) -> None:
        """Wait until the prompt has this text."""
        self.page.wait_for_function(
            "words => document.querySelector('#prompt')?.innerText.includes(words)", arg=as_shown(words)
        )

    def ready(self, seq: int) -> None:
        """Wait until the page shows this change of the match and can give the next order."""
        self.page.wait_for_function(
            "seq => Number(document.querySelector('.table')?.dataset.seq) >= seq", arg=seq
        )
        self.settle()

    def settle(self) -> None:
        """Wait until the page is idle: no request is pending, and none follows soon."""
        quiet, end = 0, time.monotonic() + PATIENCE / 1000
        while quiet < STILL:
            self.page.evaluate(A_WHILE)
            quiet = 0 if self.under_way else quiet + 1
            assert time.monotonic() < end, f"never answered: {[one.url for one in self.under_way]}"

    def my_turn(self) -> None:
        """Wait until the seat that must decide sees the page."""
        self.page.wait_for_function("() => document.title.startsWith('●')")

    def click_hex(self, label: str) -> None:
        """Click the center of the hex, wherever it is drawn now."""
        self.page.locator(f'.hexhit[data-hex="{label}"]').dispatch_event("click")

    def click_unit(self, unit: str) -> None:
        self.page.locator(f'.counter[data-unit="{unit}"]').dispatch_event("click")

    def click_point(self, label: str) -> None:
        """Click the center of a hex with the real mouse."""
        self.page.mouse.click(*self.middle(f'.hexhit[data-hex="{label}"]'))

    def first_of_several(self) -> None:
        """Give the first answer if the page asks which order is meant, or for confirmation."""
        self.settle()
        which = self.page.locator("dialog[open] .options button:focus")
        if which.count():
            which.click()

    def middle(self, what: str) -> tuple[float, float]:
        """Return the center of the element of a selector."""
        box = self.page.locator(what).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lift(self, unit: str) -> None:
        """Pick up a counter with the mouse, so that its reach is shown."""
        x, y = self.middle(f'.counter[data-unit="{unit}"]')
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y, steps=2)
        self.page.wait_for_selector(f'.panel .unit[data-unit="{unit}"] >> text=In reach')

    def picture(self, name: str) -> None:
        """Save a picture of the screen if ARDENNES_PICTURES is set."""
        if not PICTURES:
            return
        self.page.wait_for_function("() => document.fonts.status === 'loaded'")
        self.page.wait_for_timeout(120)
        KEPT.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(KEPT / f"table-{name}.png"))


def play_to(
    match: Player,
    kind: str,
    side: str | None = None,
    seed: int = 0,
    where: Callable[[AnyGame, Any], bool] = lambda game, view: True,
) -> Player:
    """Give random legal orders until this kind of decision is open (for this side, if the view satisfies the
    condition). A game that does not reach it soon is dropped for another one.
    """

    def there(now: Match[Any]) -> bool:
        (open_,) = now.game.decisions(now.state)
        if open_.kind != kind or side not in (None, now.game.sides[open_.side]):
            return False
        return where(now.game, now.game.view(now.state, open_.side))

    for another in range(seed, seed + PLAYS):
        if play_on(match, there, another, SOON):
            return match
    raise AssertionError(f"no decision {kind!r} in {PLAYS} plays of {SOON} orders")


def play_on(match: Player, done: Callable[[Match[Any]], bool], seed: int, most: int) -> bool:
    """Play random legal orders until the condition holds: outside the server,
    then imported as a match file.
    """
    room, rng = match.server.house.room, Random(seed)
    with room.at(match.id) as live:
        header = live.header
        ours = savefile.from_bytes(savefile.to_bytes(live.match), room.game, "the match", replay=True)
    for _ in range(most):
        if done(ours):
            break
        moving = ours.game.to_move(ours.state)
        if not moving:
            return False
        order = sample(ours.game.offers(ours.game.view(ours.state, moving[0]), moving[0]), rng)
        assert order is not None
        ours.play(moving[0], order)
    else:
        return False
    room.remove(match.id)
    match.id = room.take_in(savefile.to_bytes(ours), seat_names(header, ours.game), header.name)
    match.tokens = seat_all(room, match.id).tokens
    return True


def play_out(match: Player, seed: int) -> Player:
    """Play random legal orders until the match is over."""
    assert play_on(match, lambda now: not now.game.to_move(now.state), seed, 5000), "it does not end"
    return match


def set_up(match: Player, change: Callable[[Any, Any], None]) -> Player:
    """Put counters where a test needs them: `change(world, state)` on the open position."""
    with match.server.house.room.at(match.id) as live:
        assert isinstance(live.game, Tigers)
        change(live.game.world, live.match.state)
    return match


def any_order(match: Player, rng: Random) -> None:
    seat, order = match.next_order(rng)
    with match.server.house.room.at(match.id) as live:
        match.server.house.room.play(live, live.game.sides.index(seat), order)


def opened(server: Running, **more: Any) -> Player:
    """Two people, the dump hidden, historical setup: the Tigers are to be placed."""
    match = server.make(**more)
    match.opening()
    return match


def ready_to_declare(server: Running, **more: Any) -> Player:
    """Turn 1, the Germans declare their attacks."""
    match = opened(server, **more)
    for unit, label in (("G-501", "1407"), ("G-506", "1406"), ("G-SKORZ", "1407")):
        match.done("german", {"do": "set_up", "unit": unit, "hex": label})
    match.done("german", {"do": "drop", "hex": "1008"})
    match.done("german", {"do": "ruthless", "yes": False})
    assert match.view("german")["choices"]["decision"]["kind"] == "declare"
    return match


def ready_to_lose(server: Running) -> Player:
    """An attack has failed so that the Germans choose which attacker is lost."""
    match = server.make(seed=47, options={"ae_losses_at_most": True})
    return play_to(match, "losses", "german", 47)
