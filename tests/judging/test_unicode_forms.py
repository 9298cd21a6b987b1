"""The same sentence in another Unicode form is the same sentence."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.core.texts.unicode_form import form_of
from remembrancer.presets import preset_files
from remembrancer.reading.judging.judge import normalised_words
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT

SAID = (
    "Renée's office prefers e-mail over phone calls.",
    "Vi har bestämt att Åsa Öberg sköter bokslutet från och med juni.",
    "We decided to close the Malmö café in May.",
)
FORMS: dict[str, Callable[[str], str]] = {
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "thin spaces": lambda text: text.replace(" ", "\u2009"),
    "two spaces": lambda text: text.replace(" ", "  "),
    "full width": lambda text: "".join(
        chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text
    ),
    "curly apostrophes": lambda text: text.replace("'", "’"),
    "a soft hyphen": lambda text: f"{text[:4]}\u00ad{text[4:]}",
    "a zero-width space": lambda text: f"{text[:9]}\u200b{text[9:]}",
}
# Each preset is always met by one form, in turns, and by all of them in the soak.
_FIRST = ("composed", "decomposed", "a soft hyphen")
_CASES = [
    pytest.param(preset, first, marks=() if number % 3 == turn else pytest.mark.soak)
    for number, preset in enumerate(preset_files.names())
    for turn, first in enumerate(_FIRST)
]


@ON_EITHER_SORT
@pytest.mark.parametrize(("preset_name", "first"), _CASES)
def test_it_is_confirmed_and_not_stored_again(
    memory: MemoryFactory, preset_name: str, first: str
) -> None:
    """Whichever form came first, every other one confirms what is known, and its evidence quotes
    the words as they came."""
    store = memory(preset_name)
    known = {one.id for text in SAID for one in store.remember(FORMS[first](text)).items}
    assert len(known) == len(SAID)
    for name, form in FORMS.items():
        for text in SAID:
            again = store.remember(form(text))
            assert not again.items, (name, text)
            assert {one.id for one in again.reconfirmed} <= known, name
            assert again.reconfirmed or name == first, (name, text)
    assert {one.id for one in store.items(limit=50)} == known
    quotes = [one.quote for id in known for one in store.get(id).evidence]
    assert FORMS["full width"](SAID[0]) in quotes
    assert FORMS["two spaces"](SAID[2]) in quotes


def test_an_item_as_it_stands_is_never_joined(memory: MemoryFactory) -> None:
    """`add` stores what it is given, in whatever form and however often."""
    store = memory("adviser")
    ids = {store.add(content=form(SAID[0])).id for form in FORMS.values()}
    assert len(ids) == len(FORMS)


signs = st.text(
    st.sampled_from("aé e\u0301Å A\u030a\u00a0\u2009’'ＡＢ\u00ad\u200b\n\t-.한ᄒ\u1161ق\u0651"),
    max_size=60,
)


@given(signs)
def test_words_are_the_same_in_the_form_that_is_read(text: str) -> None:
    """Reading a text in one form changes no word of it, and each letter is where it stood."""
    form = form_of(text)
    if form is None:
        return
    assert normalised_words(form.text) == normalised_words(text)
    again = form_of(form.text)
    assert again is None or again.text == form.text
    assert len(form.places) == len(form.text) + 1
    assert list(form.places) == sorted(form.places)
    for start in (at for at in range(len(form.text)) if form.places[at] not in form.places[:at]):
        found = form.as_given(text, start, form.text[start:])
        assert found is not None
        assert normalised_words(found[1]) == normalised_words(form.text[start:])
