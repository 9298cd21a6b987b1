"""An item: what it says, why it is believed, and what became of it."""

from __future__ import annotations

from urllib.parse import quote

from remembrancer.web.visit import Sent, Shown, Visit


def item(visit: Visit) -> Shown:
    """One item with its evidence, its past and whom it was told."""
    id = visit.path["id"]
    found = visit.memory.provenance(id)
    return Shown(
        "item.html",
        {"item": found.item, "provenance": found, "changes": visit.memory.changes_of(id)},
    )


def _back(visit: Visit, told: str) -> Sent:
    return Sent(f"/items/{quote(visit.path['id'], safe='')}", told)


def vote(visit: Visit) -> Sent:
    """Up or down; the last one counts."""
    visit.memory.vote(visit.path["id"], 1 if visit.required("value") == "1" else -1)
    return _back(visit, "Your vote counts.")


def confirm(visit: Visit) -> Sent:
    """Somebody says that it is still so."""
    visit.memory.confirm(visit.path["id"])
    return _back(visit, "Confirmed: it is fresh again.")


def dismiss(visit: Visit) -> Sent:
    """Somebody says that it is not to be used."""
    visit.memory.dismiss(visit.path["id"], visit.filled("reason"))
    return _back(visit, "Dismissed. It is kept, and used no more.")
