"""A whole turn: the worksheet in the order of the sheet, adjudication in any order, slips, and batches."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.toml_lines import TomlFault, lines_of, read_toml_text, written
from ardennes.umpire.answers import apply_answer, find_question, prepare, without_defaults
from ardennes.umpire.game import Entry, Game, add_entry, set_fields
from ardennes.umpire.question import FLAG, MANY, Question
from ardennes.umpire.records import FULL_SUPPLY, STEPS, FieldError, Order, Settings, Task, Unit
from ardennes.umpire.roster import Roster
from ardennes.words import closest, counted

STEP_NAMES = ("Orders in", "Air", "Movement", "Fights", "Counter-attacks", "Second fights", "Supply")
ORDERS, MOVEMENT, FIGHTS, COUNTER, SECOND, SUPPLY = "orders", "movement", *STEPS[3:]
UNIT_FIELDS = ("attacker", "defender", "unit", "troops", "carried-unit")
DONE, NEXT, WAITING, OPEN = "done", "next", "waiting", "open"


def settings(game: Game) -> Settings:
    return Roster(game.tables).settings


def tasks(game: Game) -> dict[str, Task]:
    """Return the tasks of this turn, in the order in which they were added."""
    turn = settings(game).turn
    result = {}
    for id in game.tables.get("tasks", {}):
        task = game.record("tasks", id)
        if isinstance(task, Task) and task.turn == turn:
            result[id] = task
    return result


def orders(game: Game) -> dict[str, Order]:
    """Return the orders of this turn by formation."""
    turn = settings(game).turn
    result = {}
    for id in game.tables.get("orders", {}):
        order = game.record("orders", id)
        if isinstance(order, Order) and order.turn == turn:
            result[order.formation] = order
    return result


# Adding


class Planned(NamedTuple):
    """A task that is not in the game yet."""

    question: str
    values: Mapping[str, Any]
    label: str = ""
    step: str = ""
    dice: Sequence[int] = ()


def add_tasks(game: Game, by: str, planned: Iterable[Planned], *, time: str = "") -> Game:
    """Add tasks to the worksheet; their values are checked when they are adjudicated."""
    turn, changes, labels = settings(game).turn, [], []
    number = sum(1 for id in game.tables.get("tasks", {}) if id.startswith(f"{turn}-")) + 1
    for at, one in enumerate(planned, number):
        question = find_question(one.question)
        step = one.step or question.step
        if step not in STEPS:
            raise UserError(
                f"{step!r} is not a step of the turn.{closest(step, STEPS)} Steps: {', '.join(STEPS)}."
            )
        label = one.label or f"{question.name} {at}"
        fields = {"step": step, "question": question.name, "label": label, "values": dict(one.values),
                  "turn": turn}  # fmt: skip
        changes += set_fields(game, "tasks", f"{turn}-{at}", fields)
        labels.append(label)
    return add_entry(game, by, f"To adjudicate: {', '.join(labels)}"[:2000], changes, time=time)


def hand_in(game: Game, by: str, formation: str, text: str, *, time: str = "") -> Game:
    """Record a formation's orders for this turn."""
    game.record("formations", formation)
    turn = settings(game).turn
    fields = {"formation": formation, "turn": turn, "text": text, "by": by}
    changes = set_fields(game, "orders", f"{turn}-{formation}", fields)
    return add_entry(game, by, f"Orders handed in: {formation}", changes, time=time)


# The worksheet


def _units_of(task: Task) -> set[str]:
    named: set[str] = set()
    for field in UNIT_FIELDS:
        value = task.values.get(field)
        listed = value if isinstance(value, list) else [value]
        named.update(text for text in listed if isinstance(text, str))
    return named


def _waits_for(id: str, task: Task, all_tasks: Mapping[str, Task], roster: Roster) -> str:
    """Return why a task must wait: an earlier open task shares a unit; empty if it need not."""
    mine = {result[0] for text in _units_of(task) if (result := roster.find(text))}
    for other_id, other in all_tasks.items():
        before = STEPS.index(other.step) < STEPS.index(task.step) or other.step == task.step
        if other_id == id:
            if other.step == task.step:
                break
            continue
        if other.done or not before:
            continue
        theirs = {result[0] for text in _units_of(other) if (result := roster.find(text))}
        if shared := sorted(mine & theirs):
            return f"Wait for {other.label}: {', '.join(map(roster.label, shared))} may change there."
    return ""


def possible(game: Game) -> list[Planned]:
    """Return the counter-attacks and second fights that results allow and that are not planned yet."""
    result, all_tasks = [], tasks(game)
    labels = {task.label for task in all_tasks.values()}
    for task in all_tasks.values():
        if not task.done or task.question != "fight":
            continue
        if task.facts.get("counter_attack"):
            values = {
                "attacker": task.values.get("defender", []),
                "defender": task.values.get("attacker", []),
            }
            result.append(Planned("fight", values, f"Counter-attack at {task.label}", COUNTER))
        if task.facts.get("fight_again"):
            values = {"attacker": task.values.get("attacker", []), "defender": []}
            result.append(Planned("fight", values, f"Second fight after {task.label}", SECOND))
    return [one for one in result if one.label not in labels]


def worksheet(game: Game) -> dict[str, Any]:
    """Return the tasks of the turn in the order of the sheet, with their state and what they wait for."""
    now, roster, all_tasks = settings(game), Roster(game.tables), tasks(game)
    rows = {step: [] for step in STEPS}  # type: dict[str, list[dict[str, Any]]]
    handed = orders(game)
    with_units = {unit.formation for unit in roster.units.values() if unit.formation and unit.status}
    for formation, values in game.tables.get("formations", {}).items():
        if formation in with_units:
            row = {"id": f"{now.turn}-{formation}", "label": values.get("name") or formation,
                   "side": values["side"], "state": DONE if formation in handed else OPEN}  # fmt: skip
            rows[ORDERS].append(row)
    for id, task in all_tasks.items():
        reason = "" if task.done else _waits_for(id, task, all_tasks, roster)
        state = DONE if task.done else WAITING if reason else OPEN
        rows[task.step].append(
            {"id": id, "label": task.label, "question": task.question, "values": task.values, "state": state,
             "result": task.result, "note": reason or task.note, "dice": list(task.dice)}
        )  # fmt: skip
    next_id = next((row["id"] for step in STEPS for row in rows[step] if row["state"] == OPEN), "")
    for row in (row for step in STEPS for row in rows[step]):
        if row["id"] == next_id:
            row["state"] = NEXT
    steps = [
        {"step": step, "name": name, "rows": rows[step], "of": len(rows[step]),
         "done": sum(row["state"] == DONE for row in rows[step])}
        for step, name in zip(STEPS, STEP_NAMES, strict=True)
    ]  # fmt: skip
    return {
        "turn": now.turn, "date": now.date, "part": now.part, "weather": now.weather, "steps": steps,
        "next": next_id, "left": _left(rows),
        "possible": [{"label": one.label, "step": one.step, "question": one.question,
                      "values": dict(one.values)} for one in possible(game)],
    }  # fmt: skip


def _left(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    """Return the reasons why the turn cannot close."""
    result = []
    for step, name in zip(STEPS, STEP_NAMES, strict=True):
        if number := sum(row["state"] != DONE for row in rows[step]):
            result.append(f"{name}: {number} left")
    return result


# Adjudicating


def adjudicate(
    game: Game, by: str, id: str, dice: Sequence[int] = (), *, values: Mapping[str, Any] | None = None,
    seed: int | None = None, time: str = "",
) -> tuple[Game, dict[str, Any]]:  # fmt: skip
    """Answer a task of the worksheet, apply its result and mark it done, as one entry of the log."""
    task = game.record("tasks", id)
    assert isinstance(task, Task)
    if task.done:
        raise UserError(f"{task.label} is already done. Undo its entry in the log first.")
    given = dict(values if values is not None else task.values)
    if find_question(task.question).field("place") and not given.get("place"):
        given["place"] = task.label
    try:
        after, result = apply_answer(game, by, task.question, given, dice, seed=seed, label=task.label)
    except FieldError as error:
        raise UserError(f"{task.label}, field {error}") from None
    fields = {
        "done": True, "result": result["result"], "dice": [one["die"] for one in result["dice"]],
        "hear": result["hear"], "facts": result["facts"], "values": dict(values or task.values),
    }  # fmt: skip
    last = after.log[-1]
    changes = [*last.changes, *set_fields(game, "tasks", id, fields)]
    return add_entry(game, by, last.what, changes, time=time), result


def issue_supply(
    game: Game, by: str, formation: str, points: Mapping[str, int], *, most: int = FULL_SUPPLY, time: str = ""
) -> Game:
    """Give supply points to the units of a formation and mark its supply done."""
    changes, turn = [], settings(game).turn
    for id, number in points.items():
        unit = game.record("units", id)
        assert isinstance(unit, Unit)
        if unit.formation != formation:
            raise UserError(f"{id!r} is not a unit of {formation!r}, but of {unit.formation!r}.")
        fields = without_defaults(game, "units", id, {"sp": min(most, unit.sp + number)})
        changes += set_fields(game, "units", id, fields)
    done = {"step": SUPPLY, "question": "supply", "label": formation, "turn": turn, "done": True,
            "result": ", ".join(f"{id} +{number}" for id, number in points.items())[:2000]}  # fmt: skip
    changes += set_fields(game, "tasks", f"{turn}-supply-{formation}", done)
    return add_entry(game, by, f"Supply: {formation}", changes, time=time)


def close_turn(game: Game, by: str, *, part: str = "", date: str = "", weather: str = "", force: bool = False,
               time: str = "") -> Game:  # fmt: skip
    """Begin the next turn and clear the marks of this one."""
    left = worksheet(game)["left"]
    if left and not force:
        raise UserError(f"The turn cannot close yet. {'; '.join(left)}.")
    now = settings(game)
    fields = {"turn": now.turn + 1, "part": part, "date": date, "weather": weather}
    changes = set_fields(game, "game", "now", {name: value for name, value in fields.items() if value})
    cleared = {"used": "0", "marched": False, "immobilised": False, "retired": 0}
    for id in game.tables.get("units", {}):
        changes += set_fields(game, "units", id, without_defaults(game, "units", id, cleared))
    return add_entry(game, by, f"Turn {now.turn + 1} begins", changes, time=time)


# Slips


def slips(game: Game, side: str) -> list[dict[str, Any]]:
    """Return the result slips of a team for this turn, which hold only its own numbers."""
    roster, result = Roster(game.tables), []
    for id, task in tasks(game).items():
        if not task.done or side not in task.hear:
            continue
        report = task.hear[side]
        entry = next((e for e in reversed(game.log) if _finished(e, id)), None)
        result.append({
            "id": id, "label": task.label, "turn": task.turn, "by": entry.by if entry else "",
            "time": entry.time if entry else "", "text": report.text, "units": report.units,
            "may": report.may, "unknown": report.unknown,
            "own": _own_changes(entry, roster, side) if entry else [],
        })  # fmt: skip
    return result


def _finished(entry: Entry, task: str) -> bool:
    return any(change.path == ("tasks", task, "done") and change.after is True for change in entry.changes)


def _own_changes(entry: Entry, roster: Roster, side: str) -> list[dict[str, Any]]:
    """Return status and supply points of a side's units before and after an entry."""
    rows: dict[str, dict[str, Any]] = {}
    for change in entry.changes:
        table, id, field = change.path
        if (
            table == "units"
            and roster.side_of(id) == side
            and field in ("status", "sp")
            and not change.dropped
        ):
            unit = roster.units[id]
            row = rows.setdefault(id, {"unit": roster.label(id), "type": unit.type, "place": unit.place,
                                       "status": [unit.status] * 2, "sp": [unit.sp] * 2})  # fmt: skip
            before = FULL_SUPPLY if change.before is None else change.before
            row[field] = [before, change.after]
    return list(rows.values())


# Batches


def read_batch(text: str, file: str, game: Game | None = None) -> list[Planned]:
    """Read tasks from CSV or TOML; an error names file, line and field."""
    if file.lower().endswith(".toml"):
        return _read_toml(text, file, game)
    return _read_csv(text, file, game)


OWN_COLUMNS = ("label", "question", "step", "dice")


def _planned(given: Mapping[str, Any], place_of: Callable[[str], str], game: Game | None) -> Planned:
    """Return one task of a batch with checked values; `place_of` gives the place of a field in the file."""
    values = {name: value for name, value in given.items() if name not in OWN_COLUMNS}
    try:
        question = find_question(str(given.get("question", "fight")))
        prepare(question, values, game)
        step = str(given.get("step", ""))
        if step and step not in STEPS:
            raise FieldError(
                "step", f"{step!r} is not a step.{closest(step, STEPS)} Steps: {', '.join(STEPS)}."
            )
        dice = given.get("dice", ())
        if not isinstance(dice, (list, tuple)) or any(die not in (1, 2, 3, 4, 5, 6) for die in dice):
            raise FieldError("dice", "a die must be a number from 1 to 6.")
    except FieldError as error:
        raise UserError(f"{place_of(error.field)}, field {error}") from None
    except UserError as error:
        raise UserError(f"{place_of('question')}: {error}") from None
    return Planned(question.name, values, str(given.get("label", "")), step, list(dice))


def _read_toml(text: str, file: str, game: Game | None) -> list[Planned]:
    try:
        raw = read_toml_text(text)
    except TomlFault as fault:
        raise UserError(f"{file}{fault.place}: {fault}") from None
    lines, result = lines_of(text), []
    items = raw.get("task", [])
    if not isinstance(items, list) or not items or set(raw) != {"task"}:
        raise UserError(f"{file}: write each task as a table [[task]] with its question and fields.")
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise UserError(f"{file}: write each task as a table [[task]].")

        def place_of(field: str, number: int = number) -> str:
            line = lines.get(written(lines, f"task[{number}].{field}"))
            return f"{file}:{line}" if line else file

        result.append(_planned(item, place_of, game))
    return result


def _read_csv(text: str, file: str, game: Game | None) -> list[Planned]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    header: list[str] = []
    result = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
                continue
            if not header:
                header = [cell.strip().lower().replace("_", "-").replace(" ", "-") for cell in cells]
                continue
            place = f"{file}:{reader.line_num}"
            if len(cells) > len(header):
                raise UserError(f"{place}: {len(cells)} cells, but {len(header)} columns. Remove the others.")
            given = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if cell.strip()}
            result.append(_planned(_typed(given, place), lambda field, place=place: place, game))  # type: ignore[misc]
    except csv.Error as error:
        raise UserError(f"{file}:{reader.line_num}: this is not CSV ({error}).") from None
    if not result:
        raise UserError(f"{file}: no tasks. The first line names the columns: label, question, then fields.")
    return result


def _typed(given: Mapping[str, str], place: str) -> dict[str, Any]:
    """Return cells as values: flags are yes or no, semicolons separate lists."""
    try:
        question: Question = find_question(given.get("question", "fight"))
    except UserError as error:
        raise UserError(f"{place}, field question: {error}") from None
    values: dict[str, Any] = dict(given)
    if "dice" in given:
        dice = given["dice"].replace(",", " ").split()
        values["dice"] = [int(die) if die in "123456" and len(die) == 1 else 0 for die in dice]
    for field in question.fields:
        cell = given.get(field.name)
        if cell is None:
            continue
        if field.kind == MANY:
            values[field.name] = [part.strip() for part in cell.split(";") if part.strip()]
        elif field.kind == FLAG:
            if cell.lower() not in ("yes", "no"):
                raise UserError(f"{place}, field {field.name}: {cell!r} is not yes or no.")
            values[field.name] = cell.lower() == "yes"
    return values


def task_line(id: str, row: Mapping[str, Any]) -> str:
    """Return a row of the worksheet as text."""
    mark = {DONE: "x", NEXT: ">", WAITING: "-", OPEN: " "}[row["state"]]
    behind = row.get("result") or row.get("note") or ""
    return f"  [{mark}] {id}  {row['label']}" + (f": {behind}" if behind else "")


def log_line(entry: Entry, game: Game) -> str:
    """Return an entry of the log as text, with its fields before and after."""
    shown = [
        f"{change.path[1]} {change.path[2]} {_value(change.before)} → {_value(change.after)}"
        for change in entry.changes
        if change.path[0] in ("units", "aircraft", "game") and not change.dropped
    ]
    more = f"; {counted(len(shown) - 6, 'more change')}" if len(shown) > 6 else ""
    clock = f" {entry.time}" if entry.time else ""
    return f"{entry.at}{clock} {entry.by} ({entry.id}): {entry.what}" + (
        f"\n    {', '.join(shown[:6])}{more}" if shown else ""
    )


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else value if isinstance(value, str) else msgspec.json.encode(value).decode()
