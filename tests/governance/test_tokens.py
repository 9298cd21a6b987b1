"""Bearer tokens: who calls, held against what is on record at each call."""

from __future__ import annotations

import base64
import hmac
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import jwt
import pytest

from remembrancer import (
    Forbidden,
    InvalidInput,
    InvalidSettings,
    IssuedToken,
    Memory,
    NotAuthenticated,
    NotAvailable,
    NotFound,
    Principal,
    PrincipalKind,
    Role,
)
from remembrancer.core.errors import RemembrancerError
from remembrancer.core.limits import TOKEN_CHARACTERS_MAX, TOKENS_KNOWN_MAX
from remembrancer.front.access.bearer_token import Bearer
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.engines import ON_CONNECTIONS, ON_EITHER_SORT, ON_THE_FASTEST, Engine
from tests.footprint import position, refused
from tests.people import ANNA, KARIN

DAY = timedelta(days=1)
REFUSED = (
    "Send a token: Authorization: Bearer TOKEN, token=TOKEN in Python, REMEMBRANCER_TOKEN for rmb. "
    "If you did, it is "
    "not accepted: ask an ADMIN for a new one, rmb token issue NAME."
)


def staffed(store: Memory) -> Memory:
    """The space, with an agent on record."""
    store.admin.add_person("bot", kind="agent", groups=["finance"])
    return store


def bearer(store: Memory) -> Bearer:
    return Bearer(store._session)


def is_accepted(store: Memory, token: Any, door: Bearer | None = None) -> bool:
    """Whether somebody is known by the token; if not, it is refused as any other."""
    try:
        (door or bearer(store)).principal(store._session.space, token)
    except NotAuthenticated as error:
        told = str(error)
    else:
        return True
    assert told == REFUSED
    return False


@ON_EITHER_SORT
def test_a_token_says_who_calls(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Whose it is comes from the token; kind, roles and groups come from the record."""
    store = staffed(memory("corporate"))
    issued = store.admin.issue_token("bot", expires_in=30 * DAY, note="nightly")
    assert issued.principal == "bot"
    assert issued.kind is PrincipalKind.AGENT
    assert (issued.issued_by, issued.note) == ("owner", "nightly")
    assert (issued.issued_at, issued.expires_at) == (clock(), clock() + 30 * DAY)
    caller = bearer(store).principal(store._session.space, issued.token)
    assert caller == Principal("bot", kind="agent", groups=["finance"])
    said = jwt.decode(issued.token, options={"verify_signature": False})
    assert said == {
        "iss": "remembrancer",
        "sub": "bot",
        "aud": [store._session.space.uid],
        "iat": int(clock().timestamp()),
        "exp": int(issued.expires_at.timestamp()),
        "jti": issued.id,
    }
    assert store.verify().ok


@ON_EITHER_SORT
def test_what_is_changed_on_record_counts_at_the_next_call(memory: MemoryFactory) -> None:
    """S4-37: a token carries no right, so that none outlives its end."""
    store = staffed(memory("corporate"))
    token, door = store.admin.issue_token("bot").token, bearer(store)
    store.admin.grant("bot", "CONTRIBUTOR", "KM_ADMIN")
    store.admin.leave_group("bot", "finance")
    assert door.principal(store._session.space, token) == Principal(
        "bot", kind="agent", roles=["CONTRIBUTOR", "KM_ADMIN"]
    )
    store.admin.withdraw("bot", "KM_ADMIN")
    assert door.principal(store._session.space, token).roles == {Role.CONTRIBUTOR}


@ON_EITHER_SORT
def test_a_token_ends(memory: MemoryFactory, clock: FrozenClock) -> None:
    """With its time, to the second, or when it is revoked; at once, and for a door that knew it."""
    store = staffed(memory("corporate"))
    first, second = (store.admin.issue_token("bot", expires_in=DAY) for _ in range(2))
    door = bearer(store)
    assert is_accepted(store, first.token, door)
    assert is_accepted(store, second.token, door)
    before = position(store)
    ended = store.admin.revoke_token(first.id, reason="laptop lost")
    assert ended.revoked_at == clock()
    assert store.admin.revoke_token(first.id) == ended  # twice is once
    assert position(store) == before + 1
    assert not is_accepted(store, first.token, door)
    assert [one.id for one in store.admin.tokens()] == [second.id]
    clock.advance(DAY - timedelta(seconds=1))
    assert is_accepted(store, second.token, door)
    clock.advance(timedelta(seconds=1))
    assert not is_accepted(store, second.token, door)
    assert store.admin.tokens() == ()
    assert [one.id for one in store.admin.tokens(include_ended=True)] == [second.id, first.id]


def forged(store: Memory, issued: IssuedToken, clock: FrozenClock) -> dict[str, Any]:
    """What an attacker may show, who even knows a key in part of the cases."""
    key = store._session.store.signing_keys()[0]
    secret = hmac.new(b"", key.secret, sha256).digest()
    said = jwt.decode(issued.token, options={"verify_signature": False})
    head = {"kid": key.kid}

    def made(changes: dict[str, Any], *left_out: str, **options: Any) -> str:
        claims = {name: one for name, one in {**said, **changes}.items() if name not in left_out}
        return jwt.encode(
            claims, **{"key": secret, "algorithm": "HS256", "headers": head, **options}
        )

    header, payload, signature = issued.token.split(".")
    deep = base64.urlsafe_b64encode(b"[" * 5_000).decode().rstrip("=")
    return {
        "another key": made({}, key=bytes(32)),
        "the secret of the row alone": made({}, key=key.secret),
        "no algorithm": made({}, key=None, algorithm="none"),
        "another algorithm": made({}, key=secret * 2, algorithm="HS512"),
        "no name of a key": made({}, headers={}),
        "an unknown key": made({}, headers={"kid": "key_000000000000"}),
        "a key that is no text": made({}, headers={"kid": ""}),
        "another kind of token": made({}, headers={**head, "typ": "at+jwt"}),
        "another issuer": made({"iss": "somebody"}),
        "another person": made({"sub": "owner"}),
        "another space": made({"aud": ["0" * 32]}),
        "no space": made({"aud": []}),
        "spaces that are no texts": made({"aud": [1]}),
        "an id that nobody issued": made({"jti": "tok_000000000000"}),
        "an id that is no text": made({"jti": 5}),
        "an id that cannot be looked for": made({"jti": "tok_\x00"}),
        "run out": made({"exp": int(clock().timestamp())}),
        "an end that is no time": made({"exp": "tomorrow"}),
        "a person that is no text": made({"sub": "b\x00t"}),
        **{f"without {name}": made({}, name) for name in said},
        "a changed payload": f"{header}.{payload[:-2]}xx.{signature}",
        "a changed signature": f"{header}.{payload}.{signature[::-1]}",
        "no signature": f"{header}.{payload}.",
        "two parts": f"{header}.{payload}",
        "a deep header": f"{deep}.{payload}.{signature}",
        "garbage": "garbage",
        "other letters": "ünïcode.tökén.☃",
        "half a letter": "\ud800",
        "no text": 5,
        "nothing": None,
        "empty": "",
        "with a line break": issued.token + "\n.",
        "huge": "x" * (TOKEN_CHARACTERS_MAX + 1),
        "huge and signed": made({"pad": "x" * TOKEN_CHARACTERS_MAX}),
    }


@ON_EITHER_SORT
def test_what_is_no_token_of_ours_is_refused(memory: MemoryFactory, clock: FrozenClock) -> None:
    """Forged, changed, cut, of another algorithm, person or space: one sentence for all of them."""
    store = staffed(memory("corporate"))
    store.admin.add_person("owner", roles=["ADMIN"])
    issued, door = store.admin.issue_token("bot"), bearer(store)
    for name, token in forged(store, issued, clock).items():
        assert not is_accepted(store, token, door), name
    assert is_accepted(store, issued.token, door)


@ON_EITHER_SORT
def test_a_token_is_for_one_space(memory: MemoryFactory) -> None:
    """In another space of the same store nobody is known by it, whoever is registered there."""
    store, other = staffed(memory("corporate")), staffed(memory("corporate"))
    token, door = store.admin.issue_token("bot").token, bearer(store)
    assert not is_accepted(other, token, door)
    assert door.claims(token).spaces == (store._session.space.uid,)
    with pytest.raises(NotAuthenticated):
        door.claims("garbage")
    with pytest.raises(NotFound):
        other.admin.revoke_token(store.admin.tokens()[0].id)


@ON_CONNECTIONS
def test_rotating_ends_what_was_signed_before(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """At once or after a while, in all spaces and for every process; new tokens are good."""
    store = staffed(fresh_store("corporate"))
    other = staffed(store.in_space("southgate", "corporate"))
    door = bearer(store)
    old, there = store.admin.issue_token("bot").token, other.admin.issue_token("bot").token
    assert is_accepted(store, old, door)
    assert store.admin.rotate_keys(retire_after=3 * DAY) == 2
    new = store.admin.issue_token("bot")
    assert all(is_accepted(*shown, door) for shown in ((store, old), (other, there)))
    assert other.admin.tokens()[0].expires_at == clock() + 3 * DAY
    assert other.admin.rotate_keys(retire_after=9 * DAY) == 3
    assert other.admin.tokens()[0].expires_at == clock() + 3 * DAY  # no longer than before
    clock.advance(3 * DAY)
    assert not is_accepted(store, old, door)
    assert not is_accepted(other, there, door)
    assert is_accepted(store, new.token, door)
    assert store.admin.rotate_keys() == 1
    assert not is_accepted(store, new.token, door)
    assert store.admin.tokens() == other.admin.tokens() == ()
    assert is_accepted(store, store.admin.issue_token("bot").token, door)
    assert [one.action for one in store.admin.audit(limit=2)] == ["token.issue", "token.rotate"]
    assert store.verify().ok


@ON_THE_FASTEST
def test_a_key_that_is_gone_verifies_nothing(
    fresh_store: MemoryFactory, clock: FrozenClock
) -> None:
    """A door that has a key in mind looks again after some seconds, whatever the record says."""
    store = staffed(fresh_store("corporate"))
    token, door = store.admin.issue_token("bot").token, bearer(store)
    assert is_accepted(store, token, door)
    with store._session.store._database.writing(None) as connection:  # type: ignore[attr-defined]
        connection.raw.execute("DELETE FROM signing_key")
        connection.raw.execute("COMMIT")
    clock.advance(timedelta(seconds=5))
    assert not is_accepted(store, token, door)


@ON_CONNECTIONS
def test_a_person_who_is_gone_is_nobody(fresh_store: MemoryFactory, engine: Engine) -> None:
    """A token is as good as the record of its person."""
    store = staffed(fresh_store("corporate"))
    token, door = store.admin.issue_token("bot").token, bearer(store)
    assert is_accepted(store, token, door)
    session = store._session
    database = session.store._database  # type: ignore[attr-defined]
    with database.writing(session.scope()) as connection:
        connection.raw.execute("DELETE FROM person WHERE name = 'bot'")
        database.commit(connection)
    assert not is_accepted(store, token, door)
    (left,) = store.admin.tokens()
    assert left.kind is None


@ON_CONNECTIONS
def test_a_token_is_written_nowhere(
    fresh_store: MemoryFactory,
    engine: Engine,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not in the ledger, an export, a backup, a log or the text of a value; nor is its key."""
    caplog.set_level(logging.DEBUG)
    store = staffed(fresh_store("corporate"))
    issued = store.admin.issue_token("bot", note="nightly")
    revoked = store.admin.issue_token("bot")
    store.admin.revoke_token(revoked.id, reason="lost")
    is_accepted(store, issued.token)
    key = store._session.store.signing_keys()[0]
    secrets = [issued.token.encode(), issued.token.split(".")[2].encode(), key.secret]
    secrets += [key.secret.hex().encode(), repr(key.secret).encode()]
    store.export(tmp_path / "space.jsonl")
    backup = store.backup(tmp_path / "backup.db")
    told = [
        str(issued), repr(issued), repr(key), str([issued]), caplog.text,
        json.dumps([one.export() for one in store.admin.audit()]),
        json.dumps([one.export() for one in store.admin.tokens(include_ended=True)]),
    ]  # fmt: skip
    places = [text.encode() for text in told]
    places += [(tmp_path / "space.jsonl").read_bytes(), backup.read_bytes()]
    for secret in secrets:
        assert not any(secret in place for place in places)
    assert issued.export()["token"] == issued.token
    entries = {(one.action, one.target): one for one in store.admin.audit(limit=5)}
    assert entries["token.issue", issued.id].detail == {"person": "bot"}
    assert entries["token.revoke", revoked.id].reason == "lost"


@ON_CONNECTIONS
def test_neither_exports_nor_backups_let_anybody_in(
    fresh_store: MemoryFactory, tmp_path: Path, clock: FrozenClock
) -> None:
    """A copy of a space or a store accepts no token of the original, and is whole."""
    store = staffed(fresh_store("corporate"))
    token = store.admin.issue_token("bot").token
    store.export(tmp_path / "space.jsonl")
    copy = store.in_space("copy", "corporate")
    copy.import_(tmp_path / "space.jsonl")
    assert copy._session.space.uid == store._session.space.uid
    assert not is_accepted(copy, token)
    assert copy.verify().ok
    backup = store.backup(tmp_path / "backup.db")
    with Memory.open(backup, space="northgate", clock=clock, background=False) as restored:
        assert not is_accepted(restored, token)
        assert restored.admin.tokens(include_ended=True) == ()
        assert restored._session.store.signing_keys() == ()
        assert restored.verify().ok
    assert is_accepted(store, token)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE token SET revoked_at = NULL", "was revoked and is good again"),
        ("UPDATE token SET id = 'tok_000000000000'", "no entry says"),
    ],
)
@ON_THE_FASTEST
def test_a_token_that_comes_back_is_noticed(
    fresh_store: MemoryFactory, change: str, told: str
) -> None:
    """verify() holds the tokens against the ledger."""
    store = staffed(fresh_store("corporate"))
    store.admin.revoke_token(store.admin.issue_token("bot").id)
    assert store.verify().ok
    with store._session.store._database.writing(None) as connection:  # type: ignore[attr-defined]
        connection.raw.execute(change)
        connection.raw.execute("COMMIT")
    found = store.verify()
    assert not found.ok
    assert told in str(found.broken_at)


# -- who may, and what is taken


@ON_THE_FASTEST
def test_only_full_admins_manage_tokens(memory: MemoryFactory) -> None:
    """Neither a contributor nor a reviewer issues, lists, revokes or rotates."""
    store = staffed(memory("corporate"))
    issued = store.admin.issue_token("bot")
    for who in (ANNA, KARIN):
        admin = store.acting_as(who).admin
        acts: tuple[Callable[[], object], ...] = (
            lambda admin=admin: admin.issue_token("bot"),  # type: ignore[misc]
            admin.tokens,
            lambda admin=admin: admin.revoke_token(issued.id),  # type: ignore[misc]
            admin.rotate_keys,
        )
        for act in acts:
            with refused(store, Forbidden, match="ADMIN"):
                act()
    assert is_accepted(store, issued.token)


@ON_THE_FASTEST
def test_who_is_not_registered_has_no_token(memory: MemoryFactory) -> None:
    """The message says how to register them; of a token that is not there it says so."""
    store = memory("corporate")
    with refused(store, NotFound, match="rmb people add eve"):
        store.admin.issue_token("eve")
    for id in ("tok_000000000000", "", "\x00", 5):
        with refused(store, NotFound, match="token"):
            store.admin.revoke_token(id)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given",
    [
        {"expires_in": timedelta(days=367)},
        {"expires_in": timedelta(seconds=59)},
        {"expires_in": -DAY},
        {"expires_in": 90},
        {"note": ""},
        {"note": "two\nlines"},
        {"note": "x" * 501},
        {"note": 5},
        {"name": ""},
        {"name": 5},
    ],
    ids=str,
)
@ON_THE_FASTEST
def test_what_cannot_be_a_token_is_refused(memory: MemoryFactory, given: dict[str, Any]) -> None:
    """A time beyond the limits, a note of two lines, a name that is none."""
    store = staffed(memory("corporate"))
    with refused(store, InvalidInput):
        store.admin.issue_token(**{"name": "bot", **given})
    for after in (-DAY, timedelta(days=367), 3):
        with refused(store, InvalidInput, match="retire_after"):
            store.admin.rotate_keys(retire_after=after)  # type: ignore[arg-type]


@ON_THE_FASTEST
def test_the_longest_name_fits(memory: MemoryFactory) -> None:
    """A name of any letters, as long as names may be, has a token."""
    store = memory("corporate")
    name = "\N{GRINNING FACE}" * 200
    store.admin.add_person(name)
    token = store.admin.issue_token(name).token
    assert bearer(store).principal(store._session.space, token).name == name


# -- the secret beside the store


@ON_THE_FASTEST
def test_a_secret_outside_the_store_signs_too(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it a stolen database signs nothing, and another secret ends every token."""
    store = staffed(memory("corporate"))
    bare = store.admin.issue_token("bot").token
    assert "REMEMBRANCER_SECRET" in store.admin.facts()["tokens"]
    monkeypatch.setenv("REMEMBRANCER_SECRET", "a" * 32)
    mixed = store.admin.issue_token("bot").token
    assert not is_accepted(store, bare)
    assert is_accepted(store, mixed)
    assert "mixed" in store.admin.facts()["tokens"]
    monkeypatch.setenv("REMEMBRANCER_SECRET", "b" * 32)
    assert not is_accepted(store, mixed)
    monkeypatch.setenv("REMEMBRANCER_SECRET", "short")
    for act in (lambda: store.admin.issue_token("bot"), lambda: bearer(store)):
        with pytest.raises(InvalidSettings, match="openssl rand") as told:
            act()
        assert "short" not in str(told.value)


@ON_THE_FASTEST
def test_without_its_library_a_token_is_not_begun(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to install, and nothing is on record."""
    store = staffed(memory("corporate"))
    monkeypatch.setitem(__import__("sys").modules, "jwt", None)
    with refused(store, NotAvailable, match=r"remembrancer\[server\]"):
        store.admin.issue_token("bot")


@ON_THE_FASTEST
def test_a_door_has_so_many_tokens_in_mind(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has checked before is bounded, and what fell out of it is checked anew."""
    assert TOKENS_KNOWN_MAX > 1
    monkeypatch.setattr("remembrancer.front.access.bearer_token.TOKENS_KNOWN_MAX", 2)
    store = staffed(memory("corporate"))
    door = bearer(store)
    tokens = [store.admin.issue_token("bot").token for _ in range(4)]
    for token in (*tokens, *tokens):
        assert is_accepted(store, token, door)
    assert len(door._read) == 2


@ON_THE_FASTEST
def test_errors_of_the_store_are_not_taken_for_bad_tokens(fresh_store: MemoryFactory) -> None:
    """A closed store is no reason to tell a caller that its token is wrong."""
    store = staffed(fresh_store("corporate"))
    token, door = store.admin.issue_token("bot").token, bearer(store)
    space = store._session.space
    store.close()
    with pytest.raises(RemembrancerError) as told:
        door.principal(space, token)
    assert not isinstance(told.value, NotAuthenticated)
