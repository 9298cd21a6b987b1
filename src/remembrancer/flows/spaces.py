"""Opening spaces."""

from __future__ import annotations

from datetime import datetime

from remembrancer.errors import InvalidSettings
from remembrancer.model.principal import Principal
from remembrancer.model.space import Space
from remembrancer.ports import Store
from remembrancer.rules import preset as presets
from remembrancer.rules.validation import check_name


def check(name: str, preset: str | None) -> None:
    """Refuses a name that no space can have, and a preset that there is not."""
    check_name(name, "space")
    if preset is not None:
        if not isinstance(preset, str):
            raise InvalidSettings("preset is the name of one, as a text.", field="preset")
        presets.load(preset)


def open_space(
    store: Store, name: str, preset: str | None, principal: Principal, now: datetime
) -> Space:
    """The space of that name, created on first use."""
    check(name, preset)
    return store.open_space(name, preset=preset, actor=principal.name, now=now)
