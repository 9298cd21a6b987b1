"""Replies: what somebody says to what was said before, and what of it stands alone."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.core.kinds import Brief, Family
from remembrancer.items.message import Message
from remembrancer.items.proposal import Extraction
from remembrancer.language.negation import rejection_length
from remembrancer.language.statement_reader import read_statement
from remembrancer.reading.offline.offline_extractor import extract
from tests.reading.talks import AGENT, AT, turn

BRIEF = Brief(
    kinds={family: family.value for family in Family},
    categories=("income", "expense", "asset", "liability", "demographic"),
    now=AT,
)


def said(*turns: tuple[str, str], **given: Any) -> list[Message]:
    return [turn(who, words, number, **given) for number, (who, words) in enumerate(turns)]


def drawn(*turns: tuple[str, str], language: str = "english") -> Extraction:
    return extract(said(*turns), BRIEF.model_copy(update={"language": language}))


def values(found: Extraction) -> list[tuple[Any, Any]]:
    return [(one.data.get("slot"), one.data.get("value")) for one in found.proposals]


@pytest.mark.parametrize(
    ("text", "language", "content", "value"),
    [
        ("That's not right, I want to retire at 60.", "english", "I want to retire at 60.", 60),
        ("No, that isn't quite it – we have six staff.", "english", "We have six staff.", 6),
        ("You're mistaken, I live in York.", "english", "I live in York.", "York"),
        ("Det stämmer inte, jag bor i Ystad.", "swedish", "Jag bor i Ystad.", "Ystad"),
        ("Så är det inte längre: vi använder K3.", "swedish", "Vi använder K3.", "K3"),
    ],
)
def test_what_rejects_the_words_before_is_no_part_of_a_statement(
    text: str, language: str, content: str, value: Any
) -> None:
    """A no to what was said before denies nothing of what follows it."""
    (one,) = drawn(("Anna", text), language=language).proposals
    assert one.quote.lower() == content.lower()
    assert (one.data["value"], one.data.get("is_negated")) == (value, None)
    assert not read_statement(text, language=language, at=AT).is_negated


@pytest.mark.parametrize(
    "text",
    [
        "That's not right for us.",
        "It's not the case that we use K3.",
        "No employees are hired.",
        "Det är inte rätt att bo i Lund.",
    ],
)
def test_a_denial_of_ones_own_stays(text: str) -> None:
    """Where the denial belongs to the sentence itself, nothing of it is cut away."""
    assert rejection_length(text) == 0
    assert read_statement(text, language="english", at=AT).is_negated


@pytest.mark.parametrize("role", ["assistant", "developer", "function", "notes", "system", "tool"])
def test_what_a_program_says_to_nobody_is_not_learned(role: str) -> None:
    """Where no person speaks there is nothing to learn, decisions and their traces included."""
    words = "We chose K3 over K2 because the group needs it. We decided to take a 200k dividend."
    assert extract(said(("b", words), ("c", words), role=role), BRIEF) == Extraction()
    assert extract(said(("b", words), role="client"), BRIEF).proposals


def test_a_reply_is_kept_with_what_it_is_about_or_not_at_all() -> None:
    """ "It" is what the agent spoke of; where nobody said what, nothing is kept."""
    asked = drawn(
        (AGENT, "The fiscal year starts in January."), ("Anna", "nope, it starts in April")
    )
    assert [one.content for one in asked.proposals] == ["The fiscal year starts in April."]
    for words in ("nope, it starts in April", "Det stämmer inte. Den börjar i april."):
        assert drawn((AGENT, "Done."), ("Anna", words)).proposals == ()


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        (
            "How should we contact you?",
            "By email. My salary is £48,000 a year.",
            [("preferred contact", "email"), ("salary", 48000)],
        ),
        (
            "Hur vill du bli kontaktad?",
            "Helst via mejl. Vi har tre barn.",
            [("preferred contact", "email"), ("children", 3)],
        ),
        (
            "How can we reach you?",
            "Phone please, and I live in York.",
            [("preferred contact", "phone"), ("home", "York")],
        ),
        (
            "When does your fiscal year start?",
            "In April. We have 12 employees.",
            [("fiscal year", "april"), ("employees", 12)],
        ),
        ("How should we contact you?", "Good question. I live in York.", [("home", "York")]),
    ],
)
def test_an_answer_leaves_the_rest_of_the_message(
    question: str, answer: str, found: list[tuple[str, Any]]
) -> None:
    """An answer has the value that a whole sentence would have, and what follows it is read."""
    language = "swedish" if question.startswith("Hur") else "english"
    assert values(drawn((AGENT, question), ("Anna", answer), language=language)) == found


@pytest.mark.parametrize(
    ("turns", "found"),
    [
        ([("Anna", "I got a pay rise, it's £55,000 now.")], [("salary", 55000)]),
        ([("Anna", "I got a pay rise, it's £5,000 more now.")], [(None, None)]),
        (
            [("Anna", "The rent was £900. It's £950 now.")],
            [("rent", 950)],
        ),
        (
            [(AGENT, "Is your salary still £28,000?"), ("Anna", "No, it's £31,000 now.")],
            [("salary", 31000)],
        ),
        (
            [(AGENT, "Är din lön fortfarande 30 000 kr?"), ("Anna", "Den är 34 000 kr nu.")],
            [("salary", 34000)],
        ),
        ([(AGENT, "And work?"), ("Anna", "It's £31,000 now.")], []),
        (
            [
                (AGENT, "Is your salary £40,000 and the mortgage £200,000?"),
                ("Anna", "It's £180,000 now."),
            ],
            [],
        ),
    ],
)
def test_a_figure_belongs_to_what_was_named_just_before(
    turns: list[tuple[str, str]], found: list[tuple[Any, Any]]
) -> None:
    """A bare figure takes the place of the one that was asked about; of two, of neither."""
    assert values(drawn(*turns)) == found


def test_an_answer_is_trusted_as_whoever_gives_it() -> None:
    """An agent that asks states nothing; whoever answers a document that asks is not believed."""
    with Memory.open(":memory:", space="s", preset="adviser", embedder="none") as memory:
        for trust in (None, "outside"):
            asked = {"author_id": "bot", "role": "assistant", "content": "Where do you live?"}
            asked = asked if trust is None else asked | {"trust": trust}
            answer = {"author_id": "ellen", "content": "In York."}
            (item,) = memory.remember([asked, answer], subject=f"ellen-{trust}").items
            assert item.trust.value == (trust or "person")
