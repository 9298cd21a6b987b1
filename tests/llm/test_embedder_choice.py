"""Which embedder the settings give, and what the doctor is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.core.errors import InvalidSettings, NotAvailable, RemembrancerError
from remembrancer.core.settings import Settings, read
from remembrancer.llm import minilm
from remembrancer.llm.minilm import MiniLM
from remembrancer.llm.model_factory import create_embedder, describe_embedder
from remembrancer.llm.openai_embedder import OpenAIEmbedder

KEY = "sk-canary-0123456789"
OTHER_KEY = "sk-another-9876543210"


def settings(tmp_path: Path, **values: str) -> Settings:
    return read({f"REMEMBRANCER_{name.upper()}": value for name, value in values.items()}, tmp_path)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extra were not installed."""
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)


def test_the_local_one_is_the_default(tmp_path: Path) -> None:
    """Nothing set: minilm, since its extra is installed here."""
    for found in (settings(tmp_path), settings(tmp_path, embedder=" ")):
        assert isinstance(create_embedder(found), MiniLM)
        assert describe_embedder(found) == (
            "all-MiniLM-L6-v2/int8/1, on this machine (default, since it is installed)"
        )


@pytest.mark.usefixtures("bare")
def test_without_the_extra_words_have_to_do(tmp_path: Path) -> None:
    """Nothing set and nothing installed: lexical only, and how to change that."""
    found = settings(tmp_path)
    assert create_embedder(found) is None
    assert describe_embedder(found) == (
        "lexical only: no local embedder is installed. Run `pip install 'remembrancer[minilm]'`."
    )


def test_the_local_one_can_be_asked_for(tmp_path: Path) -> None:
    """`minilm` gives it, and the doctor is told who said so."""
    found = settings(tmp_path, embedder="minilm")
    assert isinstance(create_embedder(found), MiniLM)
    assert describe_embedder(found).endswith("on this machine (environment REMEMBRANCER_EMBEDDER)")


@pytest.mark.usefixtures("bare")
def test_what_is_asked_for_and_missing_is_told(tmp_path: Path) -> None:
    """Asked for by name, a missing extra is an error and no silent fall to words."""
    found = settings(tmp_path, embedder="minilm")
    with pytest.raises(NotAvailable) as refusal:
        create_embedder(found)
    assert "Run `pip install 'remembrancer[minilm]'`" in str(refusal.value)
    assert "environment REMEMBRANCER_EMBEDDER" in str(refusal.value)
    assert describe_embedder(found) == f"lexical only: {refusal.value}"


def test_none_is_none(tmp_path: Path) -> None:
    """`none` turns it off, whatever is installed."""
    found = settings(tmp_path, embedder="none")
    assert create_embedder(found) is None
    assert describe_embedder(found) == "lexical only: set so (environment REMEMBRANCER_EMBEDDER)"


def openai(tmp_path: Path, **values: str) -> OpenAIEmbedder:
    made = create_embedder(settings(tmp_path, embedder="openai:small", **values))
    assert isinstance(made, OpenAIEmbedder)
    return made


def test_a_server_can_be_asked_for(tmp_path: Path) -> None:
    """`openai:MODEL` with a key; the texts leave this machine."""
    made = openai(tmp_path, embedder_api_key=KEY)
    assert made.name == "openai:small"
    assert made.base_url == "https://api.openai.com/v1"
    assert not made.is_local
    said = describe_embedder(settings(tmp_path, embedder="openai:small", embedder_api_key=KEY))
    assert said.startswith("openai:small at https://api.openai.com/v1, without personal text (")
    assert KEY not in said


def test_what_is_set_for_the_language_model_serves_too(tmp_path: Path) -> None:
    """Address and key of the language model are taken where the embedder has none of its own."""
    made = openai(tmp_path, llm_base_url="http://models.example/v1", llm_api_key=KEY)
    assert made.base_url == "http://models.example/v1"
    assert made._server.key == KEY


@pytest.mark.parametrize(
    ("own", "key"),
    [
        ({}, KEY),
        ({"embedder_base_url": "http://models.example/v1"}, KEY),
        ({"embedder_base_url": ""}, KEY),
        ({"embedder_base_url": "http://vectors.example/v1"}, ""),
        ({"embedder_api_key": OTHER_KEY}, OTHER_KEY),
        (
            {"embedder_base_url": "http://vectors.example/v1", "embedder_api_key": OTHER_KEY},
            OTHER_KEY,
        ),
    ],
)
def test_no_server_sees_the_key_of_another(tmp_path: Path, own: dict[str, str], key: str) -> None:
    """The language model's key goes to the language model's address alone."""
    made = openai(tmp_path, llm_base_url="http://models.example/v1", llm_api_key=KEY, **own)
    assert made._server.key == key


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("openai:", "names no model"),
        ("openai:small", "needs a key"),
        ("word2vec", "There is no embedder 'word2vec'"),
    ],
)
def test_what_cannot_be_is_told(tmp_path: Path, value: str, said: str) -> None:
    """A wrong setting is an error that says what to set."""
    with pytest.raises(InvalidSettings, match=said):
        create_embedder(settings(tmp_path, embedder=value))
    assert describe_embedder(settings(tmp_path, embedder=value)).startswith("lexical only: ")


def test_a_wrong_address_is_told(tmp_path: Path) -> None:
    """Also by the doctor's line, which raises nothing."""
    wrong = settings(tmp_path, embedder="openai:small", embedder_base_url="models.example")
    with pytest.raises(RemembrancerError, match="must begin with http"):
        create_embedder(wrong)
    assert "must begin with http" in describe_embedder(wrong)
