"""The rules of the repository that a script checks."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path, PurePosixPath
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "check_repository.py"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_repository", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["check_repository"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.soak  # `make check` runs the same script
def test_the_rules_are_kept() -> None:
    """S4-82: no SQL outside the store, no address in a lock, no note left over."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "code",
    [
        'query = "SELECT id FROM item WHERE id = ?"',
        'query = "select id from item"',
        'query = f"DELETE FROM {table}"',
        'query = """\n  UPDATE item SET title = 1\n"""',
        'query = "PRAGMA user_version"',
    ],
)
def test_sql_outside_the_store_is_found(code: str) -> None:
    """S4-82: the check sees statements in any form."""
    found = list(script().check_sql(PurePosixPath("src/remembrancer/memory.py"), code))
    assert len(found) == 1


@pytest.mark.parametrize(
    "code",
    [
        '"""Select what you need from the list, and update the set."""',
        'message = "Update the item, or select another from the list."',
        'word = "select"',
    ],
)
def test_plain_english_is_no_sql(code: str) -> None:
    """Messages and docstrings are prose."""
    assert list(script().check_sql(PurePosixPath("src/remembrancer/memory.py"), code)) == []


@pytest.mark.parametrize(
    ("place", "code", "count"),
    [
        ("remember/add.py", 'from importlib import import_module\nimport_module("os")\n', 1),
        ("memory.py", '__import__("os")\n', 1),
        ("remember/add.py", "def act() -> None:\n    from remembrancer import errors\n", 1),
        ("remember/add.py", "def act() -> None:\n    import numpy\n", 0),
        ("front/review.py", "def act() -> None:\n    from remembrancer import errors\n", 0),
        ("bench/extract.py", 'from importlib import import_module\nimport_module("x")\n', 0),
    ],
)
def test_imports_that_tools_cannot_see_are_found(place: str, code: str, count: int) -> None:
    """By a string nowhere but where a caller names a module; inside a function at doors alone."""
    file = PurePosixPath("src/remembrancer") / place
    assert len(list(script().check_imports(file, code))) == count


def test_two_classes_of_one_name_are_found() -> None:
    """One class per name, wherever they are; what a file keeps to itself does not count."""
    check = script()
    texts = ["class Row: ...\nclass _Own: ...", "class Row: ...", "class _Own: ..."]
    named = [
        pair
        for number, text in enumerate(texts)
        for pair in check.class_names(PurePosixPath(f"src/remembrancer/part{number}.py"), text)
    ]
    found = list(check.check_names(named))
    assert [str(one.file) for one in found] == [
        "src/remembrancer/part0.py",
        "src/remembrancer/part1.py",
    ]


def test_a_folder_that_is_too_full_is_found() -> None:
    """At most thirty modules stand in one folder of src, its `__init__` not counted."""
    check = script()
    full = [PurePosixPath(f"src/remembrancer/part/m{n}.py") for n in range(30)]
    also = [PurePosixPath("src/remembrancer/part/__init__.py"), PurePosixPath("tests/x.py")]
    assert not list(check.check_folders([*full, *also]))
    (found,) = check.check_folders([*full, *also, PurePosixPath("src/remembrancer/part/more.py")])
    assert found.file.parent == PurePosixPath("src/remembrancer/part")
