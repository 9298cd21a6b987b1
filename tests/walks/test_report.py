"""What many walks tell: counted by plain rules, whatever the order they come in."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

from remembrancer import Walk, WalkHit
from remembrancer.recall.walk_report import report

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def walk(*categories: str | None, used: tuple[int, ...] = (), **fields: Any) -> Walk:
    """A question that brought up one item of each category."""
    hits = tuple(
        WalkHit(type="item", id=f"km_{one}", rank=rank, category=one, is_used=rank in used)
        for rank, one in enumerate(categories, start=1)
    )
    given = {"id": "walk_1", "at": AT, "principal": "anna", "tool": "recall", "returned": hits}
    return Walk(**{**given, **fields})


def pairs(walks: list[Walk]) -> list[tuple[str, int]]:
    return [("+".join(one.categories), one.times) for one in report(walks, limit=10).pairs]


def test_categories_of_one_question_are_together() -> None:
    """Each pair counts once for a question; what has no category counts for nothing."""
    walks = [walk("b", "a", "b"), walk("a", "b", "c"), walk("c", None), walk("c")]
    assert pairs(walks) == [("a+b", 2), ("a+c", 1), ("b+c", 1)]


def test_categories_of_one_session_are_together() -> None:
    """Questions that follow each other count once for a session, unless one of them had both."""
    walks = [
        walk("a", session="s"),
        walk("b", session="s"),
        walk("b", session="s"),
        walk("a", "c", session="t"),
        walk("c", session="t"),
        walk("a"),
        walk("c"),
    ]
    assert pairs(walks) == [("a+b", 1), ("a+c", 1)]


def test_what_was_used_outweighs_what_came_back() -> None:
    """Items by use, then by return; messages are no items."""
    said = Walk(
        id="walk_2",
        at=AT,
        principal="anna",
        tool="recall",
        returned=(WalkHit(type="message", id="m1", rank=1, conversation_id="c"),),
    )
    walks = [walk("a", "b", used=(2,)), walk("a", "c"), walk("a", "c"), said]
    cited = [(one.id, one.used, one.returned) for one in report(walks, limit=10).cited]
    assert cited == [("km_b", 1, 1), ("km_a", 0, 3), ("km_c", 0, 2)]
    assert len(report(walks, limit=2).cited) == 2


def test_questions_that_found_nothing_are_told() -> None:
    """Not those whose answer is hidden from the reader."""
    walks = [
        walk(query="where is it?"),
        walk(query="where is it?"),
        walk(query="who?"),
        walk(query=None, is_partial=True),
        walk("a", query="what?"),
    ]
    told = report(walks, limit=10)
    assert told.found_nothing == 3
    assert [(one.query, one.times) for one in told.unanswered] == [("where is it?", 2), ("who?", 1)]


def test_nothing_tells_nothing() -> None:
    """A report about no walks is empty, and divides by nothing."""
    told = report([], limit=10)
    assert (told.walks, told.reported_share, told.pairs, told.shapes) == (0, 0.0, (), ())


def test_the_order_of_walks_does_not_matter() -> None:
    """Among equals the names decide."""
    chance = Random(3)
    walks = [
        walk(*chance.sample("abcdef", 2), used=(1,), session=chance.choice([None, "s", "t"]))
        for _ in range(60)
    ]
    told = report(walks, limit=10)
    chance.shuffle(walks)
    assert report(walks, limit=10) == told
