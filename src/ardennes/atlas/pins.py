"""What a rulebook fixes on its map, from the pin tables of a game; every line is checked."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ardennes.atlas.spec import MapSpec
from ardennes.kernel.datafile import Row, read_table, unique

Side = tuple[int, int]  # the two hexes of a hexside, smaller first
PLACE_KINDS = ("city", "town", "place", "ridge", "village")
ROADS = ("yes", "interrupted", "no")
BRIDGES = ("intact", "none")
STATUS = ("source", "deduced", "reconstructed")
ROAD_CLASSES = ("main", "minor")


@dataclass(frozen=True, slots=True)
class PlacePin:
    name: str
    label: str  # as printed on the map
    kind: str
    cell: int
    status: str


@dataclass(frozen=True, slots=True)
class RiverPin:
    river: str
    road: str
    bridge: str
    label: str
    status: str


@dataclass(frozen=True, slots=True)
class RoadPin:
    """A named route from hex to hex."""

    name: str
    road_class: str
    cells: tuple[int, ...]
    status: str

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side_key(a, b) for a, b in pairwise(self.cells))


@dataclass(frozen=True, slots=True)
class FrontPin:
    allied: int
    german: int
    siegfried: bool
    status: str


@dataclass(frozen=True)
class Pins:
    places: tuple[PlacePin, ...]
    rivers: dict[Side, RiverPin]
    roads: tuple[RoadPin, ...]
    front: dict[Side, FrontPin]


def side_key(a: int, b: int) -> Side:
    return (a, b) if a < b else (b, a)


def read_pins(spec: MapSpec) -> Pins:
    rivers = _rivers(spec) if "rivers" in spec.pinned else {}
    return Pins(
        places=_places(spec) if "places" in spec.pinned else (),
        rivers=rivers,
        roads=_roads(spec, rivers) if "roads" in spec.pinned else (),
        front=_front(spec) if "front" in spec.pinned else {},
    )


def _table(spec: MapSpec, kind: str, columns: tuple[str, ...]) -> list[Row]:
    return read_table(spec.folder.joinpath("pins", f"{kind}.csv"), columns)


def _places(spec: MapSpec) -> tuple[PlacePin, ...]:
    rows = _table(spec, "places", ("name", "label", "kind", "hex", "status"))
    unique(rows, "name")
    unique(rows, "hex")
    return tuple(
        PlacePin(
            row.name("name"),
            row.name("label"),
            PLACE_KINDS[row.choice("kind", PLACE_KINDS)],
            _cell(spec, row, "hex"),
            STATUS[row.choice("status", STATUS)],
        )
        for row in rows
    )


def _rivers(spec: MapSpec) -> dict[Side, RiverPin]:
    rows = _table(spec, "rivers", ("river", "hex_a", "hex_b", "road", "bridge", "label", "status"))
    result: dict[Side, RiverPin] = {}
    for row in rows:
        side = _side(spec, row, "hex_a", "hex_b")
        if side in result:
            row.fail("hex_b", "a hexside not yet listed")
        road = ROADS[row.choice("road", ROADS)]
        bridge = BRIDGES[row.choice("bridge", BRIDGES)]
        if (road == "yes") != (bridge == "intact"):
            row.fail("bridge", "'intact' exactly where the road is 'yes'")
        status = STATUS[row.choice("status", STATUS)]
        result[side] = RiverPin(row.name("river"), road, bridge, row.text("label"), status)
    return result


def _roads(spec: MapSpec, rivers: dict[Side, RiverPin]) -> tuple[RoadPin, ...]:
    rows = _table(spec, "roads", ("route", "class", "hexes", "status"))
    unique(rows, "route")
    result = []
    for row in rows:
        labels = row.name("hexes").split("-")
        cells = [_named_cell(spec, row, "hexes", label) for label in labels]
        if len(cells) < 2:
            row.fail("hexes", "at least two hexes joined by dashes")
        for a, b in pairwise(cells):
            if not spec.grid.adjacent(a, b):
                row.fail("hexes", f"a hex next to {spec.grid.label(a)}", f"'{spec.grid.label(b)}' after it")
            river = rivers.get(side_key(a, b))
            if river is not None and river.road == "no":
                what = f"{spec.grid.label(a)}-{spec.grid.label(b)}, which crosses the {river.river}"
                row.fail("hexes", "no road over a river hexside whose pin says road = no", what)
        road_class = ROAD_CLASSES[row.choice("class", ROAD_CLASSES)]
        status = STATUS[row.choice("status", STATUS)]
        result.append(RoadPin(row.name("route"), road_class, tuple(cells), status))
    _check_crossings(spec, rivers, {side for road in result for side in road.sides}, rows[-1])
    return tuple(result)


def _check_crossings(spec: MapSpec, rivers: dict[Side, RiverPin], roads: set[Side], last: Row) -> None:
    for side, river in rivers.items():
        if river.road != "no" and side not in roads:
            what = f"a route that does not cross {spec.grid.label(side[0])}-{spec.grid.label(side[1])}"
            last.fail("hexes", f"a route across it, because the {river.river} has a road there", what)


def _front(spec: MapSpec) -> dict[Side, FrontPin]:
    rows = _table(spec, "front", ("allied_hex", "german_hex", "siegfried", "status"))
    result: dict[Side, FrontPin] = {}
    for row in rows:
        side = _side(spec, row, "allied_hex", "german_hex")
        if side in result:
            row.fail("german_hex", "a hexside not yet listed")
        allied, german = _cell(spec, row, "allied_hex"), _cell(spec, row, "german_hex")
        result[side] = FrontPin(allied, german, row.flag("siegfried"), STATUS[row.choice("status", STATUS)])
    return result


def _cell(spec: MapSpec, row: Row, field: str) -> int:
    return _named_cell(spec, row, field, row.name(field))


def _named_cell(spec: MapSpec, row: Row, field: str, label: str) -> int:
    cell = spec.grid.find(label)
    if cell is None:
        first, last = (spec.grid.label(spec.grid.cells[k]) for k in (0, -1))
        row.fail(field, f"a hex of the map ({first} to {last})", f"'{label}'")
    return cell


def _side(spec: MapSpec, row: Row, field_a: str, field_b: str) -> Side:
    a, b = _cell(spec, row, field_a), _cell(spec, row, field_b)
    if not spec.grid.adjacent(a, b):
        near = [spec.grid.label(n) for n in spec.grid.neighbours[a] if n >= 0]
        row.fail(field_b, f"a hex next to {spec.grid.label(a)}: {', '.join(near)}")
    return side_key(a, b)
