"""Forks of forks: as many as are useful, a clear limit, and a lobby that stays fast."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.kernel.match import Fork
from ardennes.server.matches import views
from ardennes.server.matches.service import MOST_FORKS, Room
from ardennes.server.matches.session import NotAllowed
from ardennes.server.storage.sql import Store
from tests.server.running import PEOPLE, database_of, hurry


@pytest.mark.long
def test_forks_of_forks_have_a_limit_that_is_reported(tmp_path: Path) -> None:
    room = Room(Store(f"sqlite:///{tmp_path / 'matches.sqlite'}"))
    hurry(database_of(room))
    match = room.make("tigers", PEOPLE)
    for _ in range(MOST_FORKS):
        match = room.fork(match, 1, 0, PEOPLE, None)
    with pytest.raises(NotAllowed, match=f"{MOST_FORKS}th fork in a row: fork an earlier one"):
        room.fork(match, 1, 0, PEOPLE, None)
    with room.at(match) as live:  # the last one can be played, and needs one query for all its ancestors
        room.play(live, 1, live.game.read_order({"do": "hide_dump", "hex": "1008"}))
        views.view_of(views.moment(room, live, 1))
    began = time.process_time()
    assert len(msgspec.json.decode(views.lobby(room))["matches"]) == MOST_FORKS + 1
    assert time.process_time() - began < 2.0
    assert room.store.running_above(match)
    database_of(room).close()


def test_a_file_of_too_many_forks_is_reported(tmp_path: Path) -> None:
    room = Room(Store(f"sqlite:///{tmp_path / 'matches.sqlite'}"))
    game = room.game("tigers")
    with room.at(room.make("tigers", PEOPLE)) as live:
        forks = tuple(Fork(0, bytes(32)) for _ in range(2_000))
        setting = msgspec.structs.replace(live.match.setting, forks=forks)
        again = type(live.match)(game, setting)
    with pytest.raises(UserError, match=f"forked 2000 times in a row; the limit is {MOST_FORKS}"):
        room.take_in(savefile.to_bytes(again), PEOPLE, None)
    database_of(room).close()
