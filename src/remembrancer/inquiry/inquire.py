"""One inquiry from a conversation to an answer, whatever the strategy."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.delivery.tool_rule import QUOTED
from remembrancer.inquiry import rules, synthesis
from remembrancer.inquiry.inquiry import (
    Inquiry,
    InquiryRequest,
    RelevantFact,
    StepState,
)
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.notebook import Ended, Notebook
from remembrancer.inquiry.rules import Looking
from remembrancer.inquiry.weighing import relevance


def by_rules(
    request: InquiryRequest, notebook: Notebook, looking: Looking, session_id: str
) -> Inquiry:
    """The answer of the planner without a model."""
    stopped, is_limited, known = "Nothing else would be closer.", False, None
    progress: list[Known] = []
    try:
        known = rules.run(request, notebook, looking, progress.append)
    except Ended as ended:
        stopped, is_limited = ended.why, True
        known = progress[-1]
    chosen = relevance.ranked(
        known,
        notebook.candidates.values(),
        limit=request.max_facts,
        meanings={} if is_limited else rules.meanings(known, notebook, looking.embedder),
    )
    facts = tuple(one.fact for one in chosen)
    return answer(request, notebook, known, facts, session_id, stopped, is_limited)


def answer(
    request: InquiryRequest,
    notebook: Notebook,
    known: Known,
    facts: Sequence[RelevantFact],
    session_id: str,
    stopped: str,
    is_limited: bool,
    *,
    reasoning: str | None = None,
    prompt_version: str | None = None,
) -> Inquiry:
    """The answer made of the facts that were chosen; `reasoning` is that of a model."""
    conflicts = synthesis.conflicts(facts)
    word, score, grounds = synthesis.confidence(
        facts,
        conflicts,
        has_questions=bool(known.said.questions),
        is_limited=is_limited,
    )
    reasoning = reasoning or reason(known, facts, stopped)
    notebook.think(StepState.SYNTHESIZE, reasoning)
    people = (*known.participants, *known.mentioned)
    notebook.seen_ids.update(one.id for one in people)
    return Inquiry(
        session_id=session_id,
        strategy=request.strategy,
        relevant_facts=tuple(facts),
        person_profiles=synthesis.profiles(facts, people, notebook.candidates.values()),
        reasoning=reasoning,
        confidence=word,
        confidence_score=score,
        confidence_grounds=grounds,
        suggested_context=synthesis.context(facts, conflicts),
        groups=synthesis.groups(facts),
        contradictions=conflicts,
        queries_executed=tuple(notebook.queries),
        queries_count=len(notebook.queries),
        facts_retrieved=len(facts),
        facts_seen=len(notebook.candidates),
        analysis=notebook.analysis,
        trace=tuple(notebook.steps),
        stopped=stopped,
        is_limited=is_limited,
        prompt_version=prompt_version,
        tokens_in=notebook.tokens_in,
        tokens_out=notebook.tokens_out,
        processing_time_ms=round(notebook.seconds * 1000, 3) or 0.001,
        note=QUOTED,
    )


def reason(known: Known, facts: Sequence[RelevantFact], stopped: str) -> str:
    """Why this was looked up, and what stands out, in a few sentences."""
    names = ", ".join(one.name for one in known.participants) or "nobody that is known"
    lines = [f"Taking part: {names}."]
    if known.mentioned:
        lines.append(f"Named: {', '.join(one.name for one in known.mentioned)}.")
    if facts:
        lines.append(f"Closest is: {facts[0].text.rstrip('.')}.")
    else:
        lines.append("Nothing relevant is known.")
    return " ".join([*lines, stopped])
