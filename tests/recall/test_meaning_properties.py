"""Whatever is asked, by whom, of which time: exactly what may be found is found.

Held against plain Python, which knows all that was told and looks at each text by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory, Principal
from remembrancer.items.filters import RecallFilter
from remembrancer.ports import Reader
from remembrancer.search.port import VectorMatch
from tests.conftest import BorrowedClock
from tests.engines import ON_EITHER_SORT
from tests.examples import examples
from tests.meaning import asked, likeness, looking
from tests.people import ANNA, BERT

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ["pension", "fund", "risk", "boat", "lake", "school", "garden", "salary", "gift"]


@dataclass(frozen=True)
class Text:
    """One text as it was told: what an item said at a time, or a message."""

    content: str
    told_at: datetime
    occurred_at: datetime
    owner: str | None  # None: everybody may see it
    subject: str | None
    kind: str | None = None
    tags: tuple[str, ...] = ()
    conversation: str | None = None  # of a message
    item: int | None = None  # whose text a later one of the same item replaces

    def passes(self, filters: dict[str, Any]) -> bool:
        checks: dict[str, Callable[[Any], bool]] = {
            "subject": lambda wanted: self.subject == wanted,
            "kinds": lambda wanted: self.kind in wanted,
            "tags": lambda wanted: bool(set(self.tags) & set(wanted)),
            "conversation_id": lambda wanted: self.conversation == wanted,
            "since": lambda wanted: self.occurred_at >= wanted,
            "until": lambda wanted: self.occurred_at < wanted,
        }
        return all(checks[name](wanted) for name, wanted in filters.items())


@dataclass
class Life:
    """A space in which two people told things, some of them to themselves."""

    store: Memory
    texts: list[Text] = field(default_factory=list)

    def visible(self, viewer: Principal, at: datetime | None) -> list[Text]:
        """What the viewer may recall, as it was known at a time."""
        known = [
            text
            for text in self.texts
            if text.owner in (None, viewer.name) and (at is None or text.told_at <= at)
        ]
        last = {text.item: text for text in known if text.item is not None}
        return [text for text in known if text.item is None or last[text.item] is text]


def live(store: Memory, clock: BorrowedClock) -> Life:
    life = Life(store)
    for n in range(20):
        who = (ANNA, BERT)[n % 2]
        owner = who.name if n % 5 == 0 else None
        fields: dict[str, Any] = {
            "subject": ("ellen", "tom", None)[n % 3],
            "kind": ("fact", "decision")[n % 2],
            "tags": ("urgent",) if n % 4 == 0 else ("calm",),
        }
        content = f"{WORDS[n % 9]} {WORDS[(3 * n + 1) % 9]} item{n}"
        at = BEGIN + n * DAY
        item = store.acting_as(who).add(
            content=content, valid_from=at, is_personal=owner is not None, **fields
        )
        life.texts.append(Text(content, clock(), at, owner, **fields, item=n))
        clock.lender.advance(HOUR)
        if n % 6 == 1:
            content = f"{WORDS[(n + 5) % 9]} changed item{n}"
            store.acting_as(who).update(item.id, content=content)
            life.texts.append(Text(content, clock(), at, owner, **fields, item=n))
            clock.lender.advance(HOUR)
    for who, name, subject in ((ANNA, "call", "ellen"), (BERT, "diary", "tom")):
        talks = store.acting_as(who).conversations
        talks.start(name, subject=subject, is_personal=name == "diary")
        for n in range(8):
            content = f"{WORDS[(7 * n) % 9]} {WORDS[(n + 4) % 9]} {name}{n}"
            at = BEGIN + 2 * n * DAY
            talks.append(name, {"author_id": "x", "content": content, "timestamp": at})
            owner = who.name if name == "diary" else None
            life.texts.append(Text(content, clock(), at, owner, subject, conversation=name))
            clock.lender.advance(HOUR)
    store.jobs.wait()
    return life


@pytest.fixture(scope="module")
def life(embedding_store: tuple[Memory, BorrowedClock]) -> Life:
    opened, clock = embedding_store
    return live(opened.in_space("a life", "adviser"), clock)


times = st.none() | st.integers(0, 45).map(lambda n: datetime(2026, 3, 2, 9, tzinfo=UTC) + n * HOUR)
questions = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
days = st.integers(-1, 21).map(lambda n: BEGIN + n * DAY)
filters = st.fixed_dictionaries(
    {},
    optional={
        "subject": st.sampled_from(["ellen", "tom", "nobody"]),
        "kinds": st.sampled_from([["fact"], ["decision", "none"]]),
        "tags": st.sampled_from([["urgent"], ["urgent", "calm"]]),
        "conversation_id": st.sampled_from(["call", "diary"]),
        "since": days,
        "until": days,
    },
)
people = st.sampled_from([ANNA, BERT])


@ON_EITHER_SORT
@given(question=questions, chosen=filters, who=people, at=times, limit=st.sampled_from([1, 3, 50]))
def test_the_nearest_are_exactly_the_nearest_that_may_be_found(
    life: Life,
    question: str,
    chosen: dict[str, Any],
    who: Principal,
    at: datetime | None,
    limit: int,
) -> None:
    """Items and messages, each with its right measure; equals may change places."""
    store = life.store.acting_as(who)
    filter = RecallFilter.model_validate(chosen)
    meaning = asked(question)

    def look(reader: Reader) -> tuple[list[tuple[str, float]], list[VectorMatch]]:
        point = None if at is None else reader.point(at)
        found = reader.vector_search.items(meaning, filter, limit=limit, at=point)
        items = reader.items.by_key([one.candidate.key for one in found], at=point)
        return (
            [(items[one.candidate.key].content, one.likeness) for one in found],
            reader.vector_search.messages(meaning, filter, limit=limit, at=point),
        )

    items, messages = looking(store, look)
    of_items = {name: value for name, value in chosen.items() if name != "conversation_id"}
    of_messages = {name: value for name, value in chosen.items() if name not in ("kinds", "tags")}
    visible = life.visible(who, at)
    for found, among in (
        (items, [one for one in visible if one.item is not None and one.passes(of_items)]),
        (
            [(one.candidate.said, one.likeness) for one in messages],
            [one for one in visible if one.item is None and one.passes(of_messages)],
        ),
    ):
        measured = {one.content: likeness(question, one.content) for one in among}
        assert [near for _, near in found] == pytest.approx(
            sorted(measured.values(), reverse=True)[:limit], abs=1e-5
        )
        assert dict(found) == pytest.approx({text: measured[text] for text, _ in found}, abs=1e-5)
        assert len(dict(found)) == len(found)


@examples(25)
@given(question=questions, chosen=filters, who=people, at=times)
def test_no_filter_loses_a_hit_and_nothing_is_found_too_early(
    life: Life, question: str, chosen: dict[str, Any], who: Principal, at: datetime | None
) -> None:
    """All that shares a word or a meaning with the question is found, of what may be found then."""
    answer = life.store.acting_as(who).recall(question, k=200, as_of=at, **chosen)
    found = [hit.text for hit in answer.hits]
    allowed = {text.content for text in life.visible(who, at) if text.passes(chosen)}
    related = {
        text
        for text in allowed
        if set(question.split()) & set(text.split()) or likeness(question, text) > 0.001
    }
    assert related <= set(found) <= allowed
    assert len(set(found)) == len(found)
    is_told = not found and "none" in chosen.get("kinds", ())
    assert [note.split(" is ")[0] for note in answer.notes] == ["kind 'none'"] * is_told
