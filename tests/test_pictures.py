"""The pictures of the documentation: stamped, small, shown, and listed if the page has changed a lot."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

stamp: Any = import_module("scripts.picture_stamp")  # a program, not a part of the package
ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 1_500_000


def test_every_picture_is_stamped_and_shown() -> None:
    recorded = json.loads((FOLDER / "pictures.json").read_text(encoding="utf-8"))
    pictures = {path.name for path in FOLDER.glob("*.webp")}
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        name
        for document in documents
        for name in re.findall(r"pictures/([\w-]+\.webp)", document.read_text(encoding="utf-8"))
    }
    assert pictures == set(recorded["pictures"]) == shown
    for picture in recorded["pictures"].values():
        assert picture["kind"] in stamp.SOURCES
        assert picture["sources"] in recorded["sources"]
        assert picture["version"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", picture["date"])


def test_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout with ten files of the page and one picture of them."""
    scripts = tmp_path / "src" / "ardennes" / "web" / "js"
    scripts.mkdir(parents=True)
    for number in range(10):
        (scripts / f"part{number}.js").write_text(f"// part {number}\n" * 10, encoding="utf-8")
    files = stamp.files_of("page", tmp_path)
    picture = {"kind": "page", "sources": stamp.digest_of(files)}
    file = tmp_path / stamp.STAMP
    file.parent.mkdir(parents=True)
    known = {"pictures": {"table.webp": picture}, "sources": {picture["sources"]: files}}
    file.write_text(json.dumps(known), encoding="utf-8")
    return tmp_path


def test_a_warning_names_pictures_of_a_page_that_changed_a_lot(checkout: Path) -> None:
    scripts = checkout / "src" / "ardennes" / "web" / "js"
    assert stamp.warnings(checkout) == []
    (scripts / "part0.js").write_text("// part 0, reworded\n" * 10, encoding="utf-8")
    assert stamp.warnings(checkout) == []
    for name in ("part1.js", "part2.js"):
        (scripts / name).unlink()
    (warning,) = stamp.warnings(checkout)
    assert "table.webp" in warning
    assert re.match(r"\d\d% of the page's code", warning)


def test_line_ends_of_windows_are_not_a_change(checkout: Path) -> None:
    for path in (checkout / "src" / "ardennes" / "web" / "js").iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert stamp.warnings(checkout) == []


def test_a_missing_stamp_is_named(tmp_path: Path) -> None:
    assert stamp.warnings(tmp_path) == [f"{stamp.STAMP} is missing; run: python scripts/pictures.py"]
