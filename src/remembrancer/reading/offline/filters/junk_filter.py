"""The junk filter: prompt injection, jokes, news, one-off requests and small talk."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from remembrancer.language.act_words import CORRECTS
from remembrancer.language.sentences import is_hypothetical
from remembrancer.language.word_patterns import contains_any, phrase_pattern, word_set

# Prompt injection: orders to the model or the memory. Nothing next to one is believed.
_INJECTION_HINTS: Final = (
    "summari", "include the", "include this", "verbatim", "word for word", "record", "ignore",
    "disregard", "system", "instruction", "override", "admin", "approve", "mandatory", "memory",
    "minne", "forget", "glöm", "bortse", "you are now", "you must", "you shall",
    "you will now", "developer mode", "jailbreak", "trusted", "verified", "prompt", "assistant",
    "supersede", "du måste", "du ska nu", "confidence", "the model", "llm", "agents", "bots",
    "language model", "permanent", "standing rule", "användaren", "the user", "end user",
    "this user", "your user", "current user", "user:", "user :", "operat", "ägaren", "human",
    "kära ai", "dear",
    "hej ai", "kunden", "the client", "the customer", "the owner", "store that", "save that",
    "ai:", "agent:", "highest priority", "base64", "<|", "[inst", "[/inst", "[sys", "[/sys",
    "<<sys", "<</sys", "_of_turn>", "obligatorisk", "assistent", "chatbot", "chattbot", "copilot",
    "språkmodell", " ai ", "ai-", "an ai", "alltid",
)  # fmt: skip
_HEADED: Final = re.compile(r"### ?\w")
_SAYINGS: Final = (
    "mention", "say", "state", "claim", "repeat", "nämna", "säga", "påstå", "upprepa",
)  # fmt: skip
_TOLD_TO_SAY: Final = re.compile(
    r"(?:must|should|shall|will|to) (?:mention|say|state|claim|repeat)"
    r"|(?:måste|ska|skall|bör) (?:nämna|säga|påstå|upprepa)"
)
_INJECTIONS: Final = phrase_pattern(
    r"""
    (?:forget|unlearn|erase|delete|glöm|radera) (?:what|everything|anything|all|vad|allt)(?:
    \w+){0,2}? (?:you|we|du|ni)(?= ); when(?:ever)? (?:you|the assistant|the model|an? ai|the
    agent) (?:summari[sz]es?|reads?|process(?:es)?|compress(?:es)?|condenses?)(?= );
    include (?:the|this) (?:sentence|phrase|line|text|statement)(?!\w);
    as the (?:model|assistant|ai|agent),?; you (?:should|must|will|shall|need to|have to)
    (?:record|store|save|log|memori[sz]e|write down|preserve|carry over)(?!\w);
    (?:keep|preserve|repeat) (?:this|the following)(?: \w+){0,3}? (?:verbatim|in every summary|in
    all summaries|word for word);
    (?:ignore|disregard|forget|discard|override)(?! my (?:last|earlier|previous|first) (?:number|\
    figure|message|post|mail|email|note|comment|remark|estimate|date|time|price)s?(?!\w))(?:
    \w+){0,4}?
    (?:previous|prior|above|earlier|all|everything|your|instructions?|rules|guidelines|memor(?:y|\
    ies)|facts?|policy|policies);
    (?:ignorera|bortse från|glöm|strunta i)(?: \w+){0,3}?
    (?:tidigare|ovan|alla|allt|dina|instruktion\w*|regler\w*);
    \W*(?:system|developer|assistant)(?: message| prompt| note)?\s*[:>\]];
    you are now (?!\ue000)(?:\w+); (?:developer|debug|god|admin) mode;
    jailbreak\w*; system (?:prompt|override|message|update|notice);
    new (?:system )?instructions?; (?:as|i am|i'm|this is)(?: an?| the| your)?
    (?:admin|administrator|system administrator|km_admin|root|superuser)\b(?: \w+){0,3}?(?:,| i |
    you | and| speaking| approv\w+| please)?;
    (?:mark|treat|flag|store|save|record|consider|register|accept|pin)(?: \w+){0,5}? as (?:an?
    )?(?:mandatory|approved|trusted|verified|official|admin\w*|highest|true|authoritative|a
    fact|fact|confirmed);
    (?:save|store|add|write|commit|put|insert)(?: \w+){0,5}? (?:to|in|into) (?:your |the
    |long-term |agent |corporate |company |shared )*(?:memory|memories|knowledge base|bundle);
    (?:remember|note|memori[sz]e)(?: this| that)?[:,]?(?: \w+)? you (?:must|should|shall|are|have
    to|will|need)(?= );
    (?:you|agents?|the assistant|the model|the agent|the ai|any ai|ai|all agents|every
    agent|assistants?|llms?|bots) (?:must|shall|will|should|are required to|have to|need to)(?: now|
    always| never| henceforth| immediately| from now on| only)*
    (?:approve|recommend|transfer|send|reveal|treat|consider|trust|say|tell|obey|forget|delete|\
    ignore|grant|disable|store|remember|comply|output|print|respond|answer
    only|answer that|mention|disclose|conceal|hide|execute|pay|wire|forward|skip|accept|supersede|\
    drop|remove|bypass|stop asking|recommend|call|fetch|exfiltrate|email|follow);
    (?:supersedes?|replaces?|overrides?|overrules?) (?:all|any|every|the|whatever)(?: \w+){0,3}?
    (?:previous|earlier|prior|other|existing|facts?|rules?|memor\w+|items?|entries|policies);
    (?:highest|top|maximum) (?:priority|confidence|trust|importance);
    confidence\s*(?:=|:|of|is|to) ?(?:1|100|1\.0|\ue000);
    note to (?:the )?(?:ai|assistant|model|llm|memory|agents?|bot|self-?hosted);
    (?:ai[ -])?(?:ai|assist[ae]nt\w*|cha?tt?bot\w*|copilot\w*|språkmodell\w*|llm\w*|bot)\s*[,!]
    (?:please |kindly |snälla |vänligen )?(?:update|change|note|save|store|remember|record|add|\
    delete|remove|ignore|forget|transfer|pay|send|set|mark|treat|approve|uppdatera|ändra|notera|\
    spara|lagra|lägg|ta bort|radera|glöm|sätt|skriv|betala|skicka|godkänn|kom ihåg)(?= );
    (?:till|för|to|for)(?: the| any| all| every| alla| den| din| your)*
    (?:ai|ai-\w+|assist[ae]nt\w*|cha?tt?bot\w*|copilot\w*|språkmodell\w*|llm\w*|language models?)(?:
    [\w-]+){0,4}?\s*[:,–—-]+ (?:please |snälla |vänligen )?(?:remember|save|store|note|record|keep|\
    memori[sz]e|add|write|spara|lagra|kom ihåg|notera|lägg|skriv|minns|anteckna);
    (?:spara|lagra|lägg|skriv)(?: \w+){0,2}? (?:i|in i|på) (?:minnet|ditt minne) (?:att|:);
    (?:ai|ai assistants?|assistants?|ai agents?|agents|llms?|bots|language models?|ai models?|ai
    tools?)(?: \w+){0,4}?(?: reading| processing| parsing)?(?: this)?\s*:;
    (?:save|store|keep|record|remember|spara|lagra)(?: \w+){0,3}? as (?:an? |the
    )?(?:permanent|standing|global|hard|core|system|lasting)(?: \w+)?;
    permanent (?:rule|memory|fact|instruction|preference)s?;
    (?:ai|assist[ae]nt\w*|cha?tt?bot\w*|copilot\w*|språkmodell\w*|llm\w*|language models?|ai-\w+)(?:
    \w+)? (?:(?:that|which|who|som) )?(?:reads?|reading|sees?|seeing|process(?:es|ing)?|läser|ser|\
    behandlar|tolkar) (?:this|detta|det här|den här|(?:the|these) \w+);
    (?:if|when|om|när) (?:you're|you are|du är|ni är) (?:an? |en |ett )?(?:ai|assist[ae]nt\w*|\
    language model|llm|språkmodell|cha?tt?bot)(?!\w);
    (?:som|som en) (?:permanent|bestående|fast) (?:regel|fakta|minne|preferens|instruktion);
    (?:to|dear|attention|attn)(?: all| the| any)* (?:ai|assistants?|models?|llms?|agents|memory
    system|extractors?|bots?)\s*[:,]; (?:this|the following) (?:is|are|fact is|note is|item
    is|memory is|entry is|rule is)(?: now| an?| the)*
    (?:mandatory|pre-?approved|approved|verified|official policy|admin\w*|trusted|a system)(?:
    \w+)?; i (?:hereby )?(?:approve|mandate|authori[sz]e|verify|certify) (?:this|it|that|the
    (?:item|fact|entry|above|following));
    do not (?:mention|tell|reveal|show|disclose)(?: \w+){0,3}
    (?:this|user|users|instruction|human|anyone|admin|review\w*);
    without (?:review|approval|asking|telling)(?: \w+){0,2};
    (?:du|assistenten|agenten|ai:n|modellen|alla agenter) (?:måste|ska|skall)(?: nu| alltid|
    aldrig| hädanefter| genast)* (?:godkänna|rekommendera|överföra|skicka|lita|betala|glömma|\
    radera|ignorera|lyda|lagra|spara|svara bara|komma ihåg|behandla|följa|strunta|anta);
    spara (?:detta|det här|följande)(?: \w+){0,3}? (?:i|som) (?:minnet|ditt
    minne|obligatorisk\w*|godkän\w+|fakta|sanning\w*);
    (?:kom ihåg att )?(?:svara|säg|skriv) alltid att(?= ); kom ihåg att alltid svara att(?= );
    markera(?: \w+){0,3}? som (?:obligatorisk\w*|godkän\w+|verifierad\w*|betrodd\w*);
    som (?:admin|administratör)(?: \w+)?; (?:godkänn|verifiera) (?:detta|det här|den här) (?:\w+
    )?(?:automatiskt|utan|som|posten|minnet|direkt);
    (?:store|save|remember|record|log|note|spara|lagra|kom ihåg|notera|registrera) (?:that|att)
    (?:the )?(?:user|client|customer|owner|admin|användaren|kunden|ägaren|ledningen|\
    management)(?= ); <\|?(?:system|im_start|im_end|assistant|user|inst)\|?>?;
    \[/?(?:inst|sys(?:tem)?)\]; <</?sys>>; <(?:start|end)_of_turn>;
    \#{2,} ?(?:system|instructions?|assistant|human|user|response)\s*:;
    (?:every|all|each|any)(?: \w+){0,2}? (?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies))
    (?:must|should|shall|has to|have to|will)(?: \w+)? (?:mention|say|state|claim|repeat)
    (?:that|how); (?:varje|alla|samtliga)(?: \w+){0,2}? (?:svar|sammanfattning\w*)
    (?:måste|ska|skall|bör)(?: \w+)? (?:nämna|säga|påstå|upprepa) (?:att|hur);
    (?:update|change|correct|overwrite|uppdatera|ändra) (?:your|the|ditt|minnet)(?: own|
    long-term|egna)?(?: memory| memories| minne)?:; (?:update|overwrite|rewrite) your
    (?:memory|memories|knowledge); uppdatera ditt minne; (?:kom ihåg|notera|lagra|spara)(?:
    \w+){0,3}? som (?:obligatorisk\w*|godkän\w+|verifierad\w*|betrodd\w*);
    (?:end|begin) (?:of )?(?:system|context|instructions?|company
    memory|conversation context); repeat (?:this|after me|the following); respond only with;
    act as (?:an?|if|my|the); pretend (?:to be|you|that)
    """
)

# Claims about what "the user" said, with an order to save them. A real user would not write so.
# "Our client said" is a normal note of an adviser.
_SPOKEN_FOR: Final = re.compile(
    r"\b(?:(?:the|this|your|current) (?:(?:end|current) )?(?:user|human|operator|admin\w*"
    r"|owner)|användaren|operatören|administratören|ägaren)"
    r" (?:(?:has|have|had|just|also|already|har|precis|nyss|redan|once) )*"
    r"(?:said|says|say|told (?:you|me|us|the)|tells|wrote|writes|typed|stated|states|confirmed"
    r"|confirms|announced|sade|sa|säger|sagt|skrev|skriver|skrivit|bekräfta(?:r|t|de)|uppgav)\b"
    r"|\b(?:from|by|according to|per) (?:the|this) (?:current )?(?:user|human|operator|admin\w*)\b"
    r"|\b(?:enligt|från|av) (?:användaren|operatören|administratören)\b"
    r"|\b(?:user|human|användaren) ?: ?[\"'“”«]"
)
_SAVE_IT: Final = re.compile(
    r"\b(?:(?:save|store|remember|record|memori[sz]e|persist|note|log) (?:this|it|that)"
    r"|(?:spara|lagra|notera|minns|logga|kom ihåg) (?:det här|detta|det))"
    r"(?= ?(?:$|[.,:!;\n]|please|now|to|in|as|for|tack|nu|som|i) ?)"
)

# Homoglyphs and invisible characters.
_LOOKALIKES: Final = str.maketrans("аеорсухіѕԁɡ", "aeopcyxisdg") | dict.fromkeys(
    (0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x180E, *range(0x202A, 0x202F)), None
)
_TURNED_ROUND: Final = re.compile(
    "[\u202d\u202e\U000e0000-\U000e007f]"
)  # direction overrides and tag characters
# Answer style: a preference if a person says it, an injection if it is in a document.
_FOR_ANSWERS: Final = phrase_pattern(
    r"""
    (?:every|all|each|any|your|the)(?: \w+){0,2}?
    (?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)|recommendations?)
    (?:must|should|shall|has to|have to|needs? to|will|is to|are to);
    (?:in|to|with) (?:every|each|all|any|your)(?: \w+){0,2}?
    (?:answers?|repl(?:y|ies)|responses?|outputs?|summar(?:y|ies)|recommendations?);
    (?:when|whenever|if) (?:you|asked|someone asks|anyone asks|anybody asks|the user asks)(?:
    [\w,]+){0,8}? (?:answer|reply|say|mention|respond|tell|state|recommend);
    (?:varje|alla|samtliga|dina)(?: \w+){0,2}? (?:svar|sammanfattning\w*|rekommendation\w*)
    (?:måste|ska|skall|bör); i (?:varje|alla|samtliga|dina)(?: \w+){0,2}?
    (?:svar|sammanfattning\w*);
    (?:när|om) (?:du|någon|man)(?: \w+)? frågar?(?: [\w,]+){0,8}? (?:svara|säg|nämn)
    """
)
_GREETED: Final = phrase_pattern(
    r"(?:kära|dear|hej|hi|hello) (?:ai|assistent\w*|assistant|bot|agent\w*|modell\w*|llm)"
)
_JOKING: Final = phrase_pattern(
    r"""
    ^\W*(?:suck|sigh|puh|yawn)\W*$; just kidding; only kidding;
    i'm kidding; jk; joking; (?:jokes?|joked|joking|quipped) (?:that|about); (?:skämtade|skojade|\
    skämtar|skojar) om(?: att)?; just a joke; jokes aside; haha\w*;
    hehe\w*; lol; lmao; rofl; lolol; ha ha; skojar?(?: bara)?; skämt\w*; bara skoj; på skoj; /s;
    asg; xd;
    yeah,? right; oh,? (?:great|joy|brilliant|wonderful|fantastic|sure); as if; sure,? because;
    just what (?:we|i) needed; how wonderful; jo,? tjena; visst,? säkert;
    precis vad (?:jag|vi) (?:har )?(?:längtat|önska\w+ (?:mig|oss)|dröm\w+ om);
    visst,? (?:toppen|jättebra|härligt|underbart);
    hur (?:mysigt|kul|roligt|trevligt) som helst; oh,? sure,; eller hur; ironi\w*;
    sarkas\w*; sarcas\w*; not!;
    (?:bold|brave|cute|optimistic|sweet) of (?:you|him|her|them) to (?:assume|think|believe|hope);
    ^\W*ha[,!]; in my dreams; when pigs fly; when hell freezes; if only; one can dream;
    (?:marry|adopt|eat|sell|trade|feed|bribe|sacrifice) (?:my|the|a)
    (?:hat|cat|soul|kidney|firstborn|keyboard|laptop)
    """
)
_JOKE_SIGNS: Final = re.compile("[😂🤣😜😝😛🙃😆🤪🤡🙄]|:[pPD]\\b|;\\)|;-\\)|😉")
_LAUGH: Final = re.compile(
    r"[\s,.!]*(?:(?:haha\w*|hehe\w*|ha ha|lol|lmao|xd|:[pd]|;-?\)|[😂🤣😅😆😉🙃])[\s.!]*)+$"
    r"|^\W*(?:haha\w*|hehe\w*|lol)\b"
)
_LAUGHS: Final = re.compile(r"(?<!\w)(?:haha\w*|hehe\w*|ha ha|lol|lmao|xd)(?!\w)")
_HEALTH: Final = phrase_pattern(
    r"""
    (?:allergic to|allergy to|allergies to|allergisk mot|allergi mot|intolerant to|can't eat|cannot
    eat|tål inte|överkänslig mot) (?:\w+ )?(?:pea)?(?:nuts?|almonds?|cashews?|dairy|milk|eggs?|\
    gluten|wheat|soya?|sesame|shellfish|fish|seafood|prawns?|strawberr\w+|kiwi|tomato\w*|latex|\
    penicillin|pollen|bees?|wasps?|cats?|dogs?|lactose|(?:jord)?nötter|mandlar?|mjölk|ägg|vete|soja|\
    sesam|skaldjur|fisk|räkor|jordgubbar|laktos|bin|getingar|katter|hundar);
    (?:i'm|i am|he's|she's|is|jag är|han är|hon är) (?:an? |en )?(?:coeliac|celiac|diabetic|\
    epileptic|asthmatic|lactose intolerant|diabetiker|epileptiker|astmatiker|glutenintolerant|\
    laktosintolerant)
    """
)
_PASSING: Final = word_set(
    """
    skönt längtar trip cruise beach stranden camping skidor skiing
    weather rain rained raining rainy poured sunny snow snowing forecast väder vädret regn regnar
    sol soligt snö snöar
    football match fotboll matchen game hockey olympics derby penalty straffar movie film series
    netflix
    lunch dinner breakfast coffee kaffe fika middag frukost pizza sushi tacos beer öl wine vin
    recipe
    recept traffic trafik bus bussen train tåget parking weekend helg helgen vacation holiday
    semester
    semestern meme memes gif horoscope lottery lotto karaoke party fest bröllopsfest hangover bakis
    dog's cat's spelade match
    """
)
_NEWS: Final = phrase_pattern(
    r"""
    i (?:just )?(?:read|saw|heard|watched|noticed)(?: \w+){0,4}?
    (?:that|somewhere|article|news|headline|(?:on|in|about)
    (?:the|an?|twitter|linkedin|reddit|bbc|sky|facebook|tiktok|youtube)(?: \w+)?);
    according to (?:the |an? )?(?:news|article|paper|bbc|reuters|bloomberg|guardian|ft|report|\
    rumou?rs?|internet|twitter|reddit|chatgpt|wikipedia|dn|svt|di|expressen|aftonbladet|tidningen);
    (?:in|on) the news; the (?:government|chancellor|minister|parliament|fed|ecb|president|\
    election|riksbank|bank of england|market|markets|stock market)
    (?:is|are|has|have|will|just|announced|raised|cut|fell|rose|says|said|might|may|wants|plans|\
    decided|agreed|kept); (?:regeringen|riksbanken|riksdagen|finansministern|börsen|bitcoin|\
    skatteverket|marknaden)(?: \w+)? (?:är|har|höjer|sänker|höjde|sänkte|föreslår|vill|ska|sa|\
    säger|beslutade|beslutat|meddelade|steg|föll|lämnade|behåller);
    breaking; rumou?r has it; ryktet säger; ryktas; (?:läste|såg|hörde)(?: \w+){0,3}?
    (?:att|i|på|om|nånstans|någonstans|artikel|podd|nyhet\w*|tidningen|dn|di|svt|tv|linkedin|\
    twitter|reddit)
    """
)
_NEWS_HINTS: Final = word_set(
    """
    read saw heard watched noticed according news government chancellor minister parliament fed
    ecb president
    election riksbank market markets england regeringen riksbanken riksdagen finansministern
    börsen bitcoin skatteverket
    marknaden breaking rumour rumor rykte ryktet ryktas läste såg hörde
    """
)
_ORDERED: Final = re.compile(
    r"\W*(?:(?:ok|okay|okej|great|thanks|tack|now|nu|then|and|och|also|so|hey|hej|hi|bra|perfect"
    r"|perfekt|cool|right|well|alright|next|first|sen|sedan|just|bara|quick one"
    r"|actually)[,.!:]?\s+)*"
    r"(?:please|pls|plz|kindly|snälla|can you|could you|would you|will you|can i|could i|can we"
    r"|kan du|kan ni|kan jag|kan vi|skulle du|vill du|var snäll|help me|hjälp|let me|låt mig|"
    r"(?:show|tell|give|explain|list|summari[sz]e|reformat|format|translate|rewrite|shorten"
    r"|calculate|compute|check|look|find|search|open|run|rerun|fix|add|remove|rename|refactor"
    r"|write|draft|make|create|generate|print|convert|sort|plot|compare|update|delete|copy|paste"
    r"|try|use|put|change|move|set|get|do|go|read|review|describe|suggest|pick|think|stop"
    r"|continue|undo|revert|commit|push|merge|install|restart|test|debug|ship|send|email|import"
    r"|export|count|sum|draw|help|ignore|skip|double-check|paraphrase|proofread|expand|polish"
    r"|turn|wrap|simplify|highlight|add|round|recommend)\s+"
    r"(?!(?:me|us)?\s?(?:by|on)\s)(?:(?:me|us|it|this|that|these|those|them|the|a|an|my|our|your"
    r"|all|some|one|only|in|to|up|out|at|for|with|both|each|every|two|three|of|down|back|another"
    r"|everything|from|how|what|why|\w+ly|[\"'“”`]?\w+)\b)"
    r"|(?:visa|berätta|ge|förklara|lista|sammanfatta|formatera|översätt|skriv om|korta|räkna ut"
    r"|kolla|titta|hitta|sök|öppna|kör|fixa|lägg till|ta bort|byt namn|skriv|gör|skapa|generera"
    r"|jämför|uppdatera|radera|kopiera|testa|prova|sätt|läs|beskriv|föreslå|skicka|exportera"
    r"|importera|sortera|konvertera|rätta|lägg|ändra|bokför|kontera|stäm av|plocka|hämta)\s+)"
)
# "Test lifts are left out": a noun, and no verb that asks for something.
_NOUN_FIRST: Final = re.compile(
    r"\W*[a-z]+ (?!(?:me|us|it|this|that|these|those|the|an?|my|our|your|if|what|how|why|where"
    r"|whether|all|both|there|which|who|when)\b)[a-z]+ (?:are|is|was|were|has|have|must|costs?)\b"
)
_STANDING: Final = phrase_pattern(
    r"always; never; from now on; going forward; in future; in the future; every time; every "
    r"\w+; alltid; aldrig; hädanefter; i fortsättningen; framöver; varje \w+; each \w+; on "
    r"\w+days; på \w+dagar; again; ever; next time; nästa gång"
)
_ASKS_YOU: Final = re.compile(
    r"\W*(?:please\s)?(?:(?:can|could|would|will) you|(?:kan|skulle|vill) (?:du|ni))\s"
)
_LASTING: Final = phrase_pattern(
    "from now on; going forward; in future; hädanefter; i fortsättningen; framöver"
)
_ASKED: Final = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|och|men|ja|hmm|also|btw|by the way|förresten)[,]?\s+)?(?:"
    r"what(?! (?:we|i|they|he|she|the|nobody|nobody's|no one)\b)"
    r"(?![^?]{5,120} (?:is|was|comes to|came to) (?:(?:now|about|around|roughly) )?"
    r"[£$€\d\ue000-\ue7ff])|why|how|which|whose"
    r"|what (?:i|we)(?:'d| would)? (?:[a-z]+ )?(?:like|love|want) to know"
    r"|who (?!(?:ha|i|wa)s\b)[a-z]+ed (?:off |up |out )?(?:to|for|on|that|this|the|it)"
    r"|(?:when|where|who) (?:is|are|do|does|did|will|can|should|was|would)|who's"
    r"|(?:is|are|do|does|did|can|could|should|would|will|have|has|am|was|were)"
    r" (?:i|we|you|they|he|she|it|there|the|this|that|these|my|our|your|any|anyone|someone)"
    r"|any|vad|varför|hur|vem|vilken|vilket|vilka|när (?:är|ska|kan|får|måste|var)"
    r"|var (?:är|ligger|finns|kan|hittar)|(?:är|har|kan|ska|skulle|får|borde|behöver|måste"
    r"|gäller|vet)"
    r" (?:jag|vi|du|ni|de|han|hon|det|den|man|detta|någon)|finns det|går det"
    r"|undrar|wonder(?:ing)?|i wonder|i was wondering|jag undrar)\b"
)


def is_injection(low: str) -> bool:
    """Whether a text is prompt injection, homoglyphs included."""
    if not low.isascii():
        if _TURNED_ROUND.search(low):
            return True
        low = unicodedata.normalize("NFKC", low).translate(_LOOKALIKES)
    if not _may_be_injection(low):
        return False
    return _INJECTIONS.search(low) is not None or (
        _SPOKEN_FOR.search(low) is not None and _SAVE_IT.search(low) is not None
    )


def _may_be_injection(low: str) -> bool:
    """A cheap test: most messages hold no injection."""
    if contains_any(low, _INJECTION_HINTS) or ("###" in low and _HEADED.search(low)):
        return True
    return contains_any(low, _SAYINGS) and _TOLD_TO_SAY.search(low) is not None


def sets_answer_style(low: str) -> bool:
    """Whether a text prescribes the style of answers."""
    return _FOR_ANSWERS.search(low) is not None


def greets_assistant(low: str) -> bool:
    """Whether a text speaks to an assistant: in a document from outside nobody else would."""
    return _GREETED.search(low) is not None


def is_joke(low: str) -> bool:
    """Whether a text is marked as a joke."""
    is_signed = not (low.isascii() and ":" not in low and ";" not in low)
    if _JOKING.search(low) is None and not (is_signed and _JOKE_SIGNS.search(low)):
        return False
    # A laugh cancels neither a correction nor a statement about health.
    if CORRECTS.search(low) is not None:
        return _JOKING.search(_LAUGHS.sub("", low)) is not None
    return _HEALTH.search(low) is None or _JOKING.search(_LAUGH.sub("", low)) is not None


def is_news(low: str, words: frozenset[str]) -> bool:
    """Whether a text is news."""
    return not words.isdisjoint(_NEWS_HINTS) and _NEWS.search(low) is not None


def is_one_off_request(low: str) -> bool:
    """Whether a text is a request for a single task now."""
    if _ORDERED.match(low) is None or _STANDING.search(low) is not None:
        return False
    return _NOUN_FIRST.match(low) is None


def is_chitchat(low: str, words: frozenset[str]) -> bool:
    """Whether a text is about the weather, sport or food."""
    return not words.isdisjoint(_PASSING)


def starts_as_question(low: str) -> bool:
    """Whether a text starts as a question and asks for nothing lasting."""
    return _ASKED.match(low) is not None and _LASTING.search(low) is None


def asks_for_good(low: str) -> bool:
    """Whether a question asks somebody to do something from now on."""
    return _ASKS_YOU.match(low) is not None and _LASTING.search(low) is not None


def is_imagined(low: str) -> bool:
    """Whether a text is a condition, an example or imagined."""
    return is_hypothetical(low)
