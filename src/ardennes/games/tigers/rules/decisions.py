"""Every decision of the game by the frame that asks for it."""

from __future__ import annotations

from typing import Any

from ardennes.games.tigers.rules import air, attacks, bridges, combat, entrenchment, marching, setup
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.deciding import TigersDeciding
from ardennes.games.tigers.rules.peiper_goes_on import PeiperOn
from ardennes.games.tigers.rules.reinforcements import BringIn
from ardennes.games.tigers.rules.ruthlessness import Ruthlessness
from ardennes.games.tigers.rules.stacking import Unstack
from ardennes.games.tigers.rules.weather import PattonsPrayer

DECISIONS: dict[type[f.Frame], TigersDeciding[Any]] = {
    f.HidingDump: setup.HideTheDump(),
    f.ChoosingSetup: setup.ChooseKind(),
    f.SettingUp: setup.SetUpFreely(),
    f.Hosting: setup.PlaceWithHost(),
    f.Relocating: setup.MoveFirstInfantry(),
    f.Dropping: setup.DropHeydte(),
    f.Praying: PattonsPrayer(),
    f.Swearing: Ruthlessness(),
    f.Reinforcing: BringIn(),
    f.Moving: marching.MoveUnits(),
    f.OnTheWay: marching.GoOn(),
    f.Unstacking: Unstack(),
    f.Declaring: attacks.DeclareAttacks(),
    f.Bombing: air.SendBombers(),
    f.Intercepting: air.SendInterceptors(),
    f.Ordering: air.OrderBombedStack(),
    f.Resupplying: air.FlySupplies(),
    f.ChoosingFight: combat.NextAttack(),
    f.StandingFast: combat.NoRetreat(),
    f.ChoosingEffect: combat.ChooseDorAE(),
    f.TakingLosses: combat.AttackersLost(),
    f.BlowingUp: combat.BlowBridge(),
    f.NamingDistance: combat.Distance(),
    f.Retreating: combat.GiveRoutes(),
    f.Advancing: combat.AdvanceAfterCombat(),
    f.PeiperGoesOn: PeiperOn(),
    f.Bridging: bridges.WorkAtBridges(),
    f.Entrenching: entrenchment.DigIn(),
}
