"""`rmb demo`: builds, shows, and harms nothing."""

from __future__ import annotations

import shlex
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from remembrancer.demo.story import load_story, story_names
from remembrancer.memory import Memory
from tests.cli.program import PROGRAM, Program, environment


# The soak takes the tour whose agents have processes of their own; `test_playing` plays it always.
@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(name, marks=pytest.mark.soak if load_story(name).processes else ())
        for name in story_names()
    ],
)
def test_the_tour_shows_real_commands(rmb: Program, preset: str) -> None:
    """The tour shows each stop with its command and what it finds, or hides, and three more, each
    of which does something when typed as it stands."""
    said = rmb.done("demo", preset, "--no-serve").out
    story = load_story(preset)
    for place, stop in enumerate(story.stops, start=1):
        assert f"== {place} of {len(story.stops)}  {stop.title}" in said
    assert said.count("\n$ rmb ") == sum(len(stop.run) for stop in story.stops)
    assert "ledger rows hold" in said
    assert "told by" in said
    assert "Nothing that you may see answers this." in said or "Error: No item" in said
    last = said.partition("== Try next\n")[2].splitlines()
    assert len(last) == 3
    for typed in last:
        assert typed.startswith("  rmb ")
        found = rmb.done(*shlex.split(typed)[1:]).out
        assert found.strip()
        assert "Nothing" not in found


def test_adviser_is_the_default(rmb: Program) -> None:
    """Without a name the demo is the adviser's, in a file named after it, and nothing else."""
    built = rmb.done("demo", "--json").json
    assert (built["preset"], built["url"]) == ("adviser", "remembrancer-demo-adviser.db")
    names = [path.name for path in rmb.folder.iterdir()]
    assert names == ["remembrancer-demo-adviser.db"]
    assert len(built["next"]) == 3
    for typed in built["next"]:
        assert rmb.done(*shlex.split(typed)[1:]).out.strip()


def test_a_demo_is_built_anew(rmb: Program) -> None:
    """A demo in the same file is replaced, also by another one, and also after use."""
    rmb.done("demo", "community", "--url", "demo.db", "--no-serve")
    rmb.remember("Mine.", "--url", "demo.db", "--space", "harbour-lights")
    rmb.done("demo", "adviser", "--url", "demo.db", "--no-serve")
    with Memory.open(rmb.folder / "demo.db", space="northgate") as memory:
        assert [space.name for space in memory.admin.spaces()] == ["northgate"]


def test_nothing_else_is_overwritten(rmb: Program) -> None:
    """A file, a folder or a store that is no demo is refused and stays as it was."""
    rmb.remember("Ellen keeps bees.", "--url", "mine.db")
    (rmb.folder / "notes.txt").write_text("notes" * 1000)
    for place in ("mine.db", "notes.txt", str(rmb.folder)):
        assert "is not a demo" in rmb.failed("demo", "--url", place, "--no-serve")
    assert "bees" in rmb.done("recall", "bees", "--url", "mine.db").out
    assert (rmb.folder / "notes.txt").read_text() == "notes" * 1000


def test_a_demo_with_a_space_of_your_own_is_kept(rmb: Program) -> None:
    """A demo file in which somebody made a space of their own is not replaced."""
    rmb.done("demo", "community", "--url", "demo.db", "--no-serve")
    rmb.remember("Mine.", "--url", "demo.db", "--space", "mine")
    assert "is not a demo" in rmb.failed("demo", "community", "--url", "demo.db", "--no-serve")


def test_a_demo_in_use_is_not_replaced(rmb: Program) -> None:
    """While another program has the demo open it is not built anew."""
    rmb.done("demo", "community", "--no-serve")
    with Memory.open(
        rmb.folder / "remembrancer-demo-community.db", space="harbour-lights"
    ) as memory:
        memory.add(content="A note that keeps the log open.")
        assert "in use" in rmb.failed("demo", "community", "--no-serve")
    rmb.done("demo", "community", "--no-serve")


def test_an_unknown_demo_is_told(rmb: Program) -> None:
    """A preset without a demo is refused with the names of those that have one."""
    assert "adviser, community, companion, corporate, desk" in rmb.failed(
        "demo", "bakery", "--no-serve"
    )


def test_the_tour_leaves_the_settings_alone(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo neither uses nor changes the store that the settings name."""
    monkeypatch.setenv("REMEMBRANCER_URL", "mine.db")
    rmb.remember("Ellen keeps bees.")
    rmb.done("demo", "community", "--no-serve")
    assert "bees" in rmb.done("recall", "bees").out


@pytest.mark.soak  # its own pages are looked at below
def test_the_pages_of_all_stories_are_served(rmb: Program) -> None:
    """After the tour the address is printed and its pages are there; the other stories are built
    beside it meanwhile, each in its space, and Ctrl-C ends it."""
    with _served(rmb, "adviser") as process:
        assert process.stdout is not None
        address = _address(process)
        assert "Good to see you" in _page(address)
        shown = [next(process.stdout) for _ in load_story("adviser").pages]
        assert shown[0].startswith("Why Harriet's portfolio was changed: http")
        assert "5 before, 0 after" in _page(shown[0].split()[-1])
        assert "skip rate" in _page(shown[1].split()[-1])
        last = next(line for line in process.stdout if line.startswith("You are in the space"))
        others = [load_story(name).space for name in story_names() if name != "adviser"]
        assert all(space in last for space in others)
        until = time.monotonic() + 60  # a server reads the list of spaces every few seconds
        while not all(space in _page(address) for space in others):
            assert time.monotonic() < until
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_it_ends_while_others_are_built(rmb: Program) -> None:
    """After the tour its pages are there; Ctrl-C ends it also while the other stories are built,
    and the next demo begins anew."""
    with _served(rmb) as process:
        assert "Good to see you" in _page(_address(process))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    rmb.done("demo", "community", "--no-serve")


@contextmanager
def _served(rmb: Program, preset: str = "community") -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        (*PROGRAM, "demo", preset, "--port", "0"),
        cwd=rmb.folder,
        env=environment(REMEMBRANCER_EMBEDDER="none"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return next(line for line in process.stdout if line.startswith("Look at it")).split()[-1]


def _page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as page:
        return str(page.read().decode())
