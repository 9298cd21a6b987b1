"""Scripts of models for the example world: the reference session of the scenario, four times."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from remembrancer.core.model_turns import ModelTurn, ToolCall, ToolSpec, Turn, TurnEnd
from remembrancer.ports import Answer
from remembrancer.testing import ScriptedModel

CHARLIE_AND_GOOGLE: Final = (
    "MATCH (p:Person {id: 'charlie_id'})-[r:WORKS_AT|PREVIOUSLY]->(o:Org) "
    "WHERE o.name CONTAINS 'Google' RETURN p, r, o"
)
AT_GOOGLE: Final = (
    "MATCH (p:Person)-[r:WORKS_AT|PREVIOUSLY]->(o:Org {name: 'Google'}) "
    "RETURN p.id, p.realName, r.role, r.startDate, r.endDate, r.location "
    "ORDER BY r.confidence DESC"
)
TIES_OF_ALICE: Final = (
    "MATCH (alice:Person {id: 'alice_id'})-[:CLOSE_TO|INTERACTED_WITH]-(p:Person) "
    "WHERE p.id IN ['charlie_id', 'dana_id'] RETURN p.id, p.realName"
)
TOPICS_OF_CHARLIE: Final = (
    "MATCH (charlie:Person {id: 'charlie_id'})-[r:TALKS_ABOUT]->(t:Topic) "
    "WHERE t.name CONTAINS 'Google' OR t.name CONTAINS 'work' "
    "RETURN t.name, r.sentiment, r.evidence LIMIT 5"
)
SAID_BY_CHARLIE: Final = (
    "SELECT m.id, m.content, m.timestamp FROM message m WHERE m.author_id = 'charlie_id' "
    "AND (m.content LIKE '%Google%' OR m.content LIKE '%work%') "
    "ORDER BY m.timestamp DESC LIMIT 10"
)
LOOKS: Final = (
    ("cypher_query", CHARLIE_AND_GOOGLE),
    ("cypher_query", AT_GOOGLE),
    ("cypher_query", TIES_OF_ALICE),
    ("cypher_query", TOPICS_OF_CHARLIE),
    ("sql_query", SAID_BY_CHARLIE),
)
FINDINGS: Final[dict[str, Any]] = {
    "facts": [
        {
            "type": "PREVIOUSLY",
            "person": "Charlie",
            "organization": "Google",
            "evidence": ["msg_123", "msg_456"],
        },
        {"type": "WORKS_AT", "person": "Dana", "organization": "Google", "evidence": ["msg_789"]},
        {
            "type": "CLOSE_TO",
            "person_a": "Alice",
            "person_b": "Charlie",
            "evidence": ["msg_234", "msg_567"],
        },
    ],
    "reasoning": "Charlie worked at Google and is close to Alice: he is the one to ask. Dana works "
    "there now, for a current view.",
}
THOUGHT: Final = "Who of those that Alice knows was at Google?"


def look(tool: str, **arguments: Any) -> ModelTurn:
    """A turn with one call and a thought."""
    return ModelTurn(
        text=THOUGHT,
        calls=(ToolCall(name=tool, arguments=arguments),),
        ended=TurnEnd.TOOL_CALLS,
    )


def finish(facts: Sequence[Mapping[str, Any]] = (), reasoning: str = "That is all.") -> ModelTurn:
    """The last turn."""
    arguments = {"facts": list(facts), "reasoning": reasoning}
    return ModelTurn(calls=(ToolCall(name="finish", arguments=arguments),))


def reference(strategy: str) -> ScriptedModel:
    """The reference session of the scenario, as a model of this strategy gives it."""
    if strategy == "react":
        turns = [look(tool, query=query) for tool, query in LOOKS]
        return ScriptedModel(turns=[*turns, finish(FINDINGS["facts"], FINDINGS["reasoning"])])
    if strategy == "custom":
        actions = {"cypher_query": "query_neo4j", "sql_query": "query_sqlite"}
        queries = [
            {"thought": THOUGHT, "action": actions[tool], "query": query} for tool, query in LOOKS
        ]
        return ScriptedModel([*queries, {"thought": "Enough.", "action": "done"}, FINDINGS])
    return ScriptedModel([{"thought": THOUGHT, "topics": ["jobs"]}, *_states(), FINDINGS])


def _states() -> Iterable[Mapping[str, Any]]:
    for number, (tool, query) in enumerate(LOOKS, 1):
        yield {"thought": THOUGHT, "calls": [{"tool": tool, "arguments": {"query": query}}]}
        yield {"thought": "Is it enough?", "is_enough": number == len(LOOKS)}


class BorrowedModel:
    """The model of whichever test is running."""

    name = "borrowed"

    def __init__(self, *, is_local: bool = True) -> None:
        self.is_local = is_local
        self.lender = ScriptedModel()

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        return self.lender.ask(instructions, text, answer)

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        return self.lender.converse(instructions, turns, tools)


class Following:
    """A model that follows the reference session in any strategy, for many sessions at once: what
    it says next hangs on what it is given alone."""

    name = "following"
    is_local = True

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        given = json.loads(text)
        done = len(given.get("looked_up", given.get("queries_executed", ())))
        tool, query = LOOKS[min(done, len(LOOKS) - 1)]
        action = "query_neo4j" if tool == "cypher_query" else "query_sqlite"
        said: dict[str, dict[str, Any]] = {
            "StateAnalysis": {},
            "LookPlan": {"calls": [{"tool": tool, "arguments": {"query": query}}]},
            "Evaluation": {"is_enough": done >= len(LOOKS)},
            "ActionChoice": {
                "action": "done" if done >= len(LOOKS) else action,
                "query": query,
            },
            "ProposedFindings": FINDINGS,
        }
        return answer.model_validate(said[answer.__name__])

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        done = sum(isinstance(turn, ModelTurn) for turn in turns)
        if done >= len(LOOKS):
            return finish(FINDINGS["facts"], FINDINGS["reasoning"])
        tool, query = LOOKS[done]
        return look(tool, query=query)
