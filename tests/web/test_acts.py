"""What people do on the pages: vote, submit, decide, settle, dismiss; and what stays on record."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from remembrancer.doors.web.difference import worded
from remembrancer.items.item import Item
from remembrancer.testing import FrozenClock
from tests.plain_arrivals import unchecked_arrivals
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader

_ADMIN = "/corporate-memory/admin"


def _decide(reader: Reader, act: str, *items: Item, **more: Any) -> Answer:
    seen = [one.version for one in items]
    ids = [one.id for one in items]
    return reader.act(f"{_ADMIN}/decide", act=act, id=ids, seen=seen, **more)


# -- browse, vote, submit


def test_a_vote_stays(place: Place) -> None:
    """A vote is there when the page is loaded again; the last one of a person counts."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    maya = place.contributor
    assert "Your vote counts." in maya.act(f"/items/{item.id}/vote", value="1").words
    maya.act(f"/items/{item.id}/vote", value="-1")
    bert = place.reader("bert")
    bert.act(f"/items/{item.id}/vote", value="1")
    votes = place.memory.review.case(item.id).votes
    assert (votes.up, votes.down) == (1, 1)


def test_a_vote_from_the_list_stays_in_it(place: Place) -> None:
    """The list shows who voted how and the reader's own vote, and a vote leads back to it."""
    item = place.memory.add(content="Orders settle after three days.", domain="finance")
    place.memory.review.approve(item.id)
    maya, bert = place.contributor, place.reader("bert")
    bert.act("/corporate-memory/vote", id=item.id, value="-1")
    sent = maya.get("/corporate-memory?domain=finance")
    assert 'name="here" value="domain=finance"' in sent.html
    sent = maya.post("/corporate-memory/vote", id=item.id, value="1", here="domain=finance")
    assert (sent.status, sent.to) == (303, f"/corporate-memory?domain=finance#{item.id}")
    told = maya.get("/corporate-memory?domain=finance")
    assert "Your vote counts." in told.words
    assert re.findall(r'value="(-?1)" aria-pressed="(\w+)"', told.html) == [
        ("1", "true"),
        ("-1", "false"),
    ]
    assert "▲ 1 ▼ 1" in told.words


def test_a_vote_leads_nowhere_else(place: Place) -> None:
    """Whatever a form says of where it stood, its sender stays on the list."""
    item = place.memory.add(content="Orders settle after three days.")
    maya = place.contributor
    maya.get("/")
    sent = maya.post("/corporate-memory/vote", id=item.id, value="1", here="//evil.example\r\nX: y")
    assert sent.status == 303
    assert sent.to.startswith("/corporate-memory#")
    assert maya.post("/corporate-memory/vote", id="km_000000000000", value="1").status == 404


def test_the_form_makes_something_pending(place: Place) -> None:
    """What a contributor submits waits for a reviewer, and stands under their own."""
    maya = place.contributor
    told = maya.act("/corporate-memory", content="We release on Thursdays.", title="Releases")
    assert "It waits for a reviewer." in told.words
    (item,) = place.memory.review.queue()
    assert (item.content, item.title, item.source_user, item.status) == (
        "We release on Thursdays.",
        "Releases",
        "maya",
        "pending",
    )
    assert "We release on Thursdays." in maya.get("/corporate-memory/mine").words


def test_an_empty_form_says_what_is_missing(place: Place) -> None:
    """Nothing is written, and the page says what to fill in."""
    told = place.contributor.act("/corporate-memory", content="  ")
    assert told.status == 422
    assert "Fill in content." in told.words
    assert len(place.memory.items()) == 0


def test_the_form_takes_what_a_call_takes(place: Place) -> None:
    """Domain, category and tags are part of what somebody submits."""
    place.contributor.act(
        "/corporate-memory",
        content="We release on Thursdays.",
        domain="engineering",
        category="workflow",
        tags="release, , calendar",
    )
    (item,) = place.memory.review.queue()
    assert (item.domain, item.category) == ("engineering", "workflow")
    assert set(item.tags) == {"release", "calendar"}


def test_what_was_typed_is_not_lost(place: Place) -> None:
    """A form that is refused comes back with its reason and with every word in it."""
    told = place.contributor.act(
        "/corporate-memory",
        content="We release on <b>Thursdays.",
        title="Two\nlines",
        domain="engineering",
        is_personal="1",
    )
    assert told.status == 422
    assert 'role="alert"' in told.html
    assert "We release on &lt;b&gt;Thursdays.</textarea>" in told.html
    assert '<option value="engineering" selected>' in told.html
    assert 'value="1" checked' in told.html
    assert len(place.memory.items()) == 0


def test_the_owner_shares_what_was_personal(place: Place) -> None:
    """From Mine, with one click; then it waits for a reviewer. Nobody else can."""
    place.reader("anna")
    own = place.as_person("anna").add(content="Ask Tom about the boat.", is_personal=True)
    ada = place.admin
    assert "who alone may share it" in ada.act("/corporate-memory/share", id=own.id).words
    assert place.contributor.act("/corporate-memory/share", id=own.id).status == 404
    anna = place.reader("anna")
    assert "Share with all" in anna.get("/corporate-memory/mine").words
    assert "It waits for a reviewer." in anna.act("/corporate-memory/share", id=own.id).words
    assert [one.id for one in place.memory.review.queue()] == [own.id]
    assert "Share with all" not in anna.get("/corporate-memory/mine").words


def test_what_is_personal_waits_for_nobody_at_home(place: Place) -> None:
    """A contributor's home tells what waits for a reviewer, and their own notes do not."""
    maya = place.contributor
    mine = place.as_person("maya")
    mine.add(content="My own note.", is_personal=True)
    mine.add(content="We release on Thursdays.")
    told = maya.get("/").words
    assert "Yours, waiting for a reviewer" in told
    assert "We release on Thursdays." in told
    assert "My own note." not in told


def test_what_is_for_me_alone_waits_for_nobody(place: Place) -> None:
    """A personal item is not in the queue, nor in the lists of others."""
    place.contributor.act("/corporate-memory", content="My own note.", is_personal="1")
    assert len(place.memory.review.queue()) == 0
    assert "My own note." not in place.reader("bert").get("/corporate-memory").words


def test_three_ways_lead_into_one_queue(place: Place, tmp_path: Path) -> None:
    """A notes file, the form and a call all end as pending items of their contributor."""
    notes = tmp_path / "notes.md"
    notes.write_text("- Invoices are paid on Fridays.\n", encoding="utf-8")
    token = place.token("maya", notes_path=str(notes))
    Reader(place.served, token).act("/corporate-memory", content="We release on Thursdays.")
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    body = json.dumps({"content": "Tickets are answered within a day."}).encode()
    made = place.served.ask("POST", "/api/memory", {"host": "test", **headers}, body)
    assert made.status in (200, 201), made.html
    place.memory.sources.collect()
    waiting = place.memory.review.queue()
    assert {one.content for one in waiting} == {
        "Invoices are paid on Fridays.",
        "We release on Thursdays.",
        "Tickets are answered within a day.",
    }
    assert {one.source_user for one in waiting} == {"maya"}


def test_filters_narrow_the_list(place: Place) -> None:
    """Only what fits is shown, and every filter is in the address."""
    place.memory.add(content="We use K3.", domain="finance")
    place.memory.add(content="We release on Thursdays.", domain="engineering")
    told = place.admin.get("/corporate-memory?domain=finance").words
    assert "We use K3." in told
    assert "Thursdays" not in told


def test_long_lists_go_on(place: Place) -> None:
    """Beyond a page there is a way further, to the very end."""
    with unchecked_arrivals():
        place.memory.add_many({"content": f"Rule {n} holds."} for n in range(65))
    ada = place.admin
    seen, path = set(), "/corporate-memory"
    while path:
        told = ada.get(path)
        seen |= {n for n in range(65) if f"Rule {n} holds." in told.words}
        start = told.html.find('class="button" href="?')
        path = ""
        if start >= 0:
            address = told.html[start + 21 :].partition('"')[0].replace("&amp;", "&")
            path = f"/corporate-memory{address}"
    assert seen == set(range(65))


# -- review


@pytest.mark.parametrize(
    ("act", "more", "status"),
    [
        ("approve", {}, "approved"),
        ("reject", {"reason": "A rumour."}, "rejected"),
        ("mandate", {"reason": "The law."}, "mandatory"),
        ("edit", {"content": "Orders settle after two days."}, "pending"),
    ],
)
def test_one_click_decides(place: Place, act: str, more: dict[str, str], status: str) -> None:
    """Each act changes the state, in the reviewer's name."""
    item = place.memory.add(content="Orders settle after three days.")
    told = _decide(place.admin, act, item, **more)
    assert "Decided: 1." in told.words
    decided = place.memory.get(item.id)
    assert decided.status == status
    entry = place.memory.admin.audit(item_id=item.id)[0]
    assert (entry.actor, entry.action) == ("ada", f"review.{act}")


def test_what_is_in_use_is_revoked_from_its_page(place: Place) -> None:
    """The page of an approved item has a form that withdraws it."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    ada = place.admin
    page = ada.get(f"/items/{item.id}")
    assert 'value="revoke"' in page.html
    _decide(ada, "revoke", place.memory.get(item.id), reason="Not any more.")
    assert place.memory.get(item.id).status == "revoked"


def test_a_batch_clears_the_selection(place: Place) -> None:
    """One act on many decides each of them, and the queue is empty."""
    items = [place.memory.add(content=f"Rule {n} holds.") for n in range(5)]
    assert "Decided: 5." in _decide(place.admin, "approve", *items).words
    assert len(place.memory.review.queue()) == 0
    assert {place.memory.get(one.id).status for one in items} == {"approved"}


def test_what_is_in_use_is_revoked_in_a_batch(place: Place) -> None:
    """The list of what is in use has approved and mandatory items, and its act is to revoke."""
    items = [place.memory.add(content=f"Rule {n} holds.") for n in range(4)]
    place.memory.review.approve(items[0].id)
    place.memory.review.mandate(items[1].id, reason="The law.")
    place.memory.review.reject(items[2].id)
    ada = place.admin
    page = ada.get(f"{_ADMIN}?list=used")
    assert re.findall(r'<li data-id="(\w+)"', page.html) == [items[1].id, items[0].id]
    assert 'value="revoke"' in page.html
    assert 'value="approve"' not in page.html
    used = [place.memory.get(one.id) for one in items[:2]]
    told = _decide(ada, "revoke", *used, reason="Not any more.", list="used")
    assert "Decided: 2." in told.words
    assert "Nothing is in use" in told.words
    assert {place.memory.get(one.id).status for one in used} == {"revoked"}


def test_without_scripts_the_case_is_decided_on(place: Place) -> None:
    """Where nothing is selected, a button counts for the item that is shown, as it was shown."""
    item = place.memory.add(content="Orders settle after three days.")
    ada = place.admin
    page = ada.get(_ADMIN).html
    fields = dict(re.findall(r'name="(case|case_seen)" value="(\w+)"', page))
    assert fields == {"case": item.id, "case_seen": str(item.version)}
    place.memory.review.edit(item.id, content="Orders settle after two days.")
    told = ada.act(f"{_ADMIN}/decide", act="approve", **fields)
    assert "Decided: 0." in told.words
    assert place.memory.get(item.id).status == "pending"
    fields["case_seen"] = str(place.memory.get(item.id).version)
    assert "Decided: 1." in ada.act(f"{_ADMIN}/decide", act="approve", **fields).words
    assert place.memory.get(item.id).status == "approved"


def test_what_is_told_fits_into_a_cookie(place: Place) -> None:
    """Of very many refusals the first are told, and the browser keeps the cookie."""
    ada = place.admin
    ada.get("/")
    ids = [f"\N{ROCKET}{n}" for n in range(60)]
    sent = ada.post(f"{_ADMIN}/decide", act="approve", id=ids)
    (cookie,) = [one for one in sent.cookies if one.startswith("told=")]
    assert len(cookie) < 4096
    assert "Decided: 0." in ada.get(sent.to).words


def test_in_a_batch_each_stands_for_itself(place: Place) -> None:
    """What changed since it was looked at is left alone, and told; the others are decided."""
    first = place.memory.add(content="Rule 1 holds.")
    second = place.memory.add(content="Rule 2 holds.")
    place.memory.review.edit(second.id, content="Rule 2 holds on Fridays.")
    ada = place.admin
    ada.get(_ADMIN)
    told = ada.post(
        f"{_ADMIN}/decide",
        act="approve",
        script="1",
        id=[first.id, second.id],
        seen=[first.version, second.version],
    )
    decided = json.loads(told.html)["decided"]
    assert [one["status"] for one in decided] == ["approved", None]
    assert decided[1]["error"]
    assert place.memory.get(second.id).status == "pending"


def test_who_is_no_reviewer_decides_nothing(place: Place) -> None:
    """A contributor who sends the form of a reviewer changes nothing."""
    item = place.memory.add(content="Orders settle after three days.")
    told = _decide(place.contributor, "approve", item)
    assert "Decided" not in told.words
    assert place.memory.get(item.id).status == "pending"


def test_an_unknown_act_is_refused(place: Place) -> None:
    """Only the acts of the page can be sent."""
    item = place.memory.add(content="Orders settle after three days.")
    assert _decide(place.admin, "erase", item).status == 422


def test_the_case_has_its_evidence_in_place(place: Place) -> None:
    """A reviewer sees the quote marked within what was said around it."""
    kept = place.memory.remember(
        "We talked about the office. Ellen prefers email over phone. Then we had lunch.",
        subject="ellen",
    )
    item = kept.items[0]
    told = place.admin.get(f"{_ADMIN}/items/{item.id}")
    assert f"<mark>{item.evidence[0].quote}</mark>" in told.html
    assert "Then we had lunch." in told.words


def test_the_queue_is_narrowed(place: Place) -> None:
    """A reviewer looks at one domain at a time."""
    place.memory.add(content="We use K3.", domain="finance")
    place.memory.add(content="We release on Thursdays.", domain="engineering")
    told = place.admin.get(f"{_ADMIN}?domain=finance")
    assert "We use K3." in told.words
    assert "Thursdays" not in told.words


# -- contradictions and the audit log


def _contradicting(place: Place) -> tuple[Item, Item, str]:
    first = place.memory.add(content="Orders settle after three days.", domain="finance")
    place.memory.review.approve(first.id)
    second = place.memory.add(content="Orders settle after two days.", domain="finance")
    (found,) = place.memory.review.contradictions()
    return first, second, found.id


@pytest.mark.parametrize("act", ["kept_a", "kept_b", "merge", "both_valid"])
def test_each_way_to_settle_is_on_record(place: Place, act: str) -> None:
    """An admin picks one of four, the pair is settled, and the audit log has the row."""
    _, _, id = _contradicting(place)
    ada = place.admin
    shown = ada.get(f"{_ADMIN}/contradictions")
    assert "<mark>three</mark>" in shown.html
    assert "<mark>two</mark>" in shown.html
    told = ada.act(
        f"{_ADMIN}/contradictions/{id}",
        act=act,
        merged_content="Orders settle after two to three days.",
        reason="Asked the desk.",
    )
    assert "Settled, and on record." in told.words
    assert place.memory.review.contradictions() == ()
    (settled,) = place.memory.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert settled.resolution.action == act
    audit = ada.get(f"{_ADMIN}/audit?what=contradiction").words
    assert "contradiction resolve" in audit
    assert "Asked the desk." in audit
    assert "ada" in audit


def test_numbers_differ_as_a_whole() -> None:
    """A figure that differs is marked with all its digits, and what is the same is not."""
    left, right = worded("It pays £42,000 on 3.5 days.", "It pays £38,400 on 3.5 days.")
    assert [one.text for one in left if one.is_own] == ["42,000"]
    assert [one.text for one in right if one.is_own] == ["38,400"]


def test_who_comes_second_is_told(place: Place) -> None:
    """Of two who settle the same pair, the second is told that it is settled."""
    _, _, id = _contradicting(place)
    ada, kim = place.admin, place.reader("kim", roles=["KM_ADMIN"])
    ada.act(f"{_ADMIN}/contradictions/{id}", act="kept_a", reason="Asked the desk.")
    told = kim.act(f"{_ADMIN}/contradictions/{id}", act="kept_b")
    assert told.status == 200
    assert "Settled, and on record." not in told.words
    assert "Nothing contradicts itself" in told.words
    (settled,) = place.memory.review.contradictions(include_resolved=True)
    assert settled.resolution is not None
    assert settled.resolution.by == "ada"


def test_a_refused_merge_keeps_what_was_typed(place: Place) -> None:
    """To merge without a text cannot be; the reason that was typed stays in its field."""
    _, _, id = _contradicting(place)
    told = place.admin.act(f"{_ADMIN}/contradictions/{id}", act="merge", reason="Both are old.")
    assert told.status == 422
    assert 'role="alert"' in told.html
    assert 'name="reason" value="Both are old."' in told.html
    assert len(place.memory.review.contradictions()) == 1


def test_the_suggestion_is_marked(place: Place) -> None:
    """One of the four ways is the judge's own, and nothing is settled by it."""
    _contradicting(place)
    told = place.admin.get(f"{_ADMIN}/contradictions")
    (pair,) = place.memory.review.contradictions()
    marked = re.findall(r'name="act" value="(\w+)" class="main"', told.html)
    assert marked == [pair.suggestion.value]


def test_a_side_that_became_personal_is_masked(place: Place) -> None:
    """An admin is told that there is another side, and not what it says."""
    place.reader("maya")
    maya = place.as_person("maya")
    first = place.memory.add(content="Orders settle after three days.", domain="finance")
    place.memory.review.approve(first.id)
    second = maya.add(content="Orders settle after two days.", domain="finance")
    assert place.memory.review.contradictions()
    maya.update(second.id, is_personal=True)
    told = place.admin.get(f"{_ADMIN}/contradictions")
    assert "This one was made personal since" in told.words
    assert "two days" not in told.words


def test_the_log_is_narrowed_and_the_chain_checked(place: Place) -> None:
    """Filters show one item, person or act; the chain's state stands above."""
    first, second, _ = _contradicting(place)
    ada = place.admin
    told = ada.get(f"{_ADMIN}/audit?item={first.id}").html
    assert first.id in told
    assert second.id not in told
    assert "review approve" not in ada.get(f"{_ADMIN}/audit?what=item").words
    assert "Nothing fits" in ada.get(f"{_ADMIN}/audit?who=nobody").words
    assert "The chain holds" in ada.get(f"{_ADMIN}/audit?verify=1").words


def test_a_filter_looks_beyond_one_page(place: Place) -> None:
    """What somebody did long ago is found under their name, however much came after it."""
    place.reader("bert")
    place.as_person("bert").add(content="Rule 0 holds.")
    place.memory.add_many({"content": f"Rule {n} holds."} for n in range(1, 130))
    ada = place.admin
    told = ada.get(f"{_ADMIN}/audit?who=bert&what=item.add")
    assert told.html.count('<td class="what">') == 1
    assert "Further" not in told.words
    first = ada.get(f"{_ADMIN}/audit?what=item")
    assert first.html.count('<td class="what">') == 100
    (before,) = re.findall(r'href="\?before=(\d+)&amp;what=item"', first.html)
    rest = ada.get(f"{_ADMIN}/audit?what=item&before={before}")
    assert rest.html.count('<td class="what">') == 30


def test_the_state_of_the_chain_is_seen_at_once(place: Place) -> None:
    """A ledger of some size is not walked unasked; whoever may not walk it is not offered to."""
    place.memory.add(content="Rule 0 holds.")
    ada = place.admin
    assert "The chain holds" in ada.get(f"{_ADMIN}/audit").words
    kim = place.reader("kim", roles=["KM_ADMIN"]).get(f"{_ADMIN}/audit?verify=1")
    assert kim.status == 200
    assert "an ADMIN can check" in kim.words
    assert "Check the chain" not in kim.words
    place.memory.add_many({"content": f"Rule {n} holds."} for n in range(1, 2_000))
    told = ada.get(f"{_ADMIN}/audit").words
    assert "The chain holds" not in told
    assert "not checked on this look" in told
    assert "The chain holds" in ada.get(f"{_ADMIN}/audit?verify=1").words


# -- search


def test_a_hit_tells_why_and_whence(place: Place) -> None:
    """Marked words, the reason in words, and the source one click away; personal ones marked."""
    maya = place.contributor
    mine = place.as_person("maya")
    kept = mine.remember("Ellen prefers email over phone. Then lunch.", subject="ellen")
    own = mine.add(content="Email her on Fridays.", title="A note", is_personal=True)
    told = maya.get("/search?q=who+prefers+emails")
    assert "Ellen <mark>prefers</mark> <mark>email</mark> over phone" in told.html
    assert "says “prefers”, “email”" in told.words
    message = kept.items[0].evidence[0]
    assert f"/conversations/{message.conversation_id}?all=1#{message.message_id}" in told.html
    assert f'href="/items/{own.id}#evidence"' in told.html
    assert 'class="tag only-you">personal' in told.html
    assert "Fridays" not in place.reader("bert").get("/search?q=email+fridays").words


def test_an_unfinished_word_does_not_empty_the_answers(place: Place) -> None:
    """While somebody types, what the whole words find stays; the page itself takes all words."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    maya = place.contributor
    assert item.id in maya.get("/search?part=1&q=orders+xylo").html
    assert "Nothing you may see answers “ xylo ” yet." in maya.get("/search?part=1&q=xylo").words
    assert "Nothing found" in maya.get("/search?q=xylo").words


def test_a_long_text_is_shown_around_what_counted(place: Place) -> None:
    """An excerpt begins before the first word that counted, and says that it is one."""
    text = f"{'The office is large. ' * 40}Orders settle late. {'It rains often. ' * 40}"
    item = place.memory.add(content=text, title="Office")
    place.memory.review.approve(item.id)
    told = place.contributor.get("/search?q=orders+settle").html
    shown = re.search(r'class="excerpt" dir="auto">(.*?)</p>', told)
    assert shown is not None
    assert shown[1].startswith("…")
    assert shown[1].endswith("…")
    assert "<mark>Orders</mark> <mark>settle</mark> late." in shown[1]


# -- a subject, an item, a conversation


def test_what_is_dismissed_leaves_the_timeline(places: PlaceFactory) -> None:
    """The entry is gone from the page, and its state stays."""
    place = places("adviser")
    maya = place.reader("maya")
    memory = place.as_person("maya")
    kept = memory.add(content="Ellen wants to stop at 58.", kind="life_goal", subject="ellen")
    gone = memory.add(content="Ellen sold the boat.", kind="fact", subject="ellen")
    page = maya.get("/subjects/ellen").words
    assert "Life goal" in page
    assert "Fact" in page
    maya.act("/subjects/ellen/dismiss", id=gone.id)
    page = maya.get("/subjects/ellen").html
    assert f'data-id="{kept.id}"' in page
    assert f'data-id="{gone.id}"' not in page
    assert memory.get(gone.id).lifecycle == "dismissed"


def test_the_slider_shows_what_was_known_then(places: PlaceFactory, clock: FrozenClock) -> None:
    """An earlier point shows the value of its time, and what came later is not there."""
    place = places("adviser")
    maya = place.reader("maya")
    memory = place.as_person("maya")
    first = memory.add(content="Ellen earns 50,000.", subject="ellen")
    then = clock()
    clock.advance(timedelta(days=30))
    memory.supersede(first.id, content="Ellen earns 52,000.")
    clock.advance(timedelta(days=1))
    now = maya.get("/subjects/ellen")
    assert "Ellen earns 52,000." in now.words
    assert "2 versions" in now.words
    address = f"/subjects/ellen?as_of={quote(then.isoformat(), safe='')}"
    assert f'href="{address}"' in now.html
    before = maya.get(address).words
    assert "Ellen earns 50,000." in before
    assert "52,000" not in before


def test_a_subject_has_its_briefing_and_neighbours(places: PlaceFactory) -> None:
    """Names in its items stand beside it, in a drawing and in a table; a briefing is on record."""
    place = places("adviser")
    maya = place.reader("maya")
    place.as_person("maya").add(
        content="Ellen and Tom own the boat.", subject="ellen", entities=["Tom", "ellen"]
    )
    page = maya.get("/subjects/ellen?briefing=1")
    assert '<a href="/subjects/Tom" dir="auto">Tom</a>' in page.html
    assert '<svg class="graph"' in page.html
    start = page.html.index("/receipts/")
    receipt = maya.get(page.html[start:].partition('"')[0])
    assert receipt.status == 200
    assert "Byte for byte as it was handed over." in receipt.words


def test_a_receipt_is_for_whom_it_was_made(place: Place) -> None:
    """Another contributor does not find it."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.approve(item.id)
    maya = place.contributor
    bundle = place.as_person("maya").bundle()
    path = f"/receipts/{bundle.receipt}"
    assert maya.get(path).status == 200
    assert place.reader("bert").get(path).status == 404
    assert path in place.admin.get(f"/items/{item.id}").html


def test_versions_differ_word_by_word(place: Place) -> None:
    """What an edit took away and what it put in are marked."""
    item = place.memory.add(content="Orders settle after three days.")
    place.memory.review.edit(item.id, content="Orders settle after two days.", reason="New rule.")
    told = place.admin.get(f"/items/{item.id}")
    assert "<del>three</del>" in told.html
    assert "<ins>two</ins>" in told.html
    assert "New rule." in told.words


def test_the_sidebar_lists_what_is_known(places: PlaceFactory) -> None:
    """Beside a conversation stands what is known of its subject; its part is served alone."""
    place = places("adviser")
    maya = place.reader("maya")
    memory = place.as_person("maya")
    memory.conversations.start("talk", subject="ellen")
    memory.add(content="Ellen wants to stop at 58.", subject="ellen")
    assert "Ellen wants to stop at 58." in maya.get("/conversations/talk").words
    memory.add(content="Ellen sold the boat.", subject="ellen")
    part = maya.get("/subjects/ellen/sidebar")
    assert "Ellen sold the boat." in part.words
    assert "<html" not in part.html


# -- settings


def test_wrong_settings_are_told_beside_what_was_typed(place: Place) -> None:
    """What cannot be is refused with its reason, and the text is kept."""
    ada = place.admin
    for text, why in (
        ("{", "This is no JSON"),
        ('{"budgte": {}}', "Did you mean"),
        ('{"review": "sometimes"}', "review"),
        ("[]", "Settings are a mapping"),
    ):
        told = ada.act("/settings", overrides=text)
        assert told.status == 422, text
        assert why in told.words
        assert text.replace('"', "&#34;") in told.html
    assert place.memory.admin.spaces()[0].overrides == {}


def test_overrides_are_kept(place: Place) -> None:
    """What is sound is kept, and stands in the form."""
    told = place.admin.act("/settings", overrides='{"summary_per_kind": 3}')
    assert "Kept." in told.words
    assert "&#34;summary_per_kind&#34;: 3" in told.html


def test_a_token_is_shown_once(place: Place) -> None:
    """A new token opens the pages, is on the next page no more, and ends when it is revoked."""
    ada = place.admin
    ada.act("/settings/people", name="zoe", roles=["CONTRIBUTOR"], groups="finance, sales")
    assert place.memory.admin.person("zoe").groups == {"finance", "sales"}
    told = ada.post("/settings/tokens", name="zoe", days="7", note="her laptop")
    assert told.status == 200
    token = told.html.partition('aria-label="The token">')[2].partition("<")[0]
    zoe = Reader(place.served, token)
    assert zoe.get("/").status == 200
    assert token not in ada.get("/settings").html
    (listed,) = [one for one in place.memory.admin.tokens() if one.principal == "zoe"]
    ada.act(f"/settings/tokens/{listed.id}/revoke")
    assert zoe.get("/").status == 303


def test_settings_are_changed_by_admins_alone(place: Place) -> None:
    """Whoever else sends these forms finds no such page, and nothing changes."""
    kim = place.reader("kim", roles=["KM_ADMIN"])
    kim.get("/")
    people = len(place.memory.admin.people())
    for path, form in (
        ("/settings", {"overrides": "{}"}),
        ("/settings/people", {"name": "mallory", "roles": "ADMIN"}),
        ("/settings/tokens", {"name": "kim"}),
        ("/settings/tokens/some/revoke", {}),
        ("/settings/jobs/retry", {}),
    ):
        assert kim.post(path, **form).status == 404, path
    assert len(place.memory.admin.people()) == people
