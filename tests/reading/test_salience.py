"""Worth: what is kept of sentences that no rule settles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer.core.kinds import Family
from remembrancer.reading.offline import salience
from remembrancer.reading.offline.offline_extractor import apply_rules, extract
from remembrancer.reading.offline.sentence_features import SentencePosition, sentence_features
from tests.reading.talks import AT, brief, turn

WEIGHTS = Path(salience.__file__).with_name("salience_weights.json")
WEIGHTS_BYTES_MAX = 200_000
KINDS = {family: family.value for family in Family}
TALK = [  # about something, so that a sentence of weight stands among its like
    ("oona", "The harvest is stored with Brandt from now on, not with the old mill."),
    ("per", "Understood."),
    ("oona", "Every batch over 40 sacks needs a second weighing before it leaves."),
    ("per", "Noted, and Milla sends the scale to be checked before Friday."),
    ("oona", "Still not settled who drives the second truck, we come back to it in May."),
]
SMALL_TALK = [
    ("oona", "so that was quite a night"),
    ("per", "you should have seen the queue"),
    ("oona", "never again, honestly"),
    ("per", "you say that every single time"),
]


def place(**given: Any) -> SentencePosition:
    """Somewhere in the middle of a talk between people."""
    stands: dict[str, Any] = {
        "number": 3,
        "messages": 8,
        "order": 0,
        "sentences": 1,
        "is_listed": False,
        "has_label": False,
        "has_section": False,
        "is_chat": False,
        "is_session": False,
        "before": "",
        "after": "",
        "names": frozenset(),
    }
    return SentencePosition(**{**stands, **given})


def kept(lines: list[tuple[str, str]], **given: Any) -> list[str]:
    told = [turn(author, text, number) for number, (author, text) in enumerate(lines)]
    return [one.quote for one in extract(told, brief(kinds=KINDS, **given)).proposals]


def test_a_talk_about_something_is_kept() -> None:
    """Rules, dates and open questions of a group are kept in whatever words they come."""
    found = " ".join(kept(TALK))
    assert "stored with Brandt" in found
    assert "second weighing" in found
    assert "Understood" not in found


def test_small_talk_is_not_kept() -> None:
    """Of a chat about nothing nothing is kept."""
    assert kept(SMALL_TALK) == []


@pytest.mark.parametrize(
    "text",
    [
        "What if every batch over 40 sacks needed a second weighing before it leaves",
        "Does every batch over 40 sacks need a second weighing before it leaves?",
        "Every batch over 40 sacks needs a second weighing before it leaves, just kidding haha",
    ],
)
def test_what_rules_forbid_is_not_let_in(text: str) -> None:
    """Questions, jokes and what is only supposed stay out, whatever their signs weigh."""
    lines = apply_rules([turn("oona", text, 0)], brief()).lines
    assert [line.undecided for line in lines] == [None]


def test_a_family_that_is_not_kept_is_left() -> None:
    """A space without kinds for what is open keeps nothing of the sort."""
    told = [turn(author, text, number) for number, (author, text) in enumerate(TALK)]
    drawn = extract(told, brief(kinds={Family.FACT: "fact"}))
    assert {one.kind for one in drawn.proposals} <= {"fact"}


def test_a_rule_weighs_more_than_a_nod() -> None:
    """What must always be so scores above what merely cheers."""
    rule = sentence_features(
        "All invoices over 5,000 need two signatures before they are paid.", place()
    )
    cheer = sentence_features("haha yeah that was a really nice one", place())
    assert salience.salience_score(cheer) < 0.2 < 0.6 < salience.salience_score(rule)


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("We decided to stick with the old supplier.", Family.DECISION),
        ("Vi bestämde att höja avgiften till 600.", Family.DECISION),
        ("I'll send the papers to Karin by Friday.", Family.ACTION),
        ("The extension is still not settled, we come back to it later.", Family.UNRESOLVED),
        ("The backups are stored in Frankfurt.", Family.FACT),
    ],
)
def test_the_sort_is_told_by_cues(text: str, family: Family) -> None:
    """Decisions, tasks, open questions and facts are told apart."""
    assert salience.predict_family(sentence_features(text, place())) is family


def test_neighbours_count() -> None:
    """The same sentence is worth more in a talk that is about something."""
    low, high = [0.05] * 10, [0.9] * 10
    low[5] = high[5] = 0.5
    assert salience.salience_odds(low, 5) < 0 < salience.salience_odds(high, 5)


def test_nothing_around_makes_up_for_the_least_worth() -> None:
    """A sentence below the floor is not kept in the best of company: it need not be weighed."""
    company = [salience.CEILING] * (2 * salience.AROUND + 1)
    company[salience.AROUND] = salience.FLOOR
    assert salience.salience_odds(company, salience.AROUND) < salience.KEEP_ODDS_MIN


def test_words_count_by_their_groups() -> None:
    """A word in any of its forms and a phrase show their group; two of a group show it twice."""
    shown = sentence_features("Fakturorna och skatten får vänta, jag vet inte.", place())
    assert {"money", "money twice", "open", "topics 2"} <= shown
    assert not any("fakturorna" in sign or "skatten" in sign for sign in shown)


def test_reasons_tell_the_score_in_words() -> None:
    """The weightiest sign comes first, and every reason is a sign of the sentence."""
    shown = sentence_features("Every order over 500 must be approved by Karin.", place())
    told = salience.explain_score(shown)
    assert {sign for sign, _ in told} <= shown
    sizes = [abs(weight) for _, weight in told]
    assert sizes == sorted(sizes, reverse=True)


def test_the_weights_are_small_and_weigh_no_words_of_texts() -> None:
    """Every sign in the weights is a class or a form, and the file stays small."""
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert WEIGHTS.stat().st_size < WEIGHTS_BYTES_MAX
    assert set(told) == {"worth", "around", "families"}
    assert set(told["around"]) == set(salience.neighbour_features([0.5], 0))
    assert len(told["worth"]) < 500


def test_the_same_talk_gives_the_same() -> None:
    """Reading twice equals reading once."""
    told = [turn(author, text, number) for number, (author, text) in enumerate(TALK)]
    again = brief(kinds=KINDS, now=AT)
    assert extract(told, again) == extract(told, again)
