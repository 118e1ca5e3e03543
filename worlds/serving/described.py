"""The served tools described for programs: OpenAPI 3.1, made from the registry."""

from __future__ import annotations

from schemas.canonical import JSON
from schemas.worlds import WorldRecord
from worlds.serving.desk import SERVER_CODES
from worlds.tools.registry import REGISTRY
from worlds.tools.spec import ToolSpec

__all__ = ["openapi", "tools_told"]

ERROR: dict[str, JSON] = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "output": {"type": "object"}},
            "required": ["code", "message"],
        }
    },
    "required": ["error"],
}


def tools_told() -> list[JSON]:
    """Every tool whole: arguments, results, refusals."""
    return [REGISTRY[name].contract() for name in sorted(REGISTRY)]


def openapi(record: WorldRecord) -> dict[str, JSON]:
    """The description of a world's server."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"The pages and tools of {record.name}",
            "version": record.version,
            "description": "A recorded world: it answers what was recorded, and refuses everything else by a code.",
        },
        "paths": {f"/tools/{name}": _path(REGISTRY[name]) for name in sorted(REGISTRY)},
        "components": {"schemas": {"Error": ERROR}},
    }


def _path(spec: ToolSpec) -> dict[str, JSON]:
    leg: dict[str, JSON] = {
        "name": "X-Benchwright-Leg",
        "in": "header",
        "required": False,
        "description": "The id of the leg that the call is for, where the server doesn't know.",
        "schema": {"type": "string"},
    }
    codes = [*spec.errors, *SERVER_CODES]
    return {
        "post": {
            "operationId": spec.name,
            "summary": spec.description,
            "parameters": [leg],
            "requestBody": {"required": True, "content": {"application/json": {"schema": spec.arguments_schema()}}},
            "responses": {
                "200": {
                    "description": "The answer.",
                    "content": {"application/json": {"schema": {"type": "object", "required": ["result"]}}},
                },
                "4XX": {
                    "description": f"A refusal. Codes: {', '.join(codes)}.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                },
            },
        }
    }
