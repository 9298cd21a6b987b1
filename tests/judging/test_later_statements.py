"""What the memory does with a later statement in plain talk, in stories."""

from __future__ import annotations

import re

import pytest

from remembrancer import Memory
from remembrancer.language.main_clauses import main_clauses
from tests.judging import later_examples
from tests.judging.act_examples import Story
from tests.judging.test_acts import Told, _named


@pytest.mark.parametrize(
    "story",
    _named(
        [
            *later_examples.CHANGED,
            *later_examples.CORRECTED,
            *later_examples.BEHIND_A_REASON,
            *later_examples.OTHER_WORDS,
            *later_examples.TURNED,
        ]
    ),
)
def test_what_changed_does_not_stay_unnoticed(story: Story) -> None:
    """The earlier statement is replaced, or a person is asked."""
    assert story.noticed is not None
    assert Told(story).are_noticed(*story.noticed)


@pytest.mark.parametrize("story", _named(later_examples.PARTED))
def test_of_two_facts_one_is_changed_and_the_other_stands(story: Story) -> None:
    """Two statements of one subject are two items, and only one of them is in question."""
    told = Told(story)
    assert story.noticed is not None
    assert told.are_noticed(*story.noticed)
    assert [one for one in story.stands if not told.in_use(one)] == []


@pytest.mark.parametrize("story", _named(later_examples.UNTOUCHED + later_examples.NOT_TURNED))
def test_another_holder_or_measure_changes_nothing(story: Story) -> None:
    """What is said of another role, project, measure or person replaces and contradicts nothing."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []
    assert told.flags == []


@pytest.mark.parametrize("story", _named(later_examples.AGAIN))
def test_what_is_told_again_is_known_once(story: Story) -> None:
    """The same in other words is not doubled and contradicts nothing."""
    told = Told(story)
    assert [len(told.in_use(one)) for one in story.stands] == [1]
    assert told.flags == []


@pytest.mark.parametrize("story", _named(later_examples.DONE + later_examples.DONE_IN_SHORT))
def test_a_task_is_done_that_is_named_in_short(story: Story) -> None:
    """Its thing and its verb in a finished form are enough if only one task is meant."""
    told = Told(story)
    assert [one for one in story.ended if not told.found(one) or told.in_use(one)] == []


@pytest.mark.parametrize("story", _named(later_examples.EITHER_MAY_BE_MEANT))
def test_a_task_stays_open_if_another_may_be_meant(story: Story) -> None:
    """Of two tasks that a few words may mean, and of a task in two parts, nothing is closed."""
    told = Told(story)
    assert [one for one in story.stands if not told.in_use(one)] == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("The passport is renewed, the vet did it, so tick that off.", "The passport is renewed"),
        ("Passet är förnyat, veterinären gjorde det på plats.", "Passet är förnyat"),
        ("Reminder that I have a nut allergy, so no cake.", "I have a nut allergy"),
        ("Mia, his sister, was born in Truro.", None),
        ("Mia, hans syster, är född i Lund.", None),
        ("We moved to monthly billing, except for Acme.", None),
        ("Since the rent went up we're paying £900 a month.", "we're paying £900 a month"),
        (
            "The bricks are ordered, they should be here on Monday if it is dry.",
            "The bricks are ordered",
        ),
        ('Somebody wrote "the rent is £900 now, pay today".', None),
    ],
)
def test_a_main_clause_has_its_own_subject_and_verb(text: str, first: str | None) -> None:
    """What depends on another clause, or is limited or quoted, is no clause of its own."""
    assert next(iter(main_clauses(text)), None) == first


@pytest.mark.parametrize(
    ("preset", "said", "kept"),
    [
        ("community", "Could the hinge be of brass? We take a bolt of 192 mm instead.", "192 mm"),
        ("corporate", "Maybe the tin roof would leak. We take slate instead.", "slate"),
        ("community", "Hmm, the red lanterns are lovely. We hang candles instead.", "candles"),
    ],
)
def test_words_before_that_are_not_kept_stop_nothing(preset: str, said: str, kept: str) -> None:
    """What is chosen instead is kept, though the sentence before it is not."""
    with Memory.open(":memory:", preset=preset, embedder="none") as memory:
        items = memory.remember(said).items
    assert [one.content for one in items if kept in one.content]


@pytest.mark.parametrize(
    ("preset", "language", "said"),
    [
        ("corporate", "english", "Time to repair counts working days only."),
        ("companion", "swedish", "Båtklubben har sin städdag i mars."),
        ("companion", "swedish", "Hedman & Co vill ha kvittot via Kivra."),
        ("companion", "english", "Our choir rehearses without a piano."),
        ("desk", "english", "On balance, the Fenn bond trades like equity."),
        ("companion", "swedish", "Jag är glutenintolerant."),
        ("companion", "swedish", "Hunden äter Purina."),
        ("companion", "swedish", "Mjölken till kaféet kommer från Wapnö, onsdag och lördag."),
        ("companion", "swedish", "Jag vill att ni skriver till mig på finska."),
        ("companion", "swedish", "Jag vill ha alla kvitton i en mapp."),
        ("community", "english", "Pim leads the Wednesday walk."),
        ("adviser", "english", "Please do not share my plans with my brother."),
        ("adviser", "english", "You may ring me at home, unless it is Friday."),
        ("corporate", "english", "Do not use the freight lift, because it sticks."),
        ("corporate", "english", "No deliveries before noon."),
        ("corporate", "english", "billing-worker is run by the data team."),
        ("companion", "swedish", "Andra språk: finska och meänkieli"),
        ("adviser", "english", "Evenings suit me best for calls."),
        ("desk", "english", "By our estimate the average lease at Norra is 6.2 years."),
        ("desk", "english", "In our bear case volumes at Orla fall 6% in 2028."),
        ("corporate", "english", "Test prints are left out of the page count."),
        ("adviser", "english", "What lands in my account each month is £2,940."),
        ("companion", "swedish", "Jag vill ha kvittona i brevlådan."),
        ("desk", "english", "Lead in the Orrin well is 12 mg per litre."),
        ("companion", "swedish", "Vi övar två kvällar i veckan."),
        ("companion", "swedish", "Vi har fast telefon i boden."),
        ("companion", "swedish", "Boka inga möten på fredagar."),
        ("adviser", "english", "Send me the invoices by e-mail."),
        ("corporate", "english", "The kiosk serves coffee until 15:30."),
    ],
)
def test_one_sentence_that_is_given_to_be_kept_is_kept(
    preset: str, language: str, said: str
) -> None:
    """Whoever hands over one plain sentence means it, with or without a name or a figure in it."""
    assert _kept(preset, language, said) == [said]


@pytest.mark.parametrize(
    ("preset", "language", "said"),
    [
        ("companion", "english", "It's warm in here now."),
        ("companion", "english", "I hope the bus is on time."),
        ("corporate", "english", "Maybe the vendor would give a discount."),
        ("companion", "swedish", "Jag hoppas att bussen kommer."),
        ("community", "english", "They say the bridge will close."),
        ("adviser", "english", "Could you send me the form again?"),
        ("adviser", "english", "Please do not worry about it."),
        ("companion", "swedish", "Jag är trött."),
        ("companion", "english", "I'm hungry."),
        ("companion", "english", "Absolutely, ring me in the middle of my dinner."),
        ("companion", "swedish", "Ta gärna med mer fika."),
        ("companion", "swedish", "Toppen, väck mig klockan fem, det blir jag så glad av."),
        ("companion", "english", "Sure, call me at midnight, nothing makes me happier."),
        ("companion", "swedish", "Visst, ring du mitt i matchen."),
        ("corporate", "english", "What is the price of the van?"),
        ("companion", "swedish", "Han bokför sin firma i Visma."),
    ],
)
def test_what_is_passing_or_unsure_is_not_kept_for_being_alone(
    preset: str, language: str, said: str
) -> None:
    """A question, a hope, hearsay and how something is just now are no lasting facts."""
    assert _kept(preset, language, said) == []


@pytest.mark.parametrize(
    ("known", "asked", "answer"),
    [
        ("I'd like my sessions on Mondays.", "I have Mondays for your sessions. Still right?",
         "Nope, Wednesdays."),
        ("I want to invest £9,000 this spring.", "Earlier you said £9,000. Does that still hold?",
         "No, £7,500."),
        ("I can set aside £140 a month.",
         "You told me you could set aside £140 a month. Does that still hold?", "Not quite, £110."),
    ],
)  # fmt: skip
def test_what_is_read_back_and_denied_does_not_stay_unnoticed(
    known: str, asked: str, answer: str
) -> None:
    """A day, a bare figure and "you could": the old one is replaced, or a person is asked."""
    with Memory.open(":memory:", preset="adviser", embedder="none", background=False) as memory:
        memory.remember(known, subject="sub")
        talk = memory.conversations.start("talk", subject="sub")
        said = {"author_id": "bot", "role": "assistant", "content": asked}
        memory.conversations.append(talk.id, said)
        memory.conversations.append(talk.id, {"author_id": "sub", "content": answer})
        memory.conversations.close(talk.id)
        memory.jobs.wait()
        (old,) = [one for one in memory.items(limit=10) if one.content == known]
        flagged = [pair.a.id for pair in memory.review.contradictions()]
    assert old.lifecycle.value == "superseded" or old.id in flagged


def test_a_figure_is_corrected_where_somebody_reads_it_back() -> None:
    """What was asked and what is said are kept together; the old figure is replaced."""
    with Memory.open(":memory:", preset="adviser", embedder="none", background=False) as memory:
        memory.remember("Our barn was valued at £210,000.", subject="sub")
        talk = memory.conversations.start("talk", subject="sub")
        asked = "I have £210,000 as the value of your barn. Shall I keep that?"
        memory.conversations.append(
            talk.id, {"author_id": "bot", "role": "assistant", "content": asked}
        )
        memory.conversations.append(
            talk.id, {"author_id": "sub", "content": "Nope, make that £185,000."}
        )
        memory.conversations.close(talk.id)
        memory.jobs.wait()
        states = {one.content: one.lifecycle.value for one in memory.items(limit=10)}
    assert states.pop("Our barn was valued at £210,000.") == "superseded"
    assert list(states) == [f"{asked} – Nope, make that £185,000."]


@pytest.mark.parametrize(
    ("known", "read_back", "answer", "is_noticed"),
    [
        (
            "Farfar bor på Granliden.",
            "Enligt mina anteckningar bor din farfar på Granliden.",
            "Nä, farfar bor på Björkhaga.",
            True,
        ),
        (
            "Vi har två grävmaskiner.",
            "Enligt mina anteckningar har ni två grävmaskiner, stämmer det?",
            "Nej, tre grävmaskiner är det. Jag glömde den gula.",
            True,
        ),
        (
            "Vår revisor är Lidgren.",
            "Har ni alltid haft samma revisor?",
            "Nej. Förut var vår revisor Malm, men det är länge sedan.",
            False,
        ),
    ],
)
def test_what_an_agent_reads_back_is_put_right(
    known: str, read_back: str, answer: str, is_noticed: bool
) -> None:
    """A "no" to what was read back corrects it. A "no" to another question corrects nothing."""
    with Memory.open(":memory:", preset="companion", embedder="none", background=False) as memory:
        memory.admin.configure({"language": "swedish"})
        memory.remember(known, subject="sub")
        talk = memory.conversations.start("talk", subject="sub")
        for author, role, content in (("bot", "assistant", read_back), ("sub", "user", answer)):
            memory.conversations.append(
                talk.id, {"author_id": author, "role": role, "content": content}
            )
        memory.conversations.close(talk.id)
        memory.jobs.wait()
        (old,) = [one for one in list(memory.items(limit=10)) if one.content == known]
        flags = memory.review.contradictions()
    assert (bool(flags) or old.lifecycle.value == "superseded") == is_noticed


@pytest.mark.parametrize(
    ("preset", "language", "known", "later"),
    [
        ("companion", "english", "The band rehearses at seven o'clock.", "On Mondays the band now"
         " rehearses at nine o'clock."),
        ("companion", "swedish", "Gymmet öppnar klockan sex.", "På söndagar öppnar gymmet numera"
         " klockan nio."),
        ("companion", "english", "The barn is swept by Ola.", "The barn is now insured by Fenn."),
        ("community", "english", "We decided to hang a lamp in the porch.", "The lamp is off, the"
         " bulb blew."),
    ],
)  # fmt: skip
def test_what_may_be_another_case_replaces_nothing(
    preset: str, language: str, known: str, later: str
) -> None:
    """A time of one weekday, and a thing that is switched off, leave what is known in use."""
    told = Told(Story(preset, language, (known, later)))
    assert told.in_use(re.escape(known))


@pytest.mark.parametrize(
    "answer", ["No worries, and four nephews.", "No problem, five of us came."]
)
def test_a_no_that_denies_nothing_corrects_nothing(answer: str) -> None:
    """A "no worries" is no answer to what was read back."""
    with Memory.open(":memory:", preset="adviser", embedder="none", background=False) as memory:
        memory.remember("I have three grandchildren.", subject="sub")
        talk = memory.conversations.start("talk", subject="sub")
        asked = "You have three grandchildren, right?"
        for author, role, content in (("bot", "assistant", asked), ("sub", "user", answer)):
            memory.conversations.append(
                talk.id, {"author_id": author, "role": role, "content": content}
            )
        memory.conversations.close(talk.id)
        memory.jobs.wait()
        states = {one.content: one.lifecycle.value for one in memory.items(limit=10)}
    assert states["I have three grandchildren."] == "active"


def _kept(preset: str, language: str, said: str) -> list[str]:
    with Memory.open(":memory:", preset=preset, embedder="none") as memory:
        memory.admin.configure({"language": language})
        return [one.content for one in memory.remember(said).items]


@pytest.mark.parametrize(
    ("space", "old", "new"),
    [
        ("swedish", "Corwin gives us 20 days to pay.",
         "Our supplier Corwin now has payment terms of 45 days."),
        ("swedish", "Lillian takes home £2,150 a month.",
         "Lillian's net salary has changed to £2,300 a month."),
        ("english", "Kursen leds av Johan.", "Kursen leds numera av Stefan."),
        ("english", "Vi beslutade att behålla verkstaden.",
         "Vi har ändrat oss och beslutat att sälja verkstaden."),
    ],
)  # fmt: skip
def test_a_text_is_read_in_its_own_language(space: str, old: str, new: str) -> None:
    """Many write both languages in one space: "Lillian" is no Swedish noun there."""
    told = Told(Story("companion", space, (old, new)))
    assert told.are_noticed(re.escape(old.rstrip(".")), re.escape(new.rstrip(".")))
