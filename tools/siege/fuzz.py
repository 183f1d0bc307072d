"""Random requests: whatever is sent gets a clear answer, never an internal error."""

from __future__ import annotations

import json
from random import Random
from typing import Any
from urllib.parse import quote

from tools.siege.client import JSON, RAW
from tools.siege.fort import needs_seat
from tools.siege.plan import Round
from tools.siege.table import Table, make

STRINGS = (
    "", " ", "\0", "a\0b", "\ud800", "🂡" * 20, "x" * 33, "x" * 5000, "../../etc/passwd", "%00", "null", "-1",
    "' OR 1=1 --", "<script>", "german", "allied", "watch", "me", "invited", "staff", "tigers", "1206", "G-1",
    "\u202e", "\n", "NaN", "allied:1", "german:-1", "e\u0301" * 10,
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 63, 64, 2**31 - 1, 2**31, 2**53, 2**63, 2**64, 10**400, 0.5, -0.0, 1e308)
ODD: tuple[Any, ...] = (None, True, [], {}, [[]], "x", 0, [None], {"": None})
SLOW = "/hint"  # starts a computer player: requested rarely


def value(schema: dict[str, Any], page: dict[str, Any], rng: Random, depth: int = 0) -> Any:
    """Return a value that the schema may allow, and occasionally one that it does not."""
    if rng.random() < 0.06:
        return rng.choice((*ODD, nested(rng.choice((5, 50, 900)))))
    if "$ref" in schema:
        return value(page["components"]["schemas"][schema["$ref"].rpartition("/")[2]], page, rng, depth)
    if "anyOf" in schema:
        return value(rng.choice(schema["anyOf"]), page, rng, depth)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(schema, page, rng, depth)
        case "array":
            most = min(schema.get("maxItems", 8), 80 if rng.random() < 0.05 else 4)
            return [value(schema.get("items", {}), page, rng, depth + 1) for _ in range(rng.randint(0, most))]
        case "string":
            return _string(schema, rng)
        case "integer" | "number":
            return rng.choice(NUMBERS) if rng.random() < 0.5 else rng.randint(0, schema.get("maximum", 100))
        case "boolean":
            return rng.random() < 0.5
        case "null":
            return None
    return rng.choice((*ODD, *STRINGS, *NUMBERS))


def _object(schema: dict[str, Any], page: dict[str, Any], rng: Random, depth: int) -> dict[str, Any]:
    needed = schema.get("required", [])
    parts = schema.get("properties", {})
    result = {
        name: value(part, page, rng, depth + 1)
        for name, part in parts.items()
        if rng.random() < (0.95 if name in needed else 0.4)
    }
    more = schema.get("additionalProperties", not parts)
    if isinstance(more, dict) or (more and depth < 4):
        inner = more if isinstance(more, dict) else {}
        for _ in range(rng.randint(0, 3)):
            result[rng.choice((*STRINGS, "do", "unit", "hex"))] = value(inner, page, rng, depth + 1)
    elif rng.random() < 0.05:
        result[rng.choice(STRINGS)] = 1
    return result


def _string(schema: dict[str, Any], rng: Random) -> str:
    if rng.random() < 0.5:
        return rng.choice(STRINGS)
    least, most = schema.get("minLength", 0), min(schema.get("maxLength", 40), 200)
    letters = "0123456789abcdef" if "pattern" in schema else "abcxyz019 ,-_:/é"
    length = 64 if "pattern" in schema else rng.randint(least, max(least, most))
    return "".join(rng.choice(letters) for _ in range(length))


def nested(depth: int) -> Any:
    result: Any = 1
    for _ in range(depth):
        result = [result]
    return result


def broken_bytes(rng: Random) -> bytes:
    """Return a body that is not JSON, or unexpected JSON."""
    return rng.choice(
        (
            b"",
            b"{",
            b"\xff\xfe",
            b"\0" * 10,
            b"[" * 100_000,
            b'{"a":' * 20_000,
            b'{"seq":1e999}',
            b'{"seq":' + b"9" * 5000 + b"}",
            b'{"name":"\\ud800"}',
            b"\xef\xbb\xbf{}",
            rng.randbytes(200),
            b"x" * 70_000,
        )
    )


class Sender:
    """Send random requests about one match, and check the answers."""

    def __init__(self, now: Round) -> None:
        self.now, self.rng, self.page = now, now.rng, now.keep.page
        self.table = self._table()

    def _table(self) -> Table:
        game = self.rng.choice(("tigers", "breakthrough", "wave_of_terror", "playsheet"))
        table = make(self.now.keep, game, at="127.0.0.30")
        table.play(self.rng, 3)
        return table

    def send(self, method: str, path: str, one: dict[str, Any]) -> None:
        rng = self.rng
        address, query = path, []
        for parameter in one.get("parameters", []):
            if parameter["in"] == "path":
                usual = self.table.id if parameter["name"] == "match_id" else "tigers"
                result = usual if rng.random() < 0.9 else rng.choice(STRINGS)
                address = address.replace("{" + parameter["name"] + "}", _quoted(result))
            elif parameter.get("required") or rng.random() < 0.7:
                drawn = value(parameter["schema"], self.page, rng)
                query.append(
                    f"{parameter['name']}={_quoted(drawn if isinstance(drawn, str) else json.dumps(drawn))}"
                )
        address += f"?{'&'.join(query)}" if query else ""
        headers = {}
        if rng.random() < 0.05:
            headers["Content-Type"] = rng.choice((RAW, "text/plain", f"{JSON};x=1"))
        if rng.random() < 0.05:
            headers["If-None-Match"] = rng.choice(("", '"x"', "*"))
        schema = one.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
        raw = None
        if schema is not None:
            made_up = json.dumps(value(schema, self.page, rng)).encode()
            raw = made_up if rng.random() < 0.93 else broken_bytes(rng)
        if needs_seat(one):
            headers["Authorization"] = f"Seat {rng.choice(list(self.table.tokens.values()))}"
        else:
            headers |= self.now.keep.lobby
        self._judge(method, path, address, raw, headers)

    def _judge(
        self, method: str, path: str, address: str, raw: bytes | None, headers: dict[str, str]
    ) -> None:
        answer = self.table.client.ask(method, address, raw=raw, headers=headers)
        self.now.count("requests")
        self.now.count("done", answer.status < 300)
        request = f"{method} {address} {headers.get('Content-Type', '')} {(raw or b'')[:600]!r}"
        fits = answer.status < 500 or (answer.status == 503 and path.endswith(SLOW))
        self.now.expect(fits, f"{method} {path} answers {answer.status}", request, answer)
        silent = answer.status >= 400 and not answer.words
        self.now.expect(not silent, f"{method} {path} refuses without a message", request, answer)
        made = answer.json()
        if (
            answer.status == 201
            and isinstance(made, dict)
            and "tokens" in made
            and made["id"] != self.table.id
        ):
            self.now.keep.owner("DELETE", f"/api/matches/{made['id']}", at=self.table.at)
        if method == "DELETE" and answer.status == 204:
            self.table = self._table()


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def fuzz(now: Round) -> None:
    sender = Sender(now)
    routes = [
        (method.upper(), path, one)
        for path, ways in now.keep.page["paths"].items()
        for method, one in ways.items()
    ]
    while now.go_on():
        for method, path, one in routes:
            if not path.endswith(SLOW) or now.rng.random() < 0.02:
                sender.send(method, path, one)
