"""Random networks as written PyTorch modules, run with several sizes: `python -m tests.fuzz.written 2000 7`.

What the network refuses at some size, the module must refuse too. The arguments are the number of networks and the
first seed.
"""
import collections
import contextlib
import io
import logging
import sys
import warnings

import numpy as np
import pytest

import mxnet as mx
from tests.models.test_to_python import both, compare, drawn, network_of

sym = mx.sym


def sized(draw, rank, low=1, high=3):
    return tuple(int(size) for size in draw.randint(low, high + 1, rank))


def convolved(draw, x, shape, name, kind):
    rank = len(shape) - 2
    kernel, stride = sized(draw, rank), sized(draw, rank, 1, 2)
    pad = tuple(int(draw.randint(0, k)) for k in kernel)
    if kind == "pool":
        return sym.Pooling(x, kernel=kernel, stride=stride, pad=pad, pool_type=["max", "avg", "sum"][draw.randint(3)],
                           pooling_convention=["valid", "full"][draw.randint(2)],
                           count_include_pad=bool(draw.randint(2)))
    if kind == "deconv":
        return sym.Deconvolution(x, kernel=kernel, stride=stride, pad=pad, num_filter=2, name=name)
    return sym.Convolution(x, kernel=kernel, stride=stride, pad=pad, num_filter=int(draw.choice([2, 4])), name=name)


def codes(draw, shape):
    """Draw codes of a reshape, which may not fit."""
    found, open_axes = [], 1
    for size in shape:
        kind = draw.randint(7)
        if kind < 3:
            found.append(0)
        elif kind == 3:
            found.append(-3)
        elif kind == 4:
            found += [-4, *((2, -1) if draw.randint(2) else (-1, 2))]
        elif kind == 5 and open_axes:
            found.append(-1)
            open_axes = 0
        else:
            found.append(int(size))
    return tuple(found)


def bounds(draw, size):
    """Draw a range along an axis, in one of the forms that programs write."""
    return [(0, None), (1, None), (0, -1), (-2, None), (0, max(1, size // 2)), (1, size)][draw.randint(6)]


# Of a generator of numbers, a value with its shape, a name and an earlier value, which may be the same.
SHAPED = {
    "reshape": lambda d, x, s, n, o: sym.Reshape(x, shape=codes(d, s), reverse=bool(d.randint(4) == 0)),
    "transpose": lambda d, x, s, n, o: sym.transpose(x, axes=tuple(map(int, d.permutation(len(s))))),
    "split": lambda d, x, s, n, o: split(d, x, s),
    "slice_axis": lambda d, x, s, n, o: slice_axis(d, x, s),
    "slice": lambda d, x, s, n, o: ranges(d, x, s),
    "expand": lambda d, x, s, n, o: sym.expand_dims(x, axis=int(d.randint(-1, len(s)))),
    "squeeze": lambda d, x, s, n, o: sym.squeeze(x, axis=int(d.randint(len(s)))),
    "mean": lambda d, x, s, n, o: sym.mean(x, axis=int(d.randint(len(s))), keepdims=bool(d.randint(2))),
    "scaled": lambda d, x, s, n, o: sym.broadcast_mul(x, sym.sum(x, axis=int(d.randint(len(s))), keepdims=True)),
    "tile": lambda d, x, s, n, o: sym.tile(x, reps=sized(d, len(s), 1, 2)),
    "counted": lambda d, x, s, n, o: x + sym.contrib.arange_like(x, step=0.1),
    "flat": lambda d, x, s, n, o: sym.Flatten(x),
    "dense": lambda d, x, s, n, o: sym.FullyConnected(x, num_hidden=4, name=n, flatten=False),
    "top": lambda d, x, s, n, o: sym.FullyConnected(x, num_hidden=4, name=n),
    "added": lambda d, x, s, n, o: x + o,
    "joined": lambda d, x, s, n, o: sym.Concat(x, o, dim=int(d.randint(len(s)))),
    "cut": lambda d, x, s, n, o: sym.slice_like(o, x),
    "cut axes": lambda d, x, s, n, o: sym.slice_like(o, x, axes=(int(d.randint(len(s))),)),
    "reshaped": lambda d, x, s, n, o: sym.reshape_like(x, o),
    "spread": lambda d, x, s, n, o: sym.broadcast_like(sym.mean(o, axis=0, keepdims=True), x),
    "unit": lambda d, x, s, n, o: sym.L2Normalization(x),
    "relu": lambda d, x, s, n, o: sym.Activation(x, act_type="relu"),
    "norm": lambda d, x, s, n, o: sym.BatchNorm(x, fix_gamma=bool(d.randint(2)), name=n),
}
SHAPE_ONLY = ("slice_like", "reshape_like", "broadcast_like", "Crop")  # do not read the values of their last input
IMAGES = {
    **{kind: lambda d, x, s, n, o, kind=kind: convolved(d, x, s, n, kind) for kind in ("conv", "deconv", "pool")},
    "upsampled": lambda d, x, s, n, o: sym.UpSampling(x, scale=2, sample_type="nearest"),
    "cropped": lambda d, x, s, n, o: sym.Crop(o, x, center_crop=bool(d.randint(2))),
    "padded": lambda d, x, s, n, o: sym.Pad(
        x, mode=["constant", "edge", "reflect"][d.randint(3)], pad_width=(0, 0, 0, 0, *sized(d, 4, 0, 2))),
}


def split(draw, x, shape):
    axis = int(draw.randint(len(shape)))
    return sym.Concat(*reversed(list(sym.split(x, num_outputs=2, axis=axis))), dim=int(draw.randint(len(shape))))


def slice_axis(draw, x, shape):
    axis = int(draw.randint(len(shape)))
    begin, end = bounds(draw, shape[axis])
    return sym.slice_axis(x, axis=axis, begin=begin, end=end)


def ranges(draw, x, shape):
    parts = [(*bounds(draw, size), 1) if draw.randint(3) else (None, None, -1 - int(draw.randint(2))) for size in shape]
    begin, end, step = zip(*parts[:int(draw.randint(1, len(parts) + 1))])
    return sym.slice(x, begin=begin, end=end, step=step)


def network(seed):
    """Give a random network, and the shape of its input."""
    draw = np.random.RandomState(seed)
    shape = (int(draw.randint(1, 4)), int(draw.choice([2, 4])), int(draw.randint(5, 10)), int(draw.randint(5, 10)))
    values = [sym.var("data")]
    kinds = {**SHAPED, **IMAGES}
    for number in range(int(draw.randint(2, 8))):
        for _ in range(20):
            x, older = values[-1], values[draw.randint(len(values))]
            now = x.infer_shape(data=shape)[1][0]
            try:
                kind = list(kinds)[draw.randint(len(kinds))]
                made = kinds[kind](draw, x, now, f"n{number}", older)
                if kind in IMAGES and {len(now), len(older.infer_shape(data=shape)[1][0])} != {4}:
                    continue
                if 0 < np.prod(made.infer_shape(data=shape)[1][0]) < 20000:
                    values.append(made)
                    break
            except (mx.MXNetError, ValueError):
                pass
    return (sym.Group([values[-1], values[len(values) // 2]]) if draw.randint(3) == 0 else values[-1]), {"data": shape}


def run(seed):
    """Compare one network, with sizes of its own and with random ones; return what became of it."""
    net, shapes = network(seed)
    if not [name for name in net.list_outputs() if name != "data"]:
        return "empty"
    try:
        net.simple_bind(mx.cpu(), grad_req="null", **shapes).forward()
    except mx.MXNetError:
        return "refused"   # what inference does not see
    values = drawn(net, shapes)
    try:
        made = both(net, shapes, values=values, share=1e-4)
    except mx.MXNetError as error:
        if "cannot be written" in str(error):
            return "not written"
        raise
    written, draw, stricter = network_of(made), np.random.RandomState(seed + 1), 0
    for _ in range(4):
        other = tuple(int(size + draw.randint(-2, 3) * draw.randint(2)) for size in shapes["data"])
        try:
            compare(net, values, made, written, {"data": tuple(max(size, 1) for size in other)}, share=1e-4)
        except ValueError as error:
            if "must have shape" not in str(error):
                raise
            stricter += 1
        except pytest.fail.Exception:
            if not any(node.op_name in SHAPE_ONLY for node in net.graph.nodes):
                raise
            return "takes what only a value that nobody reads refuses"
    return f"{1 + len(made.sizes.others)} sizes" + (", stricter for others" if stricter else "")


def main(count=200, first=0):
    warnings.simplefilter("ignore")
    logging.disable()
    tally: collections.Counter = collections.Counter()
    for seed in range(first, first + count):
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                tally[run(seed)] += 1
        except (Exception, pytest.fail.Exception) as error:
            tally["failed"] += 1
            print(f"{seed}: {type(error).__name__}: {str(error)[:400]}", flush=True)
    print(dict(tally))
    return tally["failed"] > 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
