"""An entity: a person, organisation, topic or thing that knowledge is about."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue, StringConstraints

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Name
from remembrancer.items.item import Trust

GRAPH_WORD: Final = r"[A-Za-z][A-Za-z0-9_]{0,63}"  # what kinds and types look like
ALIASES_MAX: Final = 50  # further names of one entity

# The attribute of an entity that was drawn from messages: it goes with the last of them.
DRAWN_FROM: Final = "drawn_from"
# What was stated of derived attributes before relations counted. It is stored with the attributes.
STATED: Final = "_stated"
POSSIBLE_DUPLICATE: Final = "POSSIBLE_DUPLICATE"  # the type between two that a person may merge

_ENTITY_ID: Final = re.compile(r"ent_[0-9a-f]{12}")
ABOUT: Final = "ABOUT"  # the type from a decision to what it concerns
HAS_OUTCOME: Final = "HAS_OUTCOME"  # the type from a decision to what came of it
_OF_DECISIONS: Final = ("Exception", "Escalation")  # kinds that belong to one decision

GraphWord = Annotated[str, StringConstraints(pattern=f"^{GRAPH_WORD}$")]


class EntityDraft(Value):
    kind: GraphWord  # an open list: Person, Org, Place, Topic, Client, …
    name: Name
    external_id: Name | None = None  # its id in the caller's own system
    attrs: dict[Name, JsonValue] = {}
    aliases: Annotated[tuple[Name, ...], Field(max_length=ALIASES_MAX)] = ()
    audience: Name | None = None
    is_personal: bool = False


class Entity(Value):
    """A node of the graph. Entities merged into it are part of it."""

    id: str  # ent_ and 12 hex digits
    kind: str
    name: str
    external_id: str | None
    attrs: dict[str, Any]
    aliases: tuple[str, ...] = ()  # further names, also of those merged into it
    merged: tuple[str, ...] = ()  # ids of the entities merged into it
    owner: str
    audience: str | None
    is_personal: bool
    trust: Trust = Trust.PERSON  # the lowest of what it was drawn from
    # What was stated of attributes that are derived by now; None: none of them is derived yet.
    stated: dict[str, Any] | None = None
    created_at: datetime
    updated_at: datetime


def name_key(name: str) -> str:
    """The form in which names are compared: case, width and spaces do not count."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"\s+", " ", folded).strip()


def is_entity_id(text: str) -> bool:
    return _ENTITY_ID.fullmatch(text) is not None


def belonging_to(item_id: str) -> tuple[str, ...]:
    """The external ids of the entities that belong to one decision, and are erased with it."""
    return tuple(f"{item_id}/{kind.lower()}" for kind in _OF_DECISIONS)


def outcome_external_id(item_id: str, number: int) -> str:
    """The external id of the entity that stands for an outcome of a decision."""
    return f"{item_id}/outcome/{number}"


def is_outcome_of(item_id: str, external_id: str | None) -> bool:
    """Whether an entity stands for an outcome of this decision, and is erased with it."""
    return external_id is not None and external_id.startswith(f"{item_id}/outcome/")


def label_of_kind(kind: str) -> str:
    """The label of an item's kind in the graph: decision_trace is DecisionTrace."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", kind) if part)
