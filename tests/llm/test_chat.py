"""Language models behind an address: what they are asked, and what becomes of a wrong answer."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from remembrancer.core.errors import InvalidSettings, ModelFailed
from remembrancer.llm import chat, transport
from remembrancer.llm.anthropic_chat import AnthropicModel
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.openai_chat import OpenAIModel
from remembrancer.ports import LanguageModel
from tests.llm.birds import TEXT, WELL, Bird, Birds, Kind, Waits
from tests.llm.embedding_server import DROPPED, Answer, Asked, EmbeddingServer, failed, told
from tests.llm.wires import ANTHROPIC, KEY, OPENAI, Wire, turns


def ask(model: ChatModel) -> Birds:
    return model.ask("List the birds.", TEXT, Birds)


def refused(model: ChatModel, error: type[ModelFailed] = ModelFailed) -> str:
    """What is told of a failure, which never holds the key or the text."""
    with pytest.raises(error) as refusal:
        ask(model)
    whole = "".join(traceback.format_exception(refusal.value))
    assert KEY not in whole
    assert "canary" not in whole.replace("test_chat", "")
    return str(refusal.value)


def test_it_is_a_language_model(model: ChatModel, wire: Wire) -> None:
    """It fulfils the port, and its name says provider and model, and no key."""
    assert isinstance(model, LanguageModel)
    assert model.name == f"{wire.name}:small"
    assert KEY not in f"{model} {model!r}"


def test_an_answer_comes_in_the_form_asked_for(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Instructions and text are sent apart, with the form, and the answer is typed."""
    chat_server.script = [wire.said(WELL)]
    assert ask(model) == Birds(birds=(Bird(kind=Kind.CANARY, count=2),))
    (asked,) = chat_server.asked
    assert asked.path == wire.path
    assert asked.key in (KEY, f"Bearer {KEY}")
    assert asked.body["model"] == "small"
    assert wire.instructions(asked) == "List the birds."
    assert turns(asked) == [("user", TEXT)]


def test_openai_gets_a_strict_schema(chat_server: EmbeddingServer) -> None:
    """Every object asks for all its fields and takes no others, which strict servers want."""
    chat_server.script = [OPENAI.said(WELL)]
    ask(OpenAIModel("small", chat_server.url))
    asked = chat_server.asked[0].body
    assert asked["response_format"]["type"] == "json_schema"
    told_form = asked["response_format"]["json_schema"]
    assert told_form["strict"] is True
    bird = told_form["schema"]["$defs"]["Bird"]
    assert bird["required"] == ["kind", "count"]
    assert bird["additionalProperties"] is False
    assert "maxItems" not in json.dumps(told_form)


def test_an_open_object_is_not_called_strict(chat_server: EmbeddingServer) -> None:
    """A form with free keys cannot be enforced, and is not said to be."""

    class Free(BaseModel):
        counts: dict[str, int]

    chat_server.script = [OPENAI.said({"counts": {"a": 1}})]
    assert OpenAIModel("small", chat_server.url).ask("Count.", TEXT, Free).counts == {"a": 1}
    assert chat_server.asked[0].body["response_format"]["json_schema"]["strict"] is False


def test_anthropic_has_to_call_the_tool(chat_server: EmbeddingServer) -> None:
    """The form is what a tool takes, and the model may do nothing else than call it."""
    chat_server.script = [ANTHROPIC.said(WELL)]
    ask(AnthropicModel("small", chat_server.url))
    asked = chat_server.asked[0].body
    assert asked["tool_choice"] == {"type": "tool", "name": "answer"}
    assert asked["tools"][0]["input_schema"]["properties"].keys() == {"birds"}
    assert asked["max_tokens"] > 0


@pytest.mark.parametrize(
    "wrapped",
    [
        json.dumps(WELL),
        f"  {json.dumps(WELL)}\n",
        f"```json\n{json.dumps(WELL, indent=1)}\n```",
        f"Here you are:\n```\n{json.dumps(WELL)}\n```\nAnything else?",
        f"Sure! {json.dumps(WELL)} I hope that helps.",
        f"<think>Is a {{crow}} there?</think>\n{json.dumps(WELL)}",
    ],
)
def test_what_stands_around_the_answer_is_taken_off(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, wrapped: str
) -> None:
    """Fences, thoughts and polite words do no harm."""
    chat_server.script = [wire.said(wrapped)]
    assert len(ask(model).birds) == 1
    assert len(chat_server.asked) == 1


def _wrong(wire: Wire) -> dict[str, tuple[Answer, str]]:
    """Wrong answers, and what the failure says of them."""
    schema = Birds.model_json_schema()
    many = {"birds": [WELL["birds"][0]] * 9}
    return {
        "no JSON": (wire.said("two canaries"), "its answer is no JSON"),
        "half of it": (wire.said('{"birds": [{"kind": "can'), "its answer is no JSON"),
        "empty": (wire.said(""), "its answer is empty"),
        "a wrong type": (wire.said({"birds": "canary"}), "the first birds (tuple_type)"),
        "another word": (wire.said({"birds": [{"kind": "canary!"}]}), "birds.0.kind (enum)"),
        "a field too many": (wire.said({"canary sings": 1}), "the first ? (extra_forbidden)"),
        "too many": (wire.said(many), "the first birds (too_long)"),
        "no object": (wire.said("[1, 2]"), "the first the whole (model_type)"),
        "the schema": (wire.said(schema), "it answered with the schema itself"),
        "deep": (wire.said("[" * 5000), "its answer is no JSON"),
        "half a sign": (wire.said('{"birds": "\\ud800"}'), "its answer is no JSON"),
        "cut off": (wire.cut_off(), "its answer was cut off"),
        "declined": (wire.refused(), "it declined to answer"),
    }


@pytest.mark.parametrize("case", list(_wrong(OPENAI)))
def test_a_wrong_answer_is_shown_once_to_the_model(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, case: str
) -> None:
    """It is asked again with what was wrong; what it says then counts."""
    wrong, _ = _wrong(wire)[case]
    chat_server.script = [wrong, wire.said(WELL)]
    assert len(ask(model).birds) == 1
    first, again = chat_server.asked
    assert turns(first) == [("user", TEXT)]
    role, complaint = turns(again)[-1]
    assert role == "user"
    assert "Your answer could not be used: " in complaint
    assert '"birds"' in complaint
    assert turns(again)[0][1].startswith(TEXT)


@pytest.mark.parametrize("case", list(_wrong(OPENAI)))
def test_a_model_that_errs_twice_is_given_up(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, case: str
) -> None:
    """Two questions and no more; the failure says what was wrong, and nothing of the text."""
    wrong, said = _wrong(wire)[case]
    chat_server.script = [wrong, wrong, wire.said(WELL)]
    assert said in refused(model)
    assert len(chat_server.asked) == 2


def test_a_long_wrong_answer_is_shown_shortened(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """The second question is not much longer than the first."""
    chat_server.script = [wire.said({"birds": "x" * 100_000}), wire.said(WELL)]
    ask(model)
    said = turns(chat_server.asked[1])
    assert [role for role, _ in said] == ["user", "assistant", "user"]
    assert len(said[1][1]) <= chat.EARLIER_CHARACTERS_MAX
    assert len(said[2][1]) < 3_000


def test_a_default_is_no_way_around_the_form(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """A schema that is given back is no answer, though every field could be left out."""

    class Anything(BaseModel):
        birds: list[str] = []

    chat_server.script = [wire.said(Anything.model_json_schema()), wire.said({"birds": ["crow"]})]
    assert model.ask("List the birds.", TEXT, Anything).birds == ["crow"]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 529])
def test_a_busy_server_is_asked_again(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, waits: Waits, status: int
) -> None:
    """Each time it is waited twice as long, or as long as it asks."""
    chat_server.script = [failed(status), failed(status, Retry_After="7"), wire.said(WELL)]
    ask(model)
    assert waits == [transport.WAIT_SECONDS, 7.0]


def test_tries_come_to_an_end(chat_server: EmbeddingServer, model: ChatModel, waits: Waits) -> None:
    """A server that stays busy is given up, and one that asks for hours at once."""
    chat_server.script = [failed(503)] * 10
    assert "answered 503 at try 4: the server is in trouble" in refused(model)
    assert len(waits) == transport.TRIES_MAX - 1
    chat_server.script = [failed(429, "rate_limit", Retry_After="7200")]
    assert "429 (rate_limit) at try 1" in refused(model)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (failed(401, "invalid_api_key", f"Incorrect key: {KEY}"), "REMEMBRANCER_LLM_API_KEY"),
        (failed(404, "model_not_found"), "REMEMBRANCER_LLM_MODEL"),
        (failed(400, None, "the canary sings"), "400: it does not take the request"),
        (told({}, status=302, Location="http://127.0.0.1:9/v1"), "it sends elsewhere"),
        (DROPPED, "cannot be reached: RemoteDisconnected"),
        (Answer(200, b"<html>busy</html>"), "it is no JSON"),
        (Answer(200, b'{"choi', {"Content-Length": "5000"}), "it is no JSON"),
        (Answer(200, b""), "it is no JSON"),
        (Answer(200, b"[" * 100_000), "it is no JSON"),
        (told([]), "it holds no message of a model"),
        (told({}), "it holds no message of a model"),
        (told({"choices": [], "content": None}), "it holds no message of a model"),
        (told({"choices": [{"message": "x"}], "content": "x"}), "no message of a model"),
    ],
)
def test_what_asking_again_cannot_mend_is_told_at_once(
    chat_server: EmbeddingServer, model: ChatModel, answer: Answer, said: str
) -> None:
    """Refusals, hang-ups and what is no answer of a model: one call, one sentence."""
    chat_server.script = [answer]
    assert said in refused(model)
    assert len(chat_server.asked) == 1


def test_odd_parts_of_an_answer_do_no_harm(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Counts that are none are guessed, and an ending that nobody knows is an ending."""
    for usage in ("many", {"prompt_tokens": -1, "input_tokens": True}, {"output_tokens": "x"}):
        chat_server.script = [wire.said(WELL, end="someday", usage=usage)]
        assert len(ask(model).birds) == 1


def test_a_silent_server_is_given_up(chat_server: EmbeddingServer, wire: Wire) -> None:
    """No answer in time is told, with the time."""

    def silent(_: Asked) -> Answer:
        chat_server.ended.wait()
        return told({})

    chat_server.script = [silent]
    model = wire.model("small", chat_server.url, KEY, timeout_seconds=0.1)
    assert "gave no whole answer in 0.1 seconds" in refused(model)
    chat_server.ended.set()


def test_a_dripping_server_is_given_up(chat_server: EmbeddingServer, wire: Wire) -> None:
    """An answer that comes byte by byte and never ends is no answer."""
    chat_server.script, chat_server.is_slow = [told({})], True
    model = wire.model("small", chat_server.url, KEY, timeout_seconds=0.1)
    assert "gave no whole answer in 0.1 seconds" in refused(model)


def test_a_huge_answer_is_not_kept(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is longer than any answer is not read to its end."""
    monkeypatch.setattr(chat, "MODEL_ANSWER_BYTES_MAX", 10)
    chat_server.script = [wire.said(WELL)]
    assert "it is too long" in refused(model)


UNKNOWN_FORMS = [
    failed(400, None, "This response_format type is unavailable now"),
    told({"error": "'response_format.type' must be 'json_object' or 'text'"}, status=400),
    failed(500, None, 'response_format type must be one of "text", but got: json_schema'),
    failed(422, None, "This model does not support response format `json_schema`."),
]


@pytest.mark.parametrize("unknown", UNKNOWN_FORMS)
def test_a_simple_server_is_asked_simply(chat_server: EmbeddingServer, unknown: Answer) -> None:
    """Schema, then any JSON, then plain words; what it does not know is not tried again."""
    model = OpenAIModel("small", chat_server.url)
    chat_server.script = [unknown, unknown, OPENAI.said(WELL), OPENAI.said(WELL)]
    ask(model)
    ask(model)
    formats = [asked.body.get("response_format", {}).get("type") for asked in chat_server.asked]
    assert formats == ["json_schema", "json_object", None, None]
    assert "JSON Schema" in OPENAI.instructions(chat_server.asked[-1])


def test_a_refusal_of_every_form_is_a_refusal(chat_server: EmbeddingServer) -> None:
    """The way down ends."""
    chat_server.script = [UNKNOWN_FORMS[0]] * 9
    refused(OpenAIModel("small", chat_server.url))
    assert len(chat_server.asked) == 3


def test_the_limit_has_two_names(chat_server: EmbeddingServer) -> None:
    """A model that wants the newer name for the length of an answer gets it from then on."""
    model = OpenAIModel("small", chat_server.url)
    wanted = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    chat_server.script = [failed(400, None, wanted), OPENAI.said(WELL), OPENAI.said(WELL)]
    ask(model)
    ask(model)
    names = [
        [name for name in ("max_tokens", "max_completion_tokens") if name in asked.body]
        for asked in chat_server.asked
    ]
    assert names == [["max_tokens"], ["max_completion_tokens"], ["max_completion_tokens"]]
    chat_server.script = [failed(400, None, wanted)] * 5
    refused(model)
    assert len(chat_server.asked) < 8


def test_a_small_model_is_given_less_room(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Where an answer may not be so long, a shorter one is asked for, and no endless number."""
    small = failed(400, None, "max_tokens: 8000 > 4096, which is the maximum for this model")
    chat_server.script = [small, wire.said(WELL)]
    ask(model)
    assert [asked.body["max_tokens"] for asked in chat_server.asked] == [8_000, 4_000]
    chat_server.script = [small] * 9
    refused(model)
    assert chat_server.asked[-1].body["max_tokens"] == 1_000


def test_a_long_text_does_not_shorten_later_answers(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Where question and answer together are too long, only this answer gets less room."""
    full = failed(400, None, "This model's maximum context length is 8192 tokens.")
    chat_server.script = [full, wire.said(WELL), wire.said(WELL)]
    ask(model)
    ask(model)
    assert [asked.body["max_tokens"] for asked in chat_server.asked] == [8_000, 4_000, 8_000]


def test_a_model_that_thinks_is_not_forced(chat_server: EmbeddingServer) -> None:
    """Where a tool may not be forced, the form is told in words."""
    model = AnthropicModel("small", chat_server.url)
    wanted = "Thinking may not be enabled when tool_choice forces tool use."
    chat_server.script = [failed(400, None, wanted), ANTHROPIC.said(json.dumps(WELL))]
    ask(model)
    assert "tools" not in chat_server.asked[1].body
    assert "JSON Schema" in ANTHROPIC.instructions(chat_server.asked[1])


def test_content_may_come_in_pieces(chat_server: EmbeddingServer) -> None:
    """Some servers give the words of an answer as a list."""
    halves = [{"type": "text", "text": half} for half in ('{"birds"', ": []}")]
    said = {"choices": [{"message": {"content": [*halves, 7, {"text": None}]}}]}
    chat_server.script = [told(said)]
    assert ask(OpenAIModel("small", chat_server.url)).birds == ()


def test_broken_text_is_sent_whole(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Half of a surrogate pair is replaced: no server needs to take it."""
    chat_server.script = [wire.said(WELL)]
    model.ask("List the birds.", "half \ud83d", Birds)
    assert turns(chat_server.asked[0]) == [("user", "half ?")]


@pytest.mark.parametrize(
    ("url", "is_local"),
    [("http://localhost:11434/v1", True), ("http://192.168.1.5/v1", False), (None, False)],
)
def test_only_this_machine_is_local(wire: Wire, url: str | None, is_local: bool) -> None:
    """Personal text stays here: only a server here counts as local, and only if told so."""
    assert wire.model("small", url, is_local=True).is_local is is_local
    assert wire.model("small", url).is_local is False


def test_a_model_needs_a_name_and_an_address(wire: Wire) -> None:
    """An empty name, a wrong address and a broken key are refused, and none is shown."""
    wrong: list[Callable[[], Any]] = [
        lambda: wire.model(" "),
        lambda: wire.model("small", "models.example/v1"),
        lambda: wire.model("small", "https://me:sk-canary@models.example/v1"),
        lambda: wire.model("small", None, f"{KEY}\n"[:-1] + "\nx"),
    ]
    for make in wrong:
        with pytest.raises(InvalidSettings) as refusal:
            make()
        assert "sk-canary" not in str(refusal.value)
