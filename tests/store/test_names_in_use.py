"""The names in use: looked for in what is new, and always the same as if looked for anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.items.item_intake import Intake, draft_from
from remembrancer.ports import Writer
from remembrancer.store.caches.names_cache import NamesCache
from remembrancer.store.store import SqlStore
from tests.conftest import MemoryFactory

ADA = Principal("ada", roles=["ADMIN"])
MAYA = Principal("maya", roles=["CONTRIBUTOR"], groups=["growth"])
LEE = Principal("lee", roles=["CONTRIBUTOR"])
ITEMS_MAX = 6


def in_use(memory: Memory, principal: Principal, audience: str | None) -> tuple[str, ...]:
    return memory.acting_as(principal)._session.read(
        lambda reader, _: reader.people.names_in_use(audience, items_max=ITEMS_MAX)
    )


def check_all(memory: Memory) -> tuple[str, ...]:
    """What each viewer finds is what a store finds that never looked before."""
    store = memory._session.store
    assert isinstance(store, SqlStore)
    asked = [(who, to) for who in (ADA, MAYA, LEE) for to in (None, "group:growth")]
    found = [in_use(memory, *one) for one in asked]
    kept, store._names = store._names, NamesCache()
    assert found == [in_use(memory, *one) for one in asked]
    store._names = kept
    return found[0]


@pytest.mark.parametrize("preset", ["community", "corporate"])
def test_what_was_looked_for_before_is_looked_for_in_what_is_new(
    memory: MemoryFactory, preset: str
) -> None:
    """After each act, every viewer finds the names that a first look would find."""
    opened = memory(preset)
    ada, maya = opened.acting_as(ADA), opened.acting_as(MAYA)
    ada.admin.add_person("maya", roles=["CONTRIBUTOR"], groups=["growth"])
    assert check_all(opened) == ()
    first = ada.add(content="The kiln is hot.", entities=["Kiln Board"])
    assert check_all(opened) == ("Kiln Board",)
    own = maya.add(content="The press is mine.", entities=["Press Club"], is_personal=True)
    told = maya.add(content="The lathe.", entities=["Lathe Club"], audience="group:growth")
    assert "Press Club" not in check_all(opened)
    acts: tuple[Callable[[], object], ...] = (
        lambda: maya.share(own.id),
        lambda: ada.update(told.id, audience=None),
        lambda: ada.update(first.id, entities=["Kiln Council"]),
        lambda: ada.dismiss(first.id),
        lambda: ada.add_many([{"content": f"Hedge {n}.", "entities": [f"H{n}"]} for n in range(4)]),
        lambda: ada.add(content="A roof."),
        lambda: ada.add_many([{"content": f"Roof {number}."} for number in range(ITEMS_MAX + 2)]),
        lambda: ada.update(told.id, entities=["Lathe Guild"]),
    )
    for act in acts:
        act()
        check_all(opened)
    assert check_all(opened) == ()  # the newest items name nobody


def test_names_that_were_rolled_back_are_not_known(memory: MemoryFactory) -> None:
    """A unit of work finds the names that it added itself, and nobody does if it is undone."""
    opened = memory("community")
    session = opened._session

    def act(unit: Writer, scope: Scope) -> None:
        draft = draft_from({"content": "The kiln.", "entities": ["Kiln Board"]})
        unit.items.add([Intake(scope).item(draft)])
        assert unit.people.names_in_use(None, items_max=ITEMS_MAX) == ("Kiln Board",)
        raise InvalidInput("This is undone.")

    for _ in range(2):
        with pytest.raises(InvalidInput):
            session.write(act)
        assert in_use(opened, opened._session.principal, None) == ()
    opened.add(content="The kiln.", entities=["Kiln Council"])
    assert in_use(opened, opened._session.principal, None) == ("Kiln Council",)
