"""Verbs that carry files: what a server sends is put on this disk, and what is on it is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from remembrancer.core.limits import BUNDLE_TOKENS_MAX
from remembrancer.core.validation import check_name, check_whole
from remembrancer.delivery.bundle.bundle import Pulled, RulesFiles
from remembrancer.delivery.bundle.pull import Wanted
from remembrancer.delivery.bundle.pull import pull as pull_files
from remembrancer.governance import transfer
from remembrancer.ports import Progress
from remembrancer.wire.routes import EXPORT_PATH, IMPORT_PATH, RULES_FILES_PATH

if TYPE_CHECKING:
    from remembrancer.client.connection import ServerConnection

_CHUNK_BYTES: Final = 256 * 1024


def export(connection: ServerConnection, path: Any, progress: Progress | None) -> int:
    """Writes the whole space, as the server sends it, into a file here."""
    file = transfer.as_path(path)
    with connection.lines(EXPORT_PATH) as lines:
        return transfer.saved(lines, file, progress=progress)


def import_(connection: ServerConnection, path: Any) -> int:
    """Sends an export from here. Returns the number of rows."""
    with transfer.as_source(transfer.as_path(path)) as file:
        return connection.understood(int, connection.sent(IMPORT_PATH, _chunks(file)))


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK_BYTES):
        yield chunk


def pull(
    connection: ServerConnection,
    folder: Any,
    *,
    check: Any,
    agents_md: Any,
    token_budget: int | None,
    domain: str | None,
) -> Pulled:
    """Brings the rules files of a folder here up to date with what the server knows."""
    if token_budget is not None:
        check_whole(token_budget, "token_budget", at_least=1, at_most=BUNDLE_TOKENS_MAX)
    if domain is not None:
        check_name(domain, "domain")
    texts = _Texts(connection, {"token_budget": token_budget, "domain": domain})
    return pull_files(texts, Wanted(folder, check, agents_md))


class _Texts:
    """The texts of rules files, as a server has them for its caller."""

    def __init__(self, connection: ServerConnection, asked: dict[str, Any]) -> None:
        self._connection = connection
        self._asked = asked

    def looked(self, *, agents_md: bool) -> RulesFiles:
        return self._files("GET", agents_md=agents_md)

    def delivered(self, *, agents_md: bool) -> RulesFiles:
        return self._files("POST", agents_md=agents_md)

    def _files(self, method: str, *, agents_md: bool) -> RulesFiles:
        asked = {**self._asked, "agents_md": agents_md}
        content = self._connection.request(method, RULES_FILES_PATH, asked)
        return self._connection.understood(RulesFiles.model_validate_json, content)
