"""Who does what to whom: whether two statements give the same participants each other's places.

"Anna owes Bo 300" and "Bo owes Anna 300" share all their words and are two facts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from remembrancer.language.statement import Statement
from remembrancer.language.word_patterns import word_set

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’]s(?!\w))?|[,&/]")
# Where another clause begins, in which the participants may have places of their own.
_CLAUSE: Final = re.compile(
    r"(?<=[\w)])(?:[;:.–—]\s|,\s(?!and\s|och\s)|\s(?:because|since|so|but|while|when|if|which|who|as"
    r"|eftersom|så|men|medan|när|om|som|för att)\s)"
)
_PREPOSITIONS: Final = word_set(
    """
    to for from of at in on by with than after before over under behind between against into via
    till åt för från av hos i på med än efter före innan över bakom mellan mot genom
    """
)
_DETERMINERS: Final = word_set(
    """
    the a an our my your his her their its en ett vår vårt våra min mitt mina din ditt dina hans
    hennes deras sin sitt sina
    """
)
# A Swedish noun with its article behind it, and what families call each other.
_DEFINITE: Final = re.compile(
    r"\w{3,}(?:en|an|on|et|arna|erna|orna)$|(?:mamma|pappa|mormor|morfar|farmor|farfar|mum|mom|dad"
    r"|grandma|grandpa)$",
    re.IGNORECASE,
)
_JOINS: Final = frozenset({"and", "or", "och", "eller", "samt", "&", "/", ","})
_BESIDE: Final = frozenset({"with", "med"})  # "Anna sails with Bo": Bo sails with Anna
_PRONOUNS: Final = word_set("i we you he she they somebody jag vi du ni han hon de man någon")
_PASSIVE: Final = re.compile(
    r"(?<!\w)(?:is|are|was|were|been|got|är|var|blev|blir|blivit|\w{3,}(?:des|tes|vits|rats|lats))(?!\w)"
)
_AGENT: Final = frozenset({"by", "av"})
# Relations that hold both ways: whoever is named first.
_BOTH_WAYS: Final = re.compile(
    r"(?<!\w)(?:between|mellan|married|gift|engaged|together|tillsammans|same|samma"
    r"|each other|varandra|siblings?|syskon|neighbou?rs?|grannar?|next (?:door )?to|bredvid)(?!\w)"
)
_LETTERS: Final = frozenset("ABCDEFGHJKLMNOPQRSTUVWXYZ")  # not the pronoun
_CHOOSES: Final = re.compile(
    r"(?<!\w)(?:instead|rather|istället|i stället|hellre|snarare|no longer|not any ?more)(?!\w)"
)
_WHOSE: Final = "of"
_SUBJECT, _OBJECT = "subject", "object"


def have_other_roles(new: Statement, known: Statement) -> bool:
    """Whether two participants that both statements name stand in each other's places."""
    if len(new.claim.words & known.claim.words) < 2:
        return False
    texts = (new.text.casefold(), known.text.casefold())
    if new.claim.corrects or any(_BOTH_WAYS.search(text) for text in texts):
        return False
    if any(_CHOOSES.search(text) for text in texts):
        return False  # the other one is what was not chosen
    ours, theirs = _common_roles(new, known)
    is_denial = new.is_negated != known.is_negated  # "Bo doesn't like to sail with Anna"
    return any(
        ours[one] != ours[other]
        and (is_denial or _BESIDE.isdisjoint((ours[one], ours[other])))
        and (ours[one], ours[other]) == (theirs[other], theirs[one])
        for one, other in combinations(sorted(ours.keys() & theirs.keys()), 2)
    )


def are_turned_elsewhere(new: Statement, known: Statement) -> bool:
    """Whether somebody named in both stands behind another preposition: "buy from", "sell to"."""
    ours, theirs = _common_roles(new, known)
    return any(
        role != theirs[one] and role in _PREPOSITIONS and theirs[one] in _PREPOSITIONS
        for one, role in ours.items()
        if one in theirs
    )


def did_their_part(new: Statement, known: Statement) -> bool:
    """Whether somebody who is to be dealt with did the same: "pay Henrik", "Henrik paid us"."""
    if _PASSIVE.search(new.text.casefold()) is not None:
        return False
    begins = {_plain(word) for word in _TOKEN.findall(new.text)[:2]}
    names = _names(new) | _names(known)
    ours, theirs = _common_roles(new, known)
    for one in begins & ours.keys():
        if ours[one] != _SUBJECT:
            continue
        role = theirs[one]
        if role == _OBJECT or (role == _SUBJECT and _is_order(known, begins)):
            return one in names
        if role == _WHOSE or role in _PREPOSITIONS - _BESIDE:
            return True
    return False


def _is_order(one: Statement, begins: Collection[str]) -> bool:
    """Whether it begins with what is to be done, and not with who is to do it. A verb before a
    name is read as a part of that: "Pay Henrik"."""
    first, second = (*(_plain(word) for word in _TOKEN.findall(one.text)[:2]), "", "")[:2]
    if not first or _is_subject(first):
        return False
    return first not in _names(one) or (second in begins and first not in begins)


def _common_roles(new: Statement, known: Statement) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The places in both statements of the participants that both name."""
    tokens, others = (_TOKEN.findall(_CLAUSE.split(one.text)[0]) for one in (new, known))
    named = _participants(new, tokens) | _participants(known, others)
    ours, theirs = _roles(tokens, named), _roles(others, named)
    common = ours.keys() & theirs.keys()
    return {one: ours[one] for one in common}, {one: theirs[one] for one in common}


def _participants(one: Statement, tokens: Sequence[str]) -> frozenset[str]:
    """Names, single letters, and what stands behind an article: "the dog", "plan B"."""
    behind = {_plain(word) for before, word in pairwise(tokens) if _is_determiner(before, tokens)}
    definite = {
        _plain(word)
        for word in tokens
        if _DEFINITE.match(word) and any(word.startswith(stem) for stem in one.claim.words)
    }
    letters = {word.casefold() for word in tokens[1:] if len(word) == 1 and word in _LETTERS}
    return frozenset(_names(one) | behind | definite | letters) - _JOINS


def _names(one: Statement) -> set[str]:
    return {_plain(word) for name in one.names for word in _TOKEN.findall(name)} | {
        *one.claim.names
    }


def _is_determiner(word: str, tokens: Sequence[str]) -> bool:
    is_label = word == "A" and tokens[0] != word
    return word.casefold() in _DETERMINERS and not is_label


def _is_subject(word: str) -> bool:
    return word.casefold() in _PRONOUNS


def _roles(tokens: Sequence[str], participants: Collection[str]) -> Mapping[str, str]:
    """The place of each participant: behind which preposition, whose, or first and second."""
    roles: dict[str, str] = {}
    bare: list[str] = []
    before, last, role = "", "", ""
    is_told = False  # a pronoun is the subject
    for token in tokens:
        word = token.casefold()
        plain = _plain(word)
        if _is_subject(word) and not roles:
            is_told = True
        if plain in participants:
            is_of_one = bool(last) and before == last  # "plan B", "Harrow Foods"
            if word != plain:
                role = _WHOSE
            elif before in _PREPOSITIONS:
                role = before
            elif not (is_of_one or (before in _JOINS and role)):
                role = _OBJECT if is_told or _SUBJECT in roles.values() else _SUBJECT
                bare.append(plain)
            roles.setdefault(plain, role)
            last = plain
        if not _is_determiner(token, tokens):
            before = word
    agents = [one for one, role in roles.items() if role in _AGENT]
    if agents:  # "Velden was bought by Marlowe"
        roles.update(dict.fromkeys(bare, _OBJECT), **dict.fromkeys(agents, _SUBJECT))
    return roles


def _plain(word: str) -> str:
    return re.sub(r"['’]s$", "", word.casefold())
