"""The locks are complete, hashed and name no host; the built package carries its data."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements-uv.txt", "requirements.txt", "requirements-build.txt", "requirements-dev.txt")


def entries(lock: str) -> list[str]:
    """The lock's requirements, one string each with its hashes; comments left out."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    joined = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip()]


def locked(lock: str) -> dict[str, set[Version]]:
    """Name -> locked versions (more than one where the Python version decides)."""
    versions: dict[str, set[Version]] = {}
    for entry in entries(lock):
        requirement = Requirement(entry.partition(" --hash")[0])
        (pin,) = requirement.specifier
        assert pin.operator == "==", entry
        versions.setdefault(canonicalize_name(requirement.name), set()).add(Version(pin.version))
    return versions


def wanted(*extras: str) -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"]]
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines if not line.startswith("ardennes[")]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host_and_no_place_on_a_machine(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|index-url|find-links|@ |\.(org|com|net)\b|(^|\s)/\w", text), lock


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_has_hashes(lock: str) -> None:
    found = entries(lock)
    assert found
    for entry in found:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.txt", ()), ("requirements-dev.txt", ("build", "atlas", "dev"))],
)
def test_every_dependency_is_locked_at_a_version_that_fits(lock: str, extras: tuple[str, ...]) -> None:
    versions = locked(lock)
    for requirement in wanted(*extras):
        found = versions.get(canonicalize_name(requirement.name))
        assert found, f"{requirement.name} is in pyproject.toml but not in {lock}: run scripts/lock.sh"
        assert all(version in requirement.specifier for version in found), (requirement, found)


def test_playing_and_testing_use_the_same_versions() -> None:
    tests = locked("requirements-dev.txt")
    for lock in ("requirements.txt", "requirements-build.txt"):
        for name, versions in locked(lock).items():
            assert tests[name] == versions, name


def test_build_tools_are_not_among_what_is_run() -> None:
    build = locked("requirements-build.txt")
    assert {"editables", "hatchling"} <= set(build)
    assert set(build).isdisjoint(locked("requirements.txt"))


def test_players_need_no_geo_library() -> None:
    assert {"shapely", "numpy"}.isdisjoint(locked("requirements.txt"))


@pytest.mark.long
def test_the_wheel_carries_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    result = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    source = ROOT / "src"
    files = {
        path.relative_to(source).as_posix()
        for path in (source / "ardennes").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "ardennes/games/tigers/data/map/hexes.csv" in files
    assert files <= packed, sorted(files - packed)
    assert {path.rpartition("/")[2] for path in packed} >= {"LICENSE", "NOTICE", "entry_points.txt"}
