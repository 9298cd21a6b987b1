"""The agents of a space: who is on record, and who may act in whose name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from remembrancer.core.limits import AGENT_WORDS_MAX, AGENTS_MAX
from remembrancer.core.principal import Person, Principal, PrincipalKind
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name, is_text, listed_names
from remembrancer.items.visibility import require_admin, require_person
from remembrancer.ports import Reader, Writer
from remembrancer.team.agent import Agent, AgentRow


def register(unit: Writer, scope: Scope, name: Any, specializations: Any, kinds: Any) -> Agent:
    """Puts an agent on record, or changes what it is registered with. What is left out keeps its
    value, or has the preset's for an agent of this name."""
    check_name(name, "name")
    if not is_itself(scope, name):
        act = f"register the agent {name!r}"
        require_admin(scope.viewer, act)
        require_person(scope.viewer, act)
    _check_principal(unit, scope, name)
    known = unit.agents.get(name)
    if known is None and len(unit.agents.all()) >= AGENTS_MAX:
        raise Conflict(f"{AGENTS_MAX} agents are on record, which is the limit of a space.")
    default = scope.space.preset.desk.agents.get(name)
    was = (
        (default.specializations, default.kinds)
        if known is None and default is not None
        else ((), ())
        if known is None
        else (known.agent.specializations, known.agent.kinds)
    )
    agent = Agent(
        name=name,
        specializations=_words(specializations, "specializations") or was[0],
        kinds=_words(kinds, "kinds") or was[1],
        registered_by=scope.viewer.name,
        registered_at=scope.now,
    )
    unit.agents.put(agent)
    return agent


def _check_principal(unit: Writer, scope: Scope, name: str) -> None:
    """The name is that of a principal of kind agent, which may be new."""
    person = unit.people.get(name)
    if person is None:
        unit.people.put(Person(name=name, kind=PrincipalKind.AGENT))
    elif person.kind is not PrincipalKind.AGENT:
        raise Conflict(
            f"{name!r} is on record as a {person.kind.value}, not as an agent. Register the agent "
            "under another name."
        )


def _words(value: Any, field: str) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(listed_names(value, field)))
    if len(words) > AGENT_WORDS_MAX:
        raise InvalidInput(
            f"{field} has {len(words)} entries; the limit is {AGENT_WORDS_MAX}.", field=field
        )
    for word in words:
        check_name(word, field)
    return words


def found(reader: Reader, name: Any) -> AgentRow:
    """The agent of this name."""
    row = reader.agents.get(name)
    if row is None:
        raise not_found(name)
    return row


def not_found(name: Any) -> NotFound:
    if not is_text(name):
        return NotFound("agent", name)
    return NotFound("agent", name, "Register it first: agents.register(name).")


def check_named(name: Any) -> None:
    """Refuses what is no text: it names no agent."""
    if not is_text(name):
        raise not_found(name)


def is_itself(scope: Scope, name: str) -> bool:
    """The caller is the agent of this name."""
    check_named(name)
    return scope.viewer.name == name and scope.viewer.kind is PrincipalKind.AGENT


def check_itself(scope: Scope, name: str, act: str) -> None:
    """Passes for the agent alone: nobody reads another agent's memory, whatever the role."""
    if not is_itself(scope, name):
        raise Forbidden(
            f"{scope.viewer.name!r} may not {act} the memory of {name!r}: only that agent may, "
            "whatever the role of others. Ask it to push what it has to share."
        )


def check_may_write(scope: Scope, name: str, act: str) -> bool:
    """Passes for the agent, and for admins who are people. True: somebody acts in its name."""
    if is_itself(scope, name):
        return False
    if not (scope.viewer.is_admin and scope.viewer.is_person):
        raise Forbidden(
            f"{scope.viewer.name!r} may not {act} in the name of {name!r}: only the agent itself "
            "may, and a person with the role KM_ADMIN or ADMIN."
        )
    return True


def principal_of(reader: Reader, name: str) -> Principal:
    """The agent as a caller, with the rights that are on record."""
    person = reader.people.get(name)
    if person is None:
        raise not_found(name)
    return person.as_principal()


def as_agent(scope: Scope, principal: Principal) -> Scope:
    """The scope of a call that the agent itself would make."""
    return scope.changed(viewer=principal)


def known_names(reader: Reader, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that agents have, each once."""
    on_record = {row.name for row in reader.agents.all()}
    return tuple(name for name in dict.fromkeys(names) if name in on_record)
