"""All stores give the same answers: SQLite, PostgreSQL, the browser's, and the boards of cases in part."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.server.matches import seats
from ardennes.server.matches.service import NEEDS_SERVER, Room
from ardennes.server.matches.session import NotAllowed
from ardennes.server.matches.trials import BoardStore
from ardennes.server.storage.integrity import Damage, Damaged
from ardennes.server.storage.models import (
    KEPT_SNAPSHOTS,
    SNAPSHOT_EVERY,
    TOKENS_A_SEAT,
    Header,
    NoSuchMatch,
    Overtaken,
    Share,
    Standing,
    Taking,
)
from ardennes.server.storage.protocol import MatchStore, PlayStore, RemoteStore
from ardennes.server.storage.sql import Store
from ardennes.site.store import BrowserStore
from tests.server.running import hurry
from tests.server.stored import BEGUN, SEATS, fresh, line

BOARDS = "boards"
PACKAGE = Path(__file__).resolve().parents[2] / "src" / "ardennes"


def open_store(kind: str, request: pytest.FixtureRequest, folder: Path) -> MatchStore:
    if kind == "browser":
        return BrowserStore()
    sqlite = f"sqlite:///{folder / 'matches.sqlite'}"
    store = Store(sqlite if kind == "sqlite" else request.getfixturevalue("emptied")())
    hurry(store)
    request.addfinalizer(store.close)
    return store


@pytest.fixture(params=["sqlite", "postgres", "browser"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> MatchStore:
    """An empty store of each kind that saves matches."""
    return open_store(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgres", "browser", BOARDS])
def playing(request: pytest.FixtureRequest, tmp_path: Path) -> PlayStore:
    """A store of each kind with the match "a", of which nothing has been played."""
    if request.param == BOARDS:
        boards = BoardStore()
        boards.add("a")
        return boards
    store = open_store(request.param, request, tmp_path)
    store.add(fresh("a"))
    return store


# What playing needs


def test_every_change_moves_the_number_on(playing: PlayStore) -> None:
    assert playing.seq("a") == 0
    playing.append("a", 0, 1, line(1), BEGUN)
    playing.append("a", 1, 2, line(2), BEGUN, quiet=True)
    playing.cut("a", 2, 1, BEGUN)
    playing.cut("a", 3, 0, BEGUN, [line(4)], "", quiet=True)
    assert playing.seq("a") == 4


def test_a_change_that_comes_too_late_is_refused(playing: PlayStore) -> None:
    playing.append("a", 0, 1, line(1), BEGUN)
    for seen in (0, 2):
        with pytest.raises(Overtaken):
            playing.append("a", seen, 2, line(2), BEGUN)
        with pytest.raises(Overtaken):
            playing.cut("a", seen, 0, BEGUN)
    assert playing.seq("a") == 1


def test_nothing_is_played_in_a_match_that_is_not_there(playing: PlayStore) -> None:
    with pytest.raises(NoSuchMatch):
        playing.seq("nowhere")
    with pytest.raises(NoSuchMatch):
        playing.append("nowhere", 0, 1, line(1), BEGUN)
    with pytest.raises(NoSuchMatch):
        playing.cut("nowhere", 0, 0, BEGUN)
    with pytest.raises(NoSuchMatch):
        playing.add_token("t", "nowhere", 0)
    assert playing.find_token("t") is None


def test_a_token_opens_one_seat_at_the_present_number(playing: PlayStore) -> None:
    playing.add_token("german-token", "a", 0)
    playing.add_token("watch-token", "a", None)
    playing.append("a", 0, 1, line(1), BEGUN)
    assert playing.find_token("german-token") == ("a", 0, 1, None)
    assert playing.find_token("watch-token") == ("a", None, 1, None)
    assert playing.find_token("german-tokem") is None
    for token in ("german-token", "nonsense"):
        assert playing.why_ended(token, "a") == ""


# Matches


def test_what_is_added_is_found_again(store: MatchStore) -> None:
    store.add(fresh("a"), [line(1), line(2, "because – ½ \x00".replace("\x00", ""))], [(2, "{}")])
    header, lines, kept = store.load("a")
    assert (header.seq, header.orders, header.name, header.seats) == (2, 2, "Match a", SEATS)
    assert header.standing == BEGUN
    assert lines == [line(1), line(2, "because – ½ ")]
    assert kept == (2, "{}")
    assert store.header("a") == header
    assert store.look() == ([header], [])
    assert store.count() == 1


def test_orders_are_appended_with_their_snapshot(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.append("a", 0, 1, line(1), Standing(2, (1,)))
    store.append("a", 1, 2, line(2), Standing(3, (), {"winner": "german"}), '{"x":1}')
    header, lines, kept = store.load("a")
    assert [e.seq for e in lines] == [1, 2]
    assert kept == (2, '{"x":1}')
    assert header.standing == Standing(3, (), {"winner": "german"})
    assert store.seq("a") == 2


def test_an_order_that_comes_too_late_changes_nothing(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.append("a", 0, 1, line(1), BEGUN)
    with pytest.raises(Overtaken):
        store.append("a", 0, 1, line(1, "late"), Standing(9, ()), "{}")
    header, lines, kept = store.load("a")
    assert (header.seq, header.standing, lines, kept) == (1, BEGUN, [line(1)], None)


def test_undoing_moves_the_number_on(store: MatchStore) -> None:
    store.add(fresh("a"), [line(1), line(2), line(3)], [(3, "{}")])
    store.cut("a", 3, 1, BEGUN)
    header, lines, kept = store.load("a")
    assert (header.seq, header.orders, len(lines), kept) == (4, 1, 1, None)
    store.append("a", 4, 2, line(5), BEGUN)
    assert [e.seq for e in store.load("a")[1]] == [1, 5]
    with pytest.raises(Overtaken):
        store.cut("a", 4, 0, BEGUN)


def test_a_match_that_is_not_there(store: MatchStore) -> None:
    for ask in (store.seq, store.header, store.load, store.remove):
        with pytest.raises(NoSuchMatch):
            ask("nowhere")
    with pytest.raises(NoSuchMatch):
        store.rename("nowhere", "x")
    with pytest.raises(NoSuchMatch):
        store.append("nowhere", 0, 1, line(1), BEGUN)
    with pytest.raises(NoSuchMatch):
        store.add_token("t", "nowhere", 0)


def test_a_deleted_match_leaves_nothing_and_hands_its_forks_on(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.add(fresh("b", "a"), [line(1)], [(1, "{}")])
    store.add(fresh("c", "b"))
    store.add_token("secret", "b", 0)
    store.remove("b")
    assert store.header("c").forked_from == "a"
    assert store.find_token("secret") is None
    store.add(fresh("b"))
    assert store.load("b")[1:] == ([], None)


def test_old_tokens_make_room_seat_by_seat(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.add_token("other", "a", 1)
    for number in range(TOKENS_A_SEAT + 3):
        store.add_token(f"t{number}", "a", 0)
    assert store.find_token("t0") is None
    assert store.find_token(f"t{TOKENS_A_SEAT + 2}") == ("a", 0, 0, None)
    assert store.find_token("other") == ("a", 1, 0, None)


def test_the_newest_comes_first_and_names_can_change(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.add(fresh("b"))
    store.append("a", 0, 1, line(1), BEGUN)
    store.rename("b", "Neu")
    assert [(h.id, h.name) for h in store.look()[0]] == [("a", "Match a"), ("b", "Neu")]


def test_few_snapshots_stay_and_undoing_finds_an_older_one(store: MatchStore) -> None:
    store.add(fresh("a"))
    orders = (KEPT_SNAPSHOTS + 2) * SNAPSHOT_EVERY
    for number in range(1, orders + 1):
        kept = f"[{number}]" if number % SNAPSHOT_EVERY == 0 else None
        store.append("a", number - 1, number, line(number), BEGUN, kept)
    assert store.load("a")[2] == (orders, f"[{orders}]")
    store.cut("a", orders, orders - 1, BEGUN)
    older = orders - SNAPSHOT_EVERY
    assert store.load("a")[2] == (older, f"[{older}]")
    store.cut("a", orders + 1, SNAPSHOT_EVERY, BEGUN)  # before every snapshot that stayed
    assert store.load("a")[2] is None


@pytest.mark.parametrize("moves", [True, False])
def test_a_match_is_carried_over_to_other_rules(store: MatchStore, moves: bool) -> None:
    store.add(fresh("a"), [line(1), line(2), line(3)], [(3, "{}")])
    header, lines, _ = store.load("a")
    kept, now = lines[: 2 if moves else 3], Standing(4, (1,))
    snapshot = (len(kept), '{"new":1}')
    store.carry_over(header, "2", '{"other":1}', kept, now, snapshot, moves=moves)
    after, lines, last = store.load("a")
    assert (after.rules, after.setting, after.standing) == ("2", '{"other":1}', now)
    assert (after.seq, after.orders, lines, last) == (3 + moves, len(kept), kept, snapshot)
    if moves:
        with pytest.raises(Overtaken):
            store.carry_over(header, "3", "{}", [], BEGUN, (0, ""), moves=True)
    gone = msgspec.structs.replace(header, id="nowhere")
    with pytest.raises(NoSuchMatch):
        store.carry_over(gone, "3", "{}", [], BEGUN, (0, ""), moves=True)


def test_a_damaged_match_is_listed_apart_and_can_be_deleted(store: MatchStore) -> None:
    store.add(fresh("a"))
    store.add(fresh("b", "a"))
    store.mark("b", "torn")
    store.mark("b", "torn again")  # the first reason stays
    store.mark("nowhere", "torn")
    for ask in (store.header, store.load):
        with pytest.raises(Damaged, match=r"damaged: torn\. ") as error:
            ask("b")
        assert error.value.what == "torn"
    sound, broken = store.look()
    assert ([header.id for header in sound], broken) == (["a"], [Damage("b", "Match b", "torn")])
    assert store.count() == 2
    store.remove("b")
    assert (store.count(), store.look()[1]) == (1, [])


def test_a_match_above_that_still_runs_is_found_at_any_distance(store: MatchStore) -> None:
    over = Standing(9, (), {"winner": "german"})
    for name, parent in (("a", None), ("b", "a"), ("c", "b"), ("d", "c")):
        store.add(msgspec.structs.replace(fresh(name, parent), standing=over))
    store.add(msgspec.structs.replace(fresh("itself", "itself"), standing=over))  # by damage
    assert not any(store.running_above(name) for name in ("a", "d", "itself"))
    store.cut("b", 0, 0, BEGUN)  # it runs again
    assert [store.running_above(name) for name in "abcd"] == [False, False, True, True]
    store.append("b", 1, 1, line(2), over)
    assert not store.running_above("d")
    store.mark("a", "torn")
    assert store.running_above("d")


def test_a_seat_is_taken_with_a_new_token(store: MatchStore) -> None:
    store.add(fresh("a"))
    assert [store.take_seat(Taking(token, "a", 0)) for token in ("first", "second")] == [False, False]
    assert store.find_token("first") == store.find_token("second") == ("a", 0, 0, None)
    with pytest.raises(NoSuchMatch):
        store.take_seat(Taking("t", "nowhere", 0))


# Players on several machines


def test_a_store_without_a_server_says_what_needs_one(store: MatchStore) -> None:
    """A room asks the store's remote part, or refuses where there is none."""
    assert (store.remote is None) == isinstance(store, BrowserStore)
    room = Room(store)
    match = room.make("tigers", {"german": "me", "allied": "beside"})
    if store.remote is not None:
        seat, _, place = seats.join(room, match, seats.invite(room, match, "allied"))
        assert (seat, place) == ("allied", (1, None))
        return
    with room.at(match) as live:
        for ask in (
            lambda: seats.invite(room, match, "allied"),
            lambda: seats.join(room, match, "word"),
            lambda: room.command(live, 1, ()),
            lambda: room.remote().share(match, 0, Share(0, "promise"), None),
        ):
            with pytest.raises(NotAllowed, match=NEEDS_SERVER):
                ask()
        assert room.store.seq(match) == live.seq == 0


# Any calls in any order


class Twins:
    """The same random calls to two stores; every answer must be the same."""

    def __init__(self, seed: int, *stores: MatchStore) -> None:
        self._rng = Random(seed)
        self._stores = stores
        self.answers: set[tuple[str, str]] = set()

    def ask(self, name: str, *arguments: Any) -> None:
        results = [outcome(getattr(store, name), *arguments) for store in self._stores]
        assert results[0] == results[1], (name, arguments)
        self.answers.add((name, str(results[0])))

    def step(self, number: int) -> None:
        rng = self._rng
        match = rng.choice("abcx")
        there = outcome(self._stores[0].seq, match)
        seen = rng.choice((there, there, there + 1, there - 1)) if isinstance(there, int) else 0
        lengths = {header.id: header.orders for header in self._stores[0].look()[0]}
        orders = lengths.get(match, 0)
        standing = Standing(number, (rng.randrange(2),), rng.choice((None, {"winner": "allied"})))
        kept, quiet = rng.choice((None, f"[{number}]")), rng.random() < 0.3
        match rng.choice(("add", "append", "append", "append", "cut", "token", "find", "remove", "rename")):
            case "add" if match not in lengths and match != "x":
                lines = [line(n + 1) for n in range(rng.randrange(3))]
                snapshots = [(len(lines), f"[{number}]")] if lines else []
                self.ask("add", fresh(match, rng.choice((None, "a", "b"))), lines, snapshots)
            case "append":
                self.ask("append", match, seen, orders + 1, line(number), standing, kept, quiet)
            case "cut":
                cut = rng.randrange(orders + 1)
                after = [line(number)] * rng.randrange(2)
                self.ask("cut", match, seen, cut, standing, after, "[1,0]", quiet)
            case "token":
                self.ask("add_token", f"token {rng.randrange(20)} {number}", match, rng.choice((0, 1, None)))
            case "find":
                self.ask("find_token", f"token {rng.randrange(20)} {rng.randrange(number + 1)}")
            case "remove" if rng.random() < 0.5:
                self.ask("remove", match)
            case "rename":
                self.ask("rename", match, f"Name {number}")
        for ask in ("seq", "header", "load"):
            self.ask(ask, match)
        for ask in ("look", "count"):
            self.ask(ask)
        if isinstance(outcome(self._stores[0].seq, match), int):
            self.ask("running_above", match)


def outcome(work: Callable[..., Any], *arguments: Any) -> Any:
    """What a call returns, or the kind of its error; without the moments at which it was made."""
    try:
        return timeless(work(*arguments))
    except (NoSuchMatch, Overtaken, Damaged) as error:
        return type(error).__name__


def timeless(result: Any) -> Any:
    if isinstance(result, Header):
        return msgspec.structs.replace(result, made=0, changed=0)
    return [timeless(one) for one in result] if isinstance(result, list | tuple) else result


@pytest.mark.parametrize("seed", [1, 2, pytest.param(range(3, 40), marks=pytest.mark.slow)])
def test_the_browser_and_the_database_agree_on_any_calls(
    seed: int | range, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    answers: set[tuple[str, str]] = set()
    for one in [seed] if isinstance(seed, int) else seed:
        folder = tmp_path / str(one)
        folder.mkdir()
        twins = Twins(one, open_store("sqlite", request, folder), BrowserStore())
        for number in range(1, 81):
            twins.step(number)
        answers |= twins.answers
    assert {("append", kind) for kind in ("None", "Overtaken", "NoSuchMatch")} <= answers


# Types


@pytest.mark.slow
def test_a_store_without_one_of_its_methods_is_a_type_error(tmp_path: Path) -> None:
    """Rename one method in each of the three stores; mypy names the place where each is used as a store."""
    lost = {
        "server/matches/trials.py": ("why_ended", "server/matches/trials.py", "PlayStore"),
        "site/store.py": ("running_above", "site/front.py", "MatchStore"),
        "server/storage/sql.py": ("carry_over", "server/app.py", "MatchStore"),
    }
    arguments: list[str] = []
    for number, (file, (method, _, _)) in enumerate(lost.items()):
        text = (PACKAGE / file).read_text(encoding="utf-8")
        assert text.count(f"    def {method}(") == 1
        changed = tmp_path / f"{number}.py"
        changed.write_text(text.replace(f"    def {method}(", f"    def not_{method}("), encoding="utf-8")
        arguments += ["--shadow-file", str(PACKAGE / file), str(changed)]
    users = [str(PACKAGE / user) for _, user, _ in lost.values()]
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *arguments, *users]
    said = subprocess.run(command, cwd=PACKAGE.parents[1], capture_output=True, encoding="utf-8").stdout
    for method, user, protocol in lost.values():
        errors = [text for text in said.splitlines() if user in text]
        assert any("error:" in text and f'"{protocol}"' in text for text in errors), said
        assert any(text.endswith(f"note:     {method}") for text in errors), said


def test_the_site_passes_no_value_as_any() -> None:
    """A cast to Any would hide a missing method from mypy."""
    for path in (*(PACKAGE / "site").rglob("*.py"), *(PACKAGE / "server").rglob("*.py")):
        assert "cast(Any" not in path.read_text(encoding="utf-8"), path


STORES = [(PlayStore, BoardStore), (MatchStore, BrowserStore), (MatchStore, Store), (RemoteStore, Store)]


@pytest.mark.parametrize(("protocol", "store"), STORES)
def test_a_store_takes_the_arguments_of_its_protocol(protocol: type, store: type) -> None:
    """By the same names, in the same order, with the same defaults."""
    methods = {name: f for name, f in inspect.getmembers(protocol, inspect.isfunction) if name[0] != "_"}
    assert methods
    for name, wanted in methods.items():
        ours, theirs = (inspect.signature(f).parameters.values() for f in (wanted, getattr(store, name)))
        assert [(p.name, p.kind, p.default) for p in ours] == [(p.name, p.kind, p.default) for p in theirs], (
            name
        )
