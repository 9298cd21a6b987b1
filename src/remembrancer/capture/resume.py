"""Resumes reading: which session a file holds, and how much of it was read."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from remembrancer.capture import files
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import SESSION_FEED, name_for
from remembrancer.jobs import transactions
from remembrancer.jobs.feed import Feed
from remembrancer.ports import Reader, Store

T = TypeVar("T")

WRITTEN_ANEW = "It was written anew since it was read: all of it was read again."
_BLOCK_BYTES = 1 << 20
_GONE_MAX = 1_000  # moved or deleted files that are compared with a new file


class ReadPosition(NamedTuple):
    """How far a file has been read."""

    name: str  # of its conversation
    digest: hmac.HMAC  # of all bytes read
    feed: Feed | None = None  # None: the file is new, or it was rewritten
    last_at: datetime | None = None  # time of the last message in it
    odd: str | None = None  # a note for the report

    @property
    def bytes(self) -> int:
        return 0 if self.feed is None else self.feed.bytes


class SessionFiles:
    """The session files of one person that were read before, to recognise them."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self._store = store
        self._scope = scope
        self._by_size: dict[int, dict[str, Feed]] | None = None  # by size, then by digest
        self._gone: list[Feed] = []

    def known(self, root: Path, path: Path, file: BinaryIO, size: int) -> ReadPosition:
        """The read position of a file: found by its name, or by its content if it was renamed."""
        place = files.shown(path)
        names = self._names(root, path)
        feeds, free = self._look(lambda reader: self._named(reader, names))
        for feed in feeds:
            if self._may_be(feed, path, size):
                position = self._among(file, [feed])
                if position is not None:
                    return position
            if feed.place == place:
                return ReadPosition(feed.name, self._digest(), odd=WRITTEN_ANEW)
        # Two files with the same content are one session, wherever they are.
        same = self._all().get(size, {}).values()
        position = self._among(file, [*same, *(feed for feed in self._gone if feed.bytes < size)])
        return position or ReadPosition(free, self._digest())

    def put(self, feed: Feed) -> None:
        """Remembers what was read."""
        if self._by_size is not None:
            self._by_size.setdefault(feed.bytes, {})[feed.digest] = feed
            self._gone = [one for one in self._gone if one.name != feed.name]

    def is_gone(self, feed: Feed) -> bool:
        """Whether the file no longer exists at its path."""
        return not os.path.exists(feed.place)

    def _names(self, root: Path, path: Path) -> list[str]:
        """Possible names of the session: the same file name in two folders gives two sessions."""
        base = root if root.is_dir() else root.parent
        inner = path.relative_to(base).with_suffix("").as_posix()
        whole = f"{self._scope.viewer.name}:{path.absolute()}".encode("utf-8", "surrogateescape")
        mark = hashlib.sha256(whole).hexdigest()[:12]
        named = (f"session:{path.stem}", f"session:{inner}", f"session:{mark}:{path.stem}")
        return [name for value in dict.fromkeys(named) if (name := name_for(value)) is not None]

    def _named(self, reader: Reader, names: list[str]) -> tuple[list[Feed], str]:
        """The feeds with these names, and the first unused name."""
        feeds: list[Feed] = []
        free: str | None = None
        for name in names:
            feed = reader.feeds.get(SESSION_FEED, name)
            if feed is not None:
                feeds.append(feed)
            elif free is None:
                place = reader.conversations.get(name, counted=False)
                # A session of somebody else may be visible here, but it is not this one.
                if place is None or place.owner == self._scope.viewer.name:
                    free = name
        return feeds, free or names[-1]

    def _may_be(self, feed: Feed, path: Path, size: int) -> bool:
        """Whether the feed may belong to this file, and not to another one next to it."""
        is_here = feed.place == files.shown(path) or feed.bytes == size or self.is_gone(feed)
        return is_here or os.path.samefile(feed.place, path)

    def _all(self) -> dict[int, dict[str, Feed]]:
        if self._by_size is None:
            self._by_size = {}
            for feed in self._look(lambda reader: reader.feeds.all()):
                if feed.kind == SESSION_FEED and feed.owner == self._scope.viewer.name:
                    self._by_size.setdefault(feed.bytes, {})[feed.digest] = feed
                    if self.is_gone(feed):
                        self._gone.append(feed)
            self._gone = self._gone[-_GONE_MAX:]
        return self._by_size

    def _among(self, file: BinaryIO, feeds: Iterable[Feed]) -> ReadPosition | None:
        """The longest feed whose bytes are the beginning of the file."""
        sought = {(feed.bytes, feed.digest): feed for feed in feeds}
        position: ReadPosition | None = None
        digest = self._digest()
        at = 0
        file.seek(0)
        for size in sorted({size for size, _ in sought}):
            while at < size and (block := file.read(min(size - at, _BLOCK_BYTES))):
                digest.update(block)
                at += len(block)
            feed = sought.get((at, digest.hexdigest()))
            if feed is not None:
                position = ReadPosition(feed.name, digest.copy(), feed)
        return position and position._replace(last_at=self._look(_last_at(position.name)))

    def _digest(self) -> hmac.HMAC:
        return hmac.new(self._scope.space.key, digestmod=hashlib.md5)

    def _look(self, act: Callable[[Reader], T]) -> T:
        return transactions.read(self._store, self._scope, act)[0]


def _last_at(name: str) -> Callable[[Reader], datetime | None]:
    def look(reader: Reader) -> datetime | None:
        last = reader.conversations.last_messages(name, 1)
        return last[0].timestamp if last else None

    return look
