"""The page's many scripts and style sheets are joined into one each: nothing is lost, and errors are
reported.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ardennes.web
from ardennes.web.join import MAP, SCRIPT, SHEET, JoinError, in_order, joined

LEAF = "// A leaf.\nlet n = 0;\nexport function next() {\n  return ++n;\n}\nexport const STEP = 2;\nlet own\n"
TWIG = 'import { next, STEP as BY } from "./leaf.js";\nexport class Twig {}\nexport { BY };\nnext();\n'
MAIN = 'import {\n  Twig,\n} from "./twig.js";\nimport { next } from "./leaf.js";\nnext(new Twig());\n'
FILES = {
    "js/leaf.js": LEAF,
    "js/twig.js": TWIG,
    "js/main.js": MAIN,
    "js/other.js": "export default 1;\n",  # nobody imports it
    "css/all.css": '/* All. */\n@import "one.css";\n@import "two.css";\n',
    "css/one.css": "a { b: c }\n",
    "css/two.css": "d { e: f }\n",
}


def test_each_script_comes_after_those_it_needs_and_its_own_names_stay_its_own() -> None:
    assert in_order(FILES) == ["js/leaf.js", "js/twig.js", "js/main.js"]
    lines = joined(FILES)[SCRIPT].splitlines()
    assert lines[0] == "const $leaf = (() => { // A leaf."
    assert "return { next, STEP }; })();" in lines
    assert "const $twig = (() => { const { next, STEP: BY } = $leaf;" in lines
    assert "return { Twig, BY }; })();" in lines
    assert lines[-2] == 'export const parts = { "leaf": $leaf, "twig": $twig, "main": $main };'
    assert not any(line.startswith(("import", "export")) for line in lines[:-2])


def test_sheets_follow_in_the_order_in_which_they_are_named() -> None:
    assert joined(FILES)[SHEET] == "/* All. */\na { b: c }\nd { e: f }\n"


def test_every_line_leads_back_to_where_it_was_written() -> None:
    """Decode the mapping as a browser does: four numbers per line, each the difference to the last."""
    made = joined(FILES)
    answer = json.loads(made[MAP])
    texts, now, places = (
        [text.splitlines() for text in answer["sourcesContent"]],
        [0] * 4,
        list[tuple[int, int]](),
    )
    for said in answer["mappings"].split(";"):
        now = [a + b for a, b in zip(now, numbers(said), strict=True)]
        places.append((now[1], now[2]))
    # After the lines of a script comes the line that ends its function.
    assert places == [(source, line) for source, text in enumerate(texts) for line in range(len(text) + 1)]
    assert len(places) == len(made[SCRIPT].splitlines()) - 2
    assert answer["sources"] == ["leaf.js", "twig.js", "main.js"]
    assert made[SCRIPT].splitlines()[places.index((1, 3))] == texts[1][3] == "next();"


def numbers(said: str) -> list[int]:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    result, value, place = [], 0, 0
    for letter in said:
        digit = digits.index(letter)
        value |= (digit & 31) << place
        place += 5
        if digit < 32:
            result.append(-(value >> 1) if value & 1 else value >> 1)
            value = place = 0
    return result


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"js/leaf.js": LEAF + "export default own;\n"}, 'js/leaf.js, line 8: "export default own;"'),
        ({"js/leaf.js": LEAF + "export let x;\n"}, 'line 8: "export let x;" cannot be joined'),
        ({"js/leaf.js": 'import * as t from "./twig.js";\n' + LEAF}, "line 1"),
        (
            {"js/leaf.js": 'import { Twig } from "./twig.js";\n' + LEAF},
            "js/twig.js -> js/leaf.js -> js/twig.js",
        ),
        (
            {"js/twig.js": 'import { x } from "./gone.js";\n'},
            "js/twig.js imports js/gone.js, which is not there",
        ),
    ],
)
def test_what_cannot_be_joined_names_its_place(changed: dict[str, str], words: str) -> None:
    with pytest.raises(JoinError) as error:
        joined(FILES | changed)
    assert words in str(error.value)


def test_what_follows_a_has_is_named() -> None:
    """Where it is not, as in `:has(.x) > :not(.y)`, a browser styles the whole page again, map and counters
    too, whenever something comes or goes that any :has may ask for.
    """
    for sheet in sorted((Path(ardennes.web.__file__).parent / "css").glob("*.css")):
        words = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        while (bare := re.sub(r"\([^()]*\)", "", words)) != words:
            words = bare
        for rule in re.findall(r"([^{};]*:has\b[^{};]*)\{", words):
            for selector in rule.split(","):
                last = re.split(r"[\s>+~]+", selector.strip())[-1]
                named = re.search(r"[.#]|^\w|:is\b", last)
                assert ":has" not in selector or ":has" in last or named, f"{sheet.name}: {selector.strip()}"
