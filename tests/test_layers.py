"""Dependencies point down: hexes, dice, words <- kernel <- cases <- games <- players <- all that people use.

Inside a game: schema <- rules <- words, facts, log, game <- table <- cases.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "ardennes"

# What each part may import of the project besides itself and `errors`; a part that is not listed may import
# anything.
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "hexes": set(),
    "dice": set(),
    "words": set(),
    "numbers": set(),
    "toml_lines": set(),
    "kernel": {"hexes", "dice", "words", "numbers", "toml_lines"},
    # Each game has a casebook; the command finds it.
    "cases": {"hexes", "dice", "words", "numbers", "toml_lines", "kernel"},
    "games": {"hexes", "dice", "words", "numbers", "kernel", "cases"},
    "history": {"kernel"},
    "atlas": {"hexes", "kernel", "games", "history"},
    "players": {"hexes", "dice", "words", "kernel", "games"},
    "umpire": {"dice", "words", "toml_lines", "kernel", "games"},  # it also runs in a browser
    "charts": set(),
    "after": {"hexes", "dice", "words", "kernel", "games", "players", "history", "charts"},
}
# The rooms of a game's folder: what each may import of its own game. A module next to them (words, game) may
# import schema and rules, and table and cases may import it.
ROOMS: dict[str, set[str]] = {
    "schema": {"schema"},
    "rules": {"schema", "rules"},
    "table": {"schema", "rules", "table", "beside"},
    "cases": {"schema", "rules", "table", "cases", "beside"},
    "beside": {"schema", "rules", "beside"},
}
# Packages of an extra: only the part it is for may import them.
OF_EXTRAS = {
    "shapely": "atlas",
    "gymnasium": "env",
    "pettingzoo": "env",
    "duckdb": "lab",
    "pyarrow": "lab",
    "ray": "lab",
}
LONGEST_FUNCTION = 70  # lines


@functools.cache
def statements(source: str) -> tuple[ast.stmt, ...]:
    """Yield every statement of a source, also inside others. Imports and functions occur nowhere else, and
    searching expressions takes most of the time.
    """
    result: list[ast.stmt] = list(ast.parse(source).body)
    for node in result:  # which grows
        for within in ("body", "orelse", "finalbody"):
            result += getattr(node, within, ())
        for branch in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            result += branch.body
    return tuple(result)


def test_statements_are_found_wherever_they_stand() -> None:
    source = """
if a:
    import a
elif b:
    import b
else:
    import c
try:
    import d
except A:
    import e
else:
    import f
finally:
    import g
match x:
    case 1:
        import h
class C:
    async def f(self):
        with x:
            for y in z:
                while y:
                    import i
            else:
                import j
"""
    assert sorted(imported(source)) == list("abcdefghij")


def imported(source: str) -> Iterator[str]:
    """Return every absolute module name that a source imports, also inside functions."""
    for node in statements(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the package in full"
            if node.module == "ardennes":
                yield from (f"ardennes.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def wrong_imports(part: str, source: str) -> list[str]:
    """Return the imports of a source in a part that point up or sideways."""
    allowed = MAY_IMPORT.get(part)
    wrong = []
    for name in imported(source):
        top, _, rest = name.partition(".")
        if top in OF_EXTRAS and OF_EXTRAS[top] != part:
            wrong.append(name)
        target = rest.partition(".")[0]
        if (
            top == "ardennes"
            and allowed is not None
            and target not in {*allowed, part, "errors", "__version__"}
        ):
            wrong.append(name)
    return wrong


def sources(folder: Path = PACKAGE) -> Iterator[tuple[str, Path, str]]:
    """Return every module of a folder: its name in the package, its file and its content."""
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path, path.read_text(encoding="utf-8")


def test_imports_point_down() -> None:
    wrong = {name: wrong_imports(part_of(path), source) for name, path, source in sources()}
    assert {name: imports for name, imports in wrong.items() if imports} == {}


def room_of(name: str) -> str:
    """Return the room of a game that a module (ardennes.games.GAME.ROOM...) is in."""
    room = name.split(".")[3]
    return room if room in ROOMS else "beside"


# The events of the playsheet contain each order as it is written on the sheet.
WRITTEN = ("ardennes.games.playsheet.rules.orders.write", "ardennes.games.playsheet.words")


def wrong_rooms(game: str, room: str, source: str) -> list[str]:
    """Return the imports of a module of a game that another game owns, or a room that depends on this one."""
    names = [name for name in imported(source) if name.startswith("ardennes.games.") and name.count(".") > 2]
    own = f"ardennes.games.{game}."
    return [name for name in names if not name.startswith(own) or room_of(name) not in ROOMS[room]]


def test_the_rooms_of_a_game_build_on_each_other() -> None:
    result = []
    for _, path, source in sources(PACKAGE / "games"):
        game, *inside = path.relative_to(PACKAGE / "games").parts
        if inside:
            room = inside[0] if inside[0] in ROOMS else "beside"
            here = ".".join(("ardennes", "games", game, *inside)).removesuffix(".py")
            result += [(here, name) for name in wrong_rooms(game, room, source)]
    assert [pair for pair in result if pair != WRITTEN] == []


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("schema", "from ardennes.games.tigers.rules.model.state import TigersState"),
        ("rules", "from ardennes.games.tigers.words import parse"),
        ("table", "from ardennes.games.tigers.cases.given import lay_out"),
        ("rules", "from ardennes.games.breakthrough.rules.movement.supply import in_supply"),
    ],
)
def test_an_import_from_the_wrong_room_is_found(room: str, source: str) -> None:
    assert wrong_rooms("tigers", room, source)


def test_kernel_names_no_game() -> None:
    games = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()}
    assert games
    for path in (PACKAGE / "kernel").rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert not [game for game in games if game in text], path


def of_one_game(source: str) -> list[str]:
    """Return the modules of single games that a source imports."""
    return [name for name in imported(source) if name.startswith("ardennes.games.")]


@pytest.mark.parametrize("path", sorted((PACKAGE / "terminal").rglob("*.py")), ids=lambda path: path.name)
def test_the_terminal_knows_no_game(path: Path) -> None:
    """It uses the game's table and the text of its orders, in every game."""
    text = path.read_text(encoding="utf-8")
    assert of_one_game(text) == []
    games = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()}
    assert not [game for game in games if game in text.lower()]


def test_an_import_of_one_game_is_found() -> None:
    assert of_one_game("from ardennes.games.tigers.words import WORDING")
    assert not of_one_game("from ardennes.games import table_of")


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("kernel", "from ardennes.games.tigers import terms"),
        ("kernel", "def f():\n    import ardennes.players.toolkit"),
        ("games", "from ardennes import cli"),
        ("kernel", "import ardennes"),  # the package provides the API through its attributes
        ("players", "from ardennes import new_match"),
        ("hexes", "from ardennes.kernel.reach import reach"),
        ("lab", "import shapely.geometry"),
    ],
)
def test_an_import_that_points_up_is_found(part: str, source: str) -> None:
    assert wrong_imports(part, source)


def test_functions_stay_short_enough_to_read() -> None:
    long = []
    for name, _, source in sources():
        for node in statements(source):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                if node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                    long.append((name, node.name))
    assert long == []
