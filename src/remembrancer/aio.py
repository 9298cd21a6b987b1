"""`AsyncMemory`: the same verbs for async code, run on a bounded pool of threads.

There is one store, and it is synchronous: async drivers for SQLite measured two to four times
slower. Each verb is declared once, in `Memory`, and lifted here with its signature.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, update_wrapper
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from remembrancer.core.ledger import Change
from remembrancer.core.limits import ASYNC_THREADS_MAX, SUBSCRIBE_POLL_SECONDS
from remembrancer.core.principal import Principal
from remembrancer.front.admin import Admin
from remembrancer.front.conversations import Conversations
from remembrancer.front.deciding.decisions import Decisions
from remembrancer.front.deciding.policies import Policies
from remembrancer.front.desk.agents import AgentMemory, Agents, AgentSync
from remembrancer.front.desk.credibility import Credibility
from remembrancer.front.desk.debates import Debates
from remembrancer.front.graph import Graph
from remembrancer.front.inquiry_sessions import Inquiries
from remembrancer.front.jobs import Jobs
from remembrancer.front.notifications import Notifications
from remembrancer.front.review import Reviews
from remembrancer.front.sources import Sources
from remembrancer.front.walks import Walks
from remembrancer.memory import Memory
from remembrancer.tools.agent_tools import AgentTools

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class _Lifted:
    """Something synchronous, and the pool that its calls run on."""

    def __init__(self, sync: Any, pool: ThreadPoolExecutor) -> None:
        self._sync = sync
        self._pool = pool


def _lifted(
    method: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    """The method as a coroutine, with the same parameters."""

    async def call(self: _Lifted, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # By its name: a memory on a server has verbs of its own.
        run = partial(getattr(self._sync, method.__name__), *args, **kwargs)
        within = copy_context().run  # the caller's trace goes on in the thread
        return await asyncio.get_running_loop().run_in_executor(self._pool, within, run)

    update_wrapper(call, method)
    return call


class AsyncConversations(_Lifted):
    start = _lifted(Conversations.start)
    append = _lifted(Conversations.append)
    get = _lifted(Conversations.get)
    list = _lifted(Conversations.list)
    messages = _lifted(Conversations.messages)
    window = _lifted(Conversations.window)
    receipts = _lifted(Conversations.receipts)
    close = _lifted(Conversations.close)
    get_recent_messages = _lifted(Conversations.get_recent_messages)


class AsyncSources(_Lifted):
    meeting = _lifted(Sources.meeting)
    event = _lifted(Sources.event)
    explain = _lifted(Sources.explain)
    why = _lifted(Sources.why)
    events = _lifted(Sources.events)
    collect = _lifted(Sources.collect)
    detect = _lifted(Sources.detect)
    backfill = _lifted(Sources.backfill)
    feeds = _lifted(Sources.feeds)


class AsyncJobs(_Lifted):
    wait = _lifted(Jobs.wait)
    list = _lifted(Jobs.list)
    failed = _lifted(Jobs.failed)
    retry = _lifted(Jobs.retry)
    schedule = _lifted(Jobs.schedule)
    schedules = _lifted(Jobs.schedules)
    unschedule = _lifted(Jobs.unschedule)


class AsyncGraph(_Lifted):
    entity = _lifted(Graph.entity)
    get = _lifted(Graph.get)
    entities = _lifted(Graph.entities)
    add_many = _lifted(Graph.add_many)
    merge = _lifted(Graph.merge)
    unmerge = _lifted(Graph.unmerge)
    relate = _lifted(Graph.relate)
    relations = _lifted(Graph.relations)
    relation = _lifted(Graph.relation)
    end = _lifted(Graph.end)
    neighbours = _lifted(Graph.neighbours)
    overview = _lifted(Graph.overview)
    outline = _lifted(Graph.outline)
    evidence = _lifted(Graph.evidence)
    path = _lifted(Graph.path)
    person = _lifted(Graph.person)
    cypher = _lifted(Graph.cypher)
    status = _lifted(Graph.status)
    sync = _lifted(Graph.sync)
    rebuild = _lifted(Graph.rebuild)


class AsyncWalks(_Lifted):
    list = _lifted(Walks.list)
    get = _lifted(Walks.get)
    used = _lifted(Walks.used)
    report = _lifted(Walks.report)


class AsyncInquiries(_Lifted):
    get = _lifted(Inquiries.get)
    list = _lifted(Inquiries.list)
    rate = _lifted(Inquiries.rate)
    report = _lifted(Inquiries.report)
    prefetch = _lifted(Inquiries.prefetch)


class AsyncReviews(_Lifted):
    queue = _lifted(Reviews.queue)
    approve = _lifted(Reviews.approve)
    reject = _lifted(Reviews.reject)
    mandate = _lifted(Reviews.mandate)
    edit = _lifted(Reviews.edit)
    batch = _lifted(Reviews.batch)
    revoke = _lifted(Reviews.revoke)
    contradictions = _lifted(Reviews.contradictions)
    acts = _lifted(Reviews.acts)
    undo = _lifted(Reviews.undo)
    clashes = _lifted(Reviews.clashes)
    resolve = _lifted(Reviews.resolve)
    relied_on = _lifted(Reviews.relied_on)
    case = _lifted(Reviews.case)


class AsyncAdmin(_Lifted):
    spaces = _lifted(Admin.spaces)
    settings = _lifted(Admin.settings)
    configure = _lifted(Admin.configure)
    archive = _lifted(Admin.archive)
    facts = _lifted(Admin.facts)
    problems = _lifted(Admin.problems)
    rebuild_indexes = _lifted(Admin.rebuild_indexes)
    vectors = _lifted(Admin.vectors)
    drop_vectors = _lifted(Admin.drop_vectors)
    model_calls = _lifted(Admin.model_calls)
    people = _lifted(Admin.people)
    person = _lifted(Admin.person)
    add_person = _lifted(Admin.add_person)
    groups = _lifted(Admin.groups)
    join_group = _lifted(Admin.join_group)
    leave_group = _lifted(Admin.leave_group)
    grant = _lifted(Admin.grant)
    withdraw = _lifted(Admin.withdraw)
    issue_token = _lifted(Admin.issue_token)
    tokens = _lifted(Admin.tokens)
    revoke_token = _lifted(Admin.revoke_token)
    end_sign_ins = _lifted(Admin.end_sign_ins)
    rotate_keys = _lifted(Admin.rotate_keys)
    audit = _lifted(Admin.audit)
    erasures = _lifted(Admin.erasures)
    apply_erasures = _lifted(Admin.apply_erasures)


class AsyncDecisions(_Lifted):
    record = _lifted(Decisions.record)
    get = _lifted(Decisions.get)
    list = _lifted(Decisions.list)
    link = _lifted(Decisions.link)
    links = _lifted(Decisions.links)
    propose_links = _lifted(Decisions.propose_links)
    confirm_link = _lifted(Decisions.confirm_link)
    reject_link = _lifted(Decisions.reject_link)
    chain = _lifted(Decisions.chain)
    complexity = _lifted(Decisions.complexity)
    context = _lifted(Decisions.context)
    precedents = _lifted(Decisions.precedents)
    similar = _lifted(Decisions.similar)
    simulate = _lifted(Decisions.simulate)
    compare = _lifted(Decisions.compare)
    fingerprint = _lifted(Decisions.fingerprint)
    anomalies = _lifted(Decisions.anomalies)
    phases = _lifted(Decisions.phases)
    label = _lifted(Decisions.label)
    communities = _lifted(Decisions.communities)
    community = _lifted(Decisions.community)
    outcome = _lifted(Decisions.outcome)
    revisit = _lifted(Decisions.revisit)
    outcomes_due = _lifted(Decisions.outcomes_due)
    catalogue = _lifted(Decisions.catalogue)
    coverage = _lifted(Decisions.coverage)
    learned = _lifted(Decisions.learned)
    report = _lifted(Decisions.report)
    subject_report = _lifted(Decisions.subject_report)


class AsyncNotifications(_Lifted):
    list = _lifted(Notifications.list)
    count = _lifted(Notifications.count)
    seen = _lifted(Notifications.seen)
    settings = _lifted(Notifications.settings)


class AsyncPolicies(_Lifted):
    add = _lifted(Policies.add)
    add_defaults = _lifted(Policies.add_defaults)
    get = _lifted(Policies.get)
    list = _lifted(Policies.list)
    end = _lifted(Policies.end)
    decisions = _lifted(Policies.decisions)
    compliance = _lifted(Policies.compliance)


class AsyncAgentMemory(_Lifted):
    put = _lifted(AgentMemory.put)
    get = _lifted(AgentMemory.get)
    push = _lifted(AgentMemory.push)
    pull = _lifted(AgentMemory.pull)
    pending = _lifted(AgentMemory.pending)
    alert = _lifted(AgentMemory.alert)


class AsyncAgentSync(_Lifted):
    status = _lifted(AgentSync.status)
    tick = _lifted(AgentSync.tick)


class AsyncAgents(_Lifted):
    def __init__(self, sync: Agents, pool: ThreadPoolExecutor) -> None:
        super().__init__(sync, pool)
        self.sync = AsyncAgentSync(sync.sync, pool)

    def memory(self, name: str | None = None) -> AsyncAgentMemory:
        """One agent's memory."""
        return AsyncAgentMemory(self._sync.memory(name), self._pool)

    register = _lifted(Agents.register)
    list = _lifted(Agents.list)
    get = _lifted(Agents.get)
    gate = _lifted(Agents.gate)
    gates = _lifted(Agents.gates)


class AsyncDebates(_Lifted):
    open = _lifted(Debates.open)
    position = _lifted(Debates.position)
    advance = _lifted(Debates.advance)
    decide = _lifted(Debates.decide)
    override = _lifted(Debates.override)
    get = _lifted(Debates.get)
    list = _lifted(Debates.list)
    resolution = _lifted(Debates.resolution)
    similar = _lifted(Debates.similar)
    context = _lifted(Debates.context)
    history = _lifted(Debates.history)
    snapshot_mark = _lifted(Debates.snapshot_mark)
    snapshot_items = _lifted(Debates.snapshot_items)
    snapshot_get = _lifted(Debates.snapshot_get)
    snapshot_recall = _lifted(Debates.snapshot_recall)


class AsyncCredibility(_Lifted):
    score = _lifted(Credibility.score)
    list = _lifted(Credibility.list)
    record_outcome = _lifted(Credibility.record_outcome)
    due = _lifted(Credibility.due)
    facilitator = _lifted(Credibility.facilitator)


class AsyncAgentTools(_Lifted):
    call = _lifted(AgentTools.call)
    schemas = _lifted(AgentTools.schemas)
    listed = _lifted(AgentTools.listed)
    register = _lifted(AgentTools.register)


class AsyncMemory(_Lifted):
    """The memory that agents share and people govern, for async code."""

    def __init__(self, sync: Memory, pool: ThreadPoolExecutor) -> None:
        super().__init__(sync, pool)
        self.conversations = AsyncConversations(sync.conversations, pool)
        self.review = AsyncReviews(sync.review, pool)
        self.sources = AsyncSources(sync.sources, pool)
        self.jobs = AsyncJobs(sync.jobs, pool)
        self.walks = AsyncWalks(sync.walks, pool)
        self.inquiries = AsyncInquiries(sync.inquiries, pool)
        self.notifications = AsyncNotifications(sync.notifications, pool)
        self.graph = AsyncGraph(sync.graph, pool)
        self.decisions = AsyncDecisions(sync.decisions, pool)
        self.policies = AsyncPolicies(sync.policies, pool)
        self.agents = AsyncAgents(sync.agents, pool)
        self.debates = AsyncDebates(sync.debates, pool)
        self.credibility = AsyncCredibility(sync.credibility, pool)
        self.admin = AsyncAdmin(sync.admin, pool)
        self.tools = AsyncAgentTools(sync.tools, pool)

    @classmethod
    async def open(cls, url: str | Path = "remembrancer.db", **options: Any) -> Self:
        """As `Memory.open`."""
        pool = ThreadPoolExecutor(ASYNC_THREADS_MAX, thread_name_prefix="remembrancer")
        loop = asyncio.get_running_loop()
        try:
            memory = await loop.run_in_executor(pool, partial(Memory.open, url, **options))
        except BaseException:
            pool.shutdown(wait=False)
            raise
        return cls(memory, pool)

    def acting_as(self, principal: Principal) -> AsyncMemory:
        return AsyncMemory(self._sync.acting_as(principal), self._pool)

    async def in_space(self, name: str, preset: str | None = None) -> AsyncMemory:
        run = partial(self._sync.in_space, name, preset)
        other = await asyncio.get_running_loop().run_in_executor(self._pool, run)
        return AsyncMemory(other, self._pool)

    remember = _lifted(Memory.remember)
    add = _lifted(Memory.add)
    add_many = _lifted(Memory.add_many)
    get = _lifted(Memory.get)
    items = _lifted(Memory.items)
    history = _lifted(Memory.history)
    provenance = _lifted(Memory.provenance)
    receipt = _lifted(Memory.receipt)
    receipts = _lifted(Memory.receipts)
    told = _lifted(Memory.told)
    changes_of = _lifted(Memory.changes_of)
    stats = _lifted(Memory.stats)
    my_contributions = _lifted(Memory.my_contributions)
    recall = _lifted(Memory.recall)
    inquire = _lifted(Memory.inquire)
    search_similar_facts = _lifted(Memory.search_similar_facts)
    summary = _lifted(Memory.summary)
    briefing = _lifted(Memory.briefing)
    suggestions = _lifted(Memory.suggestions)
    reminders = _lifted(Memory.reminders)
    insights = _lifted(Memory.insights)
    compose = _lifted(Memory.compose)
    bundle = _lifted(Memory.bundle)
    pull = _lifted(Memory.pull)
    update = _lifted(Memory.update)
    supersede = _lifted(Memory.supersede)
    dismiss = _lifted(Memory.dismiss)
    confirm = _lifted(Memory.confirm)
    vote = _lifted(Memory.vote)
    votes = _lifted(Memory.votes)
    share = _lifted(Memory.share)
    erase = _lifted(Memory.erase)
    verify = _lifted(Memory.verify)
    export = _lifted(Memory.export)
    import_ = _lifted(Memory.import_)
    backup = _lifted(Memory.backup)

    async def subscribe(
        self,
        subject: str | None = None,
        after: str | None = None,
        *,
        idle_seconds: float | None = None,
    ) -> AsyncIterator[Change]:
        """Changes as they happen; no thread is held while waiting."""
        loop = asyncio.get_running_loop()
        subscription = await loop.run_in_executor(
            self._pool, partial(self._sync.subscribe, subject, after)
        )
        quiet_since = loop.time()
        while True:
            for change in await loop.run_in_executor(self._pool, subscription.poll):
                quiet_since = loop.time()
                yield change
            if idle_seconds is not None and loop.time() - quiet_since >= idle_seconds:
                return
            await asyncio.sleep(SUBSCRIBE_POLL_SECONDS)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._pool, self._sync.close)
        self._pool.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
