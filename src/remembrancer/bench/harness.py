"""Loads an external harness that reads public question sets and measures answers.

The harness is imported from its own folder for one run and never copied in.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any, NamedTuple

from remembrancer.bench import measures
from remembrancer.bench.measures import Unit
from remembrancer.core.errors import InvalidInput, RemembrancerError

PACKAGE = "memeval"
_PARTS = ("run", "datasets", "metrics")  # its modules that a run needs
Loader = Callable[[str, str], Iterable[Unit]]  # from a folder and a split


class HarnessMetrics(NamedTuple):
    """The metric functions: of the harness, or our own."""

    evaluate: Callable[..., dict[str, Any]]
    mean: Callable[[list[dict[str, float]]], dict[str, float]]
    bootstrap_ci: Callable[[list[float]], tuple[float, float]]
    cuts: Sequence[int]  # values of k
    stamp: dict[str, str]  # the versions of the definitions


class Harness(NamedTuple):
    """A loaded harness."""

    loaders: Mapping[str, Loader]  # by the name of the question set
    measuring: HarnessMetrics


OWN = HarnessMetrics(
    measures.evaluate,
    measures.mean,
    measures.bootstrap_ci,
    measures.CUTS,
    {"name": "remembrancer"},
)


@contextmanager
def load_harness(folder: Path) -> Iterator[Harness]:
    """Loads the harness in a folder and unloads its modules when the block ends."""
    package = folder / PACKAGE
    missing = [name for name in _PARTS if not (package / f"{name}.py").is_file()]
    if missing:
        raise InvalidInput(
            f"{folder} holds no harness: {PACKAGE}/{missing[0]}.py is not there. Name the folder "
            f"that holds the package {PACKAGE} with --eval, or in REMEMBRANCER_EVAL.",
            field="eval",
        )
    others = _unload_modules()
    sys.path.insert(0, str(folder.resolve()))
    invalidate_caches()
    try:
        yield _import_harness(folder)
    finally:
        sys.path.remove(str(folder.resolve()))
        _unload_modules()
        sys.modules.update(others)


def _import_harness(folder: Path) -> Harness:
    try:
        run, datasets, metrics = (import_module(f"{PACKAGE}.{part}") for part in _PARTS)
        return Harness(
            datasets.LOADERS,
            HarnessMetrics(
                run.evaluate,
                metrics.mean,
                metrics.bootstrap_ci,
                tuple(metrics.KS),
                {"name": PACKAGE} | _hashes(folder / PACKAGE),
            ),
        )
    except Exception as error:  # third-party code may fail in any way
        raise RemembrancerError(
            f"The harness in {folder} cannot be loaded: {error_line(error)}. Bring it up to date, "
            "or name another with --eval."
        ) from error


def _unload_modules() -> dict[str, Any]:
    """Removes the harness from the loaded modules and returns what was there."""
    names = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    return {name: sys.modules.pop(name) for name in names}


def _hashes(package: Path) -> dict[str, str]:
    """The hashes of the definitions, since the harness has no version."""
    return {f"{part}_sha256": sha256(package / f"{part}.py") for part in _PARTS}


def sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def error_line(error: Exception) -> str:
    """An error of third-party code in one line."""
    return f"{type(error).__name__}: {error}".rstrip(".: ")
