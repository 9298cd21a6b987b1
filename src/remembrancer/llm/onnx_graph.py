"""Rewrites an ONNX graph so that it multiplies 8-bit integer weights directly.

The file holds 8-bit weights and converts all of them to floats before it multiplies. The rewritten
graph multiplies the integers, which halves the work, and converts only the vocabulary rows that a
text needs. The code edits protocol buffer fields directly and needs no extra package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numpy import float32, int8
    from numpy.typing import NDArray

# Block size of quantised activations: larger blocks are faster and less precise.
BLOCK = 128

_OPERATORS = "com.microsoft"  # the domain of MatMulNBits
_OPERATORS_VERSION = 1

# Field numbers of the ONNX format.
_MODEL_GRAPH, _MODEL_OPERATORS = 7, 8
_DOMAIN_NAME, _DOMAIN_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_TENSOR = 1, 5
_NODE_INPUT, _NODE_OUTPUT, _NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 1, 2, 4, 5, 7
_ATTRIBUTE_NAME, _ATTRIBUTE_INTEGER, _ATTRIBUTE_TYPE = 1, 3, 20
_TENSOR_SIZE, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_BYTES = 1, 2, 8, 9

_TYPE_INTEGER = 2  # of an attribute
_FLOAT, _UINT8 = 1, 2  # of a tensor

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types


class _Node(NamedTuple):
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class _Tensor(NamedTuple):
    size: tuple[int, ...]
    content: memoryview


def quantise_products(model: bytes) -> bytes:
    """The model with every product of 8-bit weights computed in integers."""
    parts: list[bytes | memoryview] = []
    for number, value, whole in _fields(memoryview(model)):
        if number == _MODEL_GRAPH and isinstance(value, memoryview):
            parts.append(_field(number, _graph(value)))
        else:
            parts.append(whole)
    operators = _field(_DOMAIN_NAME, _OPERATORS) + _field(_DOMAIN_VERSION, _OPERATORS_VERSION)
    parts.append(_field(_MODEL_OPERATORS, operators))
    return b"".join(parts)


def _graph(graph: memoryview) -> bytes:
    tensors: dict[str, _Tensor] = {}
    for number, value, _ in _fields(graph):
        if number == _GRAPH_TENSOR and isinstance(value, memoryview):
            name, tensor = _tensor(value)
            tensors[name] = tensor
    # A weight `w` is the product of `w_q`, whole numbers, and `w_scale`.
    weights = {name[:-2] for name in tensors if name.endswith("_q")}
    parts: list[bytes | memoryview] = []
    dropped: set[str] = set()
    for number, value, whole in _fields(graph):
        if number == _GRAPH_NODE and isinstance(value, memoryview):
            node = _node(value)
            if node.operator == "MatMul" and node.inputs[1] in weights:
                parts.append(_product(node, tensors))
                dropped |= {f"{node.inputs[1]}_q", f"{node.inputs[1]}_scale"}
                continue
            if node.operator == "Gather" and node.inputs[0] in weights:
                parts.append(_gathered_rows(node))
                continue
            if node.outputs[0] in weights or node.outputs[0].removesuffix("_f") in weights:
                continue  # the float weight, which is no longer used
        parts.append(whole)
    return b"".join(part for part in parts if not _is_tensor_of(part, dropped))


def _product(node: _Node, tensors: dict[str, _Tensor]) -> bytes:
    """The product as one MatMulNBits node, with the weight in its layout."""
    import numpy

    weight = node.inputs[1]
    rows, columns = tensors[f"{weight}_q"].size
    content: NDArray[int8] = numpy.frombuffer(tensors[f"{weight}_q"].content, dtype=numpy.int8)
    # The operator uses unsigned bytes and stores each column contiguously.
    counted = content.reshape(rows, columns).T.astype(numpy.int16) + 128
    blocks = rows // BLOCK
    scale: NDArray[float32] = numpy.frombuffer(
        tensors[f"{weight}_scale"].content, dtype=numpy.float32
    )
    attributes = {"K": rows, "N": columns, "bits": 8, "block_size": BLOCK, "accuracy_level": 4}
    return b"".join(
        [
            _new_tensor(
                f"{weight}_blocks",
                (columns, blocks, BLOCK),
                _UINT8,
                counted.astype(numpy.uint8).tobytes(),
            ),
            _new_tensor(
                f"{weight}_scales", (columns * blocks,), _FLOAT, scale.repeat(blocks).tobytes()
            ),
            _new_node(
                "MatMulNBits",
                (node.inputs[0], f"{weight}_blocks", f"{weight}_scales"),
                node.outputs[0],
                domain=_OPERATORS,
                **attributes,
            ),
        ]
    )


def _gathered_rows(node: _Node) -> bytes:
    """A node that converts only the requested rows to floats."""
    weight, wanted = node.inputs
    made = node.outputs[0]
    return b"".join(
        [
            _new_node("Gather", (f"{weight}_q", wanted), f"{made}_q", axis=0),
            _new_node("Cast", (f"{made}_q",), f"{made}_f", to=_FLOAT),
            _new_node("Gather", (f"{weight}_scale", wanted), f"{made}_scale", axis=0),
            _new_node("Mul", (f"{made}_f", f"{made}_scale"), made),
        ]
    )


def _node(data: memoryview) -> _Node:
    texts: dict[int, list[str]] = {_NODE_INPUT: [], _NODE_OUTPUT: [], _NODE_OPERATOR: []}
    for number, value, _ in _fields(data):
        if number in texts and isinstance(value, memoryview):
            texts[number].append(str(value, "utf-8"))
    (operator,) = texts[_NODE_OPERATOR]
    return _Node(operator, tuple(texts[_NODE_INPUT]), tuple(texts[_NODE_OUTPUT]))


def _tensor(data: memoryview) -> tuple[str, _Tensor]:
    name, size, content = "", [], memoryview(b"")
    for number, value, _ in _fields(data):
        if isinstance(value, int):
            if number == _TENSOR_SIZE:
                size.append(value)
        elif number == _TENSOR_NAME:
            name = str(value, "utf-8")
        elif number == _TENSOR_BYTES:
            content = value
    return name, _Tensor(tuple(size), content)


def _is_tensor_of(part: bytes | memoryview, names: set[str]) -> bool:
    """Whether a part of the graph is a tensor with one of these names."""
    if isinstance(part, bytes):
        return False
    ((number, value, _),) = _fields(part)
    if number != _GRAPH_TENSOR or not isinstance(value, memoryview):
        return False
    return _tensor(value)[0] in names


def _new_node(
    operator: str, inputs: Sequence[str], output: str, *, domain: str = "", **integers: int
) -> bytes:
    parts = [_field(_NODE_INPUT, name) for name in inputs]
    parts += [_field(_NODE_OUTPUT, output), _field(_NODE_OPERATOR, operator)]
    for name, value in integers.items():
        attribute = _field(_ATTRIBUTE_NAME, name) + _field(_ATTRIBUTE_INTEGER, value)
        parts.append(_field(_NODE_ATTRIBUTE, attribute + _field(_ATTRIBUTE_TYPE, _TYPE_INTEGER)))
    if domain:
        parts.append(_field(_NODE_DOMAIN, domain))
    return _field(_GRAPH_NODE, b"".join(parts))


def _new_tensor(name: str, size: Sequence[int], type: int, content: bytes) -> bytes:
    parts = [_field(_TENSOR_SIZE, length) for length in size]
    parts += [_field(_TENSOR_TYPE, type), _field(_TENSOR_NAME, name)]
    return _field(_GRAPH_TENSOR, b"".join([*parts, _field(_TENSOR_BYTES, content)]))


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview, memoryview]]:
    """The fields of a message: number, value and raw bytes."""
    place = 0
    while place < len(data):
        start = place
        key, place = _varint(data, place)
        value: int | memoryview
        if key & 7 == _VARINT:
            value, place = _varint(data, place)
        else:
            length = {_FIXED64: 8, _FIXED32: 4}.get(key & 7)
            if length is None:
                length, place = _varint(data, place)
            value, place = data[place : place + length], place + length
        yield key >> 3, value, data[start:place]


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
