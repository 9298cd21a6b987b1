"""Model budgets: limits of calls, tokens and time per task, and the call log."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple, Protocol, runtime_checkable

from pydantic import ValidationError

from remembrancer.core.errors import BudgetExceeded, ModelFailed
from remembrancer.core.limits import (
    MODEL_ANSWER_TOKENS_MAX,
    MODEL_ANSWER_TOKENS_MIN,
    MODEL_CALLS_LOGGED,
    MODEL_CALLS_MAX,
    MODEL_SECONDS_MAX,
    MODEL_TOKENS_MAX,
)
from remembrancer.core.model_call import CallOutcome, CallRecord, ModelBudget, ModelRole
from remembrancer.core.model_turns import (
    ModelTurn,
    ToolSpec,
    Turn,
    TurnEnd,
    check_turns,
    conversation_texts,
    turn_texts,
    with_unique_ids,
)
from remembrancer.ports import Answer, LanguageModel, ToolCallingModel

CUSTOM = "custom"  # the provider of a model that the program brings along
_BYTES_PER_TOKEN = 3  # a low value, so that estimates are rather too high

BUDGET = ModelBudget(calls=MODEL_CALLS_MAX, tokens=MODEL_TOKENS_MAX, seconds=MODEL_SECONDS_MAX)


def estimate_tokens(*texts: str) -> int:
    """The estimated number of tokens of texts."""
    return sum(-(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN) for text in texts)


def turn_outcome(turn: ModelTurn) -> CallOutcome:
    """What the log says of a turn."""
    if turn.ended is TurnEnd.REFUSED:
        return CallOutcome.REFUSED
    if turn.ended is TurnEnd.CUT_OFF:
        return CallOutcome.CUT_OFF
    is_broken = any(call.problem for call in turn.calls)
    return CallOutcome.INVALID if is_broken else CallOutcome.ANSWERED


class CallLog:
    """The last model calls of this process, each of which is `told` to whoever asked for that.
    Thread-safe."""

    def __init__(self, told: Callable[[CallRecord], None] | None = None) -> None:
        self._records: deque[CallRecord] = deque(maxlen=MODEL_CALLS_LOGGED)
        self._told = told

    def add(self, record: CallRecord) -> None:
        self._records.append(record)
        if self._told is not None:
            self._told(record)

    def records(self) -> tuple[CallRecord, ...]:
        """Oldest first."""
        return tuple(self._records)


class BudgetedCall(NamedTuple):
    """A call that the budget allowed."""

    model: str
    tokens_in: int  # estimated
    tokens_out_max: int  # limit of the answer
    seconds_max: float  # time left in the budget
    begun: float


class BudgetAccount:
    """The budget of a task and its use so far. Thread-safe."""

    def __init__(
        self,
        budget: ModelBudget = BUDGET,
        *,
        role: ModelRole = ModelRole.CHAT,
        provider: str = CUSTOM,
        log: CallLog | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.budget = budget
        self._role = role
        self._provider = provider
        self._log = log or CallLog()
        self._clock = clock
        self._lock = Lock()
        self._calls = 0
        self._tokens = 0  # used, plus reserved for running calls
        self._seconds = 0.0

    def used(self) -> ModelBudget:
        """What was used so far."""
        with self._lock:
            return ModelBudget(calls=self._calls, tokens=self._tokens, seconds=self._seconds)

    def begin(self, model: str, tokens_in: int) -> BudgetedCall:
        """Reserves the cost of a call; raises `BudgetExceeded` if it is more than is left."""
        budget = self.budget
        with self._lock:
            if self._calls >= budget.calls:
                raise self._exceeded(
                    model, "call" if budget.calls == 1 else f"{budget.calls:,} calls"
                )
            tokens_left = budget.tokens - self._tokens - tokens_in
            if tokens_left < MODEL_ANSWER_TOKENS_MIN:
                raise self._exceeded(model, f"{budget.tokens:,} tokens")
            seconds_left = budget.seconds - self._seconds
            if seconds_left <= 0:
                raise self._exceeded(model, f"{budget.seconds:g} seconds")
            tokens_out_max = min(tokens_left, MODEL_ANSWER_TOKENS_MAX)
            self._calls += 1
            self._tokens += tokens_in + tokens_out_max
        return BudgetedCall(model, tokens_in, tokens_out_max, seconds_left, self._clock())

    def end(
        self, call: BudgetedCall, outcome: CallOutcome, tokens_in: int, tokens_out: int
    ) -> None:
        """Records the real cost of a call."""
        seconds = max(self._clock() - call.begun, 0.0)
        with self._lock:
            self._tokens += tokens_in + tokens_out - call.tokens_in - call.tokens_out_max
            self._seconds += seconds
        self._log.add(
            CallRecord(
                role=self._role,
                model=call.model,
                provider=self._provider,
                tokens_in=tokens_in,
                tokens_out=tokens_out,
                seconds=seconds,
                outcome=outcome,
            )
        )

    def wait(self, model: str, seconds: float) -> None:
        """Charges a waiting time to the budget, if there is enough left."""
        with self._lock:
            if self._seconds + seconds >= self.budget.seconds:
                raise self._exceeded(model, f"{self.budget.seconds:g} seconds")
            self._seconds += seconds

    def _exceeded(self, model: str, what: str) -> BudgetExceeded:
        return BudgetExceeded(
            f"The model {model!r} was not asked again: the task would use more than the {what} "
            "that it may. Give it less to read, or a larger budget."
        )


@runtime_checkable
class BudgetAwareModel(Protocol):
    """A model that charges every call to an account, retries included."""

    def ask_within(
        self, account: BudgetAccount, instructions: str, text: str, answer: type[Answer]
    ) -> Answer: ...


@runtime_checkable
class BudgetAwareToolModel(Protocol):
    """A model that can call tools and charges every call to an account, retries included."""

    def converse_within(
        self,
        account: BudgetAccount,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
    ) -> ModelTurn: ...


_AGAIN = (
    "Your answer before this one could not be used: {problem}. Answer again, in the form that was "
    "asked for and in nothing else."
)


def _problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or "the whole"
    return f"{place}: {first['msg']}"


class BudgetedModel:
    """A language model with a budget."""

    def __init__(self, model: LanguageModel, account: BudgetAccount) -> None:
        self._model = model
        self.account = account
        self.name = model.name
        self.is_local = model.is_local

    def __repr__(self) -> str:
        return f"Metered({self._model!r})"

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """An answer of that type. Raises `BudgetExceeded` if it would cost too much, or
        `ModelFailed`."""
        if isinstance(self._model, BudgetAwareModel):
            return self._model.ask_within(self.account, instructions, text, answer)
        try:
            return self._ask_uncounted(instructions, text, answer)
        except ModelFailed as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            told = f"{text}\n\n{_AGAIN.format(problem=_problem(error.__cause__))}"
            try:
                return self._ask_uncounted(instructions, told, answer)
            except ModelFailed:
                raise error from error.__cause__

    def _ask_uncounted(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """One answer of a custom model, counted as one call."""
        call = self.account.begin(self.name, estimate_tokens(instructions, text))
        outcome, tokens_out = CallOutcome.FAILED, 0
        try:
            try:
                given = self._model.ask(instructions, text, answer)
            except ValidationError as error:
                raise ModelFailed(
                    f"The answer of {self.name!r} is no {answer.__name__}: {_problem(error)}."
                ) from error
            if not isinstance(given, answer):
                kind = type(given).__name__
                raise ModelFailed(f"{self.name} gave a {kind} and no {answer.__name__}.")
            outcome, tokens_out = CallOutcome.ANSWERED, estimate_tokens(given.model_dump_json())
            return given
        except ModelFailed:
            raise
        except Exception as error:  # third-party code; its message may hold a text or a key
            raise ModelFailed(f"{self.name} failed with {type(error).__name__}.") from error
        finally:
            self.account.end(call, outcome, call.tokens_in, tokens_out)


class BudgetedToolModel(BudgetedModel):
    """The same for a model that can call tools."""

    def __init__(self, model: ToolCallingModel, account: BudgetAccount) -> None:
        super().__init__(model, account)
        self._tool_model = model

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        """The next turn of the model. Raises `BudgetExceeded` if it would cost too much, or
        `ModelFailed`."""
        model = self._tool_model
        if isinstance(model, BudgetAwareToolModel):
            return model.converse_within(self.account, instructions, turns, tools)
        check_turns(turns)
        texts = conversation_texts(instructions, turns, tools)
        call = self.account.begin(self.name, estimate_tokens(*texts))
        outcome, tokens_in, tokens_out = CallOutcome.FAILED, call.tokens_in, 0
        try:
            turn = model.converse(instructions, turns, tools)
            if not isinstance(turn, ModelTurn):
                raise ModelFailed(f"{self.name} gave a {type(turn).__name__} and no ModelTurn.")
            tokens_in = turn.tokens_in or tokens_in
            tokens_out = turn.tokens_out or estimate_tokens(*turn_texts([turn]))
            outcome = turn_outcome(turn)
            calls = with_unique_ids(turn.calls, turns)
            return turn.changed(calls=calls, tokens_in=tokens_in, tokens_out=tokens_out)
        except ModelFailed:
            raise
        except Exception as error:  # third-party code; its message may hold a text or a key
            raise ModelFailed(f"{self.name} failed with {type(error).__name__}.") from error
        finally:
            self.account.end(call, outcome, tokens_in, tokens_out)
