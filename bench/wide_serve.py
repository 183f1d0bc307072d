"""The real server with the wide board as an additional game: python -m bench.wide_serve FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from ardennes import games
from ardennes.kernel.kit import Card, Kit
from bench.wide import Wide
from bench.wide_table import ART, art

KIT = Kit(
    game="bench.wide:Wide",
    table="bench.wide_table:WideTable",
    casebook="",
    players={"random": "ardennes.players.random_player:make"},
    card=Card(about="A board of twenty thousand hexes.", scale="Counters", complexity=1, tasks={}),
)


def add_wide() -> None:
    """Add the wide board to the list of games before the server's modules read it."""
    others = games.kit_of
    games.GAMES = (*games.GAMES, Wide.id)  # type: ignore[assignment]
    games.kit_of = lambda game_id: KIT if game_id == Wide.id else others(game_id)


def main(folder: str) -> int:
    add_wide()
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from ardennes.commands import serve as command
    from ardennes.server.app import create_app
    from ardennes.server.http.fastapi_adapter import http
    from ardennes.server.http.responses import Fixed
    from ardennes.server.settings import Settings, sqlite_address

    drawn = Fixed(art(), "image/svg+xml")

    async def picture(request: Request) -> Response:
        return http(drawn.response(request.headers))

    settings = Settings(database=sqlite_address(Path(folder)))
    app = create_app(settings)
    app.router.routes.insert(0, Route(f"/{ART}", picture))
    return command.run(app, command.listen("127.0.0.1", 0), browser=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
