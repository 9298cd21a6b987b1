"""Rows of agents, their entries and updates, as types."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from remembrancer.store.rows import moment, moment_or_none, named
from remembrancer.store.schema import agent, agent_entry, agent_update
from remembrancer.team.agent import (
    Agent,
    AgentRow,
    EntryRow,
    MessageType,
    RelevanceFactors,
    SyncPriority,
)
from remembrancer.team.port import NewUpdate, UpdateRow

FAILED: Final = "failed"  # in the column `queue`: it could not be pushed


def agent_from(row: Sequence[Any]) -> AgentRow:
    values = named(agent, row)
    told = Agent.trusted(
        {
            "name": values["name"],
            "specializations": tuple(json.loads(values["specializations"])),
            "kinds": tuple(json.loads(values["kinds"])),
            "registered_by": values["registered_by"],
            "registered_at": moment(values["registered_at"]),
        }
    )
    usage = {kind: (got, used) for kind, (got, used) in json.loads(values["usage"]).items()}
    return AgentRow.trusted(
        {
            "agent": told,
            "holder": values["holder"],
            "held_until": moment_or_none(values["held_until"]),
            "epoch": values["epoch"],
            "turn": values["turn"],
            "entries": values["entries"],
            "usage": usage,
            "synced_seq": values["synced_seq"],
        }
    )


def entry_from(row: Sequence[Any]) -> EntryRow:
    """From the columns of an entry and the id of its item."""
    values = named(agent_entry, row[:-1])
    is_waiting = values["queue"] not in (None, FAILED)
    receivers = values["receivers"]
    return EntryRow.trusted(
        {
            **{name: values[name] for name in _AS_THEY_ARE},
            "value": json.loads(values["value"]),
            "message": MessageType(values["message"]),
            "is_shared": bool(values["is_shared"]),
            "used_at": moment(values["used_at"]),
            "written_at": moment(values["written_at"]),
            "expires_at": moment(values["expires_at"]),
            "item_id": row[-1],
            "queue": SyncPriority(values["queue"]) if is_waiting else None,
            "queued_at": moment_or_none(values["queued_at"]),
            "due_at": moment_or_none(values["due_at"]),
            "receivers": None if receivers is None else tuple(json.loads(receivers)),
        }
    )


_AS_THEY_ARE: Final = (
    "agent",
    "key",
    "kind",
    "importance",
    "subject",
    "written_turn",
    "used_turn",
    "uses",
    "item_version",
    "precedent",
    "error",
)


def update_from(row: Sequence[Any]) -> UpdateRow:
    """From the columns of an update and the id of its item."""
    values: Mapping[str, Any] = named(agent_update, row[:-1])
    return UpdateRow(
        values["number"],
        NewUpdate(
            agent=values["agent"],
            sender=values["sender"],
            item_id=row[-1],
            message=MessageType(values["message"]),
            priority=SyncPriority(values["priority"]),
            factors=RelevanceFactors.trusted(
                {**json.loads(values["factors"]), "relevance": values["relevance"]}
            ),
            precedent=values["precedent"],
            queued_at=moment(values["queued_at"]),
            due_at=moment(values["due_at"]),
        ),
        moment_or_none(values["delivered_at"]),
    )
