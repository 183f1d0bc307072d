"""The routes of a finished match: how it ended, its account, its report. None works while the match runs."""

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

NOT_YET = "The match is not over. Its report is available to everybody once it has ended."
NO_SERVER = (
    "Replaying decisions needs a server: save this match as a file and run "
    "`ardennes analyse FILE --deep --html OUT`."
)
HTML = "text/html; charset=utf-8"
KEPT = "private, no-cache"


def _ended(asks: Asking) -> tuple[Ended, int | None]:
    """Return the match and the side that reads about it. Raise Problem 409 while it, or a match it was forked
    from, runs.
    """
    room, (match, side, known, commander) = asks.room, asks.seat()
    owner = asks.house.quotas.origin(match, side, commander)
    with room.at(match, known) as live:
        if not room.is_open(live):
            refuse(409, NOT_YET)
        # one screen shows both sides, so no side is "you"
        together = all(seat.who in HERE for seat in live.header.seats)
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


@router.get("/report", **doc("The after-action report as a self-contained page", _answers(None), seat=True))
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
        "Start the deep analysis for the report, or return its progress",
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
        refuse(503, f"The analysis failed: {error}. Try again.")
