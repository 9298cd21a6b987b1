"""The public fakes of `remembrancer.testing`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from remembrancer import testing
from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolCall,
    ToolResult,
    ToolResults,
    ToolSpec,
    Turn,
    TurnEnd,
    UserTurn,
)
from remembrancer.ports import Embedder, LanguageModel, ToolCallingModel
from remembrancer.testing import FrozenClock, HashingEmbedder, ScriptedModel


def test_a_frozen_clock_stands_still() -> None:
    """It gives the same time until it is told to move."""
    clock = FrozenClock("2026-03-02T09:00:00+00:00")
    assert clock() == clock() == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert clock.advance(timedelta(days=1)) == clock() == datetime(2026, 3, 3, 9, tzinfo=UTC)


def test_a_frozen_clock_is_always_aware() -> None:
    """A time without a zone is UTC; a zone that was given is kept."""
    assert FrozenClock(datetime(2026, 3, 2))().tzinfo is UTC
    tokyo = timezone(timedelta(hours=9))
    assert FrozenClock(datetime(2026, 3, 2, tzinfo=tokyo))().tzinfo is tokyo


def test_a_scripted_model_says_its_lines() -> None:
    """In order, remembering what it was asked, and complaining when the script ends."""
    model = ScriptedModel(["yes", "no"])
    assert [model("first?"), model("second?")] == ["yes", "no"]
    assert model.asked == ["first?", "second?"]
    with pytest.raises(InvalidInput, match="question 3"):
        model("third?")


class Verdict(BaseModel):
    """A form to answer in."""

    word: str


def test_a_scripted_model_is_a_language_model() -> None:
    """It fulfils the port, and is as near and named as it is told to be."""
    assert isinstance(ScriptedModel([]), LanguageModel)
    assert (ScriptedModel([]).name, ScriptedModel([]).is_local) == ("scripted", True)
    far = ScriptedModel([], name="far", is_local=False)
    assert (far.name, far.is_local) == ("far", False)


def test_a_scripted_model_answers_in_a_form() -> None:
    """A text, a mapping or a value of the script becomes the type that was asked for."""
    model = ScriptedModel(['{"word": "yes"}', {"word": "no"}, Verdict(word="maybe")])
    answers = [model.ask("Judge.", text, Verdict).word for text in ("one", "two", "three")]
    assert answers == ["yes", "no", "maybe"]
    assert model.asked == ["Judge.\n\none", "Judge.\n\ntwo", "Judge.\n\nthree"]


def test_a_scripted_model_says_any_line_as_text() -> None:
    """A mapping or a value is spoken as JSON."""
    model = ScriptedModel([{"word": "på"}, Verdict(word="no")])
    assert [model("a"), model("b")] == ['{"word": "på"}', '{"word":"no"}']


@pytest.mark.parametrize("line", ["yes", '{"word": 1}', {}, {"word": []}])
def test_a_line_that_does_not_fit_the_form(line: str | dict[str, object]) -> None:
    """It is a failure of the model, and says which answer is wrong and where."""
    with pytest.raises(ModelFailed, match=r"'scripted' to question 1 is no Verdict: .+ Mend"):
        ScriptedModel([line]).ask("Judge.", "this", Verdict)


def test_a_scripted_model_fails_on_cue() -> None:
    """An error in the script is raised in its turn; a script that ended is a failure too."""
    model = ScriptedModel([ModelFailed("out of order"), TimeoutError(), {"word": "yes"}])
    with pytest.raises(ModelFailed, match="out of order"):
        model.ask("Judge.", "one", Verdict)
    with pytest.raises(TimeoutError):
        model("two")
    assert model.ask("Judge.", "three", Verdict) == Verdict(word="yes")
    with pytest.raises(ModelFailed, match="question 4"):
        model.ask("Judge.", "four", Verdict)


LOOK = ToolSpec(name="look", description="Looks.", parameters={"type": "object"})


def test_a_scripted_model_converses() -> None:
    """Texts, one call, several at once, a whole turn and an error; it remembers what it heard."""
    both = (ToolCall(name="look"), ToolCall(name="look", arguments={"far": True}))
    whole = ModelTurn(text="Hm", ended=TurnEnd.CUT_OFF, tokens_in=7, tokens_out=1)
    model = ScriptedModel(turns=["Hello.", ToolCall(name="look"), both, whole, TimeoutError()])
    assert isinstance(model, ToolCallingModel)
    asked = [UserTurn(text="Who is there?")]
    said = [model.converse("Look.", asked, [LOOK]) for _ in range(4)]
    assert [turn.text for turn in said] == ["Hello.", None, None, "Hm"]
    assert [len(turn.calls) for turn in said] == [0, 1, 2, 0]
    assert [turn.ended for turn in said] == ["finished", "tool_calls", "tool_calls", "cut_off"]
    assert len({call.id for call in said[2].calls}) == 2
    with pytest.raises(TimeoutError):
        model.converse("Look.", asked, [LOOK])
    with pytest.raises(ModelFailed, match="no turn left after 5"):
        model.converse("Look.", asked, [LOOK])
    assert model.heard[0] == ("Look.", tuple(asked), (LOOK,))


def test_a_scripted_model_counts_tokens() -> None:
    """Of all that it was given and of all that it said, where its turn does not say them."""
    model = ScriptedModel(turns=["x" * 400, ModelTurn(text="y", tokens_in=7, tokens_out=5)])
    first = model.converse("", [UserTurn(text="y" * 40)], [])
    assert (first.tokens_in, first.tokens_out) == (10, 100)
    model.converse("", [UserTurn(text="y" * 40)], [])
    assert (model.tokens_in, model.tokens_out) == (17, 105)


def test_a_scripted_model_may_follow_the_talk() -> None:
    """A function of the turns so far is a script, too; a talk that no server takes is refused."""

    def answer(turns: Sequence[Turn]) -> ModelTurn:
        last = turns[-1]
        if isinstance(last, ToolResults):
            return ModelTurn(text=f"I see {last.results[0].content}.")
        return ModelTurn(calls=(ToolCall(name="look"),), ended=TurnEnd.TOOL_CALLS)

    model = ScriptedModel(turns=answer)
    turns: list[Turn] = [UserTurn(text="Who is there?")]
    called = model.converse("Look.", turns, [LOOK])
    with pytest.raises(InvalidInput, match="wait for them"):
        model.converse("Look.", [*turns, called, *turns], [LOOK])
    seen = ToolResult(call_id=called.calls[0].id, name="look", content="a cat")
    turns += [called, ToolResults(results=(seen,))]
    assert model.converse("Look.", turns, [LOOK]).text == "I see a cat."


def test_a_hashing_embedder_is_an_embedder() -> None:
    """It fulfils the port, stays on this machine, and names its own make."""
    embedder = HashingEmbedder(16)
    assert isinstance(embedder, Embedder)
    assert embedder.is_local
    assert embedder.name != HashingEmbedder(32).name
    assert embedder.name != HashingEmbedder(16, language_name="swedish").name


@given(st.text(max_size=60))
def test_a_vector_has_length_one_or_nothing(text: str) -> None:
    """Every text has a vector of the same size, of length one unless it has no word."""
    embedder = HashingEmbedder(32)
    (vector,) = embedder.embed([text])
    assert len(vector) == 32
    length = sum(value * value for value in vector)
    assert length == pytest.approx(1.0) or length == 0.0


def test_the_same_text_has_the_same_vector() -> None:
    """Today and tomorrow, alone and among others, in whatever form of its words."""
    embedder = HashingEmbedder()
    (alone,) = embedder.embed(["Ellen retires"])
    among = embedder.embed(["something", "Ellen retires", "else"])
    assert among[1] == alone
    assert embedder.embed(["ellen RETIRED"]) == [alone]
    assert embedder.embed([]) == []


def test_texts_with_words_in_common_are_near() -> None:
    """Nearer than texts with none."""
    near, question, far = HashingEmbedder().embed(
        ["Ellen wants to retire early", "when does Ellen retire", "the printer is out of paper"]
    )

    def likeness(one: list[float], other: list[float]) -> float:
        return sum(a * b for a, b in zip(one, other, strict=True))

    assert likeness(near, question) > 0.3 > abs(likeness(far, question))


@pytest.mark.parametrize("dimensions", [0, -1])
def test_a_vector_needs_a_dimension(dimensions: int) -> None:
    """Less than one is refused."""
    with pytest.raises(InvalidInput, match="dimension"):
        HashingEmbedder(dimensions)


def test_the_fakes_are_the_promised_ones() -> None:
    """Their names are part of the public face."""
    assert {"FrozenClock", "ScriptedModel", "HashingEmbedder"} <= set(vars(testing))
