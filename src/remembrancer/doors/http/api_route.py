"""A route of the API, and the names that stand in its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any, Final
from urllib.parse import quote, unquote

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import Route

_NAME: Final = re.compile(r"{(\w+)}")


class NameConvertor(Convertor[str]):
    """A name in a path, whatever letters it has. The middleware leaves paths as they were sent."""

    regex = "[^/]*"  # the verb refuses an empty name, as it does everywhere

    def convert(self, value: str) -> str:
        return unquote(value, errors="replace")

    def to_string(self, value: str) -> str:
        return quote(value, safe="")


register_url_convertor("name", NameConvertor())


class ApiRoute(Route):
    """Answers one path for the methods that it names. Metrics and the log use `label` for it."""

    def __init__(
        self, path: str, endpoint: Callable[..., Any], *, methods: Collection[str] = ("GET",)
    ) -> None:
        super().__init__(_NAME.sub(r"{\1:name}", path), endpoint, methods=methods)
        self.methods = set(methods)  # Starlette would answer HEAD as well
        self.label = path
