"""The compiled map as two readable tables: hexes.csv and hexsides.csv."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ardennes.kernel.datafile import Files, read_table

_HEX_FIRST = ("hex", "terrain", "place", "place_kind", "side", "edges")
_HEX_LAST = ("lat", "lon")
SIDE_COLUMNS = ("hex_a", "hex_b", "river", "road", "bridge", "label", "front", "siegfried", "status")


@dataclass(frozen=True, slots=True)
class HexRow:
    hex: str
    terrain: str  # the plain word ('open') or the terrain's layers joined by '_'
    place: str
    place_kind: str
    side: str  # allied or german
    edges: str  # letters of N W S E
    marks: Mapping[str, str]
    lat: float
    lon: float

    def fields(self) -> dict[str, str]:
        first = (self.hex, self.terrain, self.place, self.place_kind, self.side, self.edges)
        return {
            **dict(zip(_HEX_FIRST, first, strict=True)),
            **self.marks,
            "lat": f"{self.lat:.4f}",
            "lon": f"{self.lon:.4f}",
        }


@dataclass(frozen=True, slots=True)
class SideRow:
    hex_a: str  # the Allied hex on the front, else the lower number
    hex_b: str
    river: str
    road: str  # yes, interrupted, no
    bridge: str  # source of the value: source, deduced, reconstructed, compiled, by hand
    label: str
    front: str
    siegfried: str
    status: str  # source, deduced, reconstructed, compiled, by hand
    marks: Mapping[str, str] = field(default_factory=dict)

    def fields(self) -> dict[str, str]:
        return {**{name: getattr(self, name) for name in SIDE_COLUMNS}, **self.marks}


@dataclass(frozen=True)
class MapTables:
    hexes: tuple[HexRow, ...]
    sides: tuple[SideRow, ...]


def written(rows: Sequence[HexRow] | Sequence[SideRow]) -> str:
    """The rows as CSV text."""
    page = io.StringIO()
    writer = csv.DictWriter(page, list(rows[0].fields()), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.fields() for row in rows)
    return page.getvalue()


def read_tables(folder: Files, marks: Sequence[str], side_marks: Sequence[str] = ()) -> MapTables:
    """Read the committed tables, for drawing."""
    hexes = tuple(
        HexRow(
            hex=row.name("hex"),
            terrain=row.name("terrain"),
            place=row.text("place"),
            place_kind=row.text("place_kind"),
            side=row.name("side"),
            edges=row.text("edges"),
            marks={name: row.text(name) for name in marks},
            lat=row.decimal("lat", 49, 52),
            lon=row.decimal("lon", 3, 8),
        )
        for row in read_table(folder.joinpath("hexes.csv"), (*_HEX_FIRST, *marks, *_HEX_LAST))
    )
    sides = tuple(
        SideRow(
            **{name: row.text(name) for name in SIDE_COLUMNS},
            marks={name: row.text(name) for name in side_marks},
        )
        for row in read_table(folder.joinpath("hexsides.csv"), (*SIDE_COLUMNS, *side_marks))
    )
    return MapTables(hexes, sides)
