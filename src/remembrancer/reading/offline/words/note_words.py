"""Verbs that start a note without a subject: "Chose K2 over K3"."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import word_set

# No request and no question starts with one of these.
ENGLISH: Final = re.compile(
    r"\W*(?:also |now |usually |always |never |still |recently |generally |often )?"
    r"(?:wants|prefers|likes|dislikes|hates|asks|needs|has|uses|owns|runs|keeps|plans|hopes|reads"
    r"|checks|chose|picked|decided|agreed|opted|settled|hired|took|signed|sold|bought|paid|moved"
    r"|switched|changed|registered|opened|closed|cancelled|canceled|postponed|renewed|appointed"
    r"|replaced|upgraded|migrated|consolidated|remortgaged|refinanced|transferred|invested|stopped"
    r"|started|dropped|discussed|mentioned|considered|would like|would rather)"
    r"(?= [\w\ue000-\uefff])"
)
SWEDISH: Final = re.compile(
    r"\W*(?:också |nu |alltid |aldrig |oftast |gärna )?"
    r"(?:föredrar|gillar|ogillar|använder|äger|planerar|hoppas|frågar|valde|bestämde|beslutade"
    r"|anställde|tog ut|skrev under|tecknade|sålde|köpte|bytte|flyttade|registrerade|öppnade"
    r"|stängde|sade upp|sköt upp|förnyade|startade|avslutade|höjde|sänkte|diskuterade|nämnde"
    r"|har(?! (?:du|ni|vi|jag|de|han|hon|det|den|man|någon)\b)"
    r"|vill(?! (?:du|ni|vi|jag|de|han|hon|det|den|man|någon)\b)"
    r"|behöver(?! (?:du|ni|vi|jag|de|han|hon|det|den|man|någon)\b))(?= [\w\ue000-\uefff])"
)
# These have the same form in a request.
EITHER_TENSE: Final = re.compile(r"\W*(?:set up|cut|put|let)(?= [\w\ue000-\uefff])")
TASK: Final = word_set("please first then now today you your asap later next")
# Who writes of themself may leave out "I" as well: "have a trailer if anybody needs one".
OF_ONESELF: Final = re.compile(
    r"\W*(?:also |now |just |finally |recently |också |nu |nyss |äntligen )?"
    r"(?:(?:have|got|work|live) (?:an?|two|some|in|at|for|as)"
    r"|moved|switched|changed|started|joined|bought|sold|retired|quit"
    r"|har(?! (?:du|ni|vi|jag|de|han|hon|det|den|man|någon|inte)\b)|bor|jobbar|flyttade|bytte"
    r"|köpte|sålde"
    r"|började|slutade)(?= [\w\ue000-\uefff])",
    re.IGNORECASE,
)
