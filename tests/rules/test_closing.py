"""Whether what was said later ends something open."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.rules.closing import closes

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
