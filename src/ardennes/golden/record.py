"""Record golden files from their recipes, and note the reason in docs/reference/changes.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.golden import counts, play, record_rules, rules, wording
from ardennes.golden.file import PLAY, RULES, Golden, Lines, find
from ardennes.golden.matches import OUTCOME
from ardennes.golden.verify import verify

CHANGES = Path("docs") / "reference" / "changes.md"
CHANGES_HEAD = """# What changed

This page lists what changed for people who play, save or compute, newest first. No
[golden file](../how-to/golden-matches.md) is recorded again without an entry here.
"""
Changed = dict[tuple[str, str, str], list[str]]  # game, rules version and kind -> names


def record_all(
    names: Sequence[str],
    kinds: Sequence[str],
    reason: str,
    folder: Path,
    *,
    raise_players: bool = False,
    players_file: Path = play.PLAYERS,
) -> None:
    """Record golden files and note the reason; nothing is written unless all of them can be recorded."""
    if not reason or "\n" in reason:
        raise UserError('say in one line why the files change: --reason "..."')
    texts: dict[Path, str] = {}
    changed: Changed = {}
    new_play: set[str] = set()  # games whose recorded play changes
    games: set[str] = set()
    for path in find(names, folder, kinds):
        old = Lines(path).head()
        text = record_one(path, old)
        if old.kind == PLAY:
            games.add(old.recipe.game)
        if text == path.read_text(encoding="utf-8"):
            print(f"{old.full_name}: the same as before")
            continue
        texts[path] = text
        if old.kind == PLAY and play.read(Lines(path)).recorded:
            new_play.add(old.recipe.game)
        version = find_game(old.recipe.game).version
        changed.setdefault((old.recipe.game, version, old.kind), []).append(path.stem)
        print(f"{old.full_name}: {len(text) // 1024} kB")
    to_raise = games_to_raise(new_play, folder, players_file)
    if to_raise and not raise_players:
        raise UserError(
            f"nothing is recorded. Computer players of {', '.join(to_raise)} give other orders: raise "
            f"their numbers in {players_file}, or repeat the command with --raise, which does it."
        )
    play.raise_numbers(to_raise, players_file)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    if games:
        note_versions(games, folder, players_file)
    if RULES in kinds and not names:
        counts.record(folder)
    if changed:
        file = folder.parent.parent / CHANGES
        note(file, entry(reason, changed))
        print(f"Noted in {file}.")


def record_one(path: Path, old: Golden) -> str:
    """Return the new text of a golden file; UserError if the result changed under the same rules version."""
    game = find_game(old.recipe.game)
    if old.kind == PLAY:
        return play.record(game, Lines(path))
    recorded = rules.read(Lines(path)).recorded if old.kind == RULES else wording.read(Lines(path)).end
    if recorded:
        _, _, difference = verify(path, find_game)
        if difference is not None and difference.kind == OUTCOME:
            raise UserError(f"nothing is recorded.\n{difference}")
    if old.kind == RULES:
        return record_rules.record(game, rules.read(Lines(path)))
    return wording.record(game, Lines(path))


def games_to_raise(new_play: set[str], folder: Path, players_file: Path) -> list[str]:
    """Return the games whose recorded play changes although neither the version of their players nor of their
    rules has changed since the last recording.
    """
    recorded, now = play.recorded_versions(folder), play.numbers(players_file)
    return [
        game
        for game in sorted(new_play & recorded.keys())
        if (recorded[game].players, recorded[game].rules) == (now[game], find_game(game).version)
    ]


def note_versions(games: set[str], folder: Path, players_file: Path) -> None:
    """Record under which versions the play goldens of some games were made."""
    now = play.numbers(players_file)
    new = {
        game: play.Versions(now[game], find_game(game).version, play.digest_of(folder, game))
        for game in games
    }
    play.write_versions(folder, play.recorded_versions(folder) | new)


def entry(reason: str, recorded: Mapping[tuple[str, str, str], Sequence[str]]) -> str:
    """Return the note on a recording: the reason, and the file names by game, rules version and kind."""
    lines = [f"## {reason}", ""]
    lines += [
        f"- {game}, rules version {version}; {kind} goldens: {', '.join(names)}"
        for (game, version, kind), names in sorted(recorded.items())
    ]
    return "\n".join(lines) + "\n"


def note(file: Path, text: str) -> None:
    """Insert an entry above the others."""
    old = file.read_text(encoding="utf-8") if file.is_file() else CHANGES_HEAD
    head, mark, rest = old.partition("\n## ")
    file.write_text(f"{head.rstrip()}\n\n{text}{mark}{rest}", encoding="utf-8")
