"""Precedents: earlier decisions for situations like one at hand, by meaning and by filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from remembrancer import Decision, InvalidInput, Memory, Precedent
from remembrancer.decisions.precedent_vectors import VECTORS, PrecedentVectors
from remembrancer.llm.minilm import MiniLM
from remembrancer.store.erasure import erase_writes
from remembrancer.testing import FrozenClock
from tests.conftest import MemoryFactory
from tests.decisions.firm import OTHERS, PENSIONS, client, decide
from tests.engines import ON_CONNECTIONS, ON_THE_FASTEST
from tests.meaning import EMBEDDER, FailingEmbedder, RemoteEmbedder
from tests.people import ADA, ANNA, BERT, BOT
from tests.remote import House

QUESTION = "Should a client consolidate four old workplace pensions?"


def _ids(found: tuple[Precedent, ...]) -> list[str]:
    return [one.decision.id for one in found]


def test_a_junior_adviser_finds_the_five_most_similar_decisions(
    memory: MemoryFactory, house: House
) -> None:
    """S0-89: of five related decisions and twenty others, the first five are the related ones,
    each with why it is alike and what came of it; through a server it is the same."""
    store = memory().acting_as(ADA)
    related = [
        decide(store, client(store, f"p{n}", age=50 + n), *told) for n, told in enumerate(PENSIONS)
    ]
    for number, told in enumerate(OTHERS * 2):
        decide(store, client(store, f"o{number}"), *told, context_gathered=[f"file {number}"])
    saved = store.decisions.outcome(related[1].id, "Saved 0.8 % a year.", value=0.8)
    found = store.decisions.precedents(QUESTION)
    assert set(_ids(found)) == {one.id for one in related}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    (charges,) = [one for one in found if one.decision.id == saved.id]
    assert (charges.outcome, charges.outcomes) == ("Saved 0.8 % a year.", saved.outcomes)
    assert charges.attributes == {"age": 51}
    assert any("what set it off" in why and "Four old workplace" in why for why in charges.why)
    assert any("workplace" in why and "in common" in why for why in charges.why)
    served = house.enter(store).decisions.precedents(QUESTION)
    assert [one.changed(walk=None) for one in served] == [one.changed(walk=None) for one in found]


WORDED = (
    ("Needs cash each month from the pot.", "Flexi-access drawdown of 3 %."),
    ("Wants income without an annuity.", "Draw down the SIPP over twenty years."),
    ("Fund is her only saving.", "Take the natural yield of the fund and leave the capital."),
)


def test_all_decisions_that_meet_a_filter_are_found_whatever_their_words(
    memory: MemoryFactory,
) -> None:
    """S0-91: age over 70 and a low capacity for loss as they were then: all planted cases come
    back in whatever words, and none that fails the filter, though its words are nearer."""
    store = memory().acting_as(ADA)
    planted = [
        decide(store, client(store, f"y{n}", age=71 + n, capacity_for_loss="Low"), *told, "Agreed.")
        for n, told in enumerate(WORDED)
    ]
    fails: list[Mapping[str, Any]] = [
        {"age": 70, "capacity_for_loss": "low"},
        {"age": 80, "capacity_for_loss": "high"},
        {"age": "unknown", "capacity_for_loss": "low"},
        {"capacity_for_loss": "low"},
        {},
    ]
    for number, attributes in enumerate(fails):
        subject = client(store, f"n{number}", **attributes)
        decide(store, subject, "Drawdown wanted.", "Drawdown.", "Drawdown.", "drawdown_vs_annuity")
    for told in OTHERS * 6:
        decide(store, None, *told)
    filters = {"age": {"over": 70}, "capacity_for_loss": "low"}
    found = store.decisions.precedents("drawdown", filters=filters, k=50)
    assert set(_ids(found)) == {one.id for one in planted}
    assert found[0].decision.recommendation == WORDED[0][1]
    assert any("age 71, capacity for loss Low" in why for why in found[0].why)


def test_attributes_count_as_they_were_when_it_was_decided(
    memory: MemoryFactory, clock: FrozenClock
) -> None:
    """A client who has turned 71 since does not make an old decision one about a client over 70."""
    store = memory().acting_as(ADA)
    old = decide(store, client(store, "ann", age=69), "Wants income.", "Drawdown.", "Flexible.")
    client(store, "ann", age=71)
    new = decide(store, "ann", "Wants more income.", "More drawdown.", "Still flexible.")
    over = store.decisions.precedents("income", filters={"age": {"over": 70}})
    assert (_ids(over), over[0].attributes) == ([new.id], {"age": 71})
    under = store.decisions.precedents("income", filters={"age": {"at_most": 69}})
    assert (_ids(under), under[0].attributes) == ([old.id], {"age": 69})


CASES: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({"age": {"over": 50}}, "bc"),
    ({"age": {"at_least": 50}}, "abc"),
    ({"age": {"under": 60}}, "a"),
    ({"age": {"at_most": 60, "over": 50}}, "b"),
    ({"age": 60}, "b"),
    ({"age": "60"}, "b"),
    ({"marital_status": "WIDOWED"}, "ac"),
    ({"Marital Status": ["married", "single"]}, "b"),
    ({"marital_status": {"not": "widowed"}}, "b"),
    ({"marital_status": {"not": ["married", "widowed"]}}, ""),
    ({"risks": "flood"}, "c"),
    ({"smoker": True}, "a"),
    ({"type": "fee_negotiation"}, "b"),
    ({"type": ["Fee Negotiation", "product_recommendation"], "age": {"over": 55}}, "bc"),
    ({"category": "lifecycle"}, "ab"),
    ({"shoe_size": {"over": 1}}, ""),
)


@pytest.fixture(scope="module")
def household() -> Any:
    with Memory.open(":memory:", preset="adviser", background=False) as store:
        client(store, "a", age=50, marital_status="widowed", smoker=True)
        client(store, "b", age=60, marital_status="Married", smoker=False)
        client(store, "c", age="72", marital_status=" widowed", risks=["fire", "flood"])
        for name, type in zip("abc", ("referral_decision", "fee_negotiation", ""), strict=True):
            decide(store, name, "Asked.", "Agreed.", "Fair.", type or "product_recommendation")
        yield store


@pytest.mark.parametrize(("filters", "wanted"), CASES, ids=[str(one[0]) for one in CASES])
def test_filters_compare_numbers_and_words(
    household: Memory, filters: Mapping[str, Any], wanted: str
) -> None:
    """Numbers by over, under, at_least and at_most; words without regard to case; lists are any
    of; `not` turns it around; what is not known meets nothing."""
    found = household.decisions.precedents("Asked for what is fair.", filters=filters, k=10)
    assert {one.decision.subject for one in found} == set(wanted)


WRONG: tuple[tuple[Any, str], ...] = (
    ({"age": {"above": 70}}, "over, under, at_least, at_most, not"),
    ({"age": {"ovr": 70}}, "Did you mean 'over'"),
    ({"age": {}}, "says nothing"),
    ({"age": {"over": "seventy"}}, "compares numbers"),
    ({"age": {"over": True}}, "compares numbers"),
    ({"age": {"over": float("nan")}}, "compares numbers"),
    ({"age": None}, "a text, a number"),
    ({"age": []}, "a text, a number"),
    ({"age": {"not": {"over": 1}}}, "a text, a number"),
    ({"type": "fee_negotiaton"}, "fee_negotiation"),
    ({"category": "nothing"}, "advice"),
    ("age>70", "mapping"),
    ({f"a{n}": 1 for n in range(21)}, "limit"),
    ({7: 1}, "filters"),
)


@pytest.mark.parametrize(("filters", "told"), WRONG, ids=str)
def test_filters_that_nobody_defined_are_refused(
    household: Memory, filters: Any, told: str
) -> None:
    """An unknown comparison or value is refused with what there is, not silently met or unmet."""
    with pytest.raises(InvalidInput) as refused:
        household.decisions.precedents("Asked.", filters=filters)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "given",
    [{"situation": ""}, {"situation": 7}, {"k": 0}, {"k": 201}, {"subject": ""}, {"session": 7}],
    ids=str,
)
def test_wrong_questions_are_refused(household: Memory, given: dict[str, Any]) -> None:
    """A question that is none gets a clear answer."""
    with pytest.raises(InvalidInput):
        household.decisions.precedents(**{"situation": "Asked.", **given})


def test_the_client_before_us(memory: MemoryFactory) -> None:
    """Decisions about the subject itself are left out, and of two that are equally alike the one
    of the client who is more like it comes first, which its reasons say."""
    store = memory().acting_as(ADA)
    told = ("Sold a house.", "Keep cash for a year.", "The next house comes soon.")
    client(store, "near", age=72, capacity_for_loss="low")
    client(store, "far", age=31, capacity_for_loss="high")
    client(store, "ours", age=70, capacity_for_loss="LOW")
    near, far = decide(store, "near", *told), decide(store, "far", *told)
    decide(store, "ours", *told)
    linked = decide(store, None, *told)
    entity = store.graph.entity("Client", "Client ours", external_id="ours")
    store.decisions.link(linked.id, "about", entity.id)
    found = store.decisions.precedents("A house was sold.", subject="ours")
    assert _ids(found) == [near.id, far.id]
    assert any(why == "Like ours: age 72, capacity for loss low." for why in found[0].why)
    assert not any("Like ours" in why for why in found[1].why)


def test_nobody_finds_what_they_may_not_see(memory: MemoryFactory) -> None:
    """A decision for another group, personal, or taken back is found neither by words nor by
    filters, and attributes of an entity that is hidden do not meet one."""
    store = memory()
    admin, anna, bert = (store.acting_as(who) for who in (ADA, ANNA, BERT))
    client(admin, "x", age=75)
    hidden = decide(anna, "x", "Bought a yacht.", "Insure it.", "Storms.", audience="group:finance")
    decide(anna, "x", "Bought a yacht alone.", "Sell it.", "Cost.", is_personal=True)
    rejected = decide(admin, "x", "Bought a yacht twice.", "Sell one.", "Cost.")
    admin.dismiss(rejected.id, reason="It never happened.")
    for filters in (None, {"age": {"over": 70}}, {"type": "product_recommendation"}):
        assert bert.decisions.precedents("A yacht was bought.", filters=filters) == ()
        found = anna.decisions.precedents("A yacht was bought.", filters=filters)
        assert hidden.id in _ids(found)
        assert rejected.id not in _ids(found)
    anna.graph.entity("Client", "Zoe", external_id="z", attrs={"age": 90}, audience="group:finance")
    seen = decide(admin, None, "Bought a yacht late.", "Rent it out.", "Idle.")
    assert _ids(bert.decisions.precedents("A yacht was bought.")) == [seen.id]
    assert bert.decisions.precedents("A yacht was bought.", filters={"age": {"over": 80}}) == ()


def test_agents_get_only_what_people_approved(memory: MemoryFactory) -> None:
    """Where agents get only what people approved, one finds a decision from then on."""
    store = memory("corporate")
    anna, bot = store.acting_as(ANNA), store.acting_as(BOT)
    made = anna.decisions.record("vendor", trigger="Prices rose.", recommendation="Leave.")
    assert made.review.value == "pending"
    for filters in (None, {"type": "vendor"}):
        assert bot.decisions.precedents("Prices rose again.", filters=filters) == ()
    store.acting_as(ADA).review.approve(made.id, reason="It was so.")
    for filters in (None, {"type": "vendor"}):
        assert _ids(bot.decisions.precedents("Prices rose again.", filters=filters)) == [made.id]


def _reported(store: Memory, liked: Decision, times: int = 6) -> None:
    for caller in (ADA, ANNA, BERT):
        asking = store.acting_as(caller)
        for _ in range(times):
            found = asking.decisions.precedents("An heir asks for money.", session="talk")
            walk = found[0].walk
            assert walk is not None
            asking.walks.used(walk, [liked.id])


def test_what_walks_use_rises(memory: MemoryFactory) -> None:
    """S0-49, S0-51: every question is a walk whose use can be reported; a planted similar case
    is above a dissimilar one; after walks that use decisions of one type they rise in rank, and
    the reason says so."""
    store = memory().acting_as(ADA)
    gift = decide(store, "a", "An heir asks for money.", "Give.", "It is theirs.")
    fee = decide(
        store, "b", "An heir asks for money.", "Charge.", "It is work.", type="fee_negotiation"
    )
    other = decide(store, "c", "The money grew.", "Rebalance.", "Drift.")
    question = "An heir asks for money."
    before = store.decisions.precedents(question)
    assert _ids(before)[2] == other.id
    liked = next(one for one in (gift, fee) if one.id == _ids(before)[1])
    _reported(store, liked)
    after = store.decisions.precedents(question, session="talk")
    assert _ids(after)[0] == liked.id
    assert any("earlier answers" in why for why in after[0].why)
    (walk,) = store.walks.list(session="talk", limit=1)
    assert (walk.tool, walk.query, walk.id) == ("precedents", question, after[0].walk)
    assert [one.id for one in walk.returned] == _ids(after)
    used = store.walks.used(walk.id, [liked.id])
    assert set(used.used) <= {one.id for one in used.returned}
    names = {one.category for one in store.walks.report(limit=100).learned}
    assert liked.decision_type in names


def test_traces_of_a_category_that_walks_use_rise(memory: MemoryFactory) -> None:
    """S0-51: after walks that use items of category X, traces of category X rise."""
    store = memory().acting_as(ADA)
    traces = {
        category: store.add(
            content="An heir asks for money, and was given some.",
            kind="decision_trace",
            category=category,
            data={"trigger": "An heir asks for money."},
        )
        for category in ("income", "asset")
    }
    facts = [
        store.add(content=f"Money of the heir, {category} {n}.", kind="fact", category=category)
        for category in traces
        for n in range(2)
    ]
    question = "An heir asks for money."
    last = _ids(store.decisions.precedents(question))[1]
    liked = next(name for name, one in traces.items() if one.id == last)
    for caller in (ADA, ANNA, BERT):
        asking = store.acting_as(caller)
        for _ in range(6):
            found = asking.recall("money of the heir", k=4, kinds="fact")
            used = [one.id for one in facts if one.category == liked]
            assert found.walk is not None
            asking.walks.used(found.walk, used)
    assert _ids(store.decisions.precedents(question))[0] == last


@ON_THE_FASTEST
def test_an_embedder_finds_other_words(fresh_store: MemoryFactory) -> None:
    """With an embedder the parts are compared by meaning, before its vectors are stored too; if it
    fails, words answer."""
    store = fresh_store(embedder=EMBEDDER)
    made = decide(store, None, "The roof of the barn leaks.", "Mend the roof.", "Rain.")
    decide(store, None, "Sold a car.", "Bank the money.", "No need.")
    found = store.decisions.precedents("A barn whose roof leaks.")
    assert _ids(found)[0] == made.id
    store.jobs.wait()
    assert _ids(store.decisions.precedents("A barn whose roof leaks."))[0] == made.id
    failing = fresh_store(embedder=FailingEmbedder())
    made = decide(failing, None, "The roof of the barn leaks.", "Mend the roof.", "Rain.")
    assert _ids(failing.decisions.precedents("A barn whose roof leaks.")) == [made.id]


@ON_THE_FASTEST
def test_nothing_personal_is_sent_away(fresh_store: MemoryFactory) -> None:
    """An embedder elsewhere gets no part of a personal decision, which is found by its words."""
    embedder = RemoteEmbedder()
    store = fresh_store(embedder=embedder)
    made = decide(store, None, "Gout troubles him.", "Wait.", "Health.", is_personal=True)
    decide(store, None, "Sold a car.", "Bank the money.", "No need.")
    assert made.id in _ids(store.decisions.precedents("Somebody with gout."))
    assert not any("troubles" in text or "Health" in text for text in embedder.sent)


@ON_THE_FASTEST
def test_an_erasure_forgets_the_vectors(fresh_store: MemoryFactory) -> None:
    """Vectors of decisions in memory do not outlive the erasure of a text."""
    store = fresh_store(embedder=EMBEDDER)
    made = decide(store, None, "The roof of the barn leaks.", "Mend the roof.", "Rain.")
    store.decisions.precedents("A barn whose roof leaks.")
    assert VECTORS._made
    store.erase(made.id, reason="asked for")
    assert not VECTORS._made
    assert store.decisions.precedents("A barn whose roof leaks.") == ()


@ON_CONNECTIONS
def test_an_erasure_by_another_process_forgets_them(
    fresh_store: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor do they outlive an erasure by somebody else who has the same store open; what others
    only add leaves them."""
    store = fresh_store(embedder=EMBEDDER)
    made = decide(store, None, "The roof of the barn leaks.", "Mend the roof.", "Rain.")
    store.decisions.precedents("A barn whose roof leaks.")
    projections = store._session.projections
    decide(store, None, "Sold a car.", "Bank the money.", "No need.")
    assert projections._look()
    assert VECTORS._made
    with monkeypatch.context() as elsewhere:  # that process has no vectors of this one
        elsewhere.setattr(erase_writes, "VECTORS", PrecedentVectors())
        store.erase(made.id, reason="asked for")
    assert VECTORS._made
    projections._look()
    assert not VECTORS._made


@ON_THE_FASTEST
def test_the_local_embedder_finds_a_case_told_in_other_words(fresh_store: MemoryFactory) -> None:
    """With MiniLM a case that shares no word with the right decision finds it first, though others
    share some."""
    store = fresh_store(embedder=MiniLM())
    made = decide(
        store,
        None,
        "After the funeral she signed whatever was put in front of her.",
        "Postpone everything that cannot be undone for six months.",
        "Grief makes people agree to anything.",
    )
    for told in OTHERS:
        decide(store, None, *told)
    found = store.decisions.precedents("A widower nods at all papers; may he commit so soon?", k=3)
    assert _ids(found)[0] == made.id
    assert found[0].score > found[1].score
