"""The pages of a desk: at a glance, debates, the room of each, credibility through time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from remembrancer import Memory
from remembrancer.doors.web import desk_chart
from remembrancer.doors.web.desk_chart import ScoreLine
from remembrancer.doors.web.wording import span
from remembrancer.team.debates.debate import TrackRecord
from remembrancer.team.track_record.credibility_history import ScoreAt
from remembrancer.testing import FrozenClock
from tests.conftest import START, BorrowedClock
from tests.decisions.portfolio_change import EVIL
from tests.team.debating import FINANCIAL, STRATEGY, fallen_back, for_a_person, opened
from tests.team.lived_desk import LivedDesk, lived_desk
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader, Served
from tests.web.test_pages import _check_safe


@pytest.fixture(scope="module")
def town(
    opened: tuple[Memory, BorrowedClock, Served],
) -> tuple[Place, LivedDesk, FrozenClock, Reader]:
    """One desk that was lived in, for all tests that only look at it."""
    memory, borrowed, served = opened
    clock = FrozenClock(START)
    borrowed.lender = clock
    place = Place(memory.in_space("a lived desk", "desk"), served)
    return place, lived_desk(place.memory, clock), clock, place.admin


@pytest.fixture
def lived(
    town: tuple[Place, LivedDesk, FrozenClock, Reader],
    opened: tuple[Memory, BorrowedClock, Served],
) -> tuple[Reader, LivedDesk]:
    _, ids, clock, ada = town
    opened[1].lender = clock
    return ada, ids


@pytest.fixture
def floor(places: PlaceFactory) -> Place:
    """An empty desk."""
    return places("desk")


def _room(reader: Reader, id: str) -> Answer:
    page = reader.get(f"/debates/{id}")
    assert page.status == 200
    _check_safe(page)
    return page


def test_the_desk_at_a_glance(lived: tuple[Reader, LivedDesk]) -> None:
    """Agents with fields and scores, queues, what is disputed with its clock, patterns with their
    rates, gates and what is due; each a click away from the whole."""
    ada, ids = lived
    page = ada.get("/desk")
    _check_safe(page)
    assert "3 agents on record 2 open debates 1 wait for a person 1 can be overridden" in page.words
    assert "Financial financial ratio pattern peer comparison accounting rule" in page.words
    assert re.search(r"retail margins 0\.92 8 outcomes", page.words)
    assert "3 outcomes, 5 decide" in page.words  # of the valuation agent
    assert "normal 4 just now" in page.words
    assert "The next sync is in 5 minutes" in page.words
    assert "Price war after new entrant 83 % seen 12 times" in page.words
    assert "Investment committee in 20 hours" in page.words
    assert (
        page.html.index(ids.waiting) < page.html.index(ids.open) < page.html.index(ids.provisional)
    )
    assert ids.ruled not in page.html
    assert 'href="/credibility/strategy"' in page.html
    assert "2 to ask" in page.words


def test_debates_by_priority_and_level(lived: tuple[Reader, LivedDesk]) -> None:
    """Open ones unasked, the most urgent first; settled ones, one level, one agent, one topic a
    click away; what is no level is told."""
    ada, ids = lived

    def listed(query: str) -> list[str]:
        page = ada.get(f"/debates?{query}")
        assert page.status == 200
        _check_safe(page)
        return re.findall(r'<article class="[^"]*dispute[^"]*" id="(km_\w+)"', page.html)

    assert listed("") == [ids.waiting, ids.open]
    assert listed("show=provisional") == [ids.provisional]
    settled = {ids.consensus, ids.weighted, ids.ruled, ids.overridden, ids.provisional}
    assert set(listed("show=settled")) == settled
    assert len(listed("show=all")) == 7
    assert listed("show=all")[:2] == [ids.waiting, ids.ruled]
    assert listed("level=3_human") == [ids.waiting]
    assert listed("show=all&level=5_gate_review") == [ids.overridden]
    assert listed("show=all&priority=supporting&topic=loyalty") == [ids.open]
    assert listed("show=settled&agent=valuation") == []
    page = ada.get("/debates?show=all&agent=nobody")
    assert "No debate fits" in page.words
    for query, why in (("level=9", "level is one of"), ("show=x", "show is one of")):
        wrong = ada.get(f"/debates?{query}")
        assert (wrong.status, why in wrong.words) == (422, True)


def test_the_room_of_a_debate_that_waits(lived: tuple[Reader, LivedDesk]) -> None:
    """Both positions with their evidence, the clock, the path, track records with the differential,
    precedents with five scores, what rests on it, its history and its snapshot."""
    ada, ids = lived
    page = _room(ada, ids.waiting)
    assert "2 hours left It waits for a person to decide" in page.words
    assert 'data-left="7200"' in page.html
    assert 'stroke-dasharray="50.0 100"' in page.html  # half of four hours
    assert page.html.count('<article class="card side ') == 2
    assert "The margin falls to 10 %." in page.words
    assert "Annual report, page 41 finding, trust: document" in page.words
    assert (
        "1 The agents 5 March 2026 , for less than a minute the agents do not agree" in page.words
    )
    assert "3 A person 5 March 2026 , since 2 hours" in page.words
    assert "Differential 0.19 : fewer than 5 outcomes" in page.words
    assert page.html.count('<svg class="differential"') == 1
    first = page.words.index("Gross margin of the online shop")
    told = page.words[first : first + 200]
    assert re.search(r"topic 0\.\d\d agents 0\.50 domain 1\.00 patterns 1\.00 company 0\.00", told)
    assert "found since" in page.words
    assert "Downstream impact what rests on the answer Northmart DCF 2026" in page.words
    assert "On to level 3: a person the track record does not decide" in page.words
    assert "Both agents read the memory as it was on 5 March 2026" in page.words
    forms = set(re.findall(r'action="/debates/\w+/(\w+)#act"', page.html))
    assert forms == {"decide", "position"}


def test_rooms_of_debates_that_ended(lived: tuple[Reader, LivedDesk]) -> None:
    """By a person, with the outcome; by default, which can be overridden; overridden, with what
    held before; by track record and by consensus."""
    ada, ids = lived
    ruled = _room(ada, ids.ruled)
    assert "Human arbitration → Strategy position The margin falls to 10 %." in ruled.words
    assert "0.90 right The margin of the year was 10.2 %." in ruled.words
    assert "Strategy overestimates by 15%" in ruled.words
    assert "prevailed" in ruled.words
    default = _room(ada, ids.provisional)
    assert "2 days 15 hours left The default holds for the time being" in default.words
    assert set(re.findall(r'action="/debates/\w+/(\w+)#act"', default.html)) == {"override"}
    over = _room(ada, ids.overridden)
    assert "Before, by default: Plan with a margin of 11 %." in over.words
    assert "The default was overridden by owner The board has seen" in over.words
    weighted = _room(ada, ids.weighted)
    assert "Credibility-weighted → Financial (diff: 0.38)" in weighted.words
    assert "3 A person not needed" in weighted.words
    agreed = _room(ada, ids.consensus)
    assert "Consensus → " in agreed.words
    assert "1 earlier" in agreed.words


def test_scores_through_time(lived: tuple[Reader, LivedDesk]) -> None:
    """A chart for each domain with a line for each agent, and a table that says the same; one
    agent with a line for each domain, where it errs, its debates and what is due."""
    ada, ids = lived
    page = ada.get("/credibility")
    _check_safe(page)
    assert page.html.count('<svg class="scores"') == 2
    assert page.html.count("<polyline") == 2 + 3
    assert page.html.count('<table class="scores-now">') == 2
    assert "Financial 0.92 8 0.91 0.91 0.91 1.00" in page.words
    assert "Valuation 0.73 3 too few" in page.words
    assert "by a person 1 1 90 %" in page.words
    assert "1 default was overridden." in page.words
    one = ada.get("/credibility/strategy")
    _check_safe(one)
    assert one.html.count("<polyline") == 2
    assert "retail margins Strategy overestimates by 15% (7 of 7): multiply by 0.87" in one.words
    assert f'href="/debates/{ids.ruled}"' in one.html
    assert "A score is 0.4 × the accuracy of all outcomes" in one.words
    assert ada.get("/credibility/nobody").status == 404


def test_what_is_due_is_recorded_where_it_stands(places: PlaceFactory, clock: FrozenClock) -> None:
    """A decision and a settled debate, half a year old: the one links to its page and the other to
    its room; a number that is none is told, and an outcome takes it off the list."""
    floor = places("desk")
    decided = floor.memory.decisions.record(
        "recommendation", participants=[FINANCIAL], recommendation="Buy.", domain="d"
    )
    debate = for_a_person(floor.memory)
    floor.memory.debates.decide(debate.id, position=STRATEGY, reason="So.")
    clock.advance(timedelta(days=200))
    ada = floor.admin
    page = ada.get("/credibility")
    assert f'href="/decisions/{decided.id}"' in page.html
    assert f'href="/debates/{debate.id}"' in page.html
    wrong = ada.act("/credibility/outcome", id=decided.id, correctness="much")
    assert (wrong.status, "correctness is a number, not 'much'." in wrong.words) == (422, True)
    assert ada.act("/credibility/outcome", id=decided.id).status == 422
    assert ada.act("/credibility/outcome", id="km_none", correctness="1").status == 404
    done = ada.act("/credibility/outcome", id=decided.id, correctness="0,9", note="It held.")
    assert "Recorded. The scores have moved." in done.words
    assert f'href="/decisions/{decided.id}"' not in done.html
    assert floor.memory.credibility.score(FINANCIAL, "d").historical_accuracy == 0.9


def test_a_debate_is_led_to_its_end_in_its_room(floor: Place) -> None:
    """A person takes positions in the agents' names, advances, decides with a reason and records
    the outcome. What is refused is told beside the form, with what was typed."""
    made = opened(floor.memory)
    ada, path = floor.admin, f"/debates/{made.id}"
    fact = floor.memory.add(content="Prices fell.")
    took = ada.act(
        f"{path}/position",
        agent=STRATEGY,
        text="Margins fall.",
        evidence=f"{fact.id},",
        estimate="10,5",
    )
    assert "The position is on record." in took.words
    assert "put down by ada ; estimate 10.5" in took.words
    wrong = ada.act(f"{path}/position", agent=STRATEGY, text="Kept words", evidence="km_none")
    assert (wrong.status, "Kept words" in wrong.html, "km_none" in wrong.words) == (422, True, True)
    assert ada.act(f"{path}/decide", position=STRATEGY, reason="Early").status == 422
    assert "Not settled there. Now: the track record." in ada.act(f"{path}/advance").words
    assert "Not settled there. Now: a person." in ada.act(f"{path}/advance").words
    empty = ada.act(f"{path}/decide", reason="Nothing is chosen")
    assert "Choose a position, or write one of your own." in empty.words
    assert "Nothing is chosen" in empty.html
    decided = ada.act(f"{path}/decide", position=STRATEGY, own="", reason="The prices say so.")
    assert "Decided. It is binding" in decided.words
    assert "The prices say so." in decided.words
    known = ada.act(
        f"{path}/outcome", correctness="0.8", actual="10", note="It fell.", lesson="Ask."
    )
    assert "0.80 right It fell. actual: 10 Lesson: Ask." in known.words
    assert "Correct the outcome" in known.words
    assert ada.act("/debates/km_none/advance").status == 404


def test_a_default_is_overridden_while_its_window_is_open(floor: Place, clock: FrozenClock) -> None:
    """Once it has closed there is no form any more, and who sends it is told."""
    made = fallen_back(floor.memory, clock)
    ada, path = floor.admin, f"/debates/{made.id}"
    done = ada.act(f"{path}/override", own="Somewhere between.", reason="New figures.", at_gate="1")
    assert "Overridden. What held before stays on record." in done.words
    assert floor.memory.debates.get(made.id).resolution_level == "5_gate_review"
    other = fallen_back(floor.memory, clock)
    assert f"/debates/{other.id}/override" in ada.get(f"/debates/{other.id}").html
    clock.advance(timedelta(hours=73))
    late = ada.act(f"/debates/{other.id}/override", own="Late.", reason="Late.")
    assert late.status == 422
    assert f"/debates/{other.id}/override" not in late.html


def test_each_is_offered_what_they_may_do(floor: Place) -> None:
    """A member reads and is offered nothing while it is open; an agent takes its own position; a
    program of another name nothing. Who sends a form all the same is refused."""
    made = for_a_person(floor.memory)
    path = f"/debates/{made.id}"
    maya = floor.reader("maya")
    assert 'action="/debates' not in maya.get(path).html
    for act in ("advance", "decide", "position"):
        form = {"agent": STRATEGY, "text": "x", "position": STRATEGY, "reason": "x"}
        assert maya.act(f"{path}/{act}", **form).status == 403
    agent = floor.reader(STRATEGY, kind="agent")
    page = agent.get(path)
    assert set(re.findall(r'action="/debates/\w+/(\w+)#act"', page.html)) == {"position"}
    assert (
        "The position is on record."
        in agent.act(f"{path}/position", agent=STRATEGY, text="Mine.").words
    )
    assert agent.act(f"{path}/position", agent=FINANCIAL, text="Not mine.").status == 403


def test_what_is_for_a_group_is_on_no_page_of_others(floor: Place) -> None:
    """Neither the debate nor the score that its outcome moved."""
    made = for_a_person(
        floor.memory, topic="Secret merger", audience="group:m&a", domain="secret_domain"
    )
    floor.memory.debates.decide(made.id, position=STRATEGY, reason="So.")
    floor.memory.credibility.record_outcome(made.id, correctness=0.9)
    maya, tom = floor.reader("maya", groups=["m&a"]), floor.reader("tom")
    pages = ("/desk", "/debates?show=all", "/credibility", f"/credibility/{STRATEGY}")
    assert "Secret merger" in maya.get("/debates?show=all").words
    assert "secret domain" in maya.get("/credibility").words.lower()
    assert maya.get(f"/debates/{made.id}").status == 200
    for path in (*pages, f"/debates/{made.id}"):
        told = tom.get(path)
        assert "secret" not in told.words.lower(), path
    assert tom.get(f"/debates/{made.id}").status == 404


def test_where_the_preset_has_no_debates(places: PlaceFactory) -> None:
    """There is no word of a desk in the menu, and its users have no such page; at a desk the menu
    leads there."""
    office = places("corporate")
    maya, ada = office.reader("maya"), office.admin
    assert 'href="/desk"' not in ada.get("/").html
    for path in ("/desk", "/debates", "/credibility", "/debates/km_x", "/credibility/x"):
        assert maya.get(path).status == 404
    assert 'href="/desk"' in places("desk").reader("tom").get("/").html


def test_an_empty_desk_says_what_to_do(floor: Place) -> None:
    """Each page, to an admin and to a member."""
    for reader in (floor.admin, floor.reader("tom")):
        desk = reader.get("/desk")
        _check_safe(desk)
        assert "memory.debates.open()" in desk.words
        assert 'memory.agents.register("financial")' in desk.words
        assert "Nothing is disputed" in reader.get("/debates").words
        assert "No default can be overridden" in reader.get("/debates?show=provisional").words
        assert "memory.credibility.record_outcome()" in reader.get("/credibility").words


def test_many_agents_are_paged(floor: Place) -> None:
    """Twelve at a time; a page that is none is the nearest one."""
    for number in range(13):
        floor.memory.agents.register(f"agent {number:02}")
    ada = floor.admin
    first = ada.get("/desk")
    assert 'href="?agents=2"' in first.html
    assert "Agent 12" not in first.words
    for page in ("2", "99"):
        assert "Agent 12" in ada.get(f"/desk?agents={page}").words
    assert ada.get("/desk?agents=x").words == first.words


def test_stored_text_is_only_text(floor: Place, clock: FrozenClock) -> None:
    """Tags in topics, findings, positions, reasons and names are shown as they are written."""
    made = opened(
        floor.memory,
        topic=EVIL,
        disputed_finding=EVIL,
        challenge_basis=EVIL,
        conservative_position=EVIL,
        challenger=EVIL,
        domain=EVIL,
        subject=EVIL,
        patterns=[EVIL],
        analyses=[EVIL],
    )
    memory, ada = floor.memory, floor.admin
    memory.debates.position(made.id, agent=EVIL, text=EVIL)
    for _ in range(2):
        memory.debates.advance(made.id)
    memory.debates.decide(made.id, position=EVIL, reason=EVIL)
    memory.credibility.record_outcome(made.id, correctness=0.5, note=EVIL, lesson=EVIL)
    memory.graph.entity("Pattern", EVIL, attrs={"success_rate": "much"})
    for path in ("/desk", "/debates?show=all", f"/debates/{made.id}", "/credibility"):
        page = ada.get(path)
        assert page.status == 200, path
        _check_safe(page)
        assert EVIL not in page.html, path


def test_places_of_lines_and_dots() -> None:
    """A line holds its height until the next outcome and goes on to today; a dot is hollow while
    there are too few outcomes; without scores nothing is drawn."""
    begin = datetime(2026, 1, 1, tzinfo=UTC)

    def at(days: int, score: float, count: int) -> ScoreAt:
        return ScoreAt(
            at=begin + timedelta(days=days),
            score=score,
            sample_size=count,
            is_usable=count >= 5,
            items=(),
        )

    line = ScoreLine("one", 1, (at(0, 0.0, 4), at(50, 1.0, 5)))
    drawn = desk_chart.score_lines([line], begin + timedelta(days=100))
    assert 'points="7.0,192.0 52.75,192.0 52.75,12.0 98.5,12.0"' in drawn
    assert 'class="line-1 few" cx="7.0%" cy="192.0"' in drawn
    assert 'class="line-1" cx="52.75%" cy="12.0"' in drawn
    assert "one: 0.00 on 1 January 2026, 1.00 on 20 February 2026, 5 outcomes." in drawn
    assert desk_chart.score_lines([ScoreLine("none", 1, ())], begin) == ""
    records = [
        TrackRecord(agent="a", domain="d", score=0.5, sample_size=5, is_usable=True),
        TrackRecord(agent="b", domain="d", score=None),
    ]
    alone = desk_chart.differential(records, ("second", "first"), 0.25)
    assert alone.count("<circle") == 1
    assert "between" not in alone


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "less than a minute"),
        (61, "1 minute"),
        (7200, "2 hours"),
        (7260, "2 hours 1 minute"),
        (86_460, "1 day"),
        (270_000, "3 days 3 hours"),
    ],
)
def test_how_long_in_words(seconds: int, said: str) -> None:
    """The two largest units that follow each other."""
    assert span(timedelta(seconds=seconds)) == span(seconds) == said
