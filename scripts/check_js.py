"""Check the types of the page's JavaScript (JSDoc, tsc --strict), for contributors who change the page.

Users do not need Node. Without Node this prints a warning and continues; with npm it downloads TypeScript
into .venv. ARDENNES_TSC names another tsc.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setup import HOME, VENV

TYPESCRIPT = "typescript@5.9.3"
STRICT = (
    "--noEmit", "--allowJs", "--checkJs", "--strict", "--noImplicitReturns", "--noFallthroughCasesInSwitch",
    "--noUnusedLocals", "--noUnusedParameters", "--target", "es2023", "--lib", "es2023,dom,dom.iterable",
    "--module", "es2022", "--moduleResolution", "bundler",
)  # fmt: skip


BUILT = 'const VERSION = "", POLICY = "", FILES = /** @type {Record<string, string>} */ ({});\n'


def find_tsc() -> str | None:
    if named := os.environ.get("ARDENNES_TSC"):
        return named
    for folder in (VENV / "js", HOME):
        if result := shutil.which("tsc", path=str(folder / "node_modules" / ".bin")):
            return result
    return shutil.which("tsc")


def fetch_tsc() -> None:
    npm = shutil.which("npm")
    if npm is None or not VENV.is_dir():
        return
    print(f"Fetching {TYPESCRIPT} into .venv/js ...", flush=True)
    quiet = ("--no-save", "--no-audit", "--no-fund", "--silent")
    command = [npm, "install", "--prefix", str(VENV / "js"), *quiet, TYPESCRIPT]
    subprocess.run(command, capture_output=True, check=False)


def not_run(why: str) -> int:
    print(f"!! NOT RUN: the types of the page's JavaScript were not checked: {why}.")
    print(f"!! To check them: npm install --prefix .venv/js {TYPESCRIPT}")
    return 0


def as_site(folder: Path) -> list[Path]:
    """Lay out the page without a server as `ardennes site` does; files that
    only the build writes are empty.
    """
    page = Path(HOME, "src/ardennes/site/page")
    for part in ("js", "text"):
        shutil.copytree(Path(HOME, "src/ardennes/web", part), folder / part)
    own = {"transport.js": "js/lib/transport.js", "without.js": "js/without.js"}
    for name, place in own.items():
        shutil.copy(page / name, folder / place)
    (folder / "engine").mkdir()
    for script in page.glob("*.js"):
        if script.name not in own:
            shutil.copy(script, folder / "engine")
    for part in ("js/lib", "engine"):
        (folder / part / "version.js").write_text(
            'export const VERSION = "", ENGINE = "", MEMORY = "", DOCUMENTS = "";\n', encoding="utf-8"
        )
    worker = folder / "engine" / "sw.js"
    worker.write_text(BUILT + worker.read_text(encoding="utf-8"), encoding="utf-8")
    return [*(folder / place for place in own.values()), *sorted((folder / "engine").glob("*.js"))]


def main() -> int:
    if shutil.which("node") is None:
        return not_run("there is no node on the PATH (Debian/Ubuntu: sudo apt install nodejs npm)")
    if find_tsc() is None:
        fetch_tsc()
    tsc = find_tsc()
    if tsc is None:
        return not_run("there is no TypeScript compiler (tsc)")
    files = sorted(Path(HOME, "src/ardennes/web/js").rglob("*.js"))
    with tempfile.TemporaryDirectory() as folder:
        for these in (files, as_site(Path(folder))):
            if subprocess.run([tsc, *STRICT, *map(str, these)], check=False).returncode != 0:
                return 1
    version = subprocess.run([tsc, "--version"], capture_output=True, check=False).stdout.decode().strip()
    print(f"The JavaScript of the page has no type errors: {len(files)} files and the site's own, {version}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
