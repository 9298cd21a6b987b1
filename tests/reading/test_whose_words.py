"""Whose words: what a speaker says of themself is never the subject's."""

from __future__ import annotations

import pytest

from remembrancer import Trust
from remembrancer.reading.offline import offline_extractor
from tests.conftest import MemoryFactory
from tests.reading.readings import brief_in, read_talk, read_text, with_words
from tests.reading.talks import turn

OTHERS_OWN = [
    ("Jan: I want to retire at 58.", "Ha, I want to retire at 50 one day.", "50"),
    ("Jan: I'm 61.", "I'm 34 and I'm already tired.", "34"),
    ("Jan: I live in York.", "Lovely. I live in Leeds.", "Leeds"),
    ("Jan: My mortgage is £90,000.", "My mortgage is £300,000, so I envy you.", "300,000"),
    ("Jan: I prefer letters.", "Noted. I prefer text messages myself.", "text messages"),
    ("Jan: I work at Calder Glass.", "My wife works at Severn Paper.", "Severn"),
    ("Jan: Jag vill gå i pension vid 63.", "Jag vill gå i pension vid 67.", "67"),
    ("Jan: Jag bor i Lund.", "Trevligt, jag bor i Kalmar.", "Kalmar"),
]


@pytest.mark.parametrize(("of_subject", "of_adviser", "words"), OTHERS_OWN)
def test_what_another_says_of_themself_is_left_raw(
    of_subject: str, of_adviser: str, words: str
) -> None:
    """In a talk with the subject, what the adviser says of himself is not proposed, and the
    subject's own words are."""
    language = "swedish" if "vill" in of_subject or "bor" in of_subject else "english"
    found = read_talk(f"{of_subject}\nTom: {of_adviser}", subject="jan", language=language)
    assert not with_words(found, words)
    assert [one.data.get("slot") for one in found.proposals]
    assert all("holder" not in one.data for one in found.proposals)


@pytest.mark.parametrize(
    "said",
    [
        "Jan, I have noted that you want to retire at 58.",
        "I see you live in York.",
        "I'll send the transfer form to Zurich by 10 March.",
        "Jan: Okay.\nTom: We agreed to sell the Derby flat.",
    ],
)
def test_words_that_mean_the_subject_and_tasks_are_kept(said: str) -> None:
    """What an adviser says to or of the subject, an own task and a joint decision are kept."""
    found = read_talk(f"Jan: Hello there, how are you?\nTom: {said}", subject="jan-larsson")
    assert found.proposals


@pytest.mark.parametrize(
    ("text", "preset", "subject", "language"),
    [
        ("Bo: I live in Ghent.\nMia: oh nice, I live in Mons", "community", None, "english"),
        (
            "Mia: I maintain the refund report, so ask me before you touch it.\nBo: ok",
            "corporate",
            None,
            "english",
        ),
        (
            "Olle: Vi redovisar moms varje kvartal.\n"
            "Mia: I mitt eget bolag redovisar jag moms en gång om året.",
            "companion",
            "bolaget",
            "swedish",
        ),
    ],
)
def test_a_speaker_who_is_not_the_subject_holds_their_own_facts(
    text: str, preset: str, subject: str | None, language: str
) -> None:
    """Where the subject is a company or nobody, what Mia says of herself names and is held by
    her."""
    found = read_talk(text, preset, subject, language)
    (own,) = [one for one in found.proposals if one.data.get("holder") == "Mia"]
    assert "Mia" in own.content


def test_a_text_that_is_given_is_of_its_subject() -> None:
    """In a text without a talk "I" is the subject, as ever."""
    (one,) = read_text("I earn £54,000 a year.").proposals
    assert one.data["slot"] == "salary"
    assert "holder" not in one.data


AGENTS_WORDS = [
    "I get leverage at Torrance of 3.2x because I net the pension asset.",
    "Organic growth at Belmora was 6.1% in 2024.",
    "Gross margin at Halvard fell to 31% in 2025.",
]


@pytest.mark.parametrize("said", AGENTS_WORDS)
def test_agents_are_heard_at_the_desk(said: str) -> None:
    """Where agents are the analysts, what they state is kept whole; elsewhere it is not."""
    messages = [turn("equity-agent", said, role="assistant", trust=Trust.AGENT)]
    (one,) = offline_extractor.extract(messages, brief_in("desk", "torrance", "english")).proposals
    assert one.quote == said
    for preset in ("adviser", "companion"):
        made = offline_extractor.extract(messages, brief_in(preset, "torrance", "english"))
        assert not made.proposals


def test_what_an_agent_states_at_the_desk_is_trusted_as_an_agents(memory: MemoryFactory) -> None:
    """Being heard lifts no trust: the item is an agent's."""
    store = memory("desk")
    talk = store.conversations.start("talk", subject="belmora")
    said = {"author_id": "equity-agent", "role": "assistant", "content": AGENTS_WORDS[1]}
    store.conversations.append(talk.id, said)
    store.conversations.close(talk.id)
    store.jobs.wait()
    (item,) = store.items()
    assert item.trust is Trust.AGENT
    assert item.content == AGENTS_WORDS[1]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("You live in Leeds, don't you? I live in York.", "Leeds"),
        ("You want to retire at 50, Tom. I want to retire at 58.", "50"),
        ("Du bor i Umeå. Jag bor i Lund.", "Umeå"),
    ],
)
def test_what_the_subject_says_of_another_is_not_the_subjects(said: str, words: str) -> None:
    """ "You" in the subject's mouth is somebody else."""
    language = "swedish" if said.startswith("Du") else "english"
    found = read_talk(f"Jan: {said}\nTom: Yes.", subject="jan", language=language)
    assert found.proposals
    assert not with_words(found, words)
