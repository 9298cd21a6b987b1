"""What the planner without a model finds, by the shape of what is said and known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import pytest

from remembrancer import Memory
from remembrancer.core.limits import INQUIRY_ITERATIONS
from remembrancer.inquiry import conversation_analysis
from remembrancer.inquiry.facts import MESSAGE, FactCandidate
from remembrancer.inquiry.inquiry import ConversationMessage, Inquiry, RelevantFact
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.weighing import relevance
from tests.conftest import START


class Space:
    """A small space: people, what they are tied to, and what they said."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._ids: dict[str, str] = {}
        memory.conversations.start("hall", channel_id="hall")

    def knows(self, name: str, kind: str = "Person", aliases: Sequence[str] = ()) -> str:
        if name not in self._ids:
            external_id = f"{name.split()[0].lower()}_id" if kind == "Person" else None
            self._ids[name] = self.memory.graph.entity(
                kind, name, external_id=external_id, aliases=aliases
            ).id
        return self._ids[name]

    def relates(self, person: str, type: str, thing: str, kind: str) -> str:
        ends = (self.knows(person), self.knows(thing, kind))
        return self.memory.graph.relate(ends[0], type, ends[1], confidence=0.9).id

    def said(self, *lines: tuple[str, str]) -> None:
        """Lines with their authors; the id of each is its author and its place."""
        messages = [
            {"id": f"{author}{place}", "author_id": f"{author}_id", "content": text}
            for place, (author, text) in enumerate(lines)
        ]
        self.memory.conversations.append("hall", messages)

    def asked(self, text: str, author: str = "zoe") -> Inquiry:
        return self.memory.inquire([{"author_id": f"{author}_id", "content": text}])


@pytest.fixture
def space() -> Iterator[Space]:
    with Memory.open(":memory:", preset="community", embedder="none", background=False) as memory:
        memory.admin.configure({"graph": {"from_talk": False}})
        made = Space(memory)
        for number, craft in enumerate(("weaving", "fencing", "pottery", "sailing", "baking")):
            made.relates(f"Extra{number}", "HAS_SKILL", craft, "Skill")
        yield made


def ids(found: Inquiry) -> list[str | None]:
    assert max(one.iteration for one in found.queries_executed) <= INQUIRY_ITERATIONS
    return [one.id for one in found.relevant_facts]


@pytest.mark.parametrize(
    ("name", "alias", "text"),
    [
        ("Ilse Kramer", "Ils", "what does Ils do all day?"),
        ("Josephine Baker", "Jos", "is Jos still around?"),
        ("Maximilian Ek", "Max", "var jobbar Max nuförtiden?"),
    ],
)
def test_a_short_nickname_is_found(space: Space, name: str, alias: str, text: str) -> None:
    """Also one whose stem is shorter than what names are looked up by."""
    space.knows(name, aliases=[alias])
    works = space.relates(name, "WORKS_AT", "Tidal Mill", "Org")
    found = space.asked(text)
    assert found.analysis.mentioned == (name,)
    assert works in ids(found)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("the book has the bass line wrong on 114, play the low D", "what was it about 114?"),
        ("room 305 has a leak above the desk", "what did we say of 305?"),
        ("sidan 212 i pärmen är utbytt", "vad var det med 212?"),
    ],
)
def test_a_number_is_a_word(space: Space, said: str, text: str) -> None:
    """What was said of a number is found by it."""
    space.said(("yan", "good morning all"), ("owen", said), ("yan", "see you on Friday"))
    assert ids(space.asked(text))[:1] == ["owen1"]


@pytest.mark.parametrize(
    ("name", "kind", "type", "text"),
    [
        ("Meriden Conservatory", "Org", "WORKS_AT", "do we know people at the Conservatory?"),
        ("Harbour Voice Clinic", "Org", "WORKS_AT", "who is at the clinic?"),
        ("årsstämman", "Event", "CHAIRS", "vem håller i stämman i år?"),
        ("garagekön", "Project", "MANAGES", "vem frågar man om en garageplats?"),
    ],
)
def test_a_part_of_a_name_will_do(space: Space, name: str, kind: str, type: str, text: str) -> None:
    """The last word of a name, or a compound that begins or ends alike, may mean it."""
    holds = space.relates("Sam Osei", type, name, kind)
    assert holds in ids(space.asked(text))


@pytest.mark.parametrize(
    ("question", "answer", "text"),
    [
        (
            "anyone has the key of the cold room?",
            "the key hangs on the hook behind my door",
            "where do I find the cold room key",
        ),
        (
            "which stain do I use for the far red channel?",
            "the new stain, it is on the top shelf",
            "which stain was right for far red?",
        ),
        (
            "hur blir man av med löss i håret?",
            "kamma håret med balsam varannan dag",
            "hur får man bort löss ur håret?",
        ),
    ],
)
def test_the_answer_to_the_same_question_is_found(
    space: Space, question: str, answer: str, text: str
) -> None:
    """Though it shares one word at most with the question, since it was said right after it."""
    space.said(("yan", "good morning"), ("amir", question), ("bea", answer), ("yan", "lunch"))
    assert {"amir1", "bea2"} <= set(ids(space.asked(text)))


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        ("S3 backend", "is Rui still the one for the backend?"),
        ("soprummet", "är det Rui som sköter soprummet?"),
    ],
)
def test_who_has_the_same_thing_now_is_found(space: Space, thing: str, text: str) -> None:
    """With somebody who is named comes whoever has the same part."""
    was = space.relates("Rui Barbosa", "PREVIOUSLY", thing, "Project")
    now = space.relates("Milo Jankovic", "WORKS_ON", thing, "Project")
    assert {was, now} <= set(ids(space.asked(text)))


@pytest.mark.parametrize(
    ("text", "is_copy"),
    [
        ("Lena: the ferry leaves at nine from pier four.", True),
        ("The ferry is cancelled in winter, ask the harbour office.", False),
    ],
)
def test_an_item_that_repeats_its_message_is_left_out(text: str, is_copy: bool) -> None:
    """The message says it itself; an item that says something else stays."""
    words = "the ferry leaves at nine from pier four"
    message = FactCandidate(fact=fact("m1", MESSAGE, words))
    item = FactCandidate(fact=fact("km_1", "fact", text))
    asked = ConversationMessage(author_id="zoe", content="when does the ferry leave?")
    said = conversation_analysis.read([asked], "english", datetime.fromisoformat(START))
    kept = relevance.without_copies(Known(said=said), [message, item])
    assert kept == ([message] if is_copy else [message, item])


def fact(id: str, type: str, text: str) -> RelevantFact:
    return RelevantFact(id=id, type=type, text=text, confidence=0.9, evidence=("m1",))


def test_small_talk_needs_nothing(space: Space) -> None:
    """Nothing is handed over where nothing is named, asked or told of."""
    space.said(("lena", "The ferry leaves at nine from pier four"))
    assert ids(space.asked("lovely fog today")) == []
