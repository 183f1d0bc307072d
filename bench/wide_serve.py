"""The real server with the wide board among its games: python -m bench.wide_serve FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ardennes import games
from bench.wide import Wide
from bench.wide_table import ART, WideTable, art


def add_wide() -> None:
    """Put the wide board on the list, before the server's modules look for the games."""
    find, table = games.find_game, games.table_of
    changed: dict[str, Any] = {
        "GAMES": (*games.GAMES, Wide.id),
        "find_game": lambda game: Wide() if game == Wide.id else find(game),
        "table_of": lambda game: WideTable(game) if isinstance(game, Wide) else table(game),
    }
    for name, value in changed.items():
        setattr(games, name, value)


def main(folder: str) -> int:
    add_wide()
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from ardennes.commands import serve as command
    from ardennes.server.answers import Fixed
    from ardennes.server.app import create_app
    from ardennes.server.settings import Settings, sqlite_address

    drawn = Fixed(art(), "image/svg+xml")

    async def picture(request: Request) -> Response:
        return drawn.response(request)

    settings = Settings(database=sqlite_address(Path(folder)))
    app = create_app(settings)
    app.router.routes.insert(0, Route(f"/{ART}", picture))
    return command.run(app, command.listen("127.0.0.1", 0), browser=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
