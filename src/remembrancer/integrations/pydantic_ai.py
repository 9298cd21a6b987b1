"""A toolset for Pydantic AI: the tools that agents have everywhere, with the rule to look first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotAvailable, NotFound
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
        def act(**arguments: Any) -> dict[str, Any]:
            try:
                return memory.tools.call(schema["name"], arguments, session=session)
            except InvalidInput as error:
                raise ModelRetry(harmless(str(error))) from error
            except (Forbidden, Conflict, NotFound) as error:
                raise ToolFailed(harmless(str(error))) from error

        return Tool.from_schema(act, schema["name"], schema["description"], schema["parameters"])

    listed = [tool(schema) for schema in memory.tools.schemas(tools)]
    return FunctionToolset(listed, id="remembrancer", instructions=memory.tools.rule)
