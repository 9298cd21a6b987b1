"""One inquiry with a model, from the conversation to checked facts, whatever the strategy."""

from __future__ import annotations

from dataclasses import dataclass, replace

from remembrancer.core.errors import NotAvailable
from remembrancer.core.scope import Scope
from remembrancer.inquiry import conversation_analysis, custom, mentions, react, state_machine
from remembrancer.inquiry.fact_check import Checked, FactCheck
from remembrancer.inquiry.findings import Findings
from remembrancer.inquiry.inquire import answer
from remembrancer.inquiry.inquiry import Analysis, Inquiry, InquiryRequest, StepState, Strategy
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.model_session import ModelSession
from remembrancer.inquiry.notebook import Ended, Notebook
from remembrancer.inquiry.prompts.graph_structure import structure
from remembrancer.inquiry.prompts.retrieval_prompt import RetrievalPrompt
from remembrancer.inquiry.rules import Looking
from remembrancer.inquiry.toolbox import ToolBox
from remembrancer.inquiry.weighing import relevance
from remembrancer.items.entity import Entity
from remembrancer.ports import LanguageModel, Reader, ToolCallingModel

_SET_A_MODEL = (
    "Set REMEMBRANCER_LLM_MODEL, such as openai:MODEL or anthropic:MODEL, or give Memory.open() an "
    'llm; or choose strategy="rules", which needs none.'
)


@dataclass(frozen=True, kw_only=True)
class ModelAtWork:
    """A model with what it looks with and what it is told."""

    model: LanguageModel
    toolbox: ToolBox
    prompt: RetrievalPrompt


def check_model(strategy: Strategy, model: LanguageModel | None) -> LanguageModel:
    """The model, if the strategy can work with it."""
    if model is None:
        raise NotAvailable(
            f"The strategy {strategy.value} needs a language model, and none is set up. "
            f"{_SET_A_MODEL}"
        )
    if strategy is Strategy.REACT and not isinstance(model, ToolCallingModel):
        raise NotAvailable(
            f"The strategy react needs a model that can call tools, and {model.name!r} has no "
            f'converse(). Choose strategy="state_machine" or "custom", or another model. '
            f"{_SET_A_MODEL}"
        )
    return model


def by_model(
    request: InquiryRequest,
    notebook: Notebook,
    looking: Looking,
    session_id: str,
    work: ModelAtWork,
) -> Inquiry:
    """The answer of a model. Whatever it does, the facts in it are on record."""
    known, told = looking.read(lambda reader, scope: _read(reader, scope, request, looking))
    notebook.analysis = Analysis(
        participants=known.said.participants,
        mentioned=tuple(one.name for one in known.mentioned),
        topics=known.said.words,
        questions=known.said.questions,
    )
    session = ModelSession(
        request=request,
        model=work.model,
        toolbox=work.toolbox,
        notebook=notebook,
        looking=looking,
        known=known,
        prompt=work.prompt,
        structure=told,
    )
    if request.strategy is not Strategy.STATE_MACHINE:  # which has a state of its own for it
        notebook.think(StepState.ANALYZE, _analysed(known))
    try:
        found = _run(session)
    except Ended as ended:
        return _without_findings(session, session_id, ended.why)
    return _with_findings(session, session_id, found)


def _run(session: ModelSession) -> Findings:
    match session.request.strategy:
        case Strategy.STATE_MACHINE:
            return state_machine.run(session)
        case Strategy.CUSTOM:
            return custom.run(session)
    assert isinstance(session.model, ToolCallingModel)  # checked before it began
    return react.run(session, session.model)


def _with_findings(session: ModelSession, session_id: str, found: Findings) -> Inquiry:
    """The answer of what the model handed over, as far as it holds."""
    known, notebook = session.known, session.notebook

    def check(reader: Reader, scope: Scope) -> Checked:
        entities = (*known.participants, *known.mentioned)
        return FactCheck(reader, scope, session.seen, entities, known.said.language).checked(
            found.facts
        )

    checked = session.looking.read(check)
    for why in checked.refused:
        notebook.think(StepState.EVALUATE, why)
    notebook.keep(checked.facts, "findings")
    facts = [one.fact for one in checked.facts][: session.request.max_facts]
    stopped = session.limited or "The model had enough."
    return answer(
        session.request,
        notebook,
        known,
        facts,
        session_id,
        stopped,
        session.limited is not None,
        reasoning=found.reasoning or None,
        prompt_version=session.prompt.version,
    )


def _without_findings(session: ModelSession, session_id: str, why: str) -> Inquiry:
    """The answer of what was found so far, ranked by rule."""
    notebook = session.notebook
    notebook.think(StepState.EVALUATE, f"{why} What was found so far is ranked by rule.")
    chosen = relevance.ranked(
        session.known, notebook.candidates.values(), limit=session.request.max_facts
    )
    facts = [one.fact for one in chosen]
    version = session.prompt.version
    return answer(
        session.request,
        notebook,
        session.known,
        facts,
        session_id,
        why,
        True,
        prompt_version=version,
    )


def _read(
    reader: Reader, scope: Scope, request: InquiryRequest, looking: Looking
) -> tuple[Known, str]:
    """What the conversation is about, as far as the memory knows it, and how its graph looks."""
    said = conversation_analysis.read(request.messages, looking.usual_language, scope.now)
    known = Known(said=said)
    people: dict[str, Entity] = {}
    for author in said.participants:
        found = reader.entities.anyone(author)
        if len(found) == 1:
            people[found[0].id] = found[0]
    named = mentions.mentioned(reader, said, tuple(people.values()))
    known = replace(
        known, participants=tuple(people.values()), mentioned=named.named, maybe=named.maybe
    )
    return known, structure(reader, scope)


def _analysed(known: Known) -> str:
    said = known.said
    named = ", ".join(one.name for one in known.mentioned[:10]) or "nobody that is known"
    asked = f" Asked is: {said.questions[0]}" if said.questions else " Nothing is asked."
    return f"{len(said.participants)} take part. Named: {named}.{asked}"
