"""Programs with a token and the role of an admin, over REST."""

from __future__ import annotations

from typing import Any

import pytest

from remembrancer import Memory, Principal
from remembrancer.presets import preset_files as presets
from remembrancer.wire.routes import EXPORT_PATH
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.http.conftest import Site

SAID = "Falken stänger kontoret i maj, säger zqhidden."
ASKED = "När stänger Falken kontoret? zqhidden"
TALK = "zqtalk"
ANNA = Principal("anna", groups=["finance"])
ON_BOTH = ("adviser", "corporate")

LOOKS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("POST", "/api/memory/recall", {"query": ASKED, "explain": True}),
    ("POST", "/api/memory/recall", {"query": ASKED, "include": ["messages"]}),
    ("POST", "/api/memory/recall", {"query": ASKED, "conversation_id": TALK}),
    ("POST", "/api/memory/similar", {"query": ASKED}),
    ("POST", "/api/context/compose", {"message": "Vad sades?", "conversation_id": TALK}),
    ("POST", "/api/context/compose", {"message": "Vad sades?", "subject": "falken"}),
    ("POST", "/api/tools/recall", {"arguments": {"query": ASKED}}),
    ("POST", "/api/tools/get_recent_messages", {"arguments": {"channel_id": "general"}}),
    ("GET", f"/api/conversations/{TALK}", None),
    ("GET", f"/api/conversations/{TALK}/messages", None),
    ("GET", f"/api/conversations/{TALK}/window", None),
    ("GET", f"/api/conversations/{TALK}/receipts", None),
    ("GET", "/api/conversations", None),
    ("GET", "/api/channels/general/messages", None),
    ("GET", "/api/memory", None),
    ("GET", "/api/memory/summary/falken", None),
    ("GET", "/api/memory/admin/queue?is_personal=true", None),
    ("GET", "/api/memory/admin/audit", None),
    ("GET", "/api/context/briefing/falken", None),
    ("GET", "/api/context/receipts", None),
    ("GET", "/api/walks", None),
    ("GET", "/api/jobs", None),
    ("GET", "/api/admin/erasures", None),
    ("GET", "/api/events?idle_seconds=0.001", None),
)
PROGRAMS: dict[str, dict[str, Any]] = {
    "gate": {"kind": "agent", "roles": ["KM_ADMIN"]},
    "steward": {"kind": "service", "roles": ["ADMIN"]},
}


def keep(memory: Memory) -> tuple[str, ...]:
    """What Anna keeps to herself, and the ids of it."""
    memory.admin.add_person("anna", groups=["finance"])
    anna = memory.acting_as(ANNA)
    item = anna.add(content=SAID, subject="falken", is_personal=True)
    anna.remember(SAID, source="zqfile", is_personal=True, infer=False)
    anna.conversations.start(TALK, channel_id="general", is_personal=True)
    anna.conversations.append(TALK, [{"author_id": "anna", "content": SAID}] * 3)
    receipt = anna.compose(message="Vad sades?", conversation_id=TALK).receipt
    return item.id, str(anna.recall(ASKED).walk), str(receipt)


@ON_EITHER_SORT
@pytest.mark.parametrize("preset", ON_BOTH)
def test_nothing_personal_goes_to_a_program(site: Site, preset: str) -> None:
    """S4-54: neither a body nor a header of any answer holds a word or an id of it; an admin who
    is a person has it over the same addresses."""
    check_programs(site, preset)


@ON_THE_FASTEST
@pytest.mark.parametrize("preset", sorted(set(presets.names()) - set(ON_BOTH)))
def test_nothing_personal_goes_to_a_program_in_other_presets(site: Site, preset: str) -> None:
    """The same where the engine has no say in it."""
    check_programs(site, preset)


def check_programs(site: Site, preset: str) -> None:
    memory = site.memory.in_space(f"{site.memory._session.space.name} {preset}", preset)
    ids = keep(memory)
    for name, about in PROGRAMS.items():
        memory.admin.add_person(name, **about)
        token = memory.admin.issue_token(name).token
        for method, path, body in LOOKS:
            answer = site.send(method, path, token=token, json=body)
            assert answer.status_code in (200, 403, 404), f"{path}: {answer.text}"
            told = f"{answer.text}{answer.headers}".replace(ASKED, "")
            assert not [one for one in (SAID, "zqfile", *ids) if one in told], f"{name} {path}"
        for id in ids:
            for path in (
                *(f"/api/memory/{id}", f"/api/memory/{id}/provenance"),
                *(f"/api/memory/admin/items/{id}/case", f"/api/walks/{id}"),
                f"/api/context/receipts/{id}",
            ):
                assert site.send("GET", path, token=token).status_code == 404
    memory.admin.add_person("kim", roles=["KM_ADMIN"])
    token = memory.admin.issue_token("kim").token
    for method, path, body in (LOOKS[2], LOOKS[9], LOOKS[10]):
        assert SAID in site.send(method, path, token=token, json=body).text


@ON_EITHER_SORT
def test_the_whole_of_a_space_goes_to_no_program(site: Site) -> None:
    """An export by a program is refused, and says who may have it."""
    keep(site.memory)
    token = site.token("steward", **PROGRAMS["steward"])
    answer = site.send("GET", EXPORT_PATH, token=token)
    assert answer.status_code == 403
    assert "Ask an admin who is a person" in answer.text
    assert SAID in site.send("GET", EXPORT_PATH, token=site.admin).text
    assert site.send("POST", "/api/memory/admin/verify", token=token, json={}).json()["ok"] is True


@ON_EITHER_SORT
def test_no_program_takes_another_name(site: Site) -> None:
    """Nor one that nobody registered: what is personal to that name would be the program's."""
    diarist = site.memory.acting_as(Principal("diarist", kind="agent"))
    diarist.add(content=SAID, is_personal=True)
    token = site.token("steward", **PROGRAMS["steward"])
    for name in ("diarist", "anna"):
        path = f"/api/admin/people/{name}"
        assert site.send("PUT", path, token=token, json={"kind": "agent"}).is_success
        answer = site.send("POST", "/api/admin/tokens", token=token, json={"name": name})
        assert answer.status_code == 403
        assert "for itself alone" in answer.text
    assert site.send("POST", "/api/admin/tokens", token=token, json={"name": "steward"}).is_success
