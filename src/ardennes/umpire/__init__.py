"""The umpire's tool: the printed playsheet for people who run games at a real table.

The core is pure: JSON values in, JSON values out, no files, clock or random source. The command line, the
server's routes and the browser (Pyodide) call the same functions, through `api.call(method, arguments)`:

| method | arguments (`?` may be left out) | returns |
|---|---|---|
| questions | | `questions`: forms, see Question |
| ask | question, values, dice?, seed?, game? | an Answer, or what it still Needs |
| what_if | question, values, game? | `what_if`: rows of what, value, share (0 to 1), chance, percent |
| new | by, name, sides?, ours? or roster? (CSV text) with file? | `game` |
| roster | game, by, roster (CSV text), file?, time? | `game` with these units added or changed |
| import, export | text, file? / game | `game` / `text`, the file |
| show | game | `tables`, `log`, `undone` (ids of entries) |
| set | game, by, table, id, fields, what?, time? | `game`; None as a value removes a field |
| settings | game, by, fields (turn, weather, attack_sp, ..., or a reading's key), time? | `game` |
| apply | game, by, question, values, dice?, seed?, label?, time? | `game`, `answer` |
| undo, redo | game, by, entry?, time? | `game` |
| built_on | game, entry | `entries` that must be undone before this one |
| merge | mine, theirs, by, choices? | `game` (None while a choice is missing), `conflicts` |
| plan | game, by, tasks or batch (text) with file, time? | `game` with tasks on the worksheet |
| worksheet | game | a Worksheet |
| adjudicate | game, by, task, dice?, seed?, values?, time? | `game`, `answer`; one entry of the log |
| hand_in | game, by, formation, text, time? | `game` with orders of this turn |
| supply | game, by, formation, points (by unit), time? | `game` |
| close_turn | game, by, part?, date?, weather?, force?, time? | `game` in the next turn |
| slips | game, side | `slips` of this turn for one team |
| print | page (sheet, orders, slips, roster, record), game?, paper? (A4, Letter), side? | `html` |

A mistake returns `{"error": {"words", "field"?, "item"?}}`: the field of the form, and in a list which item,
counted from 1. `seed` makes the program roll (the caller draws it); `dice` are those of the table.

**Question**: name, summary, dice (does it roll?), step (of the worksheet), fields. A field has name, label,
about, kind (one, many, flag), type (choice, number, distance, share, unit, troops, guns, aircraft, flight,
force, leg, target, modifier, reading, flag, text), required, default, choices, example, low and high, rare
(behind "more" on a form), needs (only if that field has one of the values). Values are texts, numbers or
true/false by field name, lists for many. Where a type says unit, troops, guns, aircraft, flight or force, a
name from the roster will do: "I/304 prepared", "III/76 10" (guns and km), "II/JG 1".

**Answer**: title, ledger (the score in the sheet's words, equal factors together: lines of what, value, rule,
depth, origin), working (the same unit by unit), table (the row, the entry that applies in brackets), dice,
result, summary (consequences in one line), effects, hear (by side of the roster, else by role attacker,
defender, mover, flyer, bombed: text, units, may, unknown), facts (for programs), notes (spare dice), rules,
changes (path, before, after), seed, needs None. `origin` is empty for what the sheet prints, else "not on the
sheet: our reading" or "not on the sheet: house rule".
**Needs**: needs (which die), ledger, dice so far, chances of each result.

**Game**: format, version, log. An entry has id, by, at (a counter), time (as the umpire's clock showed it),
what, changes, undoes. A change has path (table, id, field), before, after, dropped (gave way in a merge). The
tables are game (one record "now"), sides, formations, units, aircraft, tasks, orders; `records.py` has their
fields. The records follow from the log alone. Several umpires share a game if the holder of the file applies
their calls one after another; copies made apart are merged.

**Worksheet**: turn, date, part, weather, next (id), left (why the turn cannot close), possible
(counter-attacks and second fights that results allow: label, step, question, values), steps in the order of
the sheet: step, name, done, of, rows: id, label, state (done, next, waiting, open), question, values, result,
note, dice.

**Conflict**: key (for `choices`), path, base, mine, theirs, entries, choices (mine, theirs, and for status,
supply points and squadrons both: the losses add up).

A team's report is made only from what it may know (`team_reports.py`). Show a team its slips, never an
Answer. The umpire can edit a team's text: set the field hear of the task. The file does not say which umpire
has a task open; the server knows that.
"""
