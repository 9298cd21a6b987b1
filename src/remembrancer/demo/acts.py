"""What the acts of a story do: each is one call or two of the public API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from remembrancer.memory import Memory

AT_THE_DESK: Final = frozenset({"put", "push", "pull", "challenge", "position", "advance"})
_BETWEEN_MESSAGES: Final = timedelta(seconds=40)


class ReadyAct(NamedTuple):
    """An act with its ids and dates filled in, ready to be done."""

    by: str  # who does it
    do: str
    of: str  # the id of the item that it changes; empty: none
    fields: dict[str, Any]
    now: datetime
    agents: tuple[str, ...] = ()  # what these say is said by an assistant


def perform(memory: Memory, action: ReadyAct) -> str | None:
    """Does it as the principal of the memory. Returns the id of the item that it made, if any."""
    return _ACTS[action.do](memory, action)


# -- remembering


def _remember(memory: Memory, action: ReadyAct) -> str | None:
    """Stores a text or a conversation as one item, or extracts items with `infer`."""
    fields = action.fields
    text, infer = fields.pop("text"), fields.pop("infer", False)
    if "reason" in fields:  # a mandate in one step
        return memory.add(content=text, **fields).id
    origin = {"type": fields.get("source_type"), "id": fields.pop("source", None)}
    if isinstance(text, list):
        said = _timed(text, action)
        remembered = memory.remember(said, source=origin["id"], infer=infer, **fields)
    else:
        given = {name: value for name, value in origin.items() if value is not None}
        remembered = memory.remember(text, source=given or None, infer=infer, **fields)
    return remembered.items[-1].id if remembered.items else None


def _talk(memory: Memory, action: ReadyAct) -> None:
    fields = action.fields
    said = _timed(fields.pop("messages"), action)
    place = memory.conversations.start(fields.pop("id"), **fields)
    memory.conversations.append(place.id, said)


def _meeting(memory: Memory, action: ReadyAct) -> None:
    memory.sources.meeting(occurred_at=action.now, **action.fields)


def _event(memory: Memory, action: ReadyAct) -> str:
    return memory.sources.event(action.fields.pop("event"), **action.fields).trace.id


def _supersede(memory: Memory, action: ReadyAct) -> str:
    return memory.supersede(action.of, **action.fields).id


def _timed(said: list[list[str]], action: ReadyAct) -> list[dict[str, Any]]:
    return [
        {
            "author_id": author,
            "role": "assistant" if author in action.agents else "user",
            "content": content,
            "timestamp": action.now + place * _BETWEEN_MESSAGES,
        }
        for place, (author, content) in enumerate(said)
    ]


# -- deciding


def _decide(memory: Memory, action: ReadyAct) -> str:
    return memory.decisions.record(action.fields.pop("type"), **action.fields).id


def _policy(memory: Memory, action: ReadyAct) -> str:
    return memory.policies.add(action.fields.pop("name"), **action.fields).id


def _link(memory: Memory, action: ReadyAct) -> None:
    memory.decisions.link(**action.fields)


def _outcome(memory: Memory, action: ReadyAct) -> None:
    fields = action.fields
    memory.decisions.outcome(action.of, fields["outcome"], value=fields.get("value"))


# -- a desk: agents, their own memories, debates, and what came of them


def _agent(memory: Memory, action: ReadyAct) -> None:
    memory.agents.register(action.fields.pop("name"), **action.fields)


def _put(memory: Memory, action: ReadyAct) -> None:
    own = memory.agents.memory(action.by)
    own.put(action.fields.pop("entry"), action.fields.pop("value"), **action.fields)


def _push(memory: Memory, action: ReadyAct) -> str | None:
    pushed = memory.agents.memory(action.by).push(action.fields.get("entry"))
    return pushed[-1].item_id if pushed else None


def _pull(memory: Memory, action: ReadyAct) -> None:
    memory.agents.memory(action.by).pull()


def _challenge(memory: Memory, action: ReadyAct) -> str:
    topic = action.fields.pop("topic")
    return memory.debates.open(topic, challenger=action.by, **action.fields).id


def _position(memory: Memory, action: ReadyAct) -> None:
    memory.debates.position(action.of, agent=action.by, **action.fields)


def _advance(memory: Memory, action: ReadyAct) -> None:
    memory.debates.advance(action.of)


def _rule(memory: Memory, action: ReadyAct) -> None:
    memory.debates.decide(action.of, **action.fields)


def _override(memory: Memory, action: ReadyAct) -> None:
    memory.debates.override(action.of, **action.fields)


def _record_outcome(memory: Memory, action: ReadyAct) -> None:
    memory.credibility.record_outcome(action.of, **action.fields)


# -- changing what is known


def _node(memory: Memory, action: ReadyAct) -> None:
    memory.graph.entity(**action.fields)


def _relate(memory: Memory, action: ReadyAct) -> str:
    """Relates two entities. The evidence is the message of `said_in` that holds `words`."""
    fields = action.fields
    source, target = (memory.graph.entity(**fields.pop(end)).id for end in ("source", "target"))
    words = fields.pop("words")
    evidence = [
        said.id
        for said in memory.conversations.messages(fields.pop("said_in"))
        if words in said.content
    ]
    return memory.graph.relate(source, fields.pop("type"), target, evidence=evidence, **fields).id


def _end(memory: Memory, action: ReadyAct) -> None:
    memory.graph.end(action.of, **action.fields)


def _vote(memory: Memory, action: ReadyAct) -> None:
    memory.vote(action.of, action.fields["value"])


def _change(verb: Callable[[Memory], Callable[..., object]]) -> Callable[[Memory, ReadyAct], None]:
    """A verb that takes the id of an item, and the fields of the act as they are."""

    def act(memory: Memory, action: ReadyAct) -> None:
        verb(memory)(action.of, **action.fields)

    return act


_ACTS: Final[Mapping[str, Callable[[Memory, ReadyAct], str | None]]] = {
    "remember": _remember,
    "talk": _talk,
    "meeting": _meeting,
    "event": _event,
    "supersede": _supersede,
    "decide": _decide,
    "policy": _policy,
    "link": _link,
    "outcome": _outcome,
    "agent": _agent,
    "put": _put,
    "push": _push,
    "pull": _pull,
    "challenge": _challenge,
    "position": _position,
    "advance": _advance,
    "rule": _rule,
    "override": _override,
    "record_outcome": _record_outcome,
    "node": _node,
    "relate": _relate,
    "end": _end,
    "vote": _vote,
    "approve": _change(lambda memory: memory.review.approve),
    "reject": _change(lambda memory: memory.review.reject),
    "mandate": _change(lambda memory: memory.review.mandate),
    "revoke": _change(lambda memory: memory.review.revoke),
    "confirm": _change(lambda memory: memory.confirm),
    "dismiss": _change(lambda memory: memory.dismiss),
    "share": _change(lambda memory: memory.share),
    "update": _change(lambda memory: memory.update),
}
