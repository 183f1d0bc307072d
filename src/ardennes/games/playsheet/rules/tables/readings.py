"""The readings of the sheet that a match or a real table can change."""

from __future__ import annotations

from ardennes.kernel.variant import ChosenOptions


class Readings(ChosenOptions, frozen=True):
    """The options of the match; data/options.toml explains each."""

    hashed_always = (
        "heavy_two_is_apocalyptic",
        "light_nine_row",
        "light_twelve_row",
        "heavy_two_row",
        "total_success_open_retire",
        "defender_combined_arms",
        "unit_factor_floor",
        "score_rounding",
        "flak_damage",
        "artillery_cap_per_unit",
        "march_on_held_ground_only",
        "day_disengagement",
        "envelopment",
    )

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
    bid: int = 0  # OPS-BID-1


STANDARD = Readings()
