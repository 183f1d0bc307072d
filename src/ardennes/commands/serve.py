"""`ardennes serve`: the server of the browser table."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ardennes.errors import UserError
from ardennes.server.settings import (
    LOOPBACK_NAMES,
    TOKEN_VARIABLE,
    Settings,
    data_folder,
    kept_token,
    read_settings,
    sqlite_address,
)

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

PORT = 8044
SWITCH_SECONDS = 0.001  # that a thread may compute before the event loop and other threads get their turn


def command(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: any free port.")] = PORT,
    data: Annotated[
        Path | None, typer.Option("--data", help="The folder of the matches; your data folder by default.")
    ] = None,
    database: Annotated[
        str, typer.Option("--database", help="Save the matches in a database: postgresql://user@host/name.")
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="Another host name, besides localhost, that clients may use."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="The address of a trusted reverse proxy."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=0, help="Processes for computer players; 0: by the number of CPUs."),
    ] = None,
    deadline: Annotated[
        float | None,
        typer.Option("--deadline", min=0.1, help="The time limit for a computer player's order, in seconds."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option("--settings", help="A TOML file with limits and other settings.")
    ] = None,
    one: Annotated[
        list[str] | None, typer.Option("--set", help="One of these settings: most_matches=500.")
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the game in the browser.")] = True,
) -> int:
    """Start the game server and open the game in your browser, on this machine only by default.

    Matches are saved in your data folder and continue after a restart. The printed address contains the
    lobby's token, which lets its holder create, open and delete matches. Stop with Ctrl-C.

    Examples:

    * `ardennes serve`: start the server and open the game

    * `ardennes serve --no-open --port 8100 --data ./matches` saves matches in this folder

    * `ardennes serve --database postgresql://me@localhost/ardennes` saves them in PostgreSQL

    * `ardennes serve --name table.example --proxy 10.0.0.2` behind a reverse proxy

    * `ardennes serve --set most_matches=500 --set hints_a_second=2` with other limits
    """
    chosen = read_settings(settings, one or ())
    said: dict[str, Any] = {"database": database or None, "workers": workers, "deadline": deadline}
    said |= {"hosts": tuple(name) if name else None, "proxies": tuple(proxy) if proxy else None}
    chosen |= {key: value for key, value in said.items() if value is not None}
    folder = data or data_folder()
    if not chosen.get("database"):
        chosen["database"] = sqlite_address(folder)
    if not chosen.get("token"):
        chosen["token"] = os.environ.get(TOKEN_VARIABLE) or kept_token(folder)
    ready = Settings(**chosen)
    return serve(ready, listen(host, port), browser=browser)


def listen(host: str, port: int) -> socket.socket:
    """A socket on the address, or plain words on why not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol must be named: only then asyncio sends an answer at once (TCP_NODELAY) instead of
    # holding its second half back for 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
        return listening
    except OSError as error:
        listening.close()
        raise UserError(
            f"cannot listen on {host} port {port}: {error.strerror or error}. If Ardennes runs already, open "
            f"http://127.0.0.1:{port}; else choose another port with --port."
        ) from None


def serve(settings: Settings, listening: socket.socket, *, browser: bool) -> int:
    """Make the application and run it until stopped."""
    from ardennes.server.app import create_app

    return run(create_app(settings), listening, browser=browser)


def run(app: FastAPI, listening: socket.socket, *, browser: bool) -> int:
    """Serve an application until stopped."""
    from ardennes.server.http.connections import server_of

    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(message)s")
    server = server_of(app)
    # What is loaded now stays, and opened matches make many objects and few cycles: looking through all of
    # them again and again would hold every order up.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    sys.setswitchinterval(SWITCH_SECONDS)
    host, port = listening.getsockname()[:2]
    shown = host if f"[{host}]" in LOOPBACK_NAMES or host in LOOPBACK_NAMES else "127.0.0.1"
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/#/lobby/{app.state.house.token}"
    print(f"Ardennes is at {address} (stop with Ctrl-C)", flush=True)
    if browser:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])
    return 0


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.05)
    webbrowser.open(address)
