"""Principals of other spaces and groups learn nothing of what they may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from remembrancer import Memory, Principal
from remembrancer.errors import RemembrancerError
from tests.proofs.plain_model import PlainSpace
from tests.proofs.plain_state import PlainItem, PlainPerson
from tests.proofs.plain_words import FAMILIES, families_in
from tests.proofs.random_calls import NAMES, PEOPLE, SPACES, START, RandomCalls
from tests.proofs.secrets_told import Witness, marks
from tests.proofs.side_by_side import OWNER, Answer, SideBySide

OUTSIDERS = (
    PlainPerson("eve"),
    PlainPerson("mallory", groups=frozenset({"green"})),
    PlainPerson("spy", kind="agent", groups=frozenset({"blue"})),
    PlainPerson("crawler", kind="service"),
)
_OUTSIDE = tuple(person.name for person in OUTSIDERS)
ROWS_SHARE_MIN = 0.3
_WORLD_CALLS = 260

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
    "vote badly": lambda memory, id: memory.vote(id, 3),
    "share": lambda memory, id: memory.share(id),
    "approve": lambda memory, id: memory.review.approve(id),
    "reject": lambda memory, id: memory.review.reject(id),
    "mandate": lambda memory, id: memory.review.mandate(id, reason="so"),
    "revoke": lambda memory, id: memory.review.revoke(id, reason="so"),
    "page": lambda memory, id: memory.items(cursor=id),
    "page of mine": lambda memory, id: memory.my_contributions(cursor=id),
    "audit": lambda memory, id: memory.admin.audit(item_id=id),
}
CONVERSATION_CALLS: dict[str, ItemCall] = {
    "get": lambda memory, id: memory.conversations.get(id),
    "messages": lambda memory, id: memory.conversations.messages(id),
    "append": lambda memory, id: memory.conversations.append(
        id, {"author_id": "eve", "content": "hello", "id": "m1"}
    ),
    "recall": lambda memory, id: memory.recall("retire bil", conversation_id=id),
}


def outcome(call: ItemCall, memory: Memory, id: str) -> tuple[str, str]:
    """What a caller gets for an id, with the id itself left out."""
    try:
        told, kind = repr(call(memory, id)), "answer"
    except RemembrancerError as error:
        told, kind = f"{error} {vars(error)!r}", type(error).__name__
    return kind, told.replace(id, "<id>")


class Besieged:
    """A world of insiders, and outsiders who try everything on it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.pair = SideBySide(":memory:", SPACES, (*PEOPLE, *OUTSIDERS), START)
        # In one of the spaces an outsider is an admin. That must help her nowhere else.
        zoe = PlainPerson("zoe", roles=frozenset({"ADMIN"}))
        self.pair.put_person("firma", OWNER.name, zoe)
        mark = marks()
        self.inside = RandomCalls(self.pair, NAMES, mark=mark)
        names = (*_OUTSIDE, "ben", "zoe")
        self.outside = RandomCalls(self.pair, names, reviewers=names, mark=mark)
        self.witness = Witness(self.pair)
        self.calls = self.with_rows = self.compared = 0
        for _ in range(_WORLD_CALLS):
            self.live()
        self.pair.watch = self.hear

    def live(self) -> None:
        """Insiders go on with their work."""
        inside = self.inside
        act = self.random.choice(
            (inside.put_in, inside.put_in, inside.change, inside.decide, inside.talk)
        )
        act(self.random)

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
            self._compare(space, who, verb, ITEM_CALLS[verb], random.choice(hidden), invented)

    def aim_at_a_conversation(self, random: Random) -> None:
        space, who = self.outside.space(random), random.choice(self.outside.names)
        model, person = self.pair.plain[space], self.pair.person(space, who)
        seen = {one.id for one in model.conversations if model.sees(person, one)}
        hidden = sorted({one.id for one in model.conversations} - seen)
        if hidden:
            verb = random.choice(sorted(CONVERSATION_CALLS))
            invented = f"conv_{random.getrandbits(48):012x}"
            call = CONVERSATION_CALLS[verb]
            self._compare(space, who, verb, call, random.choice(hidden), invented)

    def explain(self, random: Random) -> None:
        """The explanation of a score counts no text that the caller may not see."""
        space, who = self.outside.space(random), random.choice(self.outside.names)
        model, person = self.pair.plain[space], self.pair.person(space, who)
        family = random.choice(FAMILIES[model.preset.language])
        found = self.pair.memory(space, who).recall(family[0], explain=True)
        self.hear(Answer(space, who, f"recall({family[0]})", found, rows=len(found)))
        counted = max((part.documents for hit in found.hits for part in hit.explanation), default=0)
        seen = _texts_seen(model, person, family[0])
        assert counted <= seen, f"{who} in {space} sees {seen} texts on {family[0]}, not {counted}"

    def _hidden_items(self, space: str, person: PlainPerson) -> list[PlainItem]:
        """Hidden in this space, or lying in another one."""
        model = self.pair.plain[space]
        hidden = [item for item in model.items if not model.reads(person, item, item.now)]
        others = [one for name in SPACES if name != space for one in self.pair.plain[name].items]
        return [*hidden, *others[:20]]

    def _compare(
        self, space: str, who: str, verb: str, call: ItemCall, hidden: str, invented: str
    ) -> None:
        memory = self.pair.memory(space, who)
        self.calls += 2
        self.compared += 1
        for_hidden, for_invented = outcome(call, memory, hidden), outcome(call, memory, invented)
        assert for_hidden == for_invented, f"{verb} by {who} in {space} tells that {hidden} exists"


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


def besiege(calls: int, seed: int) -> Besieged:
    """Makes so many calls from outside; the rights were never overstepped if it returns."""
    world = Besieged(seed)
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


@pytest.mark.parametrize("seed", range(4))
def test_outsiders_see_what_the_oracle_says_and_no_more(seed: int) -> None:
    """Of 1,000 random calls from outside, none tells of what the caller may not see."""
    besiege(250, seed)
