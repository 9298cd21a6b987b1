"""Decision seals: words beside a statement that make it a decision.

"We drop the old phones." is a plan. With "Decided then." behind it, or "So it's settled," before
it, it is decided. "Agreed" alone also follows opinions: it seals what "we" do, or what was put to
the others: "Are we agreed?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.items.message import Message
from remembrancer.language import mood, negation, sentences
from remembrancer.language.sentences import Sentence
from remembrancer.language.word_patterns import contains_any
from remembrancer.reading.offline.filters import junk_filter
from remembrancer.reading.offline.talk.spoken_sentences import SentenceCache

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SURE: Final = (
    r"(?:decided|settled|a done deal|final|official|carried|bestämt|beslutat|klubbat|avgjort"
    r"|spikat|fastställt)"
)
_BOTH: Final = r"(?:agreed|approved|överens|överenskommet|godkänt)"
_AND_SO: Final = r"(?:(?:ok|okay|okej|so|then|right|good|great|well|bra|då|så|ja|yes)[\s,.!]+)*"
_IT_IS: Final = r"(?:(?:it's|that's|it is|that is|we're|we are|det är|är det|är vi|vi är)\s)"
_LEAD: Final = re.compile(
    rf"\W*{_AND_SO}(?:{_IT_IS}(?:all |now |nu )?(?:{_SURE}|{_BOTH})(?: then| då"
    rf"| nu)?\s*[,:;–—-]+\s+"
    rf"|(?:{_SURE}|{_BOTH})(?: then| då)?\s*[,:;–—-]+\s+(?=(?:we|we'll|we're|vi)\s))",
    re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"\W*{_AND_SO}{_IT_IS}?(?:all |now |nu )?(?:(?P<sure>{_SURE})|{_BOTH})"
    r"(?: then| då| nu| alla| everyone| all)?\W*",
    re.IGNORECASE,
)
_PUT: Final = re.compile(  # put to the others
    r"(?<!\w)(?:agreed|agree|in favour|in favor|all for|settle|decide|överens|för det|bestämma"
    r"|besluta|avgöra|enas)(?!\w)",
    re.IGNORECASE,
)
_WE: Final = re.compile(
    r"\W*(?:(?:so|then|ok|okay|då|så)\W+)*(?:we|we'll|we're|let's|vi)\s(?!(?:had|were|did|went|hade"
    r"|var|gjorde|gick)\b|\w+(?:ed|ade)\b)|\W*då \w+ vi\s",
    re.IGNORECASE,
)
_HINTS: Final = (  # each of the words above holds one: most sentences hold none
    "decid", "settl", "agree", "deal", "final", "offici", "carri", "approv", "bestäm", "beslut",
    "klubb", "avgj", "spik", "fastst", "överens", "godk",
)  # fmt: skip
_WORDS_MIN: Final = 4


def lead_length(text: str, start: int) -> int:
    """Where the statement starts behind words that make it a decision; 0: there are none."""
    if not contains_any(text.lower(), _HINTS):
        return 0
    found = _LEAD.match(text, start)
    return found.end() if found else 0


def sealed_sentence(
    messages: Sequence[Message], index: int, split: SentenceCache
) -> Sentence | None:
    """The sentence of a message that the next words make a decision; None: there is none."""
    said = split.sentences(messages[index])
    behind: list[str] = []
    if index + 1 < len(messages) and messages[index + 1].author_id != messages[index].author_id:
        behind += [one.text for one in split.sentences(messages[index + 1])[:1]]
    if not any(contains_any(one.lower(), _HINTS) for one in (messages[index].content, *behind)):
        return None
    stated = [n for n, one in enumerate(said) if not _BARE.fullmatch(one.text)]
    place = stated[-1] if stated else None
    if place is None or said[place].is_question or not _may_be_decided(said[place].text):
        return None
    seals = [*(one.text for one in said[place + 1 :]), *behind]
    found = [one for text in seals if (one := _BARE.fullmatch(text))]
    if not found:
        return None
    before = [one.text for one in said[max(0, place - 1) : place]]
    if place == 0 and index:
        before = [one.text for one in split.sentences(messages[index - 1])[-1:]]
    is_sure = any(one["sure"] for one in found) or any(map(_PUT.search, before))
    return said[place] if is_sure or _WE.match(said[place].text) else None


def _may_be_decided(text: str) -> bool:
    """Whether a sentence says what is to be done or to hold, and nobody doubts it."""
    low = text.lower().replace("’", "'")
    words = frozenset(_WORD.findall(low))
    if len(_WORD.findall(low)) < _WORDS_MIN or junk_filter.is_joke(low):
        return False
    if sentences.is_hedged(low, words) or sentences.is_hypothetical(low):
        return False
    return not (mood.is_unreal(low) or mood.is_reported(low) or negation.is_rejection(text))
