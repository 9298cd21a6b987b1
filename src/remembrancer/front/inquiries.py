"""`memory.inquire`: looks through graph, items and messages for what a conversation needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.hashing import Chance
from remembrancer.core.limits import (
    INQUIRY_FACTS_MAX,
    INQUIRY_ITERATIONS_MAX,
    INQUIRY_MESSAGES_MAX,
    INQUIRY_SECONDS,
    MODEL_CALLS_MAX,
)
from remembrancer.core.model_call import ModelBudget
from remembrancer.core.validation import check_name, check_whole, validated
from remembrancer.front import delivery_tracking, inquiry_sessions
from remembrancer.front.session import Session
from remembrancer.inquiry import inquire as inquiring
from remembrancer.inquiry.by_model import ModelAtWork, by_model, check_model
from remembrancer.inquiry.facts import MESSAGE
from remembrancer.inquiry.inquiry import ConversationMessage, Inquiry, InquiryRequest, Strategy
from remembrancer.inquiry.notebook import Notebook, Tell
from remembrancer.inquiry.prompts import retrieval_prompt
from remembrancer.inquiry.rules import Looking
from remembrancer.inquiry.toolbox import ToolBox
from remembrancer.items.delivered_text import delivered
from remembrancer.ports import LanguageModel, MeteredModel, ToolCallingModel
from remembrancer.recall.retrieval_log import WalkLog

NewToolBox = Callable[[Session], ToolBox]  # the tools of one reader
_CALLS_BESIDE: Final = 6  # calls to a model for one inquiry beside two for each round


def inquire(
    session: Session,
    messages: Any,
    *,
    channel_id: str | None,
    max_facts: int,
    max_iterations: int,
    strategy: str | None,
    new_toolbox: NewToolBox | None = None,
    tell: Tell | None = None,
) -> Inquiry:
    """The answer for a conversation, over what the caller may see."""
    check_whole(max_facts, "max_facts", at_least=1, at_most=INQUIRY_FACTS_MAX)
    check_whole(max_iterations, "max_iterations", at_least=1, at_most=INQUIRY_ITERATIONS_MAX)
    if channel_id is not None:
        check_name(channel_id, "channel_id")
    request = InquiryRequest(
        messages=_checked(messages),
        channel_id=channel_id,
        max_facts=max_facts,
        max_iterations=max_iterations,
        strategy=_strategy(strategy, session, has_tools=new_toolbox is not None),
    )
    session.compare_added()
    began = session.scope().now
    notebook = Notebook(iterations_max=request.max_iterations, tell=tell)
    session_id = Chance().id("inq")
    if request.strategy is Strategy.RULES or new_toolbox is None:
        found = inquiring.by_rules(request, notebook, _looking(session), session_id)
    else:
        found = _by_model(session, request, notebook, session_id, new_toolbox)
    inquiry_sessions.record(session, request, notebook, found, began)
    if session.principal.is_person:
        return found
    _note_messages(session, found)
    return delivered(found, but=("session_id", "id", "conversation_id"))


def _note_messages(session: Session, found: Inquiry) -> None:
    """Notes which messages a program was told: what it passes on is compared with them."""
    ids = [fact.id for fact in found.relevant_facts if fact.type == MESSAGE and fact.id]
    if ids:
        told = session.read(lambda reader, _: reader.conversations.messages_with_ids(ids))
        delivery_tracking.note(session, "inquire", list(told.values()))


def _checked(messages: Any) -> tuple[ConversationMessage, ...]:
    if isinstance(messages, str):
        messages = [{"author_id": "somebody", "content": messages}]
    is_listed = isinstance(messages, Sequence) and not isinstance(messages, bytes)
    if not is_listed or not 1 <= len(messages) <= INQUIRY_MESSAGES_MAX:
        raise InvalidInput(
            f"messages is a list of 1 to {INQUIRY_MESSAGES_MAX} messages, each with author_id, "
            "content and, if it is known, timestamp.",
            field="messages",
        )
    return tuple(map(_message, messages))


def _message(given: Any) -> ConversationMessage:
    if isinstance(given, ConversationMessage):
        return given
    fields = given if isinstance(given, Mapping) else {}
    return validated(ConversationMessage, fields, what="messages")


def _strategy(given: Any, session: Session, *, has_tools: bool) -> Strategy:
    model = _model(session) if has_tools else None
    given = given or session.space.preset.inquiry.strategy
    if given is None:
        return Strategy.REACT if isinstance(model, ToolCallingModel) else Strategy.RULES
    if not isinstance(given, str) or given not in set(Strategy):
        known = ", ".join(one.value for one in Strategy)
        raise InvalidInput(f"strategy is one of: {known}.", field="strategy")
    strategy = Strategy(given)
    if strategy is not Strategy.RULES:
        check_model(strategy, model)
    return strategy


def _model(session: Session) -> LanguageModel | None:
    tools = session.shop.tools
    return tools.chat or tools.llm


def _by_model(
    session: Session,
    request: InquiryRequest,
    notebook: Notebook,
    session_id: str,
    new_toolbox: NewToolBox,
) -> Inquiry:
    model = check_model(request.strategy, _model(session))
    reader = _reader_for(session, model)
    rules, own = session.space.preset.inquiry, session.space.preset.prompts.get("inquiry")
    work = ModelAtWork(
        model=_within_budget(model, request.max_iterations),
        toolbox=new_toolbox(reader),
        prompt=retrieval_prompt.chosen(session_id, rules.prompts, own),
    )
    return by_model(request, notebook, _looking(reader), session_id, work)


def _reader_for(session: Session, model: LanguageModel) -> Session:
    """Whose eyes a model looks with.

    What it reads goes into a prompt: an admin's model, too, looks without their rights over what
    is personal to others. What is personal never goes to a model elsewhere: that one looks as
    somebody of the same groups to whom nothing is personal.
    """
    caller = session.principal.model_copy(update={"roles": frozenset()})
    if model.is_local:
        return session.with_principal(caller)
    nobody = caller.model_copy(update={"name": Chance().id("remote")})
    walks = WalkLog(session.store)
    walks.close()  # nobody asked: what the caller is handed is noted under their own name
    return replace(session.with_principal(nobody), walks=walks)


def _within_budget(model: LanguageModel, iterations: int) -> LanguageModel:
    """The model with a budget for one inquiry; a smaller one of its own holds."""
    if not isinstance(model, MeteredModel):
        return model
    usual = model.budget
    calls = 2 * iterations + _CALLS_BESIDE
    return model.for_task(
        ModelBudget(
            calls=calls if usual.calls == MODEL_CALLS_MAX else min(calls, usual.calls),
            tokens=usual.tokens,
            seconds=min(INQUIRY_SECONDS, usual.seconds),
        )
    )


def _looking(session: Session) -> Looking:
    return Looking(
        read=session.read,
        embedder=session.shop.tools.embedder,
        usual_language=session.space.preset.language,
    )
