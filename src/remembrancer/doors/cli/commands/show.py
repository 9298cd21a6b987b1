"""`rmb show`: all there is to know of one thing: an item, a conversation, or a receipt."""

from __future__ import annotations

from datetime import datetime
from json import dumps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.core.errors import NotFound
from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from remembrancer.conversations.window import Window
    from remembrancer.governance.provenance import Provenance
    from remembrancer.governance.receipt import Included, Receipt, ReceiptHead
    from remembrancer.items.conversation import Conversation
    from remembrancer.items.item import Item
    from remembrancer.memory import Memory

_RECEIPT = "rcp_"
_TOLD_SHOWN = 10  # lines of who was told, the newest
_ABOVE = ("content", "title", "evidence")  # shown in places of their own


@with_shared_options
def show(
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="An item's (km_…), a source's (src_…), a receipt's (rcp_…) or a conversation's.",
        ),
    ],
    *,
    shared: SharedOptions,
) -> None:
    """Show all of one item, what was said in a conversation, or what was delivered.

    Of an item it is the fields, the evidence, the provenance and who was told; of a conversation
    the last messages word for word, and before them what the earlier ones came to (--json has all
    messages); of a receipt what was handed to whom and why, with its text as it was then.

    \b
    Example:
      rmb show km_a3f82c119e4d
      rmb show meeting:call-12
      rmb show rcp_5d0c77a1e2b9
    """
    with shared.opened() as memory:
        try:
            path = memory.provenance(id)
        except NotFound:
            if id.startswith(_RECEIPT):
                _show_receipt(memory.receipt(id), json=shared.json)
            else:
                _show_conversation(memory, id, json=shared.json)
            return
    if shared.json:
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
            "deliveries": [head.export() for head in path.deliveries],
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
        elif isinstance(value, dict):
            text = dumps(value, ensure_ascii=False)
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
        links = (f"[{item.id}]" if item.id == path.item.id else item.id for item in path.chain)
        rows.append(("chain", " → ".join(links)))
    terminal.table(rows)
    terminal.blank()
    card.changes(path.changes, with_target=False)
    if path.deliveries:
        terminal.blank()
        terminal.heading("Who was told")
        terminal.table([_told(head) for head in path.deliveries[:_TOLD_SHOWN]])
        if len(path.deliveries) > _TOLD_SHOWN:
            left = len(path.deliveries) - _TOLD_SHOWN
            terminal.line((f"and {left} more; --json has them all", "faint"), indent=2)


def _told(head: ReceiptHead) -> tuple[str, str]:
    return head.id, f"{head.kind} for {head.delivered_to} on {card.minute(head.at)}"


def _show_receipt(receipt: Receipt, *, json: bool) -> None:
    if json:
        terminal.as_json(receipt.export())
        return
    words = [receipt.kind, f"for {receipt.delivered_to}", card.minute(receipt.at), receipt.subject]
    terminal.line(
        (receipt.id, "name"), "  ", " · ".join(word for word in words if word is not None)
    )
    tokens = f"{receipt.token_estimate:,} of {receipt.token_budget:,} tokens"
    state = "as delivered, byte for byte" if receipt.is_intact else "not as delivered any more"
    terminal.line(f"{tokens} · {state}", indent=2)
    terminal.blank()
    terminal.heading("What it held, and why")
    terminal.table([_included(included) for included in receipt.included])
    if receipt.withheld:
        terminal.blank()
        terminal.heading("What was withheld")
        terminal.table([(reason, f"{many:,}") for reason, many in sorted(receipt.withheld.items())])
    terminal.blank()
    terminal.heading("Its text")
    if receipt.text is None:
        form = f"Its form, {receipt.template}, is of another version of Remembrancer."
        terminal.line((form, "faint"), indent=2)
    for line in (receipt.text or "").splitlines():
        terminal.line(line, indent=2)


def _included(included: Included) -> tuple[str, str]:
    from remembrancer.core.texts.text import WITHHELD  # too heavy for a help

    text = f"{included.conversation_id} {included.message_id}" if included.message_id else None
    shown = "" if included.shown == "whole" else f" · {included.shown.value} since"
    return included.item_id or text or WITHHELD, f"{included.part} · {included.why}{shown}"


def _show_conversation(memory: Memory, id: str, *, json: bool) -> None:
    try:
        found = memory.conversations.get(id)
    except NotFound:
        raise NotFound("item or conversation", id) from None
    if json:
        messages = [entry.export() for entry in memory.conversations.messages(id)]
        terminal.as_json({**found.export(), "messages": messages})
        return
    _head(found)
    _said(memory.conversations.window(id))


def _head(conversation: Conversation) -> None:
    words = [
        conversation.subject,
        f"from {conversation.owner}",
        count(conversation.message_count, "message"),
    ]
    if conversation.last_activity_at is not None:
        words.append(f"last on {card.minute(conversation.last_activity_at)}")
    if conversation.closed_at is not None:
        words.append(f"closed on {card.minute(conversation.closed_at)}")
    if conversation.erased_at is not None:
        words.append(f"erased on {card.minute(conversation.erased_at)}")
    terminal.line(
        (conversation.id, "name"), "  ", " · ".join(word for word in words if word is not None)
    )
    if conversation.title:
        terminal.line((conversation.title, "heading"), indent=2)


def _said(window: Window) -> None:
    if window.summary is not None:
        terminal.blank()
        terminal.heading(f"What {count(window.summarised, 'earlier message')} came to")
        terminal.line(window.summary, indent=2)
    if window.messages:
        terminal.blank()
        terminal.heading("Word for word")
    for message in window.messages:
        words: list[Part] = [(card.minute(message.timestamp), "faint"), f"  {message.author_id}"]
        terminal.line(*words, (f" · {message.id}", "faint"), indent=2)
        terminal.line(message.content, indent=4)
