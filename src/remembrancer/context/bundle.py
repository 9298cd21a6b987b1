"""The bundle: what people accepted, ranked, as much of it as a budget holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from remembrancer.context.agent_rules import (
    RULES,
    TEAM_KNOWLEDGE,
    TITLE_CHARACTERS,
    block,
    title_of,
)
from remembrancer.context.templates import Rendering
from remembrancer.errors import InvalidInput
from remembrancer.model.bundle import BundledItem
from remembrancer.model.item import Item, Review
from remembrancer.model.preset import Budget, MandatoryPolicy, Preset
from remembrancer.ports import Accepted, Reader, Told
from remembrancer.rules.budget import CHARACTERS_PER_TOKEN, bundle_score, fill, token_estimate
from remembrancer.rules.limits import BUNDLE_ITEMS_MAX, BUNDLE_TOKENS, BUNDLE_TOKENS_MAX
from remembrancer.rules.validation import check_name, check_whole, check_word

TEMPLATE: Final = "bundle/1"
MANDATORY: Final = "mandatory"
APPROVED: Final = "approved"
_BETWEEN: Final = "\n\n"
_DAY: Final = timedelta(days=1)
_FRAME: Final = len("## \n\nmandatory · km_000000000000 · confidence 0.00 · from \n\n> \n\n")
_PER_WORD: Final = len(" · ")
_PER_LINE: Final = len("> ")
_HEAD: Final = f"# {TEAM_KNOWLEDGE}{_BETWEEN}{RULES.rstrip()}"
TOKENS_RULES: Final = token_estimate(_HEAD + _BETWEEN)  # that every bundle has


class Chosen(NamedTuple):
    """What a bundle holds, and what had to stay out."""

    mandatory: tuple[Item, ...]
    approved: tuple[Item, ...]  # by rank
    tokens_mandatory: int
    tokens_approved: int
    left_out: int
    mandatory_left_out: int  # of these, where a ceiling holds for mandatory items too

    @property
    def tokens(self) -> int:
        """Of all that is handed over: the items, and the rules that go with them."""
        return TOKENS_RULES + self.tokens_mandatory + self.tokens_approved


def budget_for(preset: Preset, token_budget: Any) -> Budget:
    """The preset's budget with the caller's number of tokens, where one was given."""
    if token_budget is not None:
        check_whole(token_budget, "token_budget", at_least=1, at_most=BUNDLE_TOKENS_MAX)
    elif preset.budget.tokens is not None:
        token_budget = preset.budget.tokens
    else:
        token_budget = BUNDLE_TOKENS
    if _is_ceiling(preset.budget) and token_budget < TOKENS_RULES:
        raise InvalidInput(
            f"A token_budget of {token_budget} is too small for the rules that go with every "
            f"bundle, which take {TOKENS_RULES} tokens. Raise it.",
            field="token_budget",
        )
    return preset.budget.model_copy(update={"tokens": token_budget})


def _is_ceiling(budget: Budget) -> bool:
    """Whether nothing at all may exceed it; else it is the budget of the approved items."""
    return budget.mandatory is MandatoryPolicy.WITHIN_CEILING


def check_domain(preset: Preset, domain: Any) -> None:
    """Refuses a domain that can be none, or that this space does not have."""
    if domain is not None:
        check_name(domain, "domain")
        check_word(preset.domains, domain, "domain")


def chosen(reader: Reader, budget: Budget, domain: str | None, now: datetime) -> Chosen:
    """What the caller's bundle holds. Only that is read as a whole."""
    mandatory = reader.accepted(Review.MANDATORY, domain=domain)
    if budget.tokens is not None and _is_ceiling(budget):
        budget = budget.model_copy(update={"tokens": budget.tokens - TOKENS_RULES})
    filled = fill(
        budget,
        mandatory=mandatory,
        others=ranked(reader.accepted(Review.APPROVED, domain=domain, limit=BUNDLE_ITEMS_MAX), now),
        tokens=tokens,
        group=lambda one: one.kind,
    )
    keys = [one.key for one in (*filled.mandatory, *filled.chosen)]
    items = reader.items_by_key(keys, is_bare=True)
    return Chosen(
        tuple(items[one.key] for one in filled.mandatory),
        tuple(items[one.key] for one in filled.chosen),
        filled.tokens_mandatory,
        filled.tokens_chosen,
        len(filled.left_out),
        len(mandatory) - len(filled.mandatory),
    )


def ranked(accepted: Iterable[Accepted], now: datetime) -> list[Accepted]:
    """The highest score first; what scores the same by its confidence, and then by its id."""
    return sorted(accepted, key=lambda one: (-_score(one, now), -one.confidence, one.id))


def score(item: Item, now: datetime) -> float:
    """The confidence, fading to nothing over a year since it was last confirmed, or else added."""
    return bundle_score(item.confidence, (now - (item.last_confirmed_at or item.created_at)) / _DAY)


def tokens(one: Accepted) -> int:
    """What an item takes of the text, with its heading and its source: that many, or fewer.

    It is counted, not put into words: of thousands that are ranked, a few are told.
    """
    content = one.content
    length = _FRAME + len(one.source_type) + len(content)
    length += TITLE_CHARACTERS if one.title is None else len(one.title)
    for word in (one.domain, one.category):
        if word is not None:
            length += _PER_WORD + len(word)
    breaks = content.count("\n") + content.count("\r")
    if not content.isascii():
        breaks += content.count("\u2028") + content.count("\u2029")
    length += _PER_LINE * breaks
    return -(-length // CHARACTERS_PER_TOKEN)


def text(rendering: Rendering) -> str:
    """The form `bundle/1`: the rules for agents, and each fact as a quote under its title."""
    blocks = [
        block(item, part, with_confidence=True, gone=rendering.gone)
        for part in (MANDATORY, APPROVED)
        for item in rendering.parts.get(part, ())
    ]
    return _BETWEEN.join([_HEAD, *blocks]) + "\n"


def told(chosen: Chosen, now: datetime) -> tuple[Told, ...]:
    """What a delivery holds, and why each of it."""
    return (
        *(Told(MANDATORY, "mandatory", item.id) for item in chosen.mandatory),
        *(
            Told(APPROVED, f"rank {place}, score {score(item, now):.4f}", item.id)
            for place, item in enumerate(chosen.approved, 1)
        ),
    )


def withheld(chosen: Chosen) -> dict[str, int]:
    """Why something that was accepted is not in it, and how many."""
    counted = {
        "ceiling": chosen.mandatory_left_out,
        "budget": chosen.left_out - chosen.mandatory_left_out,
    }
    return {reason: count for reason, count in counted.items() if count}


def rendering(chosen: Chosen, now: datetime, **given: Any) -> Rendering:
    parts = {MANDATORY: chosen.mandatory, APPROVED: chosen.approved}
    return Rendering(parts=parts, messages=(), given=given, now=now)


def bundled(items: Sequence[Item], now: datetime) -> tuple[BundledItem, ...]:
    """Items as an agent is given them."""
    return tuple(
        BundledItem.trusted({**item.__dict__, "title": title_of(item), "score": score(item, now)})
        for item in items
    )


def _score(one: Accepted, now: datetime) -> float:
    return bundle_score(one.confidence, (now - one.since) / _DAY)
