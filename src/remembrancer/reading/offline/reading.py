"""Reading one message: which of its clauses say something worth keeping, and of what sort."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.items.message import Message
from remembrancer.language import clauses, open_matters
from remembrancer.language.clauses import Sentence
from remembrancer.language.denial import rejection
from remembrancer.language.masks import Masked
from remembrancer.language.names import is_name
from remembrancer.language.slots.slot import Filled
from remembrancer.language.statement_reader import all_filled, look
from remembrancer.reading.offline import cues, junk, live, passing
from remembrancer.reading.offline.cues import Cue
from remembrancer.reading.offline.filling import best_of
from remembrancer.reading.offline.findings import Found, Left, Line, Outcome, Talk, Unsure
from remembrancer.reading.offline.plain_facts import plain_fact
from remembrancer.reading.offline.replies import hangs_on_another
from remembrancer.reading.offline.spoken import Split
from remembrancer.reading.offline.wording import without_filler

WORDS_MIN: Final = 2  # in fewer words nothing is said
UNSURE_WORDS_MIN: Final = 3  # in fewer nothing is said that stands alone
PLAIN_WORDS_MIN: Final = 4  # of a fact that has no slot
RULE_WORDS_MIN: Final = 3  # "revenue excludes VAT"
QUOTE_CHARACTERS_MAX: Final = 300  # a longer sentence is quoted by its clause

HEDGED: Final = 0.6


_FIGURE: Final = "A plain figure: the books hold it."
_ORDER: Final = "It gives orders to the model or to the memory."
_BESIDE_ORDER: Final = "It stands beside orders to the model or to the memory."
_HEDGE: Final = "Whoever says it is not sure."
_NO_KIND: Final = "This space keeps nothing of that sort: {}."

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_CORRECTS: Final = re.compile(
    r"(?<!\w)(?:actually|sorry|correction|i mean|no wait|wait,|scratch that|my mistake|rättelse"
    r"|förlåt|jag menar|nej,|egentligen)(?!\w)"
)
_SOFT: Final = re.compile(
    r"(?<!\w)(?:i think|i believe|i reckon|jag tror|tror jag|vi tror|probably|nog|troligen|iirc"
    r"|afaik|har för mig|as far as i know|vad jag vet)(?!\w)"
)
_SOFT_WORDS: Final = frozenset({"probably", "nog", "troligen"})
_REQUEST: Final = re.compile(
    r"\W*@?([A-ZÅÄÖ][\w-]+),? (?:(?:can|could|will|would) you|(?:kan|vill|skulle) du) \w+"
)
_LACKS_SUBJECT: Final = re.compile(
    r"(?:haven't|hasn't|have|has|didn't|did|don't|doesn't|not|never|har|inte|ej)\b", re.IGNORECASE
)
_RELATIVE: Final = re.compile(r"(?:who|which|whose|som|vars)\b")
_BETWEEN: Final = re.compile(
    r"\s*(?:,\s*(?:and|och|with|med)?|;|\s(?:and|och|plus|with|med|samt)\s|\s[–—-]\s)\s*"
)
_WORDY: Final = frozenset(
    {Family.PREFERENCE, Family.DECISION, Family.UNRESOLVED, Family.ACTION, Family.FACT}
)


def read_message(message: Message, split: Split, talk: Talk, *, after: int = 0) -> Iterator[Line]:
    """A message, sentence by sentence: what rules make of each.

    What stands before the place `after` is read already.
    """
    listed = [
        one if one.start >= after else _behind(one, after) for one in split.sentences(message)
    ]
    lows = [one.text.lower().replace("’", "'") for one in listed]
    is_order = split.orders_aloud(message)
    jokes = [junk.is_joke(low) for low in lows]
    for index, (one, low) in enumerate(zip(listed, lows, strict=True)):
        outcomes: tuple[Outcome, ...] = ()
        # "Just kidding" takes back what was said before it.
        takes_back = (
            index + 1 < len(listed) and jokes[index + 1] and len(listed[index + 1].text) < 40
        )
        if is_order:
            outcomes = _beside_order(one, low, message, talk)
        elif hangs_on_another(listed, index) or passing.is_daydream(low):
            pass
        elif not jokes[index] and not takes_back and low.count(" ") >= WORDS_MIN - 1:
            outcomes = tuple(_in_sentence(one, low, message, talk))
        yield Line(message, one, index, len(listed), outcomes)


def _behind(sentence: Sentence, after: int) -> Sentence:
    """The clauses of a sentence that begin behind a place."""
    starts = [first for first, _ in clauses.clauses(sentence.text)]
    first = next((one for one in starts if sentence.start + one >= after), len(sentence.text))
    return Sentence(
        sentence.start + first,
        sentence.end,
        sentence.text[first:],
        sentence.section,
        sentence.is_listed,
        sentence.speaker,
    )


def _beside_order(one: Sentence, low: str, message: Message, talk: Talk) -> tuple[Outcome, ...]:
    """Whoever slips an order in may have written the rest of the message for it."""
    if junk.is_order(low):
        return (Left(one.text, _ORDER),)
    return (Left(one.text, _BESIDE_ORDER),) if _seems_known(one, message, talk) else ()


def _seems_known(sentence: Sentence, message: Message, talk: Talk) -> bool:
    return any(
        isinstance(one, Found)
        for one in _in_sentence(sentence, sentence.text.lower(), message, talk)
    )


def _in_sentence(sentence: Sentence, low: str, message: Message, talk: Talk) -> Iterator[Outcome]:
    section = cues.section_family(sentence.label) or cues.section_family(sentence.section)
    offset = sentence.words_at if cues.section_family(sentence.label) else 0
    text = sentence.text
    request = _REQUEST.match(text) if sentence.is_question and not talk.chats else None
    if request and is_name(request[1]):
        section = section or Family.ACTION
    elif sentence.is_question and not cues.asks_to_be_reached(low):
        cut = max(text.rfind(", "), text.rfind(" – "), text.rfind(" - "))
        if cut < 0 or junk.asks(low):
            if section is not Family.UNRESOLVED:
                return
            cut = len(text)
        text, low = text[:cut], low[:cut]
    elif junk.asks(low[offset:]) and not (sentence.is_question or section or sentence.is_listed):
        return
    is_supposed = junk.is_made_up(low)
    offset += without_filler(text[offset:])
    parts = _joined(
        text,
        [(max(start, offset), end) for start, end in clauses.clauses(text) if end > offset + 1],
    )
    found: list[Outcome] = []
    for start, end in parts:
        clause = text[start:end]
        if clause.count(" ") < WORDS_MIN - 1:
            continue
        found.extend(_in_clause(sentence, start, end, section, is_supposed, message, talk))
    kept = [one for one in found if isinstance(one, Found)]
    if len(kept) == 1 and not kept[0].is_fragment and len(parts) > 1 and not sentence.is_question:
        kept[0] = _widened(kept[0], sentence, offset, talk)
    lefts = tuple(one for one in found if isinstance(one, Left))
    if not kept and all(one.reason == _HEDGE for one in lefts):
        start, end = sentence.start + offset, sentence.start + len(text.rstrip(" ,–-"))
        is_long = end - start > QUOTE_CHARACTERS_MAX
        is_short = sentence.text.count(" ") < UNSURE_WORDS_MIN - 1
        if not is_long and not is_short and not (is_supposed or _is_barred(sentence, low)):
            yield Unsure(message, start, end, lefts)
            return
    yield from kept
    yield from lefts


def _is_barred(sentence: Sentence, low: str) -> bool:
    """Whether nothing is kept of a sentence of which no rule knows more."""
    if sentence.is_question or junk.asks(low):
        return True
    if passing.is_trouble_now(low) or passing.is_small_choice(low):
        return True
    words = frozenset(_WORD.findall(low))
    return junk.is_about_chat(low, words) or junk.is_news(low, words)


def _joined(text: str, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The clauses; a short one without a subject, or a bare "not decided", goes with another."""
    made: list[tuple[int, int]] = []
    for start, end in parts:
        clause = text[start:end]
        is_short = clause.count(" ") < PLAIN_WORDS_MIN - 1 and _LACKS_SUBJECT.match(clause)
        if made and (is_short or open_matters.is_bare(clause)):
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return made


def _widened(found: Found, sentence: Sentence, offset: int, talk: Talk) -> Found:
    """The whole sentence, where only one of its clauses says something; no figure of live data."""
    start, end = sentence.start + offset, sentence.end
    if end - start > QUOTE_CHARACTERS_MAX:
        return found
    said = look(sentence.text[offset:], language=talk.brief.language, at=found.message.timestamp)
    if len(said.amounts) > len(found.said.amounts) and _is_live(said, None, talk):
        return found
    return found._replace(start=start, end=end, said=said)


def _is_live(said: Masked, filled: Filled | None, talk: Talk) -> str | None:
    """Why live data or the books answer it; None: they do not."""
    if live.is_covered(said, filled, talk.state):
        return live.HOLDS_IT
    if talk.brief.skips_figures and live.is_figure(said, filled):
        return _FIGURE
    return None


def _in_clause(
    sentence: Sentence,
    start: int,
    end: int,
    section: Family | None,
    is_supposed: bool,
    message: Message,
    talk: Talk,
) -> Iterator[Outcome]:
    language = talk.brief.language
    text = sentence.text[start:end]
    said = look(text, language=language, at=message.timestamp)
    fills = [one for one in all_filled(said) if not one.is_weak]
    cut = _cut(said, fills)
    spans = [(start, end)] if cut is None else [(start, start + cut[0]), (start + cut[1], end)]
    for number, (first, last) in enumerate(spans):
        if cut is not None:
            text = sentence.text[first:last]
            said = look(text, language=language, at=message.timestamp)
            fills = [one for one in all_filled(said) if not one.is_weak]
        outcome = _judged(
            said, fills, section, sentence, is_supposed, talk, message.timestamp.date()
        )
        if outcome is None:
            continue
        if isinstance(outcome, Left):
            yield outcome
            continue
        family, confidence, filled, is_hedged = outcome
        yield Found(
            message,
            family,
            sentence.start + first,
            sentence.start + last,
            said,
            confidence,
            filled,
            sentence.speaker,
            is_hedged,
            number > 0,
            bool(_CORRECTS.search(sentence.text.lower()) or rejection(sentence.text)),
        )


def _cut(said: Masked, fills: list[Filled]) -> tuple[int, int] | None:
    """Where a clause that answers two questions is cut in two; None: it is not."""
    if len(fills) < 2:
        return None
    one, other = sorted(fills, key=lambda fill: (fill.start, fill.end))[:2]
    if one.end > other.start:
        return None
    joint = _BETWEEN.search(said.text, max(one.end - 1, 0), min(other.start + 2, len(said.text)))
    if joint is None or joint.end() > other.start:
        return None
    if _RELATIVE.match(said.low, joint.end()):
        return None  # "a son, Ivar, who is 12" is one thing said
    return said.origin(joint.start()), said.origin(joint.end())


Judged = tuple[Family, float, Filled | None, bool]


def _judged(
    said: Masked,
    fills: list[Filled],
    section: Family | None,
    sentence: Sentence,
    is_supposed: bool,
    talk: Talk,
    today: date,
) -> Judged | Left | None:
    """Of what sort a clause is, and how sure; or why it is left out; None: nobody would miss it."""
    low, words = said.low, said.words
    cue = cues.cue_in(said, chats=talk.chats)
    is_rule = cue is not None and cue.family is Family.FACT and cue.confidence == cues.PLAIN
    if is_supposed and not is_rule:
        return None
    if section is None and _is_junk(said, cue, fills):
        return None
    best = best_of(said, fills, chats=talk.chats)
    if (
        cue is None
        and best is None
        and section is None
        and said.plain.count(" ") >= PLAIN_WORDS_MIN - 1
    ):
        cue = plain_fact(said, today, talk.brief)
    family, confidence = _family(said, cue, best, section, sentence)
    words_min = RULE_WORDS_MIN if is_rule else PLAIN_WORDS_MIN
    is_short = best is None and section is None and said.plain.count(" ") < words_min - 1
    if family is None or (is_short and family in _WORDY):
        return None
    is_hedged = clauses.is_hedged(low, words)
    if is_hedged and family is Family.FACT:
        if not _SOFT.search(low) or clauses.is_hedged(_SOFT.sub(" ", low), words - _SOFT_WORDS):
            return Left(said.plain, _HEDGE)
        confidence = HEDGED
    if family is Family.DECISION:
        is_hedged = is_hedged and cues.is_unsure(low, words)
    if is_hedged and family in (Family.DECISION, Family.ACTION) and section is None:
        family = Family.UNRESOLVED
    is_state = family is Family.FACT or (family is Family.DECISION and cue is None)
    if is_state and (reason := _is_live(said, best, talk)):
        return Left(said.plain, reason)
    if family not in talk.brief.kinds:
        # What was to be kept as a wish may still be a fact where the space has no wishes.
        return Left(said.plain, _HEDGE if is_hedged else _NO_KIND.format(family.value))
    return family, confidence, best, is_hedged


def _is_junk(said: Masked, cue: Cue | None, fills: list[Filled]) -> bool:
    low, words = said.low, said.words
    if junk.is_news(low, words) or junk.is_about_chat(low, words):
        return True
    if passing.is_trouble_now(low) or passing.is_small_choice(low):
        return True
    family = cue.family if cue else None
    if (
        junk.is_one_task(low)
        and family not in (Family.PREFERENCE, Family.DECISION)
        and not (family is Family.FACT and cue is not None and cue.confidence == cues.PLAIN)
    ):
        return not any(fill.family is Family.PREFERENCE for fill in fills)
    if junk.is_trouble(low, words):
        is_firm = cue is not None and cue.confidence == cues.PLAIN
        return not is_firm or family in (Family.ACTION, Family.UNRESOLVED)
    if junk.is_passing(low, words):
        return not fills and (cue is None or cue.confidence < cues.PLAIN)
    return False


def _family(
    said: Masked, cue: Cue | None, best: Filled | None, section: Family | None, sentence: Sentence
) -> tuple[Family | None, float]:
    if section is not None and (sentence.is_listed or sentence.label or section is not Family.FACT):
        if section is not Family.FACT:
            is_task = section is Family.DECISION and cue is not None and bool(said.moments)
            is_task = is_task and cue is not None and cue.family is Family.ACTION
            return Family.ACTION if is_task else section, cues.PLAIN
        if cue is None and best is None and len(said.words) < 4:
            return None, 0.0
        if cue is not None and cue.family in (Family.DECISION, Family.PREFERENCE, Family.GOAL):
            return cue.family, cue.confidence
        return Family.FACT, cues.PLAIN if best else cues.WEAKER
    if cue is not None and cue.family is Family.UNRESOLVED:
        return cue.family, cue.confidence
    if best is not None and (
        cue is None or cue.confidence < cues.PLAIN or best.family is not Family.FACT
    ):
        if cue is not None and cue.family in (Family.DECISION, Family.GOAL, Family.ACTION):
            return cue.family, cue.confidence
        return best.family, cues.PLAIN
    if cue is not None:
        return cue.family, cue.confidence
    return None, 0.0
