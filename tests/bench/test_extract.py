"""`rmb bench extract`: labels, what meets them, and what is counted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from remembrancer.bench import fields
from remembrancer.bench.extract import Engine, brief_of, measure, summarise, summarise_groups
from remembrancer.bench.labels import (
    APART,
    FORMS,
    PARTS,
    Label,
    LabelledDocument,
    parts_in,
    read_documents,
)
from remembrancer.bench.matching import MatchVerdict
from remembrancer.core.errors import InvalidInput
from remembrancer.core.kinds import Brief, Family
from remembrancer.items.message import Message
from remembrancer.items.proposal import Extraction, Proposal, Quote
from remembrancer.presets import preset_files as presets
from tests.cli.program import Program

LABELS = Path(__file__).parents[2] / "benchmarks" / "extract"
SAID = "We retire at 58 and keep the flat. I will call the bank by Friday. Lovely weather."


def document(said: str = SAID, *expect: dict[str, Any], **fields: Any) -> LabelledDocument:
    return LabelledDocument.model_validate(
        {
            "id": "one",
            "preset": "adviser",
            "language": "english",
            "form": "chat",
            "subject": "ellen",
            "at": "2026-03-12T10:00:00Z",
            "is_junk": not expect,
            "messages": [
                {
                    "id": "m1",
                    "author_id": "ellen",
                    "role": "user",
                    "content": said,
                    "timestamp": "2026-03-12T10:00:00Z",
                }
            ],
            "expect": [{"message_id": "m1", **one} for one in expect],
            **fields,
        }
    )


GOAL = {"quote": "We retire at 58", "families": ["goal"], "value": 58}
ACTION = {
    "quote": "I will call the bank by Friday",
    "families": ["action"],
    "owner": "ellen",
    "deadline": "2026-03-13",
}


def proposal(quote: str, kind: str = "fact", **more: Any) -> Proposal:
    return Proposal(content=quote, message_id="m1", quote=quote, kind=kind, **more)


def giving(drawn: Extraction) -> Engine:
    """An engine that has made up its mind."""
    return lambda messages, brief: drawn


def counted(said: LabelledDocument, *proposals: Proposal) -> dict[str, int]:
    (one,) = measure([said], giving(Extraction(proposals=proposals)))
    return one.counts


def verdicts(said: LabelledDocument, *proposals: Proposal) -> list[MatchVerdict]:
    (one,) = measure([said], giving(Extraction(proposals=proposals)))
    return [judged.verdict for judged in one.matched.judged]


@pytest.fixture(scope="module")
def labelled() -> dict[str, tuple[LabelledDocument, ...]]:
    return {part: read_documents(LABELS, part) for part in PARTS}


def test_every_quote_stands_in_its_message(
    labelled: dict[str, tuple[LabelledDocument, ...]],
) -> None:
    """A label's words are the message's own, and each document has an id of its own."""
    for part, documents in labelled.items():
        for one in documents:
            contents = {said.id: said.content for said in one.messages}
            assert one.id.startswith(f"{part}-")
            for label in one.expect:
                for span in (label, *label.also):
                    assert span.quote in contents[span.message_id], one.id
    ids = [one.id for documents in labelled.values() for one in documents]
    assert len(set(ids)) == len(ids) >= 60


def test_all_parts_are_of_the_same_kinds(
    labelled: dict[str, tuple[LabelledDocument, ...]],
) -> None:
    """Each part has half junk, a third Swedish, and every preset and form with and without it.
    `dev3` has no document of junk alone: each of its documents has some."""
    for part, documents in labelled.items():
        assert part == "dev3" or sum(one.is_junk for one in documents) * 2 == len(documents)
        assert sum(one.language == "swedish" for one in documents) * 3 >= len(documents) - 1
        for is_junk in (True, False) if part != "dev3" else (False,):
            half = [one for one in documents if one.is_junk is is_junk]
            assert {one.preset for one in half} == set(presets.names())
            assert {one.form for one in half} == set(FORMS) - (
                {"session"} if part == "dev3" else set()
            )
    counts = {part: len(documents) for part, documents in labelled.items()}
    assert counts["apart"] * 2 == counts["dev"]
    assert counts["apart2"] == counts["dev2"]


def test_labels_ask_for_what_the_preset_keeps(
    labelled: dict[str, tuple[LabelledDocument, ...]],
) -> None:
    """A document asks for two to nine things, each of a family that its preset keeps."""
    for one in (one for documents in labelled.values() for one in documents):
        required = [label for label in one.expect if not label.optional]
        assert one.is_junk or 2 <= len(required) <= 9, one.id
        kinds = presets.load(one.preset).extract.kinds
        for label in one.expect:
            assert label.optional or kinds.keys() & set(label.families), (one.id, label.quote)
        times = [said.timestamp for said in one.messages]
        assert times == sorted(times)
        assert one.at == times[-1]


def test_the_parts_share_no_message(labelled: dict[str, tuple[LabelledDocument, ...]]) -> None:
    """No sentence of a part that is kept apart can be learned from another."""
    contents = [
        {said.content for one in documents for said in one.messages if len(said.content) > 25}
        for documents in labelled.values()
    ]
    for one, other in combinations(contents, 2):
        assert not one & other


def test_a_label_that_does_not_stand_there_is_refused(tmp_path: Path) -> None:
    """A label whose words are not in the message is named, with its file."""
    (tmp_path / "dev").mkdir()
    made = document(SAID, {**GOAL, "quote": "We retire at 60"}).model_dump_json()
    (tmp_path / "dev" / "bad.json").write_text(made)
    with pytest.raises(InvalidInput, match=r"bad\.json: 'We retire at 60' has to stand once"):
        read_documents(tmp_path, "dev")


def test_a_folder_need_not_hold_every_part(tmp_path: Path) -> None:
    """All parts of a folder are those that it holds; where it holds none, that is refused."""
    assert parts_in(LABELS) == PARTS
    assert parts_in(tmp_path) == PARTS
    with pytest.raises(InvalidInput, match="holds no labelled documents"):
        read_documents(tmp_path, parts_in(tmp_path)[0])
    (tmp_path / "dev2").mkdir()
    assert parts_in(tmp_path) == ("dev2",)


def test_what_is_expected_is_right_and_the_rest_is_wrong() -> None:
    """A proposal is right when its quote meets a label, and wrong when it meets none."""
    said = document(SAID, GOAL, ACTION)
    assert verdicts(
        said, proposal("We retire at 58 and keep the flat.", "life_goal"), proposal("weather")
    ) == [MatchVerdict.RIGHT, MatchVerdict.WRONG]
    found = counted(said, proposal("We retire at 58", "life_goal"))
    assert (found["required"], found["found"], found["kinds_right"]) == (2, 1, 1)


def test_the_same_said_twice_is_wrong_and_another_part_is_not() -> None:
    """A second proposal for one label is wrong, unless it quotes other words of it."""
    label = {"quote": "We retire at 58 and keep the flat", "families": ["goal"]}
    said = document(SAID, label)
    whole = proposal("We retire at 58 and keep the flat.", "life_goal")
    assert verdicts(said, whole, proposal("We retire at 58")) == [
        MatchVerdict.RIGHT,
        MatchVerdict.TWICE,
    ]
    halves = proposal("We retire at 58"), proposal("keep the flat")
    assert verdicts(said, *halves) == [MatchVerdict.RIGHT, MatchVerdict.PART]


def test_a_decision_and_its_trace_are_two_things() -> None:
    """How a decision came about may stand beside what was decided, once."""
    said = document(SAID, {"quote": "keep the flat", "families": ["decision", "trace"]})
    decision = proposal("keep the flat", "decision")
    trace = proposal("keep the flat", "decision_trace", data={"alternatives_considered": ["sell"]})
    assert verdicts(said, decision, trace) == [MatchVerdict.RIGHT, MatchVerdict.PART]
    assert verdicts(said, decision, trace, trace)[2] == MatchVerdict.TWICE


def test_an_optional_label_counts_neither_way() -> None:
    """What may be kept or left changes neither precision nor recall."""
    said = document(SAID, GOAL, {**ACTION, "optional": True})
    right = proposal("We retire at 58", "life_goal")
    spare = proposal("I will call the bank by Friday", "action_item")
    for drawn in (Extraction(proposals=(right,)), Extraction(proposals=(right, spare))):
        figures = summarise(measure([said], giving(drawn)))
        assert (figures["precision"], figures["recall"]) == (1.0, 1.0)


def test_what_stands_within_a_right_quote_is_found() -> None:
    """Two things in one short quote are both found, and that is told."""
    said = document(SAID, GOAL, {"quote": "keep the flat", "families": ["decision"]})
    found = counted(said, proposal("We retire at 58 and keep the flat.", "life_goal"))
    assert (found["found"], found["covered"]) == (2, 1)


def test_a_quote_has_to_stand_where_it_says() -> None:
    """A quote at another place, or a further quote that is nowhere, fails the evidence check."""
    said = document(SAID, GOAL)
    moved = proposal("We retire at 58", start=3)
    further = Quote(message_id="m1", quote="not said")
    invented = proposal("We retire at 58", also=(further,))
    assert verdicts(said, moved, invented) == [MatchVerdict.UNPROVEN] * 2
    assert counted(said, moved, proposal("We retire at 58", start=0))["proven"] == 1


def test_a_further_quote_meets_a_label_too() -> None:
    """Evidence is all that a proposal quotes, and a label may be said in several places."""
    said = document(SAID, {**GOAL, "also": [{"message_id": "m1", "quote": "keep the flat"}]})
    further = Quote(message_id="m1", quote="keep the flat")
    assert verdicts(said, proposal("Lovely weather", also=(further,))) == [MatchVerdict.RIGHT]


def test_junk_is_counted_by_message() -> None:
    """Anything kept of a document with nothing to remember is junk."""
    figures = summarise(measure([document()], giving(Extraction(proposals=(proposal("weather"),)))))
    assert figures["junk"] == 1.0
    assert figures["precision"] is None
    assert figures["counts"]["junk_documents_hit"] == 1


@pytest.mark.parametrize(
    ("value", "unit", "data"),
    [
        (150_000, "SEK", {"value": 150_000}),
        (150_000, "SEK", {"amounts": [{"value": 150000.0, "unit": "SEK", "start": 3}]}),
        (150_000, "SEK", {"amounts": [[150_000, "SEK"]]}),
        (150_000, None, {"value": "150 000 kr"}),
        (2.5, None, {"value": "2,5"}),
        (75, "%", {"slot": {"name": "hours", "value": 0.75}}),
        (2029, None, {"dates": ["2029-12-31"]}),
        ("2026-05-01", None, {"on": "2026-05-01T00:00:00Z"}),
        (("phone", "ring"), None, {"value": "Phone"}),
    ],
)
def test_values_are_compared_by_what_they_mean(value: Any, unit: str | None, data: Any) -> None:
    """The same number, day or word is the same value, however it is written."""
    label = Label(message_id="m1", quote="x", families=(Family.FACT,), value=value, unit=unit)
    assert fields.has_value(label, [proposal("x", data=data)])


@pytest.mark.parametrize("data", [{}, {"value": 15_000}, {"amounts": [{"start": 150_000}]}])
def test_another_value_is_not_the_same(data: Any) -> None:
    """Another number is wrong, and where an amount stands is no amount."""
    label = Label(message_id="m1", quote="x", families=(Family.FACT,), value=150_000)
    assert not fields.has_value(label, [proposal("x", data=data)])


def test_deadlines_and_owners_are_counted() -> None:
    """Who has to do it, and by when, are checked where the action is found."""
    data: dict[str, Any] = {"owner": "Ellen", "deadline": "2026-03-13"}
    quote = "I will call the bank by Friday"
    found = counted(document(SAID, ACTION), proposal(quote, "action_item", data=data))
    assert (found["owners_right"], found["deadlines_right"]) == (1, 1)
    found = counted(document(SAID, ACTION), proposal(quote, "action_item"))
    assert (found["owners_right"], found["deadlines_right"]) == (0, 0)


def test_the_brief_tells_nothing_of_the_labels() -> None:
    """An engine gets the messages, the preset's words and live data; labels stay behind."""
    told: list[tuple[Sequence[Message], Brief]] = []

    def draw(messages: Sequence[Message], given: Brief) -> Extraction:
        told.append((messages, given))
        return Extraction()

    said = document(SAID, GOAL, preset="companion", live_state={"cash": 1}, names=["Ellen"])
    figures = summarise_groups(measure([said], draw))
    ((messages, given),) = told
    assert [one.content for one in messages] == [SAID]
    assert given == brief_of(said)
    assert given.skips_figures
    assert given.live_state == {"cash": 1}
    assert figures["companion"]["recall"] == 0.0


def nothing(messages: Sequence[Message], brief: Brief) -> Extraction:
    """An engine that keeps nothing."""
    return Extraction()


def everything(messages: Sequence[Message], brief: Brief) -> Extraction:
    """An engine that keeps every message whole."""
    return Extraction(
        proposals=tuple(
            Proposal(content=one.content, message_id=one.id, quote=one.content, start=0)
            for one in messages
        )
    )


def test_all_parts_are_reported_apart(rmb: Program) -> None:
    """The command prints each part with what is wanted; texts kept apart are not told."""
    name = f"{__name__}:everything"
    said = rmb.done(
        "bench", "extract", "--labels", str(LABELS), "--engine", name, "--json", "r.json", "--show"
    ).out
    assert "dev: 48 documents, 24 of them with nothing to remember" in said
    assert "dev2: 20 documents, 10 of them with nothing to remember" in said
    assert "dev3: 50 documents, 0 of them with nothing to remember" in said
    assert "apart: 24 documents" in said
    assert "apart2: 20 documents" in said
    assert "wrong: " in said.partition("apart: 24")[0]
    assert "wrong: " not in said.partition("apart: 24")[2]
    report = json.loads((rmb.folder / "r.json").read_text())
    assert report["parts"]["apart"]["groups"]["all"]["evidence"] == 1.0
    rows = {row["id"]: row for row in report["rows"]}
    assert len(rows) == 162
    assert all(("proposals" in row) == one.startswith("dev") for one, row in rows.items())


def test_a_missed_goal_ends_with_1(rmb: Program) -> None:
    """With --check a missed goal fails the run; a part that is kept apart is not listed."""
    options = ("bench", "extract", "--labels", str(LABELS), "--engine", f"{__name__}:nothing")
    assert rmb(*options, "--part", "dev", "--check").code == 1
    for part in APART:
        assert rmb(*options, "--part", part, "--show").code == 2
    assert rmb("bench", "extract", "--engine", "nowhere:draw").code == 1
