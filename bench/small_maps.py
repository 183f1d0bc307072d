"""Draw the lobby's small pictures from the games' map art: `python -m bench.small_maps`, after a map changed.

Three pictures per game go to web/pictures: a detail for its card, the whole map for its scenarios, and a very
small one for the list of matches. made.json records the drawing they were made from; a test compares it.
Needs Chromium.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode
from pathlib import Path

from playwright.sync_api import sync_playwright

from ardennes.commands.map import read_art, sheet_size
from ardennes.games import GAMES
from bench.chromium import FLAGS, find_chromium

PICTURES = Path(__file__).resolve().parents[1] / "src" / "ardennes" / "web" / "pictures"
CARD = (520, 216)  # twice what a card shows, for high-resolution screens
WHOLE, MINI = 840, 260  # widths
QUALITY = 0.62
# Left, top and width of the detail on a game's card, in units of the drawing: around St. Vith or Bastogne.
CUTTINGS = {
    "tigers": (740, 400, 700),
    "breakthrough": (1150, 1400, 960),
    "wave_of_terror": (2260, 1330, 700),
    "playsheet": (1500, 1890, 940),
}
TO_WEBP = """async ([svg, left, top, wide, width, height, quality]) => {
  const drawing = new Image();
  drawing.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await drawing.decode();
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  const scale = width / wide;
  pen.scale(scale, scale);
  pen.drawImage(drawing, -left, -top, drawing.naturalWidth, drawing.naturalHeight);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const made = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(made, byte => String.fromCharCode(byte)).join(""));
}"""


def drawn_from(game: str) -> str:
    """Return the id of the drawing that a game's pictures are made from."""
    return hashlib.sha256(read_art(game, "paper").encode()).hexdigest()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as driver:
        page = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS).new_page()
        for game in GAMES:
            art = read_art(game, "paper")
            wide, high = sheet_size(art)
            pictures = {
                "card": (*CUTTINGS[game], *CARD),
                "whole": (0, 0, wide, WHOLE, round(WHOLE * high / wide)),
                "mini": (0, 0, wide, MINI, round(MINI * high / wide)),
            }
            for name, box in pictures.items():
                made = b64decode(page.evaluate(TO_WEBP, [art, *box, QUALITY]))
                (PICTURES / f"{game}-{name}.webp").write_bytes(made)
                print(f"{game}-{name}.webp: {len(made) / 1000:.0f} kB")
    made_from = {game: drawn_from(game) for game in GAMES}
    (PICTURES / "made.json").write_text(json.dumps(made_from, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
