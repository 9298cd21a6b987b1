"""Plain decisions: what was decided stands for itself, behind the words that led to it.

"I wrote to the printer, because we decided to print in colour" holds one decision. What stands
before it may be taken back without it, and says nothing of what was decided.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.sentences import Sentence
from remembrancer.reading.offline.findings import RuleFinding

_DECIDED: Final = re.compile(
    r"\W*(?:(?:because|since|but|and|so|now|then|men|och|så|nu|för|eftersom)\s)*"
    r"(?:(?:we|i|they|vi|jag|de)(?:'ve| have| har)? (?:now |nu )?"
    r"|(?:har|nu har) (?:vi|jag) (?:nu )?)"
    r"(?:decided|agreed|chose|resolved|beslutade|beslutat|bestämde|bestämt|enades|enats) "
)
_LEAD: Final = re.compile(
    r"(?:(?!decided|agreed|beslut|bestäm)[^;:]){8,90}?[,;–-]?\s(?:because|but|and|eftersom|men|och)"
    r"\s(?:now |nu )?(?=(?:we|vi)(?:'ve| have| har)? (?:now |nu )?(?:decided|agreed|beslutade"
    r"|beslutat|bestämde|bestämt)\s)",
    re.IGNORECASE,
)
_TO_DECISION: Final = re.compile(r"(?:[,;–-]|(?<!\w)(?:because|but|and|men|och|eftersom))\s*$")


def lead_length(text: str) -> int:
    """The length of what stands before a decision in a clause; 0: nothing."""
    found = _LEAD.match(text)
    return 0 if found is None else found.end()


def stands_alone(found: RuleFinding, sentence: Sentence) -> bool:
    """Whether a clause says for itself what was decided, behind a "because", "but" or "and"."""
    if found.family is not Family.DECISION or _DECIDED.match(found.clause.low) is None:
        return False
    return _TO_DECISION.search(sentence.text[: found.start - sentence.start]) is not None
