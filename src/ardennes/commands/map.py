"""`ardennes map`: a game's map as a drawing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from ardennes.errors import UserError

_THEMES = ("paper", "winter")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic", "--disable-gpu",
    "--hide-scrollbars",
)  # fmt: skip


def command(
    game: Annotated[str, typer.Argument(help="Which game, for example tigers.")],
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the map as SVG to this file.")] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Write the map as PNG to this file (needs Chromium).")
    ] = None,
    theme: Annotated[str, typer.Option("--theme", help="paper or winter.")] = "paper",
    turned: Annotated[
        bool, typer.Option("--turned", help="West at the top, where the game has such a map (breakthrough).")
    ] = False,
) -> int:
    """Save the map of a game as a picture.

    Examples:

    * `ardennes map tigers --svg map.svg`

    * `ardennes map tigers --png map.png --theme winter`

    * `ardennes map breakthrough --png map.png --turned`
    """
    art = read_art(game, theme, turned)
    if svg is None and png is None:
        raise UserError(f"Say where the map should go: ardennes map {game} --svg FILE or --png FILE.")
    if svg is not None:
        _save(svg, art.encode())
        print(f"The {theme} map of {game} is in {svg}.")
    if png is not None:
        _save(png, rasterised(art))
        print(f"The {theme} map of {game} is in {png}.")
    return 0


def drawn_games() -> list[str]:
    """The games whose map art is in the project."""
    names = (entry.name for entry in files("ardennes.web").joinpath("maps").iterdir())
    return sorted(name.removesuffix("-paper.svg") for name in names if name.endswith("-paper.svg"))


def read_art(game: str, theme: str, turned: bool = False) -> str:
    """The committed drawing; an unknown game or theme is told with the valid ones."""
    if game not in drawn_games():
        raise UserError(f"There is no map of '{game}'. Games with a map: {', '.join(drawn_games())}.")
    if theme not in _THEMES:
        raise UserError(f"There is no theme '{theme}'. Themes: {', '.join(_THEMES)}.")
    drawing = files("ardennes.web").joinpath("maps", f"{game}-{theme}{'-turned' if turned else ''}.svg")
    if not drawing.is_file():
        raise UserError(f"The map of {game} is drawn with north at the top only: leave out --turned.")
    return drawing.read_text(encoding="utf-8")


def sheet_size(art: str) -> tuple[int, int]:
    """Width and height that the drawing asks for."""
    box = art.split('viewBox="', 1)[1].split('"', 1)[0].split()
    return round(float(box[2])), round(float(box[3]))


def find_browser() -> str | None:
    """ARDENNES_BROWSER, else one on the PATH, else one where Windows or macOS keep theirs."""
    if named := os.environ.get("ARDENNES_BROWSER"):
        return named
    on_path = (shutil.which(name) for name in _BROWSERS)
    return next(filter(None, on_path), None) or next((str(p) for p in usual_places() if p.is_file()), None)


def usual_places(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Iterator[Path]:
    """Where a Chromium is that is not on the PATH."""
    if platform == "darwin":
        for name in ("Chromium", "Google Chrome", "Microsoft Edge"):
            yield Path(f"/Applications/{name}.app/Contents/MacOS/{name}")
    if platform == "win32":
        for folder in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
            if root := environ.get(folder):
                for name in ("Chromium/Application/chrome", "Google/Chrome/Application/chrome"):
                    yield Path(root, f"{name}.exe")
                yield Path(root, "Microsoft/Edge/Application/msedge.exe")


def rasterised(art: str) -> bytes:
    """The drawing as PNG, by a Chromium without a window."""
    browser = find_browser()
    if browser is None:
        raise UserError(
            "A PNG needs Chromium, and none of "
            f"{', '.join(_BROWSERS)} was found. Install it (Debian, Ubuntu: apt install chromium; "
            "macOS: brew install --cask chromium; or name yours in ARDENNES_BROWSER), "
            "or save the map with --svg."
        )
    width, height = sheet_size(art)
    with tempfile.TemporaryDirectory() as folder:
        source, picture = Path(folder, "map.svg"), Path(folder, "map.png")
        source.write_text(art, encoding="utf-8")
        arguments = [browser, *_FLAGS, f"--user-data-dir={folder}/profile", f"--window-size={width},{height}"]
        arguments += [f"--screenshot={picture}", source.as_uri()]
        try:
            run = subprocess.run(arguments, capture_output=True, timeout=120, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UserError(
                f"{browser} could not draw the map: {error}. Save it with --svg instead."
            ) from None
        if run.returncode != 0 or not picture.is_file():
            said = (run.stderr.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
            raise UserError(f"{browser} could not draw the map: {said}. Save it with --svg instead.")
        return picture.read_bytes()


def _save(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}. Name a file in a folder that exists."
        ) from None
