"""The content of the site: the same page, nothing external, documents with valid links."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.site import build, runtime
from ardennes.site.pages import FIRST, KINDS, document_pages
from ardennes.site.runtime import Pinned, fetched
from ardennes.web.join import SCRIPT, SHEET, joined
from tests.after.playing import finished

WEB = Path(build.__file__).parents[1] / "web"


def page_files() -> build.Files:
    return build.page_files(b'export const VERSION = "1";\nexport const DOCUMENTS = "";\n')


def test_the_page_is_the_servers_but_for_its_transport() -> None:
    made, parts = page_files(), dict[str, str]()
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        if path.suffix in (".js", ".css"):
            parts[name] = path.read_text(encoding="utf-8")
        elif path.is_file() and path.suffix not in (".py", ".pyc") and name != "index.html":
            assert made[name] == path.read_bytes(), name
    servers = joined(parts)
    assert made[SHEET] == servers[SHEET].encode()
    ours, theirs = (
        set(re.split(r"^const \$", text, flags=re.M)) for text in (made[SCRIPT].decode(), servers[SCRIPT])
    )
    differ = {part.partition(" ")[0] for part in ours ^ theirs}
    assert differ == {"lib_transport", "lib_version", "main"}, (
        "main is the last: behind it all parts are named"
    )


def test_the_page_says_that_no_other_host_may_be_asked() -> None:
    page = page_files()["index.html"].decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"https?:|\*|unsafe-inline|'unsafe-eval'", policy[1])
    assert 'rel="manifest"' in page


def test_the_manifest_names_icons_that_are_there() -> None:
    made = page_files()
    manifest = json.loads(made["manifest.webmanifest"])
    assert manifest["start_url"] == "./"
    assert {icon["src"] for icon in manifest["icons"]} <= set(made)


def test_the_engine_holds_all_games_and_nothing_that_a_browser_has_no_use_for() -> None:
    made = build.engine_files()
    for game in ("tigers", "breakthrough", "wave_of_terror", "playsheet"):
        assert f"ardennes/games/{game}/rulebook.md" in made
        assert any(path.startswith(f"ardennes/games/{game}/data/") for path in made)
    assert not [path for path in made if re.match(r"ardennes/(atlas|lab|terminal|site/page)/", path)]
    maps = {path: len(data) for path, data in made.items() if path.startswith("ardennes/web/maps/")}
    assert all(size < 2000 for path, size in maps.items() if not path.endswith("-quiet.svg"))


@pytest.mark.long
def test_the_engine_alone_tells_how_a_match_ended(tmp_path: Path) -> None:
    """Summary, account and report work with only the browser's files and msgspec on the path."""
    for path, data in build.engine_files().items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (tmp_path / "match.json").write_bytes(savefile.to_bytes(finished("tigers/peiper_staff")))
    packages = Path(msgspec.__file__).parents[1]
    (tmp_path / "msgspec").symlink_to(packages / "msgspec")
    script = (
        "from pathlib import Path\n"
        "from ardennes.server.workers.reports import Job, end, light, report\n"
        "job = Job(Path('match.json').read_bytes(), 0)\n"
        "assert b'German victory' in end(job) and light(job) and b'<h1>A victory' in report(job)\n"
    )
    run = (sys.executable, "-S", "-c", script)
    done = subprocess.run(
        run, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def test_a_bundle_can_be_taken_apart_again() -> None:
    packed = build.bundle({"b/c.py": b"second\n", "a.py": b"first"})
    index, _, rest = packed.partition(b"\n")
    assert json.loads(index) == [["a.py", 5], ["b/c.py", 7]]
    assert rest == b"firstsecond\n"


def test_links_of_the_documents_lead_to_pages() -> None:
    made = document_pages("default-src 'none'")
    for page, data in made.items():
        if page.endswith(".html"):
            folder = Path("/", page).parent
            for link in re.findall(r'(?:href|src)="([^"#:]+)', data.decode()):
                target = Path(folder, link).resolve().relative_to("/").as_posix()
                assert target == "." or target.startswith(("css/", "icon")) or target in made, (page, link)


def test_documents_are_listed_by_kind_and_begin_with_the_index() -> None:
    made = document_pages("")
    index = made["docs/index.html"].decode()
    assert "<h1>Documentation</h1>" in index
    menu = index.partition('<div class="groups">')[2].partition("</nav>")[0]
    groups = re.findall(r"<h2>(.*?)</h2><ol[^>]*>(.*?)</ol>", menu)
    assert [heading for heading, _ in groups] == list(KINDS.values())
    for (kind, _), (_, links) in zip(KINDS.items(), groups, strict=True):
        pages = re.findall(r'href="([^"]+)"', links)
        assert pages
        assert all(page.startswith(f"{kind}/") for page in pages) or not kind
    linked = {path for _, links in groups for path in re.findall(r'href="([^"]+)"', links)}
    assert {f"docs/{path}" for path in linked} | {FIRST} == {page for page in made if page.endswith(".html")}


def test_without_a_checkout_there_are_no_documents(tmp_path: Path) -> None:
    assert document_pages("", tmp_path) == {}


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear", encoding="utf-8")
    with pytest.raises(UserError, match="not empty"):
        build.write_site(tmp_path, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thing.tgz").write_bytes(b"something else")
    with pytest.raises(UserError, match="not the expected file"):
        fetched(Pinned("thing.tgz", "0" * 64, ("npm",)), tmp_path)


def test_what_cannot_be_fetched_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no-such-program is needed"):
        fetched(Pinned("thing.tgz", "0" * 64, ("no-such-program",)), tmp_path)


def test_what_node_could_not_prepare_is_reported(tmp_path: Path) -> None:
    if runtime.find_node() is None:
        pytest.skip("node is not here")
    with pytest.raises(UserError, match="could not be prepared"):
        runtime.prepare("memory", tmp_path / "nothing", tmp_path / "out")


def test_only_what_has_changed_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site that the browser tests open shows what node makes of it."""
    given = list[set[str]]()

    def noted(files: dict[str, bytes], _: Path) -> dict[str, bytes]:
        given.append({*files})
        return {f"{path}c": b"made of " + data for path, data in files.items()}

    monkeypatch.setattr(runtime, "_compiled_anew", noted)
    files = {"a/one.py": b"x = 1\n", "a/data.csv": b"1,2\n", "two.py": b"x = 2\n"}
    first = {"a/one.pyc": b"made of x = 1\n", "a/data.csv": b"1,2\n", "two.pyc": b"made of x = 2\n"}
    assert runtime.compiled(files, tmp_path) == first
    assert runtime.compiled(files, tmp_path) == first
    assert given == [{"a/one.py", "two.py"}]
    changed = {**files, "b/one.py": files["a/one.py"], "two.py": b"x = 3\n"}
    fresh = {"b/one.pyc": b"made of x = 1\n", "two.pyc": b"made of x = 3\n"}
    assert runtime.compiled(changed, tmp_path) == {**first, **fresh}
    assert given[1:] == [{"b/one.py", "two.py"}]
