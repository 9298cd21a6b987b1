"""Messages at hand: columns in memory tell what a look at each message would tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from remembrancer.store.caches.message_cache import Columns, Narrowed

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("pension", "fund", "boat")


class Said(NamedTuple):
    """One message, in the order of the store's columns."""

    text: int
    key: int
    tokens: str
    length: int
    place: int
    author: str
    at: str
    said: str
    owner: str
    audience: str | None
    is_personal: bool
    subject: str | None
    seq: int


def message(number: int, drawn: tuple[list[str], int, int, bool]) -> Said:
    words, place, day, is_personal = drawn
    tokens = " ".join(words)
    return Said(
        text=2 * number,
        key=number,
        tokens=tokens,
        length=len(words),
        place=place,
        author=("ellen", "tom")[day % 2],
        at=(BEGIN + timedelta(days=day, microseconds=number)).isoformat(),
        said=tokens,
        owner=("anna", "bert")[place % 2],
        audience=(None, "group:red")[day % 2],
        is_personal=is_personal,
        subject=("ellen", None)[place % 2],
        seq=number,
    )


messages = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=5),
        st.integers(1, 3),
        st.integers(0, 5),
        st.booleans(),
    ),
    max_size=25,
).map(lambda drawn: [message(number, one) for number, one in enumerate(drawn, start=1)])
narrowings = st.builds(
    Narrowed,
    subject=st.sampled_from([None, None, "ellen", "nobody"]),
    places=st.none() | st.frozensets(st.integers(1, 4), max_size=2),
    since=st.none() | st.integers(0, 5).map(lambda day: BEGIN + timedelta(days=day)),
    until=st.none() | st.integers(0, 5).map(lambda day: BEGIN + timedelta(days=day)),
    seq=st.none() | st.integers(0, 25),
)


def passes(one: Said, narrowed: Narrowed) -> bool:
    at = datetime.fromisoformat(one.at)
    return (
        narrowed.subject in (None, one.subject)
        and (narrowed.places is None or one.place in narrowed.places)
        and (narrowed.since is None or at >= narrowed.since)
        and (narrowed.until is None or at < narrowed.until)
        and (narrowed.seq is None or one.seq <= narrowed.seq)
    )


def may_read(owner: str, audience: str | None, is_personal: bool) -> bool:
    return owner == "anna" or not (audience or is_personal)


def check(columns: Columns, told: list[Said], narrowed: Narrowed) -> None:
    chosen = columns.chosen(may_read, narrowed)
    expected = sorted(
        (
            one
            for one in told
            if passes(one, narrowed) and may_read(one.owner, one.audience, one.is_personal)
        ),
        key=lambda one: (one.place, one.key),
    )
    assert columns.column("key", chosen).tolist() == [one.key for one in expected]
    assert columns.column("place", chosen).tolist() == [one.place for one in expected]
    terms = ("boat", "pension", "unheard")
    assert columns.counts(terms, chosen).tolist() == [
        [one.tokens.split(" ").count(term) for one in expected] for term in terms
    ]
    assert set(columns.authors(chosen).values()) == {one.author for one in expected}


@given(told=messages, steps=st.integers(1, 25), narrowed=narrowings, kept=st.integers(0, 25))
def test_columns_choose_and_count_as_plain_python_does(
    told: list[Said], steps: int, narrowed: Narrowed, kept: int
) -> None:
    """However they grew or were cut: rights, filters, words, and the order of the conversations."""
    columns = Columns(0)
    for start in range(0, len(told), steps):
        chunk = told[start : start + steps]
        columns = columns.grown(iter(chunk), chunk[-1].text)
    check(columns, told, narrowed)
    less = columns.cut(2 * kept)
    check(less, told[:kept], narrowed)
    check(less.grown(iter(told[kept:]), 2 * len(told)), told, narrowed)
    check(columns, told, narrowed)


def test_who_reads_is_not_disturbed_by_what_comes() -> None:
    """Columns that grow are others: those that somebody reads stay as they are."""
    first = Columns(0).grown(iter([message(1, (["boat"], 1, 0, False))]), 2)

    def while_looking(*rights: object) -> bool:
        first.grown(iter([message(2, (["fund"], 2, 1, True))]), 4)
        return True

    chosen = first.chosen(while_looking, Narrowed(None, None, None, None, None))
    assert first.column("key", chosen).tolist() == [1]
    assert first.counts(("boat", "fund"), chosen).tolist() == [[1.0], [0.0]]
    assert list(first.authors(chosen).values()) == ["ellen"]
