"""A game's map.toml: its grid, the projection of the theatre, and what the rulebook fixes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from ardennes.atlas.plane import HexPlane
from ardennes.atlas.project import Fit
from ardennes.errors import UserError
from ardennes.hexes import COMPASS_EAST_UP, COMPASS_NORTH_UP, COMPASS_SOUTH_UP, Grid, Pushed, make_grid
from ardennes.kernel.datafile import Files, Section, read_toml

Up = Literal["north", "south", "east"]  # geographic direction of higher rows
# Kinds of area in the atlas; ridge is deeply cut and crested ground, and there are no areas of built.
GROUND = ("forest", "moor", "broken", "deep", "ridge", "built")
LINES = ("gorges", "rivers", "roads", "westwall")  # lines that a terrain can follow
_PARTS = ("title", "grid", "fit", "survey", "terrain", "rivers", "roads", "bridges", "pins", "marks",
          "side_marks", "overrides")  # fmt: skip
_UPS: tuple[Up, ...] = ("north", "south", "east")
_PUSHED: tuple[Pushed, ...] = ("odd", "even")
_COMPASS = {"north": COMPASS_NORTH_UP, "south": COMPASS_SOUTH_UP, "east": COMPASS_EAST_UP}


@dataclass(frozen=True, slots=True)
class Layer:
    """One kind of terrain: where the atlas shows it, and the hexes that the rulebook fixes."""

    name: str
    ground: str
    share: float  # minimum share of a hex's area
    hexes: frozenset[int]
    never: frozenset[int]
    complete: bool  # the list of pinned hexes is complete
    near: str = ""  # instead of areas: lines of the atlas,
    within: float = 0.0  # at most this many hexes from the hex's center,
    like: tuple[str, str] = ("", "")  # or (game, terrain) of the nearest hex on another game's map


@dataclass(frozen=True, slots=True)
class Mark:
    """A column of the hex table that only the rulebook can fill, such as exits."""

    name: str
    default: str
    values: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class SideMark:
    """The same for hexsides, such as blocked ones."""

    name: str
    default: str
    values: Mapping[tuple[int, int], str]  # by the two hexes, the smaller number first


@dataclass(frozen=True, slots=True)
class Override:
    """A final manual value for one field of one hex or hexside, with its reason."""

    cells: tuple[int, ...]
    field: str
    value: str
    why: str


@dataclass(frozen=True)
class MapSpec:
    game: str
    folder: Files
    title: str
    plane: HexPlane
    up: Up
    fit: Fit
    plain: str  # the terrain word of a hex without a layer
    single: bool  # a hex has one terrain: its first layer
    layers: tuple[Layer, ...]
    rivers: Mapping[str, tuple[str, ...]]  # the game's name -> rivers of the atlas
    road_classes: tuple[str, ...]
    pinned: frozenset[str]  # which of places, rivers, roads, front have a file of pins
    complete: frozenset[str]  # those whose pins are complete
    allied: frozenset[int]
    german: frozenset[int]
    marks: tuple[Mark, ...]
    side_marks: tuple[SideMark, ...]
    overrides: tuple[Override, ...]
    # a hex has the terrain of its center, and a road links all hexes it passes through
    by_centres: bool = False
    down: tuple[str, ...] = ()  # rivers whose bridges at the front are down at start

    @property
    def grid(self) -> Grid:
        return self.plane.grid

    @property
    def file(self) -> str:
        return str(self.folder.joinpath("map.toml"))


PIN_KINDS = ("places", "rivers", "roads", "front")


def games_with_maps() -> list[str]:
    """Return the games that have a map.toml."""
    root = files("ardennes.games")
    return sorted(
        entry.name
        for entry in root.iterdir()
        if entry.is_dir() and entry.joinpath("data", "map", "map.toml").is_file()
    )


def map_folder(game: str) -> Path:
    """Return where a game keeps its map; an error for an unknown game lists the valid ones."""
    known = games_with_maps()
    if game not in known:
        raise UserError(f"There is no map of '{game}'. Games with a map: {', '.join(known)}.")
    return Path(str(files("ardennes.games").joinpath(game, "data", "map")))


def read_spec(folder: Files, game: str) -> MapSpec:
    top = read_toml(folder.joinpath("map.toml"))
    top.only(_PARTS)
    grid, up = _grid(top.section("grid"))
    roads, pins = top.section("roads"), top.section("pins")
    roads.only(("classes",))
    pins.only(("files", "complete", "allied", "german"))
    rivers, terrain = top.section("rivers"), top.section("terrain")
    return MapSpec(
        game=game,
        folder=folder,
        title=top.text("title"),
        plane=HexPlane(grid),
        up=up,
        fit=read_fit(top.section("fit")),
        plain=terrain.text("plain") if "plain" in terrain.values else "open",
        single=terrain.flag("single") if "single" in terrain.values else False,
        layers=tuple(
            _layer(name, terrain.section(name), grid)
            for name in terrain.values
            if name not in ("plain", "single")
        ),
        rivers={name: rivers.texts(name) for name in rivers.values},
        road_classes=roads.texts("classes"),
        pinned=_pin_kinds(pins, "files"),
        complete=_pin_kinds(pins, "complete"),
        allied=_cells(pins, "allied", grid) if "allied" in pins.values else frozenset(),
        german=_cells(pins, "german", grid) if "german" in pins.values else frozenset(),
        marks=tuple(_mark(name, section, grid) for name, section in top.section("marks").sections())
        if "marks" in top.values
        else (),
        side_marks=tuple(_side_mark(name, part, grid) for name, part in top.section("side_marks").sections())
        if "side_marks" in top.values
        else (),
        overrides=_overrides(top, grid),
        by_centres=_by_centres(top),
        down=_down(top),
    )


def _by_centres(top: Section) -> bool:
    """Return whether hexes are judged only by their centers."""
    if "survey" not in top.values:
        return False
    survey = top.section("survey")
    survey.only(("by",))
    return survey.choice("by", ("shares", "centres")) == 1


def _down(top: Section) -> tuple[str, ...]:
    """Return the rivers whose bridges at the front are down."""
    if "bridges" not in top.values:
        return ()
    bridges = top.section("bridges")
    bridges.only(("down_on_front",))
    for river in bridges.texts("down_on_front"):
        if river not in top.section("rivers").values:
            bridges.fail("down_on_front", "names of [rivers]", f"'{river}'")
    return bridges.texts("down_on_front")


def _grid(section: Section) -> tuple[Grid, Up]:
    section.only(("columns", "odd_rows", "even_rows", "omitted", "pushed", "label", "up", "sheets"))
    first, last = _range(section, "columns")
    rows = {0: _range(section, "even_rows"), 1: _range(section, "odd_rows")}
    label = _labels(section)
    omitted = set(section.texts("omitted"))
    exists = [
        (column, row)
        for column in range(first, last + 1)
        for row in range(rows[column % 2][0], rows[column % 2][1] + 1)
        if label(column, row) not in omitted
    ]
    up = _UPS[section.choice("up", _UPS)]
    pushed = _PUSHED[section.choice("pushed", _PUSHED)]
    return make_grid(exists, pushed=pushed, label=label, compass=_COMPASS[up]), up


def _labels(section: Section) -> Callable[[int, int], str]:
    """How hexes are labelled: a pattern of column and row, with a prefix if the map has several sheets."""
    pattern = section.text("label")
    sheets = [_sheet(section, number, entry) for number, entry in enumerate(section.values.get("sheets", []))]

    def label(column: int, row: int) -> str:
        for prefix, (first, last), shift in sheets:
            if first <= column <= last:
                return prefix + pattern.format(column=column + shift, row=row)
        return pattern.format(column=column, row=row)

    try:
        label(1, 1)
    except (KeyError, IndexError, ValueError):
        section.fail("label", "a pattern such as '{column}{row:02}'")
    return label


def _sheet(section: Section, number: int, entry: Any) -> tuple[str, tuple[int, int], int]:
    """One sheet of a map with several: its letter, its columns, and the shift of its labels."""
    if not isinstance(entry, dict):
        section.fail("sheets", "{ prefix = 'E', columns = [first, last], shift = 0 } for each sheet")
    sheet = Section(section.file, f"{section.at('sheets')} {number + 1}", entry)
    sheet.only(("prefix", "columns", "shift"))
    return sheet.text("prefix"), _range(sheet, "columns"), sheet.number("shift", -99, 99)


def known_fits() -> Section:
    """Return the fits of other games' grids that a map.toml can use by name."""
    return read_toml(files("ardennes.atlas").joinpath("data", "fits.toml"))


def read_fit(section: Section) -> Fit:
    if "use" in section.values:
        section.only(("use",))
        known = known_fits()
        names = list(known.values)
        return read_fit(known.section(names[section.choice("use", names)]))
    section.only(("lat0", "lon0", "km_per_deg_lat", "km_per_deg_lon", "u", "v", "controls"))
    u, v = (_numbers(section, key, 3) for key in ("u", "v"))
    controls = []
    for control in section.values.get("controls", []):
        if not isinstance(control, list) or len(control) != 4:
            section.fail("controls", "[E, N, cu, cv] for each control", repr(control))
        controls.append((float(control[0]), float(control[1]), float(control[2]), float(control[3])))
    lat0, lon0, per_lat, per_lon = (
        _number(section, key) for key in ("lat0", "lon0", "km_per_deg_lat", "km_per_deg_lon")
    )
    return Fit(lat0, lon0, per_lat, per_lon, (u[0], u[1], u[2]), (v[0], v[1], v[2]), tuple(controls))


def _layer(name: str, section: Section, grid: Grid) -> Layer:
    section.only(("ground", "share", "hexes", "never", "complete", "near", "within", "like"))
    share = _number(section, "share")
    if not 0 < share <= 1:
        section.fail("share", "a share of the hex above 0, at most 1")
    return Layer(
        name=name,
        ground=GROUND[section.choice("ground", GROUND)],
        share=share,
        hexes=_cells(section, "hexes", grid) if "hexes" in section.values else frozenset(),
        never=_cells(section, "never", grid) if "never" in section.values else frozenset(),
        complete=section.flag("complete") if "complete" in section.values else False,
        near=LINES[section.choice("near", LINES)] if "near" in section.values else "",
        within=_number(section, "within") if "near" in section.values else 0.0,
        like=_like(section) if "like" in section.values else ("", ""),
    )


def _like(section: Section) -> tuple[str, str]:
    """Return another game and a terrain of its map, from two words."""
    game, _, terrain = section.text("like").partition(" ")
    if game not in games_with_maps() or not terrain:
        section.fail("like", f"a game ({', '.join(games_with_maps())}) and a terrain of its map")
    return game, terrain


def _mark(name: str, section: Section, grid: Grid) -> Mark:
    values: dict[int, str] = {}
    for value in section.values:
        if value == "default":
            continue
        for cell in sorted(_cells(section, value, grid)):
            if cell in values:
                result = f"hex '{grid.label(cell)}', which has '{values[cell]}' already"
                section.fail(value, "each hex under one value only", result)
            values[cell] = value
    return Mark(name, section.text("default"), values)


def _side_mark(name: str, section: Section, grid: Grid) -> SideMark:
    values: dict[tuple[int, int], str] = {}
    for value in section.values:
        for text in section.texts(value) if value != "default" else ():
            a, _, b = text.partition("/")
            one, two = _cell(section, value, a, grid), _cell(section, value, b, grid)
            if not grid.adjacent(one, two):
                section.fail(value, "hexsides written as two hexes that touch, a/b", f"'{text}'")
            side = (min(one, two), max(one, two))
            if side in values:
                section.fail(value, "each hexside once only", f"'{text}' again")
            values[side] = value
    return SideMark(name, section.text("default"), values)


def _overrides(top: Section, grid: Grid) -> tuple[Override, ...]:
    result = []
    for number, entry in enumerate(top.values.get("overrides", []), start=1):
        section = Section(top.file, f"overrides {number}", entry)
        section.only(("hexes", "field", "value", "why"))
        labels = section.texts("hexes")
        cells = tuple(_cell(section, "hexes", label, grid) for label in labels)
        if len(cells) not in (1, 2) or (len(cells) == 2 and not grid.adjacent(*cells)):
            section.fail("hexes", "one hex, or the two hexes of a hexside")
        result.append(Override(cells, section.text("field"), section.text("value"), section.text("why")))
    return tuple(result)


def _pin_kinds(section: Section, key: str) -> frozenset[str]:
    for kind in section.texts(key):
        if kind not in PIN_KINDS:
            section.fail(key, f"names from {', '.join(PIN_KINDS)}", f"'{kind}'")
    return frozenset(section.texts(key))


def _cells(section: Section, key: str, grid: Grid) -> frozenset[int]:
    """Return hexes by their labels; 'A to B' is a run along a column."""
    result: set[int] = set()
    for text in section.texts(key):
        first, _, last = text.partition(" to ")
        a = _cell(section, key, first, grid)
        b = _cell(section, key, last or first, grid)
        if grid.column[a] != grid.column[b] or grid.row[a] > grid.row[b]:
            section.fail(key, "a run along one column from its lower row to its higher", f"'{text}'")
        run = range(grid.row[a], grid.row[b] + 1)
        result.update(
            cell for cell in grid.cells if grid.column[cell] == grid.column[a] and grid.row[cell] in run
        )
    return frozenset(result)


def _cell(section: Section, key: str, label: str, grid: Grid) -> int:
    cell = grid.find(label)
    if cell is None:
        example = f"{grid.label(grid.cells[0])} to {grid.label(grid.cells[-1])}"
        section.fail(key, f"hexes of the map ({example})", f"'{label}'")
    return cell


def _number(section: Section, key: str) -> float:
    value = section.values.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        section.fail(key, "a number", "nothing" if value is None else repr(value))
    return float(value)


def _numbers(section: Section, key: str, count: int) -> list[float]:
    value = section.values.get(key)
    numbers = isinstance(value, list) and all(
        isinstance(n, int | float) and not isinstance(n, bool) for n in value
    )
    if not isinstance(value, list) or not numbers or len(value) != count:
        section.fail(key, f"a list of {count} numbers", "nothing" if value is None else repr(value))
    return [float(n) for n in value]


def _range(section: Section, key: str) -> tuple[int, int]:
    first, last = _numbers(section, key, 2)
    if first != int(first) or last != int(last) or first > last:
        section.fail(key, "[first, last] in whole numbers")
    return int(first), int(last)
