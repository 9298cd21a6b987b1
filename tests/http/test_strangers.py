"""Whoever has a token finds out what they may know, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx2

from remembrancer import Memory, Principal
from tests.engines import ON_THE_FASTEST
from tests.http.conftest import Site
from tests.http.random_requests import Requests, told_by
from tests.http.strangers import World

_REQUESTS = 120  # the soak sends the rest, to either engine

_WORDS = "pension audit invoice"
_LOOKS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("GET", "/api/memory/stats", None),
    ("GET", "/api/memory?limit=5", None),
    ("GET", "/api/memory/my-contributions", None),
    ("GET", "/api/memory/bundle", None),
    ("GET", "/api/memory/summary/ellen", None),
    ("GET", "/api/memory/insights?min_subjects=1", None),
    ("GET", "/api/memory/admin/queue", None),
    ("GET", "/api/memory/admin/contradictions?include_resolved=true", None),
    ("GET", "/api/memory/admin/audit", None),
    ("GET", "/api/context/briefing/ellen", None),
    ("GET", "/api/context/suggestions?subject=ellen", None),
    ("GET", "/api/channels/general/messages", None),
    ("GET", "/api/conversations/talk-1/window", None),
    ("GET", "/api/graph/entities?name=ellen", None),
    ("GET", "/api/graph/relations?ended=true", None),
    ("GET", "/api/graph/people/ellen", None),
    ("GET", "/api/graph/status", None),
    ("GET", "/api/jobs", None),
    ("GET", "/api/jobs/failed", None),
    ("GET", "/api/sources/feeds", None),
    ("GET", "/api/admin/people", None),
    ("GET", "/api/admin/tokens", None),
    ("POST", "/api/memory/recall", {"query": _WORDS, "explain": True}),
    ("POST", "/api/memory/similar", {"query": _WORDS}),
    ("POST", "/api/memory/reminders", {"within_days": 30}),
    ("POST", "/api/context/compose", {"message": _WORDS, "subject": "ellen"}),
    ("POST", "/api/context/compose", {"message": _WORDS, "conversation_id": "talk-1"}),
    ("GET", "/api/conversations/talk-1/messages", None),
    ("GET", "/api/conversations", None),
    ("POST", "/api/tools/recall", {"arguments": {"query": _WORDS}}),
    ("POST", "/api/tools/get_context", {"arguments": {"subject": "ellen"}}),
)


@ON_THE_FASTEST
def test_random_requests_tell_nobody_of_what_is_hidden(site: Site) -> None:
    """In no body, count, error, header, cursor or event; hidden and unknown ids are one."""
    besieged(site, seed=1, requests=_REQUESTS)


def besieged(site: Site, seed: int, requests: int) -> Requests:
    """So many requests on a world of its own, and what everybody heard meanwhile."""
    world = World(site.memory, site, seed)
    begun = {caller: _heard(site, caller.token) for caller in world.callers}
    drawn = Requests(world)
    drawn.run(requests)
    for caller, first in begun.items():
        heard = _heard(site, caller.token, after=_cursor(first))
        assert "event: ready" in heard.text
        drawn.look(caller, "GET /api/events", heard)
    assert drawn.with_marks > requests // 30  # they do find something
    assert drawn.compared > requests // 20
    world.check()
    return drawn


@ON_THE_FASTEST
def test_what_is_hidden_changes_nothing_for_others(site: Site) -> None:
    """Whatever others keep to themselves: no answer, count, length, cursor or event differs."""
    memory = site.memory
    memory.admin.add_person("anna", groups=["finance"])
    anna = memory.acting_as(Principal("anna", groups=["finance"]))
    for number in range(4):
        made = anna.add(content=f"The {_WORDS} number {number} of Ellen.", subject="ellen")
        if number:
            memory.review.approve(made.id)
    ellen = anna.graph.entity("Person", "Ellen", external_id="e-1")
    anna.graph.relate(ellen.id, "WORKS_AT", anna.graph.entity("Firm", "Northgate").id)
    strangers = [site.token("eve"), site.token("bot", kind="agent"), site.token("feed")]
    gate = site.token("gate", kind="agent", roles=["KM_ADMIN"])
    beside = memory.in_space(f"beside {memory._session.space.name}", "adviser")
    _check_nothing_changes(
        site,
        [*strangers, gate],
        lambda: _keep_to_yourself(anna),
        lambda: _keep_to_yourself(beside),
        lambda: memory.admin.issue_token("anna", note="another"),
    )
    # A program that reviews belongs to every group.
    _check_nothing_changes(site, strangers, lambda: _keep_to_yourself(anna, "group:finance"))


def _check_nothing_changes(site: Site, strangers: list[str], *acts: Callable[[], object]) -> None:
    before = [_look(site, token) for token in strangers]
    cursors = [_cursor(_heard(site, token)) for token in strangers]
    for act in acts:
        act()
        assert [_look(site, token) for token in strangers] == before
        for token, cursor in zip(strangers, cursors, strict=True):
            heard = _heard(site, token, after=cursor)
            assert "event: change" not in heard.text
            assert _cursor(heard) == cursor


def _keep_to_yourself(memory: Memory, audience: str | None = None) -> None:
    """Personal, or for a group."""
    for number in range(5):
        said = f"The {_WORDS} of Ellen is number {number} and not 2."
        memory.add(content=said, subject="ellen", audience=audience, is_personal=audience is None)
    talk = memory.conversations.start("talk-1", channel_id="general", is_personal=True)
    memory.conversations.append(talk.id, [{"author_id": "anna", "content": _WORDS}])
    memory.recall(_WORDS)
    place: dict[str, Any] = {"audience": audience, "is_personal": audience is None}
    ellen = memory.graph.entity("Person", "Ellen", aliases=["Ellen B."], **place)
    firm = memory.graph.entity("Firm", "Leeds & Sons", **place)
    memory.graph.relate(ellen.id, "WORKS_AT", firm.id, **place)


def _look(site: Site, token: str) -> list[Any]:
    """All that one of them is told, but for ids that are made for each answer."""
    return [
        (path, told_by(site.send(method, path, token=token, json=body)))
        for method, path, body in _LOOKS
    ]


def _heard(site: Site, token: str, **query: str) -> httpx2.Response:
    asked = {"idle_seconds": "0.001", **query}
    return site.send("GET", "/api/events", token=token, params=asked)


def _cursor(heard: httpx2.Response) -> str:
    return str(re.findall(r"^id: (.+)$", heard.text, re.MULTILINE)[-1])
