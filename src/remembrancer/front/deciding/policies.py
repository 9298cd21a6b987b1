"""`memory.policies`: the rules that decisions apply, and how far they keep to them."""

from __future__ import annotations

from datetime import date, datetime

from remembrancer.core.errors import InvalidInput
from remembrancer.core.validation import check_name
from remembrancer.decisions import capabilities, policies
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.policy import Compliance, Policy, PolicyDecisions
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.remember import add


@traced("policies")
@handing_over
class Policies:
    """Rules that decisions apply, skip or override while they are in force."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(
        self,
        name: str,
        *,
        description: str,
        category: str,
        effective_from: date | str,
        effective_to: date | str | None = None,
        audience: str | None = None,
        key: str | None = None,
    ) -> Policy:
        """Adds a policy. `effective_to` is the first day on which it is no longer in force."""
        session = self._session
        end = None if effective_to is None else policies.as_day(effective_to, "effective_to")
        fields = policies.item_fields(
            session.space.preset,
            {
                "name": name,
                "description": description,
                "category": category,
                "effective_from": policies.as_day(effective_from, "effective_from"),
                "effective_to": end,
                "audience": audience,
            },
        )
        session.write_walks()
        tools = session.shop.tools
        made = add.add(session.store, session.scope(), tools, fields, key, session.told)
        return policies.policy_from(made)

    def add_defaults(self, *, effective_from: date | str) -> tuple[Policy, ...]:
        """Adds the policies that the preset brings along, but for those of a name that is there."""
        day = policies.as_day(effective_from, "effective_from")
        known = {one.name for one in self.list()}
        brought = self._session.space.preset.decisions.policies
        if not brought:
            raise InvalidInput("This preset brings no policies along. Add your own.")
        return tuple(
            self.add(
                one.name, description=one.description, category=one.category, effective_from=day
            )
            for one in brought
            if one.name not in known
        )

    def get(self, id: str) -> Policy:
        """One policy."""
        return self._session.read(
            lambda reader, scope: policies.policy_from(policies.named(reader, scope, id))
        )

    def list(
        self, *, on: date | str | None = None, category: str | None = None
    ) -> tuple[Policy, ...]:
        """Policies by category and name; with `on`, only those in force on that day."""
        day = None if on is None else policies.as_day(on, "on")
        if category is not None:
            check_name(category, "category")
        return self._session.read(
            lambda reader, scope: policies.listed(reader, scope, on=day, category=category)
        )

    def end(self, id: str, *, effective_to: date | str) -> Policy:
        """Says on which day a policy is no longer in force. What was decided before stays."""
        policies.check_id(id)
        day = policies.as_day(effective_to, "effective_to")
        return self._session.write(lambda unit, scope: policies.end(unit, scope, id, day))

    def decisions(self, id: str) -> PolicyDecisions:
        """The decisions that applied, skipped or overrode a policy, and whom they concern."""
        capabilities.check(self._session.space.preset, Capability.POLICY_TRACKING)
        return self._session.read(lambda reader, scope: policies.decisions(reader, scope, id))

    def compliance(self, id: str, *, since: datetime | str, until: datetime | str) -> Compliance:
        """How often a policy was applied, skipped and overridden in a span of time, with the
        decisions that skipped it."""
        capabilities.check(self._session.space.preset, Capability.POLICY_TRACKING)
        policies.check_id(id)
        begin, end = as_moment(since, "since"), as_moment(until, "until")
        if begin is None or end is None:
            raise InvalidInput("Give since and until, as times.", field="since")
        return self._session.read(
            lambda reader, scope: policies.compliance(reader, scope, id, since=begin, until=end)
        )
