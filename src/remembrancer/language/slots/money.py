"""Slot rules for personal finance: income, expenses, assets and liabilities."""

from __future__ import annotations

from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.slots.slot import MONEY, PERCENT, SlotRule

_POSSESSED: Final = r"(?:my|his|her|their|our|the|a|an|min|mitt|hans|hennes|deras|vår|vårt|ett|en)"
_A_MONTH: Final = (
    r"(?:\s*(?:a|an|per|/|each|every|i|om|varje|p)\.?\s*(?:month|year|annum|week|månad\w*|mån"
    r"|år\w*|vecka\w*|a|m)\b)"
)
_PAY: Final = (  # the noun: "the bill to pay" and "what we pay" are not wages
    r"(?:^|(?<=\bmy\s)|(?<=\bhis\s)|(?<=\bher\s)|(?<=\btheir\s)|(?<=\bour\s)|(?<=\bthe\s)|(?<='s\s)"
    r"|(?<=gross\s)|(?<=\bnet\s)|(?<=annual\s)|(?<=monthly\s)|(?<=weekly\s)|(?<=yearly\s)"
    r"|(?<=current\s)|(?<=\bnew\s)|(?<=total\s)|(?<=starting\s))pay"
)
_HOUSE: Final = r"(?:house|home|villa\w*|hus(?:et)?|bostad\w*|place)"
_FLAT: Final = r"(?:flat|apartment|lägenhet\w*|bostadsrätt\w*|condo)"
_OTHER_HOME: Final = (
    r"(?:cottage|property|sommarstug\w*|stuga\w*|fritidshus\w*|farm|gård\w*|land|tomt\w*|holiday "
    r"home|buy[- ]to[- ]let)"
)


def _holding_rule(slot: str, nouns: str, hints: str, category: str = "asset") -> SlotRule:
    """The rule for money held in an account or a fund."""
    return SlotRule(
        slot,
        hints,
        rf"""
        {nouns}(?: \w+){{0,3}}?<IS><A>
        {nouns}(?: pot| fund| account| portfolio)? (?:of|with|holding|on|på|med) <A>
        <A>(?: \w+){{0,3}}? (?:in|into|på|i|inom)(?: {_POSSESSED})?(?: \w+)? {nouns}(?!\w)
        """,
        MONEY,
        category=category,
        is_figure=True,
    )


RULES: Final = (
    SlotRule(
        "dividend",
        "dividend utdelning",
        r"""
        (?:dividends?|utdelning\w*)(?: \w+){0,4}? (?:of|på|om|was|is|were|blev|är|till|to) <A>
        (?:dividends?|utdelning\w*)(?: of| from| on| den| från| för| på)? <d> (?:was|is|blev|\
        var|är) <A>
        (?:dividends?|utdelning\w*)(?:,|:| =)? <A>
        <A>(?: \w+){0,3}? (?:dividends?|utdelning)(?!\w)
        <A>(?: \w+){0,2}? (?:in|i|as|som)(?: an?| en)? (?:\w+ )?(?:dividends?|utdelning)(?!\w)
        """,
        MONEY,
        family=Family.DECISION,
        category="income",
        is_event=True,
    ),
    SlotRule(
        "salary",
        "salary salaries earn basic lön pay_ paid tjänar wage make makes bring take_home on_ "
        "package base_pay gross_pay",
        rf"""
        (?:salary|wage|wages|lön(?:en)?|månadslön\w*|årslön\w*|bruttolön\w*|nettolön\w*|grundlön\w*|\
        (?:base|basic|gross) pay|base|basic|{_PAY}|pay packet|take[- ]home(?: pay)?)(?: before \
        tax| after tax| gross| net| (?:at|from|with|as|hos|på|från)(?: \w+){{1,3}}?| \w+)?<IS><A>
        (?:salary|lön(?:en)?|wage|{_PAY})(?: \w+){{0,6}}? (?:to|till) <A>
        (?:pay rise|pay raise|salary (?:increase|rise)|löneförhöjning|löneökning|lönelyft)\w*,? (?:\
        (?:and|so|now|nu|i|i'm|am|it's|it|is|on|earn|earning|och|så|är|den|det|jag|har|ligger|på|tjänar|\
        at) )+<A>(?! (?:more|extra|higher|mer|till|per hour|in)\b)
        (?:salary|wage|lön(?:en)?|månadslön\w*|årslön\w*)[,:]? <A>
        (?:earn|earns|earning|earned|tjänar|tjänade|tjänat)(?! (?:us|me|him|her|them|oss|mig)\b)\
        (?: \w+){{0,2}}? <A>
        (?:make|makes|making|on|bring(?:s|ing)? (?:home|in)|paid|pays me|takes? home|clears?|\
        pulls? in)(?: \w+){{0,2}}? <A>(?: \w+){{0,2}}?{_A_MONTH}
        <A>(?: \w+)? (?:salary|i lön|in lön|before tax|gross|brutto|före skatt)(?!\w)
        (?:tar ut|take|takes|tar)(?: \w+){{0,3}}? <A>(?: \w+){{0,2}}? (?:i lön|in salary|as salary)
        """,
        MONEY,
        100,
        category="income",
    ),
    SlotRule(
        "bonus",
        "bonus",
        r"""
        bonus\w*(?: \w+){0,3}?<IS><A>
        <A>(?: \w+)? bonus(?!\w)
        """,
        MONEY,
        category="income",
        is_event=True,
    ),
    SlotRule(
        "rental income",
        "rent_ rental rents hyr_ut hyresint hyr lets let_",
        rf"""
        (?:rents?|rented|renting|let|lets|letting)(?: \w+){{0,5}}? (?:out )?(?:for|at) <A>
        (?:rental income|rent income|hyresintäkt\w*)(?: \w+){{0,3}}?<IS>?<A>
        (?:hyr|hyrs|hyra) ut(?: \w+){{0,4}}? (?:för|till) <A>
        <A>(?: \w+)?{_A_MONTH}?(?: \w+)? (?:in|i) (?:rent|rental income|hyresintäkter)(?: from| \
        off)
        (?:brings? in|get|gets|ger) <A>(?: \w+)?{_A_MONTH}?(?: \w+)? (?:in |i )?(?:rent|hyra|\
        hyresintäkter)
        """,
        MONEY,
        category="income",
    ),
    SlotRule(
        "pension income",
        "pension annuity",
        rf"""
        (?:state pension|final salary pension|db pension|defined benefit(?: pension)?|company \
        pension|annuity|allmän pension|tjänstepension)(?: \w+){{0,4}}? <A>{_A_MONTH}
        pension(?: \w+){{0,3}}? (?:pays|paying|will pay|ger|betalar)(?: \w+){{0,3}}? <A>
        """,
        MONEY,
        category="income",
    ),
    SlotRule(
        "pension contribution",
        "pension sipp avsätt sätter_av contribut",
        r"""
        (?:pay|pays|paying|paid|contribut\w+|puts?|putting|sätter av|avsätter|betalar|spar\w*|\
        save|saves|saving)(?: in)?(?: \w+){0,3}? <A>(?: \w+){0,5}? (?:into|to|in|i|till)(?: \
        \w+){0,3}? (?:pension\w*|sipp|tjänstepension\w*)
        (?:pension contributions?|pensionsavsättning\w*|employer contribut\w+|arbetsgivaren \
        betalar)(?: \w+){0,3}?<IS>?<A>
        """,
        "any",
        category="expense",
    ),
    _holding_rule("sipp value", r"(?:sipps?)", "sipp"),
    _holding_rule(
        "workplace pension value",
        r"(?:workplace pension|tjänstepension\w*|work pension|company pension)",
        "workplace_pension tjänstepension work_pension company_pension",
    ),
    _holding_rule("isa value", r"(?:(?:stocks and shares |cash )?isas?)", "isa_ isas isa"),
    _holding_rule(
        "isk value",
        r"(?:isk|investeringssparkonto\w*|kapitalförsäkring\w*)",
        "isk investeringssparkonto kapitalförsäkring",
    ),
    SlotRule(
        "pension value",
        "pension",
        r"""
        pension(?:s|en|ssparande\w*| pots?| funds?| savings)?(?: \w+){0,3}? (?:worth|valued at|of|\
        totals?|totalling|stands at|är värd|värd|på|at|is|are|with) <A>(?! ?(?:a|per|/|i) \
        ?(?:month|year|år|månad))
        <A>(?: \w+){0,3}? (?:in|into|across)(?: \w+){0,2}? pensions?(?: pots?| savings)?(?!\w)
        """,
        MONEY,
        1000,
        category="asset",
        is_figure=True,
    ),
    SlotRule(
        "savings",
        "saving cash bank saved sparat sparpeng sparkonto buffert premium_bonds emergency deposit",
        rf"""
        (?:savings|emergency fund|buffert\w*|sparkapital\w*|sparpengar\w*|premium bonds|cash|\
        deposit account)(?: \w+){{0,3}}?<IS><A>
        <A>(?: \w+){{0,3}}? (?:in|på|i)(?: {_POSSESSED})?(?: \w+)? (?:savings|cash|the bank|bank|\
        premium bonds|sparkonto\w*|banken|buffert\w*|emergency fund|savings account)(?!\w)
        (?:saved|sparat|put aside|lagt undan)(?: up| ihop)?(?: \w+){{0,2}}? <A>
        (?:har|have|has|got) <A>(?: \w+)? (?:sparat|sparade|saved|put aside|undanlagda)
        """,
        MONEY,
        category="asset",
        is_figure=True,
    ),
    SlotRule(
        "house value",
        "house home villa hus bostad place",
        rf"""
        {_HOUSE}(?: \w+){{0,5}}? (?:worth|valued at|värt|värd|värderat till|värderades till|\
        värderad till) <A>
        {_HOUSE}(?: value|värde)?<IS><A>
        <A> (?:house|home|villa)(?!\w)
        """,
        MONEY,
        20000,
        category="asset",
        is_figure=True,
    ),
    SlotRule(
        "flat value",
        "flat apartment lägenhet bostadsrätt condo",
        rf"""
        {_FLAT}(?: \w+){{0,5}}? (?:worth|valued at|värd|värderad till|värderades till) <A>
        <A> (?:flat|apartment|lägenhet)(?!\w)
        """,
        MONEY,
        20000,
        category="asset",
        is_figure=True,
    ),
    SlotRule(
        "property value",
        "cottage property stuga fritidshus farm gård land tomt holiday_home let",
        rf"""
        {_OTHER_HOME}(?: \w+){{0,5}}? (?:worth|valued at|värd|värt|värderad till|värderat till) <A>
        """,
        MONEY,
        20000,
        category="asset",
        is_figure=True,
    ),
    SlotRule(
        "mortgage rate",
        "mortgage bolån ränta remortgag fix",
        r"""
        (?:mortgage|remortgag\w+|bolån\w*|bolåneränta\w*|fixed|fix|ränta\w*)(?: \w+){0,8}? <A>
        <A>(?: \w+){0,3}? (?:mortgage|bolån\w*|ränta)
        """,
        PERCENT,
        0,
        25,
        category="liability",
    ),
    SlotRule(
        "mortgage",
        "mortgage bolån",
        rf"""
        (?:mortgage|bolån\w*)(?: \w+){{0,5}}?<IS>?<A>(?!{_A_MONTH})
        <A>(?: \w+){{0,4}}? (?:on|of|i|på)(?: {_POSSESSED})? (?:\w+ )?(?:mortgage|bolån\w*|huset|\
        house)(?!\w)
        <A> (?:mortgage|bolån)(?!\w)
        """,
        MONEY,
        1000,
        category="liability",
        is_figure=True,
    ),
    SlotRule(
        "mortgage payment",
        "mortgage bolån",
        rf"""
        (?:mortgage|bolån\w*)(?: \w+){{0,5}}?<IS>?<A>{_A_MONTH}
        """,
        MONEY,
        category="expense",
    ),
    SlotRule(
        "mortgage term",
        "mortgage fix bolån bundet bunden",
        r"""
        (?:mortgage|fix|fixed rate|fixed|deal|bolån\w*|räntan|bundet|bunden)(?: \w+){0,8}? \
        (?:ends?|expires?|runs? out|until|till|löper ut|comes? to an end|up|to|paid off)(?: in| \
        by| on| i)? <D>
        """,
        "day",
        category="liability",
    ),
    SlotRule(
        "mortgage years left",
        "mortgage bolån",
        r"""
        (?:mortgage|bolån\w*)(?: \w+){0,4}? <A>(?: \w+)? (?:left|to run|to go|remaining|kvar)
        <A>(?: \w+)? (?:left|remaining|to run|kvar)(?: to run)? (?:on|of|på)(?: \w+)? (?:mortgage|\
        bolån\w*)
        """,
        "years",
        0,
        60,
        category="liability",
    ),
    SlotRule(
        "car loan",
        "car_loan car_finance billån pcp",
        r"""
        (?:car loan|car finance|pcp|billån\w*)(?: \w+){0,4}?<IS>?<A>
        <A>(?: \w+){0,3}? (?:car loan|car finance|billån|on (?:the|his|her|my|a) car)
        """,
        MONEY,
        category="liability",
        is_figure=True,
    ),
    SlotRule(
        "student loan",
        "student_loan csn studielån student_debt",
        r"""
        (?:student loans?|student debt|csn\S*|studielån\w*|studieskuld\w*)(?: \w+){0,4}?<IS>?<A>
        <A>(?: \w+){0,3}? (?:student loans?|student debt|csn|studielån|studieskuld)
        """,
        MONEY,
        category="liability",
        is_figure=True,
    ),
    SlotRule(
        "credit card debt",
        "credit_card kreditkort",
        r"""
        (?:credit cards?|kreditkort\w*)(?: \w+){0,5}?<IS>?<A>
        <A>(?: \w+){0,4}? (?:on|in|på)(?: \w+){0,3}? (?:credit cards?|kreditkort\w*)
        """,
        MONEY,
        category="liability",
        is_figure=True,
    ),
    SlotRule(
        "loan",
        "loan lån owe skyldig skuld debt",
        r"""
        (?:loan|banklån\w*|lån(?:et)?|debts?|skuld(?:en|er)?)(?: \w+){0,4}?<IS><A>
        (?:owe|owes|skyldig|lånat|borrowed)(?: \w+){0,3}? <A>
        <A>(?: \w+)? (?:loan|lån|in debt|i skuld|debt)(?!\w)
        """,
        MONEY,
        category="liability",
        is_figure=True,
    ),
    SlotRule(
        "rent",
        "rent hyra hyran",
        rf"""
        (?:rent|hyra|hyran)(?: \w+){{0,3}}?<IS><A>
        (?:pay|pays|paying|betalar)(?: \w+){{0,2}}? <A>(?: \w+)?{_A_MONTH}?(?: \w+){{0,2}}? \
        (?:rent|hyra)(?!\w)
        """,
        MONEY,
        category="expense",
    ),
    SlotRule(
        "spending",
        "spend spent outgoing expens utgift gör_av_med levnadskost household cost_of_living",
        rf"""
        (?:spend|spends|spending|outgoings|expenses|expenditure|utgifter\w*|gör av med|\
        levnadskostnad\w*|household costs|hushållet kostar)(?: \w+){{0,4}}?<IS>?<A>(?: \
        \w+)?{_A_MONTH}
        (?:outgoings|living expenses|levnadskostnad\w*|utgifter\w*)(?: \w+){{0,3}}?<IS><A>
        """,
        MONEY,
        category="expense",
    ),
    SlotRule(
        "school fees",
        "school_fee nursery childcare skolavgift förskol",
        r"""
        (?:school fees|nursery(?: fees)?|childcare|skolavgift\w*|förskol\w*)(?: \w+){0,4}?<IS>?<A>
        <A>(?: \w+){0,4}? (?:on|for|in|för|på) (?:school fees|nursery|childcare|skolavgifter|\
        förskola)
        """,
        MONEY,
        category="expense",
    ),
    SlotRule(
        "inheritance",
        "inherit ärv arv_ arvet arv. left_him left_her left_me left_us",
        r"""
        (?:inherit(?:ed|s|ing)?|inheritance|ärv(?:t|de|er)?|arv(?:et)?)(?: \w+){0,5}? <A>
        <A>(?: \w+){0,3}? (?:inheritance|i arv|from (?:his|her|my|their) (?:\w+ )?(?:estate|\
        mother|father|aunt|uncle|parents))
        """,
        MONEY,
        category="asset",
        is_event=True,
    ),
    SlotRule(
        "critical illness cover",
        "critical_illness",
        r"""
        critical illness(?: cover)?(?: \w+){0,4}?<IS>?<A>
        """,
        MONEY,
        category="asset",
    ),
    SlotRule(
        "income protection",
        "income_protection",
        r"""
        income protection(?: \w+){0,4}?<IS>?<A>
        """,
        MONEY,
        category="asset",
    ),
    SlotRule(
        "life cover",
        "life_cover life_insurance livförsäkring",
        r"""
        (?:life (?:cover|insurance)|livförsäkring\w*)(?: \w+){0,4}?<IS>?<A>
        <A>(?: \w+){0,2}? (?:of |in )?(?:life (?:cover|insurance)|livförsäkring)
        """,
        MONEY,
        category="asset",
    ),
    SlotRule(
        "retirement income",
        "retire pension live_on live_comfort leva_på klara",
        rf"""
        (?:need|needs|want|wants|require|target|aim\w* for|live(?: comfortably)? on|behöver|leva \
        på|klara (?:mig|oss|sig) på|vill ha)(?: \w+){{0,3}}? <A>(?: \w+)?{_A_MONTH}
        """,
        MONEY,
        family=Family.GOAL,
        category="income",
    ),
    SlotRule(
        "fee",
        "fee arvode avgift charge",
        r"""
        (?:(?:adviser|advice|ongoing|initial|platform|annual|management|monthly|årlig|löpande) \
        )?(?:fees?|arvode\w*|avgift(?:en)?|charge)(?: \w+){0,3}?<IS><A>
        """,
        "any",
        category="expense",
    ),
)
