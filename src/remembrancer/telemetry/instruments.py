"""The instruments: which number is kept of which work, and by what it is told apart.

What a number is told apart by has few values: verbs, routes, kinds of jobs. Ids are in spans only.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from remembrancer.ports.telemetry import Attribute, Gauge, Work

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# As the semantic conventions have them.
_HTTP_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
_MODEL_SECONDS: Final = tuple(0.01 * 2**power for power in range(14))
TOKENS: Final = tuple(4**power for power in range(14))


class Duration(NamedTuple):
    """A histogram of how long work took, in seconds."""

    name: str
    what: str  # its description
    by: tuple[Attribute, ...]
    bounds: tuple[float, ...] = _SECONDS


DURATIONS: Final[Mapping[Work, Duration]] = {
    Work.REQUEST: Duration(
        "http.server.request.duration",
        "Until a request was answered, streams aside.",
        (Attribute.METHOD, Attribute.ROUTE, Attribute.STATUS, Attribute.ERROR),
        _HTTP_SECONDS,
    ),
    Work.VERB: Duration(
        "remembrancer.verb.duration",
        "Calls of public verbs.",
        (Attribute.VERB, Attribute.ERROR),
    ),
    Work.LEG: Duration("remembrancer.recall.leg.duration", "Parts of recall.", (Attribute.LEG,)),
    Work.JOB: Duration(
        "remembrancer.job.duration",
        "Attempts at due work.",
        (Attribute.JOB_KIND, Attribute.JOB_STATE, Attribute.ERROR),
    ),
    Work.MODEL: Duration(
        "gen_ai.client.operation.duration",
        "Calls of language models and embedders.",
        (Attribute.OPERATION, Attribute.PROVIDER, Attribute.MODEL, Attribute.ERROR),
        _MODEL_SECONDS,
    ),
    Work.STORE: Duration(
        "db.client.operation.duration",
        "Transactions, with the wait for their turn.",
        (Attribute.DB_SYSTEM, Attribute.DB_OPERATION, Attribute.ERROR),
    ),
    Work.TOOL: Duration(
        "mcp.server.operation.duration",
        "Calls of tools over MCP.",
        (Attribute.MCP_METHOD, Attribute.TOOL, Attribute.ERROR),
    ),
}
TOKEN_USAGE: Final = "gen_ai.client.token.usage"
TOKEN_USAGE_BY: Final = (Attribute.OPERATION, Attribute.PROVIDER, Attribute.MODEL)


class Sort(StrEnum):
    """How a figure is read."""

    COUNTER = "counter"  # it only grows
    SUM = "sum"  # it goes up and down, and that of several processes may be added up
    GAUGE = "gauge"  # the same whichever process tells it


class Instrument(NamedTuple):
    """How a figure is told."""

    sort: Sort
    unit: str
    what: str


FIGURES: Final[Mapping[Gauge, Instrument]] = {
    Gauge.UNDER_WAY: Instrument(Sort.SUM, "{request}", "Requests that are being answered."),
    Gauge.WAITING: Instrument(Sort.SUM, "{request}", "Requests that wait for their turn."),
    Gauge.STREAMS: Instrument(Sort.SUM, "{stream}", "Streams of events that are open."),
    Gauge.READS: Instrument(Sort.COUNTER, "{read}", "Reads by who answered, with a replica."),
    Gauge.REPLICA_MISSING: Instrument(
        Sort.GAUGE, "{row}", "Ledger rows that the read replica lacked at the last look."
    ),
    Gauge.JOBS: Instrument(Sort.GAUGE, "{job}", "Work that is due, late or given up."),
    Gauge.LEDGER: Instrument(Sort.GAUGE, "{row}", "Rows of the ledgers of all spaces."),
    Gauge.STORE_BYTES: Instrument(Sort.GAUGE, "By", "The size of the store."),
    Gauge.VERIFICATIONS: Instrument(Sort.COUNTER, "{check}", "Checks of a ledger, by result."),
}
