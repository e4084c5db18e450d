"""What initializers make and how they are written as JSON. The same code runs on the reference:

    python tests/initializer/cases.py > tests/data/initializer_values.json
"""
import json
import sys
import warnings

# (initializer, arguments, shape)
WEIGHTS = [
    ("Zero", {}, (2, 3)),
    ("One", {}, (4,)),
    ("Constant", {"value": 1.5}, (2, 2)),
    ("Constant", {"value": [[1, 2], [3, 4]]}, (2, 2)),
    ("Bilinear", {}, (1, 2, 4, 4)),
    ("Bilinear", {}, (2, 1, 3, 5)),
    ("LSTMBias", {"forget_bias": 2.0}, (12,)),
    ("LSTMBias", {}, (8,)),
]
# (mode, layers, bidirectional, inputs)
PACKED = [
    ("lstm", 2, True, 3), ("gru", 1, False, 2), ("rnn_tanh", 3, False, 4), ("rnn_relu", 1, True, 1),
]  # fmt: skip
NAMES = [
    "fc_weight", "fc_bias", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var",
    "x_moving_inv_var", "x_moving_avg", "q_min", "q_max", "stn_loc_weight", "upsampling_weight",
    "fc_bias_quantize", "other",
]  # fmt: skip
DUMPS = [
    ("Zero", {}), ("Normal", {}), ("Normal", {"sigma": 0.5}), ("Uniform", {"scale": 2}),
    ("Orthogonal", {}), ("Xavier", {"factor_type": "in", "magnitude": 2.34}), ("MSRAPrelu", {}),
    ("Bilinear", {}), ("LSTMBias", {}), ("Constant", {"value": 3}),
    ("FusedRNN", {"init": None, "num_hidden": 3, "num_layers": 2, "mode": "gru"}),
]


def packed_size(mode, layers, bidirectional, inputs, hidden=2):
    gates = {"lstm": 4, "gru": 3}.get(mode, 1)
    ways = 1 + bidirectional
    upper = (layers - 1) * (hidden + ways * hidden + 2)
    return ways * hidden * gates * (inputs + hidden + 2 + upper)


def numbered(mx):
    """Make an initializer that fills its n-th array with n, except biases, which become 0."""

    class Numbered(mx.init.Initializer):
        def __init__(self):
            super().__init__()
            self.names = []

        def _init_weight(self, name, arr):
            self.names.append([str(name), list(arr.shape)])
            arr[:] = len(self.names)

    return Numbered()


def results(mx):
    """Return what the initializers make, as nested lists."""
    found = {"weights": [], "packed": [], "names": [], "dumps": []}
    for name, arguments, shape in WEIGHTS:
        if isinstance(arguments.get("value"), list):
            arguments = {"value": mx.nd.array(arguments["value"])}
        array = mx.nd.empty(shape)
        getattr(mx.init, name)(**arguments)(mx.init.InitDesc("a_weight"), array)
        found["weights"].append(array.asnumpy().tolist())
    for mode, layers, bidirectional, inputs in PACKED:
        array = mx.nd.zeros((packed_size(mode, layers, bidirectional, inputs),))
        cell = mx.init.FusedRNN(None, 2, layers, mode, bidirectional, forget_bias=0.5)
        parts = numbered(mx)
        desc = mx.init.InitDesc("rnn_parameters", {"__init__": cell.dumps()})
        parts(desc, array)
        found["packed"].append([parts.names, array.asnumpy().tolist()])
    for name in NAMES:
        both = []
        for desc in (mx.init.InitDesc(name), name):
            array = mx.nd.full((1, 1, 2, 2), 9)
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)
                    mx.init.Constant(5)(desc, array)
                both.append(array.asnumpy().ravel().tolist())
            except ValueError as error:
                both.append(str(error))
        found["names"].append(both)
    for name, arguments in DUMPS:
        found["dumps"].append(getattr(mx.init, name)(**arguments).dumps())
    return found


if __name__ == "__main__":
    import mxnet

    lines = []
    for kind, values in results(mxnet).items():
        lines.append(f'"{kind}": [\n' + ",\n".join(json.dumps(value) for value in values) + "\n]")
    made = f"made by tests/initializer/cases.py on MXNet {mxnet.__version__}"
    sys.stdout.write(f'{{\n"_": "{made}",\n' + ",\n".join(lines) + "\n}\n")
