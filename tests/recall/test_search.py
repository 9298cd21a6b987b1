"""Searching by words: what is found, and what never is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.people import ANNA, BERT


def found(store: Memory, query: str, **filters: Any) -> list[str]:
    return [hit.id for hit in store.recall(query, **filters).hits]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("She is retiring next spring.", "retire"),
        ("She wants to retire.", "retiring"),
        ("Her retirement age is 58.", "retirements"),
        ("The mortgages were refinanced.", "refinance mortgage"),
        ("RETIREMENT PLAN", "retirement"),
        ("Ellen's flat in Leeds", "ellen"),
        ("Ellen\u2019s flat", "Ellen's"),
        ("caf\u00e9 society", "cafe\u0301"),
        ("The \ufb01nance team", "finance"),
        ("pays 1200 a month", "1200"),
        ("run data_analysis first", "analysis"),
    ],
)
def test_words_are_found_by_their_stem(memory: MemoryFactory, text: str, question: str) -> None:
    """S0-09: endings, case and spelling of letters do not matter."""
    store = memory("adviser")
    item = store.add(content=text)
    store.add(content="Nothing to do with it.")
    assert found(store, question) == [item.id]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Utdelningen beslutades i maj.", "utdelningar"),
        ("Flera utdelningar planeras.", "utdelning"),
        ("Styrelsen beslutade om fakturorna.", "faktura"),
        ("Årsbokslutet är klart.", "årsbokslut"),
        ("ÅRSBOKSLUT", "årsbokslutet"),
        ("Vi betalar moms varje kvartal.", "betala momsen kvartalsvis"),
    ],
)
def test_swedish_is_stemmed_in_a_swedish_space(
    memory: MemoryFactory, text: str, question: str
) -> None:
    """C-21: the language belongs to the space, and the companion's is Swedish."""
    store = memory("companion")
    item = store.add(content=text)
    store.add(content="Något helt annat.")
    assert found(store, question) == [item.id]


def test_each_space_has_its_own_language(fresh_store: MemoryFactory) -> None:
    """The same words are stemmed one way in one space and another way in the next."""
    swedish = fresh_store("companion")
    english = swedish.in_space("leeds", "adviser")
    for store in (swedish, english):
        store.add(content="Flera utdelningar planeras.")
    assert len(found(swedish, "utdelning")) == 1
    assert found(english, "utdelning") == []


@pytest.mark.parametrize("preset", ["adviser", "companion"])
def test_a_question_of_stop_words_finds_nothing(memory: MemoryFactory, preset: str) -> None:
    """Words that carry grammar and no subject are not searched for."""
    store = memory(preset)
    store.add(content="the and of to och att det som en")
    question = "what is it that you are" if preset == "adviser" else "vad är det som du har"
    answer = store.recall(question)
    assert (answer.hits, answer.terms) == ((), ())


def test_stop_words_beside_others_are_left_out(memory: MemoryFactory) -> None:
    """Only the telling words of a question count."""
    store = memory("adviser")
    item = store.add(content="Ellen wants to retire.")
    store.add(content="What is the use of all that?")
    answer = store.recall("when is she going to retire?")
    assert [hit.id for hit in answer.hits] == [item.id]
    assert "is" not in answer.terms


@pytest.mark.parametrize("field", ["title", "category", "tags"])
def test_an_item_is_found_by_more_than_its_content(memory: MemoryFactory, field: str) -> None:
    """S0-09: a word that stands only in the category, the title or a tag finds the item."""
    store = memory("adviser")
    value: Any = ["liability"] if field == "tags" else "liability"
    item = store.add(content="The house is not paid off.", **{field: value})
    assert found(store, "liabilities") == [item.id]


def test_what_is_out_of_use_is_never_found(memory: MemoryFactory) -> None:
    """S0-16, S0-18, S0-19: superseded and dismissed items are not in any search."""
    store = memory("adviser")
    old = store.add(content="Ellen retires at 58.", subject="ellen")
    new = store.supersede(old.id, content="Ellen retires at 60.")
    gone = store.add(content="Ellen retires at 99.", subject="ellen")
    store.dismiss(gone.id)
    assert found(store, "retire") == [new.id]
    assert found(store, "retire", subject="ellen") == [new.id]
    assert found(store, "58") == []
    assert found(store, "99") == []


def test_an_earlier_text_does_not_find_the_item(memory: MemoryFactory) -> None:
    """After an update only the words of today lead to it."""
    store = memory("adviser")
    item = store.add(content="Ellen likes sailing.")
    store.update(item.id, content="Ellen likes hiking.")
    assert found(store, "sailing") == []
    assert found(store, "hiking") == [item.id]
    store.update(item.id, title="sailing once more")
    assert found(store, "sailing") == [item.id]


def test_other_subjects_are_never_found(memory: MemoryFactory) -> None:
    """S0-16: a search for one client holds that client's items and no other's."""
    store = memory("adviser")
    by_subject = {
        subject: store.add(content="Wants to retire early.", subject=subject).id
        for subject in ("ellen", "tom", "Ellen", "ellen2", "el len")
    }
    for subject, id in by_subject.items():
        assert found(store, "retire", subject=subject) == [id]
    assert found(store, "retire", subject="nobody") == []


def test_a_moved_item_is_found_with_its_new_subject(memory: MemoryFactory) -> None:
    """A correction of the subject moves the item in the search too."""
    store = memory("adviser")
    item = store.add(content="Wants to retire early.", subject="ellen")
    store.update(item.id, subject="tom")
    assert found(store, "retire", subject="ellen") == []
    assert found(store, "retire", subject="tom") == [item.id]


SYNTAX = [
    '"',
    '""',
    '"retire',
    "retire*",
    "*",
    "(",
    ")",
    "((retire)",
    "retire:",
    "words:retire",
    "-retire",
    "- retire",
    "^retire",
    "NEAR",
    "NEAR(retire, 2)",
    "AND",
    "OR",
    "NOT",
    "NOT retire",
    "retire AND",
    "AND OR NOT",
    "retire AND NOT NEAR",
    "'; DROP TABLE item; --",
    "%",
    "_",
    "{retire}",
    "[retire]",
    "retire + tom",
    "\\",
    "\u200b",
    "🧓",
    "&|!:*",
    "retire:*",
    "<->",
    "\t\n",
    "",
    " ",
]


@pytest.mark.parametrize("query", SYNTAX)
def test_the_syntax_of_an_engine_is_plain_text(memory: MemoryFactory, query: str) -> None:
    """S0-16: no character of a question raises, and `retire` in it is found as a word."""
    store = memory("adviser")
    item = store.add(content="Ellen wants to retire.")
    assert found(store, query) == ([item.id] if "retire" in query else [])
    assert found(store, query, subject="ellen") == []


def test_any_question_is_answered(memory: MemoryFactory) -> None:
    """Whatever is asked, in whatever letters, recall answers."""
    store = memory("adviser")
    store.add(content="Ellen wants to retire.", subject="ellen")

    @given(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60),
        st.booleans(),
    )
    def ask(question: str, narrow: bool) -> None:
        store.recall(question, subject="ellen" if narrow else None, explain=True)

    ask()


def test_any_word_finds_the_text_that_holds_it(memory: MemoryFactory) -> None:
    """A text is found by each of its own words, in any script."""
    store = memory("community")

    @given(st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=12))
    def finds_itself(word: str) -> None:
        item = store.add(content=word)
        hits = store.recall(word, k=200).hits
        if store.recall(word).terms:
            assert item.id in [hit.id for hit in hits]

    finds_itself()


def test_a_word_without_end_is_stored_and_found(memory: MemoryFactory) -> None:
    """The longest content that is accepted can be a single word."""
    store = memory("community")
    item = store.add(content="x" * 100_000)
    other = store.add(content="short")
    assert found(store, "short") == [other.id]
    assert found(store, "x" * 10_000) == []
    assert store.get(item.id).content == "x" * 100_000


def test_a_long_question_is_answered(memory: MemoryFactory) -> None:
    """Ten thousand characters are a question too."""
    store = memory("adviser")
    item = store.add(content="Ellen wants to retire.")
    query = "retire " + "word " * 1_998
    assert len(query) <= 10_000
    assert found(store, query) == [item.id]


def test_recall_finds_items_and_messages_together(memory: MemoryFactory) -> None:
    """Both are hits, each under its own id and type."""
    store = memory("adviser")
    item = store.add(content="Ellen wants to retire at 58.", subject="ellen", title="Goal")
    place = store.conversations.start(subject="ellen")
    (message,) = store.conversations.append(
        place.id, {"id": "m-1", "author_id": "ellen", "content": "I might retire at 60."}
    )
    hits = {hit.type: hit for hit in store.recall("retire", subject="ellen").hits}
    assert set(hits) == {"item", "message"}
    assert (hits["item"].id, hits["item"].text) == (item.id, item.content)
    assert (hits["item"].title, hits["item"].kind) == ("Goal", "fact")
    assert hits["item"].conversation_id is None
    said = hits["message"]
    assert (said.id, said.conversation_id) == ("m-1", place.id)
    assert (said.text, said.occurred_at) == (message.content, message.timestamp)
    (proof,) = said.evidence
    assert (proof.message_id, proof.quote, proof.start, proof.end) == (
        "m-1",
        message.content,
        0,
        len(message.content),
    )


def test_what_ran_out_is_not_found(memory: MemoryFactory, clock: FrozenClock) -> None:
    """S1-19: an expired row is excluded by the query, to the second."""
    store = memory("adviser")
    store.add(content="offer stands", expires_at=clock.now + timedelta(days=1))
    store.add(content="offer valid", valid_until=clock.now + timedelta(days=2))
    assert len(found(store, "offer")) == 2
    clock.advance(timedelta(days=1) - timedelta(microseconds=1))
    assert len(found(store, "offer")) == 2
    clock.advance(timedelta(microseconds=1))
    assert [hit.text for hit in store.recall("offer").hits] == ["offer valid"]
    clock.advance(timedelta(days=1))
    assert found(store, "offer") == []


def test_hidden_texts_are_not_searched(memory: MemoryFactory) -> None:
    """S4-54, S4-56: the filter is in the search itself, so k visible hits are found past hidden."""
    store = memory("adviser")
    anna, bert = store.acting_as(ANNA), store.acting_as(BERT)
    shared = [anna.add(content="retire soon").id for _ in range(5)]
    for _ in range(20):
        anna.add(content="retire soon", is_personal=True)
        anna.add(content="retire soon", audience="group:finance")
    assert sorted(found(bert, "retire", k=5)) == sorted(shared)
    assert len(found(bert, "retire", k=200)) == 5
    assert len(found(anna, "retire", k=200)) == 45
