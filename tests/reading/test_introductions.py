"""Who says their name says whose words follow."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from tests.reading.readings import read_talk, read_text


@pytest.mark.parametrize("subject", ["sam", "sam-berg", "user-42"])
@pytest.mark.parametrize(
    ("text", "content", "language"),
    [
        ("I'm Sam and I live in Bergen.", "I live in Bergen.", "english"),
        ("Hi, my name is Sam, and I work at Equinor.", "I work at Equinor.", "english"),
        ("I’m Sam Berg, I live in Bergen.", "I live in Bergen.", "english"),
        ("Jag heter Sam och jag bor i Lund.", "Jag bor i Lund.", "swedish"),
    ],
)
def test_the_subject_says_the_rest_alone(
    text: str, content: str, language: str, subject: str
) -> None:
    """A name before a statement is no part of it, so that a later value can take its place. Of a
    subject without a name, the speaker's name is the first to be heard."""
    found = read_text(text, subject=subject, language=language).proposals
    assert content in [one.content for one in found]
    assert {one.data.get("holder") for one in found} == {None}


@pytest.mark.parametrize(
    ("text", "content", "language"),
    [
        ("I'm Tom and I live in Leeds.", "Tom lives in Leeds.", "english"),
        ("Hi, my name is Tom Hale. I live in Leeds.", "Tom Hale lives in Leeds.", "english"),
        ("My name is Tom, I live in Leeds.", "Tom lives in Leeds.", "english"),
        ("Jag heter Tomas och jag bor i Malmö.", "Tomas bor i Malmö.", "swedish"),
    ],
)
def test_a_stranger_speaks_of_themself(text: str, content: str, language: str) -> None:
    """Whoever has another name than the subject fills none of the subject's slots."""
    (found,) = read_text(text, subject="jan", language=language).proposals
    assert found.content == content
    assert found.data["holder"] == content.split(" lives" if " lives" in content else " bor")[0]


@pytest.mark.parametrize(
    "text",
    [
        "I'm Swedish and I live in Leeds.",  # no name
        "I'm Tom's sister and I live in Leeds.",
        "I'm Zyxel and I live in Leeds.",  # perhaps a name
        "I'm Christian and I live in Leeds.",  # a name, and a faith
    ],
)
def test_what_may_be_no_name_is_kept_whole(text: str) -> None:
    """Nobody's words are given to another because of a capital letter."""
    (found,) = read_text(text, subject="jan").proposals
    assert found.content == text


@pytest.mark.parametrize("author", [None, "jan", "tom"])
@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("I live in Oslo.", "I'm Tom and I live in Leeds."),
        ("Jan lives in Oslo.", "Hi, my name is Tom and I live in Leeds now."),
        ("I live in Oslo.", "I'm Tom. I live in Leeds now."),
        ("My mortgage is £200,000.", "I'm Tom and my mortgage is £300,000."),
        ("I'm 61.", "My name is Tom. I'm 34 and I work at Aviva."),
        ("Jag bor i Oslo.", "Jag heter Tom och jag bor i Lund nu."),
    ],
)
def test_a_stranger_replaces_nothing(known: str, text: str, author: str | None) -> None:
    """What is known of the subject stands when somebody else introduces themself, whether the
    words are given as a text or said by either of them."""
    with Memory.open(":memory:", background=False, embedder="none") as memory:
        memory.remember(known, subject="jan")
        (first,) = memory.items()
        said = text if author is None else [{"author_id": author, "content": text}]
        memory.remember(said, subject="jan")
        assert memory.get(first.id).status == "active"
        assert list(memory.review.contradictions()) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('My sister just texted: "I am vegan now and I work at the vet\'s."', "english"),
        ("He said “I live in Rome and my rent is €900”.", "english"),
        ("Mamma skrev: ”Jag bor i Rom och jag jobbar på Fiat.”", "swedish"),
    ],
)
def test_quoted_words_are_not_the_speakers(text: str, language: str) -> None:
    """Who is quoted says "I" of themself: nothing of it is kept."""
    for author in (None, "jo"):
        found = (
            read_text(text, subject="jo", language=language)
            if author is None
            else read_talk(f"{author}: {text}", subject="jo", language=language)
        )
        assert found.proposals == ()
