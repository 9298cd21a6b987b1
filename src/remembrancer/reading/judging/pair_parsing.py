"""Parses a text for the pair model: words, stems and the scope of negations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import Stemmer

from remembrancer.reading.judging.pair_lexicon import SCALES, UNITS, PairLexicon, load_lexicon

TEXT_CHARACTERS_MAX: Final = 4_000  # of one text that are read
PARTS_MAX: Final = 24  # sentences and clauses of one text that are compared separately
WORDS_MAX: Final = 60  # of one part

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"”')]*\s+(?=\S)|\n+")
_CLAUSE_END = re.compile(
    r"\s*[,;:–—]\s+|\s+--?\s+|\s+(?:but|because|although|so that|and i|men|eftersom|och jag)\s+",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"(?P<number>\d{1,3}(?:[ ,.\u00a0]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,:]\d+)*)"
    r"(?P<tail>(?:st|nd|rd|th|:e|:a|[kKmMbB]|bn)(?![\w]))?"
    r"|(?P<word>[^\W\d_]+(?:[-'][^\W\d_]+)*)|(?P<mark>[%$€£]|[.,;:!?()])",
)
_TIME = re.compile(r"(\d{1,2}):(\d\d)")
_GROUPED = re.compile(r"(\d{1,3}(?:[ ,.\u00a0]\d{3})+)([.,]\d+)?")
_BARE = re.compile(r"[^\w$€£%+-]+")
_CLAUSE_WORDS_MIN = 4
_LONG_SENTENCE_WORDS = 14
_PASSIVE = frozenset(("by", "being", "av"))
_HAVING = frozenset(("with", "has", "have", "had", "having", "med", "har", "hade"))
_AFTER_VERB = frozenset(("inte", "ej", "icke", "aldrig"))  # stand after the verb they negate
_BRIEF_WORDS = 3  # in the scope of a brief negator

# Kinds of words.
WORD, NAME, NUMBER, MONTH, DAY, YEAR, PREPOSITION = range(7)
FIXED: Final = (NUMBER, MONTH, DAY, YEAR)  # equal or different, never similar


class ParsedWord(NamedTuple):
    """A content word of a sentence."""

    text: str  # in lower case
    stem: str
    sort: int
    weight: float
    is_denied: bool  # in the scope of a negation
    is_doubted: bool  # in the scope of a denying verb
    value: float | None = None  # of a number, month, day or year
    unit: str = ""  # of a number: its unit, or the stem of what is counted


class ParsedClause(NamedTuple):
    """A sentence or clause."""

    text: str
    bare: str  # its letters and digits only, in lower case
    plain: str  # without its negations
    words: tuple[ParsedWord, ...]
    denied: str  # the text in the scope of its negations; empty: no negation
    is_negative: bool  # a whole clause is negated, not only a few words
    is_never: bool  # negated with "never"
    doubts: int
    opening: str  # stem of its first word, if that may be a name
    is_question: bool
    is_exclusive: bool
    stems: frozenset[str]  # of all words, function words included
    is_own: bool  # in the first person
    is_vague: bool  # about "a man" or "some dogs", not about a known subject
    is_passive: bool
    one_valued: frozenset[str]  # stems of words that have one value at a time
    many_valued: frozenset[str]


class ParsedText(NamedTuple):
    """A parsed text: the whole and its parts."""

    whole: ParsedClause
    parts: tuple[ParsedClause, ...]  # sentences and clauses; for a single sentence only the whole
    sentences: int


class _PairToken(NamedTuple):
    text: str  # in small letters
    shown: str  # as written
    start: int
    end: int
    number: float | None
    is_ordinal: bool


def parse_text(text: str, language: str) -> ParsedText:
    """Parses a text for comparison."""
    text = unicodedata.normalize("NFKC", text[:TEXT_CHARACTERS_MAX]).replace("’", "'")
    text = _CODE.sub(" ", text.replace("``", '"')).strip() or text.strip()
    words = load_lexicon(language)
    sentences = [one.strip() for one in _SENTENCE_END.split(text) if one.strip()]
    whole = _part(text, words, language)
    if len(sentences) < 2 and len(whole.words) <= _LONG_SENTENCE_WORDS:
        return ParsedText(whole, (whole,), 1)
    parts = [_part(one, words, language) for one in _pieces(sentences)]
    kept = tuple(part for part in parts if part.words)[:PARTS_MAX]
    return ParsedText(whole, kept or (whole,), max(1, len(sentences)))


def _pieces(sentences: Sequence[str]) -> Iterator[str]:
    """Sentences, and the clauses of long ones."""
    for sentence in sentences:
        yield sentence
        if len(sentence.split()) > _LONG_SENTENCE_WORDS:
            clauses = [one for one in _CLAUSE_END.split(sentence) if one]
            if len(clauses) > 1:
                yield from (one for one in clauses if len(one.split()) >= _CLAUSE_WORDS_MIN)


def _part(text: str, words: PairLexicon, language: str) -> ParsedClause:
    tokens = list(_tokens(text, words))
    reach = _negation_scope(tokens, words)
    dropped, denied = reach.negations, reach.denied
    kept: list[ParsedWord] = []
    titled = _is_titled(tokens, words)
    for place in range(len(tokens)):
        if len(kept) < WORDS_MAX and place not in dropped:
            word = _word(tokens, place, words, language, titled)
            if word is not None:
                kept.append(
                    word._replace(is_denied=place in denied, is_doubted=place in reach.doubted)
                )
    plain = text
    for place in sorted(dropped, reverse=True):
        token = tokens[place]
        plain = plain[: token.start] + plain[token.end :]
    return ParsedClause(
        text=text,
        bare=_BARE.sub(" ", text.lower()).strip(),
        plain=re.sub(r"\s+", " ", plain).strip() or text,
        words=tuple(kept),
        denied=_span(text, tokens, denied),
        is_negative=reach.is_negative,
        is_never=any(tokens[place].text in words.never for place in dropped),
        doubts=reach.doubts,
        opening=_opening(tokens, words, language) if not titled else "",
        is_question=text.rstrip("\"') ").endswith("?"),
        is_exclusive=any(token.text in words.exclusive for token in tokens),
        stems=frozenset(stem(token.text, language) for token in tokens if token.text[:1].isalnum()),
        is_own=any(token.text in words.own for token in tokens),
        is_vague=any(token.text in words.vague for token in tokens[:3]),
        is_passive=any(token.text in _PASSIVE for token in tokens),
        one_valued=_stems_in(tokens, words.one_valued, language),
        many_valued=_stems_in(tokens, words.many_valued, language),
    )


def _tokens(text: str, words: PairLexicon) -> Iterator[_PairToken]:
    for found in _TOKEN.finditer(text):
        shown = found.group()
        small = shown.lower()
        if found["number"]:
            tail = (found["tail"] or "").lower()
            value = _value(found["number"]) * SCALES.get(tail, 1.0)
            is_ordinal = tail in ("st", "nd", "rd", "th", ":e", ":a")
            yield _PairToken(small, shown, *found.span(), value, is_ordinal)
        elif small.endswith(("n't", "nt")) and small.replace("'", "") in _CONTRACTED:
            # "isn't" is a verb and a negation; the verb is not compared.
            yield _PairToken("not", shown, *found.span(), None, False)
        else:
            small = _ENDING.sub("", small).replace("'", "")
            ordinal = words.ordinals.get(small)
            value_ = words.numbers.get(small, ordinal)
            yield _PairToken(small, shown, *found.span(), value_, ordinal is not None)


_ENDING = re.compile("'(?:s|ve|re|ll|d|m)$")
_CONTRACTED = frozenset(
    word + "nt"
    for word in (
        *("is", "are", "was", "were", "do", "does", "did", "wo", "ca", "could", "should", "would"),
        *("have", "has", "had", "must", "need", "ai", "sha"),
    )
)


def _value(shown: str) -> float:
    """A number as written in English or Swedish."""
    time = _TIME.fullmatch(shown)
    if time:
        return float(time[1]) + float(time[2]) / 60
    grouped = _GROUPED.fullmatch(shown)
    if grouped:
        return float(re.sub(r"\D", "", grouped[1]) + (grouped[2] or "").replace(",", "."))
    try:
        return float(shown.replace(",", "."))
    except ValueError:  # several separators: a version, an address or a date
        return float(re.sub(r"\D", "", shown)[:15])


class _NegationScope(NamedTuple):
    """The negated tokens of a sentence, by position."""

    negations: set[int]
    denied: set[int]
    doubted: set[int]
    doubts: int
    is_negative: bool


def _negation_scope(tokens: Sequence[_PairToken], words: PairLexicon) -> _NegationScope:
    """Follows each negation to the end of its clause."""
    negations: set[int] = set()
    denied: set[int] = set()
    doubted: set[int] = set()
    is_denied = is_doubted = is_negative = is_fresh = False
    brief = doubts = 0
    for place, token in enumerate(tokens):
        after = tokens[place + 1].text if place + 1 < len(tokens) else ""
        before = tokens[place - 1].text if place else ""
        if token.text in ".,;:!?()" or token.text in words.turns:
            is_denied = is_doubted = False
            brief = 0
        elif token.text in ("and", "och") and after in words.pronouns:
            is_denied = is_doubted = False
        elif token.text in words.negators:
            if f"{token.text} {after}" in words.affirmed or (
                token.text in _AFTER_VERB and f"{token.text} {before}" in words.affirmed
            ):
                continue
            negations.add(place)
            if token.text in words.brief_negators or before in _HAVING:
                brief = _BRIEF_WORDS
                continue
            # A second negation right after the first cancels it; a later one negates again.
            is_denied = not (is_denied and is_fresh)
            is_fresh = is_negative = True
            if token.text in _AFTER_VERB and place:
                denied.add(place - 1)
        else:
            if is_denied or brief > 0:
                denied.add(place)
            if is_doubted:
                doubted.add(place)
            brief = max(0, brief - 1)
            is_fresh = False
            if token.text in words.deniers:
                is_doubted = not is_doubted
                doubts += 1
    return _NegationScope(negations, denied, doubted, doubts, is_negative)


def _span(text: str, tokens: Sequence[_PairToken], places: set[int]) -> str:
    """The tokens at the given positions as one text."""
    return " ".join(text[tokens[one].start : tokens[one].end] for one in sorted(places))


def _stems_in(
    tokens: Sequence[_PairToken], listed: frozenset[str], language: str
) -> frozenset[str]:
    return frozenset(stem(token.text, language) for token in tokens if token.text in listed)


def _opening(tokens: Sequence[_PairToken], words: PairLexicon, language: str) -> str:
    """The stem of the first word, if it may be a name."""
    first = next(iter(tokens), None)
    if first is None or not first.shown[:1].isupper() or first.text in words.function:
        return ""
    return (
        ""
        if first.text in words.negators or first.text in words.light
        else stem(first.text, language)
    )


def _is_titled(tokens: Sequence[_PairToken], words: PairLexicon) -> bool:
    """Whether most words are capitalised, as in a headline, so that capitals mean nothing."""
    rest = [one for one in tokens[1:] if one.shown[:1].isalpha() and one.text not in words.function]
    return len(rest) > 2 and sum(one.shown[:1].isupper() for one in rest) > 0.7 * len(rest)


def _word(
    tokens: Sequence[_PairToken], place: int, words: PairLexicon, language: str, titled: bool
) -> ParsedWord | None:
    """The content word at a position; None: it does not count."""
    token = tokens[place]
    text = token.text
    is_capital = token.shown[:1].isupper() and place > 0
    if text in words.months and (len(text) > 4 or text == "maj" or is_capital):
        return ParsedWord(text, text, MONTH, 1.0, False, False, words.months[text])
    if text in words.days or text.rstrip("s") in words.days:
        day = words.days.get(text) or words.days[text.rstrip("s")]
        return ParsedWord(text, text, DAY, 1.0, False, False, day)
    if token.number is not None:
        return _number(tokens, place, words, language)
    if not text[:1].isalpha() or text in UNITS or text in SCALES:
        return None
    if text in words.prepositions:
        return ParsedWord(text, text, PREPOSITION, 0.15, False, False)
    if text in words.function or text in words.negators:
        return None
    is_name = (
        not titled
        and token.shown[:1].isupper()
        and (place > 0 and tokens[place - 1].text not in (".", "!", "?", ":"))
    )
    weight = 0.4 if text in words.light else 1.0
    return ParsedWord(text, stem(text, language), NAME if is_name else WORD, weight, False, False)


def _number(
    tokens: Sequence[_PairToken], place: int, words: PairLexicon, language: str
) -> ParsedWord | None:
    token = tokens[place]
    value = token.number or 0.0
    after = [one.text for one in tokens[place + 1 : place + 4]]
    before = tokens[place - 1].text if place else ""
    if token.text == "one" and not (after and after[0] in UNITS):
        return ParsedWord(
            "one", "one", NUMBER, 0.3, False, False, 1.0, _counted(after, words, language)
        )
    if token.text in ("second", "first") and not after:
        return None
    is_plain = token.shown.isdigit()
    if is_plain and len(token.shown) == 4 and 1500 <= value <= 2100 and not _has_unit(after):
        return ParsedWord(token.text, token.text, YEAR, 1.0, False, False, value)
    if after and after[0] in SCALES:
        value *= SCALES[after[0]]
        after = after[1:]
    unit = UNITS.get(before) or next((UNITS[one] for one in after[:1] if one in UNITS), "")
    if not unit and not token.is_ordinal:
        unit = _counted(after, words, language)
    name = f"{value:g}"
    return ParsedWord(name, name, NUMBER, 1.0, False, False, value, unit)


def _has_unit(after: Sequence[str]) -> bool:
    return bool(after) and (after[0] in UNITS or after[0] in SCALES)


def _counted(after: Sequence[str], words: PairLexicon, language: str) -> str:
    """The stem of what a number counts."""
    for one in after[:2]:
        if one[:1].isalpha() and one not in words.function:
            return stem(one, language)
    return ""


def stem(word: str, language: str) -> str:
    return str(_stemmer(language).stemWord(word))


@lru_cache(maxsize=8)
def _stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language, 0)  # no cache, which could keep erased words
