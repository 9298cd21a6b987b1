"""Verb frames: the shapes of plain sentences that state a relation.

A frame starts right behind its subject and ends with its target. `<s>` is the ending of a verb
behind one named person, `<be>` and `<have>` are its forms. English and Swedish have frames of
their own; which verbs they hold is a closed list, and the names around them are open.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from remembrancer.reading.offline.relations import relation_words as words


class Time(Enum):
    """What a bare date behind a frame says."""

    NOW = "now"  # nothing
    BEGAN = "began"  # when it began
    OVER = "over"  # when it was
    ENDED = "ended"  # when it ended
    ONCE = "once"  # when it happened


class Frame(NamedTuple):
    """One shape of sentence."""

    type: str
    kind: str  # of the target
    pattern: str
    time: Time = Time.NOW
    needs: str | None = None  # without this attribute it states nothing: "startDate", "role"
    checks_job: bool = False  # the role must have the shape of a job
    sentiment: str | None = None
    basis: str | None = None
    is_reversed: bool = False  # the target named in the words is the source of the relation
    is_persons: bool = False  # organisations do it as well, so it needs people known as such


class CompiledFrame(NamedTuple):
    frame: Frame
    pattern: re.Pattern[str]


_ADV: Final = r"(?: (?:now|currently|still|also|actually|just|recently|already|previously))*"
_SV_ADV: Final = (
    r"(?: (?:nu|numera|fortfarande|också|faktiskt|precis|nyligen|redan|tidigare|förut|idag))*"
)
_STOPS: Final = (  # what ends a role
    r"(?=(?: (?:at|in|since|until|till|from|for|on|with|and|but|på|hos|vid|i|sedan|från|fram|och"
    r"|men|med)\b| @| ?[,.;:!?)(]|$))"
)
_ROLE: Final = rf"(?P<role>[\w/&+#'-]+(?: [\w/&+#'-]+){{0,4}}?){_STOPS}"
_AS: Final = rf"(?: as (?:an? |the |our )?{_ROLE})?"
_SOM: Final = rf"(?: som (?:en |ett )?{_ROLE})?"
_TARGET: Final = rf"(?:the )?(?P<target>{words.THING_NAME})"
_PERSON: Final = rf"(?P<target>{words.PERSON_NAME})"
_KIN: Final = rf"{words.KIN_ADJECTIVE}(?P<basis>{words.KIN_WORD})"
_NAMED_OR_PLAIN: Final = rf"(?P<target>{words.THING_NAME}|[^\W\d_]{{3,}}(?: [^\W\d_]{{3,}}){{0,2}})"
_MEAL: Final = r"(?:lunch|dinner|breakfast|coffee|drinks|beers?)"
_FROM: Final = rf"(?: from (?P<origin>{words.THING_NAME}))?"
_FRAN: Final = rf"(?: från (?P<origin>{words.THING_NAME}))?"

_ENGLISH: Final = (
    Frame("WORKS_AT", "Org", rf"<adv> work<s>(?: full-time| part-time)?{_AS} (?:at|@) {_TARGET}"),
    Frame("WORKS_AT", "Org", rf"<adv> work<s>{_AS} for {_TARGET}", is_persons=True),
    Frame("WORKS_AT", "Org", rf"<be><adv> working{_AS} (?:at|@) {_TARGET}"),
    Frame("WORKS_AT", "Org", rf"<be><adv> employed (?:at|by) {_TARGET}"),
    Frame("WORKS_AT", "Org", rf"<have><adv> (?:worked|been working){_AS} at {_TARGET}",
          needs="startDate"),
    Frame("WORKS_AT", "Org", rf"<have><adv> been (?:an? |the )?{_ROLE} at {_TARGET}",
          needs="startDate", checks_job=True),
    Frame("WORKS_AT", "Org", rf"<be><adv> (?:an? |the |one of the )?{_ROLE} (?:at|@) {_TARGET}",
          checks_job=True),
    Frame("WORKS_AT", "Org", rf"<be><adv> (?:the )?(?P<role>C[A-Z]O) of {_TARGET}",
          checks_job=True),
    Frame("WORKS_AT", "Org", rf"(?:<have>)?<adv> joined {_TARGET}", Time.BEGAN, needs="role",
          checks_job=True),
    Frame("WORKS_AT", "Org", r"(?:<have>)?<adv> started(?: working| work| (?:my|his|her|their|a)"
          rf"(?: new)? (?:job|role|position))?{_AS} at {_TARGET}", Time.BEGAN),
    Frame("PREVIOUSLY", "Org", r"<adv> (?:used to work|worked|was working|were working)"
          rf"{_AS} at {_TARGET}", Time.OVER),
    Frame("PREVIOUSLY", "Org", rf"<adv> (?:used to work|worked){_AS} for {_TARGET}", Time.OVER,
          is_persons=True),
    Frame("PREVIOUSLY", "Org", rf"<adv> (?:was|were|used to be) (?:an? |the )?{_ROLE} at {_TARGET}",
          Time.OVER, checks_job=True),
    Frame("PREVIOUSLY", "Org", r"(?:<have>)?<adv> (?:quit|left|lost) (?:my|his|her|their|a|the)"
          rf"(?: old)? (?:job|role|position){_AS} at {_TARGET}", Time.ENDED),
    Frame("LIVES_IN", "Place", rf"<adv> live<s> in {_TARGET}"),
    Frame("LIVES_IN", "Place", rf"<be><adv> living in {_TARGET}"),
    Frame("LIVES_IN", "Place", rf"<be><adv> based in {_TARGET}", is_persons=True),
    Frame("LIVES_IN", "Place", rf"<have><adv> (?:lived|been living) in {_TARGET}",
          needs="startDate"),
    Frame("LIVES_IN", "Place", rf"(?:<have>)?<adv> (?:moved|relocated)(?: back)?{_FROM} to "
          rf"{_TARGET}", Time.BEGAN, needs="place", is_persons=True),
    Frame("LIVES_IN", "Place", rf"<adv> (?:lived|used to live|was living) in {_TARGET}", Time.OVER,
          needs="endDate"),
    Frame("HAS_SKILL", "Skill", r"<adv> speak<s>(?: fluent| good)? "
          rf"(?P<target>{words.UPPER}[^\W\d_]{{3,}})"),
    Frame("HAS_SKILL", "Skill", rf"<be><adv>(?: very| really)? fluent in {_NAMED_OR_PLAIN}"),
    Frame("HAS_SKILL", "Skill", r"<be><adv>(?: very| really)? (?:proficient|skilled|certified"
          rf"|experienced|trained) (?:in|with) {_NAMED_OR_PLAIN}", is_persons=True),
    Frame("HAS_SKILL", "Skill", rf"<be><adv> an? expert (?:in|on|with) {_NAMED_OR_PLAIN}",
          is_persons=True),
    Frame("HAS_SKILL", "Skill", rf"<be><adv>(?: very| really)? good (?:at|with) {_TARGET}",
          is_persons=True),
    Frame("HAS_SKILL", "Skill", rf"<adv> (?:code|program)<s> in {_TARGET}"),
    Frame("TALKS_ABOUT", "Topic", rf"<have><adv> been talking about {_NAMED_OR_PLAIN}",
          is_persons=True),
    Frame("TALKS_ABOUT", "Topic", r"<adv> (?:keep<s> talking|talk<s> constantly|always talk<s>"
          rf"|often talk<s>|talk<s> a lot) about {_NAMED_OR_PLAIN}", is_persons=True),
    Frame("TALKS_ABOUT", "Topic", rf"<adv> love<s> talking about {_NAMED_OR_PLAIN}",
          sentiment="positive", is_persons=True),
    Frame("TALKS_ABOUT", "Topic", r"(?:<be>|<have> been)<adv>(?: really| very| so| getting)* into "
          rf"{_NAMED_OR_PLAIN}", sentiment="positive", is_persons=True),
    Frame("CLOSE_TO", "Person", rf"<be><adv> (?P<target>my) {_KIN}", is_reversed=True),
    Frame("CLOSE_TO", "Person", rf"<be><adv> an? {_KIN} of (?P<target>mine)", is_reversed=True),
    Frame("CLOSE_TO", "Person", rf"<be><adv> {_PERSON}'s {_KIN}", is_reversed=True),
    Frame("CLOSE_TO", "Person", rf"<be><adv>(?: very| really)? close to {_PERSON}",
          is_persons=True),
    Frame("CLOSE_TO", "Person", rf"<be><adv> (?:married|engaged) to {_PERSON}", basis="partner"),
    Frame("CLOSE_TO", "Person", rf"<be><adv> {words.KIN_ADJECTIVE}"
          rf"(?P<pair>friends|colleagues|mates) with {_PERSON}"),
    Frame("INTERACTED_WITH", "Person", rf"(?:<have>)?<adv> met(?: up with)? {_PERSON}", Time.ONCE),
    Frame("INTERACTED_WITH", "Person", rf"(?:<have>)?<adv> met with {_PERSON}", Time.ONCE,
          is_persons=True),
    Frame("INTERACTED_WITH", "Person", r"(?:<have>)?<adv> (?:spoke|spoken|talked|chatted|caught up)"
          rf" (?:with|to) {_PERSON}", Time.ONCE, is_persons=True),
    Frame("INTERACTED_WITH", "Person", rf"<adv> (?:had|grabbed) (?:an? )?(?:(?:quick|nice|good|long"
          rf"|great|short) )?{_MEAL} with {_PERSON}", Time.ONCE),
    Frame("INTERACTED_WITH", "Person", r"<adv> (?:had|grabbed) (?:an? )?(?:(?:quick|nice|good|long"
          rf"|great|short) )?(?:call|meeting|chat|talk) with {_PERSON}", Time.ONCE,
          is_persons=True),
    Frame("WORKS_ON", "Project", r"(?:<adv> work<s>|<be><adv> working) on "
          rf"(?P<target>Project {words.THING_NAME})"),
)  # fmt: skip

_SWEDISH: Final = (
    Frame("WORKS_AT", "Org", rf" (?:jobbar|arbetar)<adv>{_SOM} på {_TARGET}"),
    Frame("WORKS_AT", "Org", rf" har<adv> (?:jobbat|arbetat){_SOM} på {_TARGET}",
          needs="startDate"),
    Frame("WORKS_AT", "Org", rf" är<adv> anställd (?:på|hos|vid|av) {_TARGET}"),
    Frame("WORKS_AT", "Org", rf" är<adv> {_ROLE} (?:på|hos|vid) {_TARGET}", checks_job=True),
    Frame("WORKS_AT", "Org", rf" har<adv> varit {_ROLE} (?:på|hos|vid) {_TARGET}",
          needs="startDate", checks_job=True),
    Frame("WORKS_AT", "Org", rf" (?:började|har<adv> börjat)<adv>(?: jobba| arbeta)?{_SOM} på "
          rf"{_TARGET}", Time.BEGAN),
    Frame("PREVIOUSLY", "Org", r" (?:jobbade|arbetade|brukade (?:jobba|arbeta))<adv>"
          rf"{_SOM} på {_TARGET}", Time.OVER),
    Frame("PREVIOUSLY", "Org", rf" var<adv> {_ROLE} (?:på|hos|vid) {_TARGET}", Time.OVER,
          checks_job=True),
    Frame("PREVIOUSLY", "Org", rf" (?:slutade|har<adv> slutat){_SOM} (?:på|hos) {_TARGET}",
          Time.ENDED),
    Frame("LIVES_IN", "Place", rf" bor<adv> i {_TARGET}"),
    Frame("LIVES_IN", "Place", rf" bor<adv> på {_TARGET}", needs="place"),
    Frame("LIVES_IN", "Place", rf" har<adv> bott i {_TARGET}", needs="startDate"),
    Frame("LIVES_IN", "Place", rf" (?:flyttade|har<adv> flyttat)<adv>(?: tillbaka)?{_FRAN} till "
          rf"{_TARGET}", Time.BEGAN, needs="place", is_persons=True),
    Frame("LIVES_IN", "Place", rf" bodde<adv> i {_TARGET}", Time.OVER, needs="endDate"),
    Frame("HAS_SKILL", "Skill", r" (?:talar|pratar|snackar)<adv>(?: flytande| bra)? "
          r"(?P<target>[^\W\d_]{2,}ska)"),
    Frame("HAS_SKILL", "Skill", rf" kan<adv> {_TARGET}"),
    Frame("HAS_SKILL", "Skill", r" är<adv>(?: väldigt| riktigt| mycket)? "
          rf"(?:duktig|bra|skicklig|grym) på {_TARGET}", is_persons=True),
    Frame("HAS_SKILL", "Skill", rf" är<adv> expert (?:på|inom) {_NAMED_OR_PLAIN}",
          is_persons=True),
    Frame("HAS_SKILL", "Skill", rf" (?:programmerar|kodar)<adv> i {_TARGET}"),
    Frame("TALKS_ABOUT", "Topic", r" har<adv> pratat (?:mycket|en massa|jämt) om "
          rf"{_NAMED_OR_PLAIN}", is_persons=True),
    Frame("TALKS_ABOUT", "Topic", r" pratar (?:mycket|ofta|jämt|alltid|hela tiden|mest) om "
          rf"{_NAMED_OR_PLAIN}", is_persons=True),
    Frame("CLOSE_TO", "Person", rf" är<adv> (?P<target>min) {_KIN}", is_reversed=True),
    Frame("CLOSE_TO", "Person", rf" är<adv> (?P<target>{words.UPPER}[^\W\d_]+)s {_KIN}",
          is_reversed=True),
    Frame("CLOSE_TO", "Person", rf" är<adv> (?:gift|sambo|förlovad|tillsammans|ihop) med {_PERSON}",
          basis="partner"),
    Frame("CLOSE_TO", "Person", rf" är<adv> {words.KIN_ADJECTIVE}(?P<basis>vän|kompis|kollega)"
          rf"(?:ner|ar)? med {_PERSON}"),
    Frame("INTERACTED_WITH", "Person", rf" (?:träffade|mötte|har<adv> träffat)<adv> {_PERSON}",
          Time.ONCE),
    Frame("INTERACTED_WITH", "Person", rf" (?:lunchade|fikade)<adv> med {_PERSON}", Time.ONCE),
    Frame("INTERACTED_WITH", "Person", r" (?:pratade|talade|snackade"
          rf"|har<adv> (?:pratat|talat|snackat))<adv> med {_PERSON}", Time.ONCE, is_persons=True),
    Frame("INTERACTED_WITH", "Person", r" (?:åt|hade|tog)<adv>(?: ett| en)? (?:lunch|middag|frukost"
          rf"|fika|kaffe|öl) med {_PERSON}", Time.ONCE),
    Frame("INTERACTED_WITH", "Person", r" (?:hade|tog)<adv>(?: ett| en)? (?:möte|samtal) med "
          rf"{_PERSON}", Time.ONCE, is_persons=True),
    Frame("WORKS_ON", "Project", r" (?:jobbar|arbetar)<adv> (?:med|på|i) "
          rf"(?P<target>[Pp]rojekt(?:et)? {words.THING_NAME})"),
)  # fmt: skip

# Swedish verbs that stand before their subject when the sentence opens with a time.
SWEDISH_VERBS: Final = (
    r"(?:jobbar|arbetar|jobbade|arbetade|bor|bodde|är|var|har|började|slutade|flyttade|träffade"
    r"|mötte|pratade|talade|snackade|lunchade|fikade|åt|hade|tog|talar|kan)"
)

# A cheap test before a sentence is read: one of the verbs or nouns that every frame holds.
MAY_STATE: Final = re.compile(
    r"(?<!\w)(?:work\w*|employed|joined|started|quit|left|lost|liv(?:es?|ing|ed)|based|moved|relocated"
    r"|speaks?|fluent|proficient|skilled|certified|experienced|trained|expert|good|codes?|programs?"
    r"|talk\w*|into|close|married|engaged|met|spoken?|chatted|caught|had|grabbed|is|am|was|were|used"
    r"|been|are|\w+'(?:s|m|re|ve)"
    rf"|jobba\w*|arbeta\w*|är|har|{SWEDISH_VERBS}|pratar|snackar|programmerar|kodar"
    rf"|{words.KIN_WORD})(?!\w)",
    re.IGNORECASE,
)

PAIR: Final = re.compile(
    rf"(?: are| is|'re| är)(?:{_ADV}|{_SV_ADV}) {words.KIN_ADJECTIVE}"
    rf"(?P<pair>{'|'.join(words.PAIRS)})(?= ?(?:$|[.,;!)]| (?:and|och|but|men|since|sedan)\b))"
)

_FORMS: Final = {  # by whether the subject is one named person
    True: {
        "<s>": "s",
        "<be>": r"(?: is|'s(?= (?:an?|the|now|currently|still|also|working|living|based|really|very"
        r"|into|fluent|married|engaged|my|one)\b))",
        "<have>": "(?: has|'s)",
        "<adv>": _ADV,
    },
    False: {"<s>": "", "<be>": "(?: am| are|'m|'re)", "<have>": "(?: have|'ve)", "<adv>": _ADV},
}


@cache
def frames(*, is_one_person: bool) -> tuple[CompiledFrame, ...]:
    """The frames of both languages, for a subject that is one named person or any other."""
    made = [CompiledFrame(frame, _compiled(frame, _FORMS[is_one_person])) for frame in _ENGLISH]
    forms = {"<adv>": _SV_ADV}
    return (*made, *(CompiledFrame(frame, _compiled(frame, forms)) for frame in _SWEDISH))


def _compiled(frame: Frame, forms: dict[str, str]) -> re.Pattern[str]:
    pattern = frame.pattern
    for mark, form in forms.items():
        pattern = pattern.replace(mark, form)
    return re.compile(pattern)
