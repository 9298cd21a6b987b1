"""Check the rules of the repository that no other tool checks.

Lock files hold no addresses, no file names a package registry or sets a
package index, SQL stays inside the store, no import hides from linters, src
holds no leftover notes, a class has a name of its own, and no folder of src is
too full to be looked through.
Each finding is printed as file:line: what to do.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = PurePosixPath("src")
STORE = SOURCE / "remembrancer" / "store"
QUERIES = SOURCE / "remembrancer" / "graph" / "sql"  # checks and writes what a caller asks in SQL
# The floor that speed is measured against is bare SQL: one of our own parts would measure nothing.
FLOOR = SOURCE / "remembrancer" / "bench" / "floor.py"
# Who measures may name an engine or a harness of their own, which nobody here knows.
MEASURES = SOURCE / "remembrancer" / "bench"
# Where an import may stand inside a function, so that a program starts fast: doors, the verbs of
# the front door, wiring, and adapters of engines, models and array libraries.
LATE_IMPORTS = (
    *("doors", "integrations", "client", "bench", "demo"),
    *(
        "front",
        "memory.py",
        "build.py",
        "build_tools.py",
        "__init__.py",
        "store",
        "llm",
        "projection",
    ),
)
FOLDER_FILES_MAX = 30  # modules directly in a folder
# Libraries that take long to load, and that most programs do without.
SLOW_TO_LOAD = frozenset({"numpy", "sqlglot"})


class Finding(NamedTuple):
    file: PurePosixPath
    line: int
    advice: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.advice}"


# Host names are joined from pieces, so that this file passes its own check.
HOSTS = [
    "pypi" + ".org",
    "pypi" + ".python.org",
    "python" + "hosted.org",
    "pypi" + ".io",
    "registry." + "npmjs.org",
    "anaconda" + ".org",
    "docker" + ".io",
    "ghcr" + ".io",
    "quay" + ".io",
]
HOST = re.compile("|".join(re.escape(host) for host in HOSTS), re.IGNORECASE)
SIMPLE_INDEX = re.compile(r"(?:https?|file)://[^\s\"'<>]*/simple\b", re.IGNORECASE)
INDEX_SETTING = re.compile(
    r"index[-_]url|find[-_]links|\buv_(?:default_)?index\b|\[\[(?:tool\.uv\.)?index\]\]",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"https?://", re.IGNORECASE)
LEFTOVER = re.compile(r"\b(?:TODO|FIXME|XXX)\b")

# Shouted keywords are SQL wherever they stand. In small letters the text has
# to begin as a statement does, since "update the set" is plain English.
_TARGET = r"(?:TABLE|INDEX|VIEW|TRIGGER|SCHEMA)\b"
_SHAPES = [
    r"SELECT\s+(?:DISTINCT\s+)?\S.*?\sFROM\s+\S",
    r"SELECT\s+(?:[\d*]|\w+\()",
    r"INSERT\s+(?:OR\s+\w+\s+)?INTO\s+\S",
    r"REPLACE\s+INTO\s+\S",
    r"UPDATE\s+(?:OR\s+\w+\s+)?\S+\s+SET\s+\S",
    r"DELETE\s+FROM\s+\S",
    r"CREATE\s+(?:(?:UNIQUE|TEMP|TEMPORARY|VIRTUAL|MATERIALIZED)\s+)?" + _TARGET,
    r"(?:DROP|ALTER)\s+" + _TARGET,
    r"PRAGMA\s+\w",
    r"WITH\s+(?:RECURSIVE\s+)?\w+\s*(?:\([^)]*\)\s*)?AS\s+\(",
    r"(?:WHERE|HAVING)\s+\S+\s*(?:=|<>|!=|<|>|\bIN\b|\bLIKE\b|\bIS\b|\bMATCH\b)",
    r"(?:ORDER|GROUP)\s+BY\s+\w",
    r"(?:INNER|LEFT|CROSS|OUTER)\s+JOIN\s+\w",
]
_SMALL_SHAPES = [
    r"select\s+(?:distinct\s+)?[\w.*\"()]+(?:\s*,\s*[\w.*\"()]+)*\s+from\s+\w+",
    r"insert\s+(?:or\s+\w+\s+)?into\s+\w+\s*(?:\(|values\b|select\b)",
    r"update\s+\w+\s+set\s+\w+\s*=",
    r"delete\s+from\s+\w+\s*(?:where\b|;|$)",
    r"(?:create|drop|alter)\s+(?:unique\s+|virtual\s+)?(?:table|index|trigger|view)\s+\w+",
    r"pragma\s+\w+\s*(?:[=(;]|$)",
]
SQL = re.compile(
    r"\b(?:" + "|".join(_SHAPES) + r")|\A\s*(?:" + "|".join(_SMALL_SHAPES) + r")", re.DOTALL
)


def repository_files() -> list[PurePosixPath]:
    """Every file that is, or would be, committed."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
        names = {name for name in listed.split("\0") if name}
    except (OSError, subprocess.CalledProcessError):
        names = set(walked_files())  # an unpacked archive has no git
    return sorted(PurePosixPath(name) for name in names if (ROOT / name).is_file())


def walked_files() -> Iterator[str]:
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name == ".ci" or not (name.startswith(".") or name == "__pycache__")
        ]
        for name in files:
            yield (Path(folder) / name).relative_to(ROOT).as_posix()


def read_text(file: PurePosixPath) -> str | None:
    """The text of a file, or None when it is not text."""
    data = (ROOT / file).read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def is_lock(file: PurePosixPath) -> bool:
    name = file.name.lower()
    return (
        "requirements" in file.parts[:-1]
        or (name.startswith(("requirements", "constraints")) and name.endswith((".txt", ".in")))
        or name.endswith(".lock")
        or (name.startswith("pylock") and name.endswith(".toml"))
        or name in {"package-lock.json", "pip.conf", "pip.ini", "uv.toml"}
    )


def check_addresses(file: PurePosixPath, lines: list[str]) -> Iterator[Finding]:
    text = "\n".join(lines)
    if not any(one.search(text) for one in (HOST, SIMPLE_INDEX, INDEX_SETTING, ADDRESS)):
        return
    is_locked = is_lock(file)
    for number, line in enumerate(lines, start=1):
        if HOST.search(line) or SIMPLE_INDEX.search(line):
            yield Finding(file, number, "remove the package registry address; name the package")
        elif is_locked and ADDRESS.search(line):
            yield Finding(file, number, "remove the address; write the lock anew with make lock")
        if INDEX_SETTING.search(line):
            yield Finding(file, number, "remove the package index setting; it belongs to the user")


def check_leftovers(file: PurePosixPath, lines: list[str]) -> Iterator[Finding]:
    for number, line in enumerate(lines, start=1):
        if found := LEFTOVER.search(line):
            yield Finding(file, number, f"finish what {found.group()} asks for, or drop the note")


@lru_cache(maxsize=1)
def nodes_of(text: str) -> list[ast.AST]:
    """Every node of the code, outer ones first."""
    return list(ast.walk(ast.parse(text)))


def check_sql(file: PurePosixPath, text: str) -> Iterator[Finding]:
    try:
        nodes = nodes_of(text)
    except SyntaxError as error:
        yield Finding(file, error.lineno or 1, f"mend the syntax: {error.msg}")
        return
    for line, literal in string_literals(nodes):
        if SQL.search(literal):
            yield Finding(file, line, f"move the SQL into {STORE}, behind a port")


def check_imports(file: PurePosixPath, text: str) -> Iterator[Finding]:
    """No module is named by a string, and imports stand at the top but where starting fast asks
    for it: linters and readers see them there."""
    nodes = nodes_of(text)
    for node in nodes:
        called = node.func if isinstance(node, ast.Call) else None
        name = getattr(called, "attr", getattr(called, "id", None))
        if name in ("import_module", "__import__") and MEASURES not in file.parents:
            assert isinstance(node, ast.Call)
            yield Finding(file, node.lineno, "import it by a statement, not by a string")
    if file.relative_to(SOURCE / "remembrancer").parts[0] in LATE_IMPORTS:
        return
    imports = [one for one in nodes if isinstance(one, ast.Import | ast.ImportFrom)]
    if not any(one.col_offset for one in imports):
        return  # all of them stand at the top
    functions = [one for one in nodes if isinstance(one, ast.FunctionDef)]
    inside = {node for one in functions for node in ast.walk(one)}
    for node in imports:
        names = {alias.name for alias in node.names}
        if node in inside and not (isinstance(node, ast.Import) and names <= SLOW_TO_LOAD):
            yield Finding(file, node.lineno, "import it at the top of the file")


def class_names(file: PurePosixPath, text: str) -> Iterator[tuple[str, Finding]]:
    """Each public class with what to do should another one have its name."""
    for node in nodes_of(text):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            advice = f"another class is called {node.name}: say in its name which one this is"
            yield node.name, Finding(file, node.lineno, advice)


def check_names(classes: list[tuple[str, Finding]]) -> Iterator[Finding]:
    """One class per name: who reads a name anywhere knows what is meant."""
    counts = Counter(name for name, _ in classes)
    yield from (finding for name, finding in classes if counts[name] > 1)


def check_folders(files: list[PurePosixPath]) -> Iterator[Finding]:
    modules = (one for one in files if one.suffix == ".py" and one.name != "__init__.py")
    for folder, count in Counter(one.parent for one in modules).items():
        if folder.is_relative_to(SOURCE) and count > FOLDER_FILES_MAX:
            advice = f"it has {count} modules, and {FOLDER_FILES_MAX} is most: part it"
            yield Finding(folder / "__init__.py", 1, advice)


def string_literals(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Each string of the code with its line; docstrings are prose and left out."""
    seen: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            seen.add(id(node.value))  # a docstring, or a string that does nothing
        elif isinstance(node, ast.JoinedStr):
            parts = []
            for part in node.values:
                seen.add(id(part))
                parts.append(str(part.value) if isinstance(part, ast.Constant) else "value")
            yield node.lineno, "".join(parts)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in seen
        ):
            yield node.lineno, node.value


def findings() -> Iterator[Finding]:
    files = repository_files()
    classes: list[tuple[str, Finding]] = []
    for file in files:
        text = read_text(file)
        if text is None:
            continue
        lines = text.splitlines()
        yield from check_addresses(file, lines)
        if file.is_relative_to(SOURCE):
            yield from check_leftovers(file, lines)
            has_sql = file == FLOOR or any(file.is_relative_to(one) for one in (STORE, QUERIES))
            if file.suffix == ".py" and not has_sql:
                yield from check_sql(file, text)
            if file.suffix == ".py":
                yield from check_imports(file, text)
                classes += class_names(file, text)
    yield from check_names(classes)
    yield from check_folders(files)


def main() -> int:
    found = list(findings())
    for finding in found:
        print(finding)
    if found:
        print(f"{len(found)} to mend.", file=sys.stderr)
        return 1
    print("Repository rules kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
