"""The words of Tigers in the Ardennes: sides, kinds and sizes of units, air units, weather."""

from __future__ import annotations

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

INFANTRY, PARA, PANZERGRENADIER, ARMOR, CAVALRY, COMBAT_COMMAND, TIGER, SKORZENY, VDH, DUMP = range(10)
KINDS = (
    "infantry", "para", "panzergrenadier", "armor", "cavalry",
    "combat_command", "tiger", "skorzeny", "vdh", "dump",
)  # fmt: skip
DIVISION, SUB_DIVISIONAL, SMALL = range(3)  # TIA word list; small = below sub-divisional

P47, P51, FW190 = range(3)
AIR_TYPES = ("P-47", "P-51", "FW-190")

SNOW, FOG, CLEAR = range(3)
WEATHERS = ("Snow", "Morning Fog", "Clear")
