"""Between 8-bit layers arrays are joined, normalized and bounded as quantized tensors, with the numbers of bytes."""
import numpy as np
import pytest

import mxnet as mx
from mxnet.core.ops import quantization_between as between
from mxnet.core.ops import quantization_kernels, quantization_tensors
from mxnet.core.ops.quantization_tensors import are_quantized
from mxnet.core.tiers import scripts
from tests.quantization.test_tensors import images, layer, passed, pooled

WIDE = {"min_calib_range": 0.0, "max_calib_range": 30.0, "unsigned": True, "activation": "relu"}
NARROW = {**WIDE, "max_calib_range": 11.0}
SIGNED = {"min_calib_range": -14.0, "max_calib_range": 12.0}
contrib = mx.sym.contrib


@pytest.fixture(autouse=True)
def tensors():
    if not quantization_kernels.sums_exactly() or not are_quantized() or between.quantized_cat is None \
            or between.quantized_batch_norm2d is None:
        pytest.skip("this processor, or this torch, has no kernels for quantized tensors")


def joined(*parts, name="joined"):
    ends = [end for part in parts for end in (part[1], part[2])]
    return contrib.quantized_concat(*(part[0] for part in parts), *ends, num_args=len(parts), dim=1, name=name)


def normalized(data, name="norm", reach=9.0):
    statistics = [mx.sym.Variable(f"{name}_{which}") for which in ("gamma", "beta", "mean", "var")]
    return contrib.quantized_batch_norm(data[0], *statistics, data[1], data[2], eps=1e-3, fix_gamma=False, name=name,
                                        min_calib_range=-reach, max_calib_range=reach)


def bounded(data, name="relu"):
    return contrib.quantized_act(data[0], data[1], data[2], act_type="relu", name=name)


def without(symbol, monkeypatch, signed=False):
    for module in (quantization_kernels, quantization_tensors, between):
        monkeypatch.setattr(module, "are_quantized", lambda: False)
    outputs = [out.asnumpy() for out in prepared(symbol, signed).forward()]
    monkeypatch.undo()
    return outputs


def prepared(symbol, signed=False, size=8):
    """Bind a network to random arrays, the same at every call."""
    random = np.random.RandomState(5)
    args, _, states = symbol.infer_shape(data=(2, 3, size, size))
    given = {name: mx.nd.array(random.uniform(-1 if signed or name != "data" else 0, 1, shape))
             for name, shape in zip(symbol.list_arguments(), args)}
    held = {name: mx.nd.array(np.linspace(0.5, 2 if name.endswith("var") else 3, shape[0]))
            for name, shape in zip(symbol.list_auxiliary_states(), states)}
    return symbol.bind(mx.cpu(), given, grad_req="null", aux_states=held)


def compared(symbol, monkeypatch, seen=None, signed=False):
    """Compare the first output of a program with that on plain bytes, in the first run and the second."""
    exe = prepared(symbol, signed)
    found, outputs = passed(exe, monkeypatch)
    assert seen is None or found == seen
    again = [exe.forward()[0].asnumpy() for _ in range(2)][-1]  # by a script
    wanted = without(symbol, monkeypatch, signed)
    assert wanted[0].std() > 1 and np.array_equal(again, outputs[0])
    assert all(abs(out.astype(float) - right).max() <= 1 for out, right in zip(outputs, wanted))
    return exe


def dense(signed=False):
    """Two layers joined with what they read, normalized, bounded, and read by a layer."""
    stem = layer("stem", images(signed), kernel=3, **WIDE)
    parts = stem, layer("left", stem, **NARROW), layer("right", stem, kernel=3, **SIGNED)
    return layer("last", bounded(normalized(joined(*parts))), **SIGNED)[0]


@pytest.mark.parametrize("signed", [False, True])
def test_densely_connected_layers_pass_quantized_tensors(signed, monkeypatch):
    compared(dense(signed), monkeypatch, [True] * 4, signed)


def test_what_is_between_layers_is_in_their_script():
    exe = prepared(dense())
    steps = scripts.scripted(exe._compiled.inference()).steps
    assert [len(step.function.program.steps) for step in steps if isinstance(step.function, scripts.Script)] == [6]
    stem = exe._compiled.inference().steps[1].function
    assert stem.given_unit == stem.unit != 1.0  # so that joining needs no copy


@pytest.mark.parametrize("ranges", [(WIDE, NARROW), (SIGNED, {**SIGNED, "max_calib_range": 3.0, "min_calib_range": -3}),
                                    (WIDE, SIGNED), (WIDE, WIDE)])
def test_joined_bytes_leave_the_program_plain(ranges, monkeypatch):
    """An array that is joined twice, and one with a range that a user gives, are joined too."""
    first, second = (layer(name, images(), kernel=3, **params) for name, params in zip(("first", "second"), ranges))
    made = joined(first, second, first, images())
    exe = compared(mx.sym.Group([made[0], made[1], made[2]]), monkeypatch)
    kinds = ("unsigned" not in params for params in ranges)
    assert exe.outputs[0].dtype == (np.int8 if any(kinds) else np.uint8) and exe.outputs[0].shape == (2, 27, 8, 8)


def test_a_joined_range_that_is_written_to_counts(monkeypatch):
    low, high = mx.sym.Variable("low", shape=(1,)), mx.sym.Variable("high", shape=(1,))
    stem = layer("stem", images(), kernel=3, **WIDE)
    raw = mx.sym.cast(mx.sym.Variable("raw", shape=(2, 8, 8, 8)), "uint8")
    made = joined(stem, (raw, low, high))[0]
    exe = prepared(made)
    exe.arg_dict["raw"][:] = 200
    for reach in (30.0, 60.0, 15.0):
        exe.arg_dict["low"][:], exe.arg_dict["high"][:] = 0, reach
        found = exe.forward()[0].asnumpy()[:, 8:]
        assert (found == round(200 * reach / max(reach, 30.0))).all()


@pytest.mark.parametrize("read", [lambda made, data: normalized(made), lambda made, data: layer("next", made, **SIGNED),
                                  lambda made, data: layer("sum", layer("main", data, **WIDE), made, 3, 16, **WIDE)])
def test_a_joined_range_that_is_written_to_counts_in_what_reads_it(read, monkeypatch):
    low, high = mx.sym.Variable("low", shape=(1,)), mx.sym.Variable("high", shape=(1,))
    raw, data = mx.sym.cast(mx.sym.Variable("raw", shape=(2, 8, 8, 8)), "uint8"), images()
    made = read(joined(layer("stem", data, kernel=3, **WIDE), (raw, low, high)), data)
    symbol, found = layer("last", made, **SIGNED)[0], []
    for quantized in (True, False):
        if not quantized:
            for module in (quantization_kernels, quantization_tensors, between):
                monkeypatch.setattr(module, "are_quantized", lambda: False)
        exe = prepared(symbol)
        exe.arg_dict["raw"][:] = mx.nd.arange(1024).reshape((2, 8, 8, 8)) % 211
        exe.arg_dict["low"][:] = 0
        found.append([])
        for reach in (3.0, 60.0, 240.0):
            exe.arg_dict["high"][:] = reach
            found[-1] += [exe.forward()[0].asnumpy().astype(float) for _ in range(3)]
    assert all(abs(left - right).max() <= 1 for left, right in zip(*found)) and found[0][0].std() > 1


@pytest.mark.parametrize("exact", [True, False])
def test_joined_arrays_are_read_by_others_unchanged(exact, monkeypatch):
    data = images()
    if not exact:
        monkeypatch.setattr(between.QuantizedConcat, "_is_exact", lambda *_: False)
    parts = layer("left", data, kernel=3, **SIGNED), layer("right", data, kernel=3, **WIDE)
    symbol = mx.sym.Group([layer("last", joined(*parts), **SIGNED)[0], layer("next", parts[0], **SIGNED)[0],
                           layer("end", parts[1], **SIGNED)[0]])
    exe = prepared(symbol)
    for _ in range(3):
        outputs = [out.asnumpy().astype(float) for out in exe.forward()]
    wanted = without(symbol, monkeypatch)
    assert all(abs(found - right).max() <= 1 and right.std() > 1 for found, right in zip(outputs, wanted))


def test_layers_that_give_only_zeros_are_joined(monkeypatch):
    """Their range is empty: a unit of zero was divided by, or made NaN of a norm's factors."""
    data, empty = images(), {**SIGNED, "min_calib_range": 0.0, "max_calib_range": 0.0}
    made = joined(*(layer(name, data, **empty) for name in ("left", "right")))
    for body in made, bounded(normalized(made)):
        compared(mx.sym.Group([layer("last", joined(body, layer("other", data, kernel=3, **WIDE)), **SIGNED)[0],
                               layer("end", body, **SIGNED)[0]]), monkeypatch)


def test_bytes_that_torch_would_round_differently_are_rescaled_as_by_the_operator(monkeypatch):
    symbol = dense()
    exe = prepared(symbol)
    wanted = exe.forward()[0].asnumpy()
    monkeypatch.setattr(between.QuantizedConcat, "_is_exact", lambda *_: False)
    assert np.array_equal(prepared(symbol).forward()[0].asnumpy(), wanted)


@pytest.mark.parametrize("kind", [WIDE, SIGNED])
def test_norms_of_signed_and_unsigned_bytes(kind, monkeypatch):
    made = normalized(layer("stem", images(), kernel=3, **kind))
    compared(mx.sym.Group([layer("last", made, **SIGNED)[0]]), monkeypatch, [True, True])
    compared(mx.sym.Group(list(made)), monkeypatch)


def test_a_norm_follows_its_statistics(monkeypatch):
    symbol = dense()
    exe = prepared(symbol)
    exe.forward()
    for array in (exe.arg_dict["norm_gamma"], exe.arg_dict["norm_beta"], exe.aux_dict["norm_mean"]):
        before = exe.forward()[0].asnumpy()
        array[:] = array * 1.5 + 0.5
        other = prepared(symbol)
        other.copy_params_from(exe.arg_dict, exe.aux_dict)
        found = exe.forward()[0].asnumpy()
        assert not np.array_equal(found, before) and np.array_equal(found, other.forward()[0].asnumpy())


def test_what_a_relu_gives_is_added_pooled_and_returned(monkeypatch):
    """Its zero point is left out only for convolutions that multiply it."""
    stem = layer("stem", images(), kernel=3, **WIDE)
    made = bounded(normalized(stem))
    compared(layer("sum", layer("main", made, **WIDE), added=made, **SIGNED)[0], monkeypatch)
    compared(layer("last", pooled(made, kernel=(3, 3), stride=(2, 2), pool_type="max"), **SIGNED)[0], monkeypatch)
    compared(mx.sym.Group([made[0], layer("last", made, **SIGNED)[0]]), monkeypatch)
    compared(layer("last", joined(made, stem), **SIGNED)[0], monkeypatch)
    values, wanted = prepared(contrib.dequantize(*made)).forward()[0], without(contrib.dequantize(*made), monkeypatch)
    assert np.array_equal(values.asnumpy(), wanted[0]) and wanted[0].std() > 0.1


@pytest.mark.parametrize("kind", [WIDE, SIGNED])
def test_what_exceeds_the_range_of_a_norm_is_its_greatest_byte(kind, monkeypatch):
    """Ranges by entropy are narrower than the data. A norm that only relus read gives bytes with room above."""
    stem = layer("stem", images(), kernel=3, **kind)
    made = bounded(normalized(stem, reach=1.0))
    bound = prepared(made[0]).forward()[0].asnumpy()
    assert bound.max() == 127 and (bound == 127).sum() > 20
    compared(made[0], monkeypatch)
    compared(layer("last", made, **SIGNED)[0], monkeypatch)
    compared(layer("sum", layer("main", made, **WIDE), added=made, **SIGNED)[0], monkeypatch)


def test_unsigned_bytes_are_added_to_signed_ones(monkeypatch):
    stem = layer("stem", images(), kernel=3, **WIDE)
    total = layer("sum", layer("main", stem, kernel=3, **WIDE), added=stem, kernel=3, min_calib_range=-70.0,
                  max_calib_range=60.0)
    compared(layer("last", total, **SIGNED)[0], monkeypatch, [True] * 4)
    compared(mx.sym.Group([total[0], layer("last", stem, **SIGNED)[0]]), monkeypatch)


@pytest.mark.parametrize("size", [7, 8, 9, 10])
@pytest.mark.parametrize("pad", [0, 1])
def test_windows_past_the_end(size, pad, monkeypatch):
    for signed in (False, True):
        stem = layer("stem", images(signed), kernel=3, **(SIGNED if signed else WIDE))
        made = pooled(stem, kernel=(3, 3), stride=(2, 2), pad=(pad, pad), pool_type="max", pooling_convention="full")
        symbol = layer("last", made, **SIGNED)[0]
        found = prepared(symbol, signed, size).forward()[0].asnumpy()
        for module in (quantization_kernels, quantization_tensors, between):
            monkeypatch.setattr(module, "are_quantized", lambda: False)
        assert np.array_equal(prepared(symbol, signed, size).forward()[0].asnumpy(), found) and found.std() > 1
        monkeypatch.undo()


@pytest.mark.parametrize("apply", [bounded, lambda data: pooled(data, kernel=(2, 2), pool_type="max"),
                                   lambda data: pooled(data, kernel=(2, 2), pool_type="avg")])
def test_what_reads_plain_bytes_gives_a_script_what_it_takes(apply, monkeypatch):
    """A layer that is also read by what takes no quantized tensors gives plain bytes."""
    stem = layer("stem", images(), kernel=3, **SIGNED)
    made = apply(stem)
    total = layer("sum", layer("second", layer("first", made, **WIDE), **WIDE), added=made, **WIDE)
    other = contrib.quantized_elemwise_add(stem[0], stem[0], *stem[1:], *stem[1:])[0]
    compared(mx.sym.Group([layer("last", total, **SIGNED)[0], other]), monkeypatch)


@pytest.mark.parametrize("flat", [True, False])
def test_bytes_of_other_ranks_are_bounded_and_flattened_plain(flat, monkeypatch):
    stem = layer("stem", images(), kernel=3, **SIGNED)
    made = contrib.quantized_flatten(*contrib.quantized_flatten(*(stem if flat else pooled(stem, kernel=(2, 2)))))
    compared(contrib.quantized_flatten(*contrib.quantized_flatten(*bounded(made)))[0], monkeypatch)


def test_without_these_kernels_of_torch(monkeypatch):
    symbol = dense()
    wanted = prepared(symbol).forward()[0].asnumpy()
    monkeypatch.setattr(between, "quantized_cat", None)
    monkeypatch.setattr(between, "quantized_batch_norm2d", None)
    seen, (found,) = passed(prepared(symbol), monkeypatch)
    assert False in seen and abs(found.astype(int) - wanted.astype(int)).max() <= 1


@pytest.mark.parametrize("axis, shape", [(3, (2, 4, 3, 3)), (0, (2, 4, 3, 3)), (1, (2, 4))])
def test_other_axes_and_ranks(axis, shape):
    names = "abcdef"
    exe = contrib.quantized_concat(*map(mx.sym.Variable, names), num_args=2, dim=axis)[0].bind(mx.cpu(), {
        name: mx.nd.ones(shape, dtype="int8") if name in "ab" else mx.nd.array([-1 if name in "ce" else 1])
        for name in names}, grad_req="null")
    assert exe.forward()[0].shape == np.concatenate([np.ones(shape)] * 2, axis).shape
    assert (exe.outputs[0].asnumpy() == 1).all()


def test_norms_and_what_is_joined_are_exported(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    data = images()
    parts = layer("stem", data, kernel=3, **WIDE), normalized(layer("other", data, kernel=3, **WIDE), "inner")
    symbol = contrib.dequantize(*layer("last", bounded(normalized(joined(*parts))), **SIGNED))
    exe, path = prepared(symbol), str(tmp_path / "net.onnx")
    params = {name: array for name, array in exe.arg_dict.items() if name != "data"}
    mx.contrib.onnx.export_model(symbol, {**params, **exe.aux_dict}, [(2, 3, 8, 8)], np.float32, path)
    found, = runtime.InferenceSession(path).run(None, {"data": exe.arg_dict["data"].asnumpy()})
    wanted = exe.forward()[0].asnumpy()
    assert abs(found - wanted).max() < 1e-6 and wanted.std() > 0.5


@pytest.mark.parametrize("number", [np.inf, np.nan])
def test_a_joined_range_that_is_not_finite_is_refused(number):
    low, high = mx.sym.Variable("low", shape=(1,)), mx.sym.Variable("high", shape=(1,))
    raw = mx.sym.cast(mx.sym.Variable("raw", shape=(2, 8, 8, 8)), "uint8")
    made = joined(layer("stem", images(), kernel=3, **WIDE), (raw, low, high))
    exe = prepared(layer("last", made, **SIGNED)[0])
    exe.arg_dict["low"][:] = 0
    exe.arg_dict["high"][:] = number
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="concat.*expected finite numbers"):
            exe.forward()[0].wait_to_read()
    exe.arg_dict["high"][:] = 3
    assert np.isfinite(exe.forward()[0].asnumpy()).all()
