"""The colours of the sheet: summer-brown paper, or winter."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    page: str
    clear: str
    height: str  # high ground, drawn over clear
    broken: str
    broken_ink: str
    cliff: str  # blocked hexsides
    forest: str
    forest_deep: str
    forest_edge: str
    tree: str
    tree_ink: str
    moor: str
    moor_ink: str
    lake: str
    stream: str
    grid: str
    grid_strength: float
    number: str
    river: str
    river_case: str
    river_name: str
    minor: str
    minor_case: str
    main: str
    main_case: str
    built: str
    built_ground: str
    ink: str
    halo: str
    region: str
    front: str
    wall: str
    wall_edge: str
    exit: str
    veil: str  # over the land beyond the hexes


PAPER = Theme(
    name="paper",
    page="#F6F0DE",
    clear="#F0E8D0",
    height="#E4D3A6",
    broken="#DFD0A4",
    broken_ink="#B0935A",
    cliff="#6B4A23",
    forest="#B4C79A",
    forest_deep="#A6BC8B",
    forest_edge="#93AC78",
    tree="#8FAE75",
    tree_ink="#5F8150",
    moor="#D8CFA9",
    moor_ink="#7F8A62",
    lake="#9CC3DC",
    stream="#8FBAD3",
    grid="#7D7354",
    grid_strength=0.42,
    number="#7F7555",
    river="#6FA9CF",
    river_case="#2E6C97",
    river_name="#1F5C88",
    minor="#8A5A33",
    minor_case="#FFF9E8",
    main="#C0392B",
    main_case="#5A1A12",
    built="#8A4B3C",
    built_ground="#D9B8A4",
    ink="#2A2118",
    halo="#FBF5E1",
    region="#75663C",
    front="#1E1B16",
    wall="#6E6A5E",
    wall_edge="#37342C",
    exit="#A32A1F",
    veil="#F6F0DE",
)

WINTER = Theme(
    name="winter",
    page="#E9EEF2",
    clear="#F1F4F5",
    height="#E1E6E6",
    broken="#DBDDD6",
    broken_ink="#9AA09A",
    cliff="#56514A",
    forest="#AFC3BD",
    forest_deep="#A0B7B0",
    forest_edge="#8CA7A2",
    tree="#86A39B",
    tree_ink="#4F706B",
    moor="#DADBCB",
    moor_ink="#7E8B80",
    lake="#A9C9DC",
    stream="#9DC0D4",
    grid="#5C6B75",
    grid_strength=0.34,
    number="#74828B",
    river="#7FB2D2",
    river_case="#2B6288",
    river_name="#1B4F77",
    minor="#7B6A5A",
    minor_case="#FFFFFF",
    main="#B23A2E",
    main_case="#5A1A12",
    built="#6B5B57",
    built_ground="#CDBDB6",
    ink="#1B2126",
    halo="#F8FBFC",
    region="#5E6F79",
    front="#171B20",
    wall="#66707A",
    wall_edge="#30373E",
    exit="#9E2B25",
    veil="#E9EEF2",
)

THEMES = {theme.name: theme for theme in (PAPER, WINTER)}
