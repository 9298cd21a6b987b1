"""Words and patterns for dates in English and Swedish."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from remembrancer.language.word_patterns import alternation, word_set

MONTHS: Final = {
    name: number
    for listed in (
        "january february march april may june july august september october november december",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "jan feb mar apr maj jun jul aug sept okt nov dec",
    )
    for number, name in enumerate(listed.split(), start=1)
}
WEEKDAYS: Final = {
    name: number
    for listed in (
        "monday tuesday wednesday thursday friday saturday sunday",
        "måndag tisdag onsdag torsdag fredag lördag söndag",
        "mon tue wed thu fri sat sun",
    )
    for number, name in enumerate(listed.split())
} | {"tues": 1, "thurs": 3, "mån": 0, "tis": 1, "ons": 2, "tors": 3, "fre": 4}
COUNTS: Final = {
    name: number
    for listed in (
        "one two three four five six seven eight nine ten eleven twelve",
        "en två tre fyra fem sex sju åtta nio tio elva tolv",
    )
    for number, name in enumerate(listed.split(), start=1)
} | {"a": 1, "an": 1, "ett": 1, "couple of": 2, "a couple of": 2, "ett par": 2, "a few": 3}
SEASONS: Final = {  # its first month
    **dict.fromkeys(("spring", "vår", "våren", "våras"), 3),
    **dict.fromkeys(("summer", "sommar", "sommaren", "somras"), 6),
    **dict.fromkeys(("autumn", "fall", "höst", "hösten", "höstas"), 9),
    **dict.fromkeys(("winter", "vinter", "vintern", "vintras"), 12),
}


MONTH: Final = alternation(MONTHS)
DAY_NAME: Final = alternation(WEEKDAYS)
COUNT: Final = rf"\d{{1,3}}|{alternation(COUNTS)}"
DUE: Final = re.compile(
    r"(?:\b(?:by|before|until|till|no later than|latest|due|deadline(?: is)?|within|senast|före"
    r"|innan"
    r"|till|tills|inom|deadline)(?: on| the| den| på| är| by| end of| slutet av| mitten av| "
    rf"early| late| mid| i| (?:{DAY_NAME})(?:en)?,?)*)\s*$"
)
PLACED: Final = re.compile(  # words before the bare name of a month or a year
    r"(?:\b(?:in|by|since|until|till|from|to|before|after|during|through|for|of|this|next|last|and"
    r"|around|late|early|mid|on|between|i|under|sedan|till|från|före|efter|innan|senast|nästa|förra"
    r"|och|runt|omkring|kring|av|mitten av|slutet av|början av|år|till och med|t\.o\.m\.?"
    r"|fr\.o\.m\.?"
    r"|every|varje|deadline|due|starting|begins?|ends?|slutar|börjar|born|född|founded|grundat|grundades"
    r"|startade)(?: early| late| mid)?|[-–(,:])[ -]*$"
)
REGULAR: Final = re.compile(
    r"\b(?:(?:every|each|varje|per|all|var|vart)(?: (?:other|single|second|third|fourth|andra|annan"
    r"|annat|tredje|fjärde))?|varannan|vartannat)\s*$"
)
AHEAD: Final = re.compile(  # the day that something was moved to is in the future
    r"\b(?:moved?|moving|pushed|postponed|delayed|rescheduled|shifted|brought forward|slipped"
    r"|deferred|extended|booked|scheduled|planned|set|fixed|flytta\w*|skjut\w*|sköts|skjöts"
    r"|framskjut\w*|senarelagd?\w*|tidigarelagd?\w*|bokad?\w*|planera\w*|satt\w*|förläng\w*"
    r"|bestämd\w*)(?: (?!from|från)\w+){0,2}? (?:to|for|until|till|fram till)(?: the| den| on)?\s*$"
    r"|\b(?:expected|anticipated|due|väntas|beräknas)(?: (?:in|on|by|for|around|i|till))?"
    r"(?: the)?\s*$"
)
END: Final = re.compile(
    r"(?:\bend of(?: the)?|\bslutet (?:av|på)|\bs?utgången av|\blast day of)\s*$"
)
EARLY: Final = re.compile(r"(?:\b(?:beginning|start) of(?: the)?|\bearly|\bbörjan (?:av|på))\s*$")
MID: Final = re.compile(r"(?:\bmiddle of(?: the)?|\bmid[- ]?|\bmitten av)\s*$")
SINCE: Final = re.compile(r"\b(?:since|sedan|alltsedan)(?: the)?\s*$")
LOOK_BACK: Final = 24
LOOK_BACK_FAR: Final = 44  # for a verb that stands before the date

CLAUSE_WORDS_MIN: Final = 4  # in a clause that is long enough to show its own tense
NOW: Final = word_set("now nu numera")
# "Was 300 until April": it is over.
WAS_UNTIL: Final = re.compile(
    r"(?<!\w)(?:was|were|var|låg på|used to be)(?!\w)[^.;]{0,40}(?<!\w)(?:until|till|til|fram till)"
    r"(?: i| the end of)?\s*$"
)
GIVEN_NAMES: Final = word_set("april may june august maj juni")
ACTS: Final = re.compile(  # what a person does
    r"(?:'s [a-z]+ing|'ll)(?!\w)|,? (?:and|och) (?:i|jag)(?!\w)"
    r"| (?:has (?:the|taken|a|been)|can|says?|said|wants|is (?:the|our|my) new|took|tar|kan|vill|sa"
    r"|will(?! be(?!\w))|har (?:nyckeln|tagit|lovat|en)|ska(?! vara(?!\w)))(?!\w)"
)
FROM: Final = re.compile(
    r"\b(?:from|as of|as from|effective|från(?: och med)?|fr\.?o\.?m\.?)(?: the| den)?\s*$"
)
PERFECT: Final = word_set("have has i've we've they've you've har")
TENSED: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
DIGIT: Final = re.compile(r"\d")
ISO: Final = re.compile(r"(?<![\w-])(\d{4})-(\d{2})(?:-(\d{2}))?(?![\w-])")
SLASHED: Final = re.compile(r"(?<![\w/.])(\d{1,2})[/.](\d{1,2})[/.]((?:20)?\d{2})(?![\w/])")
HALF_SLASHED: Final = re.compile(r"(?<![\w/.])(\d{1,2})/(\d{1,2})(?![\w/])")
NAMED: Final = re.compile(
    rf"\b(?:(?:the |den )?(\d{{1,2}})(?:st|nd|rd|th|:e|:a)?(?: of)?[ -])?({MONTH})\b\.?"
    rf"(?: (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d|\s?%|\d| \d{{3}}))?(?:,? (\d{{4}})\b|,? "
    rf"'?(\d{{2}})\b(?=[.,)]|$))?"
)
YEAR_BESIDE: Final = re.compile(  # June next year
    r",? (?:of )?(?:(?P<next>next year|nästa år)|(?P<this>this year|i år)"
    r"|(?P<last>last year|förra året|i fjol|ifjol))\b"
)
ORDINALS: Final = {
    word: number
    for listed in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte "
        "trettonde "
        "fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde",
    )
    for number, word in enumerate(listed.split(), start=1)
} | {"last": 0, "sista": 0}
WORDED_DAY: Final = re.compile(
    rf"\b(?:the |den )?({alternation(ORDINALS)})(?: of| i)? ({MONTH})\b(?:,? (\d{{4}}))?"
)
ORDINAL: Final = re.compile(
    r"\b(?:the|den) (\d{1,2})(?:st|nd|rd|th|:e|:a)\b(?! (?:time|gång))"
    r"(?P<next> (?:of |i )?(?:next month|nästa månad))?"
)
YEAR: Final = re.compile(
    r"(?<![\w.,/£$€-])((?:19|20)\d{2})(?![\w%/]|[.,]\d| ?(?:kr|sek|kronor|st)\b)"
)
QUARTER: Final = re.compile(
    r"\b(?:(?:q|kvartal |kv ?)([1-4])|(first|second|third|fourth|första|andra|tredje|fjärde)"
    r" (?:quarter|kvartalet)(?! of (?:the|next))(?: of)?)(?:[ /-]?(20\d{2}|\d{2}\b(?! ?%)))?\b"
)
REPORTS: Final = re.compile(
    r"(?<!\w)(?:report(?:s|ed|ing)?|results?|figures|earnings|rapport\w*|resultat\w*|redovisa\w*)(?!\w)"
)
FAR_AHEAD: Final = timedelta(days=200)
COUNTED_FROM: Final = re.compile(r" (?:of|from|after|efter|från)(?: [\w']+){0,3} ")
OF_SEASON: Final = re.compile(rf"\b({alternation(SEASONS)})(?: of| av)? $")
OF_WHAT: Final = re.compile(r"\b(?:the|our|my|your|his|her|their)\s$")
DONE_WITH: Final = re.compile(
    r"\s[a-z]+ (?:is|are|has been|have been)(?: not| now| all)? (?:\w+ed|paid|sent|done)\b"
)
SPAN: Final = re.compile(rf"\b(?:{MONTH}|{DAY_NAME})\w*\.?,? (?:till|until|to)\s*$")
# "v2" is a version; Swedish words before it tell a week.
WEEK: Final = re.compile(
    r"(?<![\w/])(?:(?:week|vecka) ?|v(?:\. ?| )|(?<=\bi )v|(?<=\b(?:på|av) )v|(?<=\btill )v"
    r"|(?<=\bfrån )v|(?<=\bunder )v|(?<=\bsenast )v|(?<=\bföre )v|(?<=\binnan )v)"
    r"(\d{1,2})\b(?![./]\d|/)"
)
DAYS: Final = {
    "the day after tomorrow": 2, "day after tomorrow": 2, "i övermorgon": 2, "övermorgon": 2,
    "tomorrow": 1, "imorgon": 1, "i morgon": 1, "tmrw": 1, "today": 0, "tonight": 0,
    "idag": 0, "i dag": 0, "ikväll": 0, "i kväll": 0, "this morning": 0, "this afternoon": 0,
    "yesterday": -1, "igår": -1, "i går": -1, "i förrgår": -2, "last night": -1,
}  # fmt: skip
DAY: Final = re.compile(rf"\b(?:{alternation(DAYS)})\b")
NEAR_DAY: Final = re.compile(
    rf"\b(?:(next|this|last|coming|nästa|förra|nu på|på|i|om|on)\s)?({DAY_NAME})(s?)(?:en)?\b(?!-)"
    rf"( next week| nästa vecka| week| om en vecka)?"
)
# "Three evenings a week" and "90 kronor i veckan" are no week of the calendar.
_NOT_HOW_OFTEN: Final = (
    r"(?<!gånger )(?<!gång )(?<!kvällar )(?<!kväll )(?<!dagar )(?<!dag )(?<!nätter )(?<!morgnar )"
    r"(?<!pass )(?<!timmar )(?<!kronor )(?<!kr )"
)
STRETCH: Final = re.compile(
    rf"{_NOT_HOW_OFTEN}\b(next|this|last|past|previous|coming|current|nästa|förra|denna|detta"
    r"|den här|det här|i"
    r"|kommande)\s"
    r"(week|weekend|month|quarter|year|fiscal year|financial year|tax year|vecka[n]?|helg(?:en)?"
    r"|månad(?:en)?|kvartal(?:et)?|år(?:et)?|fjol|vår(?:en|as)?|som(?:mar|mar(?:en)|ras)"
    r"|höst(?:en|as)?|vint(?:er|ern|ras)|spring|summer|autumn|fall|winter)\b|\bifjol\b"
    rf"|{_NOT_HOW_OFTEN}\bi (veckan)\b"
    r"|\btill (våren|sommaren|hösten|vintern|helgen)\b"
)
IN: Final = re.compile(
    rf"\b(?:in|within|om|inom)\s(?:about |around |ungefär |cirka |max )?({COUNT})\s"
    r"(day|week|month|year|dag|veck|månad|år)[a-zåäö]*(?:'s?|s')?(?: time| tid)?\b"
)
AGO: Final = re.compile(
    rf"\b(?:för |about |some )?({COUNT})\s(day|week|month|year|dag|veck|månad|år)[a-zåäö]*\s"
    r"(?:ago|sedan|back|earlier)\b"
)
EDGE: Final = re.compile(
    r"\b(?:(?:the )?(end|start|beginning|slutet|början) (?:of|av|på) (?:the |this |next |nästa "
    r"|denna )?"
    r"(week|month|quarter|year|tax year|vecka[n]?|månad(?:en)?|kvartal(?:et)?|år(?:et)?)"
    r"|(eod|eow|eom|eoq|eoy)|(year[- ]end|årsskiftet|årets slut|month[- ]end|månadsskiftet"
    r"|veckoslutet))\b"
)
HABIT: Final = re.compile(
    r"(?:ar|arna|ly)\b|\s(?:of|in|i)?\s?(?:every|each|the month|varje|månaden)\b"
)
JUST_BEEN: Final = timedelta(days=45)
SHORTER: Final = word_set(
    """
    mar may maj mars march sat sun mon ons fre tis dec sep jun
    """
)
