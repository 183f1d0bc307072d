"""The lobby: games, rulebooks, and making, listing, renaming, deleting and importing matches."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from ardennes.games import GAMES, find_game, kit_of, table_of
from ardennes.kernel.commanders import Divides, Formation, HandsIn
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.wire import Stage
from ardennes.players.characters import characters, rated_in
from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.http.responses import JSON, Fixed, Request, Response, answer, refuse
from ardennes.server.http.router import Query, Router, doc
from ardennes.server.matches import rulebook, seats, thumbnails, views
from ardennes.server.matches.service import HERE, PEOPLE
from ardennes.server.routes.context import Body, Lobby, MatchFile, make_room_for

router = Router(prefix="/api", tags=["lobby"])


@cache
def _games(alone: bool) -> Fixed:
    """Return the games. `alone`: links do not work, so sides cannot be divided and turns have no time
    limit.
    """
    games = [
        schemas.GameView(
            game.id,
            game.name,
            game.version,
            list(game.sides),
            list(game.scenarios),
            list(game.options),
            list(HERE if alone else PEOPLE),
            characters(game.id),
            rated_in(game.id),
            {} if alone else _formations(game),
            isinstance(game, HandsIn) and not alone,
            kit_of(game.id).card,
        )
        for game in map(find_game, GAMES)
    ]
    return Fixed(msgspec.json.encode(schemas.GameList(games)), JSON)


def _formations(game: AnyGame) -> dict[str, list[Formation]]:
    """Return by side the formations that commanders can get; empty if a side cannot be divided."""
    if not isinstance(game, Divides):
        return {}
    return {word: list(game.formations(side)) for side, word in enumerate(game.sides)}


@cache
def _stage(game: str) -> Fixed:
    return Fixed(msgspec.json.encode(table_of(find_game(game)).stage()), JSON)


@cache
def _openings(game: str) -> Fixed:
    return Fixed(msgspec.json.encode(thumbnails.openings(game)), JSON)


@cache
def _history(game: str) -> Fixed:
    from ardennes.server.matches import (
        day_in_1944,  # missing in the static site, where a file answers this route
    )

    return Fixed(msgspec.json.encode(day_in_1944.history(game)), JSON)


def known(game: str) -> str:
    if game not in GAMES:
        refuse(404, f"There is no game {game!r}; the games are: {', '.join(GAMES)}.")
    return game


@router.get(
    "/games", **doc("The games, with scenarios, options and players", {200: schemas.GameList, 304: None})
)
def games(request: Request) -> Response:
    return _games(request.house.alone).response(request.headers)


@router.get(
    "/games/{game}/stage",
    **doc("The fixed parts of a game: map, hexes, counters", {200: Stage, 304: None}, also=(404,)),
)
def stage(request: Request, game: str) -> Response:
    return _stage(known(game)).response(request.headers)


@router.get(
    "/games/{game}/openings",
    **doc("How each scenario begins, as small pictures", {200: schemas.Openings, 304: None}, also=(404,)),
)
def openings(request: Request, game: str) -> Response:
    return _openings(known(game)).response(request.headers)


@router.get(
    "/games/{game}/history",
    **doc("What happened in 1944, day by day", {200: schemas.History, 304: None}, also=(404,)),
)
def history(request: Request, game: str) -> Response:
    return _history(known(game)).response(request.headers)


@router.get(
    "/rules/{game}",
    **doc(
        "The rulebook as HTML; with `find` the rules that contain a word",
        {200: schemas.RulebookPage | schemas.FoundRules, 304: None},
        also=(404,),
    ),
)
def rules(request: Request, game: str, find: Annotated[str, Query(max_length=80)] = "") -> Response:
    if find:
        return answer(rulebook.found(known(game), find))
    return rulebook.page(known(game)).response(request.headers)


@router.get("/matches", **doc("All matches, the last changed first", {200: schemas.MatchList}, lobby=True))
def list_matches(house: Lobby) -> Response:
    return answer(views.lobby(house.room))


@router.post("/matches", **doc("Start a match", {201: schemas.Seated}, body=schemas.MakeMatch, lobby=True))
def make_match(request: Request, house: Lobby, body: Body) -> Response:
    ask = decode(body, schemas.MakeMatch)
    make_room_for(request, house)
    match = house.room.make(
        ask.game,
        ask.seats,
        scenario=ask.scenario,
        options=ask.options,
        name=ask.name,
        seed=ask.seed,
        minutes=ask.minutes,
        teams={side: [(one.name, one.formations) for one in team] for side, team in ask.commanders.items()},
    )
    game = house.room.game(ask.game)
    mine = tuple(
        seats.seat_word(game, game.sides.index(side), number)
        for side, team in ask.commanders.items()
        for number, one in enumerate(team)
        if one.me
    )
    return answer(schemas.Seated(match, *seats.seat_all(house.room, match, mine)), 201)


@router.post(
    "/matches/import",
    **doc("Import a match file", {201: schemas.Seated}, body=schemas.ImportMatch, lobby=True),
)
def import_match(request: Request, house: Lobby, body: MatchFile) -> Response:
    ask = decode(body, schemas.ImportMatch)
    make_room_for(request, house)
    match = house.room.take_in(bytes(ask.match), ask.seats, ask.name)
    return answer(schemas.Seated(match, *seats.seat_all(house.room, match)), 201)


@router.get(
    "/matches/{match_id}/miniature",
    **doc(
        "A small picture of a match, with what may be seen at this screen",
        {200: schemas.Miniature},
        lobby=True,
        also=(404,),
    ),
)
def miniature(house: Lobby, match_id: str) -> Response:
    with house.room.at(match_id) as live:
        return answer(thumbnails.of_match(house.room, live))


@router.patch(
    "/matches/{match_id}",
    **doc("Rename a match", {204: None}, body=schemas.RenameMatch, lobby=True, also=(404,)),
)
def rename(house: Lobby, match_id: str, body: Body) -> Response:
    house.room.rename(match_id, decode(body, schemas.RenameMatch).name)
    return Response(status_code=204)


@router.delete("/matches/{match_id}", **doc("Delete a match", {204: None}, lobby=True, also=(404,)))
def delete_match(house: Lobby, match_id: str) -> Response:
    house.room.remove(match_id)
    return Response(status_code=204)


@router.post(
    "/matches/{match_id}/continue",
    **doc(
        "Continue a match of another rules version from where its outcome differs, with new dice",
        {204: None, 409: schemas.Trouble},
        lobby=True,
        also=(404,),
    ),
)
def continue_match(request: Request, house: Lobby, match_id: str) -> Response:
    make_room_for(request, house)  # every order is replayed, which is slow
    house.room.carry_over(match_id)
    return Response(status_code=204)


@router.post(
    "/matches/{match_id}/sit",
    **doc(
        "Get a token for a person's seat, or for watching",
        {201: schemas.Seated, 409: schemas.Trouble},
        body=schemas.Sit,
        lobby=True,
        also=(404,),
    ),
)
def sit(house: Lobby, match_id: str, body: Body) -> Response:
    ask = decode(body, schemas.Sit)
    token = seats.sit(house.room, match_id, ask.seat, back=ask.take_back)
    if ask.take_back:
        side, commander = seats.place_of_seat(house.room, match_id, ask.seat)
        if side is not None:
            house.push.unseat(match_id, side, commander)
    return answer(schemas.Seated(match_id, {ask.seat: token}), 201)


@router.post(
    "/matches/{match_id}/invite",
    **doc(
        "Create a link to a person's seat",
        {201: schemas.Invited},
        body=schemas.Invite,
        lobby=True,
        also=(404,),
    ),
)
def invite(house: Lobby, match_id: str, body: Body) -> Response:
    ask = decode(body, schemas.Invite)
    return answer(schemas.Invited(ask.seat, seats.invite(house.room, match_id, ask.seat)), 201)


@router.post(
    "/matches/{match_id}/join",
    **doc("Take the seat of a link", {201: schemas.Seated}, body=schemas.Join, also=(404, 503)),
)
def join(request: Request, match_id: str, body: Body) -> Response:
    """Open to everybody without a token: the word of the link works once."""
    house = request.house
    seat, token, place = seats.join(house.room, match_id, decode(body, schemas.Join).invitation)
    if place.side is not None:
        house.push.unseat(match_id, place.side, place.commander)
    return answer(schemas.Seated(match_id, {seat: token}), 201)
