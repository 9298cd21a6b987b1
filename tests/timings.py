"""A plugin that notes how long each case takes, for `scripts/long_cases.py`.

It is loaded by `pytest -p tests.timings`, and writes one file for each process of the run into the
folder that `REMEMBRANCER_TEST_TIMES` names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import TextIO

import pytest

_open: list[TextIO] = []


def _file() -> TextIO:
    if not _open:
        folder = Path(os.environ["REMEMBRANCER_TEST_TIMES"])
        folder.mkdir(parents=True, exist_ok=True)
        _open.append((folder / f"{os.getpid()}.tsv").open("w", encoding="utf-8"))
    return _open[0]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With what is set up for it, which the first case of a file pays for all."""
    start = time.perf_counter()
    result = yield
    taken = time.perf_counter() - start
    print(f"{taken:.3f}\t{item.nodeid}", file=_file(), flush=True)
    return result
