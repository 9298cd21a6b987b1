"""Ctrl-C: the exit code, and that not a word is said."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from remembrancer.doors.cli import interrupts
from tests.cli.program import Program, environment

# The program, which says when it begins to read.
_TELLING = """
import sys
from remembrancer.doors.cli import main

read = sys.stdin.read
sys.stdin.read = lambda: (print("reads", flush=True), read())[1]
main()
"""

# The program, interrupted at the nth call that it makes, or counting how many there are.
_INTERRUPTED = """
import atexit, signal, sys
from remembrancer.doors.cli import interrupts, main

moment, calls = int(sys.argv.pop(1)), 0

def count(frame, event, argument):
    global calls
    calls += 1
    if calls == moment:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)

if not moment:
    atexit.register(lambda: (sys.setprofile(None), print(calls, file=sys.stderr)))
interrupts.take_over()
sys.setprofile(count)
main()
"""

# The program, interrupted in a callback of the interpreter, from which nothing can be raised.
_LOST = """
import signal, sys
from remembrancer.doors.cli import main

class Dropped:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def read():
    Dropped()
    return sys.stdin.readline()

sys.stdin.read = read
main()
"""
_QUICK = ("show", "km_000000000000", "--url", "nowhere.db")  # loads and fails, and little beside


def _attended() -> None:
    """As in a terminal. What a shell starts in the background is told to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _unattended() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _started(
    code: str, *arguments: str, by: Callable[[], None] = _attended
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=by,
    )


def _ended(code: str, *arguments: str) -> tuple[int, bytes, bytes]:
    with _started(code, *arguments) as process:
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def test_an_interrupt_is_quiet(rmb: Program) -> None:
    """Ctrl-C ends with 130 and no word, and nothing is stored."""
    with _started(_TELLING, "remember", "-") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"reads\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == (b"", b"")
    assert not (rmb.folder / "remembrancer.db").exists()


def test_who_ignores_interrupts_is_not_interrupted(rmb: Program) -> None:
    """In the background of a shell, which has it ignored, Ctrl-C is for others."""
    with _started(_TELLING, "remember", "-", "--as-is", by=_unattended) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"reads\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(b"Ellen keeps bees.", timeout=60)
    assert process.returncode == 0, err
    assert "Ellen keeps bees." in rmb.done("recall", "bees").out


@pytest.mark.parametrize("moments", [2, pytest.param(6, marks=pytest.mark.soak)])
def test_any_moment_is_as_good(rmb: Program, moments: int) -> None:
    """While it loads and while it works, Ctrl-C ends with 130 and no word; once all is told, with
    130 or with the code of the command."""
    code, out, err = _ended(_INTERRUPTED, "0", *_QUICK)
    assert code == 1
    message, calls = err.splitlines()
    assert b"There is no store at nowhere.db" in message
    last = int(calls)
    for number in range(moments):
        moment = 1 + (number + 1) * (last - 1) // moments
        code, out, err = _ended(_INTERRUPTED, str(moment), *_QUICK)
        if err:  # it had told all that it has to tell
            assert err == message + b"\n", moment
            assert code in (130, 1), moment
        else:
            assert code == 130, moment
        assert out == b"", moment


def test_an_interrupt_that_python_loses_comes_again(rmb: Program) -> None:
    """Where Python can raise nothing, as while it frees something, Ctrl-C is not forgotten."""
    with _started(_LOST, "remember", "-") as process:
        assert process.wait(60) == 130  # nobody writes: without the interrupt it reads on
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")


def test_an_interrupt_behind_an_error_is_found() -> None:
    """What Python wraps an interrupt in counts as one; any other error does not."""
    wrapped = RuntimeError("while a class was made")
    wrapped.__cause__ = KeyboardInterrupt()
    assert interrupts.led_to(wrapped)
    assert not interrupts.led_to(RuntimeError("a fault of its own"))


def test_an_interrupt_at_a_question_is_one(rmb: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C where the program asks something ends it as anywhere else."""

    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    kept = rmb.remember("Ellen keeps bees.")
    monkeypatch.setattr("builtins.input", interrupted)
    monkeypatch.setattr("typer._click.termui.visible_prompt_func", interrupted, raising=False)
    assert rmb("erase", "--id", kept, "--reason", "asked for").code == 130
    assert rmb.done("show", kept).out
