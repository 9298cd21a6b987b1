"""A receipt: what was handed to whom, why, and what was withheld."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.governance.receipt import Included, Receipt
from remembrancer.governance.receipt import Shown as HowShown

_PAGE: Final = 50
_FILTERS: Final = ("kind", "delivered_to", "subject")
_KINDS: Final = (
    "briefing",
    "bundle",
    "compose",
    "pull",
    "reminder",
    "search",
    "suggestions",
    "summary",
)
_AS_MESSAGES: Final = "compose/"  # begins forms of a text that is a line of JSON for each message


class ReceiptPart(NamedTuple):
    """What a delivery held for one reason."""

    name: str
    why: str
    told: tuple[Included, ...]


class Words(NamedTuple):
    """A piece of a text that was handed over."""

    text: str
    item_id: str | None


class RequestMessage(NamedTuple):
    """One message of a request, as a chat model was given it."""

    role: str
    words: tuple[Words, ...]


def receipts(visit: Visit) -> PageView:
    """What was handed over, newest first: to admins everybody's, to others their own."""
    visit.check_sees("browse", "timeline")
    chosen = {name: value for name in _FILTERS if (value := visit.parameter(name)) is not None}
    page = visit.memory.receipts(limit=_PAGE, cursor=visit.parameter("cursor"), **chosen)
    kind = chosen.get("kind")
    return PageView(
        "receipts.html",
        {
            "page": page,
            "chosen": chosen,
            "kinds": _KINDS if kind is None or kind in _KINDS else (*_KINDS, kind),
            "further": None if page.next is None else urlencode({**chosen, "cursor": page.next}),
        },
    )


def receipt(visit: Visit) -> PageView:
    """One delivery, with its text as it was then."""
    found = visit.memory.receipt(visit.path["id"])
    ids = {
        included.item_id
        for included in found.included
        if included.item_id and included.shown is HowShown.WHOLE
    }
    return PageView(
        "receipt.html",
        {
            "receipt": found,
            "held": _held(found.included),
            "text": _linked(found.text or "", ids),
            "turns": tuple(_turns(found, ids)),
        },
    )


def _held(included: Sequence[Included]) -> tuple[ReceiptPart, ...]:
    result: dict[tuple[str, str], list[Included]] = {}
    for one in included:
        result.setdefault((one.part, one.why), []).append(one)
    return tuple(ReceiptPart(name, why, tuple(told)) for (name, why), told in result.items())


def _linked(text: str, ids: Collection[str]) -> tuple[Words, ...]:
    """The text in pieces: where it names an item that it held, the piece leads there."""
    if not ids:
        return (Words(text, None),)
    between = re.split(f"({'|'.join(map(re.escape, sorted(ids)))})", text)
    return tuple(Words(value, value if value in ids else None) for value in between if value)


def _turns(receipt: Receipt, ids: Collection[str]) -> Iterator[RequestMessage]:
    """A composed request is a message to a line; other texts are read as they are."""
    if receipt.text is None or not receipt.template.startswith(_AS_MESSAGES):
        return
    for line in filter(None, receipt.text.split("\n")):
        said = json.loads(line)
        yield RequestMessage(said["role"], _linked(said["content"], ids))
