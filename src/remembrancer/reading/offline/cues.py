"""Cues: words that show the family of a clause, such as a decision, a goal or a task."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.core.kinds import Family
from remembrancer.language.amounts import payment_period
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.sentences import is_hedged
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.reading.offline.words import (
    decision_words,
    fact_words,
    note_words,
    preference_words,
    task_words,
)

PLAIN: Final = 0.95  # stated explicitly
WEAKER: Final = 0.8  # by a cue that is sometimes ambiguous


class FamilyCue(NamedTuple):
    """The family of a clause and how certain it is."""

    family: Family
    confidence: float
    is_sufficient: bool = True  # False: kept only with an amount, a date or a name


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
            "open questions; open question; open items; open; unresolved; parked; parking lot; "
            "tbd; to be decided; pending; öppna frågor; öppen fråga; öppna punkter; olöst; oklart; "
            "kvarstår; parkerat; att besluta; bordlagt; outstanding;"
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
ACTION_WORDS_MIN: Final = 5  # of a task without a date
_WORD: Final = re.compile(r"[\w']+")
_WHY: Final = re.compile(r",? (?:because|since|in case|eftersom|därför att|ifall)\b")
_NOT_HERE: Final = frozenset({"normalt", "sedan", "sen", "då"})
_NUMBERED: Final = re.compile(r"^[\d.)\s]+|[\s:*_–-]+$")


def section_family(heading: str | None) -> Family | None:
    """The family of list items below a heading; None: the heading does not say."""
    if not heading:
        return None
    plain = _NUMBERED.sub("", heading)
    if (found := _SECTIONS.get(plain)) is not None:
        return found
    head = re.split(r"\s*[(/&–-]\s*|\s+(?:and|och|from|från)\s+", plain, maxsplit=1)[0]
    return _SECTIONS.get(head)


def find_cue(clause: MaskedText, *, chats: bool) -> FamilyCue | None:
    """The strongest cue of a clause; None: it has no cue.

    `chats`: in a chat with an assistant "I'll check" is no task; among people it is.
    """
    low, said = _with_subject(clause, chats=chats), clause.words
    if not said.isdisjoint(task_words.OPEN_HINTS) and task_words.OPEN.search(low):
        return FamilyCue(Family.UNRESOLVED, PLAIN)
    if not said.isdisjoint(decision_words.DECISION_HINTS):
        decided = Family.UNRESOLVED if is_unsure(low, said) else Family.DECISION
        if decision_words.DECIDED.search(decision_words.TO_BE.sub(" ", low)):
            return FamilyCue(decided, PLAIN)
        if decision_words.PLANNED.search(low) and _is_definite(clause):
            return FamilyCue(decided, WEAKER)
    if not said.isdisjoint(preference_words.GOAL_HINTS) and preference_words.GOAL.search(low):
        return FamilyCue(Family.GOAL, PLAIN)
    if _prefers(low, said):
        return None if preference_words.ONE_OFF.search(low) else FamilyCue(Family.PREFERENCE, PLAIN)
    if not said.isdisjoint(task_words.ACTION_HINTS) and (cue := _action(clause, chats=chats)):
        return cue
    if not said.isdisjoint(
        preference_words.PREFERENCE_HINTS
    ) and preference_words.PREFERENCE.search(low):
        return None if preference_words.ONE_OFF.search(low) else FamilyCue(Family.PREFERENCE, PLAIN)
    if not said.isdisjoint(fact_words.RULE_HINTS) and fact_words.RULE.search(low):
        return FamilyCue(Family.FACT, PLAIN)
    if not said.isdisjoint(decision_words.DONE_HINTS) and decision_words.DONE.search(low):
        return FamilyCue(Family.DECISION, WEAKER)
    if not said.isdisjoint(fact_words.LIFE_HINTS) and fact_words.LIFE.search(low):
        return FamilyCue(Family.FACT, WEAKER)
    return None


def is_unsure(low: str, said: frozenset[str]) -> bool:
    """Whether a decision itself is uncertain. An uncertain reason does not count."""
    if not is_hedged(low, said):
        return False
    why = _WHY.search(low)
    ahead = low[: why.start()] if why else low
    return is_hedged(ahead, frozenset(_WORD.findall(ahead)))


def _prefers(low: str, said: frozenset[str]) -> bool:
    """Whether the clause states a preference or how somebody wants to be contacted."""
    if not said.isdisjoint(preference_words.PREFERS_HINTS) and preference_words.PREFERS.match(low):
        return True
    if not said.isdisjoint(preference_words.CONTACT_HINTS) and preference_words.CONTACT.search(low):
        return True
    return not said.isdisjoint(preference_words.REACHED_HINTS) and asks_for_contact(low)


def asks_for_contact(low: str) -> bool:
    """Whether a question asks for another way of contact from now on."""
    return preference_words.REACHED.search(low) is not None


def _with_subject(clause: MaskedText, *, chats: bool) -> str:
    """The clause with the subject that a note leaves out: "Chose K2" is about the client."""
    low = clause.low
    if note_words.SWEDISH.match(low):
        return f"kunden {low.lstrip()}"
    if note_words.ENGLISH.match(low):
        return f"client {low.lstrip()}"
    if not chats and note_words.EITHER_TENSE.match(low):
        # "Set up the account" may be a task if there is a date or a word of request.
        is_task = clause.dates or not clause.words.isdisjoint(note_words.TASK)
        return low if is_task else f"client {low.lstrip()}"
    return low


def _action(clause: MaskedText, *, chats: bool) -> FamilyCue | None:
    low = clause.low
    found = next((one for one in task_words.ACTION.finditer(low) if _may_act(clause, one)), None)
    if found is None or task_words.HABITUAL.search(low):
        return None
    is_of_person = bool(clause.dates) or found[0].split()[0] in task_words.PERSONS
    if not is_of_person and task_words.EACH.search(low):
        return None  # "two directors must sign every contract"
    if find_recurrences(low) and task_words.DUTY.search(found[0]) is None:
        return None  # "we check the till every Friday"
    if any(one.unit in ("minutes", "seconds") for one in clause.amounts):
        return None
    is_duty = task_words.DUTY.search(found[0]) is not None
    if not is_duty and any(payment_period(clause.plain, one) for one in clause.amounts):
        return None  # "we pay 3,200 a month"
    if clause.dates:
        return FamilyCue(Family.ACTION, PLAIN)
    if chats or task_words.VAGUE.search(low) or low.count(" ") < ACTION_WORDS_MIN - 1:
        return None
    return FamilyCue(Family.ACTION, WEAKER)


def _may_act(clause: MaskedText, found: re.Match[str]) -> bool:
    """Whether the actor is a person: a pronoun or a name."""
    first = _WORD.search(found[0])
    if first is None:
        return False
    if task_words.FORGET.search(found[0]):
        return True
    word = first[0].split("'")[0]
    if found[0].endswith((" jag", " hon", " han")):
        return True  # "då skickar jag"
    if word in _NOT_HERE:
        return False
    if word in task_words.PERSONS or word in task_words.LABELS:
        return True
    start = found.start() + first.start()
    return clause.low[:start].endswith("@") or is_name(clause.text[start : start + len(word)])


def _is_definite(clause: MaskedText) -> bool:
    """Whether a task is specific: it has an amount, a date, a name or a reason."""
    if clause.amounts or clause.dates or decision_words.REASONED.search(clause.low):
        return True
    return bool(find_names(clause.plain)) or decision_words.THING.search(clause.low) is not None
