"""Notifications: what waits for whom, once per cause, and where it is sent."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from remembrancer import Memory, Notification, Principal
from remembrancer.core.errors import Forbidden, InvalidInput, NotFound
from remembrancer.core.principal import Role
from remembrancer.notify import notify, send_job
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.notify.receivers import Hook, Mailbox, mail_server, webhook
from tests.people import ADA, ANNA, BERT, BOT, KARIN

SECRET = "0123456789abcdef0123456789abcdef"
ASKED = "A debate waits for your decision."


@pytest.fixture(scope="module")
def hooks() -> Iterator[Hook]:
    with webhook() as made:
        yield made


@pytest.fixture(scope="module")
def mailboxes() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


@pytest.fixture
def hook(hooks: Hook, monkeypatch: pytest.MonkeyPatch) -> Hook:
    """Webhooks are set up, and may be on this machine."""
    monkeypatch.setenv("REMEMBRANCER_WEBHOOK_SECRET", SECRET)
    monkeypatch.setenv("REMEMBRANCER_WEBHOOK_PRIVATE", "yes")
    monkeypatch.setenv("REMEMBRANCER_PUBLIC_URL", "https://memory.example/")
    hooks.posted, hooks.answers = [], []
    return hooks


@pytest.fixture
def mailbox(mailboxes: Mailbox, monkeypatch: pytest.MonkeyPatch) -> Mailbox:
    """E-mail is set up."""
    monkeypatch.setenv("REMEMBRANCER_SMTP_URL", mailboxes.url)
    monkeypatch.setenv("REMEMBRANCER_SMTP_FROM", "memory@northgate.example")
    mailboxes.letters, mailboxes.refusals = [], 0
    return mailboxes


def staffed(memory: MemoryFactory, preset: str = "desk") -> Memory:
    """A space with people on record, as its ADMIN opens it."""
    store = memory(preset)
    for one in (ADA, KARIN, ANNA, BOT):
        store.admin.add_person(one.name, roles=one.roles, groups=one.groups, kind=one.kind.value)
    return store


def tell(store: Memory, *args: Any, **options: Any) -> tuple[Notification, ...]:
    return store._session.write(lambda unit, scope: notify.tell(unit, scope, *args, **options))


def waiting(store: Memory, who: Principal) -> list[Notification]:
    return list(store.acting_as(who).notifications.list(is_open=True))


# -- what waits for whom


def test_a_role_is_everybody_on_record_who_has_it(memory: MemoryFactory) -> None:
    """Each admin is told once for each cause; programs and others are not."""
    store = staffed(memory)
    told = tell(store, "debate", "deb_1", Role.KM_ADMIN, ASKED)
    assert {one.person for one in told} == {ADA.name, KARIN.name}
    assert tell(store, "debate", "deb_1", Role.KM_ADMIN, ASKED) == ()
    assert len(tell(store, "debate", "deb_2", [KARIN.name, BOT.name], ASKED)) == 1
    (one,) = waiting(store, ADA)
    assert (one.kind, one.target, one.text, one.page) == (
        "debate",
        "deb_1",
        ASKED,
        "/debates/deb_1",
    )
    assert [one.target for one in waiting(store, KARIN)] == ["deb_2", "deb_1"]
    assert waiting(store, ANNA) == waiting(store, BOT) == []


def test_where_nobody_is_on_record_any_admin_is_asked(memory: MemoryFactory) -> None:
    """A role that nobody on record has stands for whoever comes with it."""
    store = memory("desk")
    (told,) = tell(store, "gate", "gate_1", Role.KM_ADMIN, "A gate comes near.")
    assert told.person is None
    assert [one.id for one in waiting(store, KARIN)] == [told.id]
    assert waiting(store, ANNA) == waiting(store, BOT) == []


def test_what_was_seen_or_settled_does_not_wait(memory: MemoryFactory) -> None:
    """Seen is for one person, settled for all; both stay on the list of everything."""
    store = staffed(memory)
    tell(store, "debate", "deb_1", Role.KM_ADMIN, ASKED)
    karin = store.acting_as(KARIN).notifications
    (one,) = karin.list(is_open=True)
    assert karin.count() == 1
    assert karin.seen(one.id).seen_at is not None
    assert karin.seen(one.id) == karin.seen(one.id)
    assert (karin.count(), len(karin.list(is_open=True)), len(karin.list())) == (0, 0, 1)
    assert len(waiting(store, ADA)) == 1
    assert store._session.write(lambda unit, _: notify.settle(unit, "debate", "deb_1")) == 2
    assert waiting(store, ADA) == []
    with pytest.raises(NotFound):
        store.acting_as(ANNA).notifications.seen(one.id)


def test_it_waits_from_its_time_on(memory: MemoryFactory, clock: FrozenClock) -> None:
    """A gate of tomorrow is not listed today, and not sent."""
    store = staffed(memory)
    tell(store, "gate", "gate_1", KARIN.name, "A gate comes near.", clock() + timedelta(days=1))
    assert waiting(store, KARIN) == []
    clock.advance(timedelta(days=1))
    assert len(waiting(store, KARIN)) == 1


def test_reviewers_are_asked_once_however_much_waits(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """Some minutes after the first item, once a day, and not while the last was not seen."""
    store = staffed(memory, "corporate")
    anna, karin = store.acting_as(ANNA), store.acting_as(KARIN)
    items = [anna.add(content=f"Net revenue {n} leaves out the VAT.") for n in range(3)]
    store.jobs.wait()
    assert waiting(store, KARIN) == []
    clock.advance(timedelta(minutes=15))
    store.jobs.wait()
    (one,) = waiting(store, KARIN)
    assert (one.kind, one.page) == ("review", "/corporate-memory/admin")
    assert "revenue" not in one.text
    clock.advance(timedelta(days=1))
    anna.add(content="Gross margin leaves out freight.")
    clock.advance(timedelta(hours=1))
    store.jobs.wait()
    assert waiting(store, KARIN) == [one]
    karin.notifications.seen(one.id)
    clock.advance(timedelta(days=1))
    anna.add(content="Churn counts paying accounts.")
    clock.advance(timedelta(hours=1))
    store.jobs.wait()
    assert len(waiting(store, KARIN)) == 1
    waits = [one.id for one in karin.review.queue(limit=50)]
    karin.review.batch(waits, "approve")
    assert len(waits) == len(items) + 2
    assert waiting(store, KARIN) == []


def test_who_is_reminded_is_told(memory: MemoryFactory, clock: FrozenClock) -> None:
    """The schedule tells its owner, and whoever has to do it; done, it waits for nobody."""
    store = staffed(memory, "adviser")
    due = (clock() + timedelta(days=2)).date().isoformat()
    task = store.add(
        content="Send Ellen the pension form.",
        kind="action_item",
        metadata={"deadline": due, "owner": ANNA.name},
    )
    store.acting_as(ADA).jobs.schedule("remind", every="1d")
    clock.advance(timedelta(days=1))
    store.jobs.wait()
    for who in (ADA, ANNA):
        (one,) = waiting(store, who)
        assert (one.kind, one.target, one.page) == ("reminder", task.id, f"/items/{task.id}")
        assert "Ellen" not in one.text
    store.update(task.id, metadata={"deadline": due, "owner": ANNA.name, "done": True})
    assert waiting(store, ADA) == waiting(store, ANNA) == []


def test_an_erased_item_waits_for_nobody(memory: MemoryFactory, clock: FrozenClock) -> None:
    """That somebody was asked about it goes with it."""
    store = staffed(memory, "adviser")
    task = store.add(content="Send Ellen the form.", kind="action_item")
    tell(store, "reminder", task.id, [KARIN.name, ANNA.name], "An action item is due.")
    store.erase(task.id, reason="Ellen asked for it.")
    assert len(store.acting_as(KARIN).notifications.list()) == 0
    assert store.verify().ok


# -- where people are told


def test_people_say_where_they_are_told(memory: MemoryFactory) -> None:
    """One's own addresses; an ADMIN those of others; programs none. It is on record, not where."""
    store = staffed(memory)
    anna = store.acting_as(ANNA).notifications
    assert anna.settings().email is None
    told = anna.settings(email="anna@example.com", webhook="https://example.com/anna")
    assert (told.person, told.email, told.webhook) == (
        ANNA.name,
        "anna@example.com",
        "https://example.com/anna",
    )
    assert store.acting_as(ADA).notifications.settings(person=ANNA.name).email == told.email
    assert anna.settings(webhook="").webhook is None
    with pytest.raises(Forbidden):
        store.acting_as(KARIN).notifications.settings(person=ANNA.name)
    with pytest.raises(Forbidden):
        store.acting_as(BOT).notifications.settings(email="bot@example.com")
    acts = [one for one in store.admin.audit() if one.action == "contact.put"]
    assert {one.target for one in acts} == {ANNA.name}
    assert "example.com" not in str([one.export() for one in acts])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", "anna"),
        ("email", "a@b\r\nBcc: x@y"),
        ("webhook", "ftp://example.com"),
        ("webhook", "https://user:word@example.com/"),
        ("webhook", "https://"),
        ("webhook", "https://example.com:99999/"),
        ("webhook", 3),
    ],
)
def test_an_address_that_is_none_is_refused(memory: MemoryFactory, field: str, value: Any) -> None:
    """The error names the field, and nothing is kept."""
    mine = staffed(memory).acting_as(ANNA).notifications
    with pytest.raises(InvalidInput) as refused:
        mine.settings(**{field: value})
    assert refused.value.field == field
    assert getattr(mine.settings(), field) is None


# -- sending


def test_a_webhook_is_called_and_signed(memory: MemoryFactory, hook: Hook) -> None:
    """The body says what waits and where; the signature is over time and body."""
    store = staffed(memory)
    store.acting_as(KARIN).notifications.settings(webhook=hook.url)
    (one,) = tell(store, "debate", "deb_1", KARIN.name, ASKED)
    store.jobs.wait()
    (posted,) = hook.posted
    assert posted.told == {
        "id": one.id,
        "kind": "debate",
        "target": "deb_1",
        "person": KARIN.name,
        "space": store._session.space.name,
        "text": ASKED,
        "url": "https://memory.example/debates/deb_1",
        "at": one.at.isoformat(),
    }
    headers = posted.headers
    signed = headers["Remembrancer-Timestamp"].encode() + b"." + posted.body
    made = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    assert headers["Remembrancer-Signature"] == f"sha256={made}"
    assert headers["Remembrancer-Notification"] == one.id
    assert waiting(store, KARIN)[0].sent == ("webhook",)
    store.jobs.wait()
    assert len(hook.posted) == 1


def test_an_email_says_what_waits(memory: MemoryFactory, mailbox: Mailbox) -> None:
    """It goes to the address on record, with an id that is the same at every try."""
    store = staffed(memory)
    store.admin.add_person(KARIN.name, email="karin@example.com")
    (one,) = tell(store, "debate", "deb_1", KARIN.name, ASKED)
    store.jobs.wait()
    (letter,) = mailbox.letters
    assert "To: karin@example.com" in letter
    assert "From: memory@northgate.example" in letter
    assert f"Message-ID: <{one.id}@northgate.example>" in letter
    assert f"Subject: Remembrancer: {ASKED.rstrip('.')}" in letter


def test_a_receiver_that_fails_is_tried_again(
    memory: MemoryFactory, hook: Hook, mailbox: Mailbox, clock: FrozenClock
) -> None:
    """With a growing delay, the same id, and only by the channel that did not take it."""
    store = staffed(memory)
    store.acting_as(KARIN).notifications.settings(webhook=hook.url, email="karin@example.com")
    hook.answers = [500, 302]
    (one,) = tell(store, "debate", "deb_1", KARIN.name, ASKED)
    worked = store.jobs.wait()
    assert "answered 500" in str(worked.retrying[0].error)
    assert (len(hook.posted), len(mailbox.letters)) == (1, 1)
    clock.advance(timedelta(seconds=10))
    assert "sends elsewhere (302)" in str(store.jobs.wait().retrying[0].error)
    clock.advance(timedelta(seconds=40))
    store.jobs.wait()
    assert [posted.told["id"] for posted in hook.posted] == [one.id] * 3
    assert {posted.path for posted in hook.posted} == {"/hook"}
    assert len(mailbox.letters) == 1
    assert waiting(store, KARIN)[0].sent == ("email", "webhook")
    assert not store.jobs.failed()


def test_a_worker_that_dies_sends_it_again_with_its_id(
    memory: MemoryFactory, hook: Hook, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the call and the record of it, another worker calls again: at least once."""
    store = staffed(memory)
    store.acting_as(KARIN).notifications.settings(webhook=hook.url)
    (one,) = tell(store, "debate", "deb_1", KARIN.name, ASKED)

    class Killed(BaseException):
        """As much as kill -9 leaves of a process."""

    def die(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(send_job, "_sent", die)
        patch.setattr(type(store._session.shop), "_released", lambda *_: None)
        with pytest.raises(Killed):
            store.jobs.wait()
    clock.advance(timedelta(minutes=2))  # its lease runs out
    store.jobs.wait()
    assert [posted.told["id"] for posted in hook.posted] == [one.id, one.id]
    assert waiting(store, KARIN)[0].sent == ("webhook",)


def test_what_was_settled_or_seen_is_not_sent(
    memory: MemoryFactory, hook: Hook, clock: FrozenClock
) -> None:
    """Nor what the person may not see any more."""
    store = staffed(memory)
    karin = store.acting_as(KARIN).notifications
    karin.settings(webhook=hook.url)
    soon = clock() + timedelta(minutes=5)
    settled, _ = (
        *tell(store, "debate", "deb_1", KARIN.name, ASKED, soon),
        *tell(store, "debate", "deb_2", KARIN.name, ASKED, soon),
    )
    store._session.write(lambda unit, _: notify.settle(unit, "debate", settled.target))
    clock.advance(timedelta(minutes=5))
    karin.seen(waiting(store, KARIN)[0].id)
    anna = store.acting_as(ANNA)
    anna.notifications.settings(webhook=hook.url)
    hidden = store.add(content="For finance.", kind="fact", audience="group:finance").id
    tell(store, "debate", hidden, ANNA.name, ASKED)
    store.admin.leave_group(ANNA.name, "finance")
    store.jobs.wait()
    assert hook.posted == []


def test_the_space_has_an_address_for_people_without(memory: MemoryFactory, hook: Hook) -> None:
    """Who has one of their own is told there alone."""
    store = staffed(memory)
    store.admin.configure({"notify": {"webhook": f"{hook.url}/all"}})
    store = store.in_space(store._session.space.name)
    store.acting_as(ADA).notifications.settings(webhook=f"{hook.url}/ada")
    tell(store, "debate", "deb_1", Role.KM_ADMIN, ASKED)
    store.jobs.wait()
    assert {(one.path, one.told["person"]) for one in hook.posted} == {
        ("/hook/all", KARIN.name),
        ("/hook/ada", ADA.name),
    }


def test_without_channels_it_waits_on_the_page(memory: MemoryFactory) -> None:
    """Nothing is sent, no job is left, and nobody is told of an error."""
    store = staffed(memory)
    store.acting_as(KARIN).notifications.settings(webhook="https://example.com/hook")
    tell(store, "debate", "deb_1", KARIN.name, ASKED)
    store.jobs.wait()
    assert not [one for one in store.jobs.list() if one.kind == "notify"]
    assert len(waiting(store, KARIN)) == 1


def test_who_caused_it_does_not_see_for_whom(memory: MemoryFactory) -> None:
    """The job that sends it is the memory's own."""
    store = staffed(memory)
    tell(store.acting_as(ANNA), "debate", "deb_1", KARIN.name, ASKED)
    assert [one for one in store.acting_as(ANNA).jobs.list() if one.kind == "notify"] == []
    assert len(waiting(store, KARIN)) == 1


def test_a_name_that_is_not_on_record_is_told(memory: MemoryFactory) -> None:
    """Somebody who comes with a name that nobody has on record finds what waits for it."""
    store = staffed(memory)
    tell(store, "debate", "deb_1", [BERT.name], ASKED)
    assert len(waiting(store, BERT)) == 1
