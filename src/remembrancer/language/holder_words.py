"""Word lists for holders: relatives, strangers, companies, and their verbs."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set

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
THE_ONLY: Final = frozenset(  # relations that a person has one of
    word
    for word, relation in RELATIONS.items()
    if relation in ("wife", "husband", "partner", "mother", "father")
)
SPEAKER: Final = word_set(
    """
    i i'm i've i'd i'll we we're we've we'd we'll me jag vi you you're you've you'll du ni
    """
)
OTHERS: Final = {  # pronouns for somebody who was named before or is known
    word: pronoun
    for pronoun, forms in {
        "he": "he he's he'd he'll han his hans him honom",
        "she": "she she's she'd she'll hon her hennes henne",
        "they": "they they're they've they'd they'll dom de their deras theirs them dem",
    }.items()
    for word in forms.split()
}
THEIRS: Final = word_set("his her their hans hennes deras")
OURS: Final = word_set("my our min mitt mina vår vårt våra mine")
THE: Final = word_set("the this that den det de these those both all")
ONE: Final = word_set(
    """
    a an one some another any someone somebody everyone everybody anyone most many few en ett
    någon några många flera alla andra
    """
)
WORTHLESS: Final = word_set("it this that there det här där what which who som vad man one")
JOINTS: Final = word_set(
    """
    and but or so that because since while whereas though although if when where than och men
    eller så att eftersom medan fast om när där än samt utan
    """
)
BEHIND: Final = word_set(  # words that add more about the person just named
    """
    of on at in from with for next i på av från hos med till near after before since during as
    behind beside above below beneath opposite outside inside along bakom bredvid ovanför intill
    mittemot utanför vid efter innan sedan under
    """
)
LINKS: Final = word_set(
    """
    now currently also still just already only really usually always never recently soon then often
    actually has have had is are was were am been being will would shall should can could may might
    must do does did don't doesn't not to be once ha bli vara nowadays apparently nu också
    fortfarande redan bara ju faktiskt ofta alltid aldrig har hade är var blir blev ska skall
    skulle kommer vill ville kan kunde får fick måste brukar inte numera idag förr
    tidigare themselves himself herself
    """
)
ADVERBS: Final = word_set(
    """
    now currently also still just already only really usually always recently then actually
    nowadays apparently nu också fortfarande redan bara ju faktiskt numera
    """
)
ACTS: Final = re.compile(  # verbs of people and of firms
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
    r"|decid(?:e|es|ed|ing)|beslut\w+|bestäm\w+|agre(?:es?|ed)|owes?|called|calls|ringde"
    r"|äter|drives?|needs?|behöver|likes?|gillar|loves?|became|becomes|went|goes|requires?)$"
)
IS: Final = word_set(  # also said of things: only a known person counts as the subject
    "is are was were är var blir blev"
)
NAMES_IT: Final = IS | word_set("heter hette called named")
PLACED: Final = word_set("based located situated baserad baserat belägen beläget")  # also of things
BARE: Final = word_set("run use pay save rent work move plan live earn own have like hire employ")
PERSON: Final = re.compile(
    r"(?:friend|neighbou?r|colleague|co-?worker|boss|manager|assistant|cousin|uncle|aunt|nephew"
    r"|niece|mate|flatmate|roommate|housemate|landlord|tenant|lodger|guy|girl|bloke|man|woman|lady"
    r"|person|people|kid|child|children|student|ex|twin|sibling|spouse|fianc\S+|competitor|rival"
    r"|customer|supplier|subsidiary|subsidiaries|vendor|employer|employee|predecessor|successor"
    r"|accountant|solicitor|lawyer|adviser|advisor|broker|bookkeeper|trainee|intern|apprentice"
    r"|pa|secretary|receptionist|nanny|carer|housekeeper|gardener|driver|\S*sekreterare(?:n)?"
    r"|\S*assistent(?:en)?|contractor|director|founder|investor|shareholder|teammate|peer|doctor|teacher|nurse|cleaner"
    r"|\S*-in-law|\S*husband|\S*wife|\S*mother|\S*father|\S*son|\S*daughter|\S*brother|\S*sister"
    r"|\S*partner|\S*parents?|mum|mom|dad|granny|grandma|grandpa|gran"
    r"|\S*vän(?:nen|ner|inna)?|\S*kompis(?:en|ar)?|\S*kollega(?:n)?|\S*kollegor|\S*grann(?:e|en|ar)"
    r"|\S*chef(?:en|er)?|\S*kusin(?:en|er)?|moster|faster|morbror|farbror|svär(?:mor|far|son|dotter)"
    r"|svåger|svägerska|särbo|exet|\S*konkurrent(?:en|er)?|\S*leverantör(?:en|er)?|\S*kund(?:en|er)?"
    r"|\S*hyresgäst(?:en|er)?|\S*hyresvärd(?:en)?|\S*dotterbolag(?:et|en)?|\S*moderbolag(?:et)?"
    r"|\S*systerbolag(?:et)?|arbetsgivare(?:n)?|\S*bror(?:san)?|\S*syster|\S*dotter|\S*fru|\S*mamma"
    r"|\S*pappa|\S*föräldrar(?:na)?|\S*barn|tjej(?:en)?|kille(?:n)?|\S*kvinna(?:n)?|\S*mannen"
    r"|klient(?:en)?)s?$"
)
SUBJECTS: Final = word_set(  # the subject of the whole text, named by role
    """
    client customer user owner company team firm business couple founder founders owners management
    organisation organization startup kunden ägaren användaren företaget bolaget firman teamet
    klienten ledningen grundaren grundarna ägarna paret företag bolag firma team kund klient
    verksamheten verksamhet byrån byrå agency shop studio practice school club family hushållet
    familjen household
    """
)
PEOPLE: Final = word_set(  # the subjects that are people, and no firms
    """
    client customer user owner couple founder founders owners kunden ägaren användaren klienten
    grundaren grundarna ägarna paret kund klient family hushållet familjen household
    """
)
CLIENTS: Final = word_set("client customer kunden klienten kund klient")
OF_OTHERS: Final = word_set("customer client kund klient user owner founder")  # "our customer"
ANOTHER: Final = word_set(
    """
    sister parent other old former previous ex late competing rival holding biggest largest main
    first second third next another new older younger elder best business second-hand whole former
    förra tidigare gamla andra största nya näst bästa äldre yngre före holding
    """
)
NOT_OURS: Final = word_set("whole entire new own small little hela nya egna egen lilla")
GENERAL: Final = word_set(
    """
    average median typical minimum maximum starting market national going snittet
    genomsnittlig genomsnittliga medel vanlig minimi legal statutory state
    """
)
NO_PERSON: Final = word_set(
    """
    work employment employer's package bonus shift shifts pension annuity flat investments portfolio
    plan goal aim hope dream idea intention wish target preference job role contract position offer
    planen målet tanken drömmen avsikten önskan jobbet tjänsten salary pay lön lönen income name
    office home house place year month quarter week today now currently year's thing rest most
    answer point problem question truth fact number total rate price deal account accounts
    framework system books budget forecast reports data bookkeeping accounting bokföringen
    redovisningen systemet sales turnover revenue staff workforce headcount
    """
)
