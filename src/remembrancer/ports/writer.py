"""One unit of work on the store, as a Protocol."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from remembrancer.capture.feed import Feed
from remembrancer.conversations.digest import Digest
from remembrancer.core.ledger import Action
from remembrancer.core.principal import Person
from remembrancer.core.space import Space
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.items.added import AddedItems
from remembrancer.items.conversation import Conversation
from remembrancer.items.entity import Entity, EntityDraft
from remembrancer.items.item import Item, Trust
from remembrancer.items.message import Message, MessageDraft
from remembrancer.items.relation import Relation, RelationDraft
from remembrancer.items.source import Source
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.items.vote import Votes
from remembrancer.ports.reader import Reader
from remembrancer.ports.terms import (
    Claim,
    Derived,
    KeyedCall,
    MadeDue,
    NewDelivery,
    NewEvidence,
    NewItem,
    NewJob,
    NewSource,
    NewVector,
    NewWalk,
    Reach,
    Unembedded,
    Unsummarised,
)


class Writer(Reader, Protocol):
    """One unit of work. Leaving without `commit()` undoes everything."""

    def answer_to(self, operation: str, key: str, body: Sequence[Any]) -> list[str] | None: ...
    def keep_answer(
        self, operation: str, key: str, body: Sequence[Any], ids: Sequence[str]
    ) -> None: ...
    def put_answer(
        self,
        call: KeyedCall,
        attempt: str,
        *,
        status: int | None,
        body: str | None,
        names: Collection[str] = (),
    ) -> None:
        """Puts on record that a call was begun, or what it was answered."""

    def free_answer(self, call: KeyedCall, attempt: str) -> None:
        """The key of a call that failed may be used again at once."""

    def sweep_answers(self) -> int:
        """Removes answers that nobody asks for any more; how many."""

    def expect_items(self, new: Sequence[NewItem]) -> None: ...
    def add_items(self, new: Sequence[NewItem]) -> AddedItems: ...
    def change_item(
        self,
        stored: StoredItem,
        state: ItemState,
        *,
        action: Action,
        reason: str | None = None,
        evidence: Sequence[NewEvidence] = (),
    ) -> Item: ...
    def replace_item(
        self, old: StoredItem, old_state: ItemState, new: NewItem, *, reason: str | None = None
    ) -> Item: ...
    def vote(self, stored: StoredItem, value: int) -> Votes: ...
    def look(self, looks: Mapping[str, Action]) -> None: ...
    def add_source(self, new: NewSource) -> Source: ...
    def add_conversation(
        self,
        id: str | None,
        *,
        subject: str | None,
        channel_id: str | None,
        title: str | None,
        audience: str | None,
        is_personal: bool,
        trust: Trust = Trust.PERSON,
    ) -> Conversation: ...
    def add_messages(
        self, conversation_id: str, drafts: Sequence[MessageDraft]
    ) -> tuple[Message, ...]: ...
    def put_digest(
        self, conversation_id: str, owner: str, digest: Digest, before: Unsummarised
    ) -> bool:
        """Puts a digest in the place of an earlier one; False: it is not the one it was."""

    def close_conversation(self, id: str) -> Conversation | None: ...
    def put_feed(self, new: Feed) -> None: ...
    def put_walks(self, new: Sequence[NewWalk]) -> int:
        """Logs questions; how many. What was erased since is not named again."""

    def add_delivery(self, new: NewDelivery) -> str:
        """Keeps what is handed to the caller; the id of its receipt."""

    def use_walk(self, id: str, ranks: Collection[int]) -> None:
        """Notes which of a question's hits were used, and that no other was."""

    def put_vectors(self, model: str, made_of: Unembedded, vectors: Sequence[NewVector]) -> bool:
        """Stores vectors of texts that are still there; False: another worker was faster."""

    def drop_vectors(self, model: str) -> int:
        """Removes the vectors of an embedder that is not used any more; how many there were."""

    def make_due_once(self, kind: str, key: str) -> None: ...

    made_due: list[MadeDue]  # the work that this unit made due

    @property
    def is_changed(self) -> bool:
        """The unit has put something on record."""

    def put_job(self, new: NewJob) -> str:
        """Makes work due; its id."""

    def hasten_jobs(self, kind: str, started: Conversation, *, whatever_subject: bool) -> None: ...
    def remove_job(self, id: str) -> bool: ...
    def retry_jobs(self, ids: Collection[str] | None) -> int: ...
    def claim_job(
        self, kinds: Collection[str], *, worker: str, until: datetime, ids: Collection[str] | None
    ) -> Claim | None: ...
    def renew_claim(self, claim: Claim, *, until: datetime, done: int, total: int) -> bool: ...
    def release_claim(
        self, claim: Claim, *, due_at: datetime, error: str | None, is_failed: bool
    ) -> bool: ...
    def finish_job(
        self, claim: Claim, *, next_due: datetime | None, note: str | None = None
    ) -> None: ...
    def add_entity(self, draft: EntityDraft) -> Entity: ...
    def add_relation(
        self, draft: RelationDraft, *, settles: str | None = None, reason: str | None = None
    ) -> Relation:
        """`settles` is the contradiction that it settles: then the ledger has it as that act."""
        ...

    def put_person(self, person: Person) -> None: ...
    def add_token(self, principal: str, *, kid: str, expires_at: datetime, note: str | None) -> str:
        """Puts a token on record; its id."""

    def revoke_token(self, id: str, reason: str | None) -> None: ...
    def note_rotation(self, kid: str) -> None: ...
    def has_texts(self) -> bool: ...
    def change_space(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space: ...
    def load_rows(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int: ...
    @property
    def space(self) -> Space:
        """The space that is written to, as it is by now."""

    def reach_item(self, id: str) -> Reach | None: ...
    def derived_from(self, given: str) -> Derived:
        """What rests on a source and on what was said in it."""
        ...

    def revoke_conversations(self, numbers: Sequence[int], reason: str | None) -> None:
        """From here on, nothing that was said in them so far counts as knowledge."""

    def ids_of(self, items: Sequence[int]) -> tuple[str, ...]:
        """The ids of items by the store's own numbers."""

    def reach_source(self, given: str) -> Reach | None: ...
    def reach_subject(self, subject: str) -> Reach | None: ...
    def replaced_by(self, items: Sequence[int]) -> tuple[tuple[str, str], ...]:
        """Other items that these took the place of, each with the one that did."""

    def reach_again(self, rows: Iterable[tuple[str, str]]) -> Reach | None: ...
    def erase(self, reach: Reach, *, why: str) -> Certificate: ...

    is_held: bool  # set: `commit()` only makes ready, and `end()` makes it last
    is_ready: bool

    def commit(self) -> None: ...
    def end(self) -> None: ...
