"""Who may call a server."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.front.access.bearer_token import Bearer
from tests.cli.program import Program


@pytest.fixture
def space(rmb: Program) -> Program:
    """A space in which nobody is registered."""
    rmb.done("init", "--preset", "corporate")
    return rmb


def caller(program: Program, token: str) -> str:
    """Who is known by the token: kind, name, roles and groups."""
    with Memory.open(program.folder / "remembrancer.db", background=False) as memory:
        found = Bearer(memory._session).principal(memory._session.space, token)
    return " ".join([found.kind, found.name, *sorted(found.roles), *sorted(found.groups)])


def test_a_token_is_printed_alone(space: Program) -> None:
    """`$(rmb token issue …)` is the token; what else there is to know goes to stderr."""
    space.done("people", "add", "ada", "--role", "CONTRIBUTOR")
    issued = space.done("token", "issue", "ada", "--note", "laptop")
    token = issued.out.removesuffix("\n")
    assert len(token.split(".")) == 3
    assert not set(token) & set(" \n")
    assert "for ada (user), until" in issued.err
    assert token not in issued.err
    assert caller(space, token) == "user ada CONTRIBUTOR"


def test_a_token_stays_whole_on_a_terminal(space: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where people read, it is not wrapped either."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    assert caller(space, space.done("token", "issue", "owner").out.strip()) == "user owner ADMIN"


def test_the_owner_of_a_fresh_store_is_registered(space: Program) -> None:
    """The first token needs no other command; once somebody is on record it says how."""
    token = space.done("token", "issue", "owner")
    assert "owner is now, as ADMIN" in token.err
    assert caller(space, token.out.strip()) == "user owner ADMIN"
    told = space.failed("token", "issue", "eve")
    assert "rmb people add eve" in told
    assert "--kind agent" in told


def test_a_stranger_is_registered_where_it_is_said_as_what(space: Program) -> None:
    """Kind, roles and groups count for somebody new; for somebody known they must agree."""
    asked = ("token", "issue", "bot", "--kind", "agent", "--group", "a", "--role", "CONTRIBUTOR")
    issued = space.done(*asked, "--json").json
    assert (issued["principal"], issued["kind"]) == ("bot", "agent")
    assert caller(space, issued["token"]) == "agent bot CONTRIBUTOR a"
    space.done(*asked)
    assert "registered already" in space.failed(*asked, "--role", "ADMIN")
    assert "kind 'robot' is not known" in space.failed("token", "issue", "x", "--kind", "robot")


def test_tokens_are_listed_and_revoked(space: Program) -> None:
    """Those that are good, and with --all the others."""
    assert "rmb token issue" in space.done("token", "list").out
    issued = space.done("token", "issue", "owner", "--expires", "12h", "--json").json
    shown = space.done("token", "list", "--json").json
    assert [one["id"] for one in shown] == [issued["id"]]
    assert issued["token"] not in str(shown)
    assert issued["id"] in space.done("token", "list").out
    assert "not accepted" in space.done("token", "revoke", issued["id"], "--reason", "lost").out
    assert space.done("token", "revoke", issued["id"], "--json").json["revoked_at"]
    assert space.done("token", "list", "--json").json == []
    assert "revoked" in space.done("token", "list", "--all").out
    assert "No token" in space.failed("token", "revoke", "tok_000000000000")


def test_keys_are_rotated(space: Program) -> None:
    """Now, or so that tokens go on for a while."""
    token = space.done("token", "issue", "owner").out.strip()
    assert "30d more" in space.done("token", "rotate", "--retire-after", "30d").out
    assert caller(space, token)
    assert space.done("token", "rotate", "--now", "--json").json == {"keys": 1}
    assert space.done("token", "list", "--json").json == []
    assert "has ended" in space.done("token", "rotate", "--now").out


@pytest.mark.parametrize("options", [(), ("--now", "--retire-after", "30d")])
def test_a_rotation_says_when_tokens_end(space: Program, options: tuple[str, ...]) -> None:
    """Without a word on it, or with two, no token ends, and the message explains both."""
    token = space.done("token", "issue", "owner").out.strip()
    outcome = space("token", "rotate", *options)
    assert outcome.code == 2
    assert "--now" in outcome.err
    assert "--retire-after" in outcome.err
    assert caller(space, token)


@pytest.mark.parametrize("span", ["90", "d", "-1d", "1y", "99999d", ""])
def test_a_span_is_a_span(space: Program, span: str) -> None:
    """What is none is wrong usage, and the message shows how to write one."""
    outcome = space("token", "issue", "owner", "--expires", span)
    assert outcome.code == 2
    assert "90d" in outcome.err
    assert "366 days" in space.failed("token", "issue", "owner", "--expires", "400d")


def test_a_restore_ends_every_token(space: Program) -> None:
    """The store that is restored accepts none of before, neither old nor new, and it is said."""
    space.done("token", "issue", "owner")
    space.done("backup", "safe.db")
    space.done("token", "issue", "owner")
    assert "Every token has ended" in space.done("restore", "safe.db", "--force").out
    assert space.done("token", "list", "--all", "--json").json == []
    again = space.done("restore", "safe.db", "--force", "--json").json
    assert again["tokens_ended"] is False


def test_a_copied_file_ends_every_token_too(space: Program) -> None:
    """A store that was copied as a file brings its keys along, and they are left behind."""
    issued = space.done("token", "issue", "owner").out.strip()
    path = space.folder / "remembrancer.db"
    (space.folder / "copy.db").write_bytes(path.read_bytes())
    restored = space.done("restore", "copy.db", "--url", "new.db", "--json").json
    assert restored["tokens_ended"] is True
    assert space.done("token", "list", "--all", "--json", "--url", "new.db").json == []
    assert caller(space, issued)


def test_the_doctor_tells_of_keys(space: Program) -> None:
    """Once there are tokens, it says what signs them, and never the secret."""
    assert "tokens" not in space.done("doctor", "--json").json["store"]
    space.done("token", "issue", "owner")
    (space.folder / "remembrancer.toml").write_text(f'secret = "{"s3cr3t" * 6}"\n')
    told = space.done("doctor")
    assert "mixed with the setting secret" in told.out
    assert "s3cr3t" not in told.out + told.err
