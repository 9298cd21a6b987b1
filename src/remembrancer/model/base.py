"""The common ground of all model types: frozen, keyword-only, no unknown fields."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value. Two values with equal fields are equal; nobody can change one."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    _output_spec: ClassVar[dict[str, Any] | None] = None

    def export(self) -> dict[str, Any]:
        """Primitives only, ready for JSON: ids and times as strings."""
        return self.model_dump(mode="json")

    @classmethod
    def output_spec(cls) -> dict[str, Any]:
        """The JSON Schema that `export()` follows."""
        return cls.model_json_schema(mode="serialization")
