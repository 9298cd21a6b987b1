"""A part of a reader or of a unit of work, created on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, cast, overload

T = TypeVar("T")


class _Owner(Protocol):
    def require_primary(self) -> None: ...


class part(Generic[T]):  # noqa: N801 - a decorator, as `property` is
    """Like `functools.cached_property`, without its lock: a unit of work belongs to one thread."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> part[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> T | part[T]:
        if owner is None:
            return self
        made = owner.__dict__[self._name] = self._make(owner)
        return made


class primary_part(part[T]):  # noqa: N801
    """A part whose rows the ledger does not tell of, or which has to be as it is now: no read
    replica answers for it."""

    @overload
    def __get__(self, owner: None, kind: type) -> part[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> T | part[T]:
        if owner is not None:
            cast("_Owner", owner).require_primary()
        return super().__get__(owner, kind)
