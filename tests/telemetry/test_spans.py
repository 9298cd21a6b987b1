"""Spans: what is told of the work of a memory, and how its parts hang together."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from remembrancer import AsyncMemory, InvalidInput, InvalidSettings, Memory, NotAvailable, NotFound
from remembrancer import build_tools as wiring
from remembrancer.front.verb_spans import VERB
from remembrancer.jobs.due_work import Workshop
from remembrancer.jobs.schedule import EMBED
from remembrancer.ports import (
    CalibratedEmbedder,
    MeanEmbedder,
    QuestionEmbedder,
    Telemetry,
    WordEmbedder,
)
from remembrancer.ports.telemetry import SILENT, Attribute, Work
from remembrancer.telemetry.traced_models import traced_embedder
from remembrancer.testing import HashingEmbedder, ScriptedModel
from remembrancer.wire.call import GROUPS
from remembrancer.wire.routes import CARRIED, NOT_ON_THE_WIRE, ROUTES
from tests.engines import ON_EITHER_SORT, Engine
from tests.telemetry.recorded import Recorded, attributes_of, id_of

_SAID = "Ellen wants to retire at 60."


@pytest.fixture
def recorded() -> Recorded:
    return Recorded()


def _open(recorded: Recorded, url: str = ":memory:", **options: Any) -> Memory:
    given = {"embedder": HashingEmbedder(8), "background": False, **options}
    memory = Memory.open(url, telemetry=recorded.telemetry, **given)
    recorded.clear()
    return memory


@pytest.fixture
def told(recorded: Recorded) -> Iterator[Memory]:
    with _open(recorded) as memory:
        yield memory


def test_every_verb_is_a_span() -> None:
    """Each verb of the table, and each that has no route, is told by its full name."""
    named = {one.verb for one in ROUTES} | CARRIED | set(NOT_ON_THE_WIRE) | {"subscribe"}
    for verb in named:
        group, _, name = verb.rpartition(".")
        assert getattr(getattr(GROUPS[group], name), VERB, None) == verb


@ON_EITHER_SORT
def test_a_recall_tells_its_legs(engine: Engine, tmp_path: Path, recorded: Recorded) -> None:
    """By words, vectors, links and time, then ranking and answer: each is a part of the recall,
    and its transactions are told beside them."""
    with _open(recorded, engine.fresh_url(tmp_path)) as memory:
        memory.add(content=_SAID, subject="ellen")
        memory.jobs.wait()
        recorded.clear()
        found = memory.recall("What did Ellen want last year?")
    span = recorded.only("recall")
    # On a server, messages around the best ones are read as well.
    legs = [name for name in dict.fromkeys(recorded.children(span)) if name != "recall context"]
    assert legs == [
        "recall words",
        "embeddings hashing-english-8",
        "recall vectors",
        "recall links",
        "recall time",
        "recall similarity",
        "recall ranking",
        "recall answer",
    ]
    told = attributes_of(span)
    assert told["remembrancer.walk.id"] == found.walk
    assert told["remembrancer.result.count"] == len(found.hits) == 1
    assert attributes_of(recorded.only("recall vectors"))["remembrancer.recall.candidates"] == 1
    reads = recorded.spans("store read")
    assert {id_of(one.parent) for one in reads} == {id_of(span.context)}
    system = {attributes_of(one)["db.system.name"] for one in reads}
    assert system == {"postgresql" if engine.is_server else "sqlite"}


def test_a_reranker_is_a_leg(recorded: Recorded) -> None:
    """Its time is told apart from that of the rest of the answer."""

    class Reranker:
        name = "mine"
        is_local = True

        def score(self, query: str, texts: Any) -> list[float]:
            return [1.0 for _ in texts]

    with _open(recorded, embedder="none", reranker=Reranker()) as memory:
        memory.add(content=_SAID)
        memory.recall("Ellen")
    assert recorded.children(recorded.only("recall")) == ["recall words", "recall answer"]
    assert recorded.children(recorded.only("recall answer")) == ["recall rerank"]


def test_what_is_remembered_leads_to_a_job(told: Memory, recorded: Recorded) -> None:
    """The verb is a trace; the work that it made due is told later and linked to it."""
    told.remember(_SAID, subject="ellen")
    said = recorded.only("remember")
    assert "store write" in {span.name for span in recorded.spans()}
    told.jobs.wait()
    job = recorded.only("job embed")
    assert id_of(job.parent) == id_of(recorded.only("jobs.wait").context)
    (link,) = job.links
    assert (link.context.trace_id, id_of(link.context)) == (
        said.context.trace_id,
        id_of(said.context),
    )
    assert recorded.children(job) == ["embeddings hashing-english-8"]
    told_of = attributes_of(job)
    assert told_of["remembrancer.job.kind"] == "embed"
    assert told_of["remembrancer.job.state"] == "done"
    assert told_of["remembrancer.job.attempt"] == 1


def test_a_thread_does_the_work_in_a_trace_of_its_own(recorded: Recorded) -> None:
    """What is done behind a caller's back is no part of the call, but linked to it."""
    with _open(recorded, background=True) as memory:
        memory.add(content=_SAID)
        memory.jobs.wait()
    jobs = recorded.spans("job embed")
    added = recorded.only("add")
    assert {link.context.span_id for job in jobs for link in job.links} == {id_of(added.context)}


def test_failed_work_tells_its_class(told: Memory, recorded: Recorded) -> None:
    """Of an error in a job only the class is told, and what became of the job."""
    told.add(content=_SAID)

    def broken(task: Any) -> None:
        raise ZeroDivisionError(_SAID)

    session = told._session
    Workshop(session.store, session.clock, session.shop.tools, {EMBED: broken}).do_next(
        session.space
    )
    told_of = attributes_of(recorded.only("job embed"))
    assert told_of["error.type"] == "ZeroDivisionError"
    assert told_of["remembrancer.job.state"] == "waiting"


def test_a_delivery_tells_its_receipt(told: Memory, recorded: Recorded) -> None:
    """Who may see the receipt finds by it what was delivered; the span itself says nothing."""
    bundle = told.bundle()
    assert attributes_of(recorded.only("bundle"))["remembrancer.receipt.id"] == bundle.receipt
    composed = told.compose(message="When does Ellen retire?", subject="ellen")
    span = recorded.only("compose")
    assert attributes_of(span)["remembrancer.receipt.id"] == composed.receipt


def test_a_model_is_told_by_its_cost(recorded: Recorded) -> None:
    """Each call of a language model is a span with model, role and tokens, and no word of it."""
    model = ScriptedModel([{"candidates": []}, "no JSON", "no JSON"], name="scripted-1")
    with _open(recorded, embedder="none", llm=model) as memory:
        memory.remember(_SAID)
        assert recorded.children(recorded.only("remember")) == ["chat scripted-1"]
        span = recorded.only("chat scripted-1")
        told = attributes_of(span)
        assert told == {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "custom",
            "gen_ai.request.model": "scripted-1",
            "gen_ai.usage.input_tokens": told["gen_ai.usage.input_tokens"],
            "gen_ai.usage.output_tokens": told["gen_ai.usage.output_tokens"],
            "remembrancer.model.role": "cheap",
        }
        assert told["gen_ai.usage.input_tokens"] > 0
        recorded.clear()
        memory.remember(_SAID + " Now.")
        assert {attributes_of(one)["error.type"] for one in recorded.spans("chat scripted-1")} == {
            "failed"
        }
    tokens = recorded.numbers()["gen_ai.client.token.usage"]
    assert {point.attributes["gen_ai.token.type"] for point in tokens} == {"input", "output"}


def test_an_error_is_told_by_its_class(told: Memory, recorded: Recorded) -> None:
    """No message, no stack and no event: they would repeat what the caller gave."""
    with pytest.raises(NotFound):
        told.get(_SAID)
    span = recorded.only("get")
    assert attributes_of(span)["error.type"] == "NotFound"
    assert (span.status.is_ok, span.status.description, span.events) == (False, None, ())
    (point,) = recorded.numbers()["remembrancer.verb.duration"]
    assert dict(point.attributes) == {"remembrancer.verb": "get", "error.type": "NotFound"}


def test_a_caller_s_own_trace_goes_on(told: Memory, recorded: Recorded) -> None:
    """In a program that traces itself, a verb is part of what the program does."""
    with recorded.tracing.get_tracer("program").start_as_current_span("request") as span:
        told.recall("Ellen")
    assert id_of(recorded.only("recall").parent) == span.get_span_context().span_id


def test_a_trace_goes_on_in_the_thread_of_an_async_call(recorded: Recorded) -> None:
    """A coroutine's span is that of which the verb is a part, whatever thread does it."""

    async def turn() -> int:
        options: Any = {"embedder": "none", "telemetry": recorded.telemetry}
        async with await AsyncMemory.open(":memory:", **options) as memory:
            with recorded.tracing.get_tracer("agent").start_as_current_span("turn") as span:
                await memory.recall("Ellen")
            return span.get_span_context().span_id

    span_id = asyncio.run(turn())
    assert id_of(recorded.only("recall").parent) == span_id


def test_upkeep_leaves_no_traces(told: Memory, recorded: Recorded) -> None:
    """A transaction that is part of nothing is counted, and no trace of its own."""
    session = told._session
    session.read(lambda reader, _: reader.last_position())
    assert recorded.spans() == []
    assert "db.client.operation.duration" in recorded.numbers()


def test_an_embedder_can_what_it_could() -> None:
    """What is told of is used as before: it has the methods of the embedder, and no others."""

    class Calibrated(HashingEmbedder):
        unrelated = 0.25
        is_mean_of_tokens = True

        def embed_questions(self, texts: Any) -> list[list[float]]:
            return self.embed(texts)

    plain = traced_embedder(HashingEmbedder(8), Recorded().telemetry)
    for kind in (CalibratedEmbedder, MeanEmbedder, QuestionEmbedder, WordEmbedder):
        assert isinstance(plain, kind) == isinstance(HashingEmbedder(8), kind)
    full = traced_embedder(Calibrated(8), Recorded().telemetry)
    assert isinstance(full, CalibratedEmbedder)
    assert full.unrelated == 0.25
    assert isinstance(full, MeanEmbedder)
    assert full.is_mean_of_tokens
    assert not isinstance(full, WordEmbedder)
    assert isinstance(full, QuestionEmbedder)
    assert full.embed_questions(["a"]) == Calibrated(8).embed(["a"])


def test_nothing_else_can_be_told(recorded: Recorded) -> None:
    """What is not on the list is left out, whoever gives it."""
    given: Any = {Attribute.VERB: "recall", "query": _SAID}
    with recorded.telemetry.span(Work.VERB, "recall", given):
        pass
    assert attributes_of(recorded.only("recall")) == {"remembrancer.verb": "recall"}


@pytest.mark.soak
def test_off_means_that_nothing_is_loaded() -> None:
    """Without telemetry, OpenTelemetry is not imported."""
    program = (
        "import sys; from remembrancer import Memory\n"
        "with Memory.open(':memory:', embedder='none', background=False) as memory:\n"
        "    memory.remember('Ellen retires.'); memory.recall('Ellen'); memory.bundle()\n"
        "print(sorted(name for name in sys.modules if name.startswith('opentelemetry')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_it_is_off_unless_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the setting, and only by a word that means yes; what is missing is named."""
    assert wiring.check_telemetry() is SILENT
    assert isinstance(SILENT, Telemetry)
    monkeypatch.setenv("REMEMBRANCER_OTEL", "0")
    assert wiring.check_telemetry() is SILENT
    monkeypatch.setenv("REMEMBRANCER_OTEL", "maybe")
    with pytest.raises(InvalidSettings, match="Write 1"):
        wiring.check_telemetry()
    monkeypatch.setenv("REMEMBRANCER_OTEL", "1")
    monkeypatch.setattr(wiring, "find_spec", lambda name: None)
    with pytest.raises(NotAvailable, match=r"remembrancer\[otel\]"):
        Memory.open(":memory:")
    with pytest.raises(InvalidInput, match="OpenTelemetry"):
        Memory.open(":memory:", telemetry=object())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"),
    [("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_TRACES_EXPORTER", "zipkin")],
)
def test_what_is_not_spoken_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """A protocol or an exporter that is not there is an error at the start, not silence."""
    monkeypatch.setenv("REMEMBRANCER_OTEL", "1")
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings, match=value):
        Memory.open(":memory:", embedder="none")


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who imports the adapter without OpenTelemetry is told what to install."""
    for name in [name for name in sys.modules if name.startswith("remembrancer.telemetry")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(NotAvailable, match=r"remembrancer\[otel\]"):
        from remembrancer.telemetry import OpenTelemetry  # noqa: F401
