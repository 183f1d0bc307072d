"""List what Python says to players, for review: `python -m ardennes.texts [GAME ...] [--kind KIND]`.

    python -m ardennes.texts                          every text of all games and of the kernel they share
    python -m ardennes.texts tigers --kind refusal    the refusals of one game

Each line has a file, a line number, a kind and the text; the parts that the program fills in stand in braces.

refusal  why an order may not be given
log      a line of the log, or a part of one
prompt   what a player is asked
label    buttons, panels, counters, hexes: what the table calls things
reason   why a computer player does something
error    what a user sees who types an unknown name or changes the data
other    the rest: parts of texts whose use cannot be read off the place where they are written
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ardennes.games import GAMES

SHARED = "kernel"  # the texts that all games share
KINDS = ("refusal", "log", "prompt", "label", "reason", "error", "other")
PACKAGE = Path(__file__).parent
# What determines the kind of a text: the folder of its module (the last one that matches), ...
OF_MODULE = {
    "words": "label", "table": "label", "facts": "label", "names": "label", "log": "log", "players": "reason",
    "schema": "error", "datafile": "error", "mapfile": "error", "wire": "label", "measures": "label",
    "cases": "error",
}  # fmt: skip
# ... the function or the name it is assigned to, ...
OF_NAME = {
    "asks": "prompt", "standing": "prompt", "prompt": "prompt", "question": "prompt", "done": "label",
    "label": "label", "log_line": "log", "LINES": "log", "tell": "log", "is_over": "refusal",
}  # fmt: skip
# ... and the call it is passed to; events and functions that return a refusal are found in the code.
OF_CALL = {
    "Refusal": "refusal", "no_such": "refusal", "UserError": "error", "BadText": "error", "Unknown": "error",
    "fail": "error", "OrderWords": "label", "Lasting": "label", "Row": "label", "Panel": "label",
    "Entry": "label", "entry": "label", "Choice": "label", "choice": "label", "Slider": "label",
    "Stop": "label", "Shown": "label", "cannot": "label", "Card": "label", "Rolled": "log",
}  # fmt: skip
# Calls and errors for programmers, or for readers of reference pages.
UNSEEN = {"tells", "Meta", "getattr", "hasattr", "compile", "TypeVar", "ValueError", "AssertionError",
          "KeyError", "TypeError", "RuntimeError", "startswith", "endswith", "removeprefix", "removesuffix",
          "partition", "rpartition", "split", "replace", "find", "strip", "rstrip", "lstrip"}  # fmt: skip
# Not texts: a pattern, punctuation, a rule number, a lower-case name, a file, a module.
CODE = re.compile(
    r"\\|\(\?|^[\W\d_]*$|^[A-Z]+-[\w.-]+(, [A-Z]+-[\w.-]+)*$"
    r"|^[a-z0-9_.:/]*[0-9_.:/][a-z0-9_.:/]*$|\.(csv|toml|py|md)$|^ardennes"
)


class Text(NamedTuple):
    """A text for players, and its location."""

    file: str  # below src/
    line: int
    kind: str
    text: str


def texts(owner: str) -> list[Text]:
    """Return every text of a game, or of the kernel, in the order of files and lines.

    Raise KeyError if there is no such owner.
    """
    if owner not in (*GAMES, SHARED):
        raise KeyError(owner)
    if owner == SHARED:
        files = [
            *(PACKAGE / "kernel").glob("*.py"),
            PACKAGE / "words.py",
            *(PACKAGE / "players").glob("*.py"),
        ]
    else:
        files = [path for folder in ("games", "players") for path in (PACKAGE / folder / owner).rglob("*.py")]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(files)}
    calls = OF_CALL | {name: kind for tree in trees.values() for name, kind in _speaking(tree)}
    return [
        text
        for path, tree in trees.items()
        for text in _Reader(path.relative_to(PACKAGE.parent).as_posix(), calls).read(tree)
    ]


def _speaking(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Return the functions of a module that return refusals, and its kinds of event."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _returns_refusal(node):
            yield node.name, "refusal"
        elif isinstance(node, ast.ClassDef) and {"Event", "Private"} & {_name(base) for base in node.bases}:
            yield node.name, "log"


def _returns_refusal(node: ast.FunctionDef) -> bool:
    return node.returns is not None and re.search(r"\bRefusal\b", ast.unparse(node.returns)) is not None


def _name(node: ast.expr) -> str:
    """Return the last part of a name: `join` of `peiper.join`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return node.id if isinstance(node, ast.Name) else ""


class _Reader:
    """Collect the texts of one module."""

    def __init__(self, file: str, calls: dict[str, str]) -> None:
        self.file, self.calls, self.texts = file, calls, list[Text]()

    def read(self, tree: ast.Module) -> list[Text]:
        parts = self.file.removesuffix(".py").split("/")[1:]
        self.visit(tree, next((OF_MODULE[part] for part in reversed(parts) if part in OF_MODULE), "other"))
        return self.texts

    def visit(self, node: ast.AST, kind: str) -> None:
        match node:
            case ast.Constant(value=str(text)):
                self.add(node, text, kind)
            case ast.JoinedStr():
                self.add(node, _template(node), kind)
            case ast.FunctionDef():
                kind = "refusal" if _returns_refusal(node) else OF_NAME.get(node.name.strip("_"), kind)
                for part in (*_without_docstring(node.body), *node.args.defaults):
                    self.visit(part, kind)
            case ast.Module(body=body) | ast.ClassDef(body=body):
                for part in _without_docstring(body):
                    self.visit(part, kind)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for target, value in zip(names, values, strict=False):
                    self.visit(value, OF_NAME.get(_name(target), kind))
            case ast.Assign(targets=[target, *_], value=value) | ast.AnnAssign(target=target, value=value):
                if value is not None:
                    self.visit(value, OF_NAME.get(_name(target), kind))
            case ast.Call():
                self.call(node, kind)
            case ast.Compare() | ast.Subscript() | ast.MatchValue() | ast.Assert():
                pass  # a name that is compared or looked up, not shown
            case _:
                for part in ast.iter_child_nodes(node):
                    self.visit(part, kind)

    def call(self, node: ast.Call, kind: str) -> None:
        name = _name(node.func)
        if name in UNSEEN:
            return
        kind = self.calls.get(name, kind)
        self.visit(node.func, kind)
        for argument in node.args:
            if name == "OrderWords" and isinstance(argument, ast.Constant):
                self.add(argument, str(argument.value), kind, always=True)  # a label may be a single word
            else:
                self.visit(argument, kind)
        for keyword in node.keywords:
            self.visit(keyword.value, OF_NAME.get(keyword.arg or "", kind))

    def add(self, node: ast.expr, text: str, kind: str, always: bool = False) -> None:
        whole = text.strip()
        if CODE.search(whole) or not re.search("[A-Za-z]", whole):
            return
        key = whole.islower() and whole.isalpha() and not always
        if key or (kind == "other" and " " not in whole):
            return  # the name of a table, a phase or a field
        self.texts.append(Text(self.file, node.lineno, kind, " ".join(text.split())))


def _template(node: ast.JoinedStr) -> str:
    """Return an f-string as written, with its expressions in braces."""
    parts = []
    for part in node.values:
        match part:
            case ast.Constant(value=str(text)):
                parts.append(text)
            case ast.FormattedValue(value=value):
                parts.append(f"{{{ast.unparse(value)}}}")
    return "".join(parts)


def _without_docstring(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Return the statements of a body except docstrings."""
    for statement in body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            yield statement


def main(words: Sequence[str] | None = None) -> int:
    """Print the requested texts; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m ardennes.texts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} or {SHARED}; default: all"
    )
    parser.add_argument("--kind", choices=KINDS, help="only texts of this kind")
    parser.add_argument("--count", action="store_true", help="only how many there are of each kind")
    asked = parser.parse_args(words)
    for game in asked.games:
        if game not in (*GAMES, SHARED):
            parser.error(f"there is no game {game!r}; the games are {', '.join(GAMES)}, and {SHARED}")
    try:
        _print(asked.games or (*GAMES, SHARED), asked.kind, asked.count)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _print(owners: Sequence[str], kind: str | None, count: bool) -> None:
    for owner in owners:
        chosen = [text for text in texts(owner) if kind in (None, text.kind)]
        if count:
            kinds = Counter(text.kind for text in chosen)
            counts = ", ".join(f"{one} {kinds[one]}" for one in KINDS if kinds[one])
            print(f"{owner}: {len(chosen)} ({counts})")
        else:
            for text in chosen:
                print(f"{text.file}:{text.line}: {text.kind}: {text.text}")


if __name__ == "__main__":
    sys.exit(main())
