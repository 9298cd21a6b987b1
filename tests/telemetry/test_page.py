"""docs/telemetry.md lists what is told: every metric, attribute and leg, and no other."""

from __future__ import annotations

import re

from remembrancer.core import limits
from remembrancer.ports.telemetry import Attribute, Gauge
from remembrancer.recall.recall_spans import Leg
from remembrancer.telemetry.instruments import DURATIONS, FIGURES, TOKEN_USAGE, TOKEN_USAGE_BY
from tests.docs import pages

PAGE = pages.DOCS / "telemetry.md"


def test_every_attribute_has_its_row() -> None:
    """In the order of the list, each with what it says."""
    _, *rows = pages.table(pages.section(PAGE, "What is told"))
    assert [name.strip("`") for name, _ in rows] == [*Attribute]


def test_every_metric_has_its_row() -> None:
    """With what its numbers are told apart by."""
    _, *rows = pages.table(pages.section(PAGE, "Metrics"))
    written = {name.strip("`"): set(re.findall(r"`([^`]+)`", by)) for name, _, by in rows}
    known = {one.name: set(map(str, one.by)) for one in DURATIONS.values()}
    known[TOKEN_USAGE] = {*TOKEN_USAGE_BY, Attribute.TOKEN_TYPE}
    assert {name: by for name, by in written.items() if name in known} == known
    assert set(written) == {*known, *Gauge}
    assert set(FIGURES) == {*Gauge}


def test_the_legs_are_named() -> None:
    """As the spans of a recall are called."""
    text = pages.section(PAGE, "Spans")
    assert {leg.value for leg in Leg} <= set(re.findall(r"`([a-z]+)`", text))


def test_times_are_those_of_the_code() -> None:
    """How long closing waits, and when work is late."""
    text = PAGE.read_text(encoding="utf-8")
    assert f"waits up to {limits.TELEMETRY_STOP_SECONDS:.0f} seconds" in text
    assert f"late (by {limits.JOB_LATE_SECONDS // 60} minutes)" in text
