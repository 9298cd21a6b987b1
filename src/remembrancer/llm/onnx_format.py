"""Reads and writes the protocol buffer fields of an ONNX model. It needs no extra package."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLOAT, UINT8, INT8, INT32, INT64 = 1, 2, 3, 6, 7  # of a tensor

# Field numbers of the ONNX format.
_MODEL_VERSION, _MODEL_GRAPH, _MODEL_OPERATORS = 1, 7, 8
_DOMAIN_NAME, _DOMAIN_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_NAME, _GRAPH_TENSOR, _GRAPH_INPUT, _GRAPH_OUTPUT = 1, 2, 5, 11, 12
_NODE_INPUT, _NODE_OUTPUT, _NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 1, 2, 4, 5, 7
_ATTRIBUTE_NAME, _ATTRIBUTE_FLOAT, _ATTRIBUTE_INTEGER, _ATTRIBUTE_TYPE = 1, 2, 3, 20
_TENSOR_SIZE, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_BYTES = 1, 2, 8, 9
_VALUE_NAME, _VALUE_TYPE = 1, 2
_TYPE_TENSOR, _TYPE_ELEMENT, _TYPE_SHAPE = 1, 1, 2
_SHAPE_DIMENSION, _DIMENSION_SIZE, _DIMENSION_NAME = 1, 1, 2

_TYPE_FLOAT, _TYPE_INTEGER = 1, 2  # of an attribute
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types
_FORMAT_VERSION = 8
_NEGATIVE = 1 << 64  # a negative number is written as its complement

_NUMPY_TYPES = {FLOAT: "<f4", UINT8: "u1", INT8: "i1", INT32: "<i4", INT64: "<i8"}
_TYPES = {"float32": FLOAT, "uint8": UINT8, "int8": INT8, "int32": INT32, "int64": INT64}


class OnnxNode(NamedTuple):
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class OnnxValue(NamedTuple):
    """An input or output of a graph."""

    name: str
    type: int
    shape: tuple[int | str, ...]  # a word: any length


def read_graph(model: bytes) -> tuple[list[OnnxNode], dict[str, NDArray[Any]]]:
    """The nodes of a model in order, and its tensors by name."""
    nodes: list[OnnxNode] = []
    tensors: dict[str, NDArray[Any]] = {}
    for number, value in _fields(memoryview(model)):
        if number != _MODEL_GRAPH or not isinstance(value, memoryview):
            continue
        for part, content in _fields(value):
            if part == _GRAPH_NODE and isinstance(content, memoryview):
                nodes.append(_node(content))
            elif part == _GRAPH_TENSOR and isinstance(content, memoryview):
                tensors.update(_tensor(content))
    return nodes, tensors


class GraphWriter:
    """Collects the nodes and tensors of a new model."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def tensor(self, name: str, values: NDArray[Any]) -> str:
        parts = [_field(_TENSOR_SIZE, length) for length in values.shape]
        parts += [_field(_TENSOR_TYPE, _TYPES[values.dtype.name]), _field(_TENSOR_NAME, name)]
        parts.append(_field(_TENSOR_BYTES, values.tobytes()))
        self._parts.append(_field(_GRAPH_TENSOR, b"".join(parts)))
        return name

    def node(
        self,
        operator: str,
        inputs: Sequence[str],
        *outputs: str,
        domain: str = "",
        **attributes: int | float,
    ) -> str:
        """Adds a node and returns the name of its first output."""
        parts = [_field(_NODE_INPUT, name) for name in inputs]
        parts += [_field(_NODE_OUTPUT, name) for name in outputs]
        parts.append(_field(_NODE_OPERATOR, operator))
        parts += [
            _field(_NODE_ATTRIBUTE, _attribute(name, value)) for name, value in attributes.items()
        ]
        if domain:
            parts.append(_field(_NODE_DOMAIN, domain))
        self._parts.append(_field(_GRAPH_NODE, b"".join(parts)))
        return outputs[0]

    def model(
        self,
        inputs: Sequence[OnnxValue],
        outputs: Sequence[OnnxValue],
        operators: Mapping[str, int],
    ) -> bytes:
        """The whole model; `operators` has the version of each operator domain."""
        graph = [*self._parts, _field(_GRAPH_NAME, "graph")]
        graph += [_field(_GRAPH_INPUT, _value(one)) for one in inputs]
        graph += [_field(_GRAPH_OUTPUT, _value(one)) for one in outputs]
        domains = [
            _field(_MODEL_OPERATORS, _field(_DOMAIN_NAME, name) + _field(_DOMAIN_VERSION, version))
            for name, version in operators.items()
        ]
        return b"".join(
            [
                _field(_MODEL_VERSION, _FORMAT_VERSION),
                _field(_MODEL_GRAPH, b"".join(graph)),
                *domains,
            ]
        )


def _node(data: memoryview) -> OnnxNode:
    texts: dict[int, list[str]] = {_NODE_INPUT: [], _NODE_OUTPUT: [], _NODE_OPERATOR: []}
    for number, value in _fields(data):
        if number in texts and isinstance(value, memoryview):
            texts[number].append(str(value, "utf-8"))
    (operator,) = texts[_NODE_OPERATOR]
    return OnnxNode(operator, tuple(texts[_NODE_INPUT]), tuple(texts[_NODE_OUTPUT]))


def _tensor(data: memoryview) -> dict[str, NDArray[Any]]:
    """The tensor by its name; nothing if its values are of another type or not kept as bytes."""
    import numpy

    name, type, size, content = "", 0, [], None
    for number, value in _fields(data):
        if isinstance(value, int):
            if number == _TENSOR_SIZE:
                size.append(value)
            elif number == _TENSOR_TYPE:
                type = value
        elif number == _TENSOR_NAME:
            name = str(value, "utf-8")
        elif number == _TENSOR_BYTES:
            content = value
    if content is None or type not in _NUMPY_TYPES:
        return {}
    return {name: numpy.frombuffer(content, _NUMPY_TYPES[type]).reshape(size)}


def _value(value: OnnxValue) -> bytes:
    shape = b"".join(
        _field(
            _SHAPE_DIMENSION,
            _field(_DIMENSION_SIZE if isinstance(one, int) else _DIMENSION_NAME, one),
        )
        for one in value.shape
    )
    tensor = _field(_TYPE_ELEMENT, value.type) + _field(_TYPE_SHAPE, shape)
    return _field(_VALUE_NAME, value.name) + _field(_VALUE_TYPE, _field(_TYPE_TENSOR, tensor))


def _attribute(name: str, value: int | float) -> bytes:
    if isinstance(value, int):
        said = _field(_ATTRIBUTE_INTEGER, value % _NEGATIVE)
        return _field(_ATTRIBUTE_NAME, name) + said + _field(_ATTRIBUTE_TYPE, _TYPE_INTEGER)
    said = _number(_ATTRIBUTE_FLOAT << 3 | _FIXED32) + struct.pack("<f", value)
    return _field(_ATTRIBUTE_NAME, name) + said + _field(_ATTRIBUTE_TYPE, _TYPE_FLOAT)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: number and value."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        value: int | memoryview
        if key & 7 == _VARINT:
            value, place = _varint(data, place)
        else:
            length = {_FIXED64: 8, _FIXED32: 4}.get(key & 7)
            if length is None:
                length, place = _varint(data, place)
            value, place = data[place : place + length], place + length
        yield key >> 3, value


def _varint(data: memoryview, place: int) -> tuple[int, int]:
    """A varint and the offset after it."""
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, place


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _number(number << 3 | _VARINT) + _number(value)
    content = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | _BYTES) + _number(len(content)) + content


def _number(value: int) -> bytes:
    groups = bytearray()
    while value > 127:
        groups.append(value & 127 | 128)
        value >>= 7
    groups.append(value)
    return bytes(groups)
