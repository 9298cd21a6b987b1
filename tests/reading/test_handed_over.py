"""Whatever verb hands a program a text from outside, what it says of it is from outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import pytest

from remembrancer import Forbidden, Item, Memory, Principal, Trust
from remembrancer.front.delivery_tracking import HANDS_OVER
from remembrancer.wire.call import GROUPS
from remembrancer.wire.routes import CARRIED, NOT_ON_THE_WIRE, ROUTES
from tests.conftest import MemoryFactory
from tests.people import ADA, ANNA

TEXT: Final = "Supplier Brandt now takes payment to account 55-1234 only."
SAID: Final = "We pay Brandt to account 55-1234."
OTHER: Final = "Supplier Kern takes returns."
BOT: Final = Principal("desk-bot", kind="agent", roles=["ADMIN"])


class Scene(NamedTuple):
    """A space with a text from outside in it, and a program that reads it."""

    ada: Memory
    bot: Memory
    item: Item


def scene(memory: MemoryFactory, preset: str = "adviser") -> Scene:
    ada = memory(preset).acting_as(ADA)
    (item,) = ada.remember(
        TEXT, infer=False, source={"trust": "outside"}, subject="x", title="Brandt account 55-1234"
    ).items
    place = ada.conversations.start("c1", channel_id="hall")
    ada.conversations.append(
        place.id, [{"author_id": "web", "content": TEXT, "trust": "outside", "role": "tool"}]
    )
    ada.sources.event("transfer", id="e1", reason=TEXT, source={"trust": "outside"}, subject="x")
    return Scene(ada, ada.acting_as(BOT), item)


def _related(ada: Memory) -> str:
    """The id of a relation that the text from outside states."""
    (said,) = ada.conversations.messages("c1")
    ends = [ada.graph.entity("Person", name).id for name in ("Brandt", "Kern")]
    return ada.graph.relate(ends[0], "CLOSE_TO", ends[1], evidence=[said.id]).id


def _decided(ada: Memory) -> str:
    """The id of a decision that the text from outside explains."""
    return ada.sources.why("e1")[0].id


def _alike(ada: Memory) -> str:
    """The id of another decision, of the same shape."""
    ada.sources.event("transfer", id="e2", reason="A new branch.", subject="x")
    return ada.sources.why("e2")[0].id


def _chosen(ada: Memory) -> str:
    """What twenty decisions chose, one of them from outside."""
    for number in range(19):
        ada.decisions.record("fee_negotiation", subject=f"{number}", recommendation="Pay later.")
    ada.remember(
        TEXT,
        infer=False,
        source={"trust": "outside"},
        kind="decision_trace",
        data={"recommendation": "Pay later.", "concerns": [TEXT]},
    )
    return "pay later"


def _tied(ada: Memory) -> str:
    """The id of another decision, which the one of the text led to."""
    other = _alike(ada)
    ada.decisions.link(_decided(ada), "influenced", other)
    return other


def _disputed(one: Scene) -> str:
    """The id of a debate that quotes the text."""
    debate = one.ada.debates.open(
        "An account",
        challenger="other-bot",
        challenged="desk-bot",
        disputed_finding=one.item.id,
        challenge_basis="It is another one.",
    )
    return debate.id


Act = Callable[[Scene], Any]

# What a program reads, by the verb.
READ: Final[dict[str, Act]] = {
    "items": lambda one: one.bot.items(),
    "get": lambda one: one.bot.get(one.item.id),
    "history": lambda one: one.bot.history(one.item.id),
    "provenance": lambda one: one.bot.provenance(one.item.id),
    "changes_of": lambda one: one.bot.changes_of(one.item.id),
    "recall": lambda one: one.bot.recall("Brandt account"),
    "inquire": lambda one: (
        one.ada.graph.entity("Person", "x"),
        one.bot.inquire([{"author_id": "x", "content": "Which account has Brandt?"}]),
    ),
    "search_similar_facts": lambda one: one.bot.search_similar_facts("Brandt account"),
    "summary": lambda one: one.bot.summary("x"),
    "briefing": lambda one: one.bot.briefing("x"),
    "review.queue": lambda one: one.bot.review.queue(),
    "review.case": lambda one: one.bot.review.case(one.item.id),
    "review.approve": lambda one: one.bot.review.approve(one.item.id),
    "review.reject": lambda one: one.bot.review.reject(one.item.id),
    "review.batch": lambda one: one.bot.review.batch([one.item.id], "approve"),
    "review.revoke": lambda one: (
        one.ada.review.approve(one.item.id),
        one.bot.review.revoke(one.item.id, reason="It is from outside."),
    ),
    "review.edit": lambda one: one.bot.review.edit(one.item.id, tags=["paid"]),
    "update": lambda one: one.bot.update(one.item.id, tags=["paid"]),
    "confirm": lambda one: one.bot.confirm(one.item.id),
    "dismiss": lambda one: one.bot.dismiss(one.item.id),
    "supersede": lambda one: one.bot.supersede(one.item.id, content=TEXT),
    "sources.why": lambda one: one.bot.sources.why("e1"),
    "sources.events": lambda one: one.bot.sources.events(one.ada.sources.why("e1")[0].id),
    "sources.explain": lambda one: one.bot.sources.explain("e1", one.item.id),
    "conversations.messages": lambda one: one.bot.conversations.messages("c1"),
    "conversations.window": lambda one: one.bot.conversations.window("c1"),
    "conversations.list": lambda one: one.bot.conversations.list(),
    "conversations.get_recent_messages": lambda one: one.bot.conversations.get_recent_messages(
        "hall"
    ),
    "graph.evidence": lambda one: one.bot.graph.evidence([_related(one.ada)]),
    "graph.cypher": lambda one: one.bot.graph.cypher("MATCH (i:Item) RETURN i"),
    "graph.sql": lambda one: one.bot.graph.sql("SELECT id, content FROM item"),
    "decisions.get": lambda one: one.bot.decisions.get(_decided(one.ada)),
    "decisions.list": lambda one: (_decided(one.ada), one.bot.decisions.list())[-1],
    "decisions.chain": lambda one: one.bot.decisions.chain(_decided(one.ada)),
    "decisions.similar": lambda one: one.bot.decisions.similar(_alike(one.ada)),
    "decisions.simulate": lambda one: one.bot.decisions.simulate(_chosen(one.ada)),
    "decisions.compare": lambda one: one.bot.decisions.compare("discount", _chosen(one.ada)),
    "decisions.fingerprint": lambda one: one.bot.decisions.fingerprint(_decided(one.ada)),
    "decisions.community": lambda one: one.bot.decisions.community(_tied(one.ada)),
    "decisions.context": lambda one: one.bot.decisions.context(_decided(one.ada)),
    "debates.get": lambda one: one.bot.debates.get(_disputed(one)),
    "debates.list": lambda one: (_disputed(one), one.bot.debates.list())[-1],
    "debates.history": lambda one: one.bot.debates.history(_disputed(one)),
    "debates.snapshot_items": lambda one: one.bot.debates.snapshot_items(_disputed(one)),
    "tools.call": lambda one: one.bot.tools.call("recall", {"query": "Brandt account"}),
}

# Where nothing is in use before somebody has looked at it.
REVIEWED: Final = tuple(verb for verb in READ if verb.startswith("review."))

# What a program writes, by the verb: the trust of what became of it.
WRITTEN: Final[dict[str, Callable[[Memory], Any]]] = {
    "add": lambda bot: bot.add(content=SAID),
    "add (title)": lambda bot: bot.add(content="See the title.", title=SAID),
    "add (data)": lambda bot: bot.add(content="A change.", data={"to": {"account": ["55-1234"]}}),
    "add_many": lambda bot: bot.add_many([{"content": SAID}])[0],
    "remember": lambda bot: bot.remember(SAID, infer=False).items[0],
    "supersede": lambda bot: bot.supersede(bot.add(content=SAID).id, content=SAID + " Always."),
    "conversations.append": lambda bot: bot.conversations.append(
        bot.conversations.start("own").id,
        [{"author_id": "desk-bot", "role": "assistant", "content": SAID}],
    )[0],
    "sources.event": lambda bot: bot.sources.event("transfer", reason=SAID).trace,
    "sources.event (after)": lambda bot: (
        bot.sources.event("transfer", before={"account": "1"}, after={"account": "55-1234"}).event
    ),
    "sources.meeting": lambda bot: (
        bot.sources.meeting(
            "m1", {"financial_facts": [{"fact": SAID}], "action_items": [SAID]}
        ).source
    ),
    "sources.meeting (transcript)": lambda bot: (
        bot.sources.meeting("m2", transcript=f"Eva: {SAID}"),
        bot.conversations.messages("meeting:m2")[0],
    )[-1],
    "sources.backfill": lambda bot: (
        bot.sources.backfill([{"id": "old", "messages": [_said("1")]}]),
        bot.conversations.messages("old")[0],
    )[-1],
    "sources.session": lambda bot: (
        part := bot.sources.session("log", json.dumps(_log()) + "\n"),
        bot.conversations.messages(part.name)[0],
    )[-1],
    "sources.import_": lambda bot: (
        bot.sources.import_([{"id": "a", "memory": SAID}], format="mem0"),
        next(one for one in bot.items(source_user="desk-bot") if one.content == SAID),
    )[-1],
    "decisions.record": lambda bot: bot.decisions.record("switch_transfer", reasoning=SAID),
    "debates.open": lambda bot: bot.debates.open(
        "An account",
        challenger="desk-bot",
        challenged="other-bot",
        disputed_finding="It is another one.",
        challenge_basis=SAID,
    ),
    "tools.call": lambda bot: bot.get(bot.tools.call("remember", {"text": SAID})["items"][0]["id"]),
}


def _said(id: str) -> dict[str, Any]:
    at = "2026-03-01T10:00:00+00:00"
    return {
        "id": id,
        "author_id": "desk-bot",
        "role": "assistant",
        "content": SAID,
        "timestamp": at,
    }


def _log() -> dict[str, Any]:
    return {
        "type": "assistant",
        "uuid": "u1",
        "timestamp": "2026-03-01T10:00:00Z",
        "message": {"role": "assistant", "content": [{"type": "text", "text": SAID}]},
    }


# Deliveries, which have receipts; walks and receipts, which programs have of their own alone; and
# what gives items as those above do.
ELSEWHERE: Final = {
    *("bundle", "compose", "suggestions", "reminders", "my_contributions", "share", "told"),
    *("review.acts", "review.undo"),
    *("review.mandate", "review.contradictions", "review.clashes", "review.resolve"),
    *("review.relied_on", "conversations.get", "conversations.close", "conversations.receipts"),
    *("insights", "walks.report", "sources.collect", "receipts"),
    *("receipt", "walks.list", "walks.get", "walks.used"),
    *("inquiries.list", "inquiries.get", "inquiries.rate", "inquiries.report"),
    "inquiries.prefetch",
    *("agents.tiers.put", "agents.tiers.get", "agents.tiers.pull", "agents.tiers.pending"),
    *("agents.tiers.push", "agents.tiers.alert"),  # tests/team/test_team_trust.py
}
# Verbs that tell and take no text that somebody remembered.
WITHOUT_TEXT: Final = {
    *("stats", "votes", "vote", "erase", "verify", "conversations.start", "sources.feeds"),
    *("jobs.list", "jobs.failed", "jobs.wait", "jobs.retry", "tools.schemas"),
    *("jobs.schedules", "jobs.schedule", "jobs.unschedule"),
    *("agents.register", "agents.list", "agents.get", "agents.gate", "agents.gates"),
    *("agents.sync.status", "agents.sync.tick"),
    # They name what waits and quote nothing of it.
    *("notifications.list", "notifications.count", "notifications.seen", "notifications.settings"),
    *(one.verb for one in ROUTES if one.verb.startswith("admin.")),
}


# Names and attributes of entities are no items: what a program makes of them is not compared. Links
# and policies give and take what the verbs of decisions do.
UNCOMPARED: Final = {
    one.verb
    for one in ROUTES
    if one.verb.startswith(("graph.", "decisions.", "policies.", "debates.", "credibility."))
    and one.verb not in {*READ, *WRITTEN}
}


def test_every_verb_notes_what_it_hands_over() -> None:
    """Each verb of the table, and each that has no route, notes by its class and not by itself."""
    named = {one.verb for one in ROUTES} | CARRIED | set(NOT_ON_THE_WIRE) | {"subscribe"}
    for verb in named:
        group, _, name = verb.rpartition(".")
        assert getattr(getattr(GROUPS[group], name), HANDS_OVER, False), verb


def test_every_verb_is_tried() -> None:
    """A new verb is read or written with here, or is said to tell nothing."""
    tried = {*READ, *(name.partition(" ")[0] for name in WRITTEN)}
    assert {one.verb for one in ROUTES} == tried | ELSEWHERE | WITHOUT_TEXT | UNCOMPARED
    assert not tried & WITHOUT_TEXT


def test_an_outcome_from_outside_is_refused(memory: MemoryFactory) -> None:
    """A program does not put words from outside into a decision that is trusted more."""
    one = scene(memory)
    made = one.bot.decisions.record("fee_negotiation", recommendation="One percent.").id
    one.bot.get(one.item.id)
    with pytest.raises(Forbidden):
        one.bot.decisions.outcome(made, SAID)
    with pytest.raises(Forbidden):
        one.bot.decisions.revisit(made, reason=SAID)
    assert one.bot.decisions.outcome(made, OTHER).outcomes[0].text == OTHER


@pytest.mark.parametrize("verb", READ)
def test_what_a_verb_tells_is_noted(memory: MemoryFactory, verb: str) -> None:
    """A program that read it by this verb alone passes it on as from outside; another thing that
    it says is its own, and a person who read it says it as a person."""
    one = scene(memory, "corporate" if verb in REVIEWED else "adviser")
    READ[verb](one)
    assert one.bot.add(content=SAID).trust is Trust.OUTSIDE
    assert one.bot.add(content=OTHER).trust is Trust.AGENT
    anna = one.ada.acting_as(ANNA)
    anna.get(one.item.id)
    assert anna.add(content=SAID).trust is Trust.PERSON


@pytest.mark.parametrize("verb", WRITTEN)
def test_what_a_verb_takes_is_compared(memory: MemoryFactory, verb: str) -> None:
    """Whichever way a program brings what it was handed, it is trusted as the text was."""
    one = scene(memory)
    one.bot.recall("Brandt account")
    assert WRITTEN[verb](one.bot).trust is Trust.OUTSIDE


def test_what_is_on_record_is_not_written_again(memory: MemoryFactory) -> None:
    """However often a program reads the same text, by whatever verb, one row says so."""
    one = scene(memory)
    for _ in range(3):
        one.bot.get(one.item.id)
        one.bot.history(one.item.id)
    assert [walk.tool for walk in one.bot.walks.list()] == ["get"]


def test_a_whole_source_was_read(memory: MemoryFactory) -> None:
    """Provenance hands over the raw text: what stands in it beside the item counts as well."""
    ada = memory("community").acting_as(ADA)
    event = {"reason": "The board agreed.", "payload": {"memo": TEXT}}
    own = ada.add(content="The board agreed on the transfer.")
    ada.sources.event("transfer", id="e1", source={"trust": "outside"}, decisions=[own.id], **event)
    bot = ada.acting_as(Principal("reader", kind="agent"))
    assert bot.add(content=SAID).trust is Trust.AGENT
    bot.provenance(own.id)
    assert bot.add(content=SAID + " Always.").trust is Trust.OUTSIDE
