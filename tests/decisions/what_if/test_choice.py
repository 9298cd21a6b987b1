"""Choices: found by their words, and not where a sentence turns them down."""

from __future__ import annotations

import pytest

from remembrancer import InvalidInput
from remembrancer.decisions.what_if import choice

# A recommendation, and which of the two choices it makes: the first, the second, both or none.
ENGLISH = {
    "Flexible drawdown, reviewed each year.": "first",
    "Drawdown instead of an annuity.": "first",
    "An annuity rather than drawdown": "second",
    "Annuities, not drawdown": "second",
    "Not an annuity but drawdown": "first",
    "Do not buy an annuity": "none",
    "No annuity, drawdown or lump sum": "none",
    "An annuity is not suitable": "none",
    "An annuity was considered but rejected. Drawdown at 3.5 %.": "first",
    "Annuity: declined.": "none",
    "Instead of an annuity, a bond or cash, take drawdown": "first",
    "Prefer drawdown over annuity": "first",
    "Switch from drawdown to an annuity": "second",
    "Drawdown without an annuity": "first",
    "Drawdown and no annuity": "first",
    "Advise against an annuity": "none",
    "She doesn’t want an annuity; drawdown it is": "first",
    "Stop the drawdown": "none",
    "No annuity, take drawdown instead": "first",
    "Not only drawdown but also an annuity": "both",
    "Drawdown, which is not guaranteed": "first",
    "An annuity for the bills, drawdown above them": "both",
    "Phase into drawdown over five years, no more than 4 %": "first",
    "An annuity was ruled out": "none",
    "Hold off on an annuity, take drawdown instead": "first",
    "Postpone the annuity": "none",
    "Drawdown, and revisit it in a year": "first",
    "An annuity because drawdown is a worry": "second",
    "ISA withdrawals": "none",
    "Drawdown was considered but rejected in favour of an annuity": "second",
    "We decided against an annuity and in favour of drawdown": "first",
    "He is not in favour of drawdown": "none",
    "An annuity in place of drawdown": "second",
    "Drawdown in lieu of an annuity": "first",
    "An annuity is preferred to drawdown": "second",
    "Replace drawdown with an annuity": "second",
    "Drawdown is replaced by an annuity": "second",
    "Swap the annuity for drawdown": "first",
    "Convert drawdown to an annuity": "second",
    "Switch from an annuity into drawdown": "first",
    "Give up drawdown for an annuity": "none",
    "Switch to drawdown for the income": "first",
    "Convert to drawdown to fund the gap": "first",
    "Surrender the annuity": "none",
    "End the drawdown": "none",
    "Drawdown until the end of the year": "first",
    "Opt out of drawdown": "none",
    "Discourage drawdown": "none",
    "Drawdown is unsuitable. Buy an annuity.": "second",
    "Drawdown unless an annuity pays more": "first",
    "Decide between drawdown and an annuity next year": "none",
    "Keep the annuity and top up with drawdown": "both",
}
SWEDISH = {
    "Löpande uttag i stället för livränta": "first",
    "Livräntan istället för uttag.": "second",
    "Inte livränta utan uttag": "first",
    "Uttag utan livränta": "first",
    "Avstå från livränta": "none",
    "Varken uttag eller livränta": "none",
    "Hellre uttag än livränta": "first",
    "Byt från uttag till livränta": "second",
    "Livränta med garanti, inte uttag": "second",
    "Vi avråder från livränta": "none",
    "Livränta är inte lämpligt": "none",
    "Vänta med livränta": "none",
    "Låt bli livräntan och börja med uttag": "none",
    "Inte bara livränta utan även uttag": "both",
    "Byt livräntan mot uttag": "first",
    "Ersätt uttag med livränta": "second",
    "Livränta avvisades till förmån för uttag": "first",
    "Uttag är olämpligt": "none",
    "Avsluta uttagen": "none",
    "Uttag, om inte livränta ger mer": "first",
}


@pytest.mark.parametrize("spoken", ["english", "swedish"])
@pytest.mark.parametrize(
    ("asked", "told"), [(("drawdown", "annuity"), ENGLISH), (("uttag", "livränta"), SWEDISH)]
)
def test_what_a_sentence_turns_down_is_not_chosen(
    asked: tuple[str, str], told: dict[str, str], spoken: str
) -> None:
    """Each recommendation chooses what its sentence chooses, in both languages, whatever the
    language of the space."""
    one, other = (choice.checked(text, "choice", spoken) for text in asked)
    names = {(True, False): "first", (False, True): "second", (True, True): "both"}
    found = {text: names.get((one.is_in(text), other.is_in(text)), "none") for text in told}
    assert found == told


def test_every_word_of_the_choice_is_needed() -> None:
    """A part of the words is not the choice; order, case and endings do not matter."""
    asked = choice.checked("Phased drawdown", "choice", "english")
    assert asked.is_in("Drawdown in phases, PHASED over time")
    assert not asked.is_in("Drawdown")
    assert not asked.is_in("Phase the money into the market")


def test_a_choice_to_stop_something() -> None:
    """A verb that turns something down is a choice too, where it is asked for."""
    asked = choice.checked("Decline to advise", "choice", "english")
    assert asked.is_in("Decline to advise.")
    assert not asked.is_in("Advise on the pension.")
    assert not choice.checked("advise", "choice", "english").is_in("Decline to advise.")


def test_a_choice_to_exchange_something() -> None:
    """Where the exchange itself is asked for, what it gives up belongs to it."""
    asked = choice.checked("replace the boiler", "choice", "english")
    assert asked.is_in("Replace the boiler with a heat pump.")
    assert not choice.checked("boiler", "choice", "english").is_in("Replace the boiler with a pump")
    whole = choice.checked("Convert drawdown to an annuity", "choice", "english")
    assert whole.is_in("Convert drawdown to an annuity.")


def test_a_choice_to_wait() -> None:
    """What is put off was not chosen, unless that is the choice."""
    asked = choice.checked("Defer the state pension", "choice", "english")
    assert asked.is_in("Defer the state pension by two years.")
    assert not asked.is_in("Do not defer the state pension.")
    assert not asked.is_in("Take the state pension now.")
    plain = choice.checked("state pension", "choice", "english")
    assert plain.is_in("Take the state pension now.")
    assert not plain.is_in("Defer the state pension by two years.")


def test_a_choice_may_name_what_it_is_not() -> None:
    """Of "drawdown instead of an annuity", drawdown is the choice."""
    asked = choice.checked("drawdown instead of an annuity", "choice", "english")
    assert choice.is_same(asked, choice.checked("Drawdown", "choice", "english"))


@pytest.mark.parametrize("given", ["", " \n", "the", "och att det", "?!", "3 %", "no", 7, None])
def test_what_is_no_choice_is_refused(given: object) -> None:
    """A choice without any word to look for, or none at all."""
    with pytest.raises(InvalidInput, match="choice"):
        choice.checked(given, "choice", "english")


@pytest.mark.parametrize("given", ["not an annuity", "ingen livränta", "without drawdown"])
def test_what_is_only_turned_down_is_refused(given: str) -> None:
    """Nobody can be asked for what was not chosen: the refusal says so."""
    with pytest.raises(InvalidInput, match="only tells what is not chosen"):
        choice.checked(given, "choice", "english")
