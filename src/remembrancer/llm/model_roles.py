"""Models by role: a cheap one for background work, and one for chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from remembrancer.core.model_call import CallRecord, ModelBudget, ModelRole
from remembrancer.core.model_turns import ModelTurn, ToolSpec, Turn
from remembrancer.llm.budget import (
    BUDGET,
    CUSTOM,
    BudgetAccount,
    BudgetedModel,
    BudgetedToolModel,
    CallLog,
)
from remembrancer.ports import Answer, LanguageModel, ToolCallingModel


class RoleModel:
    """A language model in one role, with a budget per task and a call log.

    A direct `ask` is a task of its own. `for_task` gives several questions one budget.
    """

    def __init__(
        self, model: LanguageModel, role: ModelRole, log: CallLog, budget: ModelBudget = BUDGET
    ) -> None:
        self.model = model
        self.role = role
        self.name = model.name
        self.is_local = model.is_local
        self.budget = budget
        self._log = log

    def __repr__(self) -> str:
        return f"RoleModel({self.model!r}, {self.role.value!r})"

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        return self.for_task().ask(instructions, text, answer)

    def for_task(self, budget: ModelBudget | None = None) -> BudgetedModel:
        """The same model for one task, with a budget of its own."""
        return BudgetedModel(self.model, self._account(budget))

    def log(self) -> tuple[CallRecord, ...]:
        """The last calls of all roles, oldest first."""
        return self._log.records()

    def _account(self, budget: ModelBudget | None) -> BudgetAccount:
        provider = str(getattr(self.model, "provider", CUSTOM))
        return BudgetAccount(
            budget or self.budget, role=self.role, provider=provider, log=self._log
        )


class ToolRoleModel(RoleModel):
    """The same for a model that can call tools."""

    def __init__(
        self, model: ToolCallingModel, role: ModelRole, log: CallLog, budget: ModelBudget = BUDGET
    ) -> None:
        super().__init__(model, role, log, budget)
        self._tool_model = model

    def converse(
        self, instructions: str, turns: Sequence[Turn], tools: Sequence[ToolSpec]
    ) -> ModelTurn:
        return self.for_task().converse(instructions, turns, tools)

    def for_task(self, budget: ModelBudget | None = None) -> BudgetedToolModel:
        """The same model for one task, with a budget of its own."""
        return BudgetedToolModel(self._tool_model, self._account(budget))


class Models:
    """The models of a memory by role."""

    def __init__(
        self,
        *,
        cheap: LanguageModel | None = None,
        chat: LanguageModel | None = None,
        budget: ModelBudget = BUDGET,
        told: Callable[[CallRecord], None] | None = None,
    ) -> None:
        self._log = CallLog(told)
        self._budget = budget
        self.cheap = self._in_role(cheap, ModelRole.CHEAP)
        self.chat = self._in_role(chat, ModelRole.CHAT)

    def __repr__(self) -> str:
        return f"Models(cheap={self.cheap!r}, chat={self.chat!r})"

    def in_role(self, role: ModelRole) -> RoleModel | None:
        """The model of that role; None: the rules do the work."""
        return self.cheap if role is ModelRole.CHEAP else self.chat

    def log(self) -> tuple[CallRecord, ...]:
        """The last calls, oldest first: which role, which model, what it cost."""
        return self._log.records()

    def _in_role(self, model: LanguageModel | None, role: ModelRole) -> RoleModel | None:
        if model is None:
            return None
        if isinstance(model, ToolCallingModel):
            return ToolRoleModel(model, role, self._log, self._budget)
        return RoleModel(model, role, self._log, self._budget)
