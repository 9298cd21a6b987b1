"""Writing the evidence of items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, select

from remembrancer.core.errors import Erased, NotFound
from remembrancer.items.evidence import Stance
from remembrancer.items.port import NewEvidence
from remembrancer.store import schema
from remembrancer.store.conversations.conversation_writes import ConversationWrites
from remembrancer.store.dialect import among, pack
from remembrancer.store.erased_sources import ErasedSources
from remembrancer.store.rows import moment
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.unit_of_work import UnitOfWork

_NO_MESSAGE = (None,) * 5  # evidence that quotes no message
_SAID = ("quote", "start", "end", "stance", "principal")


class EvidenceWrites:
    """Adds evidence to items: new evidence that the caller may read, or that of other items."""

    def __init__(
        self, work: UnitOfWork, conversations: ConversationWrites, erased_sources: ErasedSources
    ) -> None:
        self._work = work
        self._conversations = conversations
        self._erased_sources = erased_sources

    def are_own(self, evidence: Sequence[NewEvidence]) -> bool:
        """All of the evidence quotes messages that this unit of work added."""
        return all(
            new_evidence.message in self._conversations.own_messages for new_evidence in evidence
        )

    def add(self, item_n: int, item_id: str, evidence: Sequence[NewEvidence]) -> list[str]:
        made: list[str] = []
        for new_evidence in evidence:
            source_n = (
                self._number_by_id(schema.source, new_evidence.source)
                if new_evidence.source
                else None
            )
            message = (
                self._message_place(new_evidence.message) if new_evidence.message else _NO_MESSAGE
            )
            row = {
                "quote": new_evidence.quote,
                "start": new_evidence.start,
                "end": new_evidence.end,
                "stance": new_evidence.stance.value,
                "principal": new_evidence.said_by or self._work.actor,
                "at": self._work.now_text,
            }
            references = [item_id, new_evidence.source, *message[1:]]
            made.append(
                self._work.put_sealed(
                    committed_columns.EVIDENCE,
                    row,
                    references,
                    {"item_n": item_n, "source_n": source_n, "message_n": message[0]},
                )
            )
        return made

    def take_over(self, item_n: int, item_id: str, of: Sequence[int]) -> list[str]:
        """Copies the evidence of other items to a new one, each quote once.

        It copies whole rows, because an item must not lose evidence that its author may not read.
        Nobody can read a quote that they could not read before. Erased evidence is not copied.
        """
        self._work.flush()
        self._work.connection.enter(self._work.space.number)
        rows = self._work.all(_whole_evidence, items=pack(of))
        made: list[str] = []
        for source_n, message_n, *rest in dict.fromkeys(map(tuple, rows)):
            references, said = rest[: -len(_SAID)], rest[-len(_SAID) :]
            row = {**dict(zip(_SAID, said, strict=True)), "at": self._work.now_text}
            places = {"item_n": item_n, "source_n": source_n, "message_n": message_n}
            made.append(
                self._work.put_sealed(
                    committed_columns.EVIDENCE, row, [item_id, *references], places
                )
            )
        return made

    def withdraw(self, item_n: int, item_id: str, seq: int) -> list[str]:
        """Withdraws the evidence that an act added: a further row says so of each of its rows."""
        self._work.flush()
        self._work.connection.enter(self._work.space.number)
        rows = self._work.all(_evidence_of_act, items=pack([item_n]), of_seq=seq)
        made: list[str] = []
        for source_n, message_n, *rest in map(tuple, rows):
            references, said = rest[: -len(_SAID)], rest[-len(_SAID) :]
            row = {
                **dict(zip(_SAID, said, strict=True)),
                "stance": Stance.WITHDRAWN.value,
                "at": self._work.now_text,
            }
            places = {"item_n": item_n, "source_n": source_n, "message_n": message_n}
            made.append(
                self._work.put_sealed(
                    committed_columns.EVIDENCE, row, [item_id, *references], places
                )
            )
        return made

    def _number_by_id(self, table: Any, id: str) -> int:
        self._work.flush()
        row = self._work.one(
            lambda: select(table.c.number).where(
                self._work.rights.visible(table), table.c.id == bindparam("id")
            ),
            table.name,
            id=id,
        )
        if row is None:
            raise NotFound(table.name, id)
        return int(row[0])

    def _message_place(self, message: tuple[str, str]) -> tuple[Any, ...]:
        """The number of a readable message, and the ids and owners that name it."""
        known = self._conversations.own_messages.get(message)
        if known is not None:
            return known
        self._work.flush()
        place = self._conversations.row_of(message[0])
        columns = schema.message.c
        row = place and self._work.one(
            lambda: (
                select(columns.number, columns.id, columns.owner, columns.salt, columns.commitment)
                .where(
                    self._work.rights.visible(schema.message),
                    self._work.rights.raw_readable(schema.message),
                    columns.conversation_n == bindparam("conversation_n"),
                    columns.id == bindparam("id"),
                )
                .order_by(columns.owner != bindparam("viewer"), columns.number)
                .limit(1)
            ),
            conversation_n=place["number"],
            id=message[1],
        )
        if not place or not row:
            raise NotFound("message", message[1])
        if row[3] is None:  # erased text cannot be evidence
            raise Erased(
                "message",
                message[1],
                moment(self._erased_sources.erased_at(row[4]) or self._work.at),
            )
        return (row[0], place["id"], place["owner"], row[1], row[2])


def _whole_evidence() -> Select[Any]:
    """Every evidence row of items, with the ids and owners that name its source and its message."""
    columns, kind = schema.evidence.c, committed_columns.EVIDENCE
    return (
        select(
            columns.source_n,
            columns.message_n,
            *kind.references[1:],
            *(columns[name] for name in _SAID),
        )
        .select_from(kind.joined)
        .where(
            columns.space_n == bindparam("space_n"),
            among(columns.item_n, "items"),
            columns.salt.is_not(None),
        )
        .order_by(columns.number)
    )


def _evidence_of_act() -> Select[Any]:
    """The evidence that one act added to an item."""
    return _whole_evidence().where(schema.evidence.c.seq == bindparam("of_seq"))
