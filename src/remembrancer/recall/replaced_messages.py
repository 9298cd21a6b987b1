"""Messages whose statement was replaced: they are marked, and stand behind what holds now."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.governance.contradiction_relations import is_out_of_use
from remembrancer.items.item import Item
from remembrancer.ports import Reader
from remembrancer.reading.port import RetrievedText
from remembrancer.recall.hit import Hit

Found = tuple[Hit, RetrievedText]


def marked(reader: Reader, hits: Sequence[Found]) -> list[Found]:
    """The hits, with each replaced message behind the items that hold instead of it."""
    numbers = [seen.message_n for _, seen in hits if seen.message_n is not None]
    replaced = reader.evidence.replacements(numbers) if numbers else {}
    if not replaced:
        return list(hits)
    items = reader.items.named({id for ids in replaced.values() for id in ids})
    told = []
    for hit, seen in hits:
        ids = replaced.get(seen.message_n, ()) if seen.message_n is not None else ()
        now = tuple(id for id in ids if id in items and _holds_instead(items[id], hit))
        told.append((hit.model_copy(update={"replaced_by": now}) if now else hit, seen))
    return _in_order(told)


def _holds_instead(item: Item, hit: Hit) -> bool:
    """Whether an item is in use, and said elsewhere: "it was Oslo, and now Bergen" says both."""
    said = (hit.conversation_id, hit.id)
    return not is_out_of_use(item) and all(
        (one.conversation_id, one.message_id) != said for one in item.evidence
    )


def _in_order(hits: list[Found]) -> list[Found]:
    """The hits; a replaced message directly behind the last of its items that was found."""
    places = {hit.id: place for place, (hit, _) in enumerate(hits) if hit.type == "item"}
    keyed = []
    for place, (hit, seen) in enumerate(hits):
        behind = max((places[id] for id in hit.replaced_by if id in places), default=-1)
        if behind > place:
            hit = hit.model_copy(update={"score": hits[behind][0].score})
        keyed.append(((max(place, behind), behind > place, place), (hit, seen)))
    return [found for _, found in sorted(keyed, key=lambda each: each[0])]
