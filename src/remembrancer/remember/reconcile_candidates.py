"""Reconcile candidates: existing items near a new one, found by words and by vectors."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from remembrancer.core.limits import NEIGHBOURS_COMPARED_MAX
from remembrancer.core.scope import Scope
from remembrancer.governance import compressed_entry
from remembrancer.governance.contradiction_relations import overlap
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.item import Item, Lifecycle
from remembrancer.items.retention import COMPRESSION
from remembrancer.items.state import ItemState
from remembrancer.jobs.task import Tools
from remembrancer.language.stemming import language
from remembrancer.ports import Reader
from remembrancer.reading.extraction_input import CandidateItem
from remembrancer.search.bm25 import Statistics
from remembrancer.search.port import ComparisonScope, QueryVector
from remembrancer.search.vectors import check_vectors

_DEFINITE_NAME: Final = re.compile(r"(?<!\w)([A-ZÅÄÖ][a-zåäö]{2,}?)(?:n|en|et)(?!\w)")
_COMPOUND_LETTERS: Final = 8
_FAMILY_LETTERS: Final = 6
_LONG_WORD: Final = re.compile(r"[^\W\d_]{8,}")
log = logging.getLogger("remembrancer.work")


def terms_of(scope: Scope, state: ItemState) -> list[str]:
    """The search terms for an item's candidates."""
    told = " ".join([state.title or "", state.content, *state.tags])
    tongue = language(scope.space.preset.language)
    # "Vegan är såld": a name in its definite form is known without the ending.
    bare = " ".join(one[1] for one in _DEFINITE_NAME.finditer(state.content))
    # The stems of "julmarknad" and "julmarknaden" differ by one step: both ways lead to the other.
    long = [one for one in tongue.stems(told) if len(one) >= _COMPOUND_LETTERS]
    words = (one for one in _LONG_WORD.findall(told.lower()) if tongue.stem(one) != one)
    shorter = (stem for one in long if (stem := tongue.stem(one)) != one)
    stems = (*tongue.stems(told), *tongue.stems(bare), *shorter)
    family = (other for one in stems for other in _of_one_family(one))
    return list(dict.fromkeys((*stems, *words, *family)))


def _of_one_family(stem: str) -> Iterator[str]:
    """The stem of the verb to a noun, and of the noun to a verb: "repetition", "repetera"."""
    if stem.endswith(("ition", "ation")):
        yield stem[:-5] + "er"
    elif stem.endswith("ering"):
        yield stem[:-3]
    elif stem.endswith("ning") and len(stem) >= _FAMILY_LETTERS:
        yield stem[:-4]
    elif stem.endswith("er") and len(stem) >= _FAMILY_LETTERS:
        yield from (stem[:-2] + ending for ending in ("ition", "ation", "ering"))


def neighbours(
    reader: Reader,
    scope: Scope,
    state: ItemState,
    meaning: QueryVector | None,
    statistics: Statistics | None = None,
    *,
    before: int | None = None,
) -> list[Item]:
    """Existing items in the same place, found by words and by vectors, without evidence.

    With `before`, only items that were stored before the one with this number.

    For a shared item this covers every item that one person may be given together with it, whatever
    its audience.
    """
    terms = terms_of(scope, state)
    place = ComparisonScope(state.subject, state.domain, state.audience, state.is_personal)
    found = {
        one.id: one
        for one in reader.candidates.similar(
            terms,
            statistics or reader.search.statistics(terms),
            place._replace(before=before),
            limit=NEIGHBOURS_COMPARED_MAX,
        )
    }
    if meaning is not None and reader.vector_search.has_vectors(meaning.model):
        keys: dict[int, None] = {}
        # Items of the same domain come first, then items without a domain.
        for domains in dict.fromkeys((None if state.domain is None else (state.domain,), None)):
            filter = RecallFilter(subject=state.subject, domains=domains)
            near = reader.vector_search.items(
                meaning, filter, limit=NEIGHBOURS_COMPARED_MAX, at=None
            )
            keys.update((hit.candidate.key, None) for hit in near)
        for one in reader.items.by_key(list(keys), is_bare=True).values():
            if _is_in(one, place, scope):
                found.setdefault(one.id, one)
    return list(found.values())


def with_members(
    reader: Reader, scope: Scope, state: ItemState, beside: Sequence[Item]
) -> list[Item]:
    """The same list, with the members of a compressed entry in its place. Each is compared alone.

    Members appear as if they were in use: those that share words with the new item, as far as there
    is room. A compressed entry that somebody edited is left out.
    """
    entries = [one for one in beside if one.source_type == COMPRESSION]
    if not entries:
        return list(beside)
    tongue, terms = language(scope.space.preset.language), set(terms_of(scope, state))
    shared = {
        part.item_id: len(terms.intersection(tongue.stems(part.text)))
        for one in entries
        if one.lifecycle is not Lifecycle.DISMISSED
        for part in compressed_entry.parts_of(one.source_type, one.content, one.data)
    }
    ids = sorted((id for id, count in shared.items() if count), key=lambda id: -shared[id])
    found = reader.items.named(ids[:NEIGHBOURS_COMPARED_MAX])
    in_use = {"lifecycle": Lifecycle.ACTIVE, "superseded_by": None}
    others = [one for one in beside if one.source_type != COMPRESSION]
    return [*others, *(one.model_copy(update=in_use) for one in found.values())]


def with_domain(
    reader: Reader, scope: Scope, state: ItemState, beside: Sequence[Item]
) -> list[Item]:
    """The same list, plus the newest items of the domain: a model relates them without words."""
    room = NEIGHBOURS_COMPARED_MAX - len(beside)
    if state.domain is None or room <= 0:
        return list(beside)
    wanted = ItemFilter(
        subject=state.subject,
        domain=(state.domain,),
        lifecycle=(Lifecycle.ACTIVE,),
        is_personal=state.is_personal,
        source_user=(scope.viewer.name,) if state.is_personal else None,
    )
    found = {one.id: one for one in beside}
    listed = reader.items.page(wanted, limit=NEIGHBOURS_COMPARED_MAX).items
    for one in sorted(listed, key=lambda one: one.audience != state.audience):
        if len(found) < NEIGHBOURS_COMPARED_MAX and is_beside(one, scope, state):
            found.setdefault(one.id, one)
    return list(found.values())


def is_beside(item: Item, scope: Scope, state: ItemState) -> bool:
    """Whether an existing item is in the place of a new one, or one person may be given both."""
    return _is_in(
        item, ComparisonScope(state.subject, state.domain, state.audience, state.is_personal), scope
    )


def _is_in(item: Item, place: ComparisonScope, scope: Scope) -> bool:
    if (item.subject, item.is_personal) != (place.subject, place.is_personal):
        return False
    if None not in (item.domain, place.domain) and item.domain != place.domain:
        return False
    if item.is_personal:
        return item.audience == place.audience and item.source_user == scope.viewer.name
    return overlap(item.audience, place.audience)


def meanings_of(
    tools: Tools,
    candidates: Sequence[CandidateItem],
    among: Collection[str | None] | None = None,
) -> list[QueryVector | None]:
    """The vector of each item; None if the embedder may not see the text, or fails.

    With `among`, only of items of these subjects.
    """
    embedder = tools.embedder
    if embedder is None:
        return [None] * len(candidates)
    told = [
        number
        for number, one in enumerate(candidates)
        if (embedder.is_local or not one.new.state.is_personal)
        and not one.only_acts
        and (among is None or one.new.state.subject in among)
    ]
    meanings: list[QueryVector | None] = [None] * len(candidates)
    if not told:
        return meanings
    try:
        vectors = embedder.embed([candidates[number].new.state.content for number in told])
        check_vectors(embedder.name, vectors, len(told))
    except Exception as error:  # third-party code; words find most candidates
        log.warning("Neighbours are looked for by words alone: %s", type(error).__name__)
        return meanings
    for number, vector in zip(told, vectors, strict=True):
        meanings[number] = QueryVector(embedder.name, tuple(vector))
    return meanings
