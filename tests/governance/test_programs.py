"""Programs in the role of an admin: they review what is shared, and learn nothing of what is
personal to others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Forbidden, Memory, NotFound, Principal, RemembrancerError, Review
from remembrancer.jobs.schedule import WORKER
from remembrancer.presets import preset_files as presets
from remembrancer.testing import HashingEmbedder
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.footprint import refused, untouched
from tests.people import ADA, ANNA, BERT, KARIN

PRESETS = presets.names()
PROGRAMS = (
    Principal("gate", kind="agent", roles=["KM_ADMIN"]),
    Principal("steward", kind="service", roles=["ADMIN"]),
    Principal(WORKER.name, kind="service", roles=["ADMIN"]),  # that name opens no door
)
EITHER_PROGRAM = pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: str(one.name))

SAID = "The clinic moved the zqhidden appointment to Thursday."
WORDS = "clinic appointment Thursday zqhidden"
TALK = "zqtalk"


class Kept:
    """What Anna keeps to herself in a space, in every form there is."""

    def __init__(self, store: Memory) -> None:
        self.store = store
        anna = store.acting_as(ANNA)
        said = {"author_id": "anna", "content": SAID}
        self.item = anna.add(content=SAID, subject="ellen", tags=["zqhidden"], is_personal=True)
        self.told = anna.remember(SAID, source="zqfile", is_personal=True, infer=False).items[0]
        anna.conversations.start(TALK, channel_id="general", title="zqhidden", is_personal=True)
        anna.conversations.append(TALK, [said] * 45)
        self.event = anna.sources.event("transfer", reason=SAID, is_personal=True).event
        anna.sources.meeting("zqmeeting", transcript=f"Anna: {SAID}", is_personal=True)
        self.walk = anna.recall(WORDS).walk or ""
        self.receipt = anna.compose(message=WORDS, conversation_id=TALK).receipt or ""

    def hidden_in(self, told: object) -> list[str]:
        """Traces of it in an answer."""
        ids = (self.item.id, self.told.id, self.event.id, self.walk, self.receipt, TALK)
        text = repr(told)
        return [word for word in ("zqhidden", "zqfile", "zqmeeting", *ids) if word in text]


LOOKS: dict[str, Callable[[Memory], Any]] = {
    "recall": lambda store: store.recall(WORDS, k=50, explain=True).hits,
    "recall messages": lambda store: store.recall(WORDS, include=("messages",)).hits,
    "recall there": lambda store: store.recall(WORDS, conversation_id=TALK).hits,
    "recall then": lambda store: store.recall(WORDS, as_of=store._session.clock()).hits,
    "similar": lambda store: store.search_similar_facts(SAID),
    "items": lambda store: store.items(limit=500).items,
    "items that are personal": lambda store: store.items(limit=500, is_personal=True).items,
    "summary": lambda store: store.summary("ellen").groups,
    "briefing": lambda store: store.briefing("ellen"),
    "suggestions": lambda store: store.suggestions(),
    "insights": lambda store: store.insights(min_subjects=1),
    "bundle": lambda store: store.bundle().text,
    "compose": lambda store: store.compose(message="What of Thursday?", subject="ellen").messages,
    "compose there": lambda store: (
        store.compose(message="What was said?", conversation_id=TALK).messages
    ),
    "conversations": lambda store: store.conversations.list(),
    "channel": lambda store: store.conversations.get_recent_messages("general"),
    "receipts": lambda store: store.receipts(),
    "walks": lambda store: [one for one in store.walks.list() if one.principal == ANNA.name],
    "queue": lambda store: store.review.queue(is_personal=True).items,
    "contradictions": lambda store: store.review.contradictions(),
    "changes": lambda store: store.subscribe().poll(),
    "jobs": lambda store: (store.jobs.list(), store.jobs.failed(), store.jobs.schedules()),
    "work": lambda store: store.jobs.wait(),
    "feeds": lambda store: store.sources.feeds(),
    "tools": lambda store: [
        store.tools.call("recall", {"query": WORDS}),
        store.tools.call("get_recent_messages", {"channel_id": "general"}),
        store.tools.call("SearchClientKnowledge", {"client_id": "ellen", "query": WORDS}),
    ],
}


def answered(look: Callable[[Memory], Any], store: Memory) -> Any:
    """What it tells; that something is not there is told by an error."""
    try:
        return look(store)
    except RemembrancerError as error:
        return str(error).replace(TALK, "")  # which the caller named itself


@ON_EITHER_SORT
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_personal_is_told_to_a_program(memory: MemoryFactory, preset: str) -> None:
    """S4-54: whatever its role, in every preset, no verb that reads tells a program a word, an id
    or a name of what is personal to somebody else; to an admin who is a person it does."""
    store = memory(preset)
    kept = Kept(store)
    for program in PROGRAMS:
        caller = store.acting_as(program)
        for name, look in LOOKS.items():
            assert kept.hidden_in(answered(look, caller)) == [], f"{name} by {program.name}"
    for look in (LOOKS["items"], LOOKS["recall messages"], LOOKS["recall there"]):
        assert kept.hidden_in(look(store.acting_as(KARIN)))


BY_ID: dict[str, Callable[[Memory, str], object]] = {
    "get": lambda store, id: store.get(id),
    "history": lambda store, id: store.history(id),
    "provenance": lambda store, id: store.provenance(id),
    "changes": lambda store, id: store.changes_of(id),
    "told": lambda store, id: store.told(id),
    "case": lambda store, id: store.review.case(id),
    "relied on": lambda store, id: store.review.relied_on(id),
    "approve": lambda store, id: store.review.approve(id),
    "revoke": lambda store, id: store.review.revoke(id, reason="so"),
    "revoke a source": lambda store, id: store.review.revoke(source=id, reason="so"),
    "edit": lambda store, id: store.review.edit(id, title="so"),
    "batch": lambda store, id: [one.error for one in store.review.batch([id], "approve").results],
    "dismiss": lambda store, id: store.dismiss(id),
    "share": lambda store, id: store.share(id),
    "votes": lambda store, id: store.votes([id]),
    "events": lambda store, id: store.sources.events(id),
    "why": lambda store, id: store.sources.why(id),
    "conversation": lambda store, id: store.conversations.get(id),
    "messages": lambda store, id: store.conversations.messages(id),
    "window": lambda store, id: store.conversations.window(id),
    "close": lambda store, id: store.conversations.close(id),
    "what was handed over": lambda store, id: store.conversations.receipts(id),
    "recall": lambda store, id: store.recall(WORDS, conversation_id=id).hits,
    "compose": lambda store, id: store.compose(message="So?", conversation_id=id).messages,
    "receipt": lambda store, id: store.receipt(id),
    "walk": lambda store, id: store.walks.get(id),
}


@ON_EITHER_SORT
@EITHER_PROGRAM
@pytest.mark.parametrize("preset", ["companion", "corporate"])
def test_hidden_and_unknown_are_one_to_a_program(
    memory: MemoryFactory, preset: str, program: Principal
) -> None:
    """S4-54, S4-56: an item, conversation, source, event, walk or receipt that is personal to
    somebody else answers word for word as one that was never there, and stays as it was."""
    store = memory(preset)
    kept = Kept(store)
    caller = store.acting_as(program)
    for name, act in BY_ID.items():
        for hidden in (
            *(kept.item.id, kept.told.id, TALK, "zqfile", "zqmeeting"),
            *(kept.event.id, kept.walk, kept.receipt),
        ):
            told = []
            for id in (hidden, "unknown"):
                try:
                    told.append(repr(act(caller, id)).replace(id, "<id>"))
                except RemembrancerError as error:
                    told.append(f"{type(error).__name__}: {error}".replace(id, "<id>"))
            assert told[0] == told[1], f"{name} {hidden}"
    anna = store.acting_as(ANNA)
    assert anna.get(kept.item.id) == kept.item
    assert anna.conversations.get(TALK).closed_at is None


@ON_EITHER_SORT
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_shared_does_not_show_the_words_it_rests_on(
    memory: MemoryFactory, preset: str
) -> None:
    """An item that became common goes to programs that review, without the personal words beneath
    it; nothing of them is in what it rests on, where it comes from or what it said before."""
    store = memory(preset)
    anna = store.acting_as(ANNA)
    done = anna.remember(
        [{"id": "m1", "author_id": "anna", "content": SAID}],
        source=TALK,
        is_personal=True,
        infer=False,
    )
    item = done.items[0]
    anna.update(item.id, content="The clinic has other hours.", title=None)
    anna.share(item.id)
    for program in PROGRAMS:
        caller = store.acting_as(program)
        told = [caller.get(item.id), caller.history(item.id), caller.provenance(item.id)]
        assert "zqhidden" not in repr([*told, caller.changes_of(item.id)])
        if store.acting_as(ADA).get(item.id).review is Review.PENDING:
            assert "zqhidden" not in repr(caller.review.case(item.id))
        assert caller.get(item.id).evidence == ()
    assert "zqhidden" in repr(store.acting_as(ADA).get(item.id).evidence)


@ON_EITHER_SORT
@EITHER_PROGRAM
def test_raw_messages_of_a_company_are_for_people(
    memory: MemoryFactory, program: Principal
) -> None:
    """In `corporate`, raw text goes to its owner and to admins who are people: no program reads
    what others said, though it is not personal."""
    store = memory("corporate")
    anna = store.acting_as(ANNA)
    anna.conversations.start("open-talk", channel_id="general")
    anna.conversations.append("open-talk", [{"author_id": "anna", "content": SAID}] * 45)
    item = anna.remember(SAID, source="open-file", infer=False).items[0]
    caller = store.acting_as(program)
    assert caller.conversations.messages("open-talk") == ()
    assert caller.conversations.get_recent_messages("general") == ()
    assert "zqhidden" not in repr(caller.conversations.window("open-talk").prompt())
    assert "zqhidden" not in repr(caller.compose(message="So?", conversation_id="open-talk"))
    assert [one.type for one in caller.recall(WORDS, include=("messages",)).hits] == []
    found = caller.provenance(item.id)
    assert (found.item.content, found.item.evidence, found.sources) == (SAID, (), ())
    own = caller.remember(
        [{"author_id": "it", "content": SAID}], source="its-own", infer=False
    ).items[0]
    assert len(caller.conversations.messages("its-own")) == 1
    assert len(caller.get(own.id).evidence) == 1
    assert len(store.acting_as(KARIN).conversations.messages("open-talk")) == 45


@ON_EITHER_SORT
@EITHER_PROGRAM
@pytest.mark.parametrize("preset", ["adviser", "corporate"])
def test_a_program_reviews_what_is_shared(
    memory: MemoryFactory, preset: str, program: Principal
) -> None:
    """In every audience it decides like an admin; what rests on a source goes as a whole, also
    where it may not read the words of the source itself."""
    store = memory(preset)
    anna, caller = store.acting_as(ANNA), store.acting_as(program)
    said = [{"id": "m1", "author_id": "anna", "content": "Refunds take four days."}]
    talked = anna.remember(said, source="call-1", infer=False).items[0]
    filed = [
        anna.remember(text, source="file-1", audience="group:finance", infer=False).items[0]
        for text in ("Refunds are paid on Mondays.", "Refunds need a form.")
    ]
    bert = store.acting_as(BERT).add(content="Orders settle after three days.")
    own = anna.remember("Mine alone.", source="file-1", is_personal=True, infer=False).items[0]
    for item in (talked, *filed, bert):
        if item.review is Review.PENDING:
            assert item.id in {one.id for one in caller.review.queue()}
        caller.review.approve(item.id)
    caller.review.mandate(bert.id, reason="Everybody needs it.")
    revoked = caller.review.revoke(source="file-1", reason="An old file.")
    assert {one.id for one in revoked} == {one.id for one in filed}
    assert [one.id for one in caller.review.revoke(source="call-1", reason="so")] == [talked.id]
    assert store.acting_as(ANNA).get(own.id).review is not Review.REVOKED
    assert store.acting_as(BERT).get(bert.id).review is Review.MANDATORY


WHOLE: dict[str, Callable[[Memory, Path], object]] = {
    "export": lambda store, folder: store.export(folder / "all.jsonl"),
    "backup": lambda store, folder: store.backup(folder / "all.db"),
    "audit": lambda store, _: store.admin.audit(),
    "audit of an item": lambda store, _: store.admin.audit(item_id="km_000000000000"),
    "erasures": lambda store, _: store.admin.erasures(),
    "vectors": lambda store, _: store.admin.vectors(),
    "a position": lambda store, _: store.items(1),
    "erase an item": lambda store, _: store.erase("km_000000000000", reason="so"),
    "erase a source": lambda store, _: store.erase(source="zqfile", reason="so"),
    "erase a subject": lambda store, _: store.erase(subject="ellen", reason="so"),
    "apply erasures": lambda store, _: store.admin.apply_erasures([]),
}


@ON_EITHER_SORT
@pytest.mark.parametrize("act", WHOLE.values(), ids=WHOLE)
def test_what_takes_all_of_it_is_for_people(
    memory: MemoryFactory, act: Callable[[Memory, Path], object], tmp_path: Path
) -> None:
    """A program is not told or given a part of what needs the whole: it is refused, with who may
    do it; nothing is erased by half, and no file is written."""
    store = memory("adviser")
    Kept(store)
    caller = store.acting_as(Principal("steward", kind="service", roles=["ADMIN"]))
    with refused(store, Forbidden, match="'steward' is a program and may not .*(people|a person)"):
        act(caller, tmp_path)
    assert list(tmp_path.iterdir()) == []


@ON_EITHER_SORT
def test_a_program_verifies_and_imports_the_whole(memory: MemoryFactory, tmp_path: Path) -> None:
    """A chain holds as a whole: that a program may not read all of it makes it no less sound."""
    store = memory("corporate")
    Kept(store)
    steward = Principal("steward", kind="service", roles=["ADMIN"])
    assert store.acting_as(steward).verify() == store.acting_as(ADA).verify()
    told = store.acting_as(steward).admin.problems()
    assert [one for one in told if one.startswith("In the space")] == []
    store.acting_as(ADA).export(tmp_path / "space.jsonl")
    name = f"{store._session.space.name} again"
    store.in_space(name, "corporate").acting_as(steward).import_(tmp_path / "space.jsonl")
    other = store.in_space(name)
    assert other.acting_as(ADA).verify().ok
    assert {one.content for one in other.acting_as(ANNA).my_contributions()} >= {SAID}
    assert SAID not in {one.content for one in other.acting_as(steward).items(limit=500)}


@ON_EITHER_SORT
@pytest.mark.parametrize("preset", PRESETS)
def test_the_work_on_what_is_personal_is_done(fresh_store: MemoryFactory, preset: str) -> None:
    """Also where a program has it done: the digest, the items and the vectors of what is personal
    come about for their owner, and the program is told of none of it."""
    store = fresh_store(preset, embedder=HashingEmbedder(8))
    anna = store.acting_as(ANNA)
    anna.conversations.start(TALK, is_personal=True)
    said = [f"We decided to meet at the clinic in room {n} every Thursday." for n in range(30)]
    anna.conversations.append(
        TALK, [{"author_id": "anna", "content": one, "role": "user"} for one in said]
    )
    anna.conversations.close(TALK)
    worked = store.acting_as(PROGRAMS[1]).jobs.wait()
    assert (worked.done, worked.retrying, worked.failed) == (0, (), ())
    assert anna.conversations.window(TALK, size=5).summary
    left = {made: missing for made, (_, missing) in store.acting_as(ADA).admin.vectors().items()}
    assert set(left.values()) == {0}
    assert store.acting_as(ADA).jobs.list() == ()
    assert anna.recall("Which room at the clinic?", include=("messages",)).hits
    assert store.acting_as(PROGRAMS[1]).recall("Which room at the clinic?").hits == ()


@ON_THE_FASTEST
def test_a_program_cannot_make_itself_a_person(memory: MemoryFactory) -> None:
    """It issues tokens for itself alone, makes no person of a program, and no program of a person:
    it would read with their rights, or by their name."""
    store = memory("adviser")
    steward = Principal("steward", kind="service", roles=["ADMIN"])
    ada, caller = store.acting_as(ADA), store.acting_as(steward)
    ada.admin.add_person("anna")
    ada.admin.add_person("steward", kind="service", roles=["ADMIN"])
    caller.admin.add_person("bot", kind="agent")
    for act in (
        lambda: caller.admin.issue_token("anna"),
        lambda: caller.admin.issue_token("bot"),
        lambda: caller.admin.add_person("steward", kind="user"),
        lambda: caller.admin.add_person("anna", kind="agent"),
    ):
        with refused(store, Forbidden, match="is a program and may"):
            act()
    assert caller.admin.issue_token("steward").principal == "steward"
    assert caller.admin.add_person("anna", groups=["finance"]).groups == {"finance"}


@ON_EITHER_SORT
def test_no_name_or_group_makes_a_program_a_person(memory: MemoryFactory) -> None:
    """Only who kept it sees it, by whatever role, group or name the program goes."""
    store = memory("adviser")
    item = store.acting_as(ANNA).add(content=SAID, audience="group:finance", is_personal=True)
    with untouched(store):
        for name in ("ada@northgate.example", WORKER.name, "owner", ""):
            for kind in ("agent", "service"):
                program = Principal(
                    name or "x", kind=kind, roles=["ADMIN", "KM_ADMIN"], groups=["finance"]
                )
                with pytest.raises(NotFound):
                    store.acting_as(program).get(item.id)
    namesake = Principal(ANNA.name, kind="agent", roles=["ADMIN"])
    assert store.acting_as(namesake).get(item.id).content == SAID
