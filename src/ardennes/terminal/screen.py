"""What a person sees and types: styled lines or plain ASCII, a page at a time, and one line of input."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.style import Style
from rich.text import Text

Part = str | tuple[str, str]  # words, or (words, style)
Reader = Callable[[str], str]  # shows the prompt, gives the line; EOFError when there is no more

WIDE = 120  # what a pipe gets, which has no width of its own
TALLEST_PAGE = 60
CLEAR_EVERYTHING = "\033[H\033[2J\033[3J"  # the lines scrolled away too

# Styles by meaning. Words in running text keep the terminal's own background.
STYLES = {
    "german": "bold",
    "allied": "bold green",
    "american": "bold green",
    "rule": "cyan",
    "quiet": "dim",
    "why": "italic dim",
    "good": "green",
    "bad": "red",
    "heading": "bold underline",
    "ask": "bold yellow",
}

_ASCII_TABLE = str.maketrans({
    "½": " 1/2", "·": "-", "—": "-", "–": "-", "…": "...", "’": "'", "“": '"', "”": '"', "×": "x", "→": "->",
    "█": "#", "≥": ">=", "≤": "<=", "é": "e", "è": "e", "ü": "ue", "ö": "oe", "ä": "ae",
})  # fmt: skip
_HALF = re.compile(r"(?<!\d)½")


def ascii_words(text: str) -> str:
    """The same words in ASCII, for terminals and screen readers that know no more."""
    text = _HALF.sub("1/2", text).translate(_ASCII_TABLE)
    return text.encode("ascii", "replace").decode("ascii")


def line(*parts: Part) -> Text:
    """One line of words, some with a style."""
    text = Text(no_wrap=False)
    for part in parts:
        words, name = (part, "") if isinstance(part, str) else part
        text.append(words, STYLES.get(name, name))
    return text


class Screen:
    """Where everything is printed and every line is read."""

    def __init__(
        self,
        console: Console,
        reader: Reader,
        *,
        plain: bool = False,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        self.console = console
        self.plain = plain
        self._read = reader
        self._forget = forget  # lines typed before, which the cursor keys would bring back
        self._rest: list[Text] = []  # what did not fit on the page

    @property
    def live(self) -> bool:
        """A person sits at a terminal that can clear its screen."""
        return self.console.is_terminal and not self.plain

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height if self.console.is_terminal else TALLEST_PAGE

    def say(self, *parts: Part) -> None:
        self.put(line(*parts))

    def put(self, text: Text) -> None:
        """Print a line of running text, wrapped at words."""
        if self.plain:
            self.console.print(ascii_words(text.plain), markup=False, highlight=False, soft_wrap=True)
        else:
            self.console.print(text, markup=False, highlight=False)

    def draw(self, rows: Iterable[Text]) -> None:
        """Print lines exactly as they are: maps and tables."""
        for row in rows:
            shown: Text | str = ascii_words(row.plain) if self.plain else row
            self.console.print(
                shown,
                markup=False,
                highlight=False,
                soft_wrap=True,
                no_wrap=True,
                crop=False,
                overflow="ignore",
            )

    def choices(self, items: Sequence[str]) -> None:
        """Short answers side by side, none of them broken at the end of a line."""
        row = ""
        for item in items:
            if row and len(row) + len(item) + 3 > self.width:
                self.say(row)
                row = ""
            row += f"  {item} "
        if row:
            self.say(row.rstrip())

    def page(self, rows: Sequence[Text]) -> None:
        """Print as much as fits; `more` goes on."""
        room = max(10, min(self.height, TALLEST_PAGE) - 4)
        shown = 0
        for row in rows:
            room -= 1 + max(0, row.cell_len - 1) // self.width  # a long row takes several lines
            if room < 0 and shown:
                break
            self.put(row)
            shown += 1
        self._rest = list(rows[shown:])
        if self._rest:
            self.say((f"({len(self._rest)} more lines: type more)", "quiet"))

    def more(self) -> None:
        if self._rest:
            self.page(self._rest)
        else:
            self.say("No more lines.")

    def ask(self, prompt: str) -> str:
        """One line from the player."""
        return self._read(ascii_words(prompt) if self.plain else prompt)

    def confirm(self, question: str, default: bool = True) -> bool:
        """Yes or no; an empty line means the default."""
        hint = "[Y/n]" if default else "[y/N]"
        while True:
            answer = self.ask(f"{question} {hint} ").strip().lower()
            if not answer:
                return default
            if answer in ("y", "yes", "n", "no"):
                return answer[0] == "y"
            self.say("Answer yes or no.")

    def wipe(self) -> None:
        """Make what was on the screen unreadable for the next player."""
        if self.live:
            self.console.file.write(CLEAR_EVERYTHING)
        elif self.console.is_terminal:
            self.console.file.write("\n" * self.console.height)  # the best a dumb terminal can do
        self.console.file.flush()
        self._rest = []
        self._forget()


def make_console(*, plain: bool) -> Console:
    """The console of this terminal; one that is dumb or not there gets no colours."""
    console = Console(color_system=None if plain else "auto", highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    return console


@functools.cache
def style(fore: str, back: str, *, bold: bool = False, underline: bool = False) -> str:
    """A style that looks the same on light and dark terminals: both colours are given."""
    return str(Style(color=fore, bgcolor=back, bold=bold or None, underline=underline or None))
