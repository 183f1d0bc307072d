"""Case files: calculations about combat, by the engine's own functions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ardennes.cases.ask import Calculation, Facts
from ardennes.errors import UserError
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.rules import casualties, combat, efficiency, retreat
from ardennes.games.breakthrough.rules.movement import may_enter
from ardennes.games.breakthrough.rules.position import stack_at
from ardennes.games.breakthrough.rules.shares import share_out
from ardennes.games.breakthrough.rules.strength import Modified, Odds, attack_of, defence_of, odds_of
from ardennes.games.breakthrough.words import WORDING
from ardennes.hexes import OFF_MAP


def _modified(found: Modified) -> dict[str, Any]:
    return {
        "strength": found.strength,
        "factors": {line.what: line.factor for line in found.lines},
        "factor_rules": frozenset(line.rule for line in found.lines),
        "product": found.product,
        "divisional": found.divisional,
        "modified": found.total,
    }


def _strength(ask: Ask) -> Facts:
    """Of a unit that attacks a neighbouring hex (`against`), else of one that defends where it stands."""
    unit = ask.unit()
    if "against" in ask.arguments:
        return _modified(attack_of(ask.w, ask.s, unit, ask.hex("against")))
    return _modified(defence_of(ask.w, ask.s, unit))


def _combat(ask: Ask) -> tuple[Odds, list[int], list[int]]:
    attackers, target = ask.units("attackers"), ask.hex()
    defenders = list(stack_at(ask.w, ask.s, target))
    if not defenders:
        ask.arguments.fail("hex", "nobody stands there.")
    return odds_of(ask.w, ask.s, attackers, target, defenders), attackers, defenders


def _odds(ask: Ask) -> Facts:
    odds, _, _ = _combat(ask)
    guns_a, guns_d = casualties.guns_cost(ask.w, odds.defender_artillery, odds.reduced_artillery)
    return {
        "attack": odds.attack,
        "defence": odds.defence,
        "odds": odds.odds,
        "attacker_artillery": odds.attacker_artillery,
        "reduced_artillery": odds.reduced_artillery,
        "defender_artillery": odds.defender_artillery,
        "attacker_loss_to_artillery": guns_a,
        "defender_loss_to_artillery": guns_d,
        "shown": combat.shown_strength(ask.w, odds.defending),
        "attackers": {ask.w.units[m.unit].id: _modified(m) for m in odds.attackers},
        "defenders": {ask.w.units[m.unit].id: _modified(m) for m in odds.defenders},
    }


def _losses(ask: Ask) -> Facts:
    """What two draws cost both sides, and how it is shared."""
    odds, attackers, defenders = _combat(ask)
    u1, u2 = ask.draw("u1"), ask.draw("u2")
    base = casualties.base_losses(ask.w, odds.attacking, odds.defending, odds.odds, u1, u2)
    lost = casualties.losses_at(ask.w, odds, u1, u2)
    shares: dict[str, int] = {}
    for units, loss in ((attackers, lost[0]), (defenders, lost[1])):
        parts = share_out([ask.s.strength[unit] for unit in units], loss)
        shares.update(zip(ask.w.names(units), parts, strict=True))
    return {
        "odds": odds.odds,
        "attacker_base": base[0],
        "defender_base": base[1],
        "attacker_loss": lost[0],
        "defender_loss": lost[1],
        "shares": shares,
    }


def _share(ask: Ask) -> Facts:
    return {"shares": share_out(ask.numbers("strengths"), ask.number("loss", 0, 9999))}


def _wear(ask: Ask) -> Facts:
    """Efficiency and artillery that a loss costs a unit."""
    before, loss = ask.number("strength", 1, 999), ask.number("loss", 0, 999)
    return {
        "attacker": efficiency.worn_by_combat(ask.w, before, loss, True),
        "defender": efficiency.worn_by_combat(ask.w, before, loss, False),
        "artillery": casualties.guns_lost(ask.w, before, loss, ask.number("artillery", 0, 99, 0)),
    }


def _retreat_chance(ask: Ask) -> Facts:
    before, loss = ask.number("strength", 1, 999), ask.number("loss", 0, 999)
    left, fort = ask.number("efficiency", 40, 100, 100), ask.number("fort", 0, 5, 0)
    return {"percent": retreat.retreat_chance(ask.w, before, loss, left, fort)}


def _retreat(ask: Ask) -> Facts:
    """Where a beaten unit may go and where it does go."""
    unit, attackers = ask.unit(), ask.units("attackers")
    frm = ask.s.where[unit]
    cells = sorted({ask.s.where[a] for a in attackers})
    legal = [
        to
        for to in ask.w.grid.neighbours[frm]
        if to != OFF_MAP and may_enter(ask.w, ask.s, unit, frm, to) is None
    ]
    town = retreat.no_way_back(ask.w, frm)
    to = None if town else retreat.retreat_hex(ask.w, ask.s, unit, cells)
    strength, constants = ask.s.strength[unit], ask.w.constants
    return {
        "legal_hexes": frozenset(ask.w.labels(legal)),
        "hex": ask.w.grid.label(to) if to is not None else "none",
        "loss_standing": retreat.extra_loss(strength, constants.no_retreat_loss),
        "loss_in_zone": retreat.extra_loss(strength, constants.zoc_retreat_loss),
    }


def _order_chances(ask: Ask, ahead: bool) -> Facts:
    try:
        order = ask.table.game.tidy(WORDING.parse(ask.w, ask.arguments.text("order"), ask.s))
    except UserError as error:
        ask.arguments.fail("order", str(error))
    game, side = ask.table.game, max(ask.s.acting, 0)
    view = game.view(ask.s, side)
    found = game.preview(view, side, order) if ahead else game.forecast(view, side, order)
    chances: dict[str, Fraction] = {}
    for chance in found:
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    return {"chances": chances, "total": sum(chances.values(), Fraction(0))}


def _forecast(ask: Ask) -> Facts:
    """The exact chances of what comes of an order given now."""
    return _order_chances(ask, False)


def _preview(ask: Ask) -> Facts:
    """The exact chances of the combat a plot leads to."""
    return _order_chances(ask, True)


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "strength": Calculation(("unit", "against"), _strength),
    "odds": Calculation(("attackers", "hex"), _odds),
    "losses": Calculation(("attackers", "hex", "u1", "u2"), _losses),
    "share": Calculation(("strengths", "loss"), _share),
    "wear": Calculation(("strength", "loss", "artillery"), _wear),
    "retreat_chance": Calculation(("strength", "loss", "efficiency", "fort"), _retreat_chance),
    "retreat": Calculation(("unit", "attackers"), _retreat),
    "forecast": Calculation(("order",), _forecast),
    "preview": Calculation(("order",), _preview),
}
