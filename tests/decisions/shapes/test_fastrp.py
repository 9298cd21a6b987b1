"""Vectors of shapes: by kinds and relations, not by names; the same bytes for the same graph."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from remembrancer.decisions.shapes.structure import Structure
from tests.decisions.shapes.graphs import graph

np = pytest.importorskip("numpy", reason="the extra shapes is not installed")

from remembrancer.decisions.shapes import fastrp  # noqa: E402
from tests.decisions.shapes.planted import printed_with_two_hash_seeds  # noqa: E402

CASE = {"client": "Client", "scheme": "Pension", "tax": "TaxMatter", "illness": "HealthCondition"}


def case(
    prefix: str, kinds: dict[str, str]
) -> tuple[dict[str, str], list[tuple[str, str, str]], str]:
    """A decision about nodes of these kinds, with ids of its own."""
    own = f"{prefix}_decision"
    nodes = {own: "Decision", **{f"{prefix}_{name}": kind for name, kind in kinds.items()}}
    return nodes, [(own, "ABOUT", f"{prefix}_{name}") for name in kinds], own


def likeness(made: Structure, one: str, other: str) -> float:
    found: Any = fastrp.vectors(made)
    return float(found[made.ids.index(one)] @ found[made.ids.index(other)])


def test_the_same_kinds_are_the_same_shape() -> None:
    """Other nodes of the same kinds along the same relations give the same vector; with one kind
    changed it is another one, and with all changed it is further away."""
    nodes: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    others = {
        "a": CASE,
        "b": CASE,
        "c": {**CASE, "illness": "Property"},
        "d": {"client": "Client", "firm": "Firm", "meeting": "Meeting", "home": "Property"},
    }
    for prefix, kinds in others.items():
        more, linked, _ = case(prefix, kinds)
        nodes |= more
        edges += linked
    made = graph(nodes, edges, "product_recommendation")
    same, near, far = (likeness(made, "a_decision", f"{one}_decision") for one in "bcd")
    assert same == pytest.approx(1.0, abs=1e-6)
    assert far < near < 0.99


@pytest.mark.parametrize("seed", range(5))
def test_what_clients_did_besides_does_not_hide_a_shape(seed: int) -> None:
    """Among forty cases, most with three of the four kinds, that of the same kinds is nearest, also
    where each client has up to six other decisions about other things."""
    random = Random(seed)
    same, other = sorted(CASE.values()), ["Property", "Account", "Meeting", "Firm"]
    nodes: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    for name in ("asked", "old", *(f"other{number}" for number in range(40))):
        kinds = same
        if name.startswith("other"):
            kinds = [*random.sample(same, 3), *random.sample(other, random.randint(0, 2))]
        more, linked, _ = case(name, {"who": "Person", **{f"{n}": k for n, k in enumerate(kinds)}})
        nodes |= more
        edges += linked
        for number in range(random.randint(0, 6)):
            besides = f"{name}_besides{number}"
            nodes |= {besides: "Decision", f"{besides}_about": random.choice([*same, *other])}
            edges += [(besides, "ABOUT", f"{name}_who"), (besides, "ABOUT", f"{besides}_about")]
    made = graph(nodes, edges, "product_recommendation")
    found: Any = fastrp.vectors(made)
    scores = dict(zip(made.ids, found @ found[made.ids.index("asked_decision")], strict=True))
    cases = [id for id in scores if id.endswith("_decision") and id != "asked_decision"]
    assert max(cases, key=lambda id: scores[id]) == "old_decision"


def test_a_cause_is_no_effect() -> None:
    """The direction and the type of a relation count, with the same kinds at its ends."""
    nodes = dict.fromkeys(("a1", "a2", "b1", "b2", "c1", "c2"), "Decision")
    made = graph(
        nodes, [("a1", "CAUSED", "a2"), ("b1", "CAUSED", "b2"), ("c1", "INFLUENCED", "c2")]
    )
    assert likeness(made, "a1", "b1") == pytest.approx(1.0, abs=1e-6)
    assert likeness(made, "a1", "a2") < 0.95
    assert likeness(made, "a1", "c1") < 0.95


def test_another_kind_elsewhere_changes_nothing() -> None:
    """What is not connected with a decision has no part in its vector, not by a bit."""
    nodes, edges, own = case("a", CASE)
    alone = graph(nodes, edges)
    others, more, _ = case("b", {"x": "Aardvark", "y": "Zebra"})
    beside = graph({**nodes, **others}, [*edges, *more])
    found = [fastrp.vectors(one)[one.ids.index(own)].tobytes() for one in (alone, beside)]
    assert found[0] == found[1]


def test_a_decision_alone_has_the_vector_of_its_kind() -> None:
    """An isolated decision has a vector of length 1, that of its type; nobody else has none."""
    made = graph({"a": "Decision", "b": "Decision", "lonely": "Client"}, [], "fee_negotiation")
    assert made.ids == ("a", "b")
    assert np.linalg.norm(fastrp.vectors(made), axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert likeness(made, "a", "b") == pytest.approx(1.0, abs=1e-6)
    assert fastrp.vectors(graph({}, [])).shape == (0, fastrp.DIMENSIONS)


def test_the_same_bytes_in_another_process() -> None:
    """Nothing hangs on the order of a set, on a hash of Python or on the process."""
    code = (
        "import hashlib\n"
        "from remembrancer.decisions.shapes import fastrp\n"
        "from tests.decisions.shapes.test_fastrp import CASE, case, graph\n"
        "nodes, edges, _ = case('a', CASE)\n"
        "print(hashlib.sha256(fastrp.vectors(graph(nodes, edges)).tobytes()).hexdigest())\n"
    )
    assert len(printed_with_two_hash_seeds(code)) == 1
