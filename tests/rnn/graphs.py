"""Graphs that the cells unroll to. The same code runs on the reference to record their JSON's hash:

    python tests/rnn/graphs.py > tests/data/rnn_graphs.json
"""
import hashlib
import itertools
import json
import sys
import warnings

FUSED = ("rnn_relu", "rnn_tanh", "lstm", "gru")


def stack(rnn):
    cell = rnn.SequentialRNNCell()
    cell.add(rnn.LSTMCell(5, prefix="a_"))
    cell.add(rnn.DropoutCell(0.3))
    cell.add(rnn.ResidualCell(rnn.GRUCell(5, prefix="b_")))
    cell.add(rnn.ZoneoutCell(rnn.RNNCell(5, prefix="c_"), 0.2, 0.3))
    return cell


def stack_of_fused(rnn):
    cell = rnn.SequentialRNNCell()
    cell.add(rnn.FusedRNNCell(5, num_layers=1, mode="lstm", prefix="f_"))
    cell.add(rnn.DropoutCell(0.5))
    cell.add(rnn.BidirectionalCell(rnn.LSTMCell(5, prefix="l_"), rnn.LSTMCell(5, prefix="r_")))
    return cell


CELLS = {
    "rnn": lambda rnn: rnn.RNNCell(5),
    "rnn_relu": lambda rnn: rnn.RNNCell(5, activation="relu", prefix="r_"),
    "lstm": lambda rnn: rnn.LSTMCell(5, forget_bias=2.0),
    "gru": lambda rnn: rnn.GRUCell(5),
    "stack": stack,
    "bidirectional": lambda rnn: rnn.BidirectionalCell(rnn.LSTMCell(5, prefix="l_"),
                                                       rnn.GRUCell(5, prefix="r_")),
    "residual_bidirectional": lambda rnn: rnn.ResidualCell(rnn.BidirectionalCell(
        rnn.GRUCell(3, prefix="l_"), rnn.GRUCell(2, prefix="r_"), output_prefix="both_")),
    "stack_of_fused": stack_of_fused,
}
for _mode in FUSED:
    CELLS[f"fused_{_mode}"] = lambda rnn, mode=_mode: rnn.FusedRNNCell(
        5, num_layers=2, mode=mode, bidirectional=mode != "gru", dropout=0.5, get_next_state=True)
    CELLS[f"unfused_{_mode}"] = lambda rnn, mode=_mode: rnn.FusedRNNCell(
        5, num_layers=2, mode=mode, bidirectional=True, dropout=0.5, prefix="u_").unfuse()

MODIFIERS = {"residual": lambda rnn, cell: rnn.ResidualCell(cell),
             "zoneout": lambda rnn, cell: rnn.ZoneoutCell(cell, 0.2, 0.3)}
PLACES = ("alone", "stacked", "both")


def nested(rnn, chain, place):
    """Put modifiers around cells, alone, under a dropout, or one for each direction."""
    def chained(prefix):
        cell = rnn.LSTMCell(4, prefix=prefix)
        for modifier in reversed(chain.split("-")):
            cell = MODIFIERS[modifier](rnn, cell)
        return cell
    if place == "both":
        return rnn.BidirectionalCell(chained("l_"), chained("r_"))
    if place == "alone":
        return chained("c_")
    stacked = rnn.SequentialRNNCell()
    for cell in (chained("a_"), rnn.DropoutCell(0.1), chained("b_")):
        stacked.add(cell)
    return stacked


CONVOLUTIONAL = ("ConvRNNCell", "ConvLSTMCell", "ConvGRUCell")
OPTIONS = {"plain": {}, "strided": {"activation": "tanh", "h2h_kernel": (5, 3),
                                    "h2h_dilate": (1, 2), "i2h_stride": (2, 2)}}


def names():
    for cell in CELLS:
        for layout in ("NTC", "TNC"):
            for merge in (None, True, False):
                for kind in ("list", "one"):
                    yield f"{cell}/{layout}/{merge}/{kind}"
    for cell in CONVOLUTIONAL:
        for option in OPTIONS:
            yield f"{cell}/{option}"
    for depth in (1, 2, 3):
        for chain in itertools.product(MODIFIERS, repeat=depth):
            for place in PLACES:
                yield f"nested/{'-'.join(chain)}/{place}"
    yield "begin_state/Variable"
    yield "begin_state/zeros"


def joined(mx, outputs, states):
    parts = [outputs] if isinstance(outputs, mx.sym.Symbol) else list(outputs)
    for state in states:
        parts += state if isinstance(state, list) else [state]
    return mx.sym.Group(parts)


def build(mx, name):
    """Return the JSON of one graph."""
    kind, *rest = name.split("/")
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if kind == "begin_state":
            func = getattr(mx.sym, rest[0])
            return mx.sym.Group(mx.rnn.LSTMCell(4).begin_state(func=func)).tojson()
        if kind == "nested":
            states = nested(mx.rnn, *rest).begin_state()
            parts = joined(mx, *nested(mx.rnn, *rest).unroll(2, mx.sym.Variable("data")))
            return mx.sym.Group([*states, *parts]).tojson()
        steps = [mx.sym.Variable(f"t{i}_data") for i in range(3)]
        if kind in CONVOLUTIONAL:
            cell = getattr(mx.rnn, kind)((1, 3, 16, 10), 4, **OPTIONS[rest[0]])
            return joined(mx, *cell.unroll(2, steps[:2])).tojson()
        layout, merge, form = rest
        cell = CELLS[kind](mx.rnn)
        inputs = steps if form == "list" else mx.sym.Variable("data")
        merge = {"None": None, "True": True, "False": False}[merge]
        return joined(mx, *cell.unroll(3, inputs, layout=layout, merge_outputs=merge)).tojson()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def main():
    import mxnet as mx
    found = {"_": "made by tests/rnn/graphs.py on MXNet " + mx.__version__}
    found.update({name: digest(build(mx, name)) for name in names()})
    json.dump(found, sys.stdout, indent=0)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
