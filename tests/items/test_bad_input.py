"""Bad input: each case gets its own clear error, and leaves nothing half-written."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import (
    Forbidden,
    InvalidInput,
    ItemDraft,
    Memory,
    Principal,
    RemembrancerError,
    StoreError,
)
from remembrancer.items.filters import ItemFilter, RecallFilter
from remembrancer.items.visibility import CALLER_NEVER_SETS
from remembrancer.testing import FrozenClock
from tests.conftest import START, MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST, Engine
from tests.footprint import refused, untouched
from tests.people import ADA, ANNA

NAN = float("nan")
SURROGATE = "half \ud800 of it"
DEEP: dict[str, Any] = {}
for _ in range(2_000):
    DEEP = {"deeper": DEEP}
CYCLE: dict[str, Any] = {}
CYCLE["again"] = CYCLE

# Field, value, and what the message must say beside the field's name.
BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("content", "", "content is empty"),
    ("content", " \n\t ", "content is empty"),
    ("content", "\u00a0\u2003", "content is empty"),
    ("content", "x" * 100_001, "100,001; the limit is 100,000"),
    ("content", None, "content"),
    ("content", 5, "content"),
    ("content", ["text"], "content"),
    ("content", "nul \x00", "control character"),
    ("content", "bell \x07", "control character"),
    ("content", "escape \x1b[31m", "control character"),
    ("content", "delete \x7f", "control character"),
    ("content", "csi \x9b31m", "control character"),
    ("content", SURROGATE, "surrogate"),
    ("title", "two\nlines", "one line"),
    ("title", "two\rlines", "one line"),
    ("title", "two\u2028lines", "one line"),
    ("title", "two\u0085lines", "one line"),
    ("title", "", "title is empty"),
    ("title", "x" * 501, "501; the limit is 500"),
    ("title", "tab\there", "one line"),
    ("title", "nul \x00", "one line"),
    ("title", "csi \x9b31m", "one line"),
    ("title", SURROGATE, "surrogate"),
    ("title", 5, "title"),
    ("kind", "gossip", "not known in this space"),
    ("kind", "", "kind is empty"),
    ("kind", SURROGATE, "surrogate"),
    ("category", "x" * 201, "201; the limit is 200"),
    ("category", "two\nlines", "one line"),
    ("domain", "nul \x00", "one line"),
    ("subject", "", "subject is empty"),
    ("subject", 5, "subject"),
    ("subject", SURROGATE, "surrogate"),
    ("data", {"x": NAN}, "JSON"),
    ("data", {"x": [float("inf")]}, "JSON"),
    ("data", {"x": object()}, "data"),
    ("data", {"x": {1, 2}}, "data"),
    ("data", {"x": datetime(2026, 1, 1, tzinfo=UTC)}, "data"),
    ("data", {"x": date(2026, 1, 1)}, "data"),
    ("data", {"x": Decimal("1.5")}, "data"),
    ("data", {"x": b"bytes"}, "data"),
    ("data", {5: "x"}, "data"),
    ("data", [1, 2], "data"),
    ("data", "text", "data"),
    ("data", None, "data"),
    ("data", {"x": "y" * 256_001}, "limit is 256,000"),
    ("data", DEEP, "data"),
    ("data", CYCLE, "data"),
    ("data", {"x": SURROGATE}, "surrogate"),
    ("data", {SURROGATE: 1}, "surrogate"),
    ("data", {"x": [{"y": SURROGATE}]}, "surrogate"),
    *(
        ("data", {"x": [{"y": f"a{letter}b"}]}, "control character")
        for letter in "\x00\x01\x08\x0b\x0c\x1f\x7f"
    ),
    ("data", {"a\x00b": 1}, "control character"),
    ("metadata", {"x": NAN}, "JSON"),
    ("metadata", {"x": SURROGATE}, "surrogate"),
    ("metadata", {"x": ["a\x00b"]}, "control character"),
    ("metadata", {"x": "y" * 256_001}, "limit is 256,000"),
    ("metadata", DEEP, "metadata"),
    ("metadata", 5, "metadata"),
    ("tags", [SURROGATE], "surrogate"),
    ("tags", ["a\x00b"], "one line"),
    ("tags", [""], "empty"),
    ("tags", ["x" * 201], "limit is 200"),
    ("tags", ["x"] * 101, "limit is 100"),
    ("tags", 5, "tags"),
    ("tags", [5], "tags"),
    ("tags", None, "tags"),
    ("entities", ["two\nlines"], "one line"),
    ("entities", ["x"] * 201, "limit is 200"),
    ("confidence", NAN, "0 to 1"),
    ("confidence", float("inf"), "0 to 1"),
    ("confidence", "sure", "confidence"),
    ("confidence", 10**400, "confidence"),
    ("confidence_subtype", "hunch", "correction"),
    ("importance", 1.01, "importance"),
    ("importance", -0.01, "importance"),
    ("importance", NAN, "importance"),
    ("audience", "finance", "group:NAME"),
    ("audience", "group:", "group:NAME"),
    ("audience", "", "audience is empty"),
    ("audience", ["all"], "audience"),
    ("is_personal", "perhaps", "is_personal"),
    ("is_personal", None, "is_personal"),
    ("sensitivity", "two\nlines", "one line"),
    ("source_type", "gossip", "not known in this space"),
    ("source_id", "x" * 201, "limit is 200"),
    ("source_id", 5, "source_id"),
    ("valid_from", "yesterday", "no date or time"),
    ("valid_from", "2026-02-30", "no date or time"),
    ("valid_from", "2026-13-01T00:00:00Z", "no date or time"),
    ("valid_from", "", "no date or time"),
    ("valid_from", 1_700_000_000, "ambiguous"),
    ("valid_from", 1e9, "ambiguous"),
    ("valid_from", True, "valid_from"),
    ("valid_from", ["2026-01-01"], "valid_from"),
    ("valid_from", "0001-01-01T00:00:00+14:00", "valid_from"),
    ("valid_until", "9999-12-31T23:59:59-14:00", "valid_until"),
    ("expires_at", "soon", "no date or time"),
    ("colour", "red", "no field 'colour'"),
    ("contnt", "typo", "Did you mean 'content'"),
    ("version", 3, "no field 'version'"),
    ("evidence", [], "no field 'evidence'"),
]
CASES = pytest.mark.parametrize(
    ("field", "value", "told"),
    BAD_FIELDS,
    ids=[f"{field}-{n}" for n, (field, _, _) in enumerate(BAD_FIELDS)],
)


@ON_THE_FASTEST
@CASES
def test_a_bad_field_is_refused_by_name(
    memory: MemoryFactory, field: str, value: Any, told: str
) -> None:
    """Adding and updating say which field is wrong and why, and write nothing."""
    store = memory("adviser").acting_as(ANNA)
    item = store.add(content="58")
    refusals = []
    with untouched(store):
        for act in (
            lambda: store.add(**{"content": "x", field: value}),
            lambda: store.add_many([{"content": "x"}, {"content": "x", field: value}]),
            lambda: store.update(item.id, **{field: value}),
            lambda: store.supersede(item.id, **{"content": "x", field: value}),
        ):
            with pytest.raises(InvalidInput) as refusal:
                act()
            refusals.append(refusal.value)
    for error in refusals:
        message = str(error)
        assert told in message or "does not change" in message
        assert error.field == field or field in ("version", "evidence", "colour", "contnt")
        assert message.rstrip().endswith("."), message
        assert "pydantic" not in message


def test_a_bad_field_leaves_nothing_on_any_engine(memory: MemoryFactory) -> None:
    """The first bad value of each field, alone and at the end of a list: no row comes or goes."""
    store = memory("adviser").acting_as(ANNA)
    item = store.add(content="58")
    with untouched(store):
        for field, value in {field: value for field, value, _ in reversed(BAD_FIELDS)}.items():
            bad = {"content": "x", field: value}
            with pytest.raises(InvalidInput):
                store.add_many([{"content": "x"}, bad])
            with pytest.raises(InvalidInput):
                store.update(item.id, **{field: value})
            with pytest.raises(InvalidInput):
                store.supersede(item.id, **bad)


@ON_THE_FASTEST
@pytest.mark.parametrize("field", sorted(CALLER_NEVER_SETS))
def test_a_caller_never_sets_what_is_derived(memory: MemoryFactory, field: str) -> None:
    """The ten fields by which a caller could vouch for itself are refused, to admins too."""
    store = memory("adviser").acting_as(ADA)
    item = store.add(content="58")
    claim: dict[str, Any] = {field: "x"}
    acts: list[Callable[[], object]] = [
        lambda: store.add(content="x", **claim),
        lambda: store.add_many([{"content": "x", **claim}]),
        lambda: store.remember("x", infer=False, **claim),
    ]
    if field != "id":  # which is how update and supersede name the item itself
        acts += [
            lambda: store.update(item.id, title="x", **claim),
            lambda: store.supersede(item.id, content="x", **claim),
        ]
    for act in acts:
        with refused(store, Forbidden, match=f"may not set {field}"):
            act()


def test_the_list_of_what_is_derived() -> None:
    """It is the list of the public face, word for word."""
    assert sorted(CALLER_NEVER_SETS) == [
        "created_at",
        "id",
        "lifecycle",
        "review",
        "source_user",
        "status",
        "superseded_by",
        "supersedes",
        "trust",
        "updated_at",
    ]


def test_a_window_ends_after_it_begins(memory: MemoryFactory) -> None:
    """`valid_until` before `valid_from` is refused; the same moment is not."""
    store = memory("adviser")
    with refused(store, InvalidInput, match="valid_until .* lies before valid_from") as refusal:
        store.add(content="x", valid_from="2026-01-02", valid_until="2026-01-01")
    assert isinstance(refusal.value, InvalidInput)
    assert refusal.value.field == "valid_until"
    store.add(content="x", valid_from="2026-01-01", valid_until="2026-01-01")


BAD_REASONS = ["x" * 2_001, "a\x00b", SURROGATE, 5, ["why"], b"why"]


@ON_THE_FASTEST
@pytest.mark.parametrize("reason", BAD_REASONS, ids=lambda reason: repr(reason)[:12])
def test_a_bad_reason_is_refused(memory: MemoryFactory, reason: Any) -> None:
    """A reason is a text of at most 2,000 characters, in every act that takes one."""
    store = memory("corporate").acting_as(ADA)
    item = store.add(content="x")
    own = store.acting_as(ANNA).add(content="own", is_personal=True)
    acts: list[Callable[[], object]] = [
        lambda: store.update(item.id, title="x", reason=reason),
        lambda: store.supersede(item.id, content="x", reason=reason),
        lambda: store.dismiss(item.id, reason),
        lambda: store.confirm(item.id, reason=reason),
        lambda: store.review.approve(item.id, reason=reason),
        lambda: store.review.reject(item.id, reason=reason),
        lambda: store.review.mandate(item.id, reason=reason),
        lambda: store.acting_as(ANNA).share(own.id, reason=reason),
    ]
    for act in acts:
        with refused(store, InvalidInput, match="reason"):
            act()


@ON_THE_FASTEST
@pytest.mark.parametrize("quote", ["x" * 100_001, "a\x00b", SURROGATE, 5, ["q"]])
def test_a_bad_quote_is_refused(memory: MemoryFactory, quote: Any) -> None:
    """A quote is a text, or left out."""
    store = memory("adviser")
    item = store.add(content="x")
    with refused(store, InvalidInput, match="quote"):
        store.confirm(item.id, quote=quote)


BAD_RECALLS: list[tuple[dict[str, Any], str]] = [
    ({"query": None}, "query"),
    ({"query": 5}, "query"),
    ({"query": ["x"]}, "query"),
    ({"query": b"x"}, "query"),
    ({"query": "x" * 10_001}, "query"),
    ({"query": "a\x00b"}, "query"),
    ({"query": SURROGATE}, "query"),
    ({"k": "ten"}, "k"),
    ({"subject": 5}, "subject"),
    ({"subject": ""}, "subject"),
    ({"subject": SURROGATE}, "subject"),
    ({"kinds": 5}, "kinds"),
    ({"kinds": [5]}, "kinds"),
    ({"kinds": [SURROGATE]}, "kinds"),
    ({"kinds": {"a": 1}}, "kinds"),
    ({"categories": [None]}, "categories"),
    ({"domains": 1.5}, "domains"),
    ({"tags": ["x"] * 201}, "tags"),
    ({"metadata": "x"}, "metadata"),
    ({"metadata": {"x": NAN}}, "metadata"),
    ({"metadata": {"x": SURROGATE}}, "metadata"),
    ({"metadata": {5: "x"}}, "metadata"),
    ({"metadata": DEEP}, "metadata"),
    ({"conversation_id": 5}, "conversation_id"),
    ({"since": "yesterday"}, "since"),
    ({"since": 5}, "since"),
    ({"until": "2026-02-30"}, "until"),
    ({"until": "9999-12-31T23:59:59-14:00"}, "until"),
    ({"include": "everything"}, "include"),
    ({"as_of": "today"}, "as_of"),
]


@ON_THE_FASTEST
@pytest.mark.parametrize(("given", "named"), BAD_RECALLS)
def test_a_bad_question_is_refused(
    memory: MemoryFactory, given: dict[str, Any], named: str
) -> None:
    """Whichever parameter of recall is wrong is named."""
    store = memory("adviser")
    with refused(store, InvalidInput, match=named) as refusal:
        store.recall(**{"query": "pension", **given})
    assert isinstance(refusal.value, InvalidInput)
    assert refusal.value.field == named


BAD_FILTERS: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour"),
    ({"subjct": "ellen"}, "Did you mean 'subject'"),
    ({"status": "happy"}, "Status 'happy' is not known here"),
    ({"status": 5}, "status"),
    ({"lifecycle": "gone"}, "lifecycle"),
    ({"review": ["pending", "nope"]}, "review"),
    ({"kind": 5}, "kind"),
    ({"kind": [[]]}, "kind"),
    ({"is_personal": "perhaps"}, "is_personal"),
    ({"tags": 5}, "tags"),
    ({"metadata": [1]}, "metadata"),
    ({"metadata": {"x": NAN}}, "metadata"),
    ({"since": "soon"}, "since"),
    ({"until": 5}, "until"),
    ({"subject": SURROGATE}, "subject"),
    ({"source_id": [SURROGATE]}, "source_id"),
    ({"limit": 0}, "limit"),
    ({"cursor": 5}, "cursor"),
    ({"as_of": "today"}, "as_of"),
]


@ON_THE_FASTEST
@pytest.mark.parametrize(("given", "named"), BAD_FILTERS)
def test_a_bad_filter_is_refused(memory: MemoryFactory, given: dict[str, Any], named: str) -> None:
    """Whichever filter of a list is wrong is named."""
    store = memory("adviser")
    with refused(store, InvalidInput, match=named):
        store.items(**given)


@ON_THE_FASTEST
@pytest.mark.parametrize("head", ["", "nonsense", "{}", '{"seq": 1}', 5, [], b"x"])
def test_what_is_no_head_is_refused(memory: MemoryFactory, head: Any) -> None:
    """Verifying against something else says so, instead of finding a break."""
    store = memory("adviser")
    with refused(store, InvalidInput, match="head"):
        store.verify(head)


@ON_THE_FASTEST
@pytest.mark.parametrize("principal", [None, "anna", 5, {"name": "anna"}, ADA.name])
def test_a_caller_is_a_principal(memory: MemoryFactory, principal: Any) -> None:
    """Acting as something else is refused."""
    with pytest.raises(InvalidInput, match="Principal"):
        memory("adviser").acting_as(principal)


@pytest.mark.parametrize(
    "options",
    [
        {"url": None},
        {"url": 5},
        {"url": ""},
        {"url": b"memory.db"},
        {"url": ["memory.db"]},
        {"url": "memory\x00.db"},
        {"url": ":memory:", "space": ""},
        {"url": ":memory:", "space": 5},
        {"url": ":memory:", "preset": 5},
        {"url": ":memory:", "principal": "anna"},
        {"url": ":memory:", "principal": ""},
        {"url": "memory.db", "principal": "anna"},
        {"url": "memory.db", "clock": "noon"},
        {"url": ":memory:", "clock": "noon"},
        {"url": ":memory:", "clock": datetime.now},
        {"url": ":memory:", "clock": lambda: "noon"},
        {"url": ":memory:", "embedder": "best"},
    ],
    ids=count(),
)
def test_a_memory_is_opened_with_sense(
    options: dict[str, Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong address, space, caller or clock is refused at once, and no file is made."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput):
        Memory.open(**options).close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "options"), [((), {}), (("practice.db",), {}), (("practice.db",), {"space": "s"})]
)
def test_a_memory_is_opened_and_not_made(given: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Who makes a memory instead of opening one is told how to open it."""
    with pytest.raises(InvalidInput, match=r"Memory\.open\("):
        Memory(*given, **options)


@pytest.mark.parametrize("said", [None, 5, b"bytes"])
def test_what_can_be_remembered_is_told(said: Any) -> None:
    """What is neither a text nor messages is refused with both, and with what it is."""
    store = Memory.open(":memory:", background=False, embedder="none")
    with pytest.raises(InvalidInput, match=f"a text, or messages, not {type(said).__name__}"):
        store.remember(said)
    store.close()


@pytest.mark.parametrize("url", ["mysql://host/db", "ftp://host", "postgresql://h/d", "https://"])
def test_an_address_that_nothing_answers_to(url: str) -> None:
    """Other engines are told to be not available, by the scheme that was given."""
    with pytest.raises(RemembrancerError, match=url.split(":")[0]):
        Memory.open(url)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "two\nlines"},
        {"name": 5},
        {"name": "x", "roles": ["BOSS"]},
        {"name": "x", "kind": "ghost"},
        {"name": "x", "groups": [""]},
        {"name": "x", "badge": 7},
    ],
)
def test_a_principal_is_checked_when_it_is_made(fields: dict[str, Any]) -> None:
    """A caller that cannot be is refused before it calls."""
    with pytest.raises(InvalidInput, match="A principal cannot have"):
        Principal(**fields)


def test_a_principal_has_groups() -> None:
    """Who gives a caller a misspelt field is led to the right one."""
    with pytest.raises(InvalidInput, match=r"'group'\. Did you mean 'groups'") as refused:
        Principal(**{"name": "maya", "group": ["sales"]})  # type: ignore[arg-type]
    assert refused.value.field == "group"


# -- anything at all

_ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=5)
    | st.dates()
    | st.datetimes(timezones=st.sampled_from([None, UTC, timezone(timedelta(hours=-14))]))
    | st.sampled_from(["\ud800", "\x00", "group:", "all", "fact", "active", NAN, 10**400, object])
    | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
        | st.tuples(inner)
        | st.frozensets(st.integers() | st.text(max_size=3), max_size=2)
    ),
    max_leaves=6,
)


def some_of(names: list[str]) -> st.SearchStrategy[Any]:
    """Up to three of these names with anything at all in them."""
    return st.lists(st.sampled_from(names), max_size=3, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries(dict.fromkeys(chosen, _ANYTHING))
    )


FUZZED: dict[str, tuple[list[str], Callable[[Memory, str, dict[str, Any]], object]]] = {
    "add": (
        [*ItemDraft.model_fields, "key", "id", "colour"],
        lambda store, id, fields: store.add(**{"content": "x", **fields}),
    ),
    "add_many": (
        ["items", *ItemDraft.model_fields],
        lambda store, id, fields: store.add_many(fields.pop("items", [{"content": "x", **fields}])),
    ),
    "update": (
        [*ItemDraft.model_fields, "reason"],
        lambda store, id, fields: store.update(id, **fields),
    ),
    "supersede": (
        [*ItemDraft.model_fields, "reason"],
        lambda store, id, fields: store.supersede(id, **{"content": "x", **fields}),
    ),
    "items": (
        [*ItemFilter.model_fields, "limit", "cursor", "as_of"],
        lambda store, id, fields: store.items(**fields),
    ),
    "recall": (
        [*RecallFilter.model_fields, "query", "k", "include", "as_of", "explain"],
        lambda store, id, fields: store.recall(**{"query": "x", **fields}),
    ),
    "remember": (
        ["text_or_messages", "subject", "source", "audience", "is_personal", "kind"],
        lambda store, id, fields: store.remember(
            fields.pop("text_or_messages", "x"), infer=False, **fields
        ),
    ),
    "append": (
        ["id", "author_id", "role", "content", "timestamp", "tool_calls", "extra"],
        lambda store, id, fields: store.conversations.append(
            "call", {"author_id": "e", "content": "x", **fields}
        ),
    ),
    "start": (
        ["id", "subject", "channel_id", "title", "audience", "is_personal"],
        lambda store, id, fields: store.conversations.start(**fields),
    ),
    "one word": (
        ["id", "reason", "quote", "value", "subject", "after", "as_of"],
        lambda store, id, fields: _small_verbs(store, {"id": id, **fields}),
    ),
    "people": (
        ["name", "kind", "email", "roles", "groups", "notes_path"],
        lambda store, id, fields: store.admin.add_person(**{"name": "x", **fields}),
    ),
}


def _small_verbs(store: Memory, given: dict[str, Any]) -> None:
    """Each of them; what one refuses does not keep the next from being tried."""
    acts: list[Callable[[], object]] = [
        lambda: store.get(given["id"], as_of=given.get("as_of")),
        lambda: store.history(given["id"]),
        lambda: store.provenance(given["id"]),
        lambda: store.dismiss(given["id"], given.get("reason")),
        lambda: store.confirm(given["id"], quote=given.get("quote")),
        lambda: store.vote(given["id"], given.get("value", 1)),
        lambda: store.summary(given.get("subject", "x"), as_of=given.get("as_of")),
        lambda: store.subscribe(given.get("subject"), given.get("after")).poll(),
    ]
    for act in acts:
        try:
            act()
        except StoreError:
            raise
        except RemembrancerError:
            continue


@pytest.fixture(scope="module")
def standing(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One store that all the nonsense is thrown at."""
    url = engine.fresh_url(tmp_path_factory.mktemp("fuzzed"))
    with Memory.open(url, clock=FrozenClock(START), background=False) as store:
        store.conversations.start("call")
        yield store


NASTY: list[Any] = [
    None,
    True,
    0,
    -1,
    5,
    10**30,
    10**400,
    1.5,
    NAN,
    float("-inf"),
    "",
    " ",
    "x",
    "\ud800",
    "\x00",
    "two\nlines",
    "x" * 300_000,
    b"bytes",
    [],
    [None],
    [[]],
    ["\ud800"],
    ("x",),
    {},
    {5: 1},
    {"x": NAN},
    {"\ud800": "x"},
    {1, 2},
    object(),
    date(2026, 1, 1),
    datetime(2026, 1, 1),
    datetime.min.replace(tzinfo=timezone.max),
    datetime.max.replace(tzinfo=timezone.min),
    Decimal("1.5"),
    ADA,
]


@ON_EITHER_SORT
@pytest.mark.parametrize("verb", FUZZED)
def test_each_parameter_takes_nonsense_well(standing: Memory, verb: str) -> None:
    """Each parameter by itself, with each sort of nonsense: an answer, or an error of ours."""
    names, call = FUZZED[verb]
    raw: list[str] = []
    for name in names:
        item = standing.add(content="58", subject="ellen")
        for value in NASTY:
            try:
                call(standing, item.id, {name: value})
            except RemembrancerError as error:
                if type(error) in (RemembrancerError, StoreError):
                    raw.append(f"{name}={value!r:.30}: {error}")
            except Exception as error:
                raw.append(f"{name}={value!r:.30}: {type(error).__name__}: {error}")
    assert not raw, "\n".join(raw)
    assert standing.verify().broken_at is None


@ON_EITHER_SORT
@pytest.mark.parametrize("verb", FUZZED)
def test_only_our_own_errors_come_out(standing: Memory, verb: str) -> None:
    """Anything at all in any parameter: an answer, or an error of ours, and a ledger that holds."""
    names, call = FUZZED[verb]
    item = standing.add(content="58", subject="ellen")

    @given(some_of(names))
    def throw(fields: dict[str, Any]) -> None:
        with contextlib.suppress(RemembrancerError):
            call(standing, item.id, dict(fields))

    throw()
    assert standing.verify().broken_at is None
