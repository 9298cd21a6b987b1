"""The server: tools, resources and prompts of one memory, whoever calls and by whatever way."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import unquote

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from remembrancer import __version__
from remembrancer.core.errors import NotAvailable, RemembrancerError
from remembrancer.core.limits import ASYNC_THREADS_MAX, TOOLS_MAX
from remembrancer.core.texts.quoting import quoted
from remembrancer.core.validation import check_name, check_text
from remembrancer.delivery.tool_rule import MEMORY_FIRST
from remembrancer.items.delivered_text import harmless
from remembrancer.memory import Memory
from remembrancer.ports import Attribute, Work
from remembrancer.ports.telemetry import Fact
from remembrancer.tools.agent_tools import BUILT_IN, Which, chosen
from remembrancer.tools.lookup_tools import SUMMARY
from remembrancer.tools.memory_tools import CONTEXT
from remembrancer.tools.tool import Tool

T = TypeVar("T")
Context = ServerRequestContext[Any]

log = logging.getLogger("remembrancer.mcp")

BUNDLE: Final = "remembrancer://bundle"
_SUBJECTS: Final = "remembrancer://subjects/"
_LOOK: Final = "look_before_you_answer"
_QUESTION_CHARACTERS: Final = 10_000
_MARKDOWN: Final = "text/markdown"
_CALL: Final = "tools/call"  # the method of the protocol
_FAILED: Final = "Something failed here, and nothing is known of the outcome. Try again, or ask."


class Calling(NamedTuple):
    """Who calls."""

    memory: Memory  # as the caller sees it
    tools: tuple[Tool, ...]  # that are offered to them
    session: str | None = None  # the name of their talk, for the log of questions


class _Handlers:
    """Answers requests. What they do runs on threads: the store is synchronous."""

    def __init__(self, calling: Callable[[Context], Calling]) -> None:
        self._calling = calling
        self._threads = anyio.CapacityLimiter(ASYNC_THREADS_MAX)

    async def _run(self, act: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(act, limiter=self._threads)

    async def list_tools(self, ctx: Context, params: Any) -> types.ListToolsResult:
        calling = self._calling(ctx)
        listed = await self._run(lambda: [_described(tool) for tool in calling.tools])
        return types.ListToolsResult(tools=listed)

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        calling = self._calling(ctx)
        if not any(tool.name == params.name for tool in calling.tools):
            names = ", ".join(tool.name for tool in calling.tools)
            raise MCPError(
                code=types.INVALID_PARAMS,
                message=f"There is no such tool here. Use one of: {names}.",
            )
        arguments = {} if params.arguments is None else params.arguments
        facts: dict[Attribute, Fact] = {
            Attribute.MCP_METHOD: _CALL,
            Attribute.OPERATION: "execute_tool",
            Attribute.TOOL: params.name,
        }
        with calling.memory.telemetry.span(Work.TOOL, f"{_CALL} {params.name}", facts) as span:
            try:
                told = await self._run(
                    lambda: calling.memory.tools.call(
                        params.name, arguments, session=calling.session
                    )
                )
            except RemembrancerError as error:
                span.fail(type(error).__name__)
                return _refused(str(error))
            except Exception as error:
                span.fail(type(error).__name__)
                _note(error)
                return _refused(_FAILED)
        text = json.dumps(told, ensure_ascii=False)
        return types.CallToolResult(content=[_text(text)], structured_content=told, is_error=False)

    async def list_resources(self, ctx: Context, params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[_BUNDLE])

    async def list_templates(self, ctx: Context, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[_SUBJECT])

    async def read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        calling, uri = self._calling(ctx), str(params.uri)
        try:
            text = await self._run(lambda: _resource(calling, uri))
        except RemembrancerError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None
        except MCPError:
            raise
        except Exception as error:
            _note(error)
            raise MCPError(code=types.INTERNAL_ERROR, message=_FAILED) from None
        contents = types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, ctx: Context, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_PROMPT])

    async def get_prompt(
        self, ctx: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        if params.name != _LOOK:
            raise MCPError(
                code=types.INVALID_PARAMS, message=f"There is no such prompt here. Use {_LOOK}."
            )
        try:
            text = _look_first(params.arguments or {})
        except RemembrancerError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from None
        message = types.PromptMessage(role="user", content=_text(text))
        return types.GetPromptResult(description=_PROMPT.description, messages=[message])


def make_server(calling: Callable[[Context], Calling]) -> Server[Any]:
    """The server. `calling` says whose request it is."""
    handlers = _Handlers(calling)
    return Server(
        "remembrancer",
        version=__version__,
        title="Remembrancer",
        instructions=MEMORY_FIRST,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


def calling(memory: Memory, which: Which, session: str | None = None) -> Calling:
    """The caller of this memory, with the set of tools that was chosen for them."""
    try:
        listed = memory.tools.listed(which)
    except NotAvailable:  # on a server, which has at least these
        listed = chosen(BUILT_IN, which)
    return Calling(memory, listed, session)


_BUNDLE: Final = types.Resource(
    uri=BUNDLE,
    name="bundle",
    title="What people approved",
    description="What every agent is to know: all that is mandatory, and the best of the rest.",
    mime_type=_MARKDOWN,
)
_SUBJECT: Final = types.ResourceTemplate(
    uri_template=_SUBJECTS + "{subject}",
    name="subject",
    title="What is known of a subject",
    description="By kind, newest first, each line quoted with its source.",
    mime_type=_MARKDOWN,
)
_PROMPT: Final = types.Prompt(
    name=_LOOK,
    title="Look before you answer",
    description="Has a question answered from memory, or says that it is not remembered.",
    arguments=[
        types.PromptArgument(name="question", description="What you want to know.", required=True),
        types.PromptArgument(
            name="subject", description="Who or what it is about.", required=False
        ),
    ],
)


@lru_cache(maxsize=2 * TOOLS_MAX)  # they are listed for each call of one
def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.parameters,
        output_schema=tool.output,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.is_read_only,
            idempotent_hint=tool.is_idempotent,
            destructive_hint=tool.is_destructive,
            open_world_hint=tool.is_open_world,
        ),
    )


def _resource(calling: Calling, uri: str) -> str:
    if uri == BUNDLE:
        return _bundle(calling)
    subject = unquote(uri.removeprefix(_SUBJECTS), errors="replace")
    if not uri.startswith(_SUBJECTS) or not subject:
        raise MCPError(
            code=types.INVALID_PARAMS,
            message=f"There is no such resource here. Use {BUNDLE} or {_SUBJECTS}NAME.",
        )
    fields = calling.memory.tools.call(SUMMARY, {"client_id": subject}, session=calling.session)
    return str(fields["text"])


def _bundle(calling: Calling) -> str:
    """All that is in the bundle, as the tools see it."""
    try:
        return calling.memory.tools.as_member().bundle().text
    except NotAvailable:  # on a server, whose tool has as much of it as there is room for
        fields = calling.memory.tools.call(CONTEXT, {}, session=calling.session)
        return str(fields["text"])


def _look_first(given: dict[str, str]) -> str:
    question, subject = given.get("question"), given.get("subject")
    check_text(question, "question", length_max=_QUESTION_CHARACTERS)
    lines = [MEMORY_FIRST, ""]
    if subject:
        check_name(subject, "subject")
        about = quoted(harmless(subject), len(subject))
        lines.append(f"This is about {about}: call get_context with it.")
    lines.append("Look first, then answer from what you found, and name its source:")
    return "\n".join([*lines, "", harmless(str(question))])


def _text(text: str) -> types.TextContent:
    return types.TextContent(text=text)


def _refused(sentence: str) -> types.CallToolResult:
    # It may repeat words that were given, or are stored.
    return types.CallToolResult(content=[_text(harmless(sentence))], is_error=True)


def _note(error: Exception) -> None:
    # Neither the message nor the request is logged: both may hold what people said.
    log.error("A request failed: %s", type(error).__name__)
