"""Callers: from the token of a request to the session that answers it."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Final

from remembrancer.core.errors import NotAuthenticated
from remembrancer.core.space import Space
from remembrancer.front.access.bearer_token import Bearer
from remembrancer.front.session import Session

_KNOWN_SECONDS: Final = 5.0  # after which the list of spaces is read again, and their settings


class Callers:
    """Who calls a server, and in which space. It may be used from several threads."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._bearer = Bearer(session)
        self._lock = threading.Lock()
        self._spaces: dict[str, Space] = {}
        self._read_at = -_KNOWN_SECONDS

    def session(self, token: str, space: str | None = None) -> Session:
        """The session of whoever shows the token, in the space it is for.

        With several, the request names one. That a space is there is told to nobody who may not
        enter it: a token that is not for it is refused like any other.
        """
        claims = self._bearer.claims(token)
        for entry in map(self._space, claims.spaces):
            if entry is None or space not in (None, entry.name):
                continue
            try:
                principal = self._bearer.holder(entry, claims)
            except NotAuthenticated:
                continue  # it was ended there, and may be good in another
            known = frozenset(claims.spaces)
            return replace(self._session, space=entry, principal=principal, known_spaces=known)
        raise NotAuthenticated

    def spaces(self, token: str | None = None) -> tuple[Space, ...]:
        """The spaces that a token is for, or all there are, by name; archived ones are left out."""
        uids = None if token is None else frozenset(self._bearer.claims(token).spaces)
        return tuple(
            space
            for space in sorted(self._known().values(), key=lambda space: space.name)
            if space.archived_at is None and (uids is None or space.uid in uids)
        )

    def _space(self, uid: str) -> Space | None:
        return self._known(uid).get(uid)

    def _known(self, uid: str | None = None) -> dict[str, Space]:
        """The spaces by their uids, as they were a moment ago, or are now if one is missing."""
        with self._lock:
            is_old = time.monotonic() - self._read_at >= _KNOWN_SECONDS
            if is_old or (uid is not None and uid not in self._spaces):
                self._spaces = {space.uid: space for space in self._session.store.spaces()}
                self._read_at = time.monotonic()
            return self._spaces
