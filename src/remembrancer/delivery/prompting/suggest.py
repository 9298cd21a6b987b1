"""Suggests prompts to a caller, as a delivery."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from remembrancer.core.kinds import Family
from remembrancer.core.limits import PAGE_ITEMS_MAX, QUERY_CHARACTERS_MAX, TASKS_SCANNED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.deliver import delivering_if_any
from remembrancer.delivery.prompting import suggestion_ranking as offers
from remembrancer.delivery.prompting.suggestion import Suggestions, Trigger
from remembrancer.delivery.prompting.suggestion_ranking import Entry, SuggestionInput
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.visible_items import unasked
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.item import Item, Lifecycle, Trust
from remembrancer.items.kinds.kind_groups import by_kind, kinds
from remembrancer.items.kinds.tasks import day_after, deadline, follow_up, related, said_at
from remembrancer.ports import Reader, Store
from remembrancer.reading.judging.done.closing import closes
from remembrancer.recall import recall
from remembrancer.recall.hit import Hit
from remembrancer.recall.recall_search import RecallRequest

_OPEN = (Family.UNRESOLVED, Family.ACTION)
_DECIDED = (Family.DECISION, Family.TRACE)
_TASKS = (*_OPEN, *_DECIDED)
_STALE_AT_FIRST = 50  # number of items read first; if too few, times `_STALE_MORE`
_STALE_MORE = 10
_LATER_MAX = 10  # later statements checked for each open item


def suggestions(store: Store, scope: Scope, subject: str | None, locale: str) -> Suggestions:
    """The current suggestions. If there are none, nothing is written."""

    def make(reader: Reader) -> tuple[tuple[Entry, ...], NewDelivery | None]:
        entries = _offered(reader, scope, subject)
        return entries, _delivery(scope, subject, locale, entries) if entries else None

    entries, receipt = delivering_if_any(store, scope, make)
    prompts = tuple(offers.prompted(entry, locale, scope.now) for entry in entries)
    return Suggestions(prompts=prompts, locale=locale, receipt=receipt)


def _offered(reader: Reader, scope: Scope, subject: str | None) -> tuple[Entry, ...]:
    preset = scope.space.preset
    rules = preset.suggestions
    marked = _marked(reader, scope, subject)
    limit, closed = _STALE_AT_FIRST, _Closed(reader, scope)
    while True:
        stale, is_all = _stale(reader, scope, subject, limit)
        items = {item.id: item for item in (*marked, *stale)}
        seen = unasked(reader, scope, items.values())
        entries = _not_closed(SuggestionInput(items=seen, families=by_kind(preset)), scope, closed)
        # Some stale items may be done or not for this caller, so more are read.
        if is_all or len(entries) >= rules.prompts_max:
            return entries
        limit *= _STALE_MORE


def _not_closed(known: SuggestionInput, scope: Scope, closed: _Closed) -> tuple[Entry, ...]:
    """The suggestions without items that somebody reported as done. The items stay unchanged."""
    rules = scope.space.preset.suggestions
    over: set[tuple[Trigger, str]] = set()
    while True:
        entries = offers.worth_offering(known, rules, scope.now, without=over)
        found = {
            (trigger, items[0].id)
            for trigger, items in entries
            if closed.is_closed(trigger, items[0])
        }
        if not found:
            return entries
        over |= found


class _Closed:
    """Searches for later statements about open items, by a person and readable by the caller."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._found: dict[tuple[Trigger, str], bool] = {}

    def is_closed(self, trigger: Trigger, item: Item) -> bool:
        key = (trigger, item.id)
        if key not in self._found:
            self._found[key] = self._is_closed(trigger, item)
        return self._found[key]

    def _is_closed(self, trigger: Trigger, item: Item) -> bool:
        scope = self._scope
        text = follow_up(item, ()) if trigger is Trigger.FOLLOW_UP else None
        matter = text or item.content
        filter = RecallFilter(subject=item.subject, since=offers.touched(item))
        asked = RecallRequest(
            query=matter[:QUERY_CHARACTERS_MAX],
            filter=filter,
            k=_LATER_MAX,
            include=("items", "messages"),
        )
        found = recall.recall(
            self._reader, scope, asked, at=None, embedder=None, reranker=None
        ).recall
        later = [hit for hit in found.hits if hit.id != item.id and hit.subject == item.subject]
        if not later:
            return False
        return any(
            closes(
                hit.text,
                matter,
                language=scope.space.preset.language,
                at=hit.occurred_at,
                since=item.occurred_at,
                # A decision about a due or decided item does not finish it.
                by_deciding=trigger is Trigger.STALE_UNRESOLVED,
            )
            for hit in later
            if (hit.trust is Trust.PERSON if hit.type == "item" else self._is_by_person(hit))
        )

    def _is_by_person(self, hit: Hit) -> bool:
        """Whether a person said it: an assistant's report may be a misunderstanding."""
        messages = self._reader.conversations.messages(hit.conversation_id or "")
        return any(message.id == hit.id and message.role == "user" for message in messages)


def _marked(reader: Reader, scope: Scope, subject: str | None) -> list[Item]:
    """Items due soon, the decisions about them, and decisions that need a follow-up."""
    preset = scope.space.preset
    rules, today = preset.suggestions, scope.now.date()
    until = day_after(today, rules.deadline_within_days)
    items = reader.tasks.marked(
        kinds(preset, (*_TASKS, Family.FACT)),  # a plain fact may have a deadline too
        subject=subject,
        since=today,
        until=until,
        tags=rules.follow_up_tags,
        limit=TASKS_SCANNED_MAX,
    )
    due = [item for item in items if (day := deadline(item)) is not None and today <= day <= until]
    return [*items, *_decided_about(reader, scope, due, subject)]


def _decided_about(
    reader: Reader, scope: Scope, due: Sequence[Item], subject: str | None
) -> list[Item]:
    """Decisions named by due items, on a possibly shared topic, or from the same conversation."""
    decided = kinds(scope.space.preset, _DECIDED)
    if not due:
        return []
    named = reader.items.named({id for item in due for id in related(item)})
    subjects = {item.subject for item in due if item.tags}
    tagged = (
        reader.tasks.tagged(decided, subjects=subjects, limit=TASKS_SCANNED_MAX) if subjects else ()
    )
    talks = tuple(sorted({item.source_id for item in due if item.source_id and said_at(item)}))
    beside: tuple[Item, ...] = ()
    if talks and decided:
        item_filter = ItemFilter(source_id=talks, kind=decided, lifecycle=(Lifecycle.ACTIVE,))
        beside = reader.items.page(item_filter, limit=PAGE_ITEMS_MAX).items
    return [
        item
        for item in (*named.values(), *tagged, *beside)
        if item.kind in decided
        and item.lifecycle is Lifecycle.ACTIVE
        and (subject is None or item.subject == subject)
    ]


def _stale(
    reader: Reader, scope: Scope, subject: str | None, limit: int
) -> tuple[tuple[Item, ...], bool]:
    """The items open longest, and whether these are all."""
    preset = scope.space.preset
    try:
        before = scope.now - timedelta(days=preset.suggestions.stale_after_days)
    except OverflowError:
        return (), True  # nothing can be that old
    return reader.tasks.longest_open(
        kinds(preset, _OPEN),
        subject=subject,
        before=before,
        scanned=TASKS_SCANNED_MAX,
        limit=limit,
    )


def _delivery(
    scope: Scope, subject: str | None, locale: str, entries: tuple[Entry, ...]
) -> NewDelivery:
    parts = {
        trigger.value: [item for each, items in entries if each is trigger for item in items]
        for trigger in Trigger
    }
    value = {"locale": locale}
    text = rendered(
        offers.TEMPLATE, Rendering(parts=parts, messages=(), given=value, now=scope.now)
    )
    return NewDelivery(
        kind="suggestions",
        template=offers.TEMPLATE,
        subject=subject,
        token_estimate=token_estimate(text),
        token_budget=token_estimate(text),
        told=[
            DeliveredEntry(part, f"offered: {part}", item.id)
            for part in parts
            for item in parts[part]
        ],
        withheld={},
        given=value,
        text=text,
    )
