"""S4-52: a spy over every request sees nothing personal, whatever a model is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from remembrancer.conversations import digest_prompt
from remembrancer.core.errors import ModelFailed
from remembrancer.core.kinds import Brief, Family
from remembrancer.core.model_turns import UserTurn
from remembrancer.jobs.task import Tools
from remembrancer.llm.model_roles import Models
from remembrancer.ports import LanguageModel, ToolCallingModel
from remembrancer.reading.prompts import (
    collector_prompt,
    extraction_prompt,
    judge_prompt,
    verification_prompt,
)
from tests.conversations.digest_talk import message, talk
from tests.llm.embedding_server import EmbeddingServer
from tests.llm.tool_wires import TOOL_WIRES
from tests.llm.wires import KEY, Wire

SECRET = "the biopsy came back"
SAID = [*talk("U: Hello.", "U: I own a flat."), message(SECRET, number=3, is_personal=True)]
BRIEF = Brief(kinds={Family.FACT: "fact"}, now=datetime(2026, 3, 2, tzinfo=UTC))

QUESTIONS: dict[str, Callable[[LanguageModel], object]] = {
    "digest": lambda model: digest_prompt.extend_with_model(model, (), SAID),
    "extraction": lambda model: extraction_prompt.extract(model, SAID, BRIEF),
    "verification": lambda model: verification_prompt.extract(model, SAID, BRIEF),
    "collector": lambda model: collector_prompt.extract(model, SAID, BRIEF),
    "contradiction": lambda model: judge_prompt.judge_with_model(
        model, SECRET, [("km_1", "x")], is_personal=True
    ),
}
ANSWERS: dict[str, dict[str, list[object]]] = {
    "digest": {"points": []},
    "extraction": {"candidates": []},
    "verification": {"candidates": []},
    "collector": {"candidates": []},
    "contradiction": {"judgements": []},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_remote_model_gets_nothing_personal(
    chat_server: EmbeddingServer, wire: Wire, name: str
) -> None:
    """No request is made at all, and the failure does not quote."""
    with pytest.raises(ModelFailed, match="never leave it") as refusal:
        QUESTIONS[name](wire.model("far", chat_server.url, KEY))
    assert SECRET not in str(refusal.value)
    assert chat_server.asked == []


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_local_model_may_read_it(chat_server: EmbeddingServer, wire: Wire, name: str) -> None:
    """The same question to a server on this machine is asked, and the spy does see it."""
    chat_server.script = [wire.said(ANSWERS[name])]
    QUESTIONS[name](wire.model("near", chat_server.url, KEY, is_local=True))
    assert SECRET in str(chat_server.asked[0].body)


def test_a_conversation_is_looked_at_by_who_leads_it(
    chat_server: EmbeddingServer, wire: Wire
) -> None:
    """The port says that callers check: a remote model refuses no turn by itself, and a task with
    personal text that goes by `at_home` has none to give it to."""
    chat_server.script = [TOOL_WIRES[wire.name].turn("Yes.")] * 2
    far = wire.model("far", chat_server.url, KEY)
    assert far.converse("Answer.", [UserTurn(text=SECRET)], []).text == "Yes."
    assert ToolCallingModel.__doc__ is not None
    assert "only to a model that `is_local`" in " ".join(ToolCallingModel.__doc__.split())
    near = wire.model("near", chat_server.url, KEY, is_local=True)
    for model, stays in ((far, False), (near, True)):
        for_task = Tools(llm=Models(chat=model).chat).for_task()
        assert isinstance(for_task.llm, ToolCallingModel)
        assert (for_task.at_home().llm is not None) is stays
