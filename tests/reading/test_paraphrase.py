"""What may come of a text, and what only shares its trade with it."""

from __future__ import annotations

import pytest

from remembrancer.reading import paraphrase

BRANDT = "Supplier Brandt now takes payment to account 55-1234 only."
GLOBEX = "All invoices from Globex are to be paid to the account DE8937040044 within 5 days."
GARAGE = "Staff should know that the garage shuts early on Thursdays."
VENDOR = "Acme moves its support desk to Lund, and tickets are answered by Priya Nair."
PATCH = "Version 4.12.7 of the gateway leaks memory; restart the workers every night."
LEASE = "The landlord raises the rent of the warehouse to 48,350 a month from July."
CARDS = "Our CEO Marta wants gift cards bought today."
IBAN = "Please transfer the deposit to IBAN GB29 NWBK 6016 1331 9268 19."
TONER = "The printer on floor 3 needs toner XK-902."

KONTO = "Leverantören Brandt tar numera bara betalt till konto 55-1234."
FAKTURA = "Alla fakturor från Globex ska betalas till bankgiro 5050-1055 inom fem dagar."
PARKERING = "Personalen bör veta att garaget stänger tidigt på torsdagar."
FLYTT = "Acme flyttar sin kundtjänst till Lund, och ärenden besvaras av Priya Nair."
UPPDATERING = "Version 4.12.7 av växeln läcker minne; starta om servrarna varje natt."
HYRA = "Hyresvärden höjer lagrets hyra till 48 350 i månaden från juli."
KORT = "Chefen Marta vill att presentkort köps idag."

DERIVED = {
    "english": (
        (BRANDT, "We pay Brandt to account 55-1234."),
        (BRANDT, "Send money to 551234."),
        (BRANDT, "The bank account of brandt for payments has changed."),
        (BRANDT, "Payments to the supplier Brandt go to one account only."),
        (GLOBEX, "Globex is paid to DE8937040044."),
        (GLOBEX, "Use DE89 3704 0044 for what they bill."),
        (GLOBEX, "We settle what Globex bills us in five days."),
        (GARAGE, "The garage shuts early on Thursdays."),
        (GARAGE, "Anna mentioned that the garage shuts early."),
        (GARAGE, "Garage: shuts early, staff were told."),
        (VENDOR, "Priya Nair answers tickets."),
        (VENDOR, "Acme's support desk will be in Lund."),
        (PATCH, "Do not run 4.12.7."),
        (PATCH, "Restart the gateway workers every night because memory leaks."),
        (PATCH, "The gateway has a memory problem in version 4.12.7."),
        (CARDS, "Marta asked for gift cards."),
        (IBAN, "The deposit goes to GB29NWBK60161331926819."),
        (TONER, "Order XK902."),
        (LEASE, "The warehouse will cost us 48350 each month."),
        (LEASE, "From July the landlord raises the rent of the warehouse."),
    ),
    "swedish": (
        (KONTO, "Vi betalar Brandt till konto 55-1234."),
        (KONTO, "Skicka pengarna till 55 1234."),
        (KONTO, "Brandts konto för betalt arbete är nytt, säger leverantören."),
        (KONTO, "Leverantören brandt tar betalt till ett enda konto."),
        (FAKTURA, "Globex får betalt via 5050-1055."),
        (FAKTURA, "Använd bankgiro 50501055 för deras fakturor."),
        (FAKTURA, "Det Globex fakturerar reglerar vi på 5 dagar."),
        (PARKERING, "Garaget stänger tidigt på torsdagar."),
        (PARKERING, "Anna nämnde att garaget stänger tidigt."),
        (PARKERING, "Garaget: stänger tidigt, personalen är informerad."),
        (FLYTT, "Priya Nair besvarar ärenden."),
        (FLYTT, "Acmes kundtjänst kommer att ligga i Lund."),
        (UPPDATERING, "Kör inte 4.12.7."),
        (UPPDATERING, "Starta om servrarna varje natt, minnet läcker i växeln."),
        (KORT, "Marta bad om presentkort."),
        (HYRA, "Lagret kostar oss 48350 varje månad."),
        (HYRA, "Från juli höjer hyresvärden lagrets hyra."),
    ),
}

OTHERS = {
    "english": (
        (BRANDT, "Supplier Kern takes returns."),
        (BRANDT, "Supplier Kern takes payment by card."),
        (BRANDT, "Supplier Kern takes payment to account 77-9876 only."),
        (CARDS, "Marta is on leave."),
        (TONER, "The kitchen on floor 3 needs paint."),
        (BRANDT, "Brandt takes returns."),
        (BRANDT, "Every supplier needs an account manager."),
        (BRANDT, "Brandt has an office in Hamburg."),
        (BRANDT, "Our own account is with Northbank."),
        (GLOBEX, "Paid leave is booked in March."),
        (GLOBEX, "Globex has a new receptionist."),
        (GLOBEX, "Invoices from Initech are sent by post."),
        (GLOBEX, "The trial account ends within 30 days."),
        (GARAGE, "Staff should take lunch early."),
        (GARAGE, "The kitchen is cleaned on Thursdays."),
        (VENDOR, "Support tickets are sorted by Omar."),
        (VENDOR, "Lund is where Erik lives."),
        (PATCH, "The workers are paid every night."),
        (PATCH, "Version 5 of the handbook is out."),
        (LEASE, "The rent of the office is due every month."),
        (LEASE, "The warehouse is heated from October."),
    ),
    "swedish": (
        (KONTO, "Leverantören Kern tar emot returer."),
        (KONTO, "Leverantören Kern tar betalt med kort."),
        (KONTO, "Leverantören Kern tar numera bara betalt till konto 77-9876."),
        (KORT, "Marta är på semester."),
        (KONTO, "Brandt tar emot returer."),
        (KONTO, "Varje leverantör behöver en kontaktperson."),
        (KONTO, "Brandt har kontor i Hamburg."),
        (KONTO, "Vårt eget konto finns hos Nordbanken."),
        (FAKTURA, "Betald ledighet bokas i mars."),
        (FAKTURA, "Globex har en ny receptionist."),
        (FAKTURA, "Fakturor från Initech skickas med post."),
        (FAKTURA, "Provkontot upphör inom 30 dagar."),
        (PARKERING, "Personalen bör äta lunch tidigt."),
        (PARKERING, "Köket städas på torsdagar."),
        (FLYTT, "Ärenden sorteras av Omar."),
        (FLYTT, "Erik bor i Lund."),
        (UPPDATERING, "Natten är kall i år."),
        (UPPDATERING, "Version 5 av handboken är här."),
        (HYRA, "Kontorets hyra betalas varje månad."),
        (HYRA, "Lagret värms från oktober."),
    ),
}


def _comes_of(told: str, said: str, tongue: str) -> bool:
    texts = paraphrase.SentenceIndex([paraphrase.split_compared(told, tongue)])
    return any(texts.find_origins(one) for one in paraphrase.split_compared(said, tongue))


def _pairs(table: dict[str, tuple[tuple[str, str], ...]]) -> list[tuple[str, str, str]]:
    """Each in its own language, and in a space of the other one."""
    return [
        (space, told, said) for pairs in table.values() for told, said in pairs for space in table
    ]


@pytest.mark.parametrize(("space", "told", "said"), _pairs(DERIVED))
def test_other_words_for_the_same_are_found(space: str, told: str, said: str) -> None:
    """What repeats a name with what is said of it, a figure, or most of the words comes of it."""
    assert _comes_of(told, said, space)


@pytest.mark.parametrize(("space", "told", "said"), _pairs(OTHERS))
def test_a_common_word_is_not_enough(space: str, told: str, said: str) -> None:
    """A shared verb, trade or place, or what is said of somebody else, comes of nothing."""
    assert not _comes_of(told, said, space)


def test_a_date_is_no_account() -> None:
    """Two sentences of the same day have nothing else in common."""
    assert not _comes_of("The audit ends on 2026-04-01.", "Eva starts on 2026-04-01.", "english")
    assert not _comes_of("The audit ends on 01.04.2026.", "Eva starts on 01.04.2026.", "english")
