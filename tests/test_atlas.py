"""The atlas and the map compiler: projection, raster, pins and their errors, the drawing, the command."""

from __future__ import annotations

import gzip
import shutil
import xml.etree.ElementTree as ET
from bisect import bisect_left
from itertools import pairwise
from pathlib import Path

import pytest

from ardennes.atlas import geodata
from ardennes.atlas.art.names import lay_names, number_spots
from ardennes.atlas.art.placing import Box
from ardennes.atlas.art.scene import Scene, read_scene
from ardennes.atlas.frame import Head
from ardennes.atlas.pins import read_pins
from ardennes.atlas.plane import HexPlane, corner_point
from ardennes.atlas.project import ROOT3_2, Fit
from ardennes.atlas.snap import river_sides, road_hexes
from ardennes.atlas.spec import MapSpec, known_fits, map_folder, read_fit, read_spec
from ardennes.atlas.tables import MapTables, read_tables
from ardennes.cli import run
from ardennes.commands import map as command
from ardennes.errors import UserError
from ardennes.hexes import make_grid
from ardennes.kernel.datafile import DataFileError
from bench.chromium import find_chromium
from tests.machine import NO_CHROMIUM


def plane(columns: int = 6, rows: int = 5) -> HexPlane:
    cells = [(c, r) for c in range(columns) for r in range(rows)]
    return HexPlane(make_grid(cells, pushed="odd", label=lambda c, r: f"{c},{r}"))


def fit_of(name: str) -> Fit:
    return read_fit(known_fits().section(name))


SHEETS: tuple[tuple[str, Head], ...] = (
    ("tigers", "north"), ("breakthrough", "north"), ("breakthrough", "west"), ("wave_of_terror", "north"),
    ("playsheet", "north"),
)  # fmt: skip


def committed(spec: MapSpec) -> MapTables:
    """The tables of a game's map."""
    marks, side_marks = ([mark.name for mark in kind] for kind in (spec.marks, spec.side_marks))
    return read_tables(spec.folder, marks, side_marks)


@pytest.fixture(scope="module", params=SHEETS, ids="-".join)
def scene(request: pytest.FixtureRequest) -> Scene:
    game, head = request.param
    spec = read_spec(map_folder(game), game)
    return read_scene(spec, committed(spec), head)


# --- facts and projection --------------------------------------------------------------------------


def test_all_layers_can_be_read() -> None:
    assert len(geodata.places()) == 512
    assert {layer: len(geodata.lines(layer)) for layer in geodata.LINE_LAYERS} == {
        "front": 4, "gorges": 49, "rivers": 43, "roads": 213, "westwall": 8,
    }  # fmt: skip
    assert {layer: len(geodata.areas(layer)) for layer in geodata.AREA_LAYERS} == {
        "broken": 215, "forests": 775, "heights": 32, "lakes": 5, "zones": 33,
    }  # fmt: skip


def test_a_place_is_found_by_any_of_its_names() -> None:
    assert geodata.place("Liège") == geodata.place("Lüttich")
    assert geodata.place("Atlantis") is None


def test_broken_geography_is_reported_by_file_and_place(tmp_path: Path) -> None:
    layer = tmp_path / "rivers.geojson"
    layer.write_text('{"features": [{"geometry": {"type": "Point", "coordinates": [1, 2]}}]}')
    with pytest.raises(
        DataFileError, match=r"rivers\.geojson, feature 1: found 'Point'; expected .*LineString"
    ):
        geodata.read_lines(layer)
    layer.write_text('{"features": [\n oops]}')
    with pytest.raises(DataFileError, match=r"rivers\.geojson, line 2: found invalid JSON"):
        geodata.read_lines(layer)
    layer.write_text('{"features": [{"geometry": {"type": "LineString", "coordinates": [[5, 50], [6]]}}]}')
    with pytest.raises(
        DataFileError, match=r"feature 1: found the point \[6\]; expected \[longitude, latitude\]"
    ):
        geodata.read_lines(layer)


@pytest.mark.parametrize(
    ("fit", "lon", "lat", "u", "v", "near"),
    [
        ("wave_of_terror", 5.7184, 50.0035, 20, 33, 0.26),  # Bastogne, E2033
        ("wave_of_terror", 6.1272, 50.2815, 31, 19.5, 0.26),  # Saint-Vith, E3119
        ("wave_of_terror", 6.1265, 50.0510, 30.5, 28.25, 0.06),  # the Dasburg bridge, E3028/3128
        ("breakthrough", 5.7184, 50.0035, 7, 13.5, 0.51),  # Bastogne, 7,13
        ("breakthrough_affine", 6.1272, 50.2815, 19, 23.5, 0.2),  # Saint-Vith, 19,23
    ],
)
def test_other_games_grids_put_known_places_in_their_hex(
    fit: str, lon: float, lat: float, u: float, v: float, near: float
) -> None:
    result = fit_of(fit).columns_rows(lon, lat)
    assert ((result[0] - u) ** 2 * ROOT3_2**2 + (result[1] - v) ** 2) ** 0.5 <= near


@pytest.mark.parametrize(
    "name", ["breakthrough", "breakthrough_affine", "wave_of_terror", "wave_of_terror_affine"]
)
def test_ground_is_the_inverse_of_the_plane(name: str) -> None:
    fit = fit_of(name)
    for lon, lat in ((5.3, 50.0), (5.72, 50.0), (6.13, 50.28), (6.3, 49.9), (5.9, 50.45)):
        assert fit.ground(*fit.plane(lon, lat)) == pytest.approx((lon, lat), abs=1e-6)


# --- the plane, rivers and roads -------------------------------------------------------------------


def test_every_point_lies_in_the_hex_with_the_nearest_centre() -> None:
    hexes = plane()
    for k in range(900):
        point = (0.4137 + (k % 30) * 0.1301, 0.3211 + (k // 30) * 0.1507)  # never on a hexside
        nearest = min(
            hexes.centres,
            key=lambda c: (hexes.centres[c][0] - point[0]) ** 2 + (hexes.centres[c][1] - point[1]) ** 2,
        )
        result = hexes.hex_at(point)
        if result is not None:
            assert result == nearest
    assert hexes.hex_at((-5.0, 0.0)) is None


def test_neighbours_share_exactly_two_corners() -> None:
    hexes = plane()
    for (one, two), (a, b) in hexes.sides.items():
        assert set(hexes.corners(a)) & set(hexes.corners(b)) == {one, two}
        (x1, y1), (x2, y2) = corner_point(one), corner_point(two)
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 == pytest.approx(1 / 3)
    far = hexes.grid.at("0,0"), hexes.grid.at("5,4")
    with pytest.raises(ValueError, match="do not touch"):
        hexes.side(*far)


def test_a_river_follows_the_hexsides_it_runs_along() -> None:
    """Between columns 2 and 3, from the bottom of the map to the top."""
    hexes = plane()
    line = [(2.5 * ROOT3_2, -0.4), (2.5 * ROOT3_2, 5.2)]
    sides = river_sides(hexes, line)
    assert len(sides) >= 8
    for a, b in sides:
        assert {hexes.grid.column[a], hexes.grid.column[b]} == {2, 3}
    corners = [set(hexes.side(a, b)) for a, b in sides]
    assert all(one & two for one, two in pairwise(corners))  # one unbroken course


def test_a_road_goes_from_hex_to_hex_and_skips_clipped_corners() -> None:
    hexes = plane()
    along = [(0.0, 2.0), (2 * ROOT3_2, 2.02), (5 * ROOT3_2, 2.3)]
    (route,) = road_hexes(hexes, along)
    assert [hexes.grid.column[cell] for cell in route] == [0, 1, 2, 3, 4, 5]
    assert all(hexes.grid.adjacent(a, b) for a, b in pairwise(route))
    clipped = [(0.0, 1.0), (0.0, 1.9), (0.45, 2.02), (0.0, 2.2), (0.0, 3.0)]
    assert [[hexes.grid.label(c) for c in r] for r in road_hexes(hexes, clipped)] == [["0,1", "0,2", "0,3"]]


def test_shares_are_parts_of_the_hex_area() -> None:
    shapely = pytest.importorskip("shapely")
    from ardennes.atlas.raster import shares

    hexes = plane()
    cell = hexes.grid.at("2,2")
    x, y = hexes.centres[cell]
    half = shapely.box(x, y - 2, x + 9, y + 2)
    result = shares(hexes, half)
    assert result[cell] == pytest.approx(0.5)
    assert result[hexes.grid.at("4,2")] == pytest.approx(1)
    assert result[hexes.grid.at("0,2")] == 0


# --- a small made-up map ---------------------------------------------------------------------------

SMALL = """
title = "A small map"
[grid]
columns = [1, 8]
odd_rows = [0, 9]
even_rows = [0, 9]
omitted = []
pushed = "odd"
label = "{column:02}{row:02}"
up = "south"
sheets = [{ prefix = "W", columns = [1, 4], shift = 10 }, { prefix = "E", columns = [5, 8], shift = 0 }]
[fit]
lat0 = 50.3
lon0 = 5.9
km_per_deg_lat = 111.2
km_per_deg_lon = 71.3
u = [4.0, 0.15, 0.0]
v = [5.0, 0.0, -0.13]
[terrain.wood]
ground = "forest"
share = 0.6
hexes = ["W1100"]
never = ["W1403"]
[rivers]
Our = ["Our"]
[roads]
classes = ["main"]
[pins]
files = []
complete = []
german = ["W1100"]
[[overrides]]
hexes = ["W1200"]
field = "place"
value = "Nowhere"
why = "to show that the last word is by hand"
[[overrides]]
hexes = ["W1100", "W1200"]
field = "road"
value = "yes"
why = "a road nobody surveyed"
"""


def small(folder: Path, text: str = SMALL) -> Path:
    (folder / "map.toml").write_text(text, encoding="utf-8")
    return folder


def test_another_grid_is_compiled_from_geography_pins_and_overrides(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map

    compiled = compile_map("small", small(tmp_path))
    for path, text in compiled.files.items():
        path.write_text(text, encoding="utf-8")
    tables = read_tables(tmp_path, ())
    hexes = {row.hex: row for row in tables.hexes}
    assert len(hexes) == 80
    assert {row.terrain for row in tables.hexes} == {"open", "wood"}
    assert (hexes["W1100"].terrain, hexes["W1100"].side, hexes["W1100"].edges) == ("wood", "german", "NW")
    assert hexes["W1403"].terrain == "open"
    assert hexes["W1200"].place == "Nowhere"
    assert hexes["E0809"].side == "german"
    assert hexes["W1109"].side == "allied"
    by_hand = [row for row in tables.sides if {row.hex_a, row.hex_b} == {"W1100", "W1200"}]
    assert [(row.road, row.status) for row in by_hand] == [("yes", "by hand")]
    rivers = [row for row in tables.sides if row.river]
    assert len(rivers) > 5
    assert {row.bridge for row in rivers if row.road == "yes"} <= {"intact"}
    front = [row for row in tables.sides if row.front == "yes"]
    assert all(hexes[row.hex_a].side == "allied" and hexes[row.hex_b].side == "german" for row in front)
    assert any(row.siegfried == "yes" for row in front)


def test_a_list_of_hexes_may_hold_runs_along_a_column(tmp_path: Path) -> None:
    """The hexes of a column are consecutive in a list, as on the map."""
    text = SMALL.replace('hexes = ["W1100"]\nnever', 'hexes = ["W1100 to W1102", "W1200"]\nnever')
    spec = read_spec(small(tmp_path, text), "small")
    assert sorted(map(spec.grid.label, spec.layers[0].hexes)) == ["W1100", "W1101", "W1102", "W1200"]


def test_a_map_may_have_one_terrain_a_hex_and_marks_on_hexsides(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map

    second = '[terrain.hill]\nground = "ridge"\nshare = 1.0\nhexes = ["W1100"]\n\n'
    marked = '[side_marks.blocked]\ndefault = "no"\nyes = ["W1100/W1101"]\n\n'
    for single, terrain in (("", "hill_wood"), ("single = true\n", "hill")):
        text = SMALL.replace("[terrain.wood]", f"[terrain]\n{single}\n{second}[terrain.wood]")
        compiled = compile_map("small", small(tmp_path, text.replace("[pins]", f"{marked}[pins]")))
        for path, lines in compiled.files.items():
            path.write_text(lines, encoding="utf-8")
        tables = read_tables(tmp_path, (), ("blocked",))
        assert [row.terrain for row in tables.hexes if row.hex == "W1100"] == [terrain]
        blocked = [(row.hex_a, row.hex_b) for row in tables.sides if row.marks["blocked"] == "yes"]
        assert blocked == [("W1101", "W1100")]  # the Allied hex of the front first
    apart = SMALL.replace("[pins]", marked.replace("W1101", "W1105") + "[pins]")
    with pytest.raises(
        DataFileError, match=r"side_marks\.blocked\.yes: found 'W1100/W1105'; expected hexsides"
    ):
        read_spec(small(tmp_path, apart), "small")


CENTRES = """
[survey]
by = "centres"
[bridges]
down_on_front = ["Our"]
[terrain.cut]
ground = "broken"
share = 1
near = "gorges"
within = 0.1
like = "breakthrough rough"
"""


def test_a_map_may_be_judged_by_the_centres_of_its_hexes(tmp_path: Path) -> None:
    shapely = pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map
    from ardennes.atlas.geography import ground_areas

    compiled = compile_map("small", small(tmp_path, SMALL.replace("[rivers]", f"{CENTRES}[rivers]")))
    for path, text in compiled.files.items():
        path.write_text(text, encoding="utf-8")
    tables = read_tables(tmp_path, ())
    woods = [shapely.Polygon(area.rings[0], area.rings[1:]) for area in ground_areas("forest")]
    spec = read_spec(tmp_path, "small")
    for row in tables.hexes:
        at = shapely.Point(spec.fit.ground(*spec.plane.centres[spec.grid.at(row.hex)]))
        in_wood = any(wood.contains(at) for wood in woods)
        if row.hex not in ("W1100", "W1403"):  # pinned
            assert ("wood" in row.terrain.split("_")) == in_wood, row.hex
    assert any("cut" in row.terrain for row in tables.hexes)
    rivers = {frozenset((row.hex_a, row.hex_b)) for row in tables.sides if row.river}
    owner = {row.hex: row.side for row in tables.hexes}
    assert len(rivers) > 3
    for side in tables.sides:
        if side.bridge:
            on_front = owner[side.hex_a] != owner[side.hex_b]
            expected = ("down" if on_front else "intact") if side.road == "yes" else "none"
            assert side.bridge == expected
    assert len({side.bridge for side in tables.sides}) > 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('by = "centres"', 'by = "luck"', r"survey\.by: found 'luck'; expected 'shares' or 'centres'"),
        ('["Our"]', '["Nile"]', r"bridges\.down_on_front: found 'Nile'; expected names of \[rivers\]"),
        (
            "through rough",
            "through",
            r"terrain\.cut\.like: found 'breakthrough'; expected a game \(.*\) and a terrain",
        ),
        ("gorges", "borders", r"terrain\.cut\.near: found 'borders'; expected 'gorges', 'rivers'"),
        ("within = 0.1", "", r"terrain\.cut\.within: found nothing; expected a number"),
    ],
)
def test_mistakes_in_what_is_judged_by_centres(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = SMALL.replace("[rivers]", f"{CENTRES.replace(old, new)}[rivers]")
    with pytest.raises(DataFileError, match=message):
        read_spec(small(tmp_path, text), "small")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('pushed = "odd"', 'pushed = "up"', r"field grid\.pushed: found 'up'; expected 'odd' or 'even'"),
        (
            "columns = [1, 8]",
            "columns = [8, 1]",
            r"field grid\.columns: found \[8, 1\]; expected \[first, last\]",
        ),
        ("u = [4.0, 0.15, 0.0]", "u = [4.0]", r"field fit\.u: found \[4\.0\]; expected a list of 3 numbers"),
        (
            'hexes = ["W1100"]\nnever',
            'hexes = ["X1"]\nnever',
            r"field terrain\.wood\.hexes: found 'X1'; expected hexes",
        ),
        (
            'hexes = ["W1100"]\nnever',
            'hexes = ["W1101 to W1100"]\nnever',
            r"field terrain\.wood\.hexes: found 'W1101 to W1100'; expected a run along one column",
        ),
        ("share = 0.6", "share = 6", r"field terrain\.wood\.share: found 6; expected a share"),
        (
            'ground = "forest"',
            'ground = "sand"',
            r"field terrain\.wood\.ground: found 'sand'; expected 'forest'",
        ),
        (
            "files = []",
            'files = ["walls"]',
            r"field pins\.files: found 'walls'; expected names from places",
        ),
        ('{column:02}{row:02}"', '{spalte}"', r"field grid\.label: found '\{spalte\}'; expected a pattern"),
        (
            'hexes = ["W1100", "W1200"]',
            'hexes = ["W1100", "W1400"]',
            r"overrides 2\.hexes: .* expected one hex, or",
        ),
        ('title = "A small map"', "title = 3", r"field title: found 3; expected a text in quotes"),
    ],
)
def test_a_broken_map_file_is_reported_by_field_and_remedy(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in SMALL
    with pytest.raises(DataFileError, match=message):
        read_spec(small(tmp_path, SMALL.replace(old, new)), "small")


def test_an_override_of_an_unknown_field_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map

    broken = SMALL.replace('field = "place"', 'field = "colour"')
    with pytest.raises(DataFileError, match="found the field 'colour'; expected one of terrain, place"):
        compile_map("small", small(tmp_path, broken))


# --- broken pins -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("places", "Liege,Liège,city,710", "Liege,Liège,city,7100",
         r"places\.csv, line 2, hex: found '7100'; expected a hex of the map \(102 to 1610\)"),
        ("places", "Liege,Liège,city,", "Liege,Liège,metropolis,",
         r"places\.csv, line 2, kind: found 'metropolis'; expected 'city', 'town'"),
        ("places", "Namur,Namur,city,308", "Namur,Namur,city,710",
         r"places\.csv, line 3, hex: found '710'; expected a value not yet used \(line 2 has it\)"),
        ("rivers", "Meuse,103,203,", "Meuse,103,303,",
         r"rivers\.csv, line 3, hex_b: found '303'; expected a hex next to 103: 104, 203, 202"),
        ("rivers", "Meuse,103,202,no,none", "Meuse,103,202,no,intact",
         r"rivers\.csv, line 4, bridge: found 'intact'; expected 'intact' exactly where the road is 'yes'"),
        ("rivers", "Meuse,103,203,no,none", "Meuse,202,102,no,none",
         r"rivers\.csv, line 3, hex_b: found '102'; expected a hexside not yet listed"),
        ("roads", "1107-1108", "1107-1109",
         r"roads\.csv, line 12, hexes: found '1109' after it; expected a hex next to 1107"),
        ("roads", "302-202-102", "302-202-103",
         r"roads\.csv, line 31, hexes: found 202-103, which crosses the Meuse; expected no road over"),
        ("roads", "Sedan - Mezieres,main,302-202-102", "Sedan - Mezieres,main,302-202",
         r"roads\.csv, line 42, hexes: found a route that does not cross 102-202; expected a route"),
        ("front", "1311,1410,yes", "1311,1410,maybe",
         r"front\.csv, line 2, siegfried: found 'maybe'; expected 'yes' or 'no'"),
    ],
)  # fmt: skip
def test_broken_pins_give_file_line_and_remedy(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "map"
    shutil.copytree(map_folder("tigers"), folder)
    table = folder / "pins" / f"{file}.csv"
    text = table.read_text(encoding="utf-8")
    assert old in text
    table.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataFileError, match=message):
        read_pins(read_spec(folder, "tigers"))


def test_a_gap_in_the_front_is_found(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map

    folder = tmp_path / "map"
    shutil.copytree(map_folder("tigers"), folder)
    table = folder / "pins" / "front.csv"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(line for line in lines if not line.startswith("1209,1309")), encoding="utf-8")
    with pytest.raises(DataFileError, match=r"front\.csv: found a gap: \d+ can be reached from both sides"):
        compile_map("tigers", folder)


# --- the committed map -----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "drawings", "message"),
    [
        ("tigers", ["paper", "quiet", "winter"], "German hexes: 40 on the map, 41 by the atlas, 40"),
        pytest.param(
            "breakthrough",
            ["paper", "paper-turned", "quiet", "winter", "winter-turned"],
            "German hexes: 153 on the map, 156 by the atlas, 145",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "wave_of_terror",
            ["paper", "quiet", "winter"],
            "German hexes: 246 on the map, 264 by the atlas, 244",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "playsheet",
            ["paper", "quiet", "winter"],
            "German hexes: 325 on the map, 325 by the atlas, 325",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_compiling_again_gives_the_committed_files(game: str, drawings: list[str], message: str) -> None:
    """hexes.csv, hexsides.csv and all drawings, byte for byte."""
    pytest.importorskip("shapely")
    from ardennes.atlas.compile import compile_map

    compiled = compile_map(game)
    names = [f"{game}-{drawing}.svg" for drawing in drawings] + ["hexes.csv", "hexsides.csv"]
    assert sorted(path.name for path in compiled.files) == sorted(names)
    for path, text in compiled.files.items():
        same = path.read_bytes() == text.encode()
        assert same, f"{path.name}: run python -m ardennes.atlas.compile {game}"
    assert any(line.startswith(message) for line in compiled.report)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["paper", "winter"])
@pytest.mark.parametrize(
    ("game", "turned", "weight", "names"),
    [
        ("tigers", False, 120, ("LIÈGE", "Bastogne", "St. Vith", "Trois-Ponts", "Prüm", "to Brussels")),
        ("breakthrough", False, 200, ("Bastogne", "St. Vith", "Trois-Ponts", "Büllingen", "to Namur")),
        ("breakthrough", True, 200, ("Bastogne", "St. Vith", "Trois-Ponts", "Büllingen", "to Namur")),
        ("wave_of_terror", False, 400, ("BASTOGNE", "ST. VITH", "Trois-Ponts", "Noville", "to Maastricht")),
        ("playsheet", False, 450, ("Bastogne", "St. Vith", "Trois-Ponts", "Noville", "to Luxembourg")),
    ],
)
def test_the_drawing_stands_alone(
    game: str, turned: bool, weight: int, names: tuple[str, ...], theme: str
) -> None:
    """Well-formed, small enough to send, and self-contained."""
    art = command.read_art(game, theme, turned)
    root = ET.fromstring(art)
    assert len(gzip.compress(art.encode(), mtime=0)) <= weight * 1024
    assert len(list(root.iter())) < 6000  # many thousand elements are what makes a browser slow
    namespace = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in root.iter(f"{namespace}text")]
    spec = read_spec(map_folder(game), game)
    for row in committed(spec).hexes:
        assert row.hex in words
    for name in names:
        assert name in words
    rest = art.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in rest
    assert all(url.startswith(("#", "data:")) for url in _targets(rest))


def _targets(art: str) -> list[str]:
    return [
        part.split(end, 1)[0]
        for start, end in (("url(", ")"), ('href="', '"'))
        for part in art.split(start)[1:]
    ]


@pytest.mark.long
def test_names_do_not_run_into_each_other(scene: Scene) -> None:
    names = lay_names(scene)
    assert len(names) > 60
    numbers = sorted(number_spots(scene).values(), key=lambda box: box.left)
    lefts, widest = [box.left for box in numbers], max(box.right - box.left for box in numbers)
    by_left = sorted(names, key=lambda name: name.box.left)
    begin = [name.box.left for name in by_left]
    for at, name in enumerate(by_left):
        # Only what begins left of its end, and not too far away, can overlap it.
        for other in by_left[at + 1 : bisect_left(begin, name.box.right)]:
            assert name.box.shared(other.box) == 0, f"{name.text} and {other.text}"
        near = slice(bisect_left(lefts, name.box.left - widest), bisect_left(lefts, name.box.right))
        covered = sum(name.box.shared(box) for box in numbers[near])
        assert covered < 90, f"{name.text} covers a hex number"
    frame = scene.frame
    window = Box(frame.left, frame.top, frame.right, frame.bottom)
    for name in names:
        assert name.box.shared(window) == pytest.approx(
            (name.box.right - name.box.left) * (name.box.bottom - name.box.top)
        )


@pytest.mark.long
def test_the_woods_show_exactly_the_forest_hexes(scene: Scene) -> None:
    """A forest hex is almost all wood on the sheet (half if it is moor too), any other almost none."""
    shapely = pytest.importorskip("shapely")
    from ardennes.atlas.art.woods import wooded

    forest = set(scene.hexes_with("forest"))
    moor = {cell for layer in scene.layers_of("moor") for cell in scene.hexes_with(layer)}
    woods = shapely.get_parts(wooded(scene, "forest"))  # apart from each other
    near = shapely.STRtree(woods)
    for cell in scene.rows:
        outline = shapely.Polygon(scene.frame.outline(cell))
        share = sum(woods[at].intersection(outline).area for at in near.query(outline)) / outline.area
        label = scene.rows[cell].hex
        least, most = ((0.5, 0.8) if cell in moor else (0.8, 1.01)) if cell in forest else (0.0, 0.15)
        assert least <= share <= most, f"{label}: {share:.2f}"


def test_every_sheet_lies_as_its_head_says(scene: Scene) -> None:
    """North of the map is at the top, or at the right if west is at the top; hexes keep their shape."""
    frame, grid = scene.frame, scene.spec.grid
    (sx, sy), (nx, ny) = (scene.on_sheet(5.8, lat) for lat in (49.95, 50.4))
    (wx, wy), (ex, ey) = (scene.on_sheet(lon, 50.2) for lon in (5.3, 6.2))
    if frame.head == "north":
        assert ny < sy - 100
        assert ex > wx + 100
    else:
        assert nx > sx + 100
        assert ey > wy + 100
    assert frame.pointed == (scene.spec.up == "east" and frame.head == "north")
    for cell in grid.cells:
        back = frame.point(frame.centre(cell))
        assert back == pytest.approx(scene.spec.plane.centres[cell], abs=1e-9)
        sides = scene.sides_of_sheet(cell)
        x, y = frame.centre(cell)
        assert ("N" in sides) <= (y < frame.top + 4 * frame.radius)
        assert ("S" in sides) <= (y > frame.bottom - 4 * frame.radius)
        assert ("W" in sides) <= (x < frame.left + 4 * frame.radius)
        assert ("E" in sides) <= (x > frame.right - 4 * frame.radius)


# --- the command -----------------------------------------------------------------------------------


def test_map_turns_where_the_game_has_such_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "map.svg"
    assert run(["map", "breakthrough", "--svg", str(file), "--turned"]) == 0
    assert file.read_text(encoding="utf-8") == command.read_art("breakthrough", "paper", turned=True)
    assert run(["map", "tigers", "--svg", str(tmp_path / "other.svg"), "--turned"]) == 2
    assert "north at the top only" in " ".join(capsys.readouterr().err.split())


def test_map_writes_the_committed_art(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "map.svg"
    assert run(["map", "tigers", "--svg", str(file), "--theme", "winter"]) == 0
    assert file.read_text(encoding="utf-8") == command.read_art("tigers", "winter")
    assert "winter map of tigers" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["map", "chess", "--svg", "x.svg"],
            "There is no map of 'chess'. Games with a map: breakthrough, playsheet, tigers, wave_of_terror.",
        ),
        (["map", "tigers", "--svg", "x.svg", "--theme", "night"], "no theme 'night'. Themes: paper, winter."),
        (["map", "tigers"], "--svg FILE or --png FILE"),
        (["map", "tigers", "--svg", "no/such/folder/x.svg"], "cannot be written"),
    ],
)
def test_map_says_what_is_wrong(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_png_without_a_browser_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_browser", lambda: None)
    with pytest.raises(UserError, match="apt install chromium"):
        command.command("tigers", png=tmp_path / "map.png")
    assert list(tmp_path.iterdir()) == []


def test_png_with_a_browser_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setattr(command, "find_browser", lambda: str(broken))
    with pytest.raises(UserError, match="no display"):
        command.command("tigers", png=tmp_path / "map.png")
    assert not (tmp_path / "map.png").exists()


@pytest.mark.long
@pytest.mark.skipif(find_chromium() is None, reason=NO_CHROMIUM)
def test_png_is_as_large_as_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_browser", find_chromium)
    file = tmp_path / "map.png"
    assert command.command("tigers", png=file) == 0
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    size = (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    assert size == command.sheet_size(command.read_art("tigers", "paper"))
