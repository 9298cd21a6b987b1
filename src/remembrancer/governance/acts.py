"""Acts of the engine: what it did by itself lately, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.grounds import ActKind
from remembrancer.core.hashing import keyed_hash, open_position, seal_position
from remembrancer.core.ledger import JudgedEntry
from remembrancer.core.limits import PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_is_text, check_whole, is_text
from remembrancer.governance.act import Act, Acts
from remembrancer.governance.contradiction_relations import SETTLES, UNDOES, UNDOES_KEY
from remembrancer.items.item import Item
from remembrancer.items.relation import Relation
from remembrancer.ports import Reader
from remembrancer.reading.judging.judge import normalised_words
from remembrancer.reading.judging.judgement import Suggestion

WORDS_KEY: Final = "words"  # of an undone act: hashes of the words that were taken for the item

_PREFIX: Final = "act_"
_ROUNDS_MAX: Final = 20  # queries for one page, if most acts are hidden from the viewer


class FoundAct(NamedTuple):
    """An act as shown, and its entry."""

    act: Act
    entry: JudgedEntry


def listed(
    reader: Reader, scope: Scope, *, limit: Any, cursor: Any, subject: Any, act: Any
) -> Acts:
    """A page of acts. The viewer may see all items of each."""
    size = PAGE_ITEMS_DEFAULT if limit is None else limit
    check_whole(size, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
    if subject is not None:
        check_is_text(subject, "subject")
    kind = None if act is None else _kind(act)
    key = scope.space.key
    before = reader.last_position() + 1 if cursor is None else open_position(key, cursor)
    found: list[FoundAct] = []
    for _ in range(_ROUNDS_MAX):
        entries = reader.ledger.judged(before=before, limit=size + 1, subject=subject, act=kind)
        found += shown(reader, scope, entries)
        if len(found) > size or len(entries) <= size:
            break
        before = entries[-1].seq
    page, end = found[:size], None
    if len(found) > size:
        end = page[-1].entry.seq
    elif len(entries) > size:
        end = before  # the rest was not looked through
    next = None if end is None else seal_position(key, end)
    return Acts(acts=tuple(one.act for one in page), next=next)


def named(reader: Reader, scope: Scope, id: Any) -> FoundAct:
    """One act by its id."""
    if not is_text(id):
        raise NotFound("act", id)
    try:
        seq = open_position(scope.space.key, id.removeprefix(_PREFIX))
    except InvalidInput:
        raise NotFound("act", id) from None
    entries = reader.ledger.judged(before=seq + 1, limit=1)
    found = shown(reader, scope, [one for one in entries if one.seq == seq])
    if not found or found[0].act.id != id:
        raise NotFound("act", id)
    return found[0]


def shown(reader: Reader, scope: Scope, entries: Sequence[JudgedEntry]) -> list[FoundAct]:
    """Those of these acts of which the viewer may see all items.

    An item that is personal to somebody else hides the act, from admins too.
    """
    ids = {id for one in entries for id in (one.item, *one.others)}
    looked_at = set(reader.looks)
    items = {
        id: item
        for id, item in (reader.items.named(ids) if ids else {}).items()
        if not item.is_personal or item.source_user == scope.viewer.name
    }
    reader.only_looked_at(looked_at)
    seen = [one for one in entries if all(id in items for id in (one.item, *one.others))]
    links = reader.candidates.links([SETTLES, UNDOES], list(items)) if seen else ()
    undone = set(_undone(links))
    return [FoundAct(_act(scope, one, items, undone), one) for one in seen]


def words_hash(scope: Scope, text: str) -> str:
    """A keyed hash that recognises the same words, useless for confirming a guess."""
    return keyed_hash(scope.space.key, ["words", *normalised_words(text)])


def _undone(links: Iterable[Relation]) -> Iterable[str]:
    """The ids of acts and of contradictions that somebody said were wrong."""
    for link in links:
        if link.type == UNDOES:
            yield str(link.attrs.get(UNDOES_KEY))
        elif link.attrs.get("action") == Suggestion.BOTH_VALID.value:
            yield str(link.attrs.get("contradiction"))


def _act(scope: Scope, entry: JudgedEntry, items: dict[str, Item], undone: set[str]) -> Act:
    id = _PREFIX + seal_position(scope.space.key, entry.seq)
    item = items[entry.item]
    said = [one.quote for one in item.evidence if one.at == entry.at and one.quote is not None]
    return Act(
        id=id,
        act=entry.act,
        at=entry.at,
        actor=entry.actor,
        item=item,
        others=tuple(items[other] for other in entry.others),
        quote=said[-1] if said and entry.act in (ActKind.CONFIRMED, ActKind.CLOSED) else None,
        grounds=entry.grounds,
        grade=entry.grade,
        reason=entry.reason,
        contradiction=entry.contradiction,
        is_undone=id in undone or entry.contradiction in undone,
    )


def _kind(given: Any) -> ActKind:
    try:
        return ActKind(given)
    except ValueError:
        known = ", ".join(one.value for one in ActKind)
        raise InvalidInput(
            f"{given!r} is nothing that the engine does by itself. Say one of: {known}.",
            field="act",
        ) from None
