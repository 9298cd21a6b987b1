"""Carrying: what goes between a store and files, where the two are on different machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from remembrancer.governance import transfer

if TYPE_CHECKING:
    from remembrancer.delivery.bundle.pull import StoredTexts
    from remembrancer.front.session import Session

_THE_FILE: Final = Path("The file")  # that was sent; where it lies here is nobody's business


def check_may_import(session: Session) -> None:
    """Before anything is taken in."""
    transfer.check_may_import(session.scope())


def import_sent(session: Session, path: Path) -> int:
    """Fills a new space from an export that was sent here. Returns the number of rows."""
    count = transfer.import_(session.store, session.scope(), path, called=_THE_FILE)
    session.here().catch_up()
    return count


def export_to_send(session: Session, path: Path) -> int:
    """Writes the whole space where it can be sent from. Returns the number of rows."""
    session.walks.flush(session.space)
    return transfer.export(session.store, session.scope(), path)


def texts(session: Session, token_budget: Any, domain: Any) -> StoredTexts:
    """What rules files say for the caller."""
    from remembrancer.delivery.bundle.pull import StoredTexts

    return StoredTexts(session.store, session.scope(), token_budget, domain)
