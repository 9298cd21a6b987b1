"""Narrow times: the texts of the few messages or items from an hour or a day, however many others
there are.

The index of channels has the messages of each channel in the order of their times. So a time is
looked up channel by channel, where a space has few of them. Items have an index of their times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import Select, bindparam, func, literal, select, union_all

from remembrancer.core.limits import CHANNELS_SEARCHED_MAX, SCOPE_TEXTS_COMPARED_MAX
from remembrancer.items.filters import RecallFilter
from remembrancer.store.dialect import among, pack
from remembrancer.store.rows import iso
from remembrancer.store.schema import document, message, version
from remembrancer.store.tables.joins import here
from remembrancer.store.unit.scoped_reader import ScopedReader

_DENSE = 4  # among so many texts as are compared, a few are looked up by their words
_EARLIEST, _LATEST = "", "~"  # before and after every time

Kind = Literal["items", "messages"]


class NarrowTimes:
    """Numbers of texts only: the query that looks them up decides who may see them."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view
        self._known: dict[tuple[Kind, str, str], list[int] | None] = {}

    def texts(self, kind: Kind, filter: RecallFilter) -> list[int] | None:
        """The texts of everything from the filter's time; None: too many, or there is no time."""
        if filter.since is None and filter.until is None:
            return None
        since = _EARLIEST if filter.since is None else iso(filter.since)
        until = _LATEST if filter.until is None else iso(filter.until)
        key = (kind, since, until)
        if key not in self._known:
            times = {"from_time": since, "to_time": until, "limit": SCOPE_TEXTS_COMPARED_MAX + 1}
            self._known[key] = self._items(times) if kind == "items" else self._messages(times)
        return self._known[key]

    def _items(self, times: dict[str, Any]) -> list[int] | None:
        found = self._view.all(_item_texts, **times)
        if len(found) > SCOPE_TEXTS_COMPARED_MAX:
            return None
        # Versions of the same words share a text; an erased one has none.
        return list(dict.fromkeys(number for (number,) in found if number is not None))

    def _messages(self, times: dict[str, Any]) -> list[int] | None:
        rows = self._view.all(_channels, most=CHANNELS_SEARCHED_MAX)
        channels = [channel for (channel,) in rows if channel is not None]
        if len(channels) >= CHANNELS_SEARCHED_MAX:
            return None
        found = self._view.all(_message_texts, **times, channels=pack(channels))
        return None if len(found) > SCOPE_TEXTS_COMPARED_MAX else [number for (number,) in found]


def is_dense(texts: Sequence[int]) -> bool:
    """The texts were stored together: few others have a number between the first and the last."""
    return max(texts) - min(texts) < _DENSE * SCOPE_TEXTS_COMPARED_MAX


def _item_texts() -> Select[Any]:
    """The texts of all versions from a time, those that were replaced included."""
    return (
        select(version.c.document_n)
        .where(
            here(version),
            version.c.occurred_at >= bindparam("from_time"),
            version.c.occurred_at < bindparam("to_time"),
        )
        .limit(bindparam("limit"))
    )


def _channels() -> Select[Any]:
    """The channels of the space, from each to the next: no message is read for it."""
    first = select(
        func.min(message.c.channel_id).label("channel_id"), literal(1).label("step")
    ).where(here(message), message.c.channel_id > "")
    found = first.cte("channel", recursive=True)
    following = (
        select(func.min(message.c.channel_id))
        .where(here(message), message.c.channel_id > found.c.channel_id)
        .correlate(found)
        .scalar_subquery()
    )
    found = found.union_all(
        select(following, found.c.step + 1).where(
            found.c.channel_id.is_not(None), found.c.step < bindparam("most")
        )
    )
    return select(found.c.channel_id)


def _message_texts() -> Select[Any]:
    def from_time(one: Any, *conditions: Any) -> Select[Any]:
        return select(one.c.number).where(
            here(one),
            *conditions,
            one.c.timestamp >= bindparam("from_time"),
            one.c.timestamp < bindparam("to_time"),
        )

    unnamed, named = message.alias("unnamed"), message.alias("named")
    numbers = union_all(
        from_time(unnamed, unnamed.c.channel_id.is_(None)),
        from_time(named, among(named.c.channel_id, "channels")),
    ).subquery("from_time")
    few = select(numbers.c.number).limit(bindparam("limit")).subquery("few")
    return (
        select(document.c.number)
        .select_from(few.join(document, document.c.message_n == few.c.number))
        .where(here(document))
    )
