"""Who can play which game: name -> maker. A player's module is imported only when it is called for."""

from __future__ import annotations

from importlib import import_module

from ardennes.kernel.contract import AnyGame
from ardennes.players.contract import Maker, Player


def later(module: str) -> Maker:
    """The maker called `make` of a module of this package, imported at the first use."""

    def make(game: AnyGame, side: int, seed: int) -> Player:
        player: Player = import_module(f"ardennes.players.{module}").make(game, side, seed)
        return player

    return make


PLAYERS: dict[str, dict[str, Maker]] = {
    "tigers": {
        "random": later("random_player"),
        "staff": later("tigers.staff"),
        "rush": later("tigers.rush"),
        "turtle": later("tigers.turtle"),
        "end_run": later("tigers.end_run"),
        "cutter": later("tigers.cutter"),
    },
    "breakthrough": {
        "random": later("random_player"),
        "staff": later("breakthrough.staff"),
        "rush": later("breakthrough.rush"),
        "turtle": later("breakthrough.turtle"),
        "end_run": later("breakthrough.end_run"),
        "cutter": later("breakthrough.cutter"),
    },
    "wave_of_terror": {
        "random": later("random_player"),
        "staff": later("wave_of_terror.staff"),
        "rush": later("wave_of_terror.rush"),
        "turtle": later("wave_of_terror.turtle"),
        "end_run": later("wave_of_terror.end_run"),
        "cutter": later("wave_of_terror.cutter"),
    },
    "playsheet": {
        "random": later("random_player"),
        "staff": later("playsheet.staff"),
        "rush": later("playsheet.rush"),
        "turtle": later("playsheet.turtle"),
        "end_run": later("playsheet.end_run"),
        "cutter": later("playsheet.cutter"),
    },
}
