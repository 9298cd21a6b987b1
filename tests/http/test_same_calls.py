"""Calls that mean the same, and are told the same, wherever the memory is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from remembrancer import Erased, IllegalTransition, InvalidInput, Memory, RemembrancerError
from remembrancer.client.connection import ServerConnection
from remembrancer.memory import remote_memory
from remembrancer.wire.problems import error_from
from tests.remote import House

NAMES = ("..", ".", "...", "a/../b", "%2e", "/", "?", "#", "ü", " ", "")
Act = Callable[[Memory], object]


@pytest.fixture(scope="module")
def pair(house: House) -> Iterator[tuple[Memory, Memory]]:
    """A memory here, and another one behind a server."""
    with (
        Memory.open(":memory:", embedder="none", background=False) as here,
        Memory.open(":memory:", embedder="none", background=False) as there,
    ):
        yield here, house.enter(there)


def _told(memory: Memory, act: Act) -> object:
    try:
        return act(memory)
    except RemembrancerError as error:
        return type(error), str(error), getattr(error, "field", None)


def _check_same(pair: tuple[Memory, Memory], act: Act) -> Any:
    here, there = (_told(one, act) for one in pair)
    assert here == there
    return there


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_itself_in_an_address(pair: tuple[Memory, Memory], name: str) -> None:
    """Dots, slashes and signs in a name lead nowhere else than to what has it."""
    for one in pair:
        if name.strip():
            one.add(content=f"Tea for {name}.", subject=name)
            one.conversations.start(name)
    _check_same(pair, lambda memory: memory.get(name))
    _check_same(pair, lambda memory: memory.history(name))
    _check_same(pair, lambda memory: memory.summary(name).totals)
    _check_same(pair, lambda memory: memory.briefing(name).subject)
    said = {"author_id": "x", "content": "hi"}
    _check_same(pair, lambda memory: len(memory.conversations.append(name, said)))
    _check_same(pair, lambda memory: memory.conversations.get(name).id)
    _check_same(
        pair, lambda memory: [one.content for one in memory.conversations.window(name).messages]
    )


@pytest.mark.parametrize("name", [None, 3, "\ud800"])
def test_what_is_no_text_is_no_name_in_an_address(pair: tuple[Memory, Memory], name: Any) -> None:
    """Nobody is registered as 'None', because somebody forgot a name."""
    for one in pair:
        with pytest.raises(RemembrancerError):
            one.admin.add_person(name)
    assert pair[1].admin.people() == pair[0].admin.people()


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: _texts(memory.recall("tea", kinds="fact")),
        lambda memory: _texts(memory.recall("tea", categories="habit", include="items")),
        lambda memory: _texts(memory.recall("tea", tags="drink", domains="kitchen")),
        lambda memory: memory.admin.add_person("ada", roles="ADMIN", groups="kitchen").groups,
        lambda memory: memory.walks.used("walk_1", "km_000000000000"),
        lambda memory: memory.review.batch("km_000000000000", "approve"),
    ],
)
def test_one_text_stands_where_several_may(pair: tuple[Memory, Memory], act: Act) -> None:
    """What a verb takes here it takes there, and what it refuses it refuses in the same words."""
    for one in pair:
        one.add(content="Tea at four.", category="habit", domain="kitchen", tags=["drink"])
    assert _check_same(pair, act)


def _texts(found: Any) -> list[str]:
    return [one.text for one in found.hits]


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.recall("tea", k="3"),
        lambda memory: memory.recall("tea", k=3.0),
        lambda memory: memory.recall("tea", k=True),
        lambda memory: memory.recall("tea", as_of=3.5),
        lambda memory: memory.vote("km_000000000000", "1"),
        lambda memory: memory.compose(message="tea", token_budget="500"),
    ],
)
def test_a_number_is_a_number(pair: tuple[Memory, Memory], act: Act) -> None:
    """A number in quotes, or one with a fraction, is refused on both sides."""
    for one in pair:
        with pytest.raises(InvalidInput):
            act(one)


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.recall("tea", k="3"),
        lambda memory: memory.recall("tea", kinds=3),
        lambda memory: memory.recall("tea", kinds=["fact", 3]),
        lambda memory: memory.recall("tea", explain="yes"),
        lambda memory: memory.recall(7),
        lambda memory: memory.items(as_of="yesterday"),
        lambda memory: memory.items(as_of="0"),
        lambda memory: memory.items(as_of=-1),
        lambda memory: memory.items(as_of=1.5),
        lambda memory: memory.items(limit="many"),
        lambda memory: memory.items(subject=7),
        lambda memory: memory.items(colour="red"),
        lambda memory: memory.review.queue(colour="red"),
        lambda memory: memory.remember([3]),
        lambda memory: memory.remember("tea", live_state="many"),
        lambda memory: memory.remember("tea", dry_run="no"),
        lambda memory: memory.add_many("tea"),
        lambda memory: memory.add_many([7]),
        lambda memory: memory.get(7),
        lambda memory: memory.summary(7),
        lambda memory: memory.suggestions(subject=7),
        lambda memory: memory.receipt(None),
        lambda memory: memory.dismiss("km_000000000000", reason={"a": 1}),
        lambda memory: memory.erase(7, reason="r"),
        lambda memory: memory.compose(message="tea", system=b"s"),
        lambda memory: memory.compose(message="tea", live_state=object()),
        lambda memory: memory.compose(message="tea", live_state="\ud800"),
        lambda memory: memory.compose(message="tea", live_state=lambda: 3),
        lambda memory: memory.compose(message="tea", live_state=lambda: 1 / 0),
        lambda memory: memory.conversations.get(["x"]),
        lambda memory: memory.conversations.append("c", "tea"),
        lambda memory: memory.sources.collect(people=7),
        lambda memory: memory.sources.collect(reset="no"),
        lambda memory: memory.sources.meeting("m", notes="tea"),
        lambda memory: memory.walks.get(7),
        lambda memory: memory.review.contradictions(include_resolved=1),
        lambda memory: memory.review.batch(["km_000000000000"], 7),
        lambda memory: memory.admin.person(7),
        lambda memory: memory.admin.grant("ada", {"a": 1}),
        lambda memory: memory.jobs.schedule(7, every="1d"),
        lambda memory: memory.jobs.schedule("collect", every=7),
        lambda memory: memory.admin.configure("tea"),
        lambda memory: memory.admin.issue_token("ada", expires_in="soon"),
    ],
)
def test_what_is_of_another_type_is_refused_in_the_same_words(
    pair: tuple[Memory, Memory], act: Act
) -> None:
    """A number for a text, a text for a number, a word for a flag: one class, one sentence."""
    for one in pair:
        with pytest.raises(RemembrancerError):
            act(one)
    _check_same(pair, act)


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.stats(by=[]),
        lambda memory: memory.stats(by=["kind", "domain"]),
        lambda memory: memory.stats(by=("kind",)),
        lambda memory: memory.votes([]),
        lambda memory: memory.votes(["km_000000000000", "km_000000000001"]),
        lambda memory: len(memory.items(kind=[]).items),
        lambda memory: len(memory.items(kind=["fact", "other"]).items),
        lambda memory: len(memory.items(tags=["[]"]).items),
        lambda memory: len(memory.items(tags=iter(["drink"])).items),
        lambda memory: len(memory.items(metadata={"cups": 4}, since=date(2020, 1, 1)).items),
        lambda memory: len(memory.items(as_of=datetime(2020, 1, 1, tzinfo=UTC)).items),
        lambda memory: len(memory.recall("tea", kinds=[]).hits),
    ],
)
def test_a_list_is_a_list_in_an_address(pair: tuple[Memory, Memory], act: Act) -> None:
    """An empty one says that nothing is asked for, and is not as if none were given."""
    for one in pair:
        one.add(content="Tea at five.", tags=["drink", "[]"], metadata={"cups": 4})
    here, there = (act(one) for one in pair)
    assert here == there


@pytest.mark.parametrize("key", ["", " ", 7, [], "a" * 300, "a\nb"])
def test_what_can_be_no_key_is_refused(pair: tuple[Memory, Memory], key: Any) -> None:
    """A call that asks to be made once is not made under a key of somebody else's choice."""
    assert _check_same(pair, lambda memory: memory.add(content="tea", key=key))[0] is InvalidInput


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.subscribe(subject=7),
        lambda memory: memory.subscribe(subject=[]),
        lambda memory: memory.subscribe(after=7),
        lambda memory: memory.subscribe(after=[]),
        lambda memory: memory.pull(token_budget=""),
        lambda memory: memory.pull(token_budget=[]),
        lambda memory: memory.pull(token_budget="many"),
        lambda memory: memory.pull(domain=7),
        lambda memory: memory.pull(domain=[]),
        lambda memory: memory.admin.audit(item_id=7),
        lambda memory: memory.add(content="\ud800"),
        lambda memory: memory.get("\ud800"),
        lambda memory: memory.walks.list(session="\ud800"),
    ],
)
def test_what_never_was_one_is_refused_in_the_same_words(
    pair: tuple[Memory, Memory], act: Act, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a verb has a way of its own over the wire, and for half a sign."""
    monkeypatch.chdir(tmp_path)
    assert issubclass(_check_same(pair, act)[0], RemembrancerError)


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.add(content=date(2026, 1, 1)),
        lambda memory: memory.items(subject=datetime(2026, 1, 1)),
        lambda memory: memory.recall(date(2026, 1, 1)),
        lambda memory: memory.recall("tea", kinds=date(2026, 1, 1)),
    ],
)
def test_a_time_is_no_text(pair: tuple[Memory, Memory], act: Act) -> None:
    """It would be one on the way."""
    for one in pair:
        with pytest.raises(InvalidInput):
            act(one)


def test_an_error_tells_the_same(pair: tuple[Memory, Memory]) -> None:
    """What an error knows is of the same type on both sides, and what it does not know is None."""
    no_items: Any = "tea"
    for one in pair:
        with pytest.raises(InvalidInput) as nowhere:
            one.add_many(no_items)
        assert nowhere.value.field is None
        item = one.add(content="Tea is green.", source_id="leaflet 7")
        one.dismiss(item.id)
        with pytest.raises(IllegalTransition) as refused:
            one.dismiss(item.id)
        assert isinstance(refused.value.allowed, tuple)
        one.erase(source="leaflet 7", reason="wrong")
        with pytest.raises(Erased) as erased:
            one.add(content="Tea is green.", source_id="leaflet 7")
        assert erased.value.at.tzinfo is not None


def test_a_live_state_that_is_asked_for_is_asked_here(pair: tuple[Memory, Memory]) -> None:
    """A callable does not cross the wire; what it says does."""
    for one in pair:
        made = one.compose(message="tea", live_state=lambda: {"kettle": "hot"})
        assert "kettle: hot" in made.part("live_state").text


@pytest.mark.parametrize("value", [b"tea", {"a": object()}, "\ud800", [float("nan")]])
def test_what_cannot_be_sent_is_told(pair: tuple[Memory, Memory], value: Any) -> None:
    """A thing of this program does not cross the wire, nor as something else: its field is
    named."""
    for one in pair:
        with pytest.raises(InvalidInput, match="data") as refusal:
            one.add(content="tea", data={"x": value})
        assert refusal.value.field == "data"


@pytest.mark.parametrize("verb", ["backfill", "import_"])
def test_a_text_is_no_path_of_the_server(house: House, tmp_path: Path, verb: str) -> None:
    """What a caller says in place of records is not looked for on the server's disk."""
    (tmp_path / "notes.md").write_text("# Tea\n\nTea is at four.\n")
    with Memory.open(":memory:", embedder="none", background=False) as memory:
        key = house.admit(lambda _: memory._session)
        path = "backfill" if verb == "backfill" else "import"
        for given in (str(tmp_path), {"records": str(tmp_path)}, {"given": str(tmp_path)}):
            answer = house.http.post(f"{house.url}/api/sources/{path}", json=given, headers=key)
            assert answer.status_code == 422
        assert memory.items().items == ()


def test_what_was_added_says_what_was_there(pair: tuple[Memory, Memory]) -> None:
    """`add_many` gives the same sequence on both sides: its items, their ids, and those known."""
    told = {"content": "Tea is picked by hand.", "source_id": "leaflet"}
    for one in pair:
        first = one.add_many([told])
        both = one.add_many([{"content": "Tea is dried."}, told])
        assert both.ids == (both[0].id, first[0].id)
        assert (first.known, both.known) == (set(), {first[0].id})
        assert both[1] == one.get(first[0].id)
        assert [item.content for item in both] == ["Tea is dried.", told["content"]]


def test_an_answer_that_cannot_be_read_is_told() -> None:
    """Another program at the address is no riddle: the sentence says what to check."""
    answers = httpx2.MockTransport(lambda _: httpx2.Response(200, text="<html>Welcome</html>"))
    with httpx2.Client(transport=answers) as http:
        made: Any = remote_memory()
        memory: Memory = made(ServerConnection("http://localhost", None, http=http))
        with pytest.raises(RemembrancerError, match="Check that the address"):
            memory.stats()


def _connection(token: Any) -> dict[str, str]:
    with httpx2.Client() as http:
        return ServerConnection("http://localhost", token, http=http).headers


@pytest.mark.parametrize("token", ["abc.def\n", " abc.def", "abc.def\r\n"])
def test_a_token_is_sent_without_what_stands_around_it(token: str) -> None:
    """The line end that a file or a shell leaves behind it is no part of a token."""
    assert _connection(token)["Authorization"] == "Bearer abc.def"


@pytest.mark.parametrize("token", [None, "", " \n"])
def test_an_empty_token_is_none(token: str | None) -> None:
    """A variable that is set to nothing says nothing."""
    assert "Authorization" not in _connection(token)
    Memory.open(":memory:", embedder="none", background=False, token="").close()


@pytest.mark.parametrize("token", ["abc\ndef", "abc def", "abc\x00", "abc\x7f", "åäö", b"abc"])
def test_what_cannot_be_a_token_is_told(token: Any) -> None:
    """It is refused for what it is, and is not repeated; no server is blamed for it."""
    with pytest.raises(InvalidInput, match="token") as refusal:
        _connection(token)
    assert refusal.value.field == "token"
    assert str(token) not in str(refusal.value)


def test_what_another_program_says_of_an_error_is_kept() -> None:
    """A word where a time is expected is no second error that hides the first."""
    told = {"title": "Erased", "detail": "It is gone.", "at": "yesterday", "allowed": 7}
    error = error_from(told)
    assert isinstance(error, Erased)
    assert (str(error), vars(error)["at"], vars(error)["allowed"]) == (
        "It is gone.",
        "yesterday",
        7,
    )


def test_a_wrong_keyword_leads_to_the_right_one(pair: tuple[Memory, Memory]) -> None:
    """A client names the verb, the keyword that it does not have, and the one that was meant."""
    wrong: dict[str, Any] = {"group": ["sales"]}
    with pytest.raises(TypeError, match=r"add_person\(\) .*'group'. Did you mean 'groups'\?"):
        pair[1].admin.add_person("maya", **wrong)
