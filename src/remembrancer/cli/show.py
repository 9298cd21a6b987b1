"""`rmb show`: all there is to know of one item."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.cli import card, terminal
from remembrancer.cli.opening import opened
from remembrancer.cli.options import Acting, Json, Space, Url

if TYPE_CHECKING:
    from remembrancer.model.item import Item
    from remembrancer.model.provenance import Provenance

_ABOVE = ("content", "title", "evidence")  # shown in places of their own


def show(
    id: Annotated[str, typer.Argument(metavar="ID", help="km_ and 12 hex digits.")],
    url: Url = None,
    space: Space = None,
    acting: Acting = None,
    json: Json = False,
) -> None:
    """Show all of one item: fields, evidence and provenance.

    \b
    Example:
      rmb show km_a3f82c119e4d
    """
    with opened(url, space, acting) as memory:
        path = memory.provenance(id)
    if json:
        terminal.as_json(_exported(path))
        return
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
