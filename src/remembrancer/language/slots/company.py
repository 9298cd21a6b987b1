"""Slot rules for companies: staff, accounts, owners and customers."""

from __future__ import annotations

from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.slots.slot import COUNT, MONEY, PERCENT, TERM, SlotRule, invert_meanings

_STAFF: Final = (
    r"(?:employees?|anställda|anställd|medarbetare|staff|people|personer|heads|full[- ]timers"
    r"|heltidare|engineers|analysts|developers|utvecklare|konsulter)"
)
_PERIODS: Final = {
    "month": "monthly",
    "månad": "monthly",
    "varje månad": "monthly",
    "per månad": "monthly",
    "every month": "monthly",
    "quarter": "quarterly",
    "kvartal": "quarterly",
    "per kvartal": "quarterly",
    "varje kvartal": "quarterly",
    "every quarter": "quarterly",
    "var tredje": "quarterly",
    "year": "yearly",
    "annual": "yearly",
    "års": "yearly",
    "helår": "yearly",
    "en gång om året": "yearly",
    "once a year": "yearly",
    "every year": "yearly",
    "per år": "yearly",
    "varje år": "yearly",
    "årlig": "yearly",
}
_PERIOD: Final = (
    r"(månadsvis|månatlig\w*|varje månad|per månad|kvartalsvis|per kvartal|varje kvartal|kvartal"
    r"|var tredje månad|årsvis"
    r"|årlig\w*|helår\w*|en gång om året|per år|varje år|monthly|quarterly|yearly|annually|once "
    r"a year"
    r"|every (?:month|quarter|year))"
)
_PROGRAMS: Final = (
    r"(fortnox|visma(?: \w+)?|bokio|xero|quickbooks|sage(?: \w+)?|björn lundén|speedledger|wint"
    r"|dooer|freeagent"
    r"|netsuite|dynamics(?: 365)?|sap|hogia|pe accounting|spiris|freshbooks|zervant|billogram"
    r"|kleer)"
)
_USE: Final = (
    r"(?:use|uses|using|used|run|runs|on|kör|kör med|använder|använde|har|via|i|in|switched to"
    r"|switching to|switch to"
    r"|moved to|moving to|migrat\w+ to|bytt till|byter till|bytte till|byta till|gått över till"
    r"|går över till|gå över till"
    r"|is|är|through|from|with|med)"
)

RULES: Final = (
    SlotRule(
        "employees",
        "employee anställd staff people personer heads headcount medarbetare timers heltid "
        "engineers analysts developers utvecklare konsulter",
        rf"""
        (?:have|has|had|having|'ve got|got|employ|employs|we're|we are|with|there are|har|är|hade|\
        blir|team of|of us|is|only|just|bara|now|nu)(?: \w+){{0,2}}? <A> (?:[\w-]+ \
        ){{0,2}}?{_STAFF}(?!\w)
        (?:headcount|antal(?:et)? anställda|employees|number of employees|anställda)<IS><A>
        (?:have|has|had|har|finns) (no|inga|one|en|zero) (?:employees?|anställda|anställd|\
        staff)(?!\w)
        <A> (?:full[- ]time |heltids)?(?:employees|anställda)(?!\w)
        """,
        COUNT,
        0,
        1e6,
        values=invert_meanings({0: "no inga zero", 1: "one en"}),
    ),
    SlotRule(
        "fiscal year",
        "fiscal financial_year accounting_year räkenskapsår bokslutsår year-end year_end fy_ fy: "
        "verksamhetsår",
        r"""
        (?:fiscal|financial|accounting) year(?: \w+)?(?: is| runs?| goes| ends?| starts?| begins?|\
         end| from|:| =)+(?: on| in| from| the)* ([^.,;()!?]{1,40})
        (?:fiscal|financial|accounting) year[ -]end<IS>([^.,;()!?]{1,40})
        (?:räkenskapsår|bokslutsår|verksamhetsår)\w*(?: är| går| löper| slutar| börjar| från| \
        mellan| som|:| =| blir| läggs| om| till| ändras| flyttas| nu)+ ([^.,;()!?]{1,40})
        (brutet) räkenskapsår
        (?:fiscal year|financial year|räkenskapsår\w*|bokslutsår\w*) ([\ue800-\uefff\w]+ (?:to|\
        till|t\.?o\.?m\.?|through) ?[\ue800-\uefff\w]+)
        (?:fiscal year|räkenskapsår\w*) ([\ue800-\uefff]?\w* ?[-–] ?\w*[\ue800-\uefff]?)
        year[ -]end is ([^.,;()!?]{1,40})
        """,
    ),
    SlotRule(
        "accounting framework",
        "k1 k2 k3 k4 ifrs gaap frs",
        r"""
        (?:from|från) (?:k[1-4]|ifrs|us gaap|frs ?10[25]) (?:to|till) (k[1-4]|ifrs|us gaap|frs \
        ?10[25])(?!\w)
        (?:over to|över till|bytt till|byter till|bytte till|byta till|switched to|switching to|\
        moved to|move to|switch to|changed to) (k[1-4]|ifrs|us gaap|frs ?10[25])(?!\w)
        (?:use|uses|using|used|follow|follows|following|apply|applies|chose|choose|chosen|picked|\
        go|goes|going|went|report|reports|stay|stays|stick|sticking|keep|keeping|under|on|\
        according to|använder|tillämpar|tillämpa|kör|köra|valde|valt|väljer|väljer att|gått|går|\
        enligt|regelverket|framework|blir|behåller|är|is|följer|redovisar|ligger|stannar|\
        ligga)(?:[ :]+[\w'-]+){0,5}?[ :]+(k[1-4]|ifrs|us gaap|frs ?10[25])(?!\w|[- ]?(?:blankett|\
        or|eller))
        """,
        values=invert_meanings(
            {
                "K1": "k1",
                "K2": "k2",
                "K3": "k3",
                "K4": "k4",
                "IFRS": "ifrs",
                "US GAAP": "us_gaap",
                "FRS": "frs",
            }
        ),
    ),
    SlotRule(
        "accounting method",
        "kontantmetod fakturametod faktureringsmetod bokslutsmetod cash_basis cash_accounting "
        "accrual cash_method invoice_method",
        r"""
        (kontantmetod\w*|fakturametod\w*|faktureringsmetod\w*|bokslutsmetod\w*|cash (?:basis|\
        accounting|method)|accruals?(?: basis| accounting)?|invoice method)
        """,
        values=invert_meanings({"cash": "kontant bokslut cash", "invoice": "fakt accrual invoice"}),
    ),
    SlotRule(
        "vat period",
        "vat moms",
        rf"""
        (?:momsen|moms|momsredovisning\w*|momsdeklaration\w*|momsperiod\w*|vat(?: returns?| \
        reporting)?)(?: \w+){{0,5}}?[ :]+{_PERIOD}(?!\w)
        (monthly|quarterly|annual|yearly|kvartalsvis|månadsvis|årlig) (?:vat|moms)\w*
        (kvartals|månads|års|helårs)moms\w*
        (?:redovisar|deklarerar|report|reports|file|files|lämnar)(?: \w+){{0,2}}? (?:moms\w*|\
        vat)(?: \w+){{0,2}}? {_PERIOD}(?!\w)
        """,
        values=_PERIODS,
    ),
    SlotRule(
        "vat registration",
        "vat-registered vat_registered momsregistrera registered_for_vat",
        r"""
        (?:vat[- ]registered|momsregistrera(?:d|de|t)?|registered for vat)
        """,
        values={"": True},
    ),
    SlotRule(
        "ownership",
        "own hold äger innehar share aktie have_ has_ har_ votes röster",
        r"""
        <S>(?: \w+)? (?:own|owns|owned|hold|holds|äger|innehar|ägde)(?: \w+){0,2}? <A>
        <S>(?: \w+)? (?:have|has|holds?|har|innehar)(?: still| fortfarande)? <A>(?= ?(?:$|[.,;]|\
        of the (?:votes|shares|company|business)|av (?:rösterna|aktierna|bolaget|kapitalet)))
        <A>(?: \w+){0,3}? (?:shareholder|owner|ägare|ägs av|owned by)
        <S>(?: \w+)? (?:own|owns|äger|innehar)(?: \w+)? (all|alla|samtliga|hela) (?:the |of the \
        )?(?:shares|aktier\w*|bolaget|company|andelar\w*|business)
        """,
        PERCENT,
        0,
        100,
        values={"all": 100, "samtliga": 100, "hela": 100},
    ),
    SlotRule(
        "bank",
        "bank",
        r"""
        (?<!på\s)(?<!at\sthe\s)(?<!at\sour\s)(?:bank|banken)(?: is| är|:| heter)+ <NAME>
        (?:bank with|banks with|banking with|bank hos|banken hos|företagskonto hos|konto hos|bank \
        till|banks? to|account with) <NAME>
        """,
        "name",
    ),
    SlotRule(
        "auditor",
        "auditor revisor",
        r"""
        (?:auditor|revisor\w*)(?: is| är| heter| called| named|:| från| from|,)+ <NAME>
        """,
        "name",
    ),
    SlotRule(
        "auditor",
        "auditor revisor",
        r"""
        (?:no|ingen|without an?|don't have an?|utan|inte någon|inte ha|inte har) (?:auditor|revisor)
        """,
        values={"": False},
    ),
    SlotRule(
        "accountant",
        "accountant bookkeeper redovisningskonsult redovisningsbyrå bokföringsbyrå",
        r"""
        (?:accountant|bookkeeper|redovisningskonsult\w*|redovisningsbyrå\w*|bokföringsbyrå\w*)(?: \
        is| är| heter| called| named|:| på| at|,)+ <NAME>
        """,
        "name",
    ),
    SlotRule(
        "main revenue",
        "revenue income sales omsättning intäkt turnover",
        r"""
        (?:main|biggest|largest|most of (?:our|the|my|their)|primary|majority of (?:our|the)|\
        bulk of (?:our|the)|all|\ue000 of (?:our|the)) (?:revenue|income|sales|turnover)(?: \
        \w+){0,3}? (?:from|is|are|in) <V>
        (?:största delen av|huvuddelen av|det mesta av|merparten av|nästan all|all|<a> av)(?: vår|\
         våra| min)? (?:omsättning\w*|intäkt\w*|inkomst\w*)(?: \w+)? (?:från|är) <V>
        (?:half|a third|two thirds|a quarter|almost all|\ue000) of (?:our|the|my) (?:revenue|\
        income|sales|turnover)(?: \w+)? (?:from|is|are|to) <V>
        (?:halva|hela|en tredjedel av|två tredjedelar av)(?: vår| min)? (?:omsättning\w*|\
        intäkt\w*|försäljning\w*)(?: \w+)? (?:från|är|på) <V>
        (?:huvudsaklig\w*|största|främsta) (?:intäkt\w*|inkomst\w*)(?: \w+)? (?:från|är) <V>
        """,
    ),
    SlotRule(
        "main customer",
        "customer client kund",
        r"""
        (?:main|biggest|largest|key|only|största|viktigaste|enda) (?:customer|client|\
        kund\w*)<IS><NAME>
        (?:customer|client|kund),? <NAME>,? (?:stands for|står för|accounts for)
        """,
        "name",
    ),
    SlotRule(
        "payment terms",
        "terms betalningsvillkor betalningstid kredittid net_ förfall",
        r"""
        (?:payment terms|betalningsvillkor\w*|betalningstid\w*|terms|kredittid\w*|credit terms|\
        förfallotid\w*)(?: \w+){0,3}?<IS>?<A>
        <A>(?: \w+)? (?:payment terms|betalningstid|betalningsvillkor|net|netto|kredittid|\
        credit)(?!\w)
        net <A>
        """,
        TERM,
        1,
        365,
    ),
    SlotRule(
        "hourly rate",
        "hour timme timpris timarvode timtaxa rate day_rate /h dagspris",
        r"""
        (?:hourly rate|timpris\w*|timarvode\w*|timtaxa\w*|day rate|dagspris\w*)(?: \
        \w+){0,3}?<IS><A>
        (?:charge|charges|bill|bills|tar|debiterar|fakturerar|invoice)(?: \w+){0,2}? <A>(?: \w+)? \
        ?(?:an|per|/|i|a) ?(?:hour|timme\w*|h|tim|day)(?!\w)
        """,
        MONEY,
    ),
    SlotRule(
        "hire",
        "hire hired anställ recruit rekryter",
        r"""
        (?:hired|hiring|anställt|anställde|anställer|recruited|rekryterat|taken on|tagit in)(?: \
        \w+){0,4}? <NAME>
        """,
        "name",
        family=Family.DECISION,
        is_event=True,
        is_many=True,
    ),
    SlotRule(
        "accounting system",
        "fortnox visma bokio xero quickbooks sage björn_lundén speedledger wint dooer freeagent "
        "netsuite dynamics sap hogia pe_accounting spiris freshbooks zervant billogram kleer",
        rf"""
        (?:over to|över till|bytt till|byter till|bytte till|byta till|switched to|switching to|\
        moved to|moving to|migrat\w+ to) {_PROGRAMS}(?!\w)
        (?:bytte|bytt|byter|switched|changed|moved|flyttade|gick över)(?: \
        [\w\ue800-\uefff]+){{0,5}}?,? (?:to|till) {_PROGRAMS}(?!\w)
        {_USE}(?: \w+){{0,4}}? {_PROGRAMS}(?!\w)
        """,
    ),
    SlotRule(
        "company form",
        "enskild_firma sole_trader limited_company aktiebolag handelsbolag kommanditbolag "
        "sole_proprietor partnership llc",
        r"""
        (?:run|runs|have|has|is|are|'m|'re|am|as|driver|har|är|via|through|bildat|startat|\
        ombilda\w*|from)(?: \w+){0,3}? (enskild firma|sole trader|sole proprietor\w*|limited \
        company|aktiebolag\w*|handelsbolag\w*|kommanditbolag\w*|llc)(?!\w)
        """,
        values=invert_meanings(
            {
                "sole trader": "enskild sole",
                "limited company": "limited aktie llc",
                "partnership": "handels",
                "limited partnership": "kommandit",
            }
        ),
    ),
    SlotRule(
        "business",
        "firm company agency shop café cafe restaurant consultancy studio byrå bolag firma butik "
        "restaurang verkstad salong bakery business startup",
        r"""
        (?:we|i|they|company|firm) (?:run|own|have|are|'re|'m|am|operate|started)(?: an?| our| my|\
         a small| a tiny)? ((?:[\w-]+ ){1,3}(?:firm|company|agency|shop|café|cafe|restaurant|\
        consultancy|studio|bakery|business|startup|practice|workshop|clinic))(?!\w)
        (?:vi|jag|de) (?:driver|har|är|äger)(?: ett| en)?(?: litet| liten)? ((?:[\w-]+ \
        )?[\w-]*(?:byrå|konsultbolag|bolag|firma|butik|restaurang|verkstad|salong|bageri|kafé|\
        café|företag|klinik))(?!\w)
        """,
    ),
    SlotRule(
        "revenue",
        "revenue turnover omsätt sales försäljning",
        r"""
        (?:revenue|turnover|omsättning\w*|sales|försäljning\w*)(?: \w+){0,5}?<IS><A>
        (?:omsätter|omsatte|turn over|turned over)(?: \w+){0,3}? <A>
        """,
        MONEY,
        is_figure=True,
        is_weak=True,
    ),
    SlotRule(
        "profit",
        "profit result_ resultat vinst ebit margin_was loss förlust",
        r"""
        (?:profit|resultat\w*|vinst\w*|ebitda?|loss|förlust\w*)(?: \w+){0,5}?<IS><A>
        """,
        MONEY,
        is_figure=True,
        is_weak=True,
    ),
    SlotRule(
        "balance",
        "balance saldo kassa bank_account i_kassan on_the_account på_kontot likvid cash",
        r"""
        (?:balance|saldo\w*|kassa\w*|likvid\w*|cash position|bank account)(?: \w+){0,5}?<IS><A>
        <A>(?: \w+){0,2}? (?:på kontot|i kassan|on the account|in the account|in the company \
        account|på företagskontot|i banken)
        """,
        MONEY,
        is_figure=True,
        is_weak=True,
    ),
    SlotRule(
        "unpaid invoices",
        "invoice faktur",
        r"""
        <A>(?: \w+){0,2}? (?:unpaid|overdue|open|outstanding|obetalda|förfallna|öppna)(?: \w+)? \
        (?:invoices?|fakturor|faktura|kundfakturor|leverantörsfakturor)
        (?:unpaid|overdue|open|outstanding|obetalda|förfallna)(?: \w+)? (?:invoices|fakturor)(?: \
        \w+){0,4}?<IS><A>
        """,
        "any",
        is_figure=True,
        is_weak=True,
    ),
)
