"""Read-only tools: a client's knowledge, similar facts, the messages of a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic import Field

from remembrancer.core.base import Value
from remembrancer.core.limits import MESSAGES_MAX, RECALL_HITS_MAX
from remembrancer.core.texts.text import Body, Name
from remembrancer.delivery.tool_rule import QUOTED_ANSWER
from remembrancer.tools.tool import Rendered, read_only
from remembrancer.tools.tool_results import LEFT_OUT, SHORTENED, TEXT, TRUST, shortened, within

if TYPE_CHECKING:
    from remembrancer.memory import Memory

SEARCH: Final = "SearchClientKnowledge"
SUMMARY: Final = "GetClientKnowledgeSummary"


class SearchClientKnowledge(Value):
    client_id: Name = Field(description="the client to search for")
    query: Body = Field(description="what to look for, in the words of the question")
    entry_type: Name | None = Field(default=None, description="only entries of this kind")


class Entry(Value):
    """An item about a client."""

    id: str
    entry_type: str | None
    title: str | None
    content: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    score: float
    confidence: float
    occurred_at: str
    source: str = Field(description="where it comes from")
    trust: str = Field(description=TRUST)
    quotes: tuple[str, ...] = Field(description="quotes that are evidence")


class Entries(Value):
    client_id: str
    entries: tuple[Entry, ...] = Field(description="the best first")
    left_out: int = Field(description=LEFT_OUT)
    text: Rendered = Field(description="the same as text: quoted data, each line with its source")
    receipt: str = Field(description="id of the receipt of this delivery")
    walk: str | None = Field(description="id of this call in the retrieval log")
    note: str = QUOTED_ANSWER


class GetClientKnowledgeSummary(Value):
    client_id: Name = Field(description="the client to summarise")


class ClientSummary(Value):
    client_id: str
    groups: dict[str, tuple[dict[str, Any], ...]] = Field(description="entries by kind")
    totals: dict[str, int] = Field(description="how many there are of each kind")
    left_out: int = Field(description="how many are left out: search for them")
    only_in_text: int = Field(description="how many are in the text but not in the groups")
    text: Rendered = Field(description="the same as text: quoted data, each line with its source")
    receipt: str = Field(description="id of the receipt of this delivery")
    walk: str | None = Field(description="id of this call in the retrieval log")


class GetRecentMessages(Value):
    channel_id: Name = Field(description="the channel, such as a chat room or a thread")
    limit: int = Field(default=50, ge=1, le=MESSAGES_MAX, description="how many at most")
    before_timestamp: Body | None = Field(
        default=None, description="only messages before this time, as 2026-03-31T14:00:00+00:00"
    )


class ChannelMessage(Value):
    """A message, word for word."""

    id: str
    conversation_id: str
    author_id: str
    role: str
    content: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    timestamp: str
    trust: str = Field(description=TRUST)


class Messages(Value):
    messages: tuple[ChannelMessage, ...] = Field(description="oldest first")
    left_out: int = Field(description="how many older messages did not fit")
    note: str = QUOTED_ANSWER


class SearchSimilarFacts(Value):
    query: Body = Field(description="what to look for")
    fact_types: tuple[Name, ...] | None = Field(
        default=None, max_length=100, description="only facts of these kinds"
    )
    limit: int = Field(default=10, ge=1, le=RECALL_HITS_MAX, description="how many at most")


class Fact(Value):
    """A fact with a similar meaning."""

    id: str
    fact_type: str | None
    text: str = Field(description=TEXT)
    is_shortened: bool = Field(default=False, description=SHORTENED)
    subject: str | None
    relevance: float = Field(description="from 0 to 1, within this answer")
    similarity: float | None = Field(description="by meaning; null: it was found by its words")
    confidence: float
    occurred_at: str
    source_type: str | None
    source_user: str | None
    trust: str | None = Field(description=TRUST)


class Facts(Value):
    facts: tuple[Fact, ...] = Field(description="the most relevant first")
    left_out: int = Field(description=LEFT_OUT)
    note: str = QUOTED_ANSWER


def _search(
    memory: Memory, arguments: SearchClientKnowledge, session: str | None
) -> dict[str, Any]:
    return memory.tools.search_client_knowledge(**dict(arguments), session=session)


def _summary(
    memory: Memory, arguments: GetClientKnowledgeSummary, session: str | None
) -> dict[str, Any]:
    return memory.tools.get_client_knowledge_summary(arguments.client_id, session=session)


def _recent(memory: Memory, arguments: GetRecentMessages, session: str | None) -> Messages:
    listed = memory.conversations.get_recent_messages(
        arguments.channel_id, arguments.limit, arguments.before_timestamp
    )
    result: list[ChannelMessage] = []
    for message in reversed(listed):  # the newest count most
        content, is_shortened = shortened(message.content)
        result.append(
            ChannelMessage(
                id=message.id,
                conversation_id=message.conversation_id,
                author_id=message.author_id,
                role=message.role,
                content=content,
                is_shortened=is_shortened,
                timestamp=message.timestamp.isoformat(),
                trust=message.trust.value,
            )
        )
    kept, left_out = within(result)
    return Messages(messages=kept[::-1], left_out=left_out)


def _similar(memory: Memory, arguments: SearchSimilarFacts, session: str | None) -> Facts:
    facts: list[Fact] = []
    for fact in memory.search_similar_facts(arguments.query, arguments.fact_types, arguments.limit):
        text, is_shortened = shortened(fact["text"])
        facts.append(Fact(**{**fact, "text": text}, is_shortened=is_shortened))
    kept, left_out = within(facts)
    return Facts(facts=kept, left_out=left_out)


LOOKUP_TOOLS: Final = tuple(
    read_only(*told)
    for told in (
        (
            SEARCH,
            "Search a client's knowledge",
            SearchClientKnowledge,
            Entries,
            _search,
            "Searches the items about a client. Call it for anything the summary does not "
            "answer. You get the entries that match, the best first.",
        ),
        (
            SUMMARY,
            "Summarise a client's knowledge",
            GetClientKnowledgeSummary,
            ClientSummary,
            _summary,
            "Summarises the items about a client by kind, newest first. Call it before you answer, "
            "as soon as you know which client is meant. You get the entries and a text of them.",
        ),
        (
            "get_recent_messages",
            "Recent messages of a channel",
            GetRecentMessages,
            Messages,
            _recent,
            "Gets the last messages of a channel, optionally before a time. Use it to catch up "
            "with the conversation there. You get them word for word, oldest first.",
        ),
        (
            "search_similar_facts",
            "Search for similar facts",
            SearchSimilarFacts,
            Facts,
            _similar,
            "Finds facts with a meaning similar to the query, in any words. Use it to find out "
            "what is known about a topic. You get them with their similarity, the most relevant "
            "first.",
        ),
    )
)
