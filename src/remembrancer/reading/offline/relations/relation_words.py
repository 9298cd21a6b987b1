"""The closed word classes of relations: kinship, jobs, and what makes a sentence not plain."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.common_words import common_words
from remembrancer.language.given_names import is_given_name
from remembrancer.language.holder_words import ONE, OTHERS, PERSON, RELATIONS, SPEAKER, THE
from remembrancer.language.names import is_name
from remembrancer.language.places import is_place
from remembrancer.language.word_patterns import alternation, word_set

# Letters that begin a name, in the Latin, Greek, Cyrillic and Armenian scripts.
UPPER: Final = "[" + "".join(chr(code) for code in range(0x41, 0x590) if chr(code).isupper()) + "]"

_PERSON_WORD: Final = rf"{UPPER}(?:'{UPPER})?[^\W\d_]*(?:-{UPPER}[^\W\d_]+)*"
PERSON_NAME: Final = (
    rf"(?:@[\w.-]*\w|{_PERSON_WORD}(?: (?:(?:de|von|van|der|af|la|al|bin|di|da) )?{_PERSON_WORD})"
    r"{0,3})"
)
_THING_WORD: Final = rf"(?:{UPPER}|\d{{1,3}}{UPPER}|[a-z]{UPPER})[\w&'.+#/-]*"
THING_NAME: Final = rf"(?:{_THING_WORD}(?: (?:(?:of|för|de|&) )?{_THING_WORD}){{0,4}})"

_KIN: Final = {
    word: basis
    for basis, forms in {
        "partner": "flickvän pojkvän särbo fästman fästmö",
        "cousin": "cousin kusin",
        "aunt": "aunt moster faster",
        "uncle": "uncle morbror farbror",
        "niece": "niece systerdotter brorsdotter",
        "nephew": "nephew systerson brorson",
        "friend": "friend mate kompis vän väninna polare",
        "colleague": "colleague coworker co-worker workmate teammate kollega arbetskamrat",
        "flatmate": "flatmate roommate housemate",
    }.items()
    for word in forms.split()
}
_MANY: Final = word_set("parents föräldrar föräldrarna sons daughters")
KIN: Final = {word: basis for word, basis in RELATIONS.items() if word not in _MANY} | _KIN
KIN_ADJECTIVE: Final = (
    r"(?:(?:older|younger|elder|big|little|best|close|good|dear|old|twin|bästa|goda|god|nära|gamla"
    r"|lilla|stora|äldre|yngre)\s+)?"
)
KIN_WORD: Final = alternation(KIN)
PAIRS: Final = {  # what two people are to each other
    **dict.fromkeys(("friends", "mates", "vänner", "kompisar"), "friend"),
    **dict.fromkeys(("colleagues", "coworkers", "co-workers", "kollegor"), "colleague"),
    **dict.fromkeys(("siblings", "syskon"), "sibling"),
    **dict.fromkeys(("sisters", "systrar"), "sister"),
    **dict.fromkeys(("brothers", "bröder"), "brother"),
    **dict.fromkeys(("cousins", "kusiner"), "cousin"),
    **dict.fromkeys(("flatmates", "roommates", "housemates"), "flatmate"),
    **dict.fromkeys(("married", "engaged", "a couple", "gifta", "förlovade", "ett par", "sambor",
                     "partners"), "partner"),
    "close": None,
}  # fmt: skip
# What only people are to each other: if one is a person, so is the other.
FAMILY: Final = frozenset({"sibling", "sister", "brother", "cousin", "partner"})
FIRMS_TOO: Final = frozenset({"partners", "close"})  # of them, what firms are to each other as well

# A job by its shape: an acronym, a head or lead, or the ending of a word for who does something.
_JOB_ENDS: Final = re.compile(
    r"(?:er|or|ist|ian|eer|ant|yst|ect|are|ör|iker|log|nom|chef|ledare|ansvarig)$"
)
_JOB_WORDS: Final = word_set(
    """
    head lead intern chief vd nurse midwife cook clerk pilot judge guard trainee apprentice
    associate postdoc priest secretary sjuksköterska barnmorska kock präst lärling vikarie
    """
)
_NO_JOBS: Final = word_set(  # who comes to a place, takes part or deals with it and is not employed
    """
    customer member visitor speaker user passenger believer sister brother mother father daughter
    volunteer outsider stranger winner investor donor prisoner lodger player dancer shareholder
    stakeholder newcomer traveler traveller partner other better monster besökare användare talare
    deltagare tittare köpare delägare buyer shopper subscriber follower supporter sponsor backer
    supplier vendor tenant renter lodger borrower creditor debtor camper diner guest tourist
    applicant contestant competitor contender participant entrant finalist medalist panelist
    panellist finisher runner exhibitor presenter spectator viewer listener protester beginner
    learner starter amateur killer loser disaster pensioner claimant defendant occupant inhabitant
    nybörjare utställare åskådare motståndare vinnare förlorare åhörare hyresgäst
    """
)
_ROLE_WORDS_MAX: Final = 5
_NO_ROLE_ENDS: Final = word_set("usual well always expected before vanligt vanlig alltid innan own")
_ARTICLES: Final = word_set("a an the en ett")
_NOBODY: Final = ONE | SPEAKER | THE | frozenset(OTHERS) | frozenset(RELATIONS)

_SAYS: Final = re.compile(  # verbs of saying, thinking, wishing and inventing: a clause under one
    # of them is not stated by the speaker
    r"(?<![\w'])(?:say|says|said|saying|tells?|told|heard|hears?|thinks?|thought|claim(?:s|ed)?"
    r"|reckon(?:s|ed)?|believe[sd]?|wrote|writes?|mention(?:s|ed)|swears?|swore|jok(?:es?|ed|ing)"
    r"|hop(?:es?|ed|ing)|wish(?:es|ed)?|dream(?:s|ed|t)?|pretend(?:s|ed)?|guess(?:es|ed)?|bets?"
    r"|assum(?:es?|ed)|imagin(?:es?|ed)|doubts?|wonder(?:s|ed)?|supposed(?:ly)?|rumou?r\w*"
    r"|according|whether|unless|almost|nearly|basically|practically|fake|fictional|novel"
    r"|säger|sa|sade|sagt|berätta\w*|hörde|hört|tror|trodde|påstå\w*|påstod|hävda\w*|skrev|skämta\w*"
    r"|hoppas|hoppades|önska\w*|dröm\w*|låtsas|gissa\w*|antar|undrar|enligt|rykt\w+|nästan"
    r"|typ|huruvida)(?![\w'])"
)
_PLAYFUL: Final = re.compile(
    r"(?<!\w)(?:lol|lmao|rofl|a?ha(?:ha)+h?|hehe\w*|xd)(?!\w)|[\U0001f602\U0001f923\U0001f61c\U0001f609"
    r"\U0001f606\U0001f61d\U0001f643]"
)
_TAKEN_BACK: Final = re.compile(
    r"(?<!\w)(?:jk|(?:just |only |i'm |am )?(?:kidding|joking)|not really|(?:bara )?skoja\w*"
    r"|på skoj|skämt\w*|not true|inte sant)(?!\w)|(?:^|\s)/s(?:\s|$)"
)
# Endings of abstract nouns and of Swedish definite nouns: departments, activities and qualities.
_NOUN_ENDS: Final = re.compile(
    r"(?:ing|ings|tions?|sions?|ments?|ness|ity|ities|ance|ence|ancy|ency|ism|ship|ware|het|heten"
    r"|skap|skapet|ingen|tionen|arna|erna|orna|mentet)$"
)
_NOUN_LENGTH_MIN: Final = 6  # shorter names end like that by chance: "Ming", "Ling"
_TITLE: Final = re.compile(r"(?:Dr|Prof|Professor|Doktor|Mr|Mrs|Ms|Miss|Sir|Herr|Fru)\.? ")
_SECOND_THOUGHT: Final = re.compile(
    r"(?:(?:oh|no|ah|sorry|hm+|well|nej|förlåt|äh)\b[ ,.!]*)*"
    r"(?:wait|oops|whoops|i mean|or rather|or maybe|actually,? no|strike|scratch|vänta|hoppsan|oj"
    r"|jag menar?|eller (?:snarare|kanske|rättare))(?!\w)"
)
_QUOTES: Final = re.compile(r"[\"“”«»„]|(?<!\w)'[^']+'(?!\w)")


def is_attributed(low: str) -> bool:
    """Whether somebody says, thinks, hopes or invents it, so that the speaker does not state it."""
    return _SAYS.search(low) is not None or _QUOTES.search(low) is not None


def is_playful(low: str) -> bool:
    """Whether the words laugh at what they say."""
    return _PLAYFUL.search(low) is not None


def is_taken_back(low: str) -> bool:
    """Whether the text says that what it says is a joke."""
    return _TAKEN_BACK.search(low) is not None


def is_second_thought(low: str) -> bool:
    """Whether a sentence opens as one does that mends what was just said."""
    return _SECOND_THOUGHT.match(low) is not None


def is_person_name(name: str) -> bool:
    """Whether capitalised words can be a person: no pronoun, kinship, acronym, town or noun."""
    if name.startswith("@"):
        return True
    if not is_given_name(name) and (is_place(name) or _is_noun(name)):
        return False
    words = name.split()
    if any(len(word) > 1 and word.isupper() for word in words):
        return False
    if not is_name(words[0]) or (words[-1][0].isupper() and not is_name(words[-1])):
        return False
    low = words[0].lower()
    return len(words) > 1 or not (
        low in _NOBODY or low in common_words() or PERSON.match(low) is not None
    )


def is_known_person(name: str) -> bool:
    """Whether a name is a person's for sure: a mention, a title or a given name says so."""
    return name.startswith("@") or _TITLE.match(name) is not None or is_given_name(name)


def _is_noun(name: str) -> bool:
    """Whether one word ends like an abstract noun: "Marketing", "Finance", "Avdelningen"."""
    low = name.lower()
    is_long = " " not in name and len(low) >= _NOUN_LENGTH_MIN
    return is_long and _NOUN_ENDS.search(low) is not None


def is_job(role: str) -> bool:
    """Whether the words have the shape of a job: "PM", "data engineer", "head of design"."""
    words = re.split(r" (?:of|for|för|av|inom)\b", role)[0].split()
    if not words:
        return False
    head = words[-1]
    if len(head) > 1 and head.isupper():
        return True
    low = head.lower()
    return low not in _NO_JOBS and (low in _JOB_WORDS or _JOB_ENDS.search(low) is not None)


def role_of(words: str) -> str | None:
    """The role that the words after "as" name; None: they name none."""
    role = words.strip()
    parts = role.split()
    if not parts or len(parts) > _ROLE_WORDS_MAX or parts[-1].lower() in _NO_ROLE_ENDS:
        return None
    low = parts[-1].lower()
    if any(part.lower() in _ARTICLES for part in parts):
        return None  # "hardly a designer" says how far it is one
    return None if low in common_words() or low.endswith("ly") else role
