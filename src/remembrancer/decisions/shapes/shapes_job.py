"""The job that makes the vectors of a space's decisions and stores them.

It is due once somebody has asked for them and there are many, so that the next process need not
make them again.
"""

from __future__ import annotations

from remembrancer.decisions.shapes import structure
from remembrancer.decisions.shapes.kept_shapes import mark_of
from remembrancer.decisions.shapes.port import ShapesMark
from remembrancer.decisions.shapes.shape_index import ShapeIndex
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Task
from remembrancer.ports import Reader, Writer


def handle(task: Task) -> None:
    """Stores the vectors, made again if something was erased meanwhile."""
    scope = task.own_scope()

    def read(reader: Reader) -> tuple[ShapesMark, structure.Structure]:
        _, graph = structure.read(reader.projection.shared(), scope.space.preset)
        return mark_of(reader), graph

    is_stored = False
    while not is_stored:
        (mark, graph), _ = transactions.read(task.store, scope, read)
        task.report(0, len(graph.decisions))
        body = ShapeIndex.made_of(graph).as_bytes()

        def store(unit: Writer, mark: ShapesMark = mark, body: bytes = body) -> bool:
            if unit.projection.shared().is_unsettled_since(mark.position):
                task.keep(unit)
                return False
            unit.shapes.put(mark, body)
            task.finish(unit)
            return True

        is_stored = transactions.written(task.store, scope, store)
    task.report(len(graph.decisions), len(graph.decisions))
