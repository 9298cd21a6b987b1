"""Common words that occur in any question or statement, whatever its topic."""

from __future__ import annotations

from functools import cache
from typing import Final

from remembrancer.language.stemming import function_words

# Verbs and other words that occur in any question, in addition to function words.
_ENGLISH = """
ask asked asking become became call called change changed come comes came coming compare decide
decided describe discuss discussed explain feel feels felt find found get gets getting give gave
given go goes going gone got happen happened happens hear heard help helped know knows known keep
kept last latest learn learned leave left like liked likes list live lived lives long look looked
looking make makes making many mean means meet mention mentioned met much need needed needs never
new next often old prefer prefers put remember said saw say says see seen send sent show
since start started stop stopped summarise summarize take taken takes talk talked talking tell
think thinks thought told took tried try trying use used uses using want wanted wants ways went
every yet ago ever still already always first please
"""
_SWEDISH = """
berätta beskriv brukar bör borde behöver beslutade bestämde ber bor bett blev börja började fick
finns frågade förklara får ge ger gillar gjorde gjort gör göra går gå gått gick gav hitta hittade
hjälp hände hänt händer hör hörde hört kallas kom kommer känner lista länge letade låt minns
måste många nya nytt nämnde nämnt ofta pratade sa sade säg säger sagt se ser sett
senaste senast sista skickade skriv skrev slutade slutar sluta tar tog tror trodde tyckte tycker
träffade tänker vet veta vill ville visa visade visste varifrån vilja första gång hela jämför
"""
_DATES = """
january february march april may june july august september october november december jan feb
mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
today tomorrow yesterday tonight day days week weeks weekend month months year years morning
evening night nights januari februari mars maj juni juli augusti oktober måndag tisdag onsdag
torsdag fredag lördag söndag måndags tisdags onsdags torsdags fredags lördags söndags idag imorgon
igår dag dagar dagen vecka veckan veckor helg helgen månad månaden månader år året åren kväll
kvällen morgon natt natten
"""
DATE_WORDS: Final = frozenset(_DATES.split()) - {"may"}  # "may" is a verb more often than a month


@cache
def common_words() -> frozenset[str]:
    """Words that say nothing about the topic of a text."""
    return (function_words() | {*_ENGLISH.split(), *_SWEDISH.split(), "may"}) - DATE_WORDS
