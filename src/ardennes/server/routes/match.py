"""The routes of one match. Every request carries the token of a seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec

from ardennes.games import table_of
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame, Refusal
from ardennes.kernel.table import Marches
from ardennes.kernel.table import comers as who_comes
from ardennes.players.characters import characters
from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.command.permissions import (
    Command,
    command_of,
    his_buttons,
    his_part,
    no_orders,
    no_route,
)
from ardennes.server.http.responses import (
    JSON,
    Problem,
    Request,
    Response,
    answer,
    has_already,
    refuse,
    unchanged,
)
from ardennes.server.http.router import Kind, Query, Router, doc
from ardennes.server.matches import seats as seating
from ardennes.server.matches import views
from ardennes.server.matches.service import PEOPLE, LiveMatches, read_order
from ardennes.server.matches.session import Live
from ardennes.server.routes.context import Asking, Asks, Body, Place, Player, make_room_for
from ardennes.server.storage.models import Overtaken
from ardennes.server.workers.hints import FEW, Asker, slow_adviser
from ardennes.server.workers.pool import Lost, TooLong
from ardennes.server.workers.single_flight import while_client_stays

router = Router(prefix="/api/matches/{match_id}", tags=["match"])

BY_ITSELF = "By itself: "
KEPT = "private, no-cache"  # the browser revalidates it every time
VIEW = schemas.MatchView | schemas.ViewPatch
Unit = Annotated[str, Query(max_length=32)]
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.get("", **doc("The match as the seat sees it", {200: VIEW, 304: None}, seat=True))
def see(request: Request, asks: Asks) -> Response:
    room, (match, side, known, commander) = asks.room, asks.seat()
    with room.at(match, known) as live:
        tag = views.tag_of(room, live, side, commander)
        if has_already(request.headers, tag):
            return unchanged(tag, KEPT)
        sent = views.sent_view(live, side, commander, tag)
        if sent is None:
            make = partial(views.view_since, live, views.moment(room, live, side, commander))
        else:
            make = partial(views.sent_since, live, side, commander, sent)
    view = make(asks.held)
    if isinstance(view, schemas.ViewPatch):
        return answer(view)
    return answer(view, headers={"ETag": tag}, kept=KEPT)


@router.get("/log", **doc("The log since a change, as the seat may know it", {200: schemas.Log}, seat=True))
def read_log(
    asks: Asks,
    after: Number = 0,
    limit: Annotated[int, Query(ge=1, le=views.PAGE)] = views.PAGE,
    have: Number | None = None,
) -> Response:
    room, (match, side, known, _) = asks.room, asks.seat()
    with room.at(match, known) as live:
        return answer(views.log_after(room, live, side, after, limit, have))


@router.get("/replay", **doc("The board after a number of orders", {200: schemas.Replay}, seat=True))
def replay(asks: Asks, at: Number) -> Response:
    room, (match, side, known, _) = asks.room, asks.seat()
    with room.at(match, known) as live:
        return answer(views.replay_at(room, live, side, at))


@router.get("/reach", **doc("Where a unit may go now", {200: schemas.Reach}, seat=True))
def reach(asks: Asks, unit: Unit) -> Response:
    look = look_of(asks)
    refusal = look.not_his(unit)
    if refusal is not None:
        return answer(schemas.Reach(look.seq, [], [no_orders(refusal)]))
    table = table_of(look.game)
    panels = table.doings(look.view, look.side, unit)
    if look.command is not None:
        panels = his_buttons(look.command, look.game, look.view, panels)
    return answer(schemas.Reach(look.seq, table.reach(look.view, look.side, unit), panels))


@router.post(
    "/route",
    **doc("Check a route drawn by hand", {200: schemas.RouteAnswer}, body=schemas.AskRoute, seat=True),
)
def route(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.AskRoute)
    look = look_of(asks)
    refusal = look.not_his(asked.unit)
    if refusal is not None:
        return answer(schemas.RouteAnswer(look.seq, no_route(refusal)))
    result = table_of(look.game).route(look.view, look.side, asked.unit, asked.path, asked.mode)
    return answer(schemas.RouteAnswer(look.seq, result))


@router.post(
    "/march",
    **doc(
        "Plan the march of several units to a hex: orders to give one by one",
        {200: schemas.MarchAnswer, 422: schemas.RefusalAnswer},
        body=schemas.AskMarch,
        seat=True,
    ),
)
async def march(request: Request, asks: Asks, body: Body) -> Response:
    """A few units are planned right here; many would delay other requests and use a separate process."""
    asked = decode(body, schemas.AskMarch)
    look, asker, units, barred = await asks.house.aside(_marchers, asks, asked.units)
    table, advice = table_of(look.game), asks.house.advice
    if not isinstance(table, Marches):
        raise refused(Refusal("", f"{look.game.name} moves its units one by one.", "Select a single unit."))
    advice.may_march(asker)
    if len(units) <= FEW or asks.match in asks.house.trials:
        result = await asks.house.aside(table.march, look.view, look.side, units, asked.hex, asked.mode)
    else:
        try:
            planning = advice.march(asker, look.game, look.view, units, asked.hex, asked.mode)
            result = await while_client_stays(request.gone, planning)
        except (TooLong, Lost) as error:
            refuse(503, f"The march was not planned in time: {error}. Select fewer units.")
    result.stay = [*barred, *result.stay]
    return answer(schemas.MarchAnswer(look.seq, result))


def _marchers(asks: Asking, asked: list[str]) -> tuple[Look, Asker, list[str], list[Refusal]]:
    """Return the seat's own units among those requested, and why the others stay."""
    look, asker = _look_and_asker(asks)
    barred = {unit: refusal for unit in asked if (refusal := look.not_his(unit)) is not None}
    return look, asker, [unit for unit in dict.fromkeys(asked) if unit not in barred], list(barred.values())


@router.get("/comers", **doc("Units that can reach a hex now", {200: schemas.Comers}, seat=True))
def comers(asks: Asks, hex_: Annotated[str, Query(max_length=32, alias="hex")]) -> Response:
    look = look_of(asks)
    result = who_comes(table_of(look.game), look.view, look.side, hex_)
    return answer(schemas.Comers(look.seq, [one for one in result if look.not_his(one.unit) is None]))


@router.get("/why", **doc("Why a unit may not go or attack there", {200: schemas.WhyNot}, seat=True))
def why(
    asks: Asks,
    unit: Annotated[str | None, Query(max_length=32)] = None,
    hex_: Annotated[str | None, Query(max_length=32, alias="hex")] = None,
) -> Response:
    look = look_of(asks)
    refusal = look.not_his(unit) if unit else None
    if refusal is not None:
        return answer(schemas.WhyNot(look.seq, [refusal]))
    reasons = table_of(look.game).why(look.view, look.side, unit or None, hex_ or None)
    return answer(schemas.WhyNot(look.seq, reasons))


@router.post(
    "/odds",
    **doc("The arithmetic of an attack", {200: schemas.OddsAnswer}, body=schemas.AskOdds, seat=True),
)
def odds(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.AskOdds)
    look = look_of(asks)
    table, attackers = table_of(look.game), asked.attackers
    if asked.propose:
        attackers = table.propose(look.view, look.side, asked.targets, attackers)
    result = table.odds(look.view, look.side, asked.targets, attackers)
    result.attackers = list(attackers)
    if look.command is not None:
        result = his_part(look.command, look.game, look.view, result)
    return answer(schemas.OddsAnswer(look.seq, result))


def _look_and_asker(asks: Asking) -> tuple[Look, Asker]:
    look = look_of(asks)
    owner = asks.house.quotas.origin(asks.match, look.side, look.commander)
    return look, Asker(asks.match, look.side, look.commander, owner)


async def _decides(asks: Asking) -> tuple[Look, Asker]:
    """Return the view of a seat that is to decide, and the seat, for the adviser."""
    if asks.match in asks.house.trials:
        raise refused(Refusal("", "The staff has no plan for a case.", "Give the case's orders."))
    look, asker = await asks.house.aside(_look_and_asker, asks)
    if look.side not in look.game.to_move(look.view):
        raise refused(Refusal("", "You have nothing to decide now.", "Ask again when it is your turn."))
    return look, asker


@router.get(
    "/hint",
    **doc("What the staff would do", {200: schemas.Hint, 422: schemas.RefusalAnswer}, seat=True),
)
async def hint(request: Request, asks: Asks, patient: Annotated[int, Query(ge=0, le=1)] = 0) -> Response:
    """Return the staff's order. With patient=1 the veteran's, which simulates plans; the staff's if there is
    none.
    """
    look, asker = await _decides(asks)
    try:
        thinking = asks.house.advice.hint(asker, look.game, look.view, bool(patient))
        thought, player = await while_client_stays(request.gone, thinking)
    except (TooLong, Lost) as error:
        refuse(503, f"The hint was not ready in time: {error}. Try again.")
    refusal, order = None, look.game.read_order(thought.order)
    if look.command is not None:
        refusal = look.command.refuse(look.view, order)
    if refusal is not None:
        facts = f"The {player} suggests an order that another commander must give. {refusal.facts}"
        raise refused(Refusal(refusal.rule, facts, refusal.way_out))
    words = table_of(look.game).words(look.view, look.side, thought.order)
    slower = slow_adviser(look.game)
    seconds = next((one.seconds for one in characters(look.game.id) if one.id == slower), None)
    reported = (slower, seconds or 0.0) if slower != player else ("", 0.0)
    final = str(order.irrevocable or "")
    return answer(schemas.Hint(look.seq, thought.order, words, thought.why, player, *reported, final))


@router.post(
    "/staff",
    **doc(
        "What the staff would do with the rest of the decision",
        {200: schemas.StaffAnswer, 422: schemas.RefusalAnswer},
        body=schemas.AskStaff,
        seat=True,
    ),
)
async def staff(request: Request, asks: Asks, body: Body) -> Response:
    """Return the orders to give one by one, up to the first that rolls a die. Nothing is played yet."""
    asked = decode(body, schemas.AskStaff)
    look, asker = await _decides(asks)
    try:
        planning = asks.house.advice.rest(asker, look.game, look.view, asked.units)
        plan = await while_client_stays(request.gone, planning)
    except (TooLong, Lost) as error:
        refuse(503, f"The plan was not ready in time: {error}. Try again.")
    if look.command is not None:
        command, game, view = look.command, look.game, look.view
        plan.steps = [x for x in plan.steps if command.refuse(view, game.read_order(x.order)) is None]
    given = [look.game.read_order(step.order) for step in plan.steps]
    plan.final = " ".join(dict.fromkeys(str(order.irrevocable) for order in given if order.irrevocable))
    return answer(schemas.StaffAnswer(look.seq, plan))


@router.post(
    "/orders",
    **doc(
        "Give an order",
        {200: VIEW, 409: schemas.Overtaken, 422: schemas.RefusalAnswer},
        body=schemas.GiveOrder,
        seat=True,
    ),
)
def give_order(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.GiveOrder)
    room, (match, side, known, commander) = asks.room, asks.player()
    try:
        with room.at(match, known) as live:
            if asked.side is not None and asked.side != live.game.sides[side]:
                refuse(403, f"This seat plays the {live.game.sides[side]} side, not the other.")
            if asked.seq != views.number_of(live, side, room.is_open(live)):
                raise Overtaken
            order = read_order(live.game, asked.order)
            why = f"{BY_ITSELF}{_label(live, side, asked.order)}." if asked.by_itself else ""
            room.play(live, side, order, why, commander)
            now = views.moment(room, live, side, commander)
    except Overtaken:
        return overtaken(room, match, side, commander)
    return answer(views.view_since(live, now, asks.held))


def _label(live: Live, side: int, order: dict[str, Any]) -> str:
    """Return an order in the words of its button."""
    return table_of(live.game).words(live.game.view(live.match.state, side), side, order)


def overtaken(room: LiveMatches, match: str, side: int, commander: int | None = None) -> Response:
    with room.at(match) as live:
        now = views.moment(room, live, side, commander)
    words = f"The match has moved on to change {now.seq}; nothing was done. Look at the new position first."
    return answer(schemas.Overtaken(**msgspec.structs.asdict(views.view_of(now)), error=words), 409)


_TAKING_BACK: dict[int, Kind | None] = {
    200: VIEW,
    409: schemas.Overtaken,
    422: schemas.RefusalAnswer,
}


@router.post("/undo", **doc("Take back the last order", _TAKING_BACK, body=schemas.Change, seat=True))
def undo(asks: Asks, body: Body) -> Response:
    return _take_back(asks, decode(body, schemas.Change).seq, whole_phase=False)


@router.post("/restart", **doc("Restart the phase", _TAKING_BACK, body=schemas.Change, seat=True))
def restart(asks: Asks, body: Body) -> Response:
    return _take_back(asks, decode(body, schemas.Change).seq, whole_phase=True)


def _take_back(asks: Asking, seq: int, *, whole_phase: bool) -> Response:
    def take_back(room: LiveMatches, live: Live, player: Player) -> None:
        room.take_back(live, player.side, whole_phase, player.commander)

    return change(asks, seq, take_back)


def change(asks: Asking, seq: int, work: Callable[[LiveMatches, Live, Player], None]) -> Response:
    """Change the match at the position the player has seen, and return the new view."""
    room, player = asks.room, asks.player()
    match, side, known, commander = player
    try:
        with room.at(match, known) as live:
            if seq != views.number_of(live, side, room.is_open(live)):
                raise Overtaken
            work(room, live, player)
            now = views.moment(room, live, side, commander)
    except Overtaken:
        return overtaken(room, match, side, commander)
    return answer(views.view_since(live, now, asks.held))


@router.post(
    "/dice",
    **doc(
        "Add to the dice: first promise a share, then reveal it",
        {200: VIEW},
        body=schemas.GiveShare,
        seat=True,
    ),
)
def dice(asks: Asks, body: Body) -> Response:
    asked = decode(body, schemas.GiveShare)
    if bool(asked.promise) == bool(asked.nonce):
        refuse(400, "Give either the promise of a share or the share itself.")
    room, (match, side, _, commander) = asks.room, asks.player()
    while True:
        try:
            with room.at(match) as live:
                asks.saved_room().share(live, side, commander, asked.promise, asked.nonce)
            break
        except Overtaken:
            continue
    with room.at(match) as live:
        now = views.moment(room, live, side, commander)
    return answer(views.view_since(live, now, asks.held))


@router.post(
    "/fork",
    **doc(
        "A new match from an earlier order",
        {201: schemas.Seated},
        body=schemas.Fork,
        seat=True,
        lobby=True,
    ),
)
def fork(request: Request, asks: Asks, body: Body) -> Response:
    """Fork as a player, within the seat's quota, or with the lobby's token as a watcher, without a quota."""
    asked = decode(body, schemas.Fork)
    house = asks.house
    place = Place(asks.match, None, 0) if asks.owner else asks.seat()
    if place.side is None and not asks.owner:
        refuse(403, "A watcher cannot fork a match: ask a player or the server's owner.")

    def make() -> str:
        return asks.saved_room().fork(place.match, place.side, asked.at, asked.seats, asked.name)

    make_room_for(request, house)
    if asks.owner:
        forked = make()
    else:
        forked = house.quotas.fork(house.quotas.origin(place.match, place.side, place.commander), make)
    return answer(schemas.Seated(forked, *seating.seat_all(house.room, forked)), 201)


@router.get(
    "/trial",
    **doc("How far a case has been played, and its results", {200: schemas.TrialStanding}, seat=True),
)
def trial(asks: Asks) -> Response:
    trials, (match, side, known, _) = asks.house.trials, asks.player()
    if match not in trials:
        refuse(404, "This match is not the board of a case.")
    with trials.at(match, known) as live:
        tried, events = trials.trial(live)
        result = [schemas.TrialFinding(*one) for one in tried.findings(events)]
        return answer(schemas.TrialStanding(live.number(side), tried.given(), result))


@router.get("/export", **doc("The match as a file", {200: None}, seat=True))
def export(asks: Asks) -> Response:
    """Return the whole match with its seed once it is over; before that, what the seat has seen.

    Without a server the matches belong to the browser's user, who may export them at any time.
    """
    room, (match, side, known, _) = asks.room, asks.seat()
    with room.at(match, known) as live:
        whole = room.is_open(live) or asks.house.alone
        if whole:
            seats = [savefile.HUMAN if seat.who in PEOPLE else seat.who for seat in live.header.seats]
            data = savefile.to_bytes(live.match, seats)
        else:
            data = msgspec.json.encode(views.record_of(room, live, side))
        name = f"{live.game.id}-{live.match.commitment[:8]}{'' if whole else '-record'}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, 200, headers, JSON)


def refused(refusal: Refusal) -> Problem:
    """Return a refusal as an HTTP error: the whole text, and its parts."""
    return Problem(422, str(refusal), rule=refusal.rule, facts=refusal.facts, way_out=refusal.way_out)


class Look(NamedTuple):
    """A player's view now; usable without the match's lock."""

    seq: int
    game: AnyGame
    side: int
    view: Any
    command: Command | None  # on a divided side

    @property
    def commander(self) -> int | None:
        return None if self.command is None else self.command.me.number

    def not_his(self, unit: str) -> Refusal | None:
        """Return why the seat may not give orders to a unit; None if it may."""
        return None if self.command is None else self.command.refuse_unit(self.view, unit)


def look_of(asks: Asking) -> Look:
    match, side, known, commander = asks.player()
    room = asks.room
    with room.at(match, known) as live:
        view = live.game.view(live.state_shown(room.is_open(live)), side)
        return Look(live.number(side), live.game, side, view, command_of(live, side, commander))
