"""Two statements of one frame about two things: nothing is replaced, repeated or closed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from remembrancer.core.grounds import Grade
from remembrancer.language import statement_reader
from remembrancer.language.statement import Statement
from remembrancer.reading.judging import judge, pair_model
from remembrancer.reading.judging.done.completion import judge_completion
from remembrancer.reading.judging.done.left_open import leaves_open
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.verdict import Verdict

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def read(text: str) -> Statement:
    language = "swedish" if set(text) & set("åäöÅÄÖ") else "english"
    return statement_reader.read_statement(text, language=language, at=AT)


def judged(known: str, new: str) -> Verdict:
    (verdict,) = judge.judge_statements(
        read(new), [read(known)], lambda pairs: pair_model.compare(pairs, embedder=None)
    )
    return verdict


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("The early tram takes bicycles.", "The late tram no longer takes bicycles."),
        ("The April edition has a crossword.", "The May edition no longer has a crossword."),
        ("Nadia is in charge of the greenhouse.", "Nadia is no longer in charge of the orchard."),
        ("We agreed to order gravel from Dahls.", "We no longer order sand from Dahls."),
        ("The web shop takes vouchers.", "The corner shop no longer takes vouchers."),
        ("Lane 2 is open to juniors.", "Lane 7 is no longer open to juniors."),
        ("The old mower starts by pull cord.", "The new mower does not start by pull cord."),
        ("Den gamla pannan går på ved.", "Den nya pannan går inte på ved."),
        ("Grupp 3 tränar på fredagar i hallen på ön.", "Grupp 8 tränar inte längre på fredagar."),
        ("The heater in cabin C works.", "The heater in cabin D does not work."),
        ("Astrid holds 12 percent of the shares.", "Astrid holds 12 percent of the warrants."),
        ("The boarding fee is 90 kronor.", "The booking fee is 90 kronor."),
        ("The crew in Narvik has 9 people.", "The crew in Bodo has 14 people."),
        ("Räntan på villan är 3 procent.", "Räntan på bilen är 3 procent, så är det."),
        ("The upload limit is 40 per hour.", "The upload limit is 600 per week."),
        ("Avgiften är 300 kr utan frukost på ön.", "Avgiften är 380 kr med frukost på ön."),
        ("Lammet hade hosta på onsdagen på ön.", "Lammet hade inte hosta på lördagen på ön."),
        ("The desk is 70 cm high.", "The desk is 120 cm wide."),
        ("The tariff is fair.", "The tariff is 14 kronor."),
        ("Pappa hämtade farfar på söndagen.", "Farfar hämtade pappa på söndagen."),
        ("Should we renew with Lindex?", "We renewed with Hemtex two years ago."),
    ],
)
def test_of_two_things_both_stand(known: str, new: str) -> None:
    verdict = judged(known, new)
    assert not verdict.replaces or verdict.grade is Grade.UNSURE
    assert verdict.relation is not StatementRelation.SAME


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("The early tram takes bicycles.", "The early tram no longer takes bicycles."),
        (
            "Nadia is in charge of the greenhouse.",
            "Nadia is no longer in charge of the greenhouse.",
        ),
        ("The boarding fee is 90 kronor.", "The boarding fee is 95 kronor now."),
        ("The red van is ours.", "It's the blue van, not the red van, that is ours."),
        ("The desk is 70 cm high.", "The desk is 74 cm high."),
        (
            "Ivo earns £41,000 a year before tax as a warden since May.",
            "Ivo earns £43,500 a year before tax now, the rise is through.",
        ),
        ("The site opens at 8.", "The site opens at 9 from Monday."),
    ],
)
def test_of_one_thing_the_change_is_noticed(known: str, new: str) -> None:
    relation = judged(known, new).relation
    assert relation in (StatementRelation.UPDATE, StatementRelation.CONTRADICTION)


@pytest.mark.parametrize(
    ("task", "report"),
    [
        ("Service the dryers in block 4.", "The dryers in block 6 were serviced yesterday."),
        ("Collect the parking fees for 2027.", "All parking fees for 2026 are collected."),
        ("Grease the wheels on tractor 3.", "The wheels on tractor 5 have been greased."),
        ("Insure the new trailer.", "The old trailer is insured."),
        ("Print 300 tickets for the gala.", "80 tickets for the gala are printed."),
        ("Get two offers for the fence.", "We got one offer for the fence."),
        ("Clip all the ewes.", "Most of the ewes have been clipped."),
        ("Clip all the ewes.", "All but three of the ewes have been clipped."),
        ("Wash the minibus.", "The front of the minibus is washed."),
        ("Sign the deal with Corvex.", "The deal with Corvex is ready to be signed."),
        ("Approve the rota.", "The rota is expected to be approved on Tuesday."),
        ("Mend the sluice.", "The sluice was mended but broke again at night."),
        ("Book the brass band.", "The brass band was booked but cancelled."),
        ("Pay Ragnar for the hay.", "Ragnar paid us for the hay."),
        ("Answer the inspector's letter.", "The inspector answered our letter."),
        ("Review Petra's draft.", "Petra reviewed my draft."),
        ("Väg alla kalvar på gården.", "Hälften av kalvarna på gården är vägda."),
        ("Ta fram en lista för nästa år.", "Listan för i år är framtagen."),
    ],
)
def test_another_or_a_part_leaves_the_task_open(task: str, report: str) -> None:
    known, new = read(task), read(report)
    assert leaves_open(new, known) or judge_completion(new, known) is None


@pytest.mark.parametrize(
    ("task", "report"),
    [
        ("Service the dryers in block 4.", "The dryers in block 4 were serviced yesterday."),
        ("Insure the new trailer.", "The new trailer is insured."),
        ("Print 300 tickets for the gala.", "300 tickets for the gala are printed."),
        ("Pay Ragnar for the hay.", "Ragnar is paid for the hay."),
        ("Mend the sluice.", "The sluice is mended."),
        ("Who waters the tomatoes in July?", "Ida waters the tomatoes in July."),
    ],
)
def test_the_same_closes_it(task: str, report: str) -> None:
    assert judge_completion(read(report), read(task)) is not None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who drew the floor plan?", "The floor plan was sent to the council on Friday."),
        ("Vem betalade lådorna på mässan?", "Lådorna på mässan kostade 700 kronor."),
        ("How much does the new baler cost?", "The new baler was delivered on Tuesday."),
        ("Where is the winter fair?", "The winter fair is for schools and families."),
        ("How many guests are coming to the fair?", "Four cooks are coming to the fair."),
        (
            "Will the pool be shut on Monday?",
            "The caretaker will tell us whether the pool will be shut on Monday.",
        ),
    ],
)
def test_another_answer_leaves_the_question_open(question: str, said: str) -> None:
    assert judge_completion(read(said), read(question)) is None
