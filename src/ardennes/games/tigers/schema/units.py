"""The counters of Tigers: units.csv and air_units.csv."""

from __future__ import annotations

import functools
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ardennes.games.tigers.schema import terms
from ardennes.games.tigers.schema.map import Board, data_file
from ardennes.games.tigers.schema.tables import Allowances, load_constants
from ardennes.kernel.datafile import Folder, Row, kept
from ardennes.kernel.schema import WORKED, HexName, Name, OneOf, Record, Status, read_records, record_of
from ardennes.words import closest

SIZES = {
    "division": terms.DIVISION,
    "kampfgruppe": terms.SUB_DIVISIONAL,  # Peiper, TIA-KGP-7
    "brigade": terms.SUB_DIVISIONAL,
    "group": terms.SUB_DIVISIONAL,
    "command": terms.SUB_DIVISIONAL,
    "battalion": terms.SMALL,  # Tigers, TIA-TIGER-2
    "special": terms.SMALL,
}
EDGES = ("", "N", "S", "W", "E", "NW")
INFANTRY_TYPE = (terms.INFANTRY, terms.PARA, terms.PANZERGRENADIER)
PURE_ARMOR = (terms.ARMOR, terms.COMBAT_COMMAND, terms.TIGER)
AA_KINDS = (terms.ARMOR, terms.PANZERGRENADIER, terms.PARA)
MECHANIZED = (*PURE_ARMOR, terms.CAVALRY, terms.PANZERGRENADIER, terms.SKORZENY)
Trait = Literal["early_release", "forest_bonus", "starts_entrenched", "free_placement"]
Turn = Annotated[int, Meta(ge=0, le=12)]


class Unit(Record, frozen=True, dict=True):
    """A ground counter as printed, with properties computed from it."""

    id: Name
    side: Annotated[int, OneOf(terms.SIDES)]
    nation: Literal["german", "us", "british"]
    name: Name
    short: Name  # what the counter shows, e.g. "12SS", TIA-UNIT-1
    kind: Annotated[int, OneOf(terms.KINDS)]  # TIA-UNIT-2
    size_word: Literal["division", "kampfgruppe", "brigade", "group", "command", "battalion", "special"] = (
        msgspec.field(name="size")
    )
    factor: Annotated[int, Meta(ge=0, le=20)]  # one for attack and defence, TIA-UNIT-3
    ss: bool  # TIA-SS-3
    start: HexName = msgspec.field(name="start_hex")  # nothing: reinforcement, substitute or placed in set-up
    arrival: Turn  # game-turn of arrival; 0 = at start or substitute
    edge: Literal["", "N", "S", "W", "E", "NW"]
    traits: tuple[Trait, ...]
    status: Status
    notes: str
    index: Annotated[int, WORKED] = -1
    omf: Annotated[int, WORKED] = 0  # basic operational movement factors, TIA-MOVE-1; 0 = never moves
    start_hex: Annotated[int | None, WORKED] = msgspec.field(default=None, name="(start_hex)")

    # Computed; entrenched at the start: TIA-SETUP-2.
    size = functools.cached_property[int](lambda unit: SIZES[unit.size_word])
    infantry_type = functools.cached_property[bool](lambda unit: unit.kind in INFANTRY_TYPE)
    mechanized = functools.cached_property[bool](lambda unit: unit.kind in MECHANIZED)
    pure_armor = functools.cached_property[bool](lambda unit: unit.kind in PURE_ARMOR)
    early_release = functools.cached_property[bool](
        lambda unit: "early_release" in unit.traits
    )  # TIA-REINF-10
    starts_entrenched = functools.cached_property[bool](lambda unit: "starts_entrenched" in unit.traits)
    free_placement = functools.cached_property[bool](
        lambda unit: "free_placement" in unit.traits
    )  # TIA-SETUP-4

    @functools.cached_property
    def combat(self) -> bool:
        """Has it a printed factor of 1 or more? The dump does not count."""
        return self.factor > 0 and self.kind != terms.DUMP

    @functools.cached_property
    def aa(self) -> bool:
        """Is it AA-capable? Divisions and Peiper are, brigades are not, TIA-AIR-9."""
        able = self.side == terms.GERMAN and self.kind in AA_KINDS
        return able and self.size_word in ("division", "kampfgruppe")

    @functools.cached_property
    def shrugs_disruption(self) -> bool:
        """Is it immune to the +1 against Disrupted defenders? TIA-DIS-2."""
        return (self.side == terms.GERMAN and self.ss) or (
            self.kind == terms.PARA and self.nation != "british"
        )

    @functools.cached_property
    def entrenches(self) -> bool:
        """May it ever entrench? TIA-ENTR-1."""
        return self.infantry_type and self.size == terms.DIVISION

    @functools.cached_property
    def forest_bonus(self) -> bool:
        """Does it gain from forest? TIA-TERR-3."""
        return (self.side == terms.GERMAN and self.infantry_type) or "forest_bonus" in self.traits


class AirUnit(Record, frozen=True):
    id: Name
    side: Annotated[int, OneOf(terms.SIDES)]
    name: Name
    type: Annotated[int, OneOf(terms.AIR_TYPES)]
    arrival: Turn  # 0 = from the start
    status: Status
    notes: str
    index: Annotated[int, WORKED] = -1

    def __post_init__(self) -> None:
        if (self.side == terms.GERMAN) != (self.type == terms.FW190):
            self.fail("type", "FW-190 for the german side, P-47 or P-51 for the allied one")


def load_units(board: Board, folder: Folder | None = None) -> tuple[Unit, ...]:
    """Load the ground counters in their fixed order."""
    return _units(board.grid.labels, folder)


@functools.cache
def _units(labels: tuple[str, ...], folder: Folder | None) -> tuple[Unit, ...]:
    units = read_records(data_file("units.csv", folder), Unit, ("id",), ("short",))
    omf = load_constants(folder).omf
    return tuple(_counter(index, unit, labels, omf) for index, unit in enumerate(units))


def unit_from_row(index: int, row: Row, board: Board) -> Unit:
    """Return a counter from a row like those of units.csv, for units that a case file makes up."""
    return _counter(index, record_of(row, Unit), board.grid.labels, load_constants().omf)


def _counter(index: int, unit: Unit, labels: tuple[str, ...], omf: Allowances) -> Unit:
    if (unit.side == terms.GERMAN) != (unit.nation == "german"):
        unit.fail("nation", "german for the german side, us or british for the allied one")
    if bool(unit.edge) != (unit.arrival > 0):
        unit.fail("edge", "an edge for a unit with a turn of arrival, nothing for any other")
    if unit.start and unit.arrival:
        unit.fail("start", "nothing for a unit with a turn of arrival")
    if unit.start and unit.start not in labels:
        unit.fail("start", "a hex of the map, like 1407, or nothing", hint=closest(unit.start, labels))
    at = labels.index(unit.start) if unit.start else None
    return msgspec.structs.replace(unit, index=index, omf=getattr(omf, terms.KINDS[unit.kind]), start_hex=at)


@kept
def load_air_units(folder: Folder | None = None) -> tuple[AirUnit, ...]:
    """Load the air units in their fixed order."""
    units = read_records(data_file("air_units.csv", folder), AirUnit, ("id",))
    return tuple(msgspec.structs.replace(unit, index=index) for index, unit in enumerate(units))
