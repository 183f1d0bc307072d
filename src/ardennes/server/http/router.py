"""Declare the routes of the API, independent of what transports the requests.

A server transports them over HTTP: `fastapi_adapter.py` hands the routes to FastAPI, which checks parameters
and writes the API page. The static site passes them to a worker in the browser (`site/front.py`), which uses
`call`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from ardennes.server.api.schemas import Trouble
from ardennes.server.http.responses import JSON, Problem, Request, Response, refuse

Kind = type[msgspec.Struct] | UnionType
Handler = Callable[..., Response | Awaitable[Response]]
REF = "#/components/schemas/{name}"
WORDS = {
    200: "Done.",
    201: "Created.",
    204: "Done.",
    304: "The client has this version cached (If-None-Match).",
    400: "The request is malformed; the error says why.",
    401: "The token of a seat or of the lobby is missing.",
    403: "This token does not allow that, or the request comes from another site.",
    404: "There is no such match, game or file.",
    405: "The address does not allow this method; `Allow` lists those it does.",
    409: "The match has moved on since `seq` (the answer has its new state), it is not over yet, or "
    "somebody else holds the seat.",
    410: "The match is saved, but this version of the program cannot continue it.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    422: "The rules forbid it; the answer has the rule, the facts and what to do instead.",
    429: "Too many requests.",
    503: "Busy; try again.",
}
ALWAYS = (400, 403, 429)
WITH_MATCH = (401, 404, 410, 503)
WITH_BODY = (413, 415)


@dataclass(frozen=True)
class Query:
    """A query parameter and its limits."""

    ge: int | None = None
    le: int | None = None
    max_length: int | None = None
    alias: str | None = None


@dataclass(frozen=True)
class Given:
    """A parameter that a function computes from the request."""

    by: Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    method: str
    path: str  # with parameters in {braces}
    handler: Handler
    doc: dict[str, Any]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))


class Router:
    """The routes of one area of the API."""

    def __init__(self, prefix: str, tags: list[str]) -> None:
        self.prefix = prefix
        self.tags = tags
        self.routes: list[Route] = []

    def _adds(self, method: str, path: str, doc: dict[str, Any]) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self.routes.append(Route(method, self.prefix + path, handler, doc))
            return handler

        return add

    def get(self, path: str, **doc: Any) -> Callable[[Handler], Handler]:
        return self._adds("GET", path, doc)

    def post(self, path: str, **doc: Any) -> Callable[[Handler], Handler]:
        return self._adds("POST", path, doc)

    def patch(self, path: str, **doc: Any) -> Callable[[Handler], Handler]:
        return self._adds("PATCH", path, doc)

    def delete(self, path: str, **doc: Any) -> Callable[[Handler], Handler]:
        return self._adds("DELETE", path, doc)


def doc(
    summary: str,
    answers: Mapping[int, Kind | None],
    *,
    body: Kind | None = None,
    seat: bool = False,
    lobby: bool = False,
    also: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Return the documentation of a route for FastAPI: its body and every response."""
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
        "status_code": next(iter(answers)),
    }


def _ref(kind: Kind) -> dict[str, Any]:
    if isinstance(kind, UnionType):
        return {"anyOf": [_ref(one) for one in get_args(kind)]}
    return {"$ref": REF.format(name=kind.__name__)}


# Calling routes without a framework


def find(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the route of an address and its path parameters. Raise Problem 404 or 405 if there is none."""
    allowed = []
    for route in routes:
        if result := route.pattern.fullmatch(path):
            if route.method == method:
                return route, result.groupdict()
            allowed.append(route.method)
    if allowed:
        raise wrong_method(allowed)
    raise Problem(404, "There is nothing at this address.")


def wrong_method(allowed: list[str]) -> Problem:
    problem = Problem(405, f"This address takes {' and '.join(allowed)} only.")
    problem.headers["Allow"] = ", ".join(allowed)
    return problem


async def call(
    function: Callable[..., Any], request: Request, path: Mapping[str, str], query: Mapping[str, str]
) -> Any:
    """Call a route or dependency with the arguments that its annotations ask for, and return the result."""
    arguments: dict[str, Any] = {}
    for name, (kind, mark, default) in _parameters(function).items():
        if kind is Request:
            arguments[name] = request
        elif isinstance(mark, Given):
            arguments[name] = await call(mark.by, request, path, query)
        elif name in path:
            arguments[name] = path[name]
        else:
            arguments[name] = _asked(mark, name, kind, default, query)
    result = function(**arguments)
    return await result if inspect.isawaitable(result) else result


@cache
def _parameters(function: Callable[..., Any]) -> dict[str, tuple[Any, Any, Any]]:
    """Return by name: type, mark and default of each parameter."""
    hints, result = get_type_hints(function, include_extras=True), {}
    for name, parameter in inspect.signature(function).parameters.items():
        kind, mark = split(hints[name])
        result[name] = (kind, mark, parameter.default)
    return result


def split(annotation: Any) -> tuple[Any, Any]:
    """Split an annotation into the type and the Query or Given mark, which may be inside a union."""
    if get_origin(annotation) is Annotated:
        kind, *marks = get_args(annotation)
        return kind, next((mark for mark in marks if isinstance(mark, Query | Given)), None)
    parts = [split(one) for one in get_args(annotation)]
    return annotation, next((mark for _, mark in parts if mark is not None), None)


def _asked(mark: Query | None, name: str, kind: Any, default: Any, query: Mapping[str, str]) -> Any:
    mark = mark or Query()
    name = mark.alias or name
    if name not in query:
        if default is inspect.Parameter.empty:
            refuse(400, f"The request is not valid here: query.{name}: Field required.")
        return default
    whole = int in (kind, *(split(one)[0] for one in get_args(kind)))
    bounds: dict[str, Any] = {"ge": mark.ge, "le": mark.le} if whole else {"max_length": mark.max_length}
    meta = msgspec.Meta(**{key: value for key, value in bounds.items() if value is not None})
    try:
        return msgspec.convert(query[name], Annotated[int if whole else str, meta], strict=False)
    except msgspec.ValidationError as error:
        refuse(400, f"The request is not valid here: query.{name}: {error}.")
