"""The readings of the sheet that a match, or a table, may choose otherwise."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from ardennes.kernel.bids import Bid


class Readings(msgspec.Struct, frozen=True):
    """The options of the match; data/options.toml explains each."""

    heavy_two_is_apocalyptic: bool = True
    light_nine_row: int = 4
    light_twelve_row: int = 6
    heavy_two_row: int = 4
    total_success_open_retire: str = "1d6"
    defender_combined_arms: bool = True
    unit_factor_floor: str = "0"  # or none
    score_rounding: str = "down"  # or nearest
    flak_damage: str = "per serial"  # or pooled
    artillery_cap_per_unit: str = "2"  # or none
    march_on_held_ground_only: bool = True
    day_disengagement: str = "1/2"  # or 0
    envelopment: str = "opposite"  # or wide
    bid: Bid = UNSET  # OPS-BID-1


STANDARD = Readings()
