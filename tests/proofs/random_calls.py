"""Random calls, drawn so that most of them find something to work on and some must be refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.proofs.plain.plain_reads import Filters, Question
from tests.proofs.plain.plain_state import PlainItem, PlainPerson
from tests.proofs.plain.plain_words import FAMILIES, SILENT
from tests.proofs.side_by_side import OWNER, Difference, SideBySide, shown_item

START = datetime(2024, 1, 31, 9, 30, tzinfo=UTC)
SPACES = {"practice": "adviser", "firma": "companion", "data": "corporate"}
PEOPLE = (
    PlainPerson("anna", roles=frozenset({"CONTRIBUTOR"}), groups=frozenset({"red"})),
    PlainPerson("ben", groups=frozenset({"blue"})),
    PlainPerson("kim", roles=frozenset({"KM_ADMIN"})),
    PlainPerson("bot", kind="agent", groups=frozenset({"red"})),
    PlainPerson("feed", kind="service", roles=frozenset({"KM_ADMIN"})),
)
NAMES = (OWNER.name, *(person.name for person in PEOPLE))
UNKNOWN_ITEM = "km_000000000000"

_SUBJECTS = ("ellen", "omar", None)
_AUDIENCES = (None, None, None, "all", "group:red", "group:blue")
_REASONS = (None, "because", "because", " ")
_EXTERNAL_IDS = ("doc-1", "doc-2")
_CONVERSATION_IDS = (None, "talk", "call")
_STEPS = tuple(timedelta(days=days) for days in (0.00001, 1, 29, 190, 366))
_KINDS = {
    "adviser": ("fact", "decision", "life_goal"),
    "companion": ("knowledge", "decision", "unresolved", "preference"),
    "corporate": ("fact", "decision", "odd"),
}
_SOURCE_TYPES = {
    "adviser": ("meeting", "platform_event", "manual"),
    "companion": ("email", "document", "own"),
    "corporate": ("user_verification", "admin_mandate", "session_transcript"),
}
_CATEGORIES = {
    "adviser": ("income", "pension"),
    "companion": ("moms",),
    "corporate": ("workflow", "data_analysis"),
}
# What else a caller may say of an item. The last of each is now and then refused.
_SAID: dict[str, tuple[Any, ...]] = {
    "title": (None, "Retiring early", "Avtalet", "two\nlines"),
    "data": ({}, {"age": 58, "parts": [1, {"a": None}]}),
    "metadata": ({}, {"priority": "high"}, {"priority": 1, "deadline": None}),
    "tags": ((), ("gardening",), ("löner", "flats")),
    "entities": ((), ("Ellen Byrne",)),
    "confidence": (None, 0.4, 0.7),
    "sensitivity": (None, "secret"),
    "importance": (None, 0.5),
    "valid_from": (None, START - timedelta(days=9), START + timedelta(days=60)),
    "valid_until": (None, START + timedelta(days=40)),
    "expires_at": (None, START + timedelta(days=35)),
}
_WRONG: tuple[dict[str, Any], ...] = (
    {"kind": "nonsense"},
    {"content": "  "},
    {"lifecycle": "active"},
    {"trust": "person"},
    {"contents": "misspelt"},
    {"domain": "finance"},
    {"audience": "red"},
)


class RandomCalls:
    """Makes calls on both sides; each compares its own answer."""

    def __init__(
        self,
        pair: SideBySide,
        names: Sequence[str] = NAMES,
        *,
        reviewers: Sequence[str] = ("owner", "kim", "kim", "feed", "anna"),
        mark: Callable[[], str] = str,
    ) -> None:
        self.pair = pair
        self.names = names  # who calls
        self.reviewers = reviewers  # who tries to review
        self.mark = mark  # gives a word of its own for every text, or nothing
        self.spaces = tuple(pair.plain)
        self.snapshots: list[tuple[str, int, dict[str, dict[str, Any]]]] = []
        self.listeners = {
            (space, who, subject): pair.subscribe(space, who, subject)
            for space in self.spaces
            for who in names
            for subject in (None, "ellen")
        }

    # -- drawing

    def space(self, random: Random) -> str:
        return random.choice(self.spaces)

    def text(self, random: Random, space: str) -> str:
        language = self.pair.plain[space].preset.language
        families = [word for family in FAMILIES[language] for word in family]
        words = random.choices((*families, *SILENT[language]), k=random.randint(1, 3))
        return " ".join((*words, self.mark())).strip()

    def question(self, random: Random, space: str) -> str:
        """Few words or many, so that some questions find one text and some nearly all."""
        return " ".join(self.text(random, space) for _ in range(random.choice((1, 1, 3, 6))))

    def item(self, random: Random, space: str) -> PlainItem | None:
        """An item of this space, mostly; now and then one of another, which must not be found."""
        if random.random() < 0.03:
            space = self.space(random)
        items = self.pair.plain[space].items
        return random.choice(items) if items else None

    def actor(self, random: Random, item: PlainItem) -> str:
        """Often somebody who may do it."""
        able = [name for name in (item.owner, OWNER.name) if name in self.names]
        if able and random.random() < 0.5:
            return random.choice(able)
        return random.choice(self.names)

    def fields(self, random: Random, space: str) -> dict[str, Any]:
        preset = self.pair.plain[space].preset.name
        fields: dict[str, Any] = {"content": self.text(random, space)}
        for name in random.sample(sorted(_SAID), random.choice((0, 0, 1, 2))):
            fields[name] = random.choice(_SAID[name])
        if random.random() < 0.4:
            fields["kind"] = random.choice(_KINDS[preset])
        if random.random() < 0.2:
            fields["source_type"] = random.choice(_SOURCE_TYPES[preset])
        if random.random() < 0.2:
            fields["category"] = random.choice(_CATEGORIES[preset])
        if random.random() < 0.1:
            fields["confidence_subtype"] = random.choice(("correction", "confirmation"))
        if random.random() < 0.04:
            fields.update(random.choice(_WRONG))
        return self._marked(fields)

    def _marked(self, fields: dict[str, Any]) -> dict[str, Any]:
        """With a mark in every field that can hold one."""
        mark = self.mark()
        if mark:
            fields["title"] = f"Note {mark}"
            fields["tags"] = (*fields.get("tags", ()), f"tag {mark}")
            fields["entities"] = (mark,)
            fields["data"] = {"in": [mark]}
            fields["metadata"] = {**fields.get("metadata", {}), mark: mark}
        return fields

    def reason(self, random: Random) -> str | None:
        reason = random.choice(_REASONS)
        return f"{reason} {self.mark()}".rstrip() if reason and reason.strip() else reason

    def place(self, random: Random) -> dict[str, Any]:
        """For whom: subject, audience and the personal flag."""
        mark = self.mark() if random.random() < 0.3 else ""
        return {
            "subject": f"whom {mark}" if mark else random.choice(_SUBJECTS),
            "audience": random.choice(_AUDIENCES),
            "is_personal": random.random() < 0.25,
        }

    def messages(self, random: Random, space: str, *, with_ids: bool) -> list[dict[str, Any]]:
        """Few ids and few words, so that the same comes again, word for word or otherwise."""
        given = []
        for _ in range(random.randint(1, 3)):
            message: dict[str, Any] = {
                "author_id": random.choice(("ellen", "anna")),
                "content": self.text(random, space),
            }
            if with_ids or random.random() < 0.5:
                message["id"] = f"m{random.randint(0, 4)}"
            if random.random() < 0.6:
                message["timestamp"] = START + timedelta(hours=random.randint(-9, 9))
            given.append(message)
        return given

    def conversation_id(self, random: Random, space: str) -> str:
        places = self.pair.plain[space].conversations
        return random.choice(places).id if places else "nowhere"

    def then(self, random: Random) -> datetime:
        return START + (self.pair.now - START) * random.random()

    # -- making calls

    def put_in(self, random: Random) -> None:
        space, who = self.space(random), random.choice(self.names)
        verb = random.choice(("add", "add", "add", "again", "add_many", "remember", "messages"))
        if verb == "again":
            self._capture_again(random, space)
            return
        place = self.place(random)
        if verb == "add":
            fields = {**self.fields(random, space), **place}
            if random.random() < 0.3:
                fields["source_id"] = random.choice(_EXTERNAL_IDS)
            key = random.choice(("k1", "k2")) if random.random() < 0.15 else None
            self.pair.add(space, who, fields, key)
        elif verb == "add_many":
            listed = [self.fields(random, space) for _ in range(random.randint(0, 4))]
            if random.random() < 0.3:
                listed = [{**one, "source_id": "doc-1"} for one in (*listed, *listed)]
            self.pair.add_many(space, who, listed)
        elif verb == "remember":
            source = random.choice((None, *_EXTERNAL_IDS))
            self.pair.remember(space, who, self.text(random, space), source=source, **place)
        else:
            self.pair.remember_messages(
                space,
                who,
                self.messages(random, space, with_ids=True),
                source=random.choice(_CONVERSATION_IDS),
                **place,
            )

    def _capture_again(self, random: Random, space: str) -> None:
        """What a source brought before comes again, as it was or with one thing different."""
        captured = [one for one in self.pair.plain[space].items if one.says["source_id"]]
        able = [one for one in captured if one.owner in self.names]
        if not able:
            return
        item = random.choice(able)
        first = item.versions[0].says
        names = ("content", "source_id", "source_type", "kind", "subject", "audience")
        fields = {**{name: first[name] for name in names}, "is_personal": first["is_personal"]}
        different: dict[str, Any] = {
            "content": f"{first['content']} again",
            "source_id": f"{first['source_id']}-b",
            "kind": random.choice(_KINDS[self.pair.plain[space].preset.name]),
            "subject": random.choice(_SUBJECTS),
            "audience": random.choice(_AUDIENCES),
            "is_personal": not first["is_personal"],
        }
        if random.random() < 0.7:
            name = random.choice(sorted(different))
            fields[name] = different[name]
        who = item.owner if random.random() < 0.8 else random.choice(self.names)
        self.pair.add(space, who, fields)

    def change(self, random: Random) -> None:
        space = self.space(random)
        item = self.item(random, space)
        if item is None:
            return
        who, reason = self.actor(random, item), self.reason(random)
        verb = random.choice(("update", "update", "supersede", "dismiss", "confirm", "vote"))
        if verb == "update":
            fields = self._changed(random, space)
            self.pair.update(space, who, item.id, fields, reason)
        elif verb == "supersede":
            fields = self.fields(random, space)
            if random.random() < 0.3:
                fields["audience"] = random.choice(_AUDIENCES)
            if random.random() < 0.2:
                fields["is_personal"] = random.random() < 0.5
            self.pair.supersede(space, who, item.id, fields, reason)
        elif verb == "dismiss":
            self.pair.dismiss(space, who, item.id, reason)
        elif verb == "confirm":
            quote = random.choice((None, f"yes, still so {self.mark()}".strip()))
            self.pair.confirm(space, who, item.id, quote, reason)
            self.pair.confirm(space, self.actor(random, item), item.id)
        else:
            self.pair.vote(space, who, item.id, random.choice((1, 1, 1, -1, -1, 0)))

    def decide(self, random: Random) -> None:
        """Review, and sharing."""
        space = self.space(random)
        item = self.item(random, space)
        if item is None:
            return
        if item.is_personal and random.random() < 0.7:
            self.pair.share(space, self.actor(random, item), item.id)
            return
        decision = random.choice(("approve", "approve", "reject", "mandate", "revoke", "revoke"))
        who, reason = random.choice(self.reviewers), self.reason(random)
        if decision == "revoke" and random.random() < 0.3:
            source = item.says["source_id"] or random.choice(_EXTERNAL_IDS)
            self.pair.revoke_source(space, who, source, reason)
            return
        self.pair.review(space, who, item.id, decision, reason, random.choice(_AUDIENCES))

    def talk(self, random: Random) -> None:
        space, who = self.space(random), random.choice(self.names)
        verb = random.choice(("start", "append", "append", "get", "messages"))
        if verb == "start":
            id = random.choice(_CONVERSATION_IDS)
            channel = random.choice((None, None, "general"))
            title = self.mark() or None
            self.pair.start(space, who, id, channel_id=channel, title=title, **self.place(random))
            return
        id = self.conversation_id(random, space)
        if verb == "append":
            self.pair.append(space, who, id, self.messages(random, space, with_ids=False))
        elif verb == "get":
            self.pair.conversation(space, who, id)
        else:
            self.pair.messages(space, who, id)

    def rearrange(self, random: Random) -> None:
        """People join and leave groups, and gain and lose roles."""
        space = self.space(random)
        if random.random() < 0.7:
            who = random.choice(("owner", "owner", "owner", "kim"))
            name = random.choice(("anna", "ben", "bot", "nobody"))
            group = random.choice(("red", "blue"))
            self.pair.change_groups(space, who, name, group, joins=random.random() < 0.5)
            return
        name = random.choice(("ben", "kim", "owner"))
        role = "ADMIN" if name == "owner" else random.choice(("KM_ADMIN", "ADMIN"))
        self.pair.change_roles(
            space, "owner", name, role, gains=name != "owner" and random.random() < 0.5
        )
        if not self.pair.person(space, "owner").is_full_admin:
            admins = (one.name for one in self.pair.plain[space].people.values())
            other = next(one for one in admins if self.pair.person(space, one).is_full_admin)
            self.pair.change_roles(space, other, "owner", "ADMIN", gains=True)

    def pass_time(self, random: Random) -> None:
        """By a step, or to just before, at or after the moment when some item runs out."""
        ends = [
            end + timedelta(microseconds=random.choice((-1, 0, 1)))
            for model in self.pair.plain.values()
            for item in model.items
            for end in model.ends(item)
            if end > self.pair.now
        ]
        if ends and random.random() < 0.5:
            self.pair.clock.advance(max(random.choice(ends) - self.pair.now, timedelta(0)))
        else:
            self.pair.clock.advance(random.choice(_STEPS))

    def look(self, random: Random) -> None:
        space, who = self.space(random), random.choice(self.names)
        verb = random.choice(("one", "one", "recall", "recall", "recall", "list", "summary"))
        if verb == "one":
            item = self.item(random, space)
            id = item.id if item else UNKNOWN_ITEM
            self.pair.get(space, who, id)
            self.pair.history(space, who, id)
            self.pair.provenance(space, who, id)
        elif verb == "recall":
            self.pair.recall(
                space, who, self.question(random, space), **self._question(random, space)
            )
        elif verb == "list":
            limit = random.choice((1, 3, 500))
            self.pair.items(space, who, limit=limit, **self._filters(random, space))
        else:
            self.pair.summary(space, who, random.choice(("ellen", "omar", "nobody")))

    def look_back(self, random: Random) -> None:
        """Knowledge then, permissions now: by time for everybody, by position for admins."""
        space = self.space(random)
        who = random.choice(self.names)
        then: int | datetime = self.then(random)
        if random.random() < (0.6 if self.pair.person(space, who).is_admin else 0.05):
            then = random.randint(0, self.pair.plain[space].position)
        verb = random.choice(("items", "recall", "summary", "get"))
        if verb == "items":
            self.pair.items(space, who, then, 3, **self._filters(random, space))
        elif verb == "recall":
            question = self._question(random, space)
            self.pair.recall(space, who, self.question(random, space), then, **question)
        elif verb == "summary":
            self.pair.summary(space, who, "ellen", then)
        else:
            item = self.item(random, space)
            self.pair.get(space, who, item.id if item else UNKNOWN_ITEM, then)

    def listen(self, random: Random) -> None:
        space, who = self.space(random), random.choice(self.names)
        key = (space, who, random.choice((None, None, "ellen")))
        self.listeners[key] = self.pair.listen(space, who, self.listeners[key])

    # -- remembered snapshots

    def remember_the_present(self, random: Random) -> None:
        """Keeps what the store shows now, to be held against what it shows later of this time."""
        space = self.space(random)
        items = self.pair.items(space, OWNER.name) or []
        # An admin's look may itself be an act: the position is the one behind it.
        last = self.pair.plain[space].ledger[-1]
        if last.at == self.pair.now:
            self.snapshots.append((space, last.seq, {one.id: shown_item(one) for one in items}))

    def compare_with_the_remembered(self, random: Random) -> None:
        if not self.snapshots:
            return
        space, position, remembered = random.choice(self.snapshots)
        listed = self.pair.items(space, OWNER.name, position) or []
        found = {one.id: shown_item(one) for one in listed}
        today = self.pair.plain[space].by_id
        for id, shown in remembered.items():
            permissions = {"audience": today[id].audience, "is_personal": today[id].is_personal}
            if found.get(id) != {**shown, **permissions}:
                raise Difference(f"{id} as of {position} is not what it was: {found.get(id)}")
        if found.keys() != remembered.keys():
            raise Difference(f"as of {position} other items are there: {sorted(found)}")

    # -- parts

    def _changed(self, random: Random, space: str) -> dict[str, Any]:
        preset = self.pair.plain[space].preset.name
        fields: dict[str, Any] = {}
        for name in random.sample(sorted(_SAID), random.choice((0, 1, 2))):
            fields[name] = random.choice(_SAID[name])
        what = random.randint(0, 8)
        if what in (0, 1):
            fields["content"] = self.text(random, space)
        elif what in (2, 3):
            fields["audience"] = random.choice(_AUDIENCES)
        elif what == 4:
            fields["kind"] = random.choice((*_KINDS[preset], None))
        elif what in (5, 6):
            fields["is_personal"] = random.random() < 0.7
        elif what == 7:
            fields["subject"] = random.choice(_SUBJECTS)
        elif random.random() < 0.3:
            fields.update(random.choice((*_WRONG, {"source_id": "doc-9"})))
        return fields

    def _question(self, random: Random, space: str) -> Question:
        preset = self.pair.plain[space].preset.name
        question: Question = {}
        if random.random() < 0.3:
            question["subject"] = random.choice(("ellen", "omar"))
        what = random.randint(0, 12)
        if what == 0:
            question["kinds"] = list(_KINDS[preset][:2])
        elif what == 1:
            question["tags"] = ["gardening", "flats"]
        elif what == 2:
            question["metadata"] = {"priority": 1}
        elif what == 3:
            question["conversation_id"] = "talk"
        elif what == 4:
            question["since"] = self.then(random)
        elif what == 5:
            question["until"] = self.then(random)
        elif what == 6:
            question["include"] = ("messages",)
        elif what == 7:
            question["categories"] = list(_CATEGORIES[preset])
        return question

    def _filters(self, random: Random, space: str) -> Filters:
        preset = self.pair.plain[space].preset.name
        choices: tuple[Filters, ...] = (
            {},
            {},
            {"subject": "ellen"},
            {"lifecycle": "expired"},
            {"lifecycle": "historical"},
            {"lifecycle": "superseded"},
            {"review": "approved"},
            {"status": "expired"},
            {"status": "dismissed"},
            {"is_personal": random.random() < 0.5},
            {"audience": "group:red"},
            {"source_user": "anna"},
            {"source_id": "doc-1"},
            {"source_type": _SOURCE_TYPES[preset][0]},
            {"metadata": {"priority": "high"}},
            {"tags": "gardening"},
            {"kind": _KINDS[preset][0], "lifecycle": "active"},
            {"until": self.then(random)},
            {"since": self.then(random), "is_personal": False},
        )
        return random.choice(choices)
