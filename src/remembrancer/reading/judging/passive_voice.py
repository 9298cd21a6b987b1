"""Recognises active and passive forms of the same sentence."""

from __future__ import annotations

import re
from typing import Final

_PASSIVE: Final = re.compile(
    r"(?P<done_to>.+?)\s+(?:(?:is|are|was|were|gets?|är|blir|var|blev)\s+)?(?P<how>(?:not|never"
    r"|always|only|usually|now|inte|aldrig|alltid|bara|nu)\s+)?(?P<verb>[^\W\d_]{3,})\s+(?:by|av)\s+"
    r"(?P<doer>.+)"
)
_BE: Final = re.compile(r"\s(?:is|are|was|were|gets?|är|blir|var|blev)\s")
_ARTICLES: Final = frozenset({"the", "a", "an", "our", "den", "det", "de", "vår", "vårt", "våra"})
_HOW: Final = frozenset(
    {*("not", "never", "always", "only", "usually", "now"), *("inte", "aldrig", "alltid", "bara")}
    | {"nu", "do", "does", "doesn't", "don't"}
)
_DENIES: Final = frozenset({"not", "never", "doesn't", "don't", "inte", "aldrig"})
_ROOTS: Final = {  # irregular verb forms
    **dict.fromkeys(("sends", "send", "sent"), "send"),
    **dict.fromkeys(("pays", "pay", "paid"), "pay"),
    **dict.fromkeys(("makes", "make", "made"), "make"),
    **dict.fromkeys(("keeps", "keep", "kept"), "keep"),
    **dict.fromkeys(("runs", "run"), "run"),
    **dict.fromkeys(("does", "do", "done"), "do"),
    **dict.fromkeys(("owns", "own", "owned"), "own"),
    **dict.fromkeys(("leads", "lead", "led"), "lead"),
    **dict.fromkeys(("writes", "write", "written"), "write"),
    **dict.fromkeys(("äger", "ägs", "ägd"), "äga"),
    **dict.fromkeys(("gör", "görs", "gjord"), "göra"),
}
_ENDING: Final = re.compile(r"(?:ies|ied|es|ed|s|ing|ns|nar|ner|ar|er|as|ad|at|d|t|e|n|r|y)$")
_ROOT_MIN: Final = 3
_WORDS_MAX: Final = 12  # longer sentences say more than one thing


def is_passive_pair(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one is the passive form of the other: "X does Y", "Y is done by X"."""
    return _is_passive_of(one, other) or _is_passive_of(other, one)


def _is_passive_of(passive: tuple[str, ...], active: tuple[str, ...]) -> bool:
    if not ("by" in passive or "av" in passive) or "by" in active or "av" in active:
        return False
    if max(len(passive), len(active)) > _WORDS_MAX:
        return False
    text = " ".join(passive)
    found = _PASSIVE.fullmatch(text)
    if found is None or (" by " in text and not _BE.search(text)):
        return False
    if _denies(passive) != _denies(active):
        return False
    doer, done_to = _bare(found["doer"].split()), _bare(found["done_to"].split())
    told = _bare(active)
    verb = told[len(doer) : len(doer) + 1]
    if [*doer, *verb, *done_to] != told or not verb:
        return False
    return _root(verb[0]) == _root(found["verb"])


def _denies(words: tuple[str, ...]) -> bool:
    return not _DENIES.isdisjoint(words)


def _bare(words: tuple[str, ...] | list[str]) -> list[str]:
    return [word for word in words if word not in _ARTICLES and word not in _HOW]


def _root(verb: str) -> str:
    if verb in _ROOTS:
        return _ROOTS[verb]
    cut = _ENDING.sub("", verb)
    return cut if len(cut) >= _ROOT_MIN else verb
