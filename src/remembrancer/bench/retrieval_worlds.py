"""Small worlds with conversations, each with the facts that an answer to it needs.

A file has a JSON object on each line: a world, or an entity, a message, a relation, an item or a
conversation of the world named in it.

What counts: `needed` are the facts without which no good answer can be given, `useful` those that
are right to hand over as well: the words that a needed fact rests on, a second person who could be
asked, how the people of the answer relate to who asks. Whatever else is found is wrong.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import Field, JsonValue, ValidationError

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput
from remembrancer.memory import Memory

EXAMPLE: Final = Path(__file__).parent / "ask_example.jsonl"  # shipped with the package


class WorldNode(Value):
    """A person, an organisation, a place or whatever else the graph knows by name."""

    key: str  # what relations of the world call it
    kind: str  # Person, Org, Place, Topic, Skill, Project, Event
    name: str
    external_id: str | None = None  # of a person: the author of messages
    aliases: tuple[str, ...] = ()
    attrs: dict[str, JsonValue] = Field(default_factory=dict)


class WorldMessage(Value):
    """A message that was sent before the conversations began."""

    key: str  # also its id in the store
    channel_id: str
    author: str  # key of a person
    timestamp: datetime
    content: str


class Edge(Value):
    """A relation, and the messages that state it."""

    key: str
    source: str  # key of a node
    type: str
    target: str  # key of a node
    confidence: float
    evidence: tuple[str, ...]  # keys of messages
    attrs: dict[str, JsonValue] = Field(
        default_factory=dict
    )  # role, startDate, endDate, sentiment, basis, …
    valid_until: datetime | None = None  # it was true until then


class WorldNote(Value):
    """A fact, a decision or a preference that no relation holds."""

    key: str
    kind: str
    content: str
    subject: str | None = None  # external id of a person, or the name of a node


class WorldTurn(Value):
    """One message of a conversation."""

    author: str  # key of a person
    timestamp: datetime
    content: str


class WorldConversation(Value):
    """What people write, and the facts that a good answer to it takes."""

    key: str
    asks: str  # what is tried: who_to_ask, fan_out, shared_name, smalltalk, …
    channel_id: str
    messages: tuple[WorldTurn, ...]
    needed: tuple[str, ...] = ()  # keys of relations, items and messages
    # Of a needed fact: keys that say the same in other words.
    same: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    useful: tuple[str, ...] = ()  # right to hand over, but not necessary

    @property
    def right(self) -> frozenset[str]:
        """All keys that may be handed over."""
        return frozenset(
            (*self.needed, *self.useful, *(k for one in self.same.values() for k in one))
        )


class World(Value):
    """A community, what is known of it, and conversations in it."""

    key: str
    title: str
    language: str  # in which most of it is written
    nodes: tuple[WorldNode, ...]
    messages: tuple[WorldMessage, ...]
    relations: tuple[Edge, ...]
    items: tuple[WorldNote, ...]
    conversations: tuple[WorldConversation, ...]

    def keys(self) -> tuple[str, ...]:
        """The keys of everything in it but the conversations."""
        parts: tuple[Iterable[WorldNode | WorldMessage | Edge | WorldNote], ...] = (
            self.nodes,
            self.messages,
            self.relations,
            self.items,
        )
        return tuple(one.key for part in parts for one in part)

    def request(self, conversation: WorldConversation) -> dict[str, Any]:
        """The conversation as a caller sends it: `messages` and `channel_id`."""
        people = {one.key: one.external_id for one in self.nodes}
        return {
            "messages": [
                {
                    "author_id": people[one.author],
                    "content": one.content,
                    "timestamp": one.timestamp.isoformat(),
                }
                for one in conversation.messages
            ],
            "channel_id": conversation.channel_id,
        }


class Score(Value):
    """How many facts were found, and how many of them were right. Scores add up."""

    found: int = 0  # what was handed over
    right: int = 0  # of these, needed or useful
    needed: int = 0
    hit: int = 0  # needed facts among the found ones

    @property
    def precision(self) -> float:
        """The share of the found facts that are right; 1 if nothing was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of the needed facts that were found; 1 if none is needed."""
        return self.hit / self.needed if self.needed else 1.0

    def __add__(self, other: Score) -> Score:
        return Score(
            found=self.found + other.found,
            right=self.right + other.right,
            needed=self.needed + other.needed,
            hit=self.hit + other.hit,
        )


def read_worlds(path: Path) -> tuple[World, ...]:
    """The worlds in a file."""
    titles: dict[str, dict[str, Any]] = {}
    parts: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    read = 0  # lines
    try:
        for line in path.read_text("utf-8").splitlines():
            read += 1
            row = json.loads(line)
            record, world = row.pop("record"), row.pop("world")
            if record == "world":
                titles[world] = row
            else:
                parts[world][record].append(row)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error
    except (ValueError, KeyError, AttributeError) as error:
        raise InvalidInput(
            f"{path}, line {read}: it is no JSON object with record and world."
        ) from error
    try:
        return tuple(_world(key, title, parts[key]) for key, title in titles.items())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InvalidInput(f"{path}: {place}: {first['msg']}.") from error


def _world(key: str, title: Mapping[str, Any], parts: Mapping[str, list[dict[str, Any]]]) -> World:
    return World.model_validate(
        {
            "key": key,
            **title,
            "nodes": parts["entity"],
            "messages": parts["message"],
            "relations": parts["relation"],
            "items": parts["item"],
            "conversations": parts["conversation"],
        }
    )


def fill(memory: Memory, world: World) -> dict[str, str]:
    """Writes a world into an empty space; the ids there, by the keys of the world.

    Each channel is one conversation, so that messages keep their id, author, channel and time. A
    relation was observed when its last message was sent.
    """
    people = {one.key: one.external_id for one in world.nodes if one.external_id}
    ids = {one.key: one.key for one in world.messages}
    for channel in dict.fromkeys(one.channel_id for one in world.messages):
        memory.conversations.start(channel, channel_id=channel)
        memory.conversations.append(
            channel,
            [
                {
                    "id": one.key,
                    "author_id": people[one.author],
                    "content": one.content,
                    "timestamp": one.timestamp,
                }
                for one in world.messages
                if one.channel_id == channel
            ],
        )
    for node in world.nodes:
        ids[node.key] = memory.graph.entity(
            node.kind,
            node.name,
            external_id=node.external_id,
            aliases=node.aliases,
            attrs=node.attrs,
        ).id
    sent = {one.key: one.timestamp for one in world.messages}
    for edge in world.relations:
        ids[edge.key] = memory.graph.relate(
            ids[edge.source],
            edge.type,
            ids[edge.target],
            confidence=edge.confidence,
            evidence=edge.evidence,
            timestamp=max(sent[one] for one in edge.evidence),
            valid_until=edge.valid_until,
            attrs=edge.attrs,
        ).id
    for note in world.items:
        ids[note.key] = memory.add(content=note.content, kind=note.kind, subject=note.subject).id
    return ids


def score(
    found_ids: Iterable[str], conversation: WorldConversation, keys: Mapping[str, str]
) -> Score:
    """How well the found ids answer a conversation; `keys` is what `fill()` returned.

    An id is counted once. Another one that says the same as a needed fact stands for it.
    """
    found = set(found_ids)
    hits = [one for one in conversation.needed if _is_found(one, conversation, keys, found)]
    return Score(
        found=len(found),
        right=len(found & {keys[one] for one in conversation.right}),
        needed=len(conversation.needed),
        hit=len(hits),
    )


def total(scores: Iterable[Score]) -> Score:
    """The score of a whole suite: every fact counts the same, whichever conversation it is of."""
    return sum(scores, Score())


def _is_found(
    key: str, conversation: WorldConversation, keys: Mapping[str, str], found: Collection[str]
) -> bool:
    return any(keys[one] in found for one in (key, *conversation.same.get(key, ())))
