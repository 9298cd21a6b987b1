"""Principals of other spaces and groups learn nothing of what they may not see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import ColumnElement, Table, bindparam

from remembrancer import Memory, Principal, Review
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.store.sqlite.sqlite_driver import Sqlite
from remembrancer.store.statement import CompiledStatements
from remembrancer.store.visibility import Visibility
from remembrancer.testing import HashingEmbedder
from tests import postgres
from tests.answers import said
from tests.plain_arrivals import arrive_plainly, plain_arrivals  # noqa: F401 - a fixture
from tests.proofs.plain.plain_model import PlainSpace
from tests.proofs.plain.plain_state import PlainItem, PlainPerson
from tests.proofs.plain.plain_words import FAMILIES, families_in
from tests.proofs.random_calls import NAMES, PEOPLE, SPACES, START, RandomCalls
from tests.proofs.secrets_told import Witness, marks
from tests.proofs.side_by_side import OWNER, Answer, Difference, SideBySide

pytestmark = pytest.mark.usefixtures("plain_arrivals")

OUTSIDERS = (
    PlainPerson("eve"),
    PlainPerson("mallory", groups=frozenset({"green"})),
    PlainPerson("spy", kind="agent", groups=frozenset({"blue"})),
    PlainPerson("crawler", kind="service"),
)
# They review what is shared, and what is personal to others is hidden from them as from anybody.
PROGRAMS = (
    PlainPerson("gatekeeper", kind="agent", roles=frozenset({"KM_ADMIN"})),
    PlainPerson("steward", kind="service", roles=frozenset({"ADMIN"}), groups=frozenset({"green"})),
)
_EVERYBODY = (*PEOPLE, *OUTSIDERS, *PROGRAMS)
_OUTSIDE = tuple(person.name for person in OUTSIDERS)
_PROGRAMS = tuple(person.name for person in PROGRAMS)
ROWS_SHARE_MIN = 0.3
_WORLD_CALLS = 260
_KEPT_EACH = 8  # personal raw texts of each space, to begin with

ItemCall = Callable[[Memory, str], Any]
ITEM_CALLS: dict[str, ItemCall] = {
    "get": lambda memory, id: memory.get(id),
    "get, then": lambda memory, id: memory.get(id, START),
    "history": lambda memory, id: memory.history(id),
    "provenance": lambda memory, id: memory.provenance(id),
    "update": lambda memory, id: memory.update(id, content="mine now"),
    "update nothing": lambda memory, id: memory.update(id),
    "update the source": lambda memory, id: memory.update(id, source_id="x"),
    "make personal": lambda memory, id: memory.update(id, is_personal=True),
    "supersede": lambda memory, id: memory.supersede(id, content="mine now"),
    "supersede badly": lambda memory, id: memory.supersede(id, kind=""),
    "dismiss": lambda memory, id: memory.dismiss(id),
    "confirm": lambda memory, id: memory.confirm(id, quote="so it is"),
    "vote": lambda memory, id: memory.vote(id, 1),
    "votes": lambda memory, id: memory.votes([id]),
    "vote badly": lambda memory, id: memory.vote(id, 3),
    "share": lambda memory, id: memory.share(id),
    "approve": lambda memory, id: memory.review.approve(id),
    "reject": lambda memory, id: memory.review.reject(id),
    "mandate": lambda memory, id: memory.review.mandate(id, reason="so"),
    "revoke": lambda memory, id: memory.review.revoke(id, reason="so"),
    "erase": lambda memory, id: memory.erase(id, reason="so"),
    "page": lambda memory, id: memory.items(cursor=id),
    "page of mine": lambda memory, id: memory.my_contributions(cursor=id),
    "audit": lambda memory, id: memory.admin.audit(item_id=id),
    "events": lambda memory, id: memory.sources.events(id),
    "explain": lambda memory, id: memory.sources.explain("nothing", id),
    "event": lambda memory, id: memory.sources.event("transfer", decisions=[id]),
}
CONVERSATION_CALLS: dict[str, ItemCall] = {
    "get": lambda memory, id: memory.conversations.get(id),
    "messages": lambda memory, id: memory.conversations.messages(id),
    "append": lambda memory, id: memory.conversations.append(
        id, {"author_id": "eve", "content": "hello", "id": "m1"}
    ),
    "recall": lambda memory, id: said(memory.recall("retire bil", conversation_id=id)),
    "window": lambda memory, id: memory.conversations.window(id),
    "window of one": lambda memory, id: memory.conversations.window(id, size=1),
    "receipts": lambda memory, id: memory.conversations.receipts(id),
    "compose": lambda memory, id: composed(memory, id),
    "close": lambda memory, id: memory.conversations.close(id),
}
CAPTURED_CALLS: dict[str, ItemCall] = {
    "window": lambda memory, id: memory.conversations.window(id),
    "compose": lambda memory, id: composed(memory, id),
    "briefing": lambda memory, _: memory.briefing("ellen").text,
    "walks": lambda memory, _: asked_by_others(memory),
    "queue": lambda memory, _: memory.review.queue(),
    "contradictions": lambda memory, _: memory.review.contradictions(),
    "summary": lambda memory, id: memory.conversations.get(id).summary,
    "channel": lambda memory, _: memory.conversations.get_recent_messages("general"),
    "conversations": lambda memory, _: memory.conversations.list(),
    "deliveries": lambda memory, _: memory.receipts(),
    "jobs": lambda memory, _: memory.jobs.list(),
    "failed": lambda memory, _: memory.jobs.failed(),
    "schedules": lambda memory, _: memory.jobs.schedules(),
    "wait": lambda memory, _: memory.jobs.wait(),
    "retry": lambda memory, id: memory.jobs.retry(id),
    "feeds": lambda memory, _: memory.sources.feeds(),
    "why": lambda memory, id: memory.sources.why(id),
    "collect": lambda memory, _: memory.sources.collect(),
    "schedule": lambda memory, _: memory.jobs.schedule("collect", every="1d"),
}


_RAW_CALLS = ("channel", "compose", "conversations", "summary", "window")


def composed(memory: Memory, id: str) -> Any:
    """What a chat model would be told, without what is made anew for each call."""
    told = memory.compose(message="Hello.", conversation_id=id)
    return told.messages, told.parts, told.token_estimate, told.notes


def asked_by_others(memory: Memory) -> list[Any]:
    """Their questions; the caller's own hold words that no text does."""
    own = memory._session.principal.name
    return [one for one in memory.walks.list().walks if one.principal != own]


def outcome(call: ItemCall, memory: Memory, id: str) -> tuple[str, str]:
    """What a caller gets for an id, with the id itself left out."""
    try:
        told, kind = repr(call(memory, id)), "answer"
    except RemembrancerError as error:
        told, kind = f"{error} {vars(error)!r}", type(error).__name__
    return kind, re.sub(rf"\b{re.escape(id)}\b", "<id>", told)


class Besieged:
    """A world of insiders, and outsiders who try everything on it."""

    def __init__(self, seed: int, url: str = ":memory:") -> None:
        self.random = Random(seed)
        self.tries = 6 if url == ":memory:" else 2  # hidden items that each caller aims at
        self.pair = SideBySide(url, SPACES, _EVERYBODY, START)
        # In one of the spaces an outsider is an admin. That must help her nowhere else.
        zoe = PlainPerson("zoe", roles=frozenset({"ADMIN"}))
        self.pair.put_person("firma", OWNER.name, zoe)
        mark = marks()
        self.inside = RandomCalls(self.pair, NAMES, mark=mark)
        names = (*_OUTSIDE, *_PROGRAMS, "ben", "zoe")
        self.outside = RandomCalls(self.pair, names, reviewers=names, mark=mark)
        self.witness = Witness(self.pair)
        self.calls = self.with_rows = self.compared = 0
        for _ in range(_WORLD_CALLS):
            self.live()
        for space in SPACES:
            for _ in range(_KEPT_EACH):
                self.keep_to_themselves(self.random, space)
        self.pair.watch = self.hear

    def live(self) -> None:
        """Insiders go on with their work."""
        inside = self.inside
        act = self.random.choice(
            (
                *(inside.put_in, inside.put_in, inside.change, inside.decide, inside.talk),
                self.keep_to_themselves,
            )
        )
        act(self.random)

    def keep_to_themselves(self, random: Random, space: str | None = None) -> None:
        """An insider says something personal. Some of what is made of it is shared: its words
        stay personal."""
        pair, inside = self.pair, self.inside
        space, who = space or inside.space(random), random.choice(inside.names)
        verb = random.choice(("talk", "messages", "text"))
        if verb == "talk":
            channel, title = "general", inside.mark()
            id = pair.start(space, who, None, channel_id=channel, title=title, is_personal=True)
            if id is not None:
                pair.append(space, who, id, inside.messages(random, space, with_ids=False))
            return
        if verb == "messages":
            said = inside.messages(random, space, with_ids=True)
            item = pair.remember_messages(space, who, said, is_personal=True)
        else:
            item = pair.remember(space, who, inside.text(random, space), is_personal=True)
        if item is not None and random.random() < 0.6:
            pair.share(space, who, item.id)

    def hear(self, answer: Answer) -> None:
        if answer.who not in self.outside.names:
            return
        self.calls += 1
        self.with_rows += answer.rows > 0
        told = self.witness.told(answer)
        assert not told, f"{answer.call} by {answer.who} in {answer.space} tells of {told}"

    def besiege(self, calls: int) -> None:
        """Until so many calls were made from outside."""
        outside = self.outside
        acts = (
            *(outside.look,) * 5,
            *(outside.look_back,) * 2,
            *(self.take_stock,) * 2,
            outside.listen,
            outside.talk,
            outside.put_in,
            outside.change,
            outside.decide,
            self.aim_at_an_item,
            self.aim_at_a_conversation,
            *(self.look_at_captured,) * 2,
            self.look_beneath,
            self.explain,
        )
        while self.calls < calls:
            self.random.choice(acts)(self.random)
            if self.random.random() < 0.1:
                self.live()

    def take_stock(self, random: Random) -> None:
        space, who = self.outside.space(random), random.choice(self.outside.names)
        pair = self.pair
        random.choice((pair.stats, pair.my_contributions, pair.items))(space, who)

    def aim_at_an_item(self, random: Random) -> None:
        """An id that exists and is hidden gives word for word what an invented one gives."""
        space, who = self.outside.space(random), random.choice(self.outside.names)
        person = self.pair.person(space, who)
        hidden = [item.id for item in self._hidden_items(space, person)]
        if hidden:
            verb = random.choice(sorted(ITEM_CALLS))
            invented = f"km_{random.getrandbits(48):012x}"
            self.compare(space, who, verb, ITEM_CALLS[verb], random.choice(hidden), invented)

    def aim_at_a_conversation(self, random: Random) -> None:
        space, who = self.outside.space(random), random.choice(self.outside.names)
        model, person = self.pair.plain[space], self.pair.person(space, who)
        seen = {one.id for one in model.conversations if model.sees(person, one)}
        hidden = sorted({one.id for one in model.conversations} - seen)
        if hidden:
            verb = random.choice(sorted(CONVERSATION_CALLS))
            invented = f"conv_{random.getrandbits(48):012x}"
            call = CONVERSATION_CALLS[verb]
            self.compare(space, who, verb, call, random.choice(hidden), invented)

    def look_at_captured(self, random: Random) -> None:
        """What the model does not know of answers with nothing that the witness knows as hidden."""
        space = self.outside.space(random)
        # That an admin looked would go on record, and the model does not look.
        plain = [who for who in self.outside.names if not self._looks(space, who)]
        verbs = _RAW_CALLS if random.random() < 0.5 else sorted(CAPTURED_CALLS)
        who, verb = random.choice(plain), random.choice(verbs)
        id = self.outside.conversation_id(random, space)
        memory, call = self.pair.memory(space, who), f"{verb}({id})"
        try:
            value = CAPTURED_CALLS[verb](memory, id)
        except RemembrancerError as error:
            self.hear(Answer(space, who, call, error=error))
        else:
            self.hear(Answer(space, who, call, value, rows=1 if value else 0))

    def look_beneath(self, random: Random) -> None:
        """What may be read shows nothing of the words beneath it that may not."""
        space, who = self.outside.space(random), random.choice(self.outside.names)
        model, person = self.pair.plain[space], self.pair.person(space, who)
        items = [
            item
            for item in model.items
            if model.reads(person, item, item.now) and _rests_on_hidden(model, person, item)
        ]
        if items:
            id = random.choice(items).id
            self.pair.get(space, who, id)
            self.pair.provenance(space, who, id)

    def _looks(self, space: str, who: str) -> bool:
        return self.pair.person(space, who).sees_personal

    def explain(self, random: Random) -> None:
        """The explanation of a score counts no text that the caller may not see."""
        space, who = self.outside.space(random), random.choice(self.outside.names)
        model, person = self.pair.plain[space], self.pair.person(space, who)
        family = random.choice(FAMILIES[model.preset.language])
        found = self.pair.recall(space, who, family[0], explain=True)
        assert found is not None
        counted = max((part.documents for hit in found.hits for part in hit.explanation), default=0)
        seen = _texts_seen(model, person, family[0])
        assert counted <= seen, f"{who} in {space} sees {seen} texts on {family[0]}, not {counted}"

    def _hidden_items(self, space: str, person: PlainPerson) -> list[PlainItem]:
        """Hidden in this space, or lying in another one."""
        model = self.pair.plain[space]
        hidden = [item for item in model.items if not model.reads(person, item, item.now)]
        others = [one for name in SPACES if name != space for one in self.pair.plain[name].items]
        return [*hidden, *others[:20]]

    def compare(
        self, space: str, who: str, verb: str, call: ItemCall, hidden: str, invented: str
    ) -> None:
        memory = self.pair.memory(space, who)
        self.calls += 2
        self.compared += 1
        for_hidden, for_invented = outcome(call, memory, hidden), outcome(call, memory, invented)
        assert for_hidden == for_invented, f"{verb} by {who} in {space} tells that {hidden} exists"


def _rests_on_hidden(model: PlainSpace, person: PlainPerson, item: PlainItem) -> bool:
    return any(
        (one.message is not None and not model.reads_message(person, one.message))
        or (one.source is not None and not model.reads_source(person, one.source))
        for one in item.evidence
    )


def _texts_seen(model: PlainSpace, person: PlainPerson, word: str) -> int:
    """Texts that hold the word and that this person may read, former ones included."""
    language = model.preset.language
    texts = {
        (item.id, repr(version.says["content"]), version.seq)
        for item in model.items
        if model.sees(person, item)
        for version in item.versions
        if word in model.words_of(version)
    }
    messages = sum(
        word in families_in([message.content], language)
        for place in model.conversations
        for message in place.messages
        if model.reads_message(person, message)
    )
    return len(texts) + messages


def besiege(calls: int, seed: int, url: str = ":memory:") -> Besieged:
    """Makes so many calls from outside; the rights were never overstepped if it returns."""
    world = Besieged(seed, url)
    try:
        world.besiege(calls)
        for space in SPACES:
            world.pair.check_ledger(space)
        share = world.with_rows / world.calls
        assert share >= ROWS_SHARE_MIN, f"only {share:.0%} of the calls returned rows"
        assert world.compared > calls / 50
    finally:
        world.pair.close()
    return world


def test_outsiders_see_what_the_oracle_says_and_no_more() -> None:
    """Of some hundred random calls from outside, none tells of what the caller may not see.

    The soak makes more than 1,000, and 10,000."""
    besiege(250, 0)


def test_outsiders_see_no_more_on_a_server() -> None:
    """The same holds on PostgreSQL."""
    besiege(80, 4, postgres.fresh_url())


def test_the_proof_notices_a_program_that_sees_as_a_person_does() -> None:
    """Where the role of an admin lets programs see what is personal, the proof above fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Principal, "sees_personal", Principal.is_admin)
        with pytest.raises((Difference, AssertionError)):
            besiege(250, 1)


@pytest.mark.parametrize("table", ["message", "source", "conversation"])
def test_the_proof_notices_raw_words_that_a_program_is_shown(table: str) -> None:
    """Also where that is so of messages, of sources or of conversations alone."""
    visible = Visibility.visible

    def raw_too(rights: Visibility, asked: Table) -> ColumnElement[bool]:
        if asked.name == table and rights.sees_all_audiences:
            return asked.c.space_n == bindparam("space_n")
        return visible(rights, asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Visibility, "visible", raw_too)
        patch.setattr(Sqlite, "statements", CompiledStatements(Sqlite.statements._dialect))
        with pytest.raises((Difference, AssertionError)):
            besiege(300, 5)


@pytest.fixture(scope="module", params=[False, True], ids=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Gives a new store with each call."""
    return postgres.fresh_url if request.param else lambda: ":memory:"


@pytest.fixture(scope="module")
def world(url: Callable[[], str]) -> Iterator[Besieged]:
    with pytest.MonkeyPatch.context() as patch:
        arrive_plainly(patch)
        built = Besieged(seed=77, url=url())
        yield built
        built.pair.close()


@pytest.mark.parametrize("verb", sorted(ITEM_CALLS))
def test_a_hidden_item_answers_like_an_invented_one(world: Besieged, verb: str) -> None:
    """Whoever may not see an item gets, word for word, what an id out of the air gets."""
    for space in SPACES:
        for who in (*_OUTSIDE, *_PROGRAMS):
            model, person = world.pair.plain[space], world.pair.person(space, who)
            hidden = [one for one in model.items if not model.reads(person, one, one.now)]
            assert hidden
            for item in hidden[: world.tries]:
                world.compare(space, who, verb, ITEM_CALLS[verb], item.id, "km_0123456789ab")


@pytest.mark.parametrize("verb", sorted(CONVERSATION_CALLS))
def test_a_hidden_conversation_answers_like_an_invented_one(world: Besieged, verb: str) -> None:
    """The same holds for conversations, whose ids callers choose themselves."""
    for space in SPACES:
        world.pair.start(space, "anna", f"secret-{verb}", is_personal=True)
        world.pair.append(
            space, "anna", f"secret-{verb}", [{"id": "m1", "author_id": "x", "content": "retire"}]
        )
        for who in (*_OUTSIDE, *_PROGRAMS):
            call = CONVERSATION_CALLS[verb]
            world.compare(space, who, verb, call, f"secret-{verb}", "invented")


@pytest.fixture
def pair(url: Callable[[], str]) -> Iterator[SideBySide]:
    built = SideBySide(url(), SPACES, (*PEOPLE, *OUTSIDERS), START)
    yield built
    built.close()


def test_the_same_id_for_a_conversation_is_taken_by_nobody_else(pair: SideBySide) -> None:
    """Hidden conversations and messages leave their ids free for others."""
    hello = [{"id": "m1", "author_id": "x", "content": "retire"}]
    other = [{"id": "m1", "author_id": "y", "content": "garden"}]
    for space in SPACES:
        pair.start(space, "anna", "talk", subject="ellen", is_personal=True)
        pair.append(space, "anna", "talk", hello)
        pair.start(space, "eve", "talk", subject="omar")
        pair.append(space, "eve", "talk", other)
        pair.remember_messages(space, "mallory", other, source="talk", subject="omar")
        for who in ("anna", "eve", "mallory", "owner"):
            pair.messages(space, who, "talk")
            pair.recall(space, who, "retire garden", conversation_id="talk")


def test_keys_and_source_ids_of_others_are_free(pair: SideBySide) -> None:
    """An idempotency key or source id that somebody else used tells nothing and blocks nothing."""
    for space in SPACES:
        fields = {"content": "retire", "source_id": "doc-1", "is_personal": True}
        first = pair.add(space, "anna", fields, key="k1")
        second = pair.add(space, "eve", {**fields, "content": "garden"}, key="k1")
        third = pair.add(space, "mallory", fields, key="k1")
        assert first is not None
        assert second is not None
        assert third is not None
        assert len({first.id, second.id, third.id}) == 3


def test_a_cursor_stands_still_while_hidden_things_happen(pair: SideBySide) -> None:
    """Neither a new nor a resumed subscription shows that somebody else wrote something."""
    for space in SPACES:
        memory = pair.memory(space, "eve")
        pair.add(space, "eve", {"content": "retire", "is_personal": True})
        before = memory.subscribe().cursor
        pair.add(space, "anna", {"content": "garden", "is_personal": True})
        pair.add(space, "anna", {"content": "garden", "audience": "group:red"})
        resumed = memory.subscribe(after=before)
        assert resumed.poll() == ()
        assert {resumed.cursor, memory.subscribe().cursor} == {before}


def test_a_position_tells_others_than_admins_nothing(pair: SideBySide) -> None:
    """Who is no admin cannot count the rows of a space by asking for its positions."""
    calls: tuple[Callable[[Memory, int], Any], ...] = (
        lambda memory, position: memory.items(position),
        lambda memory, position: said(memory.recall("retire", as_of=position)),
        lambda memory, position: memory.summary("ellen", position),
        lambda memory, position: memory.get("km_000000000000", position),
    )
    for space in SPACES:
        memory = pair.memory(space, "eve")
        for call in calls:
            assert _told(call, memory, 1) == _told(call, memory, 10**6)


def _told(call: Callable[[Memory, int], Any], memory: Memory, position: int) -> tuple[str, str]:
    try:
        return "answer", repr(call(memory, position))
    except RemembrancerError as error:
        return type(error).__name__, str(error).replace(str(position), "<position>")


def test_a_cursor_of_another_space_is_refused(pair: SideBySide) -> None:
    """A cursor that this space never gave is no cursor, whatever number hides in it."""
    foreign = [
        pair.memory("firma", "eve").subscribe().cursor,
        *(f"{letter * 10}A" for letter in "Aaz019_-"),
    ]
    accepted = []
    for cursor in foreign:
        try:
            pair.memory("practice", "eve").subscribe(after=cursor).poll()
        except InvalidInput:
            continue
        accepted.append(cursor)
    assert accepted == []


def test_an_explanation_counts_only_what_the_caller_may_see(pair: SideBySide) -> None:
    """`explain` says in how many texts a word stands: of those, the hidden ones do not count."""
    for space, word in (("practice", "mortgage"), ("firma", "hyra"), ("data", "mortgage")):
        pair.add(space, "eve", {"content": word, "is_personal": True})
        for _ in range(3):
            shared = pair.add(space, "anna", {"content": word})
            assert shared is not None
            pair.update(space, "anna", shared.id, {"is_personal": True})
            pair.add(space, "anna", {"content": word, "audience": "group:red"})
        found = pair.recall(space, "eve", word, explain=True)
        assert found is not None
        assert max(part.documents for hit in found.hits for part in hit.explanation) <= 1


def test_an_explanation_counts_no_unreviewed_item_for_an_agent(pair: SideBySide) -> None:
    """Where agents wait for a review, the words of what waits do not count for them either."""
    item = pair.add("data", "anna", {"content": "mortgage"})
    assert item is not None
    pair.review("data", "owner", item.id, "approve")
    for _ in range(3):
        pair.add("data", "anna", {"content": "mortgage"})
    found = pair.recall("data", "spy", "mortgage", explain=True)
    assert found is not None
    assert max(part.documents for hit in found.hits for part in hit.explanation) <= 1


def test_meaning_finds_nothing_that_is_hidden(url: Callable[[], str]) -> None:
    """Whatever is near, beside or linked: a hit is something that the caller may recall."""
    pair = SideBySide(url(), SPACES, _EVERYBODY, START, embedder=HashingEmbedder(16))
    random, inside = Random(11), RandomCalls(pair, NAMES)
    acts = (inside.put_in, inside.put_in, inside.change, inside.decide, inside.talk)
    for _ in range(60):
        random.choice(acts)(random)
    pair.wait()
    legs: set[str] = set()
    for space, model in pair.plain.items():
        for who in (*_OUTSIDE, *_PROGRAMS, "ben"):
            person = pair.person(space, who)
            allowed = {
                item.id for item in model.items if model.recalls(person, item, item.now, pair.now)
            } | {
                message.id
                for place in model.conversations
                for message in place.messages
                if model.reads_message(person, message)
            }
            for word, *_ in FAMILIES[model.preset.language][:4]:
                hits = pair.memory(space, who).recall(word, k=200, explain=True).hits
                assert {hit.id for hit in hits} <= allowed, f"{who} in {space} asks {word!r}"
                legs |= {leg.leg for hit in hits for leg in hit.legs if not hit.explanation}
    assert "meaning" in legs
    pair.close()


def test_a_hidden_replacement_leaves_no_trace_but_the_state(pair: SideBySide) -> None:
    """Who sees an old item and not the new one learns that it is superseded, and nothing more."""
    for space in SPACES:
        old = pair.add(space, "anna", {"content": "retire"})
        assert old is not None
        pair.review(space, "owner", old.id, "approve")
        fields = {"content": "garden", "audience": "group:red"}
        new = pair.supersede(space, "owner", old.id, fields, "hush")
        assert new is not None
        for who in (*_OUTSIDE, "ben"):
            memory = pair.memory(space, who)
            told = repr((memory.get(old.id), memory.history(old.id), memory.items()))
            assert new.id not in told + repr(memory.provenance(old.id))
            assert memory.get(old.id).superseded_by is None


def test_a_subscriber_hears_that_a_visible_item_was_replaced(pair: SideBySide) -> None:
    """Also when the replacement is hidden, or about somebody else than the subject listened to."""
    for space in SPACES:
        for change in ({"audience": "group:red"}, {"subject": "omar"}):
            old = pair.add(space, "anna", {"content": "retire", "subject": "ellen"})
            assert old is not None
            pair.review(space, "owner", old.id, "approve")
            subscription = pair.memory(space, "ben").subscribe("ellen")
            new = pair.supersede(space, "owner", old.id, {"content": "garden", **change})
            assert new is not None
            if new.review is Review.PENDING:  # then the old one stays until it is accepted
                assert not subscription.poll()
                pair.review(space, "owner", new.id, "approve")
            heard = subscription.poll()
            assert [old.id in (one.item_id, *one.replaced) for one in heard] == [True]
