"""Short stories of statements, and what must hold afterwards.

Each row: preset, language, the statements in order (days apart), then words by which items are
found: `stands` are all in use, `ended` are in use no more, `asked` is a pair of which a person is
asked, or of which the later has replaced the earlier.
"""

from __future__ import annotations

from typing import NamedTuple


class Story(NamedTuple):
    preset: str
    language: str
    said: tuple[str, ...]
    stands: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    noticed: tuple[str, str] | None = None  # old, new: flagged or replaced

    @property
    def name(self) -> str:
        return f"{self.preset}: {self.said[-1][:50]}"


EN, SV = "english", "swedish"

# A second thing of the same sort stands beside the first.
SIDE_BY_SIDE = [
    Story(
        "adviser",
        EN,
        (
            "I have a pension with Hartley worth £80,000.",
            "I have another pension with Corby worth £41,000.",
        ),
        ("80,000", "41,000"),
    ),
    Story(
        "community",
        EN,
        ("I have a loan of £12,000 with Brightways.", "I also have a loan of £7,000 with Kestrel."),
        ("12,000",),
    ),
    Story(
        "adviser",
        SV,
        (
            "Jag har en pension hos Vintergatan värd 200 000 kr.",
            "Jag har dessutom en pension hos Polstjärnan värd 90 000 kr.",
        ),
        ("200 000",),
    ),
    Story(
        "adviser",
        EN,
        (
            "The mortgage on the Ludlow house is £150,000.",
            "There is a second mortgage of £30,000 on the boathouse.",
        ),
        ("150,000",),
    ),
    Story(
        "adviser",
        EN,
        (
            "My life cover with Oakmoor is £200,000.",
            "My other life cover, with Fernhill, is £90,000.",
        ),
        ("200,000",),
    ),
    Story(
        "companion",
        SV,
        ("Vår bank är Vintergatan.", "Vår andra bank är Polstjärnan."),
        ("Vintergatan",),
    ),
    Story(
        "adviser",
        EN,
        ("Rosa's gross salary is £64,000 a year.", "Rosa's net salary is £3,700 a month."),
        ("64,000",),
    ),
    Story(
        "companion",
        EN,
        ("I earn £48,000 a year before tax.", "After tax I get £3,050 a month."),
        ("48,000",),
    ),
    Story(
        "companion",
        SV,
        ("Majs bruttolön är 41 000 kr i månaden.", "Majs nettolön är 30 500 kr i månaden."),
        ("41 000",),
    ),
    Story(
        "adviser",
        EN,
        ("I earn £52,000 a year.", "If I took the Bristol job I'd earn £71,000 a year."),
        ("52,000",),
    ),
    Story(
        "companion",
        EN,
        ("I earn £39,000 a year.", "Between us we earn £88,000 a year."),
        ("39,000",),
    ),
    Story(
        "companion",
        SV,
        ("Jag tjänar 38 000 kr i månaden.", "Tillsammans tjänar vi 79 000 kr i månaden."),
        ("38 000",),
    ),
    Story(
        "companion", EN, ("I live in Exeter.", "In the summer we live in Salcombe."), ("Exeter",)
    ),
    Story("community", EN, ("I live in Gdansk.", "In winter I live in Malaga."), ("Gdansk",)),
    Story("companion", SV, ("Jag bor i Eksjö.", "På somrarna bor vi i Ystad."), ("Eksjö",)),
]

# Statements that look alike and are about different things.
LOOK_ALIKE = [
    Story(
        "companion", EN, ("The Barrow depot opened in 2011.", "The Selby depot opened in 2017."), ()
    ),
    Story(
        "corporate",
        EN,
        (
            "The kiln was bought in 2014.",
            "The conveyor was bought in 2019.",
            "The grinder was bought in 2021.",
        ),
        (),
    ),
    Story(
        "companion", SV, ("Butiken i Tranås öppnade 2013.", "Butiken i Nässjö öppnade 2018."), ()
    ),
    Story("community", EN, ("Ravi left in 2021.", "Lena left in 2023."), ()),
    Story("desk", EN, ("Agnes left the board in 2020.", "Tariq left the board in 2022."), ()),
    Story("companion", SV, ("Sten slutade 2019.", "Berit slutade 2022."), ()),
    Story(
        "desk",
        EN,
        ("Gross margin at Tellmore was 41% in 2022.", "Gross margin at Tellmore was 44% in 2023."),
        (),
    ),
    Story(
        "corporate",
        EN,
        ("The visits table is refreshed at 06:00.", "The payouts table is refreshed at 09:00."),
        (),
    ),
    Story("companion", SV, ("Pressen kostade 40 000 kr.", "Kranen kostade 90 000 kr."), ()),
]

# The later statement says that the earlier one is over: it is replaced, or a person is asked.
OPPOSITES = [
    Story(
        "adviser",
        EN,
        (
            "We decided to keep the bungalow.",
            "We have changed our minds and decided to sell the bungalow.",
        ),
        noticed=("keep", "sell"),
    ),
    Story(
        "companion",
        EN,
        ("We decided to keep the van.", "We've decided to sell the van after all."),
        noticed=("keep", "sell"),
    ),
    Story(
        "companion",
        SV,
        (
            "Vi har beslutat att behålla traktorn.",
            "Vi har ändrat oss och beslutat att sälja traktorn.",
        ),
        noticed=("behålla", "sälja"),
    ),
    Story(
        "adviser",
        EN,
        ("We decided on drawdown.", "We decided on an annuity instead of drawdown."),
        noticed=("on drawdown", "annuity"),
    ),
    Story(
        "companion",
        EN,
        (
            "We decided to lease the printer.",
            "We decided to buy the printer instead of leasing it.",
        ),
        noticed=("to lease", "to buy"),
    ),
    Story(
        "companion",
        SV,
        (
            "Vi bestämde att hyra ställningen.",
            "Vi bestämde att köpa ställningen i stället för att hyra den.",
        ),
        noticed=("att hyra ställ", "köpa"),
    ),
    Story(
        "companion",
        EN,
        (
            "We decided not to take a bonus this year.",
            "We decided to take a bonus this year after all.",
        ),
        noticed=("not to", "after all"),
    ),
    Story(
        "adviser",
        EN,
        (
            "I don't want any oil shares in my portfolio.",
            "I do want oil shares in my portfolio after all.",
        ),
        noticed=("don't", "do want"),
    ),
    Story(
        "companion",
        SV,
        (
            "Vi beslutade att inte ta någon utdelning i år.",
            "Vi beslutade att ta utdelning i år ändå.",
        ),
        noticed=("inte ta", "ändå"),
    ),
    Story(
        "companion",
        EN,
        ("Our bank is Brightways.", "We changed banks, it's Kestrel now."),
        noticed=("Brightways", "Kestrel"),
    ),
    Story(
        "corporate",
        EN,
        (
            "We decided to use Mongo for the audit log.",
            "We decided against Mongo for the audit log.",
        ),
        noticed=("to use", "against"),
    ),
    Story(
        "companion",
        SV,
        ("Vår revisor är Rut Holm.", "Vi bytte revisor, nu har vi Nils Lind."),
        noticed=("Rut Holm", "Nils"),
    ),
]

# The known value is wrong, or was never right.
CORRECTIONS = [
    # A change of the same thing under another word.
    Story(
        "desk",
        EN,
        ("The oak bench costs £455.", "Our price for the oak bench has changed to £490."),
        noticed=("455", "490"),
    ),
    Story(
        "corporate",
        EN,
        (
            "The table invoices is updated every day at 16:00.",
            "The daily refresh of invoices has moved to 20:00.",
        ),
        noticed=("16:00", "20:00"),
    ),
    Story(
        "adviser",
        EN,
        ("My salary is £45,000.", "My salary isn't £45,000, it's £47,500."),
        noticed=("is £45,000", "47,500"),
    ),
    Story(
        "corporate",
        EN,
        ("The grace period is 10 days.", "The grace period isn't 10 days, it's 14 days."),
        noticed=("is 10 days", "14 days"),
    ),
    Story(
        "adviser",
        SV,
        (
            "Min lön är 38 000 kr i månaden.",
            "Min lön är inte 38 000 kr, den är 39 500 kr i månaden.",
        ),
        noticed=("är 38 000", "39 500"),
    ),
    Story(
        "desk",
        EN,
        (
            "Tellmore trades at 11 times earnings.",
            "I was wrong about Tellmore, it trades at 13 times earnings, not 11.",
        ),
        noticed=("at 11", "13 times"),
    ),
    Story(
        "community",
        EN,
        ("The meetup starts at 19:00.", "Correction: the meetup starts at 18:30, not 19:00."),
        noticed=("at 19:00", "18:30"),
    ),
    Story(
        "companion",
        SV,
        ("Vår revisor är Greta Sund.", "Jag skrev fel, vår revisor är Gerda Sund."),
        noticed=("Greta", "Gerda"),
    ),
]

# A task or an open question is done.
DONE = [
    Story(
        "adviser",
        EN,
        ("Omar will send the tax return by Friday.", "Omar sent the tax return this morning."),
        ended=("will send",),
    ),
    Story(
        "adviser",
        EN,
        ("Lena will book the surveyor by 12 March.", "Lena has booked the surveyor."),
        ended=("will book",),
    ),
    Story(
        "community",
        EN,
        ("I'll fix the login page by Sunday", "the login page is fixed!"),
        ended=("ll fix|will fix",),
    ),
    Story(
        "companion",
        SV,
        ("Ragnar ska skicka in bokslutet senast den 20 mars.", "Bokslutet är inskickat nu."),
        ended=("ska skicka",),
    ),
    Story(
        "companion",
        SV,
        (
            "Vi har inte bestämt vilken mäklare vi ska ha.",
            "Nu har vi bestämt oss för Lindholm som mäklare.",
        ),
        ended=("inte bestämt",),
    ),
    Story(
        "companion",
        SV,
        (
            "Jag måste ringa försäkringsbolaget om skadan före den 9 mars.",
            "Nu har jag ringt försäkringsbolaget om skadan.",
        ),
        ended=("måste ringa",),
    ),
]

# What is planned, partial, conditional or about another thing closes nothing.
NOT_DONE = [
    Story(
        "adviser",
        EN,
        (
            "Omar will send the tax return by Friday.",
            "Omar sent the insurance papers this morning.",
        ),
        ("tax return",),
    ),
    Story(
        "adviser",
        EN,
        ("Lena will book the surveyor by 12 March.", "Lena has almost booked the surveyor."),
        ("will book",),
    ),
    Story(
        "companion",
        SV,
        ("Ragnar ska skicka in bokslutet senast den 20 mars.", "Bokslutet är inte inskickat än."),
        ("ska skicka",),
    ),
    Story(
        "adviser",
        EN,
        (
            "Omar will send the tax return by Friday.",
            "Once Omar has sent the tax return we can close the file.",
        ),
        ("will send",),
    ),
]
