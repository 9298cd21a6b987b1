"""Remembrancer: the memory that AI agents share and people govern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from remembrancer.aio import AsyncMemory
    from remembrancer.context.agent_rules import claude_md_template, team_knowledge
    from remembrancer.errors import (
        BudgetExceeded,
        ChangedSince,
        Conflict,
        Erased,
        Forbidden,
        IllegalTransition,
        InvalidInput,
        InvalidSettings,
        KeyReused,
        ModelFailed,
        NotAuthenticated,
        NotAvailable,
        NotFound,
        OutcomeUnknown,
        RemembrancerError,
        ServerUnreachable,
        StoreBusy,
        StoreClosed,
        StoreCorrupt,
        StoreError,
        StoreFull,
        StoreInterrupted,
        StoreTooNew,
        StoreUnreachable,
        TooManyRequests,
        WorkFailed,
        WorkTaken,
    )
    from remembrancer.memory import Memory
    from remembrancer.model.brief import Brief, Family
    from remembrancer.model.briefing import Briefing
    from remembrancer.model.bundle import Bundle, BundledItem, Pulled
    from remembrancer.model.cascade import Cascade, Reliance, Reliant, Reported, Settled
    from remembrancer.model.case import Case
    from remembrancer.model.certificate import Certificate
    from remembrancer.model.clash import Clash
    from remembrancer.model.composed import Composed, ComposedPart
    from remembrancer.model.contradiction import Contradiction, Hidden, Resolution
    from remembrancer.model.conversation import Conversation, ConversationPage, ListedConversation
    from remembrancer.model.digest import Digest, Point, PointKind
    from remembrancer.model.entity import Entity
    from remembrancer.model.event import Event, Recorded
    from remembrancer.model.evidence import Evidence, Stance
    from remembrancer.model.feed import Feed
    from remembrancer.model.hit import Hit, Recall
    from remembrancer.model.insight import Insight
    from remembrancer.model.item import (
        ConfidenceSubtype,
        Item,
        ItemDraft,
        Lifecycle,
        Review,
        Trust,
    )
    from remembrancer.model.item_change import FieldChange, ItemChange
    from remembrancer.model.job import Job, JobState, Worked
    from remembrancer.model.judgement import Severity, Suggestion
    from remembrancer.model.ledger import Change, Head, LedgerEntry, Verification
    from remembrancer.model.message import Message
    from remembrancer.model.page import Page
    from remembrancer.model.plan import Planned, Step
    from remembrancer.model.preset import Preset
    from remembrancer.model.principal import Person, Principal, PrincipalKind, Role
    from remembrancer.model.proposal import Proposal, Quote
    from remembrancer.model.provenance import Provenance
    from remembrancer.model.receipt import Included, Receipt, ReceiptHead, ReceiptPage, Shown
    from remembrancer.model.rejection import ArrivedItem, EarlierRejection, Queue
    from remembrancer.model.relation import Relation
    from remembrancer.model.remembered import Remembered, Skipped
    from remembrancer.model.reminder import Reminder
    from remembrancer.model.report import (
        FileReport,
        Outcome,
        Report,
        SessionPart,
        UnclaimedFolder,
    )
    from remembrancer.model.source import Source
    from remembrancer.model.space import Space, SpaceInfo
    from remembrancer.model.suggestion import SuggestedPrompt, Suggestions, Trigger
    from remembrancer.model.summary import Stats, Summary
    from remembrancer.model.token import IssuedToken, Token
    from remembrancer.model.vote import Vote, Votes
    from remembrancer.model.walk import (
        CategoryPair,
        CitedItem,
        QueryShape,
        TellingAttribute,
        Unanswered,
        Walk,
        WalkHit,
        WalkPage,
        WalkReport,
    )
    from remembrancer.model.window import Window
    from remembrancer.tools.tool import Tool

__version__ = "0.1.0"

__all__ = [
    "ArrivedItem",
    "AsyncMemory",
    "Brief",
    "Briefing",
    "BudgetExceeded",
    "Bundle",
    "BundledItem",
    "Cascade",
    "Case",
    "CategoryPair",
    "Certificate",
    "Change",
    "ChangedSince",
    "CitedItem",
    "Clash",
    "Composed",
    "ComposedPart",
    "ConfidenceSubtype",
    "Conflict",
    "Contradiction",
    "Conversation",
    "ConversationPage",
    "Digest",
    "EarlierRejection",
    "Entity",
    "Erased",
    "Event",
    "Evidence",
    "Family",
    "Feed",
    "FieldChange",
    "FileReport",
    "Forbidden",
    "Head",
    "Hidden",
    "Hit",
    "IllegalTransition",
    "Included",
    "Insight",
    "InvalidInput",
    "InvalidSettings",
    "IssuedToken",
    "Item",
    "ItemChange",
    "ItemDraft",
    "Job",
    "JobState",
    "KeyReused",
    "LedgerEntry",
    "Lifecycle",
    "ListedConversation",
    "Memory",
    "Message",
    "ModelFailed",
    "NotAuthenticated",
    "NotAvailable",
    "NotFound",
    "Outcome",
    "OutcomeUnknown",
    "Page",
    "Person",
    "Planned",
    "Point",
    "PointKind",
    "Preset",
    "Principal",
    "PrincipalKind",
    "Proposal",
    "Provenance",
    "Pulled",
    "QueryShape",
    "Queue",
    "Quote",
    "Recall",
    "Receipt",
    "ReceiptHead",
    "ReceiptPage",
    "Recorded",
    "Relation",
    "Reliance",
    "Reliant",
    "Remembered",
    "RemembrancerError",
    "Reminder",
    "Report",
    "Reported",
    "Resolution",
    "Review",
    "Role",
    "ServerUnreachable",
    "SessionPart",
    "Settled",
    "Severity",
    "Shown",
    "Skipped",
    "Source",
    "Space",
    "SpaceInfo",
    "Stance",
    "Stats",
    "Step",
    "StoreBusy",
    "StoreClosed",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreInterrupted",
    "StoreTooNew",
    "StoreUnreachable",
    "SuggestedPrompt",
    "Suggestion",
    "Suggestions",
    "Summary",
    "TellingAttribute",
    "Token",
    "TooManyRequests",
    "Tool",
    "Trigger",
    "Trust",
    "Unanswered",
    "UnclaimedFolder",
    "Verification",
    "Vote",
    "Votes",
    "Walk",
    "WalkHit",
    "WalkPage",
    "WalkReport",
    "Window",
    "WorkFailed",
    "WorkTaken",
    "Worked",
    "claude_md_template",
    "team_knowledge",
]

_HOMES = {
    "IssuedToken": "model.token",
    "NotAuthenticated": "errors",
    "ServerUnreachable": "errors",
    "SessionPart": "model.report",
    "Token": "model.token",
    "Tool": "tools.tool",
    "TooManyRequests": "errors",
    "Briefing": "model.briefing",
    "Insight": "model.insight",
    "Reminder": "model.reminder",
    "SuggestedPrompt": "model.suggestion",
    "Suggestions": "model.suggestion",
    "Trigger": "model.suggestion",
    "AsyncMemory": "aio",
    "Bundle": "model.bundle",
    "BundledItem": "model.bundle",
    "Pulled": "model.bundle",
    "claude_md_template": "context.agent_rules",
    "team_knowledge": "context.agent_rules",
    "BudgetExceeded": "errors",
    "CategoryPair": "model.walk",
    "Certificate": "model.certificate",
    "Change": "model.ledger",
    "ChangedSince": "errors",
    "CitedItem": "model.walk",
    "Composed": "model.composed",
    "ComposedPart": "model.composed",
    "ConfidenceSubtype": "model.item",
    "Conflict": "errors",
    "Conversation": "model.conversation",
    "ConversationPage": "model.conversation",
    "Digest": "model.digest",
    "Entity": "model.entity",
    "Erased": "errors",
    "Event": "model.event",
    "Evidence": "model.evidence",
    "Feed": "model.feed",
    "FileReport": "model.report",
    "Forbidden": "errors",
    "Head": "model.ledger",
    "Hit": "model.hit",
    "IllegalTransition": "errors",
    "InvalidInput": "errors",
    "InvalidSettings": "errors",
    "Item": "model.item",
    "ItemDraft": "model.item",
    "Job": "model.job",
    "JobState": "model.job",
    "KeyReused": "errors",
    "LedgerEntry": "model.ledger",
    "Lifecycle": "model.item",
    "ListedConversation": "model.conversation",
    "Memory": "memory",
    "Message": "model.message",
    "ModelFailed": "errors",
    "NotAvailable": "errors",
    "NotFound": "errors",
    "Outcome": "model.report",
    "OutcomeUnknown": "errors",
    "Page": "model.page",
    "Person": "model.principal",
    "Point": "model.digest",
    "PointKind": "model.digest",
    "Preset": "model.preset",
    "Principal": "model.principal",
    "PrincipalKind": "model.principal",
    "Brief": "model.brief",
    "Family": "model.brief",
    "Clash": "model.clash",
    "Contradiction": "model.contradiction",
    "Resolution": "model.contradiction",
    "Severity": "model.judgement",
    "Suggestion": "model.judgement",
    "Planned": "model.plan",
    "Step": "model.plan",
    "Quote": "model.proposal",
    "Skipped": "model.remembered",
    "Proposal": "model.proposal",
    "Provenance": "model.provenance",
    "QueryShape": "model.walk",
    "TellingAttribute": "model.walk",
    "Recall": "model.hit",
    "Receipt": "model.receipt",
    "ReceiptHead": "model.receipt",
    "ReceiptPage": "model.receipt",
    "Included": "model.receipt",
    "Shown": "model.receipt",
    "Recorded": "model.event",
    "Relation": "model.relation",
    "Remembered": "model.remembered",
    "RemembrancerError": "errors",
    "Report": "model.report",
    "Review": "model.item",
    "Role": "model.principal",
    "Source": "model.source",
    "Space": "model.space",
    "SpaceInfo": "model.space",
    "Stance": "model.evidence",
    "Stats": "model.summary",
    "StoreBusy": "errors",
    "StoreClosed": "errors",
    "StoreCorrupt": "errors",
    "StoreError": "errors",
    "StoreFull": "errors",
    "StoreInterrupted": "errors",
    "StoreTooNew": "errors",
    "StoreUnreachable": "errors",
    "Summary": "model.summary",
    "Trust": "model.item",
    "Unanswered": "model.walk",
    "UnclaimedFolder": "model.report",
    "Verification": "model.ledger",
    "Vote": "model.vote",
    "Votes": "model.vote",
    "Walk": "model.walk",
    "WalkHit": "model.walk",
    "WalkPage": "model.walk",
    "WalkReport": "model.walk",
    "Window": "model.window",
    "WorkFailed": "errors",
    "WorkTaken": "errors",
    "Worked": "model.job",
    "Cascade": "model.cascade",
    "Reliance": "model.cascade",
    "Reliant": "model.cascade",
    "Reported": "model.cascade",
    "ArrivedItem": "model.rejection",
    "EarlierRejection": "model.rejection",
    "Queue": "model.rejection",
    "Settled": "model.cascade",
    "Case": "model.case",
    "Hidden": "model.contradiction",
    "ItemChange": "model.item_change",
    "FieldChange": "model.item_change",
}


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first asked for, so that `rmb --help` stays instant."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'remembrancer' has no attribute {name!r}")
    from remembrancer.loading import load

    value = getattr(load(f"remembrancer.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
