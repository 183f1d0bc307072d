"""What a drawing of a map tells about itself: how large a hex is, where hexes are counted from, its size."""

from __future__ import annotations

import functools
import importlib.resources
import re
from typing import Literal, NamedTuple

from ardennes.kernel.wire import MapArt

HEAD = 400  # characters; the root element stands in them


class Frame(NamedTuple):
    """In the drawing's own measure; the origin is the middle of the first hex."""

    radius: float
    origin: tuple[float, float]
    size: tuple[float, float]


@functools.cache
def frame_of(name: str) -> Frame:
    """The frame of a drawing in web/maps, by its name without the ending; the themes of a map are alike."""
    art = importlib.resources.files("ardennes.web").joinpath(f"maps/{name}.svg")
    with art.open("r", encoding="utf-8") as file:
        head = file.read(HEAD)
    result = dict(re.findall(r'(data-radius|data-origin|viewBox)="([^"]+)"', head))
    x, y = map(float, result["data-origin"].split())
    _, _, width, height = map(float, result["viewBox"].split())
    return Frame(float(result["data-radius"]), (x, y), (width, height))


def map_of(game: str, hexes: Literal["flat", "pointy"] = "flat", tail: str = "") -> MapArt:
    """A game's drawings and their frame as a table's stage tells them; `hexes` are flat or pointy on top."""
    frame = frame_of(f"{game}-paper{tail}")
    art = {theme: f"maps/{game}-{theme}{tail}.svg" for theme in ("paper", "winter")}
    return MapArt(art, frame.radius, frame.origin, frame.size, hexes)
