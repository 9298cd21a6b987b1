"""A deadline for what cannot be interrupted: a call to a model, or to a tool of somebody else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


class TooLate(Exception):
    """It was not done in time. What it is still doing is not waited for."""


def within(seconds: float, act: Callable[[], T]) -> T:
    """What an act gives, or its error. Raises `TooLate` if it takes longer."""
    done: list[T] = []
    failed: list[BaseException] = []
    context = copy_context()

    def run() -> None:
        try:
            done.append(context.run(act))
        except BaseException as error:  # raised again by whoever waits
            failed.append(error)

    # A daemon: the process can end before it does.
    thread = threading.Thread(target=run, name="remembrancer-inquiry", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TooLate
    return done[0]
