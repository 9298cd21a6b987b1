"""What only reports something as done is proposed where something is open."""

from __future__ import annotations

import pytest

from remembrancer import Memory
from remembrancer.core.kinds import Brief
from remembrancer.reading.offline.offline_extractor import extract
from tests.reading.test_offline import AT, KINDS, message


def _acting(*texts: str, language: str, has_tasks: bool) -> list[str]:
    brief = Brief(language=language, kinds=KINDS, now=AT, has_tasks=has_tasks)
    told = [message(text, number) for number, text in enumerate(texts)]
    found = extract(told, brief, acts=True)
    return [one.content for one in found.proposals if one.only_acts]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Those cartons were wheeled out to the van.", "english"),
        ("Lådorna blev utburna till skåpbilen.", "swedish"),
    ],
)
def test_what_was_done_counts_where_something_is_open(text: str, language: str) -> None:
    assert _acting(text, language=language, has_tasks=True) == [text]
    assert _acting(text, language=language, has_tasks=False) == []


def test_a_task_of_the_same_text_is_open_from_there_on() -> None:
    done, task = (
        "Those cartons were wheeled out to the van.",
        "I have to wheel out the cartons by Friday.",
    )
    assert _acting(task, done, language="english", has_tasks=False) == [done]
    assert _acting(done, task, language="english", has_tasks=False) == []


def test_what_ends_something_else_than_a_task_is_proposed_all_the_same() -> None:
    text = "The old kiosk by the quay was sold to a couple."
    assert _acting(text, language="english", has_tasks=False) == [text]


@pytest.mark.parametrize("subject", ["orla", None])
def test_a_task_is_closed_by_what_is_said_in_a_later_talk(subject: str | None) -> None:
    with Memory.open(
        ":memory:", space="s", preset="adviser", background=False, embedder="none"
    ) as memory:
        memory.remember("I have to send the tenancy forms to Brandt by Friday.", subject=subject)
        memory.remember("The tenancy forms were sent to Brandt.", subject=subject)
        memory.jobs.wait()
        (task,) = [one for one in memory.items() if one.kind == "action_item"]
        assert task.metadata.get("done") is True


def test_a_task_that_was_given_in_the_same_talk_is_closed_by_it() -> None:
    with Memory.open(
        ":memory:", space="s", preset="adviser", background=False, embedder="none"
    ) as memory:
        said = (
            "I have to send the tenancy forms to Brandt by Friday.",
            "Hold on, my wife is calling.",
            "Good news: the tenancy forms were sent to Brandt.",
        )
        memory.remember(
            [{"author_id": "orla", "role": "user", "content": one} for one in said],
            subject="orla",
            source="talk",
        )
        memory.jobs.wait()
        (task,) = [one for one in memory.items() if one.kind == "action_item"]
        assert task.metadata.get("done") is True
