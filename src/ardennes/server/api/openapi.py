"""The OpenAPI description: bodies and answers are described by the structs that decode and encode them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ardennes import __version__
from ardennes.after import account, summary
from ardennes.kernel import wire
from ardennes.server.api import schemas as bodies
from ardennes.server.http.router import REF


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    """Return the structs that a module defines, in order."""
    result = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [
        kind for kind in result if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, computed once."""
    if app.openapi_schema is None:
        page = get_openapi(
            title="Ardennes", version=__version__, routes=app.routes, description=(app.description or "")
        )
        _, schemas = msgspec.json.schema_components(
            [*structs(wire), *structs(account), *structs(summary), *structs(bodies)], ref_template=REF
        )
        page["components"] = {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "seat": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "`Seat <token>`, with a token returned when the match was made.",
                },
                "lobby": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "Authorization",
                    "description": "`Lobby <token>`, with the token that the server prints when it starts.",
                },
            },
        }
        for operations in page["paths"].values():
            for operation in operations.values():
                answered = operation["responses"].get("422", {})
                if "HTTPValidationError" in str(answered):  # the server answers such errors with 400
                    del operation["responses"]["422"]
        app.openapi_schema = page
    return app.openapi_schema
