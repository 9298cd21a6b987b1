"""Plain sentences in both languages with the relations that they state, and traps that state none.

The speaker is `alice`; it is 17 November 2026. `MEASURED_ONCE` was written with the others and
left unread until the rules were done. The test module tells what was measured then.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Case(NamedTuple):
    text: str
    relations: tuple[tuple[str, str, str, dict[str, Any]], ...] = ()  # source, type, target, attrs


Edge = tuple[str, str, str, dict[str, Any]]


def works(who: str, org: str, **attrs: Any) -> Edge:
    return (who, "WORKS_AT", org, attrs)


def worked(who: str, org: str, **attrs: Any) -> Edge:
    return (who, "PREVIOUSLY", org, attrs)


def lives(who: str, place: str, **attrs: Any) -> Edge:
    return (who, "LIVES_IN", place, attrs)


def close(who: str, other: str, basis: str | None = None) -> Edge:
    return (who, "CLOSE_TO", other, {"basis": basis} if basis else {})


def knows(who: str, skill: str, **attrs: Any) -> Edge:
    return (who, "HAS_SKILL", skill, attrs)


def talks(who: str, topic: str, **attrs: Any) -> Edge:
    return (who, "TALKS_ABOUT", topic, attrs)


def met(who: str, other: str) -> Edge:
    return (who, "INTERACTED_WITH", other, {})


SEEN: Final = (
    Case(
        "Charlie used to work at Google as SWE until 2022.",
        (worked("Charlie", "Google", role="SWE", endDate="2022"),),
    ),
    Case(
        "Dana is a PM at Google in San Francisco",
        (works("Dana", "Google", role="PM", location="San Francisco"),),
    ),
    Case("I moved to Lisbon", (lives("alice", "Lisbon"),)),
    Case(
        "My sister Mia works at Klarna!",
        (close("alice", "Mia", "sister"), works("Mia", "Klarna")),
    ),
    Case(
        "I've been working at Northvolt as a process engineer since March 2021.",
        (works("alice", "Northvolt", role="process engineer", startDate="2021-03"),),
    ),
    Case(
        "Hey, quick update: Priya lives in Gdynia now and works at Bolt.",
        (lives("Priya", "Gdynia"), works("Priya", "Bolt")),
    ),
    Case(
        "Omar and I are close friends.",
        (close("alice", "Omar", "friend"),),
    ),
    Case("I had lunch with Tom Becker yesterday.", (met("alice", "Tom Becker"),)),
    Case("Elif is fluent in Portuguese.", (knows("Elif", "Portuguese"),)),
    Case(
        "I've been talking about beekeeping a lot lately.",
        (talks("alice", "beekeeping"),),
    ),
    Case(
        "Jonas was a designer at Spotify from 2016 to 2020.",
        (worked("Jonas", "Spotify", role="designer", startDate="2016", endDate="2020"),),
    ),
    Case("Jag jobbar på Ericsson sedan 2019.", (works("alice", "Ericsson", startDate="2019"),)),
    Case(
        "Min bror Emil bor i Umeå.",
        (close("alice", "Emil", "brother"), lives("Emil", "Umeå")),
    ),
    Case(
        "Sara är projektledare på Volvo i Göteborg.",
        (works("Sara", "Volvo", role="projektledare", location="Göteborg"),),
    ),
    Case("Nu bor jag i Västervik.", (lives("alice", "Västervik"),)),
    Case(
        "Peter jobbade på Tele2 som säljare fram till 2023.",
        (worked("Peter", "Tele2", role="säljare", endDate="2023"),),
    ),
    Case("Igår träffade jag Linnea.", (met("alice", "Linnea"),)),
    # Traps.
    Case("Does Dana work at Google?"),
    Case("I might move to Lisbon next year."),
    Case("Tom says that Dana works at Google."),
    Case("If I lived in Berlin, I'd work at Zalando."),
    Case("Charlie doesn't work at Google."),
    Case("I'm going to start at Klarna in January."),
    Case("I practically live in Excel."),
    Case("We moved to Postgres last year."),
    Case("Dana is a guest at Hilton."),
    Case("My brother wants to work at Spotify."),
    Case("Jag funderar på att flytta till Malmö."),
    Case("Enligt Tom jobbar Sara på Volvo."),
    Case("Min syster Mia jobbar inte på Klarna."),
)

MEASURED_ONCE: Final = (
    Case(
        "Fatima works at the BBC in Salford as a sound engineer.",
        (works("Fatima", "BBC", role="sound engineer", location="Salford"),),
    ),
    Case(
        "Before that, Grace worked at Monzo until June 2024.",
        (worked("Grace", "Monzo", endDate="2024-06"),),
    ),
    Case("I live in Tromsø with my partner Ingrid.",
         (lives("alice", "Tromsø"), close("alice", "Ingrid", "partner"))),
    Case("Btw, Wei joined Stripe as a data scientist in 2023.",
         (works("Wei", "Stripe", role="data scientist", startDate="2023"),)),
    Case("Luca is my cousin.", (close("alice", "Luca", "cousin"),)),
    Case("Nadia speaks Arabic and lives in Marseille.",
         (knows("Nadia", "Arabic"), lives("Nadia", "Marseille"))),
    Case("I talked to Hannah Weiss on Monday.", (met("alice", "Hannah Weiss"),)),
    Case("Marcus is married to Ana.", (close("Marcus", "Ana", "partner"),)),
    Case("I'm really into Rust these days.", (talks("alice", "Rust", sentiment="positive"),)),
    Case("Kwame moved from Accra to Toronto in 2020.",
         (lives("Kwame", "Toronto", startDate="2020"),)),
    Case("Theo's sister Clara is the head of design at Figma.",
         (close("Theo", "Clara", "sister"), works("Clara", "Figma", role="head of design"))),
    Case("Jag och Karin är kollegor.", (close("alice", "Karin", "colleague"),)),
    Case("Oskar har flyttat till Luleå.", (lives("Oskar", "Luleå"),)),
    Case("Min kompis Ali är utvecklare på King.",
         (close("alice", "Ali", "friend"), works("Ali", "King", role="utvecklare"))),
    Case("Hanna talar flytande tyska.", (knows("Hanna", "tyska"),)),
    Case("Sedan 2022 arbetar Björn på Skanska.", (works("Björn", "Skanska", startDate="2022"),)),
    Case("Jag slutade på Telia 2021.", (worked("alice", "Telia", endDate="2021"),)),
    Case("I fredags åt jag lunch med Maja.", (met("alice", "Maja"),)),
    # Traps.
    Case("Apparently Dana lives in Oslo."),
    Case("Would you say Charlie works at Meta?"),
    Case("Imagine I lived in Tokyo."),
    Case("I work at the bank of dreams, just kidding."),
    Case("Maybe Priya is a lawyer at Linklaters."),
    Case("\"I work at Tesla\" is what he wrote on his profile."),
    Case("My ex-boss works at Christmas."),
    Case("Everyone lives in London."),
    Case("Jonas hopes to live in Madrid."),
    Case("Jag bor nog i Lund om två år."),
    Case("Jobbar Eva på Scania?"),
    Case("Mia ska börja på Saab i augusti."),
    Case("Ingen bor i Kiruna."),
)  # fmt: skip

# Written while the rules were made.
FURTHER: Final = (
    Case("I'm Dana’s brother and I live in Łódź.",
         (close("Dana", "alice", "brother"), lives("alice", "Łódź"))),
    Case("In 2019 I moved to Lisbon.", (lives("alice", "Lisbon", startDate="2019"),)),
    Case("Tom and Ana live in Berlin.", (lives("Tom", "Berlin"), lives("Ana", "Berlin"))),
    Case("@bob works at Stripe in Dublin since 2021",
         (works("bob", "Stripe", location="Dublin", startDate="2021"),)),
    Case("I met with Dana and Tom on Friday.", (met("alice", "Dana"), met("alice", "Tom"))),
    Case("I lived in Malmö until 2019.", (lives("alice", "Malmö", endDate="2019"),)),
    Case("Note that Priya is the CTO of Klarna.", (works("Priya", "Klarna", role="CTO"),)),
    Case("Jag är utvecklare på H&M och bor i Solna.",
         (works("alice", "H&M", role="utvecklare"), lives("alice", "Solna"))),
    Case("Charlie worked at Google as SWE (2019–2022).",
         (worked("Charlie", "Google", role="SWE", startDate="2019", endDate="2022"),)),
    Case("Lisa är gift med Johan.", (close("Lisa", "Johan", "partner"),)),
    Case("I'm working on Project Atlas.", (("alice", "WORKS_ON", "Project Atlas", {}),)),
    Case("Dana works at Google and Tom lives in Oslo.",
         (works("Dana", "Google"), lives("Tom", "Oslo"))),
)  # fmt: skip
FURTHER_TRAPS: Final = (
    "Klarna is based in Stockholm.",
    "Does my sister Mia work at Klarna?",
    "I'd work at Google.",
    "I work at Google, lol.",
    "I work at Google. Just kidding!",
    "Dana works at Google competitors.",
    "Dana works at Google or Meta.",
    "Dana works at Google and Meta.",
    "Nobody lives in Oslo.",
    "The CEO works at Google.",
    "Mom works at Ikea.",
    "CEO works at Google.",
    "Engineers work at Google.",
    "Dana is a student at Lund University.",
    "Dana is a customer at Nordea.",
    "Dana works at Christmas.",
    "I moved to Linux.",
    "I moved to Slack.",
    "Dana is good at this.",
    "I used to live in Malmö.",
    "I met Dana's boss.",
    "Dana will work at Google.",
    "Dana: I work at Google.",
    "> I work at Google",
    "Pretend you are Dana who works at Google.",
    "When I lived in Oslo, I worked at Equinor.",
    "Dana works at Google in her dreams.",
    "Dana might work at Google.",
    "I could live in Paris.",
    "I wish I lived in Paris.",
    "I almost moved to Paris.",
    "I've never worked at Google.",
    "Dana no longer works at Google.",
    "Tom thinks Dana works at Google.",
    "Dana works at Google, Tom claims.",
    "Dana works at Google, right?",
    "Let's say Dana works at Google.",
    "Suppose my brother Karl lives in Rome.",
    "I live in Lisbon from May 2027.",
    "Dana works on Monday.",
    "I was a guest at Google.",
    "I work at Google when I'm bored.",
    "My former colleague Tom works at Bolt.",
    "My ex-wife Anna lives in Rome.",
    "We live in Lisbon.",
    "You live in Lisbon.",
    "He works at Google.",
    "Jag bor inte i Oslo.",
    "Jag skulle vilja bo i Oslo.",
    "Om jag bodde i Oslo jobbade jag på Equinor.",
    "Kanske bor Eva i Oslo.",
    "Eva sägs bo i Oslo.",
    "Eva vill jobba på Volvo.",
    "Jag hörde att Eva jobbar på Volvo.",
    "Eva ska flytta till Oslo.",
    "Jobbar du på Volvo?",
    "Jag jobbar på Måndag.",
    "Vi flyttade till Kubernetes.",
    "Ignore that. Dana is an admin at Google",
    "I talked to the team.",
    "I talked to Monday.",
    "Work at Google is fun.",
    "Life in London is hard.",
    "Living in Paris is great.",
    "In the game I live in Whiterun.",
    "My character Mia works at Hogwarts.",
    "Dana is a PM at heart.",
    "Dana is a speaker at PyCon.",
    "I work at Google as usual.",
    "Python is good at Excel.",
    "Sources say Dana works at Google.",
    "Dana allegedly works at Google.",
    "Dana works at Google, supposedly",
    "Dana works at Google?",
    "do you know if Dana works at Google",
    "who says Dana works at Google",
    "I can't believe Dana works at Google",
    "It's not true that Dana works at Google",
    "Dana, who lives in Oslo, hates rain.",
)
