"""Interrupts: Ctrl-C ends the program with 130 and no word, whenever it comes.

A program that was started with interrupts ignored, as shells start what runs in the background,
goes on ignoring them.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED: Final = 130  # as shells tell of Ctrl-C
_AGAIN_SECONDS: Final = 0.01  # by then the callback that lost an interrupt is over
_HAS_TIMER: Final = hasattr(signal, "setitimer")  # not on Windows


def take_over() -> None:
    """From now on Ctrl-C ends the process at once, while there is nothing yet to clean up."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    signal.signal(signal.SIGINT, _end_at_once)
    # It runs last. What the interpreter does after it cannot be interrupted without noise.
    atexit.register(_ignore_them)


def raise_them() -> None:
    """From now on Ctrl-C is a `KeyboardInterrupt`, so that the command can clean up."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        sys.unraisablehook = _raise_again
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_at_once() -> None:
    """The command is over: from now on Ctrl-C ends the process, whatever it still waits for."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)


def led_to(error: BaseException) -> bool:
    """An interrupt is behind the error: Python wraps one that comes while it makes a class."""
    behind: BaseException | None = error
    seen: set[int] = set()
    while behind is not None and id(behind) not in seen:
        if isinstance(behind, KeyboardInterrupt):
            return True
        seen.add(id(behind))
        behind = behind.__cause__ or behind.__context__
    return False


def _end_at_once(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _ignore_them() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _HAS_TIMER:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _raise_again(lost: UnraisableHookArgs) -> None:
    """An interrupt in a callback of the interpreter is lost, and so it is raised once more."""
    if lost.exc_type is KeyboardInterrupt and _HAS_TIMER:
        signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(lost)
