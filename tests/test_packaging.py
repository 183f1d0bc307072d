"""The locks are complete, hashed and name no host; the packages work without the checkout."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from ardennes import __version__
from tests.server.process import process

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements-uv.txt", "requirements.txt", "requirements-build.txt", "requirements-dev.txt")


def entries(lock: str) -> list[str]:
    """Return the lock's requirements, one string each with its hashes, without comments."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    joined = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip()]


def locked(lock: str) -> dict[str, set[Version]]:
    """Return name -> locked versions (more than one if the Python version decides)."""
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
    result = entries(lock)
    assert result
    for entry in result:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.txt", ()), ("requirements-dev.txt", ("build", "atlas", "dev"))],
)
def test_every_dependency_is_locked_at_a_version_that_fits(lock: str, extras: tuple[str, ...]) -> None:
    versions = locked(lock)
    for requirement in wanted(*extras):
        result = versions.get(canonicalize_name(requirement.name))
        assert result, f"{requirement.name} is in pyproject.toml but not in {lock}: run scripts/lock.sh"
        assert all(version in requirement.specifier for version in result), (requirement, result)


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


# Build as usual, but with minimal compression, which took most of the time; the content is the same.
LIGHTLY = """
import runpy, zlib
squeeze = zlib.compressobj
zlib.compressobj = lambda level, *more: squeeze(1, *more)
runpy.run_module("hatchling", run_name="__main__")
"""


def built(what: str, source: Path, into: Path) -> Path:
    """A package made from a folder with the project in it."""
    command = [sys.executable, "-c", LIGHTLY, "build", "-t", what, "-d", str(into)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (package,) = into.iterdir()
    return package


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as unpacked from the source package."""
    folder = tmp_path_factory.mktemp("source")
    package = built("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    subprocess.run([sys.executable, "-m", "tarfile", "-e", str(package), str(folder)], check=True)
    (project,) = folder.iterdir()
    return project


def files_below(folder: Path) -> set[str]:
    result = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in result}


def packed(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.long
def test_the_wheel_carries_every_file_of_the_package(wheel: Path) -> None:
    files = {f"ardennes/{name}" for name in files_below(ROOT / "src/ardennes")}
    files |= {f"ardennes/cases/book/{name}" for name in files_below(ROOT / "tests/cases")}
    assert {"ardennes/games/tigers/data/map/hexes.csv", "ardennes/py.typed"} <= files
    about = {name for name in packed(wheel) if ".dist-info/" in name}
    assert files == set(packed(wheel)) - about
    assert {name.rpartition("/")[2] for name in about} >= {"LICENSE", "NOTICE", "entry_points.txt"}


@pytest.mark.long
def test_the_wheel_says_all_about_itself(wheel: Path) -> None:
    (text,) = (data for name, data in packed(wheel).items() if name.endswith(".dist-info/METADATA"))
    about = email.message_from_bytes(text)
    assert (about["Name"], about["Version"], about["License-Expression"]) == ("ardennes", __version__, "MIT")
    assert about.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert about["Description-Content-Type"] == "text/markdown"
    assert about.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    systems = {line.split(" :: ")[1] for line in about.get_all("Classifier", []) if "Operating" in line}
    assert systems == {"MacOS", "Microsoft", "POSIX"}
    assert all(about[name] for name in ("Summary", "Author", "Keywords", "Requires-Python"))


def test_the_changes_name_this_version() -> None:
    text = (ROOT / "docs/reference/changes.md").read_text(encoding="utf-8")
    assert re.findall(r"\bversion (\d+\.\d+\.\d+)", text)[0] == __version__


@pytest.mark.long
def test_the_source_package_makes_the_same_wheel(wheel: Path, source: Path, tmp_path: Path) -> None:
    assert packed(built("wheel", source, tmp_path)) == packed(wheel)


@pytest.mark.long
def test_the_source_package_carries_what_playing_and_testing_need(source: Path) -> None:
    for folder in ("src", "tests", "bench", "docs", "examples", "scripts", "tools", ".ci"):
        assert files_below(ROOT / folder) == files_below(source / folder), folder
    for name in ("play", "test", "play.cmd", "test.cmd", *LOCKS, "CONTRIBUTING.md"):
        assert (source / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel, without access to the checkout.

    The packages it needs are those of the tests' environment, which were installed from the lock.
    """
    folder = tmp_path_factory.mktemp("Umgebung für alle")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scheme = {"base": str(folder), "platbase": str(folder)}
    programs = Path(sysconfig.get_path("scripts", "venv", scheme))
    home = Path(sysconfig.get_path("purelib", "venv", scheme))
    (home / "locked.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "--disable-pip-version-check"]
    install = [*pip, "install", "--no-deps", "--no-index", "--no-compile", str(wheel)]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return programs


def ask(program: Path, *words: str, cwd: Path) -> str:
    """Return the output of an installed program; it does not find the checkout."""
    command = [str(program), *words]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=plain, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_installed_package_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    place = Path(ask(installed / "python", "-c", "import ardennes; print(ardennes.__file__)", cwd=tmp_path))
    assert place.is_relative_to(installed.parent)
    assert ask(installed / "ardennes", "--version", cwd=tmp_path) == f"ardennes {__version__}\n"
    assert (
        ask(installed / "python", "-m", "ardennes", "--version", cwd=tmp_path) == f"ardennes {__version__}\n"
    )


@pytest.mark.long
def test_the_installed_package_runs_a_case_file(installed: Path, tmp_path: Path) -> None:
    case = ROOT / "tests/cases/tigers/calculations.toml"
    shutil.copy(case, tmp_path)
    assert "passed" in ask(installed / "ardennes", "cases", case.name, cwd=tmp_path)


@pytest.mark.long
def test_the_installed_package_lists_the_places_of_a_rule_that_it_has(
    installed: Path, tmp_path: Path
) -> None:
    out = ask(installed / "ardennes", "rules", "tigers", "ZOC-8", cwd=tmp_path)
    for place in (
        "games/tigers/rules/movement/zones.py",
        "cases/book/tigers/movement_zoc.toml",
        "games/tigers/rulebook.md",
    ):
        assert re.search(rf"^  ardennes/{re.escape(place)}:\d", out, re.MULTILINE), place
    assert "tests/" not in "\n".join(line for line in out.splitlines() if line.startswith("  "))
    assert out.rstrip().endswith("Run the command in a checkout of the project to see them too.")


@pytest.mark.long
@pytest.mark.parametrize(
    "start", [("ardennes",), pytest.param(("python", "-m", "ardennes"), marks=pytest.mark.slow)]
)
def test_the_installed_package_serves_the_table(
    installed: Path, tmp_path: Path, start: tuple[str, ...]
) -> None:
    command = (str(installed / start[0]), *start[1:])
    with process(tmp_path / "Spiele", command, cwd=tmp_path, PYTHONPATH="") as server:
        assert server.play_an_order()["seq"] == 1
        assert "<title>" in server.http.get("/").text
        assert server.http.get("/maps/tigers-paper.svg").status_code == 200
        assert len(server.http.get("/api/rules/tigers/cases").json()["cases"]) > 1000
