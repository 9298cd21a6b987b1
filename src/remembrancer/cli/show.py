"""`rmb show`: all there is to know of one thing: an item, or a conversation."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.opening import opened
from remembrancer.cli.options import Acting, Json, Space, Url
from remembrancer.cli.reports import count
from remembrancer.cli.terminal import Part
from remembrancer.errors import NotFound

if TYPE_CHECKING:
    from remembrancer.memory import Memory
    from remembrancer.model.conversation import Conversation
    from remembrancer.model.item import Item
    from remembrancer.model.provenance import Provenance
    from remembrancer.model.window import Window

_ABOVE = ("content", "title", "evidence")  # shown in places of their own


def show(
    id: Annotated[
        str,
        typer.Argument(metavar="ID", help="An item's, km_ and 12 hex digits, or a conversation's."),
    ],
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Show all of one item, or what was said in a conversation.

    Of an item it is the fields, the evidence and the provenance; of a conversation the last
    messages word for word, and before them what the earlier ones came to. --json has all messages.

    \b
    Example:
      rmb show km_a3f82c119e4d
      rmb show meeting:call-12
    """
    with opened(url, space, acting) as memory:
        try:
            path = memory.provenance(id)
        except NotFound:
            _show_conversation(memory, id, json=json)
            return
    if json:
        terminal.as_json(_exported(path))
    else:
        _show_item(path)


def _show_item(path: Provenance) -> None:
    shown = path.item
    terminal.line((shown.id, "name"))
    if shown.title:
        terminal.line((shown.title, "heading"), indent=2)
    terminal.line(shown.content, indent=2)
    terminal.blank()
    terminal.table(_fields(shown))
    terminal.blank()
    terminal.heading("Evidence")
    if shown.evidence:
        card.evidence(shown.evidence, said=shown.content, indent=2)
    else:
        terminal.line(("None that you may see: it was added as it stands.", "faint"), indent=2)
    terminal.blank()
    terminal.heading("Where it comes from")
    _path(path)


def _exported(path: Provenance) -> dict[str, Any]:
    return {
        **path.item.export(),
        "provenance": {
            "sources": [source.export() for source in path.sources],
            "chain": [link.id for link in path.chain],
            "changes": [entry.export() for entry in path.changes],
        },
    }


def _fields(shown: Item) -> list[tuple[str, str]]:
    rows = []
    for name in type(shown).model_fields:
        if name in _ABOVE:
            continue
        value = getattr(shown, name)
        if value is None or value == () or value == {}:
            text = "-"
        elif isinstance(value, bool):
            text = "yes" if value else "no"
        elif isinstance(value, datetime):
            text = card.minute(value)
        elif isinstance(value, float):
            text = f"{value:.2f}"
        elif isinstance(value, tuple):
            text = ", ".join(str(one) for one in value)
        else:
            text = str(value)
        rows.append((name, text))
    return sorted(rows)


def _path(path: Provenance) -> None:
    rows = [
        (
            "source",
            f"{source.id}, {source.type}"
            + (f" {source.external_id}" if source.external_id else "")
            + f", brought by {source.owner} on {card.day(source.occurred_at)}",
        )
        for source in path.sources
    ]
    quotes = len(path.item.evidence)
    rows.append(("evidence", f"{quotes} {'quote' if quotes == 1 else 'quotes'}"))
    rows.append(("review", path.item.review.value))
    if len(path.chain) > 1:
        links = (f"[{one.id}]" if one.id == path.item.id else one.id for one in path.chain)
        rows.append(("chain", " → ".join(links)))
    terminal.table(rows)
    terminal.blank()
    card.changes(path.changes, with_target=False)


def _show_conversation(memory: Memory, id: str, *, json: bool) -> None:
    try:
        found = memory.conversations.get(id)
    except NotFound:
        raise NotFound("item or conversation", id) from None
    if json:
        messages = [one.export() for one in memory.conversations.messages(id)]
        terminal.as_json({**found.export(), "messages": messages})
        return
    _head(found)
    _said(memory.conversations.window(id))


def _head(found: Conversation) -> None:
    words = [found.subject, f"from {found.owner}", count(found.message_count, "message")]
    if found.last_activity_at is not None:
        words.append(f"last on {card.minute(found.last_activity_at)}")
    if found.closed_at is not None:
        words.append(f"closed on {card.minute(found.closed_at)}")
    if found.erased_at is not None:
        words.append(f"erased on {card.minute(found.erased_at)}")
    terminal.line((found.id, "name"), "  ", " · ".join(one for one in words if one is not None))
    if found.title:
        terminal.line((found.title, "heading"), indent=2)


def _said(window: Window) -> None:
    if window.summary is not None:
        terminal.blank()
        terminal.heading(f"What {count(window.summarised, 'earlier message')} came to")
        terminal.line(window.summary, indent=2)
    if window.messages:
        terminal.blank()
        terminal.heading("Word for word")
    for one in window.messages:
        words: list[Part] = [(card.minute(one.timestamp), "faint"), f"  {one.author_id}"]
        terminal.line(*words, (f" · {one.id}", "faint"), indent=2)
        terminal.line(one.content, indent=4)
