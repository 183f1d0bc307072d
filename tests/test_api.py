"""The Python API: its doctests and docs/tutorial/python.md run, the import is cheap, positions round-trip."""

from __future__ import annotations

import base64
import doctest
import re
import subprocess
import sys
import tomllib
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

import ardennes
import ardennes.api
from ardennes.dice import new_seed
from ardennes.errors import UserError
from ardennes.golden import rules
from ardennes.golden.file import FOLDER, RULES, Lines, find, name_of
from ardennes.golden.matches import new_game
from ardennes.kernel import position_text
from ardennes.kernel.contract import Order
from ardennes.kernel.match import dice_of, with_shares

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "tutorial" / "python.md"


def documented() -> dict[str, object]:
    """Yield everything public with a docstring that a user of `import ardennes` sees."""
    parts: dict[str, object] = {"ardennes": ardennes, "ardennes.api": ardennes.api}
    for name in ardennes.__all__:
        part = getattr(ardennes, name)
        if isinstance(part, tuple) or (isinstance(part, type) and issubclass(part, Exception)):
            continue
        parts[name] = part
        if isinstance(part, type):
            members = {f"{name}.{key}": value for key, value in vars(part).items() if key[0] != "_"}
            parts |= {
                key: value.fget if isinstance(value, property) else value for key, value in members.items()
            }
    return parts


@pytest.mark.parametrize("name", documented())
def test_every_public_docstring_has_an_example_that_runs(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    part = documented()[name]
    example = doctest.DocTestParser().get_doctest(part.__doc__ or "", {}, name, None, None)
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.attempted > 1
    assert not outcome.failed, capsys.readouterr().out


def test_the_examples_of_the_python_api_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d+\. ", text, re.MULTILINE)) == 10
    # The output of an example ends at an empty line, not at the end of a code block.
    shown = text.replace("```", "\n")
    session = doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session)
    assert result.attempted > 40
    assert not result.failed, capsys.readouterr().out


def modules_after(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has imported after running some code."""
    program = f"{code}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split("\n")[-2].split())


def test_the_package_imports_nothing_before_it_is_used() -> None:
    assert modules_after("import ardennes") - modules_after("pass") == {"ardennes"}


def test_a_match_imports_its_own_game_and_the_terminal_only_when_it_is_drawn() -> None:
    code = "import ardennes\nmatch = ardennes.new_match('tigers')\nmatch.play(match.random_order())"
    undrawn = modules_after(f"{code}\nstr(match.kernel)")
    assert "ardennes.games.tigers.game" in undrawn
    others = tuple(f"ardennes.games.{name}" for name in ardennes.GAMES if name != "tigers")
    assert not [
        name for name in undrawn if name.startswith((*others, "ardennes.terminal", "ardennes.server"))
    ]
    assert "ardennes.terminal.picture" in modules_after(f"{code}\nstr(match)")


def test_the_package_exports_what_the_api_does_and_nothing_else() -> None:
    assert ardennes.__all__ == ardennes.api.__all__
    assert set(ardennes.__all__) <= set(dir(ardennes))
    with pytest.raises(AttributeError, match="has no attribute 'new_mtach'"):
        ardennes.new_mtach  # type: ignore[attr-defined]  # noqa: B018


# Positions: every game, at moments spread over two golden matches of each.

MATCHES = [
    "tigers/st_vith_staff", "tigers/random_peiper", "breakthrough/losheim_random", "breakthrough/by_hand",
    "wave_of_terror/skyline_random", "wave_of_terror/by_hand",
    "playsheet/lxvi_corps_random", "playsheet/by_hand",
]  # fmt: skip


def moments(name: str, most: int = 4) -> Iterator[ardennes.Match]:
    """Return a golden match at random moments, including the start and the end."""
    golden = rules.read(Lines(FOLDER / RULES / f"{name}.golden"))
    recipe = golden.golden.recipe
    game = ardennes.find_game(recipe.game)
    match = ardennes.Match(new_game(game, recipe))
    steps, rng = len(golden.steps), Random(name)
    stops = {0, steps, *(rng.randrange(steps) for _ in range(most))}
    for number, step in enumerate([None, *golden.steps]):
        if step is not None:
            match.play(step.given.side, step.given.order(game))
        if number in stops:
            yield match


def first_orders(match: ardennes.Match | ardennes.View, side: str) -> list[Order]:
    legal = match.legal(side) if isinstance(match, ardennes.Match) else match.legal()
    return list(islice(legal, 40))


@pytest.mark.parametrize("name", MATCHES)
def test_a_position_opens_as_the_same_position_with_the_same_dice(name: str) -> None:
    for match in moments(name):
        text = match.position()
        again = ardennes.load(text)
        assert again.fingerprint == match.fingerprint
        assert again.kernel.state == match.kernel.state
        assert again.position() == text
        assert (again.to_move, again.options) == (match.to_move, match.options)
        rng, other = Random(5), Random(5)
        fork = match.fork()
        for _ in range(12):
            if not fork.to_move:
                break
            side = fork.to_move[-1]
            order = fork.random_order(side, rng=rng)
            assert again.random_order(side, rng=other) == order
            assert fork.play(side, order) == again.play(side, order)
            assert fork.fingerprint == again.fingerprint


@pytest.mark.parametrize("name", MATCHES)
def test_the_position_of_a_side_is_its_view_and_has_nothing_else(name: str) -> None:
    for match in moments(name):
        for number, side in enumerate(match.sides):
            text, view = match.position(side), match.view(side)
            again = ardennes.load(text)
            assert again.fingerprint == view.fingerprint
            assert first_orders(again, side) == first_orders(view, side) == first_orders(match, side)
            assert again.kernel.setting.seed != match.kernel.setting.seed
            for twin in match.game.hidden_twins(match.kernel.state, number):
                setting = msgspec.structs.replace(match.kernel.setting, seed=new_seed())
                known = match.game.view(twin, number)
                assert position_text.write(match.game, known, setting, side=number) == text
            packed = tomllib.loads(text)["ardennes-position"]["data"]
            data = msgspec.json.decode(zlib.decompress(base64.b64decode("".join(packed.split()))))
            record = msgspec.json.decode(msgspec.json.encode(view.state.record()))
            assert data == {"state": record, "dice": None}


@pytest.mark.slow
@pytest.mark.parametrize("game", ardennes.GAMES)
def test_positions_of_every_golden_match_round_trip(game: str) -> None:
    for path in find([game], kinds=[RULES]):
        test_a_position_opens_as_the_same_position_with_the_same_dice(name_of(path))
        test_the_position_of_a_side_is_its_view_and_has_nothing_else(name_of(path))


def test_a_position_is_found_in_a_bug_report_and_in_a_file(tmp_path: Path) -> None:
    match = ardennes.new_match("breakthrough", "losheim", seed=3)
    report = f"It should be offered:\r\n\r\n```toml\r\n{match.position()}```\r\nThanks!".replace("\n", "\r\n")
    assert ardennes.load(report).fingerprint == match.fingerprint
    path = tmp_path / "position.toml"
    path.write_text(match.position(), encoding="utf-8")
    for where in (path, str(path)):
        assert ardennes.load(where).fingerprint == match.fingerprint


def test_the_dice_of_a_position_hold_forks_and_shares() -> None:
    match = ardennes.new_match("tigers", "bastogne", seed=3)
    while not match.kernel.state.rolls:
        match.play(match.random_order(rng=Random(1)))
    match = match.fork(seed=4)
    later = match.kernel.state.rolls + 1
    match.kernel.setting = with_shares(match.kernel.setting, later, ("one", "two"))
    match.kernel.dice = dice_of(match.kernel.setting)
    again = ardennes.load(match.position())
    assert again.kernel.setting == match.kernel.setting
    shown = [[one.kernel.dice.roll(later + n, "a die") for n in range(-1, 9)] for one in (match, again)]
    assert shown[0] == shown[1]


def change(field: str, value: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"^{field} = .*$", f"{field} = {value}", text, flags=re.MULTILINE)


def newly_summed(text: str) -> str:
    """Return a text with a matching checksum, as a forger could write it."""
    head = msgspec.convert(tomllib.loads(text)["ardennes-position"], position_text._Head)
    head.data = "".join(head.data.split())
    return change("checksum", f'"{position_text._checksum(head)}"')(text)


def huge(text: str) -> str:
    data = base64.b64encode(zlib.compress(b" " * (position_text.MAX_BYTES + 1))).decode()
    return newly_summed(re.sub(r'""".*"""', f'"""{data}"""', text, flags=re.DOTALL))


DAMAGES: dict[str, tuple[Callable[[str], str], str]] = {
    "cut short": (lambda text: text[:-40], "not a whole position"),
    "an option changed": (change("options", "{peiper_strict = true}"), "checksum does not match"),
    "a letter changed": (lambda text: re.sub(r"\ne", "\nf", text), "checksum does not match"),
    "not TOML": (change("rules", "x y"), "the position is damaged"),
    "a field of another type": (change("rules", "3"), "the position is damaged"),
    "another game": (lambda text: newly_summed(change("game", '"tigger"')(text)), "Did you mean tigers?"),
    "another scenario": (
        lambda text: newly_summed(change("scenario", '"pieper"')(text)),
        "Did you mean peiper?",
    ),
    "an option nobody knows": (
        lambda text: newly_summed(change("options", "{peiper_strit = true}")(text)),
        "Did you mean peiper_strict",
    ),
    "a side nobody knows": (
        lambda text: newly_summed(change("holds", '"germen"')(text)),
        "Did you mean german?",
    ),
    "another rules version": (lambda text: newly_summed(change("rules", '"0"')(text)), "rules version 0"),
    "another fingerprint": (
        lambda text: newly_summed(change("fingerprint", '"0123456789abcdef"')(text)),
        "has the fingerprint",
    ),
    "data that unpack to gigabytes": (huge, "larger than any position"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_position_is_refused_with_the_reason(name: str) -> None:
    damage, reason = DAMAGES[name]
    text = ardennes.new_match("tigers", seed=1).position()
    assert ardennes.load(newly_summed(text)).fingerprint
    damaged = damage(text)
    assert damaged != text
    with pytest.raises(UserError, match=re.escape(reason)):
        ardennes.load(damaged)


def test_a_match_from_a_position_can_be_undone_and_forked_but_not_saved(tmp_path: Path) -> None:
    match = ardennes.new_match("tigers", seed=7)
    again = ardennes.load(match.position())
    again.play("hide dump 908")
    assert again.fork(0).fingerprint == match.fingerprint
    assert again.fork().fingerprint == again.fingerprint
    assert again.fork(seed=9).kernel.setting.last.seed != match.kernel.setting.seed
    again.undo()
    assert again.fingerprint == match.fingerprint
    with pytest.raises(UserError, match="started from a position"):
        again.save(tmp_path / "match.json")


WRONG: list[tuple[str, Callable[[ardennes.Match], object], str]] = [
    ("a side", lambda match: match.view("allies"), "it has: german, allied. Did you mean allied?"),
    ("a number of a side", lambda match: match.legal(2), "has no side 2; it has: german, allied"),
    ("an order", lambda match: match.play("hyde dump 908"), "Did you mean hide?"),
    ("an order as JSON", lambda match: match.play({"do": "hide_dmp"}), "Did you mean hide_dump?"),
    ("an order without its fields", lambda match: match.play({"do": "hide_dump"}), "`hex`"),
    ("an order without its kind", lambda match: match.play({"hex": "908"}), "Its orders are: "),
    ("no order at all", lambda match: match.play(7), "7 is not an order"),  # type: ignore[call-overload]
    ("a player", lambda match: ardennes.make_player("veterann", match, 0), "Did you mean veteran?"),
    ("a game", lambda match: ardennes.new_match("tiger"), "Did you mean tigers?"),
    ("a scenario", lambda match: ardennes.new_match("tigers", "pieper"), "Did you mean peiper?"),
    ("an option", lambda match: ardennes.new_match("tigers", None, {"peiper": 1}), "Did you mean peiper_"),
    ("a size", lambda match: match.draw("wyde"), "it has: full, wide, compact. Did you mean wide?"),
    ("a text that is no position", lambda match: ardennes.load("a\nb"), "this text is not a position"),
]


@pytest.mark.parametrize(("what", "call", "reason"), WRONG, ids=[what for what, _, _ in WRONG])
def test_a_wrong_name_is_refused_with_the_right_ones(
    what: str, call: Callable[[ardennes.Match], object], reason: str
) -> None:
    match = ardennes.new_match("tigers", seed=7)
    before = match.fingerprint
    with pytest.raises(UserError, match=re.escape(reason)):
        call(match)
    assert match.fingerprint == before


def test_an_order_of_another_game_is_not_taken() -> None:
    other = ardennes.new_match("wave_of_terror", seed=1).random_order()
    with pytest.raises(UserError, match="is not an order of Tigers in the Ardennes"):
        ardennes.new_match("tigers").play(other)


@pytest.mark.parametrize("name", ardennes.GAMES)
def test_every_game_is_drawn_and_played_by_the_same_few_calls(name: str) -> None:
    match = ardennes.new_match(name, seed=1)
    assert all(len(row) < 400 for row in str(match).splitlines())
    assert str(match).isascii()
    assert not match.draw(unicode=True).isascii()
    assert match.draw(legend=True).count("\n") > str(match).count("\n")
    players = {side: ardennes.make_player("random", match, side) for side in match.sides}
    rng = Random(2)
    for _ in range(15):
        side = match.to_move[0]
        order = match.random_order(rng=rng)
        assert order in match.legal()
        assert match.order(match.words(order)) == order
        players[side].play()
    assert match.kernel.seq == 15
    assert len(match.events()) >= len(match.events(match.sides[0]))


@pytest.mark.parametrize("name", MATCHES)
def test_the_picture_of_a_view_shows_nothing_hidden(name: str) -> None:
    """States that differ only in facts hidden from a side look the same to that side."""
    for match in moments(name, most=0):
        for number, side in enumerate(match.sides):
            for twin in match.game.hidden_twins(match.kernel.state, number)[:1]:
                known = match.game.view(twin, number)
                assert str(ardennes.View(match.game, known, number)) == str(match.view(side))
