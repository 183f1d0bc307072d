"""What all golden files share: their folders, their head, and reading them line by line.

    golden    rules 2
    game      tigers
    version   5
    scenario  campaign
    options   {"dae_choice":"attacker"}
    seed      7
    players   staff 14, staff 15
    limit     300

The version is that of the game's rules. The options are those that are not at their default. Each player has
a seed for its own random choices. The players of a match that a person wrote are `by hand`. The limit is a
number of orders, or `none` for a match that is played to its end. `rules.py`, `wording.py` and `play.py`
explain what follows below the head.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ardennes.errors import UserError
from ardennes.golden.order_text import BadOrder, read_order_text
from ardennes.kernel.contract import AnyGame, Order

FORMAT = "2"
ENDING = ".golden"
RULES, WORDING, PLAY = KINDS = ("rules", "wording", "play")
BY_HAND, NONE = "by hand", "none"
FOLDER = Path(__file__).resolve().parents[3] / "tests" / "golden"  # of a checkout
HEAD = ("golden", "game", "version", "scenario", "options", "seed", "players", "limit")
SAY = "say "  # begins an order in the terminal's notation, which recording replaces
END = "end"
FIRST_ORDER = re.compile(r"(\d+) (\w+)")


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a match."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    players: tuple[tuple[str, int], ...]  # by side: name and seed; empty for a match written by hand
    limit: int | None  # orders


@dataclass(frozen=True)
class Golden:
    """The head of a golden file."""

    kind: str
    name: str  # tigers/staff
    recipe: Recipe
    version: str  # of the rules
    path: Path

    @property
    def full_name(self) -> str:
        return f"{self.kind}/{self.name}"


@dataclass(frozen=True)
class Given:
    """One order of a golden file."""

    number: int
    side: str
    text: str  # as `order_text` writes it
    line: int  # of the file

    @property
    def title(self) -> str:
        return f"order {self.number} {self.side} {self.text} (line {self.line})"

    def order(self, game: AnyGame) -> Order:
        return read_order_text(game, self.text)


def head_names(kind: str) -> tuple[str, ...]:
    """Return the lines of a head; the rules version is omitted for computer orders."""
    return tuple(name for name in HEAD if kind != PLAY or name != "version")


def head_text(kind: str, recipe: Recipe, version: str) -> str:
    players = ", ".join(f"{name} {seed}" for name, seed in recipe.players) or BY_HAND
    values = {
        "golden": f"{kind} {FORMAT}",
        "game": recipe.game,
        "version": version,
        "scenario": recipe.scenario,
        "options": msgspec.json.encode(recipe.options).decode(),
        "seed": str(recipe.seed),
        "players": players,
        "limit": NONE if recipe.limit is None else str(recipe.limit),
    }
    return "\n".join(f"{name:<10}{values[name]}" for name in head_names(kind))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def full_name_of(path: Path) -> str:
    return f"{path.parent.parent.name}/{name_of(path)}"


class Lines:
    """The lines of a golden file, read from top to bottom; an error names the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.at = 0  # the next line
        try:
            self.lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise UserError(f"{path} is not a golden file: it is not UTF-8 text") from None

    def fail(self, expected: str, line: int | None = None) -> NoReturn:
        line = self.at if line is None else line
        got = repr(self.lines[line][:60]) if line < len(self.lines) else "the end of the file"
        raise UserError(f"{self.path}, line {line + 1}: expected {expected}, found {got}")

    @property
    def over(self) -> bool:
        return self.at >= len(self.lines)

    def starts(self, mark: str) -> bool:
        return not self.over and self.lines[self.at].startswith(mark)

    def take(self, mark: str, expected: str) -> str:
        """Return the rest of the next line, which must begin with a mark."""
        if not self.starts(mark):
            self.fail(expected)
        self.at += 1
        return self.lines[self.at - 1].removeprefix(mark)

    def all_with(self, mark: str) -> Iterator[str]:
        while self.starts(mark):
            yield self.take(mark, "")

    def match(self, form: re.Pattern[str], expected: str) -> re.Match[str]:
        """Return the parts of the next line, which must match a pattern."""
        parts = None if self.over else form.fullmatch(self.lines[self.at])
        if parts is None:
            self.fail(expected)
        self.at += 1
        return parts

    def head(self) -> Golden:
        first = self.take("golden", "the line 'golden' of the head").strip()
        if first not in {f"{kind} {FORMAT}" for kind in KINDS}:
            self.fail(f"golden rules {FORMAT}, wording {FORMAT} or play {FORMAT}", 0)
        kind = first.split()[0]
        names = head_names(kind)
        values = {name: self.take(name, f"the line {name!r} of the head").strip() for name in names[1:]}
        recipe = _HeadReader(self, names, values).recipe()
        return Golden(kind, name_of(self.path), recipe, values.get("version", ""), self.path)

    def orders(self) -> Iterator[tuple[str, int, str]]:
        """Side, line and text of each order: a line `NUMBER SIDE`, then that side's orders, indented."""
        side, number = "", 1
        while not self.over and not self.starts(END):
            if not self.starts("  "):
                line = self.at
                first = self.match(FIRST_ORDER, f"order {number}, 'NUMBER SIDE', or the line 'end'")
                if int(first[1]) != number:
                    self.fail(f"the number {number}", line)
                side = first[2]
            if not side or self.starts("   "):
                self.fail("an order, indented by two spaces")
            self.at += 1
            yield side, self.at, self.lines[self.at - 1][2:]
            number += 1

    def end(self) -> str:
        """The last line of a file."""
        end = self.take(END, "the line 'end'").strip()
        if not self.over:
            self.fail("nothing after the line 'end'")
        return end


@dataclass
class _HeadReader:
    """Read the values of a head."""

    lines: Lines
    names: tuple[str, ...]
    values: dict[str, str]

    def recipe(self) -> Recipe:
        options = self.value("options", msgspec.json.decode, "options as JSON")
        if not isinstance(options, dict):
            self.lines.fail("options as a JSON object", self.names.index("options"))
        written = self.values["players"]
        players = () if written == BY_HAND else self.value("players", _players, "players and seeds")
        written = self.values["limit"]
        limit = None if written == NONE else self.value("limit", int, "a number of orders, or none")
        seed = self.value("seed", int, "a whole number")
        return Recipe(self.values["game"], self.values["scenario"], options, seed, players, limit)

    def value(self, name: str, read: Callable[[str], Any], expected: str) -> Any:
        try:
            return read(self.values[name])
        except (ValueError, msgspec.DecodeError):
            self.lines.fail(expected, self.names.index(name))


def _players(text: str) -> tuple[tuple[str, int], ...]:
    pairs = [part.split() for part in text.split(",")]
    return tuple((name, int(seed)) for name, seed in pairs)


def check_order(lines: Lines, game: AnyGame, given: Given) -> Order:
    """Read an order of a file; UserError names its line."""
    try:
        return given.order(game)
    except BadOrder as error:
        lines.fail(f"an order of {game.name} ({error})", given.line - 1)


def find(wanted: Iterable[str] = (), folder: Path = FOLDER, kinds: Iterable[str] = KINDS) -> list[Path]:
    """Find golden files: all of some kinds, or those given by path, GAME, GAME/NAME or KIND/GAME/NAME."""
    if not folder.is_dir():
        raise UserError(
            f"There are no golden files in {folder}: they are in the project's source tree, not in an "
            "installed copy. Run this from a clone of it."
        )
    known = sorted(path for kind in kinds for path in folder.glob(f"{kind}/*/*{ENDING}"))
    result: list[Path] = []
    for word in wanted:
        path = Path(word)
        fits = [p for p in known if word.rstrip("/") in _names(p)]
        if not fits and not path.is_file():
            games = ", ".join(sorted({p.parent.name for p in known}))
            raise UserError(
                f"There is no golden file {word!r}; give a path, a game ({games}), GAME/NAME or "
                "KIND/GAME/NAME."
            )
        result += fits or [path]
    return list(dict.fromkeys(result)) if result else known


def _names(path: Path) -> set[str]:
    """Return all names that identify a golden file, alone or with others."""
    full = full_name_of(path)
    kind, game, name = full.split("/")
    return {kind, game, f"{game}/{name}", f"{kind}/{game}", full}
