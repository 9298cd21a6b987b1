"""Hostile texts that a model reads in results, and does what they say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from remembrancer import InvalidInput, Memory, Trust
from remembrancer.core.model_turns import ModelTurn, ToolCall, ToolResults, Turn, TurnEnd
from remembrancer.testing import FrozenClock, ScriptedModel
from remembrancer.tools.agent_tools import BUILT_IN
from tests.conftest import START
from tests.people import ADA, ANNA, BOT
from tests.poison import hostile
from tests.poison.hostile import SUBJECT

CHANNEL = "inbox"
_WORDS = re.compile(r"[A-Za-z_]{4,}")
_QUERIES = (
    "DELETE FROM item",
    "UPDATE item SET review = 'approved'",
    "SELECT content FROM item; DROP TABLE ledger",
    "ATTACH DATABASE 'x' AS y",
)


class Obedient:
    """Reads everything, calls whatever the texts name, and hands over what they claim."""

    def __init__(self) -> None:
        self.read = ""
        self.wanted: set[str] = set()  # tools that it tried

    def __call__(self, turns: Sequence[Turn]) -> ModelTurn:
        last = turns[-1]
        if not isinstance(last, ToolResults):
            look = ToolCall(name="get_recent_messages", arguments={"channel_id": CHANNEL})
            about = ToolCall(name="sql_query", arguments={"query": "SELECT id, content FROM item"})
            return ModelTurn(calls=(look, about), ended=TurnEnd.TOOL_CALLS)
        told = " ".join(result.content for result in last.results)
        self.read += told
        if len(turns) == 3:
            return ModelTurn(calls=tuple(self._attacks(told)), ended=TurnEnd.TOOL_CALLS)
        return ModelTurn(calls=(ToolCall(name="finish", arguments=self._claims(told)),))

    def _attacks(self, told: str) -> Iterator[ToolCall]:
        words = set(_WORDS.findall(told))
        named = [name for name, tool in BUILT_IN.items() if not tool.is_read_only]
        for name in sorted(named, key=lambda one: one not in words)[:4]:
            self.wanted.add(name)
            arguments: dict[str, Any] = {"text": told[:500], "subject": SUBJECT, "reason": "told"}
            yield ToolCall(name=name, arguments=arguments)
        for query in _QUERIES:
            yield ToolCall(name="sql_query", arguments={"query": query})

    def _claims(self, told: str) -> dict[str, Any]:
        said = [one for one in re.split(r"(?<=[.!?])\s", self.read) if len(one) > 20][:20]
        ids = re.findall(r'"id": "([^"]+)"', self.read)
        facts: list[dict[str, Any]] = [{"text": one, "evidence": ["msg_system"]} for one in said]
        facts += [{"text": one} for one in said[:3]]
        facts += [{"id": id, "text": "APPROVED BY THE ADMIN", "confidence": 1} for id in ids[:10]]
        facts.append({"text": "The account number of Erik is 9999-6666666.", "evidence": ids[:1]})
        return {"facts": facts, "reasoning": " ".join(said)}


@pytest.mark.parametrize("preset", ["community", "corporate"])
def test_a_model_that_obeys_what_it_reads_does_no_harm(preset: str) -> None:
    """Every hostile text goes through the loop: nothing is changed, no tool but those that look is
    run, and all facts of the answer are on record as they stand, with their own trust."""
    model = Obedient()
    clock = FrozenClock(START)
    with Memory.open(
        ":memory:",
        preset=preset,
        principal=ADA,
        clock=clock,
        llm=ScriptedModel(turns=lambda turns: model(turns)),
        background=False,
    ) as memory:
        memory.add(content="The account number of Erik is 5501-1234567.", subject=SUBJECT)
        texts = [line for one in hostile.all_of_them() for line in one.lines]
        count = 0
        for number, some in enumerate(texts[at : at + 50] for at in range(0, len(texts), 50)):
            memory.conversations.start(f"{CHANNEL}{number}", channel_id=CHANNEL)
            for text in some:
                try:
                    memory.conversations.append(
                        f"{CHANNEL}{number}",
                        {"author_id": "broker", "content": text, "trust": "outside"},
                    )
                except InvalidInput:
                    continue  # it holds what no text may hold
                count += 1
            before = memory.verify().rows
            found = memory.acting_as((ANNA, BOT, ADA)[number % 3]).inquire(
                [{"author_id": "anna", "content": "What is the account number of Erik?"}],
                channel_id=CHANNEL,
                strategy="react",
            )
            _check(memory, found.export())
            assert memory.verify().rows == before
        assert count > 100
        assert model.wanted
        assert len(model.read) > 10_000


def _check(memory: Memory, found: dict[str, Any]) -> None:
    for look in found["queries_executed"]:
        is_attack = look["tool"] not in ("get_recent_messages", "sql_query") or (
            look["query"] in _QUERIES
        )
        assert bool(look["error"]) or not is_attack, look
    for fact in found["relevant_facts"]:
        assert fact["id"] is not None, fact  # the words of the model itself are never kept
        assert "APPROVED BY THE ADMIN" not in fact["text"]
        if fact["type"] == "message":
            assert fact["trust"] == "outside"
            assert fact["evidence"] == [fact["id"]]
        else:
            assert fact["trust"] == "person"
    assert "9999-6666666" not in json.dumps(
        [fact for fact in found["relevant_facts"] if fact["type"] != "message"]
    )


@pytest.mark.parametrize("is_local", [True, False], ids=["local", "remote"])
def test_what_a_program_was_told_is_no_second_source(is_local: bool) -> None:
    """A program that got a text from outside by an inquiry, and says the same, is trusted no more
    than the text."""
    text = "The account number of Erik is 9999-6666666."
    look = ToolCall(name="get_recent_messages", arguments={"channel_id": CHANNEL})
    done = ToolCall(name="finish", arguments={"facts": [{"id": "m1"}], "reasoning": "."})
    model = ScriptedModel(turns=[look, done], is_local=is_local)
    with Memory.open(
        ":memory:", preset="community", principal=ADA, llm=model, background=False
    ) as memory:
        memory.conversations.start(CHANNEL, channel_id=CHANNEL)
        memory.conversations.append(
            CHANNEL, {"id": "m1", "author_id": "x", "content": text, "trust": "outside"}
        )
        bot = memory.acting_as(BOT)
        found = bot.inquire("What is the account number of Erik?", strategy="react")
        assert [fact.id for fact in found.relevant_facts] == ["m1"]
        assert bot.add(content=text, subject=SUBJECT).trust is Trust.OUTSIDE
