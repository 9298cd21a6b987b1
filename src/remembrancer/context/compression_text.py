"""The text that stands for several items: every amount and every day of theirs is in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from remembrancer.model.item import Item
from remembrancer.model.statement import Statement
from remembrancer.rules.language import language
from remembrancer.rules.limits import COMPRESSED_PARTS_MAX
from remembrancer.rules.locale import SWEDISH, locale_of
from remembrancer.rules.retention import COMPRESSION
from remembrancer.rules.statements import statement
from remembrancer.rules.statements.amounts import period as rate
from remembrancer.rules.statements.masks import Masked

_ONE_STATEMENT_MAX: Final = 400  # characters; a longer text says more than one thing
_BRIEF_WORDS_MAX: Final = 12  # of a sentence that says little more than its figure
# Words that make something else of a figure: it is not told without them.
_TAKEN_BACK: Final = re.compile(
    r"\b(?:cancel|revers|withdr|postpon|reject|refus|declin|revok|return|repa|undo|undid|correct"
    r"|mistak|wrong|instead|planned|propos|inställ|avbröt|avbryt|åter|ångra|skjut|sköt|avsl|nekad"
    r"|fel|rättad|stället|planera|föresl)\w*",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_ENGLISH: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_SWEDISH: Final = (
    "jan", "feb", "mars", "april", "maj", "juni", "juli", "aug", "sept", "okt", "nov", "dec",
)  # fmt: skip


class Part(NamedTuple):
    """What one item says."""

    text: str  # on one line, with its time
    on: date  # when it was so
    brief: str | None = None  # its figure and its time, where it says little more: 120k (Dec 2025)

    def export(self) -> dict[str, Any]:
        """As JSON."""
        return {"text": self.text, "on": self.on.isoformat(), "brief": self.brief}


class Read(NamedTuple):
    """What an item says, and the question that it answers."""

    parts: tuple[Part, ...]
    topic: str | None


def read(item: Item, *, language_name: str) -> Read:
    """The parts of an item: one, or as many as it stands for."""
    if item.source_type == COMPRESSION:
        # Whoever edits the text means what it says now, and not what it was made of.
        is_as_made = item.data.get("text_hash") == text_hash(item.content)
        kept = _kept(item.data) if is_as_made else ()
        if kept:
            topic = item.data.get("topic")
            return Read(kept, topic if isinstance(topic, str) else None)
    line = " ".join(item.content.split())
    seen = statement.look(line, language=language_name, at=item.occurred_at)
    told = statement.statement(seen) if len(line) <= _ONE_STATEMENT_MAX else Statement(line)
    topic = item.data.get("slot")
    if not isinstance(topic, str):
        topic = None if told.slot is None else told.slot.name
    if topic is not None and told.slot is not None and told.slot.holder is not None:
        topic = f"{topic} of {told.slot.holder.casefold()}"
    said_on = item.occurred_at.date()
    months = _SWEDISH if locale_of(None, language_name) == SWEDISH else _ENGLISH
    when = [_stretch(one.first, one.last, months) for one in seen.moments] or [
        _stretch(said_on.replace(day=1), _month_end(said_on), months)
    ]
    named = [seen.plain[one.start : one.end] for one in seen.moments]
    is_dated = bool(named) and all(_YEAR.search(one) for one in named)
    text = line.rstrip(".") if is_dated else f"{line.rstrip('.')} ({', '.join(when)})"
    on = seen.moments[0].first if len(seen.moments) == 1 else said_on
    is_plain = not (told.is_negated or told.is_hedged or _TAKEN_BACK.search(line))
    brief = _brief(seen, when[0]) if is_plain and _is_figure(told.slot) else None
    return Read((Part(text, on, brief),), topic)


def told(parts: Sequence[Part], *, topic: str | None, language_name: str) -> str:
    """One entry for all of them, the newest first."""
    newest = sorted(parts, key=lambda one: one.on, reverse=True)
    if topic is not None and all(one.brief is not None for one in newest):
        briefs = dict.fromkeys(str(one.brief) for one in newest)
        return f"{_label(newest, topic, language_name)}: {', '.join(briefs)}"
    return "; ".join(dict.fromkeys(one.text for one in newest))


def told_of_year(parts: Sequence[Part], *, kind: str, year: int) -> str:
    """What was decided in a year, in the order of its days."""
    texts = dict.fromkeys(one.text for one in sorted(parts, key=lambda one: one.on))
    return f"{kind.replace('_', ' ').capitalize()} {year}: {'; '.join(texts)}"


def size(parts: Iterable[Part]) -> int:
    """Characters that parts take up at most."""
    return sum(len(one.text) + 2 for one in parts)


def holds_figures(text: str, parts: Iterable[Part], *, language_name: str, at: Any) -> bool:
    """Whether a text of somebody else's names every amount and day of these, and no other."""
    seen = statement.look(" ".join(text.split()), language=language_name, at=at)
    amounts, days = _figures(seen)
    wanted_amounts: set[float] = set()
    wanted_days: set[tuple[date, date]] = set()
    for part in parts:
        here = statement.look(part.text, language=language_name, at=at)
        more_amounts, more_days = _figures(here)
        wanted_amounts |= more_amounts
        wanted_days |= more_days
    return amounts == wanted_amounts and days == wanted_days


def text_hash(text: str) -> str:
    """By which it is known whether somebody changed a text since."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _figures(seen: Masked) -> tuple[set[float], set[tuple[date, date]]]:
    return {one.value for one in seen.amounts}, {(one.first, one.last) for one in seen.moments}


def _kept(data: Mapping[str, Any]) -> tuple[Part, ...]:
    """The parts as an earlier compression wrote them; none, where somebody changed them since."""
    listed = data.get("parts")
    if not isinstance(listed, list) or not 0 < len(listed) <= COMPRESSED_PARTS_MAX:
        return ()
    parts = []
    for one in listed:
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            return ()
        brief = one.get("brief")
        try:
            on = date.fromisoformat(str(one.get("on")))
        except ValueError:
            return ()
        parts.append(Part(one["text"], on, brief if isinstance(brief, str) else None))
    return tuple(parts)


def _is_figure(slot: Any) -> bool:
    return slot is not None and slot.holder is None and isinstance(slot.value, float)


def _brief(seen: Masked, when: str) -> str | None:
    """The figure of a short sentence that names one, and at most one day."""
    if len(seen.amounts) != 1 or len(seen.moments) > 1:
        return None
    (amount,) = seen.amounts
    if len(seen.plain.split()) > _BRIEF_WORDS_MAX or rate(seen.plain, amount) is not None:
        return None
    about = "~" if amount.is_about else ""
    return f"{about}{seen.plain[amount.start : amount.end]} ({when})"


def _label(parts: Sequence[Part], topic: str, language_name: str) -> str:
    """The longest word that all of them have; else the question that they answer."""
    tongue = language(language_name)
    common = set.intersection(*(set(tongue.stems(one.text)) for one in parts))
    words = [
        word
        for word in _WORD.findall(parts[0].text)
        if any(stem in common for stem in tongue.stems(word))
    ]
    if not words or topic in parts[0].text.lower():
        label = topic
    else:
        label = max(words, key=len)
    if len(parts) > 1 and label == topic and not label.endswith("s"):
        label += "s"  # topics have English names
    return label[:1].upper() + label[1:]


def _stretch(first: date, last: date, months: Sequence[str]) -> str:
    """A day, a month, a year, or from one day to another."""
    if first == last:
        return f"{first.day} {months[first.month - 1]} {first.year}"
    if first.day == 1 and last == _month_end(first):
        return f"{months[first.month - 1]} {first.year}"
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return str(first.year) if first.year == last.year else f"{first.year}–{last.year}"
    return f"{_stretch(first, first, months)} – {_stretch(last, last, months)}"


def _month_end(day: date) -> date:
    try:
        return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    except OverflowError:
        return day.replace(day=31)  # the last month of the calendar
