"""Cues: the words by which a clause shows what sort of thing it says, in English and in Swedish."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.extract import cue_words as words
from remembrancer.model.brief import Family
from remembrancer.rules.statements.clauses import is_hedged
from remembrancer.rules.statements.masks import Masked

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
            "decision; decisions; decisions made; decided; agreed; key decisions; we decided; beslut; beslutat;"
            "beslutspunkter; beslutade; vi beslutade; fattade beslut; agreements; outcome; outcomes; resolved;"
            "dagens beslut; decision log"
        ),
        Family.ACTION: (
            "action; actions; action items; action points; next steps; to do; todo; todos; to-do; tasks; follow-ups;"
            "follow ups; follow-up; åtgärder; att göra; nästa steg; aktiviteter; uppgifter; uppföljning; ap; todo-lista;"
            "action item; att-göra; åtgärd; aktionspunkter; ansvar och deadlines; who does what"
        ),
        Family.UNRESOLVED: (
            "open questions; open items; open; unresolved; parked; parking lot; tbd; to be decided; pending;"
            "öppna frågor; öppna punkter; olöst; oklart; kvarstår; parkerat; att besluta; bordlagt; outstanding;"
            "open points; still open; not decided; ej beslutat; open issues; to discuss"
        ),
        Family.GOAL: "goals; life goals; goal; objectives; mål; livsmål; drömmar; long-term goals; ambitions; aims",
        Family.PREFERENCE: (
            "preferences; preference; preferenser; önskemål; likes; dislikes; communication preferences; style;"
            "how to work with me; working style"
        ),
        Family.FACT: (
            "facts; fact; key facts; about; about us; about the client; client facts; background; bakgrund; fakta;"
            "conventions; rules; gotchas; definitions; definitioner; regler; konventioner; circumstances; personal;"
            "family; finances; household; om bolaget; om företaget; om kunden; familj; ekonomi; notes for agents;"
            "findings; key findings; data notes; house rules; standards; profile; setup; environment; stack; glossary;"
            "ordlista; nuläge; current situation; situation; slutsatser; conclusions; patterns; lessons; lärdomar"
        ),
    }.items()
    for form in (part.strip() for part in forms.split(";"))
    if form
}
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
    low, said = clause.low, clause.words
    if not said.isdisjoint(words.OPEN_HINTS) and words.OPEN.search(low):
        return Cue(Family.UNRESOLVED, PLAIN)
    is_unsure = is_hedged(low, said)
    if not said.isdisjoint(words.DECISION_HINTS):
        if words.DECIDED.search(low):
            return Cue(Family.UNRESOLVED if is_unsure else Family.DECISION, PLAIN)
        if words.PLANNED.search(low):
            return Cue(Family.UNRESOLVED if is_unsure else Family.DECISION, WEAKER)
    if not said.isdisjoint(words.GOAL_HINTS) and words.GOAL.search(low):
        return Cue(Family.GOAL, PLAIN)
    if not said.isdisjoint(words.ACTION_HINTS) and (cue := _action(clause, chats=chats)):
        return cue
    if not said.isdisjoint(words.PREFERENCE_HINTS) and words.PREFERENCE.search(low):
        return Cue(Family.PREFERENCE, PLAIN)
    if not said.isdisjoint(words.RULE_HINTS) and words.RULE.search(low):
        return Cue(Family.FACT, PLAIN)
    if not said.isdisjoint(words.DONE_HINTS) and words.DONE.search(low):
        return Cue(Family.DECISION, WEAKER)
    if not said.isdisjoint(words.LIFE_HINTS) and words.LIFE.search(low):
        return Cue(Family.FACT, WEAKER)
    if not said.isdisjoint(words.FINDING_HINTS) and words.FINDING.search(low):
        return Cue(Family.FACT, WEAKER)
    return None


def _action(clause: Masked, *, chats: bool) -> Cue | None:
    low = clause.low
    found = words.ACTION.search(low)
    if found is None:
        return None
    ahead = any(one.first >= one.last or one.is_due for one in clause.moments) or clause.moments
    if ahead:
        return Cue(Family.ACTION, PLAIN)
    if words.ASKS_OF_ONESELF.search(low):
        return Cue(Family.ACTION, WEAKER) if not chats else None
    return None if chats else Cue(Family.ACTION, WEAKER)
