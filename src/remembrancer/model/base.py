"""The common ground of all model types: frozen, keyword-only, no unknown fields."""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

_set = object.__setattr__


class Value(BaseModel):
    """A frozen value. Two values with equal fields are equal; nobody can change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def export(self) -> dict[str, Any]:
        """Primitives only, ready for JSON: ids and times as strings."""
        return self.model_dump(mode="json")

    @classmethod
    def output_spec(cls) -> dict[str, Any]:
        """The JSON Schema that `export()` follows."""
        return cls.model_json_schema(mode="serialization")

    @classmethod
    def trusted(cls, values: dict[str, Any]) -> Self:
        """A value made of our own store's row, with every field given and none checked again.

        Pydantic's own `model_construct` takes twenty times as long.
        """
        made = cls.__new__(cls)
        _set(made, "__dict__", values)
        _set(made, "__pydantic_fields_set__", _fields_of(cls))
        _set(made, "__pydantic_extra__", None)
        _set(made, "__pydantic_private__", None)
        return made


@cache
def _fields_of(model: type[Value]) -> set[str]:
    return set(model.model_fields)
