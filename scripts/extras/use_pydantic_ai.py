"""The tools of an agent of Pydantic AI, called by a model from a script."""

import asyncio

from remembrancer import Memory, Principal
from remembrancer.integrations.pydantic_ai import memory_toolset


def main() -> None:
    from pydantic_ai import Agent, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    def model(messages, info):
        last = messages[-1].parts[-1]
        if last.part_kind == "tool-return":
            return ModelResponse(parts=[TextPart(last.content["hits"][0]["text"])])
        return ModelResponse(parts=[ToolCallPart("recall", {"query": last.content})])

    with Memory.open("agents.db", preset="adviser", embedder="none", background=False) as memory:
        bot = memory.acting_as(Principal("bot", kind="agent"))
        bot.add(content="Ellen keeps the flat in Leeds.")
        asking = Agent(FunctionModel(model), toolsets=[memory_toolset(bot, session="talk-1")])
        answer = asyncio.run(asking.run("Where is the flat?")).output
        assert answer == "Ellen keeps the flat in Leeds.", answer


main()
