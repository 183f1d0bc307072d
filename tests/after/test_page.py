"""The after-action report: complete with any account, self-contained, and its text matches the facts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from ardennes.after.account import Account, Throw, Verdicts
from ardennes.after.analysis import light_account
from ardennes.after.page import report_page
from ardennes.errors import UserError
from tests.after.accounts import account_of
from tests.after.playing import SHORT, finished, played

GOLDEN = Path(__file__).parent / "golden"
MOST = 900 * 1024
VOID = {"meta", "br", "img", "link"}
Kind = Literal["none", "light", "deep"]


class Checked(HTMLParser):
    """Collect unbalanced tags, the text outside styles, and everything that would be loaded."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.feed(page)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for key, value in attrs if key in ("href", "src")]
        assert not any(key.startswith("on") or key == "style" for key, _ in attrs), (tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if "style" not in self.open and data.strip():
            self.words.append(data.strip())


def words_of(page: str) -> str:
    return " ".join(Checked(page).words)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("kind", ["none", "light", "deep"])
def test_the_report_stands_alone(name: str, kind: Kind) -> None:
    match = finished(name)
    page = report_page(match, account_of(match, kind), 0)
    result = Checked(page)
    assert len(page.encode()) < MOST
    assert "script" not in result.tags
    assert all(link.startswith("#") for link in result.links)
    assert not re.search(r"url\((?!data:|#)", page)
    assert "nan" not in page
    assert "None" not in page


@pytest.mark.parametrize(
    "name",
    [
        "playsheet/xlvii_corps_random",  # its dice did not change the chances
        "wave_of_terror/skyline_staff",  # a side had more expected losses than strength
        pytest.param("tigers/staff", marks=pytest.mark.long),
    ],
)
def test_the_report_of_an_account_that_was_made(name: str) -> None:
    match = finished(name)
    account = light_account(match)
    assert account.trust is not None
    text = words_of(report_page(match, account, 1))
    assert account.trust.model in text
    assert all(swing.name in text for swing in account.swings)
    assert all(throw.what in text for throw in account.luck[1].largest)


def test_what_is_not_known_is_left_out() -> None:
    match = finished(SHORT[0])
    none, light, deep = (
        words_of(report_page(match, account_of(match, kind), 0)) for kind in ("none", "light", "deep")
    )
    assert "no model of winning chances" in none
    assert "Luck" not in none
    assert "Turning points" not in none
    for title in ("Chance of victory", "Turning points and their causes", "Luck"):
        assert title in light
        assert title in deep
    assert "does not judge decisions" in light
    assert "Missed chance" not in light
    assert "6 decisions were compared with other plans" in deep
    assert "Missed chance" in deep
    assert "Not a mistake" in deep
    assert "In 1 case another plan was better on fresh dice; 5 showed no clear difference." in deep
    assert "1 more decision was not judged" in deep


def test_why_nothing_was_judged_is_said() -> None:
    match = finished(SHORT[2])
    account = msgspec.structs.replace(
        account_of(match, "light"), verdicts=Verdicts(0, 0, (), "Nothing can be drawn.")
    )
    assert "Decisions Nothing can be drawn." in words_of(report_page(match, account, 0))


def test_estimates_carry_their_spread_and_their_test() -> None:
    match = finished(SHORT[0])
    text = words_of(report_page(match, account_of(match, "deep"), 0))
    assert "8 of 10 refits" in text
    assert "Brier score 0.12, against 0.21 for the average" in text
    assert "no better than the average of all games" in text
    assert "−11 ± 3 over 40 throws" in text
    assert "+4 points of winning chance (+2 to +6)" in text
    assert "40 pairs of games with the same dice" in text
    assert "95 % intervals (Wilson)" in text


@pytest.mark.parametrize(
    ("side", "headline", "luck"),
    [
        (0, "A victory, despite unlucky dice", "The dice cost you 11 points of winning chance; 1 in 6 games"),
        (1, "A defeat, despite lucky dice", "The dice brought you 11 points of winning chance"),
        (
            None,
            "German victory, despite unlucky dice",
            "The dice cost the German side 11 points of winning chance",
        ),
    ],
)
def test_it_is_reported_to_anyone_who_played(side: int | None, headline: str, luck: str) -> None:
    match = finished("tigers/peiper_staff")  # the German won
    text = words_of(report_page(match, account_of(match, "light"), side))
    assert headline in text
    assert luck in text


def throw_of(side: int, gain: float, often: float, as_bad: float) -> Throw:
    words = f"side {side}, gain {gain}"
    return Throw(1, 1, 16, side, "Bastogne", "804", words, "rolled 2", gain, often, as_bad, True)


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("eyes", [0, 1])
def test_the_share_of_a_throw_is_that_of_the_side_that_reads(name: str, eyes: int) -> None:
    """The enemy's worst roll is the best for the reader: both signs, rolled by both sides."""
    match = finished(name)
    account = account_of(match, "light")
    throws = (
        throw_of(0, 0.12, 0.25, 1.0),
        throw_of(0, -0.11, 1.0, 0.25),
        throw_of(1, 0.10, 0.25, 1.0),
        throw_of(1, -0.09, 1.0, 0.25),
    )
    luck = tuple(msgspec.structs.replace(one, largest=throws) for one in account.luck)
    page = report_page(match, msgspec.structs.replace(account, luck=luck), eyes)
    rows = [row for row in re.findall(r"<tr><td>.*?</tr>", page) if "gain" in row]
    assert len(rows) == len(throws)
    for row, throw in zip(rows, throws, strict=True):
        favours = (throw.gain > 0) == (throw.side == eyes)
        sign, share = ("+", "25 % as good or better") if favours else ("−", "25 % as bad or worse")
        points = 100 * abs(throw.gain)
        assert (
            f"<b>{sign}{points:.0f}</b><br>{share}" in row or f"<b>{sign}{points:.1f}</b><br>{share}" in row
        )


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("total", [0.2, -0.2])
def test_the_headline_gives_the_luck_to_the_side_that_had_it(name: str, total: float) -> None:
    match = finished(name)
    result = match.result()
    assert result is not None
    account = account_of(match, "light")
    luck = tuple(
        msgspec.structs.replace(one, total=total if one.side == 0 else -total) for one in account.luck
    )
    account = msgspec.structs.replace(account, luck=luck)
    lucky = 0 if total > 0 else 1
    titles = [re.search("<h1>(.*?)</h1>", report_page(match, account, side)) for side in (None, 0, 1)]
    nobody, *seats = [results[1] if results else "" for results in titles]
    if result.winner is None:
        assert nobody.endswith(f"with dice that favoured the {match.game.sides[lucky].capitalize()} side")
        wanted = ["with lucky dice" if side == lucky else "despite unlucky dice" for side in (0, 1)]
    else:
        won = "with lucky dice" if lucky == result.winner else "despite unlucky dice"
        lost = "with unlucky dice" if lucky == result.winner else "despite lucky dice"
        assert nobody.endswith(won)
        wanted = [won if side == result.winner else lost for side in (0, 1)]
    assert all(title.endswith(words) for title, words in zip(seats, wanted, strict=True))


def test_names_of_people_cannot_become_markup() -> None:
    match = finished(SHORT[0])
    account = account_of(match, "light")
    nasty = msgspec.structs.replace(account.swings[0], name="<script>alert(1)</script>, x", why="a < b & c")
    page = report_page(match, msgspec.structs.replace(account, swings=(nasty,)), 0)
    assert "<script>" not in page
    assert "a &lt; b &amp; c" in page


def test_a_match_that_runs_is_refused() -> None:
    match = played(SHORT[0], 20)
    with pytest.raises(UserError, match="not over"):
        report_page(match, Account("", {}, (), None, (), ()))


def plain(page: str) -> str:
    """Return the page in a comparable form: a line for each element, without the content of other files."""
    page = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    page = re.sub(r'<g id="ground">.*?</defs>', "", page, flags=re.DOTALL)
    return page.replace("><", ">\n<")


@pytest.mark.parametrize("name", ["tigers/peiper_staff"])
def test_the_report_of_a_golden_match_is_golden(name: str) -> None:
    """To record it again, delete the file and run the test twice; then review what changed."""
    match = finished(name)
    page = plain(report_page(match, account_of(match, "deep"), 0))
    file = GOLDEN / f"{name.replace('/', '-')}.html"
    if not file.is_file():
        file.parent.mkdir(exist_ok=True)
        file.write_text(page, encoding="utf-8", newline="\n")
        pytest.fail(f"{file.name} was not there and has been written: look at it and run again")
    assert page == file.read_text(encoding="utf-8")
