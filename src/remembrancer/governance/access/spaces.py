"""Open spaces."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.principal import Principal
from remembrancer.core.space import Space
from remembrancer.core.validation import check_name
from remembrancer.ports import Store
from remembrancer.presets import preset_files as presets


def check(name: str, preset: str | None) -> None:
    """Refuses an invalid space name and an unknown preset."""
    check_name(name, "space")
    if preset is not None:
        if not isinstance(preset, str):
            raise InvalidSettings("preset is the name of one, as a text.", field="preset")
        presets.load(preset)


def open_space(
    store: Store,
    name: str,
    preset: str | None,
    principal: Principal,
    now: datetime,
    *,
    creates: bool = True,
) -> Space:
    """The space with that name, created on first use unless the caller wants none made."""
    check(name, preset)
    return store.open_space(name, preset=preset, actor=principal.name, now=now, creates=creates)
