"""Vector similarity for the texts and words of one comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from remembrancer.ports import Embedder
from remembrancer.reading.judging.pair_features import VectorSimilarity
from remembrancer.reading.judging.pair_parsing import ParsedText, ParsedWord


def vector_similarity(embedder: Embedder, readings: Iterable[ParsedText]) -> VectorSimilarity:
    """Embeds all texts and words of a comparison in one call, each once."""
    import numpy

    wanted: set[str] = set()
    for reading in readings:
        for part in (reading.whole, *reading.parts):
            wanted |= {part.text, part.plain, part.denied} - {""}
            wanted |= {word.text for word in part.words}
    texts = sorted(wanted)
    rows = numpy.array(embedder.embed(texts), dtype=numpy.float32).reshape(len(texts), -1)
    lengths = numpy.linalg.norm(rows, axis=1, keepdims=True)
    rows /= numpy.where(lengths > 0, lengths, 1)
    places = {text: place for place, text in enumerate(texts)}

    def of_texts(one: str, other: str) -> float:
        return float(rows[places[one]] @ rows[places[other]])

    def of_words(ours: Sequence[ParsedWord], theirs: Sequence[ParsedWord]) -> list[list[float]]:
        mine = rows[[places[word.text] for word in ours]]
        yours = rows[[places[word.text] for word in theirs]]
        near: list[list[float]] = (mine @ yours.T).tolist()
        return near

    def of_bags(ours: Sequence[ParsedWord], theirs: Sequence[ParsedWord]) -> float:
        if not ours or not theirs:
            return 0.0
        sums = [
            numpy.array([word.weight for word in words], dtype=numpy.float32)
            @ rows[[places[word.text] for word in words]]
            for words in (ours, theirs)
        ]
        size = float(numpy.linalg.norm(sums[0]) * numpy.linalg.norm(sums[1]))
        return float(sums[0] @ sums[1]) / size if size else 0.0

    return VectorSimilarity(of_texts, of_words, of_bags)
