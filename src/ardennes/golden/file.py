"""The text of a golden match: a head that says how it was made, then every order and what came of it.

    golden    1
    game      tigers
    rules     2
    scenario  campaign
    options   {"dae_choice":"attacker"}
    seed      7
    players   staff 14, staff 15
    limit     none
    start 0011223344556677 dice 0
    1 allied {"do":"hide_dump","hex":"507"}
    = 8899aabbccddeeff dice 0 known 76543210 fedcba98
      dump_hidden 01234567 The dump is hidden.
    ~ where 88: -1 -> 45
    end not over

The options are those that are not the usual ones; each player has the seed of its own chances. In a match
played by hand the players are `by hand` and the head ends with the orders, one line each: `say german: end`.
Below an order stand the fingerprint of the position after it, the dice rolled so far and for each side a
fingerprint of what it knows; then the events, each with its kind, the fingerprint of its JSON and the line of
the log; then the facts that changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ardennes.errors import UserError

FORMAT = "1"
ENDING = ".golden"
BY_HAND, NONE = "by hand", "none"
FOLDER = Path(__file__).resolve().parents[3] / "tests" / "golden"  # of a checkout
HEAD = ("golden", "game", "rules", "scenario", "options", "seed", "players", "limit")
ORDER = re.compile(r"(\d+) (\w+) (\{.*\})")
START = re.compile(r"start ([0-9a-f]{16} dice \d+)")
AFTER = re.compile(r"= ([0-9a-f]{16} dice \d+) known ([0-9a-f ]+)")


@dataclass(frozen=True)
class Recipe:
    """All that a match follows from."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    players: tuple[tuple[str, int], ...]  # by side: name and seed; nobody when it is played by hand
    limit: int | None  # orders
    said: tuple[str, ...] = ()  # the orders of a match played by hand


@dataclass(frozen=True)
class Step:
    """One order and what came of it, as it is written."""

    number: int
    side: str
    order: str
    after: str  # fingerprint and dice
    known: str  # by side: fingerprint of its view and of the events as it sees them
    events: tuple[str, ...]
    facts: tuple[str, ...]
    line: int = 0  # of the file

    @property
    def title(self) -> str:
        return f"{self.number} {self.side} {self.order}"


@dataclass(frozen=True)
class Golden:
    """A golden match. One that is not recorded yet has a recipe only."""

    name: str  # tigers/staff
    recipe: Recipe
    rules: str = ""
    start: str = ""
    steps: tuple[Step, ...] = ()
    end: str = ""

    @property
    def recorded(self) -> bool:
        return bool(self.end)


def text_of(golden: Golden) -> str:
    """The file of a golden match."""
    recipe = golden.recipe
    players = ", ".join(f"{name} {seed}" for name, seed in recipe.players) or BY_HAND
    values = (
        FORMAT,
        recipe.game,
        golden.rules,
        recipe.scenario,
        msgspec.json.encode(recipe.options).decode(),
        str(recipe.seed),
        players,
        NONE if recipe.limit is None else str(recipe.limit),
    )
    lines = [f"{name:<10}{value}" for name, value in zip(HEAD, values, strict=True)]
    lines += [f"say {said}" for said in recipe.said]
    lines.append(f"start {golden.start}")
    for step in golden.steps:
        lines += [step.title, f"= {step.after} known {step.known}"]
        lines += [f"  {event}" for event in step.events]
        lines += [f"~ {fact}" for fact in step.facts]
    return "\n".join([*lines, f"end {golden.end}", ""])


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def read(path: Path, *, head_only: bool = False) -> Golden:
    """The golden match of a file; UserError says which line is wrong and what is right there."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is no golden match: it is not UTF-8 text") from None
    return _Reader(path, text.split("\n")).golden(head_only)


@dataclass
class _Reader:
    """Goes through the lines of a file."""

    path: Path
    lines: list[str]
    at: int = 0  # the next line
    head: dict[str, str] = field(default_factory=dict)

    def fail(self, expected: str, line: int | None = None) -> NoReturn:
        line = self.at if line is None else line
        got = repr(self.lines[line][:60]) if line < len(self.lines) else "the end of the file"
        raise UserError(f"{self.path}, line {line + 1}: expected {expected}, found {got}")

    def starts(self, mark: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(mark)

    def take(self, mark: str, expected: str) -> str:
        """The rest of the next line, which has to begin with a mark."""
        if not self.starts(mark):
            self.fail(expected)
        self.at += 1
        return self.lines[self.at - 1].removeprefix(mark)

    def all_with(self, mark: str) -> Iterator[str]:
        while self.starts(mark):
            yield self.take(mark, "")

    def golden(self, head_only: bool) -> Golden:
        for name in HEAD:
            line, value = self.at, self.take(name, f"the line {name!r} of the head").strip()
            if name == "golden" and value != FORMAT:
                self.fail(f"golden {FORMAT}, the form this program reads", line)
            self.head[name] = value
        golden = Golden(name_of(self.path), self.recipe(), self.head["rules"])
        if head_only or not any(self.lines[self.at :]):
            return golden
        start = self.match(START, "start FINGERPRINT dice NUMBER")[1]
        steps: list[Step] = []
        while not self.starts("end "):
            steps.append(self.step(len(steps) + 1))
        end = self.take("end ", "")
        if any(self.lines[self.at :]):
            self.fail("nothing after the line 'end'")
        return replace(golden, start=start, steps=tuple(steps), end=end)

    def recipe(self) -> Recipe:
        options = self.value("options", msgspec.json.decode, "options as JSON")
        if not isinstance(options, dict):
            self.fail("options as a JSON object", HEAD.index("options"))
        players = (
            () if self.head["players"] == BY_HAND else self.value("players", _players, "players and seeds")
        )
        limit = (
            None if self.head["limit"] == NONE else self.value("limit", int, "a number of orders, or none")
        )
        said = tuple(self.all_with("say "))
        if bool(said) == bool(players):
            self.fail(
                "orders of a match by hand (say SIDE: ORDER)" if not players else "no order of a person"
            )
        seed = self.value("seed", int, "a whole number")
        return Recipe(self.head["game"], self.head["scenario"], options, seed, players, limit, said)

    def value(self, name: str, read: Callable[[str], Any], expected: str) -> Any:
        try:
            return read(self.head[name])
        except (ValueError, msgspec.DecodeError):
            self.fail(expected, HEAD.index(name))

    def match(self, form: re.Pattern[str], expected: str) -> re.Match[str]:
        """The parts of the next line, which has to have a form."""
        found = form.fullmatch(self.lines[self.at]) if self.at < len(self.lines) else None
        if found is None:
            self.fail(expected)
        self.at += 1
        return found

    def step(self, number: int) -> Step:
        expected = f"order {number} with its side and JSON, or the line 'end'"
        line, order = self.at, self.match(ORDER, expected)
        if int(order[1]) != number:
            self.fail(expected, line)
        try:
            msgspec.json.decode(order[3])
        except (msgspec.DecodeError, RecursionError):
            self.fail("an order as JSON", line)
        after = self.match(AFTER, "= FINGERPRINT dice NUMBER known FINGERPRINT ...")
        events, facts = tuple(self.all_with("  ")), tuple(self.all_with("~ "))
        return Step(number, order[2], order[3], after[1], after[2], events, facts, line + 1)


def _players(text: str) -> tuple[tuple[str, int], ...]:
    found = [part.split() for part in text.split(",")]
    return tuple((name, int(seed)) for name, seed in found)


def find(wanted: Iterable[str] = (), folder: Path = FOLDER) -> list[Path]:
    """The golden matches of a folder: all, or those wanted by file, game or GAME/NAME."""
    if not folder.is_dir():
        raise UserError(
            f"There are no golden matches in {folder}: they are in the project's source tree, not in an "
            "installed copy. Run this from a clone of it."
        )
    known = sorted(folder.glob(f"*/*{ENDING}"))
    found: list[Path] = []
    for word in wanted:
        path = Path(word)
        fits = [p for p in known if word in (p.parent.name, name_of(p))]
        if not fits and not path.is_file():
            games = ", ".join(sorted({p.parent.name for p in known}))
            raise UserError(f"There is no golden match {word!r}; give a file, a game ({games}) or GAME/NAME.")
        found += fits or [path]
    return list(dict.fromkeys(found)) if found else known
