"""The `ardennes` command: a table of subcommands, each imported only when it is used.

A command's module has a plain function named `command`, annotated for typer; it returns the exit code
(0 success, 1 a negative answer such as a failed case, 2 a usage error) and its docstring is the help page.
A command with subcommands also has a click group named `GROUP`.
A `UserError` is printed without a traceback and ends with exit code 2.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import click
import typer
from typer.core import TyperCommand, TyperGroup

from ardennes import __version__
from ardennes.errors import UserError
from ardennes.garbage import search_seldom

USER_MISTAKE = 2
INTERRUPTED = 130


class Entry(NamedTuple):
    """The module of a command and its one-line summary."""

    module: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "play": Entry("ardennes.commands.play", "Play in the terminal, against the computer or hotseat."),
    "serve": Entry("ardennes.commands.serve", "Start the game in your browser."),
    "doctor": Entry("ardennes.commands.doctor", "Check the installation; repair damaged matches."),
    "simulate": Entry(
        "ardennes.commands.simulate", "Play many games between computer players and count the wins."
    ),
    "arena": Entry("ardennes.commands.arena", "Test whether one computer player is better than another."),
    "tune": Entry("ardennes.commands.tune", "Search for better weights for a staff by playing games."),
    "lab": Entry("ardennes.commands.lab", "Run an experiment from a file; query, report and resume it."),
    "tactics": Entry("ardennes.commands.tactics", "Test computer players on tactical positions."),
    "rules": Entry("ardennes.commands.rules", "Read or search a rulebook; check that every rule is covered."),
    "cases": Entry(
        "ardennes.commands.cases", "Run rules cases: given a board, after an order, expect a result."
    ),
    "map": Entry("ardennes.commands.map", "Save a game's map as a picture (SVG or PNG)."),
    "site": Entry("ardennes.commands.site", "Write the game as a static website that needs no server."),
    "umpire": Entry("ardennes.commands.umpire", "Answer a playsheet's questions for a game at a real table."),
    "analyse": Entry(
        "ardennes.commands.analyse", "Analyse a finished match: chances, luck, turning points, decisions."
    ),
    "verify": Entry("ardennes.commands.verify", "Check a saved match: replay its orders, re-roll its dice."),
    "bench": Entry(
        "bench.command", "Measure speed and compare it with reference implementations and budgets."
    ),
}


def load(name: str) -> click.Command:
    """Import and return the command of this name."""
    entry = COMMANDS[name]
    if entry.module.startswith("bench."):
        find_benchmarks()
    module = importlib.import_module(entry.module)
    if group := getattr(module, "GROUP", None):
        assert isinstance(group, click.Group)
        return group
    function = module.command
    app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)
    app.command(name)(function)
    return typer.main.get_command(app)


def find_benchmarks() -> None:
    """Make the benchmarks importable; only the source tree has them, not an installed copy."""
    checkout = Path(__file__).resolve().parents[2]
    if not (checkout / "bench" / "command.py").is_file():
        raise UserError("The benchmarks are only in the source tree. Run this from a clone of the project.")
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))


class LazyCommand(TyperCommand):
    """A command in the help that is imported only when it is called."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        assert self.name is not None
        return load(self.name).make_context(info_name, args, parent=parent, **extra)


class CommandTable(TyperGroup):
    """Lists COMMANDS in order without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise UserError(f"There is no command {args[0]!r}. Commands: {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return LazyCommand(cmd_name, help=COMMANDS[cmd_name].summary, rich_markup_mode="markdown")


app = typer.Typer(
    cls=CommandTable,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"ardennes {__version__}")
        raise typer.Exit


@app.callback()
def ardennes(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play, study and simulate the Battle of the Bulge.

    Start with one of these:

    * `ardennes`: play in your browser

    * `ardennes play tigers`: play in the terminal against the computer

    * `ardennes rules tigers --find river`: search the rulebook

    * `ardennes simulate tigers --german staff --allied random --games 20`: computer against computer

    * `ardennes COMMAND --help`: explain one command, with examples
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; a bug still shows its traceback."""
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="ardennes", standalone_mode=False)
    except UserError as error:
        print(f"ardennes: {error}", file=sys.stderr)
        return USER_MISTAKE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def main() -> None:
    """The entry point of the `ardennes` command; without arguments it starts the server."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe on Windows can't write every letter; print "?" for those it can't.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    search_seldom()
    sys.exit(run(sys.argv[1:] or ["serve"]))
