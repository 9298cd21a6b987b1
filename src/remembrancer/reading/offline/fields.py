"""Builds the structured data of an item from its clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pydantic import JsonValue

from remembrancer.core.kinds import Family
from remembrancer.language.amounts import find_amounts, payment_period
from remembrancer.language.holder_words import ACTS
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import is_name
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.statement import Amount
from remembrancer.language.statement_reader import fill_slots, plain_slot
from remembrancer.language.times.times_of_day import find_times
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline import sentence_rewriting, values
from remembrancer.reading.offline.findings import ReadingContext, RuleFinding
from remembrancer.reading.offline.people import find_people
from remembrancer.reading.offline.slot_choice import choose_slot

NOT_DUE: Final = "This space keeps a task only with an owner and a date."

_OWNER: Final = re.compile(
    r"^\W*@?((?:(?<=@)\w[\w-]*|[A-ZÅÄÖ][\w-]+)(?:\s+(?:and|och|&)\s+[A-ZÅÄÖ][\w-]+"
    r"|\s+[A-ZÅÄÖ][\w-]+)?)\s+(?:will|to|shall|needs?|has|must|should|is|agreed|promised|ska"
    r"|skall|måste|behöver|lovade|tar|får|\w+(?:ar|er|s)\b|'ll)|^\W*@?([A-ZÅÄÖ][\w-]+):"
)
_CATENATIVE: Final = word_set(  # verbs before "to": "Need to chase" names nobody
    """
    need needs want wants have has got going plan plans hope hopes try trying remember forgot
    forget promised agreed decided aim intend expect ought used due supposed able ready time behöver
    måste ska skall vill glöm kom försök
    """
)
_REQUESTED: Final = re.compile(
    r"\W*@?([A-ZÅÄÖ][\w-]+),? (?:can|could|will|would|kan|vill|skulle|you|du) "
)
_BEHIND: Final = re.compile(r"[(–—-]\s*@?([A-ZÅÄÖ][\w-]+(?: [A-ZÅÄÖ][\w-]+)?)\s*(?:[,)]|$|–|—|-)")
_OWNER_WITHIN: Final = re.compile(
    r"(?:[,;.]\s+|\b(?:and|och|so|så|then|sen)\s+)([A-ZÅÄÖ][\w-]+)\s+(?:will|to|shall|needs?|must"
    r"|should|ska|skall|måste|behöver|lovade|tar|får|kollar|skickar|ringer|mejlar|bokar|fixar"
    r"|ordnar|sends?|books?|calls?|takes?|brings?|'ll)\b"
)
_STRETCH: Final = re.compile(r"(?:in|within|om|inom)\b", re.IGNORECASE)
_DUE: Final = re.compile(
    r"\b(?:(?:is|are|falls?) due(?: in)?|deadline(?: is| for [^.;]{1,60} is)?|förfaller"
    r"|(?:ska|skall|måste) (?:vara|in|lämnas|skickas)[^.;]{0,40})"
    r"(?: on| by| before| den| senast| före)*(?: the)?\s*$",
    re.IGNORECASE,
)
_THIRD: Final = re.compile(
    r"\W*(?:(?:and|so|then|but|och|så|men|sen)[, ]+)?(?:he|she|han|hon)(?:'\w+)?(?!\w)"
)
_WE: Final = re.compile(r"(?<![\w'])(?:we|we'll|we're|we've|we'd|vi|ni|they|they'll|de)(?![\w'])")
_I: Final = re.compile(r"(?<![\w'])(?:i|i'll|i'm|i've|jag|me|mig|self|myself)(?![\w'])")
_YOU: Final = re.compile(r"(?<![\w'])(?:you|you'll|du|dig)(?![\w'])")


def fields_of(
    said: MaskedText, filled: FilledSlot | None, family: Family, known: Iterable[str]
) -> dict[str, JsonValue]:
    """The data fields of a clause; `known` are the names of the space and the conversation."""
    data: dict[str, JsonValue] = {}
    if filled is None:
        filled = _weakly_filled(said)
    if filled is not None:
        slot = filled.slot
        data |= {"slot": slot.name, "value": _number(slot.value)}
        if slot.unit is not None:
            data["unit"] = slot.unit
        if slot.on is not None:
            data["on"] = slot.on.isoformat()
        if slot.holder is not None:
            data["holder"] = slot.holder
    if figures := [*(amount_fields(said, one) for one in said.amounts), *_durations(said)]:
        data["amounts"] = figures
    if said.dates:
        data["dates"] = list(dict.fromkeys(one.day.isoformat() for one in said.dates))
        if family is Family.DECISION and "on" not in data:
            data["on"] = said.dates[0].day.isoformat()
    if spoken := find_times(said.plain.lower()):
        data["times"] = list(spoken)
    if "value" not in data and (value := values.find_value(said, family)) is not None:
        data["value"] = value
    if named := find_people(said.plain, known):
        data["people"] = list(named)
    return data


def _durations(said: MaskedText) -> Iterator[JsonValue]:
    """The durations that dates are given as: "within three years"."""
    for moment in said.dates:
        if not _STRETCH.match(said.plain, moment.start):
            continue
        for one in find_amounts(said.plain[moment.start : moment.end]):
            if one.unit is not None:
                yield {"value": _number(one.value), "unit": one.unit}


def _weakly_filled(said: MaskedText) -> FilledSlot | None:
    """A weak slot of a clause that is kept for another reason."""
    weak = [one for one in fill_slots(said) if one.is_weak]
    return choose_slot(said, weak, chats=True) or plain_slot(said)


def _number(value: str | float | bool) -> JsonValue:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def amount_fields(said: MaskedText, amount: Amount) -> JsonValue:
    shown: dict[str, JsonValue] = {"value": _number(amount.value), "unit": amount.unit}
    if (by := payment_period(said.plain, amount)) is not None:
        shown["per"] = by
    return shown


def task_fields(found: RuleFinding, speaker: str, talk: ReadingContext) -> dict[str, JsonValue]:
    """The owner and the deadline of a task."""
    task: dict[str, JsonValue] = {}
    text = found.clause.plain
    owner = _OWNER.match(text)
    named = (owner[1] or owner[2]) if owner else None
    is_verb = named is not None and (
        named.lower() in _CATENATIVE or ACTS.match(named.lower()) is not None
    )
    if named is not None and (is_verb or not is_name(named.split()[0])) and f"@{named}" not in text:
        named = None
    is_of_other = _THIRD.match(found.clause.low) is not None
    if is_of_other:  # "She'll send the form": whoever is spoken of, and not who writes it
        named = sentence_rewriting.display_name(talk.brief.subject)
    elif named is None and (behind := _BEHIND.search(text)):
        named = behind[1]
    if named is None and (request := _REQUESTED.match(text)):
        named = request[1]
    if named is None and not is_of_other and _I.search(found.clause.low):
        named = sentence_rewriting.display_name(speaker) or speaker
    if named is None and (within := _OWNER_WITHIN.search(text)) and is_name(within[1]):
        named = within[1]
    if named is None and _YOU.search(found.clause.low):
        others = [one for one in talk.authors if one != speaker]
        named = (
            sentence_rewriting.display_name(others[0]) or others[0] if len(others) == 1 else None
        )
    elif named is None and not is_of_other and not _WE.search(found.clause.low):
        named = sentence_rewriting.display_name(speaker) or speaker  # "gonna do it on Sunday"
    if named is not None:
        task["owner"] = named
    moments = [one for one in found.clause.dates if one.last >= found.message.timestamp.date()]
    if moments:
        term = next((one for one in moments if one.is_due), moments[-1])
        task["deadline"] = term.last.isoformat()
    return task


def is_due_task(found: RuleFinding, talk: ReadingContext) -> bool:
    """Whether a task has what the space asks of one: an owner and a later day, or nothing."""
    if found.family is not Family.ACTION or not talk.brief.only_due_tasks:
        return True
    fields = task_fields(found, found.speaker or found.message.author_id, talk)
    today = found.message.timestamp.date().isoformat()
    return "owner" in fields and str(fields.get("deadline", "")) > today


def deadline_fields(found: RuleFinding) -> dict[str, JsonValue]:
    """The deadline of a fact or a decision.

    Only if the words say so: a date alone is no deadline.
    """
    said = found.clause
    ahead = [one for one in said.dates if one.last >= found.message.timestamp.date()]
    for one in ahead:
        if one.is_due or _DUE.search(said.plain, 0, one.start):
            return {"deadline": one.last.isoformat()}
    return {}
