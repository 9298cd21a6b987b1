"""Settings: how a space is set up, who is in it, and whether its work is done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidInput, InvalidSettings, NotFound, RemembrancerError
from remembrancer.core.limits import TOKEN_DAYS_MAX
from remembrancer.core.principal import PrincipalKind, Role
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.wording import in_words
from remembrancer.governance.access.sign_ins import SIGN_IN
from remembrancer.governance.access.token import IssuedToken

_PLACE = "/settings"
_TITLED = ("name", "title")  # what the head of the page says already


class PresetValue(NamedTuple):
    """One value of the preset, as it holds here."""

    name: str
    told: str
    is_own: bool  # this space says so, and not the preset


class Chapter(NamedTuple):
    """Values that belong together."""

    name: str
    values: tuple[PresetValue, ...]

    @property
    def own(self) -> int:
        """How many of them this space says itself."""
        return sum(preset_value.is_own for preset_value in self.values)


def settings(visit: Visit) -> PageView:
    """For admins. Nobody else has such a page."""
    return _page(visit)


def _page(
    visit: Visit,
    *,
    overrides: str | None = None,
    wrong: str | None = None,
    issued: IssuedToken | None = None,
) -> PageView:
    _check(visit)
    memory = visit.memory
    kept: dict[str, Any] = next(
        (
            entry.overrides
            for entry in memory.admin.spaces(archived=True)
            if entry.name == visit.session.space.name
        ),
        {},
    )
    settings, tokens = memory.admin.settings(), memory.admin.tokens(include_ended=True)
    people, name = memory.admin.people(), visit.parameter("person")
    return PageView(
        "settings.html",
        {
            "settings": settings,
            "chapters": tuple(_chapters(settings, kept)),
            "overrides": _written(kept) if overrides is None else overrides,
            "wrong": wrong,
            "issued": issued,
            "days_max": TOKEN_DAYS_MAX,
            "people": people,
            "person": next((entry for entry in people if entry.name == name), None),
            "has_signed_in": any(
                token.principal == name and token.issued_by == SIGN_IN.name
                for token in tokens
                if token.is_good(visit.now)
            ),
            "groups": memory.admin.groups(),
            "roles": [entry.value for entry in Role],
            "kinds": [entry.value for entry in PrincipalKind],
            "tokens": [token for token in tokens if token.is_good(visit.now)],
            "ended": [token for token in tokens if not token.is_good(visit.now)],
            "jobs": memory.jobs.list(),
            "failed": memory.jobs.failed(),
            "schedules": memory.jobs.schedules(),
        },
        200 if wrong is None else 422,
    )


def _chapters(settings: Mapping[str, Any], kept: Mapping[str, Any]) -> Iterator[Chapter]:
    """The preset's values as this space has them: first those that stand alone."""
    alone = [
        PresetValue(name, in_words(value) or "none", name in kept)
        for name, value in settings.items()
        if not isinstance(value, dict) and name not in _TITLED
    ]
    yield Chapter("general", tuple(alone))
    for name, held in settings.items():
        if isinstance(held, dict) and held:
            own = kept.get(name, {})
            values = (
                PresetValue(key, in_words(one) or "none", key in own) for key, one in held.items()
            )
            yield Chapter(name, tuple(values))


def configure(visit: Visit) -> PageView | Sent:
    """Replaces the overrides. What is wrong with them stands beside the text, which is kept."""
    _check(visit)
    text = visit.filled("overrides") or "{}"
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _page(visit, overrides=text, wrong=f"This is no JSON: {error}")
    try:
        visit.memory.admin.configure(value)
    except (InvalidInput, InvalidSettings) as error:
        return _page(visit, overrides=text, wrong=str(error))
    return Sent(_PLACE, "Kept. It holds within seconds.")


def put_person(visit: Visit) -> Sent:
    """Registers somebody, or changes what they may do."""
    _check(visit)
    admin, name = visit.memory.admin, visit.required("name")
    if visit.filled("new") and any(entry.name == name for entry in admin.people()):
        raise InvalidInput(
            f"{name!r} is registered already. Choose Change beside the name.", field="name"
        )
    person = admin.add_person(
        name,
        kind=visit.filled("kind"),
        email=visit.filled("email") or ("" if "email" in visit.form else None),
        roles=visit.form.get("roles", ()),
        groups=[
            value.strip() for value in (visit.filled("groups") or "").split(",") if value.strip()
        ],
    )
    return Sent(_PLACE, f"{person.name} is registered.")


def issue(visit: Visit) -> PageView:
    """A new token, on this page and never again."""
    _check(visit)
    days = visit.filled("days") or "90"
    if not days.isdecimal() or not 0 < int(days) <= TOKEN_DAYS_MAX:
        raise InvalidInput(f"days is a number from 1 to {TOKEN_DAYS_MAX}.", field="days")
    made = visit.memory.admin.issue_token(
        visit.required("name"), expires_in=timedelta(days=int(days)), note=visit.filled("note")
    )
    return _page(visit, issued=made)


def revoke(visit: Visit) -> Sent:
    """Ends a token at once."""
    _check(visit)
    ended = visit.memory.admin.revoke_token(visit.path["id"])
    return Sent(_PLACE, f"The token of {ended.principal} is ended.")


def end_sign_ins(visit: Visit) -> Sent:
    """Ends all visits that somebody began by signing in with a provider."""
    _check(visit)
    name = visit.required("name")
    ended = visit.memory.admin.end_sign_ins(name)
    return Sent(_PLACE, f"Sign-ins of {name} that were ended: {len(ended)}.")


def retry(visit: Visit) -> Sent:
    """Makes work due again that was given up."""
    _check(visit)
    try:
        count = visit.memory.jobs.retry(visit.filled("id"))
    except RemembrancerError as error:
        return Sent(_PLACE, str(error))
    return Sent(_PLACE, f"Due again: {count}.")


def _check(visit: Visit) -> None:
    if not visit.may_configure:
        raise NotFound("page", _PLACE)


def _written(overrides: dict[str, Any]) -> str:
    return json.dumps(overrides, indent=2, ensure_ascii=False)
