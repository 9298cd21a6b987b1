"""Opening the memory that a command works on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from remembrancer.core.errors import (
    InvalidInput,
    NotAvailable,
    NotFound,
    RemembrancerError,
    StoreUnreachable,
)
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.progress import Bar

if TYPE_CHECKING:
    from remembrancer.core.settings import Settings
    from remembrancer.jobs.job import Job
    from remembrancer.memory import Memory

IN_MEMORY = ":memory:"


def chosen(url: str | None = None, space: str | None = None, preset: str | None = None) -> Settings:
    """The settings, with the options of the command above all the rest."""
    from remembrancer.core.settings import Setting, read

    given = {"url": url, "space": space, "preset": preset}
    return read()._replace(
        **{
            name: Setting(value, f"option --{name}")
            for name, value in given.items()
            if value is not None
        }
    )


class Server:
    """A store on a PostgreSQL server."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __str__(self) -> str:
        return shown(self.url)


Place = Path | Server


def shown(url: str) -> str:
    """An address as it may be printed: whatever can be a password is left out."""
    url = re.sub(r"(?<=//)([^:/@]*):.*@", r"\1@", url)
    return re.sub(r"(?<=password=)[^&\s]*", "…", url)


def is_elsewhere(settings: Settings) -> bool:
    """Whether the memory is behind a server that speaks HTTP, and its store out of reach."""
    from remembrancer.build import is_server

    return is_server(settings.url.value)


def store_place(url: str) -> Place:
    """Where a store is: a file, or a server."""
    if url.lower().startswith(("http://", "https://")):
        raise NotAvailable(
            f"This command needs the store itself, and {shown(url)} is a server in front of one. "
            "Run it on the machine that has the store."
        )
    is_server = url.startswith(("postgresql://", "postgres://"))
    return Server(url) if is_server else store_file(url)


def address(place: Place) -> str:
    return place.url if isinstance(place, Server) else str(place)


def store_file(url: str) -> Path:
    """The file of a store. It says so where there can be none."""
    if url == IN_MEMORY:
        raise InvalidInput(
            "A store in memory ends with the command, so nothing would be kept. Give a file path.",
            field="url",
        )
    scheme, separator, _ = url.partition("://")
    if separator and scheme != "sqlite":
        raise NotAvailable(
            f"This command needs a store in a file and cannot work with {scheme}:// addresses. "
            "Give a file path."
        )
    path = url.removeprefix("sqlite:///").removeprefix("sqlite://")
    if not path:
        raise InvalidInput("The url of the store is empty. Give a file path.", field="url")
    return Path(path)


def exists(path: Place) -> bool:
    """Whether something is kept there. An empty file is a place where a store can be made."""
    from remembrancer.build import has_store

    return has_store(address(path))


def spaces_of(path: Place) -> tuple[str, ...]:
    """The names of the spaces in a store, none of which is created by asking."""
    from remembrancer.build import open_store

    store = open_store(address(path))
    try:
        return tuple(space.name for space in store.spaces())
    finally:
        store.close()


def existing(settings: Settings) -> Place:
    """Where the store of the settings is, which is there."""
    path = store_place(settings.url.value or "")
    if not exists(path):
        raise StoreUnreachable(
            f"There is no store at {path}. Make one with `rmb init --url {path}`, or name "
            "another with --url."
        )
    return path


def check_space(path: Place, name: str) -> None:
    """Refuses a space that is not in the store, and names those that are."""
    names = spaces_of(path)
    if name not in names:
        known = f"It holds: {', '.join(sorted(names))}." if names else "It holds none yet."
        raise InvalidInput(
            f"There is no space {name!r} in {path}. {known} Choose one with --space, or make "
            f"this one with `rmb init --url {path} --space {name}`.",
            field="space",
        )


@contextmanager
def opened(
    url: str | None,
    space: str | None,
    acting: str | None = None,
    *,
    finishing: bool = True,
    beside: bool = False,
) -> Iterator[Memory]:
    """The memory of a store and space that exist, seen by the person named; or one on a server.

    Work that the command makes due is finished before it ends, unless it leaves that to others. One
    that works `beside` the store, with files there, is not for a server.
    """
    settings = chosen(url, space)
    if is_elsewhere(settings) and not beside:
        with connected(settings, acting) as memory:
            yield memory
        return
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    found = _open_existing(path, name)
    if found is None:
        check_space(existing(settings), name)
        raise NotFound("space", name)  # it was made this moment, by somebody else
    with _acting(found, acting, finishing=finishing) as memory:
        yield memory


def connected(settings: Settings, acting: str | None, preset: str | None = None) -> Memory:
    """The memory on a server, as whoever the token names."""
    from remembrancer.memory import Memory

    if acting is not None:
        raise InvalidInput("On a server the token says who calls. Leave out --as.", field="as")
    return Memory.open(
        settings.url.value or "",
        space=settings.space.value or "",
        preset=preset,
        token=settings.token.value,
    )


@contextmanager
def created(
    url: str | None,
    space: str | None,
    preset: str | None,
    acting: str | None = None,
    *,
    staying: bool = False,
    distribute: bool = False,
    tells: bool = False,
) -> Iterator[Memory]:
    """The same, where both may be made now. A preset from the settings is for new spaces only.

    A program that stays does due work beside its own. On a server nothing is made. With `tells`, a
    new space is told of.
    """
    settings = chosen(url, space, preset)
    if is_elsewhere(settings) and not distribute:
        with connected(settings, acting, preset) as memory:
            yield memory
        return
    path, name = store_place(settings.url.value or ""), settings.space.value or ""
    found = _open_existing(path, name, preset, staying=staying, distribute=distribute)
    is_new = found is None
    if found is None:
        rules = settings.preset.value
        _check_beforehand(rules, acting)
        found = _open(path, name, rules, staying=staying, distribute=distribute)
    with _acting(found, acting, finishing=not staying) as memory:
        if is_new and tells:
            terminal.note(f"Made the space {name!r} in {path}.", at_once=staying)
        yield memory


def _check_beforehand(preset: str | None, acting: str | None) -> None:
    """Finds out what cannot succeed before a file is made for it."""
    from remembrancer.presets.preset_files import load

    if preset is not None:
        load(preset)
    if acting is not None:
        raise NotFound("person", acting)


def _open(
    path: Place,
    space: str,
    preset: str | None = None,
    *,
    create: bool = True,
    staying: bool = False,
    distribute: bool = False,
) -> Memory:
    from remembrancer.memory import Memory

    return Memory.open(
        address(path),
        space=space,
        preset=preset,
        background=staying,  # a thread beside a command that ends soon would be cut off
        distribute=distribute,
        create=create,
    )


def _open_existing(
    path: Place,
    space: str,
    preset: str | None = None,
    *,
    staying: bool = False,
    distribute: bool = False,
) -> Memory | None:
    """The memory of a store and a space that are there; none where one of them is not."""
    try:
        return _open(path, space, preset, create=False, staying=staying, distribute=distribute)
    except NotFound as missing:
        if missing.what not in ("store", "space"):
            raise
        return None


@contextmanager
def _acting(memory: Memory, acting: str | None, *, finishing: bool) -> Iterator[Memory]:
    with memory:
        if acting is None:
            yield memory
        else:
            yield memory.acting_as(memory.admin.person(acting).as_principal())
        if finishing:
            finish(memory)


def finish(memory: Memory) -> None:
    """Does what the command made due, so that it need not wait for somebody else."""
    with Bar("Finishing") as bar:
        worked = memory.jobs.wait(own=True, progress=bar.report)
    for job in (*worked.failed, *worked.retrying):
        raise RemembrancerError(_failure(job))


def _failure(job: Job) -> str:
    why = (job.error or "nobody knows why").rstrip(".")
    then = (
        "It was given up: do it again with `rmb jobs retry`."
        if job.state == "failed"
        else "It is tried again: `rmb jobs list` shows when, and `rmb worker` does it."
    )
    return f"The raw text is safe in the store; working on it failed ({job.kind}): {why}. {then}"
