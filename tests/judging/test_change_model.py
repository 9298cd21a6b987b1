"""What is asked where no rule reads a change: by what two statements share and how they differ."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer import Memory
from remembrancer.core.grounds import Grade, Ground
from remembrancer.items.item import Lifecycle
from remembrancer.language import statement_reader
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import language
from remembrancer.reading.judging import change_model
from remembrancer.reading.judging.matter import identity

EN, SV = "english", "swedish"
_AT = datetime(2026, 3, 2, tzinfo=UTC)


def _read(text: str, tongue: str) -> Statement:
    return statement_reader.read_statement(text, language=tongue, at=_AT)


@pytest.mark.parametrize(
    ("tongue", "known", "new"),
    [
        (EN, "The museum shop sells honey.", "The museum shop has stopped selling honey."),
        (EN, "The archive is open to visitors.",
         "The archive is not open to visitors any more, the roof leaks."),
        (EN, "The kiln is fired on Mondays.", "Ines now fires the kiln twice a week."),
        (SV, "Bryggan är öppen för gäster.",
         "Bryggan är inte öppen för gäster längre, plankorna är ruttna."),
        (SV, "Vi serverar lunch till elva pensionärer.",
         "Numera serverar vi lunch till fjorton pensionärer."),
    ],
)  # fmt: skip
def test_what_may_be_changed_is_asked_and_nothing_more(tongue: str, known: str, new: str) -> None:
    found = change_model.ask_if_changed(_read(new, tongue), _read(known, tongue), ())
    assert found is not None
    likely, verdict = found
    assert change_model.LIKELY_FROM <= likely <= 1.0
    assert verdict.grade is Grade.UNSURE
    assert not verdict.replaces
    assert Ground.UNKNOWN in verdict.grounds


@pytest.mark.parametrize(
    ("tongue", "known", "new"),
    [
        # each names another one
        (EN, "The Leeds bakery delivers to six cafés.",
         "The York bakery now delivers to nine cafés."),
        (SV, "Damlaget har beslutat att åka på läger.", "Herrlaget har nu beslutat att inte åka."),
        # another number in front of the verb
        (EN, "Flat 12 is let.", "Flat 21 is let now."),
        # the figure of another thing
        (EN, "The farm spends £400 on feed.", "The farm has raised its fuel spending to £700."),
        # both deny the same, or both state it
        (EN, "Never leave the cold store open.", "The cold store must never be left open."),
        (SV, "Vi låter hunden sova i köket.", "Hunden låter vi sova i köket."),
        # what was a question
        (EN, "Is the archive open to visitors?", "The archive is not open to visitors now."),
        # other periods, and other quarters
        (EN, "The mill made 40 tonnes in 2024.", "The mill now made 52 tonnes in 2025."),
        # what is planned has not happened, and other words alone say no change
        (EN, "The archive is open to visitors.", "We plan to close the archive to visitors."),
        (EN, "We decided to keep the old stage.", "We decided to paint the old stage."),
        # nothing in common
        (EN, "The museum shop sells honey.", "The ferry is not running any more."),
    ],
)  # fmt: skip
def test_what_may_both_hold_is_not_asked(tongue: str, known: str, new: str) -> None:
    assert change_model.ask_if_changed(_read(new, tongue), _read(known, tongue), ()) is None


def test_the_name_of_the_subject_is_nothing_in_common() -> None:
    known, new = _read("Harriet sings.", EN), _read("Harriet no longer cycles.", EN)
    about = frozenset(language(EN).stems("harriet"))
    assert change_model.ask_if_changed(new, known, about) is None


def test_each_sign_has_a_weight_and_each_weight_a_sign() -> None:
    """A sign that is renamed would be weighed as nothing, and nobody would notice."""
    new, known = _read("The shop is closed now.", EN), _read("The shop is open.", EN)
    found = identity.compare(new.claim, known.claim)
    made = change_model.signs(new, known, found, ())
    assert set(made) == set(change_model.weights().of_sign)
    assert all(0.0 <= value <= 1.0 for value in made.values())


@pytest.mark.parametrize(
    ("tongue", "known", "new"),
    [
        (EN, "The museum shop sells honey.", "The museum shop has stopped selling honey."),
        (SV, "Kiosken vid bryggan säljer glass.",
         "Kiosken vid bryggan har slutat sälja glass."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("preset", ["companion", "corporate"])
def test_both_stand_until_a_person_decides(preset: str, tongue: str, known: str, new: str) -> None:
    with Memory.open(
        ":memory:", space="s", preset=preset, background=False, embedder="none"
    ) as memory:
        memory.admin.configure({"language": tongue})
        memory.remember(known)
        memory.remember(new)
        memory.jobs.wait()
        listed = list(memory.items())
        assert {one.lifecycle for one in listed} == {Lifecycle.ACTIVE}
        assert len(memory.review.contradictions()) == 1
