"""Orders as short text: `attack [1104] [G-26VG,G-5FJ] attach=[G-501]`.

The kind comes first, then the fields that every order of the kind has, in their order, then by name the
optional fields that are not at their default.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple, cast, get_args

import msgspec

from ardennes.kernel.contract import AnyGame, Order

BARE = re.compile(r"[\w./+-]+")  # a string that needs no quotation marks
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\w./+-]+|[\[\]{},:= ]')


class _Kind(NamedTuple):
    """A kind of order, and the fields that it always has."""

    type: type[Order]
    required: tuple[str, ...]


class BadOrder(Exception):
    """Text that is not an order."""


def order_text(game: AnyGame, order: Order) -> str:
    """Return the order as short text, or as JSON if the text could not be parsed back to the same order."""
    try:
        if read_order_text(game, _short_text(order)) == order:
            return _short_text(order)
    except BadOrder:
        pass
    return msgspec.json.encode(order).decode()


def read_order_text(game: AnyGame, text: str) -> Order:
    """Read an order from short text or JSON; BadOrder says what is wrong with it."""
    try:
        if text.startswith("{"):
            return game.read_order(msgspec.json.decode(text))
        kinds = _kinds(cast(Any, game).orders)
        plain = _Parser(text).order(kinds)
        order: Order = msgspec.convert(plain, kinds[plain["do"]].type, strict=False)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadOrder(str(error)) from None
    return order


@cache
def _kinds(union: Any) -> dict[str, _Kind]:
    """The kinds of order by name."""
    return {
        str(kind.__struct_config__.tag): _Kind(
            kind, tuple(f.encode_name for f in msgspec.structs.fields(kind) if f.required)
        )
        for kind in get_args(union)
    }


def _short_text(order: Order) -> str:
    plain = msgspec.to_builtins(order)
    parts = [plain["do"]]
    for field in msgspec.structs.fields(type(order)):
        value = plain[field.encode_name]
        if field.required:
            parts.append(_value_text(value))
        elif value != _usual(field):
            parts.append(f"{field.encode_name}={_value_text(value)}")
    return " ".join(parts)


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    return msgspec.to_builtins(cast(Any, field.default_factory)())


def _value_text(value: Any) -> str:
    if isinstance(value, str) and BARE.fullmatch(value):
        return value
    if isinstance(value, list | tuple):
        return f"[{','.join(map(_value_text, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{name}:{_value_text(part)}' for name, part in value.items())}}}"
    return msgspec.json.encode(value).decode()


class _Parser:
    """Parse the text of one order; numbers and Booleans stay text, which msgspec converts."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        self.at = 0
        if "".join(self.tokens) != text or not text:
            raise BadOrder("it has an unexpected character")

    def order(self, kinds: dict[str, _Kind]) -> dict[str, Any]:
        kind = self.take()
        if kind not in kinds:
            raise BadOrder(f"{kind!r} is not a kind of order")
        plain: dict[str, Any] = {"do": kind}
        required = iter(kinds[kind].required)
        while self.at < len(self.tokens):
            self.take(" ")
            if self.tokens[self.at + 1 : self.at + 2] == ["="]:
                name = self.take()
                self.take("=")
            else:
                name = next(required, "")
                if not name:
                    raise BadOrder(f"too many values for {kind!r}")
            plain[name] = self.value()
        return plain

    def take(self, expected: str = "") -> str:
        if self.at == len(self.tokens):
            raise BadOrder("it ends too early")
        token: str = self.tokens[self.at]
        if expected and token != expected:
            raise BadOrder(f"expected {expected!r}, found {token!r}")
        self.at += 1
        return token

    def value(self) -> Any:
        token = self.take()
        if token.startswith('"'):
            return msgspec.json.decode(token)
        if token == "[":
            return list(self.parts("]", self.value))
        if token == "{":
            return dict(self.parts("}", self.pair))
        if not BARE.fullmatch(token):
            raise BadOrder(f"expected a value, found {token!r}")
        return token

    def pair(self) -> tuple[str, Any]:
        name = self.take()
        self.take(":")
        return name, self.value()

    def parts(self, end: str, read: Any) -> Any:
        while self.tokens[self.at : self.at + 1] != [end]:
            yield read()
            if self.tokens[self.at : self.at + 1] != [end]:
                self.take(",")
        self.take(end)
