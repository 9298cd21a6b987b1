"""People, groups and roles of a space."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from remembrancer import Conflict, Forbidden, InvalidInput, Memory, NotFound, Person, Role
from tests.conftest import MemoryFactory
from tests.engines import ON_THE_FASTEST
from tests.footprint import position, refused, untouched
from tests.people import ANNA, BOT, KARIN


def test_a_person_is_registered_and_changed(memory: MemoryFactory) -> None:
    """Given again, what is new replaces and what is left out stays."""
    admin = memory("corporate").admin
    person = admin.add_person(
        "anna",
        email="anna@northgate.example",
        roles=["CONTRIBUTOR"],
        groups=["finance", "leeds"],
        notes_path="/home/anna/CLAUDE.md",
    )
    assert person == Person(
        name="anna",
        email="anna@northgate.example",
        roles=frozenset({Role.CONTRIBUTOR}),
        groups=frozenset({"finance", "leeds"}),
        notes_path="/home/anna/CLAUDE.md",
    )
    changed = admin.add_person("anna", groups=["sales"])
    assert changed == person.model_copy(update={"groups": frozenset({"sales"})})
    assert admin.person("anna") == changed
    assert admin.people() == (changed,)


def test_services_and_agents_are_people_of_the_space_too(memory: MemoryFactory) -> None:
    """Each has its kind, and becomes a principal of that kind."""
    admin = memory("corporate").admin
    for kind in ("user", "service", "agent"):
        assert admin.add_person(f"one {kind}", kind=kind).as_principal().kind == kind


def test_joining_and_leaving_groups(memory: MemoryFactory) -> None:
    """Groups are those that people are in."""
    admin = memory("corporate").admin
    for name in ("bert", "anna"):
        admin.add_person(name)
        admin.join_group(name, "finance", "leeds")
    admin.leave_group("bert", "leeds", "never joined")
    assert admin.groups() == {"finance": ("anna", "bert"), "leeds": ("anna",)}
    admin.leave_group("anna", "leeds")
    assert admin.groups() == {"finance": ("anna", "bert")}


def test_granting_and_withdrawing_roles(memory: MemoryFactory) -> None:
    """Roles come and go, each change one ledger row."""
    store = memory("corporate")
    store.admin.add_person("anna")
    before = position(store)
    store.admin.grant("anna", "CONTRIBUTOR", "KM_ADMIN")
    assert store.admin.withdraw("anna", "CONTRIBUTOR").roles == {Role.KM_ADMIN}
    assert position(store) == before + 2
    assert [one.action for one in store.admin.audit()][:3] == ["person.put"] * 3
    assert store.verify().ok


@pytest.mark.parametrize("way", ["withdraw", "add_person"])
def test_the_last_admin_stays(memory: MemoryFactory, way: str) -> None:
    """The only ADMIN on record cannot be unmade, by whichever verb; one of two can."""
    store = memory("corporate")
    admin = store.admin
    acts: dict[str, Callable[[], object]] = {
        "withdraw": lambda: admin.withdraw("ada", "ADMIN"),
        "add_person": lambda: admin.add_person("ada", roles=["CONTRIBUTOR"]),
    }
    admin.add_person("ada", roles=["ADMIN"])
    with refused(store, Conflict, match="only ADMIN"):
        acts[way]()
    admin.add_person("eva", roles=["ADMIN"])
    acts[way]()
    assert Role.ADMIN not in admin.person("ada").roles


PEOPLE_VERBS: dict[str, Callable[[Memory], object]] = {
    "people": lambda store: store.admin.people(),
    "person": lambda store: store.admin.person("anna"),
    "add_person": lambda store: store.admin.add_person("anna"),
    "groups": lambda store: store.admin.groups(),
    "join_group": lambda store: store.admin.join_group("anna", "finance"),
    "leave_group": lambda store: store.admin.leave_group("anna", "finance"),
    "grant": lambda store: store.admin.grant("anna", "ADMIN"),
    "withdraw": lambda store: store.admin.withdraw("anna", "ADMIN"),
    "spaces": lambda store: store.admin.spaces(),
    "settings": lambda store: store.admin.settings(),
    "configure": lambda store: store.admin.configure({}),
    "archive": lambda store: store.admin.archive(),
}


@pytest.mark.parametrize("who", [KARIN, ANNA, BOT], ids=lambda who: who.name)
def test_people_and_spaces_are_for_admins(memory: MemoryFactory, who: Any) -> None:
    """ADMIN alone manages them; nobody makes itself an admin."""
    store = memory("corporate")
    store.admin.add_person("anna")
    with untouched(store):
        for act in PEOPLE_VERBS.values():
            with pytest.raises(Forbidden, match="needs the role ADMIN"):
                act(store.acting_as(who))


@pytest.mark.parametrize("name", ["nobody", "", "\ud800", 5, None, []])
def test_an_unknown_person_is_not_found(memory: MemoryFactory, name: Any) -> None:
    """Nobody is made by accident, by whichever verb; what is no text may be refused as none."""
    store = memory("corporate")
    error = NotFound if isinstance(name, str) else (NotFound, InvalidInput)
    with untouched(store):
        for verb in ("person", "join_group", "leave_group", "grant", "withdraw"):
            words = () if verb == "person" else ("ADMIN",)
            with pytest.raises(error):
                getattr(store.admin, verb)(name, *words)


BAD_PEOPLE: list[dict[str, Any]] = [
    {"name": ""},
    {"name": "two\nlines"},
    {"name": "x" * 201},
    {"name": "\ud800"},
    {"name": 5},
    {"name": None},
    {"name": ["anna"]},
    {"name": "anna", "kind": "robot"},
    {"name": "anna", "roles": ["BOSS"]},
    {"name": "anna", "roles": 5},
    {"name": "anna", "roles": [["ADMIN"]]},
    {"name": "anna", "groups": [""]},
    {"name": "anna", "groups": ["two\nlines"]},
    {"name": "anna", "groups": ["\ud800"]},
    {"name": "anna", "groups": [5]},
    {"name": "anna", "groups": 5},
    {"name": "anna", "email": 5},
    {"name": "anna", "email": "\ud800"},
    {"name": "anna", "email": "a\x00b"},
    {"name": "anna", "email": "x" * 100_000},
    {"name": "anna", "notes_path": "\ud800"},
    {"name": "anna", "notes_path": "a\x00b"},
]


@ON_THE_FASTEST
@pytest.mark.parametrize("fields", BAD_PEOPLE, ids=lambda fields: repr(fields)[:50])
def test_a_bad_person_is_refused(memory: MemoryFactory, fields: dict[str, Any]) -> None:
    """Names, kinds, roles, groups and addresses are checked before anything is written."""
    store = memory("corporate")
    others = {name: value for name, value in fields.items() if name != "name"}
    with refused(store, InvalidInput):
        store.admin.add_person(fields["name"], **others)


def test_one_word_is_one_group(memory: MemoryFactory) -> None:
    """A bare word where a list belongs is one member and not its letters."""
    admin = memory("corporate").admin
    person = admin.add_person("anna", roles="ADMIN", groups="finance")
    assert (set(person.roles), set(person.groups)) == ({Role.ADMIN}, {"finance"})
