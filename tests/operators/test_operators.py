"""Runs every check on every case of the operator tables, and holds the tables complete."""
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.dtype import TORCH_TO_NAME, to_torch
from mxnet.core.op import find, operators
from mxnet.core.op.registry import Bound
from mxnet.core.params import to_string
from tests.operators.harness import (
    RECORDED,
    as_list,
    assert_close,
    call_imperative,
    function_of,
    load,
    recorded_array,
    recorded_arrays,
)

UNTABLED = Path(__file__).parent / "untabled.txt"
HAS_SYMBOL = importlib.util.find_spec("mxnet.symbol") is not None
HAS_EXECUTOR = HAS_SYMBOL and importlib.util.find_spec("mxnet.executor") is not None
STEP = 1e-6

CASES = load()
WORKING = [case for case in CASES if case.raises is None]
DIFFERENTIABLE = [case for case in WORKING if case.grad]


def _id(case):
    return case.id


@pytest.fixture(autouse=True)
def _shapes(request):
    """Let operators of mx.np have arrays without dimensions."""
    case = getattr(request.node, "callspec", None) and request.node.callspec.params.get("case")
    with mx.np_shape(case is not None and case.op.startswith("_np")):
        yield


@pytest.mark.parametrize(("case", "dtype"), [
    pytest.param(case, dtype, id=f"{case.id}-{dtype}")
    for case in WORKING for dtype in case.dtypes])
def test_forward(case, dtype):
    arrays = case.draw(dtype)
    outputs, _, after = call_imperative(mx, case, arrays)
    if case.check is not None:
        case.check(outputs, arrays, case.params)
    if case.reference is not None:
        wanted = _expected(case, dtype, arrays)
        compared = outputs if case.outputs is None else outputs[:case.outputs]
        assert len(compared) == len(wanted), f"{len(outputs)} outputs, expected {len(wanted)}"
        for index, (got, want) in enumerate(zip(compared, wanted, strict=True)):
            assert_close(got, want, case.tolerance_of(got.dtype), f"output {index}")
    for index, (now, before) in enumerate(zip(after, arrays, strict=True)):
        if index in case.changed:
            rule = case.changed[index]
            want = recorded_array(case, dtype, f"in{index}") if rule == RECORDED else rule(
                *_wide(arrays), **case.params)
            assert_close(now, want, case.tolerance_of(now.dtype), f"input {index} after the call")
        elif case.changed or not np.array_equal(now, before, equal_nan=now.dtype.kind == "f"):
            np.testing.assert_array_equal(now, before, err_msg=f"input {index} was written to")


def _expected(case, dtype, arrays):
    if case.reference == RECORDED:
        return recorded_arrays(case, dtype, "out")
    return as_list(case.reference(*_wide(arrays), **case.params))


def _wide(arrays):
    """Give NumPy more digits to compute with than the operator has."""
    return [a.astype("float64") if a.dtype.kind == "f" else a.copy() for a in arrays]


@pytest.mark.parametrize("case", DIFFERENTIABLE, ids=_id)
def test_gradient(case):
    dtype = "float64" if "float64" in case.dtypes or case.grad is True else case.dtypes[0]
    arrays = case.draw(dtype)
    _, gradients, _ = call_imperative(mx, case, arrays, case.heads)
    wrt = case.differentiated(arrays)
    assert wrt, "the case says it has a gradient, but no input is floating"
    if case.grad is True:
        wanted, tolerance = _central_differences(case, arrays, wrt), 1e-5
    else:
        tolerance = case.tolerance_of(dtype)
        if case.grad == RECORDED:
            wanted = recorded_arrays(case, dtype, "grad")
        else:
            outputs, _, _ = call_imperative(mx, case, arrays)
            wanted = as_list(case.grad(case.heads(outputs), *arrays, **case.params))
    assert len(gradients) == len(wanted)
    for index, got, want in zip(wrt, gradients, wanted, strict=True):
        assert_close(got, want, tolerance, f"gradient of input {index}")


def _central_differences(case, arrays, wrt):
    """Differentiate the weighted sum of the outputs numerically, in float64."""
    bound = Bound(find(case.op), find(case.op).parse(case.params))
    weights = case.heads(call_imperative(mx, case, arrays)[0])

    def total(changed):
        outputs = bound.run(_tensors(changed), case.train, None, None)
        return sum(float((out.double().numpy() * weight).sum())
                   for out, weight in zip(as_list(outputs), weights, strict=False))

    found = []
    for index in wrt:
        gradient = np.zeros_like(arrays[index])
        for place in np.ndindex(*arrays[index].shape):
            sides = []
            for step in (STEP, -STEP):
                moved = [a.copy() for a in arrays]
                moved[index][place] += step
                sides.append(total(moved))
            gradient[place] = (sides[0] - sides[1]) / (2 * STEP)
        found.append(gradient)
    return found


def _tensors(arrays):
    return [mx.nd.array(a, dtype=a.dtype)._data for a in arrays]


@pytest.mark.parametrize("case", WORKING, ids=_id)
def test_inference(case):
    """What is inferred before a call is what the call gives."""
    operator = find(case.op)
    bound = operator.bind(case.params)
    arrays = case.draw(case.dtypes[0])
    outputs, _, _ = call_imperative(mx, case, arrays)
    kinds = [to_torch(a.dtype) for a in arrays]
    _, found = operator.infer_types(bound, kinds)
    for index, (kind, out) in enumerate(zip(found, outputs, strict=False)):
        assert kind is not None, f"type of output {index} is not inferred"
        assert TORCH_TO_NAME[kind] == out.dtype.name, f"type of output {index}"
    if not operator.dynamic:
        _, found = operator.infer_shapes(bound, [a.shape for a in arrays])
        for index, (shape, out) in enumerate(zip(found, outputs, strict=False)):
            assert shape == out.shape, f"shape of output {index}: inferred {shape}, is {out.shape}"


@pytest.mark.parametrize("case", [case for case in WORKING if case.params], ids=_id)
def test_params_as_strings(case):
    """Params read the same from the strings that files hold."""
    operator = find(case.op)
    strings = {key: to_string(key, value) for key, value in case.params.items()}
    np.testing.assert_equal(operator.parse(strings), operator.parse(case.params))


@pytest.mark.skipif(not HAS_EXECUTOR, reason="this version has no mx.sym with executors yet")
@pytest.mark.parametrize("case", [case for case in WORKING if case.symbolic], ids=_id)
def test_symbol(case):
    """A symbol of the operator gives what the imperative call gives; its gradients are added."""
    dtype = "float64" if "float64" in case.dtypes else case.dtypes[0]
    arrays, tolerance = case.draw(dtype), case.tolerance_of(dtype)
    heads = case.heads if case.grad else None
    outputs, gradients, after = call_imperative(mx, case, arrays, heads)
    names = [f"in{i}" for i in range(len(arrays))]
    symbol = function_of(mx.sym, case.op)(*map(mx.sym.Variable, names), **case.params)
    aux = symbol.list_auxiliary_states()
    given = {n: mx.nd.array(a, dtype=a.dtype) for n, a in zip(names, arrays, strict=True)}
    wrt = [names[i] for i in case.differentiated(arrays)] if case.grad else []
    landing = {n: mx.nd.ones(given[n].shape, dtype=given[n].dtype) for n in wrt}
    executor = symbol.bind(mx.cpu(), {n: given[n] for n in names if n not in aux}, landing,
                           {n: "add" if n in wrt else "null" for n in names},
                           {n: given[n] for n in aux})
    got = executor.forward(is_train=case.train or bool(wrt))
    if not wrt or case.train:
        for index, (a, b) in enumerate(zip(got, outputs, strict=False)):
            assert_close(a.asnumpy(), b, tolerance, f"output {index}")
    if wrt:
        executor.backward([mx.nd.array(h, dtype=h.dtype) for h in case.heads(outputs)])
        for name, want in zip(wrt, gradients, strict=True):
            assert_close(landing[name].asnumpy(), want + 1, tolerance, f"gradient of {name}")
    for name, want in zip(names, after, strict=True):
        assert_close(given[name].asnumpy(), want, tolerance, f"{name} after the call")


@pytest.mark.parametrize("case", [case for case in CASES if case.raises is not None], ids=_id)
def test_error(case):
    arrays = case.draw(case.dtypes[0])
    with pytest.raises(mx.MXNetError, match=case.raises):
        call_imperative(mx, case, arrays)


def _untabled():
    """Read the operators that no table can hold: ``name: reason`` a line."""
    lines = [line.split(":", 1) for line in UNTABLED.read_text().splitlines()
             if line.strip() and not line.startswith("#")]
    return {name.strip(): reason.strip() for name, reason in lines}


def test_every_operator_has_a_case():
    names = {operator.name for operator in operators().values()}
    excused = _untabled()
    tabled = {find(case.op).name for case in CASES}
    missing = sorted(names - tabled - set(excused))
    assert not missing, f"{len(missing)} operators have no case in tests/operators/cases: {missing}"
    assert not set(excused) - names, f"excused but not registered: {set(excused) - names}"
    assert not set(excused) & tabled, f"excused and tabled: {set(excused) & tabled}"


def test_every_reason_is_given():
    assert all(len(reason) > 10 for reason in _untabled().values())
