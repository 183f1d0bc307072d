"""The commands that keep a game: new, roster, units, turn, plan, do, slips, log, undo, redo, merge, close."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from typer.core import TyperCommand

from ardennes.errors import UserError
from ardennes.umpire import answers
from ardennes.umpire import game as games
from ardennes.umpire import merge as merging
from ardennes.umpire import paper as paper_pages
from ardennes.umpire import turn as turns
from ardennes.umpire.dice import read_dice
from ardennes.umpire.game import Game
from ardennes.umpire.records import Tables, Unit
from ardennes.umpire.roster import Roster, order_of_battle, read_csv

BY = click.Option(["--by"], default="umpire", metavar="NAME", help="Who makes this change, for the log.")
GAME = click.Option(["--game"], metavar="FILE", help="Remember the answers in this game.")
FILE = click.Argument(["file"], metavar="FILE")


def read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"{path}: there is not such a file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read ({error}).") from None


def load(path: str) -> Game:
    return games.read_game(read_text(path), path)


def save(path: str, game: Game) -> None:
    """Write the file whole or not at all."""
    target = Path(path)
    part = target.with_name(f"{target.name}.part")
    try:
        part.write_text(games.write_game(game), encoding="utf-8")
        part.replace(target)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error}).") from None


def _tables(roster: str | None, game: Game | None = None) -> Tables:
    """A roster from a CSV file, or `ours`: the order of battle of the game."""
    if not roster:
        return {}
    if roster == "ours":
        return order_of_battle()
    sides = game.tables.get("sides", {}) if game else None
    return read_csv(read_text(roster), roster, *([sides] if sides else []))


def new(file: str, name: str, roster: str | None, by: str) -> None:
    if Path(file).exists():
        raise UserError(
            f"{file}: exists already. Choose another name, or add units with: ardennes umpire roster."
        )
    game = games.new_game(by, name or Path(file).stem, tables=_tables(roster))
    save(file, game)
    print(f"New game in {file} with {len(game.tables.get('units', {}))} units.")


def roster(file: str, roster: str, by: str) -> None:
    game = load(file)
    changes = games.add_tables(game, _tables(roster, game))
    game = games.add_entry(game, by, f"Roster: {Path(roster).name}", changes)
    save(file, game)
    print(f"{file} has {len(game.tables.get('units', {}))} units now.")


def units(file: str) -> None:
    game = load(file)
    for id in game.tables.get("units", {}):
        unit = game.record("units", id)
        assert isinstance(unit, Unit)
        print(answers.unit_line(id, unit))


def set_fields(file: str, unit: str, values: tuple[str, ...], by: str) -> None:
    game = load(file)
    fields, roster = _pairs(values), Roster(game.tables)
    result = roster.find(unit)
    if result is None and not {"side", "type", "status"} <= set(fields):
        more = "To add it, give side=, type= and status= at least."
        raise UserError(f"{unit!r} is not a unit of the roster.{roster.hint(unit)} {more}")
    save(file, answers.set_unit(game, by, result[0] if result else unit, fields))


def settings(file: str, values: tuple[str, ...], by: str) -> None:
    game = answers.set_settings(load(file), by, _pairs(values))
    save(file, game)
    print(game.log[-1].what)


def _pairs(values: tuple[str, ...]) -> dict[str, Any]:
    """NAME=VALUE, as often as you like."""
    pairs = [value.partition("=") for value in values]
    if wrong := [value for value, pair in zip(values, pairs, strict=True) if not pair[1]]:
        raise UserError(f"{wrong[0]!r} is not a change: write NAME=VALUE, like status=5.")
    return {name.strip(): _value(text.strip()) for name, _, text in pairs}


def _value(text: str) -> Any:
    if text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text


def turn(file: str) -> None:
    sheet = turns.worksheet(load(file))
    print(" ".join(filter(None, (f"Turn {sheet['turn']}", sheet["date"], sheet["part"], sheet["weather"]))))
    for step in sheet["steps"]:
        print(f"{step['name']}: {step['done']} of {step['of']} done")
        for row in step["rows"]:
            print(turns.task_line(row["id"], row))
    for one in sheet["possible"]:
        print(f"  possible: {one['label']}")


def plan(file: str, batch: str, by: str) -> None:
    game = load(file)
    game = turns.add_tasks(game, by, turns.read_batch(read_text(batch), batch, game))
    save(file, game)
    turn(file)


def do(file: str, task: str, die: tuple[str, ...], seed: int | None, by: str) -> None:
    game, result = turns.adjudicate(load(file), by, task, read_dice(" ".join(die)), seed=seed)
    save(file, game)
    summary = "" if result["summary"] == result["result"] else f" {result['summary']}"
    print(f"{result['title']}: {result['result']}.{summary}")
    for side, report in result["hear"].items():
        print(f"  Report for {side}: {report['text']}")


def slips(file: str, side: str) -> None:
    game = load(file)
    if side not in game.tables.get("sides", {}):
        raise UserError(f"{side!r} is not a side. Sides: {', '.join(game.tables.get('sides', {}))}.")
    for slip in turns.slips(game, side):
        print(f"{slip['label']}: {slip['text']}")
        for own in slip["own"]:
            print(f"  {own['unit']}: status {own['status'][0]} → {own['status'][1]}, SP {own['sp'][1]}")


def log(file: str) -> None:
    game = load(file)
    gone = games.undone(game.log)
    for entry in game.log:
        print(turns.log_line(entry, game) + (" (undone)" if entry.id in gone else ""))


def undo(file: str, entry: str, by: str) -> None:
    game = games.undo(load(file), by, entry)
    save(file, game)
    print(game.log[-1].what)


def redo(file: str, by: str) -> None:
    game = games.redo(load(file), by)
    save(file, game)
    print(game.log[-1].what)


def merge(file: str, other: str, choose: tuple[str, ...], by: str) -> int:
    pairs = [choice.rpartition("=") for choice in choose]
    result = merging.merge(load(file), load(other), by, {key: choice for key, _, choice in pairs})
    if result.game is None:
        print("Both copies changed these fields. Choose for each with --choose 'FIELD=mine':")
        for one in result.conflicts:
            print(f"  {one.key}: mine {one.mine}, theirs {one.theirs}, before {one.base}")
            print(f"    {'; '.join(one.entries)}. Choices: {', '.join(one.choices)}")
        return 1
    save(file, result.game)
    print(f"{file} has {len(result.game.log)} entries now.")
    return 0


def close(file: str, part: str, date: str, weather: str, force: bool, by: str) -> None:
    save(file, turns.close_turn(load(file), by, part=part, date=date, weather=weather, force=force))
    turn(file)


def batch(file: str, game: str | None, seed: int | None) -> None:
    played = load(game) if game else None
    for number, one in enumerate(turns.read_batch(read_text(file), file, played), 1):
        result = answers.ask(one.question, one.values, one.dice, game=played,
                         seed=None if seed is None or one.dice else seed + number)  # fmt: skip
        label = one.label or f"{one.question} {number}"
        if result["needs"]:
            chances = ", ".join(f"{row['what']} {row.get('percent', '')}%" for row in result["chances"][:6])
            print(f"{label}: needs a die for {result['needs']}. Chances: {chances}")
        else:
            print(f"{label}: {result['result']}. {result['summary']}")


def print_page(file: str, page: str, paper: str, side: str, out: str | None) -> None:
    target = Path(out or f"{page}.html")
    html = paper_pages.print_page(page, load(file), paper, side)
    try:
        target.write_text(html, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{target}: cannot be written ({error}).") from None
    print(f"Wrote {target}. Open it in a browser and print it.")


def _text(name: str, about: str, default: str | None = "") -> click.Option:
    return click.Option([f"--{name}"], default=default, metavar="TEXT", help=about)


def _many(name: str, about: str) -> click.Option:
    return click.Option([f"--{name}"], multiple=True, metavar="TEXT", help=about)


def _place(name: str) -> click.Argument:
    return click.Argument([name], metavar=name.upper())


SEED = click.Option(["--seed"], type=click.IntRange(0), metavar="NUMBER", help="Let the program roll.")
ROSTER = "A CSV file, or 'ours' for the order of battle of December 1944."


def _command(
    name: str, run: Callable[..., Any], about: str, *params: click.Parameter
) -> tuple[str, TyperCommand]:
    return name, TyperCommand(name, callback=run, params=list(params), help=about, rich_markup_mode=None)


COMMANDS: dict[str, click.Command] = dict(
    (
        _command("new", new, "Begin a game in a file that remembers every change.", FILE,
                 _text("name", "The name of the game."), _text("roster", ROSTER, None), BY),
        _command("roster", roster, f"Add units to a game. {ROSTER}", FILE, _place("roster"), BY),
        _command("units", units, "List the units of a game.", FILE),
        _command("set", set_fields, "Change a unit by hand, or add one: set FILE I/304 status=5",
                 FILE, _place("unit"), click.Argument(["values"], nargs=-1, required=True), BY),
        _command("settings", settings, "Change the weather, supply costs or a reading: weather=fog", FILE,
                 click.Argument(["values"], nargs=-1, required=True), BY),
        _command("turn", turn, "Show the worksheet of the turn: done, next, waiting.", FILE),
        _command("plan", plan, "Put the tasks of a CSV or TOML file on the worksheet.", FILE,
                 _place("batch"), BY),
        _command("do", do, "Adjudicate one row of the worksheet and write its result into the game.", FILE,
                 _place("task"), _many("die", "A die of the table; repeat it in order."), SEED, BY),
        _command("batch", batch, "Answer all questions of a CSV or TOML file.", FILE, GAME, SEED),
        _command("slips", slips, "Show the reports for a side's team of this turn.", FILE, _place("side")),
        _command("print", print_page, f"Write a page for the printer: {', '.join(paper_pages.PAGES)}.", FILE,
                 _place("page"), _text("paper", "A4 or Letter.", "A4"), _text("side", "One side only."),
                 _text("out", "The file to write; usually PAGE.html.", None)),
        _command("log", log, "Show every change with its values before and after.", FILE),
        _command("undo", undo, "Take back the last entry of the log, or the one with --entry ID.", FILE,
                 _text("entry", "The id of the entry."), BY),
        _command("redo", redo, "Put back what was undone last.", FILE, BY),
        _command("merge", merge, "Add to a game what a copy of it has more.", FILE, _place("other"),
                 _many("choose", "For a field in conflict, FIELD=mine, theirs or both."), BY),
        _command("close", close, "Close the turn and begin the next one.", FILE,
                 _text("part", "day or night."), _text("date", "The new date."),
                 _text("weather", "The new weather."),
                 click.Option(["--force"], is_flag=True, help="Close it although something is left."), BY),
    )
)  # fmt: skip
