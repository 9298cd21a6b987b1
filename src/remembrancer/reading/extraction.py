"""Drawing out: from what was said to items that could be stored, each checked against its words."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from remembrancer.core.errors import InvalidInput, ModelFailed
from remembrancer.core.kinds import Brief, Family
from remembrancer.core.naming import MEETING, SESSION, meeting_of_talk
from remembrancer.core.preset import Preset
from remembrancer.core.principal import PrincipalKind
from remembrancer.core.scope import Scope
from remembrancer.core.unicode_form import Form, form_of
from remembrancer.items import item_intake as capture
from remembrancer.items import trust
from remembrancer.items.evidence import Stance
from remembrancer.items.item import ConfidenceSubtype, Trust
from remembrancer.items.message import Message
from remembrancer.items.port import NewEvidence
from remembrancer.items.proposal import Drawn, LeftOut, Proposal, Quote
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader
from remembrancer.reading import entity_tags, recounts
from remembrancer.reading.handed_texts import Heard
from remembrancer.reading.offline import live, offline
from remembrancer.reading.offline.traces.tool_chain import tool_chain
from remembrancer.reading.plan import Skipped
from remembrancer.reading.prompts import collector_prompt, extraction_prompt, verification_prompt
from remembrancer.reading.spoken import SAID_AT, Candidate, Spoken

_VERIFICATION = "user_verification"
_SLOT = "slot"
_DECISION_TYPE = "decision_type"

log = logging.getLogger("remembrancer.work")


def known_type(preset: Preset, source_type: str) -> str:
    """The sort of source, in a word that the space knows."""
    known = preset.source_types
    is_known = not known.strict or source_type in known.values
    return source_type if is_known else preset.default_source_type


def brief_for(
    reader: Reader, scope: Scope, spoken: Spoken, live_state: Mapping[str, Any] | None
) -> Brief:
    known = entity_tags.known_names(reader, scope, spoken.audience)
    brief = _brief(scope, spoken.subject, known, live_state)
    return brief.model_copy(update={"is_served": spoken.source_type == SESSION})


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
        skips_figures=preset.exclude_live_covered,
        now=scope.now,
    )


def drawn(tools: Tools, scope: Scope, spoken: Spoken, brief: Brief) -> Drawn:
    """What the extractor, the model or our rules propose, and the tools that an agent used."""
    return _with_tool_chains(spoken, brief, _proposed(tools, scope, spoken, brief))


def _proposed(tools: Tools, scope: Scope, spoken: Spoken, brief: Brief) -> Drawn:
    """What was said that is worth keeping. Nothing personal leaves the machine."""
    if not spoken.messages:
        return Drawn()
    extractor = tools.extractor
    if extractor is not None:
        if not extractor.is_local and spoken.is_personal:
            return Drawn()
        return Drawn(proposals=_proposals(extractor.extract(spoken.messages)))
    # A meeting was analysed where it was held: its notes come from there, and no model of ours.
    model = None if spoken.source_type == MEETING else tools.llm
    if model is not None and (model.is_local or not spoken.is_personal):
        is_verified = _is_verified(scope, spoken)
        ask = verification_prompt.drawn if is_verified else extraction_prompt.drawn
        own = scope.space.preset.prompts.get("verification" if is_verified else "extraction")
        made = ask(model, spoken.messages, brief, instructions=own)
        return _without_live(made, brief)
    return by_rules(spoken, brief)


def _without_live(made: Drawn, brief: Brief) -> Drawn:
    """The same without facts that live data holds: a model was told of it, and our rules decide."""
    if not brief.live_state:
        return made
    fact = brief.kinds.get(Family.FACT)
    covered = [
        one for one in made.proposals if one.kind == fact and live.covers(one.content, brief)
    ]
    return Drawn(
        proposals=tuple(one for one in made.proposals if one not in covered),
        left_out=(
            *made.left_out,
            *(LeftOut(text=one.content, reason=live.HOLDS_IT) for one in covered),
        ),
    )


def collected(tools: Tools, scope: Scope, spoken: Spoken) -> Drawn:
    """What a model finds in a file of notes, where its quotes are really there."""
    if tools.llm is None:
        return Drawn()
    prompts = scope.space.preset.prompts
    return collector_prompt.drawn(
        tools.llm,
        spoken.messages,
        _brief(scope, None, entity_tags.KnownNames(), None),
        instructions=prompts.get("collector"),
    )


def by_rules(spoken: Spoken, brief: Brief) -> Drawn:
    """What our rules draw out. They read every text in one Unicode form, and quote it as it is."""
    written = _as_written(spoken)
    forms = {one.id: form for one in written if (form := form_of(one.content)) is not None}
    read = [
        one.model_copy(update={"content": forms[one.id].text}) if one.id in forms else one
        for one in written
    ]
    made = offline.draw(read, brief)
    if not forms:
        return made
    given = {one.id: one.content for one in written}
    proposals = tuple(_as_given(one, forms, given) for one in made.proposals)
    return made.model_copy(update={"proposals": proposals})


def _as_given(proposal: Proposal, forms: Mapping[str, Form], given: Mapping[str, str]) -> Proposal:
    """The proposal with its quotes as they stand in what was said."""

    def placed(quote: Proposal | Quote) -> dict[str, object]:
        form = forms.get(quote.message_id)
        if form is None:
            return {}
        found = form.as_given(given[quote.message_id], quote.start, quote.quote)
        return {} if found is None else {"start": found[0], "quote": found[1]}

    also = tuple(one.model_copy(update=placed(one)) for one in proposal.also)
    return proposal.model_copy(update={**placed(proposal), "also": also})


def _as_written(spoken: Spoken) -> Sequence[Message]:
    """The messages as rules read them: a text, and notes of a meeting, speak for themselves.

    Whoever brings them, a program or a person, did not say them in a conversation.
    """
    is_meeting = any(meeting_of_talk(one.conversation_id) for one in spoken.messages)
    is_noted = is_meeting and not any(one.role == "user" for one in spoken.messages)
    if spoken.source is None and not is_noted:
        return spoken.messages
    return [one.model_copy(update={"role": "user"}) for one in spoken.messages]


def _with_tool_chains(spoken: Spoken, brief: Brief, made: Drawn) -> Drawn:
    """The same, and which tools were used for each answer, where decisions have traces.

    A session of a coding agent is all tools: that is its work and no decision.
    """
    kinds = brief.kinds
    if spoken.source_type == SESSION or kinds.get(Family.TRACE) == kinds.get(Family.DECISION):
        return made
    if not any(message.tool_calls for message in spoken.messages):
        return made
    chains = [tool_chain(turn, brief) for turn in _turns(spoken.messages)]
    found = [one for one in chains if one is not None]
    return made.model_copy(update={"proposals": (*made.proposals, *found)})


def _turns(messages: Sequence[Message]) -> Iterator[Sequence[Message]]:
    """Each question of a person with all that was done for it."""
    starts = [0, *(place for place, one in enumerate(messages) if place and one.role == "user")]
    for start, end in zip(starts, [*starts[1:], len(messages)], strict=True):
        yield messages[start:end]


def _is_verified(scope: Scope, spoken: Spoken) -> bool:
    """Of a session with an agent counts what its user vouched for, where that has a place."""
    return spoken.source_type == SESSION and _knows(scope, _VERIFICATION)


def _knows(scope: Scope, source_type: str) -> bool:
    known = scope.space.preset.source_types
    return source_type in known.values


def drawn_or_by_rules(
    tools: Tools, scope: Scope, spoken: Spoken, brief: Brief
) -> tuple[Drawn, tuple[Skipped, ...]]:
    """The same, where somebody waits: what a model fails at is left to our rules, and told."""
    try:
        made = _proposed(tools, scope, spoken, brief)
    except ModelFailed as error:
        why = f"The model did not answer, and rules drew out what they could: {error}"
        made = _with_tool_chains(spoken, brief, by_rules(spoken, brief))
        return made, (Skipped(text="", reason=why),)
    noted: tuple[Skipped, ...] = ()
    if not made.proposals and (tools.extractor or tools.llm):
        noted = (Skipped(text="", reason="The model found nothing in it to keep."),)
    return _with_tool_chains(spoken, brief, made), noted


def _proposals(given: Iterable[Proposal]) -> tuple[Proposal, ...]:
    listed = tuple(given)
    for one in listed:
        if not isinstance(one, Proposal):
            raise InvalidInput(f"An extractor gives Proposals, not {type(one).__name__}.")
    return listed


def checked(
    scope: Scope, spoken: Spoken, made: Drawn, heard: Heard | None = None
) -> tuple[list[Candidate], tuple[Skipped, ...]]:
    """The items to store; refused is what nobody said, and what the space has no place for.

    `heard` is what the caller was handed, where it is a program.
    """
    said: dict[str, Message] = {message.id: message for message in spoken.messages}
    intake = capture.Intake(scope, is_detector=True)
    kept: list[Candidate] = []
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
    spoken: Spoken,
    said: Mapping[str, Message],
    given: Proposal,
) -> Candidate:
    main = Quote(message_id=given.message_id, quote=given.quote, start=given.start)
    evidence = [_evidence(spoken, said, quote) for quote in (main, *given.also)]
    if given.confidence_subtype is ConfidenceSubtype.CORRECTION:
        evidence[0] = evidence[0]._replace(stance=Stance.CORRECTS)
    message = said[given.message_id]
    if recounts.is_recount(message.content, message.trust) or recounts.tells_a_decision(
        given.quote, message.content, message.trust
    ):
        raise InvalidInput(recounts.RECOUNTED)
    said_at = min(message.timestamp, scope.now)  # nobody has said anything tomorrow
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
    return Candidate(
        new._replace(is_drawn=True),
        said_at,
        is_by_program,
        message.author_id if vouches and _may_vouch(scope, message) else None,
        given.confidence_subtype is ConfidenceSubtype.CONFIRMATION,
        given.confidence_subtype is not None and "domain" not in own,
        given.only_reconfirms,
    )


def _trusts(said: Mapping[str, Message], quotes: Iterable[Quote]) -> Iterator[Trust]:
    """The trust of each who says a part of it; an agent that only asks says none."""
    for quote in quotes:
        given = said[quote.message_id].trust
        if not quote.is_question or given in trust.UNTRUSTED:
            yield given


def _may_vouch(scope: Scope, message: Message) -> bool:
    """Only a person's own words vouch. A service may read them out of a session, no agent may."""
    is_said_by_person = trust.of_role(message.role) is Trust.PERSON
    is_agent = scope.viewer.kind is PrincipalKind.AGENT
    return is_said_by_person and not is_agent and message.trust not in trust.UNTRUSTED


def _evidence(spoken: Spoken, said: Mapping[str, Message], given: Quote) -> NewEvidence:
    """The quote at its place. `InvalidInput` where nobody said it."""
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
