"""Classifies one clause: its family and confidence, or why it is not kept."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language import mood, sentences, tense, unresolved
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.sentences import Sentence
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.reading.offline import cues
from remembrancer.reading.offline.analyst_findings import is_finding, names_subject
from remembrancer.reading.offline.cues import FamilyCue
from remembrancer.reading.offline.definite_statements import (
    directs,
    is_about_oneself,
    is_being,
    is_definite,
    is_labelled,
    is_specific,
    refuses,
)
from remembrancer.reading.offline.filters import junk_filter, live_data_filter, transient_filter
from remembrancer.reading.offline.findings import ReadingContext, RejectedText
from remembrancer.reading.offline.plain_facts import find_plain_fact
from remembrancer.reading.offline.slot_choice import choose_slot
from remembrancer.reading.offline.talk import told_in_talk
from remembrancer.reading.offline.words import task_words

PLAIN_WORDS_MIN: Final = 4  # of a fact without a slot
BEING_WORDS_MIN: Final = 2
RULE_WORDS_MIN: Final = 3  # "revenue excludes VAT"
HEDGED: Final = 0.6
PLAIN_FIGURE: Final = "A plain figure: the books hold it."
UNSURE: Final = "Whoever says it is not sure."
_HEARSAY: Final = "It only reports what others say."
_BYGONE: Final = "It held in the past."
_NO_KIND: Final = "This space keeps nothing of that sort: {}."
_SOFT: Final = re.compile(
    r"(?<!\w)(?:i think|i believe|i reckon|jag tror|tror jag|vi tror|probably|nog|troligen|iirc"
    r"|afaik|har för mig|as far as i know|vad jag vet)(?!\w)"
)
_IS_SO: Final = re.compile(  # "tea is ready", "Petra baked bread"
    r"\W*\S+ (?:(?:is|are|was|were|är|var) [a-zåäö]|\w+(?:ed|ade) )"
)
_SOFT_WORDS: Final = frozenset({"probably", "nog", "troligen"})
_ASKS: Final = re.compile(
    r"(?<!\w)(?:whether|if|who|which|how|what|when|om|vem|vilken|vilka|hur|vad|när) \w+ \w"
)
_WORDY: Final = frozenset(
    {Family.PREFERENCE, Family.DECISION, Family.UNRESOLVED, Family.ACTION, Family.FACT}
)


Classified = tuple[Family, float, FilledSlot | None, bool]


def classify(
    said: MaskedText,
    fills: list[FilledSlot],
    section: Family | None,
    sentence: Sentence,
    is_supposed: bool,
    talk: ReadingContext,
    today: date,
) -> Classified | RejectedText | None:
    """The family and confidence of a clause, or why it is rejected; None: nothing to keep."""
    low, words = said.low, said.words
    cue = cues.find_cue(said, chats=talk.is_assistant_chat)
    is_rule = cue is not None and cue.family is Family.FACT and cue.confidence == cues.PLAIN
    if is_supposed and not is_rule:
        return None
    is_directive = talk.is_meant and directs(said)
    is_checked = section is None and not is_directive
    if is_checked and _is_junk(said, cue, fills, is_meant=talk.is_meant):
        return None
    best = choose_slot(said, fills, chats=talk.is_assistant_chat)
    is_brief = talk.is_meant and not _IS_SO.match(said.text)  # "Rex hates fireworks"
    plain_min = RULE_WORDS_MIN if is_brief else PLAIN_WORDS_MIN
    if (talk.is_meant or talk.is_own) and is_being(said):
        plain_min = BEING_WORDS_MIN  # "I'm colourblind"
    if talk.is_single and is_labelled(said):
        plain_min = BEING_WORDS_MIN  # "huvudinstrument: cello"
    if cue is None and best is None and section is None and said.plain.count(" ") >= plain_min - 1:
        cue = find_plain_fact(said, today, talk.brief)
        is_meant = talk.is_meant or (talk.is_lone and sentences.is_change(low))
        if cue is None and talk.brief.hears_agents and is_finding(said, by_agent=talk.by_agent):
            cue = FamilyCue(Family.FACT, cues.WEAKER)
        if cue is None and is_directive and not is_about_oneself(said):
            cue = FamilyCue(Family.FACT, cues.WEAKER)
        if cue is None and (is_directive or ((is_meant or talk.is_own) and refuses(said))):
            cue = FamilyCue(Family.PREFERENCE, cues.WEAKER)
        if cue is None and is_meant and is_definite(said, today, is_single=talk.is_single):
            cue = FamilyCue(Family.FACT, cues.WEAKER)
        if cue is None and _is_told(said, talk, sentence, today):
            cue = FamilyCue(Family.FACT, cues.WEAKER)
    if cue is None and best is None and talk.is_restated:
        cue = FamilyCue(Family.FACT, cues.PLAIN)
    family, confidence = _family(said, cue, best, section, sentence)
    words_min = RULE_WORDS_MIN if is_rule or talk.is_restated else plain_min
    is_short = best is None and section is None and said.plain.count(" ") < words_min - 1
    if family is None or (is_short and family in _WORDY):
        return None
    is_hedged = sentences.is_hedged(low, words)
    if is_hedged and family is Family.FACT:
        if not _SOFT.search(low) or sentences.is_hedged(_SOFT.sub(" ", low), words - _SOFT_WORDS):
            return RejectedText(said.plain, UNSURE)
        confidence = HEDGED
    is_weak = family is Family.FACT or (family is Family.DECISION and confidence < cues.PLAIN)
    if is_weak and section is None and not is_rule and mood.is_imagined(low):
        return None
    is_state = family in (Family.FACT, Family.DECISION)
    if is_state and section is None and mood.is_reported(low):
        return RejectedText(said.plain, _HEARSAY)
    if is_state and tense.is_bygone(low) and not sentences.is_change(low):
        return RejectedText(said.plain, _BYGONE)
    if family is Family.DECISION:
        is_hedged = is_hedged and cues.is_unsure(low, words)
    if is_hedged and family in (Family.DECISION, Family.ACTION) and section is None:
        family = Family.UNRESOLVED
    is_state = family is Family.FACT or (family is Family.DECISION and cue is None)
    if is_state and (reason := live_reason(said, best, talk)):
        return RejectedText(said.plain, reason)
    if family is Family.UNRESOLVED and is_postponed(said, talk):
        family = Family.ACTION
    elif family is Family.UNRESOLVED and family not in talk.brief.kinds and talk.brief.hears_agents:
        # To an analyst, what is not known about a company is a finding.
        family, is_hedged = Family.FACT if _ASKS.search(low) else family, False
    if family not in talk.brief.kinds:
        # The space has no kind for this family.
        return RejectedText(said.plain, UNSURE if is_hedged else _NO_KIND.format(family.value))
    return family, confidence, best, is_hedged


def _is_told(said: MaskedText, talk: ReadingContext, sentence: Sentence, today: date) -> bool:
    """Whether a talk asks for a clause, announces it, or says that it holds from now on."""
    if told_in_talk.tells_name(said):
        return True
    if not talk.is_talk or (talk.brief.hears_agents and not names_subject(said, talk.brief)):
        return False
    is_lasting = any(one.search(said.low) for one in (told_in_talk.LASTING, told_in_talk.CORRECTS))
    if (talk.is_asked or is_lasting) and told_in_talk.is_told(said, today, talk.brief.language):
        return True
    if told_in_talk.tells_who(said) or (is_lasting and told_in_talk.has_done(said, today)):
        return True
    is_among_people = len(talk.authors) > 1 and talk.brief.graph is not None
    is_among_people &= talk.brief.subject is None
    return (talk.is_own or is_among_people) and told_in_talk.is_own(said, today)


def is_postponed(said: MaskedText, talk: ReadingContext) -> bool:
    """Whether a decision is put off in a space without a kind for open questions: it is then a
    task, to decide by its date."""
    if Family.UNRESOLVED in talk.brief.kinds or unresolved.names_no_topic(said.plain):
        return False
    cue = cues.find_cue(said, chats=talk.is_assistant_chat)
    is_open = cue is not None and cue.family is Family.UNRESOLVED
    return is_open and task_words.POSTPONED.search(said.low) is not None


def _is_junk(
    said: MaskedText, cue: FamilyCue | None, fills: list[FilledSlot], *, is_meant: bool
) -> bool:
    low, words = said.low, said.words
    if junk_filter.is_news(low, words) or transient_filter.is_mock_request(low):
        return True
    if transient_filter.is_current_trouble(low) or transient_filter.is_small_choice(low):
        return True
    family = cue.family if cue else None
    if (
        junk_filter.is_one_off_request(low)
        and family not in (Family.PREFERENCE, Family.DECISION)
        and not (family is Family.FACT and cue is not None and cue.confidence == cues.PLAIN)
    ):
        return not any(fill.family is Family.PREFERENCE for fill in fills)
    if junk_filter.is_chitchat(low, words) and not (is_meant and is_specific(said)):
        return not fills and (cue is None or cue.confidence < cues.PLAIN)
    return False


def _family(
    said: MaskedText,
    cue: FamilyCue | None,
    best: FilledSlot | None,
    section: Family | None,
    sentence: Sentence,
) -> tuple[Family | None, float]:
    if section is not None and (sentence.is_listed or sentence.label or section is not Family.FACT):
        if section is not Family.FACT:
            is_task = section is Family.DECISION and cue is not None and bool(said.dates)
            is_task = is_task and cue is not None and cue.family is Family.ACTION
            return Family.ACTION if is_task else section, cues.PLAIN
        if cue is None and best is None and len(said.words) < 4:
            return None, 0.0
        if cue is not None and cue.family in (Family.DECISION, Family.PREFERENCE, Family.GOAL):
            return cue.family, cue.confidence
        return Family.FACT, cues.PLAIN if best else cues.WEAKER
    if cue is not None and cue.family is Family.UNRESOLVED:
        return cue.family, cue.confidence
    if best is not None and (
        cue is None or cue.confidence < cues.PLAIN or best.family is not Family.FACT
    ):
        if cue is not None and cue.family in (Family.DECISION, Family.GOAL, Family.ACTION):
            return cue.family, cue.confidence
        return best.family, cues.PLAIN
    if cue is not None:
        return cue.family, cue.confidence
    return None, 0.0


def live_reason(said: MaskedText, filled: FilledSlot | None, talk: ReadingContext) -> str | None:
    """Why live data or the accounts cover a clause; None: they do not."""
    if live_data_filter.is_covered(said, filled, talk.live_fields):
        return live_data_filter.COVERED_REASON
    if talk.brief.skips_figures and live_data_filter.is_book_figure(said, filled):
        return PLAIN_FIGURE
    return None
