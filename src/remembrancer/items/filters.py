"""Filters: which items a list or a search returns."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, JsonValue

from remembrancer.core.base import Value
from remembrancer.core.texts.text import Name
from remembrancer.core.time import Moment
from remembrancer.items.item import Lifecycle, Review


def _one_is_a_list_of_one(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Either = BeforeValidator(_one_is_a_list_of_one)
Names = Annotated[tuple[Name, ...], Either, Field(max_length=200)]


class ItemFilter(Value):
    """Every filter given must match; a filter with several words matches any of them."""

    subject: Name | None = None
    kind: Names | None = None
    category: Names | None = None
    domain: Names | None = None
    lifecycle: Annotated[tuple[Lifecycle, ...], Either] | None = None
    review: Annotated[tuple[Review, ...], Either] | None = None
    status: Names | None = None  # the preset's own words
    source_type: Names | None = None
    source_id: Names | None = None
    source_user: Names | None = None
    audience: Names | None = None
    is_personal: bool | None = None
    tags: Names | None = None  # any of these
    metadata: dict[str, JsonValue] | None = None  # each of these keys with this value
    since: Moment | None = None  # occurred at or after
    until: Moment | None = None  # occurred before


class RecallFilter(Value):
    """What recall looks through."""

    subject: Name | None = None
    kinds: Names | None = None
    categories: Names | None = None
    domains: Names | None = None
    tags: Names | None = None
    metadata: dict[str, JsonValue] | None = None
    conversation_id: Name | None = None
    since: Moment | None = None
    until: Moment | None = None

    @property
    def given(self) -> frozenset[str]:
        """The names of the filters that are set."""
        return frozenset([name for name, value in self.__dict__.items() if value is not None])

    def within(self, first: datetime, end: datetime) -> RecallFilter | None:
        """The same filter limited to this time span; None: the two do not overlap."""
        since = first if self.since is None else max(first, self.since)
        until = end if self.until is None else min(end, self.until)
        return self.model_copy(update={"since": since, "until": until}) if since < until else None
