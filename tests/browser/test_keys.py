"""The table of keys has no clashes, and its keys do in the page what it says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.browser.sitting import Sitting, ready_to_declare
from tests.page_text import WEB, t
from tests.server.running import Running, until

pytestmark = pytest.mark.standing

ROWS = "async () => (await import('./js/main.js')).parts['match/keys'].KEYS.map(({ does, ...row }) => row)"
SHARED = "async () => (await import('./js/main.js')).parts['map/overlays'].TOGGLES.map((row) => row[2])"
HOLD = """async () => {
    const { h, hold } = (await import('./js/main.js')).parts['lib/dom'];
    window.pressed = 0;
    hold('A notice', h('button', { class: 'main', onclick: () => { window.pressed += 1; } }, 'Do it'));
}"""


def rows_of(sitting: Sitting) -> list[dict[str, Any]]:
    sitting.page.goto(f"{sitting.base}/#/")
    rows: list[dict[str, Any]] = sitting.page.evaluate(ROWS)
    return rows


def test_a_key_means_the_same_in_every_mode(sitting: Sitting) -> None:
    """A key has one row. Keys that pan while they are held have another row for a tap."""
    rows = rows_of(sitting)
    count = Counter(key for row in rows if not row.get("held") for key in row["keys"])
    assert [key for key, times in count.items() if times > 1] == []
    texts = Counter(row["text"] for row in rows)
    assert [text for text, times in texts.items() if times > 1] == []


def test_keys_of_layers_are_free(sitting: Sitting, server: Running) -> None:
    taken = [key for row in rows_of(sitting) if not row.get("held") for key in row["keys"]]
    shared = sitting.page.evaluate(SHARED)
    for game in ("tigers", "breakthrough", "playsheet", "wave_of_terror"):
        stage = server.http.get(f"/api/games/{game}/stage").json()
        own = [layer["key"].lower() for layer in stage.get("layers", [])]
        clashes = [
            key
            for key, times in Counter([*taken, *(key.lower() for key in shared), *own]).items()
            if times > 1
        ]
        assert clashes == [], game


def test_keys_name_modes_that_there_are(sitting: Sitting) -> None:
    modes = {path.stem for path in (WEB / "js" / "match" / "modes").glob("*.js")}
    assert {row["mode"] for row in rows_of(sitting) if "mode" in row} <= modes


def test_the_dialog_lists_every_key(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] .keys")
    texts = page.locator("dialog[open] .keys dd").all_inner_texts()
    assert set(texts) >= {t(row["text"]) for row in page.evaluate(ROWS)}
    sitting.picture("keys")


def test_enter_never_presses_the_button_of_a_notice(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    sitting.click_hex("1307")
    page.locator("#declare:not([disabled])").wait_for()
    page.evaluate(HOLD)
    page.wait_for_selector(".notice button.main")
    page.keyboard.press("Enter")
    until(lambda: len(match.view("german")["board"]["attacks"]) == 1)
    assert page.evaluate("window.pressed") == 0


def test_arrows_walk_the_map_while_an_attack_is_planned(sitting: Sitting, server: Running) -> None:
    match, page = ready_to_declare(server), sitting.page
    sitting.sit(match)
    sitting.click_hex("1307")
    page.locator("#declare:not([disabled])").wait_for()
    page.keyboard.press("b")
    focus = "document.activeElement.dataset.hex ?? ''"
    before = page.evaluate(focus)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) not in ("", before)
    page.keyboard.press("d")
    assert page.evaluate("'attacker' in document.activeElement.dataset")
    page.keyboard.press("q")
    page.wait_for_selector(".attack .crt")
