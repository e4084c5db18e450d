"""What backward reads of arrays that are written between forward and backward.

An operator's gradient reads its own inputs and outputs as they are then, where that of MXNet 1.9.1 does; `written.npz`
has its gradients (see `written.py`). A value that an operator only passes on, such as a reshaped argument, is that of
forward: in MXNet it has memory of its own.
"""
from functools import cache

import numpy as np
import pytest

import mxnet as mx
from mxnet.core.op import find
from tests.operators import written
from tests.operators.harness import function_of

CASES = {case.id: case for case in written.chosen()}
FIRST: dict = {}
for _case in CASES.values():
    FIRST.setdefault(find(_case.op).name, _case.id)

# What keeps the value of forward here, where MXNet reads the array as it is at backward. See docs/coming-from-mxnet.md.
OF_FORWARD = {
    "indices, lengths, conditions and regions": """
        SequenceLast SequenceMask SequenceReverse _contrib_PSROIPooling _contrib_boolean_mask _contrib_index_copy
        gather_nd pick scatter_nd take where""",
    "positions of maxima": "Pooling",
    "what several calls of torch compute": """
        InstanceNorm _contrib_hawkesll _contrib_interleaved_matmul_encdec_qk
        _contrib_interleaved_matmul_selfatt_qk _npi_average _npi_polyval _npi_rldexp_scalar _npi_solve _npi_tensordot
        _npi_tensorsolve _random_pdf_dirichlet _random_pdf_gamma _random_pdf_generalized_negative_binomial
        _random_pdf_negative_binomial _random_pdf_normal _random_pdf_uniform""",
}
DIFFERENT = {name for names in OF_FORWARD.values() for name in names.split()}


@cache
def recorded():
    """Give the recorded gradients: {case: {what: list}}."""
    found: dict = {}
    with np.load(written.DATA) as file:
        for key in file.files:
            name, what, _ = key.rsplit("|", 2)
            found.setdefault(name, {}).setdefault(what, []).append(file[key])
    return found


@pytest.fixture(autouse=True)
def _modes(request):
    call = getattr(request.node, "callspec", None)
    name = call.params.get("name", "") if call else ""
    case = CASES.get(name)
    numpy = case is not None and case.op.startswith("_np")
    with mx.util.np_shape(numpy), mx.util.np_array(numpy):
        yield


class Bound:
    """A case as a bound symbol: forward, then any writes, then the gradients."""

    def __init__(self, case, through=lambda symbol: symbol, grad=True):
        self.case, self.arrays, self.make = case, written.draw(case), written.maker(mx, case)
        self.names = [f"in{place}" for place in range(len(self.arrays))]
        states = find(case.op).states
        variables = [mx.sym.var(name) if place in states else through(mx.sym.var(name))
                     for place, name in enumerate(self.names)]
        self.symbol = function_of(mx.sym, case.op)(*variables, **case.params)
        aux = self.symbol.list_auxiliary_states()
        self.inputs = [mx.nd.array(array, dtype=array.dtype) for array in self.arrays]
        given = dict(zip(self.names, self.inputs))
        wanted = [self.names[place] for place in case.differentiated(self.arrays)] if grad else []
        self.found = {name: mx.nd.zeros(given[name].shape, dtype=given[name].dtype) for name in wanted}
        self.executor = self.symbol.bind(
            mx.cpu(), {name: given[name] for name in self.names if name not in aux}, self.found,
            {name: "write" if name in self.found else "null" for name in self.names},
            {name: given[name] for name in aux})

    def gradients(self, *whats):
        for array, values in zip(self.inputs, self.arrays):
            array[:] = values
        outputs = self.executor.forward(is_train=True)
        heads = [mx.nd.array(head, dtype=head.dtype) for head in self.case.heads([out.asnumpy() for out in outputs])]
        for what in whats:
            written.overwritten(self.case, what, self.arrays, self.inputs, outputs,
                                lambda array: mx.nd.array(array, dtype=array.dtype))
        self.executor.backward(heads)
        return [array.asnumpy() for array in self.found.values()]


def differing(case, gradients):
    """Return what, when written, gives ``gradients(what)`` that are not the recorded ones; None: all differ."""
    known = recorded()[case.id]
    if not written.same(gradients(""), known[""]):
        return None
    whats = {*(f"in{place}" for place in range(len(written.draw(case)))), "out0", *known} - {""}
    return [what for what in sorted(whats) if not written.same(gradients(what), known.get(what, known[""]))]


@pytest.mark.parametrize("name", [name for name in CASES if name in recorded()])
def test_backward_reads_what_it_reads_in_mxnet(name):
    case = CASES[name]
    found = differing(case, lambda what: written.recorded_gradients(mx, case, what)[0])
    if found is None:
        pytest.skip("1.9.1 has another gradient")
    if case.op in DIFFERENT:
        pytest.skip("see the list of differences")
    assert not found
    if name in FIRST.values():
        assert not differing(case, Bound(case).gradients)


def test_differences_are_still_there():
    """One that is none any more leaves the list above."""
    left = set(DIFFERENT)
    for name in recorded():
        case = CASES[name]
        if case.op in left:
            with mx.util.np_shape(case.op.startswith("_np")), mx.util.np_array(case.op.startswith("_np")):
                if differing(case, lambda what, case=case: written.recorded_gradients(mx, case, what)[0]):
                    left.discard(case.op)
    assert not left


# ---- values that are only passed on ---------------------------------------------------------------

@pytest.mark.parametrize("name", FIRST.values())
def test_every_operator_reads_copied_arguments_as_they_were(name):
    """Whatever its gradient keeps, be it inputs, torch's tape or what a kernel saves, is no view of an argument."""
    case = CASES[name]
    bound, states = Bound(case, through=mx.sym.identity), find(case.op).states
    plain = bound.gradients()
    whats = [f"in{place}" for place in range(len(bound.inputs)) if place not in states]
    assert written.same(bound.gradients(*whats), plain)


@pytest.mark.parametrize("name", FIRST.values())
def test_every_result_is_kept_as_it_was(name):
    """The gradient of a factor is the other one, a result, whatever becomes of the arguments it was made of."""
    bound = Bound(CASES[name], grad=False)
    value = bound.executor.forward()[0]
    if np.dtype(value.dtype).kind != "f":
        pytest.skip("its result has no gradients")
    factor, gradient = (mx.nd.ones(value.shape, dtype=value.dtype) for _ in range(2))
    executor = (bound.symbol.as_nd_ndarray()[0] * mx.sym.var("factor")).bind(
        mx.cpu(), {**bound.executor.arg_dict, "factor": factor}, {"factor": gradient},
        {name: "write" if name == "factor" else "null" for name in [*bound.executor.arg_dict, "factor"]},
        bound.executor.aux_dict)
    kept = executor.forward(is_train=True)[0].asnumpy()
    for array, values in zip(bound.inputs, bound.arrays):
        array[:] = written.other(values)
    executor.backward(mx.nd.ones(value.shape, dtype=value.dtype))
    np.testing.assert_array_equal(gradient.asnumpy(), kept)
