"""Budgets: what a task may ask of a model holds at every single call."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from remembrancer.core.errors import BudgetExceeded, ModelFailed
from remembrancer.core.limits import MODEL_CALLS_LOGGED
from remembrancer.core.model_call import CallOutcome, ModelBudget, ModelRole
from remembrancer.core.model_turns import ToolCall, Turn, UserTurn
from remembrancer.llm.budget import BudgetAccount, BudgetedModel, BudgetedToolModel, CallLog
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.model_roles import Models
from remembrancer.ports import LanguageModel, MeteredModel, ToolCallingModel
from remembrancer.testing import ScriptedModel, TurnLine
from tests.llm.birds import TEXT, WELL, Birds, Waits
from tests.llm.embedding_server import Answer, Asked, EmbeddingServer, failed, told
from tests.llm.tool_wires import FIND, TOOL_WIRES, Call
from tests.llm.wires import KEY, TOKENS_IN, TOKENS_OUT, Wire

ASKED: list[Turn] = [UserTurn(text=TEXT)]


def budget(calls: int = 20, tokens: int = 200_000, seconds: float = 60.0) -> ModelBudget:
    return ModelBudget(calls=calls, tokens=tokens, seconds=seconds)


def within(model: ChatModel, account: BudgetAccount) -> Birds:
    return model.ask_within(account, "List the birds.", TEXT, Birds)


def test_a_call_costs_what_the_server_counts(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Every call is in the account and in the log, also the one that went wrong."""
    log = CallLog()
    account = BudgetAccount(budget(), log=log)
    chat_server.script = [failed(503), wire.said("no"), wire.said(WELL)]
    within(model, account)
    used = account.used()
    assert used.calls == 3
    assert used.tokens == 2 * (TOKENS_IN + TOKENS_OUT)
    outcomes = [record.outcome for record in log.records()]
    assert outcomes == [CallOutcome.BUSY, CallOutcome.INVALID, CallOutcome.ANSWERED]
    assert {record.model for record in log.records()} == {model.name}


def test_what_nobody_counts_is_guessed(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Without the server's word, a token is three bytes."""
    account = BudgetAccount(budget())
    chat_server.script = [wire.said(WELL, usage={})]
    within(model, account)
    assert account.used().tokens > len(TEXT) // 3


def test_calls_have_a_ceiling(chat_server: EmbeddingServer, model: ChatModel, wire: Wire) -> None:
    """The call that would be too many is not made, be it a first, a second or a busy one."""
    for script in ([wire.said("no")], [failed(503)], [wire.said(WELL)]):
        chat_server.asked.clear()
        chat_server.script = [*script, wire.said(WELL), wire.said(WELL)]
        account = BudgetAccount(budget(calls=1))
        with pytest.raises(BudgetExceeded, match="more than the call that it may"):
            [within(model, account) for _ in range(2)]
        assert len(chat_server.asked) == 1


def test_tokens_have_a_ceiling(chat_server: EmbeddingServer, model: ChatModel, wire: Wire) -> None:
    """A question without room for an answer is not asked, and an answer gets the room there is."""
    with pytest.raises(BudgetExceeded, match="more than the 300 tokens"):
        within(model, BudgetAccount(budget(tokens=300)))
    assert chat_server.asked == []
    chat_server.script = [wire.said(WELL)]
    within(model, BudgetAccount(budget(tokens=1_000)))
    assert chat_server.asked[0].body["max_tokens"] < 1_000


def test_seconds_have_a_ceiling(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, waits: Waits
) -> None:
    """Neither a wait nor a call begins that has no time left."""
    chat_server.script = [failed(429, Retry_After="7")]
    with pytest.raises(BudgetExceeded, match="more than the 5 seconds"):
        within(model, BudgetAccount(budget(seconds=5.0)))
    assert waits == []
    ticks = iter(range(0, 100, 10))
    account = BudgetAccount(budget(seconds=5.0), clock=lambda: float(next(ticks)))
    chat_server.script = [wire.said(WELL), wire.said(WELL)]
    within(model, account)
    with pytest.raises(BudgetExceeded, match="more than the 5 seconds"):
        within(model, account)
    assert len(chat_server.asked) == 2


def test_a_call_gets_no_more_time_than_is_left(chat_server: EmbeddingServer, wire: Wire) -> None:
    """A silent server costs what the budget has, however long a call may take otherwise."""

    def silent(_: Asked) -> Answer:
        chat_server.ended.wait()
        return told({})

    chat_server.script = [silent]
    log = CallLog()
    account = BudgetAccount(budget(seconds=0.1), log=log)
    with pytest.raises(ModelFailed, match=r"no whole answer in 0\.1 seconds"):
        within(wire.model("small", chat_server.url, KEY), account)
    chat_server.ended.set()
    (record,) = log.records()
    assert record.outcome is CallOutcome.FAILED
    assert record.tokens_in > 0


def test_a_model_of_ones_own_is_metered_too() -> None:
    """Each question counts as one call, at a guess of its tokens."""
    model = BudgetedModel(ScriptedModel([WELL, WELL]), BudgetAccount(budget(calls=1)))
    assert isinstance(model, LanguageModel)
    assert len(model.ask("List the birds.", TEXT, Birds).birds) == 1
    assert model.account.used().tokens > 0
    with pytest.raises(BudgetExceeded):
        model.ask("List the birds.", TEXT, Birds)


class _Odd(ScriptedModel):
    """Answers in words."""

    def ask(self, instructions: str, text: str, answer: type[Any]) -> Any:
        return "A robin."


def test_a_failure_of_ones_own_model_is_logged() -> None:
    """Whatever it raises is a `ModelFailed` with its type and none of its words, and the call
    counts; what is no answer of the type that was asked for is one, too."""
    models = Models(chat=ScriptedModel([ValueError("no")], name="mine"))
    assert models.chat is not None
    with pytest.raises(ModelFailed, match=r"^mine failed with ValueError\.$"):
        models.chat.ask("List the birds.", TEXT, Birds)
    (record,) = models.log()
    assert (record.model, record.outcome) == ("mine", CallOutcome.FAILED)
    odd = _Odd([])
    with pytest.raises(ModelFailed, match="gave a str and no Birds"):
        BudgetedModel(odd, BudgetAccount(budget(calls=1))).ask("List the birds.", TEXT, Birds)


def test_the_log_shows_the_role() -> None:
    """S1-32: background work goes to the cheap model, and the log says so."""
    models = Models(
        cheap=ScriptedModel([WELL], name="small"), chat=ScriptedModel([WELL], name="large")
    )
    for role in (ModelRole.CHEAP, ModelRole.CHAT):
        model = models.in_role(role)
        assert model is not None
        model.ask("List the birds.", TEXT, Birds)
    assert [(record.role, record.model) for record in models.log()] == [
        (ModelRole.CHEAP, "small"),
        (ModelRole.CHAT, "large"),
    ]


def test_every_task_has_a_budget_of_its_own() -> None:
    """Questions of one task share it; the next task begins anew."""
    models = Models(cheap=ScriptedModel([WELL] * 9), budget=budget(calls=2))
    assert models.cheap is not None
    for _ in range(2):
        task = models.cheap.for_task()
        task.ask("List the birds.", TEXT, Birds)
        task.ask("List the birds.", TEXT, Birds)
        with pytest.raises(BudgetExceeded):
            task.ask("List the birds.", TEXT, Birds)
    assert len(models.log()) == 4
    with pytest.raises(BudgetExceeded):
        models.cheap.for_task(budget(calls=0)).ask("List the birds.", TEXT, Birds)


def test_the_log_has_an_end() -> None:
    """It keeps the newest calls, and no text of any."""

    class Nothing(BaseModel):
        pass

    log = CallLog()
    account = BudgetAccount(budget(calls=9_999, tokens=10**9), log=log)
    model = BudgetedModel(ScriptedModel([{}] * (MODEL_CALLS_LOGGED + 5)), account)
    for _ in range(MODEL_CALLS_LOGGED + 5):
        model.ask("List the birds.", TEXT, Nothing)
    assert len(log.records()) == MODEL_CALLS_LOGGED
    assert TEXT not in str(log.records()[0])


def test_calls_under_way_count_already() -> None:
    """What a call may cost is set aside, so that two threads cannot both have the last of it."""
    account = BudgetAccount(budget(tokens=10_000))
    first = account.begin("small", 1_000)
    assert first.tokens_out_max == 8_000
    assert account.begin("small", 100).tokens_out_max == 900
    with pytest.raises(BudgetExceeded):
        account.begin("small", 0)
    account.end(first, CallOutcome.ANSWERED, 1_000, 50)
    assert account.begin("small", 0).tokens_out_max == 7_950


def test_a_turn_costs_what_the_server_counts(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Each call for a turn is in the account and in the log, tries that failed among them."""
    tools, log = TOOL_WIRES[wire.name], CallLog()
    account = BudgetAccount(budget(), log=log)
    broken = tools.turn(None, Call(arguments=[TEXT]))
    chat_server.script = [failed(503), tools.turn(None, Call()), broken, wire.refused()]
    for _ in range(3):
        BudgetedToolModel(model, account).converse("Find the birds.", ASKED, [FIND])
    assert account.used().calls == 4
    assert account.used().tokens == 3 * (TOKENS_IN + TOKENS_OUT)
    assert [record.outcome for record in log.records()] == [
        CallOutcome.BUSY,
        CallOutcome.ANSWERED,
        CallOutcome.INVALID,
        CallOutcome.REFUSED,
    ]
    assert TEXT not in str(log.records())


def test_a_turn_that_nobody_counts_is_guessed(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """Texts, tools and calls count, three bytes for a token, and the turn says so."""
    tools = TOOL_WIRES[wire.name]
    chat_server.script = [tools.turn(None, Call(arguments={"song": "x" * 300}), usage={})]
    account = BudgetAccount(budget())
    turn = model.converse_within(account, "Find the birds.", ASKED, [FIND])
    assert turn.tokens_in > len(str(FIND.parameters)) // 3
    assert turn.tokens_out >= 100
    assert account.used().tokens == turn.tokens_in + turn.tokens_out


def test_questions_and_turns_of_a_task_share_its_budget(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire
) -> None:
    """The call that would be too many is not made, and the next task begins anew."""
    said = TOOL_WIRES[wire.name].turn("Two.")
    models = Models(chat=model, budget=budget(calls=2))
    for _ in range(2):
        chat_server.asked.clear()
        chat_server.script = [wire.said(WELL), said, said]
        assert models.chat is not None
        task = models.chat.for_task()
        assert isinstance(task, ToolCallingModel)
        task.ask("List the birds.", TEXT, Birds)
        task.converse("Find the birds.", ASKED, [FIND])
        with pytest.raises(BudgetExceeded, match="more than the 2 calls that it may"):
            task.converse("Find the birds.", ASKED, [FIND])
        assert len(chat_server.asked) == 2
    assert [record.role for record in models.log()] == [ModelRole.CHAT] * 4


def test_turns_have_a_ceiling_of_tokens_and_seconds(
    chat_server: EmbeddingServer, model: ChatModel, wire: Wire, waits: Waits
) -> None:
    """A conversation without room for a turn is not sent; a wait without time is not begun."""
    long: list[Turn] = [UserTurn(text="x" * 3_000)]
    with pytest.raises(BudgetExceeded, match="more than the 1,000 tokens"):
        model.converse_within(BudgetAccount(budget(tokens=1_000)), "Find.", long, [])
    assert chat_server.asked == []
    chat_server.script = [failed(429, Retry_After="7")]
    with pytest.raises(BudgetExceeded, match="more than the 5 seconds"):
        model.converse_within(BudgetAccount(budget(seconds=5.0)), "Find.", ASKED, [])
    assert waits == []


class _Plain:
    """A model that calls no tools."""

    name = "plain"
    is_local = True

    def ask(self, instructions: str, text: str, answer: type[Any]) -> Any:
        return answer()


def test_only_a_model_that_calls_tools_is_said_to() -> None:
    """In its role and in a task it is what it was; `ask` works in either case."""
    for model, calls_tools in ((_Plain(), False), (ScriptedModel([{}]), True)):
        role = Models(cheap=model).cheap
        assert role is not None
        assert isinstance(role, MeteredModel)
        assert isinstance(role, ToolCallingModel) is calls_tools
        assert isinstance(role.for_task(), ToolCallingModel) is calls_tools
        assert role.ask("List the birds.", TEXT, Birds).birds == ()


class _Wild(ScriptedModel):
    """Says what no model says."""

    def converse(self, *_: Any) -> Any:
        return "A robin."


def test_turns_of_ones_own_model_are_metered_too() -> None:
    """Each counts as one call with the tokens it says or a guess; what fails is a `ModelFailed`
    with none of its words, and ids that it repeats are made anew."""
    script: list[TurnLine] = [
        (ToolCall(name="a", id="x"), ToolCall(name="b", id="x")),
        ValueError(TEXT),
    ]
    log = CallLog()
    model = BudgetedToolModel(
        ScriptedModel(turns=script, name="mine"), BudgetAccount(budget(calls=2), log=log)
    )
    turn = model.converse("Find.", ASKED, [FIND])
    assert len({call.id for call in turn.calls}) == 2
    assert model.account.used().tokens == turn.tokens_in + turn.tokens_out
    with pytest.raises(ModelFailed, match=r"^mine failed with ValueError\.$"):
        model.converse("Find.", ASKED, [FIND])
    with pytest.raises(BudgetExceeded):
        model.converse("Find.", ASKED, [FIND])
    assert [one.outcome for one in log.records()] == [CallOutcome.ANSWERED, CallOutcome.FAILED]
    wild = BudgetedToolModel(_Wild(), BudgetAccount(budget()))
    with pytest.raises(ModelFailed, match="gave a str and no ModelTurn"):
        wild.converse("Find.", ASKED, [FIND])
