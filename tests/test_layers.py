"""Dependencies point down: hexes, dice <- kernel <- cases <- games <- players <- lab, terminal, cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "ardennes"

# What each part may import of the project besides itself and `errors`; a part not named here, anything.
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "hexes": set(),
    "dice": set(),
    "kernel": {"hexes", "dice"},
    "cases": {"hexes", "dice", "kernel"},  # each game brings its casebook; the command finds it by name
    "games": {"hexes", "dice", "kernel", "cases"},
    "atlas": {"hexes", "kernel", "games"},
    "players": {"hexes", "dice", "kernel", "games"},
}
# Not at run time: only the map compiler's own modules may need it.
BUILD_ONLY = {"shapely": "atlas"}
LONGEST_MODULE, LONGEST_FUNCTION = 500, 70  # lines


def imported(source: str) -> Iterator[str]:
    """Every absolute module name a source imports, also inside functions."""
    for node in ast.walk(ast.parse(source)):
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
    """The imports of a source in a part that point up or sideways."""
    allowed = MAY_IMPORT.get(part)
    wrong = []
    for name in imported(source):
        top, _, rest = name.partition(".")
        if top in BUILD_ONLY and BUILD_ONLY[top] != part:
            wrong.append(name)
        target = rest.partition(".")[0]
        if (
            top == "ardennes"
            and allowed is not None
            and target not in {*allowed, part, "errors", "__version__", ""}
        ):
            wrong.append(name)
    return wrong


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    assert wrong_imports(part_of(path), path.read_text(encoding="utf-8")) == []


def test_kernel_names_no_game() -> None:
    games = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()}
    assert games
    for path in (PACKAGE / "kernel").rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert not [game for game in games if game in text], path


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("kernel", "from ardennes.games.tigers import terms"),
        ("kernel", "def f():\n    import ardennes.players.toolkit"),
        ("games", "from ardennes import cli"),
        ("hexes", "from ardennes.kernel.reach import reach"),
        ("lab", "import shapely.geometry"),
    ],
)
def test_an_import_that_points_up_is_found(part: str, source: str) -> None:
    assert wrong_imports(part, source)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_modules_and_functions_stay_short_enough_to_read(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= LONGEST_MODULE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name
