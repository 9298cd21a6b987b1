"""Who is in the space."""

from __future__ import annotations

import pytest

from tests.cli.program import Program


@pytest.fixture
def ada(rmb: Program) -> Program:
    """A space in which Ada is registered."""
    rmb.done("init")
    rmb.done(
        "people", "add", "ada", "--email", "ada@example.org", "--role", "CONTRIBUTOR",
        "--group", "readers", "--group", "writers", "--notes", "/home/ada/notes.md",
    )  # fmt: skip
    return rmb


def test_nobody_yet(rmb: Program) -> None:
    """An empty list says how to add somebody."""
    rmb.done("init")
    assert "rmb people add" in rmb.done("people", "list").out


def test_somebody_is_registered(ada: Program) -> None:
    """What was given at registration is shown, in the list and alone."""
    shown = ada.done("people", "show", "ada", "--json").json
    assert shown == {
        "name": "ada",
        "kind": "user",
        "email": "ada@example.org",
        "roles": ["CONTRIBUTOR"],
        "groups": ["readers", "writers"],
        "notes_path": "/home/ada/notes.md",
    }
    assert ada.done("people", "list", "--json").json == [shown]
    assert "readers, writers" in ada.done("people", "list").out
    assert "ada@example.org" in ada.done("people", "show", "ada").out


def test_add_changes_only_what_is_given(ada: Program) -> None:
    """Registering somebody again changes what is named and keeps the rest."""
    changed = ada.done("people", "add", "ada", "--email", "a@example.org", "--json").json
    assert changed["email"] == "a@example.org"
    assert changed["groups"] == ["readers", "writers"]


def test_groups_are_joined_and_left(ada: Program) -> None:
    """`join` and `leave` take one group or several."""
    joined = ada.done("people", "join", "ada", "board", "bees", "--json").json
    assert joined["groups"] == ["bees", "board", "readers", "writers"]
    left = ada.done("people", "leave", "ada", "readers", "writers", "--json").json
    assert left["groups"] == ["bees", "board"]


def test_roles_are_granted_and_withdrawn(ada: Program) -> None:
    """`grant` and `withdraw` change roles, and the new rights hold at once."""
    assert "may not read the audit log" in ada.failed("audit", "log", "--as", "ada")
    granted = ada.done("people", "grant", "ada", "KM_ADMIN", "--json").json
    assert granted["roles"] == ["CONTRIBUTOR", "KM_ADMIN"]
    ada.done("audit", "log", "--as", "ada")
    withdrawn = ada.done("people", "withdraw", "ada", "KM_ADMIN", "--json").json
    assert withdrawn["roles"] == ["CONTRIBUTOR"]


def test_agents_are_people_too(ada: Program) -> None:
    """An agent is registered with its kind."""
    assert ada.done("people", "add", "bot", "--kind", "agent", "--json").json["kind"] == "agent"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("add", "bob", "--role", "KING"), "CONTRIBUTOR"),
        (("add", "bob", "--kind", "ghost"), "agent"),
        (("grant", "ada", "KING"), "CONTRIBUTOR"),
        (("show", "bob"), "No person 'bob'"),
        (("join", "bob", "readers"), "No person 'bob'"),
        (("list", "--as", "ada"), "may not list people"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else given,
)
def test_mistakes_are_told(ada: Program, arguments: tuple[str, ...], named: str) -> None:
    """A wrong role, kind or name, and a missing right, end with one clear message."""
    assert named in ada.failed("people", *arguments)


def test_roles_may_be_typed_in_any_case(rmb: Program) -> None:
    """On the command line `admin` is the role ADMIN."""
    rmb.done("init")
    assert rmb.done("people", "add", "ada", "--role", "admin", "--json").json["roles"] == ["ADMIN"]
    granted = rmb.done("people", "grant", "ada", "km_admin", "--json").json
    assert granted["roles"] == ["ADMIN", "KM_ADMIN"]
    left = rmb.done("people", "withdraw", "ada", "km_admin", "--json").json
    assert left["roles"] == ["ADMIN"]
    assert "'BOSS' is not known" in rmb.failed("people", "grant", "ada", "boss")
