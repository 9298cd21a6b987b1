"""Publishing: whoever asks about a client hears of each change once, in whatever program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from remembrancer import Memory
from tests.people import ANNA
from tests.scenarios.stage import PATIENCE_SECONDS, Stage, lasting

NOTES = {
    "financial_facts": ["Ellen wants to retire at 58.", "Ellen keeps the Leeds flat."],
    "action_items": [{"content": "Send the drawdown illustration.", "deadline": "2026-03-16"}],
}

# Listens for each client from its cursor on, until so many changes have come.
LISTENER = """
import sys
from itertools import islice
from remembrancer import Memory
url, space, idle, count, *listened = sys.argv[1:]
with Memory.open(url, space=space) as memory:
    for subject, cursor in zip(listened[::2], listened[1::2]):
        changes = memory.subscribe(subject, after=cursor, idle_seconds=float(idle))
        print("listening", flush=True)
        for change in islice(changes, int(count)):
            print(change.action, change.item_id, flush=True)
"""


def listening(
    url: str, space: str, *listened: str, count: int, idle_seconds: float
) -> subprocess.Popen[str]:
    """A program of its own that listens, once it does."""
    source = Path(__file__).parents[2] / "src"
    given = (url, space, str(idle_seconds), str(count), *listened)
    program = subprocess.Popen(
        [sys.executable, "-c", LISTENER, *given],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "listening\n"
    return program


def heard(program: subprocess.Popen[str]) -> list[str]:
    out, err = program.communicate(timeout=PATIENCE_SECONDS)
    assert program.returncode == 0, err
    return out.splitlines()


def test_a_client_s_subscriber_hears_of_each_change(stage: Stage) -> None:
    """S0-20: creating, superseding and dismissing tell the client's subscriber one event each,
    and another client's subscriber none."""
    store = stage.open("adviser").acting_as(ANNA)
    ellen, tom = store.subscribe("ellen"), store.subscribe("tom")
    first = store.add(content="Ellen wants to retire at 58.", subject="ellen")
    assert [(one.action, one.item_id) for one in ellen.poll()] == [("item.add", first.id)]
    later = store.supersede(first.id, content="Ellen wants to retire at 60.")
    (replaced,) = ellen.poll()
    assert (replaced.action, replaced.item_id, replaced.replaced) == (
        "item.supersede",
        later.id,
        (first.id,),
    )
    store.dismiss(later.id)
    assert [(one.action, one.item_id) for one in ellen.poll()] == [("item.dismiss", later.id)]
    assert tom.poll() == ()


def test_the_worker_tells_what_it_inserted(stage: Stage) -> None:
    """S0-25: after the worker ran over a meeting, its client's subscriber sees every new entry
    once, and another client's none."""
    store = stage.open("adviser")
    ellen, tom = store.subscribe("ellen"), store.subscribe("tom")
    store.sources.meeting("m-58", NOTES, subject="ellen", wait=False)
    assert ellen.poll() == ()
    store.jobs.wait()
    told = ellen.poll()
    assert {one.action for one in told} == {"item.add"}
    assert sorted(one.item_id for one in told) == sorted(one.id for one in store.items())
    assert tom.poll() == ()
    store.sources.meeting("m-58", NOTES, subject="ellen")
    assert ellen.poll() == ()


def test_a_subscriber_hears_of_chats_and_events(stage: Stage) -> None:
    """S0-25: what platform events and backfills bring in is told like what people add."""
    store = stage.open("adviser")
    ellen = store.subscribe("ellen")
    trace = store.sources.event("rebalance", subject="ellen", before=70, after=55).trace
    store.sources.backfill([{"id": "m-1", "client_id": "ellen", "notes": NOTES}])
    told = [one.item_id for one in ellen.poll()]
    assert told[0] == trace.id
    assert len(told) == 4


@lasting
def test_another_program_hears_of_the_same_changes(stage: Stage) -> None:
    """S0-20, S0-25: a program of its own hears of the worker's entries, and when it comes back
    with its cursor it goes on where it stood."""
    space = stage.new_space()
    store: Memory = stage.open("adviser", space=space)
    cursor = store.subscribe("ellen").cursor
    live = listening(stage.url, space, "ellen", cursor, count=3, idle_seconds=PATIENCE_SECONDS)
    made = store.sources.meeting("m-58", NOTES, subject="ellen").items
    assert sorted(heard(live)) == sorted(f"item.add {one.id}" for one in made)
    _, middle, last = store.subscribe("ellen", after=cursor).poll()
    other = store.add(content="Tom is 55.", subject="tom")
    told = ("ellen", middle.cursor, "tom", cursor)
    back = listening(stage.url, space, *told, count=9, idle_seconds=0)
    rest = f"item.add {last.item_id}"
    assert heard(back) == [rest, "listening", f"item.add {other.id}"]
