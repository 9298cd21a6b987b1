"""Every page, for everybody who may come by: what is shown, what is hidden, and how safely."""

from __future__ import annotations

import re

import pytest

from remembrancer import Memory
from tests.plain_arrivals import unchecked_arrivals
from tests.web.conftest import Place, PlaceFactory
from tests.web.reader import Answer, Reader

_HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(2)> **bold** \u202egpj.exe"
_COMMON = ("/", "/search?q=settle", "/search?q=settle&part=1")
_BROWSING = (
    "/acts",
    "/corporate-memory",
    "/corporate-memory/mine",
    "/conversations",
    "/conversations/talk",
    "/receipts",
    "/subjects/ellen",
)
_ADMIN = (
    "/corporate-memory/admin",
    "/corporate-memory/admin/contradictions",
    "/corporate-memory/admin/contradictions?all=1",
    "/corporate-memory/admin?list=used",
    "/corporate-memory/admin/audit",
    "/corporate-memory/admin/audit?verify=1",
    "/settings",
)


def _lived_in(place: Place) -> str:
    """A space in which something was said, asked, decided and contradicted; the id of an item."""
    memory = place.memory
    memory.conversations.start("talk", subject="ellen")
    memory.conversations.append(
        "talk", [{"author_id": "ellen", "content": "I want to stop working at 58."}]
    )
    first = memory.add(content="Orders settle after three days.", domain="finance", subject="ellen")
    memory.review.approve(first.id)
    memory.add(content="Orders settle after two days.", domain="finance", subject="ellen")
    memory.remember("Ellen prefers email.", subject="ellen")
    memory.bundle()
    return first.id


def _check_safe(answer: Answer) -> None:
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    for tag in re.findall(r"<[a-z][^>]*>", answer.html):
        assert not re.search(r"\s(?:on[a-z]+|style)=", re.sub(r'"[^"]*"', '""', tag))
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", answer.html)
    for script in re.findall(r"<script\b[^>]*>[^<]*", answer.html):
        assert re.fullmatch(r'<script type="module" src="/static/[\w.]+\?[0-9a-f]+">', script)


def test_every_page_is_there_for_an_admin_and_safe(place: Place) -> None:
    """An admin gets each page, none with a script or style of its own or from elsewhere."""
    id = _lived_in(place)
    ada = place.admin
    for path in (*_COMMON, *_BROWSING, *_ADMIN, f"/items/{id}"):
        told = ada.get(path)
        assert told.status == 200, path
        _check_safe(told)


@pytest.mark.parametrize("kind", ["user", "agent", "service"])
def test_who_is_no_admin_has_no_page_of_admins(place: Place, kind: str) -> None:
    """A contributor and an agent get the common pages, and no word of the others."""
    id = _lived_in(place)
    maya = place.reader("maya", kind=kind)
    for path in (*_COMMON, *_BROWSING, f"/items/{id}"):
        told = maya.get(path)
        assert told.status == 200, path
        _check_safe(told)
        assert "/corporate-memory/admin" not in told.html
        assert "/settings" not in told.html
    for path in _ADMIN:
        told = maya.get(path)
        assert told.status == 404, path
        _check_safe(told)
        assert "three days" not in told.words


def test_a_reviewer_reviews_and_has_no_settings(place: Place) -> None:
    """KM_ADMIN has the pages of review; people and tokens are for ADMIN."""
    _lived_in(place)
    kim = place.reader("kim", roles=["KM_ADMIN"])
    for path in _ADMIN[:5]:
        assert kim.get(path).status == 200, path
    assert kim.get("/settings").status == 404
    assert "/settings" not in kim.get("/").html


def test_what_is_hidden_is_not_there(place: Place) -> None:
    """Somebody else's personal item and one that never was look the same."""
    place.reader("anna")
    own = place.as_person("anna").add(content="Ask Tom about the boat.", is_personal=True)
    maya = place.contributor
    hidden, never = maya.get(f"/items/{own.id}"), maya.get("/items/km_000000000000")
    assert hidden.status == never.status == 404
    assert hidden.words.replace(own.id, "?") == never.words.replace("km_000000000000", "?")
    for path in ("/", "/corporate-memory", "/corporate-memory/mine", "/search?q=boat"):
        assert "the boat" not in maya.get(path).words


def test_what_is_personal_is_for_its_owner_and_admins(place: Place) -> None:
    """The owner finds it under Mine, marked; an admin reaches it by its address, on record."""
    anna = place.reader("anna")
    own = place.as_person("anna").add(content="Ask Tom about the boat.", is_personal=True)
    mine = anna.get("/corporate-memory/mine")
    assert "Ask Tom about the boat." in mine.words
    assert 'class="tag only-you"' in mine.html
    ada = place.admin
    assert "the boat" not in ada.get("/corporate-memory").words
    assert "the boat" not in ada.get("/corporate-memory/admin").words
    assert "the boat" in ada.get(f"/items/{own.id}").words
    assert "item look" in ada.get("/corporate-memory/admin/audit").words


def test_hostile_text_is_only_text(place: Place) -> None:
    """Script, Markdown and marks that turn text round are shown as they are written."""
    memory = place.memory
    item = memory.add(content=_HOSTILE, title=_HOSTILE[:60], tags=["<em>"], subject="<var>")
    memory.add(content=f"{_HOSTILE} too", tags=["<em>"], subject="<var>")
    memory.conversations.start("<samp>", subject="<var>", title=_HOSTILE[:50])
    memory.conversations.append("<samp>", [{"author_id": "<var>", "content": _HOSTILE}])
    ada = place.admin
    for path in (
        "/",
        "/corporate-memory",
        "/corporate-memory/admin",
        f"/corporate-memory/admin/items/{item.id}",
        "/corporate-memory/admin/audit",
        "/corporate-memory/admin/audit?who=%3Cscript%3Ealert",
        "/corporate-memory/admin?list=used",
        "/corporate-memory/admin/contradictions",
        "/corporate-memory/mine",
        "/subjects/%3Cvar%3E",
        "/conversations",
        "/conversations?subject=%22%3E%3Cscript%3Ealert",
        "/conversations/%3Csamp%3E",
        "/receipts",
        "/receipts?kind=%22%3E%3Cscript%3Ealert",
        f"/items/{item.id}",
        "/search?q=%3Cscript%3Ealert",
        "/corporate-memory?subject=%22%3E%3Cscript%3Ealert",
    ):
        told = ada.get(path)
        assert told.status == 200, path
        _check_safe(told)
        # What an edit begins with is given to the letter, in a field.
        shown = re.sub(r'data-(?:title|content)="[^"]*"', "", told.html)
        shown = re.sub(r'<textarea[^>]*>[^<]*</textarea>|<input[^>]*name="title"[^>]*>', "", shown)
        for tag in ("<script>", "<img src=x", "<em>", "<var>", "<samp>", "<strong>", "\u202e"):
            assert tag not in shown, (path, tag)


def test_pages_are_read_without_scripts(place: Place) -> None:
    """What is known, its evidence and its past are in the page itself."""
    _lived_in(place)
    maya = place.contributor
    assert "Orders settle after three days." in maya.get("/corporate-memory").words
    assert "Orders settle after three days." in maya.get("/search?q=orders+settle").words
    assert "Orders settle after three days." in maya.get("/subjects/ellen").words


def test_an_empty_space_tells_what_to_do(place: Place) -> None:
    """Nothing is broken where nothing is known."""
    ada = place.admin
    for path in (*_COMMON, *_ADMIN, "/corporate-memory", "/corporate-memory/mine"):
        assert ada.get(path).status == 200, path
    assert "Nothing was said yet" in ada.get("/conversations").words
    assert "Nothing was delivered yet" in ada.get("/receipts").words
    assert "Nothing is known yet" in ada.get("/").words
    assert "Nothing waits" in ada.get("/corporate-memory/admin").words


def test_odd_addresses_are_told_kindly(place: Place) -> None:
    """A page that is asked for in a way that cannot be says so, as a page."""
    ada = place.admin
    for path, status in (
        ("/items/%00", 404),
        ("/items/" + "x" * 3000, 404),
        ("/corporate-memory?cursor=rubbish", 422),
        ("/corporate-memory/admin/audit?before=x", 422),
        ("/corporate-memory/admin/audit?before=" + "9" * 30, 422),
        ("/corporate-memory/admin/contradictions?from=x", 422),
        ("/subjects/ellen?as_of=yesterday", 422),
        ("/search?q=" + "x" * 12_000, 422),
        ("/conversations/none", 404),
        ("/conversations?cursor=rubbish", 422),
        ("/receipts?cursor=rubbish", 422),
    ):
        told = ada.get(path)
        assert told.status == status, path
        _check_safe(told)


def test_files_are_kept_by_browsers_and_nothing_else_is_served(place: Place) -> None:
    """Style and scripts have an address of their own for each content."""
    stranger = Reader(place.served)
    page = stranger.get("/sign-in")
    found = re.findall(r'"(/static/[^"]+)"', page.html)
    assert found
    for path in found:
        told = stranger.get(path)
        assert told.status == 200
        assert "immutable" in told.headers["cache-control"]
    for path in ("/static/..%2Fsite.py", "/static/none.css", "/static/%2Fetc%2Fpasswd"):
        assert stranger.get(path).status == 404


def test_an_address_that_is_not_there_is_told_to_each_in_its_way(place: Place) -> None:
    """A browser gets a page; a program gets the document that it reads."""
    for accept, kind in (("text/html,*/*", "text/html"), ("*/*", "application/problem+json")):
        headers = {"host": "test", "accept": accept}
        told = place.served.ask("GET", "/nothing", headers, b"")
        assert told.status == 404
        assert told.headers["content-type"].startswith(kind)


def test_a_failure_is_told_to_each_in_its_way(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser gets a page without a word of what went wrong; a program gets the document."""

    def fail(memory: Memory) -> None:
        raise RuntimeError("a secret of the machine")

    ada = place.admin
    monkeypatch.setattr(Memory, "stats", fail)
    cookie = "; ".join(f"{name}={value}" for name, value in ada.cookies.items())
    for accept, kind in (("text/html,*/*", "text/html"), ("*/*", "application/problem+json")):
        headers = {"host": "test", "accept": accept, "cookie": cookie}
        told = place.served.ask("GET", "/", headers, b"")
        assert told.status == 500
        assert told.headers["content-type"].startswith(kind)
        assert "secret" not in told.html
        if kind == "text/html":
            _check_safe(told)
            assert told.headers["x-request-id"] in told.words


# -- presets decide what end users see


def test_where_memory_is_invisible_nobody_manages_it(places: PlaceFactory) -> None:
    """The companion's users have suggestions, and neither settings, lists nor a way to delete."""
    place = places("companion")
    maya = place.reader("maya")
    item = place.as_person("maya").add(content="We use K3.", kind="knowledge", subject="firm")
    home = maya.get("/")
    assert home.status == 200
    for gone in ("/settings", "/corporate-memory", "known", "Dismiss"):
        assert gone not in home.html
    for path in (
        "/settings",
        "/corporate-memory",
        "/corporate-memory/mine",
        "/conversations",
        "/receipts",
        "/subjects/firm",
    ):
        assert maya.get(path).status == 404, path
    page = maya.get(f"/items/{item.id}")
    assert page.status == 200
    assert '<form action="/items' not in page.html
    assert maya.post(f"/items/{item.id}/dismiss").status == 404
    assert place.memory.get(item.id).lifecycle == "active"


def test_admins_keep_their_pages_where_memory_is_invisible(places: PlaceFactory) -> None:
    """Whoever runs the companion still governs it."""
    ada = places("companion").admin
    for path in ("/settings", "/corporate-memory", "/corporate-memory/admin"):
        assert ada.get(path).status == 200, path


def test_an_adviser_has_the_timeline_and_no_form(places: PlaceFactory) -> None:
    """The adviser's screens are the timeline and the sidebar."""
    place = places("adviser")
    maya = place.reader("maya")
    place.as_person("maya").add(content="Ellen wants to stop at 58.", subject="ellen")
    assert maya.get("/subjects/ellen").status == 200
    assert maya.get("/corporate-memory").status == 404


@pytest.mark.parametrize("times", [1, 40])
def test_a_first_visit_is_light(place: Place, times: int) -> None:
    """A page of a full queue and all that it loads is under 100 kB, however long its texts are."""
    with unchecked_arrivals():
        place.memory.add_many(
            {"content": f"Rule {n} holds in every case that we know of, and is kept." * times}
            for n in range(60)
        )
    ada = place.admin
    for path in ("/", "/corporate-memory", "/corporate-memory/admin"):
        page = ada.get(path)
        loaded = set(re.findall(r'"(/static/[^"]+)"', page.html)) | {"/static/waiting.js"}
        size = len(page.html.encode()) + sum(len(ada.get(one).html) for one in loaded)
        assert size < 100_000, path
