"""Closing: whether a later statement says that an open item is done, decided or answered.

The statement must be about this item and nothing else, be plain, and report something finished. If
that is not clear, the item stays open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from remembrancer.language import statement_reader
from remembrancer.language.names import is_name
from remembrancer.language.stemming import detect_language, function_words
from remembrancer.language.times.dates import DateMention
from remembrancer.reading.judging.done import closing_words as words_of

_WORD: Final = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_NEXT_CLAUSE: Final = re.compile(r",?\s+(?:and|so|och|så)\s+|\s*[;–—]\s*")
_SHORT_FORM: Final = re.compile(r"\b(we|i|it|that|they|he|she)'(s|ve)\b", re.IGNORECASE)
_PRICE: Final = re.compile(r"\b(?:for|för)\s*$", re.IGNORECASE)
_ENGLISH_OVER: Final = re.compile(r"[^\W\d_]{2,}ed$")
_SWEDISH_OVER: Final = re.compile(r"[^\W\d_]{2,}(?:de|te|des|tes)$")
_SWEDISH_WITH_IS: Final = re.compile(r"[^\W\d_]{2,}(?:[tdn]|ts|[tdn]a)$")
_CHARACTERS_MAX: Final = 1_000
_GRAMMAR: Final = function_words()


class _Action(NamedTuple):
    """An action that the open item asks for."""

    word: str
    is_state: bool  # "not signed", "be signed": the word names the finished state


class _Matter(NamedTuple):
    """An open item."""

    things: Sequence[str]  # its topics
    actions: Sequence[_Action]
    maybe: Sequence[_Action]  # words at the start that may name an action: "prepare", "Karin sends"
    low: Sequence[str]  # all its words in lower case
    language: str | None  # its language, if that is clear
    is_pondered: bool  # undecided, so a decision closes it
    is_awaited: bool


def closes(
    text: str,
    matter: str,
    *,
    language: str,
    at: datetime,
    since: datetime | None = None,
    by_deciding: bool = True,
) -> bool:
    """Whether a sentence said `at` a time closes the item that is open `since` then.

    A decision closes what is undecided, but not what has to be done. If `by_deciding` is False,
    only a finished action closes the item.
    """
    if len(text) > _CHARACTERS_MAX or len(matter) > _CHARACTERS_MAX:
        return False
    about = _read(matter, language, at)
    if not about.things and not about.actions:
        return False
    if not by_deciding:
        about = about._replace(is_pondered=False)
    utterance = _Utterance(language, at, since)
    return any(_ends(value, about, utterance) for value in _SENTENCE.split(text.strip()))


def _read(matter: str, language: str, at: datetime) -> _Matter:
    text = matter.replace("’", "'")
    look = statement_reader.mask_statement(text, language=language, at=at)
    for day in (
        mention for mention in look.dates if mention.is_due
    ):  # a deadline says nothing about the topic
        text = text[: day.start] + " " * (day.end - day.start) + text[day.end :]
    said = [match[0] for match in _WORD.finditer(text)]
    low = [value.casefold() for value in said]
    plain = words_of.OPEN | words_of.PONDERED | _GRAMMAR
    things: list[str] = []
    actions: list[_Action] = []
    expects = is_state = False
    for place, word in enumerate(low):
        if word in words_of.BEFORE_ACTIONS:
            expects = True
            is_state = word in _BEFORE_STATES or _denies(word)
        elif word in words_of.BEFORE_THINGS:
            expects = False
        if word in plain:
            continue
        is_named = place > 0 and is_name(said[place])
        is_pondered_of = word.endswith("ing") and _is_pondered(low, place)
        if (expects or is_pondered_of) and word.isalpha() and not is_named:
            actions.append(_Action(word, is_state and not is_pondered_of))
            expects = False
        else:
            things.append(word)
    held = frozenset(low)
    return _Matter(
        things=things,
        actions=actions,
        maybe=[_Action(value, False) for value in low[:2] if value in things and value.isalpha()],
        low=low,
        language=detect_language(text),
        is_pondered=text.rstrip().endswith("?") or not held.isdisjoint(words_of.PONDERED),
        is_awaited=not held.isdisjoint(words_of.AWAITED),
    )


def _denies(word: str) -> bool:
    return word in ("not", "never", "inte", "ej", "aldrig") or word.endswith("n't")


def _is_pondered(low: Sequence[str], place: int) -> bool:
    """Whether a verb governs the gerund: "considering replacing", "thinking about moving"."""
    return any(value in words_of.PONDERED for value in low[max(0, place - 2) : place])


def _ends(sentence: str, matter: _Matter, utterance: _Utterance) -> bool:
    text = words_of.as_decided(sentence.replace("’", "'"))
    if text.rstrip().endswith("?") or words_of.is_conditional(text):
        return False
    statement = statement_reader.read_statement(text, language=utterance.language, at=utterance.at)
    if statement.is_negated or statement.is_hedged or statement.is_ahead:
        return False
    spoken = {match[0].casefold() for match in _WORD.finditer(text) if match[0] != "May"}
    others = words_of.OTHERS.intersection(matter.low)
    unsure = [value for value in words_of.UNSURE & spoken if not _is_done_so(matter, value)]
    if unsure or words_of.OTHERS & spoken != others:
        return False  # unclear whether it is finished, or whose it is
    is_swedish = (detect_language(text) or matter.language or utterance.language) == "swedish"
    clauses = [text, *(text[: match.start()] for match in _NEXT_CLAUSE.finditer(text))]
    return any(_Clause(clause, matter, utterance, is_swedish).ends() for clause in clauses)


def _is_done_so(matter: _Matter, word: str) -> bool:
    """Whether the word names the open action: "heard" closes "waiting to hear from somebody"."""
    return any(words_of.is_one_word(action.word, word) for action in matter.actions)


def _directions(low: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Particles and prepositions, each with the stem of a word that it belongs to."""
    for place, word in enumerate(low):
        for way in words_of.OPPOSITES:
            if word == way:
                yield from ((words_of.stem(value), way) for value in low[max(0, place - 1) : place])
                after = [value for value in low[place + 1 : place + 3] if value not in _GRAMMAR]
                yield from ((words_of.stem(value), way) for value in after[:1])
            elif word.startswith(way) and word.removeprefix(way) in words_of.stripped(word):
                yield words_of.stem(word.removeprefix(way)), way


def _governed(low: Sequence[str], place: int, acts: Collection[int]) -> int | None:
    """The position of the preposition that governs a thing; None: there is none."""
    for at in range(place - 1, -1, -1):
        word = low[at]
        if word in words_of.PREPOSITIONS and not (word == "i" and at == 0):
            is_of_talk = at > 0 and low[at - 1] in _TALK
            return None if is_of_talk else at
        if at in acts or (word in _GRAMMAR and word not in words_of.ARTICLES):
            return None
    return None


class _Utterance(NamedTuple):
    """The context of a statement."""

    language: str  # of the space
    at: datetime
    since: datetime | None  # since when the item is open


class _Clause:
    """A clause of the statement, compared with the open item word by word."""

    def __init__(self, text: str, matter: _Matter, heard: _Utterance, is_swedish: bool) -> None:
        self._matter, self._utterance, self._is_swedish = matter, heard, is_swedish
        text = _SHORT_FORM.sub(r"\1 '\2", text)
        self._look = statement_reader.mask_statement(text, language=heard.language, at=heard.at)
        matches = list(re.finditer(rf"'(?:s|ve)\b|{_WORD.pattern}", text))
        self._said = [match[0] for match in matches]
        self._starts = [match.start() for match in matches]
        self._low = [value.casefold() for value in self._said]
        self._text = text
        self._acts = [self._places(action) for action in matter.actions]

    def ends(self) -> bool:
        if not all(map(self._is_between, self._look.dates)):
            return False
        matter, used = self._matter, set[int]()
        for thing in matter.things:
            places = [
                place for place, one in enumerate(self._low) if words_of.is_one_word(thing, one)
            ]
            if not places:
                return False  # another year, month, person or thing
            used.update(places)
        if self._is_opposite() or not self._is_in_its_place():
            return False
        return any(self._is_only(used, over) for over in self._completions(used))

    def _is_between(self, day: DateMention) -> bool:
        """Whether the day lies between the opening of the item and the statement."""
        since = self._utterance.since
        is_since = since is None or day.last >= since.date()
        return is_since and day.first <= self._utterance.at.date()

    def _is_in_its_place(self) -> bool:
        """Whether each thing has the same preposition: "from Ek" is neither "to Ek" nor "Ek"."""
        ours, theirs = self._matter.low, self._low
        verbs = {state_filter.word for state_filter in self._matter.actions}
        acts = {place for places in self._acts for place in places}
        before = {place for place, one in enumerate(ours) if one in verbs}
        for thing in self._matter.things:
            known = _governed(ours, ours.index(thing), before)
            places = [at for at, one in enumerate(theirs) if words_of.is_one_word(thing, one)]
            if not any(self._is_alike(known, at, acts, before) for at in places):
                return False
        return self._is_in_order(before, acts) and not any(map(self._is_added_to, acts))

    def _is_alike(
        self, known: int | None, at: int, acts: Collection[int], before: Collection[int]
    ) -> bool:
        ours, theirs = self._matter.low, self._low
        now = _governed(theirs, at, acts)
        way = None if known is None else ours[known]
        new = None if now is None else theirs[now]
        if way == new or (way is None and new in words_of.BY):
            return True
        # A particle may follow the verb, or be its prefix.
        if known is not None and known - 1 in before and new is None:
            return any(
                ours[known] in theirs[place + 1 : place + 2]
                or theirs[place].startswith(ours[known])
                for place in acts
            )
        if now is not None and now - 1 in acts and way is None:
            return any(ours[place].startswith(theirs[now]) for place in before)
        return False

    def _is_in_order(self, before: Collection[int], acts: Collection[int]) -> bool:
        """Whether the actor is the same: "the bank called Karin" is not "Karin called the bank"."""
        ours, matter = self._matter.low, self._matter
        if not before or not acts:
            return True
        free = [
            thing for thing in matter.things if _governed(ours, ours.index(thing), before) is None
        ]
        doing = [value for value in free if ours.index(value) < min(before)]
        done_to = [value for value in free if value not in doing]
        if done_to and not self._is_done_to(done_to, min(acts)):
            return False
        if not doing or not done_to:
            return True
        for place, word in enumerate(self._low):
            if any(words_of.is_one_word(value, word) for value in doing):
                by = _governed(self._low, place, acts)
                if place > min(acts) and (by is None or self._low[by] not in words_of.BY):
                    return False
        return True

    def _is_done_to(self, things: Sequence[str], act: int) -> bool:
        """Whether the things are the object: "the bank changed" is not "we changed bank"."""
        low = self._low
        if low[act].endswith("s") or words_of.FIRST_PERSON.intersection(low):
            return True
        is_passive = not words_of.BE.isdisjoint(low[:act])
        return is_passive or not any(
            words_of.is_one_word(thing, word) for thing in things for word in low[:act]
        )

    def _is_added_to(self, act: int) -> bool:
        """Whether a particle makes another verb of it: "signed over" is not "signed"."""
        if act + 1 >= len(self._low) or self._low[act + 1] not in words_of.ADDED_TO_VERBS:
            return False
        particle, after = self._low[act + 1], self._starts[act + 2 : act + 3]
        if particle in self._matter.low or any(
            state_filter.word.startswith(particle) for state_filter in self._matter.actions
        ):
            return False
        is_when = any(day.start <= start < day.end for start in after for day in self._look.dates)
        return not is_when and (self._low[act + 2 : act + 3] or [""])[0] not in words_of.TIMES

    def _is_opposite(self) -> bool:
        """Whether the direction is opposite: "off" instead of "on", "from" instead of "to"."""
        ours = set(_directions(self._matter.low))
        return any(
            (beside, other) in ours
            for beside, way in _directions(self._low)
            for other in words_of.OPPOSITES.get(way, ())
        )

    def _completions(self, used: Collection[int]) -> Iterator[set[int]]:
        """The positions of words that may report the end of the item, one set for each reading."""
        matter, low = self._matter, self._low
        decided = [place for place, one in enumerate(low) if one in words_of.DECIDED]
        if matter.actions:
            places = self._acts
            if all(places):
                over = [
                    self._is_over(one, at) for one, at in zip(matter.actions, places, strict=True)
                ]
                if all(over):
                    yield set().union(*places)
                if matter.is_pondered and decided and decided[0] < min(map(min, places)):
                    yield set().union(*places, decided)
        else:
            for action in matter.maybe:
                for place in self._places(action):
                    if self._is_other_form(action, place):
                        yield {place}
            is_ours = not words_of.FIRST_PERSON.isdisjoint(low)
            had = words_of.HAD | (words_of.ARRIVED if matter.is_awaited else frozenset())
            for place, one in enumerate(low):
                if one in had and place not in used and (is_ours or self._is_with_is(place)):
                    yield {place}
        general = words_of.SETTLED if matter.is_pondered else words_of.DONE
        is_somebody = all(thing.isalpha() and self._is_named(thing) for thing in matter.things)
        for place, one in enumerate(low):
            if one in general and self._is_with_is(place) and not is_somebody:
                yield {place}

    def _is_named(self, thing: str) -> bool:
        return any(
            is_name(one) for one, low in zip(self._said, self._low, strict=True) if low == thing
        )

    def _places(self, action: _Action) -> list[int]:
        return [place for place in range(len(self._low)) if self._is_action(action.word, place)]

    def _is_action(self, action: str, place: int) -> bool:
        """Whether the word is the action, also with its particle before or after: inlämnad, lämnade
        in."""
        word, after = self._low[place], self._low[place + 1 : place + 2]
        if any(words_of.is_one_word(action, value) for value in words_of.stripped(word)):
            return True
        return any(
            action.startswith(particle)
            and words_of.is_one_word(action.removeprefix(particle), word)
            for particle in words_of.ADDED_TO_VERBS.intersection(after)
        )

    def _is_over(self, action: _Action, places: Sequence[int]) -> bool:
        return any(self._is_completed(action, place) for place in places)

    def _is_completed(self, action: _Action, place: int) -> bool:
        word, has_is = self._low[place], self._is_with_is(place)
        if self._low[max(0, place - 1)] in ("to", "att"):
            return False
        if word == action.word:
            if has_is and action.is_state:
                return True
            if not action.is_state and (self._is_swedish or not has_is):
                return False  # "we cut", "we proceed": this may be a plan
        if any(value in words_of.OVER for value in words_of.stripped(word)):
            return not self._is_swedish or has_is or not word.endswith("t")
        if not self._is_swedish:
            return _ENGLISH_OVER.match(word) is not None
        if _SWEDISH_OVER.match(word):
            return True
        return has_is and _SWEDISH_WITH_IS.match(word) is not None

    def _is_other_form(self, action: _Action, place: int) -> bool:
        """Whether the word is clearly a verb: "the report" and "rapporten" are not."""
        word = self._low[place]
        is_noun = self._is_swedish and word.endswith(("en", "et", "na"))
        return word != action.word and not is_noun and self._is_completed(action, place)

    def _is_with_is(self, place: int) -> bool:
        """Whether a form of "be" or "have" comes before it, with its subject or adverbs."""
        return any(value in words_of.IS for value in self._low[:place])

    def _is_only(self, used: Collection[int], over: Collection[int]) -> bool:
        """Whether the clause says nothing else, except when it was and with whom."""
        last = max(over)
        days = [(entry.start, entry.end) for entry in self._look.dates]
        for place, word in enumerate(self._low):
            if place in used or place in over or word in _NO_THINGS or word in words_of.IS:
                continue
            if word in words_of.DECIDED and place < last:
                continue
            if place > min(over) and (
                word in words_of.TIMES
                or self._is_in(place, days)
                or self._is_somebody(place)
                or self._is_price(place)
            ):
                continue
            return False
        return True

    def _is_in(self, place: int, spans: Collection[tuple[int, int]]) -> bool:
        return any(start <= self._starts[place] < end for start, end in spans)

    def _is_somebody(self, place: int) -> bool:
        """Whether it is a name of one or more words after a preposition: to whom, by whom."""
        while place > 0 and is_name(self._said[place]):
            place -= 1
            if self._low[place] in words_of.TO_SOMEBODY:
                return True
        return False

    def _is_price(self, place: int) -> bool:
        for amount in self._look.amounts:
            if amount.unit is not None and amount.start <= self._starts[place] < amount.end:
                return _PRICE.search(self._text[: amount.start]) is not None
        return False


_BEFORE_STATES: Final = frozenset({"be", "been", "vara", "bli"})
_TALK: Final = words_of.OPEN | words_of.PONDERED | words_of.DECIDED | {"oss", "mig"}
_NO_THINGS: Final = _GRAMMAR | words_of.PASSING
