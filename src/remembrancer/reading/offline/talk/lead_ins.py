"""Lead-ins: the words before a statement that say what it is, or only lead to it.

"Decision from yesterday's call: we freeze …" is a decision. "Now we know, it's Anna who has the
key" states what stands behind the comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language import mood, negation, sentences
from remembrancer.reading.offline import cues
from remembrancer.reading.offline.talk import decision_seals

LEAD_WORDS_MAX: Final = 7

_LABEL: Final = re.compile(r"([^\W\d_][\w '’/-]{1,48}?)\s*:\s+(?=\S+\s\S)")
_SAID: Final = re.compile(r"(?:we|vi)\s", re.IGNORECASE)
_COMMA: Final = re.compile(r"[^,;:]{2,60}[,:]\s+(?=\S+\s\S)")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_OPENS: Final = re.compile(  # a clause of its own, that what follows depends on
    r"\W*(?:(?:and|but|so|och|men|så)\s)?(?:if|when|whenever|unless|once|while|although|though"
    r"|because|since|after|before|until|either|whether|om|när|ifall|medan|fast|eftersom|efter"
    r"|innan|tills|antingen|i think|i guess|jag tror)\s"
)

_OURS: Final = re.compile(
    r"(?:we|our|the|vi|vår|vårt|våra|\w{3,}(?:en|et|erna|arna))\s", re.IGNORECASE
)


def named_family(text: str, start: int) -> tuple[Family, int] | None:
    """The family that a label names, and where its text starts; None: there is no such label."""
    if decided := decision_seals.lead_length(text, start):
        return Family.DECISION, decided
    found = _LABEL.match(text, start)
    if found is None or (family := cues.section_family(found[1].strip().lower())) is None:
        return None
    # "We decided: …" says it in a sentence, and a question is open only with its label.
    is_said = start > 0 and _SAID.match(found[1]) is not None
    return family, start if is_said or text.rstrip().endswith("?") else found.end()


def behind_lead_in(text: str, start: int) -> Iterator[tuple[int, bool]]:
    """Where a statement may start behind a few words and a comma or a colon, and whether these
    announce it, as they do with a colon."""
    found = _COMMA.match(text, start)
    if found is None or len(_WORD.findall(found[0])) > LEAD_WORDS_MAX:
        return
    low = found[0].lower().replace("’", "'")
    words = frozenset(_WORD.findall(low))
    if _OPENS.match(low) or sentences.is_hedged(low, words) or mood.is_reported(low):
        return
    if not negation.is_negated(low, words):
        yield found.end(), ":" in found[0] and _OURS.match(text, found.end()) is not None
