"""Chooses the slot that a clause really fills among its candidates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language import sentences, tense
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.plain_order import corrected
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.slots.system_facts import COUNTED_IN
from remembrancer.language.statement_reader import slot_priority
from remembrancer.language.word_patterns import word_set

_DONE: Final = re.compile(
    r"(?<!\w)(?:took|taken|take|takes|paid|pay|pays|distribut\w+|declared?|withdr\w+|decided"
    r"|agreed|hired|hiring|recruited|tog|tagit|tar|ta ut|delade|delat|beslut\w*|anställ\w+"
    r"|received|got|fick|was|were|betalade|plockade|bokade)(?!\w)"
)
_WANTS: Final = re.compile(
    r"(?<!\w)(?:want|wants|wanted|like|love|hope|hopes|plan|plans|planning|aim|aims|aiming|goal"
    r"|dream|intend\w*|vill|tänker|hoppas|planerar|siktar|mål\w*|drömm\w*|ska|will|'ll|going to"
    r"|retires?|retiring|retirement|går|pension\w*|target)(?!\w)"
)
_CONDITIONAL: Final = re.compile(
    r"(?<!\w)(?:would|could|should|can|may|skulle|kunde|borde|kan)(?!\w)"
)
_YOU: Final = word_set(
    """
    you your you're yours you've du din ditt dina dig ni er ert era
    """
)
_MODEST: Final = word_set(
    """
    man folk people someone somebody anyone
    """
)
_NOT: Final = re.compile(
    r"(?<![\w'])(?:not|no|never|isn't|aren't|don't|doesn't|didn't|wasn't|won't|haven't|hasn't"
    r"|nobody|none|neither|without|inte|ej|aldrig|ingen|inga|inget)(?!\w)"
)
_WEIGHED: Final = re.compile(
    r"(?<!\w)(?:options?|alternatives?|scenarios?|alternativ\w*)(?!\w)"
    r"|(?<!\w)(?:could|can|might|either|whether|kan|kunde|antingen)(?!\w).*(?<!\w)(?:or|eller)(?!\w)"
)
_PAST_IS_FINE: Final = frozenset(
    {"date of birth", "inheritance", "health condition", "will", "children", "founded"}
)


def choose_slot(said: MaskedText, fills: Sequence[FilledSlot], *, chats: bool) -> FilledSlot | None:
    """The slot that the clause fills; None: it is negated, past or about people in general."""
    low, words = said.low, said.words
    is_corrected = corrected(said.text) is not None
    for one in sorted(fills, key=lambda fill: (fill.is_figure, slot_priority(fill))):
        slot = one.slot
        is_value = slot.value not in (False, 0, *COUNTED_IN) and not is_corrected
        if is_value and one.family is not Family.PREFERENCE:
            ahead = low[max(one.start - 24, low.rfind(",", 0, one.start), 0) : one.end]
            if slot.value is True:
                if _NOT.search(ahead):
                    one = one._replace(slot=slot._replace(value=False))
            elif _NOT.search(ahead):
                continue
        is_lasting = not slot.is_event and slot.name not in _PAST_IS_FINE
        if is_lasting and tense.is_past(low) and not sentences.is_change(low):
            continue
        if one.family is Family.DECISION and not (_DONE.search(low) or said.dates):
            continue
        if one.family is Family.GOAL and (not _WANTS.search(low) or _WEIGHED.search(low)):
            continue
        is_personal = one.category is not None or one.family is Family.PREFERENCE
        if is_personal and not words.isdisjoint(_MODEST):
            continue
        is_told = one.family is not Family.PREFERENCE and not words.isdisjoint(_YOU)
        if is_personal and is_told and (chats or _CONDITIONAL.search(low)):
            continue
        near = low[max(0, one.start - 24) : one.end]
        if one.category is not None and one.family is Family.FACT and _CONDITIONAL.search(near):
            continue
        return one
    return None
