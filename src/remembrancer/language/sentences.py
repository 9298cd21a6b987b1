"""Splits text into sentences and clauses, and tells whether they are hedged or hypothetical."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from remembrancer.language.holder_words import ACTS, LINKS
from remembrancer.language.word_patterns import phrase_pattern, word_set

SENTENCE_CHARACTERS_MAX: Final = 600  # a longer run of text is not a sentence

_FENCED: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_LINE: Final = re.compile(r"[^\n\r\v\f\u0085\u2028\u2029]+")
_MARK: Final = re.compile(
    r"\s*(?:(?:#{1,6}|[-*+•–—▪●]|\d{1,3}[.)]|[a-z]\))\s+(?:\[[ xX]?\]\s+)?|\[[ xX]?\]\s+)"
)
_HEADING_MARK: Final = re.compile(r"\s*#{1,6}\s+")
_HEADING: Final = re.compile(
    r"\s*(?:\*\*|__)?([^.!?:*]{2,60}?)(?:\*\*|__)?\s*:?\s*(?:\*\*|__)?\s*$"
)
_QUOTED: Final = re.compile(r"\s*>")
_LABEL: Final = re.compile(
    r"\s*(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s*[-–]?\s*)?(?:\*\*|__)?"
    r"([^\W\d_][\w .'’/&-]{0,38}?)(?:\s*\([^)\n]{1,30}\))?(?:\*\*|__)?\s*:(?:\*\*|__)?\s+(?=\S)"
)
_KEY: Final = re.compile(r"\s*[\"'][^\"']{1,80}[\"']\s*[:=]")
_LOG: Final = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|at \S+\(|File \"|Traceback\b|\$ |>>> |\w+Error:"
    r"|\w+Exception\b|(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b)"
)
_CODE: Final = re.compile(
    r"\s*(?:select\s.+\sfrom\s|import \w|from \w+ import|def \w+\(|class \w+[(:]|return\b|const "
    r"\w|let \w+ ="
    r"|(?:git|npm|pip|docker|kubectl|cd|curl|make|uv) \S)|.*(?:\)\s*[{;]\s*$|;\s*$|=>|::|&&)"
)
_CODE_LINE: Final = re.compile(r"\s{4,}\S+.*[=(){};]")
_FACE: Final = "[\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a]\ufe0f?"
_STOP: Final = re.compile(  # a face ends a sentence as a full stop does
    rf"[.!?…]+[\"'”’)]*(?=\s|$)|(?<=\s)(?:{_FACE})+(?=\s|$)"
)
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(])(?:t\.ex|bl\.a|e\.g|i\.e|d\.v\.s|m\.m|f\.d|s\.k|m\.fl|p\.g\.a|kl|ca|nr|no|mr"
    r"|mrs|ms|dr|st|approx|resp|inkl|exkl|incl|excl|vs|obs|fig|art|p\.a|t\.o\.m|fr\.o\.m|f\.n|ang|avd|jan"
    r"|feb|aug|sept|okt|oct|nov|dec|[A-Z])\.$",
    re.IGNORECASE,
)
_ORDINAL: Final = re.compile(r"(?:^|[\s(])\d{1,2}\.$")  # "3. mars"; before a capital it ends
_LETTERS_SHARE_MIN: Final = 0.5
_PROSE_LETTERS_SHARE_MIN: Final = 0.4  # "my salary isn't £50,000, it's £54,000"
_PROSE_WORDS_MIN: Final = 5
_SPOKEN_LINES_MIN: Final = 4  # two speakers, twice each
_SHORT_LINE: Final = 24
_CELLS_MIN: Final = 3
_PERSON: Final = (
    r"(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'll|he|he's|she|she's|they|they're|my|our|his|her"
    r"|their|jag|vi|han|hon|de|dom|min|mitt|mina|vår|vårt|våra|hans|hennes|deras)"
)
_ANEW: Final = (  # words that start a new clause after a comma: "…, the rent is £900"
    r"(?:(?:(?:the|my|our|his|her|their|vår|vårt|våra|min|mitt|mina|hans|hennes|deras)"
    r" (?:\w+ ){1,2}|\w{3,}(?:en|et|an) )(?:is|are|was|costs?|är"
    r"|kostar|ligger på)\b|(?:considering|thinking (?:about|of)|funderar på|överväger)\s)"
)
_CLAUSE: Final = re.compile(
    # The look-behind makes the pattern try a run of blanks only once.
    rf"(?<!\s)(?:"
    rf"\s*;\s+|\s+[–—]+\s+|\s+-+\s+|\s*,?\s+(?:but|men|although|though|whereas|however"
    rf"|(?:(?<=,\s)fast|fast(?=\s(?:att|inte|nu|det|den|de|{_PERSON})\b)))\s+"  # "fast pris"
    rf"|\s*,\s+"
    rf"(?:and|och|so|så|also|plus|samt|while|medan)\s+(?={_PERSON}\b|(?-i:[A-ZÅÄÖ])\w+\s)"
    rf"|\s+(?:and|och)\s+(?={_PERSON}\s|{_ANEW})|\s*\.\.\.?\s+|\s*,\s+(?={_ANEW}))",
    re.IGNORECASE,
)

_MAY_JOIN: Final = re.compile(  # a cheap test: most have one clause
    rf"[;–—]|-\s|\.\.|,\s+{_ANEW}|\s(?:but|men|although|though|whereas|however|fast|and|och|so|så|also|plus|samt"
    r"|while|medan)\s",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """A sentence with its offsets and the heading above it."""

    start: int
    end: int
    text: str  # the exact words
    section: str | None = None  # the heading above, in lower case
    is_listed: bool = False  # it is a list item
    speaker: str | None = None  # the name before it, in a transcript pasted as one text
    label: str | None = None  # the text before a colon, in lower case: "employer"
    body_start: int = 0  # where the text after the label starts

    @property
    def is_question(self) -> bool:
        return self.text.rstrip(" \"'”’)").endswith("?")


class _ProseLine(NamedTuple):
    start: int
    end: int
    section: str | None
    is_listed: bool
    speaker: str | None


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of the prose in order, without code, logs, tables and quoted lines."""
    found: list[Sentence] = []
    for row in _prose_lines(text):
        found.extend(_split(text, row))
    return tuple(found)


def _prose_lines(text: str) -> Iterator[_ProseLine]:
    """The lines of prose, with hard-wrapped lines joined again."""
    barred = (
        [found.span() for found in _FENCED.finditer(text)] if "```" in text or "~~~" in text else []
    )
    lines = [
        found
        for found in _LINE.finditer(text)
        if not any(first <= found.start() < last for first, last in barred)
    ]
    speakers = _speakers(lines)
    section: str | None = None
    held: _ProseLine | None = None
    is_speaking: str | None = None
    for found in lines:
        line = found[0]
        if not line.strip() or _QUOTED.match(line) or is_machine_output(line):
            if held:
                yield held
            held = None
            continue
        heading = _heading(line)
        if heading is not None:
            if held:
                yield held
            held, section = None, heading
            continue
        start, end = found.span()
        mark = _MARK.match(line)
        if mark:
            start += mark.end()
        label = _LABEL.match(text, start, end) if speakers else None
        if label and label[1] in speakers:
            is_speaking, start = label[1], label.end()
        elif (
            held and not mark and line.strip()[:1].islower() and text[held.end - 1] not in ".!?…:;"
        ):
            held = held._replace(end=end)
            continue
        if held:
            yield held
        if not mark and not label and section and not _has_short_lines(lines):
            section = None
        held = _ProseLine(start, end, section, mark is not None, is_speaking)
    if held:
        yield held


def _has_short_lines(lines: list[re.Match[str]]) -> bool:
    """Whether list items are written as plain lines, so that a heading applies to them."""
    return len(lines) > 2 and sum(len(one[0]) for one in lines) / len(lines) < 110


def _speakers(lines: list[re.Match[str]]) -> frozenset[str]:
    """Names that stand before colons repeatedly, as in a pasted transcript."""
    if len(lines) < _SPOKEN_LINES_MIN:
        return frozenset()
    labels = Counter(label[1] for one in lines if (label := _LABEL.match(one[0])))
    names = {
        name
        for name, count in labels.items()
        if count > 1 and name[0].isupper() and len(name.split()) < 4
    }
    return frozenset(names) if len(names) > 1 else frozenset()


def _heading(line: str) -> str | None:
    if _HEADING_MARK.match(line):
        return _HEADING_MARK.sub("", line).strip(" :#*_").lower()
    stripped = line.strip()
    is_marked = stripped.endswith((":", ":**", ":__")) or (
        stripped.startswith("**") and stripped.endswith("**")
    )
    if is_marked and (found := _HEADING.match(_MARK.sub("", line, count=1))):
        return found[1].strip(" *_").lower()
    return None


def _split(text: str, row: _ProseLine) -> Iterator[Sentence]:
    start = row.start
    for found in _STOP.finditer(text, row.start, row.end):
        if found.end() < row.end:
            held = text[max(start, found.end() - 12) : found.end()]
            goes_on = text[found.end() : found.end() + 4].lstrip()[:1].islower()
            if _ABBREVIATED.search(held) or (goes_on and _ORDINAL.search(held)):
                continue
        if sentence := _sentence(text, start, found.end(), row):
            yield sentence
        start = found.end()
    if sentence := _sentence(text, start, row.end, row):
        yield sentence


def _sentence(text: str, start: int, end: int, row: _ProseLine) -> Sentence | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end - start < 2 or end - start > SENTENCE_CHARACTERS_MAX:
        return None
    label = _LABEL.match(text, start, end) if text.find(":", start, end) > 0 else None
    is_label = label is not None and len(label[1].split()) < 6
    return Sentence(
        start,
        end,
        text[start:end],
        row.section,
        row.is_listed,
        row.speaker,
        label[1].strip().lower() if label and is_label else None,
        label.end() - start if label and is_label else 0,
    )


def is_machine_output(line: str) -> bool:
    """Whether a line is a table row, code or a log line."""
    if line.count("|") >= _CELLS_MIN - 1 or line.count("\t") >= _CELLS_MIN - 1:
        return True
    if line.count("=") >= _CELLS_MIN or _KEY.match(line) or _LOG.match(line):
        return True
    if _CODE.match(line) or _CODE_LINE.match(line):
        return True
    dense = "".join(line.split())
    if '{"' in dense or '":' in dense or "</" in dense or dense[:1] in "{}<":
        return True
    if len(dense) < _SHORT_LINE:
        return not any(map(str.isalnum, dense))
    least = _LETTERS_SHARE_MIN if line.count(" ") < _PROSE_WORDS_MIN else _PROSE_LETTERS_SHARE_MIN
    return sum(map(str.isalpha, dense)) < least * len(dense)


def split_clauses(sentence: str) -> tuple[tuple[int, int], ...]:
    """The start and end of each clause in a sentence."""
    if _MAY_JOIN.search(sentence) is None:
        return ((0, len(sentence)),)
    found: list[tuple[int, int]] = []
    start = 0
    for joint in _CLAUSE.finditer(sentence):
        if _joins_subjects(sentence[start : joint.start()], joint[0]):
            continue
        if joint[0].strip(" ,").lower() == "but" and _NOT_HE.search(sentence, start, joint.start()):
            continue  # "it is not Ann but Bo who drives" is one clause
        if _ENDS_OPEN.search(sentence, start, joint.start()):
            continue  # "efter mycket om och men har vi gått över": no clause ends with "and"
        if _SAYS_IT.match(sentence, joint.end()):
            continue  # "…; it is now £40": what "it" is stands before
        if joint.start() > start:
            found.append((start, joint.start()))
        start = joint.end()
    if start < len(sentence):
        found.append((start, len(sentence)))
    return tuple(found) or ((0, len(sentence)),)


_ENDS_OPEN: Final = re.compile(r"\s(?:and|och|or|eller)$", re.IGNORECASE)
_NOT_HE: Final = re.compile(
    r"(?:^|\s)(?:it|he|she|they|that|this)\s(?:is|are|was|were|will be)\snot\s"
    r"(?:[\w.'-]+\s?){1,4}$",
    re.IGNORECASE,
)
_JOINT_WORDS_MAX: Final = 5
_SAYS_IT: Final = re.compile(
    r"(?:it's|it is|they're|they are|den är|det är|de är)\s(?:now|currently|nu|numera)\s",
    re.IGNORECASE,
)


def _joins_subjects(before: str, joint: str) -> bool:
    """Whether two subjects are joined, and not two clauses: "together Karim and I earn"."""
    if joint.strip().lower() not in ("and", "och"):
        return False
    words = before.lower().split()
    return len(words) <= _JOINT_WORDS_MAX and not any(
        word in LINKS or ACTS.match(word) is not None for word in words
    )


_HEDGES: Final = word_set(
    """
    might maybe perhaps possibly probably considering undecided unsure apparently allegedly
    supposedly
    tentatively tentative kanske möjligen troligen eventuellt antagligen förmodligen funderar
    överväger
    osäker tydligen nog
    """
)
_HEDGED: Final = phrase_pattern(
    r"""
    i think; i guess; i suppose; i believe; i reckon; not sure; not certain; thinking (?:about|of);
    toying with; could; may (?:be|have|need|want|go|well); might be; if i remember; iirc; afaik;
    on the fence; in two minds; leaning towards?; would consider; looking into; jag tror; tror jag;
    vi tror; inte säker; kan tänka; lutar åt; har för mig; vet inte; tänker på att; skulle kunna;
    don't know; no idea; unclear; oklart; i doubt; i assume; seems? (?:like|to); verkar;
    om jag minns;
    (?:is|are|was|still) thinking; as far as i know; vad jag vet; hopefully; förhoppningsvis;
    as i recall; who knows; vem vet; god knows
    """
)
_SUPPOSED: Final = phrase_pattern(
    r"""
    what if; suppose; imagine; say (?:[\w']+ ){1,3}?(?:hit|hits|rise|rises|rose|fall|falls|fell\
    |drop|drops|go|goes|went|grow|grows|double|doubles)(?= ); hypothetically; let's say(?!
    (?:mon|tues|wednes|thurs|fri|satur|sun|the \d|\d|next)\w*); lets say; in theory; assuming;
    if i were;
    if we were; if i was; were i to; if i had; say i; say we; would have (?:been|\w+ed);
    could have; had i;
    tänk om; anta att; antag att; säg att; om jag skulle; om vi skulle; om jag hade; om vi hade;
    hypotetiskt; i teorin; skulle ha; skulle vi kunna; om man skulle; for example; e\.g\.?;
    t\.ex\.?;
    till exempel; for instance; as an example; an example; example only; not real; as if; som om;
    pretend; låtsas;
    exempelvis
    """
)
_CONDITION: Final = re.compile(
    r"\W*(?:(?:and|but|so|well|och|men|ja|hmm)\W+)?(?:if|unless|in case|provided|om|ifall|såvida"
    r"|when i win)\b"
    # "Bygger vi nytt får jag …": the verb first, and again before the second subject.
    r"|\W*(?!(?:där|här|när|hur|eller|efter|var|har|är)\b)[a-zåäö]+r "
    r"(?:jag|vi|du|ni|han|hon|de|det|man) "
    r"[^?,]{2,60}?,? ?(?:får|blir|måste|ska|kan|går|tar|gör|vill|slipper|behöver) "
    r"(?:jag|vi|du|ni|han|hon|de|det|man)(?!\w)"
)
_CHANGES: Final = phrase_pattern(
    r"""
    switched; switching; switch to; changed; changing; moved; migrated; migrating; upgraded;
    upgrading; no longer; not any ?more;
    anymore; instead; now uses?; is now; are now; has become; became; from now on; going forward;
    as of;
    starting; since <day>; raised; increased; lowered; reduced; went (?:up|down) to;
    gone (?:up|down) to;
    goes (?:up|down) to; replaced; renamed; actually; correction; rather than; update:?;
    by\w* till; bytt; bytte; byter;
    ändra\w*; ändring; numera; inte längre; i ?stället; från och med; hädanefter; höj\w+;
    sänk\w+; gått
    över; går över; övergå\w*; flytta\w*; uppgradera\w*; ersätt\w*; rättelse; egentligen; bumped;
    left; slutat; quit;
    ended; dropped; retired; sold; avslutat; nu är; ny[at]? \w+ är; new \w+ is; the new
    """
)
_FUTURE: Final = word_set(
    """
    starts starting begins börjar startar
    will we'll i'll he'll she'll they'll it'll going shall ska skall kommer want wants plan plans
    due by
    deadline senast before until till hoping hopes aim aims tänker vill planerar before next
    nästa needs
    need must should måste bör behöver
    """
)
_AGREED: Final = word_set(
    """
    agreed decided promised planned booked scheduled beslutade beslutat bestämde bestämt enades
    lovade lovat planerat bokade bokat
    """
)
_TO: Final = word_set("to that for on att om till is are är")
_THINGS: Final = word_set("will plan plans need needs want aim aims")
_OWNING: Final = word_set("a an the my our your his her their its any no this that new old")
_PAST_ENDINGS: Final = (
    *("ed", "ade", "ades", "ats", "tes"),
    *("ldes", "rdes", "ndes", "jdes", "mdes", "gdes", "vdes"),  # "såldes", "hyrdes", "höjdes"
)
_BEFORE_NOUNS: Final = word_set("a an the in at of from to by på av från till den det de en ett")
_BEHIND_VERBS: Final = _BEFORE_NOUNS | word_set(
    "my our your his her their its us it that this these with for up out off over down about as"
    " him them me all back on into and mitt min vår vårt hans hennes om upp ut ner med sig"
)
_PAST_ONLY: Final = word_set(  # and never a participle of the present
    "been was were had did since ago back var hade gjorde sedan became wrote gave grew drove ate"
    " fell felt flew knew ran rose saw spoke threw woke wore took went began came chose blev gick"
    " fick sa kom gav tog"
)
_PRESENT: Final = word_set("is are am be being gets get är blir bli")  # with a participle
_PAST: Final = word_set(
    """
    gone been has-been became wrote grew drove fell felt flew held kept knew ran rose saw spoke
    was were had did took went got sold bought paid made left began started ended said told came
    met won
    lost gave chose chosen taken signed hired born since spent sent var hade gjorde tog gick fick
    sålde
    köpte betalade började slutade sa kom träffade vann förlorade gav valde valt tagit gått fått
    sålt köpt
    betalt börjat slutat född sedan blev blivit höll ago back
    """
)


def is_hedged(low: str, words: frozenset[str]) -> bool:
    """Whether the speaker is not sure of the statement."""
    return not words.isdisjoint(_HEDGES) or _HEDGED.search(low) is not None


def is_hypothetical(low: str) -> bool:
    """Whether the sentence is a condition, an example or an invented case."""
    return _CONDITION.match(low) is not None or _SUPPOSED.search(low) is not None


def starts_with_condition(low: str) -> bool:
    """Whether the sentence starts with a condition."""
    return _CONDITION.match(low) is not None


def is_change(low: str) -> bool:
    """Whether the sentence says that something changed."""
    return _CHANGES.search(low) is not None


def time_direction(words: Sequence[str]) -> int:
    """-1: the words, in their order, are about the past; +1: about the future; 0: either."""
    known = frozenset(words)
    if not known.isdisjoint(_FUTURE) and any(
        word in _FUTURE and not _is_noun(words, place) for place, word in enumerate(words)
    ):
        return 1
    if not known.isdisjoint(_AGREED) and not known.isdisjoint(_TO):
        return 0  # an agreement in the past may be about the future
    return -1 if any(_is_past_verb(words, place) for place in range(len(words))) else 0


def _is_noun(words: Sequence[str], place: int) -> bool:
    """Whether a word for the future is a thing: "her will", "the plan"."""
    if words[place] not in _THINGS or place == 0:
        return False
    return words[place - 1] in _OWNING or words[place - 1].endswith("'s")


def _is_past_verb(words: Sequence[str], place: int) -> bool:
    """Whether a word ends as a past tense does: not "is reviewed", nor "in Hultsfred"."""
    word = words[place]
    if word in _PAST_ONLY:
        return True
    if word not in _PAST and (len(word) <= 4 or not word.endswith(_PAST_ENDINGS)):
        return False
    if place == 0 and len(words) > 1 and word not in _PAST and words[1] not in _BEHIND_VERBS:
        return False  # "Fixed rate comes to an end": what sort of rate
    before = words[max(0, place - 2) : place]
    if before and before[-1] in _BEFORE_NOUNS:
        return False
    return not any(one in _PRESENT or one.endswith(("'s", "'re", "'m")) for one in before)
