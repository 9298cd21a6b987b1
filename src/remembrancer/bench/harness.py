"""The harness: foreign code that reads public question sets and measures answers to them.

It is loaded from its own folder for the time of a run, and never copied in.
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
_PARTS = ("run", "datasets", "metrics")  # modules of it that a run needs
Loader = Callable[[str, str], Iterable[Unit]]  # from a folder and a split


class Measuring(NamedTuple):
    """How answers are measured: by the harness, or by our own measures."""

    evaluate: Callable[..., dict[str, Any]]
    mean: Callable[[list[dict[str, float]]], dict[str, float]]
    bootstrap_ci: Callable[[list[float]], tuple[float, float]]
    cuts: Sequence[int]  # how many hits are looked at
    stamp: dict[str, str]  # which definitions these are


class Harness(NamedTuple):
    """A harness as loaded."""

    loaders: Mapping[str, Loader]  # by the name of the question set
    measuring: Measuring


OWN = Measuring(
    measures.evaluate,
    measures.mean,
    measures.bootstrap_ci,
    measures.CUTS,
    {"name": "remembrancer"},
)


@contextmanager
def loaded(folder: Path) -> Iterator[Harness]:
    """The harness in a folder. Its modules are forgotten when the block ends."""
    package = folder / PACKAGE
    missing = [name for name in _PARTS if not (package / f"{name}.py").is_file()]
    if missing:
        raise InvalidInput(
            f"{folder} holds no harness: {PACKAGE}/{missing[0]}.py is not there. Name the folder "
            f"that holds the package {PACKAGE} with --eval, or in REMEMBRANCER_EVAL.",
            field="eval",
        )
    others = _forgotten()
    sys.path.insert(0, str(folder.resolve()))
    invalidate_caches()
    try:
        yield _harness(folder)
    finally:
        sys.path.remove(str(folder.resolve()))
        _forgotten()
        sys.modules.update(others)


def _harness(folder: Path) -> Harness:
    try:
        run, datasets, metrics = (import_module(f"{PACKAGE}.{part}") for part in _PARTS)
        return Harness(
            datasets.LOADERS,
            Measuring(
                run.evaluate,
                metrics.mean,
                metrics.bootstrap_ci,
                tuple(metrics.KS),
                {"name": PACKAGE} | _hashes(folder / PACKAGE),
            ),
        )
    except Exception as error:  # foreign code may fail in any way
        raise RemembrancerError(
            f"The harness in {folder} cannot be loaded: {told(error)}. Bring it up to date, or "
            "name another with --eval."
        ) from error


def _forgotten() -> dict[str, Any]:
    """Takes a harness out of the loaded modules; what was there."""
    names = [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]
    return {name: sys.modules.pop(name) for name in names}


def _hashes(package: Path) -> dict[str, str]:
    """The harness has no version, so the definitions are known by their hash."""
    return {f"{part}_sha256": sha256(package / f"{part}.py") for part in _PARTS}


def sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def told(error: Exception) -> str:
    """An error of foreign code in one line."""
    return f"{type(error).__name__}: {error}".rstrip(".: ")
