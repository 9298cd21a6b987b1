"""Tasks: any verb with a day it is due by, and in a company only with an owner."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_talk, read_text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I need to buy a new kettle by Saturday", "english"),
        ("I've got to water Ana's plants by Friday", "english"),
        ("I have to repaint the fence before the end of June", "english"),
        ("Jag måste måla staketet senast fredag", "swedish"),
        ("Då tar jag och bokar kranen till den 22 mars", "swedish"),
    ],
)
@pytest.mark.parametrize(
    ("preset", "kind"),
    [
        ("community", "action_item"),
        ("adviser", "action_item"),
        ("companion", "unresolved"),
        ("corporate", "action_item"),
    ],
)
def test_an_own_task_with_a_day_is_kept(text: str, language: str, preset: str, kind: str) -> None:
    """With its owner and its deadline."""
    (found,) = read_talk(f"jo: {text}\npat: ok", preset, "home", language).proposals
    assert found.kind == kind
    assert found.data["owner"] == "Jo"
    assert "deadline" in found.data


@pytest.mark.parametrize(
    "text", ["I'll look into the slow build this afternoon sometime", "We need to prune the list"]
)
def test_a_company_keeps_no_task_without_an_owner_or_a_day(text: str) -> None:
    """It is of the moment, and says so."""
    assert not read_talk(f"jo: {text}\npat: ok", "corporate").proposals


def test_a_desk_leaves_the_work_of_its_agents_raw() -> None:
    """There it is in the queue of the agents, and no finding."""
    found = read_talk("Tax-agent: I'll check the levy by Monday.\nB-agent: ok", "desk", "acme")
    assert not found.proposals
    assert [one.text for one in found.left_out] == ["I'll check the levy by Monday."]


def test_each_analysts_view_is_their_own() -> None:
    """Two ratings stand side by side, each with its analyst."""
    text = "Bull-agent: I rate Acme a buy on the orders.\nBear-agent: And I rate it a sell."
    found = read_talk(text, "desk", "acme").proposals
    assert [one.content for one in found] == [
        "Bull-agent: I rate Acme a buy on the orders.",
        "Bear-agent: I rate it a sell.",
    ]


@pytest.mark.parametrize(
    ("text", "language", "owner"),
    [
        ("Hamid repaints the fence by 30 June.", "english", "Hamid"),
        ("Greta clears out the attic before Sunday.", "english", "Greta"),
        ("Lotta tapetserar om hallen senast fredag.", "swedish", "Lotta"),
        ("Sixten hämtar ut paketet före 2 maj.", "swedish", "Sixten"),
    ],
)
def test_what_somebody_does_by_a_day_is_theirs_to_do(text: str, language: str, owner: str) -> None:
    """Whatever the verb: it is said in the present, of a thing, and has a day it is due by."""
    (found,) = read_talk(f"jo: {text}\npat: ok", "community", "home", language).proposals
    assert (found.kind, found.data["owner"]) == ("action_item", owner)
    assert "deadline" in found.data


@pytest.mark.parametrize(
    "text", ["Greta retires before Christmas.", "Sixten fyller 60 före sommaren."]
)
def test_what_merely_happens_by_a_day_is_no_task(text: str) -> None:
    language = "swedish" if text.startswith("Sixten") else "english"
    found = read_talk(f"jo: {text}\npat: ok", "community", "home", language).proposals
    assert all(one.kind != "action_item" for one in found)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("He'll return the forms by Friday.", "english"),
        ("She needs to sign the transfer by 20 June.", "english"),
        ("Hon ska lämna in kvittona senast fredag.", "swedish"),
    ],
)
def test_whoever_is_spoken_of_owns_the_task(text: str, language: str) -> None:
    """And not who notes it: the subject, if there is one."""
    (found,) = read_text(text, language=language, subject="zara").proposals
    assert found.data["owner"] == "Zara"
