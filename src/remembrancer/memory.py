"""The front door: every verb of memory in one place. It delegates and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cache, cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, cast

from remembrancer.build import handlers, has_store, is_server, open_store, refuse_elsewhere
from remembrancer.build_tools import check_telemetry, check_tools, token_counter, traced_store
from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.principal import Principal
from remembrancer.core.tally import Tally
from remembrancer.front.graph_projections import GraphProjections
from remembrancer.front.memory_verbs import MemoryVerbs
from remembrancer.front.session import Session, check_caller, read_clock
from remembrancer.governance.access import spaces
from remembrancer.items.port import Extractor
from remembrancer.jobs.background import Background
from remembrancer.jobs.due_work import Workshop
from remembrancer.ports import Clock, Embedder, LanguageModel, Reranker, Telemetry
from remembrancer.recall.retrieval_log import WalkLog

if TYPE_CHECKING:
    from remembrancer.inquiry.toolbox import ToolBox
    from remembrancer.tools.agent_tools import AgentTools

LOCAL_OWNER = Principal("owner", roles=("ADMIN",))
DEFAULT_SPACE: Final = "default"


def _system_clock() -> datetime:
    return datetime.now(UTC)


class Memory(MemoryVerbs):
    """The memory that agents share and people govern.

    Open one with `Memory.open()`. It may be used from several threads.
    """

    @cached_property
    def tools(self) -> AgentTools:
        """What an agent may call by name, with the schemas of the arguments."""
        from remembrancer.tools.agent_tools import AgentTools

        return AgentTools(self._session, Memory)

    @property
    def telemetry(self) -> Telemetry:
        """Where it is told what takes how long."""
        return self._session.telemetry

    @staticmethod
    def _new_toolbox(session: Session) -> ToolBox:
        from remembrancer.tools.retrieval_tools import RetrievalTools

        return RetrievalTools(session, Memory)

    @classmethod
    def open(
        cls,
        url: str | Path = "remembrancer.db",
        *,
        space: str = DEFAULT_SPACE,
        preset: str | None = None,
        principal: Principal | None = None,
        clock: Clock | None = None,
        embedder: Embedder | str | None = None,
        llm: LanguageModel | None = None,
        extractor: Extractor | None = None,
        reranker: Reranker | None = None,
        token: str | None = None,
        background: bool = True,
        tokenizer: Callable[[str], int] | None = None,
        read_url: str | None = None,
        distribute: bool = False,
        telemetry: Telemetry | None = None,
        create: bool = True,
    ) -> Self:
        """Opens a store, creating it and the space on first use.

        With `create=False` a store or a space that is not there is refused instead.
        `url` is a file path or `":memory:"`. Without a principal the caller is the local owner,
        who is ADMIN. `clock` gives aware datetimes; every rule that depends on time asks it.
        `llm` writes the summaries of conversations, and `extractor` draws items out of them; both
        see nothing personal unless they are local. `embedder` finds what means the same in other
        words: one of your own, or the name of one ("minilm", "static", "openai:MODEL",
        "none"); without it
        the settings count, and otherwise "minilm" where its extra is installed. Work that becomes
        due is done by a thread of this memory; with `background=False` it waits for `jobs.wait()`
        or a worker. `tokenizer` counts the tokens of a text, for budgets that are to be those of
        your model; without it four characters are one. `read_url` is a standby of the PostgreSQL
        server, which answers reads once it knows what the caller has seen; without it the settings
        count. With `distribute` a store on PostgreSQL is distributed by space over the machines of
        a Citus cluster, whose coordinator `url` names; a store that is distributed already stays so
        without it. `telemetry` is where it is told how long everything takes, such as an
        `OpenTelemetry` of `remembrancer.telemetry`; it is closed with the memory, and without it
        the settings count. With the address of a server, `https://…`,
        and a `token`, the same verbs are called there, and what the server decides is not given
        here.
        """
        if is_server(url):
            refuse_elsewhere(
                preset=preset,
                principal=principal,
                clock=clock,
                embedder=embedder,
                llm=llm,
                extractor=extractor,
                reranker=reranker,
                tokenizer=tokenizer,
                read_url=read_url,
                distribute=distribute or None,
            )
            return cast("Self", _connect(str(url), token, space, check_telemetry(telemetry)))
        if token:
            raise InvalidInput(
                "A token is for a server. Give the server's address as url, or leave it out.",
                field="token",
            )
        if not create and not has_store(url):
            raise NotFound("store", str(url), "Check its address, or let it be made.")
        with ExitStack() as undone:  # if it cannot be opened
            telemetry = check_telemetry(telemetry)
            undone.callback(telemetry.close)
            tally = Tally()
            tools = check_tools(
                llm, extractor, embedder, reranker, telemetry=telemetry, tally=tally
            )
            counter = token_counter(tokenizer)
            clock = _system_clock if clock is None else clock
            principal = LOCAL_OWNER if principal is None else principal
            check_caller(principal)
            now = read_clock(clock)
            spaces.check(space, preset)
            opened = open_store(
                url, embeds=tools.embedder is not None, read_url=read_url, distributes=distribute
            )
            undone.callback(opened.close)
            store = traced_store(opened, url, telemetry)
            found = spaces.open_space(store, space, preset, principal, now, creates=create)
            shop = Workshop(store, clock, tools, handlers(), tally=tally)
            working = Background(shop, is_real_time=clock is _system_clock) if background else None
            session = Session(
                store=store,
                space=found,
                principal=principal,
                clock=clock,
                shop=shop,
                walks=WalkLog(store),
                # A store in memory is nobody else's: what is erased there is erased here.
                projections=GraphProjections(None if str(url) == ":memory:" else store),
                counter=counter,
                background=working,
            )
            session.catch_up()
            undone.pop_all()
        return cls(session)

    def acting_as(self, principal: Principal) -> Memory:
        """The same store and space, seen by another caller."""
        check_caller(principal)
        return Memory(self._session.with_principal(principal))

    def in_space(self, name: str, preset: str | None = None) -> Memory:
        """Another tenant of the same store, created on first use."""
        session = self._session
        space = spaces.open_space(session.store, name, preset, session.principal, session.clock())
        there = session.with_space(space)
        there.catch_up()
        return Memory(there)

    def close(self) -> None:
        """Closes the store, once work under way has ended. Further calls are refused."""
        if self._session.background is not None:
            self._session.background.stop()
        self._session.walks.close()
        self._session.projections.forget()
        self._session.telemetry.close()  # the last figures are read from the store
        self._session.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@cache
def remote_memory() -> type[Memory]:
    """The class of memories that a server keeps: the same verbs, called there."""
    from remembrancer.client.remote import RemoteVerbs

    return type("RemoteMemory", (RemoteVerbs, Memory), {})


def _connect(url: str, token: str | None, space: str, telemetry: Telemetry) -> Memory:
    from remembrancer.client.connection import ServerConnection

    make: Any = remote_memory()
    # A token says for which space it is; where it is for several, `space` names one.
    made: Memory = make(
        ServerConnection(
            url,
            token,
            space=None if space == DEFAULT_SPACE else space,
            telemetry=telemetry,
        )
    )
    return made
