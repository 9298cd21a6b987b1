"""The subject of a clause: the speaker, a named person, two of them, or somebody's relative."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.items.relation_proposal import EntityMention
from remembrancer.reading.offline.relations import relation_words as words
from remembrancer.reading.offline.relations.clause_details import Dates
from remembrancer.reading.offline.relations.frames import SWEDISH_VERBS

PERSON_KIND: Final = "Person"

_OPENERS: Final = re.compile(
    r"(?:(?:hi|hey|hello|ok|okay|so|well|and|but|oh|yes|yeah|btw|by the way|fyi|also|quick update"
    r"|update|just so you know|for the record|(?:please )?(?:note|remember)(?: that)?|as you know"
    r"|before that|after that|hej|ja|jo|och|men|så|förresten|dessutom|(?:kom ihåg|notera)(?: att)?"
    r"|för övrigt|innan dess)(?:[,:!]| -)? +)*",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"(?:now|nowadays|currently|today|previously|formerly|since then|these days|nu|numera|tidigare"
    r"|förut|sedan dess|idag),? ",
    re.IGNORECASE,
)
_DATE_LEAD: Final = re.compile(r"(?:(?P<since>since|sedan)|in|on|back in|from|i|den|från)? ?", re.I)
_AFTER_DATE: Final = re.compile(r",? ")
_I: Final = r"(?:I|i|[Jj]ag)(?=[ '])"
_MINE: Final = re.compile(
    rf"(?:[Mm]y|[Mm]in|[Mm]itt) {words.KIN_ADJECTIVE}(?P<basis>{words.KIN_WORD}) "
    rf"(?P<name>{words.PERSON_NAME})"
)
_THEIRS: Final = re.compile(
    rf"(?P<owner>{words.PERSON_NAME}?)(?:'s|s) {words.KIN_ADJECTIVE}(?P<basis>{words.KIN_WORD}) "
    rf"(?P<name>{words.PERSON_NAME})"
)
_SPEAKER: Final = re.compile(_I)
_PAIR: Final = re.compile(
    rf"(?P<one>{words.PERSON_NAME}|[Mm]e|I|[Jj]ag) (?:and|och|&) "
    rf"(?P<two>{words.PERSON_NAME}|I|me|jag)(?= )"
)
_ONE: Final = re.compile(words.PERSON_NAME)
_SPEAKERS: Final = frozenset({"i", "me", "jag"})
_SWAPPED: Final = re.compile(rf"(?P<verb>{SWEDISH_VERBS}) (?P<rest>.*)", re.IGNORECASE | re.DOTALL)


class Subject(NamedTuple):
    """Whom a clause is about."""

    people: tuple[EntityMention, ...]
    start: int
    end: int
    is_certain: bool  # it is a person for sure: the speaker, a relative, a mention, a known name

    @property
    def is_one_person(self) -> bool:
        return len(self.people) == 1 and self.people[0].author_id is None


class Kinship(NamedTuple):
    """One person named as somebody's relative, friend or colleague."""

    owner: EntityMention
    person: EntityMention
    basis: str
    start: int
    end: int


class Opening(NamedTuple):
    """How a clause opens before its subject."""

    start: int  # where the words that count begin
    end: int
    date_start: int | None = None  # of a time that opens it
    is_since: bool = False
    is_timed: bool = False  # in Swedish the verb then stands before the subject


def person(name: str, *, is_sure: bool = False) -> EntityMention:
    """A named person: one capitalised word is one for sure if a list or the sentence says so."""
    is_sure = is_sure or " " in name or words.is_known_person(name)
    return EntityMention(kind=PERSON_KIND, name=name.removeprefix("@"), is_sure=is_sure)


def sure(mention: EntityMention) -> EntityMention:
    """The mention of what is a person for sure."""
    return mention.model_copy(update={"is_sure": True})


def the_speaker(speaker: str) -> EntityMention:
    return EntityMention(kind=PERSON_KIND, name=speaker, author_id=speaker)


def read_opening(text: str, start: int, dates: Dates) -> Opening:
    """The greeting and the time that open a clause."""
    found = _OPENERS.match(text, start)
    at = found.end() if found else start
    if now := _NOW.match(text, at):
        return Opening(at, now.end(), is_timed=True)
    lead = _DATE_LEAD.match(text, at)
    if lead and (day := dates.at(lead.end(), text, since=at)):
        after = _AFTER_DATE.match(text, day.end)
        if after:
            is_since = lead["since"] is not None
            return Opening(at, after.end(), day.start, is_since, is_timed=True)
    return Opening(at, at)


def read_subject(text: str, start: int, speaker: str) -> Subject | None:
    """The subject at an offset; None: it is nobody in particular."""
    if (found := _MINE.match(text, start)) or (found := _theirs(text, start)):
        named = person(found["name"], is_sure=True)
        is_person = _is_kin(found)
        return Subject((named,), start, found.end(), True) if is_person else None
    if found := _PAIR.match(text, start):
        both = [_one_of(found[group], speaker) for group in ("one", "two")]
        people = tuple(one for one in both if one is not None)
        if len(people) < len(both):
            return None
        is_certain = all(
            one.author_id is not None or words.is_known_person(found[group])
            for one, group in zip(people, ("one", "two"), strict=True)
        )
        return Subject(people, start, found.end(), is_certain)
    if found := _SPEAKER.match(text, start):
        return Subject((the_speaker(speaker),), start, found.end(), True)
    found = _ONE.match(text, start)
    if found is None or not words.is_person_name(found[0]):
        return None
    is_certain = words.is_known_person(found[0])
    return Subject((person(found[0]),), start, found.end(), is_certain)


def _is_kin(found: re.Match[str]) -> bool:
    """Whether the named one is a person. Firms have partners too, so that a name must be known."""
    is_firms = words.KIN[found["basis"]] == "partner"
    return (words.is_known_person if is_firms else words.is_person_name)(found["name"])


def _theirs(text: str, start: int) -> re.Match[str] | None:
    found = _THEIRS.match(text, start)
    return found if found and words.is_person_name(found["owner"]) else None


def _one_of(name: str, speaker: str) -> EntityMention | None:
    if name.lower() in _SPEAKERS:
        return the_speaker(speaker)
    return person(name) if words.is_person_name(name) else None


def verb_behind_subject(text: str, start: int, speaker: str) -> str | None:
    """The text in plain order, where a Swedish verb stands before its subject; None: it does not.

    Two words change places, so that all offsets behind them stay.
    """
    found = _SWAPPED.match(text, start)
    if found is None:
        return None
    subject = read_subject(text, found.start("rest"), speaker)
    if subject is None:
        return None
    named = text[subject.start : subject.end]
    return f"{text[:start]}{named} {found['verb']}{text[subject.end :]}"


def find_kinships(text: str, speaker: str) -> list[Kinship]:
    """The people whom a text names as somebody's: "my sister Mia", "Theo's cousin Ann"."""
    found: list[Kinship] = []
    for match in re.finditer(rf"(?<![\w']){_MINE.pattern}", text):
        if _is_kin(match):
            basis = words.KIN[match["basis"]]
            named = person(match["name"], is_sure=True)
            made = Kinship(the_speaker(speaker), named, basis, *match.span())
            found.append(made)
    for match in re.finditer(rf"(?<![\w'@]){_THEIRS.pattern}", text):
        if words.is_person_name(match["owner"]) and _is_kin(match):
            basis = words.KIN[match["basis"]]
            named = person(match["name"], is_sure=True)
            made = Kinship(person(match["owner"]), named, basis, *match.span())
            found.append(made)
    return found
