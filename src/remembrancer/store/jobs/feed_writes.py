"""Recording how far files were read."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, update

from remembrancer.capture.feed import Feed
from remembrancer.store.jobs.feeds import own_feed
from remembrancer.store.ledger.unit_of_work import Chain
from remembrancer.store.rows import in_order, iso
from remembrancer.store.schema import feed

_SET = ("place", "digest", "bytes", "records", "unknown", "problem", "at")


class FeedWrites(Chain):
    def put_feed(self, new: Feed) -> None:
        """Records how far a file was read, in the unit that stores what was read."""
        values: dict[str, Any] = {
            "place": new.place,
            "digest": new.digest,
            "bytes": new.bytes,
            "records": new.records,
            "unknown": new.unknown,
            "problem": new.problem,
            "at": iso(self._scope.now),
        }
        known = self._one(
            "feed.known", lambda: own_feed(feed.c.number), kind=new.kind, name=new.name
        )
        if known is not None:
            self._run(
                "feed.move",
                lambda: (
                    update(feed)
                    .where(feed.c.number == bindparam("known_n"))
                    .values({name: bindparam(f"new_{name}") for name in _SET})
                ),
                known_n=known[0],
                **{f"new_{name}": value for name, value in values.items()},
            )
            return
        row = {
            **values,
            "number": self._number("feed"),
            "space_n": self._space.number,
            "owner": self._actor,
            "kind": new.kind,
            "name": new.name,
        }
        self._pending.add("feed", in_order(feed, row))
        self._flush()
