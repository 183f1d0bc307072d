"""The one command, `ardennes`: a table of sub-commands, each imported only when it is used.

A command's module has a plain function named `command`, annotated for typer; it returns the exit code
(0 fine, 1 the answer is "no", e.g. a failed case; 2 the user's mistake) and its docstring is the help page.
A command with sub-commands has a click group named `GROUP` besides.
A `UserError` raised anywhere is printed as plain words, without a traceback, and ends with exit code 2.
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
    """Where a command lives and what it does, in one line."""

    module: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "play": Entry("ardennes.commands.play", "Play in the terminal, against the computer or hotseat."),
    "serve": Entry("ardennes.commands.serve", "Serve the table to the browser."),
    "doctor": Entry("ardennes.commands.doctor", "Check the installation; repair damaged matches."),
    "simulate": Entry(
        "ardennes.commands.simulate", "Let computer players play many games and count who wins."
    ),
    "arena": Entry("ardennes.commands.arena", "Find out whether one computer player is better than another."),
    "tune": Entry("ardennes.commands.tune", "Look for better weights of a staff, by games."),
    "lab": Entry("ardennes.commands.lab", "Play an experiment from a file; ask, report, go on with it."),
    "tactics": Entry("ardennes.commands.tactics", "Ask a computer player tactical positions."),
    "rules": Entry("ardennes.commands.rules", "Read or search a rulebook; check that every rule is covered."),
    "cases": Entry("ardennes.commands.cases", "Run case files: given a board, after an order, expect this."),
    "map": Entry("ardennes.commands.map", "Write a game's map as a picture (SVG or PNG)."),
    "site": Entry("ardennes.commands.site", "Write the table as a static site that needs no server."),
    "umpire": Entry("ardennes.commands.umpire", "Answer a playsheet's questions for a game at a real table."),
    "analyse": Entry(
        "ardennes.commands.analyse", "Tell of a finished match: chances, luck, turning points, decisions."
    ),
    "verify": Entry("ardennes.commands.verify", "Check a saved match: replay its orders, re-roll its dice."),
    "bench": Entry("bench.command", "Measure speed, beside reference implementations and budgets."),
}


def load(name: str) -> click.Command:
    """The real command behind a name in the table: its function, or the group it makes of it."""
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
    """Benchmarks are in the source tree beside the package, not in an installed copy."""
    checkout = Path(__file__).resolve().parents[2]
    if not (checkout / "bench" / "command.py").is_file():
        raise UserError("The benchmarks are in the project's source tree; run this from a clone of it.")
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))


class LazyCommand(TyperCommand):
    """A line in the help until it is called; then the real command takes over."""

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
    """Shows COMMANDS in their order and imports none of them for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise UserError(f"There is no command {args[0]!r}; there are: {', '.join(COMMANDS)}.")
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

    * `ardennes`: the table, in your browser

    * `ardennes play tigers`: a game in the terminal against the computer

    * `ardennes rules tigers --find river`: what the rulebook says about rivers

    * `ardennes simulate tigers --german staff --allied random --games 20`: who wins, and how often

    * `ardennes COMMAND --help`: all about one command, with examples
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; a bug still shows its traceback."""
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
    """The entry point of the `ardennes` command; alone it starts the table."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe on Windows cannot write every letter; better a "?" than no word at all.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    search_seldom()
    sys.exit(run(sys.argv[1:] or ["serve"]))
