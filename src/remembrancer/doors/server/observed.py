"""What a server has telemetry read of itself: the same figures that `/metrics` shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final

from remembrancer.core.tally import Counted
from remembrancer.doors.http.metrics import Metrics
from remembrancer.doors.http.store_figures import StoreFigures, read_figures
from remembrancer.front.session import Session
from remembrancer.ports.telemetry import Attribute, Gauge, Readings

_FRESH_SECONDS: Final = 1.0  # the figures of one round are read at once
_GAUGES: Final[Mapping[Gauge, str]] = {
    Gauge.UNDER_WAY: "requests_under_way",
    Gauge.WAITING: "requests_waiting",
    Gauge.STREAMS: "event_streams",
}


def observe(session: Session, metrics: Metrics) -> None:
    """Has the figures of this process read when they are collected.

    Those of the store are the same in each process, so that the first one alone tells them.
    """
    telemetry = session.telemetry
    if not telemetry.is_on:
        return
    for figure, name in _GAUGES.items():
        telemetry.observe(figure, _gauge(metrics, name))
    telemetry.observe(Gauge.READS, lambda: _reads(metrics))
    telemetry.observe(Gauge.VERIFICATIONS, lambda: _verifications(session))
    if metrics.is_first:
        figures = _Figures(session)
        telemetry.observe(Gauge.JOBS, figures.jobs)
        telemetry.observe(Gauge.LEDGER, figures.ledger)
        telemetry.observe(Gauge.STORE_BYTES, figures.bytes)
        telemetry.observe(Gauge.REPLICA_MISSING, figures.replica)


def _gauge(metrics: Metrics, name: str) -> Callable[[], Readings]:
    return lambda: [(metrics.gauges[name](), {})]


def _reads(metrics: Metrics) -> Readings:
    for reason, number in metrics.reads().items():
        server = "replica" if reason == "replica" else "primary"
        yield number, {Attribute.READER: server, Attribute.READ_REASON: reason}


def _verifications(session: Session) -> Readings:
    for (counted, labels), number in session.shop.tally.read().items():
        if counted is Counted.VERIFICATIONS:
            yield number, {Attribute.RESULT: dict(labels)["result"]}


class _Figures:
    """The figures of the store, read once for all that ask at the same time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._read_at = -_FRESH_SECONDS
        self._figures: StoreFigures | None = None

    def _now(self) -> StoreFigures:
        if self._figures is None or time.monotonic() - self._read_at >= _FRESH_SECONDS:
            self._figures = read_figures(self._session)
            self._read_at = time.monotonic()
        return self._figures

    def jobs(self) -> Readings:
        return [
            (number, {Attribute.JOB_STATE: state}) for state, number in self._now().jobs.items()
        ]

    def ledger(self) -> Readings:
        return [(self._now().ledger_rows, {})]

    def bytes(self) -> Readings:
        size = self._now().store_bytes
        return [] if size is None else [(size, {})]

    def replica(self) -> Readings:
        missing = self._now().replica_missing
        return [] if missing is None else [(missing, {})]
