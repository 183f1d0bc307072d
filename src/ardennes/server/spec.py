"""The API page (OpenAPI): bodies and answers are described by the structs that decode and encode them."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType, UnionType
from typing import Any, get_args

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response

from ardennes import __version__
from ardennes.kernel import wire
from ardennes.server import bodies
from ardennes.server.answers import JSON
from ardennes.server.bodies import Trouble

Kind = type[msgspec.Struct] | UnionType
REF = "#/components/schemas/{name}"
WORDS = {
    200: "Done.",
    201: "Made.",
    204: "Done.",
    304: "The client has this already (If-None-Match).",
    400: "The request cannot be understood; the reason is given.",
    401: "No token was given, of a seat or of the lobby.",
    403: "This token may not do that, or the request comes from elsewhere.",
    404: "There is no such match, game or file.",
    405: "The address is right, the method is not; `Allow` names those that are.",
    409: "The match has moved on since `seq`: nothing was done, and this is how it stands now.",
    410: "The match is kept, but this version of the program cannot play it on.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    422: "The rules forbid it: rule, facts, way out.",
    429: "Too many requests.",
    503: "Busy; try again.",
}
ALWAYS = (400, 403, 429)
WITH_MATCH = (401, 404, 410, 503)
WITH_BODY = (413, 415)


def doc(
    summary: str,
    answers: Mapping[int, Kind | None],
    *,
    body: Kind | None = None,
    seat: bool = False,
    lobby: bool = False,
    also: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Arguments for a route: what it takes and every answer it may give."""
    troubles = {*ALWAYS, *also, *(WITH_MATCH if seat else ()), *(WITH_BODY if body else ())}
    troubles |= {401} if lobby else set()
    responses: dict[int | str, dict[str, Any]] = {}
    for status in sorted({*answers, *troubles}):
        kind = answers.get(status, Trouble if status in troubles else None)
        responses[status] = {"description": WORDS[status]}
        if kind is not None:
            responses[status]["content"] = {JSON: {"schema": _ref(kind)}}
    extra: dict[str, Any] = {}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {JSON: {"schema": _ref(body)}}}
    if seat:
        extra["security"] = [{"seat": []}]
    if lobby:
        extra["security"] = [*extra.get("security", []), {"lobby": []}]
    return {
        "summary": summary,
        "responses": responses,
        "openapi_extra": extra,
        "response_class": Response,
        "status_code": next(iter(answers)),
    }


def _ref(kind: Kind) -> dict[str, Any]:
    if isinstance(kind, UnionType):
        return {"anyOf": [_ref(one) for one in get_args(kind)]}
    return {"$ref": REF.format(name=kind.__name__)}


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs a module describes, in the order in which it does."""
    found = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__]


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole page, made once."""
    if app.openapi_schema is None:
        page = get_openapi(
            title="Ardennes", version=__version__, routes=app.routes, description=(app.description or "")
        )
        _, schemas = msgspec.json.schema_components([*structs(wire), *structs(bodies)], ref_template=REF)
        page["components"] = {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "seat": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "`Seat <token>`, with a token told when the match was made.",
                },
                "lobby": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "`Lobby <token>`, with the token printed where the server was started.",
                },
            },
        }
        for operations in page["paths"].values():
            for operation in operations.values():
                answered = operation["responses"].get("422", {})
                if "HTTPValidationError" in str(answered):  # such faults are answered with 400 here
                    del operation["responses"]["422"]
        app.openapi_schema = page
    return app.openapi_schema
