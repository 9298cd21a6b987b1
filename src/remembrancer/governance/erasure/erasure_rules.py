"""Erasure rules: who may erase, and what a certificate says about the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from remembrancer.core.errors import Forbidden
from remembrancer.core.principal import Principal
from remembrancer.items.visibility import require_admin

KEPT: Final = (
    "The ledger keeps its rows: who acted, when, on which id, and the commitments, which tell "
    "nothing of a text once its salt is gone.",
    "Items, sources and messages keep their ids, owners, audiences, states, kinds and times as "
    "empty husks, so that the chain still holds.",
    "Votes hold no text and stay.",
    "People on record stay: they are no knowledge. An admin changes them.",
    "Keyed hashes of the ids under which erased sources came stay, so that they are not taken in "
    "again.",
)
BEYOND: Final = (
    "Backups and copies of the store made before this erasure. `rmb restore` applies it again.",
    "Exports made before it. An import beside this space applies it again.",
    "Copies that were handed to agents, prompts, logs and people.",
    "Replicas and archived logs of the engine, where there are any.",
    "A Neo4j server that holds the graph of this space: it is emptied, or loaded anew before it "
    "is asked again; its transaction logs, released pages of its store files, dumps and backups "
    "hold what was there until they are pruned.",
    "Blocks that the file system or the disk has released and not yet overwritten.",
)


def check_may_erase(viewer: Principal) -> None:
    """Programs never erase: a person may still need what a program considers wrong."""
    if not viewer.is_person:
        raise Forbidden(
            f"{viewer.name!r} is a program and may not erase. It can dismiss() an item; erasing "
            "is for people."
        )


def check_may_erase_subject(viewer: Principal) -> None:
    """Others may have items about a subject, so only an admin erases all of it."""
    require_admin(viewer, "erase a subject")


def check_owners(viewer: Principal, owners: Iterable[str], what: str) -> None:
    """A person may erase rows that are all their own; an admin may erase anything."""
    # Do not name the other owners: the message must not reveal who wrote what.
    if not viewer.is_admin and any(owner != viewer.name for owner in owners):
        raise Forbidden(
            f"{viewer.name!r} may not erase {what}: not all that would go is theirs. Ask a "
            "KM_ADMIN or ADMIN."
        )
