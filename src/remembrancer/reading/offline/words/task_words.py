"""Cue words for tasks and for unresolved matters."""

from __future__ import annotations

from typing import Final

from remembrancer.language.word_patterns import phrase_pattern, word_set

ACTION_HINTS: Final = word_set(
    """
    will i'll we'll he'll she'll they'll to needs need must has have should ska skall måste
    behöver skickar mejlar
    mailar ringer förbereder skriver granskar kollar bokar ordnar fixar lämnar signerar betalar
    uppdaterar bekräftar
    skapar beställer kontaktar följer laddar samlar tar återkommer stämmer ser undersöker anmäler
    action todo ap
    skulle kan can could sets sends books prepares drafts writes checks calls fixes brings
    updates orders reviews does makes gets handles arranges signs files submits collects
    by before within senast före innan inom
    remind påminn forget glömma glöm you'll going agreed promised lovade hör pratar gör lägger
    deadline due
    """
)
_DO: Final = (
    r"(?:make sure|see to it|send|e-?mail|call|ring|phone|prepare|draft|write|review"
    r"|check|book|schedule"
    r"|arrange"
    r"|set up|file|submit|sign|transfer|provide"
    r"|chase|update|complete|confirm|share|create|order|pay|contact|follow up|upload|collect"
    r"|gather|get|look into|look at|investigate|speak"
    r"|talk|finish|finali[sz]e|deliver|fix|add|remove|migrate|document|test|deploy|forward|fill"
    r"|return|bring|find|put together"
    r"|circulate|register|renew|cancel|run|invite|organi[sz]e|present|propose|report|research"
    r"|apply|notify|reach out|ask|drop off"
    r"|produce|pull|sort|sort out|dig out|rewrite|model|calculate|compare|obtain|request|print"
    r"|post|publish|hand over|sit down|meet|take a look|come back|get back|give|do|make|compile"
    r"|rerun|re-run|backfill|rotate|write up|clean up)"
)
_GÖRA: Final = (
    r"(?:skicka|se till att|mejla|maila|ringa|förbereda|skriva|granska|kolla|boka|ordna|fixa"
    r"|lämna in|skriva under|signera|betala|uppdatera"
    r"|bekräfta|dela|skapa|beställa|kontakta|följa upp|ladda upp|samla|ta fram|återkomma|stämma "
    r"av|se över|undersöka|prata|anmäla"
    r"|registrera|avsluta|bjuda in|presentera|leverera|göra|hämta|lägga|deklarera|räkna|jämföra"
    r"|begära|ta in|höra av|leta|scanna|bokföra|attestera|sammanställa|ta|gå igenom)"
)
_GÖR: Final = (
    r"(?:skickar|mejlar|mailar|ringer|förbereder|skriver|granskar|kollar|bokar|ordnar|fixar"
    r"|lämnar in|signerar|betalar|uppdaterar"
    r"|bekräftar|delar|skapar|beställer|kontaktar|följer upp|laddar upp|samlar|tar fram"
    r"|återkommer|stämmer av|ser över|undersöker"
    r"|pratar med|anmäler|gör|lägger|hör av|sammanställer|räknar|går igenom|tar in|tar kontakt"
    r"|tar det|begär)"
)
ACTION: Final = phrase_pattern(
    rf"""
    (?:i|we|he|she|they|you|[\w-]+)(?:'ll| will| shall)(?: also| then| just| now| both| need to|
    have to)* {_DO};
    (?:i|we|he|she|they|you|[\w-]+) (?:needs?|has|have|is|are|am|'m|agreed|promised|is going|are
    going)(?: also| still)? to {_DO}; (?:must|should) {_DO};
    (?:i|we|he|she|they|[\w-]+)(?:'ll| will| need to| needs to| have to| has to| must|'ve got
    to|'m going
    to) (?!be\b|have\b|never\b|not\b|leave\b|go\b|see\b)[a-z]+ [^.;]{{2,60}}?(?:by|before|no later
    than)(?: the end of)? [\ue800-\uefff]; (?:jag|vi|hon|han|de|[\w-]+) (?:ska|måste|behöver|får)
    (?!vara|ha|inte|gå|se)(?:[a-zåäö]+a|få tag)
    [^.;]{{2,60}}?(?:senast|före|innan|till) [\ue800-\uefff];
    (?:i|we|he|she|they|you|[\w-]+)(?:'ll| will) have (?:[\w'-]+
    ){{1,6}}?(?:done|ready|sent|for|finished|by|before|\ue800);
    (?:jag|vi|hon|han|de|[\w-]+) (?:ska|skall|måste) (?:ha|få)(?: [\w-]+){{1,5}}? (?:klar[ta]?\
    |färdig[ta]?)(?= );
    ^\W*[\w-]+ (?:sets|sends|books|prepares|drafts|writes|checks|calls|fixes|brings|updates|\
    orders|reviews|does|makes|gets|handles|organi[sz]es|arranges|signs|files|submits|collects|\
    takes care)(?= )[^.]*[\ue800-\uefff];
    ^\W*[\w-]+ (?!(?:is|has|was|does|its|this|as|thus|plus|us)\b)[a-z]+s
    (?:(?:out|up|over|in|off|down|back|together) )?(?:the|an?|his|her|their|our|my|all|both|every\
    |it|them|this|that|these|those|[a-z]+ing) [^.:]{{2,80}}?
    (?:by|before|no later than|within)(?: the end of)? [\ue800-\uefff];
    ^\W*[\w-]+ (?!(?:är|har|var|efter|under|över|eller|blir|bor|fyller|får|heter)\b)[a-zåäö]+r
    (?:(?:upp|in|ut|fram|ner|bort|om|av) )?(?:det|den|de|ett|en|sin|sitt|sina|hans|hennes|vårt|vår\
    |våra|alla|båda|[a-zåäö]+(?:en|et|na|n)) (?:[^.:]{{0,80}}? )?(?:senast|före|innan|inom)
    [\ue800-\uefff];
    ^\W*[\w-]+,? du (?:skulle|ska|får|kan) {_GÖRA}; ^\W*[\w-]+,? (?:you|can you|could you|will
    you|would you)(?: were going to| are going to|'ll| will)? {_DO};
    ^\W*[\w-]+,? (?:kan|vill|skulle) du {_GÖRA};
    ^\W*(?!lovely|nice|great|good|pleased|glad|happy|delighted|sorry|hard|easy|fun|late|free)\
    [\w-]+(?: [\w-]+)? to {_DO}; i can (?:bring|host|take|do|send|drive|pick
    up|cook|make|book|order|lend|sort|organi[sz]e)(?= \S+ \S+);
    jag (?:tar med|kan (?:ta med|ta|fixa|ordna|köra|boka|skjutsa))(?= \S+ \S+);
    (?:action|todo|to do|ap|åtgärd)\s*:; remind (?:me|us) to;
    (?:must not|mustn't|can't|don't|not) forget to; (?:inte|ej) glömma att; glöm inte att;
    påminn (?:mig|oss) (?:om )?att;
    (?:ska|skall|måste) [\w-]+ (?:ha )?(?:lämnat in|skickat|betalat|gjort|signerat|bokat|ordnat\
    |fixat|beställt|ringt|skrivit|hämtat)(?= );
    ^\W*@[\w-]+;
    (?:jag|vi|hon|han|de|du|ni|[\w-]+) (?:ska|skall|måste|behöver|lovade att|får|tar på
    (?:sig|mig) att)(?: också| även| då| bara)* {_GÖRA};
    (?:då|sen|sedan) (?!gör|ser){_GÖR} (?:jag|hon|han)(?= \S+ \S+);
    (?:jag|hon|han) tar och {_GÖR}; (?<=tar )(?:jag|hon|han) och {_GÖR};
    (?:jag|vi|hon|han|de|du|ni|[\w-]+) (?:också |även )?{_GÖR}(?!
    (?:vi|jag|du|ni|man|de|hon|han)\b);
    (?:ska|måste) (?:vara )?(?:inne|lämnas|skickas|betalas|deklareras|bokföras|klar|klara|\
    inlämnad|signeras)
    """
)
PERSONS: Final = word_set(
    "i we he she they you jag vi hon han de du ni me must should ska måste remind påminn client "
    "customer team kunden"
)
LABELS: Final = word_set("action todo to ap åtgärd")
# A habit is no task.
HABITUAL: Final = phrase_pattern(
    r"always; never; usually; alltid; aldrig; oftast; brukar; för det mesta"
)
# "Two directors must sign every contract": a rule, unless a day is named.
EACH: Final = phrase_pattern(
    r"(?:every|each|any|varje) (?!one|day|week|month|year|dag|vecka|månad|år|gång|time)\w{3,}"
)
DUTY: Final = phrase_pattern(
    r"will; \w+'ll; to; must; should; needs?; ha(?:ve|s) to; ska; skall; skulle; måste; behöver"
)
FORGET: Final = phrase_pattern(r"forget to; glömma att; glöm inte att")
# No task unless a date is named.
VAGUE: Final = phrase_pattern(
    r"hör av (?:mig|oss); återkommer; (?:get|come|circle) back (?:to|on|with)?; ping (?:you|me"
    r"|him|her|them); let (?:you|me) know; keep you posted; think about it; see (?:what|how|if); "
    r"at some point; some ?time; någon gång; om (?:det|jag|något|du|ni); if (?:there|i|you"
    r"|anything|something|needed|it)"
)

OPEN_HINTS: Final = word_set(
    """
    revisit need needs missing looking lack behöver saknar söker letar return come
    air still fortfarande leave vänta
    not sure undecided haven't hasn't deciding decide whether later revisit park parked parking
    postponed postpone
    open tbd unclear considering thinking toying weighing fence minds inte vet osäker funderar
    överväger oklart
    öppen öppet bordlagt återkommer senare nästa bestämt beslutat skjuta skjuter skjutit parkera
    parkerar till
    back yet isn't don't didn't wondering torn leaning debating kvar avvakta väntar pending ta
    tar får diskuterade
    nobody nobody's none ingen
    löst lösta resolved settled solved sorted avgjort avgjord vänta wait waits know dont leave
    settle let's parking postponing pausing delaying holding putting vi förstå lära understand
    learn figure
    uppskjutet uppskjuten uppskjutna uppskjutits tveksam velar ännu än discussed hold mulling
    unsure ponder pondering
    """
)
OPEN: Final = phrase_pattern(
    r"""
    let's (?:revisit|come back to|return to|park)(?= \S);
    still (?:need|needs|missing|looking for|lack|short of)(?= \S);
    (?:behöver|saknar|söker|letar) fortfarande; fortfarande (?:behöver|saknar|söker);
    up in the air; still no (?!idea|thanks|sign|luck|answer)[\w'-]+ (?:for|on|from|to)(?= );
    fortfarande (?:ingen|inget|inga)(?= );
    (?<!decided to )(?<!agreed to )leave (?:[\w'-]+ ){1,7}?(?:until|till|for
    later|open(?! (?:to|for) ))(?= |$); vänta med (?:[\w-]+ ){1,4}?(?:till|tills)(?= );
    (?:not|n't|never|isn't|aren't|haven't|hasn't|hadn't|didn't|don't|still)(?: \w+){0,2}?
    (?:sure|certain|decided|decide|made up|settled|chosen|agreed|know|clear)(?: \w+){0,3}?
    (?:whether|if|on|about|how|what|when|which|between|to|yet|or|still|as to|mind|minds)?(?<!sure
    to);
    (?:är|is|are|was|still)(?: \w+)? (?:inte|not|un)(?: yet| ännu| än| riktigt)?
    ?(?:löst|lösta|resolved|settled|solved|decided|avgjord|avgjort|sorted|bestämd|bestämt|\
    beslutad|beslutat); (?:isn't|aren't|wasn't) (?:settled|resolved|sorted|decided|agreed)(?:
    yet)?;
    (?:nobody|no one|none of us)(?:'s| has| have) (?:\w+ )?(?:decided|agreed);
    vet (?:\w+ ){0,2}?inte (?:än )?varför(?= ); (?:dont|don't|do not) know why(?= );
    (?:nobody|no one|none of us) (?:knows?|understands?) (?:who|what|how|whether|if|when|which\
    |where|why)(?= ); ingen (?:vet|förstår|begriper) (?:vem|vad|hur|om|när|vilken|var|varför)(?= );
    ingen har (?:\w+ )?(?:bestämt|beslutat);
    (?:får|måste|kan) vänta(?: \w+)? (?:till|tills|på|med|en);
    (?:will have to|has to|have to|can|must|should|got to) wait(?: \w+)? (?:until|till|for);
    waits? (?:until|till); (?:dont|don't|do not|doesn't|didn't|still not) know
    (?:who|what|how|whether|if|yet|when|which|where)(?= );
    leave (?:it|that|this) (?:for now|open|until); what we (?:didn't|haven't|did not|never)
    (?:settle|decide|agree|resolve)\w*; (?:didn't|haven't|did not) (?:settle|decide|get
    round|agree)(?: \w+)?;
    let's (?:pick|take|leave|discuss|revisit|park|decide)(?: \w+){0,4}?
    (?:next|later|in|another|until|\ue800|after|when);
    (?:i'm|we're|i am|we are|is|are) (?:parking|postponing|pausing|delaying|holding off|putting
    off)(?= \S); vi tar (?:den|det|detta|frågan|beslutet)(?: \w+){0,2}?
    (?:på|vid|nästa|i|efter|senare|\ue800);
    vill (?:förstå|lära mig|veta mer|titta på|gå igenom)(?: [\w:/-]+){0,8}? (?:någon
    gång|senare|framöver|bättre|mer);
    uppskjut(?:et|en|na|ts); (?:want|wants|wanted|wanting|like|need|love) to (?:understand|learn|\
    look into|figure out|get my head around)(?: [\w-]+){0,8}? (?:better|sometime|some day|one day|at
    some point|later|properly);
    (?:undecided|unsure|torn|on the fence|in two minds|of two minds)
    (?:about|on|whether|between|if|as to)?; still (?:deciding|thinking|debating|weighing|\
    considering|wondering|discussing|mulling|open|to be decided|pending|need to decide|needs to
    decide|have to decide);
    (?:need|needs|have|has|will have|yet) to (?:be )?(?:decide|decided|make up|settle|think about
    (?:whether|if|it))(?: \w+)?; (?:open|outstanding|unresolved)
    (?:question|item|issue|point|matter)s?; (?:question|issue|matter) (?:is|remains|stays)
    (?:still )?open; tbd; to be (?:decided|determined|confirmed|agreed);
    (?:we'll|we will|let's|i'll|will) (?:come back|get back|return|circle
    back|revisit|park|leave|pick)(?: \w+){0,3}? (?:to (?:it|that|this|the)|that|this|it|up|for
    now|open|later|next|until|\ue800);
    (?:put|puts|putting|pushed|kicked|parked|postponed|deferred|shelved|tabled)(?: \w+){0,5}?
    (?:off|back|on hold|until|till|for now|to (?:the )?next|pending|decision|question|\ue800);
    on hold (?:until|for|while);
    (?:i'm|we're|am|are|is|he's|she's|they're|been|i've been|we've been|was|were|also)?(?: \w+)?
    ?(?:considering|toying with|weighing up|mulling over|thinking (?:about|of)|wondering
    (?:whether|if|about)|debating whether|leaning towards?);
    (?:discussed|talked about)(?: \w+){1,6}? (?:but|without) (?:\w+
    ){0,3}?(?:not|hasn't|haven't|no|n't|deciding|decision)\w*;
    (?:vet|är|har|hade|kan|ska)(?: \w+){0,2}? inte(?: \w+){0,3}?
    (?:om|än|ännu|bestämt|bestämma|beslutat|säker|säkra|klart|valt|enats|kommit fram|vad|vem\
    |vilken|vilka|vilket|hur|när|var)(?= |$|[.,]);
    inte (?:bestämt|beslutat|bestämde|tagit ställning)(?: \w+)?;
    (?:osäker|osäkra|tveksam|tveksamma|kluven|oklart|oviss)\w*(?: \w+){0,2}?
    (?:på|om|kring|inför|över|till|vilken|hur|när); oklart;
    (?:jag|vi|hon|han|de|kunden|[\w-]+) (?:\w+ )?(?:funderar|överväger|velar|grubblar|väger|lutar
    åt|är inne på)(?: \w+)?; funderar (?:på|över|vi|jag); överväger;
    (?:tar|får|återkommer|diskuterar|beslutar|bestämmer|återupptar)(?! \w+ och \w+r)
    (?:vi|jag|det)?(?:
    \w+){0,4}?
    (?:senare|sen|nästa|efter|till hösten|till våren|\ue800|igen|en annan gång);
    (?:skjuter|skjuta|skjutit|sköt)(?: \w+){0,3}? (?:upp|på|fram); bordl\w+;
    (?:frågan|punkten|beslutet)(?: \w+){0,3}? (?:öppen|öppet|kvar|kvarstår|parkera\w*);
    (?:öppen|kvarstående) fråga; får vi (?:ta|se|återkomma|bestämma|diskutera);
    ta ställning (?:till|senare); avvaktar med;
    (?:unclear|unknown|uncertain|open)(?: to (?:me|us))?
    (?:who|what|whether|if|which|how|when|where)(?= );
    (?:nobody|nobody's|no one)(?: [\w']+){1,3}? (?:who|what|whether|if|which|how|when|where)(?= );
    (?:öppet|ovisst|okänt|osäkert) (?:om|vem|vad|vilken|vilka|vilket|hur|när|var)(?= );
    ingen (?:har|vet)(?: \w+){0,4}? (?:om|vem|vad|vilken|vilka|vilket|hur|när|var)(?= )
    """
)
POSTPONED: Final = phrase_pattern(  # a decision that is put off, and not merely open
    r"""
    postpon\w+; put(?:ting)?(?: \w+){0,5}? off; defer(?:red|ring|s)?; park(?:ed|ing)?;
    shelv(?:ed|ing|e); push(?:ed|ing)?(?: \w+){0,5}? back; delay\w*; h(?:old|eld|olding) off;
    lea?(?:ve|ving|ft)(?: \w+){0,6}? (?:until|till); (?:revisit|come back to|return to)
    (?:[\w'-]+ ){0,6}?(?:later|after|next|when|in|on|\ue800);
    skjut(?:er|it|a)?(?: \w+){0,3}? upp; sköt(?: \w+){0,3}? upp; uppskjut\w+; bordl\w+;
    avvakta\w*; vänt(?:ar|a|at|ade) med; (?:tar|ta|tas) (?:[\w-]+ ){0,4}?(?:igen|senare)
    """
)
