"""Sessions on record: what was asked, thought, looked up and found, and how it was rated."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from remembrancer import Forbidden, InvalidInput, Memory, NotFound, Principal
from remembrancer.recall.retrieval_log import WalkLog
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_EITHER_SORT, Engine
from tests.footprint import counts
from tests.inquiry.chat_world import TALK, ChatWorld
from tests.people import ADA, ANNA, BERT, BOT


@pytest.fixture
def world(memory: MemoryFactory) -> ChatWorld:
    return ChatWorld(memory("community"))


def test_a_session_is_read_by_its_id(world: ChatWorld) -> None:
    """With its conversation, thoughts, looks, results, tokens and how sure it was."""
    found = world.ask()
    session = world.memory.inquiries.get(found.session_id)
    assert session.session_id == found.session_id
    assert session.conversation[0].content == TALK[0]["content"]
    assert session.trace == found.trace
    assert session.queries_executed == found.queries_executed
    assert session.queries_count == found.queries_count
    assert session.reasoning == found.reasoning
    assert [one.id for one in session.results] == [one.id for one in found.relevant_facts]
    assert [one.text for one in session.relevant_facts] == [
        one.text for one in found.relevant_facts
    ]
    assert [one.relevance for one in session.results] == [
        one.relevance for one in found.relevant_facts
    ]
    assert (session.tokens_in, session.tokens_out) == (found.tokens_in, found.tokens_out)
    assert session.processing_time_ms == found.processing_time_ms
    assert session.confidence_score == found.confidence_score
    assert session.confidence_grounds == found.confidence_grounds
    assert session.iterations == max(one.iteration for one in found.queries_executed)
    assert not session.is_partial
    assert not session.is_without_words


def test_an_inquiry_that_finds_nothing_is_on_record_too(memory: MemoryFactory) -> None:
    """An empty store gives an empty answer, and a session without results."""
    opened = memory("community")
    found = opened.inquire("Hi Alice")
    session = opened.inquiries.get(found.session_id)
    assert session.results == ()
    assert opened.inquiries.report().found_nothing == 1


def test_sessions_are_listed_newest_first(world: ChatWorld) -> None:
    """A page at a time, the rated ones or the others."""
    made = [world.ask().session_id for _ in range(3)]
    page = world.memory.inquiries.list(limit=2)
    assert [one.session_id for one in page] == [made[2], made[1]]
    last = world.memory.inquiries.list(limit=2, cursor=page.next)
    assert [one.session_id for one in last] == [made[0]]
    assert last.next is None
    world.memory.inquiries.rate(made[1], 4)
    rated = world.memory.inquiries.list(is_rated=True)
    assert [one.session_id for one in rated] == [made[1]]
    assert len(world.memory.inquiries.list(is_rated=False, strategy="rules")) == 2
    assert len(world.memory.inquiries.list(strategy="react")) == 0


def test_a_person_says_whether_it_helped(world: ChatWorld) -> None:
    """From 1 to 5 or in words, with a note; the last rating counts."""
    inquiries, id = world.memory.inquiries, world.ask().session_id
    rated = inquiries.rate(id, 2, note="Dana was missing.")
    assert (rated.rating, rated.note, rated.rated_by) == (2, "Dana was missing.", "owner")
    assert inquiries.rate(id, "not helpful").rating == 1
    last = inquiries.rate(id, "helpful")
    assert (last.rating, last.note) == (5, None)


@pytest.mark.parametrize("value", [0, 6, True, 2.5, "good", None])
def test_other_ratings_are_refused(world: ChatWorld, value: object) -> None:
    """The error says what a rating is."""
    with pytest.raises(InvalidInput, match="from 1 to 5"):
        world.memory.inquiries.rate(world.ask().session_id, value)  # type: ignore[arg-type]


def test_programs_do_not_rate(world: ChatWorld) -> None:
    """A program cannot praise its own work."""
    id = world.ask(BOT).session_id
    with pytest.raises(Forbidden):
        world.memory.acting_as(BOT).inquiries.rate(id, 5)
    assert world.memory.acting_as(ADA).inquiries.rate(id, 3).rating == 3


def test_sessions_are_the_asker_s_and_the_admins(world: ChatWorld) -> None:
    """Others cannot tell them from what does not exist; programs with a role are others."""
    id = world.ask(ANNA).session_id
    assert world.memory.acting_as(ADA).inquiries.get(id).principal == ANNA.name
    steward = Principal("steward", kind="service", roles=["ADMIN"])
    for other in (BERT, BOT, steward):
        seen = world.memory.acting_as(other).inquiries
        with pytest.raises(NotFound) as hidden:
            seen.get(id)
        with pytest.raises(NotFound) as unknown:
            seen.get("inq_000000000000")
        assert str(hidden.value).replace(id, "?") == str(unknown.value).replace(
            "inq_000000000000", "?"
        )
        assert len(seen.list()) == 0
        assert seen.report().sessions == 0
    with pytest.raises(NotFound):
        world.memory.acting_as(BERT).inquiries.rate(id, 1)


def test_the_report_counts_forms_of_looks_and_ratings(world: ChatWorld) -> None:
    """Looks that differ in their values only are one form."""
    first = world.ask()
    world.ask(talk=[{"author_id": "oskar_id", "content": "Who works at Northwind, Priya?"}])
    world.memory.inquiries.rate(first.session_id, 5)
    report = world.memory.inquiries.report()
    assert (report.sessions, report.rated, report.by_rating) == (2, 1, {5: 1})
    [variant] = report.variants
    assert (variant.strategy, variant.prompt_version, variant.rating) == ("rules", None, 5.0)
    assert (variant.sessions, variant.rated, variant.helpful) == (2, 1, 1)
    assert report.iterations > 0
    assert report.facts > 0
    [summaries] = [one for one in report.shapes if one.tool == "get_person_summary"]
    assert summaries.times == 2
    assert "mira" not in summaries.shape
    assert world.memory.inquiries.report(until="2020-01-01").sessions == 0


# -- what a reader may not see


def test_what_is_hidden_since_hides_the_words(memory: MemoryFactory) -> None:
    """Who left a group reads of its sessions what they asked themselves, and no more."""
    world = ChatWorld(memory("community"), audience="group:finance")
    id = world.ask(ANNA).session_id
    before = world.memory.acting_as(ANNA).inquiries.get(id)
    assert before.trace
    assert before.results
    left = world.memory.acting_as(Principal(ANNA.name, roles=["CONTRIBUTOR"]))
    session = left.inquiries.get(id)
    assert session.is_partial
    assert session.conversation == before.conversation
    told = session.model_dump_json(exclude={"conversation"})
    assert "Oskar" not in told
    assert "Priya" not in told
    assert (session.trace, session.queries_executed, session.reasoning) == ((), (), "")
    # What stays is a message that everybody may read.
    assert [(one.type, one.id) for one in session.results] == [("message", "m1")]
    assert (session.relevant_facts, session.facts_retrieved) == ((), 1)
    assert left.inquiries.report().shapes == ()


def test_no_word_is_kept_of_what_saw_something_personal(world: ChatWorld) -> None:
    """Not for the one who asked either; the counts stay, and what they may see of it."""
    anna = world.memory.acting_as(ANNA)
    own = anna.add(
        content="Mira told me she dislikes Northwind.", subject="mira_id", is_personal=True
    )
    id = world.ask(ANNA).session_id
    session = anna.inquiries.get(id)
    assert session.is_without_words
    assert session.conversation == ()
    assert session.trace == ()
    assert session.iterations > 0
    admin = world.memory.acting_as(ADA).inquiries.get(id)
    assert admin.is_partial
    assert own.id not in admin.model_dump_json()
    assert "dislikes" not in admin.model_dump_json()


def test_an_answer_for_a_program_has_nothing_personal(world: ChatWorld) -> None:
    """Nor has its session, nor what is known ahead, whatever roles it has."""
    world.memory.acting_as(ANNA).add(
        content="Mira dislikes Northwind.", subject="mira_id", is_personal=True
    )
    for program in (BOT, Principal("steward", kind="service", roles=["ADMIN"])):
        seen = world.memory.acting_as(program)
        found = seen.inquire(TALK)
        told = [found, seen.inquiries.get(found.session_id), seen.inquiries.prefetch(["mira_id"])]
        assert not any("dislikes" in one.model_dump_json() for one in told)


# -- erasure


def test_a_session_goes_with_what_it_saw(world: ChatWorld) -> None:
    """Whoever asked; the others stay, and the certificate does not tell."""
    item = world.memory.add(content="Northwind pays well.", subject="northwind")
    world.ask(ANNA)
    other = world.ask(BERT, talk=[{"author_id": "nobody", "content": "Good morning"}])
    assert len(world.memory.inquiries.list()) == 2
    certificate = world.memory.erase(item.id, reason="asked to")
    assert [one.session_id for one in world.memory.inquiries.list()] == [other.session_id]
    assert not any("inquiry" in place for place in certificate.removed)
    assert counts(world.memory)["inquiry"] == 1
    assert world.memory.verify().ok


@pytest.mark.parametrize("subject", ["oskar_id", "Priya", "mira_id"])
def test_a_session_goes_with_a_person_it_named(world: ChatWorld, subject: str) -> None:
    """Who took part, who was named, and who was found."""
    world.ask()
    assert len(world.memory.inquiries.list()) == 1
    world.memory.erase(subject=subject, reason="asked to")
    assert len(world.memory.inquiries.list()) == 0
    assert counts(world.memory)["inquiry_hit"] == 0


def test_somebody_of_whom_only_sessions_are_left_can_be_erased(memory: MemoryFactory) -> None:
    """As with questions on record; the second time there is nothing to erase."""
    opened = memory("community")
    opened.inquire([{"author_id": "guest_7", "content": "Good evening"}])
    opened.inquiries.list()
    opened.erase(subject="guest_7", reason="asked to")
    assert len(opened.inquiries.list()) == 0
    with pytest.raises(NotFound):
        opened.erase(subject="guest_7", reason="asked to")


def test_what_waits_is_not_written_after_an_erasure(world: ChatWorld, clock: FrozenClock) -> None:
    """A session that began before it may tell of what was erased."""
    store = world.memory._session.store
    session = world.memory._session
    elsewhere = Memory(replace(session, walks=WalkLog(store)))
    elsewhere.inquire(TALK)
    clock.advance(timedelta(seconds=1))
    world.memory.erase(subject="oskar_id", reason="asked to")
    elsewhere.inquire([{"author_id": "priya_id", "content": "Hello"}])
    assert [one.conversation[0].content for one in elsewhere.inquiries.list()] == ["Hello"]


@ON_EITHER_SORT
def test_sessions_move_with_their_space(
    world: ChatWorld, memory: MemoryFactory, tmp_path: Path
) -> None:
    """An export holds them with their ratings, and an import gives them back."""
    id = world.ask().session_id
    world.memory.inquiries.rate(id, 4, note="fine")
    before = world.memory.inquiries.get(id)
    world.memory.export(tmp_path / "space.jsonl")
    copy = memory("community")
    copy.import_(tmp_path / "space.jsonl")
    assert copy.inquiries.get(id) == before


@ON_CONNECTIONS
def test_sessions_are_written_on_closing(
    clock: FrozenClock, tmp_path: Path, engine: Engine
) -> None:
    """What still waits is written, and another process reads it."""
    url = engine.fresh_url(tmp_path)
    with Memory.open(url, preset="community", clock=clock) as first:
        id = ChatWorld(first).ask().session_id
    with Memory.open(url, clock=clock) as second:
        assert second.inquiries.get(id).trace


def test_bad_arguments_are_refused(world: ChatWorld) -> None:
    """Each with what to give instead."""
    inquiries = world.memory.inquiries
    with pytest.raises(InvalidInput):
        inquiries.list(limit=0)
    with pytest.raises(InvalidInput):
        inquiries.list(strategy="guess")
    with pytest.raises(InvalidInput):
        inquiries.prefetch([])
    with pytest.raises(InvalidInput):
        inquiries.prefetch("mira_id")
