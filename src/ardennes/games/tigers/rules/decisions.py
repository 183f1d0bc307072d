"""Every decision of the game by the frame that asks for it."""

from __future__ import annotations

from typing import Any

from ardennes.games.tigers.rules import air, attacks, bridges, combat, entrenchment, marching, setup
from ardennes.games.tigers.rules import state as st
from ardennes.games.tigers.rules.deciding import TigersDeciding
from ardennes.games.tigers.rules.peiper_goes_on import PeiperOn
from ardennes.games.tigers.rules.reinforcements import BringIn
from ardennes.games.tigers.rules.ruthlessness import Ruthlessness
from ardennes.games.tigers.rules.stacking import Unstack
from ardennes.games.tigers.rules.weather import PattonsPrayer

DECISIONS: dict[type[st.Frame], TigersDeciding[Any]] = {
    st.HidingDump: setup.HideTheDump(),
    st.ChoosingSetup: setup.ChooseKind(),
    st.SettingUp: setup.SetUpFreely(),
    st.Hosting: setup.PlaceWithHost(),
    st.Relocating: setup.MoveFirstInfantry(),
    st.Dropping: setup.DropHeydte(),
    st.Praying: PattonsPrayer(),
    st.Swearing: Ruthlessness(),
    st.Reinforcing: BringIn(),
    st.Moving: marching.MoveUnits(),
    st.OnTheWay: marching.GoOn(),
    st.Unstacking: Unstack(),
    st.Declaring: attacks.DeclareAttacks(),
    st.Bombing: air.SendBombers(),
    st.Intercepting: air.SendInterceptors(),
    st.Ordering: air.OrderBombedStack(),
    st.Resupplying: air.FlySupplies(),
    st.ChoosingFight: combat.NextAttack(),
    st.StandingFast: combat.NoRetreat(),
    st.ChoosingEffect: combat.ChooseDorAE(),
    st.TakingLosses: combat.AttackersLost(),
    st.BlowingUp: combat.BlowBridge(),
    st.NamingDistance: combat.Distance(),
    st.Retreating: combat.GiveRoutes(),
    st.Advancing: combat.AdvanceAfterCombat(),
    st.PeiperGoesOn: PeiperOn(),
    st.Bridging: bridges.WorkAtBridges(),
    st.Entrenching: entrenchment.DigIn(),
}
