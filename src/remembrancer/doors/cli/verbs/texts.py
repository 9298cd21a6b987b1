"""The words of parameters that several verbs have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from remembrancer.doors.cli.verbs.parameters import Spec, argument, option
from remembrancer.doors.cli.verbs.signature import REQUIRED

if TYPE_CHECKING:
    from remembrancer.core.base import Value

# Of any verb.
_ANYWHERE: Final[Mapping[str, Spec]] = {
    "id": argument("An item.", "ID"),
    "subject": option("Who or what it is about.", "NAME"),
    "reason": option("It stands in the ledger.", "WHY"),
    "seen": option("The version you looked at; refused if it changed since.", "N"),
    "as_of": option("What was known then: a time, or a ledger position."),
    "since": option("Happened then or later."),
    "until": option("Happened before."),
    "limit": option("How many at most."),
    "cursor": option("Where the next page begins, as the last one said.", "CURSOR"),
    "session": option("The session in which it is asked, for `rmb walks`.", "ID"),
    "locale": option("en or sv.", "LOCALE"),
    "audience": option("For whom: all, or group:NAME.", "WHO"),
    "domain": option("Only facts of this domain.", "NAME"),
    "token_budget": option("How long it may be.", "TOKENS", "--budget"),
}

# Of a filter: which items are listed.
_FILTERS: Final[Mapping[str, Spec]] = {
    "subject": option("Only about this.", "NAME"),
    "kind": option("Only of this kind; may be repeated.", "KIND"),
    "category": option("Only of this category; may be repeated.", "NAME"),
    "domain": option("Only of this domain; may be repeated.", "NAME"),
    "lifecycle": option("Only in this state; may be repeated."),
    "review": option("Only in this state of review; may be repeated."),
    "status": option("Only with this word of the preset for both; may be repeated.", "WORD"),
    "source_type": option("Only from this type of source; may be repeated.", "TYPE"),
    "source_id": option("Only from this source; may be repeated.", "ID", "--source"),
    "source_user": option("Only from this contributor; may be repeated.", "NAME", "--from"),
    "audience": option("Only for them: all, or group:NAME; may be repeated.", "WHO"),
    "is_personal": option("Only personal items, or only shared ones.", None, "--personal/--shared"),
    "tags": option("Only with this tag, or another that is given.", "WORD", "--tag"),
    "metadata": option("Only with these values in their metadata."),
}

# Of an item: what it says, and what is said of it.
_FIELDS: Final[Mapping[str, Spec]] = {
    "content": argument("What it says from now on.", "TEXT", default=REQUIRED),
    "title": option("Its title, in one line.", "LINE"),
    "kind": option("Its kind: fact, decision, …", "KIND"),
    "category": option("Its category.", "NAME"),
    "domain": option("Its domain, such as finance.", "NAME"),
    "data": option("Structured facts."),
    "metadata": option("Whatever else belongs to it."),
    "tags": option("A word to find it by; may be repeated.", "WORD", "--tag"),
    "entities": option("A team, metric or person it names; may be repeated.", "NAME", "--entity"),
    "confidence": option("From 0 to 1, where the source does not decide it."),
    "confidence_subtype": option("What a user verification was."),
    "audience": option("all, or group:NAME for one group.", "WHO"),
    "is_personal": option("For your own eyes, and audited for admins."),
    "sensitivity": option("How sensitive it is, in the words of the preset.", "NAME"),
    "importance": option("From 0 to 1."),
    "source_type": option("What it was learned from.", "TYPE"),
    "source_id": option("Your own id of where it stands.", "ID", "--source"),
    "valid_from": option("True from then on."),
    "valid_until": option("True until then."),
    "expires_at": option("Not in use any more after this."),
}


def texts_of(fields: type[Value] | None) -> Mapping[str, Spec]:
    """The words for the parameters of a verb that takes such fields, or none."""
    if fields is None:
        return _ANYWHERE
    own = _FIELDS if "content" in fields.model_fields else _FILTERS
    return {**_ANYWHERE, **own}
