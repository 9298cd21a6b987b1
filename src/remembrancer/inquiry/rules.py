"""The planner without a model: it looks where a careful colleague would, and stops when it pays
no more.

Participants first; then whom and what the conversation names; then who else is connected with
that; then how those people know the participants; then skills, interests and events, if somebody
asks; then what was written down or said on it, the words behind what is likely, and what was said
right before and after those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from statistics import mean, pstdev
from typing import Final, Protocol, TypeVar

from remembrancer.core.limits import (
    INQUIRY_COMPARED_MAX,
    INQUIRY_EDGES_MAX,
    INQUIRY_QUOTED_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.graph import neighbourhood, outline, relations
from remembrancer.inquiry import conversation_analysis, mentions
from remembrancer.inquiry.conversation_analysis import ReadConversation
from remembrancer.inquiry.facts import (
    MESSAGE,
    FactCandidate,
    hit_fact,
    item_fact,
    message_fact,
    relation_fact,
)
from remembrancer.inquiry.inquiry import Analysis, InquiryRequest, StepState
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.notebook import Notebook
from remembrancer.inquiry.weighing import relevance
from remembrancer.items.entity import Entity
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.item import Lifecycle
from remembrancer.language.tense import is_past
from remembrancer.ports import Embedder, Reader
from remembrancer.recall import recall
from remembrancer.recall.recall_search import RecallRequest

T = TypeVar("T")
_DID: Final = re.compile(  # asks how things were
    r"(?<!\w)(?:did|was|were|used to|before|earlier|previous\w*|once|history|chang\w+|tidigare"
    r"|förut|hade|ändra\w*|historik)(?!\w)"
)
_HITS: Final = 25  # of one question to items and messages
_ITEMS_OF_ONE: Final = 20  # items about one person
_QUOTES_OF_ONE: Final = 2  # messages that a relation is compared by
_WORDS_WORTH_A_SEARCH: Final = 3  # in a conversation that asks nothing and names nobody
_WORDS_OF_A_WISH: Final = 4  # in a conversation that may ask without a question
_PEOPLE_MAX: Final = 12  # whose ties to the participants are looked at
_COMPARED_MIN: Final = 8  # facts that tell what is usual
_USUAL: Final = 0.5  # standard deviations above the mean, up to which nothing stands out
_OUTSTANDING: Final = 2.0  # further ones, at which it stands out by 1
_MODELS_READ: Final = "english"  # the language of the local models; others mean little to them
_WORDS_OF: Final = 16  # likely facts, the messages of which are read
_BESIDE_OF: Final = 12  # likely messages, around which is read
_BESIDE_STEPS: Final = 2  # messages before and after one
_ASKED_TEXT: Final = 400  # characters of a conversation that are searched for


class Read(Protocol):
    """One consistent look at the store, as the caller may see it."""

    def __call__(self, act: Callable[[Reader, Scope], T], /) -> T: ...


@dataclass(frozen=True, kw_only=True)
class Looking:
    """What a planner needs to look."""

    read: Read
    embedder: Embedder | None
    usual_language: str


def run(
    request: InquiryRequest,
    notebook: Notebook,
    looking: Looking,
    progressed: Callable[[Known], None],
) -> Known:
    """Looks until it pays no more; what is known then. Raises `Ended` at a limit.

    `progressed` gets what is known so far, each time that it grows.
    """
    now = looking.read(lambda _, scope: scope.now)
    said = conversation_analysis.read(request.messages, looking.usual_language, now)
    known = Known(said=said)
    progressed(known)
    notebook.analysis = Analysis(
        participants=said.participants, topics=said.words, questions=said.questions
    )
    notebook.think(StepState.ANALYZE, _analysed(said))
    known = _participants(known, notebook, looking)
    progressed(known)
    known = _mentioned(known, notebook, looking)
    progressed(known)
    notebook.analysis = notebook.analysis.changed(
        mentioned=tuple(one.name for one in known.mentioned)
    )
    if known.mentioned or known.maybe:
        _connected(known, notebook, looking)
        _ties(known, notebook, looking)
    if said.questions or said.days or len(said.words) >= _WORDS_OF_A_WISH:
        _around(known, notebook, looking)
    if said.questions or known.mentioned or len(said.words) >= _WORDS_WORTH_A_SEARCH:
        _told(known, notebook, looking)
    _quoted(notebook, looking)
    _words(known, notebook, looking)
    _beside(known, notebook, looking)
    notebook.think(
        StepState.EVALUATE,
        f"{len(notebook.candidates)} facts were seen; what else there is would not be closer.",
    )
    return known


def meanings(known: Known, notebook: Notebook, embedder: Embedder | None) -> dict[str, float]:
    """How far the meaning of each of the likeliest facts stands out as near to the conversation,
    from 0. Empty where no local model tells it."""
    if embedder is None or not embedder.is_local or known.said.language.name != _MODELS_READ:
        return {}
    chosen = relevance.likeliest(known, notebook.candidates.values(), limit=INQUIRY_COMPARED_MAX)
    asked = list(dict.fromkeys([*known.said.questions[:2], known.said.text[-_ASKED_TEXT:]]))
    texts = [". ".join((one.fact.text, *one.quotes)) for one in chosen]
    notebook.check_time()
    vectors = embedder.embed([*asked, *texts])
    near = [
        max(_cosine(vector, question) for question in vectors[: len(asked)])
        for vector in vectors[len(asked) :]
    ]
    if len(near) < _COMPARED_MIN:
        return {}
    # What stands out among all that was found, since cosines of one question are all alike.
    usual, spread = mean(near), pstdev(near) or 1.0
    return {
        one.fact.id: max(0.0, ((value - usual) / spread - _USUAL) / _OUTSTANDING)
        for one, value in zip(chosen, near, strict=True)
        if one.fact.id is not None
    }


def _participants(known: Known, notebook: Notebook, looking: Looking) -> Known:
    """Who takes part, and what is known of them."""
    said = known.said
    notebook.next_iteration()
    notebook.think(StepState.PLAN, f"First who takes part: {', '.join(said.participants)}.")
    people: dict[str, Entity] = {}

    def look(author: str) -> Callable[[], Iterable[FactCandidate]]:
        def act(reader: Reader, scope: Scope) -> list[FactCandidate]:
            found = reader.entities.anyone(author)
            if len(found) != 1:
                return []
            people[author] = found[0]
            return [*_edges(reader, scope, [found[0].id]), *_items_about(reader, found[0])]

        return lambda: looking.read(act)

    for author in said.participants:
        notebook.look("get_person_summary", author, look(author))
    return replace(known, participants=tuple(people.values()))


def _mentioned(known: Known, notebook: Notebook, looking: Looking) -> Known:
    """Whom and what the conversation names."""
    notebook.next_iteration()
    notebook.think(StepState.PLAN, "Then whom and what the conversation names.")
    found = [mentions.NamedInTalk()]

    def act(reader: Reader, _: Scope) -> list[FactCandidate]:
        found.append(mentions.mentioned(reader, known.said, known.participants))
        return []

    query = " ".join(mentions.parts(known.said))
    notebook.look("find_entities", query, lambda: looking.read(act), lambda: len(found[-1].named))
    return replace(known, mentioned=found[-1].named, maybe=found[-1].maybe)


def _connected(known: Known, notebook: Notebook, looking: Looking) -> None:
    """What is known of what was named, and who else is connected with it."""
    notebook.next_iteration()
    names = ", ".join(one.name for one in (*known.mentioned, *known.maybe))
    notebook.think(
        StepState.PLAN,
        f"Named are {names}: what is known of each, and who else is connected with it.",
    )
    for one in (*known.mentioned, *known.maybe):

        def act(reader: Reader, scope: Scope, one: Entity = one) -> list[FactCandidate]:
            return [*_edges(reader, scope, [one.id]), *_items_about(reader, one)]

        notebook.look("graph_relations", f"of {one.name} ({one.id})", lambda: looking.read(act))


def _ties(known: Known, notebook: Notebook, looking: Looking) -> None:
    """How the people that were found know those who take part."""
    people = known.people_found(notebook.candidates.values())[:_PEOPLE_MAX]
    own = [one.id for one in known.participants]
    if not people or not own:
        return
    notebook.next_iteration()
    notebook.think(StepState.PLAN, "How those people know the ones who take part.")

    def act(reader: Reader, scope: Scope) -> list[FactCandidate]:
        wanted = set(people)
        return [one for one in _edges(reader, scope, own) if wanted.intersection(one.fact.ends)]

    query = f"between {', '.join(own)} and {', '.join(people)}"
    notebook.look("graph_relations", query, lambda: looking.read(act))


def _around(known: Known, notebook: Notebook, looking: Looking) -> None:
    """Skills, interests, projects and events, whoever has them: the newest relations."""
    notebook.next_iteration()
    notebook.think(
        StepState.PLAN,
        "Somebody may ask: who knows, does or talks about something like it.",
    )
    notebook.look(
        "graph_relations",
        f"the newest {INQUIRY_EDGES_MAX}",
        lambda: looking.read(lambda reader, scope: _edges(reader, scope, None)),
    )


def _told(known: Known, notebook: Notebook, looking: Looking) -> None:
    """What was written down or said on it."""
    said = known.said
    notebook.next_iteration()
    notebook.think(StepState.PLAN, "What was written down or said on it before.")
    for query in dict.fromkeys([*said.questions[:2], said.text[-_ASKED_TEXT:]]):

        def act(reader: Reader, scope: Scope, query: str = query) -> list[FactCandidate]:
            asked = RecallRequest(
                query=query, filter=RecallFilter(), k=_HITS, include=("items", "messages")
            )
            found = recall.recall(
                reader, scope, asked, at=None, embedder=looking.embedder, reranker=None
            )
            asks_of_past = is_past(query.lower()) or _DID.search(query.lower()) is not None
            # What a later statement took the place of is no answer to how things are.
            return [
                hit_fact(hit) for hit in found.recall.hits if asks_of_past or not hit.replaced_by
            ]

        notebook.look("recall", query, lambda: looking.read(act))


def _quoted(notebook: Notebook, looking: Looking) -> None:
    """The words of the messages that state relations: people say it in other words."""
    ids = [
        id
        for id, one in notebook.candidates.items()
        if len(one.fact.ends) > 1 and one.fact.evidence and not one.quotes
    ][:INQUIRY_QUOTED_MAX]
    found = looking.read(lambda reader, _: outline.messages(reader, ids, each=_QUOTES_OF_ONE))
    for id, listed in found.items():
        quotes = tuple(one.content for one in listed)
        notebook.candidates[id] = notebook.candidates[id].changed(quotes=quotes)


def _words(known: Known, notebook: Notebook, looking: Looking) -> None:
    """The messages that state what is likely so far: they often say more than a relation does."""
    stating = (one for one in notebook.candidates.values() if one.fact.type != MESSAGE)
    chosen = relevance.likeliest(known, stating, limit=_WORDS_OF)
    stated = list(dict.fromkeys(id for one in chosen for id in one.fact.evidence))
    if not stated:
        return
    notebook.next_iteration()
    notebook.think(StepState.PLAN, "Then the words of those who said so.")

    def act(reader: Reader, _: Scope) -> list[FactCandidate]:
        found = reader.conversations.messages_with_ids(stated)
        return [message_fact(one) for one in found.values() if not one.is_erased]

    notebook.look("get_messages", ", ".join(stated), lambda: looking.read(act))


def _beside(known: Known, notebook: Notebook, looking: Looking) -> None:
    """What was said right before and after: a question and its answer share few words."""
    said = (one for one in notebook.candidates.values() if one.fact.type == MESSAGE)
    chosen = relevance.likeliest(known, said, limit=_BESIDE_OF)
    ids = [one.fact.id for one in chosen if one.fact.id is not None]
    if not ids:
        return
    notebook.next_iteration()
    notebook.think(StepState.PLAN, "Then what was said right before and after.")

    def act(reader: Reader, _: Scope) -> list[FactCandidate]:
        numbers = [one.message_n for one in reader.inquiries.seen(ids) if one.message_n is not None]
        around = reader.context_window.around(numbers, RecallFilter(), steps=_BESIDE_STEPS, at=None)
        wanted = sorted({*around.after, *around.after.values()})
        read = reader.conversations.messages_by_key(wanted)
        beside: dict[str, list[str]] = {}
        for one, next_one in around.after.items():
            if one in read and next_one in read:
                beside.setdefault(read[one].id, []).append(read[next_one].id)
                beside.setdefault(read[next_one].id, []).append(read[one].id)
        return [
            message_fact(message).changed(beside=tuple(beside.get(message.id, ())))
            for message in read.values()
            if not message.is_erased
        ]

    notebook.look("get_messages", f"around {', '.join(ids)}", lambda: looking.read(act))


def _edges(reader: Reader, scope: Scope, ids: Collection[str] | None) -> list[FactCandidate]:
    found = relations.listed(
        reader, of=ids, types=None, at=None, holds_at=None, limit=INQUIRY_EDGES_MAX
    )
    ends = {end for one in found for end in (one.source, one.target)}
    nodes = neighbourhood.nodes_of(reader, sorted(ends))
    return [
        relation_fact(one, nodes, scope.now)
        for one in found
        if one.source in nodes and one.target in nodes and one.ended_at is None
    ]


def _items_about(reader: Reader, entity: Entity) -> list[FactCandidate]:
    made: dict[str, FactCandidate] = {}
    names = (entity.external_id, entity.name, *entity.aliases)
    for name in dict.fromkeys(name for name in names if name):
        wanted = ItemFilter(subject=name, lifecycle=(Lifecycle.ACTIVE,))
        for item in reader.items.page(wanted, limit=_ITEMS_OF_ONE, after=None).items:
            made[item.id] = item_fact(item, entity)
    return list(made.values())


def _cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    lengths = sum(a * a for a in one) * sum(b * b for b in other)
    return product / lengths**0.5 if lengths else 0.0


def _analysed(said: ReadConversation) -> str:
    asked = f" Asked is: {said.questions[0]}" if said.questions else " Nothing is asked."
    return f"{len(said.participants)} take part.{asked}"
