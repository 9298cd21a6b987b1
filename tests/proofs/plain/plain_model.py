"""A space as plain Python: every verb that changes something, in dicts and lists, without SQL.

Each verb either changes the lists or raises `Refused` with the error that the product must give.
Ids are names that the product chose, so they are handed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from remembrancer.core.errors import (
    Conflict,
    Forbidden,
    IllegalTransition,
    InvalidInput,
    KeyReused,
    NotFound,
)
from remembrancer.core.preset import ConfidencePolicy, Registry, ReviewPolicy
from remembrancer.items import confidence
from remembrancer.items.item import ConfidenceSubtype
from tests.proofs.plain.plain_reads import PlainReads, Shown, ended, shown_message
from tests.proofs.plain.plain_state import (
    Act,
    PlainConversation,
    PlainEvidence,
    PlainItem,
    PlainMessage,
    PlainPerson,
    PlainSource,
    PlainVersion,
    Refused,
)

Fields = Mapping[str, Any]
Ids = Iterator[str]

# What a caller may say of an item, and what holds when it says nothing.
SAYABLE: dict[str, Any] = {
    "content": None,
    "title": None,
    "kind": None,
    "category": None,
    "domain": None,
    "data": {},
    "metadata": {},
    "tags": (),
    "entities": (),
    "subject": None,
    "confidence": None,
    "confidence_subtype": None,
    "audience": None,
    "is_personal": False,
    "sensitivity": None,
    "importance": None,
    "source_type": None,
    "source_id": None,
    "valid_from": None,
    "valid_until": None,
    "expires_at": None,
}
NEVER_SET = {
    *("id", "lifecycle", "review", "status", "trust", "source_user", "superseded_by"),
    *("supersedes", "created_at", "updated_at"),
}
INHERITED = (
    *("kind", "category", "domain", "title", "subject", "tags"),
    *("audience", "is_personal", "sensitivity", "importance"),
)
REVIEW_MOVES = {
    "pending": ("approved", "rejected", "mandatory"),
    "approved": ("mandatory", "revoked"),
    "mandatory": ("revoked",),
    "not_required": ("approved", "mandatory", "revoked"),
    "rejected": (),
    "revoked": (),
}
TRUST_RANK = {"person": 3, "agent": 2, "document": 1, "outside": 0}


class PlainSpace(PlainReads):
    """One tenant."""

    def __init__(self, name: str, preset: Any, created_at: datetime, actor: str) -> None:
        super().__init__(name, preset, created_at, actor)
        self._answers: dict[tuple[str, str], tuple[Shown, str]] = {}
        self._captured: dict[tuple[Any, ...], str] = {}
        self._captured_sources: dict[tuple[Any, ...], PlainSource] = {}

    # -- putting in

    def add(
        self, viewer: PlainPerson, fields: Fields, now: datetime, ids: Ids, key: str | None = None
    ) -> PlainItem:
        said = _said(fields)
        self._check_new(viewer, said)
        if key is not None:
            before = self._answers.get((viewer.name, key))
            if before is not None:
                if before[0] != said:
                    raise Refused(KeyReused, key)
                return self.find(viewer, before[1])
        item = self._captured_or_new(viewer, said, now, ids)
        if key is not None:
            self._answers[viewer.name, key] = (said, item.id)
        return item

    def add_many(
        self, viewer: PlainPerson, listed: Sequence[Fields], now: datetime, ids: Ids
    ) -> list[PlainItem]:
        """All or nothing: every one is checked before the first is kept."""
        said = []
        for fields in listed:
            said.append(_said(fields))
            self._check_new(viewer, said[-1])
        return [self._captured_or_new(viewer, one, now, ids) for one in said]

    def remember(
        self,
        viewer: PlainPerson,
        text: str,
        now: datetime,
        ids: Ids,
        *,
        subject: str | None,
        source: str | None,
        **fields: Any,
    ) -> tuple[PlainItem, PlainSource]:
        """A text as one item that rests on its captured source."""
        said = _said(
            {
                "source_type": self.preset.default_source_type,
                "source_id": source,
                **fields,
                "content": text,
                "subject": subject,
            }
        )
        self._check_new(viewer, said)
        captured = self._capture(viewer, said, source, now, ids)
        proof = (captured, None, text)
        return self._captured_or_new(viewer, said, now, ids, proof=(proof,)), captured

    def remember_messages(
        self,
        viewer: PlainPerson,
        given: Sequence[Fields],
        now: datetime,
        ids: Ids,
        *,
        subject: str | None,
        source: str | None,
        **fields: Any,
    ) -> tuple[PlainItem, PlainConversation]:
        self._check_audience(viewer, fields.get("audience"))
        place, is_new = self._place(viewer, source, subject, None, now, ids, **fields)
        self._check_messages(viewer, place, given)
        if is_new:
            self._open(place, viewer, now)
        stored = self._append(viewer, place, given, now, ids)
        transcript = "\n".join(f"{one['author_id']}: {one['content']}" for one in given)
        times = [one["timestamp"] for one in given if one.get("timestamp")]
        said = _said(
            {
                "source_type": "conversation",
                "source_id": place.id,
                "valid_from": min(times, default=None),
                **fields,
                "content": transcript,
                "subject": subject,
            }
        )
        proof = tuple((None, one, one.content) for one in stored)
        return self._captured_or_new(viewer, said, now, ids, proof=proof), place

    # -- changing

    def update(
        self,
        viewer: PlainPerson,
        id: str,
        fields: Fields,
        now: datetime,
        reason: str | None = None,
    ) -> PlainItem:
        said = _said({"content": "-", **fields})
        item = self.find(viewer, id)
        self._check_may_change(viewer, item)
        if item.says["lifecycle"] != "active":
            raise Refused(Conflict, f"{id} is {item.says['lifecycle']}")
        if {"source_type", "source_id", "confidence_subtype"} & set(fields):
            raise Refused(InvalidInput, "where it came from does not change")
        if not fields:
            raise Refused(InvalidInput, "nothing to update")
        says_something_new = {"content", "title", "data"} & set(fields)
        if says_something_new and not viewer.is_person and item.says["trust"] == "person":
            raise Refused(Forbidden, f"{id} is trusted more")
        is_waiting = item.owner == viewer.name and item.says["review"] == "pending"
        is_reviewed = self.preset.review is ReviewPolicy.REQUIRED
        if says_something_new and is_reviewed and not viewer.is_person and not is_waiting:
            raise Refused(Forbidden, f"{viewer.name} is a program")
        changed = self._updated(viewer, item, said, set(fields))
        if changed != item.says:
            self._change(viewer, item, changed, now, "item.update", reason)
        return item

    def supersede(
        self,
        viewer: PlainPerson,
        id: str,
        fields: Fields,
        now: datetime,
        ids: Ids,
        reason: str | None = None,
    ) -> PlainItem:
        old = self.find(viewer, id)
        said = _said({**{name: old.says[name] for name in INHERITED}, **fields})
        self._check_new(viewer, said)
        self._check_may_change(viewer, old)
        if old.says["lifecycle"] != "active":
            raise Refused(IllegalTransition, f"{id} is {old.says['lifecycle']}")
        new_trust = self._trust(viewer, said)
        if not viewer.is_person and TRUST_RANK[new_trust] < TRUST_RANK[old.says["trust"]]:
            raise Refused(Forbidden, f"{id} is trusted more")
        is_as_wide = said["audience"] in (None, "all", old.audience) or viewer.is_admin
        if not old.is_personal and (said["is_personal"] or not is_as_wide):
            raise Refused(Conflict, f"others see {id}")
        new_id = next(ids)
        is_accepted = old.says["review"] in ("approved", "mandatory")
        is_mandate = said["source_type"] == "admin_mandate"
        if is_accepted and not is_mandate and self._first_review() == "pending":
            return self._propose(viewer, old, new_id, said, now, reason)
        act = self._act(viewer, "item.supersede", new_id, now, reason, touched=(id, new_id))
        old.versions.append(
            PlainVersion(
                act.seq,
                now,
                old.now.number + 1,
                {**old.says, "lifecycle": "superseded", "superseded_by": new_id},
            )
        )
        new = self._keep(viewer, new_id, said, now, act.seq)
        self.older_of[new_id] = old
        same = self._same(viewer, said)
        if same is not None:
            self._captured.setdefault(same, new_id)
        return new

    def _propose(
        self,
        viewer: PlainPerson,
        old: PlainItem,
        new_id: str,
        said: Shown,
        now: datetime,
        reason: str | None,
    ) -> PlainItem:
        """A replacement that waits for review; the old item stays until it is accepted."""
        act = self._act(viewer, "item.add", new_id, now, reason, touched=(new_id,))
        new = self._keep(viewer, new_id, said, now, act.seq)
        self.proposed_at[new_id] = self._act(viewer, "relation.add", "", now, reason).seq
        self.proposed_for[new_id] = old
        same = self._same(viewer, said)
        if same is not None:
            self._captured.setdefault(same, new_id)
        return new

    def _leaving(self, item: PlainItem) -> PlainItem | None:
        """What leaves once an item is accepted: of its own proposal, or of one that it replaced."""
        named = None
        led: PlainItem | None = item
        while led is not None and named is None:
            named = self.proposed_for.get(led.id) if led.says["review"] == "pending" else None
            led = self.older_of.get(led.id)
        while named is not None and named.says["superseded_by"] is not None:
            named = self.by_id[named.says["superseded_by"]]
        if named is None or named is item or named.says["lifecycle"] != "active":
            return None
        return None if named.says["review"] in ("rejected", "revoked") else named

    def dismiss(
        self, viewer: PlainPerson, id: str, now: datetime, reason: str | None = None
    ) -> PlainItem:
        item = self.find(viewer, id)
        self._check_may_change(viewer, item)
        if item.says["lifecycle"] != "active":
            raise Refused(IllegalTransition, f"{id} is {item.says['lifecycle']}")
        changed = {**item.says, "lifecycle": "dismissed"}
        self._change(viewer, item, changed, now, "item.dismiss", reason)
        return item

    def confirm(
        self,
        viewer: PlainPerson,
        id: str,
        now: datetime,
        quote: str | None = None,
        reason: str | None = None,
    ) -> PlainItem:
        item = self.find(viewer, id)
        self._check_own(viewer, item)
        says = dict(item.says)
        if says["lifecycle"] != "active":
            raise Refused(IllegalTransition, f"{id} is {says['lifecycle']}")
        since = says["last_confirmed_at"] or item.created_at
        worth = confidence.effective(
            self.preset.confidence,
            base=says["confidence_base"],
            source_type=says["source_type"],
            admin_approved=says["admin_approved"],
            live_confirmed=says["live_confirmed"],
            verifier_count=says["verifier_count"],
            since=since,
            now=now,
            is_mandatory=says["review"] == "mandatory",
        )
        # A program does not keep fresh what people accepted.
        is_renewed = viewer.is_person or says["review"] not in ("approved", "mandatory")
        if is_renewed and says["expires_at"] == self._expiry(says["kind"], since):
            says["expires_at"] = self._expiry(says["kind"], now)
        if is_renewed:
            says["last_confirmed_at"] = now
        if viewer.is_person and viewer.name != item.owner:
            earlier = {one.principal for one in item.evidence if one.stance == "confirms"}
            if says["live_confirmed"] and viewer.name not in earlier:
                says["verifier_count"] += 1
            says["live_confirmed"] = True
        if is_renewed and self.preset.confidence.policy is ConfidencePolicy.EXTRACTED:
            # A program's word adds no confidence.
            boosted = confidence.boosted(self.preset.confidence, worth)
            says["confidence_base"] = boosted if viewer.is_person else worth
        stance = "confirms" if viewer.is_person else "supports"
        seq = self._change(viewer, item, says, now, "item.confirm", reason)
        item.evidence.append(
            PlainEvidence(seq, None, None, quote, None, None, stance, viewer.name, now)
        )
        return item

    def vote(self, viewer: PlainPerson, id: str, value: Any, now: datetime) -> Shown:
        if value not in (1, -1):
            raise Refused(InvalidInput, f"{value} is no vote")
        item = self.find(viewer, id)
        item.votes[viewer.name] = value
        self._act(viewer, "item.vote", id, now, touched=(id,))
        votes = list(item.votes.values())
        return {"item_id": id, "up": votes.count(1), "down": votes.count(-1), "mine": value}

    def share(
        self, viewer: PlainPerson, id: str, now: datetime, reason: str | None = None
    ) -> PlainItem:
        item = self.find(viewer, id)
        if item.owner != viewer.name:
            raise Refused(Forbidden, f"{id} belongs to {item.owner}")
        if not item.is_personal:
            raise Refused(Conflict, f"{id} is shared already")
        if item.says["lifecycle"] != "active":
            raise Refused(Conflict, f"{id} is {item.says['lifecycle']}")
        changed = {**item.says, "is_personal": False, "review": self._first_review()}
        self._change(viewer, item, changed, now, "item.share", reason)
        return item

    # -- review

    def review(
        self,
        viewer: PlainPerson,
        id: str,
        decision: str,
        now: datetime,
        reason: str | None = None,
        audience: str | None = None,
    ) -> PlainItem:
        wanted = {
            "approve": "approved",
            "reject": "rejected",
            "mandate": "mandatory",
            "revoke": "revoked",
        }[decision]
        if not viewer.is_admin:
            raise Refused(Forbidden, f"{viewer.name} is no admin")
        item = self.find(viewer, id)
        if item.is_personal or item.says["lifecycle"] != "active":
            raise Refused(Conflict, f"{id} is not up for review")
        if wanted not in REVIEW_MOVES[item.says["review"]]:
            raise Refused(IllegalTransition, f"{id} is {item.says['review']}")
        lets_through = decision in ("approve", "mandate")
        if lets_through and not viewer.is_person and item.owner == viewer.name:
            raise Refused(Forbidden, f"{id} is its own")
        is_trusted = TRUST_RANK[item.says["trust"]] > TRUST_RANK["document"]
        if decision == "mandate" and not viewer.is_person and not is_trusted:
            raise Refused(Forbidden, f"{id} is not trusted")
        if decision in ("mandate", "revoke") and not (reason or "").strip():
            raise Refused(InvalidInput, "a reason is needed")
        if lets_through and ended(item.says, now):
            raise Refused(Conflict, f"{id} has expired")
        old = self._leaving(item) if lets_through else None
        if old is not None:
            self._check_may_change(viewer, old)
            if not viewer.is_person and (
                TRUST_RANK[item.says["trust"]] < TRUST_RANK[old.says["trust"]]
            ):
                raise Refused(Forbidden, f"{old.id} is trusted more")
            is_wider = item.audience is None and old.audience is not None
            if old.says["review"] == "mandatory" and not is_wider and decision == "approve":
                decision, wanted = "mandate", "mandatory"
                reason = reason or f"It takes the place of {old.id}, which was mandatory."
        changed = {**item.says, "review": wanted}
        if decision in ("approve", "mandate"):
            changed["admin_approved"] = True
        if audience is not None:
            changed["audience"] = audience
        self._change(viewer, item, changed, now, f"review.{decision}", reason)
        if old is not None:
            gone = {**old.says, "lifecycle": "superseded", "superseded_by": id}
            self._change(viewer, old, gone, now, "item.supersede", reason)
            self.older_of[id] = old
        return item

    def revoke_source(
        self, viewer: PlainPerson, source: str, now: datetime, reason: str | None
    ) -> list[PlainItem]:
        """Withdraws everything in use that rests on one source."""
        if not viewer.is_admin:
            raise Refused(Forbidden, f"{viewer.name} is no admin")
        if not (reason or "").strip():
            raise Refused(InvalidInput, "a reason is needed")
        resting = [
            item
            for item in self.items
            if self.reads(viewer, item, item.now)
            and (
                item.says["source_id"] == source
                or any(
                    source in (one.source.id, one.source.external_id)
                    for one in item.evidence
                    if one.source and self.sees(viewer, one.source)
                )
            )
        ]
        is_known = any(
            source in (one.id, one.external_id) and self.sees(viewer, one) for one in self.sources
        ) or any(source == one.id and self.sees(viewer, one) for one in self.conversations)
        if not resting and not is_known:
            raise Refused(NotFound, f"source {source}")
        revocable = [
            item
            for item in resting
            if not item.is_personal
            and item.says["lifecycle"] == "active"
            and {"revoked", "rejected"} & set(REVIEW_MOVES[item.says["review"]])
        ]
        within = [item for item in resting if self._gave_way_to_its_own(item, resting)]
        revoked = [
            self.review(
                viewer,
                item.id,
                "reject" if item.says["review"] == "pending" else "revoke",
                now,
                reason,
            )
            for item in revocable
        ]
        for item in resting:  # what was replaced since cannot come back either
            if item.says["lifecycle"] == "superseded" and not item.is_personal:
                gone = {**item.says, "review": "revoked"}
                self._change(viewer, item, gone, now, "review.revoke", reason)
        for one in (*revoked, *within):
            for item in self._replaced_by(one.id):
                if item not in resting:
                    self._bring_back(viewer, item, now, reason)
        for place in self.conversations:
            if place.id == source and not place.is_personal:
                self._act(viewer, "conversation.revoke", place.id, now, reason)
        return revoked

    def _replaced_by(self, id: str) -> list[PlainItem]:
        return [item for item in self.items if item.says["superseded_by"] == id]

    def _gave_way_to_its_own(self, item: PlainItem, resting: list[PlainItem]) -> bool:
        """Whether it was replaced, and by others of the same source alone."""
        newer = item.says["superseded_by"]
        if newer is None:
            return False
        own = {one.id: one for one in resting}
        while newer in own:
            newer = own[newer].says["superseded_by"]
        return newer is None

    def _bring_back(
        self, viewer: PlainPerson, item: PlainItem, now: datetime, reason: str | None
    ) -> None:
        """What was replaced comes back; what was withdrawn since gives way to what was before."""
        if item.is_personal:
            return
        if item.says["review"] in ("revoked", "rejected"):
            for older in self._replaced_by(item.id):
                self._bring_back(viewer, older, now, reason)
            return
        back = {**item.says, "lifecycle": "active", "superseded_by": None}
        self._change(viewer, item, back, now, "item.restore", reason)

    # -- conversations

    def start(
        self,
        viewer: PlainPerson,
        id: str | None,
        now: datetime,
        ids: Ids,
        *,
        subject: str | None = None,
        channel_id: str | None = None,
        title: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
    ) -> PlainConversation:
        self._check_audience(viewer, audience)
        place, is_new = self._place(
            viewer,
            id,
            subject,
            channel_id,
            now,
            ids,
            title=title,
            audience=audience,
            is_personal=is_personal,
        )
        if is_new:
            self._open(place, viewer, now)
        return place

    def append(
        self, viewer: PlainPerson, id: str, given: Sequence[Fields], now: datetime, ids: Ids
    ) -> list[Shown]:
        place = self.conversation(viewer, id)
        self._check_messages(viewer, place, given)
        return [shown_message(one) for one in self._append(viewer, place, given, now, ids)]

    # -- people, and looks of admins

    def put_person(self, viewer: PlainPerson, name: str, now: datetime, **given: Any) -> None:
        self._check_full_admin(viewer)
        person = self.people.get(name) or PlainPerson(name)
        self.people[name] = PlainPerson(
            name,
            given.get("kind", person.kind),
            frozenset(given.get("roles", person.roles)),
            frozenset(given.get("groups", person.groups)),
        )
        self._act(viewer, "person.put", name, now)

    def change_groups(
        self, viewer: PlainPerson, name: str, now: datetime, group: str, *, joins: bool
    ) -> None:
        self._check_full_admin(viewer)
        if name not in self.people:
            raise Refused(NotFound, f"person {name}")
        groups = self.people[name].groups
        groups = groups | {group} if joins else groups - {group}
        self.put_person(viewer, name, now, groups=groups)

    def change_roles(
        self, viewer: PlainPerson, name: str, now: datetime, role: str, *, gains: bool
    ) -> None:
        self._check_full_admin(viewer)
        if name not in self.people:
            raise Refused(NotFound, f"person {name}")
        before = self.people[name].roles
        roles = before | {role} if gains else before - {role}
        admins = [one for one in self.people.values() if one.is_full_admin and one.name != name]
        if "ADMIN" in before and "ADMIN" not in roles and not admins:
            raise Refused(Conflict, f"{name} is the last admin")
        self.put_person(viewer, name, now, roles=roles)

    def look(
        self,
        viewer: PlainPerson,
        items: Sequence[PlainItem],
        now: datetime,
        messages: Sequence[PlainMessage] = (),
    ) -> None:
        """An admin's look at what is personal to somebody else is on record, once a call."""
        for id in {one.id for one in items if one.is_personal and one.owner != viewer.name}:
            self._act(viewer, "item.look", id, now, touched=(id,))
        for id in {
            one.conversation.id
            for one in messages
            if one.conversation.is_personal and one.owner != viewer.name
        }:
            self._act(viewer, "conversation.look", id, now)

    # -- what new items must fulfil

    def _check_new(self, viewer: PlainPerson, said: Shown) -> None:
        preset = self.preset
        source_type = said["source_type"] or preset.default_source_type
        _check_word(preset.kinds, said["kind"])
        _check_word(preset.categories, said["category"])
        _check_word(preset.domains, said["domain"])
        _check_word(preset.source_types, source_type)
        if source_type == "admin_mandate" and not viewer.is_full_admin:
            raise Refused(Forbidden, "only an ADMIN mandates")
        if source_type == "user_verification" and not (viewer.kind == "service" or viewer.is_admin):
            raise Refused(Forbidden, "only the detector and admins verify")
        if source_type == "admin_mandate" and said["is_personal"]:
            raise Refused(InvalidInput, "a mandate is for everyone")
        if source_type == "admin_mandate" and not viewer.is_person:
            raise Refused(Forbidden, "a program does not decide on what it contributed")
        self._check_audience(viewer, said["audience"])
        _check_window(said)

    def _check_audience(self, viewer: PlainPerson, audience: str | None) -> None:
        if audience in (None, "all"):
            return
        group = audience.removeprefix("group:")
        if group == audience or not group:
            raise Refused(InvalidInput, f"audience {audience}")
        if group not in viewer.groups and not viewer.is_admin:
            raise Refused(Forbidden, f"{viewer.name} is not in {group}")
        known = frozenset[str]().union(*(person.groups for person in self.people.values()))
        if known and group not in known | viewer.groups:
            raise Refused(InvalidInput, f"nobody is in {group}")

    def _check_may_change(self, viewer: PlainPerson, item: PlainItem) -> None:
        self._check_own(viewer, item)
        if item.is_personal:
            return
        if item.says["review"] == "mandatory" and not viewer.is_person:
            raise Refused(Forbidden, f"{item.id} is mandatory")
        if viewer.is_admin:
            return
        if self.preset.review is not ReviewPolicy.REQUIRED:
            return
        if item.owner != viewer.name or item.says["review"] != "pending":
            raise Refused(Forbidden, f"{viewer.name} may not change {item.id}")

    def _check_own(self, viewer: PlainPerson, item: PlainItem) -> None:
        """Admins may look at what is personal, and not touch it."""
        if item.is_personal and item.owner != viewer.name:
            raise Refused(Forbidden, f"{item.id} is personal to {item.owner}")

    def _check_full_admin(self, viewer: PlainPerson) -> None:
        if not viewer.is_full_admin:
            raise Refused(Forbidden, f"{viewer.name} is no ADMIN")

    # -- how rows are made

    def _captured_or_new(
        self,
        viewer: PlainPerson,
        said: Shown,
        now: datetime,
        ids: Ids,
        *,
        proof: Sequence[tuple[PlainSource | None, PlainMessage | None, str]] = (),
    ) -> PlainItem:
        same = self._same(viewer, said)
        if same in self._captured:
            known = self.by_id[self._captured[same]]
            # The product chose no new id for what it knew already.
            assert next(ids, known.id) == known.id, "stored twice"
            return known
        id = next(ids)
        is_mandate = said.get("source_type") == "admin_mandate"
        action = "review.mandate" if is_mandate else "item.add"
        act = self._act(viewer, action, id, now, touched=(id,))
        item = self._keep(viewer, id, said, now, act.seq)
        heard = (message.trust for _, message, _ in proof if message is not None)
        item.says["trust"] = min((item.says["trust"], *heard), key=TRUST_RANK.__getitem__)
        item.evidence.extend(
            PlainEvidence(
                act.seq,
                source,
                message,
                quote,
                0,
                len(quote),
                "supports",
                message.author_id if message else viewer.name,
                now,
            )
            for source, message, quote in proof
        )
        if same is not None:
            self._captured[same] = id
        return item

    def _same(self, viewer: PlainPerson, said: Shown) -> tuple[Any, ...] | None:
        """What makes two captures the same; without a source id nothing does."""
        if said["source_id"] is None:
            return None
        return (
            viewer.name,
            said["audience"],
            said["is_personal"],
            said["subject"],
            said["source_type"] or self.preset.default_source_type,
            said["source_id"],
            said["kind"] or self.preset.default_kind,
            said["content"],
        )

    def _keep(
        self, viewer: PlainPerson, id: str, said: Shown, now: datetime, seq: int
    ) -> PlainItem:
        assert id not in self.by_id, f"{id} was given twice"
        preset = self.preset
        kind = said["kind"] or preset.default_kind
        source_type = said["source_type"] or preset.default_source_type
        subtype = said["confidence_subtype"]
        says = {
            **{name: said[name] for name in ("category", "domain", "title", "content")},
            **{name: said[name] for name in ("data", "metadata", "subject", "importance")},
            **{name: said[name] for name in ("source_id", "valid_from", "valid_until")},
            **{name: said[name] for name in ("audience", "is_personal")},
            "kind": kind,
            "tags": tuple(said["tags"]),
            "entities": tuple(said["entities"]),
            "lifecycle": "active",
            "review": "mandatory" if source_type == "admin_mandate" else self._first_review(),
            "confidence_base": confidence.base(
                preset.confidence,
                source_type=source_type,
                subtype=None if subtype is None else ConfidenceSubtype(subtype),
                given=said["confidence"],
            ),
            "confidence_subtype": subtype,
            "verifier_count": 0,
            "admin_approved": False,
            "live_confirmed": False,
            "last_confirmed_at": None,
            "sensitivity": said["sensitivity"] or preset.default_sensitivity,
            "source_type": source_type,
            "trust": self._trust(viewer, said),
            "expires_at": said["expires_at"] or self._expiry(kind, now),
            "occurred_at": said["valid_from"] or now,
            "superseded_by": None,
        }
        item = PlainItem(
            id,
            len(self.items),
            viewer.name,
            now,
            [PlainVersion(seq, now, 1, says)],
        )
        self.items.append(item)
        self.by_id[id] = item
        return item

    def _updated(self, viewer: PlainPerson, item: PlainItem, said: Shown, given: set[str]) -> Shown:
        preset = self.preset
        changed = dict(item.says)
        changed.update({name: said[name] for name in given if name in changed})
        if "kind" in given:
            changed["kind"] = said["kind"] or preset.default_kind
        if "sensitivity" in given:
            changed["sensitivity"] = said["sensitivity"] or preset.default_sensitivity
        _check_word(preset.kinds, changed["kind"])
        if "category" in given:
            _check_word(preset.categories, said["category"])
        if "domain" in given:
            _check_word(preset.domains, said["domain"])
        if "audience" in given:
            self._check_audience(viewer, said["audience"])
            is_new = said["audience"] != item.audience
            if is_new and viewer.name != item.owner and not viewer.is_admin:
                raise Refused(Forbidden, "only its contributor changes who sees it")
        if "confidence" in given:
            subtype = changed["confidence_subtype"]
            changed["confidence_base"] = confidence.base(
                preset.confidence,
                source_type=changed["source_type"],
                subtype=None if subtype is None else ConfidenceSubtype(subtype),
                given=said["confidence"],
            )
        if "is_personal" in given and said["is_personal"] != item.is_personal:
            if not said["is_personal"]:
                raise Refused(Conflict, "only share() shares")
            if item.owner != viewer.name:
                raise Refused(Forbidden, f"{item.id} belongs to {item.owner}")
            if item.says["review"] not in ("pending", "not_required"):
                raise Refused(Conflict, "an admin has decided on it")
        since = changed["last_confirmed_at"] or item.created_at
        is_of_preset = item.says["expires_at"] == self._expiry(item.says["kind"], since)
        if "expires_at" not in given and is_of_preset:
            changed["expires_at"] = self._expiry(changed["kind"], since)
        _check_window(changed)
        return changed

    def _change(
        self,
        viewer: PlainPerson,
        item: PlainItem,
        says: Shown,
        now: datetime,
        action: str,
        reason: str | None,
    ) -> int:
        act = self._act(viewer, action, item.id, now, reason, touched=(item.id,))
        item.versions.append(PlainVersion(act.seq, now, item.now.number + 1, says))
        return act.seq

    def _act(
        self,
        viewer: PlainPerson,
        action: str,
        target: str,
        now: datetime,
        reason: str | None = None,
        *,
        touched: tuple[str, ...] = (),
    ) -> Act:
        at = max(now, self.ledger[-1].at)
        told = reason if reason and reason.strip() else None
        act = Act(len(self.ledger) + 1, at, viewer.name, action, target, told, touched)
        self.ledger.append(act)
        return act

    def _first_review(self) -> str:
        return "pending" if self.preset.review is ReviewPolicy.REQUIRED else "not_required"

    def _trust(self, viewer: PlainPerson, said: Shown) -> str:
        source_type = said["source_type"] or self.preset.default_source_type
        own = "person" if viewer.is_person else "agent"
        by_type = self.preset.trust_by_source.get(source_type, own)
        return min((own, by_type), key=TRUST_RANK.__getitem__)

    def _expiry(self, kind: str, since: datetime) -> datetime | None:
        rule = self.preset.retention.get(kind)
        if rule is None:
            return None
        if rule.expires_after_months is not None:
            return _months_later(since, rule.expires_after_months)
        if rule.expires_after_days is not None:
            return since + timedelta(days=rule.expires_after_days)
        return None

    def _capture(
        self, viewer: PlainPerson, said: Shown, external: str | None, now: datetime, ids: Ids
    ) -> PlainSource:
        type = said["source_type"]
        where = (viewer.name, said["audience"], said["is_personal"], said["subject"], type)
        same = (*where, external, said["content"])
        if external is not None and same in self._captured_sources:
            known = self._captured_sources[same]
            assert next(ids, known.id) == known.id, "captured twice"
            return known
        source = PlainSource(
            next(ids),
            type,
            external,
            said["content"],
            viewer.name,
            said["subject"],
            said["audience"],
            said["is_personal"],
            self._trust(viewer, said),
            now,
        )
        self.sources.append(source)
        self._act(viewer, "source.capture", source.id, now)
        if external is not None:
            self._captured_sources[same] = source
        return source

    # -- conversations, in parts

    def _place(
        self,
        viewer: PlainPerson,
        id: str | None,
        subject: str | None,
        channel_id: str | None,
        now: datetime,
        ids: Ids,
        *,
        title: str | None = None,
        audience: str | None = None,
        is_personal: bool = False,
        **_: Any,
    ) -> tuple[PlainConversation, bool]:
        """The conversation of that id, and whether it is yet to be opened."""
        known = None
        if id is not None:
            try:
                known = self.conversation(viewer, id)
            except Refused:
                known = None
        if known is None:
            return (
                PlainConversation(
                    id or next(ids),
                    len(self.conversations),
                    subject,
                    channel_id,
                    title,
                    viewer.name,
                    audience,
                    is_personal,
                    "person" if viewer.is_person else "agent",
                    now,
                ),
                True,
            )
        asked = (subject, channel_id, audience, is_personal)
        if (known.subject, known.channel_id, known.audience, known.is_personal) != asked:
            raise Refused(Conflict, f"conversation {id} is about something else")
        return known, False

    def _open(self, place: PlainConversation, viewer: PlainPerson, now: datetime) -> None:
        self.conversations.append(place)
        self._act(viewer, "conversation.start", place.id, now)

    def _check_messages(
        self, viewer: PlainPerson, place: PlainConversation, given: Sequence[Fields]
    ) -> None:
        """A message is never changed under its id."""
        words = {one.id: one.content for one in place.messages if one.owner == viewer.name}
        authors = {one.id: one.author_id for one in place.messages if one.owner == viewer.name}
        for one in given:
            id = one.get("id")
            if id is None:
                continue
            if words.setdefault(id, one["content"]) != one["content"]:
                raise Refused(Conflict, f"message {id} has other words")
            if authors.setdefault(id, one["author_id"]) != one["author_id"]:
                raise Refused(Conflict, f"message {id} has another author")

    def _append(
        self,
        viewer: PlainPerson,
        place: PlainConversation,
        given: Sequence[Fields],
        now: datetime,
        ids: Ids,
    ) -> list[PlainMessage]:
        known = {one.id: one for one in place.messages if one.owner == viewer.name}
        seq = len(self.ledger) + 1
        stored: list[PlainMessage] = []
        count = len(place.messages)
        for one in given:
            id = one.get("id") or next(ids)
            if id not in known:
                known[id] = PlainMessage(
                    seq,
                    id,
                    place,
                    one["author_id"],
                    one.get("role", "user"),
                    one["content"],
                    one.get("timestamp") or now,
                    viewer.name,
                    _message_trust(viewer, place, one),
                )
                place.messages.append(known[id])
            stored.append(known[id])
        if len(place.messages) > count:
            self._act(viewer, "conversation.append", place.id, now)
        return stored


def _message_trust(viewer: PlainPerson, place: PlainConversation, said: Fields) -> str:
    """The weakest of who brings it, where it is said, and in which role."""
    by_a_person = viewer.is_person and said.get("role", "user") == "user"
    return min("person" if by_a_person else "agent", place.trust, key=TRUST_RANK.__getitem__)


def _said(fields: Fields) -> Shown:
    """Everything a caller said, with what it left open filled in."""
    if NEVER_SET & set(fields):
        raise Refused(Forbidden, "a caller never sets that")
    if not set(fields) <= set(SAYABLE):
        raise Refused(InvalidInput, "no such field")
    said = {**SAYABLE, **fields}
    if not (said["content"] or "").strip():
        raise Refused(InvalidInput, "content is empty")
    if said["title"] is not None and "\n" in said["title"]:
        raise Refused(InvalidInput, "a title is one line")
    return {**said, "tags": tuple(said["tags"]), "entities": tuple(said["entities"])}


def _check_word(registry: Registry, word: str | None) -> None:
    if word is not None and registry.strict and word not in registry.values:
        raise Refused(InvalidInput, f"{word} is not known")


def _check_window(said: Shown) -> None:
    begin, end = said["valid_from"], said["valid_until"]
    if begin is not None and end is not None and end < begin:
        raise Refused(InvalidInput, "ends before it begins")


def _months_later(moment: datetime, months: int) -> datetime:
    """The same day that many months on, or the last day of a shorter month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    for day in range(moment.day, 27, -1):
        try:
            return moment.replace(year=year, month=month + 1, day=day)
        except ValueError:
            continue
    return moment.replace(year=year, month=month + 1)
