"""Filing again and again: in many orders, by many at once, and killed at every statement."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests import postgres
from tests.conftest import START
from tests.proofs.remembering import SAID, die_at_statements, opened
from tests.proofs.test_reconcile_properties import (
    AGAIN,
    PRESETS,
    active,
    check_once,
    head,
    say,
    together,
)
from tests.soak.size import Told, seeded, sized

pytestmark = pytest.mark.soak

_SERVERS = pytest.mark.parametrize("on_a_server", [False, True], ids=["sqlite", "postgres"])


def _url(folder: Path, number: int, on_a_server: bool) -> str:
    return postgres.fresh_url() if on_a_server else str(folder / f"store-{number}.db")


@_SERVERS
def test_remembering_may_be_killed_at_every_statement(tmp_path: Path, on_a_server: bool) -> None:
    """Whoever remembers may die at any statement and be asked again: all is filed once."""
    stride = sized(ci=6, full=1)
    told = Told(f"kill -9 at every statement of remember, in steps of {stride}")
    url = _url(tmp_path, 0, on_a_server)
    used = die_at_statements(url, stride=stride)
    check_once(url)
    told.result(f"{used} statements to live, and no bad one to die at")


@_SERVERS
def test_many_at_once_file_it_once(tmp_path: Path, on_a_server: bool) -> None:
    """However often several remember the same conversation together, it is filed once."""
    rounds = sized(ci=20, full=300)
    told = Told(f"the same conversation remembered by six at once, {rounds} times")
    said = [
        {"id": f"m{number}", "author_id": "ellen", "content": text}
        for number, (text, _) in enumerate(SAID)
    ]
    for number in range(rounds):
        url = _url(tmp_path, number, on_a_server)
        with ExitStack() as stack:
            callers = [stack.enter_context(opened(url)) for _ in range(6)]
            together(
                [partial(one.remember, said, source="talk", subject="ellen") for one in callers]
            )
        check_once(url)
        told.progress(f"{number + 1} rounds")
    told.result(f"{rounds} rounds, each filed once")


def test_long_histories_come_again_and_change_nothing() -> None:
    """Whatever was filed before, its sources may come again in any order."""
    rounds = sized(ci=20, full=1_000)
    told = Told(f"long histories that come again, {rounds} times")
    clock = FrozenClock(START)
    with Memory.open(":memory:", clock=clock, background=False) as base:
        for number in range(rounds):
            random = Random(seeded(number))
            memory = base.in_space(f"space {number}", random.choice(PRESETS))
            filed = []
            for day, text in enumerate(random.choices(AGAIN, k=20)):
                done = say(memory, text, day)
                if done.items or done.reconfirmed:
                    filed.append((day, text))
            before = head(memory)
            random.shuffle(filed)
            for day, text in filed:
                say(memory, text, day)
            assert head(memory) == before, f"round {number}"
            told.progress(f"{number + 1} rounds")
    told.result(f"{rounds} histories of 20 statements, none changed")


def test_the_latest_value_holds_in_every_order() -> None:
    """Five values of one question leave the same behind in each of their 120 orders."""
    told = Told("five values in every order")
    with Memory.open(":memory:", clock=FrozenClock(START), background=False) as base:
        values = ((0, 50), (1, 60), (2, 50), (3, 70), (4, 60))
        for number, order in enumerate(permutations(values)):
            memory = base.in_space(f"space {number}", "adviser")
            for day, value in order:
                say(memory, f"My salary is {value},000 kr a month.", day)
            assert active(memory) == {("My salary is 60,000 kr a month.", "ellen")}, order
    told.result("120 orders, one end")
