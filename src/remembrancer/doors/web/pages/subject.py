"""A subject: what is known about somebody or something, at a glance, now or at another time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from remembrancer.core.errors import InvalidInput
from remembrancer.core.kinds import Family
from remembrancer.core.limits import SUBJECT_ITEMS_DRAWN_MAX
from remembrancer.core.preset import Preset, ReviewPolicy
from remembrancer.delivery.briefing.briefing import Briefing
from remembrancer.doors.web.charts import CountedName, Lane, lanes
from remembrancer.doors.web.choices import IN_USE, REVIEWS_IN_USE
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import in_a_path
from remembrancer.front.argument_parsing import as_moment
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.kinds import tasks
from remembrancer.items.page import Page

_LANES: Final = 12
_POINTS: Final = 40  # of the slider
_NEIGHBOURS: Final = 8
_SHOWN: Final = 30  # entries at a glance, and of each kind at least the next
_OF_A_KIND: Final = 3
_LISTED: Final = 40  # entries of one state or kind at a time
_DUE_DAYS: Final = 365
_OPEN: Final = 12  # of what is still to be done

# What the list is narrowed to: a word for people, and the filters it stands for.
_IN_USE: Final = "active"
_WAITING: Final = "pending"
_STATES: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    _IN_USE: ("In use", IN_USE),
    _WAITING: ("Waiting", {"lifecycle": (Lifecycle.ACTIVE,), "review": (Review.PENDING,)}),
    "superseded": ("Replaced", {"lifecycle": (Lifecycle.SUPERSEDED,)}),
    "rejected": ("Turned down", {"review": (Review.REJECTED, Review.REVOKED)}),
    "dismissed": ("Dismissed", {"lifecycle": (Lifecycle.DISMISSED,)}),
    "ended": ("Out of date", {"lifecycle": (Lifecycle.HISTORICAL, Lifecycle.EXPIRED)}),
}


class KindGroup(NamedTuple):
    """Entries of one kind, newest first."""

    kind: str
    items: tuple[Item, ...]
    total: int | None  # of all that there are; None: nobody counted


class StateFilter(NamedTuple):
    """One state to narrow the list to."""

    word: str
    title: str
    address: str
    is_shown: bool


class BriefingSection(NamedTuple):
    """A part of a briefing."""

    title: str
    items: tuple[Item, ...]
    left_out: int


def subject(visit: Visit) -> PageView:
    """What is known, grouped by kind; its history; and what stands beside it."""
    visit.check_sees("timeline", "browse")
    name, memory = visit.path["subject"], visit.memory
    as_of = as_moment(visit.parameter("as_of"), "as_of")
    wanted = visit.parameter("status") or _IN_USE
    if wanted not in _STATES:
        raise InvalidInput(f"status is one of: {', '.join(_STATES)}.", field="status")
    known = tuple(memory.items(subject=name, limit=SUBJECT_ITEMS_DRAWN_MAX))
    then = known if as_of is None else _then(visit, name, as_of)
    groups, more = _groups(visit, name, as_of, wanted)
    is_now = as_of is None
    due = memory.reminders(_DUE_DAYS, subject=name) if is_now else ()
    dated = {entry.item.id for entry in due}
    open_ones = [item for item in _open_ones(visit, then) if item.id not in dated]
    briefing = memory.briefing(name) if visit.parameter("briefing") and is_now else None
    return PageView(
        "subject.html",
        {
            "subject": name,
            "groups": groups,
            "more": more,
            "kind": visit.parameter("kind"),
            "status": wanted,
            "states": _states(visit, wanted),
            "as_of": as_of,
            "points": _points(known),
            "neighbours": _neighbours(name, then),
            "history": _shown_lanes(then),
            "open_ones": open_ones[: max(0, _OPEN - len(due))],
            "reminders": due[:_OPEN],
            "open_more": max(0, len(due) + len(open_ones) - _OPEN),
            "suggestions": memory.suggestions(name).prompts if is_now else (),
            "briefing": briefing,
            "told_parts": () if briefing is None else _parts_of(briefing),
        },
    )


def _then(visit: Visit, name: str, as_of: datetime) -> tuple[Item, ...]:
    """What was known at that time, as it was."""
    return tuple(visit.memory.items(as_of=as_of, subject=name, limit=SUBJECT_ITEMS_DRAWN_MAX))


def _groups(
    visit: Visit, name: str, as_of: datetime | None, wanted: str
) -> tuple[tuple[KindGroup, ...], str | None]:
    """The newest of each kind; of one kind or state all of them, and the way to the rest."""
    kind = visit.parameter("kind")
    if wanted == _IN_USE and kind is None:
        summary = visit.memory.summary(name, as_of=as_of)
        each = max(_OF_A_KIND, _SHOWN // max(1, len(summary.groups)))
        shown = summary.groups.items()
        return tuple(KindGroup(k, items[:each], summary.totals[k]) for k, items in shown), None
    page = visit.memory.items(
        as_of=as_of,
        subject=name,
        limit=_LISTED,
        cursor=visit.parameter("cursor"),
        **_STATES[wanted][1],
        **({} if kind is None else {"kind": kind}),
    )
    return _by_kind(page), _rest(visit, page)


def _by_kind(items: Iterable[Item]) -> tuple[KindGroup, ...]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.kind, []).append(item)
    return tuple(KindGroup(kind, tuple(listed), None) for kind, listed in sorted(found.items()))


def _rest(visit: Visit, page: Page) -> str | None:
    if page.next is None:
        return None
    kept = {name: visit.parameter(name) for name in ("kind", "status", "as_of")}
    return "?" + urlencode({name: v for name, v in kept.items() if v} | {"cursor": page.next})


def _states(visit: Visit, wanted: str) -> tuple[StateFilter, ...]:
    """Those that there can be here: nothing waits where nobody reviews."""
    name, is_reviewed = visit.path["subject"], _is_reviewed(visit.session.space.preset)
    made = []
    for word, (title, _) in _STATES.items():
        if word == _WAITING and not is_reviewed:
            continue
        asked = {"as_of": visit.parameter("as_of"), "status": None if word == _IN_USE else word}
        query = urlencode({key: value for key, value in asked.items() if value})
        place = f"/subjects/{in_a_path(name)}{'?' if query else ''}{query}"
        made.append(StateFilter(word, title, place, word == wanted))
    return tuple(made)


def _is_reviewed(preset: Preset) -> bool:
    return preset.review is ReviewPolicy.REQUIRED


# -- acts


def dismiss(visit: Visit) -> Sent:
    """Puts one entry of the timeline aside."""
    visit.check_sees("timeline", "browse")
    visit.memory.dismiss(visit.required("id"), visit.filled("reason"))
    return _back(visit, "Dismissed. It is kept, and used no more.")


def confirm(visit: Visit) -> Sent:
    """Somebody says that an entry is still so."""
    visit.check_sees("timeline", "browse")
    visit.memory.confirm(visit.required("id"))
    return _back(visit, "Confirmed: it is fresh again.")


def done(visit: Visit) -> Sent:
    """Somebody says that what was still open is done."""
    visit.check_sees("timeline", "browse")
    id = visit.required("id")
    held = visit.memory.get(id).metadata
    visit.memory.update(id, metadata={**held, "done": True}, reason="Done.")
    return _back(visit, "Done, and on record.")


def _back(visit: Visit, text: str) -> Sent:
    return Sent(f"/subjects/{in_a_path(visit.path['subject'])}", text)


# -- what stands beside the timeline


def _points(items: Sequence[Item]) -> tuple[datetime, ...]:
    """When something became known, oldest first, as far as a slider has room."""
    times = sorted({item.created_at for item in items})
    return tuple(times[:: max(1, -(-len(times) // _POINTS))])


def _shown_lanes(items: Sequence[Item]) -> tuple[Lane, ...]:
    """What was replaced first: there is a history to see."""
    found = sorted(lanes(items), key=lambda lane: (len(lane.items) < 2, -_age(lane)))
    return tuple(found[:_LANES])


def _age(lane: Lane) -> float:
    return lane.last.created_at.timestamp()


def _neighbours(name: str, items: Sequence[Item]) -> tuple[CountedName, ...]:
    own = name.casefold()
    counted = Counter(
        entity
        for item in items
        if _is_in_use(item)
        for entity in {*item.entities, *item.tags}
        if entity.casefold() != own
    )
    return tuple(CountedName(*value) for value in counted.most_common(_NEIGHBOURS))


def _open_ones(visit: Visit, items: Sequence[Item]) -> tuple[Item, ...]:
    """What somebody still has to do or to decide."""
    kinds = _open_kinds(visit.session.space.preset)
    return tuple(
        item
        for item in items
        if item.kind in kinds and _is_in_use(item) and not tasks.is_done(item)
    )


def _is_in_use(item: Item) -> bool:
    return item.lifecycle is Lifecycle.ACTIVE and item.review in REVIEWS_IN_USE


def _open_kinds(preset: Preset) -> tuple[str, ...]:
    kinds = preset.extract.kinds
    named = (
        preset.capture.action_kind,
        kinds.get(Family.ACTION),
        kinds.get(Family.UNRESOLVED),
    )
    usual = preset.default_kind
    return tuple(dict.fromkeys(value for value in named if value is not None and value != usual))


# What a briefing holds, the most urgent first: its title, its place, and its name among what had
# no room.
_PARTS: Final = (
    ("To do", "actions", "action"),
    ("Left open", "unresolved", "unresolved"),
    ("Preferences", "preferences", "preference"),
    ("Goals", "goals", "goal"),
    ("Decisions", "decisions", "decision"),
    ("Facts", "facts", "fact"),
)


def _parts_of(briefing: Briefing) -> tuple[BriefingSection, ...]:
    """The parts of a briefing that say something."""
    sections = (
        BriefingSection(title, getattr(briefing, place), briefing.left_out.get(name, 0))
        for title, place, name in _PARTS
    )
    return tuple(section for section in sections if section.items or section.left_out)
