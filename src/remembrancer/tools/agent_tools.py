"""`memory.tools`: what an agent calls by name. It looks before it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from remembrancer.core.errors import Conflict, InvalidInput, NotFound
from remembrancer.core.limits import TOOL_RESULT_TOKENS_MAX, TOOLS_MAX
from remembrancer.core.validation import check_name, check_word
from remembrancer.delivery.briefing import client_entries
from remembrancer.delivery.briefing.client_search import client_search
from remembrancer.delivery.briefing.client_summary import client_summary
from remembrancer.delivery.briefing.summary import entry
from remembrancer.delivery.tool_rule import LOOK_FIRST, QUOTED_ANSWER
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.recall_verbs import Recalls
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.reading.port import RetrievedText
from remembrancer.tools.agent_memory_tools import AGENT_MEMORY_TOOLS
from remembrancer.tools.debate_tools import DEBATE_TOOLS
from remembrancer.tools.decision_tools import DECISION_TOOLS
from remembrancer.tools.graph_tools import GRAPH_TOOLS
from remembrancer.tools.inquiry_tools import INQUIRY_TOOLS
from remembrancer.tools.lookup_tools import LOOKUP_TOOLS, SEARCH, SUMMARY, Entry
from remembrancer.tools.memory_tools import MEMORY_TOOLS
from remembrancer.tools.query_tools import QUERY_TOOLS
from remembrancer.tools.tool import ROOM, Tool, size
from remembrancer.tools.tool_results import quotes, shortened, within

if TYPE_CHECKING:
    from remembrancer.memory import Memory

Which = Literal["default", "full"]

BUILT_IN: Final[Mapping[str, Tool]] = {
    tool.name: tool
    for tool in (
        *MEMORY_TOOLS,
        *LOOKUP_TOOLS,
        *GRAPH_TOOLS,
        *QUERY_TOOLS,
        *INQUIRY_TOOLS,
        *DECISION_TOOLS,
        *AGENT_MEMORY_TOOLS,
        *DEBATE_TOOLS,
    )
}
_HITS: Final = 10
_SUMMARY_TOKENS: Final = TOOL_RESULT_TOKENS_MAX * 2 // 5  # as text, and as entries again


def chosen(tools: Mapping[str, Tool], which: Any) -> tuple[Tool, ...]:
    """The small set of these tools, or all of them."""
    if which not in ("default", "full"):
        raise InvalidInput(
            f"There are two sets of tools, default and full, and no {which!r}.", field="tools"
        )
    return tuple(tool for tool in tools.values() if which == "full" or tool.is_default)


@traced("tools")
@handing_over
class AgentTools:
    """Answers the tool calls of one agent. Each question is a walk."""

    rule: Final = LOOK_FIRST  # goes into the system prompt of whoever has these tools

    def __init__(self, session: Session, memory: Callable[[Session], Memory]) -> None:
        self._session = session
        self._memory = memory  # the memory of a session, as tools are given it
        self._recalls = Recalls(session)

    def schemas(self, which: Which = "full") -> tuple[dict[str, Any], ...]:
        """Name, description and JSON Schema of the arguments of each tool."""
        return tuple(tool.schema() for tool in self.listed(which))

    def listed(self, which: Which = "full") -> tuple[Tool, ...]:
        """The tools themselves: the small set, or all of them."""
        return chosen({**BUILT_IN, **self._session.registered}, which)

    def register(self, tool: Tool) -> None:
        """Offers a tool of your own, to every caller of this memory, for as long as it is open."""
        if not isinstance(tool, Tool):
            raise InvalidInput(f"A tool is a Tool, not {tool!r}.", field="tool")
        registered = self._session.registered
        if tool.name in BUILT_IN or tool.name in registered:
            raise Conflict(f"There is a tool {tool.name} already. Give yours another name.")
        if len(BUILT_IN) + len(registered) >= TOOLS_MAX:
            raise Conflict(f"There are {TOOLS_MAX} tools, which is the limit.")
        registered[tool.name] = tool

    def call(
        self, tool_name: Any, arguments: Mapping[str, Any], *, session: str | None = None
    ) -> dict[str, Any]:
        """What a tool answers, as JSON can hold it. `session` names the talk, for the walks."""
        tool = None
        if isinstance(tool_name, str):
            tool = BUILT_IN.get(tool_name) or self._session.registered.get(tool_name)
        if tool is None:
            raise NotFound("tool", tool_name)
        looks = tool.name in BUILT_IN and tool.is_read_only
        return tool.call(
            self.as_member() if looks else self._memory(self._session), arguments, session
        )

    def as_member(self) -> Memory:
        """The memory as tools see it that only look.

        What an agent reads goes into a prompt: an admin's, too, looks without their rights over
        what is personal to others, or told to groups that they are not in.
        """
        caller = self._session.principal.model_copy(update={"roles": frozenset()})
        return self._memory(self._session.with_principal(caller))

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
        handed = client_search(ours.store, ours.scope(), client_id, found.hits, _SUMMARY_TOKENS)
        entries, left_out = within([_entry(brought) for brought in handed.found])
        return {
            "client_id": client_id,
            "entries": [one.export() for one in entries],
            "left_out": handed.left_out + left_out,
            "text": handed.text,
            "receipt": handed.receipt,
            "walk": found.walk,
            "note": QUOTED_ANSWER,
        }

    def get_client_knowledge_summary(
        self, client_id: str, *, session: str | None = None
    ) -> dict[str, Any]:
        """The items about a client by kind, their text for a prompt, and its receipt."""
        check_name(client_id, "client_id")
        if session is not None:
            check_name(session, "session")
        ours = self._session
        handed = ours.looked(client_summary(ours.store, ours.scope(), client_id, _SUMMARY_TOKENS))
        groups, totals = handed.summary.groups, handed.summary.totals
        walk = ours.walks.note(
            ours.scope(),
            tool=SUMMARY,
            query=None,
            subject=client_id,
            session=session,
            hits=[
                RetrievedText(one.id, None, one.is_personal)
                for some in groups.values()
                for one in some
            ],
        )
        told = {kind: [entry(value) for value in some] for kind, some in groups.items()}
        only_in_text = 0
        if size(told) + size(handed.text) > ROOM * 9 // 10:
            # Marks that JSON has to escape can make a text much longer. It is told once, then.
            only_in_text = sum(map(len, told.values()))
            told = {kind: [] for kind in told}
        return {
            "client_id": client_id,
            "groups": told,
            "totals": {kind: totals[kind] for kind in groups},
            "left_out": sum(totals.values()) - sum(len(some) for some in groups.values()),
            "only_in_text": only_in_text,
            "text": handed.text,
            "receipt": handed.receipt,
            "walk": walk,
        }


def _entry(brought: client_entries.Brought) -> Entry:
    fields = client_entries.entry(brought)
    content, is_shortened = shortened(fields.pop("content"))
    quoted = tuple(one.quote for one in quotes(brought.hit))
    return Entry(**{**fields, "quotes": quoted}, content=content, is_shortened=is_shortened)
