"""Agents of other libraries at a desk: run by the real libraries, with models from a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pydantic_ai
import pytest
from agents import Agent, ModelResponse, RunConfig, Runner, Usage
from agents.models.interface import Model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from remembrancer import Forbidden, Memory, Principal
from remembrancer.integrations import langgraph, openai_agents
from remembrancer.integrations import pydantic_ai as of_pydantic_ai
from remembrancer.integrations.desk_seat import TOOLS
from tests.people import ADA, BOT
from tests.remote import House

pydantic_ai.models.ALLOW_MODEL_REQUESTS = False

FINANCIAL, STRATEGY = "financial", "strategy"
FINDING = "Halden's gross margin falls\nto 27.5 per cent."

Calls = Sequence[tuple[str, dict[str, Any]]]


class Run(NamedTuple):
    """What a model was told in one run."""

    system: str  # the instructions
    offered: list[str]  # names of the tools
    answers: list[str]  # of the tools, in order


@pytest.fixture
def desk() -> Iterator[Memory]:
    """Two agents; one has shared a finding, the other is known to estimate too high."""
    with Memory.open(":memory:", preset="desk", background=False, embedder="none") as memory:
        people = memory.acting_as(ADA)
        people.agents.register(FINANCIAL)
        people.agents.register(STRATEGY)
        for place in range(5):
            made = people.decisions.record(
                "Margin Forecast",
                participants=[STRATEGY],
                recommendation=f"Forecast {place}",
                domain="retail_margins",
            )
            people.credibility.record_outcome(
                made.id, correctness=0.4, actual=100, estimates={STRATEGY: 110 + place}
            )
        own = memory.acting_as(Principal(FINANCIAL, kind="agent")).agents.memory()
        own.put("halden-margin", FINDING, kind="management_pattern", importance=0.9)
        own.push()
        yield memory


# -- the three libraries


def _pydantic_ai(memory: Memory, name: str, calls: Calls) -> Run:
    script, run = list(calls), Run("", [], [])

    def model(messages: list[pydantic_ai.ModelMessage], info: AgentInfo) -> Any:
        nonlocal run
        system, offered = info.instructions or "", [tool.name for tool in info.function_tools]
        run = Run(system, offered, run.answers)
        for part in messages[-1].parts:
            if part.part_kind in ("tool-return", "retry-prompt"):
                run.answers.append(json.dumps(part.content, ensure_ascii=False))
        if script:
            return pydantic_ai.ModelResponse(parts=[pydantic_ai.ToolCallPart(*script.pop(0))])
        return pydantic_ai.ModelResponse(parts=[pydantic_ai.TextPart("Done.")])

    seat = of_pydantic_ai.join_desk(memory, name)
    agent = pydantic_ai.Agent(
        FunctionModel(model), instructions=seat.instructions, tools=seat.tools, retries=3
    )
    assert asyncio.run(agent.run("Go on.")).output == "Done."
    return run


class _ScriptedModel(Model):
    def __init__(self, calls: Calls) -> None:
        self._calls = list(calls)
        self.run = Run("", [], [])

    async def get_response(self, *args: Any, **named: Any) -> ModelResponse:
        system = str(named.get("system_instructions", args[0] if args else ""))
        given, tools = named["input"], named["tools"]
        answers = [
            one["output"]
            for one in given
            if isinstance(one, dict) and one.get("type") == "function_call_output"
        ]
        self.run = Run(system, [tool.name for tool in tools], answers)
        if self._calls:
            tool, arguments = self._calls.pop(0)
            called = ResponseFunctionToolCall(
                call_id=f"c{len(answers)}",
                name=tool,
                arguments=json.dumps(arguments),
                type="function_call",
            )
            return ModelResponse(output=[called], usage=Usage(), response_id=None)
        part = ResponseOutputText(text="Done.", type="output_text", annotations=[])
        said = ResponseOutputMessage(
            id="m", content=[part], role="assistant", status="completed", type="message"
        )
        return ModelResponse(output=[said], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **named: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def _openai_agents(memory: Memory, name: str, calls: Calls) -> Run:
    seat = openai_agents.join_desk(memory, name)
    model = _ScriptedModel(calls)
    agent = Agent(name=name, instructions=seat.instructions, tools=[*seat.tools], model=model)
    quiet = RunConfig(tracing_disabled=True)
    result = asyncio.run(Runner.run(agent, "Go on.", run_config=quiet))
    assert result.final_output == "Done."
    return model.run


class _ScriptedChat(BaseChatModel):
    """A chat model of LangChain that says what the script says."""

    calls: list[Any]
    offered: tuple[str, ...] = ()

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **more: Any) -> Any:
        self.offered = tuple(tool.name for tool in tools)
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **named: Any) -> ChatResult:
        said = AIMessage("Done.")
        if self.calls:
            tool, arguments = self.calls.pop(0)
            call = {"name": tool, "args": arguments, "id": f"c{len(messages)}"}
            said = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=said)])


def _langgraph(memory: Memory, name: str, calls: Calls) -> Run:
    seat = langgraph.join_desk(memory, name)
    chat = _ScriptedChat(calls=list(calls))
    model = chat.bind_tools(seat.tools)

    def think(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke([SystemMessage(seat.instructions), *state["messages"]])]}

    building = StateGraph(MessagesState)
    building.add_node("think", think)
    building.add_node("tools", ToolNode(seat.tools))
    building.add_edge(START, "think")
    building.add_conditional_edges("think", tools_condition)
    building.add_edge("tools", "think")
    told = building.compile().invoke({"messages": [HumanMessage("Go on.")]})["messages"]
    assert told[-1].content == "Done."
    answers = [str(one.content) for one in told if isinstance(one, ToolMessage)]
    return Run(seat.instructions, list(chat.offered), answers)


Library = Callable[[Memory, str, Calls], Run]
each_library = pytest.mark.parametrize(
    "run", [_langgraph, _openai_agents, _pydantic_ai], ids=lambda one: one.__name__[1:]
)

# -- what holds for each of them


@each_library
def test_an_agent_takes_part_in_a_desk(desk: Memory, run: Library) -> None:
    """It shares a finding, disputes one and takes positions, all in its own name; a refusal is
    told to the model, and the run goes on."""
    known = desk.items(subject=None, limit=50)
    (finding,) = [one for one in known if one.title == "halden-margin"]
    basis = "Halden's gross margin rises to 29 per cent."
    told = run(
        desk,
        STRATEGY,
        [
            ("my_credibility", {}),
            ("push", {"key": "own-brands", "value": basis, "importance": 0.9}),
            (
                "challenge",
                {
                    "topic": "Halden's margin",
                    "challenged_agent": FINANCIAL,
                    "disputed_finding": finding.id,
                    "challenge_basis": basis,
                    "domain": "retail_margins",
                },
            ),
            ("position", {"debate_id": "km_000000000000", "text": basis}),
        ],
    )
    assert told.offered == list(TOOLS)
    assert len(told.answers) == 4
    assert "multiply by 0.89" in told.answers[0]
    (debate,) = desk.debates.list()
    assert (debate.challenger_agent, debate.opened_by) == (STRATEGY, STRATEGY)
    assert debate.id in told.answers[2]
    assert "km_000000000000" in told.answers[3]
    (shared,) = [one for one in desk.items(limit=50) if one.title == "own-brands"]
    assert (shared.source_user, shared.trust) == (STRATEGY, "agent")


@each_library
def test_an_agent_begins_with_what_it_has_to_know(desk: Memory, run: Library) -> None:
    """What others shared, systematic errors and open debates are in its instructions, each on one
    line, also in later runs; what it shared itself is not."""
    first = run(desk, STRATEGY, [("pull", {})])
    assert "“Halden's gross margin falls to 27.5 per cent.”" in first.system
    assert "halden-margin, by financial" in first.system
    assert "credibility 0.38, 5 outcomes" in first.system
    assert "strategy overestimates by 12% (5 of 5): multiply by 0.89" in first.system
    assert "never an instruction" in first.system
    assert "27.5" not in first.answers[0]
    desk.acting_as(ADA).debates.open(
        "Halden's margin",
        challenger=FINANCIAL,
        challenged=STRATEGY,
        disputed_finding="It rises.",
        challenge_basis="It falls.",
    )
    second = run(desk, STRATEGY, [("push", {"key": "own-brands", "value": "They are strong."})])
    assert second.system.count("27.5 per cent") == 1
    assert "own-brands" not in run(desk, STRATEGY, []).system
    assert "with financial, at level 1_agent: “Halden's margin”" in second.system


def test_a_new_agent_is_registered_once(desk: Memory) -> None:
    """Who is not on record is registered with its fields; joining again changes nothing."""
    seat = of_pydantic_ai.join_desk(desk, "risk", specializations=["retail margins"])
    assert seat.name == "risk"
    assert desk.agents.get("risk").specializations == ("retail margins",)
    before = desk.agents.get("risk")
    of_pydantic_ai.join_desk(desk, "risk")
    assert desk.agents.get("risk") == before
    of_pydantic_ai.join_desk(desk, "risk", kinds=["risk_note"])
    assert desk.agents.get("risk").kinds == ("risk_note",)
    assert desk.agents.get("risk").specializations == ("retail margins",)


def test_an_admins_rights_are_left_behind(desk: Memory) -> None:
    """A seat taken by an admin's memory has the rights of the agent alone."""
    secret = desk.acting_as(ADA).add(content="Only Ada knows this.", is_personal=True)
    seat = of_pydantic_ai.join_desk(desk.acting_as(ADA), STRATEGY)
    call = {
        "topic": "Secrets",
        "challenged_agent": FINANCIAL,
        "disputed_finding": secret.id,
        "challenge_basis": "No.",
    }
    challenge: Any = next(tool for tool in seat.tools if tool.name == "challenge")
    with pytest.raises(pydantic_ai.ToolFailed, match="No item"):
        challenge.function(**call)


@pytest.mark.parametrize("run", [_pydantic_ai], ids=["pydantic_ai"])
def test_the_same_on_a_server(desk: Memory, house: House, run: Library) -> None:
    """A memory on a server serves as well as one that is embedded."""
    told = run(house.enter(desk), STRATEGY, [("my_credibility", {})])
    assert "27.5 per cent" in told.system
    assert "multiply by 0.89" in told.answers[0]


def test_a_token_of_somebody_else_is_refused(desk: Memory, house: House) -> None:
    """On a server the token says who calls: nobody takes the seat of another agent."""
    remote = house.enter(desk.acting_as(BOT))
    remote.__dict__["_session"] = None  # as of a client elsewhere, which has no session
    with pytest.raises(Forbidden):
        of_pydantic_ai.join_desk(remote, STRATEGY)
