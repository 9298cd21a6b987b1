"""The store, behind the port, on either engine."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from remembrancer.core.errors import Conflict, NotAvailable, NotFound, StoreError
from remembrancer.core.ledger import Action, Head
from remembrancer.core.limits import READ_LAG_SECONDS
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.governance.access.token import SigningKey
from remembrancer.graph.port import QueryBounds
from remembrancer.graph.sql.port import CheckedSql
from remembrancer.ports import Progress, Reader, Writer
from remembrancer.store import copying, space_removal, spaces
from remembrancer.store.access import keys
from remembrancer.store.caches.names_cache import NamesCache
from remembrancer.store.caches.vector_cache import VectorCache
from remembrancer.store.caches.withdrawn_cache import WithdrawnCache
from remembrancer.store.dialect import pack
from remembrancer.store.documents import search_index
from remembrancer.store.engine import Connection, Database
from remembrancer.store.jobs import jobs
from remembrancer.store.ledger import verify
from remembrancer.store.notifications import SpaceNotifications
from remembrancer.store.reader import SqlReader
from remembrancer.store.rows import iso
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.store.unit.unit_of_work import moved_to
from remembrancer.store.writer import SqlWriter

if TYPE_CHECKING:
    from remembrancer.store.postgres.postgres_driver import Postgres

DEFAULT_PRESET = "adviser"


def open_sqlite(path: str, *, embeds: bool = False) -> SqlStore:
    return SqlStore(Sqlite(path), embeds=embeds)


def open_postgres(
    url: str,
    *,
    embeds: bool = False,
    read_url: str | None = None,
    lag_seconds: float = READ_LAG_SECONDS,
    distributes: bool = False,
) -> SqlStore:
    return SqlStore(_postgres(url, read_url, lag_seconds, distributes=distributes), embeds=embeds)


def has_postgres(url: str) -> bool:
    """Whether a store exists on this server."""
    return _postgres(url).is_prepared()


def _postgres(
    url: str,
    read_url: str | None = None,
    lag_seconds: float = READ_LAG_SECONDS,
    *,
    distributes: bool = False,
) -> Postgres:
    # Imported here, so that only stores on PostgreSQL load the driver and the dialect.
    try:
        from remembrancer.store.postgres.postgres_driver import Postgres
    except ImportError as error:
        raise NotAvailable(
            f"PostgreSQL needs its driver, which cannot be loaded ({error}). Install Remembrancer "
            "with its extra: pip install 'remembrancer[postgres]'."
        ) from error
    return Postgres(url, read_url, lag_seconds, distributes=distributes)


_SCRUB_WAIT_ON_OPENING_SECONDS = 0.2


class SqlStore:
    """Keeps everything in one database."""

    def __init__(self, database: Database, *, embeds: bool = False) -> None:
        self._database = database
        self._embeds = embeds
        self._vectors = VectorCache()
        self._withdrawn = WithdrawnCache()
        self._names = NamesCache()
        self._busy = threading.local()
        try:
            database.prepare()
            database.scrub(_SCRUB_WAIT_ON_OPENING_SECONDS)
        except BaseException:
            self._database.close()
            raise
        self._statements = database.statements

    def open_space(
        self, name: str, *, preset: str | None, actor: str, now: datetime, creates: bool = True
    ) -> Space:
        """The space of that name, created on first use."""
        with self._database.reading(None) as connection:
            space = spaces.find(connection, self._statements, name)
        if space is None and not creates:
            raise NotFound("space", name, "Check its name, or let it be made.")
        if space is None:
            with self._database.writing(None) as connection:
                space = spaces.find(connection, self._statements, name)
                if space is None:
                    wanted = preset or DEFAULT_PRESET
                    space = spaces.create(connection, self._statements, name, wanted, actor, now)
                    mark = spaces.mark(connection, self._statements, space)
                    self._database.commit(connection, mark)
        if preset is not None and space.preset.name != preset:
            raise Conflict(
                f"The space {name!r} was made with the preset {space.preset.name!r}, not "
                f"{preset!r}. Leave the preset out, or choose another space."
            )
        return space

    def spaces(self) -> tuple[Space, ...]:
        with self._database.reading(None) as connection:
            return spaces.listed(connection, self._statements)

    def due_spaces(self, now: datetime, kinds: Collection[str]) -> tuple[Space, ...]:
        statement = self._statements.get(jobs.one_due)
        due: list[Space] = []
        with self._database.reading(None) as connection:
            for space in spaces.listed(connection, self._statements):
                connection.enter(space.number)
                values = {
                    "space_n": space.number,
                    "now": iso(now),
                    "kinds": pack(sorted(kinds)),
                }
                if connection.one(statement, values) is not None:
                    due.append(space)
        return tuple(due)

    @contextmanager
    def reading(self, scope: Scope, *, may_lag: bool = False) -> Iterator[Reader]:
        with self._database.reading(scope, may_lag=may_lag) as connection:
            yield SqlReader(
                connection,
                self._statements,
                scope,
                vectors=self._vectors,
                withdrawn=self._withdrawn,
                names=self._names,
            )

    def seen(self, scope: Scope) -> int | None:
        return self._database.seen(scope)

    def note_seen(self, scope: Scope, position: int) -> None:
        self._database.note_seen(scope, position)

    def read_counts(self) -> dict[str, int]:
        return self._database.read_counts()

    def replica_missing(self) -> int | None:
        return self._database.replica_missing()

    def size(self) -> int:
        return self._database.size()

    @contextmanager
    def writing(self, scope: Scope) -> Iterator[Writer]:
        if getattr(self._busy, "writing", False):
            raise StoreError(
                "This write began inside another one of the same thread, which holds the space "
                "until it ends. Finish the first one, or gather its input beforehand."
            )
        self._busy.writing = True
        try:
            with self._database.writing(scope) as connection:
                yield SqlWriter(
                    connection,
                    self._statements,
                    scope,
                    vectors=self._vectors,
                    withdrawn=self._withdrawn,
                    names=self._names,
                    embeds=self._embeds,
                    commit=lambda mark: self._database.commit(connection, mark),
                )
        finally:
            self._busy.writing = False

    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        return self._database.sql(scope, query, bounds)

    def signing_keys(self) -> tuple[SigningKey, ...]:
        with self._database.reading(None) as connection:
            return keys.listed(connection, self._statements)

    def signing_key(self, now: datetime) -> SigningKey:
        """The key that signs, created on first use."""
        signing = _signing(self.signing_keys())
        if signing is None:
            with self._database.writing(None) as connection:
                # Another process may have been faster.
                signing = _signing(keys.listed(connection, self._statements))
                if signing is None:
                    signing = keys.make(connection, self._statements, now)
                    self._database.commit(connection)
        return signing

    def rotate_keys(self, now: datetime, until: datetime) -> SigningKey:
        """Creates a new signing key. Older keys verify until that time, and their tokens stay valid
        as long."""
        with self._database.writing(None) as connection:
            keys.retire(connection, self._statements, now, until)
            made = keys.make(connection, self._statements, now)
            self._database.commit(connection)
        return made

    def forget_tokens(self) -> int:
        """Removes all tokens and signing keys. Returns the number of keys."""
        with self._database.writing(None) as connection:
            forgotten = keys.forget(connection, self._statements)
            self._database.commit(connection)
        return forgotten

    def sign(self, space: Space, seq: int, hash: str) -> Head:
        return verify.sign(space, seq, hash)

    def owns(self, path: Path) -> bool:
        return self._database.owns(path)

    def backup(
        self, path: Path, *, only: Space | None = None, progress: Progress | None = None
    ) -> None:
        """A copy of the store, or of one space, in a file."""
        if only is None:
            self._database.backup(path, progress)
        else:
            copying.to_file(self._database, path, progress, only)

    def restore(self, path: Path, *, progress: Progress | None = None) -> dict[str, int]:
        """Replaces the whole content of the store with a backup, in one transaction.

        Returns the number of rows by space.
        """
        backup = Sqlite(str(path))
        try:
            backup.prepare()
            copied = copying.copy(backup, self._database, progress)
            self._vectors, self._names = VectorCache(), NamesCache()  # rows get new numbers
            return copied
        finally:
            backup.close()

    def restore_space(
        self,
        path: Path,
        name: str,
        scope: Scope,
        *,
        replaces: bool = False,
        progress: Progress | None = None,
    ) -> int:
        """Brings one space of a backup into this store, in one transaction, beside all others.

        It is called as the scope's space is, and takes the place of that one if told to. The act
        is the last row of its ledger; returns its position.
        """
        backup = Sqlite(str(path))
        try:
            backup.prepare()
            with backup.reading(None) as old:
                space = spaces.find(old, backup.statements, name)
            if space is None:
                raise NotFound("space", name)
            with self._database.writing(None) as connection:
                replaced = spaces.find(connection, self._statements, scope.space.name)
                self._check_may_replace(replaced, space, replaces)
                made = copying.put_space(
                    backup,
                    space,
                    connection,
                    self._statements,
                    scope.space.name,
                    replaced=replaced,
                    progress=progress,
                )
                detail = {"replaced": replaced is not None}
                return self._note(connection, scope, made, Action.SPACE_RESTORE, detail)
        finally:
            backup.close()

    def _check_may_replace(self, replaced: Space | None, space: Space, replaces: bool) -> None:
        if replaced is None:
            return
        if not replaces:
            raise Conflict(
                f"The space {replaced.name!r} is there already. Have the backup take its place "
                "(--force), or restore it under another name."
            )
        if replaced.uid != space.uid:
            raise Conflict(
                f"The space {replaced.name!r} of this store is not the one in the backup: it only "
                "has the same name. Restore the backup under another name."
            )

    def _note(
        self,
        connection: Connection,
        scope: Scope,
        made: Space,
        action: Action,
        detail: dict[str, Any],
    ) -> int:
        """Appends the act to the ledger of a space that came in whole, and commits."""
        writer = SqlWriter(
            connection,
            self._statements,
            scope.model_copy(update={"space": made}),
            vectors=self._vectors,
            withdrawn=self._withdrawn,
            names=self._names,
            embeds=False,
            commit=lambda mark: self._database.commit(connection, mark),
        )
        detail = {"from": writer.last_position(), **detail}
        seq = writer.append(action, made.uid, detail, [], None)
        writer.commit()
        return seq

    # -- moving a space between stores

    def moved_to(self, space: Space) -> str | None:
        """Where the space was moved; None: it is here."""
        with self._database.reading(None) as connection:
            connection.enter(space.number)
            values = {"space_n": space.number}
            row = connection.one(self._statements.get(moved_to), values)
        return str(json.loads(row[0])["to"]) if row and row[0] else None

    def receive(self, source: SqlStore, space: Space, progress: Progress | None) -> Space:
        """Copies a space of another store under a name that nobody opens."""
        with self._database.writing(None) as connection:
            earlier = spaces.find(connection, self._statements, _arriving(space))
            made = copying.put_space(
                source._database,
                space,
                connection,
                self._statements,
                _arriving(space),
                replaced=earlier,
                progress=progress,
            )
            mark = spaces.mark(connection, self._statements, made)
            self._database.commit(connection, mark)
        return made

    def arrive(self, space: Space, scope: Scope) -> int:
        """Opens a copied space under its own name; returns the last position of its ledger."""
        with self._database.writing(None) as connection:
            made = spaces.find(connection, self._statements, _arriving(space))
            if made is None:
                raise Conflict(f"The space {space.name!r} was moved already.")
            connection.enter(made.number, may_create=True)
            spaces.rename(connection, self._statements, made, space.name)
            named = made.model_copy(update={"name": space.name})
            return self._note(connection, scope, named, Action.SPACE_ARRIVE, {})

    def remove_arriving(self, space: Space) -> None:
        """Removes a copy that was never opened."""
        with self._database.writing(None) as connection:
            made = spaces.find(connection, self._statements, _arriving(space))
            if made is not None:
                space_removal.remove(connection, self._statements, made)
                self._database.commit(connection)

    def remove_space(self, space: Space) -> None:
        """Removes all of a space, and makes a scrub of its bytes due."""
        with self._database.writing(None) as connection:
            connection.enter(space.number, may_create=True)
            connection.begin_erasure()
            space_removal.remove(connection, self._statements, space)
            self._database.commit(connection)
        self._vectors.forget(space.number)

    def scrub(self) -> tuple[str, ...]:
        return self._database.scrub()

    def problems(self, now: datetime) -> list[str]:
        return self._database.problems(now)

    def lacks_vector_index(self, model: str) -> bool:
        return self._database.lacks_vector_index(model)

    def index_vectors(self, model: str) -> None:
        self._database.index_vectors(model)

    def rebuild_indexes(self, *, progress: Progress | None = None) -> int:
        """Rebuilds the search index and the word statistics of all spaces, in one transaction.

        Returns the number of texts.
        """
        done = 0

        def report(count: int) -> None:
            nonlocal done
            done += count
            if progress is not None:
                progress(done, 0)

        with self._database.writing(None) as connection:
            listed = spaces.listed(connection, self._statements)
            connection.empty_index([space.number for space in listed])
            for space in listed:
                connection.enter(space.number)
                search_index.rebuild(connection, self._statements, space, report)
            self._database.commit(connection)
        self._database.index_vectors()
        self._vectors = VectorCache()  # the cache holds words of the old index
        if progress is not None:
            progress(done, done)
        return done

    def facts(self, *, whole: bool = True) -> dict[str, str]:
        return self._database.facts(whole=whole)

    def notifications(self, space: Space) -> SpaceNotifications:
        return self._database.notifications(space.number)

    def close(self) -> None:
        self._database.close()


def _arriving(space: Space) -> str:
    """The name of a copy that is not open yet."""
    return f"{space.uid} arriving"


def _signing(known: tuple[SigningKey, ...]) -> SigningKey | None:
    """The newest key that was not replaced."""
    return next((key for key in known if key.verifies_until is None), None)
