"""Writes the graph of a BERT encoder anew, so that it multiplies 8-bit integers.

The file holds 8-bit weights, converts all of them to floats before it multiplies, and computes
attention in many small steps. The new graph has the same weights. It multiplies integers, each
token rounded with a scale of its own, so that a vector does not depend on the other texts of its
batch. It converts only the vocabulary rows that a text needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from remembrancer.llm.onnx_format import FLOAT, INT32, INT64, GraphWriter, OnnxValue, read_graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Tensors = dict[str, NDArray[Any]]

IDS, MASK, STATES = "input_ids", "attention_mask", "last_hidden_state"

HEADS = 12
_EPSILON = 1e-12  # of layer normalisation
_LEVELS = 127  # of a rounded number, on either side of zero
_MIDDLE = 128  # what zero becomes: the operator takes unsigned numbers
_LEAST = 1e-9  # of a token's scale

_CONTRIBUTED = "com.microsoft"  # the domain of onnxruntime's own operators
_OPERATORS = {"": 18, _CONTRIBUTED: 1}
_PRODUCTS = 6  # of a layer: query, key, value, what attention gives, up, down

_EMBEDDINGS = "inner.embeddings."
_LAYER = "inner.encoder.layer.{}."


def quantised_encoder(model: bytes) -> bytes:
    """The model with all its products computed in integers. Its inputs are ids and mask."""
    nodes, tensors = read_graph(model)
    weights = [
        node.inputs[1]
        for node in nodes
        if node.operator == "MatMul" and f"{node.inputs[1]}_q" in tensors
    ]
    width = len(tensors[f"{_EMBEDDINGS}LayerNorm.bias"])
    made = _Encoder(tensors)
    state = made.embedded()
    last = len(weights) // _PRODUCTS - 1
    for number in range(last + 1):
        used = weights[number * _PRODUCTS : (number + 1) * _PRODUCTS]
        name = STATES if number == last else f"state {number}"
        state = made.layer(name, number, state, used, width)
    shape = ("texts", "tokens")
    return made.graph.model(
        [OnnxValue(IDS, INT64, shape), OnnxValue(MASK, INT64, shape)],
        [OnnxValue(STATES, FLOAT, (*shape, width))],
        _OPERATORS,
    )


class _Encoder:
    """Writes the parts of the graph, each with the name of what it gives."""

    def __init__(self, tensors: Tensors) -> None:
        import numpy

        self.graph = GraphWriter()
        self._tensors = tensors
        self._scale = self._constant("scale", numpy.float32(1 / _LEVELS))
        self._middle = self._constant("middle", numpy.uint8(_MIDDLE))
        self._least = self._constant("least", numpy.float32(_LEAST))
        self._last_axis = self.graph.tensor("last axis", numpy.array([-1]))

    def _constant(self, name: str, value: Any) -> str:
        return self.graph.tensor(name, value.reshape(()))

    def embedded(self) -> str:
        """What the tokens mean without their neighbours, and how many tokens each text has."""
        import numpy

        graph, tensors = self.graph, self._tensors
        words = f"{_EMBEDDINGS}word_embeddings.weight"
        rows = graph.tensor("words", tensors[f"{words}_q"])
        scales = graph.tensor("word scales", tensors[f"{words}_scale"])
        graph.node("Gather", [rows, IDS], "rows", axis=0)
        graph.node("Cast", ["rows"], "row floats", to=FLOAT)
        graph.node("Gather", [scales, IDS], "row scales", axis=0)
        graph.node("Mul", ["row floats", "row scales"], "row values")
        places = f"{_EMBEDDINGS}position_embeddings.weight"
        kind = tensors[f"{_EMBEDDINGS}token_type_embeddings.weight"][0]  # one text, no second one
        values = tensors[f"{places}_q"] * tensors[f"{places}_scale"] + kind
        graph.tensor("places", values.astype(numpy.float32))
        for number in (0, 1, 2):
            graph.tensor(f"number {number}", numpy.array([number]))
        graph.node("Shape", [IDS], "shape")
        graph.node("Slice", ["shape", "number 1", "number 2"], "longest")
        graph.node("Slice", ["places", "number 0", "longest", "number 0"], "places used")
        graph.node("Add", ["row values", "places used"], "placed")
        graph.node("Cast", [MASK], "mask", to=INT32)
        graph.node("ReduceSum", ["mask", "number 1"], "lengths", keepdims=0)
        return self._normalised("embedded", "placed", f"{_EMBEDDINGS}LayerNorm")

    def layer(
        self, output: str, number: int, state: str, weights: Sequence[str], width: int
    ) -> str:
        """Attention and two products, each added to what it was made of."""
        import numpy

        graph, part, name = self.graph, _LAYER.format(number), f"layer {number}"
        attended, up, down = weights[3:]
        each = [f"{name} query", f"{name} key", f"{name} value"]
        graph.tensor(f"{name} widths", numpy.array([width] * 3))
        joined = self._product(f"{name} joined", state, weights[:3])
        graph.node("Split", [joined, f"{name} widths"], *each, axis=-1)
        kinds = ("query", "key", "value")
        biases = [self._tensors[f"{part}attention.self.{kind}.bias"] for kind in kinds]
        bias = graph.tensor(f"{name} biases", numpy.concatenate(biases))
        heard = graph.node(
            "MultiHeadAttention",
            [*each, bias, "lengths"],
            f"{name} heard",
            domain=_CONTRIBUTED,
            num_heads=HEADS,
        )
        told = self._product(f"{name} told", heard, [attended])
        state = self._added(f"{name} attention", told, state, f"{part}attention.output")
        wide = self._product(f"{name} wide", state, [up])
        bias = self._copied(f"{part}intermediate.dense.bias")
        bent = graph.node("BiasGelu", [wide, bias], f"{name} bent", domain=_CONTRIBUTED)
        narrow = self._product(f"{name} narrow", bent, [down])
        return self._added(output, narrow, state, f"{part}output")

    def _product(self, name: str, state: str, weights: Sequence[str]) -> str:
        """The state, rounded token by token, times the weights side by side; without a bias."""
        import numpy

        graph, tensors = self.graph, self._tensors
        graph.node("ReduceMax", [state, self._last_axis], f"{name} high", keepdims=1)
        graph.node("ReduceMin", [state, self._last_axis], f"{name} low", keepdims=1)
        graph.node("Neg", [f"{name} low"], f"{name} depth")
        graph.node("Max", [f"{name} high", f"{name} depth", self._least], f"{name} size")
        graph.node("Div", [state, f"{name} size"], f"{name} share")
        graph.node("QuantizeLinear", [f"{name} share", self._scale, self._middle], f"{name} levels")
        values = numpy.concatenate([tensors[f"{one}_q"] for one in weights], axis=1)
        scales = numpy.concatenate([tensors[f"{one}_scale"] for one in weights], axis=1)
        held = graph.tensor(f"{name} weights", values)
        scale = graph.tensor(f"{name} scales", scales.reshape(-1))
        graph.node(
            "MatMulIntegerToFloat",
            [f"{name} levels", held, self._scale, scale, self._middle],
            f"{name} product",
            domain=_CONTRIBUTED,
        )
        return graph.node("Mul", [f"{name} product", f"{name} size"], name)

    def _added(self, name: str, change: str, state: str, part: str) -> str:
        # The operator that does all of this in one step is slower than the steps.
        graph = self.graph
        graph.node("Add", [change, state], f"{name} sum")
        graph.node("Add", [f"{name} sum", self._copied(f"{part}.dense.bias")], f"{name} with bias")
        return self._normalised(name, f"{name} with bias", f"{part}.LayerNorm")

    def _normalised(self, name: str, state: str, part: str) -> str:
        factors, bias = self._copied(f"{part}.weight"), self._copied(f"{part}.bias")
        return self.graph.node(
            "LayerNormalization", [state, factors, bias], name, axis=-1, epsilon=_EPSILON
        )

    def _copied(self, name: str) -> str:
        return self.graph.tensor(name, self._tensors[name])
