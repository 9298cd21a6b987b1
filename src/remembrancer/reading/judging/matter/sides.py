"""Which side of a figure or a time a statement is about: over or under, before or after."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.statement import Statement
from remembrancer.reading.judging.matter.statement_words import moved_by

_ABOVE: Final = (
    r"(?:over|above|more than|at least|from|exceeding|over and above|aged? over|över|minst|mer än"
    r"|fler än|från|som överstiger)"
)
_BELOW: Final = (
    r"(?:under|below|less than|fewer than|at most|up to|no more than|max(?:imum)?|aged? under"
    r"|högst|mindre än|färre än|upp till|maximalt|som understiger)"
)
# Behind the first words of a sentence a bound tells which cases it is about: "orders above £500
# need". Behind a verb it may tell roughly how much there is.
_CASES: Final = tuple(
    re.compile(
        rf"^\W*(?:(?!(?:is|are|has|have|had|was|were|är|har|hade|var)\s)[^\W\d_]+\s){{1,3}}{side}"
        r"\s(?:[£$€]\s?)?\d"
    )
    for side in (_ABOVE, _BELOW)
)
_AXES: Final = tuple(
    tuple(re.compile(rf"(?<!\w){side}(?!\w)") for side in sides)
    for sides in (
        (_ABOVE + r"\s(?:[£$€]\s?)?(?=\d)\S+", _BELOW + r"\s(?:[£$€]\s?)?(?=\d)\S+"),
        ("(?:before|until|före|innan|tills?)", "(?:after|since|efter|sedan)"),
        (
            "(?:with|med|includ(?:es|ed|ing)|inklusive|inkl)",
            "(?:without|utan|exclud(?:es|ed|ing)|exklusive|exkl)",
        ),
        ("(?:within|inside|inom)", "(?:outside|utanför)"),
        (
            "(?:in advance|start|beginning|början|i förskott)",
            "(?:in arrears|end|slutet|i efterskott)",
        ),
    )
)


def are_other_cases(new: Statement, known: Statement) -> bool:
    """Whether one is about the cases over a figure, and the other about those under one."""
    ours, theirs = (
        [side for side in _CASES if side.search(one.text.casefold())] for one in (new, known)
    )
    return bool(ours and theirs) and ours != theirs


def are_opposed(new: Statement, known: Statement) -> bool:
    """Whether the two can not say the same: one says over, with or before, the other the
    opposite; or something rose by a figure, and to it."""
    low, other = new.text.casefold(), known.text.casefold()
    for sides in _AXES:
        ours, theirs = ([bool(side.search(text)) for side in sides] for text in (low, other))
        is_on_one = any(one and other for one, other in zip(ours, theirs, strict=True))
        if any(ours) and any(theirs) and not is_on_one:
            return True
    return bool(new.amounts and known.amounts) and moved_by(new) != moved_by(known)
