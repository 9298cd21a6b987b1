"""The prompts of the retrieval agent, by version."""

from __future__ import annotations

from typing import get_args

import jsonschema  # type: ignore[import-untyped]
import pytest

from remembrancer import InvalidSettings, Memory
from remembrancer.core.model_turns import UserTurn
from remembrancer.core.preset import PromptVersion
from remembrancer.inquiry.prompts.example_sessions import example
from remembrancer.inquiry.prompts.retrieval_prompt import DATA_RULE, VERSIONS, chosen
from remembrancer.testing import ScriptedModel
from remembrancer.tools.retrieval_tools import RETRIEVAL_TOOLS, tool_schemas
from tests.engines import ON_THE_FASTEST
from tests.inquiry import scripted
from tests.inquiry.conftest import ExampleServer

BOTH = ("inquiry 1", "inquiry 2")


def test_settings_know_every_version() -> None:
    """What a space may choose are the versions that there are."""
    assert set(get_args(PromptVersion)) == set(VERSIONS)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_prompt_has_guidelines_structure_and_examples(version: str) -> None:
    """Each version tells the order of looks, the graph, two or three examples, and that results
    are data."""
    prompt = VERSIONS[version]
    text = prompt.instructions("- Nodes by label: Person (3)")
    assert "take part" in text
    assert "Person (3)" in text
    assert 2 <= len(prompt.examples) <= 3
    assert all(example(name) in text for name in prompt.examples)
    assert DATA_RULE in text


def test_sessions_are_split_evenly_and_always_the_same_way() -> None:
    """The id of a session decides its version, and each version gets its share."""
    ids = [f"inq_{number:012x}" for number in range(2_000)]
    given = [chosen(id, BOTH, None).version for id in ids]
    assert given == [chosen(id, BOTH, None).version for id in ids]
    assert 800 < given.count(BOTH[0]) < 1_200
    assert {chosen(id, BOTH[1:], None).version for id in ids} == {BOTH[1]}


def test_a_space_chooses_its_prompts() -> None:
    """One version for all sessions, or guidelines of its own, which are on record by their hash."""
    model = ScriptedModel(turns=lambda _: scripted.finish())
    with Memory.open(":memory:", preset="community", llm=model, background=False) as memory:
        memory.admin.configure({"inquiry": {"prompts": ["inquiry 2"]}})
        there = memory.in_space("default")
        assert {there.inquire("Hi").prompt_version for _ in range(8)} == {"inquiry 2"}
        memory.admin.configure({"prompts": {"inquiry": "Look at the harbour first."}})
        found = memory.in_space("default").inquire("Hi")
        assert found.prompt_version is not None
        assert found.prompt_version.startswith("own ")
        assert model.heard[-1].instructions.startswith("Look at the harbour first.")
        assert DATA_RULE in model.heard[-1].instructions
        with pytest.raises(InvalidSettings):
            memory.admin.configure({"inquiry": {"prompts": ["retrieval 0"]}})


@ON_THE_FASTEST
def test_the_model_is_told_the_graph_of_the_space(example: ExampleServer) -> None:
    """Labels with their counts and the types in use stand in the prompt; the conversation is
    quoted as JSON."""
    model = ScriptedModel(turns=[scripted.finish()])
    example.ask(model, strategy="react")
    (heard,) = model.heard
    assert "Person (9)" in heard.instructions
    assert "HELD_IN" in heard.instructions
    (first,) = heard.turns
    assert isinstance(first, UserTurn)
    assert '"author_id": "alice_id"' in first.text


@ON_THE_FASTEST
def test_the_five_tools_are_offered_by_their_schemas(example: ExampleServer) -> None:
    """All five have a valid JSON Schema, and the model gets them with the tool that ends it."""
    assert [one["name"] for one in tool_schemas()] == list(RETRIEVAL_TOOLS)
    model = ScriptedModel(turns=[scripted.finish()])
    example.ask(model, strategy="react")
    offered = {tool.name: tool.parameters for tool in model.heard[0].tools}
    assert set(offered) == {*RETRIEVAL_TOOLS, "finish"}
    for schema in offered.values():
        jsonschema.Draft202012Validator.check_schema(schema)
