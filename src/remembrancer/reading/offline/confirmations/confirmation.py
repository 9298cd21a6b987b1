"""Confirmations: a user agrees with a statement of an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from remembrancer.items.item import ConfidenceSubtype
from remembrancer.language import negation, sentences
from remembrancer.reading.offline.confirmations import assent, openers, verified_wording
from remembrancer.reading.offline.confirmations import verification_cues as cues
from remembrancer.reading.offline.confirmations.verified_fact import (
    VerifiedFact,
    is_fact,
    may_state,
)
from remembrancer.reading.offline.talk.spoken_sentences import SpokenSentence, hide_reasoning

_STATED_MAX: Final = 4  # sentences of an answer that one reply can confirm
_STATED_CHARACTERS_MAX: Final = 200  # of a confirmed sentence
_COMMON_WORDS_MIN: Final = 2  # shared by a rule and the statement it answers


def find_confirmation(
    said: Sequence[SpokenSentence], before: Sequence[SpokenSentence]
) -> VerifiedFact | None:
    """The fact that a reply of pure assent confirms."""
    spoken = [one for one in said if not assent.is_polite(one.text)]
    found = assent.parse_assent(spoken[0].text) if spoken else None
    if found is None:
        return None
    first, *further = spoken
    stated = [one for one in before if _states(one)]
    checked = _asked_to_confirm(before)
    facts = [(one, openers.strip_opener(one.text)) for one in stated] + (
        [checked] if checked else []
    )
    held, rest = first, found.rest
    if not rest and further and _says_more(further[0].text, facts):
        held, rest = further[0], further.pop(0).text
    told = [openers.strip_opener(one.text) for one in before]
    if not all(assent.leaves_unchanged(one.text, told) for one in further):
        return None
    if rest:
        return _restated(held, rest, facts, before)
    if checked and found.is_strong:
        meant = _confirmed(first, *checked)
    elif found.is_strong and len(stated) == 1 and _is_plain(before):
        meant = _confirmed(first, stated[0], openers.strip_opener(stated[0].text))
    else:
        meant = _only_statement(first, before, checked)
    if meant is None or not _is_answered(found, meant.fact):
        return None
    return meant


def _states(one: SpokenSentence) -> bool:
    is_plain = not one.is_question and openers.inverted_statement(one.text) is None
    return is_plain and is_fact(openers.strip_opener(one.text))


def _says_more(text: str, facts: Sequence[tuple[SpokenSentence, str]]) -> bool:
    is_over_again = any(assent.is_restatement(text, fact) for _, fact in facts)
    return is_over_again or cues.STANDING.match(text) is not None


def _restated(
    held: SpokenSentence,
    rest: str,
    facts: Sequence[tuple[SpokenSentence, str]],
    before: Sequence[SpokenSentence],
) -> VerifiedFact | None:
    """A fact that the user confirms and repeats, or a rule in the user's own words."""
    for one, fact in facts:
        if assent.is_restatement(rest, fact):
            return _confirmed(held, one, fact)
    rule = cues.STANDING.match(rest)
    if rule and any(
        len(verified_wording.shared_keywords(rest, one.text)) >= _COMMON_WORDS_MIN for one in before
    ):
        return VerifiedFact(ConfidenceSubtype.CONFIRMATION, held, rest)
    return None


def _is_plain(before: Sequence[SpokenSentence]) -> bool:
    """Whether the agent only makes a few statements and ends without a question."""
    last = before[-1]
    return len(before) <= _STATED_MAX and not last.is_question and not cues.OFFERS.match(last.text)


def _is_answered(found: assent.Assent, fact: str) -> bool:
    """Whether the yes confirms the fact as worded.

    "Yes" or "it does" after "it does not" is ambiguous. "Yes, it can" is weaker than "it is".
    """
    words = verified_wording.word_set_of(fact)
    if found.is_strong and found.echo is None:
        return True
    if negation.is_negated(fact.lower(), words):
        return False
    return found.echo is None or found.echo.lower() in cues.DOES | words


def _only_statement(
    said: SpokenSentence,
    before: Sequence[SpokenSentence],
    checked: tuple[SpokenSentence, str] | None,
) -> VerifiedFact | None:
    """The only statement or question of the agent, as the confirmed fact."""
    one = before[0]
    whole = " ".join(hide_reasoning(one.message.content).split())
    if len(before) > 1 or whole != " ".join(one.quote.split()) or cues.OFFERS.match(one.text):
        return None
    fact = (
        checked[1]
        if checked
        else openers.inverted_statement(one.text) or openers.strip_opener(one.text)
    )
    fact = cues.DO_FIRST.sub("", fact).rstrip(" ?") if one.is_question else fact
    low = fact.lower()
    if cues.ASKS_OPENLY.search(low) or sentences.is_hedged(low, verified_wording.word_set_of(fact)):
        return None
    if (
        not may_state(fact)
        or len(sentences.split_clauses(fact)) > 1
        or len(fact) > _STATED_CHARACTERS_MAX
    ):
        return None
    return VerifiedFact(ConfidenceSubtype.CONFIRMATION, said, fact, one, only_reconfirms=True)


def _confirmed(said: SpokenSentence, rests_on: SpokenSentence, fact: str) -> VerifiedFact | None:
    if not is_fact(fact) or len(fact) > _STATED_CHARACTERS_MAX:
        return None
    return VerifiedFact(ConfidenceSubtype.CONFIRMATION, said, fact, rests_on)


def _asked_to_confirm(before: Sequence[SpokenSentence]) -> tuple[SpokenSentence, str] | None:
    """The fact that the agent asked the user to confirm, and its sentence."""
    last = before[-1]
    if not last.is_question or cues.OFFERS.match(last.text):
        return None
    if cues.CHECKS_ALONE.match(last.text):
        return (before[-2], openers.strip_opener(before[-2].text)) if len(before) > 1 else None
    found = next((match for one in cues.CHECKS if (match := one.match(last.text))), None)
    return (last, openers.strip_opener(found["fact"])) if found else None
