"""Small talk: what is said for company's sake, in English and Swedish.

It names no figure and nobody, what is learned of sentences that are worth keeping speaks against
it, and its form shows that it is about the moment: the weather, the match or the meal, how the
speaker feels, how the other fares, or an exclamation in which nobody does anything. What only looks
dull is no small talk: it stays.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.extract import junk, worth
from remembrancer.extract.signs import Place, signs
from remembrancer.rules.statements.amounts import lowered
from remembrancer.rules.statements.names import names

_UNWORTHY: Final = 0.07  # how likely it is worth keeping, at most
_FIGURE: Final = re.compile(r"\d")
_WORDS: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# How the speaker feels, and nothing that they did or have.
_FEELS: Final = re.compile(
    r"^(?:\w+,? )?(?:i'm|i am|i feel|jag är|jag känner mig)"
    r" (?:so|such|really|just|too|feeling|så|jätte\w*|väldigt|alldeles|lite)\b"
)
# How the other fares.
_FARES: Final = re.compile(
    r"^(?:so,? |and |men |och )?(?:how (?:was|were) your"
    r"|how(?:'s| is| are) (?:you|things|life|it going)"
    r"|hur (?:var|är|har) (?:din|ditt|dina|läget)|hur (?:mår|har|står) (?:du|det))\b"
)
_EXCLAIMS: Final = re.compile(r"^(?:what an?|such an?|vilke[nt]|vilka|vad (?!har|är|ska))\b")
_DOES: Final = re.compile(
    r"\b(?:i|we|he|she|they|it|my|our|i've|we've"
    r"|jag|vi|han|hon|de|den|det|min|mina|mitt|vår|våra|vårt)\b"
)
# Where it stands says nothing here: a sentence by itself, in the midst of a chat.
_ANYWHERE: Final = Place(
    number=1,
    messages=10,
    order=0,
    sentences=1,
    is_listed=False,
    has_label=False,
    has_section=False,
    is_chat=True,
    is_session=False,
    before="",
    after="",
    names=frozenset(),
)


def is_small_talk(sentence: str) -> bool:
    """Whether nothing is lost with it. In doubt it is not."""
    low = lowered(sentence.replace("’", "'"))
    if _FIGURE.search(low) or names(sentence):
        return False
    words = frozenset(_WORDS.findall(low))
    if worth.score(signs(sentence, _ANYWHERE)) >= _UNWORTHY:
        return False
    if junk.is_passing(low, words) or junk.is_joke(low) or _FEELS.match(low) or _FARES.match(low):
        return True
    if not sentence.rstrip().endswith("!"):
        return False
    return _EXCLAIMS.match(low) is not None or _DOES.search(low) is None
