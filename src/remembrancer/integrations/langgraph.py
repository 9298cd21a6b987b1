"""For LangGraph: a store of what graphs keep under a namespace and a key, and a seat at a desk."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotAvailable, NotFound
from remembrancer.core.limits import QUERY_CHARACTERS_MAX, RECALL_HITS_MAX
from remembrancer.core.texts.text import Name
from remembrancer.core.validation import check_name
from remembrancer.integrations.conditions import holds, is_met
from remembrancer.integrations.desk_seat import DeskSeat, OfferedTool, take_seat
from remembrancer.integrations.kept import ProgramMemory, as_data, from_data, readable
from remembrancer.items.delivered_text import harmless
from remembrancer.items.item import Item as Known
from remembrancer.memory import Memory
from remembrancer.ports import Clock

try:
    from langchain_core.tools import StructuredTool, ToolException
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        InvalidNamespaceError,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
        validate_op_namespace,
    )
except ImportError:
    raise NotAvailable(
        "To keep what LangGraph stores, install what it needs: "
        "pip install 'remembrancer[langgraph]'."
    ) from None

_KEY: Final = "langgraph_key"
_NAMESPACE: Final = "langgraph_namespace"  # its labels with dots between; no label has one
_TTL: Final = "langgraph_ttl"  # minutes
_INDEXED: Final = "langgraph_indexed"
_NAME: Final = TypeAdapter[str](Name)  # of what an item is about
_MINUTES_MAX: Final = 100 * 366 * 24 * 60  # a hundred years; later is no time that can be written

_Namespace = tuple[str, ...]
_Address = tuple[_Namespace, str]


def join_desk(
    memory: Memory,
    name: str,
    *,
    specializations: Sequence[str] = (),
    kinds: Sequence[str] = (),
    session: str | None = None,
) -> DeskSeat[StructuredTool]:
    """A seat at the desk: bind its `tools` to a model and a `ToolNode`, and begin with its
    `instructions`.

    Its tools push, pull, challenge, take positions and look up the credibility of this agent, and
    of no other. Take a new seat before each run: the instructions tell what was shared by then.
    """

    def wrap(tool: OfferedTool) -> StructuredTool:
        def act(**arguments: Any) -> str:
            try:
                return json.dumps(tool.call(arguments), ensure_ascii=False)
            except (InvalidInput, Forbidden, Conflict, NotFound) as error:
                raise ToolException(harmless(str(error))) from error

        return StructuredTool(
            name=tool.name,
            description=tool.description,
            args_schema=tool.parameters,
            func=act,
            handle_tool_error=True,  # the model is told, and may try again
        )

    return take_seat(
        memory, name, wrap, specializations=specializations, kinds=kinds, session=session
    )


class RemembrancerStore(BaseStore):
    """Give it to a graph as its `store`. It acts as the memory's principal, without an
    admin's rights.

    What is put is an item about its namespace, or about `subject`; further fields, such as
    `is_personal` or `kind`, count for every item. `index` names the parts of a value that are
    searched; without it all of them are.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: Memory,
        *,
        index: Sequence[str] | None = None,
        ttl: TTLConfig | None = None,
        subject: str | None = None,
        clock: Clock | None = None,
        **fields: Any,
    ) -> None:
        self.ttl_config = ttl
        self._program_memory = ProgramMemory(memory, "langgraph")
        self._memory = self._program_memory.memory
        self._index = index
        self._subject = subject
        self._fields = fields
        self._clock = clock or (lambda: datetime.now(UTC))
        self._lock = threading.Lock()  # a key is looked for and then written

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Results in the order of the operations. Reads see what was there before the writes."""
        listed = list(ops)
        for op in listed:  # a bad one leaves nothing of the others behind
            _check_namespaces(op)
        results: list[Result] = []
        puts: dict[_Address, PutOp] = {}
        for op in listed:
            if isinstance(op, PutOp):
                puts[op.namespace, op.key] = op  # the last one counts
                results.append(None)
            else:
                results.append(self._read(op))
        self._write(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same for async code, on a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    # -- reading

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = next(filter(self._lives, self._kept(op.namespace, op.key)), None)
            if found is None:
                return None
            self._used([found], op.refresh_ttl)
            return Item(**_parts(found))
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"Unknown operation type: {type(op)}")

    def _about(self, namespace: _Namespace) -> str:
        return self._subject or ".".join(namespace)

    def _kept(self, namespace: _Namespace, key: str) -> Iterator[Known]:
        if not namespace:
            return iter(())
        names = {_NAMESPACE: ".".join(namespace), _KEY: key}
        return self._program_memory.items(names, self._about(namespace))

    def _under(self, prefix: _Namespace) -> Iterator[Known]:
        return filter(self._lives, self._program_memory.items(_prefix(prefix), self._subject))

    def _lives(self, item: Known) -> bool:
        """Whether its time is not over. What waits for review does not expire in the memory, and
        is gone for a graph all the same."""
        return item.expires_at is None or item.expires_at > self._clock()

    def _search(self, op: SearchOp) -> list[SearchItem]:
        last = op.offset + op.limit
        result: dict[_Address, tuple[Known, float | None]] = {}
        for item, score in self._candidates(op, last):
            if len(result) >= last:
                break
            value, address = from_data(item.data), _address(item)
            if address not in result and holds(value, op.filter or {}):
                result[address] = item, score
        shown = list(result.values())[op.offset : last]
        self._used([item for item, _ in shown], op.refresh_ttl)
        return [SearchItem(**_parts(item), score=score) for item, score in shown]

    def _candidates(self, op: SearchOp, last: int) -> Iterator[tuple[Known, float | None]]:
        """What answers the query, the best first; then whatever else is there.

        Who gave a query compares scores, so what does not answer it has one as well: none at all.
        """
        query = readable(op.query or "", "")[:QUERY_CHARACTERS_MAX]
        if query and last > 0:
            hits = self._memory.recall(
                query,
                k=RECALL_HITS_MAX if op.filter else min(last, RECALL_HITS_MAX),
                subject=self._subject,
                metadata=self._program_memory.mark(
                    **{_INDEXED: True, **_prefix(op.namespace_prefix)}
                ),
                include=("items",),
            ).hits
            for hit in hits:
                try:
                    item = self._memory.get(hit.id)
                except NotFound:  # it went meanwhile
                    continue
                if self._lives(item) and self._program_memory.is_for_caller(item):
                    yield item, hit.score
        for item in self._under(op.namespace_prefix):
            yield item, 0.0 if query else None

    def _namespaces(self, op: ListNamespacesOp) -> list[_Namespace]:
        conditions = op.match_conditions or ()
        known = {_address(item)[0] for item in self._under(())}
        met = (value for value in known if all(is_met(each, value) for each in conditions))
        return sorted({value[: op.max_depth] for value in met})[op.offset : op.offset + op.limit]

    def _used(self, items: Iterable[Known], refresh: bool) -> None:
        """What is read lives on. Half of its time may pass first: each renewal is a write."""
        for item in items:
            minutes = item.metadata.get(_TTL)
            if not refresh or minutes is None or item.expires_at is None:
                continue
            if item.expires_at - self._clock() < timedelta(minutes=minutes) / 2:
                try:
                    self._memory.update(item.id, expires_at=self._until(minutes))
                except (Forbidden, Conflict, NotFound):
                    continue  # who may only read it does not renew it

    # -- writing

    def _write(self, puts: Mapping[_Address, PutOp]) -> None:
        if not puts:
            return
        with self._lock:
            fresh = []
            for (namespace, key), op in puts.items():
                known = list(self._kept(namespace, key))
                if op.value is None:
                    for one in known:
                        self._memory.dismiss(one.id, "Deleted by a graph.")
                elif known:
                    self._memory.update(known[0].id, **self._said(op, known[0]))
                else:
                    about = self._about(namespace)
                    fresh.append({**self._fields, "subject": about, **self._said(op)})
            if fresh:
                self._memory.add_many(fresh)

    def _said(self, op: PutOp, known: Known | None = None) -> dict[str, Any]:
        value = dict(op.value or {})
        names: dict[str, Any] = {
            _NAMESPACE: ".".join(op.namespace),
            _KEY: op.key,
            _INDEXED: op.index is not False,
        }
        for depth in range(1, len(op.namespace) + 1):
            names |= _prefix(op.namespace[:depth])
        if op.ttl is not None:
            names[_TTL] = op.ttl
        fields: dict[str, Any] = {
            "content": self._text(op, value),
            "data": as_data(value),
            "metadata": self._program_memory.mark(**names),
        }
        if op.ttl is not None:
            fields["expires_at"] = self._until(op.ttl)
        elif known is not None and _TTL in known.metadata:
            fields["expires_at"] = None
        return fields

    def _text(self, op: PutOp, value: dict[str, Any]) -> str:
        """What people read of it, and what is searched."""
        paths = self._index if op.index is None else op.index
        if paths is False:
            texts = []
        elif paths is None:
            texts = [f"{name}: {_line(part)}" for name, part in value.items()]
        else:
            texts = [text for path in paths for text in get_text_at_path(value, path)]
        return readable("\n".join(texts), f"{'.'.join(op.namespace)}: {op.key}")

    def _until(self, minutes: float) -> datetime:
        return self._clock() + timedelta(minutes=min(minutes, _MINUTES_MAX))


def _check_namespaces(op: Op) -> None:
    """Labels as LangGraph wants them; and they are names here, which have one line and an end."""
    validate_op_namespace(op)
    if isinstance(op, ListNamespacesOp):
        namespaces = [tuple(entry.path) for entry in op.match_conditions or ()]
    elif isinstance(op, SearchOp):
        namespaces = [op.namespace_prefix]
    else:
        namespaces = [op.namespace]
    for namespace in namespaces:
        if not namespace and isinstance(op, PutOp):
            raise InvalidNamespaceError("Namespace cannot be empty.")
        name = ".".join(namespace)
        if not name:
            continue
        try:
            check_name(name, "The namespace")
            _NAME.validate_python(name)
        except InvalidInput as error:
            raise InvalidNamespaceError(str(error)) from error
        except ValidationError:
            raise InvalidNamespaceError(
                f"The namespace {namespace!r} has a label with a control character. Remove it."
            ) from None


def _prefix(namespace: _Namespace) -> dict[str, str]:
    """How an item is marked that stands under it."""
    return {f"langgraph_{len(namespace)}": ".".join(namespace)} if namespace else {}


def _address(item: Known) -> _Address:
    return tuple(item.metadata[_NAMESPACE].split(".")), item.metadata[_KEY]


def _parts(item: Known) -> dict[str, Any]:
    namespace, key = _address(item)
    return {
        "value": from_data(item.data),
        "key": key,
        "namespace": namespace,
        "created_at": item.created_at,
        "updated_at": item.updated_at,
    }


def _line(part: Any) -> str:
    return part if isinstance(part, str) else json.dumps(part, ensure_ascii=False, default=str)
