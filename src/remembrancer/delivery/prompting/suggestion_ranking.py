"""Ranks suggestions for the start of a conversation. They are never sent automatically.

A prompt depends only on its items, its language and the time, so that a receipt can reproduce it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from remembrancer.core.kinds import Family
from remembrancer.core.limits import SUGGESTION_TOPIC_CHARACTERS
from remembrancer.core.locale import ENGLISH, SWEDISH
from remembrancer.core.preset import SuggestionRules
from remembrancer.core.texts.quoting import quoted_in_prose, shortened
from remembrancer.delivery.prompting.suggestion import SuggestedPrompt, Trigger
from remembrancer.items.delivered_text import trust_words
from remembrancer.items.item import Item
from remembrancer.items.kinds import tasks
from remembrancer.items.trust import UNTRUSTED, lowest

if TYPE_CHECKING:
    from remembrancer.delivery.templates import Rendering

TEMPLATE: Final = "suggestions/2"

_OPEN: Final = frozenset({Family.UNRESOLVED, Family.ACTION})
_DECIDED: Final = frozenset({Family.DECISION, Family.TRACE})

Entry = tuple[Trigger, tuple[Item, ...]]  # its trigger and its items; a deadline has a decision too


@dataclass(frozen=True, kw_only=True)
class SuggestionInput:
    """The active items visible to the caller."""

    items: Sequence[Item]
    families: Mapping[str, Family]  # by kind

    def of(self, families: Collection[Family]) -> list[Item]:
        return [item for item in self.items if self.families.get(item.kind) in families]


def worth_offering(
    known: SuggestionInput,
    rules: SuggestionRules,
    now: datetime,
    *,
    without: Collection[tuple[Trigger, str]] = (),
) -> tuple[Entry, ...]:
    """Suggestions by urgency: deadlines, then decisions to follow up, then the longest open items.

    `without` holds finished items, by trigger and id.
    """
    entries: list[Entry] = []
    for sort in (_deadlines, _follow_ups, _stale):
        told = {entry[1][0].id for entry in entries}
        entries += [
            (trigger, items)
            for trigger, items in sort(known, rules, now)
            if items[0].id not in told and (trigger, items[0].id) not in without
        ]
    return tuple(entries[: rules.prompts_max])


def _deadlines(known: SuggestionInput, rules: SuggestionRules, now: datetime) -> Iterator[Entry]:
    """Items due today or within days that have a decision, nearest deadline first."""
    decided = _Decided(known.of(_DECIDED), frozenset(rules.follow_up_tags))
    due = [
        (day, item.id, item)
        for item in known.items
        if (day := tasks.deadline(item)) is not None
        and 0 <= (day - now.date()).days <= rules.deadline_within_days
        and not tasks.is_done(item)
    ]
    for _, _, one in sorted(due, key=lambda each: each[:2]):
        if (decision := decided.about(one)) is not None:
            yield Trigger.DEADLINE_NEAR, (one, decision)


class _Decided:
    """Decisions by their link to a due item, the newest for each link."""

    def __init__(self, decisions: Iterable[Item], marks: frozenset[str]) -> None:
        self._marks = marks  # tags that name a task, not a topic
        self._by_id: dict[str, Item] = {}
        self._by_named: dict[str, Item] = {}  # by the item that a decision names as related
        self._by_topic: dict[tuple[str | None, str], list[Item]] = {}
        for item in sorted(decisions, key=_age):
            self._by_id[item.id] = item
            self._by_named |= dict.fromkeys(tasks.related(item), item)
            for topic in (*_topics(item, marks), *_words_of(item)):
                self._by_topic.setdefault(topic, []).append(item)

    def about(self, due: Item) -> Item | None:
        """The newest decision that names the item or is named by it, shares a topic and subject
        with it, or comes from the same message. A decision with its own deadline is its own
        decision."""
        items = [self._by_id[id] for id in tasks.related(due) if id in self._by_id]
        if due.id in self._by_named:
            items.append(self._by_named[due.id])
        for topic in (*_topics(due, self._marks), *_words_of(due)):
            items += self._by_topic.get(topic, ())[-2:]  # one of them may be the item itself
        others = (item for item in items if item.id != due.id)
        own = self._by_id.get(due.id) if tasks.said_at(due) is not None else None
        return max(others, key=_age, default=own)


def _topics(item: Item, marks: frozenset[str]) -> set[tuple[str | None, str]]:
    tags = (tag for tag in item.tags if tag not in marks)
    return {(item.subject, tag.casefold().replace("-", "_").replace(" ", "_")) for tag in tags}


def _words_of(item: Item) -> set[tuple[str | None, str]]:
    """The message that the item was extracted from: other items from it have the same key."""
    said_at = tasks.said_at(item)
    if said_at is None or item.source_id is None:
        return set()
    return {(item.subject, f"{item.source_id}\n{said_at}")}


def _age(item: Item) -> tuple[datetime, str]:
    return item.occurred_at, item.id


def _follow_ups(known: SuggestionInput, rules: SuggestionRules, now: datetime) -> Iterator[Entry]:
    done_with: set[str] = set()
    for item in known.items:
        if tasks.is_done(item):
            done_with |= tasks.related(item)
    for decision in sorted(known.of(_DECIDED), key=_age):
        if decision.id not in done_with and _needs_follow_up(decision, rules):
            yield Trigger.FOLLOW_UP, (decision,)


def _needs_follow_up(decision: Item, rules: SuggestionRules) -> bool:
    return tasks.follow_up(decision, rules.follow_up_tags) is not None


def _stale(known: SuggestionInput, rules: SuggestionRules, now: datetime) -> Iterator[Entry]:
    limit = timedelta(days=rules.stale_after_days)
    for item in sorted(known.of(_OPEN), key=lambda each: (touched(each), each.id)):
        due = tasks.deadline(item)
        is_ahead = due is not None and due >= now.date()  # its deadline has not passed
        if now - touched(item) > limit and not is_ahead and not tasks.is_done(item):
            yield Trigger.STALE_UNRESOLVED, (item,)


def touched(item: Item) -> datetime:
    return max(item.occurred_at, item.last_confirmed_at or item.occurred_at)


# -- wording

_ENGLISH: Final[Mapping[str, str]] = {
    Trigger.STALE_UNRESOLVED: "Continue with {topic}, which has been open for {days}.",
    Trigger.FOLLOW_UP: "Follow up on {topic}.",
    "follow_up_told": "Follow up on {topic}: {told}",
    Trigger.DEADLINE_NEAR: "{topic} is due {days}. Do it again as decided: {decision}",
    "today": "today",
    "tomorrow": "tomorrow",
    "ahead": "in {days}",
    "day": "1 day",
    "days": "{count} days",
}
_SWEDISH: Final[Mapping[str, str]] = {
    Trigger.STALE_UNRESOLVED: "Fortsätt med {topic}, som har varit öppet i {days}.",
    Trigger.FOLLOW_UP: "Följ upp {topic}.",
    "follow_up_told": "Följ upp {topic}: {told}",
    Trigger.DEADLINE_NEAR: "{topic} ska vara klart {days}. Gör som vi bestämde: {decision}",
    "today": "i dag",
    "tomorrow": "i morgon",
    "ahead": "om {days}",
    "day": "1 dag",
    "days": "{count} dagar",
}
_WORDS: Final = {ENGLISH: _ENGLISH, SWEDISH: _SWEDISH}


def prompted(
    entry: Entry, locale: str, now: datetime, gone: Collection[str] = ()
) -> SuggestedPrompt:
    """The prompt for one entry, in the sender's words."""
    trigger, items = entry
    item = items[0]
    due = tasks.deadline(item) if trigger is Trigger.DEADLINE_NEAR else None
    since = touched(item) if trigger is Trigger.STALE_UNRESOLVED else item.occurred_at
    days = max(0, (now - since).days) if due is None else (due - now.date()).days
    return SuggestedPrompt(
        trigger=trigger,
        prompt=_prompt(trigger, items, days, _WORDS[locale], gone),
        topic=_topic(item),
        item_id=item.id,
        related_id=items[1].id if len(items) > 1 else None,
        subject=item.subject,
        trust=lowest(one.trust for one in items),
        due=due,
        days=days,
    )


def text(rendering: Rendering) -> str:
    """The offered prompts, one per line."""
    locale = str(rendering.given.get("locale", ENGLISH))
    made = []
    for trigger in Trigger:
        items = rendering.parts.get(trigger.value, ())
        size = 2 if trigger is Trigger.DEADLINE_NEAR else 1
        for at in range(0, len(items), size):
            entry = (trigger, tuple(items[at : at + size]))
            made.append(prompted(entry, locale, rendering.now, rendering.gone).prompt)
    return "\n".join(made)


def _prompt(
    trigger: Trigger,
    items: tuple[Item, ...],
    days: int,
    words: Mapping[str, str],
    gone: Collection[str],
) -> str:
    topics = [item.content if item.id in gone else _sourced(item) for item in items]
    topic = topics[0]
    if trigger is Trigger.DEADLINE_NEAR:
        decision = topics[-1]
        return words[trigger].format(topic=topic, days=_ahead(days, words), decision=decision)
    told = tasks.follow_up(items[0], ())
    if trigger is Trigger.FOLLOW_UP and told:
        return words["follow_up_told"].format(topic=topic, told=_quoted(told))
    return words[trigger].format(topic=topic, days=_days(days, words))


def _ahead(days: int, words: Mapping[str, str]) -> str:
    if days < 2:
        return words["tomorrow" if days == 1 else "today"]
    return words["ahead"].format(days=_days(days, words))


def _days(days: int, words: Mapping[str, str]) -> str:
    return words["day"] if days == 1 else words["days"].format(count=days)


def _topic(item: Item) -> str:
    return shortened(item.title or item.content, SUGGESTION_TOPIC_CHARACTERS)


def _sourced(item: Item) -> str:
    """A topic in quotes, marked if nobody in the space said it."""
    origin = f" ({trust_words(item.trust)})" if item.trust in UNTRUSTED else ""
    return _quoted(_topic(item)) + origin


def _quoted(stored: str) -> str:
    return quoted_in_prose(stored, SUGGESTION_TOPIC_CHARACTERS)
