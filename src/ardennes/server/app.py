"""Assemble the server application and map every failure to an HTTP answer."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ardennes import __version__
from ardennes.server.api.openapi import describe
from ardennes.server.command.messages import Messages
from ardennes.server.http import websocket
from ardennes.server.http.cpu_limits import CpuLimits
from ardennes.server.http.errors import FAILURES, problem_of
from ardennes.server.http.fastapi_adapter import carried, http
from ardennes.server.http.live_updates import Push
from ardennes.server.http.rate_limit import Guard
from ardennes.server.http.responses import Fixed, Problem, answer
from ardennes.server.http.router import wrong_method
from ardennes.server.http.static import Files
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.matches.deadlines import Deadlines, resume_clock
from ardennes.server.matches.quotas import Quotas
from ardennes.server.matches.service import Room
from ardennes.server.matches.trials import Trials
from ardennes.server.routes import after, cases, lobby, match, setups
from ardennes.server.routes import command as command_routes
from ardennes.server.routes.context import House, Remote, person_of
from ardennes.server.settings import Settings, new_token
from ardennes.server.storage import health_check
from ardennes.server.storage.claim import ClaimedElsewhere
from ardennes.server.storage.saved_setups import Setups
from ardennes.server.storage.sql import Store
from ardennes.server.workers.hints import Advice
from ardennes.server.workers.players import Computers
from ardennes.server.workers.process import Desk
from ardennes.server.workers.reports import Aftermath, accounts_folder

DESCRIPTION = (
    "Play the Battle of the Bulge. Every request about a match carries the token of a seat; "
    "the lobby has a separate token, which the server prints when it starts. "
    "A change carries the number of the last change the client has seen (`seq`). If the match has moved on, "
    "the server does nothing and answers 409 with the new state. `seq` never goes down, even when orders are "
    'taken back. A socket at /api/matches/{id}/live sends only {"seq": n}; a commander of a divided '
    'side gets {"seq": n, "mail": m}, where m is the number of messages the commander may read.'
)

# The change may have been saved before the failure, so the answer cannot say whether it was.
NO_DATABASE = (
    "The database cannot be reached or cannot save anything now. Try again in a moment: the server recovers "
    "by itself, and no order is carried out twice."
)
ANY_FILE = "/{name:path}"
PARTS = (lobby, cases, match, after, setups, command_routes)
log = logging.getLogger("ardennes.server")


def create_app(settings: Settings) -> FastAPI:
    """Return the application over one store. Raise UserError if its settings are wrong."""
    store = Store(settings.database, alone=True)
    room = Room(
        store,
        most_live=settings.most_live,
        live_bytes=settings.live_bytes,
        most_matches=settings.most_matches,
        clock=settings.clock,
    )
    health_check.tell(room, store)
    resume_clock(room, store)
    cpu = CpuLimits(settings, lambda token: person_of(house, token))
    house = House(
        settings,
        settings.token or new_token(),
        room,
        Computers(room, [Desk(settings.deadline) for _ in range(settings.thinkers)]),
        Advice(settings, Desk(settings.deadline), Desk(settings.march_deadline)),
        Aftermath(
            Desk(settings.report_deadline),
            Desk(settings.report_deadline),
            accounts_folder(settings.database),
            run_in_threadpool,
            settings,
        ),
        Push(settings),
        Bucket(settings.made_a_second, settings.made_burst),
        Setups(store, settings),
        Quotas(store, settings.most_forks_a_seat),
        Trials(settings.most_trials, settings.trial_seconds, settings.clock),
        cpu.run,
        Remote(
            Messages(store, settings.most_messages_a_side),
            Bucket(settings.messages_a_second, settings.messages_burst),
            cpu,
        ),
    )
    app = FastAPI(
        title="Ardennes",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.house = house
    app.state.store = store
    app.state.deadlines = Deadlines(room, store, settings.grace)
    add_routes(app)
    _answer_failures(app)
    _serve_pages(app)
    app.add_middleware(
        Guard,
        hosts=settings.hosts,
        requests=Bucket(settings.requests_a_second, settings.burst),
        penalties=house.push.penalties,
        clock=room.clock,
    )
    return app


def add_routes(app: FastAPI) -> None:
    """Add all routes of the API."""
    for part in PARTS:
        app.include_router(carried(part.router))
    app.include_router(websocket.router)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    house: House = app.state.house
    store: Store = app.state.store
    deadlines: Deadlines = app.state.deadlines
    house.push.start()
    for room in (house.room, house.trials):
        room.listeners.append(house.push.changed)
    await house.computers.start()
    await deadlines.start()
    try:
        yield
    finally:
        await deadlines.stop()
        await house.computers.stop()
        house.advice.stop()
        house.after.stop()
        house.room.listeners.remove(house.push.changed)
        house.push.stop()
        store.close()


def _serve_pages(app: FastAPI) -> None:
    """Serve the API description and the files of the page; an unknown address under /api gets a 404."""
    web = Files(Path(str(files("ardennes.web"))))

    @cache
    def description() -> Fixed:
        return Fixed(msgspec.json.encode(describe(app)), "application/json")

    @app.get("/api/openapi.json", include_in_schema=False)
    def page(request: Request) -> Response:
        return http(description().response(request.headers))

    @app.api_route(ANY_FILE, methods=["GET", "HEAD"], include_in_schema=False)
    async def file(request: Request, name: str) -> Response:  # not in a thread: the files are in memory
        if name.startswith("api/"):
            allowed = _methods(app, request)
            raise wrong_method(allowed) if allowed else Problem(404, "There is nothing at this address.")
        return http(await web.serve(request.headers, name))


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return the methods that the address of a request allows."""
    here = request.scope["path"]
    ours = [route for part in PARTS for route in part.router.routes]
    result = {route.method for route in ours if route.pattern.fullmatch(here)}
    for route in app.routes:
        if isinstance(route, Route) and not (here.startswith("/api/") and route.path == ANY_FILE):
            if route.path_regex.match(here):
                result |= route.methods or set()
    return sorted(result)


def _answer_failures(app: FastAPI) -> None:
    """Register the answer to each kind of failure."""

    def problem(request: Request, error: Exception) -> Response:
        result = _problem(error)
        if result.status == 405:  # the framework names the methods of one route only
            allowed = _methods(app, request)
            result = wrong_method(allowed) if allowed else Problem(404, "There is nothing at this address.")
        return http(answer(result.body, result.status, headers=result.headers))

    for kind in (*FAILURES, SQLAlchemyError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, problem)


def _problem(error: Exception) -> Problem:
    match error:
        case RequestValidationError():
            return Problem(400, _wrong_parameter(error))
        case HTTPException():
            result = Problem(error.status_code, str(error.detail))
            result.headers.update(error.headers or {})
            return result
        case DataError():
            return Problem(
                422, "The database cannot store a text of this request: remove the NUL character from it."
            )
        case ClaimedElsewhere():
            return Problem(503, str(error))
        case SQLAlchemyError():
            log.error("the database failed: %s", error)
            return Problem(503, NO_DATABASE)
        case _:
            return problem_of(error)


def _wrong_parameter(error: RequestValidationError) -> str:
    faults = [f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    return f"The request is not valid here: {'; '.join(faults)}."
