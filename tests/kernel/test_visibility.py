"""One place decides which events a reader may know, in the whole program."""

from __future__ import annotations

from pathlib import Path

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.events import DepotPlaced, Entered, TopLaid
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.visibility import EVERYTHING, visible_events

SOURCE = Path(__file__).resolve().parents[2] / "src" / "ardennes"


def test_every_reader_gets_its_own_version_of_the_events() -> None:
    game = WaveOfTerror()
    depot, top = DepotPlaced("E4116", 1), TopLaid(GERMAN, "G-1SS-01", "E4116")
    moved = Entered(GERMAN, ("G-1SS-01", "G-1SS-02"), "G-1SS-01", 2, "E4116", 3)
    shaded = Entered(GERMAN, ("G-1SS-01",), "G-1SS-01", 2, "E4116", -1)
    events = [depot, top, moved]
    assert visible_events(game, events, ALLIED) == [depot, shaded]
    assert visible_events(game, events, GERMAN) == [top, moved]
    assert visible_events(game, events, None) == [shaded], "a bystander knows what both sides know"
    assert visible_events(game, events, EVERYTHING) == events


def test_only_visibility_asks_an_event_who_may_see_it() -> None:
    asking = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if ".seen_by(" in path.read_text()
    }
    assert asking == {"kernel/visibility.py"}
