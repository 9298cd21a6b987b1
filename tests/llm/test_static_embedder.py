"""The static embedder: made once from a model, kept in a folder, and then without the model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest
from numpy import float32
from numpy.typing import NDArray

from remembrancer import Memory
from remembrancer.llm import static_embedder
from remembrancer.llm.static_embedder import StaticEmbedder, weighted
from remembrancer.ports import CalibratedEmbedder, QuestionEmbedder
from remembrancer.testing import FrozenClock, HashingEmbedder

WORDS = ("[mark]", "the", "a", "bees", "wasps", "make", "honey", "taxes", "are", "due")
MEANT = numpy.array(
    [
        *([9, 9, 9], [1, 1, 1], [1, 1, 1], [0, 5, 1], [0, 4, 1], [1, 1, 1], [1, 5, 0]),
        *([5, 0, 1], [1, 1, 1], [4, 0, 1]),
    ],
    dtype=float32,
)


class TinyModel:
    """Ten words with given meanings; it counts how often it is asked for all of them."""

    name = "tiny"
    first_word = 1

    def __init__(self) -> None:
        self.asked = 0

    def token_vectors(self) -> NDArray[float32]:
        self.asked += 1
        return MEANT

    def plain_words(self) -> list[str]:
        return list(WORDS[1:])

    def embed_array(self, texts: Sequence[str]) -> NDArray[float32]:
        sums = numpy.array([MEANT[one].sum(axis=0) for one in self.tokens(texts, at_most=99)])
        vectors: NDArray[float32] = sums / numpy.linalg.norm(sums, axis=1, keepdims=True)
        return vectors

    def tokens(self, texts: Sequence[str], *, at_most: int) -> list[list[int]]:
        known = [[WORDS.index(word) for word in text.split() if word in WORDS] for text in texts]
        return [one[:at_most] for one in known]


def test_it_is_an_embedder(tmp_path: Path) -> None:
    """It fulfils the port and stays on this machine, and unit vectors are near for one meaning."""
    made = StaticEmbedder(model=TinyModel(), folder=tmp_path)
    assert isinstance(made, CalibratedEmbedder)
    assert made.is_local
    bees, wasps, taxes, nothing = made.embed_array(
        ["the bees make honey", "a wasps make honey", "taxes are due", "unknown"]
    )
    assert numpy.linalg.norm(bees) == pytest.approx(1)
    assert bees @ wasps > 0.9 > 0.3 > bees @ taxes
    assert not nothing.any()
    assert made.embed([]) == []


def test_questions_go_through_the_model(tmp_path: Path) -> None:
    """A question has the model's own vector, and texts are near it as they are for the model."""
    model = TinyModel()
    made = StaticEmbedder(model=model, folder=tmp_path)
    assert isinstance(made, QuestionEmbedder)
    (question,) = made.embed_questions(["bees make honey"])
    assert question == model.embed_array(["bees make honey"])[0].tolist()
    near, far = made.embed_array(["wasps make honey", "taxes are due"])
    assert near @ numpy.array(question) > far @ numpy.array(question)
    assert made.embed_questions([]) == []


def test_common_words_weigh_less() -> None:
    """The first words of a vocabulary are the most common; marks weigh nothing."""
    table = weighted(MEANT, 1)
    plain = MEANT[1:] - MEANT[1:].mean(axis=0)
    weights = numpy.linalg.norm(table[1:], axis=1) / numpy.linalg.norm(plain, axis=1)
    assert not table[0].any()
    assert (numpy.diff(weights) > 0).all()


def test_the_table_is_made_once(tmp_path: Path) -> None:
    """The next process reads it from the folder, with the same vectors, and asks no model."""
    first, second = TinyModel(), TinyModel()
    made = StaticEmbedder(model=first, folder=tmp_path / "cache").embed(["bees make honey"])
    again = StaticEmbedder(model=second, folder=tmp_path / "cache").embed(["bees make honey"])
    assert (made, first.asked, second.asked) == (again, 1, 0)
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.parametrize("content", [b"", b"no table", b"\x93NUMPY\x01\x00"])
def test_a_broken_table_is_made_anew(tmp_path: Path, content: bytes) -> None:
    """A file that is no table is replaced."""
    made = StaticEmbedder(model=TinyModel(), folder=tmp_path).embed(["bees"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(content)
    model = TinyModel()
    assert StaticEmbedder(model=model, folder=tmp_path).embed(["bees"]) == made
    assert model.asked == 1
    assert StaticEmbedder(model=TinyModel(), folder=tmp_path).embed(["bees"]) == made


def test_without_a_folder_it_works_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be written, the table is made by each process, and a warning says why."""
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with caplog.at_level(logging.WARNING, "remembrancer.llm"):
        made = StaticEmbedder(model=TinyModel(), folder=blocked / "cache").embed(["bees"])
    assert len(made[0]) == 3
    assert "Set XDG_CACHE_HOME" in caplog.text


def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The usual place for what can be made again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert static_embedder.cache_folder() == tmp_path / "remembrancer"


def test_a_switch_makes_the_texts_due(tmp_path: Path) -> None:
    """A store that was embedded otherwise is embedded anew; until then words find its texts."""
    url, clock = tmp_path / "memory.db", FrozenClock("2026-03-02T09:00:00+00:00")
    with Memory.open(url, clock=clock, embedder=HashingEmbedder(), background=False) as memory:
        memory.add(content="bees make honey")
        memory.jobs.wait()
    static = StaticEmbedder(model=TinyModel(), folder=tmp_path)
    with Memory.open(url, clock=clock, embedder=static, background=False) as memory:
        assert [job.kind for job in memory.jobs.list() if job.kind == "embed"] == ["embed"]
        assert static.name not in memory.admin.vectors()
        assert memory.recall("honey").hits
        memory.jobs.wait()
        assert memory.admin.vectors()[static.name] == (1, 0)
        assert [hit.text for hit in memory.recall("wasps").hits] == ["bees make honey"]
