"""What stands before a statement does not hide it, and an old value is not stated."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_talk, read_text

ANNOUNCED = [
    (
        "Quick update for your file: the rent on the Torquay flat is now £1,240 a month.",
        "The rent on the Torquay flat is now £1,240 a month.",
    ),
    ("One more thing: my salary is £61,000 now.", "My salary is £61,000 now."),
    ("Small correction to the notes: I work at Severn Paper.", "I work at Severn Paper."),
    ("En liten rättelse: jag bor i Kalmar.", "Jag bor i Kalmar."),
]


@pytest.mark.parametrize(("text", "content"), ANNOUNCED)
def test_an_announcement_hides_nothing(text: str, content: str) -> None:
    """What only announces a statement is dropped, and the statement is kept."""
    language = "swedish" if text.startswith("En ") else "english"
    (one,) = read_text(text, language=language).proposals
    assert one.content.casefold().endswith(content.casefold()[3:])
    assert ":" not in one.content


@pytest.mark.parametrize(
    ("text", "slot", "value", "language"),
    [
        ("My retirement age isn't 60, it's 63.", "retirement age", 63, "english"),
        ("My salary isn't £50,000, it's £54,000.", "salary", 54000, "english"),
        ("The refund window is not 14 days but 30 days.", "refund window", 30, "english"),
        ("Min lön är inte 40 000 kr utan 44 000 kr.", "salary", 44000, "swedish"),
    ],
)
def test_a_correction_says_what_it_is(text: str, slot: str, value: int, language: str) -> None:
    """ "Isn't X, it's Y" gives the value Y, and denies nothing."""
    preset = "corporate" if "window" in text else "adviser"
    (one,) = read_text(text, preset, language=language).proposals
    assert (one.data["slot"], one.data["value"]) == (slot, value)
    assert "is_negated" not in one.data


@pytest.mark.parametrize(
    ("text", "kept", "old"),
    [
        ("Jag skrev fel förut, vår revisor är Tindra Sjöö.", "Tindra", "skrev"),
        ("Förra gången sa jag att vi har brutet räkenskapsår, men vi har kalenderår.", "kalenderår",
         "brutet"),
        ("Last time I told you our bank is Danske, but our bank is Nordea.", "Nordea", "Danske"),
        ("I wrote it down wrong, our auditor is Robert Alm.", "Robert Alm", "wrong"),
    ],
)  # fmt: skip
def test_an_old_value_that_is_quoted_is_not_stated(text: str, kept: str, old: str) -> None:
    """The claim is what comes after it."""
    language = "swedish" if text.startswith(("Jag", "Förra")) else "english"
    (one,) = read_text(text, "companion", "bolaget", language).proposals
    assert kept in one.content
    assert old not in one.content


def test_an_old_value_gives_no_slot_where_only_it_is_said_of_the_new() -> None:
    """ "You said 62, but it's more like 60 now" is kept whole and is not 62."""
    for text in (
        "Last time you said 62 for my retirement, but it's more like 60 now.",
        "Last week I told you £900 for the rent, but it's £950.",
        "Förra gången sa jag 40 timmar i veckan, men det är 32 timmar nu.",
    ):
        language = "swedish" if text.startswith("Förra") else "english"
        found = read_text(text, language=language).proposals
        assert all("slot" not in one.data for one in found)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("Sedan i måndags är Ålandsbanken vår bank.", "bank", "Ålandsbanken"),
        ("Annika Rask har slutat, så nu är Viktor Alm vår revisor.", "auditor", "Viktor Alm"),
        ("Viktor Alm är numera vår redovisningskonsult.", "accountant", "Viktor Alm"),
        ("Nordea is now our bank.", "bank", "Nordea"),
    ],
)
def test_a_turned_round_sentence_fills_the_same_slot(text: str, slot: str, value: str) -> None:
    """The order of the words does not matter."""
    language = "english" if text.startswith("Nordea") else "swedish"
    found = read_text(text, "companion", "bolaget", language).proposals
    assert (slot, value) in [(one.data.get("slot"), one.data.get("value")) for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "Vi hyr också ett garage i Eslöv sedan i vintras.",
        "Vår mäklare för affärer i Lettland är Revolut.",
        "Pelletspannan ska servas i november.",
        "Hjullastaren besiktas i april.",
    ],
)
def test_a_short_text_that_is_given_is_kept(text: str) -> None:
    """One plain statement that a caller gives is kept, whatever its nouns are."""
    (one,) = read_text(text, "companion", "bolaget", "swedish").proposals
    assert one.content == text


def test_the_same_words_in_passing_are_weighed_as_ever() -> None:
    """In a talk a plain sentence is not kept for its name alone."""
    assert not read_talk("Bo: My bus passed Hull again.\nMia: ha", "community").proposals


@pytest.mark.parametrize(
    "text",
    ["Lovely day, Ellen brought cake!", "Nice one, Petra baked bread.", "Fin dag, Bo bakade."],
)
def test_a_reaction_with_a_name_states_nothing(text: str) -> None:
    """Words that greet what happened are no fact, whoever is named behind them."""
    language = "swedish" if text.startswith("Fin ") else "english"
    proposals = read_text(text, language=language).proposals
    assert [one.content for one in proposals if not one.only_acts] == []
