"""Erasures that a restored backup must not undo."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from remembrancer.core.errors import InvalidInput, StoreError
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.store_opening import Place, address, exists, spaces_of

if TYPE_CHECKING:
    from remembrancer.governance.erasure.certificate import Certificate


def kept_erasures(files: Iterable[Path]) -> list[Certificate]:
    """Certificates that were saved as JSON."""
    from remembrancer.governance.erasure.erase import certificates_from

    certificates: list[Certificate] = []
    for file in files:
        try:
            certificates += certificates_from(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, InvalidInput) as error:
            raise InvalidInput(
                f"{file} holds no certificate: {error} Give what `rmb erase --json` printed."
            ) from error
    return certificates


def erasures_of(store: Place) -> list[Certificate]:
    """Certificates of everything that was erased in a store that is about to be replaced."""
    from remembrancer.memory import Memory

    if not exists(store):
        return []
    try:
        names = spaces_of(store)
        if not names:
            return []
        with Memory.open(address(store), space=names[0]) as memory:
            return [erasure for name in names for erasure in memory.in_space(name).admin.erasures()]
    except StoreError:
        terminal.note(
            f"{store} cannot be read, so what was erased in it since the backup is not known. "
            "Give kept certificates with --erasures."
        )
        return []


def apply_erasures(
    store: Path, certificates: list[Certificate], *, only: str | None = None
) -> dict[str, int]:
    """Erases in each space, or one, what its certificates name. How many texts went, by space."""
    from remembrancer.memory import Memory

    erased: dict[str, int] = {}
    if not certificates:
        return erased
    names = spaces_of(store) if only is None else (only,)
    strangers = {certificate.id for certificate in certificates}
    with Memory.open(store, space=names[0]) as memory:
        for name in names:
            space = memory.in_space(name)
            own = [
                certificate
                for certificate in certificates
                if certificate.space == space.verify().head.space
            ]
            strangers -= {certificate.id for certificate in own}
            again = space.admin.apply_erasures(own) if own else None
            if again is not None:
                erased[name] = len(again.rows)
    if strangers and only is None:
        terminal.note(
            f"No space of the backup is that of: {', '.join(sorted(strangers))}. Nothing was "
            "erased for them."
        )
    return erased
