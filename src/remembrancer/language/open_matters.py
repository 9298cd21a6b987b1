"""Open matters: what it is that somebody has not decided, whatever they say about that."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.stemming import language as tongue
from remembrancer.language.stemming import spoken_in
from remembrancer.language.word_patterns import listed

_SPOKEN: Final = ("english", "swedish")
_WORD: Final = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:'[^\W_]+)?")
# Words that say that something is open, and nothing of what it is.
_OPEN: Final = listed(
    """
    consider considers considering considered contemplate contemplating ponder pondering weigh
    weighing think thinking thought wonder wondering discuss discussing discussed debating debate
    decide decided deciding decision decisions undecided settle settled unsettled resolved
    unresolved open opens opening opened pending undetermined unsure uncertain sure certain
    clear unclear question know
    known maybe perhaps possibly might could choose choosing chosen choice mind made idea toying
    exploring explore evaluating evaluate mulling looking look haven't hasn't don't doesn't didn't
    isn't aren't
    funderar fundera funderat överväger överväga övervägt tänker tänka tänkt undrar undra
    diskuterar diskutera diskuterat diskuterade besluta beslutar beslutat beslutade beslut bestämma
    bestämmer bestämt bestämde avgöra avgjort avgjord avgörs öppen öppet öppna öppnar öppnat
    oklart oklar klart
    klar osäker osäkra osäkert säker säkra säkert fråga frågan vet veta kanske eventuellt möjligen
    obestämt obestämda val valet välja valt tankar tanken idén bollar lutar
    """
)
# Words that add nothing to what is open.
_FILLING: Final = listed(
    """
    still yet again also really actually currently now right whether if new another any soon later
    matter issue topic thing idea option plan plans possibility get going go be been being do done
    finally definitely ourselves myself us we're it's that's much
    fortfarande ännu än igen också egentligen just nu ny nytt nya någon något huruvida snart senare
    saken grej möjlighet möjligheten plan planer alternativ oss mig sig kring angående gällande
    ska skulle bör kan
    """
)
_DENIED: Final = listed("not never inte aldrig ej")
_TO: Final = listed("to att the a an en ett")


def matter(text: str, language: str) -> frozenset[str]:
    """The stems of what is open in a text; empty where it says no more than that something is."""
    speech = tongue(language)
    words = [one.lower() for one in _WORD.findall(text.replace("’", "'"))]
    found: set[str] = set()
    for place, word in enumerate(words):
        if word in _OPEN or word in _FILLING:
            continue
        stems = speech.stems(word)
        if stems and word not in _DENIED:
            is_denied = _is_denied(words, place)
            found.update(f"not {stem}" if is_denied else stem for stem in stems)
    return frozenset(found)


def is_open(text: str) -> bool:
    """Whether a text says that something is not decided."""
    return any(one.lower() in _OPEN for one in _WORD.findall(text.replace("’", "'")))


def is_bare(text: str) -> bool:
    """Whether a text says that something is open, and not what."""
    return is_open(text) and any(not matter(text, one) for one in _languages(text))


def is_same(one: str, other: str) -> bool:
    """Whether two texts leave the same matter open."""
    if not (is_open(one) and is_open(other)):
        return False
    spoken = dict.fromkeys((*_languages(one), *_languages(other)))
    for language in spoken:
        ours = matter(one, language)
        if ours and ours == matter(other, language):
            return True
    return False


def _languages(text: str) -> tuple[str, ...]:
    found = spoken_in(text)
    return _SPOKEN if found is None else (found,)


def _is_denied(words: list[str], place: int) -> bool:
    """Whether it is not to be done: "not selling" is another matter than "not decided"."""
    before = place - 1
    while before >= 0 and words[before] in _TO:
        before -= 1
    return before >= 0 and words[before] in _DENIED
