"""The gallery: a picture of each moment, and a page with all of them and the problems axe finds."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Error

from tests.browser.axe import Finding, findings
from tests.browser.moments import SIZES, TOUCH, Moment
from tests.browser.sitting import PATIENCE, Sitting
from tests.server.running import Running, running

STYLE = """body { font: 16px/1.4 system-ui, sans-serif; margin: 24px; background: #f6f0de; color: #2b241b; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 24px; }
figure { margin: 0; } img { max-width: 100%; max-height: 560px; border: 1px solid #b9ab86; }
.found { color: #b40e28; font-weight: 600; }"""


def build(out: Path, browser: Browser, moments: Sequence[Moment]) -> dict[str, list[Finding]]:
    """Write pictures and `index.html` to a folder; return what axe found, by moment (only moments with
    problems).
    """
    out.mkdir(parents=True, exist_ok=True)
    result: dict[str, list[Finding]] = {}
    with TemporaryDirectory() as folder, running(Path(folder)) as server:
        for moment in moments:
            if faults := take(out, browser, server, moment):
                result[moment.name] = faults
            print(f"{moment.name}: {len(faults)} found", flush=True)
    (out / "index.html").write_text(index(moments, result), encoding="utf-8")
    return result


def take(out: Path, browser: Browser, server: Running, moment: Moment) -> list[Finding]:
    """Play up to the moment, take its picture, and run axe; an error of the page counts too."""
    width, height = SIZES[moment.size]
    touch = moment.size in TOUCH
    finger: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    scheme: Any = "dark" if moment.dark else "light"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, **(finger if touch else {})
    )
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        sitting = Sitting(page, server, art=True)
        try:
            moment.play(sitting)
        except (AssertionError, Error) as error:
            sitting.faults.append(f"not reached: {str(error).splitlines()[0]}")
        if page.locator(".map").count():
            page.wait_for_selector('[data-map="shown"]')
        if moment.sight:
            line = context.new_cdp_session(page)
            line.send("Emulation.setEmulatedVisionDeficiency", {"type": moment.sight})
        page.emulate_media(media=moment.media)  # type: ignore[arg-type]
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.wait_for_timeout(150)
        page.screenshot(path=str(out / f"{moment.name}.png"), timeout=4 * PATIENCE)  # 4K takes longer
        return [*(Finding("fault", words) for words in sitting.faults), *findings(page, moment.within)]
    finally:
        context.close()


def index(moments: Sequence[Moment], result: dict[str, list[Finding]]) -> str:
    many = sum(map(len, result.values()))
    figures = "\n".join(figure(moment, result.get(moment.name, [])) for moment in moments)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Ardennes: gallery</title>'
        f"<style>{STYLE}</style><h1>Ardennes: {len(moments)} moments, {many} findings of axe</h1>"
        f"<main>{figures}</main></html>\n"
    )


def figure(moment: Moment, faults: list[Finding]) -> str:
    width, height = SIZES[moment.size]
    light = "dark" if moment.dark else "light"
    how = ", ".join(filter(None, (f"{width} × {height}", light, moment.sight, moment.media)))
    text = "".join(f'<li class="found">{escape(f"{x.impact}: {x.words}")}</li>' for x in faults)
    picture = f"{moment.name}.png"
    return (
        f'<figure id="{moment.name}"><a href="{picture}"><img loading="lazy" src="{picture}" '
        f'alt="{escape(moment.words)}"></a><figcaption><b>{moment.name}</b>: {escape(moment.words)}<br>'
        f"{how}<ul>{text or '<li>axe: nothing found</li>'}</ul></figcaption></figure>"
    )
