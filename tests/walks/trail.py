"""Trails: questions to a memory, with the answers that a test makes up for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from remembrancer import Item, Memory, Message, Principal
from remembrancer.front.walks import Walks
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.retrieval_log import WalkLog
from tests.people import ADA


class Trail:
    """A caller whose questions are noted, and who looks at them afterwards."""

    def __init__(self, memory: Memory, log: WalkLog | None = None) -> None:
        self.memory = memory
        self.log = memory._session.walks if log is None else log
        self.walks = Walks(replace(memory._session, walks=self.log))

    def of(self, principal: Principal) -> Trail:
        return Trail(self.memory.acting_as(principal), self.log)

    def ask(
        self,
        query: str | None,
        *found: Item | Message,
        tool: str = "recall",
        subject: str | None = None,
        session: str | None = None,
    ) -> str:
        """A question that brought up these; the id of the walk."""
        return self.log.note(
            self.memory._session.scope(),
            tool=tool,
            query=query,
            subject=subject,
            session=session,
            hits=self._seen(found),
        )

    def _seen(self, found: Sequence[Item | Message]) -> list[RetrievedText]:
        numbers = message_numbers(self.memory) if any(_is_said(one) for one in found) else {}
        return [
            RetrievedText(None, numbers[one.conversation_id, one.id], one.is_personal)
            if isinstance(one, Message)
            else RetrievedText(one.id, None, one.is_personal)
            for one in found
        ]


def _is_said(one: Item | Message) -> bool:
    return isinstance(one, Message)


def message_numbers(memory: Memory) -> dict[tuple[str, str], int]:
    """The store's numbers of all messages, by conversation and id."""
    session = memory.acting_as(ADA)._session
    talks: dict[int, str] = {}
    found: dict[tuple[str, str], int] = {}
    with session.store.reading(session.scope()) as reader:
        for table, row in reader.whole_space.rows():
            if table == "conversation":
                talks[row["number"]] = row["id"]
            elif table == "message":
                found[talks[row["conversation_n"]], row["id"]] = row["number"]
    return found
