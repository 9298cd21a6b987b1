"""Reviewing by keyboard: one card at a time, one key for each decision."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import typer

from remembrancer.core.errors import ChangedSince, Forbidden, RemembrancerError, StoreError
from remembrancer.doors.cli import card, terminal
from remembrancer.doors.cli.review import triage
from remembrancer.doors.cli.terminal import Part

if TYPE_CHECKING:
    from remembrancer.doors.cli.review.triage import Triage, TriageDecision
    from remembrancer.governance.case import Case
    from remembrancer.items.item import Item
    from remembrancer.memory import Memory

_CARDS_MAX = 1_000  # of one sitting
_PAGE = 500
_ESCAPE = "\x1b"
_HELP = (
    ("a", "approve: agents may rely on it"),
    ("r", "reject: it is not learned again from who said it"),
    ("m", "mandate: every agent of its audience must follow it"),
    ("e", "edit what it says, and look at it again"),
    ("s", "skip: it goes on waiting"),
    ("u", "undo the last step: a decision counts once you make the next one, or quit"),
    ("q", "quit"),
)


class Keyboard(Protocol):
    """What a person can do."""

    def key(self) -> str:
        """One key, as soon as it is pressed. `EOFError` where nobody is there any more."""

    def ask(self, question: str) -> str | None:
        """A line of text, which may be empty. None: the person turned away from the question."""

    def edit(self, text: str) -> str | None:
        """The text as it was changed; None: it was left as it is."""


class TerminalKeyboard:
    """The person at this terminal."""

    def key(self) -> str:
        return typer.getchar()

    def ask(self, question: str) -> str | None:
        try:
            return str(typer.prompt(question, default="", show_default=False)).strip()
        except typer.Abort:  # Ctrl-C and Ctrl-D leave the question, and not the review
            terminal.blank()
            return None

    def edit(self, text: str) -> str | None:
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            return self.ask("New text (Enter leaves it as it is)") or None
        number, name = tempfile.mkstemp(suffix=".txt")  # for nobody else's eyes
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(text)
            # The person's own setting, and run as the person.
            subprocess.run([*shlex.split(editor), name], check=True)
            return Path(name).read_text(encoding="utf-8").strip() or None
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            terminal.error(f"The editor {editor!r} did not work: {error}. Set EDITOR to another.")
            return None
        finally:
            os.unlink(name)


class ReviewSession:
    """A sitting: goes through what waits, and carries out what is decided."""

    def __init__(self, memory: Memory, keyboard: Keyboard) -> None:
        self._memory = memory
        self._keyboard = keyboard
        self._done: Counter[str] = Counter()
        self._settled: set[str] = set()  # waits no more, whoever saw to that

    def run(self) -> None:
        now = triage.Triage(self._waiting())
        if not now.ids:
            terminal.line("Nothing that you may see waits for review.")
            return
        try:
            while now.id is not None:
                following = self._card(now)
                if following is None:
                    break
                now = following
                if now.id is None:
                    now = self._ending(now)
        except EOFError:
            pass  # nobody is there any more; what was decided counts
        except KeyboardInterrupt:
            if now.held is not None:
                now = now._replace(held=None)
                terminal.blank()
                terminal.line("The last decision was not carried out.")
        now, last = triage.ended(now)
        self._carried_out(now, last)
        left = len(set(now.ids) - self._settled)
        terminal.line((triage.summary(self._done, left), "heading"))

    def _waiting(self) -> tuple[str, ...]:
        """What waits, the oldest first."""
        result: list[str] = []
        cursor = None
        while len(result) < _CARDS_MAX:
            page = self._memory.review.queue(limit=_PAGE, cursor=cursor)
            result += [entry.id for entry in page]
            cursor = page.next
            if cursor is None:
                break
        return tuple(reversed(result[:_CARDS_MAX]))

    def _card(self, now: Triage) -> Triage | None:
        """Shows a card until a key moves on from it. None: the person quits."""
        assert now.id is not None
        case = self._case(now.id)
        if case is None:
            return triage.dropped(now)
        _show(case, now)
        while True:
            action = triage.KEYS.get(self._pressed_key())
            if action == "quit":
                return None
            following = self._pressed(now, case, action)
            if following is not None:
                return following

    def _ending(self, now: Triage) -> Triage:
        """All cards were seen. The last step can be taken back, and a card may come again."""
        if now.held is None:
            return now
        terminal.line(("That was the last one: u takes it back, any other key ends.", "faint"))
        if triage.KEYS.get(self._pressed_key()) == "undo":
            return triage.undone(now) or now
        now, last = triage.ended(now)
        return self._carried_out(now, last)

    def _pressed_key(self) -> str:
        pressed = self._keyboard.key().lower()
        if pressed in ("\x03", "\x04"):
            raise KeyboardInterrupt if pressed == "\x03" else EOFError
        if pressed == _ESCAPE:
            pressed = self._pressed_key()
            if pressed in ("[", "o"):
                return self._rest_of_key()
        return pressed

    def _rest_of_key(self) -> str:
        """Over a slow line an arrow comes in pieces; its last letter, an A, approves nothing."""
        piece = self._pressed_key()
        while not (piece.isalpha() or piece == "~"):
            piece = self._pressed_key()
        return f"{_ESCAPE}{piece}"

    def _case(self, id: str) -> Case | None:
        """What a card shows; None: it waits no more, which is told."""
        try:
            case = self._memory.review.case(id)
        except (StoreError, Forbidden):
            raise
        except RemembrancerError as gone:  # erased meanwhile, or made personal
            terminal.note(str(gone))
        else:
            if case.item.review.value == "pending" and case.item.lifecycle.value == "active":
                return case
            terminal.note(f"{id} waits no more: it is {case.item.status} by now.")
        self._settled.add(id)
        return None

    def _pressed(self, now: Triage, case: Case, action: str | None) -> Triage | None:
        """Where a key leads to; None: it leaves this card as it is."""
        if action in ("approve", "reject", "mandate"):
            return self._decide(now, case, action)
        if action == "edit":
            return self._edit(now, case)
        if action == "skip":
            return triage.passed_over(now)
        if action == "undo":
            back = triage.undone(now)
            if back is None:
                terminal.line(("There is nothing to take back.", "faint"))
            return back
        if action == "help":
            terminal.table(_HELP)
        else:
            terminal.line(("That key does nothing. ", "faint"), *_keys())
        return None

    def _decide(self, now: Triage, case: Case, action: str) -> Triage | None:
        answers = self._asked(action)
        if answers is None:
            terminal.line(("Nothing was decided on it.", "faint"))
            return None
        reason, audience = answers
        seen = case.item.version
        following, before = triage.decided(now, action, reason, audience, seen=seen)
        following = self._carried_out(following, before)
        terminal.line((triage.PAST[action], "good"), (" · u takes it back", "faint"))
        return following

    def _asked(self, action: str) -> tuple[str | None, str | None] | None:
        """Why, and for whom, as far as it matters; None: the person turned away."""
        if action == "approve":
            return None, None
        if action == "reject":
            why = self._keyboard.ask("Why? (Enter for no reason)")
            return None if why is None else (why or None, None)
        why = self._keyboard.ask("Why is it binding? (Enter to leave it)")
        if not why:
            return None
        whom = self._keyboard.ask("For whom: all, or group:NAME? (Enter leaves it as it is)")
        return None if whom is None else (why, whom or None)

    def _edit(self, now: Triage, case: Case) -> Triage | None:
        text = self._keyboard.edit(case.item.content)
        if text is None or text == case.item.content:
            terminal.line(("It was left as it is.", "faint"))
            return None
        try:
            self._memory.review.edit(case.item.id, content=text, seen=case.item.version)
        except StoreError:
            raise
        except ChangedSince as refusal:
            terminal.error(f"{case.item.id} was not edited: {refusal.changes}.")
            terminal.line(("You wrote: ", "faint"), text)
            return now  # once more, as it is by now
        except RemembrancerError as refusal:
            terminal.error(str(refusal))
            return None
        self._done["edit"] += 1
        return now  # once more, with what it contradicts now

    def _carried_out(self, now: Triage, decision: TriageDecision | None) -> Triage:
        """Does what was decided. What is refused is told, and comes again if it still waits."""
        if decision is None:
            return now
        review, id, seen = self._memory.review, decision.id, decision.seen
        try:
            if decision.action == "approve":
                review.approve(id, reason=decision.reason, seen=seen)
            elif decision.action == "reject":
                review.reject(id, reason=decision.reason, seen=seen)
            else:
                why = decision.reason or ""
                review.mandate(id, reason=why, audience=decision.audience, seen=seen)
        except StoreError:
            raise
        except RemembrancerError as refusal:
            why = f"{refusal.changes}." if isinstance(refusal, ChangedSince) else str(refusal)
            terminal.error(f"{id} was not {triage.PAST[decision.action]}: {why}")
            return now if self._case(id) is None else triage.once_more(now, id)
        self._done[decision.action] += 1
        self._settled.add(id)
        return now


def _show(case: Case, now: Triage) -> None:
    terminal.rule(now.progress)
    card.item(case.item)
    card.evidence(case.item.evidence, said=case.item.content, indent=4)
    facts: list[str] = [f"confidence {case.item.confidence:.2f}", f"trust {case.item.trust.value}"]
    facts += [word for word in (case.item.domain, case.item.category) if word is not None]
    if case.votes.up or case.votes.down:
        facts.append(f"votes +{case.votes.up} -{case.votes.down}")
    terminal.line((" · ".join(facts), "faint"), indent=4)
    for contradiction in case.contradictions:
        card.contradiction(contradiction)
    for before in case.rejected_before:
        card.rejection(before)
    _list("Takes the place of:", case.leaves)
    _list("Beside it:", case.neighbours)
    terminal.line(*_keys())


def _list(heading: str, items: Sequence[Item]) -> None:
    if items:
        terminal.line((heading, "faint"))
    for item in items:
        words: list[Part] = [(f"{item.id}  {item.status}  ", "faint"), item.content]
        terminal.line(*words, indent=4)


def _keys() -> list[Part]:
    """The keys in one line, or in two where they would be parted from what they do."""
    listed = [(key, f" {action}") for key, action in triage.KEYS.items()]
    is_narrow = sum(len(key + word) + 1 for key, word in listed) > terminal.width()
    words: list[Part] = []
    for place, (key, word) in enumerate(listed):
        between = "\n" if is_narrow and place == len(listed) // 2 else " "
        words += [between if words else "", (key, "command"), (word, "faint")]
    return words
