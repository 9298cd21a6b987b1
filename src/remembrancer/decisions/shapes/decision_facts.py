"""What is known of each decision of a space beside its links: its time, its clients, who looked at
it again, and its words in short."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from remembrancer.decisions.shapes.structure import Structure
from remembrancer.graph.port import GraphNode
from remembrancer.items.entity import ABOUT, is_entity_id

_WORDS_MAX: Final = 400  # characters of a decision's words that are kept
_PART_MAX: Final = 200  # of which one part has so many at most
_SAID: Final = ("recommendation", "trigger", "reasoning")
_LOOKED: Final = ("outcomes", "revisits")  # each entry says that somebody looked at it


class Client(NamedTuple):
    """Whom decisions concern."""

    entity: str | None  # its id; None: it is known by its name alone
    name: str
    subject: str  # what decisions call it: the external id, or the name


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFacts:
    """What is known of one decision."""

    at: datetime  # when it was decided
    clients: tuple[str, ...]  # keys of `SpaceFacts.clients`
    looked_at: datetime | None  # when somebody last looked at it again or told what came of it
    words: str  # what was decided and why, in short
    numbers: tuple[tuple[str, float], ...]  # attributes of whom it concerns that are numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceFacts:
    """What is known of the decisions of a space that everybody in it may see."""

    decisions: Mapping[str, DecisionFacts]
    clients: Mapping[str, Client]
    names: Mapping[str, str]  # of the other nodes that decisions are linked to, by id
    subject_kind: str  # the kind of entity that clients are


def space_facts(nodes: Iterable[GraphNode], graph: Structure, subject_kind: str) -> SpaceFacts:
    """The facts of the decisions of a graph that was made of these nodes."""
    known = {node.key: node for node in nodes}
    clients = {
        node.key: _client(node)
        for node in known.values()
        if is_entity_id(node.key) and node.labels[-1] == subject_kind
    }
    called = _called(clients)
    concerned: dict[int, list[GraphNode]] = {place: [] for place in graph.decisions}
    for source, type, target in graph.edges:
        if type == ABOUT and source in concerned:
            concerned[source].append(known[graph.ids[target]])
    found: dict[str, DecisionFacts] = {}
    for place in graph.decisions:
        node = known[graph.ids[place]]
        keys = [one.key for one in concerned[place] if one.key in clients]
        subject = node.properties.get("subject")
        if not keys and isinstance(subject, str):
            # Two of one name, or a subject that is no client: its name is all that is known.
            key = called.get(subject.casefold()) or f"={subject}"
            clients.setdefault(key, Client(None, subject, subject))
            keys = [key]
        found[node.key] = DecisionFacts(
            at=datetime.fromisoformat(str(node.properties["timestamp"])),
            clients=tuple(dict.fromkeys(keys)),
            looked_at=max(_looks(node.properties), default=None),
            words=_words(node.properties),
            numbers=tuple(_numbers(concerned[place])),
        )
    others = {id: known[id] for id in graph.ids if id not in found and id not in clients}
    return SpaceFacts(
        decisions=found,
        clients=clients,
        names={id: _name(node) for id, node in others.items()},
        subject_kind=subject_kind,
    )


def _client(node: GraphNode) -> Client:
    name = str(node.properties.get("name") or node.key)
    external = node.properties.get("external_id")
    return Client(node.key, name, external if isinstance(external, str) else name)


def _called(clients: Mapping[str, Client]) -> dict[str, str]:
    """The key of the one client of a name or an external id."""
    found: dict[str, set[str]] = {}
    for key, client in clients.items():
        for name in (client.name, client.subject):
            found.setdefault(name.casefold(), set()).add(key)
    return {name: next(iter(keys)) for name, keys in found.items() if len(keys) == 1}


def _name(node: GraphNode) -> str:
    return " ".join(str(node.properties.get("name") or node.key).split())[:_PART_MAX]


def _looks(properties: Mapping[str, Any]) -> Iterator[datetime]:
    """When somebody looked at the decision again. What has another form is left out."""
    for name in _LOOKED:
        told = properties.get(name)
        if not isinstance(told, str):
            continue
        try:
            entries = json.loads(told)
        except ValueError:
            continue
        for entry in entries if isinstance(entries, list) else ():
            at = entry.get("at") if isinstance(entry, dict) else None
            if isinstance(at, str) and (moment := _moment(at)) is not None:
                yield moment


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo is None else found


def _words(properties: Mapping[str, Any]) -> str:
    parts = [properties.get(name) for name in _SAID]
    told = [part[:_PART_MAX] for part in parts if isinstance(part, str)]
    if not told:
        told = [str(properties.get("content") or "")]
    return "\n".join(told)[:_WORDS_MAX]


def _numbers(nodes: Iterable[GraphNode]) -> Iterator[tuple[str, float]]:
    for node in nodes:
        for name, value in node.properties.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield name, float(value)
