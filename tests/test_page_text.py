"""All texts of the page are in its catalogue (`web/text/en`), and the catalogue has nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page_text import (
    ENGLISH,
    KEY,
    PLACEHOLDER,
    WEB,
    is_text,
    literals,
    read_area,
    read_catalogue,
    scripts,
)

ROOT = Path(__file__).resolve().parents[1]
PLURALS = {"one", "other"}  # of English
# Literals that look like texts, and why they are none.
ALLOWED = {
    "Lobby this-browser-is-the-lobby": "a header",
    "Seat ${}": "a header",
    "Lobby ${}": "a header",
    "Content-Type": "a header",
    "Content-Security-Policy": "a header",
    "X-Content-Type-Options": "a header",
    "${} is not of version ${}": "an error for the console",
    "lost: ${}": "a reason that site/apart.py reads",
    "too long": "a reason that site/apart.py reads",
    "no clear difference": "a kind of judgement",
    "bold german": "a class",
    "bold allied": "a class",
    "ardennes share\\0${}": "what a hash is made from",
    "in column": "how units march, as the server names it",
    "a, button, h1, h2, kbd, select, summary, textarea, .term, svg, [aria-hidden]": "a selector",
}
DRAWING = re.compile(r"^(?:translate|translate3d|rotate|scale)\(|^<\w+ |^M[\d.]|^\.\w+[,{]|^var\(--")


def stray_texts(code: str) -> list[str]:
    """Return the texts for people in a script, with their lines."""
    return [
        f"{one.line}: {one.text}"
        for one in literals(code)
        if is_text(one) and one.text not in ALLOWED and not DRAWING.search(one.text)
    ]


def used_keys(code: str, index: str) -> tuple[set[str], list[str]]:
    """Return the keys named in the scripts and index.html, and patterns of keys made from values."""
    named = set(re.findall(r'data-text="([^"]*)"', index))
    patterns = []
    for one in literals(code):
        if "${}" in one.text and re.match(r"[a-z]+\.", one.text):
            patterns.append(re.escape(one.text).replace(re.escape("${}"), r"[\w.-]+") + "$")
        elif KEY.match(one.text):
            named.add(one.text)
    return named, patterns


def faults_of_forms(key: str, forms: dict[str, str]) -> list[str]:
    """Return what is wrong with the plural forms of a text."""
    if "" in forms:
        names = PLACEHOLDER.findall(forms[""])
        result = ["{n} needs plural forms"] if "n" in names else []
        return [f"{key}: {fault}" for fault in result]
    if set(forms) != PLURALS:
        return [f"{key}: needs the forms {', '.join(sorted(PLURALS))}"]
    one, other = (set(PLACEHOLDER.findall(forms[form])) for form in ("one", "other"))
    result = [] if "n" in other else [f"{key}: the form other does not say {{n}}"]
    if one - other or other - one - {"n"}:
        result.append(f"{key}: the forms have different placeholders")
    if forms["one"] == forms["other"]:
        result.append(f"{key}: both forms are the same")
    return result


def test_scripts_have_no_texts_of_their_own() -> None:
    stray = {path: stray_texts(code) for path, code in scripts().items()}
    assert {path: texts for path, texts in stray.items() if texts} == {}


def test_what_is_allowed_is_there() -> None:
    every = {one.text for code in scripts().values() for one in literals(code)}
    assert set(ALLOWED) - every == set()


def test_the_first_page_has_no_texts() -> None:
    """Except its title and its text without scripts, which scripts could not fill in."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    page = re.sub(r"<title>Ardennes</title>|<noscript>.*?</noscript>", "", page)
    assert re.findall(r">\s*([^<>\s][^<>]*)<", page) == []
    assert re.findall(r'(?:title|aria-label|alt)="', page) == []


def test_keys_are_named_by_their_area() -> None:
    for path in sorted(ENGLISH.glob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert f"export const {path.stem} = " in text
        strange = [
            key for key, _ in read_area(text) if not key.startswith(f"{path.stem}.") or not KEY.match(key)
        ]
        assert strange == [], path.name


def test_the_catalogue_has_all_areas() -> None:
    merged = (WEB / "text" / "en.js").read_text(encoding="utf-8")
    for path in ENGLISH.glob("*.js"):
        assert f'import {{ {path.stem} }} from "./en/{path.name}";' in merged
        assert f"...{path.stem}" in merged


def test_keys_are_known_and_used() -> None:
    catalogue = read_catalogue()
    index = (WEB / "index.html").read_text(encoding="utf-8")
    areas = {path.stem for path in ENGLISH.glob("*.js")}
    used, patterns = set[str](), list[str]()
    for code in scripts().values():
        named, made = used_keys(code, index)
        used |= {key for key in named if key.partition(".")[0] in areas and not key.endswith(".js")}
        patterns += made
    assert used - set(catalogue) == set(), "these keys are not in the catalogue"
    unused = {key for key in catalogue if key not in used and not any(re.match(p, key) for p in patterns)}
    assert unused == set(), "no script uses these keys"


def test_plural_forms_are_complete() -> None:
    faults = [fault for key, forms in read_catalogue().items() for fault in faults_of_forms(key, forms)]
    assert faults == []


def test_texts_are_clean() -> None:
    """No double spaces, no space at an end where a sentence would be concatenated, no empty text."""
    for key, forms in read_catalogue().items():
        for text in forms.values():
            assert text.strip() == text != "", key
            assert "  " not in text, key
            assert not re.search(r"[{}]", PLACEHOLDER.sub("", text)), key


def test_texts_are_recognized() -> None:
    code = """
      h("p", { class: "quiet small", title: "Close" }, done ? "moved" : "", `${n} units`);
      notice("Saved"); if (e.key === "Escape") x.querySelector("p > a, b"); // "Not this"
      t("common.close"); const D = "M4 11L12 18"; throw new Error(`The ${thing} is gone`);
      ask(title, body, [["Keep it", true]]); const A = ["auto", "light"]; s("path", { d: "M1 2" });
    """
    assert stray_texts(code) == [
        "2: Close", "2: moved", "2: ${} units", "3: Saved", "4: The ${} is gone", "5: Keep it",
    ]  # fmt: skip


def test_keys_and_forms_are_checked() -> None:
    assert used_keys('t("a.b"); t(`a.c-${x}`); "no key"', '<i data-text="a.d">') == (
        {"a.b", "a.d"}, [r"a\.c\-[\w.-]+$"],
    )  # fmt: skip
    assert faults_of_forms("a.b", {"": "{n} units"})
    assert faults_of_forms("a.b", {"other": "{n} units"})
    assert faults_of_forms("a.b", {"one": "{n} unit", "other": "units"})
    assert faults_of_forms("a.b", {"one": "{n} unit of {a}", "other": "{n} units"})
    assert not faults_of_forms("a.b", {"one": "1 unit", "other": "{n} units"})


CALLS = {
    't("common.close")': "",
    't("common.rule", { number: 3 })': "",
    'parts("common.list", { first: "a", last: document.body })': "",
    't("common.nothing")': "error",
    't("common.rule")': "Expected 2 arguments",
    't("common.rule", {})': "'number' is missing",
    't("common.rule", { number: 3, other: 1 })': "'other' does not exist",
    't("common.list", { first: "a", last: document.body })': "not assignable",
}


@pytest.mark.long
def test_a_wrong_call_fails_the_check_of_types(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        from check_js import STRICT, find_tsc
    finally:
        sys.path.pop(0)
    tsc = find_tsc()
    if tsc is None or shutil.which("node") is None:
        pytest.skip("needs Node and TypeScript")
    for part in ("js/lib", "text"):
        shutil.copytree(WEB / part, tmp_path / part)
    script = tmp_path / "js" / "try.js"
    script.write_text(
        "\n".join(('import { parts, t } from "./lib/text.js";', *(f"{call};" for call in CALLS)))
    )
    made = subprocess.run([tsc, *STRICT, script], capture_output=True, text=True, check=False)
    faults = made.stdout.split("try.js(")[1:]
    for number, (call, fault) in enumerate(CALLS.items(), 2):
        reported = "".join(one for one in faults if one.startswith(f"{number},"))
        assert fault in reported, call
        assert bool(reported) == bool(fault), reported
