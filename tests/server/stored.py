"""Small matches for the tests of the stores."""

from __future__ import annotations

from ardennes.server.storage.models import Line, NewMatch, Seat, Standing

BEGUN = Standing(1, (0,))
SEATS = (Seat(0, "me", 0), Seat(1, "random", 2**62))


def fresh(name: str, parent: str | None = None) -> NewMatch:
    return NewMatch(
        id=name,
        name=f"Match {name}",
        game="tigers",
        rules="1",
        setting='{"scenario":"campaign"}',
        start="abc",
        forked_from=parent,
        standing=BEGUN,
        seats=SEATS,
    )


def line(seq: int, why: str = "") -> Line:
    return Line(seq, 0, '{"do":"end"}', f"d{seq}", seq, False, "[]", why)
