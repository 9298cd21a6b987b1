"""The picture of a chain: from left to right, no box over another, every arrow forward."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

import pytest

from remembrancer import Memory
from remembrancer.decisions.chain_picture import DRAWN_MAX, chain_picture
from remembrancer.decisions.decision import DecisionChain
from remembrancer.testing import FrozenClock


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    with Memory.open(
        ":memory:", space="firm", preset="adviser", clock=clock, background=False
    ) as opened:
        yield opened


def _decide(memory: Memory, clock: FrozenClock, name: str, *causes: str) -> str:
    clock.advance(timedelta(hours=1))
    return memory.decisions.record(
        "fee_negotiation", title=name, recommendation=f"{name} it is.", causes=list(causes)
    ).id


def _drawn(chain: DecisionChain) -> str:
    return chain_picture(chain, lambda one: f"/decisions/{one.id}")


def _boxes(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', drawn)]


def test_branches_stand_beside_each_other(memory: Memory, clock: FrozenClock) -> None:
    """With several causes and effects, each with its own, every box has its place and every arrow
    leads to the right."""
    first = [_decide(memory, clock, f"Root {n}") for n in range(5)]
    second = [_decide(memory, clock, f"Cause {n}", *first[n : n + 2]) for n in range(3)]
    center = _decide(memory, clock, "Center", *second)
    third = [_decide(memory, clock, f"Effect {n}", center) for n in range(2)]
    for one in third:
        _decide(memory, clock, "Last", one)
    chain = memory.decisions.chain(center)
    drawn = _drawn(chain)
    boxes = _boxes(drawn)
    assert len(boxes) == 1 + len(chain.causes) + len(chain.effects)
    assert len({x for x, _ in boxes}) == 5
    high = float(re.findall(r'height="([\d.]+)" rx', drawn)[0])
    for x in {x for x, _ in boxes}:
        rows = sorted(y for left, y in boxes if left == x)
        assert all(below - above >= high for above, below in pairwise(rows))
    arrows = re.findall(
        r'class="link" d="M([\d.]+) [\d.]+C.* ([\d.]+) [\d.]+"', drawn.replace("/>", "/>\n")
    )
    assert len(arrows) == len(boxes) - 1
    assert all(float(begin) < float(end) for begin, end in arrows)
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    assert size is not None
    assert max(x for x, _ in boxes) < int(size[1])
    assert max(y for _, y in boxes) + high < int(size[2])


def test_a_decision_alone(memory: Memory, clock: FrozenClock) -> None:
    """Without any link, the picture is one box."""
    drawn = _drawn(memory.decisions.chain(_decide(memory, clock, "Alone")))
    assert len(_boxes(drawn)) == 1
    assert "link" not in drawn


def test_a_circle_is_drawn_once(memory: Memory, clock: FrozenClock) -> None:
    """Two decisions that influenced each other are drawn on both sides, and no further."""
    one, other = _decide(memory, clock, "One"), _decide(memory, clock, "Other")
    memory.decisions.link(one, "influenced", other)
    memory.decisions.link(other, "influenced", one)
    drawn = _drawn(memory.decisions.chain(one))
    assert drawn.count(">influenced</text>") == 2
    assert len(_boxes(drawn)) == 3


def test_the_nearest_are_drawn(memory: Memory, clock: FrozenClock) -> None:
    """A picture holds only so many; each of them is still joined to the decision."""
    center = _decide(memory, clock, "Center")
    for n in range(DRAWN_MAX + 5):
        _decide(memory, clock, f"Effect {n}", center)
    drawn = _drawn(memory.decisions.chain(center))
    assert len(_boxes(drawn)) == DRAWN_MAX + 1
    assert drawn.count('class="link"') == DRAWN_MAX
