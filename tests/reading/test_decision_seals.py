"""Words beside a statement make it a decision, and only where they seal it."""

from __future__ import annotations

import pytest

from tests.reading.readings import read_talk


@pytest.mark.parametrize(
    ("text", "content", "language"),
    [
        ("Ann: So it's decided, we paint the hall green.", "We paint the hall green.", "english"),
        ("Ann: It's settled, the design team moves to Figma in May.",
         "The design team moves to Figma in May.", "english"),
        ("Ann: Agreed, we rent the van for the fair.", "We rent the van for the fair.", "english"),
        ("ann: ok so, decision from yesterday's call: we freeze the shop code",
         "We freeze the shop code", "english"),
        ("Ann: då är det klubbat, vi har festen på Sjökrogen", "Vi har festen på Sjökrogen",
         "swedish"),
        ("Ann: Let's settle it. We drop support for Android 9.\nBo: Decided then.",
         "We drop support for Android 9.", "english"),
        ("Ann: So are we agreed? Raffle money goes to new nets.\nBo: Agreed.",
         "Raffle money goes to new nets.", "english"),
        ("Ann: Vi stänger kontoret i Gävle.\nBo: Bra, då är det beslutat.",
         "Vi stänger kontoret i Gävle.", "swedish"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("preset", ["community", "corporate", "companion"])
def test_a_sealed_statement_is_a_decision(
    text: str, content: str, language: str, preset: str
) -> None:
    """Before it, behind it, or in the next line of another."""
    (found,) = read_talk(text + "\nCy: ok", preset, "team", language).proposals
    assert (found.kind, found.content) == ("decision", content)


@pytest.mark.parametrize(
    "text",
    [
        "Ann: The soup here is awful today.\nBo: Agreed.",
        "Ann: Maybe we should paint the hall green.\nBo: Agreed.",
        "Ann: If it rains we cancel the fair.\nBo: Agreed.",
        "Ann: Is it decided that we paint the hall?\nBo: Not yet.",
        "Ann: Soppan är god i dag.\nBo: Överens.",
    ],
)
def test_an_opinion_or_a_doubt_is_not_sealed(text: str) -> None:
    """To agree with an opinion decides nothing."""
    found = read_talk(text, "community", "team").proposals
    assert "decision" not in {one.kind for one in found}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("kim: we're going to Anglesey instead, all booked\nlou: ok", "english"),
        ("kim: vi kör festen på kontoret i stället\nlou: ok", "swedish"),
    ],
)
def test_what_we_do_instead_is_decided(text: str, language: str) -> None:
    """In the present; what we did instead is a story."""
    (found,) = read_talk(text, "companion", "team", language).proposals
    assert found.kind == "decision"


@pytest.mark.parametrize(
    ("text", "preset", "kind", "language"),
    [
        ("kim: open question from me: who keeps the shed key?\nlou: hm", "community", "unresolved",
         "english"),
        ("A-agent: Open question: what share of Acme's debt is floating?\nB-agent: Unknown.",
         "desk", "finding", "english"),
        ("kim: öppen fråga från mötet: vem har nyckeln till boden?\nlou: hm", "companion",
         "unresolved", "swedish"),
    ],
)  # fmt: skip
def test_a_question_that_is_called_open_is_kept_with_its_label(
    text: str, preset: str, kind: str, language: str
) -> None:
    """Without the label it would be a question like any other."""
    (found,) = read_talk(text, preset, "acme", language).proposals
    assert found.kind == kind
    assert found.content.endswith("?")
    assert "question" in found.content.lower() or "fråga" in found.content.lower()
