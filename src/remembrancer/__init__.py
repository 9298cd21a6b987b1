"""Remembrancer: the memory that AI agents share and people govern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from remembrancer.aio import AsyncMemory
    from remembrancer.errors import (
        Conflict,
        Forbidden,
        IllegalTransition,
        InvalidInput,
        InvalidSettings,
        KeyReused,
        NotAvailable,
        NotFound,
        RemembrancerError,
        StoreBusy,
        StoreClosed,
        StoreCorrupt,
        StoreError,
        StoreFull,
        StoreTooNew,
        StoreUnreachable,
    )
    from remembrancer.memory import Memory
    from remembrancer.model.conversation import Conversation
    from remembrancer.model.entity import Entity
    from remembrancer.model.evidence import Evidence, Stance
    from remembrancer.model.hit import Hit, Recall
    from remembrancer.model.item import (
        ConfidenceSubtype,
        Item,
        ItemDraft,
        Lifecycle,
        Review,
        Trust,
    )
    from remembrancer.model.ledger import Change, Head, LedgerEntry, Verification
    from remembrancer.model.message import Message
    from remembrancer.model.page import Page
    from remembrancer.model.preset import Preset
    from remembrancer.model.principal import Person, Principal, PrincipalKind, Role
    from remembrancer.model.provenance import Provenance
    from remembrancer.model.relation import Relation
    from remembrancer.model.remembered import Remembered
    from remembrancer.model.source import Source
    from remembrancer.model.space import Space, SpaceInfo
    from remembrancer.model.summary import Stats, Summary
    from remembrancer.model.vote import Vote, Votes

__version__ = "0.1.0"

_ERRORS = (
    "Conflict Forbidden IllegalTransition InvalidInput InvalidSettings KeyReused NotAvailable "
    "NotFound RemembrancerError StoreBusy StoreClosed StoreCorrupt StoreError StoreFull "
    "StoreTooNew StoreUnreachable"
)
_HOMES = {
    "AsyncMemory": "aio",
    "Memory": "memory",
    **dict.fromkeys(_ERRORS.split(), "errors"),
    "Conversation": "model.conversation",
    "Entity": "model.entity",
    **dict.fromkeys(("Evidence", "Stance"), "model.evidence"),
    **dict.fromkeys(("Hit", "Recall"), "model.hit"),
    **dict.fromkeys(
        ("ConfidenceSubtype", "Item", "ItemDraft", "Lifecycle", "Review", "Trust"), "model.item"
    ),
    **dict.fromkeys(("Change", "Head", "LedgerEntry", "Verification"), "model.ledger"),
    "Message": "model.message",
    "Page": "model.page",
    "Preset": "model.preset",
    **dict.fromkeys(("Person", "Principal", "PrincipalKind", "Role"), "model.principal"),
    "Provenance": "model.provenance",
    "Relation": "model.relation",
    "Remembered": "model.remembered",
    "Source": "model.source",
    **dict.fromkeys(("Space", "SpaceInfo"), "model.space"),
    **dict.fromkeys(("Stats", "Summary"), "model.summary"),
    **dict.fromkeys(("Vote", "Votes"), "model.vote"),
}

__all__ = sorted(_HOMES)  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first asked for, so that `rmb --help` stays instant."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'remembrancer' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"remembrancer.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
