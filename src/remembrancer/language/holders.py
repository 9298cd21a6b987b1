"""Holders: whose it is that a sentence tells of, where it is not the speaker's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from remembrancer.language.holder_words import (
    ACTS,
    ADVERBS,
    ANOTHER,
    BARE,
    BEHIND,
    CLIENTS,
    GENERAL,
    IS,
    JOINTS,
    LINKS,
    NAMES_IT,
    NO_PERSON,
    NOT_OURS,
    OF_OTHERS,
    ONE,
    OTHERS,
    OURS,
    PERSON,
    PLACED,
    RELATIONS,
    SPEAKER,
    SUBJECTS,
    THE,
    THE_ONLY,
    THEIRS,
    WORTHLESS,
)
from remembrancer.language.masks import Masked
from remembrancer.language.names import is_name, is_person

_TOKEN: Final = re.compile(r"[\w'-]+|[^\w\s]")
_STOPS: Final = frozenset('.,;:!?()–—-/"')
_WORDS_MAX: Final = 6  # of one name for somebody
_GENITIVE: Final = re.compile(r"^(.{2,}?)(?:'s|s')$")
_RELATED: Final = re.compile(
    r"\b(?:my|his|her|their|our|min|mitt|hans|hennes|deras|vår|[\w-]+'s)\s+(?:\w+\s)?("
    + "|".join(RELATIONS)
    + r")(?P<of>'?s(?=\s\w))?\b"
)
_OF: Final = re.compile(r"\b(?:of|for|av|för|till|to)\s+$")
_TO_ME: Final = re.compile(r"\b(?:pays?|paid|gives?|ger|betalar)\s+(?:me|us|mig|oss)\b")
_FIRM_PAYS: Final = re.compile(  # into what is mine: the firm is not me then, though it is mine
    r"\b(?:(?:my|the|our|min|mitt|vårt)\s+(?:company|firm|business|employer|bolag|företag|firma)"
    r"|bolaget|företaget|firman)\s(?:[^.;]*\s)?(?:my|min|mitt)\s+(?:\w+\s+)?(?:pension|sipp)"
)
_NEXT_DOOR: Final = re.compile(r"\b(?:next door|across the (?:road|street)|over the road)\b")
_FIRST: Final = re.compile(r"\W*([\w'-]+)(?:\s+([\w'-]+))?")
_FIRST_PERSON: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|we'd|we'll|our|us|me|mine|jag|vi|min|mitt"
    r"|mina|vår|vårt|våra|mig|oss)(?![\w])",
    re.IGNORECASE,
)
SOMEBODY: Final = "somebody"  # it is not clear who: nobody else is meant by it, and nobody twice
# "The client", "the customer": whom all of it is about where clients are advised, and another where
# a company speaks of those who buy from it.
CLIENT: Final = "client"
PRONOUNS: Final = frozenset({"he", "she", "they"})


class Held(NamedTuple):
    """Who has it."""

    name: str | None  # None: the speaker, or whom all of it is about
    is_any: bool = False  # somebody who is not told apart from others: "a friend of mine", "nurses"


_OWN: Final = Held(None)


def speaks_of_itself(text: str) -> bool:
    """Whether whoever says it speaks of themselves: "I", "our"."""
    return _FIRST_PERSON.search(text) is not None


def held(masked: Masked, match: re.Match[str]) -> Held:
    """Whose it is, where the words say so; else the speaker's, or whom all of it is about."""
    groups = match.groupdict()
    if groups.get("who") in ("who", "som"):
        return Held(_spoken_of(masked.text[: match.start("who")]))
    if _TO_ME.search(match[0]):
        return _OWN
    if _NEXT_DOOR.search(masked.low):
        return Held("next door", is_any=True)
    if _FIRM_PAYS.search(masked.low, 0, match.end()):
        return Held("employer")
    for one in _RELATED.finditer(masked.low, match.start() + 1, match.end()):
        if one["of"] or _OF.search(masked.low, match.start(), one.start()):
            return Held(RELATIONS[one[1]])  # "into my wife's pension"
    told = _subject(masked, match)
    return Held(_named(masked, match)) if told is None else told


def _named(masked: Masked, match: re.Match[str]) -> str | None:
    """The name that acts or owns: "Anna earns", "Anna's pay"."""
    groups = match.groupdict()
    if groups.get("who") is not None:
        who = masked.text[slice(*match.span("who"))].removesuffix("'s")
        return who if is_name(who) and who.lower() not in SUBJECTS | SPEAKER else None
    ahead = masked.text[: match.start()]
    first = _FIRST.match(ahead, ahead.rfind(", ") + 1)
    if first is None or not is_person(masked.text, first.start(1)):
        return None
    if ACTS.match(first[1].lower()) is not None or first[1].lower() in NO_PERSON:
        return None  # "Wants to retire": a note, and nobody's name
    known = first[2]
    word = first[1].removesuffix("'s")
    return f"{word} {known}" if known and is_name(known) else word


def _spoken_of(before: str) -> str | None:
    """Whom "who" stands for: the name or the relative right before it."""
    words = before.rstrip(" ,").split()
    last = words[-1].strip(",.") if words else ""
    if is_name(last):
        return last
    return RELATIONS.get(last.lower())


class _Word(NamedTuple):
    text: str
    start: int


def _subject(masked: Masked, match: re.Match[str]) -> Held | None:
    """Who does it or owns it, by the subject that stands nearest; None: none is to be seen."""
    low = masked.low
    words = [_Word(one[0], one.start()) for one in _TOKEN.finditer(low, 0, match.end())]
    found: Held | None = None
    earlier: Held | None = None  # whom "he" may stand for
    is_fresh = True  # a clause begins here
    place = 0
    while place < len(words) and words[place].start <= match.start() + _reach(match):
        word = words[place].text
        if word in _STOPS or word in JOINTS or word[:1] >= "\ue000":
            is_fresh, place = True, place + 1
            continue
        if word in SPEAKER:
            found, is_fresh, place = _OWN, False, place + 1
            continue
        is_beside = place > 1 and words[place - 1].text in ("and", "och", "&") and found is _OWN
        told, place = _phrase(masked, words, place, match, is_fresh=is_fresh)
        if told is not None and not is_beside:  # "my wife and I", "jag och min fru"
            if told.name in PRONOUNS and earlier is not None and earlier.name is not None:
                told = earlier
            found = told
            if told.name is not None:
                earlier = told
        is_fresh = False
    return found


def _reach(match: re.Match[str]) -> int:
    """How far into the match the subject may go: through whoever the rule itself reads."""
    who = match.re.groupindex.get("who")
    return match.end("who") - match.start() if who and match["who"] else 0


def _phrase(
    masked: Masked, words: list[_Word], place: int, match: re.Match[str], *, is_fresh: bool
) -> tuple[Held | None, int]:
    """Whoever a phrase that begins here names, and where to read on."""
    first = words[place].text
    after = place + 1
    if (
        first in OTHERS
        and first not in THEIRS
        and not (first == "de" and not _is_verb(words, after))
    ):
        return (
            Held(OTHERS[first]) if _is_verb(words, after) or first[-3:-2] == "'" else None
        ), after
    is_led = first in THEIRS or first in OURS or first in THE or first in ONE
    if not is_led and not (is_fresh and first not in BEHIND and not _is_verb(words, place)):
        return None, after
    begin = after if is_led and first not in ("someone", "somebody", "everyone") else place
    end, more = _end(words, begin)
    inner = [one.text for one in words[begin:end]]
    if not inner or inner[0] in WORTHLESS:
        return None, max(after, end)
    told = _whose(masked, words, first, begin, end, more, match)
    if told is not None and place > 1 and words[place - 1].text in ("of", "av"):
        told = told._replace(is_any=told.is_any or words[place - 2].text in ONE)
    return told, max(after, end, more)


def _end(words: list[_Word], begin: int) -> tuple[int, int]:
    """Where the words of a name end, and where what tells it apart ends: "on my team"."""
    end = begin
    while end < len(words) and end - begin < _WORDS_MAX:
        word = words[end].text
        if word in _STOPS or word in JOINTS or word in BEHIND or word[:1] >= "\ue000":
            break
        if word in SPEAKER or (end > begin and word in OTHERS):
            break
        if end > begin and _is_verb(words, end):
            break
        end += 1
    more = end
    is_speaker = end < len(words) and words[end].text == "i" and _is_verb(words, end + 1)
    if end < len(words) and words[end].text in BEHIND and not is_speaker:
        more += 1
        while more < len(words) and more - end <= 3 and not _is_verb(words, more):
            if words[more].text in _STOPS or words[more].text[:1] >= "\ue000":
                return end, end
            more += 1
        if not _is_verb(words, more):
            more = end
    return end, more


def _is_verb(words: list[_Word], place: int) -> bool:
    if place >= len(words):
        return False
    word = words[place].text
    if word in LINKS or ACTS.match(word) is not None:
        return True
    before = words[place - 1].text if place else ""
    return word in BARE and before.endswith("s") and not before.endswith(("'s", "ss", "his", "us"))


def _whose(
    masked: Masked,
    words: list[_Word],
    led: str,
    begin: int,
    end: int,
    more: int,
    match: re.Match[str],
) -> Held | None:
    inner = [one.text for one in words[begin:end]]
    reaches = _stretch(words, end) > match.start() + _reach(match)
    owner = _owner(inner, reaches=reaches)
    # "Our neighbours have": a rule may begin with whose it is; "our customer is" tells who it is.
    is_person = PERSON.match(inner[-1]) is not None and _main_verb(words, more) not in NAMES_IT
    is_own_noun = (
        reaches
        and not _begins_with_verb(words, match)
        and not (is_person and owner is None and _is_verb(words, more))
    )
    if is_own_noun or (owner and not _is_verb(words, more)):
        # The slot's own noun: "my salary"; whose it is stands before it.
        if owner is not None:
            return _called(masked, words, begin, owner, led)
        if led in THEIRS:
            return Held(OTHERS[led])
        if not GENERAL.isdisjoint(inner):
            return Held(" ".join(one for one in inner if one in GENERAL), is_any=True)
        return _OWN if led in OURS else None
    if not _is_verb(words, more) and not _starts_here(words, more, match):
        return None
    verb = _main_verb(words, more)
    head = (
        inner[0]
        if inner[0] in THE_ONLY and is_name(_written(masked, words[end - 1]))
        else inner[-1]
    )
    is_placed = any(one.text in PLACED for one in words[more : more + 3])
    if (head in NO_PERSON or head in LINKS) and not is_placed:
        return _OWN if led in OURS else None
    if owner is None and _is_subject(led, inner):
        return _of_subject(inner[-1])
    is_somebody = PERSON.match(head) is not None or head in RELATIONS or head in SUBJECTS
    if not is_somebody and not is_placed and verb in IS and led in (*OURS, *THE):
        return None
    is_name_only = owner is None and led not in ONE and not is_somebody
    if is_name_only and is_name(_written(masked, words[begin])):
        return _bearer(masked, words, begin, end, more)
    said = [one.text for one in words[begin : max(end, more)]]
    if head in THE_ONLY and head == inner[0]:
        said = inner[:1]  # "my wife Anna"
    if led in ONE or (led not in OURS | THE | THEIRS and _is_plural(head)):
        return Held(" ".join(said), is_any=True)
    if led in THEIRS:
        said = [OTHERS[led], *said]
    return Held(_plain(said))


def _owner(inner: list[str], *, reaches: bool) -> str | None:
    """Who owns what a phrase ends with: "wife" of "wife's salary", "dotterbolagets revisor"."""
    for number, word in enumerate(inner):
        found = _GENITIVE.match(word)
        is_last = number == len(inner) - 1
        if found is not None and not (is_last and not reaches):
            return " ".join((*inner[:number], found[1]))
        is_somebodys = word.endswith("s") and PERSON.match(word[:-1]) is not None
        # "Workers" are several, and "fruns" is the wife's.
        if is_somebodys and not is_last and (word[:-1] in RELATIONS or word[-3:-1] != "er"):
            return " ".join((*inner[:number], word[:-1]))
    return None


def _called(masked: Masked, words: list[_Word], begin: int, owner: str, led: str) -> Held:
    if (
        is_name(_written(masked, words[begin]))
        and led == words[begin].text
        and PERSON.match(owner) is None
    ):
        return Held(masked.text[words[begin].start : words[begin].start + len(owner)])
    if _is_subject(led, owner.split()):
        return _of_subject(owner.split()[-1])
    return Held(_plain(owner.split()), is_any=led in ONE)


def _bearer(masked: Masked, words: list[_Word], begin: int, end: int, more: int) -> Held | None:
    """The name that does it: "Tom now earns"; None: any word may begin a sentence so."""
    verb = _main_verb(words, more)
    if verb in LINKS or ACTS.match(verb) is None:
        return None
    if not all(is_name(_written(masked, one)) for one in words[begin:end]):
        return None
    return Held(masked.text[words[begin].start : words[end - 1].start + len(words[end - 1].text)])


def _main_verb(words: list[_Word], place: int) -> str:
    """What somebody does: "paid" of "is now paid"; "is" of "is 51"."""
    if place >= len(words):
        return ""
    after = next((one.text for one in words[place:] if one.text not in LINKS), "")
    if ACTS.match(after) is not None:
        return after
    return next((one.text for one in words[place:] if one.text not in ADVERBS), "")


def _written(masked: Masked, word: _Word) -> str:
    return masked.text[word.start : word.start + len(word.text)]


def _stretch(words: list[_Word], end: int) -> int:
    return words[end - 1].start + 1 if end else 0


def _starts_here(words: list[_Word], place: int, match: re.Match[str]) -> bool:
    return place < len(words) and words[place].start >= match.start()


def _begins_with_verb(words: list[_Word], match: re.Match[str]) -> bool:
    place = next((n for n, one in enumerate(words) if one.start >= match.start()), len(words))
    return _is_verb(words, place)


def _is_subject(led: str, inner: list[str]) -> bool:
    """Whether it is what all of it is about: "the company", "our team", "my client"."""
    head = inner[-1]
    if head not in SUBJECTS:
        return False
    if head in OF_OTHERS and led in ("our", "vår", "one", "a", "an", "en"):
        return False
    return led not in ONE and ANOTHER.difference(NOT_OURS).isdisjoint(inner[:-1])


def _of_subject(head: str) -> Held:
    return Held(CLIENT) if head in CLIENTS else _OWN


def _is_plural(word: str) -> bool:
    return word.endswith(("s", "people", "children", "or", "ar", "er", "folk"))


def _plain(said: list[str]) -> str:
    """The same person by the same name, whatever the language; "ex", "old" and such are kept."""
    if said[-1] in RELATIONS and ANOTHER.isdisjoint(said) and len(said) <= 2:
        return RELATIONS[said[-1]]
    return " ".join(said)


def related(text: str) -> Iterator[str]:
    """Relatives that a text names, in order: whom "she" may stand for later on."""
    for found in _RELATED.finditer(text.lower()):
        yield RELATIONS[found[1]]
