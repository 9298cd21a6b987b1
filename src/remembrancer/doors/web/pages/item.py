"""An item: what it says, why it is believed, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.core.ledger import LedgerEntry
from remembrancer.doors.web.difference import Piece, worded
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.passages import passages
from remembrancer.doors.web.wording import in_a_path, in_words
from remembrancer.governance.contradiction import Contradiction, Hidden
from remembrancer.items.item import Item
from remembrancer.items.item_change import FieldChange, ItemChange
from remembrancer.items.kinds.decision_kinds import decision_kinds


class Field(NamedTuple):
    """One field before and after an act; a text is compared word by word."""

    name: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


class Version(NamedTuple):
    """What one act made of an item."""

    number: int
    change: ItemChange
    fields: tuple[Field, ...]  # none: the first version


class Opposed(NamedTuple):
    """An open contradiction, from the side of the item that is looked at."""

    pair: Contradiction
    other: Item | Hidden
    words: tuple[Piece, ...]  # of the other, those that differ marked; none: it is hidden


def item(visit: Visit) -> PageView:
    """One item with its evidence in place, its past, whom it was told and what rests on it."""
    id = visit.path["id"]
    provenance = visit.memory.provenance(id)
    return PageView(
        "item.html",
        {
            "item": provenance.item,
            "provenance": provenance,
            "passages": passages(visit.memory, provenance.item, provenance.sources),
            "versions": _versions(visit.memory.changes_of(id)),
            "reviewed_by": _reviewed_by(provenance.changes),
            "contradictions": _contradictions(visit, provenance.item),
            "is_related": visit.may_manage and _is_related(visit, id),
            "is_decision": visit.may_manage
            and provenance.item.kind in decision_kinds(visit.session.space.preset),
            "relied_on": visit.memory.review.relied_on(id) if visit.may_review else None,
        },
    )


def _is_related(visit: Visit, id: str) -> bool:
    """Whether a walk through the graph can begin at it."""
    return bool(visit.memory.graph.relations(of=id, ended=True, limit=1).relations)


def _contradictions(visit: Visit, item: Item) -> tuple[Opposed, ...]:
    """What is open between it and others, of what the visitor may see."""
    result = []
    for pair in visit.memory.review.contradictions():
        if item.id in (pair.a.id, pair.b.id):
            other = pair.b if pair.a.id == item.id else pair.a
            words = worded(item.content, other.content)[1] if isinstance(other, Item) else ()
            result.append(Opposed(pair, other, words))
    return tuple(result)


def _reviewed_by(entries: Iterable[LedgerEntry]) -> str | None:
    """Who decided last."""
    decided = [entry for entry in entries if entry.action.startswith("review.")]
    return max(decided, key=lambda entry: entry.seq).actor if decided else None


_TEXTS: Final = ("title", "content")
# What follows from a field that is shown, and says nothing more to people.
_FOLLOWS: Final = frozenset({"admin_approved", "live_confirmed", "confidence_base", "updated_at"})


def _versions(changes: Sequence[ItemChange]) -> tuple[Version, ...]:
    """The newest first. An act that changed nothing, such as a vote, made none."""
    made = [entry for place, entry in enumerate(changes) if not place or entry.fields]
    versions = (
        Version(number, entry, tuple(_fields(entry.fields)))
        for number, entry in enumerate(made, start=1)
    )
    return tuple(reversed(tuple(versions)))


def _fields(changes: Iterable[FieldChange]) -> Iterator[Field]:
    for change in changes:
        if change.field in _FOLLOWS:
            continue
        if (
            isinstance(change.before, str)
            and isinstance(change.after, str)
            and change.field in _TEXTS
        ):
            yield Field(change.field, *worded(change.before, change.after))
        else:
            yield Field(change.field, _whole(change.before), _whole(change.after))


def _whole(value: object) -> tuple[Piece, ...]:
    """A value as one piece, all of it changed."""
    text = in_words(value)
    return (Piece(text, True),) if text else ()


def _back(visit: Visit, text: str) -> Sent:
    return Sent(f"/items/{in_a_path(visit.path['id'])}", text)


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
