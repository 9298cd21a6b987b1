"""A space that has been lived in: a row in every table, and a change of every sort."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from remembrancer import Item, Memory
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.items.entity import EntityDraft
from remembrancer.items.item import Trust
from remembrancer.items.relation import RelationDraft
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.port import NewJob
from remembrancer.jobs.schedule import EXTRACT
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.port import NewWalk
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.conftest import START
from tests.people import ADA, ANNA, BERT, KARIN

SPACE = "northgate"


def lived_on_a_server(clock: FrozenClock) -> str:
    """The address of a new store on a server with the spaces `lobby` and `northgate`. The second
    was lived in, with the hashing embedder of eight dimensions; the clock stands at its end."""
    built, end = _built_on_a_server()
    clock.advance(end - clock.now)
    return postgres.copy_of(built)


@cache
def _built_on_a_server() -> tuple[str, datetime]:
    url, clock = postgres.fresh_url(), FrozenClock(START)
    with Memory.open(
        url, space="lobby", clock=clock, embedder=HashingEmbedder(8), background=False
    ) as lobby:
        store = lobby.in_space(SPACE, "corporate")
        live(store, clock)
        store.jobs.wait()
    return url, clock.now


def live(store: Memory, clock: FrozenClock) -> None:
    """Some weeks of a `corporate` space."""
    ada, karin, anna, bert = (store.acting_as(who) for who in (ADA, KARIN, ANNA, BERT))
    day = timedelta(days=1)
    ada.admin.add_person(
        ANNA.name, email=ANNA.name, roles=["CONTRIBUTOR"], groups=["finance"], notes_path="~/n.md"
    )
    ada.admin.add_person(BERT.name, kind="user", email=BERT.name, groups=["sales"])
    ada.admin.join_group(BERT.name, "leeds")
    noted = anna.remember(
        "The nightly job retries twice.",
        subject="etl",
        source={"id": "notes.md#3", "type": "claude_local_md"},
        infer=False,
        title="Retries",
        category="workflow",
        domain="engineering",
        data={"retries": 2},
        metadata={"priority": "high"},
        tags=["job"],
        entities=["nightly"],
        importance=0.5,
        valid_from=clock.now - day,
        valid_until=clock.now + 400 * day,
        expires_at=clock.now + 500 * day,
    ).items[0]
    clock.advance(day)
    karin.review.approve(noted.id, reason="checked in the code")
    bert.confirm(noted.id, quote="Yes, twice.", reason="saw it run")
    bert.vote(noted.id, 1)
    anna.vote(noted.id, -1)
    clock.advance(day)
    talk = anna.remember(
        [
            {
                "id": "m1",
                "author_id": "anna",
                "content": "The job is slow.",
                "tool_calls": [{"name": "recall"}],
            },
            {"id": "m2", "author_id": "bot", "role": "assistant", "content": "Since Monday?"},
        ],
        source="session-1",
        subject="etl",
        infer=False,
    ).items[0]
    anna.conversations.start(
        "channel-talk", channel_id="general", title="Talk", audience="group:finance"
    )
    anna.conversations.append("channel-talk", {"author_id": "anna", "content": "Budget is due."})
    anna.conversations.start("long-talk", subject="etl", audience="group:finance")
    anna.conversations.append(
        "long-talk",
        [
            {
                "id": f"l{number}",
                "author_id": "anna",
                "content": f"We decided to use plan {number}.",
            }
            for number in range(45)
        ],
    )
    anna.conversations.window("long-talk")
    anna.conversations.close("long-talk")
    _feed(anna)
    _ask(anna, noted)
    _tell(anna, noted)
    karin.review.reject(talk.id)
    regretted = anna.remember(
        "Omar runs the nightly job at home.",
        subject="omar",
        source={"id": "notes.md#9", "type": "claude_local_md"},
        infer=False,
    ).items[0]
    karin.review.approve(regretted.id, reason="seen at Omar's home")
    anna.conversations.start("omar-talk", subject="omar", title="Omar")
    anna.conversations.append("omar-talk", {"id": "o1", "author_id": "anna", "content": "At home?"})
    clock.advance(day)
    newer = karin.supersede(
        noted.id, content="The nightly job retries three times.", reason="changed on Monday"
    )
    ada.review.mandate(newer.id, reason="policy", audience="group:finance")
    karin.update(newer.id, title="Retries of the nightly job", reason="clearer")
    own = anna.add(content="I dislike the nightly job.", is_personal=True, key="call-1")
    ada.get(own.id)
    shared = anna.add(content="The cache helps.", source_id="notes.md#4", is_personal=True)
    anna.share(shared.id, reason="useful")
    anna.dismiss(anna.add(content="A mistake.").id, reason="misheard")
    revoked = anna.add(content="The cache is never cold.", confidence_subtype="correction")
    karin.review.approve(revoked.id)
    karin.review.revoke(revoked.id, reason="it is")
    _draw(anna, regretted)
    ada.erase(subject="omar", reason="a private matter")
    ada.admin.configure({"summary_per_kind": 5})
    for id in ("channel-talk", "long-talk"):
        leave_for_later(anna, id)


def _feed(store: Memory) -> None:
    session = store._session
    with session.store.writing(session.scope()) as unit:
        unit.feeds.put(
            Feed(
                kind="notes",
                name=f"{ANNA.name}:n.md",
                owner=ANNA.name,
                place="n.md",
                digest="0" * 32,
                bytes=12,
                records=1,
            )
        )
        unit.commit()


def leave_for_later(store: Memory, id: str) -> None:
    """Work that waits: what is in the conversation is drawn out in years."""
    session = store._session
    with session.store.writing(session.scope()) as unit:
        later = session.clock() + timedelta(days=4_000)
        unit.jobs.put(NewJob(EXTRACT, id, session.principal, later))
        unit.commit()


def _ask(store: Memory, found: Item) -> None:
    session = store._session
    with session.store.writing(session.scope()) as unit:
        unit.walks.put(
            [
                NewWalk(
                    id="walk_0123456789abcdef",
                    owner=ANNA.name,
                    at=session.clock(),
                    tool="recall",
                    session="session-1",
                    subject="etl",
                    query="How often does the nightly job retry?",
                    shape="how often does the <thing>",
                    hits=(RetrievedText(found.id, None, False),),
                )
            ]
        )
        unit.walks.mark_used("walk_0123456789abcdef", [1])
        unit.commit()


def _tell(store: Memory, found: Item) -> None:
    session = store._session
    said = store.conversations.messages("channel-talk")[0]
    with session.store.writing(session.scope()) as unit:
        unit.deliveries.add(
            NewDelivery(
                kind="bundle",
                template="bundle/1",
                subject="etl",
                token_estimate=12,
                token_budget=6_000,
                told=(
                    DeliveredEntry("approved", "rank 1", found.id),
                    DeliveredEntry("said", "newest", message=("channel-talk", said.id, said.owner)),
                ),
                withheld={"budget": 1},
                given={"question": "How often does the nightly job retry?"},
                text="It retries three times.",
            )
        )
        unit.commit()


def _draw(store: Memory, regretted: Item) -> None:
    session = store._session
    with session.store.writing(session.scope()) as unit:
        job = unit.entities.add(
            EntityDraft(kind="Job", name="nightly", external_id="j-1", attrs={"owner": "etl"})
        )
        team = unit.entities.add(EntityDraft(kind="Team", name="etl", audience="group:finance"))
        unit.links.add_relation(
            RelationDraft(
                type="RUN_BY", source=job.id, target=team.id, confidence=0.9, attrs={"since": 2020}
            )
        )
        omar = unit.entities.add(EntityDraft(kind="Person", name="omar"))
        unit.links.add_relation(
            RelationDraft(type="ABOUT", source=regretted.id, target=omar.id, attrs={"at": "home"})
        )
        for draft in (
            RelationDraft(type="RUN_BY", source=job.id, target=team.id, attrs={"since": 2020}),
            RelationDraft(type="RUN_BY", source=omar.id, target=team.id, attrs={"role": "lead"}),
        ):
            unit.edges.add(draft, (), trust=Trust.PERSON)
        unit.commit()
