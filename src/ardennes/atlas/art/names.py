"""Names of places, villages, regions, and the hex numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians, sin

from ardennes.atlas import geodata
from ardennes.atlas.art.curves import beside, every, number
from ardennes.atlas.art.placing import Box, Boxes, Room, text_box, text_width
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.art.war import front_lines, tooth_spots
from ardennes.atlas.art.water import river_name_paths, river_samples
from ardennes.atlas.art.ways import road_lines
from ardennes.atlas.project import Point
from ardennes.kernel.datafile import Section

_SIZES = {"city": 25.0, "town": 20.0, "ridge": 17.0, "place": 14.5, "village": 14.5}
_CITY_SPACING = 1.8
_REGION_SPACING = 0.42  # ems
_USUAL = 64.0  # radius of the hexes for which the spots and the numbers below are made
_SMALL = 0.7  # share of the usual size below which hexes count as small
_TO_ROAD = 34.0  # minimum distance in pixels; a nearer village is drawn on its road
# Positions of a name around its houses, right and down of the usual one below them, with their cost.
_SPOTS = ((0, 0, 0), (-9, 0, 4), (9, 0, 4), (-18, 0, 9), (18, 0, 9), (-27, 0, 20), (27, 0, 20),
          (0, -8, 12), (-14, -8, 18), (14, -8, 18), (0, -81, 60), (-16, -81, 70), (16, -81, 70))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the sheet; villages have a dot."""

    text: str
    at: Point  # center of the base line
    size: float
    kind: str
    dot: Point | None = None

    @property
    def box(self) -> Box:
        spacing = _CITY_SPACING if self.kind == "city" else 0.0
        return text_box(self.text, self.at, self.size, spacing, italic=self.dot is not None)


@cache
def lay_names(scene: Scene) -> list[Name]:
    """Place all names of places: towns first, then villages, each where it covers least."""
    room = _room(scene)
    names = _towns(scene, room)
    wishes = [Section(scene.wishes.file, f"villages {k}", entry)
              for k, entry in enumerate(scene.wishes.values.get("villages", []), start=1)]  # fmt: skip
    for section in wishes:
        section.only(("name", "label"))
        known = geodata.place(section.text("name"))
        if known is None:
            section.fail("name", "a place of the atlas")
        label = section.text("label") if "label" in section.values else known.name
        at = _by_the_road(scene, scene.on_sheet(known.lon, known.lat))
        names.append(_village(room, label, at, "village"))
    return names


def _lines(scene: Scene) -> Room:
    """Return the sheet with its rivers, roads and front, before any text."""
    room = Room()
    for line in river_samples(scene):
        room.add_points((point for point, _ in every(line, 5)), 45)
    for line in front_lines(scene):
        room.add_points((point for point, _ in every(line, 6)), 14)
    room.add_points((point for point, _ in tooth_spots(scene)), 20)
    for path, _ in river_name_paths(scene):
        room.add_points((point for point, _ in every(beside(path, -5), 5)), 30)
    for lines in road_lines(scene).values():
        for line in lines:
            room.add_points((point for point, _ in every(line, 6)), 7)
    return room


@cache
def number_spots(scene: Scene) -> dict[int, Box]:
    """Place each hex's number: at the top, next to a road that enters there."""
    room = _lines(scene)
    r = scene.frame.radius
    result = {}
    for cell in scene.rows:
        x, y = scene.frame.centre(cell)
        top = y - 0.59 * r
        wide = 23 * number_size(scene) / 13
        ways = ((-0.19, 0), (-0.46, 8), (0.08, 12)) if scene.frame.pointed else ((-0.46, 0), (0.11, 12))
        spots = [Box(x + dx * r, top - 10, x + dx * r + wide, top) for dx, _ in ways]
        prices = [(spot.grown(5), price) for spot, (_, price) in zip(spots, ways, strict=True)]
        result[cell] = spots[room.best(prices)]
    return result


def number_size(scene: Scene) -> float:
    """Return the type size of the hex numbers."""
    return 13 * max(0.8, scene.frame.radius / _USUAL)


def _room(scene: Scene) -> Room:
    """Return the sheet with its lines, numbers and houses, before any name."""
    room = _lines(scene)
    for box in number_spots(scene).values():
        room.add_box(box.grown(1), 3)
    for box in region_boxes(scene):
        room.add_box(box, 0.5)
    frame = scene.frame
    for outside in (
        Box(0, 0, frame.left, frame.height), Box(frame.right, 0, frame.width, frame.height),
        Box(0, 0, frame.width, frame.top), Box(0, frame.bottom, frame.width, frame.height),
    ):  # fmt: skip
        room.add_box(outside, 9)  # nothing is drawn beyond the border
    for pin in scene.places:
        if pin.kind in ("city", "town"):
            x, y = scene.frame.centre(pin.cell)
            far = 34 if pin.kind == "city" else 21
            room.add_box(Box(x - far, y - far, x + far, y + far), 0.6)
        elif pin.kind == "village":
            x, y = scene.frame.centre(pin.cell)
            room.add_box(Box(x - 14, y - 16, x + 14, y + 16), 1.5)
    return room


def _towns(scene: Scene, room: Room) -> list[Name]:
    """Place the names of pinned places: under their houses or near, cities first."""
    result = []
    usual = scene.frame.radius / _USUAL
    for pin in sorted(
        scene.places, key=lambda pin: list(_SIZES).index(pin.kind) if pin.kind in _SIZES else 9
    ):
        if pin.kind == "place":
            known = geodata.place(pin.label) or geodata.place(pin.name)
            if known is not None:
                at = scene.on_sheet(known.lon, known.lat)
                result.append(_village(room, pin.label, at, "place"))
        elif pin.kind == "village":
            result.append(_village(room, pin.label, scene.frame.centre(pin.cell), "village"))
        elif pin.kind in _SIZES:
            x, y = scene.frame.centre(pin.cell)
            text = pin.label.upper() if pin.kind == "city" else pin.label
            base = y + 0.735 * scene.frame.radius
            choices = [
                Name(text, (x + dx * usual, base + dy * usual), _SIZES[pin.kind], pin.kind)
                for dx, dy, _ in _SPOTS
            ]
            prices = [float(extra) for _, _, extra in _SPOTS]
            aside = choices[0].box.right - x + (40 if pin.kind == "city" else 28)
            # With small hexes, a name level with its houses would hide the next hex's number.
            for rise in (0,) if usual > _SMALL else (0, 14, 18, -20):
                for way in (aside, -aside):
                    at = (x + way, y + 0.3 * _SIZES[pin.kind] - rise)
                    choices.append(Name(text, at, _SIZES[pin.kind], pin.kind))
                    prices.append(30 + abs(rise) / 4)
            result.append(_settled(room, choices, prices))
    return result


def _by_the_road(scene: Scene, at: Point) -> Point:
    """Return the position of a village, moved onto the road if one passes."""
    x, y = at
    spots = [point for lines in road_lines(scene).values() for line in lines for point, _ in every(line, 4)]
    near = min(spots, key=lambda p: hypot(p[0] - x, p[1] - y))
    return near if hypot(near[0] - x, near[1] - y) < _TO_ROAD else at


def _village(room: Room, label: str, at: Point, kind: str) -> Name:
    """Place a dot for the village, and its name next to it."""
    x, y = at
    size = _SIZES[kind]
    box = text_box(label, (0, 0), size, italic=True)
    aside = box.right + 7
    choices = [
        Name(label, (x + dx, y + dy), size, kind, (x, y))
        for dx, dy in (
            (aside, 4.5), (-aside, 4.5), (0, 17), (0, -8), (aside - 4, 14), (-aside + 4, 14),
            (aside - 4, -6), (-aside + 4, -6),
        )
    ]  # fmt: skip
    room.add_box(Box(x - 5, y - 5, x + 5, y + 5), 3)
    return _settled(room, choices, [0, 2, 6, 6, 8, 9, 8, 9])


def _settled(room: Room, choices: list[Name], prices: list[float]) -> Name:
    spots = [(name.box.grown(1.5), price) for name, price in zip(choices, prices, strict=True)]
    chosen = choices[room.best(spots)]
    room.add_box(chosen.box.grown(2), 4)
    return chosen


@cache
def quiet_boxes(scene: Scene) -> Boxes:
    """Return the boxes without trees: under names and numbers."""
    boxes = [name.box.grown(3) for name in lay_names(scene)] + region_boxes(scene)
    boxes += [box.grown(4) for box in number_spots(scene).values()]
    return Boxes(boxes)


def place_names(names: list[Name], theme: Theme) -> str:
    drawn = []
    for name in names:
        x, y = name.at
        if name.dot is not None:
            drawn.append(
                f'<circle cx="{number(name.dot[0])}" cy="{number(name.dot[1])}" r="3.2" fill="{theme.halo}" '
                f'stroke="{theme.built}" stroke-width="1.7"/>'
            )
        spaced = f' letter-spacing="{_CITY_SPACING}"' if name.kind == "city" else ""
        style = "v" if name.dot is not None or name.kind == "ridge" else "t"
        drawn.append(
            f'<text class="{style}" x="{number(x)}" y="{number(y)}" font-size="{number(name.size)}"{spaced}>'
            f"{name.text}</text>"
        )
    return "".join(drawn)


def hex_numbers(scene: Scene) -> str:
    drawn = [
        f'<text x="{number(box.left)}" y="{number(box.bottom)}">{scene.rows[cell].hex}</text>'
        for cell, box in number_spots(scene).items()
    ]
    return f'<g class="n">{"".join(drawn)}</g>'


def edge_names(scene: Scene) -> str:
    """Draw the destination of an edge hex's road, next to the road's end."""
    if "edges" not in scene.wishes.values:
        return ""
    frame, drawn = scene.frame, []
    section = scene.wishes.section("edges")
    for label in section.values:
        cell = scene.spec.grid.find(label)
        if cell is None or scene.rows[cell].marks.get("edge_road") != "yes":
            section.fail(label, "a hex where a road leaves the map", f"'{label}'")
        edges = scene.sides_of_sheet(cell)
        x, y = frame.centre(cell)
        anchor, dx, dy = _edge_spot(edges)
        if edges in ("W", "E") and scene.rows[cell].marks.get("exit", "none") not in ("none", "no"):
            dy -= 14
        x = {"W": frame.left, "E": frame.right}.get(edges.strip("NS"), x) + dx
        if edges in ("N", "S"):
            y = frame.top if edges == "N" else frame.bottom
        drawn.append(
            f'<text class="e" x="{number(x)}" y="{number(y + dy)}" text-anchor="{anchor}">'
            f"to {section.text(label)}</text>"
        )
    return "".join(drawn)


def _edge_spot(edges: str) -> tuple[str, float, float]:
    """Return anchor and distance from the road's end for a caption on an edge."""
    if "W" in edges:
        return "start", 7.0 if edges == "W" else 22.0, {"NW": -92.0, "WS": 66.0}.get(edges, -9.0)
    if "E" in edges:
        return "end", -7.0, -9.0
    return "start", 10.0, 17.0 if edges == "N" else -9.0


def region_boxes(scene: Scene) -> list[Box]:
    """Return a box for every letter of the regions' names: no tree or tuft is drawn over them."""
    boxes = []
    for caption in scene.captions("regions", 26):
        turn = radians(caption.turn)
        spacing = _REGION_SPACING * caption.size
        x = -(text_width(caption.text, caption.size) + spacing * len(caption.text)) / 2
        for letter in caption.text:
            wide = text_width(letter, caption.size)
            u, v = x + wide / 2, -0.33 * caption.size
            cx = caption.at[0] + u * cos(turn) - v * sin(turn)
            cy = caption.at[1] + u * sin(turn) + v * cos(turn)
            half = 0.5 * caption.size
            boxes.append(Box(cx - half, cy - half, cx + half, cy + half))
            x += wide + spacing
    return boxes


def regions(scene: Scene) -> str:
    drawn = []
    for caption in scene.captions("regions", 26):
        x, y = caption.at
        turn = f' transform="rotate({number(caption.turn)} {number(x)} {number(y)})"' if caption.turn else ""
        spacing = number(caption.size * _REGION_SPACING)
        drawn.append(
            f'<text class="g" x="{number(x)}" y="{number(y)}" font-size="{number(caption.size)}" '
            f'letter-spacing="{spacing}"{turn}>{caption.text}</text>'
        )
    return "".join(drawn)
