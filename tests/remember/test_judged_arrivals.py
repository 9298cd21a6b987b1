"""A model as judge of what arrives as it stands, by whichever way it comes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.limits import ARRIVALS_CHECKED_MAX
from remembrancer.ports import Answer
from tests.people import ADA

KNOWN = "The orders table has a 3-day settlement lag."
OTHERWISE = "Money for purchases is there on the same afternoon."  # no word of it is in the other


class Judge:
    """A model that reads its line out of notes, and finds a contradiction with all it is shown."""

    name = "judge"

    def __init__(self, *, is_local: bool = False) -> None:
        self.is_local = is_local
        self.judged: list[str] = []

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        if answer.__name__ != "DraftJudgements":
            drawn = {"family": "fact", "content": OTHERWISE, "quote": OTHERWISE}
            one: dict[str, Any] = {**drawn, "message_id": "CLAUDE.local.md", "domain": "finance"}
            return answer.model_validate({"candidates": [one]})
        self.judged.append(text)
        rows = [
            {"candidate_id": one["id"], "relation": "contradiction", "severity": "high"}
            for one in json.loads(text)["known"]
        ]
        return answer.model_validate({"judgements": rows})


def opened(judge: Judge) -> Memory:
    store = Memory.open(":memory:", preset="corporate", principal=ADA, background=False, llm=judge)
    store.add(content=KNOWN, domain="finance")
    judge.judged.clear()
    return store


def add_many(store: Memory, folder: Path) -> None:
    store.add_many(
        [{"content": OTHERWISE, "domain": "finance"}, {"content": "Ice.", "domain": "data"}]
    )


def remember(store: Memory, folder: Path) -> None:
    store.remember(OTHERWISE, infer=False, domain="finance")


def remember_messages(store: Memory, folder: Path) -> None:
    message = {"author_id": "ines", "content": OTHERWISE}
    store.remember([message], infer=False, domain="finance")


def collect(store: Memory, folder: Path) -> None:
    (folder / "CLAUDE.local.md").write_text(f"# Notes\n\n- {OTHERWISE}\n", encoding="utf-8")
    store.admin.add_person("maya", roles=["CONTRIBUTOR"], notes_path=str(folder))
    store.sources.collect()


WAYS = [add_many, remember, remember_messages, collect]


@pytest.mark.parametrize("arrive", WAYS)
def test_a_judge_is_asked_however_it_arrives(tmp_path: Path, arrive: Any) -> None:
    """One question about all that is known beside it, and what the judge finds is flagged; of what
    has nothing beside it, none is asked."""
    judge = Judge()
    with opened(judge) as store:
        arrive(store, tmp_path)
        assert len(judge.judged) == 1
        (row,) = store.review.contradictions()
        assert (row.a.content, row.severity) == (KNOWN, "high")  # type: ignore[union-attr]


def test_notes_that_are_read_again_cost_no_judge(tmp_path: Path) -> None:
    """What was made of a line before is not judged again."""
    judge = Judge()
    with opened(judge) as store:
        collect(store, tmp_path)
        store.sources.collect(reset=True)
        assert len(judge.judged) == 1


def test_what_is_personal_is_not_shown_to_a_judge_elsewhere() -> None:
    """Neither of a list nor as it stands."""
    judge = Judge()
    with opened(judge) as store:
        personal: dict[str, Any] = {"domain": "finance", "is_personal": True}
        store.add(content=KNOWN, **personal)
        store.add_many([{"content": OTHERWISE, **personal}])
        store.remember(OTHERWISE, infer=False, **personal)
        assert judge.judged == []


def test_a_dry_run_asks_no_judge() -> None:
    """Who only wants to see what would come of it does not pay for it."""
    judge = Judge()
    with opened(judge) as store:
        store.remember(OTHERWISE, infer=False, domain="finance", dry_run=True)
        assert judge.judged == []


def test_a_long_list_asks_no_judge() -> None:
    """It is stored as it stands, and whole."""
    judge = Judge()
    with opened(judge) as store:
        rows = (
            {"content": f"Thing {n}.", "domain": "finance"} for n in range(1 + ARRIVALS_CHECKED_MAX)
        )
        assert len(store.add_many(rows)) == 1 + ARRIVALS_CHECKED_MAX
        assert judge.judged == []
