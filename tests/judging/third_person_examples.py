"""What an adviser notes about a client, in the third person: pairs with what may come of them.

`stands`: the first one is neither replaced nor confirmed. `asked`: it stands, and a person is
asked. `calm`: nobody is asked either. `done`, `open`: the task that it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Pair(NamedTuple):
    preset: str
    known: str
    new: str
    wanted: str


PAIRS: Final = tuple(
    Pair(*line)
    for line in (
        # By how much it changed is not what it is.
        ("adviser", "Priya's bonus is £8,000.", "Priya's bonus went up by £500.", "asked"),
        ("adviser", "Omar's rent is £750 a month.", "Omar's rent was raised by £40.", "asked"),
        ("companion", "Hyran är 9 500 kr.", "Hyran har sänkts med 300 kr.", "asked"),
        ("companion", "Avgiften är 400 kr.", "Avgiften höjdes med 50 kr.", "asked"),
        # A dream is no decision; a slip of the pen, an erratum, a denial are about what was said.
        (
            "adviser",
            "Omar wants to retire at 61.",
            "Omar would love to retire at 54.",
            "asked",
        ),
        (
            "adviser",
            "Kunden har tre bilar.",
            "Jag skrev fel, det ska stå att kunden har fyra bilar.",
            "changed",
        ),
        (
            "desk",
            "Tarn's net debt was EUR 310m at year end.",
            "Erratum: for Tarn's net debt at year end read EUR 130m where we had EUR 310m.",
            "changed",
        ),
        (
            "desk",
            "Decision: we open a position in Vik Metall in June.",
            "We decided not to open a position in Vik Metall.",
            "asked",
        ),
        (
            "adviser",
            "Omar will send you a copy of Omar's lease by Friday.",
            "Omar has sent the copy of his lease, it came this morning.",
            "done",
        ),
        # They share nothing but who does them.
        (
            "adviser",
            "Ellen decided to sell the flat in Leeds.",
            "Ellen no longer keeps bees.",
            "calm",
        ),
        (
            "adviser",
            "Omar decided to sell the shop as it is too small.",
            "Omar no longer smokes.",
            "calm",
        ),
        # Somebody of theirs, another thing that was sent, a part, and what is still to come.
        ("adviser", "Zara prefers email.", "Zara's PA prefers phone.", "stands"),
        ("adviser", "Zara lives in Hove.", "Zara's secretary lives in Bath.", "stands"),
        ("adviser", "Zara lives in Hove.", "Zara is moving to Bath in June.", "stands"),
        (
            "adviser",
            "Zara to send us the deed by 20 March.",
            "Zara sent us photos of the new barn.",
            "open",
        ),
        (
            "corporate",
            "Bo will migrate the reports by 1 June.",
            "Bo migrated the reports of the pilot only.",
            "asked",
        ),
        ("companion", "Vi använder Bokio.", "Vi har slutat med Bokio och kör Spiris.", "changed"),
        # What somebody should do, asks, denies, dreams of or is advised.
        (
            "adviser",
            "Omar pays £200 a month into his pension.",
            "Omar ought to pay £400 a month into his pension.",
            "stands",
        ),
        ("adviser", "Priya wants to retire at 61.", "I suggested Priya retire at 66.", "stands"),
        (
            "adviser",
            "Priya wants to retire at 61.",
            "Priya wondered whether she can retire at 57.",
            "stands",
        ),
        ("adviser", "Omar earns £41,000.", "Omar denies that he earns £60,000.", "stands"),
        ("adviser", "Omar wants to retire at 63.", "Omar dreams about retiring at 52.", "stands"),
        ("companion", "Vi har fyra anställda.", "Vi bör ha sex anställda.", "stands"),
        (
            "companion",
            "Betalningsvillkoret är 30 dagar.",
            "Revisorn föreslog att betalningsvillkoret är 15 dagar.",
            "stands",
        ),
        (
            "desk",
            "Borgia's fair value is $30.",
            "Borgia's fair value should be $41 if the merger closes.",
            "stands",
        ),
        # A denial and a plan are no repetition.
        (
            "corporate",
            "Test orders are included in the totals.",
            "Test orders aren't included in the totals.",
            "stands",
        ),
        ("companion", "Jag ska mejla Bolagsverket.", "Jag har mejlat Bolagsverket.", "stands"),
        (
            "desk",
            "Refund Lou Dale for order 4411.",
            "Lou Dale has been refunded for order 4411.",
            "stands",
        ),
        # A relative's life is not the client's.
        ("adviser", "Priya's mother has asthma.", "Priya has asthma.", "stands"),
        ("adviser", "Omar earns £41,000.", "Omar's brother earns £41,000.", "stands"),
        ("adviser", "Omar is a plumber.", "Omar's daughter is a dentist.", "stands"),
        ("adviser", "Priya lives in Truro.", "Priya's father lives in Truro too.", "stands"),
        ("companion", "Leif bor i Falun.", "Leifs syster bor i Mora.", "stands"),
        # Another one of the same sort.
        (
            "adviser",
            "Omar's pension is worth £90,000.",
            "Omar's other pension is worth £7,000.",
            "stands",
        ),
        (
            "adviser",
            "Leifs pension är värd 150 000 kr.",
            "Leifs andra pension är värd 60 000 kr.",
            "stands",
        ),
        # Only for some matters.
        ("adviser", "Priya prefers phone.", "Priya prefers post for contracts.", "stands"),
        # Whoever has it now.
        (
            "corporate",
            "The billing job is owned by the core team.",
            "The billing job is now owned by the data team.",
            "changed",
        ),
        (
            "community",
            "Ann is the host of the guild.",
            "Lou is now the host of the guild.",
            "changed",
        ),
        (
            "adviser",
            "Omar's date of birth is 2 June 1961.",
            "Omar's date of birth is 6 February 1961.",
            "changed",
        ),
        # Hearsay of somebody without a name.
        (
            "adviser",
            "My cash ISA pays 4.1%.",
            "A bloke at the gym swears cash ISAs pay 7% now.",
            "stands",
        ),
        (
            "companion",
            "Vår elleverantör är Jämtkraft.",
            "En granne påstår att vår elleverantör är Fortum.",
            "stands",
        ),
        # Tasks of another thing or of somebody else.
        ("adviser", "Omar needs to update his will.", "Omar updated his phone.", "open"),
        (
            "adviser",
            "Priya must pay the fee for the survey.",
            "Priya paid the fee for the gym.",
            "open",
        ),
        (
            "adviser",
            "Omar must file his tax return.",
            "Omar filed his mother's tax return.",
            "open",
        ),
        ("adviser", "Omar must file his tax return.", "Omar filed his tax return.", "done"),
    )
)

# Texts that name no value of the slot: what they say is denied, wrong or over.
UNTITLED: Final = (
    ("adviser", "Priya does not want any contact by text message.", "Preferred contact"),
    ("adviser", "Omar can't retire at 58.", "Retirement age"),
    ("adviser", "The report says that Omar lives in Fife, which is wrong.", "Home"),
    ("adviser", "Priya's former accountant is Lou Dale.", "Accountant"),
    ("adviser", "Priya's previous employer is Argos.", "Employer"),
    ("companion", "Vår tidigare revisor heter Bo Ekman.", "Auditor"),
    ("adviser", "Omar's old email is omar@old.example.", "Email"),
)
