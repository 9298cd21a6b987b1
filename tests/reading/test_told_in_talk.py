"""A plain statement in a talk is kept where somebody asked for it, where it is announced, where it
says since when it holds, and where the subject says it of themself. The rest of the talk passes."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_talk, with_words

ASKED = [
    ("kim: who do we pay?\nlou: the club fee goes to Marta, she's the treasurer", "Marta"),
    ("kim: Remind me where the staging server is?\nlou: Staging runs on Hetzner.", "Hetzner"),
    ("kim: is there anything for beginners lol\nlou: yep, the novices row Sundays at 9", "Sundays"),
    ("kim: Someone asked where the labels come from.\nlou: Oh, the labels are printed in Zebra.",
     "Zebra"),
    ("kim: Har ni flyttat, stämmer det?\nlou: Nej. Vi sitter kvar i Eslöv.", "Eslöv"),
    ("kim: var går bilen på service?\nlou: bilen går på service hos Mekonomen i Kumla", "Kumla"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kept"), ASKED)
@pytest.mark.parametrize("preset", ["community", "companion", "corporate"])
def test_what_somebody_asked_for_is_kept(text: str, kept: str, preset: str) -> None:
    """The answer is a plain sentence that stands alone."""
    language = "swedish" if "ä" in text else "english"
    assert with_words(read_talk(text, preset, "club", language), kept)


@pytest.mark.parametrize(
    ("text", "kept", "language"),
    [
        ("kim: for anyone new: novices row on Tuesdays at 18:00\nlou: ty", "Novices", "english"),
        ("kim: new people keep asking so: we meet Fridays, Mill Hall\nlou: ok", "We", "english"),
        ("kim: dont forget, Lottie has ballet on Saturdays\nlou: ok", "Lottie", "english"),
        ("kim: för er som är nya: vi tränar tisdagar i Valhalla\nlou: tack", "Vi", "swedish"),
        ("kim: kom ihåg att Olle är på fritids varje dag\nlou: ja", "Olle", "swedish"),
    ],
)
def test_what_is_announced_is_kept_without_its_lead_in(text: str, kept: str, language: str) -> None:
    """Words that say for whom it is, or that it is to be remembered, are not part of it."""
    (found,) = read_talk(text, "community", "club", language).proposals
    assert found.content.startswith(kept)


@pytest.mark.parametrize(
    ("text", "kept", "language"),
    [
        ("kim: Ria steps back. Imelda is the chair from now on.\nlou: oh", "Imelda", "english"),
        ("kim: As of tonight I've handed the keys over to Faisal.\nlou: ok", "Faisal", "english"),
        ("kim: It's wiped on Saturdays.\nlou: The disk is wiped every Saturday, not every Sunday.",
         "every Saturday", "english"),
        ("kim: nu vet vi, det är Bengt som har nyckeln till boden\nlou: jaha", "Bengt", "swedish"),
        ("kim: ja, så nu är det Linnea som har hand om jouren\nlou: ok", "Linnea", "swedish"),
    ],
)  # fmt: skip
def test_what_holds_from_now_on_is_kept(text: str, kept: str, language: str) -> None:
    """It says since when, or who it is, or what is wrong."""
    assert with_words(read_talk(text, "corporate", None, language), kept)


@pytest.mark.parametrize(
    ("text", "kept", "language"),
    [
        ("lou: hi all, I play the viola, mostly chamber\nkim: hi", "Lou plays the", "english"),
        ("lou: moved to Dunbar last weekend\nkim: nice", "moved to Dunbar", "english"),
        ("lou: work as a joiner, if anyone needs shelves\nkim: ooh", "Lou works as", "english"),
        ("lou: Jag går upp klockan fem varje dag.\nkim: usch", "Lou går upp", "swedish"),
        ("lou: har en minigrävare om någon vill låna\nkim: kul", "Lou har en", "swedish"),
        ("lou: jag vill inte ta stora risker med pengarna\nkim: nej", "stora risker", "swedish"),
    ],
)
def test_what_the_subject_says_of_themself_is_kept(text: str, kept: str, language: str) -> None:
    """With or without "I"."""
    assert with_words(read_talk(text, "community", "lou", language), kept)


def test_what_another_says_of_themself_stays_raw() -> None:
    """In a talk about Lou, Kim's bassoon is not Lou's."""
    found = read_talk("lou: I play the viola.\nkim: I play the bassoon.", "community", "lou")
    assert with_words(found, "viola")
    assert not with_words(found, "bassoon")


PASSING = [
    ("how was Spain?", "The hotel in Malaga is basically a building site"),
    ("who's coming tonight?", "Sanna is bringing her brother"),
    ("anyone there?", "Kim is on the phone"),
    ("ready?", "The deck has 12 slides"),
    ("what's he like?", "Pete is a laugh"),
    ("should we go?", "The queue is 40 minutes"),
    ("did it arrive?", "The parcel is in Leeds since yesterday"),
    ("any news?", "BBC says the strike is off"),
    ("do you like it?", "The sleeves are a bit Henry VIII"),
    ("where's my bag?", "The bag is under the Volvo"),
    ("do we have a driver?", "Nina has the van until six"),
    ("hur var helgen?", "Stugan i Åre är en dröm"),
    ("funkar det?", "Bygget är rött igen"),
    ("var är Kim?", "Kim är i Oslo till torsdag"),
    ("hur lång tid tar det?", "Uppladdningen tar tio minuter"),
]


@pytest.mark.parametrize(("question", "answer"), PASSING)
@pytest.mark.parametrize("preset", ["community", "companion", "corporate", "desk"])
def test_what_passes_with_the_talk_is_not_kept(question: str, answer: str, preset: str) -> None:
    """The question is about the moment, or the answer says no name, figure, time or role."""
    language = "swedish" if "å" in answer.lower() or "ä" in answer.lower() else "english"
    assert not read_talk(f"kim: {question}\nlou: {answer}", preset, "crew", language).proposals


@pytest.mark.parametrize(
    "text",
    ["lou: I left the letter at home.\nkim: ok", "lou: jag glömde brevet hemma\nkim: ok"],
)
def test_what_somebody_did_once_is_no_habit(text: str) -> None:
    """It passes, although the subject says it."""
    assert not read_talk(text, "community", "lou").proposals


@pytest.mark.parametrize(
    ("question", "answer", "value"),
    [
        ("Where's the pension at the moment?", "With Standard Life, has been forever.", "Standard"),
        ("Who does your accounts?", "Miller & Sons, always have.", "Miller & Sons"),
        ("Which bank do you use?", "Handelsbanken.", "Handelsbanken"),
        ("Var ligger er server?", "Hos Bahnhof, sedan start.", "Bahnhof"),
        ("Vem sköter lönerna?", "Karin.", "Karin"),
    ],
)
def test_a_bare_name_answers_a_question_that_names_the_matter(
    question: str, answer: str, value: str
) -> None:
    """The question is part of what is known, and of its evidence."""
    (found,) = read_talk(f"Tim: {question}\nNora: {answer}", "adviser", "nora").proposals
    assert found.content.startswith(f"{question} – ")
    assert value in found.content
    assert [one.quote for one in found.also] == [question]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where's the car?", "Kitchen."),
        ("Who's making the tea?", "Dave."),
        ("Who's your insurer?", "Aviva, I think."),
        ("Who won the match?", "Leeds."),
        ("Var är nycklarna idag?", "Hos Karin."),
    ],
)
def test_a_bare_word_that_may_be_no_name_answers_nothing(question: str, answer: str) -> None:
    """Nor does a guess, or an answer about today."""
    assert not read_talk(f"Tim: {question}\nNora: {answer}", "adviser", "nora").proposals
