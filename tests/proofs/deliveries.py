"""Every way in which stored words reach an agent, each with how it is asked for.

A new tool, form, route, resource, prompt or integration joins one of the lists here: the test of
the lists fails until it does.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer import Item, Memory, Principal, team_knowledge
from remembrancer.core.preset import ReviewPolicy
from remembrancer.doors.claude_code.context import context
from remembrancer.doors.mcp import server
from remembrancer.integrations.anthropic_memory import RemembrancerMemoryTool
from remembrancer.integrations.desk_seat import take_seat
from remembrancer.integrations.openai_agents import RemembrancerSession
from remembrancer.items.kinds.debate_kinds import OF_DEBATES
from remembrancer.tools.agent_tools import BUILT_IN
from remembrancer.tools.tool import RENDERED
from tests.people import ADA, ANNA, BOT
from tests.poison.world import House

SUBJECT = "ellen"
ROOM = "room"
TALK = "talk"
FILE = "/memories/notes.md"
_ROUNDS = 8  # of three messages: some have left the window, and are told in its summary
_numbers = count(1)


class Desk(NamedTuple):
    """A space in which one text stands wherever a text can stand, and an agent that asks."""

    agent: Memory
    text: str
    item_id: str
    own_id: str  # of an item that the agent brought itself


class Piece(NamedTuple):
    """Something that an agent is given: a text that we made, or values as JSON holds them."""

    told: Any
    is_rendered: bool = False  # it may have marks of ours, as many as with a plain text
    receipt: str | None = None


def furnished(house: House, preset: str, text: str, name: str = "Savings") -> Desk:
    """The text as items of every kind, from a person and from outside, accepted; and as a talk.

    The name is that of one more kind, domain and category, where a space has room for others, and
    the title and the tag of an item.
    """
    admin = house.space(preset).acting_as(ADA)
    rules = admin._session.space.preset
    line = " ".join(text.split())[:150]
    due = (house.clock.now + timedelta(days=42)).date().isoformat()
    common: dict[str, Any] = {
        "subject": SUBJECT,
        "title": line,
        "tags": ["pension", line],
        "metadata": {"deadline": due, "owner": line, "reason": text, "follow_up": text, line: text},
    }
    made = ("summary", "decision_trace", *OF_DEBATES)  # nobody adds these by hand, or as text
    kinds = [one for one in rules.kinds.values if one not in made]
    anna = admin.acting_as(ANNA)
    items: list[Item] = [anna.add(content=text, kind=kind, **common) for kind in kinds]
    items.append(anna.add(content=text, kind=kinds[0], subject=SUBJECT))
    words = {"kind": rules.kinds, "domain": rules.domains, "category": rules.categories}
    named = {field: name for field, listed in words.items() if not listed.strict}
    items.append(anna.add(content=text, title=name, tags=[name], subject=SUBJECT, **named))
    items += anna.remember(
        text, infer=False, subject=SUBJECT, source={"id": line, "trust": "outside"}
    ).items
    if rules.review is ReviewPolicy.REQUIRED:
        for one in items:
            admin.review.approve(one.id)
        admin.review.mandate(items[0].id, reason="a rule of the house")
    person = anna.graph.entity("Person", SUBJECT, attrs={"about": text}, aliases=[line])
    friend = anna.graph.entity("Person", f"Friend of {line}"[:150])
    anna.graph.relate(person.id, "CLOSE_TO", friend.id, attrs={"basis": text})
    talks = anna.conversations
    talks.start(TALK, subject=SUBJECT, channel_id=ROOM)
    said = [("user", None), ("assistant", None), ("user", "outside")]
    talks.append(
        TALK,
        [
            {"author_id": line, "role": role, "content": text, "trust": trust}
            for role, trust in said * _ROUNDS
        ],
    )
    house.clock.advance(timedelta(days=40))
    agent = admin.acting_as(BOT)
    own = agent.add(content=f"Kept {next(_numbers)}: {text}", kind=kinds[0])
    return Desk(agent, text, items[0].id, own.id)


# -- tools


def _tool(name: str, arguments: Callable[[Desk], dict[str, Any]]) -> Callable[[Desk], Any]:
    def ask(desk: Desk) -> Iterator[Piece]:
        answer = desk.agent.tools.call(name, arguments(desk))
        form = BUILT_IN[name].answer
        assert form is not None
        rendered = {one for one, field in form.model_fields.items() if RENDERED in field.metadata}
        yield Piece({key: value for key, value in answer.items() if key not in rendered})
        for key in rendered & set(answer):
            yield Piece(answer[key], is_rendered=True, receipt=answer.get("receipt"))

    return ask


def _decision_arguments(desk: Desk) -> dict[str, Any]:
    types = desk.agent._session.space.preset.decisions.types
    return {
        "decision_type": next(iter(types), "choice"),
        "customer_id": SUBJECT,
        "trigger": desk.text,
        "alternatives": [desk.text],
        "recommendation": desk.text,
        "reasoning": desk.text,
    }


def _decided(desk: Desk) -> dict[str, Any]:
    return desk.agent.tools.call("record_decision", _decision_arguments(desk))


def _tied(desk: Desk) -> str:
    """The id of a decision that another one follows from."""
    id: str = _decided(desk)["decision"]["id"]
    desk.agent.tools.call("record_decision", {**_decision_arguments(desk), "causes": [id]})
    return id


def _challenge_arguments(desk: Desk) -> dict[str, Any]:
    return {
        "topic": " ".join(desk.text.split())[:200] or "A pension",
        "challenged_agent": "other",
        "disputed_finding": desk.text[:900],
        "challenge_basis": f"It is not so: {desk.text}"[:900],
    }


def _challenged(desk: Desk) -> str:
    id: str = desk.agent.tools.call("challenge", _challenge_arguments(desk))["debate_id"]
    return id


def _finding(desk: Desk, agent: str) -> dict[str, Any]:
    """What an agent pushes, once it is on record."""
    own = desk.agent.acting_as(Principal(agent, kind="agent"))
    own.agents.register(agent, specializations=["pension"])
    return {"key": f"pension {next(_numbers)}", "value": f"pension {desk.text}"}


def _sent(desk: Desk) -> dict[str, Any]:
    """No arguments; another agent shared the text before."""
    _finding(desk, BOT.name)
    told = _finding(desk, "sender")
    sender = desk.agent.acting_as(Principal("sender", kind="agent")).agents.memory("sender")
    sender.put(told["key"], told["value"], importance=0.9)
    sender.push()
    return {}


TOOLS: dict[str, Callable[[Desk], Any]] = {
    "remember": _tool("remember", lambda desk: {"text": desk.text, "subject": SUBJECT}),
    "recall": _tool("recall", lambda desk: {"query": "pension", "subject": SUBJECT, "k": 20}),
    "get_context": _tool("get_context", lambda desk: {"subject": SUBJECT}),
    "confirm": _tool("confirm", lambda desk: {"id": desk.own_id}),
    "forget": _tool("forget", lambda desk: {"id": desk.own_id}),
    "SearchClientKnowledge": _tool(
        "SearchClientKnowledge", lambda desk: {"client_id": SUBJECT, "query": "pension"}
    ),
    "GetClientKnowledgeSummary": _tool(
        "GetClientKnowledgeSummary", lambda desk: {"client_id": SUBJECT}
    ),
    "get_recent_messages": _tool("get_recent_messages", lambda desk: {"channel_id": ROOM}),
    "search_similar_facts": _tool(
        "search_similar_facts", lambda desk: {"query": "pension", "limit": 50}
    ),
    "get_person_summary": _tool("get_person_summary", lambda desk: {"person_id": SUBJECT}),
    "search_customer": _tool("search_customer", lambda desk: {"name": SUBJECT}),
    "cypher_query": _tool(
        "cypher_query", lambda desk: {"query": "MATCH (i:Item) RETURN i.name, i.content LIMIT 20"}
    ),
    "sql_query": _tool("sql_query", lambda desk: {"query": "SELECT title, content FROM item"}),
    "FindSimilarPrecedent": _tool(
        "FindSimilarPrecedent", lambda desk: {"client_situation": f"pension {desk.text}"[:900]}
    ),
    "find_precedents": _tool(
        "find_precedents", lambda desk: {"situation": "pension", "subject": "somebody else"}
    ),
    "find_similar_decisions": _tool(
        "find_similar_decisions", lambda desk: {"decision_id": _decided(desk)["decision"]["id"]}
    ),
    "find_decision_community": _tool(
        "find_decision_community", lambda desk: {"decision_id": _tied(desk)}
    ),
    "get_customer_decisions": _tool(
        "get_customer_decisions", lambda desk: {"customer_id": SUBJECT}
    ),
    "get_causal_chain": _tool(
        "get_causal_chain", lambda desk: {"decision_id": _decided(desk)["decision"]["id"]}
    ),
    "get_policy": _tool("get_policy", lambda desk: {}),
    "retrieve": _tool(
        "retrieve",
        lambda desk: {
            "messages": [{"author_id": SUBJECT, "content": f"pension {desk.text}"[:900]}]
        },
    ),
    "record_decision": _tool("record_decision", _decision_arguments),
    "challenge": _tool("challenge", _challenge_arguments),
    "position": _tool(
        "position", lambda desk: {"debate_id": _challenged(desk), "text": desk.text[:900]}
    ),
    "my_credibility": _tool("my_credibility", lambda desk: {}),
    "push": _tool("push", lambda desk: _finding(desk, BOT.name)),
    "pull": _tool("pull", lambda desk: _sent(desk)),
}


# -- verbs, by the route that leads to them


def _bundle(desk: Desk) -> Iterator[Piece]:
    made = desk.agent.bundle()
    yield Piece(made.text, is_rendered=True, receipt=made.receipt)
    yield Piece(team_knowledge(made), is_rendered=True)
    yield Piece([one.export() for one in (*made.mandatory, *made.approved)])


def _briefing(desk: Desk) -> Iterator[Piece]:
    made = desk.agent.briefing(SUBJECT, token_budget=4_000)
    yield Piece(made.text, is_rendered=True, receipt=made.receipt)
    yield Piece({key: value for key, value in made.export().items() if key != "text"})


def _compose(desk: Desk) -> Iterator[Piece]:
    made = desk.agent.compose(
        message=desk.text, subject=SUBJECT, conversation_id=TALK, live_state={"cash": desk.text}
    )
    opening, *turns = made.messages
    yield Piece(opening["content"], is_rendered=True, receipt=made.receipt)
    yield Piece(turns)


def _window(desk: Desk) -> Iterator[Piece]:
    made = desk.agent.conversations.window(TALK, size=3)
    opening = made.prompt()[: made.block is not None]
    yield Piece("\n".join(one["content"] for one in opening), is_rendered=True)
    yield Piece(made.prompt()[len(opening) :])
    told = {key: value for key, value in made.export().items() if key != "block"}
    for one in told["messages"]:  # by its ids a program looks a message up
        del one["id"], one["conversation_id"], one["channel_id"]
    yield Piece(told)


def _recall(desk: Desk) -> Iterator[Piece]:
    hits = [one.export() for one in desk.agent.recall("pension", subject=SUBJECT, k=50).hits]
    for hit in hits:
        for one in (hit, *hit["evidence"]):
            for name in ("id", "conversation_id", "message_id", "source_id", "explanation"):
                one.pop(name, None)
    yield Piece(hits)


def _suggestions(desk: Desk) -> Iterator[Piece]:
    made = desk.agent.suggestions(SUBJECT)
    yield Piece(made.export(), receipt=made.receipt)


def _rules_files(desk: Desk) -> Iterator[Piece]:
    with tempfile.TemporaryDirectory() as folder:
        made = desk.agent.pull(folder, agents_md=True)
        listed = sorted(path for path in Path(folder).rglob("*.md"))
        texts = [path.read_text(encoding="utf-8") for path in listed]
    yield Piece("\n".join(texts), is_rendered=True, receipt=made.receipt)


def _inquire(desk: Desk) -> Iterator[Piece]:
    found = desk.agent.inquire([{"author_id": SUBJECT, "content": f"pension? {desk.text}"}])
    yield Piece(_without_ids(found.export()))
    yield Piece(_without_ids(desk.agent.inquiries.get(found.session_id).export()))


def _without_ids(told: dict[str, Any]) -> dict[str, Any]:
    """By its ids a program looks a fact up; the conversation is what it said itself."""
    told.pop("conversation", None)
    for one in told["relevant_facts"]:
        one.pop("id")
        one.pop("conversation_id")
    return told


VERBS: dict[str, Callable[[Desk], Iterator[Piece]]] = {
    "bundle": _bundle,
    "briefing": _briefing,
    "compose": _compose,
    "conversations.window": _window,
    "decisions.precedents": lambda desk: iter(
        [Piece([one.export() for one in desk.agent.decisions.precedents("pension", k=20)])]
    ),
    "inquire": _inquire,
    "inquiries.prefetch": lambda desk: iter(
        [Piece(_without_ids(desk.agent.inquiries.prefetch([SUBJECT]).export()))]
    ),
    "recall": _recall,
    "reminders": lambda desk: iter(
        [Piece([one.export() for one in desk.agent.reminders(30, subject=SUBJECT, new=True)])]
    ),
    "search_similar_facts": lambda desk: iter([Piece(desk.agent.search_similar_facts("pension"))]),
    "suggestions": _suggestions,
    "summary": lambda desk: iter([Piece(desk.agent.summary(SUBJECT).export())]),
    "pull": _rules_files,
}
# Routes that give back records as they are kept, for programs and for pages, which show what nobody
# sees as marks. None of them makes a text for a model.
_RECORDS = """
    agents.register agents.list agents.get agents.gate agents.gates agents.sync.status
    agents.sync.tick agents.tiers.put agents.tiers.get agents.tiers.push agents.tiers.pull
    agents.tiers.pending agents.tiers.alert
    notifications.list notifications.count notifications.seen notifications.settings
    credibility.due credibility.facilitator credibility.list credibility.record_outcome
    credibility.score credibility.history debates.advance debates.context debates.decide
    debates.get debates.history debates.list debates.open debates.override debates.position
    debates.resolution debates.similar debates.snapshot_get debates.snapshot_items
    debates.snapshot_mark debates.snapshot_recall
    review.acts review.undo
    add items add_many stats votes my_contributions remember erase insights review.mandate
    review.approve review.reject review.revoke review.batch review.queue review.case
    review.relied_on review.edit review.contradictions review.clashes review.resolve admin.audit
    verify get update history provenance changes_of told sources.events supersede dismiss confirm
    share vote receipts receipt conversations.start conversations.list conversations.get
    conversations.append conversations.messages conversations.receipts conversations.close
    conversations.get_recent_messages sources.meeting sources.event sources.why sources.explain
    sources.backfill sources.import_ sources.session sources.collect sources.feeds jobs.list
    jobs.failed jobs.wait jobs.retry jobs.schedules jobs.schedule jobs.unschedule walks.list
    walks.report walks.get walks.used admin.spaces admin.settings admin.configure admin.archive
    admin.problems admin.vectors admin.drop_vectors admin.model_calls admin.people admin.person
    admin.add_person admin.join_group admin.leave_group admin.grant admin.withdraw admin.groups
    admin.tokens admin.issue_token admin.revoke_token admin.end_sign_ins
    admin.erasures admin.apply_erasures
    tools.schemas inquiries.get inquiries.list inquiries.rate inquiries.report
    graph.entity graph.entities graph.add_many graph.merge graph.merges graph.relate
    graph.relations graph.path graph.cypher graph.status graph.sync graph.rebuild graph.get
    graph.unmerge graph.neighbours graph.relation graph.end graph.person graph.sql graph.overview
    graph.outline graph.evidence
    decisions.record decisions.get decisions.list decisions.link decisions.links
    decisions.propose_links decisions.confirm_link decisions.reject_link decisions.chain
    decisions.simulate decisions.compare decisions.communities decisions.community
    decisions.learned
    decisions.complexity decisions.similar decisions.fingerprint decisions.anomalies
    decisions.phases decisions.label decisions.context decisions.outcome decisions.revisit
    decisions.outcomes_due decisions.catalogue decisions.coverage decisions.report
    decisions.subject_report policies.add policies.add_defaults policies.get policies.list
    policies.end policies.decisions policies.compliance
"""
RECORDS = tuple(_RECORDS.split())
BY_TOOLS = ("tools.call",)  # each tool is tried above


# -- MCP, Claude Code, and the agents of others


def _resource(uri: str) -> Callable[[Desk], Iterator[Piece]]:
    def ask(desk: Desk) -> Iterator[Piece]:
        calling = server.calling(desk.agent, "full")
        yield Piece(server._resource(calling, uri), is_rendered=True)

    return ask


MCP: dict[str, Callable[[Desk], Iterator[Piece]]] = {
    "remembrancer://bundle": _resource("remembrancer://bundle"),
    "remembrancer://subjects/{subject}": _resource(f"remembrancer://subjects/{SUBJECT}"),
    "look_before_you_answer": lambda desk: iter(
        [Piece(server._look_first({"question": desk.text, "subject": SUBJECT}), is_rendered=True)]
    ),
}


def _files(desk: Desk) -> Iterator[Piece]:
    tool = RemembrancerMemoryTool(desk.agent)
    tool.call({"command": "create", "path": FILE, "file_text": desk.text})
    yield Piece(tool.call({"command": "view", "path": FILE}))
    yield Piece(tool.call({"command": "view", "path": "/memories"}))


def _session(desk: Desk) -> Iterator[Piece]:
    session = RemembrancerSession(desk.agent, f"session {next(_numbers)}")

    async def said() -> list[Any]:
        await session.add_items(
            [
                {"role": "user", "content": desk.text},
                {"type": "function_call_output", "call_id": "c1", "output": desk.text},
            ]
        )
        return list(await session.get_items())

    yield Piece(asyncio.run(said()))


def _claude_code(desk: Desk) -> Iterator[Piece]:
    yield Piece(context(desk.agent, SUBJECT, has_rules=False), is_rendered=True)


def _seat(desk: Desk) -> Iterator[Piece]:
    _sent(desk)
    seat = take_seat(
        desk.agent, BOT.name, lambda tool: tool, specializations=(), kinds=(), session=None
    )
    yield Piece(seat.instructions, is_rendered=True)


INTEGRATIONS: dict[str, Callable[[Desk], Iterator[Piece]]] = {
    "anthropic_memory": _files,
    "openai_agents": _session,
    "claude_code": _claude_code,
    "desk_seat": _seat,
}
# They hand nothing to a model: a graph gets the values that it put, to the letter; Pydantic AI
# calls the tools; and the others are parts of these.
NO_DELIVERY = ("langgraph", "pydantic_ai", "conditions", "kept", "file_views")

DELIVERIES: dict[str, Callable[[Desk], Iterator[Piece]]] = {
    f"{sort}: {name}": ask
    for sort, listed in (
        ("verb", VERBS),
        ("MCP", MCP),
        ("integration", INTEGRATIONS),
        ("tool", TOOLS),
    )
    for name, ask in listed.items()
}


def texts_in(told: Any) -> Iterator[str]:
    """Every text in a value, keys too."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for key, value in told.items():
            yield str(key)
            yield from texts_in(value)
    elif isinstance(told, list | tuple):
        for one in told:
            yield from texts_in(one)


def entries_in(told: Any) -> Iterator[dict[str, Any]]:
    """Everything in a value that has words of its own and says where they are from, the points of
    a summary too."""
    if isinstance(told, dict):
        has_words = isinstance(told.get("content"), str) or isinstance(told.get("text"), str)
        if has_words and ({"source_type", "source", "author_id", "messages"} & set(told)):
            yield told
        for value in told.values():
            yield from entries_in(value)
    elif isinstance(told, list | tuple):
        for one in told:
            yield from entries_in(one)


def as_json(told: Any) -> str:
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, default=str)
