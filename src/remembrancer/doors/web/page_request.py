"""A visit: one request for a page, by one person, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import NOTIFICATIONS_COUNTED_MAX
from remembrancer.core.preset import ReviewPolicy
from remembrancer.core.principal import Role
from remembrancer.front.session import Session
from remembrancer.items.item import Item, Lifecycle, Review
from remembrancer.memory import Memory


class PageView(NamedTuple):
    """A page: its template, and what is said in it."""

    template: str
    values: Mapping[str, Any]
    status: int = 200


class Sent(NamedTuple):
    """On to another page, after an act."""

    to: str
    told: str | None = None  # what the next page says was done
    is_leaving: bool = False  # the visit ends
    space: str | None = None  # it goes on in this one


class ScriptAnswer(NamedTuple):
    """What a script is told."""

    told: Mapping[str, Any]


class ReportPage(NamedTuple):
    """A page that needs nothing else, shown as it is: with its own style and without scripts."""

    html: str


@dataclass(frozen=True, slots=False, kw_only=True)
class Visit:
    """What a page is asked for, and by whom."""

    session: Session
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_local: bool = False  # the one user of this machine, who never signed in
    spaces: tuple[str, ...] = ()  # where this person may go, by name
    display_name: str | None = None  # what their provider calls them; None: their name says it
    now: datetime

    @cached_property
    def memory(self) -> Memory:
        """The memory as this person sees it."""
        return Memory(replace(self.session, shows_marks=True))

    @cached_property
    def waiting_count(self) -> str:
        """How many things wait for this person, for the head of a page; empty: none."""
        count = self.memory.notifications.count()
        is_more = count > NOTIFICATIONS_COUNTED_MAX
        return f"{NOTIFICATIONS_COUNTED_MAX}+" if is_more else str(count or "")

    @property
    def may_review(self) -> bool:
        """Whether the pages of reviewers are shown."""
        return self.session.principal.is_admin

    @property
    def may_configure(self) -> bool:
        """Whether the page with people, tokens and settings is shown."""
        return Role.ADMIN in self.session.principal.roles

    @property
    def may_manage(self) -> bool:
        """Whether people see what is remembered as something that they look after.

        Where the preset has neither the lists nor the timeline, memory is invisible to its users.
        """
        return self.sees("browse") or self.sees("timeline")

    def may_change(self, item: Item) -> bool:
        """Whether buttons that change this item are shown. The verbs decide by themselves; this
        spares people what would be refused."""
        if not self.may_manage or item.lifecycle in (Lifecycle.SUPERSEDED, Lifecycle.DISMISSED):
            return False
        return self.has_right_to(item)

    def has_right_to(self, item: Item) -> bool:
        """Whether this person may change the item, if it is in a state that can be changed."""
        is_own = item.source_user == self.session.principal.name
        if item.is_personal:
            return is_own
        is_open = self.session.space.preset.review is not ReviewPolicy.REQUIRED
        return is_open or self.may_review or (is_own and item.review is Review.PENDING)

    def sees(self, screen: str) -> bool:
        """Whether the preset shows this screen to its users. Admins see all of them."""
        shown: bool = getattr(self.session.space.preset.screens, screen)
        return shown or self.may_review

    def check_sees(self, *screens: str) -> None:
        """Passes where one of these screens is shown; otherwise there is no such page."""
        if not any(self.sees(screen) for screen in screens):
            raise NotFound("page", screens[0])

    def check_reviews(self) -> None:
        """Passes for reviewers. For anybody else there is no such page."""
        if not self.may_review:
            raise NotFound("page", "review")

    def parameter(self, name: str) -> str | None:
        """A parameter of the address; None where it is missing or empty."""
        return self.query.get(name, "").strip() or None

    def filled(self, name: str) -> str | None:
        """A field of the form; None where it is missing or empty."""
        return (self.form.get(name) or ("",))[0].strip() or None

    def required(self, name: str) -> str:
        """A field of the form that has to be filled in."""
        text = self.filled(name)
        if text is None:
            raise InvalidInput(f"Fill in {name}.", field=name)
        return text


Page = Callable[[Visit], PageView | ReportPage | Sent | ScriptAnswer]
