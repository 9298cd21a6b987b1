"""Remembrancer: the memory that AI agents share and people govern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from remembrancer.aio import AsyncMemory
    from remembrancer.delivery.agent_rules import claude_md_template, team_knowledge
    from remembrancer.exports import *  # noqa: F403
    from remembrancer.memory import Memory
    from remembrancer.tools.tool import Tool

# ruff: noqa: F405
__version__ = "0.2.0"

__all__ = [
    "Act",
    "ActKind",
    "Acts",
    "AgentCredibility",
    "Anomalies",
    "Anomaly",
    "ArrivedItem",
    "AsyncMemory",
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
    "Memory",
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
    "QueryRefused",
    "QueryShape",
    "Queue",
    "Quote",
    "Recall",
    "Receipt",
    "ReceiptHead",
    "ReceiptPage",
    "Recorded",
    "Relation",
    "RelationPage",
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
    "TellingAttribute",
    "Token",
    "TooManyRequests",
    "Tool",
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
    "claude_md_template",
    "team_knowledge",
]


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first asked for, so that `rmb --help` stays instant."""
    if name not in __all__:
        raise AttributeError(f"module 'remembrancer' has no attribute {name!r}")
    found = globals()[name] = _loaded(name)
    return found


def _loaded(name: str) -> Any:
    if name == "Memory":
        from remembrancer.memory import Memory

        return Memory
    if name == "AsyncMemory":
        from remembrancer.aio import AsyncMemory

        return AsyncMemory
    if name == "Tool":
        from remembrancer.tools.tool import Tool

        return Tool
    if name in ("claude_md_template", "team_knowledge"):
        from remembrancer.delivery import agent_rules

        return getattr(agent_rules, name)
    import remembrancer.exports as exports

    return getattr(exports, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
