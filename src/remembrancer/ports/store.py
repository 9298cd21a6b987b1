"""Where everything is kept, as a Protocol."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from remembrancer.core.ledger import Head
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.ports.services import Progress
from remembrancer.ports.unit import Reader, Writer

if TYPE_CHECKING:
    from remembrancer.governance.token import SigningKey


class Notifications(Protocol):
    """Rings when something changes in a space."""

    def wait(self, seconds: float) -> None:
        """Until it rings, until looking is worth it anyway, or until the time is over."""

    def ring(self) -> None: ...


class Store(Protocol):
    """Where everything is kept."""

    def open_space(self, name: str, *, preset: str | None, actor: str, now: datetime) -> Space: ...
    def spaces(self) -> tuple[Space, ...]: ...
    def due_spaces(self, now: datetime, kinds: Collection[str]) -> tuple[Space, ...]:
        """The spaces in which work of these kinds is due."""

    def reading(self, scope: Scope) -> AbstractContextManager[Reader]: ...
    def writing(self, scope: Scope) -> AbstractContextManager[Writer]: ...
    def signing_keys(self) -> tuple[SigningKey, ...]:
        """What bearer tokens are signed with, in all spaces; the newest first."""

    def signing_key(self, now: datetime) -> SigningKey:
        """The key that signs, made on first use."""

    def rotate_keys(self, now: datetime, until: datetime) -> SigningKey:
        """A new key signs; those before verify until that time, and so long their tokens are
        good."""

    def forget_tokens(self) -> int:
        """Removes all tokens and what signed them; how many keys there were."""

    def sign(self, space: Space, seq: int, hash: str) -> Head: ...
    def owns(self, path: Path) -> bool: ...
    def backup(self, path: Path, *, progress: Progress | None = None) -> None: ...
    def restore(self, path: Path, *, progress: Progress | None = None) -> dict[str, int]: ...
    def scrub(self) -> tuple[str, ...]:
        """Does to the bytes what erasures left to be done, and says what still is."""

    def problems(self, now: datetime) -> list[str]:
        """What is wrong around the store: rights, disk, clock."""

    def rebuild_indexes(self, *, progress: Progress | None = None) -> int:
        """Makes all that searching needs anew. Returns the number of texts."""

    def facts(self) -> dict[str, str]: ...
    def bell(self, space: Space) -> Notifications: ...
    def close(self) -> None: ...
