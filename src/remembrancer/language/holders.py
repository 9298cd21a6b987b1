"""Finds the holder of a fact: whose salary, home or loan a sentence is about."""

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
    PEOPLE,
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
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import is_name, is_person

_TOKEN_PATTERN: Final = re.compile(r"[\w'-]+|[^\w\s]")
_STOPS: Final = frozenset('.,;:!?()–—-/"')
_WORDS_MAX: Final = 6  # of one name of a person
_GENITIVE: Final = re.compile(r"^(.{2,}?)(?:'s|s')$")
_RELATED: Final = re.compile(
    r"\b(?:my|his|her|their|our|min|mitt|hans|hennes|deras|vår|[\w-]+'s)\s+(?:\w+\s)?("
    + "|".join(RELATIONS)
    + r")(?P<of>'?s(?=\s\w))?\b"
)
_OF: Final = re.compile(r"\b(?:of|for|av|för|till|to)\s+$")
_TO_ME: Final = re.compile(r"\b(?:pays?|paid|gives?|ger|betalar)\s+(?:me|us|mig|oss)\b")
_FIRM_PAYS: Final = re.compile(  # into my account: then the company is not the speaker
    r"\b(?:(?:my|the|our|min|mitt|vårt)\s+(?:company|firm|business|employer|bolag|företag|firma)"
    r"|bolaget|företaget|firman)\s(?:[^.;]*\s)?(?:my|min|mitt)\s+(?:\w+\s+)?(?:pension|sipp)"
)
_APPOSED: Final = re.compile(
    r"\W*(?P<name>[A-ZÅÄÖ][\w-]+(?: [A-ZÅÄÖ][\w-]+)?), [^,.;]{2,40}, (?:[a-zåäö]+ ){0,2}$"
)
_PARTICIPLE: Final = re.compile(r"(?:born|född|födda|föddes|aged)\b")
_RIGHT_BEFORE: Final = re.compile(
    r"(?P<name>[A-ZÅÄÖ][\w-]+),? (?:(?:who|som|och|and) )?(?:(?:is|was|är|var|blev) )?$"
)
_YIELDS: Final = re.compile(  # what a thing does as well as a person
    r"(?:earn|mak|bring|clear|pull|tak|yield|tjän|drar|ger|inbring)\w*$|pays?$|gets?$"
)
_INVERTED: Final = re.compile(r"\w+ (?:jag|vi|i|we) ")  # "nu när bebisen har kommit vill jag"
_LET: Final = frozenset({"flat", "investments", "portfolio"})
_NEXT_DOOR: Final = re.compile(
    r"\b(?:next door|across the (?:road|street|lane|yard)|over the road|down the road"
    r"|vägg i vägg|mitt ?emot|tvärs över (?:gatan|vägen|gården)|i grannhuset|på andra sidan)\b"
)
# "Letting the garage brings in £900": what one does yields it, and nobody earns it.
_DOING: Final = re.compile(
    r"\W*\w{3,}ing (?:out )?(?:the|my|our|an?) (?:[\w'-]+ ){1,4}?(?=(?:bring|mak|earn|pay|yield"
    r"|giv|clear)\w*(?!\w))"
)
_FIRST: Final = re.compile(r"\W*([\w'-]+)(?:\s+([\w'-]+))?")
_FIRST_PERSON: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|we'd|we'll|our|us|me|mine|jag|vi|min|mitt"
    r"|mina|vår|vårt|våra|mig|oss)(?![\w])",
    re.IGNORECASE,
)
HOUSEHOLD: Final = "household"  # two people together
SOMEBODY: Final = "somebody"  # an unknown person: never equal to anybody, not even to another one
# "The client" is the subject of the text where clients are advised, and somebody else where a
# company speaks about its customers.
CLIENT: Final = "client"
PRONOUNS: Final = frozenset({"he", "she", "they"})


_THEIR_OWN: Final = re.compile(r"\s+(?:has|have|har)\s+(?:her|his|their|my|our|sitt|mitt|vårt)\s")


class Holder(NamedTuple):
    """The person or company that a fact belongs to."""

    name: str | None  # None: the speaker, or the subject of the text
    is_any: bool = False  # not one particular person: "a friend of mine", "nurses"
    is_thing: bool = False  # a thing and no person: "the holiday let"


_OWN: Final = Holder(None)


def is_first_person(text: str) -> bool:
    """Whether the text is in the first person: "I", "our"."""
    return _FIRST_PERSON.search(text) is not None


def find_holder(masked: MaskedText, match: re.Match[str]) -> Holder:
    """The holder that the words name; otherwise the speaker or the subject of the text."""
    groups = match.groupdict()
    if groups.get("who") in ("who", "som"):
        return Holder(_antecedent(masked.text[: match.start("who")]))
    if (beside := _APPOSED.match(masked.text[: match.start()])) and is_name(beside["name"]):
        return Holder(beside["name"])  # "Ned, Ellen's son, was born"
    if _PARTICIPLE.match(match[0]) and (
        beside := _RIGHT_BEFORE.search(masked.text[: match.start()])
    ):
        return Holder(beside["name"])  # "a son, Ned, born in 2012"
    if _TO_ME.search(match[0]) or _INVERTED.match(match[0]):
        return _OWN
    who = groups.get("who")
    if who and _THEIR_OWN.match(masked.low, match.end("who")):  # "Joanna has her home in Durham"
        name = masked.text[slice(*match.span("who"))]
        return Holder(name) if is_name(name) and who not in SUBJECTS | SPEAKER else _OWN
    if _NEXT_DOOR.search(masked.low):
        return Holder("next door", is_any=True)
    if doing := _DOING.match(masked.low):
        return Holder(doing[0].strip(), is_thing=True)
    if _FIRM_PAYS.search(masked.low, 0, match.end()):
        return Holder("employer")
    for one in _RELATED.finditer(masked.low, match.start() + 1, match.end()):
        if one["of"] or _OF.search(masked.low, match.start(), one.start()):
            return Holder(RELATIONS[one[1]])  # "into my wife's pension"
    told = _grammatical_subject(masked, match)
    return Holder(_named_holder(masked, match)) if told is None else told


def _named_holder(masked: MaskedText, match: re.Match[str]) -> str | None:
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
        return None  # "Wants to retire" starts a note: it is not a name
    known = first[2]
    word = first[1].removesuffix("'s")
    return f"{word} {known}" if known and is_name(known) else word


def _antecedent(before: str) -> str | None:
    """The antecedent of "who": the name or the relative right before it."""
    words = before.rstrip(" ,").split()
    last = words[-1].strip(",.") if words else ""
    if is_name(last):
        return last
    return RELATIONS.get(last.lower())


class _Token(NamedTuple):
    text: str
    start: int


def _grammatical_subject(masked: MaskedText, match: re.Match[str]) -> Holder | None:
    """The holder by the nearest grammatical subject; None: there is no subject."""
    low = masked.low
    words = [_Token(one[0], one.start()) for one in _TOKEN_PATTERN.finditer(low, 0, match.end())]
    found: Holder | None = None
    earlier: Holder | None = None  # the possible antecedent of "he"
    is_fresh = True  # a new clause starts here
    place = 0
    while place < len(words) and words[place].start <= match.start() + _subject_end(match):
        word = words[place].text
        if word in _STOPS or word in JOINTS or word[:1] >= "\ue000":
            is_fresh, place = True, place + 1
            continue
        if word in SPEAKER:
            found, is_fresh, place = _OWN, False, place + 1
            continue
        is_beside = place > 1 and words[place - 1].text in ("and", "och", "&") and found is _OWN
        told, place = _read_phrase(masked, words, place, match, is_fresh=is_fresh)
        if told is not None and not is_beside:  # "my wife and I", "jag och min fru"
            if told.name in PRONOUNS and earlier is not None and earlier.name is not None:
                told = earlier
            found = told
            if told.name is not None:
                earlier = told
        is_fresh = False
    return found


def _subject_end(match: re.Match[str]) -> int:
    """Where the subject may end: after the name that the rule itself captures."""
    who = match.re.groupindex.get("who")
    return match.end("who") - match.start() if who and match["who"] else 0


def _read_phrase(
    masked: MaskedText, words: list[_Token], place: int, match: re.Match[str], *, is_fresh: bool
) -> tuple[Holder | None, int]:
    """The holder that a phrase starting here names, and where to continue."""
    first = words[place].text
    after = place + 1
    if (
        first in OTHERS
        and first not in THEIRS
        and not (first == "de" and not _is_verb(words, after))
    ):
        return (
            Holder(OTHERS[first]) if _is_verb(words, after) or first[-3:-2] == "'" else None
        ), after
    is_led = first in THEIRS or first in OURS or first in THE or first in ONE
    if not is_led and not (is_fresh and first not in BEHIND and not _is_verb(words, place)):
        return None, after
    begin = after if is_led and first not in ("someone", "somebody", "everyone") else place
    end, more = _phrase_end(words, begin)
    inner = [one.text for one in words[begin:end]]
    if not inner or inner[0] in WORTHLESS:
        return None, max(after, end)
    told = _phrase_holder(masked, words, first, begin, end, more, match)
    if told is not None and place > 1 and words[place - 1].text in ("of", "av"):
        told = told._replace(is_any=told.is_any or words[place - 2].text in ONE)
    return told, max(after, end, more)


def _phrase_end(words: list[_Token], begin: int) -> tuple[int, int]:
    """Where the words of a name end, and where its qualifier ends: "on my team"."""
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


def _is_verb(words: list[_Token], place: int) -> bool:
    if place >= len(words):
        return False
    word = words[place].text
    if word in LINKS or ACTS.match(word) is not None:
        return True
    before = words[place - 1].text if place else ""
    return word in BARE and before.endswith("s") and not before.endswith(("'s", "ss", "his", "us"))


def _phrase_holder(
    masked: MaskedText,
    words: list[_Token],
    led: str,
    begin: int,
    end: int,
    more: int,
    match: re.Match[str],
) -> Holder | None:
    inner = [one.text for one in words[begin:end]]
    reaches = _adverbs_end(words, end) > match.start() + _subject_end(match)
    owner = _owner(inner, reaches=reaches)
    # A rule may start with the holder: "our neighbours have". "Our customer is" names somebody.
    is_person = PERSON.match(inner[-1]) is not None and _main_verb(words, more) not in NAMES_IT
    is_own_noun = (
        reaches
        and not _begins_with_verb(words, match)
        and not (is_person and owner is None and _is_verb(words, more))
    )
    if is_own_noun or (owner and not _is_verb(words, more)):
        # The slot's own noun: "my salary". The holder stands before it.
        if owner is not None:
            return _named_relation(masked, words, begin, owner, led)
        if led in THEIRS:
            return Holder(OTHERS[led])
        if not GENERAL.isdisjoint(inner):
            return Holder(" ".join(one for one in inner if one in GENERAL), is_any=True)
        return _OWN if led in OURS else None
    if not _is_verb(words, more) and not _starts_here(words, more, match):
        return None
    verb = _main_verb(words, more)
    head = (
        inner[0]
        if inner[0] in THE_ONLY and is_name(_as_written(masked, words[end - 1]))
        else inner[-1]
    )
    is_placed = any(one.text in PLACED for one in words[more : more + 3])
    if head in _LET and led in (*THE, *OURS) and _YIELDS.match(verb) is not None:
        return Holder(" ".join(inner), is_thing=True)  # "the ground-floor flat brings in"
    if (head in NO_PERSON or head in LINKS) and not is_placed:
        return _OWN if led in OURS else None
    if owner is None and _is_subject(led, inner):
        is_firm = inner[-1] not in PEOPLE and _YIELDS.match(verb) is not None
        return _of_subject(inner[-1])._replace(is_thing=is_firm)
    is_somebody = PERSON.match(head) is not None or head in RELATIONS or head in SUBJECTS
    if not is_somebody and not is_placed and verb in IS and led in (*OURS, *THE):
        return None
    is_name_only = owner is None and led not in ONE and not is_somebody
    if is_name_only and is_name(_as_written(masked, words[begin])):
        return _acting_name(masked, words, begin, end, more)
    said = [one.text for one in words[begin : max(end, more)]]
    if head in THE_ONLY and head == inner[0]:
        said = inner[:1]  # "my wife Anna"
    if led in ONE or (led not in OURS | THE | THEIRS and _is_plural(head)):
        return Holder(" ".join(said), is_any=True)
    if led in THEIRS:
        said = [OTHERS[led], *said]
    is_named = is_name(_as_written(masked, words[begin]))
    is_thing = not is_somebody and not is_named and led in THE | OURS and _YIELDS.match(verb)
    return Holder(_canonical_name(said), is_thing=bool(is_thing))


def _owner(inner: list[str], *, reaches: bool) -> str | None:
    """The owner in a genitive phrase: "wife" in "wife's salary", "dotterbolagets revisor"."""
    for number, word in enumerate(inner):
        found = _GENITIVE.match(word)
        is_last = number == len(inner) - 1
        if found is not None and not (is_last and not reaches):
            return " ".join((*inner[:number], found[1]))
        is_somebodys = word.endswith("s") and PERSON.match(word[:-1]) is not None
        # "Workers" is a plural; "fruns" is the genitive of "frun".
        if is_somebodys and not is_last and (word[:-1] in RELATIONS or word[-3:-1] != "er"):
            return " ".join((*inner[:number], word[:-1]))
    return None


def _named_relation(
    masked: MaskedText, words: list[_Token], begin: int, owner: str, led: str
) -> Holder:
    if (
        is_name(_as_written(masked, words[begin]))
        and led == words[begin].text
        and PERSON.match(owner) is None
    ):
        return Holder(masked.text[words[begin].start : words[begin].start + len(owner)])
    if _is_subject(led, owner.split()):
        return _of_subject(owner.split()[-1])
    return Holder(_canonical_name(owner.split()), is_any=led in ONE)


def _acting_name(
    masked: MaskedText, words: list[_Token], begin: int, end: int, more: int
) -> Holder | None:
    """The name that acts: "Tom now earns"; None: the first word may be any word."""
    verb = _main_verb(words, more)
    if verb in LINKS or ACTS.match(verb) is None:
        return None
    if not all(is_name(_as_written(masked, one)) for one in words[begin:end]):
        return None
    return Holder(masked.text[words[begin].start : words[end - 1].start + len(words[end - 1].text)])


def _main_verb(words: list[_Token], place: int) -> str:
    """The main verb: "paid" in "is now paid", "is" in "is 51"."""
    if place >= len(words):
        return ""
    after = next((one.text for one in words[place:] if one.text not in LINKS), "")
    if ACTS.match(after) is not None:
        return after
    return next((one.text for one in words[place:] if one.text not in ADVERBS), "")


def _as_written(masked: MaskedText, word: _Token) -> str:
    return masked.text[word.start : word.start + len(word.text)]


def _adverbs_end(words: list[_Token], end: int) -> int:
    return words[end - 1].start + 1 if end else 0


def _starts_here(words: list[_Token], place: int, match: re.Match[str]) -> bool:
    return place < len(words) and words[place].start >= match.start()


def _begins_with_verb(words: list[_Token], match: re.Match[str]) -> bool:
    place = next((n for n, one in enumerate(words) if one.start >= match.start()), len(words))
    return _is_verb(words, place)


def _is_subject(led: str, inner: list[str]) -> bool:
    """Whether the phrase is the subject of the text: "the company", "our team", "my client"."""
    head = inner[-1]
    if head not in SUBJECTS:
        return False
    if head in OF_OTHERS and led in ("our", "vår", "one", "a", "an", "en"):
        return False
    return led not in ONE and ANOTHER.difference(NOT_OURS).isdisjoint(inner[:-1])


def _of_subject(head: str) -> Holder:
    return Holder(CLIENT) if head in CLIENTS else _OWN


def _is_plural(word: str) -> bool:
    return word.endswith(("s", "people", "children", "or", "ar", "er", "folk"))


def _canonical_name(said: list[str]) -> str:
    """One name per relation in both languages; words like "ex" and "old" stay."""
    if said[-1] in RELATIONS and ANOTHER.isdisjoint(said) and len(said) <= 2:
        return RELATIONS[said[-1]]
    return " ".join(said)


def find_owning_relatives(text: str) -> frozenset[str]:
    """The relatives to whom the text says something belongs: "her late father's tax return"."""
    return frozenset(
        RELATIONS[found[1]] for found in _RELATED.finditer(text.lower()) if found["of"]
    )


def find_relatives(text: str) -> Iterator[str]:
    """The relatives that a text names, in order: possible antecedents of a later "she"."""
    for found in _RELATED.finditer(text.lower()):
        yield RELATIONS[found[1]]
