import pytest
from tests.scenarios.test_extract import *
def test_x(alone, tmp_path):
    store = alone.open("corporate", principal=ADA)
    known = store.acting_as(BERT).add(content="Revenue includes VAT.")
    found = detected(store, session(tmp_path, *SESSION[:2]))
    for i in store.items(): print(i.content, i.data, i.review, i.lifecycle, i.is_personal)
    assert 0
