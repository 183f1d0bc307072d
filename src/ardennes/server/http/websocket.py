"""The WebSocket route of a match; `live_updates.py` decides what is sent."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from ardennes.server.command.messages import Reader
from ardennes.server.http import live_updates
from ardennes.server.http.live_updates import GONE, LOST, NOT_FOR_TALKING, REPLACED, UNSEATED, Watcher
from ardennes.server.http.responses import Problem
from ardennes.server.http.socket_limits import SENDER
from ardennes.server.matches.views import number_now
from ardennes.server.routes.context import SCHEME, House, place_of
from ardennes.server.storage.integrity import CannotOpen
from ardennes.server.storage.models import NoSuchMatch

router = APIRouter(prefix="/api/matches/{match_id}", tags=["match"])


@router.websocket("/live")
async def live_socket(socket: WebSocket, match_id: str) -> None:
    """Send {"seq": n} at once and after every change; to a commander also after every message.

    A browser sends its token as a sub-protocol: new WebSocket(url, ["ardennes", "seat." + token]).
    """
    house: House = socket.app.state.house
    offered = socket.scope.get("subprotocols", [])
    header = socket.headers.get("authorization", "")
    tokens = [word.removeprefix("seat.") for word in offered if word.startswith("seat.")]
    token = tokens[0] if tokens else header[len(SCHEME) :] if header.startswith(SCHEME) else ""
    person = await _person(socket, house, token)
    if (wait := house.push.wait_to_open(person)) > 0:  # before the database is queried
        await socket.close(1013, f"This seat opens or floods sockets too fast; try again in {wait:.0f} s.")
        return
    try:
        place = await run_in_threadpool(place_of, house, match_id, token)
    except (Problem, NoSuchMatch, CannotOpen):
        await socket.close(1008, "This token opens no seat of this match.")
        return
    if (sender := socket.scope["extensions"].get(SENDER)) is not None:
        sender.seat = person
    if house.push.full(match_id, place.side, place.commander, person):
        await socket.close(1013, "Too many sockets are open.")
        return
    await socket.accept(live_updates.SPEAKS if live_updates.SPEAKS in offered else None)
    watcher = house.push.join(match_id, place.side, place.commander, person)
    try:
        now = await run_in_threadpool(number_now, house.room_of(match_id), place.match, place.side)
        if place.side is not None and place.commander is not None:
            reader = Reader(place.side, place.commander)
            messages = house.need_remote().messages
            watcher.hand(await run_in_threadpool(messages.count, place.match, reader))
        if watcher.seq not in (live_updates.LOST, live_updates.UNSEATED):  # may have happened meanwhile
            watcher.tell(max(watcher.seq, now))
        await serve_socket(socket, watcher)
    except NoSuchMatch:
        await socket.close(live_updates.GONE, "The match was deleted.")
    except CannotOpen:  # the page gets the reason when it asks for the view
        await socket.close(live_updates.CLOSED, "The match cannot be played on by this program.")
    finally:
        house.push.leave(match_id, watcher)


async def _person(socket: WebSocket, house: House, token: str) -> str:
    """Return the person the socket counts for: a seat with the matches forked from it, else the address."""
    address = socket.client.host if socket.client else ""
    return await house.need_remote().cpu.person_of(token, address)


async def serve_socket(socket: WebSocket, watcher: Watcher) -> None:
    """Send updates until the client disconnects, sends something, or the match is gone."""
    listening = asyncio.ensure_future(socket.receive())
    try:
        while True:
            news = asyncio.ensure_future(watcher.news.wait())
            await asyncio.wait({news, listening}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                news.cancel()
                if listening.result()["type"] == "websocket.receive":
                    await socket.close(NOT_FOR_TALKING, live_updates.ONLY_TELLS)
                return
            watcher.news.clear()
            if watcher.seq == LOST:
                await socket.close(GONE, "The match was deleted.")
                return
            if watcher.seq == UNSEATED:
                await socket.close(REPLACED, "This seat was taken from you.")
                return
            await socket.send_text(watcher.words())
    except WebSocketDisconnect:
        return
    finally:
        listening.cancel()
