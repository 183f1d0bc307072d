"""After a match: every seat can see how it ended, its account and its report, and nobody can before."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from ardennes.after import analysis, checks, decisions
from ardennes.after.account import Account
from ardennes.after.summary import Summary, summary_of
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match, new_match
from ardennes.server.matches.seats import sit
from ardennes.server.routes.after import NOT_YET
from ardennes.server.workers.pool import J, Lost, T, Thinker
from ardennes.server.workers.reports import Aftermath, Ended, Job, accounts_folder, deep, write_progress
from ardennes.words import counted
from tests.after.playing import GERMAN_VICTORY, finished
from tests.server.running import Player, Running, in_a_loop, until

NAME = GERMAN_VICTORY
ANOTHER = "tigers/bastogne_exploit"
WORK = 1  # orders played out by a deep analysis before it stops: it tries one or two decisions
SEATS = {"german": "me", "allied": "invited"}
TOGETHER = {"german": "me", "allied": "beside"}
ASKED = (("get", "/end"), ("get", "/account"), ("get", "/report"), ("post", "/report"))


def taken_in(server: Running, match: Match[Any], seats: dict[str, str] = SEATS) -> Player:
    room = server.house.room
    result = room.take_in(savefile.to_bytes(match), seats, "Over")
    return Player(server, result, {seat: sit(room, result, seat) for seat in (*seats, "watch")})


def ask(match: Player, seat: str, method: str, path: str) -> Any:
    return match.get(seat, path) if method == "get" else match.post(seat, path, {})


@pytest.fixture(scope="module")
def over(server: Running) -> Player:
    return taken_in(server, finished(NAME))


@pytest.mark.parametrize(("seat", "side"), [("german", 0), ("allied", 1), ("watch", None)])
def test_every_seat_is_reported_how_it_ended_in_its_own_words(
    over: Player, seat: str, side: int | None
) -> None:
    answer = over.get(seat, "/end")
    assert answer.status_code == 200, answer.text
    data = msgspec.json.decode(answer.content, type=Summary)
    assert data.title == "German victory"
    assert data.fronts == summary_of(finished(NAME), side).fronts
    assert data.lead[0].startswith(
        {0: "You won", 1: "You lost"}.get(side if side is not None else 2, "The Germans won")
    )


def test_two_at_one_screen_are_reported_of_both_sides(server: Running) -> None:
    match = taken_in(server, finished(NAME), TOGETHER)
    for seat in TOGETHER:
        assert match.get(seat, "/end").json()["lead"][0].startswith("The Germans won")


def test_the_account_and_the_report(over: Player) -> None:
    account = msgspec.json.decode(over.get("german", "/account").content, type=Account)
    assert account.versions["game"] == "tigers"
    answer = over.get("german", "/report")
    assert answer.headers["content-type"].startswith("text/html")
    assert "attachment" in answer.headers["content-disposition"]
    assert "<h1>A victory" in answer.text
    assert over.get("allied", "/report").text != answer.text  # each side reads it from its own point of view
    assert over.get("german", "/report").text == answer.text


def hasty(job: Job) -> bytes:
    """Return the deep account with a smaller budget, computed in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decisions, "WORK", WORK)
        patch.setattr(checks, "WORK", WORK)
        patch.setattr(analysis, "FULL", 2)
        return deep(job)


class Hasty:
    """An account desk with a short deadline."""

    def __init__(self, desk: Thinker) -> None:
        self.desk = desk
        self.end = desk.end

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        assert work.__name__ == deep.__name__
        return await self.desk.do(who, cast("Callable[[J], T]", hasty), job)


@pytest.mark.long
def test_a_deep_report_is_made_beside_and_reported_when_it_is_done(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    aftermath = server.house.after
    monkeypatch.setattr(aftermath, "_deep_analyst", Hasty(aftermath._deep_analyst))
    over = taken_in(server, finished(ANOTHER))
    light = msgspec.json.decode(over.get("german", "/account").content, type=Account)
    assert msgspec.json.decode(over.get("german", "/end").content, type=Summary).decided == light.decided

    def share() -> float:
        answer = over.post("german", "/report", {})
        assert answer.status_code == 200, answer.text
        assert not answer.json().get("failed"), answer.text
        return float(answer.json()["share"])

    until(lambda: share() == 1, 300)
    account = msgspec.json.decode(over.get("german", "/account").content, type=Account)
    assert account.verdicts is not None
    assert account.verdicts.tried >= 1
    end = msgspec.json.decode(over.get("german", "/end").content, type=Summary)
    assert end.decided == account.decided
    assert end.lead != summary_of(finished(ANOTHER), 0, light).lead, "the end page follows the deep account"
    assert f"{counted(account.verdicts.tried, 'decision')} w" in over.get("german", "/report").text


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_nothing_is_reported_of_a_match_that_runs(server: Running, method: str, path: str) -> None:
    match = server.make(TOGETHER)
    match.opening()
    for seat in SEATS:
        answer = ask(match, seat, method, path)
        assert (answer.status_code, answer.json()) == (409, {"error": NOT_YET})


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_a_finished_fork_of_a_match_that_runs_is_reported_later(
    server: Running, method: str, path: str
) -> None:
    """Otherwise a fork, hurried to its end, would reveal what is hidden in its parent."""
    whole, room = finished("tigers/staff"), server.house.room
    parent = new_match(find_game("tigers"), seed=whole.setting.seed)
    seats = room.store.header(server.make(TOGETHER).id).seats
    running = room._add(parent, seats, "Parent")
    fork = room._add(whole, seats, "Fork", running)
    match = Player(server, fork, {"german": sit(room, fork, "german")})
    assert ask(match, "german", method, path).status_code == 409
    assert server.http.delete(f"/api/matches/{running}").status_code == 204
    assert ask(match, "german", method, path).status_code == 200


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_a_seat_is_needed(over: Player, server: Running, method: str, path: str) -> None:
    stranger = Player(server, over.id, {"german": "no-such-token"})
    assert ask(stranger, "german", method, path).status_code == 403


class Here:
    """A worker in this process that counts its jobs."""

    def __init__(self, lost: int = 0, found: bytes = b"") -> None:
        """`found`: a fixed answer, so that nothing has to be computed."""
        self.done: list[str] = []
        self.lost, self.found = lost, found

    async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
        self.done.append(work.__name__)
        if self.lost:
            self.lost -= 1
            raise Lost("it is gone")
        return cast("T", self.found) if self.found else work(job)

    def end(self) -> None:
        self.done.append("ended")


@pytest.mark.long
def test_what_was_computed_is_kept_by_the_match() -> None:
    analyst = Here()
    after, ended = Aftermath(analyst, analyst), Ended(finished(NAME))

    async def look() -> None:
        first = await after.end(ended, 0)
        await after.account(ended)
        assert await after.end(ended, 0) != first  # now with the luck in it
        await after.end(ended, 1)
        await after.end(Ended(finished(ANOTHER)), 0)
        await after.end(ended, 0)
        mine = msgspec.json.decode(await after.account(ended), type=Account)
        weaker = msgspec.json.decode(
            await after.account(ended._replace(players=("cadet", "me"))), type=Account
        )
        assert mine.trust is not None
        assert weaker.trust is not None
        assert (mine.trust.taken_for, weaker.trust.taken_for) == (("staff", "staff"), ("cadet", "staff"))

    in_a_loop(look())
    assert analyst.done == ["end", "light", "end", "end", "end", "light"]


def test_a_deep_look_that_failed_is_started_again() -> None:
    analyst = Here(lost=1, found=b"{}")
    after = Aftermath(analyst, analyst)

    async def look() -> list[tuple[float, bool]]:
        result = []
        for _ in range(4):
            outcome = after.look_deep(Ended(finished(NAME)))
            result.append((outcome.share, outcome.failed))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        return result

    assert in_a_loop(look()) == [(0.0, False), (0.0, True), (0.0, False), (1.0, False)]


def test_a_deep_look_is_done_when_its_account_can_be_had() -> None:
    class Slow(Here):
        async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
            assert isinstance(job, Job)
            Path(job.progress_file).write_text("1.000 Done", encoding="utf-8")
            await asyncio.sleep(0)
            return await super().do(who, work, job)

    after = Aftermath(Here(), Slow(found=b"{}"))

    async def look() -> list[tuple[bool, bytes]]:
        result = []
        for _ in range(5):
            done = after.look_deep(Ended(finished(NAME))).share == 1
            result.append((done, after._account_of(Ended(finished(NAME)))))
            await asyncio.sleep(0)
        return result

    result = in_a_loop(look())
    assert set(result) == {(False, b""), (True, b"{}")}
    assert result == sorted(result)


@pytest.mark.skipif(os.name == "nt", reason="no symbolic links, no modes")
def test_progress_is_written_where_nobody_else_can_plant_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended, victim, jobs = Ended(finished(NAME)), tmp_path / "victim", list[Job]()
    victim.write_text("precious", encoding="utf-8")
    for name in (f"ardennes-{os.getpid()}-{ended.mark}", ended.mark):  # names of earlier versions
        for ending in (".progress", ".part"):
            (tmp_path / f"{name}{ending}").symlink_to(victim)

    class Worker(Here):
        async def do(self, who: str, work: Callable[[J], T], job: J) -> T:
            assert isinstance(job, Job)
            jobs.append(job)
            write_progress(Path(job.progress_file), 0.5, "Half of it is done")
            await asyncio.sleep(0.01)
            return await super().do(who, work, job)

    after = Aftermath(Here(), Worker(found=b"{}"))

    async def look() -> list[float]:
        shares = []
        for _ in range(3):
            shares.append(after.look_deep(ended).share)
            await asyncio.sleep(0)
        return shares

    assert 0.5 in in_a_loop(look())
    folder = Path(jobs[0].progress_file).parent
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700
    assert victim.read_text(encoding="utf-8") == "precious"
    after.stop()
    assert not folder.exists()


def test_jobs_go_over_the_wire_of_a_page_without_a_server() -> None:
    job = Job(savefile.to_bytes(finished(NAME)), 1)
    assert msgspec.json.decode(msgspec.json.encode(job), type=Job) == job


def test_accounts_lie_beside_a_database_that_is_a_file() -> None:
    folder = accounts_folder("sqlite:////home/somebody/ardennes/matches.sqlite")
    assert str(folder) == "/home/somebody/ardennes/accounts"
    assert accounts_folder("postgresql://ardennes@/postgres") is None


@pytest.mark.parametrize("game", ["wave_of_terror", "playsheet"])  # the games in which a side can concede
def test_a_match_given_up_at_once_is_answered_with_a_clear_message(server: Running, game: str) -> None:
    """Wave of Terror begins with a setup of many orders; a side that concedes there has not played a day."""
    match = server.make(game=game)
    seat = match.view("german")["to_move"][0]
    match.done(seat, {"do": "concede" if game == "wave_of_terror" else "resign"})
    for path in ("/end", "/account", "/report"):
        answer = match.get(seat, path)
        if game == "wave_of_terror":
            assert answer.status_code == 400, answer.text
            assert "ended while the armies were set up" in answer.json()["error"]
        else:
            assert answer.status_code == 200, answer.text
