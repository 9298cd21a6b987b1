"""The routes: which verb is reached by which method and path. The table is all there is of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

_AS_IT_IS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


EVENTS_PATH: Final = "/api/events"
LIVE_PATH: Final = "/live"  # the same stream, for pages
SIGN_IN_START_PATH: Final = "/sign-in/start"  # people go from here to their provider
SIGN_IN_BACK_PATH: Final = "/sign-in/callback"  # and come back to here
EXPORT_PATH: Final = "/api/admin/export"
IMPORT_PATH: Final = "/api/admin/import"
RULES_FILES_PATH: Final = "/api/context/rules-files"
LINES_TYPE: Final = "application/x-ndjson"  # of an export
KEY_HEADER: Final = "Idempotency-Key"  # the caller's name for one call, which may be repeated
REPLAYED_HEADER: Final = "Idempotency-Replayed"  # "true": the answer of the first call with it
JSON_QUERY: Final = "json"  # in an address: all that is asked with it, as one JSON object
POSITION_HEADER: Final = "Remembrancer-Position"  # what the caller was told; to be sent back
TRACE_HEADER: Final = "traceparent"  # W3C Trace Context: the caller's span, whose trace goes on
SPACE_HEADER: Final = "Remembrancer-Space"  # of several that a token is for, by its quoted name


class Route(NamedTuple):
    """One verb on the wire. Its arguments and its answer are those of the verb itself."""

    verb: str  # "add", or with its group: "review.approve"
    method: str
    path: str  # names in braces are arguments of the verb
    status: int = 200
    query: tuple[str, ...] = ()  # arguments of an unsafe call that stand in the address
    renamed: Mapping[str, tuple[str, ...]] = _AS_IT_IS  # names on the wire, the first is shown
    body: str | None = None  # the one argument that is the whole body
    is_reading: bool = False  # a POST that changes nothing
    second: str | None = None  # set: another address of a verb, by this name; clients use the first
    is_secret: bool = False  # its answer is kept nowhere, not even for a repeated call

    @property
    def operation(self) -> str:
        """Its name in the description."""
        return self.second or self.verb

    @property
    def is_unsafe(self) -> bool:
        return self.method != "GET" and not self.is_reading


def _renamed(**names: str) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(told.split()) for name, told in names.items()}


_ITEM: Final = _renamed(id="item_id")

# Paths without a name in them stand before those with one at the same place.
ROUTES: Final[tuple[Route, ...]] = (
    # -- items
    Route("add", "POST", "/api/memory", 201),
    Route("items", "GET", "/api/memory"),
    Route("add_many", "POST", "/api/memory/batch", 201),
    Route("bundle", "GET", "/api/memory/bundle"),
    Route("stats", "GET", "/api/memory/stats"),
    Route("votes", "GET", "/api/memory/votes"),
    Route("my_contributions", "GET", "/api/memory/my-contributions"),
    Route("recall", "POST", "/api/memory/recall", is_reading=True),
    Route("search_similar_facts", "POST", "/api/memory/similar", is_reading=True),
    Route(
        "remember",
        "POST",
        "/api/memory/remember",
        201,
        renamed=_renamed(text_or_messages="text messages text_or_messages"),
    ),
    Route("erase", "POST", "/api/memory/erase"),
    Route("insights", "GET", "/api/memory/insights"),
    Route("reminders", "POST", "/api/memory/reminders"),
    Route("summary", "GET", "/api/memory/summary/{subject}"),
    # -- governance
    Route("review.mandate", "POST", "/api/memory/admin/mandate", query=("id",), renamed=_ITEM),
    Route("review.approve", "POST", "/api/memory/admin/approve", query=("id",), renamed=_ITEM),
    Route("review.reject", "POST", "/api/memory/admin/reject", query=("id",), renamed=_ITEM),
    Route(
        "review.revoke", "POST", "/api/memory/admin/revoke", query=("id", "source"), renamed=_ITEM
    ),
    Route("review.batch", "POST", "/api/memory/admin/batch", renamed=_renamed(ids="item_ids ids")),
    Route("review.queue", "GET", "/api/memory/admin/queue"),
    Route("review.case", "GET", "/api/memory/admin/items/{id}/case"),
    Route("review.relied_on", "GET", "/api/memory/admin/items/{id}/relied-on"),
    Route("review.edit", "PATCH", "/api/memory/admin/items/{id}"),
    Route("review.contradictions", "GET", "/api/memory/admin/contradictions"),
    Route("review.acts", "GET", "/api/memory/admin/acts"),
    Route("review.undo", "POST", "/api/memory/admin/acts/{id}/undo"),
    Route("review.clashes", "GET", "/api/memory/admin/clashes"),
    Route("review.resolve", "POST", "/api/memory/admin/contradictions/{id}/resolve"),
    Route("admin.audit", "GET", "/api/memory/admin/audit"),
    Route(
        "erase",
        "POST",
        "/api/memory/admin/erase",
        query=("id", "source", "subject"),
        renamed=_ITEM,
        second="admin.erase",
    ),
    Route("verify", "POST", "/api/memory/admin/verify", is_reading=True),
    # -- one item
    Route("get", "GET", "/api/memory/{id}"),
    Route("update", "PATCH", "/api/memory/{id}"),
    Route("history", "GET", "/api/memory/{id}/history"),
    Route("provenance", "GET", "/api/memory/{id}/provenance"),
    Route("changes_of", "GET", "/api/memory/{id}/changes"),
    Route("told", "GET", "/api/memory/{item_id}/told"),
    Route("sources.events", "GET", "/api/memory/{item_id}/events"),
    Route("supersede", "POST", "/api/memory/{id}/supersede", 201),
    Route("dismiss", "POST", "/api/memory/{id}/dismiss"),
    Route("confirm", "POST", "/api/memory/{id}/confirm"),
    Route("share", "POST", "/api/memory/{id}/share"),
    Route("vote", "PUT", "/api/memory/{id}/vote"),
    # -- context
    Route("compose", "POST", "/api/context/compose", is_reading=True),
    Route("briefing", "GET", "/api/context/briefing/{subject}"),
    Route("suggestions", "GET", "/api/context/suggestions"),
    Route("receipts", "GET", "/api/context/receipts"),
    Route("receipt", "GET", "/api/context/receipts/{id}"),
    # -- conversations
    Route("conversations.start", "POST", "/api/conversations", 201),
    Route("conversations.list", "GET", "/api/conversations"),
    Route("conversations.get", "GET", "/api/conversations/{conversation_id}"),
    Route(
        "conversations.append",
        "POST",
        "/api/conversations/{conversation_id}/messages",
        201,
        body="messages",
    ),
    Route("conversations.messages", "GET", "/api/conversations/{conversation_id}/messages"),
    Route("conversations.window", "GET", "/api/conversations/{conversation_id}/window"),
    Route("conversations.receipts", "GET", "/api/conversations/{conversation_id}/receipts"),
    Route("conversations.close", "POST", "/api/conversations/{conversation_id}/close"),
    Route("conversations.get_recent_messages", "GET", "/api/channels/{channel_id}/messages"),
    # -- sources
    Route("sources.meeting", "POST", "/api/sources/meetings", 201),
    Route("sources.event", "POST", "/api/sources/events", 201),
    Route("sources.why", "GET", "/api/sources/events/{event_id}/why"),
    Route("sources.explain", "POST", "/api/sources/events/{event_id}/explain"),
    Route(
        "sources.backfill", "POST", "/api/sources/backfill", renamed=_renamed(given="records given")
    ),
    Route(
        "sources.import_", "POST", "/api/sources/import", renamed=_renamed(given="records given")
    ),
    Route("sources.session", "POST", "/api/sources/sessions/{name}"),
    Route("sources.collect", "POST", "/api/sources/collect"),
    Route("sources.feeds", "GET", "/api/sources/feeds"),
    # -- due work
    Route("jobs.list", "GET", "/api/jobs"),
    Route("jobs.failed", "GET", "/api/jobs/failed"),
    Route("jobs.wait", "POST", "/api/jobs/wait"),
    Route("jobs.retry", "POST", "/api/jobs/retry"),
    Route("jobs.schedules", "GET", "/api/jobs/schedules"),
    Route("jobs.schedule", "POST", "/api/jobs/schedules", 201),
    Route("jobs.unschedule", "DELETE", "/api/jobs/schedules/{id}"),
    # -- inquiries
    Route("inquire", "POST", "/api/knowledge/retrieve", is_reading=True),
    Route("inquiries.list", "GET", "/api/inquiries"),
    Route("inquiries.report", "GET", "/api/inquiries/report"),
    Route("inquiries.prefetch", "POST", "/api/inquiries/prefetch", is_reading=True),
    Route("inquiries.get", "GET", "/api/inquiries/{session_id}"),
    Route("inquiries.rate", "PUT", "/api/inquiries/{session_id}/rating"),
    # -- what waits for people
    Route("notifications.list", "GET", "/api/notifications"),
    Route("notifications.count", "GET", "/api/notifications/count"),
    Route("notifications.settings", "PUT", "/api/notifications/settings"),
    Route("notifications.seen", "POST", "/api/notifications/{id}/seen"),
    # -- the graph
    Route("graph.entity", "POST", "/api/graph/entities", 201),
    Route("graph.entities", "GET", "/api/graph/entities"),
    Route("graph.add_many", "POST", "/api/graph/batch", 201),
    Route("graph.merge", "POST", "/api/graph/merge"),
    Route("graph.merges", "GET", "/api/graph/merges"),
    Route("graph.relate", "POST", "/api/graph/relations", 201),
    Route("graph.relations", "GET", "/api/graph/relations"),
    Route("graph.path", "GET", "/api/graph/path"),
    Route("graph.overview", "GET", "/api/graph/overview"),
    Route("graph.evidence", "GET", "/api/graph/evidence"),
    Route("graph.cypher", "POST", "/api/graph/cypher", is_reading=True),
    Route("graph.status", "GET", "/api/graph/status"),
    Route("graph.sync", "POST", "/api/graph/sync"),
    Route("graph.rebuild", "POST", "/api/graph/rebuild"),
    Route("graph.get", "GET", "/api/graph/entities/{id}"),
    Route("graph.unmerge", "POST", "/api/graph/entities/{id}/unmerge"),
    Route("graph.neighbours", "GET", "/api/graph/nodes/{id}/neighbours"),
    Route("graph.outline", "GET", "/api/graph/nodes/{id}/outline"),
    Route("graph.relation", "GET", "/api/graph/relations/{id}"),
    Route("graph.end", "POST", "/api/graph/relations/{id}/end"),
    Route("graph.person", "GET", "/api/graph/people/{person_id}"),
    Route("graph.sql", "POST", "/api/graph/sql", is_reading=True),
    # -- decisions and policies
    Route("decisions.record", "POST", "/api/decisions", 201),
    Route("decisions.list", "GET", "/api/decisions"),
    Route("decisions.catalogue", "GET", "/api/decisions/catalogue"),
    Route("decisions.coverage", "GET", "/api/decisions/coverage"),
    Route("decisions.learned", "GET", "/api/decisions/learned"),
    Route("decisions.outcomes_due", "GET", "/api/decisions/outcomes-due"),
    Route("decisions.link", "POST", "/api/decisions/links", 201),
    Route("decisions.links", "GET", "/api/decisions/links"),
    Route("decisions.confirm_link", "POST", "/api/decisions/links/{id}/confirm"),
    Route("decisions.reject_link", "POST", "/api/decisions/links/{id}/reject"),
    Route("decisions.communities", "GET", "/api/decisions/communities"),
    Route("decisions.community", "GET", "/api/decisions/communities/{id}"),
    Route("decisions.precedents", "POST", "/api/decisions/precedents", is_reading=True),
    Route("decisions.simulate", "POST", "/api/decisions/simulate", is_reading=True),
    Route("decisions.compare", "POST", "/api/decisions/compare", is_reading=True),
    Route("decisions.phases", "GET", "/api/decisions/phases"),
    Route("decisions.anomalies", "GET", "/api/decisions/anomalies"),
    Route("decisions.get", "GET", "/api/decisions/{id}"),
    Route("decisions.chain", "GET", "/api/decisions/{id}/chain"),
    Route("decisions.propose_links", "POST", "/api/decisions/{id}/links/propose"),
    Route("decisions.complexity", "GET", "/api/decisions/{id}/complexity"),
    Route("decisions.similar", "GET", "/api/decisions/{id}/similar"),
    Route("decisions.fingerprint", "GET", "/api/decisions/{id}/fingerprint"),
    Route("decisions.label", "PUT", "/api/decisions/{id}/label"),
    Route("decisions.context", "GET", "/api/decisions/{id}/context"),
    Route("decisions.report", "GET", "/api/decisions/{id}/report"),
    Route("decisions.subject_report", "GET", "/api/decisions/subjects/{subject}/report"),
    Route("decisions.outcome", "POST", "/api/decisions/{id}/outcome"),
    Route("decisions.revisit", "POST", "/api/decisions/{id}/revisit"),
    Route("policies.add", "POST", "/api/policies", 201),
    Route("policies.list", "GET", "/api/policies"),
    Route("policies.add_defaults", "POST", "/api/policies/defaults", 201),
    Route("policies.get", "GET", "/api/policies/{id}"),
    Route("policies.end", "POST", "/api/policies/{id}/end"),
    Route("policies.decisions", "GET", "/api/policies/{id}/decisions"),
    Route("policies.compliance", "GET", "/api/policies/{id}/compliance"),
    # -- agents; a key may have a slash, so it is in no path
    Route("agents.register", "POST", "/api/agents", 201),
    Route("agents.list", "GET", "/api/agents"),
    Route("agents.sync.status", "GET", "/api/agents/sync"),
    Route("agents.sync.tick", "POST", "/api/agents/sync/tick"),
    Route("agents.gate", "POST", "/api/agents/gates", 201),
    Route("agents.gates", "GET", "/api/agents/gates"),
    Route("agents.get", "GET", "/api/agents/{name}"),
    # What an agent puts and gets is for nobody else, so no answer is kept.
    Route("agents.tiers.put", "PUT", "/api/agents/{name}/memory", is_secret=True),
    Route("agents.tiers.get", "GET", "/api/agents/{name}/memory"),
    Route("agents.tiers.push", "POST", "/api/agents/{name}/push"),
    Route("agents.tiers.pull", "POST", "/api/agents/{name}/pull", is_secret=True),
    Route("agents.tiers.pending", "GET", "/api/agents/{name}/pending"),
    Route("agents.tiers.alert", "POST", "/api/agents/{name}/alerts", 201, is_secret=True),
    # -- debates and credibility
    Route("debates.open", "POST", "/api/debates", 201),
    Route("debates.list", "GET", "/api/debates"),
    Route("debates.get", "GET", "/api/debates/{id}"),
    Route("debates.position", "POST", "/api/debates/{id}/positions", 201),
    Route("debates.advance", "POST", "/api/debates/{id}/advance"),
    Route("debates.decide", "POST", "/api/debates/{id}/decide"),
    Route("debates.override", "POST", "/api/debates/{id}/override"),
    Route("debates.resolution", "GET", "/api/debates/{id}/resolution"),
    Route("debates.similar", "GET", "/api/debates/{id}/similar"),
    Route("debates.context", "GET", "/api/debates/{id}/context"),
    Route("debates.history", "GET", "/api/debates/{id}/history"),
    Route("debates.snapshot_mark", "GET", "/api/debates/{id}/snapshot"),
    Route("debates.snapshot_items", "GET", "/api/debates/{id}/snapshot/items"),
    Route("debates.snapshot_recall", "POST", "/api/debates/{id}/snapshot/recall", is_reading=True),
    Route("debates.snapshot_get", "GET", "/api/debates/{id}/snapshot/items/{item_id}"),
    Route("credibility.list", "GET", "/api/credibility"),
    Route("credibility.history", "GET", "/api/credibility/history"),
    Route("credibility.due", "GET", "/api/credibility/due"),
    Route("credibility.facilitator", "GET", "/api/credibility/facilitator"),
    Route("credibility.record_outcome", "POST", "/api/credibility/outcomes/{id}"),
    Route("credibility.score", "GET", "/api/credibility/agents/{agent}/domains/{domain}"),
    # -- walks
    Route("walks.list", "GET", "/api/walks"),
    Route("walks.report", "GET", "/api/walks/report"),
    Route("walks.get", "GET", "/api/walks/{id}"),
    Route("walks.used", "PUT", "/api/walks/{id}/used"),
    # -- the space and its people
    Route("admin.spaces", "GET", "/api/admin/spaces"),
    Route("admin.settings", "GET", "/api/admin/settings"),
    Route("admin.configure", "PUT", "/api/admin/settings"),
    Route("admin.archive", "POST", "/api/admin/archive"),
    Route("admin.problems", "GET", "/api/admin/problems"),
    Route("admin.vectors", "GET", "/api/admin/vectors"),
    Route("admin.drop_vectors", "DELETE", "/api/admin/vectors/{model}"),
    Route("admin.model_calls", "GET", "/api/admin/model-calls"),
    Route("admin.people", "GET", "/api/admin/people"),
    Route("admin.person", "GET", "/api/admin/people/{name}"),
    Route("admin.add_person", "PUT", "/api/admin/people/{name}"),
    Route("admin.join_group", "POST", "/api/admin/people/{name}/groups"),
    Route("admin.leave_group", "POST", "/api/admin/people/{name}/groups/leave"),
    Route("admin.grant", "POST", "/api/admin/people/{name}/roles"),
    Route("admin.withdraw", "POST", "/api/admin/people/{name}/roles/withdraw"),
    Route("admin.groups", "GET", "/api/admin/groups"),
    Route("admin.tokens", "GET", "/api/admin/tokens"),
    Route("admin.issue_token", "POST", "/api/admin/tokens", 201, is_secret=True),
    Route("admin.revoke_token", "POST", "/api/admin/tokens/{id}/revoke"),
    Route("admin.end_sign_ins", "POST", "/api/admin/people/{name}/sign-ins/end"),
    Route("admin.erasures", "GET", "/api/admin/erasures"),
    Route("admin.apply_erasures", "POST", "/api/admin/erasures/apply"),
    # -- tools of agents
    Route("tools.schemas", "GET", "/api/tools"),
    Route("tools.call", "POST", "/api/tools/{tool_name}"),
)

# The methods of addresses without a name in them.
FIXED: Final[Mapping[str, tuple[str, ...]]] = {
    path: tuple(sorted(route.method for route in ROUTES if route.path == path))
    for path in (route.path for route in ROUTES if "{" not in route.path)
}


def methods_of(path: str) -> tuple[str, ...]:
    """The methods that an address takes; none: it is not of this table."""
    if path in FIXED:
        return FIXED[path]
    steps = path.split("/")
    return tuple(sorted({route.method for route in ROUTES if _leads(route.path.split("/"), steps)}))


def _leads(route: list[str], steps: list[str]) -> bool:
    return len(route) == len(steps) and all(
        own.startswith("{") or own == step for own, step in zip(route, steps, strict=True)
    )


# Verbs that carry files: what is on the caller's disk stays with the caller, and the rest has a
# route of its own.
CARRIED: Final = frozenset({"export", "import_", "pull"})

# Verbs that give something with verbs of its own, which have the routes.
COMPOSED: Final = frozenset({"debates.snapshot"})

# Verbs that have no route, and what to do instead.
NOT_ON_THE_WIRE: Final[Mapping[str, str]] = {
    "admin.facts": "It tells of the whole store, whoever's spaces are in it: run rmb doctor there.",
    "admin.rebuild_indexes": "It is for every space of the store: run rmb doctor there.",
    "admin.rotate_keys": "It ends tokens of every space of the store: run rmb token rotate there.",
    "backup": "It needs the server's disk: run rmb backup there.",
    "sources.detect": "It reads a folder: run rmb detect where the store is.",
    "tools.as_member": "Call the tools: those that only look do so by themselves.",
    "tools.listed": "It gives the functions themselves: schemas() describes them.",
    "tools.register": "It is a function of this program: register it where the store is opened.",
    "tools.search_client_knowledge": "Call the tool SearchClientKnowledge.",
    "tools.get_client_knowledge_summary": "Call the tool GetClientKnowledgeSummary.",
}
