"""S4-52: nothing personal leaves the machine, whatever is done with it and whoever asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from remembrancer import Memory
from remembrancer.testing import ScriptedModel
from tests.meaning import RemoteEmbedder
from tests.people import ADA, ANNA
from tests.scenarios.stage import Extractor, RemoteReranker, Stage, line

SECRET = "Zebrafish"  # in all that is personal here, and nowhere else
FACT = f"The {SECRET} deal closes on 2026-04-01, and our salary at {SECRET} is £50,000 a year."
OTHER = "The orders table has a 3-day settlement lag."


class Spies(NamedTuple):
    """All that texts could be sent to."""

    llm: ScriptedModel
    embedder: RemoteEmbedder
    reranker: RemoteReranker
    extractor: Extractor | None

    def seen(self) -> str:
        shown = self.extractor.shown if self.extractor else []
        said = [message.content for messages in shown for message in messages]
        return "\n".join([*self.llm.asked, *self.embedder.sent, *self.reranker.sent, *said])


def watched(stage: Stage, preset: str, *, with_extractor: bool) -> tuple[Memory, Spies]:
    """A memory of which every tool is far away and remembers what it was shown.

    The model has no answers: it fails each time, after it has seen the question.
    """
    extractor = Extractor(is_local=False) if with_extractor else None
    spies = Spies(ScriptedModel([], is_local=False), RemoteEmbedder(), RemoteReranker(), extractor)
    return stage.open(preset, principal=ADA, **spies._asdict()), spies


Doing = Callable[[Memory, Path], object]


def a_talk(store: Memory, *, is_personal: bool, text: str) -> None:
    """Long enough that its beginning leaves the window and is summed up."""
    store.conversations.start("talk", is_personal=is_personal)
    said = [line(number, f"{text} ({number})") for number in range(1, 46)]
    store.conversations.append("talk", said)
    store.conversations.close("talk")
    store.jobs.wait()
    store.conversations.window("talk")


def a_session(folder: Path, text: str) -> Path:
    said = (("assistant", "Is it so?"), ("user", f"No, {text}"), ("user", f"By A we mean {text}"))
    (folder / "s1.jsonl").write_text(
        "".join(
            json.dumps({"type": role, "uuid": f"u{n}", "message": {"role": role, "content": one}})
            + "\n"
            for n, (role, one) in enumerate(said)
        )
    )
    return folder


def a_meeting(store: Memory, *, is_personal: bool, text: str) -> None:
    store.sources.meeting(
        "m-1",
        {"financial_facts": [{"fact": text}], "summary": text},
        transcript=f"Anna: {text}\nEllen: I recommend it, because {text}\n",
        is_personal=is_personal,
    )


DONE: dict[str, Callable[..., object]] = {
    "remember": lambda store, _, text, **told: store.remember(text, **told),
    "remember messages": lambda store, _, text, **told: store.remember(
        [{"author_id": "anna", "content": text}], **told
    ),
    "remember as it stands": lambda store, _, text, **told: store.remember(
        text, infer=False, **told
    ),
    "dry run": lambda store, _, text, **told: store.remember(text, dry_run=True, **told),
    "conversation": lambda store, _, text, **told: a_talk(store, text=text, **told),
    "add": lambda store, _, text, **told: store.add(content=text, **told),
    "add many": lambda store, _, text, **told: store.add_many([{"content": text, **told}]),
    "detect": lambda store, folder, text, **told: store.sources.detect(
        a_session(folder, text), **told
    ),
    "meeting": lambda store, _, text, **told: a_meeting(store, text=text, **told),
    "event": lambda store, _, text, **told: store.sources.event("rebalance", reason=text, **told),
    "backfill": lambda store, _, text, **told: store.sources.backfill(
        [{"id": "c", "messages": [{"author_id": "anna", "content": text}]}], **told
    ),
}


@pytest.mark.parametrize("with_extractor", [False, True])
@pytest.mark.parametrize("preset", ["adviser", "corporate"])
@pytest.mark.parametrize("name", DONE)
def test_nothing_personal_is_seen(
    alone: Stage, tmp_path: Path, preset: str, name: str, with_extractor: bool
) -> None:
    """S4-52: a remote model, embedder, reranker and extractor see nothing of what is personal:
    not when it comes, not in the work after it, not when it is looked for, and not when something
    like it arrives that everybody may see."""
    store, spies = watched(alone, preset, with_extractor=with_extractor)
    anna = store.acting_as(ANNA)
    DONE[name](anna, tmp_path, FACT, is_personal=True)
    store.jobs.wait()
    for who in (anna, store):
        who.recall("What closes in April, and what is the salary?")
        who.search_similar_facts("the deal of April")
    store.add(content="The deal closes on 2026-05-01.")
    store.remember("The deal closes on 2026-06-01, and our salary is £60,000 a year.")
    store.jobs.wait()
    assert SECRET not in spies.seen()
    assert "2026-05-01" in spies.seen()


def test_what_is_shared_is_seen(alone: Stage, tmp_path: Path) -> None:
    """The same spies do see what is not personal, so that their silence says something."""
    for with_extractor in (False, True):
        store, spies = watched(alone, "corporate", with_extractor=with_extractor)
        store.add(content=FACT)
        a_talk(store, is_personal=False, text=OTHER)
        store.remember(FACT)
        store.jobs.wait()
        store.recall("the deal")
        far = [spies.llm.asked, spies.embedder.sent, spies.reranker.sent]
        assert [any(SECRET in one for one in told) for told in far] == [True, True, True]
        assert spies.extractor is None or spies.extractor.shown


def changed(store: Memory, do: Callable[[Memory, str], object]) -> None:
    """Something personal of Anna's, and then something done with it."""
    anna = store.acting_as(ANNA)
    item = anna.add(content=FACT, is_personal=True)
    do(anna, item.id)
    store.jobs.wait()


CHANGES: dict[str, Callable[[Memory, str], object]] = {
    "update": lambda store, id: store.update(id, content=f"{FACT} Still."),
    "supersede": lambda store, id: store.supersede(id, content=f"{FACT} Now."),
    "confirm": lambda store, id: store.confirm(id, quote=f"{SECRET}, yes."),
    "dismiss": lambda store, id: store.dismiss(id),
    "summary": lambda store, _: store.summary("ellen"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changing_it_lets_nothing_out(alone: Stage, name: str) -> None:
    """S4-52: what is personal stays so through every change."""
    store, spies = watched(alone, "corporate", with_extractor=False)
    changed(store, CHANGES[name])
    assert SECRET not in spies.seen()


def test_a_note_made_personal_is_not_sent_again(alone: Stage, tmp_path: Path) -> None:
    """S4-52: once its writer made a collected note personal, no later collection of the file sends
    that line away, and none makes a common item of it."""
    quoted: dict[str, Any] = {"family": "fact", "message_id": "CLAUDE.local.md"}
    first = {"candidates": [{**quoted, "content": "A deal is near.", "quote": FACT}]}
    second = {"candidates": [{**quoted, "content": "Orders settle late.", "quote": OTHER}]}
    model = ScriptedModel([first, second], is_local=False)
    store = alone.open("corporate", principal=ADA, llm=model)
    notes = tmp_path / "CLAUDE.local.md"
    notes.write_text(f"- {FACT}\n")
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"], notes_path=str(notes))
    store.sources.collect()
    (item,) = store.items()
    store.acting_as(ANNA).update(item.id, is_personal=True)
    notes.write_text(f"- {FACT}\n- {OTHER}\n")
    store.sources.collect()
    assert len(model.asked) == 2
    assert (SECRET in model.asked[0], SECRET in model.asked[1]) == (True, False)
    assert OTHER in model.asked[1]
    assert {(one.content, one.is_personal) for one in store.items()} == {
        ("A deal is near.", True),
        ("Orders settle late.", False),
    }
    (common,) = store.items(is_personal=False)
    (proof,) = common.evidence
    assert notes.read_text()[proof.start : proof.end] == OTHER


def test_what_was_made_personal_is_not_read_to_a_model_again(alone: Stage) -> None:
    """S4-52: a conversation out of which somebody made a memory personal is read by rules alone
    when it goes on."""
    said = [line(1, f"Our salary at {SECRET} is £50,000 a year."), line(2, "We use K2.")]
    quoted = {"family": "decision", "message_id": "m1", "quote": said[0]["content"]}
    answer = {"candidates": [{**quoted, "content": f"{SECRET} pays £50,000 a year."}]}
    model = ScriptedModel([answer], is_local=False)
    store = alone.open("adviser", principal=ADA, llm=model)
    store.conversations.start("c-1")
    for number, one in enumerate(said):
        store.conversations.append("c-1", one)
        store.conversations.close("c-1")
        store.jobs.wait()
        if number == 0:
            (item,) = store.items()
            store.update(item.id, is_personal=True)
    assert len(model.asked) == 1
    assert [one.is_personal for one in store.items() if SECRET in one.content] == [True]
