"""Finds the relations that a text plainly states: who works where, lives where, knows whom.

It is a careful reader of plain sentences. What is asked, denied, planned, supposed, reported,
quoted or joked gives nothing, and so does a sentence whose words go on in a way that it does not
know: they might change what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

from remembrancer.core.texts.text import NAME_LENGTH_MAX
from remembrancer.core.texts.unicode_form import form_of
from remembrancer.items.relation_proposal import EntityMention, RelationProposal
from remembrancer.language import mood, negation, sentences, tense
from remembrancer.language.common_words import common_words
from remembrancer.language.names import is_name
from remembrancer.language.places import is_place
from remembrancer.language.sentences import Sentence, split_clauses, split_sentences
from remembrancer.language.statement_reader import mask_statement
from remembrancer.language.times.dates import DateMention
from remembrancer.reading.offline.relations import relation_words as words
from remembrancer.reading.offline.relations import subjects
from remembrancer.reading.offline.relations.clause_details import (
    Dates,
    Details,
    dated_attrs,
    is_future,
    read_details,
    trimmed,
)
from remembrancer.reading.offline.relations.frames import MAY_STATE, PAIR, Frame, Time, frames
from remembrancer.reading.offline.relations.subjects import Opening, Subject

RELATIONS_MAX: Final = 50  # of one text

_CONFIDENCE: Final = 0.9
_OF_SOMEBODY: Final = 0.85  # said by one person about another
_UNLISTED: Final = 0.75  # a place that is in no list
_JOINT: Final = re.compile(r",?(?: (?:and|och)(?= ))?")
_NEXT_CLAUSE: Final = re.compile(r"\s*[,;–—]?\s*(?:(?:and|och|but|men)\s+)?")
_LISTED: Final = re.compile(
    rf"(?:,? (?:and|or|och|eller|&)|,) {words.THING_NAME}"
    r"(?=\s*(?:$|[^\w\s']|(?:and|or|och|eller)\b))"
)
_ALSO_MET: Final = re.compile(
    rf"(?:,? (?:and|och)|,) (?P<name>{words.PERSON_NAME})"
    r"(?=\s*(?:$|[^\w\s']|(?:and|och|on|about|at)\b))"
)
_CAPITAL: Final = re.compile(rf"{words.UPPER}|@")
_SHORT_WORDS: Final = 2  # of a sentence that only comments on the one before it
_LABELS: Final = frozenset({"fyi", "btw", "note", "update", "ps", "obs"})
_TOPIC_WORD: Final = re.compile(r"[^\W\d_]+")
_NO_TOPICS: Final = frozenset(
    {"moving", "going", "getting", "leaving", "these", "lately", "recently"}
)


def find_relations(
    text: str, *, speaker: str, at: datetime, language: str
) -> tuple[RelationProposal, ...]:
    """The relations that a text states, with the words that say so.

    `speaker` is who says "I"; `at` is when it was said. Quotes are verbatim, and `start` is their
    offset in the text.
    """
    form = form_of(text)
    read = (text if form is None else form.text).replace("’", "'")
    if words.is_taken_back(read.lower()):
        return ()
    found: dict[tuple[str, str, str], RelationProposal] = {}
    listed = split_sentences(read)
    for number, sentence in enumerate(listed, 1):
        after = listed[number] if number < len(listed) else None
        if len(found) >= RELATIONS_MAX:
            break
        if _CAPITAL.search(sentence.text) is None or MAY_STATE.search(sentence.text) is None:
            continue
        made = list(_SentenceReader(sentence, speaker=speaker, at=at).relations())
        # The costlier test comes last: most sentences state no relation.
        if not made or not _is_plain(sentence, after, language=language, at=at):
            continue
        for one in made:
            key = (one.source.name.casefold(), one.type, one.target.name.casefold())
            if key[0] != key[2]:
                found.setdefault(key, one)
    kept = list(found.values())[:RELATIONS_MAX]
    if form is None:
        return tuple(_quoting(one, one.start or 0, text) for one in kept)
    return tuple(
        one.model_copy(update={"start": placed[0], "quote": placed[1]})
        for one in kept
        if (placed := form.as_given(text, one.start, form.text[one.start or 0 :][: len(one.quote)]))
    )


def _quoting(one: RelationProposal, start: int, text: str) -> RelationProposal:
    """The proposal with its quote as the text has it, apostrophes included."""
    return one.model_copy(update={"quote": text[start : start + len(one.quote)]})


def _is_plain(sentence: Sentence, after: Sentence | None, *, language: str, at: datetime) -> bool:
    """Whether a sentence states something itself."""
    if sentence.is_question or sentence.speaker is not None:
        return False
    if sentence.label is not None and sentence.label not in _LABELS:
        return False  # somebody else's words, or a field of a form
    masked = mask_statement(sentence.text, language=language, at=at)
    low = masked.low
    if sentences.is_hedged(low, masked.words) or sentences.is_hypothetical(low):
        return False
    if mood.is_unreal(low) or mood.is_reported(low) or mood.is_limited(low):
        return False
    if words.is_attributed(low) or words.is_playful(low):
        return False
    return after is None or not _takes_back(after)


def _takes_back(after: Sentence) -> bool:
    """Whether the next sentence laughs at the one before it, rejects it or asks about it."""
    low = after.text.lower()
    is_short = len(low.split()) <= _SHORT_WORDS
    if is_short and (words.is_playful(low) or negation.is_negated(low, _words(low))):
        return True
    if after.is_question and low.startswith(("or ", "eller ")):
        return True
    return negation.is_rejection(low) or words.is_second_thought(low)


class _SentenceReader:
    """Reads one plain sentence."""

    def __init__(self, sentence: Sentence, *, speaker: str, at: datetime) -> None:
        self._text = sentence.text.replace("\n", " ").replace("\t", " ")
        self._offset = sentence.start
        self._body = sentence.body_start
        self._speaker = speaker
        self._today = at.date()
        self._dates = Dates(self._text, at)

    def relations(self) -> Iterator[RelationProposal]:
        for start, end in split_clauses(self._text):
            clause = self._text[start:end]
            low = clause.lower()
            if negation.is_negated(low, _words(low)) or tense.is_planned(low):
                continue
            for kin in subjects.find_kinships(clause, self._speaker):
                yield self._proposal(
                    kin.owner, "CLOSE_TO", kin.person, start + kin.start, start + kin.end,
                    {"basis": kin.basis}, None,
                )  # fmt: skip
            yield from self._clause(max(start, self._body), end)

    def _clause(self, start: int, end: int) -> Iterator[RelationProposal]:
        """The relations of a clause, and of those that are joined to it."""
        whole = self._text[:end]
        while start < end:
            opening = subjects.read_opening(whole, start, self._dates)
            text = whole
            if opening.is_timed:
                text = subjects.verb_behind_subject(whole, opening.end, self._speaker) or whole
            subject = subjects.read_subject(text, opening.end, self._speaker)
            if subject is None:
                return
            reached = subject.end
            while (read := self._predicate(text, reached, subject, opening)) is not None:
                made, reached = read
                yield from made
                joint = _JOINT.match(text, reached)
                reached = joint.end() if joint else reached
            if reached == subject.end:
                return
            joint = _NEXT_CLAUSE.match(text, reached)
            start = joint.end() if joint and joint.end() > reached else end

    def _predicate(
        self, text: str, start: int, subject: Subject, opening: Opening
    ) -> tuple[list[RelationProposal], int] | None:
        """The relations of one predicate and where it ends; None: it is none that we read."""
        if len(subject.people) == 2 and (pair := PAIR.match(text, start)):
            if pair["pair"] in words.FIRMS_TOO and not subject.is_certain:
                return None
            basis = words.PAIRS[pair["pair"]]
            one, two = subject.people
            if one.author_id is None and two.author_id is not None:
                one, two = two, one
            attrs = {"basis": basis} if basis else {}
            if basis in words.FAMILY and (one.is_sure or two.is_sure):
                one, two = subjects.sure(one), subjects.sure(two)
            begin = opening.start
            made = self._proposal(one, "CLOSE_TO", two, begin, pair.end(), attrs, None)
            return [made], pair.end()
        for frame, pattern in frames(is_one_person=subject.is_one_person):
            found = pattern.match(text, start)
            if found is None or (frame.is_persons and not subject.is_certain):
                continue
            read = self._framed(text, found, frame, subject, opening)
            if read is not None:
                return read
        return None

    def _framed(
        self, text: str, found: re.Match[str], frame: Frame, subject: Subject, opening: Opening
    ) -> tuple[list[RelationProposal], int] | None:
        targets, end = self._targets(text, found, frame)
        if not targets:
            return None
        details = read_details(text, end, self._dates, frame.time, frame.kind)
        if details is None:
            return None
        details = self._with_opening(details, frame, opening)
        attrs = self._attrs(found, frame, details)
        if attrs is None or not self._holds(text, found, frame, details, attrs):
            return None
        people = subject.people
        if words.is_job(str(attrs.get("role", ""))):  # who has a job is a person
            people = tuple(map(subjects.sure, people))
        if frame.basis in words.FAMILY and (targets[0].is_sure or people[0].is_sure):
            people, targets = tuple(map(subjects.sure, people)), [*map(subjects.sure, targets)]
        made = [
            self._proposal(
                *((target, frame.type, source) if frame.is_reversed
                  else (source, frame.type, target)),
                opening.start, details.end, attrs, details,
            )
            for source in people
            for target in targets
        ]  # fmt: skip
        return [self._weighed(one, frame, subject) for one in made], details.end

    def _targets(
        self, text: str, found: re.Match[str], frame: Frame
    ) -> tuple[list[EntityMention], int]:
        """What a frame points to, and where that ends."""
        name, start = found["target"], found.start("target")
        if frame.kind == subjects.PERSON_KIND:
            return self._people(text, found, name, frame)
        if name[0].islower() and not any(map(str.isupper, name)):
            name = _topic(name)
        else:
            name = trimmed(name)
        end = start + len(name)
        if not name or len(name) > NAME_LENGTH_MAX or self._dates.overlaps(start, end):
            return [], end
        is_language = frame.kind in ("Skill", "Topic")
        if name.endswith("'s") or not (is_language or is_name(name.split()[0])):
            return [], end
        if frame.kind == "Org" and (
            is_place(name) or (frame.is_persons and words.is_known_person(name))
        ):
            return [], end  # "Ann works for Tom"
        is_listed = frame.kind in ("Org", "Place") and _LISTED.match(text, end) is not None
        if is_listed and not (frame.kind == "Place" and text.startswith(", ", end)):
            return [], end
        return [EntityMention(kind=frame.kind, name=name)], end

    def _people(
        self, text: str, found: re.Match[str], name: str, frame: Frame
    ) -> tuple[list[EntityMention], int]:
        if name in ("my", "mine", "min"):
            return [subjects.the_speaker(self._speaker)], found.end()
        is_person = words.is_known_person if frame.is_persons else words.is_person_name
        if not is_person(name) or self._dates.overlaps(*found.span("target")):
            return [], found.end()
        people, end = [subjects.person(name)], found.end()
        while (also := _ALSO_MET.match(text, end)) and is_person(also["name"]):
            people.append(subjects.person(also["name"]))
            end = also.end("name")
        return people, end

    def _with_opening(self, details: Details, frame: Frame, opening: Opening) -> Details:
        """The details with the time that opens the clause."""
        if opening.date_start is None:
            return details
        day = self._dates.at(opening.date_start, self._text)
        if opening.is_since or frame.time is Time.BEGAN:
            return details._replace(began=details.began or day)
        if frame.time is Time.ENDED:
            return details._replace(ended=details.ended or day)
        return details._replace(once=details.once or day)

    def _attrs(self, found: re.Match[str], frame: Frame, details: Details) -> dict[str, Any] | None:
        """The attributes; None: the words for the role name no role."""
        given = found.groupdict()
        attrs: dict[str, Any] = {}
        if given.get("role"):
            role = words.role_of(given["role"])
            if role is None or (frame.checks_job and not words.is_job(role)):
                return None
            attrs["role"] = role
        if details.role is not None:
            if frame.checks_job and not words.is_job(details.role):
                return None
            attrs.setdefault("role", details.role)
        if details.location is not None:
            attrs["location"] = details.location
        if frame.time is not Time.ONCE:
            attrs |= dated_attrs(details)
        if given.get("basis"):
            attrs["basis"] = words.KIN[given["basis"]]
        if given.get("pair"):
            attrs["basis"] = words.PAIRS[given["pair"]]
        if frame.basis is not None:
            attrs["basis"] = frame.basis
        if frame.sentiment is not None:
            attrs["sentiment"] = frame.sentiment
        return attrs

    def _holds(
        self,
        text: str,
        found: re.Match[str],
        frame: Frame,
        details: Details,
        attrs: dict[str, Any],
    ) -> bool:
        """Whether everything is said that the frame needs, and nothing lies ahead."""
        if is_future(details.began, self._today) or is_future(details.once, self._today):
            return False
        if frame.needs == "place":
            origin = found.groupdict().get("origin")
            is_known = is_place(trimmed(found["target"])) or (origin and is_place(origin))
            if not is_known and not details.has_country:
                return False
        elif frame.needs is not None and frame.needs not in attrs:
            return False
        if frame.time is Time.OVER:
            # Work that began and did not end is not over, whatever the tense.
            return "startDate" not in attrs or "endDate" in attrs
        is_past = details.ended is not None and details.ended.last < self._today
        return frame.type != "WORKS_AT" or not is_past

    def _proposal(
        self,
        source: EntityMention,
        type: str,
        target: EntityMention,
        start: int,
        end: int,
        attrs: dict[str, Any],
        details: Details | None,
    ) -> RelationProposal:
        is_stay = details is not None and type != "PREVIOUSLY"
        began = details.began if details and is_stay else None
        ended = details.ended if details and is_stay else None
        return RelationProposal(
            source=source,
            type=type,
            target=target,
            quote=self._text[start:end],
            start=self._offset + start,
            attrs=attrs,
            confidence=_CONFIDENCE,
            timestamp=_first(details.once) if details and type == "INTERACTED_WITH" else None,
            valid_from=_first(began),
            valid_until=_end(ended),
        )

    def _weighed(self, one: RelationProposal, frame: Frame, subject: Subject) -> RelationProposal:
        confidence = _CONFIDENCE if subject.people[0].author_id else _OF_SOMEBODY
        if frame.kind == "Place" and not is_place(one.target.name):
            confidence = _UNLISTED
        return one.model_copy(update={"confidence": confidence})


def _words(low: str) -> frozenset[str]:
    return frozenset(_TOPIC_WORD.findall(low)) | frozenset(low.split())


def _topic(phrase: str) -> str:
    """The words that name a topic; empty: they name none."""
    kept: list[str] = []
    for word in phrase.split():
        if word.lower() in common_words() or word.lower() in _NO_TOPICS:
            break
        kept.append(word)
    if len(kept) > 1 and kept[0].endswith("ing"):
        return ""  # "talking about selling the house" is a plan
    return " ".join(kept)


def _first(day: DateMention | None) -> datetime | None:
    return None if day is None else datetime.combine(day.first, time(), UTC)


def _end(day: DateMention | None) -> datetime | None:
    """The first moment after a date."""
    return None if day is None else datetime.combine(day.last + timedelta(days=1), time(), UTC)
