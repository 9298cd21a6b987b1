"""Telemetry, as a Protocol: what is told of the work of a memory while it is done.

How long, how many, of which kind, and ids that nobody typed. No text, no name of a subject, a space
or a person, no query, no message of an error. All that can be told is listed here, and the adapter
(`remembrancer.telemetry`) takes nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import TracebackType
from typing import Final, Protocol, runtime_checkable

Fact = str | int | float  # a word is one of our own, never one that somebody wrote


class Work(StrEnum):
    """What a span is about."""

    REQUEST = "request"  # an HTTP request that a server answers
    VERB = "verb"  # a call of a public verb
    LEG = "leg"  # one part of a recall
    JOB = "job"  # one piece of due work
    MODEL = "model"  # one call of a language model or an embedder
    STORE = "store"  # one transaction
    TOOL = "tool"  # one call of a tool over MCP
    CALL = "call"  # a request of a client to a server


class Attribute(StrEnum):
    """What a span or a number says of its work."""

    METHOD = "http.request.method"
    ROUTE = "http.route"  # as in the table of routes: names in braces, never what stood there
    STATUS = "http.response.status_code"
    ERROR = "error.type"  # the class of an error, or a status; never its message
    REQUEST_ID = "remembrancer.request.id"  # as in the log of the server; random
    CALLER = "remembrancer.caller.kind"  # person, agent or service; never who
    SPACE = "remembrancer.space.id"  # random, made with the space; never its name
    VERB = "remembrancer.verb"
    RESULTS = "remembrancer.result.count"  # hits, items or entries that a verb returned
    WALK = "remembrancer.walk.id"  # of a question in the retrieval log; random
    RECEIPT = "remembrancer.receipt.id"  # of a delivery; random
    LEG = "remembrancer.recall.leg"
    CANDIDATES = "remembrancer.recall.candidates"  # texts that were found so far
    JOB_ID = "remembrancer.job.id"  # random
    JOB_KIND = "remembrancer.job.kind"
    JOB_ATTEMPT = "remembrancer.job.attempt"  # counted from 1
    JOB_STATE = "remembrancer.job.state"  # of a backlog: due, late, failed; after a job: as it is
    DB_SYSTEM = "db.system.name"  # sqlite or postgresql
    DB_OPERATION = "db.operation.name"  # read or write
    OPERATION = "gen_ai.operation.name"  # chat, embeddings or execute_tool
    PROVIDER = "gen_ai.provider.name"
    MODEL = "gen_ai.request.model"  # as the settings or the program call it
    TOKENS_IN = "gen_ai.usage.input_tokens"
    TOKENS_OUT = "gen_ai.usage.output_tokens"
    TOKEN_TYPE = "gen_ai.token.type"  # input or output
    MODEL_ROLE = "remembrancer.model.role"  # cheap or chat
    TEXTS = "remembrancer.model.texts"  # that an embedder was given
    TOOL = "gen_ai.tool.name"
    MCP_METHOD = "mcp.method.name"
    READER = "remembrancer.read.server"  # primary or replica
    READ_REASON = "remembrancer.read.reason"
    RESULT = "remembrancer.verification.result"  # sound or broken


class Gauge(StrEnum):
    """A number that is read when somebody collects it."""

    WAITING = "remembrancer.requests.waiting"  # for their turn
    UNDER_WAY = "remembrancer.requests.active"
    STREAMS = "remembrancer.event_streams"  # open ones
    READS = "remembrancer.reads"  # by who answered, with a read replica
    REPLICA_MISSING = "remembrancer.replica.missing_rows"  # of the ledger, at the last look
    JOBS = "remembrancer.jobs"  # by state
    LEDGER = "remembrancer.ledger.rows"  # in all spaces
    STORE_BYTES = "remembrancer.store.size"
    VERIFICATIONS = "remembrancer.verifications"  # of a ledger, by result


Facts = Mapping[Attribute, Fact]
Readings = Iterable[tuple[float, Facts]]
NOTHING: Final[Facts] = {}


class Span(Protocol):
    """Work that is being done. Entered, it is what further work is part of."""

    def note(self, facts: Facts) -> None:
        """Adds what is known by now."""

    def rename(self, name: str) -> None:
        """Gives it the name that is known only now."""

    def fail(self, error: str) -> None:
        """It failed with an error of this class."""

    def __enter__(self) -> Span: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends it. An error that passes through is told by its class."""


@runtime_checkable
class Telemetry(Protocol):
    """Where traces and numbers go. It neither blocks nor fails what it tells of."""

    @property
    def is_on(self) -> bool:
        """False: nothing is told, so that nothing need be gathered."""

    def span(
        self,
        work: Work,
        name: str,
        facts: Facts = NOTHING,
        *,
        caller: str | None = None,
        cause: str | None = None,
    ) -> Span:
        """A span of work that begins once it is entered.

        `caller` is the `traceparent` of a caller elsewhere, whose trace goes on here; `cause` that
        of earlier work that led to this one, which is linked.
        """

    def ended(
        self,
        work: Work,
        name: str,
        seconds: float,
        facts: Facts = NOTHING,
        *,
        error: str | None = None,
    ) -> None:
        """Tells of work that ended just now. It has no parts."""

    def traceparent(self) -> str | None:
        """The span that this thread or task is in, as W3C Trace Context writes it."""

    def observe(self, figure: Gauge, read: Callable[[], Readings]) -> None:
        """Has a figure read whenever somebody collects it."""

    def close(self) -> None:
        """Sends what is left, within a limited time."""


class _SilentSpan:
    def note(self, facts: Facts) -> None: ...

    def rename(self, name: str) -> None: ...

    def fail(self, error: str) -> None: ...

    def __enter__(self) -> _SilentSpan:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


SILENT_SPAN: Final[Span] = _SilentSpan()


class _Silent:
    """Nothing is told."""

    is_on: Final = False

    def span(
        self,
        work: Work,
        name: str,
        facts: Facts = NOTHING,
        *,
        caller: str | None = None,
        cause: str | None = None,
    ) -> Span:
        return SILENT_SPAN

    def ended(
        self,
        work: Work,
        name: str,
        seconds: float,
        facts: Facts = NOTHING,
        *,
        error: str | None = None,
    ) -> None: ...

    def traceparent(self) -> str | None:
        return None

    def observe(self, figure: Gauge, read: Callable[[], Readings]) -> None: ...

    def close(self) -> None: ...


SILENT: Final[Telemetry] = _Silent()
