"""`rmb restore`: a backup takes the place of the store."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from remembrancer.core.errors import (
    Conflict,
    InvalidInput,
    RemembrancerError,
    StoreCorrupt,
    StoreError,
    StoreUnreachable,
)
from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.commands.erasures import apply_erasures, erasures_of, kept_erasures
from remembrancer.doors.cli.file_placement import beside, companion, put_store, remove_store
from remembrancer.doors.cli.options import Force, Json, Url
from remembrancer.doors.cli.progress import progress
from remembrancer.doors.cli.store_opening import (
    Place,
    address,
    check_space,
    chosen,
    exists,
    spaces_of,
    store_place,
)

_LOG = "-wal"


def restore(
    backup: Annotated[Path, typer.Argument(metavar="BACKUP", help="A file that `backup` wrote.")],
    erasures: Annotated[
        list[Path] | None,
        typer.Option(
            "--erasures",
            metavar="FILE",
            help="Certificates to apply: what `erase --json` printed. May be repeated.",
            show_default=False,
        ),
    ] = None,
    space: Annotated[
        str | None,
        typer.Option(
            "--space",
            metavar="NAME",
            help="Bring back this space alone, into a store whose others go on.",
            show_default=False,
        ),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(
            "--into", metavar="NAME", help="Call that space so instead.", show_default=False
        ),
    ] = None,
    force: Force = False,
    url: Url = None,
    json: Json = False,
) -> None:
    """Verify a backup and put it in the place of the store, or one space of it into the store.

    Every ledger in it has to be whole. What was erased since in the store that is replaced is
    erased again, so that no backup brings it back. Every token ends. The backup stays as it is. End
    other programs that use the store first; with --space, those that use that space.

    \b
    Example:
      rmb restore backups/2026-03-31.db --url practice.db --force
      rmb restore backups/2026-03-31.db --url new.db --erasures ellen.json
      rmb restore backups/2026-03-31.db --space northgate --force
    """
    target = store_place(chosen(url).url.value or "")
    if not exists(backup) or backup.is_dir():
        raise StoreUnreachable(f"There is no backup at {backup}. Give a file `rmb backup` wrote.")
    if isinstance(target, Path) and target.exists() and os.path.samefile(target, backup):
        raise InvalidInput(f"{backup} is the store itself. Give a backup, or another --url.")
    if into is not None and space is None:
        raise InvalidInput("--into names a space anew, so --space has to say which.", field="into")
    if space is not None:
        _restore_space(backup, space, into or space, target, erasures or (), force, json)
        return
    if exists(target) and not force:
        raise Conflict(f"{target} is there already. Add --force to replace it with the backup.")
    certificates = [*kept_erasures(erasures or ()), *erasures_of(target)]
    moved = _moved(target)
    copy = beside(target if isinstance(target, Path) else backup)
    try:
        _copy(backup, copy)
        verified = _verified(backup, copy)
        erased = apply_erasures(copy, certificates)
        if erased:
            verified = _verified(backup, copy)
        ended = _end_tokens(copy, target)
        _put(copy, target)
    finally:
        remove_store(copy)
    if json:
        terminal.as_json(
            {
                "url": str(target),
                "spaces": verified,
                "erased": erased,
                "tokens_ended": ended,
                "in_use_elsewhere": {name: moved[name] for name in verified if name in moved},
            }
        )
        return
    terminal.line(f"Restored {target} from {backup}. Every ledger is whole:")
    terminal.table([(name, f"{rows:,} rows") for name, rows in verified.items()])
    for name, count in erased.items():
        terminal.line(f"Erased again in {name}: {count:,} texts that were erased after the backup.")
    if ended:
        terminal.line("Every token has ended. Issue new ones with: rmb token issue NAME")
    for name in verified:
        _warn_of_two(name, moved)


def _moved(target: Place) -> dict[str, str]:
    """The spaces that were moved out of the store that is replaced, and where they are."""
    from remembrancer.build import moved_spaces

    try:
        return moved_spaces(address(target)) if exists(target) else {}
    except RemembrancerError:
        return {}  # it cannot be read, which `erasures_of` has told


def _warn_of_two(name: str, moved: dict[str, str]) -> None:
    if name in moved:
        terminal.note(
            f"The space {name} had been moved to {moved[name]}, and is in use there. Now both can "
            "be written to, and neither knows of the other: end the one that you do not want."
        )


def _restore_space(
    backup: Path,
    name: str,
    into: str,
    target: Place,
    erasures: Iterable[Path],
    force: bool,
    json: bool,
) -> None:
    """One space of the backup comes into the store; the other spaces of both are left alone."""
    from remembrancer.core.validation import check_name

    check_name(into, "into")
    moved = _moved(target)
    copy = beside(target if isinstance(target, Path) else backup)
    try:
        _copy(backup, copy)
        rows = _verified(backup, copy, name)[name]
        certificates = [*kept_erasures(erasures), *erasures_of(target)]
        erased = apply_erasures(copy, certificates, only=name).get(name, 0)
        if erased:
            rows = _verified(backup, copy, name)[name]
        seq = _put_space(copy, name, into, target, force)
    finally:
        remove_store(copy)
    if json:
        terminal.as_json(
            {
                "url": str(target),
                "space": into,
                "rows": rows,
                "erased": erased,
                "seq": seq,
                "in_use_elsewhere": moved.get(into),
            }
        )
        return
    terminal.line(f"Restored the space {into} of {target} from {backup}. Its ledger is whole:")
    terminal.table([(into, f"{rows:,} rows")])
    if erased:
        terminal.line(f"Erased again: {erased:,} texts that were erased after the backup.")
    terminal.line(
        f"Row {seq:,} of the ledger tells of it. Its tokens have ended; programs that had the "
        "space open open it again."
    )
    _warn_of_two(into, moved)


def _put_space(copy: Path, name: str, into: str, target: Place, force: bool) -> int:
    from remembrancer.build import open_store
    from remembrancer.core.scope import Scope
    from remembrancer.memory import LOCAL_OWNER

    restored = open_store(str(copy))
    try:
        (space,) = (space for space in restored.spaces() if space.name == name)
    finally:
        restored.close()
    scope = Scope(
        space=space.model_copy(update={"name": into}), viewer=LOCAL_OWNER, now=datetime.now(UTC)
    )
    store = open_store(address(target))
    try:
        with progress("Restoring") as report:
            return store.restore_space(copy, name, scope, replaces=force, progress=report)
    finally:
        store.close()


def _end_tokens(copy: Path, target: Place) -> bool:
    """Leaves no token good: a copy knows neither those issued later nor those revoked since.

    Whether there were any, in the copy or in the store that it replaces.
    """
    from remembrancer.build import open_store

    restored = open_store(str(copy))
    try:
        had_keys = restored.forget_tokens() > 0
    finally:
        restored.close()
    if not exists(target):
        return had_keys
    try:
        replaced = open_store(address(target))
    except StoreError:
        return had_keys  # it cannot be read; what was good in it is not good in the copy
    try:
        return had_keys or bool(replaced.signing_keys())
    finally:
        replaced.close()


def _put(copy: Path, target: Place) -> None:
    """A file takes the place of a file; a server takes all of it over in one transaction."""
    if isinstance(target, Path):
        put_store(copy, target)
        return
    from remembrancer.build import open_store

    store = open_store(target.url)
    try:
        with progress("Restoring") as report:
            store.restore(copy, progress=report)
    finally:
        store.close()


def _copy(backup: Path, copy: Path) -> None:
    try:
        shutil.copyfile(backup, copy)
        # A store that was copied while open has its newest changes here.
        if companion(backup, _LOG).is_file():
            shutil.copyfile(companion(backup, _LOG), companion(copy, _LOG))
    except OSError as error:
        raise StoreUnreachable(
            f"{backup} cannot be copied to {copy.parent}: {error.strerror or error}. Check that "
            "the folder exists, that you may write to it, and that it has room."
        ) from error


def _verified(backup: Path, copy: Path, only: str | None = None) -> dict[str, int]:
    """Rows of each space's ledger; or what is wrong, said of the backup and not of the copy."""
    from remembrancer.memory import Memory

    verified: dict[str, int] = {}
    try:
        names = spaces_of(copy)
        if not names:
            raise StoreCorrupt(f"{backup} holds no space, so it is no backup of a store.")
        if only is not None:
            check_space(copy, only)
            names = (only,)
        with Memory.open(copy, space=names[0]) as memory, progress("Verifying") as report:
            for name in names:
                verification = memory.in_space(name).verify(progress=report)
                if not verification.ok:
                    raise StoreCorrupt(
                        f"The ledger of the space {name!r} in {backup} is broken at "
                        f"{verification.broken_at}. Nothing was restored; try an older backup."
                    )
                verified[name] = verification.rows
    except (StoreError, InvalidInput) as error:
        error.args = (str(error).replace(str(copy), str(backup)),)
        raise
    return verified
