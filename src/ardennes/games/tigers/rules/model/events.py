"""What can happen in Tigers in the Ardennes."""

from __future__ import annotations

from typing import ClassVar

from ardennes.games.tigers.schema.terms import ALLIED
from ardennes.kernel.contract import Event, Rolled


class PhaseBegan(Event, frozen=True, tag="phase"):
    turn: int
    side: str
    phase: str


class WeatherSet(Event, frozen=True, tag="weather"):
    turn: int
    weather: str
    prayed: bool = False


class DumpHidden(Event, frozen=True, tag="dump_hidden"):
    hex: str  # empty for those who may not know

    def seen_by(self, side: int) -> Event | None:
        return self if side == ALLIED else DumpHidden("")


class DumpRevealed(Event, frozen=True, tag="dump_revealed"):
    reveals: ClassVar[bool] = True
    hex: str
    unit: str = ""


class DumpTaken(Event, frozen=True, tag="dump_taken"):
    """Captured by the Germans or taken back."""

    hex: str
    by: str


class DumpDestroyed(Event, frozen=True, tag="dump_destroyed"):
    hex: str


class FuelDelayed(Event, frozen=True, tag="fuel_delayed"):
    until: int


class SetupChosen(Event, frozen=True, tag="setup_chosen"):
    kind: str


class Placed(Event, frozen=True, tag="placed"):
    unit: str
    hex: str
    entrenched: bool = False


class HeydteLanded(Event, frozen=True, tag="heydte"):
    target: str
    hex: str  # empty: destroyed


class RuthlessnessInvoked(Event, frozen=True, tag="ruthlessness"):
    turn: int


class Entered(Event, frozen=True, tag="entered"):
    unit: str
    hex: str
    half_mf: int


class EdgeChanged(Event, frozen=True, tag="edge_changed"):
    unit: str
    turn: int


class Split(Event, frozen=True, tag="split"):
    unit: str
    commands: tuple[str, ...]


class Combined(Event, frozen=True, tag="combined"):
    commands: tuple[str, ...]
    unit: str


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    path: tuple[str, ...]  # from the hex it left to the hex it reached
    half_mf: int
    road_mode: bool = False


class Exited(Event, frozen=True, tag="exited"):
    unit: str
    hex: str
    quarters: int  # of a division, TIA-VIC-1, TIA-VIC-2, TIA-VIC-3, TIA-VIC-4; 0 out of supply
    total: int


class BrokeDown(Event, frozen=True, tag="broke_down"):
    unit: str
    hex: str


class Disrupted(Event, frozen=True, tag="disrupted"):
    unit: str
    rule: str


class Recovered(Event, frozen=True, tag="recovered"):
    unit: str


class Entrenched(Event, frozen=True, tag="entrenched"):
    unit: str


class EntrenchmentLost(Event, frozen=True, tag="entrenchment_lost"):
    unit: str
    rule: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    unit: str
    hex: str
    rule: str


class Attached(Event, frozen=True, tag="attached"):
    units: tuple[str, ...]


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    targets: tuple[str, ...]
    attackers: tuple[str, ...]


class AttackCancelled(Event, frozen=True, tag="attack_cancelled"):
    targets: tuple[str, ...]


class AttackVoid(Event, frozen=True, tag="attack_void"):
    targets: tuple[str, ...]


class OddsSet(Event, frozen=True, tag="odds"):
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    attack: int
    defence: int
    raw: str
    shifts: tuple[tuple[str, int], ...]
    column: str
    defenders: tuple[str, ...]


class StoodFast(Event, frozen=True, tag="stood_fast"):
    """No Retreat! was ordered."""

    targets: tuple[str, ...]


class CombatResult(Event, frozen=True, tag="combat_result"):
    targets: tuple[str, ...]
    column: str
    die: int  # 0: no die
    result: str
    shown: int = 0  # the die on index B, where that is played


class EffectChosen(Event, frozen=True, tag="effect_chosen"):
    """D or AE, where an option leaves the choice on D/AE."""

    side: str
    effect: str


class DistanceNamed(Event, frozen=True, tag="distance"):
    hexes: int


class Retreated(Event, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, ...]


class Advanced(Event, frozen=True, tag="advanced"):
    unit: str
    path: tuple[str, ...]


class AirCommitted(Event, frozen=True, tag="air_committed"):
    air: str
    mission: str
    target: str


class InterceptionResult(Event, frozen=True, tag="interception"):
    air: str
    enemy: str
    result: str


class AirResult(Event, frozen=True, tag="air_result"):
    air: str
    target: str
    column: str
    die: int
    result: str
    shown: int = 0  # the die on index B


class AirDowned(Event, frozen=True, tag="air_downed"):
    air: str
    back: int  # turn of return; 0 = lost for good


class BridgeBuilt(Event, frozen=True, tag="bridge_built"):
    bridge: str
    side: str


class BridgeGone(Event, frozen=True, tag="bridge_gone"):
    bridge: str
    how: str  # blown, dismantled, bombed
    rule: str


class BridgeTaken(Event, frozen=True, tag="bridge_taken"):
    bridge: str
    side: str


class BridgeRestored(Event, frozen=True, tag="bridge_restored"):
    """A destroyed bridge stands again, under an option."""

    bridge: str
    side: str


class MarkerReturned(Event, frozen=True, tag="marker_returned"):
    """An engineer bridge is back in its owner's pool."""

    side: str


class WorkFailed(Event, frozen=True, tag="work_failed"):
    work: str
    bridge: str


class GameOver(Event, frozen=True, tag="game_over"):
    level: str
    points: int
    rule: str


AnyEvent = (
    Rolled | PhaseBegan | WeatherSet | DumpHidden | DumpRevealed | DumpTaken | DumpDestroyed
    | FuelDelayed | SetupChosen | Placed | HeydteLanded | RuthlessnessInvoked | Entered | EdgeChanged
    | Split | Combined | Moved | Exited | BrokeDown | Disrupted | Recovered | Entrenched
    | EntrenchmentLost | Eliminated | Attached | AttackDeclared | AttackCancelled | AttackVoid | OddsSet
    | StoodFast | CombatResult | EffectChosen | DistanceNamed | Retreated | Advanced | AirCommitted
    | InterceptionResult | AirResult | AirDowned | BridgeBuilt | BridgeGone | BridgeTaken | BridgeRestored
    | MarkerReturned | WorkFailed
    | GameOver
)  # fmt: skip
