"""Feature patterns: phrases and number formats that are features of a sentence."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set

# Patterns that need a digit.
FIGURE_FORMS: Final = tuple(
    (name, re.compile(form))
    for name, form in (
        ("big figure", r"\d{3}|\d[ ,.]\d{3}|\d\s?(?:k|m|mn|tkr|mkr|msek|million|miljoner)\b"),
        ("clock", r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\bkl\.? ?\d"),
        (
            "date",
            r"\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d|\b(?:19|20)\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b"
            r"|\bv\.? ?\d{1,2}\b|\bq[1-4]\b",
        ),
        (
            "quote of the day",
            r"\b(?:price|kurs(?:en)?|close|p/e|mkt cap|market cap|volume|spread|ytd|day change"
            r"|as we speak|öppnade|stängde|balance|saldo|omsättning|resultat|revenue|turnover|sales"
            r"|portfolio|since inception|konto \d|skulder|kassa)\b",
        ),
    )
)
# Each with hint words: the pattern runs only if the sentence holds one of them.
WORD_FORMS: Final = tuple(
    (name, word_set(hints), re.compile(form))
    for name, hints, form in (
        (
            "from now on",
            "now going future as hädanefter vidare framöver fortsättningen default usual från",
            r"\b(?:from now on|going forward|in future|for now|as of|hädanefter|tills vidare"
            r"|framöver|i fortsättningen|från och med|as usual|by default)\b",
        ),
        (
            "not yet",
            "yet still be än ännu fortfarande back air decision beslut",
            r"\b(?:not yet|yet|still|to be|inte än|ännu inte|fortfarande|up in the air|come back"
            r"|get back|no decision|inget beslut)\b",
        ),
        (
            "by a day",
            "by before senast until till innan due",
            r"\b(?:by|before|senast|until|till|innan|due) (?:the )?(?:end|mon|tue|wed|thu|fri|sat"
            r"|sun|next|noon|\d|mån|tis|ons|tor|fre|lör|sön|slut|nästa|jan|feb|mar|apr|may|maj|jun"
            r"|jul|aug|sep|oct|okt|nov|dec|christmas)",
        ),
        (
            "it is",
            "it it's det with kör",
            r"\b(?:it is|it's|det är|det blir|så blir det|we go with|we'll go with|vi kör på)\b",
        ),
        (
            "going to",
            "going gonna about me got i'll jag can",
            r"\b(?:going to|gonna|about to|on me|i got it|i'll take|jag tar|jag fixar|i can"
            r"|jag kan)\b",
        ),
        (
            "is passive",
            "is are was were be been gets get",
            r"\b(?:is|are|was|were|be|been|gets?) \w+(?:ed|en)\b",
        ),
        (
            "has done",
            "has have had i've we've har hade",
            r"\b(?:has|have|had|i've|we've|har|hade) (?:\w+ )?\w+(?:ed|en|at|it|tt)\b",
        ),
        (
            "agenda",
            "one two three två tre item up agenda punkt dagordning dagordningen whether",
            r"\b(?:one more|(?:two|three|två|tre) (?:things|saker)|item (?:one|two|three|\d)"
            r"|first up|next up|agenda|punkt \w+|dagordning\w*|att ta upp|whether)\b",
        ),
        (
            "once",
            "used brukade förut back last sist förra",
            r"\b(?:used to|brukade|förut|back then|last time|sist|förra gången)\b",
        ),
        (
            "settles",
            "stick go going went landade agreed conclusion slutsats is it moved cut let's "
            "lets bifall "
            "avslag blev blir kör höjer sänker rejected beslut beslutade bestämde decided",
            r"\b(?:stick with|sticking with|(?:go|going|went) w(?:ith)?\b|landade i|agreed"
            r"|conclusion"
            r"|slutsats|it is\W*$|moved from|we (?:cut|raise|lower|drop|keep)|let'?s (?:do|go"
            r"|take|say)"
            r"|bifall|avslag|blev det|så blir det|det blir|kör vi|vi (?:kör|höjer|sänker|tar bort)"
            r"|rejected|beslut\w*|bestämde|decided(?! whether))",
        ),
        (
            "parks",
            "park parking parked leave open vänta löst tar back know torn oklart find out "
            "undecided "
            "whether decided settle settled revisit avvakta avvaktar bordlägger bordläggs "
            "återkommer "
            "återkommer vet svar pending undersöka utreda",
            r"\b(?:park(?:ing|ed)?|leave .{0,30}(?:open(?! (?:to|for) )|for now)|får vänta"
            r"|inte löst|not (?:solved|settled)|tar (?:vi|den|det) (?:på|nästa|senare|när)"
            r"|come back|don'?t know|dont know|torn"
            r"|oklart|find out|undecided|haven'?t decided|didn'?t settle|revisit|avvaktar?"
            r"|bordlägg\w*"
            r"|återkommer|vet inte|inget svar|pending|utreda|inte (?:klart|bestämt|beslutat))\b",
        ),
        (
            "asks for it so",
            "gärna helst hellre fine bra rather inte max please pls don't dont never always "
            "asked any "
            "slipper slippa snälla short only keep",
            r"\b(?:gärna|helst|hellre|is fine|are fine|går bra|rather (?!than)|(?:ring|skicka|mejla"
            r"|skriv|boka|send|call|text|email|book|remind|påminn|keep|use"
            r"|show) .{0,30}(?:inte|not|max"
            r"|only|bara|gärna|short)|please (?:no|don'?t|only|keep)|pls (?:no|don'?t)|asked that"
            r"|any time|slipp\w+)\b",
        ),
        (
            "takes on",
            "to tar ordnar sets set lämnar kopierar skickar fixar kollar sends will i'll ill ska "
            "hör ringer bokar mejlar i must need kan can måste behöver",
            r"(?:^|[,;:–-] |\b(?:and|och|so|så) )(?:i|jag|\w+) (?:to (?!the|be|a\b)|tar (?!inte)"
            r"|ordnar|sets|lämnar in|kopierar|skickar|fixar|kollar|sends|will|ska (?!inte)"
            r"|hör|ringer"
            r"|bokar|mejlar)|\b(?:i'll|ill|i can have|i have to|must dig|need to (?:find|send"
            r"|call|get"
            r"|book|check)|jag tar|jag lämnar|jag fixar)\b",
        ),
        (
            "dreams",
            "dream dreams dröm drömmen drömmer love retire retired pension sluta done own eget one "
            "day someday",
            r"\b(?:the dream|dreams? of|dröm\w*|love to|retire|gå i pension|vill sluta"
            r"|sluta (?:jobba"
            r"|när)|be done with|of my own|of our own|något eget|one day|someday)\b",
        ),
    )
)
