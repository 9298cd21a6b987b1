"""Holders: whose it is that a sentence tells of, where it is not the speaker's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from remembrancer.rules.statements.forms import listed
from remembrancer.rules.statements.masks import Masked
from remembrancer.rules.statements.names import is_name, is_person

RELATIONS: Final = {
    word: relation
    for relation, forms in {
        "wife": "wife fru frun hustru hustrun maka",
        "husband": "husband maken make",
        "partner": "partner spouse sambo sambon partnern girlfriend boyfriend fiancé fiancée",
        "son": "son sonen sons",
        "daughter": "daughter dotter dottern daughters",
        "mother": "mother mum mom mamma mor",
        "father": "father dad pappa far",
        "brother": "brother bror brorsan",
        "sister": "sister syster",
        "parents": "parents föräldrar föräldrarna",
        "grandmother": "grandmother mormor farmor",
        "grandfather": "grandfather morfar farfar",
    }.items()
    for word in forms.split()
}
_SPEAKER: Final = listed(
    """
    i i'm i've i'd i'll we we're we've we'd we'll me jag vi you you're you've you'll du ni
    """
)
_OTHERS: Final = {  # what stands for somebody who was named before, or is known
    word: pronoun
    for pronoun, forms in {
        "he": "he he's he'd he'll han his hans him honom",
        "she": "she she's she'd she'll hon her hennes henne",
        "they": "they they're they've they'd they'll dom de their deras theirs them dem",
    }.items()
    for word in forms.split()
}
_THEIRS: Final = listed("his her their hans hennes deras")
_OURS: Final = listed("my our min mitt mina vår vårt våra mine")
_THE: Final = listed("the this that den det de these those both all")
_ONE: Final = listed(
    """
    a an one some another any someone somebody everyone everybody anyone most many few en ett
    någon några många flera alla andra
    """
)
_WORTHLESS: Final = listed("it this that there det här där what which who som vad man one")
_JOINTS: Final = listed(
    """
    and but or so that because since while whereas though although if when where than och men
    eller så att eftersom medan fast om när där än samt
    """
)
_BEHIND: Final = listed(  # what leads on to more about the one just named
    """
    of on at in from with for next i på av från hos med till near after before since during as
    efter innan sedan under
    """
)
_LINKS: Final = listed(
    """
    now currently also still just already only really usually always never recently soon then often
    actually has have had is are was were am been being will would shall should can could may might
    must do does did don't doesn't not to once nowadays apparently nu också fortfarande redan bara
    ju faktiskt ofta alltid aldrig har hade är var blir blev ska skall skulle kommer vill ville kan
    kunde får fick måste brukar inte numera idag förr tidigare themselves himself herself
    """
)
_ACTS: Final = re.compile(  # verbs of people and of firms
    r"(?:earn(?:s|ed|ing)?|tjän(?:ar|ade|at|a)|liv(?:es?|ed|ing)|bor|bodde|bott|works?|worked|working"
    r"|jobba\w*|arbeta\w*|want(?:s|ed|ing)?|wish(?:es)?|plan(?:s|ned|ning)|hop(?:es?|ed|ing)"
    r"|intends?|aims|aiming|prefer\w*|föredr\w+|us(?:es?|ed|ing)|använd\w*|kör(?:de|t)?|runs?|ran"
    r"|owns?|owned|äger|ägde|retir(?:es?|ed|ing)|employ(?:s|ed|ing)?|hir(?:es?|ed|ing)|anställ\w+"
    r"|tillämpa\w*|appl(?:y|ies|ied)|follow(?:s|ed)?|följ\w+|redovisa\w*|deklarera\w*|files?|filed"
    r"|reports|reported|mov(?:ed|ing)|flytta\w*|switch(?:es|ed|ing)?|byt(?:er|t|te)|migrat\w+"
    r"|upgrad\w+|uppgradera\w*|pays|paid|paying|betala\w*|puts?|sav(?:es|ed|ing)|spara\w*|makes"
    r"|making|made|gets?|got|takes|took|tar|tog|brings?|charges|charged|tjänat|thinks?|thought"
    r"|says|said|told|tells|säger|sa|tror|tycker|speaks?|spoke|talar|pratar|smokes?|röker|joined"
    r"|joining|started|starts|började|börjat|gick|går|gå|turn(?:s|ed)|fyller|fyllde|holds|held"
    r"|contribut\w+|sätter|avsätter|lägger|rents|rented|hyr|hyrde|lets|stops?|stopped|slutar"
    r"|slutade|omsätter|omsatte|heter|hette|bank(?:s|ed)|chose|chooses|väljer|valde|keeps?|kept"
    r"|stays?|stayed|stuck|pensioner\w+|hoppas|planerar|tänker|clears|pulls|suffers?|lider|eats?"
    r"|äter|drives?|needs?|behöver|likes?|gillar|loves?|became|becomes|went|goes|requires?)$"
)
_IS: Final = listed(  # of a thing as well: only who is known to be somebody is meant
    "is are was were has have had är var har hade pays brings makes takes gets blir blev runs starts"
)
_BARE: Final = listed("run use pay save rent work move plan live earn own have like hire employ")
_SOMEBODY: Final = re.compile(
    r"(?:friend|neighbou?r|colleague|co-?worker|boss|manager|assistant|cousin|uncle|aunt|nephew"
    r"|niece|mate|flatmate|roommate|housemate|landlord|tenant|lodger|guy|girl|bloke|man|woman|lady"
    r"|person|people|kid|child|children|student|ex|twin|sibling|spouse|fianc\S+|competitor|rival"
    r"|customer|supplier|subsidiary|subsidiaries|vendor|employer|employee|predecessor|successor"
    r"|accountant|solicitor|lawyer|adviser|advisor|broker|bookkeeper|trainee|intern|apprentice"
    r"|contractor|director|founder|investor|shareholder|teammate|peer|doctor|teacher|nurse|cleaner"
    r"|\S*-in-law|\S*husband|\S*wife|\S*mother|\S*father|\S*son|\S*daughter|\S*brother|\S*sister"
    r"|\S*partner|\S*parents?|mum|mom|dad|granny|grandma|grandpa|gran"
    r"|\S*vän(?:nen|ner|inna)?|\S*kompis(?:en|ar)?|\S*kollega(?:n)?|\S*kollegor|\S*grann(?:e|en|ar)"
    r"|\S*chef(?:en|er)?|\S*kusin(?:en|er)?|moster|faster|morbror|farbror|svär(?:mor|far|son|dotter)"
    r"|svåger|svägerska|särbo|exet|\S*konkurrent(?:en|er)?|\S*leverantör(?:en|er)?|\S*kund(?:er)?"
    r"|\S*hyresgäst(?:en|er)?|\S*hyresvärd(?:en)?|\S*dotterbolag(?:et|en)?|\S*moderbolag(?:et)?"
    r"|\S*systerbolag(?:et)?|arbetsgivare(?:n)?|\S*bror(?:san)?|\S*syster|\S*dotter|\S*fru|\S*mamma"
    r"|\S*pappa|\S*föräldrar(?:na)?|\S*barn|tjej(?:en)?|kille(?:n)?|\S*kvinna(?:n)?|\S*mannen)"
    r"s?$"
)
_SUBJECTS: Final = listed(  # whom all of it is about, by what they are
    """
    client customer user owner company team firm business couple founder founders owners management
    organisation organization startup kunden ägaren användaren företaget bolaget firman teamet
    klienten ledningen grundaren grundarna ägarna paret företag bolag firma team kund klient
    verksamheten verksamhet byrån byrå agency shop studio practice school club family hushållet
    familjen household
    """
)
_OF_OTHERS: Final = listed("customer client kund klient user owner founder")  # "our customer"
_ANOTHER: Final = listed(
    """
    sister parent other old former previous ex late competing rival holding biggest largest main
    first second third next another new older younger elder best business second-hand whole former
    förra tidigare gamla andra största nya näst bästa äldre yngre före holding
    """
)
_NOT_OURS: Final = listed("whole entire new own small little hela nya egna egen lilla")
_GENERAL: Final = listed(
    """
    average median typical minimum maximum starting market national going snittet median genomsnittlig
    genomsnittliga medel vanlig minimi legal statutory state
    """
)
_NO_PERSON: Final = listed(
    """
    plan goal aim hope dream idea intention wish target preference job role contract position offer
    planen målet tanken drömmen avsikten önskan jobbet tjänsten salary pay lön lönen income name
    office home house place year month quarter week today now currently year's thing rest most
    answer point problem question truth fact number total rate price deal account accounts
    framework system books budget forecast reports data bookkeeping accounting bokföringen
    redovisningen systemet sales turnover revenue staff workforce headcount
    """
)
_TOKEN: Final = re.compile(r"[\w'-]+|[^\w\s]")
_STOPS: Final = frozenset(".,;:!?()–—-/\"")
_WORDS_MAX: Final = 6  # of one name for somebody
_GENITIVE: Final = re.compile(r"^(.{2,}?)(?:'s|s')$")
_RELATED: Final = re.compile(
    r"\b(?:my|his|her|their|our|min|mitt|hans|hennes|deras|vår|[\w-]+'s)\s+(?:\w+\s)?("
    + "|".join(RELATIONS)
    + r")(?P<of>'?s(?=\s\w))?\b"
)
_OF: Final = re.compile(r"\b(?:of|for|av|för|till|to)\s+$")
_TO_ME: Final = re.compile(r"\b(?:pays?|paid|gives?|ger|betalar)\s+(?:me|us|mig|oss)\b")
_FIRST: Final = re.compile(r"\W*([\w'-]+)(?:\s+([\w'-]+))?")
_FIRST_PERSON: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|we'd|we'll|our|us|me|mine|jag|vi|min|mitt"
    r"|mina|vår|vårt|våra|mig|oss)(?![\w])",
    re.IGNORECASE,
)
PRONOUNS: Final = frozenset({"he", "she", "they"})


class Held(NamedTuple):
    """Who has it."""

    name: str | None  # None: the speaker, or whom all of it is about
    is_any: bool = False  # somebody who is not told apart from others: "a friend of mine", "nurses"


_OWN: Final = Held(None)


def speaks_of_itself(text: str) -> bool:
    """Whether whoever says it speaks of themselves: "I", "our"."""
    return _FIRST_PERSON.search(text) is not None


def held(masked: Masked, match: re.Match[str]) -> Held:
    """Whose it is, where the words say so; else the speaker's, or whom all of it is about."""
    groups = match.groupdict()
    if groups.get("who") in ("who", "som"):
        return Held(_spoken_of(masked.text[: match.start("who")]))
    if _TO_ME.search(match[0]):
        return _OWN
    for one in _RELATED.finditer(masked.low, match.start() + 1, match.end()):
        if one["of"] or _OF.search(masked.low, match.start(), one.start()):
            return Held(RELATIONS[one[1]])  # "into my wife's pension"
    told = _subject(masked, match)
    return Held(_named(masked, match)) if told is None else told


def _named(masked: Masked, match: re.Match[str]) -> str | None:
    """The name that acts or owns: "Anna earns", "Anna's pay"."""
    groups = match.groupdict()
    if groups.get("who") is not None:
        who = masked.text[slice(*match.span("who"))].removesuffix("'s")
        return who if is_name(who) and who.lower() not in _SUBJECTS | _SPEAKER else None
    ahead = masked.text[: match.start()]
    first = _FIRST.match(ahead, ahead.rfind(", ") + 1)
    if first is None or not is_person(masked.text, first.start(1)):
        return None
    if _ACTS.match(first[1].lower()) is not None or first[1].lower() in _NO_PERSON:
        return None  # "Wants to retire": a note, and nobody's name
    known = first[2]
    word = first[1].removesuffix("'s")
    return f"{word} {known}" if known and is_name(known) else word


def _spoken_of(before: str) -> str | None:
    """Whom "who" stands for: the name or the relative right before it."""
    words = before.rstrip(" ,").split()
    last = words[-1].strip(",.") if words else ""
    if is_name(last):
        return last
    return RELATIONS.get(last.lower())


class _Word(NamedTuple):
    text: str
    start: int


def _subject(masked: Masked, match: re.Match[str]) -> Held | None:
    """Who does it or owns it, by the subject that stands nearest; None: none is to be seen."""
    low = masked.low
    words = [_Word(one[0], one.start()) for one in _TOKEN.finditer(low, 0, match.end())]
    found: Held | None = None
    earlier: Held | None = None  # whom "he" may stand for
    is_fresh = True  # a clause begins here
    place = 0
    while place < len(words) and words[place].start <= match.start() + _reach(match):
        word = words[place].text
        if word in _STOPS or word in _JOINTS or word[:1] >= "\ue000":
            is_fresh, place = True, place + 1
            continue
        if word in _SPEAKER:
            found, is_fresh, place = _OWN, False, place + 1
            continue
        is_beside = place > 1 and words[place - 1].text in ("and", "och", "&") and found is _OWN
        told, place = _phrase(masked, words, place, match, is_fresh=is_fresh)
        if told is not None and not is_beside:  # "my wife and I", "jag och min fru"
            if told.name in PRONOUNS and earlier is not None and earlier.name is not None:
                told = earlier
            found = told
            if told.name is not None:
                earlier = told
        is_fresh = False
    return found


def _reach(match: re.Match[str]) -> int:
    """How far into the match the subject may go: through whoever the rule itself reads."""
    who = match.re.groupindex.get("who")
    return match.end("who") - match.start() if who and match["who"] else 0


def _phrase(
    masked: Masked, words: list[_Word], place: int, match: re.Match[str], *, is_fresh: bool
) -> tuple[Held | None, int]:
    """Whoever a phrase that begins here names, and where to read on."""
    first = words[place].text
    after = place + 1
    if first in _OTHERS and first not in _THEIRS and not (
        first == "de" and not _is_verb(words, after)
    ):
        return (Held(_OTHERS[first]) if _is_verb(words, after) or first[-3:-2] == "'" else None), after
    is_led = first in _THEIRS or first in _OURS or first in _THE or first in _ONE
    if not is_led and not (is_fresh and first not in _BEHIND and not _is_verb(words, place)):
        return None, after
    begin = after if is_led and first not in ("someone", "somebody", "everyone") else place
    end, more = _end(words, begin)
    inner = [one.text for one in words[begin:end]]
    if not inner or inner[0] in _WORTHLESS:
        return None, max(after, end)
    told = _whose(masked, words, first, begin, end, more, match)
    if told is not None and place > 1 and words[place - 1].text in ("of", "av"):
        told = told._replace(is_any=told.is_any or words[place - 2].text in _ONE)
    return told, max(after, end, more)


def _end(words: list[_Word], begin: int) -> tuple[int, int]:
    """Where the words of a name end, and where what tells it apart ends: "on my team"."""
    end = begin
    while end < len(words) and end - begin < _WORDS_MAX:
        word = words[end].text
        if word in _STOPS or word in _JOINTS or word in _BEHIND or word[:1] >= "\ue000":
            break
        if word in _SPEAKER or (end > begin and word in _OTHERS):
            break
        if end > begin and _is_verb(words, end):
            break
        end += 1
    more = end
    is_speaker = end < len(words) and words[end].text == "i" and _is_verb(words, end + 1)
    if end < len(words) and words[end].text in _BEHIND and not is_speaker:
        more += 1
        while more < len(words) and more - end <= 3 and not _is_verb(words, more):
            if words[more].text in _STOPS or words[more].text[:1] >= "\ue000":
                return end, end
            more += 1
        if not _is_verb(words, more):
            more = end
    return end, more


def _is_verb(words: list[_Word], place: int) -> bool:
    if place >= len(words):
        return False
    word = words[place].text
    if word in _LINKS or _ACTS.match(word) is not None:
        return True
    before = words[place - 1].text if place else ""
    return word in _BARE and before.endswith("s") and not before.endswith("'s")


def _whose(
    masked: Masked,
    words: list[_Word],
    led: str,
    begin: int,
    end: int,
    more: int,
    match: re.Match[str],
) -> Held | None:
    inner = [one.text for one in words[begin:end]]
    reaches = _stretch(words, end) > match.start() + _reach(match)
    owner = _owner(inner, reaches=reaches)
    is_own_noun = reaches and not _begins_with_verb(words, match)
    if is_own_noun or (owner and not _is_verb(words, more)):
        # The slot's own noun: "my salary"; whose it is stands before it.
        if owner is not None:
            return _called(masked, words, begin, owner, led)
        if led in _THEIRS:
            return Held(_OTHERS[led])
        if not _GENERAL.isdisjoint(inner):
            return Held(" ".join(one for one in inner if one in _GENERAL), is_any=True)
        return _OWN if led in _OURS else None
    if not _is_verb(words, more) and not _starts_here(words, more, match):
        return None
    verb = words[more].text if more < len(words) else ""
    head = inner[-1]
    if head in _NO_PERSON or head in _LINKS:
        return _OWN if led in _OURS else None
    if owner is None and _is_subject(led, inner):
        return _OWN
    is_somebody = _SOMEBODY.match(head) is not None or head in RELATIONS or head in _SUBJECTS
    if not is_somebody and verb in _IS and led in (*_OURS, *_THE):
        return None
    if not is_somebody and is_name(masked.text[words[begin].start :].split()[0]) and led not in _ONE:
        return None  # a name: it is read as such
    said = [one.text for one in words[begin : max(end, more)]]
    if led in _ONE or (led not in _OURS | _THE | _THEIRS and _is_plural(head)):
        return Held(" ".join(said), is_any=True)
    if led in _THEIRS:
        said = [_OTHERS[led], *said]
    return Held(_plain(said))


def _owner(inner: list[str], *, reaches: bool) -> str | None:
    """Who owns what a phrase ends with: "wife" of "wife's salary", "dotterbolagets revisor"."""
    for number, word in enumerate(inner):
        found = _GENITIVE.match(word)
        is_last = number == len(inner) - 1
        if found is not None and not (is_last and not reaches):
            return " ".join((*inner[:number], found[1]))
        if not is_last and word.endswith("s") and _SOMEBODY.match(word[:-1]) is not None:
            if word[:-1] in RELATIONS or word[-3:-1] not in ("er",):
                return " ".join((*inner[:number], word[:-1]))
    return None


def _called(masked: Masked, words: list[_Word], begin: int, owner: str, led: str) -> Held:
    first = masked.text[words[begin].start :].split()[0]
    if is_name(first) and led == words[begin].text and _SOMEBODY.match(owner) is None:
        return Held(masked.text[words[begin].start : words[begin].start + len(owner)])
    if _is_subject(led, owner.split()):
        return _OWN
    return Held(_plain(owner.split()), is_any=led in _ONE)


def _stretch(words: list[_Word], end: int) -> int:
    return words[end - 1].start + 1 if end else 0


def _starts_here(words: list[_Word], place: int, match: re.Match[str]) -> bool:
    return place < len(words) and words[place].start >= match.start()


def _begins_with_verb(words: list[_Word], match: re.Match[str]) -> bool:
    place = next((n for n, one in enumerate(words) if one.start >= match.start()), len(words))
    return _is_verb(words, place)


def _is_subject(led: str, inner: list[str]) -> bool:
    """Whether it is what all of it is about: "the company", "our team", "my client"."""
    head = inner[-1]
    if head not in _SUBJECTS:
        return False
    if head in _OF_OTHERS and led in ("our", "vår", "one", "a", "an", "en"):
        return False
    return led not in _ONE and _ANOTHER.difference(_NOT_OURS).isdisjoint(inner[:-1])


def _is_plural(word: str) -> bool:
    return word.endswith(("s", "people", "children", "or", "ar", "er", "folk"))


def _plain(said: list[str]) -> str:
    """The same person by the same name, whatever the language; "ex", "old" and such are kept."""
    if said[-1] in RELATIONS and _ANOTHER.isdisjoint(said) and len(said) <= 2:
        return RELATIONS[said[-1]]
    return " ".join(said)


def others(text: str) -> Iterator[str]:
    """Relatives that a text names, in order: whom "she" may stand for later on."""
    for found in _RELATED.finditer(text.lower()):
        yield RELATIONS[found[1]]
