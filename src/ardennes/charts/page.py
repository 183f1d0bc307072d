"""A self-contained page: fonts, style and drawings embedded, no script, for screen and paper."""

from __future__ import annotations

import base64
import re
from functools import cache
from html import escape
from importlib import resources

MAP = "ground"  # the id of the map that figures use
FONTS = {"EB Garamond": ("eb-garamond", (400, 600)), "Barlow Condensed": ("barlow-condensed", (500, 700))}


def standalone(title: str, body: str, style: str = "") -> str:
    """Return a whole page; `style` is added to the common one."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_fonts()}</style><style>{_common()}{style}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def kept_map(game: str) -> str:
    """Embed the quiet map of a game as a symbol, once per page for all figures on it."""
    art = (resources.files("ardennes.web") / "maps" / f"{game}-quiet.svg").read_text(encoding="utf-8")
    inside = re.sub(r"^<svg[^>]*>|<title>[^<]*</title>|</svg>\s*$", "", art)
    return (
        '<svg class="kept" width="0" height="0" aria-hidden="true"><defs>'
        f'<g id="{MAP}">{inside}</g></defs></svg>'
    )


@cache
def _common() -> str:
    return (resources.files("ardennes.charts") / "page.css").read_text(encoding="utf-8")


@cache
def _fonts() -> str:
    folder = resources.files("ardennes.web") / "fonts"
    result = []
    for family, (name, weights) in FONTS.items():
        for weight in weights:
            data = base64.b64encode((folder / f"{name}-latin-{weight}-normal.woff2").read_bytes()).decode()
            result.append(
                f'@font-face{{font-family:"{family}";font-weight:{weight};'
                f"src:url(data:font/woff2;base64,{data})}}"
            )
    return "".join(result)
