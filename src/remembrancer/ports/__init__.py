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
from remembrancer.ports.store import Notifications, Store
from remembrancer.ports.unit import Reader, Writer

__all__ = [
    "Answer",
    "CalibratedEmbedder",
    "Clock",
    "Embedder",
    "KeyedCall",
    "LanguageModel",
    "LedgerPoint",
    "MeanEmbedder",
    "MeteredModel",
    "ModelTurn",
    "Notifications",
    "Progress",
    "QuestionEmbedder",
    "Reader",
    "Reranker",
    "Store",
    "StoredAnswer",
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
    "Writer",
]
