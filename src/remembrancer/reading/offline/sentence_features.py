"""Sentence features for the salience classifier: words, grammar, form and position.

A feature is never a single word of a text, and no feature decides alone. Together they separate
what is worth keeping from casual talk.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.language import sentences
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.feature_patterns import FIGURE_FORMS, WORD_FORMS
from remembrancer.reading.offline.filters import junk_filter

NOTE_SENTENCES_MIN: Final = 4
TALK_MESSAGES_MIN: Final = 6  # a shorter conversation has no greetings at its ends
ENDS_MESSAGES: Final = 2
PHRASE_WORDS_MAX: Final = 3
TOPICS_MAX: Final = 4  # more topics add nothing

_WORDS: Final = Path(__file__).with_name("feature_words.toml")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d.,:]*\w*")
_GRAMMAR: Final = function_words()
_DIGIT: Final = re.compile(r"\d")
_LENGTHS: Final = ((2, "2"), (4, "4"), (7, "7"), (11, "11"), (17, "17"), (26, "26"))
_TELLING_SECOND: Final = word_set(
    """
    i my we our you he they it one be have will want must may when not nod thanks hello cheer see
    think reason do postpone decide
    """
)
_CODE: Final = re.compile(
    r"`|\w_\w|\w\.\w+\(|--\w|/\w+/|\b\w+\.(?:py|sql|md|csv|json|ya?ml|js|ts|toml|docx|pdf|xlsx)\b"
)
_SMILE: Final = re.compile("[\U0001f300-\U0001faff]|[:;]-?[)(dp]|<3")
_CAPITAL: Final = re.compile(r"(?<=[\w,;:)] )(?:[A-ZÅÄÖ][\w&-]+)")
_LONE_I: Final = re.compile(r"I(?:'\w+)?$")
_ACKED: Final = re.compile(
    r"\W*(?:noted|understood|got it|will do|agreed|done|fair|ok(?:ay|ej)?|sure|deal|right|thanks?"
    r"|noterat|uppfattat|förstått|antecknat|bra|då (?:skriver|noterar)|i will|i'll|jag (?:ska"
    r"|skriver|noterar|lägger)|recorded|minuted|copy|perfect|k|kk|works|seconded|\+1|ja|japp|yes"
    r"|yep|good|toppen|klart)\b"
)
_LAUGHED: Final = re.compile(r"\W*(?:haha\w*|lol|lmao|hah|heh|rude|wow|nooo*|😂|🤣)")
IRREGULAR_PAST: Final = word_set(
    """
    was were had went took got gave made said told came saw sold bought paid left began met won
    lost chose sent spent kept found thought knew felt ran wrote spoke rang broke fell held
    brought put var hade gick tog fick gav gjorde sa kom såg sålde köpte blev skrev höll fann
    låg stod satt visste rose grew cut föll steg sjönk ökade
    """
)
_ENDS_PAST: Final = ("ed", "ade", "ades", "dde", "tes")
_VERBS: Final = """
    be have own use pay live decide will do want prefer must may change postpone mean know say
    think see
"""


class SentencePosition(NamedTuple):
    """The position of a sentence in a conversation."""

    number: int  # index of its message
    messages: int  # how many there are
    order: int  # in its message
    sentences: int  # of its message
    is_listed: bool
    has_label: bool
    has_section: bool
    is_chat: bool  # a chat between a user and an assistant
    is_session: bool  # there are tool messages
    before: str  # the message of another author right before, in lower case
    after: str  # the message of another author right after
    names: frozenset[str]  # known names of the space, in lower case

    @property
    def is_single_note(self) -> bool:
        """Whether there is only one long message: a note or a document."""
        return self.messages == 1 and self.sentences >= NOTE_SENTENCES_MIN


class FeatureLexicon(NamedTuple):
    """Word groups, and lists for grammar features."""

    whole: Mapping[str, tuple[str, ...]]  # the groups of a word
    begun: Mapping[str, tuple[str, ...]]  # the groups of all words with a prefix
    sizes: tuple[int, ...]  # lengths of the prefixes, longest first
    phrases: Mapping[str, str]
    leads: frozenset[str]  # first words of phrases
    grammar: frozenset[str]  # groups whose position in a sentence counts
    subjects: frozenset[str]
    who: Mapping[str, str]  # the person that a word refers to
    tenses: Mapping[str, str]
    verbs: frozenset[str]
    solid: frozenset[str]  # number and measure words


def sentence_features(text: str, place: SentencePosition) -> frozenset[str]:
    """All features of a sentence."""
    low = text.lower().replace("’", "'")
    spelt = _WORD.findall(low)
    words = frozenset(spelt)
    lexicon = _lexicon()
    return frozenset(
        (
            *_word_features(low, spelt, words, lexicon),
            *_form_features(text, low, spelt, words, lexicon),
            *_grammar_features(text, spelt, lexicon),
            *_position_features(place, spelt),
        )
    )


def word_groups(word: str) -> tuple[str, ...]:
    """The groups of a lower-case word; empty: unknown word."""
    return _groups(word, _lexicon())


def _word_features(
    low: str, spelt: Sequence[str], words: frozenset[str], lexicon: FeatureLexicon
) -> Iterator[str]:
    counts: dict[str, int] = {}
    for position, word in enumerate(spelt):
        for name in _groups(word, lexicon):
            counts[name] = counts.get(name, 0) + 1
            if position == 0 and name in lexicon.grammar:
                yield f"first {name}"
            elif position == 1 and name in _TELLING_SECOND:
                yield f"second {name}"
        if word in lexicon.leads:
            for size in range(2, PHRASE_WORDS_MAX + 1):
                phrase = " ".join(spelt[position : position + size])
                if (group := lexicon.phrases.get(phrase)) is not None:
                    counts[group] = counts.get(group, 0) + 1
    topics = 0
    for name, count in counts.items():
        yield name
        if count > 1 and name not in lexicon.grammar:
            yield f"{name} twice"
        if name in lexicon.subjects:
            topics += count
    yield f"topics {min(topics, TOPICS_MAX)}"
    if sentences.is_hedged(low, words):
        yield "hedged"
    if junk_filter.is_one_off_request(low):
        yield "one task"
    if junk_filter.is_chitchat(low, words):
        yield "passing"


def _groups(word: str, lexicon: FeatureLexicon) -> tuple[str, ...]:
    found = lexicon.whole.get(word)
    if found is not None:
        return found
    length = len(word)
    for size in lexicon.sizes:
        if size <= length and (begun := lexicon.begun.get(word[:size])) is not None:
            return begun
    return ()


def _grammar_features(text: str, spelt: Sequence[str], lexicon: FeatureLexicon) -> Iterator[str]:
    """Person and tense, by the first words of a sentence."""
    who = next((lexicon.who[word] for word in spelt[:3] if word in lexicon.who), "none")
    if who == "none" and text[:1].isupper() and spelt and not _groups(spelt[0], lexicon):
        who = "capital"
    tense = "none"
    for word in spelt[:8]:
        tense = lexicon.tenses.get(word, "none")
        if tense == "none" and len(word) > 4 and word.endswith(_ENDS_PAST):
            tense = "was"
        if tense != "none":
            break
    yield f"subject {who}"
    yield f"tense {tense}"
    yield f"{who} {tense}"
    if tense == "none" and lexicon.verbs.isdisjoint(spelt):
        yield "no verb"


def _form_features(
    text: str, low: str, spelt: Sequence[str], words: frozenset[str], lexicon: FeatureLexicon
) -> Iterator[str]:
    yield "any"
    length = len(spelt)
    yield "words " + next((name for most, name in _LENGTHS if length <= most), "more")
    content = sum(len(word) > 2 and word not in _GRAMMAR for word in spelt)
    yield f"content {min(content, 8)}"
    if content >= 4:
        yield "content 4+"
    if content >= 7:
        yield "content 7+"
    if 2 * content > length:
        yield "dense"
    capitals = [one for one in _CAPITAL.findall(text) if not _LONE_I.match(one)]
    if capitals:
        yield "capital"
    if len(capitals) > 1:
        yield "capitals"
    if text[:1].islower():
        yield "begins small"
    end = text.rstrip(" \"'”’)")[-1:]
    if end in "?!.":
        yield f"ends {end}"
    elif end.isalnum():
        yield "ends open"
    found = {
        name for name, hints, form in WORD_FORMS if not hints.isdisjoint(words) and form.search(low)
    }
    if _DIGIT.search(low):
        found.add("figure")
        found.update(name for name, form in FIGURE_FORMS if form.search(low))
    if _CODE.search(low):
        found.add("code")
    if _SMILE.search(low):
        found.add("smile")
    if '"' in text or "“" in text or "”" in text:
        found.add("quoted")
    if "@" in text:
        found.add("tag")
    yield from found
    solid = len(found & {"figure", "date", "code"}) + bool(capitals)
    solid += "%" in text or not words.isdisjoint(lexicon.solid)
    yield f"solid {min(solid, 3)}"


def _position_features(place: SentencePosition, spelt: Sequence[str]) -> Iterator[str]:
    if place.is_listed:
        yield "point"
    if place.has_label:
        yield "label"
    if place.has_section:
        yield "section"
    if place.is_single_note:
        yield "alone"
    elif place.is_session:
        yield "session"
    elif place.is_chat:
        yield "chat"
    else:
        yield "people"
    if place.order == 0:
        yield "title" if place.is_single_note else "opens"
    if place.sentences > 2:
        yield "long message"
    if place.messages >= TALK_MESSAGES_MIN:
        if place.number < ENDS_MESSAGES:
            yield "at the start"
        if place.number >= place.messages - ENDS_MESSAGES:
            yield "at the end"
    if place.before.endswith("?"):
        yield "answers"
        if place.order == 0:
            yield "answers first"
    if place.after:
        if _ACKED.match(place.after):
            yield "acknowledged"
        if _LAUGHED.match(place.after):
            yield "laughed at"
        if "?" in place.after:
            yield "asked on"
    if place.names and not place.names.isdisjoint(spelt):
        yield "known name"
        if spelt[0] in place.names:
            yield "first known name"


@lru_cache(maxsize=1)
def _lexicon() -> FeatureLexicon:
    told = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    whole: dict[str, tuple[str, ...]] = {}
    begun: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, str] = {}
    groups = {name: words.split() for part in told.values() for name, words in part.items()}
    for group, words in groups.items():
        for word in words:
            if word.endswith("*"):
                begun[word[:-1]] = (*begun.get(word[:-1], ()), group)
            elif "-" in word:
                phrases[word.replace("-", " ")] = group
            else:
                whole[word] = (*whole.get(word, ()), group)
    who = {
        word: name
        for name in ("one", "our", "my", "it", "they", "he", "you", "we", "i")
        for word in groups[name]
    } | dict.fromkeys(word_set("the a an en ett every each no varje inga"), "the")
    tenses = {
        word: name
        for name, words in (
            ("has", word_set("has have har i've we've got")),
            ("is", word_set("is are am är it's that's he's she's i'm we're they're there's")),
            ("would", word_set("would could should might skulle kunde borde vore i'd we'd")),
            ("was", IRREGULAR_PAST),
            ("must", (*groups["must"], *groups["may"])),
            ("will", groups["will"]),
        )
        for word in words
    }
    return FeatureLexicon(
        whole,
        begun,
        tuple(sorted({len(word) for word in begun}, reverse=True)),
        phrases,
        frozenset(phrase.split()[0] for phrase in phrases),
        frozenset(told["grammar"]),
        frozenset(told["subjects"]),
        who,
        tenses,
        frozenset(word for name in word_set(_VERBS) for word in groups[name]),
        frozenset(word for name in ("percent", "coin", "spelt figure") for word in groups[name]),
    )
