"""An embedder behind an address: what it asks, what it takes, and how it tells what went wrong."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import hypot

import pytest

from remembrancer.core.errors import InvalidSettings, ModelFailed
from remembrancer.llm import openai_embedder, transport
from remembrancer.llm.openai_embedder import OpenAIEmbedder
from remembrancer.ports import Embedder
from tests.llm.birds import Waits
from tests.llm.embedding_server import (
    Answer,
    Asked,
    EmbeddingServer,
    failed,
    rows,
    told,
    vector,
    well,
)

KEY = "sk-canary-0123456789"


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer().running() as running:
        yield running


@pytest.fixture
def embedder(server: EmbeddingServer, waits: Waits) -> OpenAIEmbedder:
    return OpenAIEmbedder("small", server.url, KEY, sleep=waits)


def unit(text: str) -> list[float]:
    values = vector(text)
    return [value / hypot(*values) for value in values]


def refused(embedder: OpenAIEmbedder, *texts: str) -> str:
    """What is told of a failure, which never holds the key or the texts."""
    with pytest.raises(ModelFailed) as refusal:
        embedder.embed(texts or ["the canary sings"])
    whole = "".join(traceback.format_exception(refusal.value))
    assert KEY not in whole
    assert "the canary sings" not in str(refusal.value)
    return str(refusal.value)


def test_it_is_an_embedder(embedder: OpenAIEmbedder) -> None:
    """It fulfils the port, and its name says model and dimensions."""
    assert isinstance(embedder, Embedder)
    assert embedder.name == "openai:small"
    assert OpenAIEmbedder("small", dimensions=256).name == "openai:small/256"


def test_vectors_come_in_the_order_of_the_texts(
    server: EmbeddingServer, embedder: OpenAIEmbedder
) -> None:
    """Whatever the order of the answer, each text has its own vector, of length one."""
    texts = ["bees", "a longer text", "Blåbär 🫐"]
    found = embedder.embed(texts)
    assert found == [pytest.approx(unit(text)) for text in texts]
    (asked,) = server.asked
    assert asked == Asked("/v1/embeddings", f"Bearer {KEY}", {"model": "small", "input": texts})


def test_nothing_is_asked_for_no_texts(server: EmbeddingServer, embedder: OpenAIEmbedder) -> None:
    """An empty list needs no server."""
    assert embedder.embed([]) == []
    assert server.asked == []


def test_without_a_key_none_is_sent(server: EmbeddingServer) -> None:
    """Servers of one's own often need none."""
    OpenAIEmbedder("small", server.url + "/").embed(["bees"])
    assert server.asked[0].key is None
    assert server.asked[0].path == "/v1/embeddings"


def test_dimensions_are_asked_for(server: EmbeddingServer) -> None:
    """What is set is asked for and held against the answer."""
    OpenAIEmbedder("small", server.url, dimensions=3).embed(["bees"])
    assert server.asked[0].body["dimensions"] == 3
    assert "3 numbers where 4" in refused(OpenAIEmbedder("small", server.url, dimensions=4))


def test_many_texts_go_in_batches(
    server: EmbeddingServer, embedder: OpenAIEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither too many texts nor too many characters are asked for at once, and none is lost."""
    monkeypatch.setattr(openai_embedder, "BATCH_TEXTS_MAX", 3)
    monkeypatch.setattr(openai_embedder, "BATCH_CHARACTERS_MAX", 40)
    texts = ["a" * length for length in (1, 2, 3, 4, 30, 20, 50, 1)]
    assert embedder.embed(texts) == [pytest.approx(unit(text)) for text in texts]
    assert [asked.body["input"] for asked in server.asked] == [
        texts[:3],
        texts[3:5],
        texts[5:6],
        texts[6:7],
        texts[7:],
    ]


def test_odd_texts_are_sent_as_texts(server: EmbeddingServer, embedder: OpenAIEmbedder) -> None:
    """Empty, broken and far too long texts are made such that a server takes them."""
    embedder.embed(["", "half \ud83d", "x" * 100_000])
    assert server.asked[0].body["input"] == [
        " ",
        "half ?",
        "x" * openai_embedder.TEXT_CHARACTERS_MAX,
    ]


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again(
    server: EmbeddingServer, embedder: OpenAIEmbedder, waits: Waits, status: int
) -> None:
    """Each time it is waited twice as long."""
    server.script = [failed(status), failed(status)]
    assert embedder.embed(["bees"]) == [pytest.approx(unit("bees"))]
    assert waits == [transport.WAIT_SECONDS, transport.WAIT_SECONDS * 2]


def test_a_server_is_waited_for_as_it_asks(
    server: EmbeddingServer, embedder: OpenAIEmbedder, waits: Waits
) -> None:
    """Retry-After counts in seconds and as a time; nonsense in it does not."""
    past = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
    server.script = [
        failed(429, Retry_After="7"),
        failed(429, Retry_After=past),
        failed(429, Retry_After="soon"),
    ]
    assert len(embedder.embed(["bees"])) == 1
    assert waits == [7.0, 0.0, transport.WAIT_SECONDS * 4]


def test_a_server_that_asks_for_hours_is_not_waited_for(
    server: EmbeddingServer, embedder: OpenAIEmbedder, waits: Waits
) -> None:
    """The failure says how long it wants."""
    server.script = [failed(429, "rate_limit_exceeded", Retry_After="7200")]
    said = refused(embedder)
    assert "429 (rate_limit_exceeded)" in said
    assert "Try again in 7200 seconds" in said
    assert waits == []


def test_tries_come_to_an_end(
    server: EmbeddingServer, embedder: OpenAIEmbedder, waits: Waits
) -> None:
    """A server that stays in trouble is given up."""
    server.script = [failed(503)] * 10
    assert "answered 503 at try 4: the server is in trouble. Try again later." in refused(embedder)
    assert len(server.asked) == transport.TRIES_MAX
    assert len(waits) == transport.TRIES_MAX - 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (failed(401, "invalid_api_key", f"Incorrect key: {KEY}"), "the key is not accepted"),
        (failed(403, KEY), "the key is not accepted"),
        (failed(404, "model_not_found"), "404 (model_not_found): it does not know the model"),
        (failed(400, None, "the canary sings"), "400: it does not take the request"),
        (told({}, status=302, Location="http://127.0.0.1:9/v1"), "it sends elsewhere"),
        (Answer(418, b"<html>" + KEY.encode()), "418: it does not take the request"),
    ],
)
def test_a_refusal_is_told_once(
    server: EmbeddingServer, embedder: OpenAIEmbedder, waits: Waits, answer: Answer, said: str
) -> None:
    """What asking again cannot mend is told at once, with what to do."""
    server.script = [answer]
    assert said in refused(embedder)
    assert len(server.asked) == 1
    assert waits == []


def test_a_missing_key_is_told(server: EmbeddingServer) -> None:
    """The same refusal without a key says that it is missing."""
    server.script = [failed(401)]
    assert "the key is missing" in refused(OpenAIEmbedder("small", server.url))


def _row(embedding: object, index: object = 0) -> Answer:
    return told({"data": [{"index": index, "embedding": embedding}]})


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(200, b"<html>busy</html>"), "it is no JSON"),
        (Answer(200, b""), "it is no JSON"),
        (Answer(200, b"[" * 100_000), "it is no JSON"),
        (told([]), "no list of vectors"),
        (told({"data": "none"}), "no list of vectors"),
        (told({"data": [1]}), "no list of vectors"),
        (told({"data": []}), "0 vectors for 1 texts"),
        (told({"data": rows(["a", "b"])}), "2 vectors for 1 texts"),
        (_row([1.0], 1), "not numbered"),
        (_row([1.0], None), "not numbered"),
        (_row([1.0], False), "not numbered"),
        (_row("AAAA"), "no list of numbers"),
        (_row([]), "no list of numbers"),
        (_row(["1.0"]), "something else than numbers"),
        (_row([None]), "something else than numbers"),
        (_row([True]), "something else than numbers"),
        (_row([float("nan")]), "something else than numbers"),
        (_row([float("inf")]), "something else than numbers"),
        (_row([10**400]), "something else than numbers"),
    ],
)
def test_nonsense_is_refused(
    server: EmbeddingServer, embedder: OpenAIEmbedder, answer: Answer, said: str
) -> None:
    """No answer becomes a vector unless it is one for each text."""
    server.script = [answer]
    assert said in refused(embedder)


def test_two_texts_with_one_number_are_refused(
    server: EmbeddingServer, embedder: OpenAIEmbedder
) -> None:
    """A number that comes twice leaves a text without a vector."""
    server.script = [told({"data": [rows(["a"])[0], rows(["b"])[0]]})]
    assert "not numbered" in refused(embedder, "a", "b")


def test_all_vectors_have_one_length(server: EmbeddingServer, embedder: OpenAIEmbedder) -> None:
    """The first answer sets it, for every later call too."""
    server.script = [well, _row([1.0, 2.0])]
    embedder.embed(["bees"])
    assert "2 numbers where 3 were expected" in refused(embedder)


def test_a_text_may_have_no_direction(server: EmbeddingServer, embedder: OpenAIEmbedder) -> None:
    """Zeros stay zeros."""
    server.script = [_row([0, 0])]
    assert embedder.embed([""]) == [[0.0, 0.0]]


def test_a_silent_server_is_given_up(server: EmbeddingServer) -> None:
    """No answer in time is told, with the time."""

    def silent(_: Asked) -> Answer:
        server.ended.wait()
        return told({})

    server.script = [silent]
    embedder = OpenAIEmbedder("small", server.url, KEY, timeout_seconds=0.1)
    assert "gave no whole answer in 0.1 seconds" in refused(embedder)
    server.ended.set()


def test_a_dripping_server_is_given_up(server: EmbeddingServer) -> None:
    """An answer that comes byte by byte and never ends is no answer."""
    server.is_slow = True
    embedder = OpenAIEmbedder("small", server.url, KEY, timeout_seconds=0.2)
    assert "gave no whole answer in 0.2 seconds" in refused(embedder)


def test_an_endless_answer_is_not_kept(
    server: EmbeddingServer, embedder: OpenAIEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is longer than any answer is not read to its end."""
    monkeypatch.setattr(transport, "ANSWER_BYTES_MAX", 10)
    assert "it is too long" in refused(embedder)


def test_no_server_is_told() -> None:
    """Nobody at the address: the address is named."""
    with EmbeddingServer().running() as gone:
        url = gone.url
    said = refused(OpenAIEmbedder("small", url, KEY))
    assert url in said
    assert "cannot be reached" in said


def test_a_proxy_is_no_detour_for_this_machine(
    server: EmbeddingServer, embedder: OpenAIEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is for a server on this machine does not leave it through a proxy."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert len(embedder.embed(["bees"])) == 1


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        ("http://localhost:11434/v1", True),
        ("http://127.0.0.2/v1", True),
        ("http://[::1]:80/v1", True),
        ("http://127.0.0.1.example.com/v1", False),
        ("http://192.168.1.5/v1", False),
        (None, False),
    ],
)
def test_only_this_machine_is_local(url: str | None, is_local: bool) -> None:
    """Personal text stays here: only a server here counts as local, and only if told so."""
    assert OpenAIEmbedder("small", url, is_local=True).is_local is is_local
    assert OpenAIEmbedder("small", url).is_local is False


def test_the_key_is_never_shown() -> None:
    """Neither its texts nor a wrong one shows a key."""
    shown = OpenAIEmbedder("small", None, KEY)
    assert KEY not in f"{shown} {shown!r} {shown.name}"
    with pytest.raises(InvalidSettings) as refusal:
        OpenAIEmbedder("small", None, f"{KEY}\n{KEY}")
    assert KEY not in "".join(traceback.format_exception(refusal.value))


@pytest.mark.parametrize(
    "url", ["api.example.com/v1", "ftp://example.com", "http://", "http://a b/", "http://[::1/v1"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    """An address needs http or https, and a host."""
    with pytest.raises(InvalidSettings, match="must begin with http"):
        OpenAIEmbedder("small", url)


@pytest.mark.parametrize("rest", ["?key=sk-canary", "#sk-canary"])
def test_a_key_in_the_address_is_refused(rest: str) -> None:
    """An address is printed, so it holds no secret."""
    for url in ("https://me:sk-canary@example.com/v1", f"https://example.com/v1{rest}"):
        with pytest.raises(InvalidSettings, match="more than host and path") as refusal:
            OpenAIEmbedder("small", url)
        assert "sk-canary" not in str(refusal.value)


def test_a_model_needs_a_name() -> None:
    """Neither an empty name nor a vector without numbers is taken."""
    with pytest.raises(InvalidSettings, match="is empty"):
        OpenAIEmbedder(" ")
    with pytest.raises(InvalidSettings, match="at least one dimension"):
        OpenAIEmbedder("small", dimensions=0)
