"""What people say becomes entities and relations, each resting on the message that says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import Memory, Trust
from remembrancer.testing import ScriptedModel
from tests.capture.chat_servers import MIA, TOM, discord, said
from tests.conftest import MemoryFactory
from tests.engines import ON_EITHER_SORT, ON_THE_FASTEST
from tests.people import ANNA, BERT


def message(id: str, author: str, content: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "author_id": author, "content": content, **more}


def edges(memory: Memory) -> list[str]:
    names = {one.id: one.name for one in memory.graph.entities()}
    return sorted(
        f"{names[one.source]} {one.type} {names[one.target]}" for one in memory.graph.relations()
    )


@pytest.mark.parametrize("preset", ["community", "companion"])
def test_what_is_said_becomes_relations(memory: MemoryFactory, preset: str) -> None:
    """Entities are found or made, and each relation has its message, attributes and time."""
    space = memory(preset)
    space.remember(
        [
            message("m1", "alice", "Charlie used to work at Google as SWE until 2022."),
            message("m2", "bob", "I moved to Lisbon in 2021, and Dana is a PM at Google."),
            message("m3", "bob", "Does Dana live in Oslo?"),
        ],
        source={"id": "talk"},
    )
    assert edges(space) == [
        "Charlie PREVIOUSLY Google",
        "Dana WORKS_AT Google",
        "bob LIVES_IN Lisbon",
    ]
    by_type = {one.type: one for one in space.graph.relations()}
    assert by_type["PREVIOUSLY"].evidence == ("m1",)
    assert by_type["PREVIOUSLY"].attrs == {"role": "SWE", "endDate": "2022"}
    assert by_type["LIVES_IN"].valid_from is not None
    assert by_type["LIVES_IN"].is_proven
    (bob,) = space.graph.entities(name="bob")
    assert (bob.kind, bob.external_id) == ("Person", "bob")


def test_nothing_is_drawn_where_agents_need_a_review(memory: MemoryFactory) -> None:
    """Relations wait for nobody, so that where agents get only what people approved none is drawn
    from talk."""
    space = memory("corporate")
    space.remember([message("m1", "bob", "Dana is a PM at Google.")], source={"id": "talk"})
    assert edges(space) == []
    assert space.graph.entities().entities == ()
    dana, google = (space.graph.entity(*one).id for one in (("Person", "Dana"), ("Org", "Google")))
    assert space.graph.relate(dana, "WORKS_AT", google, evidence=["m1"]).is_proven


def test_the_kinds_of_the_space_count(memory: MemoryFactory) -> None:
    """Where the space says Organization, so does the graph; undeclared types are not drawn."""
    space = memory("adviser")
    space.remember("My sister Mia works at Klarna. I live in Lisbon.", subject="ellen")
    assert edges(space) == ["Mia WORKS_AT Klarna", "ellen CLOSE_TO Mia"]
    (klarna,) = space.graph.entities(name="Klarna")
    assert klarna.kind == "Organization"
    desk = memory("desk")
    desk.remember("My sister Mia works at Klarna.")
    assert edges(desk) == []


def test_saying_it_again_adds_evidence(memory: MemoryFactory) -> None:
    """The same relation is one, with every message that states it; the same text adds nothing."""
    space = memory("community")
    for number in (1, 2, 2):
        told = [message(f"m{number}", "bob", "Dana works at Google.")]
        space.remember(told, source={"id": f"talk {number}"})
    (one,) = space.graph.relations()
    assert sorted(one.evidence) == ["m1", "m2"]
    assert len(space.graph.entities()) == 2


def test_a_first_name_waits_for_a_person(memory: MemoryFactory) -> None:
    """It becomes an entity of its own and a possible duplicate; merging settles it."""
    space = memory("community")
    space.remember("Mia Lind works at Klarna.", source={"id": "a"})
    space.remember("Mia lives in Lisbon.", source={"id": "b"})
    space.remember("Mia speaks French.", source={"id": "c"})
    assert [one.name for one in space.graph.entities(kind="Person")] == ["Mia Lind", "Mia"]
    (waiting,) = space.graph.merges()
    assert "first name" in waiting.attrs["reason"]
    whole, short = space.graph.entities(kind="Person")
    assert {waiting.source, waiting.target} == {whole.id, short.id}
    space.graph.merge(whole.id, short.id, reason="the same person")
    assert len(space.graph.merges()) == 0
    assert edges(space) == [
        "Mia Lind HAS_SKILL French",
        "Mia Lind LIVES_IN Lisbon",
        "Mia Lind WORKS_AT Klarna",
    ]
    space.remember("Mia is a designer at Figma.", source={"id": "d"})
    assert len(space.graph.entities(kind="Person")) == 1


@ON_EITHER_SORT
def test_a_possible_duplicate_is_no_statement(memory: MemoryFactory) -> None:
    """It is shown to who asks for its type or its id, and nowhere else."""
    space = memory("community")
    space.remember("Kerstin Ek works at Volvo.", source={"id": "a"})
    space.remember("Kerstin lives in Umeå.", source={"id": "b"})
    (waiting,) = space.graph.merges()
    whole, short = space.graph.entities(kind="Person")
    for depth in (1, 2):
        near = space.graph.neighbours(short.id, depth=depth)
        assert [node.name for node in near.nodes] == ["Umeå"]
    assert waiting.id not in {one.id for one in space.graph.relations()}
    assert "POSSIBLE_DUPLICATE" not in space.graph.outline(short.id).types
    assert not space.graph.path(whole.id, short.id).relations
    assert space.graph.relation(waiting.id).type == "POSSIBLE_DUPLICATE"
    assert [one.id for one in space.graph.relations(of=short.id, type="possible_duplicate")]
    near = space.graph.neighbours(short.id, types=["POSSIBLE_DUPLICATE"])
    assert [node.id for node in near.nodes] == [whole.id]
    rows = space.graph.cypher("MATCH (p:Person)-[r]-(o) RETURN type(r) AS t")
    assert sorted(row["t"] for row in rows) == ["LIVES_IN", "WORKS_AT"]


def test_a_pair_that_is_not_the_same_is_not_asked_again(memory: MemoryFactory) -> None:
    """Ending the relation settles it, and further talk of either does not bring it back."""
    space = memory("community")
    space.remember("Mia Lind works at Klarna.", source={"id": "a"})
    space.remember("Mia lives in Lisbon.", source={"id": "b"})
    (waiting,) = space.graph.merges()
    space.graph.end(waiting.id, reason="two people")
    space.remember("Mia lives in Lisbon, and Mia Lind speaks French.", source={"id": "c"})
    assert len(space.graph.merges()) == 0
    assert len(space.graph.entities(kind="Person")) == 2


def test_namesakes_are_not_told_apart_by_name(memory: MemoryFactory) -> None:
    """Where two have the name that is said, nothing is stored, and the plan says why."""
    space = memory("community")
    space.graph.entity("Person", "Tom", external_id="t1")
    space.graph.entity("Person", "Tom", external_id="t2")
    made = space.remember("Tom works at Bolt.")
    assert len(space.graph.relations()) == 0
    assert any("Several here are called 'Tom'" in one.reason for one in made.skipped)
    assert len(space.graph.entities(kind="Person")) == 2


def test_look_alikes_are_two(memory: MemoryFactory) -> None:
    """A name in letters of another script is another entity, and no duplicate is proposed."""
    space = memory("community")
    space.remember("Mia works at Klarna.", source={"id": "a"})
    space.remember("Міа is a designer at Klarna.", source={"id": "b"})
    assert len(space.graph.entities(kind="Person")) == 2
    assert len(space.graph.relations(type="POSSIBLE_DUPLICATE")) == 0


def test_what_is_personal_stays_so(memory: MemoryFactory) -> None:
    """Relations and entities of a personal text are its owner's; others neither see nor reuse."""
    space = memory("community")
    anna, berta = space.acting_as(ANNA), space.acting_as(BERT)
    anna.remember("Dana works at Google.", is_personal=True)
    (edge,) = anna.graph.relations()
    assert edge.is_personal
    assert all(one.is_personal for one in anna.graph.entities())
    assert len(berta.graph.entities()) == 0
    berta.remember("Dana works at Google.")
    (shared,) = berta.graph.relations()
    assert not shared.is_personal
    assert len(berta.graph.entities()) == 2
    assert len(anna.graph.relations()) == 2


def test_trust_is_that_of_the_words(memory: MemoryFactory) -> None:
    """What a document says is trusted as a document, as are the entities drawn from it."""
    space = memory("community")
    space.remember("Dana works at Google.", source={"trust": "document"})
    (edge,) = space.graph.relations()
    assert edge.trust is Trust.DOCUMENT
    assert {one.trust for one in space.graph.entities()} == {Trust.DOCUMENT}


def test_a_dry_run_draws_nothing(memory: MemoryFactory) -> None:
    """The graph is as it was."""
    space = memory("community")
    space.remember("Dana works at Google.", dry_run=True)
    assert len(space.graph.entities()) == 0


def test_a_conversation_is_read_when_it_is_over(memory: MemoryFactory) -> None:
    """A worker draws the relations of a conversation, and a second run adds none."""
    space = memory("community")
    place = space.conversations.start("room")
    for number, text in enumerate(("Dana works at Google.", "I live in Oslo."), 1):
        space.conversations.append(place.id, message(f"m{number}", "bob", text))
        space.conversations.close(place.id)
        space.jobs.wait()
    assert edges(space) == ["Dana WORKS_AT Google", "bob LIVES_IN Oslo"]


@ON_THE_FASTEST
def test_a_model_proposes_the_rest(fresh_store: MemoryFactory) -> None:
    """What a model reads between the lines is stored with its message; what nobody said is not."""
    runs = {
        "type": "works_at", "source": "Charlie", "source_kind": "Person", "target": "Figma",
        "target_kind": "Org", "message_id": "m1", "quote": "Charlie runs design over at Figma",
    }  # fmt: skip
    forged = {**runs, "quote": "Charlie owns Figma"}
    model = ScriptedModel([{"candidates": [], "relations": [runs, forged]}])
    space = fresh_store("community", llm=model)
    text = "Charlie runs design over at Figma. Dana works at Bolt."
    made = space.remember([message("m1", "bob", text)], source={"id": "talk"})
    assert edges(space) == ["Charlie WORKS_AT Figma", "Dana WORKS_AT Bolt"]
    assert "its quote is not in the message" in [one.reason for one in made.skipped]


def test_people_of_a_chat_server_become_entities(memory: MemoryFactory, tmp_path: Path) -> None:
    """Accounts are people with their names, and what they say of themselves is theirs."""
    space = memory("community")
    file = tmp_path / "general.json"
    file.write_text(json.dumps(discord()), "utf-8")
    space.sources.import_(file)
    space.jobs.wait()
    people = {one.external_id: one for one in space.graph.entities(kind="Person")}
    assert people.keys() == {"201", "202"}
    assert (people["201"].name, people["201"].aliases) == ("Mia", ("mia_l",))
    assert edges(space) == [
        "Mia LIVES_IN Lisbon",
        "Mia MEMBER_OF Makers #general",
        "Mia WORKS_AT Klarna",
        "Tom Becker MEMBER_OF Makers #general",
    ]
    (channel,) = space.graph.entities(kind="Channel")
    assert channel.external_id == "77"
    again = [*discord()["messages"], said("8", TOM, "Mia met Dana", mentions=[MIA])]
    file.write_text(json.dumps(discord(messages=again)), "utf-8")
    space.sources.import_(file)
    space.jobs.wait()
    assert "Mia INTERACTED_WITH Dana" in edges(space)
    assert len(space.graph.entities(kind="Person")) == 3


def test_names_go_with_the_words_they_came_from(memory: MemoryFactory) -> None:
    """Erasing a talk erases the relations it states and the entities that nothing else names;
    what a person entered, or another talk names as well, stays."""
    space = memory("community")
    space.graph.entity("Org", "Klarna")
    space.remember("Zyx Wvut works at Klarna. Dana works at Google.", subject="ellen")
    space.remember("Dana speaks French.", subject="other")
    space.erase(subject="ellen", reason="asked")
    assert edges(space) == ["Dana HAS_SKILL French"]
    assert {one.name for one in space.graph.entities()} == {"Klarna", "Dana", "French"}


def test_a_name_that_may_be_no_persons_must_be_known(memory: MemoryFactory) -> None:
    """One unknown word is a person if the sentence says so or the graph knows one by this name; the
    name of a firm that is known never is."""
    space = memory("community")
    said = "Nyssa lives in Oslo."
    done = space.remember(said, source={"id": "a"})
    assert edges(space) == []
    assert any("Nothing says that 'Nyssa' is a person" in one.reason for one in done.skipped)
    space.graph.entity("Org", "Thilda")
    space.remember("Thilda is a designer at Klarna.", source={"id": "b"})
    assert edges(space) == []
    space.remember("Nyssa is a nurse at Capio.", source={"id": "c"})
    space.remember(said, source={"id": "d"})
    assert edges(space) == ["Nyssa LIVES_IN Oslo", "Nyssa WORKS_AT Capio"]


def test_who_takes_part_in_the_talk_is_a_person(memory: MemoryFactory) -> None:
    """The name of an author of the same talk is a person's."""
    space = memory("community")
    told = [message("m1", "borin", "Hello there."), message("m2", "alice", "Borin lives in Oslo.")]
    space.remember(told, source={"id": "a"})
    assert edges(space) == ["Borin LIVES_IN Oslo"]


def test_a_firm_that_is_hidden_is_not_told_of(memory: MemoryFactory) -> None:
    """What others keep for themselves does not decide whether a name is a person's."""
    space = memory("community")
    space.acting_as(ANNA).graph.entity("Org", "Thilda", is_personal=True)
    space.acting_as(BERT).remember("Thilda is a designer at Klarna.", source={"id": "a"})
    assert edges(space.acting_as(BERT)) == ["Thilda WORKS_AT Klarna"]
