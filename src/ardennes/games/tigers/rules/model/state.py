"""What changes during a game of Tigers: columns by unit, open decisions, the phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import msgspec

from ardennes.kernel.contract import Numbers, State
from ardennes.kernel.variant import ChosenOptions

if TYPE_CHECKING:
    from ardennes.games.tigers.rules.model.position import Derived

# Where a unit is when it is not in a hex.
NOT_YET, DEAD, EXITED, SPLIT = -1, -2, -3, -4

# Status flags of a unit.
DISRUPTED = 1
ENTRENCHED = 2
MOVED = 4  # made its operational move this player-turn
MOVED_NOW = 8  # ... in the current movement step: may owe attacks, TIA-ZOC-12
ATTACKED = 16
OMB_SPENT = 32  # TIA-MOVE-4
STIRRED = 64  # advanced or was placed this turn: cannot entrench, TIA-ENTR-1
HELD_BACK = 128  # kept from recovering in step b by a declared attack, TIA-DIS-6
AIR_SUPPLIED = 256  # until the owner's next SSDP, TIA-AIR-16
ANY_EDGE = 512  # may enter on another edge, TIA-REINF-6
BROKEN_DOWN = 1024  # a Tiger that broke down this turn, TIA-TIGER-3
RATIONED, FUELLED = 2048, 4096  # began its move under the fuel limit, or free of it, TIA-FUEL-6
TURN_FLAGS = MOVED | MOVED_NOW | ATTACKED | OMB_SPENT | STIRRED | BROKEN_DOWN | RATIONED | FUELLED

PENDING, FOUGHT, CANCELLED, VOID = range(4)
NO_BRIDGE, PRE_BUILT, GERMAN_ENGINEERS, ALLIED_ENGINEERS = range(4)  # bridge kinds
LOST_FOR_GOOD = 99


class Variant(ChosenOptions, frozen=True):
    """The options of the match; data/options.toml explains each."""

    hashed_always = (
        "legality_on_final_column",
        "dae_choice",
        "ae_losses",
        "ae_losses_at_most",
        "obliged_across_unbridged",
        "cancel_contact_attacks",
        "edge_is_surrounded",
        "weak_contact_lapses",
        "dump_control_suffices",
        "dump_lifts_for_good",
        "advance_compulsory",
        "any_road_disrupts",
        "peiper_strict",
        "peiper_advance_four",
        "final_test_in_german_turn",
        "exit_110_half",
        "bridge_returns",
        "own_disruption_ignored",
        "tiger_omb_riskless",
        "ninth_armored_as_combat_commands",
        "venn_road_in_the_open",
        "other_edge_unannounced",
        "die_index",
    )

    legality_on_final_column: bool = False
    dae_choice: str = "both"
    ae_losses: str = "modified"
    ae_losses_at_most: bool = False
    obliged_across_unbridged: bool = False
    cancel_contact_attacks: bool = False
    edge_is_surrounded: bool = False
    weak_contact_lapses: bool = False
    dump_control_suffices: bool = False
    dump_lifts_for_good: bool = False
    advance_compulsory: bool = False
    any_road_disrupts: bool = False
    peiper_strict: bool = False
    peiper_advance_four: bool = False
    peiper_extra_hex: str = "once"
    final_test_in_german_turn: bool = False
    exit_110_half: bool = False
    bridge_returns: bool = False
    own_disruption_ignored: bool = False
    tiger_omb_riskless: bool = False
    ninth_armored_as_combat_commands: bool = False
    venn_road_in_the_open: bool = False
    other_edge_unannounced: bool = False
    die_index: str = "A"
    bid: int = 0  # TIA-BID-1


class Combat(msgspec.Struct, frozen=True):
    """A declared attack."""

    targets: tuple[int, ...]
    attackers: tuple[int, ...]
    entails: tuple[int, ...] = ()  # hexes its attackers oblige to be attacked, TIA-CRT-17
    owed: bool = False  # required by moving into contact, TIA-ZOC-12
    status: int = PENDING


class Battle(msgspec.Struct, frozen=True):
    """The combat being resolved, as it unfolds in the order of TIA-CRT-26."""

    targets: tuple[int, ...]
    attackers: tuple[int, ...]  # those that take part in the roll
    attack: int
    defence: tuple[int, ...]  # by target hex; the advance quota of TIA-ADV-6
    column: int
    number: int  # of the declared attack
    bridges: tuple[int, ...] = ()  # intact ones across which they attacked, TIA-BRIDGE-11
    stage: int = 0
    no_retreat: bool = False
    result: str = ""  # as rolled (or as chosen, where D/AE leaves a choice)
    disrupted_before: tuple[int, ...] = ()
    to_retreat: tuple[tuple[int, int], ...] = ()  # (defender still to retreat, its hex)
    named: bool = False  # the attacker was asked for a distance
    distance: int = 0
    retreated: int = 0  # most hexes any defender went
    destroyed: bool = False  # some defender was eliminated by a DE, rolled or converted
    gone_in: tuple[tuple[int, int], ...] = ()  # (vacated hex, unit that advanced into or through it)
    advanced: tuple[tuple[int, int], ...] = ()  # (unit, hexes advanced)
    advance_over: tuple[int, ...] = ()  # units whose advance is finished


class Mission(msgspec.Struct, frozen=True):
    """A committed flight: bomb a hex, a bridge or the dump, or resupply a hex."""

    air: int
    kind: str  # hex, bridge, dump, resupply
    target: int  # cell, or river side for a bridge
    cancelled: bool = False


# Open decisions: frames on a stack; the top one is decided now.


class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    side: int


class HidingDump(Frame, frozen=True, tag="hiding_dump"): ...


class ChoosingSetup(Frame, frozen=True, tag="choosing_setup"): ...


class SettingUp(Frame, frozen=True, tag="setting_up"):
    placed: tuple[int, ...] = ()


class Hosting(Frame, frozen=True, tag="hosting"):
    unit: int


class Relocating(Frame, frozen=True, tag="relocating"): ...


class Dropping(Frame, frozen=True, tag="dropping"): ...


class Praying(Frame, frozen=True, tag="praying"): ...


class Swearing(Frame, frozen=True, tag="swearing"):
    """Whether to invoke Ruthlessness."""


class Reinforcing(Frame, frozen=True, tag="reinforcing"): ...


class Moving(Frame, frozen=True, tag="moving"): ...


class OnTheWay(Frame, frozen=True, tag="on_the_way"):
    """A unit whose move was interrupted by a blown bridge or the discovered dump."""

    unit: int
    way: tuple[int, ...]  # hexes so far, the starting hex first
    road: bool = False  # the last hex was entered at road rate
    omb: bool = False
    die: int = 0  # a Tiger's breakdown die, once rolled
    leg: bool = False  # a leg of Peiper's
    rode: bool = False  # some hex was entered at road rate


class Unstacking(Frame, frozen=True, tag="unstacking"):
    cell: int


class Declaring(Frame, frozen=True, tag="declaring"): ...


class Bombing(Frame, frozen=True, tag="bombing"): ...


class Intercepting(Frame, frozen=True, tag="intercepting"): ...


class Ordering(Frame, frozen=True, tag="ordering"):
    """Order of a bombed stack."""

    mission: int


class Resupplying(Frame, frozen=True, tag="resupplying"): ...


class ChoosingFight(Frame, frozen=True, tag="choosing_fight"): ...


class StandingFast(Frame, frozen=True, tag="standing_fast"):
    """Whether to order No Retreat!"""


class ChoosingEffect(Frame, frozen=True, tag="choosing_effect"):
    """D or AE, under an option."""


class TakingLosses(Frame, frozen=True, tag="taking_losses"): ...


class BlowingUp(Frame, frozen=True, tag="blowing_up"):
    bridges: tuple[int, ...]


class NamingDistance(Frame, frozen=True, tag="naming_distance"):
    most: int


class Retreating(Frame, frozen=True, tag="retreating"): ...


class Advancing(Frame, frozen=True, tag="advancing"): ...


class PeiperGoesOn(Frame, frozen=True, tag="peiper_goes_on"):
    moved: bool = False  # it has moved on this leg; it may still attack or stop


class Bridging(Frame, frozen=True, tag="bridging"): ...


class Entrenching(Frame, frozen=True, tag="entrenching"): ...


AnyFrame = (
    HidingDump | ChoosingSetup | SettingUp | Hosting | Relocating | Dropping | Praying | Swearing
    | Reinforcing | Moving | OnTheWay | Unstacking | Declaring | Bombing | Intercepting | Ordering
    | Resupplying | ChoosingFight | StandingFast | ChoosingEffect | TakingLosses | BlowingUp
    | NamingDistance | Retreating | Advancing | PeiperGoesOn | Bridging | Entrenching
)  # fmt: skip


class TigersState(State):
    """A position."""

    boards: ClassVar[tuple[str, ...]] = ("held", "road_users")
    columns: ClassVar[tuple[str, ...]] = ("spent", "arrival", "bridge_owner")

    variant: Variant
    turn: int  # 0 during set-up
    phase: int  # place in the sequence of play
    stack: list[AnyFrame]
    where: list[int]  # by unit: cell, or NOT_YET, DEAD, EXITED, SPLIT
    status: list[int]  # by unit: flags
    spent: Numbers  # by unit: half-MF spent this player-turn
    arrival: Numbers  # by unit: game-turn from which it may enter
    held: int  # hexes the Allies control
    road_users: int  # Allied foot divisions that used road rate this game-turn, by unit bit
    bridge: list[int]  # by river side
    bridge_owner: Numbers
    bridge_tried: list[int]  # river sides tried in the current bridge step
    markers: list[int]  # engineer bridges in each side's pool
    returning: tuple[tuple[int, int], ...]  # (turn, side) of markers under way; from 2 on: a bridge itself
    air_back: list[int]  # by air unit: turn from which it is available
    air_flown: list[int]  # by air unit: last turn it flew
    weather: int
    prayer_used: bool
    ruthless_turn: int  # 0: not invoked
    fuel_from: int
    dump_known: bool
    dump_owner: int
    dump_taken_once: bool
    free_setup: bool  # TIA-SETUP-5
    early_allies: bool  # TIA-SETUP-6
    meuse_reached: bool  # TIA-REINF-10
    exited: int  # quarter divisions, TIA-VIC-1, TIA-VIC-2, TIA-VIC-3, TIA-VIC-4
    attacks: list[Combat]
    battle: Battle | None
    missions: list[Mission]
    interceptions: list[tuple[int, int]]  # (air unit, mission)
    kgp_attacks: int  # Peiper's attacks this player-turn
    kgp_acted: bool  # moved or attacked before step d
    kgp_mark: int  # half-MF spent at its last attack, TIA-SS-4
    kgp_stopped: bool  # a result worse than D this player-turn
    kgp_attached: int  # 1: the 501., 2: Skorzeny
    kgp_tiger_limit: int  # half-MF the attached 501. can go
    kgp_advanced: bool  # Disruption to come, TIA-KGP-5
    allied_test: int  # -1, or the Allied holding of the U.S. places in German turn 12 (an option)
    over: str  # "", or the level of victory

    follows = cast("Derived | None", None)  # position.py alone fills it
