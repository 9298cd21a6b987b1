"""Pairs in which the second statement must leave the first one in use.

The second is planned, advised, hedged, reported or conditional, or it is about another person,
another thing or another time. A person may be asked; nothing is replaced or closed.
"""

from tests.judging.act_examples import EN, SV, Story

LEFT_ALONE = [
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Aegon worth £82,000.",
            "I might move my pension from Aegon to Vanguard.",
        ),
        stands=("Aegon worth",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Aegon worth £82,000.",
            "I'm thinking of moving my pension from Aegon to Vanguard next year.",
        ),
        stands=("Aegon worth",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Aegon worth £82,000.",
            "Next year I will move my pension from Aegon to Vanguard.",
        ),
        stands=("Aegon worth",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Aegon worth £82,000.",
            "Should I move my pension from Aegon to Vanguard?",
        ),
        stands=("Aegon worth",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Aegon worth £82,000.",
            "My sister moved her pension from Aegon to Vanguard.",
        ),
        stands=("Aegon worth",),
    ),
    Story(
        "companion",
        SV,
        ("Vår bank är Nordea.", "Vi funderar på att byta bank från Nordea till Swedbank."),
        stands=("bank är Nordea",),
    ),
    Story(
        "companion",
        SV,
        ("Vår bank är Nordea.", "Grannen har bytt bank från Nordea till Swedbank."),
        stands=("bank är Nordea",),
    ),
    Story(
        "companion",
        SV,
        ("Vår bank är Nordea.", "Om räntan höjs byter vi bank till Swedbank."),
        stands=("bank är Nordea",),
    ),
    Story(
        "adviser",
        EN,
        ("Omar will send the tax return by Friday.", "Petra sent her tax return this morning."),
        stands=("Omar will send",),
    ),
    Story(
        "adviser",
        EN,
        ("Omar will send the tax return by Friday.", "Omar asked whether the tax return was sent."),
        stands=("Omar will send",),
    ),
    Story(
        "adviser",
        EN,
        ("Omar will send the tax return by Friday.", "Last year Omar sent the tax return in May."),
        stands=("Omar will send",),
    ),
    Story(
        "adviser",
        EN,
        (
            "Omar will send the tax return by Friday.",
            "Omar said he would have sent the tax return but he was ill.",
        ),
        stands=("Omar will send",),
    ),
    Story(
        "adviser",
        EN,
        ("We decided to keep the Whitby cottage.", "We decided to sell the Leeds cottage."),
        stands=("keep the Whitby",),
    ),
    Story(
        "adviser",
        EN,
        ("We decided to keep the boat.", "Tom decided to sell the boat he inherited."),
        stands=("keep the boat",),
    ),
    Story(
        "companion",
        EN,
        ("We decided to keep the van.", "If trade stays slow we will sell the van."),
        stands=("keep the van",),
    ),
    Story(
        "companion",
        EN,
        ("We decided to keep the van.", "We decided to paint the van."),
        stands=("keep the van",),
    ),
    Story(
        "corporate",
        EN,
        ("The grace period is 10 days.", "In Norway the grace period isn't 10 days, it's 14 days."),
        stands=("is 10 days",),
    ),
    Story(
        "corporate",
        EN,
        ("Raw logs are kept for 14 days.", "Debug logs are now kept for 7 days."),
        stands=("14 days",),
    ),
    Story(
        "corporate",
        EN,
        ("The orders table is refreshed at 06:00.", "The refunds table has moved to 09:00."),
        stands=("06:00",),
    ),
    Story(
        "desk",
        EN,
        ("Gross margin at Tellmore is 41%.", "Gross margin at Tellmore in Asia is now 38%."),
        stands=("is 41%",),
    ),
    Story(
        "community",
        EN,
        ("I work at Mozilla.", "My brother no longer works at Mozilla."),
        stands=("Mozilla",),
    ),
    Story(
        "community",
        EN,
        ("I work at Mozilla.", "I no longer work at Mozilla on weekends."),
        stands=("work",),
    ),
    Story(
        "adviser",
        EN,
        ("I want to retire at 60.", "My wife wants to retire at 57 instead."),
        stands=("at 60",),
    ),
    Story(
        "adviser",
        EN,
        ("I want to retire at 60.", "Ha, if I won the lottery I'd retire at 45 instead."),
        stands=("at 60",),
    ),
    Story(
        "adviser",
        EN,
        ("My salary is £45,000.", "My starting salary was £28,000, not £45,000."),
        stands=("is £45,000",),
    ),
    Story(
        "companion",
        SV,
        ("Vi redovisar moms varje kvartal.", "Numera redovisar grannbolaget moms varje månad."),
        stands=("kvartal",),
    ),
    Story(
        "companion",
        SV,
        (
            "Bokslutet ska skickas in av Ragnar senast den 20 mars.",
            "Förra årets bokslut är inskickat.",
        ),
        stands=("ska skickas",),
    ),
    Story(
        "companion",
        SV,
        ("Vi har inte bestämt vilken bank vi ska ha.", "Vi har bestämt vilken revisor vi ska ha."),
        stands=("inte bestämt",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I don't want any oil shares in my portfolio.",
            "My partner does want oil shares in her portfolio now.",
        ),
        stands=("don't want",),
    ),
    Story(
        "adviser",
        EN,
        (
            "The rent on the Margate flat is £1,150 a month.",
            "The rent on the Hull flat is now £900 a month.",
        ),
        stands=("1,150",),
    ),
    Story(
        "adviser",
        EN,
        (
            "I have life cover of £200,000 with Oakmoor.",
            "They now offer life cover of £250,000 with Oakmoor.",
        ),
        stands=("200,000",),
    ),
    Story(
        "companion",
        EN,
        ("Our accountant is Petra Wall.", "Jonas Ek was our accountant before."),
        stands=("Petra",),
    ),
    Story(
        "adviser",
        EN,
        (
            "My mortgage is with Halifax.",
            "My cousin has switched her mortgage from Halifax to Santander.",
        ),
        stands=("with Halifax",),
    ),
    Story(
        "adviser",
        EN,
        (
            "My mortgage is with Halifax.",
            "I'd consider switching my mortgage from Halifax to Santander.",
        ),
        stands=("with Halifax",),
    ),
    Story(
        "adviser",
        EN,
        (
            "My mortgage is with Halifax.",
            "The broker suggests moving the mortgage from Halifax to Santander.",
        ),
        stands=("with Halifax",),
    ),
    Story(
        "companion",
        EN,
        ("I go to the gym on Mondays.", "My flatmate goes to the gym on Fridays now."),
        stands=("Mondays",),
    ),
    Story(
        "companion",
        SV,
        ("Jag bor i Örebro.", "Min syster har flyttat från Örebro till Gävle."),
        stands=("Örebro",),
    ),
    Story(
        "companion",
        SV,
        ("Jag bor i Örebro.", "Kanske flyttar jag från Örebro till Gävle i höst."),
        stands=("Örebro",),
    ),
    Story(
        "companion",
        SV,
        ("Jag bor i Örebro.", "Om jag får jobbet flyttar jag till Gävle."),
        stands=("Örebro",),
    ),
    Story(
        "community",
        EN,
        (
            "We decided to use Postgres for the bot.",
            "Someone on the other server decided to use SQLite for their bot instead.",
        ),
        stands=("Postgres",),
    ),
    Story(
        "community",
        EN,
        (
            "We decided to use Postgres for the bot.",
            "Maybe we should use SQLite for the bot instead.",
        ),
        stands=("Postgres",),
    ),
    Story(
        "desk",
        EN,
        ("Revenue at Halden grew 12% in 2025.", "Revenue at Halden grew 9% in 2024."),
        stands=("12%",),
    ),
    Story(
        "desk", EN, ("We rate Halden a buy.", "Barclays now rates Halden a sell."), stands=("buy",)
    ),
    Story(
        "corporate",
        EN,
        (
            "Refunds over 500 dollars need a manager's approval.",
            "Refunds over 500 dollars needed a director's approval until 2023.",
        ),
        stands=("manager",),
    ),
    Story(
        "corporate",
        EN,
        ("The fiscal year starts in February.", "Our supplier's fiscal year now starts in April."),
        stands=("February",),
    ),
    Story(
        "corporate",
        EN,
        (
            "The churn report excludes trial accounts.",
            "Next quarter the churn report will include trial accounts.",
        ),
        stands=("excludes",),
    ),
    Story(
        "adviser",
        EN,
        (
            "Priya needs to sign the transfer form.",
            "Dev signed the transfer form for his own account.",
        ),
        stands=("Priya needs",),
    ),
    Story(
        "adviser",
        EN,
        (
            "Priya needs to sign the transfer form.",
            "Priya will have signed the transfer form by Monday.",
        ),
        stands=("Priya needs",),
    ),
    Story(
        "adviser",
        EN,
        ("Priya needs to sign the transfer form.", "Priya signed the discharge form today."),
        stands=("Priya needs",),
    ),
    Story(
        "companion",
        SV,
        ("Karin ska beställa nya däck.", "Bo beställde nya däck till sin bil."),
        stands=("Karin ska",),
    ),
    Story(
        "companion",
        SV,
        ("Karin ska beställa nya däck.", "Karin har inte beställt nya däck."),
        stands=("Karin ska",),
    ),
    Story(
        "adviser",
        EN,
        ("I drink two glasses of wine a week.", "My dad used to drink ten glasses of wine a week."),
        stands=("two glasses",),
    ),
    Story(
        "adviser",
        EN,
        ("Our joint income is £90,000.", "My income is now £52,000."),
        stands=("joint",),
    ),
    Story(
        "adviser",
        EN,
        (
            "We have decided not to remortgage.",
            "The couple next door have decided to remortgage after all.",
        ),
        stands=("not to remortgage",),
    ),
]
