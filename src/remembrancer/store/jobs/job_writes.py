"""Making jobs due, and the leases of the workers that run them.

A worker's claim must not wait for the ledger chain of a space, so its statements go directly to the
connection and leave the head alone. A job is made due in the unit of work of the change that causes
it, and is finished in the unit of work that did it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, select, update

from remembrancer.core.errors import WorkTaken
from remembrancer.core.limits import JOB_ATTEMPTS_MAX
from remembrancer.core.principal import Principal
from remembrancer.items.conversation import Conversation
from remembrancer.jobs.port import LeasedJob, MadeDue, NewJob, WaitingJob
from remembrancer.jobs.schedule import LEISURELY, LOST_LEASE, WORKER
from remembrancer.store.dialect import among, pack
from remembrancer.store.jobs.jobs import FAILED, WAITING, JobReads, actor_from, is_unheld
from remembrancer.store.rows import in_order, iso, job_from, named, to_json
from remembrancer.store.schema import conversation, job
from remembrancer.store.statement import Build
from remembrancer.store.unit.unit_of_work import UnitOfWork


class JobWrites(JobReads):
    """Makes jobs due, and leases and finishes them."""

    def __init__(self, work: UnitOfWork) -> None:
        super().__init__(work)
        self._work = work

    def put(self, new: NewJob) -> str:
        """Makes a job due. A job that is already due stays one job, with the new time."""
        known = self._work.one(
            _known_job,
            kind=new.kind,
            key=new.key,
            owner=new.actor.name,
        )
        due_at = iso(new.due_at)
        if known is not None:
            self._work.made_due.append(MadeDue(known[1], new.kind, new.due_at))
            self._work.run(
                lambda: (
                    update(job)
                    .where(
                        job.c.space_n == bindparam("space_n"),
                        job.c.number == bindparam("known_n"),
                    )
                    .values(
                        due_at=bindparam("new_due_at"),
                        state=WAITING,
                        stamp=job.c.stamp + 1,
                        attempts=0,
                        every=bindparam("new_every"),
                        payload=bindparam("new_payload"),
                        actor=bindparam("new_actor"),
                    )
                ),
                known_n=known[0],
                new_due_at=due_at,
                new_every=new.every,
                new_payload=to_json(new.payload, "payload"),
                new_actor=_actor_text(new.actor),
            )
            return str(known[1])
        row = self._row(new)
        self._work.made_due.append(MadeDue(str(row["id"]), new.kind, new.due_at))
        self._work.pending.add("job", in_order(job, row))
        self._work.flush()
        return str(row["id"])

    def put_for(self, new: NewJob) -> str:
        self._work.touch()
        with self._work.connection.entered(self._work.space.number):
            return self.put(new)

    def join(self, new: NewJob) -> str:
        self._work.touch()
        with self._work.connection.entered(self._work.space.number):
            known = self._work.one(_joined, kind=new.kind, key=new.key, owner=new.actor.name)
            if known is None:
                return self.put(new)
            id, state, payload, lease_until = known
            asked = json.loads(payload)
            is_running = state == WAITING and (lease_until or "") > iso(self._work.scope.now)
            if is_running and new.payload.items() <= asked.items():
                self._work.made_due.append(MadeDue(id, new.kind, new.due_at))
                return str(id)
            return self.put(new._replace(payload={**asked, **new.payload}))

    def put_new(self, new: Sequence[NewJob], *, noticed_at: datetime) -> None:
        for one in new:
            row = self._row(one)
            self._work.made_due.append(MadeDue(str(row["id"]), one.kind, noticed_at))
            self._work.pending.add("job", in_order(job, row))

    def drop(self, jobs: Sequence[WaitingJob]) -> None:
        if jobs:
            self._direct_run(
                lambda: delete(job).where(
                    job.c.space_n == bindparam("space_n"),
                    among(job.c.number, "numbers"),
                    is_unheld(),
                ),
                numbers=pack([one.number for one in jobs]),
                now=iso(self._work.scope.now),
            )

    def _row(self, new: NewJob) -> dict[str, Any]:
        return {
            "number": self._work.number("job"),
            "space_n": self._work.space.number,
            "id": self._work.chance.id("job"),
            "kind": new.kind,
            "key": new.key,
            "owner": new.actor.name,
            "actor": _actor_text(new.actor),
            "payload": to_json(new.payload, "payload"),
            "priority": new.priority,
            "due_at": iso(new.due_at),
            "every": new.every,
            "state": WAITING,
            "stamp": 1,
            "attempts": 0,
            "worker": None,
            "lease_until": None,
            "error": None,
            "done": 0,
            "total": 0,
            "created_at": iso(self._work.scope.now),
        }

    def standing(self, kind: str) -> dict[str, tuple[str, str]]:
        """The id and the state of the jobs of a kind that nobody owns, by key."""
        rows = self._work.all(
            lambda: select(job.c.key, job.c.id, job.c.state).where(
                job.c.space_n == bindparam("space_n"),
                job.c.kind == bindparam("kind"),
                job.c.owner == bindparam("owner"),
            ),
            kind=kind,
            owner=WORKER.name,
        )
        return {key: (id, state) for key, id, state in rows}

    def scheduled(self, kind: str, key: str) -> str | None:
        known = self._work.one(_is_standing, kind=kind, key=key, owner=WORKER.name)
        return None if known is None else str(known[0])

    def make_due_once(self, kind: str, key: str, *, due_at: datetime | None = None) -> None:
        """Makes a job due, now or then, unless it already is: one job covers everything there is
        to do.

        The job runs for everybody, so nobody owns it. What it reads is not meant for the caller who
        started it.
        """
        self._work.touch()
        self._work.connection.enter(self._work.space.number)
        due, actor = due_at or self._work.scope.now, WORKER
        known = self._work.one(_is_standing, kind=kind, key=key, owner=actor.name)
        if known is not None and known[1] != FAILED:
            self._work.made_due.append(MadeDue(known[0], kind, due))
        else:
            self.put(NewJob(kind, key, actor, due, priority=LEISURELY))

    def hasten(self, kind: str, started: Conversation, *, whatever_subject: bool) -> None:
        """Makes the caller's jobs on other conversations due now: those of the subject, or all."""
        count = self._work.run(
            lambda: _hasten(whatever_subject),
            whatever_subject,
            wanted_kind=kind,
            but=started.id,
            now=iso(self._work.scope.now),
            **({} if whatever_subject else {"subject": started.subject}),
        )
        if count:
            self._work.made_due.append(MadeDue(None, kind, self._work.scope.now))

    def remove(self, id: str) -> bool:
        return bool(
            self._work.run(
                lambda: delete(job).where(self.own_jobs(), job.c.id == bindparam("job_id")),
                job_id=id,
            )
        )

    def retry(self, ids: Collection[str] | None) -> int:
        """Makes failed jobs due again: those with these ids, or all that the caller may see."""

        def build() -> Any:
            query = update(job).where(self.own_jobs(), job.c.state == FAILED)
            if ids is not None:
                query = query.where(among(job.c.id, "ids"))
            return query.values(
                state=WAITING, attempts=0, due_at=bindparam("now"), stamp=job.c.stamp + 1
            )

        count = self._work.run(
            build,
            ids is None,
            now=iso(self._work.scope.now),
            **({} if ids is None else {"ids": pack(sorted(ids))}),
        )
        if count:
            self._work.made_due.append(MadeDue(None, None, self._work.scope.now))
        return count

    # -- leases

    def claim(
        self, kinds: Collection[str], *, worker: str, until: datetime, ids: Collection[str] | None
    ) -> LeasedJob | None:
        """The most urgent job that nobody holds, now leased to the worker."""
        now = iso(self._work.scope.now)
        while True:
            row = self._direct_one(
                lambda: _next_job(among_ids=ids is not None),
                ids is None,
                now=now,
                kinds=pack(sorted(kinds)),
                **({} if ids is None else {"ids": pack(sorted(ids))}),
            )
            if row is None:
                return None
            found = named(job, row)
            if found["attempts"] < JOB_ATTEMPTS_MAX:
                break
            # Every worker of this job ended without a report, so another attempt could end more of
            # them.
            self._set(found["number"], state=FAILED, error=LOST_LEASE, lease_until=None)
        self._set(
            found["number"],
            worker=worker,
            lease_until=iso(until),
            attempts=found["attempts"] + 1,
            done=0,
            total=0,
        )
        taken = {**found, "attempts": found["attempts"] + 1, "lease_until": iso(until)}
        return LeasedJob(
            number=found["number"],
            stamp=found["stamp"],
            worker=worker,
            actor=actor_from(found["owner"], found["actor"]),
            job=job_from(taken, self._work.scope.now),
        )

    def renew(self, claim: LeasedJob, *, until: datetime, done: int, total: int) -> bool:
        """Renews the lease; False: it expired, and another worker has the job."""
        return self._set_leased(claim, lease_until=iso(until), done=done, total=total)

    def release(
        self, claim: LeasedJob, *, due_at: datetime, error: str | None, is_failed: bool
    ) -> bool:
        """Gives the job back unfinished: due at a given time, or failed for good."""
        stamp = self._leased_stamp(claim)
        if stamp is None:
            return False
        if stamp != claim.stamp:
            # The job was made due again meanwhile, so its new time and attempt count stay.
            return self._set_leased(claim, worker=None, lease_until=None, error=error)
        attempts = {} if error is not None else {"attempts": claim.job.attempts - 1}
        return self._set_leased(
            claim,
            worker=None,
            lease_until=None,
            due_at=iso(due_at),
            error=error,
            state=FAILED if is_failed else WAITING,
            **attempts,
        )

    def finish(
        self, claim: LeasedJob, *, next_due: datetime | None, note: str | None = None
    ) -> None:
        """Finishes the job in its unit of work. If it was made due again, it stays due."""
        stamp = self._leased_stamp(claim)
        if stamp is None:
            raise WorkTaken(
                f"{claim.job.id} is not this worker's any more: its lease ran out and another "
                "took over, or the work was called off. What was not stored yet is undone."
            )
        again = {"worker": None, "lease_until": None, "attempts": 0, "error": note}
        if stamp != claim.stamp:
            self._set_leased(claim, **again)
        elif next_due is not None:
            self._set_leased(claim, due_at=iso(next_due), **again)
        else:
            self._direct_run(
                lambda: delete(job).where(*_is_leased()),
                held_n=claim.number,
                worker=claim.worker,
            )

    def _leased_stamp(self, claim: LeasedJob) -> int | None:
        """The stamp of a job that is still leased to the worker. Its row stays locked."""
        row = self._direct_one(
            lambda: select(job.c.stamp).where(*_is_leased()).with_for_update(),
            held_n=claim.number,
            worker=claim.worker,
        )
        return None if row is None else int(row[0])

    def _set_leased(self, claim: LeasedJob, **values: Any) -> bool:
        """Sets columns of a job that is still leased to the worker."""
        names = tuple(sorted(values))
        return bool(
            self._direct_run(
                lambda: (
                    update(job)
                    .where(*_is_leased())
                    .values({name: bindparam(f"new_{name}") for name in names})
                ),
                names,
                held_n=claim.number,
                worker=claim.worker,
                **{f"new_{name}": value for name, value in values.items()},
            )
        )

    def _set(self, number: int, **values: Any) -> None:
        names = tuple(sorted(values))
        self._direct_run(
            lambda: (
                update(job)
                .where(job.c.space_n == bindparam("space_n"), job.c.number == bindparam("held_n"))
                .values({name: bindparam(f"new_{name}") for name in names})
            ),
            names,
            held_n=number,
            **{f"new_{name}": value for name, value in values.items()},
        )

    # Leases are taken and renewed without waiting for the head of the ledger.

    def _direct_one(self, build: Build, /, *variant: Hashable, **values: Any) -> Any:
        return self._work.connection.one(*self._work.question(build, *variant, **values))

    def _direct_run(self, build: Build, /, *variant: Hashable, **values: Any) -> int:
        return self._work.connection.run(*self._work.question(build, *variant, **values))


def _known_job() -> Select[Any]:
    return (
        select(job.c.number, job.c.id)
        .where(
            job.c.space_n == bindparam("space_n"),
            job.c.kind == bindparam("kind"),
            job.c.key == bindparam("key"),
            job.c.owner == bindparam("owner"),
        )
        # A worker finishes jobs without the chain's head. Unlocked, the job could be deleted after
        # it was found, and would not be due.
        .with_for_update()
    )


def _joined() -> Select[Any]:
    return (
        select(job.c.id, job.c.state, job.c.payload, job.c.lease_until)
        .where(
            job.c.space_n == bindparam("space_n"),
            job.c.kind == bindparam("kind"),
            job.c.key == bindparam("key"),
            job.c.owner == bindparam("owner"),
        )
        .with_for_update()  # as above: whoever finishes it waits for who joins it
    )


def _is_standing() -> Select[Any]:
    return select(job.c.id, job.c.state).where(
        job.c.space_n == bindparam("space_n"),
        job.c.kind == bindparam("kind"),
        job.c.key == bindparam("key"),
        job.c.owner == bindparam("owner"),
    )


def _hasten(whatever_subject: bool) -> Any:
    told = select(conversation.c.id).where(
        conversation.c.space_n == job.c.space_n,
        conversation.c.owner == job.c.owner,
        conversation.c.id == job.c.key,
    )
    if not whatever_subject:
        told = told.where(conversation.c.subject.is_not_distinct_from(bindparam("subject")))
    return (
        update(job)
        .where(
            job.c.space_n == bindparam("space_n"),
            job.c.kind == bindparam("wanted_kind"),
            job.c.owner == bindparam("viewer"),
            job.c.key != bindparam("but"),
            job.c.state == WAITING,
            job.c.due_at > bindparam("now"),
            told.exists(),
        )
        .values(due_at=bindparam("now"))
    )


def _is_leased() -> tuple[ColumnElement[bool], ...]:
    return (
        job.c.space_n == bindparam("space_n"),
        job.c.number == bindparam("held_n"),
        job.c.worker == bindparam("worker"),
    )


def _next_job(*, among_ids: bool) -> Select[Any]:
    query = select(job).where(
        job.c.space_n == bindparam("space_n"),
        job.c.due_at <= bindparam("now"),
        is_unheld(),
        among(job.c.kind, "kinds"),
    )
    if among_ids:
        query = query.where(among(job.c.id, "ids"))
    return (
        query.order_by(job.c.priority.desc(), job.c.due_at, job.c.number)
        .limit(1)
        .with_for_update(skip_locked=True)
    )


def _actor_text(actor: Principal) -> str:
    rights = {
        "kind": actor.kind.value,
        "roles": sorted(role.value for role in actor.roles),
        "groups": sorted(actor.groups),
    }
    return json.dumps(rights)
