"""The routes of one match. Every request is made for a seat, with that seat's token."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from ardennes.games import table_of
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame, Event, Refusal
from ardennes.kernel.table import Marches, plain_refusal
from ardennes.kernel.table import comers as who_comes
from ardennes.server import bodies, push, seen
from ardennes.server.answers import JSON, Problem, answer, has_already, refuse, unchanged
from ardennes.server.bodies import decode
from ardennes.server.computers import TooLong
from ardennes.server.house import SCHEME, Asking, Asks, Body, house_of, make_room_for, place_of
from ardennes.server.live import Live
from ardennes.server.room import Room, read_order
from ardennes.server.spec import doc
from ardennes.server.store import NoSuchMatch, Overtaken

router = APIRouter(prefix="/api/matches/{match_id}", tags=["match"])

KEPT = "private, no-cache"  # a browser asks every time whether it is still true
Unit = Annotated[str, Query(max_length=32)]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("", **doc("The match as the seat sees it", {200: bodies.MatchView, 304: None}, seat=True))
def see(request: Request, asks: Asks) -> Response:
    room, (match, side, known) = asks.house.room, asks.seat()
    with room.at(match, known) as live:
        tag = seen.tag_of(room, live, side)
        if has_already(request, tag):
            return unchanged(tag, KEPT)
        body = live.views.get(tag)
        now = seen.moment(room, live, side) if body is None else None
    if now is not None:
        body = seen.keep_view(live, now, seen.view_of(now))
    return answer(body, headers={"ETag": tag}, kept=KEPT)


@router.get(
    "/log", **doc("What happened since a change, as the seat may know it", {200: bodies.Log}, seat=True)
)
def read_log(
    asks: Asks, after: Number = 0, limit: Annotated[int, Query(ge=1, le=seen.PAGE)] = seen.PAGE
) -> Response:
    room, (match, side, known) = asks.house.room, asks.seat()
    with room.at(match, known) as live:
        return answer(seen.log_after(room, live, side, after, limit))


@router.get("/replay", **doc("The board after so many orders", {200: bodies.Replay}, seat=True))
def replay(asks: Asks, at: Number) -> Response:
    room, (match, side, known) = asks.house.room, asks.seat()
    with room.at(match, known) as live:
        return answer(seen.replay_at(room, live, side, at))


@router.get("/reach", **doc("Where a unit may go now", {200: bodies.Reach}, seat=True))
def reach(asks: Asks, unit: Unit) -> Response:
    look = look_of(asks)
    table = table_of(look.game)
    panels: list[Any] = list(table.doings(look.view, look.side, unit))
    return answer(bodies.Reach(look.seq, table.reach(look.view, look.side, unit), panels))


@router.post(
    "/route",
    **doc("A way drawn by hand, judged", {200: bodies.Judged}, body=bodies.AskRoute, seat=True),
)
def route(asks: Asks, body: Body) -> Response:
    asked = decode(body, bodies.AskRoute)
    look = look_of(asks)
    found = table_of(look.game).route(look.view, look.side, asked.unit, asked.path, asked.mode)
    return answer(bodies.Judged(look.seq, found))


@router.post(
    "/march",
    **doc(
        "Several units towards a hex: the orders to give one after another",
        {200: bodies.March, 422: bodies.RefusalAnswer},
        body=bodies.AskMarch,
        seat=True,
    ),
)
def march(asks: Asks, body: Body) -> Response:
    asked = decode(body, bodies.AskMarch)
    look = look_of(asks)
    table = table_of(look.game)
    if not isinstance(table, Marches):
        raise refused(Refusal("", f"{look.game.name} moves its units one by one.", "Pick one of them."))
    found = table.march(look.view, look.side, asked.units, asked.hex, asked.mode)
    return answer(bodies.March(look.seq, found))


@router.get("/comers", **doc("Who can come to a hex now", {200: bodies.Comers}, seat=True))
def comers(asks: Asks, hex_: Annotated[str, Query(max_length=32, alias="hex")]) -> Response:
    look = look_of(asks)
    found: list[Any] = list(who_comes(table_of(look.game), look.view, look.side, hex_))
    return answer(bodies.Comers(look.seq, found))


@router.get("/why", **doc("Why a unit may not go or attack there", {200: bodies.WhyNot}, seat=True))
def why(
    asks: Asks,
    unit: Annotated[str | None, Query(max_length=32)] = None,
    hex_: Annotated[str | None, Query(max_length=32, alias="hex")] = None,
) -> Response:
    look = look_of(asks)
    reasons = table_of(look.game).why(look.view, look.side, unit or None, hex_ or None)
    return answer(bodies.WhyNot(look.seq, [plain for r in reasons if (plain := plain_refusal(r))]))


@router.post(
    "/odds",
    **doc("The arithmetic of an attack", {200: bodies.OddsAnswer}, body=bodies.AskOdds, seat=True),
)
def odds(asks: Asks, body: Body) -> Response:
    asked = decode(body, bodies.AskOdds)
    look = look_of(asks)
    found = table_of(look.game).odds(look.view, look.side, asked.targets, asked.attackers)
    return answer(bodies.OddsAnswer(look.seq, found))


@router.get(
    "/hint",
    **doc("What the staff would do", {200: bodies.Hint, 422: bodies.RefusalAnswer}, seat=True),
)
async def hint(asks: Asks) -> Response:
    look = await run_in_threadpool(look_of, asks)
    if look.side not in look.game.to_move(look.view):
        raise refused(Refusal("", "It is not for you to decide now.", "Ask again when it is your turn."))
    try:
        thought, player = await asks.house.computers.advise(asks.match, look.game, look.side, look.view)
    except TooLong as error:
        refuse(503, f"No hint in time: {error}.")
    words = table_of(look.game).words(look.view, look.side, thought.order)
    return answer(bodies.Hint(look.seq, thought.order, words, thought.why, player))


@router.post(
    "/orders",
    **doc(
        "Give an order",
        {200: bodies.OrderDone, 409: bodies.Overtaken, 422: bodies.RefusalAnswer},
        body=bodies.GiveOrder,
        seat=True,
    ),
)
def give_order(asks: Asks, body: Body) -> Response:
    asked = decode(body, bodies.GiveOrder)
    room, (match, side, known) = asks.house.room, asks.player()
    try:
        with room.at(match, known) as live:
            if asked.side is not None and asked.side != live.game.sides[side]:
                refuse(403, f"This seat plays the {live.game.sides[side]} side, not the other.")
            if asked.seq != seen.number_of(live, side, room.is_open(live)):
                raise Overtaken
            events = room.play(live, side, read_order(live.game, asked.order))
            now = seen.moment(room, live, side)
    except Overtaken:
        return overtaken(room, match, side)
    return _done(live, now, events)


def _done(live: Live, now: seen.Moment, events: list[Event]) -> Response:
    told = seen.seen_events(now.game, events, now.side, now.open)
    lines = [now.game.tell(event) for event in told]
    view = seen.view_of(now)
    seen.keep_view(live, now, view)
    return answer(
        bodies.OrderDone(**msgspec.structs.asdict(view), events=msgspec.to_builtins(told), lines=lines)
    )


def overtaken(room: Room, match: str, side: int) -> Response:
    with room.at(match) as live:
        now = seen.moment(room, live, side)
    words = f"The match has moved on to {now.seq} meanwhile; nothing was done. Look again."
    return answer(bodies.Overtaken(**msgspec.structs.asdict(seen.view_of(now)), error=words), 409)


_TAKING_BACK: dict[int, type[msgspec.Struct] | None] = {
    200: bodies.MatchView,
    409: bodies.Overtaken,
    422: bodies.RefusalAnswer,
}


@router.post("/undo", **doc("Take back the last order", _TAKING_BACK, body=bodies.Change, seat=True))
def undo(asks: Asks, body: Body) -> Response:
    return _take_back(asks, decode(body, bodies.Change).seq, whole_phase=False)


@router.post("/restart", **doc("Begin my phase anew", _TAKING_BACK, body=bodies.Change, seat=True))
def restart(asks: Asks, body: Body) -> Response:
    return _take_back(asks, decode(body, bodies.Change).seq, whole_phase=True)


def _take_back(asks: Asking, seq: int, *, whole_phase: bool) -> Response:
    room, (match, side, known) = asks.house.room, asks.player()
    try:
        with room.at(match, known) as live:
            if seq != seen.number_of(live, side, room.is_open(live)):
                raise Overtaken
            room.take_back(live, side, whole_phase)
            now = seen.moment(room, live, side)
    except Overtaken:
        return overtaken(room, match, side)
    return answer(seen.view_of(now))


@router.post(
    "/fork", **doc("A new match from an earlier order", {201: bodies.Seated}, body=bodies.Fork, seat=True)
)
def fork(request: Request, asks: Asks, body: Body) -> Response:
    asked = decode(body, bodies.Fork)
    room, (match, side, _) = asks.house.room, asks.seat()
    make_room_for(request, asks.house)
    forked = room.fork(match, side, asked.at, asked.seats, asked.name)
    return answer(bodies.Seated(forked, room.seat_people(forked)), 201)


@router.get("/export", **doc("The match as a file", {200: None}, seat=True))
def export(asks: Asks) -> Response:
    """The whole match with its seed once it is over; before that what the seat has seen."""
    room, (match, side, known) = asks.house.room, asks.seat()
    with room.at(match, known) as live:
        whole = room.is_open(live)
        if whole:
            data = savefile.to_bytes(live.match)
        else:
            data = msgspec.json.encode(seen.record_of(room, live, side))
        name = f"{live.game.id}-{live.match.commitment[:8]}{'' if whole else '-record'}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, 200, headers, JSON)


@router.websocket("/live")
async def live_socket(socket: WebSocket, match_id: str) -> None:
    """Tells {"seq": n} at once and whenever the match moves.

    A browser gives its token as a sub-protocol: new WebSocket(url, ["ardennes", "seat." + token]).
    """
    house = house_of(socket)
    offered = socket.scope.get("subprotocols", [])
    header = socket.headers.get("authorization", "")
    tokens = [word.removeprefix("seat.") for word in offered if word.startswith("seat.")]
    token = tokens[0] if tokens else header[len(SCHEME) :] if header.startswith(SCHEME) else ""
    try:
        place = await run_in_threadpool(place_of, house, match_id, token)
    except (Problem, NoSuchMatch):
        await socket.close(1008, "This token opens no seat of this match.")
        return
    if house.push.full(match_id):
        await socket.close(1013, "Too many sockets are open.")
        return
    await socket.accept(push.SPEAKS if push.SPEAKS in offered else None)
    watcher = house.push.join(match_id, place[1])
    try:
        now = await run_in_threadpool(number_now, house.room, place.match, place.side)
        if watcher.seq != push.LOST:  # it may have been deleted meanwhile
            watcher.tell(max(watcher.seq, now))
        await push.serve_socket(socket, watcher)
    except NoSuchMatch:
        await socket.close(push.GONE, "The match was deleted.")
    finally:
        house.push.leave(match_id, watcher)


def number_now(room: Room, match: str, side: int | None) -> int:
    """The number of the last change a seat knows of."""
    with room.at(match) as live:
        return seen.number_of(live, side, room.is_open(live))


def refused(refusal: Refusal) -> Problem:
    """A refusal as an answer: the words for people, and its parts."""
    return Problem(422, str(refusal), rule=refusal.rule, facts=refusal.facts, way_out=refusal.way_out)


class Look(NamedTuple):
    """A player's view now, to be worked on without the match's lock."""

    seq: int
    game: AnyGame
    side: int
    view: Any


def look_of(asks: Asking) -> Look:
    match, side, known = asks.player()
    with asks.house.room.at(match, known) as live:
        return Look(live.number(side), live.game, side, live.game.view(live.match.state, side))
