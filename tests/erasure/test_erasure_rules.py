"""The rules of erasure: who may remove for good."""

from __future__ import annotations

import pytest

from remembrancer.core.errors import Forbidden
from remembrancer.core.principal import Principal
from remembrancer.governance.erasure import erasure_rules
from tests.people import ADA, ANNA, BERT, BOT, COLLECTOR, KARIN


@pytest.mark.parametrize("who", [ANNA, KARIN, ADA], ids=lambda who: who.name)
def test_people_erase(who: Principal) -> None:
    """What is all their own, whatever their role."""
    erasure_rules.check_may_erase(who)
    erasure_rules.check_owners(who, [who.name, who.name], "it")


@pytest.mark.parametrize("who", [BOT, COLLECTOR], ids=lambda who: who.name)
def test_programs_do_not(who: Principal) -> None:
    """Not with any role, and they are told what they can do."""
    for one in (who, Principal(who.name, kind=who.kind, roles=["ADMIN"])):
        with pytest.raises(Forbidden, match="dismiss"):
            erasure_rules.check_may_erase(one)


def test_what_is_somebody_else_s_needs_an_admin() -> None:
    """One row of another owner is enough, and the refusal does not name them."""
    for who in (KARIN, ADA):
        erasure_rules.check_owners(who, [ANNA.name, BERT.name], "it")
        erasure_rules.check_may_erase_subject(who)
    with pytest.raises(Forbidden) as refusal:
        erasure_rules.check_owners(ANNA, [ANNA.name, BERT.name], "the item 'km_1'")
    assert BERT.name not in str(refusal.value)
    with pytest.raises(Forbidden, match="erase a subject"):
        erasure_rules.check_may_erase_subject(ANNA)
