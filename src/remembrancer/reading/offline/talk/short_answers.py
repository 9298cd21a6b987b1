"""Short answers: replies that are facts only together with the question before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final, NamedTuple

from remembrancer.core.kinds import Family
from remembrancer.items.message import Message
from remembrancer.language import negation, numerals, sentences
from remembrancer.language.act_words import AFTER_NO
from remembrancer.language.masked_text import ANY_AMOUNT, MaskedText
from remembrancer.language.names import is_name
from remembrancer.language.sentences import Sentence
from remembrancer.language.slots.slot import FilledSlot, leading_name
from remembrancer.language.statement import Slot
from remembrancer.language.statement_reader import fill_slots, mask_statement
from remembrancer.reading.offline.filters import junk_filter
from remembrancer.reading.offline.talk.spoken_sentences import SentenceCache

ANSWER_WORDS_MAX: Final = 8
_QUOTED_MAX: Final = 200  # characters of a question that quotes a value
_DENIES: Final = re.compile(
    rf"\W*(?:no(?! (?:{AFTER_NO}))|nope|nah|nej(?! tack)|nä|nja|nix|not (?:quite|exactly)"
    r"|inte (?:riktigt|helt|precis))\b"
    r"[\s,.:;!–—-]+\S",
    re.IGNORECASE,
)


_NO: Final = re.compile(
    r"\W*(?:(?:no|nope|nah|nej|nä|nja|nix)\b\W*)+(?:(?:då|men|no)\b\W*)?", re.IGNORECASE
)


class SlotQuestion(NamedTuple):
    """A question that asks for one slot."""

    slot: str
    pattern: re.Pattern[str]
    reads: str  # amount, name, or sentence templates with a gap for the answer
    family: Family = Family.FACT
    category: str | None = None
    least: float = 0.0
    most: float = 1e15
    is_figure: bool = False
    holds: str = ""  # a pattern that every answer must match


def _question(slot: str, forms: str, reads: str, **more: object) -> SlotQuestion:
    return SlotQuestion(slot, re.compile(forms), reads, **more)  # type: ignore[arg-type]


QUESTIONS: Final = (
    _question(
        "retirement age",
        r"(?:what age|when|how old|at what age|vilken ålder|när)\b.{0,60}\b(?:retir\w+|stop "
        r"working|pension\w*|sluta jobba)",
        "amount",
        family=Family.GOAL,
        category="demographic",
        least=40,
        most=80,
    ),
    _question(
        "age",
        r"how old (?:are you|is (?:he|she|your))|what(?:'s| is) your age|hur gammal är|your age\b",
        "amount",
        category="demographic",
        least=1,
        most=110,
    ),
    _question(
        "employees",
        r"how many (?:employees|people|staff)|hur många (?:anställda|är ni|medarbetare)",
        "amount",
        most=100000,
    ),
    _question(
        "children",
        r"how many (?:kids|children)|hur många barn",
        "amount",
        category="demographic",
        most=15,
    ),
    _question(
        "salary",
        r"(?:what|how much)\b.{0,40}\b(?:salary|earn|make|paid|(?:draw|taking|take)"
        r"(?:ing)? (?:out )?(?:from|of) (?:the|your|it)\b.{0,20}(?:company|business|firm))"
        r"|vad (?:tjänar|har du i lön)|hur "
        r"mycket tjänar",
        "amount",
        category="income",
        least=100,
    ),
    _question(
        "mortgage",
        r"how much\b.{0,40}\bmortgage|hur (?:stort|mycket)\b.{0,30}\bbolån",
        "amount",
        category="liability",
        least=1000,
        is_figure=True,
    ),
    _question(
        "employer",
        r"where do you work|who do you work for|var jobbar du|vem jobbar du för|who(?:'s| is) "
        r"your employer",
        "name",
        category="demographic",
    ),
    _question(
        "home",
        r"where do you live|where are you based|var bor (?:du|ni)",
        "name",
        category="demographic",
    ),
    _question(
        "fiscal year",
        r"(?:fiscal|financial|accounting) year|räkenskapsår",
        "our fiscal year starts in {}|our fiscal year runs {}|our fiscal year is the {}",
        holds=r"jan|feb|mar|apr|ma[yj]|jun|jul|aug|sep|o[ck]t|nov|dec|calend|kalend|brutet|\d",
    ),
    _question(
        "accounting framework",
        r"k2 (?:or|eller) k3|which (?:framework|standard)|vilket regelverk|k2 el\.? k3",
        "name",
    ),
    _question(
        "vat period",
        r"how often\b.{0,40}\bvat|hur ofta\b.{0,40}\bmoms|momsperiod",
        "we report vat {}",
    ),
    _question(
        "preferred contact",
        r"how (?:should|would you like|do you prefer|can|do you want)\b.{0,40}\b(?:contact|reach"
        r"|hear)|hur vill du bli kontaktad|mejl eller telefon|email or phone|phone or email",
        "I prefer {}",
        family=Family.PREFERENCE,
    ),
    _question(
        "answer length",
        r"(?:short|long|detailed)\b.{0,40}\b(?:answers|explanations|summar\w+).{0,40}\bor\b"
        r"|kort(?:a)? eller (?:långt|utförlig\w*)",
        "I prefer {} answers|keep it {}|svara {}",
        family=Family.PREFERENCE,
    ),
    _question(
        "level",
        r"(?:beginner|how familiar|how experienced|what level)\b|(?:nybörjare|hur van är du"
        r"|vilken nivå)",
        "I am {}|I am a {}|{}",
        family=Family.PREFERENCE,
    ),
)
_ANSWER: Final = re.compile(
    r"^\W*(?:(?:yes|yeah|yep|ja|jo|well|um+|uh|eh|hmm+|it's|i'm|we're|about|around|just|oh|jag "
    r"är|vi är|det är|that's|i am|we are|that would be|erm),?\s+)*",
    re.IGNORECASE,
)


# "Where's the pension?", "Vem sköter lönerna?": what is asked for has a name.
_ASKS_FOR_NAME: Final = re.compile(
    r"\W*(?:(?:and|so|but|och|men|ok|right)\W+)?(?:(?P<who>who|which \w+|what \w+|vem|vilken \w+"
    r"|vilket \w+|vad för \w+)|where|with whom|var|hos vem|hos vilken \w+)"
    r"(?:'s|'re|\s(?:is|are|does|do|has|have|runs|owns|holds|manages|handles|provides|är|har|[a-zåäö]+r))"
    r"\s(?!\w+ing\b)(?:(?:you|we|they|ni|vi|du|de)\s(?:use|bank with|go to|have|använder|har)"
    r"|(?:[\w'-]+\s){0,3}?"
    r"(?:(?:the|your|our|his|her|their|my|er|ert|era|din|ditt|dina|vår|vårt|våra"
    r"|min|mitt|hans|hennes|deras)\s\w+|\w{3,}(?:en|et|an|na)\b))"
)
_AT_THE_TIME: Final = re.compile(  # what is so today is not worth keeping
    r"(?<!\w)(?:today|tonight|tomorrow|this (?:week|morning|evening|time)|next|now|again|idag|i dag"
    r"|ikväll|i kväll|imorgon|i morgon|nu|den här|nästa|igen|was|were|did|think|tycker|tror)(?!\w)"
)
_BARE_NAME: Final = re.compile(
    r"(?P<by>(?i:with|at|by|through|in|from|hos|på|i|av|via|genom|med)\s)?"
    r"(?P<name>[A-ZÅÄÖ][\w&'.-]*(?:\s(?:[A-ZÅÄÖ&][\w&'.-]*|och|and))*)\s*(?=[,.;!–—]|$)"
)
_ASKED_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBER_FIRST: Final = re.compile(r"\s*(\d{1,3})\.\s+(?=\S)")
_FIGURE_IN: Final = re.compile(
    rf"\d|(?<!\w)(?:{'|'.join(sorted(numerals.WORDS, key=len, reverse=True))})(?!\w)", re.IGNORECASE
)
# "No, it's Ulla Brodin", to somebody who gave another name last.
_NAME: Final = r"[A-ZÅÄÖ][\w&'-]+(?:\s[A-ZÅÄÖ][\w&'-]+)*"
_IT_IS_NAME: Final = re.compile(
    r"(?:it's|it is|that's|(?:he|she|her name|his name)(?: is|'s)|det är|(?:hon|han|det) heter)"
    rf"\s{_NAME}"
)
_WEEKDAY: Final = re.compile(
    r"(?<!\w)(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\w)"
    r"|(?<!\w)(?:mån|tis|ons|tors|fre|lör|sön)dag(?:ar|en)?(?!\w)",
    re.IGNORECASE,
)
_FIRST_SENTENCE: Final = re.compile(r".+?[.!](?=\s)", re.DOTALL)
_NAMES_LAST: Final = re.compile(rf"\S\s{_NAME}\W*$")
_IT_IS: Final = re.compile(
    r"\W*(?:(?:no|nope|not any ?more|not quite|nej|inte längre|and|but|well|actually|now|nu|men|yes"
    r"|ja|jo)[,.\s–-]+)*(?:(?:it|that|we|i)(?:'s|'re|'m| is| are| am)|(?:det|den|vi|jag) är"
    r"|är (?:det|den|vi)|it(?:'s| has)? (?:gone up|went up|rose|risen|gone down|went down) to"
    r"|we have|vi har)?"
    rf"(?: (?:now|nu|about|only|just|up to|down to|at|på))*\s*{ANY_AMOUNT}"
    r"(?: (?:now|nu|these days|numera|a year|a month|per year|per month|i månaden|om året|actually"
    r"|people|employees|anställda|today|idag))*\W*"
)


_WAS: Final = re.compile(
    r"((?:my|our|the|his|her|their|min|mitt|vår|vårt)(?: [^\W\d_]+){1,3}?)"
    r" (?:was|were|used to be|var)\b",
    re.IGNORECASE,
)


class QuestionAnswer(NamedTuple):
    """A question and its answer."""

    question: Message
    question_start: int
    question_text: str
    start: int
    end: int
    clause: MaskedText
    filled: FilledSlot | None  # None: the question names the matter, and no slot is known for it


def find_answer(
    messages: Sequence[Message], index: int, language: str, split: SentenceCache
) -> QuestionAnswer | None:
    """The answer of a message to the question right before it; None: no clear answer."""
    message = messages[index]
    if index == 0:
        return None
    before = messages[index - 1]
    if before.author_id == message.author_id or "?" not in before.content:
        return None
    asked = [one for one in split.sentences(before) if one.is_question]
    answers = split.sentences(message)
    if not asked or not answers or answers[0].is_question:
        return None
    question = asked[-1]
    low = question.text.lower().replace("’", "'")
    one = next((one for one in QUESTIONS if one.pattern.search(low)), None)
    is_counted = one is not None and one.reads == "amount"
    answer = (_leading_figure(message, answers[0]) if is_counted else None) or _first_clause(
        answers[0]
    )
    if answer.text.count(" ") >= ANSWER_WORDS_MAX:
        return None
    if one is None and (named := _named_answer(low, answer)) is not None:
        said = mask_statement(named.text, language=language, at=message.timestamp)
        return QuestionAnswer(
            before, question.start, question.text, named.start, named.end, said, None
        )
    if one is None and _FIGURE_IN.search(question.text) is None:
        return None  # no number that the answer could correct
    said = mask_statement(answer.text, language=language, at=message.timestamp)
    if sentences.is_hedged(said.low, said.words) or negation.is_negated(said.low, said.words):
        return None
    if one is not None:
        filled = _fill_from_answer(one, said, language, message.timestamp)
    else:
        filled = _corrected_figure(
            mask_statement(question.text, language=language, at=before.timestamp), said
        )
    if filled is None:
        return None
    return QuestionAnswer(
        before, question.start, question.text, answer.start, answer.end, said, filled
    )


def _named_answer(asked: str, answer: Sentence) -> Sentence | None:
    """ "Where's the pension?" – "With Standard Life, since 2010": the words that name it.

    None: the question is about the moment or names no matter, or the answer is no bare name.
    """
    found = _ASKS_FOR_NAME.match(asked)
    if found is None or _AT_THE_TIME.search(asked):
        return None
    if junk_filter.is_chitchat(asked, frozenset(_ASKED_WORD.findall(asked))):
        return None
    low = answer.text.lower()
    if sentences.is_hedged(low, frozenset(_ASKED_WORD.findall(low))):
        return None
    first = _ANSWER.match(answer.text)
    start = first.end() if first else 0
    bare = _BARE_NAME.match(answer.text, start)
    if bare is None or not (bare["by"] or found["who"] or " " in bare["name"]):
        return None  # "Kitchen." may be no name
    if not all(is_name(one) for one in bare["name"].split()[:1]):
        return None
    return answer._replace(
        start=answer.start + start,
        end=answer.start + bare.end("name"),
        text=answer.text[start : bare.end("name")],
    )


def denial_length(text: str) -> int:
    """The length of the "no" that a message begins with; 0: it begins with none."""
    found = _NO.match(text)
    return found.end() if found else 0


def find_denial(messages: Sequence[Message], index: int) -> tuple[Message, str] | None:
    """The message that a short "No, 60." denies, and its words; None: it denies no value.

    The words quote a value, and may ask about it: "Last time you said 62. Is that still right?"
    """
    if index == 0:
        return None
    message, before = messages[index], messages[index - 1]
    denies = _DENIES.match(message.content) or negation.rejection_length(message.content)
    if before.author_id == message.author_id or not denies:
        return None
    first = _FIRST_SENTENCE.match(message.content)
    said = first[0] if first else message.content
    is_long = said.count(" ") >= ANSWER_WORDS_MAX or len(message.content) > _QUOTED_MAX
    if is_long or len(before.content) > _QUOTED_MAX:
        return None
    asked = before.content.rstrip()
    either = ((_FIGURE_IN, _FIGURE_IN), (_NAMES_LAST, _IT_IS_NAME), (_WEEKDAY, _WEEKDAY))
    has_value = any(one.search(asked) and two.search(message.content) for one, two in either)
    return (before, asked) if has_value else None


def find_follow_ups(
    message: Message, language: str, split: SentenceCache
) -> Iterator[QuestionAnswer]:
    """ "My salary was 48,000. It's 55,000 now": the new value that follows an old one."""
    for before, after in pairwise(split.sentences(message)):
        named = _WAS.match(before.text)
        if named is None or after.is_question:
            continue
        said = mask_statement(after.text, language=language, at=message.timestamp)
        filled = _corrected_figure(
            mask_statement(before.text, language=language, at=message.timestamp), said
        )
        if filled is not None and not sentences.is_hedged(said.low, said.words):
            yield QuestionAnswer(
                message, before.start, named[1], after.start, after.end, said, filled
            )


def _corrected_figure(question: MaskedText, said: MaskedText) -> FilledSlot | None:
    """ "Is it still 28,000?" – "It's 31,000 now": the value that corrects the question.

    None: the question names several things, or the answer is more than a number.
    """
    asked = [one for one in fill_slots(question) if not one.is_weak]
    is_one = len(asked) == 1 and len(question.amounts) <= 1 and len(said.amounts) == 1
    if not is_one or not _IT_IS.fullmatch(said.low):
        return None
    (one,), (amount,) = asked, said.amounts
    slot = one.slot
    is_same_sort = isinstance(slot.value, float) and amount.unit in (None, slot.unit)
    if not is_same_sort or slot.is_event or slot.is_many or one.family is not Family.FACT:
        return None
    return one._replace(
        slot=slot._replace(value=amount.value), start=0, end=len(said.text), is_change=True
    )


def _leading_figure(message: Message, first: Sentence) -> Sentence | None:
    """ "52. I earn …" answers with a number that looks like a list marker."""
    found = _NUMBER_FIRST.match(message.content)
    if found is None or "\n" in message.content.strip():
        return None
    return first._replace(start=found.start(1), end=found.end(1), text=found[1])


def _first_clause(sentence: Sentence) -> Sentence:
    """ "No, by email, and I live in York" answers with its first clause after the no."""
    first = negation.rejection_length(sentence.text)
    _, end = sentences.split_clauses(sentence.text)[0]
    if end <= first:
        return sentence
    return sentence._replace(
        start=sentence.start + first, end=sentence.start + end, text=sentence.text[first:end]
    )


def _fill_from_answer(
    asked: SlotQuestion, said: MaskedText, language: str, at: datetime
) -> FilledSlot | None:
    value: str | float | None = None
    unit: str | None = None
    if asked.reads == "amount":
        if len(said.amounts) != 1:
            return None
        amount = said.amounts[0]
        if not asked.least <= amount.value <= asked.most:
            return None
        value, unit = amount.value, amount.unit
    else:
        rest = said.plain[_ANSWER.match(said.plain).end() :].strip(" .!")  # type: ignore[union-attr]
        value = (
            _name(rest) if asked.reads == "name" else _value_in_sentence(asked, rest, language, at)
        )
        if not value:
            return None
    return FilledSlot(
        Slot(asked.slot, value, unit),
        0,
        len(said.text),
        asked.family,
        asked.category,
        is_figure=asked.is_figure,
    )


def _name(rest: str) -> str | None:
    words = rest.split()
    while words and not is_name(words[0]) and len(words) > 1:
        words = words[1:]
    return leading_name(" ".join(words))


def _value_in_sentence(
    asked: SlotQuestion, rest: str, language: str, at: datetime
) -> str | float | None:
    """The value that the slot rules read from a template sentence; None: it does not fit."""
    if re.search(asked.holds, rest, re.IGNORECASE) is None:
        return None
    for frame in asked.reads.split("|"):
        text = mask_statement(frame.replace("{}", rest), language=language, at=at)
        for one in fill_slots(text):
            if one.slot.name == asked.slot and one.slot.value is not None:
                return one.slot.value
    return None
