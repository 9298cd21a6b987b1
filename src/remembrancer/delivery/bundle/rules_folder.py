"""A folder with rules files: plans changes to it, and applies them.

Only content that a pull wrote is replaced or removed. A file is recognised by its name and its
first line, a section by the lines around it. Symbolic links must not lead out of the folder.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import Conflict, InvalidInput, StoreUnreachable
from remembrancer.core.limits import RULES_FILE_BYTES_MAX
from remembrancer.delivery.bundle.rules_files import AGENTS_FILE, BEGIN, END, FOLDER, MARK

_OWN_NAME: Final = re.compile(r"km_(?:[0-9a-f]{12}|approved)\.md")
_NEW_FILE_MODE: Final = 0o644


class FolderPlan(NamedTuple):
    """The planned changes to a folder. Names are relative to it."""

    writes: dict[str, tuple[Path, bytes]]
    removes: dict[str, Path]
    unchanged: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        return bool(self.writes or self.removes)


class RulesFolder:
    """A project folder that holds rules files."""

    def __init__(self, folder: Any) -> None:
        if not isinstance(folder, str | Path) or "\x00" in str(folder):
            raise InvalidInput(f"A folder is a path, not {folder!r}.", field="folder")
        if isinstance(folder, str) and not folder.strip():  # else it is the current folder
            raise InvalidInput(
                "The name of the folder is empty. Give the folder of a project; '.' is this one.",
                field="folder",
            )
        with _told(Path(folder)):
            self.root = Path(folder).resolve()
            is_folder = self.root.is_dir()
        if not is_folder:
            raise InvalidInput(
                f"{folder} is no folder. Give the folder of a project; a pull makes "
                f"{FOLDER} in it.",
                field="folder",
            )

    def has_section(self) -> bool:
        """Whether an earlier pull wrote its section into AGENTS.md."""
        path = self.root / AGENTS_FILE
        return os.path.lexists(path) and bool(_lines(_content(self._inside(path)), BEGIN))

    def plan(self, files: Mapping[str, str], section: str | None) -> FolderPlan:
        """The changes that bring our files and our section, if there is one, to these texts.

        Anything that prevents them raises here, before any file is changed.
        """
        rules = self._rules()
        plan = _Planning()
        for name, text in files.items():
            if not _OWN_NAME.fullmatch(name):
                raise Conflict(f"{name!r} is no name of a rules file, so none was written.")
            _plan_file(plan, f"{FOLDER}/{name}", rules / name, text.encode())
        for path in _own_files(rules):
            if path.name not in files:
                plan.removes[f"{FOLDER}/{path.name}"] = path
        if section is not None:
            self._plan_section(plan, section)
        for place in {path.parent for path, _ in plan.writes.values()}:
            _check_writable(place)
        for path in plan.removes.values():
            _check_writable(path.parent)
        return FolderPlan(plan.writes, plan.removes, tuple(plan.unchanged))

    def carry_out(self, plan: FolderPlan) -> None:
        """Applies the plan. Removals come first."""
        for path in plan.removes.values():
            with _told(path):
                path.unlink(missing_ok=True)
        for path, content in plan.writes.values():
            with _told(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                _put(path, content)

    def _rules(self) -> Path:
        """The folder for rules files, which may not exist yet."""
        path = self.root
        for name in FOLDER.split("/"):
            path = path / name
            if not os.path.lexists(path):
                continue
            path = self._inside(path)
            if not path.is_dir():
                raise Conflict(f"{path} is no folder, and rules files go there. Move it away.")
        return path

    def _inside(self, path: Path) -> Path:
        """The resolved path, if it stays in the folder."""
        with _told(path):
            real = path.resolve()
        if not real.is_relative_to(self.root):
            raise Conflict(
                f"{path} is a link that leads out of {self.root}, so nothing was written. "
                "Remove the link, or pull into the folder that it leads to."
            )
        return real

    def _plan_section(self, plan: _Planning, section: str) -> None:
        path, before = self.root / AGENTS_FILE, None
        if os.path.lexists(path):
            path = self._inside(path)
            before = _content(path)
        after = _with_section(path, before or b"", section)
        if len(after) > RULES_FILE_BYTES_MAX:
            raise Conflict(  # the next pull could not read it, and revoked items would stay in it
                f"{path} would have {len(after):,} bytes with its section, and a pull keeps up to "
                f"{RULES_FILE_BYTES_MAX:,} up to date. Nothing was written. Pull without agents_md "
                "(remove the section, if there is one), or make fewer facts binding."
            )
        plan.note(AGENTS_FILE, path, before, after)


class _Planning:
    """Builds a plan."""

    def __init__(self) -> None:
        self.writes: dict[str, tuple[Path, bytes]] = {}
        self.removes: dict[str, Path] = {}
        self.unchanged: list[str] = []

    def note(self, name: str, path: Path, before: bytes | None, after: bytes) -> None:
        if before == after:
            self.unchanged.append(name)
        else:
            self.writes[name] = (path, after)


def _plan_file(plan: _Planning, name: str, path: Path, after: bytes) -> None:
    if not os.path.lexists(path):
        plan.note(name, path, None, after)
        return
    if not _is_own(path):
        raise Conflict(
            f"{path} was not written by a pull, so nothing was written. Move it away: files of "
            "this name are a pull's."
        )
    with _told(path):
        # A file of another size differs, so it need not be read.
        before = path.read_bytes() if path.stat().st_size == len(after) else b""
    plan.note(name, path, before, after)


def _own_files(rules: Path) -> list[Path]:
    """Files that a pull has written."""
    if not os.path.lexists(rules):
        return []
    with _told(rules):
        listed = sorted(rules.iterdir())
    return [path for path in listed if _OWN_NAME.fullmatch(path.name) and _is_own(path)]


def _is_own(path: Path) -> bool:
    """Whether it is a regular file whose first line says that a pull wrote it."""
    with _told(path):
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with path.open("rb") as file:
            return file.readline(len(MARK) + 2).rstrip() == MARK.encode()


def _content(path: Path) -> bytes:
    with _told(path):
        if not path.is_file():
            raise Conflict(f"{path} is no file, so nothing was written. Move it away.")
        if path.stat().st_size > RULES_FILE_BYTES_MAX:
            raise Conflict(
                f"{path} has more than {RULES_FILE_BYTES_MAX:,} bytes, so nothing was written. "
                "Shorten it."
            )
        return path.read_bytes()


def _with_section(path: Path, before: bytes, section: str) -> bytes:
    """The file with our section in its place, or at its end. Everything else stays unchanged."""
    new = section.encode()
    if b"\r\n" in before:
        new = new.replace(b"\n", b"\r\n")
    begins, ends = _lines(before, BEGIN), _lines(before, END)
    if not begins and not ends:
        line_end = b"\r\n" if b"\r\n" in before else b"\n"
        gap = b"" if before.endswith(b"\n") or not before else line_end
        return before + gap + (line_end if before else b"") + new
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        raise Conflict(
            f"{path} does not hold one pair of the lines between which a pull writes, so nothing "
            f"was written. Leave one '{BEGIN}' and below it one '{END}', or remove them all."
        )
    return before[: begins[0].start()] + new.rstrip(b"\r\n") + before[ends[0].end() :]


def _lines(content: bytes, mark: str) -> list[re.Match[bytes]]:
    return list(re.finditer(rb"^%s(?=\r?$)" % re.escape(mark.encode()), content, re.MULTILINE))


def _check_writable(place: Path) -> None:
    while not os.path.lexists(place):
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        raise StoreUnreachable(
            f"{place} cannot be written to, so nothing was written. Choose a folder that you may "
            "write to, or ask whoever owns it."
        )


def _put(path: Path, content: bytes) -> None:
    """Writes a file atomically."""
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else _NEW_FILE_MODE
    number, name = tempfile.mkstemp(dir=path.parent, prefix=".remembrancer-", suffix=".tmp")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """The operating system's error about a file, in our words."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # pathlib raises RuntimeError for circular links
        why = getattr(error, "strerror", None) or error
        raise StoreUnreachable(
            f"{path} cannot be read or written: {why}. Choose a folder that you may write to, and "
            "that has room."
        ) from error
