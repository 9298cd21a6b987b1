"""Which language models the settings give, and what the doctor is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.build_tools import check_tools
from remembrancer.core.errors import InvalidInput, InvalidSettings
from remembrancer.core.model_call import ModelRole
from remembrancer.core.settings import Settings, read
from remembrancer.llm.anthropic_chat import AnthropicModel
from remembrancer.llm.chat import ChatModel
from remembrancer.llm.model_factory import (
    create_embedder,
    create_language_model,
    create_models,
    describe_models,
)
from remembrancer.llm.model_roles import RoleModel
from remembrancer.llm.openai_chat import OpenAIModel
from remembrancer.llm.openai_embedder import OpenAIEmbedder
from remembrancer.testing import ScriptedModel
from tests.llm.birds import TEXT, WELL, Birds

KEY = "sk-canary-0123456789"
OTHER_KEY = "sk-another-9876543210"


def settings(tmp_path: Path, **values: str) -> Settings:
    return read({f"REMEMBRANCER_{name.upper()}": value for name, value in values.items()}, tmp_path)


def cheap(tmp_path: Path, **values: str) -> ChatModel:
    made = create_language_model(settings(tmp_path, **values), ModelRole.CHEAP)
    assert made is not None
    return made


def test_nothing_is_asked_by_default(tmp_path: Path) -> None:
    """Without a setting there is no model, and rules do the work."""
    for found in (settings(tmp_path), settings(tmp_path, llm_model="none")):
        models = create_models(found)
        assert (models.cheap, models.chat) == (None, None)
    assert describe_models(settings(tmp_path)) == "none, rules do the work: no model is set"
    said = describe_models(settings(tmp_path, llm_model="none"))
    assert said == "none, rules do the work: set so"


def test_one_model_serves_both_roles(tmp_path: Path) -> None:
    """`openai:MODEL` or `anthropic:MODEL` with a key; the texts leave this machine."""
    found = settings(tmp_path, llm_model="anthropic:claude", llm_api_key=KEY)
    models = create_models(found)
    assert models.cheap is not None
    assert models.chat is not None
    assert isinstance(models.cheap.model, AnthropicModel)
    assert models.cheap.name == models.chat.name == "anthropic:claude"
    said = describe_models(found)
    address = "https://api.anthropic.com/v1, without personal text"
    assert said == f"cheap: anthropic:claude at {address}; chat: anthropic:claude at {address}"
    assert KEY not in said


def test_roles_have_models_of_their_own(tmp_path: Path) -> None:
    """S1-32: a small model for work in the background, a large one for replies."""
    found = settings(
        tmp_path, llm_model="openai:large", llm_cheap_model="openai:small", llm_api_key=KEY
    )
    models = create_models(found)
    assert models.cheap is not None
    assert models.chat is not None
    assert (models.cheap.name, models.chat.name) == ("openai:small", "openai:large")


def test_background_work_can_do_without(tmp_path: Path) -> None:
    """`none` for the cheap one leaves the other as it is."""
    found = settings(tmp_path, llm_model="openai:large", llm_cheap_model="none", llm_api_key=KEY)
    models = create_models(found)
    assert models.cheap is None
    assert models.chat is not None


SERVER = "http://models.example/v1"


@pytest.mark.parametrize(
    ("own", "address", "key"),
    [
        ({}, SERVER, KEY),
        ({"llm_cheap_model": "openai:small"}, SERVER, KEY),
        ({"llm_cheap_base_url": SERVER, "llm_cheap_model": "openai:small"}, SERVER, KEY),
        (
            {"llm_cheap_base_url": "http://other.example", "llm_cheap_model": "openai:small"},
            "http://other.example",
            "",
        ),
        (
            {"llm_cheap_model": "anthropic:small", "llm_cheap_api_key": OTHER_KEY},
            "https://api.anthropic.com/v1",
            OTHER_KEY,
        ),
        ({"llm_cheap_model": "openai:s", "llm_cheap_api_key": OTHER_KEY}, SERVER, OTHER_KEY),
    ],
)
def test_no_server_sees_the_key_of_another(
    tmp_path: Path, own: dict[str, str], address: str, key: str
) -> None:
    """The key goes to the address and the provider that it was set for."""
    made = cheap(tmp_path, llm_model="openai:large", llm_base_url=SERVER, llm_api_key=KEY, **own)
    assert (made.base_url, made._server.key) == (address, key)


def test_an_embedder_is_not_sent_to_another_provider(tmp_path: Path) -> None:
    """Address and key of a model that speaks another way are not for the embedder."""
    found = settings(
        tmp_path,
        llm_model="anthropic:claude",
        llm_base_url="http://gate.example/v1",
        llm_api_key=KEY,
        embedder="openai:small",
        embedder_api_key=OTHER_KEY,
    )
    made = create_embedder(found)
    assert isinstance(made, OpenAIEmbedder)
    assert made.base_url == "https://api.openai.com/v1"
    assert made._server.key == OTHER_KEY


def test_a_server_here_may_be_called_local(tmp_path: Path) -> None:
    """Only who says so lets personal text be read, and only by a server on this machine."""
    local = {"llm_model": "openai:llama", "llm_base_url": "http://localhost:11434/v1"}
    assert not cheap(tmp_path, **local).is_local
    found = settings(tmp_path, **local, llm_is_local="yes")
    made = create_language_model(found, ModelRole.CHAT)
    assert isinstance(made, OpenAIModel)
    assert made.is_local
    assert describe_models(found).endswith("on this machine")
    assert not cheap(tmp_path, llm_model="openai:x", llm_api_key=KEY, llm_is_local="yes").is_local


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"llm_model": "openai:"}, "has no name"),
        ({"llm_model": "gpt-4"}, "There is no language model 'gpt-4'"),
        ({"llm_model": "openai:x"}, "Set REMEMBRANCER_LLM_API_KEY"),
        ({"llm_cheap_model": "anthropic:x"}, "Set REMEMBRANCER_LLM_CHEAP_API_KEY"),
        ({"llm_model": "openai:x", "llm_base_url": "models.example"}, "must begin with http"),
        ({"llm_model": "openai:x", "llm_api_key": KEY, "llm_is_local": "maybe"}, "yes or no"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, values: dict[str, str], said: str) -> None:
    """A wrong setting is an error that says what to set; the doctor's line raises nothing."""
    with pytest.raises(InvalidSettings, match=said):
        create_models(settings(tmp_path, **values))
    assert describe_models(settings(tmp_path, **values)).startswith("none, rules do the work: ")


def test_a_memory_opens_with_a_model_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`llm="openai:MODEL"` takes address and key from the settings, and each task has a budget."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMEMBRANCER_LLM_BASE_URL", SERVER)
    made = check_tools("openai:small", None, None, None).llm
    assert isinstance(made, RoleModel)
    assert (made.name, made.role, made.is_local) == ("openai:small", ModelRole.CHEAP, False)
    assert check_tools("none", None, None, None).llm is None
    assert check_tools(None, None, None, None).llm is None
    with pytest.raises(InvalidInput, match="openai:MODEL, anthropic:MODEL, none"):
        check_tools(5, None, None, None)


def test_a_model_of_ones_own_has_a_budget_too() -> None:
    """What is given is asked within a budget, and logged."""
    made = check_tools(ScriptedModel([WELL], is_local=False), None, None, None).llm
    assert isinstance(made, RoleModel)
    assert not made.is_local
    made.ask("List the birds.", TEXT, Birds)
    assert [record.role for record in made.log()] == [ModelRole.CHEAP]
