"""Ardennes: play, study and simulate the Battle of the Bulge.

>>> import ardennes
>>> match = ardennes.new_match("tigers", seed=7)
>>> events = match.play(match.random_order())
>>> match.to_move
('german',)
"""

# type checkers assume it is true; importing it from typing takes longer than everything else here
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ardennes.api import (
        GAMES,
        CannotUndo,
        LegalOrders,
        Match,
        Player,
        Refused,
        UserError,
        View,
        find_game,
        load,
        make_player,
        new_match,
        player_names,
    )

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "find_game",
    "new_match",
    "load",
    "Match",
    "View",
    "LegalOrders",
    "make_player",
    "player_names",
    "Player",
    "UserError",
    "Refused",
    "CannotUndo",
]


if not TYPE_CHECKING:  # a type checker that saw it would accept every misspelled name

    def __getattr__(name: str) -> object:
        """Import the API at its first use: the command line and all modules import this package."""
        if name not in __all__:
            raise AttributeError(f"module 'ardennes' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module("ardennes.api"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
