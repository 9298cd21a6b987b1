"""Calls to language models: what for, within which budget, and what became of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from remembrancer.core.base import Value

Ceiling = Annotated[int, Field(ge=0)]


class ModelRole(StrEnum):
    CHEAP = "cheap"  # small and fast: extraction, judging, digests
    CHAT = "chat"  # the one that replies to people


class ModelBudget(Value):
    """What one task may cost. A call that would cost more is not made."""

    calls: Ceiling
    tokens: Ceiling  # asked and answered
    seconds: Annotated[float, Field(ge=0.0)]  # in calls, and waiting for the next one


class CallOutcome(StrEnum):
    ANSWERED = "answered"  # in the form that was asked for
    INVALID = "invalid"  # in another form
    CUT_OFF = "cut_off"  # the answer was longer than it may be
    REFUSED = "refused"  # the model declined
    BUSY = "busy"  # the server had no time
    FAILED = "failed"  # no answer came


class CallRecord(Value):
    """One call to a model. It holds no text."""

    role: ModelRole
    model: str
    tokens_in: int  # as the server counted, or as we guess
    tokens_out: int
    seconds: float
    outcome: CallOutcome
