"""`rmb-hook`: quick, and never in the way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory
from remembrancer.doors.claude_code import spool
from tests.claude_code.desk import Desk, record
from tests.cli.program import environment

_LOADED = """
import sys
before = set(sys.modules)
from remembrancer.doors.claude_code import hook
hook.main(["--url", "nowhere.db"])
print(*sorted(set(sys.modules) - before), sep="\\n", file=sys.stderr)
"""
_WAITED_SECONDS_MAX = 120


def test_only_the_standard_library_is_loaded(desk: Desk) -> None:
    """Of ours it loads itself and the files that it leaves, and of others nothing."""
    desk.write(record(1))
    done = subprocess.run(
        [sys.executable, "-P", "-c", _LOADED],
        input=json.dumps(desk.event("Stop", stop_hook_active=False)).encode(),
        env=environment(),
        capture_output=True,
        check=True,
    )
    loaded = set(done.stderr.decode().split())
    ours = {name for name in loaded if name.split(".")[0] == "remembrancer"}
    doors = "remembrancer.doors"
    package = f"{doors}.claude_code"
    assert ours == {"remembrancer", doors, package, f"{package}.hook", f"{package}.spool"}
    assert {name.split(".")[0] for name in loaded - ours} <= sys.stdlib_module_names
    assert "subprocess" in loaded
    assert "urllib" not in loaded


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"no JSON",
        b"[]",
        b'{"hook_event_name": 7}',
        b'{"hook_event_name": "Stop"}',
        b'{"hook_event_name": "Stop", "transcript_path": 3, "cwd": "/"}',
        b'{"hook_event_name": "SessionStart", "cwd": 5}',
        b'{"hook_event_name": "PreCompact", "transcript_path": "/nowhere/at/all.jsonl"}',
        b'{"hook_event_name": "SomethingNew", "cwd": "/"}',
        b"\xff\xfe\x00",
        b"[" * 50_000,
    ],
)
def test_nothing_makes_it_fail(desk: Desk, given: bytes) -> None:
    """Whatever it is told, it ends with 0 and says nothing, and no session is stopped."""
    done = desk.hook(given, "--no-such-option", "--wait", "0")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert "not understood: --no-such-option" in desk.log


def test_a_folder_that_cannot_be_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it can leave nothing, it still ends with 0."""
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    desk.write(record(1))
    done = desk.hook(desk.event("Stop"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_session_from_its_start_to_its_end(desk: Desk) -> None:
    """What people accepted is told at the start; what was said is kept, and nobody waits for it."""
    with Memory.open(str(desk.store), preset="corporate", background=False) as memory:
        lag = memory.add(content="Orders settle after three days.")
        memory.review.approve(lag.id)
    url = ("--url", str(desk.store), "--wait", "120")
    started = desk.hook(desk.event("SessionStart", source="startup"), *url)
    assert started.returncode == 0
    assert "> Orders settle after three days." in started.stdout.decode()
    assert started.stdout == desk.hook(desk.event("SessionStart", source="resume"), *url).stdout

    desk.write(record(1, "Refunds are booked on Mondays."))
    stopped = desk.hook(desk.event("Stop", stop_hook_active=False), *url)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (0, b"", b"")
    until = time.monotonic() + _WAITED_SECONDS_MAX
    while spool.jobs() and time.monotonic() < until:
        time.sleep(0.05)
    with Memory.open(str(desk.store), background=False) as memory:
        assert [one.id for one in memory.conversations.messages("session:s1")] == ["u1"]
    assert desk.log == ""
    for path in Path(spool.folder()).rglob("*"):
        assert desk.mode(path) & 0o077 == 0 or path.name == "hook.log"


def _kept(desk: Desk, text: str, watched: list[str]) -> dict[str, Any]:
    spool.put_context(str(desk.project), {}, text, watched)
    found = spool.context_of(str(desk.project), {})
    assert found is not None
    return found


def test_what_is_told_has_an_end(desk: Desk) -> None:
    """However much is kept, a session is told 8,000 characters at most."""
    kept = _kept(desk, "x" * 20_000, [])
    assert len(spool.text_of(kept, time.time())) == spool.CONTEXT_CHARACTERS_MAX == 8_000


def test_what_is_kept_is_fresh_while_the_store_is_the_same(desk: Desk) -> None:
    """A change of the store's files makes the hook ask again; what is a day old is not told."""
    desk.store.write_bytes(b"1")
    wal = str(desk.store) + "-wal"
    kept = _kept(desk, "known", [str(desk.store), wal])
    now = float(kept["at"])
    assert spool.is_fresh(kept, now)
    Path(wal).write_bytes(b"2")
    assert not spool.is_fresh(kept, now)
    assert spool.text_of(kept, now) == "known"
    assert spool.text_of(kept, now + spool.CONTEXT_SECONDS_MAX) == ""


def test_options_and_what_is_none(desk: Desk) -> None:
    """Options come with a blank or an equals sign; the rest is told, and does not stop anything."""
    found, unknown = spool.options_from(["--url=a.db", "--as", "ada", "--rules", "--what", "--url"])
    assert found == {"url": "a.db", "as": "ada", "rules": "yes"}
    assert unknown == ["--what", "--url"]
