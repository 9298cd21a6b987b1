"""Main clauses: the parts of a text that each state something by themselves.

"The passport is renewed, the vet did it, so tick that off" says one thing about the passport, and
the rest of the sentence does not limit it.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set

CLAUSES_MAX: Final = 6  # of one text: a longer one is a story
_CHARACTERS_MAX: Final = 400
_WORDS_MIN: Final = 3
_EDGES: Final = " ,.!–—"
_JOINT: Final = re.compile(
    r"\s*[;:]\s+|[.!?…]+\s+|\s+[–—-]+\s+|\s*,?\s+(?:but|and|so|och|men|så)\s+|\s*,\s+|\s*\("
    r"|\s*[\u2600-\u27bf\U0001f000-\U0001faff]+\s*"
)
_AND: Final = re.compile(r"\s*(?:and|och)\s*")
_FIRST: Final = re.compile(r"[^\W_]+")
_VERB: Final = re.compile(
    r"(?<![\w'])(?:is|are|was|were|am|has|have|had|will|can|does|did|do|är|var|har|hade|ska|kan|får"
    r"|måste|blir|blev|går|bor|ger|tar)(?!\w)|\w'(?:re|ve|m)\s|^\W*(?:i|we|they|jag|vi|de)\s\w"
    r"|\w's\s(?:\w+ed|an?|the|now|not|been|in|on|at|with)(?!\w)"
    r"|(?<=\s)[a-zåäö]{3,}(?:ed|[^s]s|ar|er|ade|te)(?!\w)"
)
_QUOTED: Final = re.compile(r"[\"“”„«»]")
# "Reminder that …", "kom ihåg att …": what is said stands behind it.
_LEAD: Final = re.compile(
    r"\W*(?:(?:just|a|quick|small|please|bara|en)\s)*(?:reminder|remember|note|kom ihåg|påminnelse)"
    r"(?:\s(?:that|att|om att))?\s+",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(
    r"(?:is|are|was|were|has|had|will|can|does|är|var|har|hade|ska|kan|får|blir|blev|bor|går)\s"
)
_PERSON: Final = re.compile(r"(?:i|we|they|jag|vi|de)(?!\w)|\w+'")
# "Sent the form this morning", "Var förbi banken": in talk a sentence may begin with its verb.
_I_LEFT_OUT: Final = re.compile(
    r"(?:sent|got|did|paid|went|was at|spoke|gave|took|made|\w{3,}ed|var|fick|tog|gjorde|gick"
    r"|\w{3,}(?:ade|kte|gde|rde|tte|kade))\s\w"
)
# "Since the pay rise came through I'm paying more": what it says stands behind the reason.
_LED_BY: Final = re.compile(
    r"(?:(?:förresten|anyway|also),?\s)?(?:since|because|now that|after|eftersom|efter|sedan)\s"
    r"(?:[\w'-]+\s){2,9}?"
    r"(?=(?:i|we)(?:'\w+)?\s|[^\W\d_]{2,}\s(?:jag|vi)\s)",
    re.IGNORECASE,
)
_TURNED: Final = re.compile(r"[a-zåäö]{2,}\s(?:jag|vi)\s")  # "är vi sex": behind what leads to it
_SUPINE: Final = re.compile(r"\w{3,}(?:at|it|tt|mt|ut)\s(?:att|på|för|till|inte)\s")
# It belongs to the clause before, or speaks of somebody whom that names.
_DEPENDS: Final = word_set(
    """
    that which who whose whom because if when while where since unless until before after although
    though as than to for with without in on at by of about not no nor or either both he she
    they it you your dear his her their its him them this these those there here what how why yes
    att som vilken vilket vars eftersom om när medan där tills innan efter fast fastän än för med
    utan i på av till inte ingen inget inga eller antingen både du ni din er han hon de den det
    dess hans hennes deras honom henne dem denna detta dessa vad hur varför ja nej
    """
)
_ASSENT: Final = re.compile(
    r"^\W*(?:yes|yeah|no|ja|jo|nej)(?=,?\s(?:i|we|jag|vi)\s)", re.IGNORECASE
)
_OWN: Final = re.compile(
    r"\W*(?:(?-i:I)(?!\w)|i'|as of\s|(?:it(?:'s| is| was)|det är)\s(?-i:[A-ZÅÄÖ])"
    r"|det (?:blir|finns)\s|there(?:'s|\s)|these days\s)",
    re.IGNORECASE,
)
# Behind these the whole text is limited, and none of its clauses holds alone.
_LIMITS: Final = re.compile(
    r"(?<!\w)(?:except|unless|if|apart from|provided|only|until|maybe|perhaps|says?|said|reckons?"
    r"|thinks?|thought|imagine|would|could|might|used to"
    r"|utom|förutom|såvida|om|ifall|bara|tills|kanske|säger|sa|tycker|tror|skulle|kunde)(?!\w)"
)


# What is expected of it behind a clause does not limit the clause: "…, they should be here soon".
_EXPECTED: Final = re.compile(
    r"\s*[,;–—.-]\s+(?:(?:hör av (?:er|dig)|säg till|hojta|let me know|tell me|shout|ping me)(?!\w)"
    r"[^.;]*[.;!]?\s*$|(?:so\s|så\s)?(?:they|it|he|she|that|de|den|det|han|hon|dom)"
    r"(?:'ll|\swill|\sshould|\sought to|\smight|\sska|\sborde|\sbör|\skommer|\skan)\s"
    r"[^.;]*[.;!]?\s*$)",
    re.IGNORECASE,
)


def main_clauses(text: str) -> tuple[str, ...]:
    """The clauses of a text that have a subject and a verb of their own; empty: it has only one."""
    whole = text.strip(_EDGES)
    text = _EXPECTED.sub("", text)
    low = text.lower()
    if _QUOTED.search(text):
        return ()  # somebody else's words
    if len(text) > _CHARACTERS_MAX or text.rstrip().endswith("?") or _LIMITS.search(low):
        return ()
    found: list[str] = []
    lead = _LEAD.match(text)
    start, last = lead.end() if lead else 0, None
    for joint in (*_JOINT.finditer(text, start), None):
        end = len(text) if joint is None else joint.start()
        if joint is not None and _AND.fullmatch(joint[0]) and not stands(text[joint.end() :]):
            continue  # two things, and no two clauses
        led = _LED_BY.match(text, start, end)
        start = led.end() if led else start
        if stands(text[start:end]):
            found.append(text[start:end].strip(_EDGES))
            last = start
        elif _GOES_ON.match(text, start):
            return ()  # "Mia, his sister, was born": what stands between is no clause
        elif last is not None and text[start:end].strip(_EDGES):
            found.append(text[last:end].strip(_EDGES))  # "…, same time" may belong to it
            last = None
        start = end if joint is None else joint.end()
    return tuple(one for one in found if one != whole)[:CLAUSES_MAX]


def stands(clause: str) -> bool:
    """Whether it has a subject at its start, and a verb behind it."""
    clause = _ASSENT.sub("", clause)
    low = clause.lower().replace("’", "'").strip()
    words = _FIRST.findall(low)
    if len(words) < _WORDS_MIN or ")" in clause:
        return False
    if words[0] in _DEPENDS and not _OWN.match(clause):
        return False
    if _SUPINE.match(low):
        return False  # "…, decided to go": whose decision it is stands before
    found = _VERB.search(low)
    if found is not None and low.startswith(words[0]) and found.start() == 0:
        # Without a subject it belongs to another clause, unless the speaker left out "I".
        if _TURNED.match(low) is not None:
            return True
        return _PERSON.match(low) is not None or _I_LEFT_OUT.match(low) is not None
    return found is not None or _I_LEFT_OUT.match(low) is not None
