"""Reviewing by keyboard: keys lead to decisions, and the last one can be taken back."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from remembrancer import Forbidden, Memory, Review
from remembrancer.doors.cli.review import triage
from remembrancer.doors.cli.review.reviewing import ReviewSession as Sitting
from remembrancer.doors.cli.review.reviewing import TerminalKeyboard
from remembrancer.doors.cli.review.triage import Triage
from remembrancer.testing import FrozenClock
from tests.cli.program import Program
from tests.people import ADA, ANNA, BERT, CARL

Do = Callable[[], object]


class ScriptedKeyboard:
    """Presses the keys it is given, answers what it is asked (None: it turns away from the
    question), and then nobody is there."""

    def __init__(self, *keys: str | BaseException | Do | None, edited: str | None = None) -> None:
        self._keys = list(keys)
        self._edited = edited
        self.asked: list[str] = []

    def _next(self) -> str | None:
        while self._keys:
            key = self._keys.pop(0)
            if isinstance(key, BaseException):
                raise key
            if key is None or isinstance(key, str):
                return key
            key()
        raise EOFError

    def key(self) -> str:
        return self._next() or ""

    def ask(self, question: str) -> str | None:
        self.asked.append(question)
        return self._next()

    def edit(self, text: str) -> str | None:
        return self._edited


@pytest.fixture
def store() -> Iterator[Memory]:
    """A data team whose admin has three things to decide on."""
    clock = FrozenClock("2026-03-02T09:00:00+00:00")
    with Memory.open(
        ":memory:", preset="corporate", principal=ADA, clock=clock, background=False
    ) as opened:
        for text in ("Orders settle late.", "Refunds have a table.", "Invoices go out weekly."):
            opened.acting_as(ANNA).add(content=text)
        yield opened


def states(store: Memory) -> list[str]:
    """How each item stands, the oldest first."""
    return [one.review.value for one in reversed(list(store.items()))]


def acts(store: Memory) -> list[tuple[str, str | None]]:
    """What was decided and why, the oldest first."""
    return [
        (one.action.removeprefix("review."), one.reason)
        for one in reversed(store.admin.audit())
        if one.action.startswith("review.")
    ]


def sit(store: Memory, *keys: str | BaseException | Do | None, edited: str | None = None) -> None:
    Sitting(store, ScriptedKeyboard(*keys, edited=edited)).run()


# -- the state machine


def test_a_decision_is_carried_out_with_the_next_one() -> None:
    """Until then it is held; at the end the last one is handed out."""
    first, before = triage.decided(Triage(("one", "two")), "approve")
    assert (first.id, before) == ("two", None)
    assert first.progress == "2 of 2"
    second, before = triage.decided(first, "reject", "old")
    assert before is not None
    assert (before.id, before.action) == ("one", "approve")
    assert second.id is None
    last, held = triage.ended(second)
    assert held is not None
    assert (held.id, held.action, held.reason) == ("two", "reject", "old")
    assert triage.ended(last) == (last, None)


def test_one_step_back() -> None:
    """A held decision and skips can be taken back; what was carried out cannot."""
    start = Triage(("one", "two", "three"))
    assert triage.undone(start) is None
    held, _ = triage.decided(start, "approve")
    assert triage.undone(held) == start
    skipped = triage.passed_over(held)
    assert triage.undone(skipped) == held
    assert triage.undone(held) == start
    second, _ = triage.decided(held, "approve")
    back = triage.undone(second)
    assert back is not None
    assert (back.place, back.held) == (1, None)
    assert triage.undone(back) is None


def test_what_was_done_is_told_in_a_sentence() -> None:
    """Counts of each, and what still waits."""
    assert triage.summary(Counter(), 2) == "Nothing decided; 2 still wait."
    done = Counter({"approve": 2, "reject": 1})
    assert triage.summary(done, 1) == "2 approved, 1 rejected; 1 still waits."
    assert triage.summary(done, 0) == "2 approved, 1 rejected; nothing waits any more."


# -- at the keyboard


def test_each_key_does_what_it_says(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """The oldest comes first; approve asks nothing, reject why, mandate why and for whom."""
    sit(store, "a", "r", "Not true.", "M", "Two decks.", "group:finance", "q")
    assert states(store) == ["approved", "rejected", "mandatory"]
    assert acts(store) == [("approve", None), ("reject", "Not true."), ("mandate", "Two decks.")]
    assert store.items(review="mandatory").items[0].audience == "group:finance"
    said = capsys.readouterr().out
    assert "== 1 of 3\n" in said
    assert "== 3 of 3\n" in said
    assert said.index("Orders") < said.index("Refunds") < said.index("Invoices")
    assert said.endswith("1 approved, 1 rejected, 1 mandated; nothing waits any more.\n")


def test_the_last_decision_can_be_taken_back(store: Memory) -> None:
    """Undone, it leaves no trace; what came before it stands."""
    sit(store, "a", "u", "r", "", "a", "u", "s", "q")
    assert states(store) == ["rejected", "pending", "pending"]
    assert acts(store) == [("reject", None)]


def test_nothing_to_take_back(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """On the first card, and after something was carried out."""
    sit(store, "u", "a", "a", "u", "u", "q")
    assert states(store) == ["approved", "pending", "pending"]
    assert capsys.readouterr().out.count("There is nothing to take back.") == 2


def test_leaving_keeps_what_was_decided(store: Memory) -> None:
    """Also where the terminal is gone."""
    sit(store, "a", EOFError())
    assert states(store) == ["approved", "pending", "pending"]
    sit(store, "a", "\x04")
    assert states(store) == ["approved", "approved", "pending"]


@pytest.mark.parametrize("how", ["\x03", KeyboardInterrupt()])
def test_breaking_off_drops_the_last_decision(
    store: Memory, how: str | BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C says that the decision in hand was not carried out."""
    sit(store, "a", "a", how)
    assert states(store) == ["approved", "pending", "pending"]
    assert "The last decision was not carried out." in capsys.readouterr().out


def test_a_mandate_without_a_reason_is_left(store: Memory) -> None:
    """It stays on the same card, with nothing decided."""
    sit(store, "m", "", "a", "q")
    assert states(store) == ["approved", "pending", "pending"]


def test_turning_away_from_a_question(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """It leaves the card as it is, and what was decided before it stands."""
    sit(store, "a", "r", None, "m", None, "m", "Two decks.", None, "s", "q")
    assert states(store) == ["approved", "pending", "pending"]
    assert capsys.readouterr().out.count("Nothing was decided on it.") == 3


def test_an_edit_shows_the_card_again(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """With the new text; it still waits, until it is decided on."""
    sit(store, "e", "a", "q", edited="Orders settle after three days.")
    item = list(store.items())[-1]
    assert (item.content, item.review) == ("Orders settle after three days.", Review.APPROVED)
    assert acts(store) == [("edit", None), ("approve", None)]
    said = capsys.readouterr().out
    assert said.count("== 1 of 3\n") == 2
    assert "1 approved, 1 edited; 2 still wait." in said


def test_an_edit_that_changes_nothing(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """An editor that was closed without a change leaves no trace."""
    sit(store, "e", "q", edited=None)
    assert acts(store) == []
    assert "It was left as it is." in capsys.readouterr().out


def test_the_card_shows_what_a_reviewer_needs(
    store: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """What contradicts it, what stands beside it, and its votes."""
    new = store.acting_as(BERT).add(content="Invoices go out daily.")
    store.acting_as(CARL).vote(new.id, -1)
    sit(store, "s", "s", "s", "q")
    shown = capsys.readouterr().out.partition("== 4 of 4\n")[2]
    assert shown.startswith(f"{new.id}  pending")
    assert "confidence 0.50 · trust person · votes +0 -1" in shown
    assert "Invoices go out weekly." in shown
    assert "a approve r reject m mandate e edit s skip u undo ? help q quit" in shown


def test_help_and_other_keys(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """`?` explains the keys; any other one only names them."""
    sit(store, "?", "x", "q")
    said = capsys.readouterr().out
    assert "mandate: every agent of its audience must follow it" in said
    assert said.count("a approve") == 2
    assert states(store) == ["pending"] * 3


def test_what_somebody_else_decided_meanwhile(
    store: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is told, and the others go on."""
    first = list(store.items())[-1]
    sit(store, "a", lambda: store.review.reject(first.id), "a", "q")
    assert states(store) == ["rejected", "approved", "pending"]
    told = capsys.readouterr()
    assert f"{first.id} was not approved: {ADA.name} changed review to rejected." in told.err
    assert "1 approved; 1 still waits." in told.out


def test_what_changed_meanwhile_comes_again(
    store: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """A decision on words that were changed under the reviewer's eyes is not carried out; the
    card comes again with the new ones."""
    first = list(store.items())[-1]
    text = "Orders settle whenever Anna says so."
    sit(store, lambda: store.acting_as(ANNA).update(first.id, content=text), "a", "a", "r", "", "q")
    assert states(store) == ["rejected", "approved", "pending"]
    told = capsys.readouterr()
    assert f"{first.id} was not approved: {ANNA.name} changed content." in told.err
    again = told.out.partition("== 1 of 3, again\n")[2]
    assert again.startswith(f"{first.id}  pending")
    assert text in again
    assert "1 approved, 1 rejected; 1 still waits." in told.out


def test_the_last_card_comes_again_too(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where no other card follows it, unless the person quits: then it goes on waiting."""
    newest = next(iter(store.items()))

    def change(text: str) -> Do:
        return lambda: store.acting_as(ANNA).update(newest.id, content=text)

    sit(store, "s", "s", change("Daily."), "a", " ", change("Never."), "a", " ", "q")
    assert states(store) == ["pending", "pending", "pending"]
    told = capsys.readouterr()
    assert told.err.count("was not approved") == 2
    assert told.out.count("== 3 of 3, again\n") == 2
    assert told.out.endswith("Nothing decided; 3 still wait.\n")


def test_the_last_card_can_be_taken_back(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """No other card follows it, so it is asked for; who leaves there keeps what was decided."""
    sit(store, "s", "s", "a", "u", "r", "Old.", EOFError())
    assert states(store) == ["pending", "pending", "rejected"]
    assert capsys.readouterr().out.count("That was the last one") == 2
    sit(store, "s", "a", "\x03")
    assert states(store) == ["pending", "pending", "rejected"]
    sit(store, "s", "a", "q")
    assert states(store) == ["pending", "approved", "rejected"]


def test_what_is_gone_is_no_step(store: Memory) -> None:
    """Undo goes back over a card that could not be shown."""
    second, third = list(store.items())[1::-1]

    def gone() -> None:
        store.review.reject(second.id)
        store.review.reject(third.id)

    sit(store, gone, "a", "u", "r", "", "q")
    assert states(store) == ["rejected", "rejected", "rejected"]


def test_an_edit_of_what_changed_is_refused(
    store: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """The author's new words are not lost to an editor that showed the old ones."""
    first = list(store.items())[-1]
    text = "Orders settle whenever Anna says so."
    change = lambda: store.acting_as(ANNA).update(first.id, content=text)  # noqa: E731
    sit(store, change, "e", "q", edited="Orders settle after three days.")
    assert store.get(first.id).content == text
    told = capsys.readouterr()
    assert "was not edited" in told.err
    assert "You wrote: Orders settle after three days.\n" in told.out
    assert told.out.count("== 1 of 3\n") == 2
    assert text in told.out


def test_a_refused_decision_comes_again(store: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    """A group that nobody can spell is told, and the item is not lost among the others."""
    sit(store, "m", "Two decks.", "finance", "a", "a", "q")
    assert states(store) == ["approved", "approved", "pending"]
    told = capsys.readouterr()
    assert "was not mandated" in told.err
    assert "== 1 of 3, again\n" in told.out


def test_what_was_made_personal_is_not_shown(
    store: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its writer took it back before its card came: nobody looks at it, and no look is noted."""
    second = list(store.items())[1]
    hide = lambda: store.acting_as(ANNA).update(second.id, is_personal=True)  # noqa: E731
    sit(store, hide, "s", "s", "q")
    told = capsys.readouterr()
    assert second.content not in told.out
    assert f"{second.id} is personal" in told.err
    assert told.out.endswith("Nothing decided; 2 still wait.\n")
    assert "item.look" not in {one.action for one in store.admin.audit()}


def test_what_was_erased_meanwhile_is_passed_over(store: Memory) -> None:
    """Its card is not shown any more."""
    second = list(store.items())[1]
    sit(store, lambda: store.erase(second.id, reason="request 7"), "s", "a", "q")
    assert states(store) == ["pending", "approved"]


def test_who_may_not_decide_is_told_once(store: Memory) -> None:
    """A contributor sees what is their own in the queue, and may not decide on any of it."""
    with pytest.raises(Forbidden, match="review items"):
        sit(store.acting_as(ANNA), "a", "a")
    assert states(store) == ["pending"] * 3


def test_nothing_waits(capsys: pytest.CaptureFixture[str]) -> None:
    """An empty queue needs no key."""
    with Memory.open(":memory:", preset="corporate", background=False) as opened:
        sit(opened)
    assert capsys.readouterr().out == "Nothing that you may see waits for review.\n"


# -- the terminal


def test_a_question_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody answers any more, the question is left, and the review goes on to its end."""
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert TerminalKeyboard().ask("Why?") is None


@pytest.mark.parametrize(("columns", "lines"), [(60, 2), (80, 1)])
def test_keys_stay_with_what_they_do(
    store: Memory,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    lines: int,
) -> None:
    """On a narrow terminal they are offered in two lines."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    sit(store, "q")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    first, _, rest = shown.partition("a approve r reject m mandate e edit")[2].partition("\n")
    assert (first + rest).lstrip().startswith("s skip u undo ? help q quit")
    assert (first == "") == (lines == 2)


def test_an_editor_changes_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's editor is given the text in a file of its own, which is gone afterwards."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys, pathlib\n"
        "file = pathlib.Path(sys.argv[1])\n"
        f"pathlib.Path({str(tmp_path / 'seen')!r}).write_text(str(file))\n"
        "file.write_text(file.read_text() + ' More.\\n')\n"
    )
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    assert TerminalKeyboard().edit("Some text.") == "Some text. More."
    assert not Path((tmp_path / "seen").read_text()).exists()


def test_a_broken_editor_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text stays as it is."""
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "/nowhere/to/be/found")
    assert TerminalKeyboard().edit("Some text.") is None
    assert "/nowhere/to/be/found" in capsys.readouterr().err


def test_in_a_pipe_it_shows_its_help(rmb: Program) -> None:
    """Without a terminal and a command it is wrong usage, as before."""
    outcome = rmb("review")
    assert outcome.code == 2
    assert "Commands:" in outcome.out + outcome.err


@pytest.mark.parametrize("arrow", ["\x1b[A", "\x1bOA", "\x1b[1;5A", "\x1b[3~"])
def test_an_arrow_in_pieces_decides_nothing(store: Memory, arrow: str) -> None:
    """A key that comes letter by letter over a slow line is no decision; the next key is."""
    sit(store, *arrow, "q")
    assert acts(store) == []
    sit(store, *arrow, "a", "q")
    assert acts(store) == [("approve", None)]


def test_a_key_after_escape_counts(store: Memory) -> None:
    """Who presses Escape and then a key has pressed that key."""
    sit(store, "\x1b", "a", "q")
    assert acts(store) == [("approve", None)]
