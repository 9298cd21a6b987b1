"""Voices: who speaks in a conversation, and whether its subject is one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from remembrancer.core.kinds import Brief
from remembrancer.language.word_patterns import word_set

_CLIENTS: Final = word_set("client customer kund kunden klient")
_UNNAMED: Final = _CLIENTS | word_set("user me person account member människa användare")
_PARTS: Final = re.compile(r"[^\W_]+")


class Voices(NamedTuple):
    """Who speaks in a conversation."""

    subject: frozenset[str] = frozenset()  # the words of the subject's name, in lower case
    takes_part: bool = False  # the subject speaks
    is_shared: bool = False  # more than one person speaks
    is_client: bool = False  # the subject is a client, and may speak as "client"

    def is_subject(self, speaker: str) -> bool:
        """Whether the speaker is the subject: "Jan" is "jan-larsson"."""
        if speaker.casefold() in _CLIENTS:
            return self.is_client
        named = name_words(speaker)
        is_named = bool(named) and bool(self.subject)
        return is_named and (self.subject <= named or named <= self.subject)

    def is_stranger(self, name: str) -> bool:
        """Whether a name is somebody else's than the subject's. A subject whose name is not known
        ("user-42") has no strangers."""
        is_named = all(one.isalpha() for one in self.subject) and self.subject.isdisjoint(_UNNAMED)
        return bool(self.subject) and is_named and self.subject.isdisjoint(name_words(name))


NOBODY: Final = Voices()


def voices_of(brief: Brief, speakers: Iterable[str]) -> Voices:
    """The voices of a conversation."""
    named = tuple(dict.fromkeys(speakers))
    told = Voices(
        name_words(brief.subject or ""),
        is_shared=len(named) > 1,
        is_client=brief.is_about_clients,
    )
    return told._replace(takes_part=bool(told.subject) and any(map(told.is_subject, named)))


def name_words(name: str) -> frozenset[str]:
    """The words of a name, in lower case."""
    return frozenset(one.casefold() for one in _PARTS.findall(name))
