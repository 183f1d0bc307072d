"""Every decision of the game by the frame that asks for it."""

from __future__ import annotations

from typing import Any

from ardennes.games.tigers.rules.air import operations
from ardennes.games.tigers.rules.combat import declare, entrenchment, resolve
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.movement import bridges, carry_out
from ardennes.games.tigers.rules.movement.reinforcements import BringIn
from ardennes.games.tigers.rules.movement.stacking import Unstack
from ardennes.games.tigers.rules.sequence import setup
from ardennes.games.tigers.rules.sequence.decision_base import TigersDeciding
from ardennes.games.tigers.rules.sequence.weather import PattonsPrayer
from ardennes.games.tigers.rules.special.peiper_continues import PeiperOn
from ardennes.games.tigers.rules.special.ruthlessness import Ruthlessness

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
    st.Moving: carry_out.MoveUnits(),
    st.OnTheWay: carry_out.GoOn(),
    st.Unstacking: Unstack(),
    st.Declaring: declare.DeclareAttacks(),
    st.Bombing: operations.SendBombers(),
    st.Intercepting: operations.SendInterceptors(),
    st.Ordering: operations.OrderBombedStack(),
    st.Resupplying: operations.FlySupplies(),
    st.ChoosingFight: resolve.NextAttack(),
    st.StandingFast: resolve.NoRetreat(),
    st.ChoosingEffect: resolve.ChooseDorAE(),
    st.TakingLosses: resolve.AttackersLost(),
    st.BlowingUp: resolve.BlowBridge(),
    st.NamingDistance: resolve.Distance(),
    st.Retreating: resolve.GiveRoutes(),
    st.Advancing: resolve.AdvanceAfterCombat(),
    st.PeiperGoesOn: PeiperOn(),
    st.Bridging: bridges.WorkAtBridges(),
    st.Entrenching: entrenchment.DigIn(),
}
