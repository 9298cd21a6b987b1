"""The adapter to OpenTelemetry: spans and numbers, by the API alone.

Whose providers they go to is up to the program; `providers.py` makes some of our own. A span takes
what `ports/telemetry.py` lists and nothing else, and of an error only its class: no exception is
recorded, since its message may hold what people said.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final

from opentelemetry import context as contexts
from opentelemetry import trace
from opentelemetry.metrics import CallbackOptions, MeterProvider, Observation, get_meter_provider
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from remembrancer.ports.telemetry import NOTHING, Attribute, Fact, Facts, Gauge, Readings, Work
from remembrancer.telemetry.instruments import (
    DURATIONS,
    FIGURES,
    TOKEN_USAGE,
    TOKEN_USAGE_BY,
    TOKENS,
    Sort,
)

_SCOPE: Final = "remembrancer"
_TRACEPARENT: Final = "traceparent"
_PROPAGATOR: Final = TraceContextTextMapPropagator()
_KINDS: Final = {
    Work.REQUEST: trace.SpanKind.SERVER,
    Work.TOOL: trace.SpanKind.SERVER,
    Work.JOB: trace.SpanKind.CONSUMER,
    Work.MODEL: trace.SpanKind.CLIENT,
    Work.STORE: trace.SpanKind.CLIENT,
    Work.CALL: trace.SpanKind.CLIENT,
}
_TOKEN_TYPES: Final = ((Attribute.TOKENS_IN, "input"), (Attribute.TOKENS_OUT, "output"))

log = logging.getLogger("remembrancer.telemetry")


class OpenTelemetry:
    """Traces and metrics of a memory, for these providers, or else for those of the program.

    Nothing of what people said is in them: `docs/telemetry.md` lists all that is.
    """

    is_on: Final = True

    def __init__(
        self,
        tracer_provider: trace.TracerProvider | None = None,
        meter_provider: MeterProvider | None = None,
        *,
        version: str | None = None,
        stop: Callable[[], None] | None = None,
    ) -> None:
        providers = tracer_provider or trace.get_tracer_provider()
        self._tracer = providers.get_tracer(_SCOPE, version)
        self._stop = stop  # None: the program ends its providers itself
        self._meter = (meter_provider or get_meter_provider()).get_meter(_SCOPE, version)
        self._durations = {
            work: self._meter.create_histogram(
                one.name, "s", one.what, explicit_bucket_boundaries_advisory=one.bounds
            )
            for work, one in DURATIONS.items()
        }
        self._tokens = self._meter.create_histogram(
            TOKEN_USAGE,
            "{token}",
            "Tokens of calls of models.",
            explicit_bucket_boundaries_advisory=TOKENS,
        )

    def span(
        self,
        work: Work,
        name: str,
        facts: Facts = NOTHING,
        *,
        caller: str | None = None,
        cause: str | None = None,
    ) -> _OpenSpan:
        """A span of work, which is the current one while it is entered."""
        return _OpenSpan(self, work, name, facts, caller, cause)

    def begun(
        self,
        work: Work,
        name: str,
        facts: Facts,
        *,
        caller: str | None = None,
        cause: str | None = None,
        began_ns: int | None = None,
    ) -> trace.Span:
        """A span that has begun."""
        causing = _span_context(cause)
        return self._tracer.start_span(
            name,
            context=_parent(caller),
            kind=_KINDS.get(work, trace.SpanKind.INTERNAL),
            attributes=_plain(facts),
            links=() if causing is None else (trace.Link(causing),),
            start_time=began_ns,
            record_exception=False,
            set_status_on_exception=False,
        )

    def ended(
        self,
        work: Work,
        name: str,
        seconds: float,
        facts: Facts = NOTHING,
        *,
        error: str | None = None,
    ) -> None:
        """Tells of work that ended just now."""
        span: trace.Span = trace.INVALID_SPAN
        # A transaction that is part of nothing is upkeep or polling: it is counted, and no trace.
        if work is not Work.STORE or trace.get_current_span().get_span_context().is_valid:
            began = time.time_ns() - int(seconds * 1e9)
            span = self.begun(work, name, facts, began_ns=began)
        self.end(span, work, seconds, facts, error)

    def end(
        self, span: trace.Span, work: Work, seconds: float, facts: Facts, error: str | None
    ) -> None:
        """Ends a span, and counts it."""
        if error is not None:
            facts = {**facts, Attribute.ERROR: error}
            span.set_attribute(Attribute.ERROR.value, error)
            span.set_status(trace.StatusCode.ERROR)
        if work in self._durations:
            self._durations[work].record(seconds, _chosen(facts, DURATIONS[work].by))
        if work is Work.MODEL:
            by = _chosen(facts, TOKEN_USAGE_BY)
            for attribute, kind in _TOKEN_TYPES:
                if attribute in facts:
                    self._tokens.record(
                        facts[attribute],  # type: ignore[arg-type]  # a number
                        {**by, Attribute.TOKEN_TYPE.value: kind},
                    )
        span.end()

    def traceparent(self) -> str | None:
        """The span that this thread or task is in, as W3C Trace Context writes it."""
        carrier: dict[str, str] = {}
        _PROPAGATOR.inject(carrier)
        return carrier.get(_TRACEPARENT)

    def observe(self, figure: Gauge, read: Callable[[], Readings]) -> None:
        """Has a figure read whenever it is collected."""
        sort, unit, what = FIGURES[figure]

        def observed(options: CallbackOptions) -> Iterable[Observation]:
            try:
                return [Observation(number, _plain(facts)) for number, facts in read()]
            except Exception as error:  # the store is busy or closed: the next round tells it
                log.debug("%s could not be read: %s", figure.value, type(error).__name__)
                return []

        make = {
            Sort.COUNTER: self._meter.create_observable_counter,
            Sort.SUM: self._meter.create_observable_up_down_counter,
            Sort.GAUGE: self._meter.create_observable_gauge,
        }[sort]
        make(figure.value, [observed], unit, what)

    def close(self) -> None:
        """Ends providers of our own."""
        if self._stop is not None:
            self._stop()


class _OpenSpan:
    """One span, from when it is entered."""

    __slots__ = (
        "_begun",
        "_caller",
        "_cause",
        "_error",
        "_facts",
        "_name",
        "_span",
        "_telemetry",
        "_token",
        "_work",
    )

    def __init__(
        self,
        telemetry: OpenTelemetry,
        work: Work,
        name: str,
        facts: Facts,
        caller: str | None,
        cause: str | None,
    ) -> None:
        self._telemetry = telemetry
        self._work = work
        self._name = name
        self._facts: dict[Attribute, Fact] = dict(facts)
        self._caller = caller
        self._cause = cause
        self._error: str | None = None

    def __enter__(self) -> _OpenSpan:
        self._span = self._telemetry.begun(
            self._work, self._name, self._facts, caller=self._caller, cause=self._cause
        )
        self._token = contexts.attach(trace.set_span_in_context(self._span))
        self._begun = time.perf_counter()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        seconds = time.perf_counter() - self._begun
        contexts.detach(self._token)
        failed = self._error if kind is None else kind.__name__
        self._telemetry.end(self._span, self._work, seconds, self._facts, failed)

    def note(self, facts: Facts) -> None:
        self._facts.update(facts)
        self._span.set_attributes(_plain(facts))

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def fail(self, error: str) -> None:
        self._error = error


def _plain(facts: Mapping[Any, Fact]) -> dict[str, Any]:
    """What is listed, as plain values. Whatever else is given is left out."""
    return {
        name.value: str(value) if isinstance(value, str) else value
        for name, value in facts.items()
        if isinstance(name, Attribute)
    }


def _chosen(facts: Facts, names: Iterable[Attribute]) -> dict[str, Any]:
    return _plain({name: facts[name] for name in names if name in facts})


def _parent(caller: str | None) -> contexts.Context | None:
    """What a span is part of; None: of what the thread or task is in.

    Of a caller elsewhere only the ids count. A `tracestate` may hold anything, and is left behind.
    """
    if caller is not None:
        given = _span_context(caller)
    else:
        given = trace.get_current_span().get_span_context()
        if not given.is_remote or not given.trace_state:
            return None
    if given is None:
        return None
    plain = trace.SpanContext(given.trace_id, given.span_id, True, given.trace_flags)
    return trace.set_span_in_context(trace.NonRecordingSpan(plain))


def _span_context(traceparent: str | None) -> trace.SpanContext | None:
    """The span that a `traceparent` names; None: it names none."""
    if traceparent is None:
        return None
    found = _PROPAGATOR.extract({_TRACEPARENT: traceparent}, contexts.Context())
    given = trace.get_current_span(found).get_span_context()
    return given if given.is_valid else None
