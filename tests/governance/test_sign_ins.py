"""Sign-ins on record: what a provider says of somebody, as the store keeps it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from remembrancer import Forbidden, Memory, NotAuthenticated, NotFound, Principal, Role
from remembrancer.front.access.authentication import Callers
from remembrancer.front.access.sealing import Seals
from remembrancer.front.access.sign_in import SignIns
from remembrancer.governance.access.sign_in_rules import (
    Grant,
    ProviderIdentity,
    Rights,
    SignInRefused,
    Why,
)
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT

HOURS = timedelta(hours=8)
PRIYA = ProviderIdentity(name="priya@northgate.example", email=None, display_name="Priya Shah")
READER = Rights(groups=frozenset({"readers"}))


def space_of(store: Memory) -> str:
    return store._session.space.name


def grants_of(*stores: Memory) -> tuple[Grant, ...]:
    return tuple(
        Grant(claim="groups", value="memory", space=space_of(one), groups=READER.groups)
        for one in stores
    )


@ON_EITHER_SORT
def test_a_sign_in_lets_somebody_in_until_it_ends(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """With the rights that they have by now, in the spaces that are open to them."""
    store, other = memory("corporate"), memory("corporate")
    doors, callers = SignIns(store._session), Callers(store._session)
    signed_in = doors.let_in(PRIYA, {space_of(store): READER}, grants_of(store, other), HOURS)
    assert signed_in.seconds == HOURS.total_seconds()
    session = callers.session(signed_in.token)
    assert (session.principal.name, session.principal.groups) == (PRIYA.name, READER.groups)
    with pytest.raises(NotAuthenticated):
        callers.session(signed_in.token, space_of(other))
    assert [one.name for one in other.admin.people()] == []
    clock.advance(HOURS)
    with pytest.raises(NotAuthenticated):
        callers.session(signed_in.token)
    assert store.verify().ok


@ON_EITHER_SORT
def test_a_sign_in_in_two_spaces_is_one_token(memory: MemoryFactory) -> None:
    """Each space has it on record, and ends it for itself; leaving ends it in both."""
    one, two = memory("corporate"), memory("corporate")
    doors, callers = SignIns(one._session), Callers(one._session)
    rights = {space_of(one): READER, space_of(two): Rights()}
    token = doors.let_in(PRIYA, rights, grants_of(one, two), HOURS).token
    assert [one.admin.tokens()[0].id] == [two.admin.tokens()[0].id]
    ended = two.admin.end_sign_ins(PRIYA.name, reason="A test.")
    assert [entry.reason for entry in two.admin.audit(limit=1)] == ["A test."]
    assert two.admin.tokens(include_ended=True) == ended
    assert callers.session(token).space.name == space_of(one)
    doors.leave(token)
    with pytest.raises(NotAuthenticated):
        callers.session(token)
    doors.leave(token)  # twice is once
    doors.leave("no token")
    assert (one.verify().ok, two.verify().ok) == (True, True)


@ON_EITHER_SORT
def test_who_is_given_nothing_any_more_has_nothing(memory: MemoryFactory) -> None:
    """What was given before is taken back, sign-ins end, and a token issued by hand stays."""
    store = memory("corporate")
    doors, grants = SignIns(store._session), grants_of(store)
    store.admin.add_person(PRIYA.name, groups=["by-hand"])
    doors.let_in(PRIYA, {space_of(store): READER}, grants, HOURS)
    assert store.admin.person(PRIYA.name).groups == {"by-hand", "readers"}
    kept = store.admin.issue_token(PRIYA.name)
    with pytest.raises(SignInRefused) as refused:
        doors.let_in(PRIYA, {}, grants, HOURS)
    assert refused.value.why is Why.NOTHING_GIVEN
    assert store.admin.person(PRIYA.name).groups == {"by-hand"}
    assert [one.id for one in store.admin.tokens()] == [kept.id]
    assert store.verify().ok


@ON_EITHER_SORT
def test_only_an_admin_ends_sign_ins(memory: MemoryFactory) -> None:
    """And only of somebody who is on record."""
    store = memory("corporate")
    SignIns(store._session).let_in(PRIYA, {space_of(store): READER}, grants_of(store), HOURS)
    for roles in ([], [Role.KM_ADMIN]):
        asked = store.acting_as(Principal("karl", roles=roles))
        with pytest.raises(Forbidden, match="end sign-ins"):
            asked.admin.end_sign_ins(PRIYA.name)
    with pytest.raises(NotFound):
        store.admin.end_sign_ins("nobody")
    assert len(store.admin.tokens()) == 1


@ON_EITHER_SORT
def test_a_seal_holds_for_its_purpose_and_its_key(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Another purpose opens nothing, nor does a key that was retired."""
    session = memory("corporate")._session
    seals = Seals(session, "one purpose")
    sealed = seals.sealed("ä secret")
    assert seals.opened(sealed) == "ä secret"
    assert seals.sealed("ä secret") != sealed
    assert Seals(session, "one purpose").opened(sealed) == "ä secret"
    assert Seals(session, "another").opened(sealed) is None
    Memory(session).admin.rotate_keys()
    clock.advance(timedelta(seconds=6))  # a process looks again after five
    assert seals.opened(sealed) is None
