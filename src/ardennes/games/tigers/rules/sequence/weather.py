"""Weather (TIA-WX) and Patton's prayer."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model.events import WeatherSet
from ardennes.games.tigers.rules.model.orders import Pray
from ardennes.games.tigers.rules.model.rolls import roll_table
from ardennes.games.tigers.rules.model.state import Praying, TigersState
from ardennes.games.tigers.rules.sequence.decision_base import YesOrNo
from ardennes.games.tigers.schema.terms import WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events
from ardennes.kernel.deciding import Lasting


def begin_weather(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Ask whether Patton prays, unless snow is certain or the prayer is used, TIA-WX-1, TIA-WX-6."""
    if s.turn > w.constants.calendar.fixed_snow_turns and not s.prayer_used:
        s.stack.append(Praying(side))
    else:
        set_weather(w, s, False, dice, events)


def weather_on(w: World, turn: int, die: int, prayed: bool) -> int:
    """Return the weather by the table; the prayer lowers the die by one, TIA-WX-2, TIA-WX-6."""
    column = 0 if turn <= w.constants.calendar.early_column_until else 1
    return w.tables.weather[column][max(1, die - 1 if prayed else die)]


def set_weather(w: World, s: TigersState, prayed: bool, dice: Dice, events: Events) -> None:
    """Set the weather: snow without a roll at first (TIA-WX-1), then by the table."""
    if s.turn <= w.constants.calendar.fixed_snow_turns:
        s.weather = 0
    else:
        die = roll_table(s, dice, events, "weather", "TIA-WX-2")
        s.weather = weather_on(w, s.turn, die, prayed)
    s.prayer_used = s.prayer_used or prayed
    events.append(WeatherSet(s.turn, WEATHERS[s.weather], prayed))


class PattonsPrayer(YesOrNo[Praying]):
    kind, rule, answers = "pray", "TIA-WX-6", (Pray,)
    asks = "Patton prays for good weather? Only once in the game."
    standing = "Patton's prayer"

    def lasting(self, w: World, s: TigersState, frame: Praying) -> Sequence[Lasting]:
        return [Lasting("no", "Do not pray", Pray(False))]

    def apply(
        self, w: World, s: TigersState, frame: Praying, order: Pray, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        set_weather(w, s, order.yes, dice, events)
