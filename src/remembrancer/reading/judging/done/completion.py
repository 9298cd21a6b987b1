"""Completion: whether a statement says that a known task or open question is done or answered.

The two must name the same thing, and the statement must report something finished, not planned,
partial or conditional. Otherwise the task stays open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language import act_words
from remembrancer.language.holders import find_owning_relatives
from remembrancer.language.statement import Claim, Statement
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import phrase_pattern, word_set
from remembrancer.reading.judging.done import closing_words
from remembrancer.reading.judging.done.left_open import are_of_others, leaves_open
from remembrancer.reading.judging.done.question_gaps import fills_gap, leaves_gap
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.participants import did_their_part
from remembrancer.reading.judging.verdict import Verdict

_WORD: Final = re.compile(r"[^\W\d_]+")
_FINISHED: Final = re.compile(
    r"\w{2,}(?:ed|ade|ades|ats|te|tes|[aiu]t|nt|tt|[fgklprs]t|[aeio]d|[glmnrv]d)$"
)
_FAMILY_LETTERS: Final = 6  # a noun and its verb: besiktning, besiktigad
_DUE: Final = word_set("be ska skall måste bli")
_LED_FORM: Final = re.compile(r"\w{3,}(?:[tdn]|[td]a)$")
_TO: Final = word_set("to att")
_HAVE: Final = word_set("is are was were been has have had are är var har hade blev blivit")
# What nobody knew the place of has been found.
_ASKS_WHERE: Final = re.compile(r"(?<!\w)(?:where|var|vart)(?!\w)")
_FOUND: Final = re.compile(
    r"(?<!\w)(?:found(?! (?:to|out|that|not))|turned up|showed up|hitta(?:d|t|de|des|ts)"
    r"|upphittad|dök upp|dykt upp)(?!\w)"
)
# "Why the pump stops": the fault was found, or it was a loose cable.
_ASKS_WHY: Final = re.compile(r"(?<!\w)(?:why|varför|what (?:causes|makes))(?!\w)")
_CAUSE_FOUND: Final = re.compile(
    r"(?<!\w)(?:fault|cause|reason|culprit|problem|leak|felet|orsaken|läckan|anledningen|problemet)"
    r"\s[^.;]{0,60}?(?:found|located|turned out|hitta(?:d|t|ts)|upptäckt|lokalisera[dt]|visade sig)"
    r"|(?<!\w)(?:now we know|we (?:now )?know|found out|worked out|nu vet vi|vi vet nu|kommit på"
    r"|listat ut|räknat ut)\s(?:why|what|varför|vad)"
    r"|(?<!\w)(?:turned out to be|was caused by|berodde på|orsakades av|visade sig vara)(?!\w)"
)
_ONLY_PART: Final = re.compile(r"(?<!\w)(?:only|bara|endast)[\s.!]*$")  # "of the sandbox only"
_WHERE_TO: Final = word_set("to onto into till")
_JOINING: Final = word_set("and och samt")
_POSSESSED: Final = word_set("his her their hans hennes deras sin sitt sina")
_PONDERED: Final = closing_words.PONDERED | word_set(
    "who which what how whether vem vilken vilket vilka vad hur huruvida"
)
# A thing that had to be brought somewhere has left: "it's gone off", "är iväg".
_BROUGHT: Final = word_set(
    """
    get gets send sends sending post posts mail email forward return returns deliver drop hand
    submit ship courier skicka skickar posta lämna lämnar lämnas leverera levereras skickas
    returnera
    """
)
_GONE: Final = phrase_pattern(
    r"""
    (?:has|have|is|are|was|were|[\w-]+'(?:s|ve)) (?:\w+ )?(?:gone|sent|posted|in the post\
    |on (?:its|their|the) way); went (?:off|out|over)(?! of);
    went (?:in|into) the (?:post|mail|envelope); went by (?:post|courier|mail);
    (?:took|brought|dropped|handed|delivered|carried) (?:\S+ ){1,5}?(?:round|over|in|off|to)(?= |$);
    dropped (?:off|round);
    (?:är|har|gick) (?:\w+ )?(?:iväg|gått|på väg)
    """
)
# "We don't know who drives", "it is unclear whether", "vi har inte kommit fram till var".
_ASKED: Final = (
    r"(?:who|which|what|how|whether|if|when|where|why|vem|vilke[nt]|vilka|vad|hur|om|när|var"
    r"|varför)"
)
_NOT_KNOWN: Final = re.compile(
    rf"(?<!\w)(?:un(?:clear|known|decided|certain|sure)|oklart|ovisst|osäkert|obestämt"
    rf"|(?:not|\w+n't|inte|ej) (?:\w+ ){{0,3}}?(?:know|sure|clear|certain|decided?|agreed?|settled"
    rf"|chosen|(?:worked|figured) out|veta?|klart|säkr?a?|bestämt|beslutat|avgjort|enats|valt"
    rf"|kommit fram|kommit överens)|vet (?:\w+ ){{0,2}}?(?:inte|ej)"
    rf"|(?:ingen|nobody|no one|none of us) (?:vet|förstår|begriper|knows?|understands?))(?: \w+)?"
    rf" {_ASKED}(?= )"
    r"|(?:förstår|begriper|fattar) (?:\w+ ){0,2}?(?:inte|ej) (?:varför|hur)(?= )"
    r"|(?:not|\w+n't) (?:understand|see|get|work out|figure out) (?:why|how)(?= )"
    r"|(?:still|ännu|fortfarande) (?:not|inte|ej) \w+|(?:haven't|hasn't|have not|has not) (?:yet )?"
    r"(?:decided|chosen|picked|agreed|settled)"
)
_OPEN_VALUE: Final = re.compile(
    r"(?<!\w)(?:who|which|when|where|how (?:much|many)|vem|vilke[nt]|vilka|när|var"
    r"|hur (?:mycket|många))(?= )"
)
_WHETHER: Final = re.compile(r"(?<!\w)(?:whether|if|om|huruvida)(?= )")
# "That is taken care of", "så det är ur världen".
_DONE_WITH: Final = re.compile(
    r"(?<!\w)(?:taken care of|dealt with|seen to|out of the way|ticked off|crossed off"
    r"|off (?:my|our|the) (?:list|plate|hands)|ur världen|avbockad?t?|bockad? av|undanstöka[dt]t?)"
    r"(?!\w)"
)
_SHE: Final = re.compile(r"\W*(?:she|he|they|hon|han|de)(?:'\w+)?\s", re.IGNORECASE)
_TO_DO: Final = re.compile(
    r"(?:^\W*|(?<!\w)(?:will|to|must|should|ska|skall|måste|att|'ll)\s)([^\W\d_]{3,})(?=\s)"
)
_TO_HAVE_DONE: Final = re.compile(
    r"(?<!\w)(?:have|get|få|ha)\s(?:[\w'-]+\s){1,4}?([^\W\d_]{3,}(?:ed|[aiu]t|[aio]d|tt))(?!\w)"
)
_STATE: Final = re.compile(
    r"\w(?:'s|'re|\s(?:is|are|är))\s(?:(?:now|up|all|finally|nu|äntligen)\s)?"
    r"([^\W\d_]{4,})(?=[,.;!]|\s(?:and|now|so|och|nu|så)\s|\s*$)"
)
_KEEPS: Final = word_set("keep keeps leave stay remain hold hålla håll behålla behåll låt låta")
_CALL: Final = re.compile(
    r"[,.;!–-]\s((?:go|have|enjoy|please|check|take|feel|see|shout|thanks|cheers|titta|kolla|ta|tack"
    r"|njut|säg till|hör av)(?!\w)[^.;]*)[.;!]?$"
)
_ASKS_WHEN: Final = re.compile(
    r"(?<!\w)(?:when|which (?:day|date|week)|what (?:day|date|time)|när|vilken (?:dag|vecka)"
    r"|vilket datum)(?= )"
)
_ANSWER_WORDS: Final = 2
_CAME: Final = act_words.ARRIVED - {"in", "here", "inne"}
_SETTLES: Final = act_words.DONE | act_words.DECIDED

# What a thing is for or of: "the deposit on the new house". A time or a place of the act is not.
_BELONGING: Final = re.compile(
    r"([^\W\d_]{4,}) (?:for|on|of|to|för|till|av|på) (?:the|my|our|his|her|their|an?|min|mitt|vår"
    r"|vårt|en|ett) ((?:[\w-]+ ?){1,3})"
)


def judge_completion(
    new: Statement, known: Statement, about: Collection[str] = ()
) -> Verdict | None:
    """The verdict if the new statement completes the known task; None: it does not."""
    ours, theirs = new.claim, known.claim
    if new.is_negated or new.is_hedged or ours.is_limited or ours.adds:
        return None
    if ours.rejected and ours.corrects and not is_open_question(known.text):
        return None  # "the age isn't 66, it's 68" puts a plan right
    if new.text.rstrip().endswith("?") or _ONLY_PART.search(new.text.casefold()) is not None:
        return None
    low, other = _words(new.text), _words(known.text)
    # Undecided or unclear: a decision ends it. A task is ended by what was done.
    is_question = is_open_question(known.text) or not _PONDERED.isdisjoint(other)
    ends = _SETTLES if is_question else act_words.DONE
    settled = not ends.isdisjoint(low if _KEEPS.isdisjoint(other) else set(low) - {*other})
    settled = settled or _DONE_WITH.search(new.text.casefold().replace("’", "'")) is not None
    settled = settled or (not is_question and _is_as_wanted(new, other))
    if is_question and _ASKS_WHERE.search(known.text.casefold()) is not None:
        is_found = _FOUND.search(new.text.casefold()) is not None
        settled = settled or (is_found and not are_of_others(new, known))
    if is_question and _ASKS_WHY.search(known.text.casefold()) is not None:
        is_found = _CAUSE_FOUND.search(new.text.casefold()) is not None
        settled = settled or (is_found and not are_of_others(new, known))
    if is_question and not settled and _is_of_other_time(new, known):
        return None
    is_answering = is_question and _says_what_was_open(new, low, other)
    if (ours.is_partial or new.is_ahead) and not (is_question and (settled or is_answering)):
        return None  # what was decided may still be to come
    if new.is_ahead and not is_question:
        return None
    doing, did = _actors(known), _actors(new)
    if leaves_open(new, known):
        return None
    if not identity.same_person(ours, theirs) or (doing and did - theirs.words):
        return None  # somebody else did something of their own
    if not (did and did <= doing) and not _POSSESSED.isdisjoint(set(low) - set(other)):
        return None
    people = (doing - (ours.words - did)) | (did - (theirs.words - doing))
    found = identity.compare(ours, theirs, about=(*about, *people))
    if not found.shared and about:  # "the logo is finished", in a talk about the logo
        found = identity.compare(ours, theirs, about=people)
        if found.theirs - _KNOWN_OPEN:
            return None
    if not found.shared or (found.our_names and found.their_names):
        return None
    if not is_question and _is_for_others(new, known):
        return None
    nouns = ours.things & theirs.things
    forms = _shared_acts(low, other)
    acts = frozenset(one for one in forms if not _is_among(one, nouns))
    things = found.shared - {one for one in found.shared if one in acts}
    if not is_question:
        # Who had to do something has done another thing.
        things -= {one for one in doing if low and low[0].startswith(one)}
    if not things:
        return None
    meant = _meant_by_pronoun(new, theirs, is_question)
    left = found.theirs - _KNOWN_OPEN - meant
    if settled and not is_question:
        left -= {
            one for one in left if any(word.startswith(one[:5]) for word in _to_do(known.text))
        }
    if not (forms or is_question) and _has_only_come(low, other):
        return None
    if forms and not is_question and did_their_part(new, known):
        return None
    if is_question and leaves_gap(new, known):
        return None
    if is_question and fills_gap(new, known):
        return _closes(Grade.LIKELY)
    is_told = left == found.theirs - _KNOWN_OPEN - meant  # nothing was left to the verb of the task
    is_covered = not left
    if found.their_names and found.shared_names and not _JOINING.isdisjoint(other):
        return None  # sent to Anna, and Bo is still to get it
    is_gone = is_covered and _is_gone(new, other)
    if is_question and is_covered and _gives_answer(new, known, found, did):
        return _closes(Grade.LIKELY)
    if is_answering and is_covered and _says_whether(new, known, found, meant):
        return _closes(Grade.LIKELY)
    if not (is_gone or _is_finished(low, acts, settled)):
        return None
    if is_question:
        if not settled and not (acts and is_covered):
            return None
        grade = Grade.CERTAIN if is_covered else Grade.LIKELY
    elif acts:
        grade = Grade.CERTAIN if is_covered else Grade.LIKELY
    elif settled and is_covered:
        grade = Grade.CERTAIN if is_told else Grade.LIKELY
    elif is_gone or _has_arrived(low, other):
        grade = Grade.LIKELY
    else:
        return None
    if found.differs and not (settled and is_question) and found.ours - _in_a_call(new):
        return None
    is_in_short = bool(acts) and not is_covered and _is_in_short(found, known)
    return _closes(grade)._replace(is_in_short=is_in_short)


def _is_for_others(new: Statement, known: Statement) -> bool:
    """Whether the thing is another one: "her father's tax return", "the deposit for the trip"."""
    if find_owning_relatives(new.text) - find_owning_relatives(known.text):
        return True
    behind, others = (
        {one[1]: set(_words(one[2])) for one in _BELONGING.finditer(said.text.casefold())}
        for said in (new, known)
    )
    return any(behind[thing].isdisjoint(others[thing]) for thing in behind.keys() & others.keys())


def _is_as_wanted(new: Statement, other: Sequence[str]) -> bool:
    """Whether a thing is now what was to be made of it: to "put the rota online", "the rota's
    online". Behind any other word it is how the thing was: "replace the broken pump"."""
    found = _STATE.search(new.text.casefold().replace("’", "'"))
    if not _KEEPS.isdisjoint(other):
        return False  # what is to stay so is not done by being so
    return found is not None and any(
        after == found[1] and any(word.startswith(one[:5]) for one in new.claim.words)
        for word, after in pairwise(other)
    )


def _in_a_call(new: Statement) -> frozenset[str]:
    """What only a call behind the statement names: "…, go and have a look"."""
    found = _CALL.search(new.text.casefold())
    words = _words(found[1]) if found else ()
    return frozenset(  # the stem of "try" is "tri"
        one for one in new.claim.words if any(word.startswith(one[:-1][:5]) for word in words)
    )


def _closes(grade: Grade) -> Verdict:
    return Verdict(
        StatementRelation.CLOSES,
        "it says that this is done",
        Severity.LOW,
        Suggestion.KEPT_B,
        replaces=True,
        states_change=True,
        grounds=(Ground.COMPLETION, Ground.SAME_THING),
        grade=grade,
    )


def _to_do(text: str) -> list[str]:
    """What is to be done with the thing that a task names: "paint it", "have it painted"."""
    low = text.casefold()
    return [found[1] for one in (_TO_DO, _TO_HAVE_DONE) for found in one.finditer(low)]


def _gives_answer(
    new: Statement, known: Statement, found: identity.Identity, did: Collection[str]
) -> bool:
    """Whether it names who, when or how much, in all the words in which that was not known."""
    if _OPEN_VALUE.search(known.text.casefold()) is None or len(found.shared) < _ANSWER_WORDS:
        return False
    ours, theirs = new.claim, known.claim
    is_named = found.our_names or set(did) - theirs.words
    return bool(is_named or ours.days - theirs.days or set(ours.figures) - {*theirs.figures})


def _meant_by_pronoun(new: Statement, theirs: Claim, is_question: bool) -> frozenset[str]:
    """Whom "she" may mean: the person of whom something was not known."""
    if not is_question or _SHE.match(new.text) is None:
        return frozenset()
    return theirs.names


def _is_of_other_time(new: Statement, known: Statement) -> bool:
    """Whether the question is about another day or year, and not about when it is."""
    ours, theirs = new.claim, known.claim
    if not identity.same_periods(ours, theirs):
        return True
    is_other_day = bool(ours.days and theirs.days) and ours.days.isdisjoint(theirs.days)
    return is_other_day and _ASKS_WHEN.search(known.text.casefold()) is None


def _says_what_was_open(new: Statement, low: Collection[str], other: Collection[str]) -> bool:
    """Whether what it says is still to come was to come in the question as well: "ska", "can"."""
    ahead = (word for one in act_words.PARTIAL.findall(new.text.casefold()) for word in one.split())
    return all(word in other for word in ahead) and not _PONDERED.intersection(low)


def _says_whether(
    new: Statement, known: Statement, found: identity.Identity, meant: frozenset[str]
) -> bool:
    """Whether it says all of which it was not known whether it is so."""
    asked = _WHETHER.search(known.text.casefold())
    is_same_day = bool(new.claim.days) and new.claim.days == known.claim.days
    if known.claim.days and not is_same_day:
        return False
    told = len(found.shared) + bool(meant) + is_same_day
    if asked is None or found.our_names or told < _ANSWER_WORDS:
        return False
    behind = frozenset(_words(known.text[asked.end() :]))
    return not any(_is_among(word, found.their_words - meant) for word in behind)


def _has_only_come(low: Collection[str], other: Collection[str]) -> bool:
    """Whether a thing is there with which something is still to be done: "the pads have come"."""
    has_come = not _CAME.isdisjoint(low) and (act_words.DONE - _CAME).isdisjoint(low)
    return has_come and act_words.AWAITED.isdisjoint(other) and _BROUGHT.isdisjoint(other)


def _has_arrived(low: Collection[str], other: Collection[str]) -> bool:
    """Whether what somebody waits for is there."""
    return not (act_words.ARRIVED.isdisjoint(low) or act_words.AWAITED.isdisjoint(other))


def _is_gone(new: Statement, other: Collection[str]) -> bool:
    """Whether what had to be brought somewhere has left."""
    if _BROUGHT.isdisjoint(other):
        return False
    low = new.text.casefold().replace("’", "'")
    return _GONE.search(low) is not None or not _CAME.isdisjoint(_words(low))


def _is_in_short(found: identity.Identity, known: Statement) -> bool:
    """Whether the statement only leaves out words that stand right before the thing it names, or
    where it was to be brought: "to the server"."""
    low = _words(known.text)
    if found.our_names or found.ours or not _JOINING.isdisjoint(low):
        return False
    left, named = found.theirs, found.shared
    return all(
        any(after.startswith(one[:5]) for after in low[place + 1 : place + 2] for one in named)
        or not _WHERE_TO.isdisjoint(low[max(0, place - 2) : place])
        for place, word in enumerate(low)
        if any(word.startswith(one[:5]) for one in left)
    )


def is_open_question(text: str) -> bool:
    """Whether a text says that something is not known or not decided yet."""
    return text.rstrip().endswith("?") or _NOT_KNOWN.search(text.casefold()) is not None


def may_complete(text: str) -> bool:
    """A cheap test: whether a sentence may report something finished, or as it was wanted."""
    return _STATE.search(text.casefold().replace("’", "'")) is not None or reports_end(text)


def reports_end(text: str) -> bool:
    """Whether a sentence may report something finished."""
    low = _words(text)
    if _GONE.search(text.casefold().replace("’", "'")) is not None:
        return True
    if not _SETTLES.isdisjoint(low) or not act_words.ARRIVED.isdisjoint(low):
        return True
    is_led = not _HAVE.isdisjoint(low)
    return any(_is_past_form(word, is_led=is_led) for word in low if word not in _PLAIN)


_PLAIN: Final = function_words() - closing_words.OVER
_PARTICLES: Final = word_set("in ut upp ner av på om bort fram till hem tillbaka")
_KNOWN_OPEN: Final = frozenset({"oklart", "unclear", "question", "fråg", "decis", "readi"})


def _is_among(word: str, stems: Collection[str]) -> bool:
    return any(word.startswith(one[:5]) for one in stems if len(one) >= 4)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("’", "'"))


def _is_past_form(word: str, *, is_led: bool = False) -> bool:
    """Whether a word is a finished form. Behind "have" and "is" more endings are."""
    if word in closing_words.OVER or _FINISHED.match(word) is not None:
        return True
    return is_led and _LED_FORM.match(word) is not None


def _is_finished(low: list[str], acts: Collection[str], settled: bool) -> bool:
    """Whether the statement reports an end: by a word for it, or by a finished form of the act."""
    if settled or not act_words.ARRIVED.isdisjoint(low):
        return True
    is_led = not _HAVE.isdisjoint(low)
    return any(
        _is_past_form(word, is_led=is_led)
        for word in low
        if any(_is_form(act, word) for act in acts)
    )


def _is_form(act: str, word: str) -> bool:
    """Whether a word is a form of an act, or of one family with it: besiktning, besiktigad."""
    if any(closing_words.is_one_word(act, one) for one in closing_words.stripped(word)):
        return True
    return len(act) > _FAMILY_LETTERS and word[:_FAMILY_LETTERS] == act[:_FAMILY_LETTERS]


def _shared_acts(low: list[str], other: list[str]) -> frozenset[str]:
    """Words of the known task that the statement has in another, finished form."""
    found = set()
    is_led = not _HAVE.isdisjoint(low)
    ahead = {after for before, after in pairwise(low) if before in _TO}  # "att sända", "to send"
    # "To be signed"; but what is to stay so is not done by being so.
    is_due = not _DUE.isdisjoint(other) and _DUE.isdisjoint(low) and _KEEPS.isdisjoint(other)
    for word, whole in _with_particles(other):
        is_short = len(word) < 3 and word not in closing_words.IRREGULAR
        if is_short or word in act_words.PASSING or word in act_words.LEADS_TO_NOUN:
            continue
        for one in low:
            is_form = _is_form(whole, one)
            is_turned = one != word or is_due
            if is_form and is_turned and one not in ahead and _is_past_form(one, is_led=is_led):
                found.add(word)
    return frozenset(found)


def _with_particles(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each word with itself, and a verb with its particle in front: what one has to "lämna in" is
    "inlämnad" afterwards."""
    for place, word in enumerate(words):
        yield word, word
        after = words[place + 1] if place + 1 < len(words) else ""
        if after in _PARTICLES:
            yield word, after + word


def _actors(one: Statement) -> frozenset[str]:
    """Who has to do it or did it: a name at the beginning is no thing. It may stand again with
    what is theirs: "Ida will send you a copy of Ida's passport"."""
    words = _words(one.text)
    return frozenset(
        name
        for name in one.claim.names
        if words
        and words[0].startswith(name[:3])
        and (name not in one.claim.value_names or f"{words[0]}'s" in one.text.casefold())
    )
