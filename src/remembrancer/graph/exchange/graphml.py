"""GraphML: the graph as XML with typed attributes, as Gephi, yEd and NetworkX read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

_NAMESPACE: Final = "http://graphml.graphdrawing.org/xmlns"
_LONG_MAX: Final = 1 << 63
# What XML 1.0 cannot hold, whatever way it is written.
_NO_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE_FIELDS: Final = ("kind", "name", "external_id", "aliases", "audience", "is_personal", "trust")
_EDGE_FIELDS: Final = (
    *("type", "confidence", "evidence", "timestamp", "valid_from", "valid_until", "audience"),
    *("is_personal", "trust"),
)


class GraphmlKeys:
    """The attributes of nodes and edges, each with the type that holds all its values."""

    def __init__(self) -> None:
        self._types: dict[tuple[str, str], str] = {}

    def note(self, record: Mapping[str, Any]) -> None:
        sort = _sort(record)
        for name, value in _values(record):
            known = self._types.get((sort, name))
            self._types[sort, name] = _joined(known, _type(value))

    def declared(self) -> Iterator[str]:
        for (sort, name), (id, type) in self.ids().items():
            yield (
                f"  <key id={_quoted(id)} for={_quoted(sort)} attr.name={_quoted(name)} "
                f"attr.type={_quoted(type)}/>"
            )

    def ids(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Id and type by sort and name."""
        return {key: (f"d{place}", type) for place, (key, type) in enumerate(self._types.items())}


def graphml(keys: GraphmlKeys, records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The lines of a document."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<graphml xmlns="{_NAMESPACE}">'
    yield from keys.declared()
    yield '  <graph id="G" edgedefault="directed">'
    ids = keys.ids()
    for record in records:
        sort = _sort(record)
        named = f"id={_quoted(record['id'])}"
        if sort == "edge":
            named += f" source={_quoted(record['source'])} target={_quoted(record['target'])}"
        yield f"    <{sort} {named}>"
        for name, value in _values(record):
            id, type = ids[sort, name]
            yield f"      <data key={_quoted(id)}>{_text(value, type)}</data>"
        yield f"    </{sort}>"
    yield "  </graph>"
    yield "</graphml>"


def _sort(record: Mapping[str, Any]) -> str:
    return "edge" if record["record"] == "edge" else "node"


def _values(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Fields and attributes; an attribute with the name of a field is told as `attr.name`."""
    own = _EDGE_FIELDS if record["record"] == "edge" else _NODE_FIELDS
    for name in own:
        if record.get(name) not in (None, []):
            yield name, record[name]
    if record["record"] == "item":
        yield "is_item", True
    for name, value in record.get("attrs", {}).items():
        if value is not None:
            yield (f"attr.{name}" if name in (*own, "is_item") else name), value


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long" if -_LONG_MAX <= value < _LONG_MAX else "string"
    return "double" if isinstance(value, float) else "string"


def _joined(known: str | None, new: str) -> str:
    if known is None or known == new:
        return new
    return "double" if {known, new} == {"long", "double"} else "string"


def _text(value: Any, type: str) -> str:
    if isinstance(value, str):
        return _escaped(value)
    if type == "double":
        return repr(float(value))
    return _escaped(json.dumps(value, ensure_ascii=False))


def _escaped(text: str) -> str:
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", text), {"\r": "&#13;"})


def _quoted(text: str) -> str:
    return quoteattr(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", text))
