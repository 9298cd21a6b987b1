"""Embeddings from an OpenAI-compatible server.

Error messages hold neither the key nor the texts, because they are stored with the failed job.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf, isfinite
from typing import Any

from remembrancer.core.errors import InvalidSettings, ModelFailed
from remembrancer.llm.transport import ModelServer, Refusal, ServerSetup, readable

BASE_URL = "https://api.openai.com/v1"

BATCH_TEXTS_MAX = 128
BATCH_CHARACTERS_MAX = 100_000
TEXT_CHARACTERS_MAX = 8_000  # of one text, about the limit of these models; the rest is cut
TIMEOUT_SECONDS = 30.0  # for the whole answer

_SETUP = ServerSetup(
    "embedder",
    "REMEMBRANCER_EMBEDDER",
    "REMEMBRANCER_EMBEDDER_BASE_URL",
    "REMEMBRANCER_EMBEDDER_API_KEY",
    "Check that the model makes embeddings and takes the number of dimensions.",
)


class OpenAIEmbedder:
    """Unit vectors from the `/embeddings` endpoint of a server.

    Texts leave this machine, so personal data is never sent. A server on this machine counts as
    local with `is_local=True`.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        dimensions: int | None = None,
        *,
        is_local: bool = False,
        timeout_seconds: float = TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model.strip():
            raise InvalidSettings("The name of the embedding model is empty.", field="model")
        if dimensions is not None and dimensions < 1:
            raise InvalidSettings("A vector needs at least one dimension.", field="dimensions")
        self.provider = "openai"
        self._server = ModelServer(_SETUP, model, base_url or BASE_URL, api_key, is_local=is_local)
        self._requested_dimensions = dimensions  # in the request
        self._length = dimensions  # of every vector, known after the first answer
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self.base_url = self._server.base_url
        self.is_local = self._server.is_local
        self.name = f"openai:{model}" + (f"/{dimensions}" if dimensions else "")

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self._server.model!r}, {self.base_url!r})"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        sent = [_sendable(text) for text in texts]
        return [vector for batch in _batches(sent) for vector in self._batch(batch)]

    def _batch(self, texts: Sequence[str]) -> list[list[float]]:
        server = self._server
        asked: dict[str, Any] = {"model": server.model, "input": list(texts)}
        if self._requested_dimensions:
            asked["dimensions"] = self._requested_dimensions
        headers = {"Authorization": f"Bearer {server.key}"} if server.key else {}
        tried = 1
        while True:
            answer = server.post("embeddings", asked, headers, self._timeout_seconds)
            if not isinstance(answer, Refusal):
                return self._vectors(answer, len(texts))
            wait = server.retry_delay(answer, tried)
            if wait is None:
                raise server.refusal_error(answer, tried)
            self._sleep(wait)
            tried += 1

    def _vectors(self, answer: bytes, count: int) -> list[list[float]]:
        try:
            told = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise self._invalid_answer("it is no JSON") from error
        rows = told.get("data") if isinstance(told, dict) else None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise self._invalid_answer("it has no list of vectors under `data`")
        if len(rows) != count:
            raise self._invalid_answer(f"it has {len(rows)} vectors for {count} texts")
        by_index = {row["index"]: row for row in rows if type(row.get("index")) is int}
        if by_index.keys() != set(range(count)):
            raise self._invalid_answer("its vectors are not numbered as the texts are")
        return [self._vector(by_index[place].get("embedding")) for place in range(count)]

    def _vector(self, given: Any) -> list[float]:
        if not isinstance(given, list) or not given:
            raise self._invalid_answer("a vector of it is no list of numbers")
        if not all(type(value) in (int, float) for value in given):
            raise self._invalid_answer("a vector of it holds something else than numbers")
        self._length = self._length or len(given)
        if len(given) != self._length:
            raise ModelFailed(
                f"{self._server} gave a vector of {len(given)} numbers where {self._length} were "
                "expected. Set the number of dimensions that this model has, or choose another."
            )
        try:
            length = hypot(*given)
        except OverflowError:
            length = inf
        if not isfinite(length):
            raise self._invalid_answer("a vector of it holds something else than numbers")
        # A zero vector is left as it is.
        return [value / (length or 1.0) for value in given]

    def _invalid_answer(self, what: str) -> ModelFailed:
        return self._server.invalid_answer(what)


def _sendable(text: str) -> str:
    """The text, cut to the limit. Some servers refuse an empty one."""
    return readable(text[:TEXT_CHARACTERS_MAX]) or " "


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    length = 0
    for text in texts:
        is_full = len(batch) == BATCH_TEXTS_MAX
        if batch and (is_full or length + len(text) > BATCH_CHARACTERS_MAX):
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text)
    if batch:
        yield batch
