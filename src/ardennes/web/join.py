"""The page's scripts in one file, and its style sheets in one: a page of a hundred small files opens slowly.

The scripts are joined as they are written, each in a function of its own: `import` becomes a `const`, and
what is exported is what the function returns. So only plain forms are understood, which is all the page
uses; any other is an error that says where. A source map leads from the one file back to each line of the
many.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import NoReturn

import msgspec

SCRIPT, SHEET, MAP = "js/main.js", "css/all.css", "js/main.js.map"
JOINED = (SCRIPT, SHEET, MAP)
MAPPED = f"//# sourceMappingURL={MAP.removeprefix('js/')}\n"  # the last line
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.\.?/[\w./-]+\.js)";', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?:(?=(?:async )?function\*? (\w+)|const (\w+)|class (\w+))|\{ ([\w, ]+) \};)", re.MULTILINE
)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_SHEET = re.compile(r'^@import "([\w.-]+)";\n', re.MULTILINE)
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class JoinError(ValueError):
    """A script or sheet that cannot be joined with the others."""


def joined(files: Mapping[str, str]) -> dict[str, str]:
    """What is served in the place of the many files, by its path."""
    parts = in_order(files)
    names = [part.removeprefix("js/").removesuffix(".js") for part in parts]
    written = [_script(part, files[part]) for part in parts]
    # Tests look into the page's own scripts by this.
    exported = ", ".join(f'"{name}": {_identifier(f"js/{name}.js")}' for name in names)
    last = f"export const parts = {{ {exported} }};\n"
    sources = {
        "version": 3,
        "sources": [posixpath.relpath(part, posixpath.dirname(MAP)) for part in parts],
        "sourcesContent": [files[part] for part in parts],
        "names": [],
        "mappings": _mappings(text.count("\n") for text in written),
    }
    return {
        SCRIPT: "".join((*written, last, MAPPED)),
        SHEET: _SHEET.sub(lambda found: files[f"css/{found[1]}"], files[SHEET]),
        MAP: msgspec.json.encode(sources).decode(),
    }


def in_order(files: Mapping[str, str]) -> list[str]:
    """The scripts the first one needs, each after those it needs itself."""
    result: list[str] = []

    def follow(path: str, way: tuple[str, ...]) -> None:
        if path in way:
            round_ = " -> ".join((*way[way.index(path) :], path))
            raise JoinError(f"scripts need each other: {round_}; move what both need to one of them")
        if path not in files:
            raise JoinError(f"{way[-1]} imports {path}, which is not there")
        if path not in result:
            for needed in _IMPORT.finditer(files[path]):
                follow(_resolve(path, needed[2]), (*way, path))
            result.append(path)

    follow(SCRIPT, ())
    return result


def _resolve(path: str, imported: str) -> str:
    """Return the path that an import in the script at `path` names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))


def _script(path: str, text: str) -> str:
    """A script as a function, on as many lines as it had."""
    exported: list[str] = []

    def note(found: re.Match[str]) -> str:
        exported.extend(name for name in found.groups() if name)
        return ""

    def imports(statement: re.Match[str]) -> str:
        return f"const {_renamed(statement[1])} = {_identifier(_resolve(path, statement[2]))};"

    text = _EXPORT.sub(note, _IMPORT.sub(imports, text))
    if other := _OTHER.search(text):
        _refuse(path, text, other)
    begin, end = f"const {_identifier(path)} = (() => {{ ", f"return {{ {', '.join(exported)} }}; }})();"
    return f"{begin}{text.rstrip()}\n{end}\n"


def _refuse(path: str, text: str, found: re.Match[str]) -> NoReturn:
    line = text.count("\n", 0, found.start()) + 1
    raise JoinError(
        f'{path}, line {line}: "{found[0]}" cannot be joined; scripts of the page say'
        ' import { a, b as c } from "./script.js" and export function, class, const or { a, b }'
    )


def _identifier(path: str) -> str:
    """Return the constant that holds the exports of a script: `$lib_dom` for js/lib/dom.js."""
    return "$" + re.sub(r"\W", "_", path.removeprefix("js/").removesuffix(".js"))


def _renamed(names: str) -> str:
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _mappings(lengths: Iterable[int]) -> str:
    """By line of the joined file, the script and the line it comes from: the differences, in base 64."""
    said: list[str] = []
    before = 0
    for length in lengths:
        said.append(f"AC{_number(-before)}A" if said else "AAAA")
        said += ["AACA"] * (length - 1)
        before = length - 1
    return ";".join(said)


def _number(value: int) -> str:
    rest = -value << 1 | 1 if value < 0 else value << 1
    digits = ""
    while rest > 31:
        digits, rest = digits + _DIGITS[rest & 31 | 32], rest >> 5
    return digits + _DIGITS[rest]
