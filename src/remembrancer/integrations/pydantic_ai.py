"""For Pydantic AI: the tools that agents have everywhere, as a toolset or as a seat at a desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotAvailable, NotFound
from remembrancer.integrations.desk_seat import Call, DeskSeat, OfferedTool, take_seat
from remembrancer.items.delivered_text import harmless
from remembrancer.memory import Memory

try:
    from pydantic_ai import FunctionToolset, ModelRetry, Tool, ToolFailed
except ImportError:
    raise NotAvailable(
        "To give the memory to an agent of Pydantic AI, install what it needs: "
        "pip install 'remembrancer[pydantic-ai]'."
    ) from None

if TYPE_CHECKING:
    from remembrancer.tools.agent_tools import Which


def memory_toolset(
    memory: Memory, tools: Which = "default", *, session: str | None = None
) -> FunctionToolset[Any]:
    """Give it to an `Agent` among its `toolsets`. It acts as the memory's principal.

    `tools` is the small set or the full one. `session` names the talk, for the walks. What the
    memory refuses the model is told; wrong arguments it may try again.
    """

    def tool(schema: dict[str, Any]) -> Tool[Any]:
        def call(arguments: Mapping[str, Any]) -> dict[str, Any]:
            return memory.tools.call(schema["name"], arguments, session=session)

        return _tool(schema["name"], schema["description"], schema["parameters"], call)

    listed = [tool(schema) for schema in memory.tools.schemas(tools)]
    return FunctionToolset(listed, id="remembrancer", instructions=memory.tools.rule)


def join_desk(
    memory: Memory,
    name: str,
    *,
    specializations: Sequence[str] = (),
    kinds: Sequence[str] = (),
    session: str | None = None,
) -> DeskSeat[Tool[Any]]:
    """A seat at the desk: give its `instructions` and `tools` to an `Agent`.

    Its tools push, pull, challenge, take positions and look up the credibility of this agent, and
    of no other. Take a new seat before each run: the instructions tell what was shared by then.
    """

    def wrap(tool: OfferedTool) -> Tool[Any]:
        return _tool(tool.name, tool.description, tool.parameters, tool.call)

    return take_seat(
        memory, name, wrap, specializations=specializations, kinds=kinds, session=session
    )


def _tool(name: str, description: str, parameters: dict[str, Any], call: Call) -> Tool[Any]:
    def act(**arguments: Any) -> dict[str, Any]:
        try:
            return call(arguments)
        except InvalidInput as error:
            raise ModelRetry(harmless(str(error))) from error
        except (Forbidden, Conflict, NotFound) as error:
            raise ToolFailed(harmless(str(error))) from error

    return Tool.from_schema(act, name, description, parameters)
