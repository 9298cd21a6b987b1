"""What is drawn out and filed is held only against what stands in the same place, and tells those
it is hidden from nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from remembrancer import Memory, Principal
from remembrancer.core.errors import RemembrancerError
from remembrancer.governance.contradiction import Contradiction
from remembrancer.reading.plan import Step
from remembrancer.testing import FrozenClock, HashingEmbedder
from tests import postgres
from tests.answers import said
from tests.conftest import START
from tests.proofs.wall.test_wall import filter_removed

ADA = Principal("ada", roles=("ADMIN",))
ANNA = Principal("anna", roles=("CONTRIBUTOR",), groups=("red",))
BEN = Principal("ben", roles=("CONTRIBUTOR",))
CARL = Principal("carl", roles=("CONTRIBUTOR",), groups=("red",))
EVE = Principal("eve")
SPY = Principal("spy", kind="agent", groups=("green",))

HOME = "Ellen lives in Uppsala."
MOVED = "Ellen lives in Lund."
# Where somebody else may have said the very same: none of it is beside what ben says of Ellen.
ELSEWHERE: dict[str, tuple[Principal, dict[str, Any]]] = {
    "another subject": (BEN, {"subject": "maria"}),
    "no subject": (BEN, {"subject": None}),
    "another domain": (BEN, {"domain": "housing"}),
    "a group": (ANNA, {"audience": "group:red"}),
    "personal to another": (ANNA, {"is_personal": True}),
    "personal to oneself": (BEN, {"is_personal": True}),
}
PRESETS = ("adviser", "companion", "community", "desk", "corporate")
_IDS = re.compile(r"(?:km|src|conv|msg|rel|job)_[0-9a-f]{12}")
_numbers = count(1)


def _in_memory() -> str:
    return ":memory:"


@pytest.fixture(scope="module", params=[_in_memory, postgres.fresh_url], ids=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Memory]:
    """One store, in which each case has a space of its own."""
    clock = FrozenClock(START)
    with Memory.open(
        request.param(), clock=clock, background=False, embedder=HashingEmbedder(16)
    ) as memory:
        yield memory


def _space(store: Memory, preset: str) -> Memory:
    return store.in_space(f"space {next(_numbers)}", preset)


def _told(memory: Memory, who: Principal, text: str, **fields: Any) -> Any:
    return memory.acting_as(who).remember(text, **{"subject": "ellen", **fields})


# -- the same place


@pytest.mark.parametrize("text", [HOME, MOVED], ids=["the same", "otherwise"])
@pytest.mark.parametrize("place", sorted(ELSEWHERE))
@pytest.mark.parametrize("preset", ["adviser", "desk"])
def test_what_stands_elsewhere_is_not_beside_it(
    store: Memory, preset: str, place: str, text: str
) -> None:
    """The same words and the opposite in another place neither confirm, replace nor contradict:
    what is said is new, by words and by meaning, and both stand as they are."""
    memory = _space(store, preset)
    who, fields = ELSEWHERE[place]
    (other,) = _told(memory, who, HOME, **fields).items
    memory.jobs.wait()
    before = memory.acting_as(who).get(other.id)
    # What has no domain is beside what has one.
    own = {"domain": "work"} if place == "another domain" else {}
    for speaker in (BEN, ADA):
        told = _told(memory, speaker, text, subject=f"ellen {speaker.name}", **own)
        assert [one.step for one in told.plan] == [Step.ADD]
        told = _told(memory, speaker, text, **own)
        assert not {other.id} & {id for one in told.plan for id in one.item_ids}
        assert told.contradictions == ()
    assert memory.acting_as(who).get(other.id) == before
    assert memory.review.contradictions() == ()


def test_in_the_same_place_it_would_be(store: Memory) -> None:
    """What another said in the open is beside it: the proof above has something to show."""
    memory = _space(store, "adviser")
    (first,) = _told(memory, ANNA, HOME).items
    for text, step in ((HOME, Step.RECONFIRM), (MOVED, Step.SUPERSEDE)):
        (planned,) = _told(memory, BEN, text).plan
        assert (planned.step, planned.item_ids) == (step, (first.id,))


def test_what_is_personal_to_another_is_not_beside_an_admins(store: Memory) -> None:
    """An admin sees what is personal to others. What the admin keeps personal is not held against
    it, and leaves it as it is."""
    memory = _space(store, "adviser")
    (hers,) = _told(memory, ANNA, HOME, is_personal=True).items
    memory.jobs.wait()
    for text in (HOME, MOVED):
        told = _told(memory, ADA, text, is_personal=True)
        assert hers.id not in {id for one in told.plan for id in one.item_ids}
    assert memory.acting_as(ANNA).get(hers.id).lifecycle == "active"
    assert len(memory.acting_as(ANNA).get(hers.id).evidence) == 1


def test_another_space_is_another_world(store: Memory) -> None:
    """The same person says the same of the same subject in two spaces: neither knows the other."""
    one, other = _space(store, "adviser"), _space(store, "adviser")
    for memory, text in ((one, HOME), (other, HOME), (other, MOVED)):
        assert len(_told(memory, BEN, text).items) == 1
    assert [item.lifecycle for item in one.items()] == ["active"]


# -- contradictions


def _contradiction(memory: Memory, first: str = HOME, **fields: Any) -> Contradiction:
    """Anna and Carl contradict each other."""
    _told(memory, ANNA, first, **fields)
    (found,) = _told(memory, CARL, MOVED, **fields).contradictions
    assert isinstance(found, Contradiction)
    return found


def _tells_of(memory: Memory, who: Principal, found: Contradiction) -> bool:
    """Whether anything that this caller gets names the contradiction or its other side."""
    view = memory.acting_as(who)
    seen = [
        view.review.contradictions(),
        view.review.contradictions(include_resolved=True),
        said(view.recall("live Uppsala Lund", explain=True)),
        said(view.recall("live", subject="ellen", explain=True)),
        list(view.items(limit=100)),
        view.stats(),
        view.summary("ellen"),
    ]
    hidden = {found.id} | {
        end.id for end in (found.a, found.b) if end.id not in {one.id for one in view.items()}
    }
    return bool(hidden & set(_IDS.findall(repr(seen)))) or found.reason in repr(seen)


@pytest.mark.parametrize("is_walled", [False, True], ids=["filter", "wall alone"])
@pytest.mark.parametrize("preset", ["community", "desk"])
def test_a_contradiction_is_seen_by_who_sees_both(preset: str, is_walled: bool) -> None:
    """Within a group it is invisible to others; and once one of the two is hidden from somebody,
    so is the contradiction. On PostgreSQL the wall alone sees to it."""
    url = postgres.fresh_url() if is_walled else ":memory:"
    clock = FrozenClock(START)
    with (
        filter_removed() if is_walled else nullcontext(),
        Memory.open(url, preset=preset, clock=clock, background=False) as memory,
    ):
        grouped = _contradiction(memory, audience="group:red", domain="moves")
        for who in (ANNA, CARL, ADA):
            assert [one.id for one in _open(memory, who)] == [grouped.id]
        for who in (BEN, EVE, SPY):
            assert not _tells_of(memory, who, grouped)
        shared = _contradiction(memory, "Ellen lives in Visby.", domain="homes")
        assert [one.id for one in _open(memory, BEN)] == [shared.id]
        memory.acting_as(ANNA).update(shared.a.id, audience="group:red")
        assert [one.id for one in _open(memory, CARL)] == [grouped.id, shared.id]
        assert not _tells_of(memory, BEN, shared)
        memory.acting_as(CARL).update(shared.b.id, is_personal=True)
        assert [one.id for one in _open(memory, ANNA)] == [grouped.id]
        assert not _tells_of(memory, ANNA, shared)


def _open(memory: Memory, who: Principal) -> tuple[Contradiction, ...]:
    return memory.acting_as(who).review.contradictions()


def test_nobody_settles_what_they_cannot_see(store: Memory) -> None:
    """A contradiction that is hidden from its caller is not there to be settled."""
    memory = _space(store, "community")
    found = _contradiction(memory, audience="group:red", domain="moves")
    told = []
    for id in (found.id, "rel_000000000000"):
        with pytest.raises(RemembrancerError) as refused:
            memory.acting_as(BEN).review.resolve(id, "both_valid")
        told.append((type(refused.value), str(refused.value).replace(id, "…")))
    assert told[0] == told[1]
    assert [one.id for one in _open(memory, ANNA)] == [found.id]


def test_the_wall_keeps_the_rows_of_relations() -> None:
    """Whoever reads the whole table on PostgreSQL gets the rows of which both ends are theirs."""
    with Memory.open(
        postgres.fresh_url(), preset="community", clock=FrozenClock(START), background=False
    ) as memory:
        grouped = _contradiction(memory, audience="group:red", domain="moves")
        shared = _contradiction(memory, domain="homes")
        memory.review.resolve(shared.id, "both_valid")
        everybody = {shared.id, *_rows(memory, BEN)}
        assert len(everybody) == 2  # what was flagged, and how it was settled
        for who, seen in ((EVE, everybody), (SPY, everybody), (CARL, {*everybody, grouped.id})):
            assert _rows(memory, who) == seen
        memory.acting_as(CARL).update(shared.b.id, audience="group:red")
        assert _rows(memory, BEN) == set()


def _rows(memory: Memory, who: Principal) -> set[str]:
    session = memory.acting_as(who)._session
    with session.store._database.reading(session.scope()) as connection:  # type: ignore[attr-defined]
        return {row[0] for row in connection.raw.execute("SELECT id FROM relation").fetchall()}


# -- tombstones


@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_a_tombstone_binds_its_owner_and_tells_nobody_why(store: Memory, preset: str) -> None:
    """What was turned down is not learned again from its contributor. The reason is not in the
    answer; and others, who may see it, are told that it was turned down, and are not bound."""
    memory = _space(store, preset)
    (hers,) = _told(memory, ANNA, HOME).items
    if preset == "corporate":
        memory.review.reject(hers.id, reason="zqsecret")
    else:
        memory.acting_as(ANNA).dismiss(hers.id, "zqsecret")
    again = _told(memory, ANNA, HOME)
    assert [one.step for one in again.plan] == [Step.SKIP]
    assert again.items == ()
    others = _told(memory, BEN, HOME)
    assert [one.step for one in others.plan] == [Step.ADD]
    assert [one.earlier_id for one in others.rejected_before] == [hers.id]
    assert "zqsecret" not in repr((again.plan, again.skipped, others))


# -- two worlds

SAID_OPENLY = (
    HOME,
    "Ellen's salary is 50,000 kr a month.",
    HOME,
    MOVED,
    "Ellen's salary is 60,000 kr a month.",
    "I prefer email over phone calls.",
    "Ellen no longer lives in Lund.",
    "I work as a nurse in Borgholm with Zorro Lindqvist.",
    "I am allergic to peanuts.",
)


def _hide(memory: Memory) -> None:
    """The same words and the opposite, personal and in a group, in use and turned down."""
    places: tuple[tuple[Principal, dict[str, Any]], ...] = (
        (ANNA, {"is_personal": True}),
        (CARL, {"audience": "group:red"}),
        (ADA, {"is_personal": True}),
    )
    for who, place in places:
        for text in (MOVED, *SAID_OPENLY, "Ellen's salary is 70,000 kr a month."):
            told = _told(memory, who, text, entities=("Zorro Lindqvist", "Borgholm"), **place)
            if told.items and "peanuts" in text:
                memory.acting_as(who).dismiss(told.items[0].id, "zqsecret")
        _told(memory, who, "Ellen likes hidden things.", source="talk", **place)


# The soak looks at all and at few neighbours in each preset.
_ALL_ALWAYS, _FEW_ALWAYS = ("community", "desk"), ("adviser",)


@pytest.mark.parametrize(
    ("url", "preset", "few"),
    [
        *(
            pytest.param(
                _in_memory,
                preset,
                False,
                id=preset,
                marks=() if preset in _ALL_ALWAYS else pytest.mark.soak,
            )
            for preset in PRESETS
        ),
        *(
            pytest.param(
                _in_memory,
                preset,
                True,
                id=f"{preset}, few neighbours",
                marks=() if preset in _FEW_ALWAYS else pytest.mark.soak,
            )
            for preset in PRESETS
        ),
        pytest.param(postgres.fresh_url, "community", True, id="server, few neighbours"),
        pytest.param(postgres.fresh_url, "community", False, id="server", marks=pytest.mark.soak),
    ],
)
def test_what_is_hidden_changes_nothing_that_is_remembered(
    url: Callable[[], str], preset: str, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody remembers comes to the same with and without hidden items of others: the same
    items, plans, reasons, flags and answers, also where only few neighbours are looked at."""
    if few:
        monkeypatch.setattr("remembrancer.store.search.candidate_search._LOOKED_AT", 3)
        monkeypatch.setattr("remembrancer.remember.reconcile_candidates.NEIGHBOURS_COMPARED_MAX", 2)
    seen = []
    for is_hiding in (False, True):
        clock = FrozenClock(START)
        with Memory.open(url(), preset=preset, clock=clock, background=False) as memory:
            if is_hiding:
                _hide(memory)
            seen.append(_lived(memory, clock))
    assert seen[0] == seen[1]


def _lived(memory: Memory, clock: FrozenClock) -> list[str]:
    """All that Ben gets while he remembers, and what he and others see at the end."""
    ben = memory.acting_as(BEN)
    answers: list[Any] = []
    for number, text in enumerate(SAID_OPENLY):
        clock.advance(timedelta(hours=1))
        answers.append(ben.remember(text, subject="ellen", dry_run=True).plan)
        answers.append(ben.remember(text, subject="ellen", source=f"note {number}"))
    said_so = [
        {"id": f"m{number}", "author_id": "ben", "content": text}
        for number, text in enumerate(reversed(SAID_OPENLY))
    ]
    ben.conversations.start("talk", subject="ellen")
    ben.conversations.append("talk", said_so)
    ben.conversations.close("talk")
    answers.append(ben.jobs.wait())
    for who in (BEN, EVE, SPY):
        view = memory.acting_as(who)
        answers += [
            list(view.items(limit=100)),
            view.review.contradictions(include_resolved=True),
            said(view.recall("live salary nurse", explain=True)),
            view.stats(),
            view.summary("ellen"),
        ]
    return [_shown(answers)]


def _shown(value: Any) -> str:
    """With ids that chance drew replaced by the order in which they come."""
    text = repr(value)
    places = {id: f"id {n}" for n, id in enumerate(dict.fromkeys(_IDS.findall(text)))}
    return _IDS.sub(lambda found: places[found[0]], text)
