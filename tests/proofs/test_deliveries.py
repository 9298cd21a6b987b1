"""Whatever is stored, and by whatever way it reaches an agent: what it is told is safe to read."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import remembrancer.integrations
from remembrancer.core.texts import envelopes
from remembrancer.doors.mcp import server
from remembrancer.items.delivered_text import harmless
from remembrancer.presets import preset_files
from remembrancer.tools.agent_tools import BUILT_IN
from remembrancer.wire.routes import CARRIED, ROUTES
from tests.poison import hostile
from tests.poison.world import House
from tests.proofs.deliveries import (
    BY_TOOLS,
    DELIVERIES,
    INTEGRATIONS,
    MCP,
    NO_DELIVERY,
    RECORDS,
    TALK,
    TOOLS,
    VERBS,
    Desk,
    Piece,
    as_json,
    entries_in,
    furnished,
    texts_in,
)

PRESETS = preset_files.names()
# The soak tries each way to an agent in all of them.
_A_SPREAD = [
    pytest.param(name, marks=() if name in ("adviser", "desk") else pytest.mark.soak)
    for name in PRESETS
]
PLAIN = "The pension of Ellen is paid on Fridays."

# -- what is stored

# Needed by a script or an emoji: a Persian, a Hindi and a Sinhala word, a family, the flag of
# Wales, a heart in colour, a keycap.
NEEDED = (
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "ශ\u0dca\u200dරී",
    "👩\u200d👩\u200d👧",
    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "👨\u200d👩\u200d👧" * 3,  # families without a blank
    "葛\U000e0100",  # as a Japanese town draws its name
)
UNSEEN = tuple(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e"
    "\u2028\u2060\u2062\u2064\u2066\u2069\u206f\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufff9"
    "\U0001d173\U000e0001\U000e0041\U000e007f\U000e0100\U000e01ef"
)
MARKS = tuple(
    mark
    for one in envelopes.ENVELOPES
    for mark in (one.opening, one.closing, one.opening_of("eve"))
)
HEADINGS = tuple(
    line
    for one in envelopes.headings()
    for line in (f"\n# {one}\n", f"\n{one}:\n", f"\n## {one}:\n")
)
NAMES = (*envelopes.headings(), *envelopes.mark_names())
_CYRILLIC = str.maketrans("ACEOPTXaceopx", "АСЕОРТХасеорх")
_LISU = str.maketrans("ABCDEMNOPRSTUVWY", "ꓮꓐꓚꓓꓰꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓬ")
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def _disguised(mark: str, how: int) -> str:
    return (
        mark,
        mark.lower(),
        mark.translate(_CYRILLIC),
        mark.translate(_WIDE),
        mark.replace(" ", "  \u200b "),
        "\u2060".join(mark),
        unicodedata.normalize("NFD", mark.replace("E", "É")),
        mark.replace("[", "【").replace("]", "】"),
        mark.replace("O", "0").replace("I", "l"),
        mark.replace(" ", " " * 130),
        mark.replace(" ", "\u3000 ." * 50),
        mark.upper().translate(_LISU),
        mark.replace("O", "Ø").replace("o", "ø"),
        mark.replace("[", "「").replace("]", "」"),
        mark.replace("[", "❴").replace("]", "❵"),
    )[how]


def _numbered(heading: str, how: int) -> str:
    line = heading.strip("\n")
    hashes = line[: len(line) - len(line.lstrip("# "))]
    return (
        f"\n{hashes}1. {line[len(hashes) :]}\n",
        f"\n{hashes}{line[len(hashes) :].rstrip(':')} (2){':' * line.endswith(':')}\n",
        f"\n- {line}\n",
    )[how]


disguises = st.integers(0, 14)
marks = st.builds(_disguised, st.sampled_from(MARKS + HEADINGS), disguises)
numbered = st.builds(_numbered, st.sampled_from(HEADINGS), st.integers(0, 2))
names = st.builds(_disguised, st.sampled_from(NAMES), disguises).map(lambda one: one[:190])
pieces = st.one_of(
    marks,
    numbered,
    st.sampled_from(UNSEEN),
    st.sampled_from(NEEDED).map(lambda one: f" {one} "),
    st.sampled_from(("> ", '"', "”", "#", "\n- ", "```", "\t", "\r\n", "é", "Ж", "a[0]", "{x}")),
    st.text("abc []#:\n", max_size=12),
)
texts = st.lists(pieces, min_size=1, max_size=12).map(lambda some: f"Pension {''.join(some)}")

# -- what must be so

_TOLD_AGAIN = 4_096  # most texts reach an agent in several ways, and need one look


@lru_cache(_TOLD_AGAIN)
def _left_unseen(text: str) -> tuple[str, ...]:
    """What nobody sees and nothing needs, by Unicode's own word for it."""
    for one in NEEDED:
        text = text.replace(one, "")
    return tuple(
        f"U+{ord(one):04X}"
        for one in sorted(set(text))
        if (unicodedata.category(one) in ("Cf", "Cc", "Cs", "Zl", "Zp") and one not in "\n\t")
        or one in UNSEEN
        or "\ufe00" <= one <= "\ufe0f"
        or "\U000e0000" <= one <= "\U000e0fff"
    )


_BACK = str.maketrans(
    "асеорхABCЕМНКТø【】［］「」❴❵ꓮꓐꓚꓓꓰꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓬ", "aceopxABCEMHKTo[][][][]abcdemnoprstuvwy"
)
_NAMES = tuple(
    dict.fromkeys(re.sub("[^a-z]", "", one.casefold()) for one in envelopes.mark_names())
)


def _plain(text: str) -> str:
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text)).casefold()
    seen = "".join(one for one in wide if not unicodedata.combining(one))
    return seen.translate(_BACK).replace("0", "o")


_TITLES = frozenset(re.sub(r"[\W\d_]", "", _plain(one)) for one in envelopes.headings())


@lru_cache(_TOLD_AGAIN)
def _marks_in(text: str) -> Counter[str]:
    """Marks and headings of ours, told by another rule than the one that is tried."""
    plain = _plain(text)
    squeezed = re.sub(r"[^\w\[<(]|_", "", plain.replace("l", "i"))
    found: Counter[str] = Counter()
    for name in _NAMES:
        found[name] += len(re.findall(r"[\[<]" + name.replace("l", "i"), squeezed))
    for line in plain.split("\n"):
        stripped = line.strip()
        title = stripped.lstrip("#").removesuffix(":")  # alone between hashes and a colon
        if title != stripped and not any(one in title for one in "#:“"):
            letters = re.sub(r"[\W\d_]", "", title)
            if letters in _TITLES:
                found[letters] += 1
    return found


_CLASS = re.compile(r"trust (?:person|agent|document, read in a document|outside, from outside)")


def _check(name: str, desk: Desk, piece: Piece, plain: Counter[str]) -> None:
    for text in texts_in(piece.told):
        assert not _left_unseen(text), (name, text)
        found = _marks_in(text)
        if piece.is_rendered:
            assert not found - plain, (name, text)
        else:
            assert not +found, (name, text)
    for entry in entries_in(piece.told):
        assert entry.get("trust") in ("person", "agent", "document", "outside"), (name, entry)
    if piece.receipt is not None:
        receipt = desk.agent.receipt(piece.receipt)
        assert receipt.is_intact, name
        assert receipt.text is not None
        assert not _left_unseen(receipt.text), name
        told = [one for one in receipt.included if one.item_id is not None]
        if name != "verb: suggestions":  # a prompt in a person's words: a value has its class
            assert len(_CLASS.findall(receipt.text)) >= len(told), (name, receipt.text)


class Houses:
    """One store for all, and what each delivery says of a plain text."""

    def __init__(self, opened: ExitStack) -> None:
        self.house = House(opened)
        self.plain = cache(self._plain)

    def _plain(self, preset_name: str) -> dict[str, Counter[str]]:
        desk = furnished(self.house, preset_name, PLAIN)
        return {
            name: sum((_marks_in(as_json(one.told)) for one in ask(desk)), Counter())
            for name, ask in DELIVERIES.items()
        }

    def check(self, preset_name: str, text: str, name: str = "Savings") -> None:
        plain = self.plain(preset_name)
        desk = furnished(self.house, preset_name, text, name)
        for name, ask in DELIVERIES.items():
            for piece in ask(desk):
                _check(name, desk, piece, plain[name])


@pytest.fixture(scope="module")
def houses() -> Iterator[Houses]:
    with ExitStack() as opened:
        yield Houses(opened)


@pytest.mark.parametrize("preset_name", _A_SPREAD)
@settings(max_examples=1, phases=(Phase.explicit, Phase.generate))  # the soak tries more
@given(text=texts, name=names)
def test_every_delivery_is_safe_to_read(
    houses: Houses, preset_name: str, text: str, name: str
) -> None:
    """No way to an agent tells it what nobody sees, a mark or a heading that passes for ours, be it
    the name of a kind, or an entry without its trust class; and what was told replays byte for
    byte."""
    houses.check(preset_name, text, name)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("preset_name", "name"), [("community", "Must be followed"), ("corporate", "END CONTEXT")]
)
def test_wide_marks_and_names_like_ours_are_safe_to_read(
    houses: Houses, preset_name: str, name: str
) -> None:
    """The same for marks in every disguise, and for kinds, domains, categories, titles and tags
    that are called as a heading or a mark of ours is."""
    some = (MARKS[0], MARKS[4], HEADINGS[0], HEADINGS[1])
    told = "".join(f"\n{_disguised(one, how)} " for one in some for how in range(15))
    numbers = "".join(_numbered(HEADINGS[at], how) for at in (0, 1) for how in range(3))
    houses.check(preset_name, f"Pension {told}{numbers}", name)


def test_all_marks_together_are_safe_to_read(houses: Houses) -> None:
    """The same for every mark, every heading and all that nobody sees in one text."""
    houses.check("corporate", "Pension " + "".join(MARKS) + "".join(HEADINGS) + "".join(UNSEEN))


@pytest.mark.soak
@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(one, marks=() if number < len(PRESETS) else pytest.mark.full_soak)
        for number, one in enumerate(hostile.ATTACKS)
    ],
)
def test_hostile_fixtures_are_safe_to_read(houses: Houses, attack: str) -> None:
    """The same for one text of each attack that the team knows of, all its lines together."""
    lines = [line for one in hostile.of(attack) if not one.refused for line in one.lines]
    text = "".join(one for one in "\n".join(lines)[:1_000] if one in "\n\t" or ord(one) > 31)
    number = hostile.ATTACKS.index(attack)
    houses.check(PRESETS[number % len(PRESETS)], f"Pension. {text.strip()}")


@pytest.mark.parametrize("preset_name", PRESETS)
def test_what_a_script_or_an_emoji_needs_stays(houses: Houses, preset_name: str) -> None:
    """Joiners and selectors reach an agent where they have a meaning."""
    desk = furnished(houses.house, preset_name, "Pension " + " ".join(NEEDED))
    (hits,) = [one.told["hits"] for one in DELIVERIES["tool: recall"](desk)]
    assert hits
    assert all(one in hits[0]["text"] for one in NEEDED)


@pytest.mark.parametrize("preset_name", PRESETS)
def test_what_is_from_outside_says_so(houses: Houses, preset_name: str) -> None:
    """Where an entry from outside is told, its value and its text say so."""
    desk = furnished(houses.house, preset_name, PLAIN)
    told = {name: list(ask(desk)) for name, ask in DELIVERIES.items()}
    for name in ("tool: recall", "tool: search_similar_facts", "verb: recall", "verb: summary"):
        entries = [one for piece in told[name] for one in entries_in(piece.told)]
        assert {one["trust"] for one in entries} >= {"outside"}, name
    for name in ("verb: briefing", "verb: bundle", "verb: pull", "tool: get_context"):
        if "km_" in as_json(told[name][0].told):
            assert "trust outside, from outside" in as_json([one.told for one in told[name]]), name
    if desk.agent.conversations.window(TALK).messages:  # not where agents read no raw words
        for name in ("verb: compose", "verb: conversations.window"):
            assert "(from outside) The pension" in as_json([one.told for one in told[name]])
            summary = str(told[name][0].told).split("\n")
            assert f"- (from outside) User: {PLAIN}" in summary, name


# -- no delivery is forgotten


def test_every_way_to_an_agent_is_tried() -> None:
    """A new tool, route, resource, prompt or integration stands on one of the lists."""
    assert set(TOOLS) == set(BUILT_IN)
    listed = [*VERBS, *RECORDS, *BY_TOOLS]
    assert len(listed) == len(set(listed))
    assert set(listed) == {one.verb for one in ROUTES} | (CARRIED & set(VERBS))
    rooms = {path.stem for path in Path(remembrancer.integrations.__path__[0]).glob("*.py")}
    assert rooms - {"__init__"} == (set(INTEGRATIONS) - {"claude_code"}) | set(NO_DELIVERY)

    async def offered() -> set[str]:
        handlers = server._Handlers(lambda _: None)  # type: ignore[arg-type, return-value]
        given: Any = None
        resources = await handlers.list_resources(given, None)
        templates = await handlers.list_templates(given, None)
        prompts = await handlers.list_prompts(given, None)
        return {
            *(str(one.uri) for one in resources.resources),
            *(one.uri_template for one in templates.resource_templates),
            *(one.name for one in prompts.prompts),
        }

    assert asyncio.run(offered()) == set(MCP)


_LOOKS_LIKE_A_MARK = re.compile(r"^(?:\[.*\]|<!--.*-->|#+ .*|[^\W\d_][\w ]{2,40}:)$", re.MULTILINE)


@pytest.mark.parametrize("preset_name", PRESETS)
def test_every_mark_and_heading_of_ours_is_known(houses: Houses, preset_name: str) -> None:
    """What frames a delivery of plain words is harmless in stored text: a new envelope or heading
    has to stand where the others do."""
    desk = furnished(houses.house, preset_name, PLAIN)
    kinds = {f"{kind}:" for kind in desk.agent._session.space.preset.kinds.values}
    for name, ask in DELIVERIES.items():
        for piece in ask(desk):
            if not piece.is_rendered:
                continue
            for line in _LOOKS_LIKE_A_MARK.findall(piece.told):
                is_title = line.lstrip("# ").startswith((PLAIN, "Kept ", "Savings"))
                if not is_title and line not in kinds:  # kinds stand inside an envelope
                    assert harmless(line) != line, (name, line)
