"""Pages for the printer: the sheet with the game's readings, order forms, slips, roster cards, record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import air_support, interdiction
from ardennes.games.playsheet.rules.tables.combat import AIR_FACTORS
from ardennes.games.playsheet.rules.tables.movement import TROOPS
from ardennes.games.playsheet.rules.tables.movement import words as plain
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.sheet import (
    FLAK,
    FLAK_RESULTS,
    INTERDICTION_CLASSES,
    INTERDICTION_RESULTS,
    LEVELS,
    ODDS,
    OUTCOMES,
    RANGED,
    RECCE_COLUMNS,
    RESULTS,
    SITUATIONS,
    SUPPORT_TYPES,
    Bounds,
    ResultRow,
    Sheet,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import MODES, TERRAINS
from ardennes.umpire import turn as turns
from ardennes.umpire.game import Game, undone
from ardennes.umpire.output import amount
from ardennes.umpire.question import ORIGIN_WORDS, OURS
from ardennes.umpire.records import Settings, Unit
from ardennes.umpire.roster import Roster

PAPERS = {"A4": "A4", "Letter": "letter"}
STYLE = """
@page { size: %s; margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #15191a;
  font: 10.5pt/1.3 "Barlow Condensed", "Arial Narrow",
    "Liberation Sans Narrow", "DejaVu Sans Condensed", Arial, sans-serif; }
h1, h2, .text { font-family: "EB Garamond", Garamond, Georgia, serif; }
h1 { font-size: 24pt; line-height: 1; margin: 0; }
h2 { font-size: 12.5pt; line-height: 1.1; margin: 8pt 0 3pt; }
header { display: flex; justify-content: space-between; align-items: end;
  border-bottom: 2.5pt solid; padding-bottom: 3pt; }
header p { margin: 0; text-align: right; }
dl { display: flex; gap: 10pt; margin: 6pt 0; }
dl > div { flex: 1; border-bottom: 1pt solid; min-height: 24pt; }
dt { font-size: 9pt; }
dd { margin: 0; font-size: 12pt; }
table { width: 100%%; border-collapse: collapse; margin: 3pt 0; }
th, td { border: .7pt solid #8a7f66; padding: 1.5pt 5pt; }
th { background: #efe8d4; text-align: left; }
td.n, th.n { text-align: center; }
.text { font-size: 15pt; margin: 6pt 0; }
.box { display: inline-block; width: 9pt; height: 9pt; border: 1pt solid; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 12pt; }
.our { font-size: 9pt; font-style: italic; }
.line { border-bottom: .7pt solid #8a7f66; height: 18pt; }
footer { display: flex; justify-content: space-between;
  border-top: .7pt solid; margin-top: 8pt; padding-top: 2pt; font-size: 9pt; }
.page { break-after: page; }
.page:last-child { break-after: auto; }
.slip { break-inside: avoid; border-bottom: 1pt dashed; padding: 4pt 0 12pt;
  margin-bottom: 10pt; }
.sheet { font-size: 9pt; line-height: 1.05; }
.sheet p, .sheet table { margin: 0; }
.sheet h1 { font-size: 15pt; }
.form td { height: 18pt; }
.sheet h2 { margin: 2pt 0 0; font-size: 10.5pt; }
.sheet td, .sheet th { padding: 0 2pt; }
.cards { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 6pt; }
.card { border: 1pt solid; padding: 4pt 6pt; break-inside: avoid; }
"""


def _document(title: str, paper: str, pages: Iterable[str]) -> str:
    if paper not in PAPERS:
        raise UserError(f"{paper!r} is not a paper size. Choose {' or '.join(PAPERS)}.")
    style = STYLE % PAPERS[paper]
    body = "\n".join(pages)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style>\n<body>\n{body}\n</body></html>\n"
    )


def _cells(tag: str, cells: Sequence[object]) -> str:
    """Return a row of a table; all cells but the first are centred."""
    result = [
        f"<{tag}{' class=n' if at else ''}>{escape(str(cell))}</{tag}>" for at, cell in enumerate(cells)
    ]
    return f"<tr>{''.join(result)}</tr>"


def _table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    return f"<table>{_cells('th', head)}{''.join(_cells('td', row) for row in rows)}</table>"


def _header(title: str, game: str, behind: str) -> str:
    return f"<header><h1>{escape(title)}</h1><p>{escape(game)}<br><b>{escape(behind)}</b></p></header>"


def _blanks(fields: Mapping[str, str]) -> str:
    boxes = (f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in fields.items())
    return f"<dl>{''.join(boxes)}</dl>"


def _listed(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _footer(left: str, right: str) -> str:
    return f"<footer><span>{escape(left)}</span><span>{escape(right)}</span></footer>"


def _when(now: Settings) -> str:
    return ", ".join(filter(None, (f"{now.turn}", now.date, now.part)))


# The sheet


def sheet_pages(game: Game | None, paper: str = "A4", side: str = "") -> str:
    """Return the sheet on one page, with the readings of the game."""
    now = Roster(game.tables if game else None).settings
    sheet, readings = load_sheet(), now.chosen
    left = [_movement(sheet), _factors(sheet), _ranges(sheet), _support(sheet, readings)]
    right = [_recce(sheet), _flak(sheet), _interdiction(sheet, readings), _fighters(sheet)]
    header = _header("Playsheet", now.name, "Readings settled")
    columns = f'<div class="two"><div>{"".join(left)}</div><div>{"".join(right)}</div></div>'
    page = f'<section class="page sheet">{header}{columns}{_results(sheet)}{_ours(readings)}</section>'
    return _document("Playsheet", paper, [page])


CLOSE = "rough, forest, town"


def _movement(sheet: Sheet) -> str:
    rows = []
    for at, troops in enumerate(TROOPS):
        by_km: dict[tuple[int, ...], list[str]] = {}
        for ground, name in enumerate(TERRAINS):
            by_km.setdefault(tuple(sheet.km[at][ground]), []).append(name)
        for kilometres, names in by_km.items():
            ground_words = "all" if len(names) == len(TERRAINS) else ", ".join(names).replace(CLOSE, "close")
            river = "yes" if sheet.fords[at] else "no"
            rows.append((troops, ground_words, *(km or "–" for km in kilometres), river))
    night = "At night × ¼. More than half a turn moved: no attack this turn, except overruns."
    modes = [plain(mode) for mode in MODES]
    return f"<h2>Movement, km a turn</h2>{_table(('troops', 'ground', *modes, 'river'), rows)}<p>{night}</p>"


def _factors(sheet: Sheet) -> str:
    rows = []
    for code, factor in sheet.factors.items():
        if code in AIR_FACTORS:
            continue  # in the table of air support
        times = 0 < factor.value < 1
        value = f"× {amount(factor.value)}" if times else amount(factor.value, sign=True)
        rows.append((plain(code).capitalize(), value))
    sums = "Score = (attackers' status + factors) − (defenders' status + factors) + 1d6."
    once = "For each unit."
    return f"<h2>Combat</h2><p>{sums} {once}</p>{_table(('if', 'factor'), rows)}"


def _ranges(sheet: Sheet) -> str:
    rows = [
        (plain(gun), result.effective, result.long or "n.a.")
        for gun, result in zip(RANGED, sheet.ranges, strict=True)
    ]
    effective, long = (
        amount(sheet.constants[f"artillery_{name}_bonus"], sign=True) for name in ("effective", "long")
    )
    ours = f"{effective} for each battalion at effective range, {long} at long range ({ORIGIN_WORDS[OURS]})."
    return f"<h2>Artillery, km</h2>{_table(('type', 'effective', 'long'), rows)}<p class=our>{ours}</p>"


def _spans(bounds: Bounds, count: int) -> list[str]:
    """Return the number from which each entry applies."""
    by_entry = {entry: low for low, entry in bounds}
    return [f"{by_entry[at]}+" if by_entry.get(at) is not None else "–" for at in range(1, count + 1)]


def _support(sheet: Sheet, readings: Readings) -> str:
    rows = [(plain(kind), *_spans(air_support.bounds(sheet, kind, readings), 4)) for kind in SUPPORT_TYPES]
    head = ("squadrons", *(f"{name} +{sheet.bonus[at]}" for at, name in enumerate(LEVELS) if at))
    return f"<h2>Air support</h2>{_table(head, rows)}"


def _fighters(sheet: Sheet) -> str:
    rows = [
        (die, *(OUTCOMES[sheet.fighter_combat[odds][die - 1]] for odds in range(len(ODDS))))
        for die in range(1, 7)
    ]
    losses = "; ".join(
        f"{name}: attacker {mine} %, defender {theirs} % of the other's squadrons"
        for name, (mine, theirs) in zip(OUTCOMES, sheet.fighter_losses, strict=True)
    )
    more = "Fighters that win shoot down a transport serial each, of bombers a quarter."
    return f"<h2>Air combat</h2>{_table(('die', *ODDS), rows)}<p>{losses}. {more}</p>"


def _result_row(row: ResultRow, normal: str, bad: str) -> Sequence[object]:
    special = ""
    if row.overrun:
        extra = f", −{row.overrun_loss} more" if row.overrun_loss else ""
        special = f"overrun{extra}; {'may' if row.fight_again else 'may not'} fight again"
    retire = f"{row.retire_open} open, {row.retire_close} close" if row.retire_open != "0" else "–"
    loss = f"−{row.defender_loss}" if row.defender_loss else "–"
    loss += f", −{row.sp_loss} SP" if row.sp_loss else ""
    counter = "yes" if row.counter_attack else "no"
    return (plain(RESULTS[row.result]), normal, bad, f"−{row.attacker_loss}", loss, retire, counter, special)


def _results(sheet: Sheet) -> str:
    def lows(bounds: Bounds) -> dict[int, str]:
        return {
            entry: f"{amount(low)}+" if low is not None and low > -99 else "less" for low, entry in bounds
        }

    normal, bad = lows(sheet.normal), lows(sheet.bad)
    rows = [
        _result_row(row, normal.get(row.result, "less"), bad.get(row.result, "less")) for row in sheet.results
    ]
    head = ("result", "normal", "bad terrain", "attackers", "defenders", "retire km", "counter", "special")
    about = "Special: attackers mostly armour, twice the defenders' status, breakthrough order."
    return f"<h2>Results</h2>{_table(head, rows)}<p>{about}</p>"


def _recce(sheet: Sheet) -> str:
    names = [plain(name).removesuffix(" open") for name in RECCE_COLUMNS]
    rows = [
        (die, *(column[die - 1].replace("+", ", ").replace("none", "–") for column in sheet.recce))
        for die in range(6, 0, -1)
    ]
    more = "+1 if more than 3 units are in the same square. Armoured vehicles get no cover in built-up areas."
    return f"<h2>Air reconnaissance</h2>{_table(('die', *names), rows)}<p>{more}</p>"


def _flak(sheet: Sheet) -> str:
    rows = [
        (f"{gun}, {plain(SITUATIONS[at])}", *(FLAK_RESULTS[one] for one in row))
        for gun, columns in zip(FLAK, sheet.flak, strict=True)
        for at, row in enumerate(columns)
    ]
    more = "LOSS: carried unit −1 status and 1 damage. DAM: 1 damage. 2 damage: serial lost."
    return f"<h2>Flak</h2>{_table(('flak', *range(1, 7)), rows)}<p>{more}</p>"


def _interdiction(sheet: Sheet, readings: Readings) -> str:
    spans = [
        _spans(interdiction.bounds(sheet, force, readings), len(sheet.effects))
        for force in range(len(INTERDICTION_CLASSES))
    ]
    rows = [
        (*(column[at] for column in spans), *(INTERDICTION_RESULTS[one] for one in effects))
        for at, effects in enumerate(sheet.effects)
    ]
    head = (*INTERDICTION_CLASSES, *range(1, 7))
    return f"<h2>Interdiction of 4 km × 4 km</h2>{_table(head, rows)}"


def _ours(readings: Readings) -> str:
    chosen = (
        f"Score rounded {readings.score_rounding}",
        f"artillery at most {readings.artillery_cap_per_unit} for each unit",
        f"total success in the open: retire {readings.total_success_open_retire}",
        f"combined arms {'also' if readings.defender_combined_arms else 'not'} in defence",
        f"lowest unit factor {readings.unit_factor_floor}",
        f"flak damage {readings.flak_damage}",
    )
    return f"<h2>Readings settled</h2><p class=our>{'; '.join(chosen)}.</p>"


# Forms


def _formations(game: Game, side: str) -> list[tuple[str, str, list[tuple[str, Unit]]]]:
    """Return formations with their remaining units (id, name, units), of one side or of all."""
    roster, result = Roster(game.tables), []
    for id, values in game.tables.get("formations", {}).items():
        units = [
            (unit_id, unit) for unit_id, unit in roster.units.items() if unit.formation == id and unit.status
        ]
        if units and side in ("", values["side"]):
            result.append((id, values.get("name") or id, units))
    return result


BOX = '<span class="box"></span>'
COLUMNS = (
    "Unit",
    "Tactical",
    "Non-tact.",
    "Road col.",
    "Move to, or hold where",
    "Attack",
    "Prepare",
    "Dig in",
)


def order_forms(game: Game, paper: str = "A4", side: str = "") -> str:
    """Return an order form for each formation, with its units."""
    now, pages = Roster(game.tables).settings, []
    for id, name, units in _formations(game, side):
        head = "".join(f"<th>{column}</th>" for column in COLUMNS)
        boxes = f"<td class=n>{BOX}</td>"
        rows = "".join(
            f"<tr><td>{escape(unit.name or unit_id)}</td>{boxes * 3}<td></td>{boxes * 3}</tr>"
            for unit_id, unit in units
        )
        lines = '<div class="line"></div>'
        below = (
            f'<div class="two"><div><h2>Attack on</h2>{lines}<p>{BOX} Breakthrough order</p></div>'
            f"<div><h2>Supporting artillery: battalions, type, km</h2>{lines}"
            f"<h2>Air support asked for: squadrons, target</h2>{lines}</div></div>"
        )
        sealed = _header("Orders", now.name, "Sealed until the umpire opens the turn")
        cost = "An attack that was not prepared costs 4 per unit."
        blanks = _blanks({"Formation": name, "For turn": _when(now), "Commander": "", "Handed in at": ""})
        pages.append(
            f'<section class="page form">{sealed}{blanks}'
            f"<table><tr>{head}</tr>{rows}</table>{below}"
            f"{_footer(cost, f'Form {now.turn}-{id}')}</section>"
        )
    return _document("Orders", paper, pages)


def slip_pages(game: Game, paper: str = "A4", side: str = "") -> str:
    """Return the result slips of a team for this turn."""
    now = Roster(game.tables).settings
    sides = [side] if side else list(game.tables.get("sides", {}))
    pages = []
    for one in sides:
        team = game.tables.get("sides", {}).get(one, {}).get("name") or one
        slips = [_slip(slip, now, team, one) for slip in turns.slips(game, one)]
        if slips:
            pages.append(f'<section class="page">{"".join(slips)}</section>')
    return _document("Result slips", paper, pages)


def _slip(slip: Mapping[str, Any], now: Settings, team: str, side: str) -> str:
    umpire = " · ".join(filter(None, (slip["by"], slip["time"])))
    rows = [(own["unit"], *own["status"], own["sp"][1], own["place"]) for own in slip["own"]]
    head = ("Your unit", "Status before", "Status now", "Supply points", "Where")
    own = _table(head, rows) if rows else ""
    lists = (
        f'<div class="two"><div><h2>You may now</h2>{_listed(slip["may"])}</div>'
        f"<div><h2>You do not know</h2>{_listed(slip['unknown'])}</div></div>"
    )
    blanks = _blanks({"To": team, "Turn": _when(now), "Fight": slip["label"], "Umpire, time": umpire})
    number = f"Ardennes · umpire's slip {slip['id']}-{side[:1].upper()}"
    return (
        f'<div class="slip">{_header("Result", now.name, f"For the {team} team only")}{blanks}'
        f'<p class="text">{escape(slip["text"])}</p>{own}{lists}'
        f"{_footer(number, 'Numbers on this slip are your own.')}</div>"
    )


def roster_cards(game: Game, paper: str = "A4", side: str = "") -> str:
    """Return a card for each formation with the status and supply of its units."""
    now, cards = Roster(game.tables).settings, []
    for _, name, units in _formations(game, side):
        rows = [(u.name or id, u.type, f"{u.status} of {u.full or u.status}", u.sp, "") for id, u in units]
        head = ("Unit", "Type", "Status", "SP", "Changes")
        cards.append(f'<div class="card"><h2>{escape(name)}</h2>{_table(head, rows)}</div>')
    header = _header("Roster", now.name, f"Turn {_when(now)}")
    page = f'<section>{header}<div class="cards">{"".join(cards)}</div></section>'
    return _document("Roster", paper, [page])


def turn_record(game: Game, paper: str = "A4", side: str = "") -> str:
    """Return the worksheet and the log of the turn, for the umpires."""
    sheet, now = turns.worksheet(game), Roster(game.tables).settings
    parts = []
    for step in sheet["steps"]:
        rows = [(BALLOT[row["state"] == "done"], row["label"], row.get("result", "")) for row in step["rows"]]
        parts.append(f"<h2>{step['name']}</h2>" + _table(("", "what", "result"), rows or [("", "", "")]))
    gone = undone(game.log)
    log = [(e.at, e.time, e.by, e.what) for e in game.log if e.id not in gone and not e.undoes]
    header = _header("Turn record", now.name, f"Turn {_when(now)} · for umpires only")
    page = (
        f"<section>{header}{''.join(parts)}"
        f"<h2>Log</h2>{_table(('no.', 'time', 'umpire', 'what'), log)}</section>"
    )
    return _document("Turn record", paper, [page])


BALLOT = {True: "done", False: ""}
PAGES: Mapping[str, Callable[..., str]] = {
    "sheet": sheet_pages, "orders": order_forms, "slips": slip_pages, "roster": roster_cards,
    "record": turn_record,
}  # fmt: skip


def print_page(name: str, game: Game | None, paper: str = "A4", side: str = "") -> str:
    """Return a printable page as HTML, for one side or all."""
    if name not in PAGES:
        raise UserError(f"{name!r} is not a page to print. Pages: {', '.join(PAGES)}.")
    if game is None and name != "sheet":
        raise UserError(f"{name}: this page needs a game.")
    known = game.tables.get("sides", {}) if game else {}
    if side and side not in known:
        raise UserError(f"{side!r} is not a side. Sides: {', '.join(known)}.")
    return PAGES[name](game, paper, side)
