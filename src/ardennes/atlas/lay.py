"""python -m ardennes.atlas.lay: map 1944 to the maps of all games, as tables of ardennes.history.

Repeated runs write the same bytes. A hex is held by the side that held its center. A place is in the hex that
contains it, or in the hex to which the game gives that name. The fronts are warped like the map: where the
rulebook moved a town or river, the line moves too.
"""

from __future__ import annotations

import csv
import io
import sys
from importlib.resources import files
from pathlib import Path

from ardennes.atlas.art.scene import read_scene
from ardennes.atlas.spec import MapSpec, games_with_maps, map_folder, read_spec
from ardennes.atlas.tables import read_tables
from ardennes.history.chronicle import ALLIED, EVENINGS, GERMAN, fronts, holder, places

COLUMNS = ("hex", "lat", "lon", "km2", "start", "evenings", "places")
HEAD = (
    "# 1944 on the map of the game, by python -m ardennes.atlas.lay: the owner and the places of each hex.\n"
)
LINE_COLUMNS = ("day", "order", "held_by", "confidence", "points")
LINES_HEAD = (
    "# The fronts of 1944 on the drawing of the game's map, by python -m ardennes.atlas.lay: x, y, x, y.\n"
)
STEP = 0.01  # size of a hex, to measure its area on the ground


def area(spec: MapSpec, x: float, y: float) -> float:
    """Return the square kilometres of a hex with its center at a point of the plane: height 1, so sqrt(3)/2
    there.
    """
    fit = spec.fit
    near = ((x, y), (x + STEP, y), (x, y + STEP))
    here, right, up = (fit.kilometres(*fit.ground(*point)) for point in near)
    (ax, ay), (bx, by) = (right[0] - here[0], right[1] - here[1]), (up[0] - here[0], up[1] - here[1])
    return abs(ax * by - ay * bx) / STEP**2 * 3**0.5 / 2


def printed(game: str) -> dict[str, dict[str, str]]:
    """Return the hexes of the game's own map, by number."""
    with (map_folder(game) / "hexes.csv").open(encoding="utf-8", newline="") as file:
        return {row["hex"]: row for row in csv.DictReader(file)}


def table(game: str) -> str:
    """Return the table of one game's hexes."""
    spec = read_spec(map_folder(game), game)
    plane, fit = spec.plane, spec.fit
    there: dict[int, list[str]] = {}
    own = printed(game)
    named = {row["place"]: plane.grid.at(label) for label, row in own.items() if row["place"]}
    for place in places():
        cell = named.get(place.name, plane.hex_at(fit.plane(place.lon, place.lat)))
        if cell is not None:
            there.setdefault(cell, []).append(place.name)
    text = io.StringIO(HEAD, newline="")
    text.seek(0, io.SEEK_END)
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    for cell, (x, y) in plane.centres.items():
        lon, lat = fit.ground(x, y)
        evenings = "".join(holder(day, lon, lat) for day in EVENINGS)
        label, size = plane.grid.label(cell), f"{area(spec, x, y):.1f}"
        start = GERMAN if own[label]["side"] == "german" else ALLIED
        names = "; ".join(there.get(cell, ()))
        out.writerow((label, f"{lat:.4f}", f"{lon:.4f}", size, start, evenings, names))
    return text.getvalue()


def lines(game: str) -> str:
    """Return the table of the fronts on one game's drawing, segment by segment."""
    spec = read_spec(map_folder(game), game)
    marks, side_marks = ([mark.name for mark in marks] for marks in (spec.marks, spec.side_marks))
    scene = read_scene(spec, read_tables(spec.folder, marks, side_marks))
    text = io.StringIO(LINES_HEAD, newline="")
    text.seek(0, io.SEEK_END)
    out = csv.writer(text, lineterminator="\n")
    out.writerow(LINE_COLUMNS)
    for row in fronts():
        points = [f"{x:.0f} {y:.0f}" for x, y in (scene.on_sheet(lon, lat) for lon, lat in row.points)]
        out.writerow((row.day, row.order, row.held_by, row.confidence, " ".join(points)))
    return text.getvalue()


def main() -> int:
    folder = Path(str(files("ardennes.history"))) / "data"
    for game in games_with_maps():
        for name, text in ((f"{game}.csv", table(game)), (f"{game}_fronts.csv", lines(game))):
            (folder / name).write_text(text, encoding="utf-8", newline="")
            print(f"{game}: {folder / name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
