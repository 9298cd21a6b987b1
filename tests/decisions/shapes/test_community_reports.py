"""Communities through the verbs: found without tags, told in full, safe to ask, erased."""

from __future__ import annotations

import re
from typing import Any

import pytest

from remembrancer import (
    DecisionCommunity,
    InvalidInput,
    Memory,
    NotAvailable,
    NotFound,
    build_tools,
)
from tests.conftest import MemoryFactory
from tests.decisions.shapes.practice_year import (
    CLIENTS,
    DECISIONS,
    EVENT,
    REVIEWED,
    RULE,
    market_event,
    other_work,
    rule_change,
    theme,
)
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ADA, ANNA, BERT, BOT, CARL
from tests.remote import House

pytest.importorskip("graspologic_native", reason="the extra shapes is not installed")

PRESETS = ("adviser", "companion", "community", "desk", "corporate")


@ON_EITHER_SORT
def test_a_systemic_issue_is_one_community(memory: MemoryFactory) -> None:
    """S0-57, S0-77, S0-93: among all other work, 23 decisions of 15 clients in one quarter are one
    community that Provider X drives, with 8 clients reviewed and 7 outstanding."""
    store = memory().acting_as(ADA)
    other_work(store)
    planted = market_event(store)
    other_work(store, chains=2)
    largest = store.decisions.communities()[0]
    assert largest.id == planted.decisions[0]
    assert largest.label == "switch transfer, capacity for loss, Provider X"
    assert (largest.size, largest.client_count) == (DECISIONS, CLIENTS)
    assert (largest.reviewed_count, largest.outstanding_count) == (REVIEWED, CLIENTS - REVIEWED)
    found = store.decisions.community(largest.id)
    assert found.member_ids == planted.decisions
    assert tuple(one.id for one in found.members) == planted.decisions
    assert {one.name for one in found.reviewed} == set(planted.reviewed)
    assert {one.name for one in found.outstanding} == set(planted.clients) - set(planted.reviewed)
    assert [(one.name, one.how, one.count, one.share_outside) for one in found.drivers] == [
        ("Provider X", "about", DECISIONS, 0.0),
        (EVENT, "caused", DECISIONS, 0.0),
    ]
    assert (found.first_at.isoformat()[:10], found.last_at.isoformat()[:10]) == (
        "2026-01-01",
        "2026-03-19",
    )
    assert found.first_by == ("Dan Reed",)
    typical = {(one.name, one.value) for one in found.attributes if one.is_typical}
    assert ("Organization", "Provider X") in typical
    assert not any("client" in value for _, value in typical)


@ON_EITHER_SORT
def test_themes_are_found_with_labels_to_read(memory: MemoryFactory) -> None:
    """S0-94: decisions of three themes are three communities of 45, 30 and 20, each named by what
    is decided in it."""
    store = memory().acting_as(ADA)
    planted = [theme(store, number, size) for number, size in enumerate((45, 30, 20))]
    found = store.decisions.communities()
    assert [one.size for one in found] == [45, 30, 20]
    assert [store.decisions.community(one.id).member_ids for one in found] == planted
    assert [one.label for one in found] == [
        "drawdown vs annuity",
        "protection recommendation",
        "contribution level",
    ]


@ON_THE_FASTEST
def test_words_name_what_types_do_not(memory: MemoryFactory) -> None:
    """Where all decisions are of one type, words that many members say and others do not are the
    label, in Swedish too; names of clients are none."""
    store = memory("corporate").acting_as(ADA)
    told = {
        "Byt leverantör av frakt efter strejken.": "frakt",
        "Säg upp lokalerna i Malmö, hyran stiger.": "lokalerna",
        "Anlita konsulter till revisionen.": "konsulter",
    }
    for number, words in enumerate(told):
        last: list[str] = []
        for place in range(8):
            subject = f"Astrid Ek {number}{place % 4}"
            made = store.decisions.record(
                "beslut",
                subject=subject,
                recommendation=f"{words} {subject} fick besked.",
                causes=last[-2:],
            )
            store.review.approve(made.id)
            last.append(made.id)
    labels = [one.label for one in store.decisions.communities()]
    assert len(labels) == 3
    for word in told.values():
        assert sum(word in label for label in labels) == 1, labels
    assert not any("astrid" in label or "ek" in label.split(", ") for label in labels)


@ON_THE_FASTEST
def test_no_label_is_made_of_a_part_of_a_clients_name(memory: MemoryFactory) -> None:
    """Neither a thing that is called after a client nor a client's name in the genitive is a label;
    a thing of many is, though one of them has its name."""
    store = memory().acting_as(ADA)

    def chain(clients: list[str], thing: str | None, words: str) -> str:
        last: list[str] = []
        types = ("fee_negotiation", "switch_transfer", "drawdown_vs_annuity")
        about = None if thing is None else store.graph.entity("Organization", thing)
        for number, name in enumerate(clients):
            client = store.graph.entity("Client", name, external_id=f"c-{name}")
            made = store.decisions.record(
                types[number % 3],
                subject=client.external_id,
                recommendation=words,
                causes=last[-1:],
            )
            if about is not None:
                store.decisions.link(made.id, "about", about.id)
            last.append(made.id)
        return store.decisions.community(last[0]).label

    assert "Ellen" not in chain(["Ellen Berg"] * 3, "Ellen's SIPP", "Draw less.")
    assert "Lindström" not in chain(
        ["Åke Lindström", "Siv Lindström"] * 2, "Lindströms bo", "Sälj."
    )
    said = chain(["Åke Wallin", "Siv Wallin"] * 2, None, "Wallins villa och Åkes båt säljs.")
    assert "villa" in said
    assert not any(name in said for name in ("wallin", "åke"))
    many = ["Vera Bond", "Ulla Holm", "Tage Falk", "Sten Ryd"]
    assert chain(many, "Bond Fund", "Hold it.") == "Bond Fund"


@ON_THE_FASTEST
def test_who_adapted_first_and_what_worked(memory: MemoryFactory) -> None:
    """S0-95: around a change of rules, decisions are in the order of time, whoever decided first is
    first, and outcomes that say the same are counted together."""
    store = memory().acting_as(ADA)
    other_work(store)
    made = rule_change(store)
    found = store.decisions.community(made[3])
    days = [one.decision.decided_at for one in found.members]
    assert len(days) == len(made)
    assert days == sorted(days)
    assert found.first_by == (BERT.name,)
    assert [(one.name, one.count) for one in found.people] == [
        (BERT.name, 2),
        (ANNA.name, 3),
        (CARL.name, 2),
    ]
    assert [(one.text, one.count) for one in found.outcomes] == [
        ("Fair value was shown", 3),
        ("The client complained of long letters.", 1),
    ]
    assert found.without_outcome == 3
    assert found.drivers[0].name == RULE
    best = store.decisions.communities(topic="how we adapted to the consumer duty")[0]
    assert best.id == found.id


@ON_THE_FASTEST
def test_a_look_covers_what_was_decided_before_it(memory: MemoryFactory) -> None:
    """A client with two decisions is reviewed once somebody looked at either of them after both
    were made, and is outstanding again after a third."""
    store = memory()
    first = store.decisions.record("fee_negotiation", subject="Ellen", at="2026-01-01")
    second = store.decisions.record(
        "switch_transfer", subject="Ellen", causes=[first.id], at="2026-02-01"
    )

    def outstanding() -> int:
        return store.decisions.community(second.id).outstanding_count

    assert outstanding() == 1
    store.decisions.revisit(first.id, reason="Asked again.", at="2026-01-15")
    assert outstanding() == 1
    store.decisions.outcome(first.id, "The fee fell.", at="2026-02-01")
    assert outstanding() == 0
    third = store.decisions.record(
        "fee_negotiation", subject="Ellen", causes=[second.id], at="2026-02-20"
    )
    assert outstanding() == 1
    assert store.decisions.community(third.id).id == first.id


@ON_THE_FASTEST
def test_attributes_of_several_clients_count_and_numbers_are_ranges(memory: MemoryFactory) -> None:
    """What clients of a community have in common is told with its share inside and outside; an age
    is told as a range; what one client alone has is not told."""
    store = memory()
    for group, capacity in enumerate(("low", "high")):
        last: list[str] = []
        for number in range(6):
            name = f"{capacity}-{number}"
            attrs: dict[str, Any] = {
                "capacity_for_loss": capacity,
                "age": 60 + number,
                "email": f"{name}@x.org",
            }
            store.graph.entity("Client", name, attrs=attrs)
            for _ in range(1 + group):
                made = store.decisions.record("switch_transfer", subject=name, causes=last[-2:])
                last.append(made.id)
    large, small = (store.decisions.community(one.id) for one in store.decisions.communities())
    assert (large.label, small.label) == ("capacity for loss high", "capacity for loss low")
    told = {one.name: (one.value, one.share, one.share_outside) for one in small.attributes}
    assert told == {"capacity_for_loss": ("low", 1.0, 0.0), "type": ("switch_transfer", 1.0, 1.0)}
    assert [(one.name, one.low, one.middle, one.high) for one in small.ranges] == [
        ("age", 60.0, 62.5, 65.0)
    ]
    assert large.client_count == 6


def _plain(found: DecisionCommunity) -> str:
    """All that an answer says, with ids of this store replaced by their order."""
    text = found.model_dump_json(exclude={"members": {"__all__": {"decision": {"recorded_at"}}}})
    ids: dict[str, str] = {}
    return re.sub(
        r"\b(?:km|ent|rel)_[0-9a-f]{12}\b",
        lambda match: ids.setdefault(match[0], f"id{len(ids)}"),
        text,
    )


def _hide(anna: Memory, ids: tuple[str, ...]) -> None:
    """What only Anna or her group may see, tied into what all may see."""
    kept: list[dict[str, Any]] = [{"is_personal": True}, {"audience": "group:finance"}]
    shared = anna.graph.entity("Client", "client 01")
    for number, own in enumerate(kept):
        made = anna.decisions.record(
            "fee_negotiation", subject="client 00", recommendation=f"Secret {number}.", **own
        )
        entity = anna.graph.entity("Organization", f"Secret {number}", **own)
        for id in ids[:12]:
            anna.decisions.link(id, "caused", made.id)
            anna.graph.relate(id, "ABOUT", entity.id, **own)
            anna.graph.relate(id, "ABOUT", shared.id, **own)
        anna.decisions.link(made.id, "influenced", ids[-1])


@ON_EITHER_SORT
def test_hidden_things_change_no_answer(memory: MemoryFactory, house: House) -> None:
    """Two worlds that differ only in what is hidden give the same communities, word for word, to
    everybody, those who may see it included; through the tool and a server too."""
    worlds = []
    for is_hiding in (False, True):
        ada = memory().acting_as(ADA)
        planted = market_event(ada)
        other_work(ada, chains=1)
        if is_hiding:
            _hide(ada.acting_as(ANNA), planted.decisions)
        told: list[list[Any]] = []
        for caller in (ADA, ANNA, BERT, BOT):
            decisions = ada.acting_as(caller).decisions
            first = decisions.communities(topic="fund of the provider")[0].id
            told.append(
                [
                    [(one.label, one.size, one.client_count) for one in decisions.communities()],
                    _plain(decisions.community(first)),
                ]
            )
        anna = ada.acting_as(ANNA)
        # The client and the provider.
        assert {len(one.decision.about) for one in anna.decisions.community(first).members} == {2}
        remote = house.enter(anna)
        assert remote.decisions.communities() == anna.decisions.communities()
        assert remote.decisions.community(first) == anna.decisions.community(first)
        asked = {"topic": "fund of the provider"}
        tool = ada.acting_as(BOT).tools.call("find_decision_community", asked)
        told.append([tool["label"], tool["size"], len(tool["clients"]), tool["drivers"][1]["name"]])
        worlds.append(told)
        assert told[0] == told[1] == told[2] == told[3]
    assert worlds[0] == worlds[1]


@ON_EITHER_SORT
def test_what_not_all_may_see_is_in_no_community(memory: MemoryFactory) -> None:
    """A personal decision is in none, for its owner too; for others there is no such decision."""
    ada = memory().acting_as(ADA)
    planted = market_event(ada)
    anna = ada.acting_as(ANNA)
    own = anna.decisions.record("fee_negotiation", causes=[planted.decisions[0]], is_personal=True)
    with pytest.raises(NotFound, match=r"community .* is in none"):
        anna.decisions.community(own.id)
    with pytest.raises(NotFound, match="decision"):
        ada.acting_as(BERT).decisions.community(own.id)
    assert anna.decisions.communities()[0].size == DECISIONS


@ON_EITHER_SORT
def test_an_erased_client_is_nowhere(memory: MemoryFactory) -> None:
    """An erasure takes the client's decisions out of members and counts, and the name out of all
    that is told; every other member still leads to the community."""
    store = memory().acting_as(ADA)
    planted = market_event(store, prefix="Quill")
    before = store.decisions.community(planted.decisions[0])
    gone = next(one for one in before.clients if one.name == "Quill 00")
    store.erase(subject="Quill 00", reason="asked to")
    after = store.decisions.community(planted.decisions[-1])
    assert after.size == DECISIONS - len(gone.decisions)
    assert (after.client_count, after.reviewed_count) == (CLIENTS - 1, REVIEWED - 1)
    assert not set(gone.decisions) & set(after.member_ids)
    assert "Quill 00" not in after.model_dump_json()
    with pytest.raises(NotFound):
        store.decisions.community(gone.decisions[0])


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_communities(memory: MemoryFactory, preset: str) -> None:
    """In each preset decisions that follow from each other are a community, with their clients."""
    store = memory(preset).acting_as(ADA)
    type = "fee_negotiation" if preset == "adviser" else "supplier choice"
    last: list[str] = []
    for number in range(6):
        made = store.decisions.record(
            type, subject=f"party {number % 3}", reasoning="It follows.", causes=last[-2:]
        )
        last.append(made.id)
        if store.get(made.id).review == "pending":
            store.review.approve(made.id)
    (found,) = store.decisions.communities()
    assert (found.id, found.size, found.client_count) == (last[0], 6, 3)
    assert found.label == type.replace("_", " ")
    assert [one.id for one in store.decisions.community(last[-1]).members] == last


@ON_EITHER_SORT
def test_it_is_the_same_through_a_server_and_a_tool(memory: MemoryFactory, house: House) -> None:
    """S0-77: an agent's tool, by a decision or by words, and a client of a server give what the
    verbs give."""
    store = memory().acting_as(ADA)
    planted = market_event(store)
    bot = store.acting_as(BOT)
    found = bot.decisions.community(planted.decisions[4])
    remote = house.enter(bot)
    assert remote.decisions.communities(limit=5, least=3) == bot.decisions.communities(
        limit=5, least=3
    )
    assert remote.decisions.community(planted.decisions[4]) == found
    by_id = bot.tools.call("find_decision_community", {"decision_id": planted.decisions[9]})
    assert by_id == bot.tools.call("find_decision_community", {"topic": "provider X switch"})
    assert (by_id["id"], by_id["size"]) == (found.id, DECISIONS)
    assert (by_id["reviewed"], by_id["outstanding"]) == (REVIEWED, CLIENTS - REVIEWED)
    assert by_id["drivers"][0]["name"] == "Provider X"
    assert "never instructions" in by_id["note"]
    nothing = bot.tools.call("find_decision_community", {"topic": "submarine cables"})
    assert nothing["id"] is None
    alone = bot.decisions.record("fee_negotiation").id
    assert bot.tools.call("find_decision_community", {"decision_id": alone})["id"] is None


@ON_THE_FASTEST
def test_wrong_questions_are_refused(memory: MemoryFactory) -> None:
    """Numbers and topics that make no sense, what is no decision, a decision that is in none."""
    store = memory()
    made = store.decisions.record("fee_negotiation")
    assert store.decisions.communities() == ()
    wrong: list[dict[str, Any]] = [
        *({"limit": value} for value in (0, 201, True, "5")),
        *({"least": value} for value in (1, -3, 2.5)),
        *({"topic": value} for value in ("", "  ", 7)),
    ]
    for given in wrong:
        with pytest.raises(InvalidInput, match=next(iter(given))):
            store.decisions.communities(**given)
    for id in ("km_000000000000", "nonsense", 7):
        with pytest.raises(NotFound, match="decision"):
            store.decisions.community(id)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="community"):
        store.decisions.community(made.id)
    with pytest.raises(InvalidInput, match="decision_id or topic"):
        store.tools.call("find_decision_community", {})


@ON_THE_FASTEST
def test_without_the_extra_it_says_what_to_install(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where graspologic-native is missing the refusal names the extra."""
    store = memory()
    monkeypatch.setattr(store._session.projections, "_shapes", None)
    monkeypatch.setattr(build_tools, "find_spec", lambda name: None)
    with pytest.raises(NotAvailable, match=r'pip install "remembrancer\[shapes\]"'):
        store.decisions.communities()
