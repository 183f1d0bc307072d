"""Answer a question about a game, and write its result into the game.

All functions are pure: JSON values in, JSON values out. The page calls them on the server or in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ardennes.errors import UserError
from ardennes.umpire import output
from ardennes.umpire.air import MISSIONS, QUESTIONS
from ardennes.umpire.dice import DieNeeded, Rolls
from ardennes.umpire.fields import Battery, Flight
from ardennes.umpire.game import Change, Game, add_entry, set_fields
from ardennes.umpire.question import Answer, Question, Values, describe, read_values
from ardennes.umpire.records import READINGS, FieldError, Unit, fields_of
from ardennes.umpire.roster import Roster, complete_unit, typed_fields
from ardennes.words import closest

BY_NAME = {question.name: question for question in QUESTIONS}
NIGHT = "night"


def find_question(name: str) -> Question:
    """Return the question with this name; raise UserError if there is none."""
    if name not in BY_NAME:
        hint = closest(name, BY_NAME)
        raise UserError(f"{name!r} is not a question.{hint} Questions: {', '.join(BY_NAME)}.")
    return BY_NAME[name]


def questions() -> list[dict[str, Any]]:
    """Return all questions with their fields, for building forms."""
    return [describe(question) for question in QUESTIONS]


def with_settings(question: Question, given: Mapping[str, Any], roster: Roster) -> dict[str, Any]:
    """Return values with the game's time of day and readings as defaults."""
    values, settings = dict(given), roster.settings
    if question.field(NIGHT) and values.get(NIGHT) is None and settings.part == NIGHT:
        values[NIGHT] = True
    field = question.field("reading")
    if field and settings.readings:
        own = [f"{key}={value}" for key, value in settings.readings.items() if key in field.choices]
        values["reading"] = [*own, *(values.get("reading") or ())]
    return values


def prepare(
    question: Question, given: Mapping[str, Any], game: Game | None = None, prefix: str = ""
) -> Values:
    """Read the values of a question; units are looked up in the game."""
    roster = Roster(game.tables if game else None)
    return read_values(question, with_settings(question, given, roster), roster, prefix)


def ask(
    name: str, given: Mapping[str, Any], dice: Sequence[int] = (), *, seed: int | None = None,
    game: Game | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Answer a question. Without enough dice `needs` names the next one, and `chances` the results."""
    question = find_question(name)
    values = prepare(question, given, game)
    ledger = question.ledger(values) if question.ledger else []
    rolls = Rolls(dice, seed)
    try:
        answer = question.answer(values, rolls)
    except DieNeeded as error:
        chances = output.what_if_document(question, question.what_if(values))["what_if"]
        rolled = [{"for": what, "die": value} for what, value in rolls.rolled]
        return {"question": name, "needs": error.what, "ledger": output.steps_json(ledger), "dice": rolled,
                "chances": chances}  # fmt: skip
    result = output.document(question, answer, rolls, rolls.notes(), ledger)
    result["hear"] = by_side(result["hear"], question, values)
    result["changes"] = changes_json(changes_of(question, values, answer, game)) if game else []
    return result


def what_if(name: str, given: Mapping[str, Any], game: Game | None = None) -> list[dict[str, Any]]:
    """Return all results with their exact chances, or the results of other choices."""
    question = find_question(name)
    rows: list[dict[str, Any]] = output.what_if_document(
        question, question.what_if(prepare(question, given, game))
    )["what_if"]
    return rows


def changes_json(changes: Sequence[Change]) -> list[dict[str, Any]]:
    return [{"path": list(c.path), "before": c.before, "after": c.after} for c in changes]


def by_side(reports: Mapping[str, Any], question: Question, values: Values) -> dict[str, Any]:
    """Return the teams' reports by side if the roster has the units, else by role."""
    return {_side_of(role, question, values) or role: report for role, report in reports.items()}


def _side_of(role: str, question: Question, values: Values) -> str:
    roster = values.roster
    if role in ("attacker", "defender"):
        return next((side for unit in values.many(role) if (side := roster.side_of(unit.id))), "")
    if role == "mover":
        return roster.side_of(values["troops"].id)
    if role == "bombed":
        return next((roster.side_of(id) for id in values.many("unit")), "")
    if role == "flyer" and question.field("serials"):
        flight: Flight = values["serials"]
        return str(roster.tables["aircraft"][flight.id]["side"]) if flight.id else ""
    return ""


# The changes of a result


class _Edits:
    """The new values of units and aircraft, collected by record."""

    def __init__(self, game: Game, roster: Roster) -> None:
        self.game, self.roster = game, roster
        self.values: dict[tuple[str, str], dict[str, Any]] = {}

    def unit(self, id: str, **fields: Any) -> None:
        if id in self.roster.units:
            self.values.setdefault(("units", id), {}).update(fields)

    def lose(self, id: str, status: int = 0, sp: int = 0, **fields: Any) -> None:
        """Take status and supply points, never below 0."""
        if id in self.roster.units:
            unit = self.roster.units[id]
            now = self.values.get(("units", id), {})
            self.unit(id, status=max(0, now.get("status", unit.status) - status),
                      sp=max(0, now.get("sp", unit.sp) - sp), **fields)  # fmt: skip

    def aircraft(self, id: str, lost: int, damaged: int | None = None) -> None:
        if not id:
            return
        record = self.game.tables["aircraft"][id]
        left = max(0, record["squadrons"] - lost)
        hurt = record.get("damaged", 0) if damaged is None else damaged
        self.values.setdefault(("aircraft", id), {}).update(squadrons=left, damaged=min(left, hurt))

    def changes(self) -> list[Change]:
        return [
            change
            for (table, id), fields in self.values.items()
            for change in set_fields(self.game, table, id, without_defaults(self.game, table, id, fields))
        ]


def without_defaults(game: Game, table: str, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that differ from the record; an unset field has its default."""
    record = game.record(table, id)
    return {name: value for name, value in fields.items() if getattr(record, name) != value}


def _fight_changes(edits: _Edits, values: Values, facts: Mapping[str, Any]) -> None:
    settings = values.roster.settings
    for unit in values.many("attacker"):
        more = {"dug_in": False, "prepared": False}
        edits.lose(unit.id, facts["attacker_loss"], settings.attack_sp, **more)
    for unit in values.many("defender"):
        moved = {"retired": facts["retire_km"], "dug_in": False, "prepared": False, "defended": False}
        edits.lose(unit.id, facts["defender_loss"], facts["sp_loss"], **(moved if facts["retire_km"] else {}))
    batteries: Sequence[Battery] = (*values.many("attack-guns"), *values.many("defence-guns"))
    for battery in batteries:
        edits.lose(battery.id, 0, settings.support_sp)


def _move_changes(edits: _Edits, values: Values, facts: Mapping[str, Any]) -> None:
    moved = Fraction(facts["km"]) > 0
    marched = facts["mode"] != "tactical" and moved
    edits.unit(facts["unit"], used=facts["used"])
    if moved:
        edits.unit(facts["unit"], dug_in=False, defended=False, **({"marched": True} if marched else {}))


def _dogfight_changes(edits: _Edits, values: Values, facts: Mapping[str, Any]) -> None:
    for side, name in enumerate(("allied", "german")):
        edits.aircraft(values[name].id, facts["losses"][side])
        for what in MISSIONS:
            down = facts["shot_down"].get(name.capitalize(), {})
            edits.aircraft(values[f"{name}-{what}"].id, down.get(what, 0))


def _flak_changes(edits: _Edits, values: Values, facts: Mapping[str, Any]) -> None:
    edits.aircraft(values["serials"].id, facts["lost"], facts["damaged"])
    edits.lose(values["carried-unit"], facts["carried_loss"])


def _interdict_changes(edits: _Edits, values: Values, facts: Mapping[str, Any]) -> None:
    for id, effect in zip(values.many("unit"), facts["effects"], strict=False):
        if "step loss" in effect:
            edits.lose(id, 1)
        if "immobilised" in effect:
            edits.unit(id, immobilised=True)


EDITORS: Mapping[str, Callable[[_Edits, Values, Mapping[str, Any]], None]] = {
    "fight": _fight_changes, "move": _move_changes, "dogfight": _dogfight_changes, "flak": _flak_changes,
    "interdict": _interdict_changes,
}  # fmt: skip


def changes_of(question: Question, values: Values, answer: Answer, game: Game | None) -> list[Change]:
    """Return the changes of a result to units and aircraft on the roster."""
    if game is None or question.name not in EDITORS:
        return []
    edits = _Edits(game, values.roster)
    EDITORS[question.name](edits, values, answer.facts)
    return edits.changes()


def apply_answer(
    game: Game, by: str, name: str, given: Mapping[str, Any], dice: Sequence[int] = (), *,
    seed: int | None = None, label: str = "", time: str = "",
) -> tuple[Game, dict[str, Any]]:  # fmt: skip
    """Answer a question and write its result into the game as one entry of the log."""
    result = ask(name, given, dice, seed=seed, game=game)
    if result["needs"]:
        raise UserError(f"One more die is needed, for: {result['needs']}. Roll it and add it.")
    changes = [Change(tuple(c["path"]), c["before"], c["after"]) for c in result["changes"]]
    what = f"{label or result['title']}: {result['result']}"[:2000]
    return add_entry(game, by, what, changes, time=time), result


def set_unit(game: Game, by: str, id: str, fields: Mapping[str, Any], *, time: str = "") -> Game:
    """Change fields of a unit by hand, or add a unit."""
    typed = typed_fields(fields, game.tables.get("sides", {}))
    if id not in game.tables.get("units", {}):
        typed = complete_unit(id, typed)
    formation = typed.get("formation")
    changes = set_fields(game, "units", id, typed)
    if formation and formation not in game.tables.get("formations", {}):
        side = typed.get("side") or game.value(("units", id, "side"))
        changes = [*set_fields(game, "formations", formation, {"side": side}), *changes]
    names = ", ".join(f"{name} {value}" for name, value in fields.items())
    return add_entry(game, by, f"{id}: {names}"[:2000], changes, time=time)


def set_settings(game: Game, by: str, given: Mapping[str, Any], *, time: str = "") -> Game:
    """Change the game's weather, time of day or supply costs, or a reading of the sheet, by their names."""
    settings = Roster(game.tables).settings
    readings = {name: value for name, value in given.items() if name in READINGS}
    fields = {name: value for name, value in given.items() if name not in READINGS}
    allowed = [name for name in fields_of("game") if name != "readings"]
    for name in fields:
        if name not in allowed:
            raise FieldError(name, f"not a setting.{closest(name, (*allowed, *READINGS))} There are: "
                                   f"{', '.join((*allowed, *READINGS))}.")  # fmt: skip
    if readings:
        fields["readings"] = {**settings.readings, **readings}
    what = ", ".join(f"{name} {value}" for name, value in given.items())
    changes = set_fields(game, "game", "now", fields)
    return add_entry(game, by, f"Settings: {what}"[:2000], changes, time=time)


def unit_line(id: str, unit: Unit) -> str:
    """Return a unit in one line, for lists."""
    marks = [name.replace("_", " ") for name in ("prepared", "dug_in", "marched", "immobilised")
             if getattr(unit, name)]  # fmt: skip
    named = f"{id}, {unit.name}" if unit.name and unit.name != id else id
    return f"{named}: {unit.type} {unit.status}, SP {unit.sp}" + (f", {', '.join(marks)}" if marks else "")
