"""The ledger: every change of an item, numbered and chained."""

from __future__ import annotations

import json
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from remembrancer.core.base import Value
from remembrancer.core.grounds import ActKind, Grade, Ground


class Action(StrEnum):
    """What happened. The part before the dot says to what."""

    SPACE_CREATE = "space.create"
    SPACE_CHANGE = "space.change"
    SPACE_RESTORE = "space.restore"  # it came back from a backup that ends at the row before
    SPACE_MOVE = "space.move"  # it was moved to another store: nothing follows
    SPACE_ARRIVE = "space.arrive"  # it came from another store, whose ledger ends at the row before
    PERSON_PUT = "person.put"
    CONTACT_PUT = "contact.put"  # where somebody is told of what waits was set
    TOKEN_ISSUE = "token.issue"
    TOKEN_REVOKE = "token.revoke"
    TOKEN_ROTATE = "token.rotate"  # a new key signs from now on, in all spaces of the store
    ITEM_ADD = "item.add"
    ITEM_UPDATE = "item.update"
    ITEM_SUPERSEDE = "item.supersede"
    ITEM_DISMISS = "item.dismiss"
    ITEM_CONFIRM = "item.confirm"
    ITEM_VOTE = "item.vote"
    ITEM_SHARE = "item.share"
    ITEM_LINK = "item.link"  # an event was linked with the item that explains it
    ITEM_ARCHIVE = "item.archive"  # its source no longer contains it
    ITEM_RESTORE = "item.restore"  # an archived item came back from its source
    ITEM_LOOK = "item.look"  # an admin read an item personal to somebody else
    REVIEW_APPROVE = "review.approve"
    REVIEW_REJECT = "review.reject"
    REVIEW_MANDATE = "review.mandate"
    REVIEW_REVOKE = "review.revoke"
    REVIEW_EDIT = "review.edit"  # a reviewer changed its content
    CONTRADICTION_RESOLVE = "contradiction.resolve"  # an admin decided between two items
    JUDGEMENT_UNDO = "judgement.undo"  # somebody undid what the engine had done by itself
    SOURCE_CAPTURE = "source.capture"
    CONVERSATION_LOOK = "conversation.look"  # the same for a personal conversation
    CONVERSATION_START = "conversation.start"
    CONVERSATION_APPEND = "conversation.append"
    CONVERSATION_SUMMARISE = "conversation.summarise"  # its summary was written or rewritten
    CONVERSATION_CLOSE = "conversation.close"
    CONVERSATION_REVOKE = "conversation.revoke"  # its messages so far no longer count as knowledge
    ENTITY_ADD = "entity.add"
    ENTITY_CHANGE = "entity.change"
    ENTITY_MERGE = "entity.merge"  # another entity became part of it
    ENTITY_UNMERGE = "entity.unmerge"  # it is an entity of its own again
    RELATION_ADD = "relation.add"  # the memory linked two items
    EDGE_ADD = "edge.add"  # a relation of the graph
    EDGE_CHANGE = "edge.change"
    EDGE_END = "edge.end"  # it holds no longer
    GRAPH_LOOK = "graph.look"  # an admin read what is personal to somebody else in the graph
    AGENT_REGISTER = "agent.register"  # an agent joined the desk, or its fields changed
    AGENT_PUT = "agent.put"  # an admin wrote into an agent's memory in its name
    AGENT_PUSH = "agent.push"  # an admin had an agent's memory pushed in its name
    ERASE = "erase"  # texts were permanently removed; their places in the chain stay


# Acts that only add something or put it on record. Who does not know of one yet knows less, and
# nothing that was withdrawn, narrowed, corrected or erased.
ADDING: Final = frozenset(
    {
        Action.SPACE_CREATE,
        Action.TOKEN_ISSUE,
        Action.ITEM_ADD,
        Action.ITEM_CONFIRM,
        Action.ITEM_VOTE,
        Action.ITEM_LINK,
        Action.ITEM_RESTORE,
        Action.ITEM_LOOK,
        Action.REVIEW_APPROVE,
        Action.REVIEW_MANDATE,
        Action.SOURCE_CAPTURE,
        Action.CONVERSATION_LOOK,
        Action.CONVERSATION_START,
        Action.CONVERSATION_APPEND,
        Action.CONVERSATION_SUMMARISE,
        Action.CONVERSATION_CLOSE,
        Action.ENTITY_ADD,
        Action.RELATION_ADD,
        Action.EDGE_ADD,
        Action.GRAPH_LOOK,
        Action.AGENT_PUT,
        Action.AGENT_PUSH,
    }
)


class LedgerEntry(Value):
    """One row of the ledger. It holds ids, field names and commitments, never the text."""

    seq: int  # position in the space, without gaps
    at: datetime  # record time
    actor: str  # who did it
    action: str
    target: str  # the id of the thing changed
    detail: dict[str, Any]  # ids and field names
    reason: str | None  # stored next to the ledger, if given and not erased
    commitment: str  # hash of a random salt and what was written
    hash: str  # of this row and the hash of the row before it


class JudgedEntry(Value):
    """An act that the engine did by itself, as the store has it."""

    seq: int  # position in the space
    at: datetime  # record time
    actor: str  # whose call led to it
    act: ActKind
    item: str  # the id of the item that stands afterwards
    others: tuple[str, ...]  # ids of the items that it replaced, lists or contradicts
    grounds: tuple[Ground, ...]
    grade: Grade | None
    reason: str | None
    contradiction: str | None = None  # the id of the contradiction that was flagged


class Head(Value):
    """The end of a chain, signed, to be kept elsewhere: it proves later that nothing was cut."""

    space: str  # the space's permanent uid
    seq: int
    hash: str
    signature: str  # keyed with the store's secret

    def __str__(self) -> str:
        return json.dumps(self.model_dump(mode="json"), sort_keys=True)


class Break(Value):
    """Where the chain does not hold, and why."""

    seq: int | None  # the position, if known
    target: str | None  # the thing concerned
    reason: str

    def __str__(self) -> str:
        place = f"position {self.seq}" if self.seq is not None else "the store"
        return f"{place}: {self.reason}"


class Verification(Value):
    """What walking the chain found."""

    ok: bool
    rows: int  # ledger rows checked
    head: Head
    broken_at: Break | None = None  # the first break


class Change(Value):
    """A change as a subscriber sees it."""

    cursor: str  # opaque; subscribe(after=cursor) continues from here
    action: str
    item_id: str
    subject: str | None
    at: datetime
    actor: str
    replaced: tuple[str, ...] = ()  # the items this change superseded
