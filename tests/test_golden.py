"""Golden files: each gives the recorded result, and the commands name what differs and where."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ardennes import cli
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game, kit_of
from ardennes.golden import against, file, matches, play, record_rules, rules, wording
from ardennes.golden.__main__ import main
from ardennes.golden.changes import changes
from ardennes.golden.file import FOLDER, PLAY, RULES, WORDING, Lines, find
from ardennes.golden.matches import Difference
from ardennes.golden.order_text import BadOrder, order_text, read_order_text
from ardennes.golden.verify import verify, verify_counts
from ardennes.kernel import bids
from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.players.api import player_names
from ardennes.players.toolkit import weights
from ardennes.players.versions import players_version
from tests.logged import Logged
from tests.measured import Measured, adds_up

MATCHES = find(kinds=[RULES])
OTHERS = find(kinds=[WORDING, PLAY])
SMALL = FOLDER / RULES / "tigers" / "by_hand.golden"
VERSION = find_game("tigers").version
LEVELS = "ardennes.players.levels:"  # the staff with other weights; the staff itself is recorded
MOST_BYTES = 4_000_000  # of all golden files
STAFF = {  # by game: a play golden of its staff
    "tigers": "st_vith_staff",
    "breakthrough": "clervaux_staff",
    "wave_of_terror": "st_vith_staff",
    "playsheet": "xlvii_corps_staff",
}


def path_of(kind: str, game: str, name: str) -> Path:
    return FOLDER / kind / game / f"{name}.golden"


def difference_of(path: Path) -> Difference | None:
    return verify(path, find_game)[2]


@pytest.mark.parametrize("path", MATCHES, ids=file.name_of)
def test_a_rules_golden_comes_out_as_recorded_and_its_measures_add_up(path: Path) -> None:
    visible, logged = Measured(), Logged()  # in the same replay, since replaying takes most of the time

    def watch(match: Match[Any], events: Sequence[Event]) -> None:
        visible(match, events)
        logged(match, events)

    _, difference = rules.replay(Lines(path), find_game(path.parent.name), watch)
    if difference is not None:
        pytest.fail(str(difference), pytrace=False)
    adds_up(visible.match, visible.measuring)
    assert logged.read > 0


@pytest.mark.parametrize("path", OTHERS, ids=file.full_name_of)
def test_wording_and_play_come_out_as_recorded(path: Path) -> None:
    difference = difference_of(path)
    if difference is not None:
        pytest.fail(str(difference), pytrace=False)


def test_the_counts_of_legal_orders_are_as_recorded() -> None:
    differences = verify_counts()
    assert not differences, "\n".join(differences)


@pytest.mark.parametrize("game", GAMES)
def test_changed_play_goldens_come_with_a_new_version_of_the_players(game: str) -> None:
    problem = play.why_not_current(FOLDER, find_game(game), players_version(game))
    if problem:
        pytest.fail(problem, pytrace=False)


def test_all_golden_files_together_stay_small() -> None:
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file())
    assert size < MOST_BYTES, "shorten a match or drop one; a diff of golden files has to be read"


# Coverage of the files


def recipes_of(kind: str, game: str) -> list[file.Recipe]:
    return [Lines(path).head().recipe for path in find(kinds=[kind]) if path.parent.name == game]


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_goldens_of_a_game_cover_it(name: str) -> None:
    game, recipes = find_game(name), recipes_of(RULES, name)
    assert len(recipes) >= 12
    assert {recipe.game for recipe in recipes} == {name}
    assert {recipe.scenario for recipe in recipes} == {scenario.id for scenario in game.scenarios}
    assert {player for recipe in recipes for player, _ in recipe.players} == recorded_players(name)
    assert any(not recipe.players for recipe in recipes), "one match is written by hand"
    for option in game.options:
        if option.key == bids.KEY:  # changes nothing but the score, which cases prove
            continue
        chosen = {recipe.options.get(option.key, option.default) for recipe in recipes}
        assert chosen == set(option.choices), option.key
    kinds = {(recipe.scenario, recipe.options.get("profile")) for recipe in recipes}
    whole = [recipe for recipe in recipes if recipe.players and recipe.limit is None]
    assert {(recipe.scenario, recipe.options.get("profile")) for recipe in whole} == kinds, (
        "played to the end"
    )


def recorded_players(game: str) -> set[str]:
    levels = {key for key, where in kit_of(game).players.items() if where.startswith(LEVELS)}
    return set(player_names(game)) - levels


@pytest.mark.parametrize("name", GAMES)
def test_the_play_goldens_of_a_game_have_every_player(name: str) -> None:
    recipes = recipes_of(PLAY, name)
    assert {player for recipe in recipes for player, _ in recipe.players} == recorded_players(name)


# Orders as text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hide_pump 909", "'hide_pump' is not a kind of order"),
        ("hide_dump 909 910", "too many values"),
        ("hide_dump", "missing required field"),
        ("attack [909", "ends too early"),
        ("attack [909}", "expected ','"),
        ("hide_dump ?", "unexpected character"),
        ("fight one", "Expected `int`"),
    ],
)
def test_bad_order_text_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadOrder, match=problem.replace("[", "\\[")):
        read_order_text(find_game("tigers"), text)


@pytest.mark.parametrize(
    "text",
    [
        "hide_dump 909",
        'hide_dump "9 = [0]"',
        "attack [1104,1206] [G-26VG] attach=[G-501]",
        "ruthless true",
        '{"do":"hide_dump","hex":"909"}',
    ],
)
def test_order_text_is_read_back(text: str) -> None:
    game = find_game("tigers")
    order = read_order_text(game, text)
    again = order_text(game, order)
    assert read_order_text(game, again) == order
    assert again == (text if not text.startswith("{") else "hide_dump 909")


# A change of one kind touches files of one kind only


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_rule_is_named_by_its_first_order_and_the_field(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = path_of(RULES, name, "by_hand")
    steps = rules.read(Lines(path)).steps
    kind = steps[6].given.text.split()[0]
    first = next(step for step in steps if step.given.text.split()[0] == kind)
    game = find_game(name)
    apply = type(game).apply

    def changed(self: Any, state: Any, side: int, order: Any, dice: Any) -> Any:
        events = apply(self, state, side, order, dice)
        if order.__struct_config__.tag == kind:
            state.rolls += 1
        return events

    monkeypatch.setattr(type(game), "apply", changed)
    difference = difference_of(path)
    assert difference is not None
    assert (difference.order, difference.fields) == (first.given.number, ("rolls",))
    assert f"order {first.given.number} {first.given.side} {first.given.text}" in str(difference)
    assert "The outcome changed but the rules version did not" in str(difference)


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_sentence_touches_only_wording_files(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(name)
    tell = type(game).tell
    monkeypatch.setattr(type(game), "tell", lambda self, event: f"Well, {tell(self, event)}")
    assert difference_of(path_of(RULES, name, "by_hand")) is None
    assert difference_of(path_of(PLAY, name, STAFF[name])) is None
    difference = difference_of(path_of(WORDING, name, "by_hand"))
    assert difference is not None
    assert difference.kind == matches.WORDS


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_weight_touches_only_play_files(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = weights._tables

    def changed(game: str) -> dict[str, dict[str, float]]:
        (section, table), *rest = tables(game).items()
        return {section: {key: 1 - value for key, value in table.items()}, **dict(rest)}

    monkeypatch.setattr(weights, "_tables", changed)
    assert difference_of(path_of(RULES, name, "by_hand")) is None
    assert difference_of(path_of(WORDING, name, "by_hand")) is None
    difference = difference_of(path_of(PLAY, name, STAFF[name]))
    assert difference is not None
    assert difference.kind == matches.ORDERS
    assert f"raise {name} in src/ardennes/players/versions.toml" in str(difference)


# Each kind of difference has its own description

Damage = Callable[[str], str]
Plain = dict[str, Any]


def damaged(tmp_path: Path, change: Damage, kind: str = RULES, source: str = "by_hand") -> Path:
    path = tmp_path / kind / "tigers" / "copy.golden"
    path.parent.mkdir(parents=True)
    text = path_of(kind, "tigers", source).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    return path


def line_with(text: str, part: str) -> str:
    return next(line for line in text.split("\n") if part in line)


def replacing(old: str, new: str) -> Damage:
    return lambda text: text.replace(old, new, 1)


OUTCOME = "The outcome changed but the rules version did not: raise RULES_VERSION in ardennes.games.tigers."
AGAIN = "record it again: python -m ardennes.golden record rules/tigers/copy"


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (
            replacing("=wHT rolls=1", "=xxx rolls=2"),
            ["order 6 german drop 509 (line 17)", "rolls=2", "rolls=1   0 -> 1", OUTCOME],
        ),
        (replacing("=r56", "=xxx"), ["order 4 ", "no field changed otherwise", "xxx", "r56", OUTCOME]),
        (
            replacing("=oIB phase=2 stack:eZ", "=xxx where:zz"),
            ["  where\n", "unchanged", "  phase\n", OUTCOME],
        ),
        (replacing(f"version   {VERSION}", "version   0"), ["recorded  0", f"now       {VERSION}", AGAIN]),
        (replacing("hide_dump 909", "hide_dump 1407"), ["order 1 ", "refused: ", "[TIA-", OUTCOME]),
        (replacing("end not over", "end german win"), ["the end", "recorded  german win", OUTCOME]),
        (replacing("start 79db", "start 0000"), ["the start", "recorded  0000", OUTCOME]),
    ],
)
def test_a_difference_of_rules_is_described(tmp_path: Path, change: Damage, shown: list[str]) -> None:
    words = str(difference_of(damaged(tmp_path, change)))
    assert words.startswith("rules/tigers/copy: ")
    for part in shown:
        assert part in words


@pytest.mark.parametrize(
    ("change", "kind", "shown"),
    [
        (replacing("The fuel dump", "The dump"), matches.WORDS, ["order 1 ", "The dump", "Only the wording"]),
        (
            lambda text: text.replace(line_with(text, "dump_hidden"), "    dump_hidden 0000 The dump", 1),
            matches.EVENTS,
            ["order 1 ", "dump_hidden 0000", "The events changed, the positions did not"],
        ),
        (
            lambda text: text.replace(
                line_with(text, "drop 509"), line_with(text, "drop 509")[:-4] + "xxxx", 1
            ),
            matches.KNOWN,
            ["order 6 ", "what the sides know (german, allied)", "game.view"],
        ),
        (replacing("=wHT", "=xxx"), matches.OUTCOME, ["order 6 ", "position", "xxx", "wHT", OUTCOME]),
        (replacing("end not over", "end over"), matches.WORDS, ["the end", "over"]),
    ],
)
def test_a_difference_of_wording_is_described(
    tmp_path: Path, change: Damage, kind: str, shown: list[str]
) -> None:
    difference = difference_of(damaged(tmp_path, change, WORDING))
    assert difference is not None
    assert difference.kind == kind
    for part in shown:
        assert part in str(difference)


def test_a_difference_of_play_is_described(tmp_path: Path) -> None:
    path = damaged(tmp_path, replacing("choose_setup historical", "choose_setup free"), PLAY, "staff")
    difference = str(difference_of(path))
    assert "play/tigers/copy: order 2 (line" in difference
    assert "recorded  german choose_setup free\n    now       german choose_setup historical" in difference


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"turn": 1}, {"turn": 2}, ["turn 1 -> 2"]),
        ({"where": [4, 5, 6]}, {"where": [4, 7, 8]}, ["where 1: 5 -> 7; 2: 6 -> 8"]),
        ({"stack": [1, 2]}, {"stack": [1]}, ["stack -1: 2"]),
        ({"stack": [1, 2]}, {"stack": [3, 1, 2]}, ["stack +0: 3"]),
        ({"best": {"a": 1, "b": 2}}, {"best": {"b": 3}}, ["best a: 1 -> null; b: 2 -> 3"]),
        ({"name": "x"}, {"name": "y" * 99}, [f'name "x" -> "{"y" * 39}...c6aa0c05']),
        ({"board": "5"}, {"board": "6"}, ["board +1; -0"]),
        ({"turn": 1}, {"turn": 1}, []),
    ],
)
def test_changes_of_a_state_are_described(before: Plain, after: Plain, expected: list[str]) -> None:
    assert changes(before, after, ("board",)) == expected


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (replacing("golden    rules 2", "golden    rules 9"), "line 1: expected golden rules 2, wording 2"),
        (replacing("seed      5\n", ""), "line 6: expected the line 'seed' of the head"),
        (replacing("seed      5", "seed      five"), "line 6: expected a whole number, found"),
        (replacing("options   {", "options   "), "line 5: expected options as JSON"),
        (replacing("players   by hand", "players   staff"), "line 7: expected players and seeds"),
        (replacing("hide_dump 909", "hide_dump 909 7"), "line 11: expected an order of Tigers"),
        (replacing("\n2 german", "\n3 german"), "line 12: expected the number 2"),
        (replacing(" =lfi", " ="), "line 11: expected ORDER =DIGEST FIELDS"),
        (lambda text: text[: text.index("\nend ")], "expected the line 'end', found the end"),
        (lambda text: text + "more\n", "expected nothing after the line 'end', found 'more'"),
    ],
)
def test_a_broken_file_is_reported_with_its_line(tmp_path: Path, change: Damage, shown: str) -> None:
    path = damaged(tmp_path, change)
    with pytest.raises(UserError) as error:
        difference_of(path)
    assert str(error.value).startswith(f"{path}, line ")
    assert shown in str(error.value)


def test_a_file_that_is_not_recorded_is_reported(tmp_path: Path) -> None:
    path = damaged(tmp_path, lambda text: text[: text.index("start ")])
    with pytest.raises(UserError, match="rules/tigers/copy is not recorded yet: python -m"):
        difference_of(path)


# The commands


def test_verify_reports_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "--golden", "rules/tigers/by_hand"]) == 0
    assert "rules/tigers/by_hand: " in capsys.readouterr().out
    path = damaged(tmp_path, replacing("=wHT", "=xxx"))
    assert cli.run(["verify", "--golden", str(path), "wording/tigers/by_hand"]) == 1
    output = capsys.readouterr().out
    assert output.startswith("DIFFERENT rules/tigers/copy: order 6 ")
    assert OUTCOME in output
    assert output.endswith("1 different: rules/tigers/copy\n")


def test_verify_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "--golden", "chess"]) == cli.USER_MISTAKE
    assert "no golden file 'chess'; give a path, a game (breakthrough, playsheet," in capsys.readouterr().err
    assert cli.run(["verify"]) == cli.USER_MISTAKE
    assert "Name a saved match" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wanted", "number"),
    [("tigers/by_hand", 2), ("rules/tigers/by_hand", 1), ("wording", 9), ("play/tigers", 9)],
)
def test_golden_files_are_found_by_any_of_their_names(wanted: str, number: int) -> None:
    assert len(find([wanted])) == number


def test_an_installed_copy_has_no_golden_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not in an installed copy"):
        find(folder=tmp_path / "golden")


@pytest.mark.long
def test_verify_against_a_commit_shows_both_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit is of a copy of the program in which the Germans need another turn to fly again."""
    source = Path(cli.__file__).parent
    copy = tmp_path / "repository" / "src" / "ardennes"
    copy.mkdir(parents=True)
    for part in ("games", "kernel", "cases"):
        shutil.copytree(source / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*.webp"))
    for path in source.glob("*.py"):
        shutil.copy(path, copy)
    code = copy / "games" / "tigers" / "rules" / "air" / "operations.py"
    text = code.read_text(encoding="utf-8")
    changed = text.replace("s.air_flown[air] = s.turn", "s.air_flown[air] = s.turn + 6", 1)
    assert changed != text
    code.write_text(changed, encoding="utf-8")
    git = ["git", "-C", str(tmp_path / "repository"), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    for arguments in (["init", "-q", "-b", "trunk"], ["add", "-A"], ["commit", "-qm", "Copy"]):
        subprocess.run([*git, *arguments], check=True)
    monkeypatch.setattr(against, "REPOSITORY", tmp_path / "repository")
    path = damaged(tmp_path, replacing("=Fnr rolls=2 phase=8", "=xxx rolls=2 phase=9"))
    assert cli.run(["verify", "--golden", str(path), "--against", "trunk"]) == 1
    output = capsys.readouterr().out
    assert "rules/tigers/copy: order 12 german bomb AIR-LW1 1206 (line 23), in trunk and now" in output
    assert "  air_flown\n    trunk     0: 0 -> 7\n    now       0: 0 -> 1\n" in output
    assert "  where\n" not in output, "no unit moves in either"
    assert cli.run(["verify", "--golden", str(path), "--against", "nothing"]) == cli.USER_MISTAKE
    assert "--against nothing: git says: " in capsys.readouterr().err


# Recording


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a folder like the project's: files of each kind, one of the rules not recorded yet."""
    folder = tmp_path / "tests" / "golden"
    for kind, name in ((RULES, "by_hand"), (WORDING, "by_hand"), (PLAY, "st_vith_staff")):
        (folder / kind / "tigers").mkdir(parents=True)
        shutil.copy(path_of(kind, "tigers", name), folder / kind / "tigers")
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    (tmp_path / "versions.toml").write_text("# Comment\n\ntigers = 3\nplaysheet = 7\n", encoding="utf-8")
    head = "\n".join(SMALL.read_text(encoding="utf-8").split("\n")[:6])
    short = f"{head}\nplayers   staff 2, random 3\nlimit     30\n"
    (folder / RULES / "tigers" / "short.golden").write_text(short, encoding="utf-8")
    return folder


def recording(folder: Path, *arguments: str) -> int:
    players = str(folder.parents[1] / "versions.toml")
    return main(["record", "--folder", str(folder), "--players", players, *arguments])


def test_recording_is_the_same_every_time_and_noted_once(checkout: Path) -> None:
    short, changes_file = (
        checkout / RULES / "tigers" / "short.golden",
        checkout.parents[1] / "docs" / "reference" / "changes.md",
    )
    assert recording(checkout, "--reason", "A first look") == 0
    first = short.read_text(encoding="utf-8")
    assert len(rules.read(Lines(short)).steps) == 30
    for kind, name in ((RULES, "by_hand"), (WORDING, "by_hand"), (PLAY, "st_vith_staff")):
        new = (checkout / kind / "tigers" / f"{name}.golden").read_text(encoding="utf-8")
        assert new == path_of(kind, "tigers", name).read_text(encoding="utf-8")
    noted = changes_file.read_text(encoding="utf-8")
    assert noted.endswith(f"## A first look\n\n- tigers, rules version {VERSION}; rules goldens: short\n")
    assert recording(checkout, "--reason", "Once more") == 0
    assert short.read_text(encoding="utf-8") == first
    assert changes_file.read_text(encoding="utf-8") == noted
    short.write_text(first[: first.index("start ")].replace("limit     30", "limit     20"), encoding="utf-8")
    assert recording(checkout, "tigers/short", "--reason", "Shorter") == 0
    assert first.split("\n")[8:25] == short.read_text(encoding="utf-8").split("\n")[8:25]
    noted = changes_file.read_text(encoding="utf-8")
    assert noted.index("## Shorter") < noted.index("## A first look")


def test_recording_needs_a_reason(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recording(checkout) == 2
    assert "say in one line why" in capsys.readouterr().err
    assert not rules.read(Lines(checkout / RULES / "tigers" / "short.golden")).recorded


@pytest.mark.parametrize("kind", [RULES, WORDING])
def test_recording_does_not_hide_a_change_of_the_rules(
    checkout: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = checkout / kind / "tigers" / "by_hand.golden"
    right = path.read_text(encoding="utf-8")
    changed = right.replace("=wHT", "=xxx")
    path.write_text(changed, encoding="utf-8")
    assert recording(checkout, f"{kind}/tigers/by_hand", "--reason", "It is better") == 2
    assert OUTCOME in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == changed
    path.write_text(changed.replace(f"version   {VERSION}", "version   0"), encoding="utf-8")
    assert recording(checkout, f"{kind}/tigers/by_hand", "--reason", "It is better") == 0
    assert path.read_text(encoding="utf-8") == right


def test_under_new_rules_a_match_with_an_illegal_order_is_played_again(checkout: Path) -> None:
    path = checkout / RULES / "tigers" / "short.golden"
    assert recording(checkout, "tigers/short", "--reason", "First") == 0
    right = path.read_text(encoding="utf-8")
    changed = right.replace("choose_setup historical", "choose_setup free").replace(
        f"version   {VERSION}", "version   0"
    )
    assert changed != right.replace(f"version   {VERSION}", "version   0")
    path.write_text(changed.replace("hide_dump ", "hide_dump 1"), encoding="utf-8")
    assert recording(checkout, "tigers/short", "--reason", "Second") == 0
    assert path.read_text(encoding="utf-8") == right


def test_changed_play_is_recorded_only_with_a_new_version_of_the_players(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, versions = (
        checkout / PLAY / "tigers" / "st_vith_staff.golden",
        checkout.parents[1] / "versions.toml",
    )
    game = find_game("tigers")
    assert "have no entry" in play.why_not_current(checkout, game, 3)
    assert recording(checkout, "--kind", "play", "--reason", "First") == 0
    assert play.why_not_current(checkout, game, 3) == ""
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("  end\n", "  move G-1 [1]\n", 1), encoding="utf-8")
    problem = play.why_not_current(checkout, game, 3)
    assert "raise tigers in src/ardennes/players/versions.toml from 3 to 4" in problem
    assert recording(checkout, "--kind", "play", "--reason", "The staff is bolder") == 2
    assert "nothing is recorded. Computer players of tigers give other orders" in capsys.readouterr().err
    assert recording(checkout, "--kind", "play", "--raise", "--reason", "The staff is bolder") == 0
    assert versions.read_text(encoding="utf-8") == "# Comment\n\ntigers = 4\nplaysheet = 7\n"
    assert path.read_text(encoding="utf-8") == right
    assert "under version 4 of its players, which is now 3" in play.why_not_current(checkout, game, 3)
    assert play.why_not_current(checkout, game, 4) == ""


def test_orders_as_text_are_recorded(checkout: Path) -> None:
    path = checkout / RULES / "tigers" / "by_hand.golden"
    right = path.read_text(encoding="utf-8")
    body = right[: right.index("  set_up")]
    path.write_text(body + "say german: set up G-501 1308\n", encoding="utf-8")
    assert recording(checkout, "rules/tigers/by_hand", "--reason", "Shorter") == 0
    steps = rules.read(Lines(path)).steps
    assert [step.given.text for step in steps][-1] == "set_up G-501 1308"
    assert right.startswith(path.read_text(encoding="utf-8")[: right.index("  set_up G-506")])


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("german: cancel 1", "rules/tigers/mine: order 2, 'german: cancel 1', is refused: "),
        (
            "allied: hide dump in Spa or so",
            "rules/tigers/mine: order 2, 'allied: hide dump in Spa or so': ",
        ),
        (
            "french: end",
            "rules/tigers/mine: order 2, 'french: end': write SIDE: ORDER; the sides are german, allied",
        ),
    ],
)
def test_the_first_order_by_hand_that_is_refused_is_named(tmp_path: Path, said: str, shown: str) -> None:
    recipe = file.Recipe("tigers", "campaign", {}, 5, (), None)
    golden = file.Golden(RULES, "tigers/mine", recipe, "", tmp_path)
    old = rules.RulesGolden(golden, said=("allied: hide dump 909", said))
    with pytest.raises(UserError) as error:
        record_rules.record(find_game("tigers"), old)
    assert shown in str(error.value)


def test_a_wording_file_takes_its_orders_from_the_rules_file_of_its_name(checkout: Path) -> None:
    path = checkout / WORDING / "tigers" / "by_hand.golden"
    right = path.read_text(encoding="utf-8")
    path.write_text(right[: right.index("start ")], encoding="utf-8")
    assert recording(checkout, "wording", "--reason", "New") == 0
    assert path.read_text(encoding="utf-8") == right
    assert wording.read(Lines(path)).end == "not over"
