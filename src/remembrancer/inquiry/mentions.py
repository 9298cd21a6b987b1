"""Which entities a conversation mentions: by the words of their names, or by a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from remembrancer.core.limits import INQUIRY_ENTITIES_MAX
from remembrancer.inquiry.conversation_analysis import ReadConversation
from remembrancer.inquiry.facts import PERSON_KINDS
from remembrancer.items.entity import Entity, name_key
from remembrancer.language.common_words import common_words
from remembrancer.language.stemming import function_words
from remembrancer.ports import Reader

_PART_CHARACTERS_MIN: Final = 3
_NICKNAME: Final = re.compile(r"(?<![\w'’-])[^\W\d_a-z][^\W\d_](?![\w'’-])")  # Lu, for Lucia
_COMPOUND_BEGIN: Final = 6  # letters with which two compounds begin alike
_COMPOUND_END: Final = 7  # letters with which they end alike; a shorter end may be an ending
_MAYBE_MAX: Final = 8  # entities that may be meant by a part of their name
_EVENT: Final = "Event"
_BEGINS: Final = ("startDate", "start_date", "date", "on")
_ENDS: Final = ("endDate", "end_date")
_NAME_ENDINGS: Final = ("s", "en", "et", "erna", "arna")  # of a Swedish name: Annas, simdagen


@dataclass(frozen=True, kw_only=True)
class NamedInTalk:
    """Entities that a conversation names."""

    named: tuple[Entity, ...] = ()
    maybe: tuple[Entity, ...] = ()  # of whose name a part was said


def parts(said: ReadConversation) -> tuple[str, ...]:
    """What names are looked up by: words and their stems, so that another form is found as well,
    and the beginning and the end of a long word, which may be a compound."""
    long = {part for part in (*said.stems, *said.words) if len(part) >= _PART_CHARACTERS_MIN}
    if said.language.is_compounding:
        long |= {end for word in said.words for end in _compound_ends(word)}
    return tuple(sorted(long | {name_key(word) for word in _NICKNAME.findall(said.text)}))


def mentioned(
    reader: Reader, said: ReadConversation, participants: Iterable[Entity]
) -> NamedInTalk:
    """Entities that the conversation names, each by its whole name or a person by their first,
    and those that it may mean by a part of a name.

    Where one who takes part is called so, no other person is meant by that name.
    """
    found = reader.entities.with_parts(parts(said), limit=INQUIRY_ENTITIES_MAX)
    words = {form for word in said.words for form in _forms(word)}
    own = {one.id for one in participants}
    taken = {name for one in participants for name in called(one) if name in words}
    named: list[Entity] = []
    maybe: list[Entity] = []
    for one in found:
        if one.id in own:
            continue
        if one.kind in PERSON_KINDS:
            if (called(one) - taken) & words:
                named.append(one)
            continue
        names = (one.name, *one.aliases)
        if any(_is_said(name, one.kind, said, words) for name in names):
            named.append(one)
        elif any(_is_said_in_part(name, one.kind, said, words) for name in names):
            maybe.append(one)
    named += _on_days(reader, said, {one.id for one in named})
    return NamedInTalk(named=tuple(named), maybe=tuple(maybe[:_MAYBE_MAX]))


def called(person: Entity) -> set[str]:
    """What people call somebody in a chat: the first name, and each nickname."""
    names = (person.name, *person.aliases)
    return {name_key(name).split()[0] for name in names if name_key(name)}


def _is_said(name: str, kind: str, said: ReadConversation, words: set[str]) -> bool:
    told = name_key(name).split()
    own = _without(told, [*name_key(kind).split(), *function_words()])
    hits = [
        word in words
        or any(
            stem in said.stems or said.language.has_part(stem, said.stems)
            for stem in said.language.stems(word)
        )
        for word in own
    ]
    # Of a long name, people say the first word: Frostbyte for Frostbyte Studios.
    return bool(hits) and (all(hits) or (hits[0] and _is_telling(own[0])))


def _is_said_in_part(name: str, kind: str, said: ReadConversation, words: set[str]) -> bool:
    """Whether a word that tells something was said of a name, or one that is a part of it."""
    told = name_key(name).split()
    own = _without(told, [*name_key(kind).split(), *function_words()])
    return any(
        _is_telling(word)
        and (
            word in words
            or any(stem in said.stems for stem in said.language.stems(word))
            or (said.language.is_compounding and any(_is_akin(word, other) for other in words))
        )
        for word in own
    )


def _is_akin(word: str, other: str) -> bool:
    """Whether two compounds begin or end alike: årsstämman and stämman."""
    return bool(set(_compound_ends(word)) & set(_compound_ends(other)))


def _compound_ends(word: str) -> tuple[str, ...]:
    begins = (word[:_COMPOUND_BEGIN],) if len(word) >= _COMPOUND_BEGIN else ()
    return (*begins, word[-_COMPOUND_END:]) if len(word) >= _COMPOUND_END else begins


def _is_telling(word: str) -> bool:
    return len(word) > _PART_CHARACTERS_MIN and word not in common_words()


def _without(words: Sequence[str], dropped: Iterable[str]) -> list[str]:
    """The words that tell one thing of its kind from another."""
    kept = [word for word in words if word not in set(dropped)]
    return kept or list(words)


def _forms(word: str) -> set[str]:
    """A word as it was said, and without what a language may add to a name."""
    return {word, *(word.removesuffix(end) for end in _NAME_ENDINGS if len(word) > len(end) + 2)}


def _on_days(reader: Reader, said: ReadConversation, known: set[str]) -> list[Entity]:
    """Events on the days that were named, or the next ones if somebody asks when or where."""
    if not said.days:
        return []
    events = reader.entities.listed(kind=_EVENT, limit=INQUIRY_ENTITIES_MAX)
    return [
        one
        for one in events
        if one.id not in known and any(_overlaps(one, first, last) for first, last in said.days)
    ]


def _overlaps(event: Entity, first: date, last: date) -> bool:
    begins = _day(event.attrs, _BEGINS)
    ends = _day(event.attrs, _ENDS) or begins
    return begins is not None and ends is not None and begins <= last and first <= ends


def _day(attrs: dict[str, Any], names: tuple[str, ...]) -> date | None:
    for name in names:
        value = attrs.get(name)
        if isinstance(value, str):
            try:
                return date.fromisoformat(value[:10])
            except ValueError:
                continue
    return None
