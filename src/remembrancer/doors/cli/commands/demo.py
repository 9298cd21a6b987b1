"""`rmb demo`: a living example space, and a tour through it."""

from __future__ import annotations

import os
import shlex
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from remembrancer.core.errors import Conflict, RemembrancerError, StoreError, StoreUnreachable
from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.file_placement import beside, put_store, remove_store
from remembrancer.doors.cli.options import Json
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import exists, spaces_of, store_file

if TYPE_CHECKING:
    from types import TracebackType

    from remembrancer.demo.player import PlayedStory
    from remembrancer.demo.story import DemoStory
    from remembrancer.memory import Memory

_PORT = 8765  # of its pages, where it is free

Run = Callable[[Sequence[str]], None]  # runs one command of this program


def demo(
    context: typer.Context,
    preset: Annotated[
        str,
        typer.Argument(metavar="PRESET", help="adviser, companion, community, desk or corporate."),
    ] = "adviser",
    url: Annotated[
        str | None,
        typer.Option(
            "--url",
            metavar="URL",
            help="The file to build.",
            show_default="remembrancer-demo-PRESET.db",
        ),
    ] = None,
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help="End after the tour, and serve no pages.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="PORT",
            min=0,
            max=65535,
            help="Where its pages are served; 0: at any free port.",
            show_default="8765, or any if that is taken",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Build a living example, walk through it, and serve its pages to this machine.

    The examples of the other presets are built beside it while the pages are served, each in a
    space of its own. An earlier demo in the same file is built anew. Nothing else is ever
    overwritten. Ctrl-C ends the serving.

    \b
    Example:
      rmb demo corporate
      rmb demo desk --no-serve
    """
    from remembrancer.demo.player import play_story
    from remembrancer.demo.story import load_story

    story = load_story(preset)
    path = store_file(url or f"remembrancer-demo-{preset}.db")
    _check_replaceable(path)
    today = datetime.now(UTC)
    new = beside(path)
    try:
        with progress(f"Building {preset}") as report:
            played = play_story(story, new, today=today, progress=report)
        put_store(new, path)
    finally:
        remove_store(new)
    tour = Tour(story, played, path, today)
    if json:
        terminal.as_json(
            {
                "url": str(path),
                "space": story.space,
                "preset": preset,
                "items": played.items,
                "messages": played.messages,
                "people": len(story.people),
                "next": tour.next(),
            }
        )
        return
    program = context.find_root().command

    def run(arguments: Sequence[str]) -> None:
        program.main(list(arguments), prog_name="rmb", standalone_mode=False)

    tour.walk(run)
    if not no_serve:
        _serve(path, story, today, port, tour.pages())


class Tour:
    """A walk through a story: what to look at, the command that shows it, and its output."""

    def __init__(self, story: DemoStory, played: PlayedStory, path: Path, today: datetime) -> None:
        self._story = story
        self._played = played
        self._path = path
        self._today = today

    def walk(self, run: Run) -> None:
        story, played = self._story, self._played
        terminal.line((story.title, "heading"))
        terminal.line(story.intro)
        terminal.blank()
        terminal.line(
            f"{self._path} now holds the space {story.space}: {played.items} items, "
            f"{played.messages} messages and {len(story.people)} people, since "
            f"{card.day(played.since)}."
        )
        terminal.blank()
        terminal.line("The tour sets these two, so that its commands are short:")
        for name, value in self._settings().items():
            terminal.command(f"export {name}={shlex.quote(value)}", indent=2)
        with _environment(self._settings()):
            for place, stop in enumerate(story.stops, start=1):
                terminal.rule(f"{place} of {len(story.stops)}  {stop.title}")
                terminal.line(self.filled(stop.text))
                for command in stop.run:
                    self._show(self._filled(command), run)
        terminal.rule("Try next")
        for typed in self.next():
            terminal.command(typed, indent=2)

    def next(self) -> list[str]:
        """Commands that work as they stand."""
        place = ("--url", str(self._path), "--space", self._story.space)
        return [_typed((*self._filled(command), *place)) for command in self._story.next]

    def _show(self, command: Sequence[str], run: Run) -> None:
        terminal.blank()
        terminal.command(_typed(command), prompt="$ ")
        try:
            run(command)
        except RemembrancerError as error:
            # Part of the tour: what somebody may not see.
            terminal.line((f"Error: {error}", "bad"))

    def _filled(self, command: Sequence[str]) -> tuple[str, ...]:
        return tuple(map(self.filled, command))

    def filled(self, text: str) -> str:
        """A text of the story with its days and ids."""
        from remembrancer.demo.story import fill_placeholders

        return fill_placeholders(text, self._today, self._played.ids.__getitem__)

    def pages(self) -> list[tuple[str, str]]:
        """Pages that are worth a look, each with its path."""
        return [(page.title, self.filled(page.path)) for page in self._story.pages]

    def _settings(self) -> dict[str, str]:
        return {"REMEMBRANCER_URL": str(self._path), "REMEMBRANCER_SPACE": self._story.space}


def _serve(
    path: Path,
    story: DemoStory,
    today: datetime,
    port: int | None,
    pages: Sequence[tuple[str, str]],
) -> None:
    """Its pages, for whoever is on this machine, until they end it."""
    from remembrancer.memory import Memory

    try:
        from remembrancer.doors.server.listen_address import ServerOptions
        from remembrancer.doors.server.serving import serve
        from remembrancer.front.memory_verbs import session_of
    except ImportError:
        terminal.note("To look at it in a browser: pip install 'remembrancer[server]'.")
        return

    with (
        Memory.open(path, space=story.space) as memory,
        _Others(memory, path, story, today) as others,
    ):

        def announce(address: str) -> None:
            terminal.blank()
            terminal.line((f"Look at it in a browser: {address}", "heading"))
            for title, place in pages:
                terminal.line(f"{title}: {address.rstrip('/')}{place}")
            terminal.note("Whoever is on this machine is the owner. Stop with Ctrl-C.")
            others.build()

        for wanted in (_PORT, 0) if port is None else (port,):
            options = ServerOptions(host="127.0.0.1", port=wanted, is_local=True, is_quiet=True)
            try:
                serve(session_of(memory), options, announce)
            except StoreUnreachable:
                if wanted == 0 or port is not None:
                    raise
            else:
                return


class _Others:
    """The stories of the other presets, built into the same file while its pages are served."""

    def __init__(self, memory: Memory, path: Path, told: DemoStory, today: datetime) -> None:
        self._memory = memory
        self._path = path
        self._told = told
        self._today = today
        self._is_ended = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="remembrancer-demo")

    def build(self) -> None:
        """Begins with it, and waits for nothing."""
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends between two acts of a story. What failed in the thread fails here."""
        self._is_ended.set()
        if self._thread.ident is not None:
            self._thread.join()
        if self._error is not None and error is None:
            raise self._error

    def _run(self) -> None:
        from remembrancer.demo.story import load_story, story_names

        try:
            others = [load_story(preset) for preset in story_names() if preset != self._told.preset]
            for story in others:
                self._play(story)
        except _Ended:
            return
        except Exception as error:
            self._error = error
            terminal.line((f"The other examples could not be built: {error}", "bad"))
        else:
            terminal.line(
                f"You are in the space {self._told.space}. Beside its name at the top of a page "
                f"are the others now: {', '.join(story.space for story in others)}."
            )

    def _play(self, story: DemoStory) -> None:
        from remembrancer.demo.player import play_story

        def check(_done: int, _total: int) -> None:
            if self._is_ended.is_set():
                raise _Ended

        check(0, 0)
        play_story(story, self._path, today=self._today, progress=check, in_processes=False)
        self._memory.in_space(story.space)  # what is due in it is done here too


class _Ended(Exception):
    """Nobody looks at the pages any more."""


def _check_replaceable(path: Path) -> None:
    """Passes where there is nothing, or a demo and nothing else."""
    if not exists(path):
        return
    try:
        is_demo = not path.is_dir() and _holds_demos_only(path)
    except StoreError:
        is_demo = False
    if not is_demo:
        raise Conflict(
            f"{path} is there already and is not a demo. Move it away, or choose another file "
            "with --url."
        )


def _holds_demos_only(path: Path) -> bool:
    from remembrancer.demo.player import BUILDER
    from remembrancer.memory import Memory

    names = spaces_of(path)
    if not names:
        return False
    with Memory.open(path, space=names[0]) as memory:
        for name in names:
            (first,) = memory.in_space(name).admin.audit(before=2, limit=1)
            if first.actor != BUILDER.name:
                return False
    return True


def _typed(command: Sequence[str]) -> str:
    """The command as a person would type it."""
    return " ".join(["rmb", *(_quoted(word) for word in command)])


def _quoted(word: str) -> str:
    if shlex.quote(word) == word:
        return word
    # Double quotes read better, where the shell would leave everything inside them alone.
    return shlex.quote(word) if set(word) & set('"\\$`!') else f'"{word}"'


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
