"""The store, as a Protocol."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from remembrancer.core.ledger import Head
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.ports.services import Progress
from remembrancer.ports.unit import Reader, Writer

if TYPE_CHECKING:
    from remembrancer.governance.access.token import SigningKey
    from remembrancer.graph.port import QueryBounds
    from remembrancer.graph.sql.port import CheckedSql


class ChangeNotifications(Protocol):
    """Change notifications of a space."""

    def wait(self, seconds: float) -> None:
        """Waits for a notification, for the polling interval, or for the timeout."""

    def notify(self) -> None: ...


class Store(Protocol):
    """The store: it holds all data of all spaces."""

    def open_space(
        self, name: str, *, preset: str | None, actor: str, now: datetime, creates: bool = True
    ) -> Space: ...
    def spaces(self) -> tuple[Space, ...]: ...
    def due_spaces(self, now: datetime, kinds: Collection[str]) -> tuple[Space, ...]:
        """The spaces that have due work of these kinds."""

    def moved_to(self, space: Space) -> str | None:
        """Where the space was moved; None: it is here."""

    def reading(self, scope: Scope, *, may_lag: bool = False) -> AbstractContextManager[Reader]:
        """A consistent snapshot. With `may_lag` a read replica may answer that knows all that the
        caller has seen."""

    def seen(self, scope: Scope) -> int | None:
        """The ledger position up to which this caller was told; None: it does not matter here."""

    def note_seen(self, scope: Scope, position: int) -> None:
        """The caller was told so much elsewhere."""

    def read_counts(self) -> dict[str, int]:
        """How many reads were answered by a read replica, or for which reason not."""

    def replica_missing(self) -> int | None:
        """Ledger rows that the read replica lacked at the last look; None: there is none."""

    def size(self) -> int:
        """Bytes that the store takes up on its disk, or in its server; 0: it is in memory."""

    def writing(self, scope: Scope) -> AbstractContextManager[Writer]: ...
    def sql(self, scope: Scope, query: CheckedSql, bounds: QueryBounds) -> list[dict[str, Any]]:
        """The rows of a caller's SELECT, which was checked and written for the engines."""

    def signing_keys(self) -> tuple[SigningKey, ...]:
        """The keys that sign bearer tokens in all spaces; the newest first."""

    def signing_key(self, now: datetime) -> SigningKey:
        """The key that signs, created on first use."""

    def rotate_keys(self, now: datetime, until: datetime) -> SigningKey:
        """Creates a new signing key. Older keys verify until that time, and their tokens stay valid
        as long."""

    def forget_tokens(self) -> int:
        """Removes all tokens and signing keys. Returns the number of keys."""

    def sign(self, space: Space, seq: int, hash: str) -> Head: ...
    def owns(self, path: Path) -> bool: ...
    def backup(
        self, path: Path, *, only: Space | None = None, progress: Progress | None = None
    ) -> None: ...
    def restore(self, path: Path, *, progress: Progress | None = None) -> dict[str, int]: ...
    def restore_space(
        self,
        path: Path,
        name: str,
        scope: Scope,
        *,
        replaces: bool = False,
        progress: Progress | None = None,
    ) -> int:
        """Brings one space of a backup into this store, called as the scope's space is."""

    def scrub(self) -> tuple[str, ...]:
        """Does the file scrubbing that erasures left to do, and says what is still to be done."""

    def problems(self, now: datetime) -> list[str]:
        """Problems in the environment of the store: permissions, disk, clock."""

    def lacks_vector_index(self, model: str) -> bool:
        """Whether this login may make the index over the vectors of a model, and nobody did yet."""

    def index_vectors(self, model: str) -> None:
        """Makes the index over the vectors of a model. It takes minutes where they are many."""

    def rebuild_indexes(self, *, progress: Progress | None = None) -> int:
        """Rebuilds everything that search needs. Returns the number of texts."""

    def facts(self, *, whole: bool = True) -> dict[str, str]: ...
    def notifications(self, space: Space) -> ChangeNotifications: ...
    def close(self) -> None: ...
