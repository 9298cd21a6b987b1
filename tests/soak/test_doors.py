"""The server, besieged: everything that the short tests send a part of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import START
from tests.http import both_doors, described, hostile, wrong_types
from tests.http.conftest import Site
from tests.http.test_strangers import besieged
from tests.remote import House
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_REQUESTS_EACH = sized(ci=500, full=1_000)
_SHARE = sized(ci=3, full=1)  # of what is sent everywhere, the short soak sends one in so many


@contextmanager
def _site(house: House, url: str) -> Iterator[Site]:
    with Memory.open(
        url,
        space="site",
        preset="corporate",
        clock=FrozenClock(START),
        embedder="none",
        background=False,
    ) as memory:
        yield Site(memory, house)


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_random_requests_tell_nobody_of_what_is_hidden(house: House, engine: str) -> None:
    """Of 10,000 requests by random callers, none brings to light what is hidden from them."""
    worlds = sized(ci=2, full=10)
    told = Told(f"{worlds} worlds on {engine}, {_REQUESTS_EACH} requests in each")
    statuses: Counter[int] = Counter()
    compared = 0
    for number in range(worlds):
        url = ":memory:" if engine == "sqlite" else postgres.fresh_url()
        with _site(house, url) as site:
            drawn = besieged(site, seeded(3_000 + number), _REQUESTS_EACH)
        statuses += drawn.statuses
        compared += drawn.compared
        told.progress(f"{statuses.total()} requests")
    told.result(f"{dict(statuses)}; {compared} hidden ids answered like unknown ones")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_nothing_that_is_sent_breaks_out(house: House, engine: str) -> None:
    """Every hostile text in every part of every request is answered or refused."""
    listed = hostile.tries()
    chosen = sized(ci=Random(seeded(1)).sample(listed, 300), full=listed)
    told = Told(f"{len(chosen)} hostile requests on {engine}")
    statuses: Counter[int] = Counter()
    url = ":memory:" if engine == "sqlite" else postgres.fresh_url()
    with _site(house, url) as site:
        known = site.memory.add(content="Known before.")
        for one in chosen:
            statuses[hostile.check(site, site.admin, one)] += 1
            told.progress(f"{statuses.total()} requests")
        assert site.memory.get(known.id).content == "Known before."
        assert site.memory.verify().ok
    told.result(f"{dict(statuses)}")


def test_what_is_of_another_type_is_refused(house: House) -> None:
    """In the place of every argument of every verb, whatever JSON can say."""
    told = Told("something of another type in every place")
    statuses: Counter[int] = Counter()
    with _site(house, ":memory:") as site:
        for one in islice(wrong_types.tries(site, wrong_types.ALL), 0, None, _SHARE):
            statuses[wrong_types.check(site, one)] += 1
            told.progress(f"{statuses.total()} requests")
        assert site.memory.verify().ok
    told.result(f"{dict(statuses)}")


def test_every_verb_says_the_same_at_both_doors(house: House) -> None:
    """Whatever JSON can say in the place of every argument: one answer, or one refusal."""
    told = Told("odd values here and at a server")
    for number, call in enumerate(both_doors.CALLS.values(), 1):
        values = both_doors.ALL[number % _SHARE :: _SHARE]
        assert both_doors.differences(house, call, values) == []
        told.progress(f"{number} verbs")
    told.result(f"{len(both_doors.CALLS)} verbs")


def test_every_answer_is_described(house: House) -> None:
    """Requests as /openapi.json describes them, and as it does not, are answered as it says."""
    examples = sized(ci=1, full=100)
    told = Told(f"{examples} requests of either sort to each operation")
    statuses: Counter[int] = Counter()
    with _site(house, ":memory:") as site:
        for operation in islice(described.operations(site), 0, None, _SHARE):
            statuses += described.asked(
                site,
                house,
                operation,
                valid=examples,
                invalid=examples,
                seed=seeded(2),
            )
            told.progress(f"{statuses.total()} requests")
    assert all(status < 500 for status in statuses)
    told.result(f"{dict(statuses)}")
