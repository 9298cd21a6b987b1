"""Somebody works with a memory while its own thread reads and embeds 2,000 long messages."""

from __future__ import annotations

import time

import pytest

from remembrancer import Memory
from tests.jobs.test_store_held import CITIES
from tests.soak.size import Told, sized

pytestmark = pytest.mark.soak

MESSAGES = sized(ci=100, full=2_000)
SECONDS = sized(ci=10, full=90)
SENTENCES = 40  # of one message
_TALK = 100  # messages


def _long(number: int) -> str:
    return " ".join(
        f"The flat {number}-{n} in {CITIES[n % len(CITIES)]} costs {100 + n} pounds a month."
        for n in range(SENTENCES)
    )


def test_an_add_waits_for_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """With a store in memory, no add fails while the thread works, and no lease is lost. How long
    the slowest of them took is printed: a second is what somebody may wait."""
    told = Told(f"adds beside {MESSAGES} long messages")
    memory = Memory.open(":memory:", preset="adviser", background=True)
    for first in range(0, MESSAGES, _TALK):
        talk = memory.conversations.start(subject=f"flats {first}").id
        said = [{"author_id": "ann", "content": _long(first + n)} for n in range(_TALK)]
        memory.conversations.append(talk, said)
        memory.conversations.close(talk)
    took: list[float] = []
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        begun = time.monotonic()
        memory.add(content=f"Note {len(took)}: Ellen keeps bees.")
        took.append(time.monotonic() - begun)
        told.progress(f"{len(took)} adds, the slowest {max(took):.2f} s")
        time.sleep(0.05)
    assert "could not be renewed" not in caplog.text
    assert "has to wait" not in caplog.text
    assert not memory.jobs.failed()
    assert memory.verify().ok
    took.sort()
    middle, slow = took[len(took) // 2], took[int(len(took) * 0.95)]
    told.result(
        f"{len(took)} adds: half within {1000 * middle:.0f} ms, 95 % within {1000 * slow:.0f} ms, "
        f"the slowest {1000 * took[-1]:.0f} ms"
    )
    memory.close()
