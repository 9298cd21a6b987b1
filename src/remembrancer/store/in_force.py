"""Which version of an item is in force, and its effective lifecycle."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, bindparam, case, func, not_, or_

from remembrancer.core.preset import Preset
from remembrancer.items.item import Lifecycle
from remembrancer.items.lifecycle import EXPIRES_FROM
from remembrancer.store.dialect import is_due, is_one_of
from remembrancer.store.rows import iso, to_json
from remembrancer.store.schema import item, version
from remembrancer.store.tables.joins import is_row_of
from remembrancer.store.visibility import was_shared


def in_force_now() -> ColumnElement[bool]:
    """The item's last version. Joined in both directions, so that either table can lead."""
    return and_(
        is_row_of(item.c.current, version),
        is_row_of(version.c.item_n, item),
        version.c.space_n == bindparam("space_n"),
        version.c.until_seq.is_(None),
    )


def in_force_at_point() -> ColumnElement[bool]:
    """The version that was in force at the ledger position bound to `point`, if it was shared."""
    return and_(
        was_shared(),
        version.c.seq <= bindparam("point"),
        or_(version.c.until_seq.is_(None), version.c.until_seq > bindparam("point")),
    )


def has_ended() -> ColumnElement[bool]:
    """The item expired before `now`."""
    return or_(version.c.expires_at <= bindparam("now"), version.c.valid_until <= bindparam("now"))


def is_live() -> ColumnElement[bool]:
    """In use at `now`: active or historical, and not expired."""
    return and_(
        is_one_of(version.c.lifecycle, Lifecycle.ACTIVE, Lifecycle.HISTORICAL),
        or_(version.c.expires_at.is_(None), version.c.expires_at > bindparam("now")),
        or_(version.c.valid_until.is_(None), version.c.valid_until > bindparam("now")),
    )


def effective_lifecycle() -> ColumnElement[str]:
    """The effective lifecycle as in `rules.retention`, for filtering and counting."""
    since = func.coalesce(version.c.last_confirmed_at, item.c.created_at)
    return case(
        (version.c.lifecycle != Lifecycle.ACTIVE.value, version.c.lifecycle),
        (not_(is_one_of(version.c.review, *sorted(EXPIRES_FROM))), version.c.lifecycle),
        (has_ended(), Lifecycle.EXPIRED.value),
        (is_due(version.c.kind, since, "historical"), Lifecycle.HISTORICAL.value),
        else_=Lifecycle.ACTIVE.value,
    )


def historical_before(preset: Preset, now: datetime) -> str:
    """By kind, the time before which an item counts as historical, as JSON."""
    before = {}
    for kind, rule in preset.retention.items():
        if rule.historical_after_days is not None:
            try:
                before[kind] = iso(now - timedelta(days=rule.historical_after_days))
            except OverflowError:
                continue  # a period beyond the calendar never ends
    return to_json(before, "retention")
