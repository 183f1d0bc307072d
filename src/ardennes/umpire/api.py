"""The entry point for pages and other programs: a method by name, JSON values in, JSON values out.

`call` never raises for a mistake of the user; it returns `{"error": ...}`. The package's docstring lists the
methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.umpire import answers, paper
from ardennes.umpire import game as games
from ardennes.umpire import merge as merging
from ardennes.umpire import turn as turns
from ardennes.umpire.game import Game
from ardennes.umpire.records import TABLES, FieldError, fields_of
from ardennes.umpire.roster import order_of_battle, read_csv

Json = dict[str, Any]
KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def call(method: str, given: Mapping[str, Any]) -> Json:
    """Run a method. A game is given and returned as JSON; `error` has words, and field and item if known."""
    if method not in METHODS:
        return {"error": {"words": f"{method!r} is not a method. Methods: {', '.join(METHODS)}."}}
    try:
        return METHODS[method](_Given(given))
    except FieldError as error:
        return {"error": {"words": error.words, "field": error.field, "item": error.item}}
    except UserError as error:
        return {"error": {"words": str(error)}}


class _Given:
    """The arguments of a call, checked for their type."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def get(self, name: str, kind: type[Any], default: Any = None) -> Any:
        value = self.values.get(name, default)
        if value is None and default is None and name not in self.values:
            raise FieldError(name, "missing.")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise FieldError(name, f"must be {KINDS[kind]}, but is {str(value)[:40]!r}.")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        result: str = self.get(name, str, default)
        return result

    def values_of(self, name: str = "values") -> Json:
        result: Json = self.get(name, dict, {})
        return result

    @property
    def dice(self) -> Sequence[int]:
        dice: list[int] = self.get("dice", list, [])
        if any(die not in (1, 2, 3, 4, 5, 6) or isinstance(die, bool) for die in dice):
            raise FieldError("dice", "a die must be a number from 1 to 6.")
        return dice

    @property
    def seed(self) -> int | None:
        return None if self.values.get("seed") is None else int(self.get("seed", int))

    def game(self, name: str = "game") -> Game:
        return games.to_game(self.get(name, dict))

    @property
    def maybe_game(self) -> Game | None:
        return self.game() if self.values.get("game") is not None else None

    @property
    def by(self) -> str:
        return self.text("by")[:80]

    @property
    def time(self) -> str:
        return self.text("time", "")[:80]


def _with(game: Game, **more: Any) -> Json:
    return {"game": games.to_json(game), **more}


def _new(given: _Given) -> Json:
    sides = given.values_of("sides") or None
    tables = order_of_battle() if given.values.get("ours") else None
    if given.values.get("roster") is not None:
        tables = read_csv(given.text("roster"), given.text("file", "roster"), *([sides] if sides else []))
    return _with(games.new_game(given.by, given.text("name"), sides=sides, tables=tables))


def _roster(given: _Given) -> Json:
    game = given.game()
    tables = read_csv(given.text("roster"), given.text("file", "roster"), game.tables.get("sides", {}))
    changes = games.add_tables(game, tables)
    return _with(games.add_entry(game, given.by, "Roster", changes, time=given.time))


def _show(given: _Given) -> Json:
    """Return the records, the log, and the ids of undone entries."""
    game = given.game()
    return {
        "tables": game.tables,
        "log": msgspec.to_builtins(game.log),
        "undone": sorted(games.undone(game.log)),
    }


def _set(given: _Given) -> Json:
    game, table, id = given.game(), given.text("table"), given.text("id")
    if table not in TABLES:
        raise FieldError("table", f"{table!r} is not a table. Tables: {', '.join(TABLES)}.")
    fields = given.values_of("fields")
    if table == "units":
        return _with(answers.set_unit(game, given.by, id, fields, time=given.time))
    if unknown := [name for name in fields if name not in fields_of(table)]:
        raise FieldError(unknown[0], f"not a field of {table}. Fields: {', '.join(fields_of(table))}.")
    changes = games.set_fields(game, table, id, fields)
    what = given.text("what", f"{id}: {', '.join(f'{name} {value}' for name, value in fields.items())}")
    return _with(games.add_entry(game, given.by, what[:2000], changes, time=given.time))


def _apply(given: _Given) -> Json:
    game, answer = answers.apply_answer(
        given.game(), given.by, given.text("question"), given.values_of(), given.dice, seed=given.seed,
        label=given.text("label", ""), time=given.time,
    )  # fmt: skip
    return _with(game, answer=answer)


def _merge(given: _Given) -> Json:
    result = merging.merge(given.game("mine"), given.game("theirs"), given.by, given.values_of("choices"))
    conflicts = [{"key": one.key, **one._asdict()} for one in result.conflicts]
    return {"game": games.to_json(result.game) if result.game else None, "conflicts": conflicts}


def _planned(one: Any) -> turns.Planned:
    if not isinstance(one, dict) or not isinstance(one.get("values", {}), dict):
        raise FieldError("tasks", "each task must have a question and values.")
    words = {name: str(one.get(name, "")) for name in ("question", "label", "step")}
    return turns.Planned(words["question"], one.get("values", {}), words["label"], words["step"])


def _plan(given: _Given) -> Json:
    game = given.game()
    if given.values.get("batch") is not None:
        planned = turns.read_batch(given.text("batch"), given.text("file", "batch.csv"), game)
    else:
        planned = [_planned(one) for one in given.get("tasks", list)]
    return _with(turns.add_tasks(game, given.by, planned, time=given.time))


def _adjudicate(given: _Given) -> Json:
    values = given.values_of() if "values" in given.values else None
    game, answer = turns.adjudicate(given.game(), given.by, given.text("task"), given.dice, values=values,
                                    seed=given.seed, time=given.time)  # fmt: skip
    return _with(game, answer=answer)


def _close(given: _Given) -> Json:
    words = {name: given.text(name, "") for name in ("part", "date", "weather")}
    force = given.get("force", bool, False)
    return _with(turns.close_turn(given.game(), given.by, **words, force=force, time=given.time))


def _supply(given: _Given) -> Json:
    points = given.values_of("points")
    if any(not isinstance(number, int) or isinstance(number, bool) for number in points.values()):
        raise FieldError("points", "must be whole numbers.")
    return _with(turns.issue_supply(given.game(), given.by, given.text("formation"), points, time=given.time))


def _hand_in(given: _Given) -> Json:
    formation, text = given.text("formation"), given.text("text")
    return _with(turns.hand_in(given.game(), given.by, formation, text, time=given.time))


METHODS: Mapping[str, Callable[[_Given], Json]] = {
    "questions": lambda g: {"questions": answers.questions()},
    "ask": lambda g: answers.ask(g.text("question"), g.values_of(), g.dice, seed=g.seed, game=g.maybe_game),
    "what_if": lambda g: {"what_if": answers.what_if(g.text("question"), g.values_of(), g.maybe_game)},
    "new": _new,
    "roster": _roster,
    "import": lambda g: _with(games.read_game(g.text("text"), g.text("file", "game file"))),
    "export": lambda g: {"text": games.write_game(g.game())},
    "show": _show,
    "set": _set,
    "settings": lambda g: _with(answers.set_settings(g.game(), g.by, g.values_of("fields"), time=g.time)),
    "apply": _apply,
    "undo": lambda g: _with(games.undo(g.game(), g.by, g.text("entry", ""), time=g.time)),
    "redo": lambda g: _with(games.redo(g.game(), g.by, time=g.time)),
    "built_on": lambda g: {"entries": msgspec.to_builtins(games.built_on(g.game(), g.text("entry")))},
    "merge": _merge,
    "plan": _plan,
    "worksheet": lambda g: turns.worksheet(g.game()),
    "adjudicate": _adjudicate,
    "hand_in": _hand_in,
    "supply": _supply,
    "close_turn": _close,
    "slips": lambda g: {"slips": turns.slips(g.game(), g.text("side"))},
    "print": lambda g: {"html": paper.print_page(g.text("page"), g.maybe_game, g.text("paper", "A4"),
                                                 g.text("side", ""))},
}  # fmt: skip
