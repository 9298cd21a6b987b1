"""Language models behind an address that call tools: what they are sent, and what comes of it."""

from __future__ import annotations

import json
import traceback
from typing import Any

import pytest

from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.limits import MODEL_ARGUMENTS_DEPTH_MAX
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolCall,
    ToolResult,
    ToolResults,
    Turn,
    TurnEnd,
    UserTurn,
)
from remembrancer.llm import transport
from remembrancer.llm.anthropic_chat import AnthropicModel
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.openai_chat import OpenAIModel
from remembrancer.ports import ToolCallingModel
from tests.llm.birds import TEXT, Waits
from tests.llm.embedding_server import DROPPED, Answer, Asked, EmbeddingServer, failed, told
from tests.llm.tool_wires import (
    ANTHROPIC_TOOLS,
    COUNT,
    FIND,
    OPENAI_TOOLS,
    Call,
    SentResult,
    ToolWire,
)
from tests.llm.wires import KEY, TOKENS_IN, TOKENS_OUT, Wire

ASKED: list[Turn] = [UserTurn(text=TEXT)]


def converse(model: ChatModel, turns: list[Turn] | None = None) -> ModelTurn:
    return model.converse("Find the birds.", turns or ASKED, [FIND, COUNT])


def failure(model: ChatModel) -> str:
    """What is told of a failure, which never holds the key or the text."""
    with pytest.raises(ModelFailed) as refusal:
        converse(model)
    whole = "".join(traceback.format_exception(refusal.value))
    assert KEY not in whole
    assert "canary" not in whole
    return str(refusal.value)


def answered(turn: ModelTurn, content: str = "two finches", **more: Any) -> ToolResults:
    results = [
        ToolResult(call_id=call.id, name=call.name, content=content, **more) for call in turn.calls
    ]
    return ToolResults(results=tuple(results))


def test_it_can_call_tools(model: ChatModel) -> None:
    """It fulfils the port of a model that calls tools."""
    assert isinstance(model, ToolCallingModel)


def test_a_call_comes_as_the_model_made_it(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, tools: ToolWire
) -> None:
    """Instructions, turns and tools are sent as they are; text, call and tokens come back."""
    chat_server.script = [tools.strict(tools.turn("Let me look.", Call()))]
    assert converse(model) == ModelTurn(
        text="Let me look.",
        calls=(ToolCall(id="call_a", name=FIND.name, arguments={"song": "trill"}),),
        tokens_in=TOKENS_IN,
        tokens_out=TOKENS_OUT,
        ended=TurnEnd.TOOL_CALLS,
    )
    (asked,) = chat_server.asked
    assert asked.path == wire.path
    assert wire.instructions(asked) == "Find the birds."
    assert tools.tools(asked) == [FIND, COUNT]


def test_results_go_back_to_their_calls(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """Calls side by side, one that failed and a second round: the server takes all of it."""
    chat_server.script = [
        tools.strict(tools.turn(None, Call(id="a"), Call(COUNT.name, {}, id="b"))),
        tools.strict(tools.turn("And now these.", Call(id="c"))),
        tools.strict(tools.turn("Two finches sing.")),
    ]
    first = converse(model)
    results = ToolResults(
        results=(
            ToolResult(call_id="b", name=COUNT.name, content="no such table", is_error=True),
            ToolResult(call_id="a", name=FIND.name, content="finch"),
        )
    )
    second = converse(model, [*ASKED, first, results])
    turns = [*ASKED, first, results, second, answered(second)]
    assert converse(model, turns) == ModelTurn(
        text="Two finches sing.", tokens_in=TOKENS_IN, tokens_out=TOKENS_OUT
    )
    sent = tools.results(chat_server.asked[-1])
    assert [(one.call_id, one.is_error) for one in sent] == [
        ("b", True),
        ("a", False),
        ("c", False),
    ]
    assert sent[0].content.endswith("no such table")
    assert sent[1] == SentResult("a", "finch", False)


def test_a_talk_goes_on_after_an_answer(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """The next question follows what the model said, or nothing where it said nothing."""
    chat_server.script = [tools.strict(tools.turn("Two."))] * 2
    for said in ("Two.", None, " "):
        chat_server.script = [tools.strict(tools.turn("Three."))]
        turns = [*ASKED, ModelTurn(text=said), UserTurn(text="And crows?")]
        assert converse(model, turns).text == "Three."


def test_no_tools_are_sent_where_there_are_none(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """A last turn without tools is asked for in words alone."""
    chat_server.script = [tools.turn("Two.")]
    model.converse("Answer.", ASKED, [])
    assert "tools" not in chat_server.asked[0].body


def test_a_refusal_is_a_turn(chat_server: EmbeddingServer, model: ChatModel, wire: Wire) -> None:
    """A model that declines is not asked again; whoever asked is told so."""
    chat_server.script = [wire.refused()]
    assert converse(model).ended is TurnEnd.REFUSED
    assert len(chat_server.asked) == 1


def test_a_turn_may_be_cut_off(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """What came before the limit is there, and that it was the limit."""
    end = {"openai": "length", "anthropic": "max_tokens"}[tools.wire.name]
    chat_server.script = [tools.turn("Let me", Call(), end=end)]
    turn = converse(model)
    assert (turn.text, turn.ended, len(turn.calls)) == ("Let me", TurnEnd.CUT_OFF, 1)


def nested(levels: int) -> dict[str, object]:
    """Objects inside each other."""
    inner: dict[str, object] = {}
    for _ in range(levels - 1):
        inner = {"in": inner}
    return inner


def test_arguments_may_be_nested_somewhat(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """As deep as the limit says."""
    deepest = nested(MODEL_ARGUMENTS_DEPTH_MAX)
    chat_server.script = [tools.turn(None, Call(arguments=deepest))]
    assert converse(model).calls[0].arguments == deepest


@pytest.mark.parametrize(
    "given",
    [
        *("canary", [1, 2], 7, True, "[1]", float("nan")),
        *({"a": 1e999}, nested(MODEL_ARGUMENTS_DEPTH_MAX + 1), nested(300)),
    ],
)
def test_arguments_that_are_no_object_are_told(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire, given: object
) -> None:
    """The call stays with no arguments and a sentence that quotes nothing; the talk goes on."""
    chat_server.script = [
        tools.turn(None, Call(arguments=given)),
        tools.strict(tools.turn("Sorry.")),
    ]
    turn = converse(model)
    (call,) = turn.calls
    assert (call.name, call.arguments) == (FIND.name, {})
    assert call.problem
    assert call.problem.startswith("The arguments are n")
    assert "canary" not in call.problem
    assert converse(model, [*ASKED, turn, answered(turn, is_error=True)]).text == "Sorry."


@pytest.mark.parametrize(
    "given", ['{"song": ', '{"song": NaN}', "[" * 5000, '{"n": ' + "9" * 5000 + "}", "{'a': 1}"]
)
def test_arguments_in_a_text_may_be_broken(chat_server: EmbeddingServer, given: str) -> None:
    """OpenAI's way is JSON in a text: half of it, another dialect and too deep are problems."""
    chat_server.script = [OPENAI_TOOLS.turn(None, Call(arguments=given))]
    (call,) = converse(OpenAIModel("small", chat_server.url)).calls
    assert call.arguments == {}
    assert call.problem is not None


@pytest.mark.parametrize("given", [None, ""])
def test_a_tool_without_parameters_needs_no_arguments(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire, given: object
) -> None:
    """Nothing at all is an empty object."""
    chat_server.script = [tools.turn(None, Call(COUNT.name, given))]
    (call,) = converse(model).calls
    assert (call.arguments, call.problem) == ({}, None)


def test_odd_calls_stay_what_they_are(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """Unknown tools, odd names, missing and repeated ids: each is a call that can be answered."""
    odd = [
        Call("drop table", {}, id="x"),
        Call("läs", {}, id="x"),
        Call("n" * 300, {}, id=None),
        Call(None, {}, id="spaced id"),
        Call("fly", {}, id=7),
    ]
    chat_server.script = [
        tools.turn(None, *odd),
        tools.strict(tools.turn(None, *odd)),
        tools.strict(tools.turn("Done.")),
    ]
    turns = list(ASKED)
    for _ in range(2):
        turn = converse(model, turns)
        assert [call.name for call in turn.calls] == ["drop table", "läs", "n" * 300, "", "fly"]
        turns += [turn, answered(turn, "There is no such tool.", is_error=True)]
    assert converse(model, turns).text == "Done."


def test_a_flood_of_calls_comes_as_it_is(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """How many are run is for the caller to decide."""
    many = [Call(id=f"call_{number}") for number in range(200)]
    chat_server.script = [tools.turn(None, *many)]
    assert len(converse(model).calls) == 200


@pytest.mark.parametrize(
    "tool_calls", ["x", {}, [7], [{}], [{"function": "x"}], [{"function": {}}]]
)
def test_calls_in_another_form_do_no_harm(chat_server: EmbeddingServer, tool_calls: object) -> None:
    """What is no list of calls is none; what is no call has no name."""
    message = {"role": "assistant", "content": "Hm.", "tool_calls": tool_calls}
    chat_server.script = [told({"choices": [{"message": message}]})]
    turn = converse(OpenAIModel("small", chat_server.url))
    assert turn.text == "Hm."
    assert [call.name for call in turn.calls] == ([""] if isinstance(tool_calls, list) else [])


def test_signed_thoughts_go_back(chat_server: EmbeddingServer) -> None:
    """What a server signs it gets back unchanged: Anthropic's thoughts stand before the calls."""
    thoughts = [
        {"type": "thinking", "thinking": "A trill?", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
    ]
    chat_server.script = [
        ANTHROPIC_TOOLS.turn(None, Call(), before=thoughts),
        ANTHROPIC_TOOLS.strict(ANTHROPIC_TOOLS.turn("Two.")),
    ]
    model = AnthropicModel("small", chat_server.url)
    turn = converse(model)
    assert turn.text is None
    converse(model, [*ASKED, turn, answered(turn)])
    blocks = chat_server.asked[1].body["messages"][1]["content"]
    assert blocks[:2] == thoughts
    assert [block["type"] for block in blocks[2:]] == ["tool_use"]


def test_the_signature_of_a_call_goes_back(chat_server: EmbeddingServer) -> None:
    """Some servers of OpenAI's kind sign each call, and refuse it without."""
    signed = {"extra_content": {"google": {"thought_signature": "c2ln"}}}
    chat_server.script = [
        OPENAI_TOOLS.turn(None, Call(more=signed)),
        OPENAI_TOOLS.strict(OPENAI_TOOLS.turn("Two.")),
    ]
    model = OpenAIModel("small", chat_server.url)
    turn = converse(model)
    converse(model, [*ASKED, turn, answered(turn)])
    (call,) = chat_server.asked[1].body["messages"][2]["tool_calls"]
    assert call["extra_content"] == signed["extra_content"]


def test_broken_text_is_mended(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """Half of a surrogate pair is replaced, in what is said, in results and in arguments."""
    chat_server.script = [
        tools.turn("half \ud83d", Call(arguments={"song": "\ud83d", "\ud83d": 1})),
        tools.strict(tools.turn("Two.")),
    ]
    turn = converse(model, [UserTurn(text="half \ud83d")])
    assert turn.calls[0].arguments == {"song": "?", "?": 1}
    converse(model, [UserTurn(text="half \ud83d"), turn, answered(turn, "a \ud83d")])
    assert turn.text == "half ?"
    assert "\\ud83d" not in json.dumps(chat_server.asked[1].body)
    assert tools.results(chat_server.asked[1])[0].content == "a ?"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 529])
def test_a_busy_server_is_asked_again(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire, waits: Waits, status: int
) -> None:
    """Each time it is waited twice as long, or as long as it asks."""
    chat_server.script = [failed(status), failed(status, Retry_After="7"), tools.turn("Two.")]
    assert converse(model).text == "Two."
    assert waits == [transport.WAIT_SECONDS, 7.0]


def test_tries_come_to_an_end(chat_server: EmbeddingServer, model: ChatModel) -> None:
    """A server that stays busy is given up."""
    chat_server.script = [failed(503)] * 10
    assert "answered 503 at try 4: the server is in trouble" in failure(model)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (failed(401, "invalid_api_key", f"Incorrect key: {KEY}"), "REMEMBRANCER_LLM_API_KEY"),
        (failed(400, None, "the canary sings"), "400: it does not take the request"),
        (failed(400, None, "this model does not support tools"), "it does not take the request"),
        (told({}, status=307, Location="http://127.0.0.1:9/v1"), "it sends elsewhere"),
        (DROPPED, "cannot be reached: RemoteDisconnected"),
        (Answer(200, b"<html>canary</html>"), "it is no JSON"),
        (told({"choices": [{"message": "canary"}], "content": "x"}), "no message of a model"),
    ],
)
def test_what_asking_again_cannot_mend_is_told_at_once(
    chat_server: EmbeddingServer, model: ChatModel, answer: Answer, said: str
) -> None:
    """Refusals, redirects, hang-ups and what is no turn of a model: one call, one sentence."""
    chat_server.script = [answer] * 3
    assert said in failure(model)
    assert len(chat_server.asked) == 1


def test_a_slow_body_is_given_up(chat_server: EmbeddingServer, wire: Wire) -> None:
    """A turn that comes byte by byte and never ends is no turn."""
    chat_server.script, chat_server.is_slow = [told({})], True
    model = wire.model("small", chat_server.url, KEY, timeout_seconds=0.1)
    assert "gave no whole answer in 0.1 seconds" in failure(model)


def test_an_endless_body_is_not_kept(chat_server: EmbeddingServer, model: ChatModel) -> None:
    """What is longer than any turn is not read to its end, which it does not have."""
    chat_server.script, chat_server.is_endless = [told({})], True
    assert "it is too long" in failure(model)


def test_a_silent_server_is_given_up(chat_server: EmbeddingServer, wire: Wire) -> None:
    """No turn in time is told, with the time."""

    def silent(_: Asked) -> Answer:
        chat_server.ended.wait()
        return told({})

    chat_server.script = [silent]
    model = wire.model("small", chat_server.url, KEY, timeout_seconds=0.1)
    assert "gave no whole answer in 0.1 seconds" in failure(model)
    chat_server.ended.set()


def test_a_small_model_is_given_less_room(
    chat_server: EmbeddingServer, model: ChatModel, tools: ToolWire
) -> None:
    """Where a turn may not be so long, a shorter one is asked for."""
    small = failed(400, None, "max_tokens: 8000 > 4096, which is the maximum for this model")
    chat_server.script = [small, tools.turn("Two.")]
    converse(model)
    assert [asked.body["max_tokens"] for asked in chat_server.asked] == [8_000, 4_000]


CALLED = ModelTurn(calls=(ToolCall(id="a", name="x"), ToolCall(id="b", name="x")))
RESULT = ToolResult(call_id="a", name="x", content="y")


@pytest.mark.parametrize(
    "turns",
    [
        [],
        [CALLED],
        [ToolResults(results=())],
        [*ASKED, ModelTurn(text="Two.")],
        [*ASKED, CALLED, UserTurn(text="Go on.")],
        [*ASKED, CALLED, ToolResults(results=(RESULT,))],
        [*ASKED, CALLED, ToolResults(results=(RESULT, RESULT))],
        [*ASKED, CALLED, ToolResults(results=(RESULT, RESULT.changed(call_id="c")))],
    ],
)
def test_a_talk_that_no_server_takes_is_not_sent(
    chat_server: EmbeddingServer, model: ChatModel, turns: list[Turn]
) -> None:
    """A caller that forgets a result is told so before anything is sent."""
    with pytest.raises(InvalidInput, match=r"[Tt]urn"):
        model.converse("Find the birds.", turns, [FIND])
    assert chat_server.asked == []


def test_a_server_may_leave_out_what_is_not_needed(chat_server: EmbeddingServer) -> None:
    """No id, no time, no model, arguments as an object, a count that is none, a block that is
    none: small servers do that, and what they say is read."""
    function = {"name": FIND.name, "arguments": {"song": "trill"}}
    message = {"content": "Let me look.", "tool_calls": [{"function": function}]}
    block = {"type": "tool_use", "name": FIND.name, "input": {"song": "trill"}}
    words = {"type": "text", "text": "Let me look."}
    for model, said in (
        (OpenAIModel("small", chat_server.url), {"choices": [{"message": message}]}),
        (AnthropicModel("small", chat_server.url), {"content": [7, words, block]}),
    ):
        chat_server.script = [told({**said, "usage": "many"})]
        turn = converse(model)
        assert (turn.text, turn.ended) == ("Let me look.", TurnEnd.TOOL_CALLS)
        assert turn.calls[0].arguments == {"song": "trill"}
        assert turn.tokens_in > 0
