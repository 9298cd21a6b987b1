"""The public types and errors, which `remembrancer` loads when one of them is asked for."""

from __future__ import annotations

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
from remembrancer.model.plan import Planned, Skipped, Step
from remembrancer.model.preset import Preset
from remembrancer.model.principal import Person, Principal, PrincipalKind, Role
from remembrancer.model.proposal import Proposal, Quote
from remembrancer.model.provenance import Provenance
from remembrancer.model.receipt import Included, Receipt, ReceiptHead, ReceiptPage, Shown
from remembrancer.model.rejection import ArrivedItem, EarlierRejection, Queue
from remembrancer.model.relation import Relation
from remembrancer.model.remembered import Remembered
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

__all__ = [
    "ArrivedItem",
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
]
