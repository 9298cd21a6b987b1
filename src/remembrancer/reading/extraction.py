"""Extraction: turns messages into items to store, each checked against its quotes."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.kinds import Brief, Family, GraphBrief
from remembrancer.core.preset import GraphRules, Preset
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import MEETING, SESSION, meeting_of_talk
from remembrancer.core.texts.unicode_form import NormalizedText, form_of
from remembrancer.items import item_intake as capture
from remembrancer.items import trust
from remembrancer.items.evidence import Stance
from remembrancer.items.item import ConfidenceSubtype, Trust
from remembrancer.items.message import Message
from remembrancer.items.port import NewEvidence
from remembrancer.items.proposal import Extraction, LeftOut, Proposal, Quote
from remembrancer.items.relation_proposal import RelationProposal
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader
from remembrancer.reading import entity_tags, session_recaps
from remembrancer.reading.extraction_input import SAID_AT, CandidateItem, ExtractionInput
from remembrancer.reading.offline import offline_extractor
from remembrancer.reading.offline.filters import live_data_filter
from remembrancer.reading.offline.relations.message_relations import read_relations
from remembrancer.reading.offline.traces.tool_chain import extract_tool_chain
from remembrancer.reading.open_tasks import has_open_tasks
from remembrancer.reading.plan import Skipped
from remembrancer.reading.prompts import collector_prompt, extraction_prompt, verification_prompt
from remembrancer.reading.taint_check import TaintCheck

_VERIFICATION = "user_verification"
_SLOT = "slot"
_DECISION_TYPE = "decision_type"

log = logging.getLogger("remembrancer.work")


def known_source_type(preset: Preset, source_type: str) -> str:
    """The source type, or the preset's default if the space does not know it."""
    known = preset.source_types
    is_known = not known.strict or source_type in known.values
    return source_type if is_known else preset.default_source_type


def brief_for(
    reader: Reader, scope: Scope, spoken: ExtractionInput, live_state: Mapping[str, Any] | None
) -> Brief:
    known = entity_tags.known_names(reader, scope, spoken.audience)
    brief = _brief(scope, spoken.subject, known, live_state)
    return brief.model_copy(
        update={
            "is_served": spoken.source_type == SESSION,
            "is_told": spoken.source is not None,
            "has_tasks": has_open_tasks(reader, scope.space.preset, spoken.subject),
        }
    )


def _brief(
    scope: Scope,
    subject: str | None,
    known: entity_tags.KnownNames,
    live_state: Mapping[str, Any] | None,
) -> Brief:
    preset = scope.space.preset
    return Brief(
        language=preset.language,
        kinds=preset.extract.kinds,
        categories=preset.categories.values,
        domains=preset.domains.values,
        is_strict=preset.categories.strict,
        subject=subject,
        names=known.names,
        teams=known.teams,
        tags=known.tags,
        live_state={**preset.live_schema, **(live_state or {})},
        is_about_clients=preset.extract.is_about_clients,
        hears_agents=preset.extract.hears_agents,
        only_due_tasks=preset.extract.only_due_tasks,
        skips_figures=preset.exclude_live_covered,
        graph=_graph_brief(preset.graph),
        now=scope.now,
    )


def _graph_brief(rules: GraphRules) -> GraphBrief | None:
    """The relations that can be drawn from talk: those that the space declares between entities.

    Decisions and other items are no names that a text could give.
    """
    kinds = frozenset(rules.kinds.values)

    def is_of_entities(ends: Sequence[str]) -> bool:
        return not ends or not kinds.isdisjoint(ends)

    declared = (
        one.type
        for one in rules.relations
        if is_of_entities(one.source) and is_of_entities(one.target)
    )
    types = tuple(dict.fromkeys(one.upper() for one in (*rules.types.values, *declared)))
    if not types:
        return None
    return GraphBrief(types=types, kinds=rules.kinds.values, is_strict=rules.kinds.strict)


def extract(tools: Tools, scope: Scope, spoken: ExtractionInput, brief: Brief) -> Extraction:
    """The proposals of the extractor, the model or the rules, tool chains as traces, and what is
    plainly said to be related."""
    made = _with_tool_chains(spoken, brief, _propose(tools, scope, spoken, brief))
    return _with_relations(spoken, brief, made)


def _propose(tools: Tools, scope: Scope, spoken: ExtractionInput, brief: Brief) -> Extraction:
    """The proposals. Personal messages are never sent off this machine."""
    if not spoken.messages:
        return Extraction()
    extractor = tools.extractor
    if extractor is not None:
        if not extractor.is_local and spoken.is_personal:
            return Extraction()
        return Extraction(proposals=_proposals(extractor.extract(spoken.messages)))
    # Meetings are analysed by the meeting tool; no model is asked about them again.
    model = None if spoken.source_type == MEETING else tools.llm
    if model is not None and (model.is_local or not spoken.is_personal):
        is_verified = _is_verification(scope, spoken)
        ask = verification_prompt.extract if is_verified else extraction_prompt.extract
        own = scope.space.preset.prompts.get("verification" if is_verified else "extraction")
        made = ask(model, spoken.messages, brief, instructions=own)
        return _without_live_facts(made, brief)
    return extract_by_rules(spoken, brief)


def _without_live_facts(made: Extraction, brief: Brief) -> Extraction:
    """The extraction without facts that live data covers. The model knows; the rules decide."""
    if not brief.live_state:
        return made
    fact = brief.kinds.get(Family.FACT)
    covered = [
        one
        for one in made.proposals
        if one.kind == fact and live_data_filter.is_text_covered(one.content, brief)
    ]
    return Extraction(
        proposals=tuple(one for one in made.proposals if one not in covered),
        left_out=(
            *made.left_out,
            *(LeftOut(text=one.content, reason=live_data_filter.COVERED_REASON) for one in covered),
        ),
    )


def extract_notes(tools: Tools, scope: Scope, spoken: ExtractionInput) -> Extraction:
    """The proposals of a model for a file of notes, with quotes that exist in it."""
    if tools.llm is None:
        return Extraction()
    prompts = scope.space.preset.prompts
    return collector_prompt.extract(
        tools.llm,
        spoken.messages,
        _brief(scope, None, entity_tags.KnownNames(), None),
        instructions=prompts.get("collector"),
    )


def extract_by_rules(spoken: ExtractionInput, brief: Brief) -> Extraction:
    """The proposals of the rules, which read normalised Unicode and quote the original."""
    written = _messages_for_rules(spoken)
    forms = {one.id: form for one in written if (form := form_of(one.content)) is not None}
    read = [
        one.model_copy(update={"content": forms[one.id].text}) if one.id in forms else one
        for one in written
    ]
    made = offline_extractor.extract(read, brief, acts=True)
    if not forms:
        return made
    given = {one.id: one.content for one in written}
    proposals = tuple(_with_original_quotes(one, forms, given) for one in made.proposals)
    return made.model_copy(update={"proposals": proposals})


def _with_original_quotes(
    proposal: Proposal, forms: Mapping[str, NormalizedText], given: Mapping[str, str]
) -> Proposal:
    """The proposal with its quotes mapped back to the original text."""

    def placed(quote: Proposal | Quote) -> dict[str, object]:
        form = forms.get(quote.message_id)
        if form is None:
            return {}
        found = form.as_given(given[quote.message_id], quote.start, quote.quote)
        return {} if found is None else {"start": found[0], "quote": found[1]}

    also = tuple(one.model_copy(update=placed(one)) for one in proposal.also)
    return proposal.model_copy(update={**placed(proposal), "also": also})


def _messages_for_rules(spoken: ExtractionInput) -> Sequence[Message]:
    """The messages as the rules read them.

    A captured text and meeting notes count as a person's words, whoever submits them, because
    nobody said them in a conversation.
    """
    is_meeting = any(meeting_of_talk(one.conversation_id) for one in spoken.messages)
    is_noted = is_meeting and not any(one.role == "user" for one in spoken.messages)
    if spoken.source is None and not is_noted:
        return spoken.messages
    return [one.model_copy(update={"role": "user"}) for one in spoken.messages]


def _with_tool_chains(spoken: ExtractionInput, brief: Brief, made: Extraction) -> Extraction:
    """The extraction with a trace for each chain of tool calls, if the preset has traces.

    Sessions of coding agents are left out: tool calls are their normal work.
    """
    kinds = brief.kinds
    if spoken.source_type == SESSION or kinds.get(Family.TRACE) == kinds.get(Family.DECISION):
        return made
    if not any(message.tool_calls for message in spoken.messages):
        return made
    chains = [extract_tool_chain(turn, brief) for turn in _turns(spoken.messages)]
    found = [one for one in chains if one is not None]
    return made.model_copy(update={"proposals": (*made.proposals, *found)})


def _with_relations(spoken: ExtractionInput, brief: Brief, made: Extraction) -> Extraction:
    """The extraction with the relations that people plainly state, before those of a model."""
    if brief.graph is None:
        return made
    stated = read_relations(_messages_for_rules(spoken), brief)
    known = {_relation_key(one) for one in stated}
    others = (one for one in made.relations if _relation_key(one) not in known)
    return made.model_copy(update={"relations": (*stated, *others)})


def _relation_key(relation: RelationProposal) -> tuple[str, str, str]:
    return relation.source.name.casefold(), relation.type, relation.target.name.casefold()


def _turns(messages: Sequence[Message]) -> Iterator[Sequence[Message]]:
    """Each user message with all the messages that follow it."""
    starts = [0, *(place for place, one in enumerate(messages) if place and one.role == "user")]
    for start, end in zip(starts, [*starts[1:], len(messages)], strict=True):
        yield messages[start:end]


def _is_verification(scope: Scope, spoken: ExtractionInput) -> bool:
    """Whether only verifications are extracted, as in agent sessions of presets that have them."""
    return spoken.source_type == SESSION and _knows(scope, _VERIFICATION)


def _knows(scope: Scope, source_type: str) -> bool:
    known = scope.space.preset.source_types
    return source_type in known.values


def extract_or_fall_back(
    tools: Tools, scope: Scope, spoken: ExtractionInput, brief: Brief
) -> tuple[Extraction, tuple[Skipped, ...]]:
    """Extracts while a caller waits: if the model fails, the rules take over and a note says so."""
    try:
        made = _propose(tools, scope, spoken, brief)
    except ModelFailed as error:
        why = f"The model did not answer, and rules drew out what they could: {error}"
        made = _with_tool_chains(spoken, brief, extract_by_rules(spoken, brief))
        return _with_relations(spoken, brief, made), (Skipped(text="", reason=why),)
    noted: tuple[Skipped, ...] = ()
    if not made.proposals and (tools.extractor or tools.llm):
        noted = (Skipped(text="", reason="The model found nothing in it to keep."),)
    made = _with_tool_chains(spoken, brief, made)
    return _with_relations(spoken, brief, made), noted


def _proposals(given: Iterable[Proposal]) -> tuple[Proposal, ...]:
    listed = tuple(given)
    for one in listed:
        if not isinstance(one, Proposal):
            raise InvalidInput(f"An extractor gives Proposals, not {type(one).__name__}.")
    return listed


def check_proposals(
    scope: Scope, spoken: ExtractionInput, made: Extraction, heard: TaintCheck | None = None
) -> tuple[list[CandidateItem], tuple[Skipped, ...]]:
    """The items to store, and what was refused: proposals without a real quote or a valid field.

    `heard` is the taint check of a caller that is a program.
    """
    said: dict[str, Message] = {message.id: message for message in spoken.messages}
    intake = capture.Intake(scope, is_detector=True)
    kept: list[CandidateItem] = []
    refused = [Skipped(text=one.text, reason=one.reason) for one in made.left_out]
    count = 0
    for one in made.proposals:
        try:
            candidate = _candidate(scope, intake, spoken, said, one)
            new = candidate.new if heard is None else heard.drawn(candidate.new)
            kept.append(candidate._replace(new=new))
        except InvalidInput as error:
            count += 1
            refused.append(Skipped(text=one.content, reason=str(error)))
    if count:
        log.warning("%d of %d proposals were refused", count, len(made.proposals))
    return kept, tuple(refused)


def _candidate(
    scope: Scope,
    intake: capture.Intake,
    spoken: ExtractionInput,
    said: Mapping[str, Message],
    given: Proposal,
) -> CandidateItem:
    main = Quote(message_id=given.message_id, quote=given.quote, start=given.start)
    evidence = [_evidence(spoken, said, quote) for quote in (main, *given.also)]
    if given.confidence_subtype is ConfidenceSubtype.CORRECTION:
        evidence[0] = evidence[0]._replace(stance=Stance.CORRECTS)
    message = said[given.message_id]
    if session_recaps.is_recap(message.content, message.trust) or session_recaps.reports_decision(
        given.quote, message.content, message.trust
    ):
        raise InvalidInput(session_recaps.RECAP_REASON)
    said_at = min(message.timestamp, scope.now)  # never in the future
    weakest = trust.lowest(_trusts(said, (main, *given.also)))
    is_vouched = (
        given.confidence_subtype is not None
        and _knows(scope, _VERIFICATION)
        and _may_vouch(scope, message)
    )
    own, found_by = spoken.fields, [given.data.get(name) for name in (_SLOT, _DECISION_TYPE)]
    fields = {
        "content": given.content,
        "kind": given.kind,
        "category": given.category,
        "domain": given.domain,
        "title": given.title,
        "entities": given.entities,
        "confidence": given.confidence,
        "confidence_subtype": given.confidence_subtype if is_vouched else None,
        "subject": spoken.subject,
        "audience": spoken.audience,
        "is_personal": spoken.is_personal,
        "source_type": _VERIFICATION if is_vouched else spoken.source_type,
        "source_id": spoken.source_id,
        "valid_from": given.valid_from or message.timestamp,
        "valid_until": given.valid_until,
        **own,
        "data": {**given.data, **own.get("data", {})},
        "metadata": {**own.get("metadata", {}), SAID_AT: said_at.isoformat()},
        "tags": (*(one for one in found_by if isinstance(one, str)), *own.get("tags", ())),
    }
    draft = capture.draft_from(fields)
    new = intake.item(draft, declared_trust=weakest, evidence=tuple(evidence))
    is_by_program = weakest is not Trust.PERSON or not scope.viewer.is_person
    vouches = given.confidence_subtype is not None and message.trust is Trust.PERSON
    return CandidateItem(
        new._replace(is_drawn=True),
        said_at,
        is_by_program,
        message.author_id if vouches and _may_vouch(scope, message) else None,
        given.confidence_subtype is ConfidenceSubtype.CONFIRMATION,
        "domain" not in own,
        given.only_reconfirms,
        given.corrects,
        given.only_acts,
    )


def _trusts(said: Mapping[str, Message], quotes: Iterable[Quote]) -> Iterator[Trust]:
    """The trust of each author that is quoted; an agent that only asks does not count."""
    for quote in quotes:
        given = said[quote.message_id].trust
        if not quote.is_question or given in trust.UNTRUSTED:
            yield given


def _may_vouch(scope: Scope, message: Message) -> bool:
    """Whether a message can verify a fact: only a person's words do, and never via an agent."""
    is_said_by_person = trust.of_role(message.role) is Trust.PERSON
    is_agent = scope.viewer.kind is PrincipalKind.AGENT
    return is_said_by_person and not is_agent and message.trust not in trust.UNTRUSTED


def _evidence(spoken: ExtractionInput, said: Mapping[str, Message], given: Quote) -> NewEvidence:
    """The quote as evidence. Raises `InvalidInput` if no message holds it."""
    message = said.get(given.message_id)
    if message is None:
        raise InvalidInput(f"There is no message {given.message_id!r} here that could say it.")
    start = given.start
    if start is None or message.content[start : start + len(given.quote)] != given.quote:
        start = message.content.find(given.quote)
    if start < 0:
        raise InvalidInput(f"Nobody said the words that it quotes: {given.quote[:80]!r}.")
    return NewEvidence(
        spoken.source,
        (message.conversation_id, message.id),
        given.quote,
        start,
        start + len(given.quote),
        Stance.SUPPORTS,
        message.author_id,
    )
