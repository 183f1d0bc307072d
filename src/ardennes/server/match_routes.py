"""The routes of one match. Every request is made for a seat, with that seat's token."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from ardennes.games import table_of
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame, Event, Refusal
from ardennes.kernel.table import plain_refusal
from ardennes.server import bodies, push, seen
from ardennes.server.answers import JSON, Problem, answer, etag, has_already, refuse, unchanged
from ardennes.server.bodies import decode
from ardennes.server.computers import TooLong
from ardennes.server.house import (
    SCHEME,
    Body,
    Everybody,
    House,
    Place,
    Playing,
    Seated,
    house_of,
    make_room_for,
    place_of,
)
from ardennes.server.room import read_order
from ardennes.server.spec import doc
from ardennes.server.store import NoSuchMatch, Overtaken

router = APIRouter(prefix="/api/matches/{match_id}", tags=["match"])

KEPT = "private, no-cache"  # a browser asks every time whether it is still true
Unit = Annotated[str, Query(max_length=32)]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("", **doc("The match as the seat sees it", {200: bodies.MatchView, 304: None}, seat=True))
def see(request: Request, house: Everybody, place: Seated) -> Response:
    with house.room.at(place.match) as live:
        word = seen.seat_word(live.game, place.side) or "watch"
        tag = etag(live.seq, word, live.header.name, house.room.is_open(live), live.trouble)
        if has_already(request, tag):
            return unchanged(tag, KEPT)
        now = seen.moment(house.room, live, place.side)
    return answer(seen.view_of(now), headers={"ETag": tag}, kept=KEPT)


@router.get(
    "/log", **doc("What happened since a change, as the seat may know it", {200: bodies.Log}, seat=True)
)
def read_log(
    house: Everybody,
    place: Seated,
    after: Number = 0,
    limit: Annotated[int, Query(ge=1, le=seen.PAGE)] = seen.PAGE,
) -> Response:
    with house.room.at(place.match) as live:
        return answer(seen.log_after(house.room, live, place.side, after, limit))


@router.get("/replay", **doc("The board after so many orders", {200: bodies.Replay}, seat=True))
def replay(house: Everybody, place: Seated, at: Number) -> Response:
    with house.room.at(place.match) as live:
        return answer(seen.replay_at(house.room, live, place.side, at))


@router.get("/reach", **doc("Where a unit may go now", {200: bodies.Reach}, seat=True))
def reach(house: Everybody, place: Playing, unit: Unit) -> Response:
    seq, game, side, view = _look(house, place)
    return answer(bodies.Reach(seq, table_of(game).reach(view, side, unit)))


@router.get("/why", **doc("Why a unit may not go or attack there", {200: bodies.WhyNot}, seat=True))
def why(
    house: Everybody,
    place: Playing,
    unit: Annotated[str | None, Query(max_length=32)] = None,
    hex_: Annotated[str | None, Query(max_length=32, alias="hex")] = None,
) -> Response:
    seq, game, side, view = _look(house, place)
    reasons = table_of(game).why(view, side, unit or None, hex_ or None)
    return answer(bodies.WhyNot(seq, [plain for r in reasons if (plain := plain_refusal(r)) is not None]))


@router.post(
    "/odds",
    **doc("The arithmetic of an attack", {200: bodies.OddsAnswer}, body=bodies.AskOdds, seat=True),
)
def odds(house: Everybody, place: Playing, body: Body) -> Response:
    ask = decode(body, bodies.AskOdds)
    seq, game, side, view = _look(house, place)
    return answer(bodies.OddsAnswer(seq, table_of(game).odds(view, side, ask.targets, ask.attackers)))


@router.get(
    "/hint",
    **doc("What the staff would do", {200: bodies.Hint, 422: bodies.RefusalAnswer}, seat=True),
)
async def hint(house: Everybody, place: Playing) -> Response:
    seq, game, side, view = await run_in_threadpool(_look, house, place)
    if side not in game.to_move(view):
        raise refused(Refusal("", "It is not for you to decide now.", "Ask again when it is your turn."))
    try:
        thought, player = await house.computers.advise(place.match, game, side, view)
    except TooLong as error:
        refuse(503, f"No hint in time: {error}.")
    return answer(bodies.Hint(seq, thought.order, thought.why, player))


@router.post(
    "/orders",
    **doc(
        "Give an order",
        {200: bodies.OrderDone, 409: bodies.Overtaken, 422: bodies.RefusalAnswer},
        body=bodies.GiveOrder,
        seat=True,
    ),
)
def give_order(house: Everybody, place: Playing, body: Body) -> Response:
    ask = decode(body, bodies.GiveOrder)
    assert place.side is not None
    try:
        with house.room.at(place.match) as live:
            if ask.side is not None and ask.side != live.game.sides[place.side]:
                refuse(403, f"This seat plays the {live.game.sides[place.side]} side, not the other.")
            if ask.seq != live.seq:
                raise Overtaken
            order = read_order(live.game, ask.order)
            events = house.room.play(live, place.side, order)
            now = seen.moment(house.room, live, place.side)
    except Overtaken:
        return _overtaken(house, place)
    return _done(now, events)


def _done(now: seen.Moment, events: list[Event]) -> Response:
    told = seen.seen_events(now.game, events, now.side, now.open)
    lines = [now.game.tell(event) for event in told]
    view = msgspec.structs.asdict(seen.view_of(now))
    return answer(bodies.OrderDone(**view, events=msgspec.to_builtins(told), lines=lines))


def _overtaken(house: House, place: Place) -> Response:
    with house.room.at(place.match) as live:
        now = seen.moment(house.room, live, place.side)
    words = f"The match has moved on to {now.seq} meanwhile; nothing was done. Look again."
    return answer(bodies.Overtaken(**msgspec.structs.asdict(seen.view_of(now)), error=words), 409)


_TAKING_BACK: dict[int, type[msgspec.Struct] | None] = {
    200: bodies.MatchView,
    409: bodies.Overtaken,
    422: bodies.RefusalAnswer,
}


@router.post("/undo", **doc("Take back the last order", _TAKING_BACK, body=bodies.Change, seat=True))
def undo(house: Everybody, place: Playing, body: Body) -> Response:
    return _take_back(house, place, decode(body, bodies.Change).seq, whole_phase=False)


@router.post("/restart", **doc("Begin my phase anew", _TAKING_BACK, body=bodies.Change, seat=True))
def restart(house: Everybody, place: Playing, body: Body) -> Response:
    return _take_back(house, place, decode(body, bodies.Change).seq, whole_phase=True)


def _take_back(house: House, place: Place, seq: int, *, whole_phase: bool) -> Response:
    assert place.side is not None
    try:
        with house.room.at(place.match) as live:
            if seq != live.seq:
                raise Overtaken
            house.room.take_back(live, place.side, whole_phase)
            now = seen.moment(house.room, live, place.side)
    except Overtaken:
        return _overtaken(house, place)
    return answer(seen.view_of(now))


@router.post(
    "/fork", **doc("A new match from an earlier order", {201: bodies.Seated}, body=bodies.Fork, seat=True)
)
def fork(request: Request, house: Everybody, place: Seated, body: Body) -> Response:
    ask = decode(body, bodies.Fork)
    make_room_for(request, house)
    match = house.room.fork(place.match, place.side, ask.at, ask.seats, ask.name)
    return answer(bodies.Seated(match, house.room.seat_people(match)), 201)


@router.get("/export", **doc("The match as a file", {200: None}, seat=True))
def export(house: Everybody, place: Seated) -> Response:
    """The whole match with its seed once it is over; before that what the seat has seen."""
    with house.room.at(place.match) as live:
        whole = house.room.is_open(live)
        if whole:
            data = savefile.to_bytes(live.match)
        else:
            data = msgspec.json.encode(seen.record_of(house.room, live, place.side))
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
        await run_in_threadpool(place_of, house, match_id, token)
    except (Problem, NoSuchMatch):
        await socket.close(1008, "This token opens no seat of this match.")
        return
    if house.push.full(match_id):
        await socket.close(1013, "Too many sockets are open.")
        return
    await socket.accept(push.SPEAKS if push.SPEAKS in offered else None)
    watcher = house.push.join(match_id)
    try:
        watcher.tell(max(watcher.seq, await run_in_threadpool(house.room.store.seq, match_id)))
        await push.serve_socket(socket, watcher)
    except NoSuchMatch:
        await socket.close(push.GONE, "The match was deleted.")
    finally:
        house.push.leave(match_id, watcher)


def refused(refusal: Refusal) -> Problem:
    """A refusal as an answer: the words for people, and its parts."""
    return Problem(422, str(refusal), rule=refusal.rule, facts=refusal.facts, way_out=refusal.way_out)


def _look(house: House, place: Place) -> tuple[int, AnyGame, int, object]:
    """The seat's view now, to be worked on without the lock."""
    assert place.side is not None
    with house.room.at(place.match) as live:
        return live.seq, live.game, place.side, live.game.view(live.match.state, place.side)
