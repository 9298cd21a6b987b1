"""A space as a whole: its settings, all of its rows, and its search index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Delete, Table, bindparam, delete, select, update

from remembrancer.core.errors import Conflict, InvalidInput
from remembrancer.core.ledger import Action
from remembrancer.core.space import Space
from remembrancer.presets import preset_files as presets
from remembrancer.store import dump, schema
from remembrancer.store.documents import newest_texts, search_index, search_texts
from remembrancer.store.rows import iso, named, space_from, to_json
from remembrancer.store.unit import committed_columns
from remembrancer.store.unit.scoped_reader import ScopedReader
from remembrancer.store.unit.unit_of_work import UnitOfWork

# Parser errors for values that no export ever contained.
_UNFIT: tuple[type[Exception], ...] = (
    ValueError,
    TypeError,
    AttributeError,
    KeyError,
    OverflowError,
)


class SpaceReads:
    """All rows of the space, whoever may see them, for exports and checks."""

    def __init__(self, view: ScopedReader) -> None:
        self._view = view

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        return dump.rows(self._view.connection, self._view.statements, self._view.space)

    def index_problems(self, last: int | None = None) -> tuple[str, ...]:
        view = self._view
        view.enter()
        if last is not None:
            newest = newest_texts.problems(view.connection, view.statements, view.space, last)
            if newest is not None:
                return newest
        return tuple(search_index.problems(view.connection, view.statements, view.space))


class SpaceWrites(SpaceReads):
    """Changes the settings of the space, and loads an export into it."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def change(
        self, *, overrides: Mapping[str, Any] | None = None, archived: bool | None = None
    ) -> Space:
        """Changes the given settings and keeps the rest, whoever changed them last."""
        row = self._space_row()
        if overrides is not None:
            row["overrides"] = to_json(dict(overrides), "overrides")
        if archived is not None:
            row["archived_at"] = iso(self._work.scope.now) if archived else None
        row["salt"] = self._work.chance.salt()
        row["commitment"] = committed_columns.SPACE.commit(row["salt"], [], row)
        row["seq"] = self._work.append(
            Action.SPACE_CHANGE, row["uid"], {}, [row["commitment"]], None
        )
        changed = ("overrides", "archived_at", "seq", "salt", "commitment")
        self._work.run(
            lambda: (
                update(schema.space)
                .where(schema.space.c.number == bindparam("space_n"))
                .values({name: bindparam(f"new_{name}") for name in changed})
            ),
            **{f"new_{name}": row[name] for name in changed},
        )
        self._work.flush()
        return _space(row)

    def hold(self) -> None:
        self._work.touch()

    def move_away(self, to: str) -> None:
        """Closes the space: it lives on in another store, and so does its due work."""
        self.change(archived=True)
        self._work.run(lambda: _all_of(schema.job))
        self._work.close_for_good()
        self._work.append(Action.SPACE_MOVE, self._work.space.uid, {"to": to}, [], None)

    def load(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> int:
        """Loads another space's rows, ledger included."""
        if self._work.last_position() > 1:
            raise Conflict(
                f"The space {self._work.space.name!r} already holds knowledge, and an import "
                "brings a whole space with its ledger. Import into a new space; or take in the "
                "items alone, with sources.import_(path, format='remembrancer') or rmb import "
                "--from remembrancer."
            )
        self._work.enter()  # all rows are replaced, whoever may see them
        try:
            count = dump.load(self._work.connection, self._work.statements, self._work.space, rows)
            self._reread_space()
            self._check_texts()
        except (*_UNFIT, *self._work.connection.refusals) as error:
            raise InvalidInput(
                f"The file is damaged: a value in it cannot be what it should be ({error}). "
                "Export the space again; nothing was imported."
            ) from error
        return count

    def _reread_space(self) -> None:
        """An import replaces the space's identity, key and preset."""
        self._work.space = _space(self._space_row())
        self._work.take_head()

    def _check_texts(self) -> None:
        """Compares search texts with committed rows, since the ledger does not cover them."""
        if not search_texts.are_true(
            self._work.connection, self._work.statements, self._work.space
        ):
            raise InvalidInput(
                "The file was changed: its search texts are not those of its items and messages. "
                "Export the space again; nothing was imported."
            )

    def _space_row(self) -> dict[str, Any]:
        table = schema.space
        row = self._work.one(lambda: select(table).where(table.c.number == bindparam("space_n")))
        return named(table, row)


def _all_of(table: Table) -> Delete:
    return delete(table).where(table.c.space_n == bindparam("space_n"))


def _space(row: Mapping[str, Any]) -> Space:
    preset = presets.load(row["preset"])
    return space_from(row, presets.with_overrides(preset, json.loads(row["overrides"])))
