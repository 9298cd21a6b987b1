"""The pages of decisions: what was decided, why, what it rested on, and what came of it."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest

from remembrancer import Memory
from remembrancer.testing import FrozenClock
from tests.decisions.portfolio_change import EVIL, portfolio_change
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader


@pytest.fixture
def firm(places: PlaceFactory) -> Place:
    return places("adviser")


@pytest.fixture
def priya(firm: Place) -> Reader:
    return firm.reader("priya")


@pytest.fixture
def memory(firm: Place, priya: Reader) -> Memory:
    return firm.as_person("priya")


@pytest.fixture
def story(memory: Memory, clock: FrozenClock) -> dict[str, str]:
    return portfolio_change(memory, clock)


def _drawn(page: Answer) -> str:
    found = re.search(r'<svg class="chain.*?</svg>', page.html)
    assert found is not None
    return found[0]


def test_the_list_has_filters(priya: Reader, story: dict[str, str]) -> None:
    """Decisions stand newest first, and are narrowed by subject, type, category, policy and day."""
    page = priya.get("/decisions")
    order = [
        page.html.index(f"/decisions/{story[one]}") for one in ("rebalance", "capacity", "review")
    ]
    assert order == sorted(order)
    assert "skipped: Suitability assessment required" in page.words
    for query, has, has_not in (
        ("type=capacity_for_loss", "capacity", "rebalance"),
        ("category=portfolio", "rebalance", "review"),
        (f"policy={story['suitability']}", "rebalance", "review"),
        ("since=2026-03-05", "rebalance", "review"),
        ("until=2026-03-02", "review", "rebalance"),
        ("subject=harriet&type=rebalance_decision", "rebalance", "capacity"),
    ):
        found = priya.get(f"/decisions?{query}")
        assert found.status == 200, query
        listed = re.findall(r'class="says"><a href="/decisions/([^"]+)"', found.html)
        assert story[has] in listed, query
        assert story[has_not] not in listed, query
    assert "No decision fits" in priya.get("/decisions?subject=nobody").words


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("type=rebalance", "Did you mean"),
        ("category=weather", "not in the catalogue"),
        ("since=yesterday", "since"),
        ("policy=km_000000000000", "policy"),
        ("cursor=%3F", "cursor"),
    ],
)
def test_a_wrong_filter_is_told(priya: Reader, query: str, said: str) -> None:
    """What no filter can be is answered with a sentence that says so."""
    page = priya.get(f"/decisions?{query}")
    assert page.status in (404, 422)
    assert said in page.words


def test_the_list_goes_on(memory: Memory, priya: Reader) -> None:
    """More than a page has room for is a click away, with the filters as they were."""
    for number in range(33):
        memory.decisions.record("fee_negotiation", subject="omar", recommendation=f"Fee {number}.")
    page = priya.get("/decisions?subject=omar")
    further = re.search(r'href="\?([^"]+)">Further', page.html)
    assert further is not None
    rest = priya.get(f"/decisions?{further[1].replace('&amp;', '&')}")
    assert rest.html.count('class="card decided"') == 3
    assert "Fee 2." in rest.words


def test_an_empty_space_says_how_it_begins(firm: Place, priya: Reader) -> None:
    """Without any decision or policy, each page says how the first one comes."""
    assert "No decision is recorded yet" in priya.get("/decisions").words
    assert "There is no policy yet" in priya.get("/policies").words
    coverage = priya.get("/decisions/coverage").words
    assert "0 of 25 types have been captured." in coverage
    assert "Rebalance Decision" in coverage


def test_a_preset_without_a_catalogue(places: PlaceFactory) -> None:
    """Where types are free, one is typed in and its page and coverage are there."""
    place = places("corporate")
    maya = place.contributor
    assert "This space has no catalogue" in maya.get("/decisions/coverage").words
    made = maya.act("/decisions", type="Supplier choice", recommendation="We stay with Norden.")
    assert "We stay with Norden." in made.words
    assert "Supplier choice" in made.words


def test_where_memory_is_invisible(places: PlaceFactory) -> None:
    """In a preset without lists, its users have no pages of decisions, and admins do."""
    place = places("companion")
    user, admin = place.reader("lin"), place.admin
    for path in ("/decisions", "/decisions/coverage", "/policies"):
        assert user.get(path).status == 404
        assert admin.get(path).status == 200
    assert 'href="/decisions"' not in user.get("/").html


def test_one_decision_tells_why(priya: Reader, story: dict[str, str]) -> None:
    """What was decided and why stand on top, with rules, exceptions and escalations."""
    page = priya.get(f"/decisions/{story['capacity']}")
    words = page.words
    assert '<h1 dir="auto">Raise her capacity for loss.</h1>' in page.html
    for said in (
        "Why She can bear a fall of a fifth.",
        "Considered leave it",
        "applied Suitability assessment required",
        "No cooling-off. granted by grace",
        "A large step. taken to helen : Go ahead.",
        "Gathered for it Statement of the estate",
    ):
        assert said in words
    assert "skipped Suitability assessment required Done last week." in (
        priya.get(f"/decisions/{story['rebalance']}").words
    )


def test_the_chain_is_drawn_and_told(priya: Reader, story: dict[str, str]) -> None:
    """Each step is a box with its day and type, from left to right in time, and a line in the list
    with its reason; a fact leads to its item."""
    page = priya.get(f"/decisions/{story['rebalance']}")
    drawn = _drawn(page)
    days = re.findall(r'class="day" x="([\d.]+)"[^>]*>(\d+ Mar 2026)', drawn)
    assert [day for _, day in sorted(days, key=lambda one: float(one[0]))] == [
        "2 Mar 2026",
        "3 Mar 2026",
        "4 Mar 2026",
        "5 Mar 2026",
    ]
    assert drawn.count(">caused</text>") == 3
    assert f'href="/decisions/{story["capacity"]}"' in drawn
    assert f'href="/items/{story["money"]}"' in drawn
    assert f'href="/decisions/{story["rebalance"]}"' not in drawn
    assert "3 before, 0 after" in page.words
    assert "caused this decision : It follows her capacity." in page.words
    assert "caused Capacity for Loss : It is what she can lose from." in page.words
    first = priya.get(f"/decisions/{story['review']}")
    assert "0 before, 3 after" in first.words
    assert "caused by this decision : She told it there." in first.words


def test_a_proposed_link_waits(memory: Memory, priya: Reader, story: dict[str, str]) -> None:
    """It is dashed and marked, on the page and in the list, until somebody confirms or rejects
    it."""
    made = [
        memory.decisions.record(
            "fee_negotiation", subject="harriet", recommendation=f"Fee {n}.", reasoning=text
        )
        for n, text in ((1, "It follows rebalance-17."), (2, "See rebalance-17."))
    ]
    page = priya.get(f"/decisions/{made[0].id}")
    assert 'class="link proposed"' in _drawn(page)
    assert "proposed, not confirmed" in page.words
    assert "The text names the event rebalance-17." in priya.get("/decisions").words
    acts = [
        re.search(rf'"(/decisions/links/[^"]+/{one})"', page.html) for one in ("confirm", "reject")
    ]
    assert acts[0] is not None
    held = priya.act(acts[0][1], decision=made[0].id)
    assert "Confirmed: the link holds." in held.words
    assert 'class="link proposed"' not in _drawn(held)
    other = priya.get(f"/decisions/{made[1].id}")
    found = re.search(r'"(/decisions/links/[^"]+/reject)"', other.html)
    assert found is not None
    gone = priya.act(found[1], decision=made[1].id)
    assert "Nothing is on record that led to it" in gone.words


def test_then_and_now(priya: Reader, story: dict[str, str]) -> None:
    """What was known is there word for word, beside what replaced it, with the attributes of the
    client then and now."""
    words = priya.get(f"/decisions/{story['capacity']}").words
    assert "capacity low → is now medium" in words
    assert "It rests on Harriet inherited £200,000." in words
    assert "replaced Harriet has sold the house." in words
    assert "Harriet wants to keep the house." in words
    assert "of the ledger" not in words
    admin = priya.get(f"/decisions/{story['rebalance']}").words
    assert "capacity medium known since" in admin


def test_admins_are_told_the_position(firm: Place, story: dict[str, str]) -> None:
    """Where in the ledger it was decided is for admins."""
    page = firm.admin.get(f"/decisions/{story['capacity']}")
    assert re.search(r"at position \d+ of the ledger", page.words)


def test_what_was_erased_leaves_its_place(
    firm: Place, priya: Reader, story: dict[str, str]
) -> None:
    """A chain says where something was erased, and goes on behind it."""
    firm.memory.erase(story["capacity"], reason="asked for")
    page = priya.get(f"/decisions/{story['rebalance']}")
    assert ">erased</text>" in _drawn(page)
    assert "erased for good" in page.words
    assert "Raise her capacity" not in page.html
    assert story["review"] in _drawn(page)


def test_what_is_hidden_is_nowhere(
    firm: Place, memory: Memory, priya: Reader, story: dict[str, str]
) -> None:
    """Somebody's own decision is on no list, in no chain and no count of anybody else, and its
    address leads nowhere, as one that there is not."""
    own = memory.decisions.record(
        "fee_negotiation",
        subject="harriet",
        recommendation="Offer her the lower fee.",
        causes=[story["rebalance"]],
        policies=[{"policy": story["suitability"], "how": "overridden"}],
        is_personal=True,
    )
    assert "Offer her the lower fee." in priya.get(f"/decisions/{story['rebalance']}").words
    tom = firm.reader("tom")
    for path in (
        "/decisions",
        "/decisions?subject=harriet",
        f"/decisions/{story['rebalance']}",
        f"/policies/{story['suitability']}",
        "/decisions/coverage",
    ):
        page = tom.get(path)
        assert page.status == 200
        assert own.id not in page.html
        assert "lower fee" not in page.words
    assert "3 before, 0 after" in tom.get(f"/decisions/{story['rebalance']}").words
    assert "0 overridden" in tom.get(f"/policies/{story['suitability']}").words
    hidden, lost = tom.get(f"/decisions/{own.id}"), tom.get("/decisions/km_000000000000")
    assert (hidden.status, lost.status) == (404, 404)
    assert hidden.words.replace(own.id, "") == lost.words.replace("km_000000000000", "")


def test_a_wrong_id_is_told(priya: Reader, story: dict[str, str]) -> None:
    """An id that is no decision, or no policy, is answered with a page that says so."""
    for path in (
        "/decisions/nothing",
        f"/decisions/{story['house']}",
        f"/policies/{story['review']}",
        "/policies/km_000000000000",
    ):
        page = priya.get(path)
        assert page.status == 404, path
        assert "There is nothing here" in page.words


def test_stored_text_is_only_text(memory: Memory, priya: Reader) -> None:
    """Tags and quotes in any field are shown as they are written."""
    policy = memory.policies.add(EVIL, description=EVIL, category=EVIL, effective_from="2026-01-01")
    memory.graph.entity("Client", EVIL, external_id=EVIL, attrs={EVIL: EVIL})
    fact = memory.add(content=EVIL, title=EVIL, kind="fact", subject=EVIL)
    first = memory.decisions.record(
        "capacity_for_loss",
        subject=EVIL,
        title=EVIL,
        trigger={EVIL: EVIL},
        context_gathered=[EVIL],
        alternatives_considered=[EVIL],
        recommendation=EVIL,
        reasoning=EVIL,
        participants=[EVIL],
        related_entries=[fact.id],
        causes=[{"decision": fact.id, "reason": EVIL}],
        policies=[{"policy": policy.id, "how": "skipped", "justification": EVIL}],
        exception={"justification": EVIL, "granted_by": EVIL},
        escalation={"reason": EVIL, "to": EVIL, "decision": EVIL},
    )
    memory.decisions.outcome(first.id, EVIL, value=EVIL)
    memory.decisions.revisit(first.id, reason=EVIL)
    second = memory.decisions.record("fee_negotiation", subject=EVIL, causes=[first.id])
    for path in (
        "/decisions",
        f"/decisions?subject={quote(EVIL)}",
        f"/decisions/{first.id}",
        f"/decisions/{second.id}",
        "/policies",
        f"/policies/{policy.id}",
        "/decisions/coverage",
    ):
        page = priya.get(path)
        assert page.status == 200, path
        assert "<script>alert" not in page.html
        assert "<b>z</b>" not in page.html
        assert 'alert(1)</script> "x"' in page.words or path == "/decisions/coverage"


def test_a_decision_is_recorded_with_the_form(
    memory: Memory, priya: Reader, story: dict[str, str]
) -> None:
    """The form records what it was told, with its cause and policy; what is refused is told beside
    what somebody typed."""
    form = {
        "type": "fee_negotiation",
        "subject": "harriet",
        "recommendation": "Lower the fee.",
        "reasoning": "More is under management.",
        "alternatives_considered": "keep it\nhalve it",
        "cause": story["rebalance"],
        "policy": story["suitability"],
        "how": "overridden",
        "justification": "A fee is no advice.",
    }
    made = priya.act("/decisions", **form)
    assert "It is recorded." in made.words
    assert "overridden Suitability assessment required A fee is no advice." in made.words
    assert "4 before, 0 after" in made.words
    assert memory.decisions.list(type="fee_negotiation").decisions[0].alternatives_considered == (
        "keep it",
        "halve it",
    )
    for change, said in (
        ({"type": "feast"}, "not in the catalogue"),
        ({"cause": "km_000000000000"}, "km_000000000000"),
        ({"type": ""}, "Fill in type."),
    ):
        page = priya.post("/decisions", **{**form, **change})
        assert page.status == 422
        assert said in page.words
        assert "More is under management.</textarea>" in page.html
    follow = priya.get(f"/decisions?cause={story['rebalance']}&subject=harriet")
    assert f'name="cause" value="{story["rebalance"]}"' in follow.html


def test_what_came_of_it(
    firm: Place, memory: Memory, priya: Reader, story: dict[str, str], clock: FrozenClock
) -> None:
    """Once it is due, the list asks; the form of the decision keeps the answer with its figure."""
    assert "What came of it?" not in priya.get("/decisions").words
    clock.advance(timedelta(days=181))
    tom = firm.reader("tom")
    assert "What came of it? 3 to ask" in tom.get("/decisions").words
    place = f"/decisions/{story['rebalance']}"
    told = tom.act(f"{place}/outcome", text="Up by a tenth.", value="0.1", at="2026-06-01")
    assert "1 June 2026 tom Up by a tenth. 0.1" in told.words
    assert memory.decisions.get(story["rebalance"]).outcomes[0].value == 0.1
    again = tom.act(f"{place}/revisit", reason="Half a year is over.")
    assert "looked at again by tom Half a year is over." in again.words
    assert "What came of it? 2 to ask" in tom.get("/decisions").words
    early = tom.post(f"{place}/outcome", text="Too soon.", at="2025-06-01")
    assert (early.status, "lies before the decision" in early.words) == (422, True)


def test_the_catalogue_and_what_was_captured(priya: Reader, story: dict[str, str]) -> None:
    """Each category says which types were captured, from where, and which never."""
    words = priya.get("/decisions/coverage").words
    assert "3 of 25 types have been captured." in words
    assert re.search(r"Capacity for Loss .*? 1 manual 1 meeting : not yet last", words)
    assert re.search(r"Drawdown vs Annuity How income in retirement is taken never meeting", words)


def test_reports_are_pages_of_their_own(
    firm: Place, memory: Memory, priya: Reader, story: dict[str, str]
) -> None:
    """The decision links to its report and to all that is held about its subject: pages that load
    nothing and run nothing; what is hidden has none."""
    page = priya.get(f"/decisions/{story['rebalance']}")
    for path, said in (
        (f"/decisions/{story['rebalance']}/report", "Report on a decision"),
        ("/subjects/harriet/report", "What is held about harriet"),
    ):
        assert f'href="{path}"' in page.html
        made = priya.get(path)
        assert made.status == 200
        assert said in made.words
        policy = made.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script" not in policy
        assert "<script" not in made.html
    assert 'href="/subjects/harriet/report"' in priya.get("/subjects/harriet").html
    own = memory.decisions.record("fee_negotiation", recommendation="Mine.", is_personal=True)
    assert firm.reader("tom").get(f"/decisions/{own.id}/report").status == 404


def test_an_item_leads_to_its_decision(priya: Reader, story: dict[str, str]) -> None:
    """The page of an item that holds a decision leads to the decision, and that of a fact does
    not."""
    assert f'href="/decisions/{story["review"]}"' in priya.get(f"/items/{story['review']}").html
    assert "As a decision" not in priya.get(f"/items/{story['money']}").words
