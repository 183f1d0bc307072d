"""Wave of Terror zoomed out: formations instead of counters, and names that cover neither."""

from __future__ import annotations

from itertools import product

from tests.browser.sitting import Sitting
from tests.browser.waves import boxes, scale_to, set_out
from tests.server.running import Running

FAR, MIDDLE, NEAR = 0.28, 0.4, 0.8
BARE = ".ground .bare:not([hidden])"  # the map without names
SLIP = 4.0  # pixels: a line of text is taller than its letters


def over(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] + SLIP < b[2] and b[0] + SLIP < a[2] and a[1] + SLIP < b[3] and b[1] + SLIP < a[3]


def test_from_afar_formations_stand_for_counters_and_no_name_lies_over_them(
    sitting: Sitting, server: Running
) -> None:
    match = set_out(server)
    sitting.paint()
    sitting.sit(match)
    scale_to(sitting, FAR)
    signs = boxes(sitting, ".formation rect:nth-of-type(2)")
    assert len(signs) > 30
    assert not boxes(sitting, ".pieces .counter")
    names = boxes(sitting, ".names text")
    assert len(names) > 60
    assert not [pair for pair in product(signs, names) if over(*pair)]
    assert not [(a, b) for i, a in enumerate(signs) for b in signs[i + 1 :] if over(a, b)]
    targets = [target["hex"] for target in match.view("german")["choices"]["targets"]]
    rings = [box for label in targets for box in boxes(sitting, f'.hexhit[data-hex="{label}"]')]
    assert len(rings) == len(targets) > 20
    assert not [pair for pair in product([*signs, *names], rings) if over(*pair)]
    units = match.view("german")["board"]["units"]
    first_ss = [unit for unit in units if unit["id"].startswith("G-1SS")]
    attack, defence = (sum(int(unit["print"].split("-")[at]) for unit in first_ss) for at in (0, 1))
    said = sitting.page.locator('[data-formation="german/1SS"]').first.get_attribute("aria-label") or ""
    assert said == f"1SS, german: {len(first_ss)} units, {attack}-{defence}"
    sitting.picture("wave-far")
    scale_to(sitting, MIDDLE)
    counters = boxes(sitting, ".pieces .counter .edge")
    assert len(counters) > 100
    assert not boxes(sitting, ".formation")
    assert not [pair for pair in product(counters, boxes(sitting, ".names text")) if over(*pair)]
    sitting.page.wait_for_selector(BARE)  # the page draws the names: those of the map are hidden
    sitting.picture("wave-middle")
    scale_to(sitting, NEAR)
    assert not boxes(sitting, ".names text")
    assert not sitting.page.locator(BARE).count()
    assert sitting.page.locator('[data-unit="A-28-01"] .wheels').count()  # on trucks, WOT-2.10
    assert not sitting.page.locator('[data-unit="A-9A-01"] .wheels').count()
    sitting.picture("wave-near")
