"""The geometry of a map drawing: the size of a hex, the origin of the grid, and the size of the drawing."""

from __future__ import annotations

import functools
import importlib.resources
import re
from typing import Literal, NamedTuple

from ardennes.kernel.wire import MapArt

HEAD = 400  # characters; the root element is within them


class Frame(NamedTuple):
    """Measures in the drawing's units; the origin is the center of the first hex."""

    radius: float
    origin: tuple[float, float]
    size: tuple[float, float]


@functools.cache
def frame_of(name: str) -> Frame:
    """Return the frame of a drawing in web/maps, by its name without extension; all themes of a map are
    alike.
    """
    art = importlib.resources.files("ardennes.web").joinpath(f"maps/{name}.svg")
    with art.open("r", encoding="utf-8") as file:
        head = file.read(HEAD)
    result = dict(re.findall(r'(data-radius|data-origin|viewBox)="([^"]+)"', head))
    x, y = map(float, result["data-origin"].split())
    _, _, width, height = map(float, result["viewBox"].split())
    return Frame(float(result["data-radius"]), (x, y), (width, height))


def map_of(game: str, hexes: Literal["flat", "pointy"] = "flat", tail: str = "") -> MapArt:
    """Return a game's drawings and their frame for the table's stage; `hexes` are flat or pointy on top."""
    frame = frame_of(f"{game}-paper{tail}")
    art = {theme: f"maps/{game}-{theme}{tail}.svg" for theme in ("paper", "winter")}
    return MapArt(art, frame.radius, frame.origin, frame.size, hexes)
