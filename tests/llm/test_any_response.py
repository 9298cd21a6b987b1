"""Whatever a server sends for a turn, nothing breaks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from remembrancer.core.errors import ModelFailed
from remembrancer.core.model_turns import ToolResult, ToolResults, Turn, UserTurn
from remembrancer.llm.chat import ChatModel
from tests.llm.embedding_server import EmbeddingServer, told
from tests.llm.tool_wires import FIND, ToolWire

_KEYS = st.sampled_from(
    (
        *("choices", "message", "content", "tool_calls", "id", "function", "name", "arguments"),
        *("type", "text", "input", "usage", "stop_reason", "extra_content", "thinking", "\ud800"),
    )
)
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _KEYS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=12,
)
_CALLS = st.fixed_dictionaries(
    {
        "id": _ANY,
        "extra_content": _ANY,
        "function": st.fixed_dictionaries({"name": _ANY, "arguments": _ANY}),
    }
)
_BLOCKS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(("tool_use", "text", "thinking", "other")),
        **dict.fromkeys(("id", "name", "input", "text", "thinking"), _ANY),
    }
)
_MESSAGES = st.fixed_dictionaries({"content": _ANY, "tool_calls": st.lists(_CALLS, max_size=3)})
_CHOICES = st.tuples(st.fixed_dictionaries({"message": _MESSAGES, "finish_reason": _ANY}))
_RESPONSES = {
    "openai": st.fixed_dictionaries({"choices": _CHOICES, "usage": _ANY}),
    "anthropic": st.fixed_dictionaries({"content": st.lists(_BLOCKS, max_size=4), "usage": _ANY}),
}
_ASKED: list[Turn] = [UserTurn(text="Which birds sing?")]


def test_whatever_comes_can_be_answered(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """Any JSON from a server is a failure of the model, or a turn that the server takes back."""

    @settings(max_examples=40, deadline=None)
    @given(_RESPONSES[tools.wire.name] | _ANY)
    def comes(said: object) -> None:
        chat_server.script = [told(said), tools.strict(tools.turn("Done."))]
        try:
            turn = model.converse("Find the birds.", _ASKED, [FIND])
        except ModelFailed:
            return
        results = [ToolResult(call_id=one.id, name=one.name, content="?") for one in turn.calls]
        more = ToolResults(results=tuple(results)) if results else UserTurn(text="And now?")
        turns = [*_ASKED, turn, more]
        assert model.converse("Find the birds.", turns, [FIND]).text == "Done."

    comes()
