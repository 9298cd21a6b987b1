"""Parts of a text: what an embedder is given of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.limits import (
    EMBED_PART_WORDS,
    EMBED_PARTS_MAX,
    EMBED_SENTENCE_WORDS_MIN,
    EMBED_WHOLE_WORDS_MAX,
)
from remembrancer.jobs.chunking import parts

sentences = st.lists(
    st.lists(st.sampled_from(["a", "pension", "fund", "I"]), min_size=1, max_size=12).map(
        lambda words: " ".join(words) + "."
    ),
    min_size=1,
    max_size=9,
)


def test_a_short_text_is_one_part() -> None:
    """It is given as it stands."""
    assert parts("Ellen likes  sailing.") == ["Ellen likes  sailing."]


@given(said=sentences)
def test_a_text_of_usual_length_is_given_whole_and_by_sentence(said: list[str]) -> None:
    """The sentences together are the text, and none is too short to mean something."""
    text = " ".join(said)
    whole, *others = parts(text)
    assert whole == text
    if others:
        assert " ".join(others) == text
        assert len(others) > 1
        assert all(len(one.split()) >= EMBED_SENTENCE_WORDS_MIN for one in others)


@given(count=st.integers(EMBED_WHOLE_WORDS_MAX + 1, 3 * EMBED_PARTS_MAX * EMBED_PART_WORDS))
def test_a_long_text_is_given_in_pieces(count: int) -> None:
    """From its beginning on, without a gap, as far as the limit goes."""
    words = [f"w{n}" for n in range(count)]
    found = parts(" ".join(words))
    assert " ".join(found).split() == words[: EMBED_PARTS_MAX * EMBED_PART_WORDS]
    assert len(found) <= EMBED_PARTS_MAX
    assert all(0 < len(one.split()) <= EMBED_PART_WORDS for one in found)
