"""Store interface for sessions of inquiries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from remembrancer.inquiry.session import InquirySession, SessionPage


class SeenRow(NamedTuple):
    """Something that an inquiry saw: an item, a message, an entity or a relation."""

    id: str  # its own id
    item_n: int | None = None  # the store's numbers
    message_n: int | None = None
    entity_n: int | None = None
    edge: str | None = None  # the id of a relation
    is_personal: bool = False  # no word of the session is kept
    is_answer: bool = False  # it is a fact of the answer


class NewSession(NamedTuple):
    """An inquiry to be put on record."""

    id: str
    owner: str  # who asked
    at: datetime  # when it began
    strategy: str
    prompt_version: str | None
    tokens_in: int
    tokens_out: int
    iterations: int
    milliseconds: float
    is_limited: bool
    confidence: str
    score: float
    body: str | None  # its words, as JSON; None: they are not kept
    seen: tuple[SeenRow, ...]  # facts of the answer first, in order
    subjects: tuple[str, ...]  # who took part, and whom and what it named


class SessionsReader(Protocol):
    """Sessions on record: the caller's own; for admins who are people, all."""

    def get(self, id: str) -> InquirySession | None: ...

    def page(
        self,
        *,
        limit: int,
        after: str | None = None,
        strategy: str | None = None,
        is_rated: bool | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> SessionPage: ...

    def seen(self, ids: Collection[str]) -> tuple[SeenRow, ...]:
        """Items, entities, relations and messages with these ids that the viewer may see."""


class SessionsWriter(SessionsReader, Protocol):
    """The same, and changes to them."""

    def put(self, new: Sequence[NewSession]) -> int:
        """Puts sessions on record, and returns their number. Those that saw something that was
        erased since are left out."""

    def rate(self, id: str, rating: int, note: str | None) -> None:
        """Rates a session that the viewer may see. A later rating replaces an earlier one."""
