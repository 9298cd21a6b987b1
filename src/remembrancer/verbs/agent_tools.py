"""`memory.tools`: what an agent calls by name. It looks before it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import Field

from remembrancer.context import search, summary
from remembrancer.context.look_first import LOOK_FIRST
from remembrancer.errors import InvalidInput, NotFound
from remembrancer.flows.client_search import client_search
from remembrancer.flows.client_summary import client_summary
from remembrancer.model.base import Value
from remembrancer.model.text import Body, Name
from remembrancer.ports import Seen
from remembrancer.rules.validation import check_name, check_word, validated
from remembrancer.verbs.recalls import Recalls
from remembrancer.verbs.session import Session

SEARCH: Final = "SearchClientKnowledge"
SUMMARY: Final = "GetClientKnowledgeSummary"
_HITS: Final = 10
_NAME: Final = "tool_name"


class SearchClientKnowledge(Value):
    """Searches what is known of a client. Call it for anything the summary does not answer."""

    client_id: Name = Field(description="whose knowledge is searched")
    query: Body = Field(description="what to look for, in the words of the question")
    entry_type: Name | None = Field(default=None, description="only entries of this kind")


class GetClientKnowledgeSummary(Value):
    """What is known of a client, grouped by kind, newest first. Call it before you answer."""

    client_id: Name = Field(description="whose knowledge is summed up")


_ARGUMENTS: Final[Mapping[str, type[Value]]] = {
    SEARCH: SearchClientKnowledge,
    SUMMARY: GetClientKnowledgeSummary,
}


class AgentTools:
    """Answers the tool calls of one agent. Each call is a walk."""

    rule: Final = LOOK_FIRST  # goes into the system prompt of whoever has these tools

    def __init__(self, session: Session) -> None:
        self._session = session
        self._recalls = Recalls(session)

    def schemas(self) -> tuple[dict[str, Any], ...]:
        """Name, description and JSON Schema of the arguments of each tool."""
        return tuple(
            {
                "name": name,
                "description": arguments.__doc__,
                "parameters": _plain(arguments.model_json_schema()),
            }
            for name, arguments in _ARGUMENTS.items()
        )

    def call(
        self, tool_name: Any, arguments: Mapping[str, Any], *, session: str | None = None
    ) -> dict[str, Any]:
        """What a tool answers, as JSON can hold it. `session` names the talk, for the walks."""
        acts: dict[str, Callable[..., dict[str, Any]]] = {
            SEARCH: self.search_client_knowledge,
            SUMMARY: self.get_client_knowledge_summary,
        }
        if not isinstance(tool_name, str) or tool_name not in acts:
            raise NotFound("tool", str(tool_name))
        if not isinstance(arguments, Mapping):
            raise InvalidInput("arguments is a mapping from names to values.", field="arguments")
        given = validated(_ARGUMENTS[tool_name], _own(tool_name, arguments), what=tool_name)
        return acts[tool_name](**dict(given), session=session)

    def search_client_knowledge(
        self,
        client_id: str,
        query: str,
        entry_type: str | None = None,
        *,
        session: str | None = None,
    ) -> dict[str, Any]:
        """Entries of a client that match, the best first, their text for a prompt, and the receipt
        of it."""
        check_word(self._session.space.preset.kinds, entry_type, "entry_type")
        found = self._recalls.recall(
            query,
            k=_HITS,
            include=("items",),
            filters={"subject": client_id, "kinds": entry_type},
            as_of=None,
            explain=False,
            walking=session,
            tool=SEARCH,
        )
        ours = self._session
        handed = client_search(ours.store, ours.scope(), client_id, found.hits)
        return {
            "client_id": client_id,
            "entries": [search.entry(one) for one in handed.found],
            "left_out": handed.left_out,
            "text": handed.text,
            "receipt": handed.receipt,
            "walk": found.walk,
        }

    def get_client_knowledge_summary(
        self, client_id: str, *, session: str | None = None
    ) -> dict[str, Any]:
        """What is known of a client by kind, its text for a prompt, and the receipt of it."""
        check_name(client_id, "client_id")
        if session is not None:
            check_name(session, "session")
        ours = self._session
        handed = ours.looked(client_summary(ours.store, ours.scope(), client_id))
        groups, totals = handed.summary.groups, handed.summary.totals
        ours.walks.note(
            ours.scope(),
            tool=SUMMARY,
            query=None,
            subject=client_id,
            session=session,
            hits=[Seen(one.id, None, one.is_personal) for some in groups.values() for one in some],
        )
        return {
            "client_id": client_id,
            "groups": {kind: [summary.entry(one) for one in some] for kind, some in groups.items()},
            "totals": {kind: totals[kind] for kind in groups},
            "left_out": sum(totals.values()) - sum(len(some) for some in groups.values()),
            "text": handed.text,
            "receipt": handed.receipt,
        }


def _own(tool_name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments without the name of the tool, which some programs send among them."""
    if _NAME not in arguments:
        return arguments
    if arguments[_NAME] != tool_name:
        raise InvalidInput(
            f"{tool_name} was called with the arguments of another tool: their tool_name is "
            f"{arguments[_NAME]!r}. Leave it out, or call that one.",
            field=_NAME,
        )
    return {name: value for name, value in arguments.items() if name != _NAME}


def _plain(schema: Any) -> Any:
    """The schema without our patterns, which are written as only some programs read them."""
    if isinstance(schema, dict):
        return {key: _plain(value) for key, value in schema.items() if key != "pattern"}
    return [_plain(one) for one in schema] if isinstance(schema, list) else schema
