"""An item: what it says, why it is believed, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from remembrancer.model.item_change import ItemChange
from remembrancer.web.difference import Piece, worded
from remembrancer.web.passages import passages
from remembrancer.web.visit import Sent, Shown, Visit
from remembrancer.web.wording import in_a_path


class Edit(NamedTuple):
    """A text before and after somebody changed it, word by word."""

    change: ItemChange
    field: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


def item(visit: Visit) -> Shown:
    """One item with its evidence in place, its past, whom it was told and what rests on it."""
    id = visit.path["id"]
    found = visit.memory.provenance(id)
    return Shown(
        "item.html",
        {
            "item": found.item,
            "provenance": found,
            "passages": passages(visit.memory, found.item, found.sources),
            "edits": tuple(_edits(visit.memory.changes_of(id))),
            "relied_on": visit.memory.review.relied_on(id) if visit.may_review else None,
        },
    )


def _edits(changes: Iterable[ItemChange]) -> Iterable[Edit]:
    for one in changes:
        for name, before, after in ((f.field, f.before, f.after) for f in one.fields):
            is_text = isinstance(before, str) and isinstance(after, str)
            if is_text and name in ("title", "content"):
                yield Edit(one, name, *worded(before, after))


def receipt(visit: Visit) -> Shown:
    """What was handed to somebody, why, and what was withheld."""
    return Shown("receipt.html", {"receipt": visit.memory.receipt(visit.path["id"])})


def _back(visit: Visit, told: str) -> Sent:
    return Sent(f"/items/{in_a_path(visit.path['id'])}", told)


def _check(visit: Visit) -> None:
    """Where memory is invisible, its users have nothing to decide."""
    visit.check_sees("browse", "timeline")


def vote(visit: Visit) -> Sent:
    """Up or down; the last one counts."""
    _check(visit)
    visit.memory.vote(visit.path["id"], 1 if visit.required("value") == "1" else -1)
    return _back(visit, "Your vote counts.")


def confirm(visit: Visit) -> Sent:
    """Somebody says that it is still so."""
    _check(visit)
    visit.memory.confirm(visit.path["id"])
    return _back(visit, "Confirmed: it is fresh again.")


def dismiss(visit: Visit) -> Sent:
    """Somebody says that it is not to be used."""
    _check(visit)
    visit.memory.dismiss(visit.path["id"], visit.filled("reason"))
    return _back(visit, "Dismissed. It is kept, and used no more.")
