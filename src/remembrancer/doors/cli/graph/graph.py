"""`rmb graph`: entities and relations, found, stated, merged and walked along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from remembrancer.doors.cli import terminal
from remembrancer.doors.cli.command_groups import Spoken
from remembrancer.doors.cli.graph import cards, files
from remembrancer.doors.cli.graph.nodes import by_name, names_of, node_id
from remembrancer.doors.cli.reports import count
from remembrancer.doors.cli.shared_options import SharedOptions, with_shared_options
from remembrancer.doors.cli.verbs.command import (
    SpokenVerbCommand,
    VerbCommand,
    export_listed,
    from_verb,
)
from remembrancer.doors.cli.verbs.parameters import argument, option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from remembrancer.graph.neighbourhood import GraphPath, Neighbourhood
    from remembrancer.graph.page import EntityPage, RelationPage
    from remembrancer.graph.person import PersonSummary
    from remembrancer.items.entity import Entity
    from remembrancer.items.relation import Relation
    from remembrancer.memory import Memory

graph = typer.Typer(
    no_args_is_help=True,
    help="""Who and what there is, how they relate, and which messages say so.

    An entity is a person, an organisation, a place or whatever else the space is about. A node is
    given by its id (ent_…, or km_… of an item), its whole name, or its id in your own system.

    \b
    Example:
      rmb graph entity Person "Ada Lovelace"
      rmb graph entity Org "Analytical Engines"
      rmb graph relate "Ada Lovelace" WORKS_AT "Analytical Engines"
      rmb graph show "Ada Lovelace"
    """,
)

_START = 'Add one: rmb graph entity Person "Ada Lovelace"'
_RELATE = "Say how two relate: rmb graph relate NODE WORKS_AT NODE"
_NODE = "An id, a whole name, or an id of your own system."
_SHOWN_MAX = 200  # relations on one card
_NO_PAGES = {"cursor": "Its JSON is a list, which names no next page."}


def _ends(memory: Memory, answer: Any) -> dict[str, str]:
    return names_of(memory, answer)


def _both(memory: Memory, answer: Relation) -> dict[str, str]:
    return names_of(memory, [answer])


@graph.command("entities", cls=VerbCommand)
@from_verb(
    "graph.entities",
    to_json=export_listed,
    omitted=_NO_PAGES,
    kind=option("Only of this kind: Person, Org, …", "KIND"),
    name=option("Only with this in their name or an alias.", "PART"),
)
def entities(found: EntityPage) -> None:
    """List entities, oldest first.

    \b
    Example:
      rmb graph entities --kind Person
      rmb graph entities --name lovel
    """
    for one in found:
        cards.entity(one)
    if not len(found):
        terminal.line(f"There is no such entity that you may see. {_START}")
    elif found.next is not None:
        terminal.line(("There are more: give a higher --limit, up to 500.", "faint"))


@graph.command("entity", cls=SpokenVerbCommand)
@from_verb(
    "graph.entity",
    kind=argument("Person, Org, Place, Topic, … as the space knows it.", "KIND"),
    name=argument("Its name.", "NAME"),
    external_id=option("Its id in your own system.", "ID"),
    attrs=option('What is known of it: {"realName": "A. King"}'),
    aliases=option("A further name; may be repeated.", "NAME", "--alias"),
    is_personal=option("For your own eyes, and audited for admins."),
)
def entity(found: Entity) -> None:
    """Find an entity by its kind and name, or by its id in your own system; else add it.

    What is given beside the name is added to an entity that was found.

    \b
    Example:
      rmb graph entity Person "Ada Lovelace" --external-id crm-7 --alias "Ada King"
      rmb graph entity Org Google --attrs '{"country": "US"}'
    """
    cards.entity(found)
    cards.entity_fields(found)


@graph.command("show", cls=Spoken)
@with_shared_options
def show(
    node: Annotated[
        str,
        typer.Argument(metavar="ID|NAME", help="An entity, an item (km_…), or a relation (rel_…)."),
    ],
    all_: Annotated[
        bool, typer.Option("--all", help="With relations that hold no longer, or not yet.")
    ] = False,
    *,
    shared: SharedOptions,
) -> None:
    """Show an entity: its names, attributes, and relations by type with their evidence.

    \b
    Example:
      rmb graph show "Ada Lovelace"
      rmb graph show ent_5d0c77a1e2b9 --all
      rmb graph show rel_4c1d20b7a9e3
    """
    with shared.opened() as memory:
        if node.startswith("rel_"):
            one = memory.graph.relation(node)
            if shared.json:
                terminal.as_json(one.export())
            else:
                cards.relation(one, names_of(memory, [one]))
            return
        id = node_id(memory, node)
        is_item = id.startswith("km_")
        found: Any = (
            memory.graph.neighbours(id, limit=1).center if is_item else memory.graph.get(id)
        )
        page = memory.graph.relations(of=found.id, ended=all_, limit=_SHOWN_MAX)
        related = page.relations
        if shared.json:
            terminal.as_json({**found.export(), "relations": export_listed(page)})
            return
        if is_item:
            cards.node(found)
        else:
            cards.entity(found)
            cards.entity_fields(found)
        cards.by_type(found.id, related, names_of(memory, related))
    if page.next is not None:
        terminal.line(("There are more: rmb graph relations --of " + found.id, "faint"))
    elif not related:
        terminal.line((f"It has no relations that hold now. {_RELATE}", "faint"))


@graph.command("relate", cls=VerbCommand)
@from_verb(
    "graph.relate",
    prepare=by_name("source", "target"),
    beside=_both,
    source=argument(_NODE, "NODE"),
    type=argument("WORKS_AT, CLOSE_TO, … as the space knows it.", "TYPE"),
    target=argument(_NODE, "NODE"),
    confidence=option("How sure it is, from 0 to 1."),
    evidence=option("The id of a message that says so; may be repeated.", "ID"),
    timestamp=option("When it was observed; else when its evidence was said, or now."),
    valid_from=option("True from then on."),
    valid_until=option("True until then."),
    attrs=option('Particulars: {"role": "SWE", "location": "Malmö"}'),
    is_personal=option("For your own eyes, and audited for admins."),
)
def relate(found: Relation, names: Mapping[str, str]) -> None:
    """State how two nodes relate, and which messages say so.

    Without evidence a relation is marked unproven. Stated again, it gains the new evidence.

    \b
    Example:
      rmb graph relate "Ada Lovelace" WORKS_AT Google --attrs '{"role": "SWE"}'
      rmb graph relate ent_5d0c77a1e2b9 LIVES_IN Malmö --evidence m-17 --confidence 0.8
    """
    cards.relation(found, names)


@graph.command("relations", cls=VerbCommand)
@from_verb(
    "graph.relations",
    to_json=export_listed,
    prepare=by_name("of"),
    beside=_ends,
    omitted=_NO_PAGES,
    of=option("Only of this node: an id, a whole name, or an id of your own system.", "NODE"),
    type=option("Only of this type; may be repeated.", "TYPE"),
    valid_at=option("Those that hold then in the world."),
    ended=option("With those that hold no longer, or not yet."),
)
def relations(found: RelationPage, names: Mapping[str, str]) -> None:
    """List relations that hold now, with their evidence.

    \b
    Example:
      rmb graph relations --of "Ada Lovelace"
      rmb graph relations --type WORKS_AT --valid-at 2021-06-01
    """
    for one in found:
        cards.relation(one, names)
    if found.next is not None:
        terminal.line(("There are more: give a higher --limit, up to 500.", "faint"))
    elif not len(found):
        terminal.line(f"There is no such relation that you may see. {_RELATE}")


@graph.command("end", cls=VerbCommand)
@from_verb(
    "graph.end",
    beside=_both,
    id=argument("A relation.", "REL_ID"),
    at=option("When it ended in the world; else now."),
)
def end(found: Relation, names: Mapping[str, str]) -> None:
    """Say that a relation holds no longer. It stays on record.

    \b
    Example:
      rmb graph end rel_4c1d20b7a9e3 --at 2022-12-31 --reason "Left Google."
    """
    cards.relation(found, names)


@graph.command("merge", cls=VerbCommand)
@from_verb(
    "graph.merge",
    prepare=by_name("keep", "other"),
    keep=argument("The entity that stays: an id or a whole name.", "KEEP"),
    other=argument("The entity that becomes part of it.", "OTHER"),
)
def merge(found: Entity) -> None:
    """Make one entity part of another: one person with two names. `unmerge` undoes it.

    \b
    Example:
      rmb graph merge ent_5d0c77a1e2b9 ent_a3f82c119e4d --reason "Same person, new account."
    """
    cards.entity(found)
    cards.entity_fields(found)
    if found.merged:
        undo = f'Undo it: rmb graph unmerge {found.merged[-1]} --reason "…"'
        terminal.line((undo, "faint"))


@graph.command("unmerge", cls=VerbCommand)
@from_verb("graph.unmerge", id=argument("The entity that was merged into another.", "ID"))
def unmerge(found: Entity) -> None:
    """Undo a merge: the entity stands by itself again, with what was its own.

    \b
    Example:
      rmb graph unmerge ent_a3f82c119e4d --reason "Two people after all."
    """
    cards.entity(found)
    cards.entity_fields(found)


@graph.command("neighbours", cls=VerbCommand)
@from_verb(
    "graph.neighbours",
    prepare=by_name("id"),
    id=argument(_NODE, "NODE"),
    depth=option("How many steps."),
    types=option("Only along relations of this type; may be repeated.", "TYPE", "--type"),
    valid_at=option("Along those that hold then in the world."),
)
def neighbours(found: Neighbourhood) -> None:
    """List the nodes around a node, nearest first.

    \b
    Example:
      rmb graph neighbours "Ada Lovelace" --depth 2 --type WORKS_AT
    """
    cards.node(found.center)
    for one in found:
        cards.node(one)
    if found.left_out:
        text = f"{count(found.left_out, 'node')} left out: give a higher --limit, or a --type."
        terminal.line((text, "faint"))
    elif not len(found):
        terminal.line(f"Nothing is related to it that you may see. {_RELATE}")


@graph.command("path", cls=VerbCommand)
@from_verb(
    "graph.path",
    prepare=by_name("a", "b"),
    a=argument(_NODE, "NODE"),
    b=argument(_NODE, "NODE"),
    depth=option("How many steps at most."),
    valid_at=option("Along relations that hold then in the world."),
)
def path(found: GraphPath) -> None:
    """Show the shortest way from one node to another, whatever the direction.

    \b
    Example:
      rmb graph path "Ada Lovelace" "Charles Babbage"
    """
    if not found:
        terminal.line("There is no way between them in so many steps that you may see.")
        return
    cards.node(found.nodes[0])
    for before, step, after in zip(found.nodes, found.relations, found.nodes[1:], strict=False):
        is_out = step.source == before.id
        arrow = f"-{step.type.upper()}->" if is_out else f"<-{step.type.upper()}-"
        terminal.line((arrow, "faint"), indent=4)
        cards.node(after)


@graph.command("person", cls=SpokenVerbCommand)
@from_verb("graph.person", person_id=argument(_NODE, "ID|NAME"))
def person(found: PersonSummary) -> None:
    """Show all that is known of a person, relations and items, with confidence and evidence.

    \b
    Example:
      rmb graph person "Ada Lovelace"
    """
    cards.entity(found.person)
    cards.entity_fields(found.person)
    for type, listed in found.facts.items():
        terminal.line((type, "heading"))
        for one in listed:
            cards.fact(one)
    if not found.facts:
        terminal.line(("Nothing else is known that you may see.", "faint"))


graph.command("import")(files.import_)
graph.command("export")(files.export)
