"""Wording: times, shares and names as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import quote

from markupsafe import Markup, escape

from remembrancer.core.texts.unseen_characters import as_marks
from remembrancer.items.item import Item

_STEPS = (
    (timedelta(minutes=1), timedelta(seconds=1), "second"),
    (timedelta(hours=1), timedelta(minutes=1), "minute"),
    (timedelta(days=1), timedelta(hours=1), "hour"),
    (timedelta(days=14), timedelta(days=1), "day"),
    (timedelta(days=60), timedelta(weeks=1), "week"),
    (timedelta(days=730), timedelta(days=30), "month"),
)


def ago(at: datetime, now: datetime) -> str:
    """How long since, or until: "3 days ago", "in 2 weeks"."""
    apart = abs(now - at)
    if apart < timedelta(seconds=45):
        return "just now"
    for below, unit, name in _STEPS:
        if apart < below:
            return _told(round(apart / unit), name, at > now)
    return _told(round(apart / timedelta(days=365)), "year", at > now)


def _told(count: int, name: str, is_ahead: bool) -> str:
    count = max(count, 1)
    text = f"{count} {name}{'s' if count > 1 else ''}"
    return f"in {text}" if is_ahead else f"{text} ago"


def span(length: timedelta | float) -> str:
    """How long, in the two units that tell: "2 days 3 hours"."""
    seconds = int(length.total_seconds() if isinstance(length, timedelta) else length)
    if seconds < 60:
        return "less than a minute"
    left, said = seconds, []
    for unit, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        count, left = divmod(left, unit)
        if count:
            said.append(f"{count} {name}{'s' if count > 1 else ''}")
        elif said:
            break
    return " ".join(said[:2])


def day(at: date) -> str:
    """A date as it is written: 2 March 2026."""
    return f"{at.day} {at:%B %Y}"


def moment(at: datetime) -> str:
    """A date and time for machines and for those who point at it."""
    return at.isoformat(timespec="seconds")


def percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def sure(share: float) -> str:
    """How sure it is, in a word."""
    for least, word in ((0.85, "certain"), (0.65, "likely"), (0.4, "unsure")):
        if share >= least:
            return word
    return "doubtful"


def words(name: str) -> str:
    """A name of ours as words: action_item is "action item"."""
    return name.replace("_", " ").replace(".", " ")


def has_title(item: Item) -> bool:
    """Whether its title is more than its text, whole or cut short."""
    title = item.title or ""
    cut = title.rstrip("….")
    is_text = item.content.rstrip(".") == cut or (
        title.endswith("…") and item.content.startswith(cut)
    )
    return bool(title) and not is_text


_ACTS: Final = {
    "item.add": "added",
    "item.update": "changed",
    "item.supersede": "replaced",
    "item.dismiss": "dismissed",
    "item.confirm": "confirmed",
    "item.vote": "voted on",
    "item.share": "shared",
    "item.link": "linked",
    "item.archive": "archived",
    "item.restore": "brought back",
    "item.look": "looked at",
    "review.approve": "approved",
    "review.reject": "rejected",
    "review.mandate": "made mandatory",
    "review.revoke": "revoked",
    "review.edit": "edited",
    "judgement.undo": "undid a judgement on",
}


def act(action: str) -> str:
    """What was done to an item, as people say it."""
    return _ACTS.get(action) or words(action)


def short(text: str, characters: int = 200) -> str:
    """As much of a text as a list has room for; the whole is a click away."""
    return text if len(text) <= characters else f"{text[: characters - 1].rstrip()}…"


def in_words(value: object) -> str:
    """A value of a field or a setting as people read it; nothing for what is not there."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return day(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(name))}: {in_words(one)}" for name, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(in_words, value))
    return str(value)


def in_a_path(name: str) -> str:
    """A name as part of an address."""
    return quote(name, safe="")


def shown(value: object) -> object:
    """A stored text as it is written: what nobody sees, or what turns the rest of a line round,
    stands there as a mark."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value  # a part of a page, whose texts were seen to when it was made
    return as_marks(value)


def as_stored(text: str | None) -> Markup:
    """A text for a field in which it is changed: to the letter, and still escaped."""
    return escape(text or "")
