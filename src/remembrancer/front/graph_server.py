"""The graph on a server: asked for, waited for, and told of."""

from __future__ import annotations

from typing import Final

from remembrancer.core.limits import JOBS_LISTED_MAX
from remembrancer.front.session import Session
from remembrancer.graph import server_job
from remembrancer.graph.port import GraphServerUnreachable
from remembrancer.graph.projections import Projections, ProjectionStatus
from remembrancer.graph.shared_projection import SharedProjection
from remembrancer.jobs import transactions
from remembrancer.jobs.job import Job
from remembrancer.jobs.schedule import GRAPH
from remembrancer.ports import Progress

_WHAT: Final = "Nothing is lost in the store; bringing the graph on its server up to date"


def bring_up_to_date(
    session: Session,
    projections: Projections,
    shared: SharedProjection,
    *,
    is_anew: bool,
    wait: bool,
    progress: Progress | None,
) -> ProjectionStatus:
    """Leaves a job, and does it here or waits for who does it, unless nobody wants to wait."""
    shared.check(session.scope(), is_anew=is_anew)
    engine = shared.dialect.value
    _, ids = session.write_noting(
        lambda unit, scope: server_job.ask_for(unit, scope, engine, is_anew=is_anew), kind=GRAPH
    )
    if wait:
        session.finish(ids, what=_WHAT, progress=progress)
        shared.resume(session.scope())
        return status(session, projections)
    if session.once is not None:
        session.once.settle()  # or the job is not there yet for who looks at it
    try:
        return status(session, projections)
    except GraphServerUnreachable:  # the job is due all the same
        return _unknown(session, shared)


def status(session: Session, projections: Projections) -> ProjectionStatus:
    """How far the projection is, with the work on it that waits, runs or failed."""
    found = session.read(projections.status)
    shared = projections.shared
    return found if shared is None else found.changed(job=_job(session, shared))


def _unknown(session: Session, shared: SharedProjection) -> ProjectionStatus:
    return ProjectionStatus(
        engine=shared.dialect.value,
        is_loaded=False,
        position=None,
        head=None,
        lag=None,
        nodes=0,
        edges=0,
        updated_at=None,
        job=_job(session, shared),
    )


def _job(session: Session, shared: SharedProjection) -> Job | None:
    """The job of the space for this engine. It is nobody's, so that admins alone are told."""
    if not session.principal.is_admin:
        return None
    listed, _ = transactions.read(
        session.shop.store,
        session.shop.scope(session.space),
        lambda reader: reader.jobs.page(limit=JOBS_LISTED_MAX, kind=GRAPH),
    )
    return next((job for job in listed if job.key == shared.dialect.value), None)
