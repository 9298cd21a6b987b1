"""Opening spaces."""

from __future__ import annotations

from datetime import datetime

from remembrancer.errors import InvalidInput
from remembrancer.model.principal import Principal
from remembrancer.model.space import Space
from remembrancer.model.text import NAME_LENGTH_MAX
from remembrancer.ports import Store
from remembrancer.rules import preset as presets
from remembrancer.rules.validation import check_text


def space(
    store: Store, name: str, preset: str | None, principal: Principal, now: datetime
) -> Space:
    """The space of that name, created on first use."""
    check_text(name, "space", length_max=NAME_LENGTH_MAX)
    if not name.strip() or any(letter < " " for letter in name):
        raise InvalidInput("A space needs a name of one line.", field="space")
    if preset is not None:
        presets.load(preset)
    return store.open_space(name, preset=preset, actor=principal.name, now=now)
