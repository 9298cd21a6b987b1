"""Writing items: adding, changing, replacing, voting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, select, update

from remembrancer.core.grounds import Judged
from remembrancer.core.hashing import commitment
from remembrancer.core.ledger import Action
from remembrancer.items.added import AddedItems
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import Item, Review
from remembrancer.items.port import NewEvidence, NewItem
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.store import schema
from remembrancer.store.dialect import among, pack
from remembrancer.store.documents.document_writes import DocumentWrites
from remembrancer.store.documents.search_texts import is_counted, search_text
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.items.evidence_writes import EvidenceWrites
from remembrancer.store.items.item_reads import ItemReads
from remembrancer.store.items.item_rows import item_from, read_again, state_row
from remembrancer.store.items.known_items import ItemsByHash
from remembrancer.store.rows import iso, moment
from remembrancer.store.unit.unit_of_work import UnitOfWork


class ItemWrites(ItemReads):
    """Every change creates a new version; the old version stays on record."""

    def __init__(
        self,
        work: UnitOfWork,
        documents: DocumentWrites,
        evidence: EvidenceWrites,
        erased_sources: ErasedSources,
    ) -> None:
        super().__init__(work)
        self._work = work
        self._documents = documents
        self._evidence = evidence
        self._known = ItemsByHash(work, self, erased_sources)

    def expect(self, new: Sequence[NewItem]) -> None:
        """Looks up in one query which of the items to be added already exist."""
        self._known.expect(new)

    def add(self, new: Sequence[NewItem]) -> AddedItems:
        """Stores items. An item that was captured before is returned as it is."""
        now, preset = self._work.scope.now, self._work.space.preset
        known = self._known.known(new)
        self._known.refuse_erased(new, known)
        added = AddedItems(lambda stored: item_from(stored, preset, now))
        for item in new:
            same_hash = None
            if item.same is not None:
                same_hash = self._known.same_hash(item.same)
                earlier = known.get(same_hash)
                if earlier is not None:
                    added.append(earlier, is_known=True)
                    continue
            seq = self._work.next_seq
            id = self._work.chance.id("km")
            stored, commitments = self._insert_item(id, item, same_hash, seq)
            self._work.append(item.action, id, {}, commitments, item.reason)
            if item.evidence:
                added.append(self._with_evidence(stored, item.evidence))
            else:
                added.append(stored)
            if same_hash is not None:
                known[same_hash] = added[-1]
        self._work.flush()
        return added

    def _with_evidence(self, stored: StoredItem, evidence: Sequence[NewEvidence]) -> Item:
        """A new item with the evidence that the caller may read."""
        if not self._evidence.are_own(evidence):
            self._work.flush()
            return self.finished([read_again(stored)], None, is_new=True)[0]
        proof = tuple(
            Evidence(
                source_id=new_evidence.source
                or (new_evidence.message[0] if new_evidence.message else None),
                conversation_id=new_evidence.message[0] if new_evidence.message else None,
                message_id=new_evidence.message[1] if new_evidence.message else None,
                quote=new_evidence.quote,
                start=new_evidence.start,
                end=new_evidence.end,
                stance=new_evidence.stance,
                principal=new_evidence.said_by or self._work.actor,
                at=moment(self._work.now_text),
                handed_in_by=self._work.actor,
            )
            for new_evidence in evidence
        )
        return item_from(stored, self._work.space.preset, self._work.scope.now, evidence=proof)

    def change(
        self,
        stored: StoredItem,
        state: ItemState,
        *,
        action: Action,
        reason: str | None = None,
        evidence: Sequence[NewEvidence] = (),
        judged: Judged | None = None,
        withdrawn_seq: int | None = None,
    ) -> Item:
        seq = self._work.next_seq
        changed, made = self._new_version(stored, state, seq)
        commitments = [made, *self._evidence.add(stored.number, stored.id, evidence)]
        if withdrawn_seq is not None:
            commitments += self._evidence.withdraw(stored.number, stored.id, withdrawn_seq)
        detail = {**_detail(stored, changed), **({} if judged is None else judged.detail())}
        self._work.append(action, stored.id, detail, commitments, reason)
        self._work.flush()
        return self.finished([read_again(changed)], None)[0]

    def change_many(
        self,
        changes: Sequence[tuple[StoredItem, ItemState]],
        *,
        action: Action,
        reason: str | None = None,
    ) -> list[Item]:
        """As `change`, with a ledger row for each item, and few statements for all of them."""
        if not changes:
            return []
        self._work.flush()
        numbers = pack([stored.number for stored, _ in changes])
        documents = dict(self._work.all(_current_documents, items=numbers))
        counted: dict[bool, list[int]] = defaultdict(list)
        for stored, state in changes:
            if _found_by(state) != _found_by(stored.state):
                documents[stored.number] = self._new_item_document(stored.number, state)
            elif stored.state.is_personal and not state.is_personal:
                self._embed_again(documents[stored.number])
            counts = is_counted(state, self._work.space.preset)
            if counts != is_counted(stored.state, self._work.space.preset):
                counted[counts].append(stored.number)
        self._work.flush()
        for counts, listed in counted.items():
            self._work.recount_texts(listed, counts)
        changed, current = [], []
        in_permission: dict[tuple[str | None, int, str], list[int]] = defaultdict(list)
        for stored, state in changes:
            newer = self._newer(stored, state)
            document_n = documents[stored.number]
            version_n, made = self._queue_version(newer, document_n, self._work.next_seq)
            self._work.append(action, stored.id, _detail(stored, newer), [made], reason)
            changed.append(newer)
            current.append((stored.number, version_n))
            in_permission[_permission(state)].append(stored.number)
        self._work.flush()
        self._work.run(_end_versions, items=numbers)
        for (audience, is_personal, review), listed in in_permission.items():
            self._work.run(
                _permit_items,
                items=pack(listed),
                new_audience=audience,
                new_is_personal=is_personal,
                new_review=review,
            )
        self._work.connection.set_current(self._work.space.number, current)
        return self.finished([read_again(one) for one in changed], None)

    def replace(
        self,
        old: StoredItem,
        old_state: ItemState,
        new: NewItem,
        *,
        reason: str | None = None,
        judged: Judged | None = None,
    ) -> Item:
        """Supersedes the old item and adds the new one, as one change with one ledger row."""
        seq = self._work.next_seq
        id = self._work.chance.id("km")
        changed, made_old = self._new_version(old, old_state._replace(superseded_by=id), seq)
        same_hash = None
        known = self._known.known([new])
        self._known.refuse_erased([new], known)
        if new.same is not None and not known:
            same_hash = self._known.same_hash(new.same)
        stored, commitments = self._insert_item(id, new, same_hash, seq)
        detail = {"supersedes": [changed.id], **({} if judged is None else judged.detail())}
        self._work.append(Action.ITEM_SUPERSEDE, id, detail, [made_old, *commitments], reason)
        self._work.flush()
        return self.finished([read_again(stored)], None)[0]

    def _insert_item(
        self,
        id: str,
        new: NewItem,
        same_hash: str | None,
        seq: int,
    ) -> tuple[StoredItem, list[str]]:
        number = self._work.number("item")
        self._work.has_new_items = True
        if same_hash is not None:
            self._known.by_same[same_hash] = id
        state = new.state
        if _waits(state):
            self._work.has_items_to_review = True
        now = self._work.scope.now
        stored = StoredItem(number, id, new.owner or self._work.actor, now, 1, now, state)
        document_n = self._new_item_document(number, state)
        version_n, made = self._queue_version(stored, document_n, seq)
        if new.is_drawn:
            self.extracted[version_n] = stored
        self._work.pending.add(
            "item",
            (
                number,
                self._work.space.number,
                id,
                stored.owner,
                state.audience,
                int(state.is_personal),
                state.review.value,
                self._work.now_text,
                version_n,
                same_hash,
                None,
            ),
        )
        commitments = [made]
        if new.evidence:
            commitments += self._evidence.add(number, id, new.evidence)
        if new.rests_on:
            commitments += self._evidence.take_over(number, id, new.rests_on)
        return stored, commitments

    def _new_version(
        self, stored: StoredItem, state: ItemState, seq: int
    ) -> tuple[StoredItem, str]:
        """Ends the version in force and starts the next one."""
        self._work.flush()
        changed = self._newer(stored, state)
        if _found_by(state) == _found_by(stored.state):
            (document_n,) = self._work.one(_current_document, item_n=stored.number)
            if stored.state.is_personal and not state.is_personal:
                self._embed_again(document_n)
        else:
            document_n = self._new_item_document(stored.number, state)
        counts = is_counted(state, self._work.space.preset)
        if counts != is_counted(stored.state, self._work.space.preset):
            self._work.flush()
            self._work.recount_texts([stored.number], counts)
        self._work.run(_end_version, item_n=stored.number, until=seq)
        version_n, made = self._queue_version(changed, document_n, seq)
        self._work.run(
            _change_item,
            item_n=stored.number,
            new_current=version_n,
            new_audience=state.audience,
            new_is_personal=int(state.is_personal),
            new_review=state.review.value,
        )
        return changed, made

    def _newer(self, stored: StoredItem, state: ItemState) -> StoredItem:
        """The item with its next version."""
        if _waits(state) and not _waits(stored.state):
            self._work.has_items_to_review = True
        return stored._replace(
            version=stored.version + 1, updated_at=self._work.scope.now, state=state
        )

    def _embed_again(self, document_n: int) -> None:
        """Queues the text for all embedders: some do not receive personal texts."""
        self._work.has_new_texts = True
        self._work.run(_back_before, new_upto=document_n - 1)

    def _queue_version(self, stored: StoredItem, document_n: int, seq: int) -> tuple[int, str]:
        number = self._work.number("version")
        values = state_row(stored.state)
        created = self._work.now_text if stored.version == 1 else iso(stored.created_at)
        salt = self._work.chance.salt()
        made = commitment(
            salt, (stored.id, stored.owner, created, stored.version, self._work.now_text, *values)
        )
        self._work.pending.add(
            "version",
            (
                number,
                self._work.space.number,
                stored.number,
                stored.version,
                self._work.now_text,
                None,
                document_n,
                *values,
                seq,
                salt,
                made,
            ),
        )
        return number, made

    def _new_item_document(self, item_n: int, state: ItemState) -> int:
        return self._documents.add(
            _search_text(state),
            state.subject,
            counts=is_counted(state, self._work.space.preset),
            item_n=item_n,
        )


def _waits(state: ItemState) -> bool:
    """Whether the item is in the queue of reviewers."""
    return state.review is Review.PENDING and not state.is_personal


def _search_text(state: ItemState) -> str:
    return search_text(state.title, state.content, state.category, state.tags)


def _found_by(state: ItemState) -> tuple[str, str | None]:
    """The fields that make up a document. Versions with the same values share one document."""
    return _search_text(state), state.subject


def _permission(state: ItemState) -> tuple[str | None, int, str]:
    """What a row of `item` repeats of the version in force."""
    return state.audience, int(state.is_personal), state.review.value


def _detail(before: StoredItem, after: StoredItem) -> dict[str, Any]:
    """What the ledger says of a new version."""
    pairs = zip(ItemState._fields, before.state, after.state, strict=True)
    return {"version": after.version, "fields": [name for name, old, new in pairs if old != new]}


def _end_version() -> Any:
    columns = schema.version.c
    return (
        update(schema.version)
        .where(
            columns.space_n == bindparam("space_n"),
            columns.item_n == bindparam("item_n"),
            columns.until_seq.is_(None),
        )
        .values(until_seq=bindparam("until"))
    )


def _end_versions() -> Any:
    """Each of these versions ends where the next one of its item began."""
    columns, newer = schema.version.c, schema.version.alias("newer")
    began = (
        select(newer.c.seq)
        .where(
            newer.c.space_n == columns.space_n,
            newer.c.item_n == columns.item_n,
            newer.c.version == columns.version + 1,
        )
        .correlate(schema.version)
        .scalar_subquery()
    )
    return (
        update(schema.version)
        .where(
            columns.space_n == bindparam("space_n"),
            among(columns.item_n, "items"),
            columns.until_seq.is_(None),
        )
        .values(until_seq=began)
    )


def _permit_items() -> Any:
    return (
        update(schema.item)
        .where(schema.item.c.space_n == bindparam("space_n"), among(schema.item.c.number, "items"))
        .values(
            audience=bindparam("new_audience"),
            is_personal=bindparam("new_is_personal"),
            review=bindparam("new_review"),
        )
    )


def _change_item() -> Any:
    return (
        update(schema.item)
        .where(
            schema.item.c.space_n == bindparam("space_n"),
            schema.item.c.number == bindparam("item_n"),
        )
        .values(
            current=bindparam("new_current"),
            audience=bindparam("new_audience"),
            is_personal=bindparam("new_is_personal"),
            review=bindparam("new_review"),
        )
    )


def _back_before() -> Any:
    columns = schema.embedded.c
    return (
        update(schema.embedded)
        .where(columns.space_n == bindparam("space_n"), columns.upto > bindparam("new_upto"))
        .values(upto=bindparam("new_upto"))
    )


def _current_document() -> Select[Any]:
    columns = schema.version.c
    return select(columns.document_n).where(
        columns.space_n == bindparam("space_n"),
        columns.item_n == bindparam("item_n"),
        columns.until_seq.is_(None),
    )


def _current_documents() -> Select[Any]:
    columns = schema.version.c
    return select(columns.item_n, columns.document_n).where(
        columns.space_n == bindparam("space_n"),
        among(columns.item_n, "items"),
        columns.until_seq.is_(None),
    )
