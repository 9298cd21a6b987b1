"""What a page and all that it loads weigh, where there is as much on it as it shows."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from remembrancer.doors.web.response_compression import packed
from tests.web.conftest import PlaceFactory


def test_pages_about_one_thing_are_light(places: PlaceFactory) -> None:
    """A subject, a conversation, an item, a receipt, a decision and the settings are sent in under
    100 kB."""
    place = places("adviser")
    memory, ada = place.memory, place.admin
    text = "Ellen says so in every meeting that we have had with her, and it is kept."
    kinds = ("fact", "preference", "life_goal", "decision", "action_item")
    memory.add_many(
        {"content": f"{n}. {text}", "kind": kind, "subject": "ellen", "tags": [f"tag {n}"]}
        for kind in kinds
        for n in range(12)
    )
    memory.conversations.start("talk", subject="ellen")
    memory.conversations.append(
        "talk", [{"author_id": "ellen", "content": f"{n}. {text}"} for n in range(30)]
    )
    for n in range(20):
        memory.admin.add_person(f"person {n}", roles=["CONTRIBUTOR"], groups=["planners"])
    decided = memory.decisions.record(
        "fee_negotiation",
        subject="ellen",
        recommendation=text,
        causes=[memory.items(kind="fact")[0].id],
    )
    receipt = memory.briefing("ellen").receipt
    for path in (
        "/subjects/ellen",
        "/subjects/ellen?briefing=1",
        "/conversations/talk",
        f"/items/{memory.items(limit=1)[0].id}",
        f"/receipts/{receipt}",
        f"/decisions/{decided.id}",
        "/decisions",
        "/settings",
    ):
        page = ada.get(path)
        assert page.status == 200, path
        loaded = set(re.findall(r'"(/static/[^"]+)"', page.html)) | {"/static/waiting.js"}
        size = sum(_sent(text) for text in (page.html, *(ada.get(one).html for one in loaded)))
        assert size < 100_000, (path, size)


def _sent(text: str) -> int:
    """How many bytes a browser is sent, which all read gzip."""
    request = Request({"type": "http", "headers": [(b"accept-encoding", b"gzip, br")]})
    return len(packed(request, Response(text)).body)
