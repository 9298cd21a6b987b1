"""All prompts in one place, and a space's own in their stead."""

from __future__ import annotations

import json
import re

import pytest

from remembrancer.conversations import digest_prompt
from remembrancer.core.errors import InvalidInput, InvalidSettings
from remembrancer.core.limits import PROMPT_CHARACTERS_MAX
from remembrancer.front.prompt_texts import PROMPTS, prompt
from remembrancer.presets import preset_files as presets
from remembrancer.testing import ScriptedModel
from tests.conversations.digest_talk import talk


def test_every_prompt_has_a_version() -> None:
    """S4-70: they are listed in one module, and each says which it is."""
    assert tuple(PROMPTS) == presets.PROMPTS
    for name, one in PROMPTS.items():
        assert re.fullmatch(rf"{name} [1-9]\d*", one.version)
    assert all(len(one.text) < PROMPT_CHARACTERS_MAX for one in PROMPTS.values())


def test_a_space_brings_its_own() -> None:
    """S4-70: its text is used, with a version that changes with it."""
    own = {"contradiction": "Compare strictly."}
    made = prompt("contradiction", own)
    assert (made.text, made.version) == ("Compare strictly.", "own 6107ec0d")
    assert prompt("contradiction", {"contradiction": "Other."}).version != made.version
    assert prompt("extraction", own) == PROMPTS["extraction"]


def test_an_unknown_prompt_is_refused() -> None:
    """Both when it is asked for and when a space sets it."""
    with pytest.raises(InvalidInput, match="There is no prompt 'poem'"):
        prompt("poem")
    with pytest.raises(InvalidSettings, match=r"prompts.contradictions: .*Did you mean"):
        presets.with_overrides(presets.load("adviser"), {"prompts": {"contradictions": "x"}})


@pytest.mark.parametrize("text", ["", "  ", "x" * (PROMPT_CHARACTERS_MAX + 1), "bad \x00", 5])
def test_a_prompt_is_a_text(text: object) -> None:
    """Neither empty nor endless."""
    with pytest.raises(InvalidSettings, match=r"prompts\.digest"):
        presets.with_overrides(presets.load("adviser"), {"prompts": {"digest": text}})


def test_a_preset_takes_ones_own() -> None:
    """The override is a value of the space like any other."""
    made = presets.with_overrides(presets.load("adviser"), {"prompts": {"digest": "Short."}})
    assert made.prompts == {"digest": "Short."}


def test_a_digest_by_ones_own_text() -> None:
    """S4-70: the form and its limits are told all the same, and braces do no harm."""
    model = ScriptedModel([json.dumps({"points": []})])
    digest_prompt.extend_with_model(
        model, (), talk("U: hello"), instructions="Only {sums}, {total} characters."
    )
    assert model.asked[0].startswith("Only {sums}, 1440 characters.\n\nYou get one JSON object.")
    assert "at most 1440 characters" in model.asked[0]
    assert "{characters}" not in model.asked[0]
