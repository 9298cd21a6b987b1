"""Definite statements: a short text that a caller gives is worth keeping if it states something.

In a long conversation most sentences are passing talk. Who gives one or two sentences to be
remembered means them: there a plain statement with a name, a figure or a date is kept.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from remembrancer.language import mood, sentences, tense
from remembrancer.language.main_clauses import stands
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.filters import junk_filter, transient_filter
from remembrancer.reading.offline.sentence_features import IRREGULAR_PAST

_NEAR: Final = timedelta(days=8)  # events within a week are soon obsolete
_LONG: Final = timedelta(days=100)  # "this year" is no appointment
_WEEKS: Final = timedelta(days=20)  # "in March" is none either, where nothing else is said
_CODE: Final = re.compile(r"\w_\w|#\w|\w\.\w{2,}|\d[:.]\d\d")  # a name of a system, or a time
_STATES: Final = re.compile(
    # A subject at the start, and a verb after it. In Swedish the verb may come first of the two.
    r"\W*(?:(?:the|a|an|my|our|his|her|their|this|these|all|each|every|there|i|we|he|she|it|they"
    r"|jag|vi|hon|han|de|den|det|vår|vårt|våra|min|mitt|mina|alla|en|ett|varje)(?:'\w+)?\s"
    r"|(?-i:[A-ZÅÄÖ])|[\w-]+\s(?:is|are|was|were|has|have|will|är|var|har|ska|hade)\s"
    r"|[\ue800-\uefff]|(?:before|after|since|from|during|in|on|at|until|just|only|for|numera|nu"
    r"|bara|endast|tills|sedan|efter|före|från|under|i|på)\s)",
    re.IGNORECASE,
)

_VERB: Final = re.compile(  # "Lovely to see Ellen" has none
    r"(?<![\w'])(?:is|are|was|were|am|has|have|had|will|can|could|should|must|do|does|did|\w+n't"
    r"|är|var|har|hade|ska|kan|vill|vet|tar|ser|gör|slår|står|får|måste|blir|blev|äter|äger|[a-zåäö]{3,}(?:ed|s|ar|er|ade|te)|bor|ger|går)"
    r"(?![\w'])|\w+s\s(?!of|to|in|for|and|with|on|at|from|by|or)[a-z]{3,}"
    r"|(?<=\w)'(?:s|re|ve|m|ll|d)\s|(?<![\w'])(?i:i|we|they|jag|vi|de)\s[a-zåäö]+"
)


def has_verb(said: MaskedText) -> bool:
    """Whether a clause has a finite verb, as far as its form shows."""
    return _VERB.search(said.text) is not None or not said.words.isdisjoint(IRREGULAR_PAST)


def states(said: MaskedText) -> bool:
    """Whether a clause has a subject at its start, and a verb."""
    return _STATES.match(said.text) is not None and has_verb(said)


def is_definite(said: MaskedText, today: date, *, is_single: bool = False) -> bool:
    """Whether a clause states something that can be looked up: a name, a figure or a date. Of a
    text of a single sentence, whether it states anything that lasts."""
    if not states(said) and not (is_single and (_stands_alone(said.plain) or is_labelled(said))):
        return False
    return is_worth(said, today, is_single=is_single)


def _stands_alone(plain: str) -> bool:
    """Whether it has a subject and a verb, without a word in front that only comments on what was
    said: "Absolutely, ring me in the middle of dinner", and asks nobody to do anything."""
    return _COMMENT.match(plain) is None and _ASKED_FOR.match(plain) is None and stands(plain)


def is_labelled(said: MaskedText) -> bool:
    """Whether it is a note of a field and its value: "main instrument: cello"."""
    found = _LABELLED.fullmatch(said.plain)
    if found is None or found[1].lower() in _NO_FIELDS:
        return False
    return not is_name(found[1]) or _TWO_WORDS.match(found[1]) is not None


def is_worth(said: MaskedText, today: date, *, is_single: bool = False) -> bool:
    """The same of a clause that is known to have a subject and a verb."""
    low, words = said.low, said.words
    if junk_filter.is_one_off_request(low) or _COURTESY.match(low) is not None:
        return False
    if _SIGNED.fullmatch(low) is not None:
        return False
    if transient_filter.is_gripe(words) or transient_filter.is_withdrawn(low):
        return False
    if sentences.is_hedged(low, words) or mood.is_unreal(low) or mood.is_reported(low):
        return False
    if transient_filter.is_current_trouble(low):
        return False
    if junk_filter.is_chitchat(low, words) and not is_specific(said):
        return False
    longest = _WEEKS if is_single else _LONG
    is_near = any(
        one.first - _NEAR <= today <= one.last + _NEAR and one.last - one.first <= longest
        for one in said.dates
    )
    if said.dates and is_near and not (_is_since(said) or _names_weekday(said)):
        return False  # an appointment, or what happened today
    if said.amounts or said.dates or find_recurrences(low):
        return True
    if tense.is_past(low) and not sentences.is_change(low):
        return False
    if _is_reaction(said.plain):
        return False
    if find_names(said.plain) or _CODE.search(said.plain) is not None:
        return True
    return is_of_oneself(said) or (is_single and _lasts(said))


def _lasts(said: MaskedText) -> bool:
    """Whether it says how something is that it names, or what the speakers do, and not just now."""
    return _OF_WHAT.match(said.low) is None and _PASSING.search(said.low) is None


def refuses(said: MaskedText) -> bool:
    """Whether somebody says what they never want: "I don't want to take big risks"."""
    return (
        _REFUSES.match(said.low) is not None
        and _PASSING.search(said.low) is None
        and not (said.dates or junk_filter.is_chitchat(said.low, said.words))
    )


def directs(said: MaskedText) -> bool:
    """Whether somebody says what others shall, may or must not do as a rule: "please do not
    discuss my finances with my husband", "jag vill att ni svarar på svenska"."""
    low = said.low
    if _DIRECTS.match(low) is None or _PASSING.search(low) is not None:
        return False
    return not said.dates or _EXCEPT.search(low) is not None


def is_about_oneself(said: MaskedText) -> bool:
    """Whether the speaker is named in it: "me", "my", "oss"."""
    return _ME.search(said.low) is not None


def is_being(said: MaskedText) -> bool:
    """Whether somebody says in a few words what they are for good: "I'm colourblind"."""
    return _IS_BEING.match(said.low) is not None and _PASSING.search(said.low) is None


def is_specific(said: MaskedText) -> bool:
    """Whether a clause about a game or a meal gives a figure, or says who does it where: "Tuva
    plays handball at Lunken"."""
    has_figure = bool(said.amounts) or _CLOCK.search(said.plain) is not None
    return has_figure or len(find_names(said.plain)) > 1


def is_of_oneself(said: MaskedText) -> bool:
    """Whether somebody says what they are, have or do as a rule."""
    if is_being(said):
        return True
    return _OF_ONESELF.match(said.low) is not None and _PASSING.search(said.low) is None


_COMMENT: Final = re.compile(r"\W*(?:(?:men|but|ja|yes|oh|nej|no)\s)?[^\W\d_]+,\s")
# "Throw the rest in", "släng gärna in resten": a verb with what it takes.
_ASKED_FOR: Final = re.compile(
    r"\W*(?:please\s)?[^\W\d_]+\s(?:gärna|bara|in|ut|upp|ner|more|some|any|fler|mer|lite"
    r"|du|ni|you|me|us|him|them|the|an?|my|your|our|mig|oss|dem|en|ett|min|mitt|ditt|din)\s",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(r"\W*([^\W\d_][\w'/-]*(?: [\w'/-]+){0,2}): (?=\S)[^?!]{2,80}")
_TWO_WORDS: Final = re.compile(r"[^\W\d_]+ [a-zåäö]")  # "Main instrument", and no speaker's name
_NO_FIELDS: Final = word_set(
    """
    note notes fyi update ps todo re fwd subject question answer summary edit reminder warning
    example obs ang vb uppdatering fråga svar sammanfattning påminnelse exempel
    """
)
_BEING: Final = (  # what somebody is for good, or for long
    r"(?:\w*(?:deaf|blind|blinda|döv|intoleran\w+|allergi\w*|handed|hänt)|diabetic|epileptic|asthmatic"
    r"|dyslexic|autistic|coeliac|celiac|vegan|vegetarian|pescatarian|teetotal|pregnant|married|divorced"
    r"|widowed|retired|self-employed|diabetiker|epileptiker|astmatiker|dyslektiker|vegetarian|nykterist"
    r"|gravid|gift|skild|änka|änkling|pensionerad|pensionär|glutenintolerant)"
)
_CLOCK: Final = re.compile(r"(?<![\d.,:])(?:[01]?\d|2[0-3])[:.][0-5]\d(?![\d:])")
_EXCEPT: Final = re.compile(r"(?<!\w)(?:unless|except|utom|förutom|såvida)(?!\w)")
_COURTESY: Final = re.compile(
    r"\W*(?:(?:i am|i'm|we are|we're|jag är|vi är)\s(?:\w+\s)?)?(?:sorry|apologies|thanks|thank you"
    r"|tack|förlåt|ledsen|ledsna|ursäkta)(?!\w)"
)
_SIGNED: Final = re.compile(  # "Best wishes, Nadia"
    r"\W*(?:(?:with |all |many |kind(?:est)? |best |warm(?:est)? )*"
    r"(?:best|regards|wishes|thanks|love)|yours(?: \w+)?|cheers|sincerely|mvh"
    r"|(?:med )?(?:vänlig(?:a)? |bästa |varma )*hälsning(?:ar|en)?|vänligen|allt gott|kram(?:ar)?)"
    r"[,;:–\s-]+(?:[^\W\d_][\w.-]*\s?){1,3}\W*"
)
_ME: Final = re.compile(
    r"(?<![\w'])(?:i|me|my|us|our|jag|mig|min|mitt|mina|oss|vi|vår|vårt|våra)(?![\w'])"
)
_IS_BEING: Final = re.compile(
    rf"\W*(?:i'm|i am|we're|we are|jag är|vi är)\s(?:[a-zåäö]+\s){{0,2}}?{_BEING}(?!\w)"
)
# What somebody is, has or does as a rule: "I play the cello", "my favourite colour is green".
_OF_ONESELF: Final = re.compile(
    r"\W*(?:(?:my|our|min|mitt|mina|vår|vårt|våra)\s(?:[\w'-]+\s){1,3}?(?:is|are|has|have|är|har"
    r"|heter)\s"
    r"|(?:i'm|i am|we're|we are|jag är|vi är)\s(?:the|an?(?!\s(?:bit|little|tad|lot))|en|ett)\s"
    r"|(?:i've|we've)(?: also| still| now)? got\s"
    r"|(?:i|we) come from\s|(?:jag|vi) kommer från\s"
    r"|(?:i|we|jag|vi)\s(?!(?:think|feel|felt|hope|guess|mean|know|see|hear|wonder|wish|want|need|love"
    r"|hate|promise|agree|suppose|remember|forget|understand|believe|bet|wait|look|send|give|call"
    r"|get|go|come|take|do|can|will|would|could|should|must|may|might|am|are|was|were|had|did|tror"
    r"|känner|hoppas|menar|vet|ser|hör|undrar|önskar|vill|behöver|älskar|hatar|lovar|håller|antar|minns"
    r"|glömmer|förstår|väntar|tittar|skickar|ger|ringer|får|går|kommer|tar|gör|kan|ska|skulle|borde"
    r"|måste|är|var|hade)\b)[a-zåäö]+\s(?:(?:the|an?|no|my|our|in|at|for|with|as|on|en|ett|min|mitt"
    r"|vår|i|på|hos|med|för|som|inga|ingen)\s|[a-zåäö]{4,})"
    r")"
)
_REFUSES: Final = re.compile(
    r"\W*(?:(?:i|we)(?: really| definitely)? (?:don't|do not|never|no longer)(?: ever)? want to"
    r" (?!be\b|bother|keep you|hear|sound|say|know|think|talk|argue|go\b)[a-z]+"
    r"|(?:jag|vi) vill (?:verkligen |absolut )?(?:inte|aldrig)(?: längre)?"
    r" (?!vara|störa|höra|säga|veta|tänka|prata|bråka|gå)[a-zåäö]+a)\s(?:\S+\s){1,8}?\S"
)
_DIRECTS: Final = re.compile(
    r"\W*(?:(?:please\s|snälla\s)?(?:do not|don't|never)\s(?!(?:forget|worry|think|know|mind|be|get"
    r"|bother|ask|hesitate|panic|miss)\b)[a-z]{3,}\s(?:\S+\s){1,10}?\S"
    r"|you (?:may|can|are welcome to) (?:always )?(?:tele)?(?:phone|call|ring|text|e-?mail|write to"
    r"|contact|reach|discuss|share)\s(?:\S+\s){1,12}?\S"
    r"|(?:i|we)(?:'d like| want| would like) you to (?:always )?(?:answer|reply|write|speak|use"
    r"|call|send|address|keep|round|show|give|include|treat)\s(?:\S+\s){0,10}?\S"
    r"|(?:jag|vi) vill att (?:du|ni) (?:alltid )?(?:svarar|skriver|talar|använder|ringer|skickar"
    r"|tilltalar|avrundar|visar|kallar|håller|behandlar)\s(?:\S+\s){0,10}?\S"
    r"|(?:skicka|ring|mejla|boka|lägg|send|book|make|leave)(?: me| us| mig| oss)?"
    r" (?:no|inga|inget|ingen) \w+(?: \S+){1,8}"
    r"|(?:please )?(?:send|post|mail|give|show|write|text|e-?mail) (?:me|us) (?:[\w'-]+ ){1,5}?"
    r"(?:by|via|on|in|as|without|with) (?!(?:the|a|an|this|next|my|our|time)\b)[a-z][\w-]+"
    r"|(?:jag|vi) vill ha (?:\S+ ){1,4}?(?:samma dag|inom \S+ \w+)"
    r"|(?:jag|vi) vill (?:gärna |helst )?(?:ha|få) \w{3,}(?:na|en|et|n|t)"
    r" (?:med|i|på|via|som|per|till|utan|före|efter) (?!dag|morgon|kväll|stund|minut)\w"
    r"|(?:i|we) (?:want|would like) (?:\S+ ){1,4}?(?:the same day|within \S+ \w+)"
    r"|(?:jag|vi) vill ha (?:alla|varje|mina|våra|allt) (?:\S+\s){1,8}?\S"
    r"|(?:ni|du) (?:får|kan) (?:gärna |alltid )?(?:ringa|mejla|smsa|skriva till|kontakta|nå)"
    r" (?:mig|oss)\s(?:\S+\s){1,10}?\S)"
)
_PASSING: Final = re.compile(
    r"(?<![\w'])(?:today|tonight|now|again|right now|at the moment|currently|yet|soon|later"
    r"|tomorrow|yesterday|this|just|so|bit|idag|i dag|ikväll|i kväll|nu|igen|snart|sen|senare"
    r"|imorgon|i morgon|igår|i går|den här|det här|den där|det där|de där|så)(?![\w'])"
)

_OF_WHAT: Final = re.compile(  # somebody or something that only who was there can name
    r"\W*(?:(?:you|it|this|that|these|those|there|they|he|she|du|ni|det|den|detta|de|dom|han|hon|där"
    r"|här)(?:'\w+)?\s|(?:i|we|jag|vi)(?:'(?:m|re|d|ll)\s|\s(?:think|feel|hope|guess|mean|know|see"
    r"|hear|wonder|wish|want|love|hate|promise|agree|suppose|remember|forget|understand|believe|bet"
    r"|wait|look|call|am|are|was|were|had|did|tror|känner|hoppas|menar|vet|ser|hör|undrar|önskar|vill"
    r"|älskar|hatar|lovar|håller|antar|minns|glömmer|förstår|väntar|tittar|ringer|är|var|hade)\b))"
)
_OPENING: Final = re.compile(r"\W*([^,.;:]{2,30}),\s")
_OPENING_WORDS_MAX: Final = 3
_PREPOSITIONS: Final = word_set("on in at after for since by from with på i efter vid av")


def _is_reaction(plain: str) -> bool:
    """Whether it begins with a few words that state nothing: "Lovely day, Ellen brought cake!"."""
    found = _OPENING.match(plain)
    if found is None or not _OPENING_WORDS_MAX >= len(found[1].split()) > 1:
        return False
    if found[1].split()[0].lower() in _PREPOSITIONS:
        return False  # "On reflection, …", "Efter mötet, …"
    return _VERB.search(found[1]) is None and not find_names(found[1])


# "The Tuesday raid", "tisdag och fredag": a weekday as a name, or more than one of them.
_WEEKDAYS: Final = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mån|tis|ons|tors|fre|lör|sön)dag)"
)
_OF_WEEKDAY: Final = re.compile(
    rf"(?<!\w)(?:(?:the|our|my|their|his|her|each|every)\s{_WEEKDAYS}\s(?!(?:is|was|at|in|we|i|after"
    rf"|before|morning|afternoon|evening|night)(?!\w))[a-z]|{_WEEKDAYS}s?(?:,\s{_WEEKDAYS})?"
    rf"\s(?:and|och|&|eller|or)\s{_WEEKDAYS})"
)


def _names_weekday(said: MaskedText) -> bool:
    """Whether all its dates are weekdays that name a thing, or days of every week."""
    low = said.plain.lower()
    bare = len(re.findall(_WEEKDAYS, low))
    return bare >= len(said.dates) and _OF_WEEKDAY.search(low) is not None


_SINCE: Final = re.compile(
    r"(?<!\w)(?:since|from|as of|sedan|från|fr\.o\.m\.?)\s[^,;.]*[\ue800-\uefff]"
)


def _is_since(said: MaskedText) -> bool:
    """Whether a date only says since when it holds."""
    return _SINCE.search(said.low) is not None
