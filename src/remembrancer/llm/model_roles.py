"""Models by role: a cheap one for background work, and one for chat."""

from __future__ import annotations

from remembrancer.core.model_call import CallRecord, ModelBudget, ModelRole
from remembrancer.llm.budget import BUDGET, BudgetAccount, BudgetedModel, CallLog
from remembrancer.ports import Answer, LanguageModel


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
        self._log = log
        self._budget = budget

    def __repr__(self) -> str:
        return f"RoleModel({self.model!r}, {self.role.value!r})"

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        return self.for_task().ask(instructions, text, answer)

    def for_task(self, budget: ModelBudget | None = None) -> BudgetedModel:
        """The same model for one task, with a budget of its own."""
        return BudgetedModel(
            self.model, BudgetAccount(budget or self._budget, role=self.role, log=self._log)
        )

    def log(self) -> tuple[CallRecord, ...]:
        """The last calls of all roles, oldest first."""
        return self._log.records()


class Models:
    """The models of a memory by role."""

    def __init__(
        self,
        *,
        cheap: LanguageModel | None = None,
        chat: LanguageModel | None = None,
        budget: ModelBudget = BUDGET,
    ) -> None:
        self._log = CallLog()
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
        return None if model is None else RoleModel(model, role, self._log, self._budget)
