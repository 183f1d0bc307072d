"""Draw the lobby's picture: `python -m bench.lobby_picture`, when the map or the units have changed.

It shows the opening position of Wave of Terror on our winter map, tilted by 46 degrees and lit where the
sides meet. A wide picture and one for phones go to web/pictures; lobby.json names the drawing and the
position they were made from, and a test compares. Needs Chromium.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ardennes.commands.map import read_art, sheet_size
from ardennes.dice import SealedDice
from ardennes.games import find_game, kit_of, table_of
from ardennes.kernel.match import settle_options
from bench.chromium import FLAGS, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WEB = Path(__file__).resolve().parents[1] / "src" / "ardennes" / "web"
PICTURES = WEB / "pictures"
STAMP = PICTURES / "lobby.json"
GAME, SCENARIO = "wave_of_terror", "campaign"
HOME = "http://picture/"  # answered from the folder of the page, never from a network
FRONT = 330  # how far from the other side a unit still is at the front, in the drawing's measure
DEEP = 3  # counters of a stack that are seen
CUT = (1300, 400, 2044, 1889)  # left, top, width and height of the part of the map that is seen
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}


class Shot(NamedTuple):
    """One picture: the window, how many pixels a point has, the sheet's place and tilt, and the limit."""

    window: tuple[int, int]
    scale: float
    sheet: str
    eye: str
    most: int  # bytes


SHOTS = {
    "lobby-wide": Shot(
        (1600, 1000),
        1.25,
        "left:-300px;top:-570px;width:2044px;height:1889px;transform-origin:50% 60%;"
        "transform:rotateX(46deg) rotateZ(7deg) scale(1.02)",
        "perspective:1390px;perspective-origin:56% 8%",
        250_000,
    ),
    "lobby-phone": Shot(
        (390, 470),
        2,
        "left:-1210px;top:-760px;width:1840px;height:1700px;transform-origin:66% 62%;"
        "transform:rotateX(46deg) rotateZ(6deg) scale(.8)",
        "perspective:900px;perspective-origin:50% 0",
        90_000,
    ),
}
# The German plan as a staff officer would pencil it, in the drawing's measure.
ARROWS = (
    "M3080 1210C2960 1180 2860 1130 2760 1120C2640 1110 2540 1080 2430 1060",
    "M3040 1560C2940 1600 2860 1560 2790 1520C2730 1490 2700 1470 2650 1462",
    "M2800 1880C2660 1900 2500 1850 2360 1880C2260 1900 2150 1890 2030 1870",
    "M2720 2080C2600 2090 2480 2100 2330 2110",
)
PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="css/base.css"><style>
body { margin: 0; background: #0c0f13; overflow: hidden; }
.sky { position: absolute; inset: 0; overflow: hidden; }
.sheet { position: absolute; box-shadow: 0 40px 90px #000; }
.sheet > * { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
.plan { fill: none; stroke: #a01a1a; stroke-width: 24; stroke-linecap: round; stroke-linejoin: round;
  opacity: .78; mix-blend-mode: multiply; }
svg text { font-family: "Barlow Condensed"; }
</style><div class="sky"><div class="sheet"></div></div>"""
DRAW = """async ({ art, wide, high, units, front, cut, arrows, sheet, eye }) => {
  const { counter } = await import("./js/map/counters.js");
  const { s } = await import("./js/lib/dom.js");
  const [left, top, width, height] = cut;
  const viewBox = cut.join(" ");
  const map = new Image();
  map.src = URL.createObjectURL(new Blob([art], { type: "image/svg+xml" }));
  await map.decode();
  const ground = document.createElement("canvas");
  Object.assign(ground, { width: width * 1.5, height: height * 1.5 });
  const pen = ground.getContext("2d");
  pen.scale(1.5, 1.5);
  pen.drawImage(map, -left, -top, wide, high);
  const plan = s("g", { class: "plan" });
  const board = s("svg", { viewBox }, plan);
  for (const d of arrows) {
    const line = s("path", { d });
    const tip = line.getPointAtLength(line.getTotalLength());
    const before = line.getPointAtLength(line.getTotalLength() - 30);
    const turn = Math.atan2(tip.y - before.y, tip.x - before.x) * 180 / Math.PI;
    const transform = `translate(${tip.x} ${tip.y}) rotate(${turn})`;
    plan.append(line, s("path", { d: "M-52 -44L16 0L-52 44", transform }));
  }
  for (const { x, y, unit, print } of units) {
    const shadow = { x: x - 30, y: y - 15, width: 54, height: 52, rx: 5, fill: "#0a0d12", opacity: .45 };
    board.append(s("rect", shadow),
      counter(unit, [], {}, 50, "", print, [x - 25, y - 25]));
  }
  // Night lies over the sheet and is thinner where the sides meet.
  const all = { x: left, y: top, width, height };
  const room = { x: "-50%", y: "-50%", width: "200%", height: "200%" };
  const blur = s("filter", { id: "soft", ...room }, s("feGaussianBlur", { stdDeviation: 105 }));
  const dots = front.map(([x, y]) => s("circle", { cx: x, cy: y, r: 150, fill: "#000" }));
  const light = s("g", { filter: "url(#soft)" }, dots);
  const mask = s("mask", { id: "dark" }, s("rect", { ...all, fill: "#fff" }), light);
  const night = s("svg", { viewBox }, s("defs", {}, blur, mask), s("rect", { ...all, fill: "#d9dde4" }),
    s("rect", { ...all, fill: "#0c1726", opacity: .9, mask: "url(#dark)" }));
  night.style.mixBlendMode = "multiply";
  const fires = front.map(([x, y]) => s("circle", { cx: x + 40, cy: y, r: 70, fill: "#ff9d45" }));
  const glow = s("svg", { viewBox }, s("g", { filter: "url(#soft)", opacity: .2 }, fires));
  glow.style.mixBlendMode = "screen";
  document.querySelector(".sky").style.cssText = eye;
  const node = document.querySelector(".sheet");
  node.style.cssText = sheet;
  node.replaceChildren(ground, board, night, glow);
  const weights = ["500", "600", "700"];
  await Promise.all(weights.map((weight) => document.fonts.load(`${weight} 12px "Barlow Condensed"`)));
}"""
TO_WEBP = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const made = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(made, byte => String.fromCharCode(byte)).join(""));
}"""


def position() -> list[dict[str, Any]]:
    """Return the units of the opening position: where each counter lies, its unit and what it prints."""
    game = find_game(GAME)
    table, dice = table_of(game), SealedDice(bytes(32))
    state = game.start(SCENARIO, settle_options(game, {}), dice)
    if order := kit_of(game.id).set_up:
        for _ in game.sides:
            for word in (order, "end"):
                game.apply(state, game.to_move(state)[0], game.read_order({"do": word}), dice)
    stage = table.stage()
    spots = {hex_.id: (hex_.x, hex_.y) for hex_ in stage.hexes}
    placed: dict[str, dict[str, Any]] = {}
    for side in range(len(game.sides)):
        for one in table.board(game.view(state, side), side).units:
            unit = stage.units[one.id]
            if game.sides.index(unit.side) == side and one.hex in spots:
                placed[one.id] = {"hex": one.hex, "unit": unit, "print": one.print or unit.print}
    stacks: dict[str, int] = {}
    result = []
    lowest_first = sorted(
        placed.values(), key=lambda counter: (spots[counter["hex"]][1], counter["unit"].factor)
    )
    for counter in lowest_first:
        deep = stacks.get(counter["hex"], 0)
        stacks[counter["hex"]] = deep + 1
        if deep < DEEP:
            x, y = spots[counter["hex"]]
            unit = msgspec.to_builtins(counter["unit"])
            result.append({"x": x + 5 * deep, "y": y - 5 * deep, "unit": unit, "print": counter["print"]})
    return result


def front_of(units: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """Return the places of units that have one of the other side near them."""
    return [
        (one["x"], one["y"])
        for one in units
        if any(
            other["unit"]["side"] != one["unit"]["side"]
            and abs(other["x"] - one["x"]) + abs(other["y"] - one["y"]) < FRONT
            for other in units
        )
    ]


def drawn_from() -> dict[str, str]:
    """Name the drawing and the position that the picture is made from."""
    parts = {"map": read_art(GAME, "winter"), "position": json.dumps(position(), sort_keys=True)}
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in parts.items()}


def _answer(route: Route) -> None:
    path = route.request.url.removeprefix(HOME)
    if not path:
        route.fulfill(body=PAGE, content_type="text/html")
        return
    file = WEB / path
    route.fulfill(path=file, content_type=TYPES.get(file.suffix, "application/octet-stream"))


def _compressed(page: Page, png: bytes, most: int) -> bytes:
    """Return the picture in the best quality that fits."""
    for quality in range(84, 20, -4):
        made = b64decode(page.evaluate(TO_WEBP, [b64encode(png).decode(), quality / 100]))
        if len(made) <= most:
            return made
    raise ValueError(f"the picture does not fit into {most} bytes")


def main() -> None:
    from playwright.sync_api import sync_playwright

    art, units = read_art(GAME, "winter"), position()
    wide, high = sheet_size(art)
    drawing = {"art": art, "wide": wide, "high": high, "units": units, "front": front_of(units)}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name, shot in SHOTS.items():
            width, height = shot.window
            page = browser.new_page(
                viewport={"width": width, "height": height}, device_scale_factor=shot.scale
            )
            page.route("**/*", _answer)
            page.goto(HOME)
            more = {"cut": CUT, "arrows": ARROWS, "sheet": shot.sheet, "eye": shot.eye}
            page.evaluate(DRAW, drawing | more)
            made = _compressed(browser.new_page(), page.screenshot(), shot.most)
            (PICTURES / f"{name}.webp").write_bytes(made)
            print(f"{name}.webp: {len(made) / 1000:.0f} kB")
    STAMP.write_text(json.dumps(drawn_from(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
