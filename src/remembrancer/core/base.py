"""The base of all model types: frozen, keyword-only, no unknown fields."""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

# Internal slots of a pydantic model that are not fields. They are set directly, since the model is
# frozen.
_set_values = BaseModel.__dict__["__dict__"].__set__
_set_given = BaseModel.__dict__["__pydantic_fields_set__"].__set__
_set_extra = BaseModel.__dict__["__pydantic_extra__"].__set__
_set_private = BaseModel.__dict__["__pydantic_private__"].__set__


class Value(BaseModel):
    """A frozen value. Two values with equal fields are equal; nobody can change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def export(self) -> dict[str, Any]:
        """Primitive values only, ready for JSON: ids and times as strings."""
        return self.model_dump(mode="json")

    @classmethod
    def output_spec(cls) -> dict[str, Any]:
        """The JSON Schema that `export()` follows."""
        return cls.model_json_schema(mode="serialization")

    @classmethod
    def trusted(cls, values: dict[str, Any]) -> Self:
        """A value from a row of our own store, with every field given and no validation.

        Pydantic's own `model_construct` takes twenty times as long.
        """
        made: Self = _new(cls)
        _set_values(made, values)
        _set_given(made, _fields_of(cls))
        _set_extra(made, None)
        _set_private(made, None)
        return made

    def changed(self, **values: Any) -> Self:
        """The same value with other field values, which have the right type; no validation."""
        return self.trusted({**self.__dict__, **values})


_new = object.__new__


@cache
def _fields_of(model: type[Value]) -> set[str]:
    return set(model.model_fields)
