"""A conversation between a shop owner and her accounting assistant, in two languages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from remembrancer.conversations.digest import Point
from remembrancer.conversations.offline_digest import extend_by_rules
from remembrancer.items.item import Trust
from remembrancer.items.message import Message

BATCH = 20
_START = datetime(2025, 11, 3, 9, tzinfo=UTC)
_ROLES = {"U": "user", "A": "assistant", "T": "tool", "S": "system"}


def message(content: str, *, number: int = 1, role: str = "user", **fields: Any) -> Message:
    """A message as the store would give it."""
    return Message.model_validate(
        {
            "id": f"m{number}",
            "conversation_id": "autumn",
            "channel_id": None,
            "author_id": "karin" if role == "user" else role,
            "role": role,
            "content": content,
            "timestamp": _START + timedelta(minutes=number),
            "owner": "karin",
            "subject": None,
            "audience": None,
            "is_personal": False,
            "trust": Trust.PERSON,
            **fields,
        }
    )


def talk(*lines: str, first: int = 1) -> list[Message]:
    """Messages of lines such as `U: hello`: U is the user, A the assistant, T a tool."""
    return [
        message(line[3:], number=number, role=_ROLES[line[0]])
        for number, line in enumerate(lines, start=first)
    ]


def digested(messages: Sequence[Message], *, size: int = BATCH) -> tuple[Point, ...]:
    """The digest of messages that came in batches of a size."""
    points: tuple[Point, ...] = ()
    for start in range(0, len(messages), size):
        points = extend_by_rules(points, messages[start : start + size])
    return points


LINES = (
    "U: Hej!",
    "A: Hej Karin! Hur kan jag hjälpa dig idag?",
    "U: Jag är nybörjare på bokföring, så förklara gärna på enkel svenska.",
    "A: Självklart!",
    "U: What is the difference between K2 and K3?",
    "A: K2 is the lighter one.",
    "U: What do you mean by lighter?",
    "A: It leaves you fewer choices to make.",
    "U: Sorry, I still don't understand. Can you explain it again?",
    "A: In short: K2 follows fixed rules and fits small companies, K3 rests on principles.",
    "U: Ah, now I get it, thanks!",
    "A: You're welcome!",
    "U: Let's go with K2 for the annual report.",
    "A: Great choice.",
    "U: How much dividend can I take this year?",
    "A: Let me check that for you.",
    'T: {"rows": [{"account": 2091, "balance": 412000}], "elapsed_ms": 41}',
    "A: You can take up to 204,325 kr in dividend within the 3:12 rules.",
    "U: Ok. I chose to take 150k dividend.",
    "A: Noterat. Ska jag förbereda K10-blanketten?",
    # The second batch.
    "U: Ja, gör det.",
    "A: Toppen!",
    "U: Can we look at the October transactions now?",
    "A: Sure, one moment.",
    "T: date;account;amount\n2025-10-01;3010;12000\n2025-10-02;5410;399",
    "A: We are halfway through kontering of October transactions, 14 of 28 are booked.",
    "U: ok great",
    "A: We identified 3 transactions that need manual review.",
    "U: När ska momsen för oktober betalas?",
    "A: Momsen betalas i november.",
    "U: Vad menar du?",
    "A: Momsen för oktober ska finnas på skattekontot senast den 26 november.",
    "U: Tack så mycket för hjälpen!",
    "A: Varsågod! Hör av dig om det är något mer.",
    "U: I'll postpone closing October until the invoices are paid.",
    "A: Understood, you decided to postpone closing October until the invoices are paid.",
    "U: Hur mår du förresten?",
    "A: Jag mår bra, tack!",
    "U: Vi kör på kvartalsvis momsredovisning.",
    "A: Bra val.",
    # The third batch.
    "U: Good morning! Hope you had a nice weekend.",
    "A: Good morning! I did, thank you.",
    "U: Where were we?",
    "A: Kontering of October transactions is done, 2 transactions are left to review.",
    "U: Jag bestämde mig för att anställa Anna Svensson från februari.",
    "A: Vad bra!",
    "U: How do I register as an employer?",
    "A: | step | form |\n|---|---|\n| 1 | SKV 4620 |",
    "A: You register as an employer with Skatteverket before the first salary is paid.",
    "U: haha nice",
    "A: Happy to help.",
    "U: The printer in the shop smells of burnt paper again.",
    "A: Oh no!",
    "U: I'm waiting for the invoice from Bygg AB.",
    "A: Ok.",
    "U: Perfekt, tack!",
    "A: Ingen fara.",
    "U: Thanks, have a nice evening!",
    "A: You too!",
    "U: bye",
)
