"""Unresolved topics: what somebody says is not decided yet."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.stemming import detect_language
from remembrancer.language.stemming import language as tongue
from remembrancer.language.word_patterns import word_set

_SPOKEN: Final = ("english", "swedish")
_WORD: Final = re.compile(r"[^\W_]+(?:[.,]\d+)*(?:'[^\W_]+)?")
# Words that say that something is undecided and not what it is.
_OPEN: Final = word_set(
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
# Filler words that are not part of the topic.
_FILLING: Final = word_set(
    """
    still yet again also really actually currently now right whether if new another any soon later
    matter issue topic thing idea option plan plans possibility get going go be been being do done
    finally definitely ourselves myself us we're it's that's much
    fortfarande ännu än igen också egentligen just nu ny nytt nya någon något huruvida snart senare
    saken grej möjlighet möjligheten plan planer alternativ oss mig sig kring angående gällande
    ska skulle bör kan
    """
)
_DENIED: Final = word_set("not never inte aldrig ej")
_TO: Final = word_set("to att the a an en ett")


def unresolved_topic(text: str, language: str) -> frozenset[str]:
    """The stems of the undecided topic; empty if the text does not name one."""
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


def is_unresolved(text: str) -> bool:
    """Whether a text says that something is undecided."""
    return any(one.lower() in _OPEN for one in _WORD.findall(text.replace("’", "'")))


def names_no_topic(text: str) -> bool:
    """Whether a text says that something is undecided without naming the topic."""
    return is_unresolved(text) and any(not unresolved_topic(text, one) for one in _languages(text))


def is_same_topic(one: str, other: str) -> bool:
    """Whether two texts leave the same topic undecided."""
    if not (is_unresolved(one) and is_unresolved(other)):
        return False
    spoken = dict.fromkeys((*_languages(one), *_languages(other)))
    for language in spoken:
        ours = unresolved_topic(one, language)
        if ours and ours == unresolved_topic(other, language):
            return True
    return False


def _languages(text: str) -> tuple[str, ...]:
    found = detect_language(text)
    return _SPOKEN if found is None else (found,)


def _is_denied(words: list[str], place: int) -> bool:
    """Whether a word is negated: "not selling" differs from "not decided"."""
    before = place - 1
    while before >= 0 and words[before] in _TO:
        before -= 1
    return before >= 0 and words[before] in _DENIED
