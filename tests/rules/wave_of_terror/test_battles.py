"""Who may attack, artillery, losses, advances, in whole battles (chapter WOT-10, WOT-5.7)."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.combat import artillery, losses
from ardennes.games.wave_of_terror.rules.explain.why_not import against_attack
from ardennes.games.wave_of_terror.rules.model.events import (
    BattleResult,
    GunsDeclared,
    GunsRolled,
    OddsSet,
    Scored,
)
from ardennes.games.wave_of_terror.rules.model.orders import (
    END,
    Advance,
    Attack,
    Commit,
    Demolish,
    Fly,
    Lose,
    Support,
)
from ardennes.games.wave_of_terror.rules.model.state import (
    DONE,
    Advancing,
    Demolishing,
    Fighting,
    Flying,
    Losing,
    Supporting,
)
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN
from ardennes.kernel.contract import Event
from tests.rules.wave_of_terror.battlefield import AROUND, HERE, Battlefield

A, B, C, D = "G-1SS-3", "G-1SS-4", "G-1SS-5", "G-1SS-6"
FOE, FRIEND = "A-1-1", "A-1-2"


def one(events: list[Event], kind: type[Event]) -> Event:
    [result] = [event for event in events if isinstance(event, kind)]
    return result


def test_who_may_attack_what() -> None:
    """WOT-10.1, WOT-10.3, WOT-10.18."""
    field = Battlefield()
    field.put(AROUND[0], A)
    field.put("E1706", B)
    field.put(AROUND[1], "G-ART-1")
    field.put(HERE, FOE)
    assert field.refused(Attack((A,), HERE)) == ""
    assert field.refused(Attack((B,), HERE)) == "WOT-10.1"
    assert field.refused(Attack((FOE,), HERE)) == "WOT-10.1"
    assert field.refused(Attack(("G-ART-1",), HERE)) == "WOT-10.18"
    assert field.refused(Attack((A,), "E2005")) == "WOT-10.1"
    assert field.refused(Attack((A, A), HERE)) == "WOT-10.3"
    assert field.refused(Attack((), HERE)) == "WOT-10.3"


def test_one_attack_a_phase_for_unit_and_hex() -> None:
    """WV-45, WOT-10.4: battles one by one."""
    field = Battlefield(factors={A: (6, 6)}, dice=[4])
    field.put(AROUND[0], A, B)
    field.put(HERE, FOE)
    field.put("E2105", FRIEND)
    field.order(Attack((A,), HERE))
    assert field.refused(Attack((B,), HERE)) == "WOT-10.3"
    assert field.refused(Attack((A,), "E2105")) == "WOT-10.3"
    assert field.refused(Attack((B,), "E2105")) == ""


def test_company() -> None:
    """WV-40, WV-41: one parent and up to four independents; in the basic game anybody."""
    for profile in ("full", "basic"):
        field = Battlefield(profile=profile)
        field.put(AROUND[0], A, B, C)
        field.put(AROUND[1], "G-12SS-1")
        field.put(AROUND[2], "G-I-1", "G-I-2", "G-I-3")
        field.put(AROUND[3], "G-I-4", "G-I-5")
        field.put(HERE, FOE)
        guns = ("G-I-1", "G-I-2", "G-I-3", "G-I-4")
        full = profile == "full"
        assert field.refused(Attack((A, "G-12SS-1"), HERE)) == ("WOT-10.16" if full else "")
        assert field.refused(Attack((A, B, C, *guns), HERE)) == ""
        assert field.refused(Attack((*guns, "G-I-5"), HERE)) == ("WOT-10.17" if full else "")


def test_no_allied_attack_in_the_first_couplet() -> None:
    """WV-94, WOT-5.8."""
    field = Battlefield(ALLIED, turn=1)
    field.put(AROUND[0], FOE)
    field.put(HERE, A)
    assert field.refused(Attack((FOE,), HERE)) == "WOT-5.8"
    field.s.couplet = 2
    assert field.refused(Attack((FOE,), HERE)) == ""


def test_british_attack_east_of_the_meuse() -> None:
    """WOT-8.5, WOT-4.10: only when committed, and the German scores two dice, once."""
    field = Battlefield(ALLIED, turn=10, meuse=17, dice=[3, 5, 1])
    field.put(AROUND[0], "A-43-1", "A-51-1")
    field.put(HERE, A)
    assert field.refused(Attack(("A-43-1",), HERE)) == "WOT-8.5"
    field.order(Commit("43"))
    assert field.refused(Attack(("A-51-1",), HERE)) == "WOT-8.5"
    field.order(Attack(("A-43-1",), HERE))
    assert field.s.points[GERMAN] >= 8


def gun_field(side: int = GERMAN, **facts: object) -> Battlefield:
    field = Battlefield(side, **facts)  # type: ignore[arg-type]
    field.put(AROUND[0], A if side == GERMAN else FOE)
    field.put(HERE, FOE if side == GERMAN else A)
    return field


def test_artillery_is_declared_in_order_then_rolled() -> None:
    """WV-27, WV-35, WOT-10.23: attacker, defender, dice; 6 + 4 over land with a die of 4 against 6 + 1."""
    field = gun_field(dice=[4, 1, 1], factors={A: (6, 6), FOE: (6, 6)})
    field.put("E2002", "G-ART-1")
    field.put("E1607", "A-ART-1")
    field.order(Attack((A,), HERE))
    assert field.s.stack[-1] == Supporting(GERMAN, attack=True)
    field.order(Support(("G-ART-1",)))
    assert field.s.stack[-1] == Supporting(ALLIED, attack=False)
    events = field.order(Support(("A-ART-1",)))
    assert isinstance(events[0], GunsDeclared)
    assert [e.dice for e in events if isinstance(e, GunsRolled)] == [(4,), (1,)]
    result = one(events, OddsSet)
    assert isinstance(result, OddsSet)
    assert (result.attack, result.defense, result.raw) == (10, 7, "1:1")
    assert all(field.s.marks[field.unit(gun)] & DONE for gun in ("G-ART-1", "A-ART-1"))


def test_range() -> None:
    """WV-29, WV-30: four hexes to an attacking hex, or to the defending one."""
    field = gun_field()
    field.put("E2002", "G-ART-1")  # 4 to E2006
    field.put("E2012", "A-ART-1")  # 5 to E2007
    field.order(Attack((A,), HERE))
    assert field.refused(Support(("G-ART-1",))) == ""
    far = gun_field(dice=[1])
    far.put("E2001", "G-ART-1")
    far.put("E2012", "A-ART-1")
    far.order(Attack((A,), HERE))
    assert not any(isinstance(frame, Supporting) for frame in far.s.stack)


def test_how_many_guns() -> None:
    """WV-28: two German, five Allied artillery units in a battle."""
    field = gun_field()
    for gun, label in (("G-ART-1", "E2004"), ("G-ART-2", "E2003")):
        field.put(label, gun)
    field.order(Attack((A,), HERE))
    assert field.refused(Support(("G-ART-1", "G-ART-2"))) == ""
    assert field.refused(Support(("G-ART-1", "G-ART-1"))) == "WOT-10.18"
    assert field.refused(Support(("A-ART-1",))) == "WOT-10.18"
    assert field.refused(END) == ""
    limited = Battlefield(ALLIED)
    limited.put(AROUND[0], FOE)
    limited.put(HERE, A)
    for number, label in enumerate(("E1906", "E1905", "E1904"), 1):
        limited.put(label, f"A-ART-{number}")
    limited.order(Attack((FOE,), HERE))
    assert limited.refused(Support(("A-ART-1", "A-ART-2", "A-ART-3"))) == ""


def test_done_artillery_is_silent_until_recovery() -> None:
    """WV-33, WV-34, WOT-5.7."""
    field = gun_field(dice=[1])
    field.put("E2002", "G-ART-1")
    field.s.marks[field.unit("G-ART-1")] |= DONE
    field.order(Attack((A,), HERE))
    assert field.s.battle is None or not any(isinstance(f, Supporting) for f in field.s.stack)
    artillery.recover(field.w, field.s)
    assert not field.s.marks[field.unit("G-ART-1")] & DONE


def test_attacked_artillery() -> None:
    """WV-31, WV-32, WV-105: it defends with 2, is DONE at once, is worth two points; nobody supports it."""
    field = Battlefield(factors={A: (8, 6)}, dice=[1])
    field.put(AROUND[0], A)
    field.put(HERE, "A-ART-1")
    field.put("E2008", "A-ART-2")
    events = field.order(Attack((A,), HERE))
    result = one(events, BattleResult)
    assert isinstance(result, BattleResult)
    assert (result.attacker_loss, result.defender_loss) == (1, 1)
    assert field.s.points == [2, 1]
    weak = Battlefield(ALLIED, factors={"A-14R-1": (1, 1)}, dice=[1])
    weak.put(AROUND[0], "A-14R-1")
    weak.put(HERE, "G-ART-1")
    weak.order(Attack(("A-14R-1",), HERE))
    assert weak.at("A-14R-1") == ""
    assert weak.s.points == [1, 0]
    assert weak.s.marks[weak.unit("G-ART-1")] & DONE


def test_allied_artillery_is_silent_on_turn_one() -> None:
    """WV-94, WOT-5.8 c: in defense neither."""
    field = gun_field(turn=1, dice=[1])
    field.put("E1607", "A-ART-1")
    events = field.order(Attack((A,), HERE))
    one(events, BattleResult)


def test_basic_game_has_no_guns() -> None:
    field = gun_field(profile="basic", dice=[1])
    field.put("E2002", "G-ART-1")
    one(field.order(Attack((A,), HERE)), BattleResult)


def test_aircraft() -> None:
    """WV-36: one a battle, in the Allied favour, and used up."""
    for side, column in ((ALLIED, "4:1"), (GERMAN, "2:1")):
        attacker, defender = (FOE, A) if side == ALLIED else (A, FOE)
        field = Battlefield(
            side, factors={attacker: (18, 6), defender: (6, 6)}, dice=[1], weather=CLEAR_SKIES
        )
        field.put(AROUND[0], attacker)
        field.put(HERE, defender)
        field.s.aircraft = 2
        field.order(Attack((attacker,), HERE))
        assert field.s.stack[-1] == Flying(ALLIED)
        result = one(field.order(Fly(True)), OddsSet)
        assert isinstance(result, OddsSet)
        assert result.column == column
        assert field.s.aircraft == 1


def test_no_aircraft_under_clouds() -> None:
    field = gun_field(dice=[1])
    field.s.aircraft = 2
    one(field.order(Attack((A,), HERE)), BattleResult)


@pytest.mark.parametrize(
    ("steps", "loss", "expected"),
    [
        ((2, 2), 1, [(0,), (1,)]),
        ((2, 2), 2, [(0, 1)]),
        ((2, 2), 3, [(0, 0, 1), (0, 1, 1)]),
        ((1, 2), 1, [(1,)]),
        ((1, 2), 2, [(0, 1), (1, 1)]),
        ((2, 1), 4, [(0, 0, 1)]),
        ((1, 1), 1, [(0,), (1,)]),
        ((2,), 4, [(0, 0)]),
    ],
)
def test_splits(steps: tuple[int, ...], loss: int, expected: list[tuple[int, ...]]) -> None:
    """WV-42 to WV-44: nobody is eliminated while another still has two steps; what is beyond is ignored."""
    field = Battlefield()
    field.put(HERE, *(f"A-1-{n + 1}" for n in range(len(steps))))
    units = [field.unit(f"A-1-{n + 1}") for n in range(len(steps))]
    for unit, count in zip(units, steps, strict=True):
        field.s.steps[unit] = count
    result = losses.splits(field.s, units, loss)
    assert result == [tuple(units[at] for at in split) for split in expected]
    offered = list(losses.lose_offers(field.w, field.s, units, loss))
    assert offered
    for split in result:
        order = Lose(field.w.names(split))
        assert losses.check_lose(field.w, field.s, units, loss, order) is None
    assert losses.usual(field.w, field.s, units, loss) in result


def test_the_owner_spreads_its_losses() -> None:
    """WOT-10.9, WOT-4.8: attacker first, then defender, each asked only if there is a choice."""
    field = Battlefield(factors={A: (6, 6), B: (6, 6), FOE: (6, 6), FRIEND: (6, 6)}, dice=[4])
    field.put(AROUND[0], A, B)
    field.put(HERE, FOE, FRIEND)
    field.order(Attack((A, B), HERE))  # 1:1, 4: 1/1
    assert field.s.stack[-1] == Losing(GERMAN, attacker=True)
    assert field.refused(Lose((A, B))) == "WOT-10.9"
    assert field.refused(Lose((FOE,))) == "WOT-10.9"
    assert field.refused(Lose(())) == "WOT-10.9"
    field.order(Lose((B,)))
    assert field.s.stack[-1] == Losing(ALLIED, attacker=False)
    field.order(Lose((FRIEND,)))
    assert field.steps(A, B, FOE, FRIEND) == (2, 1, 2, 1)
    assert field.s.points == [1, 1]
    assert [(award.side, award.points, award.rule) for award in field.s.ledger] == [
        (ALLIED, 1, "WOT-4.8"),
        (GERMAN, 1, "WOT-4.8"),
    ]


def test_elimination_scores_every_step() -> None:
    """WV-44: 0/4 against one full and one flipped unit takes three steps."""
    field = Battlefield(factors={A: (99, 6)})
    field.put(AROUND[0], A)
    field.put(HERE, FOE, FRIEND)
    field.s.steps[field.unit(FRIEND)] = 1
    events = field.order(Attack((A,), HERE))
    scored = one(events, Scored)
    assert isinstance(scored, Scored)
    assert scored.points == 3
    assert field.s.stack[-1] == Advancing(GERMAN)


def won(**facts: object) -> Battlefield:
    """A battle that empties the hex, before the advance."""
    field = Battlefield(factors={A: (99, 6), B: (99, 6)}, **facts)  # type: ignore[arg-type]
    field.put(AROUND[0], A, B)
    field.put(HERE, FOE)
    return field


def test_advance() -> None:
    """WOT-10.26: any of them, or nobody; the hex changes hands."""
    field = won()
    field.order(Attack((A, B), HERE))
    field.order(Advance((B,)))
    assert (field.at(A), field.at(B)) == (AROUND[0], HERE)
    assert field.s.german >> field.cell(HERE) & 1
    assert field.s.battle is None
    other = won()
    other.order(Attack((A,), HERE))
    assert other.refused(Advance((B,))) == "WOT-10.26"
    other.order(END)
    assert other.at(A) == AROUND[0]


def test_at_most_four_advance() -> None:
    """WV-48."""
    names = [f"G-12SS-{n}" for n in range(1, 6)]
    field = Battlefield(factors=dict.fromkeys(names, (30, 6)))
    field.put(AROUND[0], *names[:3])
    field.put(AROUND[1], *names[3:])
    field.put(HERE, FOE)
    field.order(Attack(tuple(names), HERE))
    assert field.refused(Advance(tuple(names))) == "WOT-7.1"
    assert field.refused(Advance(tuple(names[:4]))) == ""


@pytest.mark.parametrize(("bridge", "may"), [("intact", True), ("blown", False), ("", False)])
def test_advance_over_a_major_river(bridge: str, may: bool) -> None:
    """WV-46."""
    pair = f"{AROUND[0]}/{HERE}"
    field = won(sides={pair: "major"}, bridges={pair: False} if bridge else {})
    if bridge == "blown":
        field.s.blown = 1
    field.order(Attack((A,), HERE))
    assert isinstance(field.s.stack[-1], Advancing) == may


def test_heavy_units_do_not_wade_after_a_victory() -> None:
    """WV-47, WV-100."""
    heavy, light = "G-1SS-1", "G-1SS-3"
    field = Battlefield(factors={heavy: (99, 9), light: (99, 6)}, sides={f"{AROUND[0]}/{HERE}": "minor"})
    field.put(AROUND[0], heavy, light)
    field.put(HERE, FOE)
    field.order(Attack((heavy, light), HERE))
    assert field.refused(Advance((heavy,))) == "WOT-10.26"
    assert field.refused(Advance((light,))) == ""
    marsh = Battlefield(factors={A: (99, 6)}, terrain={HERE: "marsh"})
    marsh.put(AROUND[0], A)
    marsh.put(HERE, FOE)
    marsh.order(Attack((A,), HERE))
    assert not isinstance(marsh.s.stack[-1], Advancing)  # MF 6: by road only


def test_an_advance_tempts_the_enemy_to_blow_a_bridge() -> None:
    """WOT-9.14."""
    field = won(bridges={f"{HERE}/E2008": False}, dice=[6])
    field.give(ALLIED, "E2008")
    field.order(Attack((A,), HERE))
    field.order(Advance((A,)))
    assert isinstance(field.s.stack[-1], Demolishing)
    assert field.s.stack[0] == Fighting(GERMAN)
    field.order(Demolish(True))
    assert field.s.blown == 1
    assert field.s.battle is None


def test_part_of_the_kampfgruppe_advances() -> None:
    """WV-102: the owner says which part keeps the marker; the others have left it for good."""
    group = ("G-1SS-3", "G-1SS-4", "G-1SS-5", "G-1SS-6")
    for keep in (group[:2], group[2:]):
        field = Battlefield(factors=dict.fromkeys(group, (30, 6)))
        field.put(AROUND[0], *group)
        field.put(HERE, FOE)
        field.s.kg = tuple(field.unit(name) for name in group)
        field.order(Attack(group, HERE))
        assert field.refused(Advance(group[:2])) == "WOT-7.7"
        assert field.refused(Advance(group, keep)) == "WOT-7.7"
        field.order(Advance(group[:2], keep))
        assert field.s.kg == tuple(field.unit(name) for name in keep)


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_why_a_hex_is_not_attacked(side: int) -> None:
    """WOT-10.1: no enemy in it, or nobody beside it; and no reason where an attack is possible."""
    ours, theirs = ("A-1-1", "G-1SS-3") if side == ALLIED else ("G-1SS-3", "A-1-1")
    field = Battlefield(side)
    field.put(HERE, theirs)
    (alone,) = against_attack(field.w, field.s, side, field.cell(HERE))
    facts = f"None of your units is adjacent to {field.w.place(field.cell(HERE))}."
    assert (alone.rule, alone.facts) == ("WOT-10.1", facts)
    field.put(AROUND[0], ours)
    assert against_attack(field.w, field.s, side, field.cell(HERE)) == []
    (empty,) = against_attack(field.w, field.s, side, field.cell(AROUND[1]))
    facts = f"{field.w.place(field.cell(AROUND[1]))} has no enemy unit."
    assert (empty.rule, empty.facts) == ("WOT-10.1", facts)
