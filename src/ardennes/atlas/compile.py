"""python -m ardennes.atlas.compile GAME: compile a game's map tables and its map art from the atlas.

Run again, it writes the same bytes. Needs shapely; players do not need this, the results are in the project.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ardennes.atlas.art.quiet import QUIET, draw_quiet
from ardennes.atlas.art.scene import heads_of, read_scene, read_wishes
from ardennes.atlas.art.sheet import draw
from ardennes.atlas.art.theme import THEMES
from ardennes.atlas.build import build_map
from ardennes.atlas.frame import Head
from ardennes.atlas.geography import survey
from ardennes.atlas.pins import read_pins
from ardennes.atlas.report import differences
from ardennes.atlas.spec import map_folder, read_spec
from ardennes.atlas.tables import written
from ardennes.errors import UserError


@dataclass(frozen=True)
class Compiled:
    files: dict[Path, str]
    report: list[str]


def art_file(game: str, theme: str, head: Head = "north") -> Path:
    """Return the path of a drawing; one with west at its top is called turned."""
    turned = "-turned" if head == "west" else ""
    return Path(str(files("ardennes.web").joinpath("maps", f"{game}-{theme}{turned}.svg")))


def compile_map(game: str, folder: Path | None = None) -> Compiled:
    """Return every file of a game's map as it should be, without writing any."""
    spec = read_spec(folder or map_folder(game), game)
    pins = read_pins(spec)
    land = survey(spec)
    tables = build_map(spec, land, pins)
    home = Path(str(spec.folder))
    texts = {home / "hexes.csv": written(tables.hexes), home / "hexsides.csv": written(tables.sides)}
    if (home / "art.toml").is_file():
        for head in heads_of(read_wishes(spec)):
            scene = read_scene(spec, tables, head)
            for name, theme in THEMES.items():
                texts[art_file(game, name, head)] = draw(scene, theme)
            if head == "north":
                texts[art_file(game, QUIET.name)] = draw_quiet(scene)
    return Compiled(texts, differences(spec, land, pins, tables))


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python -m ardennes.atlas.compile GAME", file=sys.stderr)
        return 2
    try:
        compiled = compile_map(arguments[0])
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for path, text in compiled.files.items():
        same = path.is_file() and path.read_text(encoding="utf-8") == text
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name}: {len(text.encode()) // 1024} kB{', unchanged' if same else ''}")
    print("\nThe atlas against the rulebook's pins:")
    for line in compiled.report:
        print(f"- {line}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
