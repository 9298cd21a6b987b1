"""The text of a bundle: ranked approved and mandatory items that fit into a budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate, dropwhile, islice, takewhile
from operator import attrgetter
from typing import Any, Final, NamedTuple

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import BUNDLE_ITEMS_MAX, BUNDLE_TOKENS, BUNDLE_TOKENS_MAX
from remembrancer.core.preset import Budget, MandatoryPolicy, Preset
from remembrancer.core.texts.envelopes import TEAM_KNOWLEDGE
from remembrancer.core.token_budget import CHARACTERS_PER_TOKEN, fill, fitted, token_estimate
from remembrancer.core.token_counter import TokenCounter
from remembrancer.core.validation import check_name, check_whole, check_word
from remembrancer.delivery.agent_rules import RULES, block
from remembrancer.delivery.bundle.bundle import BundledItem
from remembrancer.delivery.bundle.port import Accepted
from remembrancer.delivery.templates import Rendering
from remembrancer.governance.port import DeliveredEntry
from remembrancer.items.delivered_text import delivered, trust_words
from remembrancer.items.item import Item, Trust
from remembrancer.items.port import ItemKey
from remembrancer.items.titles import TITLE_CHARACTERS
from remembrancer.ports import Reader

TEMPLATE: Final = "bundle/2"
MANDATORY: Final = "mandatory"
APPROVED: Final = "approved"
_BETWEEN: Final = "\n\n"
_FRAME: Final = len("## “”\n\nmandatory · km_000000000000 · confidence 0.00 · from  · \n\n> \n\n")
_TRUST_WORDS: Final = {trust: len(trust_words(trust)) for trust in Trust}
_PER_WORD: Final = len(" · ")
_PER_LINE: Final = len("> ")
_HEAD: Final = f"# {TEAM_KNOWLEDGE}{_BETWEEN}{RULES.rstrip()}"
TOKENS_RULES: Final = token_estimate(_HEAD + _BETWEEN)  # present in every bundle
_READ_NEXT: Final = 4


class BundleSelection(NamedTuple):
    """The items of a bundle, and those left out."""

    position: int  # the ledger position of the selection
    mandatory: tuple[BundledItem, ...]
    approved: tuple[BundledItem, ...]  # by rank
    tokens_mandatory: int
    tokens_approved: int
    left_out: int
    mandatory_left_out: int  # mandatory items left out, if a ceiling applies to them too
    keys: tuple[ItemKey, ...]  # of all its items, in order

    @property
    def tokens(self) -> int:
        """Tokens of the titles and contents of all delivered items."""
        return self.tokens_mandatory + self.tokens_approved


def budget_for(preset: Preset, token_budget: Any) -> Budget:
    """The preset's budget, with the caller's number of tokens if given."""
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
    """Whether the budget limits the whole text; otherwise it limits only the approved items."""
    return budget.mandatory is MandatoryPolicy.WITHIN_CEILING


def check_domain(preset: Preset, domain: Any) -> None:
    """Raises if a domain is malformed or unknown in this space."""
    if domain is not None:
        check_name(domain, "domain")
        check_word(preset.domains, domain, "domain")


def chosen(reader: Reader, budget: Budget, domain: str | None) -> BundleSelection:
    """The items of the caller's bundle. Little more than these is read in full."""
    position, mandatory, approved = reader.approved.all_ranked(
        domain=domain, limit=BUNDLE_ITEMS_MAX
    )
    others = ranked(reversed(approved))
    whole = _Whole(reader)
    if budget.tokens is not None and _is_ceiling(budget):
        # A ceiling limits the whole text, and its length is only known once the items are read.
        budget = budget.model_copy(update={"tokens": budget.tokens - TOKENS_RULES})
        whole.expect(mandatory, others, budget)
        filled = fill(
            budget,
            mandatory=mandatory,
            others=others,
            tokens=lambda accepted: tokens_in_text(whole(accepted), accepted.title_characters),
            group=_kind,
            at_least=_tokens_in_text_at_least,
        )
    else:
        filled = fill(budget, mandatory=mandatory, others=others, tokens=_tokens, group=_kind)
        whole.read((*filled.mandatory, *filled.chosen))
    return BundleSelection(
        position,
        tuple(map(whole, filled.mandatory)),
        tuple(map(whole, filled.chosen)),
        sum(_tokens_delivered(entry, whole(entry)) for entry in filled.mandatory),
        sum(_tokens_delivered(entry, whole(entry)) for entry in filled.chosen),
        len(filled.left_out),
        len(mandatory) - len(filled.mandatory),
        tuple(map(whole.key, (*filled.mandatory, *filled.chosen))),
    )


def chosen_by(
    reader: Reader,
    budget: Budget,
    domain: str | None,
    counter: TokenCounter | None,
    text_of: Callable[[BundleSelection], str],
) -> BundleSelection:
    """The selection, counted and limited by the caller's tokenizer if there is one."""
    if counter is None or budget.tokens is None:
        return chosen(reader, budget, domain)

    def make(tokens: int) -> BundleSelection:
        made = chosen(reader, budget.model_copy(update={"tokens": tokens}), domain)
        return made._replace(
            tokens_mandatory=sum(_content_tokens(item, counter) for item in made.mandatory),
            tokens_approved=sum(_content_tokens(item, counter) for item in made.approved),
        )

    def used(made: BundleSelection) -> int:
        return counter.count(text_of(made)) if _is_ceiling(budget) else made.tokens_approved

    return fitted(budget.tokens, make, used, counter)


def _content_tokens(item: Item, counter: TokenCounter) -> int:
    return counter.count(f"{item.title}\n{item.content}" if item.title else item.content)


def _kind(accepted: Accepted) -> str:
    return accepted.kind


_RANK = attrgetter("score", "confidence")


def ranked(accepted: Iterable[Accepted]) -> list[Accepted]:
    """Highest score first, then highest confidence. Ties keep their order."""
    return sorted(accepted, key=_RANK, reverse=True)


def tokens_in_text(item: Item, title_characters: int | None) -> int:
    """An upper bound for an item's tokens in the text, with its heading and source."""
    content = item.content
    length = _FRAME + len(item.source_type) + _TRUST_WORDS[item.trust] + len(content)
    length += TITLE_CHARACTERS if title_characters is None else title_characters
    for word in (item.domain, item.category):
        if word is not None:
            length += _PER_WORD + len(word)
    breaks = content.count("\n") + content.count("\r")
    if not content.isascii():
        breaks += content.count("\u2028") + content.count("\u2029")
    length += _PER_LINE * breaks
    return -(-length // CHARACTERS_PER_TOKEN)


def text(rendering: Rendering) -> str:
    """The template `bundle/2`: the rules for agents, and each fact as a quote under its title."""
    blocks = [
        block(item, part, with_confidence=True, gone=rendering.gone)
        for part in (MANDATORY, APPROVED)
        for item in rendering.parts.get(part, ())
    ]
    return _BETWEEN.join([_HEAD, *blocks]) + "\n"


def delivered_entries(chosen: BundleSelection) -> tuple[DeliveredEntry, ...]:
    """The entries of a delivery, each with its reason."""
    keys = iter(chosen.keys)
    return (
        *(
            DeliveredEntry(MANDATORY, "mandatory", item.id, key=next(keys))
            for item in chosen.mandatory
        ),
        *(
            DeliveredEntry(
                APPROVED, f"rank {place}, score {item.score:.4f}", item.id, key=next(keys)
            )
            for place, item in enumerate(chosen.approved, 1)
        ),
    )


def withheld(chosen: BundleSelection) -> dict[str, int]:
    """Why approved or mandatory items were left out, and how many."""
    counted = {
        "ceiling": chosen.mandatory_left_out,
        "budget": chosen.left_out - chosen.mandatory_left_out,
    }
    return {reason: count for reason, count in counted.items() if count}


def rendering(chosen: BundleSelection, now: datetime, **given: Any) -> Rendering:
    parts = {MANDATORY: chosen.mandatory, APPROVED: chosen.approved}
    return Rendering(parts=parts, messages=(), given=given, now=now)


class _Whole:
    """Reads approved and mandatory items in full, in batches, in the order of access."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._items: dict[int, tuple[ItemKey, BundledItem]] = {}
        self._waiting: Iterator[Accepted] = iter(())
        self._count = _READ_NEXT

    def read(self, listed: Iterable[Accepted]) -> None:
        found = self._reader.approved.bundled(tuple(listed))
        self._items |= {one: (key, delivered(item)) for one, (key, item) in found.items()}

    def expect(
        self, mandatory: Sequence[Accepted], others: Sequence[Accepted], budget: Budget
    ) -> None:
        """Reads the items that may fill the budget: of thousands ranked, few are delivered.

        If there is room left, `__call__` reads more, doubling the batch each time.
        """
        self._waiting = iter(others)
        room = budget.tokens or 0
        sizes = accumulate(map(_tokens_in_text_at_least, others))
        first = takewhile(lambda value: value <= room, sizes)
        filling = _open(islice(self._waiting, sum(1 for _ in first)), budget)
        self.read((*mandatory, *filling))

    def __call__(self, accepted: Accepted) -> BundledItem:
        if accepted.key not in self._items:
            # Items before this one were skipped because they no longer fit.
            behind = dropwhile(lambda other: other is not accepted, self._waiting)
            self.read(islice(behind, self._count))
            self._count *= 2
        return self._items[accepted.key][1]

    def key(self, accepted: Accepted) -> ItemKey:
        return self._items[accepted.key][0]


def _open(listed: Iterable[Accepted], budget: Budget) -> Iterator[Accepted]:
    """The items that the limits on number and kind allow, whatever their length."""
    taken: Counter[str] = Counter()
    for accepted in listed:
        if budget.items is not None and taken.total() >= budget.items:
            return
        if budget.per_group is None or taken[accepted.kind] < budget.per_group:
            taken[accepted.kind] += 1
            yield accepted


def _tokens_delivered(accepted: Accepted, item: BundledItem) -> int:
    """Tokens of the delivered text. Cleaning may have removed text, but never adds any."""
    title = 0 if accepted.title_characters is None else len(item.title or "")
    return -(-(title + len(item.content)) // CHARACTERS_PER_TOKEN)


def _tokens(accepted: Accepted) -> int:
    return -(-((accepted.title_characters or 0) + accepted.characters) // CHARACTERS_PER_TOKEN)


def _tokens_in_text_at_least(accepted: Accepted) -> int:
    """A lower bound for an item's tokens before its text is read: its line count is unknown."""
    title = TITLE_CHARACTERS if accepted.title_characters is None else accepted.title_characters
    return -(-(_FRAME + title + accepted.characters) // CHARACTERS_PER_TOKEN)
