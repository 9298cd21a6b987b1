"""The verbs of memory: what a caller in a space can do. They delegate and decide nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from remembrancer.core.errors import InvalidInput, NotAvailable, NotFound
from remembrancer.core.ledger import Head, Verification
from remembrancer.core.limits import DELIVERIES_LISTED_MAX, INQUIRY_FACTS, INQUIRY_ITERATIONS
from remembrancer.core.scope import AsOf
from remembrancer.core.tally import Counted
from remembrancer.core.validation import check_choices, check_name, check_whole, validated
from remembrancer.delivery.briefing.briefing import Briefing
from remembrancer.delivery.briefing.insight import Insight
from remembrancer.delivery.bundle.bundle import Bundle, Pulled
from remembrancer.delivery.compose.composed import Composed
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.delivery.prompting.suggestion import Suggestions
from remembrancer.front.admin import Admin
from remembrancer.front.conversations import Conversations
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.jobs import Jobs
from remembrancer.front.recall_verbs import Recalls
from remembrancer.front.review import Reviews
from remembrancer.front.session import Session
from remembrancer.front.subscription import Subscription
from remembrancer.front.verb_spans import traced
from remembrancer.front.walks import Walks
from remembrancer.governance import audit, change, transfer
from remembrancer.governance.cascade_report import Reported
from remembrancer.governance.erasure import erase_and_scrub
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.governance.provenance import Provenance
from remembrancer.governance.receipt import Receipt, ReceiptHead, ReceiptPage
from remembrancer.governance.rejection import ArrivedItem
from remembrancer.inquiry.inquiry import ConversationMessage, Inquiry, InquiryProgress
from remembrancer.items import item_intake as capture
from remembrancer.items.added import AddedItems
from remembrancer.items.filters import ItemFilter
from remembrancer.items.item import Item
from remembrancer.items.item_change import ItemChange
from remembrancer.items.page import Page
from remembrancer.items.vote import Votes
from remembrancer.ports import Progress
from remembrancer.reading import taint_check
from remembrancer.reading.live_state import LiveState
from remembrancer.recall import listing
from remembrancer.recall.hit import Recall
from remembrancer.recall.summary import COUNTED_BY, Stats, Summary
from remembrancer.remember.remembered import Remembered

if TYPE_CHECKING:
    from remembrancer.front.briefings import Briefings
    from remembrancer.front.deciding.decisions import Decisions
    from remembrancer.front.deciding.policies import Policies
    from remembrancer.front.desk.agents import Agents
    from remembrancer.front.desk.credibility import Credibility
    from remembrancer.front.desk.debates import Debates
    from remembrancer.front.graph import Graph
    from remembrancer.front.inquiry_sessions import Inquiries
    from remembrancer.front.notifications import Notifications
    from remembrancer.front.sources import Sources
    from remembrancer.inquiry.toolbox import ToolBox


@traced()
@handing_over
class MemoryVerbs:
    """Every verb on items, for one caller in one space."""

    def __init__(self, session: Session | None = None, **_given: Any) -> None:
        if not isinstance(session, Session):  # a path, or what else belongs to open()
            raise InvalidInput(
                "Open a memory with Memory.open(), such as "
                'Memory.open("practice.db", space="northgate").',
                field="url",
            )
        self._bind(session)

    def _bind(self, session: Session) -> None:
        self._session = session
        self.conversations = Conversations(session)
        self.review = Reviews(session)
        self.jobs = Jobs(session)
        self.admin = Admin(session)
        self.walks = Walks(session)
        self._recalls = Recalls(session)
        self.__dict__.pop("sources", None)  # made for another session
        self.__dict__.pop("_briefings", None)
        self.__dict__.pop("graph", None)
        self.__dict__.pop("decisions", None)
        self.__dict__.pop("policies", None)
        self.__dict__.pop("inquiries", None)
        self.__dict__.pop("agents", None)
        self.__dict__.pop("notifications", None)
        self.__dict__.pop("debates", None)
        self.__dict__.pop("credibility", None)
        self.__dict__.pop("tools", None)

    @cached_property
    def sources(self) -> Sources:
        """What was said, noted and done elsewhere: meetings, events, files."""
        from remembrancer.front.sources import Sources  # readers of many formats

        return Sources(self._session)

    @cached_property
    def graph(self) -> Graph:
        """Who and what there is, and how they relate."""
        from remembrancer.front.graph import Graph  # with the rules of the graph

        return Graph(self._session)

    @cached_property
    def decisions(self) -> Decisions:
        """What was decided, why, on what it rested, and what came of it."""
        from remembrancer.front.deciding.decisions import Decisions  # with the rules of decisions

        return Decisions(self._session)

    @cached_property
    def policies(self) -> Policies:
        """The rules that decisions apply, and how far they keep to them."""
        from remembrancer.front.deciding.policies import Policies

        return Policies(self._session)

    @cached_property
    def notifications(self) -> Notifications:
        """What waits for a person, and where people are told."""
        from remembrancer.front.notifications import Notifications

        return Notifications(self._session)

    @cached_property
    def debates(self) -> Debates:
        """Disputes between agents, and how they were settled."""
        from remembrancer.front.desk.debates import Debates  # with the rules of debates

        return Debates(self._session)

    @cached_property
    def credibility(self) -> Credibility:
        """How right agents were, domain by domain."""
        from remembrancer.front.desk.credibility import Credibility

        return Credibility(self._session)

    @cached_property
    def inquiries(self) -> Inquiries:
        """Inquiries on record, their ratings, what they tell, and context ahead."""
        from remembrancer.front.inquiry_sessions import Inquiries  # with the planner

        return Inquiries(self._session)

    @cached_property
    def agents(self) -> Agents:
        """Agents with memories of their own, and how they are kept in step."""
        from remembrancer.front.desk.agents import Agents  # with the rules of the desk

        return Agents(self._session)

    @cached_property
    def _briefings(self) -> Briefings:
        from remembrancer.front.briefings import Briefings

        return Briefings(self._session)

    # -- putting in

    def remember(
        self,
        /,
        text_or_messages: str | Iterable[Mapping[str, Any]],
        *,
        subject: str | None = None,
        source: str | Mapping[str, Any] | None = None,
        live_state: Mapping[str, Any] | None = None,
        infer: bool = True,
        dry_run: bool = False,
        **fields: Any,
    ) -> Remembered:
        """Stores a text, extracts items from it, and compares them with existing items.

        `live_state` is what live data already covers: it is not remembered again. `dry_run=True`
        shows the plan and stores nothing. `infer=False` stores the text as one item, unchanged.
        """
        from remembrancer.remember.remember import remember
        from remembrancer.remember.remember_request import Given

        session = self._session
        session.write_walks()
        value = Given(
            said=text_or_messages,
            subject=subject,
            origin=source,
            fields=fields,
            live_state=live_state,
            infer=infer,
            dry_run=dry_run,
            call=None if session.once is None else session.once.name,
        )
        return remember(session.store, session.scope(), session.shop.tools, value, session.told)

    def add(self, /, *, key: str | None = None, **fields: Any) -> ArrivedItem:
        """Exactly this item; `content` is enough. `key` makes a repeated call harmless. A mandate
        that an admin enters with `source_type="admin_mandate"` takes a `reason` as well.

        `rejected_before` lists earlier rejections of the same statement."""
        from remembrancer.remember import add

        session = self._session
        session.write_walks()
        tools = session.shop.tools
        return add.add(session.store, session.scope(), tools, fields, key, session.told)

    def add_many(self, items: Iterable[Mapping[str, Any]]) -> AddedItems:
        """All of these items, or none of them. `known` has the ids of those that were there."""
        from remembrancer.remember import add

        session = self._session
        session.write_walks()
        tools = session.shop.tools
        return add.add_many(session.store, session.scope(), tools, items, session.told)

    # -- looking up

    def get(self, id: str, as_of: AsOf | None = None) -> Item:
        """One item, as it is or as it was. What is unknown or hidden is `NotFound`."""
        point = self._session.point
        found = self._session.read(lambda reader, _: reader.items.get(id, at=point(reader, as_of)))
        if found is None:
            raise NotFound("item", id)
        return found

    def items(
        self,
        /,
        as_of: AsOf | None = None,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **filters: Any,
    ) -> Page:
        """Items that match every filter, newest first, a page at a time."""
        wanted = validated(ItemFilter, filters, what="items()")
        point = self._session.point
        return self._session.read(
            lambda reader, _: listing.page(reader, wanted, limit, cursor, point(reader, as_of))
        )

    def history(self, id: str) -> tuple[Item, ...]:
        """The chain of items that replaced each other, oldest first."""
        return self._session.read(lambda reader, _: audit.history(reader, id))

    def provenance(self, id: str) -> Provenance:
        """The path from the source through evidence and review to the item."""
        return self._session.read(lambda reader, scope: audit.provenance(reader, scope, id))

    def receipt(self, id: str) -> Receipt:
        """What was delivered, why, and what was withheld, with its text as it was then.

        For whom it was made, and for admins. What was erased since shows as `[erased]`.
        """
        from remembrancer.delivery import replay

        return self._session.read(lambda reader, scope: replay.receipt(reader, scope.viewer, id))

    def receipts(
        self,
        *,
        kind: str | None = None,
        delivered_to: str | None = None,
        subject: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> ReceiptPage:
        """Receipts, newest first, a page at a time: to admins everybody's, to others their own.

        Those of one kind of delivery, made for one principal, or about one subject. `receipt(id)`
        tells what one held and said.
        """
        given = {"kind": kind, "delivered_to": delivered_to, "subject": subject}
        for name, value in given.items():
            if value is not None:
                check_name(value, name)
        check_whole(limit, "limit", at_least=1, at_most=DELIVERIES_LISTED_MAX)
        from remembrancer.delivery import replay

        return self._session.read(
            lambda reader, scope: replay.listed(
                reader, scope.viewer, limit=limit, cursor=cursor, **given
            )
        )

    def told(self, item_id: str) -> tuple[ReceiptHead, ...]:
        """The deliveries of an item, newest first: all for admins, their own for others."""
        from remembrancer.delivery import replay

        return self._session.read(lambda reader, scope: replay.told(reader, scope.viewer, item_id))

    def changes_of(self, id: str) -> tuple[ItemChange, ...]:
        """Every act on an item, oldest first: who, when, why, and each field before and after."""
        return self._session.read(lambda reader, scope: audit.changes_of(reader, scope, id))

    def stats(self, *, by: Sequence[str] = COUNTED_BY) -> Stats:
        """Counts of what is shared with the caller. Nothing personal is in them.

        `by` says which words are counted one by one: kind, status, domain and category. Without
        any, only the totals are counted, which is much less work.
        """
        wanted = check_choices(by, "by", COUNTED_BY)
        return self._session.read(lambda reader, _: reader.stats.counts(wanted))

    def my_contributions(self, *, limit: int | None = None, cursor: str | None = None) -> Page:
        """What the caller contributed, personal items included."""
        own = ItemFilter(source_user=(self._session.principal.name,))
        return self._session.read(lambda reader, _: listing.page(reader, own, limit, cursor, None))

    def recall(
        self,
        query: str,
        *,
        k: int = 10,
        subject: str | None = None,
        kinds: Sequence[str] | None = None,
        categories: Sequence[str] | None = None,
        domains: Sequence[str] | None = None,
        tags: Sequence[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        conversation_id: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: AsOf | None = None,
        include: Sequence[str] = ("items", "messages"),
        explain: bool = False,
        session: str | None = None,
        learned: bool = False,
    ) -> Recall:
        """The best hits for a question, with their scores and evidence.

        `explain=True` adds how each hit was found and what weighed. `session` names the talk in
        which it is asked, for `memory.walks`. `learned=True` lets what callers used before move
        hits by their category, a little.
        """
        return self._recalls.recall(
            query,
            k=k,
            include=include,
            filters={
                "subject": subject,
                "kinds": kinds,
                "categories": categories,
                "domains": domains,
                "tags": tags,
                "metadata": metadata,
                "conversation_id": conversation_id,
                "since": since,
                "until": until,
            },
            as_of=as_of,
            explain=explain,
            walking=session,
            learned=learned,
        )

    def inquire(
        self,
        messages: Sequence[ConversationMessage | Mapping[str, Any]] | str,
        *,
        channel_id: str | None = None,
        max_facts: int = INQUIRY_FACTS,
        max_iterations: int = INQUIRY_ITERATIONS,
        strategy: str | None = None,
        progress: InquiryProgress | None = None,
    ) -> Inquiry:
        """Looks step by step through graph, items and messages for what a conversation needs:
        facts with their evidence, people's profiles, the reasoning and how sure it is.

        `messages` have `author_id`, `content` and `timestamp`; a text alone is a question. The
        strategies are react, the default with a model that can call tools, state_machine and
        custom, which need a language model, and rules, the default without one. `progress` is
        called with each step and each look as it happens, where the store is. The inquiry goes on
        record, for `memory.inquiries`.
        """
        from remembrancer.front import inquiries  # with the planner

        return inquiries.inquire(
            self._session,
            messages,
            channel_id=channel_id,
            max_facts=max_facts,
            max_iterations=max_iterations,
            strategy=strategy,
            tell=progress,
            new_toolbox=self._new_toolbox,
        )

    @staticmethod
    def _new_toolbox(session: Session) -> ToolBox:
        """The tools of a model that inquires; whoever has tools gives them."""
        raise NotAvailable("This memory has no tools for a model. Use Memory.open().")

    def search_similar_facts(
        self, query: str, fact_types: Sequence[str] | None = None, limit: int = 10
    ) -> list[dict[str, Any]]:
        """Items that mean much the same, of these kinds or of all, the most relevant first."""
        return self._recalls.similar_facts(query, fact_types, limit)

    def summary(
        self, subject: str, as_of: AsOf | None = None, *, session: str | None = None
    ) -> Summary:
        """The items about a subject, grouped by kind, newest first, capped."""
        return self._recalls.summary(subject, as_of, session)

    def compose(
        self,
        *,
        message: str,
        system: str | None = None,
        live_state: LiveState | None = None,
        conversation_id: str | None = None,
        subject: str | None = None,
        token_budget: int | None = None,
        relevant_only: bool | None = None,
    ) -> Composed:
        """A request ready for a chat model: system prompt, memory, live state, conversation and
        the user's message, each within its budget.

        What is left out takes the preset's value. Live state is a mapping, a text or a callable
        that gives one, and counts more than memory. The message is never cut.
        """
        from remembrancer.delivery.compose import compose_request

        session = self._session
        asked = compose_request.ComposeArguments(
            message, system, live_state, conversation_id, subject, token_budget, relevant_only
        )
        session.compare_added()
        return session.looked(
            compose_request.compose(
                session.store, session.scope(), session.shop.tools, asked, session.told
            )
        )

    def bundle(self, *, token_budget: int | None = None, domain: str | None = None) -> Bundle:
        """What people accepted for the caller's audience: all that is mandatory, and of what is
        approved the best that fits. Without a budget the preset's counts, else 6,000 tokens."""
        from remembrancer.delivery.bundle import bundle_request

        session = self._session
        return bundle_request.bundle(session.store, session.scope(), token_budget, domain)

    def pull(
        self,
        folder: str | Path = ".",
        *,
        check: bool = False,
        agents_md: bool = False,
        token_budget: int | None = None,
        domain: str | None = None,
    ) -> Pulled:
        """Writes the bundle into a project as rules files, which coding agents load by themselves.

        `check=True` touches nothing and says what would change. `agents_md=True` also puts a
        section into `AGENTS.md`; one that is there is kept up to date anyway.
        """
        from remembrancer.delivery.bundle import pull

        session = self._session
        texts = pull.StoredTexts(session.store, session.scope(), token_budget, domain)
        return pull.pull(texts, pull.Wanted(folder, check, agents_md))

    def briefing(
        self,
        subject: str,
        *,
        token_budget: int | None = None,
        meeting_at: datetime | str | None = None,
        locale: str | None = None,
    ) -> Briefing:
        """What to know of a subject before a meeting, within a budget of tokens."""
        return self._briefings.briefing(
            subject, token_budget=token_budget, meeting_at=meeting_at, locale=locale
        )

    def suggestions(self, subject: str | None = None, *, locale: str | None = None) -> Suggestions:
        """Prompts worth offering at the start of a conversation. They are never messages."""
        return self._briefings.suggestions(subject, locale=locale)

    def reminders(
        self, within_days: int | None = None, *, subject: str | None = None, new: bool = False
    ) -> tuple[Reminder, ...]:
        """What is due soon. With `new`, each reminder is delivered once, with a receipt."""
        return self._briefings.reminders(within_days, subject=subject, new=new)

    def insights(self, min_subjects: int | None = None) -> tuple[Insight, ...]:
        """What several subjects have in common, the most common first. Nothing personal counts."""
        return self._briefings.insights(min_subjects)

    def subscribe(
        self,
        subject: str | None = None,
        after: str | None = None,
        *,
        idle_seconds: float | None = None,
    ) -> Subscription:
        """Changes from now on, or from a cursor on; for one subject or for all."""
        return Subscription(self._session, subject=subject, after=after, idle_seconds=idle_seconds)

    # -- changing

    def update(self, /, id: str, *, reason: str | None = None, **fields: Any) -> Item:
        """Changes fields of an item; its earlier version stays on record."""
        from remembrancer.remember import update

        draft = capture.draft_from({"content": "-", **fields})
        session, scope = self._session, self._session.scope()
        said = taint_check.text_lines(*(fields.get(name) for name in ("content", "title", "data")))
        derived = session.new_taint_check().label(said, None)
        return update.update(
            session.store,
            scope,
            session.shop.tools,
            lambda unit: change.update(unit, scope, id, draft, fields, reason, derived=derived),
            session.told,
            id=id,
            draft=draft,
            given=fields,
        )

    def supersede(
        self, /, id: str, *, reason: str | None = None, mandate: bool = False, **fields: Any
    ) -> Reported:
        """Replaces an item by one that inherits what it leaves open.

        What was approved stays in force until a replacement that waits for review is accepted;
        `mandate=True` makes it binding in the same act, for admins. With it comes what
        `relied_on` the old one, for admins.
        """
        from remembrancer.remember.supersede import supersede

        self._session.write_walks()
        return self._session.write(
            lambda unit, scope: supersede(unit, scope, id, fields, reason, mandate=mandate)
        )

    def dismiss(self, id: str, reason: str | None = None) -> Item:
        """Dismisses an item. It stays readable by id."""
        return self._session.write(lambda unit, scope: change.dismiss(unit, scope, id, reason))

    def confirm(self, id: str, *, quote: str | None = None, reason: str | None = None) -> Item:
        """Says that an item is still so, in the words of `quote` where there are any."""
        return self._session.write(
            lambda unit, scope: change.confirm(unit, scope, id, quote, reason)
        )

    def vote(self, id: str, value: int) -> Votes:
        """Up (+1) or down (-1); the last vote of each caller counts."""
        return self._session.write(lambda unit, _: change.vote(unit, id, value))

    def votes(self, ids: Sequence[str]) -> tuple[Votes, ...]:
        """How people voted on these items, and the caller's own vote; one for each, in their order.

        Nobody voted on what is unknown or hidden.
        """
        listed = change.check_voted(ids)
        return self._session.read(lambda reader, _: reader.votes.of_items(listed))

    def share(self, id: str, *, reason: str | None = None, seen: int | None = None) -> Item:
        """Makes the caller's own personal item common knowledge, if it still is version `seen`."""
        from remembrancer.remember import contradiction_check

        first = capture.first_review(self._session.scope())
        return self._session.write(
            lambda unit, scope: contradiction_check.let_in(
                unit, scope, change.share(unit, scope, id, first, reason, seen=seen)
            )
        )

    def erase(
        self,
        id: str | None = None,
        *,
        source: str | None = None,
        subject: str | None = None,
        reason: str,
    ) -> Certificate:
        """Removes for good: an item, a source and the items based on it, or all about a subject.

        For people: the owner of all that goes, or an admin. Keep the certificate.
        """
        self._session.walks.flush(self._session.space)  # what was asked of it goes as well
        self._session.walks.noted.forget()
        self._session.projections.forget(self._session.space.uid)
        certificate = erase_and_scrub.erase(
            self._session.store,
            self._session.scope(),
            id=id,
            source=source,
            subject=subject,
            reason=reason,
        )
        self._session.projections.erased(self._session.scope())
        return certificate

    # -- keeping safe

    def verify(
        self,
        head: Head | str | None = None,
        *,
        last: int | None = None,
        progress: Progress | None = None,
    ) -> Verification:
        """Walks the hash chain; with an exported head, also finds a cut tail. For admins.

        With `last`, about so many of the newest rows alone, with what they wrote.
        """
        found = self._session.read(
            lambda reader, scope: audit.verify(reader, scope, head, last, progress)
        )
        result = "sound" if found.ok else "broken"
        self._session.shop.tally.add(Counted.VERIFICATIONS, result=result)
        return found

    def export(self, path: str | Path, *, progress: Progress | None = None) -> int:
        """Writes the whole space as JSON Lines. Returns the number of rows. For admins."""
        self._session.walks.flush(self._session.space)
        return transfer.export(
            self._session.store, self._session.scope(), transfer.as_path(path), progress=progress
        )

    def import_(self, path: str | Path, *, progress: Progress | None = None) -> int:
        """Fills this new space from an export. Returns the number of rows. For admins."""
        count = transfer.import_(
            self._session.store, self._session.scope(), transfer.as_path(path), progress=progress
        )
        self._bind(self._session.here())
        self._session.catch_up()
        return count

    def backup(
        self,
        path: str | Path,
        *,
        only_space: bool = False,
        progress: Progress | None = None,
    ) -> Path:
        """An online copy of the whole store, or of this space alone. For admins."""
        self._session.walks.flush()
        transfer.backup(
            self._session.store,
            self._session.scope(),
            transfer.as_path(path),
            only_space=only_space,
            progress=progress,
        )
        return Path(path)


def session_of(memory: MemoryVerbs) -> Session:
    """The session behind a memory on this machine: what a server hands on to its callers."""
    return memory._session
