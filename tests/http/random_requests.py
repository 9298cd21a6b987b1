"""Requests by whoever has a token, about whatever there is."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2
from pydantic import BaseModel

from remembrancer.wire.call import Call, ParameterPlace, calls
from tests.http.strangers import WORDS, Caller, World

# What changes who may do what, or ends the world: only for those who are refused.
_FOR_ADMINS = frozenset(
    {
        *("admin.archive", "admin.configure", "admin.add_person", "admin.grant", "admin.withdraw"),
        *("admin.join_group", "admin.leave_group", "admin.issue_token", "admin.revoke_token"),
        *("erase", "admin.apply_erasures", "jobs.schedule"),
    }
)
_TOOLS = (
    ("recall", {"query": " ".join(WORDS)}),
    ("get_context", {"subject": "ellen"}),
    ("SearchClientKnowledge", {"client_id": "ellen", "query": " ".join(WORDS)}),
    ("GetClientKnowledgeSummary", {"client_id": "omar"}),
    ("get_recent_messages", {"channel_id": "general"}),
    ("search_similar_facts", {"query": WORDS[0]}),
    ("forget", {"id": ""}),
    ("confirm", {"id": ""}),
    ("remember", {"text": "The kettle is in the kitchen."}),
)
_SAID: dict[str, tuple[Any, ...]] = {
    "content": ("A plain note.",),
    "query": (" ".join(WORDS), *WORDS),
    "message": (f"What of the {WORDS[1]}?",),
    "text_or_messages": ("The kettle is in the kitchen.",),
    "messages": ([{"author_id": "x", "content": "Hello."}],),
    "items": ([{"content": "One of many."}],),
    "given": ([],),
    "reason": ("so",),
    "action": ("approve", "reject", "revoke", "kept_a", "both_valid"),
    "value": (1, -1),
    "subject": ("ellen", "omar", "nobody"),
    "channel_id": ("general",),
    "kind": ("transfer", "compress", "Topic"),
    "type": ("RELATED_TO",),
    "person_id": ("ellen", *WORDS),
    "attrs": ({"a": 1},),
    "depth": (1, 5),
    "ended": (True,),
    "every": ("1d",),
    "agent": ("anna", "bot", "nobody"),
    "domain": ("margins",),
    "key": ("a key",),
    "text": ("The kettle is on.",),
    "topic": ("Kettles",),
    "challenger": ("bot",),
    "challenged": ("other",),
    "disputed_finding": ("It boils.",),
    "challenge_basis": ("It does not.",),
    "position": ("It boils.",),
    "rationale": ("so",),
    "correctness": (1.0,),
    "name": ("anna", WORDS[0], "eve", "zoe", "nobody"),
    "groups": (["finance"],),
    "roles": (["ADMIN"],),
    "certificates": ([],),
    "overrides": ({},),
    "model": ("none",),
    "limit": (1, 5, 100),
    "k": (1, 50),
    "as_of": ("2026-03-02T09:00:00+00:00", 3),
    "explain": (True,),
    "include_resolved": (True,),
    "include_ended": (True,),
    "archived": (True,),
    "tags": (["tax"],),
    "title": ("Plain",),
    "merged_content": ("Both.",),
    "quote": ("so it is",),
    "transcript": ("Anna: Hello there.\nBen: Hello.",),
    "live_state": ({"a": 1},),
    "dry_run": (True,),
    "new": (True,),
    "idle_seconds": (0.0,),
    "tool": ("recall",),
    "lifecycle": ("superseded", "dismissed", "active"),
    "is_personal": (True, False),
}
# Ids by the verb, and else by the name of the argument.
_IDS = {
    "walks.get id": "walk",
    "inquiries.get session_id": "inquiry",
    "inquiries.rate session_id": "inquiry",
    "walks.used id": "walk",
    "receipt id": "receipt",
    "review.resolve id": "contradiction",
    "jobs.unschedule id": "job",
    "jobs.retry id": "job",
    "admin.revoke_token id": "token",
    "conversations.start id": "conversation",
    "sources.meeting id": "conversation",
    "sources.event id": "event",
    "graph.get id": "entity",
    "graph.unmerge id": "entity",
    "graph.neighbours id": "entity",
    "graph.relation id": "relation",
    "graph.end id": "relation",
    "graph.relate source": "entity",
    "graph.relate target": "item",
    "graph.path a": "entity",
    "graph.path b": "entity",
    "graph.merge keep": "entity",
    "graph.merge other": "entity",
    "graph.relations of": "entity",
    "id": "item",
    "item_id": "item",
    "ids": "item",
    "decisions": "item",
    "conversation_id": "conversation",
    "event_id": "event",
}
_MADE = re.compile(r"\b[a-z]+_[0-9a-f]{12,16}\b")
_HEX = re.compile(r"[0-9a-f]{8,}$")


# By these a caller can make something of their own with the id that another's has.
_NAMING = frozenset({"conversations.start", "sources.meeting", "sources.event"})
_BY_ID = [
    call
    for call in calls()
    if any(one.name in _IDS or f"{call.route.verb} {one.name}" in _IDS for one in call.arguments)
]


class Asked(NamedTuple):
    """A request, before it is sent."""

    call: Call
    path: str
    query: dict[str, Any]
    body: Any

    @property
    def text(self) -> str:
        return f"{self.call.route.method} {self.path} {self.query} {json.dumps(self.body)}"


class Requests:
    """Draws requests, sends them, and looks at every part of what comes back."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random: Random = world.random
        self.statuses: Counter[int] = Counter()
        self.compared = self.with_marks = 0
        self._cursors: list[str] = []

    def run(self, requests: int) -> None:
        while self.statuses.total() < requests:
            caller = self.random.choice(self.world.callers)
            call = self.random.choice(calls())
            if call.route.verb in _FOR_ADMINS and caller.is_admin:
                continue
            self.ask(caller, self.drawn(call))
            if self.random.random() < 0.3:
                self.compare(caller, self.random.choice(_BY_ID))

    # -- drawing

    def _of(self, call: Call, name: str) -> str | None:
        return _IDS.get(f"{call.route.verb} {name}", _IDS.get(name))

    def _value(self, call: Call, name: str) -> Any:
        what = self._of(call, name)
        if what is not None:
            id = self.random.choice(self.world.ids.get(what) or ["none"])
            return [id] if name in ("ids", "decisions") else id
        if name == "cursor":
            return self.random.choice(self._cursors) if self._cursors else "none"
        if name == "after":
            return "none"
        return self.random.choice(_SAID.get(name, (None,)))

    def drawn(self, call: Call) -> Asked:
        told: dict[str, Any] = {}
        path = call.route.path
        if call.route.verb == "tools.call":
            tool, arguments = self.random.choice(_TOOLS)
            if "id" in arguments:
                arguments = {"id": self.random.choice(self.world.ids["item"])}
            return Asked(call, path.replace("{tool_name}", tool), {}, {"arguments": arguments})
        names = [(one.name, one.default is ..., one.place, one.told[0]) for one in call.arguments]
        place = ParameterPlace.QUERY if call.route.method == "GET" else ParameterPlace.BODY
        names += [(name, False, place, name) for name in (call.fields or _Nothing).model_fields]
        query: dict[str, Any] = {}
        for name, is_needed, place, shown in names:
            if not is_needed and self.random.random() < 0.7:
                continue
            value = self._value(call, name)
            if value is None:
                continue
            if place is ParameterPlace.PATH:
                told[name] = value
            elif place is ParameterPlace.QUERY:
                query[shown] = json.dumps(value) if isinstance(value, dict | bool) else value
            else:
                told[shown] = value
        for name in re.findall(r"{(\w+)}", path):
            path = path.replace(f"{{{name}}}", quote(str(told.pop(name)), safe=""))
        body = told if call.body is not None else None
        if call.route.body is not None:
            body = told[call.route.body]
        if call.route.verb == "add" and body is not None:
            body.setdefault("content", "A plain note.")
        return Asked(call, path, query, body)

    # -- sending

    def send(self, caller: Caller, asked: Asked) -> httpx2.Response:
        return self.world.site.send(
            asked.call.route.method,
            asked.path,
            token=caller.token,
            params=asked.query,
            **({} if asked.body is None else {"json": asked.body}),
        )

    def ask(self, caller: Caller, asked: Asked) -> httpx2.Response:
        if asked.call.route.verb == "erase":
            self.world.before_erasing(caller)
        answer = self.send(caller, asked)
        self.statuses[answer.status_code] += 1
        if asked.call.route.method != "GET" and answer.status_code < 300:
            self.world.changed()
            if asked.call.route.verb in _NAMING:
                self.world.forget(asked.text)
        self.look(caller, asked.text, answer)
        if answer.status_code == 200:
            self._cursors += re.findall(r'"next":"([^"]+)"', answer.text)[:1]
        return answer

    def look(self, caller: Caller, asked: str, answer: httpx2.Response) -> None:
        """Nothing in body and headers tells of what the caller may not know."""
        assert answer.status_code < 500, f"{asked} -> {answer.text[:500]}"
        told = f"{answer.text}\n{answer.headers}"
        self.with_marks += "zq" in told
        who = f"{caller.name} of {caller.space}: {asked}"
        hidden = self.world.hidden_marks(caller, told)
        assert not hidden, f"{who} tells of {hidden}: {answer.text[:2000]}"
        ids = self.world.hidden_ids(caller, told, asked)
        assert not ids, f"{who} tells of {ids}: {answer.text[:2000]}"

    # -- hidden and unknown

    def _hex(self, digits: int) -> str:
        return f"{self.random.getrandbits(4 * digits):0{digits}x}"

    def compare(self, caller: Caller, call: Call) -> None:
        """An id that is hidden from the caller is answered like one that nobody has."""
        asked = self.drawn(call)
        text = asked.text
        named = [id for ids in self.world.ids.values() for id in ids if id in text]
        if len(named) != 1 or (call.route.verb in _FOR_ADMINS and caller.is_admin):
            return
        (id,) = named
        if self.world.may_know(caller, id):
            return
        unknown = _HEX.sub(lambda one: self._hex(len(one[0])), id)
        other = asked._replace(
            path=asked.path.replace(id, unknown),
            query=json.loads(json.dumps(asked.query).replace(id, unknown)),
            body=json.loads(json.dumps(asked.body).replace(id, unknown)),
        )
        one, two = self.ask(caller, asked), self.ask(caller, other)
        self.compared += 1
        assert told_by(one, id) == told_by(two, unknown), f"{caller} {text}"


class _Nothing(BaseModel):
    pass


def told_by(answer: httpx2.Response, id: str = "<id>") -> tuple[Any, ...]:
    """All that a caller can tell an answer by, without the id that they sent."""
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("date", "x-request-id")
    }
    text = answer.text.replace(id, "<id>")
    text = text.replace(answer.headers["x-request-id"], "")
    return answer.status_code, headers, _MADE.sub("<made>", text)
