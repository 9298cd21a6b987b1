"""A part of a reader or of a unit of work, created on first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


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
