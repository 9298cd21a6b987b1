"""The public types and errors, which `remembrancer` loads when one of them is asked for."""

from __future__ import annotations

from remembrancer.capture.platform_event import Event, Recorded
from remembrancer.conversations.digest import Digest, Point, PointKind
from remembrancer.conversations.window import Window
from remembrancer.core.errors import (
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
    NotificationFailed,
    OutcomeUnknown,
    QueryRefused,
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
from remembrancer.core.grounds import ActKind, Grade, Ground
from remembrancer.core.kinds import Brief, Family
from remembrancer.core.ledger import Change, Head, LedgerEntry, Verification
from remembrancer.core.preset import Preset
from remembrancer.core.principal import Person, Principal, PrincipalKind, Role
from remembrancer.core.space import Space, SpaceInfo
from remembrancer.decisions.catalogue import CatalogueEntry, Coverage
from remembrancer.decisions.complexity import Complexity
from remembrancer.decisions.context import DecisionContext
from remembrancer.decisions.decision import (
    ChainStep,
    Decision,
    DecisionChain,
    DecisionLink,
    DecisionPage,
)
from remembrancer.decisions.learning import LearnedRelation, LearningReport, TypeExperience
from remembrancer.decisions.phases import CapabilityStatus, Need, Phase
from remembrancer.decisions.policy import Compliance, Policy, PolicyDecisions
from remembrancer.decisions.precedent import Precedent
from remembrancer.decisions.shapes.community import CommunitySummary, DecisionCommunity
from remembrancer.decisions.shapes.fingerprint import (
    Anomalies,
    Anomaly,
    Fingerprint,
    InferredLabel,
)
from remembrancer.decisions.shapes.similar import SimilarDecision
from remembrancer.decisions.what_if.simulation import ChoiceComparison, Simulation
from remembrancer.delivery.briefing.briefing import Briefing
from remembrancer.delivery.briefing.insight import Insight
from remembrancer.delivery.bundle.bundle import Bundle, BundledItem, Pulled
from remembrancer.delivery.compose.composed import Composed, ComposedPart
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.delivery.prompting.suggestion import SuggestedPrompt, Suggestions, Trigger
from remembrancer.governance.access.token import IssuedToken, Token
from remembrancer.governance.act import Act, Acts
from remembrancer.governance.cascade_report import Cascade, Reliance, Reliant, Reported, Settled
from remembrancer.governance.case import Case
from remembrancer.governance.clash import Clash
from remembrancer.governance.contradiction import Contradiction, Hidden, Resolution
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.provenance import Provenance
from remembrancer.governance.receipt import Included, Receipt, ReceiptHead, ReceiptPage, Shown
from remembrancer.governance.rejection import ArrivedItem, EarlierRejection, Queue
from remembrancer.graph.neighbourhood import GraphPath, Neighbourhood, Node
from remembrancer.graph.page import EntityPage, RelationPage
from remembrancer.graph.person import PersonFact, PersonSummary
from remembrancer.graph.projections import ProjectionStatus
from remembrancer.items.conversation import Conversation, ConversationPage, ListedConversation
from remembrancer.items.entity import Entity
from remembrancer.items.evidence import Evidence, Stance
from remembrancer.items.item import ConfidenceSubtype, Item, ItemDraft, Lifecycle, Review, Trust
from remembrancer.items.item_change import FieldChange, ItemChange
from remembrancer.items.message import Message
from remembrancer.items.page import Page
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.items.relation import Relation
from remembrancer.items.source import Source
from remembrancer.items.vote import Vote, Votes
from remembrancer.jobs.feed import Feed
from remembrancer.jobs.job import Job, JobState, Worked
from remembrancer.jobs.report import FileReport, Outcome, Report, SessionPart, UnclaimedFolder
from remembrancer.notify.notification import (
    Notification,
    NotificationKind,
    NotificationPage,
    NotificationSettings,
)
from remembrancer.reading.judging.judgement import Severity, Suggestion
from remembrancer.reading.plan import Planned, Skipped, Step
from remembrancer.recall.hit import Hit, Recall
from remembrancer.recall.summary import Stats, Summary
from remembrancer.recall.walk import (
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
from remembrancer.remember.remembered import Remembered
from remembrancer.team.agent import (
    Agent,
    AgentEntry,
    AgentUpdate,
    Gate,
    Pending,
    PendingPush,
    Pushed,
    QueueStatus,
    RelevanceFactors,
    SyncPriority,
    SyncReport,
    SyncStatus,
    Tier,
)
from remembrancer.team.debates.debate import (
    Debate,
    DebateHistory,
    DebatePage,
    DebatePriority,
    DebateResolution,
    LevelTime,
    Position,
    ResolutionLevel,
    ResolutionMethod,
    TrackRecord,
)
from remembrancer.team.debates.precedent import PrecedentContext, SimilarDebate
from remembrancer.team.debates.snapshot import SnapshotMark
from remembrancer.team.track_record.bias import BiasCorrection, BiasCorrections
from remembrancer.team.track_record.credibility import (
    AgentCredibility,
    FacilitatorReport,
    MethodReport,
    OutcomeDue,
)
from remembrancer.team.track_record.credibility_history import CredibilityHistory, ScoreAt

__all__ = [
    "Act",
    "ActKind",
    "Acts",
    "Agent",
    "AgentCredibility",
    "AgentEntry",
    "AgentUpdate",
    "Anomalies",
    "Anomaly",
    "ArrivedItem",
    "BiasCorrection",
    "BiasCorrections",
    "Brief",
    "Briefing",
    "BudgetExceeded",
    "Bundle",
    "BundledItem",
    "CapabilityStatus",
    "Cascade",
    "Case",
    "CatalogueEntry",
    "CategoryPair",
    "Certificate",
    "ChainStep",
    "Change",
    "ChangedSince",
    "ChoiceComparison",
    "CitedItem",
    "Clash",
    "CommunitySummary",
    "Complexity",
    "Compliance",
    "Composed",
    "ComposedPart",
    "ConfidenceSubtype",
    "Conflict",
    "Contradiction",
    "Conversation",
    "ConversationPage",
    "Coverage",
    "CredibilityHistory",
    "Debate",
    "DebateHistory",
    "DebatePage",
    "DebatePriority",
    "DebateResolution",
    "Decision",
    "DecisionChain",
    "DecisionCommunity",
    "DecisionContext",
    "DecisionLink",
    "DecisionPage",
    "Digest",
    "EarlierRejection",
    "Entity",
    "EntityPage",
    "Erased",
    "Event",
    "Evidence",
    "FacilitatorReport",
    "Family",
    "Feed",
    "FieldChange",
    "FileReport",
    "Fingerprint",
    "Forbidden",
    "Gate",
    "Grade",
    "GraphPath",
    "Ground",
    "Head",
    "Hidden",
    "Hit",
    "IllegalTransition",
    "Included",
    "InferredLabel",
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
    "LearnedRelation",
    "LearningReport",
    "LedgerEntry",
    "LevelTime",
    "Lifecycle",
    "ListedConversation",
    "Message",
    "MethodReport",
    "ModelFailed",
    "Need",
    "Neighbourhood",
    "Node",
    "NotAuthenticated",
    "NotAvailable",
    "NotFound",
    "Notification",
    "NotificationFailed",
    "NotificationKind",
    "NotificationPage",
    "NotificationSettings",
    "Outcome",
    "OutcomeDue",
    "OutcomeUnknown",
    "Page",
    "Pending",
    "PendingPush",
    "Person",
    "PersonFact",
    "PersonSummary",
    "Phase",
    "Planned",
    "Point",
    "PointKind",
    "Policy",
    "PolicyDecisions",
    "Position",
    "Precedent",
    "PrecedentContext",
    "Preset",
    "Principal",
    "PrincipalKind",
    "ProjectionStatus",
    "Proposal",
    "Provenance",
    "Pulled",
    "Pushed",
    "QueryRefused",
    "QueryShape",
    "Queue",
    "QueueStatus",
    "Quote",
    "Recall",
    "Receipt",
    "ReceiptHead",
    "ReceiptPage",
    "Recorded",
    "Relation",
    "RelationPage",
    "RelevanceFactors",
    "Reliance",
    "Reliant",
    "Remembered",
    "RemembrancerError",
    "Reminder",
    "Report",
    "Reported",
    "Resolution",
    "ResolutionLevel",
    "ResolutionMethod",
    "Review",
    "Role",
    "ScoreAt",
    "ServerUnreachable",
    "SessionPart",
    "Settled",
    "Severity",
    "Shown",
    "SimilarDebate",
    "SimilarDecision",
    "Simulation",
    "Skipped",
    "SnapshotMark",
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
    "SyncPriority",
    "SyncReport",
    "SyncStatus",
    "TellingAttribute",
    "Tier",
    "Token",
    "TooManyRequests",
    "TrackRecord",
    "Trigger",
    "Trust",
    "TypeExperience",
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
