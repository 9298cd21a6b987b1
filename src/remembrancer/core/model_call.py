"""Calls to language models: purpose, budget and outcome."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from remembrancer.core.base import Value

Ceiling = Annotated[int, Field(ge=0)]


class ModelRole(StrEnum):
    CHEAP = "cheap"  # small and fast: extraction, judging, digests
    CHAT = "chat"  # the model that replies to people


class ModelBudget(Value):
    """What one task may cost. A call that would cost more is not made."""

    calls: Ceiling
    tokens: Ceiling  # prompt and answer
    seconds: Annotated[float, Field(ge=0.0)]  # in calls, and waiting between calls


class CallOutcome(StrEnum):
    ANSWERED = "answered"  # in the requested form
    INVALID = "invalid"  # in another form
    CUT_OFF = "cut_off"  # the answer exceeded its limit
    REFUSED = "refused"  # the model declined
    BUSY = "busy"  # the server was overloaded
    FAILED = "failed"  # no answer came


class CallRecord(Value):
    """One call to a model. It holds no text."""

    role: ModelRole
    model: str
    provider: str = "custom"  # openai, anthropic or whose it is; custom: of the program's own
    tokens_in: int  # as counted by the server, or estimated
    tokens_out: int
    seconds: float
    outcome: CallOutcome
