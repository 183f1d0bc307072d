"""What a case may expect of any game: refusals, offers, events, decisions, views and calculated values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.match import differences, same, shown
from ardennes.cases.model import Mismatch
from ardennes.cases.session import Run
from ardennes.kernel.contract import AnyGame, Event, Refusal
from ardennes.kernel.rulebook import section_of
from ardennes.kernel.visibility import EVERYTHING, visible_events
from ardennes.words import closest

Check = Callable[[Run, Fields], list[Mismatch]]
RENAMED = {"reckoned": "strengths", "mended": "repaired"}  # former names, which case files may still use
ENDINGS = ("over", "game_over")  # events that report the end of a game


def judge(run: Run) -> list[Mismatch]:
    """List every expectation that was not met."""
    expect = run.case.expect
    expect.only([*CHECKS, *run.book.expectations, *run.calculated])
    for name in expect.values:
        if expect.raw(name) in ([], {}) and name not in (*run.calculated, "refusal"):
            expect.fail(
                name, "is empty, so it would always hold; write an expectation, or leave the field out."
            )
    result: list[Mismatch] = []
    for name, check in CHECKS.items():
        if name in expect or name == "dice_left":
            result += check(run, expect)
    for name in run.book.expectations:
        if name in expect and name not in run.calculated:
            result += run.book.compare(run.table, run.table.state, name, expect)
    for name, value in run.calculated.items():
        if name in expect and name not in CHECKS:
            result += differences(name, expect.raw(name), value)
    return result


def check_rules(rules: Iterable[str], known: Collection[str], fields: Fields, at: str) -> None:
    """Check that every named rule, or manual section, is in the rulebook."""
    for rule in rules:
        if rule not in known and rule not in map(section_of, known):
            fields.fail(at, f"there is no rule {rule}.{closest(rule, known)}")


def _refusal(run: Run, expect: Fields) -> list[Mismatch]:
    wanted = expect.table("refusal")
    wanted.only(("rule", "facts", "way_out"))
    if run.refusal is None:
        return [Mismatch("refusal", shown(wanted.values), "the order was carried out")]
    return _refused_as(run, run.refusal, wanted, "refusal")


def _refused_as(run: Run, refusal: Refusal, wanted: Fields, at: str) -> list[Mismatch]:
    """Expect a refusal by the named rule; rules that only its text mentions do not count."""
    result = []
    rules = wanted.texts("rule")
    check_rules(rules, run.book.rule_ids, wanted, "rule")
    if rules and not {refusal.rule, section_of(refusal.rule)} & set(rules):
        result.append(Mismatch(f"{at}.rule", " or ".join(rules), str(refusal)))
    return result + [
        Mismatch(f"{at}.{name}", f"the words {wanted.text(name)!r}", str(refusal))
        for name in ("facts", "way_out")
        if name in wanted and wanted.text(name).lower() not in getattr(refusal, name).lower()
    ]


def _refusals(run: Run, expect: Fields) -> list[Mismatch]:
    result = []
    for wanted in expect.tables("refusals"):
        wanted.only(("order", "rule", "facts", "way_out"))
        if "order" not in wanted:
            wanted.wrong("order", "the order that is refused")
        side, order = run.read(wanted, "order", wanted.raw("order"))
        ruling = run.ruling(order, side)
        at = f"refusals: {wanted.raw('order')}"
        if ruling.refusal is None:
            result.append(Mismatch(at, f"refused {wanted.raw('rule', '')}", "it is legal"))
            continue
        result += _refused_as(run, ruling.refusal, wanted, at)
        if ruling.offered:
            result.append(Mismatch(at, "not offered", "refused, yet offered"))
    return result


def _offered(run: Run, expect: Fields) -> list[Mismatch]:
    return _legal(run, expect, "offered", True)


def _not_offered(run: Run, expect: Fields) -> list[Mismatch]:
    return _legal(run, expect, "not_offered", False)


def _legal(run: Run, expect: Fields, name: str, wanted: bool) -> list[Mismatch]:
    result = []
    for plain in expect.items(name):
        side, order = run.read(expect, name, plain)
        refusal, offered = run.ruling(order, side)
        if offered != (refusal is None):
            result.append(
                Mismatch(
                    f"{name}: {plain}", "offers and refusals that agree", f"offered {offered}, {refusal}"
                )
            )
        if offered != wanted:
            got = "it is legal" if offered else f"refused: {refusal}"
            result.append(Mismatch(f"{name}: {plain}", "legal" if wanted else "not legal", got))
    return result


def plain_events(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(event) for event in events]


def event_kinds(game: AnyGame) -> dict[str, set[str]]:
    """Return the events of a game, by name, with their fields."""
    package = type(game).__module__.rpartition(".")[0]
    kinds: dict[str, set[str]] = {}
    todo: list[type[Event]] = [Event]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        tag = str(kind.__struct_config__.tag)
        named = tag != kind.__name__  # a base class of events has no tag
        if named and kind.__module__.startswith((package, Event.__module__)):
            kinds.setdefault(tag, {"event"}).update(kind.__struct_fields__)
    return kinds


def _event_tables(run: Run, expect: Fields, name: str) -> list[dict[str, Any]]:
    """Return the expected events; refuse a name or field that the game does not have, because it would never
    match.
    """
    kinds = event_kinds(run.table.game)
    wanted = []
    for table in expect.tables(name):
        written = table.choice("event", "an event", sorted([*kinds, *RENAMED]))
        kind = RENAMED.get(written, written)
        table.only(sorted(kinds.get(kind, ("event",))))
        wanted.append({**table.values, "event": kind})
    return wanted


def _events(run: Run, expect: Fields) -> list[Mismatch]:
    happened = plain_events(run.events)
    at = 0
    for number, wanted in enumerate(_event_tables(run, expect, "events"), 1):
        later = [i for i in range(at, len(happened)) if same(wanted, happened[i])]
        if not later:
            return [Mismatch(f"events[{number}]", shown(wanted), _alike(wanted, happened, at))]
        at = later[0] + 1
    return []


def _alike(wanted: dict[str, Any], happened: list[dict[str, Any]], at: int) -> str:
    """Return events of the same name, for the message."""
    alike = [event for event in happened if event["event"] == wanted["event"]]
    if not alike:
        others = ", ".join(sorted({event["event"] for event in happened}))
        return f"no {wanted['event']} event at all; there were: {others or 'none'}"
    order = " (in another order)" if any(same(wanted, event) for event in happened[:at]) else ""
    return "; ".join(shown(event) for event in alike[:6]) + order


def _events_anywhere(run: Run, expect: Fields) -> list[Mismatch]:
    happened = plain_events(run.events)
    return [
        Mismatch("events_anywhere", shown(wanted), _alike(wanted, happened, 0))
        for wanted in _event_tables(run, expect, "events_anywhere")
        if not any(same(wanted, event) for event in happened)
    ]


def _no_events(run: Run, expect: Fields) -> list[Mismatch]:
    happened = plain_events(run.events)
    return [
        Mismatch("no_events", f"none like {shown(wanted)}", shown(event))
        for wanted in _event_tables(run, expect, "no_events")
        for event in happened
        if same(wanted, event)
    ]


def _event_counts(run: Run, expect: Fields) -> list[Mismatch]:
    wanted = expect.table("event_counts")
    wanted.only(sorted([*event_kinds(run.table.game), *RENAMED]))
    happened = [event["event"] for event in plain_events(run.events)]
    counts = {kind: happened.count(RENAMED.get(kind, kind)) for kind in wanted.values}
    return differences("event_counts", dict(wanted.values), counts)


def _decision(run: Run, expect: Fields) -> list[Mismatch]:
    wanted = expect.raw("decision")
    if isinstance(wanted, str):
        wanted = {"kind": wanted}
    if not isinstance(wanted, dict):
        expect.wrong("decision", "the kind of decision, or a table with kind, side, rule, prompt")
    Fields(expect.file, expect.case, expect.at("decision"), wanted).only(("kind", "side", "rule", "prompt"))
    game = run.table.game
    decisions = [
        {"kind": d.kind, "side": game.sides[d.side], "rule": d.rule, "prompt": d.prompt}
        for d in game.decisions(run.table.state)
    ]
    if wanted.get("kind") == "none":
        return [Mismatch("decision", "none", shown(decisions))] if decisions else []
    return (
        []
        if any(same(wanted, d) for d in decisions)
        else [Mismatch("decision", shown(wanted), shown(decisions))]
    )


def _game_over(run: Run, expect: Fields) -> list[Mismatch]:
    wanted = expect.raw("game_over")
    result = run.table.game.result(run.table.state)
    if isinstance(wanted, bool):
        return differences("game_over", wanted, result is not None)
    got = None
    if result is not None:
        winner = "draw" if result.winner is None else run.table.game.sides[result.winner]
        got = {"winner": winner, "level": result.level, "points": result.points, "rule": result.rule}
    asked = expect.table("game_over")
    asked.only(("winner", "level", "points", "rule"))
    if result is not None and got is not None:
        level, rule = asked.raw("level"), asked.raw("rule")
        if isinstance(level, str) and level.lower() in result.level.lower():
            got["level"] = level
        endings = [event for event in run.events if event.__struct_config__.tag in ENDINGS]
        if any(getattr(event, "rule", "") == rule for event in endings):
            # the rule that ended the game, in addition to the one that defines its meaning
            got["rule"] = rule
    return differences("game_over", wanted, got)


def log_of(run: Run, side: int | None) -> str:
    """Return the log as a side reads it; None: all of it."""
    game = run.table.game
    return "\n".join(map(game.tell, visible_events(game, run.events, EVERYTHING if side is None else side)))


def _log_has(run: Run, expect: Fields, side: int | None = None, at: str = "") -> list[Mismatch]:
    log = log_of(run, side)
    missing = [word for word in expect.texts("log_has") if word.lower() not in log.lower()]
    return [Mismatch(f"{at}log_has", shown(word), log or "an empty log") for word in missing]


def _log_lacks(run: Run, expect: Fields, side: int | None = None, at: str = "") -> list[Mismatch]:
    log = log_of(run, side)
    present = [word for word in expect.texts("log_lacks") if word.lower() in log.lower()]
    return [Mismatch(f"{at}log_lacks", f"no {shown(word)}", log) for word in present]


def _view_unchanged(run: Run, expect: Fields) -> list[Mismatch]:
    game = run.table.game
    result = []
    for name in expect.texts("view_unchanged"):
        side = run.side_number(name, expect, "view_unchanged")
        if game.view(run.before, side).digest() != game.view(run.table.state, side).digest():
            result.append(
                Mismatch("view_unchanged", f"the {name} side sees no change", "its view has changed")
            )
    return result


def _hidden_from(run: Run, expect: Fields) -> list[Mismatch]:
    game = run.table.game
    result = []
    for name in expect.texts("hidden_from"):
        side = run.side_number(name, expect, "hidden_from")
        view = game.view(run.table.state, side).digest()
        twins = game.hidden_twins(run.table.state, side)
        if not twins:
            result.append(
                Mismatch("hidden_from", f"something hidden from the {name} side", "nothing is hidden")
            )
        if any(game.view(twin, side).digest() != view for twin in twins):
            result.append(
                Mismatch("hidden_from", f"one view for the {name} side", "the view reveals the secret")
            )
    return result


def _dice_left(run: Run, expect: Fields) -> list[Mismatch]:
    return differences("dice_left", expect.whole("dice_left", 0, 999, 0), run.table.dice.left)


def _seen_by(run: Run, expect: Fields) -> list[Mismatch]:
    result = []
    table = expect.table("seen_by")
    for name in table.values:
        side = run.side_number(name, table, name)
        wanted = table.table(name)
        wanted.only((*run.book.expectations, "log_has", "log_lacks"))
        view = run.table.game.view(run.table.state, side)
        for key in run.book.expectations:
            if key in wanted:
                result += [
                    Mismatch(f"seen_by.{name}.{m.field}", m.expected, m.got)
                    for m in run.book.compare(run.table, view, key, wanted)
                ]
        result += _log_has(run, wanted, side, f"seen_by.{name}.")
        result += _log_lacks(run, wanted, side, f"seen_by.{name}.")
    return result


CHECKS: dict[str, Check] = {
    "refusal": _refusal,
    "refusals": _refusals,
    "offered": _offered,
    "not_offered": _not_offered,
    "events": _events,
    "events_anywhere": _events_anywhere,
    "no_events": _no_events,
    "event_counts": _event_counts,
    "decision": _decision,
    "game_over": _game_over,
    "log_has": _log_has,
    "log_lacks": _log_lacks,
    "view_unchanged": _view_unchanged,
    "hidden_from": _hidden_from,
    "dice_left": _dice_left,
    "seen_by": _seen_by,
}
