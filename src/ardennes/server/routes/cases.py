"""Cases of the rulebooks: list them, and try one on a board."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from ardennes.cases.files import cases_of, find_case
from ardennes.cases.model import Case
from ardennes.cases.session import Step
from ardennes.cases.trial import written
from ardennes.games import find_game, table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.wire import Stage
from ardennes.server.api import schemas
from ardennes.server.api.schemas import decode
from ardennes.server.http.responses import JSON, Fixed, Request, Response, answer, refuse
from ardennes.server.http.router import Router, doc
from ardennes.server.routes.context import Body, Lobby, make_room_for
from ardennes.server.routes.lobby import known

router = Router(prefix="/api", tags=["lobby"])


@cache
def _cases(game: str) -> Fixed:
    return Fixed(msgspec.json.encode(schemas.CaseList([_entry(case) for case in cases_of(game)])), JSON)


def _entry(case: Case) -> schemas.CaseEntry:
    """Return a case for the page. A case that only asks for a calculation opens no board."""
    return schemas.CaseEntry(
        Path(case.file).stem,
        case.id,
        list(case.rules),
        case.about,
        written(case.given),
        written(case.when),
        written(case.expect),
        "orders" in case.when or "calculate" not in case.when,
    )


@router.get(
    "/rules/{game}/cases",
    **doc(
        "The cases of a game",
        {200: schemas.CaseList, 304: None},
        also=(404,),
    ),
)
def cases(request: Request, game: str) -> Response:
    return _cases(known(game)).response(request.headers)


@router.post(
    "/rules/{game}/cases",
    **doc(
        "Try a case on a separate board, which is not saved",
        {201: schemas.TrialBoard},
        body=schemas.OpenCase,
        lobby=True,
        also=(404,),
    ),
)
def try_case(request: Request, house: Lobby, game: str, body: Body) -> Response:
    ask = decode(body, schemas.OpenCase)
    make_room_for(request, house)
    case = find_case(known(game), ask.file, ask.id)
    if case is None:
        refuse(404, f"There is no case {ask.id!r} in {ask.file!r}.")
    entry = _entry(case)
    if not entry.opens:
        refuse(400, "This case only asks for a calculation; it has no orders to try on a board.")
    match, trial, tokens = house.trials.open(case)
    tried = trial.match.game
    steps = [_step(tried, step) for step in trial.steps]
    return answer(schemas.TrialBoard(match, tokens, entry, stage_of(tried), steps), 201)


def _step(game: AnyGame, step: Step) -> schemas.TrialStep:
    plain = msgspec.to_builtins(step.order)
    words = step.words or table_of(game).words(game.view(step.state, step.side), step.side, plain)
    passed = step.refusal if step.passed else None
    return schemas.TrialStep(game.sides[step.side], words, plain, not step.words, passed)


def stage_of(game: AnyGame) -> Stage:
    """Return the stage of a case. If its map is not the printed one, the drawing is removed, since it would
    be wrong.
    """
    stage = table_of(game).stage()
    if stage.hexes != table_of(find_game(game.id)).stage().hexes:
        bare = msgspec.structs.replace(stage.map, art={})
        return msgspec.structs.replace(stage, map=bare, turned=None, layers=[])
    return stage
