"""Whether what was said later ends something open."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.reading.judging.done.closing import closes
from tests.delivery.closing_examples import ENDS, STAYS

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("matter", "said"),
    [
        ("Bokslutet för 2024 är inte klart än.", "Bokslutet för 2024 är klart nu."),
        ("We have not decided whether to sell it to Ek.", "We have decided to sell it to Ek."),
        ("The October invoices are not reviewed yet.", "Hi! The October invoices are reviewed."),
        ("Vi funderar på att anställa en kock.", "Vi har anställt en kock."),
        ("Should we move the payroll?", "The payroll has been moved."),
        ("Vi måste förnya hyresavtalet.", "Hyresavtalet är förnyat."),
        ("Considering a third welder.", "We have hired a third welder."),
    ],
)
def test_what_is_done_or_decided_is_closed(matter: str, said: str) -> None:
    """S1-46: the same matter, said plainly as something that is over."""
    assert closes(said, matter, language="swedish", at=NOW)
    assert closes(said, matter, language="english", at=NOW)


@pytest.mark.parametrize(
    ("matter", "said"),
    [
        ("Bokslutet för 2024 är inte klart än.", "Bokslutet för 2023 är klart nu."),
        ("Bokslutet för 2024 är inte klart än.", "Bokslutet för 2024 är inte klart."),
        ("The October invoices are not reviewed yet.", "The November invoices are reviewed."),
        ("Momsen för oktober är inte klar.", "Momsen för november är klar."),
        ("Anna has not signed the contract yet.", "Bert has signed the contract."),
        ("We have not decided whether to sell.", "Have we decided to sell?"),
        ("Discussed selling the yard.", "We discussed selling the yard again."),
        ("Vi funderar på att anställa en kock.", "Vi ska kanske anställa en kock."),
        ("Vi måste förnya hyresavtalet.", "Hyresavtalet är dyrt."),
        ("Vi måste förnya hyresavtalet.", "Hyresavtalet ska vara förnyat i maj."),
        ("Should we repair the roof?", "The roof is leaking."),
        ("Should we repair the roof?", "x" * 5_000),
    ],
)
def test_what_is_not_clear_stays_open(matter: str, said: str) -> None:
    """S1-46: another year or person, a doubt, a plan, a question or something else ends nothing."""
    assert not closes(said, matter, language="swedish", at=NOW)
    assert not closes(said, matter, language="english", at=NOW)


@pytest.mark.parametrize("language", ["english", "swedish"])
@pytest.mark.parametrize(("matter", "said"), ENDS)
def test_a_completed_form_of_the_same_matter_ends_it(matter: str, said: str, language: str) -> None:
    """S1-46: it names the same things in the same way, and says that what was to be done is done,
    or that what was pondered is decided; in either language, whatever the space's is."""
    assert closes(said, matter, language=language, at=NOW)


@pytest.mark.parametrize("language", ["english", "swedish"])
@pytest.mark.parametrize(("matter", "said"), STAYS)
def test_another_matter_or_a_doubt_ends_nothing(matter: str, said: str, language: str) -> None:
    """S1-46: another thing, name or figure in its place, half of it, soon, on a condition, told by
    others, the other way round: the matter stays open."""
    assert not closes(said, matter, language=language, at=NOW)


def test_to_decide_is_not_to_do() -> None:
    """S1-47: what is due is done, and not decided once more."""
    matter, said = "Should we cancel the lease?", "We decided to cancel the lease."
    assert closes(said, matter, language="english", at=NOW)
    assert not closes(said, matter, language="english", at=NOW, by_deciding=False)
    done = "We cancelled the lease."
    assert closes(done, matter, language="english", at=NOW, by_deciding=False)


def test_what_was_over_before_does_not_end_what_is_open_since() -> None:
    """S1-46: a day before the matter was raised is of another time; so is one that has not come."""
    matter, since = "The lease is not signed yet.", datetime(2026, 2, 1, tzinfo=UTC)
    for said, is_over in [
        ("The lease was signed on 27 February 2026.", True),
        ("The lease was signed on 5 January 2026.", False),
        ("The lease was signed in 2019.", False),
        ("The lease is signed on 9 March 2026.", False),
    ]:
        assert closes(said, matter, language="english", at=NOW, since=since) == is_over, said
