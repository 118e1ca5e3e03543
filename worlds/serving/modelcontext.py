"""The served tools over the Model Context Protocol, by its official SDK."""

from __future__ import annotations

import json
from functools import partial

import anyio.to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from starlette.requests import Request

from worlds.serving.answers import Refusal
from worlds.serving.desk import Desk
from worlds.tools.registry import REGISTRY
from worlds.tools.spec import ToolSpec

__all__ = ["LEG_KEY", "context_server", "leg_of"]

LEG_KEY = "benchwright/leg"
"""The key of a call's `_meta` that says which leg it is for."""
LEG_HEADER = "x-benchwright-leg"

INSTRUCTIONS = """\
The pages and tools of a recorded world. Read pages with fetch_webpage, find them with web_search; the other tools
answer what was recorded. A refusal has a code and says why. Nothing here reaches a network.
"""


def leg_of(request: Request) -> str | None:
    """The leg that a request names, by its header or its query."""
    return request.headers.get(LEG_HEADER) or request.query_params.get("leg")


def context_server(desk: Desk) -> Server[dict[str, object]]:
    """An MCP server whose tools are a desk's."""

    async def list_tools(
        _: ServerRequestContext[dict[str, object]], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(REGISTRY[name]) for name in sorted(REGISTRY)])

    async def call_tool(
        context: ServerRequestContext[dict[str, object]], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        asked = partial(desk.call, params.name, params.arguments or {}, _leg(context))
        answer = await anyio.to_thread.run_sync(asked)
        text = types.TextContent(type="text", text=json.dumps(answer.body, ensure_ascii=False))
        return types.CallToolResult(
            content=[text], structured_content=answer.body, is_error=isinstance(answer, Refusal)
        )

    return Server(
        "benchwright",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tool(spec: ToolSpec) -> types.Tool:
    return types.Tool(name=spec.name, description=spec.description, input_schema=spec.arguments_schema())


def _leg(context: ServerRequestContext[dict[str, object]]) -> str | None:
    named = (context.meta or {}).get(LEG_KEY)
    if isinstance(named, str):
        return named
    return leg_of(context.request) if isinstance(context.request, Request) else None
