"""Events: a stream of changes, which goes on from a cursor."""

from __future__ import annotations

import pytest

from remembrancer import NotAuthenticated, NotAvailable
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site


@ON_EITHER_SORT
def test_a_client_hears_of_each_change_once(site: Site) -> None:
    """What changes while nobody listens is told by the cursor of the last one."""
    memory = site.opened(site.admin)
    changes = memory.subscribe(idle_seconds=5)
    one = memory.add(content="The first.")
    assert next(changes).item_id == one.id
    changes.close()
    two, three = memory.add(content="The second."), memory.add(content="The third.")
    again = memory.subscribe(after=changes.cursor, idle_seconds=0.2)
    assert [change.item_id for change in again.poll()] == [two.id, three.id]
    assert again.poll() == ()
    assert next(again, None) is None


@ON_EITHER_SORT
def test_nobody_hears_of_what_they_may_not_see(site: Site) -> None:
    """A personal item, and an item of another group, move no cursor and make no event."""
    memory = site.opened(site.token("eve"))
    changes = memory.subscribe(idle_seconds=0.2)
    before = changes.cursor
    site.memory.add(content="Mine.", is_personal=True)
    site.memory.add(content="For finance.", audience="group:finance")
    assert changes.poll() == ()
    assert changes.cursor == before


@ON_THE_FASTEST
def test_a_stream_ends_with_its_token(site: Site) -> None:
    """Whoever loses the token hears nothing more."""
    memory = site.opened(site.token("leaver", roles=("KM_ADMIN",)))
    changes = memory.subscribe(idle_seconds=0.2)
    (row,) = site.memory.admin.tokens()
    site.memory.admin.revoke_token(row.id)
    site.memory.add(content="Too late.")
    with pytest.raises(NotAuthenticated):
        changes.poll()


@ON_THE_FASTEST
def test_a_token_is_one_caller_in_one_space(site: Site) -> None:
    """Over the wire nobody acts as another, and what needs the server's disk says so."""
    memory = site.opened(site.admin)
    for call in (
        lambda: memory.acting_as(site.memory.admin.person("ada").as_principal()),
        lambda: memory.in_space("other"),
        lambda: memory.backup("copy.db"),
        lambda: memory.sources.detect("sessions"),
    ):
        with pytest.raises(NotAvailable, match=r"rmb|token"):
            call()
