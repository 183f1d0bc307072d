"""`ardennes analyse`: the account of a finished match."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from ardennes.after.account import Account, Check, Fortune, how_well
from ardennes.after.swings import date
from ardennes.errors import UserError
from ardennes.history.chronicle import date as short_date
from ardennes.kernel import savefile
from ardennes.kernel.match import Match

WORKERS = 2
SHOWN = 16  # points of the curve in the terminal
WIDE = 40  # letters of its bar


def command(
    file: Annotated[Path, typer.Argument(help="A saved match that is over.")],
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML file.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the account as JSON.")] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Check turning points and try other decisions; takes minutes.")
    ] = False,
) -> int:
    """Analyse a finished match: the chances phase by phase, the luck, the turning points.

    The chances come from a model fitted to games of computer players; the report says how far to trust it.
    Luck is the effect of the dice on the chance of victory, compared with average dice. `--deep` checks
    turning points by playing them again, and tries other plans for both sides, using only what each side
    could know. An earlier deep analysis is also shown without `--deep`.

    The match must be over, because an analysis reveals hidden facts.

    Examples:

    * `ardennes analyse match.json`

    * `ardennes analyse match.json --html report.html`

    * `ardennes analyse match.json --deep --json account.json`
    """
    from ardennes.after.analysis import best_account, deep_account  # players and games, only when needed
    from ardennes.games import find_game
    from ardennes.server.settings import data_folder

    if not file.is_file():
        raise UserError(f"There is no file {file}. Name a saved match.")
    match, players = savefile.read(file, find_game), savefile.read_seats(file.read_bytes())
    page = _page() if html is not None else None
    if deep:
        account = deep_account(match, _progress, WORKERS, data_folder() / "accounts", players)
    else:
        account = best_account(match, data_folder() / "accounts", players)
    if json is not None:
        _write(json, msgspec.json.format(msgspec.json.encode(account)))
    if html is not None and page is not None:
        _write(html, page(match, account).encode())
    for line in lines_of(match, account):
        print(line)
    return 0


def _page() -> Callable[[Match[Any], Account], str]:
    """Import the report writer before the long work, so that a missing one fails at once."""
    try:
        page = import_module("ardennes.after.page")
    except ModuleNotFoundError:
        raise UserError("This copy of Ardennes has no report page; --json writes the same account.") from None
    writer: Callable[[Match[Any], Account], str] = page.report_page
    return writer


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
    print(f"Written: {path}")


def _progress(share: float, words: str) -> None:
    print(f"{share:4.0%}  {words}", flush=True)


def lines_of(match: Match[Any], account: Account) -> list[str]:
    """A short account for the terminal."""
    result = match.result()
    assert result is not None
    lines = [f"{match.game.name}, {match.setting.scenario}: {result.summary}"]
    if account.trust is None:
        return [
            *lines,
            *_decided_lines(account),
            "This scenario has no model yet, so there are no chances, luck or turning points.",
        ]
    lines += _decided_lines(account)
    first = match.game.sides[0].capitalize()
    lines += ["", f"Chance that the {first} side wins"]
    every = max(1, -(-len(account.curve) // SHOWN))
    shown = [*account.curve[:-1:every], account.curve[-1]]
    for moment in shown:
        bar = "#" * round(WIDE * moment.win)
        words = f"{percent(moment.win)} ({percent(moment.low)} to {percent(moment.high)})"
        lines.append(f"  {short_date(moment.day):>6}  {moment.phase[:28]:<28}  {words:<24} {bar}")
    trust = account.trust
    lines.append(
        f"  Model: {trust.model}, fitted on {trust.games} games. Brier score on other games: "
        f"{trust.brier:.2f}, against {trust.average:.2f} for the average of all games (0 is perfect)."
    )
    if words := how_well(trust, [side.capitalize() for side in match.game.sides]):
        lines.append(f"  {words}")
    if trust.doubtful_until:
        lines.append(f"  Until {date(trust.doubtful_until)} it is no better than the average.")
    lines += ["", "Luck, in points of winning chance compared with the average of all dice"]
    for luck in account.luck:
        lines += _luck_lines(match.game.sides[luck.side].capitalize(), luck)
    for throw in account.luck[0].largest:
        side = match.game.sides[throw.side].capitalize()
        drawn = "" if throw.exact else " (estimated from samples)"
        favours = "for" if throw.gain >= 0 else "against"
        lines.append(
            f"  {100 * abs(throw.gain):.1f} points {favours} the {side} side, {date(throw.day)}: "
            f"{throw.what}; {throw.came}{drawn}"
        )
    lines += _swing_lines(match, account)
    return lines + _verdict_lines(match, account)


def _swing_lines(match: Match[Any], account: Account) -> list[str]:
    checked = any(swing.check for swing in (*account.swings, *account.dropped))
    lines = []
    if account.swings:
        how = "checked by play" if checked else "estimated by the model; --deep checks them by play"
        lines += ["", f"Turning points ({how})"]
    for swing in account.swings:
        parts = [
            f"{side.capitalize()} orders {points(part)}"
            for side, part in zip(match.game.sides, swing.orders, strict=False)
        ]
        parts += [f"dice {points(swing.dice)}"] if parts else ["the model estimated the opposite"]
        lines.append(f"  {swing.name}: {percent(swing.before)} to {percent(swing.after)}")
        lines.append(f"    {', '.join(parts)}. {swing.why}".rstrip())
        lines += [f"    {_check_text(swing.check)}"] if swing.check else []
        lines.append(f"    Largest change at order {swing.step}: {swing.step_text}")
    for swing in account.dropped:
        if swing.check:
            lines.append(
                f"  Not confirmed: {swing.name}, {points(swing.after - swing.before)} by the model. "
                f"{_check_text(swing.check)}"
            )
    return lines


def _check_text(check: Check) -> str:
    low, high = check.interval
    how = f"for {check.turns} turns" if check.turns else "to the end"
    return (
        f"Played {how}, {check.games} times from each position: {percent(check.before)} to "
        f"{percent(check.after)}, change {points(check.change)} ({points(low)} to {points(high)})."
    )


def _decided_lines(account: Account) -> list[str]:
    return [f"Decided on {date(account.decided.day)}."] if account.decided is not None else []


def _luck_lines(side: str, luck: Fortune) -> list[str]:
    kind = "lucky" if luck.total >= 0 else "unlucky"
    often = f"1 match in {round(1 / luck.rarity):,}"
    error = f" ± {100 * luck.error:.1f}" if luck.error else ""
    return [
        f"  {side:<10}{points(luck.total)}{error}: {often} with these throws is as {kind}; "
        f"result without luck {100 * luck.adjusted:.0f} points (a balance, not a chance)"
    ]


def _verdict_lines(match: Match[Any], account: Account) -> list[str]:
    verdicts = account.verdicts
    if verdicts is None:
        return []
    lines = ["", "Decisions"]
    if verdicts.why_not:
        return [*lines, f"  {verdicts.why_not}"]
    lines.append(
        f"  {verdicts.tried} compared with other plans, which were clearly better in {len(verdicts.found)}; "
        f"{verdicts.decided} not judged, because the match was already decided."
    )
    for one in verdicts.found:
        side = match.game.sides[one.side].capitalize()
        where = f", {one.where}" if one.where else ""
        lines.append(
            f"  {short_date(one.day)}{where}, {side}, {one.kind}: {points(one.worth)} ± {100 * one.error:.0f}"
        )
        lines += [f"    given:  {one.given}", f"    better: {one.better}", f"    {one.why}"]
    return lines


def percent(chance: float) -> str:
    if chance < 0.01:
        return "under 1 %" if chance > 0 else "0 %"
    if chance > 0.99:
        return "over 99 %" if chance < 1 else "100 %"
    return f"{100 * chance:.0f} %"


def points(gain: float) -> str:
    """+4.1 or −0.3 points of chance."""
    return f"{100 * gain:+.1f}".replace("-", "−")
