"""Tense: whether a sentence is about the past or the future."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from remembrancer.language.masked_text import MaskedText
from remembrancer.language.word_patterns import phrase_pattern

_PAST_STATE: Final = phrase_pattern(
    r"""
    used to; (?<!is )(?<!are )(?<!be )(?<!been )(?<!i've )(?<!have )(?<!has )used;
    (?<!ve )(?<!have )(?<!has )(?<!always )(?<!is )(?<!are )(?<!be )(?<!a )(?<!the )\
    (?<!our )(?<!my )(?:lived|worked|owned|rented|earned); använde; bodde;
    jobbade; arbetade; ägde; hyrde; tjänade; föredrog; was; were; had been;
    previously; formerly; back then; at the time; in the past; before that;
    no longer; not any ?more; anymore; isn't .{0,20}any more; brukade; var;
    (?<!som )(?<!skrev )(?<!sa )(?<!nämnde )(?<!sagt )tidigare;
    (?<!som )(?<!skrev )(?<!sa )(?<!sagt )förut;
    på den tiden;
    inte längre; före detta; f\.d\.?;
    ex-(?!wi[fv]|husb|partn|boyf|girlf|man|fru|mak|sambo)\w+; originally; ursprungligen;
    until (?:recently|last \w+); once;
    (?<!ve )(?<!have )(?<!has )(?<!just )(?<!also )had(?! to); (?<!going )(?<!i )wanted to;
    (?:i|we|he|she|they) (?:preferred|ran|wanted to); employed(?= [\ue000-\ue7ff]);
    hade; redovisade; deklarerade; tillämpade; körde; hette; låg; förr; en gång i tiden; ville
    """
)
_AHEAD: Final = phrase_pattern(
    r"""
    (?<!my )(?<!a )(?<!the )(?<!his )(?<!her )(?<!no )(?<!our )will(?! \w+ed\b); won't; shall;
    \w+'ll; (?:am|is|are|\w+'m|\w+'s|\w+'re) (?:\w+ )?going to; about to;
    (?:want|wants|hope|hopes|hoping|plan|plans|planning|aim|aims|aiming|intend|intends|expect
    |expects|wish|wishes|need|needs|dream|dreams) (?:to|of|on|for); would (?:like|love|rather)
    (?:to)?; \w+'d (?:like|love) (?:to)?; next (?:year|month|quarter|spring|summer|autumn|winter);
    the (?:plan|goal|aim|target|idea) is; our (?:plan|goal|aim|target) is;
    ska; skall; kommer (?:\w+ )?att; vill; hoppas; planerar; planer på; siktar på; räknar med att;
    tänker;
    nästa (?:år|månad|kvartal|vår|sommar|höst|vinter); målet är; planen är; tanken är
    """
)
_COMING: Final = re.compile(  # "is moving to York in August", "flyttar till York i augusti"
    r"(?:(?:is|are|am|'s|'re|'m) (?:moving|leaving|starting|joining|switching|changing|going"
    r"|retiring|closing|taking over|stepping down)|flyttar|börjar|byter|slutar|lämnar|tillträder)"
    r"(?!\w)[^.;,]{0,60}(?:in|on|from|by|at the end of|i|den|från|vid) [\ue800-\uefff]"
)
_FROM_THEN: Final = phrase_pattern(
    r"""
    (?:from|as of|as from|starting|effective|beginning|with effect from|från och med|från|fr\.?o\.?m
    \.?|med start)(?: the| on| in| den| i)? [\ue800-\uefff]
    """
)
_THEN: Final = re.compile(r"\W*(?:(?:in|by|on|from|i|den|från)\s+)*[\ue800-\uefff]")


_BYGONE: Final = phrase_pattern(
    r"""
    back (?:then|in the day|in those days); in (?:the old|those) days; years ago; at one time;
    once upon a time; förr(?: i (?:tiden|världen))?; på den tiden; en gång i tiden; för länge sedan
    """
)


_HOLDS_UNTIL: Final = re.compile(r"(?<=\w )(?:until|tills|till dess att) (?!recently)[^,.;]+")


def is_bygone(low: str) -> bool:
    """Whether the sentence is only about a time long past: "in the old days"."""
    return _BYGONE.search(low) is not None


def is_past(low: str) -> bool:
    """Whether the sentence is about the past. What something holds until is still to come."""
    return _PAST_STATE.search(_HOLDS_UNTIL.sub(" ", low)) is not None


def is_planned(low: str) -> bool:
    """Whether the words say that something is wished for, planned or to come."""
    return _AHEAD.search(low) is not None


def is_ahead(text: MaskedText, at: date | None, *, is_change: bool) -> bool:
    """Whether the sentence is about the future: planned, wished for, or valid from a later day.

    A change counts as begun, unless the sentence names a future date.
    """
    is_told = _AHEAD.search(text.low) is not None
    if at is not None and any(one.first > at for one in text.dates):
        is_dated = _THEN.match(text.low) or _FROM_THEN.search(text.low) or _COMING.search(text.low)
        return is_told or is_dated is not None
    return is_told and not is_change
