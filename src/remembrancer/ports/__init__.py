"""The services we need from outside, as Protocols. `build.py` picks the adapters."""

from __future__ import annotations

from remembrancer.core.model_turns import (
    ModelTurn,
    ToolCall,
    ToolResult,
    ToolResults,
    ToolSpec,
    Turn,
    TurnEnd,
    UserTurn,
)
from remembrancer.ports.services import (
    Answer,
    CalibratedEmbedder,
    Clock,
    Embedder,
    LanguageModel,
    MeanEmbedder,
    MeteredModel,
    Progress,
    QuestionEmbedder,
    Reranker,
    ToolCallingModel,
    WordEmbedder,
    WordVectors,
)
from remembrancer.ports.space_parts import KeyedCall, LedgerPoint, StoredAnswer
from remembrancer.ports.store import ChangeNotifications, Store
from remembrancer.ports.telemetry import SILENT, Attribute, Gauge, Span, Telemetry, Work
from remembrancer.ports.unit import Reader, Writer

__all__ = [
    "SILENT",
    "Answer",
    "Attribute",
    "CalibratedEmbedder",
    "ChangeNotifications",
    "Clock",
    "Embedder",
    "Gauge",
    "KeyedCall",
    "LanguageModel",
    "LedgerPoint",
    "MeanEmbedder",
    "MeteredModel",
    "ModelTurn",
    "Progress",
    "QuestionEmbedder",
    "Reader",
    "Reranker",
    "Span",
    "Store",
    "StoredAnswer",
    "Telemetry",
    "ToolCall",
    "ToolCallingModel",
    "ToolResult",
    "ToolResults",
    "ToolSpec",
    "Turn",
    "TurnEnd",
    "UserTurn",
    "WordEmbedder",
    "WordVectors",
    "Work",
    "Writer",
]
