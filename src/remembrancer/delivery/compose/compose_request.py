"""Composes a request for a chat model from memory, live state and the conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from remembrancer.conversations import digest_job
from remembrancer.conversations.digest import Point
from remembrancer.conversations.window import Window
from remembrancer.core.limits import QUERY_CHARACTERS_MAX, WINDOW_MESSAGES
from remembrancer.core.scope import Scope
from remembrancer.core.texts.text import RAW_LENGTH_MAX
from remembrancer.core.validation import check_flag, check_name, check_text
from remembrancer.delivery.compose import composer as context
from remembrancer.delivery.compose import contradicted, counted_request, memory_block, stale
from remembrancer.delivery.compose.composed import Composed
from remembrancer.delivery.compose.near_duplicates import NearDuplicateFilter
from remembrancer.delivery.compose.request_messages import TEMPLATE, messages
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import MESSAGE_IDS
from remembrancer.delivery.tool_rule import LOOK_FIRST
from remembrancer.governance import clashes
from remembrancer.governance.port import NewDelivery
from remembrancer.items.delivered_text import delivered
from remembrancer.items.filters import RecallFilter
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.items.message import Message
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import ALL, COMPRESS, WORKER
from remembrancer.jobs.task import Tools
from remembrancer.ports import Reader, Store, Writer
from remembrancer.reading import live_state
from remembrancer.recall import recall
from remembrancer.recall.recall_search import RecallRequest
from remembrancer.remember import reconfirm

_TOOLS: Final = "tools"
# Delivery modes that put memory into prompts. In mode "tools", an agent requests memory with its
# tools, so the prompt holds none.
_IN_PROMPTS: Final = frozenset({"inject", "bundle", "tiers"})
_LEFT_TO_TOOLS: Final = "Memory is not in it: in this space an agent asks for it with its tools."
_CLASH: Final = (
    "Mandatory {id} is not so any more by live state ({name}), which counts. An admin finds it in "
    "review.clashes()."
)
_AS_IN_USE: Final = {"lifecycle": Lifecycle.ACTIVE}
_OTHERWISE: Final = "the message says otherwise"
_REQUESTED: Final = "There is more memory than room for it: a compression is requested."


class ComposeArguments(NamedTuple):
    """The arguments of a composed request."""

    message: Any
    system: Any = None  # None: the preset's
    live_state: Any = None
    conversation_id: Any = None
    subject: Any = None
    token_budget: Any = None  # None: the preset's
    relevant_only: Any = None  # None: as the preset says


class _RequestInput(NamedTuple):
    """A request, and everything that its receipt needs."""

    plan: context.RequestPlan
    new: NewDelivery
    clashes: Mapping[str, str]  # by id of a mandatory item, the live state that contradicts it


def compose(
    store: Store, scope: Scope, tools: Tools, arguments: ComposeArguments, told: transactions.Told
) -> tuple[Composed, Reader]:
    """The request with its receipt, and the reader that was used."""
    rules = scope.space.preset.context
    if isinstance(arguments.message, str):
        arguments = arguments._replace(message=delivered(arguments.message))
    total = context.check(arguments.message, rules, arguments.token_budget, scope.counter)
    _check(arguments)
    state = live_state.resolve_live_state(arguments.live_state)
    if arguments.conversation_id is not None:
        worker = scope.model_copy(update={"viewer": WORKER})
        digest_job.catch_up_window(store, scope, worker, tools, arguments.conversation_id)
    composing = _Composing(scope, tools, arguments, state, total)
    found, reader = transactions.read(store, scope, composing.gather, may_lag=True)
    receipt = transactions.written(
        store, scope, lambda unit: _store_delivery(unit, scope, found), told=told
    )
    parts = found.plan.rendering.parts
    # Mentioning an item that the message contradicts does not raise its confidence.
    items = [item for name, part in parts.items() if name != memory_block.EARLIER for item in part]
    turned_on = reconfirm.bearing_on(scope, arguments.message, items)
    used = reconfirm.used_in(scope, items)
    reconfirm.touched(store, scope, turned_on, used=used, told=told)
    return composing.composed(found, receipt), reader


def _check(arguments: ComposeArguments) -> None:
    if arguments.system is not None:
        check_text(arguments.system, "system", length_max=RAW_LENGTH_MAX)
    if arguments.subject is not None:
        check_name(arguments.subject, "subject")
    if arguments.conversation_id is not None:
        check_name(arguments.conversation_id, "conversation_id")
    if arguments.relevant_only is not None:
        check_flag(arguments.relevant_only, "relevant_only")


def _store_delivery(unit: Writer, scope: Scope, request_input: _RequestInput) -> str:
    if request_input.plan.is_too_much:
        unit.jobs.make_due_once(COMPRESS, ALL)
    if request_input.clashes:
        clashes.flag(unit, scope, request_input.clashes)
    return unit.deliveries.add(request_input.new)


class _Composing:
    """Composes one request."""

    def __init__(
        self,
        scope: Scope,
        tools: Tools,
        asked: ComposeArguments,
        state: Mapping[str, Any] | str,
        total: int,
    ) -> None:
        self._scope = scope
        self._tools = tools
        self._arguments = asked
        self._state = state
        self._total = total
        self._rules = scope.space.preset.context
        self._delivery = frozenset(scope.space.preset.delivery)
        self._notes: list[str] = []
        self._clashes: Mapping[str, str] = {}

    def gather(self, reader: Reader) -> _RequestInput:
        """The request, made from one read of the store."""
        self._notes, self._clashes = [], {}
        arguments, scope = self._arguments, self._scope
        window = self._window(reader)
        system = arguments.system if arguments.system is not None else self._rules.system_prompt
        points = () if window is None else window.points
        value = context.Ingredients(
            message=arguments.message,
            system=system or "",
            rule=LOOK_FIRST if self._is_left_to_tools else "",
            live=delivered(live_state.state_lines(self._state)),
            points=points,
            last_messages=() if window is None else self._said(window),
            conversation_id=arguments.conversation_id,
            owners=self._owners(reader, points),
            headings=memory_block.headings(self._rules),
            choose=self._memory(reader) if self._delivery & _IN_PROMPTS else None,
        )
        language = scope.space.preset.language
        plan = counted_request.plan(
            self._rules,
            value,
            self._total,
            now=scope.now,
            language=language,
            counter=scope.counter,
        )
        reader.only_looked_at(
            {*(entry.item_id or "" for entry in plan.told), arguments.conversation_id or ""}
        )
        new = NewDelivery(
            kind="compose",
            template=TEMPLATE,
            subject=arguments.subject,
            token_estimate=plan.token_estimate,
            token_budget=self._total,
            told=plan.told,
            withheld=plan.withheld,
            given=plan.rendering.given,
            text=rendered(TEMPLATE, plan.rendering),
            position=reader.last_position(),
            at=scope.now,
        )
        return _RequestInput(plan, new, self._clashes)

    @property
    def _is_left_to_tools(self) -> bool:
        return _TOOLS in self._delivery and not self._delivery & _IN_PROMPTS

    def _window(self, reader: Reader) -> Window | None:
        id = self._arguments.conversation_id
        return None if id is None else digest_job.read_window(reader, id, WINDOW_MESSAGES)

    def _owners(self, reader: Reader, points: Sequence[Point]) -> Mapping[str, Sequence[str]]:
        ids = {id for point in points for id in point.messages}
        return reader.conversations.owners_of(self._arguments.conversation_id, ids) if ids else {}

    def _said(self, window: Window) -> tuple[Message, ...]:
        """The last messages, without the current one, which a caller may have appended already."""
        said = tuple(
            delivered(message, but=MESSAGE_IDS)
            for message in window.messages
            if not message.is_erased
        )
        if said and said[-1].role == "user" and said[-1].content == self._arguments.message:
            return said[:-1]
        return said

    # -- memory

    def _memory(self, reader: Reader) -> Callable[[int], memory_block.MemorySelection]:
        scope = self._scope
        items, reasons, unrelated = self._candidates(reader)
        earlier = self._contradicted(reader)
        items = [*earlier.values(), *(item for item in items if item.id not in earlier)]
        reasons = reasons | dict.fromkeys(earlier, _OTHERWISE)
        stale, marked = self._outdated(items)
        kept = [item for item in items if item.id not in stale]
        twice = NearDuplicateFilter(scope.space.preset)
        ceiling = memory_block.memory_tokens(scope)

        def choose(tokens: int) -> memory_block.MemorySelection:
            made = memory_block.chosen(
                kept,
                scope,
                tokens_max=min(tokens, ceiling),
                says_more=twice.says_more,
                marked=marked,
                reasons=reasons,
                earlier=earlier.keys(),
            )
            binding = len(stale & self._clashes.keys())
            left_out = {
                **made.left_out,
                "live state": len(stale) - binding,
                "mandatory, against live state": binding,
                "not relevant": unrelated,
            }
            return made._replace(left_out={why: n for why, n in left_out.items() if n})

        return choose

    def _contradicted(self, reader: Reader) -> dict[str, Item]:
        """Items that the message contradicts, however old they are.

        Mandatory items are excluded: they apply whatever the message says.
        """
        subject, place = self._arguments.subject, self._arguments.conversation_id
        if subject is None and place is not None:
            talk = reader.conversations.get(place, counted=False)
            subject = None if talk is None else talk.subject
        items = contradicted.by_message(
            reader, self._scope, self._tools, self._arguments.message, subject
        )
        return {
            item.id: item
            for item in items
            if item.review is not Review.MANDATORY
            and memory_block.is_usable(item.model_copy(update=_AS_IN_USE), self._scope)
        }

    def _candidates(self, reader: Reader) -> tuple[list[Item], dict[str, str], int]:
        """The candidates for the block in order, their reasons, and how many are irrelevant."""
        newest = memory_block.candidates(reader, self._scope, self._arguments.subject)
        wanted = self._arguments.relevant_only
        if not (self._rules.relevant_only if wanted is None else wanted):
            return newest, {}, 0
        scores = self._relevant(reader)
        always = [
            one
            for one in newest
            if one.kind in self._rules.always or one.review is Review.MANDATORY
        ]
        items = {entry.id: entry for entry in always}
        named = reader.items.named(scores.keys())
        for item in (named[id] for id in scores if id in named):
            if memory_block.is_usable(item, self._scope):
                items.setdefault(item.id, delivered(item))
        reasons = {
            id: f"{one.kind}: relevant, {scores[id]:.2f}"
            for id, one in items.items()
            if id in scores and one.kind not in self._rules.always
        }
        unrelated = sum(entry.id not in items for entry in newest)
        return memory_block.ordered(items.values(), self._rules), reasons, unrelated

    def _relevant(self, reader: Reader) -> dict[str, float]:
        """Items relevant to the message, each with its score."""
        question = RecallRequest(
            query=self._arguments.message[:QUERY_CHARACTERS_MAX],
            filter=RecallFilter(subject=self._arguments.subject),
            k=max(1, memory_block.memory_items(self._scope)),
            include=("items",),
        )
        found = recall.recall(
            reader,
            self._scope,
            question,
            at=None,
            embedder=self._tools.embedder,
            reranker=None,
            telemetry=self._tools.telemetry,
        ).recall
        self._notes += found.notes
        # Some words are in every text, and an embedder finds all texts slightly similar.
        least = self._rules.relevant_share * max((hit.score for hit in found.hits), default=0.0)
        return {hit.id: hit.score for hit in found.hits if hit.score >= least}

    def _outdated(self, items: Sequence[Item]) -> tuple[frozenset[str], frozenset[str]]:
        """Ids of items outdated by live state, and of those that only mention a changed figure."""
        state, scope = live_state.state_values(self._state), self._scope
        if not state or not items:
            return frozenset(), frozenset()
        fresh = stale.freshness(items, state, scope.space.preset, scope.now)
        self._clashes = fresh.clashes
        return fresh.stale, fresh.marked

    # -- handing over

    def composed(self, request_input: _RequestInput, receipt: str) -> Composed:
        plan = request_input.plan
        notes = [*self._notes, *plan.notes]
        notes += [_CLASH.format(id=id, name=name) for id, name in request_input.clashes.items()]
        if self._is_left_to_tools:
            notes.append(_LEFT_TO_TOOLS)
        if plan.is_too_much:
            notes.append(_REQUESTED)
        return Composed(
            messages=tuple(messages(plan.rendering)),
            parts=plan.parts,
            token_estimate=plan.token_estimate,
            token_budget=self._total,
            window_remainder=max(0, self._rules.window_tokens - plan.token_estimate),
            receipt=receipt,
            notes=tuple(notes),
        )
