"""Describe what goes over the wire: types for the page and tables for people, from the structs that make it.

`python -m ardennes.server.api.generate` writes web/js/types.gen.js, docs/reference/protocol.md and
docs/reference/settings.md of the working copy. In the documents it keeps the text before its mark.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from fastapi import FastAPI
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from ardennes.after import account
from ardennes.after import summary as ended
from ardennes.kernel import commanders, contract, kit, wire
from ardennes.players.characters import Character
from ardennes.server.api import schemas
from ardennes.server.api.openapi import describe, structs
from ardennes.server.api.schemas import Request
from ardennes.server.app import add_routes
from ardennes.server.http.router import WORDS
from ardennes.server.settings import settable

ROOT = Path(__file__).resolve().parents[4]
TYPES = ROOT / "src" / "ardennes" / "web" / "js" / "types.gen.js"
DOCUMENT = ROOT / "docs" / "reference" / "protocol.md"
SETTINGS = ROOT / "docs" / "reference" / "settings.md"
COMMAND = "python -m ardennes.server.api.generate"
MARK = f"<!-- From here on written by `{COMMAND}`. -->\n"
HEAD = f"""// What goes over the wire. Types only: nothing here runs.
// Written by `{COMMAND}` from the structs of kernel/wire.py and server/api/schemas.py: change those.
"""

ALIASES = {"Order": "Record<string, unknown>", "GameEvent": "Record<string, any> & {event: string}"}
SHARED: list[type[Struct]] = [  # what tables and server tell of the contract as it is
    contract.Refusal,
    contract.Decision,
    contract.Result,
    contract.Scenario,
    contract.OptionSpec,
    commanders.Formation,
    kit.Card,
    Character,
]
SCRIPT = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "any"}
PLAIN = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    NoneType: "null",
    Any: "any",
}


def told() -> list[type[Struct]]:
    """Everything a game's table tells."""
    return (
        [kind for kind in structs(wire) if kind is not wire.Wire] + SHARED + structs(ended) + structs(account)
    )


def asked() -> list[type[Struct]]:
    """Every body a client sends."""
    return [kind for kind in structs(schemas) if issubclass(kind, Request) and kind is not Request]


def answered() -> list[type[Struct]]:
    """Everything the server answers."""
    return [kind for kind in structs(schemas) if not issubclass(kind, Request)]


# One struct


class Field(msgspec.Struct):
    """A field as it goes over the wire."""

    name: str
    type: Any  # as annotated
    missing: bool  # it may be left out
    words: str


def own_fields(kind: type[Struct]) -> list[Field]:
    """The fields a struct has besides those of the struct it is made of."""
    base = parent(kind)
    inherited = {field.name for field in fields(base)} if base is not None else set()
    hints = get_type_hints(kind, include_extras=True)
    return [
        Field(
            field.encode_name,
            shown(kind, field, hints[field.name]),
            may_miss(kind, field),
            words_of(hints[field.name]),
        )
        for field in fields(kind)
        if field.name not in inherited
    ]


def parent(kind: type[Struct]) -> type[Struct] | None:
    """The struct whose fields come first."""
    (base,) = kind.__bases__
    return base if base in (*told(), *asked(), *answered()) else None


def may_miss(kind: type[Struct], field: FieldInfo) -> bool:
    """What is asked may leave out whatever has a default; what is told only where the struct does so."""
    return not field.required and (issubclass(kind, Request) or kind.__struct_config__.omit_defaults)


def shown(kind: type[Struct], field: FieldInfo, hint: Any) -> Any:
    """The type of a field; a null that is never sent is none of it."""
    if field.default is None and not issubclass(kind, Request) and may_miss(kind, field):
        return functools.reduce(or_, (one for one in get_args(get_args(hint)[0]) if one is not NoneType))
    return hint


def words_of(hint: Any) -> str:
    """What an annotation says about a field; of a struct, what the struct is."""
    result = [meta.description for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta)]
    said = [words for words in result if words]
    if said:
        return said[-1]
    for part in get_args(hint):
        if words := words_of(part):
            return words
    return ""


# A type, in both languages


def title_of(hint: Any) -> str:
    """The name of a type that is no struct but has one."""
    return next((m.title for m in getattr(hint, "__metadata__", ()) if isinstance(m, Meta) and m.title), "")


def script(hint: Any) -> str:
    """A type as the page's JSDoc has it."""
    if name := title_of(hint):
        return name
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return script(parts[0])
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(script(part) for part in parts))
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if origin is dict:
        return f"Record<string, {script(parts[1])}>"
    if origin is list or (origin is tuple and parts[1:] == (...,)):
        inner = script(parts[0])
        return f"({inner})[]" if " | " in inner and not inner.startswith("Record<") else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(script, parts))}]"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint.__name__
    return SCRIPT.get(hint, "unknown")


def plain(hint: Any) -> str:
    """A type in words, with links to what it is made of."""
    origin, parts = get_origin(hint), get_args(hint)
    if name := title_of(hint):
        return link(name)
    if origin is Annotated:
        return plain(parts[0])
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(plain(part) for part in parts))
    if origin is Literal:
        return ", ".join(f"`{part}`" if part else "empty" for part in parts)
    if origin is dict:
        return f"table of {plain(parts[1])}"
    if origin is list or (origin is tuple and parts[1:] == (...,)):
        return f"list of {plain(parts[0])}"
    if origin is tuple:
        return f"[{', '.join(map(plain, parts))}]"
    if isinstance(hint, type) and issubclass(hint, Struct):
        return link(hint.__name__)
    return PLAIN.get(hint, "any")


def link(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def summary(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").split())


# The page's types


def types_js() -> str:
    """web/js/types.gen.js."""
    parts = [HEAD]
    for name, meant in ALIASES.items():
        words = words_of(getattr(wire, name))
        parts.append(f"/** @typedef {{{meant}}} {name} {words} */\n")
    parts += [_typedef(kind) for kind in (*told(), *asked(), *answered())]
    return "".join(parts) + "\nexport {};\n"


def _typedef(kind: type[Struct]) -> str:
    base = parent(kind)
    name, said = kind.__name__, summary(kind)
    if base is not None:
        more = ", ".join(f"{f.name}{'?' if f.missing else ''}: {script(f.type)}" for f in own_fields(kind))
        return f"/** @typedef {{{base.__name__} & {{{more}}}}} {name} {said} */\n"
    lines = [f" * @typedef {{object}} {name} {said}"]
    for f in own_fields(kind):
        left = f"[{f.name}]" if f.missing else f.name
        lines.append(f" * @property {{{script(f.type)}}} {left} {f.words}".rstrip())
    return "\n".join(("/**", *lines, " */\n"))


# The document


def document() -> str:
    """docs/reference/protocol.md: the head that is there, and everything that follows from the structs."""
    return _below(DOCUMENT, _sections())


def _below(path: Path, lines: Iterator[str]) -> str:
    """What stands above the mark of a document, and the lines below it."""
    head, mark, _ = path.read_text(encoding="utf-8").partition(MARK)
    return head + mark + "\n".join(lines)


def _sections() -> Iterator[str]:
    yield "\n## Requests\n"
    yield from _routes()
    yield "\n## What a client sends\n"
    yield from map(_table, asked())
    yield "\n## What the server answers\n"
    yield from map(_table, answered())
    yield "\n## What a table tells\n"
    for name in ALIASES:
        yield f"### {name}\n\n{words_of(getattr(wire, name))}\n"
    yield from map(_table, told())


def _routes() -> Iterator[str]:
    yield "| request | what it does | takes | answers |\n|---|---|---|---|"
    app = FastAPI()
    add_routes(app)
    for path, methods in describe(app)["paths"].items():
        for method, operation in methods.items():
            takes = [f"`{one['name']}`" for one in operation.get("parameters", ()) if one["in"] == "query"]
            takes += _named(operation.get("requestBody", {}))
            gives = []
            for status, answer in operation["responses"].items():
                kinds = [name for name in _named(answer) if name != link("Trouble")]
                if kinds or status.startswith(("2", "3")):
                    gives.append(" ".join((status, " or ".join(kinds))).strip())
            asks = f"`{method.upper()} {path}`"
            yield f"| {asks} | {operation['summary']} | {', '.join(takes)} | {'; '.join(gives)} |"
    yield "\n| status | what it means |\n|---|---|"
    for status, words in WORDS.items():
        yield f"| {status} | {words} |"


def _named(part: dict[str, Any]) -> list[str]:
    """The structs an OpenAPI body or answer refers to."""
    schema = part.get("content", {}).get("application/json", {}).get("schema", {})
    refs = [one["$ref"] for one in schema.get("anyOf", [schema]) if "$ref" in one]
    return [link(ref.rpartition("/")[2]) for ref in refs]


def _table(kind: type[Struct]) -> str:
    base = parent(kind)
    lines = [f"### {kind.__name__}\n", summary(kind)]
    if base is not None:
        lines[-1] += f" It has all of {link(base.__name__)}, and:"
    lines.append("\n| field | type | what it tells |\n|---|---|---|")
    for f in own_fields(kind):
        lines.append(f"| `{f.name}`{' ?' if f.missing else ''} | {plain(f.type)} | {f.words} |")
    return "\n".join(lines) + "\n"


# The settings


def settings_page() -> str:
    """docs/reference/settings.md: every setting with its usual value."""
    return _below(SETTINGS, _settings())


def _settings() -> Iterator[str]:
    yield "\n| setting | usually | what it is |\n|---|---|---|"
    for one in settable().values():
        usual = list(one.default) if isinstance(one.default, tuple) else one.default
        yield f"| `{one.name}` | `{json.dumps(usual)}` | {one.meta.description} |"
    yield ""


def written() -> dict[Path, str]:
    """What each of the files should hold."""
    return {TYPES: types_js(), DOCUMENT: document(), SETTINGS: settings_page()}


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(text.splitlines())} lines")
