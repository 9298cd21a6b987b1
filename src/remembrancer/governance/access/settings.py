"""Settings of a space: its overrides of the preset, and whether it is archived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import Writer
from remembrancer.presets import preset_files as presets


def configure(unit: Writer, scope: Scope, overrides: Mapping[str, Any]) -> Space:
    """Replaces the overrides after all of them are validated."""
    require_full_admin(scope.viewer, "change settings")
    before = scope.space.preset
    after = presets.with_overrides(presets.load(before.name), overrides)
    if after.language != before.language and unit.embeddings.has_texts():
        raise InvalidSettings(
            f"language: this space already holds texts that are found by their {before.language} "
            "stems. Choose the language before the first text, in a new space.",
            field="language",
        )
    return unit.whole_space.change(overrides=overrides)


def archive(unit: Writer, scope: Scope) -> Space:
    """Hides the space from lists. Nothing in it is removed."""
    require_full_admin(scope.viewer, "archive a space")
    return unit.whole_space.change(archived=True)
