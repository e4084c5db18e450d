"""Gradient rules of the operators of mx.np that programs use most: they are there, and equal torch's gradients."""
import numpy as onp
import pytest
import torch

from mxnet import autograd, np, npx
from mxnet.core.op import find

RULED = """_np_dot _np_moveaxis _np_squeeze _np_transpose _npi_column_stack _npi_concatenate _npi_dstack _npi_hstack
    _npi_matmul _npi_stack _npi_vstack _npi_where""".split()


@pytest.fixture(autouse=True)
def _numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


@pytest.mark.parametrize("name", RULED)
def test_a_rule_is_there(name):
    operator = find(name)
    assert operator.rule_for({}) is not None


CASES = {
    **{f"matmul {a} {b}": (lambda F, x, y: F.matmul(x, y), a, b) for a, b in [
        ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 2)), ((4, 2, 3), (3, 2)), ((2, 2, 3), (3,)),
        ((3,), (2, 3, 2)), ((2, 3), (4, 3, 2)), ((2, 1, 3, 2), (3, 2, 2)), ((0, 3), (3, 0)), ((2, 0, 3), (3, 0)),
        ((2, 0), (0, 3))]},
    "where": (lambda F, x, y: F.where(x > 0, x, y), (2, 3), (1, 3)),
    "where of a column": (lambda F, x, y: F.where(y > 0, x, y), (3,), (2, 1)),
    "concatenate": (lambda F, x, y: (F.concatenate if F is np else torch.cat)([x, y], 1), (2, 3), (2, 1)),
    "concatenate all": (lambda F, x, y: F.concatenate([x, y], axis=None) if F is np
                        else torch.cat([x.reshape(-1), y.reshape(-1)]), (2, 3), (4,)),
    "vstack": (lambda F, x, y: F.vstack([x, y]), (3,), (2, 3)),
    "hstack": (lambda F, x, y: F.hstack([x, y]), (3,), ()),
    "dstack": (lambda F, x, y: F.dstack([x, y]), (2, 3), (2, 3, 2)),
    "column_stack": (lambda F, x, y: F.column_stack([x, y]), (3,), (3, 2)),
    "transpose": (lambda F, x, y: (F.transpose(x, (-1, 0, 1)) if F is np else x.permute(-1, 0, 1)) + y,
                  (2, 3, 4), (1, 3)),
    "moveaxis": (lambda F, x, y: F.moveaxis(x, (0, -1), (1, 0)) * y, (2, 3, 4), (3,)),
    "squeeze": (lambda F, x, y: F.squeeze(x) * y, (1, 3, 1), (3,)),
}
DOTS = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((), (2, 3)), ((2, 3), ()), ((4, 2, 3), (3, 2)),
        ((2, 3), (4, 3, 2)), ((4, 2, 3), (5, 3, 2)), ((3,), (4, 3, 2))]
CASES.update({f"dot {a} {b}": (
    lambda F, x, y: F.dot(x, y) if F is np else x * y if not x.dim() or not y.dim() else
    torch.tensordot(x, y, ([x.dim() - 1], [max(y.dim() - 2, 0)])), a, b) for a, b in DOTS})


@pytest.mark.parametrize("name", CASES)
def test_the_rule_gives_torchs_gradients(name):
    function, *shapes = CASES[name]
    rng = onp.random.RandomState(7)
    values = [onp.asarray(rng.uniform(-2, 2, shape), "float64") for shape in shapes]
    ours, theirs = [np.array(value, dtype="float64") for value in values], [torch.tensor(value, requires_grad=True)
                                                                            for value in values]
    for array in ours:
        array.attach_grad()
    with autograd.record():
        loss = (function(np, *ours) ** 3).sum()
    loss.backward()
    (function(torch, *theirs) ** 3).sum().backward()
    for array, tensor in zip(ours, theirs):
        onp.testing.assert_allclose(array.grad.asnumpy(), tensor.grad.numpy(), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("kind", ["int8", "int32", "int64", "float16", "float64"])
@pytest.mark.parametrize("name, wanted", [("sum", 1), ("mean", 1 / 3)])
def test_sums_in_another_type_pass_gradients(name, wanted, kind):
    x = np.array([[0.5, 1.5], [1, 2], [2, 3]])
    x.attach_grad()
    with autograd.record():
        y = getattr(x, name)(axis=0, dtype=kind)
    assert y.dtype == kind
    y.backward()
    assert (x.grad.asnumpy() == onp.float32(wanted)).all()
