"""Wiring: picks the store, the graph engines and the channels. `build_tools` picks the models."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from remembrancer.build_tools import is_installed
from remembrancer.core.errors import (
    InvalidInput,
    InvalidSettings,
    NotAvailable,
    NotFound,
)
from remembrancer.core.limits import (
    GRAPH_QUERY_MEMORY_BYTES_MAX,
    READ_LAG_SECONDS,
    SECRET_CHARACTERS_MIN,
)
from remembrancer.core.preset import Preset
from remembrancer.core.scope import Scope
from remembrancer.core.settings import read
from remembrancer.jobs import schedule
from remembrancer.jobs.task import Handler, Task
from remembrancer.ports import (
    Progress,
    Store,
)

if TYPE_CHECKING:
    from datetime import datetime

    from remembrancer.core.principal import Principal
    from remembrancer.core.space import Space
    from remembrancer.decisions.shapes.kept_shapes import KeptShapes
    from remembrancer.decisions.shapes.shape_index import ShapeIndex
    from remembrancer.decisions.shapes.space_shapes import Groups
    from remembrancer.decisions.shapes.structure import Structure
    from remembrancer.graph.kept_people import KeptPeople
    from remembrancer.graph.port import ChangedNodes, ProjectionReader
    from remembrancer.graph.projections import Projections
    from remembrancer.graph.shared_projection import SharedProjection
    from remembrancer.notify.port import Channel
    from remembrancer.notify.send_job import Channels
    from remembrancer.store.store import SqlStore


def open_store(
    value: Any, *, embeds: bool = False, read_url: str | None = None, distributes: bool = False
) -> Store:
    """The store behind a URL: a file path, `:memory:`, or `postgresql://…`.

    With `embeds`, each text that is written becomes due to be embedded. `read_url` is a standby of
    a PostgreSQL server that may answer reads. With `distributes`, the tables are distributed over
    the machines of the cluster whose coordinator the URL names.
    """
    url = str(value) if isinstance(value, str | Path) else ""
    if not url or "\x00" in url:
        raise InvalidInput("url must be a file path, ':memory:' or postgresql://…", field="url")
    scheme, separator, _ = url.partition("://")
    from remembrancer.store.store import open_postgres, open_sqlite

    if scheme in ("postgresql", "postgres") and separator:
        return open_postgres(
            url,
            embeds=embeds,
            read_url=_read_address(url, read_url),
            lag_seconds=_read_lag(),
            distributes=distributes,
        )
    if read_url:
        raise InvalidInput(
            "read_url names a standby of a PostgreSQL server, and this store is a file. Leave it "
            "out, or keep the store on a server.",
            field="read_url",
        )
    if distributes:
        raise NotAvailable(
            "Only a store on PostgreSQL with the extension Citus can be distributed over machines. "
            "Give its address, postgresql://…, or leave --distribute out."
        )
    if separator and scheme != "sqlite":
        raise NotAvailable(
            f"This version keeps memory in an SQLite file or in PostgreSQL and cannot open "
            f"{scheme}:// addresses. Give a file path, ':memory:' or postgresql://…"
        )
    path = url.removeprefix("sqlite:///").removeprefix("sqlite://")
    return open_sqlite(path or ":memory:", embeds=embeds)


def _read_address(url: str, read_url: str | None) -> str | None:
    """The standby that may answer reads of this store: as given, or by the settings."""
    named = read().read_url.value if read_url is None else read_url
    if not named or named == url:
        return None
    if not named.startswith(("postgresql://", "postgres://")):
        raise InvalidInput("read_url must be postgresql://…, of a standby.", field="read_url")
    return named


def _read_lag() -> float:
    """How many seconds a standby may be behind."""
    text = read().read_lag_seconds.value
    if text is None:
        return READ_LAG_SECONDS
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise InvalidSettings(
            f"The setting read_lag_seconds is {text!r}, and not a number of seconds. Write 0 for a "
            "standby that has to know everything, or leave it out.",
            field="read_lag_seconds",
        )
    return seconds


def new_projections() -> Projections:
    """Where queries in Cypher are answered: the embedded engine, and a server if one is named."""
    if find_spec("kglite") is None:
        extra = "neo4j" if has_graph_server() else "graph"  # the first has all of the second
        raise NotAvailable(
            "Cypher needs the embedded graph engine, which is not installed. Install Remembrancer "
            f"with its extra: pip install 'remembrancer[{extra}]'."
        )
    from remembrancer.graph.cypher import Dialect
    from remembrancer.graph.projections import Projections
    from remembrancer.projection.embedded.engine import EmbeddedGraph

    return Projections(
        lambda: EmbeddedGraph(memory_bytes_max=GRAPH_QUERY_MEMORY_BYTES_MAX),
        Dialect.KGLITE,
        _shared_projection() if has_graph_server() else None,
    )


def new_kept_people() -> KeptPeople:
    """Where summaries of people are kept."""
    from remembrancer.graph.kept_people import KeptPeople

    return KeptPeople()


def new_kept_shapes() -> KeptShapes:
    """Where the shapes of decisions are kept."""
    from remembrancer.decisions.shapes.kept_shapes import KeptShapes
    from remembrancer.decisions.shapes.space_shapes import ShapeMaking

    return KeptShapes(
        ShapeMaking(index=_shape_index, join=_joined, load=_loaded_index, groups=_groups)
    )


def _shape_index(graph: Structure) -> ShapeIndex:
    _check_shapes("numpy", "Decisions of a similar shape are found with NumPy")
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

    return ShapeIndex.made_of(graph)


def _joined(
    index: ShapeIndex, shared: ProjectionReader, preset: Preset, changed: ChangedNodes
) -> ShapeIndex | None:
    from remembrancer.decisions.shapes.joining import joined

    return joined(index, shared, preset, changed)


def _loaded_index(data: bytes) -> ShapeIndex | None:
    _check_shapes("numpy", "Decisions of a similar shape are found with NumPy")
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

    return ShapeIndex.from_bytes(data)


def _groups(graph: Structure) -> Groups:
    _check_shapes("graspologic_native", "Communities are found with graspologic-native")
    from remembrancer.decisions.shapes.leiden import groups

    return groups(graph)


def _check_shapes(module: str, purpose: str) -> None:
    if not is_installed(module):
        raise NotAvailable(
            f"{purpose}, which is not installed. Install Remembrancer with its extra: "
            'pip install "remembrancer[shapes]".'
        )


def has_graph_server() -> bool:
    """Whether the settings name a server that holds the graph of a space."""
    return bool(read().neo4j_url.value)


def _shared_projection() -> SharedProjection:
    if find_spec("neo4j") is None:
        raise NotAvailable(
            "The setting neo4j_url names a Neo4j server, and its driver is not installed. Install "
            "Remembrancer with its extra: pip install 'remembrancer[neo4j]'."
        )
    from remembrancer.graph.cypher import Dialect
    from remembrancer.graph.shared_projection import SharedProjection
    from remembrancer.projection.neo4j.connection import Neo4jConnection
    from remembrancer.projection.neo4j.engine import Neo4jGraph

    settings = read()
    url, user = settings.neo4j_url.value or "", settings.neo4j_user.value
    password = settings.neo4j_password.value
    return SharedProjection(
        lambda space: Neo4jGraph(Neo4jConnection(url, user, password), space), Dialect.NEO4J
    )


def move_space(
    source: str,
    target: str,
    name: str,
    told: str,
    viewer: Principal,
    now: datetime,
    *,
    progress: Progress | None = None,
) -> int:
    """Moves a space to another store; its writers are `told` where it is.

    Returns the last position of its ledger there.
    """
    from remembrancer.store import moving

    here, there = _sql_store(source), None
    try:
        scope = Scope(space=_space_of(here, name), viewer=viewer, now=now)
        there = _sql_store(target)
        return moving.move(here, there, scope, told, progress=progress)
    finally:
        here.close()
        if there is not None:
            there.close()


def remove_moved(source: str, name: str) -> tuple[str, ...]:
    """Removes what a moved space left behind; what of its bytes is still to be scrubbed."""
    from remembrancer.store import moving

    here = _sql_store(source)
    try:
        return moving.remove(here, _space_of(here, name))
    finally:
        here.close()


def moved_spaces(url: str) -> dict[str, str]:
    """The spaces that were moved out of a store, by name, and where each is now."""
    store = _sql_store(url)
    try:
        places = {space.name: store.moved_to(space) for space in store.spaces()}
    finally:
        store.close()
    return {name: place for name, place in places.items() if place is not None}


def _sql_store(url: str) -> SqlStore:
    from remembrancer.store.store import SqlStore

    opened = open_store(url)
    assert isinstance(opened, SqlStore)
    return opened


def _space_of(store: Store, name: str) -> Space:
    found = next((space for space in store.spaces() if space.name == name), None)
    if found is None:
        raise NotFound("space", name)
    return found


def has_store(value: str | Path) -> bool:
    """Whether something is kept there. Asking makes nothing, and an empty file is no store yet."""
    url = str(value)
    if url.startswith(("postgresql://", "postgres://")):
        from remembrancer.store.store import has_postgres

        return has_postgres(url)
    path = Path(url.removeprefix("sqlite:///").removeprefix("sqlite://"))
    return path.is_dir() or (path.exists() and path.stat().st_size > 0)


def token_secret() -> str:
    """What the settings add to the keys that sign tokens; empty: nothing."""
    text = read().secret.value or ""
    if 0 < len(text) < SECRET_CHARACTERS_MIN:
        raise InvalidSettings(
            f"The setting secret has {len(text)} characters, and fewer than "
            f"{SECRET_CHARACTERS_MIN} can be guessed. Make one with: openssl rand -hex 32",
            field="secret",
        )
    return text


def is_server(url: object) -> bool:
    """Whether the address is that of a server that speaks HTTP."""
    return isinstance(url, str) and url.lower().startswith(("http://", "https://"))


def refuse_elsewhere(**options: object) -> None:
    """What a server decides for itself cannot be given by those who call it."""
    for name, value in options.items():
        if value is not None:
            raise InvalidInput(
                f"A server has its own {name}. Leave it out, or open the store itself.", field=name
            )


def set_up_channels() -> tuple[str, ...]:
    """The channels that the settings set up, by name."""
    settings = read()
    found = {"webhook": settings.webhook_secret.value, "email": settings.smtp_url.value}
    return tuple(name for name, value in found.items() if value)


def new_channels() -> Channels:
    """How people are told from here: by the channels that the settings set up."""
    from remembrancer.channels.email import Email, mail_server
    from remembrancer.channels.webhook import Webhook
    from remembrancer.notify.notification import ChannelName
    from remembrancer.notify.send_job import Channels

    settings = read()
    made: dict[ChannelName, Channel] = {}
    if secret := settings.webhook_secret.value:
        may_be_private = (settings.webhook_private.value or "").lower() in ("yes", "true", "1")
        made[ChannelName.WEBHOOK] = Webhook(secret, may_be_private=may_be_private)
    if url := settings.smtp_url.value:
        made[ChannelName.EMAIL] = Email(mail_server(url), settings.smtp_from.value or "")
    return Channels(made, settings.public_url.value or None)


# -- work in the background: what does each kind of it is loaded when there is some


def _summarise(task: Task) -> None:
    from remembrancer.conversations import digest_job

    digest_job.handle(task)


def _extract(task: Task) -> None:
    from remembrancer.remember import extraction_job

    extraction_job.handle(task)


def _meeting(task: Task) -> None:
    from remembrancer.capture import meeting

    meeting.handle(task)


def _collect(task: Task) -> None:
    from remembrancer.capture import collect

    collect.handle(task)


def _detect(task: Task) -> None:
    from remembrancer.capture import detect

    detect.handle(task)


def _embed(task: Task) -> None:
    from remembrancer.jobs import embed

    embed.handle(task)


def _remind(task: Task) -> None:
    from remembrancer.delivery.prompting import remind

    remind.handle(task)


def _compress(task: Task) -> None:
    from remembrancer.compression import compression_job

    compression_job.handle(task)


def _compare(task: Task) -> None:
    from remembrancer.remember import comparison_due

    comparison_due.handle(task)


def _shapes(task: Task) -> None:
    from remembrancer.decisions.shapes import shapes_job

    shapes_job.handle(task)


def _sync(task: Task) -> None:
    from remembrancer.team import sync

    sync.handle(task)


def _notify(task: Task) -> None:
    from remembrancer.notify import send_job

    send_job.handle(task, new_channels())


def _debate(task: Task) -> None:
    from remembrancer.team.debates import debates_job

    debates_job.handle(task)


def _credibility(task: Task) -> None:
    from remembrancer.team.track_record import credibility_graph

    credibility_graph.handle(task)


def _graph(task: Task) -> None:
    from remembrancer.graph import server_job

    shared = _shared_projection()
    try:
        server_job.handle(task, shared)
    finally:
        shared.close()


HANDLERS: Final[Mapping[str, Handler]] = {
    schedule.SUMMARISE: _summarise,
    schedule.EXTRACT: _extract,
    schedule.MEETING: _meeting,
    schedule.COLLECT: _collect,
    schedule.DETECT: _detect,
    schedule.EMBED: _embed,
    schedule.REMIND: _remind,
    schedule.COMPRESS: _compress,
    schedule.COMPARE: _compare,
    schedule.SHAPES: _shapes,
    schedule.SYNC: _sync,
    schedule.NOTIFY: _notify,
    schedule.DEBATE: _debate,
    schedule.CREDIBILITY: _credibility,
    schedule.GRAPH: _graph,
}


def handlers() -> Mapping[str, Handler]:
    """What this process can do of it: a job without its tool stays due for one that has it."""
    lacking = set()
    if find_spec("numpy") is None:
        lacking.add(schedule.SHAPES)
    if not has_graph_server() or not is_installed("neo4j"):
        lacking.add(schedule.GRAPH)
    return {kind: handler for kind, handler in HANDLERS.items() if kind not in lacking}
