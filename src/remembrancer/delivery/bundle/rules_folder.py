"""A folder with rules files: what would change in it, and changing it.

Only what a pull has written is ever replaced or removed: a file is known by its name and by the
first line in it, a section by the lines around it. No link leads out of the folder.
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
    """What would be done to a folder. Names are relative to it."""

    writes: dict[str, tuple[Path, bytes]]
    removes: dict[str, Path]
    unchanged: tuple[str, ...]

    @property
    def is_changed(self) -> bool:
        return bool(self.writes or self.removes)


class RulesFolder:
    """A project's folder, seen as the place of rules files."""

    def __init__(self, folder: Any) -> None:
        if not isinstance(folder, str | Path) or "\x00" in str(folder):
            raise InvalidInput(f"A folder is a path, not {folder!r}.", field="folder")
        if isinstance(folder, str) and not folder.strip():  # else it would be the one we are in
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
        """A pull has put its section into AGENTS.md before."""
        path = self.root / AGENTS_FILE
        return os.path.lexists(path) and bool(_lines(_content(self._inside(path)), BEGIN))

    def plan(self, files: Mapping[str, str], section: str | None) -> FolderPlan:
        """What is to be done so that these are our files, and this our section, if there is one.

        Whatever forbids it is an error here, before anything is touched.
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
        """Does it. What was withdrawn goes first."""
        for path in plan.removes.values():
            with _told(path):
                path.unlink(missing_ok=True)
        for path, content in plan.writes.values():
            with _told(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                _put(path, content)

    def _rules(self) -> Path:
        """Where rules files are, or will be."""
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
        """The path without links, where they stay in the folder."""
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
            raise Conflict(  # the next pull would not read it, and what is revoked would stay in it
                f"{path} would have {len(after):,} bytes with its section, and a pull keeps up to "
                f"{RULES_FILE_BYTES_MAX:,} up to date. Nothing was written. Pull without agents_md "
                "(remove the section, if there is one), or make fewer facts binding."
            )
        plan.note(AGENTS_FILE, path, before, after)


class _Planning:
    """A plan while it is being made."""

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
        # One of another size differs, and need not be read.
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
    """An ordinary file whose first line says that a pull wrote it."""
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
    """The file with our section in its place, or at its end. All the rest stays as it is."""
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
    """Puts a file there, whole or not at all."""
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
    """What the system says of a file, in our words."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # links in a circle are a RuntimeError of pathlib's
        why = getattr(error, "strerror", None) or error
        raise StoreUnreachable(
            f"{path} cannot be read or written: {why}. Choose a folder that you may write to, and "
            "that has room."
        ) from error
