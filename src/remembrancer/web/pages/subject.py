"""A subject: what is known about somebody or something, at a glance, now or at another time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from remembrancer.model.brief import Family
from remembrancer.model.item import Item, Lifecycle
from remembrancer.model.preset import Preset
from remembrancer.rules.limits import SUBJECT_ITEMS_DRAWN_MAX
from remembrancer.verbs.given import as_moment
from remembrancer.web.charts import Lane, Neighbour, lanes
from remembrancer.web.visit import Sent, Shown, Visit
from remembrancer.web.wording import in_a_path

_LANES = 12
_POINTS = 40  # of the slider
_NEIGHBOURS = 8


def subject(visit: Visit) -> Shown:
    """What is known, grouped by kind; its history; and what stands beside it."""
    visit.check_sees("timeline", "browse")
    name = visit.path["subject"]
    memory = visit.memory
    as_of = as_moment(visit.asked("as_of"), "as_of")
    summary = memory.summary(name, as_of=as_of)
    items = tuple(memory.items(subject=name, limit=SUBJECT_ITEMS_DRAWN_MAX))
    until = items if as_of is None else [one for one in items if one.created_at <= as_of]
    open_kinds = _open_kinds(visit.session.space.preset)
    is_now = as_of is None
    return Shown(
        "subject.html",
        {
            "subject": name,
            "summary": summary,
            "as_of": as_of,
            "points": _points(items),
            "neighbours": _neighbours(name, items),
            "history": _shown_lanes(until),
            "open_ones": [one for kind in open_kinds for one in summary.groups.get(kind, ())],
            "reminders": memory.reminders(365, subject=name) if is_now else (),
            "suggestions": memory.suggestions(name).prompts if is_now else (),
            "briefing": memory.briefing(name) if visit.asked("briefing") and is_now else None,
        },
    )


def dismiss(visit: Visit) -> Sent:
    """Puts one entry of the timeline aside."""
    visit.check_sees("timeline", "browse")
    visit.memory.dismiss(visit.required("id"), visit.filled("reason"))
    place = in_a_path(visit.path["subject"])
    return Sent(f"/subjects/{place}", "Dismissed. It is kept, and used no more.")


def _points(items: Sequence[Item]) -> tuple[datetime, ...]:
    """When something became known, oldest first, as far as a slider has room."""
    times = sorted({one.created_at for one in items})
    return tuple(times[:: max(1, -(-len(times) // _POINTS))])


def _shown_lanes(items: Sequence[Item]) -> tuple[Lane, ...]:
    """What was replaced first: there is a history to see."""
    found = sorted(lanes(items), key=lambda one: (len(one.items) < 2, -_age(one)))
    return tuple(found[:_LANES])


def _age(lane: Lane) -> float:
    return lane.last.created_at.timestamp()


def _neighbours(name: str, items: Sequence[Item]) -> tuple[Neighbour, ...]:
    own = name.casefold()
    counted = Counter(
        entity
        for one in items
        if one.lifecycle is Lifecycle.ACTIVE
        for entity in {*one.entities, *one.tags}
        if entity.casefold() != own
    )
    return tuple(Neighbour(*one) for one in counted.most_common(_NEIGHBOURS))


def _open_kinds(preset: Preset) -> tuple[str, ...]:
    """The kinds of what somebody still has to do or to decide."""
    kinds = preset.extract.kinds
    named = (
        preset.capture.action_kind,
        kinds.get(Family.ACTION),
        kinds.get(Family.UNRESOLVED),
    )
    usual = preset.default_kind
    return tuple(dict.fromkeys(one for one in named if one is not None and one != usual))
