"""The umpire's desk: one route for all its methods. It stores nothing; the game comes with each call."""

from __future__ import annotations

from typing import Annotated

from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.http.responses import Request, Response, answer, refuse
from ardennes.server.http.router import Given, Router, doc
from ardennes.server.routes.context import Lobby
from ardennes.umpire import api

router = Router(prefix="/api/umpire", tags=["lobby"])


async def umpire_game(request: Request) -> bytes:
    return await request.read(request.house.settings.umpire_limit)


GameBody = Annotated[bytes, Given(umpire_game)]


@router.post(
    "/{method}",
    **doc(
        "Call a method of the umpire's desk, such as `ask` or `worksheet`; the docstring of `ardennes.umpire`"
        " lists them. A mistake in a form is an answer with `error`",
        {200: schemas.UmpireAnswer},
        body=schemas.AskUmpire,
        lobby=True,
        also=(404,),
    ),
)
def call(house: Lobby, method: str, body: GameBody) -> Response:
    if method not in api.METHODS:
        refuse(404, f"The umpire's desk has no method {method!r}. Methods: {', '.join(api.METHODS)}.")
    return answer(api.call(method, decode(body, schemas.AskUmpire).given))
