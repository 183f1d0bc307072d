"""The routes of a match that is over: how it ended, its account, its report. None is told while it runs."""

from __future__ import annotations

from collections.abc import Awaitable

from ardennes.after.account import Account
from ardennes.after.course import fingerprint
from ardennes.after.summary import Summary
from ardennes.server.api.schemas import LookDeep, ReportProgress, Trouble, decode
from ardennes.server.http.responses import JSON, Request, Response, answer, refuse
from ardennes.server.http.router import Kind, Router, doc
from ardennes.server.matches.service import HERE
from ardennes.server.routes.context import Asking, Asks, Body
from ardennes.server.workers.pool import Lost, TooLong
from ardennes.server.workers.reports import Ended
from ardennes.server.workers.single_flight import while_client_stays

router = Router(prefix="/api/matches/{match_id}", tags=["match"])

NOT_YET = "The match is not over: what happened in it is told to everybody when it has ended."
NO_SERVER = (
    "Decisions are tried again by a server: keep this match as a file and run "
    "`ardennes analyse FILE --deep --html OUT`."
)
HTML = "text/html; charset=utf-8"
KEPT = "private, no-cache"


def _ended(asks: Asking) -> tuple[Ended, int | None]:
    """The match a seat asks about; 409 while it runs, or while a match it was forked from does."""
    room, (match, side, known, commander) = asks.room, asks.seat()
    owner = asks.house.quotas.origin(match, side, commander)
    with room.at(match, known) as live:
        if not room.is_open(live):
            refuse(409, NOT_YET)
        together = all(seat.who in HERE for seat in live.header.seats)  # "you" would be both of them
        if live.fingerprint[0] != live.seq:
            live.fingerprint = live.seq, fingerprint(live.match)
        players = tuple(seat.who for seat in live.header.seats)
        ended = Ended(live.match, players, owner, live.fingerprint[1])
        return ended, None if together else side


def _answers(kind: Kind | None) -> dict[int, Kind | None]:
    return {200: kind, 409: Trouble}


@router.get("/end", **doc("How the match ended", _answers(Summary), seat=True))
async def end(request: Request, asks: Asks) -> Response:
    ended, side = await asks.house.aside(_ended, asks)
    return await _told(request, asks.house.after.end(ended, side))


@router.get("/account", **doc("Chance, luck and turning points of the match", _answers(Account), seat=True))
async def account(request: Request, asks: Asks) -> Response:
    ended, _ = await asks.house.aside(_ended, asks)
    return await _told(request, asks.house.after.account(ended))


@router.get("/report", **doc("The after-action report, a page that stands alone", _answers(None), seat=True))
async def report(request: Request, asks: Asks) -> Response:
    ended, side = await asks.house.aside(_ended, asks)
    result = await _told(request, asks.house.after.report(ended, side))
    headers = {
        **result.headers,
        "Content-Disposition": f'attachment; filename="{ended.match.game.id}-report.html"',
    }
    return Response(result.content, 200, headers, HTML)


@router.post(
    "/report",
    **doc(
        "Have the decisions tried again for the report, or ask how far that is",
        _answers(ReportProgress),
        body=LookDeep,
        seat=True,
    ),
)
async def look_deep(asks: Asks, body: Body) -> Response:
    decode(body, LookDeep)
    ended, _ = await asks.house.aside(_ended, asks)
    if asks.house.alone:
        refuse(409, NO_SERVER)
    return answer(asks.house.after.look_deep(ended))


async def _told(request: Request, work: Awaitable[bytes]) -> Response:
    try:
        return Response(await while_client_stays(request.gone, work), 200, {"Cache-Control": KEPT}, JSON)
    except (TooLong, Lost) as error:
        refuse(503, f"The analysis did not come to an end: {error}. Try again.")
