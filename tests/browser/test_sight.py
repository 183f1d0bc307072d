"""The goals are always visible; counters, rules and words explain themselves; fixed faults stay fixed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.sitting import PATIENCE, Sitting, ready_to_declare
from tests.browser.waves import scale_to, set_out
from tests.server.running import Player, Running

pytestmark = pytest.mark.standing

GAMES: dict[str, dict[str, Any]] = {
    "tigers": {},
    "breakthrough": {"game": "breakthrough", "seats": {"german": "me", "american": "beside"}},
    "wave_of_terror": {"game": "wave_of_terror"},
    "playsheet": {"game": "playsheet"},
}
WIDTHS, HEIGHT = (360, 820, 1366), 800
READABLE = 10.5  # pixels of the numbers on a counter
CONTRAST = """async () => {
  const { INK, counter } = await import('/js/map/counters.js');
  const light = hex => {
    const of = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    return 0.2126 * of(hex[0]) + 0.7152 * of(hex[1]) + 0.0722 * of(hex[2]);
  };
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const world = document.querySelector('.pieces');
  const unit = { short: '', print: '4-4', size_mark: '', glyph: '', sheet: [] };
  return Object.keys(INK).map(style => {
    const node = counter({ ...unit, style }, [], {}, 50, 'spent');
    world.append(node);
    const [edge, veil, words] = ['.edge', '.veil', 'text'].map(x => getComputedStyle(node.querySelector(x)));
    const over = Number(veil.fillOpacity), [under, above] = [parts(edge.fill), parts(veil.fill)];
    const ground = light(under.map((c, i) => c * (1 - over) + above[i] * over));
    const ink = light(parts(words.fill));
    const below = node.querySelector('.veil').compareDocumentPosition(node.querySelector('text')) & 4;
    node.remove();
    return [style, below ? (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05) : 0];
  });
}"""


def opened(sitting: Sitting, match: Player) -> Page:
    sitting.sit(match)
    sitting.page.wait_for_selector(".victory .pill", state="attached")
    return sitting.page


def visible(page: Page, what: str) -> bool:
    """Return whether it is visible: on the screen, and not below something else."""
    inside = """what => {
      const box = document.querySelector(what).getBoundingClientRect();
      const at = document.elementFromPoint(box.left + 4, box.top + box.height / 2);
      return box.width > 0 && box.left >= 0 && box.left < innerWidth && Boolean(at?.closest('.victory'));
    }"""
    return bool(page.evaluate(inside, what))


@pytest.mark.parametrize("game", GAMES)
def test_the_victory_line_never_leaves(sitting: Sitting, server: Running, game: str) -> None:
    match = server.make(**GAMES[game])
    seat = next(iter(match.tokens))
    stand = match.view(seat)["board"]["stand"]
    page = sitting.page
    page.set_viewport_size({"width": WIDTHS[0], "height": HEIGHT})
    opened(sitting, match)
    for width in WIDTHS:  # a window that grows
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert visible(page, ".victory .tally"), width
        assert page.inner_text(".victory .pill") == stand["words"]
        assert page.locator(".victory [data-town] [data-flag]").count() == len(stand["places"]) >= 4
        assert width < 1000 or visible(page, ".victory .pill")


def test_the_line_tells_how_either_side_wins(sitting: Sitting, server: Running) -> None:
    match = server.make()
    match.opening()
    page = opened(sitting, match)
    page.click("#victory")
    text = page.inner_text(".aims")
    assert "Hold Malmedy, St. Vith, Bastogne and Marche" in text
    assert "German victory" in text
    assert "Allied victory" in text
    claims = page.evaluate("() => [...document.querySelectorAll('.reachtext.small')].map(x => x.textContent)")
    assert claims.count("☆ German") == 4  # Bastogne and Marche count for both
    assert claims.count("★ Allied") >= 5
    page.keyboard.press("v")
    assert not page.locator(".aims").count()


def test_a_rule_opens_beside_its_number_and_a_word_tells_what_it_means(
    sitting: Sitting, server: Running
) -> None:
    match = server.make()
    match.opening()
    page = opened(sitting, match)
    link = page.locator("#prompt a.rule")
    number, tabs = link.inner_text(), page.context.pages
    link.click()
    box = page.locator(".popover")
    box.wait_for()
    assert page.context.pages == tabs
    assert "#/match/" in page.url
    assert box.locator(f'a.rule[href$="{number}"]').count()
    assert len(box.inner_text()) > 60
    page.keyboard.press("Escape")
    assert not box.count()
    page.click("#tab-campaign")
    term = page.locator(".panel .term").first
    term.click()
    box.wait_for()
    assert (term.get_attribute("title") or "none") in box.inner_text()


def test_a_counter_says_what_its_numbers_mean(sitting: Sitting, server: Running) -> None:
    match = server.make()
    match.opening()
    page = opened(sitting, match)
    unit = next(u for u in match.view("german")["board"]["units"] if u["id"] == "US-106")
    page.mouse.move(*sitting.middle(f'.counter[data-unit="{unit["id"]}"]'))
    text = page.locator(".sheet-tip").inner_text()
    for words in ("106th Infantry Division", "combat factor", "movement allowance", "Supply"):
        assert words in text


def test_a_finger_that_rests_asks_the_same(browser: Browser, server: Running) -> None:
    match = server.make()
    match.opening()
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sitting = Sitting(page, server)
    opened(sitting, match)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.pieces .edge')].map(x => x.getBoundingClientRect().width)"
    )
    assert max(sizes) > 40  # opened near enough to read
    press = """() => {
      const node = [...document.querySelectorAll('.pieces .counter')].find(x => {
        const box = x.getBoundingClientRect();
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return at && x.contains(at);
      });
      const box = node.getBoundingClientRect();
      const at = { clientX: box.x + 20, clientY: box.y + 20 };
      const how = { bubbles: true, pointerId: 7, pointerType: 'touch', ...at };
      node.dispatchEvent(new PointerEvent('pointerdown', how));
    }"""
    words = page.locator("body").inner_text()
    assert "Tap " in words
    assert "lick " not in words
    page.evaluate(press)
    page.wait_for_selector(".sheet-tip")
    assert not page.locator("kbd:visible").count()
    context.close()


@pytest.mark.parametrize("game", ["breakthrough", "wave_of_terror"])
def test_numbers_can_be_read_when_the_map_opens(browser: Browser, server: Running, game: str) -> None:
    match = set_out(server) if game == "wave_of_terror" else server.make(**GAMES[game])
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    opened(Sitting(page, server), match)
    size = """() => {
      const text = document.querySelector('.pieces .counter text:not(.short):nth-of-type(2)');
      const edge = text.closest('.counter').querySelector('.edge');
      const scale = edge.getBoundingClientRect().width / Number(edge.getAttribute('width'));
      return Number(text.getAttribute('font-size')) * scale;
    }"""
    assert page.evaluate(size) >= READABLE
    over = """() => [...document.querySelectorAll('.pieces .counter')].filter(x => {
      const [name, edge] = ['.short', '.edge'].map(what => x.querySelector(what).getBoundingClientRect());
      return name.top < edge.top - 1 || name.bottom > edge.bottom + 1;
    }).map(x => x.dataset.unit)"""
    assert page.evaluate(over) == []  # no name overlaps its counter
    context.close()


def test_rings_are_drawn_from_afar_too(sitting: Sitting, server: Running) -> None:
    match = set_out(server)
    page = opened(sitting, match)
    assert match.view("german")["choices"]["targets"]
    assert not page.locator(".farrings").is_visible()
    scale_to(sitting, 0.28)
    assert page.locator(".farrings path").count() == 2  # white below red
    assert page.locator(".farrings path").last.is_visible()
    thick = "() => Number(document.querySelector('.farrings path:last-child').getAttribute('stroke-width'))"
    assert page.evaluate(thick) * 0.28 > 2.5  # pixels


def test_spent_counters_keep_their_contrast_and_marks_their_numbers(
    sitting: Sitting, server: Running
) -> None:
    page = opened(sitting, ready_to_declare(server))
    styles = page.evaluate(CONTRAST)
    assert len(styles) == 6
    assert all(ratio >= 4.5 for _, ratio in styles), styles
    trail = """async () => {
      const { Marks } = await import('/js/map/marks.js');
      const near = { x: 0, y: 0, near: [] };
      const geometry = { hexes: { a: near }, known: x => x };
      const marks = new Marks({ units: {}, signs: {}, sides: [] }, geometry, 10, () => false);
      marks.showPath('a', ['a', 'a']);
      return marks.trail.innerHTML;
    }"""
    assert "NaN" not in page.evaluate(trail)  # a path may name the hex where it begins
    assert "NaN" not in page.content()


def test_units_have_names(server: Running) -> None:
    for game in GAMES:
        units = server.http.get(f"/api/games/{game}/stage").json()["units"]
        coded = [unit["name"] for unit in units.values() if re.match(r"(GE|US|BR|G|A)-", unit["name"])]
        assert not coded
        assert not [unit["name"] for unit in units.values() if "Piper" in unit["name"] + unit["short"]]


@pytest.mark.standing(False)
def test_a_hint_stays_until_it_is_closed(sitting: Sitting, server: Running) -> None:
    match = server.make()
    match.opening()
    page = opened(sitting, match)
    page.clock.install()
    page.click("#hint")
    page.wait_for_function("() => document.querySelector('.notice')?.innerText.includes('suggests')")
    page.clock.run_for(20_000)
    assert page.locator(".notice").is_visible()
    page.locator(".notice [aria-label=Close]").click()
    assert not page.locator(".notice").count()


def test_the_guide_follows_what_can_be_done(sitting: Sitting, server: Running) -> None:
    match = server.make()
    match.opening()
    sitting.sit(match, toured=False)
    page = sitting.page
    page.wait_for_selector(".tour")
    text = ""
    while page.locator(".tour").count():
        text += page.inner_text(".tour p") + "\n"
        page.locator(".tour button.main").click()
    targets = match.view("german")["choices"]["targets"]
    assert ("red ring" in text) == bool(targets)
    assert "You play the German side: Exit 2 divisions" in text


@pytest.mark.standing(False)
def test_counters_and_rulebook_are_made_for_paper(sitting: Sitting, server: Running) -> None:
    page = sitting.page
    sitting.prefer()
    page.goto(f"{sitting.base}/#/counters/tigers")
    page.wait_for_selector(".counters svg")
    page.emulate_media(media="print")
    assert not page.locator(".noprint").is_visible()
    assert page.locator(".counters svg").count() == 99
    page.goto(f"{sitting.base}/#/rules/tigers")
    page.wait_for_selector(".book h3.rule")
    assert not page.locator(".book nav").is_visible()
    assert page.evaluate("() => getComputedStyle(document.querySelector('.book article')).columnCount") == "2"
