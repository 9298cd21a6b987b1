"""Slot rules for contact preferences: channel, language, length and simplicity."""

from __future__ import annotations

from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.slots.people import LANGUAGE, LANGUAGES
from remembrancer.language.slots.slot import SlotRule, invert_meanings

_CONTACT: Final = {
    "e-mail": "email",
    "email": "email",
    "e-post": "email",
    "mejl": "email",
    "mail": "email",
    "phone": "phone",
    "telefon": "phone",
    "call": "phone",
    "ring": "phone",
    "text": "text",
    "sms": "text",
    "whatsapp": "whatsapp",
    "teams": "teams",
    "slack": "slack",
    "letter": "post",
    "post": "post",
    "brev": "post",
    "video": "video",
    "zoom": "video",
    "in person": "in person",
    "face to face": "in person",
    "face-to-face": "in person",
    "signal": "signal",
    "dm": "dm",
    "chat": "chat",
    "chatt": "chat",
}
_BY: Final = (
    r"(e-?mails?|e-post|mejl|mail|phone(?: calls?)?|telefon|calls?|texts?|text messages?|sms"
    r"|whatsapp|teams"
    r"|slack|letters?|post|brev|video calls?|zoom|in person|face[- ]to[- ]face|signal|dms?"
    r"|chatt?)\b"
)
# "I'd rather get them by e-mail": how something comes, and not how to reach somebody.
_THEM: Final = (
    r"(?: \w+){0,3}? (?:them|my|our|dem|den|det|mina|våra|\w{4,}(?:rna|erna|orna|arna)) \w"
)
_DO: Final = r"(text|call|ring|phone|e-?mail|mejla|maila|sms:?a)"

RULES: Final = (
    SlotRule(
        "preferred contact",
        "prefer helst hellre föredrar best_reach best_contact contact reach rather bäst_på "
        "kontakta easiest email mejl skriv write ring_mig via call_me text_me text_us ring_ sms "
        "instead_of i_stället istället",
        rf"""
        (?:prefers?|preferred|preferring|would rather|'d rather|rather(?! than))(?!{_THEM})\
(?: \w+){{0,5}}? \
        {_BY}
        (?:only|just|please|bara) (text|call|ring|phone|e-?mail|mejla|sms:?a)\w* (?:me|us|her|him|\
        them|mig|oss|henne|honom)(?:,| only| rather|$)
        (?:can|could|would|will|kan|skulle|vill) (?:you|du|ni)(?: please| gärna)? (text|call|ring|\
        phone|e-?mail|mejla|sms:?a)\w*(?: \w+){{0,3}}? (?:rather than|instead of|i ?stället för|\
        hellre än)
        (?:föredrar|helst|hellre(?! än))(?!{_THEM})(?: \w+){{0,4}}? {_BY}
        (?:prefers?|rather|like|likes|want|wants)(?: to)? (?:be|being) \
        (e-?mailed|called|phoned|texted)(?= |$|[.,!])(?! (?:when|about|if|once|on|at|in|by))
        (?:hellre|helst|vill|föredrar att)(?: \w+){{0,2}}? (?:bli|blir) \
        (mejlad|mailad|uppringd|sms:ad)
        (?:likes?|gillar) {_BY} (?:best|most|better|bäst|mest)
        (?:preference|preferens)<IS>(?:for |för )?{_BY}
        (?:contact|reach|reached|contacted|kontakta|nås|når)(?: \w+){{0,3}}? (?:by|via|on|på|per|\
        through) {_BY}
        (?:skriv|write|message)(?: to| till)? (?:me|us|mig|oss)(?: \w+)? (?:på|via|per|by|over) \
        {_BY}
        (ring|call|phone|email|text|mejla)(?: me| us| her| him| them| mig| oss)(?: \w+){{0,5}}? \
        (?:rather than|instead of|istället för|hellre än|än att)
        {_BY} (?:is|works?|suits?|går|funkar|fungerar|är)(?: \w+){{0,2}}? (?:best|easiest|better|\
        bäst|enklast)
        (?:always|alltid|please always) (email|call|text|mejla|ring|sms:?a)\w* (?:me|us|her|him|\
        them|mig|oss|henne|honom)
        (?:don't|do not|never) (?:call|ring|phone)(?: \w+){{0,3}}?,? (?:just |please )?(email|\
        text|mejla)
        {_DO}\w* (?:me|us|mig|oss)(?: (?:only|instead|bara|helst|hellre|i ?stället))(?= |$|[.,!;])
        {_DO}\w* (?:me|us|mig|oss)(?=,? (?:and )?(?:don't|do not|never|not|inte|aldrig) |,? \
        (?:ring|mejla|maila|sms:?a)(?: mig| oss)? (?:inte|aldrig)(?:\W|$))
        (?:skicka|send)(?: mig| oss| me| us)? (?:bara|endast|only|just) {_BY}
        (?:bara|endast|only|just) {_BY}(?=(?:,? (?:tack|please|thanks))*, (?:never|not|no|aldrig|\
        inte) )
        {_BY} (?:only|bara)(?=(?:,? (?:tack|please|thanks))*, (?:never|not|no|aldrig|inte) )
        """,
        values={
            **_CONTACT,
            "mejla": "email",
            "maila": "email",
            "smsa": "text",
            "sms:a": "text",
            "uppringd": "phone",
        },
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "preferred language",
        "prefer språk language på_svenska på_engelska in_swedish in_english föredrar hellre helst",
        rf"""
        (?:prefers?|preferred|föredrar|helst|hellre|rather)(?: \w+){{0,5}}? {LANGUAGE}
        (?:please |always |alltid )*(?:write|reply|answer|respond|talk|skriv|svara|prata)(?: to \
        me| till mig| gärna| alltid| always)* (?:in|på) {LANGUAGE}
        (?:all|always|everything|allt|alltid)(?: (?!doc|dok|kod|cod|com|kom)\w+){{0,3}}? \
        (?:in|på) {LANGUAGE}
        (?:chats?|writes?|skriver|chattar)(?: (?!all|doc|dok|kod|cod|com|kom)\w+){{0,2}}? \
        (?:in|på)(?: casual| enkel| plain)? \
        {LANGUAGE}
        """,
        values=LANGUAGES,
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "level",
        "beginner know knows understand kan_ vet_ förstår i'm_no slow långsamt sakta beginning "
        "början nybörjare novice new_to ny_på expert advanced experienced erfaren ovan_vid level "
        "nivå grön_på",
        r"""
        <S>(?:'m|'s| am| is| är)(?: \w+){0,3}? (beginner|nybörjare|novice|complete beginner|\
        expert|experienced|erfaren)(?!\w)
        <S>(?:'m|'s| am| is| är)(?: \w+){0,3}? (new to|ny på|ny inom|ovan vid|helt grön på)
        <S>(?: \w+){0,2}? (?:know|knows|knew) (nothing|very little|little|next to nothing) \
        (?:about|of)
        <S>(?: \w+)? (?:don't|doesn't|do not|never)(?: really)? (?:understand|understood|know \
        (?:anything|much|the first thing) about) (?:(?:anything about|how|any of)? ?)?(accounting|\
        bookkeeping|tax|taxes|debits|vat|balance sheets|numbers|finance|investing|pensions|sql|\
        python)
        <S>(?: \w+)? (?:kan|vet|förstår) (ingenting|inget|inte mycket|noll|väldigt lite) (?:om|av)
        (?:i'm|i am|she's|he's) (no) (?:accountant|expert|economist|techie|developer)
        (?:go|take it|explain it|explain things|ta det|gå) (slowly|slow|långsamt|sakta|from the \
        beginning|från början)
        (?:level|nivå)<IS>(beginner|nybörjare|advanced|expert)
        (beginner|nybörjar)[- ]?(?:level|nivå)
        """,
        values=invert_meanings(
            {
                "beginner": "beginner nybörjar novice complete new ny ovan helt nothing very "
                "little next accounting bookkeeping tax debits vat balance numbers finance "
                "investing "
                "pensions sql python ing inte noll väldigt no slow långsamt sakta from från",
                "expert": "expert experienced erfaren advanced",
            }
        ),
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "answer length",
        "short brief concise kort long detail utförlig bullet punkt summar",
        r"""
        (short|brief|concise|shorter|kort|korta|kortare|kortfattade?|long|longer|detailed|\
        utförliga?|detaljerade?)(?: and \w+| och \w+|,? \w+)? (?:answers?|replies|explanations?|\
        summar(?:y|ies)|messages|emails|responses?|updates|svar|förklaringar|mejl|\
        sammanfattningar|meddelanden)
        (?:keep|håll)(?: \w+){1,3}? (short|brief|concise|kort|korta)(?!\w)
        (?:skriv|svara|förklara)(?: gärna| alltid| hellre)* (kort|kortare|kortfattat|utförligt|\
        utförligare)(?!\w)
        (?:answers?|replies|svar\w*)(?: \w+){0,3}? (short|brief|kort|korta)(?!\w)
        """,
        values=invert_meanings(
            {"short": "short brief concise kort", "long": "long detail utförlig"}
        ),
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "explanation style",
        "simple enkel enkla jargon plain bullet punktlist lättbegriplig",
        r"""
        (simple|simpler|plain|enkla|enklare|enkel|lättbegripliga)(?: \w+)? (?:explanations?|\
        language|words|terms|english|förklaringar|svenska|ord|termer)
        (?:no|without|avoid|skip|undvik|inga|slipp\w*|utan) (?:\w+ )?(jargon|fackspråk|facktermer|\
        krångliga ord|fikonspråk)
        (?:förklara|explain)(?: \w+){0,2}? (enkelt|enklare|simply|in simple)
        (bullet points?|bullets|punktlistor?|punktform)
        """,
        values=invert_meanings(
            {
                "simple": "simpl plain enk lätt jargon fack krång fikon in_simple",
                "bullet points": "bullet punkt",
            }
        ),
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "name to use",
        "call_me goes_by kalla kallas known_as",
        r"""
        (?:call me|goes by|kalla mig|kallas(?: för)?|known as) <NAME>
        """,
        "name",
        family=Family.PREFERENCE,
    ),
    SlotRule(
        "pronouns",
        "they/them she/her he/him pronoun",
        r"""
        (they/them|she/her|he/him)
        """,
        family=Family.PREFERENCE,
    ),
)
