"""Serve the routes with FastAPI: it parses parameters, then calls our handlers with plain requests."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Annotated, Any, get_type_hints

import fastapi
from fastapi import APIRouter, Depends
from starlette import requests, responses

from ardennes.server.http.responses import JSON, Request, Response, refuse
from ardennes.server.http.router import Given, Query, Router, split
from ardennes.server.routes.context import House, payer_of

ASKED = "request_that_pays"  # extra parameter with the request


@cache
def carried(router: Router) -> APIRouter:
    """Return the routes as a FastAPI router. Cached, since reading the parameters takes half of the server's
    start.
    """
    result = APIRouter(tags=[*router.tags])
    for route in router.routes:
        result.add_api_route(
            route.path,
            _endpoint(route.handler),
            methods=[route.method],
            response_class=responses.Response,
            **route.doc,
        )
    return result


def http(answer: Response) -> responses.Response:
    return responses.Response(answer.content, answer.status_code, answer.headers, answer.media_type)


async def plain(request: requests.Request) -> Request:
    """Return the framework's request as the routes expect it."""

    async def read(limit: int) -> bytes:
        return await _read(request, limit)

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    client = request.client.host if request.client else ""
    return Request(request.app.state.house, request.headers, client, read, gone)


async def _read(request: requests.Request, limit: int) -> bytes:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        refuse(415, f"The body must be JSON, with Content-Type: {JSON}.")
    too_long = f"The body is longer than {limit} bytes."
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        refuse(413, too_long)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            refuse(413, too_long)
        parts.append(part)
    return b"".join(parts)


def _endpoint(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a handler with a signature that FastAPI understands.

    A handler that is not async runs in a thread. Its CPU time, and that of work an async handler sends to a
    thread, is charged to the seat.
    """

    async def endpoint(**arguments: Any) -> responses.Response:
        request: Request = arguments.pop(ASKED)
        work = functools.partial(handler, **arguments)
        with _paid_by(request.house, await payer_of(request)):
            done = await work() if waits else await request.house.aside(work)
        return http(done)

    waits = inspect.iscoroutinefunction(handler)
    signed = _signed(endpoint, handler)
    signature: inspect.Signature = vars(signed)["__signature__"]
    asked = inspect.Parameter(
        ASKED, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[Request, Depends(plain)]
    )
    vars(signed)["__signature__"] = signature.replace(parameters=[*signature.parameters.values(), asked])
    return signed


def _paid_by(house: House, person: str) -> AbstractContextManager[None]:
    return nullcontext() if house.remote is None else house.remote.cpu.paid_by(person)


@cache
def _dependency(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a dependency. Cached, so that FastAPI sees one function and computes it once per request."""

    async def depends(**arguments: Any) -> Any:
        return await function(**arguments)

    return _signed(depends, function)


def _signed(outside: Callable[..., Any], inside: Callable[..., Any]) -> Callable[..., Any]:
    hints = get_type_hints(inside, include_extras=True)
    parameters = [
        parameter.replace(annotation=_as_fastapi(hints[name]), kind=inspect.Parameter.KEYWORD_ONLY)
        for name, parameter in inspect.signature(inside).parameters.items()
    ]
    outside.__name__, outside.__doc__ = inside.__name__, inside.__doc__
    vars(outside)["__signature__"] = inspect.Signature(parameters)
    return outside


def _as_fastapi(annotation: Any) -> Any:
    kind, mark = split(annotation)
    if kind is Request:
        return Annotated[Request, Depends(plain)]
    match mark:
        case Given():
            return Annotated[kind, Depends(_dependency(mark.by))]
        case Query(ge, le, max_length, alias):
            bounds: dict[str, Any] = {"ge": ge, "le": le, "max_length": max_length, "alias": alias}
            limits = {key: value for key, value in bounds.items() if value is not None}
            return Annotated[kind if kind is not annotation else _bare(annotation), fastapi.Query(**limits)]
        case _:
            return annotation


def _bare(union: Any) -> Any:
    """Remove the Query marks from a union such as `Number

    None`.
    """
    result: Any = None
    for one in union.__args__:
        kind = split(one)[0]
        result = kind if result is None else result | kind
    return result
