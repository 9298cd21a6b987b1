"""Which texts are alike, without holding every two against each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.compression import text_similarity
from remembrancer.compression.text_similarity import TextFeatures

_TEXTS = st.lists(st.frozensets(st.sampled_from("abcdefghijklmnop"), max_size=6), max_size=40)


def _alike(texts: list[frozenset[str]]) -> list[text_similarity.SimilarPair]:
    return text_similarity.find_similar_pairs(
        [TextFeatures(one) for one in texts], text_similarity.rarity_weights(texts)
    )


@given(_TEXTS)
def test_a_pair_is_two_texts_that_share_a_word(texts: list[frozenset[str]]) -> None:
    """Each pair once, in order, the most alike first, from nothing in common to all."""
    pairs = _alike(texts)
    assert len({one[1:] for one in pairs}) == len(pairs)
    assert pairs == sorted(pairs, key=lambda one: (-one.similarity, one.first, one.second))
    for alike, first, second in pairs:
        assert first < second
        assert texts[first] & texts[second]
        assert 0 < alike <= 1 + 1e-9
        assert (texts[first] == texts[second]) == (alike > 1 - 1e-9)


@given(_TEXTS)
def test_who_shares_a_word_has_a_neighbour(texts: list[frozenset[str]]) -> None:
    """However common its words are, a text is held against others that have them."""
    paired = {place for one in _alike(texts) for place in one[1:]}
    for place, one in enumerate(texts):
        others = (other for n, other in enumerate(texts) if n != place)
        assert (place in paired) == any(one & other for other in others)


def test_a_thousand_texts_are_held_against_a_few_each() -> None:
    """The work grows with the texts, and not with their pairs, also where all use one word."""
    many = [frozenset({"all", f"half {n % 2}", f"ten {n % 100}", f"own {n}"}) for n in range(1_000)]
    pairs = _alike(many)
    assert len(pairs) <= 12 * len(many)
    for place, one in enumerate(many):
        best = next(pair for pair in pairs if place in pair[1:])
        assert len(one & many[sum(best[1:]) - place]) == 3


def test_names_and_categories_add_to_it() -> None:
    """Of two texts that share as much, the one that names the same thing is nearer."""
    texts = [TextFeatures(frozenset({"loan", word})) for word in ("a", "b", "c", "d")]
    texts[0] = texts[0]._replace(entities=frozenset({"acme"}), category="bank")
    texts[2] = texts[2]._replace(entities=frozenset({"acme"}))
    texts[3] = texts[3]._replace(category="bank")
    found = text_similarity.find_similar_pairs(
        texts, text_similarity.rarity_weights([one.stems for one in texts])
    )
    assert [one[1:] for one in found if one.first == 0] == [(0, 2), (0, 3), (0, 1)]
