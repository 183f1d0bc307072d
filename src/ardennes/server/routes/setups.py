"""Saved set-ups: save, list, use, export and import them; each is for one side of a game."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from ardennes.errors import UserError
from ardennes.games import table_of
from ardennes.kernel import wire
from ardennes.kernel.contract import AnyGame, Order, Refusal, Refused
from ardennes.kernel.match import CannotUndo
from ardennes.kernel.table import SetsUp
from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.http.responses import Response, answer, refuse
from ardennes.server.http.router import Router, doc
from ardennes.server.matches import views
from ardennes.server.matches.service import read_order
from ardennes.server.routes.context import Asking, Asks, Body
from ardennes.server.routes.match import look_of, overtaken, refused
from ardennes.server.storage.models import Overtaken

router = Router(prefix="/api/matches/{match_id}/setups", tags=["match"])


def _whose(asks: Asking) -> tuple[str, str]:
    """Return game and side of the requesting seat."""
    look = look_of(asks)
    return look.game.id, look.game.sides[look.side]


@router.post(
    "/list",
    **doc(
        "The player's saved set-ups for this side", {200: schemas.SetupList}, body=schemas.Drawer, seat=True
    ),
)
def listed(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.Drawer)
    saved = asks.house.setups.of(asked.drawer, *_whose(asks))
    return answer(schemas.SetupList(saved))


@router.post(
    "/keep",
    **doc(
        "Save the current set-up",
        {201: schemas.KeptSetup, 422: schemas.RefusalAnswer},
        body=schemas.KeepSetup,
        seat=True,
    ),
)
def keep(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.KeepSetup)
    look = look_of(asks)
    table = table_of(look.game)
    orders: list[wire.Order] = table.placed(look.view, look.side) if isinstance(table, SetsUp) else []
    if not orders:
        raise refused(Refusal("", "No units are set up now.", "Place units, then save the set-up."))
    return _kept(asks, asked.drawer, asked.name, orders)


def _kept(asks: Asking, drawer: str, name: str, orders: list[wire.Order]) -> Response:
    if not name.strip():
        refuse(400, "A set-up needs a name.")
    match, side, _, commander = asks.player()
    seat = asks.house.quotas.origin(match, side, commander)
    one = asks.house.setups.keep(drawer, *_whose(asks), name.strip(), orders, seat)
    return answer(one, 201)


@router.post(
    "/file", **doc("A set-up as a file", {200: schemas.SetupFile}, body=schemas.OpenSetup, seat=True)
)
def as_file(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.OpenSetup)
    game, side = _whose(asks)
    name, orders = asks.house.setups.open(asked.drawer, game, side, asked.id)
    return answer(schemas.SetupFile(game, side, name, orders))


@router.post(
    "/import", **doc("Import a set-up file", {201: schemas.KeptSetup}, body=schemas.BringSetup, seat=True)
)
def bring(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.BringSetup)
    look = look_of(asks)
    side = look.game.sides[look.side]
    if (asked.file.game, asked.file.side) != (look.game.id, side):
        refuse(
            400, f"The file is for {asked.file.game}, {asked.file.side}; this seat is {look.game.id}, {side}."
        )
    for order in asked.file.orders:
        _setup_order(look.game, order)
    return _kept(asks, asked.drawer, asked.file.name, asked.file.orders)


def _setup_order(game: AnyGame, plain: wire.Order) -> Order:
    """Parse an order of a set-up file. Raise UserError unless it only places units."""
    order, table = read_order(game, plain), table_of(game)
    if isinstance(table, SetsUp) and isinstance(taken := table.setup_order(order), table.setup_orders):
        return taken
    raise UserError(f"A set-up file only places units: {plain.get('do')!r} does not belong in it.")


@router.post("/delete", **doc("Delete a set-up", {204: None}, body=schemas.OpenSetup, seat=True))
def forget(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.OpenSetup)
    _whose(asks)
    asks.house.setups.drop(asked.drawer, asked.id)
    return Response(status_code=204)


@router.post(
    "/use",
    **doc(
        "Use a saved set-up, after undoing what was placed before",
        {200: schemas.SetUp, 409: schemas.Overtaken},
        body=schemas.UseSetup,
        seat=True,
    ),
)
def use(asks: Asks, body: Body) -> Response:
    """Check every order against the rules now; refused ones are left out and reported."""
    asked = decode(body, schemas.UseSetup)
    room, (match, side, known, commander) = asks.house.room, asks.player()
    _, orders = asks.house.setups.open(asked.drawer, *_whose(asks), asked.id)
    left_out = []
    try:
        with room.at(match, known) as live:
            if asked.seq != live.number(side):
                raise Overtaken
            table = table_of(live.game)
            if not isinstance(table, SetsUp) or not table.sets_up(live.match.state, side):
                raise refused(
                    Refusal("", "Nothing is set up now.", "Use it during your set-up in a new match.")
                )
            with suppress(CannotUndo):  # nothing has been placed yet
                room.take_back(live, side, True, commander)
            for order in orders:
                try:
                    room.play(live, side, _setup_order(live.game, order), by=commander)
                except Refused as error:
                    left_out.append(str(error.refusal))
                except UserError as error:  # saved by a version that did not check files
                    left_out.append(str(error))
            now = views.moment(room, live, side, commander)
    except Overtaken:
        return overtaken(room, match, side, commander)
    return answer(schemas.SetUp(**msgspec.structs.asdict(views.view_of(now)), left_out=left_out))
