"""A conversation: what was said, what it came to, and what is known beside it."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import in_a_path
from remembrancer.items.conversation import Conversation

_PAGE: Final = 30
_FILTERS: Final = ("subject", "channel_id", "owner")
_RECEIPTS: Final = 5
_NOTE: Final = "src_"  # how the id of a text begins that somebody gave to be remembered


def conversations(visit: Visit) -> PageView:
    """Those of which the visitor may read words, the last begun first."""
    visit.check_sees("browse", "timeline")
    chosen = {name: value for name in _FILTERS if (value := visit.parameter(name)) is not None}
    page = visit.memory.conversations.list(limit=_PAGE, cursor=visit.parameter("cursor"), **chosen)
    return PageView(
        "conversations.html",
        {
            "page": page,
            "chosen": chosen,
            "is_note": _is_note,
            "further": None if page.next is None else urlencode({**chosen, "cursor": page.next}),
        },
    )


def conversation(visit: Visit) -> PageView:
    """The last messages, the summary of those before, what was handed over of it to whom, and what
    is known of its subject."""
    memory = visit.memory
    id = visit.path["id"]
    item = memory.conversations.get(id)
    subject = item.subject if visit.may_manage else None
    may_say = _may_say(visit, item)
    return PageView(
        "conversation.html",
        {
            "conversation": item,
            "window": memory.conversations.window(id),
            "messages": memory.conversations.messages(id) if visit.parameter("all") else None,
            "summary": None if subject is None else memory.summary(subject),
            "may_say": may_say,
            "suggestions": memory.suggestions(item.subject) if may_say else None,
            "receipts": memory.conversations.receipts(id, limit=_RECEIPTS)
            if visit.may_manage
            else None,
        },
    )


def say(visit: Visit) -> Sent:
    """The next message: what the visitor wrote, or the suggestion that they chose."""
    id = visit.path["id"]
    # Browsers send the lines of a field as networks do.
    text = (visit.filled("chosen") or visit.required("message")).replace("\r\n", "\n")
    me = visit.session.principal
    role = "user" if me.is_person else "assistant"
    visit.memory.conversations.append(id, {"author_id": me.name, "role": role, "content": text})
    return Sent(f"/conversations/{in_a_path(id)}#say")


def _may_say(visit: Visit, found: Conversation) -> bool:
    """To a text that somebody else gave to be remembered, nobody adds."""
    return not _is_note(found) or found.owner == visit.session.principal.name


def _is_note(found: Conversation) -> bool:
    return found.id.startswith(_NOTE)


def sidebar(visit: Visit) -> PageView:
    """A part of the page: what is known of a subject, beside what is said."""
    visit.check_sees("sidebar", "browse", "timeline")
    summary = visit.memory.summary(visit.path["subject"])
    return PageView("_sidebar.html", {"summary": summary})
