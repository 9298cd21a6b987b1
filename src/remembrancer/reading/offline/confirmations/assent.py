"""Assent: whether a reply only agrees with a statement.

The words of assent are a closed list and must cover the whole sentence, because any other word
could reverse it ("exactly the opposite", "det är rätt dyrt"). Further sentences may be about
something else, if they neither retract nor limit the statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from remembrancer.language import negation, sentences
from remembrancer.language.restrictions import RESTRICTING
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.confirmations import verified_wording
from remembrancer.reading.offline.confirmations.verification_cues import MONTH, WEEKDAY


class Assent(NamedTuple):
    """How a sentence agrees, and how it continues."""

    is_strong: bool  # an explicit "that's right", not only a yes
    rest: str  # the text after the words of assent
    echo: str | None  # the verb that a short answer repeats: "yes, it does"


_YES: Final = (
    r"(?:(?:oh |why |ah )?(?:yes|yeah|yep|yup|aye)|absolutely|certainly|of course"
    r"|(?:o )?(?:ja|jo|jodå|japp|jepp|javisst|jajamän|jajamensan)|absolut|visst|självklart)"
)
_MUCH: Final = r"(?:(?:exactly|absolutely|quite|perfectly|entirely|completely|totally|indeed) )?"
_HELT: Final = r"(?:(?:helt|mycket|alldeles|precis|exakt|absolut|fullständigt|fortfarande) )?"
_TRUE: Final = r"(?:right|correct|true|accurate)"
_SANT: Final = r"(?:rätt|korrekt|riktigt|sant)"
_SAYS_SO: Final = (
    rf"{_MUCH}{_TRUE}|(?:that|it|this)(?:'s| is) (?:still |indeed )?{_MUCH}"
    rf"(?:{_TRUE}|so|valid|the case|it)(?: exactly| indeed)?"
    rf"|(?:that|it|this) (?:still |indeed )?(?:holds|applies|stands)(?: true)?"
    rf"|still {_TRUE}|exactly(?: so| that| right)?|precisely(?: so)?|indeed(?: so)?|spot on"
    r"|quite so|right you are"
    rf"|you(?:'re| are) {_MUCH}(?:right|correct)|you(?:'ve)? got it(?: right)?"
    r"|(?:i|we) (?:can |do |hereby )?confirm(?: (?:that|this|it))?|confirmed"
    r"|(?:det )?(?:stämmer|gäller)(?: (?:bra|fint|precis|helt|exakt|utmärkt|fortfarande))?"
    r"(?: det)?"
    rf"|(?:det är (?:ju )?)?{_HELT}{_SANT}(?: uppfattat)?|det är (?:ju )?{_HELT}så"
    r"|(?:precis |exakt )?så är det"
    r"|(?:precis|exakt)(?: så)?|just (?:det|så)|du har (?:helt |alldeles )?rätt"
    r"|det har du rätt i"
    r"|(?:jag|vi) (?:kan )?bekräftar?(?: (?:det|detta))?|bekräftas"
)
_ECHO: Final = (  # short answers that repeat the verb: "it does", "det gör den"
    r"(?:it|they|that|he|she|we|i|you|det|den|de|han|hon|vi|jag|du) "
    r"(?P<echo>is|are|does|do|has|have|will|can|must|was|were|är|gör|har|ska|kan|måste|var)"
    r"(?: (?:det|den|de|dom|han|hon|vi|jag|du|so|indeed))?"
)
_POLITE: Final = (
    r"(?:many )?thanks(?: (?:a lot|again|so much|for (?:checking|asking|confirming|that)))?"
    r"|thank you(?: (?:very much|so much|again|for (?:checking|asking|confirming|that)))?"
    r"|please|well (?:done|remembered)|good(?: (?:job|work|memory))?|great|perfect|nice|cheers"
    r"|tack(?: (?:så mycket|igen|ska du ha|för (?:det|att du (?:frågar|kollar|minns))))?"
    r"|bra(?: (?:jobbat|där|minne))?|fint|toppen|perfekt|utmärkt|snyggt"
    r"|hi|hello|hey|hej|hallå|ah|oh|aha|mm"
)
_SMILES: Final = re.compile(r"[👍🙂😊😀😄✅🙏]\ufe0f?|[\U0001f3fb-\U0001f3ff]|:-?\)")
_END: Final = r"(?=\s*(?:[,.!;:–—]|-\s|$))"
_BREAKS: Final = " ,.!;:–—-"
_PIECES: Final = tuple(
    re.compile(rf"(?:{form}){_END}", re.IGNORECASE) for form in (_POLITE, _ECHO, _SAYS_SO)
)
# "Yes that's right" needs no comma; "yes" may stand before anything.
_YES_FIRST: Final = re.compile(rf"{_YES}(?![\w'])", re.IGNORECASE)
_NODS: Final = word_set("right")  # alone it is only a yes

# Words that retract, correct or doubt, in addition to restricting words.
_TAKES_BACK: Final = word_set(
    """
    opposite contrary reverse wrong incorrect false untrue mistake mistaken error wait sorry
    actually kidding joking sarcasm or correction heard guess supposedly too change changes correct
    else other another otherwise exception exceptions disagree disagrees disagreed denied denies
    differs different no nope nah
    tvärtom motsatsen omvänt fel felaktigt falskt osant misstag vänta förlåt egentligen faktiskt
    skämtar skojar ironi eller rättelse hörde gissar ändra ändras rätta däremot undantag undantaget
    nja nä nej nix emot annorlunda annat nekade
    """
)
_LIMITS: Final = _TAKES_BACK | RESTRICTING
_BACK: Final = word_set(  # words that refer to the statement
    """
    it its it's that that's this these those they them he she his her there so one ones
    det den de dem dom detta dessa denna han hon dess där så hit dit
    """
)
_THIS_DAY: Final = re.compile(r"\b(?:this|den här) (?:morning|afternoon|evening|week|veckan)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_FIGURE: Final = re.compile(r"\d")
_REQUEST: Final = re.compile(
    r"(?:(?:now|then|please|and|nu|sen|sedan|och|can|could|would|will|kan|kunde|vill)\b[\s,]*)?"
    r"(?:(?:you|du|ni)\b\s*)?(?:please\s+)?(?:show|write|send|make|give|tell|draw|plot|summari[sz]e|list"
    r"|open|go on|continue|carry on|visa|skriv|skicka|gör|ge|berätta|rita|lista|öppna|fortsätt)\b",
    re.IGNORECASE,
)
_BY_OWN_EYES: Final = re.compile(  # how the speaker knows it
    r"(?:i|we|jag|vi) (?:just |also |även |också )?(?:have |'ve |har )?(?:double-)?(?:checked|read"
    r"|looked|asked|verified|saw|seen|wrote|written|kollade|kollat|dubbelkollade|kontrollerade"
    r"|läste|läst|frågade|frågat|såg|sett|skrev|skrivit)\b",
    re.IGNORECASE,
)
_OWN_WORDS_MIN: Final = 3  # of a sentence; a shorter one is a value: "Every week."


def parse_assent(text: str) -> Assent | None:
    """The assent at the start of a sentence; None: there is none."""
    if "?" in text or "…" in text or ".." in text:
        return None  # a question or hesitation
    text = _SMILES.sub(" ", text)
    at, has_yes, is_strong = _behind_break(text, 0), False, False
    echo: str | None = None
    given: list[str] = []
    while at < len(text):
        found = next((one for form in _PIECES if (one := form.match(text, at))), None)
        if found is not None:
            verb = found.groupdict().get("echo")
            if verb and not has_yes:
                break  # "It is" may start any sentence
            echo = verb or echo
            is_polite = found.re is _PIECES[0]
            is_nod = found[0].lower() in _NODS
            has_yes = has_yes or is_nod
            is_strong = is_strong or not (is_polite or is_nod)
            given.append("" if is_polite else found[0].lower())
        else:
            found = _YES_FIRST.match(text, at)
            if found is None:
                break
            has_yes = True
            given.append(found[0].lower())
        at = _behind_break(text, found.end())
    if not (has_yes or is_strong) or _is_weary(given):
        return None
    return Assent(is_strong, _without_thanks(text[at:]), echo)


def _is_weary(given: Sequence[str]) -> bool:
    """Whether the assent is impatient or ironic: "yes, yes", "ja ja", "yeah, right"."""
    is_twice = any(one and one == other for one, other in pairwise(given))
    return is_twice or list(given[:2]) == ["yeah", "right"]


def _behind_break(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BREAKS:
        at += 1
    return at


def _without_thanks(text: str) -> str:
    found = re.search(rf"[,;–—]\s*(?:{_POLITE})[\s.!]*$", text, re.IGNORECASE)
    return text[: found.start()] if found else text


def is_restatement(rest: str, stated: str) -> bool:
    """Whether the text repeats the statement in the same words and order."""
    ours, theirs = _in_order(rest), _in_order(stated)
    if len(ours) < 2 or _denies(rest) != _denies(stated) or is_limited(rest, stated):
        return False
    left = iter(theirs)
    return all(one in left for one in ours)


def _in_order(text: str) -> list[str]:
    return [stem for one in _WORD.findall(text) for stem in verified_wording.keywords(one)]


def _denies(text: str) -> bool:
    low = text.lower()
    return negation.is_negated(low, frozenset(_WORD.findall(low)))


def is_limited(text: str, stated: str = "") -> bool:
    """Whether the text hedges, limits or corrects the statement in new words."""
    low = text.lower()
    words = frozenset(_WORD.findall(low))
    if not words.isdisjoint(_LIMITS - frozenset(_WORD.findall(stated.lower()))):
        return True
    return sentences.is_hedged(low, words) or sentences.is_hypothetical(low)


def leaves_unchanged(text: str, stated: Sequence[str]) -> bool:
    """Whether a further sentence leaves the confirmed statement unchanged."""
    found = parse_assent(text)
    if found is not None and not found.rest:
        return found.echo is None
    if any(is_restatement(text, one) for one in stated) or is_polite(text):
        return True
    low = text.lower()
    words = _WORD.findall(_THIS_DAY.sub(" ", low))
    if len(words) < _OWN_WORDS_MIN or not _BACK.isdisjoint(words) or _FIGURE.search(text):
        return False
    if "…" in text or ".." in text or _denies(text) or is_limited(text) or sentences.is_change(low):
        return False
    if find_recurrences(low) or MONTH.search(text) or WEEKDAY.search(text):
        return False
    if any(verified_wording.shared_keywords(text, one) for one in stated):
        return False  # about the same topic in different words
    if _REQUEST.match(text):
        return True
    return not text.endswith("?") and _BY_OWN_EYES.match(text) is not None


def is_polite(text: str) -> bool:
    """Whether a text is only a greeting or thanks."""
    plain = _SMILES.sub(" ", text).strip(" .!,")
    return not plain or all(
        re.fullmatch(_POLITE, one.strip(), re.IGNORECASE) for one in re.split(r"[,.!]", plain)
    )
