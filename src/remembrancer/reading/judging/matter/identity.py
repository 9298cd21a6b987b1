"""Identity: whether two statements are about the same thing.

Two statements are about one thing only if holder, thing, measure and period do not differ where
both say them. What only one of them says is unknown, and makes a judgement less sure.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from remembrancer.language.act_words import PROPOSED
from remembrancer.language.statement import Claim, Figure, Statement

READ_BACK = re.compile(r"[?.!]\s–\s\w")  # what somebody reads back, and the answer
_FAMILY_LETTERS = 6
_ROOT_LETTERS = 4
_COMPOUND_LETTERS = 8
_JOINTS = ("", "s", "e", "es")  # between the parts of a compound
_DERIVED = frozenset({"or", "anc", "ment", "ion", "er", "ar", "al", "ing", "ning", "else", "ande"})
_FOREIGN = frozenset({"ation", "ition", "tion", "sion", "ion", "ering", "itor", "ator"})
_ACT_ENDINGS = frozenset({"ning", "ing", "ande", "else"})  # behind a short verb: höja, höjning
_NAME_LETTERS = 3
_DEFINITES = frozenset({"n", "en", "an", "et", "t", "erna", "arna"})
_IN_A_YEAR = {"year": 1.0, "month": 12.0, "week": 52.0, "quarter": 4.0}


class Identity(NamedTuple):
    """What two statements share, and what only one of them names."""

    shared: frozenset[str]  # content words of both
    shared_names: frozenset[str]
    ours: frozenset[str]  # things that only the new one names
    theirs: frozenset[str]  # things that only the known one names
    our_names: frozenset[str]
    their_names: frozenset[str]
    our_words: frozenset[str]  # all content words that only the new one has
    their_words: frozenset[str]

    @property
    def differs(self) -> bool:
        """Whether each names a thing that the other does not."""
        return bool(self.ours and self.theirs)

    @property
    def is_equal(self) -> bool:
        return not self.ours and not self.theirs

    @property
    def names_differ(self) -> bool:
        """Whether one names somebody or something and the other says something else instead."""
        return bool((self.our_names and self.their_words) or (self.their_names and self.our_words))

    @property
    def coverage(self) -> float:
        """The share of the things of the shorter one that both have."""
        fewer = min(len(self.ours), len(self.theirs))
        return len(self.shared) / (len(self.shared) + fewer) if self.shared else 0.0


def compare(
    new: Claim, known: Claim, *, about: Collection[str] = (), values: Collection[str] = ()
) -> Identity:
    """What two claims share. Words of `about` name the subject of both, `values` are compared
    elsewhere."""
    aside = frozenset(about) | frozenset(values)
    for phrase in (*new.name_phrases, *known.name_phrases):
        if about and not phrase.isdisjoint(about):
            aside |= phrase  # the whole name of the subject
    alike = _alike(new.words - known.words - aside, known.words - new.words - aside)
    alike |= _definite(new.things - known.words - aside, known.names - new.words - aside)
    return Identity(
        shared=((new.words & known.words) | alike) - aside,
        shared_names=((new.names & known.words) | (known.names & alike)) - aside,
        ours=new.things - new.late - known.words - aside - alike,
        theirs=known.things - known.late - new.words - aside - alike,
        our_names=new.names - known.words - aside - alike,
        their_names=known.names - new.words - aside - alike,
        our_words=new.words - known.words - aside - alike,
        their_words=known.words - new.words - aside - alike,
    )


def _alike(ours: frozenset[str], theirs: frozenset[str]) -> frozenset[str]:
    """Words of one family: a noun and its verb, which the stemmer leaves apart."""
    if not ours or not theirs:
        return frozenset()
    begins = {one[:_FAMILY_LETTERS]: one for one in theirs if len(one) >= _FAMILY_LETTERS}
    pairs = [
        (one, begins[one[:_FAMILY_LETTERS]]) for one in ours if one[:_FAMILY_LETTERS] in begins
    ]
    derived = [
        (one, other)
        for one in ours
        for other in theirs
        if _is_derived(one, other) or _is_derived(other, one)
    ]
    compounds = [
        part
        for words, others in ((ours, theirs), (theirs, ours))
        for one in words
        if len(one) >= _COMPOUND_LETTERS
        for part in _parts(one, others)
    ]
    return frozenset((*(word for pair in (*pairs, *derived) for word in pair), *compounds))


def _parts(compound: str, words: frozenset[str]) -> tuple[str, ...]:
    """A compound and the words that it is made of, if both are there: "prishöjning" of "höja" and
    "pris"."""
    heads = [one for one in words if len(one) >= _NAME_LETTERS and compound.startswith(one)]
    for head in heads:
        rest = compound[len(head) :]
        for other in words:
            is_part = other != head and len(other) >= _NAME_LETTERS
            if is_part and any(rest.startswith(joint + other) for joint in _JOINTS):
                return (compound, head, other)
    return ()


def _is_derived(word: str, root: str) -> bool:
    """Whether a word is another one with an ending that makes a noun of it."""
    if root.endswith("er") and len(root) > _ROOT_LETTERS + 1 and word.startswith(root[:-2]):
        return word[len(root) - 2 :] in _FOREIGN  # "repeterar", "repetitionen"
    if len(root) < _ROOT_LETTERS - 1 or not word.startswith(root):
        return False
    return word[len(root) :] in (_DERIVED if len(root) >= _ROOT_LETTERS else _ACT_ENDINGS)


def _definite(ours: frozenset[str], names: frozenset[str]) -> frozenset[str]:
    """A name in its Swedish definite form, with the name: "Vegan är såld" of a boat, a Vega."""
    return frozenset(
        word
        for one in ours
        for name in names
        if len(name) >= _NAME_LETTERS and one.startswith(name) and one[len(name) :] in _DEFINITES
        for word in (one, name)
    )


def same_person(ours: Claim, theirs: Claim) -> bool:
    """Whether both are about the speaker, or both about the same other person."""
    if ours.other == theirs.other:
        return True
    other = ours.other or theirs.other or ""
    if other in ours.names & theirs.names:
        return True
    # "Pappa bor på …" and "de har flyttat pappa": nobody else is named.
    values = ours.value_names | theirs.value_names
    others = [one for one in (ours.names ^ theirs.names) - values if not other.startswith(one)]
    is_of_one = not (ours.other and theirs.other) and not others
    return is_of_one and any(other.startswith(one) for one in ours.words & theirs.words)


def _is_settled(new: Statement) -> bool:
    """Whether a plan or wish holds now: it was decided, or something is wished no longer."""
    is_decided = new.claim.ends and not new.is_negated  # "nothing is decided"
    if not is_decided and PROPOSED.search(new.text.casefold()) is not None:
        return False  # somebody advises it, or jokes
    return is_decided or new.claim.reverses or (new.is_negated and new.claim.is_now)


def may_concern(new: Statement, known: Statement) -> bool:
    """Whether the mood of the two lets one change or deny the other.

    What is conditional, joint, temporary or unsure says nothing about what holds now.
    """
    ours, theirs = new.claim, known.claim
    if ours.adds or not same_person(ours, theirs):
        return False
    if new.is_hedged and not (ours.rejected and READ_BACK.search(new.text)):
        return False  # "you said you could spare 200. Is that so? – No, 150" is sure of 150
    is_denied_plan = new.is_negated and theirs.ends and not known.is_negated
    if ours.is_planned and not theirs.is_planned and not (_is_settled(new) or is_denied_plan):
        return False  # what is planned has not happened
    if ours.is_limited != theirs.is_limited:
        return False
    if ours.is_joint != theirs.is_joint and (ours.figures or theirs.figures):
        return False  # "between us we earn": the figure of two is nobody's own
    return not (ours.measure and theirs.measure and ours.measure != theirs.measure)


def same_periods(new: Claim, known: Claim) -> bool:
    """Whether the two speak of the same years and quarters, as far as both name any."""
    return not new.periods or not known.periods or bool(new.periods & known.periods)


def yearly(figure: Figure) -> float:
    """The figure of a year, so that monthly and yearly sums can be compared."""
    return figure.value * _IN_A_YEAR.get(figure.period or "year", 1.0)
