"""Tokens: for how long, and by whom for whom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from remembrancer import Forbidden, Person, Principal, Role
from remembrancer.governance.access.token_rules import check_may_issue, expiry

NOW = datetime(2026, 3, 2, 9, 0, 0, 999_999, tzinfo=UTC)
RISING: tuple[frozenset[Role], ...] = (frozenset(), *(frozenset({role}) for role in Role))


@pytest.mark.parametrize("rank", range(4))
def test_nobody_issues_rights_that_they_lack(rank: int) -> None:
    """A token for somebody who may do more would be a way to more rights."""
    issuer = Principal("issuer", roles=RISING[rank])
    for other, roles in enumerate(RISING):
        person = Person(name="person", roles=roles)
        if other <= rank:
            check_may_issue(issuer, person)
        else:
            with pytest.raises(Forbidden, match="may do more"):
                check_may_issue(issuer, person)


def test_an_end_is_a_whole_second() -> None:
    """The token and the record say the same, which a fraction would not survive."""
    assert expiry(NOW, timedelta(days=1)) == datetime(2026, 3, 3, 9, tzinfo=UTC)
