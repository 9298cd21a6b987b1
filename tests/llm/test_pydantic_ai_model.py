"""Models of other providers: a library translates, and everything else is as with our own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

import pytest

from remembrancer.core.errors import BudgetExceeded, InvalidSettings, ModelFailed, NotAvailable
from remembrancer.core.model_call import CallOutcome, ModelBudget, ModelRole
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolResult,
    ToolResults,
    Turn,
    TurnEnd,
    UserTurn,
)
from remembrancer.core.settings import read
from remembrancer.llm import pydantic_ai_chat, transport
from remembrancer.llm.anthropic_chat import AnthropicModel
from remembrancer.llm.budget import BudgetAccount, CallLog
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.model_factory import create_embedder, create_language_model, describe_models
from remembrancer.llm.openai_chat import OpenAIModel
from remembrancer.llm.openai_embedder import OpenAIEmbedder
from remembrancer.llm.pydantic_ai_chat import PydanticAIModel
from remembrancer.ports import ToolCallingModel
from tests.llm.birds import TEXT, WELL, Birds, Waits
from tests.llm.embedding_server import DROPPED, Answer, Asked, EmbeddingServer, failed, told
from tests.llm.tool_wires import ANTHROPIC_TOOLS, COUNT, FIND, OPENAI_TOOLS, Call, ToolWire
from tests.llm.wires import KEY, TOKENS_IN, TOKENS_OUT

ASKED: list[Turn] = [UserTurn(text=TEXT)]


class Spoken(NamedTuple):
    """A provider of the library, and the server that it speaks with."""

    provider: str
    wire: ToolWire
    path: str  # of the address that its library wants


SPOKEN = (Spoken("vllm", OPENAI_TOOLS, "/v1"), Spoken("anthropic", ANTHROPIC_TOOLS, ""))


@pytest.fixture(autouse=True)
def _requests_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests turn the library's switch off; the servers of these are on this machine."""
    from pydantic_ai import models

    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)


def test_the_switch_of_the_library_holds(
    chat_server: EmbeddingServer, spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that forbids requests to models has none made."""
    from pydantic_ai import models

    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", False)
    said = failure(made(spoken, chat_server))
    assert "was not asked: its library refused the request (RuntimeError)" in said
    assert chat_server.asked == []


@pytest.fixture(params=SPOKEN, ids=lambda spoken: str(spoken.provider))
def spoken(request: pytest.FixtureRequest) -> Spoken:
    chosen: Spoken = request.param
    return chosen


def made(
    spoken: Spoken,
    server: EmbeddingServer,
    *,
    timeout_seconds: float = 60.0,
    waits: Waits | None = None,
) -> PydanticAIModel:
    return PydanticAIModel(
        spoken.provider,
        "small",
        server.url.removesuffix("/v1") + spoken.path,
        KEY,
        timeout_seconds=timeout_seconds,
        sleep=Waits() if waits is None else waits,
    )


def converse(model: PydanticAIModel, turns: list[Turn] | None = None) -> ModelTurn:
    return model.converse("Find the birds.", turns or ASKED, [FIND, COUNT])


def answered(turn: ModelTurn, content: str, *, is_error: bool = False) -> ToolResults:
    results = [
        ToolResult(call_id=call.id, name=call.name, content=content, is_error=is_error)
        for call in turn.calls
    ]
    return ToolResults(results=tuple(results))


def failure(model: PydanticAIModel) -> str:
    """What is told of a failure, which never holds the key or the text."""
    with pytest.raises(ModelFailed) as refusal:
        converse(model)
    whole = "".join(traceback.format_exception(refusal.value))
    assert KEY not in whole
    assert "canary" not in whole
    return str(refusal.value)


def test_tools_are_called_side_by_side(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """Calls, results and errors go to and fro in the provider's own form."""
    model, wire = made(spoken, chat_server), spoken.wire
    assert isinstance(model, ToolCallingModel)
    assert model.name == f"pydantic-ai:{spoken.provider}:small"
    chat_server.script = [
        wire.strict(wire.turn("Let me look.", Call(id="a"), Call(COUNT.name, {}, id="b"))),
        wire.strict(wire.turn("Two finches.")),
    ]
    turn = converse(model)
    assert (turn.text, turn.ended) == ("Let me look.", TurnEnd.TOOL_CALLS)
    assert (turn.tokens_in, turn.tokens_out) == (TOKENS_IN, TOKENS_OUT)
    assert [(call.id, call.name, call.arguments) for call in turn.calls] == [
        ("a", FIND.name, {"song": "trill"}),
        ("b", COUNT.name, {}),
    ]
    results = answered(turn, "no such table", is_error=True)
    assert converse(model, [*ASKED, turn, results]).text == "Two finches."
    first, again = chat_server.asked
    assert [tool.name for tool in wire.tools(first)] == [FIND.name, COUNT.name]
    assert wire.tools(first)[0] == FIND
    sent = wire.results(again)
    assert [(one.call_id, one.is_error) for one in sent] == [("a", True), ("b", True)]
    assert "no such table" in sent[0].content


def test_questions_are_answered_in_their_form(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """The form is a tool that has to be called; a wrong answer is shown once to the model."""
    wire = spoken.wire
    chat_server.script = [
        wire.turn(None, Call("answer", {"birds": "many"})),
        wire.turn(None, Call("answer", WELL)),
    ]
    assert len(made(spoken, chat_server).ask("List the birds.", TEXT, Birds).birds) == 1
    first, again = chat_server.asked
    assert wire.tools(first)[0].parameters["properties"].keys() == {"birds"}
    assert "Your answer could not be used: " in str(again.body)


def test_where_no_tool_can_be_forced_words_do(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """The form is told in words from then on, and fences around the answer are taken off."""
    wire, model = spoken.wire, made(spoken, chat_server)
    said = wire.turn('```json\n{"birds": []}\n```')
    chat_server.script = [failed(400, None, "tool_choice is not supported"), said, said]
    for _ in range(2):
        assert model.ask("List the birds.", TEXT, Birds).birds == ()
    assert ["tools" in asked.body for asked in chat_server.asked] == [True, False, False]


def test_odd_calls_stay_what_they_are(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """Broken arguments, odd names, repeated ids and many at once can all be answered."""
    wire, model = spoken.wire, made(spoken, chat_server)
    odd = [Call("drop table", {}, id="x"), Call("läs", "[1]", id="x"), *[Call()] * 20]
    chat_server.script = [wire.turn(None, *odd), wire.strict(wire.turn("Done."))]
    turn = converse(model)
    assert [call.name for call in turn.calls[:3]] == ["drop table", "läs", FIND.name]
    assert turn.calls[1].problem is not None
    assert len({call.id for call in turn.calls}) == 22
    assert converse(model, [*ASKED, turn, answered(turn, "?", is_error=True)]).text == "Done."


def test_signed_thoughts_go_back(chat_server: EmbeddingServer) -> None:
    """What a provider signs it gets back."""
    thought = {"type": "thinking", "thinking": "A trill?", "signature": "c2ln"}
    wire = ANTHROPIC_TOOLS
    chat_server.script = [
        wire.turn(None, Call(), before=[thought]),
        wire.strict(wire.turn("Two.")),
    ]
    model = made(SPOKEN[1], chat_server)
    turn = converse(model)
    converse(model, [*ASKED, turn, answered(turn, "finch")])
    assert chat_server.asked[1].body["messages"][1]["content"][0] == thought


def test_a_talk_may_change_the_model(chat_server: EmbeddingServer) -> None:
    """Each adapter gives back what it kept itself, and leaves alone what others did."""
    thought = {"type": "thinking", "thinking": "A trill?", "signature": "c2ln"}
    signed = {"extra_content": {"google": {"thought_signature": "c2ln"}}}
    models: list[tuple[ChatModel, ToolWire]] = [
        (AnthropicModel("small", chat_server.url), ANTHROPIC_TOOLS),
        (OpenAIModel("small", chat_server.url), OPENAI_TOOLS),
        (made(SPOKEN[1], chat_server), ANTHROPIC_TOOLS),
        (made(SPOKEN[0], chat_server), OPENAI_TOOLS),
    ]
    turns = list(ASKED)
    for model, wire in [*models, *models]:
        call = Call(id="x", more=signed if wire is OPENAI_TOOLS else {})
        more = {"before": [thought]} if wire is ANTHROPIC_TOOLS else {}
        chat_server.script = [wire.strict(wire.turn("Hm.", call, **more))]
        turn = model.converse("Find the birds.", turns, [FIND])
        turns += [turn, answered(turn, "finch")]
    assert len(chat_server.asked) == 8


def test_a_turn_may_be_cut_off(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """The limit is the one of the budget, and the turn says that it was reached."""
    end = "length" if spoken.provider == "vllm" else "max_tokens"
    chat_server.script = [spoken.wire.turn("Let me", end=end)]
    assert converse(made(spoken, chat_server)).ended is TurnEnd.CUT_OFF
    body = chat_server.asked[0].body
    assert body.get("max_tokens") or body["max_completion_tokens"] == 8_000


def test_a_busy_server_is_asked_again_by_us(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """The library tries nothing again: each try is in the log, and waits as long as is asked."""
    waits, log = Waits(), CallLog()
    chat_server.script = [failed(503), failed(429, Retry_After="7"), spoken.wire.turn("Two.")]
    account = BudgetAccount(ModelBudget(calls=3, tokens=100_000, seconds=60.0), log=log)
    model = made(spoken, chat_server, waits=waits)
    assert model.converse_within(account, "Find.", ASKED, [FIND]).text == "Two."
    assert waits == [transport.WAIT_SECONDS, 7.0]
    outcomes = [record.outcome for record in log.records()]
    assert outcomes == [CallOutcome.BUSY, CallOutcome.BUSY, CallOutcome.ANSWERED]
    with pytest.raises(BudgetExceeded):
        model.converse_within(account, "Find.", ASKED, [FIND])
    assert len(chat_server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (failed(401, "invalid_api_key", f"Incorrect key: {KEY}"), "REMEMBRANCER_LLM_API_KEY"),
        (failed(400, None, "the canary sings"), "400: it does not take the request"),
        (told({}, status=307, Location="http://127.0.0.1:9/v1"), "it sends elsewhere"),
        (DROPPED, "cannot be reached: RemoteDisconnected"),
        (Answer(200, b"<html>canary</html>"), "it is no JSON"),
        (told([]), "it holds no message of a model"),
        (told({"choices": [{"message": "canary"}], "content": 7}), "no message of a model"),
    ],
)
def test_failures_are_told_as_ever(
    chat_server: EmbeddingServer, spoken: Spoken, answer: Answer, said: str
) -> None:
    """One call, one sentence, and nothing of what the library would have quoted."""
    chat_server.script = [answer] * 3
    assert said in failure(made(spoken, chat_server))
    assert len(chat_server.asked) == 1


def test_slow_endless_and_silent_servers_are_given_up(
    chat_server: EmbeddingServer, spoken: Spoken
) -> None:
    """The limits of bytes and seconds are those of our own transport."""
    chat_server.script, chat_server.is_endless = [told({})], True
    assert "it is too long" in failure(made(spoken, chat_server))
    chat_server.is_endless = False
    chat_server.script, chat_server.is_slow = [told({})], True
    assert "no whole answer in 0.1 seconds" in failure(
        made(spoken, chat_server, timeout_seconds=0.1)
    )


def test_the_server_gets_its_key_and_nothing_of_the_environment(
    chat_server: EmbeddingServer, spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries send what variables say, and what machine this is: here neither leaves."""
    for name, value in {
        "OPENAI_API_KEY": "sk-of-the-environment",
        "OPENAI_ORG_ID": "org-of-the-environment",
        "OPENAI_CUSTOM_HEADERS": "X-More: of-the-environment",
        "ANTHROPIC_API_KEY": "sk-of-the-environment",
        "ANTHROPIC_AUTH_TOKEN": "token-of-the-environment",
        "ANTHROPIC_CUSTOM_HEADERS": "X-More: of-the-environment",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9",
        "OPENAI_BASE_URL": "http://127.0.0.1:9",
        "HTTP_PROXY": "http://127.0.0.1:9",
    }.items():
        monkeypatch.setenv(name, value)
    chat_server.script = [spoken.wire.turn("Two.")]
    converse(made(spoken, chat_server))
    (headers,) = chat_server.headers
    assert "environment" not in str(headers)
    assert not [name for name in headers if "stainless" in name.lower()]
    assert [value for value in headers.values() if KEY in value]


def test_no_other_key_is_sent(
    chat_server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the environment replaces the key, or none is set, the server gets none."""
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "Authorization: Bearer of-another")
    chat_server.script = [ANTHROPIC_TOOLS.turn("Two."), OPENAI_TOOLS.turn("Two.")]
    converse(made(SPOKEN[1], chat_server))
    converse(PydanticAIModel("vllm", "small", chat_server.url))
    assert [asked.key for asked in chat_server.asked] == [None, None]


def test_a_library_sends_to_no_other_address(chat_server: EmbeddingServer) -> None:
    """A provider with an address of its own is not asked at another one, nor there."""
    model = PydanticAIModel("deepseek", "small", chat_server.url, KEY)
    assert "its library sends to another address" in failure(model)
    assert chat_server.asked == []


@pytest.mark.parametrize(
    ("provider", "said"),
    [
        ("nobody", "Pydantic AI has no model 'nobody:small'"),
        ("mistral", r'Run `pip install "pydantic-ai-slim[mistral]"`'),
        ("azure", "Pydantic AI has no model 'azure:small', or cannot make it"),
    ],
)
def test_a_provider_that_cannot_be_had_is_told(
    chat_server: EmbeddingServer, provider: str, said: str
) -> None:
    """At the first question, since the library is not loaded before."""
    assert said in failure(PydanticAIModel(provider, "small", chat_server.url, KEY))
    assert chat_server.asked == []


def test_it_works_inside_an_event_loop(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """A notebook runs one: the question is asked all the same."""
    chat_server.script = [spoken.wire.turn("Two.")]

    async def cell() -> str | None:
        return converse(made(spoken, chat_server)).text

    assert asyncio.run(cell()) == "Two."


def test_threads_do_not_mix_their_answers(chat_server: EmbeddingServer, spoken: Spoken) -> None:
    """One model, many conversations at once: each gets its own turn."""

    def echo(asked: Asked) -> Answer:
        number = str(asked.body).split("bird number ")[1].split("'")[0]
        return spoken.wire.turn(number) if int(number) % 2 else failed(400, f"no_{number}")

    chat_server.script = [echo] * 16
    model = made(spoken, chat_server)

    def ask(number: int) -> str | None:
        try:
            return model.converse("Say it.", [UserTurn(text=f"bird number {number}")], []).text
        except ModelFailed as error:
            return str(error)

    async def all_at_once() -> list[str | None]:
        return await asyncio.gather(*(asyncio.to_thread(ask, number) for number in range(16)))

    for number, said in enumerate(asyncio.run(all_at_once())):
        assert said is not None
        assert said == str(number) if number % 2 else f"(no_{number})" in said


SETTINGS = {"llm_model": "pydantic-ai:google:gemini", "llm_base_url": "https://models.example"}


def from_settings(folder: Path, **values: str) -> PydanticAIModel | None:
    found = read({f"REMEMBRANCER_{name.upper()}": value for name, value in values.items()}, folder)
    model = create_language_model(found, ModelRole.CHEAP)
    assert model is None or isinstance(model, PydanticAIModel)
    return model


def test_settings_name_provider_and_model(tmp_path: Path) -> None:
    """`pydantic-ai:PROVIDER:MODEL` with an address; no server sees the key of another."""
    model = from_settings(tmp_path, **SETTINGS, llm_api_key=KEY)
    assert model is not None
    assert (model.name, model.is_local) == ("pydantic-ai:google:gemini", False)
    assert model._server.key == KEY
    other = from_settings(
        tmp_path,
        **SETTINGS,
        llm_api_key=KEY,
        llm_cheap_model="pydantic-ai:mistral:small",
        llm_cheap_base_url="https://others.example",
    )
    assert other is not None
    assert (other.base_url, other._server.key) == ("https://others.example", "")
    with pytest.raises(InvalidSettings, match="Set REMEMBRANCER_LLM_BASE_URL"):
        from_settings(tmp_path, llm_model="pydantic-ai:google:gemini", llm_api_key=KEY)
    with pytest.raises(InvalidSettings, match="pydantic-ai:PROVIDER:MODEL"):
        from_settings(tmp_path, llm_model="pydantic-ai:gemini", llm_api_key=KEY)


def test_an_embedder_is_not_sent_to_it(tmp_path: Path) -> None:
    """Address and key are for a server that speaks another way."""
    values = {**SETTINGS, "llm_api_key": KEY, "embedder": "openai:x", "embedder_api_key": "k"}
    found = read({f"REMEMBRANCER_{name.upper()}": one for name, one in values.items()}, tmp_path)
    embedder = create_embedder(found)
    assert isinstance(embedder, OpenAIEmbedder)
    assert (embedder.base_url, embedder._server.key) == ("https://api.openai.com/v1", "k")


def test_without_the_library_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The doctor's line says it, too."""
    monkeypatch.setattr(pydantic_ai_chat, "find_spec", lambda _: None)
    with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[pydantic-ai\]"'):
        from_settings(tmp_path, **SETTINGS)
    values = {f"REMEMBRANCER_{name.upper()}": value for name, value in SETTINGS.items()}
    assert "is not installed" in describe_models(read(values, tmp_path))


def test_nothing_is_loaded_before_it_is_asked() -> None:
    """The library takes seconds, and a program that asks no model does not wait for it."""
    code = (
        "import sys\n"
        "from remembrancer.llm.pydantic_ai_chat import PydanticAIModel\n"
        "PydanticAIModel('google', 'gemini', 'https://models.example')\n"
        "print(sorted({'pydantic_ai', 'httpx2', 'asyncio'} & sys.modules.keys()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
