"""Mood: whether a clause states what holds now, or only what would, sometimes or reportedly does.

A conditional, a reported or a seasonal statement gives no value for a slot: it replaces nothing.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import contains_any

# "I'd earn" is not real; "I'd like to" is a wish that holds now.
_WOULD: Final = re.compile(
    r"(?<![\w'])(?:would|(?:i|we|he|she|they|you|it|that)'d|skulle)\s+(?:(?:then|also|still|probably"
    r"|only|be|have|jag|vi|hon|han|de|då|också)\s+)*"
    r"(?!(?:call|describe|class) (?:myself|ourselves|it|us|him|her|them)\b)"
    r"(?!like\b|love\b|prefer\b|rather\b|want\b|vilja\b|gärna\b|hellre\b|helst\b|föredra\b|better\b"
    r"|rather\b|appreciate\b|uppskatta\b|hate\b)\w"
)
# "I have a policy that would pay £60,000": the policy is real.
_REAL: Final = re.compile(
    r"\W*(?:(?:i|we|they)(?:'ve got| have| own| hold)|(?:he|she) (?:has|owns|holds)"
    r"|(?:jag|vi|hon|han|de) (?:har|äger))\s[^,;:]{3,80}?,? (?=(?:that|which|som) (?:would"
    r"|skulle)\s)"
)
_WOULD_HINTS: Final = ("would", "'d ", "skulle")
_WHO: Final = (
    r"(?:i|we|you|he|she|they|it|jag|vi|du|ni|han|hon|de|den|det"
    r"|(?:the|my|our|his|her|their|min|mitt|vår|vårt) [\w-]+)"
)
# A condition of the clause: "if we sell", "om vi säljer". A rule "if X then always" is no value.
_IF: Final = re.compile(
    rf"(?<![\w'])(?:if|unless|in case|assuming|suppose|supposing|provided(?: that)?|om|ifall|såvida"
    rf"(?: inte)?|förutsatt att) {_WHO}(?:'\w+)? "
)
_IF_HINTS: Final = ("if ", "unless ", "in case", "assum", "suppos", "provided", "om ", "ifall",
                    "såvida", "förutsatt")  # fmt: skip
_UNSETTLED: Final = re.compile(
    r"(?<![\w'])(?:should|shouldn't|ought to|had better|advis(?:ed|es)|recommend(?:ed|s)"
    r"|suggest(?:ed|s)|propos(?:ed|es)|(?:ask(?:ed|s)|wonder(?:ed|s)|inquired) (?:whether|if|about)"
    r"|denie[sd]|disput(?:ed|es) that|dream(?:s|ed|t)? (?:of|about)"
    r"|borde|bör|behöver (?=[\ue000-\ue7ff])|frågade (?:om|ifall)|frågar (?:om|ifall)"
    r"|undrade|undrar|förneka(?:r|de)|drömmer om|(?:rådde|avrådde|råder)|rekommendera(?:r|de|t)"
    r"|föreslår|föreslog|föreslagit)(?!\w)"
)
_DISOWNED: Final = re.compile(
    r"(?<!\w)(?:wrongly|mistakenly|incorrectly|felaktigt)(?!\w)"
    r"|(?:which|that) (?:is|was) (?:wrong|not (?:right|true))|vilket (?:är|var) fel"
    r"|(?<![\w-])(?:former|previous|ex|erstwhile|förre|förra|tidigare|f\.d\.)[ -]"
    r"(?!(?:year|month|week|quarter|time|version|month|året|månaden|veckan|kvartalet|gången)\w*)"
    r"[a-zåäö]+ (?:is|was|are|heter|hette|är|var)(?!\w)"
    r"|(?<![\w-])(?:old|gamla|gammalt) (?:e-?mail|address|number|phone|mobile|surname|mejl|adress"
    r"|nummer|telefon)\w* (?:is|was|är|var)(?!\w)"
)
_HEARSAY: Final = re.compile(
    r"(?:^|[,;:]\s|(?<!\w)(?:and|but|och|men)\s)\W*(?:(?:an?|some|another|en|ett|nån|någon)"
    r" (?:[\w'-]+ ){1,12}?|(?:somebody|someone|people|everyone|everybody|någon|nån|folk|alla) )"
    r"(?:says?|said|swears?|swore|claims?|claimed|reckons?|insists?|maintains?|believes?"
    r"|told (?:me|us)|säger|sa|påstår|påstod|hävdar|svär|tror|menar)(?: that| på att| att)? "
    r"(?!(?:no|yes|to|on|nej|ja)\b)"
)
# Somebody else's words: "Tom says that …", "apparently", "enligt Tom".
_REPORTED: Final = re.compile(
    r"(?<![\w'])(?:apparently|allegedly|supposedly|reportedly|rumou?r has it|word is"
    r"|tydligen|påstås|ryktas|ryktet säger|det sägs|sägs (?:vara|ha)"
    r"|(?:i|we)(?:'ve| have)? (?:heard|hear|was told|were told|read somewhere)"
    r"|^\W*(?:just )?(?:heard|read|hörde|läste) (?:on|in|from|that|somewhere|på|i|att|av)"
    r"|(?:jag|vi) (?:hörde|har hört)"
    r"|^\W*[\w-]+ (?:thought|believed|assumed|guessed|trodde|antog|gissade|inbillade sig)"
    r"(?: that| att)? (?!about\b|it over|through|long|hard|again)"
    r"|^\W*(?:i|we|jag|vi) (?:råkade|accidentally|mistakenly|happened to) [^,;]*$"
    r"|(?:somebody|someone|people|everyone|någon|folk|alla) "
    r"(?:says?|said|thinks?|thought|reckons?|claims?|claimed|told (?:me|us)|swears|säger|sa|tror"
    r"|tycker|påstår|påstod|hävdar)\b(?! (?:no|yes|nej|ja)\b)"
    r"|(?:my|our|his|her|their|a|some|min|mitt|vår|hans|hennes|deras|en) (?:[\w-]+ ){1,2}?"
    r"(?:(?:who|som|from|at|in|på|i|från) (?:[\w-]+ ){1,5}?)?"
    r"(?:says?|said|thinks?|thought|reckons?|claims?|claimed|believes?|guesses|säger|sa|tror|tycker"
    r"|påstår|påstod|hävdar)(?: that| att)? (?!(?:she|he|they|hon|han|de|to|no|yes)\b)"
    r"|(?<!\bi )(?<!\bwe )(?:is|are|was|were|'s|'re) (?:utterly |quite |pretty |absolutely )?"
    r"(?:convinced|certain|adamant)(?: that)? (?!of\b|about\b)"
    r"|(?<!jag )(?<!vi )är (?:helt )?(?:övertygad|bergsäker)(?:e|a)?(?: om)? att"
    r"|according to (?!plan|schedule|our|the (?:contract|agreement|policy|accounts|books))\w"
    r"|enligt (?!plan|avtal|vår|kontrakt|bok)\w+ (?:är|har|ska|kommer|tjänar|bor)"
    r"|^\W*enligt (?!plan|avtal|vår|kontrakt|bok|lag|not|års|oss|mig)\w+)"
)
_SEASON: Final = (
    r"(?:summers?|winters?|springs?|autumns?|falls?|holidays?|vacations?|weekends?|school holidays"
    r"|christmas|easter)"
)
# Only for a while, or at one time of the year.
_LIMITED: Final = re.compile(
    rf"(?<![\w'])(?:(?:in|during|over|for) (?:the|every|each|our|this|last|next) (?:\w+ ){{0,2}}?"
    rf"{_SEASON}(?!\w)(?! (?:of )?[\ue800-\uefff])"
    r"|(?:during|until|for|in) [^.;]{1,60} only(?!\w)"
    r"|(?:just|only) (?:during|for|until|till|while|in) "
    r"(?:the|this|that|one|a|we|i|[\ue000-\uefff])"
    r"|(?:just|only) (?:this once|for now|temporarily)|for the time being|temporarily|on loan"
    r"|as a one-off|while (?:the|our|my|his|her|we|i)(?= )"
    r"|på (?:somrarna|vintrarna|sommaren|vintern|helgerna|vårarna|höstarna|loven|semestern)"
    r"|under (?:sommaren|vintern|semestern|sommarmånaderna)|om (?:somrarna|vintrarna)|tillfälligt"
    r"|tills vidare|för tillfället|(?:bara|endast) (?:under|i|för|till|tills|medan|den här|detta)"
    r"|medan (?:vi|jag|de|hon|han)(?= ))"
)
_TOGETHER: Final = re.compile(
    r"(?<![\w'])(?:together|between (?:us|the two of us|them)|combined|jointly|the two of us"
    r"|both of us(?: together)?|as a (?:household|couple|family)|tillsammans|sammanlagt|ihop"
    r"|gemensamt|vi två|oss emellan|som hushåll)(?!\w)"
)
_AND_I: Final = re.compile(
    r"(?<![\w'])(?:(?:[\w-]+|my [\w-]+|min [\w-]+) (?:and|och|&) (?:i|jag|me)"
    r"|(?:jag|i) (?:och|and|&) (?:min |my )?[\w-]+)(?= [^\W\d_]{2,})"
)
_WISHED: Final = re.compile(  # "wants £15k of it in the pension", "is to have set up", "vill ha"
    r"(?<![\w'])(?:want(?:s|ed)?|hop(?:es?|ed|ing)|plan(?:s|ned|ning)?|intend(?:s|ed)?|aim(?:s|ing)?"
    r"|(?:would|'d) like|(?:still )?(?:needs?|has|have) to"
    r"|(?:is|are) to(?= (?:have|get|set|make|put))|vill ha|hoppas|planerar|har som mål)(?!\w)"
)
_OVER: Final = re.compile(
    r"(?<!\w)(?:stopped|quit|ceased|gave up|given up|slutade|slutat|upphörde|upphört)(?!\w)"
)
_CLAUSE_START: Final = re.compile(r"[,;.:–—]\s|(?<!\w)(?:and|but|och|men|so|så)\s")
_SUBORDINATE: Final = re.compile(
    r"(?<![\w'])(?:before|until|till|when|once|after|by the time|as soon as|if|unless|whether"
    r"|innan|tills|när|så fort|förrän|om|ifall)\s+"
    r"(?:(?:i|we|he|she|they|you|jag|vi|hon|han|de|du|ni)(?:'\w+)?\s*)?$"
)


def is_unreal(low: str) -> bool:
    """Whether a clause is conditional or hypothetical: "if …", "I'd earn"."""
    if is_imagined(low):
        return True
    return contains_any(low, _IF_HINTS) and _IF.search(low) is not None


def is_imagined(low: str) -> bool:
    """Whether a clause says what would be: "it would cost", "vi skulle spara"."""
    if not contains_any(low, _WOULD_HINTS):
        return False
    real = _REAL.match(low)
    return _WOULD.search(real[0] if real else low) is not None


def is_reported(low: str) -> bool:
    """Whether a clause only reports what somebody else says or thinks."""
    return _REPORTED.search(low) is not None or is_hearsay(low)


def is_unsettled(low: str) -> bool:
    """Whether it says what somebody should do, asks, denies or dreams of, and not what is so."""
    return _UNSETTLED.search(low) is not None


def is_wished_or_over(low: str, start: int, end: int) -> bool:
    """Whether a clause only says what somebody wants, plans or has stopped; `start` and `end` are
    where its value is read."""
    first = max((one.end() for one in _CLAUSE_START.finditer(low, 0, start)), default=0)
    return any(one.search(low, first, end) is not None for one in (_WISHED, _OVER))


def is_disowned(low: str) -> bool:
    """Whether it says that what it tells is wrong, or was so earlier: "her former accountant"."""
    return _DISOWNED.search(low) is not None


def is_hearsay(low: str) -> bool:
    """Whether it reports somebody without a name: "a chap at the bowls club swears"."""
    return _HEARSAY.search(low) is not None


def is_limited(low: str) -> bool:
    """Whether a clause holds only for a while or for a part of the year."""
    return _LIMITED.search(low) is not None


def is_joint(low: str) -> bool:
    """Whether a figure is of two people together."""
    return _TOGETHER.search(low) is not None or _AND_I.search(low) is not None


def is_subordinate(low: str, start: int) -> bool:
    """Whether the words right before an offset make it a time or a condition: "before I'm 70"."""
    return _SUBORDINATE.search(low, max(0, start - 40), start) is not None
