"""Confirmations: a user says that what an agent told is so, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from remembrancer.items.item import ConfidenceSubtype
from remembrancer.language import clauses, denial
from remembrancer.reading.offline.confirmations import assent, openers, vouched
from remembrancer.reading.offline.confirmations import verification_cues as cues
from remembrancer.reading.offline.confirmations.verified import Verified, is_fact, may_state
from remembrancer.reading.offline.spoken import Said, visible

_STATED_MAX: Final = 4  # sentences of an answer that one word can confirm
_STATED_CHARACTERS_MAX: Final = 200  # of a sentence that is confirmed
_COMMON_WORDS_MIN: Final = 2  # of a standing rule and what it answers


def confirmation(said: Sequence[Said], before: Sequence[Said]) -> Verified | None:
    """What a reply confirms that is nothing but assent."""
    spoken = [one for one in said if not assent.is_polite(one.text)]
    found = assent.assent(spoken[0].text) if spoken else None
    if found is None:
        return None
    first, *further = spoken
    stated = [one for one in before if _states(one)]
    checked = _checked(before)
    facts = [(one, openers.told(one.text)) for one in stated] + ([checked] if checked else [])
    held, rest = first, found.rest
    if not rest and further and _says_more(further[0].text, facts):
        held, rest = further[0], further.pop(0).text
    told = [openers.told(one.text) for one in before]
    if not all(assent.leaves_it(one.text, told) for one in further):
        return None
    if rest:
        return _said_over(held, rest, facts, before)
    if checked and found.is_strong:
        meant = _so(first, *checked)
    elif found.is_strong and len(stated) == 1 and _is_plain(before):
        meant = _so(first, stated[0], openers.told(stated[0].text))
    else:
        meant = _alone(first, before, checked)
    if meant is None or not _is_answered(found, meant.fact):
        return None
    return meant


def _states(one: Said) -> bool:
    is_plain = not one.is_question and openers.turned_round(one.text) is None
    return is_plain and is_fact(openers.told(one.text))


def _says_more(text: str, facts: Sequence[tuple[Said, str]]) -> bool:
    is_over_again = any(assent.restates(text, fact) for _, fact in facts)
    return is_over_again or cues.STANDING.match(text) is not None


def _said_over(
    held: Said, rest: str, facts: Sequence[tuple[Said, str]], before: Sequence[Said]
) -> Verified | None:
    """What a user confirms and says over again; a rule that holds, in the user's own words."""
    for one, fact in facts:
        if assent.restates(rest, fact):
            return _so(held, one, fact)
    rule = cues.STANDING.match(rest)
    if rule and any(len(vouched.common(rest, one.text)) >= _COMMON_WORDS_MIN for one in before):
        return Verified(ConfidenceSubtype.CONFIRMATION, held, rest)
    return None


def _is_plain(before: Sequence[Said]) -> bool:
    """Whether the agent only tells, and not much: behind a question that is what is answered."""
    last = before[-1]
    return len(before) <= _STATED_MAX and not last.is_question and not cues.OFFERS.match(last.text)


def _is_answered(found: assent.Assent, fact: str) -> bool:
    """Whether the yes is to the fact as it stands.

    "Yes" and "it does" behind "it does not" may mean either. "Yes, it can" says less than "it is".
    """
    words = vouched.words(fact)
    if found.is_strong and found.echo is None:
        return True
    if denial.is_negated(fact.lower(), words):
        return False
    return found.echo is None or found.echo.lower() in cues.DOES | words


def _alone(said: Said, before: Sequence[Said], checked: tuple[Said, str] | None) -> Verified | None:
    """The one thing that the agent says or asks, and nothing beside it, if it is known."""
    one = before[0]
    whole = " ".join(visible(one.message.content).split())
    if len(before) > 1 or whole != " ".join(one.quote.split()) or cues.OFFERS.match(one.text):
        return None
    fact = checked[1] if checked else openers.turned_round(one.text) or openers.told(one.text)
    fact = cues.DO_FIRST.sub("", fact).rstrip(" ?") if one.is_question else fact
    low = fact.lower()
    if cues.ASKS_OPENLY.search(low) or clauses.is_hedged(low, vouched.words(fact)):
        return None
    if not may_state(fact) or len(clauses.clauses(fact)) > 1 or len(fact) > _STATED_CHARACTERS_MAX:
        return None
    return Verified(ConfidenceSubtype.CONFIRMATION, said, fact, one, only_reconfirms=True)


def _so(said: Said, rests_on: Said, fact: str) -> Verified | None:
    if not is_fact(fact) or len(fact) > _STATED_CHARACTERS_MAX:
        return None
    return Verified(ConfidenceSubtype.CONFIRMATION, said, fact, rests_on)


def _checked(before: Sequence[Said]) -> tuple[Said, str] | None:
    """The fact that the agent asked to have confirmed, and where it stands."""
    last = before[-1]
    if not last.is_question or cues.OFFERS.match(last.text):
        return None
    if cues.CHECKS_ALONE.match(last.text):
        return (before[-2], openers.told(before[-2].text)) if len(before) > 1 else None
    found = next((match for one in cues.CHECKS if (match := one.match(last.text))), None)
    return (last, openers.told(found["fact"])) if found else None
