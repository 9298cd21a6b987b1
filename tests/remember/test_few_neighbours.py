"""What is beside something new is found in two ways, and both come to the same."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA


class Counting(HashingEmbedder):
    """Keeps the texts that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts: Any) -> list[list[float]]:
        self.texts.extend(texts)
        return super().embed(texts)


SAID = (
    "Ellen lives in Uppsala.",
    "Ellen's salary is 50,000 kr a month.",
    "Ellen lives in Lund.",
    "Ellen lives in Lund.",
    "Ellen's salary is 60,000 kr a month.",
    "Ellen prefers email over phone calls.",
    "Ellen no longer lives in Lund.",
    "Ellen's mortgage is 2,000,000 kr at Nordbank.",
    "Ellen prefers phone over email.",
)


@pytest.mark.parametrize("few", [0, 3])
def test_a_subject_with_few_items_is_read_as_one_with_many_is_searched(
    memory: MemoryFactory, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether all of a subject is read or its words are searched for, the plans are the same."""
    plans = []
    for limit in (30, few):
        monkeypatch.setattr("remembrancer.store.search.candidate_search._FEW", limit)
        room = memory()
        room.acting_as(ANNA).add(
            content="Ellen lives in Kalmar.", subject="ellen", is_personal=True
        )
        room.acting_as(ADA).add(content="Tom lives in Lund.", subject="tom")
        made = [room.remember(text, subject="ellen").plan for text in SAID]
        at_once = room.remember(
            [{"id": f"m{n}", "author_id": "ada", "content": text} for n, text in enumerate(SAID)],
            subject="ellen",
        )
        plans.append([(one.step, one.text, len(one.item_ids)) for plan in made for one in plan])
        plans[-1] += [(one.step, one.text, len(one.item_ids)) for one in at_once.plan]
    assert plans[0] == plans[1]
    assert {step for step, _, _ in plans[0]} > {"add", "supersede"}


def test_nothing_is_embedded_of_a_subject_of_whom_nothing_is_known(
    fresh_store: MemoryFactory,
) -> None:
    """Nothing can lie near it, and a vector costs more than all the rest."""
    embedder = Counting()
    room = fresh_store("companion", embedder=embedder)
    room.remember("Ellen lives in Lund.", subject="ellen")
    assert embedder.texts == []
    room.remember("Tom's salary is 40,000 kr a month.", subject="tom")
    assert embedder.texts == []
    room.jobs.wait()
    embedder.texts.clear()
    room.remember("Ellen prefers email over phone calls.", subject="ellen")
    assert "Ellen prefers email over phone calls." in embedder.texts
