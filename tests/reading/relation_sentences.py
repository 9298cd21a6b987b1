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
