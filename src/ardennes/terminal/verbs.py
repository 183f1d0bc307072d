"""The verbs of the loop that are neither orders nor questions of the board: help, undo, files, log, rules,
advice, looking at a match that is over."""

from __future__ import annotations

import difflib
import functools
import textwrap
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from ardennes.commands.rules import lookup, shown, tables
from ardennes.errors import UserError
from ardennes.games import rulebook_of
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.rulebook import Rulebook, load_rulebook, search
from ardennes.numbers import whole_number
from ardennes.terminal import saving
from ardennes.terminal.pace import DISPLAY_SECONDS, SLOWEST_DISPLAY
from ardennes.terminal.screen import line
from ardennes.words import counted

if TYPE_CHECKING:
    from ardennes.terminal.session import Session

LOG_LINES = 20
WIDE_HELP = 100
NAMES = (
    "Units go by what the counter shows (12SS, 106th) or by name (Peiper), hexes by number or place. "
    "A short answer is enough where the question allows it: yes, no, a number, a hex."
)
SHORT = {  # what people type for a word
    "help": "? h", "quit": "q exit bye", "board": "b", "undo": "u", "legal": "l", "move": "m", "attack": "a",
    "odds": "o", "where": "w", "reach": "r", "rule": "rules", "units": "oob", "attacks": "plots",
}  # fmt: skip
ALIASES = {short: word for word, all_ in SHORT.items() for short in all_.split()}


class Verb(NamedTuple):
    """What a line may begin with."""

    usage: str
    about: str
    run: Callable[[Session, int, str], None]  # (session, side, the rest of the line)


def unalias(text: str) -> str:
    """The line with its first word written out."""
    first, _, rest = text.partition(" ")
    if rest and ALIASES.get(first.lower()) == "quit":
        return text  # "exit" with a unit behind it is an order
    return f"{ALIASES.get(first.lower(), first)} {rest}".strip()


def run_verb(session: Session, side: int, text: str) -> bool:
    """Carry out a verb or a question; False when the line is something else, an order perhaps."""
    first, _, rest = text.partition(" ")
    name = first.lower()
    if name in VERBS:
        VERBS[name].run(session, side, rest.strip())
        return True
    return session.desk.answer(session.view(side), side, text)


def first_words(session: Session) -> list[str]:
    """Everything a line may begin with."""
    starts = [name.split()[0] for name in session.desk.order_help]
    return list(dict.fromkeys([*starts, *session.desk.questions, *VERBS]))


def unknown(session: Session, text: str) -> UserError:
    """A line that begins with no known word: the nearest ones, and where to look."""
    word = text.split()[0]
    near = difflib.get_close_matches(word.lower(), first_words(session), n=3, cutoff=0.6)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return UserError(
        f"Unknown command {word!r}.{hint} Type help for all commands, legal for your orders now."
    )


def show_help(session: Session, side: int, rest: str) -> None:
    """All that can be typed, in groups, or one word in full."""
    orders, questions = session.desk.order_help, session.desk.questions
    word = unalias(rest.lower())
    known = {
        **orders,
        **{name: (q.usage, q.about) for name, q in questions.items()},
        **{name: (c.usage, c.about) for name, c in VERBS.items()},
    }
    if word:
        result = [name for name in known if name == word or name.split()[0] == word]
        if not result:
            raise unknown(session, word)
        for name in result:
            usage, about = known[name]
            session.screen.say((usage, "bold"))
            session.screen.say(f"  {about}")
        return
    width = session.screen.width
    rows = [line(("Ask", "heading"))]
    rows += [
        row for question in questions.values() for row in two_columns(question.usage, question.about, width)
    ]
    rows.append(line(("Play", "heading")))
    rows += [row for verb in VERBS.values() for row in two_columns(verb.usage, verb.about, width)]
    rows.append(line(("Order", "heading"), "  (help WORD explains one; legal shows those you can give now)"))
    listed = textwrap.wrap(", ".join(orders), width - 2, initial_indent="  ", subsequent_indent="  ")
    rows += [line(text) for text in [*listed, *textwrap.wrap(NAMES, width - 2)]]
    rows += [line(("Examples", "heading")), *(line(f"  {text}") for text in examples(session, side))]
    session.screen.page(rows)


def examples(session: Session, side: int) -> list[str]:
    """Return questions about a unit of this match and a place near it, ready to type."""
    desk, own = session.desk, session.game.sides[side]
    board = desk.at.seen(session.view(side), side).board
    unit = next((unit for unit in board.units if desk.stage.units[unit.id].side == own), None)
    places = [hex_ for hex_ in desk.stage.hexes if hex_.place]
    if unit is None:
        return [f"stack {places[0].id}", f"map {places[0].id}"]
    x, y = desk.map.at[unit.hex]
    near = min(places, key=lambda hex_: abs(desk.map.at[hex_.id][0] - x) + abs(desk.map.at[hex_.id][1] - y))
    name, place = desk.name_of.short(unit.id), near.place if " " not in near.place else near.id
    return [f"where {name}", f"reach {name}", f"why {name} {place}", f"stack {unit.hex}", f"map {place}"]


def two_columns(left: str, right: str, width: int) -> list[Text]:
    """Words beside what they mean; long ones on a line of their own."""
    column = 44 if width >= WIDE_HELP else 24
    rows = textwrap.wrap(right, max(20, width - column - 3)) or [""]
    head = [f"  {left}"] if len(left) >= column else []
    first = f"  {'' if head else left:<{column}}"
    body = [first + rows[0], *(" " * (column + 2) + row for row in rows[1:])]
    return [line(text) for text in [*head, *body]]


def show_board(session: Session, side: int, rest: str) -> None:
    view = session.view(side)
    for parts in session.desk.status(view, side):
        session.screen.say(*parts)
    session.desk.show_board(view, side)


def undo(session: Session, side: int, rest: str) -> None:
    """Take back the last order; two people at one screen may take back each other's."""
    journal = session.match.journal
    giver = journal[-1].side if journal else side
    at_one_screen = giver in session.people and not session.knows_more(side) and not session.knows_more(giver)
    session.take_back(giver if at_one_screen else side)


def restart(session: Session, side: int, rest: str) -> None:
    count = session.match.restart_phase(side)
    session.screen.say(f"Taken back: {counted(count, 'order')} of this phase.")
    session.changed()


def display(session: Session, side: int, rest: str) -> None:
    """Set the display speed; alone: one step slower, and 0 after the slowest, as in the original game."""
    steps = range(SLOWEST_DISPLAY + 1)
    if rest and not (rest.isascii() and rest.isdigit() and int(rest[:4]) in steps):
        raise UserError(f"display takes a number from 0 to {SLOWEST_DISPLAY}, not {rest!r}.")
    session.display = int(rest) if rest else (session.display + 1) % len(steps)
    seconds = session.display * DISPLAY_SECONDS
    session.screen.say(f"Display {session.display}: {seconds:g} s pause after each battle and enemy order.")


def save(session: Session, side: int, rest: str) -> None:
    if not rest:
        raise UserError("Name the file: save monday.json")
    path = saving.named_file(rest)
    if path.is_dir():
        raise UserError(f"{path} is a folder. Name a file in it: save {path}/monday.json")
    if path.exists() and saving.is_foreign(path, session.match):
        if not session.screen.confirm(f"{path} is not a save of this match. Overwrite it?", default=False):
            session.screen.say("Not saved.")
            return
    savefile.write(session.match, path, session.names)
    session.screen.say(f"Saved in {path}. The file contains the whole match, with hidden facts and dice.")


def load(session: Session, side: int, rest: str) -> None:
    if not rest:
        raise UserError("Name the file: load monday.json, or load last")
    rest, at = _with_orders(rest)
    match = saving.open_match(rest, session.game.id, at)
    left = session.autosave()
    session.begin(match, saving.seats_in(rest, session.game.id))
    session.screen.say(f"Loaded {rest}: {counted(match.seq, 'order')}. Your previous match is in {left}.")


def _with_orders(words: str) -> tuple[str, int | None]:
    """A file, and after how many orders of it a new match begins: `monday.json at 36`."""
    name, at, number = words.rpartition(" at ")
    return (name.strip(), int(number)) if at and number.strip().isdecimal() else (words, None)


def show_log(session: Session, side: int, rest: str) -> None:
    wanted = whole_number(rest) if rest else LOG_LINES
    if wanted is None:
        raise UserError(f"log takes a number of lines, not {rest!r}. Example: log 30")
    first = max(0, session.match.seq - 2 * wanted)
    lines = session.log_lines(side, first)
    if len(lines) < wanted and first:
        lines = session.log_lines(side, 0)
    for text in lines[-wanted:] if wanted else []:
        session.screen.say((text, "bold") if text.startswith("-- ") else text)
    if not lines:
        session.screen.say("Nothing has happened yet.")


@functools.cache
def _book(game_id: str) -> Rulebook:
    return load_rulebook(rulebook_of(game_id))


def show_rule(session: Session, side: int, rest: str) -> None:
    """A rule by number, a chapter, or everything with a word in it; alone: the rule that asks now."""
    if rest in ("tables", "--tables"):
        session.screen.page([line(text) for text in tables(session.game.id)])
        return
    book = _book(session.game.id)
    asked = session.game.decisions(session.view(side))
    if not rest and not asked:
        raise UserError("Name a rule, a chapter or a word: rule supply")
    word = rest or asked[0].rule
    try:
        rules = lookup(book, word)
    except UserError:
        if any(c.isdigit() for c in word):
            raise
        rules, _ = search(book, word)
        if not rules:
            raise UserError(f"No rule mentions {word!r}.") from None
        rows = [line((rule.id, "rule"), f" {rule.title}") for rule in rules]
        session.screen.page(rows)
        return
    session.screen.page([line(text) for rule in rules for text in [*shown(rule).splitlines(), ""]][:-1])


def option_rows(game: AnyGame, chosen: Mapping[str, Any], width: int) -> list[Text]:
    """Every option: its value, its choices, the rules it changes, and what it is about."""
    rows: list[Text] = []
    for spec in game.options:
        value = chosen.get(spec.key, spec.default)
        others = ", ".join(written(choice) for choice in spec.choices if choice != value)
        mark = "" if value == spec.default else " (changed)"
        head = f"{spec.key}={written(value)}"
        rows.append(line((head, "bold"), f"{mark}  or {others}  ", (f"[{', '.join(spec.rules)}]", "rule")))
        rows += [line(f"    {text}") for text in textwrap.wrap(spec.about, max(30, width - 6))]
    return rows


def written(value: object) -> str:
    """An option's value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def show_options(session: Session, side: int, rest: str) -> None:
    chosen = session.match.setting.options
    session.screen.page(option_rows(session.game, chosen, session.screen.width))


def hint(session: Session, side: int, rest: str) -> None:
    adviser = session.adviser(side, rest)
    order, why = adviser.act(session.view(side), side)
    session.hinted = (session.match.seq, order)
    session.screen.say(
        f"{adviser.name} would: ", (session.desk.write(order), "bold"), (f"  ({why})" if why else "", "why")
    )
    warning = f"{order.irrevocable} " if order.irrevocable is not None else ""
    session.screen.say((f"{warning}Type follow to do that.", "quiet"))


def follow(session: Session, side: int, rest: str) -> None:
    if session.hinted is None or session.hinted[0] != session.match.seq:
        raise UserError("Type hint first: there is no current advice to follow.")
    session.give(side, session.hinted[1])


def replay(session: Session, side: int, rest: str) -> None:
    """A match that is over, as it was after an order; alone: from its beginning."""
    order = whole_number(rest) if rest else 0
    if order is None:
        raise UserError(f"replay takes the number of an order, not {rest!r}. Example: replay 40")
    session.step_to(order)


def next_(session: Session, side: int, rest: str) -> None:
    session.step_to((session.match.seq if session.shown is None else session.shown) + 1)


def back(session: Session, side: int, rest: str) -> None:
    session.step_to((session.match.seq if session.shown is None else session.shown) - 1)


def _more(session: Session, side: int, rest: str) -> None:
    session.screen.more()


def quit_(session: Session, side: int, rest: str) -> None:
    session.leave()


VERBS: dict[str, Verb] = {
    "board": Verb("board", "show turn, victory and the map", show_board),
    "hint": Verb("hint [PLAYER]", "what the staff, or another computer PLAYER, would do and why", hint),
    "follow": Verb("follow", "do what hint suggested", follow),
    "undo": Verb("undo", "take back your last order, but no die roll, discovery or final order", undo),
    "restart": Verb("restart", "take back your orders of this phase, as far as undo allows", restart),
    "display": Verb(
        f"display [0-{SLOWEST_DISPLAY}]",
        "how long to pause after each battle and enemy order",
        display,
    ),
    "log": Verb("log [LINES]", "what has happened, up to now", show_log),
    "rule": Verb(
        "rule [NUMBER|WORD|--tables]",
        "read a rule or chapter, find a word, or show the tables",
        show_rule,
    ),
    "options": Verb("options", "the rule options of this match", show_options),
    "save": Verb("save FILE", "save the match", save),
    "load": Verb("load FILE|last", "continue a saved match", load),
    "replay": Verb("replay [ORDER]", "after the game: the match as it was after an order", replay),
    "next": Verb("next", "... one order later", next_),
    "back": Verb("back", "... one order earlier", back),
    "more": Verb("more", "show the next page of a long answer", _more),
    "help": Verb("help [WORD]", "this list, or one command in full", show_help),
    "quit": Verb("quit", "leave; the match is saved automatically", quit_),
}
# Of no use when the game is over: all others are left.
NOT_AFTERWARDS = ("hint", "follow", "undo", "restart")
AFTERWARDS = tuple(name for name in VERBS if name not in NOT_AFTERWARDS)
