"""Parse case files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ardennes.cases.fields import CaseError, Fields
from ardennes.cases.model import Case
from ardennes.errors import UserError
from ardennes.toml_lines import TomlFault, read_toml_text

CASE_FIELDS = ("id", "game", "rules", "about", "task", "given", "when", "expect")
MAX_BYTES = 16 * 1024 * 1024
FILE_FIELDS = ("game", "about", "given", "case")


def case_files(paths: Iterable[Path]) -> list[Path]:
    """Return the named files, and all .toml files below the named folders, each once."""
    files: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            result = sorted(path.rglob("*.toml"))
            if not result:
                raise UserError(f"{path}: this folder holds no case file (*.toml)")
            files.update(dict.fromkeys(result))
        elif path.is_file():
            files[path] = None
        else:
            raise UserError(f"{path}: no such file or folder; name case files (*.toml) or folders of them")
    return list(files)


def read_cases(path: Path) -> list[Case]:
    """Return the cases of one file; CaseError says what is wrong with it."""
    file = str(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise CaseError(file, "", "", f"it has {size:,} bytes; a case file has {MAX_BYTES:,} at most")
        plain = read_toml_text(path.read_text(encoding="utf-8"))
    except TomlFault as fault:
        raise CaseError(file, "", "", f"this is not valid TOML: {fault}", fault.line) from None
    except UnicodeDecodeError as error:
        raise CaseError(file, "", "", f"byte {error.start + 1} is not UTF-8 text") from None
    except OSError as error:
        raise CaseError(file, "", "", f"cannot be read: {error.strerror}") from None
    top = Fields(file, "", "", plain)
    top.only(FILE_FIELDS)
    game = top.text("game", "")
    tables = top.tables("case")
    if not tables:
        raise CaseError(file, "", "case", "the file has no case; write at least one [[case]] table.")
    common = dict(top.table("given").values)
    cases = [_case(file, number, table.values, game, common) for number, table in enumerate(tables, 1)]
    visited: set[str] = set()
    for case in cases:
        if case.id in visited:
            raise CaseError(file, case.id, "id", "two cases of this file have this id; each needs its own.")
        visited.add(case.id)
    return cases


def _case(file: str, number: int, values: Mapping[str, Any], game: str, common: dict[str, Any]) -> Case:
    id_ = values.get("id")
    name = id_ if isinstance(id_, str) and id_ else f"number {number}"
    fields = Fields(file, name, "", values)
    if not isinstance(id_, str) or not id_.strip():
        fields.wrong("id", "a text in quotes that names the case")
    fields.only(CASE_FIELDS)
    game = fields.text("game", game)
    if not game:
        fields.wrong("game", 'game = "...", here or at the top of the file')
    rules = fields.texts("rules")
    if not rules:
        fields.wrong("rules", 'a list of at least one rule id, like ["TIA-ZOC-8"]')
    expect = fields.table("expect")
    if not expect:
        fields.fail("expect", "is missing or empty; a case must expect something.")
    return Case(
        file=file,
        id=name,
        game=game,
        rules=tuple(rules),
        about=fields.text("about", ""),
        given=Fields(file, name, "given", common | dict(fields.table("given").values)),
        when=fields.table("when"),
        expect=expect,
        task=fields.table("task"),
    )
