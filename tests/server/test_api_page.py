"""The API page (OpenAPI), tested with schemathesis: only documented answers, no crash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.running import Running, running

PROMISED = (
    "GET /api/games",
    "GET /api/games/{game}/stage",
    "GET /api/games/{game}/openings",
    "GET /api/games/{game}/history",
    "GET /api/rules/{game}",
    "GET /api/rules/{game}/cases",
    "POST /api/rules/{game}/cases",
    "GET /api/matches/{match_id}/trial",
    "GET /api/matches",
    "POST /api/matches",
    "POST /api/matches/import",
    "GET /api/matches/{match_id}/miniature",
    "PATCH /api/matches/{match_id}",
    "DELETE /api/matches/{match_id}",
    "POST /api/matches/{match_id}/continue",
    "POST /api/matches/{match_id}/sit",
    "POST /api/matches/{match_id}/invite",
    "POST /api/matches/{match_id}/join",
    "POST /api/matches/{match_id}/command/invite",
    "POST /api/matches/{match_id}/command",
    "POST /api/matches/{match_id}/ready",
    "GET /api/matches/{match_id}/messages",
    "POST /api/matches/{match_id}/messages",
    "POST /api/matches/{match_id}/messages/read",
    "GET /api/matches/{match_id}",
    "GET /api/matches/{match_id}/log",
    "GET /api/matches/{match_id}/replay",
    "GET /api/matches/{match_id}/reach",
    "GET /api/matches/{match_id}/comers",
    "POST /api/matches/{match_id}/march",
    "GET /api/matches/{match_id}/why",
    "POST /api/matches/{match_id}/odds",
    "GET /api/matches/{match_id}/hint",
    "POST /api/matches/{match_id}/orders",
    "POST /api/matches/{match_id}/undo",
    "POST /api/matches/{match_id}/restart",
    "POST /api/matches/{match_id}/route",
    "POST /api/matches/{match_id}/dice",
    "POST /api/matches/{match_id}/fork",
    "GET /api/matches/{match_id}/export",
    "GET /api/matches/{match_id}/end",
    "GET /api/matches/{match_id}/account",
    "GET /api/matches/{match_id}/report",
    "POST /api/matches/{match_id}/report",
    "POST /api/matches/{match_id}/setups/list",
    "POST /api/matches/{match_id}/setups/keep",
    "POST /api/matches/{match_id}/setups/file",
    "POST /api/matches/{match_id}/staff",
    "POST /api/matches/{match_id}/setups/import",
    "POST /api/matches/{match_id}/setups/delete",
    "POST /api/matches/{match_id}/setups/use",
)
# With a body or a parameter: both can have the wrong form.
CAN_BE_ASKED_WRONGLY = [
    operation
    for operation in PROMISED
    if operation.startswith(("POST", "PATCH"))
    or operation.endswith(("/log", "/replay", "/reach", "/comers", "/why", "/messages"))
]
EXAMPLES, FEWER = 4, 2  # requests per operation in a long run, and every day
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


class Asked(NamedTuple):
    """A server with a running match, and its description."""

    schema: Any
    match: str
    seat: dict[str, str]
    lobby: dict[str, str]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with running(tmp_path_factory.mktemp("api")) as server:
        table = server.make()
        table.opening()
        schema = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
        yield Asked(schema, table.id, table.headers("german"), server.lobby)


def test_the_page_describes_every_route(server: Running) -> None:
    page = server.http.get("/api/openapi.json").json()
    result = [f"{method.upper()} {path}" for path, methods in page["paths"].items() for method in methods]
    assert sorted(result) == sorted(PROMISED)
    for path, methods in page["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"]
            assert "HTTPValidationError" not in str(operation)
            read = method == "get" and not path.startswith("/api/matches")  # games and rulebooks
            open_to_all = read or path.endswith("/join")
            assert ("security" in operation) != open_to_all, path
            if not open_to_all:
                assert {operation["tags"][0].replace("match", "seat")} <= {
                    name for one in operation["security"] for name in one
                }


def test_no_page_of_the_framework_that_loads_from_outside(server: Running) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert server.http.get(path).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(
    ("operation", "mode"),
    [(operation, GenerationMode.POSITIVE) for operation in PROMISED]
    + [(operation, GenerationMode.NEGATIVE) for operation in CAN_BE_ASKED_WRONGLY],
)
def test_answers_are_as_promised(
    operation: str, mode: GenerationMode, asked: Asked, request: pytest.FixtureRequest
) -> None:
    """Send requests as described, and requests that are not."""
    method, path = operation.split()
    chosen = asked.schema[path][method]
    strategy = chosen.as_strategy(generation_mode=mode)
    match = asked.match
    headers = asked.lobby if "lobby" in str(chosen.definition.raw.get("security", "")) else asked.seat

    @settings(
        max_examples=EXAMPLES if request.config.getoption("--slow") else FEWER,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=strategy)
    def ask(case: Any) -> None:
        if "match_id" in case.path_parameters and method != "DELETE":
            case.path_parameters["match_id"] = match
        if "game" in case.path_parameters:
            case.path_parameters["game"] = "tigers"
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)

    ask()
