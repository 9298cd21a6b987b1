"""Extraction: a scenario for every requirement on what is drawn out of what people say."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Item, Memory, Review, Trust
from remembrancer.front.prompt_texts import PROMPTS
from remembrancer.items.entity import EntityDraft
from remembrancer.items.relation import RelationDraft
from remembrancer.llm.model_roles import Models
from remembrancer.reading.offline import offline_extractor
from remembrancer.testing import FrozenClock, ScriptedModel
from tests.conftest import MemoryFactory
from tests.footprint import untouched
from tests.people import ADA, ANNA, BERT
from tests.scenarios.stage import Stage, chat, items_of, texts


def candidate(content: str, quote: str, **fields: Any) -> dict[str, Any]:
    """One piece of knowledge, as a model proposes it."""
    told = {"family": "fact", "content": content, "message_id": "m1", "quote": quote}
    return {**told, **fields}


# -- S0-36, S1-26, S1-27: conversations


def test_a_fact_said_in_a_chat_becomes_an_entry(memory: MemoryFactory) -> None:
    """S0-36: once a chat has ended, the fact stated in it is an entry with the conversation as its
    source and the words as its proof."""
    store = memory("adviser")
    (item,) = chat(
        store,
        "chat-1",
        "Good morning!",
        "A: Good morning, Ellen. What is new?",
        "I got a new job, my salary is £62,000 a year.",
        subject="ellen",
    )
    assert (item.kind, item.category, item.subject) == ("fact", "income", "ellen")
    assert (item.source_type, item.source_id) == ("conversation", "chat-1")
    assert (item.data["slot"], item.data["value"], item.data["unit"]) == ("salary", 62000, "GBP")
    (proof,) = item.evidence
    said = store.conversations.messages("chat-1")[2]
    assert proof.message_id == said.id
    assert proof.start is not None
    assert said.content[proof.start : proof.end] == proof.quote


def test_a_conversation_read_again_adds_nothing(memory: MemoryFactory) -> None:
    """S1-27: the same conversation processed twice leaves the same active set."""
    store = memory("companion")
    said = ("We use K2 for the annual report.", "We took 120,000 kr in dividend on 2025-12-15.")
    first = chat(store, "chat-1", *said)
    assert len(first) == 2
    assert chat(store, "chat-1", *said) == first
    more = chat(store, "chat-1", *said, "I prefer answers in plain Swedish.")
    assert more[:2] == first
    assert [one.kind for one in more[2:]] == ["preference"]


def test_a_model_gives_category_content_and_confidence(alone: Stage) -> None:
    """S1-26: what a model answers in the right form becomes rows with the conversation as source,
    each with its category and confidence."""
    answer = candidate(
        "User decided to take 120k dividend", "take 120k", family="decision", confidence=0.95
    )
    store = alone.open("companion", llm=ScriptedModel([{"candidates": [answer]}]))
    (item,) = chat(store, "chat-1", "Then we take 120k as dividend.")
    assert (item.kind, item.content) == ("decision", "User decided to take 120k dividend")
    assert item.confidence == pytest.approx(0.95)
    assert item.source_id == "chat-1"


@pytest.mark.parametrize(
    "answer",
    ["no JSON at all", {"facts": []}, {"candidates": [{"content": "cut"}]}, {"candidates": "x"}],
)
def test_a_malformed_answer_stores_nothing_and_is_asked_for_again(
    alone: Stage, clock: FrozenClock, answer: Any
) -> None:
    """S1-26: a wrong answer, given twice, crashes and stores nothing; the work is done later."""
    good = {"candidates": [candidate("Karin is left-handed.", "left-handed")]}
    model = ScriptedModel([answer, answer, good])
    store = alone.open("companion", llm=model)
    assert chat(store, "chat-1", "By the way, I am left-handed.") == ()
    due = store.jobs.list()[0].due_at
    clock.advance(due - clock())
    store.jobs.wait()
    assert texts(store.items()) == {"Karin is left-handed."}


def test_who_waits_is_told_that_the_model_failed(alone: Stage) -> None:
    """S1-26: `remember` falls back on rules and says so; nothing found is told and not silent."""
    store = alone.open("companion", llm=ScriptedModel(["no JSON"] * 2 + [{"candidates": []}]))
    first = store.remember("We use K2 for the annual report.")
    assert len(first.items) == 1
    assert "did not answer" in first.skipped[0].reason
    second = store.remember("Our bank is Nordea.")
    assert second.items == ()
    assert "found nothing" in second.skipped[0].reason


def test_a_quote_that_nobody_said_is_refused_and_counted(alone: Stage) -> None:
    """S1-26: a candidate whose words are not in the transcript is left out, with the reason."""
    forged = candidate("The company is for sale.", "we are selling the company")
    store = alone.open("companion", llm=ScriptedModel([{"candidates": [forged]}]))
    done = store.remember([{"id": "m1", "author_id": "karin", "content": "Hello there."}])
    assert done.items == ()
    assert "The company is for sale." in {one.text for one in done.skipped}


def test_the_call_log_shows_the_role(alone: Stage) -> None:
    """S1-32: extraction in the background is done by the cheap model, and the log says so."""
    cheap, large = ScriptedModel([{"candidates": []}], name="small"), ScriptedModel([], name="big")
    models = Models(cheap=cheap, chat=large)
    store = alone.open("companion", llm=models.cheap)
    chat(store, "chat-1", "We use K2 for the annual report.")
    assert [(one.role.value, one.model) for one in store.admin.model_calls()] == [
        ("cheap", "small")
    ]
    assert large.asked == []


# -- S1-17, S1-18, S1-53: what is remembered, and what is not


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("We took 150,000 kr in dividend on 2025-12-15.", "decision"),
        ("We chose K2 over K3 for the annual report.", "decision"),
        ("We hired Anna Svensson, she started on 2025-11-01.", "decision"),
        ("I'm a beginner, please explain things simply.", "preference"),
        ("I'd like reminders before every deadline.", "preference"),
        ("The company has 2 employees.", "knowledge"),
        ("Our fiscal year is January to December.", "knowledge"),
        ("I own 100% of the shares.", "knowledge"),
        ("We discussed selling the company but haven't decided.", "unresolved"),
        ("Vi har 2 anställda.", "knowledge"),
        ("Vi tog 150 000 kr i utdelning den 15 december 2025.", "decision"),
        ("Jag är nybörjare, förklara gärna enkelt.", "preference"),
        ("Vi har inte bestämt oss för om vi ska sälja bolaget.", "unresolved"),
    ],
)
def test_each_category_holds_what_belongs_there(alone: Stage, said: str, kind: str) -> None:
    """S1-17: decisions and actions, preferences, company facts and open topics each land in their
    own category."""
    found = alone.open("companion").remember(said).items
    assert {one.kind for one in found} == {kind}, texts(found)


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("adviser", "Ellen works at Northgate."),
        ("adviser", "Ellen has a daughter called Alma."),
        ("adviser", "I have a son, Ivar, who is 12."),
        ("community", "Bob works at Google."),
        ("companion", "The dividend of 2025-12-15 was 150k."),
        ("corporate", "Revenue excludes VAT."),
        ("corporate", "Active users are users with a login in the last 30 days."),
        ("desk", "ACME's gross margin is 40%."),
    ],
)
def test_a_plain_fact_is_drawn_out(alone: Stage, preset: str, said: str) -> None:
    """S0-36: a fact in one plain sentence is an item of its own, in every preset."""
    assert texts(alone.open(preset).remember(said).items) == {said}


def test_a_dividend_has_its_sum_and_its_day(alone: Stage) -> None:
    """S1-17: the dividend of the seed is kept with 150,000 kr and 2025-12-15."""
    (item,) = (
        alone.open("companion").remember("We took 150,000 kr in dividend on 2025-12-15.").items
    )
    assert (item.data["value"], item.data["unit"], item.data["on"]) == (150000, "SEK", "2025-12-15")
    assert item.valid_from == datetime(2025, 12, 15, tzinfo=UTC)


NOTHING = (
    "Hi there, good morning!",
    "A: Good morning! How can I help?",
    "Why did the accountant cross the road? To bore the people on the other side, haha.",
    "Lovely weather today, isn't it?",
    "The import failed with error 500.",
    "A: Could you try to log in again?",
    "I restarted the browser and it works now, thanks!",
    "Our revenue this month is 245,000 kr.",
    "The bank balance is 84,310 kr.",
    "There are 14 unpaid invoices.",
    "Great, bye!",
)
INGENTING = (
    "Hej, god morgon!",
    "Haha, det var ett bra skämt.",
    "Vilket väder vi har idag!",
    "Importen kraschade med fel 500.",
    "Jag startade om och nu funkar det, tack!",
    "Omsättningen den här månaden är 245 000 kr.",
    "Saldot på kontot är 84 310 kr.",
    "Vi har 14 obetalda fakturor.",
    "Toppen, hej då!",
)


@pytest.mark.parametrize("said", [NOTHING, INGENTING], ids=["english", "swedish"])
def test_what_is_not_worth_it_is_not_remembered(alone: Stage, said: tuple[str, ...]) -> None:
    """S1-18: greetings, jokes, weather, solved problems and raw figures leave no memory."""
    store = alone.open("companion")
    assert chat(store, "chat-1", *said) == ()
    assert len(store.conversations.messages("chat-1")) == len(said)


def test_what_live_data_covers_is_not_remembered(memory: MemoryFactory) -> None:
    """S1-53: a fact that the live state holds is skipped, and told so; the others are kept."""
    store = memory("companion")
    live = {"employees": 2, "bank": {"balance_sek": 84000}}
    done = store.remember(
        "We have 2 employees. We prefer invoices by e-mail.", live_state=live, source="note-1"
    )
    assert texts(done.items) == {"We prefer invoices by e-mail."}
    assert [(one.text, "ive data" in one.reason) for one in done.skipped] == [
        ("We have 2 employees.", True)
    ]
    kept = store.remember("We have 2 employees.", source="note-2").items
    assert texts(kept) == {"We have 2 employees."}


def test_a_covered_figure_does_not_come_along(alone: Stage) -> None:
    """S1-53: of a sentence of which live data covers one half, only the other half is kept."""
    done = alone.open("companion").remember(
        "The bank balance is 84,000 kr and we prefer invoices by e-mail.",
        live_state={"bank_balance": 84000},
    )
    assert len(done.items) == 1
    assert "84,000" not in done.items[0].content


SAID_OF_LIVE = (
    ("We have 2 employees.", "We prefer invoices by e-mail."),
    ("Vi har 2 anställda.", "Vi föredrar fakturor via mejl."),
)


@pytest.mark.parametrize("said", SAID_OF_LIVE, ids=["english", "swedish"])
def test_a_conversation_is_read_with_the_schema_of_live_data(
    stage: Stage, said: tuple[str, str]
) -> None:
    """S1-53: what a space says that live data holds is not drawn out of a conversation at rest."""
    place = f"the firm of {said[0][:2]}"
    store = stage.open("companion", space=place)
    store.admin.configure({"live_schema": {"employees": None}})
    store = store.in_space(place)
    assert texts(chat(store, "chat-1", *said)) == {said[1]}
    done = store.remember(said[0], source="note-1")
    assert (done.items, len(done.skipped)) == ((), 1)
    store.admin.configure({})
    assert texts(store.in_space(place).remember(said[0], source="note-2").items) == {said[0]}


@pytest.mark.parametrize("preset", ["adviser", "companion", "community", "desk", "corporate"])
def test_every_preset_leaves_out_what_live_data_holds(alone: Stage, preset: str) -> None:
    """S1-53: the setting is for every product, and what it does not name is kept as before."""
    said = "The office rent is 12,000 kr per month."
    bare = alone.open(preset, space="bare")
    kept = bare.remember(said, subject="acme", source="n").items
    bare.admin.configure({"live_schema": {"office_rent": None}})
    store = bare.in_space("bare")
    done = store.remember(said.replace("12,000", "13,000"), subject="other", source="m")
    assert done.items == ()
    assert len(kept) in (0, 1)


@pytest.mark.parametrize("said", SAID_OF_LIVE, ids=["english", "swedish"])
@pytest.mark.parametrize("is_first_turn", [True, False])
def test_a_conversation_is_read_with_the_live_state_of_its_requests(
    memory: MemoryFactory, said: tuple[str, str], is_first_turn: bool
) -> None:
    """S1-53: what a request was given while a conversation went on is known when it is read."""
    store = memory("companion")
    store.conversations.start("chat-1", subject="acme")
    lines = [{"author_id": "karin", "content": one} for one in said]
    if not is_first_turn:
        store.conversations.append("chat-1", lines)
    store.compose(
        message=said[0],
        conversation_id="chat-1",
        subject="acme",
        live_state={"employees": 3, "cash": 100},
    )
    if is_first_turn:
        store.conversations.append("chat-1", lines)
    store.conversations.close("chat-1")
    store.jobs.wait()
    assert texts(items_of(store)) == {said[1]}


def test_what_a_request_held_counts_for_its_subject_alone(alone: Stage) -> None:
    """S1-53: the live data of one company says nothing of another's, nor of another caller's."""
    store = alone.open("companion")
    store.compose(message="Hi", subject="acme", live_state={"employees": 3})
    store.acting_as(BERT).compose(message="Hi", subject="globex", live_state={"employees": 3})
    assert texts(chat(store, "chat-1", "We have 2 employees.", subject="globex")) == {
        "We have 2 employees."
    }


def test_an_erased_request_tells_nothing_of_live_data(alone: Stage) -> None:
    """S1-53: with a subject goes the live state that its requests held."""
    store = alone.open("companion")
    store.add(content="Acme bakes bread.", subject="acme")
    store.compose(message="Hi", subject="acme", live_state={"employees": 3})
    store.erase(subject="acme", reason="asked to")
    assert texts(chat(store, "chat-1", "We have 2 employees.", subject="acme")) == {
        "We have 2 employees."
    }


def test_a_model_is_told_what_live_data_holds(alone: Stage) -> None:
    """S1-53: in the background too it hears the names, never the values, and what it proposes all
    the same is left out."""
    store = alone.open("companion")
    store.conversations.start("chat-1", subject="acme")
    said = "We have 2 employees. We bake bread for schools."
    store.conversations.append("chat-1", {"author_id": "karin", "content": said, "id": "m1"})
    store.compose(
        message="Hi", conversation_id="chat-1", subject="acme", live_state={"employees": 918273}
    )
    model = ScriptedModel(
        [
            {
                "candidates": [
                    candidate("The company has 2 employees.", "We have 2 employees."),
                    candidate("They bake bread for schools.", "We bake bread for schools."),
                ]
            }
        ]
    )
    store._session.shop.tools = store._session.shop.tools._replace(llm=model)
    store.conversations.close("chat-1")
    store.jobs.wait()
    assert texts(items_of(store)) == {"They bake bread for schools."}
    assert '"already_in_live_data": ["employees"]' in model.asked[0]
    assert "918273" not in model.asked[0]


@pytest.mark.parametrize("is_excluded", [True, False])
def test_the_setting_leaves_plain_figures_to_the_books(alone: Stage, is_excluded: bool) -> None:
    """C-18, S1-18: with `exclude_live_covered` they are not remembered, and without they are."""
    store = alone.open("adviser", space="firm")
    assert not store.admin.settings()["exclude_live_covered"]
    store.admin.configure({"exclude_live_covered": is_excluded})
    done = store.in_space("firm").remember("Our revenue was 4.1m last year.", source="note-1")
    assert bool(done.items) is not is_excluded


FIGURES = (
    "VAT in October was 18 200 kr.",
    "Revenue in September was 400 000 kr.",
    "Försäljningen i juli var 88 000 kr.",
    "Momsen i oktober blev 18 200 kr.",
)


@pytest.mark.parametrize("is_excluded", [True, False])
def test_figures_of_a_time_that_is_over(alone: Stage, is_excluded: bool) -> None:
    """C-18: where the setting is off, a company's assistant remembers them too."""
    store = alone.open("companion", space="firm")
    store.admin.configure({"exclude_live_covered": is_excluded})
    firm = store.in_space("firm")
    kept = [
        bool(firm.remember(text, source=f"note-{n}", dry_run=True).plan)
        for n, text in enumerate(FIGURES)
    ]
    assert kept == [not is_excluded] * len(FIGURES)


# -- S2-16: the graph


def test_a_relation_without_evidence_is_unproven(alone: Stage) -> None:
    """S2-16: an edge has its confidence, the messages that say so and a time; one that no message
    says is marked unproven."""
    session = alone.open("community")._session
    with session.store.writing(session.scope()) as unit:
        bob = unit.entities.add(EntityDraft(kind="Person", name="Bob"))
        firm = unit.entities.add(EntityDraft(kind="Org", name="Northgate"))
        plain = RelationDraft(type="WORKS_AT", source=bob.id, target=firm.id)
        told = {"confidence": 0.7, "evidence": ("msg_123", "msg_456")}
        bare, proven = (
            unit.links.add_relation(one) for one in (plain, plain.model_copy(update=told))
        )
        unit.commit()
    with session.store.reading(session.scope()) as reader:
        found = {one.id: one for one in reader.links.relations(end=bob.id)}
    assert not found[bare.id].is_proven
    assert found[proven.id].is_proven
    assert (found[proven.id].confidence, found[proven.id].evidence) == (0.7, ("msg_123", "msg_456"))
    assert found[proven.id].timestamp is not None


# -- S4-12, S4-57, S4-62, S4-65 to S4-67, S4-70: teams and their agents


def test_known_names_are_tagged(alone: Stage) -> None:
    """S4-12: a text that names a known metric or team is tagged with it, as the space spells it."""
    store = alone.open("corporate", principal=ADA)
    session = store._session
    with session.store.writing(session.scope()) as unit:
        for kind, name in (("metric", "net revenue"), ("team", "Growth")):
            unit.entities.add(EntityDraft(kind=kind, name=name))
        unit.commit()
    (item,) = store.remember("Net revenue excludes VAT, says the Growth team.").items
    assert {"net revenue", "Growth"} <= set(item.entities)


def record(number: int, role: str, text: str) -> dict[str, Any]:
    return {
        "type": role,
        "uuid": f"u{number}",
        "timestamp": f"2026-03-01T10:{number:02d}:00Z",
        "message": {"role": role, "content": text},
    }


SESSION = (
    ("assistant", "Revenue includes VAT, so I summed the gross column."),
    ("user", "No, revenue excludes VAT."),
    ("assistant", "Understood, I use the net column."),
    ("user", "By churn we mean customers without an order for 90 days."),
    ("assistant", "The orders table is refreshed nightly, right?"),
    ("user", "Yes, exactly."),
    ("assistant", "Here is the chart."),
    ("user", "Thanks, make the bars blue."),
)


def session(folder: Path, *said: tuple[str, str], name: str = "s1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(record(number, *one)) for number, one in enumerate(said))
    (folder / f"{name}.jsonl").write_text("".join(f"{one}\n" for one in lines))
    return folder


def detected(store: Memory, folder: Path, **fields: Any) -> tuple[Item, ...]:
    store.sources.detect(folder, **fields)
    store.jobs.wait()
    return items_of(store)


def test_users_vouch_in_three_ways(memory: MemoryFactory, tmp_path: Path) -> None:
    """S4-66, S4-67: a transcript with a correction, an unprompted definition and a confirmation
    gives a `user_verification` of each sort with its base, the user's words as evidence, and
    waiting for review; run twice, the second adds nothing."""
    store = memory("corporate").acting_as(ADA)
    found = detected(store, session(tmp_path, *SESSION))
    assert {one.source_type for one in found} == {"user_verification"}
    assert {str(one.confidence_subtype): one.confidence_base for one in found} == {
        "correction": 0.9,
        "unprompted_definition": 0.9,
        "confirmation": 0.6,
    }
    assert len(found) == 3
    assert {one.review for one in found} == {Review.PENDING}
    said = " ".join(text for _, text in SESSION)
    assert all(proof.quote in said for one in found for proof in one.evidence if proof.quote)
    with untouched(store):
        assert detected(store, tmp_path) == found


def test_a_detected_fact_is_held_against_what_is_known(alone: Stage, tmp_path: Path) -> None:
    """S4-66: what a session says against a known fact is flagged, and nothing is replaced."""
    store = alone.open("corporate", principal=ADA)
    known = store.acting_as(BERT).add(content="Revenue includes VAT.")
    found = detected(store, session(tmp_path, *SESSION[:2]))
    (flag,) = store.review.contradictions()
    assert [one.content for one in flag.items] == [known.content, "Revenue excludes VAT."]
    assert {one.lifecycle.value for one in found} == {"active"}


def test_what_is_personal_stays_so_until_it_is_shared(alone: Stage, tmp_path: Path) -> None:
    """S4-57: notes drawn from a personal transcript are personal, are not seen by colleagues, and
    wait for review once their owner shares them; then they are held against what is known."""
    store = alone.open("corporate", principal=ADA)
    store.acting_as(BERT).add(content="Revenue includes VAT.")
    anna = store.acting_as(ANNA)
    (note,) = [
        one
        for one in detected(anna, session(tmp_path, *SESSION[:2]), is_personal=True)
        if one.is_personal
    ]
    assert note.id not in {one.id for one in store.acting_as(BERT).items()}
    assert store.review.contradictions() == ()
    shared = anna.share(note.id)
    assert (shared.is_personal, shared.review) == (False, Review.PENDING)
    assert [one.b.id for one in store.review.contradictions()] == [note.id]


LAG = "The orders table has a 3-day settlement lag."
CHURN = "Churn is 90 days without an order."


def with_notes(store: Memory, folder: Path, *lines: str, who: str = ANNA.name) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "CLAUDE.local.md"
    path.write_text("# Notes\n\n" + "".join(f"- {line}\n" for line in lines))
    store.admin.add_person(who, roles=["CONTRIBUTOR"], notes_path=str(path))
    return path


def noted(content: str, quote: str, **fields: Any) -> dict[str, Any]:
    return candidate(content, quote, **{"message_id": "CLAUDE.local.md", **fields})


def test_one_call_for_each_file_that_changed(alone: Stage, tmp_path: Path) -> None:
    """S4-62, S4-65: two people's files become pending items in their names with one model call
    each; a second run asks nothing, and after one edit it asks once."""
    answers = [
        {"candidates": [noted("Orders settle after 3 days.", LAG, domain="finance")]},
        {"candidates": [noted("Churn means 90 days without an order.", CHURN, domain="data")]},
        {"candidates": [noted("A customer has churned after 90 days.", CHURN)]},
    ]
    model = ScriptedModel(answers, is_local=False)
    store = alone.open("corporate", principal=ADA, llm=model)
    with_notes(store, tmp_path / "anna", LAG)
    path = with_notes(store, tmp_path / "bert", CHURN, who=BERT.name)
    store.sources.collect()
    assert {
        (one.source_user, one.content, one.domain, one.review.value) for one in store.items()
    } == {
        (ANNA.name, "Orders settle after 3 days.", "finance", "pending"),
        (BERT.name, "Churn means 90 days without an order.", "data", "pending"),
    }
    assert len(model.asked) == 2
    store.sources.collect()
    assert len(model.asked) == 2
    path.write_text(f"{path.read_text()}\nUnrelated words.\n")
    store.sources.collect()
    assert len(model.asked) == 3
    # The line that did not change is not told anew, whatever words the model finds this time.
    assert "A customer has churned after 90 days." not in texts(store.items())


def test_a_rejected_note_does_not_come_back_in_other_words(alone: Stage, tmp_path: Path) -> None:
    """S4-65: what an admin turned down stays so when the file changes elsewhere and the model
    words the same line otherwise."""
    answers = [
        {"candidates": [noted("Orders settle after 3 days.", LAG)]},
        {"candidates": [noted("Settlement lags by three days.", LAG), noted(CHURN, CHURN)]},
    ]
    store = alone.open("corporate", principal=ADA, llm=ScriptedModel(answers))
    with_notes(store, tmp_path, LAG)
    store.sources.collect()
    (item,) = store.items()
    store.review.reject(item.id, reason="It is five.")
    with_notes(store, tmp_path, LAG, CHURN)
    store.sources.collect()
    assert {(one.content, one.review.value) for one in store.items()} == {
        ("Orders settle after 3 days.", "rejected"),
        (CHURN, "pending"),
    }


def test_prompts_stand_in_one_place_and_can_be_replaced(alone: Stage, tmp_path: Path) -> None:
    """S4-70: collector, verification and contradiction are texts in one module, and a space puts
    its own in their place."""
    assert {"collector", "verification", "contradiction"} <= set(PROMPTS)
    model = ScriptedModel([{"candidates": []}, {"candidates": []}, {"judgements": []}])
    store = alone.open("corporate", principal=ADA, llm=model)
    own = {
        name: f"Our own words for {name}."
        for name in ("collector", "verification", "contradiction")
    }
    store.admin.configure({"prompts": own})
    store = store.in_space(store._session.space.name)
    with_notes(store, tmp_path / "notes", LAG)
    store.sources.collect()
    detected(store, session(tmp_path / "sessions", *SESSION))
    store.add(content="Revenue includes VAT.", domain="finance")
    store.add(content="Revenue excludes VAT.", domain="finance")
    assert [one.splitlines()[0] for one in model.asked] == list(own.values())


def test_what_an_agent_says_is_trusted_as_an_agent(alone: Stage) -> None:
    """S0-36: what only an agent said in a chat is never kept as what a person said."""
    found = chat(
        alone.open("adviser"), "chat-1", "Hello!", "A: Your salary is £70,000 a year.", "Thanks!"
    )
    assert not [one for one in found if one.trust is Trust.PERSON]


def test_what_is_more_than_the_limit_is_told(
    memory: MemoryFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more than can be drawn out at once, all that is left out is told, if only as a count."""
    monkeypatch.setattr(offline_extractor, "PROPOSALS_MAX", 2)
    monkeypatch.setattr(offline_extractor, "LEFT_OUT_MAX", 2)
    text = " ".join(f"Client{n} earns £{n} a year." for n in range(50_000, 50_007))
    made = memory("adviser").remember(text)
    assert len(made.items) == 2
    assert [one.reason.split()[0] for one in made.skipped] == ["more", "more", "3"]


def test_messages_that_are_new_are_counted(memory: MemoryFactory) -> None:
    """Of messages that are remembered, those that were there before are told apart."""
    said = [
        {"id": f"m{n}", "author_id": "ellen", "role": "user", "content": f"Point {n}."}
        for n in range(3)
    ]
    store = memory("adviser")
    first = store.remember(said[:2], source={"id": "talk"})
    again = store.remember(said, source={"id": "talk"})
    assert (first.messages_new, first.messages_known) == (2, 0)
    assert (again.messages_new, again.messages_known) == (1, 2)
