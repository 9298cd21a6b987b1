"""The public face: what the package offers, and that importing it does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import remembrancer

SOURCE = Path(remembrancer.__file__).parent.parent

PROMISED = {
    # The doors and the caller.
    "Memory",
    "AsyncMemory",
    "Principal",
    "PrincipalKind",
    "Role",
    "Person",
    "Token",
    "IssuedToken",
    "Tool",
    # The model.
    "Act",
    "ActKind",
    "Acts",
    "Grade",
    "Ground",
    "ArrivedItem",
    "EarlierRejection",
    "Queue",
    "Digest",
    "Event",
    "Feed",
    "FileReport",
    "Job",
    "JobState",
    "Outcome",
    "Point",
    "PointKind",
    "Brief",
    "Family",
    "Cascade",
    "Case",
    "FieldChange",
    "Hidden",
    "ItemChange",
    "Reliance",
    "Reliant",
    "Reported",
    "Settled",
    "Clash",
    "Contradiction",
    "Resolution",
    "Severity",
    "Suggestion",
    "Planned",
    "Step",
    "Quote",
    "SimilarDecision",
    "LearnedRelation",
    "LearningReport",
    "TypeExperience",
    "ChoiceComparison",
    "Simulation",
    "Anomalies",
    "Anomaly",
    "CapabilityStatus",
    "Complexity",
    "Fingerprint",
    "InferredLabel",
    "Need",
    "Phase",
    "CommunitySummary",
    "DecisionCommunity",
    "Skipped",
    "Proposal",
    "Recorded",
    "Report",
    "Window",
    "Worked",
    "Briefing",
    "Insight",
    "Reminder",
    "SuggestedPrompt",
    "Suggestions",
    "Trigger",
    "Certificate",
    "Composed",
    "ComposedPart",
    "Change",
    "ConfidenceSubtype",
    "Conversation",
    "ConversationPage",
    "Entity",
    "Evidence",
    "Head",
    "Hit",
    "Item",
    "ItemDraft",
    "LedgerEntry",
    "Lifecycle",
    "ListedConversation",
    "Message",
    "Page",
    "Preset",
    "Provenance",
    "Recall",
    "Receipt",
    "ReceiptHead",
    "ReceiptPage",
    "Included",
    "Shown",
    "Relation",
    "Remembered",
    "Review",
    "Source",
    "Space",
    "SpaceInfo",
    "Stance",
    "Stats",
    "Summary",
    "Trust",
    "Verification",
    "Vote",
    "Votes",
    "CategoryPair",
    "CitedItem",
    "QueryShape",
    "TellingAttribute",
    "Unanswered",
    "UnclaimedFolder",
    "Walk",
    "WalkHit",
    "WalkPage",
    "WalkReport",
    "Bundle",
    "BundledItem",
    "Pulled",
    "claude_md_template",
    "team_knowledge",
    "EntityPage",
    "GraphPath",
    "CatalogueEntry",
    "ChainStep",
    "Compliance",
    "Coverage",
    "Decision",
    "DecisionChain",
    "DecisionContext",
    "DecisionLink",
    "DecisionPage",
    "Policy",
    "PolicyDecisions",
    "Precedent",
    "Neighbourhood",
    "Node",
    "PersonFact",
    "PersonSummary",
    "ProjectionStatus",
    "RelationPage",
    # Debates, and how right agents were.
    "AgentCredibility",
    "BiasCorrection",
    "BiasCorrections",
    "CredibilityHistory",
    "Debate",
    "DebateHistory",
    "DebatePage",
    "DebatePriority",
    "DebateResolution",
    "FacilitatorReport",
    "LevelTime",
    "MethodReport",
    "OutcomeDue",
    "Position",
    "PrecedentContext",
    "ResolutionLevel",
    "ResolutionMethod",
    "ScoreAt",
    "SimilarDebate",
    "SnapshotMark",
    "TrackRecord",
    # The errors.
    "ModelFailed",
    "BudgetExceeded",
    "WorkFailed",
    "WorkTaken",
    "Conflict",
    "ChangedSince",
    "Erased",
    "Forbidden",
    "IllegalTransition",
    "InvalidInput",
    "InvalidSettings",
    "QueryRefused",
    "KeyReused",
    "Notification",
    "NotificationFailed",
    "NotificationKind",
    "NotificationPage",
    "NotificationSettings",
    "NotAvailable",
    "NotFound",
    "NotAuthenticated",
    "TooManyRequests",
    "ServerUnreachable",
    "SessionPart",
    "RemembrancerError",
    "OutcomeUnknown",
    "StoreBusy",
    "StoreInterrupted",
    "StoreClosed",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreTooNew",
    "StoreUnreachable",
}


def test_the_names_are_the_promised_ones() -> None:
    """Adding or taking away a public name is a decision, and this list is where it shows."""
    assert set(remembrancer.__all__) == PROMISED
    assert list(remembrancer.__all__) == sorted(remembrancer.__all__)


@pytest.mark.parametrize("name", sorted(PROMISED))
def test_every_name_is_there(name: str) -> None:
    """Each can be imported, and is a class with a docstring or members."""
    found = getattr(remembrancer, name)
    assert found.__name__ == name
    assert found.__module__.startswith("remembrancer.")


def test_nothing_else_is_public() -> None:
    """What has no underscore and is no module of ours is in the list."""
    public = {
        name
        for name in vars(remembrancer)
        if not name.startswith("_") and f"remembrancer.{name}" not in sys.modules
    }
    assert public - PROMISED <= {"annotations", "TYPE_CHECKING", "Any"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As in any module, and `dir` lists what there is."""
    with pytest.raises(AttributeError, match="no attribute 'Memmory'"):
        _ = remembrancer.Memmory
    assert set(dir(remembrancer)) >= PROMISED


def test_the_package_is_typed() -> None:
    """Type checkers of callers see our types."""
    assert (SOURCE / "remembrancer" / "py.typed").is_file()


def test_the_version_is_a_version() -> None:
    """Three numbers."""
    assert [part.isdigit() for part in remembrancer.__version__.split(".")] == [True] * 3


def in_a_new_process(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


HEAVY = ("sqlalchemy", "alembic", "pydantic", "sqlite3", "Stemmer", "typer", "rich", "asyncio")


def test_importing_the_package_does_nothing(tmp_path: Path) -> None:
    """No file, no thread, no heavy library, no word on the terminal."""
    told = in_a_new_process(
        "import sys, threading; before = set(sys.modules); import remembrancer; "
        f"print([name for name in {HEAVY!r} if name in set(sys.modules) - before], "
        "threading.active_count())",
        tmp_path,
    )
    assert told == "[] 1\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
def test_importing_everything_does_nothing_either(tmp_path: Path) -> None:
    """Every module of the package can be imported, and none of them acts."""
    told = in_a_new_process(
        "import importlib, pkgutil, threading, remembrancer\n"
        "skipped = ('remembrancer.store.migrations.env', 'remembrancer.__main__')\n"
        "names = [found.name for found in pkgutil.walk_packages(remembrancer.__path__, "
        "'remembrancer.') if found.name not in skipped]\n"
        "[importlib.import_module(name) for name in names]\n"
        "print(len(names) > 50, threading.active_count())",
        tmp_path,
    )
    assert told == "True 1\n"
    assert list(tmp_path.iterdir()) == []


def test_errors_and_principals_come_without_the_database(tmp_path: Path) -> None:
    """A caller that only names them does not pay for the store."""
    told = in_a_new_process(
        "import sys; from remembrancer import NotFound, Principal; "
        "print('sqlalchemy' in sys.modules, 'sqlite3' in sys.modules)",
        tmp_path,
    )
    assert told == "False False\n"


def test_opening_does_not_load_migrations(tmp_path: Path) -> None:
    """A new store needs no Alembic."""
    told = in_a_new_process(
        "import sys; from remembrancer import Memory; Memory.open(':memory:').close(); "
        "print('alembic' in sys.modules)",
        tmp_path,
    )
    assert told == "False\n"
