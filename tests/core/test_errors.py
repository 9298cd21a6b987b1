"""Errors: one tree, and every branch says what it is for."""

from __future__ import annotations

import inspect

import pytest

from remembrancer.core import errors
from remembrancer.core.errors import (
    IllegalTransition,
    InvalidInput,
    NotAuthenticated,
    NotFound,
    RemembrancerError,
    TooManyRequests,
)

ALL = {
    name: one
    for name, one in vars(errors).items()
    if inspect.isclass(one) and issubclass(one, Exception)
}


def test_the_tree() -> None:
    """Who descends from whom is part of the public face."""
    parents = {name: one.__mro__[1].__name__ for name, one in ALL.items()}
    assert parents == {
        "RemembrancerError": "Exception",
        "InvalidInput": "RemembrancerError",
        "InvalidSettings": "InvalidInput",
        "QueryRefused": "InvalidInput",
        "NotFound": "RemembrancerError",
        "NotAuthenticated": "RemembrancerError",
        "Forbidden": "RemembrancerError",
        "Conflict": "RemembrancerError",
        "IllegalTransition": "Conflict",
        "ChangedSince": "Conflict",
        "KeyReused": "Conflict",
        "Erased": "Conflict",
        "TooManyRequests": "RemembrancerError",
        "NotAvailable": "RemembrancerError",
        "ModelFailed": "RemembrancerError",
        "NotificationFailed": "RemembrancerError",
        "BudgetExceeded": "ModelFailed",
        "WorkFailed": "RemembrancerError",
        "WorkTaken": "Conflict",
        "StoreError": "RemembrancerError",
        "StoreUnreachable": "StoreError",
        "ServerUnreachable": "StoreUnreachable",
        "StoreCorrupt": "StoreError",
        "StoreTooNew": "StoreError",
        "StoreFull": "StoreError",
        "StoreBusy": "StoreError",
        "StoreInterrupted": "StoreError",
        "OutcomeUnknown": "StoreError",
        "StoreClosed": "StoreError",
    }


@pytest.mark.parametrize("name", ALL)
def test_every_error_says_what_it_means(name: str) -> None:
    """Its docstring is a sentence."""
    told = inspect.getdoc(ALL[name])
    assert told
    assert told[0].isupper()
    assert told.endswith(".")


@pytest.mark.parametrize("name", ALL)
def test_every_error_is_exported(name: str) -> None:
    """Whoever imports the package can catch it by name."""
    import remembrancer

    assert getattr(remembrancer, name) is ALL[name]
    assert name in remembrancer.__all__


def test_errors_carry_what_they_are_about() -> None:
    """The parts of a message are there for programs to read."""
    wrong = InvalidInput("k is a number.", field="k")
    assert (str(wrong), wrong.field) == ("k is a number.", "k")
    missing = NotFound("item", "km_1")
    assert (missing.what, missing.identifier) == ("item", "km_1")
    move = IllegalTransition("km_1", "rejected", "mandatory", ["b", "a"])
    assert (move.current, move.wanted, move.allowed) == ("rejected", "mandatory", ("a", "b"))
    assert str(move) == "km_1 is rejected and cannot become mandatory. Allowed: a, b."


def test_a_final_state_says_so() -> None:
    """Where nothing is allowed, the message says that rather than an empty list."""
    move = IllegalTransition("km_1", "revoked", "approved", [])
    assert str(move).endswith("Allowed: nothing: this state is final.")


def test_not_found_never_tells_why() -> None:
    """Hidden and missing share one message, which says that they do."""
    assert "what you may not see is reported the same way" in str(NotFound("item", "km_1"))


def test_a_token_is_refused_without_a_word_on_why() -> None:
    """There is one sentence, and nothing can be added to it."""
    assert str(NotAuthenticated()) == (
        "Send a token: Authorization: Bearer TOKEN, token=TOKEN in Python, REMEMBRANCER_TOKEN for "
        "rmb. If you did, it is not accepted: ask an ADMIN for a new one, rmb token issue NAME."
    )


def test_too_many_requests_say_when_to_come_again() -> None:
    """For people in the message, for programs beside it."""
    told = TooManyRequests(1.5)
    assert told.retry_after_seconds == 1.5
    assert "try again in 1.5 seconds." in str(told)
    assert "try again in 1 second." in str(TooManyRequests(1))


def test_one_except_catches_all() -> None:
    """The root is the root."""
    assert all(issubclass(one, RemembrancerError) for one in ALL.values())


def test_what_is_not_found_is_told_in_short() -> None:
    """Who gives a whole value in place of its id is told so, without the value word for word."""
    told = str(NotFound("item", [0] * 1_000))  # type: ignore[arg-type]
    assert len(told) < 300
    assert told.endswith("… here. An id is a text, not list.")
    assert len(str(NotFound("item", "x" * 10_000))) < 350
