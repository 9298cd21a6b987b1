"""Putting a file where it belongs, without harm to what is there."""

from __future__ import annotations

import os
from pathlib import Path

from remembrancer.core.errors import Conflict, InvalidInput, StoreBusy, StoreError, StoreUnreachable
from remembrancer.doors.cli.store_opening import Place

# What SQLite keeps beside an open store.
_LOG, _INDEX = "-wal", "-shm"


def check_free(file: Path, store: Place | None, *, force: bool) -> None:
    """Passes where a file may be written: never over the store, over another one if forced."""
    if (
        isinstance(store, Path)
        and file.exists()
        and store.exists()
        and os.path.samefile(file, store)
    ):
        raise InvalidInput(f"{file} is the store itself. Choose another file to write to.")
    if file.is_dir():
        raise InvalidInput(f"{file} is a folder. Name a file in it.")
    if file.exists() and not force:
        raise Conflict(f"{file} is there already. Choose another name, or add --force.")


def beside(target: Path) -> Path:
    """A name in the folder of the target, from where it can be moved in one step."""
    return target.with_name(f".{target.name}.{os.getpid()}.new")


def put_store(new: Path, target: Path) -> None:
    """Moves a closed store to its place in one step, in stead of the store that was there."""
    if target.exists():
        _close_old(target)
    try:
        # The log goes first: SQLite would play an old log into the new store.
        remove(companion(target, _LOG), companion(target, _INDEX))
        os.replace(new, target)
    except OSError as error:
        raise StoreUnreachable(
            f"{target} cannot be replaced: {error.strerror or error}. Check that you may write to "
            "its folder."
        ) from error


def remove_store(path: Path) -> None:
    """Removes a store file and what SQLite keeps beside it."""
    remove(path, companion(path, _LOG), companion(path, _INDEX))


def companion(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def remove(*paths: Path) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _close_old(target: Path) -> None:
    """Finds out whether the old store is in use: its last user takes the log away on leaving."""
    from remembrancer.doors.cli.store_opening import spaces_of

    try:
        spaces_of(target)
    except StoreError:
        return  # it cannot be opened, so nobody works with it
    if companion(target, _LOG).exists():
        raise StoreBusy(
            f"{target} is in use by another program, which would go on with the old store. End "
            "it first."
        )
