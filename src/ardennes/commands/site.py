"""`ardennes site`: the table as a static site, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(help="Where the site is written.")],
    runtime: Annotated[
        Path | None,
        typer.Option("--runtime", help="Where Python for the browser is kept once it was fetched."),
    ] = None,
) -> int:
    """Write the table as a static site: any web server can serve it, and nobody has to install anything.

    All games, computer players, hints, replay and rulebooks run in the visitor's browser. Matches are kept
    there.

    Examples:

    * `ardennes site public` writes the site into the folder public

    * `python -m http.server --directory public` serves it to this machine
    """
    from ardennes.site.build import write_site
    from ardennes.site.runtime import cache_folder

    version = write_site(folder, runtime or cache_folder(), lambda words: print(words, flush=True))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    print(f"The site is in {folder}: version {version}, {size / 1e6:.0f} MB.")
    print(f"To look at it: python -m http.server --directory {folder}")
    return 0
