"""What is put together, and what then stands for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.compression import compression_groups
from remembrancer.compression.compression_groups import CompressionGroup
from remembrancer.core.limits import COMPRESSED_CHARACTERS_MAX, COMPRESSED_PARTS_MAX
from remembrancer.items import retention, trust
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.presets import preset_files as presets
from remembrancer.store.items.item_rows import item_from
from tests.delivery.companies import GARDEN, HARBOUR

COMPANION = presets.load("companion")
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
FIELDS = ("subject", "domain", "audience", "is_personal", "sensitivity", "kind")


def stored(number: int, content: str, *, age_days: int = 10, **fields: object) -> StoredItem:
    made = NOW - timedelta(days=age_days)
    kind = str(fields.get("kind", "knowledge"))
    values = dict.fromkeys(ItemState._fields) | {
        "kind": kind,
        "content": content,
        "data": {},
        "metadata": {},
        "tags": (),
        "entities": (),
        "lifecycle": Lifecycle.ACTIVE,
        "review": Review.NOT_REQUIRED,
        "confidence_base": 1.0,
        "verifier_count": 0,
        "admin_approved": False,
        "live_confirmed": False,
        "is_personal": False,
        "sensitivity": "internal",
        "source_type": "conversation",
        "trust": Trust.PERSON,
        "occurred_at": made,
        "expires_at": retention.expiry(COMPANION, kind, made),
    }
    owner = str(fields.pop("owner", "karin"))
    state = ItemState(**(values | fields))  # type: ignore[arg-type]
    return StoredItem(number, f"km_{number:012x}", owner, made, 1, made, state)


def shown(given: Sequence[StoredItem]) -> list[Item]:
    return [item_from(one, COMPANION, NOW) for one in given]


def grouped(given: Sequence[StoredItem]) -> list[CompressionGroup]:
    return compression_groups.group_related(COMPANION, shown(given), count=len(given), now=NOW)


def test_two_dividends_become_one_entry_with_both_amounts() -> None:
    """S1-41: 120k of December 2025 and 100k of June 2025 are both in it, with their months."""
    (group,) = grouped(
        [
            stored(1, "User decided to take 120k dividend in December 2025.", kind="decision"),
            stored(2, "Took a 100k dividend in June 2025.", kind="decision"),
        ]
    )
    assert group.text() == (
        "- User decided to take 120k dividend in December 2025.\n"
        "- Took a 100k dividend in June 2025."
    )


def test_swedish_stays_swedish() -> None:
    """Each member is quoted in its own words, whatever the language."""
    (group,) = grouped(
        [
            stored(1, "Vi tog en utdelning på 120 000 kr i december 2025.", kind="decision"),
            stored(2, "Vi tog en utdelning på 100 000 kr i juni 2025.", kind="decision"),
        ]
    )
    assert group.text().splitlines() == [
        "- Vi tog en utdelning på 120 000 kr i december 2025.",
        "- Vi tog en utdelning på 100 000 kr i juni 2025.",
    ]


def test_nothing_is_merged_and_no_date_is_made_up() -> None:
    """A doubt, two amounts or no date at all: each line says what its member says, and no more."""
    said = [
        "A dividend of 120k was taken in December 2025 from a profit of 500k.",
        "User might take a 90k dividend.",
        "The dividend of 50k was postponed",
    ]
    (group,) = grouped([stored(n, one, kind="decision") for n, one in enumerate(said)])
    assert sorted(group.text().splitlines()) == sorted(f"- {one}" for one in said)


def test_a_compression_goes_on_from_an_earlier_one() -> None:
    """What stands for two items stands for three when a third comes, and says nothing twice."""
    two = [
        stored(1, "Took a 120k dividend in December 2025.", kind="decision"),
        stored(2, "Took a 100k dividend in June 2025.", kind="decision"),
    ]
    (group,) = grouped(two)
    state = compression_groups.compressed_state(COMPANION, group, two, NOW)
    first = two[0]._replace(number=3, id="km_000000000003", state=state)
    more = [
        stored(4, "Took a 90k dividend in June 2024.", kind="decision"),
        stored(5, "Took a 100k dividend in June 2025.", kind="decision"),
    ]
    (again,) = grouped([first, *more])
    assert again.text().splitlines() == [
        "- Took a 120k dividend in December 2025.",
        "- Took a 100k dividend in June 2025.",
        "- Took a 90k dividend in June 2024.",
    ]
    assert {one.item_id[-1] for one in again.parts} == {"1", "2", "4", "5"}


def test_sixty_become_thirty_at_most() -> None:
    """S1-42: 60 unlike entries in, from 15 to 30 in use after."""
    many = [stored(n, f"{_word(n)} {_word(n + 77)} {_word(3 * n + 500)}") for n in range(60)]
    left = 60 - sum(len(group.members) - 1 for group in grouped(many))
    assert 15 <= left <= 30


def test_few_unlike_entries_stay() -> None:
    """Up to the target, only what is on one topic is put together."""
    few = [stored(n, f"{_word(n)} {_word(n + 77)} {_word(3 * n + 500)}") for n in range(30)]
    assert grouped(few) == []


def test_long_entries_stand_with_their_own_topic() -> None:
    """S1-41: of 200 long entries on 25 topics none is put with one on another topic."""
    many = [
        stored(
            n, " ".join([_word(n % 25), *(f"own{n}{'abcdefghij'[k % 10] * k}" for k in range(25))])
        )
        for n in range(200)
    ]
    found = grouped(many)
    assert 200 - sum(len(group.members) - 1 for group in found) <= COMPANION.compression.target
    for group in found:
        assert len({int(one.id[3:], 16) % 25 for one in group.members}) == 1


def test_five_hundred_become_thirty() -> None:
    """S1-42: also where there is much more than the rules hope for."""
    many = [stored(n, f"{_word(n)} {_word(n + 77)} {_word(3 * n + 500)}") for n in range(500)]
    left = 500 - sum(len(group.members) - 1 for group in grouped(many))
    assert 15 <= left <= 30


@pytest.mark.parametrize(
    "fields",
    [
        {"review": Review.APPROVED},
        {"review": Review.PENDING},
        {"valid_until": NOW + timedelta(days=5)},
        {"valid_from": NOW + timedelta(days=1)},
        {"expires_at": NOW + timedelta(days=5)},
        {"metadata": {"deadline": "2026-04-01"}},
        {"kind": "summary"},
        {"content": "x" * (COMPRESSED_CHARACTERS_MAX + 1)},
    ],
)
def test_some_items_are_left_alone(fields: dict[str, Any]) -> None:
    """What a person decided on, has a time of its own or a deadline is not put together."""
    text = "Took a 100k dividend in June 2025."
    ends = retention.expiry(COMPANION, "knowledge", NOW)
    marked = [stored(n, text)._replace(created_at=NOW) for n in (1, 2)]

    def with_fields(given: dict[str, Any]) -> list[StoredItem]:
        return [
            one._replace(state=one.state._replace(**{"expires_at": ends, **given}))
            for one in marked
        ]

    assert grouped(with_fields(fields)) == []
    assert len(grouped(with_fields({}))) == 1


def test_a_year_is_summed_up_in_order() -> None:
    """S1-37: decisions of two years become two summaries, each by its days."""
    old = [
        stored(1, "Office in Lund rented.", kind="decision", age_days=500),
        stored(2, "BDO became the auditor.", kind="decision", age_days=450),
        stored(3, "Payroll moved to Fortnox.", kind="decision", age_days=380),
    ]
    made = compression_groups.group_by_year(COMPANION, shown(old), now=NOW)
    assert [(one.kind, one.year, one.text()) for one in made] == [
        ("summary", 2024, "Decision 2024:\n- Office in Lund rented.\n- BDO became the auditor."),
        ("summary", 2025, "Decision 2025:\n- Payroll moved to Fortnox."),
    ]


@pytest.mark.parametrize("company", [HARBOUR, GARDEN], ids=["harbour", "garden"])
def test_a_company_of_sixty(company: tuple[tuple[str, str], ...]) -> None:
    """S1-42: from 15 to 30 entries are in use after, and each word is in exactly one of them."""
    items = shown([stored(n, text, kind=kind) for n, (kind, text) in enumerate(company)])
    found = compression_groups.group_related(COMPANION, items, count=60, now=NOW)
    assert 15 <= 60 - sum(len(group.members) - 1 for group in found) <= 30
    taken = [one.id for group in found for one in group.members]
    assert len(taken) == len(set(taken))
    for group in found:
        assert sorted(group.text().splitlines()) == sorted(
            f"- {one.content}" for one in group.members
        )


@pytest.mark.parametrize(
    ("company", "sorts"),
    [
        (
            HARBOUR,
            ("took a dividend", "hired", " works ", "unit ", "of payment", "hourly rate"),
        ),
        (GARDEN, ("utdelning", "anställde", " jobbar ", "lokal ", " köps av ", "julgranar till")),
    ],
    ids=["harbour", "garden"],
)
def test_each_sort_is_listed_by_itself(
    company: tuple[tuple[str, str], ...], sorts: tuple[str, ...]
) -> None:
    """Dividends, hirings, employees, renters, suppliers and prices are a list each, and whole."""
    items = shown([stored(n, text, kind=kind) for n, (kind, text) in enumerate(company)])
    found = compression_groups.group_related(COMPANION, items, count=60, now=NOW)
    for words in sorts:
        holding = [
            {words in one.content.lower() for one in group.members}
            for group in found
            if words in group.text().lower()
        ]
        assert holding == [{True}], words
        lists = [group for group in found if words in group.text().lower()]
        assert len(lists[0].members) == sum(words in text.lower() for _, text in company)


def test_decisions_are_not_listed_with_what_is_known() -> None:
    """What was decided about machines and how machines are kept are two lists."""
    found = compression_groups.group_related(
        COMPANION,
        shown([stored(n, text, kind=kind) for n, (kind, text) in enumerate(HARBOUR)]),
        count=60,
        now=NOW,
    )
    for group in found:
        assert len({one.kind for one in group.members}) == 1


def _word(number: int) -> str:
    """A word of its own for each number."""
    letters = "bcdfghjklmnprstvz"
    return "".join(
        letters[(number // 17**place) % 17] + "aeiouy"[(number + place) % 6] for place in range(3)
    )


_ITEMS = st.lists(
    st.fixed_dictionaries(
        {
            "content": st.sampled_from(
                [
                    "Took a 120k dividend in December 2025.",
                    "Took a 100k dividend in June 2025.",
                    "Rent is 12,000 kr per month.",
                    "The office is in Lund.",
                    "Prefers short answers.",
                ]
            )
            | st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=60),
            "kind": st.sampled_from(COMPANION.kinds.values),
            "subject": st.sampled_from([None, "acme", "bolaget"]),
            "domain": st.sampled_from([None, "tax"]),
            "audience": st.sampled_from([None, "group:board"]),
            "is_personal": st.booleans(),
            "sensitivity": st.sampled_from(["internal", "secret"]),
            "owner": st.sampled_from(["karin", "olof"]),
            "trust": st.sampled_from(Trust),
            "confidence_base": st.floats(0, 1),
            "age_days": st.integers(0, 800),
            "live_confirmed": st.booleans(),
        }
    ),
    min_size=2,
    max_size=40,
)


@given(_ITEMS, st.integers(0, 100))
def test_a_compression_never_raises_trust_nor_crosses_a_border(
    listed: list[dict[str, object]], more: int
) -> None:
    """Whatever is put together: subject, audience, owner and privacy are one; trust the lowest.
    A summary of a year is as sure as the least sure of it was."""
    given_ = [stored(n, **one) for n, one in enumerate(listed)]  # type: ignore[arg-type]
    by_id = {one.id: one for one in given_}
    items = shown(given_)
    found = compression_groups.group_by_year(COMPANION, items, now=NOW)
    taken = {one.id for group in found for one in group.members}
    found += compression_groups.group_related(
        COMPANION, items, count=len(items) + more, now=NOW, apart=taken
    )
    seen = [one.id for group in found for one in group.members]
    assert len(seen) == len(set(seen))
    for group in found:
        members = [by_id[one.id] for one in group.members]
        state = compression_groups.compressed_state(COMPANION, group, members, NOW)
        assert state.content.strip()
        assert len(group.parts) <= COMPRESSED_PARTS_MAX
        for member in members:
            assert member.owner == group.owner
            assert {f: getattr(member.state, f) for f in FIELDS[:-1]} == {
                f: getattr(state, f) for f in FIELDS[:-1]
            }
            assert trust.RANK[state.trust] <= trust.RANK[member.state.trust]
        made = StoredItem(99, "km_x", group.owner, NOW, 1, NOW, state)
        worth = item_from(made, COMPANION, NOW).confidence
        if group.year is None:
            assert worth <= min(one.confidence for one in group.members)
        else:
            least = min(one.state.confidence_base for one in members)
            assert worth == pytest.approx(least, abs=1e-6)
        ends = [one.state.expires_at for one in members]
        assert state.expires_at is None or state.expires_at == max(e for e in ends if e)
