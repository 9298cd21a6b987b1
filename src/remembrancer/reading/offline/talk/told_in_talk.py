"""Told in talk: plain statements that a talk asks for, announces, or says to hold from now on.

Most plain sentences of a talk pass with it. One is worth keeping where somebody asked for it,
where the speaker says that it is meant to be known, where it says since when it holds, and where
the person whom the talk is about says it of themself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from remembrancer.items.message import Message
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names
from remembrancer.language.sentences import Sentence
from remembrancer.language.stemming import detect_language
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.language.word_patterns import phrase_pattern
from remembrancer.reading.offline.definite_statements import is_of_oneself, is_worth, states
from remembrancer.reading.offline.filters import junk_filter
from remembrancer.reading.offline.sentence_features import IRREGULAR_PAST
from remembrancer.reading.offline.talk.spoken_sentences import SentenceCache

ASKED_WORDS_MIN: Final = 3  # "Ready?" asks for nothing
ANSWER_SENTENCES_MAX: Final = 2  # of a message: what follows is beside the question

_ASKS: Final = re.compile(  # for what is so as a rule, of something that is named
    r"(?:^|[,.;–-]\s*|(?<!\w)(?:and|so|but|och|men|remind me|asked|asking|asks|wonder(?:s|ed"
    r"|ing)?|know"
    r"|frågade|frågar|undrar|undrade|vet)\s(?:\w+\s)??)(?:"
    r"(?:who|whose|which|what|where|when|how often|how much|how many)(?:'s|'re)?(?=\s)"
    r"(?!\s(?:is |are |'s )?(?:it|that|this|he|she|they|up|new|wrong|for|left|next|now"
    r"|\w+ing)(?!\w))"
    r"|(?:is|are) there|do (?:we|they|you|any)|does (?:\w+ ){1,4}|have (?:we|you)|has any\w*"
    r"|any(?:one|body|thing)? (?!news|luck|idea|good|more)\w+|got any|(?:the|your|our) \w+\W*$"
    r"|(?:vem|vems|vilken|vilket|vilka|vad|var|när|hur ofta|hur mycket|hur många|hos vem)(?=\s)"
    r"(?!\s(?:är|händer|tycker|tror|säger|gör|blir|börjar)\s?(?:det|den|de|du|ni|han|hon|klockan|här)?\W*$)"
    r"|finns det|har (?:vi|ni|du)|stämmer det|\w+(?:en|et) då\W*$)"
    r"|(?<!\w)(?:is it|isn't it|right|or not|eller|va|visst)\W*$"
)
_REPORTS: Final = re.compile(r"(?<!\w)(?:asked|asking|asks|wonder\w*|fråga\w*|undra\w*)(?!\w)")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_OF_THE_MOMENT: Final = re.compile(  # a question about today, or about what was
    r"(?<![\w'])(?:tonight|today|this (?:morning|afternoon|evening)|weekend|yesterday|did|was|were"
    r"|had|think|reckon|happening|coming|going|doing|score|ikväll|i kväll|idag|i dag|helgen"
    r"|igår|i går"
    r"|hade|såg|åt|gick|tycker|tror|händer|gör du|gör ni|where(?:'s| is| are) my|var är min\w*"
    r"|where are"
    r" we|var ligger vi|best|bästa)(?![\w'])|(?<!, is)(?<!, isn't)(?<!, är)\s(?:it|that|this"
    r"|den|like)\W*$"
)
LASTING: Final = phrase_pattern(  # since when it holds: it is meant to last
    r"""
    (?:is|are) now; är (?:nu|numera); nu är; from now on; from (?:today|tomorrow|tonight); from
    (?:this|next) \w+; going forward; nowadays;
    these days; no longer; as of \S+; as from \S+; with effect from; from [\ue800-\uefff](?: on)?;
    hädanefter; numera; framöver; i fortsättningen; från och med \S+; från (?:idag|i dag|imorgon);
    fr\.?o\.?m\.?; inte längre; från [\ue800-\uefff]
    """
)
_NOBODY: Final = (  # who or what is meant is said before, or is nobody in particular
    r"(?!(?:it|that|this|these|those|they|he|she|you|there|here|what|who|which|how|why|when|where"
    r"|if|as|so|then|let's|let|not|no|yes|just|only|and|or|but|because|around|about|one|some|both"
    r"|most|many|people|nobody|everybody|everyone|somebody|someone|i|we|det|den|detta|de|dom"
    r"|han|hon|du|ni|man|där|här|så|då|som|vad|vem|hur|när|om|och|men|eller|inte|bara|nej|ja|jag|vi"
    r"|en del|många|folk|ingen|någon|båda|alla|cirka|ungefär)(?:'\w+)?\s)"
)
_WORDS: Final = r"(?:[\w'&./\ue000-\uefff-]+\s)"
_STANDS: Final = {  # a noun or a name, and a verb in the present: "The alt roster raids …"
    "english": re.compile(
        rf"\W*{_NOBODY}{_WORDS}{{1,5}}?(?:(?:is|are|has|have|isn't|aren't|doesn't|don't)"
        r"|(?!this|his|its|as|yes|was|does|thus|plus)[a-z]{3,}(?<!s)s)\s",
        re.IGNORECASE,
    ),
    "swedish": re.compile(
        rf"\W*{_NOBODY}{_WORDS}{{1,5}}?(?:tål|vet|sköts|hålls"
        r"|(?!(?:eft|und|ell|hell|åt|utöv|sönd|fl|innanf|utanf)er|över|för|var|när|där|här|mer|per|år)"
        r"[a-zåäö]*[aeioyåäö]r)\s",
        re.IGNORECASE,
    ),
}
_IS_SHORT: Final = re.compile(  # "the chair's Anna"
    rf"\W*{_NOBODY}(?:(?:the|our|my)\s)?(?:[\w-]+\s){{0,3}}[\w-]+'s\s(?=\S+)", re.IGNORECASE
)
_THEY_DO: Final = re.compile(  # "beginners meet on Tuesdays"
    rf"\W*{_NOBODY}(?:[\w-]+\s){{0,3}}[a-z]{{3,}}(?<!s)s\s(?!of|to|in|for|and|with|on|at|from|by|or)"
    r"[a-z]{2,}\s",
    re.IGNORECASE,
)
_DEFINITE: Final = re.compile(r"\W*[a-zåäö]{3,}(?:en|et|an|na)\s")  # "bilen", "nycklarna"
_WE_DO: Final = re.compile(
    r"\W*(?:we|vi)(?:'ve got|\s(?!(?:think|feel|felt|hope|guess|mean|know|see|hear|wonder|wish|want"
    r"|need|love|hate|can|will|would|could|should|must|may|might|are|were|had|did|got|went|saw|took"
    r"|just|all|both|tror|känner|hoppas|vet|ser|hör|undrar|vill|behöver|får|kan|ska|skulle|borde"
    r"|måste|är|var|hade|såg|fick|tog|gick|\w+(?:ed|de|te))\b)[a-zåäö]{3,})\s",
    re.IGNORECASE,
)
_I_DO: Final = re.compile(
    r"\W*(?:i|we|jag|vi)\s(?!(?:can|will|would|could|should|must|may|might|think|hope|know|want|need"
    r"|kan|ska|skulle|borde|måste|tror|hoppas|vet|vill|behöver|\w+(?:ed|ade))\b)[a-zåäö]{2,}\s"
)
_DID: Final = re.compile(
    rf"\W*(?:i|we|jag|vi)\s(?:{'|'.join(sorted(IRREGULAR_PAST))}|\w+ed)\s"
    r"|\W*(?:jag|vi)\s\w+(?:de|te)\s"
)
_THERE_IS: Final = re.compile(
    r"\W*(?:there's|there is|there are|det finns)\s(?:a|an|another|also|two|three|en|ett|två"
    r"|tre|också)"
    r"\s(?!problem|bit|lot)\w",
    re.IGNORECASE,
)
_WHO_DOES: Final = re.compile(  # "it's Anna who has the key", "det är Anna som har nyckeln"
    r"\W*(?:(?:so\s)?(?:now\s)?(?:it's|it is"
    r"|that's)\s(?:now\s)?(?-i:[A-ZÅÄÖ])[\w'-]+(?:\s(?-i:[A-ZÅÄÖ])[\w'-]+)*\s(?:who|that)"
    r"\s(?:has|is|\w+s)\s|(?:så\s)?(?:det är|(?:nu"
    r"|numera) är det)\s(?-i:[A-ZÅÄÖ])[\w'-]+(?:\s(?-i:[A-ZÅÄÖ])[\w'-]+)*\ssom\s"
    r"(?:är|har|[a-zåäö]+r)\s)",
    re.IGNORECASE,
)
_IS_CALLED: Final = re.compile(  # "my horse is called Sleipner"
    r"\W*(?:my|our|his|her|their|min|mitt|mina|vår|vårt|våra|hans|hennes|deras)\s(?:[\w-]+\s){1,3}"
    r"(?:(?:is|are) (?:called|named)|heter)\s(?-i:[A-ZÅÄÖ])",
    re.IGNORECASE,
)
_HAVE_DONE: Final = re.compile(  # with a word of time before it: "as of tonight I've handed …"
    r"\W*(?:(?:as of|from|från och med)\s[\w\ue800-\uefff]+,?\s)?(?:i've|i have|we've|we have"
    r"|jag har|vi har|har (?:jag|vi))\s\w+"
)
_PAST: Final = re.compile(r"(?<![\w'])(?:was|were|had|did|didn't|wasn't|var|hade|blev)(?![\w'])")
_TO_YOU: Final = re.compile(
    r"(?<![\w'])(?:you|you're|you've|you'll|you'd|your|yours|du|dig|din|ditt|dina|ni|er|ert)(?![\w'])"
)
_SAYS: Final = re.compile(
    r"(?<!\w)(?:says|thinks|claims|hopes|wants|reckons|believes|feels|looks|sounds|seems|säger|tycker"
    r"|tror|hoppas|vill|hälsar|verkar|känns|låter|always|alltid)\s*$|(?<!\w)one\s\w+\s*$"
)
_A_WHILE: Final = re.compile(
    r"(?<!\w)(?:until|a bit|a little|more of an?|like an?|lite|tills)\s(?!now|nu|further)"
)
_ROLE: Final = re.compile(r"(?:now |nu )?(?:the|our|their|vår|vårt|\w{3,}ansvarig\w*|ansvarig) ?\w")
_FIGURE: Final = re.compile(r"[\ue000-\ue7ff]")
_DATE: Final = re.compile(r"[\ue800-\uefff]")
_BRIEF: Final = frozenset({"minutes", "seconds"})  # how long something takes today
CORRECTS: Final = re.compile(r",\s(?:and )?(?:not|inte)\s\S")  # "on Saturdays, not on Sundays"
_CODE: Final = re.compile(r"\w_\w|#\w|\d[:.]\d\d")


def is_asked(messages: Sequence[Message], index: int, split: SentenceCache) -> bool:
    """Whether somebody else asked something right before a message."""
    if index == 0:
        return False
    before = messages[index - 1]
    if before.author_id == messages[index].author_id:
        return False
    asked = split.sentences(before)
    if not asked:
        return False
    return asks_for_facts(asked[-1])


def asks_for_facts(asked: Sentence) -> bool:
    """Whether a sentence asks for what is so as a rule, and not for what happens today."""
    low = asked.text.lower().replace("’", "'")
    words = frozenset(_WORD.findall(low))
    if _OF_THE_MOMENT.search(low) or junk_filter.is_chitchat(low, words):
        return False
    if len(words) < ASKED_WORDS_MIN or _ASKS.search(low) is None:
        return False
    is_asked_now = asked.is_question or junk_filter.starts_as_question(low)
    return is_asked_now or _REPORTS.search(low) is not None


def is_told(said: MaskedText, today: date, language: str) -> bool:
    """Whether a clause of a talk stands alone, and states something that can be looked up."""
    low = said.low
    if _TO_YOU.search(low.split(", ")[0]) or _PAST.search(low):
        return False
    spoken = detect_language(said.plain) or language
    stands = _STANDS.get(spoken, _STANDS["english"])
    recurs = bool(find_recurrences(said.plain.lower()))
    forms = (stands, _WE_DO, _IS_SHORT, _THERE_IS, *((_THEY_DO,) if recurs else ()))
    form = next((found for one in forms if (found := one.match(said.text))), None)
    if form is None or _SAYS.search(form[0].lower()) or _A_WHILE.search(low, form.end()):
        return False
    if not (states(said) or recurs or _DEFINITE.match(low)):
        return False  # "main roster raids on Wednesdays" has no article
    return _says_something(said, form.end()) and is_worth(said, today)


def tells_who(said: MaskedText) -> bool:
    """Whether a clause says who it is that has or does something."""
    return _WHO_DOES.match(said.text) is not None and _PAST.search(said.low) is None


def tells_name(said: MaskedText) -> bool:
    """Whether a clause says what somebody or something of the speaker's is called."""
    return _IS_CALLED.match(said.text) is not None


def has_done(said: MaskedText, today: date) -> bool:
    """Whether the speaker says what they have done, from a day on: a duty is handed over."""
    return _HAVE_DONE.match(said.low) is not None and bool(find_names(said.plain))


def is_own(said: MaskedText, today: date) -> bool:
    """Whether the speaker says of themself what is so as a rule: "I play the viola"."""
    if _TO_YOU.search(said.low) or _PAST.search(said.low):
        return False
    if _DID.match(said.low):
        return False  # "I left the letter at home"
    is_habit = _I_DO.match(said.low) is not None and bool(find_recurrences(said.plain.lower()))
    return (is_habit or is_of_oneself(said)) and is_worth(said, today)


def _says_something(said: MaskedText, start: int) -> bool:
    """Whether what is said of the subject is a name, a figure, a time or a role: "is at the
    Moorhen", "is the treasurer". "Pete is a laugh" says none of them."""
    behind = said.text[start:]
    if _ROLE.match(behind) or find_recurrences(said.plain.lower()):
        return True
    figures = [one for one in _FIGURE.findall(behind) if said.amount_of(one).unit not in _BRIEF]
    if figures or _DATE.search(behind) or _CODE.search(said.plain):
        return True
    return bool(find_names(f"x {behind}"))
