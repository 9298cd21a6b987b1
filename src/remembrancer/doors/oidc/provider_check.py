"""Whether a provider can be used: what is said at the start of a server, and by `rmb doctor`."""

from __future__ import annotations

from collections.abc import Iterable

from remembrancer.core.errors import InvalidSettings
from remembrancer.doors.oidc.provider import Provider
from remembrancer.doors.oidc.provider_settings import ProviderSettings
from remembrancer.governance.access.sign_in_rules import SignInRefused


def check_spaces(settings: ProviderSettings, there: Iterable[str]) -> None:
    """Refuses settings that open a space that is not there: a name may be misspelt."""
    known = sorted(there)
    for grant in settings.grants:
        if grant.space not in known:
            raise InvalidSettings(
                f"The settings of the provider open the space {grant.space!r}, which is not "
                f"there. There is: {', '.join(known)}. Correct it, or make the space first with "
                "rmb init --space.",
                field="map",
            )


def provider_problem(settings: ProviderSettings, provider: Provider | None = None) -> str | None:
    """What is wrong with the provider right now, and what to do; None: nothing."""
    try:
        (provider or Provider(settings)).check()
    except SignInRefused as refused:
        return (
            f"Nobody can sign in with {settings.issuer} now. {refused.detail} Check the issuer, "
            "the network, and that the provider is up; tokens work meanwhile."
        )
    return None


def registration(settings: ProviderSettings) -> str:
    """What to register at the provider."""
    return (
        f"People sign in with {settings.label}. Register there, for the client "
        f"{settings.client_id}: redirect URI {settings.redirect_uri}, and after signing out "
        f"{settings.signed_out_uri}."
    )
