"""Converts rows of relations into types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from remembrancer.items.item import Trust
from remembrancer.items.relation import Relation
from remembrancer.store.rows import moment, own_json
from remembrancer.store.schema import edge

EDGE_NAMES: Final = (
    *("number", "id", "type", "source", "target", "confidence", "attrs", "observed_at"),
    *("valid_from", "valid_until", "ended_at", "owner", "audience", "is_personal", "trust"),
    *("created_at", "type_key"),
)
EDGE_COLUMNS: Final = tuple(edge.c[name] for name in EDGE_NAMES)
_TRUSTS = {value.value: value for value in Trust}


def relation_from(row: Sequence[Any], stated: Sequence[tuple[str | None, bool]]) -> Relation:
    """From `EDGE_COLUMNS`, and the ids of the messages that state it, each with whether the viewer
    may read it."""
    (
        _number,
        id,
        type,
        source,
        target,
        confidence,
        attrs,
        observed_at,
        valid_from,
        valid_until,
        ended_at,
        owner,
        audience,
        is_personal,
        trust,
        created_at,
        _type_key,
    ) = row
    return Relation.trusted(
        {
            "id": id,
            "type": type,
            "source": source,
            "target": target,
            "confidence": confidence,
            "attrs": own_json(attrs) if attrs != "{}" else {},
            "evidence": (
                tuple(dict.fromkeys(id for id, is_read in stated if id and is_read))
                if stated
                else ()
            ),
            "is_proven": bool(stated),
            "owner": owner,
            "audience": audience,
            "is_personal": bool(is_personal),
            "trust": _TRUSTS[trust],
            "timestamp": moment(observed_at),
            "valid_from": None if valid_from is None else moment(valid_from),
            "valid_until": None if valid_until is None else moment(valid_until),
            "ended_at": None if ended_at is None else moment(ended_at),
            "created_at": moment(created_at),
        }
    )
