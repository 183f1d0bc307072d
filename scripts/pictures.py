"""Take all pictures of the documentation again: python scripts/pictures.py [NAME...]

The pictures come from a real server, the terminal game and a short run of the lab, all with fixed seeds, seen
in headless Chromium. They are written to docs/pictures, with a stamp in pictures.json: version, commit, date
and the sources they show. With names, only those pictures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from picture_stamp import SOURCES, STAMP, digest_of, files_of
from setup import HOME

sys.path.insert(0, str(HOME))

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = HOME / STAMP.parent
WIDE, PHONE, PAPER = (1080, 680), (390, 844), (1000, 700)
QUALITY = {"page": 0.34, "map": 0.5, "terminal": 0.6, "report": 0.7}
TO_WEBP = """async ([png, quality]) => {
  const bytes = Uint8Array.from(atob(png), c => c.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const made = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(made, byte => String.fromCharCode(byte)).join(""));
}"""
TERMINAL = ("no", "board", "odds 1206", "quit")
EXPERIMENT = """question = "Does a kinder 3:1 column win the Germans Bastogne?"
game = "tigers"
scenarios = ["bastogne"]
measures = ["german_wins", "margin", "german_men", "allied_men"]
[[players]]
german = "staff"
allied = "staff"
[seeds]
first = 2001
[stop]
games = 20
[[vary]]
name = "3:1 column"
[[vary.level]]
name = "printed"
[[vary.level]]
name = "as 4:1"
[vary.level.change."crt.csv"]
1 = { "3:1" = "DD" }
2 = { "3:1" = "D3" }
4 = { "3:1" = "D2" }
6 = { "3:1" = "D1" }
"""


class Picture(NamedTuple):
    """A picture: its kind, how to take it, and the size of the window."""

    kind: str
    take: Callable[[Studio, Page], None]
    size: tuple[int, int] = WIDE

    @property
    def phone(self) -> bool:
        return self.size == PHONE


class Studio:
    """What pictures are taken of; each part starts when the first picture needs it."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._server: Any = None
        self._run: Path | None = None

    def folder(self) -> Path:
        return Path(self._stack.enter_context(TemporaryDirectory()))

    def server(self) -> Any:
        from tests.server.running import running

        if self._server is None:
            self._server = self._stack.enter_context(running(self.folder()))
        return self._server

    def lab_run(self) -> Path:
        """Return the folder of a short run of the lab, with its report."""
        if self._run is None:
            folder = self.folder()
            (folder / "experiment.toml").write_text(EXPERIMENT, encoding="utf-8")
            self._run = folder / "run"
            ardennes("lab", "run", str(folder / "experiment.toml"), "--out", str(self._run))
            ardennes("lab", "report", str(self._run))
        return self._run


def ardennes(*words: str, typed: str = "", **variables: str) -> str:
    """Run a command of Ardennes and return what it prints."""
    command = [sys.executable, "-m", "ardennes", *words]
    done = subprocess.run(
        command,
        cwd=HOME,
        env=os.environ | variables,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"ardennes {' '.join(words)} failed:\n{done.stderr}")
    return done.stdout


def at(name: str) -> Callable[[Studio, Page], None]:
    """Return what takes a picture of a moment of tests/browser/moments.py."""

    def take(studio: Studio, page: Page) -> None:
        from tests.browser import moments
        from tests.browser.sitting import PATIENCE, Sitting

        page.set_default_timeout(PATIENCE)
        getattr(moments, name)(Sitting(page, studio.server(), art=True))
        if page.locator(".map").count():
            page.wait_for_selector('[data-map="shown"]')

    return take


def terminal(studio: Studio, page: Page) -> None:
    """Show the board and the odds of an attack in the terminal game."""
    from rich.console import Console
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME
    from rich.text import Text

    typed = "".join(f"{line}\n" for line in TERMINAL)
    printed = ardennes(
        *("play", "tigers", "--scenario", "st_vith", "--seed", "3", "--german", "human"),
        typed=typed, COLUMNS="110", LINES="80", FORCE_COLOR="1", ARDENNES_SAVES=str(studio.folder()),
    )  # fmt: skip
    shown = "german> board" + printed.partition("german> board")[2].partition("german> quit")[0]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=110, file=nowhere)
        console.print(Text.from_ansi(shown))
    page.set_content(console.export_svg(title="Tigers in the Ardennes", theme=DEFAULT_TERMINAL_THEME))


def lab_page(name: str) -> Callable[[Studio, Page], None]:
    def take(studio: Studio, page: Page) -> None:
        page.goto((studio.lab_run() / "report" / name).as_uri())

    return take


def map_sheet(studio: Studio, page: Page) -> None:
    """Show the map of Tigers as it is printed."""
    art = (HOME / "src/ardennes/web/maps/tigers-paper.svg").as_uri()
    page.goto((HOME / "src/ardennes/web").as_uri())
    page.set_content(f'<body style="margin:0"><img src="{art}" style="width:100%;display:block">')
    page.wait_for_function("() => document.images[0].complete")


PICTURES = {
    "table-lobby": Picture("page", at("lobby_empty")),
    "table-attack": Picture("page", at("tigers_attack")),
    "table-reach": Picture("page", at("tigers_picked")),
    "table-layers": Picture("page", at("tigers_layers")),
    "table-battle": Picture("page", at("tigers_result")),
    "table-replay": Picture("page", at("tigers_replay")),
    "table-end": Picture("page", at("tigers_over")),
    "table-rulebook": Picture("page", at("tigers_rulebook")),
    "table-phone": Picture("page", at("tigers_picked"), PHONE),
    "breakthrough-attack": Picture("page", at("breakthrough_attack")),
    "breakthrough-organization": Picture("page", at("breakthrough_unit")),
    "wave-front": Picture("page", at("wave_far")),
    "wave-march": Picture("page", at("wave_march")),
    "playsheet-attack": Picture("page", at("playsheet_attack")),
    "playsheet-sheet": Picture("page", at("playsheet_sheet")),
    "playsheet-replay": Picture("page", at("playsheet_turn")),
    "playsheet-command": Picture("page", at("playsheet_command")),
    "terminal": Picture("terminal", terminal, (1000, 900)),
    "map-tigers": Picture("map", map_sheet, (900, 700)),
    "lab-report": Picture("report", lab_page("index.html"), PAPER),
    "lab-history": Picture("report", lab_page("history.html"), PAPER),
}


def take(browser: Browser, studio: Studio, picture: Picture) -> bytes:
    """Take one picture and return it as WebP."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=picture.phone, is_mobile=picture.phone
    )
    try:
        page = context.new_page()
        picture.take(studio, page)
        page.mouse.move(picture.size[0] // 2, 4)  # away from the map, so that no tip covers it
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        page.wait_for_timeout(300)
        if picture.kind in ("terminal", "map"):
            taken = page.locator("svg, img").first.screenshot()
        else:
            taken = page.screenshot()
        blank = context.new_page()
        return b64decode(blank.evaluate(TO_WEBP, [b64encode(taken).decode(), QUALITY[picture.kind]]))
    finally:
        context.close()


def stamped(names: list[str]) -> dict[str, Any]:
    """Return the stamp with new entries for these pictures."""
    from ardennes import __version__

    file = HOME / STAMP
    old = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"pictures": {}, "sources": {}}
    commit = subprocess.run(
        ["git", "rev-parse", "--short=10", "HEAD"],
        cwd=HOME,
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout.strip()
    files = {kind: files_of(kind, HOME) for kind in SOURCES}
    pictures = {
        name: entry for name, entry in old["pictures"].items() if name.removesuffix(".webp") in PICTURES
    }
    for name in names:
        kind = PICTURES[name].kind
        pictures[f"{name}.webp"] = {
            "kind": kind,
            "version": __version__,
            "commit": commit,
            "date": datetime.now(UTC).date().isoformat(),
            "sources": digest_of(files[kind]),
        }
    sources = old["sources"] | {digest_of(group): group for group in files.values()}
    used = {entry["sources"] for entry in pictures.values()}
    return {
        "pictures": dict(sorted(pictures.items())),
        "sources": {digest: sources[digest] for digest in sorted(used)},
    }


def main(*names: str) -> int:
    from playwright.sync_api import sync_playwright

    from bench.chromium import FLAGS, MISSING, find_chromium

    unknown = set(names) - set(PICTURES)
    if unknown:
        sys.exit(
            f"no picture is called {', '.join(sorted(unknown))}; the pictures are: {', '.join(PICTURES)}"
        )
    if find_chromium() is None:
        sys.exit(MISSING)
    chosen = list(names or PICTURES)
    with ExitStack() as stack, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, "--allow-file-access-from-files"]
        )
        studio = Studio(stack)
        for name in chosen:
            data = take(browser, studio, PICTURES[name])
            (FOLDER / f"{name}.webp").write_bytes(data)
            print(f"{name}.webp: {len(data) // 1024} kB", flush=True)
        browser.close()
    (HOME / STAMP).write_text(json.dumps(stamped(chosen), indent=1) + "\n", encoding="utf-8")
    total = sum(file.stat().st_size for file in FOLDER.iterdir())
    print(f"{len(chosen)} pictures; docs/pictures has {total // 1024} kB.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
