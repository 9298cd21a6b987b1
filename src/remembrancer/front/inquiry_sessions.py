"""`memory.inquiries`: inquiries on record, their ratings, what they tell, and context ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import (
    INQUIRIES_LISTED_MAX,
    INQUIRIES_REPORTED_MAX,
    INQUIRY_REPORT_LINES_MAX,
    PREFETCH_PEOPLE_MAX,
    REASON_CHARACTERS_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import (
    check_choices,
    check_flag,
    check_name,
    check_text,
    check_whole,
    is_text,
)
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over, note
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.graph import neighbourhood
from remembrancer.graph.person import PersonSummary
from remembrancer.inquiry import facts, prefetch, session_record, session_report, synthesis
from remembrancer.inquiry.inquiry import Inquiry, InquiryRequest, RelevantFact, Strategy
from remembrancer.inquiry.notebook import Notebook
from remembrancer.inquiry.session import (
    RATING_MAX,
    RATING_MIN,
    InquiryReport,
    InquirySession,
    Prefetched,
    SessionPage,
)
from remembrancer.items.delivered_text import delivered
from remembrancer.items.visibility import require_person
from remembrancer.ports import Reader, Writer

_AS_THEY_ARE = ("session_id", "id", "conversation_id", "next", "prompt_version")
ToldT = TypeVar("ToldT", bound=Value)
_WORDS = {"helpful": RATING_MAX, "not helpful": RATING_MIN}


@traced("inquiries")
@handing_over
class Inquiries:
    """The caller's own sessions; for admins who are people, everybody's.

    Of what a session found it shows what the caller may see now. Reading writes first what this
    memory has still to put on record, so that everyone finds their own at once.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, session_id: str) -> InquirySession:
        """One session, with its facts as they read now. What is unknown or somebody else's is
        `NotFound`."""
        self._session.walks.flush(self._session.space)

        def look(reader: Reader, scope: Scope) -> InquirySession | None:
            found = reader.inquiries.get(session_id)
            if found is None:
                return None
            facts = _facts(reader, scope, found)
            return found.changed(relevant_facts=facts, contradictions=synthesis.conflicts(facts))

        found = self._session.read(look)
        if found is None:
            raise NotFound("inquiry", session_id)
        return self._told(found)

    def list(
        self,
        *,
        strategy: str | None = None,
        is_rated: bool | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> SessionPage:
        """Sessions, newest first, a page at a time; of one strategy, with a rating or without."""
        if strategy is not None:
            check_choices([strategy], "strategy", [one.value for one in Strategy])
        if is_rated is not None:
            check_flag(is_rated, "is_rated")
        check_whole(limit, "limit", at_least=1, at_most=INQUIRIES_LISTED_MAX)
        self._session.walks.flush(self._session.space)
        page = self._session.read(
            lambda reader, _: reader.inquiries.page(
                limit=limit, after=cursor, strategy=strategy, is_rated=is_rated
            )
        )
        return self._told(page)

    def rate(self, session_id: str, value: str | int, *, note: str | None = None) -> InquirySession:
        """Says how much a session helped: from 1, not at all, to 5; "helpful" is 5 and
        "not helpful" 1. For people who may see it; a later rating replaces an earlier one."""
        require_person(self._session.principal, "rate an inquiry")
        if not is_text(session_id):
            raise NotFound("inquiry", session_id)
        rating = _rating(value)
        if note is not None:
            check_text(note, "note", length_max=REASON_CHARACTERS_MAX)
        self._session.walks.flush(self._session.space)

        def act(unit: Writer, _: Scope) -> None:
            if unit.inquiries.get(session_id) is None:
                raise NotFound("inquiry", session_id)
            unit.inquiries.rate(session_id, rating, note)

        self._session.write(act)
        return self.get(session_id)

    def report(
        self,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int = 20,
    ) -> InquiryReport:
        """What the sessions of a time tell: frequent forms of looks, ratings by strategy and by
        version of the prompt, and averages of rounds, tokens and facts."""
        begin, end = as_moment(since, "since"), as_moment(until, "until")
        check_whole(limit, "limit", at_least=1, at_most=INQUIRY_REPORT_LINES_MAX)
        self._session.walks.flush(self._session.space)
        page = self._session.read(
            lambda reader, _: reader.inquiries.page(
                limit=INQUIRIES_REPORTED_MAX, since=begin, until=end
            )
        )
        return session_report.report(page.sessions, limit=limit, is_cut=page.next is not None)

    def prefetch(self, participants: Sequence[str]) -> Prefetched:
        """What is known of people before they speak: a profile of each, and facts.

        Each is the id of an entity, an id of your own system, or a whole name.
        """
        names = _names(participants)
        self._session.compare_added()
        kept = self._session.projections.people()
        known, unknown = dict[str, PersonSummary](), list[str]()

        def look(reader: Reader, scope: Scope) -> None:
            for name in names:
                try:
                    found = kept.summary(reader, scope, name)
                except NotFound:
                    unknown.append(name)
                else:
                    known.setdefault(found.person.id, found)

        self._session.read(look)
        return self._told(prefetch.prefetched(names, tuple(known.values()), unknown))

    def _told(self, answer: ToldT) -> ToldT:
        if self._session.principal.is_person:
            return answer
        return delivered(answer, but=_AS_THEY_ARE)


def record(
    session: Session,
    request: InquiryRequest,
    notebook: Notebook,
    found: Inquiry,
    began: datetime,
) -> None:
    """Has an inquiry put on record. It is written after the answer, and nobody waits for it."""
    scope = session.scope()
    # Profiles and the reasoning may tell of more than the facts of the answer.
    told = "\n".join((*found.person_profiles.values(), found.reasoning))
    seen = [one.fact for one in notebook.candidates.values()]
    note(session, "inquire", [one for one in seen if one.text in told])

    def look(reader: Reader, _: Scope) -> Any:
        return session_record.new_session(
            reader, request, notebook, found, at=began, owner=session.principal.name
        )

    new = session.read(look)
    session.walks.write_later(scope, lambda unit: unit.inquiries.put([new]))


def _facts(reader: Reader, scope: Scope, session: InquirySession) -> tuple[RelevantFact, ...]:
    """The facts of a session that the reader may see, in their order, as they read now."""
    made: dict[tuple[str, str], RelevantFact] = {}
    ids: defaultdict[str, list[str]] = defaultdict(list)
    said: defaultdict[str, list[str]] = defaultdict(list)  # ids of messages by conversation
    for one in session.results:
        ids[one.type].append(one.id)
        if one.conversation_id is not None:
            said[one.conversation_id].append(one.id)
    relations = reader.edges.listed(ids=ids["relation"])
    ends = sorted({end for one in relations for end in (one.source, one.target)})
    nodes = neighbourhood.nodes_of(reader, ends)
    for relation in relations:
        if relation.source in nodes and relation.target in nodes:
            found = facts.relation_fact(relation, nodes, scope.now)
            made["relation", relation.id] = found.fact
    for item in reader.items.named(ids["item"]).values():
        made["item", item.id] = facts.item_fact(item).fact
    for conversation, messages in said.items():
        for message in reader.conversations.messages_named(conversation, messages):
            made["message", message.id] = facts.message_fact(message).fact
    return tuple(
        made[one.type, one.id].changed(relevance=one.relevance)
        for one in session.results
        if (one.type, one.id) in made
    )


def _rating(value: Any) -> int:
    if isinstance(value, str):
        word = " ".join(value.casefold().replace("_", " ").replace("-", " ").split())
        value = _WORDS.get(word, int(word) if word.isascii() and word.isdecimal() else value)
    if type(value) is not int or not RATING_MIN <= value <= RATING_MAX:
        raise InvalidInput(
            f'A rating is a whole number from {RATING_MIN} to {RATING_MAX}, or "helpful" or '
            '"not helpful".',
            field="value",
        )
    return value


def _names(participants: Any) -> tuple[str, ...]:
    is_listed = isinstance(participants, Sequence) and not isinstance(participants, str | bytes)
    if not is_listed or not 1 <= len(participants) <= PREFETCH_PEOPLE_MAX:
        raise InvalidInput(
            f"participants is a list of 1 to {PREFETCH_PEOPLE_MAX} names or ids.",
            field="participants",
        )
    for name in participants:
        check_name(name, "participants")
    return tuple(dict.fromkeys(participants))
