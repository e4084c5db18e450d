"""Bounds of params: which operators declare them, and that both front-ends hold a call to them."""
import re
from typing import Annotated, get_args, get_origin

import numpy as np
import pytest

import mxnet as mx
from mxnet.base import MXNetError
from mxnet.core.describe import docstring, stub
from mxnet.core.op import Extent, Range, operators

# What MXNet 1.9.1 refuses: operator -> param -> (values it refuses, values it takes).
SIZE = ([0, -1], [1, 7])
PART = ([-0.5, 2, "inf", 1.0000001], [0, 1, 0.5, 1.00000001, "nan"])  # a float32 holds the last but one as 1
KERNEL = ([(0, 0), (2, 0)], [(1, 1), (2, 3), ()])
PAIR = ([(0, 2), (2,), (2, 2, 2)], [(2, 2)])
REFUSED = {
    "Convolution": {"num_filter": SIZE}, "Convolution_v1": {"num_filter": SIZE}, "Deconvolution": {"num_filter": SIZE},
    "FullyConnected": {"num_hidden": SIZE}, "UpSampling": {"scale": SIZE},
    "_contrib_DeformableConvolution": {"num_filter": SIZE},
    "_contrib_ModulatedDeformableConvolution": {"num_filter": SIZE},
    "_contrib_BilinearResize2D": {"height": SIZE, "width": SIZE}, "SliceChannel": {"num_outputs": SIZE},
    "Embedding": {"input_dim": SIZE, "output_dim": SIZE},
    "_contrib_SparseEmbedding": {"input_dim": SIZE, "output_dim": SIZE},
    "Dropout": {"p": PART}, "RNN": {"p": PART}, "SoftmaxOutput": {"smooth_alpha": PART},
    "IdentityAttachKLSparseReg": {"sparseness_target": PART, "momentum": PART},
    "ftml_update": {"beta1": PART, "beta2": PART},
    "ROIPooling": {"spatial_scale": PART, "pooled_size": PAIR},
    "_contrib_ROIAlign": {"spatial_scale": PART, "pooled_size": PAIR},
    "_contrib_RROIAlign": {"spatial_scale": PART, "pooled_size": PAIR},
    "_contrib_PSROIPooling": {"spatial_scale": PART},
    "_contrib_DeformablePSROIPooling": {"spatial_scale": PART, "trans_std": PART},
    "Pooling": {"kernel": KERNEL, "stride": KERNEL}, "Pooling_v1": {"kernel": KERNEL, "stride": KERNEL},
    "_image_random_brightness": {"min_factor": ([-1], [0, 2]), "max_factor": ([-1], [0, 2])},
    "_while_loop": {"max_iterations": SIZE, "num_outputs": SIZE},
}
PARAMS = [(name, param) for name, params in REFUSED.items() for param in params]


@pytest.mark.parametrize("name,param", PARAMS, ids=[f"{name}-{param}" for name, param in PARAMS])
def test_a_param_is_held_to_its_bound(name, param):
    declared = operators()[name].schema.params[param]
    refused, taken = REFUSED[name][param]
    for value in taken:
        declared.parse(value)
        declared.parse(str(value))  # as files have it
    for value in refused:
        for given in (value, str(value)):
            with pytest.raises(MXNetError, match=rf"{name}: value {re.escape(str(value))} of param {param} is out of "
                                                 r"range; expected"):
                operators()[name].parse({param: given})


def test_arrays_and_symbols_refuse_alike():
    data = mx.nd.ones((1, 2, 4, 4))
    for call, given in [(lambda m, x: m.Dropout(x, p=2), "p"), (lambda m, x: m.Pooling(x, kernel=(0, 0)), "kernel"),
                        (lambda m, x: m.Pooling(x, kernel=(2, 2), stride=(0, 0)), "stride"),
                        (lambda m, x: m.UpSampling(x, scale=0, sample_type="nearest", num_args=1), "scale"),
                        (lambda m, x: m.Concat(), "num_args"), (lambda m, x: m.add_n(), "num_args"),
                        (lambda m, x: m.stack(), "num_args")]:
        for module, item in ((mx.nd, data), (mx.sym, mx.sym.var("data"))):
            with pytest.raises(MXNetError, match=f"of param {given} is out of range; expected"):
                call(module, item)


def test_a_file_is_held_to_the_bounds_too():
    text = mx.sym.Dropout(mx.sym.var("data"), p=0.5, name="drop").tojson()
    with pytest.raises(MXNetError, match="value 5.5 of param p is out of range"):
        mx.sym.load_json(text.replace('"0.5"', '"5.5"')).simple_bind(mx.cpu(), data=(1,))


def test_numbers_have_the_size_they_have_in_files():
    with pytest.raises(MXNetError, match="int of 32 bits"):
        mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2**31)
    mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=1, workspace=2**40)


def test_every_bound_is_shown_where_an_operator_is_described():
    seen = 0
    for op in set(operators().values()):
        for param in op.schema.params.values():
            if get_origin(param.annotation) is Annotated:
                _, *bounds = get_args(param.annotation)
                assert all(isinstance(bound, (Range, Extent)) for bound in bounds)
                assert all(str(bound) in docstring(op) and str(bound) in stub(op, op.name, "NDArray", ())
                           for bound in bounds)
                seen += 1
    assert seen > 50


def test_steps_take_arrays_of_one_shape_and_a_rate_for_each():
    weights = [mx.nd.ones(3) for _ in range(4)]
    with pytest.raises(MXNetError, match="lrs has 1 numbers"):
        mx.nd.multi_sgd_update(*weights, lrs=(1.,), wds=(0., 0.), num_weights=2)
    with pytest.raises(MXNetError, match="wds has 3 numbers"):
        mx.nd.multi_sgd_update(*weights, lrs=(1., 1.), wds=(0., 0., 0.), num_weights=2)
    with pytest.raises(MXNetError, match="as many rates and decays, got 1 and 2"):
        mx.nd.preloaded_multi_sgd_update(*weights, mx.nd.ones(1), mx.nd.ones(2), num_weights=2)
    with pytest.raises(MXNetError, match=r"grad has shape \[1\], expected \[3\]"):
        mx.nd.signsgd_update(weights[0], mx.nd.ones(1), lr=1)
    with pytest.raises(MXNetError, match=r"input 3 has shape \[1\], expected \[3\]"):
        mx.nd.multi_sgd_update(*weights[:3], mx.nd.ones(1), lrs=(1., 1.), wds=(0., 0.), num_weights=2)
    assert all(np.array_equal(weight.asnumpy(), np.ones(3)) for weight in weights)


def test_steps_through_a_copy_take_its_types():
    def arrays(count):
        return [mx.nd.ones((2, 3), dtype="float16" if place < 2 else "float32") for place in range(count)]

    for name, count in (("mp_sgd_update", 3), ("mp_sgd_mom_update", 4), ("mp_nag_mom_update", 4)):
        for place in range(count):
            given = arrays(count)
            given[place] = given[place].astype("float64")
            with pytest.raises(mx.MXNetError, match="of type"):
                getattr(mx.nd, name)(*given, lr=0.1)
        getattr(mx.nd, name)(*arrays(count), lr=0.1)


@pytest.mark.parametrize("kind", ["max", "avg"])
def test_windows_of_padding_alone_are_refused(kind):
    data = mx.nd.ones((1, 2, 4, 4))
    with pytest.raises(MXNetError, match=r"Pooling: pad \(2, 2\) has to be less than kernel \(2, 2\)"):
        mx.nd.Pooling(data, kernel=(2, 2), pad=(2, 2), pool_type=kind)
    with pytest.raises(RuntimeError, match="less than kernel"):  # as simple_bind tells everything
        mx.sym.Pooling(mx.sym.var("data"), kernel=(2, 2), pad=(0, 2), pool_type=kind).simple_bind(
            mx.cpu(), data=(1, 2, 4, 4))
    assert mx.nd.Pooling(data, kernel=(2, 2), pad=(2, 2), pool_type="sum").shape == (1, 2, 7, 7)
    assert mx.nd.Pooling(data, kernel=(2, 2), pad=(3, 3), pool_type=kind, global_pool=True).shape == (1, 2, 1, 1)


@pytest.mark.parametrize("name,shapes,params,words", [
    ("InstanceNorm", [(2, 3, 4), (1,), (3,)], {}, "gamma"),
    ("SVMOutput", [(4, 3), (1,)], {}, "label"),
    ("multi_lars", [(2,), (1,), (2,), (2,)], {"eta": 1, "eps": 1}, "Shape inconsistent"),
    ("_contrib_quantize", [(2, 3), (2,), (1,)], {}, "min_range"),
    ("fill_element_0index", [(2, 3), (2, 1), (2,)], {}, "element a row"),
    ("SequenceMask", [(3, 2), (2,)], {}, "expects 1 inputs, but got 2"),
    ("LeakyReLU", [(3, 2), (2,)], {}, "expects 1 inputs, but got 2"),
    ("Dropout", [(3, 2)], {"axes": (-1,)}, "expected 0 to 1"),
    ("GroupNorm", [(2, 4, 3), (4,), (4,)], {"num_groups": 0}, "at least 1"),
    ("_arange", [], {"start": 0, "stop": "inf"}, "_arange"),
    ("im2col", [(1, 2, 4, 4)], {"kernel": (2, 2), "stride": (0, 0)}, "out of range"),
])
def test_what_torch_would_broadcast_or_trip_over_is_refused_by_name(name, shapes, params, words):
    call = getattr(mx.nd, name, None) or getattr(mx.nd._internal, name, None) or getattr(
        mx.nd.contrib, name.removeprefix("_contrib_"))
    with pytest.raises(MXNetError, match=words):
        call(*[mx.nd.ones(shape) for shape in shapes], **params)


def test_a_diagonal_past_the_corner_is_empty():
    square = mx.nd.ones((2, 2))
    assert mx.nd.diag(square, k=2).shape == mx.nd.diag(square, k=-2).shape == (0,)
    assert mx.sym.diag(mx.sym.var("x"), k=2).infer_shape(x=(2, 2))[1] == [(0,)]
    with pytest.raises(MXNetError, match="does not exist"):
        mx.nd.diag(square, k=3)


@pytest.mark.parametrize("make", [
    lambda ctx: mx.nd.zeros((2,), ctx=ctx), lambda ctx: mx.nd.array([1, 2], ctx=ctx),
    lambda ctx: mx.nd.full((2,), 3, ctx=ctx), lambda ctx: mx.nd.arange(2, ctx=ctx),
    lambda ctx: mx.nd.random.uniform(shape=(2,), ctx=ctx), lambda ctx: mx.nd.eye(2, ctx=ctx),
    lambda ctx: mx.nd.sparse.zeros("csr", (2, 2), ctx=ctx)],
    ids=["zeros", "array", "full", "arange", "uniform", "eye", "csr"])
def test_contexts_in_words(make):
    assert make("cpu(0)").context == mx.cpu(0)
    for wrong in ("cpu", "nonsense", "cpu(x)", "cpu(0", 1):
        with pytest.raises(MXNetError, match="is not a context; expected"):
            make(wrong)


def test_coordinates_that_do_not_exist_are_told_apart():
    import torch

    from mxnet.core.ops.coordinates import safe_coordinates
    places, inside = safe_coordinates(torch.tensor([[0.0, 3, -4, 5, -5], [1, 1, 1, 1, 1]]), (4, 3))
    assert places[0].tolist() == [0, 3, -4, 3, -4] and inside.tolist() == [True, True, True, False, False]
