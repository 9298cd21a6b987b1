"""Cues: the words by which a clause shows what sort of thing it says, in English and in Swedish."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.core.kinds import Family
from remembrancer.language.clauses import is_hedged
from remembrancer.language.masks import Masked
from remembrancer.language.names import is_name, names
from remembrancer.reading.offline import (
    decision_words,
    fact_words,
    note_words,
    task_words,
    wish_words,
)

PLAIN: Final = 0.95  # said outright
WEAKER: Final = 0.8  # by a cue that may mean something else now and then


class Cue(NamedTuple):
    """What a clause says by its words, and how sure that is."""

    family: Family
    confidence: float
    is_told: bool = True  # False: only worth keeping with a figure, a day or a name beside it


_SECTIONS: Final = {
    form: family
    for family, forms in {
        Family.DECISION: (
            "decision; decisions; decisions made; decided; agreed; key decisions; we decided; "
            "beslut; beslutat;"
            "beslutspunkter; beslutade; vi beslutade; fattade beslut; agreements; outcome; "
            "outcomes; resolved;"
            "dagens beslut; decision log"
        ),
        Family.ACTION: (
            "action; actions; action items; action points; next steps; to do; todo; todos; "
            "to-do; tasks; follow-ups;"
            "follow ups; follow-up; åtgärder; att göra; nästa steg; aktiviteter; uppgifter; "
            "uppföljning; ap; todo-lista;"
            "action item; att-göra; åtgärd; aktionspunkter; ansvar och deadlines; who does what"
        ),
        Family.UNRESOLVED: (
            "open questions; open items; open; unresolved; parked; parking lot; tbd; to be "
            "decided; pending;"
            "öppna frågor; öppna punkter; olöst; oklart; kvarstår; parkerat; att besluta; "
            "bordlagt; outstanding;"
            "open points; still open; not decided; ej beslutat; open issues; to discuss"
        ),
        Family.GOAL: "goals; life goals; goal; objectives; mål; livsmål; drömmar; long-term goals; "
        "ambitions; aims",
        Family.PREFERENCE: (
            "preferences; preference; preferenser; önskemål; likes; dislikes; communication "
            "preferences; style;"
            "how to work with me; working style"
        ),
        Family.FACT: (
            "facts; fact; key facts; about; about us; about the client; client facts; "
            "background; bakgrund; fakta;"
            "conventions; rules; gotchas; definitions; definitioner; regler; konventioner; "
            "circumstances; personal;"
            "family; finances; household; om bolaget; om företaget; om kunden; familj; ekonomi; "
            "notes for agents;"
            "findings; key findings; data notes; house rules; standards; profile; setup; "
            "environment; stack; glossary;"
            "ordlista; nuläge; current situation; situation; slutsatser; conclusions; patterns; "
            "lessons; lärdomar"
        ),
    }.items()
    for form in (part.strip() for part in forms.split(";"))
    if form
}
ACTION_WORDS_MIN: Final = 5  # of one without a day
_WORD: Final = re.compile(r"[\w']+")
_WHY: Final = re.compile(r",? (?:because|since|in case|eftersom|därför att|ifall)\b")
_NOT_HERE: Final = frozenset({"normalt", "sedan", "sen", "då"})
_NUMBERED: Final = re.compile(r"^[\d.)\s]+|[\s:*_–-]+$")


def section_family(heading: str | None) -> Family | None:
    """What the points below a heading are; None: it does not say."""
    if not heading:
        return None
    plain = _NUMBERED.sub("", heading)
    if (found := _SECTIONS.get(plain)) is not None:
        return found
    head = re.split(r"\s*[(/&–-]\s*|\s+(?:and|och|from|från)\s+", plain, maxsplit=1)[0]
    return _SECTIONS.get(head)


def cue_in(clause: Masked, *, chats: bool) -> Cue | None:
    """The strongest cue of a clause; None: its words give nothing away.

    In a chat with an assistant "I'll check" is said in passing; among people it binds.
    """
    low, said = _whole(clause, chats=chats), clause.words
    if not said.isdisjoint(task_words.OPEN_HINTS) and task_words.OPEN.search(low):
        return Cue(Family.UNRESOLVED, PLAIN)
    if not said.isdisjoint(decision_words.DECISION_HINTS):
        decided = Family.UNRESOLVED if is_unsure(low, said) else Family.DECISION
        if decision_words.DECIDED.search(low):
            return Cue(decided, PLAIN)
        if decision_words.PLANNED.search(low) and _is_definite(clause):
            return Cue(decided, WEAKER)
    if not said.isdisjoint(wish_words.GOAL_HINTS) and wish_words.GOAL.search(low):
        return Cue(Family.GOAL, PLAIN)
    if _prefers(low, said):
        return None if wish_words.ONE_OFF.search(low) else Cue(Family.PREFERENCE, PLAIN)
    if not said.isdisjoint(task_words.ACTION_HINTS) and (cue := _action(clause, chats=chats)):
        return cue
    if not said.isdisjoint(wish_words.PREFERENCE_HINTS) and wish_words.PREFERENCE.search(low):
        return None if wish_words.ONE_OFF.search(low) else Cue(Family.PREFERENCE, PLAIN)
    if not said.isdisjoint(fact_words.RULE_HINTS) and fact_words.RULE.search(low):
        return Cue(Family.FACT, PLAIN)
    if not said.isdisjoint(decision_words.DONE_HINTS) and decision_words.DONE.search(low):
        return Cue(Family.DECISION, WEAKER)
    if not said.isdisjoint(fact_words.LIFE_HINTS) and fact_words.LIFE.search(low):
        return Cue(Family.FACT, WEAKER)
    if not said.isdisjoint(fact_words.FINDING_HINTS) and fact_words.FINDING.search(low):
        return Cue(Family.FACT, WEAKER)
    return None


def is_unsure(low: str, said: frozenset[str]) -> bool:
    """Whether whoever decides is not sure. The reason may be a guess where the decision is none."""
    if not is_hedged(low, said):
        return False
    why = _WHY.search(low)
    ahead = low[: why.start()] if why else low
    return is_hedged(ahead, frozenset(_WORD.findall(ahead)))


def _prefers(low: str, said: frozenset[str]) -> bool:
    """Whether it says outright what somebody prefers, or how they want to be reached."""
    if not said.isdisjoint(wish_words.PREFERS_HINTS) and wish_words.PREFERS.match(low):
        return True
    if not said.isdisjoint(wish_words.CONTACT_HINTS) and wish_words.CONTACT.search(low):
        return True
    return not said.isdisjoint(wish_words.REACHED_HINTS) and asks_to_be_reached(low)


def asks_to_be_reached(low: str) -> bool:
    """Whether a question asks to be written to, or called, in another way from now on."""
    return wish_words.REACHED.search(low) is not None


def _whole(clause: Masked, *, chats: bool) -> str:
    """The clause with the subject that a note leaves out: "Chose K2" is said of the client."""
    low = clause.low
    if note_words.SWEDISH.match(low):
        return f"kunden {low.lstrip()}"
    if note_words.ENGLISH.match(low):
        return f"client {low.lstrip()}"
    if not chats and note_words.EITHER_TENSE.match(low):
        # "Set up the account" may be a task, too: then there is a day, or a word of asking.
        is_task = clause.moments or not clause.words.isdisjoint(note_words.TASK)
        return low if is_task else f"client {low.lstrip()}"
    return low


def _action(clause: Masked, *, chats: bool) -> Cue | None:
    low = clause.low
    found = next((one for one in task_words.ACTION.finditer(low) if _may_act(clause, one)), None)
    if found is None or task_words.EPHEMERAL.search(low) or task_words.HABITUAL.search(low):
        return None
    if any(one.unit in ("minutes", "seconds") for one in clause.amounts):
        return None
    if clause.moments:
        return Cue(Family.ACTION, PLAIN)
    if chats or task_words.VAGUE.search(low) or low.count(" ") < ACTION_WORDS_MIN - 1:
        return None
    return Cue(Family.ACTION, WEAKER)


def _may_act(clause: Masked, found: re.Match[str]) -> bool:
    """Whether whoever is to do it is a person: a pronoun or a name."""
    first = _WORD.search(found[0])
    if first is None:
        return False
    word = first[0].split("'")[0]
    if found[0].endswith((" jag", " hon", " han")):
        return True  # "då skickar jag"
    if word in _NOT_HERE:
        return False
    if word in task_words.PERSONS or word in task_words.LABELS:
        return True
    start = found.start() + first.start()
    return clause.low[:start].endswith("@") or is_name(clause.text[start : start + len(word)])


def _is_definite(clause: Masked) -> bool:
    """Whether more is said than that something will be done: a figure, a day, a name, a reason."""
    if clause.amounts or clause.moments or decision_words.REASONED.search(clause.low):
        return True
    return bool(names(clause.plain)) or decision_words.THING.search(clause.low) is not None
