"""Models whose calls are told of: which model, how long, how many texts and tokens."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from remembrancer.core.model_call import CallOutcome, CallRecord
from remembrancer.ports import Embedder, Telemetry
from remembrancer.ports.telemetry import Attribute, Fact, Work

_CALLS: Final = ("embed", "embed_questions", "embed_words")
# What embedders say of themselves: which of it one has decides how it is used.
_TRAITS: Final = ("name", "is_local", "unrelated", "is_mean_of_tokens")


def tell_call(telemetry: Telemetry, call: CallRecord) -> None:
    """Tells of a call of a language model that has just ended."""
    facts: dict[Attribute, Fact] = {
        Attribute.OPERATION: "chat",
        Attribute.PROVIDER: call.provider,
        Attribute.MODEL: call.model,
        Attribute.TOKENS_IN: call.tokens_in,
        Attribute.TOKENS_OUT: call.tokens_out,
        Attribute.MODEL_ROLE: call.role.value,
    }
    error = None if call.outcome is CallOutcome.ANSWERED else call.outcome.value
    telemetry.ended(Work.MODEL, f"chat {call.model}", call.seconds, facts, error=error)


def traced_embedder(embedder: Embedder, telemetry: Telemetry) -> Embedder:
    """The same embedder, each of whose calls is told of.

    It has the methods that the embedder has and no others, since they say what it can.
    """
    members: dict[str, Any] = {name: _told(name) for name in _CALLS if hasattr(embedder, name)}
    members |= {name: _trait(name) for name in _TRAITS if hasattr(embedder, name)}
    made = type("TracedEmbedder", (_TracedEmbedder,), members)(embedder, telemetry)
    return cast(Embedder, made)


class _TracedEmbedder:
    def __init__(self, embedder: Embedder, telemetry: Telemetry) -> None:
        self._embedder = embedder
        self._telemetry = telemetry

    def __repr__(self) -> str:
        return repr(self._embedder)


def _trait(name: str) -> property:
    return property(lambda self: getattr(self._embedder, name))


def _told(name: str) -> Callable[[Any, Sequence[str]], Any]:
    def call(self: Any, texts: Sequence[str]) -> Any:
        begun = time.perf_counter()
        failed: str | None = None
        try:
            return getattr(self._embedder, name)(texts)
        except BaseException as error:
            failed = type(error).__name__
            raise
        finally:
            model = self._embedder.name
            facts: dict[Attribute, Fact] = {
                Attribute.OPERATION: "embeddings",
                Attribute.PROVIDER: str(getattr(self._embedder, "provider", "custom")),
                Attribute.MODEL: model,
                Attribute.TEXTS: len(texts),
            }
            seconds = time.perf_counter() - begun
            self._telemetry.ended(Work.MODEL, f"embeddings {model}", seconds, facts, error=failed)

    return call
