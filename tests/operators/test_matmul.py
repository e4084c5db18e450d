"""The choice of a library for matrix products: results, torch's setting, and who may change it."""
import os
import threading

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.core import matmul
from mxnet.core.tuning import ONEDNN_FROM_PRODUCTS

SIZE = round(ONEDNN_FROM_PRODUCTS ** (1 / 3)) + 32
pytestmark = pytest.mark.skipif(not hasattr(torch.backends.mkldnn, "matmul"),
                                reason="this torch cannot choose the library of products")


@pytest.fixture(params=[True, False], ids=["oneDNN", "MKL"])
def faster(request, monkeypatch):
    """Whether oneDNN counts as faster, whatever the processor; with AMX it would round."""
    if request.param and not matmul._rounds_nothing():
        pytest.skip("oneDNN rounds float32 to bfloat16 on this processor")
    monkeypatch.setattr(matmul, "is_faster", lambda: request.param)
    return request.param


def setting():
    return torch.backends.mkldnn.matmul.fp32_precision


def numbers(*shape):
    return torch.from_numpy(np.random.default_rng(len(shape)).standard_normal(shape, dtype="float32"))


def close(found, left, right):
    exact = left.double() @ right.double()
    assert (found - exact).abs().max() < 1e-5 * SIZE ** 0.5 * exact.abs().max()


@pytest.mark.parametrize("form", ["plain", "transposed", "strided", "out"])
def test_products_are_precise_in_every_layout(faster, form):
    left, right = numbers(SIZE, SIZE), numbers(SIZE, SIZE)
    if form == "transposed":
        left, right = left.t(), right.t()
    elif form == "strided":
        left, right = numbers(SIZE, 2 * SIZE)[:, ::2], numbers(2 * SIZE, SIZE)[::2]
    if form == "out":
        out = torch.empty(SIZE, SIZE)
        assert matmul.mm(left, right, out=out) is out
        close(out, left, right)
    else:
        close(matmul.mm(left, right), left, right)
        close(matmul.linear(left, right.t()), left, right)
        close(matmul.matmul(left, right), left, right)
    close(matmul.bmm(left[None], right[None])[0], left, right)


@pytest.mark.parametrize("given", ["none", "ieee", "bf16"])
def test_the_setting_of_a_program_is_restored(faster, given):
    before = setting()
    torch.backends.mkldnn.matmul.fp32_precision = given
    try:
        with matmul.by_onednn():
            assert setting() == ("bf16" if faster else given)
            with matmul.by_onednn():
                pass
            assert setting() == ("bf16" if faster else given)
        assert setting() == given
        with pytest.raises(RuntimeError):
            matmul.mm(numbers(SIZE, SIZE), numbers(SIZE + 1, SIZE))
        assert setting() == given
    finally:
        torch.backends.mkldnn.matmul.fp32_precision = before


def test_small_products_and_other_types_stay(faster, monkeypatch):
    used = []
    monkeypatch.setattr(matmul._Block, "__enter__", lambda self: used.append(True))
    monkeypatch.setattr(matmul._Block, "__exit__", lambda *_: None)
    matmul.mm(numbers(8, 8), numbers(8, 8))
    matmul.mm(numbers(SIZE, SIZE).double(), numbers(SIZE, SIZE).double())
    assert not used
    matmul.mm(numbers(SIZE, SIZE), numbers(SIZE, SIZE))
    assert bool(used) == faster


def test_threads_leave_the_setting_as_it_was(faster):
    before, left = setting(), numbers(SIZE, SIZE)
    expected, wrong = matmul.mm(left, left), []

    def multiply():
        for _ in range(20):
            if not torch.equal(matmul.mm(left, left), expected):
                wrong.append(True)
    threads = [threading.Thread(target=multiply) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and setting() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
def test_a_forked_child_does_not_wait_for_threads_of_its_parent(faster):
    before = setting()
    with matmul.by_onednn(), matmul._block.lock:
        child = os.fork()
        if not child:
            with matmul.by_onednn():
                pass
            os._exit(0 if setting() == before and not matmul._block.entered else 1)
        assert os.waitpid(child, 0)[1] == 0


def test_operators_agree_with_numpy_and_their_gradients_too(faster):
    x, w, g = (mx.nd.array(numbers(SIZE, SIZE).numpy() + shift) for shift in (0, 0.1, 0.2))
    for array in (x, w):
        array.attach_grad()
    with mx.autograd.record():
        out = mx.nd.FullyConnected(x, w, num_hidden=SIZE, no_bias=True)
    out.backward(g)
    exact = {name: array.asnumpy().astype("float64") for name, array in (("x", x), ("w", w), ("g", g))}
    for found, expected in ((out, exact["x"] @ exact["w"].T), (x.grad, exact["g"] @ exact["w"]),
                            (w.grad, exact["g"].T @ exact["x"])):
        assert abs(found.asnumpy() - expected).max() < 1e-5 * SIZE ** 0.5 * abs(expected).max()
    bound = mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w"), num_hidden=SIZE, no_bias=True).bind(
        mx.cpu(), {"x": x, "w": w}, {"x": mx.nd.zeros_like(x), "w": mx.nd.zeros_like(w)})
    assert (bound.forward(is_train=True)[0] == out).asnumpy().all()
    bound.backward(g)
    assert (bound.grad_dict["w"] == w.grad).asnumpy().all()


def test_recurrent_layers_and_their_gradients_agree_on_both_libraries(monkeypatch):
    if not matmul._rounds_nothing():
        pytest.skip("oneDNN rounds float32 to bfloat16 on this processor")
    found, entered = [], []
    enter = matmul._Block.__enter__
    monkeypatch.setattr(matmul._Block, "__enter__", lambda self: (entered.append(True), enter(self))[1])
    x = mx.nd.array(numbers(3, 4, 128).numpy())
    layer = mx.gluon.rnn.GRU(192, input_size=128)
    layer.initialize()
    for faster in (True, False):
        monkeypatch.setattr(matmul, "is_faster", lambda chosen=faster: chosen)
        with mx.autograd.record():
            out = layer(x)
        out.backward()
        found.append([out.asnumpy(), layer.l0_i2h_weight.grad().asnumpy()])
        assert len(entered) == 2  # forward and backward, of the first
    for one, other in zip(*found):
        assert abs(one - other).max() < 1e-5


def test_the_environment_leaves_products_to_mkl(monkeypatch):
    monkeypatch.setenv("MXNET_MKLDNN_ENABLED", "0")
    assert not matmul.is_faster.__wrapped__()


def test_a_machine_that_does_not_say_what_it_is_keeps_mkl(monkeypatch):
    def unreadable(_):
        raise OSError
    monkeypatch.setattr(matmul.Path, "read_text", unreadable)
    assert not matmul._has_wide_vectors()


@pytest.mark.parametrize("text, wide", [
    ("vendor_id\t: AuthenticAMD\ncpu family\t: 26\n\nvendor_id : x", True),
    ("vendor_id\t: AuthenticAMD\ncpu family\t: 25", False),
    ("vendor_id\t: GenuineIntel\ncpu family\t: 26", False),
    ("CPU implementer : 0x41", False), ("", False)])
def test_processors_are_told_apart(monkeypatch, text, wide):
    monkeypatch.setattr(matmul.Path, "read_text", lambda _: text)
    assert matmul._has_wide_vectors() is wide
